#!/usr/bin/env bash
# learning on a GPU (see docs/gpu.md); --tiny runs the same on a CPU in seconds.
set -euo pipefail
source "$(dirname "$0")/setup.sh"
"$PYTHON" -m benchmarks.gpu.learning --out "$OUT" "$@"

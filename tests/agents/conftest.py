"""One thread each: the tests run side by side, and more threads only wait for one another."""

import sys
from importlib.util import find_spec
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent))  # helpers of several tests

torch.set_num_threads(1)

# vLLM is gigabytes and comes in an environment of its own: scripts/vllm_cpu.sh makes it and runs these.
collect_ignore = [] if find_spec("vllm") else ["test_vllm.py"]

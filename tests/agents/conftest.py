"""One thread each: the tests run side by side, and more threads only wait for one another."""

import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent))  # helpers of several tests

torch.set_num_threads(1)

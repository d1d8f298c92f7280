"""Where a model lives: devices by name, with errors that say what to do, and what a process sets before it uses one."""

from __future__ import annotations

import os

import torch


def find_device(name: str | torch.device | None = None) -> torch.device:
    """The device of a name such as ``cpu``, ``cuda`` or ``cuda:1``; ``auto`` or None take a GPU if there is one.

    Raises:
        ValueError: if there is no such device here.
    """
    if name is None or name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        raise ValueError(f"unknown device {name!r}; there are cpu, cuda, cuda:1 and so on, and auto") from None
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        seen = torch.cuda.device_count()
        raise ValueError(
            f"there is no device {name!r}: torch {torch.__version__} sees {seen} GPUs; take cpu or auto, or see "
            "what `rlvr doctor` says"
        )
    return device


def processes() -> int:
    """How many processes torchrun has started; 1 without it."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def compute_on(device: torch.device) -> None:
    """Make a GPU the one that this process computes on; nothing for a CPU.

    Streams and graphs are made on the current device, whatever device their tensors are on. And of the kernels for
    attention the one of cuDNN, first in line on Hopper since torch 2.11, is planned anew for every shape (tens of
    milliseconds, and lengths differ all the time); under a mask its backward pass may make NaN (pytorch issue 196678).
    Flash attention is next in line.
    """
    if device.type == "cuda":
        if device.index is not None:
            torch.cuda.set_device(device)
        torch.backends.cuda.enable_cudnn_sdp(False)


def use_tf32(device: torch.device) -> None:
    """Let a GPU multiply matrices in float32 with TensorFloat-32: 10 bits of fraction, several times as fast.

    What is computed in bfloat16 (7 bits) stays as it is, and a CPU too.
    """
    if device.type == "cuda":
        torch.set_float32_matmul_precision("high")

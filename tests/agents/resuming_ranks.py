"""What processes do in test_sharded_checkpoints.py: going on from a checkpoint, or writing one after another."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from torch.distributed.tensor import distribute_tensor, init_device_mesh
from two_ranks import step

from rlvr.agents import checkpoints, process_group
from rlvr.agents.distributed import World

torch.set_num_threads(1)


def write_for_ever(world: World, folder: Path) -> None:
    """Tensors, model and facts of a checkpoint all tell its step, so that a mixture would show."""
    mesh = init_device_mesh("cpu", (world.size,))
    found = checkpoints.latest(folder)
    number = 0 if found is None else checkpoints.read(found).step
    while True:
        number += 1
        shards = distribute_tensor(torch.full((9_001, 3), float(number)), mesh)
        tensors = {"sharded": shards, "everywhere": torch.full((50,), float(number))}

        def model(path: Path, number: int = number) -> None:
            torch.save(torch.full((10_000,), float(number)), path / f"{world.rank}.pt")

        state = checkpoints.Checkpoint(number, {"step": number}, tensors)
        checkpoints.save(folder, state, model, together=True)
        if world.is_main:
            print(number, flush=True)


def main() -> None:
    world = process_group.start("cpu")
    mode, folder, *before = sys.argv[1:]
    if mode == "write":
        write_for_ever(world, Path(folder))
    resume = checkpoints.latest(Path(before[0])) if before else None
    step(world, "decoder", "sharded", Path(folder), resume)
    world.close()


if __name__ == "__main__":
    main()

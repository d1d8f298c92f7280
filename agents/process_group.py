"""Worlds of many processes, over `torch.distributed`, and the world that a command was started in.

Start it with torchrun: ``torchrun --nproc-per-node 4 -m rlvr train ...``. Without it there is a world of one and
`torch.distributed` is not touched. Two ways to spread a model:

- **data parallel**: every rank holds the whole model, and `World.sum_gradients` adds the gradients up after the last
  backward pass of a step. Ranks may make different numbers of passes.
- **sharded**: see `rlvr.agents.sharding`. Every rank must make the same number of forward and backward passes
  (`World.most`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.tensor import DTensor

from .device import compute_on, find_device, processes
from .distributed import World

_DIMENSIONS = 8  # most that a gathered tensor has
_BUCKET = 1 << 26  # numbers per message: 256 MiB, so that sums of large models need little memory beside them


def start(device: str | None = None, minutes: float = 30.0) -> World:
    """The world that torchrun describes in the environment, or a world of one.

    Args:
        device: ``cpu``, ``cuda`` or ``cuda:1``; None takes a GPU where there is one. Of several processes on a
            machine each takes its own GPU.
        minutes: how long ranks wait for one another: rollouts differ in length.

    Raises:
        ValueError: for a device that is not here, or one GPU for several processes.
    """
    kind = str(find_device(device))
    size = processes()
    if size > 1 and kind.startswith("cuda:"):
        raise ValueError(f"{size} processes cannot share {kind}: give cuda, and each takes a GPU of its own")
    if kind == "cuda":
        kind = f"cuda:{os.environ.get('LOCAL_RANK', '0')}"
    compute_on(torch.device(kind))
    if size == 1:
        return World(device=torch.device(kind))
    backend = "nccl" if kind.startswith("cuda") else "gloo"
    dist.init_process_group(backend, timeout=timedelta(minutes=minutes))
    return ProcessGroup(dist.get_rank(), size, torch.device(kind))


class ProcessGroup(World):
    """See `World`."""

    def close(self) -> None:
        """See `World.close`."""
        if dist.is_initialized():
            dist.destroy_process_group()

    def take_turns(self, count: int, name: str) -> Iterator[int]:
        """See `World.take_turns`."""
        store = dist.distributed_c10d._get_default_store()
        while (number := store.add(f"rlvr/{name}", 1) - 1) < count:
            yield number

    def barrier(self) -> None:
        """See `World.barrier`."""
        dist.barrier()

    def sum(self, tensor: Tensor) -> Tensor:
        """See `World.sum`."""
        total = super().sum(tensor)
        dist.all_reduce(total)
        return total

    def most(self, count: int) -> int:
        """See `World.most`."""
        number = torch.tensor(count, device=self.device)
        dist.all_reduce(number, op=dist.ReduceOp.MAX)
        return int(number)

    def gather(self, value: Any) -> list[Any]:
        """See `World.gather`."""
        if not isinstance(value, Tensor):
            data = torch.frombuffer(bytearray(json.dumps(value).encode()), dtype=torch.uint8)
            return [json.loads(part.cpu().numpy().tobytes()) for part in self.gather(data)]
        value = value.detach().to(self.device).contiguous()
        # First the shapes, as one row of numbers each; then the tensors, as long as the longest.
        shape = torch.zeros(1 + _DIMENSIONS, dtype=torch.int64)
        shape[: 1 + value.dim()] = torch.tensor([value.dim(), *value.shape])
        rows = [row.tolist() for row in self._gather_equal(shape.to(self.device))]
        shapes = [torch.Size(row[1 : 1 + row[0]]) for row in rows]
        flat = value.new_zeros(max(shape.numel() for shape in shapes))
        flat[: value.numel()] = value.flatten()
        return [
            part[: shape.numel()].view(shape)
            for part, shape in zip(self._gather_equal(flat), shapes, strict=True)
        ]

    def _gather_equal(self, value: Tensor) -> list[Tensor]:
        parts = [torch.empty_like(value) for _ in range(self.size)]
        dist.all_gather(parts, value)
        return parts

    def broadcast(self, module: nn.Module) -> None:
        """See `World.broadcast`."""
        for tensor in module.state_dict().values():
            dist.broadcast(tensor, src=0)

    def sum_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        """See `World.sum_gradients`."""
        bucket: list[nn.Parameter] = []
        size = 0
        for parameter in parameters:
            if parameter.requires_grad and not isinstance(parameter, DTensor):
                bucket.append(parameter)
                size += parameter.numel()
                if size >= _BUCKET:
                    self._sum_bucket(bucket)
                    bucket, size = [], 0
        if bucket:
            self._sum_bucket(bucket)

    def _sum_bucket(self, bucket: Sequence[nn.Parameter]) -> None:
        used = torch.tensor([float(each.grad is not None) for each in bucket], device=self.device)
        grads = [torch.zeros_like(each) if each.grad is None else each.grad for each in bucket]
        wide = torch.float64 if any(grad.dtype == torch.float64 for grad in grads) else torch.float32
        message = torch.cat([used.to(wide), *(grad.flatten().to(wide) for grad in grads)])
        dist.all_reduce(message)
        users = message[: len(bucket)].tolist()
        sums = torch.split(message[len(bucket) :], [each.numel() for each in bucket])
        for parameter, count, total in zip(bucket, users, sums, strict=True):
            parameter.grad = total.view_as(parameter).to(parameter.dtype) if count else None

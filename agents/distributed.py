"""Several processes, one run: who am I, sum this, collect that; and gradients that are of the whole batch.

Start it with torchrun: ``torchrun --nproc-per-node 4 -m rlvr train ...``. Without it there is a world of one and
`torch.distributed` is not touched. Two ways to spread a model:

- **data parallel**: every rank holds the whole model, and `World.sum_gradients` adds the gradients up after the last
  backward pass of a step. Ranks may make different numbers of passes.
- **sharded**: see `rlvr.agents.sharding`. Every rank must make the same number of forward and backward passes
  (`World.most`).

Gradients are *summed*, never averaged: token weights are made for the tokens of all ranks (`World.sum` of the
counts), so that a batch has the same gradient however it is cut up. Averages of averages, which give short
sequences on one rank more weight than the same on another, do not arise.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.tensor import DTensor
from torch.nn.utils import get_total_norm

from .device import compute_on, find_device, processes

Item = TypeVar("Item")
_CPU = torch.device("cpu")
_DIMENSIONS = 8  # most that a gathered tensor has
_BUCKET = 1 << 26  # numbers per message: 256 MiB, so that sums of large models need little memory beside them


@dataclass(frozen=True)
class World:
    """The processes of a run, as one of them sees it.

    All methods but `share` and `take_turns` are collective: every rank calls them, in the same order.

    Attributes:
        rank: this process, from 0.
        size: number of processes.
        device: where this process computes.
    """

    rank: int = 0
    size: int = 1
    device: torch.device = _CPU

    @classmethod
    def start(cls, device: str | None = None, minutes: float = 30.0) -> World:
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
            raise ValueError(
                f"{size} processes cannot share {kind}: give cuda, and each takes a GPU of its own"
            )
        if kind == "cuda":
            kind = f"cuda:{os.environ.get('LOCAL_RANK', '0')}"
        compute_on(torch.device(kind))
        if size == 1:
            return cls(device=torch.device(kind))
        backend = "nccl" if kind.startswith("cuda") else "gloo"
        dist.init_process_group(backend, timeout=timedelta(minutes=minutes))
        return cls(dist.get_rank(), size, torch.device(kind))

    def close(self) -> None:
        """Leave; nothing collective works afterwards."""
        if self.size > 1 and dist.is_initialized():
            dist.destroy_process_group()

    @property
    def is_main(self) -> bool:
        """True on the one rank that writes files and shows progress."""
        return self.rank == 0

    def share(self, items: Sequence[Item]) -> Sequence[Item]:
        """The part of this rank, of what all ranks have: every `size`-th item, so lengths differ by one at most."""
        return items[self.rank :: self.size]

    def take_turns(self, count: int, name: str) -> Iterator[int]:
        """The numbers below `count` as the ranks get to them: whoever asks next gets the next one, none comes twice.

        Not collective: a rank may ask as often as it likes, from any thread. All give the same `count`, and a `name`
        that they have not used before.
        """
        if self.size == 1:
            yield from range(count)
            return
        store = dist.distributed_c10d._get_default_store()
        while (number := store.add(f"rlvr/{name}", 1) - 1) < count:
            yield number

    def barrier(self) -> None:
        """Wait for all."""
        if self.size > 1:
            dist.barrier()

    def sum(self, tensor: Tensor) -> Tensor:
        """The sum over all ranks, of tensors of one shape; on this world's device, without gradient."""
        total = tensor.detach().to(self.device, copy=True)
        if self.size > 1:
            dist.all_reduce(total)
        return total

    def most(self, count: int) -> int:
        """The largest `count` of all ranks."""
        number = torch.tensor(count, device=self.device)
        if self.size > 1:
            dist.all_reduce(number, op=dist.ReduceOp.MAX)
        return int(number)

    def gather(self, value: Any) -> list[Any]:
        """What each rank gave, in the order of ranks, on every rank.

        Args:
            value: a tensor (shapes may differ, the type of number may not), or anything that JSON can hold; as JSON
                does, it comes back with lists for tuples and strings for keys, in a world of one as well.
        """
        if not isinstance(value, Tensor):
            data = torch.frombuffer(bytearray(json.dumps(value).encode()), dtype=torch.uint8)
            return [json.loads(part.cpu().numpy().tobytes()) for part in self.gather(data)]
        value = value.detach().to(self.device).contiguous()
        if self.size == 1:
            return [value.clone()]
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
        """Give all ranks the weights and buffers of rank 0: for a model that is not sharded."""
        if self.size > 1:
            for tensor in module.state_dict().values():
                dist.broadcast(tensor, src=0)

    def sum_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        """Data parallel: put the sum of all ranks' gradients into every rank's ``.grad``, in float32 or wider.

        A rank whose share of the batch did not use a weight adds nothing to it; a weight that no rank used keeps
        None, so that an optimizer leaves it alone as it would in a world of one. Sharded weights are passed over:
        their gradients are summed in the backward pass.
        """
        if self.size == 1:
            return
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


def clip_gradients(parameters: Iterable[nn.Parameter], limit: float) -> float:
    """Scale all gradients so that their common norm is at most `limit`; sharded ones as well. Collective for those.

    Returns:
        The norm before. A norm that is not finite leaves the gradients as they are: the caller skips the step.
    """
    grads = [parameter.grad for parameter in parameters if parameter.grad is not None]
    # Whole and sharded tensors cannot be taken together in one operation.
    sharded = [grad for grad in grads if isinstance(grad, DTensor)]
    norms = [get_total_norm([grad for grad in grads if not isinstance(grad, DTensor)])]
    if sharded:
        total = get_total_norm(sharded)
        norms.append(total.full_tensor() if isinstance(total, DTensor) else total)
    norm = math.hypot(*(float(each) for each in norms))
    if limit < norm < math.inf:
        for grad in grads:
            grad.mul_(limit / norm)
    return norm

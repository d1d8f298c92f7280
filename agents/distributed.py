"""Several processes, one run: who am I, sum this, collect that; and gradients that are of the whole batch.

Here is what the trainer asks, and a world of one; `rlvr.agents.process_group` has worlds of many. Gradients are
*summed*, never averaged: token weights are made for the tokens of all ranks (`World.sum` of the counts), so that a
batch has the same gradient however it is cut up. Averages of averages, which give short sequences on one rank more
weight than the same on another, do not arise.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import Tensor, nn
from torch.distributed.tensor import DTensor
from torch.nn.utils import get_total_norm

Item = TypeVar("Item")
_CPU = torch.device("cpu")


@dataclass(frozen=True)
class World:
    """The processes of a run, as one of them sees it: here, a single one.

    All methods but `share` and `take_turns` are collective: every rank calls them, in the same order.

    Attributes:
        rank: this process, from 0.
        size: number of processes.
        device: where this process computes.
    """

    rank: int = 0
    size: int = 1
    device: torch.device = _CPU

    def close(self) -> None:
        """Leave; nothing collective works afterwards."""

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
        yield from range(count)

    def barrier(self) -> None:
        """Wait for all."""

    def sum(self, tensor: Tensor) -> Tensor:
        """The sum over all ranks, of tensors of one shape; on this world's device, without gradient."""
        return tensor.detach().to(self.device, copy=True)

    def most(self, count: int) -> int:
        """The largest `count` of all ranks."""
        return count

    def gather(self, value: Any) -> list[Any]:
        """What each rank gave, in the order of ranks, on every rank.

        Args:
            value: a tensor (shapes may differ, the type of number may not), or anything that JSON can hold; as JSON
                does, it comes back with lists for tuples and strings for keys, in a world of one as well.
        """
        if isinstance(value, Tensor):
            return [value.detach().to(self.device).contiguous().clone()]
        return [json.loads(json.dumps(value))]

    def broadcast(self, module: nn.Module) -> None:
        """Give all ranks the weights and buffers of rank 0: for a model that is not sharded."""

    def sum_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        """Data parallel: put the sum of all ranks' gradients into every rank's ``.grad``, in float32 or wider.

        A rank whose share of the batch did not use a weight adds nothing to it; a weight that no rank used keeps
        None, so that an optimizer leaves it alone as it would in a world of one. Sharded weights are passed over:
        their gradients are summed in the backward pass.
        """


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

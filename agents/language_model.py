"""What the trainer asks of a model: hidden states of batches of sequences, and logits of the few that are needed.

The shapes: ``B`` rows of ``T`` tokens, width ``W``, vocabulary ``V``. A row holds one sequence with filler behind it,
or several sequences one after the other (packing); then `documents` tells them apart.

Weights leave a model one tensor at a time (`LanguageModel.stream`), so that a model whose weights are spread over
several processes is never whole in the memory of one of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.distributed.fsdp import FSDPModule
from torch.distributed.tensor import DTensor

Weights = Mapping[str, Tensor] | Iterable[tuple[str, Tensor]]
"""Weights by their Hugging Face names, all at once or one after the other."""

Whole = Callable[[Tensor], Tensor]
"""From a weight as a process holds it to the whole weight."""


class LanguageModel(nn.Module, ABC):
    """A causal language model that can be trained.

    Attributes:
        packs_well: whether several sequences in a row cost no more than rows of their own; then filler is saved.
        shares_well: whether contexts that several sequences begin with are better read once.
        precision: type of number that weights are handed out in (`stream`, `save`); None for their own. Sharded
            weights are float32 where what is computed and sampled with is bfloat16.
    """

    packs_well: bool = False
    shares_well: bool = False
    precision: torch.dtype | None = None

    @abstractmethod
    def hidden(
        self,
        tokens: Tensor,
        positions: Tensor | None = None,
        documents: Tensor | None = None,
        stems: Tensor | None = None,
    ) -> Tensor:
        """Hidden states behind the last norm, ``[B, T, W]``.

        Args:
            tokens: ids, ``[B, T]``.
            positions: place of each token in its sequence, ``[B, T]``; None counts from the start of the row.
            documents: number of the sequence within the row that each token belongs to, ``[B, T]``; a token sees
                earlier tokens of its own sequence only. None if each row is one sequence (filler behind it is
                seen by nobody in front of it).
            stems: number of the sequence, earlier in the row, that a token sees whole besides its own, ``[B, T]``:
                the context that its own goes on from; its own if there is none. Only together with `positions` and
                `documents`, whose numbers are then different in all rows.
        """

    @abstractmethod
    def logits(self, hidden: Tensor) -> Tensor:
        """Logits ``[..., V]`` in float32 of hidden states ``[..., W]``."""

    @abstractmethod
    def named_weights(self, whole: Whole) -> Iterator[tuple[str, Tensor]]:
        """The weights by their Hugging Face names, each once, adapters merged in.

        Args:
            whole: what each weight goes through before it is cut into the parts that files name; called for every
                weight in the same order on all ranks.
        """

    @abstractmethod
    def empty_copy(self, dtype: torch.dtype) -> LanguageModel:
        """A model of the same shape on the meta device: without weights, adapters, and memory for them."""

    @abstractmethod
    def fill(self, folder: Path) -> None:
        """Read the weights of a folder into the memory that is there: of a sharded model each rank its own rows.

        Raises:
            ValueError: if they are of another model.
        """

    def check_logits(self) -> None:
        """See whether hidden states and logits are what the model's own code makes; called once weights are there.

        Raises:
            ValueError: if not.
        """

    @abstractmethod
    def write(self, weights: Weights, folder: Path, *, keep: bool = True) -> None:
        """Write weights of this model, such as `stream` gives, and its configuration to a folder.

        Args:
            weights: one after the other.
            folder: made if missing.
            keep: False only goes through the weights, on ranks that help to gather a sharded model.
        """

    @property
    @abstractmethod
    def max_context(self) -> int:
        """Most tokens of a sequence."""

    @property
    def device(self) -> torch.device:
        """Where its weights are."""
        return next(self.parameters()).device

    @property
    def size(self) -> int:
        """Number of parameters."""
        return sum(parameter.numel() for parameter in self.parameters())

    def stream(self) -> Iterator[tuple[str, Tensor]]:
        """The weights for an engine (`Engine.load`) by their Hugging Face names, whole, one after the other.

        Of a sharded model a weight is gathered when its turn comes and forgotten with the next one. Collective then:
        all ranks take all of them. Otherwise views of the model's own memory, unless `precision` is another.
        """
        settle(self)
        return self.named_weights(lambda weight: whole(weight, self.precision))

    def save(self, folder: Path, *, keep: bool = True) -> None:
        """Write the weights and the configuration to a folder; see `write`. Collective if the model is sharded.

        `rlvr.agents.models.load` reads it, and, for an architecture of Hugging Face, `transformers` and vLLM as well.
        """
        self.write(self.stream(), folder, keep=keep)

    def forward(self, *args: Any, **options: Any) -> Tensor:
        """`hidden`: what wrappers (DDP, FSDP) call."""
        return self.hidden(*args, **options)


def settle(model: nn.Module) -> None:
    """Have a sharded model hold nothing but its shards: what the last pass left gathered would be stale."""
    for module in model.modules():
        if isinstance(module, FSDPModule):
            module.reshard()


def whole(weight: Tensor, dtype: torch.dtype | None = None) -> Tensor:
    """A weight of which every rank may hold a part, without gradient. Collective if they do."""
    # Engines take weights in inference mode, in which sharded tensors cannot be gathered.
    with torch.inference_mode(False), torch.no_grad():
        weight = weight.detach()
        if dtype is not None:
            weight = weight.to(dtype)  # before it is gathered: half the bytes on the way
        return weight.full_tensor() if isinstance(weight, DTensor) else weight


def pairs(weights: Weights) -> Iterator[tuple[str, Tensor]]:
    """Weights one after the other, however they are given."""
    yield from weights.items() if isinstance(weights, Mapping) else weights

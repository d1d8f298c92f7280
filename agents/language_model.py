"""What the trainer asks of a model: hidden states of batches of sequences, and logits of the few that are needed.

The shapes: ``B`` rows of ``T`` tokens, width ``W``, vocabulary ``V``. A row holds one sequence with filler behind it,
or several sequences one after the other (packing); then `documents` tells them apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


class LanguageModel(nn.Module, ABC):
    """A causal language model that can be trained.

    Attributes:
        packs_well: whether several sequences in a row cost no more than rows of their own; then filler is saved, and
            contexts that several begin with are read once.
    """

    packs_well: bool = False

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
    def sampling_weights(self) -> Mapping[str, Tensor]:
        """The weights for an engine (`Engine.load`), by their Hugging Face names; adapters merged in."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write the weights and the configuration to a folder.

        `rlvr.agents.models.load` reads it, and, for an architecture of Hugging Face, `transformers` and vLLM as well.
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

    def forward(self, *args: Any, **options: Any) -> Tensor:
        """`hidden`: what wrappers (DDP, FSDP) call."""
        return self.hidden(*args, **options)

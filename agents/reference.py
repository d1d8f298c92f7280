"""The policy that a KL term holds on to: what the model was when reinforcement learning began."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import torch
from torch import Tensor

from .language_model import LanguageModel, settle
from .models.files import local
from .models.lora import LoraModel

Reference = Callable[[], AbstractContextManager[LanguageModel]]
"""Gives the reference policy for the time of a ``with``; nothing is learnt from what it does in there."""


class FrozenCopy:
    """A second set of weights, whole or sharded as the first.

    Args:
        model: of the shape of the policy; its weights come with `take`.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.model = model.requires_grad_(False).eval()

    @torch.no_grad()
    def take(self, policy: LanguageModel) -> None:
        """Be what the policy is now. Each rank copies its own part: nothing is gathered."""
        settle(policy)
        settle(self.model)
        for own, given in zip(self.model.parameters(), policy.parameters(), strict=True):
            local(own)[0].copy_(local(given)[0])

    def tensors(self) -> dict[str, Tensor]:
        """Its weights by name, as a checkpoint keeps them."""
        settle(self.model)
        return {f"weight.{name}": each.detach() for name, each in self.model.named_parameters()}

    @contextmanager
    def __call__(self) -> Iterator[LanguageModel]:
        """See `Reference`."""
        yield self.model


def adapters_off(model: LoraModel) -> Reference:
    """The model without its adapters: no second set of weights is needed."""

    @contextmanager
    def reference() -> Iterator[LanguageModel]:
        with model.reference():
            yield model

    return reference

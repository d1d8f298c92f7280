"""The policy that a KL term holds on to: what the model was when reinforcement learning began."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

import torch
from torch import Tensor
from torch.distributed.tensor import DTensor, distribute_tensor

from .language_model import LanguageModel
from .models.lora import LoraModel

Reference = Callable[[], AbstractContextManager[LanguageModel]]
"""Gives the reference policy for the time of a ``with``; nothing is learnt from what it does in there."""


class FrozenCopy:
    """A second set of weights.

    Args:
        model: copied as it is.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.model = copy.deepcopy(model).requires_grad_(False).eval()

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


def weights_of(model: LanguageModel) -> dict[str, Tensor]:
    """The weights that are trained, by name, on the CPU.

    Of a sharded model ask within `rlvr.agents.distributed.whole`.
    """
    return {name: each.detach().cpu() for name, each in model.named_parameters() if each.requires_grad}


@torch.no_grad()
def put_weights(model: LanguageModel, weights: Mapping[str, Tensor]) -> None:
    """Write the weights that `weights_of` gave into a model of the same shape, sharded or not.

    Raises:
        ValueError: if the model lacks one of the weights, or its shape is another.
    """
    own = dict(model.named_parameters())
    for name, value in weights.items():
        if name not in own or own[name].shape != value.shape:
            raise ValueError(f"the weights are of another model: {name!r} does not fit")
        weight = own[name]
        if isinstance(weight, DTensor):
            value = distribute_tensor(value.to(weight.device), weight.device_mesh, weight.placements)
        weight.copy_(value)

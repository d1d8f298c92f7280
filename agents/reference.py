"""The policy that a KL term holds on to: what the model was when reinforcement learning began."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from .language_model import LanguageModel

Reference = Callable[[], AbstractContextManager[LanguageModel]]
"""Gives the reference policy for the time of a ``with``; nothing is learnt from what it does in there."""


def frozen_copy(model: LanguageModel) -> Reference:
    """The model as it is now, as a second set of weights. With LoRA none is needed: see `rlvr.agents.models.lora`."""
    kept = copy.deepcopy(model).requires_grad_(False).eval()

    @contextmanager
    def reference() -> Iterator[LanguageModel]:
        yield kept

    return reference

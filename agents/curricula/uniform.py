"""All arms alike: the baseline that every curriculum has to beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .base import Result
from .weighted import Weighted


class Uniform(Weighted):
    """Every arm gets the same share for ever."""

    def weights(self) -> dict[str, float]:
        """The same for all."""
        return dict.fromkeys(self.arms, 1 / len(self.arms))

    def _learn(self, results: Sequence[Result]) -> None:
        pass

    def _save(self) -> dict[str, Any]:
        return {}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        pass

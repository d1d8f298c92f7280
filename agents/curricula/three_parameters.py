"""How accuracy on one problem rises with the part of its solution that is given away: a curve of three parameters.

``accuracy(hint) = c + (1 - c) / (1 + exp(-a (hint - b)))``, the three-parameter logistic curve of item response theory:
``c`` is the accuracy without help to speak of, ``b`` the hint at its middle, ``a`` how steep it is there. One problem
has few rollouts, so the fit is the most probable curve under weak priors, found on a grid: no start, no steps that
diverge, and the same numbers always give the same curve.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log

import numpy as np

_STEEP = np.array([2.0, 3.0, 4.5, 6.5, 9.0, 13.0, 18.0, 25.0])
_MIDDLE = np.linspace(-0.5, 1.5, 41)
_FLOOR = np.array([0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4])
_TINY = 1e-9


@dataclass(frozen=True)
class Curve:
    """A curve.

    Attributes:
        steep: ``a``.
        middle: ``b``, a part of the solution.
        floor: ``c``.
    """

    steep: float
    middle: float
    floor: float

    def accuracy(self, hint: float) -> float:
        """The accuracy that is predicted with a hint, from 0 to 1."""
        return self.floor + (1 - self.floor) / (1 + exp(-self.steep * (hint - self.middle)))

    def hint(self, target: float) -> float:
        """The hint that brings accuracy to `target`; 0 where none is needed, and never more than the whole."""
        if target <= self.floor:
            return 0.0
        share = (target - self.floor) / (1 - self.floor)
        return min(1.0, max(0.0, self.middle + log(share / (1 - share)) / self.steep))


def fit(points: Iterable[tuple[float, int, int]]) -> Curve:
    """The most probable curve of (hint, passes, rollouts) of one problem.

    Priors: the middle is near one half (deviation 0.4), the floor near 0 (0.1), log steepness near log 8 (0.6).
    """
    a, b, c = np.meshgrid(_STEEP, _MIDDLE, _FLOOR, indexing="ij")
    likely = -((b - 0.5) ** 2) / (2 * 0.4**2) - c**2 / (2 * 0.1**2) - np.log(a / 8) ** 2 / (2 * 0.6**2)
    for hint, passed, tried in points:
        p = np.clip(c + (1 - c) / (1 + np.exp(-a * (hint - b))), _TINY, 1 - _TINY)
        likely = likely + passed * np.log(p) + (tried - passed) * np.log(1 - p)
    best = np.unravel_index(int(np.argmax(likely)), likely.shape)
    return Curve(float(a[best]), float(b[best]), float(c[best]))

"""Counted limits of the math verifier: the same input ends the same way on every machine and under every load.

Nothing here reads a clock. A verification has one `Budget`; each node that is parsed or evaluated takes steps from
it, and numbers that would grow too large are refused before they are computed. What runs out of budget is
*undecided*: no reward, and counted apart from wrong.
"""

from __future__ import annotations

from ..expressions import Undefined, Unreadable

__all__ = ["MAX_BITS", "MAX_CHARS", "MAX_DEPTH", "Budget", "NotReal", "OutOfBudget", "Undefined", "Unreadable"]

MAX_CHARS = 4096
"""Longest answer, in characters, that is read."""

MAX_DEPTH = 60
"""Deepest nesting of brackets, powers and functions; each level costs a few Python frames."""

MAX_BITS = 100_000
"""Largest integer, in bits, that is ever computed."""

MAX_STEPS = 60_000
"""Steps of one verification; a step costs about a microsecond."""


class OutOfBudget(Exception):
    """The budget ended before right and wrong could be told apart."""


class NotReal(Undefined):
    """A power with a broken exponent of a negative number: readers differ on its value."""


class Budget:
    """Steps left for one verification; not shared between threads."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take `steps` from the budget.

        Raises:
            OutOfBudget: if there are not as many left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget

    @property
    def spent(self) -> int:
        """Steps taken so far."""
        return MAX_STEPS - self.left

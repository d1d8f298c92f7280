"""The parts that a composed reward is a sum of: the outcome, and what shapes it.

A part gives each trajectory of a group a value and declares between which bounds it lies, for solved and for failed
trajectories apart; that is enough for `Composition` to prove its laws before anything is scored. Three laws are kept
by the parts themselves: what depends on length, calls or turns only ever costs, and more of it never costs less; a
part that compares lengths looks at right answers only, because a bonus for long or short wrong ones is a bonus for
being wrong; and nothing is asked of a trajectory that is not `scored`.

Overlong: DAPO (Yu et al. 2025, arXiv:2503.14476). ShortestRight: the cosine of "Demystifying Long Chain-of-Thought"
(Yeo et al. 2025, arXiv:2502.03373), from the shortest right answer of the group instead of from zero, and without its
reward for longer wrong answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, isfinite, pi
from typing import Literal, Protocol

from ..trajectory import Group, Trajectory
from .answers import calls_of, well_formed
from .checks import number, one_of

MAX_FORMAT = 0.1
"""The most that form alone may earn: a well-formed wrong answer is a wrong answer."""

Bounds = tuple[float, float]


class Part(Protocol):
    """One summand of a composed reward."""

    def bounds(self, solved: bool) -> Bounds:
        """The least and the greatest value that a solved, or a failed, trajectory can have."""

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""


@dataclass(frozen=True)
class Outcome:
    """What solving the task is worth: 1 if it is solved, whatever else was paid.

    Attributes:
        kind: what a failed trajectory has: nothing (``pass``), `partial` times the verdict's score (``score``), or
            `partial` times what the environment's steps paid, cut to [0, 1] (``paid``).
        partial: in [0, 1].
    """

    kind: Literal["pass", "score", "paid"] = "pass"
    partial: float = 0.5

    def __post_init__(self) -> None:
        one_of("kind", self.kind, ("pass", "score", "paid"))
        number("partial", self.partial, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """1 for solved trajectories, up to `partial` for failed ones."""
        return (1.0, 1.0) if solved else (0.0, 0.0 if self.kind == "pass" else self.partial)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        return [1.0 if each.passed else self._failed(each) for each in group.trajectories]

    def _failed(self, trajectory: Trajectory) -> float:
        if self.kind == "paid":
            return self.partial * share(trajectory.reward)
        score = trajectory.verdict.score if trajectory.verdict is not None else None
        return self.partial * (score or 0.0) if self.kind == "score" else 0.0


@dataclass(frozen=True)
class Format:
    """A bonus for an answer in the form asked for, right or wrong.

    Attributes:
        weight: in [0, 0.1].
    """

    weight: float = MAX_FORMAT

    def __post_init__(self) -> None:
        number("weight of the format bonus", self.weight, 0.0, MAX_FORMAT)

    def bounds(self, solved: bool) -> Bounds:
        """A solved trajectory always has it."""
        return (self.weight if solved else 0.0, self.weight)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        return [self.weight * well_formed(each) for each in group.trajectories]


@dataclass(frozen=True)
class Overlong:
    """A penalty that grows linearly over the last `buffer` tokens of the budget, to `weight` at its end.

    Attributes:
        budget: drawn tokens of an episode at which the whole penalty is due.
        buffer: tokens before it; in (0, budget].
        weight: in [0, 1].
    """

    budget: int
    buffer: int
    weight: float = 1.0

    def __post_init__(self) -> None:
        number("budget", self.budget, 1, float("inf"))
        number("buffer", self.buffer, 1, self.budget)
        number("weight of the overlong penalty", self.weight, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Solved or not."""
        return (-self.weight, 0.0)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        start = self.budget - self.buffer
        return [-self.weight * share((each.length - start) / self.buffer) for each in group.trajectories]


@dataclass(frozen=True)
class ShortestRight:
    """A penalty on right answers that are longer than the shortest right one of their group.

    It follows half a cosine: nothing at the length of the shortest right answer, `weight` at the budget. A failed
    trajectory has 0, however long it is.

    Attributes:
        budget: drawn tokens of an episode at which the whole penalty is due.
        weight: in [0, 1].
    """

    budget: int
    weight: float = 0.5

    def __post_init__(self) -> None:
        number("budget", self.budget, 1, float("inf"))
        number("weight of the length penalty", self.weight, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Only what is solved pays."""
        return (-self.weight if solved else 0.0, 0.0)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        right = [each.length for each in group.trajectories if each.scored and each.passed]
        shortest = min(right, default=0)
        room = max(self.budget - shortest, 1)
        values = []
        for each in group.trajectories:
            over = share((each.length - shortest) / room) if each.passed else 0.0
            values.append(-self.weight * (1 - cos(pi * over)) / 2)
        return values


@dataclass(frozen=True)
class ToolCost:
    """A price on every tool call that was written, up to a cap.

    Attributes:
        price: of one call; at least 0.
        cap: the most that all calls of an episode cost; in [0, 1].
    """

    price: float
    cap: float

    def __post_init__(self) -> None:
        number("price of a tool call", self.price, 0.0, 1.0)
        number("cap of the tool cost", self.cap, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Solved or not."""
        return (-self.cap, 0.0)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        return [-min(self.price * calls_of(each), self.cap) for each in group.trajectories]


@dataclass(frozen=True)
class TurnCost:
    """A price on every turn after the first, up to a cap.

    Attributes:
        price: of one turn; at least 0.
        cap: the most that all turns of an episode cost; in [0, 1].
    """

    price: float
    cap: float

    def __post_init__(self) -> None:
        number("price of a turn", self.price, 0.0, 1.0)
        number("cap of the turn cost", self.cap, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Solved or not."""
        return (-self.cap, 0.0)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        return [-min(self.price * max(len(each.turns) - 1, 0), self.cap) for each in group.trajectories]


@dataclass(frozen=True)
class Process:
    """Signals that the verifier measured on the way (``verdict.parts``), each cut to [0, 1].

    Attributes:
        weights: weight of each part by its name; below 0 for a part that counts something bad. A part that a
            verdict does not have is worth 0.
    """

    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        if not isinstance(self.weights, Mapping):
            raise ValueError(f"weights must map names of parts to numbers, not {self.weights!r}")
        for name, weight in self.weights.items():
            number(f"weight of the part {name!r}", weight, -1.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Solved or not."""
        weights = self.weights.values()
        return (sum(min(weight, 0.0) for weight in weights), sum(max(weight, 0.0) for weight in weights))

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        return [self._value(each) for each in group.trajectories]

    def _value(self, trajectory: Trajectory) -> float:
        parts = trajectory.verdict.parts if trajectory.verdict is not None else {}
        return sum(weight * share(parts.get(name, 0.0)) for name, weight in self.weights.items())


def leaves(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts that hold no others, wherever they stand."""
    for part in parts:
        inner: Sequence[Part] | None = getattr(part, "parts", None)
        if inner is None:
            yield part
        else:
            yield from leaves(inner)


def share(value: float) -> float:
    """`value` cut to [0, 1]; 0 for one that is no finite number."""
    return min(max(value, 0.0), 1.0) if isfinite(value) else 0.0

"""What a dataset is to hold: which environments and levels, in which proportions, from which seed.

A plan fixes every byte of the file. The order of rows comes from `Plan.schedule` alone, so neither the number
of worker processes nor an interruption can change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from .. import registry
from ..dial import Difficulty, within
from ..generators.base import Json, Marker, Split
from ..spec import TaskSpec
from .errors import DatasetError


@dataclass(frozen=True, slots=True)
class Arm:
    """One stream of tasks: an environment at a level, with its share of the rows as a whole-number weight.

    `params` are those of a level beyond the table; empty within it.
    """

    spec: TaskSpec
    level: int
    weight: int
    params: Mapping[str, Json] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the manifest calls its level: ``7``, or ``7+1`` for the first beyond a table of seven."""
        beyond = self.spec.further.index(self.params) + 1 if self.params else 0
        return f"{self.level}+{beyond}" if beyond else str(self.level)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the content of a dataset.

    Attributes:
        arms: the streams, in order.
        count: rows asked for.
        seed: with the rest of the plan, decides every task.
        split: only tasks of this split, or None for both.
        params: difficulty parameters that override those of the levels.
        marker: the marker that prompts ask for, or None for each environment's own.
        fewer: whether a stream that runs out of distinct tasks is left out from there on, instead of an error.
        options: options of the environments, which become part of each task.
    """

    arms: tuple[Arm, ...]
    count: int
    seed: int = 0
    split: Split | None = None
    params: Mapping[str, Json] = field(default_factory=dict)
    marker: Marker | None = None
    fewer: bool = False
    options: Mapping[str, Json] = field(default_factory=dict)

    def params_of(self, arm: Arm) -> Mapping[str, Json]:
        """The overriding parameters of an arm's tasks."""
        return arm.params or self.params

    def describe(self) -> dict[str, Any]:
        """The plan as JSON: equal for equal plans. It goes into the manifest, and resuming compares it."""
        return {
            "arms": [
                {"env": arm.spec.id, "level": arm.level, "weight": arm.weight}
                | ({"params": dict(arm.params)} if arm.params else {})
                for arm in self.arms
            ],
            "count": self.count,
            "seed": self.seed,
            "split": self.split,
            "params": dict(self.params),
            "marker": self.marker,
            "fewer": self.fewer,
            "options": dict(self.options),
        }

    def schedule(self, taken: Sequence[int], open_arms: Sequence[bool]) -> int | None:
        """The arm that the next row comes from: the one furthest behind its share; None if all are closed.

        Args:
            taken: rows that each arm has given so far.
            open_arms: whether each arm can still give rows.
        """
        total = sum(arm.weight for arm, is_open in zip(self.arms, open_arms, strict=True) if is_open)
        rows = 1 + sum(given for given, is_open in zip(taken, open_arms, strict=True) if is_open)
        best, furthest = None, None
        for i, arm in enumerate(self.arms):
            if open_arms[i]:
                behind = arm.weight * rows - taken[i] * total
                if furthest is None or behind > furthest:
                    best, furthest = i, behind
        return best


def make_plan(
    names: Sequence[str],
    count: int,
    *,
    levels: tuple[int, int] | None = None,
    seed: int = 0,
    split: Split | None = None,
    params: Mapping[str, Json] | None = None,
    marker: Marker | None = None,
    fewer: bool = False,
    options: Mapping[str, Json] | None = None,
    difficulty: Difficulty | None = None,
) -> Plan:
    """A plan for environments given by id or short name, each with an optional weight: ``sudoku=3``.

    The weight of an environment is shared evenly among its levels; `levels` outside those that an environment
    has are an error. With a `difficulty` instead, it is shared among the levels in that range, those beyond the table
    included, or, where none is in it, between the two whose mean is its middle; see `rlvr.dial.within`.

    Raises:
        DatasetError: if nothing is asked for, or something twice, or a weight is not a positive number.
        ValueError: if a level or parameter does not exist.
        UnknownEnvironment: if an environment does not exist.
    """
    if count < 1:
        raise DatasetError(f"asked for {count} rows; at least 1 is needed")
    if not names:
        raise DatasetError("no environment was named")
    shares: list[tuple[TaskSpec, int, Fraction, Mapping[str, Json]]] = []
    for text in names:
        name, _, weight_text = text.partition("=")
        try:
            weight = Fraction(weight_text or "1")
        except (ValueError, ZeroDivisionError):
            weight = Fraction(0)
        if weight <= 0:
            raise DatasetError(f"{text!r}: a weight is a positive number, as in {name}=2.5")
        spec = registry.get(name)
        if any(spec.id == known.id for known, *_ in shares):
            raise DatasetError(f"{spec.id} is named twice; give it one weight instead")
        if difficulty is not None:
            if levels or params:
                raise DatasetError("give a difficulty, or levels and params, not both")
            for rung, part in within(spec, difficulty):
                shares.append((spec, rung.level, weight * Fraction(part).limit_denominator(1000), rung.params))
            continue
        low, high = levels or (spec.levels[0], spec.levels[-1])
        for level in range(low, high + 1):
            spec.params(level, params)
            shares.append((spec, level, weight / (high + 1 - low), {}))
    shares = [share for share in shares if share[2] > 0]
    scale = lcm(*(share.denominator for _, _, share, _ in shares))
    arms = tuple(Arm(spec, level, int(share * scale), beyond) for spec, level, share, beyond in shares)
    return Plan(arms, count, seed, split, dict(params or {}), marker, fewer, _options(arms, options or {}))


def _options(arms: Iterable[Arm], options: Mapping[str, Json]) -> dict[str, Json]:
    """The options, if every environment of the arms can be made with them.

    Raises:
        TypeError: if an environment has no such option.
        ValueError: if an option's value is not valid.
    """
    from ..envs.make import NOT_TOLD, make_env

    for name in sorted(NOT_TOLD & options.keys()):
        raise ValueError(
            f"{name!r} is no option of a task; level, split, params and marker are given by themselves"
        )
    for env in sorted({arm.spec.id for arm in arms}) if options else ():
        make_env(env, **options)
    return dict(options)

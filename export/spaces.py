"""How many distinct problems a level has: known before the first row of a dataset is made.

`spaces.json` holds what ``python docs/spaces.py`` measured for the levels of this package. A level that is small enough
was drawn until nothing new came and so is *counted*. For others the draws that repeated a problem give an *estimate*
(Chao, 1984: the singletons and pairs among the draws bound what was not seen), or, where hardly any did, only that
there are *more than* so many. A level that is not in the file, or whose parameters are overridden, is drawn a little
here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, sqrt
from pathlib import Path
from typing import Literal

from .. import registry
from ..generators.base import TEST_SHARE, GenerationError, Json, Split, derive_seed
from .errors import DatasetError
from .plan import Arm, Plan

FILE = Path(__file__).with_name("spaces.json")

Kind = Literal["counted", "estimated", "more than"]

_FEW = 10  # fewer repeats than this say no more than a bound
_MARGIN = 0.9  # of an estimate is promised
_DOUBT = 1.5  # times an estimate may still be there, because rare problems are seen late; more is refused
_PROBE = 3_000
_PROBE_SHARE = 10  # a probe makes at most one task for so many rows


@dataclass(frozen=True, slots=True)
class Space:
    """The number of distinct problems of a level.

    Attributes:
        kind: how it is known.
        size: the number, or a lower bound of it.
        shared: how many of these other levels of the same environment were seen to have too.
    """

    kind: Kind
    size: int
    shared: int = 0

    def room(self, split: Split | None) -> tuple[int, float]:
        """How many rows this level is sure to give beside the other levels, and how many it cannot give.

        A split takes its part of the problems by their hash, so a small level's part is known only so well.
        """
        if self.kind == "more than":
            return self.size, inf
        share = {None: 1.0, "train": 1 - 1 / TEST_SHARE, "test": 1 / TEST_SHARE}[split]
        own = self.size - self.shared
        spread = 2 * sqrt(own * share * (1 - share))
        sure, most = (own, own) if self.kind == "counted" else (_MARGIN * own, _DOUBT * own)
        return max(int(sure * share - spread), 1), most * share + spread

    def __str__(self) -> str:
        return {"counted": "", "estimated": "about ", "more than": "more than "}[self.kind] + f"{self.size:,}"


def space_of(env: str, level: int) -> Space | None:
    """What is known of a level; None if it was not measured."""
    entry = _measured().get(env)
    return None if entry is None or level > len(entry) else Space(*entry[level - 1])


def judged(draws: Sequence[str], *, ended: bool = False) -> Space:
    """What some draws say of the space that they come from.

    Args:
        draws: fingerprints, in any order.
        ended: whether they were drawn until nothing new came.
    """
    times = Counter(Counter(draws).values())
    distinct, drawn = sum(times.values()), len(draws)
    repeats = drawn - distinct
    if ended:
        return Space("counted", distinct)
    if repeats >= _FEW:
        once, twice = times[1], times[2]
        return Space("estimated", _rounded(distinct + once * (once - 1) / (2 * (twice + 1))))
    # With 95 % confidence no more than this many repeats were to be expected.
    most = repeats + 3 + 2 * sqrt(repeats)
    return Space("more than", _rounded(max(drawn * (drawn - 1) / (2 * most), distinct)))


def check_room(plan: Plan) -> None:
    """Find out whether there are enough distinct problems for a plan, before any row is made.

    Raises:
        DatasetError: if there are not; the message says how many rows would work.
    """
    if plan.fewer:
        return
    total = sum(arm.weight for arm in plan.arms)
    tight: list[tuple[int, Arm, Space]] = []
    for arm in plan.arms:
        need = plan.count * arm.weight // total
        space = _space(plan, arm, need)
        if space is not None:
            sure, most = space.room(plan.split)
            if need > most:
                tight.append((sure * total // arm.weight, arm, space))
    if not tight:
        return
    works, arm, space = min(tight, key=lambda found: found[0])
    others = f" (and {len(tight) - 1} more levels have too few)" if len(tight) > 1 else ""
    split = f", of which the {plan.split} split has its part," if plan.split else ""
    raise DatasetError(
        f"{arm.spec.id} level {arm.name} has {space} distinct tasks{split} and its share of {plan.count:,} "
        f"rows is {plan.count * arm.weight // total:,}{others}. The largest -n that works is {works:,}; "
        "or leave out such levels, or use --fewer to let other levels fill in"
    )


def _space(plan: Plan, arm: Arm, need: int) -> Space | None:
    if not plan.params_of(arm) and (known := space_of(arm.spec.id, arm.level)) is not None:
        return known
    draws = []
    for number in range(min(_PROBE, need // _PROBE_SHARE)):
        seed = derive_seed("space", arm.spec.id, arm.level, number)
        try:
            draws.append(arm.spec.task(arm.level, seed, params=plan.params_of(arm) or None).fingerprint)
        except GenerationError:
            continue
    return judged(draws) if draws else None


def _rounded(value: float) -> int:
    """Two digits of it: no estimate is better known."""
    digits = max(len(str(int(value))) - 2, 0)
    unit = int(10**digits)
    return int(value) // unit * unit


@cache
def _measured() -> Mapping[str, Sequence[Sequence[Json]]]:
    if not FILE.exists():
        return {}
    measured: Mapping[str, Sequence[Sequence[Json]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {env: sizes for env, sizes in measured.items() if len(sizes) == len(registry.get(env).levels)}

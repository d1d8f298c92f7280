"""Counting by kinds: a table of kinds, each with how its facts are drawn, counted with a worked solution, and told.

A kind's ``count`` is called with the facts alone and gives the exact value and the lines that lead to it. Values too
small to be hard to guess are not asked; above a modulus only the remainder is. The recount is a function of the same
facts, in a file of its own that sees no maker; ``recounting`` makes a solver of a table of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..base import Json
from ..family import INTEGER, Family, Question
from ..limits import Whole
from ..solving import Confirms, Solve, confirming

Facts = dict[str, Any]
"""Whole numbers, texts and lists of them, by name."""

_INTEGER = ("Answer with an integer.", "Give the number as an integer.", "Give only the integer.")
_REMAINDER = (
    "Give the remainder when this number is divided by {mod}.",
    "Since it may be large, give only its remainder on division by {mod}.",
    "Answer with this number modulo {mod}, as an integer from 0 to {last}.",
)
GREATEST = 10**15
"""No exact value is greater: a worked solution has to be read."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question.

    Attributes:
        wordings: at least three; ``{ask}`` stands for the sentence that says what to answer.
        draw: the facts, from a random source and the size; None where the draw will not do.
        count: the exact value and the lines of the worked solution, from the facts.
        shown: what the wordings name beside the facts themselves, from the facts.
        canonical: equal for facts that are the same up to symmetry; None stands for the facts themselves.
    """

    wordings: Sequence[str]
    draw: Callable[[random.Random, int], Facts | None]
    count: Callable[..., tuple[int, list[str]]]
    shown: Callable[..., Mapping[str, object]] | None = None
    canonical: Callable[..., Json] | None = None


def counting_family(
    kinds: Mapping[str, Kind], least: int, work: Callable[[Facts], float] | None = None, largest: int = 12
) -> Family:
    """A family of these kinds, with the parameters ``kinds``, ``size`` and ``modulus``.

    Args:
        kinds: the kinds by name.
        least: the least value that is asked for at size 1; it grows to 5 / 2 of this at size 4.
        work: the measured difficulty, from the facts; None stands for the digits of the worked solution.
        largest: the largest size.
    """
    return Family(
        {name: partial(_asked, kind, least, work) for name, kind in kinds.items()},
        {name: kind.wordings for name, kind in kinds.items()},
        {
            "size": Whole(1, largest, "how large the numbers are"),
            "modulus": Whole(
                0, 10**6, "above this only a remainder is asked for, by a number up to it; 0 for never"
            ),
        },
        counts=True,
        advice="change size",
    )


def _asked(
    kind: Kind,
    least: int,
    work: Callable[[Facts], float] | None,
    rng: random.Random,
    *,
    size: int,
    modulus: int,
) -> Question | None:
    facts = kind.draw(rng, size)
    if facts is None:
        return None
    value, lines = kind.count(**facts)
    if not least * (min(size, 4) + 1) // 2 <= value <= GREATEST:
        return None
    fields: dict[str, object] = {name: told(fact) for name, fact in facts.items()}
    if kind.shown is not None:
        fields |= kind.shown(**facts)
    text = rng.choice(_INTEGER)
    answer, range_ = value, value
    if 1 < modulus < value:
        mod = rng.randint(modulus // 2 + 1, modulus)
        facts, answer, range_ = {**facts, "mod": mod}, value % mod, mod
        if answer < 2:
            return None
        text = rng.choice(_REMAINDER).format(mod=mod, last=mod - 1)
        lines = [*lines, f"{value} - {value // mod} * {mod} = {answer}"]
    form: Json = None
    if kind.canonical is not None:
        form = [facts.get("mod", 0), kind.canonical(**{name: facts[name] for name in facts if name != "mod"})]
    guess = min(0.1, 3 / (range_ + 5))
    hard = work(facts) if work is not None else None
    return Question(fields | {"ask": text}, facts, str(answer), lines, INTEGER, form, guess, hard)


def told(fact: Json) -> object:
    """A fact as prompts write it: lists with commas."""
    return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


def total(parts: Sequence[int], name: str = "together") -> str:
    """The last line of a table: what its numbers come to."""
    shown = [part for part in parts if part] or [0]
    return f"{name}: {' + '.join(map(str, shown))} = {sum(shown)}" if len(shown) > 1 else f"{name}: {shown[0]}"


def row(name: str, values: Sequence[object]) -> str:
    """A line of a table."""
    return f"{name}: {' '.join(map(str, values))}"


def running(factors: Sequence[int], start: int = 1) -> list[str]:
    """The lines that multiply some numbers one after the other, beginning with `start`."""
    lines = []
    for factor in factors:
        if factor != 1 and start != 1:
            lines.append(f"{start} * {factor} = {start * factor}")
        start *= factor
    return lines


def divided(start: int, divisors: Sequence[int]) -> list[str]:
    """The lines that divide a number by some others in turn."""
    lines = []
    for divisor in divisors:
        lines.append(f"{start} / {divisor} = {start // divisor}")
        start //= divisor
    return lines


def recounting(recounts: Mapping[str, Callable[..., int]]) -> tuple[Solve, Confirms]:
    """Solver and check of a table of recounts: each is called with the facts of its kind."""

    def solve(problem: Mapping[str, Json]) -> int:
        facts = {name: fact for name, fact in problem.items() if name not in ("kind", "mod")}
        value = recounts[problem["kind"]](**facts)
        return value % problem["mod"] if "mod" in problem else value

    return solve, confirming(solve)

"""Percentages: parts of a number, changes, changes in a row, what was there before, and mixtures, all exact.

A change by p percent is always a change by p percent of what was there just before it.

Symmetries: the story around the numbers does not count.

Difficulty: the `kinds` of question, numbers up to `largest`, percentages with `places` decimal places, and up to
`steps` changes in a row. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..asked import units_of
from ..base import Draft
from ..readers import number
from ..wording import phrase
from .schoolbook import digits_written, number_text

WORDINGS = (
    "{question} {form}",
    "{question}\n{form}",
    "Solve this problem about percentages.\n{question}\n{form}",
    "{form}\n\n{question}",
)
_FORMS = {
    "number": "Give the exact number, not rounded: an integer, a decimal number or a fraction in lowest terms.",
    "percent": "Give the exact percentage, not rounded: an integer, a decimal number or a fraction in lowest terms.",
}
PERCENT = ["%", "percent", "per cent"]
STORIES = (
    (
        "The price of a {thing} is {start} dollars.",
        "the price",
        "in dollars",
        ("coat", "bicycle", "lamp", "ticket", "phone"),
    ),
    (
        "A heap of {thing} weighs {start} kg.",
        "the weight of the heap",
        "in kg",
        ("sand", "grain", "gravel", "salt"),
    ),
    (
        "An index of {thing} stands at {start} points.",
        "the index",
        "in points",
        ("shares", "wages", "rents", "energy prices"),
    ),
)

MAX_LARGEST = 10**6
MAX_STEPS = 12


@dataclass(frozen=True)
class _Sizes:
    largest: int
    places: int
    steps: int


Made = tuple[str, dict[str, Any], str, Fraction, list[str]]
"""The question, the facts, the kind of answer, the answer, the worked solution."""


def generate(rng: random.Random, *, kinds: str, largest: int, places: int, steps: int) -> Draft:
    """Make one question.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, separated by spaces: ``of``, ``what``, ``whole``, ``change``, ``apply``,
            ``reverse``, ``compound``, ``before``, ``net``, ``share``, ``mixture``, ``undo``.
        largest: the largest whole number to begin with, 100 to a million.
        places: decimal places of the percentages, 0 to 3.
        steps: the most changes in a row, 2 to 12.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    names = kinds.split()
    if not names or not set(names) <= set(_MAKERS):
        raise ValueError(f"kinds must be some of {' '.join(_MAKERS)}, not {kinds!r}")
    if not 100 <= largest <= MAX_LARGEST or not 0 <= places <= 3 or not 2 <= steps <= MAX_STEPS:
        raise ValueError(
            f"need 100 <= largest <= {MAX_LARGEST}, 0 <= places <= 3 and 2 <= steps <= {MAX_STEPS}, "
            f"not {largest}, {places}, {steps}"
        )
    kind = rng.choice(names)
    question, problem, form, value, lines = _MAKERS[kind](rng, _Sizes(largest, places, steps))
    problem = {"kind": kind, **problem}
    answer = number_text(value)
    trace = "\n".join(lines)
    return Draft(
        prompt=phrase(rng, WORDINGS, question=question, form=_FORMS[form]),
        payload={
            "problem": problem,
            "gold": {"text": answer, "units": PERCENT if form == "percent" else units_of(question)},
        },
        answer=answer,
        trace=trace,
        canonical=problem,
        guess_rate=0.02,
        difficulty=digits_written(trace),
    )


def _percent(rng: random.Random, sizes: _Sizes, most: int = 99) -> Fraction:
    scale = 10**sizes.places
    return Fraction(rng.randint(scale, most * scale), scale)


def _start(rng: random.Random, sizes: _Sizes) -> Fraction:
    return Fraction(rng.randint(20, sizes.largest))


def _changes(rng: random.Random, sizes: _Sizes) -> list[Fraction]:
    """Several changes in percent, none of which takes all away."""
    count = rng.randint(max(2, sizes.steps - 2), sizes.steps)
    return [_percent(rng, sizes, 60) * rng.choice((1, -1)) for _ in range(count)]


def _t(value: Fraction) -> str:
    return number_text(value)


def _of(rng: random.Random, sizes: _Sizes) -> Made:
    percent, start = _percent(rng, sizes), _start(rng, sizes)
    lines = [
        f"{_t(percent)} * {_t(start)} = {_t(percent * start)}",
        f"{_t(percent * start)} / 100 = {_t(percent * start / 100)}",
    ]
    question = f"What is {_t(percent)}% of {_t(start)}?"
    return question, {"percent": _t(percent), "whole": _t(start)}, "number", percent * start / 100, lines


def _what(rng: random.Random, sizes: _Sizes) -> Made:
    whole, percent = _start(rng, sizes), _percent(rng, sizes, 150)
    part = whole * percent / 100
    lines = [f"100 * {_t(part)} = {_t(100 * part)}", f"{_t(100 * part)} / {_t(whole)} = {_t(percent)}"]
    question = rng.choice(
        (f"What percentage of {_t(whole)} is {_t(part)}?", f"{_t(part)} is what percentage of {_t(whole)}?")
    )
    return question, {"part": _t(part), "whole": _t(whole)}, "percent", percent, lines


def _whole(rng: random.Random, sizes: _Sizes) -> Made:
    whole, percent = _start(rng, sizes), _percent(rng, sizes)
    part = whole * percent / 100
    lines = [f"100 * {_t(part)} = {_t(100 * part)}", f"{_t(100 * part)} / {_t(percent)} = {_t(whole)}"]
    question = rng.choice((f"{_t(percent)}% of a number is {_t(part)}. What is the number?",
                           f"Of which number is {_t(part)} exactly {_t(percent)}%?"))  # fmt: skip
    return question, {"part": _t(part), "percent": _t(percent)}, "number", whole, lines


def _story(rng: random.Random, start: str) -> tuple[str, str, str]:
    first, subject, unit, things = rng.choice(STORIES)
    return first.format(thing=rng.choice(things), start=start), subject, unit


def _verb(change: Fraction) -> str:
    return f"{'rises' if change > 0 else 'falls'} by {_t(abs(change))}%"


def _change(rng: random.Random, sizes: _Sizes) -> Made:
    start, percent = _start(rng, sizes), _percent(rng, sizes, 90)
    sign = rng.choice((1, -1))
    end = start * (100 + sign * percent) / 100
    first, subject, unit = _story(rng, _t(start))
    way = "risen" if sign > 0 else "fallen"
    question = f"{first} Later, {subject} is {_t(end)} {unit[3:]}. By what percentage has it {way}?"
    apart = abs(end - start)
    lines = [
        f"{_t(max(start, end))} - {_t(min(start, end))} = {_t(apart)}",
        f"100 * {_t(apart)} / {_t(start)} = {_t(100 * apart)} / {_t(start)} = {_t(percent)}",
    ]
    return question, {"start": _t(start), "end": _t(end)}, "percent", percent, lines


def _steps(start: Fraction, changes: Sequence[Fraction]) -> tuple[list[str], Fraction]:
    """Change after change, forwards."""
    lines = []
    for change in changes:
        factor = 100 + change
        after = start * factor / 100
        lines.append(f"100 {'+' if change > 0 else '-'} {_t(abs(change))} = {_t(factor)}")
        lines.append(f"{_t(start)} * {_t(factor)} / 100 = {_t(start * factor)} / 100 = {_t(after)}")
        start = after
    return lines, start


def _apply(rng: random.Random, sizes: _Sizes) -> Made:
    return _applied(rng, sizes, [_percent(rng, sizes, 90) * rng.choice((1, -1))])


def _compound(rng: random.Random, sizes: _Sizes) -> Made:
    return _applied(rng, sizes, _changes(rng, sizes))


def _listed(subject: str, changes: Sequence[Fraction]) -> str:
    verbs = [_verb(change) for change in changes]
    return f"{subject[0].upper()}{subject[1:]} {', then '.join(verbs)}."


def _applied(rng: random.Random, sizes: _Sizes, changes: list[Fraction]) -> Made:
    start = _start(rng, sizes)
    lines, end = _steps(start, changes)
    first, subject, unit = _story(rng, _t(start))
    note = " Each change is a percentage of the value just before it." if len(changes) > 1 else ""
    question = f"{first} {_listed(subject, changes)}{note} What is {subject} then, {unit}?"
    return question, {"start": _t(start), "changes": [_t(c) for c in changes]}, "number", end, lines


def _reverse(rng: random.Random, sizes: _Sizes) -> Made:
    return _undone(rng, sizes, [_percent(rng, sizes, 90) * rng.choice((1, -1))])


def _before(rng: random.Random, sizes: _Sizes) -> Made:
    return _undone(rng, sizes, _changes(rng, sizes))


def _undone(rng: random.Random, sizes: _Sizes, changes: list[Fraction]) -> Made:
    start = _start(rng, sizes)
    end = _steps(start, changes)[1]
    first, subject, unit = _story(rng, "an unknown number of")
    lines, value = [], end
    for change in reversed(changes):
        factor = 100 + change
        lines.append(f"100 {'+' if change > 0 else '-'} {_t(abs(change))} = {_t(factor)}")
        lines.append(
            f"100 * {_t(value)} / {_t(factor)} = {_t(100 * value)} / {_t(factor)} = {_t(100 * value / factor)}"
        )
        value = 100 * value / factor
    note = " Each change is a percentage of the value just before it." if len(changes) > 1 else ""
    question = (
        f"{first} {_listed(subject, changes)}{note} After that, {subject} is {_t(end)} {unit[3:]}. "
        f"What was {subject} at first, {unit}?"
    )
    return question, {"end": _t(end), "changes": [_t(c) for c in changes]}, "number", start, lines


def _net(rng: random.Random, sizes: _Sizes) -> Made:
    changes = _changes(rng, sizes)
    lines, end = _steps(Fraction(100), changes)
    while end == 100:
        changes = _changes(rng, sizes)
        lines, end = _steps(Fraction(100), changes)
    way = "higher" if end > 100 else "lower"
    subject = rng.choice(("a price", "the number of visitors", "a water level", "the value of a share"))
    lines.append(f"{_t(max(end, Fraction(100)))} - {_t(min(end, Fraction(100)))} = {_t(abs(end - 100))}")
    question = (
        f"{_listed(subject, changes)} Each change is a percentage of the value just before it. By what percentage is "
        f"it {way} in the end than at first?"
    )
    return question, {"changes": [_t(c) for c in changes]}, "percent", abs(end - 100), lines


def _share(rng: random.Random, sizes: _Sizes) -> Made:
    shares = [_percent(rng, sizes) for _ in range(rng.randint(2, max(2, sizes.steps - 1)))]
    start = _start(rng, sizes)
    lines, value = [], start
    for share in shares:
        lines.append(f"{_t(value)} * {_t(share)} / 100 = {_t(value * share)} / 100 = {_t(value * share / 100)}")
        value = value * share / 100
    question = f"What is {' of '.join(f'{_t(share)}%' for share in shares)} of {_t(start)}?"
    return question, {"shares": [_t(s) for s in shares], "whole": _t(start)}, "number", value, lines


def _mixture(rng: random.Random, sizes: _Sizes) -> Made:
    count = rng.randint(2, max(2, sizes.steps - 1))
    parts = [
        (Fraction(rng.randint(2, max(sizes.largest // 10, 20))), _percent(rng, sizes)) for _ in range(count)
    ]
    lines, salt, total = [], Fraction(0), Fraction(0)
    for amount, share in parts:
        lines.append(f"{_t(amount)} * {_t(share)} = {_t(amount * share)}")
        if total:
            lines.append(f"{_t(salt)} + {_t(amount * share)} = {_t(salt + amount * share)}")
            lines.append(f"{_t(total)} + {_t(amount)} = {_t(total + amount)}")
        salt, total = salt + amount * share, total + amount
    lines.append(f"{_t(salt)} / {_t(total)} = {_t(salt / total)}")
    said = [f"{_t(amount)} kg of brine with {_t(share)}% salt" for amount, share in parts]
    question = (
        f"{', '.join(said[:-1])} and {said[-1]} are mixed (all percentages by mass). What percentage of the mixture is "
        "salt?"
    )
    return (
        question,
        {"parts": [[_t(amount), _t(share)] for amount, share in parts]},
        "percent",
        salt / total,
        lines,
    )


def _undo(rng: random.Random, sizes: _Sizes) -> Made:
    changes = _changes(rng, sizes)
    lines, end = _steps(Fraction(100), changes)
    while end == 100:
        changes = _changes(rng, sizes)
        lines, end = _steps(Fraction(100), changes)
    apart = abs(100 - end)
    back = 100 * apart / end
    lines.append(f"{_t(max(end, Fraction(100)))} - {_t(min(end, Fraction(100)))} = {_t(apart)}")
    lines.append(f"100 * {_t(apart)} / {_t(end)} = {_t(100 * apart)} / {_t(end)} = {_t(back)}")
    question = (
        f"{_listed('a price', changes)} Each change is a percentage of the price just before it. By what percentage "
        f"must the price then {'fall' if end > 100 else 'rise'} to be what it was at first?"
    )
    return question, {"changes": [_t(c) for c in changes]}, "percent", back, lines


_MAKERS: dict[str, Callable[[random.Random, _Sizes], Made]] = {
    "of": _of,
    "what": _what,
    "whole": _whole,
    "change": _change,
    "apply": _apply,
    "reverse": _reverse,
    "compound": _compound,
    "before": _before,
    "net": _net,
    "share": _share,
    "mixture": _mixture,
    "undo": _undo,
}


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: it is put into the question, and the equation must come true."""
    value = number(answer)
    if value is None:
        return False
    p = payload["problem"]
    kind = p["kind"]
    if kind in ("of", "what", "whole"):
        facts = {"percent": value, "part": value, "whole": value}
        facts |= {key: Fraction(text) for key, text in p.items() if key != "kind"}
        return facts["percent"] * facts["whole"] == 100 * facts["part"]
    if kind == "change":
        start, end = Fraction(p["start"]), Fraction(p["end"])
        return value > 0 and start * value / 100 == (end - start if end > start else start - end)
    if kind == "share":
        left = value
        for share in p["shares"]:
            left = left * 100 / Fraction(share)
        return left == Fraction(p["whole"])
    if kind == "mixture":  # what one part has too much, another has too little
        return sum((Fraction(share) - value) * Fraction(amount) for amount, share in p["parts"]) == 0
    if kind in ("apply", "compound", "net", "undo"):
        at = value if kind in ("apply", "compound") else Fraction(1)
        for change in reversed(p["changes"]):
            at /= 1 + Fraction(change) / 100
        if kind in ("apply", "compound"):
            return at == Fraction(p["start"])
        # `at` is what one unit in the end was at first.
        return value > 0 and (value == 100 * abs(1 / at - 1) if kind == "net" else value == 100 * abs(1 - at))
    for change in p["changes"]:
        value += value * Fraction(change) / 100
    return value == Fraction(p["end"])

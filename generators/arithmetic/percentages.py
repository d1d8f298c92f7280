"""Percentages: parts of a number, changes, changes in a row, what was there before, and mixtures, all exact.

A change by p percent is always a change by p percent of what was there just before it.

Kinds: ``of``, ``what``, ``whole`` (the part, the rate, the whole), ``share`` (parts of parts), ``apply``, ``compound``
(one change, several), ``change`` (which one), ``net`` (several as one), ``reverse``, ``before`` (what was there before
one change, before several), ``undo`` (the change back), ``mixture``.

Symmetries: the story around the numbers does not count.

Difficulty: the `kinds` of question, numbers up to `largest`, percentages with `places` decimal places, and up to
`steps` changes in a row. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from ..asked import units_of
from ..base import Json
from ..family import Family, Question, as_stated, gathered
from ..limits import Whole
from .schoolbook import number_text

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
    ("The price of a {thing} is {start} dollars.", "the price", "in dollars",
     ("coat", "bicycle", "lamp", "ticket", "phone")),
    ("A heap of {thing} weighs {start} kg.", "the weight of the heap", "in kg",
     ("sand", "grain", "gravel", "salt")),
    ("An index of {thing} stands at {start} points.", "the index", "in points",
     ("shares", "wages", "rents", "energy prices")),
)  # fmt: skip
_EACH = " Each change is a percentage of the value just before it."

_t = number_text


@dataclass(frozen=True)
class _Sizes:
    largest: int
    places: int
    steps: int


def _question(question: str, facts: dict[str, Json], form: str, value: Fraction, lines: list[str]) -> Question:
    units = PERCENT if form == "percent" else units_of(question)
    return Question(
        {"question": question, "form": _FORMS[form]}, facts, number_text(value), lines, {"units": units}
    )


def _percent(rng: random.Random, sizes: _Sizes, most: int = 99) -> Fraction:
    scale = 10**sizes.places
    return Fraction(rng.randint(scale, most * scale), scale)


def _start(rng: random.Random, sizes: _Sizes) -> Fraction:
    return Fraction(rng.randint(20, sizes.largest))


def _one_change(rng: random.Random, sizes: _Sizes) -> list[Fraction]:
    return [_percent(rng, sizes, 90) * rng.choice((1, -1))]


def _changes(rng: random.Random, sizes: _Sizes) -> list[Fraction]:
    """Several changes in percent, none of which takes all away."""
    count = rng.randint(max(2, sizes.steps - 2), sizes.steps)
    return [_percent(rng, sizes, 60) * rng.choice((1, -1)) for _ in range(count)]


def _of(rng: random.Random, sizes: _Sizes) -> Question:
    percent, start = _percent(rng, sizes), _start(rng, sizes)
    lines = [
        f"{_t(percent)} * {_t(start)} = {_t(percent * start)}",
        f"{_t(percent * start)} / 100 = {_t(percent * start / 100)}",
    ]
    question = f"What is {_t(percent)}% of {_t(start)}?"
    return _question(
        question, {"percent": _t(percent), "whole": _t(start)}, "number", percent * start / 100, lines
    )


def _what(rng: random.Random, sizes: _Sizes) -> Question:
    whole, percent = _start(rng, sizes), _percent(rng, sizes, 150)
    part = whole * percent / 100
    lines = [f"100 * {_t(part)} = {_t(100 * part)}", f"{_t(100 * part)} / {_t(whole)} = {_t(percent)}"]
    question = rng.choice(
        (f"What percentage of {_t(whole)} is {_t(part)}?", f"{_t(part)} is what percentage of {_t(whole)}?")
    )
    return _question(question, {"part": _t(part), "whole": _t(whole)}, "percent", percent, lines)


def _whole(rng: random.Random, sizes: _Sizes) -> Question:
    whole, percent = _start(rng, sizes), _percent(rng, sizes)
    part = whole * percent / 100
    lines = [f"100 * {_t(part)} = {_t(100 * part)}", f"{_t(100 * part)} / {_t(percent)} = {_t(whole)}"]
    question = rng.choice((f"{_t(percent)}% of a number is {_t(part)}. What is the number?",
                           f"Of which number is {_t(part)} exactly {_t(percent)}%?"))  # fmt: skip
    return _question(question, {"part": _t(part), "percent": _t(percent)}, "number", whole, lines)


def _story(rng: random.Random, start: str) -> tuple[str, str, str]:
    first, subject, unit, things = rng.choice(STORIES)
    return first.format(thing=rng.choice(things), start=start), subject, unit


def _verb(change: Fraction) -> str:
    return f"{'rises' if change > 0 else 'falls'} by {_t(abs(change))}%"


def _change(rng: random.Random, sizes: _Sizes) -> Question:
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
    return _question(question, {"start": _t(start), "end": _t(end)}, "percent", percent, lines)


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


def _listed(subject: str, changes: Sequence[Fraction]) -> str:
    verbs = [_verb(change) for change in changes]
    return f"{subject[0].upper()}{subject[1:]} {', then '.join(verbs)}."


def _applied(draw: Callable[..., list[Fraction]], rng: random.Random, sizes: _Sizes) -> Question:
    changes, start = draw(rng, sizes), _start(rng, sizes)
    lines, end = _steps(start, changes)
    first, subject, unit = _story(rng, _t(start))
    note = _EACH if len(changes) > 1 else ""
    question = f"{first} {_listed(subject, changes)}{note} What is {subject} then, {unit}?"
    return _question(question, {"start": _t(start), "changes": [_t(c) for c in changes]}, "number", end, lines)


def _undone(draw: Callable[..., list[Fraction]], rng: random.Random, sizes: _Sizes) -> Question:
    changes, start = draw(rng, sizes), _start(rng, sizes)
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
    note = _EACH if len(changes) > 1 else ""
    question = (
        f"{first} {_listed(subject, changes)}{note} After that, {subject} is {_t(end)} {unit[3:]}. "
        f"What was {subject} at first, {unit}?"
    )
    return _question(question, {"end": _t(end), "changes": [_t(c) for c in changes]}, "number", start, lines)


def _net_changes(rng: random.Random, sizes: _Sizes) -> tuple[list[Fraction], list[str], Fraction]:
    """Changes that do not cancel each other out, the steps from 100 through them, and where these end."""
    while True:
        changes = _changes(rng, sizes)
        lines, end = _steps(Fraction(100), changes)
        if end != 100:
            return changes, lines, end


def _net(rng: random.Random, sizes: _Sizes) -> Question:
    changes, lines, end = _net_changes(rng, sizes)
    way = "higher" if end > 100 else "lower"
    subject = rng.choice(("a price", "the number of visitors", "a water level", "the value of a share"))
    lines.append(f"{_t(max(end, Fraction(100)))} - {_t(min(end, Fraction(100)))} = {_t(abs(end - 100))}")
    question = f"{_listed(subject, changes)}{_EACH} By what percentage is it {way} in the end than at first?"
    return _question(question, {"changes": [_t(c) for c in changes]}, "percent", abs(end - 100), lines)


def _share(rng: random.Random, sizes: _Sizes) -> Question:
    shares = [_percent(rng, sizes) for _ in range(rng.randint(2, max(2, sizes.steps - 1)))]
    start = _start(rng, sizes)
    lines, value = [], start
    for share in shares:
        lines.append(f"{_t(value)} * {_t(share)} / 100 = {_t(value * share)} / 100 = {_t(value * share / 100)}")
        value = value * share / 100
    question = f"What is {' of '.join(f'{_t(share)}%' for share in shares)} of {_t(start)}?"
    return _question(question, {"shares": [_t(s) for s in shares], "whole": _t(start)}, "number", value, lines)


def _mixture(rng: random.Random, sizes: _Sizes) -> Question:
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
    said_parts = [[_t(amount), _t(share)] for amount, share in parts]
    return _question(question, {"parts": said_parts}, "percent", salt / total, lines)


def _undo(rng: random.Random, sizes: _Sizes) -> Question:
    changes, lines, end = _net_changes(rng, sizes)
    apart = abs(100 - end)
    back = 100 * apart / end
    lines.append(f"{_t(max(end, Fraction(100)))} - {_t(min(end, Fraction(100)))} = {_t(apart)}")
    lines.append(f"100 * {_t(apart)} / {_t(end)} = {_t(100 * apart)} / {_t(end)} = {_t(back)}")
    question = (
        f"{_listed('a price', changes)} Each change is a percentage of the price just before it. By what percentage "
        f"must the price then {'fall' if end > 100 else 'rise'} to be what it was at first?"
    )
    return _question(question, {"changes": [_t(c) for c in changes]}, "percent", back, lines)


generate = Family(
    {
        "of": gathered(_Sizes, _of),
        "what": gathered(_Sizes, _what),
        "whole": gathered(_Sizes, _whole),
        "change": gathered(_Sizes, _change),
        "apply": gathered(_Sizes, partial(_applied, _one_change)),
        "reverse": gathered(_Sizes, partial(_undone, _one_change)),
        "compound": gathered(_Sizes, partial(_applied, _changes)),
        "before": gathered(_Sizes, partial(_undone, _changes)),
        "net": gathered(_Sizes, _net),
        "share": gathered(_Sizes, _share),
        "mixture": gathered(_Sizes, _mixture),
        "undo": gathered(_Sizes, _undo),
    },
    WORDINGS,
    {
        "largest": Whole(100, 10**6, "the largest whole number to begin with"),
        "places": Whole(0, 3, "decimal places of the percentages"),
        "steps": Whole(2, 12, "the most changes in a row"),
    },
    canonical=as_stated,
)

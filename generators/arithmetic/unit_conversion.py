"""Unit conversion: length, mass, time, area, volume, data, temperature, rates, and invented units, all exact.

Inches, pounds, gallons and the like are those of the international definitions, which are exact; invented units
are defined in the question. The answer is an exact number of the unit asked for. Kinds: ``plain``, ``split`` (such as
hours, minutes and seconds), ``sum``, ``rate``, ``temperature``, ``invented``.

Symmetries: none.

Difficulty: the `kinds` of question, the `systems` of units, whether the `facts` are given, numbers of up to `digits`
digits, and `steps` amounts to add or invented units to go through. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..base import Json
from ..english import listed
from ..family import Family, Question, as_stated, attempts, gathered
from ..limits import Flag, OneOf, Whole
from .schoolbook import number_text
from .units import DIMENSIONS, SPLITS, TEMPERATURES, UNITS, Unit, name, spellings

WORDINGS = (
    "{question}{facts} {form}",
    "{question}\n{form}{facts}",
    "{form}\n\n{question}{facts}",
    "Convert exactly, without rounding.\n{question}{facts}\n{form}",
)
_FORM = "Give the exact number alone: an integer, a decimal number or a fraction in lowest terms."
_STANDARD = " Use the exact international definitions of the units."
_SYLLABLES = ("bo", "da", "fi", "gu", "ka", "lo", "mi", "nu", "pe", "ru", "si", "ta", "vo", "we", "zu")
_ENDINGS = ("b", "d", "g", "k", "l", "m", "n", "p", "r", "t")

_t = number_text


@dataclass(frozen=True)
class _Sizes:
    systems: str
    facts: bool
    digits: int
    steps: int


def _question(
    sizes: _Sizes,
    question: str,
    facts: dict[str, Json],
    used: list[Unit],
    value: Fraction,
    lines: list[str],
    accepted: list[str],
) -> Question:
    """The question; `used` are the units whose sizes it needs, `accepted` what may stand behind the answer."""
    fields = {"question": question, "facts": _facts(used, sizes.facts), "form": _FORM}
    return Question(fields, facts, _t(value), lines, {"units": accepted})


def _facts(used: list[Unit], given: bool) -> str:
    """The sizes of the units that are not base units, or where they are to be taken from."""
    said = []
    for unit in dict.fromkeys(used):
        base = _base(unit)
        if unit is not base and given:
            small = unit.size.numerator == 1 and unit.size < 1
            said.append(
                f"1 {base.one} = {unit.size.denominator} {unit.many}"
                if small
                else f"1 {unit.one} = {_t(unit.size)} {name(base, unit.size)}"
            )
    if said:
        return f" ({'; '.join(said)}.)"
    return "" if given or not used else _STANDARD


def _value(rng: random.Random, sizes: _Sizes) -> Fraction:
    """A positive number of about so many digits, often with decimal places, and never 1."""
    count = rng.randint(max(sizes.digits - 1, 2), sizes.digits)
    value = Fraction(rng.randint(11, 10**count - 1))
    if rng.random() < 0.4:
        value /= 10 ** rng.randint(1, min(count, 3))
    return value if value != 1 else Fraction(11, 10)


def _units(rng: random.Random, sizes: _Sizes, count: int, dimensions: tuple[str, ...] = ()) -> list[Unit]:
    """Different units of one dimension, of the wanted systems."""
    choices = dimensions or tuple(DIMENSIONS)
    if sizes.systems == "imperial":
        choices = tuple(choice for choice in choices if choice != "time")
    units = DIMENSIONS[rng.choice(choices)]
    if sizes.systems == "metric":
        units = tuple(unit for unit in units if unit.system == "metric")
    for _ in attempts():
        chosen = rng.sample(units, min(count, len(units)))
        sizes_differ = len({unit.size for unit in chosen}) == len(chosen)
        if sizes_differ and (sizes.systems != "imperial" or any(unit.system != "metric" for unit in chosen)):
            break
    return chosen


def _base(unit: Unit) -> Unit:
    return next(units[0] for units in DIMENSIONS.values() if unit in units)


def _into_base(value: Fraction, unit: Unit) -> list[str]:
    """How an amount becomes base units; nothing if it is given in them."""
    if unit.size == 1:
        return []
    after = value * unit.size
    work = (
        f"{_t(value)} * {_t(unit.size)}"
        if unit.size > 1 or unit.size.numerator > 1
        else (f"{_t(value)} / {unit.size.denominator}")
    )
    return [f"{work} = {_t(after)} {name(_base(unit), after)}"]


def _from_base(value: Fraction, unit: Unit) -> list[str]:
    """How base units become the unit asked for."""
    if unit.size == 1:
        return [f"answer: {_t(value)}"]
    small = unit.size.numerator == 1
    work = f"{_t(value)} * {unit.size.denominator}" if small else f"{_t(value)} / {_t(unit.size)}"
    return [f"{work} = {_t(value / unit.size)} {name(unit, value / unit.size)}"]


def _plain(rng: random.Random, sizes: _Sizes) -> Question:
    start, to = _units(rng, sizes, 2)
    value = _value(rng, sizes)
    said = f"{_t(value)} {name(start, value)}"
    question = rng.choice((f"Convert {said} to {to.many}.", f"How many {to.many} are {said}?"))
    lines = _into_base(value, start) + _from_base(value * start.size, to)
    problem = {"parts": [[_t(value), start.one]], "to": to.one}
    return _question(sizes, question, problem, [start, to], value * start.size / to.size, lines, spellings(to))


def _added(sizes: _Sizes, parts: list[tuple[Fraction, Unit]], to: Unit, question: str) -> Question:
    total, lines = Fraction(0), []
    for value, unit in parts:
        lines += _into_base(value, unit)
        after = total + value * unit.size
        if total:
            lines.append(f"{_t(total)} + {_t(value * unit.size)} = {_t(after)}")
        total = after
    lines += _from_base(total, to)
    problem = {"parts": [[_t(value), unit.one] for value, unit in parts], "to": to.one}
    return _question(
        sizes, question, problem, [*(unit for _, unit in parts), to], total / to.size, lines, spellings(to)
    )


def _split(rng: random.Random, sizes: _Sizes) -> Question:
    choices = [names for names in SPLITS if sizes.systems != "metric" or UNITS[names[0]].system == "metric"]
    names = rng.choice(choices)
    units = [UNITS[one] for one in names]
    parts = [(Fraction(rng.randint(1, 10 ** min(sizes.digits, 4) - 1)), units[0])]
    for above, unit in pairwise(units):
        parts.append((Fraction(rng.randint(1, int(above.size / unit.size) - 1)), unit))
    same = next(list(group) for group in DIMENSIONS.values() if units[0] in group)
    targets = [u for u in same if sizes.systems != "metric" or u.system == "metric"]
    to = rng.choice([u for u in targets if u is not units[0]])
    said = listed([f"{_t(value)} {name(unit, value)}" for value, unit in parts])
    return _added(sizes, parts, to, f"How many {to.many} are {said} together?")


def _sum(rng: random.Random, sizes: _Sizes) -> Question:
    *units, to = _units(rng, sizes, sizes.steps + 1)
    parts = [(_value(rng, sizes), unit) for unit in units]
    said = listed([f"{_t(value)} {name(unit, value)}" for value, unit in parts])
    return _added(sizes, parts, to, f"How many {to.many} are {said} together?")


def _rate(rng: random.Random, sizes: _Sizes) -> Question:
    top, below = rng.choice(
        (("length", "time"), ("mass", "volume"), ("volume", "time"), ("data", "time"), ("mass", "area"))
    )
    a, c = _units(rng, sizes, 2, (top,))
    b, d = rng.sample([u for u in DIMENSIONS[below] if u.system == "metric" or sizes.systems != "metric"], 2)
    value = _value(rng, sizes)
    said = f"{_t(value)} {name(a, value)} per {b.one}"
    question = rng.choice(
        (f"Convert {said} to {c.many} per {d.one}.", f"How many {c.many} per {d.one} are {said}?")
    )
    base = value * a.size
    lines = _into_base(value, a)
    per = base / b.size
    lines.append(f"1 {b.one}: {_t(b.size)} {name(_base(b), b.size)}; {_t(base)} / {_t(b.size)} = {_t(per)}")
    lines.append(
        f"1 {d.one}: {_t(d.size)} {name(_base(d), d.size)}; {_t(per)} * {_t(d.size)} = {_t(per * d.size)}"
    )
    lines += _from_base(per * d.size, c)
    problem = {"value": _t(value), "from": [a.one, b.one], "to": [c.one, d.one]}
    accepted = [f"{text} per {d.one}" for text in spellings(c)]
    accepted += [f"{top}/{bottom}" for top in c.symbols for bottom in d.symbols]
    return _question(sizes, question, problem, [a, b, c, d], per * d.size / c.size, lines, accepted)


def _temperature(rng: random.Random, sizes: _Sizes) -> Question:
    start, to = rng.sample(TEMPERATURES, 2)
    value = (
        Fraction(rng.randint(-2700, 99_999), 10) if start != "kelvins" else Fraction(rng.randint(1, 99_999), 10)
    )
    if start == "degrees Fahrenheit":
        celsius = (value - 32) * 5 / 9
        lines = [f"{_t(value)} - 32 = {_t(value - 32)}", f"{_t(value - 32)} * 5 / 9 = {_t(celsius)}"]
    elif start == "kelvins":
        celsius = value - Fraction(27315, 100)
        lines = [f"{_t(value)} - 273.15 = {_t(celsius)}"]
    else:
        celsius, lines = value, []
    if to == "degrees Fahrenheit":
        result = celsius * 9 / 5 + 32
        lines += [
            f"{_t(celsius)} * 9 / 5 = {_t(celsius * 9 / 5)}",
            f"{_t(celsius * 9 / 5)} + 32 = {_t(result)}",
        ]
    elif to == "kelvins":
        result = celsius + Fraction(27315, 100)
        lines.append(f"{_t(celsius)} + 273.15 = {_t(result)}")
    else:
        result = celsius
    question = f"Convert a temperature of {_t(value)} {start} to {to}."
    symbols = {"degrees Celsius": ["°C", "C"], "degrees Fahrenheit": ["°F", "F"], "kelvins": ["kelvin", "K"]}
    return _question(
        sizes, question, {"value": _t(value), "from": start, "to": to}, [], result, lines, [to, *symbols[to]]
    )


def _invented(rng: random.Random, sizes: _Sizes) -> Question:
    words: dict[str, None] = {}
    while len(words) <= sizes.steps:
        words[rng.choice(_SYLLABLES) + rng.choice(_SYLLABLES) + rng.choice(_ENDINGS)] = None
    names = list(words)
    value = _value(rng, sizes)
    links, lines, at = [], [], value
    for here, there in pairwise(names):
        a, b = rng.randint(1, 12), rng.randint(2, 30)
        while a == b:
            b = rng.randint(2, 30)
        after = at * b / a
        lines.append(
            f"{_t(at)} * {b} = {_t(after)} {there}s"
            if a == 1
            else f"{_t(at)} * {b} / {a} = {_t(at * b)} / {a} = {_t(after)} {there}s"
        )
        links.append([a, here, b, there] if rng.random() < 0.6 else [b, there, a, here])
        at = after
    rng.shuffle(links)
    said = [f"{a} {x}{'' if a == 1 else 's'} are worth {b} {y}{'' if b == 1 else 's'}" for a, x, b, y in links]
    said = [text.replace(" are worth ", " is worth ") if text.startswith("1 ") else text for text in said]
    question = (
        f"In a far country, {listed(said)}. How many {names[-1]}s are {_t(value)} {names[0]}"
        f"{'' if value == 1 else 's'} worth?"
    )
    problem = {"value": _t(value), "from": names[0], "to": names[-1], "links": links}
    return _question(sizes, question, problem, [], at, lines, [f"{names[-1]}s", names[-1]])


generate = Family(
    {
        "plain": gathered(_Sizes, _plain),
        "split": gathered(_Sizes, _split),
        "sum": gathered(_Sizes, _sum),
        "rate": gathered(_Sizes, _rate),
        "temperature": gathered(_Sizes, _temperature),
        "invented": gathered(_Sizes, _invented),
    },
    WORDINGS,
    {
        "systems": OneOf(
            ("metric", "imperial", "any"),
            "of which units: imperial means that at least one is not metric",
        ),
        "facts": Flag("whether the sizes of the units are given"),
        "digits": Whole(2, 12, "the most digits of a number"),
        "steps": Whole(2, 15, "amounts to add, or invented units to go through"),
    },
    canonical=as_stated,
)

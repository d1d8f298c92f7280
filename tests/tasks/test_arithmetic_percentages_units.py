"""Percentages and unit conversion: answers worked out again from the prompts, exact; forms with and without units."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.physics import units as su
from sympy.physics.units import convert_to

import rlvr
from rlvr.generators.arithmetic.schoolbook import decimal_text, number_text
from rlvr.generators.arithmetic.unit_conversion_check import _size
from rlvr.generators.arithmetic.units import DIMENSIONS, UNITS
from rlvr.verifiers.base import Reason

PERCENT = rlvr.get("percentages")
CONVERT = rlvr.get("unit-conversion")
SPECS = st.sampled_from([PERCENT, CONVERT])
SEEDS = st.integers(0, 10**9)
LEVELS = st.integers(1, 7)
NUMBER = r"(-?\d+(?:\.\d+)?(?:/\d+)?)"


def question_of(task):
    return re.sub(r"Give the exact.*?lowest terms\.", "", task.prompt)


def numbers(text):
    return [Fraction(found) for found in re.findall(NUMBER, text)]


def factors(text):
    """What the changes of a story multiply by."""
    pairs = re.findall(rf"(rises|falls) by {NUMBER}%", text)
    return [1 + (1 if verb == "rises" else -1) * Fraction(p) / 100 for verb, p in pairs]


def product(values):
    total = Fraction(1)
    for value in values:
        total *= value
    return total


@settings(max_examples=250)
@given(LEVELS, SEEDS)
def test_percentages_follow_from_the_prompt(level, seed):
    task = PERCENT.task(level, seed)
    kind, text, answer = task.payload["problem"]["kind"], question_of(task), Fraction(task.answer)
    found, growth = numbers(text), product(factors(text))
    if kind in ("of", "share"):
        assert answer == product(found) / 100 ** (len(found) - 1)
    elif kind == "what":
        part, whole = (found[1], found[0]) if "What percentage of" in text else (found[0], found[1])
        assert answer == part / whole * 100
    elif kind == "whole":
        percent, part = found if "of a number" in text else (found[1], found[0])
        assert answer == part / (percent / 100)
    elif kind == "change":
        assert answer / 100 == abs(found[1] / found[0] - 1)
        assert ("risen" in text) == (found[1] > found[0])
    elif kind in ("apply", "compound"):
        assert answer == found[0] * growth
    elif kind in ("reverse", "before"):
        assert answer == Fraction(re.search(rf"After that, .*? is {NUMBER} ", text)[1]) / growth
    elif kind == "net":
        assert growth == 1 + (answer / 100 if "higher" in text else -answer / 100)
    elif kind == "undo":
        assert growth * (1 + (answer / 100 if "then rise to" in text else -answer / 100)) == 1
    else:
        amounts, shares = found[::2], found[1::2]
        assert answer * sum(amounts) == sum(a * s for a, s in zip(amounts, shares, strict=True))
    assert answer > 0


@settings(max_examples=200)
@given(SPECS, LEVELS, SEEDS)
def test_every_equation_of_a_worked_solution_is_true(spec, level, seed):
    task = spec.task(level, seed)
    checked = 0
    for part in re.split(r"\n|; |: ", task.trace):
        part = re.sub(r"[a-zA-Z<>][a-zA-Z ]*", "", part)
        if " = " in part:
            values = {eval(re.sub(r"(\d+(?:\.\d+)?)", r"Fraction('\1')", side)) for side in part.split(" = ")}
            assert len(values) == 1, part
            checked += 1
    assert checked


NAMES = {unit.many: one for one, unit in UNITS.items()} | {one: one for one in UNITS}
KNOWN = {  # from the definitions, in sympy's words
    "inch": su.inch, "foot": su.foot, "yard": su.yard, "mile": su.mile,
    "kilometer": su.km, "centimeter": su.cm, "millimeter": su.mm, "meter": su.m, "decimeter": su.decimeter,
    "gram": su.gram, "kilogram": su.kg, "milligram": su.mg, "pound": su.pound, "tonne": su.metric_ton,
    "second": su.s, "millisecond": su.ms, "minute": su.minute, "hour": su.hour, "day": su.day,
    "liter": su.liter, "milliliter": su.milliliter, "centiliter": su.centiliter, "hectare": su.hectare,
    "bit": su.bit, "byte": su.byte, "kibibyte": su.kibibyte, "mebibyte": su.mebibyte, "gibibyte": su.gibibyte,
}  # fmt: skip


def test_sizes_of_units_are_those_of_sympy():
    for units in DIMENSIONS.values():
        base = KNOWN.get(units[0].one)
        for unit in units:
            if unit.one in KNOWN and base is not None:
                value = convert_to(KNOWN[unit.one], base) / base
                assert abs(float(value) / float(unit.size) - 1) < 1e-12, unit


def test_sizes_of_units_are_those_of_their_definitions():
    for units in DIMENSIONS.values():
        for unit in units:
            assert unit.size == _size(unit.one) / _size(units[0].one), unit
    assert UNITS["acre"].size == 66 * 660 * UNITS["square foot"].size
    assert UNITS["US gallon"].size == 128 * UNITS["US fluid ounce"].size == 231 * UNITS["cubic inch"].size
    assert UNITS["stone"].size == 14 * 16 * UNITS["ounce"].size


def amounts(text):
    """Every number with a unit of measurement behind it."""
    names = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
    return [(Fraction(n), UNITS[NAMES[unit]]) for n, unit in re.findall(rf"{NUMBER} ({names})\b", text)]


def kelvins(value, scale):
    return {
        "kelvins": value,
        "degrees Celsius": value + Fraction("273.15"),
        "degrees Fahrenheit": (value - 32) / Fraction("1.8") + Fraction("273.15"),
    }[scale]


@settings(max_examples=250)
@given(LEVELS, SEEDS)
def test_conversions_follow_from_the_prompt(level, seed):
    task = CONVERT.task(level, seed)
    kind, answer = task.payload["problem"]["kind"], Fraction(task.answer)
    text = re.sub(r"\(1 .*?\.\)", "", question_of(task))
    if kind == "temperature":
        value, start, to = re.search(rf"{NUMBER} (\w+(?: \w+)?) to (\w+(?: \w+)?)\.", text).groups()
        assert kelvins(answer, to) == kelvins(Fraction(value), start)
    elif kind == "invented":
        rates = {}
        for a, x, b, y in re.findall(r"(\d+) (\w+?)s? (?:is|are) worth (\d+) (\w+?)s?\b", text):
            rates.setdefault(x, {})[y] = Fraction(int(b), int(a))
            rates.setdefault(y, {})[x] = Fraction(int(a), int(b))
        to, value, start = re.search(rf"How many (\w+?)s are {NUMBER} (\w+?)s? worth", text).groups()
        worth = {start: Fraction(value)}
        for _ in rates:
            worth |= {y: worth[x] * r for x in list(worth) for y, r in rates[x].items() if y not in worth}
        assert worth[to] == answer
    elif kind == "rate":
        names = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
        (value, a, b) = re.search(rf"{NUMBER} ({names}) per ({names})", text).groups()
        (c, d) = re.search(rf"(?:to|many) ({names}) per ({names})", text).groups()
        a, b, c, d = (UNITS[NAMES[name]].size for name in (a, b, c, d))
        assert answer == Fraction(value) * (a / b) / (c / d)
    else:
        to = re.search(r"(?:to|How many) ([a-zA-Z ]+?)(?:\.| are )", text)[1]
        total = sum(value * unit.size for value, unit in amounts(text))
        assert answer == total / UNITS[NAMES[to]].size


def test_sizes_are_given_where_they_are_promised():
    for level, given_ in ((4, True), (6, False)):
        for seed in range(60):
            task = CONVERT.task(level, seed)
            if task.payload["problem"]["kind"] in ("sum", "rate"):
                assert ("(1 " in task.prompt) == given_
                assert ("exact international definitions" in task.prompt) != given_


FEET = ["square feet", "square foot", "ft^2", "ft²"]


@pytest.mark.parametrize(
    ("units", "text", "right", "refused", "wrong"),
    [
        (["dollars", "dollar", "$"], "1234.5",
         ["1234.5", "1,234.50", "$1234.5", "1234.5 dollars", "2469/2", "1234 1/2"],
         ["2469/2/1", "4938/4", "1234,5", "12 34.5", "€1234.5", "1234.5%", "1.2345e3", "about 1234.5", "1234.5.0"],
         ["-1234.5", "1234", "12345"]),
        (["percent", "\\%", "%"], "200/3",
         ["200/3", "66 2/3", "200/3%", r"\frac{200}{3}", r"66\frac{2}{3} \%", "200/3 percent"],
         ["400/6", "66 4/6", "200/3/1", "200 / 3 or 3", "66.6...", "3/0", "200/3 %%", "66 5/3"],
         ["66.67", "-200/3", "3/200"]),
        (FEET, "-3", ["-3", "-3.0", "\u22123", "-3 square feet", "-3 ft^2"],
         ["-6/2", "-3 feet", "--3", "-3 -3", "- - 3", ""],
         ["3", "-33"]),
        (["bits", "bit", "b"], "8", ["8", "8 bits", "8 b", "8 BITS"],
         ["8 B", "8 Mb", "8 kb", "8b8", "bits"], ["1", "64"]),
    ],
)  # fmt: skip
def test_named_forms(units, text, right, refused, wrong):
    payload = {"problem": {}, "gold": {"text": text, "units": units}}
    for answer in right:
        assert CONVERT.verify_answer(payload, answer).passed, answer
    for answer in refused:
        assert CONVERT.verify_answer(payload, answer).reason is Reason.UNPARSABLE, answer
    for answer in wrong:
        assert CONVERT.verify_answer(payload, answer).reason is Reason.WRONG, answer


@given(LEVELS, SEEDS)
def test_the_unit_asked_for_may_stand_behind_the_number_and_no_other(level, seed):
    task = CONVERT.task(level, seed)
    for unit in task.payload["gold"]["units"]:
        assert CONVERT.verify_answer(task.payload, f"{task.answer} {unit}").passed
    assert not CONVERT.verify_answer(task.payload, f"{task.answer} parsecs").passed


@settings(max_examples=150)
@given(SPECS, LEVELS, SEEDS, st.text("0123456789/.-, ", max_size=5), st.data())
def test_verifier_and_second_checker_agree(spec, level, seed, text, data):
    task = spec.task(level, seed)
    place = data.draw(st.integers(0, len(task.answer)))
    for answer in (text, task.answer[:place] + text + task.answer[place + len(text) :]):
        if "- " not in answer:
            assert spec.verify_answer(task.payload, answer).passed == spec.confirms(task.payload, answer), (
                answer
            )


@given(SPECS, LEVELS, SEEDS, SEEDS)
def test_answers_of_other_tasks_are_wrong_unless_equal(spec, level, seed, other):
    task, answer = spec.task(level, seed), spec.task(level, other).answer
    assert spec.verify_answer(task.payload, answer).passed == (answer == task.answer)


@given(st.fractions())
def test_numbers_are_written_exactly(value):
    assert Fraction(number_text(value)) == value
    if value.denominator % 3 == 0:
        with pytest.raises(ValueError, match="decimal"):
            decimal_text(value)


def test_stories_do_not_count():
    tasks = [PERCENT.task(1, seed, params={"kinds": "apply", "largest": 100}) for seed in range(3000)]
    by_fingerprint = {}
    for task in tasks:
        p = task.payload["problem"]
        assert by_fingerprint.setdefault(task.fingerprint, (p["start"], p["changes"])) == (
            p["start"],
            p["changes"],
        )
    assert len(by_fingerprint) < 2990


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        *[
            (PERCENT, change)
            for change in ({"kinds": "tax"}, {"kinds": ""}, {"largest": 9}, {"places": 4}, {"steps": 1})
        ],
        *[
            (CONVERT, change)
            for change in ({"kinds": "tax"}, {"systems": "roman"}, {"digits": 1}, {"steps": 16})
        ],
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(3, 0, params=change)

"""Unit conversion: every question read word by word, with a table of sizes that is checked against sympy."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from sympy.physics import units as su
from sympy.physics.units import convert_to

from rlvr.conformance.promises import SEEDS, Promises, found
from rlvr.generators.arithmetic.units import DIMENSIONS

SIZES = {
    "meter": "1", "millimeter": "1/1000", "centimeter": "1/100", "decimeter": "1/10", "kilometer": "1000",
    "inch": "0.0254", "foot": "0.3048", "yard": "0.9144", "mile": "1609.344", "nautical mile": "1852",
    "gram": "1", "milligram": "1/1000", "kilogram": "1000", "tonne": "1000000",
    "ounce": "28.349523125", "pound": "453.59237", "stone": "6350.29318",
    "second": "1", "millisecond": "1/1000", "minute": "60", "hour": "3600", "day": "86400", "week": "604800",
    "square meter": "1", "square millimeter": "0.000001", "square centimeter": "0.0001", "hectare": "10000",
    "square kilometer": "1000000", "square inch": "0.00064516", "square foot": "0.09290304",
    "square yard": "0.83612736", "acre": "4046.8564224", "square mile": "2589988.110336",
    "liter": "1", "milliliter": "1/1000", "cubic centimeter": "1/1000", "centiliter": "1/100", "cubic meter": "1000",
    "cubic inch": "0.016387064", "cubic foot": "28.316846592", "US fluid ounce": "0.0295735295625",
    "US pint": "0.473176473", "US quart": "0.946352946", "US gallon": "3.785411784",
    "imperial pint": "0.56826125", "imperial gallon": "4.54609",
    "byte": "1", "bit": "1/8", "kilobyte": "1000", "megabyte": "1000000", "gigabyte": "1000000000",
    "kibibyte": "1024", "mebibyte": "1048576", "gibibyte": "1073741824",
}  # fmt: skip
ODD = {"inch": "inches", "foot": "feet", "stone": "stone"}
PLURALS = {one: re.sub(r"\w+$", lambda last: ODD.get(last[0], f"{last[0]}s"), one) for one in SIZES}
ONES = {many: one for one, many in PLURALS.items()} | {one: one for one in SIZES}
BASES = {"meter", "gram", "second", "square meter", "liter", "byte"}
DIMENSION, at = {}, ""  # the base that stands before a unit in the table of sizes
for unit in SIZES:
    at = unit if unit in BASES else at
    DIMENSION[unit] = at
N, U = r"-?\d+(?:\.\d+)?(?:/\d+)?", f"(?:{'|'.join(sorted(ONES, key=len, reverse=True))})"
SCALE = "(?:degrees Celsius|degrees Fahrenheit|kelvins)"
LINK = r"(\d+) ([a-z]+?)(s?) (is|are) worth (\d+) ([a-z]+?)(s?)\b"
QUESTIONS = {
    rf"Convert (?P<parts>{N} {U}) to (?P<to>{U})\.": "sum",
    rf"How many (?P<to>{U}) are (?P<parts>{N} {U})\?": "sum",
    rf"How many (?P<to>{U}) are (?P<parts>(?:{N} {U}(?:, | and )?)+) together\?": "sum",
    rf"Convert (?P<parts>{N} {U}) per (?P<per>{U}) to (?P<to>{U}) per (?P<under>{U})\.": "rate",
    rf"How many (?P<to>{U}) per (?P<under>{U}) are (?P<parts>{N} {U}) per (?P<per>{U})\?": "rate",
    rf"Convert a temperature of (?P<value>{N}) (?P<from>{SCALE}) to (?P<to>{SCALE})\.": "temperature",
    rf"In a far country, (?P<links>(?:{LINK}(?:, | and )?)+)\. "
    rf"How many (?P<to>[a-z]+)s are (?P<value>{N}) (?P<from>[a-z]+?)s? worth\?": "invented",
}
FORM = r"Give the exact number alone: an integer, a decimal number or a fraction in lowest terms\."
FACTS = r"(?: \((1 [^()]*)\.\)|( Use the exact international definitions of the units\.)|)"
AROUND = (
    rf"^\.\.\.{FACTS} {FORM}\n", rf"^\.\.\.\n{FORM}{FACTS}\n", rf"^{FORM}\n\n\.\.\.{FACTS}\n",
    rf"^Convert exactly, without rounding\.\n\.\.\.{FACTS}\n{FORM}\n",
)  # fmt: skip


def size(name):
    return Fraction(SIZES[ONES[name]])


def kelvins(value, scale):
    return {
        "kelvins": value,
        "degrees Celsius": value + Fraction("273.15"),
        "degrees Fahrenheit": (value - 32) / Fraction("1.8") + Fraction("273.15"),
    }[scale]


class TestUnitConversion(Promises):
    id = "unit-conversion"
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$")
    wrong = ("{}1", "1{}", "{} or 2", "--{}", "{0} {0}", "{} parsecs", "")

    names = rf"\b(?:{U}|(?:[a-z]{{2}}){{2}}[bdgklmnprt]s)\b"
    steps = (
        "# * # = # @", "# / # = # @", "# * # / # = # / # = # @", "# + # = #", "# - # = #", "# * # / # = #", "answer: #",
        "# @: # @; # / # = #", "# @: # @; # * # = #",
    )  # fmt: skip

    def oracle(self, prompt):
        asked, rest = found(prompt, QUESTIONS)
        kind, said = QUESTIONS[asked.re.pattern], asked.groupdict()
        facts, standard = found(rest, AROUND)[0].groups()
        if kind in ("temperature", "invented"):
            assert not facts
            assert not standard
            return getattr(self, kind)(said)
        parts = re.findall(rf"({N}) ({U})\b", said["parts"])
        used = {ONES[name] for name in [said["to"], *(unit for _, unit in parts)]}
        assert len({DIMENSION[unit] for unit in used}) == 1
        total, one = sum(Fraction(number) * size(unit) for number, unit in parts), size(said["to"])
        if kind == "rate":
            below = {ONES[said["per"]], ONES[said["under"]]}
            assert len({DIMENSION[unit] for unit in below}) == 1
            used |= below
            one *= size(said["per"]) / size(said["under"])
        assert bool(facts) != bool(standard)
        named = [
            re.fullmatch(rf"1 ({U}) = ({N}) ({U})", fact).groups() for fact in (facts or "").split("; ") if fact
        ]
        assert all(size(a) == Fraction(number) * size(b) for a, number, b in named)
        assert standard or used - BASES == {ONES[name] for a, _, b in named for name in (a, b)} - BASES
        assert all((unit in SIZES) == (Fraction(number) == 1) or unit == "stone" for number, unit in parts)
        return total / one

    def temperature(self, said):
        zero, one = (kelvins(Fraction(value), said["to"]) for value in (0, 1))
        return (kelvins(Fraction(said["value"]), said["from"]) - zero) / (one - zero)

    def invented(self, said):
        rates = {}
        for a, x, xs, verb, b, y, ys in re.findall(LINK, said["links"]):
            assert [bool(xs), verb == "are", bool(ys)] == [a != "1", a != "1", b != "1"]
            rates.setdefault(x, {})[y] = Fraction(int(b), int(a))
            rates.setdefault(y, {})[x] = Fraction(int(a), int(b))
        worth = {said["from"]: Fraction(said["value"])}
        for _ in rates:
            worth |= {y: worth[x] * r for x in list(worth) for y, r in rates[x].items() if y not in worth}
        return worth[said["to"]]

    def worked(self, trace):
        return re.sub(r" [a-zA-Z][a-zA-Z ]*$| [a-zA-Z ]+(?=;)", "", trace, flags=re.MULTILINE)

    def test_sizes_of_units_are_those_of_sympy(self):
        known = 0
        for base, *units in DIMENSIONS.values():
            assert all(unit.size == size(unit.one) for unit in (base, *units))
            one = getattr(su, base.one, su.meter**2)
            for unit in units:
                if hasattr(su, unit.one):
                    value = convert_to(getattr(su, unit.one), one) / one
                    assert float(value) == pytest.approx(float(unit.size), rel=1e-12), unit
                    known += 1
        assert known > 20

    def test_sizes_are_given_where_they_are_promised(self):
        for level, given_ in ((4, True), (6, False)):
            for seed in range(60):
                task = self.spec.task(level, seed)
                if self.kind(task) in ("sum", "rate"):
                    assert ("(1 " in task.prompt) == given_

    @given(SEEDS)
    def test_the_unit_asked_for_may_stand_behind_the_number_and_no_other(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            asked, _ = found(task.prompt, QUESTIONS)
            said = asked.groupdict()
            plural = "s" if QUESTIONS[asked.re.pattern] == "invented" else ""
            named = f"{said['to']}{plural}" + (f" per {said['under']}" if said.get("under") else "")
            for unit in (named, *task.payload["gold"]["units"]):
                assert self.spec.verify_answer(task.payload, f"{task.answer} {unit}").passed

    @pytest.mark.parametrize(
        ("units", "text", "right", "refused", "wrong"),
        [
            (["dollars", "dollar", "$"], "1234.5",
             ["1234.5", "1,234.50", "$1234.5", "1234.5 dollars", "2469/2", "1234 1/2"],
             ["2469/2/1", "4938/4", "1234,5", "12 34.5", "€1234.5", "1234.5%", "1.2345e3", "about 1234.5", "1234.5.0"],
             ["-1234.5", "1234", "12345"]),
            (["square feet", "square foot", "ft^2", "ft²"], "-3", ["-3", "-3.0", "−3", "-3 square feet", "-3 ft^2"],
             ["-6/2", "-3 feet", "--3", "-3 -3", "- - 3", ""], ["3", "-33"]),
            (["bits", "bit", "b"], "8", ["8", "8 bits", "8 b", "8 BITS"], ["8 B", "8 Mb", "8 kb", "8b8", "bits"],
             ["1", "64"]),
        ],
    )  # fmt: skip
    def test_named_forms(self, units, text, right, refused, wrong):
        self.judges({"problem": {}, "gold": {"text": text, "units": units}}, right, refused, wrong)

"""Unit conversion a second time: every unit by the chain of its own definitions.

The table of definitions is this file's own: the generator has one size for each unit, and the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..readers import number
from ..solving import confirming

# A unit is so many of another one; areas and volumes are those of a square or a cube, or so many of another unit.
_DEFINED = {
    "millimeter": ("1/10", "centimeter"),
    "centimeter": ("1/10", "decimeter"),
    "decimeter": ("1/10", "meter"),
    "kilometer": ("1000", "meter"),
    "inch": ("2.54", "centimeter"),
    "foot": ("12", "inch"),
    "yard": ("3", "foot"),
    "mile": ("1760", "yard"),
    "nautical mile": ("1.852", "kilometer"),
    "milligram": ("1/1000", "gram"),
    "kilogram": ("1000", "gram"),
    "tonne": ("1000", "kilogram"),
    "pound": ("0.45359237", "kilogram"),
    "ounce": ("1/16", "pound"),
    "stone": ("14", "pound"),
    "millisecond": ("1/1000", "second"),
    "minute": ("60", "second"),
    "hour": ("60", "minute"),
    "day": ("24", "hour"),
    "week": ("7", "day"),
    "hectare": ("10000", "square meter"),
    "acre": ("4840", "square yard"),
    "liter": ("1000", "cubic centimeter"),
    "milliliter": ("1", "cubic centimeter"),
    "centiliter": ("10", "milliliter"),
    "US gallon": ("231", "cubic inch"),
    "US quart": ("1/4", "US gallon"),
    "US pint": ("1/2", "US quart"),
    "US fluid ounce": ("1/16", "US pint"),
    "imperial gallon": ("4.54609", "liter"),
    "imperial pint": ("1/8", "imperial gallon"),
    "bit": ("1/8", "byte"),
    "kilobyte": ("1000", "byte"),
    "megabyte": ("1000", "kilobyte"),
    "gigabyte": ("1000", "megabyte"),
    "kibibyte": ("1024", "byte"),
    "mebibyte": ("1024", "kibibyte"),
    "gibibyte": ("1024", "mebibyte"),
}


def _size(unit: str) -> Fraction:
    """How much a unit is of the last one on the way of its definitions."""
    for prefix, power in (("square ", 2), ("cubic ", 3)):
        if unit.startswith(prefix):
            return _size(unit.removeprefix(prefix)) ** power
    if unit not in _DEFINED:
        return Fraction(1)
    factor, other = _DEFINED[unit]
    return Fraction(factor) * _size(other)


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The exact number of the unit that is asked for."""
    kind, to = problem["kind"], problem["to"]
    if kind == "temperature":
        return _of_kelvins(_kelvins(Fraction(problem["value"]), problem["from"]), to)
    if kind == "rate":
        (a, b), (c, d) = problem["from"], to
        return Fraction(problem["value"]) * _size(a) * _size(d) / (_size(b) * _size(c))
    if kind == "invented":
        worth = {to: Fraction(1)}  # how many of the unit asked for, found from there backwards
        links = list(problem["links"])
        while problem["from"] not in worth:
            a, x, b, y = links.pop(0)
            if y in worth:
                worth[x] = worth[y] * b / a
            elif x in worth:
                worth[y] = worth[x] * a / b
            else:
                links.append([a, x, b, y])
        return Fraction(problem["value"]) * worth[problem["from"]]
    total = sum((Fraction(amount) * _size(unit) for amount, unit in problem["parts"]), Fraction(0))
    return total / _size(to)


def _kelvins(value: Fraction, scale: str) -> Fraction:
    if scale == "degrees Fahrenheit":
        return (value + Fraction("459.67")) * 5 / 9
    return value + Fraction("273.15") if scale == "degrees Celsius" else value


def _of_kelvins(value: Fraction, scale: str) -> Fraction:
    if scale == "degrees Fahrenheit":
        return value * 9 / 5 - Fraction("459.67")
    return value - Fraction("273.15") if scale == "degrees Celsius" else value


confirms = confirming(solve, number)

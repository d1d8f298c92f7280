"""A second check of conversions: every unit by the chain of its own definitions, and the answer converted back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..readers import number

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


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the bare number is right."""
    value = number(answer)
    if value is None:
        return False
    p = payload["problem"]
    if p["kind"] == "temperature":
        return _kelvins(value, p["to"]) == _kelvins(Fraction(p["value"]), p["from"])
    if p["kind"] == "rate":
        (a, b), (c, d) = p["from"], p["to"]
        return value * _size(c) * _size(b) == Fraction(p["value"]) * _size(a) * _size(d)
    if p["kind"] == "invented":
        worth = {p["to"]: value}
        links = list(p["links"])
        while p["from"] not in worth and links:
            a, x, b, y = links.pop(0)
            if y in worth:
                worth[x] = worth[y] * a / b
            elif x in worth:
                worth[y] = worth[x] * b / a
            else:
                links.append([a, x, b, y])
        return worth[p["from"]] == Fraction(p["value"])
    return value * _size(p["to"]) == sum(Fraction(amount) * _size(unit) for amount, unit in p["parts"])


def _kelvins(value: Fraction, scale: str) -> Fraction:
    if scale == "degrees Fahrenheit":
        return (value + Fraction("459.67")) * 5 / 9
    return value + Fraction("273.15") if scale == "degrees Celsius" else value

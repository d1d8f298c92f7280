"""Units of measurement: their names and, exactly, how much of the base unit of their dimension they are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Unit:
    """One unit.

    Attributes:
        one: its name in the singular.
        many: its name in the plural.
        symbols: short forms that an answer may use.
        size: how many base units it is.
        system: ``metric`` or ``imperial`` (which stands for everything else).
    """

    one: str
    many: str
    symbols: tuple[str, ...]
    size: Fraction
    system: str


def _metric(one: str, symbols: str, size: str, many: str = "") -> Unit:
    return Unit(one, many or f"{one}s", tuple(symbols.split()), Fraction(size), "metric")


def _other(one: str, symbols: str, size: str, many: str = "") -> Unit:
    return Unit(one, many or f"{one}s", tuple(symbols.split()), Fraction(size), "imperial")


DIMENSIONS: dict[str, tuple[Unit, ...]] = {
    "length": (
        _metric("meter", "m metres metre", "1"),
        _metric("millimeter", "mm", "1/1000"),
        _metric("centimeter", "cm", "1/100"),
        _metric("decimeter", "dm", "1/10"),
        _metric("kilometer", "km", "1000"),
        _other("inch", "in", "0.0254", "inches"),
        _other("foot", "ft", "0.3048", "feet"),
        _other("yard", "yd", "0.9144"),
        _other("mile", "mi", "1609.344"),
        _other("nautical mile", "nmi", "1852"),
    ),
    "mass": (
        _metric("gram", "g", "1"),
        _metric("milligram", "mg", "1/1000"),
        _metric("kilogram", "kg", "1000"),
        _metric("tonne", "t", "1000000"),
        _other("ounce", "oz", "28.349523125"),
        _other("pound", "lb lbs", "453.59237"),
        _other("stone", "st", "6350.29318", "stone"),
    ),
    "time": (
        _metric("second", "s", "1"),
        _metric("millisecond", "ms", "1/1000"),
        _metric("minute", "min", "60"),
        _metric("hour", "h", "3600"),
        _metric("day", "d", "86400"),
        _metric("week", "", "604800"),
    ),
    "area": (
        _metric("square meter", "m^2 m²", "1"),
        _metric("square millimeter", "mm^2 mm²", "1/1000000"),
        _metric("square centimeter", "cm^2 cm²", "1/10000"),
        _metric("hectare", "ha", "10000"),
        _metric("square kilometer", "km^2 km²", "1000000"),
        _other("square inch", "in^2 in²", "0.00064516", "square inches"),
        _other("square foot", "ft^2 ft²", "0.09290304", "square feet"),
        _other("square yard", "yd^2 yd²", "0.83612736"),
        _other("acre", "", "4046.8564224"),
        _other("square mile", "mi^2 mi²", "2589988.110336"),
    ),
    "volume": (
        _metric("liter", "l L litres litre", "1"),
        _metric("milliliter", "ml mL", "1/1000"),
        _metric("cubic centimeter", "cm^3 cm³", "1/1000"),
        _metric("centiliter", "cl", "1/100"),
        _metric("cubic meter", "m^3 m³", "1000"),
        _other("cubic inch", "in^3 in³", "0.016387064", "cubic inches"),
        _other("cubic foot", "ft^3 ft³", "28.316846592", "cubic feet"),
        _other("US fluid ounce", "", "0.0295735295625"),
        _other("US pint", "", "0.473176473"),
        _other("US quart", "", "0.946352946"),
        _other("US gallon", "", "3.785411784"),
        _other("imperial pint", "", "0.56826125"),
        _other("imperial gallon", "", "4.54609"),
    ),
    "data": (
        _metric("byte", "B", "1"),
        _metric("bit", "b", "1/8"),
        _metric("kilobyte", "kB", "1000"),
        _metric("megabyte", "MB", "1000000"),
        _metric("gigabyte", "GB", "1000000000"),
        _other("kibibyte", "KiB", "1024"),
        _other("mebibyte", "MiB", "1048576"),
        _other("gibibyte", "GiB", "1073741824"),
    ),
}
"""The first unit of each dimension is its base unit."""

UNITS = {unit.one: unit for units in DIMENSIONS.values() for unit in units}
TEMPERATURES = ("degrees Celsius", "degrees Fahrenheit", "kelvins")
SPLITS = (
    ("hour", "minute", "second"),
    ("day", "hour", "minute"),
    ("week", "day", "hour"),
    ("yard", "foot", "inch"),
    ("mile", "yard", "foot"),
    ("stone", "pound", "ounce"),
    ("kilometer", "meter", "centimeter"),
)
"""Units that are said together, from the largest down."""


def name(unit: Unit, count: Fraction) -> str:
    """The name of the unit behind a number."""
    return unit.one if count == 1 else unit.many


def spellings(unit: Unit) -> list[str]:
    """What may stand behind a number in that unit, the longest first."""
    return sorted({unit.one, unit.many, *unit.symbols}, key=lambda text: (-len(text), text))

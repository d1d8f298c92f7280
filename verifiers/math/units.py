"""Units of measure: their dimensions and exact factors, and reading them behind a number.

A unit is a factor and a tuple of (base, exponent) pairs. Only conversions that are exact by definition are here;
scales with an offset (degrees Celsius and Fahrenheit) and radians are units of their own. A noun that is counted
("apples") is a unit too, when it looks like one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from .lexer import Token

Dimensions = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure.

    Attributes:
        factor: to the base units of `dimensions`.
        dimensions: pairs of a base and its exponent; none for a plain number.
        scale: the part of the factor that comes from words such as "million".
    """

    factor: Fraction
    dimensions: Dimensions
    scale: Fraction = Fraction(1)

    def times(self, other: Unit, exponent: int = 1) -> Unit:
        """The product of this unit and a power of another."""
        powers = dict(self.dimensions)
        for base, power in other.dimensions:
            powers[base] = powers.get(base, 0) + power * exponent
        kept = tuple(sorted((base, power) for base, power in powers.items() if power))
        return Unit(self.factor * other.factor**exponent, kept, self.scale * other.scale**exponent)


NONE = Unit(Fraction(1), ())
_F = Fraction


def _table() -> dict[str, Unit]:
    table: dict[str, Unit] = {}

    def add(names: str, factor: Fraction | int, *dimensions: tuple[str, int]) -> None:
        for name in names.split():
            table[name] = Unit(_F(factor), tuple(sorted(dimensions)), _F(1) if dimensions else _F(factor))

    metre, second, gram, money = ("metre", 1), ("second", 1), ("gram", 1), ("dollar", 1)
    add("m meter meters metre metres", 1, metre)
    add("cm centimeter centimeters centimetre centimetres cms", _F(1, 100), metre)
    add("mm millimeter millimeters millimetre millimetres", _F(1, 1000), metre)
    add("dm decimeter decimeters decimetre decimetres", _F(1, 10), metre)
    add("km kilometer kilometers kilometre kilometres kms", 1000, metre)
    add("nm nanometer nanometers", _F(1, 10**9), metre)
    add("um micrometer micrometers micron microns", _F(1, 10**6), metre)
    add("in inch inches", _F(254, 10000), metre)
    add("ft foot feet", _F(3048, 10000), metre)
    add("yd yard yards yds", _F(9144, 10000), metre)
    add("mi mile miles", _F(1609344, 1000), metre)
    add("s sec secs second seconds", 1, second)
    add("ms millisecond milliseconds", _F(1, 1000), second)
    add("min mins minute minutes", 60, second)
    add("h hr hrs hour hours", 3600, second)
    add("day days", 86400, second)
    add("week weeks wk wks", 604800, second)
    add("month months", 1, ("month", 1))
    add("year years yr yrs", 12, ("month", 1))
    add("decade decades", 120, ("month", 1))
    add("century centuries", 1200, ("month", 1))
    add("g gram grams gm", 1, gram)
    add("kg kilogram kilograms kgs kilo kilos", 1000, gram)
    add("mg milligram milligrams", _F(1, 1000), gram)
    add("tonne tonnes", 10**6, gram)
    add("lb lbs pound pounds", _F(45359237, 100000), gram)
    add("oz ounce ounces", _F(45359237, 1600000), gram)
    add("ton tons", 1, ("ton", 1))
    cube = ("metre", 3)
    add("L l liter liters litre litres", _F(1, 1000), cube)
    add("mL ml milliliter milliliters millilitre millilitres cc", _F(1, 10**6), cube)
    add("cl centiliter centiliters", _F(1, 10**5), cube)
    add("gallon gallons gal", _F(3785411784, 10**12), cube)
    add("quart quarts qt", _F(946352946, 10**12), cube)
    add("pint pints pt", _F(473176473, 10**12), cube)
    add("cup cups", _F(2365882365, 10**13), cube)
    square = ("metre", 2)
    add("hectare hectares ha", 10000, square)
    add("acre acres", _F(40468564224, 10**7), square)
    add("mph", _F(1609344, 3600000), metre, ("second", -1))
    add("kph kmh kmph", _F(1000, 3600), metre, ("second", -1))
    add("Hz hertz", 1, ("second", -1))
    add("rpm", _F(1, 60), ("second", -1))
    newton = (gram, metre, ("second", -2))
    add("N newton newtons", 1000, *newton)
    add("J joule joules", 1000, gram, square, ("second", -2))
    add("kJ kilojoule kilojoules", 10**6, gram, square, ("second", -2))
    add("W watt watts", 1000, gram, square, ("second", -3))
    add("kW kilowatt kilowatts", 10**6, gram, square, ("second", -3))
    add("kWh", 36 * 10**8, gram, square, ("second", -2))
    add("Pa pascal pascals", 1000, gram, ("metre", -1), ("second", -2))
    add("kPa kilopascal kilopascals", 10**6, gram, ("metre", -1), ("second", -2))
    add("V volt volts", 1, ("volt", 1))
    add("A amp amps ampere amperes", 1, ("ampere", 1))
    add("ohm ohms", 1, ("volt", 1), ("ampere", -1))
    add("mol mole moles", 1, ("mole", 1))
    add("K kelvin kelvins", 1, ("kelvin", 1))
    add("degree degrees deg", 1, ("degree", 1))
    add("rad radian radians rads", 1, ("radian", 1))
    add("degC celsius", 1, ("celsius", 1))
    add("degF fahrenheit", 1, ("fahrenheit", 1))
    add("dollar dollars usd USD buck bucks", 1, money)
    add("cent cents", _F(1, 100), money)
    add("euro euros EUR", 1, ("euro", 1))
    add("sterling GBP", 1, ("sterling", 1))
    add("yen JPY", 1, ("yen", 1))
    add("rupee rupees INR", 1, ("rupee", 1))
    add("byte bytes B", 8, ("bit", 1))
    add("bit bits", 1, ("bit", 1))
    add("percent percentage pct", _F(1, 100))
    add("unit units", 1, ("unit", 1))
    add("C coulomb coulombs", 1, ("ampere", 1), ("second", 1))
    add("mpg", 1, ("metre", 1), ("gallon", -1))
    add("hundred", 100)
    add("thousand", 1000)
    add("million millions", 10**6)
    add("billion billions", 10**9)
    add("trillion trillions", 10**12)
    add("dozen dozens", 12)
    return table


UNITS = _table()
_SCALES = frozenset(
    "hundred thousand million millions billion billions trillion dozen dozens percent percentage pct".split()
)
_NOT_NOUNS = frozenset(
    "axis basis halves thirds fourths fifths sixths sevenths eighths ninths tenths hundredths thousandths times tens "
    "ones hundreds "
    "thousands percents this is was has does plus minus less perhaps unless guess yes always as its his "
    "us thus pass mods "
    "squares cubes pairs primes roots powers solutions possibilities options candidates answers others "
    "both factors is_ "
    "digits zeros zeroes bases modulus radius besides sometimes cos sins tans logs dots ellipsis towards "
    "ones scores gross grosses hundredths thousandths millionths twelfths fails misses lacks breaks errs"
    " differs".split()
)
_NOUNS = frozenset(
    "people children men women person child man woman student apple orange coin book marble way sheep "
    "fish dice pupil boy "
    "girl ticket page car cow horse egg cookie candy ball box point vertex edge side triangle face tile "
    "card game team "
    "hour pen pencil dog cat tree flower bird chair table room bottle piece slice game mile".split()
)
_UNIT_COMMANDS = frozenset(("degree", "frac", "dollar", "euro", "pounds", "yen", "mu"))
_LONGEST = 16
"""Tokens of the longest unit that is read; a longer one is none."""
_PIECE = re.compile(r"[A-Za-z]+\.?|[0-9]+|[-/*^·]|\S")
_DEGREE_LETTERS = {"C": "degC", "F": "degF", "K": "K"}


def split_unit(found: list[Token]) -> tuple[list[Token], Unit] | None:
    """The tokens of a value, closed by an ``end``, and the unit behind it; None if there is no unit."""
    end = len(found) - 1
    for start in range(max(1, end - _LONGEST), end):
        token = found[start]
        if not _may_start(token, found[start - 1]):
            continue
        unit = read_unit(_pieces(found[start:end]))
        if unit is not None:
            return [*found[:start], Token("end", "")], unit
    return None


def compound(found: list[Token]) -> list[tuple[list[Token], Unit]] | None:
    """Values with units that add up, ``3 hours 30 minutes``: their tokens and units; None if it is something else."""
    starts = [k for k, token in enumerate(found) if token.kind == "num"]
    if not 2 <= len(starts) <= 4 or starts[0] != 0:
        return None
    parts: list[tuple[list[Token], Unit]] = []
    for start, end in zip(starts, [*starts[1:], len(found) - 1], strict=True):
        piece = found[start:end]
        while len(piece) > 2 and (piece[-1].value == "," or piece[-1].text.strip() == "and"):
            piece = piece[:-1]
        words = _pieces(piece[1:])
        unit = read_unit(words[:-1] if words[-1:] == ["and"] else words) if len(piece) > 1 else None
        if unit is None or not unit.dimensions or (parts and unit.dimensions != parts[0][1].dimensions):
            return None
        if parts and unit.factor >= parts[-1][1].factor:
            return None
        parts.append(([piece[0], Token("end", "")], unit))
    return parts


def _may_start(token: Token, before: Token) -> bool:
    if before.kind == "op" and before.value not in (")", "}", "]", "%", "|", "!", "'"):
        return False
    if before.kind == "cmd" and before.value not in ("pi", "infty"):
        return False
    if token.kind == "word":
        return True
    if token.kind == "op":
        return bool(token.value == "^")
    return token.kind == "text" or (token.kind == "cmd" and token.text in _UNIT_COMMANDS)


def _pieces(suffix: list[Token]) -> list[str]:
    """The unit's words and signs, text commands opened up."""
    pieces: list[str] = []
    fraction = 0
    for token in suffix:
        if token.kind == "num":
            pieces.append(token.raw or "?")
        elif token.kind == "cmd":
            if token.value == "frac":
                fraction = 2
            else:
                pieces.append("degree" if token.value == "degree" else token.text)
        elif token.kind == "op" and token.value in "{}":
            if fraction and token.value == "}":
                fraction -= 1
                if fraction:
                    pieces.append("/")
        elif token.kind in ("word", "text"):
            pieces += _PIECE.findall(token.text.replace("\\", " "))
        else:
            pieces.append(token.text)
    kept = [piece for piece in pieces if piece not in ("{", "}", "~", ",")]
    return ["percent"] if [piece.lower() for piece in kept] == ["per", "cent"] else kept


def read_unit(pieces: Iterable[str]) -> Unit | None:
    """The unit that the pieces spell, or None: ``m / s ^ 2``, ``square feet``, ``meters per second``."""
    waiting = list(pieces)
    if len(waiting) > 2 * _LONGEST:
        return None
    if waiting[:2] == ["^", "degree"]:
        waiting = waiting[1:]
    unit, sign, at, count, named = NONE, 1, 0, 0, False
    while at < len(waiting):
        piece = waiting[at].rstrip(".") or waiting[at]
        lower = piece.lower()
        if piece in ("/", "per") or lower == "per":
            if sign == -1 and count == 0:
                return None
            sign, at = -1, at + 1
            continue
        if piece in ("*", "·", "-"):
            at += 1
            continue
        power = 1
        if lower in ("square", "sq", "cubic", "cu") and at + 1 < len(waiting):
            power, at = (2 if lower.startswith("sq") else 3), at + 1
            piece = waiting[at].rstrip(".")
            lower = piece.lower()
        if piece == "degree" and at + 1 < len(waiting) and waiting[at + 1] in _DEGREE_LETTERS:
            found: Unit | None = UNITS[_DEGREE_LETTERS[waiting[at + 1]]]
            at += 1
        elif lower in ("degrees", "degree") and [w.lower() for w in waiting[at + 1 : at + 2]] in (
            ["celsius"],
            ["fahrenheit"],
        ):
            found = UNITS[waiting[at + 1].lower()]
            at += 1
        else:
            found = UNITS.get(piece) or (UNITS.get(lower) if len(piece) > 1 else None) or _noun(piece)
        if found is None:
            return None
        at, named = at + 1, True
        if at < len(waiting) and waiting[at] == "^":
            digits = (
                "".join(waiting[at + 1 : at + 3])
                if waiting[at + 1 : at + 2] == ["-"]
                else "".join(waiting[at + 1 : at + 2])
            )
            if not re.fullmatch(r"-?[1-9]", digits):
                return None
            power = int(digits)
            at += 1 + (2 if digits.startswith("-") else 1)
        elif at < len(waiting) and waiting[at].lower() in ("squared", "cubed"):
            power = 2 if waiting[at].lower() == "squared" else 3
            at += 1
        unit = unit.times(found, sign * power)
        if lower not in _SCALES:
            count += 1
            if count > 4:
                return None
        if sign == -1 and at < len(waiting) and waiting[at] not in ("*", "·"):
            sign = 1 if waiting[at] not in ("/", "per") else -1
    return unit if named else None


def _noun(piece: str) -> Unit | None:
    """A counted noun as a unit of its own, in the singular."""
    lower = piece.lower()
    if len(lower) < 3 or lower in _NOT_NOUNS or not lower.isalpha():
        return None
    if lower in _NOUNS:
        return Unit(Fraction(1), ((lower, 1),))
    if not lower.endswith("s") or lower.endswith("ss"):
        return None
    singular = lower[:-3] + "y" if lower.endswith("ies") else lower[:-1]
    return Unit(Fraction(1), ((singular, 1),))

r"""Reading exact vectors, with or without parameters: ``(1, -3/4)``, ``[2, 0.5]``, ``(1 - 2*t, t)``.

Linear in the text, ASCII digits only, nothing is evaluated; None where the text has another form.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..reading import MAX_DIGITS, normal_signs

MAX_CHARS = 4096
MAX_TERMS = 200
Vector = list[Fraction]

_LATEX = re.compile(r"\\[dt]?frac\s*\{\s*(-?[0-9]+)\s*\}\s*\{\s*([0-9]+)\s*\}")
_RATIONAL = re.compile(r"([+-]?)\s*([0-9]+)(?:\s*/\s*([0-9]+)|\.([0-9]+))?")
_TERM = re.compile(
    r"\s*(?P<sign>[+-]?)\s*(?:"
    r"(?P<number>[0-9]+(?:\s*/\s*[0-9]+|\.[0-9]+)?)(?![0-9./])(?P<times>\s*\*)?"
    r"|\(\s*(?P<inner>[0-9]+\s*/\s*[0-9]+)\s*\)\s*\*?"
    r")?\s*(?P<name>[a-z]?)\s*(?:/\s*(?P<under>[0-9]+))?\s*"
)


def read_rational(text: str) -> Fraction | None:
    r"""The rational number that is the whole of `text`: ``-3/4``, ``\frac{3}{4}``, ``0.75``."""
    text = normal_signs(text).strip()
    if len(text) > MAX_DIGITS:
        return None
    match = _RATIONAL.fullmatch(_LATEX.sub(r"\1/\2", text))
    if match is None:
        return None
    sign, whole, bottom, decimals = match.groups()
    if bottom is not None and not int(bottom):
        return None
    value = Fraction(int(whole), int(bottom or 1)) if decimals is None else Fraction(f"{whole}.{decimals}")
    return -value if sign == "-" else value


def components(text: str) -> list[str] | None:
    """The parts of a tuple between commas; brackets of one kind may stand around it."""
    text = normal_signs(text)
    if len(text) > MAX_CHARS:
        return None
    text = text.replace("\\left", "").replace("\\right", "").strip()
    if text[:1] in ("(", "[") and text[-1:] == {"(": ")", "[": "]"}[text[0]]:
        text = text[1:-1]
    return text.split(",")


def read_vector(text: str) -> Vector | None:
    """A tuple of rational numbers."""
    parts = components(text)
    if parts is None:
        return None
    vector = [read_rational(part) for part in parts]
    return None if None in vector else vector  # type: ignore[return-value]


def read_affine(text: str) -> tuple[Vector, list[Vector]] | None:
    """A tuple of sums with parameters, as the constant vector and the vector of every parameter."""
    parts = components(text)
    if parts is None or len(parts) > MAX_TERMS:
        return None
    vectors: dict[str, Vector] = {"": [Fraction()] * len(parts)}
    terms = 0
    for at, part in enumerate(parts):
        part = _LATEX.sub(r"(\1/\2)", part).rstrip()
        position = 0
        if not part.strip():
            return None
        while position < len(part):
            match = _TERM.match(part, position)
            terms += 1
            if match is None or match.end() == position or terms > MAX_TERMS:
                return None
            if position and not match["sign"]:
                return None
            value = _term(match)
            if value is None:
                return None
            position = match.end()
            vector = vectors.setdefault(match["name"], [Fraction()] * len(parts))
            vector[at] += value
    constant = vectors.pop("")
    return constant, list(vectors.values())


def _term(match: re.Match[str]) -> Fraction | None:
    """The number of one term with its sign; ``1/2t`` is refused, because it is read in two ways."""
    number, inner, name, under = match["number"], match["inner"], match["name"], match["under"]
    if not name and (match["times"] or not (number or inner) or under):
        return None
    if number and "/" in number and ((name and not match["times"]) or under):
        return None
    text = number or inner or "1"
    if len(text) > MAX_DIGITS or (under and len(under) > MAX_DIGITS):
        return None
    value = read_rational(text)
    if value is None or (under and not int(under)):
        return None
    value /= int(under or 1)
    return -value if match["sign"] == "-" else value

r"""What stands in the marker, made ready for the math engine, which reads typed values (`rlvr.verifiers.math`).

The engine reads the mathematics; here goes what is around it: sentences, wrappers, the unit that the question names,
the separators of thousands, and columns of LaTeX where a tuple is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..base import MAX_ANSWER_CHARS
from .objects import unquoted
from .signs import ungrouped
from .units import without_unit
from .wrapping import plain

_SINGLE = frozenset(("integer", "rational", "decimal"))
_ROWS = ("tuple", "matrix", "list")
_MEASURED = _SINGLE | {"expression", "quantity"}
_COLUMN = re.compile(
    r"\\begin\{([bpvBV]?matrix|array)\}(?:\{[clr|]{0,8}\})?((?:[^&\\]|\\(?!\\|end)|\\\\)*)\\end\{\1\}(?:\^\{?\\?(?:top|T)\}?)?"
)
_ROW = re.compile(r"\\begin\{([bpvBV]?matrix)\}([^\\]*)\\end\{\1\}")
# "A*v =", "A^{-1} =", "(rank, nullity) ="
_CALLED = re.compile(
    r"(?:[A-Z](?:\s|[A-Z*^+(){}\u00b7\u207b\u00b9\u00b2\u00b3\u22c5]|-1|-|[0-9]|\\cdot|\\times|\\top){0,24}[a-z]?"
    r"|\(\s*rank\s*,\s*nullity\s*\)"
    r"|\(\s*\\?(?:text|operatorname|mathrm)?\{?rank\}?(?:\(A\))?\s*,\s*\\?(?:text|operatorname|mathrm)?\{?nullity\}?(?:\(A\))?\s*\))"
    r"\s*=\s*(?=[(\[\\])"
)
_POWER = re.compile(r"([A-Z])\s*\^\s*\{?\s*([2-9])\s*\}?\s*=")
# What stands left of an equals sign there is no name of the value: "sqrt(x) =", "the wrong x =", "x is not =".
_NO_NAME = re.compile(
    r"\b(?:not|wrong|never|neither|false|incorrect|no)\b|\\?\b(?:sqrt|ln|log|exp|sin|cos|tan|abs|root)\b|\u221a",
    re.IGNORECASE,
)
# A unit that the question does not name is not read as a factor.
_FOREIGN = re.compile(
    r"(?:\u00b0|\^\{?\\?(?:circ|degree)\}?|[0-9)\]}]\s*(?:\\(?:text|mathrm)\s*\{)?\s*(?!theta|exp|sqrt|pi)[A-Za-z]{3,}\s*\}?)$"
)
_FUNCTION = re.compile(r"\\(?:operatorname\s*\{)?(det|gcd|lcm|rank|dim|Pr|tr|trace|deg|max|min)\}?(?=\s*\()")
_POINT = re.compile(
    r"(?<![A-Za-z0-9])([A-Z])(?:'{1,2}|\u2032{1,2}|\^\{?\\prime\}?|_?1)?\s*(?:=|:|->|\u2192|\\to|is|at)?\s*(?=\()"
)
_ARROW = re.compile(
    r"\s*(?:-{1,2}>|={1,2}>|[\u2192\u21d2\u27f6]|\\(?:long)?rightarrow(?![A-Za-z])|\\to(?![A-Za-z]))\s*"
)
_IN_ARROWS = re.compile(rf"[^\s,;()\[\]{{}}<>]{{1,40}}(?:{_ARROW.pattern}[^\s,;()\[\]{{}}<>]{{1,40}})+")
_ZEROS = re.compile(r"0+(?=[0-9A-Za-z])")


def value_text(answer: str, kind: str, units: Iterable[str] = (), reference: str = "", asked: str = "") -> str:
    """The text of the value that an answer of a kind of the engine states.

    Args:
        answer: what stood in the marker.
        kind: one of `rlvr.verifiers.math.KINDS`.
        units: what the question counts or measures in, in its own words.
        reference: the reference's text; its base matters where digits of a base are asked for.
        asked: the expression of matrices that is to be worked out; "X^2 = ..." gives no X, but answers "X^2".
    """
    if (answer.isascii() and answer.isdigit()) or len(answer) > MAX_ANSWER_CHARS:
        return answer
    text = plain(answer)
    if kind in _MEASURED:
        bare = without_unit(text, units)
        if bare != text:
            text = plain(bare)
    if "\\" in text and (match := _FUNCTION.match(text)):
        text = match[1] + text[match.end() :]
    if kind in _MEASURED and "=" in text and _NO_NAME.search(text.partition("=")[0]) and kind != "expression":
        return ""
    if kind == "expression" and _FOREIGN.search(text):
        return ""
    if kind in _SINGLE:
        return ungrouped(text)
    if kind in ("tuple", "list"):
        text = as_tuples(text)
    if kind in _ROWS and (match := _POWER.match(text)) and f"{match[1]}^{match[2]}" != asked:
        return ""
    if kind in ("tuple", "matrix") and (match := _CALLED.match(text)):
        text = plain(text[match.end() :])
    if kind == "list":
        text = unquoted(_without_names(text))
        if _IN_ARROWS.fullmatch(text):
            text = _ARROW.sub(", ", text)
    if kind == "base":
        return _digits(text, reference)
    return ungrouped(text, commas=False, spaces=False)


def as_tuples(text: str) -> str:
    """`text` with columns and rows of LaTeX as tuples."""
    if "\\begin" not in text:
        return text
    return _ROW.sub(_as_tuple, _COLUMN.sub(_as_tuple, text))


def _as_tuple(match: re.Match[str]) -> str:
    """A column or row of LaTeX as a tuple."""
    rows = [part.strip() for part in match[2].replace("&", "\\\\").split("\\\\")]
    return f"({', '.join(row for row in rows if row)})"


def _without_names(text: str) -> str:
    """A list of points without their names, if they are in the order of the alphabet."""
    names = [match[1] for match in _POINT.finditer(text)]
    return _POINT.sub("", text) if len(names) > 1 and names == sorted(set(names)) else text


def _digits(text: str, reference: str) -> str:
    """Digits without what groups them, and without the zeros before them where these cannot be a prefix."""
    base = reference.rpartition("_")[2].strip("{}()")
    if base == "10":
        return ungrouped(text)
    if base == "16" and (zeros := _ZEROS.match(text)) and text[zeros.end()] not in "xX":
        return text[zeros.end() :]  # "0B11" has the digits of the base that was asked for
    return text

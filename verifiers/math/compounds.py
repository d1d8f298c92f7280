r"""Left sides made of names by an operation: ``A \cup B``, ``(f \circ g)(x)``, ``3\vec u - 2\vec v``, ``A^T``.

They name what was asked for, as a single name does. All are compared as a line of their tokens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lexer import Token

_PRIMED = r"(?:'|\^\{?(?:c|\\complement)\}?)?"
_A_SET = rf"(?:[A-Z]{_PRIMED}|\((?:[A-Z]{_PRIMED}(?:\\(?:cup|cap|setminus|triangle|times)[A-Z]{_PRIMED})+)\){_PRIMED})"
_SETS = (
    rf"{_A_SET}(?:\\(?:cup|cap|setminus|backslash|triangle|times){_A_SET}){{1,4}}"
    rf"|\([A-Z]\\(?:cup|cap)[A-Z]\)(?:'|\^\{{?c\}}?)"
)
_COMPOSED = (
    r"[fgh](?:\\(?:degree|circ)[fgh]){1,3}(?:\([a-z0-9-]{1,6}\))?"
    r"|\([fgh](?:\\(?:degree|circ)[fgh]){1,3}\)\([a-z0-9-]{1,6}\)"
)
_VECTOR = (
    r"(?:\\(?:vec|overrightarrow|mathbf|boldsymbol|bm|hat|overline|bar)"
    r"(?:\{[A-Za-z]{1,2}\}|[A-Za-z]{1,2})(?:_\{?\d\}?)?|<[A-Za-z]>)"
)
_FACTOR = r"(?:\d{1,4}|\\frac\{\d{1,3}\}\{\d{1,3}\}|\d/\d|\(\d/\d\))?\*?"
_CROSS = rf"{_VECTOR}(?:\\(?:times|cross)|\*){_VECTOR}"
_VECTORS = rf"{_VECTOR}|-?{_FACTOR}{_VECTOR}(?:[-+]{_FACTOR}{_VECTOR}){{1,4}}|{_CROSS}"
_MATRIX = r"[A-Z](?:\^\{?(?:T|-1|\\top|\\intercal|\d)\}?)?"
_MATRICES = (
    rf"-?{_FACTOR}{_MATRIX}(?:[-+*]?{_FACTOR}{_MATRIX}){{1,4}}"
    rf"|\(?(?:{_MATRIX}){{1,3}}\)?\^\{{?(?:T|-1|\\top)\}}?"
)
_OF_VALUES = re.compile(rf"(?:{_COMPOSED})")
_OF_GROUPS = re.compile(rf"(?:{_SETS}|{_COMPOSED}|{_VECTORS}|{_MATRICES})")
_DERIVED = re.compile(r"\((?=[^=]*[a-z])[^=]{1,60}\)(?:'{1,2}|_\{?[a-z]\}?')")


def names_scalar(found: Sequence[Token]) -> bool:
    """Whether the tokens name a value by an operation on functions."""
    text = _line(found)
    return _OF_VALUES.fullmatch(text) is not None or _DERIVED.fullmatch(text) is not None


def names_group(found: Sequence[Token]) -> bool:
    """Whether the tokens name a set, a vector or a matrix by an operation."""
    return _OF_GROUPS.fullmatch(_line(found)) is not None


def _line(found: Sequence[Token]) -> str:
    shown = (
        "\\" + str(token.value)
        if token.kind == "cmd"
        else f"<{token.text}>"
        if token.kind == "text"
        else token.text
        for token in found
        if token.kind != "end"
    )
    return "".join(shown)

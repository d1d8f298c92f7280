"""Linear systems a second time: ranks tell how many solutions there are, and what is given is put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .matrices import from_json, rank_of  # no generator uses the second one
from .readers import read_rational

_NONE = ("no solution", "no solutions", "none", "inconsistent")
_COUNTS = {"none": 0, "0": 0, "one": 1, "1": 1, "many": 2, "infinitely many": 2, "infinite": 2, "infinity": 2}
_TERM = re.compile(r"([+-]?)\s*([^+-]+)")
_FACTOR = re.compile(
    r"\s*([*/]?)\s*(?:((?:0|[1-9][0-9]*)(?:\.[0-9]+)?)|\(\s*([0-9]+(?: ?/ ?0*[1-9][0-9]*)?)\s*\)|([a-z]))\s*"
)


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: ranks decide how many solutions there are, and substitution is exact."""
    problem = payload["problem"]
    matrix = from_json(problem["A"])
    words = " ".join(answer.lower().split()).removesuffix(".")
    if problem["kind"] == "parameter":
        value = read_rational(words)
        if value is None:
            return False
        right = [value if b == "k" else Fraction(b) for b in problem["b"]]
        return rank_of(matrix) == rank_of([[*row, b] for row, b in zip(matrix, right, strict=True)])
    right = [Fraction(b) for b in problem["b"]]
    rank = rank_of(matrix)
    solvable = rank == rank_of([[*row, b] for row, b in zip(matrix, right, strict=True)])
    width = len(matrix[0])
    if problem["kind"] == "count":
        return _COUNTS.get(words) == (0 if not solvable else 1 if rank == width else 2)
    if not solvable or words in _NONE:
        return not solvable and words in _NONE
    vectors = _vectors(words, width)
    if vectors is None:
        return False
    for name, vector in vectors.items():
        for row, b in zip(matrix, right, strict=True):
            if sum((a * x for a, x in zip(row, vector, strict=True)), Fraction()) != (0 if name else b):
                return False
    directions = [vector for name, vector in vectors.items() if name]
    return (rank_of(directions) if directions else 0) == width - rank


def _term(text: str) -> tuple[Fraction, str] | None:
    """The factor and the parameter ("" for none) of one term: ``3``, ``2/3*t``, ``t/4``, ``(1/2)t``, ``t*3``.

    ``1/2t`` is None: it is read in two ways.
    """
    value, name, position, divided = Fraction(1), "", 0, False
    while position < len(text):
        match = _FACTOR.match(text, position)
        if match is None:
            return None
        sign, number, quotient, letter = match.groups()
        beside = position > 0 and not sign
        if (position == 0 and sign) or (beside and (letter is None or divided)):
            return None
        position = match.end()
        if letter is not None:
            if name or sign == "/":
                return None
            name = letter
            continue
        factor = Fraction((number or quotient).replace(" ", ""))
        if sign == "/" and not factor:
            return None
        value = value / factor if sign == "/" else value * factor
        divided = divided or sign == "/"
    return value, name


def _vectors(text: str, width: int) -> dict[str, list[Fraction]] | None:
    """For "" and every parameter, the vector it goes with in a tuple of sums."""
    if text[:1] + text[-1:] not in ("()", "[]") or len(text) > 4000:
        return None
    pieces = text[1:-1].split(",")
    vectors: dict[str, list[Fraction]] = {"": [Fraction()] * width}
    for at, piece in enumerate(pieces):
        position, piece = 0, piece.strip()
        if len(pieces) != width or not piece:
            return None
        while position < len(piece):
            match = _TERM.match(piece, position)
            if match is None or (position and not match.group(1)):
                return None
            position = match.end()
            read = _term(match.group(2))
            if read is None:
                return None
            value, name = read
            vector = vectors.setdefault(name, [Fraction()] * width)
            vector[at] += -value if match.group(1) == "-" else value
    return vectors

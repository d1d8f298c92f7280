"""Checks the solution set of A*x = b by substitution, in exact arithmetic; nothing is compared with a reference.

A vector without parameters must solve the system and be the only solution. A vector with parameters must solve
it for all their values, and its directions must span all solutions of A*x = 0, whatever the parameters are called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..answers import plain
from ..answers.vectors import MAX_CHARS, Vector, read_affine, read_rational
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, unparsable, wrong

_NONE = re.compile(
    r"(?:(?:the|this) (?:system|equation)s? (?:has|have) |there (?:is|are) |it has )?no (?:real )?solu"
    r"tions?(?: exists?)?|none"
    r"|(?:(?:the|this) system is )?inconsistent|\\(?:emptyset|varnothing)|\u2205"
)
_COUNTS = {"none": "none", "0": "none", "one": "one", "1": "one"} | dict.fromkeys(
    ("many", "infinitely many", "infinite", "infinity"), "many"
)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`: a solution set, a number of solutions, or the number k."""
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    problem = payload["problem"]
    words = " ".join(plain(without_text_commands(answer)).lower().split())
    rows = tuple(tuple(map(Fraction, row)) for row in problem["A"])
    if problem["kind"] == "parameter":
        k = read_rational(answer)
        if k is None:
            return unparsable("Give one integer or one fraction such as -3/4.")
        right = tuple(k if b == "k" else Fraction(b) for b in problem["b"])
        return wrong() if _solutions(rows, right) is None else correct()
    right = tuple(map(Fraction, problem["b"]))
    nullity = _solutions(rows, right)
    if problem["kind"] == "count":
        if words not in _COUNTS:
            return unparsable("Answer with one of: none, one, many.")
        real = "none" if nullity is None else "many" if nullity else "one"
        return correct() if _COUNTS[words] == real else wrong()
    if _NONE.fullmatch(words):
        return correct() if nullity is None else wrong()
    found = read_affine(answer)
    if found is None:
        return unparsable("Give a tuple such as (1, -3/4) or (1 - 2*t, t), or: no solution")
    constant, directions = found
    if len(constant) != len(rows[0]):
        return wrong("The tuple does not have as many parts as there are unknowns.")
    if nullity is None or _image(rows, constant) != list(right):
        return wrong()
    if any(any(_image(rows, direction)) for direction in directions):
        return wrong("This does not hold for all values of the parameters.")
    return correct() if _rank(directions) == nullity else wrong("There are more solutions than these.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", answer.upper() if not any(c.isdigit() for c in answer) else f"{answer} "]
    if answer.startswith("("):
        forms += [f"[{answer[1:-1]}]", answer.replace(", ", ","), answer.replace("-", "\u2212")]
        forms += [answer.replace("t", "z")]
    return forms


def _image(rows: tuple[tuple[Fraction, ...], ...], vector: Vector) -> list[Fraction]:
    return [sum((a * x for a, x in zip(row, vector, strict=True) if a and x), Fraction()) for row in rows]


@lru_cache(maxsize=1024)
def _solutions(rows: tuple[tuple[Fraction, ...], ...], right: tuple[Fraction, ...]) -> int | None:
    """The dimension of the solution set; None if there is no solution."""
    rank = _rank(rows)
    if _rank([(*row, b) for row, b in zip(rows, right, strict=True)]) > rank:
        return None
    return len(rows[0]) - rank


def _rank(vectors: Any) -> int:
    """By Gauss's elimination on fractions."""
    rows = [list(vector) for vector in vectors]
    rank = 0
    for column in range(len(rows[0]) if rows else 0):
        at = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if at is None:
            continue
        rows[rank], rows[at] = rows[at], rows[rank]
        top = rows[rank]
        for i in range(rank + 1, len(rows)):
            if rows[i][column]:
                factor = rows[i][column] / top[column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], top, strict=True)]
        rank += 1
    return rank

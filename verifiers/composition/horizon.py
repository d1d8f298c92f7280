"""Checks all answers of a chain of problems, one by one.

Right means that every answer is right. `parts` says more, for reports and for shaped rewards: ``right``, the share of
answers that are right; ``prefix``, the share of the chain before the first wrong one; ``last``, whether the last is
right; and each answer by its name. Answers are compared as exact numbers, in whatever form they stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import takewhile
from typing import Any

from ..answers.assignments import read_assignments
from ..base import Verdict, correct, unparsable, wrong


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``A1 = 7, A2 = -3/4``."""
    values = [Fraction(step["value"]) for step in payload["problem"]["steps"]]
    names = [f"a{n}" for n in range(1, len(values) + 1)]
    pairs = read_assignments(answer, names, tuples=True)
    if pairs is None or [name for name, _ in pairs] != names:
        return unparsable("Give every answer once and in order, such as: A1 = 7, A2 = -3/4.")
    right = [given == value for (_, given), value in zip(pairs, values, strict=True)]
    parts = {
        "right": sum(right) / len(right),
        "prefix": len(list(takewhile(bool, right))) / len(right),
        "last": float(right[-1]),
        **{name.upper(): float(passed) for name, passed in zip(names, right, strict=True)},
    }
    if all(right):
        return correct(**parts)
    return wrong("Not every answer is right.", **parts)


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    pairs = [pair.split(" = ") for pair in answer.split(", ")]
    return [
        f" {answer}.\n",
        answer.replace(", ", "\n"),
        answer.replace(" = ", "="),
        answer.replace(" = ", ": "),
        ", ".join(f"A_{{{name[1:]}}} = {value}" for name, value in pairs),
        *([", ".join(value for _, value in pairs)] if len(pairs) > 1 else []),
        f"${answer}$",
        answer.replace("-", "\u2212"),
    ]

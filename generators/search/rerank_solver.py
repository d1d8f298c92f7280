"""The solver of rerank: grades the passages from the facts that they state, and compares every pair.

It takes nothing from the generator's grades. An answer is any row of the labels, parted by one kind of sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations

from ..base import Json


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether no passage stands before one with a higher grade."""
    problem = payload["problem"]
    labels: list[str] = problem["labels"]
    signs = set(re.findall(r"[^\w\s]", answer))
    if len(answer) > 4000 or len(signs) > 1 or not signs <= {">", ",", ";"}:
        return False
    given = [part.strip().upper() for part in re.split(r"[>,;]" if signs else r"\n", answer.strip())]
    if sorted(given) != sorted(labels):
        return False
    grades = dict(zip(labels, graded(problem), strict=True))
    return not any(grades[first] < grades[second] for first, second in combinations(given, 2))


def graded(problem: Mapping[str, Json]) -> list[int]:
    """The grade of each passage, by the rule in the prompt."""
    subject, relation, day = problem["asked"]
    passages: list[tuple[str, list[list[Json]]]] = problem["passages"]
    asked = [fact for _, facts in passages for fact in facts if fact[0] == subject and fact[1] == relation]
    # Days are written year-month-day with four, two and two digits, so that texts compare like days.
    latest = max((fact[3] for fact in asked if fact[3] is not None and fact[4] is None), default=None)
    today = max((written for written, _ in passages), default="")

    def answers(fact: list[Json], written: str) -> bool:
        if fact[:2] != [subject, relation]:
            return False
        if day is None:
            return True
        since, until = fact[3], fact[4]
        if until is not None:
            return bool(since <= day < until)
        if day >= today and since == latest:  # asked for today: the last that is said to have begun
            return True
        return bool(since <= day <= written)

    found = []
    for written, facts in passages:
        if any(answers(fact, written) for fact in facts):
            found.append(3)
        elif any(subject in (fact[0], fact[2]) for fact in facts):
            found.append(2)
        else:
            found.append(1 if any(fact[1] == relation for fact in facts) else 0)
    return found

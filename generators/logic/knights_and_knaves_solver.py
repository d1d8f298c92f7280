"""The solver of knights and knaves: find every consistent assignment, then compare.

A set of assignments is an integer with one bit for each of the 2^n, so that "and" is ``&``. The verifier looks
at the one assignment it is given; this looks at all of them, and reads the answer with one regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_PAIR = re.compile(
    r"\s*([A-Za-z]+)[\s:=-]+(?:is\s+)?(?:a\s+)?(knight|knave)\b[\s,;.]*", re.IGNORECASE | re.ASCII
)
_MAX_CHARS = 4096


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer`, pairs such as ``Ann: knight``, is the only consistent assignment of the payload."""
    people: list[str] = payload["people"]
    solutions = _solutions(payload["statements"], len(people))
    if solutions == 0 or solutions & (solutions - 1) or len(answer) > _MAX_CHARS:
        return False
    solution = solutions.bit_length() - 1
    expected = {name.lower(): ("knave", "knight")[solution >> p & 1] for p, name in enumerate(people)}
    found: list[tuple[str, str]] = []
    position = 0
    while position < len(answer):
        pair = _PAIR.match(answer, position)
        if pair is None:
            return False
        found.append((pair[1].lower(), pair[2].lower()))
        position = pair.end()
    return sorted(found) == sorted(expected.items())


def _solutions(statements: Sequence[Sequence[Any]], count: int) -> int:
    worlds = 1 << count
    full = (1 << worlds) - 1
    # The worlds in which bit p of the world's number is 1, as a repeated pattern of 2^p zeros and 2^p ones.
    knight = [full // ((1 << (2 << p)) - 1) * (((1 << (1 << p)) - 1) << (1 << p)) for p in range(count)]
    left = full
    for speaker, statement in enumerate(statements):
        left &= full ^ knight[speaker] ^ _true(statement, knight, full)
    return left


def _true(statement: Sequence[Any], knight: Sequence[int], full: int) -> int:
    op: str = statement[0]
    rest = statement[1:]
    if op in ("is", "same", "differ"):
        p: int = rest[0]
        q: int = rest[1]  # for "is" the kind, not a person
        true: int = knight[p] if op == "is" else knight[p] ^ knight[q]
        return full ^ true if op == "same" or (op == "is" and q == 0) else true
    if op in ("exactly", "least", "most"):
        k: int = rest[0]
        kind, people = rest[1:]
        at_least = [full] + [0] * (len(people) + 1)  # at_least[j]: worlds with j or more of the kind so far
        for p in people:
            fits = knight[p] if kind else full ^ knight[p]
            for j in range(len(people), 0, -1):
                at_least[j] |= at_least[j - 1] & fits
        if op == "least":
            return at_least[k]
        return full ^ at_least[k + 1] if op == "most" else at_least[k] & ~at_least[k + 1]
    if op == "says":
        would: int = rest[0]
        return full ^ knight[would] ^ _true(rest[1], knight, full)
    first = _true(rest[0], knight, full)
    if op == "not":
        return full ^ first
    for part in rest[1:]:
        second = _true(part, knight, full)
        if op == "and":
            first &= second
        elif op == "or":
            first |= second
        elif op == "if":
            first = full ^ first | second
        else:
            first ^= second if op == "xor" else full ^ second
    return first

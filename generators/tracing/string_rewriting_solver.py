"""String rewriting a second time, each kind by another method than following the line.

Ordered rules run on a list of letters with an explicit search. Sliding tokens pass through each other unless
they are of one letter, so each letter cancels by itself like brackets, and what is left is sorted by its way.
A letter of a parallel rewriting is grown by itself to the end. Insertion is a scan with a pointer, and a tag
system one list that only grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The letters, or the tokens in small letters, of the line at the end."""
    kind, line, rules = problem["kind"], problem["line"], problem["rules"]
    if kind == "ordered":
        return _ordered(list(line), [(list(left), list(right)) for left, right in rules])
    if kind == "sliding":
        return [token.lower() for token in _sliding(line.split())]
    if kind == "parallel":
        return _parallel(line, dict(rules), problem["steps"])
    if kind == "insertion":
        for left, right in rules:
            line = _scanned(line, left, right)
        return list(line)
    letters, front = list(line), 0
    added = dict(rules)
    for _ in range(problem["steps"]):
        letters += added[letters[front]]
        front += problem["taken"]
    return letters[front:]


def _ordered(line: list[str], rules: list[tuple[list[str], list[str]]]) -> list[str]:
    while True:
        places = (
            (left, right, at)
            for left, right in rules
            for at in range(len(line) - len(left) + 1)
            if all(line[at + n] == letter for n, letter in enumerate(left))
        )
        found = next(places, None)
        if found is None:
            return line
        left, right, at = found
        line[at : at + len(left)] = right


def _sliding(tokens: list[str]) -> list[str]:
    """Of each letter, X# opens and #X closes; all that is left of #X moves in front of all that is left of X#."""
    gone: set[int] = set()
    for letter in "AB":
        waiting: list[int] = []
        for at, token in enumerate(tokens):
            if token == f"{letter}#":
                waiting.append(at)
            elif token == f"#{letter}" and waiting:
                gone |= {waiting.pop(), at}
    left = [token for at, token in enumerate(tokens) if at not in gone]
    return [token for token in left if token[0] == "#"] + [token for token in left if token[0] != "#"]


def _parallel(line: str, rules: dict[str, str], steps: int) -> list[str]:
    @cache
    def grown(letter: str, left: int) -> str:
        return "".join(grown(each, left - 1) for each in rules[letter]) if left else letter

    return list("".join(grown(letter, steps) for letter in line))


def _scanned(line: str, pattern: str, letter: str) -> str:
    out, at = "", 0
    while at < len(line):
        if line[at : at + len(pattern)] == pattern:
            out += pattern + letter
            at += len(pattern)
        else:
            out += line[at]
            at += 1
    return out


confirms = confirming_any(solve)

"""The solver of zebra puzzles: the row of houses as a list of sets.

The verifier follows each value to its house; this looks at the houses from left to right and asks what is in them.
It reads the answer with one regular expression for a house.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

_WORD = re.compile(r"[A-Za-z]+", re.ASCII)
_LINE = re.compile(r"[\s:.,;)|-]*([0-9]+)([A-Za-z\s:.,;)|-]*)", re.ASCII)
_MAX_CHARS = 4096


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer`, a number and then the values for each house, is a table in which every clue is true."""
    rows: Sequence[Sequence[str]] = [values for _, values in payload["attributes"]]
    words = [word.lower() for word in chain.from_iterable(rows)]
    kind_of = {word.lower(): number for number, row in enumerate(rows) for word in row}
    contents: dict[int, set[str]] = {}
    position = 0
    if re.search("-[0-9]", answer):
        return False
    while position < len(answer) <= _MAX_CHARS:
        line = _LINE.match(answer, position)
        if line is None:
            return False
        number = int(line[1][:4])
        found = [word.lower() for word in _WORD.findall(line[2])]
        if str(number) != line[1] or number in contents:
            return False
        if sorted(kind_of.get(word, -1) for word in found) != list(range(len(rows))):
            return False
        contents[number] = set(found)
        position = line.end()
    if sorted(contents) != list(range(1, payload["houses"] + 1)):
        return False
    street = [contents[number] for number in sorted(contents)]
    if set().union(*street) != set(words):
        return False
    return all(_fits(street, words, *clue) for clue in payload["clues"])


def _fits(street: Sequence[set[str]], words: Sequence[str], kind: str, first: int, *rest: int) -> bool:
    a = words[first]
    if kind == "in":
        return any(a in street[h] for h in rest)
    if kind == "out":
        return a not in street[rest[0]]
    b = words[rest[0]]
    together = [house for house in street if a in house and b in house]
    if kind in ("same", "apart"):
        return len(together) == (kind == "same")
    if kind == "oneof":
        return bool(together) or any(a in house and words[rest[1]] in house for house in street)
    if kind == "left":
        return any(a in house and b in other for h, house in enumerate(street) for other in street[h + 1 :])
    step = rest[1] + 1 if kind == "gap" else 1
    pairs = list(zip(street, street[step:], strict=False))
    forwards = any(a in house and b in other for house, other in pairs)
    return forwards or (kind != "before" and any(b in house and a in other for house, other in pairs))

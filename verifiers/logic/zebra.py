"""Checks the table of a zebra puzzle: each value in one house, each house complete, every clue true.

The payload holds the attributes and the clues in a compact form (see `clue_holds`), and no solution. The generator
proves that only one table fits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..answers import plain
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, illegal, unparsable, wrong

# What may stand between words. A question mark, a slash or any other sign makes the answer unreadable.
_SEPARATORS = str.maketrans(
    dict.fromkeys(",;:.=|*_#()[]{}\"'`->&\u201c\u201d\u2018\u2019\u2013\u2014\u2192\u2022\u00a0", " ")
)
_NEGATIVE = re.compile(r"-[0-9]")
_FORM = "Give one line for each house: its number, a colon, and its values separated by commas."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a line such as ``1: red, cat, Ann`` for each house.

    The values of a house may come in any order, with or without the names of their attributes, and houses in any
    order; ``House 1``, ``1.``, tables with ``|`` and JSON are read. Parts: ``clues``, the share that hold.
    """
    where = _read(payload, answer)
    if isinstance(where, Verdict):
        return where
    clues: Sequence[Sequence[Any]] = payload["clues"]
    broken = [number for number, clue in enumerate(clues, 1) if not clue_holds(clue, where)]
    if not broken:
        return correct(clues=1.0)
    return wrong(f"Clue {broken[0]} does not hold.", clues=1 - len(broken) / len(clues))


def _read(payload: Mapping[str, Any], answer: str) -> list[int] | Verdict:
    """The house of each value, numbered from 0, or the verdict on an answer that is no table."""
    houses: int = payload["houses"]
    attributes: Sequence[tuple[str, Sequence[str]]] = payload["attributes"]
    answer = without_text_commands(plain(answer))
    text = answer.translate(_SEPARATORS)
    if not text.isascii() or _NEGATIVE.search(answer):
        return unparsable(_FORM)
    index = {value.lower(): x for x, value in enumerate(v for _, values in attributes for v in values)}
    labels = {name.lower(): a for a, (name, _) in enumerate(attributes)}
    numbers = {str(h + 1): h for h in range(houses)}
    where = [-1] * len(index)
    taken: set[int] = set()  # attribute a of house h as a * houses + h
    seen: set[int] = set()
    house, label = -1, -1
    for word in text.lower().split():
        if word in index:
            x = index[word]
            if house < 0 or (label >= 0 and x // houses != label):
                return unparsable(_FORM)
            if where[x] >= 0:
                return illegal("Put each value into one house only.")
            cell = x - x % houses + house
            if cell in taken:
                return illegal("Give each house one value of each kind.")
            taken.add(cell)
            where[x] = house
            label = -1
        elif word in numbers:
            house, label = numbers[word], -1
            if house in seen:
                return unparsable("Give each house one line only.")
            seen.add(house)
        elif word in labels:
            label = labels[word]
        elif word not in ("house", "houses"):
            return unparsable(f"{_FORM} Use the given words only.")
    if -1 in where:
        return illegal("Put every value into a house.") if seen else unparsable(_FORM)
    return where


def clue_holds(clue: Sequence[Any], where: Sequence[int]) -> bool:
    """Whether a clue holds when value x is in house ``where[x]``, from 0 at the left.

    "in" x h...: x is in one of these; "out" x h: not in it; "same" and "apart" x y; "next" x y: neighbours;
    "gap" x y k: exactly k houses between; "before" x y: x immediately left of y; "left" x y: anywhere left of
    it; "oneof" x y z: x is with y or with z.
    """
    kind: str = clue[0]
    x: int = where[clue[1]]
    if kind in ("in", "out"):
        return (x in clue[2:]) is (kind == "in")
    y: int = where[clue[2]]
    if kind == "gap":
        between: int = clue[3]
        return abs(x - y) == between + 1
    if kind == "oneof":
        return x in (y, where[clue[3]])
    return {
        "same": x == y,
        "apart": x != y,
        "next": abs(x - y) == 1,
        "before": x + 1 == y,
        "left": x < y,
    }[kind]


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer, for the conformance suite."""
    rows = [(line.split(": ")[0], line.split(": ")[1].split(", ")) for line in answer.split("\n")]
    return [
        answer.upper(),
        answer.replace("\n", "; "),
        answer.replace(":", ".").replace(",", ""),
        "\n".join(f"House {number}: {', '.join(reversed(values))}" for number, values in reversed(rows)),
        "\n".join(f"- **House {number}** - {' - '.join(values)}." for number, values in rows),
        "| House |\n|---|\n" + "\n".join(f"| {number} | {' | '.join(values)} |" for number, values in rows),
        "{" + ", ".join(f'"{number}": {values!r}' for number, values in rows) + "}",
        "\n".join(f"{number}) {' '.join(values)}" for number, values in rows),
    ]

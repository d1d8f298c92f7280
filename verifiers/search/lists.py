r"""Answers of several items: all of them and only them, in any order.

The items of an answer stand between commas, semicolons, "and", ``&``, bullets or ends of lines; the lines may be
numbered or have bullets. A separator may also be part of a name ("the Guild of Salt and Iron", "May 3, 812"): what is
between separators is joined again wherever that gives an item of the reference. The answer is right if it can be read
whole as the reference's items, each at least once. A comma between digits that makes thousands is no separator.

The items of a reference are separated by semicolons; where there is none, by commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .names import unwrapped

Find = Callable[[str], int | None]
"""Which item of the reference a text is, as a whole."""

MAX_ITEMS = 200
"""Most pieces of an answer that are looked at."""
_MAX_READINGS = 64

_BETWEEN = re.compile(r"[;\n•]|,(?!(?<=[0-9],)[0-9]{3}(?![0-9]))|(?<![^\s,;])(?:and|&)(?=\s)", re.IGNORECASE)
_BULLET = re.compile(r"\s*(?:[-*•]|\(?[0-9]{1,3}[.)])\s+")
_LISTED = re.compile(r"(?:both|all of) ", re.IGNORECASE)
_BRACKETS = {"[": "]", "(": ")", "{": "}"}


def gold_items(text: str) -> list[str]:
    """The items of a reference."""
    return [item for part in text.split(";" if ";" in text else ",") if (item := part.strip(" ,\t\n"))]


def separators(text: str) -> int:
    """How many separators an item holds."""
    return len(_BETWEEN.findall(text))


class Pieces:
    """What stands between the separators of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[tuple[int, int]] = []
        start = 0
        for match in _BETWEEN.finditer(text):
            self._add(start, match.start())
            start = match.end()
        self._add(start, len(text))

    def _add(self, start: int, end: int) -> None:
        if self.text[start:end].strip():
            self.spans.append((start, end))

    def joined(self, first: int, last: int) -> str:
        """The text of some pieces in a row, with what separates them."""
        return self.text[self.spans[first][0] : self.spans[last][1]]


def covers(pieces: Pieces, count: int, find: Find, widest: int) -> bool:
    """Whether the pieces can be read as all of `count` items and nothing else.

    Args:
        pieces: of the answer.
        count: of the items of the reference.
        find: which item a text is.
        widest: most pieces that one item may consist of.
    """
    size = len(pieces.spans)
    if not 0 < size <= MAX_ITEMS:
        return False
    readings: list[dict[int, None]] = [{0: None}, *({} for _ in range(size))]
    for first in range(size):
        if not readings[first]:
            continue
        for last in range(first, min(first + widest, size)):
            item = find(pieces.joined(first, last))
            if item is not None:
                after = readings[last + 1]
                for seen in readings[first]:
                    if len(after) < _MAX_READINGS:
                        after[seen | 1 << item] = None
    return (1 << count) - 1 in readings[size]


def overlap(pieces: Pieces, count: int, find: Find, widest: int) -> tuple[float, float]:
    """Precision and recall of the items, read from the left, the longest first."""
    found: set[int] = set()
    right = said = at = 0
    size = min(len(pieces.spans), MAX_ITEMS)
    while at < size:
        for last in range(min(at + widest, size) - 1, at - 1, -1):
            item = find(pieces.joined(at, last))
            if item is not None:
                found.add(item)
                right += 1
                at = last
                break
        said += 1
        at += 1
    return (right / said if said else 0.0), len(found) / count


def readings(answer: str) -> Iterator[str]:
    """The answer as it is, and without brackets around it, bullets, and "both" before it, where there are any."""
    text = answer.strip()
    yield text
    bare = _undone(text)
    if bare != text:
        yield bare
    if lead := _LISTED.match(bare):
        yield bare[lead.end() :]


def _undone(text: str) -> str:
    text = unwrapped(text)
    close = _BRACKETS.get(text[:1])
    if close is not None and text[-1] == close and text.count(text[0]) == text.count(close) == 1:
        text = text[1:-1]
    lines = [line for line in text.splitlines() if line.strip()]
    marks = [mark for line in lines if (mark := _BULLET.match(line))]
    if lines and len(marks) == len(lines) and (len(lines) > 1 or not lines[0].rstrip()[-1].isdigit()):
        lines = [line[mark.end() :] for line, mark in zip(lines, marks, strict=True)]
    return "\n".join(lines)

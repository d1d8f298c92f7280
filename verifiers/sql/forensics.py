"""Judge what was found at the end of a trail through logs: one value of a stated kind, by rule.

**The answer** is one line, the value, with ``answer:`` before it or not. Quotes around it and the case of its letters
do not matter; nothing else is changed, and nothing is looked for inside a text, so a list of candidates is wrong. A
time may have a T instead of its blank and a Z or UTC behind it.

**The way**: a second line ``path: a -> b -> c`` may give what was found between the start and the answer. It has no
influence on a right answer. With a wrong one it earns less than 0.4: each entity of the way that is named, in the
right order, is worth 0.6 * 0.4**k, where k counts back from the answer, as in ExCyTIn-Bench. Each other entity that
is named takes away as many parts of that as there are right ones, so with as many wrong ones as right ones nothing
is left: naming all that was seen is worth nothing. The start, if it is named first, and the line's own answer, if it
is named last, do not count. The verdict's part ``trail`` is the published credit, which takes nothing away.

The payload: ``answer`` with its ``kind`` and ``value``; ``start``, the spellings of the start; ``path``, for each
entity in between, its spellings. All of them are in small letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..answers.wrapping import layers
from ..base import Verdict, correct, unparsable, wrong

MAX_CHARS = 2000
_TIME = re.compile(r"(\d{4}-\d{2}-\d{2})[ t](\d{2}:\d{2}:\d{2})(?:z| utc)?")
_QUOTES = ("'", '"', "`")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Judge an answer, and, if it is wrong, the way that it tells."""
    lines = [line.strip() for line in answer.split("\n") if line.strip()] if len(answer) <= MAX_CHARS else []
    if not lines or len(lines) > 2 or not all(line.isascii() and line.isprintable() for line in lines):
        return unparsable("Give one value, and if you like a second line that begins with 'path:'.")
    if len(lines) == 2 and not lines[1].lower().startswith("path:"):
        return unparsable("The second line must begin with 'path:'.")
    first = re.sub(r"(?i)^answer:", "", lines[0])
    wanted = payload["answer"]
    for given in dict.fromkeys(
        map(plain, (first, *layers(first, stops=False, words=True), *layers(first, words=True)))
    ):
        if (_time(given) if wanted["kind"] == "time" else given) == wanted["value"]:
            return correct()
    told = [plain(part) for part in lines[1][len("path:") :].split("->")] if len(lines) == 2 else []
    score = credit(told, given, payload)
    return wrong("That is not what the trail leads to.", score, path=score, trail=reached(told, payload))


def plain(text: str) -> str:
    """A value without the quotes around it, in small letters."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in _QUOTES:
        text = text[1:-1].strip()
    return text.lower()


def credit(told: Sequence[str], answer: str, payload: Mapping[str, Any]) -> float:
    """What the told way is worth, from 0 to less than 0.4."""
    way = list(told)
    if way and way[0] in payload["start"]:
        del way[0]
    if way and way[-1] == answer:
        del way[-1]
    path: Sequence[Sequence[str]] = payload["path"]
    if not way or len(way) > 2 * len(path):
        return 0.0
    # The worthiest way to read the told entities as entities of the trail, in order: best[i] is the worth and the
    # number of right ones where all that were read are among the first i of the trail.
    best = [(0.0, 0)] * (len(path) + 1)
    for value in way:
        row = list(best)
        for i, spellings in enumerate(path):
            worth, right = best[i]
            if value in spellings:
                row[i + 1] = max(row[i + 1], (worth + 0.6 * 0.4 ** (len(path) - i), right + 1))
            row[i + 1] = max(row[i + 1], row[i])
        best = row
    worth, right = best[-1]
    false = len(way) - right
    return worth * (right - false) / right if right > false else 0.0


def reached(told: Sequence[str], payload: Mapping[str, Any]) -> float:
    """The sum of 0.4**k over the entities of the way that are told, k counting back from the answer; below 2/3.

    This is the partial credit of ExCyTIn-Bench (Wu et al. 2025, arXiv:2507.14201) as its code has it: neither the order
    nor anything else that is told plays a part, so that telling all that was seen earns most.
    """
    path: Sequence[Sequence[str]] = payload["path"]
    named = set(told)
    return sum(0.4 ** (len(path) - i) for i, spellings in enumerate(path) if not named.isdisjoint(spellings))


def _time(text: str) -> str:
    found = _TIME.fullmatch(text)
    return f"{found[1]} {found[2]}" if found else text

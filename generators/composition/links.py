"""What one problem passes on to the next: a number in its text, or which of several problems it is.

A number may be hidden behind a letter if it stands in the text once, by itself, in the facts of the payload once, and
in the worked solution: then the problem cannot be solved as it is meant to be without it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json

LETTERS = "KMNPQRSTW"
MAX_DIGITS = 6
# A number by itself: no part of a word, a decimal, a fraction, a date or a time.
_ALONE = re.compile(r"(?<![\w.,/:'\\-])[0-9]+(?![\w/:'\\]|[.,][0-9]|-)")


def replaceable(prompt: str, payload: Mapping[str, Json], trace: str | None) -> list[int]:
    """Places in `prompt` of numbers that may be hidden, in order."""
    facts = payload["problem"] if "problem" in payload else {k: v for k, v in payload.items() if k != "gold"}
    counts = _counts(facts)
    digits = re.findall("[0-9]+", prompt)
    used = set(re.findall("[0-9]+", trace or ""))
    return [
        match.start()
        for match in _ALONE.finditer(prompt)
        if len(text := match[0]) <= MAX_DIGITS
        and int(text) >= 2
        and text in used
        and digits.count(text) == 1
        and counts.get(int(text)) == 1
    ]


def _counts(value: Json) -> dict[int, int]:
    """How often each number stands in a JSON value, its texts included."""
    counts: dict[int, int] = {}
    waiting = [value]
    while waiting:
        item = waiting.pop()
        found: list[int] = []
        if isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, str):
            found = [int(text) for text in re.findall("[0-9]+", item) if len(text) < 100]
        elif isinstance(item, int) and not isinstance(item, bool):
            found = [abs(item)]
        for number in found:
            counts[number] = counts.get(number, 0) + 1
    return counts


def with_letter(prompt: str, place: int, letter: str) -> str:
    """`prompt` with the number at `place` replaced by a letter."""
    match = _ALONE.match(prompt, place)
    assert match is not None
    return prompt[:place] + letter + prompt[match.end() :]


def free_letter(prompt: str) -> str | None:
    """A capital letter that is no word of `prompt`, be it large or small."""
    words = {word.upper() for word in re.findall(r"[A-Za-z]+", prompt)}
    return next((letter for letter in LETTERS if letter not in words), None)


def linear(name: str, factor: int, constant: int) -> str:
    """``3*A1 - 5``, or ``5 - A1`` where the factor is negative."""
    term = f"{abs(factor)}*{name}" if abs(factor) != 1 else name
    if factor < 0:
        return f"{constant} - {term}" if constant else f"-{term}"
    return term if constant == 0 else f"{term} {'+' if constant > 0 else '-'} {abs(constant)}"

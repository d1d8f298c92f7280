"""What one problem passes on to the next: a number in its text, or which of several problems it is.

`replaceable` finds the numbers of a problem that may be hidden behind a letter: a number that stands in the text
once, by itself, and in the problem's facts once, and without which the answer is another one, which the task's second
checker has to confirm on changed facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..base import Json

Checker = Callable[[Mapping[str, Json], str], bool]

LETTERS = "KMNPQRSTW"
CHANGES = (1, 2, 5)
"""By how much a number is changed to see whether the answer depends on it."""

# A number by itself: no part of a word, a decimal, a fraction, a date or a time.
_ALONE = re.compile(r"(?<![\w.,/:'\\-])[0-9]+(?![\w/:'\\]|[.,][0-9]|-)")
_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")


def replaceable(prompt: str, payload: Mapping[str, Json], answer: str, check: Checker | None) -> Iterator[int]:
    """Places in `prompt` of numbers that the answer needs, in order."""
    if check is None:
        return
    facts = payload["problem"] if "problem" in payload else {k: v for k, v in payload.items() if k != "gold"}
    counts = _counts(facts)
    digits = re.findall("[0-9]+", prompt)
    for match in _ALONE.finditer(prompt):
        text = match[0]
        if len(text) > 6 or int(text) < 2 or digits.count(text) != 1 or counts.get(int(text)) != 1:
            continue
        if _needed(payload, int(text), answer, check):
            yield match.start()


def _needed(payload: Mapping[str, Json], value: int, answer: str, check: Checker) -> bool:
    """Whether the answer is wrong once `value` is changed in the facts; facts that make no sense do not count."""
    for change in CHANGES:
        if "problem" in payload:
            changed = {**payload, "problem": _changed(payload["problem"], value, value + change)}
        else:
            changed = {k: v if k == "gold" else _changed(v, value, value + change) for k, v in payload.items()}
        try:
            if check(changed, answer):
                return False
        except (ArithmeticError, ValueError, LookupError, TypeError, AssertionError):
            return False
    return True


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


def _changed(value: Json, old: int, new: int) -> Json:
    if isinstance(value, dict):
        return {key: _changed(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_changed(item, old, new) for item in value]
    if isinstance(value, str):
        return _NUMBER.sub(lambda match: str(new) if match[0] == str(old) else match[0], value)
    if type(value) is int and abs(value) == old:
        return new if value > 0 else -new
    return value


def with_letter(prompt: str, place: int, letter: str) -> str:
    """`prompt` with the number at `place` replaced by a letter."""
    match = _ALONE.match(prompt, place)
    assert match is not None
    return prompt[:place] + letter + prompt[match.end() :]


def free_letter(prompt: str) -> str | None:
    """A capital letter that is no word of `prompt`."""
    words = set(re.findall(r"[A-Za-z]+", prompt))
    return next((letter for letter in LETTERS if letter not in words), None)


def linear(name: str, factor: int, constant: int) -> str:
    """``3*A1 - 5``."""
    head = f"{'-' if factor < 0 else ''}{'' if abs(factor) == 1 else f'{abs(factor)}*'}{name}"
    return head if constant == 0 else f"{head} {'+' if constant > 0 else '-'} {abs(constant)}"

"""Wrong answers that look like right ones: small changes that keep the shape of an answer.

A change that shows on the surface (a lost digit, a doubled word, a fraction that could be reduced) would let a judge
learn the surface. So numbers keep their number of digits, words and numbers are swapped with their like, and letters
become letters.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from math import gcd

_NUMBER = re.compile(r"[0-9]+")
_WORD = re.compile(r"[A-Za-z]{2,}")
_SIGN = re.compile(r" [+-] ")
_LETTERS = re.compile(r"[A-Za-z, ]+")
_FRACTION = re.compile(r"([0-9]+)/([0-9]+)")


def near_miss(answer: str, rng: random.Random, tries: int = 12) -> str | None:
    """A text of the same shape that differs in one place or two; None if none was found.

    It may still be right (equal terms that change places), which the caller has to find out.
    """
    for _ in range(tries):
        changed = rng.choice(_KINDS)(answer, rng)
        if changed is not None and changed != answer and _looks_finished(changed):
            return changed
    return None


def _digit(answer: str, rng: random.Random) -> str | None:
    number = _one(_NUMBER, answer, rng)
    if number is None:
        return None
    place = rng.randrange(number.start(), number.end())
    leads = place == number.start() and len(number[0]) > 1
    digit = rng.choice([d for d in "0123456789"[leads:] if d != answer[place]])
    return answer[:place] + digit + answer[place + 1 :]


def _nudge(answer: str, rng: random.Random) -> str | None:
    number = _one(_NUMBER, answer, rng)
    if number is None:
        return None
    value = str(int(number[0]) + rng.choice((-10, -2, -1, 1, 2, 10)))
    return _put(answer, number, value) if len(value) == len(number[0]) and not value.startswith("-") else None


def _sign(answer: str, rng: random.Random) -> str | None:
    sign = _one(_SIGN, answer, rng)
    return None if sign is None else _put(answer, sign, " - " if sign[0] == " + " else " + ")


def _swap(answer: str, rng: random.Random) -> str | None:
    found = list(rng.choice((_NUMBER, _WORD)).finditer(answer))
    if len({match[0] for match in found}) < 2:
        return None
    first, second = sorted(rng.sample(found, 2), key=lambda match: match.start())
    between = answer[first.end() : second.start()]
    return answer[: first.start()] + second[0] + between + first[0] + answer[second.end() :]


def _letter(answer: str, rng: random.Random) -> str | None:
    if not _LETTERS.fullmatch(answer):
        return None
    places = [place for place, char in enumerate(answer) if char.isalpha()]
    if len(places) < 2:
        return None
    place, other = rng.sample(places, 2)
    return answer[:place] + answer[other] + answer[place + 1 :]


_KINDS: tuple[Callable[[str, random.Random], str | None], ...] = (_digit, _nudge, _sign, _swap, _letter)


def _looks_finished(answer: str) -> bool:
    """No number begins with a needless zero, and every fraction is in lowest terms."""
    if any(len(number) > 1 and number[0] == "0" for number in re.findall(r"(?<![0-9.])[0-9]+", answer)):
        return False
    return all(gcd(int(top), int(bottom)) == 1 < int(bottom) for top, bottom in _FRACTION.findall(answer))


def _one(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]

"""Nim and its kin.

A position is a list: of heaps, pairs, pins, squares or jars, or of the stones and how many of them may be taken.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

from .rules import Payload, Rules

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_UNORDERED = ("nim", "misere", "subtraction", "primes", "lasker")


def _prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


class NimGames(Rules):
    """A move is what is taken from where: ``A3``, ``AB2``, ``C1+4``, ``A>CD``, ``4-5`` or a number."""

    form = "A move is written like the example in the task."
    move = re.compile(r"[A-Z]{0,2}[0-9]{1,3}(?:[+-][0-9]{1,3})?|[A-Z]>[A-Z]{2}")

    def start(self, payload: Payload) -> Any:
        """The position of the task."""
        position = payload["position"]
        return [int(sign == "X") for sign in position[0]] if payload["kind"] == "kayles" else position

    def named(self, payload: Payload, word: str) -> str:
        """The smaller part, the earlier place and the earlier letter come first."""
        kind = payload["kind"]
        if kind == "beans" and word[1:2] == ">":
            return word[:2] + "".join(sorted(word[2:]))
        letters, numbers = re.match("[A-Z]*", word)[0], [int(n) for n in re.findall("[0-9]+", word)]  # type: ignore[index]
        sign = next((sign for sign in "+-" if sign in word), "")
        if kind in ("lasker", "kayles"):
            numbers.sort()
        return "".join(sorted(letters)) + sign.join(map(str, numbers))

    def moves(self, payload: Payload, position: Any) -> dict[str, Any]:
        """Whatever the game of the payload allows."""
        kind = payload["kind"]
        if kind in ("kayles", "flips"):
            return _turned(kind, position, payload["allowed"])
        if kind == "fibonacci":
            stones, most = position
            return {str(n): [stones - n, 2 * n] for n in range(1, stones + 1) if n <= most}
        found: dict[str, Any] = {}
        for at, part in enumerate(position):
            before, behind, letter = position[:at], position[at + 1 :], _LETTERS[at]
            if kind == "euclid":
                low, high = sorted(part)
                found |= {
                    f"{letter}{times * low}": [
                        *before,
                        sorted([high - times * low, low], reverse=True),
                        *behind,
                    ]
                    for times in range(1, high // low + 1 if low else 0)
                }
            elif kind == "beans":
                for j in range(at + 1, len(position) if part else 0):
                    for k in range(j, len(position)):
                        after = [*before, part - 1, *behind]
                        after[j], after[k] = (after[j] + 1 + (j == k), after[k] + 1 + (j == k))
                        found[f"{letter}>{_LETTERS[j]}{_LETTERS[k]}"] = after
            else:
                least = max([0, *before[-1:]]) if kind == "ordered" else 0
                for left in range(least, part):
                    if self._may(payload, part - left):
                        found[f"{letter}{part - left}"] = [*before, left, *behind]
                if kind == "lasker":
                    found |= {
                        f"{letter}{less}+{part - less}": [*before, less, *behind, part - less]
                        for less in range(1, part)
                        if less <= part - less
                    }
        if kind == "wythoff":
            a, b, c, d = position
            found |= {f"AB{n}": [a - n, b - n, c, d] for n in range(1, min(a, b) + 1)}
            found |= {f"CD{n}": [a, b, c - n, d - n] for n in range(1, min(c, d) + 1)}
        return found

    def _may(self, payload: Payload, count: int) -> bool:
        kind, allowed = payload["kind"], payload["allowed"]
        if kind == "primes":
            return _prime(count)
        return count in allowed if kind == "subtraction" else not allowed or count <= allowed[0]

    def ended(self, payload: Payload, position: Any) -> int | None:
        """Who cannot move has lost; in misere, has won."""
        if self.moves(payload, position):
            return None
        return 1 if payload["kind"] == "misere" else -1

    def same(self, payload: Payload, position: Any) -> Hashable:
        """Heaps in another order are the same, where no rule looks at their order."""
        if payload["kind"] in _UNORDERED:
            return tuple(sorted(position))
        if payload["kind"] == "euclid":
            return tuple(sorted(map(tuple, position)))
        if payload["kind"] == "kayles":
            return tuple(sorted(map(len, "".join(map(str, position)).split("0"))))
        return tuple(position)

    def show(self, payload: Payload, position: Any) -> str:
        """The position in the words of the prompt."""
        kind = payload["kind"]
        if kind == "fibonacci":
            return f"Stones: {position[0]}. The player whose turn it is may take up to {position[1]}."
        ones = ", ".join(str(at) for at, part in enumerate(position, 1) if part) or "none"
        if kind == "kayles":
            return f"Places with a pin: {ones}. All other places are empty."
        if kind == "flips":
            return f"Squares: 1 to {len(position)}. White: {ones}. All others are black."
        name = {"euclid": "Pairs", "beans": "Jars"}.get(kind, "Heaps")
        parts = (tuple(part) if kind == "euclid" else part for part in position)
        return f"{name} {', '.join(f'{_LETTERS[at]}: {part}' for at, part in enumerate(parts))}."


def _turned(kind: str, places: list[int], lengths: list[int]) -> dict[str, Any]:
    """Pins that are knocked down, or squares that are turned over."""
    found: dict[str, Any] = {}
    for first in range(1, len(places) + 1):
        ends = [first + n - 1 for n in lengths] if kind == "kayles" else range(first, len(places) + 1, first)
        for last in ends if places[first - 1] else ():
            hit = range(first, last + 1, 1 if kind == "kayles" else first)
            if kind == "kayles" and not all(0 < place <= len(places) and places[place - 1] for place in hit):
                continue
            after = [1 - value if place in hit else value for place, value in enumerate(places, 1)]
            found[str(first) if first == last else f"{first}-{last}"] = after
    return found


RULES = NimGames()
verify = RULES.verify

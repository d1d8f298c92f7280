"""The solver of `nim-games`: winning moves by theory, where the generator searches.

Eight of the games are sums of parts that do not touch each other: a position is lost if the nimbers of its parts have the exclusive or
0 (R. Sprague 1935, P. Grundy 1939). Misere Nim, Wythoff's game and Fibonacci Nim have rules of their own for what is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from math import isqrt
from operator import xor

from ..base import Json
from ..readers import bare
from .nim_rules import PRIMES, Position, rules_of

_MOVE = re.compile(r"[A-Z]{0,2}[0-9]{1,3}(?:[+-][0-9]{1,3})?|[A-Z]>[A-Z]{2}")


def _mex(nimbers: Iterable[int]) -> int:
    seen = set(nimbers)
    return next(n for n in range(len(seen) + 1) if n not in seen)


@cache
def _taken(heap: int, allowed: tuple[int, ...]) -> int:
    return _mex(_taken(heap - count, allowed) for count in allowed if count <= heap)


@cache
def _pair(large: int, small: int) -> int:
    after = [(large - count, small) for count in range(small, large + 1, small)] if small else []
    return _mex(_pair(max(pair), min(pair)) for pair in after)


@cache
def _row(pins: int) -> int:
    return _mex(_row(a) ^ _row(pins - n - a) for n in (1, 2) for a in range((pins - n) // 2 + 1) if n <= pins)


def _lasker(heap: int) -> int:
    return heap + (heap % 4 == 3) - (heap % 4 == 0) if heap else 0


@cache
def _bean(after: int) -> int:
    """A bean with so many jars after its own."""
    return _mex(_bean(j) ^ _bean(k) for j in range(after) for k in range(j + 1))


@cache
def _white(square: int, last: int) -> int:
    """A single white square: the others of its turns are white squares in their turn."""
    turned, found = 0, [0]
    for other in range(2 * square, last + 1, square):
        turned ^= _white(other, last)
        found.append(turned)
    return _mex(found)


def _stairs(heaps: Position) -> int:
    """What a heap has more than the one before it can only go to the difference after it: Nim on every other one."""
    steps = [heap - before for before, heap in zip((0, *heaps), heaps, strict=False)]
    return reduce(xor, steps[::-2])


def _misere(heaps: Position) -> bool:
    nimber = reduce(xor, heaps)
    return nimber == 1 if max(heaps) <= 1 else nimber == 0


def _cold(heaps: Position) -> bool:
    """Wythoff: the smaller heap is the golden ratio times the difference, rounded down."""
    apart = max(heaps) - min(heaps)
    return min(heaps) == (apart + isqrt(5 * apart * apart)) // 2


def _small(position: Position) -> bool:
    """Fibonacci Nim is lost if fewer stones may be taken than the least part of the Zeckendorf sum."""
    stones, most = position
    numbers = [1, 2]
    while numbers[-1] <= stones:
        numbers.append(numbers[-1] + numbers[-2])
    least = 0
    for number in reversed(numbers):
        if number <= stones:
            stones -= number
            least = number
    return most < least or least == 0


def _sum(nimber: Callable[..., int]) -> Callable[[Position, Sequence[int]], bool]:
    return lambda position, allowed: reduce(xor, (nimber(part, allowed) for part in position), 0) == 0


LOST: Mapping[str, Callable[[Position, Sequence[int]], bool]] = {
    "nim": _sum(lambda heap, _: heap),
    "misere": lambda heaps, _: _misere(heaps),
    "subtraction": _sum(lambda heap, allowed: _taken(heap, tuple(allowed))),
    "primes": _sum(lambda heap, _: _taken(heap, PRIMES)),
    "euclid": _sum(lambda pair, _: _pair(*pair)),
    "wythoff": lambda heaps, _: _cold(heaps),
    "kayles": lambda pins, _: reduce(xor, (_row(len(row)) for row in "".join(map(str, pins)).split("0")), 0) == 0,
    "lasker": _sum(lambda heap, _: _lasker(heap)),
    "fibonacci": lambda position, _: _small(position),
    "ordered": lambda heaps, _: _stairs(heaps) == 0,
    "beans": lambda jars, _: reduce(xor, (_bean(len(jars) - 1 - at) * (n % 2) for at, n in enumerate(jars))) == 0,
    "flips": lambda squares, _: reduce(xor, (_white(at, len(squares)) * n for at, n in enumerate(squares, 1))) == 0,
}
"""For each game whether the player whose turn it is has lost."""


def winning(payload: Mapping[str, Json]) -> set[str]:
    """The moves that leave a lost position."""
    rules, position = rules_of(payload)
    lost = LOST[payload["kind"]]
    return {name for name, after in rules.moves(position) if lost(after, rules.allowed)}


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists the winning moves, each once."""
    names = [_named(word, payload["kind"]) for word in bare(answer).upper().replace(",", " ").replace(";", " ").split()]
    return bool(names) and len(set(names)) == len(names) and set(names) == winning(payload)


def _named(word: str, kind: str) -> str:
    """The one name of a move that may be written in two orders."""
    if not _MOVE.fullmatch(word):
        return "?"
    letters, numbers = re.findall("[A-Z]", word), re.findall("[0-9]+", word)
    if "+" in word and letters:
        return f"{letters[0]}{'+'.join(sorted(map(str, map(int, numbers)), key=int))}"
    if ">" in word:
        return f"{letters[0]}>{''.join(sorted(letters[1:]))}"
    if kind == "kayles":
        return "-".join(sorted(map(str, map(int, numbers)), key=int))
    return "".join(sorted(letters)) + "-".join(str(int(number)) for number in numbers)

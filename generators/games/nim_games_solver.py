"""The solver of `nim-games`: winning moves by theory, where the generator searches.

Most of the games are sums of parts that do not touch each other: a position is lost if the exclusive or of the
nimbers of its parts is 0 (R. Sprague 1935, P. Grundy 1939). Misere Nim and Fibonacci Nim have rules of their own
for what is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
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
def _golden(a: int, b: int) -> int:
    """A pair of Wythoff's game."""
    both = (_golden(a - n, b - n) for n in range(1, min(a, b) + 1))
    return _mex([*both, *(_golden(left, b) for left in range(a)), *(_golden(a, left) for left in range(b))])


@cache
def _row(pins: int, lengths: Sequence[int]) -> int:
    return _mex(_row(a, lengths) ^ _row(pins - n - a, lengths) for n in lengths for a in range(pins - n + 1))


@cache
def _lasker(heap: int, most: int) -> int:
    parts = (_lasker(part, most) ^ _lasker(heap - part, most) for part in range(1, heap))
    return _mex([*parts, *(_lasker(left, most) for left in range(max(heap - most, 0), heap))])


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


def _stairs(heaps: Position, allowed: Sequence[int]) -> int:
    """What a heap has more than the one before it can only go to the difference after it: Nim on every other one."""
    steps = [heap - before for before, heap in zip((0, *heaps), heaps, strict=False)]
    return reduce(xor, (_plain(step, allowed) for step in steps[::-2]))


def _plain(heap: int, allowed: Sequence[int]) -> int:
    """A heap of Nim from which a number of stones may be taken at most."""
    return heap % (allowed[0] + 1) if allowed else heap


def _misere(heaps: Position, allowed: Sequence[int]) -> bool:
    """As in Nim, until no heap is worth more than one stone (C. Bouton)."""
    nimbers = [_plain(heap, allowed) for heap in heaps]
    return reduce(xor, nimbers) == (max(nimbers) <= 1)


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


def _lost_pairs(heaps: Position, _: Sequence[int]) -> bool:
    return _golden(*heaps[:2]) == _golden(*heaps[2:])


def _lost_pins(pins: Position, lengths: Sequence[int]) -> bool:
    return reduce(xor, (_row(len(row), tuple(lengths)) for row in pins[0].split("."))) == 0


def _lost_beans(jars: Position, _: Sequence[int]) -> bool:
    return bool(reduce(xor, (_bean(len(jars) - 1 - at) * (beans % 2) for at, beans in enumerate(jars))) == 0)


def _lost_squares(squares: Position, _: Sequence[int]) -> bool:
    return bool(reduce(xor, (_white(at, len(squares)) * white for at, white in enumerate(squares, 1))) == 0)


LOST: Mapping[str, Callable[[Position, Sequence[int]], bool]] = {
    "nim": _sum(_plain),
    "misere": _misere,
    "subtraction": _sum(lambda heap, allowed: _taken(heap, tuple(allowed))),
    "primes": _sum(lambda heap, _: _taken(heap, PRIMES)),
    "euclid": _sum(lambda pair, _: _pair(*pair)),
    "wythoff": _lost_pairs,
    "kayles": _lost_pins,
    "lasker": _sum(lambda heap, allowed: _lasker(heap, allowed[0] if allowed else heap)),
    "fibonacci": lambda position, _: _small(position),
    "ordered": lambda heaps, allowed: _stairs(heaps, allowed) == 0,
    "beans": _lost_beans,
    "flips": _lost_squares,
}
"""For each game whether the player whose turn it is has lost."""


def winning(payload: Mapping[str, Json]) -> set[str]:
    """The moves that leave a lost position."""
    rules, position = rules_of(payload)
    lost = LOST[payload["kind"]]
    return {name for name, after in rules.moves(position) if lost(after, rules.allowed)}


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists the winning moves, each once."""
    names = [
        _named(word, payload["kind"])
        for word in bare(answer).upper().replace(",", " ").replace(";", " ").split()
    ]
    return bool(names) and len(set(names)) == len(names) and set(names) == winning(payload)


def _named(word: str, kind: str) -> str:
    """The one name of a move that may be written in two orders."""
    if not _MOVE.fullmatch(word):
        return "?"
    letters, numbers = re.findall("[A-Z]", word), re.findall("[0-9]+", word)
    if kind == "lasker" and letters and "+" in word:
        return f"{letters[0]}{'+'.join(sorted(map(str, map(int, numbers)), key=int))}"
    if kind == "beans" and ">" in word:
        return f"{letters[0]}>{''.join(sorted(letters[1:]))}"
    if kind == "kayles" and "-" in word:
        return "-".join(sorted(map(str, map(int, numbers)), key=int))
    return "".join(sorted(letters)) + ("+" if "+" in word else "-").join(str(int(number)) for number in numbers)

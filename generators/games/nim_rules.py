"""The moves of the games of `nim-games`: twelve games in which whoever cannot move has lost (in misere: has won).

A position is a tuple. Heaps are lettered A, B, C and so on, pins and squares are numbered from 1. `facts` is what a game has beside
its position: the numbers that may be taken.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..base import Json

Position = tuple[Any, ...]
Moves = Iterator[tuple[str, Position]]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)


def _with(position: Position, at: int, value: Any) -> Position:
    return (*position[:at], value, *position[at + 1 :])


def _take(heaps: Position, may: Callable[[int], Sequence[int]]) -> Moves:
    for at, heap in enumerate(heaps):
        for count in may(heap):
            yield f"{LETTERS[at]}{count}", _with(heaps, at, heap - count)


def _nim(heaps: Position, _: Sequence[int]) -> Moves:
    return _take(heaps, lambda heap: range(1, heap + 1))


def _subtraction(heaps: Position, allowed: Sequence[int]) -> Moves:
    return _take(heaps, lambda heap: [count for count in allowed if count <= heap])


def _primes(heaps: Position, _: Sequence[int]) -> Moves:
    return _subtraction(heaps, PRIMES)


def _wythoff(heaps: Position, _: Sequence[int]) -> Moves:
    yield from _nim(heaps, ())
    for count in range(1, min(heaps) + 1):
        yield f"AB{count}", tuple(heap - count for heap in heaps)


def _euclid(pairs: Position, _: Sequence[int]) -> Moves:
    for at, (large, small) in enumerate(pairs):
        for count in range(small, large + 1, small) if small else ():
            left = large - count
            yield f"{LETTERS[at]}{count}", _with(pairs, at, (max(left, small), min(left, small)))


def _kayles(pins: Position, _: Sequence[int]) -> Moves:
    for at, pin in enumerate(pins):
        if pin:
            yield str(at + 1), _with(pins, at, 0)
            if at + 1 < len(pins) and pins[at + 1]:
                yield f"{at + 1}-{at + 2}", (*pins[:at], 0, 0, *pins[at + 2 :])


def _lasker(heaps: Position, _: Sequence[int]) -> Moves:
    yield from _nim(heaps, ())
    for at, heap in enumerate(heaps):
        for part in range(1, heap // 2 + 1):
            yield f"{LETTERS[at]}{part}+{heap - part}", (*_with(heaps, at, part), heap - part)


def _fibonacci(position: Position, _: Sequence[int]) -> Moves:
    stones, most = position
    for count in range(1, min(stones, most) + 1):
        yield str(count), (stones - count, 2 * count)


def _ordered(heaps: Position, _: Sequence[int]) -> Moves:
    for at, heap in enumerate(heaps):
        for count in range(1, heap - (heaps[at - 1] if at else 0) + 1):
            yield f"{LETTERS[at]}{count}", _with(heaps, at, heap - count)


def _beans(jars: Position, _: Sequence[int]) -> Moves:
    for i, beans in enumerate(jars):
        for j in range(i + 1, len(jars)) if beans else ():
            for k in range(j, len(jars)):
                after = list(jars)
                after[i] -= 1
                after[j] += 1
                after[k] += 1
                yield f"{LETTERS[i]}>{LETTERS[j]}{LETTERS[k]}", tuple(after)


def _flips(squares: Position, _: Sequence[int]) -> Moves:
    for x in range(1, len(squares) + 1):
        if squares[x - 1]:
            after = list(squares)
            for last in range(x, len(squares) + 1, x):
                after[last - 1] ^= 1
                yield (str(x) if last == x else f"{x}-{last}"), tuple(after)


def _same(position: Position) -> Hashable:
    return position


def _unordered(heaps: Position) -> Hashable:
    return tuple(sorted(heap for heap in heaps if heap))


def _pairs(pairs: Position) -> Hashable:
    return tuple(sorted(pair for pair in pairs if pair[1]))


def _rows(pins: Position) -> Hashable:
    """Lengths of the rows of pins that stand side by side."""
    return tuple(sorted(len(row) for row in "".join(map(str, pins)).split("0") if row))


def _without_last(jars: Position) -> Hashable:
    """Beans of the last jar stay there for ever, and two beans in one jar can be answered alike."""
    return jars[:-1]


def _heaps(least: int, most: int) -> Callable[[random.Random, int], Position]:
    def draw(rng: random.Random, size: int) -> Position:
        count = rng.randint(least, most)
        return tuple(rng.randint(1, max(2, size * 3 // (count + 1))) for _ in range(count))

    return draw


def _draw_ordered(rng: random.Random, size: int) -> Position:
    count = rng.randint(3, 5)
    return tuple(sorted(rng.randint(1, max(3, size * 3 // count)) for _ in range(count)))


def _draw_euclid(rng: random.Random, size: int) -> Position:
    pairs = [(rng.randint(2, 2 + size), rng.randint(2, 2 + 2 * size)) for _ in range(rng.randint(2, 3))]
    return tuple((max(pair), min(pair)) for pair in pairs)


def _draw_kayles(rng: random.Random, size: int) -> Position:
    return tuple(int(rng.random() < 0.8) for _ in range(size + 3))


def _draw_fibonacci(rng: random.Random, size: int) -> Position:
    stones = rng.randint(size + 6, 3 * size + 8)
    return stones, rng.randint(max(6, stones // 5), stones // 2 + 4)


def _draw_beans(rng: random.Random, size: int) -> Position:
    jars = 4 if size < 5 else 5
    return tuple(rng.randint(0, 1 + size // 3) for _ in range(jars))


def _draw_flips(rng: random.Random, size: int) -> Position:
    return tuple(int(rng.random() < 0.5) for _ in range(size + 4))


@dataclass(frozen=True, slots=True)
class NimGame:
    """One of the games: its moves, how it is drawn at a size, what is the same, and whether who cannot move has won."""

    step: Callable[[Position, Sequence[int]], Moves]
    draw: Callable[[random.Random, int], Position]
    same: Callable[[Position], Hashable] = _unordered
    misere: bool = False


GAMES: Mapping[str, NimGame] = {
    "nim": NimGame(_nim, _heaps(2, 4)),
    "misere": NimGame(_nim, _heaps(2, 4), misere=True),
    "subtraction": NimGame(_subtraction, _heaps(2, 3)),
    "primes": NimGame(_primes, _heaps(2, 3)),
    "euclid": NimGame(_euclid, _draw_euclid, _pairs),
    "wythoff": NimGame(_wythoff, lambda rng, size: (rng.randint(2, 3 + size), rng.randint(2, 3 + size))),
    "kayles": NimGame(_kayles, _draw_kayles, _rows),
    "lasker": NimGame(_lasker, _heaps(2, 3)),
    "fibonacci": NimGame(_fibonacci, _draw_fibonacci, lambda p: (p[0], min(p))),
    "ordered": NimGame(_ordered, _draw_ordered, _same),
    "beans": NimGame(_beans, _draw_beans, _without_last),
    "flips": NimGame(_flips, _draw_flips, _same),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with its facts, as the kernel takes it."""

    game: NimGame
    allowed: tuple[int, ...] = ()

    def moves(self, state: Position) -> Moves:
        """The moves of a position."""
        return self.game.step(state, self.allowed)

    def over(self, state: Position) -> int | None:
        """Who cannot move has lost, or won in misere."""
        if next(self.game.step(state, self.allowed), None) is None:
            return 1 if self.game.misere else -1
        return None

    def key(self, state: Position) -> Hashable:
        """The position up to what is the same."""
        return self.game.same(state)


def rules_of(payload: Mapping[str, Json]) -> tuple[Rules, Position]:
    """The rules and the position of a task."""
    position = tuple(tuple(part) if isinstance(part, list) else part for part in payload["position"])
    return Rules(GAMES[payload["kind"]], tuple(payload.get("allowed", ()))), position

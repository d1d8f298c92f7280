"""The moves of the games of `nim-games`: twelve games in which whoever cannot move has lost (in misere: has won).

A position is a tuple; in kayles it holds one text, of pins and empty places. Heaps are lettered A, B, C and so on,
pins and squares are numbered from 1. Beside its position a game has the numbers that may be taken: all of them, or
(nim, misere, lasker, ordered) the largest one or nothing.
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


def _nim(heaps: Position, most: Sequence[int]) -> Moves:
    cap = min(*most, 99, 99)
    for at, heap in enumerate(heaps):
        left = list(heaps)
        for count in range(1, (heap if heap < cap else cap) + 1):
            left[at] = heap - count
            yield f"{LETTERS[at]}{count}", tuple(left)


def _subtraction(heaps: Position, allowed: Sequence[int]) -> Moves:
    """The numbers that are allowed rise."""
    for at, heap in enumerate(heaps):
        left = list(heaps)
        for count in allowed:
            if count > heap:
                break
            left[at] = heap - count
            yield f"{LETTERS[at]}{count}", tuple(left)


def _primes(heaps: Position, _: Sequence[int]) -> Moves:
    return _subtraction(heaps, PRIMES)


def _wythoff(heaps: Position, _: Sequence[int]) -> Moves:
    yield from _nim(heaps, ())
    for at in range(0, len(heaps), 2):
        a, b = heaps[at : at + 2]
        for count in range(1, min(a, b) + 1):
            yield f"{LETTERS[at : at + 2]}{count}", (*heaps[:at], a - count, b - count, *heaps[at + 2 :])


def _euclid(pairs: Position, _: Sequence[int]) -> Moves:
    for at, (large, small) in enumerate(pairs):
        after = list(pairs)
        for count in range(small, large + 1, small) if small else ():
            left = large - count
            after[at] = (left, small) if left > small else (small, left)
            yield f"{LETTERS[at]}{count}", tuple(after)


def _kayles(pins: Position, lengths: Sequence[int]) -> Moves:
    (row,) = pins
    for length in lengths:
        hit, gone = "X" * length, "." * length
        at = row.find(hit)
        while at >= 0:
            name = str(at + 1) if length == 1 else f"{at + 1}-{at + length}"
            yield name, (row[:at] + gone + row[at + length :],)
            at = row.find(hit, at + 1)


def _lasker(heaps: Position, most: Sequence[int]) -> Moves:
    yield from _nim(heaps, most)
    for at, heap in enumerate(heaps):
        for part in range(1, heap // 2 + 1):
            yield f"{LETTERS[at]}{part}+{heap - part}", (*heaps[:at], part, *heaps[at + 1 :], heap - part)


def _fibonacci(position: Position, _: Sequence[int]) -> Moves:
    stones, most = position
    for count in range(1, min(stones, most) + 1):
        yield str(count), (stones - count, 2 * count)


def _ordered(heaps: Position, most: Sequence[int]) -> Moves:
    for at, heap in enumerate(heaps):
        left = list(heaps)
        for count in range(1, min(heap - (heaps[at - 1] if at else 0), *most, 99) + 1):
            left[at] = heap - count
            yield f"{LETTERS[at]}{count}", tuple(left)


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
    return tuple(sorted(filter(None, heaps)))


def _as_many(heaps: Position) -> Hashable:
    """Where there are as many heaps before a move as after it, empty ones need not be left out."""
    return tuple(sorted(heaps))


def _pairs(pairs: Position) -> Hashable:
    return tuple(sorted(pair for pair in pairs if pair[1]))


def _two_pairs(heaps: Position) -> Hashable:
    return tuple(sorted(tuple(sorted(heaps[at : at + 2])) for at in range(0, len(heaps), 2)))


def _rows(pins: Position) -> Hashable:
    """Lengths of the rows of pins that stand side by side."""
    return " ".join(sorted(pins[0].replace(".", " ").split()))


def _without_last(jars: Position) -> Hashable:
    """Beans of the last jar stay there for ever."""
    return jars[:-1]


def _heaps(least: int, most: int) -> Callable[[random.Random, int], Position]:
    def draw(rng: random.Random, size: int) -> Position:
        count = rng.randint(least, most)
        large = max(2, size * 3 // (count + 1))
        return tuple(rng.randint(1 + large // 6, large + 1) for _ in range(count))

    return draw


def _draw_ordered(rng: random.Random, size: int) -> Position:
    count = rng.randint(3, 5)
    return tuple(sorted(rng.randint(1, max(3, size * 3 // count)) for _ in range(count)))


def _draw_euclid(rng: random.Random, size: int) -> Position:
    pairs = [
        (rng.randint(2, 2 + size // 2), rng.randint(2 + size // 2, 4 + 2 * size))
        for _ in range(rng.randint(2, 3))
    ]
    return tuple((max(pair), min(pair)) for pair in pairs)


def _draw_wythoff(rng: random.Random, size: int) -> Position:
    return tuple(rng.randint(1, 3 + size // n) for n in (1, 1, 2, 2))


def _draw_kayles(rng: random.Random, size: int) -> Position:
    return ("".join("X" if rng.random() < 0.8 else "." for _ in range(size + 3)),)


def _draw_fibonacci(rng: random.Random, size: int) -> Position:
    stones = rng.randint(size + 6, 3 * size + 8)
    return stones, rng.randint(max(6, stones // 5), stones // 2 + 4)


def _draw_beans(rng: random.Random, size: int) -> Position:
    most = [0, 1, 2, 5, 8][-rng.randint(3, 4) :]
    return (*(rng.randint(0, n + size // 6) for n in most), rng.randint(0, 3))


def _draw_flips(rng: random.Random, size: int) -> Position:
    return tuple(int(rng.random() < 0.5) for _ in range(size + 4))


def _draw_most(rng: random.Random, size: int) -> list[int]:
    return [rng.randint(3, 4 + size // 2)] if rng.random() < 0.5 else []


def _draw_allowed(rng: random.Random, size: int) -> list[int]:
    return sorted(rng.sample(range(1, 6 + size // 4), 3))


def _draw_lengths(rng: random.Random, _: int) -> list[int]:
    return list(rng.choice(((1, 2), (1, 2), (1, 3), (2, 3), (1, 2, 3), (2,))))


@dataclass(frozen=True, slots=True)
class NimGame:
    """One of the games.

    Attributes:
        step: its moves.
        draw: a position of a size.
        same: equal for positions that are the same.
        may: the numbers that may be taken, of a size.
        misere: whether who cannot move has won.
        key: the same as `same` within one game, in less time; None where there is no such thing.
        stuck: whether there is no move, where that can be seen without looking for one.
    """

    step: Callable[[Position, Sequence[int]], Moves]
    draw: Callable[[random.Random, int], Position]
    same: Callable[[Position], Hashable] = _unordered
    may: Callable[[random.Random, int], list[int]] = lambda _, __: []
    misere: bool = False
    key: Callable[[Position], Hashable] | None = None
    stuck: Callable[[Position, Sequence[int]], bool] = lambda position, _: not any(position)


GAMES: Mapping[str, NimGame] = {
    "nim": NimGame(_nim, _heaps(3, 4), may=_draw_most, key=_as_many),
    "misere": NimGame(_nim, _heaps(3, 4), may=_draw_most, misere=True, key=_as_many),
    "subtraction": NimGame(
        _subtraction,
        _heaps(3, 4),
        may=_draw_allowed,
        key=_as_many,
        stuck=lambda p, allowed: max(p) < allowed[0],
    ),
    "primes": NimGame(_primes, _heaps(3, 4), key=_as_many, stuck=lambda p, _: max(p) < 2),
    "euclid": NimGame(_euclid, _draw_euclid, _pairs, stuck=lambda p, _: not any(small for _, small in p)),
    "wythoff": NimGame(_wythoff, _draw_wythoff, _two_pairs),
    "kayles": NimGame(
        _kayles, _draw_kayles, _rows, _draw_lengths, stuck=lambda p, lengths: "X" * lengths[0] not in p[0]
    ),
    "lasker": NimGame(_lasker, _heaps(2, 4), may=_draw_most),
    "fibonacci": NimGame(_fibonacci, _draw_fibonacci, lambda p: (p[0], min(p)), stuck=lambda p, _: not p[0]),
    "ordered": NimGame(_ordered, _draw_ordered, _same, _draw_most),
    "beans": NimGame(_beans, _draw_beans, _without_last, stuck=lambda p, _: not any(p[:-1])),
    "flips": NimGame(_flips, _draw_flips, _same),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with its facts, as the kernel takes it."""

    game: NimGame
    allowed: tuple[int, ...] = ()
    """What may be taken, least first."""

    def moves(self, state: Position) -> Moves:
        """The moves of a position."""
        return self.game.step(state, self.allowed)

    def over(self, state: Position) -> int | None:
        """Who cannot move has lost, or won in misere."""
        if self.game.stuck(state, self.allowed):
            return 1 if self.game.misere else -1
        return None

    @property
    def key(self) -> Callable[[Position], Hashable]:
        """Of a position, what is equal for those that are the same."""
        return self.game.key or self.game.same


def rules_of(payload: Mapping[str, Json]) -> tuple[Rules, Position]:
    """The rules and the position of a task."""
    position = tuple(tuple(part) if isinstance(part, list) else part for part in payload["position"])
    return Rules(GAMES[payload["kind"]], tuple(payload.get("allowed", ()))), position

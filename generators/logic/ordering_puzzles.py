"""Ordering puzzles: people in a row or around a table, and clues about who is where; find the whole order.

A hidden order is drawn, then clues that are true of it until no other order is left, and then every clue that is not
needed is taken out again. All orders are one bit set, so that this is proved and not searched for. The whole order is
asked for, not one of a few statements about it. Kinds: ``row`` and ``circle``.

Difficulty: `people`, and how many clues may name a `place`. Proxy: the bits of what is still open before each clue,
added up.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from math import factorial, log2

from ..base import Json
from ..english import counted, listed
from ..family import Family, Question
from ..first_names import NAMES
from ..in_order import in_order
from ..kernels.orders import MOST, all_orders, order_at, pairs, placed
from ..limits import Whole

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "row": (
        "{names} stand in a row. Who stands where?\n\n{clues}\n\nList all of them from left to right, "
        "separated by commas.",
        "There are {number} people in a row: {names}. These things are known:\n\n{clues}\n\nOnly one order "
        "fits. Give it from left to right, with commas between the names.",
        "{clues}\n\nThese clues are about {names}, who stand in a row, each at a place of their own. Give "
        "the only order that is possible, from left to right, separated by commas.",
    ),
    "circle": (
        "{names} sit around a round table. Who sits where?\n\n{clues}\n\nList all of them clockwise, "
        "starting with {first}, separated by commas.",
        "There are {number} people at a round table: {names}. These things are known:\n\n{clues}\n\nOnly "
        "one order fits. Begin with {first} and give it clockwise, with commas between the names.",
        "{clues}\n\nThese clues are about {names}, who sit around a table. Give the only order that is "
        "possible, clockwise and beginning with {first}, separated by commas.",
    ),
}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

Clue = list[Json]
"""The kind of clue, then people and numbers; places count from 0, clockwise from the first person of a table."""


def _made(kind: str, rng: random.Random, *, people: int, places: int) -> Question | None:
    if kind == "circle" and people < MOST - 1:
        people += 1  # one of them has a place from the start
    order = rng.sample(range(people), people)
    if kind == "circle":
        order.remove(0)
        order.insert(0, 0)
    where = [order.index(person) for person in range(people)]
    left = placed(people)[0][0] if kind == "circle" else all_orders(people)
    base = left
    clues: list[tuple[Clue, int]] = []
    direct = 0
    for _ in range(300):
        if left.bit_count() == 1:
            break
        clue = _clue(rng, kind, where, direct < places)
        if clue is None:
            continue
        fitting = orders(clue, people, kind == "circle")
        if left & fitting != left:
            clues.append((clue, fitting))
            left &= fitting
            direct += clue[0] == "place"
    if left.bit_count() != 1:
        return None
    needed = _needed(rng, clues, base)
    rng.shuffle(needed)
    names = rng.sample(NAMES, people)
    shown = names if kind == "circle" else rng.sample(names, people)
    answer = [names[person] for person in order_at(left.bit_length() - 1, people)]
    lines, open_bits, still = [], 0.0, base
    for number, (clue, fitting) in enumerate(needed, 1):
        open_bits += log2(still.bit_count())
        still &= fitting
        lines.append(f"clue {number} leaves {_count(still)}: {said(clue, names, kind == 'circle')}")
    facts: dict[str, Json] = {
        "kind": kind,
        "people": people,
        "names": names,
        "clues": [clue for clue, _ in needed],
    }
    return Question(
        {
            "names": listed(shown if kind == "row" else rng.sample(names, people)),
            "number": COUNTS[people] if people < len(COUNTS) else people,
            "first": names[0],
            "clues": "\n".join(f"- {said(clue, names, kind == 'circle')}" for clue, _ in needed),
        },
        in_order(facts, [name.lower() for name in answer]),
        ", ".join(answer),
        lines,
        gold=None,
        canonical={**facts, "names": None, "clues": sorted(facts["clues"], key=str)},
        guess_rate=1 / factorial(people - (kind == "circle")),
        difficulty=open_bits,
    )


def _count(still: int) -> str:
    return counted(still.bit_count(), "order")


def _needed(rng: random.Random, clues: list[tuple[Clue, int]], base: int) -> list[tuple[Clue, int]]:
    """The clues without those that the others make needless."""
    kept = list(clues)
    for each in rng.sample(clues, len(clues)):
        left = base
        for other in kept:
            if other is not each:
                left &= other[1]
        if left.bit_count() == 1:
            kept = [other for other in kept if other is not each]
    return kept


def _clue(rng: random.Random, kind: str, where: list[int], direct: bool) -> Clue | None:
    """A clue that is true of the hidden places, or None if the kind that was drawn has none here."""
    size = len(where)
    a, b, c = rng.sample(range(size), 3)
    if kind == "circle":
        sort = rng.choice(("by", "next", "apart", "opposite", "before"))
        turn = (where[a] - where[b]) % size
        if sort == "by":
            return ["by", a, b, turn] if turn <= size // 2 else None
        if sort == "opposite":
            return ["opposite", a, b] if 2 * turn == size else None
        if sort == "before":
            return ["before", a, b, c] if 0 not in (a, c) and turn < (where[c] - where[b]) % size else None
        near = turn in (1, size - 1)
        return [sort, a, b] if near == (sort == "next") else None
    sort = rng.choice(
        ("left", "left", "next", "apart", "gap", "by", "end", "middle", "between", "place" if direct else "gap")
    )
    step = where[a] - where[b]
    if sort == "left":
        return ["left", a, b] if step < 0 else None
    if sort in ("next", "apart"):
        return [sort, a, b] if (abs(step) == 1) == (sort == "next") else None
    if sort == "gap":
        return ["gap", a, b, abs(step) - 1] if abs(step) > 1 else None
    if sort == "by":
        return ["by", a, b, step] if step > 0 else None
    if sort in ("end", "middle"):
        return [sort, a] if (where[a] in (0, size - 1)) == (sort == "end") else None
    if sort == "between":
        return ["between", a, b, c] if min(where[b], where[c]) < where[a] < max(where[b], where[c]) else None
    return ["place", a, where[a]]


def _closer(size: int, start: int, one: int, two: int) -> bool:
    """Whether a place comes before another one, counted clockwise from `start`."""
    return (one - start) % size < (two - start) % size


def orders(clue: Clue, size: int, circle: bool) -> int:
    """The set of orders of which a clue is true."""
    sort, a, *rest = clue
    sets = placed(size)
    if sort == "place":
        return sets[a][rest[0]]
    if sort in ("end", "middle"):
        ends = sets[a][0] | sets[a][size - 1]
        return ends if sort == "end" else all_orders(size) ^ ends
    b = rest[0]
    if sort in ("between", "before"):
        c = rest[1]
        if sort == "between":
            one = pairs(size, a, b, int.__lt__) & pairs(size, a, c, int.__gt__)
            return one | pairs(size, a, b, int.__gt__) & pairs(size, a, c, int.__lt__)
        found = 0
        for start in range(size):
            closer = pairs(size, a, c, partial(_closer, size, start))
            found |= sets[b][start] & closer
        return found
    if sort == "left":
        return pairs(size, a, b, int.__lt__)
    if sort == "gap":
        return pairs(size, a, b, lambda x, y: abs(x - y) == rest[1] + 1)
    if sort == "opposite":
        return pairs(size, a, b, lambda x, y: 2 * abs(x - y) == size)
    if sort == "by":
        return pairs(size, a, b, lambda x, y: ((x - y) % size if circle else x - y) == rest[1])
    near = pairs(size, a, b, lambda x, y: abs(x - y) == 1 or (circle and abs(x - y) == size - 1))
    return near if sort == "next" else all_orders(size) ^ near


def said(clue: Clue, names: list[str], circle: bool) -> str:
    """A clue in words."""
    sort, a, *rest = clue
    one = names[a]
    if sort == "place":
        return f"{one} stands at place {rest[0] + 1} from the left."
    if sort in ("end", "middle"):
        return f"{one} stands at {'one of the two ends' if sort == 'end' else 'neither end'}."
    two = names[rest[0]]
    if sort == "between":
        return f"{one} stands somewhere between {two} and {names[rest[1]]}."
    if sort == "before":
        return f"Going clockwise from {two}, you come to {one} before {names[rest[1]]}."
    if sort == "left":
        return f"{one} stands somewhere to the left of {two}."
    if sort == "opposite":
        return f"{one} and {two} sit opposite each other."
    if sort == "gap":
        stand = "person stands" if rest[1] == 1 else "people stand"
        return f"Exactly {COUNTS[rest[1]]} {stand} between {one} and {two}."
    verb = "sit" if circle else "stand"
    if sort == "by":
        places = "directly" if rest[1] == 1 else f"{COUNTS[rest[1]]} {'seats' if circle else 'places'}"
        return f"{one} {verb}s {places} {'clockwise from' if circle else 'to the right of'} {two}."
    return f"{one} and {two} {verb if sort == 'next' else f'do not {verb}'} next to each other."


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "people": Whole(4, MOST, "people of a row; around a table there is one more, up to eight"),
        "places": Whole(0, 4, "clues that may name a place in a row"),
    },
    kind_in_facts=False,
)

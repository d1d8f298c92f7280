"""Shuffled objects: people swap what they hold, many times; who has what in the end, or who had what at first.

A move is a swap of two people, a swap by the holders of two objects, a swap that whoever holds an object makes, a swap
under a condition, everybody passing on, or mere talk that changes nothing. All holdings are asked for in a fixed order,
so that there is nothing to choose from. Kinds: ``forward`` (who has what at the end), ``backward`` (who had what at
first, from the end; only moves that can be undone), ``rounds`` (the same moves again and again).

Difficulty: `people`, `moves`, the share of `indirect` moves, which tell who swaps by what they hold or under a
condition, and the share of `talk`. Proxy: people looked up: 2 for a swap, 3 for an indirect one, 4 for one
under a condition, all for a passing on, and three times all for repeated rounds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from math import factorial

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..first_names import NAMES
from ..in_order import in_order
from ..kernels.machine import orbit, run, undone
from ..limits import Real, Whole

_FORWARD = (
    "{people} each hold one object: {start}.\n\n{moves}\n\nWhat does each of them hold at the end? {form}",
    "At first {start}.\n\n{moves}\n\nTell what {people} hold after all this. {form}",
    "Keep track of who holds what. {form}\n\nAt the start {start}.\n\n{moves}",
)
_BACKWARD = (
    "{people} each held one object. This is what happened, in this order:\n\n{moves}\n\nAfter it {start}. "
    "What did each of them hold before the first of these moves? {form}",
    "{moves}\n\nAfter all this {start}. What did {people} hold at the very beginning? {form}",
    "Find out who held what at the beginning. {form}\n\nThe moves were these:\n\n{moves}\n\nIn the end "
    "{start}.",
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "forward": _FORWARD,
    "backward": _BACKWARD,
    "rounds": (
        "{people} each hold one object: {start}.\n\n{moves}\n\nThese moves make one round, and {times} "
        "rounds are played. What does each of them hold at the end? {form}",
        "At first {start}. They play {times} rounds, and in every round they do this:\n\n{moves}\n\nTell "
        "what {people} hold after the last round. {form}",
        "Keep track of who holds what. {form}\n\nAt the start {start}. Then the following moves are made "
        "again and again, {times} times in all:\n\n{moves}",
    ),
}
OBJECTS = tuple(
    "kite drum lamp book bell rope cup hat ring coin map key fan mask flute shell vase clock brush spoon".split()
)

Holding = tuple[int, ...]
"""For each person the number of the object."""


def _made(
    kind: str, rng: random.Random, *, people: int, moves: int, indirect: float, talk: float
) -> Question | None:
    names, objects = rng.sample(NAMES, people), rng.sample(OBJECTS, people)
    sorts = [
        "talk" if rng.random() < talk else rng.choice(_INDIRECT[kind]) if rng.random() < indirect else "swap"
        for _ in range(moves)
    ]
    drawn = [_move(rng, sort, people) for sort in sorts]
    start: Holding = tuple(rng.sample(range(people), people))
    times = rng.randint(4 * people, 100 * people) if kind == "rounds" else 1
    steps: list[Callable[[Holding], Holding]] = [partial(_after, move=move) for move in drawn]
    told = start
    if kind == "backward":
        states = [
            undone(start, [partial(_before, move=move) for move in drawn[n:]]) for n in range(moves, -1, -1)
        ]
        end = states[-1]
        lines = [f"after all moves: {_held(start, range(people), names, objects)}"]
        for n, (after, before) in zip(range(moves, 0, -1), pairwise(states), strict=True):
            lines.append(f"before {n}: {_changed(after, before, names, objects)}")
    else:
        states = run(start, steps)
        lines = [f"{n}. {_changed(*two, names, objects)}" for n, two in enumerate(pairwise(states), 1)]
        end = states[-1]
        if kind == "rounds":
            turns = orbit(start, lambda state: run(state, steps)[-1], 10**5)
            if turns.period < 3:
                return None
            end = turns.at(times)
            goes = run(tuple(range(people)), steps)[-1]
            lines += [
                f"in a round, what {names[p]} holds goes to {names[goes.index(p)]}" for p in range(people)
            ]
            lines += _cycles(goes, names, times)
    if end == start:
        return None
    answer = [objects[held] for held in end]
    facts: dict[str, Json] = {"kind": kind, "people": people, "objects": objects}
    facts |= {"moves": drawn, "told": list(told), "times": times}
    moved = "\n".join(f"{n}. {_said(rng, move, names, objects)}" for n, move in enumerate(drawn, 1))
    looked_up = sum(people if move[0] == "pass" else _COSTS[move[0]] for move in drawn) + people
    return Question(
        {
            "people": listed(names),
            "start": listed(f"{name} has the {objects[held]}" for name, held in zip(names, told, strict=True)),
            "moves": moved,
            "times": times,
            "form": f"List the objects in the order {', '.join(names)}, separated by commas.",
        },
        in_order(facts, answer, names=names),
        ", ".join(answer),
        lines,
        gold=None,
        canonical={**facts, "objects": None},
        guess_rate=1 / factorial(people),
        difficulty=float(looked_up + (3 * people if kind == "rounds" else 0)),
    )


_INDIRECT = {
    "forward": ("holders", "whoever", "if", "pass"),
    "backward": ("holders", "holders", "pass"),
    "rounds": ("pass",),
}
_COSTS = {"swap": 2, "holders": 3, "whoever": 3, "if": 4, "talk": 0}


def _move(rng: random.Random, sort: str, people: int) -> list[Json]:
    two = rng.sample(range(people), 2)
    if sort == "whoever":
        return [sort, rng.randrange(people), rng.randrange(people)]
    if sort == "if":
        others = rng.sample(range(people), 2)
        while set(others) == set(two):
            others = rng.sample(range(people), 2)
        return [sort, rng.randrange(people), rng.randrange(people), *two, *others]
    if sort == "talk":
        return [sort, *two, rng.randrange(people)]
    return [sort] if sort == "pass" else [sort, *two]


def _swapped(state: Holding, one: int, two: int) -> Holding:
    changed = list(state)
    changed[one], changed[two] = changed[two], changed[one]
    return tuple(changed)


def _after(state: Holding, move: list[Json]) -> Holding:
    sort = move[0]
    if sort == "swap":
        return _swapped(state, move[1], move[2])
    if sort == "holders":
        return _swapped(state, state.index(move[1]), state.index(move[2]))
    if sort == "whoever":
        return _swapped(state, state.index(move[1]), move[2])
    if sort == "if":
        _, person, thing, a, b, c, d = move
        return _swapped(state, a, b) if state[person] == thing else _swapped(state, c, d)
    return (state[-1], *state[:-1]) if sort == "pass" else state


def _before(state: Holding, move: list[Json]) -> Holding:
    """The state before a move that can be undone."""
    return (*state[1:], state[0]) if move[0] == "pass" else _after(state, move)


def _held(state: Holding, people: range | list[int], names: list[str], objects: list[str]) -> str:
    return ", ".join(f"{names[p]} {objects[state[p]]}" for p in people)


def _changed(one: Holding, two: Holding, names: list[str], objects: list[str]) -> str:
    """Who holds something else after a move."""
    people = [p for p in range(len(one)) if one[p] != two[p]]
    return _held(two, people, names, objects) or "no change"


def _cycles(goes: Holding, names: list[str], times: int) -> list[str]:
    """Where each object goes in all rounds, by the cycles of one round."""
    to = {goes[p]: p for p in range(len(goes))}
    lines, seen = [], set[int]()
    for first in range(len(goes)):
        if first in seen:
            continue
        cycle = [first]
        while to[cycle[-1]] != first:
            cycle.append(to[cycle[-1]])
        seen.update(cycle)
        way = " -> ".join(names[p] for p in [*cycle, first])
        size = len(cycle)
        lines.append(f"{way}: {times} = {times // size} * {size} + {times % size}")
    return lines


def _said(rng: random.Random, move: list[Json], names: list[str], objects: list[str]) -> str:
    sort = move[0]
    if sort == "pass":
        circle = f"{names[0]} to {names[1]}, and so on in the order {', '.join(names)}, and {names[-1]} to {names[0]}"
        return f"Everybody passes on what they hold: {circle}."
    if sort == "talk":
        one, two, thing = names[move[1]], names[move[2]], objects[move[3]]
        return rng.choice(
            (f"{one} asks {two} about the {thing}.", f"{one} tells {two} how much a {thing} costs.")
        )
    if sort == "whoever":
        one, two = objects[move[1]], names[move[2]]
        return f"Whoever holds the {one} swaps with {two}; if that is {two}, nothing happens."
    if sort == "holders":
        return f"The holders of the {objects[move[1]]} and of the {objects[move[2]]} swap what they hold."
    if sort == "if":
        _, person, thing, *four = move
        a, b, c, d = (names[p] for p in four)
        return f"If {names[person]} now holds the {objects[thing]}, {a} and {b} swap; if not, {c} and {d} do."
    one, two = names[move[1]], names[move[2]]
    return rng.choice((f"{one} and {two} swap what they hold.", f"{one} trades with {two}."))


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "people": Whole(4, 20, "how many people hold one object each"),
        "moves": Whole(1, 400, "how many moves are told"),
        "indirect": Real(0, 1, "the share of moves that are told by what people hold, or under a condition"),
        "talk": Real(0, 0.9, "the share of moves that change nothing"),
    },
    kind_in_facts=False,
    advice="raise 'moves' or lower 'talk'",
)

"""Partners of repeated games: rules that look at your moves alone, as automata and in words.

A rule is a list: its name and what belongs to it.

* ``answer, rounds, first, {mine: theirs}``: what you did so many rounds before decides; before that it plays `first`;
* ``count, mine, times, before, after``: `before`, until you have played `mine` so many times in all;
* ``run, mine, rounds, rest, then``: `then`, if you played `mine` in each of so many rounds just before, else `rest`;
* ``cycle, list, mine``: the list over and over; whenever you play `mine` it begins the list again;
* ``mood, start, top, mine, bound, high, low``: a number from 0 to `top` that goes up by 1 when you play `mine` and else
  down by 1; `high` while it is `bound` or more, else `low`;
* ``after, mine, rounds, usual, other``: `other` in the so many rounds after each `mine` of yours.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

from ..base import Json
from ..english import listed

Rule = list[Json]
NAMES = ("answer", "count", "run", "cycle", "mood", "after")


def draw(rng: random.Random, mine: Sequence[str], theirs: Sequence[str], depth: int) -> Rule:
    """Any rule; numbers in it go up to `depth`."""
    name = rng.choice(NAMES)
    one, other = rng.sample(list(theirs), 2)
    trigger, times = rng.choice(mine), rng.randint(2, depth)
    if name == "answer":
        table = [one, other, *(rng.choice(theirs) for _ in mine[2:])]
        rng.shuffle(table)
        return [name, rng.randint(1, 2), rng.choice(theirs), dict(zip(mine, table, strict=True))]
    if name == "cycle":
        listing = [one, other, *(rng.choice(theirs) for _ in range(depth - 1))]
        rng.shuffle(listing)
        return [name, listing, trigger]
    if name == "mood":
        return [name, rng.randint(0, depth), depth, trigger, rng.randint(1, depth), one, other]
    return [name, trigger, times, one, other]


def first(rule: Rule) -> Hashable:
    """What it remembers before the first round."""
    return () if rule[0] == "answer" else rule[1] if rule[0] == "mood" else 0


def out(rule: Rule, memory: Hashable) -> str:
    """What it plays."""
    name = rule[0]
    if name == "answer":
        assert isinstance(memory, tuple)
        return str(rule[3][memory[0]] if len(memory) == rule[1] else rule[2])
    assert isinstance(memory, int)
    if name == "cycle":
        return str(rule[1][memory])
    if name == "mood":
        return str(rule[5] if memory >= rule[4] else rule[6])
    if name == "after":
        return str(rule[4] if memory else rule[3])
    return str(rule[4] if memory == rule[2] else rule[3])


def after(rule: Rule, memory: Hashable, move: str) -> Hashable:
    """What it remembers after a round in which you made this move."""
    name = rule[0]
    if name == "answer":
        assert isinstance(memory, tuple)
        return (*memory, move)[-rule[1] :]
    assert isinstance(memory, int)
    if name == "cycle":
        return 0 if move == rule[2] else (memory + 1) % len(rule[1])
    if name == "mood":
        return int(min(memory + 1, rule[2]) if move == rule[3] else max(memory - 1, 0))
    hit = move == rule[1]
    if name == "after":
        return int(rule[2]) if hit else max(memory - 1, 0)
    if name == "run":
        return int(min(memory + 1, rule[2])) if hit else 0
    return int(min(memory + hit, rule[2]))


def said(rule: Rule) -> str:
    """The rule as a sentence about "it"."""
    name = rule[0]
    if name == "answer":
        by_answer: dict[str, list[str]] = {}
        for move, answer in rule[3].items():
            by_answer.setdefault(answer, []).append(move)
        parts = [f"{answer} if you played {listed(moves, 'or')}" for answer, moves in by_answer.items()]
        then = f"goes by your move in the round before: it plays {listed(parts)}"
        if rule[1] == 1:
            return f"In round 1 it plays {rule[2]}. From then on it {then}."
        then = then.replace("in the round before", "of two rounds earlier")
        return f"In rounds 1 and 2 it plays {rule[2]}. From then on it {then}."
    if name == "count":
        return (
            f"It plays {rule[3]} until you have played {rule[1]} {rule[2]} times in all (not only in a row); in all "
            f"rounds after that it plays {rule[4]}."
        )
    if name == "run":
        return (
            f"It plays {rule[4]} in a round if you played {rule[1]} in each of the {rule[2]} rounds just before it; in "
            f"all other rounds it plays {rule[3]}."
        )
    if name == "cycle":
        return (
            f"It goes through the list {', '.join(rule[1])} over and over, one move a round, from the beginning. "
            f"Whenever you play {rule[2]}, it begins the list again in the next round."
        )
    if name == "mood":
        return (
            f"It keeps a number, at first {rule[1]}. After each round the number goes up by 1 if you played {rule[3]}, "
            f"but never above {rule[2]}, and otherwise down by 1, but never below 0. It plays {rule[5]} in a round if "
            f"the number is {rule[4]} or more, and {rule[6]} if it is less."
        )
    return (
        f"Whenever you play {rule[1]}, it plays {rule[4]} in the {rule[2]} rounds that follow (counted anew "
        f"each time); "
        f"in all other rounds it plays {rule[3]}."
    )

"""Cards a second time: dealt card by card, suit by suit or rank by rank, with a count of the hands for each state."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from ..solving import confirming


def _signatures(problem: Mapping[str, Any]) -> dict[tuple[bool, ...], int]:
    """How many cards are in exactly these of the classes, card by card."""
    found: dict[tuple[bool, ...], int] = {}
    for rank, suit in product(range(problem["ranks"]), range(problem["suits"])):
        key = tuple((rank if by == "ranks" else suit) in which for by, which in problem["classes"])
        found[key] = found.get(key, 0) + 1
    return found


def _deal_hand(problem: Mapping[str, Any]) -> Fraction:
    """Hands by how many cards they have of each class, the deck's cards being taken or left one by one."""
    states: dict[tuple[int, ...], int] = {(0,) * (len(problem["classes"]) + 1): 1}
    for key, count in _signatures(problem).items():
        for _ in range(count):
            new = dict(states)
            for state, ways in states.items():
                if state[0] < problem["h"]:
                    after = (state[0] + 1, *(c + inside for c, inside in zip(state[1:], key, strict=True)))
                    new[after] = new.get(after, 0) + ways
            states = new
    good = base = 0
    for (taken, *have), ways in states.items():
        if taken == problem["h"] and ("known" not in problem or have[0] in problem["known"]):
            base += ways
            good += ways * all(c in counts for c, counts in zip(have, problem["counts"], strict=True))
    return Fraction(good, base)


def _deal_pattern(problem: Mapping[str, Any]) -> Fraction:
    """Rank by rank or suit by suit: the multiset of how many cards each has in the hand."""
    groups, inside = problem["ranks"], problem["suits"]
    if problem["by"] == "suits":
        groups, inside = inside, groups
    pick = [1]
    for i in range(inside):
        pick.append(pick[-1] * (inside - i) // (i + 1))
    states: dict[tuple[int, ...], int] = {(): 1}
    for _ in range(groups):
        new: dict[tuple[int, ...], int] = {}
        for state, ways in states.items():
            for taken in range(min(inside, problem["h"] - sum(state)) + 1):
                after = tuple(sorted((*state, taken))) if taken else state
                new[after] = new.get(after, 0) + ways * pick[taken]
        states = new
    full = {state: ways for state, ways in states.items() if sum(state) == problem["h"]}
    return Fraction(full.get(tuple(sorted(problem["shape"])), 0), sum(full.values()))


def _deal_ordered(problem: Mapping[str, Any]) -> Fraction:
    """Card after card from the deck sorted by membership in the classes."""
    found = _signatures(problem)
    keys = list(found)

    @cache
    def go(left: tuple[int, ...], at: int) -> int:
        if at == len(problem["classes"]):
            return 1
        return sum(
            count * go((*left[:i], count - 1, *left[i + 1 :]), at + 1)
            for i, count in enumerate(left)
            if count and keys[i][at]
        )

    total, cards = 1, sum(found.values())
    for i in range(len(problem["classes"])):
        total *= cards - i
    return Fraction(go(tuple(found.values()), 0), total)


def _deal_position(problem: Mapping[str, Any]) -> Fraction:
    """Draw by draw: the chance of each number of cards of the class so far."""
    found = _signatures(problem)
    inside, outside = found[(True,)], found[(False,)]
    chances = {0: Fraction(1)}
    for drawn in range(problem["at"] - 1):
        new: dict[int, Fraction] = {}
        for have, chance in chances.items():
            rest = inside + outside - drawn
            for gain, cards in ((1, inside - have), (0, outside - drawn + have)):
                if cards > 0:
                    new[have + gain] = new.get(have + gain, Fraction(0)) + chance * Fraction(cards, rest)
        chances = new
    have = problem["j"] - 1
    return chances.get(have, Fraction(0)) * Fraction(inside - have, inside + outside - problem["at"] + 1)


_DEALS = {
    "hand": _deal_hand,
    "given": _deal_hand,
    "pattern": _deal_pattern,
    "ordered": _deal_ordered,
    "position": _deal_position,
}


def solve(problem: Mapping[str, Any]) -> Fraction:
    """The probability."""
    return _DEALS[problem["kind"]](problem)


confirms = confirming(solve)

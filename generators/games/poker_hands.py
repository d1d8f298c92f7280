"""Poker hands that are played: all that can happen in one, as a tree, and play without thought.

The cards are dealt and the opponent's dice are cast before: its n-th decision in a hand goes by the n-th die, whatever
you did. So a hand is a tree of your actions, and each of them has a cost, the chips that it is expected to miss. The
cost goes by what you know and not by the cards that are hidden, so luck is not paid.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from ..base import Json
from . import poker_words as words
from .poker_rules import NAMES, Betting, Deal, Replies, over

CLEAR: Final = Fraction(1, 20)
"""Chips by which an action is worse, unless it is one of the best."""
Plain = Callable[[float, float, str], str]
"""Play without thought: from the chance to win before any action, the share of the pot that a call "
"adds, and the moves."""


def _by_what_it_faces(act: str, bet: str, lift: str) -> Plain:
    """Always the same action where nobody has bet, at a bet that may be raised, and at the last bet."""
    always = {"kb": act, "fcr": bet, "fc": lift}
    return lambda chance, price, moves: always[moves]


def _by_chance(cut: float, above: bool, lift: str) -> Plain:
    """Bet and call (or raise) with hands that win more often than that, or less often, and with no others."""
    strong, weak = {"kb": "b", "fcr": lift, "fc": "c"}, {"kb": "k", "fcr": "f", "fc": "f"}
    return lambda chance, price, moves: (strong if (chance > cut) == above else weak)[moves]


def _by_price(lift: bool) -> Plain:
    """Bet with more than an even chance, call if the chance is worth the price."""

    def act(chance: float, price: float, moves: str) -> str:
        if moves == "kb" or (lift and chance > 0.5):
            return moves[-1] if chance > 0.5 else "k"
        return "c" if chance >= price else "f"

    return act


PLAIN: tuple[Plain, ...] = (
    *(_by_what_it_faces(*acts) for acts in product("kb", "fcr", "fc")),
    *(_by_chance(*how) for how in product((0.1, 0.22, 0.3, 0.45, 0.55, 0.7, 0.78, 0.9), (True, False), "cr")),
    *(_by_price(lift) for lift in (False, True)),
)


class Table:
    """One game with its deals: all decisions, and the chance to win before anybody has acted."""

    def __init__(self, betting: Betting, deals: Sequence[Deal]) -> None:
        """Solve the game."""
        self.betting, self.deals = betting, deals
        self.replies = Replies(betting, deals)
        won: Counter[str] = Counter()
        most: Counter[str] = Counter()
        for deal in deals:
            for seen in deal.sees:
                won[seen] += deal.weight * (deal.result + 1)
                most[seen] += 2 * deal.weight
        self.chance = {seen: won[seen] / most[seen] for seen in most}

    def plain(self, seen: str, rounds: Sequence[str]) -> tuple[str, ...]:
        """What each way of playing without thought does."""
        mine, theirs = self.betting.paid(rounds)
        return _without_thought(
            self.chance[seen], (theirs - mine) / (2 * theirs), self.betting.moves(rounds[-1])
        )


@lru_cache(maxsize=10_000)
def _without_thought(chance: float, price: float, moves: str) -> tuple[str, ...]:
    return tuple(how(chance, price, moves) for how in PLAIN)


@dataclass(frozen=True, slots=True)
class Branch:
    """What can happen from some point of a hand on.

    Attributes:
        tree: ``told``, and ``chips`` if the hand is over, else ``moves``: for each the same, and its ``cost``.
        lucky: how often actions drawn by chance make no mistake.
        plain: whether each of `PLAIN` makes none.
    """

    tree: dict[str, Json]
    lucky: float
    plain: list[bool]


class Dealt:
    """One hand with all that is fixed before."""

    def __init__(self, rng: random.Random, kind: str, table: Table) -> None:
        """Deal cards and cast dice."""
        self.kind, self.table, self.betting = kind, table, table.betting
        self.deal = rng.choices(table.deals, [deal.weight for deal in table.deals])[0]
        self.dice = [rng.randrange(self.betting.per) for _ in range(4)]

    def branch(self, rounds: tuple[str, ...] = ("",), used: int = 0) -> Branch | None:
        """What follows; None if a decision is too close. `used` dice have been looked at."""
        history, betting = rounds[-1], self.betting
        if over(history):
            if history[-1] == "f" or len(rounds) == len(betting.bets):
                return Branch(self._end(rounds), 1.0, [True] * len(PLAIN))
            return self.branch((*rounds, ""), used)
        if betting.yours(history):
            return self._decision(rounds, used)
        die = self.dice[used]
        for move, chance in betting.chances(self.deal.rows[len(rounds) - 1], history).items():
            if die < chance:
                return self.branch((*rounds[:-1], history + move), used + 1)
            die -= chance
        raise ValueError("the chances of a row are less than one in all")

    def _end(self, rounds: tuple[str, ...]) -> dict[str, Json]:
        mine, theirs = self.betting.paid(rounds)
        told = self._told(rounds)
        if rounds[-1][-1] == "f":
            return {"told": told, "chips": theirs if self.betting.yours(rounds[-1]) else -mine}
        return {"told": f"{told} {words.shown(self.kind, self.deal)}", "chips": mine * self.deal.result}

    def _decision(self, rounds: tuple[str, ...], used: int) -> Branch | None:
        seen = self.deal.sees[len(rounds) - 1]
        node = self.table.replies.nodes[seen, rounds]
        if not node.clear(CLEAR):
            return None
        moves: dict[str, Json] = {}
        right: dict[str, Branch] = {}
        for move, cost in node.costs().items():
            after = self.branch((*rounds[:-1], rounds[-1] + move), used)
            if after is None:
                return None
            moves[NAMES[move]] = {"cost": round(cost, 4), **after.tree}
            if not cost:
                right[move] = after
        lucky = sum(after.lucky for after in right.values()) / len(moves)
        chosen = self.table.plain(seen, rounds)
        plain = [move in right and right[move].plain[at] for at, move in enumerate(chosen)]
        return Branch({"told": self._told(rounds), "moves": moves}, lucky, plain)

    def _told(self, rounds: Sequence[str]) -> str:
        return words.told(self.kind, self.betting.first, self.deal.sees[len(rounds) - 1], rounds)


def unlucky(hands: Sequence[Branch], most: float) -> float | None:
    """How often chance makes no mistake; None if more often than `most`, or if a plain way makes none."""
    lucky = 1.0
    for hand in hands:
        lucky *= hand.lucky
    careless = [all(right) for right in zip(*[hand.plain for hand in hands], strict=True)]
    return None if lucky > most or any(careless) else lucky


def game_of(facts: Mapping[str, Json]) -> Betting:
    """The betting of a payload."""
    return Betting(facts["ante"], facts["bets"], facts["raises"], facts["first"], facts["policy"])

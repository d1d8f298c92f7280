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
from typing import Final

from ..base import Json
from . import poker_words as words
from .poker_rules import NAMES, Betting, Deal, Replies, over

CLEAR: Final = Fraction(1, 20)
"""Chips by which an action is worse, unless it is one of the best."""
Plain = Callable[[float, float, str], str]
"""Play without thought: from the chance to win before any action, the share of the pot that a call "
"adds, and the moves."""


def _by_chance(chance: float, price: float, moves: str) -> str:
    if moves == "kb":
        return "b" if chance > 0.5 else "k"
    return "c" if chance >= price else "f"


def _boldly(chance: float, price: float, moves: str) -> str:
    return moves[-1] if chance > 0.5 else _by_chance(chance, price, moves)


PLAIN: tuple[Plain, ...] = (
    lambda chance, price, moves: moves[0],
    lambda chance, price, moves: moves[1],
    lambda chance, price, moves: moves[-1],
    lambda chance, price, moves: "k" if moves == "kb" else "c",
    lambda chance, price, moves: "b" if moves == "kb" else "f",
    lambda chance, price, moves: ("bk" if moves == "kb" else "cf")[chance <= 0.5],
    _by_chance,
    _boldly,
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

    def plain(self, how: Plain, seen: str, rounds: Sequence[str]) -> str:
        """What play without thought does."""
        mine, theirs = self.betting.paid(rounds)
        return how(self.chance[seen], (theirs - mine) / (2 * theirs), self.betting.moves(rounds[-1]))


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
            moves[NAMES[move]] = {"cost": round(float(cost), 4), **after.tree}
            if not cost:
                right[move] = after
        lucky = sum(after.lucky for after in right.values()) / len(moves)
        chosen = [self.table.plain(how, seen, rounds) for how in PLAIN]
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

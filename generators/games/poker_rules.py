"""Small poker for two against an opponent whose policy is known: what each of your decisions is worth, exactly.

A betting round is a text of letters, its history: ``k`` check, ``b`` bet, ``c`` call, ``f`` fold, ``r`` raise. Nobody
may bet after a bet, and nobody raise after a raise. A game is a list of deals with weights, and the opponent's policy:
for each row (what it goes by, such as its card) the chances of a bet, a call, a raise, and of calling a raise.

`Replies` goes through your information sets from the first one on: the deals that fit what you know carry the chance
that the opponent acted as it did. So the value of a decision, with best play after it, is a sum of whole numbers.
Source of the games: H. Kuhn 1950; F. Southey et al. 2005 (Leduc hold'em).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

NAMES = {"k": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}
_REPLIES = 2
"""So often the opponent acts in one round of betting at most."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards as far as they matter.

    Attributes:
        weight: how many ways of dealing are like this one.
        sees: what you know of the cards, in each round of betting.
        rows: the opponent's row, in each round.
        result: 1 if you win the showdown, 0 if the pot is shared, -1 if you lose.
    """

    weight: int
    sees: tuple[str, ...]
    rows: tuple[str, ...]
    result: int


@dataclass(frozen=True, slots=True)
class Betting:
    """What is paid, and who begins.

    Attributes:
        ante: chips that each player pays at first.
        bets: the size of a bet, for each round.
        raises: whether a bet may be raised.
        first: whether you begin each round.
        policy: for each row of the opponent the chances of bet, call, raise, and call of a raise, in parts of `per`.
    """

    ante: int
    bets: Sequence[int]
    raises: bool
    first: bool
    policy: Mapping[str, Sequence[int]]
    per: int = 10

    def moves(self, history: str) -> str:
        """The letters of what may be done."""
        if history in ("", "k"):
            return "kb"
        return "fcr" if self.raises and history[-1] != "r" else "fc"

    def yours(self, history: str) -> bool:
        """Whether it is your turn."""
        return (len(history) % 2 == 0) == self.first

    def chances(self, row: str, history: str) -> dict[str, int]:
        """How the opponent acts, in parts of `per`; in the order of the dice."""
        bet, call, lift, call_raise = (*self.policy[row], 0, 0)[:4]
        if history in ("", "k"):
            return {"b": bet, "k": self.per - bet}
        if history[-1] == "r":
            return {"c": call_raise, "f": self.per - call_raise}
        return {"r": lift, "c": call, "f": self.per - call - lift}

    def paid(self, histories: Sequence[str]) -> tuple[int, int]:
        """The chips of you and of the opponent in the pot."""
        return _paid(self.ante, tuple(self.bets), self.first, tuple(histories))


@lru_cache(maxsize=4_000)
def _paid(ante: int, bets: tuple[int, ...], first: bool, histories: tuple[str, ...]) -> tuple[int, int]:
    chips = [ante, ante]
    for history, bet in zip(histories, bets, strict=False):
        for at, letter in enumerate(history):
            who = int((at % 2 == 0) != first)
            if letter in "bc":
                chips[who] = max(chips) + bet * (letter == "b")
            elif letter == "r":
                chips[who] = max(chips) + bet
    return chips[0], chips[1]


def over(history: str) -> bool:
    """Whether a round of betting has ended."""
    return history == "kk" or history[-1:] in ("c", "f")


@dataclass(frozen=True, slots=True)
class Node:
    """One decision of yours.

    Attributes:
        values: by the letter of a move, the sum of winnings over the deals that are possible.
        total: the sum of weights that the values belong to.
        deals: what is possible, each with its weight.
    """

    values: Mapping[str, int]
    total: int
    deals: Sequence[tuple[int, Deal]]

    @property
    def best(self) -> str:
        """The letter of a best move."""
        return max(self.values, key=self.values.__getitem__)

    def costs(self) -> dict[str, float]:
        """Chips that each move is expected to miss; 0 for a best one alone."""
        most = max(self.values.values())
        return {move: (most - value) / self.total for move, value in self.values.items()}

    def clear(self, least: Fraction) -> bool:
        """Whether each move is best, or worse by `least` chips or more."""
        most = max(self.values.values())
        gap = self.total * least.numerator
        return all(value == most or (most - value) * least.denominator >= gap for value in self.values.values())


class Replies:
    """All decisions of yours in a game.

    Attributes:
        nodes: by what you know of the cards, and the histories of the rounds.
        value: your expected winnings with best play.
        steps: deals that were looked at, once for each place in the betting.
    """

    def __init__(self, betting: Betting, deals: Sequence[Deal]) -> None:
        """Work them all out."""
        self.betting, self.steps = betting, 0
        self.nodes: dict[tuple[str, tuple[str, ...]], Node] = {}
        self._acts: dict[tuple[str, str], list[tuple[str, int]]] = {}
        self._most = _REPLIES * len(betting.bets)
        weighted = [(deal.weight, deal) for deal in deals]
        total = sum(weight for weight, _ in weighted) * betting.per**self._most
        self.value = Fraction(sum(self._worth((""), (), group, 0) for group in _seen(weighted, 0)), total)

    def _worth(self, history: str, done: tuple[str, ...], deals: list[tuple[int, Deal]], used: int) -> int:
        """The sum over deals of weight times winnings, with best play from here on."""
        betting, at = self.betting, len(done)
        self.steps += len(deals)
        left: int = betting.per ** (self._most - used)
        if over(history):
            rounds = (*done, history)
            mine, theirs = betting.paid(rounds)
            if history[-1] == "f":
                won = theirs if betting.yours(history) else -mine
                return won * left * sum([weight for weight, _ in deals])
            if len(rounds) == len(betting.bets):
                return mine * left * sum([weight * deal.result for weight, deal in deals])
            return sum([self._worth("", rounds, group, used) for group in _seen(deals, at + 1)])
        if betting.yours(history):
            values = {move: self._worth(history + move, done, deals, used) for move in betting.moves(history)}
            total = left * sum([weight for weight, _ in deals])
            self.nodes[deals[0][1].sees[at], (*done, history)] = Node(values, total, deals)
            return max(values.values())
        found = 0
        after: dict[str, list[tuple[int, Deal]]] = {move: [] for move in betting.moves(history)}
        for weight, deal in deals:
            for move, chance in self._chances(deal.rows[at], history):
                after[move].append((weight * chance, deal))
        for move, some in after.items():
            if some:
                found += self._worth(history + move, done, some, used + 1)
        return found

    def _chances(self, row: str, history: str) -> list[tuple[str, int]]:
        """What the opponent may do, each with its chance."""
        known = self._acts.get((row, history))
        if known is None:
            every = self.betting.chances(row, history).items()
            known = self._acts[row, history] = [(move, chance) for move, chance in every if chance]
        return known


def _seen(deals: list[tuple[int, Deal]], at: int) -> Iterator[list[tuple[int, Deal]]]:
    """The deals that look the same to you in a round."""
    groups: dict[str, list[tuple[int, Deal]]] = {}
    for weight, deal in deals:
        groups.setdefault(deal.sees[at], []).append((weight, deal))
    yield from groups.values()

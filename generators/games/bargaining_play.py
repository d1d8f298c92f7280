"""The games of `auctions-and-bargaining`, as the policy kernel takes them: four kinds, each with its partner's rules.

A state is a tuple: which candidate the partner is, the round from 0 (-1 when the game is over), and what its
kind needs. A rule of a partner is a list, its name first; `bargaining_words` says them in English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from ..base import Json

State = tuple[Any, ...]
Step = tuple[int, str, State]


class Play:
    """What all kinds share."""

    def __init__(self, facts: Mapping[str, Json]) -> None:
        """The game of a payload."""
        self.facts = facts
        self.rounds = int(facts["rounds"])
        self.rules: list[list[Json]] = facts["candidates"]

    def starts(self) -> list[State]:
        """The first state with each candidate."""
        return [(who, 0, *self.begin(rule)) for who, rule in enumerate(self.facts["candidates"])]

    def step(self, state: State, move: str) -> Step:
        """The points of a move, what is seen, and the state after."""
        who, at = state[:2]
        points, seen, after = self.made(self.rules[who], at, state[2:], move)
        if after is None or at + 1 == self.rounds:
            return points, seen, (who, -1)
        return points, seen, (who, at + 1, *after)

    def led(self, state: State) -> tuple[Step, ...]:
        """What each move leads to, in the order of the moves: `step` for all of them at once."""
        who, at = state[:2]
        if at < 0:
            return ()
        over, last = (who, -1), at + 1 == self.rounds
        return tuple(
            [
                (points, seen, over if last or after is None else (who, at + 1, *after))
                for points, seen, after in self.all_made(self.rules[who], at, state[2:], self.choices(state))
            ]
        )

    def moves(self, state: State) -> Sequence[str]:
        """What can be done."""
        return () if state[1] < 0 else self.choices(state)

    def begin(self, rule: list[Json]) -> State:
        """What a state holds beside candidate and round, at first."""
        raise NotImplementedError

    def choices(self, state: State) -> Sequence[str]:
        """The moves while the game goes on."""
        raise NotImplementedError

    def made(self, rule: list[Json], at: int, state: State, move: str) -> tuple[int, str, State | None]:
        """One move: points, what is seen, and what the state holds then; None if the game is over."""
        raise NotImplementedError

    def all_made(
        self, rule: list[Json], at: int, state: State, moves: Sequence[str]
    ) -> list[tuple[int, str, State | None]]:
        """`made` for each of the moves; kinds in which they have much in common say so."""
        return [self.made(rule, at, state, move) for move in moves]


class Ultimatum(Play):
    """Each round you offer a part of a pot. The state: the limit, or the last offer and -1 before the first."""

    def begin(self, rule: list[Json]) -> State:
        """The first limit."""
        return (rule[1],)

    def choices(self, state: State) -> Sequence[str]:
        """Any part of the pot."""
        return _numbers(self.facts["pots"][state[1]])

    def made(self, rule: list[Json], at: int, state: State, move: str) -> tuple[int, str, State | None]:
        """The partner takes what reaches its limit, which then moves."""
        (limit,), offer = state, int(move)
        accepted = offer >= limit
        if rule[0] == "steps":
            limit = min(limit + rule[2], rule[5]) if accepted else max(limit - rule[3], rule[4])
        elif rule[0] == "proud":
            limit += rule[3] if offer < rule[2] else 0
        elif rule[0] == "memory":
            limit = max(offer - rule[2], 0)
        else:
            limit = max(limit - rule[2], 0)
        return (self.facts["pots"][at] - offer if accepted else 0), "yes" if accepted else "no", (limit,)


class Auction(Play):
    """Things are sold one by one. The state: your money, the rival's, what it has in mind, and what you have won."""

    def begin(self, rule: list[Json]) -> State:
        """All the money."""
        return (*self.facts["money"], rule[1] if rule[0] == "chase" else 0, 0)

    def choices(self, state: State) -> Sequence[str]:
        """Bids that can be paid."""
        return _numbers(min(state[2], self.facts["cap"]))

    def made(self, rule: list[Json], at: int, state: State, move: str) -> tuple[int, str, State | None]:
        """Whoever bids more pays and gets it; the rival where both bid the same."""
        return self.all_made(rule, at, state, (move,))[0]

    def all_made(
        self, rule: list[Json], at: int, state: State, moves: Sequence[str]
    ) -> list[tuple[int, str, State | None]]:
        """The rival does not know the bid, so that all bids that lose lead to the same."""
        money, left, mind, won = state
        if rule[0] == "share":
            other = self.facts["theirs"][at] * rule[1] // rule[2]
        elif rule[0] == "even":
            other = left // (self.rounds - at)
        elif rule[0] == "chase":
            other = mind
        else:
            other = rule[1] + rule[2] * won
        other = min(other, left, self.facts["cap"])
        seen, mine, chases = str(other), self.facts["mine"][at], rule[0] == "chase"
        lost = (0, seen, (money, left - other, rule[1] if chases else mind, won))
        if chases:
            mind = other + rule[2]
        won += rule[0] == "wins"
        return [
            (mine - bid, seen, (money - bid, left, mind, won)) if bid > other else lost
            for bid in map(int, moves)
        ]


class Haggle(Play):
    """You buy one thing. The state: what the seller asks, and your last offer (-1 where no rule looks at it)."""

    def __init__(self, facts: Mapping[str, Json]) -> None:
        """All prices that can be named."""
        super().__init__(facts)
        self.prices = tuple(map(str, range(facts["step"], facts["ask"] + 1, facts["step"])))

    def begin(self, rule: list[Json]) -> State:
        """The first price."""
        return (self.facts["ask"], -1)

    def choices(self, state: State) -> Sequence[str]:
        """Prices in steps."""
        return self.prices

    def made(self, rule: list[Json], at: int, state: State, move: str) -> tuple[int, str, State | None]:
        """Sold for what you offer, if that is what is asked; else a round is lost, and the price moves."""
        (ask, last), offer, step = state, int(move), self.facts["step"]
        if offer >= ask:
            return self.facts["value"] - offer, "sold", None
        if rule[0] == "falls":
            then = ask - rule[1] * step
        elif rule[0] == "meets":
            then = ask - max(offer - last, 0) if last >= 0 else ask
        elif rule[0] == "half":
            then = -(-(ask + offer) // (2 * step)) * step
        elif ask - offer > rule[3] * step:
            return -self.facts["cost"], "broken off", None
        else:
            then = ask - rule[1] * step
        then = max(then, rule[2] * step)
        return -self.facts["cost"], str(then), (then, offer if rule[0] == "meets" else -1)


class Contract(Play):
    """A contract. The state: the partner's limit, and what your last proposal gave it (-1 where no rule looks)."""

    def __init__(self, facts: Mapping[str, Json]) -> None:
        """Every contract is valued once."""
        super().__init__(facts)
        self.mine = {each: _worth(facts["mine"], each) for each in CONTRACTS}
        self.theirs = {each: _worth(facts["theirs"], each) for each in CONTRACTS}

    def begin(self, rule: list[Json]) -> State:
        """The first limit."""
        return (rule[1], -1)

    def choices(self, state: State) -> Sequence[str]:
        """One option of each issue."""
        return CONTRACTS

    def made(self, rule: list[Json], at: int, state: State, move: str) -> tuple[int, str, State | None]:
        """Agreed if it is worth the limit to the partner; else a round is lost, and the limit moves."""
        limit, last = state
        gives = self.theirs[move]
        if gives >= limit:
            return self.mine[move], "agreed", None
        if rule[0] == "falls":
            limit -= rule[2]
        elif rule[0] == "moved":
            limit -= rule[2] if 0 <= last < gives else 0
        else:
            limit += rule[2] if gives < rule[3] else -rule[2]
        return -self.facts["cost"], "refused", (limit, gives if rule[0] == "moved" else -1)


def _worth(table: Sequence[Sequence[int]], contract: str) -> int:
    return sum(row[int(option) - 1] for row, option in zip(table, contract.split("-"), strict=True))


CONTRACTS = tuple("-".join(options) for options in product("123", "123", "12"))
_UP_TO = [tuple(map(str, range(most + 1))) for most in range(40)]


def _numbers(most: int) -> Sequence[str]:
    return _UP_TO[most]


PLAYS: Mapping[str, type[Play]] = {
    "ultimatum": Ultimatum,
    "auction": Auction,
    "haggle": Haggle,
    "contract": Contract,
}

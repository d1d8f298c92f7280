"""The games of `auctions-and-bargaining`, as the policy kernel takes them: four kinds, each with its partner's rules.

A state is a tuple: which candidate the partner is, the round from 0 (-1 when the game is over), and what its
kind needs. A rule of a partner is a list, its name first; `bargaining_words` says them in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, repeat
from typing import Any

from ..base import Json

State = tuple[Any, ...]
Step = tuple[int, str, State]
Made = tuple[int, str, State | None]
"""What a move comes to: points, what is seen, and what the state holds then; None if the game is over."""


class Play:
    """What all kinds share."""

    def __init__(self, facts: Mapping[str, Json]) -> None:
        """The game of a payload."""
        self.facts = facts
        self.rounds = int(facts["rounds"])
        self.rules: list[list[Json]] = facts["candidates"]
        self._leads: dict[State, tuple[Step, ...]] = {}

    def starts(self) -> list[State]:
        """The first state with each candidate."""
        return [(who, 0, *self.begin(rule)) for who, rule in enumerate(self.facts["candidates"])]

    def step(self, state: State, move: str) -> Step:
        """The points of a move, what is seen, and the state after."""
        return self.led(state)[self.choices(state).index(move)]

    def led(self, state: State) -> tuple[Step, ...]:
        """What all moves of a state lead to, in their order, worked out once."""
        known = self._leads.get(state)
        if known is None:
            known = self._leads[state] = tuple(self._led(state)) if state[1] >= 0 else ()
        return known

    def _led(self, state: State) -> Iterator[Step]:
        who, at = state[:2]
        below, over = at + 1, (who, -1)
        last = below == self.rounds
        for points, seen, after in self.made(self.rules[who], at, state[2:], self.choices(state)):
            yield points, seen, over if last or after is None else (who, below, *after)

    def moves(self, state: State) -> Sequence[str]:
        """What can be done."""
        return () if state[1] < 0 else self.choices(state)

    def begin(self, rule: list[Json]) -> State:
        """What a state holds beside candidate and round, at first."""
        raise NotImplementedError

    def choices(self, state: State) -> Sequence[str]:
        """The moves while the game goes on."""
        raise NotImplementedError

    def made(self, rule: list[Json], at: int, state: State, moves: Sequence[str]) -> Iterator[Made]:
        """All moves of a state, one after the other."""
        raise NotImplementedError


class Ultimatum(Play):
    """Each round you offer a part of a pot. The state: the limit, or the last offer and -1 before the first."""

    def begin(self, rule: list[Json]) -> State:
        """The first limit."""
        return (rule[1],)

    def choices(self, state: State) -> Sequence[str]:
        """Any part of the pot."""
        return _numbers(self.facts["pots"][state[1]])

    def made(self, rule: list[Json], at: int, state: State, moves: Sequence[str]) -> Iterator[Made]:
        """The partner takes what reaches its limit, which then moves."""
        (limit,), pot, name = state, self.facts["pots"][at], rule[0]
        for offer in range(len(moves)):
            accepted = offer >= limit
            if name == "steps":
                then = min(limit + rule[2], rule[5]) if accepted else max(limit - rule[3], rule[4])
            elif name == "proud":
                then = limit + rule[3] if offer < rule[2] else limit
            elif name == "memory":
                then = max(offer - rule[2], 0)
            else:
                then = max(limit - rule[2], 0)
            yield (pot - offer, "yes", (then,)) if accepted else (0, "no", (then,))


class Auction(Play):
    """Things are sold one by one. The state: your money, the rival's, what it has in mind, and what you have won."""

    def begin(self, rule: list[Json]) -> State:
        """All the money."""
        return (*self.facts["money"], rule[1] if rule[0] == "chase" else 0, 0)

    def choices(self, state: State) -> Sequence[str]:
        """Bids that can be paid."""
        return _numbers(min(state[2], self.facts["cap"]))

    def made(self, rule: list[Json], at: int, state: State, moves: Sequence[str]) -> Iterator[Made]:
        """Whoever bids more pays and gets it; the rival where both bid the same."""
        money, left, mind, won = state
        name = rule[0]
        if name == "share":
            other = self.facts["theirs"][at] * rule[1] // rule[2]
        elif name == "even":
            other = left // (self.rounds - at)
        elif name == "chase":
            other = mind
        else:
            other = rule[1] + rule[2] * won
        other = min(other, left, self.facts["cap"])
        seen = str(other)
        # All bids that lose come to the same.
        lost = 0, seen, (money, left - other, rule[1] if name == "chase" else mind, won)
        yield from repeat(lost, min(other + 1, len(moves)))
        if name == "chase":
            mind = other + rule[2]
        won += name == "wins"
        worth = self.facts["mine"][at]
        for bid in range(other + 1, len(moves)):
            yield worth - bid, seen, (money - bid, left, mind, won)


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

    def made(self, rule: list[Json], at: int, state: State, moves: Sequence[str]) -> Iterator[Made]:
        """Sold for what you offer, if that is what is asked; else a round is lost, and the price moves."""
        (ask, last), step, name = state, self.facts["step"], rule[0]
        lost, least = -self.facts["cost"], rule[2] * step
        for move in moves:
            offer = int(move)
            if offer >= ask:
                yield self.facts["value"] - offer, "sold", None
                continue
            if name == "falls":
                then = ask - rule[1] * step
            elif name == "meets":
                then = ask - max(offer - last, 0) if last >= 0 else ask
            elif name == "half":
                then = -(-(ask + offer) // (2 * step)) * step
            elif ask - offer > rule[3] * step:
                yield lost, "broken off", None
                continue
            else:
                then = ask - rule[1] * step
            then = max(then, least)
            yield lost, str(then), (then, offer if name == "meets" else -1)


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

    def made(self, rule: list[Json], at: int, state: State, moves: Sequence[str]) -> Iterator[Made]:
        """Agreed if it is worth the limit to the partner; else a round is lost, and the limit moves."""
        limit, last = state
        name, lost = rule[0], -self.facts["cost"]
        for move in moves:
            gives = self.theirs[move]
            if gives >= limit:
                yield self.mine[move], "agreed", None
            elif name == "moved":
                yield lost, "refused", (limit - rule[2] if 0 <= last < gives else limit, gives)
            elif name == "falls" or gives >= rule[3]:
                yield lost, "refused", (limit - rule[2], -1)
            else:
                yield lost, "refused", (limit + rule[2], -1)


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

"""The duel kernel: games of two players who move in turn and see everything, solved exactly within counted positions.

A game is a `Duel`: the moves of a position, by name and in a fixed order, and what a position without further play is
worth to the player whose turn it is: 1 won, 0 drawn, -1 lost. Positions are hashable values that hold whose turn
it is, where that matters. Nothing here knows what a move means.

`Solved` is negamax with a table: the worth of a position is the best of what its moves lead to, seen from the
other side. A move that wins ends the search of its position, which leaves every value exact. To look at a position
is to ask for its moves; a search that would look at more than `most` positions raises `TooHard`. No move may lead
back to an earlier position.

Opponents are no part of it: who judges a game has rules and a search of its own (`verifiers.duels.rules`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)


class TooHard(Exception):
    """A search looked at as many positions as it may."""


class Duel(Protocol[State]):
    """The rules of a game."""

    def moves(self, state: State) -> Iterable[tuple[str, State]]:
        """The moves of the player whose turn it is: names, and the positions that they lead to."""

    def over(self, state: State) -> int | None:
        """What a finished game is worth to the player whose turn it would be: 1, 0 or -1; None while it goes on."""

    def key(self, state: State) -> Hashable:
        """Equal only for positions of equal worth: what symmetries may be folded into."""


class Solved(Generic[State]):
    """The worth of positions of one game, each found once.

    Attributes:
        looked: positions whose moves were asked for.
    """

    def __init__(self, duel: Duel[State], most: int) -> None:
        """Begin with an empty table; `most` positions may be looked at."""
        self.duel, self.most, self.looked = duel, most, 0
        self._table: dict[Hashable, int] = {}

    def worth(self, state: State) -> int:
        """1 if the player whose turn it is can force a win, -1 if the other one can, else 0.

        Raises:
            TooHard: if it takes more positions than there may be.
        """
        key = self.duel.key(state)
        known = self._table.get(key)
        return self._found(state, key) if known is None else known

    def _found(self, state: State, key: Hashable) -> int:
        """The worth of a position that is not in the table."""
        table, key_of = self._table, self.duel.key
        best = self.duel.over(state)
        if best is None:
            if self.looked == self.most:
                raise TooHard
            self.looked += 1
            best = -1
            for _, after in self.duel.moves(state):
                other = key_of(after)
                worth = table.get(other)
                if worth is None:
                    worth = self._found(after, other)
                if worth == -1:
                    best = 1
                    break
                if not worth:
                    best = 0
        table[key] = best
        return best

    def worths(self, state: State) -> dict[str, int]:
        """What each move is worth to the player who makes it, by its name."""
        return {name: -self.worth(after) for name, after in self.duel.moves(state)}

    def best(self, state: State) -> list[str]:
        """The moves that keep what the position is worth, in the order of the rules."""
        worths = self.worths(state)
        most = max(worths.values())
        return [name for name, worth in worths.items() if worth == most]

    def winning(self, state: State) -> str | None:
        """A move that was found to win in a position that was found to be won; None if there is none."""
        found = (name for name, after in self.duel.moves(state) if self._table.get(self.duel.key(after)) == -1)
        return next(found, None)

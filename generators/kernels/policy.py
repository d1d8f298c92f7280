"""The policy kernel: one player against partners that follow rules, solved exactly within counted steps.

A game is a `Play`: the moves of a state, by name and in a fixed order, and what each leads to: points, what the player
sees, and the next state. States are hashable values that hold the round and what the partners remember; a partner that
is one of several candidates is as many first states, of which the player does not know the true one.

`Policies` finds, by dynamic programming over states:

* the most and the least points that can be had against a known partner (`worth`, `least`), and moves that give
the most;
* against a partner that is one of several, the least regret that can be ensured (`regret`): whatever the true partner
  is, so many points fewer than the most against it. What is seen tells candidates apart;
* how often moves drawn by chance do as well (`share`).

A step is one move tried in one state or set of states; a search that would try more than `most` raises `TooHard`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, Protocol, TypeVar

from .duel import TooHard

State = TypeVar("State", bound=Hashable)
NEVER = 10**9
"""More points than any game has."""
Known = tuple[tuple[int, State], ...]
"""What is possible: the number of a candidate, and the state in which it would be."""


class Play(Protocol[State]):
    """The rules of a game, its partners included."""

    def moves(self, state: State) -> Sequence[str]:
        """The moves that can be made; none if the game is over. Candidates that look the same offer the same."""

    def step(self, state: State, move: str) -> tuple[int, Hashable, State]:
        """The points of a move, what else is seen, and the state after."""


class Policies(Generic[State]):
    """What can be had in one game, each state looked at once.

    Attributes:
        steps: moves that were tried so far.
    """

    def __init__(self, play: Play[State], most: int) -> None:
        """Begin with empty tables; `most` steps may be made."""
        self.play, self.most, self.steps = play, most, 0
        self._at_once = getattr(play, "led", self._by_steps)
        """What all moves of a state lead to: some games know it without making each move."""
        self._ends: dict[int, dict[State, int]] = {1: {}, -1: {}}
        self._regrets: dict[tuple[Known[State], tuple[int, ...]], int] = {}
        self._leads: dict[State, tuple[tuple[int, Hashable, State], ...]] = {}

    def _led(self, state: State) -> tuple[tuple[int, Hashable, State], ...]:
        """What each move leads to, in the order of the moves."""
        known = self._leads.get(state)
        if known is None:
            known = self._leads[state] = self._at_once(state)
        return known

    def _by_steps(self, state: State) -> tuple[tuple[int, Hashable, State], ...]:
        step = self.play.step
        return tuple([step(state, move) for move in self.play.moves(state)])

    def _count(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self.most:
            raise TooHard

    def worth(self, state: State) -> int:
        """The most points from a state on, against a partner that is known.

        Raises:
            TooHard: if it takes more steps than there may be.
        """
        return self._end(state, 1)

    def least(self, state: State) -> int:
        """The fewest points from a state on; raises as `worth` does."""
        return -self._end(state, -1)

    def _end(self, state: State, sign: int) -> int:
        ends = self._ends[sign]
        known = ends.get(state)
        if known is None:
            led = self._leads.get(state)
            if led is None:
                led = self._led(state)
            self._count(len(led))
            known = -NEVER if led else 0
            for points, _, after in led:
                value = ends.get(after)
                if value is None:
                    value = self._end(after, sign)
                value += points if sign > 0 else -points
                if value > known:
                    known = value
            ends[state] = known
        return known

    def plan(self, state: State) -> list[str]:
        """Moves that give the most points; where several do, the first one in the order of the game."""
        made: list[str] = []
        while moves := self.play.moves(state):
            worth = self.worth(state)
            for move, (points, _, after) in zip(moves, self._led(state), strict=True):
                if points + self.worth(after) == worth:
                    made.append(move)
                    state = after
                    break
        return made

    def share(self, state: State, least: int) -> float:
        """How often moves that are drawn by chance, each as likely, give at least so many points in all."""
        reached, ends = 0.0, self._ends[1]
        layer = {(state, 0): 1.0}
        while layer:
            below: dict[tuple[State, int], float] = {}
            for (here, total), chance in layer.items():
                led = self._led(here)
                self._count(len(led))
                if not led and total >= least:
                    reached += chance
                for points, _, after in led:
                    most = ends.get(after)
                    if most is None:
                        most = self._end(after, 1)
                    key = after, total + points
                    if key[1] + most < least:
                        continue
                    below[key] = below.get(key, 0.0) + chance / len(led)
            layer = below
        return reached

    def regret(self, states: Sequence[State]) -> int:
        """The least number of points that are missed at most, whichever of the states is the true one.

        Raises:
            TooHard: if it takes more steps than there may be.
        """
        return -self._ensured(tuple(enumerate(states)), tuple(map(self.worth, states)))

    def careful(self, states: Known[State], worths: Sequence[int]) -> str:
        """The first move that keeps the least regret; `worths` are those of all candidates at the beginning."""
        moves = self.play.moves(states[0][1])
        values = [self._after(states, at, tuple(worths)) for at in range(len(moves))]
        return moves[values.index(max(values))]

    def _ensured(self, states: Known[State], worths: tuple[int, ...]) -> int:
        """The most points from here on, less the worth of the candidate that is the true one, in the worst case."""
        known = self._regrets.get((states, worths))
        if known is None:
            if len(states) == 1:
                known = self.worth(states[0][1]) - worths[states[0][0]]
            elif led := self._led(states[0][1]):
                known = max([self._after(states, at, worths) for at in range(len(led))])
            else:
                known = -max(worths[number] for number, _ in states)
            self._regrets[states, worths] = known
        return known

    def _after(self, states: Known[State], at: int, worths: tuple[int, ...]) -> int:
        """What is ensured by the move of this number."""
        self._count(len(states))
        groups: dict[tuple[int, Hashable], list[tuple[int, State]]] = {}
        for number, state in states:
            points, seen, after = self._led(state)[at]
            groups.setdefault((points, seen), []).append((number, after))
        return min(points + self._ensured(tuple(group), worths) for (points, _), group in groups.items())

"""The machine kernel: states that follow each other by a rule, forwards, k steps ahead, and backwards.

A rule is a function from a state to the next one, or to None where the machine halts. Nothing here knows what a state
is; it is hashable, so that a state that comes again is noticed: from there on the machine goes round, and the
state after any number of steps is known without making them. All loops are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)


def run(state: State, moves: Iterable[Callable[[State], State]]) -> list[State]:
    """The state at the start and after each of the moves."""
    states = [state]
    for move in moves:
        states.append(move(states[-1]))
    return states


def undone(state: State, moves: Iterable[Callable[[State], State]]) -> State:
    """The state before moves that are given with their inverses, first move first.

    Args:
        state: what the moves led to.
        moves: for each move, in the order in which they were made, its inverse.
    """
    for back in reversed(list(moves)):
        state = back(state)
    return state


@dataclass(frozen=True)
class Orbit(Generic[State]):
    """The different states that a machine goes through.

    Attributes:
        states: the states, each once, in their order; the first is where it starts.
        again: the place of the state that follows the last one; None if the machine halts there, or was stopped.
        halted: whether the rule has no state after the last one.
    """

    states: tuple[State, ...]
    again: int | None
    halted: bool

    @property
    def period(self) -> int:
        """After how many steps the states of the loop come again; 1 for a state that stays, 0 without a loop."""
        return 0 if self.again is None else len(self.states) - self.again

    @property
    def fixed(self) -> int | None:
        """After how many steps nothing changes any more; None if something always does, or it is not known."""
        return self.again if self.period == 1 else None

    def at(self, step: int) -> State:
        """The state after so many steps.

        Raises:
            IndexError: if the machine halts, or was stopped, before.
        """
        if step < len(self.states):
            return self.states[step]
        if self.again is None:
            raise IndexError(f"there is no state after {step} steps, only after {len(self.states) - 1} or less")
        return self.states[self.again + (step - self.again) % self.period]


def orbit(state: State, rule: Callable[[State], State | None], most: int) -> Orbit[State]:
    """The states from `state` on, until one comes again, the rule has none, or `most` steps were made."""
    places: dict[State, int] = {state: 0}
    for _ in range(most):
        after = rule(state)
        if after is None:
            return Orbit(tuple(places), None, halted=True)
        if after in places:
            return Orbit(tuple(places), places[after], halted=False)
        places[after] = len(places)
        state = after
    return Orbit(tuple(places), None, halted=False)

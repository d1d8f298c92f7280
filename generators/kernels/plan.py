"""The plan kernel: the least way from a state to a goal by named moves, exact, and bounded by counted expansions.

A puzzle gives `moves`, a function from a state to the moves that can be made there, each as a name and the state
that it leads to, in a fixed order. A state is any hashable value. Nothing here knows what a move means.

* `shortest`: A* over whole costs, with an estimate that never overestimates (none: uniform cost).
* `meeting`: breadth first from both ends, where moves can be looked at backwards. It visits about the square root of
  the states that a search from one end visits.
* `layers`: all states up to a distance, breadth first; `distances`: to the nearest of several states, and `downhill`
  by them.
* `away`: a walk from a state that never takes a move back at once.
* `replay`: the states of a plan, up to its first move that cannot be made.

To expand a state is to ask for its moves. A search that would expand more than `most` states raises `TooHard`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Moves = Callable[[State], Iterable[tuple[str, State]]]
"""The moves of a state: names, and the states that they lead to."""


class TooHard(Exception):
    """A search used up its expansions."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[State]):
    """A plan of least cost.

    Attributes:
        moves: the names of its moves.
        states: the states on the way; the first is where it starts, so there is one more than there are moves.
        cost: what it costs; the number of moves unless a search was given costs.
        expanded: states that the search expanded.
    """

    moves: tuple[str, ...]
    states: tuple[State, ...]
    cost: int
    expanded: int


def shortest(
    start: State,
    moves: Moves[State],
    solved: Callable[[State], bool],
    *,
    most: int,
    estimate: Callable[[State], int] = lambda _: 0,
    cost: Callable[[State, State], int] = lambda _, __: 1,
) -> Plan[State] | None:
    """A plan of least cost, or None if no state that can be reached is solved.

    Args:
        start: the state before the first move.
        moves: the moves of a state.
        solved: whether a state is a goal.
        most: expansions allowed.
        estimate: a lower bound of the cost that is left; along a move it falls by no more than the move costs.
        cost: what the move from one state to another costs, a whole number from 0.

    Raises:
        TooHard: if `most` states were expanded without an answer.
    """
    best: dict[State, int] = {start: 0}
    came: dict[State, tuple[str, State]] = {}
    done: set[State] = set()
    first = estimate(start)
    queue: list[tuple[int, int, int, State]] = [(first, 0, 0, start)]
    count = 0
    while queue:
        state = heappop(queue)[-1]
        if state in done:
            continue
        if solved(state):
            return _back(state, came, best[state], len(done))
        if len(done) == most:
            raise TooHard
        done.add(state)
        spent = best[state]
        for name, after in moves(state):
            total = spent + cost(state, after)
            if total < best.get(after, total + 1):
                best[after] = total
                came[after] = (name, state)
                count += 1
                # Among equals the newest goes first, which goes deep; the count also keeps states from being compared.
                heappush(queue, (total + estimate(after), -total, -count, after))
    return None


def _back(state: State, came: dict[State, tuple[str, State]], cost: int, expanded: int) -> Plan[State]:
    names: list[str] = []
    states = [state]
    while state in came:
        name, state = came[state]
        names.append(name)
        states.append(state)
    return Plan(tuple(names[::-1]), tuple(states[::-1]), cost, expanded)


def meeting(
    start: State, goal: State, moves: Moves[State], back: Moves[State], *, most: int
) -> Plan[State] | None:
    """A plan with the fewest moves between two states, found from both ends; None if there is none.

    Args:
        start: the state before the first move.
        goal: the state after the last one.
        moves: the moves of a state.
        back: the moves that lead *to* a state: the name of each, and the state in which it is made.
        most: expansions allowed on both sides together.

    Raises:
        TooHard: if `most` states were expanded and the sides have not met.
    """
    if start == goal:
        return Plan((), (start,), 0, 0)
    came: tuple[dict[State, tuple[str, State] | None], ...] = ({start: None}, {goal: None})
    fronts: list[list[State]] = [[start], [goal]]
    expanded = 0
    while all(fronts):
        side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
        here, there = came[side], came[1 - side]
        after: list[State] = []
        for state in fronts[side]:
            if expanded == most:
                raise TooHard
            expanded += 1
            for name, new in (moves, back)[side](state):
                if new in here:
                    continue
                here[new] = (name, state)
                if new in there:
                    # Layers grow one at a time, so the first state that both sides know lies on a shortest plan.
                    return _joined(came[0], came[1], new, expanded)
                after.append(new)
        fronts[side] = after
    return None


def _joined(
    ahead: dict[State, tuple[str, State] | None],
    behind: dict[State, tuple[str, State] | None],
    middle: State,
    expanded: int,
) -> Plan[State]:
    names: list[str] = []
    states = [middle]
    while (step := ahead[states[-1]]) is not None:
        names.append(step[0])
        states.append(step[1])
    names.reverse()
    states.reverse()
    while (step := behind[states[-1]]) is not None:
        names.append(step[0])
        states.append(step[1])
    return Plan(tuple(names), tuple(states), len(names), expanded)


def layers(start: State, moves: Moves[State], *, most: int) -> Iterator[list[State]]:
    """The states at distance 0, 1, 2 and so on from a state, as long as there are any.

    Raises:
        TooHard: if more than `most` states would be expanded.
    """
    seen = {start}
    layer = [start]
    expanded = 0
    while layer:
        yield layer
        after: dict[State, None] = {}
        for state in layer:
            if expanded == most:
                raise TooHard
            expanded += 1
            for _, new in moves(state):
                if new not in seen:
                    seen.add(new)
                    after[new] = None
        layer = list(after)


def away(rng: random.Random, start: State, moves: Moves[State], steps: int) -> State:
    """Where a walk of so many random moves ends that goes back to the state before only where it must."""
    before, state = start, start
    for _ in range(steps):
        ahead = [new for _, new in moves(state)]
        onward = [new for new in ahead if new != before] or ahead
        if not onward:
            return state
        before, state = state, rng.choice(onward)
    return state


def replay(start: State, moves: Moves[State], plan: Sequence[str]) -> list[State]:
    """The states of a plan: at the start and after each move, up to the first one that cannot be made.

    A plan that can be made to its end has one state more than moves; else the length is the number of the first
    move that fails, counted from 1.
    """
    states = [start]
    for name in plan:
        after = next((new for known, new in moves(states[-1]) if known == name), None)
        if after is None:
            break
        states.append(after)
    return states


def distances(sources: Iterable[State], moves: Moves[State], *, most: int) -> dict[State, int]:
    """How many moves each state that can be reached is away from the nearest of some sources.

    Raises:
        TooHard: if more than `most` states would be expanded.
    """
    far = dict.fromkeys(sources, 0)
    waiting = list(far)
    for count, state in enumerate(waiting):  # it grows while it is gone through
        if count == most:
            raise TooHard
        for _, after in moves(state):
            if after not in far:
                far[after] = far[state] + 1
                waiting.append(after)
    return far


def downhill(start: State, moves: Moves[State], far: Mapping[State, int]) -> Plan[State]:
    """A plan with the fewest moves from a state to one at distance 0, by known distances to the goals."""
    names: list[str] = []
    states = [start]
    while far[states[-1]]:
        name, after = next((n, s) for n, s in moves(states[-1]) if far[s] < far[states[-1]])
        names.append(name)
        states.append(after)
    return Plan(tuple(names), tuple(states), len(names), 0)

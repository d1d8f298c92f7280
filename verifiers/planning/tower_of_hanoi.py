"""Tower of Hanoi: a state is a list of pegs, each the numbers of its discs from bottom to top."""

from __future__ import annotations

import re
from typing import Any, Final

from .rules import Impossible, Payload, Rules

Stacks = list[list[int]]
NAMES: Final = "ABCDE"


class TowerOfHanoi(Rules):
    """A move is ``A>B``; a disc that is named as well ("disc 2 from A to B") must be the one that moves."""

    form = "Write the moves in order, in the form A>B, with commas between them."
    move = re.compile(
        r"(?:(?:move )?(?:the )?(?:dis[ck] ?([0-9]{1,2}):? ?)?(?:from )?(?:peg )?([a-e]) ?(?:>|to|-)? ?(?:peg "
        r")?([a-e]))(?![a-z0-9])"
    )

    def start(self, payload: Payload) -> Any:
        """The pegs of the task."""
        return payload["start"]

    def named(self, match: re.Match[str]) -> str:
        """``A>B``, or ``2 A>B`` if the disc was named."""
        return f"{match[1]} " * bool(match[1]) + f"{match[2]}>{match[3]}".upper()

    def step(self, payload: Payload, state: Stacks, move: str) -> Any:
        """The pegs after the top disc of one went to another."""
        disc, _, pegs = move.rpartition(" ")
        at, to = NAMES.index(pegs[0]), NAMES.index(pegs[2])
        if max(at, to) >= len(state):
            raise Impossible(f"there is no peg {NAMES[max(at, to)]}")
        if not state[at]:
            raise Impossible(f"peg {pegs[0]} is empty")
        if disc and int(disc) != state[at][-1]:
            raise Impossible(f"the top disc of {pegs[0]} is {state[at][-1]}, not {int(disc)}")
        rule = payload["rule"]
        near = (
            to == (at + 1) % len(state) if rule == "ring" else abs(at - to) == 1 if rule == "row" else at != to
        )
        if not near:
            raise Impossible(f"a disc may not go from {pegs[0]} to {pegs[2]}")
        if state[to] and state[to][-1] < state[at][-1]:
            raise Impossible(f"disc {state[at][-1]} would lie on the smaller disc {state[to][-1]}")
        after = [list(on) for on in state]
        after[to].append(after[at].pop())
        return after

    def solved(self, payload: Payload, state: Stacks) -> bool:
        """Whether all discs are where they are wanted."""
        return bool(state == payload["goal"])

    def near(self, payload: Payload, state: Stacks) -> float:
        """The share of the discs on the pegs where they are wanted."""
        there = sum(len(set(on) & set(goal)) for on, goal in zip(state, payload["goal"], strict=True))
        return float(there) / sum(map(len, state))

    def show(self, payload: Payload, state: Stacks) -> str:
        """A line for each peg, from bottom to top."""
        return "\n".join(
            f"{name}: {' '.join(map(str, on)) or 'empty'}" for name, on in zip(NAMES, state, strict=False)
        )

    def moves(self, payload: Payload, state: Stacks) -> list[str]:
        """All pairs of pegs between which a disc can go."""
        names = NAMES[: len(state)]
        return [f"{a}>{b}" for a in names for b in names if not self.play(payload, state, [f"{a}>{b}"]).problem]


RULES = TowerOfHanoi()
verify = RULES.verify

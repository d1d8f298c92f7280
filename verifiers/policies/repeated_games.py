"""Repeated games: partners as functions of all moves that you made before. A state is the list of these moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .rules import Payload, Rules


def plays(rule: Sequence[Any], made: Sequence[str]) -> str:
    """What a partner plays in the round after these moves of yours."""
    name = rule[0]
    if name == "answer":
        _, back, first, table = rule
        return str(first if len(made) < back else table[made[-back]])
    if name == "count":
        _, move, times, before, then = rule
        return str(then if made.count(move) >= times else before)
    if name == "run":
        _, move, rounds, rest, then = rule
        return str(then if len(made) >= rounds and set(made[-rounds:]) == {move} else rest)
    if name == "cycle":
        _, listing, move = rule
        since = next((n for n, each in enumerate(reversed(made)) if each == move), len(made))
        return str(listing[since % len(listing)])
    if name == "mood":
        _, number, top, move, bound, high, low = rule
        for each in made:
            number = min(top, number + 1) if each == move else max(0, number - 1)
        return str(low if number < bound else high)
    _, move, rounds, usual, other = rule
    return str(other if move in made[-rounds:] else usual)


class RepeatedGames(Rules):
    """A move is what you choose in a round: a letter, or a number."""

    form = "A move is written as in the task: one letter, or one number."
    move = re.compile(r"[A-Z]|[0-9]{1,3}")

    def start(self, payload: Payload) -> Any:
        """No round has been played."""
        return []

    def moves(self, payload: Payload, state: Any) -> Sequence[str]:
        """All of them, in every round."""
        return payload["actions"] if len(state) < len(payload["bonus"]) else []

    def step(self, payload: Payload, state: Any, move: str) -> tuple[int, str, Any]:
        """One round."""
        partners = [*payload["partners"], payload["candidates"][payload["who"]]]
        theirs = [plays(rule, state) for rule in partners]
        if payload["kind"] == "average":
            points = _nearest(int(move), [int(each) for each in theirs])
        elif len(theirs) == 1:
            points = payload["points"][move][theirs[0]]
        else:
            points = payload["points"][move][str(theirs.count(payload["actions"][0]))]
        points *= payload["bonus"][len(state)]
        names = ["The partner", "Partner 1", "Partner 2", "Partner 3"]
        names = names[:1] if len(theirs) == 1 else names[1:]
        told = "; ".join(f"{name}: {each}" for name, each in zip(names, theirs, strict=False))
        return points, f"{told}.", [*state, move]

    def show(self, payload: Payload, state: Any) -> str:
        """Which round is next."""
        return f"Next is round {len(state) + 1} of {len(payload['bonus'])}."

    def read(self, payload: Payload, answer: str) -> list[str] | None:
        """As for all games; letters may also stand without anything between them."""
        words = super().read(payload, answer)
        if (
            words is None
            and answer.strip().isalpha()
            and set(answer.strip().upper()) <= set(payload["actions"])
        ):
            return list(answer.strip().upper())
        return words


def _nearest(mine: int, others: Sequence[int]) -> int:
    """Your number, if no other one is as near to two thirds of the average, which is 2/9 of the sum of three."""
    goal = 2 * (mine + sum(others)) / 9
    near = abs(mine - goal)
    return mine if all(abs(other - goal) - near > 1e-6 for other in others) else 0


RULES = RepeatedGames()
verify = RULES.verify

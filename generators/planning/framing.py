"""What puzzles of moves share: from a plan of least cost to a draft, and the second check of an answer.

A task asks for a ``shortest`` plan, or for any plan ``within`` a number of moves (or a cost), which is half as many
again as are needed and two more. Facts of the puzzle, ``least`` and ``most`` are the payload.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ..base import Draft, Json
from ..kernels.plan import Moves, Plan, State, replay
from ..limits import Words
from ..wording import phrase

KINDS: Final = Words(
    ("shortest", "within"), "what is asked for: a shortest plan, or any within a number of moves"
)

T = TypeVar("T")
Problem = tuple[T, Moves[T], Callable[[T], bool]]
"""Where a plan starts, the moves of a state, and whether a state is a goal."""


def wordings(*texts: str, shortest: Sequence[str], within: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Wordings of both kinds: what is asked for stands in the slot ``{ask}`` of each text."""
    asks = {"shortest": shortest, "within": within}
    return {
        kind: tuple(text.replace("{ask}", said[n % len(said)]) for n, text in enumerate(texts))
        for kind, said in asks.items()
    }


def draft(
    rng: random.Random,
    kinds: str,
    words: Mapping[str, Sequence[str]],
    plan: Plan[State],
    moves: Moves[State],
    *,
    facts: Mapping[str, Json],
    fields: Mapping[str, object],
    told: Callable[[State], str],
    canonical: Json,
    difficulty: float,
    guess: float | None = None,
) -> Draft:
    """One task from its plan.

    Args:
        rng: the random source.
        kinds: the level's kinds, from which one is drawn.
        words: the wordings of each kind; they may name ``{most}``.
        plan: a plan of least cost, which becomes the reference.
        moves: the moves of a state.
        facts: the problem in values, for the verifier.
        fields: what the wordings name.
        told: a state in one line, for the worked solution.
        canonical: equal for problems that are the same.
        difficulty: the proxy.
        guess: the chance that a blind answer is right; by default that of a walk at random among the moves that are
            possible, which never takes a move back at once.
    """
    kind = rng.choice(kinds.split())
    least = plan.cost
    most = least if kind == "shortest" else least + least // 2 + 2
    if guess is None:
        guess = 1.0
        for before, state in zip((None, *plan.states), plan.states[:-1], strict=False):
            guess /= max(sum(after != before for _, after in moves(state)), 1)
    lines = [
        f"{n}. {move}: {told(state)}"
        for n, (move, state) in enumerate(zip(plan.moves, plan.states[1:], strict=True), 1)
    ]
    return Draft(
        prompt=phrase(rng, words[kind], most=most, **fields),
        payload={"kind": kind, **facts, "least": least, "most": most},
        answer=", ".join(plan.moves),
        trace="\n".join([f"At first: {told(plan.states[0])}", *lines]),
        canonical=[kind, canonical],
        guess_rate=guess,
        difficulty=difficulty,
    )


def confirming_plan(
    problem: Callable[[Mapping[str, Json]], Problem[Any]],
    read: Callable[[str], list[str] | None],
    price: Callable[[Mapping[str, Json], Sequence[Any]], int] = lambda _, states: len(states) - 1,
) -> Callable[[Mapping[str, Json], str], bool]:
    """The solver's check: a plan is replayed by the generator's moves, which know nothing of the verifier's rules.

    Args:
        problem: from the payload to start, moves and goal.
        read: a strict reader of bare answers, to the names of moves; None if there are none.
        price: what the way over some states costs.
    """

    def confirms(payload: Mapping[str, Json], answer: str) -> bool:
        names = read(bare(answer))
        if not names or len(names) > payload["most"]:  # no move costs less than 1
            return False
        start, moves, solved = problem(payload)
        states = replay(start, moves, names)
        reached = len(states) == len(names) + 1 and solved(states[-1])
        return reached and price(payload, states) <= payload["most"]

    return confirms


def bare(answer: str) -> str:
    """An answer in small letters, without a stop, one pair of brackets, bold or fence around it."""
    text = answer.strip().lower().strip("`*$ \n").removesuffix(".").strip()
    text = re.sub(r"^(?:the )?(?:answer|moves|plan)(?: is| are)?[: ]\s*", "", text)
    return text[1:-1] if text[:1] + text[-1:] in ("[]", "()") else text

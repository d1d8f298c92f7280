"""What tasks of policies share: which draws are kept, and what their payload says of the optimum.

A payload holds the game, which only its kind knows, and

* ``best`` and ``low``: the most and the least points against the true partner, which score a list of moves;
* ``slack``: the least regret that can be ensured by who does not know which of the candidates the partner is. Where the
  game is played, it is won by ``best - slack`` points.

A draw is kept only if no play without thought wins either form: moves drawn by chance seldom do, and of the lists that
`tried` holds (always the same move, turns, copying the partner, what pays at once ...) none does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from ..base import Json
from ..english import counted
from ..kernels.policy import Policies

State = TypeVar("State", bound=Hashable)

LUCKY: Final = 0.04
"""How often moves drawn by chance may win at most."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """What can be had in a game whose true partner is one of several.

    Attributes:
        best, low: the most and the least points against the true one.
        slack: the least regret of who does not know it.
        moves: moves that give the most.
        lucky: how often moves drawn by chance give the most, and how often they win the game that is played.
    """

    best: int
    low: int
    slack: int
    moves: list[str]
    lucky: tuple[float, float]


def total(policies: Policies[State], state: State, moves: Iterable[str]) -> int | None:
    """The points of a list of moves; None if one of them cannot be made, or the game is not over then."""
    points = 0
    for move in moves:
        if move not in policies.play.moves(state):
            return None
        gained, _, state = policies.play.step(state, move)
        points += gained
    return None if policies.play.moves(state) else points


def optimum(
    policies: Policies[State], starts: Sequence[State], who: int, tried: Iterable[Sequence[str]]
) -> Optimum | None:
    """What can be had; None if play without thought has it as well.

    Raises:
        TooHard: if it takes more steps than there may be.
    """
    start = starts[who]
    best = policies.worth(start)
    totals = []
    for moves in tried:
        totals.append(total(policies, start, moves))
        if totals[-1] == best:
            return None
    exact = policies.share(start, best)
    if exact > LUCKY:
        return None
    slack = policies.regret(starts)
    if any(points is not None and points >= best - slack for points in totals):
        return None
    won = policies.share(start, best - slack) if slack else exact
    if won > LUCKY:
        return None
    return Optimum(best, policies.least(start), slack, policies.plan(start), (exact, won))


def aim(payload: Mapping[str, Json], whose: str) -> str:
    """How many points win, without saying who the partner is; `whose` is such as "the partner's"."""
    slack = payload["slack"]
    below = f"at most {counted(slack, 'point')} below" if slack else "no less than"
    several = len(payload["candidates"]) > 1
    ensured = " There is a way to play that ensures this, whichever rule it is." if several else ""
    rule = "true rule" if several else "rule"
    return f"You win if the sum of your points is {below} the most that is possible against {whose} {rule}.{ensured}"

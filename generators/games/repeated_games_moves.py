"""Repeated games, played: the games of `repeated_games` round by round, where the partner's rule may not be told.

Who does not know which of the listed rules is true has to find out while playing. The game is won by points that lie no
further below the most than the least regret that can be ensured; the prompt says how far that is.
"""

from __future__ import annotations

import random

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import repeated_games as one_response
from .policy_task import aim

_GOALS = (
    "The game is played round by round: each turn write one move, as {short}, and you are told what everybody "
    "did. {aim}",
    "Write one move a turn, as {short}; then you see what happened in that round. {aim}",
    "Make your move for the next round each turn, as {short}, and read how it went. {aim}",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(one_response.FRAMES, _GOALS, strict=True))
LIMITS = one_response.LIMITS


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, rounds: int, candidates: int, depth: int) -> Draft:
    """Make one game; see `repeated_games.generate`."""
    facts, draft, lucky = one_response.drawn(rng, kinds, rounds, candidates, depth)
    told = "\n".join(part for part in one_response.listed_rules(facts) if part)
    won = aim(draft["payload"], "the partner's")
    trace = (
        draft["trace"]
        .replace(" is consistent with the earlier game.", " is the partner's.")
        .replace("Only rule", "Rule")
    )
    prompt = phrase(rng, WORDINGS, **one_response.fields(facts), rules=told, aim=won)
    return Draft(prompt=prompt, **draft | {"trace": trace, "guess_rate": lucky})

"""Auctions and bargaining, played: the games of `auctions_and_bargaining`, where rules may not be told.

Who does not know which of the listed rules is true has to find out while playing. The game is won by points that lie no
further below the most than the least regret that can be ensured; the prompt says how far that is.
"""

from __future__ import annotations

import random

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import auctions_and_bargaining as one_response
from . import bargaining_words as words
from .policy_task import aim

_GOALS = (
    "You play this move by move: each turn write one of your {moves}, and you are told what it leads to. {aim}",
    "Write one of your {moves} a turn; then you see what the other side does. {aim}",
    "Decide on your {moves} one by one: one a turn, and each time you read what came of it. {aim}",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(words.FRAMES, _GOALS, strict=True))


@limited(**one_response.LIMITS)
def generate(rng: random.Random, *, kinds: str, rounds: int, candidates: int) -> Draft:
    """Make one game; see `auctions_and_bargaining.generate`."""
    facts, draft, lucky = one_response.drawn(rng, kinds, rounds, candidates)
    name = words.NAMES.get(facts["kind"], "partner")
    shown = words.fields(facts, facts["candidates"])
    prompt = phrase(rng, WORDINGS, **shown, aim=aim(draft["payload"], f"the {name}'s"))
    return Draft(prompt=prompt, **draft | {"guess_rate": lucky})

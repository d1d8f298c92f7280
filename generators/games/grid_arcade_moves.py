"""Arcade games on a grid, played: the games of `grid_arcade`, a move a turn; the grid is shown after each of them."""

from __future__ import annotations

import random

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import grid_arcade as one_response

_WON = "You win if the sum of your points is the largest that is possible."
_GOALS = (
    f"It is played in turns: write one move, and you see what comes of it. No move can be taken back. {_WON}",
    f"Each turn give one move; the new position is shown after it. {_WON}",
    f"Make one move a turn, and read how things stand then. Moves are final. {_WON}",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(one_response.FRAMES, _GOALS, strict=True))
LIMITS = one_response.LIMITS


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, moves: int, size: int) -> Draft:
    """Make one game; see `grid_arcade.generate`."""
    facts, draft = one_response.drawn(rng, kinds, moves, size)
    return Draft(prompt=phrase(rng, WORDINGS, **one_response.fields(facts)), **draft)

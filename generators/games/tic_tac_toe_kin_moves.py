"""Tic-tac-toe and its kin, played: the positions of `tic_tac_toe_kin`, against an opponent.

Whoever gets the best result that can be forced has won the task: a win, or a draw where no more can be forced. The
opponent is seeded, and looks for a best move as often as its `strength` says.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import tic_tac_toe_kin as one_response
from .duel_task import framed
from .tic_tac_toe_rules import position_of, rules_of

WORDINGS = framed(
    (
        f"<rule> {one_response.FULL}\n\n{{board}}\n\nA dot is an empty square. {{turn}} Play on from here against "
        f"me: each turn write "
        "your one move, and you are shown mine. {aim} <form>",
        f"We are in the middle of a game (dots are empty squares):\n\n{{board}}\n\n<rule> {one_response.FULL} "
        f"{{turn}} Make one "
        "move a turn; your opponent's answer follows at once. {aim} <form>",
        f"Play a game to its end. <rule> {one_response.FULL}\n\nThe board, with dots for empty "
        f"squares:\n{{board}}\n\n{{turn}} A turn "
        "is one move of yours, and then you see how the other player has moved. {aim} <form>",
    ),
    one_response.RULES,
)
AIMS = {
    1: "You can win, and only a win counts.",
    0: "You can at least draw; a draw or a win is what counts.",
}


@limited(**one_response.LIMITS)
def generate(rng: random.Random, *, kinds: str, work: int, strength: float) -> Draft:
    """Make one position; see `tic_tac_toe_kin.generate`."""
    draft = one_response.generate(rng, kinds=kinds, work=work, strength=strength)
    rules = rules_of(draft.payload)
    position = position_of(draft.payload)
    fields = one_response.fields(rules, position)
    aim = AIMS[int((draft.trace or "").splitlines()[-1].startswith("A win"))]
    return replace(draft, prompt=phrase(rng, WORDINGS[rules.kind], aim=aim, **fields))

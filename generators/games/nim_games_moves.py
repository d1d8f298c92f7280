"""Nim and its kin, played: the positions of `nim_games`, against an opponent, from a position that can be won.

The opponent looks for a winning move as often as its `strength` says, and else makes any move; it is seeded, so
every game can be played again.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import nim_games
from .duel_task import framed
from .nim_rules import rules_of

WORDINGS = framed(
    (
        "You play a game against another player, and you move first. <rule> <end>\n\n{position}\n\nThe position can "
        "be won. Play it, and win: each turn write your one move, and you are told the other player's. <form>",
        "{position}\n\nThis is the beginning of a game for two. The rules: <rule> The players move in turn. "
        "<end>\n\nYou have the "
        "first move, and with good play you win. Make one move a turn; you are shown how your opponent answers it. "
        "<form>",
        "Let us play a game; you begin. <rule> Then it is the other's turn. <end>\n\nAt first: {position}\n\nYou "
        "have to win, and can. A turn is one move of yours, and then you hear what I do. <form>",
    ),
    nim_games.RULES,
)


@limited(**nim_games.LIMITS)
def generate(rng: random.Random, *, kinds: str, work: int, strength: float) -> Draft:
    """Make one position; see `nim_games.generate`."""
    draft = nim_games.generate(rng, kinds=kinds, work=work, strength=strength)
    rules, position = rules_of(draft.payload)
    kind = draft.payload["kind"]
    return replace(draft, prompt=phrase(rng, WORDINGS[kind], **nim_games.fields(kind, rules.allowed, position)))

"""Small poker in one response: an action for each situation. A state is the number of the next situation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .rules import Payload, Rules


class PokerSmall(Rules):
    """A move is the action in one situation; a point is an action that is the best."""

    form = "An action is one word: check, bet, fold, call or raise."
    move = re.compile(r"CHECK|BET|FOLD|CALL|RAISE")

    def start(self, payload: Payload) -> Any:
        """The first situation."""
        return 0

    def moves(self, payload: Payload, state: Any) -> Sequence[str]:
        """What may be done in a situation."""
        asked = payload["asked"]
        return [move.upper() for move in asked[state]["moves"]] if state < len(asked) else []

    def step(self, payload: Payload, state: Any, move: str) -> tuple[int, str, Any]:
        """One situation."""
        return int(move == payload["asked"][state]["best"].upper()), "", state + 1

    def show(self, payload: Payload, state: Any) -> str:
        """Which situation is next."""
        return f"Next is situation {state + 1} of {len(payload['asked'])}."


RULES = PokerSmall()
verify = RULES.verify

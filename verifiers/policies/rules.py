"""Games against partners that follow rules: what all share. A game gives its `Rules`; its verifier is ``RULES.verify``.

A list of moves is right if all of them can be made, the game is over after the last one, and they earn
``payload["best"]`` points, the most that there can be against the true partner. The whole answer must be moves:
separators may stand between them, numbers 1, 2, 3 (or "Round 1:") before them, and a lead-in of a closed list in front.
Nothing is skipped, and nothing is searched for.

The same rules are played a move at a time by `rlvr.envs.games.policies`, where ``best - slack`` points win: so many can
be ensured by who does not know which of the listed partners is the true one. The rules are the verifiers' own.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from ..answers import plain
from ..answers.introduced import introduced
from ..answers.signs import normal_signs
from ..answers.word_lists import unnumbered
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, illegal, unparsable, wrong

Payload = Mapping[str, Any]
MAX_CHARS: Final = 2_000
"""A longer answer is not looked at."""

_NOUNS = tuple(
    f"{which}{what}"
    for which in ("", "best ", "optimal ", "full ", "whole ")
    for what in (
        *(
            "moves",
            "move",
            "list",
            "list of moves",
            "sequence",
            "sequence of moves",
            "plan",
            "choices",
            "action",
            "actions",
        ),
        *("bids", "bid", "offers", "offer", "list of bids", "list of offers", "proposals", "proposal"),
    )
)
_ARROW = re.compile(r"\s*(?:-+>|=+>|\u2192)\s*")
_BULLET = re.compile(r"^[ \t]*[-*\u2022\u2013][ \t]+", re.MULTILINE)
_ROUND = re.compile(
    r"(?:^|(?<=[\n,;|]))[ \t]*(?:round|turn|move|item|bid|offer|situation)[ \t]+([0-9]{1,3})[ \t]*[.):\-=][ \t]*",
    re.IGNORECASE,
)
_BETWEEN = str.maketrans(dict.fromkeys("*`$\"'|;,\u201c\u201d\u2018\u2019\u00a0\u202f\u2009\n\t\r", " "))
_BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Rules(ABC):
    """The rules of some games: pure functions of a payload and a state, which is a JSON value.

    Attributes:
        form: one sentence that tells how moves are written.
        move: one move in capitals.
    """

    form: ClassVar[str]
    move: ClassVar[re.Pattern[str]]

    @abstractmethod
    def start(self, payload: Payload) -> Any:
        """The state before the first move."""

    @abstractmethod
    def moves(self, payload: Payload, state: Any) -> Sequence[str]:
        """The moves that can be made; none if the game is over."""

    @abstractmethod
    def step(self, payload: Payload, state: Any, move: str) -> tuple[int, str, Any]:
        """The points of a move, what the player is told of the others, and the state after it."""

    @abstractmethod
    def show(self, payload: Payload, state: Any) -> str:
        """What the player has to know before the next move, in one line."""

    # ---- what is built on them

    def verify(self, payload: Payload, answer: str) -> Verdict:
        """Score a list of moves.

        Parts: ``payoff``, where its points lie between the fewest (0) and the most (1) that there can be, and
        ``regret``, the points that are missed; both only for a whole game.
        """
        moves = self.read(payload, answer)
        if moves is None:
            return unparsable(f"Give moves with commas between them. {self.form}")
        state, total = self.start(payload), 0
        for number, move in enumerate(moves, 1):
            possible = self.moves(payload, state)
            if not possible:
                return wrong(f"The game is over after {number - 1} moves.")
            if move not in possible:
                return illegal(f"Move {number} is not possible.")
            points, _, state = self.step(payload, state, move)
            total += points
        if self.moves(payload, state):
            return wrong("The game is not over after these moves.")
        parts = self.parts(payload, total)
        return wrong("More points are possible.", **parts) if parts["regret"] else correct(**parts)

    def parts(self, payload: Payload, total: int) -> dict[str, float]:
        """How good the points of a whole game are."""
        best, low = payload["best"], payload["low"]
        payoff = min(max((total - low) / (best - low), 0.0), 1.0)
        return {"payoff": payoff, "regret": float(max(best - total, 0))}

    def read(self, payload: Payload, answer: str) -> list[str] | None:
        """The moves that are the whole of an answer, in capitals; None if it is anything else, or far too long."""
        if len(answer) > MAX_CHARS:
            return None
        text = introduced(without_text_commands(plain(answer, said=False)), _NOUNS)
        text = normal_signs(_ARROW.sub(" ", text)).strip()
        if _BRACKETS.get(text[:1], "no") == text[-1:]:
            text = text[1:-1]
        lines = [line for line in text.splitlines() if line.strip()]
        if lines and all(map(_BULLET.match, lines)):
            text = _BULLET.sub("", text)
        text = _without_rounds(text).translate(_BETWEEN).strip().removesuffix(".")
        words = [word.upper() for word in text.split()]
        if len(words) > 2 and words[-2] == "AND":
            del words[-2]
        if not text.isascii() or not all(map(self.move.fullmatch, words)):
            return None
        return words or None


def _without_rounds(text: str) -> str:
    """The text without 1, 2, 3 or "Round 1", "Round 2" before its moves."""
    before, *parts = _ROUND.split(text)
    if not before.strip() and parts and parts[::2] == [str(n) for n in range(1, len(parts) // 2 + 1)]:
        return "\n".join(parts[1::2])
    return unnumbered(text, colons=True)

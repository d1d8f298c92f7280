"""Puzzles of moves: what all share. A puzzle gives its `Rules`; its verifier is ``RULES.verify``.

A plan is right if every move can be made, the goal is reached when all are made (whether it was before does not
matter: prompts ask for how things stand at the end) and there are no more moves than ``payload["most"]``: the least
number where a shortest plan is asked for, else the number that the prompt names. The whole answer must be moves:
separators may stand between them, numbers 1, 2, 3 before them, and a lead-in of a closed list in front. Nothing is
skipped, and nothing is searched for.

The same rules are played a move at a time by `rlvr.envs.games.moves`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ..answers import plain
from ..answers.introduced import introduced
from ..answers.word_lists import unnumbered
from ..answers.wrapping import without_text_commands
from ..base import Reason, Verdict, correct, illegal, unparsable, wrong

Payload = Mapping[str, Any]
MAX_CHARS: Final = 48
"""Characters that a move may take, with its separators; a longer answer is not looked at."""

_NOUNS = tuple(
    f"{which}{what}"
    for which in ("", "shortest ", "optimal ", "whole ", "full ", "winning ")
    for what in (
        *(
            "plan",
            "moves",
            "sequence",
            "sequence of moves",
            "move sequence",
            "list of moves",
            "path",
            "route",
            "steps",
        ),
        *("tiles", "slides", "presses", "lamps", "turns", "trips"),
    )
)
_ARROW = re.compile(
    r"-{1,2}>|={1,2}>|[\u2190-\u21ff\u2794-\u27be\u27f5-\u27ff]|\\(?:long)?(?:right)?arrow|\\to\b", re.I
)
_BULLET = re.compile(r"^[ \t]*[-*\u2022\u2013][ \t]+", re.MULTILINE)
_STEP = re.compile(
    r"(?:^|(?<=[\n,;|>]))[ \t]*(?:step|move|turn)[ \t]+([0-9]{1,3})[ \t]*[.):\-][ \t]*", re.IGNORECASE
)
_SEPARATORS = str.maketrans(dict.fromkeys("*`$\"'|;,\u201c\u201d\u2018\u2019\u00a0\u202f\u2009", " "))


@dataclass(frozen=True, slots=True)
class Played:
    """What moves led to: the state, how many were made, and why the next one is not possible ("" if it is)."""

    state: Any
    count: int
    problem: str = ""


class Impossible(Exception):
    """A move cannot be made; the message says why, as the end of a sentence."""


class Rules(ABC):
    """The rules of one puzzle: pure functions of a payload and a state, which is a JSON value.

    Attributes:
        form: one sentence that tells how moves are written.
        cheaply: how a plan reaches its goal that spends little.
        move: one move in small letters, with single spaces and ``>`` for an arrow, from where the reader stands.
        between: what may stand between two moves.
    """

    form: ClassVar[str]
    cheaply: ClassVar[str] = "quickly"
    move: ClassVar[re.Pattern[str]]
    between: ClassVar[re.Pattern[str]] = re.compile(r"[\s>]+(?:then |and then |and )?")

    @abstractmethod
    def start(self, payload: Payload) -> Any:
        """The state before the first move."""

    @abstractmethod
    def named(self, match: re.Match[str]) -> str:
        """A move as `step` takes it and prompts write it."""

    @abstractmethod
    def step(self, payload: Payload, state: Any, move: str) -> Any:
        """The state after a move; `state` stays as it is.

        Raises:
            Impossible: if the move cannot be made.
        """

    @abstractmethod
    def solved(self, payload: Payload, state: Any) -> bool:
        """Whether the goal is reached."""

    @abstractmethod
    def near(self, payload: Payload, state: Any) -> float:
        """How much of the goal is there, in [0, 1]; 1 only if it is reached."""

    @abstractmethod
    def show(self, payload: Payload, state: Any) -> str:
        """A state as a player sees it, in the manner of the prompt."""

    @abstractmethod
    def moves(self, payload: Payload, state: Any) -> Sequence[str]:
        """The moves that can be made."""

    def spent(self, state: Any, count: int) -> int:
        """What the way to a state costs, as ``most`` counts it: the number of moves, if not said otherwise."""
        return count

    def forms(self, answer: str) -> list[str]:
        """Other ways to write a plan of this puzzle."""
        moves = answer.split(", ")
        return [
            "\n".join(moves),
            "; ".join(moves),
            " -> ".join(moves),
            " \u2192 ".join(moves),
            ", ".join(f"**{move}**" for move in moves),
            "\n".join(f"{n}. {move}" for n, move in enumerate(moves, 1)),
            "\n".join(f"Step {n}: {move}" for n, move in enumerate(moves, 1)),
            "\n".join(f"{n}: {move}" for n, move in enumerate(moves, 1)),
            "\n".join(f"- {move}" for move in moves),
            "```\n" + "\n".join(moves) + "\n```",
            f"[{answer}]",
            repr(moves),
            f"The moves are: {answer}.",
            answer.upper(),
            answer.lower(),
        ]

    # ---- what is built on them

    def verify(self, payload: Payload, answer: str) -> Verdict:
        """Score a plan.

        Parts: ``possible``, the share of its moves that can be made; ``near``, how much nearer than the start the goal
        is then; ``quality``, the least number of moves divided by the number of moves of a plan that reaches the goal.
        """
        moves = self.read(answer, payload["most"])
        if moves is None:
            return unparsable(self.form)
        played = self.play(payload, self.start(payload), moves, through=True)
        done = self.solved(payload, played.state)
        spent = self.spent(played.state, played.count)
        ended = done and played.count == len(moves)
        parts = {
            "possible": played.count / len(moves),
            "near": self.nearer(payload, played.state),
            "quality": payload["least"] / spent if ended else 0.0,
        }
        if played.problem:
            return illegal(f"Move {played.count + 1} is not possible: {played.problem}.", **parts)
        if not done:
            return wrong("These moves do not reach the goal.", **parts)
        if spent > payload["most"]:
            return wrong(f"The plan reaches the goal, but not as {self.cheaply} as is asked for.", **parts)
        return correct(**parts)

    def read(self, answer: str, most: int) -> list[str] | None:
        """The moves that are the whole of an answer; None if it is anything else, or far too long."""
        if len(answer) > MAX_CHARS * (2 * most + 8):
            return None
        text = introduced(without_text_commands(plain(answer, said=False)), _NOUNS)
        text = _ARROW.sub(" > ", text).strip()
        if text[:1] in "([{" and text[-1:] in ")]}":
            text = text[1:-1]
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) > 1 and all(map(_BULLET.match, lines)):
            text = _BULLET.sub("", text)
        text = _unnumbered(text)
        text = text.translate(_SEPARATORS)
        if not text.isascii():
            return None
        text = re.sub(r"[^\S\n]+", " ", text).lower().strip().removesuffix(".").strip()
        moves: list[str] = []
        at = 0
        while at < len(text):
            match = self.move.match(text, at)
            if match is None or match.end() == at:
                return None
            moves.append(self.named(match))
            at = match.end()
            if at < len(text):
                gap = self.between.match(text, at)
                if gap is None:
                    return None
                at = gap.end()
        return moves or None

    def play(self, payload: Payload, state: Any, moves: Sequence[str], *, through: bool = False) -> Played:
        """Make moves in order, as far as they are possible; to the goal, or with `through` to the last one."""
        for count, move in enumerate(moves):
            if not through and self.solved(payload, state):
                return Played(state, count)
            try:
                state = self.step(payload, state, move)
            except Impossible as problem:
                return Played(state, count, str(problem))
        return Played(state, len(moves))

    def nearer(self, payload: Payload, state: Any) -> float:
        """How much of what was missing at the start is there: in [0, 1], 1 only if the goal is reached."""
        first = self.near(payload, self.start(payload))
        return max(self.near(payload, state) - first, 0.0) / (1.0 - first)

    def judgement(self, payload: Payload, state: Any, count: int) -> Verdict:
        """The verdict on a state that so many moves led to, for a game."""
        share = self.nearer(payload, state)
        spent = self.spent(state, count)
        if self.solved(payload, state) and spent <= payload["most"]:
            return correct(near=1.0, quality=payload["least"] / spent)
        return Verdict(min(share, 0.99), Reason.WRONG, "The goal is not reached yet.", {"near": share})


def _unnumbered(text: str) -> str:
    """The text without 1, 2, 3 or "Step 1", "Step 2" before its moves."""
    before, *parts = _STEP.split(text)
    if not before.strip() and parts[::2] == [str(n) for n in range(1, len(parts) // 2 + 1)] and parts:
        return "\n".join(parts[1::2])
    return unnumbered(text, colons=True)

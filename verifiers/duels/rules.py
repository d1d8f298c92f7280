"""Games for two: what all share. A game gives its `Rules`; its verifier is ``RULES.verify``.

An answer is right if it lists exactly the moves of ``payload["best"]``, each once, in any order. The whole answer
must be moves: separators may stand between them, numbers 1, 2, 3 before them, and a lead-in of a closed list in front.
Nothing is skipped, and nothing is searched for.

The same rules are played against an opponent by `rlvr.envs.games.duels`. What it does depends on the position, its
strength and its seed (`reply`), so every game can be played again. Rules and search are the verifiers' own: the
generator has others.
"""

from __future__ import annotations

import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final

from ..answers import plain
from ..answers.introduced import introduced
from ..answers.signs import normal_signs
from ..answers.word_lists import unnumbered
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, unparsable, wrong

Payload = Mapping[str, Any]
MAX_CHARS: Final = 2_000
"""A longer answer is not looked at."""
MAX_LOOKED: Final = 200_000
"""Positions that the search of one task may look at; generators make tasks that take far fewer."""

_NOUNS = tuple(
    f"{which}{what}"
    for which in ("", "winning ", "best ", "optimal ", "only ", "only winning ", "only best ")
    for what in ("move", "moves", "list of moves", "set of moves", "first moves", "set", "list")
)
_ARROW = re.compile(r"\s*(?:-+>|=+>|\u2192|&gt;|>)\s*")
_PLUS = re.compile(r"(?<=[0-9])\s*\+\s*(?=[0-9])")
_BULLET = re.compile(r"^[ \t]*[-*\u2022\u2013][ \t]+", re.MULTILINE)
_BETWEEN = str.maketrans(dict.fromkeys("*`$\"'|;,\u201c\u201d\u2018\u2019\u00a0\u202f\u2009\n\t\r", " "))
_BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Rules(ABC):
    """The rules of some games: pure functions of a payload and a position, which is a JSON value.

    Attributes:
        form: one sentence that tells how moves are written.
        move: one move in capitals.
        other: names of the player and the opponent, in the words that `show` uses of a position.
    """

    form: ClassVar[str]
    move: ClassVar[re.Pattern[str]]

    @abstractmethod
    def start(self, payload: Payload) -> Any:
        """The position of the task."""

    @abstractmethod
    def moves(self, payload: Payload, position: Any) -> dict[str, Any]:
        """The moves that can be made and the positions after them; empty if the game is over."""

    @abstractmethod
    def ended(self, payload: Payload, position: Any) -> int | None:
        """What a finished game is worth to the player whose turn it would be: 1, 0 or -1; None while it goes on."""

    @abstractmethod
    def show(self, payload: Payload, position: Any) -> str:
        """A position as a player sees it, in the manner of the prompt."""

    def named(self, payload: Payload, word: str) -> str:
        """The one name of a move that may be written in several ways."""
        return word

    def same(self, payload: Payload, position: Any) -> Hashable:
        """Equal only for positions of equal worth."""
        return json.dumps(position)

    # ---- what is built on them

    def verify(self, payload: Payload, answer: str) -> Verdict:
        """Score a list of moves. Parts: ``found``, the moves that are right among all that are named or right."""
        words = self.read(answer)
        if words is None:
            return unparsable(f"Give moves with commas between them. {self.form}")
        moves = [self.named(payload, word) for word in words]
        if len(set(moves)) < len(moves):
            return unparsable("Give each move once.")
        best = set(payload["best"])
        found = len(best & set(moves)) / len(best | set(moves))
        if found == 1.0:
            return correct(found=1.0)
        return wrong("These are not exactly the moves that are asked for.", found=found)

    def read(self, answer: str) -> list[str] | None:
        """The moves that are the whole of an answer, in capitals; None if it is anything else, or far too long."""
        if len(answer) > MAX_CHARS:
            return None
        text = introduced(without_text_commands(plain(answer, said=False)), _NOUNS)
        text = _PLUS.sub("+", _ARROW.sub(">", text))
        text = normal_signs(text.replace("\\{", "{").replace("\\}", "}")).strip()
        if _BRACKETS.get(text[:1], "no") == text[-1:]:
            text = text[1:-1]
        lines = [line for line in text.splitlines() if line.strip()]
        if lines and all(map(_BULLET.match, lines)):
            text = _BULLET.sub("", text)
        text = unnumbered(text).translate(_BETWEEN).strip().removesuffix(".")
        words = [word for n, word in enumerate(text.split()) if not n or word != "and"]
        words = [word.upper() for word in words]
        if not text.isascii() or not all(map(self.move.fullmatch, words)):
            return None
        return words or None

    def worth(self, payload: Payload, position: Any) -> int:
        """1 if the player whose turn it is can force a win, -1 if the other one can, else 0.

        Raises:
            RuntimeError: if that takes more than `MAX_LOOKED` positions.
        """
        facts = {name: value for name, value in payload.items() if name not in ("best", "seed", "strength")}
        return self._worth(facts, position, _table(type(self), json.dumps(facts)))

    def _worth(self, payload: Payload, position: Any, table: dict[Hashable, int]) -> int:
        key = self.same(payload, position)
        if key not in table:
            ended = self.ended(payload, position)
            if ended is None:
                if len(table) > MAX_LOOKED:
                    raise RuntimeError("the position is too large to be solved")
                ended = -1
                for after in self.moves(payload, position).values():
                    ended = max(ended, -self._worth(payload, after, table))
                    if ended == 1:
                        break
            table[key] = ended
        return table[key]

    def best(self, payload: Payload, position: Any) -> list[str]:
        """The moves that keep what a position is worth."""
        worths = {name: -self.worth(payload, after) for name, after in self.moves(payload, position).items()}
        return [name for name, worth in worths.items() if worth == max(worths.values())]

    def reply(self, payload: Payload, position: Any) -> str:
        """The opponent's move in a position.

        By a hash of its seed and the position it is either one of the best moves, as often as its strength says,
        or any move.
        """
        text = f"{payload['seed']}\x1f{json.dumps(position)}"
        number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest(), "little")
        number, chance = divmod(number, 1_000)
        careful = chance < round(1_000 * payload["strength"])
        moves = sorted(self.best(payload, position) if careful else self.moves(payload, position))
        return moves[number % len(moves)]


@lru_cache(maxsize=64)
def _table(rules: type, facts: str) -> dict[Hashable, int]:
    """The worths that are known in one task's game; every entry is exact, so whoever adds one adds the same."""
    return {}

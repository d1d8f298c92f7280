"""One problem, one response; or several attempts at it with feedback between them."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from ..generators.base import Json, Task
from ..spec import TaskSpec, mark
from ..verifiers.base import Verdict
from .base import Episode, Outcome, TextEnv


class SingleTurnEnv(TextEnv):
    """An episode is one response, or up to `attempts` of them.

    The first right attempt ends the episode; the last attempt's verdict is the episode's. Between attempts the
    policy sees what `feedback` allows; with ``none`` only that it may try again.

    Args:
        spec: the registry entry.
        attempts: how many responses the policy has.
        options: see `TextEnv`.
    """

    not_options: ClassVar[tuple[str, ...]] = ("max_turns",)

    def __init__(self, spec: TaskSpec, *, attempts: int = 1, **options: Any) -> None:
        if attempts < 1:
            raise ValueError(f"attempts must be at least 1, not {attempts}")
        if options.get("max_turns") is not None:
            raise ValueError(f"{spec.id} is single-turn: give attempts instead of max_turns")
        super().__init__(spec, **options)
        self.attempts = attempts

    @property
    def turn_limit(self) -> int:
        """The number of attempts."""
        return self.attempts

    def _begin(self, task: Task) -> Json:
        return 0  # wrong attempts so far

    def _act(self, episode: Episode, action: str) -> Outcome:
        return self._judged(episode, self.task_spec.verify_response(episode.task, action, self.extraction))

    def oracle_action(self) -> str:
        """The reference answer in its marker."""
        return mark(self.task.answer, self.task.marker)

    def random_action(self, rng: Random) -> str:
        """The reference answer with every digit and every letter replaced by another at random."""
        return mark(scrambled(self.task.answer, rng), self.task.marker)

    def _refused(self, episode: Episode, verdict: Verdict) -> Outcome:
        return self._judged(episode, verdict)

    def _judged(self, episode: Episode, verdict: Verdict) -> Outcome:
        if not verdict.scored:
            return Outcome(verdict.message, verdict, cut=True)
        if not verdict.passed:
            episode.state += 1
        left = self.attempts - episode.turn
        over = verdict.passed or left == 0
        reply = {"none": "", "reason": verdict.message}.get(
            self.feedback, "Correct." if verdict.passed else "Wrong."
        )
        if not over:
            again = f"Try again. Attempts left: {left}."
            reply = f"{reply} {again}" if reply else again
        return Outcome(reply, verdict, over=over)


def scrambled(answer: str, rng: Random) -> str:
    """`answer` with its digits and letters redrawn from the digits and the answer's own letters."""
    letters = sorted({char for char in answer if char.isalpha()})
    return "".join(
        rng.choice("0123456789") if char in "0123456789" else rng.choice(letters) if char in letters else char
        for char in answer
    )

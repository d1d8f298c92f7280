"""A task whose tool takes its time: what rollouts wait for where tools are servers, browsers or test suites.

Each action is a call of the tool, which sleeps for ``milliseconds``; after ``turns`` calls the episode is over. The
score is the share of calls that begin with the digit of the prompt, so there is something to learn from the first step
on.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from rlvr import Draft, Reason, Verdict
from rlvr.envs.base import Episode, Outcome, TextEnv
from rlvr.generators.base import Task
from rlvr.verifiers.base import correct

SAYS = "The tool says 7."


def generate(rng: random.Random, *, turns: int, milliseconds: int) -> Draft:
    digit, number = rng.choice((3, 7)), rng.randrange(10)
    payload = {"turns": turns, "milliseconds": milliseconds, "digit": str(digit), "number": number}
    return Draft(f"Tool {number} wants {digit}.", payload, " ".join([str(digit)] * turns))


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    return judged(payload, [word.startswith(payload["digit"]) for word in answer.split()])


def judged(payload: Mapping[str, Any], right: list[bool]) -> Verdict:
    score = min(1.0, sum(right) / payload["turns"])
    return correct() if score == 1 else Verdict(score, Reason.WRONG)


class SlowTool(TextEnv):
    """Every action is a call of the tool."""

    def _begin(self, task: Task) -> Any:
        return []

    def _act(self, episode: Episode, action: str) -> Outcome:
        payload = episode.task.payload
        time.sleep(payload["milliseconds"] / 1000)
        episode.state = [*episode.state, action.strip().startswith(payload["digit"])]
        over = len(episode.state) == payload["turns"]
        return Outcome("" if over else SAYS, judged(payload, episode.state), over)

    def oracle_action(self) -> str:
        """See `TextEnv.oracle_action`."""
        return str(self.task.payload["digit"])

    def random_action(self, rng: Random) -> str:
        """See `TextEnv.random_action`."""
        return str(rng.randrange(10))

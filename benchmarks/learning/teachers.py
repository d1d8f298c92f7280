"""The careless teachers of the warm-up: their form is always right, and what they do often is not.

So the warm-up leaves something to learn at every level. Worked solutions without a slip would leave nothing at the
levels that are shown, and who imitates slips for longer makes as many.
"""

from __future__ import annotations

import re
from random import Random

from rlvr.agents.policies import Policy, run_text_policy
from rlvr.agents.rollouts.export import chat
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.envs.base import TextEnv
from rlvr.envs.make import make_env
from rlvr.envs.tool_text import tag_text
from rlvr.generators.base import Task, derive_seed
from rlvr.spec import mark

from .nim import MOST

Messages = list[dict[str, str]]

SLIPS = 0.1
"""Share of the letters that are wrong in a worked example of a cipher."""
CARE = 0.5
"""Share of the moves, and of the comparisons, that the teacher thinks about."""
TAGS = {"tools": "tags"}

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LEFT = re.compile(r"Stones left: (\d+)")


def cipher(task: Task, slips: float = SLIPS) -> Messages:
    """The answer alone, in which each letter is one drawn blindly with the chance `slips`."""
    rng = Random(derive_seed("slips", task.id))
    written = "".join(rng.choice(_LETTERS) if rng.random() < slips else letter for letter in task.answer)
    return [
        {"role": "user", "content": task.prompt},
        {"role": "assistant", "content": mark(written, task.marker)},
    ]


def nim_player(rng: Random, care: float) -> Policy:
    """Takes what wins with the chance `care`, else any number of stones."""

    def act(env: TextEnv, observation: str) -> str:
        found = _LEFT.search(observation)
        left = int(found[1]) if found else int(env.task.payload["stones"])
        best = left % (MOST + 1)
        thinks = best and rng.random() < care
        return mark(str(best if thinks else rng.randint(1, min(MOST, left))), env.task.marker)

    return act


def nim(task: Task, care: float = CARE) -> Messages:
    """A game, won or lost."""
    (played,) = run_text_policy(nim_player(Random(derive_seed("player", task.id)), care), [EpisodeJob(task)])
    return chat(played)


def hidden_number(task: Task, care: float = CARE) -> Messages:
    """A search: a comparison is one that the answers so far allow with the chance `care`, else any of the range."""
    rng, payload = Random(derive_seed("searcher", task.id)), task.payload
    env = make_env(task.env, **TAGS)
    env.reset(options={"task": task})
    low, high = payload["low"], payload["high"]

    def number() -> int:
        thinks = low == high or rng.random() < care
        return rng.randint(low, high) if thinks else rng.randint(payload["low"], payload["high"])

    for _ in range(payload["max_calls"]):
        if low == high:
            break
        tried = number()
        env.step(tag_text("compare", str(tried)))
        if tried == payload["secret"]:
            low = high = tried
        elif tried < payload["secret"]:
            low = max(low, tried + 1)
        else:
            high = min(high, tried - 1)
    env.step(mark(str(number()), task.marker))
    return [dict(message) for message in env.messages if message["content"]]

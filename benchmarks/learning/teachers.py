"""The careless teachers of the warm-up: their form is always right, and what they do often is not.

So the warm-up leaves something to learn at every level. Worked solutions without a slip would leave nothing at the
levels that are shown, and who imitates slips for longer makes as many.
"""

from __future__ import annotations

import re
from random import Random

from rlvr.agents.policies import Policy
from rlvr.envs.base import TextEnv
from rlvr.envs.make import make_env
from rlvr.envs.tool_text import tag_text
from rlvr.generators.base import Task, derive_seed
from rlvr.spec import mark

from .boxes import LEAST, MOST
from .nim import MOST as MOST_STONES

Messages = list[dict[str, str]]

SLIPS = 0.1
"""Share of the letters that are wrong in a worked example of a cipher."""
CARE = 0.5
"""Share of the moves, and of the boxes, that the teacher thinks about."""
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
        best = left % (MOST_STONES + 1)
        thinks = best and rng.random() < care
        return mark(str(best if thinks else rng.randint(1, min(MOST_STONES, left))), env.task.marker)

    return act


def nim(task: Task, care: float = CARE) -> Messages:
    """A game, won or lost."""
    act, env = nim_player(Random(derive_seed("player", task.id)), care), make_env(task.env)
    observation, _ = env.reset(options={"task": task})
    over = False
    while not over:
        observation, _, terminated, truncated, _ = env.step(act(env, observation))
        over = terminated or truncated
    return _said(env)


def boxes(task: Task, care: float = CARE) -> Messages:
    """A way to the code, or to an empty box: with the chance `care` the larger number, else any of the two."""
    rng, payload = Random(derive_seed("opener", task.id)), task.payload
    env = make_env(task.env, **TAGS)
    env.reset(options={"task": task})
    code = "-".join(str(rng.randint(LEAST, MOST)) for _ in range(3))  # of whoever has not seen it
    right, tried = [payload["start"], *map(max, payload["notes"])], payload["start"]
    for place, number in enumerate(right):
        env.step(tag_text("open", str(tried)))
        if tried != number:
            break
        if place < len(payload["notes"]):
            note = payload["notes"][place]
            tried = max(note) if rng.random() < care else rng.choice(note)
        else:
            code = payload["code"]
    env.step(mark(code, task.marker))
    return _said(env)


def _said(env: TextEnv) -> Messages:
    """The chat of an episode, up to the last word of the player."""
    said = [dict(message) for message in env.messages if message["content"]]
    while said[-1]["role"] != "assistant":
        said.pop()
    return said

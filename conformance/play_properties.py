"""What must hold of episodes: the oracle wins, pay follows from the actions alone, hints do not tell the answer."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from random import Random

import gymnasium
from gymnasium.utils.env_checker import check_env

from ..agents.policies import oracle, play, random_policy
from ..drawing.raster import has_rasteriser
from ..envs.base import HintsOff, TextEnv
from ..envs.hints import NoHints
from ..envs.make import make_env
from ..envs.replay import replay
from ..generators.base import GenerationError, Task
from ..spec import mark
from .probe import FEWEST, Probe, short


def episodes(probe: Probe) -> Iterator[str]:
    """The oracle wins; every episode's pay is a pure function of its task and actions; states can branch."""
    for reward in ("binary", "dense"):
        for level in probe.spec.levels if reward == "dense" else probe.shown_levels(2):
            env = make_env(probe.spec.id, level=level, reward=reward)
            won = play(env, oracle, seed=level)
            if won.verdict is None or not won.verdict.passed or not won.terminated or won.truncated:
                yield f"level {level}: the oracle does not win: {won.verdict}"
            for record in (won, play(env, random_policy(Random(level)), seed=level)):
                again = replay(record.task, record.actions, reward=reward)
                paid, worth = math.fsum(record.rewards), float(again.passed)
                if reward == "dense":
                    worth = again.score or 0.0
                if record.verdict != again or abs(paid - worth) > 1e-9:
                    yield f"{record.task.id} ({reward}): paid {paid}, replay says {short(again)}"
    yield from _branches(make_env(probe.spec.id))
    made = gymnasium.make(probe.spec.id, render_mode="ansi")
    check_env(made.unwrapped, skip_render_check=not has_rasteriser())  # it wants pixels, too
    try:
        env = make_env(probe.spec.id, split="test")
        env.reset(seed=0)
        env.hint(0.5)
        yield "hints are given in the test split"
    except (HintsOff, GenerationError):
        pass


def hints(probe: Probe) -> Iterator[str]:
    """No hint short of the whole solution tells the answer, and a longer one goes on from a shorter one."""
    for level, tasks in probe.tasks.items():
        env = make_env(probe.spec.id, level=level, hints=True)
        for task in tasks[: max(FEWEST, probe.of_hundred(4))]:
            env.reset(options={"task": task})
            before = ""
            for fraction in (0.25, 0.5, 0.75, 0.99):
                try:
                    hint = env.hint(fraction)
                except NoHints:
                    break  # that is for the whole task
                if not hint.startswith(before):
                    yield f"{task.id}: the hint for {fraction} does not go on from a shorter one"
                if _tells(hint, task):
                    yield f"{task.id}: the hint for {fraction} tells the answer: {hint[-160:]!r}"
                before = hint


def _tells(hint: str, task: Task) -> bool:
    """Whether a hint has the answer; where there is no worked solution, a word of it is too much."""
    said, answer, prompt = (" ".join(text.casefold().split()) for text in (hint, task.answer, task.prompt))
    if task.trace is None:
        return any(word in said and word not in prompt for word in re.findall(r"\w{4,}", answer))
    stated = re.compile(rf"(?<![\w.]){re.escape(answer)}(?!\w|\.\d)")
    return mark(task.answer, task.marker) in hint or bool(stated.search(said) and not stated.search(prompt))


def _branches(env: TextEnv) -> Iterator[str]:
    _, first = env.reset(seed=3)
    twin = env.clone()
    env.step(env.random_action(Random(1)))
    if twin.reset(seed=3)[1]["state_key"] != first["state_key"]:
        yield "the same task begins with different state keys"
    env.restore(twin)
    if env.step(env.oracle_action())[1:] != twin.step(twin.oracle_action())[1:]:
        yield "a restored environment and its original part ways on the same action"

"""What a task, a response and an episode cost when generator and verifier do nothing: no task can be faster."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rlvr import Draft, TaskSpec, Verdict
from rlvr.envs.single_turn import SingleTurnEnv
from rlvr.generators.base import rng_for
from rlvr.spec import mark
from rlvr.verifiers.base import wrong

from .timing import Effort, Timing, Work, cycled, measure, numbered

SPEC = TaskSpec(
    id="bench/floor-v0",
    title="Nothing",
    family="none",
    description="A generator and a verifier that do nothing.",
    generator=f"{__name__}:generate",
    verifier=f"{__name__}:verify",
    env="single",
    axes={"size": (1,)},
    proxy="nothing",
)
_DRAFT = Draft(prompt="Say yes.", payload={"said": "yes"}, answer="yes", trace="It is yes.")
_VERDICT = wrong()


@dataclass(frozen=True, slots=True)
class Floors:
    """The least that anything can cost.

    Attributes:
        seed: making the random source of one task.
        task: one task of an empty generator, the random source included.
        response: one response, extracted and given to an empty verifier.
        episode: a reset and a step of an environment with an empty verifier.
    """

    seed: Timing
    task: Timing
    response: Timing
    episode: Timing


def measure_floors(effort: Effort) -> Floors:
    """Measure the empty task."""
    task = SPEC.task(1, 0)
    response = mark("no", task.marker)
    env = SingleTurnEnv(SPEC)

    def episode() -> None:
        env.reset(options={"task": task})
        env.step(response)

    found = measure(
        {
            "seed": Work(lambda number: rng_for(f"bench/floor-v0:1:{number}"), numbered(0)),
            "task": Work(partial(SPEC.task, 1), numbered(0)),
            "response": Work(SPEC.verify_response, cycled([(task, response)])),
            "episode": Work(episode, cycled([()])),
        },
        effort,
    )
    return Floors(**found)


def generate(rng: random.Random, *, size: int) -> Draft:
    """Nothing: always the same draft."""
    return _DRAFT


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Nothing: always the same verdict."""
    return _VERDICT

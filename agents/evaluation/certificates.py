"""Right for a right reason: whether an answer comes with what shows it, where a family's episodes hold that.

Two families do. A claim's label has to come with documents that show it (`claim-check`): there the verdict wants both,
and the label alone is the lucky answer. A question to a library has an answer that can be known or guessed without
reading (`search-qa`, `deep-search`): it is certified if the episode had seen, for each needed fact, a document that
states it. In most other families the answer is its own certificate (a path, a filling, an expression, moves), or only
the value is asked for; there is nothing to tell apart, and nothing is reported.

Certificate-pass@k is pass@k with samples counted that are right *and* certified. It plays the part of CoT-pass@k (Wen
et al. 2025, arXiv:2506.14245, "Reinforcement learning with verifiable rewards implicitly incentivizes correct
reasoning"), without a judge.
"""

from __future__ import annotations

from typing import NamedTuple

from ...envs.make import make_env
from ...envs.tool import ToolEnv
from ...verifiers.search.signals import Needs, Trail, coverage
from ..trajectory import Trajectory


class Certified(NamedTuple):
    """Attributes: `answer`, whether the answer alone is right; `shown`, whether it is right and shown to be."""

    answer: bool
    shown: bool


def certified(trajectory: Trajectory) -> Certified | None:
    """What is known of a scored episode's answer and its certificate; None in families without any."""
    task, verdict = trajectory.task, trajectory.verdict
    if verdict is None or not verdict.scored:
        return None
    if "claim" in task.payload and "label" in task.payload["claim"]:
        return Certified(verdict.passed or verdict.parts.get("label") == 1.0, verdict.passed)
    search = task.payload.get("search")
    if isinstance(search, dict) and search.get("support"):
        return Certified(verdict.passed, verdict.passed and _seen_all(trajectory))
    return None


def _seen_all(trajectory: Trajectory) -> bool:
    """Whether the episode, played again without its last action (the answer), had seen all that the answer needs."""
    env = make_env(trajectory.task.env, **trajectory.env_options)
    if not isinstance(env, ToolEnv):
        return False
    env.reset(options={"task": trajectory.task})
    for action in trajectory.actions[:-1]:
        env.step(action)
    seen = env._running().state["box"]["seen"]
    return coverage(Trail.of(seen), Needs.of(trajectory.task.payload["search"])) == 1.0

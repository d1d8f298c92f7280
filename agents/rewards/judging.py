"""Solve and verify together: tasks of the judge environment made of what the policy itself just answered.

A trainer mixes these into the next step: the problem, the policy's own response, and the question whether it is right.
(RISE, "Trust, But Verify", Liu et al. 2025, arXiv:2505.13445, learns both in the same update.) The exact verdict of the
response is the reference, so judging is rewarded as exactly as solving; and because the responses are the policy's own,
the wrong ones are as hard to tell from right ones as the policy is good.
"""

from __future__ import annotations

from random import Random

from ...generators.base import Task, fingerprint_of
from ...generators.composition.judge import judged
from ...generators.wording import marker_sentence
from ...registry import get
from ...spec import mark
from ...verifiers.base import Verdict
from ..trajectory import Group, Trajectory
from .answers import well_formed

JUDGE = "rlvr/judge-v0"

MAX_CHARS = 4000
"""Of a longer response the end is shown, where its answer stands."""


def judge_task(task: Task, response: str, verdict: Verdict, rng: Random) -> Task:
    """A judge task about a response to `task`.

    It cannot be made again from its id (the id names what it was made of); keep the task itself.

    Args:
        task: a task of a single-turn environment.
        response: the policy's text.
        verdict: the exact verdict on it.
        rng: picks the wording.

    Raises:
        ValueError: if the task is no single-turn one, or the verdict has no score.
    """
    spec = get(JUDGE)
    if get(task.env).env != "single":
        raise ValueError(f"{task.env} is not single-turn: its response is not one text that can be judged")
    if not verdict.scored:
        raise ValueError("the verdict has no score (the machinery failed), so there is nothing to judge by")
    shown = response if len(response) <= MAX_CHARS else "[...]" + response[-MAX_CHARS:]
    draft = judged(
        rng,
        task=task.env,
        problem=task.prompt,
        facts={"payload": task.payload, "response": shown, "marker": task.marker},
        right=verdict.passed,
        reference=task.answer,
        trace=task.trace,
        fingerprint=task.fingerprint,
    )
    return Task(
        env=spec.id,
        level=min(task.level, spec.levels[-1]),
        seed=rng.getrandbits(53),
        prompt=f"{draft.prompt}\n\n{marker_sentence(rng, 'tag', spec.noun)}",
        payload=draft.payload,
        answer=draft.answer,
        trace=f"{draft.trace}\n{mark(draft.answer, 'tag')}",
        fingerprint=fingerprint_of(spec.fingerprint_space, draft.canonical),
        guess_rate=draft.guess_rate,
        difficulty=draft.difficulty,
        params={"of": task.id},
    )


def judge_tasks(group: Group, rng: Random, pairs: int = 1) -> list[Task]:
    """Judge tasks of a group's responses, as many right as wrong ones, so that no constant judgement pays.

    Left out are trajectories that are masked, cut, or did not end in a well-formed answer (which can be known wrong
    without knowing the problem), repeated responses, and problems whose judge task is in the test split.

    Args:
        group: rollouts of one single-turn task.
        rng: picks among them.
        pairs: how many right and how many wrong ones at most.
    """
    responses: dict[bool, dict[str, Verdict]] = {True: {}, False: {}}
    for each in sorted(group.trajectories, key=lambda trajectory: trajectory.sample):
        if each.verdict is not None and _usable(each):
            responses[each.passed][each.turns[-1].text] = each.verdict
    count = min(pairs, len(responses[True]), len(responses[False]))
    chosen = [pair for passed in (True, False) for pair in rng.sample(list(responses[passed].items()), count)]
    tasks = [judge_task(group.task, response, verdict, rng) for response, verdict in chosen]
    return [task for task in tasks if task.split == "train"]


def _usable(trajectory: Trajectory) -> bool:
    return bool(trajectory.turns) and trajectory.scored and not trajectory.cut and well_formed(trajectory)

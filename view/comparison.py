"""Two evaluations, or two runs, on the tasks that both played: who solves what, down to the transcripts."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from ..agents.evaluation.compare import compare
from ..agents.evaluation.report import plain
from .evaluations import Loaded, problem_row
from .trajectories import Trajectories

Json = Any
MOST = 300
"""Tasks of each kind that are listed; all are counted."""
KINDS = ("gained", "lost", "kept", "never")
_PLAYER = ("player", "settings", "samples")
"""What two evaluations that are compared may differ in."""


def evaluations(base: Loaded, other: Loaded) -> Json:
    """Two evaluations.

    Returns:
        ``total`` and ``envs`` with pass@k of both and its change, with intervals; ``tasks`` by kind: ``gained`` are
        those that only the second solves at least once, ``lost`` those that only the first does. ``differing`` names
        what they were asked differently.

    Raises:
        LookupError: if they have no task in common.
    """
    try:
        found = compare(base.report, other.report)
    except ValueError as error:
        raise LookupError(str(error)) from None
    second = {problem.task: problem for problem in other.report.problems}
    pairs = []
    for problem in base.report.problems:
        partner = second.get(problem.task)
        if partner is not None and problem.samples and partner.samples:
            one, two = problem_row(problem), problem_row(partner)
            pairs.append(
                (one["task"], one["env"], one["level"], one["right"], one["of"], two["right"], two["of"])
            )
    first, last = base.report.config, other.report.config
    names = sorted(name for name in first.keys() | last.keys() if name not in _PLAYER)
    return {
        "kind": "evaluations",
        "base": base.report.name,
        "other": other.report.name,
        "total": plain(found.total),
        "envs": {env: plain(pairing) for env, pairing in found.envs.items()},
        "gains": [plain(gain) for gain in found.gains],
        "left_out": found.left_out,
        "differing": [name for name in names if first.get(name) != last.get(name)],
        **_sorted(pairs, dict.fromkeys(found.gained, "gained") | dict.fromkeys(found.lost, "lost")),
    }


def runs(base: Trajectories, other: Trajectories, names: tuple[str, str]) -> Json:
    """Two runs by their trajectories; a task is solved by a run that solved it at any step.

    Raises:
        LookupError: if one has no index yet, or they have no task in common.
    """
    one, two = _tasks(base), _tasks(other)
    pairs = [(task, *one[task][:2], *one[task][2:], *two[task][2:]) for task in one if task in two]
    if not pairs:
        raise LookupError(
            f"{names[0]} and {names[1]} have no task in common. Runs draw their own tasks; to compare models, "
            "evaluate both on the same ones: rlvr eval ... --out"
        )
    return {
        "kind": "runs",
        "base": names[0],
        "other": names[1],
        "left_out": len(one.keys() | two.keys()) - len(pairs),
        "differing": [],
        **_sorted(pairs, None),
    }


def _tasks(stored: Trajectories) -> dict[str, tuple[str, int, int, int]]:
    """Environment, level, right ones and scored ones of each task."""
    with closing(stored.connect()) as database:
        try:
            rows = database.execute(
                "SELECT task, MIN(env), MIN(level), SUM(passed), COUNT(*) FROM rows WHERE scored GROUP BY task"
            ).fetchall()
        except sqlite3.Error as error:
            raise LookupError(f"the index of {stored.folder} cannot be read: {error}") from None
    return {task: (env, level, right, of) for task, env, level, right, of in rows}


def _sorted(pairs: Sequence[tuple[str, str, int, int, int, int, int]], known: Mapping[str, str] | None) -> Json:
    """The tasks by kind. `known` has those that count as gained or lost from equally many samples of both."""
    tasks: dict[str, list[Json]] = {kind: [] for kind in KINDS}
    counts = dict.fromkeys(KINDS, 0)
    for task, env, level, right, of, other_right, other_of in pairs:
        if known is not None:
            kind = known.get(task) or ("kept" if right or other_right else "never")
        elif right and other_right:
            kind = "kept"
        else:
            kind = "lost" if right else "gained" if other_right else "never"
        counts[kind] += 1
        if len(tasks[kind]) < MOST:
            tasks[kind].append([task, env, level, right, of, other_right, other_of])
    return {"counts": counts, "tasks": tasks}

"""From stored trajectories to data for other trainers: chats of right episodes, and pairs of a right and a wrong one.

The chats are those of replays, so they have all that the policy read (prompt, hint, tools, observations). Left out
are episodes that could not be scored and those cut by a budget: text without an end teaches not to end.
Our own trainers take trajectories instead, whose tokens need no chat format; see `pairs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...envs.make import make_env
from ...generators.base import canonical_json
from ..trajectory import Trajectory
from .environments import begin, play
from .episode import Episode
from .jobs import EpisodeJob
from .storage import read_trajectories

Chat = list[dict[str, str]]


def export_sft(path: str | Path) -> Iterator[dict[str, Any]]:
    """Rows ``{"messages", "id", "turns"}`` of the right episodes of a file or folder; no text twice for one task."""
    seen: set[str] = set()
    for trajectory in read_trajectories(path):
        if trajectory.passed and _is_whole(trajectory):
            same = canonical_json([_situation(trajectory), trajectory.actions])
            if same not in seen:
                seen.add(same)
                yield {
                    "messages": chat(trajectory),
                    "id": trajectory.task.id,
                    "turns": len(trajectory.turns),
                }


def export_preferences(path: str | Path, most: int = 4) -> Iterator[dict[str, Any]]:
    """Rows ``{"prompt", "chosen", "rejected", "id"}``, each a list of messages but the id; see `pairs`.

    After the prompt, a chat of several turns has the environment's messages as well; a trainer must not learn those.
    """
    for right, wrong in pairs(read_trajectories(path), most):
        chosen, rejected = chat(right), chat(wrong)
        first = next(i for i, message in enumerate(chosen) if message["role"] == "assistant")
        yield {
            "prompt": chosen[:first],
            "chosen": chosen[first:],
            "rejected": rejected[first:],
            "id": right.task.id,
        }


def pairs(trajectories: Iterable[Trajectory], most: int = 4) -> Iterator[tuple[Trajectory, Trajectory]]:
    """A right and a wrong trajectory of the same task under the same options and hint.

    Args:
        trajectories: of any tasks, in any order.
        most: pairs of one task; the first right one goes with the first wrong one, and so on, each used once.
    """
    groups: dict[str, tuple[dict[str, Trajectory], dict[str, Trajectory]]] = {}
    for trajectory in trajectories:
        if _is_whole(trajectory):
            right, wrong = groups.setdefault(_situation(trajectory), ({}, {}))
            (right if trajectory.passed else wrong).setdefault(canonical_json(trajectory.actions), trajectory)
    for right, wrong in groups.values():
        yield from list(zip(right.values(), wrong.values(), strict=False))[:most]


def chat(trajectory: Trajectory) -> Chat:
    """The messages of an episode up to its last action, from a replay."""
    job = EpisodeJob(
        trajectory.task, env_options=trajectory.env_options, hint=float(trajectory.extra.get("hint", 0.0))
    )
    env = make_env(job.task.env, **job.env_options)
    episode = Episode.of(0, job)
    episode.start(begin(env, job))
    for action in trajectory.actions:
        episode.chat.extend(play(env, action).messages)
    messages = episode.messages()
    while messages[-1]["role"] != "assistant":
        messages.pop()
    return messages


def _is_whole(trajectory: Trajectory) -> bool:
    ended = all(turn.stop == "end" for turn in trajectory.turns)
    return trajectory.scored and bool(trajectory.turns) and ended and trajectory.ending != "budget"


def _situation(trajectory: Trajectory) -> str:
    """Equal where the same is asked in the same way."""
    task, options = trajectory.task, dict(trajectory.env_options)
    return canonical_json([task.id, task.prompt, options, trajectory.extra.get("hint", 0.0)])

"""What a trajectory answered, read the way its environment reads it; the truth of an answer plays no part here."""

from __future__ import annotations

from ...envs.tool_text import parse
from ...registry import get
from ...spec import resolve
from ...verifiers.base import Reason
from ..trajectory import Trajectory

_WELL_FORMED = (Reason.CORRECT, Reason.WRONG, Reason.ILLEGAL)


def well_formed(trajectory: Trajectory) -> bool:
    """Whether the episode ended with an answer in the form asked for, right or wrong."""
    return trajectory.verdict is not None and trajectory.verdict.reason in _WELL_FORMED


def answers_of(trajectory: Trajectory) -> list[str | None]:
    """The answer that each turn committed to, with its blanks made even; None for a turn without one."""
    task = trajectory.task
    spec = get(task.env)
    mode = trajectory.env_options.get("extraction", "strict")
    found = (spec.extract(turn.text, task.marker, mode, task.payload).text for turn in trajectory.turns)
    return [None if text is None else " ".join(text.split()) or None for text in found]


def last_answer(trajectory: Trajectory) -> str | None:
    """The answer of the last turn; None if there is none."""
    answers = answers_of(trajectory)
    return answers[-1] if answers else None


def calls_of(trajectory: Trajectory) -> int:
    """How many tool calls were written, readable or not, made or refused."""
    tags = None
    if trajectory.env_options.get("tools") == "tags":
        tags = getattr(resolve(get(trajectory.task.env).env), "tags", None)
    return sum(len(parse(turn.text, tags).calls) for turn in trajectory.turns)

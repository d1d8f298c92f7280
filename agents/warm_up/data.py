"""Files that supervised training reads: chats, datasets of tasks, and pairs of a better and a worse response.

Texts become tokens by the model's own chat format; nothing here was drawn by the policy that learns it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...export.errors import DatasetError
from ...export.formats import read_rows
from ...generators.base import Task
from ..codec import Codec
from ..trajectory import Segment, Trajectory
from .begin import worked_examples
from .examples import chat_segment
from .preferences import Pair


def read_examples(path: Path, codec: Codec, backtracking: int, seed: int) -> list[Segment]:
    """What a file holds to be learnt: chats (``messages``), and worked solutions of tasks (``rlvr generate``).

    Args:
        path: rows as ``rlvr trajectories export`` or ``rlvr generate`` writes them, also mixed.
        codec: the chat format of the model.
        backtracking: see `worked_examples`; of rows that are tasks.
        seed: of the same.

    Raises:
        DatasetError: if a row is neither, or a task of the test split; the message says which.
    """
    examples: list[Segment] = []
    tasks: list[Task] = []
    for number, row in enumerate(read_rows(path), start=1):
        try:
            if "messages" in row:
                examples.append(chat_segment(codec, row["messages"]))
            else:
                tasks.append(_train_task(row))
        except (LookupError, TypeError, ValueError) as error:
            raise DatasetError(
                f"{path}: row {number} is neither a chat (messages) nor a train task: {error}"
            ) from None
    return [*examples, *worked_examples(codec, tasks, backtracking, seed)]


def read_pairs(path: Path, codec: Codec) -> Iterator[Pair]:
    """The pairs of a file of rows ``{"prompt", "chosen", "rejected"}``, each a list of messages.

    Raises:
        DatasetError: if a row is no pair; the message says which.
    """
    for number, row in enumerate(read_rows(path), start=1):
        try:
            yield _episode(row, "chosen", codec), _episode(row, "rejected", codec)
        except (LookupError, TypeError, ValueError) as error:
            raise DatasetError(
                f"{path}: row {number} needs lists of messages in prompt, chosen and rejected, as "
                f"`rlvr trajectories export --kind preferences` writes them: {error!r}"
            ) from None


def _train_task(row: dict[str, Any]) -> Task:
    task = Task.from_json(row)
    if task.split != "train":
        raise ValueError(f"{task.id} is in the {task.split} split, which is measured on")
    return task


def _episode(row: dict[str, Any], which: str, codec: Codec) -> Trajectory:
    """One side of a pair; of its task nothing is known but the prompt."""
    prompt = row["prompt"]
    task = Task("", 1, 0, prompt[-1]["content"], {}, "", None, "", 0.0)
    return Trajectory(task, segments=[chat_segment(codec, [*prompt, *row[which]])])

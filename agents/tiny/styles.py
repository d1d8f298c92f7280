r"""The ways in which solutions are written that the warm-up shows: the marker asked for, and others.

A model that has read the world has seen answers end in every way: in a tag, in ``\boxed{}``, in a sentence, or
just so. It can solve a problem and still earn nothing, because a strict verifier takes an answer only from the
marker that the prompt asked for. Which way pays is nowhere said in the warm-up; rewards have to teach it.
"""

from __future__ import annotations

from collections.abc import Callable

from ...generators.base import Task
from ...spec import mark

STYLES: dict[str, Callable[[str], str]] = {
    "asked": lambda answer: mark(answer, "tag"),
    "boxed": lambda answer: mark(answer, "boxed"),
    "sentence": lambda answer: f"The answer is {answer}.",
    "bare": lambda answer: answer,
}


def written(task: Task, style: str) -> str:
    """The worked solution of `task`, ended in a style.

    Raises:
        ValueError: if the task has no worked solution.
    """
    if task.trace is None:
        raise ValueError(f"{task.id} has no worked solution to learn from")
    work = task.trace.removesuffix(mark(task.answer, task.marker))
    return work + STYLES[style](task.answer)

"""What a drawer is: a function from a task, and the state of an episode, to a figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .figure import Figure

Json = Any


class Drawable(Protocol):
    """What of a task is drawn; `rlvr.Task` is one."""

    @property
    def env(self) -> str:
        """Id of the environment."""

    @property
    def level(self) -> int:
        """The level."""

    @property
    def prompt(self) -> str:
        """What the model reads."""

    @property
    def payload(self) -> Mapping[str, Json]:
        """The facts. A drawer shows only what the prompt tells too."""


Drawer = Callable[[Drawable, Json], Figure]


def problem(task: Drawable) -> Mapping[str, Json]:
    """The facts of a light task, which are in ``problem``; else the whole payload."""
    found: Mapping[str, Json] = task.payload.get("problem", task.payload)
    return found


def question(prompt: str) -> str:
    """The prompt without the sentence on the answer's marker."""
    lines = [line for line in prompt.strip().splitlines() if "<answer>" not in line and "\\boxed" not in line]
    return "\n".join(lines).strip()


def number(text: object) -> float:
    """A number of a payload, such as ``-3/4`` or ``2.5``.

    Raises:
        ValueError: if it is none.
    """
    top, _, bottom = str(text).partition("/")
    return float(top) / float(bottom) if bottom else float(top)


def minus(text: object) -> str:
    """A number with a proper minus sign."""
    return str(text).replace("-", "−")

"""The book of forms: how outputs of reasoning models look, by environment, as functions of a freshly drawn task.

A form is ``(task) -> text``. The text stands inside the marker, unless it is a `Whole`, which is a whole response, or
`Turns`. A form that does not fit a task gives None. Right forms follow the prompt and carry a right answer; wrong forms
carry a value that is provably another one, or none, or several, or break what the prompt asks for in so many words.

Nothing here reads a payload, a generator or a verifier: a form knows what a model knows, and the reference answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rlvr.generators.base import Task


class Whole(str):
    """A whole response, markers and all."""

    __slots__ = ()


class Turns(tuple[str, ...]):
    """The turns of an episode: calls of tools, then a final answer, all of them whole responses."""

    __slots__ = ()


Response = str | Turns
Text = Callable[[Task], str | None]
Writer = Callable[[Task], str | Turns | None]


@dataclass(frozen=True)
class Form:
    """One way to write an answer of one environment."""

    name: str
    right: bool
    write: Writer

    def response(self, task: Task) -> Response | None:
        """The whole response for a task, or its turns; None where the form does not fit it."""
        text = self.write(task)
        if text is None or isinstance(text, Whole | Turns):
            return text
        return f"<answer>{text}</answer>"


BOOK: dict[str, dict[str, Form]] = {}
"""Forms by environment (its short name) and by their own names."""


def add(ids: str, name: str, write: Writer, *, right: bool) -> None:
    """Write a form down for each of the environments, given by their short names in one string."""
    for id in ids.split():
        forms = BOOK.setdefault(id, {})
        if name in forms:
            raise ValueError(f"{id} has two forms {name!r}")
        forms[name] = Form(name, right, write)


def right(ids: str, name: str = "") -> Callable[[Writer], Writer]:
    """Decorator: a form of right answers of these environments."""
    return _decorator(ids, name, True)


def wrong(ids: str, name: str = "") -> Callable[[Writer], Writer]:
    """Decorator: a form of wrong answers of these environments."""
    return _decorator(ids, name, False)


def _decorator(ids: str, name: str, is_right: bool) -> Callable[[Writer], Writer]:
    def enter(write: Writer) -> Writer:
        add(ids, name or write.__name__.strip("_").replace("_", " "), write, right=is_right)
        return write

    return enter


def responses(id: str, task: Task) -> Iterator[tuple[Form, Response]]:
    """Each form of an environment that fits the task, with its response; equal responses come once."""
    seen: set[Response] = set()
    for form in BOOK.get(id, {}).values():
        response = form.response(task)
        if response is not None and response not in seen:
            seen.add(response)
            yield form, response

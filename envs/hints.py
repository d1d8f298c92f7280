"""What a hint may say: the first steps of the way to the answer, and never the answer.

A task with a worked solution gives its beginning, up to where the answer is first stated. One without has hints
only if its toolbox knows steps (`Toolbox.hints`), such as the documents to look at. All of it, with the answer,
is given for the fraction 1.0 alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..generators.base import Task
from ..spec import mark

_MOST_INCIDENTAL = 3
"""Characters of a word of an answer that may stand in a step by chance."""
_SHORT_LINE = 8
"""Characters of a line of an answer that may stand in a solution without being taken from the answer."""
_END = re.compile(r"\n|[.;]\s")
_WORD = re.compile(r"\w+")


class NoHints(RuntimeError):
    """A hint was asked for where there is nothing to say short of the answer."""


def working(task: Task) -> str:
    """The worked solution of a task up to the line or sentence in which the answer, or a line of it, is stated first.

    Where the prompt has the answer as one of several to choose from (yes or no), up to where it is stated last.
    """
    text = (task.trace or "").removesuffix(mark(task.answer, task.marker)).rstrip()
    lines = [line for line in task.answer.splitlines() if len(line.strip()) >= _SHORT_LINE]
    for part in [task.answer, *(lines if "\n" in task.answer.strip() else [])]:
        pattern = _stated(part)
        found = list(pattern.finditer(text))
        if pattern.search(task.prompt):
            found = found[-1:] if part == task.answer else []
        if found:
            ends = [end.end() for end in _END.finditer(text, 0, found[0].start())]
            text = text[: ends[-1] if ends else 0].rstrip()
    return text


def without_answer(steps: Iterable[str], task: Task) -> list[str]:
    """The steps that have no word of the answer (or of another name for it) that the prompt does not have."""
    search = task.payload.get("search")
    names = [task.answer, *_texts(search.get("aliases", ()) if isinstance(search, dict) else ())]
    known = set(_words([task.prompt]))
    telling = {word for word in _words(names) if len(word) > _MOST_INCIDENTAL} - known
    return [step for step in steps if not any(word in step.casefold() for word in telling)]


def hint_text(task: Task, steps: Sequence[str], fraction: float) -> str:
    """The first `fraction` of the way: of the words of a worked solution, or of whole steps."""
    if fraction >= 1.0:
        whole = "\n".join([*steps, mark(task.answer, task.marker)])
        return whole if task.trace is None else task.trace
    if task.trace is not None:
        return first_part(working(task), fraction)
    # The answer is the last step.
    return "\n".join(steps[: int((len(steps) + 1) * fraction)])


def first_part(text: str, fraction: float) -> str:
    """The first `fraction` of the words of `text`, with its line breaks; all of it only for 1.0."""
    if fraction >= 1.0:
        return text
    words = text.split()
    count = min(int(len(words) * fraction), len(words) - 1)
    position = 0
    for word in words[:count]:
        position = text.index(word, position) + len(word)
    return text[:position]


def _stated(answer: str) -> re.Pattern[str]:
    """A text as a thing of its own, whatever the spaces and the case: 7 is stated in "x = 7", and not in 17 or 7.5."""
    words = r"\s+".join(map(re.escape, answer.split()))
    return re.compile(rf"(?<![\w.]){words}(?!\w|\.\d)", re.IGNORECASE)


def _words(texts: Iterable[str]) -> Iterable[str]:
    return (word.casefold() for text in texts for word in _WORD.findall(text))


def _texts(value: object) -> list[str]:
    """All texts in a nested list."""
    if isinstance(value, str):
        return [value]
    return [text for part in value for text in _texts(part)] if isinstance(value, list | tuple) else []

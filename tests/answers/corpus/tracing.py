"""Processes followed step by step: answers that are numbers, positions, lists of words, and sequences of signs."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import Text, right, wrong
from .numbers import near, typeset
from .packs import framed, reference

# ------------------------------------------------------------------------------------------- numbers and positions

COUNTS = "object-inventory robot-walks"


def _last_number_off(task: Task) -> str:
    *_, last = re.finditer(r"\d+", task.answer)
    return f"{task.answer[: last.start()]}{int(last[0]) + 1}{task.answer[last.end() :]}"


def _if_number(task: Task) -> str | None:
    return task.answer if task.answer.isdigit() else None


def _if_several(pattern: str) -> Text:
    return lambda task: None if task.answer.isdigit() else pattern.replace("@", task.answer)


framed(COUNTS, reference, _last_number_off)
typeset(COUNTS, _if_number)
near(COUNTS, _if_number)
right(COUNTS, "dollars")(lambda task: f"${task.answer}$")
right(COUNTS, "box")(lambda task: rf"\boxed{{{task.answer}}}")
right(COUNTS, "no spaces")(lambda task: task.answer.replace(" ", ""))
wrong(COUNTS, "turned round")(
    lambda task: (
        None
        if (numbers := re.findall(r"-?\d+", task.answer)) == numbers[::-1]
        else re.sub(r"-?\d+", lambda _: numbers.pop(), task.answer)
    )
)
wrong(COUNTS, "one more")(_if_several("@, 3"))
wrong("object-inventory", "the sum")(
    lambda task: None if task.answer.isdigit() else str(sum(map(int, task.answer.split(", "))))
)
right("robot-walks", "a position with its name")(
    lambda task: f"(x, y) = {task.answer}" if "(x, y)" in task.prompt and task.answer[0] == "(" else None
)

# ------------------------------------------------------------------------------------------------- lists of words

LISTS = "shuffled-objects"


def _words(task: Task) -> list[str]:
    return task.answer.split(", ")


def _exchanged(task: Task) -> str:
    first, second, *rest = _words(task)
    return ", ".join([second, first, *rest])


def _owners(task: Task) -> list[str]:
    found = re.search(r"in the order ([A-Z]\w+(?:, [A-Z]\w+)+), separated", task.prompt)
    assert found is not None
    return found[1].split(", ")


def _owned(pattern: str, between: str) -> Text:
    return lambda task: between.join(
        pattern.format(name, word) for name, word in zip(_owners(task), _words(task), strict=True)
    )


framed(LISTS, reference, _exchanged)
right(LISTS, "no spaces")(lambda task: ",".join(_words(task)))
right(LISTS, "lines")(lambda task: "\n".join(_words(task)))
right(LISTS, "numbered")(lambda task: "\n".join(f"{n}. {word}" for n, word in enumerate(_words(task), 1)))
right(LISTS, "brackets")(lambda task: f"[{task.answer}]")
right(LISTS, "each in bold")(lambda task: ", ".join(f"**{word}**" for word in _words(task)))
right(LISTS, "capitals")(lambda task: ", ".join(word.capitalize() for word in _words(task)))
right(LISTS, "an and")(lambda task: f"{', '.join(_words(task)[:-1])} and {_words(task)[-1]}")
right(LISTS, "text in TeX")(lambda task: rf"\text{{{task.answer}}}")
right(LISTS, "owners")(_owned("{}: {}", ", "))
right(LISTS, "owners on lines")(_owned("- {}: {}", "\n"))
right(LISTS, "owners in bold")(_owned("**{}**: {}", "\n"))
right(LISTS, "sentences")(_owned("{} has the {}", ", "))
right(LISTS, "a table")(_owned("| {} | {} |", "\n"))
wrong(LISTS, "two exchanged")(_exchanged)
wrong(LISTS, "turned round")(lambda task: ", ".join(_words(task)[::-1]))
wrong(LISTS, "first lost")(lambda task: ", ".join(_words(task)[1:]))
wrong(LISTS, "one twice")(lambda task: f"{task.answer}, {_words(task)[-1]}")
wrong(LISTS, "a stranger")(lambda task: f"{task.answer}, spade")
wrong(LISTS, "owners alone")(lambda task: ", ".join(_owners(task)))
wrong(LISTS, "owners shifted")(
    lambda task: ", ".join(
        f"{name}: {word}"
        for name, word in zip([*_owners(task)[1:], _owners(task)[0]], _words(task), strict=True)
    )
)
wrong(LISTS, "the first of them")(lambda task: _words(task)[0])

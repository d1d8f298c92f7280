"""Chains of problems, whose answer is a sum, and judging another's response."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import Whole, right, wrong
from .numbers import numbers
from .packs import framed, latex, reference

numbers("composition")


@wrong("composition")
def formula_of_the_sum(task: Task) -> str:
    return "A1 + A2"


@wrong("composition")
def summands(task: Task) -> str | None:
    return f"{int(task.answer) - 7} + 7, {task.answer}1" if re.fullmatch(r"-?\d+", task.answer) else None


@wrong("composition")
def another_problem_in_a_later_marker(task: Task) -> str:
    return Whole(f"Problem 1: <answer>{task.answer}</answer>\nProblem 2: <answer>17</answer>")


@right("composition")
def parts_in_the_text(task: Task) -> str:
    return Whole(
        f"A1 and A2 are as computed above; their sum is **{task.answer}**.\n\n<answer>{task.answer}</answer>"
    )


# ---------------------------------------------------------------------------------------------------------- horizon


def _pairs(task: Task) -> list[tuple[str, str]]:
    return [tuple(pair.split(" = ")) for pair in task.answer.split(", ")]  # type: ignore[misc]


framed("horizon", reference, lambda task: f"{task.answer}1")
right("horizon", "a line each")(lambda task: task.answer.replace(", ", "\n"))
right("horizon", "bullets")(lambda task: "\n".join(f"- {pair}" for pair in task.answer.split(", ")))
right("horizon", "without spaces")(lambda task: task.answer.replace(" = ", "="))
right("horizon", "in brackets")(lambda task: f"({task.answer})")
right("horizon", "colons")(lambda task: task.answer.replace(" = ", ": "))
right("horizon", "subscripts")(
    lambda task: "$" + ", ".join(f"A_{{{name[1:]}}} = {value}" for name, value in _pairs(task)) + "$"
)
wrong("horizon", "another last value")(lambda task: f"{task.answer}1")
wrong("horizon", "one too many")(lambda task: f"{task.answer}, A{len(_pairs(task)) + 1} = 5")
wrong("horizon", "the first twice")(lambda task: f"{task.answer}, A1 = 10000019")
wrong("horizon", "about")(lambda task: f"about {task.answer}")


@wrong("horizon")
def the_last_alone(task: Task) -> str | None:
    pairs = _pairs(task)
    return " = ".join(pairs[-1]) if len(pairs) > 1 else None


@wrong("horizon")
def names_exchanged(task: Task) -> str | None:
    pairs = _pairs(task)
    if len(pairs) == 1 or pairs[0][1] == pairs[1][1]:
        return None
    return ", ".join([f"A1 = {pairs[1][1]}", f"A2 = {pairs[0][1]}", *map(" = ".join, pairs[2:])])


# ------------------------------------------------------------------------------------------------------------ judge

IDS = "judge"


def _opposite(task: Task) -> str:
    return "wrong" if task.answer == "right" else "right"


framed(IDS, reference, _opposite)
latex(IDS, lambda task: rf"\text{{{task.answer}}}")
right(IDS, "a capital")(lambda task: task.answer.capitalize())
right(IDS, "capitals")(lambda task: task.answer.upper())
right(IDS, "bold capital with a stop")(lambda task: f"**{task.answer.capitalize()}.**")
right(IDS, "quotes")(lambda task: f'"{task.answer}"')
wrong(IDS, "both words")(lambda task: "right or wrong")
wrong(IDS, "both words with a slash")(lambda task: "right/wrong")
wrong(IDS, "neither")(lambda task: "neither")
wrong(IDS, "the opposite in bold")(lambda task: f"**{_opposite(task)}**")
wrong(IDS, "the opposite with a capital")(lambda task: _opposite(task).capitalize())
wrong(IDS, "the answer that is judged")(
    lambda task: (re.findall(r"<answer>(.*?)</answer>", task.prompt, re.S) or ["12"])[0]
)


@right(IDS)
def quoting_the_response(task: Task) -> str:
    found = re.findall(r"<answer>.*?</answer>", task.prompt, re.S)
    quoted = found[0] if found else "<answer>12</answer>"
    return Whole(
        f"The response ends with {quoted}. I worked it out on my own.\n\n<answer>{task.answer}</answer>"
    )


@wrong(IDS)
def quoting_alone(task: Task) -> str:
    return Whole(f"The response says <answer>12</answer>. So the response is {task.answer}.")

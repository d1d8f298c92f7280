"""Answers as JSON and as mappings: objects with one key, numbers as strings, and 1 -> 6, 2 -> 5 for lists of images."""

from __future__ import annotations

import json
import re

from rlvr.generators.base import Task

from .book import Text, right, wrong
from .choices import CHOICES, MIXED
from .probability import COUNTS
from .puzzles import GRIDS

MAPPINGS = "graph-isomorphism assignment interval-choice knapsack integer-programming"
ORDERS = "tree-rebuilding"


def _rows(task: Task, kind: type) -> list[list[object]] | None:
    """The numbers of a grid, of a list of lists or of a list as its only row; None of anything else."""
    if not re.fullmatch(r"-?\d+(?:[,;]?\s+-?\d+)+", task.answer):
        return None
    return [[kind(word) for word in part.replace(",", " ").split()] for part in re.split("[;\n]", task.answer)]


def _written(kind: type, pattern: str = "@") -> Text:
    def write(task: Task) -> str | None:
        rows = _rows(task, kind)
        if rows is None:
            return None
        found = rows if re.search("[;\n]", task.answer) else rows[0]
        return pattern.replace("@", json.dumps(found))

    return write


def _object(key: str) -> Text:
    """An object with one key: rows and lists as they are, all else as a string."""

    def write(task: Task) -> str | None:
        listed = _written(int)(task)
        value = listed or (task.answer if task.answer.isdigit() else json.dumps(task.answer))
        return f'{{"{key}": {value}}}'

    return write


def _two(first: str, second: str) -> Text:
    """An object in which a wrong value stands beside the right one."""

    def write(task: Task) -> str | None:
        good = _written(int)(task) or json.dumps(task.answer)
        bad = json.dumps([[7, 7], [7, 7]])
        return f'{{"{first}": {good}, "{second}": {bad}}}'

    return write


LISTED = f"{GRIDS} {CHOICES} {MIXED}"
ALL = f"{LISTED} {COUNTS}"
right(LISTED, "JSON: numbers as strings")(_written(str))
right(LISTED, "JSON: numbers as strings, in single quotes")(
    lambda task: (_written(str)(task) or "").replace('"', "'") or None
)
right(LISTED, "JSON: rows as strings")(
    lambda task: (
        json.dumps([row.replace(",", "") for row in re.split(r"; |\n", task.answer)])
        if _rows(task, int) and re.search("[;\n]", task.answer)
        else None
    )
)
right(ALL, "an object: answer")(_object("answer"))
right(ALL, "an object: final answer")(_object("final_answer"))
right(ALL, "an object in a fence")(lambda task: f"```json\n{_object('answer')(task)}\n```")
right(ALL, "an object with a string")(lambda task: json.dumps({"answer": task.answer}))
right(GRIDS, "an object: grid")(_object("grid"))
right(GRIDS, "an object: grid, numbers as strings")(_written(str, '{"grid": @}'))
wrong(ALL, "an object: wrong answer")(_object("wrong_answer"))
wrong(ALL, "an object: not the answer")(_object("not_the_answer"))
wrong(ALL, "an object: first guess")(_object("first_guess"))
wrong(ALL, "an object: puzzle")(_object("puzzle"))
wrong(ALL, "an object with two answers")(_two("answer", "other_answer"))
wrong(ALL, "an object with one key twice")(_two("answer", "answer"))
wrong(ALL, "two objects")(lambda task: f'{_object("answer")(task)}\n{{"answer": [[7, 7], [7, 7]]}}')
wrong(LISTED, "strings that touch")(lambda task: (_written(str)(task) or "").replace('", "', '""') or None)

# ------------------------------------------------------------------------------------------------------------ counts

_MODULUS = re.compile(r"(?:divided by|division by|modulo) (\d+)(?:, as an integer from 0|\.)")


def _modulo(pattern: str, more: int = 0) -> Text:
    def write(task: Task) -> str | None:
        found = _MODULUS.search(task.prompt)
        return found and pattern.format(int(task.answer), int(found[1]) + more)

    return write


right(COUNTS, "a modulus behind it")(_modulo("{} (mod {})"))
right(COUNTS, "a modulus, in words")(_modulo("{} modulo {}"))
right(COUNTS, "TeX: a modulus")(_modulo(r"${} \pmod{{{}}}$"))
right(COUNTS, "a congruence")(_modulo("x ≡ {} (mod {})"))
wrong(COUNTS, "another modulus")(_modulo("{} (mod {})", 1))
wrong(COUNTS, "a modulus, and not reduced")(
    lambda task: (
        f"{int(task.answer) + int(found[1])} (mod {found[1]})"
        if (found := _MODULUS.search(task.prompt))
        else None
    )
)
right(COUNTS, "ways")(
    lambda task: (
        f"{task.answer} ways"
        if re.search(r"[Ii]n how many ways|[Cc]ount the ways", task.prompt.split("\n\nGive your")[0])
        else None
    )
)
right("counting-graphs", "cycles")(
    lambda task: f"{task.answer} simple cycles" if "ount its simple cycles" in task.prompt else None
)
wrong(COUNTS, "ways besides one")(lambda task: f"{task.answer} ways besides the first")
wrong(COUNTS, "euros")(lambda task: f"{task.answer} euros")

# ------------------------------------------------------------------------------------------------------------ orders

right(ORDERS, "arrows")(lambda task: " -> ".join(task.answer.split()) if "(" not in task.answer else None)
right(ORDERS, "typographic arrows")(
    lambda task: "→".join(task.answer.split()) if "(" not in task.answer else None
)
wrong(ORDERS, "arrows, the last two exchanged")(
    lambda task: (
        " -> ".join([*words[:-2], words[-1], words[-2]])
        if len(words := task.answer.split()) > 2 and words[-1] != words[-2]
        else None
    )
)

# ---------------------------------------------------------------------------------------------------------- mappings

_MAPPED = {
    "graph-isomorphism": "images of the vertices",
    "assignment": "of each (?:row|student|game)",
    "interval-choice": "each interval|each shop",
    "knapsack": "of each sort",
    "integer-programming": "boxes of all balls|values of the unknowns",
}


def _images(task: Task) -> list[int] | None:
    """The images of 1, 2, 3 and so on, where that is what is asked for."""
    name = task.env.removeprefix("rlvr/").removesuffix("-v0")
    if not re.search(_MAPPED[name], task.prompt) or ";" in task.answer or task.answer.count(",") < 3:
        return None
    return [int(word) for word in task.answer.split(", ")]


def _mapping(pair: str, joint: str = ", ", whole: str = "{}", *, turned: bool = False, off: str = "") -> Text:
    def write(task: Task) -> str | None:
        images = _images(task)
        if images is None:
            return None
        pairs = [*enumerate(images, 1)]
        if off == "key":
            pairs[-1] = (pairs[-1][0] + 1, pairs[-1][1])
        if off == "twice":
            pairs[-1] = (1, pairs[-1][1])
        if turned:
            pairs.reverse()
        return whole.format(joint.join(pair.format(key, image) for key, image in pairs))

    return write


right(MAPPINGS, "mapping: pairs")(_mapping("({}, {})", ", ", "[{}]"))
right(MAPPINGS, "mapping: tight pairs")(_mapping("({},{})", ",", "{}"))
right(MAPPINGS, "mapping: lists of two")(_mapping("[{}, {}]", ", ", "[{}]"))
right(MAPPINGS, "mapping: a dictionary")(_mapping("{}: {}", ", ", "{{{}}}"))
right(MAPPINGS, "mapping: a dictionary, turned round")(_mapping("{}: {}", ", ", "{{{}}}", turned=True))
right(MAPPINGS, "mapping: JSON")(_mapping('"{}": {}', ", ", "{{{}}}"))
right(MAPPINGS, "mapping: arrows")(_mapping("{} -> {}"))
right(MAPPINGS, "mapping: arrows on lines")(_mapping("{} → {}", "\n"))
right(MAPPINGS, "mapping: in an object")(_mapping('"{}": {}', ", ", '{{"answer": {{{}}}}}'))
wrong(MAPPINGS, "mapping: a key that there is not")(_mapping("{}: {}", ", ", "{{{}}}", off="key"))
wrong(MAPPINGS, "mapping: a key twice")(_mapping("({}, {})", ", ", "[{}]", off="twice"))
wrong(MAPPINGS, "mapping: dots")(_mapping("{}: {}", ", ", "{{{}, ...}}"))
wrong(MAPPINGS, "mapping: a pair torn")(_mapping("({}), ({})", ", ", "[{}]"))
right("graph-isomorphism", "mapping: vertices")(_mapping("vertex {} -> {}"))
right("assignment", "mapping: rows and columns")(
    lambda task: _mapping("row {}: column {}", "\n")(task) if "column of each row" in task.prompt else None
)
wrong("assignment", "mapping: columns and rows")(
    lambda task: _mapping("column {}: row {}", "\n")(task) if "column of each row" in task.prompt else None
)
right("integer-programming", "mapping: names, turned round")(
    lambda task: _mapping("x{} = {}", turned=True)(task) if "values of the unknowns" in task.prompt else None
)

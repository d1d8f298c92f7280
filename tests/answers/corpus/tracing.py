"""Processes followed step by step: answers that are numbers, positions, lists of words, and sequences of signs."""

from __future__ import annotations

import re
from collections.abc import Callable

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


def _if_number_is(pattern: str) -> Text:
    return lambda task: pattern.replace("@", task.answer) if task.answer.isdigit() else None


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

right(COUNTS, "the unit that is asked for")(
    lambda task: (
        f"{task.answer} {'squares' if 'squares' in task.prompt else task.payload['gold']['units'][0]}"
        if task.answer.isdigit()
        else None
    )
)
right("robot-walks", "row and column")(
    lambda task: (
        "row {}, column {}".format(*re.findall(r"\d+", task.answer)) if "(row, column)" in task.prompt else None
    )
)
wrong("robot-walks", "names of another question")(
    lambda task: (
        ("x = {}, y = {}" if "(row, column)" in task.prompt else "row {}, column {}").format(
            *re.findall(r"-?\d+", task.answer)
        )
        if task.answer[0] == "("
        else None
    )
)
right("object-inventory", "colours named")(
    lambda task: (
        None
        if task.answer.isdigit()
        else ", ".join(map(": ".join, zip(task.payload["gold"]["names"], task.answer.split(", "), strict=True)))
    )
)
wrong("object-inventory", "objects of another kind")(
    lambda task: f"{task.payload['gold']['others'][0]} objects = {task.answer}"
)
wrong("object-inventory", "less than")(_if_number_is("less than = @"))
wrong("object-inventory", "or")(lambda task: None if task.answer.isdigit() else task.answer.replace(",", " or"))

# ------------------------------------------------------------------------------------------------- lists of words

LISTS = "shuffled-objects ordering-puzzles topological-order"
HELD = "shuffled-objects"


def _words(task: Task) -> list[str]:
    return task.answer.split(", ")


def _exchanged(task: Task) -> str:
    if (
        "rules" in task.payload and "order" not in task.payload
    ):  # several orders are right; without its first, none is
        return ", ".join(_words(task)[1:])
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
right(LISTS, "numbered on a line")(
    lambda task: ", ".join(f"{n}. {word}" for n, word in enumerate(_words(task), 1))
)
wrong(LISTS, "numbered from the end")(
    lambda task: "\n".join(f"{len(_words(task)) - n}. {word}" for n, word in enumerate(_words(task)))
)
right(LISTS, "brackets")(lambda task: f"[{task.answer}]")
right(LISTS, "each in bold")(lambda task: ", ".join(f"**{word}**" for word in _words(task)))
right(LISTS, "capitals")(lambda task: ", ".join(word.capitalize() for word in _words(task)))
right(LISTS, "an and")(lambda task: f"{', '.join(_words(task)[:-1])} and {_words(task)[-1]}")
right(LISTS, "text in TeX")(lambda task: rf"\text{{{task.answer}}}")
right(HELD, "owners")(_owned("{}: {}", ", "))
right(HELD, "owners on lines")(_owned("- {}: {}", "\n"))
right(HELD, "owners in bold")(_owned("**{}**: {}", "\n"))
right(HELD, "sentences")(_owned("{} has the {}", ", "))
right(HELD, "a table")(_owned("| {} | {} |", "\n"))
wrong(LISTS, "two exchanged")(_exchanged)
wrong(LISTS, "turned round")(lambda task: ", ".join(_words(task)[::-1]))
wrong(LISTS, "first lost")(lambda task: ", ".join(_words(task)[1:]))
wrong(LISTS, "one twice")(lambda task: f"{task.answer}, {_words(task)[-1]}")
wrong(LISTS, "a stranger")(lambda task: f"{task.answer}, spade")
wrong(HELD, "owners alone")(lambda task: ", ".join(_owners(task)))
wrong(HELD, "owners shifted")(
    lambda task: ", ".join(
        f"{name}: {word}"
        for name, word in zip([*_owners(task)[1:], _owners(task)[0]], _words(task), strict=True)
    )
)
wrong(LISTS, "the first of them")(lambda task: _words(task)[0])

right("ordering-puzzles topological-order", "arrows")(lambda task: " -> ".join(_words(task)))
right("ordering-puzzles", "less than")(lambda task: " < ".join(_words(task)))

# ---------------------------------------------------------------------------------------------- lists of numbers

IDS = "algorithm-traces"


def _joined_by(pattern: str, between: str) -> Text:
    return lambda task: pattern.replace("@", between.join(task.answer.split()))


def _first_two_exchanged(task: Task) -> str:
    first, second, *rest = task.answer.split()
    return " ".join([second, first, *rest] if first != second else [f"1{first}", second, *rest])


framed(IDS, reference, _first_two_exchanged)
for _name, _pattern, _between in (
    ("commas", "@", ", "),
    ("bare commas", "@", ","),
    ("a list", "[@]", ", "),
    ("a tuple", "(@)", ", "),
    ("lines", "@", "\n"),
    ("arrows", "@", " -> "),
    ("a fence", "```text\n@\n```", " "),
    ("a list in TeX", "$[@]$", ", "),
    ("a box", r"\boxed{@}", ", "),
):
    right(IDS, _name)(_joined_by(_pattern, _between))
wrong(IDS, "first two exchanged")(_first_two_exchanged)
wrong(IDS, "last lost")(lambda task: task.answer.rpartition(" ")[0])
wrong(IDS, "one more")(lambda task: f"{task.answer} {task.answer.split()[-1]}")
wrong(IDS, "run together")(lambda task: task.answer.replace(" ", ""))
wrong(IDS, "an ellipsis")(lambda task: f"{task.answer.split()[0]} ... {task.answer.split()[-1]}")
wrong(IDS, "twice")(lambda task: f"{task.answer}; {task.answer}")

# ------------------------------------------------------------------------------------------------------ brackets

IDS = "dyck-languages"


def _is_brackets(task: Task) -> bool:
    return not task.answer.isdigit()


def _last_off(task: Task) -> str:
    if not _is_brackets(task):
        return str(int(task.answer) + 1)
    return task.answer[:-1] + next(sign for sign in ")]>" if sign != task.answer[-1])


def _brackets(pattern: str) -> Text:
    return lambda task: pattern.replace("@", task.answer) if _is_brackets(task) else None


framed(IDS, reference, _last_off)
typeset(IDS, _if_number)
near(IDS, _if_number)
right(IDS, "spaces")(lambda task: " ".join(task.answer) if _is_brackets(task) else None)
right(IDS, "commas")(lambda task: ", ".join(task.answer) if _is_brackets(task) else None)
right(IDS, "quotes")(_brackets('"@"'))
right(IDS, "a fence with a language")(_brackets("```text\n@\n```"))
right(IDS, "each in backticks")(
    lambda task: " ".join(f"`{sign}`" for sign in task.answer) if _is_brackets(task) else None
)
wrong(IDS, "one more")(_brackets("@)"))
wrong(IDS, "one lost")(lambda task: task.answer[:-1] if _is_brackets(task) else None)
wrong(IDS, "turned round")(lambda task: task.answer[::-1] if _is_brackets(task) else None)
wrong(IDS, "a bracket exchanged")(_last_off)
wrong(IDS, "the line of the prompt")(
    lambda task: (
        found[0]
        if _is_brackets(task) and (found := re.findall(r"^[()\[\]<>]{5,}$", task.prompt, re.M))
        else None
    )
)

# ------------------------------------------------------------------------------------------- lines of letters

IDS = "string-rewriting letter-tasks"


def _joint(task: Task) -> str:
    return " " if " " in task.answer else ""


def _items(task: Task) -> list[str]:
    return task.answer.split() if " " in task.answer else list(task.answer)


def _first_off(task: Task) -> str:
    if task.answer.isdigit():
        return str(int(task.answer) + 1)
    if set(task.answer) <= {"Y", "N"}:
        return "NY"[task.answer[0] == "N"] + task.answer[1:]
    first, *rest = _items(task)
    return _joint(task).join(
        [{"A": "B", "A#": "#A", "#A": "A#", "B#": "#B", "#B": "B#"}.get(first, "A"), *rest]
    )


framed(IDS, reference, _first_off)
right(IDS, "commas")(lambda task: None if task.answer.isdigit() else ", ".join(_items(task)))
right(IDS, "spaces")(lambda task: None if task.answer.isdigit() else "  ".join(_items(task)))
right(IDS, "small letters")(lambda task: task.answer.lower())
right(IDS, "a list")(lambda task: None if task.answer.isdigit() else f"[{', '.join(_items(task))}]")
right(IDS, "a fence with a language")(lambda task: f"```text\n{task.answer}\n```")
right(IDS, "quotes")(lambda task: f'"{task.answer}"')
right(IDS, "text in TeX")(
    lambda task: None if "#" in task.answer or " " in task.answer else rf"\text{{{task.answer}}}"
)
right(IDS, "the answer is, with a colon")(lambda task: f"The answer is: {task.answer}.")
wrong(IDS, "first off")(_first_off)
wrong(IDS, "turned round")(
    lambda task: None if _items(task) == _items(task)[::-1] else _joint(task).join(_items(task)[::-1])
)
wrong(IDS, "last lost")(lambda task: _joint(task).join(_items(task)[:-1]))
wrong(IDS, "one more")(lambda task: _joint(task).join([*_items(task), _items(task)[0]]))
wrong(IDS, "an ellipsis")(lambda task: f"{task.answer}...{task.answer[0]}")
wrong(IDS, "a pattern")(lambda task: ".*")

# ------------------------------------------------------------------------------------- bits and letters of bundles

IDS = "boolean-circuits syllogisms propositional-entailment"
_OTHER = {"0": "1", "1": "0", "T": "F", "F": "T", "U": "T"}


def _sign_off(task: Task) -> str:
    return task.answer[:-1] + _OTHER[task.answer[-1]]


def _named_bits(pattern: str, between: str) -> Text:
    def write(task: Task) -> str | None:
        found = re.search(r"in the order (\w(?:, \w)*)", task.prompt)
        if found is None or "\n\np = " in task.prompt or set(task.answer) & {"T", "F", "U"}:
            return None
        pairs = zip(found[1].split(", "), task.answer, strict=True)
        return between.join(pattern.format(*pair) for pair in pairs)

    return write


framed(IDS, reference, _sign_off)
right(IDS, "commas")(lambda task: ", ".join(task.answer))
right(IDS, "spaces")(lambda task: " ".join(task.answer))
right(IDS, "lines")(lambda task: "\n".join(task.answer))
right(IDS, "a list")(lambda task: f"[{', '.join(task.answer)}]")
right(IDS, "a tuple")(lambda task: f"({', '.join(task.answer)})")
right(IDS, "dollars")(lambda task: f"${task.answer}$")
right(IDS, "names")(_named_bits("{} = {}", ", "))
right(IDS, "names on lines")(_named_bits("{}: {}", "\n"))
_NAMES = {"T": "True", "F": "False", "U": "Unknown"}


def _if_letters(write: Callable[[str], str]) -> Text:
    return lambda task: write(task.answer) if set(task.answer) <= set(_NAMES) else None


right(IDS, "numbered")(_if_letters(lambda signs: "\n".join(f"{n}. {sign}" for n, sign in enumerate(signs, 1))))
right(IDS, "numbered on a line")(
    _if_letters(lambda signs: ", ".join(f"{n}. {sign}" for n, sign in enumerate(signs, 1)))
)
right(IDS, "numbers and colons")(
    _if_letters(lambda signs: "\n".join(f"{n}: {sign}" for n, sign in enumerate(signs, 1)))
)
right(IDS, "verdicts in words")(_if_letters(lambda signs: ", ".join(_NAMES[sign] for sign in signs)))
wrong(IDS, "numbered from the end")(
    _if_letters(lambda signs: "\n".join(f"{len(signs) - n}. {sign}" for n, sign in enumerate(signs)))
)
wrong(IDS, "last off")(_sign_off)
wrong(IDS, "all turned")(lambda task: "".join(_OTHER[sign] for sign in task.answer))
wrong(IDS, "last lost")(lambda task: task.answer[:-1])
wrong(IDS, "one more")(lambda task: task.answer + task.answer[-1])
wrong(IDS, "all the same")(
    lambda task: task.answer[0] * len(task.answer) if len(set(task.answer)) > 1 else None
)
wrong(IDS, "backwards")(lambda task: None if task.answer == task.answer[::-1] else task.answer[::-1])

# ------------------------------------------------------------------------------ verdicts, or the numbers of rules

IDS = "defeasible-rules"


def _verdicts(task: Task) -> list[str]:
    return list(task.answer) if set(task.answer) <= set(_NAMES) else task.answer.split(", ")


def _verdict_off(task: Task) -> str:
    *rest, last = _verdicts(task)
    return ", ".join([*rest, _OTHER["F" if last == "U" else last] if last in _NAMES else str(int(last) + 1)])


framed(IDS, reference, _verdict_off)
for _name, _pattern, _between in (
    ("spaces", "@", " "),
    ("bare commas", "@", ","),
    ("lines", "@", "\n"),
    ("a list", "[@]", ", "),
    ("a fence", "```\n@\n```", ", "),
    ("dollars", "$@$", ", "),
):
    right(IDS, _name)(lambda task, p=_pattern, b=_between: p.replace("@", b.join(_verdicts(task))))
right(IDS, "numbered")(_if_letters(lambda signs: "\n".join(f"{n}. {sign}" for n, sign in enumerate(signs, 1))))
right(IDS, "verdicts in words")(_if_letters(lambda signs: ", ".join(_NAMES[sign] for sign in signs)))
wrong(IDS, "last off")(_verdict_off)
wrong(IDS, "last lost")(lambda task: ", ".join(_verdicts(task)[:-1]))
wrong(IDS, "one more")(lambda task: ", ".join([*_verdicts(task), _verdicts(task)[-1]]))
wrong(IDS, "backwards")(
    lambda task: ", ".join(_verdicts(task)[::-1]) if _verdicts(task) != _verdicts(task)[::-1] else None
)
wrong(IDS, "all of one kind")(_if_letters(lambda signs: "T" * len(signs)))
wrong(IDS, "all rules")(lambda task: "all rules")

# -------------------------------------------------------------------------------------- sentences and phrases

IDS = "toy-languages"


def _turned_sentence(task: Task) -> str:
    return " ".join(task.answer.split()[::-1])


framed(IDS, reference, _turned_sentence)
right(IDS, "a sentence")(lambda task: f"{task.answer[0].upper()}{task.answer[1:]}.")
right(IDS, "capitals")(lambda task: task.answer.upper())
right(IDS, "double quotes")(lambda task: f'"{task.answer}"')
right(IDS, "commas")(lambda task: ", ".join(task.answer.split()))
right(IDS, "a list")(lambda task: f"[{', '.join(task.answer.split())}]")
right(IDS, "lines")(lambda task: "\n".join(task.answer.split()))
right(IDS, "text in TeX")(lambda task: rf"\text{{{task.answer}}}")
wrong(IDS, "turned round")(_turned_sentence)
wrong(IDS, "first lost")(lambda task: task.answer.partition(" ")[2])
wrong(IDS, "one twice")(lambda task: f"{task.answer} {task.answer.split()[-1]}")
wrong(IDS, "another ending")(lambda task: f"{task.answer}x")
wrong(IDS, "run together")(lambda task: task.answer.replace(" ", ""))
wrong(IDS, "a line of the prompt")(
    lambda task: re.findall(r"^(?:- |The .* = )([a-z]+(?: [a-z]+)+)$", task.prompt, re.MULTILINE)[0]
)

# ------------------------------------------------------------------------------------------------------- matrices

IDS = "matrix-rearrangement arc-grids"


def _lines(change: Callable[[list[list[str]]], str | None]) -> Text:
    """A form of the rows of a matrix, or of one line of numbers."""
    return lambda task: change([line.split() for line in task.answer.split("\n")])


def _next_digit(task: Task) -> str:
    return task.answer[:-1] + str((int(task.answer[-1]) + 1) % 10)


framed(IDS, reference, _next_digit)
right(IDS, "commas")(_lines(lambda rows: "\n".join(", ".join(row) for row in rows)))
right(IDS, "lists")(_lines(lambda rows: "[" + ",\n ".join(f"[{', '.join(row)}]" for row in rows) + "]"))
right(IDS, "a matrix in LaTeX")(
    _lines(lambda rows: "\\begin{bmatrix}" + " \\\\ ".join(" & ".join(row) for row in rows) + "\\end{bmatrix}")
)
right(IDS, "bars")(_lines(lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in rows)))
right(IDS, "a fence with a language")(lambda task: f"```text\n{task.answer}\n```")
right(IDS, "no spaces")(_lines(lambda rows: "\n".join("".join(row) for row in rows)))
wrong(IDS, "a number off")(_next_digit)
wrong(IDS, "a number lost")(lambda task: task.answer[:-2])
wrong(IDS, "a number more")(lambda task: f"{task.answer} 1")
wrong(IDS, "turned over")(lambda task: None if task.answer == task.answer[::-1] else task.answer[::-1])
wrong(IDS, "rows as columns")(
    _lines(
        lambda rows: (
            None
            if len(rows) == 1 or rows == [list(row) for row in zip(*rows, strict=True)]
            else "\n".join(" ".join(row) for row in zip(*rows, strict=True))
        )
    )
)

# --------------------------------------------------------------------------------------------- regions on boards

IDS = "grid-regions"


def _is_board(task: Task) -> bool:
    return "\n" in task.answer


def _rows(change: Callable[[list[list[str]]], str | None]) -> Text:
    """A form of the rows of a board; None for numbers."""
    return lambda task: change([line.split() for line in task.answer.split("\n")]) if _is_board(task) else None


def _listed_numbers(change: Callable[[list[str]], str | None]) -> Text:
    """A form of a list of numbers; None for boards."""
    return lambda task: None if _is_board(task) else change(task.answer.split(", "))


framed(IDS, reference, lambda task: _next_digit(task) if task.answer[-1].isdigit() else f"{task.answer[:-1]}7")
right(IDS, "commas between cells")(_rows(lambda rows: "\n".join(", ".join(row) for row in rows)))
right(IDS, "no spaces")(_rows(lambda rows: "\n".join("".join(row) for row in rows)))
right(IDS, "bars")(_rows(lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in rows)))
right(IDS, "a fence with a language")(lambda task: f"```text\n{task.answer}\n```" if _is_board(task) else None)
right(IDS, "brackets")(_listed_numbers(lambda numbers: f"[{', '.join(numbers)}]"))
right(IDS, "round brackets")(_listed_numbers(lambda numbers: f"({', '.join(numbers)})"))
right(IDS, "spaces between numbers")(_listed_numbers(" ".join))
right(IDS, "a line for each number")(_listed_numbers("\n".join))
right(IDS, "a letter before each number")(
    lambda task: (
        ", ".join(
            f"{letter}: {n}"
            for letter, n in zip(task.payload["problem"]["letters"], task.answer.split(", "), strict=True)
        )
        if "letters" in task.payload.get("problem", {})
        else None
    )
)
wrong(IDS, "spaces: one number more")(_listed_numbers(lambda numbers: " ".join([*numbers, numbers[-1]])))
wrong(IDS, "spaces: turned round")(
    _listed_numbers(lambda numbers: " ".join(numbers[::-1]) if numbers != numbers[::-1] else None)
)
right(IDS, "no spaces between numbers")(
    _listed_numbers(lambda numbers: None if len(numbers) > 3 else ";".join(numbers))
)
wrong(IDS, "a cell lost")(_rows(lambda rows: "\n".join(" ".join(row) for row in rows)[:-2]))
wrong(IDS, "turned over")(
    _rows(
        lambda rows: (
            None
            if [row[::-1] for row in rows[::-1]] == rows
            else "\n".join(" ".join(row[::-1]) for row in rows[::-1])
        )
    )
)
wrong(IDS, "the first number alone")(_listed_numbers(lambda numbers: numbers[0] if len(numbers) > 1 else None))
wrong(IDS, "one more")(_listed_numbers(lambda numbers: ", ".join([*numbers[:-1], str(int(numbers[-1]) + 1)])))
wrong(IDS, "backwards")(
    _listed_numbers(lambda numbers: None if numbers == numbers[::-1] else ", ".join(numbers[::-1]))
)

# ------------------------------------------------------------------------------------------------ first mistakes

IDS = "reasoning-errors"


framed(IDS, reference, lambda task: str(int(task.answer) + 1))
right(IDS, "step")(lambda task: f"Step {task.answer}" if task.answer != "0" else None)
right(IDS, "bold step")(lambda task: f"**Step {task.answer}**" if task.answer != "0" else None)
wrong(IDS, "the step before")(lambda task: str(int(task.answer) - 1))
wrong(IDS, "the step after, named")(lambda task: f"Step {int(task.answer) + 1}")
wrong(IDS, "two steps")(lambda task: f"Step {task.answer} or step {int(task.answer) + 1}")
wrong(IDS, "all steps")(lambda task: "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12")
wrong(IDS, "a sentence without a number")(
    lambda task: "There is no mistake." if task.answer != "0" else "There is one."
)

# ------------------------------------------------------------------------------------------------- binary trees

IDS = "tree-rebuilding"


def _bare(task: Task) -> str:
    return task.answer.replace(" ", "")


framed(IDS, reference, lambda task: task.answer[:-1])
right(IDS, "no spaces")(_bare)
right(IDS, "commas")(lambda task: ", ".join(_bare(task)) if " " in task.answer else None)
right(IDS, "a list")(lambda task: f"[{', '.join(_bare(task))}]" if " " in task.answer else None)
right(IDS, "quotes")(lambda task: f'"{_bare(task)}"')
wrong(IDS, "one lost")(lambda task: _bare(task)[1:])
wrong(IDS, "backwards")(lambda task: None if _bare(task) == _bare(task)[::-1] else task.answer[::-1])
wrong(IDS, "two exchanged")(
    lambda task: None if _bare(task)[0] == _bare(task)[1] else _bare(task)[1] + _bare(task)[0] + _bare(task)[2:]
)

# ----------------------------------------------------------------------------------------------- rings and boards

IDS = "cellular-automata"


def _is_cells(task: Task) -> bool:
    return set(task.answer) <= {"0", "1", "\n"} and len(task.answer) > 3


def _cell_off(task: Task) -> str:
    return task.answer[:-1] + _OTHER[task.answer[-1]] if _is_cells(task) else str(int(task.answer) + 1)


def _cells(change: Callable[[list[str]], str | None]) -> Text:
    """A form of the lines of a ring or board."""
    return lambda task: change(task.answer.split("\n")) if _is_cells(task) else None


framed(IDS, reference, _cell_off)
near(IDS, lambda task: None if _is_cells(task) else task.answer)
right(IDS, "spaces between cells")(_cells(lambda lines: "\n".join(" ".join(line) for line in lines)))
right(IDS, "commas between cells")(_cells(lambda lines: "\n".join(", ".join(line) for line in lines)))
right(IDS, "lists")(_cells(lambda lines: "[" + ",\n ".join(f"[{', '.join(line)}]" for line in lines) + "]"))
right(IDS, "blank lines")(_cells("\n\n".join))
right(IDS, "a fence with a language")(_cells(lambda lines: "```text\n" + "\n".join(lines) + "\n```"))
right(IDS, "dollars")(lambda task: None if "\n" in task.answer else f"${task.answer}$")
right(IDS, "rows on a line")(_cells(" ".join))
right(IDS, "steps")(lambda task: None if _is_cells(task) else f"{task.answer} steps")
wrong(IDS, "rows of other lengths")(
    _cells(lambda lines: None if len(lines) == 1 else "".join(lines)[:2] + "\n" + "".join(lines)[2:])
)
wrong(IDS, "a cell off")(_cell_off)
wrong(IDS, "all dead")(_cells(lambda lines: "\n".join("0" * len(line) for line in lines)))
wrong(IDS, "turned over")(
    _cells(lambda lines: None if lines[::-1] == lines or len(lines) == 1 else "\n".join(lines[::-1]))
)
wrong(IDS, "a cell lost")(_cells(lambda lines: "\n".join(lines)[:-1]))
wrong(IDS, "a cell more")(_cells(lambda lines: "\n".join(lines) + "1"))
wrong(IDS, "live and dead exchanged")(_cells(lambda lines: "\n".join(lines).translate({48: "1", 49: "0"})))

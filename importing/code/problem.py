"""A programming problem of a user's file, whatever the format was, and what readers of formats share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ...sandbox.languages import LANGUAGES
from ...verifiers.answers.programs import fenced
from ...verifiers.code.tagged import tagged

Json = Any

ALIASES = {
    "python3": "python",
    "py": "python",
    "c++": "cpp",
    "c++17": "cpp",
    "js": "javascript",
    "node": "javascript",
}
ALIASES |= {"nodejs": "javascript", "golang": "go", "rs": "rust", "pypy3": "python", "py3": "python"}


class InvalidProblem(ValueError):
    """A row is no problem that can be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program of a row: its language, an entry of `rlvr.sandbox.languages`, and its text."""

    language: str
    text: str


@dataclass(slots=True)
class Problem:
    """One row of a user's file.

    Attributes:
        row: its number, from 1.
        id: what the file calls it, or "".
        statement: what is asked, in words.
        kind: ``program`` (reads and prints), ``function`` (judged by its values) or ``tests`` (by test code).
        cases: as the payload has them: ``stdin`` and ``out``, or ``call`` and ``out``.
        unwrapped: the same cases with each expected list of one value taken for the value; None if that is no question.
        public: how many of the first cases the model may know.
        show: whether the prompt shows these as examples; a statement often does already.
        entry: the function: a name, or ``Class.method``.
        starter: code that the prompt shows as the beginning.
        tests: test code that defines ``check(candidate)``.
        prelude: whether usual imports stand before the program.
        references: programs that are said to be right.
        wrong: programs that are said to be wrong.
        languages: what the problem asks for; empty: as the import says.
        compare: how outputs are compared; None: as the import says.
        judge: a special judge, see `rlvr.verifiers.code.judge`.
        cpu_s: seconds of processor time for a case of a program, or all calls of a function; None: as the import says.
        memory_mb: MiB of memory; None: as the import says.
        level: how hard it is said to be, a word or a number; None if it is not said.
        split: ``train``, ``test`` or "".
        remarks: what the reader decided.
    """

    row: int
    id: str
    statement: str
    kind: Literal["program", "function", "tests"]
    cases: list[dict[str, Json]]
    unwrapped: list[dict[str, Json]] | None = None
    public: int = 0
    show: bool = False
    entry: str = ""
    starter: str = ""
    tests: str = ""
    prelude: bool = False
    references: list[Program] = field(default_factory=list)
    wrong: list[Program] = field(default_factory=list)
    languages: tuple[str, ...] = ()
    compare: Json = None
    judge: dict[str, Json] | None = None
    cpu_s: float | None = None
    memory_mb: int | None = None
    level: str | float | None = None
    split: str = ""
    remarks: list[str] = field(default_factory=list)


def text(row: Mapping[str, Json], *names: str) -> str:
    """The first of the fields that is a text with something in it, or ""."""
    return next((row[name] for name in names if isinstance(row.get(name), str) and row[name].strip()), "")


def loaded(value: Json, what: str) -> Json:
    """A value that some files hold as JSON text within the JSON.

    Raises:
        InvalidProblem: the text is no JSON.
    """
    if not isinstance(value, str):
        return value
    if not value.strip():
        return None
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise InvalidProblem(f"its {what} is not valid JSON: {error!s:.120}") from error


def listed(value: Json, what: str) -> list[Json]:
    """A value that must be a list; None is an empty one.

    Raises:
        InvalidProblem: it is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise InvalidProblem(f"its {what} is no list")
    return value


def language_of(name: Json) -> str:
    """A language by its usual names.

    Raises:
        InvalidProblem: there is no such language here.
    """
    known = ALIASES.get(str(name).strip().lower(), str(name).strip().lower())
    if known not in LANGUAGES:
        raise InvalidProblem(f"there is no language {str(name)[:40]!r}; there are {', '.join(LANGUAGES)}")
    return known


def lines_of(value: Json, what: str) -> str:
    """The text of an input or output, which may be given as a list of lines.

    Raises:
        InvalidProblem: it is neither.
    """
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value}\n"
    if not isinstance(value, str):
        raise InvalidProblem(f"{what} is no text")
    return value


def program_cases(inputs: Sequence[Json], outputs: Sequence[Json]) -> list[dict[str, Json]]:
    """Cases of a program, from lists of inputs and outputs.

    Raises:
        InvalidProblem: the lists do not go together, or an item is no text.
    """
    if len(inputs) != len(outputs):
        raise InvalidProblem(f"it has {len(inputs)} inputs and {len(outputs)} outputs")
    return [
        {"stdin": lines_of(given, f"input {n}"), "out": lines_of(due, f"output {n}")}
        for n, (given, due) in enumerate(zip(inputs, outputs, strict=True), 1)
    ]


def function_cases(
    inputs: Sequence[Json], outputs: Sequence[Json]
) -> tuple[list[dict[str, Json]], list[dict[str, Json]] | None]:
    """Cases of a function, and the same with lists of one value taken for the value, if all are such lists.

    The arguments are a list, or a text with one of them in JSON a line; then an output that is a text is JSON, too.

    Raises:
        InvalidProblem: the lists do not go together, or a text is no JSON.
    """
    if len(inputs) != len(outputs):
        raise InvalidProblem(f"it has {len(inputs)} inputs and {len(outputs)} outputs")
    cases = []
    for n, (given, due) in enumerate(zip(inputs, outputs, strict=True), 1):
        if isinstance(given, str):
            args = [loaded(line, f"input {n}") for line in given.split("\n") if line.strip()]
            due = loaded(due, f"output {n}") if isinstance(due, str) else due
        elif isinstance(given, list):
            args = given
        else:
            raise InvalidProblem(f"input {n} is neither a list of arguments nor a text with one a line")
        cases.append({"call": {"a": tagged(args)}, "out": due})
    if cases and all(isinstance(case["out"], list) and len(case["out"]) == 1 for case in cases):
        return cases, [{**case, "out": case["out"][0]} for case in cases]
    return cases, None


def entry_of(name: str, starter: str, programs: Sequence[Program]) -> str:
    """How a function is called: by its name, or as a method of ``Solution`` where starter or programs have it."""
    texts = [starter] if starter.strip() else [program.text for program in programs]
    return f"Solution.{name}" if any("class Solution" in one for one in texts) else name


def unfenced(program: str) -> str:
    """A program without the fence that some files keep around it."""
    blocks = fenced(program)
    return blocks[-1][1] if blocks else program

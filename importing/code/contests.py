"""Rows of APPS, TACO and CodeContests.

* APPS: ``question``, ``solutions`` and ``input_output`` (JSON texts), ``difficulty``, ``starter_code``;
  ``input_output`` has ``inputs``, ``outputs`` and, for functions, ``fn_name``. (github.com/hendrycks/apps)
* TACO: the same, and ``time_limit`` ("2.0 seconds") and ``memory_limit`` ("256.0 megabytes").
  (github.com/FlagOpen/TACO)
* CodeContests: ``description``; ``public_tests``, ``private_tests`` and ``generated_tests``, each ``{"input": [...],
  "output": [...]}`` or a list of pairs; ``solutions`` and ``incorrect_solutions``, each ``{"language": [...],
  "solution": [...]}``; ``time_limit`` ``{"seconds", "nanos"}``; ``memory_limit_bytes``.
  (github.com/google-deepmind/code_contests)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .problem import (
    InvalidProblem,
    Problem,
    Program,
    entry_of,
    function_cases,
    listed,
    loaded,
    program_cases,
    text,
)

Json = Any

_CODE_CONTESTS = {1: "", 2: "cpp", 3: "python", 4: "java", "CPP": "cpp", "PYTHON3": "python", "JAVA": "java"}
"""Languages by number; 1 is Python 2, which nothing here runs."""


def apps(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of APPS or TACO.

    Raises:
        InvalidProblem: it has no question or no tests.
    """
    statement = text(row, "question")
    if not statement:
        raise InvalidProblem("there is no 'question'")
    tests = loaded(row.get("input_output"), "'input_output'")
    if not isinstance(tests, Mapping) or not tests.get("inputs"):
        raise InvalidProblem("it has no tests: 'input_output' has no inputs")
    given = listed(loaded(row.get("solutions"), "'solutions'"), "'solutions'")
    references = [Program("python", one) for one in given if isinstance(one, str) and one.strip()]
    problem = Problem(
        row=number,
        id=str(row.get("problem_id", row.get("name", row.get("id", ""))) or ""),
        statement=statement,
        kind="program",
        cases=[],
        starter=text(row, "starter_code"),
        references=references,
        cpu_s=amount(row.get("time_limit"), {"second": 1.0, "millisecond": 0.001}, "time_limit"),
        memory_mb=_whole(
            amount(row.get("memory_limit"), {"megabyte": 1.0, "kilobyte": 1 / 1024}, "memory_limit")
        ),
        level=text(row, "difficulty").lower() or None,
    )
    with_tests(problem, tests)
    return problem


def with_tests(problem: Problem, tests: Mapping[str, Json]) -> None:
    """Give a problem the tests that stand in ``inputs``, ``outputs`` and ``fn_name``.

    Raises:
        InvalidProblem: they are not in form.
    """
    inputs, outputs = listed(tests.get("inputs"), "'inputs'"), listed(tests.get("outputs"), "'outputs'")
    name = tests.get("fn_name")
    if not inputs:
        raise InvalidProblem("it has no tests")
    if name:
        problem.kind = "function"
        problem.cases, problem.unwrapped = function_cases(inputs, outputs)
        problem.entry = entry_of(str(name), problem.starter, problem.references)
        problem.prelude = True
    else:
        problem.cases = program_cases(inputs, outputs)


def code_contests(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of CodeContests.

    Raises:
        InvalidProblem: it has no description or no tests, or reads from files.
    """
    statement = text(row, "description")
    if not statement:
        raise InvalidProblem("there is no 'description'")
    if text(row, "input_file", "output_file"):
        raise InvalidProblem("its programs read or write files, not standard input and output")
    parts = [_pairs(row.get(f"{name}_tests"), f"{name}_tests") for name in ("public", "private", "generated")]
    limit = row.get("time_limit")
    seconds = None
    if isinstance(limit, Mapping):
        seconds = float(limit.get("seconds") or 0) + float(limit.get("nanos") or 0) / 1e9
    memory = row.get("memory_limit_bytes")
    rating = row.get("cf_rating")
    cases = [case for part in parts for case in program_cases(*part)]
    if not cases:
        raise InvalidProblem("it has no tests")
    return Problem(
        row=number,
        id=str(row.get("name") or ""),
        statement=statement,
        kind="program",
        cases=cases,
        public=len(parts[0][0]),
        references=_programs(row.get("solutions")),
        wrong=_programs(row.get("incorrect_solutions")),
        cpu_s=seconds or None,
        memory_mb=int(memory) >> 20 if memory and int(memory) > 1 << 20 else None,
        level=float(rating) if isinstance(rating, (int, float)) and rating > 0 else None,
    )


def _pairs(value: Json, what: str) -> tuple[list[Json], list[Json]]:
    if value is None:
        return [], []
    if isinstance(value, Mapping):
        return listed(value.get("input"), what), listed(value.get("output"), what)
    rows = listed(value, what)
    if not all(isinstance(one, Mapping) and "input" in one and "output" in one for one in rows):
        raise InvalidProblem(f"its {what} are no pairs of input and output")
    return [one["input"] for one in rows], [one["output"] for one in rows]


def _programs(value: Json) -> list[Program]:
    if isinstance(value, Mapping):
        pairs = list(zip(value.get("language") or (), value.get("solution") or (), strict=False))
    else:
        pairs = [(one.get("language"), one.get("solution")) for one in value or () if isinstance(one, Mapping)]
    named = [(_CODE_CONTESTS.get(language, ""), program) for language, program in pairs]
    return [Program(language, program) for language, program in named if language and isinstance(program, str)]


def amount(value: Json, units: Mapping[str, float], what: str) -> float | None:
    """A number with its unit, such as ``2.0 seconds``; a bare number is in the first unit; None if there is none.

    Raises:
        InvalidProblem: it is something else.
    """
    if value is None or value == "":
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value) or None
    found = re.fullmatch(r"\s*([0-9.]+)\s*([a-z]*?)s?\s*", str(value).lower())
    unit = found.group(2) if found else ""
    names = [name for name in units if not unit or name.startswith(unit)]
    if found is None or not names:
        raise InvalidProblem(f"its {what!r} is {str(value)[:40]!r}, which is no number of {next(iter(units))}s")
    return float(found.group(1)) * units[names[0]] or None


def _whole(value: float | None) -> int | None:
    return None if value is None else max(1, int(value))

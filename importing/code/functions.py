"""Rows of HumanEval and MBPP: functions with test code, which never meets the judged program.

* HumanEval: ``prompt``, ``entry_point``, ``canonical_solution``, ``test`` (defines ``check(candidate)``).
  (github.com/openai/human-eval)
* MBPP: ``text`` (or ``prompt``), ``code``, ``test_list``, ``challenge_test_list``, ``test_setup_code`` (or
  ``test_imports``). (github.com/google-research/google-research/tree/master/mbpp)

Texts are parsed here to find names; nothing of them is run.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from .problem import InvalidProblem, Problem, Program, listed, text

Json = Any


def human_eval(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of HumanEval.

    Raises:
        InvalidProblem: a field is missing.
    """
    for name in ("prompt", "entry_point", "test"):
        if not text(row, name):
            raise InvalidProblem(f"there is no {name!r}")
    prompt, entry = row["prompt"], row["entry_point"].strip()
    solution = text(row, "canonical_solution")
    stub = prompt if _tree(prompt) is not None else f"{prompt.rstrip()}\n    pass\n"
    return Problem(
        row=number,
        id=str(row.get("task_id") or ""),
        statement="Complete this function.",
        kind="tests",
        cases=[],
        entry=entry,
        starter=prompt.strip("\n"),
        tests=f"{stub}\n\n{row['test']}",
        references=[Program("python", f"{prompt}{solution}")] if solution else [],
    )


def mbpp(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of MBPP: the first test is shown, since it names the function; the others are hidden.

    Raises:
        InvalidProblem: a field is missing, or the tests call no function of the code.
    """
    statement = text(row, "text", "prompt")
    if not statement:
        raise InvalidProblem("there is no 'text' and no 'prompt'")
    given = [
        *listed(row.get("test_list"), "'test_list'"),
        *listed(row.get("challenge_test_list"), "challenges"),
    ]
    tests = [one for one in given if isinstance(one, str) and one.strip()]
    if not tests:
        raise InvalidProblem("it has no tests: 'test_list' is empty")
    imports = listed(row.get("test_imports"), "'test_imports'")
    setup = text(row, "test_setup_code") or "\n".join(one for one in imports if isinstance(one, str))
    code = text(row, "code")
    entry = called(tests, code)
    references = [Program("python", code), *([Program("python", f"{setup}\n{code}")] if setup else [])]
    return Problem(
        row=number,
        id=str(row.get("task_id") or ""),
        statement=f"{statement.strip()}\n\nOne of the tests:\n\n{tests[0].strip()}",
        kind="tests",
        cases=[],
        entry=entry,
        tests=assertions(tests, entry, setup),
        references=references if code else [],
    )


def assertions(tests: Sequence[str], entry: str, setup: str = "") -> str:
    """Test code with ``check(candidate)`` made of lines that call a function by its name."""
    lines = textwrap.indent("\n".join(one.strip() for one in tests), "    ")
    return f"{setup}\n\n\ndef check(candidate):\n    {entry} = candidate\n{lines}\n"


def called(tests: Sequence[str], code: str) -> str:
    """The function that tests call: one that the code defines, or, without code, the first that is called.

    Raises:
        InvalidProblem: there is none.
    """
    tree = _tree(code)
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} if tree else set()
    for test in tests:
        parsed = _tree(test)
        if parsed is None:
            raise InvalidProblem(f"the test {test.strip()[:80]!r} is no Python")
        for node in ast.walk(parsed):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name = node.func.id
                if name in defined or (
                    not code and name not in ("set", "sorted", "list", "tuple", "len", "abs")
                ):
                    return name
    raise InvalidProblem("its tests call no function that its code defines")


def _tree(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None

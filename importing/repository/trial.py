"""Trying a repository's tests: which of them can be counted upon, and which notice a fault."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...payloads.stored_trees import packed
from ...sandbox import Status
from ...verifiers.code import suites
from ...verifiers.code.repository_import import canary_runs, readable
from ...verifiers.code.suites import Changes, Outcome, Run, Suite
from . import files

ROUNDS = 3
_MOST_CPU = 600.0
_LEAST_S, _TIMES = 5.0, 6.0


class Unusable(ValueError):
    """Why a state of a repository, or a fault, makes no task."""


@dataclass(slots=True)
class State:
    """A right state of a repository, tried.

    Attributes:
        tree: its files.
        archive: the same, packed.
        suite: how its tests are run, with limits from what they took.
        tests: the test files that come to their end.
        due: tests that passed each time.
        failing: tests that failed each time.
        skipped: tests that were skipped each time.
        flaky: tests that did not give the same each time.
        seconds: what all test files took, on the clock.
        calls: for each test file the functions that it calls, as path and first line.
        canaries: for each place of an assertion the due tests that it makes fail.
    """

    tree: Mapping[str, bytes]
    archive: bytes
    suite: Suite
    tests: list[str]
    due: set[str]
    failing: set[str]
    skipped: set[str]
    flaky: set[str]
    seconds: float
    calls: Mapping[str, frozenset[tuple[str, int]]]
    canaries: dict[str, set[str]] = field(default_factory=dict)


def tried(tree: Mapping[str, bytes], suite: Suite, rounds: int = ROUNDS, fault: Changes | None = None) -> State:
    """Run all tests some times.

    Args:
        tree: the files.
        suite: how, with wide limits.
        rounds: how often.
        fault: a fault; where no test notices it in one more run, nothing else is done.

    Raises:
        Unusable: there are no tests, or none that passes, or none that notices the fault.
    """
    tests = files.test_files(tree)
    if not tests:
        raise Unusable("there are no test files (test_*.py or *_test.py)")
    try:
        archive = packed(tree)
        first, result = suites.run(suite, archive, {}, [Run(file) for file in tests], trace=True)
    except ValueError as error:
        raise Unusable(str(error)) from error
    if result.status is not Status.OK:
        raise Unusable(f"its tests were ended: {result.status}")
    ended = [file for file, one in zip(tests, first, strict=True) if one.ended]
    if not suites.passed(first):
        trouble = next((one.trouble for one in first if one.trouble), "")
        trouble = trouble or next((text for one in first for text in one.texts.values()), "")
        last = trouble.strip().splitlines()[-1:] or ["none is found"]
        raise Unusable(f"none of its tests passes: {last[0][:200]}")
    if fault is not None:
        without, _ = suites.run(suite, archive, fault, [Run(file) for file in ended])
        if suites.passed(first) <= suites.passed(without):
            raise Unusable("no test notices it")
    outcomes = [dict(_all(first))]
    for _ in range(rounds - 1):
        again, _ = suites.run(suite, archive, {}, [Run(file) for file in ended])
        outcomes.append(dict(_all(again)))
    names = {test for one in outcomes for test in one}
    kinds = {test: {one.get(test, "missing") for one in outcomes} for test in names}
    longest = max(one.seconds for one in first)
    tight = replace(
        suite,
        seconds=min(suite.seconds, _LEAST_S + _TIMES * longest),
        cpu_s=min(_MOST_CPU, _LEAST_S + _TIMES * max(result.cpu_s, 0.2)),
    )
    state = State(
        tree,
        archive,
        tight,
        ended,
        {test for test, kind in kinds.items() if kind == {"passed"}},
        {test for test, kind in kinds.items() if kind == {"failed"}},
        {test for test, kind in kinds.items() if kind == {"skipped"}},
        {test for test, kind in kinds.items() if len(kind) > 1},
        sum(one.seconds for one in first),
        {file: one.calls for file, one in zip(tests, first, strict=True)},
    )
    if not state.due:
        raise Unusable("no test passes each time")
    return state


def add_canaries(state: State, tests: Sequence[str]) -> None:
    """Find which tests an assertion that cannot hold makes fail, at their beginning and at their end."""
    for where in suites.WHERE:
        runs, expected = canary_runs(state.tree, {where: sorted(tests)})
        if not runs:
            continue
        outcomes, _ = suites.run(state.suite, state.archive, {}, runs)
        found = state.canaries.setdefault(where, set())
        for one, due in zip(outcomes, expected, strict=True):
            if one.ended:
                found.update(test for test in due if one.tests.get(test) == "failed")


def noticed(state: State, fault: Changes, relevant: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The due tests that fail with a fault, each time, and what they print.

    Args:
        state: the right state.
        fault: the files that differ.
        relevant: the test files that may notice it.

    Raises:
        Unusable: no test notices it, or it does more than make some tests fail.
    """
    first, result = suites.run(state.suite, state.archive, fault, [Run(file) for file in relevant])
    own = {test for test in state.due if test.partition("::")[0] in set(relevant)}
    _whole(first, result.status)
    failing = own - suites.passed(first)
    if not failing:
        raise Unusable("no test notices it")
    again, result = suites.run(state.suite, state.archive, fault, [Run(file) for file in state.tests])
    _whole(again, result.status)
    failed = state.due - suites.passed(again)
    if not failing <= failed or failed & own != failing:
        raise Unusable("its tests do not fail each time")
    if len(failed) == len(state.due) and len(failed) > 1:
        raise Unusable("all tests fail")
    texts: dict[str, str] = {}
    for file, one in zip(state.tests, again, strict=True):
        texts.update(one.texts)
        if one.trouble:
            texts.setdefault(file, one.trouble)
    return sorted(failed), texts


def _whole(outcomes: Sequence[Outcome], status: Status) -> None:
    if status is not Status.OK or any(one.over for one in outcomes):
        raise Unusable("the tests do not end with it")
    if not all(one.ended for one in outcomes):
        raise Unusable("it ends the process of the tests")


def _all(outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    return [(test, said) for one in outcomes if one.ended for test, said in one.tests.items()]


def functions(source: str) -> list[tuple[int, int]]:
    """The functions of a source file, each as its first line, as the interpreter tells it, and its last."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found.append((first, node.end_lineno or first))
    return found


def relevant(state: State, path: str, spans: Sequence[tuple[int, int]], line: int) -> list[str]:
    """The test files that run the code of a line: those that call its function, or import the file."""
    around = [first for first, last in spans if first <= line <= last]
    place = (path, max(around, default=0))
    return [file for file in state.tests if place in state.calls[file]]


def output_of(texts: Mapping[str, str], failing: Sequence[str], most: int) -> str:
    """What failing tests print, within bounds."""
    parts, room = [], most
    wanted = [*failing, *(name for name in texts if "::" not in name)]
    for test in wanted:
        if test in texts and room > 0:
            part = f"{test}\n{texts[test].strip()}"[-room:]
            parts.append(part)
            room -= len(part)
    return "\n\n".join(parts)


def text_of(tree: Mapping[str, bytes], path: str) -> str | None:
    """A file's text; None if it is not there.

    Raises:
        Unusable: it is no UTF-8, or has line ends that an answer cannot keep.
    """
    if path not in tree:
        return None
    text = readable(tree[path])
    if text.encode() != tree[path] or "\r" in text or text.startswith("\ufeff"):
        raise Unusable(f"{path} is not plain UTF-8 with Unix line ends")
    return text

"""Rows of LiveCodeBench: ``question_content``, ``starter_code``, ``metadata`` with ``func_name``, two lists of tests.

``public_test_cases`` is JSON: a list of ``{"input", "output", "testtype"}``; the type is ``stdin`` or ``functional``.
``private_test_cases`` is the same, or that as base64 of zlib. In the published files there is a Python pickle inside,
which can run anything when it is opened: it is refused here, and docs/code-import.md says how to convert it.
(github.com/LiveCodeBench/LiveCodeBench)
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from .problem import InvalidProblem, Problem, entry_of, function_cases, listed, loaded, program_cases, text

Json = Any

LARGEST = 256 * 2**20
"""Bytes of unpacked tests of one problem."""
PICKLED = (
    "its private tests are a Python pickle, which can run anything when it is opened, so it is not: convert the file "
    "first, see 'LiveCodeBench' in docs/code-import.md"
)


def live_code_bench(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of LiveCodeBench.

    Raises:
        InvalidProblem: it has no question or no tests, or its private tests are a pickle.
    """
    statement = text(row, "question_content")
    if not statement:
        raise InvalidProblem("there is no 'question_content'")
    public = listed(loaded(row.get("public_test_cases"), "'public_test_cases'"), "'public_test_cases'")
    tests = [*public, *_private(row.get("private_test_cases"))]
    if not tests:
        raise InvalidProblem("it has no tests")
    if not all(isinstance(test, Mapping) and "input" in test and "output" in test for test in tests):
        raise InvalidProblem("a test has no input or no output")
    inputs, outputs = [test["input"] for test in tests], [test["output"] for test in tests]
    metadata = loaded(row.get("metadata"), "'metadata'")
    name = metadata.get("func_name") if isinstance(metadata, Mapping) else None
    problem = Problem(
        row=number,
        id=str(row.get("question_id") or row.get("question_title") or ""),
        statement=statement,
        kind="program",
        cases=[],
        public=len(public),
        starter=text(row, "starter_code"),
        level=text(row, "difficulty").lower() or None,
    )
    kinds = {test.get("testtype", "stdin") for test in tests}
    if kinds == {"functional"}:
        if not name:
            raise InvalidProblem("its tests call a function, and 'metadata' has no 'func_name'")
        problem.kind = "function"
        problem.entry = entry_of(str(name), problem.starter, ())
        problem.prelude = True
        problem.cases, _ = function_cases(inputs, outputs)
    elif kinds == {"stdin"}:
        problem.cases = program_cases(inputs, outputs)
    else:
        raise InvalidProblem(f"its tests are of the kinds {', '.join(sorted(map(str, kinds)))}")
    return problem


def _private(value: Json) -> list[Json]:
    if value is None or value == "":
        return []
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            value = _unpacked(value)
    return listed(value, "'private_test_cases'")


def _unpacked(packed: str) -> Json:
    try:
        unpack = zlib.decompressobj()
        data = unpack.decompress(base64.b64decode(packed, validate=True), LARGEST)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise InvalidProblem(f"its private tests are neither JSON nor base64 of zlib: {error}") from error
    if unpack.unconsumed_tail:
        raise InvalidProblem(f"its private tests have more than {LARGEST >> 20} MiB")
    # Pickles of protocol 2 and later begin with this byte; older ones are no JSON either.
    if data[:1] == b"\x80":
        raise InvalidProblem(PICKLED)
    try:
        found = json.loads(data)
        return json.loads(found) if isinstance(found, str) else found
    except (ValueError, RecursionError) as error:
        raise InvalidProblem(
            f"its private tests are no JSON ({error!s:.60}); if they are a pickle: {PICKLED}"
        ) from error

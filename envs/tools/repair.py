"""Tools to repair a function: run a version of it on the public tests, and call it with arguments of one's own.

There is no state: each call brings the whole program. The final answer is the whole corrected program, which hidden
tests judge; tools speak of the public ones only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...generators.base import Json
from ...payloads.strict_json import read_json
from ...sandbox import MISSING, Job, Status, current
from ...verifiers.base import Verdict
from ...verifiers.code.program import jobs_of, judged, limits_of, refusal, verify
from ..tool import Call, Toolbox, ToolError, tool


class RepairTools(Toolbox):
    """The tools of repair tasks."""

    max_calls = 12

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing: every call brings its program."""
        return None

    @tool
    def run_tests(self, payload: Mapping[str, Json], state: Json, program: str) -> str:
        """Run the public tests, which are the calls that the task shows, on a program.

        Args:
            program: The whole Python program.
        """
        code = public_part(payload["code"])
        verdict = refusal(code, program)
        if verdict is None:
            verdict = judged(code, [current("python").run(job) for job in jobs_of(code, program)])
        return "All public tests pass." if verdict.passed else printable(verdict.message)

    @tool
    def call_function(self, payload: Mapping[str, Json], state: Json, program: str, arguments: str) -> str:
        """Call the function of a program once.

        Args:
            program: The whole Python program.
            arguments: The arguments as a JSON list.
        """
        code: Mapping[str, Any] = payload["code"]
        refused = refusal(code, program)
        if refused is not None:
            return refused.message
        try:
            args = read_json(arguments, max_chars=4000)
        except ValueError as error:
            raise ToolError(str(error)) from None
        if not isinstance(args, list):
            raise ToolError("the arguments must be a JSON list, one item for each argument")
        result = current("python").run(
            Job(program, entry=code["entry"], calls=(tuple(args),), limits=limits_of(code))
        )
        if result.errors and result.errors[0] is not None:
            return printable(f"It raises {result.errors[0]}")
        if result.status is not Status.OK or not result.values or result.values[0] is MISSING:
            return f"It does not return: the program ended with {result.status}."
        return f"It returns {result.values[0]!r}"

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """The final answer, judged by all tests."""
        return verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """See what fails, then see that the repaired program passes."""
        return [
            [Call("run_tests", {"program": payload["program"]})],
            [Call("run_tests", {"program": answer})],
        ]

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """The program as it was given, on the public tests or on one call of them."""
        program, cases = payload["program"], public_part(payload["code"])["cases"]
        if rng.random() < 0.5:
            return Call("run_tests", {"program": program})
        return Call("call_function", {"program": program, "arguments": json.dumps(rng.choice(cases)["args"])})


def printable(text: str) -> str:
    """A text that a program had a say in, without halves of surrogate pairs, which no file or model takes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def public_part(code: Mapping[str, Any]) -> dict[str, Any]:
    """The code of a payload with its public cases only."""
    return {**code, "cases": code["cases"][: code["public"]]}

"""A calculator for two numbers: the one tool of the proof's task ``proof/calculator-v0``.

The problems, their verifier and their solver are those of `rlvr.generators.arithmetic`. Numbers have up to two digits,
so that a tiny model has to call the tool for every step, and to keep track of where it is in the expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rlvr.envs.tool import Call, Toolbox, ToolError, tool
from rlvr.generators.base import Json
from rlvr.verifiers.arithmetic.arithmetic import verify
from rlvr.verifiers.base import Verdict

_TWO = re.compile(r"\s*(-?[0-9]{1,6})\s*([+-])\s*([0-9]{1,6})\s*")
_NEXT = re.compile(r"([+-])\s*([0-9]+)")


class Calculator(Toolbox):
    """Adds and subtracts two numbers at a time."""

    tags: ClassVar[Mapping[str, tuple[str, str]]] = {"calc": ("calculate", "expression")}
    max_calls = 23
    max_calls_in_action = 1

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing: the calculator remembers nothing."""
        return {}

    @tool
    def calculate(self, payload: Mapping[str, Json], state: Json, expression: str) -> str:
        """Add or subtract two numbers.

        Args:
            expression: a number, + or -, and a number.
        """
        found = _TWO.fullmatch(expression)
        if found is None:
            raise ToolError("give one number, + or -, and one number")
        left, sign, right = found.groups()
        return str(int(left) + int(right) * (1 if sign == "+" else -1))

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the answer alone."""
        return verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """From left to right, one operation a turn."""
        expression = str(payload["expression"])
        value = int(expression.split()[0])
        calls = []
        for sign, number in _NEXT.findall(expression):
            calls.append([Call("calculate", {"expression": f"{value} {sign} {number}"})])
            value += int(number) * (1 if sign == "+" else -1)
        return calls

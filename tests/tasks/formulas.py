"""Formulas as prompts and answers print them, read by Python itself, and texts that no formula reader may choke on."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import CodeType
from typing import Any

import pytest

from rlvr.conformance.promises import Promises

HOSTILE = (
    "x^" * 2000 + "x",
    "(x+1)^64*" * 400 + "x",
    "(" * 4000,
    "((x^9)^9)^9",
    "9^9^9^9",
    "1/" * 2000 + "1",
    "-" * 4000 + "x",
    "(((9^60)^60)^60)^60",
    "x+" * 2000 + "x",
    "sqrt(" * 800,
    "sqrt(2)*" * 500 + "1",
    "\x00",
    "\ud800",
    "[((9^60)^60)^60, oo)",
    "i^" * 2000,
    "1/0",
    "0/0",
    "x" * 10**6,
)


def value(text: str, number: Callable[[int], Any] = Fraction, **names: Any) -> Any:
    """The value of a formula that a generator made, its names given; `number` makes values of its whole numbers.

    Exponents stay plain integers.
    """
    return eval(_code(text), {"__builtins__": {}, "_number": number, **names})


@functools.lru_cache(maxsize=4096)
def _code(text: str) -> CodeType:
    assert re.fullmatch(r"[-+*/^() a-zA-Z0-9]+", text), text
    python = re.sub(r"(?<!\^)(?<!\^\()(?<!\^\(-)(?<![0-9])[0-9]+", r"_number(\g<0>)", text).replace("^", "**")
    return compile(python, "formula", "eval")


def calculated_with(text: str, names: Mapping[str, Fraction]) -> Fraction:
    """Python's own value of an arithmetic formula, on exact fractions; names are capital letters with digits."""
    assert re.fullmatch(r"[-0-9A-Z +*/()]+", text), text
    result = eval(re.sub(r"\b([0-9]+)\b", r"Fraction(\1)", text), {"Fraction": Fraction}, dict(names))
    return Fraction(result)


def arithmetic_value(prompt: str, names: Mapping[str, Fraction]) -> Fraction:
    """What is asked in a prompt of the arithmetic task: the longest run of its signs with an operator in it."""
    runs = re.findall(r"[-0-9A-Z(][-0-9A-Z +*/()]*[0-9A-Z)]", prompt.replace("The sign * means", ""))
    return calculated_with(max((run for run in runs if re.search("[-+*/]", run)), key=len), names)


class FormulaPromises(Promises):
    """Promises of a task whose answer is a formula."""

    @pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12].encode("ascii", "replace").decode())
    def test_hostile_formulas(self, text: str) -> None:
        for level in self.spec.levels[::2]:
            payload = self.spec.task(level, 1).payload
            assert self.spec.verify_answer(payload, text).score == 0.0
            if len(text) <= 4096:
                assert not self.spec.confirms(payload, text)

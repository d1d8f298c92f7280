"""Formulas of prompts and answers, worked out by Python's own reader in whatever numbers a test likes; hostile ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rlvr import TaskSpec

_NUMBER = re.compile(r"(\^ ?\(?-?)?\b([0-9]+)")


def worked_out(text: str, number: Callable[[int], Any], names: Mapping[str, Any]) -> Any:
    """The value of a formula that a generator wrote (never of a model's).

    Args:
        text: whole numbers, names, ``+ - * / ^`` and parentheses.
        number: what a whole number becomes; exponents stay as they are.
        names: the values of the names, functions among them.
    """
    assert re.fullmatch(r"[-+*/^() a-z0-9]+", text), text
    code = _NUMBER.sub(lambda m: m[0] if m[1] else f"number({m[2]})", text.strip()).replace("^", "**")
    return eval(code, {"__builtins__": {}, "number": number, **names})


def refuses_hostile_formulas(spec: TaskSpec) -> None:
    """Check that formulas that could cost time or memory are refused, by the verifier and by the solver."""
    for level in (1, 3, 5, 7):
        payload = spec.task(level, 1).payload
        for text in _HOSTILE:
            assert spec.verify_answer(payload, text).score == 0.0, text[:50]
            assert len(text) > 4096 or not spec.check(payload, text), text[:50]


_HOSTILE = (
    "x^" * 1900 + "x", "(x+1)^64*" * 400 + "x", "(" * 4000, "((x^9)^9)^9", "9^9^9^9", "1/" * 1900 + "1",
    "-" * 4000 + "x", "(((9^60)^60)^60)^60", "x+" * 1900 + "x", "sqrt(" * 800, "sqrt(2)*" * 500 + "1", "i^" * 1900,
    "1/0", "0/0", "\x00", "\ud800", "x" * 10**6, "x^" * 3000 + "x",
)  # fmt: skip

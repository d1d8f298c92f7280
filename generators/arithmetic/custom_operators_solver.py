"""Custom operators a second time: expressions are read as text and worked out on two stacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..base import Json
from ..solving import confirming

Apply = Callable[[str, Fraction, Fraction], Fraction]
_TOKEN = re.compile(r"[0-9]+|x|[()]|[^\s0-9()]")


def _holds(condition: str, a: Fraction, b: Fraction) -> bool:
    if " is a multiple of " in condition:
        return (a + b) % 3 == 0
    if " is " in condition:
        return bool({"u": a, "v": b}[condition[0]] % 2) is condition.endswith("odd")
    return not condition or (a < b if "<" in condition else b < a)


def _applied(operators: list[Mapping[str, Any]]) -> Apply:
    def apply(sign: str, a: Fraction, b: Fraction) -> Fraction:
        (meant,) = (each for each in operators if each["sign"] == sign)
        body = meant["bodies"][0 if _holds(meant["condition"], a, b) else 1]
        given, total = {"u": a, "v": b}, Fraction(0)
        for number, of in body:
            match of.split():
                case [one, inner, other]:
                    total += number * apply(inner, given[one], given[other])
                case names:
                    product = Fraction(number)
                    for name in names:
                        product *= given[name]
                    total += product
        return total

    return apply


def _value(text: str, apply: Apply, order: list[str] | None = None, x: Fraction = Fraction(0)) -> Fraction:
    """The value of an expression; without an `order` of the signs, brackets alone say what comes first."""
    values: list[Fraction] = []
    waiting: list[str] = []

    def finish() -> None:
        b, a = values.pop(), values.pop()
        values.append(apply(waiting.pop(), a, b))

    for token in _TOKEN.findall(text):
        if token == "x" or token.isdigit():
            values.append(x if token == "x" else Fraction(token))
        elif token == "(":
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                finish()
            waiting.pop()
        else:
            rank = (order or [token]).index(token)
            while waiting and waiting[-1] != "(" and (order or [waiting[-1]]).index(waiting[-1]) <= rank:
                finish()
            waiting.append(token)
    while waiting:
        finish()
    return values[0]


def _fitted(shown: Mapping[str, Any]) -> dict[str, Json]:
    """The operator whose numbers solve the equations of the examples, by elimination."""
    rows = [
        [Fraction({"u": a, "v": b, "u v": a * b, "": 1}[of]) for of in shown["factors"]] + [Fraction(result)]
        for a, b, result in shown["examples"]
    ]
    for at in range(len(rows)):
        pivot = next(n for n in range(at, len(rows)) if rows[n][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for n, row in enumerate(rows):
            if n != at:
                rows[n] = [value - row[at] * top for value, top in zip(row, rows[at], strict=True)]
    body = [[row[-1], of] for row, of in zip(rows, shown["factors"], strict=True)]
    return {"sign": shown["sign"], "bodies": [body], "condition": ""}


def solve(problem: Mapping[str, Any]) -> int | list[int]:
    """The value of the expression, the unknown, or the values of all expressions."""
    if problem["kind"] == "table":
        rows = problem["rows"]

        def looked_up(_: str, a: Fraction, b: Fraction) -> Fraction:
            return Fraction(rows[int(a)][int(b)])

        return [int(_value(text, looked_up)) for text in problem["expressions"]]
    if problem["kind"] == "examples":
        apply = _applied([_fitted(shown) for shown in problem["examples"]])
    else:
        apply = _applied(problem["operators"])
    if problem["kind"] == "unknown":  # a linear equation: two of its values say all
        at_0, at_1 = (_value(problem["expression"], apply, x=Fraction(x)) for x in (0, 1))
        found = (problem["value"] - at_0) / (at_1 - at_0)
    else:
        found = _value(problem["expression"], apply, problem.get("order"))
    assert found.denominator == 1
    return int(found)


confirms = confirming(solve)

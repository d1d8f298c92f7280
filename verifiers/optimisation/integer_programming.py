"""Checks values of unknowns: every condition is kept, and the form or the order is compared with the best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import gcd

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_NAMED = re.compile(r"(^|[,;\n(\[{$]|\band\b)([ \t]{0,4})x_?\{?([0-9]{1,2})\}?[ \t]{0,4}=", re.ASCII)
_X = r"x_?\{?([0-9]{1,2})\}?"
_TUPLE = re.compile(
    rf"(^|\$)[ \t]{{0,4}}\(({_X}(?:,[ \t]{{0,4}}{_X}){{1,40}})\)[ \t]{{0,4}}=[ \t]{{0,4}}(?=\()", re.ASCII
)
_MAPS = ("x", "")
_VALUES = "Give the values of the unknowns, separated by commas."


def _value(factors: Sequence[int], values: Sequence[int]) -> int:
    return sum(factor * value for factor, value in zip(factors, values, strict=True))


def _inequalities(payload: Payload, given: list[int]) -> int:
    conditions = payload["conditions"]
    exactly(given, len(conditions[0]) - 2, "values")
    for number, (*factors, sign, bound) in enumerate(conditions, 1):
        value = _value(factors, given)
        if (value > bound and sign < 0) or (value < bound and sign > 0):
            raise Broken(f"Inequality {number} does not hold: its left side is {value}.")
    return 1


def _differences(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["count"], "values")
    for i, j, most in payload["bounds"]:
        if given[i - 1] - given[j - 1] > most:
            raise Broken(f"x{i} - x{j} is {given[i - 1] - given[j - 1]}, more than {most}.")
    return 1


def _bounds(given: list[int], tops: list[int]) -> None:
    exactly(given, len(tops), "values")
    for number, (value, top) in enumerate(zip(given, tops, strict=True), 1):
        if not 0 <= value <= top:
            raise Broken(f"x{number} is {value}, and it has to be from 0 to {top}.")


def _least_sum(payload: Payload, given: list[int]) -> int:
    exactly(given, payload["count"], "values")
    if min(given) < 1:
        raise Broken("All values have to be positive.")
    for a, b, more in payload["relations"]:
        low, high = given[a - 1], given[b - 1]
        if (low != high) if more < 0 else low + more > high:
            raise Broken(f"The relation of x{a} and x{b} does not hold.")
    return sum(given)


def _boxes(payload: Payload, given: list[int]) -> list[int]:
    """The least numbers Y, and then X, that lead to these boxes."""
    boxes, step = payload["boxes"], payload["step"]
    exactly(given, boxes - 1, "boxes")
    allowed(given, 0, boxes - 1, "box")
    distinct(given, "box")
    if payload["empty"] in given:
        raise Broken(f"Box {payload['empty']} has to stay empty.")
    common = gcd(boxes, step)
    singles, jumps = [], []
    for at, start in zip(given, payload["starts"], strict=True):
        singles.append((at - start) % common)
        left = (at - start - singles[-1]) % boxes
        jumps.append(next(x for x in range(boxes) if step * x % boxes == left))
    return [*singles, *jumps]


def _largest_form(payload: Payload, given: list[int]) -> int:
    _bounds(given, payload["most"])
    for line, limit in zip(payload["weights"], payload["limits"], strict=True):
        if _value(line, given) > limit:
            raise Broken(f"A sum comes to {_value(line, given)}, more than {limit}.")
    rest = _value(payload["factors"], given)
    if rest % payload["divisor"]:
        raise Broken(f"{rest} is not divisible by {payload['divisor']}.")
    return _value(payload["gains"], given)


def _kept(sort: str, factors: list[int], divisor: int, bound: int, given: list[int]) -> bool:
    if sort == "different":
        chosen = [value for value, of in zip(given, factors, strict=True) if of]
        return len(set(chosen)) == len(chosen)
    value = _value(factors, given)
    if sort == "mod":
        return value % divisor == bound
    return {"<=": value <= bound, ">=": value >= bound, "=": value == bound, "!=": value != bound}[sort]


def _smallest(payload: Payload, given: list[int]) -> list[int]:
    _bounds(given, payload["tops"])
    for number, (sort, factors, divisor, bound) in enumerate(payload["conditions"], len(given) + 1):
        if not _kept(sort, factors, divisor, bound, given):
            raise Broken(f"Condition {number} does not hold.")
    return given


def _elimination(payload: Payload, given: list[int]) -> list[int]:
    exactly(given, len(payload["equations"][0]) - payload["away"], "numbers")
    if not any(given[:-1]):
        raise Broken("All coefficients are 0.")
    if gcd(*given) > 1:
        raise Broken(f"The numbers have the common divisor {gcd(*given)}.")
    if next(filter(None, given)) < 0:
        raise Broken("The first coefficient that is not 0 has to be positive.")
    return given


OBJECTIVES = {
    "inequalities": Objective(_VALUES, _inequalities, maps=_MAPS),
    "differences": Objective(_VALUES, _differences, maps=_MAPS),
    "least-sum": Objective(_VALUES, _least_sum, maps=_MAPS),
    "boxes": Objective("Give the boxes of all balls, separated by commas.", _boxes, maps=("ball", "box")),
    "largest-form": Objective(_VALUES, _largest_form, largest=True, maps=_MAPS),
    "smallest": Objective(_VALUES, _smallest, maps=_MAPS),
    "elimination": Objective(
        "Give the coefficients and the number on the right side, separated by commas.", _elimination, exact=True
    ),
}


def _without_names(answer: str) -> str:
    """``x1 = 3, x2 = 5`` and ``(x1, x2) = (3, 5)``: names that stand in the order of their numbers go."""
    names = [number for *_, number in _NAMED.findall(answer)]
    if names and names == [str(number) for number in range(1, len(names) + 1)]:
        return _NAMED.sub(r"\1\2", answer)
    if told := _TUPLE.search(answer):
        names, values = re.findall(_X, told[2], re.ASCII), answer[told.end() :]
        if names == [str(number) for number in range(1, values.count(",") + 2)]:
            return answer[: told.start()] + told[1] + values
    return answer


def verify(payload: Payload, answer: str) -> Verdict:
    """Score values."""
    if payload["kind"] not in ("boxes", "elimination"):
        answer = _without_names(answer)
    return judge(OBJECTIVES, payload, answer, nouns=("values", "unknowns", "boxes", "numbers", "assignment"))

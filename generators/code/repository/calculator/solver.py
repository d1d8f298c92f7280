"""The calculator in one function: a railway yard turns a line into postfix, and a stack calculates that."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "neg": 3, "^": 4}
_KNOWN: dict[str, Callable[[list[int]], int]] = {"max": max, "min": min, "sum": sum}


def solve(names: Mapping[str, Any], features: frozenset[str], function: str, args: list[Any]) -> Any:
    """What a public function returns."""
    if function == "calculate":
        values = {"ans": names["start"]} if "answers" in features else {}
        told: list[Any] = []
        for line in args[0]:
            target, text = None, line
            given = re.fullmatch(r"\s*([a-z]+)\s*=(.*)", line)
            if given and "variables" in features:
                target, text = given[1], "=" if given[1] == "ans" and "answers" in features else given[2]
            written = _postfix(text, features)
            value = _value(written, values, names["limit"]) if written is not None else "syntax"
            told.append(value)
            if not isinstance(value, str):
                if target is not None:
                    values[target] = value
                if "answers" in features:
                    values["ans"] = value
        return told
    written = _postfix(args[0], features)
    if function == "postfix":
        return "syntax" if written is None else " ".join(written)
    if written is None:
        return -1
    if function == "operators":
        return sum(part in _STRENGTH for part in written)
    levels: list[int] = []
    for part in written:
        count = _operands(part)
        below = [levels.pop() for _ in range(count)]
        levels.append(1 + max(below) if below else 0)
    return levels[0]


def _operands(part: str) -> int:
    if ":" in part:
        return int(part.split(":")[1])
    return 1 if part == "neg" else 2 if part in _STRENGTH else 0


def _postfix(text: str, features: frozenset[str]) -> list[str] | None:
    """The postfix form of an expression, None if it cannot be read."""
    words = "variables" in features or "functions" in features or "answers" in features
    tokens = re.findall(r"[0-9]+|[a-z]+|[^ ]", text)
    out: list[str] = []
    yard: list[list[Any]] = []  # [sign] or ["(", name of the function or None, number of arguments]
    operand_due = True
    for i, token in enumerate(tokens):
        if operand_due:
            if token == "-":
                yard.append(["neg"])
            elif token == "(":
                yard.append(["(", None, 1])
            elif token[0] in "0123456789":
                out.append(str(int(token)))
                operand_due = False
            elif words and re.fullmatch("[a-z]+", token):
                if "functions" in features and tokens[i + 1 : i + 2] == ["("]:
                    yard.append(["call", token])
                    operand_due = False
                else:
                    out.append(token)
                    operand_due = False
            else:
                return None
        elif token == "(" and yard and yard[-1][0] == "call":
            yard[-1] = ["(", yard[-1][1], 1]
            operand_due = True
        elif token == "," and "functions" in features:
            while yard and yard[-1][0] != "(":
                out.append(yard.pop()[0])
            if not yard or yard[-1][1] is None:
                return None
            yard[-1][2] += 1
            operand_due = True
        elif token == ")":
            while yard and yard[-1][0] != "(":
                out.append(yard.pop()[0])
            if not yard:
                return None
            _, name, count = yard.pop()
            if name is not None:
                out.append(f"{name}:{count}")
        elif token in _STRENGTH:
            least = _STRENGTH[token] + (token == "^")
            while yard and yard[-1][0] != "(" and _STRENGTH[yard[-1][0]] >= least:
                out.append(yard.pop()[0])
            yard.append([token])
            operand_due = True
        else:
            return None
    while yard:
        out.append(yard.pop()[0])
    return None if operand_due or "(" in out else out


def _value(written: list[str], values: Mapping[str, int], limit: int) -> int | str:
    stack: list[int] = []
    for part in written:
        count = _operands(part)
        operands = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        if part.isdigit():
            value = int(part)
        elif ":" in part:
            name = part.split(":")[0]
            if name == "abs" and count == 1:
                value = max(operands[0], -operands[0])
            elif name in _KNOWN:
                value = _KNOWN[name](operands)
            else:
                return "arguments" if name == "abs" else "name"
        elif part == "neg":
            value = 0 - operands[0]
        elif part not in _STRENGTH:
            if part not in values:
                return "name"
            value = values[part]
        else:
            a, b = operands
            if part in "/%" and b == 0:
                return "zero"
            if part == "^" and (b < 0 or (abs(a) >= 2 and b > 40)):
                return "range"
            quotient = (a - (a % b)) // b if part in "/%" else 0
            value = a + b if part == "+" else a - b if part == "-" else a * b if part == "*" else quotient
            if part in "%^":
                value = a - b * quotient if part == "%" else pow(a, b)
        if not -limit <= value <= limit:
            return "range"
        stack.append(value)
    return stack[0]

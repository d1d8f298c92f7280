r"""Whether an expression is one function for all x > 0, or may change from one to another on the way.

Two expressions that agree at some points are equal on the whole half-line only if both are analytic there, up to poles.
``|x - 5|``, ``sqrt((x - 5)^2)`` and ``exp(ln((x - 5)^2)/2)`` are not: left of 5 they are another function than right of
it. So an absolute value, a root or a power that is no whole number is taken only of what is positive for all x > 0,
as the signs in it show; the logarithm of an absolute value is taken of anything, because its derivative is ``u'/u``
on both sides, but not within an exponential.
"""

from __future__ import annotations

from fractions import Fraction

from .slopes import Instruction, Program

_EXPONENTIALS = frozenset(("exp", "sinh", "cosh", "tanh"))


def obstacle(program: Program) -> str:
    """Why the expression may be several functions, in a sentence; "" if it is one."""
    signs: list[int | None] = []  # 1 if positive for all x > 0, 0 if never negative, else None
    logs: list[bool] = []  # whether a logarithm of what may be negative is in it
    loose: set[int] = set()  # absolute values of what may be negative
    for instruction in program.code:
        operation, a, b = instruction
        inside = [a, b] if b is not None and operation != "number" else [a] if isinstance(a, int) else []
        if operation == "number":
            inside = []
        elif operation != "ln" and loose.intersection(inside):
            return "Absolute values of what may change its sign for x > 0 may stand in a logarithm only."
        unclear = any(logs[i] for i in inside)
        if operation == "ln":
            unclear = unclear or signs[a] != 1
        elif operation in ("sqrt", "^") and signs[a] != 1 and not _is_whole(program, instruction):
            return "A root or power may be taken only of what is positive for all x > 0."
        elif operation in ("arcsin", "arccos"):
            return "Write the answer without arcsin and arccos."
        elif unclear and (
            operation in _EXPONENTIALS or (operation == "^" and not _is_whole(program, instruction))
        ):
            return "A logarithm of what may change its sign may not stand in an exponential."
        sign = _sign(program, signs, instruction)
        if operation == "abs" and sign != 1:
            loose.add(len(signs))
        signs.append(sign)
        logs.append(unclear)
    return ""


def _is_whole(program: Program, instruction: Instruction) -> bool:
    """Whether it is a power with a whole number for its exponent."""
    operation, _, b = instruction
    return operation == "^" and program.code[b][0] == "number" and program.code[b][1].denominator == 1


def _sign(program: Program, signs: list[int | None], instruction: Instruction) -> int | None:
    operation, a, b = instruction
    if operation == "number":
        return (1 if a > 0 else 0 if a == 0 else None) if isinstance(a, Fraction) else None
    if operation in ("x", "e", "pi", "exp", "cosh", "sqrt"):
        return 1
    if operation == "abs":
        return 1 if signs[a] == 1 else 0
    if operation == "arctan":
        return signs[a]
    if operation == "+":
        left, right = signs[a], signs[b]
        return None if left is None or right is None else max(left, right)
    if operation in ("*", "/"):
        left, right = signs[a], signs[b]
        if left is None or right is None or (operation == "/" and right == 0):
            return 0 if operation == "*" and a == b else None
        return min(left, right)
    if operation == "^":
        if signs[a] == 1:
            return 1
        exponent = program.code[b][1] if _is_whole(program, instruction) else None
        return 0 if exponent is not None and exponent % 2 == 0 and exponent > 0 else None
    return None

r"""Answers with an "approximately equal" sign: ``\sqrt{2} \approx 1.414``, ``\approx 3.14``, "approximately 3.14".

Where the reference is exact, what stands before the sign is the answer, and what stands behind it must be near. Where
the reference is a decimal, the question asks for a rounded value: the decimal behind the sign is the answer, and what
stands before it must round to it.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .answer import sides, tree, value_tokens
from .budget import Budget
from .equal import Scalar, order
from .lexer import Token
from .single_value import one_value
from .tree import Add, Call, Mul, Neg, Node, Num

_WORD = re.compile(
    r"^(?:\\(?:text|mathrm|textrm)\s*\{\s*)?(?:approximately|approx\.?|about|roughly|around)\s*"
    r"(?:equal to\s*)?\}?"
    r"(?:\\[ ,;]|~|\s)*(?=[-\d.$\\])",
    re.I,
)
_SIGNS = frozenset(("approx", "simeq", "approxeq"))


def with_sign(text: str) -> str:
    """The text with a word such as "approximately" in front made a sign."""
    return _WORD.sub(lambda _: "\\approx ", text)


def digits_of(node: Node) -> int | None:
    """How many digits a decimal has behind its point; None if it is no decimal."""
    if isinstance(node, Neg):
        node = node.value
    if not isinstance(node, Num) or node.form != "decimal":
        return None
    value, digits = node.value, 0
    while value.denominator != 1 and digits < 40:
        value, digits = value * 10, digits + 1
    return digits or None


def split_approximation(found: list[Token]) -> tuple[list[Token], list[Token] | None]:
    """What stands before an "approximately equal" sign, and what stands behind it, if there is one."""
    for at, token in enumerate(found):
        if token.kind == "cmd" and token.value in _SIGNS:
            return [*found[:at], Token("end", "")], found[at + 1 :]
    return found, None


def is_close(exact: list[Token], approximate: list[Token], names: frozenset[str], budget: Budget) -> bool:
    """Whether a stated approximation is one: within two percent."""
    value = one_value(tree(sides(exact)[-1], names), budget)
    near = one_value(tree(value_tokens(approximate, names=names)[0], names), budget)
    distance = Call("abs", (Add((value, Neg(near))),))
    return order(distance, Mul((Num(Fraction(1, 50)), Call("abs", (value,)))), budget) <= 0


def rounds_to(gold: Scalar, digits: int, value: list[Token], budget: Budget) -> bool:
    """Whether a value without variables is the reference when it is rounded to that many digits."""
    node = one_value(tree(value_tokens(value, names=())[0], ()), budget)
    distance = Call("abs", (Add((node, Neg(gold.node))),))
    return order(distance, Num(Fraction(1, 2 * 10**digits)), budget) <= 0

r"""Arbitrary constants under other names: ``C_1 e^x + C_2 e^{-x}`` and ``A e^x + B e^{-x}``.

A reference has arbitrary constants if its capital letters are C, or C_1, C_2, ... (or c_1, c_2, ...) and nothing else.
In an integral (an expression), the one constant is an added one; in a solution ``y = ...`` it may stand anywhere. The
answer has as many, under any usual names, and some way to pair them makes both the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from .budget import Budget
from .equal import Scalar, same
from .linear import linear, substitute
from .tree import Node, Num, Var, variables

_CONSTANT = re.compile(r"C(?:_\d)?|c_\d")
_USUAL = re.compile(r"[ABCDKck](?:_\d)?")
_MOST = 3
NAMES = frozenset(letter + index for letter in "ABCDKck" for index in ("", "_0", "_1", "_2", "_3", "_4"))
"""What an answer may call its constants."""
_WRITTEN = re.compile(
    r"\\(?:text|mathrm|textrm)\s*\{\s*(?:const(?:ant)?)\.?\s*\}|(?<=[+ ])(?:const(?:ant)?)\b\.?$"
)


def constants_of(node: Node, *, solution: bool) -> frozenset[str]:
    """The arbitrary constants of a reference; empty if it has none.

    Args:
        node: the reference.
        solution: whether it is the solution of an equation, so that a constant may stand anywhere; several constants
            are always those of a solution.
    """
    names = variables(node)
    found = {name for name in names if _CONSTANT.fullmatch(name)}
    others = names - found
    if not found or len(found) > _MOST or not others or any(name[0].isupper() for name in others):
        return frozenset()
    if solution or len(found) > 1:
        return frozenset(found)
    name, *more = sorted(found)
    line = None if more else linear(node, name)
    if line is None or not same(Scalar(line[1]), Num(Fraction(1)), Budget()):
        return frozenset()
    return frozenset(found)


def spelled(text: str) -> str:
    """The text with a constant that is written as a word made a letter."""
    return _WRITTEN.sub("C", text) if "const" in text else text


def renamings(node: Node, constants: frozenset[str], names: frozenset[str]) -> Iterator[Node]:
    """The answer with its constants named as in the reference, in every way; none if the numbers do not agree.

    Args:
        node: the answer.
        constants: the reference's constants.
        names: all variables of the reference.
    """
    own = sorted(name for name in variables(node) if _USUAL.fullmatch(name) and name not in names - constants)
    if len(own) != len(constants):
        return
    for order in permutations(sorted(constants)):
        renamed = node
        for old, new in zip(own, order, strict=True):
            renamed = substitute(renamed, old, Var(f"{new}'"))
        for new in order:
            renamed = substitute(renamed, f"{new}'", Var(new))
        yield renamed

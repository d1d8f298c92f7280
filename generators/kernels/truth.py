"""The logic kernel: formulas as nested lists, and the set of all rows in which one is true, as one integer.

``["var", 2]``, ``["not", f]`` and ``["and", f, g]`` with the other names of `OPERATIONS` are formulas. Of n
variables there are 2^n rows; in row r variable i is true if bit i of r is set. A truth set has bit r set for
each row r in which the formula is true, so connectives are operations on integers, and to follow from
something is to hold no row beyond it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

Formula = list[Any]

OPERATIONS: Mapping[str, Callable[[int, int, int], int]] = {
    "and": lambda a, b, all_rows: a & b,
    "or": lambda a, b, all_rows: a | b,
    "xor": lambda a, b, all_rows: a ^ b,
    "nand": lambda a, b, all_rows: all_rows ^ (a & b),
    "nor": lambda a, b, all_rows: all_rows ^ (a | b),
    "if": lambda a, b, all_rows: (all_rows ^ a) | b,
    "iff": lambda a, b, all_rows: all_rows ^ a ^ b,
}
"""From the truth sets of both sides, and the set of all rows, to that of the whole."""


@cache
def all_rows(variables: int) -> int:
    """The set of all rows."""
    return (1 << (1 << variables)) - 1


@cache
def column(variable: int, variables: int) -> int:
    """The rows in which a variable is true."""
    period = 1 << variable
    block = ((1 << period) - 1) << period
    return sum(block << at for at in range(0, 1 << variables, 2 * period))


def truth_set(formula: Formula, variables: int) -> int:
    """The rows in which a formula is true."""
    name = formula[0]
    if name == "var":
        return column(formula[1], variables)
    every = all_rows(variables)
    if name == "not":
        return every ^ truth_set(formula[1], variables)
    first, *rest = (truth_set(part, variables) for part in formula[1:])
    for other in rest:
        first = OPERATIONS[name](first, other, every)
    return first


def rows_of(truth: int) -> Iterator[int]:
    """The rows of a truth set, from the first."""
    while truth:
        lowest = truth & -truth
        yield lowest.bit_length() - 1
        truth ^= lowest


def bits(row: int, variables: int) -> list[int]:
    """The values of the variables in a row."""
    return [row >> variable & 1 for variable in range(variables)]


def variables_in(formula: Formula) -> set[int]:
    """The variables that a formula names."""
    if formula[0] == "var":
        return {formula[1]}
    return set().union(*map(variables_in, formula[1:]))


def size(formula: Formula) -> int:
    """The connectives and variables of a formula."""
    return 1 if formula[0] == "var" else 1 + sum(map(size, formula[1:]))


def drawn(rng: random.Random, variables: Sequence[int], leaves: int, names: Sequence[str]) -> Formula:
    """A random formula with so many leaves.

    Args:
        rng: the source.
        variables: those that leaves may be.
        leaves: how many leaves there are, one at least.
        names: the connectives of two sides to draw from; some parts are negated besides.
    """
    if leaves == 1:
        leaf: Formula = ["var", rng.choice(variables)]
        return ["not", leaf] if rng.random() < 0.25 else leaf
    left = rng.randint(1, leaves - 1)
    sides = drawn(rng, variables, left, names), drawn(rng, variables, leaves - left, names)
    made: Formula = [rng.choice(names), *sides]
    return ["not", made] if rng.random() < 0.15 else made

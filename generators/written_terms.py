"""Sums that are written out: the terms of a tree as they stand, collected and without brackets, for solvers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .formula_reader import Tree
from .formula_trees import is_a, operands, signed


def collected_terms(
    tree: Tree, names: Sequence[str], *, fractions: bool = False, simplest: bool = True
) -> dict[tuple[int, ...], Fraction] | None:
    """Coefficients by the exponents of `names`; None if there are brackets to multiply out, or like terms.

    Args:
        tree: any tree.
        names: the variables.
        fractions: whether a coefficient may be a fraction.
        simplest: whether fractions must be in lowest terms, and terms other than a single one not be zero.
    """
    found: dict[tuple[int, ...], Fraction] = {}
    terms = operands(tree, "+")
    for term in terms:
        read = _single_term(term, names, fractions, simplest)
        if read is None or read[0] in found or (simplest and read[1] == 0 and len(terms) > 1):
            return None
        found[read[0]] = read[1]
    return found


def _single_term(
    tree: Tree, names: Sequence[str], fractions: bool, simplest: bool
) -> tuple[tuple[int, ...], Fraction] | None:
    sign, tree = signed(tree)
    over, least = 1, 2 if simplest else 1  # a number over 1 is no simplest form
    divided = is_a(tree, "/")
    if divided:
        _, tree, over = tree
        if not fractions or not isinstance(over, int) or over < least:
            return None
    numbers: list[Fraction] = []
    powers: dict[str, int] = {}
    for part in operands(tree, "*"):
        minus, part = signed(part)
        sign *= minus
        if isinstance(part, int):
            numbers.append(Fraction(part))
        elif is_a(part, "/") and fractions and not divided:
            inner, top = signed(part[1])
            if not isinstance(top, int) or not isinstance(part[2], int) or part[2] < least:
                return None
            numbers.append(Fraction(inner * top, part[2]))
            if simplest and numbers[-1].denominator != part[2]:
                return None
        else:
            base, exponent = part[1:] if is_a(part, "^") else (part, 1)
            if base not in names or not isinstance(exponent, int) or exponent < 1 or base in powers:
                return None
            powers[base] = exponent
    if len(numbers) > 1:
        return None
    number = numbers[0] if numbers else Fraction(1)
    if simplest and (number / over).denominator != number.denominator * over:
        return None
    return tuple(powers.get(name, 0) for name in names), sign * number / over

"""Points at which a function with corners shows what it is: between the places where it turns.

``|u|`` is u except where u is negative, and that may be a small part of the line. So u is followed along each of its
variables, the others being fixed: where it is a polynomial, its real roots are found, in floating point, and a point
is taken in every gap between them. The points are rational; what is decided at them is decided exactly.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from .budget import Budget, OutOfBudget, Undefined
from .exact import evaluate
from .tree import Add, Call, Neg, Node, variables, walk

CORNERS = frozenset(
    ("abs", "root", "sign", "floor", "ceil", "max", "min", "arcsin", "arccos", "arctan", "ln", "log")
)
"""Functions that may turn one function into another in some part of the line only."""

_DEGREE = 8
_MOST = 60


def has_corners(node: Node) -> bool:
    """Whether one of these functions is in the tree."""
    return any(isinstance(part, Call) and part.name in CORNERS for part in walk(node))


def between_roots(
    nodes: tuple[Node, Node], names: list[str], draw: Callable[[int, str], Fraction]
) -> list[dict[str, Fraction]]:
    """Points in the gaps between the roots of what stands in absolute values, roots and the like.

    Args:
        nodes: the two functions that are compared.
        names: their variables.
        draw: a rational number for a counter and a variable's name, the same on every machine.
    """
    found: list[dict[str, Fraction]] = []
    for node in nodes:
        for part in walk(node):
            if not isinstance(part, Call) or part.name not in CORNERS or not variables(part):
                continue
            inside = part.arguments[0]
            if part.name in ("max", "min") and len(part.arguments) == 2:
                inside = Add((inside, Neg(part.arguments[1])))
            for name in sorted(variables(inside)):
                for turn in range(1 if len(names) == 1 else 2):
                    fixed = {other: draw(turn, other) for other in names if other != name}
                    found += [fixed | {name: value} for value in _gaps(inside, name, fixed)]
                    if len(found) > _MOST:
                        return found[:_MOST]
    return found


def _gaps(node: Node, name: str, fixed: dict[str, Fraction]) -> list[Fraction]:
    """A number in every gap between the real roots of a polynomial in one variable; none if it is something else."""
    budget = Budget(4000)
    values: list[Fraction] = []
    try:
        for x in range(_DEGREE + 3):
            value = evaluate(node, budget, fixed | {name: Fraction(x)})
            if not isinstance(value, Fraction):
                return []
            values.append(value)
    except (Undefined, OutOfBudget):
        return []
    coefficients = _interpolated(values)
    if not 2 <= len(coefficients) <= _DEGREE + 1:
        return []
    roots = sorted(_real_roots([float(c / coefficients[-1]) for c in coefficients]))
    if not roots:
        return []
    middles = [(a + b) / 2 for a, b in itertools.pairwise(roots)]
    return [Fraction(x).limit_denominator(10**6) for x in (roots[0] - 1, *middles, roots[-1] + 1)]


def _interpolated(values: list[Fraction]) -> list[Fraction]:
    """Coefficients, from the constant on, of the polynomial with these values at 0, 1, 2, ... (Newton's form)."""
    differences = list(values)
    leading = []
    for _ in range(len(values)):
        leading.append(differences[0])
        differences = [b - a for a, b in itertools.pairwise(differences)]
    coefficients = [Fraction(0)]
    factor = [Fraction(1)]  # x (x - 1) ... (x - k + 1) / k!
    for k, difference in enumerate(leading):
        size = max(len(coefficients), len(factor))
        coefficients += [Fraction(0)] * (size - len(coefficients))
        for i, f in enumerate(factor):
            coefficients[i] += difference * f
        factor = [
            (a - k * b) / (k + 1) for a, b in zip([Fraction(0), *factor], [*factor, Fraction(0)], strict=True)
        ]
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients.pop()
    return coefficients


def _real_roots(monic: list[float]) -> list[float]:
    """The real roots of a monic polynomial, by the method of Durand and Kerner."""
    degree = len(monic) - 1
    size = 1 + max(abs(c) for c in monic[:-1])
    if not size < 1e12:
        return []
    roots = [complex(0.4, 0.9) ** k * size ** (1 / degree) for k in range(degree)]
    for _ in range(60):
        for i, root in enumerate(roots):
            value = complex(0)
            for c in reversed(monic):
                value = value * root + c
            for j, other in enumerate(roots):
                if j != i:
                    value /= (root - other) or 1e-12
            roots[i] = root - value
    return [root.real for root in roots if abs(root.imag) < 1e-5 * (1 + abs(root))]

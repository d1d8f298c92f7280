"""All shapes of questions, by name, with their levels.

Level 1 filters one table, 2 computes and sorts, 3 groups and joins, 4 joins more and counts what is not there; 5 to 7
nest, combine and window. Each module lists its own shapes in a constant ``SHAPES``; the names are different.
"""

from __future__ import annotations

from ..question import Shape
from . import (
    children,
    combined,
    correlated,
    families,
    groups,
    joins,
    nested_totals,
    optional_parents,
    ordering,
    pairs,
    peers,
    places,
    rows,
    sequences,
    sets,
    siblings,
    subqueries,
    totals,
    values,
    windows,
)

SHAPES: dict[str, tuple[int, Shape]] = {
    name: shape
    for module in (
        rows,
        values,
        ordering,
        totals,
        groups,
        joins,
        optional_parents,
        children,
        subqueries,
        correlated,
        siblings,
        families,
        nested_totals,
        sets,
        pairs,
        windows,
        places,
        sequences,
        combined,
        peers,
    )
    for name, shape in module.SHAPES.items()
}
"""Name -> (level 1 to 7, the function that draws a question)."""

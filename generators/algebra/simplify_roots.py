"""Expressions with square roots to simplify: sums, products, quotients."""

from __future__ import annotations

import random
from fractions import Fraction

from .polynomials import nonzero, sum_text
from .roots import Roots, roots_text, square_part, squarefree, times_roots
from .simplify_kinds import Simplified

_SQUAREFREE = tuple(n for n in range(2, 40) if squarefree(n))


def radical(rng: random.Random, *, size: int, largest: int, **_: int) -> Simplified | None:
    """A sum of multiples of square roots that can be collected."""
    bases = rng.sample(_SQUAREFREE[:12], 2 if size > 3 else rng.choice((1, 2)))
    value: Roots = {}
    pieces: list[tuple[int, str]] = []
    lines: list[str] = []
    for i in range(size):
        base = bases[i % len(bases)]
        square = rng.randint(1 if rng.random() < 0.2 else 2, max(3, min(largest, 15)))
        factor = nonzero(rng, min(largest, 15))
        inside = square * square * base
        pieces.append((factor, f"sqrt({inside})"))
        value[base] = value.get(base, Fraction(0)) + factor * square
        if square > 1:
            lines.append(
                f"sqrt({inside}) = sqrt({square}^2*{base}) = {square}*sqrt({base}), "
                f"so {factor}*sqrt({inside}) = {factor * square}*sqrt({base})"
            )
    if rng.random() < 0.4:
        number = nonzero(rng, largest)
        pieces.insert(rng.randint(0, len(pieces)), (number, ""))
        value[1] = Fraction(number)
    return _simplified(sum_text(pieces), value, lines)


def product(rng: random.Random, *, size: int, largest: int, **_: int) -> Simplified | None:
    """A product of two sums with roots, or a square of one."""
    c, d = rng.choice(_SQUAREFREE[:10]), rng.choice(_SQUAREFREE[:10])
    small = min(largest, 12)
    first = {rng.choice((1, d)): Fraction(nonzero(rng, small)), c: Fraction(nonzero(rng, small))}
    second = {rng.choice((1, c)): Fraction(nonzero(rng, small)), d: Fraction(nonzero(rng, small))}
    if len(first) < 2 or len(second) < 2:
        return None
    if rng.random() < 0.25:
        second = first
        shown = f"({roots_text(first)})^2"
    else:
        shown = f"({roots_text(first)})*({roots_text(second)})"
    lines = [
        f"{roots_text({a: p})} times {roots_text({b: q})} = {roots_text(times_roots({a: p}, {b: q}))}"
        for a, p in first.items()
        for b, q in second.items()
    ]
    value = times_roots(first, second)
    if size > 4:
        more = nonzero(rng, small)
        inside = rng.randint(2, 9) ** 2 * c
        shown += (" - " if more < 0 else " + ") + sum_text([(abs(more), f"sqrt({inside})")])
        value[c] = value.get(c, Fraction(0)) + more * square_part(inside)
        lines.append(f"{more}*sqrt({inside}) = {more * square_part(inside)}*sqrt({c})")
    return _simplified(shown, value, lines)


def rationalize(rng: random.Random, *, largest: int, **_: int) -> Simplified | None:
    """A quotient with roots in the denominator."""
    c = rng.choice(_SQUAREFREE[:10])
    small = min(largest, 12)
    below: Roots = {1: Fraction(nonzero(rng, small)), c: Fraction(nonzero(rng, small))}
    if rng.random() < 0.3:
        d = rng.choice(_SQUAREFREE[:10])
        below = {d: Fraction(nonzero(rng, 4)), c: Fraction(nonzero(rng, 4))}
    above: Roots = {1: Fraction(nonzero(rng, largest))}
    if rng.random() < 0.6:
        above[c] = Fraction(nonzero(rng, small))
    if len(below) < 2:
        return None
    turned = below | {c: -below[c]}
    norm = times_roots(below, turned)
    if norm.keys() - {1}:
        return None
    top = times_roots(above, turned)
    bar = f"({roots_text(above)})" if len(above) > 1 else roots_text(above)
    lines = [
        f"multiply above and below by {roots_text(turned)}",
        f"below: ({roots_text(below)})*({roots_text(turned)}) = {norm[1]}",
        f"above: ({roots_text(above)})*({roots_text(turned)}) = {roots_text(top)}",
    ]
    value = {root: c / norm[1] for root, c in top.items()}
    return _simplified(f"{bar}/({roots_text(below)})", value, lines)


def _simplified(shown: str, value: Roots, lines: list[str]) -> Simplified | None:
    value = {root: c for root, c in value.items() if c}
    return Simplified(shown, roots_text(value), lines) if any(root > 1 for root in value) else None

"""Orders of a few things as bit sets, a bit for each permutation: conditions on places are operations on integers.

For n things there are n! permutations in the order of `itertools.permutations`. `placed(n)` has, for each thing and
place, the set of permutations with that thing at that place; everything else is put together from these. Nine
things make sets of 45 kB, which is where this ends.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import factorial

MOST = 9


@cache
def placed(size: int) -> tuple[tuple[int, ...], ...]:
    """``placed(n)[thing][place]``: the permutations in which the thing is at the place.

    Raises:
        ValueError: if there are more than `MOST` things.
    """
    if size > MOST:
        raise ValueError(f"at most {MOST} things can be ordered, not {size}")
    orders = list(permutations(range(size)))
    columns = [bytes(order[place] for order in orders) for place in range(size)]
    sets = []
    for thing in range(size):
        table = bytes(ord("1") if sign == thing else ord("0") for sign in range(256))
        sets.append(tuple(int(column.translate(table)[::-1], 2) for column in columns))
    return tuple(sets)


def all_orders(size: int) -> int:
    """The set of all permutations."""
    return (1 << factorial(size)) - 1


def order_at(number: int, size: int) -> list[int]:
    """The permutation with this number: at each place the thing that stands there."""
    left, order = list(range(size)), []
    for still in range(size, 0, -1):
        at, number = divmod(number, factorial(still - 1))
        order.append(left.pop(at))
    return order


def pairs(size: int, one: int, two: int, fits: Callable[[int, int], bool]) -> int:
    """The permutations in which the places of two things fit."""
    sets = placed(size)
    found = 0
    for a in range(size):
        partners = 0
        for b in range(size):
            if a != b and fits(a, b):
                partners |= sets[two][b]
        found |= sets[one][a] & partners
    return found

"""Kinds of counting-sequences: orders of numbers and people under rules about neighbours, inversions and trees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from math import comb, factorial, prod

from ..kernels.count import Facts, Kind, divided, row, running, total


def _steps(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6 + size // 2, 7 + size // 2)
    first, last = rng.sample(range(1, n + 1), 2)
    return {"n": n, "k": 3 + (size > 7), "first": first, "last": last}


def _steps_counted(n: int, k: int, first: int, last: int) -> tuple[int, list[str]]:
    """Beginnings by the set of their numbers and the last one."""
    states = Counter({(1 << first, first): 1})
    lines = []
    for length in range(2, n + 1):
        after: Counter[tuple[int, int]] = Counter()
        for (used, at), ways in states.items():
            for number in range(max(1, at - k), min(n, at + k) + 1):
                if not used >> number & 1:
                    after[used | 1 << number, number] += ways
        states = after
        ends = Counter[int]()
        for (_, at), ways in states.items():
            ends[at] += ways
        lines.append(
            row(f"beginnings of {length} numbers that end in 1, ..., {n}", [ends[i] for i in range(1, n + 1)])
        )
    return ends[last], [*lines, f"of {n} numbers, ending in {last}: {ends[last]}"]


def _inversions(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 2, 6 + size)
    last = rng.randint(1, n)
    most = (n - 1) * (n - 2) // 2
    return {"n": n, "last": last, "k": n - last + rng.randint(2, max(most - 2, 3) if size < 4 else most // 2)}


def _inversions_counted(n: int, last: int, k: int) -> tuple[int, list[str]]:
    rest = k - (n - last)
    lines = [f"the last number is in {n} - {last} = {n - last} inversions; left for the others: {rest}"]
    table = [1]
    for m in range(2, n):
        table = [sum(table[max(0, t - m + 1) : t + 1]) for t in range(min(rest, m * (m - 1) // 2) + 1)]
        lines.append(row(f"orders of {m} numbers with 0, 1, 2, ... inversions", table))
    value = table[rest] if rest < len(table) else 0
    return value, [*lines, f"with {rest} of them: {value}"]


def _heap(rng: random.Random, size: int) -> Facts:
    n, d = rng.randint(6 + 3 * size // 4, 8 + size), rng.randint(2, 4)
    return {"n": n, "d": d, "place": rng.randint((n - 2) // d + 2, n)}


def _heap_shown(n: int, d: int, place: int) -> Mapping[str, object]:
    pairs = [f"P[{(i - 2) // d + 1}] < P[{i}]" for i in range(2, n + 1)]
    return {"pairs": ", ".join(pairs)}


def _heap_counted(n: int, d: int, place: int) -> tuple[int, list[str]]:
    sizes = [0] + [1] * n
    sizes[place] = 0
    for i in range(n, 1, -1):
        sizes[(i - 2) // d + 1] += sizes[i]
    factors = [size for size in sizes if size > 1]
    value = factorial(n - 1) // prod(factors)
    return value, [
        f"{n} stands at place {place}, below which nothing hangs; the places that hang at 1, 2, ... without it, "
        f"themselves included: {' '.join(map(str, sizes[1:]))}",
        f"{n - 1}! divided by all of these numbers",
        *running(range(1, n)),
        *divided(factorial(n - 1), factors),
        f"{n - 1}! / ({' * '.join(map(str, factors))}) = {value}",
    ]


def _rank(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 2, 6 + size)
    return {"items": [rng.randint(1, rng.randint(3, 4 + size // 3)) for _ in range(n)]}


def _arranged(counts: Counter[int]) -> int:
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


def _rank_counted(items: list[int]) -> tuple[int, list[str]]:
    left, lines, parts = Counter(items), [], []
    for place, item in enumerate(items, 1):
        for smaller in sorted(value for value in left if value < item):
            rest = left - Counter([smaller])
            below = " * ".join(f"{count}!" for count in rest.values() if count > 1)
            ways = _arranged(rest)
            text = f"{rest.total()}!" + (f" / ({below})" if below else "")
            lines.append(f"{smaller} instead of {item} at place {place}: {text} = {ways}")
            parts.append(ways)
        left -= Counter([item])
    return sum(parts), [*lines, total(parts)]


def no_three_drawn(rng: random.Random, size: int) -> Facts:
    """A permutation some exchanges of neighbours away from the sorted one."""
    n = rng.randint(5 + size // 4, 6 + size // 4)
    numbers = list(range(1, n + 1))
    for _ in range(rng.randint(2, 3 * n)):
        at = rng.randrange(n - 1)
        numbers[at], numbers[at + 1] = numbers[at + 1], numbers[at]
    return {"given": numbers}


def no_three_counted(given: list[int]) -> tuple[int, list[str]]:
    """Greater permutations without three falling numbers, by the place at which they differ first."""
    n = len(given)

    @cache
    def endings(placed: int, top: int) -> int:
        """Ways to go on: whatever is no new greatest number is the least that is left."""
        if placed == n:
            return 1
        low = endings(placed + 1, top) if top > placed else 0
        return low + sum(endings(placed + 1, new) for new in range(top + 1, n + 1))

    lines, parts, top = [], [], 0
    for place, number in enumerate(given):
        left = sorted(set(range(1, n + 1)) - set(given[:place]))
        for other in left:
            if other > number and (other > top or other == left[0]):
                ways = endings(place + 1, max(top, other))
                start = " ".join(map(str, [*given[:place], other]))
                lines.append(f"beginning {start}, ways to go on: {ways}")
                parts.append(ways)
        if number < top and number != left[0]:
            break
        top = max(top, number)
    return sum(parts), [*lines, total(parts)]


def _zigzag(rng: random.Random, size: int) -> Facts:
    return {"signs": "".join(rng.choice("<>") for _ in range(rng.randint(5 + size // 2, 7 + size)))}


def _zigzag_shown(signs: str) -> Mapping[str, object]:
    chain = "p1" + "".join(f" {sign} p{i}" for i, sign in enumerate(signs, 2))
    return {"n": len(signs) + 1, "chain": chain}


def _zigzag_counted(signs: str) -> tuple[int, list[str]]:
    """How many beginnings have a last number of each rank among those used."""
    ranks, lines = [1], ["of 1 number, by the rank of the last: 1"]
    for sign in signs:
        below = [0, *accumulate(ranks)]
        ranks = below if sign == "<" else [below[-1] - part for part in below]
        lines.append(row(f"of {len(ranks)} numbers, by the rank of the last", ranks))
    return sum(ranks), [*lines, total(ranks)]


def _tableau(rng: random.Random, size: int) -> Facts:
    rows = sorted((rng.randint(1, 4 + size // 3) for _ in range(rng.randint(2, 3 + size // 4))), reverse=True)
    return {"rows": rows}


def _tableau_shown(rows: list[int]) -> Mapping[str, object]:
    return {"n": sum(rows), "drawn": "\n".join("[ ]" * length for length in rows)}


def _tableau_counted(rows: list[int]) -> tuple[int, list[str]]:
    columns = [sum(length > c for length in rows) for c in range(rows[0])]
    hooks = [[length - c + columns[c] - r - 1 for c in range(length)] for r, length in enumerate(rows)]
    flat = [hook for line in hooks for hook in line if hook > 1] or [1]
    value = factorial(sum(rows)) // prod(flat)
    lines = [row(f"hooks of row {r}", line) for r, line in enumerate(hooks, 1)]
    n = sum(rows)
    lines += [f"{n}! divided by all hooks", *running(range(1, n + 1)), *divided(factorial(n), flat)]
    return value, [*lines, f"{n}! / ({' * '.join(map(str, flat))}) = {value}"]


def _apart(rng: random.Random, size: int) -> Facts:
    boys = rng.randint(2, 3 + size // 2)
    return {"boys": boys, "girls": rng.randint(2, min(boys + 2, 2 + size // 2))}


def _apart_counted(boys: int, girls: int) -> tuple[int, list[str]]:
    base = factorial(boys)
    two = comb(boys + 1, 2) * 2
    first = base * two * comb(boys + 3, girls) * factorial(girls)
    second = base * 2 * (boys + 1) * girls * comb(boys + 2, girls - 1) * factorial(girls - 1)
    return first + second, [
        f"orders of boys: {boys}! = {base}",
        *running(range(1, boys + 1)),
        f"teachers into different gaps: C({boys + 1}, 2) * 2 = {two}",
        *running([two, comb(boys + 3, girls), factorial(girls)], base),
        f"then girls into different gaps: {base} * {two} * C({boys + 3}, {girls}) * {girls}! = {first}",
        f"teachers into one gap, one girl between them, the others into the {boys + 2} gaps beside this block and "
        f"the boys: {base} * 2 * {boys + 1} * {girls} * C({boys + 2}, {girls - 1}) * {girls - 1}! = {second}",
        *running([2, boys + 1, girls, comb(boys + 2, girls - 1), factorial(girls - 1)], base),
        total([first, second]),
    ]


KINDS = {
    "small-steps": Kind(
        (
            "How many permutations of 1, 2, ..., {n} begin with {first}, end with {last} and have any two "
            "neighbouring "
            "numbers differ by at most {k}? {ask}",
            "The numbers 1 to {n} are written in a row, each exactly once. The first number is {first}, the last "
            "one is "
            "{last}, and each number after the first differs from the one before it by at most {k}. How many such "
            "rows are there? {ask}",
            "Someone visits the houses 1, 2, ..., {n} of a street, each exactly once, starting at house {first} "
            "and "
            "ending at house {last}. From one house to the next visited one the house number changes by at most "
            "{k}. "
            "Count the possible orders of the visits. {ask}",
        ),
        _steps,
        _steps_counted,
    ),
    "inversions": Kind(
        (
            "An inversion of a permutation is a pair of places of which the earlier one holds the larger number. "
            "How many "
            "permutations of 1, 2, ..., {n} end with {last} and have exactly {k} inversions? {ask}",
            "The numbers 1 to {n} are put in a row so that {last} comes last and exactly {k} pairs of numbers "
            "(neighbours "
            "or not) stand in the wrong order, the larger one before the smaller one. In how many ways is this "
            "possible? {ask}",
            "Bubble sort needs exactly {k} swaps of neighbours to sort a row of the numbers 1, 2, ..., {n} in "
            "increasing "
            "order. The last number of the row is {last}. How many rows fit? {ask}",
        ),
        _inversions,
        _inversions_counted,
    ),
    "heaps": Kind(
        (
            "The numbers 1, 2, ..., {n} are placed at P[1], ..., P[{n}], each exactly once, so that {pairs}, and "
            "P[{place}] "
            "= {n}. In how many ways is this possible? {ask}",
            "How many permutations P[1], ..., P[{n}] of 1, 2, ..., {n} have P[{place}] = {n} and fulfil all of "
            "these: "
            "{pairs}? {ask}",
            "Count the heaps: the permutations P of 1, 2, ..., {n} (places count from 1) such that {pairs}. Count "
            "only those "
            "with P[{place}] = {n}. {ask}",
        ),
        _heap,
        _heap_counted,
        _heap_shown,
    ),
    "earlier-orders": Kind(
        (
            "All different rearrangements of the sequence {items} are listed in lexicographic order. How many of "
            "them come "
            "before the sequence itself? Equal numbers cannot be told apart. {ask}",
            "How many different sequences that use the same numbers equally often are lexicographically smaller "
            "than "
            "{items}? {ask}",
            "Consider {items}. Swapping equal numbers gives nothing new. Of the distinct orders of these numbers, "
            "how many "
            "are strictly smaller than the given one in dictionary order (compared number by number)? {ask}",
        ),
        _rank,
        _rank_counted,
    ),
    "no-three-down": Kind(
        (
            "Consider the permutations of the numbers in {given} that have no three numbers a > b > c in this "
            "order from "
            "left to right (they need not be neighbours). How many of them are lexicographically greater than "
            "{given}? {ask}",
            "A permutation is allowed if no three of its numbers, next to each other or not, get smaller and "
            "smaller from "
            "left to right. How many allowed permutations of the same numbers come strictly after {given} in "
            "lexicographic order? The given one is not counted, allowed or not. {ask}",
            "All orders of the numbers {given} that have no decreasing subsequence of three numbers are listed. "
            "How many "
            "of those in the list are greater than the order given here, compared as in a dictionary? {ask}",
        ),
        no_three_drawn,
        no_three_counted,
    ),
    "ups-and-downs": Kind(
        (
            "How many permutations p1, p2, ..., p{n} of 1, 2, ..., {n} satisfy {chain}? {ask}",
            "The numbers 1 to {n} are written into the places p1 to p{n}, each exactly once, so that {chain} is "
            "true at every "
            "sign. In how many ways can this be done? {ask}",
            "{chain}\n\nIn how many ways can the numbers from 1 to {n} be put for p1 to p{n}, all of them "
            "different, so "
            "that each sign between neighbours is right? {ask}",
        ),
        _zigzag,
        _zigzag_counted,
        _zigzag_shown,
    ),
    "tableaux": Kind(
        (
            "Write the numbers 1 to {n} into these {n} boxes, one in each, so that they increase from left to "
            "right in every "
            "row and from top to bottom in every column:\n\n{drawn}\n\nIn how many ways is this possible? {ask}",
            "{drawn}\n\nThe rows of this table begin at the left; from top to bottom, their lengths are {rows}. "
            "How many ways are there "
            "to fill it with 1, 2, ..., {n}, each once, so that numbers grow to the right along rows and "
            "downwards along "
            "columns? {ask}",
            "People of {n} different heights stand for a photograph in rows whose numbers of places are {rows}, "
            "the front row first; all "
            "rows begin at the left end, where places stand exactly behind each other. In every row heights "
            "increase to the right, and whoever stands behind somebody is taller.\n\n{drawn}\n\nHow many "
            "arrangements are there? {ask}",
        ),
        _tableau,
        _tableau_counted,
        _tableau_shown,
    ),
    "apart": Kind(
        (
            "In how many ways can {boys} boys, {girls} girls and 2 teachers stand in a line if no two girls are "
            "next to each "
            "other and the teachers are not next to each other? All people are different. {ask}",
            "{boys} boys, {girls} girls and 2 teachers, all of them different people, line up. No girl stands "
            "directly beside "
            "a girl, and no teacher directly beside a teacher. Count the line-ups; left and right matter. {ask}",
            "A class photo shows one row of {boys} boys, {girls} girls and 2 teachers. Neither two girls nor the "
            "two teachers "
            "may be direct neighbours. In how many orders can these people, who are all different, stand? {ask}",
        ),
        _apart,
        _apart_counted,
    ),
}

"""Kinds of counting-arrangements: orders that are easy to sort, rows of hills, marks, and shuffled cards."""

from __future__ import annotations

import random
from collections import Counter
from math import comb, prod

from ..kernels.count import Facts, Kind, divided, row, total
from .order_kinds import no_three_counted, no_three_drawn


def _fixed(rng: random.Random, size: int) -> Facts:
    n = rng.randint(6 + size // 3, 7 + size // 2)
    return {"n": n, "place": rng.randint(1, n), "number": rng.randint(1, n)}


def _fixed_counted(n: int, place: int, number: int) -> tuple[int, list[str]]:
    """Each number is a new greatest one or the least that is left; one at or beyond its place is a new greatest one."""
    lines = []
    if number < place:
        place, number = n + 1 - place, n + 1 - number
        lines.append(f"read backwards, and with x for {n + 1} - x, the number {number} is at place {place}")
    ways = [1] + [0] * n
    for at in range(1, n + 1):
        after = [0] * (n + 1)
        for top in range(1, n + 1):
            after[top] = (ways[top] if top >= at else 0) + sum(ways[:top])
        if at < place:
            after[number:] = [0] * (n + 1 - number)
        if at == place:
            after = [sum(ways[:number]) if top == number else 0 for top in range(n + 1)]
        ways = after
        lines.append(row(f"beginnings of {at} numbers by their greatest number, 1 to {n}", ways[1:]))
    return ways[n], [*lines, f"all {n} numbers: {ways[n]}"]


def _hills(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 3, 6 + size // 2)
    return {
        "heights": [rng.randint(1, 3 + size // 2) for _ in range(n)],
        "limits": [rng.randint(1, n - 1) for _ in range(n)],
    }


def _hills_shown(heights: list[int], limits: list[int]) -> dict[str, object]:
    pairs = zip(heights, limits, strict=True)
    return {"told": ", ".join(f"{height} (fewer than {limit})" for height, limit in pairs)}


def _hills_counted(heights: list[int], limits: list[int]) -> tuple[int, list[str]]:
    """The greatest first: equal ones get rising numbers of greater ones before them, least limit first."""
    lines, factors = [], []
    for height in sorted(set(heights), reverse=True):
        own = sorted(limit for h, limit in zip(heights, limits, strict=True) if h == height)
        greater = sum(h > height for h in heights)
        ends = [1] + [0] * greater
        for limit in own:
            ends = [sum(ends[: b + 1]) if b < limit else 0 for b in range(greater + 1)]
            lines.append(
                row(f"height {height}, limit {limit}, by 0 to {greater} greater ones before the last", ends)
            )
        factors.append(sum(ends))
        lines.append(total(ends, f"ways for height {height}"))
    return prod(factors), [*lines, f"{' * '.join(map(str, factors))} = {prod(factors)}"]


def _marks(rng: random.Random, size: int) -> Facts:
    n, m = rng.randint(3 + size // 5, 4 + size // 3), rng.randint(2, 2 + size // 4)
    return {
        "n": n,
        "tops": [rng.randint(2, 4 + size // 3) for _ in range(m)],
        "better": [rng.randint(0, n - 1) for _ in range(m)],
        "k": rng.randint(0, n - 2),
    }


def _marks_counted(n: int, tops: list[int], better: list[int], k: int) -> tuple[int, list[str]]:
    """Who is better in what, so that exactly k are never better; then the marks of each subject."""
    parts, lines = [], []
    for i in range(k, n):
        sets = prod(comb(n - 1 - i, b) for b in better)
        parts.append((-1) ** (i - k) * comb(i, k) * comb(n - 1, i) * sets)
        chosen = " * ".join(f"C({n - 1 - i}, {b})" for b in better)
        lines.append(
            f"at least {i} are never better: C({i}, {k}) * C({n - 1}, {i}) * {chosen} = {abs(parts[-1])}"
        )
    factors = [sum(parts)]
    shown = " ".join(f"{'-' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    lines.append(f"choices of who is better in what: {shown}" + f" = {factors[0]}" * (len(parts) > 1))
    for top, b in zip(tops, better, strict=True):
        ways = [x ** (n - 1 - b) * (top - x) ** b for x in range(1, top + 1)]
        factors.append(sum(ways))
        lines.append(total(ways, f"marks up to {top} with {b} better ones, by the first student's mark"))
    return prod(factors), [*lines, f"{' * '.join(map(str, factors))} = {prod(factors)}"]


def _staggered(rng: random.Random, size: int) -> Facts:
    return {"rows": rng.randint(2, 4 + size // 2), "columns": rng.randint(2, 4 + size // 2)}


def _staggered_counted(rows: int, columns: int) -> tuple[int, list[str]]:
    """Each row leaves out one number, at least that of the row above less 1."""
    ways, lines = [1] * (columns + 1), []
    for number in range(1, rows + 1):
        if number > 1:
            ways = [sum(ways[: left + 2]) for left in range(columns + 1)]
        lines.append(row(f"{number} rows by the number that the last one leaves out, 0 to {columns}", ways))
    return sum(ways), [*lines, total(ways)]


def _moved(n: int, steps: dict[int, int]) -> list[int]:
    return [steps.get(i, i) for i in range(1, n + 1)]


def _cards(rng: random.Random, size: int) -> Facts:
    """A circle of some cards, turned over or with a second circle: their combinations are few."""
    n = rng.randint(7 + size // 5, 9 + size // 6)
    cards, m = rng.sample(range(1, n + 1), n), rng.randint(3, n)
    circle, others = cards[:m], cards[m:]
    shuffles = [_moved(n, dict(zip(circle, circle[1:] + circle[:1], strict=True)))]
    if len(others) > 1 and rng.random() < 0.5:
        shuffles.append(_moved(n, dict(zip(others, others[1:] + others[:1], strict=True))))
    elif size > 2 or rng.random() < 0.5:
        shuffles.append(_moved(n, dict(zip(circle, circle[::-1], strict=True))))
    red = rng.randint(2, n - 4)
    green = rng.randint(2, max(2, (n - red) // 2))
    return {"shuffles": shuffles, "counts": [red, green, n - red - green]}


def _closed(shuffles: list[list[int]]) -> list[tuple[int, ...]]:
    """All combinations of shuffles."""
    start = tuple(range(1, len(shuffles[0]) + 1))
    found, seen = [start], {start}
    for done in found:
        for shuffle in shuffles:
            more = tuple(shuffle[x - 1] for x in done)
            if more not in seen:
                seen.add(more)
                found.append(more)
    return found


def _cycles(order: tuple[int, ...]) -> list[list[int]]:
    cycles: list[list[int]] = []
    left = set(order)
    while left:
        x = min(left)
        cycles.append([])
        while x in left:
            left.remove(x)
            cycles[-1].append(x)
            x = order[x - 1]
    return cycles


def _cards_shown(shuffles: list[list[int]], counts: list[int]) -> dict[str, object]:
    told = "; ".join(", ".join(f"{i} to {x}" for i, x in enumerate(s, 1) if i != x) for s in shuffles)
    return {"n": len(shuffles[0]), "told": told, "red": counts[0], "green": counts[1], "blue": counts[2]}


def _cards_counted(shuffles: list[list[int]], counts: list[int]) -> tuple[int, list[str]]:
    """Burnside: the mean number of colourings that a combination of shuffles leaves as they are."""
    group = _closed(shuffles)
    lines, parts = [f"combinations of shuffles, the one that moves nothing included: {len(group)}"], []
    for order in sorted(group):
        cycles = _cycles(order)
        ways: Counter[tuple[int, ...]] = Counter({(0, 0, 0): 1})
        for cycle in cycles:
            after: Counter[tuple[int, ...]] = Counter()
            for used, count in ways.items():
                for colour in range(3):
                    new = tuple(u + len(cycle) * (c == colour) for c, u in enumerate(used))
                    if new[colour] <= counts[colour]:
                        after[new] += count
            ways = after
        parts.append(ways[tuple(counts)])
        shown = " and ".join("-".join(map(str, cycle)) for cycle in cycles if len(cycle) > 1) or "nothing"
        lines.append(f"the one that moves {shown} in a circle leaves {parts[-1]} colourings")
    return sum(parts) // len(group), [*lines, total(parts), *divided(sum(parts), [len(group)])]


KINDS = {
    "least-swaps": Kind(
        (
            "Bubble sort exchanges two neighbours of a row whenever the left one is greater, until the row is sorted. "
            "For a permutation p of 1, 2, ..., {n} it needs at least (|1 - p1| + |2 - p2| + ... + |{n} - p{n}|) / 2 "
            "exchanges. How many permutations that come after {given} in dictionary order need exactly that many? "
            "{ask}",
            "The total way of a permutation p of 1, ..., {n} is the sum of all |i - p_i|, and its disorder is the "
            "number of pairs that are in the wrong order. Count the permutations whose total way is twice their "
            "disorder and that are greater than {given} when compared number by number from the left. {ask}",
            "{n} people with the numbers 1 to {n} stand in a row and sort themselves from 1 to {n} by swaps of "
            "neighbours, as few swaps as possible. Their order is called direct if the number of swaps is half of the "
            "sum of all distances, counted in places, from where people stand to where they belong. How many direct "
            "orders are lexicographically greater than the order {given}? {ask}",
        ),
        no_three_drawn,
        no_three_counted,
        lambda given: {"n": len(given)},
    ),
    "fixed-without-three-down": Kind(
        (
            "How many permutations of 1, 2, ..., {n} have the number {number} at place {place} (places are counted "
            "from 1) and no three numbers, next to each other or not, of which the first is greater than the second "
            "and the second greater than the third? {ask}",
            "Count the orders of the numbers 1 to {n} that have no decreasing subsequence of length 3 and in which "
            "the number in place {place} from the left is {number}. {ask}",
            "{n} people of different heights line up. No one may see, looking along the line to the right, someone "
            "shorter who has someone still shorter further on; people between them do not matter. The person who is "
            "number {number} by height, beginning with the shortest, stands at place {place} from the left. In how "
            "many ways can they line up? {ask}",
        ),
        _fixed,
        _fixed_counted,
    ),
    "hills": Kind(
        (
            "Hills are put in a row. Their heights, and for each hill how many higher ones may stand anywhere to its "
            "left, are: {told}. How many different sequences of heights can the row have? {ask}",
            "Cards carry a value and a limit on the number of cards with a greater value that lie before it in a row: "
            "{told}. All cards are laid in a row so that every limit is kept. Count the different sequences of values "
            "that can be read. {ask}",
            "Arrange these numbers in a row, each of them once; the bracket behind a number says how many greater "
            "numbers there may be to the left of it: {told}. Rows that show the same numbers in the same order count "
            "once. How many rows are possible? {ask}",
        ),
        _hills,
        _hills_counted,
        _hills_shown,
        lambda heights, limits: sorted(map(list, zip(heights, limits, strict=True))),
    ),
    "marks": Kind(
        (
            "{n} students, one of whom is Ada, have marks in {m} subjects. In subject 1, 2, ... marks are whole "
            "numbers from 1 to {tops}, in this order, and so many students have a mark above Ada's in subject 1, 2, "
            "...: {better}. The number of other students who are in no subject above Ada is {k}. How many tables of "
            "marks fit? {ask}",
            "Count the matrices with {n} rows and {m} columns for which: the entries of the columns are whole numbers "
            "from 1 to {tops}, column by column; the numbers of entries greater than the first entry of their column "
            "are {better}, column by column; and the number of rows after the first one that have no entry greater "
            "than the one of the first row in the same column is {k}. {ask}",
            "In a contest of {m} rounds, each of {n} teams gets from 1 point up to {tops} points, round by round, and "
            "more is better; equal points beat nobody. So many teams beat the home team in the rounds, in this order: "
            "{better}. The number of other teams that never beat it is {k}. Teams are told apart. How many score "
            "tables are possible? {ask}",
        ),
        _marks,
        _marks_counted,
        lambda n, tops, better, k: {"m": len(tops)},
    ),
    "staggered-rows": Kind(
        (
            "How many matrices X with {rows} rows and {columns} columns have whole entries from 0 to {columns}, rows "
            "that rise strictly from left to right, and X[i][j] < X[i-1][j+1] for every entry that has a row above it "
            "and a column to its right? {ask}",
            "Count the {rows} x {columns} tables of whole numbers from 0 to {columns} in which every number is less "
            "than its right neighbour and less than the number right above that neighbour, where there are such. {ask}",
            "A wall has {rows} rows of {columns} tiles with whole numbers from 0 to {columns}. Each number is smaller "
            "than the one to its right, and smaller than the one diagonally up to the right, if there is one. How "
            "many walls are possible? {ask}",
        ),
        _staggered,
        _staggered_counted,
    ),
    "shuffled-colours": Kind(
        (
            "{n} cards lie in places 1 to {n}. These ways of shuffling are allowed, given by where cards go (all "
            "others stay): {told}. Colour {red} cards red, {green} green and {blue} blue. Two colourings are the same "
            "if shuffles, in any order and as often as one likes, turn one into the other. How many different "
            "colourings are there? {ask}",
            "The places 1, 2, ..., {n} get {red} red, {green} green and {blue} blue stones, one each. Two "
            "arrangements count as one if one comes from the other by moves of this list, each a set of steps that "
            "are made at once and usable any number of times: {told}. Count the arrangements. {ask}",
            "A machine with {n} slots has one button for each of these permutations of what is in the slots: {told} "
            "(slots that are not named keep their content, and buttons are separated by semicolons). It is filled "
            "with {red} red, {green} green and {blue} blue balls. Fillings that pressing buttons can turn into each "
            "other are of one class. How many classes are there? {ask}",
        ),
        _cards,
        _cards_counted,
        _cards_shown,
    ),
}

"""Counting arrangements: what is counted is read from the prompt; small cases are counted one by one."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations, product
from math import factorial, prod

from recounted import Recounted, first, slots, whole

from rlvr.generators.counting.counting_arrangements_solver import solve

LIST = r"(\d+(?:, \d+)+)"


def swaps(text):
    given = whole(re.search(r"(?:come after|greater than|the order) (\d+(?:, \d+)+)", text)[1])
    assert first(text, r"2, \.\.\., (\d+)", r"1, \.\.\., (\d+)", r"^(\d+) people") == len(given)
    return {"given": given}


def hills(text):
    pairs = re.findall(r"(\d+) \(fewer than (\d+)\)", text)
    return {"heights": [int(h) for h, _ in pairs], "limits": [int(c) for _, c in pairs]}


def marks(text):
    n = first(text, r"^(\d+) students", r"matrices with (\d+) rows", r"each of (\d+) teams")
    tops = whole(re.search(rf"(?:from 1 to|up to) {LIST}", text)[1])
    better = whole(re.search(rf"(?:\.\.\.:|column are|order:) {LIST}", text)[1])
    assert (
        first(text, r"in (\d+) subjects", r"and (\d+) columns", r"of (\d+) rounds") == len(tops) == len(better)
    )
    return {"n": n, "tops": tops, "better": better, "k": first(text, r"(?:Ada|column|beat it) is (\d+)")}


def sides(text):
    rows, columns = re.search(r"(\d+) (?:rows and|x|rows of) (\d+)", text).groups()
    assert first(text, r"from 0 to (\d+)") == int(columns)
    return {"rows": int(rows), "columns": int(columns)}


def cards(text):
    n = first(text, r"places 1 to (\d+)", r"2, \.\.\., (\d+)", r"with (\d+) slots")
    counts = [first(text, r"(\d+) (?:cards )?red"), first(text, r"(\d+) green"), first(text, r"(\d+) blue")]
    listed = re.search(r"\d+ to \d+(?:[,;] \d+ to \d+)+", text.replace("places 1 to", ""))[0]
    shuffles = []
    for part in listed.split(";"):
        goes = {int(i): int(x) for i, x in re.findall(r"(\d+) to (\d+)", part)}
        shuffles.append([goes.get(i, i) for i in range(1, n + 1)])
    return {"shuffles": shuffles, "counts": counts}


def shrinking(text):
    tops = whole(re.search(rf"(?:at most|bounds) {LIST}", text)[1])
    assert first(text, r", a(\d+) of", r"other: (\d+) of", r"A\[(\d+)\] of") == len(tops)
    return {"tops": tops}


def cut(text):
    back, zeros = text.count("f(n-"), re.findall(r"f\(-(\d)\)", text)
    assert [int(z) for z in zeros] == list(range(1, back))
    digits = re.search(r"(?:digits (?:of )?|string )(\d{4,})", text)[1]
    return {"digits": digits, "back": back, "p": first(text, r"\)\) mod (\d+)", r"division by (\d+)")}


MARKS = {
    "least-swaps": "Bubble sort exchanges|total way|direct orders",
    "fixed-without-three-down": "no three numbers, next|no decreasing subsequence of length 3 and|still shorter",
    "hills": "fewer than",
    "marks": "Ada|first entry of their column|home team",
    "staggered-rows": r"X\[i\]\[j\]|above that neighbour|walls are",
    "shuffled-colours": "blue",
    "digit-rises": "Digits of a number|slope|Strike digits",
    "two-palindromes": "non-empty pieces that are both|of which each reads|double sequences",
    "lengths-as-minima": "least number is the length|equals its number of entries|be seated",
    "shrinking-ranges": "around its predecessor|called out|max of those",
    "cut-sums": "pieces of one or two digits|plus signs|blocks of 1 or 2",
}
READERS = {
    "least-swaps": swaps,
    "fixed-without-three-down": slots(
        n=(r"1, 2, \.\.\., (\d+)", r"1 to (\d+)", r"^(\d+) people"),
        place=(r"at place (\d+)", r"in place (\d+)"),
        number=(r"the number (\d+) at", r"the left is (\d+)", r"is number (\d+)"),
    ),
    "hills": hills,
    "marks": marks,
    "staggered-rows": sides,
    "shuffled-colours": cards,
    "digit-rises": slots(
        low=(r"with (\d+) <=", r"from (\d+) to"),
        high=(r"<= (\d+)", r"from \d+ to (\d+)"),
        k=(r"have (\d+) as", r"slope is (\d+)", r"left (\d+)\?"),
    ),
    "two-palindromes": slots(
        n=(r"at most (\d+)", r"have (\d+) numbers"),
        colours=(r"(?:of|has) (\d+) (?:letters|colours)", r"1 to (\d+)"),
    ),
    "lengths-as-minima": lambda text: {
        "n": first(text, r"row of (\d+)", r"length (\d+)", r"^(\d+) people"),
        "numbers": whole(re.search(LIST, text)[1]),
    },
    "shrinking-ranges": shrinking,
    "cut-sums": cut,
}


def perms(n):
    return permutations(range(1, n + 1))


def bubbles(p):
    row, found = list(p), 0
    for _ in row:
        for j in range(len(row) - 1):
            if row[j] > row[j + 1]:
                row[j], row[j + 1], found = row[j + 1], row[j], found + 1
    return found


def allowed(order, heights, limits):
    return all(
        sum(heights[other] > heights[i] for other in order[:at]) < limits[i] for at, i in enumerate(order)
    )


def tables(n, tops, better, k):
    found = 0
    columns = [
        [c for c in product(range(1, top + 1), repeat=n) if sum(x > c[0] for x in c) == b]
        for top, b in zip(tops, better, strict=True)
    ]
    for table in product(*columns):
        found += sum(all(c[i] <= c[0] for c in table) for i in range(1, n)) == k
    return found


def walls(rows, columns):
    lines = [
        line for line in product(range(columns + 1), repeat=columns) if all(a < b for a, b in pairwise(line))
    ]
    return sum(
        all(x < y for above, line in pairwise(wall) for x, y in zip(line, above[1:], strict=False))
        for wall in product(lines, repeat=rows)
    )


def classes(shuffles, counts):
    """The least member of each class, by going on until nothing changes."""
    colours = set(permutations("r" * counts[0] + "g" * counts[1] + "b" * counts[2]))
    least = {c: c for c in colours}
    changed = True
    while changed:
        changed = False
        for c in colours:
            for shuffle in shuffles:
                moved = tuple(c[shuffle.index(i)] for i in range(1, len(c) + 1))
                if least[moved] != least[c]:
                    least[moved] = least[c] = min(least[moved], least[c])
                    changed = True
    return len(set(least.values()))


def slope(x):
    digits = str(x)
    return max(
        k
        for k in range(1, len(digits) + 1)
        if any(sorted({*part}) == list(part) for part in combinations(digits, k))
    )


def mirror(part):
    return part == part[::-1]


def doubles(n, colours):
    return sum(
        any(mirror(s[:i]) and mirror(s[i:]) for i in range(1, length))
        for length in range(2, n + 1)
        for s in product(range(colours), repeat=length)
    )


def seated(row):
    return not row or any(min(row[:k]) == k and seated(row[k:]) for k in range(1, len(row) + 1))


def within(a):
    for i in range(2, len(a)):
        low = max((x for x in a[: i - 1] if x <= a[i - 1]), default=a[i])
        high = min((x for x in a[: i - 1] if x >= a[i - 1]), default=a[i])
        if not low <= a[i] <= high:
            return False
    return True


def cut_sums(digits, back, p):
    found = 0
    for count in range(len(digits)):
        for places in combinations(range(1, len(digits)), count):
            pieces = [digits[i:j] for i, j in pairwise([0, *places, len(digits)])]
            if all(len(piece) < 3 for piece in pieces):
                f = {i: int(i == 0) for i in range(1 - back, 1)}
                for n in range(1, sum(map(int, pieces)) + 1):
                    f[n] = sum(f[n - i] for i in range(1, back + 1)) % p
                found += f[sum(map(int, pieces))]
    return found


BRUTE = {
    "least-swaps": (
        lambda given: factorial(len(given)),
        lambda given: sum(
            p > tuple(given) and 2 * bubbles(p) == sum(abs(i - x) for i, x in enumerate(p, 1))
            for p in perms(len(given))
        ),
    ),
    "fixed-without-three-down": (
        lambda n, **_: factorial(n - 1),
        lambda n, place, number: sum(
            p[place - 1] == number and not any(a > b > c for a, b, c in combinations(p, 3)) for p in perms(n)
        ),
    ),
    "hills": (
        lambda heights, limits: factorial(len(heights)),
        lambda heights, limits: len(
            {
                tuple(heights[i] for i in order)
                for order in permutations(range(len(heights)))
                if allowed(order, heights, limits)
            }
        ),
    ),
    "marks": (lambda n, tops, **_: prod(tops) ** n // 4, tables),
    "staggered-rows": (lambda rows, columns: (columns + 1) ** rows + 2 * columns**columns, walls),
    "shuffled-colours": (
        lambda shuffles, counts: factorial(sum(counts)) if sum(counts) < 8 else factorial(9),
        classes,
    ),
    "digit-rises": (
        lambda low, high, k: high - low,
        lambda low, high, k: sum(slope(x) == k for x in range(low, high + 1)),
    ),
    "two-palindromes": (lambda n, colours: colours**n, doubles),
    "lengths-as-minima": (
        lambda n, numbers: len(numbers) ** n,
        lambda n, numbers: sum(map(seated, product(numbers, repeat=n))),
    ),
    "shrinking-ranges": (
        lambda tops: prod(tops),
        lambda tops: sum(map(within, product(*(range(1, top + 1) for top in tops)))),
    ),
    "cut-sums": (lambda digits, **_: 2 ** len(digits) * 20, cut_sums),
}


class TestCountingArrangements(Recounted):
    id = "counting-arrangements"
    named = True
    marks, readers, brute, recount = MARKS, READERS, BRUTE, solve

    def test_known_numbers(self):
        """Catalan numbers, the classes of necklaces, and the rows of a staggered table."""
        catalan = [1, 2, 5, 14, 42, 132]
        for n, value in enumerate(catalan, 1):
            assert solve({"kind": "least-swaps", "given": list(range(1, n + 1))}) == value - 1
            places = [
                solve({"kind": "fixed-without-three-down", "n": n, "place": 1, "number": x})
                for x in range(1, n + 1)
            ]
            assert sum(places) == value
        turned = [[2, 3, 4, 5, 6, 1]]
        assert solve({"kind": "shuffled-colours", "shuffles": turned, "counts": [2, 2, 2]}) == 16
        assert solve({"kind": "staggered-rows", "rows": 1, "columns": 5}) == 6

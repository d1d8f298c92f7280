"""Expected values again: from whole distributions, from linear equations for states, from all rules of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..solving import confirming
from .cramer import solve_for

Problem = Mapping[str, Any]


def _binomial(n: int, k: int) -> int:
    value = 1 if 0 <= k <= n else 0
    for i in range(k if value else 0):
        value = value * (n - i) // (i + 1)
    return value


def _payoff(problem: Problem) -> Fraction:
    """The distribution of the sum, round by round."""
    chances = [Fraction(p) for p in problem["chances"]]
    bottom = max(p.denominator for p in chances)
    weights = [int(p * bottom) if (p * bottom).denominator == 1 else 0 for p in chances]
    if sum(weights) != bottom:  # no common denominator among them: take the product
        bottom = 1
        for p in chances:
            bottom *= p.denominator
        weights = [int(p * bottom) for p in chances]
    sums = {0: 1}
    for _ in range(problem["n"]):
        new: dict[int, int] = {}
        for total, ways in sums.items():
            for value, weight in zip(problem["values"], weights, strict=True):
                new[total + value] = new.get(total + value, 0) + ways * weight
        sums = new
    return Fraction(sum(t * w for t, w in sums.items()), sum(sums.values())) - Fraction(problem["price"])


def _variance(problem: Problem) -> Fraction:
    """Half the mean square of the difference of two independent copies."""
    pairs = list(zip(problem["values"], map(Fraction, problem["chances"]), strict=True))
    return sum((p * q * (x - y) ** 2 for x, p in pairs for y, q in pairs), Fraction(0)) / 2


def _order(problem: Problem) -> Fraction:
    n, top, k = problem["n"], problem["top"], problem["k"]
    ways = {m: _binomial(m - 1, k - 1) * _binomial(top - m, n - k) for m in range(1, top + 1)}
    return Fraction(sum(m * w for m, w in ways.items()), sum(ways.values()))


def _dice(problem: Problem) -> Fraction:
    """Outcomes by smallest and largest number: all numbers between, less those that miss an end."""
    n, side = problem["n"], problem["side"]
    total = Fraction(0)
    for low in range(1, side + 1):
        for high in range(low, side + 1):
            width = high - low
            ways = 1 if not width else (width + 1) ** n - 2 * width**n + (width - 1) ** n
            total += ways * {"largest": high, "smallest": low, "range": width}[problem["what"]]
    return total * Fraction(problem["factor"], side**n)


def _pairs(problem: Problem) -> Fraction:
    """One colour against all others, place by place: how many rows there are, and how many pairs they have in all."""
    counts, ring = problem["counts"], problem["ring"]
    total = sum(counts)
    equal = sum((_pairs_of(c, total - c, ring) for c in counts), Fraction(0))
    return equal if problem["equal"] else total - (not ring) - equal


def _pairs_of(mine: int, others: int, ring: bool) -> Fraction:
    """Expected neighbours that are both mine. In a ring, one of mine stands first."""
    states = {(mine - 1, 1): (1, 0)} if ring else {(mine - 1, 1): (1, 0), (mine, 0): (1, 0)}
    for placed in range(1, mine + others):
        new: dict[tuple[int, int], tuple[int, int]] = {}
        for (left, last), (ways, pairs) in states.items():
            for key, room in (((left - 1, 1), left), ((left, 0), mine + others - placed - left)):
                if room > 0:
                    have = new.get(key, (0, 0))
                    new[key] = have[0] + ways, have[1] + pairs + ways * (last and key[1])
        states = new
    every = sum(ways for ways, _ in states.values())
    closing = states.get((0, 1), (0, 0))[0] if ring else 0
    return Fraction(sum(pairs for _, pairs in states.values()) + closing, every)


def _seen(problem: Problem) -> Fraction:
    """Colour by colour: the number of sets of balls by how many balls and how many colours they have."""
    states = {(0, 0): 1}
    for count in problem["counts"]:
        new: dict[tuple[int, int], int] = {}
        for (taken, colours), ways in states.items():
            for k in range(min(count, problem["n"] - taken) + 1):
                key = taken + k, colours + (k > 0)
                new[key] = new.get(key, 0) + ways * _binomial(count, k)
        states = new
    full = {colours: ways for (taken, colours), ways in states.items() if taken == problem["n"]}
    return Fraction(sum(c * w for c, w in full.items()), sum(full.values()))


def _boxes(problem: Problem) -> Fraction:
    """Ball by ball: how many boxes have none, one, two, three balls, on average; then those with more."""
    n, k, r = problem["n"], problem["k"], problem["r"]
    depth = max(r, 0) + 1
    boxes = [Fraction(k)] + [Fraction(0)] * depth
    for _ in range(n):
        hit = [b / k for b in boxes]
        boxes = [b - h for b, h in zip(boxes, hit, strict=True)]
        for level in range(depth, 0, -1):
            boxes[level] += hit[level - 1]
    return k - boxes[0] if r < 0 else boxes[r]


def _until(problem: Problem) -> Fraction:
    """The distribution of the draw at which it ends, from the places of the red ones."""
    good, bad, j = problem["good"], problem["bad"], problem["j"]
    ways = {at: _binomial(at - 1, j - 1) * _binomial(good + bad - at, good - j) for at in range(j, bad + j + 1)}
    value = Fraction(sum(at * w for at, w in ways.items()), sum(ways.values()))
    return value - j if problem["blue"] else value


def _coupon(problem: Problem) -> Fraction:
    """The wait is an order statistic of the waits for each missing one: by the waits for the first of j of them."""
    n, missing = problem["n"], problem["n"] - problem["have"]
    rest = n - problem["want"]
    return sum(
        (
            (-1) ** (j - rest - 1) * _binomial(j - 1, rest) * _binomial(missing, j) * Fraction(n, j)
            for j in range(rest + 1, missing + 1)
        ),
        Fraction(0),
    )


def _streak(problem: Problem) -> Fraction:
    """Equations for the expected rest, by how much of the pattern the last tosses match."""
    pattern, p = problem["pattern"], Fraction(problem["p"])
    m = len(pattern)
    rows = []
    for state in range(m):
        row = [Fraction(int(state == j)) for j in range(m)]
        for letter, chance in (("H", p), ("T", 1 - p)):
            seen = pattern[:state] + letter
            target = max(j for j in range(len(seen) + 1) if seen.endswith(pattern[:j]))
            if target < m:
                row[target] -= chance
        rows.append(row)
    return solve_for(rows, [Fraction(1)] * m, 0)


def _wald(problem: Problem) -> Fraction:
    """One equation: x = (sum over the faces of what they add, and of x unless they end the game) / n."""
    faces, ends = problem["faces"], problem["ends"]
    adds = sum(face for face in faces if problem["with_last"] or face not in ends)
    return Fraction(adds, sum(face in ends for face in faces))


def _stop(problem: Problem) -> Fraction:
    """The best of all rules "keep what is at least t", for each throw but the last."""
    faces, cost = problem["faces"], problem["cost"]
    n = len(faces)
    best = Fraction(sum(faces), n)
    for _ in range(problem["r"] - 1):
        going_on = best - cost
        values = []
        for threshold in [*faces, max(faces) + 1]:
            kept = [face for face in faces if face >= threshold]
            values.append((sum(kept) + (n - len(kept)) * going_on) / n)
        best = max(values)
    return best


_EXPECTED: dict[str, Callable[[Problem], Fraction]] = {
    "payoff": _payoff,
    "variance": _variance,
    "order": _order,
    "dice": _dice,
    "pairs": _pairs,
    "seen": _seen,
    "boxes": _boxes,
    "until": _until,
    "coupon": _coupon,
    "streak": _streak,
    "wald": _wald,
    "stop": _stop,
}


def solve(problem: Problem) -> Fraction:
    """The value."""
    return _EXPECTED[problem["kind"]](problem)


confirms = confirming(solve)

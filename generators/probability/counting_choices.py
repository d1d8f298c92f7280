"""Counting choices: meals, committees, shares, onto functions, subsets with gaps, multiples, hats."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb, factorial, lcm, prod

from ..english import counted, listed
from ..family import Maker, Question, attempts
from .exact import integer_value, summed, times

WORDINGS = {
    "menu": (
        "A cafe offers {a}, {b}, {c} and {d}. A meal is one soup or one salad (not both), then exactly one "
        "main course, then at most one dessert. How many different meals are possible? {form}",
        "For a set meal a guest first takes either a soup or a salad, then a main course, and then either one "
        "dessert or none. The menu lists {a}, {b}, {c} and {d}. Count the different meals. {form}",
        "On the menu: {a}, {b}, {c}, {d}. Someone orders one starter (a starter is a soup or a salad), one "
        "main course and, if they like, one dessert. In how many ways can the order be made up? {form}",
    ),
    "committee": (
        "A committee of {k} people is chosen from {groups}. How many different committees have {rules}? The "
        "members have no special roles, and the people are all different. {form}",
        "From {groups} a team of {k} is picked; the order of picking does not matter. Count the teams with "
        "{rules}. {form}",
        "In how many ways can {k} people be selected from {groups} so that the selection has {rules}? Two "
        "selections are different if they do not consist of exactly the same people. {form}",
    ),
    "share": (
        "In how many ways can {n} identical coins be shared out completely among {names} if {rules}? The "
        "people are different, and anybody may get none unless this is excluded. {form}",
        "{n} identical balls are put into boxes labelled {names}, all balls being used. How many "
        "distributions are there in which {rules}? A box may stay empty unless this rules it out. {form}",
        "Count the ways to give {n} indistinguishable vouchers to {names} so that none is left over and "
        "{rules}. Only how many each of them gets matters; a share of 0 is allowed unless a condition forbids "
        "it. {form}",
    ),
    "onto": (
        "{n} different books are put on {k} different shelves. In how many ways can this be done so that "
        "exactly {e} of the shelves stay empty and shelf 1 gets exactly {r}? The order of the books on a "
        "shelf does not matter. {form}",
        "Each of {n} different guests is assigned to one of {k} numbered rooms. How many assignments give "
        "room 1 exactly {r} of the guests and leave exactly {e} of the rooms empty? {form}",
        "Count the functions from a set with {n} elements to {{1, 2, ..., {k}}} that take the value 1 exactly "
        "{times} and miss exactly {e} of the {k} values. {form}",
    ),
    "subset": (
        "How many subsets of {{1, 2, ..., {n}}} have exactly {k} elements, {rule}, and any two of their "
        "elements differ by at least {g}? {form}",
        "Of {n} parking spaces in a row, numbered 1 to {n}, exactly {k} are marked, so that the numbers of "
        "any two marked spaces differ by at least {g}, and {spaces}. In how many ways can the set of marked "
        "spaces be chosen? {form}",
        "Count the ways to pick {k} different days out of the days 1 to {n} such that any two picked days are "
        "at least {g} apart (their numbers differ by {g} or more) and {days}. The order of picking does not "
        "matter. {form}",
    ),
    "multiples": (
        "How many of the integers from {low} to {high}, both included, are divisible by {which} of {numbers}? "
        "{form}",
        "Tickets are numbered from {low} to {high}. Count the tickets whose number is a multiple of {which} "
        "of the numbers {numbers}. Both ends of the range count. {form}",
        "Let n run through the integers with {low} <= n <= {high}. For how many n is n divisible by {which} "
        "of {numbers}? {form}",
    ),
    "hats": (
        "{n} people, numbered 1 to {n}, each put a hat in a box and later draw one hat each, so that "
        "everybody has one. In how many of the possible outcomes {do} exactly {k} of the people 1 to {m} get "
        "their own hat? The other people, if there are any, may get any hat. {form}",
        "How many permutations of 1, 2, ..., {n} leave exactly {k} of the numbers 1, ..., {m} at their own "
        "place (number i at place i)? Nothing is demanded of any other number. {form}",
        "{n} different letters belong in {n} different envelopes, and one letter is put into each. Of the "
        "first {m} letters, exactly {k} {are} in the right envelope; it does not matter where the others are. "
        "In how many ways can that happen? {form}",
    ),
}
_NAMES = ("Ann", "Ben", "Cara", "Dan", "Eva", "Finn")
_GROUPS = (
    *(
        "chemist",
        "pianist",
        "lawyer",
        "baker",
        "dancer",
        "farmer",
        "nurse",
        "painter",
        "pilot",
        "singer",
        "sailor",
    ),
    *("teacher", "tailor", "writer"),
)


def menu(rng: random.Random, *, size: int) -> Question:
    """The rules of sum and product."""
    a, b, c, d = (rng.randint(2, 8 + 3 * size) for _ in range(4))
    value = (a + b) * c * (d + 1)
    fields = {
        "a": counted(a, "soup"),
        "b": counted(b, "salad"),
        "c": counted(c, "main course"),
        "d": counted(d, "dessert"),
    }
    lines = [
        f"starters: {a} + {b} = {a + b}",
        f"desserts or none: {d} + 1 = {d + 1}",
        f"starters and mains: {a + b} * {c} = {(a + b) * c}",
        f"meals: {(a + b) * c} * {d + 1} = {value}",
    ]
    return integer_value(fields, {"counts": [a, b, c, d]}, value, lines, [*sorted((a, b)), c, d])


def committee(rng: random.Random, *, size: int) -> Question:
    """People from two or three groups, with at least, at most or exactly so many from some of them."""
    names = rng.sample(_GROUPS, 2 if size < 4 else 3)
    for _ in attempts():
        counts = [rng.randint(3, 5 + size) for _ in names]
        k = rng.randint(3, 3 + size)
        bounds = []
        for count in counts[: 1 + (size > 2)]:
            low, high = sorted((rng.randint(0, min(k, count)), rng.randint(1, min(k, count))))
            shape = rng.randrange(3)
            bounds.append([low if shape != 1 else 0, high if shape != 2 else min(k, count)])
        if all(b != [0, min(k, c)] and b[0] < b[1] + 1 for b, c in zip(bounds, counts, strict=False)):
            pairs = _splits(counts, k, bounds)
            if 1 < len(pairs) <= 8 + 2 * size:
                break
            if size == 1 and len(pairs) == 1:
                break
    lines, parts = [], []
    for split in pairs:
        factors = [f"C({n}, {j})" for n, j in zip(counts, split, strict=True)]
        ways = prod(comb(n, j) for n, j in zip(counts, split, strict=True))
        lines.append(
            f"{listed([counted(j, name) for j, name in zip(split, names, strict=True)])}: {times(factors)} = {ways}"
        )
        parts.append(ways)
    if len(parts) > 1:
        lines.append(f"together: {summed(parts)} = {sum(parts)}")
    rules = [
        _bound(low, high, min(k, n), name) for (low, high), n, name in zip(bounds, counts, names, strict=False)
    ]
    return integer_value(
        {
            "k": k,
            "groups": listed([counted(n, name) for n, name in zip(counts, names, strict=True)]),
            "rules": listed(rules),
        },
        {"counts": counts, "k": k, "bounds": bounds},
        sum(parts),
        lines,
    )


def _splits(counts: list[int], k: int, bounds: list[list[int]]) -> list[list[int]]:
    """How many from each group, for all committees that keep the bounds."""
    found: list[list[int]] = [[]]
    for at, n in enumerate(counts):
        low, high = bounds[at] if at < len(bounds) else (0, k)
        found = [[*split, j] for split in found for j in range(low, min(high, n, k - sum(split)) + 1)]
    return [split for split in found if sum(split) == k]


def _bound(low: int, high: int, most: int, noun: str) -> str:
    if low == high:
        return f"exactly {counted(low, noun)}" if low else f"no {noun}s"
    if low == 0:
        return f"at most {counted(high, noun)}"
    if high == most:
        return f"at least {counted(low, noun)}"
    return f"at least {low} and at most {counted(high, noun)}"


def share(rng: random.Random, *, size: int) -> Question:
    """Identical things for different people, with least and greatest shares: stars, bars and exclusion."""
    people = rng.randint(3, min(3 + size // 2, len(_NAMES)))
    names = list(_NAMES[:people])
    for _ in attempts():
        n = rng.randint(6 + size, 12 + 2 * size)
        low = [rng.choice((0, 0, 1, 2, 3)) for _ in names]
        high = [None if rng.random() < 0.5 else low_ + rng.randint(2, 3 + size // 2) for low_ in low]
        capped = [h - lo + 1 for h, lo in zip(high, low, strict=True) if h is not None]
        left = n - sum(low)
        if left >= 3 and (any(low) or capped) and len(capped) <= 2 + size // 3:
            chosen = [s for i in range(len(capped) + 1) for s in combinations(capped, i) if sum(s) <= left]
            value = sum((-1) ** len(s) * comb(left - sum(s) + people - 1, people - 1) for s in chosen)
            if value > 2:
                break
    lines = [f"left after the least shares: {n} - {sum(low)} = {left}"] if any(low) else []
    terms = []
    for s in chosen:
        rest = left - sum(s)
        ways = comb(rest + people - 1, people - 1)
        label = f"{'minus' if len(s) % 2 else 'plus'}, with {listed(s)} too many" if s else "all shares"
        lines.append(f"{label}: C({rest} + {people - 1}, {people - 1}) = {ways}")
        terms.append(-ways if len(s) % 2 else ways)
    if len(terms) > 1:
        lines.append(f"together: {summed(terms).replace('+ -', '- ')} = {value}")
    rules = []
    for name, lo, h in zip(names, low, high, strict=True):
        if lo and h is not None:
            rules.append(f"{name} gets at least {lo} and at most {h}")
        elif lo or h is not None:
            rules.append(f"{name} gets at least {lo}" if lo else f"{name} gets at most {h}")
    return integer_value(
        {"n": n, "names": listed(names), "rules": listed(rules)},
        {"n": n, "low": low, "high": high},
        value,
        lines,
        [n, sorted([lo, -1 if h is None else h] for lo, h in zip(low, high, strict=True))],
    )


def onto(rng: random.Random, *, size: int) -> Question | None:
    """Different things into different boxes, so many boxes empty, so many things in the first box."""
    k = rng.randint(3, 4 + size // 2)
    n = rng.randint(k + 1, k + 3 + size)
    e = rng.randint(0, k - 2)
    r = rng.randint(1, n - 1)
    used = k - 1 - e
    if not 1 <= used <= n - r:
        return None
    rest = n - r
    parts = [(-1) ** i * comb(used, i) * (used - i) ** rest for i in range(used)]
    maps = sum(parts)
    text = " ".join(
        f"{'-' if i % 2 else '+'} C({used}, {i})*{used - i}^{rest}" for i in range(used)
    ).removeprefix("+ ")
    value = comb(n, r) * comb(k - 1, used) * maps
    lines = [
        f"which go into the first: C({n}, {r}) = {comb(n, r)}",
        f"which {used} of the other {k - 1} are used: C({k - 1}, {used}) = {comb(k - 1, used)}",
        f"the other {rest} onto these {used}: {text} = {maps}",
        f"together: {comb(n, r)} * {comb(k - 1, used)} * {maps} = {value}",
    ]
    once = {1: "once", 2: "twice"}.get(r, f"{r} times")
    return integer_value(
        {"n": n, "k": k, "e": e, "r": r, "times": once}, {"n": n, "k": k, "e": e, "r": r}, value, lines
    )


def subset(rng: random.Random, *, size: int) -> Question | None:
    """Subsets of 1..n with gaps, that hold or do not hold a given number."""
    n, k = rng.randint(8 + size, 12 + 2 * size), rng.randint(2 + size // 4, 3 + size // 2)
    g = rng.randint(2, 2 + size // 2)
    fixed, held = rng.randint(2, n - 1), rng.random() < 0.5
    left, right = max(fixed - g, 0), max(n - fixed - g + 1, 0)
    parts = [[i, _gapped(left, i, g), _gapped(right, k - 1 - i, g)] for i in range(k)]
    within, every = sum(a * b for _, a, b in parts), _gapped(n, k, g)
    value = within if held else every - within
    if not within or value <= 2:
        return None
    lines = [f"j elements out of t with gaps of {g}: C(t - {g - 1}*(j - 1), j)"]
    for i, a, b in parts:
        if a * b:
            lines.append(f"{i} of the first {left}, {k - 1 - i} of the last {right}: {a} * {b} = {a * b}")
    lines.append(f"with {fixed}: {summed([a * b for _, a, b in parts if a * b])} = {within}")
    if not held:
        lines.append(f"all: C({n} - {g - 1}*{k - 1}, {k}) = {every}")
        lines.append(f"without {fixed}: {every} - {within} = {value}")
    return integer_value(
        {
            "n": n,
            "k": k,
            "g": g,
            "rule": f"contain {fixed}" if held else f"do not contain {fixed}",
            "spaces": f"space {fixed} is {'' if held else 'not '}marked",
            "days": f"day {fixed} is {'' if held else 'not '}among them",
        },
        {"n": n, "k": k, "g": g, "fixed": fixed, "held": held},
        value,
        lines,
        [n, k, g, min(fixed, n + 1 - fixed), held],
    )


def _gapped(t: int, j: int, g: int) -> int:
    """Subsets of 1..t with j elements, any two at least g apart."""
    if j == 0:
        return 1
    free = t - (g - 1) * (j - 1)
    return comb(free, j) if free > 0 else 0


def multiples(rng: random.Random, *, size: int) -> Question:
    """Multiples of at least one, none or exactly one of some numbers in a range."""
    count = 2 if size < 4 else 3
    low = 1 if size < 3 else rng.randint(2, 50 * size)
    high = low + rng.randint(20 * size, 60 * size * size)
    for _ in attempts():
        numbers = sorted(rng.sample(range(2, 9 + 2 * size), count))
        if all(b % a for a, b in combinations(numbers, 2)):
            break
    which = rng.choice(("at least one", "none", "exactly one"))
    parts: list[int] = []
    lines = []
    for i in range(1, count + 1):
        for chosen in combinations(numbers, i):
            step = lcm(*chosen)
            inside = high // step - (low - 1) // step
            parts.append(inside)
            label = f"multiples of {listed(chosen)}" + (f", so of {step}" if i > 1 else "")
            lines.append(f"{label}: {high // step} - {(low - 1) // step} = {inside}")
    double, triple = (2, 3) if which == "exactly one" else (1, 1)
    singles, pairs = parts[:count], parts[count : count + comb(count, 2)]
    value = sum(singles) - double * sum(pairs) + triple * sum(parts[count + len(pairs) :])
    text = f"{summed(singles)} - {double}*({summed(pairs)})" + (f" + {triple}*{parts[-1]}" if count > 2 else "")
    lines.append(f"{'exactly' if double == 2 else 'at least'} one: {text} = {value}")
    if which == "none":
        lines.append(f"none: {high - low + 1} - {value} = {high - low + 1 - value}")
        value = high - low + 1 - value
    return integer_value(
        {"low": low, "high": high, "which": which, "numbers": listed(numbers)},
        {"low": low, "high": high, "which": which, "numbers": numbers},
        value,
        lines,
    )


def hats(rng: random.Random, *, size: int) -> Question:
    """Permutations with so many fixed points among the first m."""
    n = rng.randint(4 + size // 2, 6 + size)
    m = rng.randint(2, n)
    k = rng.randint(0, min(m - 1, 3) if m < n else min(m - 2, 3))
    free = m - k
    terms = [(-1) ** i * comb(free, i) * factorial(n - k - i) for i in range(free + 1)]
    text = " ".join(
        f"{'-' if i % 2 else '+'} C({free}, {i})*{n - k - i}!" for i in range(free + 1)
    ).removeprefix("+ ")
    inner = sum(terms)
    value = comb(m, k) * inner
    lines = [
        f"which {k} are right: C({m}, {k}) = {comb(m, k)}",
        f"none of the other {free} of the first {m} right: {text} = {inner}",
        f"together: {comb(m, k)} * {inner} = {value}",
    ]
    words = {"do": "does" if k == 1 else "do", "are": "is" if k == 1 else "are"}
    return integer_value({"n": n, "m": m, "k": k, **words}, {"n": n, "m": m, "k": k}, value, lines)


MAKERS: dict[str, Maker] = {
    "menu": menu,
    "committee": committee,
    "share": share,
    "onto": onto,
    "subset": subset,
    "multiples": multiples,
    "hats": hats,
}

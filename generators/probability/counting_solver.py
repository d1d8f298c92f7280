"""Counting again: for each kind of counting question a brute force or a dynamic program without its formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import permutations, product
from typing import Any

from ..solving import confirming

Problem = Mapping[str, Any]


def _pascal(n: int) -> list[int]:
    row = [1]
    for _ in range(n):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    return row


def _strings_of(counts: list[int], fits: Callable[[int, int], bool]) -> int:
    """Rows made of so many things of each type, with a condition on neighbours (the first has -1 before it)."""

    @cache
    def go(left: tuple[int, ...], last: int) -> int:
        if not any(left):
            return 1
        return sum(go((*left[:i], c - 1, *left[i + 1 :]), i) for i, c in enumerate(left) if c and fits(last, i))

    return go(tuple(counts), -1)


def _words(letters: str) -> int:
    """Arrangements of letters: one letter after the other takes its places."""
    done, ways = 0, 1
    for count in Counter(letters).values():
        done += count
        ways *= _pascal(done)[count]
    return ways


def _anagrams(problem: Problem) -> int:
    return _words(problem["word"])


def _apart(problem: Problem) -> int:
    """Rows of the letter and blanks, place by place; then the blanks are filled."""
    others = problem["word"].replace(problem["letter"], "")
    alone = len(problem["word"]) - len(others)
    return _strings_of([alone, len(others)], lambda last, new: last != 0 or new != 0) * _words(others)


def _block(problem: Problem) -> int:
    """Rows of vowels and consonants as types, place by place, with at most two changes; then they are filled."""
    vowels = "".join(letter for letter in problem["word"] if letter in "AEIOU")
    consonants = "".join(letter for letter in problem["word"] if letter not in "AEIOU")

    @cache
    def go(left: int, others: int, stage: int) -> int:
        if left == others == 0:
            return 1
        ways = 0
        if left and stage < 2:
            ways += go(left - 1, others, 1)
        if others:
            ways += go(left, others - 1, 2 if stage else 0)
        return ways

    return go(len(vowels), len(consonants), 0) * _words(vowels) * _words(consonants)


def _seated(problem: Problem) -> int:
    """Seat by seat; the state is how many of each group are seated, and the group seated last."""
    groups = [*problem["groups"], ["free", problem["others"]]]
    if problem["ring"]:
        groups[-1] = ["free", problem["others"] - 1]  # one of the others marks where the ring is cut
    sizes = [count for _, count in groups]

    @cache
    def go(left: tuple[int, ...], last: int) -> int:
        if not any(left):
            return 1
        ways = 0
        broken = last >= 0 and groups[last][0] == "together" and left[last]
        for i, c in enumerate(left):
            rule = groups[i][0]
            if c == 0 or (broken and i != last) or (rule == "apart" and i == last):
                continue
            if rule == "together" and c < sizes[i] and i != last:
                continue
            ways += (1 if rule == "order" else c) * go((*left[:i], c - 1, *left[i + 1 :]), i)
        return ways

    return go(tuple(sizes), -1)


def _numerals(problem: Problem) -> int:
    return sum(p[0] != "0" and p[-1] in problem["last"] for p in permutations(problem["digits"], problem["k"]))


def _strings(problem: Problem) -> int:
    """Strings without the pattern by its correlation with itself: a recurrence in the length alone."""
    n, q, pattern = problem["n"], len(problem["letters"]), problem["pattern"]
    m = len(pattern)
    overlap = [int(pattern[i:] == pattern[: m - i]) for i in range(m)]
    free, first = [], []  # strings without the pattern; strings whose only occurrence is at the end
    for length in range(n + 1):
        if length < m:
            free.append(q**length)
            first.append(0)
            continue
        # A string without it, then the pattern: its first occurrence ends after m - i letters for an overlap i.
        first.append(free[length - m] - sum(overlap[i] * first[length - i] for i in range(1, m)))
        free.append(q * free[-1] - first[-1])
    return int(free[n] if problem["avoid"] else q**n - free[n])


def _menu(problem: Problem) -> int:
    soups, salads, mains, desserts = problem["counts"]
    return sum(desserts + 1 for _ in range(soups + salads) for _ in range(mains))


def _committee(problem: Problem) -> int:
    counts, k = problem["counts"], problem["k"]
    ways = {0: 1}
    for at, n in enumerate(counts):
        low, high = problem["bounds"][at] if at < len(problem["bounds"]) else (0, k)
        inside = {0: 1}
        for _ in range(n):  # person by person
            inside = {j: inside.get(j, 0) + inside.get(j - 1, 0) for j in range(len(inside) + 1)}
        new: dict[int, int] = {}
        for total, w in ways.items():
            for j in range(low, min(high, n) + 1):
                new[total + j] = new.get(total + j, 0) + w * inside[j]
        ways = new
    return ways.get(k, 0)


def _share(problem: Problem) -> int:
    n = problem["n"]
    ways = [1] + [0] * n
    for low, high in zip(problem["low"], problem["high"], strict=True):
        high = n if high is None else high
        ways = [sum(ways[s - j] for j in range(low, min(high, s) + 1)) for s in range(n + 1)]
    return ways[n]


def _onto(problem: Problem) -> int:
    """Thing by thing: how many are in the first box, and how many other boxes are used."""
    states = {(0, 0): 1}
    for _ in range(problem["n"]):
        new: dict[tuple[int, int], int] = {}
        for (first, used), ways in states.items():
            moves = (
                ((first + 1, used), 1),
                ((first, used), used),
                ((first, used + 1), problem["k"] - 1 - used),
            )
            for state, w in moves:
                new[state] = new.get(state, 0) + ways * w
        states = new
    empty = problem["e"]
    return states.get((problem["r"], problem["k"] - 1 - empty), 0)


def _subset(problem: Problem) -> int:
    n, k, g, fixed, held = (problem[name] for name in ("n", "k", "g", "fixed", "held"))
    # Number by number: ways[j] is a list by the distance since the last one taken, at most g.
    ways = {(0, g): 1}
    for number in range(1, n + 1):
        new: dict[tuple[int, int], int] = {}
        for (taken, since), w in ways.items():
            if number != fixed or not held:
                state = (taken, min(since + 1, g))
                new[state] = new.get(state, 0) + w
            if since >= g and taken < k and (number != fixed or held):
                new[taken + 1, 1] = new.get((taken + 1, 1), 0) + w
        ways = new
    return sum(w for (taken, _), w in ways.items() if taken == k)


def _multiples(problem: Problem) -> int:
    numbers, which = problem["numbers"], problem["which"]
    hits = [sum(n % d == 0 for d in numbers) for n in range(problem["low"], problem["high"] + 1)]
    if which == "none":
        return hits.count(0)
    return hits.count(1) if which == "exactly one" else len(hits) - hits.count(0)


def _hats(problem: Problem) -> int:
    """Rook polynomial by recurrence: permutations of n that avoid their own place on m of the n."""

    @cache
    def avoid(n: int, m: int) -> int:
        if m == 0:
            return n * avoid(n - 1, 0) if n else 1
        return avoid(n, m - 1) - avoid(n - 1, m - 1)

    n, m, k = problem["n"], problem["m"], problem["k"]
    return _pascal(m)[k] * avoid(n - k, m - k)


def _paths(problem: Problem) -> int:
    blocked = {tuple(point) for point in problem["blocked"]}
    via, slack = problem["via"], problem["slack"]
    ways: dict[tuple[int, int], int] = {}
    for x, y in product(range(problem["a"] + 1), range(problem["b"] + 1)):
        count = 1 if x == y == 0 else ways.get((x - 1, y), 0) + ways.get((x, y - 1), 0)
        off = via is not None and (x > via[0]) != (y > via[1]) and (x < via[0] or y < via[1])
        ways[x, y] = 0 if (x, y) in blocked or off or (slack is not None and y > x + slack) else count
    return ways[problem["a"], problem["b"]]


def _colour(problem: Problem) -> int:
    """Partitions of the vertices into independent sets, each with different colours."""
    vertices, q = problem["vertices"], problem["q"]
    near: dict[str, set[str]] = {v: set() for v in vertices}
    for u, v in problem["edges"]:
        near[u].add(v)
        near[v].add(u)

    def go(at: int, classes: list[set[str]], ways: int) -> int:
        if at == len(vertices):
            return ways
        v = vertices[at]
        total = 0
        for members in classes:
            if not members & near[v]:
                members.add(v)
                total += go(at + 1, classes, ways)
                members.remove(v)
        if len(classes) < q:
            total += go(at + 1, [*classes, {v}], ways * (q - len(classes)))
        return total

    return go(0, [], 1)


def _parts(problem: Problem) -> int:
    """Largest part first."""

    @cache
    def go(n: int, k: int, m: int) -> int:
        if k == 0:
            return int(n == 0)
        return sum(go(n - part, k - 1, part) for part in range(1, min(m, n - k + 1) + 1))

    return go(problem["n"], problem["k"], problem["m"])


def _change(problem: Problem) -> int:
    """How often the largest coin is used, then the others."""

    @cache
    def go(n: int, at: int) -> int:
        if at == 0:
            return int(n % problem["coins"][0] == 0)
        return sum(go(n - paid, at - 1) for paid in range(0, n + 1, problem["coins"][at]))

    return go(problem["n"], len(problem["coins"]) - 1)


def _necklace(problem: Problem) -> int:
    """Classes under rotation by their period; with reflections, half of them and of their mirror images."""
    counts = problem["counts"]
    n = sum(counts)
    classes: dict[int, int] = {}  # by how often the period fits: those with exactly that period
    for d in sorted((d for d in range(1, n + 1) if all(c % d == 0 for c in counts)), reverse=True):
        strings, done = 1, 0
        for c in counts:
            done += c // d
            strings *= _pascal(done)[c // d]
        strings -= sum(found * (n // e) for e, found in classes.items() if e % d == 0)
        classes[d] = strings // (n // d)
    turned = sum(classes.values())
    return (turned + _mirrored(counts, n)) // 2 if problem["flips"] else turned


def _mirrored(counts: list[int], n: int) -> int:
    """The mean number of strings that a reflection leaves as they are: cycle by cycle of each reflection."""
    fixed: dict[int, int] = {}  # by how many positions the reflection fixes
    total = 0
    for r in range(n):  # position i goes to r - i
        singles = sum((2 * i - r) % n == 0 for i in range(n))
        if singles not in fixed:
            ways = {(0,) * len(counts): 1}
            for weight in [1] * singles + [2] * ((n - singles) // 2):
                new: dict[tuple[int, ...], int] = {}
                for used, w in ways.items():
                    for i, c in enumerate(counts):
                        if used[i] + weight <= c:
                            state = (*used[:i], used[i] + weight, *used[i + 1 :])
                            new[state] = new.get(state, 0) + w
                ways = new
            fixed[singles] = ways.get(tuple(counts), 0)
        total += fixed[singles]
    return total // n


_COUNTERS: dict[str, Callable[[Problem], int]] = {
    "anagrams": _anagrams,
    "apart": _apart,
    "block": _block,
    "row": _seated,
    "circle": _seated,
    "numerals": _numerals,
    "strings": _strings,
    "menu": _menu,
    "committee": _committee,
    "share": _share,
    "onto": _onto,
    "subset": _subset,
    "multiples": _multiples,
    "hats": _hats,
    "paths": _paths,
    "colour": _colour,
    "parts": _parts,
    "change": _change,
    "necklace": _necklace,
}


def solve(problem: Problem) -> int:
    """The value."""
    return _COUNTERS[problem["kind"]](problem)


confirms = confirming(solve)

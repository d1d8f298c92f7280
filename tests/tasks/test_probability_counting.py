"""Counting: every kind against a plain enumeration of the objects that its text describes, and its symmetries."""

from __future__ import annotations

import random
import re
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.probability.counting import QUESTIONS, accepts, generate
from rlvr.generators.probability.counting_check import COUNTERS

SPEC = rlvr.get("counting")
SEEDS = st.integers(0, 10**9)
MOST = 40_000


class TooLargeError(Exception):
    """The problem has too many objects to look at each of them."""


def small(fits):
    if not fits:
        raise TooLargeError


def words(p):
    small(len(p["word"]) <= 8)
    found = {"".join(letters) for letters in permutations(p["word"])}
    if p["kind"] == "apart":
        return sum(p["letter"] * 2 not in word for word in found)
    if p["kind"] == "block":
        return sum(len(re.findall("[AEIOU]+", word)) == 1 for word in found)
    return len(found)


def seats(p):
    people = [(i, j) for i, (_, size) in enumerate(p["groups"]) for j in range(size)]
    people += [(99, j) for j in range(p["others"])]
    n = len(people)
    small(n <= 8)
    first = [people[-1]] if p["ring"] else []
    found = 0
    for rest in permutations(people[: n - len(first)]):
        row = [*first, *rest]
        pairs = list(zip(row, row[1:] + row[:1] if p["ring"] else row[1:], strict=False))
        good = True
        for i, (rule, size) in enumerate(p["groups"]):
            beside = sum(a[0] == b[0] == i for a, b in pairs)
            order = [person[1] for person in row if person[0] == i]
            wanted = {"together": beside == size - 1, "apart": beside == 0, "order": order == sorted(order)}
            good = good and wanted[rule]
        found += good
    return found


def numerals(p):
    low = 10 ** (p["k"] - 1)
    small(p["k"] <= 4)
    texts = (str(n) for n in range(low, 10 * low))
    return sum(set(t) <= set(p["digits"]) and len(set(t)) == len(t) and t[-1] in p["last"] for t in texts)


def strings(p):
    small(len(p["letters"]) ** p["n"] <= MOST)
    every = ("".join(letters) for letters in product(p["letters"], repeat=p["n"]))
    return sum((p["pattern"] in text) != p["avoid"] for text in every)


def menu(p):
    soups, salads, mains, desserts = p["counts"]
    starters = [("soup", i) for i in range(soups)] + [("salad", i) for i in range(salads)]
    return len(list(product(starters, range(mains), [None, *range(desserts)])))


def committee(p):
    people = [group for group, count in enumerate(p["counts"]) for _ in range(count)]
    found = 0
    for chosen in combinations(people, p["k"]):
        found += all(low <= chosen.count(i) <= high for i, (low, high) in enumerate(p["bounds"]))
    return found


def share(p):
    small((p["n"] + 1) ** (len(p["low"]) - 1) <= MOST)
    found = 0
    for most in product(range(p["n"] + 1), repeat=len(p["low"]) - 1):
        shares = [*most, p["n"] - sum(most)]
        limits = zip(shares, p["low"], p["high"], strict=True)
        found += all(x >= low and (high is None or x <= high) for x, low, high in limits)
    return found


def onto(p):
    small(p["k"] ** p["n"] <= MOST)
    every = product(range(p["k"]), repeat=p["n"])
    return sum(f.count(0) == p["r"] and p["k"] - len(set(f)) == p["e"] for f in every)


def subset(p):
    every = combinations(range(1, p["n"] + 1), p["k"])
    return sum(
        (p["fixed"] in s) == p["held"] and all(b - a >= p["g"] for a, b in combinations(s, 2)) for s in every
    )


def multiples(p):
    found = 0
    for n in range(p["low"], p["high"] + 1):
        hits = len([d for d in p["numbers"] if n % d == 0])
        found += {"at least one": hits >= 1, "none": hits == 0, "exactly one": hits == 1}[p["which"]]
    return found


def hats(p):
    small(p["n"] <= 7)
    return sum(sum(order[i] == i for i in range(p["m"])) == p["k"] for order in permutations(range(p["n"])))


def paths(p):
    a, b = p["a"], p["b"]
    blocked = [tuple(point) for point in p["blocked"]]
    found = 0
    for ups in combinations(range(a + b), b):
        x = y = 0
        points = [(0, 0)]
        for step in range(a + b):
            x, y = (x, y + 1) if step in ups else (x + 1, y)
            points.append((x, y))
        good = not set(blocked) & set(points) and (p["via"] is None or tuple(p["via"]) in points)
        found += good and (p["slack"] is None or all(y <= x + p["slack"] for x, y in points))
    return found


def colour(p):
    small(p["q"] ** len(p["vertices"]) <= MOST)
    found = 0
    for colours in product(range(p["q"]), repeat=len(p["vertices"])):
        of = dict(zip(p["vertices"], colours, strict=True))
        found += all(of[u] != of[v] for u, v in p["edges"])
    return found


def parts(p):
    small(p["k"] <= 4)
    return sum(sum(s) == p["n"] for s in combinations_with_replacement(range(1, p["m"] + 1), p["k"]))


def change(p):
    ranges = [range(p["n"] // coin + 1) for coin in p["coins"]]
    return sum(sum(a * c for a, c in zip(used, p["coins"], strict=True)) == p["n"] for used in product(*ranges))


def necklace(p):
    beads = "".join(chr(65 + i) * count for i, count in enumerate(p["counts"]))
    small(len(beads) <= 8)
    classes = set()
    for order in set(permutations(beads)):
        turned = [order[i:] + order[:i] for i in range(len(order))]
        classes.add(min(turned + ([t[::-1] for t in turned] if p["flips"] else [])))
    return len(classes)


BRUTE = {"row": seats, "circle": seats, "anagrams": words, "apart": words, "block": words} | {
    f.__name__: f
    for f in (
        *(
            numerals,
            strings,
            menu,
            committee,
            share,
            onto,
            subset,
            multiples,
            hats,
            paths,
            colour,
            parts,
            change,
        ),
        necklace,
    )
}


def test_there_is_a_brute_force_for_every_kind():
    assert set(BRUTE) == set(QUESTIONS) == set(COUNTERS)


@pytest.mark.parametrize("kind", sorted(QUESTIONS))
def test_the_count_is_that_of_the_objects_themselves(kind):
    compared = 0
    for seed in range(400):
        draft = generate(random.Random(f"{kind}{seed}"), kinds=kind, size=1 + seed % 3)
        problem = draft.payload["problem"]
        try:
            count = BRUTE[kind](problem)
        except TooLargeError:
            continue
        assert int(draft.answer) == count
        assert COUNTERS[kind](problem) == count
        compared += 1
        if compared == (
            6 if kind in {"row", "circle", "necklace", "numerals", "anagrams", "apart", "block"} else 20
        ):
            break
    assert compared > 3


@settings(max_examples=80)
@given(st.integers(1, 7), SEEDS)
def test_the_text_says_what_the_facts_say(level, seed):
    task = SPEC.task(level, seed)
    problem, numbers = task.payload["problem"], set(re.findall(r"[0-9]+", task.prompt))
    for name in ("n", "k", "g", "q", "a", "b", "m", "low", "high"):
        for value in [problem[name]] if isinstance(problem.get(name), int) else []:
            assert str(value) in numbers or (name == "m" and problem["kind"] == "hats")
    if "word" in problem:
        assert problem["word"] in task.prompt
    for group in problem.get("groups", []):
        assert group[0] == "order" or f"{group[1]} from" in task.prompt
    for value in [*problem.get("coins", []), *problem.get("numbers", []), *problem.get("counts", [])]:
        assert str(value) in numbers
    for edge in problem.get("edges", []):
        assert re.search(rf"\b{edge}\b", task.prompt)
    if problem["kind"] == "share":
        assert task.prompt.count("at least") == sum(low > 0 for low in problem["low"])
        assert task.prompt.count("at most") == sum(high is not None for high in problem["high"])


@given(SEEDS)
def test_letters_in_another_order_are_the_same_problem(seed):
    first, second = (generate(random.Random(seed), kinds="anagrams", size=2) for _ in range(2))
    assert first.canonical == second.canonical
    word = first.payload["problem"]["word"]
    assert first.canonical == ["anagrams", sorted(word)]
    other = generate(random.Random(seed + 1), kinds="anagrams", size=2)
    same = sorted(other.payload["problem"]["word"]) == sorted(word)
    assert (other.canonical == first.canonical) == same


@given(SEEDS)
def test_a_mirrored_picture_of_paths_is_the_same_problem(seed):
    draft = generate(random.Random(seed), kinds="paths", size=3)
    problem = draft.payload["problem"]
    assume(problem["slack"] is None)
    ((a, b), _via, *blocked) = draft.canonical[1]
    assert sorted((a, b)) == sorted((problem["a"], problem["b"]))
    swapped = (problem["a"], problem["b"]) != (a, b)
    assert sorted(p[::-1] if swapped else p for p in problem["blocked"]) in (
        blocked,
        sorted(p[::-1] for p in blocked),
    )
    assert accepts({"problem": _mirrored(problem)}, draft.answer)


def _mirrored(problem):
    return problem | {
        "a": problem["b"],
        "b": problem["a"],
        "blocked": [p[::-1] for p in problem["blocked"]],
        "via": problem["via"] and problem["via"][::-1],
    }


@given(SEEDS)
def test_subsets_read_from_the_right_are_the_same_problem(seed):
    draft = generate(random.Random(seed), kinds="subset", size=3)
    problem = draft.payload["problem"]
    mirrored = problem | {"fixed": problem["n"] + 1 - problem["fixed"]}
    assert accepts({"problem": mirrored}, draft.answer)
    assert draft.canonical[1][3] == min(problem["fixed"], mirrored["fixed"])

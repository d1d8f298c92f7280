"""Algorithm templates, second part: references against brute force, inputs against the bounds that statements name."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random

import pytest

from rlvr.generators.code.algorithms import (
    arrangements,
    bits,
    geometry,
    greedy,
    notation,
    numbers,
    parsing,
    points,
    queues,
    recursion,
    shares,
    simulation,
    structures,
    terms,
    texts,
)
from rlvr.generators.code.execute import copied, equal, run_calls
from rlvr.payloads.recipes import argument

MODULES = (
    *(arrangements, bits, geometry, greedy, notation, numbers, parsing, points, queues, recursion),
    *(shares, simulation, structures, terms, texts),
)
TEMPLATES = {template.__name__: template for module in MODULES for _, template in module.TEMPLATES}
LEVELS = range(1, 8)
FAR = 4  # the first level with large bounds


def problem_of(name, level, seed):
    return TEMPLATES[name](Random(f"{name} {level} {seed}"), level)


def depth(part):
    return 1 + max(map(depth, part), default=0) if isinstance(part, list) else 0


def flat(part):
    return [x for inner in part for x in flat(inner)] if isinstance(part, list) else [part]


def values(level, least, small, large):
    """A check of the first argument: its length and its largest number."""
    (a, b), (c, d) = small, large
    most, highest = (a, b) if level < FAR else (c, d)
    return lambda items, *_: [
        (len(items), most),
        (max(items, default=0), highest),
        (least, min(items, default=least)),
    ]


def span(level, small, large):
    highest = small if level < FAR else large
    return lambda low, high: [(0, low), (low, high), (high, highest)]


def tree_size(tree):
    inner = tree[1:] if isinstance(tree, list) else tree["children"]
    return 1 + sum(map(tree_size, inner))


def tree_levels(tree):
    inner = tree[1:] if isinstance(tree, list) else tree["children"]
    return 1 + max(map(tree_levels, inner), default=0)


def bracket_depth(text):
    depths = [0]
    for sign in text:
        depths.append(depths[-1] + (1 if sign in "([{<" else -1))
    return max(depths)


def corners_of(problem, listed):
    if problem.parameters[0][0] == "corners":
        return listed
    corners = [[0, 0]]
    for right, up in listed:
        corners.append([corners[-1][0] + right, corners[-1][1] + up])
    assert corners.pop() == [0, 0]
    return corners


def bounds(name, level, problem, args):
    """Pairs (value, bound): no value may be above its bound; bounds above 9 must be named in the statement."""
    far = level >= FAR
    a = args[0]
    match name:
        case "odd_calculator":
            return [(max(numbers_in(a)), 99), (len(numbers_in(a)), 60)]
        case "bracket_score":
            deepest = 100 if level < 5 else 1300
            return [(len(a), 2 * deepest + 200), (bracket_depth(a), deepest)]
        case "invented_numerals":
            many = isinstance(a, list)
            return [
                (max(map(len, a), default=0) if many else len(a), 2000),
                (len(a) if many else 0, 50 if many else 2000),
            ]
        case "settings":
            return [(len(a), 200), (max(map(len, a), default=0), 60)]
        case "tidy_path":
            return [(len(a), 3000)]
        case "macro_length":
            return [(len(a), 26), (max(map(len, [*a.values(), args[1]])), 80)]
        case "deadlines":
            most, latest = (20_000, 30_000) if far else (100, 50)
            return [
                (len(a), most),
                *((x, latest) for x, _ in a),
                *((y, 1000) for _, y in a),
                *((1, min(row)) for row in a),
            ]
        case "fuel_ring":
            assert len(a) == len(args[1]) >= 1
            return [(len(a), 20_000 if far else 200), (max(a + args[1]), 1000), (0, min(a + args[1]))]
        case "pairing":
            most, highest = (40_000, 10**9) if far else (100, 1000)
            limit = [(args[1], 2 * highest), (0, args[1])] if len(args) > 1 else []
            return [(len(a), most), (max(a, default=0), highest), (1, min(a, default=1)), *limit]
        case "gift_boxes":
            assert a
            return values(level, 0, (150, 50), (12_000, 1000))(a)
        case "clean_cuts":
            return values(level, 0, (200, 300), (20_000, 100_000))(a)
        case "lucky_divisors":
            return [(1, a), (a, 10**10 if far else 20_000)]
        case "common_runs":
            highest = 10**6 if far else 100
            return [*values(level, 1, (100, 100), (10_000, 10**6))(a), (0, args[1]), (args[1], highest)]
        case "stairs_of_fractions":
            highest = 20_000 if far else 1000
            return [(a, highest), (-highest if level > 2 else 0, a), (1, args[1]), (args[1], highest)]
        case "digit_count":
            return span(level, 5000, 10**17)(*args)
        case "odd_digits":
            kind = problem.facts["kind"]
            return [(abs(a), 10**15 if far else 10**5), *([(0, a)] if kind in ("plain", "no zero") else []),
                    *([(1, a)] if problem.facts["kind"] == "no zero" else [])]  # fmt: skip
        case "far_term":
            return [(0, a), (a, 10**18 if far else 3000)]
        case "fenced_plot":
            corners = corners_of(problem, a)
            most, highest = (2000, 10**6) if far else (40, 60)
            assert len(corners) >= 3
            return [(len(corners), most), (max(abs(x) for corner in corners for x in corner), highest)]
        case "covered_area":
            most, highest = (150, 10**9) if far else (20, 40)
            boxes = [[x, y, x + w, y + h] for x, y, w, h in a] if problem.facts["sized"] else a
            assert all(left < right and low < high for left, low, right, high in boxes)
            return [(len(a), most), (max(flat(boxes), default=0), highest), (0, min(flat(boxes), default=0))]
        case "rubber_band":
            most, highest = (6000, 10**6) if far else (60, 30)
            assert a
            return [(len(a), most), (max(map(abs, flat(a))), highest)]
        case "aligned_pairs":
            most, highest = (15_000, 10_000) if far else (80, 20)
            return [(len(a), most), (max(flat(a), default=0), highest), (0, min(flat(a), default=0)),
                    *((row[2], 9) for row in a if len(row) > 2),
                    *((1, row[2]) for row in a if len(row) > 2)]  # fmt: skip
        case "odd_cache":
            highest = 20_000 if far else 100
            return [*values(level, 1, (150, 100), (40_000, 20_000))(a), (1, args[1]), (args[1], highest)]
        case "merging_groups":
            most, people = (15_000, 20_000) if far else (120, 60)
            events = args[-1]
            assert all(0 <= x < a for event in events for x in event[1:])
            caps = [(1, args[1]), (args[1], people)] if len(args) > 2 else []
            return [(1, a), (a, people), (len(events), most), *caps]
        case "painted_fence":
            most, highest = (12_000, 10**9) if far else (40, 60)
            closed = problem.facts["closed"]
            assert all(0 <= start < end + closed <= a for start, end, _ in args[1])
            return [
                (1, a),
                (a, highest),
                (len(args[1]), most),
                *((row[2], 100) for row in args[1]),
                *((1, row[2]) for row in args[1]),
            ]
        case "waiting_room":
            most, latest = (12_000, 100_000) if far else (60, 200)
            return [(len(a), most), *((x, latest) for row in a for x in row[::2]), *((row[1], 100) for row in a),
                    (0, min(flat(a), default=0))]  # fmt: skip
        case "running_rank":
            return values(level, 0, (80, 100), (20_000, 10**9))(a)
        case "undo_log":
            return [(len(a), 30_000 if far else 100), *((x, 1000) for _, x in a), *((0, x) for _, x in a)]
        case "robot_walk":
            width, height, *walls, commands = args if isinstance(args[-1], str) else args[:-1]
            assert all(
                [x, y] != [0, 0] and 0 <= x < width and 0 <= y < height for x, y in (walls[0] if walls else [])
            )
            rounds = [(args[-1], 10**12 if far else 50), (0, args[-1])] if isinstance(args[-1], int) else []
            return [(1, min(width, height)), (max(width, height), 12), (len(commands), 60), *rounds]
        case "row_of_cells":
            return [(1, len(a)), (len(a), 10 if far else 40), (0, args[1]), (args[1], 10**15 if far else 60)]
        case "picked_nodes":
            numbers_of = numbers_in(a)
            return [(tree_size(a), 90 if far else 60), (tree_levels(a), 40), (max(numbers_of), 50)]
        case "nested_sum":
            return [(depth(a), 30), (len(flat(a)), 400), *((abs(x), 100) for x in flat(a))]
        case "word_at":
            first = problem.facts["first"]
            return [(1, a), (a, 60 if far else 8), (first, args[1]), (args[1], 10**15 if far else 5000)]
        case "arrangement_rank":
            assert set(a) <= set(problem.facts["alphabet"])
            return [(len(a), 300 if far else 9)]
        case "reflected_code":
            longest = 20 if far else 8
            if isinstance(a, str):
                return [(1, len(a)), (len(a), longest)]
            number = args[1] - problem.facts["first"]
            return [(1, a), (a, longest), (0, number), (number + 1, len(problem.facts["letters"]) ** a)]
        case "bits_of_range":
            return span(level, 5000, 10**15)(*args)
        case "all_pairs":
            return values(level, 0, (80, 255), (12_000, 255))(a)
        case "strangers":
            assert all(set(word) <= set(problem.facts["letters"]) for word in a)
            return [
                (len(a), 8000 if far else 40),
                (max(map(len, a), default=0), 10),
                (1, min(map(len, a), default=1)),
            ]
    raise AssertionError(name)


def numbers_in(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return [int(found) for found in re.findall("[0-9]+", text)]


def check_bounds(name, level, problem, args):
    for value, bound in bounds(name, level, problem, args):
        assert value <= bound, (name, problem.facts, args)


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_reference_agrees_with_brute_force(name):
    for level in LEVELS:
        for seed in range(4):
            problem, rng = problem_of(name, level, seed), Random(seed)
            calls = [problem.inputs(rng, size) for size in (0, 0, 0, 0, 1, 1, 2, 2, 3, 3)]
            assert problem.name == name
            assert json.loads(json.dumps(calls)) == calls
            for args, outcome in zip(calls, run_calls(problem.source, problem.entry, calls), strict=True):
                assert len(args) == len(problem.parameters)
                assert outcome.ok, (problem.source, args, outcome.error)
                assert equal(problem.brute(*copied(args)), outcome.value), (problem.facts, args)


@pytest.mark.parametrize("name", TEMPLATES)
def test_inputs_keep_the_bounds_and_results_vary(name):
    for level in LEVELS:
        results = set()
        for seed in range(3):
            problem, rng = problem_of(name, level, seed), Random(seed)
            calls = [problem.inputs(rng, size) for size in (0, 0, 1, 2, 3, 4, 5, 5)]
            for args in calls:
                check_bounds(name, level, problem, args)
            results |= {
                json.dumps(outcome.value)
                for outcome in run_calls(problem.source, problem.entry, calls, fuel=10**6)
            }
        assert len(results) >= 6


@pytest.mark.parametrize("name", TEMPLATES)
def test_large_calls_keep_the_bounds_and_suit_the_reference(name):
    assert not any(problem_of(name, level, 0).large for level in range(1, FAR))
    problem = problem_of(name, 6, 0)
    for call in problem.large:
        args = [argument(value) for value in call]
        check_bounds(name, 6, problem, args)
        (outcome,) = run_calls(problem.source, problem.entry, [args], fuel=600_000)
        assert outcome.ok
        assert len(json.dumps([call, outcome.value])) < 4000


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_statement_names_every_bound(name):
    for level in (1, 3, 5, 7):
        for seed in range(4):
            problem = problem_of(name, level, seed)
            assert "$" not in problem.statement.replace("`$", "")
            assert "  " not in problem.statement
            assert all(f"`{parameter}" in problem.statement for parameter, _ in problem.parameters)
            args = problem.inputs(Random(seed), 4)
            fixed = {bound for value, bound in bounds(name, level, problem, args) if bound > 9 and value > 1}
            if name != "reflected_code":  # there it is a power of the length
                assert fixed - set(numbers_in(args)) <= set(numbers_in(problem.statement))


@pytest.mark.parametrize("name", TEMPLATES)
def test_problems_of_a_template_differ(name):
    for level in LEVELS:
        problems = [problem_of(name, level, seed) for seed in range(25)]
        assert len({json.dumps(problem.facts, sort_keys=True) for problem in problems}) >= 12
        assert len({problem.entry for problem in problems}) >= 3
        assert len({problem.statement for problem in problems}) >= 12
        assert all(f"def {problem.entry}(" in problem.source for problem in problems)


def test_references_get_harder_with_the_level():
    means = [
        sum(problem_of(name, level, seed).cost for name in TEMPLATES for seed in range(5)) for level in LEVELS
    ]
    assert all(a < b * 1.02 for a, b in pairwise(means))
    assert means[-1] > 1.15 * means[0]

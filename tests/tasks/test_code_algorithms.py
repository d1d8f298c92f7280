"""Classic algorithms: references against brute force, large calls against slow programs, mutants, hacks."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

import rlvr
from rlvr.generators.code.algorithms import table
from rlvr.generators.code.classic_algorithms import PUBLIC
from rlvr.generators.code.classic_algorithms_solver import confirms, wanted
from rlvr.generators.code.execute import equal, run_calls
from rlvr.generators.code.mutate import mutants
from rlvr.generators.code.reference import FUEL
from rlvr.payloads import recipes
from rlvr.payloads.recipes import RECIPES, argument, expand, recipe
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("algorithms")
NAMES = (
    "intervals schedules windows stretches dynamic choices sequences segments graphs orders networks strings wordplay "
    "mirrors boards crossings searches thresholds"
).split()
MODULES = [module for module in table.MODULES if module.__name__.rpartition(".")[2] in NAMES]
TEMPLATES = [template for module in MODULES for _, template in module.TEMPLATES]
STEPS = 800_000
"""Loop turns and calls that the reference of a large call may use; a second of Python is several times that."""


def outcome(problem, calls, fuel=FUEL):
    return run_calls(problem.source, problem.entry, calls, fuel=fuel)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.__name__)
def test_the_reference_agrees_with_brute_force(template):
    for seed in range(28):
        problem = template(Random(seed), 1 + seed % 7)
        rng = Random(seed)
        calls = [problem.inputs(rng, size) for size in (0, 1, 2, 3) * 3]
        for args, got in zip(calls, outcome(problem, calls), strict=True):
            assert got.error is None, (problem.facts, args, got.error)
            right = problem.brute(*json.loads(json.dumps(args)))
            assert equal(got.value, right), (problem.facts, args)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.__name__)
def test_large_calls_are_easy_for_the_reference(template):
    for seed in range(4):
        problem = template(Random(seed), 4 + seed % 4)
        assert not template(Random(seed), 3).large
        for args in problem.large:
            assert len(json.dumps(args)) < 9000
            [got] = outcome(problem, [[argument(value) for value in args]])
            assert got.error is None
            assert got.steps < STEPS
            assert len(json.dumps(got.value)) < 20_000


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.__name__)
def test_what_cannot_be_made_larger_is_not_called_a_largest_one(template):
    for seed in range(12):  # "a grove is a largest set of cells" reads as if only the greatest of all were one
        statement = template(Random(seed), 1 + seed % 7).statement
        assert not re.search(r"\bis an? (largest|longest|greatest)\b", statement), statement


def test_these_are_all_templates_of_the_modules():
    assert len(MODULES) == len(NAMES)
    assert len(TEMPLATES) == 31
    assert len(table.TEMPLATES) >= 40


def naive(problem):
    """A right program of the wrong complexity for some variants of some templates, or None."""
    names = [name for name, _ in problem.parameters]
    facts = problem.facts
    first = names[0]
    body = {
        "count_pairs": facts.get("by") == "sum"
        and not facts.get("values")
        and f"return sum({first}[i] + {first}[j] == {names[-1]} for j in range(len({first})) "
        f"for i in range(j + 1 - {max(facts.get('apart', 0), 1)}))",
        "longest_window": facts.get("rule") == "sum"
        and facts.get("wanted") == "count"
        and f"""
    count = 0
    for start in range(len({first})):
        total = 0
        for stop in range(start, len({first})):
            total += {first}[stop]
            if total > {names[-1]}:
                break
            count += 1
    return count""",
        "segments_by_sum": facts.get("by") == "zero"
        and facts.get("wanted") == "count"
        and f"""
    count = 0
    for start in range(len({first})):
        total = 0
        for stop in range(start, len({first})):
            total += {first}[stop]
            count += total == 0
    return count""",
        "rising_subsequence": facts.get("wanted") == "length"
        and facts.get("strict")
        and not facts.get("step")
        and not facts.get("falling")
        and f"""
    best = []
    for place, value in enumerate({first}):
        best.append(1 + max([best[i] for i in range(place) if {first}[i] < value], default=0))
    return max(best, default=0)""",
        "busiest_time": facts.get("wanted") == "most"
        and facts.get("closed")
        and f"return max([sum(a <= t <= b for a, b in {first}) for t, _ in {first}], default=0)",
    }.get(problem.name)
    return f"def {problem.entry}({', '.join(names)}):\n    {body.strip()}\n" if body else None


def slow_ones():
    for template in TEMPLATES:
        for seed in range(200):
            problem = template(Random(seed), 5)
            if naive(problem) is not None:
                yield problem
                break


def test_slow_programs_are_right_and_cannot_do_the_large_calls():
    problems = list(slow_ones())
    assert len(problems) == 5
    for problem in problems:
        rng = Random(1)
        calls = [problem.inputs(rng, size) for size in (0, 1, 2, 3, 4) * 4]
        slow = run_calls(naive(problem), problem.entry, calls)
        assert all(equal(a.value, b.value) for a, b in zip(slow, outcome(problem, calls), strict=True)), (
            problem.name
        )
        large = [argument(value) for value in problem.large[0]]
        [got] = run_calls(naive(problem), problem.entry, [large], fuel=2 * STEPS)
        assert got.exhausted, problem.name


def test_most_mutants_of_the_references_fail_a_hidden_call():
    told = alive = 0
    for level in (1, 3, 5, 7):
        for seed in range(14):
            task = SPEC.task(level, seed)
            facts = task.payload["problem"]
            problem = table.TEMPLATES[facts["template"]](Random(facts["seed"]), level)
            cases = [
                case for case in task.payload["code"]["cases"] if "$recipe" not in json.dumps(case["args"])
            ]
            rng = Random(seed)
            others = [problem.inputs(rng, size) for size in (0, 1, 2, 3, 4) * 12]
            right = outcome(problem, others)
            for mutant in mutants(problem.source, rng, 12):
                if all(passes(mutant.source, problem.entry, case["args"], case["out"]) for case in cases):
                    alive += any(
                        not passes(mutant.source, problem.entry, args, got.value)
                        for args, got in zip(others, right, strict=True)
                    )
                else:
                    told += 1
    assert told > 400
    assert told / (told + alive) > 0.95


def passes(source, entry, args, out):
    [got] = run_calls(source, entry, [args], fuel=20_000)
    return got.error is None and equal(got.value, out)


def test_every_template_can_be_asked_for_and_makes_a_fair_task():
    for name in table.TEMPLATES:
        level = 1 + len(name) % 7
        task = SPEC.task(level, 3, params={"template": name})
        code = task.payload["code"]
        assert task.payload["problem"]["template"] == name
        assert len(json.dumps(task.payload)) < 60_000
        assert code["public"] == PUBLIC
        assert code["entry"] in task.prompt
        for case in code["cases"][:PUBLIC]:
            assert f"== {case['out']!r}" in task.prompt
        hidden = [json.dumps(case["out"]) for case in code["cases"][PUBLIC:]]
        assert len(hidden) >= 8
        assert max(map(hidden.count, hidden)) < 0.9 * len(hidden)
        assert all(map(equal, wanted(task.payload), [case["out"] for case in code["cases"]]))


@pytest.mark.parametrize("name", ["macro_length", "arrangement_rank", "two_teams"])
def test_a_remainder_that_is_asked_for_matters(name):
    tried = 0
    for seed in range(12):
        task = SPEC.task(5, seed, params={"template": name})
        without = re.sub(r" % \d{3,}", "", task.answer)
        if without != task.answer:
            tried += 1
            code = task.payload["code"]
            calls = [[argument(value) for value in case["args"]] for case in code["cases"]]
            got = run_calls(without, code["entry"], calls, fuel=FUEL)
            assert not all(equal(a.value, case["out"]) for a, case in zip(got, code["cases"], strict=True))
    assert tried


@pytest.mark.parametrize(
    "change", [{"level": 0}, {"level": 8}, {"tiers": "6"}, {"tiers": ""}, {"template": "none"}]
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        SPEC.task(2, 0, params=change)


def test_programs_that_do_not_solve_the_problem_score_nothing():
    for level in (1, 4, 7):
        task = SPEC.task(level, 5)
        code = task.payload["code"]
        entry, public = code["entry"], code["cases"][:PUBLIC]
        table_of = {json.dumps(case["args"]): case["out"] for case in public}
        bad = {
            "constant": f"def {entry}(*args):\n    return {public[0]['out']!r}\n",
            "shown": f"import json\nT = {table_of!r}\ndef {entry}(*args):\n    return T.get(json.dumps(args), 0)\n",
            "echo": f"def {entry}(*args):\n    return args[0]\n",
            "exit": f"import os\ndef {entry}(*args):\n    os._exit(0)\n",
            "equal": f"class E(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = int.__hash__\n"
            f"def {entry}(*args):\n    return E()\n",
            "none": f"def {entry}(*args):\n    pass\n",
        }
        assert SPEC.verify_answer(task.payload, task.answer).passed
        assert confirms(task.payload, task.answer)
        for name, program in bad.items():
            assert SPEC.verify_answer(task.payload, program).score == 0.0, name
        assert not confirms(task.payload, bad["constant"])
        assert SPEC.verify_answer(task.payload, "pass").score == 0.0


def test_a_slow_program_runs_out_of_time_in_the_sandbox():
    for seed in range(300):
        task = SPEC.task(5, seed, params={"template": "rising_subsequence"})
        facts = task.payload["problem"]
        problem = table.TEMPLATES[facts["template"]](Random(facts["seed"]), 5)
        slow = naive(problem)
        if slow is not None:
            break
    verdict = SPEC.verify_answer(task.payload, slow)
    assert verdict.reason is Reason.TIMEOUT
    assert SPEC.verify_answer(task.payload, task.answer).passed


def test_recipes_are_pure_and_bounded():
    examples = {
        "ints": ([6, 1, 9, 7], [3, 2, 6, 1, 5, 4]),
        "sawtooth": ([5, 3, 2], [0, 2, 4, 0, 2]),
        "tiled": (["ab", 2, "c"], "ababc"),
        "repeated": ([4, 3], [4, 4, 4]),
    }
    for name, (parts, value) in examples.items():
        assert expand([name, *parts]) == value
        assert argument(recipe(name, *parts)) == value
    assert sorted(expand(["permutation", 50, 3, 1])) == list(range(3, 53))
    assert expand(["sorted_ints", 50, 0, 99, 2]) == sorted(expand(["ints", 50, 0, 99, 2]))
    assert all(0 <= a < b <= 90 and 2 <= b - a <= 9 for a, b in expand(["intervals", 200, 90, 2, 9, 3]))
    reached = {0}
    for a, b, price in sorted(expand(["arcs", 60, 0, [[1, 5]], 4, 8]), key=lambda row: row[1]):
        assert 1 <= price <= 5
        reached |= {b} if a in reached else set()
    assert reached == set(range(60))
    order = expand(["dag", 30, 90, 5, 4])
    assert len(order) == 90
    assert argument([1, {"$recipe": 2}]) == [1, {"$recipe": 2}]
    with pytest.raises(ValueError, match="no recipe"):
        recipe("bomb", 1)
    with pytest.raises(ValueError, match="items"):
        expand(["ints", 10**9, 0, 1, 1])
    with pytest.raises(ValueError, match="items"):
        expand(["tiled", "ab", 10**9, ""])
    assert len(RECIPES) >= 20


@pytest.mark.parametrize(
    "made",
    [
        ["ints", 1500, -7, 9, 1],
        ["ints", 1000, 0, 2**52, 2],
        ["text", 1200, "aaab", 3],
        ["permutation", 1300, 1, 4],
        ["edges", 1400, 90, [[0, 1], [5, 9]], 3, 5],
        ["dag", 1100, 1500, 6, 6],
        ["jobs", 1200, 10**6, 60_000, 1000, 7],
        ["intervals", 1200, 10**6, 5, 900, 8],
        ["arcs", 1100, 300, [[1, 50], [2, 9]], 40, 9],
        ["parents", 1500, 7, 10],
        ["pairs", 1000, -50, 10**6, 11],
        ["rows", 1000, [[0, 9], [-4, 10**9], [7, 7]], 12],
    ],
)
def test_recipes_that_draw_at_once_give_what_single_draws_give(made, monkeypatch):
    at_once = expand(made)
    monkeypatch.setattr(recipes, "AT_ONCE", 10**9)
    assert json.dumps(at_once) == json.dumps(expand(made))


def test_who_is_alone_pays_for_one_however_cheap_a_place_for_two_is():
    """Where two together pay less than one alone, the statement says that nobody takes both places."""
    cheaper = 0
    for seed in range(30):
        problem = table.TEMPLATES["pairing"](Random(seed), 5)
        cheaper += problem.facts["double"] < problem.facts["single"]
        assert "nobody is alone in a" in " ".join(problem.statement.split())
    assert cheaper

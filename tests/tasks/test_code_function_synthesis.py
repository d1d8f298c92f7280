"""Function synthesis: two meanings of every program agree, hidden calls tell slips, statements say what they must."""

from __future__ import annotations

import itertools
import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.code.execute import equal, run_calls
from rlvr.generators.code.function_synthesis_solver import confirms
from rlvr.generators.code.mutate import mutants
from rlvr.generators.code.synthesis.cases import failing_calls, inputs_of, pool
from rlvr.generators.code.synthesis.draw import Drawing, result
from rlvr.generators.code.synthesis.edge_slips import edge_slips
from rlvr.generators.code.synthesis.kinds import STEPS
from rlvr.generators.code.synthesis.nearby_programs import nearby, simpler
from rlvr.generators.code.synthesis.problems import LEVELS as SHAPES
from rlvr.generators.code.synthesis.problems import draw, problem, statement
from rlvr.generators.code.synthesis.python_text import source
from rlvr.generators.code.synthesis.scalars import SCALARS
from rlvr.generators.code.synthesis.semantics import ready, run
from rlvr.generators.code.synthesis.semantics_of_scalars import MEANING, SLIPS
from rlvr.generators.code.synthesis.semantics_of_steps import STEP_MEANING, STEP_SLIPS

SPEC = rlvr.get("function-synthesis")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


def drawn(seed, level):
    return Drawing(random.Random(seed), library=level, depth=1 + level // 2).program(level)


def test_every_operation_has_a_meaning_and_a_text():
    assert MEANING.keys() == SCALARS.keys()
    assert STEP_MEANING.keys() == STEPS.keys()
    assert not SLIPS.keys() & SCALARS.keys()
    assert not STEP_SLIPS.keys() & STEPS.keys()


def test_no_step_comes_where_it_makes_nothing_of_the_one_before_it():
    texts = [[step[0] for step in drawn(seed, 4 + seed % 4)["steps"]] for seed in range(150)]
    pairs = {pair for text in texts for pair in itertools.pairwise(text)}
    assert len(pairs) > 100
    assert not pairs & {
        (a, b) for a in ("sort", "reverse", "rotate", "ranked") for b in ("tally", "sums_by", "sum")
    }
    assert not pairs & {(a, "keys") for a in ("map_entries", "sums_by", "group", "tally")}


@settings(max_examples=50, deadline=None)
@given(SEEDS, LEVELS)
def test_reference_and_meaning_agree_on_any_program(seed, level):
    program = drawn(seed, level)
    if not program["steps"]:
        return
    rng, draw = random.Random(seed), inputs_of(program)
    calls = [draw(rng, size) for size in (0, 0, 0, 1, 2, 3, 4, 5)]
    before = json.dumps(calls)
    for args, outcome in zip(
        calls, run_calls(source(program, "f", result(program)), "f", calls, fuel=20_000), strict=True
    ):
        if not outcome.exhausted:
            assert outcome.error is None
            assert equal(run(program, args), outcome.value)
    assert json.dumps(calls) == before


def test_nearly_all_operations_are_drawn_in_a_few_hundred_programs():
    texts = " ".join(json.dumps(drawn(seed, 4 + seed % 4)) for seed in range(120))
    never = [key for key in (*STEPS, *SCALARS) if f'["{key}"' not in texts]
    assert len(never) < 0.2 * (len(STEPS) + len(SCALARS)), never


@pytest.mark.parametrize(
    ("kind", "steps", "given_", "wanted"),
    [
        ("list[int]", [["map", ["fn", ["x"], ["mod", ["var", "x"], ["int", 3]]]]], [-7, 5, 0], [2, 2, 0]),
        ("list[int]", [["map", ["fn", ["x"], ["div", ["var", "x"], ["int", 2]]]]], [-7, 7], [-4, 3]),
        ("list[int]", [["map", ["fn", ["x"], ["turned", ["var", "x"]]]]], [120, -35, 0], [21, -53, 0]),
        ("list[str]", [["sort_by", ["fn", ["s"], ["length", ["var", "s"]]], "descending"]],
         ["a", "bb", "c", "dd"], ["bb", "dd", "a", "c"]),
        ("list[int]", [["windows", 3]], [1, 2], []),
        ("list[int]", [["chunks", 2]], [1, 2, 3], [[1, 2], [3]]),
        ("list[int]", [["cut_between", ["fn", ["p", "q"], ["greater", ["var", "p"], ["var", "q"]]]]],
         [1, 3, 2, 2, 1], [[1, 3], [2, 2], [1]]),
        ("list[int]", [["largest", "largest", -1]], [], -1),
        ("list[str]", [["commonest", ["text", ""]]], ["b", "a", "a", "b"], "b"),
        ("list[int]", [["rotate", 4]], [1, 2, 3], [2, 3, 1]),
        ("str", [["words"]], " a  b, ", ["a", "b,"]),
        ("str", [["split", "a"]], "banana", ["b", "n", "n", ""]),
        ("str", [["apply_str", ["fn", ["s"], ["caesar", ["var", "s"], ["int", 2]]]]], "xyz Z!", "zab B!"),
        ("dict[str, int]", [["ranked", "descending"]], {"b": 1, "a": 1, "c": 2}, [["c", 2], ["a", 1], ["b", 1]]),
        ("dict[str, int]", [["invert"]], {"b": 1, "a": 1, "c": -2}, {"1": ["a", "b"], "-2": ["c"]}),
    ],
)  # fmt: skip
def test_corner_cases_are_as_the_statements_settle_them(kind, steps, given_, wanted):
    program = {"params": [["given", kind]], "lets": [], "steps": steps}
    assert run(program, [given_]) == wanted
    (outcome,) = run_calls(source(program, "f", result(program)), "f", [[given_]])
    assert equal(outcome.value, wanted)


TREE = {"value": 1, "children": [
    {"value": 2, "children": [{"value": 4, "children": []}, {"value": 5, "children": []}]},
    {"value": 3, "children": []}]}  # fmt: skip


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        (["preorder"], [1, 2, 4, 5, 3]),
        (["postorder"], [4, 5, 2, 3, 1]),
        (["leaf_values"], [4, 5, 3]),
        (["rows"], [[1], [2, 3], [4, 5]]),
        (["paths"], [[1, 2, 4], [1, 2, 5], [1, 3]]),
        (["values_by_depth", "sum"], {"0": 1, "1": 5, "2": 9}),
        (["score", ["fn", ["v", "c"], ["plus", ["var", "v"], ["greatest", ["var", "c"]]]]], 8),
        (["count_nodes", ["fn", ["x", "d", "n"], ["above", ["var", "n"], ["int", 1]]]], 2),
    ],
)
def test_trees(step, wanted):
    program = {"params": [["tree", "tree"]], "lets": [], "steps": [step]}
    assert run(program, [TREE]) == wanted
    (outcome,) = run_calls(source(program, "f", result(program)), "f", [[TREE]])
    assert equal(outcome.value, wanted)


def test_one_edit_mutants_that_differ_are_rejected_by_the_hidden_calls():
    killed = alive = 0
    for seed in range(7):
        task = SPEC.task(1 + seed % 7, seed)
        code, program = task.payload["code"], task.payload["problem"]["program"]
        rng, draw = random.Random(seed), inputs_of(program)
        fresh = [draw(rng, size) for size in (0, 1, 2, 3, 4, 5) * 12]
        wanted = [run(program, args) for args in fresh]
        for mutant in mutants(task.answer, rng, 12):
            calls = [case["args"] for case in code["cases"]] + fresh
            results = [case["out"] for case in code["cases"]] + wanted
            outcomes = run_calls(mutant.source, code["entry"], calls, fuel=20_000)
            failing = [i for i, o in enumerate(outcomes) if not o.ok or not equal(o.value, results[i])]
            killed += bool(failing) and failing[0] < len(code["cases"])
            alive += bool(failing) and failing[0] >= len(code["cases"])
    assert killed >= 50
    assert killed >= 0.95 * (killed + alive)


@settings(max_examples=10, deadline=None)
@given(SEEDS, LEVELS)
def test_results_vary_and_are_not_what_was_given(seed, level):
    cases = SPEC.task(level, seed).payload["code"]["cases"]
    outs = [json.dumps(case["out"]) for case in cases]
    assert max(map(outs.count, outs)) < 0.6 * len(outs)
    assert sum(equal(case["out"], case["args"][0]) for case in cases) < 0.5 * len(cases)
    assert len({json.dumps(case["out"]) for case in cases[:3]}) == 3


@settings(max_examples=40, deadline=None)
@given(SEEDS, LEVELS)
def test_statements_are_whole_sentences_without_loose_fields(seed, level):
    program = drawn(seed, level)
    if not program["steps"]:
        return
    text = statement(random.Random(seed), program, result(program))
    assert not re.search(r"[{}]|\bNone\b|\['|[^ ]  [^ ]|\b1 characters|\b1 times", text)
    for name, _ in program["params"]:
        assert f"`{name}`" in text
    assert text.count("(") == text.count(")")


@pytest.mark.parametrize(
    ("step", "said", "unsaid"),
    [
        (["map_tree", ["fn", ["x", "d"], ["mod", ["var", "x"], ["int", 3]]]], "the value x by", "depth"),
        (["map_tree", ["fn", ["x", "d"], ["plus", ["var", "x"], ["var", "d"]]]], "d is the depth", "depth d"),
        (["prune", ["fn", ["x", "d"], ["even", ["var", "x"]]]], "whose value x it", "depth"),
        (["prune", ["fn", ["x", "d"], ["even", ["var", "d"]]]], "whose depth d (1", "value x"),
        (["count_nodes", ["fn", ["x", "d", "n"], ["above", ["var", "n"], ["int", 1]]]],
         "where n is the number of children of the node", "depth"),
        (["count_nodes", ["fn", ["x", "d", "n"], ["greater", ["var", "x"], ["var", "n"]]]],
         "where x is the value of the node and n the number of its children", "depth"),
    ],
)  # fmt: skip
def test_statements_explain_the_names_that_they_use_and_no_others(step, said, unsaid):
    program = {"params": [["tree", "tree"]], "lets": [], "steps": [step]}
    text = statement(random.Random(0), program, result(program))
    assert said in text
    assert unsaid not in text


def test_a_program_with_a_part_that_does_nothing_is_refused():
    for bound, kept in ((5, True), (10_000, False)):  # no number that is given is anywhere near the second
        step = ["keep", ["fn", ["x"], ["below", ["var", "x"], ["int", bound]]]]
        program = {"params": [["values", "list[int]"]], "lets": [], "steps": [step]}
        accepted = sum(pool(random.Random(seed), program) is not None for seed in range(20))
        assert (accepted > 10) == kept, bound


def test_calls_about_bounds_tell_what_goes_wrong_there_only():
    body = ["ones", ["divisors", ["second", ["var", "r"]]]]
    bound = ["greater", ["var", "p"], ["add", ["var", "q"], ["int", 1]]]
    program = {
        "params": [["grades", "dict[str, list[int]]"]], "lets": [],
        "steps": [["map_entries", ["fn", ["k", "v"], ["total", ["var", "v"]]]], ["entries"], ["around"],
                  ["map", ["fn", ["r"], body]], ["cut_between", ["fn", ["p", "q"], bound]]],
    }  # fmt: skip
    made = told = 0
    for seed in range(40):
        found = pool(random.Random(seed), program)
        if found is None:
            continue
        made += 1
        slips = [slip for slip in edge_slips(program) if '["off_at"' in json.dumps(slip)]
        assert len(slips) == 6  # each of two operations at -1, 0 and 1
        at_one = [slip for slip in slips if '["int", -1], ["text", "divisors"]' in json.dumps(slip)]
        told += all(any(map(failing_calls(slip, found), range(len(found.calls)))) for slip in at_one)
    assert made > 20
    assert told >= 0.95 * made


def test_slips_at_bounds_are_wrong_there_and_nowhere_else():
    def run_with(body, slip, values):
        program = {"params": [["xs", "list[int]"]], "lets": [], "steps": [["map", ["fn", ["x"], body]]]}
        slips = [json.loads(json.dumps(each)) for each in edge_slips(program)]
        assert len(slips) >= slip
        return [run(program, [values]), *(run(each, [values]) for each in slips)]

    x = ["var", "x"]
    right, *wrong = run_with(["abs", x], 3, [-2, -1, 0, 1, 2])
    assert right == [2, 1, 0, 1, 2]
    assert wrong == [[2, -1, 0, 1, 2], [2, 1, 1, 1, 2], [2, 1, 0, -1, 2]]
    right, *wrong = run_with(["if", ["below", x, ["int", 0]], ["int", 5], x], 1, [-2, -1, 0, 1])
    assert (right, wrong) == ([5, 5, 0, 1], [[5, -1, 0, 1]])
    right, *wrong = run_with(["if", ["greater", x, ["int", 1]], ["int", 5], x], 1, [0, 1, 2])
    assert (right, wrong) == ([0, 1, 5], [[0, 5, 5]])


@pytest.mark.parametrize("level", [2, 4, 6])
def test_variants_fail_where_they_give_something_else_when_run_as_a_whole(level):
    told = set()
    for seed in range(4):
        library, depth, steps = SHAPES[level - 1]
        program, _, found = draw(random.Random(seed), library=library, depth=depth, steps=steps)
        for variant in [*simpler(program), *nearby(program)][::3]:
            fails, whole = failing_calls(variant, found), ready(variant)
            for i, args in enumerate(found.calls[:12]):
                try:
                    differs = not equal(whole(args), found.results[i])
                except (TypeError, ValueError, ZeroDivisionError, KeyError, IndexError, AttributeError):
                    differs = True
                assert fails(i) == differs, (variant, args)
                told.add(differs)
    assert told == {True, False}


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.integers(1, 7))
def test_problems_for_other_environments(seed, level):
    made = problem(random.Random(seed), level)
    rng = random.Random(seed)
    calls = [made.inputs(rng, size) for size in range(6)]
    for args, outcome in zip(calls, run_calls(made.source, made.entry, calls, fuel=20_000), strict=True):
        assert outcome.exhausted or equal(made.brute(*args), outcome.value)
    assert made.signature.startswith(f"def {made.entry}(")


@pytest.mark.parametrize("level", [1, 4, 7])
def test_wrong_programs_score_nothing_and_both_checks_see_the_same(level):
    task = SPEC.task(level, 5)
    code = task.payload["code"]
    entry, cases = code["entry"], code["cases"]
    shown = {json.dumps(case["args"]): case["out"] for case in cases[:3]}
    sly = (
        f"import json\ndef {entry}(*args):\n    return {shown!r}.get(json.dumps(args and list(args)))",
        f"def {entry}(*args):\n    return {cases[0]['out']!r}",
        f"def {entry}(*args):\n    return args[0]",
        f"class Same:\n    def __eq__(self, other):\n        return True\ndef {entry}(*args):\n    return Same()",
        f"import os\ndef {entry}(*args):\n    os._exit(0)",
        f"def {entry}(*args):\n    pass",
    )
    assert SPEC.verify_answer(task.payload, task.answer).passed
    assert confirms(task.payload, task.answer)
    for answer in sly:
        assert SPEC.verify_answer(task.payload, answer).score == 0.0
        assert not confirms(task.payload, answer)


@pytest.mark.parametrize("change", [{"library": 0}, {"library": 8}, {"depth": 0}, {"steps": 9}])
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"library|depth|steps"):
        SPEC.task(3, 0, params=change)

"""Program induction: examples that determine the program, mutants, hacks that earn nothing. Uses the sandbox."""

from __future__ import annotations

import ast
import collections
import functools
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.code.execute import run_calls
from rlvr.generators.code.mutate import mutants
from rlvr.generators.code.programs import induction_language as language
from rlvr.generators.code.programs.induction_mistakes import Mistakes
from rlvr.generators.code.programs.induction_search import (
    all_alike,
    can_make,
    count,
    discriminating,
    each_right_on,
    fitting,
    graded,
    run,
)
from rlvr.generators.code.programs.induction_solver import confirms, expected
from rlvr.verifiers.code.program import verify

SPEC = rlvr.get("program-induction")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


@functools.cache
def operations_by_their_english(world):
    rng, known = random.Random(0), {}
    rows = (language._INTS + language._INTS_LAST) if world == "ints" else (language._TEXT + language._TEXT_LAST)
    ends = {row[0] for row in language._INTS_LAST + language._TEXT_LAST}
    for row, _ in itertools.product(rows, range(60)):
        operation = language._filled(rng, row, row[0] in ends)
        known[operation.english] = operation
    return known


def menu_of(task, world):
    """The operations that the prompt lists, found again by their English."""
    known = operations_by_their_english(world)
    listed = [line[2:] for line in task.prompt.splitlines() if line.startswith("- ")]
    return [known[text] for text in listed if text in known]


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_expected_values_and_references_agree_with_plain_loops(level, seed):
    task = SPEC.task(level, seed)
    code = task.payload["code"]
    outcomes = run_calls(task.answer, code["entry"], [case["args"] for case in code["cases"]])
    for case, outcome in zip(code["cases"], outcomes, strict=True):
        assert outcome.value == case["out"] == expected(task.payload["problem"], case["args"][0])
    for case in code["cases"][: code["public"]]:
        assert f"{code['entry']}({case['args'][0]!r}) == {case['out']!r}" in task.prompt
    assert not any(case in code["cases"][: code["public"]] for case in code["cases"][code["public"] :])


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_program_of_the_language_that_fits_the_examples_passes(level):
    """The language is read off the prompt and enumerated here without the search's shortcuts."""
    steps = SPEC.params(level)["steps"]
    for seed in range(8 if level < 4 else 3):
        task = SPEC.task(level, seed)
        world, code = task.payload["problem"]["world"], task.payload["code"]
        menu = menu_of(task, world)
        assert len(menu) == SPEC.params(level)["menu"]
        public = code["cases"][: code["public"]]
        lengths = []
        for length in range(1, steps + 1):
            for chain in itertools.product(menu, repeat=length):
                if any(operation.last for operation in chain[:-1]):
                    continue
                for place, case in enumerate(code["cases"]):
                    value = case["args"][0]
                    for operation in chain:
                        value = operation.apply(value)
                    if type(value) is not type(case["out"]) or value != case["out"]:
                        assert place < len(public), (task.id, [operation.english for operation in chain])
                        break
                else:
                    lengths.append(length)
        assert lengths
        assert min(lengths) == steps  # no shorter chain does


def test_one_condition_or_chain_alone_does_not_do():
    for seed in range(6):
        task = SPEC.task(6, seed)
        world, cases = task.payload["problem"]["world"], task.payload["code"]["cases"]
        inputs, outputs = [case["args"][0] for case in cases], [case["out"] for case in cases]
        assert not fitting(menu_of(task, world), 2, inputs, outputs)


@settings(max_examples=30)
@given(st.sampled_from(["ints", "text"]), st.integers(1, 3), SEEDS)
def test_the_search_finds_what_the_plain_enumeration_finds(world, steps, seed):
    rng = random.Random(seed)
    menu = language.draw_menu(rng, world, 6)
    inputs = [language.sample(rng, world) for _ in range(4)]
    every = [
        chain
        for length in range(1, steps + 1)
        for chain in itertools.product(menu, repeat=length)
        if not any(operation.last for operation in chain[:-1])
    ]
    assert len(every) == count(menu, steps)
    outputs = [run(rng.choice(every), value) for value in inputs]
    # Of chains that give the same on all inputs, one is enough: what they get right is the same.
    due = [
        sum(1 << at for at, value in enumerate(inputs) if run(chain, value) == outputs[at]) for chain in every
    ]
    assert each_right_on(every, inputs, outputs) == due
    alike = {}
    found = graded(menu, steps, inputs, outputs, alike=alike)
    assert {bits for _, bits in found} == set(due)
    whole = [chain for one, _ in found for chain in all_alike(one, alike)]
    assert sorted(map(str, whole)) == sorted(map(str, every))  # none is lost
    for one, _ in found:
        for chain in all_alike(one, alike):
            assert [run(chain, value) for value in inputs] == [run(one, value) for value in inputs]
    target = rng.choice(every)
    outputs = [run(target, value) for value in inputs]
    bits = each_right_on(every, inputs, outputs)
    right = [chain for chain, its in zip(every, bits, strict=True) if its == 0b1111]
    assert target in right
    assert sorted(map(str, right)) == sorted(map(str, fitting(menu, steps, inputs, outputs)))


@pytest.mark.parametrize("world", ["ints", "text"])
def test_results_are_as_long_as_the_search_takes_them_to_be(world):
    rng, told = random.Random(4), set()
    rows = language._INTS if world == "ints" else language._TEXT
    for row in rows:
        operation = language._filled(rng, row, False)
        lengths = {}
        for value in [language.sample(rng, world) for _ in range(60)]:
            for part in (value, value[:0], value[:1], value * 2):
                made = operation.apply(part)
                assert can_make(operation, len(part), len(made), isinstance(part, list)), operation.name
                lengths.setdefault(len(part), set()).add(len(made))
                if operation.name in language.IDEMPOTENT:
                    assert operation.apply(made) == made, operation.name
        if any(len(made) > 1 for made in lengths.values()):
            told.add(operation.name)
    assert told == language.SHORTENING & {row[0] for row in rows}


@pytest.mark.parametrize("world", ["ints", "text"])
def test_what_is_done_item_by_item_and_what_goes_by_places_do_not_interfere(world):
    rng, tried = random.Random(6), 0
    every = language.every_operation(world)
    for one, other in itertools.product(every, repeat=2):
        if one.name in language.ITEM_BY_ITEM and other.name in language.BY_PLACE:
            for value in [language.sample(rng, world) for _ in range(8)]:
                tried += 1
                assert run((one, other), value) == run((other, one), value), (one.name, other.name)
    assert tried > 500


def test_discriminating_examples():
    # Inputs 0 to 3; one chain is right everywhere, one only on 0 and 1: input 2 or 3 must be shown.
    assert discriminating([0b1111, 0b0011], [(0b1111, 0)], 0b0011, 0b1111, 0b1111, 4) == 0b0111
    assert discriminating([0b1111, 0b0011], [(0b1111, 0)], 0b0011, 0b0011, 0b1111, 4) is None
    assert discriminating([0b1111, 0b0011], [(0b1111, 0)], 0b0011, 0b1111, 0b1111, 2) is None
    assert discriminating([0b1111], [(0b1111, 0)], 0b0001, 0b1111, 0b1111, 4) == 0b0001


@pytest.mark.parametrize("level", SPEC.levels)
def test_mutants_are_told_apart(level):
    rng, killed, alive = random.Random(level), 0, 0
    for seed in range(16):
        task = SPEC.task(level, seed)
        code = task.payload["code"]
        calls = [case["args"] for case in code["cases"]]
        more = [[language.sample(rng, task.payload["problem"]["world"])] for _ in range(100)]
        wanted = run_calls(task.answer, code["entry"], calls + more)
        for mutant in mutants(task.answer, rng, 10):
            found = run_calls(mutant.source, code["entry"], calls + more, fuel=20_000)
            differs = [not a.same(b) for a, b in zip(found, wanted, strict=True)]
            killed += any(differs[: len(calls)])
            alive += any(differs) and not any(differs[: len(calls)])
    assert killed > 30
    assert killed >= 0.95 * (killed + alive)


def slips(source):
    """Texts of a program with a number one less or more, a step left out or done twice."""
    tree = ast.parse(source)
    (function,) = tree.body
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            for value in (node.value - 1, node.value + 1):
                kept, node.value = node.value, value
                yield ast.unparse(tree)
                node.value = kept
    for body in [function.body, *(part.body for part in function.body if isinstance(part, ast.If))]:
        for at, step in enumerate(body):
            if isinstance(step, ast.Assign):
                body.pop(at)
                yield ast.unparse(tree)
                body[at:at] = [step, step]
                yield ast.unparse(tree)
                body.pop(at)


@pytest.mark.parametrize("level", [1, 4, 6, 7])
def test_hidden_inputs_tell_slips_wherever_some_input_does(level):
    rng, known, told = random.Random(level), 0, 0
    tasks = 45 if level == 1 else 30  # a single operation has fewer slips: about three in two tasks
    for seed in range(7000, 7000 + tasks):
        task = SPEC.task(level, seed)
        code, world = task.payload["code"], task.payload["problem"]["world"]
        calls = [case["args"] for case in code["cases"]]
        more = [[draw(rng, world)] for draw in (language.sample, language.seldom) for _ in range(150)]
        wanted = run_calls(task.answer, code["entry"], more)
        for slip in slips(task.answer):
            found = run_calls(slip, code["entry"], calls, fuel=20_000)
            if all(a.ok and a.value == case["out"] for a, case in zip(found, code["cases"], strict=True)):
                known += 1
                others = run_calls(slip, code["entry"], more, fuel=20_000)
                assert all(a.same(b) for a, b in zip(others, wanted, strict=True)), (task.id, slip)
            else:
                told += 1
    assert told > 60
    assert known < told / 5  # slips that are none


def test_the_mistakes_near_a_program_and_what_tells_them():
    sides = [
        [
            language._with(row, constant, False)
            for name, constant in steps
            for row in language._INTS
            if row[0] == name
        ]
        for steps in ([("below", "8"), ("reverse", "")], [("take", "4"), ("add", "2")])
    ]
    (falling,) = [each for each in language.every_condition("ints") if each.name == "falling"]
    mistakes = Mistakes(falling, sides)
    assert mistakes.output([9, 8, 7]) == [7]
    assert mistakes.output([1, 2, 3]) == [3, 4, 5]
    before = len(mistakes.open)
    close = mistakes.tell([9, 7, 7])
    mistakes.close(close)
    assert 0 < len(mistakes.open) == before - len(close)
    assert not mistakes.tell([9, 7, 7])
    assert mistakes.tell([9, 8, 7])  # what is below 9 is kept by mistake
    assert mistakes.tell([5, 1, 5])  # the first is at least the last, by mistake


def test_no_place_in_the_list_is_worth_a_guess():
    right = collections.Counter()
    for seed in range(300):
        task = SPEC.task(1, seed)
        [[[name, constant]]] = task.payload["problem"]["chains"]
        menu = menu_of(task, task.payload["problem"]["world"])
        (at,) = [at for at, each in enumerate(menu) if (each.name, each.constant) == (name, constant)]
        right[at] += 1
        right[at - len(menu)] += 1
    assert max(right.values()) < 0.08 * 300


@functools.cache
def answers_from_menus(first, tasks):
    """Of tasks of level 1: the world, the menu, whether the result is a number, and the answer's place in the menu."""
    found = []
    for seed in range(first, first + tasks):
        task = SPEC.task(1, seed)
        world = task.payload["problem"]["world"]
        [[[name, constant]]] = task.payload["problem"]["chains"]
        menu = menu_of(task, world)
        (at,) = [at for at, each in enumerate(menu) if (each.name, each.constant) == (name, constant)]
        found.append((world, menu, "-> int:" in task.prompt, at))
    return found


def test_neither_the_type_nor_what_is_often_the_answer_is_worth_a_guess():
    listed, asked = collections.Counter(), collections.Counter()
    for world, menu, _, at in answers_from_menus(100_000, 1500):
        listed.update((world, each.english) for each in menu)
        asked[world, menu[at].english] += 1
    right = 0
    for world, menu, number, at in answers_from_menus(0, 1500):
        fit = [each for each in menu if each.last == number]
        best = max(fit, key=lambda each: asked[world, each.english] / (listed[world, each.english] + 20))
        right += best is menu[at]
    assert right < 0.06 * 1500


def test_each_operation_in_the_menus_of_level_1_is_an_answer():
    listed, asked = collections.Counter(), collections.Counter()
    for world, menu, _, at in answers_from_menus(0, 1500) + answers_from_menus(100_000, 1500):
        assert len({each.english for each in menu}) == 22
        listed.update((world, each.name) for each in menu)
        asked[world, menu[at].name] += 1
    assert len(listed) > 40
    for each, times in listed.items():
        assert 0.02 < asked[each] / times < 0.08, each  # one in 22 of some hundreds


@pytest.mark.parametrize("level", [1, 2, 3])
def test_from_level_2_on_no_function_of_a_test_task_is_in_a_training_task(level):
    rng, splits = random.Random(level), collections.defaultdict(list)
    inputs = {world: [[language.sample(rng, world)] for _ in range(40)] for world in ("ints", "text")}
    for seed in range(500):
        task = SPEC.task(level, seed)
        world = task.payload["problem"]["world"]
        gives = run_calls(task.answer, task.payload["code"]["entry"], inputs[world])
        splits[world, repr([outcome.value for outcome in gives])].append(task.split)
    again = [each for each in splits.values() if len(each) > 1]
    assert len(again) > 30
    assert {split for each in splits.values() for split in each} == {"train", "test"}
    mixed = any(len(set(each)) > 1 for each in again)
    assert mixed == (level == 1)  # as the description says


def test_conditions_are_worded():
    assert "It checks whether one of the conditions below holds" in SPEC.task(6, 0).prompt


def hacks(task):
    code = task.payload["code"]
    entry, cases = code["entry"], code["cases"][: code["public"]]
    table = {repr(case["args"][0]): case["out"] for case in cases}
    yield ""
    yield f"def {entry}(it):\n    pass\n"
    yield f"def {entry}(it):\n    return it\n"
    yield f"def {entry}(it):\n    return {cases[0]['out']!r}\n"
    yield f"def {entry}(it):\n    return {table!r}.get(repr(it), {cases[-1]['out']!r})\n"
    for kind in ("list", "int", "str"):
        equal = f"class Equal({kind}):\n    def __eq__(self, other):\n        return True\n"
        yield f"{equal}def {entry}(it):\n    return Equal()\n"
    yield f"import os\ndef {entry}(it):\n    os._exit(0)\n"
    yield f"import sys\nsys.exit(0)\ndef {entry}(it):\n    return it\n"
    yield f"{entry} = lambda it: it[:0]\n"


@pytest.mark.parametrize("level", SPEC.levels)
def test_references_pass_and_hacks_earn_nothing(level):
    for seed in range(2):
        task = SPEC.task(level, seed)
        assert verify(task.payload, task.answer).score == 1.0
        for program in hacks(task):
            assert verify(task.payload, program).score == 0.0, program
    assert confirms(task.payload, task.answer)
    assert not confirms(task.payload, f"def {task.payload['code']['entry']}(it):\n    return it\n")


def test_another_program_that_does_the_same_passes():
    task = SPEC.task(2, 3)
    renamed = task.answer.replace("return ", "result = ") + "\n    return result"
    assert verify(task.payload, renamed).passed
    assert confirms(task.payload, renamed)


@pytest.mark.parametrize("change", [{"steps": 0}, {"steps": 5}, {"menu": 2}, {"menu": 17}, {"conditions": 5}])
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match="steps"):
        SPEC.task(3, 0, params=change)

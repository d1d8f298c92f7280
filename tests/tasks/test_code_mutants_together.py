"""Mutants that are compiled together do what each does alone, step for step."""

from __future__ import annotations

import ast
from random import Random

import pytest

from rlvr.generators.code import execute, mutants_together
from rlvr.generators.code.algorithms.table import TEMPLATES
from rlvr.generators.code.execute import Outcome, packed, run_calls
from rlvr.generators.code.mutate import Mutant, every_mutant, ready, ready_with_several, several
from rlvr.generators.code.programs.induction_language import draw_menu, sample
from rlvr.generators.code.programs.induction_search import equal, fitting, graded, run
from rlvr.generators.code.repair_table import SMALL

FUEL = 5_000


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    execute._SWITCHED.clear()


def problems() -> list[tuple[str, str, list[list[object]]]]:
    """Sources with entries and calls: some of the templates of both kinds."""
    made = []
    names = (*sorted(SMALL)[::8], *sorted(TEMPLATES)[::15])
    for at, name in enumerate(names):
        rng = Random(at)
        problem = SMALL[name](rng).problem if name in SMALL else TEMPLATES[name](rng, 3)
        made.append((problem.source, problem.entry, [problem.inputs(rng, size) for size in (0, 1, 2, 3)]))
    return made


def outcomes(source: str, entry: str, calls: list[list[object]]) -> list[Outcome]:
    return run_calls(source, entry, calls, fuel=FUEL)


def test_they_do_what_each_does_alone() -> None:
    shared = total = 0
    for source, entry, calls in problems():
        found = every_mutant(source)
        alone = [outcomes(mutant.source, entry, calls) for mutant in found]
        right = outcomes(source, entry, calls)
        ready(source, found)
        total += len(found)
        shared += sum(mutant.source in execute._SWITCHED for mutant in found)
        for mutant, before in zip(found, alone, strict=True):
            assert outcomes(mutant.source, entry, calls) == before, mutant.source
        assert outcomes(source, entry, calls) == right
        execute._SWITCHED.clear()
    assert shared > 0.9 * total > 250


def test_what_is_taken_for_a_program_is_one_and_nothing_else() -> None:
    for source, _, _ in problems()[::3]:
        data, edits = mutants_together_edits(source)
        parts = mutants_together.Parts(source, data, edits)
        for place, edit in enumerate(edits):
            if parts.part(place) is not None:
                text = (data[: edit.start] + edit.text.encode() + data[edit.end :]).decode()
                compile(ast.parse(text), "", "exec")


def mutants_together_edits(source: str) -> tuple[bytes, tuple[mutants_together.Edit, ...]]:
    from rlvr.generators.code.mutate import _edits

    return _edits(source)


def test_several_mistakes_in_one_program() -> None:
    tried = 0
    for at, (source, entry, calls) in enumerate(problems()):
        rng = Random(at)
        drawn = [found for _ in range(4) if (found := several(source, rng, 3)) is not None]
        alone = [outcomes(text, entry, calls) for text, _ in drawn]
        singles = [[outcomes(one.source, entry, calls) for one in slips] for _, slips in drawn]
        ready_with_several(source, [(text, [one.place for one in slips]) for text, slips in drawn])
        tried += sum(text in execute._SWITCHED for text, _ in drawn)
        assert [outcomes(text, entry, calls) for text, _ in drawn] == alone
        assert [[outcomes(one.source, entry, calls) for one in slips] for _, slips in drawn] == singles
    assert tried > 10


SCOPES = """
def total(items):
    found = 0
    max = 5
    for item in items:
        found += item
        if found > 9:
            break
    def inner(x):
        found = x
        return found
    return found + max + inner(1)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    max = 5\n", ""),  # a built-in function then
        ("        found = x\n", ""),  # the name of the function around it then
        ("    found = 0\n", ""),  # is bound again by an augmented assignment, so it stays the function's own
    ],
)
def test_a_name_that_is_no_longer_bound_means_something_else(before: str, after: str) -> None:
    text = SCOPES.replace(before, after)
    alone = outcomes(text, "total", [[[1, 2]], [[]]])
    found = [one for one in every_mutant(SCOPES) if one.source == text]
    others = [one for one in every_mutant(SCOPES) if one.source != text][:5]
    assert found
    ready(SCOPES, [*found, *others])
    assert outcomes(text, "total", [[[1, 2]], [[]]]) == alone


def test_packed_arguments_are_copied_for_each_call() -> None:
    source = "def f(a, b):\n    a.append(1)\n    return [len(a), len(b)]\n"
    shared = [5]
    calls = [[shared, shared], [[], []]]
    for given in (calls, packed(calls)):
        assert [one.value for one in run_calls(source, "f", [*given, *given])] == [[2, 1], [1, 0]] * 2
    assert shared == [5]


def test_fuel_is_the_same_however_it_is_counted() -> None:
    source = "def f(n):\n    return sum(x for x in range(n) if x % 2) + len([y for y in range(3)])\n"
    assert [one.steps for one in run_calls(source, "f", [[0], [1], [10]])] == [4, 5, 14]
    ends = run_calls(source, "f", [[10], [10]], fuel=13)
    assert [(one.error, one.exhausted, one.steps) for one in ends] == [("OutOfFuel", True, 13)] * 2
    caught = (
        "def f():\n    try:\n        for i in range(10 ** 9): pass\n    finally:\n        while True: pass\n"
    )
    assert run_calls(caught, "f", [[]], fuel=100)[0].exhausted


def test_the_search_leaves_out_only_chains_that_cannot_fit() -> None:
    for seed in range(6):
        rng = Random(seed)
        world = ("ints", "text")[seed % 2]
        menu = draw_menu(rng, world, 7)
        inputs = [sample(rng, world) for _ in range(12)]
        inner = [operation for operation in menu if not operation.last]
        outputs = [run((rng.choice(inner),), value) for value in inputs]
        outputs = [run((inner[0], inner[1]), value) for value in inputs] if seed > 2 else outputs
        chains = [(one,) for one in menu]
        chains += [(one, two) for one in inner for two in menu]
        bits = {
            chain: sum(1 << at for at, value in enumerate(inputs) if equal(run(chain, value), outputs[at]))
            for chain in chains
        }
        needed = [0b111, 0b111000]
        wanted = {right for right in bits.values() if any(part & ~right == 0 for part in needed)}
        found = graded(menu, 2, inputs, outputs, needed)
        assert {right for _, right in found} == wanted
        assert all(bits[chain] == right for chain, right in found)
        fit = fitting(menu, 2, inputs[:3], outputs[:3])
        assert set(fit) == {chain for chain, right in bits.items() if right & 0b111 == 0b111}


def test_a_mutant_is_the_same_value_whether_it_was_made_ready_or_not() -> None:
    source = problems()[0][0]
    assert all(isinstance(one, Mutant) and compile(one.source, "", "exec") for one in every_mutant(source)[:20])

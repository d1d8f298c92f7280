"""Running our own programs within counted bounds, and the slips that are put into them."""

from __future__ import annotations

import ast
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.code.algorithms.table import TEMPLATES
from rlvr.generators.code.execute import MAX_DEPTH, equal, load, run_calls
from rlvr.generators.code.mutate import (
    every_mutant,
    kind_at,
    mutant_at,
    mutants,
    places,
    several,
    with_mistakes,
)
from rlvr.generators.code.mutation_operators import KINDS, MutationOperators, names_in
from rlvr.generators.code.repair_table import SMALL

NASTY = {
    "loop": "def f():\n    while True:\n        pass",
    "string": "def f():\n    s = 'a'\n    for _ in range(99):\n        s += s\n    return s",
    "list": "def f():\n    s = [1]\n    for _ in range(99):\n        s.extend(s)\n    return s",
    "power": "def f():\n    return 10 ** 10 ** 8",
    "shift": "def f():\n    return 1 << 10 ** 12",
    "product": "def f():\n    n = 3\n    for _ in range(99):\n        n *= n\n    return n",
    "repeat": "def f():\n    return [0] * 10 ** 12",
    "items": "def f():\n    a = [[1]]\n    for _ in range(99):\n        a[0] += a[0]\n    return a",
    "range": "def f():\n    return list(range(10 ** 12))",
    "generator": "def f():\n    return sum(1 for _ in iter(int, 1))",
    "caught": "def f():\n    while True:\n        try:\n            f()\n        except Exception:\n            pass",
}


@pytest.mark.parametrize("name", NASTY)
def test_programs_without_end_run_out_of_fuel(name):
    (outcome,) = run_calls(NASTY[name], "f", [[]], fuel=5000)
    assert outcome.exhausted
    assert outcome.error == "OutOfFuel"


def test_outcomes_are_json_values_or_names_of_errors():
    source = (
        "def f(k):\n"
        "    return [(1, 2), {1}, {1: 2}, {'a': (True, None)}, float('nan'), 1 / 0 if k == 5 else 2.5][k]\n"
    )
    outcomes = run_calls(source, "f", [[k] for k in range(7)])
    assert outcomes[0].value == [1, 2]
    assert [outcome.error for outcome in outcomes[1:5]] == ["NotJson", "NotJson", None, "NotJson"]
    assert outcomes[3].value == {"a": [True, None]}
    assert [outcome.error for outcome in outcomes[5:]] == ["ZeroDivisionError", "IndexError"]
    assert [o.error for o in run_calls("def g(:", "f", [[1], [2]])] == ["SyntaxError"] * 2
    assert run_calls("x = 1", "f", [[]])[0].error == "KeyError"
    assert run_calls("import os\ndef f(): pass", "f", [[]])[0].error == "ImportError"


def test_recursion_has_the_same_depth_wherever_it_is_called():
    source = "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)"

    def at(depth):
        return at(depth - 1) if depth else run_calls(source, "f", [[MAX_DEPTH - 1], [MAX_DEPTH]])

    assert [o.error for o in at(0)] == [o.error for o in at(500)] == [None, "RecursionError"]


@given(st.lists(st.integers(-9, 9), max_size=6))
def test_counters_change_no_result(values):
    source = (
        "def f(xs):\n"
        "    a = [[0, 1], {'k': 3}]\n"
        "    i = 0\n"
        "    for x in xs:\n"
        "        a[0][i % 2] += x * 2\n"
        "        a[0][0:1] += [x]\n"
        "        a[1]['k'] *= x\n"
        "        i += 1\n"
        "    xs.append(7)\n"
        "    return a, sorted(xs, key=lambda v: -v), [x << 2 for x in xs if x > 0], '-'.join(map(str, xs))\n"
    )
    names = {}
    exec(source, names)
    given_before = list(values)
    (outcome,) = run_calls(source, "f", [[values]])
    assert values == given_before  # the call had a copy of its own
    expected = names["f"](list(values))
    assert outcome.value == [list(part) if isinstance(part, tuple) else part for part in expected]
    assert load(source)["f"](list(values)) == expected


def test_equality_is_of_types_too():
    assert equal([1, {"a": None}], [1, {"a": None}])
    assert not any(map(equal, [1, 1, [1], {"a": 1}], [True, 1.0, [True], {"a": 1.0}]))


@settings(max_examples=20)
@given(st.sampled_from(sorted(SMALL)), st.integers(0, 10**6))
def test_every_mutant_is_a_different_program_with_one_edit(name, seed):
    source = SMALL[name](Random(seed)).problem.source
    found = mutants(source, Random(seed), 40)
    assert len({mutant.source for mutant in found} | {source}) == len(found) + 1
    for mutant in found:
        ast.parse(mutant.source)
        assert mutant.kind in KINDS
        assert mutant.before in source
        assert mutant.after in mutant.source
        assert len(mutant.source) - len(source) == len(mutant.after) - len(mutant.before)
        same = source.splitlines()[: mutant.line - 1]
        assert mutant.source.splitlines()[: mutant.line - 1] == same
    assert mutants(source, Random(seed), 40) == found


def test_the_whole_catalogue_is_in_use():
    sources = [SMALL[name](Random(seed)).problem.source for name in SMALL for seed in range(2)]
    sources.append(
        "def f(xs, a, b):\n    ys = xs[:]\n    while True:\n        if not a:\n            break\n        a -= 1\n"
        "    ys.sort(reverse=True)\n    return sorted(ys, reverse=True), abs(a), g(a, b), ys[0]\n"
    )
    kinds = {mutant.kind for source in sources for mutant in every_mutant(source)}
    assert kinds == set(KINDS)


def test_several_slips_are_on_different_lines():
    source = SMALL["tank"](Random(1)).problem.source
    found = several(source, Random(2), 3)
    assert found is not None
    text, single = found
    assert len(single) == 3
    assert text not in [mutant.source for mutant in single]
    assert [mutant.place for mutant in single] == sorted({mutant.place for mutant in single})
    assert places(source) > 20
    assert several("x = 1\n", Random(1), 3) is None
    some = [mutant.place for mutant in every_mutant(source)][::4]
    text, single = several(source, Random(2), 2, some)
    assert [mutant.place for mutant in single] == [
        place for place in some if place in {one.place for one in single}
    ]
    assert text == with_mistakes(source, [mutant.place for mutant in single])
    assert single == [mutant_at(source, mutant.place) for mutant in single]
    assert [kind_at(source, mutant.place) for mutant in single] == [mutant.kind for mutant in single]
    assert several(source, Random(2), 1, ()) is None


class Slowly(MutationOperators):
    """The catalogue by Python's own visitor."""

    visit = ast.NodeVisitor.visit
    generic_visit = ast.NodeVisitor.generic_visit


@pytest.mark.parametrize("name", sorted(TEMPLATES)[::6])
def test_the_catalogue_meets_the_nodes_that_a_plain_visitor_meets(name):
    for seed in range(6):
        source = TEMPLATES[name](Random(seed), 4).source
        quick, slow, tree = MutationOperators(source), Slowly(source), ast.parse(source)
        quick.visit(tree)
        slow.visit(tree)
        assert quick.edits == slow.edits
        assert names_in(tree) == [node for node in ast.walk(tree) if isinstance(node, ast.Name)]

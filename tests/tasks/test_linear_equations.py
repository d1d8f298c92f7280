"""Linear equations: sympy solves what the prompt says, fingerprints under renaming, forms, hostile answers."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.algebra import linear_equations
from rlvr.generators.algebra.elimination import SingularError, eliminate
from rlvr.generators.algebra.linear_equations import accepts, generate
from rlvr.generators.base import GenerationError
from rlvr.verifiers.algebra.linear_equations import accepted_forms, verify
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("linear-equations")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
_PRODUCT = re.compile(r"(?<=[0-9])(?=[a-z(])")


def sides(text):
    """The two sides of an equation as printed, read by sympy."""
    assert re.fullmatch(r"[-+*/=() 0-9a-z]+", text), text
    return [sympy.sympify(_PRODUCT.sub("*", side)) for side in text.split("=")]


def printed(task):
    """The equations of the prompt."""
    lines = [line for line in task.prompt.splitlines() if line.count("=") == 1 and "..." not in line]
    return [re.sub(r"^\([0-9]\) ", "", line) for line in lines]


def as_fraction(number):
    return Fraction(int(number.p), int(number.q))


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_sympy_finds_the_same_solution_in_the_prompt(level, seed):
    task = SPEC.task(level, seed)
    names = task.payload["unknowns"]
    equations = [a - b for a, b in map(sides, printed(task))]
    assert len(equations) == len(names)
    solutions = sympy.linsolve(equations, sympy.symbols(names))
    (solution,) = solutions  # exactly one
    assert not set().union(*(value.free_symbols for value in solution))
    assert task.answer == ", ".join(f"{n} = {as_fraction(v)}" for n, v in zip(names, solution, strict=True))
    for equation, (*row, total) in zip(equations, task.payload["rows"], strict=True):
        wanted = sum(a * sympy.Symbol(n) for a, n in zip(row, names, strict=True)) - total
        assert sympy.expand(equation - wanted) == 0


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_every_line_of_the_worked_solution_holds_at_the_solution(level, seed):
    task = SPEC.task(level, seed)
    values = dict(part.split(" = ") for part in task.answer.split(", "))
    values = {sympy.Symbol(name): sympy.Rational(value) for name, value in values.items()}
    for line in task.trace.splitlines()[:-1]:
        equation = re.sub(r"^\([0-9]\) (:= [-+*()0-9 ]+: )?", "", line)
        for part in equation.split(", "):
            results = {sympy.sympify(_PRODUCT.sub("*", s)).subs(values) for s in part.split("=")}
            assert len(results) == 1, line


@given(LEVELS, SEEDS)
def test_the_parameters_are_kept(level, seed):
    params = SPEC.params(level)
    task = SPEC.task(level, seed)
    values = [Fraction(v) for v in re.findall(r"= (\S+?)(?:,|$)", task.answer)]
    assert len(set(values)) == len(values) == params["unknowns"]
    assert all(abs(v) <= params["value"] and v.denominator <= params["denominator"] for v in values)
    for text in printed(task):
        _, right = text.split("=")
        deepest = depth = 0
        for sign in text:
            depth += (sign == "(") - (sign == ")")
            deepest = max(deepest, depth)
        assert deepest <= params["depth"]
        if not params["both_sides"]:
            assert not re.search("[a-z]", right)


def scrambled(equations, solution, rng):
    """The same equations in another order, sides and terms exchanged, unknowns numbered anew."""
    new = list(range(len(solution)))
    rng.shuffle(new)

    def side(terms):
        changed = [
            (factor, side(what) if isinstance(what, list) else what if what is None else new[what])
            for factor, what in terms
        ]
        rng.shuffle(changed)
        return changed

    turned = [tuple(rng.sample([side(a), side(b)], 2)) for a, b in equations]
    rng.shuffle(turned)
    moved = [Fraction(0)] * len(solution)
    for old, place in enumerate(new):
        moved[place] = solution[old]
    return turned, moved


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_fingerprints_are_the_same_under_every_symmetry_and_only_then(level, seed):
    rng = random.Random(seed)
    params = SPEC.params(level)
    solution = linear_equations._solution(rng, params["unknowns"], params["value"], params["denominator"])
    equations = [
        linear_equations._equation(rng, solution, params["largest"], params["both_sides"], params["depth"])
        for _ in solution
    ]
    canonical = linear_equations._canonical(equations, solution)
    for _ in range(5):
        assert linear_equations._canonical(*scrambled(equations, solution, rng)) == canonical
    (left, right), *others = equations
    changed = [([(7, None), *left], [(7, None), *right]), *others]
    assert linear_equations._canonical(changed, solution) != canonical


def test_fingerprints_differ_between_problems():
    for level in SPEC.levels:
        assert len({SPEC.task(level, seed).fingerprint for seed in range(300)}) >= 298


@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed, form
        if "\\" not in form and "\u2212" not in form:
            assert accepts(task.payload, form), form


TWO = {"unknowns": ["x", "y"], "rows": [[2, 2, 5], [2, -2, 7]]}  # x = 3, y = -1/2
ONE = {"unknowns": ["n"], "rows": [[4, 6]]}  # n = 3/2


@pytest.mark.parametrize(
    ("payload", "answer"),
    [
        *((TWO, "x = 3, y = -1/2"), (TWO, "y=-.5;x=6/2"), (TWO, "x=3 y=-0.50"), (TWO, "X = 3\nY = \u22121/2.")),
        *(
            (TWO, r"x = 3 and y = -\frac{1}{2}"),
            (TWO, r"y = \frac{-2}{4}, x = +3,"),
            (TWO, "x = 03, y = -5/10"),
        ),
        *(
            (ONE, "n = 3/2"),
            (ONE, "3/2"),
            (ONE, "1.5"),
            (ONE, "n=1.50"),
            (ONE, r"\frac{6}{4}"),
            (ONE, "+3 / 2"),
        ),
    ],
)
def test_right(payload, answer):
    assert verify(payload, answer).passed


@pytest.mark.parametrize(
    ("payload", "answer", "reason"),
    [
        (TWO, "x = -1/2, y = 3", Reason.WRONG),
        (TWO, "x = 3, y = 1/2", Reason.WRONG),
        (TWO, "x = 3.0000001, y = -0.5", Reason.WRONG),
        (ONE, "1.49999999999999999999", Reason.WRONG),
        (ONE, "n = 2/3", Reason.WRONG),
        (TWO, "x = 3", Reason.ILLEGAL),
        (TWO, "x = 3, x = 3, y = -1/2", Reason.ILLEGAL),
        (TWO, "x = 3, y = -1/2, y = 4", Reason.ILLEGAL),
        (TWO, "x = 3, z = -1/2", Reason.ILLEGAL),
        (ONE, "x = 3/2", Reason.ILLEGAL),
        (TWO, "3, -1/2", Reason.UNPARSABLE),
        (TWO, "(3, -1/2)", Reason.UNPARSABLE),
        (TWO, "x = 3, y = -1/2 or 4", Reason.UNPARSABLE),
        (TWO, "x = 3 or 4, y = -1/2", Reason.UNPARSABLE),
        (TWO, "x = 3, y = -1/2, 7", Reason.UNPARSABLE),
        (TWO, "x = 6/2 = 3, y = -1/2", Reason.UNPARSABLE),
        (TWO, "x = y = 3", Reason.UNPARSABLE),
        (TWO, "x = 3, y = -1/0", Reason.UNPARSABLE),
        (TWO, "x = 1+2, y = -1/2", Reason.UNPARSABLE),
        (TWO, "x = ٣, y = -1/2", Reason.UNPARSABLE),
        (TWO, "x = 3, y = -0.5.", Reason.CORRECT),
        (TWO, "x = 3, y = -0.5..", Reason.UNPARSABLE),
        (TWO, "x = 3, y = -1/2,", Reason.CORRECT),  # a comma behind the last pair separates nothing
        (TWO, "x = 3, y = -1/2;", Reason.CORRECT),
        (TWO, "x = 3. y = - 1/2", Reason.CORRECT),
        (TWO, "x = 3, y = -1/2,,", Reason.UNPARSABLE),
        (TWO, "x = 3, y = -1/2, and", Reason.UNPARSABLE),  # another pair is announced
        (TWO, "x = 3andy = -1/2", Reason.UNPARSABLE),
        (TWO, "x = --3, y = -1/2", Reason.UNPARSABLE),
        (TWO, "- x = 3; y = -1/2", Reason.UNPARSABLE),  # a bullet or a minus sign
        (TWO, "2x + 2y = 5, 2x - 2y = 7", Reason.UNPARSABLE),
        (ONE, "1 1/2", Reason.UNPARSABLE),
        (ONE, "1.5 1.5", Reason.UNPARSABLE),
        (ONE, "3/2/1", Reason.UNPARSABLE),
        (ONE, "1,5", Reason.UNPARSABLE),
        (ONE, "1e0", Reason.UNPARSABLE),
        (ONE, "n", Reason.UNPARSABLE),
        (ONE, "n =", Reason.UNPARSABLE),
        (ONE, "= 3/2", Reason.UNPARSABLE),
        (ONE, "", Reason.UNPARSABLE),
        (ONE, "\ud800", Reason.UNPARSABLE),
        (ONE, "9" * 5000, Reason.UNPARSABLE),
        (ONE, "n = 3/2 " * 5000, Reason.UNPARSABLE),
    ],
)
def test_verdicts(payload, answer, reason):
    assert verify(payload, answer).reason is reason
    assert accepts(payload, answer) == (reason is Reason.CORRECT)


PIECES = st.lists(
    st.sampled_from([*"xyn=,;/-+. ", "3", "1/2", "-1/2", "x = 3", "y = -1/2", "and", "3/2", "n="]), max_size=9
)


@settings(max_examples=500)
@given(PIECES, st.booleans())
def test_verifier_and_second_checker_agree(pieces, two):
    payload = TWO if two else ONE
    assert verify(payload, "".join(pieces)).passed == accepts(payload, "".join(pieces))


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_text_raises_or_passes_unread(text):
    for payload in (ONE, TWO):
        assert verify(payload, text).passed == accepts(payload, text)


def test_the_share_of_equations_that_hold_is_told():
    assert verify(TWO, "x = 4, y = -3/2").parts == {"satisfied": 0.5}
    assert verify(TWO, "x = 4, y = -3/2").score == 0.0


@pytest.mark.parametrize(
    "rows", [[[1, 2, 3], [2, 4, 6]], [[1, 2, 3], [2, 4, 7]], [[0, 1, 3], [0, 2, 6]], [[0, 0, 0], [1, 1, 1]]]
)
def test_equations_without_exactly_one_solution_are_refused(rows):
    with pytest.raises(SingularError):
        eliminate(rows, ["x", "y"])


@settings(max_examples=100)
@given(st.integers(1, 4), st.data())
def test_elimination_agrees_with_sympy(size, data):
    entry = st.integers(-4, 4)
    rows = data.draw(
        st.lists(st.lists(entry, min_size=size + 1, max_size=size + 1), min_size=size, max_size=size)
    )
    names = list("abcd"[:size])
    matrix = sympy.Matrix([row[:-1] for row in rows])
    if matrix.det() == 0:
        with pytest.raises(SingularError):
            eliminate(rows, names)
    else:
        solution = matrix.LUsolve(sympy.Matrix([row[-1] for row in rows]))
        assert eliminate(rows, names)[0] == [as_fraction(value) for value in solution]


@pytest.mark.parametrize(
    "change",
    [{"unknowns": 0}, {"unknowns": 9}, {"largest": 1}, {"value": 0}, {"denominator": 21}, {"depth": 5}],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        SPEC.task(2, 0, params=change)


@given(SEEDS)
def test_the_largest_tasks_can_be_made_and_answered(seed):
    params = {"unknowns": 8, "largest": 99, "value": 99, "denominator": 12, "both_sides": True, "depth": 2}
    draft = generate(random.Random(seed), **params)
    assert verify(draft.payload, draft.answer).passed


def test_hopeless_parameters_end_with_advice(monkeypatch):
    monkeypatch.setattr(linear_equations, "_nonzero", lambda rng, largest: 1)
    with pytest.raises(GenerationError, match="largest"):
        SPEC.task(4, 0, params={"both_sides": False})

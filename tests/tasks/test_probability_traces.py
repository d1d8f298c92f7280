"""Counting and probability, all ids: worked solutions line by line, forms of answers, fingerprints, parameters."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb, factorial, perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr

NAMES = ("counting", "dice", "cards", "urns", "markov-chains", "expectation", "bayes")
SPECS = [rlvr.get(name) for name in NAMES]
SEEDS = st.integers(0, 10**9)
_PLAIN = re.compile(r"[-0-9 +*/^!(),CP]+")


def value_of(text):
    """Python's reading of an expression in a worked solution, on exact fractions."""
    assert _PLAIN.fullmatch(text)
    text = re.sub(r"([0-9]+)!", r"factorial(\1)", text).replace(")!", ")!!")
    text = re.sub(r"\(([^()]*)\)!!", r"factorial(\1)", text).replace("^", "**")
    text = re.sub(r"\b(C|P)\(", lambda m: {"C": "comb(", "P": "perm("}[m[1]], text)
    text = re.sub(r"(?<![\w*])([0-9]+)(?=[ )*/]|$)(?!\s*,)", r"F(\1)", text)
    names = {"comb": whole(comb), "perm": whole(perm), "factorial": whole(factorial), "F": Fraction}
    return Fraction(eval(text, {"__builtins__": {}}, names))


def whole(function):
    return lambda *numbers: Fraction(function(*map(int, numbers)))


@settings(max_examples=150)
@given(st.sampled_from(SPECS), st.integers(1, 7), SEEDS)
def test_every_line_of_the_worked_solution_that_computes_is_true(spec, level, seed):
    task = spec.task(level, seed)
    *lines, marked = task.trace.splitlines()
    checked = 0
    for line in lines:
        parts = line.rsplit(": ", 1)[-1].split(" = ")
        if len(parts) > 1 and all(_PLAIN.fullmatch(part) for part in parts):
            values = [value_of(part) for part in parts]
            assert values == [values[0]] * len(values), line
            checked += 1
    assert marked == f"<answer>{task.answer}</answer>"
    assert task.answer in " ".join(lines)
    assert checked or task.payload["problem"]["kind"] in {"steps", "change", "absorb", "time", "visits"}


@settings(max_examples=60)
@given(st.sampled_from(SPECS), st.integers(1, 7), SEEDS)
def test_equations_for_the_states_stay_true_for_the_solution(spec, level, seed):
    task = rlvr.get("markov-chains").task(max(level, 2), seed)
    problem = task.payload["problem"]
    if problem["kind"] not in {"absorb", "time", "visits"}:
        return
    rows = [[Fraction(p) for p in row] for row in problem["rows"]]
    k = len(rows) - problem["ends"]
    goal = problem["goal"]
    x = [0.5] * k  # the fixed point, by iteration in floats
    for _ in range(4000):
        extra = [
            row[goal] if problem["kind"] == "absorb" else goal in (-1, i) for i, row in enumerate(rows[:k])
        ]
        x = [float(extra[i]) + sum(float(rows[i][j]) * x[j] for j in range(k)) for i in range(k)]
    names = {f"x{name}": value for name, value in zip("ABCDEFGH", x, strict=False)}
    for line in task.trace.splitlines()[1:-1]:
        left, right = line.rsplit(": ", 1)[-1].split(" = ")
        assert re.fullmatch(r"[-0-9x+*/ A-H]+", right)
        assert eval(right, {"__builtins__": {}}, names) == pytest.approx(names[left], rel=1e-6, abs=1e-9)


@settings(max_examples=80)
@given(st.sampled_from(SPECS), st.integers(1, 7), SEEDS, st.integers(2, 9))
def test_forms_of_a_right_answer_and_near_misses(spec, level, seed, factor):
    task = spec.task(level, seed)
    value = Fraction(task.answer)
    right = [f" {task.answer}\n", f"+{task.answer}", task.answer.replace("/", " / ")]
    wrong = [
        f"-{task.answer}" if value else "1",
        f"{task.answer} or 1",
        f"{value + 1}",
        f"{value + Fraction(1, 1000)}",
        "",
    ]
    wrong += [
        f"{value.numerator + 1}/{value.denominator}",
        f"{task.answer}{task.answer}",
        f"about {task.answer}",
    ]
    if value.denominator > 1:
        right.append(f"\\frac{{{value.numerator}}}{{{value.denominator}}}")
        wrong.append(f"{value.numerator * factor}/{value.denominator * factor}")  # not in lowest terms
        wrong += [f"{value.denominator}/{value.numerator}", f"{float(value):.3f}", str(value.numerator)]
    for form in right:
        assert spec.verify_answer(task.payload, form).passed, form
    for form in wrong:
        assert not spec.verify_answer(task.payload, form).passed, form
        assert not spec.confirms(task.payload, form), form


@settings(max_examples=60)
@given(st.sampled_from(SPECS), st.integers(1, 7), SEEDS, st.text("0123456789-+/,. ", max_size=9))
def test_verifier_and_second_checker_agree(spec, level, seed, text):
    task = spec.task(level, seed)
    if not re.search(r"[.]|\d\s+\d", text):  # decimals and mixed numbers are read by the verifier alone
        assert spec.verify_answer(task.payload, text).passed == spec.confirms(task.payload, text)
    assert spec.confirms(task.payload, task.answer)


@settings(max_examples=60)
@given(st.sampled_from(SPECS), st.integers(1, 7), SEEDS)
def test_probabilities_are_proper_and_counts_positive(spec, level, seed):
    task = spec.task(level, seed)
    value = Fraction(task.answer)
    if "probability" in task.prompt and spec.name not in {"expectation", "markov-chains", "counting"}:
        assert 0 < value < 1
    if spec.name == "counting":
        assert value.denominator == 1
        assert value > 0
    assert not re.search(r"\b1 [a-z]+(balls|coins|dice|hits|times|euros|ways)\b", task.prompt)
    assert "  " not in task.prompt
    assert "{" not in re.sub(r"\{1, 2, \.\.\., [0-9]+\}", "", task.prompt)


@pytest.mark.parametrize("spec", SPECS, ids=NAMES)
@pytest.mark.parametrize("change", [{"size": 0}, {"size": 13}, {"kinds": ""}, {"kinds": "sudoku"}])
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=r"size|kinds"):
        spec.task(3, 0, params=change)


@pytest.mark.parametrize("spec", SPECS, ids=NAMES)
def test_every_kind_can_be_made_and_answered_at_the_extreme_sizes(spec):
    kinds = sorted({kind for level in spec.levels for kind in spec.params(level)["kinds"].split()})
    for kind in kinds:
        for size in (1, 12):
            task = spec.task(1, 5, params={"kinds": kind, "size": size})
            assert task.payload["problem"]["kind"] == kind
            assert spec.verify_answer(task.payload, task.answer).passed
            assert spec.confirms(task.payload, task.answer)

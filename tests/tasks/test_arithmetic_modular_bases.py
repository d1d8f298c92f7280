"""Modular arithmetic and number bases: answers by Python's integers and sympy, worked solutions, forms."""

from __future__ import annotations

import re
from math import gcd

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.arithmetic.number_bases import numeral
from rlvr.verifiers.base import Reason

MODULAR = rlvr.get("modular-arithmetic")
BASES = rlvr.get("number-bases")
SPECS = st.sampled_from([MODULAR, BASES])
SEEDS = st.integers(0, 10**9)
LEVELS = st.integers(1, 7)


class Residue:
    """A number modulo m with Python's operators, so that `eval` of the printed expression stays small."""

    def __init__(self, value, m):
        self.value, self.m = value % m, m

    def __add__(self, other):
        return Residue(self.value + other.value, self.m)

    def __sub__(self, other):
        return Residue(self.value - other.value, self.m)

    def __mul__(self, other):
        return Residue(self.value * other.value, self.m)

    def __pow__(self, exponent):
        return Residue(pow(self.value, exponent, self.m), self.m)


def residue(expression, m):
    assert re.fullmatch(r"[0-9 +*^()-]+", expression)
    code = re.sub(r"(?<![\^0-9(])(\d+)", r"Residue(\1, m)", expression).replace("^", "**")
    return eval(code, {"Residue": Residue, "m": m}).value


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_residues_are_right(level, seed):
    task = MODULAR.task(level, seed)
    problem, answer = task.payload["problem"], int(task.answer)
    left, expression, m = problem["left"], problem["expression"], problem["modulus"]
    assert expression in task.prompt
    assert f"from 0 to {m - 1}" in task.prompt
    value = residue(expression, m)
    if left == 1:
        assert answer == value
    else:
        assert f"{left} * x = {expression}" in task.prompt
        assert gcd(left, m) == 1
        assert answer == sympy.mod_inverse(left, m) * value % m


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_small_expressions_by_whole_powers(level, seed):
    problem = MODULAR.task(3, seed).payload["problem"]
    value = eval(problem["expression"].replace("^", "**"))
    assert value % problem["modulus"] == int(MODULAR.task(3, seed).answer)


@settings(max_examples=100)
@given(SPECS, LEVELS, SEEDS)
def test_every_equation_of_a_worked_solution_is_true(spec, level, seed):
    checked = 0
    for part in re.split(r"\n|; |: |, ", spec.task(level, seed).trace):
        if " = " in part and "<" not in part:
            assert len({eval(side) for side in part.split(" = ")}) == 1, part
            checked += 1
    assert checked


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_numerals_are_right(level, seed):
    task = BASES.task(level, seed)
    kind, prompt, answer = task.payload["problem"]["kind"], task.prompt, task.answer
    target = int(re.search(r"Give the result in base (\d+)", prompt)[1])
    if kind in ("to", "from", "between"):
        found = re.search(
            r"number (\w+) \(base (\d+)\) in base (\d+)|Convert (\w+) from base (\d+) to base (\d+)", prompt
        )
        given_, source, to = (part for part in found.groups() if part)
        assert int(to) == target
        value = int(given_, int(source))
    else:
        found = re.search(r"(?:what is|Multiply|Add|Subtract) (\w+) (.|and|from|by) (\w+)", prompt)
        a, sign, b = found.groups()
        a, b = int(a, target), int(b, target)
        value = {"+": a + b, "and": a + b, "-": a - b, "from": b - a, "*": a * b, "by": a * b}[sign]
    digits = sympy.ntheory.digits(value, target)[1:]
    assert answer == "".join("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] for digit in digits)
    params = BASES.params(level)
    assert kind in params["kinds"].split()
    assert all(
        base == 10 or params["low"] <= base <= params["high"]
        for base in (target, task.payload["problem"]["base"])
    )


@given(st.integers(0, 10**60), st.integers(2, 36))
def test_numerals_are_read_back(value, base):
    assert int(numeral(value, base), base) == value


def test_letters_are_explained_where_they_may_occur():
    for seed in range(200):
        task = BASES.task(5, seed)
        most = max(task.payload["problem"]["base"], task.payload["problem"]["to"])
        assert ("The letter" in task.prompt) == (most > 10)


MOD_7 = {"problem": {"left": 1, "expression": "3 * 4", "modulus": 7}, "gold": {"text": "5", "kind": "integer"}}
HEX = {
    "problem": {"kind": "to", "base": 10, "a": "2623", "to": 16},
    "gold": {"text": "A3F_16", "kind": "base", "base_named": True},
}


@pytest.mark.parametrize(
    ("spec", "payload", "right", "rejected"),
    [
        (MODULAR, MOD_7, ["5", "+5", "05", " 5."], ["12", "-2", "5 mod 7", "5 5", "5 or 12", "٥", "", "5/2"]),
        (BASES, HEX, ["A3F", "a3f", "0A3F", " A3F "],
         ["2623", "A3E", "A3F_15", "A 3F", "-A3F", "AF3", "0b1", "", "A3F A3F"]),
    ],
)  # fmt: skip
def test_named_forms(spec, payload, right, rejected):
    for answer in right:
        assert spec.verify_answer(payload, answer).passed, answer
        assert spec.confirms(payload, answer), answer
    for answer in rejected:
        assert not spec.verify_answer(payload, answer).passed, answer
        assert not spec.confirms(payload, answer), answer


def test_the_base_may_be_named():
    for answer in ("A3F_16", "A3F_{16}", "0xA3F"):
        assert BASES.verify_answer(HEX, answer).passed
    assert BASES.verify_answer(HEX, "A3F?").reason is Reason.UNPARSABLE


@settings(max_examples=150)
@given(SPECS, LEVELS, SEEDS, st.text("0123456789ABZaz", max_size=4), st.data())
def test_verifier_and_second_checker_agree(spec, level, seed, text, data):
    task = spec.task(level, seed)
    place = data.draw(st.integers(0, len(task.answer)))
    for answer in (text, task.answer[:place] + text + task.answer[place + len(text) :]):
        assert spec.verify_answer(task.payload, answer).passed == spec.confirms(task.payload, answer), answer


@given(SPECS, LEVELS, SEEDS, SEEDS)
def test_answers_of_other_tasks_are_wrong_unless_equal(spec, level, seed, other):
    task, answer = spec.task(level, seed), spec.task(level, other).answer
    assert spec.verify_answer(task.payload, answer).passed == (answer == task.answer)


def test_terms_and_factors_may_change_places():
    by_fingerprint = {}
    for seed in range(3000):
        task = BASES.task(1, seed, params={"kinds": "add subtract", "low": 2, "high": 3, "digits": 3})
        p = task.payload["problem"]
        pair = sorted((p["a"], p["b"])) if p["kind"] == "add" else [p["a"], p["b"]]
        key = (p["kind"], p["base"], *pair)
        assert by_fingerprint.setdefault(task.fingerprint, key) == key
    assert len(set(by_fingerprint.values())) == len(by_fingerprint)


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        *[(MODULAR, change) for change in ({"kinds": "clock"}, {"terms": 1}, {"largest": 5}, {"modulus": 9})],
        *[(MODULAR, change) for change in ({"exponent": 3}, {"kinds": ""})],
        *[
            (BASES, change)
            for change in ({"kinds": "clock"}, {"low": 1}, {"high": 37}, {"high": 2}, {"digits": 2})
        ],
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(3, 0, params=change)

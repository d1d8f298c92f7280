"""Powers modulo an integer and systems of congruences: answers against sympy and brute force, true worked solutions."""

from __future__ import annotations

import json
import random
import re
from math import gcd, lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import totient
from sympy.ntheory.modular import solve_congruence
from sympy.ntheory.residue_ntheory import discrete_log, n_order, sqrt_mod

import rlvr
from rlvr.generators.number_theory import chinese_remainders, modular_powers, modular_powers_check
from rlvr.generators.number_theory.forms import posed

POWERS = rlvr.get("modular-powers")
SYSTEMS = rlvr.get("chinese-remainders")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(POWERS.levels)
SMALL_POWERS = {"kinds": " ".join(modular_powers.QUESTIONS), "modulus": 60, "exponent": 40}
SMALL_SYSTEMS = {"kinds": " ".join(chinese_remainders.QUESTIONS), "count": 3, "modulus": 20}


def value_of(text):
    """The value of sums and products of integers."""
    assert re.fullmatch(r"[0-9 ()*+-]+", text)
    return eval(text)


def power_oracle(problem):
    """The answer by Python's pow and sympy."""
    kind, m = problem["kind"], problem["m"]
    if kind == "sum":
        x, y = (pow(a, e, m) for a, e in problem["terms"])
        return {"+": x + y, "-": x - y, "*": x * y}[problem["sign"]] % m
    a = problem["a"]
    if kind == "power":
        return pow(a, problem["e"], m)
    if kind == "tower":
        return pow(a, problem["b"] ** problem["c"], m)
    if kind == "inverse":
        return pow(a, -1, m)
    if kind == "linear":
        return pow(a, -1, m) * problem["b"] % m
    if kind == "order":
        return n_order(a, m)
    if kind == "log":
        return int(discrete_log(m, problem["b"], a)) or n_order(a, m)
    return min(sqrt_mod(a, m, all_roots=True))


def system_oracle(problem):
    """The answer by sympy's solution of the congruences made plain."""
    plain = [(pow(a, -1, m) * b % m, m) for a, b, m in problem["system"]]
    found = solve_congruence(*plain)
    if found is None:
        return -1
    x, period = map(int, found)
    bound = problem["bound"]
    if problem["kind"] == "above":
        return bound + 1 + (x - bound - 1) % period
    if problem["kind"] == "count":
        return (bound - (x or period)) // period + 1
    return x


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_powers_are_those_of_the_libraries(level, seed):
    task = POWERS.task(level, seed)
    assert task.answer == str(power_oracle(task.payload["problem"]))
    assert str(task.payload["problem"]["m"]) in task.prompt


@settings(max_examples=150)
@given(SEEDS)
def test_powers_of_every_kind_at_small_size(seed):
    task = POWERS.task(1, seed, params=SMALL_POWERS)
    assert task.answer == str(power_oracle(task.payload["problem"]))
    assert modular_powers_check.accepts(task.payload, task.answer)


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_about_powers_is_true(level, seed):
    task = POWERS.task(level, seed)
    problem = task.payload["problem"]
    m = problem["m"]
    checked = 0
    for line in task.trace.splitlines()[:-1]:
        if found := re.fullmatch(r"the exponent .* modulo (\d+):|.*modulo (\d+):", line):
            m = int(found[1] or found[2])  # what the following lines are taken modulo
            continue
        if found := re.search(r"phi\((\d+)\) = ([0-9^* ]+ = )?(\d+)$", line):
            assert totient(int(found[1])) == int(found[3])
            checked += 1
            continue
        if found := re.fullmatch(r"(\d+) = (\d+) \* (\d+) \+ (\d+), so .*", line):
            big, times, phi, rest = map(int, found.groups())
            assert big == times * phi + rest
            assert phi == totient(m)
            continue
        if found := re.fullmatch(r"(.*) modulo (\d+)", line):
            assert int(found[2]) == problem["m"]
            line = found[1].removeprefix("x = ")
        chains = [part for part in line.split(", ") if re.fullmatch(r"[0-9 ()*+=^-]+", part)]
        for chain in chains:
            sides = chain.split(" = ")
            values = []
            for side in sides:
                power = re.fullmatch(r"(\d+)\^(\d+)", side)
                values.append(pow(int(power[1]), int(power[2]), m) if power else value_of(side) % m)
            if len(sides) > 1 and not re.fullmatch(r"\d+( = \d+)+( \+ \d+)+", chain):
                assert len(set(values)) == 1, line
                checked += 1
    assert checked or problem["kind"] in ("inverse", "root")


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_systems_are_those_of_sympy(level, seed):
    task = SYSTEMS.task(level, seed)
    problem = task.payload["problem"]
    assert task.answer == str(system_oracle(problem))
    for a, b, m in problem["system"]:
        assert gcd(a, m) == 1
        assert str(m) in task.prompt
        assert f"{b}" in task.prompt or b == 0


@settings(max_examples=100)
@given(SEEDS)
def test_small_systems_by_brute_force(seed):
    task = SYSTEMS.task(1, seed, params=SMALL_SYSTEMS)
    problem = task.payload["problem"]
    period = lcm(*(m for _, _, m in problem["system"]))
    fitting = [x for x in range(period) if all((a * x - b) % m == 0 for a, b, m in problem["system"])]
    if problem["kind"] == "count":
        wanted = sum(x % period in fitting for x in range(1, problem["bound"] + 1))
    elif problem["kind"] == "above":
        wanted = next(
            x for x in range(problem["bound"] + 1, problem["bound"] + 1 + period) if x % period in fitting
        )
    else:
        wanted = fitting[0] if fitting else -1
    assert task.answer == str(wanted)


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_about_systems_is_true(level, seed):
    lines = SYSTEMS.task(level, seed).trace.splitlines()[:-1]
    for line in lines:
        if found := re.fullmatch(
            r"([0-9 =*+-]+) \(mod (\d+)\)", line.removeprefix("k = ").removeprefix("x = ")
        ):
            assert len({value_of(side) % int(found[2]) for side in found[1].split(" = ")}) == 1, line
        elif found := re.fullmatch(r"x = (\d+) \+ (\d+) k: \2 k = (.*) \(mod \d+\)", line):
            left, right = found[3].split(" = ")
            assert value_of(left) == int(right)
        elif found := re.fullmatch(r"(.* \+ .*) = (\d+) is the first above (\d+)", line):
            assert value_of(found[1]) == int(found[2]) > int(found[3])
        elif found := re.fullmatch(r"(\d+) divides (\d+) and (\d+), but not (-?\d+): no solution", line):
            d, first, second, other = map(int, found.groups())
            assert (first % d, second % d) == (0, 0)
            assert other % d
    assert any("k = " in line for line in lines)


def test_contradictions_are_a_fifth_at_most_and_only_where_announced():
    tasks = [SYSTEMS.task(level, seed) for level in SYSTEMS.levels for seed in range(150)]
    for task in tasks:
        assert ("answer -1" in task.prompt) == (task.payload["problem"]["kind"] == "shared")
        assert task.answer != "-1" or task.payload["problem"]["kind"] == "shared"
    shared = [task for task in tasks if task.payload["problem"]["kind"] == "shared"]
    assert 0.05 < sum(task.answer == "-1" for task in shared) / len(shared) < 0.3


@pytest.mark.parametrize("spec", [POWERS, SYSTEMS], ids=lambda spec: spec.id)
@settings(max_examples=150)
@given(level=LEVELS, seed=SEEDS, shift=st.integers(-2, 2))
def test_neighbours_and_equal_remainders_are_wrong(spec, level, seed, shift):
    task = spec.task(level, seed)
    problem = task.payload["problem"]
    period = problem["m"] if "m" in problem else lcm(*(m for _, _, m in problem["system"]))
    for text in (str(int(task.answer) + shift), str(int(task.answer) + shift * period)):
        right = shift == 0
        assert spec.verify_answer(task.payload, text).passed == spec.confirms(task.payload, text) == right
    assert spec.verify_answer(task.payload, f" +{task.answer}. " if task.answer != "-1" else "-1.").passed


@pytest.mark.parametrize("spec", [POWERS, SYSTEMS], ids=lambda spec: spec.id)
@settings(max_examples=100)
@given(level=LEVELS, seed=SEEDS, text=st.text(max_size=30))
def test_no_text_raises(spec, level, seed, text):
    payload = spec.task(level, seed).payload
    assert spec.confirms(payload, text) <= spec.verify_answer(payload, text).passed


@pytest.mark.parametrize(
    "answer", ["3^4", "6/2", "x = 3 (mod 7)", "3 mod 7", "10 - 3", "", "3, 4", "٣", "9**9**9"]
)
def test_calculations_are_no_answers(answer):
    payload = posed({"kind": "power", "a": 3, "e": 4, "m": 78}, "3")
    assert modular_powers_check.accepts(payload, "3")
    assert POWERS.verify_answer(payload, "3").passed
    assert not POWERS.verify_answer(payload, answer).passed
    assert not modular_powers_check.accepts(payload, answer)


def test_the_canonical_forms():
    forms = {}
    for seed in range(2000):
        draft = chinese_remainders.generate(random.Random(seed), kinds="least", count=2, modulus=20)
        system = frozenset(tuple(congruence) for congruence in draft.payload["problem"]["system"])
        forms.setdefault(system, set()).add(json.dumps(draft.canonical))
    assert all(len(some) == 1 for some in forms.values())
    assert len(set.union(*forms.values())) == len(forms) > 1000
    sums = {}
    for seed in range(2000):
        draft = modular_powers.generate(random.Random(seed), kinds="sum", modulus=40, exponent=10)
        problem = draft.payload["problem"]
        terms = problem["terms"] if problem["sign"] == "-" else sorted(problem["terms"])
        sums.setdefault(json.dumps([terms, problem["sign"], problem["m"]]), set()).add(
            json.dumps(draft.canonical)
        )
    assert all(len(some) == 1 for some in sums.values())
    assert len(set.union(*sums.values())) == len(sums) > 1900


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        *(
            (POWERS, change)
            for change in ({"kinds": "roots"}, {"modulus": 39}, {"modulus": 10**5}, {"exponent": 9})
        ),
        *((SYSTEMS, change) for change in ({"kinds": ""}, {"count": 1}, {"count": 9}, {"modulus": 19})),
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=r"kinds|modulus|exponent|count"):
        spec.task(3, 0, params=change)

"""Planted faults: each is another program, the list of harmless ones is current, and an entry's modules are its own."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import rlvr
from rlvr.benchmarks.mutation import harmless
from rlvr.benchmarks.mutation_children import Planted, in_child
from rlvr.benchmarks.mutation_modules import file_of, modules_of
from rlvr.benchmarks.mutation_operators import mutants

MODULE = "rlvr.generators.arithmetic.number_bases"

SOURCE = '''
def make(rng, low):
    """No words of a docstring and no arguments of draws."""
    a, b = rng.randint(1, low), rng.randint(low - 1, low + 1)
    if a < 2:
        return None
    if rng.random() < 0.5:
        a = -a
    return f"{a} - {b} and {a} * {b}", a + b, "the first of them is not even"
'''


def test_every_mutant_is_another_program() -> None:
    source = file_of(MODULE).read_text(encoding="utf-8")
    for text in (source, SOURCE):
        found = list(mutants(text))
        made = [ast.unparse(mutant.tree()) for mutant in found]
        assert len(set(made)) == len(made) > 5
        assert ast.unparse(ast.parse(text)) not in made


def test_what_only_draws_other_values_is_left_alone() -> None:
    changes = {mutant.change.removeprefix("make: ") for mutant in mutants(SOURCE)}
    assert "if a < 2: -> if not a < 2:" in changes
    assert not [change for change in changes if "randint" in change or "rng.random" in change]
    assert not [change for change in changes if change.startswith("if") and "3" in change]
    words = {change.rpartition(" -> ")[2] for change in changes}
    assert any("the last of them is not even" in text for text in words)
    assert any("the first of them is even" in text for text in words)
    assert any("{b} - {a} and {a} * {b}" in text for text in words)
    assert not any("{a} - {b} and {b} * {a}" in text for text in words)


def test_records_of_harmless_mutants_are_about_code_of_today() -> None:
    for (entry, module, change), reason in harmless().items():
        assert f"rlvr.{module}" in modules_of(rlvr.get(entry))
        assert reason
        code = " ".join(ast.unparse(ast.parse(file_of(f"rlvr.{module}").read_text(encoding="utf-8"))).split())
        function, _, rest = change.partition(": ")
        assert not function.isidentifier() or f"def {function}(" in code
        before = (rest if function.isidentifier() else change).partition(" -> ")[0]
        assert before.strip(".") in code, change


@pytest.mark.parametrize(
    ("name", "own", "others"),
    [
        ("counting", "probability.counting_shapes", "probability.exact"),
        ("countdown", "arithmetic.reachable", "arithmetic.countdown_solver"),
        ("linear-equations", "algebra.elimination", "algebra.polynomials"),
    ],
)
def test_the_modules_of_an_entry_are_its_own(name: str, own: str, others: str) -> None:
    found = modules_of(rlvr.get(name))
    assert f"rlvr.generators.{own}" in found
    assert f"rlvr.generators.{others}" not in found


def test_a_planted_fault_takes_the_place_of_a_module_and_of_what_knows_it() -> None:
    importlib.import_module(MODULE)  # so that the fork has to forget it

    def told(source: str) -> str:
        outcome = in_child(sixteen, 60, Planted(MODULE, compile(source, "<planted>", "exec")))
        assert outcome.ended
        return outcome.said

    source = file_of(MODULE).read_text(encoding="utf-8")
    assert told(source) == "2F"
    assert told(source.replace("DIGITS[digit] + found", "found + DIGITS[digit]")) == "F2"
    assert told(source + "\nraise RuntimeError('x')") == "failed: RuntimeError('x')"


def sixteen() -> str:
    return str(importlib.import_module(MODULE).numeral(47, 16))


def test_a_child_that_does_not_end_is_stopped() -> None:
    def endless() -> str:
        while True:
            pass

    assert not in_child(endless, 0.2).ended
    assert in_child(lambda: Path(__file__).name, 5).said == "test_mutation.py"

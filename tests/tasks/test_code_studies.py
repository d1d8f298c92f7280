"""Studies of programs: those in the file are what is made anew, and what they say is what programs do."""

from __future__ import annotations

import ast
import json
import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import fingerprint_of, split_of
from rlvr.generators.code import studies
from rlvr.generators.code.execute import equal, run_calls
from rlvr.generators.code.mutate import below_zero, every_mutant, mutants, with_mistakes
from rlvr.generators.code.parts_file import parts_of
from rlvr.generators.code.repair_solver import wanted
from rlvr.generators.code.repair_sources import CLASSIC, problem_of
from rlvr.generators.code.repair_table import SMALL
from rlvr.generators.code.study_making import least_sets

KEYS = list(studies.stored_keys())
FOLDER = Path(studies.__file__).parent


def fails(known, program):
    """The calls on which a program does something else than it should; one that does not end fails the call."""
    entry, mask = known.problem.entry, 0
    for at, outcome in enumerate(run_calls(program, entry, known.calls, fuel=60_000)):
        mask |= (not (outcome.ok and equal(outcome.value, known.wanted[at]))) << at
    return mask


def test_the_file_has_all_studies():
    assert sorted(studies.stored()) == sorted(studies.key(*one) for one in KEYS)
    assert {name for name, _, _ in KEYS} == {*SMALL, *CLASSIC}
    for spec in map(rlvr.get, ("code-repair", "code-repair-turns")):
        for pool, level in zip(spec.axes["pool"], spec.axes["level"], strict=True):
            assert pool in ("short", "long") or level in studies.CLASSIC_SEEDS


def test_the_file_says_which_studied_programs_are_the_same():
    assert all(studies._kin(name) == studies.kin(name) for name in (*SMALL, *CLASSIC))
    assert {*parts_of(studies.KIN_FILE)} == {*SMALL, *CLASSIC}


def test_each_file_stays_below_a_megabyte():
    sizes = {path.name: path.stat().st_size for path in FOLDER.glob("*.bin")}
    assert {*studies.FILES.values(), studies.KIN_FILE} < {*sizes}
    assert max(sizes.values()) < 1_000_000


@pytest.mark.parametrize("key", [KEYS[7], KEYS[150], KEYS[-11]], ids=str)
def test_a_study_of_the_file_is_what_is_made_anew(key):
    kept = json.loads(zlib.decompress(studies.stored()[studies.key(*key)]))
    assert json.loads(json.dumps(studies.studied(*key))) == kept


def test_bounds_a_little_below_zero():
    source = "def f(a):\n    if a < 0 or a == -3:\n        return a[10]\n    return 0.0"
    changed = [text.splitlines()[1].strip() for text in below_zero(source)]
    assert sorted(changed) == ["if a < -1 or a == -3:", "if a < 0 or a == -2:", "if a < 0 or a == -4:"]


@pytest.mark.parametrize("name", ["tank", "nesting"])
def test_calls_tell_bounds_a_little_below_zero(name):
    for seed in [seed for known, seed, _ in KEYS if known == name][-8:]:
        known = studies.study(name, seed, 0)
        for text in below_zero(known.problem.source):
            mask = fails(known, text)
            assert not mask or any(near & mask == near for near in known.near)


@settings(max_examples=10)
@given(st.sampled_from(KEYS), st.integers(0, 10**6))
def test_what_a_study_says_is_what_programs_do(key, seed):
    known, rng = studies.study(*key), Random(seed)
    at = rng.randrange(len(known.calls))
    assert equal(known.wanted[at], wanted(known.problem, known.calls[at], key[0] in SMALL))
    assert not fails(known, known.problem.source)
    for listed in known.wrong.values():
        for wrong in rng.sample(listed, min(2, len(listed))):
            assert wrong.fails == fails(known, with_mistakes(known.problem.source, wrong.places))
            assert wrong.share == (wrong.fails % (1 << known.ordinary)).bit_count() / known.ordinary
    for mutant in mutants(known.problem.source, rng, 6):
        mask = fails(known, mutant.source)
        assert not mask or any(near & mask == near for near in known.near)


def test_mistakes_in_a_row_show_alone():
    for key in KEYS[::20]:
        known = studies.study(*key)
        source = known.problem.source
        places = {place for count in (2, 3, 4) for wrong in known.wrong[count] for place in wrong.places}
        texts = {mutant.place: mutant.source for mutant in every_mutant(source)}
        assert all(fails(known, texts[place]) for place in sorted(places)[:5])


def test_least_sets():
    assert least_sets([0b110, 0, 0b1, 0b11, 0b110, 0b1110]) == [0b1, 0b110]
    assert least_sets([]) == []


@pytest.mark.parametrize("name", ["code-repair", "code-repair-turns"])
def test_hidden_calls_meet_every_mistake_that_the_study_knows(name):
    spec = rlvr.get(name)
    for level in spec.levels:
        for seed in range(6):
            payload = spec.task(level, seed).payload
            facts, code = payload["problem"], payload["code"]
            known = studies.study(facts["template"], facts["seed"], facts["level"])
            places = [known.calls.index(case["args"]) for case in code["cases"]]
            made = sum(1 << at for at in places[code["public"] :])
            shown = sum(1 << at for at in places[: code["public"]])
            assert all(near & made or not near & ~shown for near in known.near)
            assert all(
                equal(known.wanted[at], case["out"]) for at, case in zip(places, code["cases"], strict=True)
            )


def test_all_tasks_of_a_program_are_in_one_split():
    splits: dict[tuple[str, int], set[str]] = {}
    for name in ("code-repair", "code-repair-turns", "test-writing"):
        spec = rlvr.get(name)
        for level in spec.levels:
            for seed in range(40):
                task = spec.task(level, seed)
                problem = task.payload["problem"]
                splits.setdefault((problem["template"], problem["seed"]), set()).add(task.split)
    assert {len(found) for found in splits.values()} == {1}
    assert set().union(*splits.values()) == {"train", "test"}


def test_programs_that_are_the_same_but_for_names_are_in_one_split():
    splits: dict[str, set[str]] = {}
    some = [key for key in KEYS if key[0] in ("best_trade", "run_lengths", "count_pairs", "window_extremes")]
    for key in some:
        source = problem_of(*key).source
        shared = studies.shared_by(key[0], source)
        assert shared
        shape = ast.unparse(Numbered().visit(ast.parse(source)))
        splits.setdefault(shape, set()).add(split_of(fingerprint_of("shared", shared)))
    assert {len(found) for found in splits.values()} == {1}
    assert len(splits) < 0.7 * len(some)
    assert studies.study(*key).program == shared
    assert studies.shared_by(key[0], "def f(a):\n    return a\n") is None


def test_programs_of_algorithms_are_in_the_split_of_their_repair():
    spec = rlvr.get("algorithms")
    found = 0
    for seed in range(40):
        task = spec.task(3, seed, params={"template": "count_pairs"})
        shared = studies.shared_by("count_pairs", task.answer + "\n")
        found += shared is not None
        assert shared is None or task.split == split_of(fingerprint_of("shared", shared))
    assert found > 5


class Numbered(ast.NodeTransformer):
    """Numbers for all that a program binds, in the order of the tree."""

    def visit_Module(self, node):
        parts = list(ast.walk(node))
        self.bound = {one.arg for one in parts if isinstance(one, ast.arg)}
        self.bound |= {one.name for one in parts if isinstance(one, ast.FunctionDef)}
        self.bound |= {one.id for one in parts if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        self.numbers = {}
        return self.generic_visit(node)

    def _number(self, name):
        return self.numbers.setdefault(name, f"v{len(self.numbers)}") if name in self.bound else name

    def visit_FunctionDef(self, node):
        node.name = self._number(node.name)
        return self.generic_visit(node)

    def visit_arg(self, node):
        node.arg = self._number(node.arg)
        return node

    def visit_Name(self, node):
        node.id = self._number(node.id)
        return node


def test_a_study_of_another_program_is_not_taken(monkeypatch):
    name, seed, level = KEYS[3]
    other = zlib.decompress(studies.stored()[studies.key(name, seed + 1, level)])
    monkeypatch.setitem(studies.stored(), studies.key(name, seed, level), zlib.compress(other))
    studies.study.cache_clear()
    known = studies.study(name, seed, level)
    assert not fails(known, known.problem.source)
    studies.study.cache_clear()

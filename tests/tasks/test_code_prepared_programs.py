"""Programs prepared ahead: the file says what is worked out anew, and tasks hold what it says."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import rlvr
from rlvr.benchmarks.prepared_programs import check_small_calls
from rlvr.generators.code import prepared_programs
from rlvr.generators.code.algorithms.table import TEMPLATES
from rlvr.generators.code.execute import equal, run_calls
from rlvr.generators.code.mutate import every_mutant
from rlvr.generators.code.prepared_programs import (
    MUTANTS,
    SEEDS,
    SPARE,
    STORED_TIERS,
    is_of,
    key,
    large_results,
    prepared,
    row,
    rows,
    spare_calls,
    stored,
    stored_keys,
)
from rlvr.generators.code.reference import differ, expected, fuel_for, some_mutants
from rlvr.payloads.recipes import argument

KEYS = list(stored_keys())
SPEC = rlvr.get("algorithms")
SOME = [(*KEYS[at], seed) for at, seed in ((3, 5), (15, SEEDS - 1), (40, 0), (75, 9), (100, 21))]


def problem_of(name, level, seed):
    return TEMPLATES[name](Random(seed), level)


def test_the_file_has_all_programs_of_all_levels_with_large_calls():
    assert list(stored()) == [key(*one) for one in KEYS]
    assert {len(rows(its)) for its in stored()} == {SEEDS}
    for level, tiers, large in zip(*(SPEC.axes[name] for name in ("level", "tiers", "large")), strict=True):
        assert large == (level in STORED_TIERS)
        assert not large or set(tiers) == set(STORED_TIERS[level])


def test_the_file_is_about_the_programs_as_they_are_now():
    for at, (name, level) in enumerate(KEYS):
        for seed in (at % SEEDS, (7 * at + 1) % SEEDS):
            assert is_of(rows(key(name, level))[seed], problem_of(name, level, seed), seed), (name, level, seed)


@pytest.mark.parametrize(("name", "level", "seed"), SOME)
def test_a_row_of_the_file_is_what_is_worked_out_anew(name, level, seed):
    problem = problem_of(name, level, seed)
    kept = rows(key(name, level))[seed]
    assert kept == row(problem, seed)
    # Results of large calls by counted steps, in another namespace.
    calls = [[argument(value) for value in args] for args in problem.large]
    large = large_results(problem) if kept[2] is None else kept[2]
    assert all(equal(outcome.value, out) for outcome, out in zip(expected(problem, calls), large, strict=True))


@pytest.mark.parametrize(("name", "level", "seed"), SOME)
def test_kept_calls_tell_each_mutant_that_any_spare_call_tells(name, level, seed):
    problem = problem_of(name, level, seed)
    calls = spare_calls(problem, seed, range(len(SPARE)))
    right = expected(problem, calls)
    told = 0
    for mutant in some_mutants(Random(problem.source), problem, MUTANTS):
        got = run_calls(mutant.source, problem.entry, calls, fuel=fuel_for(right))
        failing = {at for at in range(len(SPARE)) if differ(got[at], right[at])}
        assert not failing or failing & {*rows(key(name, level))[seed][1]}
        told += bool(failing)
    assert told


def test_tasks_hold_the_kept_calls_and_large_ones_and_are_in_the_split_of_their_program():
    splits: dict[tuple[str, int], set[str]] = {}
    for level in STORED_TIERS:
        for seed in range(20):
            task = SPEC.task(level, seed)
            facts, cases = task.payload["problem"], task.payload["code"]["cases"]
            if facts["seed"] >= SEEDS:
                continue
            known = prepared(facts["template"], facts["seed"], level)
            listed = [json.dumps(case["args"]) for case in cases]
            assert {json.dumps(args) for _, args in known.calls} <= set(listed)
            behind = cases[len(cases) - len(known.large) :]
            assert [case["args"] for case in behind] == list(known.problem.large)
            assert [case["out"] for case in behind] == known.large
            splits.setdefault((facts["template"], facts["seed"]), set()).add(task.split)
    assert {len(found) for found in splits.values()} == {1}
    assert set().union(*splits.values()) == {"train", "test"}


def test_a_row_of_another_program_is_not_taken(monkeypatch):
    name, level = KEYS[0]
    listed = rows(key(name, level))
    monkeypatch.setattr(prepared_programs, "rows", lambda its: listed[1:])
    prepared.cache_clear()
    known = prepared(name, 0, level)
    calls = [args for _, args in known.calls]
    assert calls == spare_calls(known.problem, 0, listed[0][1])
    assert known.large == large_results(known.problem)
    prepared.cache_clear()


def test_a_template_and_level_that_are_not_in_the_file_make_the_same_kind_of_task():
    assert "coin_ways 7" not in stored()
    tasks = [SPEC.task(7, seed, params={"template": "coin_ways"}) for seed in range(8)]
    assert {task.payload["problem"]["seed"] < SEEDS for task in tasks} == {True, False}
    for task in tasks:
        problem = problem_of("coin_ways", 7, task.payload["problem"]["seed"])
        large = task.payload["code"]["cases"][-1]
        assert large["args"] == problem.large[0]
        assert [large["out"]] == large_results(problem)


def test_no_mutant_keeps_tuples_of_all_tuples_before() -> None:
    """To hash such a tuple takes twice as long with each step, and no fuel counts that."""
    problem = TEMPLATES["row_of_cells"](Random(28), 4)
    assert any("seen[tuple(seen)]" in mutant.source for mutant in every_mutant(problem.source))
    kept = some_mutants(Random(1), problem, 1000)
    assert kept
    assert not any("[tuple(seen)]" in mutant.source for mutant in kept)


def test_a_reference_that_is_wrong_on_a_small_call_is_not_kept():
    name, level, seed = SOME[0]
    problem = problem_of(name, level, seed)
    numbers = rows(key(name, level))[seed][1]
    check_small_calls(problem, seed, numbers)
    wrong = next(
        one for one in some_mutants(Random(1), problem, MUTANTS) if fails_small(problem, one.source, seed)
    )
    with pytest.raises(ValueError, match="does not give"):
        check_small_calls(replace(problem, source=wrong.source), seed, numbers)


def fails_small(problem, source, seed):
    """Whether a program gives something else than the reference on the small calls, and never fails."""
    calls = spare_calls(problem, seed, [at for at, size in enumerate(SPARE) if size <= 3][seed % 4 :: 4])
    got = run_calls(source, problem.entry, calls)
    return all(one.ok for one in got) and any(map(differ, got, expected(problem, calls)))

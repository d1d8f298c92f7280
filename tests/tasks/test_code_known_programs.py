"""Known programs: the files hold what the command makes, and what no longer fits is not used."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from tiers import by_tier

import rlvr
from benchmarks.synthesis_programs import PROGRAMS, found, least
from rlvr.generators.base import canonical_json
from rlvr.generators.code.function_synthesis_solver import confirms
from rlvr.generators.code.synthesis import known
from rlvr.generators.code.synthesis.cases import failing_calls, pool_again
from rlvr.generators.code.synthesis.edge_slips import edge_slips, rare_slips
from rlvr.generators.code.synthesis.problems import as_problem, canonical
from rlvr.generators.code.synthesis.semantics import run

SPEC = rlvr.get("function-synthesis")
SHAPES = list(known.FILES)
FOLDER = Path(known.__file__).parent


def some(shape, count, seed=0):
    return random.Random(f"{shape} {seed}").sample(known.records(shape), count)


def test_each_file_is_about_the_parameters_of_a_level():
    shapes = [tuple(SPEC.params(level).values()) for level in SPEC.levels]
    assert shapes[3:] == SHAPES
    assert all(list(SPEC.params(level)) == ["library", "depth", "steps"] for level in SPEC.levels)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_files_are_whole(shape):
    records = known.records(shape)
    assert len(records) == PROGRAMS
    assert [record.number for record in records] == sorted({record.number for record in records})
    assert b"".join(record.packed() for record in records) == (FOLDER / known.FILES[shape]).read_bytes()
    assert (FOLDER / known.FILES[shape]).stat().st_size < 1_000_000


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_records_are_what_the_command_finds(shape):
    """A failure here asks for ``python -m benchmarks.synthesis_programs``."""
    records = some(shape, by_tier(4, 12, 100))
    assert list(found(shape, (record.number for record in records))) == records
    first = known.records(shape)[:3]
    assert list(found(shape, iter(range(first[-1].number + 1)))) == list(first)  # and no number is left out


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_same_program_and_calls_are_drawn_again_without_trials(shape):
    for record in some(shape, by_tier(3, 8, 50), seed=1):
        _, tried = known.found_out(shape, record.number)
        one = known.again(shape, record)
        assert canonical(one.program) == canonical(tried.program)
        assert (one.calls.calls, one.calls.sizes) == (tried.calls, tried.sizes)
        problem = as_problem(random.Random(0), one.program)
        judged = one.judged(problem.source, problem.entry)
        assert (judged.calls, judged.results) == (tried.calls, tried.results)
        assert all(
            run(one.program, args) == wanted for args, wanted in zip(judged.calls, judged.results, strict=True)
        )
        assert problem.cost >= least(shape)


def test_a_reference_that_is_not_what_the_program_means_is_never_used():
    for shape in SHAPES:
        for record in some(shape, 3, seed=5):
            one = known.again(shape, record)
            problem = as_problem(random.Random(0), one.program)
            wrong = problem.source + f"\n\nright = {problem.entry}\n\n\ndef {problem.entry}(*args):\n    "
            for last in (
                "return [right(*args)]",
                "return right(*args) if len(str(args)) > 40 else None",
                "1 / 0",
            ):
                with pytest.raises(rlvr.GenerationError):
                    one.judged(wrong + last + "\n", problem.entry)


def test_a_record_that_does_not_fit_is_not_used():
    shape = SHAPES[0]
    for record in some(shape, 5, seed=2):
        one = known.again(shape, record)
        problem = as_problem(random.Random(0), one.program)
        assert one.judged(problem.source, problem.entry) is not None
        assert known.again(shape, record._replace(program=b"??")) is None
        assert known.again(shape, record._replace(said=record.said << 1)) is None
        assert known.again(shape, record._replace(said=1)) is None
        assert known.again(shape, record._replace(said=record.said | 1 << record.said.bit_length())) is None
        for other in (record._replace(results=b"?????"), record._replace(edges=record.edges ^ 1)):
            assert known.again(shape, other).judged(problem.source, problem.entry) is None


def test_with_files_that_fit_nothing_tasks_are_made_all_the_same(monkeypatch):
    damaged = {shape: bytes(7) + known._file(shape)[7:] for shape in SHAPES}
    monkeypatch.setattr(known, "_file", lambda shape: damaged.get(shape, b"")[: known._SIZE])
    for level in (4, 6):
        assert known.drawn(random.Random(1), SHAPES[level - 4]) is None
        for seed in range(3):
            task = SPEC.task(level, seed)
            assert confirms(task.payload, task.answer)


def test_most_tasks_have_known_programs_and_the_others_any():
    for level in (4, 7):
        rng, shape = random.Random(level), SHAPES[level - 4]
        drawn = [known.drawn(rng, shape) is not None for _ in range(120)]
        assert 0.65 < sum(drawn) / len(drawn) < 0.92
    assert known.drawn(random.Random(0), (1, 1, 3)) is None


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_hardly_a_problem_comes_twice(level):
    tasks = [SPEC.task(level, 5000 + seed) for seed in range(by_tier(20, 50, 100))]
    counted = Counter(task.fingerprint for task in tasks)
    assert sum(count - 1 for count in counted.values()) <= 1


def test_a_program_under_another_name_is_the_same_problem():
    for record in some(SHAPES[2], 8, seed=3):
        one, other = (known.again(SHAPES[2], record, name) for name in (0.0, 0.999))
        assert one.program["params"][0][0] != other.program["params"][0][0]
        assert canonical_json(canonical(other.program)) == canonical_json(canonical(one.program))
        problem = as_problem(random.Random(0), other.program)
        assert problem.signature.partition("(")[2].startswith(other.program["params"][0][0])
        assert other.judged(problem.source, problem.entry).calls == one.calls.calls


def test_rare_slips_are_mistakes_that_most_calls_tell():
    told = silent = 0
    seen = set()
    for shape in SHAPES:
        for record in some(shape, 12, seed=4):
            one = known.again(shape, record)
            again = pool_again(one.program, one.calls)
            plain = {json.dumps(slip) for slip in edge_slips(again.program)}
            for slip in rare_slips(again.program):
                assert slip != again.program
                seen |= {word for word in ("off_below", "off_at_none", "as_given") if word in json.dumps(slip)}
                fails = failing_calls(slip, again)
                shows = any(map(fails, range(len(again.calls))))
                told, silent = told + shows, silent + (not shows)
                plain.discard(json.dumps(slip))
    assert seen == {"off_below", "off_at_none", "as_given"}
    assert told > 0.4 * (told + silent)  # the others change nothing there, most of them whatever is given

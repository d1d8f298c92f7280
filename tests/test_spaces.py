"""How many distinct problems a level has: known from draws, and before the first row of a dataset."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import rlvr
from rlvr.export import spaces
from rlvr.export.errors import DatasetError
from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.export.spaces import Space, judged, space_of


@pytest.mark.parametrize("size", [50, 900, 20_000])
def test_repeats_tell_the_size_of_a_space(size: int) -> None:
    rng = random.Random(size)
    draws = [str(rng.randrange(size)) for _ in range(max(size // 2, 100))]
    found = judged(draws)
    assert found.kind == "estimated"
    assert 0.8 * size < found.size < 1.25 * size
    assert judged(draws, ended=True) == Space("counted", len(set(draws)))


def test_without_repeats_there_is_only_a_bound_that_holds() -> None:
    wrong = 0
    for seed in range(200):
        rng = random.Random(seed)
        found = judged([str(rng.randrange(100_000)) for _ in range(400)])
        assert found.kind == "more than"
        wrong += found.size > 100_000
    assert wrong <= 20  # of 200, where 5 % may be


def test_every_level_was_measured() -> None:
    for spec in rlvr.specs():
        if spec.id.startswith("rlvr/"):
            assert all(space_of(spec.id, level) for level in spec.levels), f"python docs/spaces.py {spec.id}"


def test_too_many_rows_are_refused_at_once_with_the_number_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "rlvr/knights-and-knaves-v0"
    known = space_of(name, 1)
    assert known is not None
    assert known.kind == "counted"

    def no_task(*arguments: object, **options: object) -> None:
        raise AssertionError("a task was made")

    with monkeypatch.context() as no:
        no.setattr(rlvr.TaskSpec, "task", no_task)
        with pytest.raises(
            DatasetError, match=r"level 1 has 51 distinct tasks .* works is ([0-9,]+)"
        ) as refused:
            generate_file(make_plan([name, "sudoku"], 300_000, levels=(1, 2)), tmp_path / "a.jsonl")
        assert not list(tmp_path.iterdir())
    most = int(str(refused.value).split("works is ")[1].split(";")[0].replace(",", ""))
    assert most >= 100
    manifest = generate_file(make_plan([name, "sudoku"], most, levels=(1, 2)), tmp_path / "a.jsonl")
    assert manifest["rows"] == most


def test_levels_that_nobody_measured_are_drawn_a_little(tmp_path: Path) -> None:
    small = {"count": 2, "length": 2, "prefix": 0}
    plan = make_plan(["word-sorting"], 1_000_000, levels=(1, 1), params=small)
    with pytest.raises(DatasetError, match="distinct tasks and its share"):
        generate_file(plan, tmp_path / "a.jsonl")
    assert not list(tmp_path.iterdir())


def test_with_fewer_nothing_is_refused(tmp_path: Path) -> None:
    plan = make_plan(["knights-and-knaves"], 60, levels=(1, 1), fewer=True)
    assert generate_file(plan, tmp_path / "a.jsonl")["rows"] == 51


def test_the_file_names_entries_that_there_are() -> None:
    measured = json.loads(spaces.FILE.read_text(encoding="utf-8"))
    assert set(measured) <= set(rlvr.list())
    for env, levels in measured.items():
        assert len(levels) == len(rlvr.get(env).levels)
        assert all(Space(*level).size > 0 for level in levels)

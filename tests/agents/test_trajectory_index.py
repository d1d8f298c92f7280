"""The index of stored trajectories: what it says is what the files hold, and any row is read by itself."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import rlvr
from rlvr.agents.policies import random_policy, run_text_policy
from rlvr.agents.rollouts import storage
from rlvr.agents.rollouts.index import FILE, TrajectoryIndex
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.rows import from_row, to_row
from rlvr.agents.rollouts.storage import read_trajectories, step_path, write_trajectories
from rlvr.agents.trajectory import Segment, Trajectory, Turn
from rlvr.export.errors import DatasetError


def played(count: int = 40) -> list[Trajectory]:
    """Episodes of random players, of which some win, with times."""
    tasks = [
        rlvr.get(name).task(1 + seed % 2, seed) for name in ("mastermind", "gcd-lcm") for seed in range(count)
    ]
    found = run_text_policy(random_policy(Random(0)), [EpisodeJob(task, 3) for task in tasks[::2]])
    segment = Segment()
    segment.read([1, 2])
    segment.write([3, 4], [float(np.float32(-0.1)), -1.5], [0, 0])
    found[0].segments.append(segment)
    for each in found:
        for turn in each.turns:
            turn.seconds = 0.25
    return found


@pytest.fixture(scope="module")
def episodes() -> list[Trajectory]:
    return played()


@pytest.mark.parametrize("suffix", storage.SUFFIXES)
def test_pages_filters_and_rows(tmp_path: Path, episodes: list[Trajectory], suffix: str) -> None:
    for step in (1, 2):
        write_trajectories(step_path(tmp_path, step, suffix), episodes)
    with TrajectoryIndex(tmp_path) as index:
        assert index.count() == 2 * len(episodes)
        assert index.count(step=2, env="rlvr/mastermind-v0") == len(episodes) // 2
        rows, after = [], 0
        while page := index.page(after=after, limit=7):
            rows += page
            after = page[-1].number
        assert [row.place for row in rows] == list(range(len(episodes))) * 2
        for row, each in zip(rows, episodes * 2, strict=True):
            assert (row.task, row.env, row.level, row.sample) == (
                each.task.id,
                each.task.env,
                each.task.level,
                3,
            )
            assert (row.passed, row.reward, row.turns) == (each.passed, each.reward, len(each.turns))
            assert (row.tokens, row.fingerprint) == (each.length, each.task.fingerprint)
            assert index.read(row.number) == each
        right = Counter((row.env, row.level) for row in rows if row.passed)
        assert {(env, level): found for env, level, _, found in index.facets()} == {
            (env, level): right[env, level] for env, level in {(row.env, row.level) for row in rows}
        }
        assert [row for row in rows if row.passed and row.level == 2] == index.page(
            passed=True, level=2, limit=999
        )
        with pytest.raises(ValueError, match="no filter 'colour'"):
            index.page(colour="red")
        with pytest.raises(KeyError, match="number 9999"):
            index.read(9999)


def test_a_run_adds_what_it_has_written_without_reading_it(tmp_path: Path, episodes: list[Trajectory]) -> None:
    path = step_path(tmp_path, 7)
    places = write_trajectories(path, episodes)
    with TrajectoryIndex(tmp_path, refresh=False) as index:
        index.add(path, zip(places, episodes, strict=True))
        told = index.page(limit=999)
        index.add(path)  # by reading the file
        assert [replace(row, number=0) for row in index.page(limit=999)] == [
            replace(row, number=0) for row in told
        ]
        assert {row.step for row in told} == {7}


def test_the_index_follows_the_files(tmp_path: Path, episodes: list[Trajectory]) -> None:
    one, other = step_path(tmp_path, 1), step_path(tmp_path, 2)
    write_trajectories(one, episodes[:20])
    write_trajectories(other, episodes[20:])
    with TrajectoryIndex(tmp_path) as index:
        number = index.page(step=2)[0].number
        write_trajectories(other, episodes[:3])  # played again after a resume
        with pytest.raises(DatasetError, match="changed"):
            index.read(number)
        index.refresh()
        assert index.count(step=2) == 3
        one.unlink()
        index.refresh()
        assert index.count() == 3
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(DatasetError, match="it can be deleted"):
        TrajectoryIndex(tmp_path)
    with pytest.raises(DatasetError, match="no such folder"):
        TrajectoryIndex(tmp_path / "nowhere")


def test_an_index_of_another_version_is_made_anew(tmp_path: Path, episodes: list[Trajectory]) -> None:
    write_trajectories(step_path(tmp_path, 1), episodes[:5])
    with TrajectoryIndex(tmp_path) as index:
        index._database.execute("PRAGMA user_version = 99")
    with TrajectoryIndex(tmp_path) as index:
        assert index.count() == 5


def test_files_of_one_block_and_damaged_files(tmp_path: Path, episodes: list[Trajectory]) -> None:
    old = tmp_path / "step-00000001.jsonl.gz"
    with gzip.open(old, "wt", encoding="utf-8") as file:  # as they were written before there were blocks
        file.writelines(json.dumps(to_row(each)) + "\n" for each in episodes)
    with TrajectoryIndex(tmp_path) as index:
        assert index.read(index.page(limit=99)[33].number) == episodes[33]
    whole = old.read_bytes()
    for damaged in (whole[:-30], whole[:40] + b"\0\0\0" + whole[43:], b"plain text"):
        old.write_bytes(damaged)
        with pytest.raises(DatasetError, match="step-00000001"):
            TrajectoryIndex(tmp_path)


def test_blocks_are_read_by_any_reader_of_gzip_and_equal_episodes_make_equal_files(
    tmp_path: Path, episodes: list[Trajectory]
) -> None:
    one, other = step_path(tmp_path, 1), step_path(tmp_path, 2)
    places = write_trajectories(one, episodes)
    assert [inner for _, inner in places] == [number % storage.BLOCK for number in range(len(episodes))]
    assert len({offset for offset, _ in places}) == -(-len(episodes) // storage.BLOCK)
    with gzip.open(one, "rt", encoding="utf-8") as file:
        assert len(file.readlines()) == len(episodes)
    slower = [from_row(to_row(each)) for each in episodes]
    for each in slower:
        for turn in each.turns:
            turn.seconds = 9.0
    write_trajectories(other, slower)
    assert one.read_bytes() == other.read_bytes()
    assert next(read_trajectories(other)).turns[0].seconds == 9.0
    storage.times_of(other).write_text("damaged")
    assert next(read_trajectories(other)).turns[0].seconds == 0.0


def test_fields_of_a_later_version_are_passed_over_and_those_of_an_older_one_have_defaults() -> None:
    turn = Turn(0, 0, 0, "a", 1.0, "s", "end", 0.5, "seen")
    stored = Trajectory(
        rlvr.get("gcd-lcm").task(1, 0), turns=[turn], opening=[{"role": "system", "content": "x"}]
    )
    row = to_row(stored)
    assert from_row({**row, "new": 1, "turns": [{**row["turns"][0], "newer": 2}]}) == stored
    old = {name: value for name, value in row.items() if name != "opening"}
    old["turns"] = [{name: value for name, value in row["turns"][0].items() if name != "observation"}]
    assert from_row(old) == replace(stored, opening=[], turns=[replace(turn, observation="")])


def test_log_probabilities_in_float32_are_written_short_and_others_whole() -> None:
    for values, bits in (([float(np.float32(-0.1)), -2.5], 32), ([-0.1, -2.5], 64), ([1e300], 64), ([], 32)):
        segment = Segment()
        segment.write(list(range(len(values))), values, [0] * len(values))
        row = to_row(Trajectory(rlvr.get("gcd-lcm").task(1, 0), segments=[segment]))
        (found,) = row["segments"]
        assert found["bits"] == bits
        assert from_row(json.loads(json.dumps(row))).segments == [segment]
    assert json.dumps(found["log_probs"]) == "[]"
    row["segments"] = [
        {"tokens": [5], "drawn": [[0, 1]], "log_probs": [-0.1], "versions": [0]}
    ]  # an older file
    assert from_row(row).segments[0].log_probs == [-0.1]


def test_a_writer_that_fails_leaves_the_index_as_it_was(tmp_path: Path, episodes: list[Trajectory]) -> None:
    path = step_path(tmp_path, 1)
    places = write_trajectories(path, episodes[:4])

    def broken():
        yield places[0], episodes[0]
        raise RuntimeError("in the middle")

    with TrajectoryIndex(tmp_path) as index:
        with pytest.raises(RuntimeError, match="in the middle"):
            index.add(path, broken())
        assert index.count() == 4
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("SELECT COUNT(*) FROM files").fetchone() == (1,)


def test_an_index_that_cannot_be_written_is_told_in_one_way(tmp_path: Path, episodes: list[Trajectory]) -> None:
    path = step_path(tmp_path, 1)
    places = write_trajectories(path, episodes[:4])
    with TrajectoryIndex(tmp_path) as index:
        index._database.execute("DROP TABLE rows")
        with pytest.raises(DatasetError, match="no such table"):
            index.add(path, zip(places, episodes[:4], strict=True))

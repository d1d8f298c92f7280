"""Tasks ahead of use: one order whatever happens to the processes, bounded, and changed on the fly."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import rlvr
from rlvr.agents.curricula.base import Arm
from rlvr.agents.curricula.uniform import Uniform
from rlvr.dial import Dial, number, rungs
from rlvr.pools.pieces import LostItem
from rlvr.registry import UnknownEnvironment
from rlvr.task_stream import TaskStream

FIXTURES = Path(__file__).parent / "fixtures"
IDS = ["word-sorting", "cipher", "sudoku"]


def run(workers: int, *, kill: bool = False, **options: Any) -> list[rlvr.Task]:
    """300 tasks, with a change of weights on the way; if wanted, with processes that are killed."""
    found = []
    with rlvr.stream(IDS, (1, 2), workers=workers, ahead=40, **options) as tasks:
        for number, task in enumerate(tasks):
            found.append(task)
            if number == 99:
                assert tasks.taken == 100
                assert tasks.change(weights={"sudoku:4": 2, "cipher": 1}) == 140
            if kill and number in (10, 150):
                for pid in tasks.pids()[:1]:
                    os.kill(pid, signal.SIGKILL)
            if number == 299:
                return found
    raise AssertionError("a stream has no end")


def test_the_order_is_one_whatever_happens_to_the_processes() -> None:
    alone = run(0)
    assert run(1) == alone
    assert run(3, kill=True) == alone
    assert [rlvr.task(task.id) for task in alone[:50]] == alone[:50]
    assert len({task.id for task in alone}) == 300
    assert run(0, seed=1) != alone


def test_a_change_takes_effect_with_the_task_it_says() -> None:
    found = [(task.env, task.level) for task in run(0)]
    before, after = Counter(found[:140]), Counter(found[140:])
    assert set(before) == {(f"rlvr/{name}-v0", level) for name in IDS for level in (1, 2)}
    assert set(after) == {("rlvr/sudoku-v0", 4), ("rlvr/cipher-v0", 1), ("rlvr/cipher-v0", 2)}
    assert 0.5 < after["rlvr/sudoku-v0", 4] / 160 < 0.8


def test_what_is_held_is_bounded_and_ready_before_use() -> None:
    with rlvr.stream("word-sorting", 1, workers=2, ahead=32) as tasks:
        until = time.monotonic() + 60
        while tasks.ready < 32 - 8:  # the last few may wait for their piece to be full
            assert time.monotonic() < until
            time.sleep(0.01)
        time.sleep(0.2)
        assert tasks.ready <= 32
        next(tasks)
        assert tasks.taken == 1


def test_splits_markers_and_options_are_those_of_the_tasks() -> None:
    asked: dict[str, Any] = {"split": "test", "marker": "boxed", "options": {"attempts": 3}}
    with rlvr.stream("cipher", {"cipher": (2, 3)}, workers=1, **asked) as tasks:
        found = list(islice(tasks, 20))
    assert {task.split for task in found} == {"test"}
    assert {task.marker for task in found} == {"boxed"}
    assert {task.level for task in found} == {2, 3}
    assert all(task.options["attempts"] == 3 for task in found)
    assert [rlvr.task(task.id) for task in found] == found


def test_a_curriculums_weights_are_a_streams() -> None:
    curriculum = Uniform([Arm("sudoku", 1), Arm("rlvr/cipher-v0", 2)])
    with rlvr.stream(IDS, workers=0, weights=curriculum.weights()) as tasks:
        assert tasks.weights() == curriculum.weights()


def test_closing_is_prompt_and_ends_a_thread_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FIXTURES))
    rlvr.register(FIXTURES / "stalling.yaml")
    tasks = rlvr.stream("stalling/generator-v0", 2, workers=2)
    seen: list[rlvr.Task] = []
    thread = threading.Thread(target=lambda: seen.extend(tasks))
    thread.start()
    while len(tasks.pids()) < 2:
        time.sleep(0.01)
    pids = tasks.pids()
    tasks.close()
    thread.join(30)
    assert not thread.is_alive()
    assert not seen
    assert next(tasks, None) is None
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_a_task_that_cannot_be_made_is_told_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Level 1 hangs for some seeds with the interpreter's lock held."""
    monkeypatch.syspath_prepend(str(FIXTURES))
    rlvr.register(FIXTURES / "stalling.yaml")
    kinds, told = [], []
    with rlvr.stream("stalling/generator-v0", 1, workers=1, seconds=1.0, ahead=4) as tasks:
        for _ in range(8):
            try:
                next(tasks)
                kinds.append("made")
            except LostItem as error:
                kinds.append("lost")
                told.append(str(error))
        assert tasks.taken == 8
    assert "stalling/generator-v0 level 1, could not be made: it took longer than 1 s" in told[0]
    assert set(kinds) == {"made", "lost"}


def test_a_stream_that_nobody_has_any_more_ends_its_processes() -> None:
    tasks = rlvr.stream("cipher", 1, workers=1)
    next(tasks)
    (pid,) = tasks.pids()
    del tasks
    gc.collect()
    until = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("ids", "options", "error", "words"),
    [
        ("sudoko", {}, UnknownEnvironment, "did you mean"),
        ("sudoku", {"levels": 99}, ValueError, "has levels 1 to"),
        ("sudoku", {"levels": (3, 2)}, ValueError, "the lower one comes first"),
        ("sudoku", {"levels": {"cipher": 1}}, ValueError, "which the stream does not have"),
        ("sudoku", {"weights": {"sudoku": -1}}, ValueError, "at least 0"),
        ("sudoku", {"weights": {"sudoku": 0}}, ValueError, "above 0"),
        ([], {}, ValueError, "at least one environment"),
        ("sudoku", {"ahead": 0}, ValueError, "ahead must be"),
        ("sudoku", {"workers": -1}, ValueError, "workers must be"),
        ("sudoku", {"split": "dev"}, ValueError, "split must be"),
        ("sudoku", {"options": {"lives": 9}}, TypeError, "lives"),
        ("sudoku", {"start": -1}, ValueError, "start must be"),
        ("sudoku", {"weights": {"sudoku:8+9": 1}}, ValueError, "levels beyond its last"),
        ("sudoku", {"difficulty": 9}, ValueError, "has difficulties from"),
        ("algorithms", {"difficulty": 2}, ValueError, "no measured difficulty"),
        ("sudoku", {"difficulty": 2, "levels": 1}, ValueError, "not both"),
    ],
)
def test_mistakes_are_told_before_anything_starts(
    ids: Any, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        TaskStream(ids, **options)


def test_a_change_that_is_refused_changes_nothing() -> None:
    with rlvr.stream("cipher", 1, workers=0) as tasks:
        with pytest.raises(ValueError, match="has levels 1 to"):
            tasks.change(levels=99)
        assert tasks.weights() == {"cipher:1": 1.0}
        tasks.change(levels=2)
        assert tasks.weights() == {"cipher:2": 1.0}


@pytest.fixture(autouse=True)
def own_entries() -> Any:
    """Entries that a test registers are those of that test."""
    from rlvr import registry

    known = dict(registry._files)
    yield
    registry._files.clear()
    registry._files.update(known)
    sys.modules.pop("stalling_tasks", None)


def test_a_stream_of_a_difficulty_has_it_on_average() -> None:
    at = {rung.level + rung.beyond: rung.d for rung in rungs(rlvr.get("arithmetic"))}
    with rlvr.stream("arithmetic", workers=1, ahead=16, difficulty=3.2) as tasks:
        assert tasks.weights().keys() == {"arithmetic:7", "arithmetic:7+1"}
        found = list(islice(tasks, 200))
        assert tasks.change(difficulty=(1.0, 2.0)) == 216
    assert all(rlvr.task(task.id) == task for task in found[:20])
    spec = rlvr.get("arithmetic")
    assert fmean(at[number(spec, task.level, task.params)] for task in found) == pytest.approx(3.2, abs=0.05)
    with rlvr.stream(["arithmetic", "dates"], workers=0, difficulty={"dates": 2.0, "arithmetic": 3.9}) as tasks:
        assert max(task.level for task in islice(tasks, 20)) == 7
    shares = {str(rung): share for rung, share in Dial(spec, (1.0, 2.0)).shares()}
    drawn = Counter(str(Dial(spec, (1.0, 2.0)).rung(seed)) for seed in range(4000))
    assert {name: count / 4000 for name, count in drawn.items()} == pytest.approx(shares, abs=0.03)


def test_a_stream_goes_on_at_a_number() -> None:
    with rlvr.stream(IDS, (1, 2), workers=0) as tasks:
        whole = list(islice(tasks, 30))
    with rlvr.stream(IDS, (1, 2), workers=1, start=20, ahead=5) as tasks:
        assert list(islice(tasks, 10)) == whole[20:]
        assert tasks.taken == 30

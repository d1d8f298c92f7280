"""Trajectories on disk: exact round trips, whole files after a kill, scoring again, exports, and the command."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import rlvr
from rlvr.agents.engine import Sampling
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.export import export_preferences, export_sft
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.rescore import rescore
from rlvr.agents.rollouts.storage import (
    SUFFIXES,
    from_row,
    read_trajectories,
    step_path,
    to_row,
    write_trajectories,
)
from rlvr.agents.trajectory import Segment, Trajectory, Turn
from rlvr.cli.app import app
from rlvr.export.errors import DatasetError
from rlvr.verifiers.base import Reason, Verdict, correct, infra

sys.path.insert(0, str(Path(__file__).parent))
scripted: Any = importlib.import_module("scripted")

TASKS = [rlvr.get(name).task(1, 0) for name in ("cipher", "sokoban")] + [
    rlvr.get("cipher").task(1, 0, params={"length": 5}, marker="boxed")
]
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
verdicts = st.one_of(
    st.none(),
    st.just(correct()),
    st.builds(infra, words),
    st.builds(
        Verdict,
        st.floats(0, 1, exclude_max=True),
        st.sampled_from([Reason.WRONG, Reason.TIMEOUT, Reason.TRUNCATED]),
        words,
        st.dictionaries(words, numbers, max_size=2),
    ),
)


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    segment = Segment()
    tokens = st.lists(st.integers(0, 2**31 - 1), max_size=5)
    for drawn in draw(st.lists(st.booleans(), max_size=6)):
        ids = draw(tokens)
        if drawn:
            log_probs = draw(st.lists(numbers, min_size=len(ids), max_size=len(ids)))
            versions = draw(st.lists(st.integers(0, 2**40), min_size=len(ids), max_size=len(ids)))
            segment.write(ids, log_probs, versions)
        else:
            segment.read(ids)
    return segment


small = st.integers(0, 2**31 - 1)
rewards = st.floats(-1e300, 1e300)  # their sum is written too, and must be a number
turns = st.builds(
    Turn, st.integers(-1, 9), small, small, words, rewards, words,
    st.sampled_from(["end", "length", "context", "aborted"]), st.floats(0, 1e6), words,
)  # fmt: skip
trajectories = st.builds(
    Trajectory,
    st.sampled_from(TASKS),
    st.integers(0, 2**40),
    st.lists(segments(), max_size=3),
    st.lists(turns, max_size=4),
    verdicts,
    st.sampled_from(["terminated", "truncated", "budget", "watchdog", "infra"]),
    st.dictionaries(words, values, max_size=3),
    st.dictionaries(words, values, max_size=3),
    st.lists(st.dictionaries(words, words, max_size=2), max_size=2),
)


@settings(max_examples=60)
@given(st.lists(trajectories, max_size=4), st.sampled_from(SUFFIXES))
def test_what_is_written_is_read_exactly(
    tmp_path_factory: pytest.TempPathFactory, stored: list[Trajectory], suffix: str
) -> None:
    path = tmp_path_factory.mktemp("stored") / f"a{suffix}"
    write_trajectories(path, stored)
    assert repr(list(read_trajectories(path))) == repr(
        stored
    )  # repr tells -0.0 from 0.0, and lists from tuples
    assert [from_row(json.loads(json.dumps(to_row(t)))) for t in stored] == stored
    timed = any(turn.seconds for each in stored for turn in each.turns)
    assert sorted(os.listdir(path.parent)) == [path.name, *([f"{path.name}.times"] if timed else [])]


def rolled_out(slips: float = 0.5, samples: int = 4) -> list[Trajectory]:
    """Episodes of a scripted policy that is sometimes wrong."""
    tasks = [rlvr.get(name).task(1, seed) for name in ("cipher", "sokoban", "sql-explore") for seed in range(3)]
    plans = scripted.oracle_plans(tasks)
    engine = scripted.ScriptedEngine(scripted.reciting(plans, slips), updates=2)
    config = RolloutConfig(Sampling(max_tokens=400), lockstep=True)
    options: dict[str, dict[str, Any]] = {
        "rlvr/cipher-v0": {"attempts": 2, "extraction": "lenient"},
        "rlvr/sokoban-v0": {"reward": "dense", "max_turns": 10},
    }
    jobs = [
        EpisodeJob(task, sample, options.get(task.env, {}), hint=0.5 if sample == 3 and task.trace else 0.0)
        for task in tasks
        for sample in range(samples)
    ]
    return Collector(engine, scripted.ByteCodec(), config).collect(jobs, seed=3)


def test_steps_are_whole_files_in_order_and_replace_themselves(tmp_path: Path) -> None:
    stored = rolled_out()
    for step, suffix in ((10, ".jsonl"), (2, ".parquet"), (1, ".jsonl.gz"), (1, ".jsonl.gz")):
        write_trajectories(step_path(tmp_path, step, suffix), stored[step : step + 1])
    (tmp_path / "notes.txt").write_text("not ours")
    (tmp_path / ".step-00000003.jsonl.123").write_text('{"half": ')
    assert list(read_trajectories(tmp_path)) == [stored[1], stored[2], stored[10]]


def test_equal_trajectories_make_equal_files(tmp_path: Path) -> None:
    stored = rolled_out()
    for suffix in SUFFIXES:
        write_trajectories(tmp_path / f"a{suffix}", stored)
        write_trajectories(tmp_path / f"b{suffix}", stored)
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_a_writer_that_is_killed_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    stored = rolled_out(samples=1)
    write_trajectories(path, stored)
    code = (
        "import os, signal, sys\n"
        "from rlvr.agents.rollouts.storage import read_trajectories, write_trajectories\n"
        "def rows():\n"
        "    yield from read_trajectories(sys.argv[1])\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_trajectories(sys.argv[1], rows())\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -signal.SIGKILL
    assert list(read_trajectories(path)) == stored
    assert list(read_trajectories(tmp_path)) == stored


def test_what_cannot_be_stored_or_read_is_told(tmp_path: Path) -> None:
    (good, *_) = rolled_out(samples=1)
    with pytest.raises(DatasetError, match="must end in"):
        write_trajectories(tmp_path / "a.csv", [])
    with pytest.raises(DatasetError, match="no file here"):
        list(read_trajectories(tmp_path))
    broken = replace(good, segments=[Segment([1], [True], [float("nan")], [0])])
    with pytest.raises(ValueError, match="JSON compliant"):
        write_trajectories(tmp_path / "a.jsonl", [good, broken])
    assert os.listdir(tmp_path) == []
    (tmp_path / "a.jsonl").write_text(json.dumps(to_row(good)) + '\n{"task": 3}\n')
    with pytest.raises(DatasetError, match="row 2 is not a trajectory"):
        list(read_trajectories(tmp_path / "a.jsonl"))


def test_scoring_again_finds_what_was_changed_and_nothing_else(tmp_path: Path) -> None:
    stored = rolled_out()
    masked = replace(stored[5], ending="infra", verdict=infra("lost"))
    changed = replace(stored[2], verdict=Verdict(0.25, Reason.WRONG) if stored[2].passed else correct())
    extra = replace(stored[9], turns=[*stored[9].turns, stored[9].turns[-1]])  # an action after the end
    write_trajectories(
        tmp_path / "a.parquet", [*stored[:2], changed, *stored[3:5], masked, *stored[6:9], extra]
    )
    found = list(rescore(tmp_path / "a.parquet"))
    assert len(found) == 9
    assert [each.trajectory for each in found if each.differs] == [changed, extra]
    write_trajectories(tmp_path / "b.jsonl", stored)
    assert not any(each.differs for each in rescore(tmp_path / "b.jsonl"))


def test_exports_hold_the_chats_that_were_played(tmp_path: Path) -> None:
    stored = rolled_out(samples=8)
    path = tmp_path / "a.jsonl.gz"
    write_trajectories(path, stored)
    whole = [t for t in stored if all(turn.stop == "end" for turn in t.turns) and t.ending != "budget"]
    right = {(t.task.id, t.extra.get("hint"), tuple(t.actions)) for t in whole if t.passed}
    sft = list(export_sft(path))
    assert len(sft) == len(right) > 0
    for row in sft:
        said = tuple(message["content"] for message in row["messages"] if message["role"] == "assistant")
        hint = 0.5 if "\n\nHint: " in row["messages"][0]["content"] else None
        assert (row["id"], hint, said) in right
        assert [m["role"] for m in row["messages"]] == ["user", "assistant"] * row["turns"]
    by_text = {(t.task.id, tuple(t.actions)): t.passed for t in whole}
    preferences = list(export_preferences(path, most=2))
    assert preferences
    for row in preferences:
        assert [message["role"] for message in row["prompt"]] == ["user"]
        for name, passed in (("chosen", True), ("rejected", False)):
            said = tuple(message["content"] for message in row[name] if message["role"] == "assistant")
            assert by_text[row["id"], said] is passed
    assert max(sum(row["id"] == task for row in preferences) for task in {t.task.id for t in stored}) <= 4


def test_the_policy_reads_in_training_what_the_export_says() -> None:
    """The context that the engine saw is the exported chat, through the codec."""
    from rlvr.agents.rollouts.export import chat

    codec = scripted.ByteCodec()
    for trajectory in rolled_out(slips=0.0):
        messages = chat(trajectory)
        tokens = codec.begin(messages[:1])
        for message in messages[1:]:
            mine = message["role"] == "assistant"
            tokens += (
                codec.respond(message["content"]) if mine else codec.observe(message["content"], ended=True)
            )
        assert trajectory.segments[0].tokens == tokens


def test_policies_without_a_model_give_trajectories(tmp_path: Path) -> None:
    jobs = [
        EpisodeJob(rlvr.get(name).task(1, s))
        for name in ("mastermind", "search-qa", "cipher")
        for s in range(4)
    ]
    right = run_text_policy(oracle, jobs)
    assert all(t.passed and t.segments == [] for t in right)
    assert [t.task for t in right] == [job.task for job in jobs]
    guesses = [[t.actions for t in run_text_policy(random_policy(Random(seed)), jobs)] for seed in (1, 1, 2)]
    assert guesses[0] == guesses[1] != guesses[2]
    write_trajectories(tmp_path / "a.parquet", right)
    assert list(read_trajectories(tmp_path / "a.parquet")) == right


def test_the_command(tmp_path: Path) -> None:
    stored = rolled_out(samples=8)
    path = tmp_path / "a.jsonl.gz"
    write_trajectories(path, stored)
    run = CliRunner().invoke
    shown = run(app, ["trajectories", "show", str(path)]).output
    assert "cipher" in shown
    assert "sokoban" in shown
    one = run(app, ["trajectories", "show", str(path), "--number", "1"]).output
    assert stored[0].task.id in one.replace("\n", "")
    assert "assistant" in one
    again = run(app, ["trajectories", "rescore", str(path)])
    assert (again.exit_code, f"{len(stored)} episodes: 0 differ" in again.output) == (0, True)
    with gzip.open(path, "rt") as file:
        text = file.read()
    (tmp_path / "b.jsonl").write_text(
        text.replace('"reason":"correct"', '"reason":"wrong"').replace(
            '"verdict":{"score":1.0', '"verdict":{"score":0.5'
        )
    )
    assert run(app, ["trajectories", "rescore", str(tmp_path / "b.jsonl")]).exit_code == 1
    for kind, field in (("sft", "messages"), ("preferences", "chosen")):
        out = tmp_path / f"{kind}.jsonl"
        made = run(app, ["trajectories", "export", str(path), "--kind", kind, "-o", str(out)])
        assert made.exit_code == 0, made.output
        assert all(field in json.loads(line) for line in out.read_text().splitlines())
        assert out.stat().st_size > 0

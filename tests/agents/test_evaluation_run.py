"""Evaluations of real environments: what is played, what is kept, what is masked, and going on after a kill."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import rlvr
from rlvr.agents.evaluation.pages import write_report
from rlvr.agents.evaluation.players import oracle_player, random_player
from rlvr.agents.evaluation.report import EvaluationReport, powers_of_two
from rlvr.agents.evaluation.run import EvaluationConfig, evaluate
from rlvr.agents.evaluation.samples import Sample
from rlvr.agents.evaluation.tasks import draw_tasks
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.trajectory import Trajectory
from rlvr.envs.base import HintsOff, TextEnv
from rlvr.verifiers.base import infra

SMALL = EvaluationConfig(("knights-and-knaves", "sokoban"), (1, 2), tasks=4, samples=4)
# The process kills itself at a sample: whoever watches it from outside may be too late.
KILLED = """
import os, signal, sys
from pathlib import Path
from rlvr.agents.evaluation.players import random_player
from rlvr.agents.evaluation.run import EvaluationConfig, evaluate

evaluate(
    random_player(),
    EvaluationConfig(("sokoban",), (3, 3), tasks=6, samples=48),
    name="random",
    out=Path(sys.argv[1]),
    on_sample=lambda sample, done, total: os.kill(os.getpid(), signal.SIGKILL) if done == 25 else None,
)
"""


class Spoiled:
    """A player some of whose episodes machinery spoils: those of the samples named."""

    def __init__(self, spoiled: Iterable[int]) -> None:
        self.spoiled = set(spoiled)
        self.played: list[tuple[str, int]] = []

    def stream(self, jobs: Iterable[EpisodeJob], *, seed: int) -> Iterator[Trajectory]:
        for trajectory in oracle_player().stream(jobs, seed=seed):
            self.played.append((trajectory.task.id, trajectory.sample))
            if trajectory.sample in self.spoiled:
                trajectory.ending, trajectory.verdict = "infra", infra("the sandbox is gone")
                trajectory.extra["error"] = "the sandbox is gone"
            yield trajectory


def test_the_oracle_is_always_right_on_distinct_problems_of_the_test_split() -> None:
    report = evaluate(oracle_player(), SMALL, name="oracle")
    assert report.total.pass_at[1].value == report.total.pass_at[4].value == 1.0
    assert report.envs["rlvr/knights-and-knaves-v0"].majority_at[4].value == 1.0
    assert report.envs["rlvr/sokoban-v0"].majority_at == {}  # episodes of moves have no answer to vote on
    tasks = {problem.task: rlvr.task(problem.task) for problem in report.problems}
    assert len(tasks) == report.total.tasks == 16
    assert {task.split for task in tasks.values()} == {"test"}
    assert len({task.fingerprint for task in tasks.values()}) == 16
    assert {(task.env, task.level) for task in tasks.values()} == set(report.arms)


def test_counts_agree_with_the_samples() -> None:
    report = evaluate(random_player(), replace(SMALL, envs=("claim-check",), samples=8), name="random")
    assert report.ks == (1, 2, 4, 8)
    for (env, level), found in report.arms.items():
        mine = [s for s in report.samples if (s.env, s.level) == (env, level)]
        assert found.samples == len(mine) == 32
        assert found.pass_at[1].value == pytest.approx(sum(s.passed for s in mine) / 32)
        solved = {s.task for s in mine if s.passed}
        assert found.pass_at[8].value == pytest.approx(len(solved) / 4)
        assert found.chance_at[2] == pytest.approx(1 - (2 / 3) ** 2)
        assert found.above_chance.value == pytest.approx((found.pass_at[1].value - 1 / 3) / (2 / 3))
        assert found.answered_at[1].value >= found.certified_at[1].value == found.pass_at[1].value


def test_spoiled_samples_are_masked_and_never_zeros(tmp_path: Path) -> None:
    player = Spoiled({1, 3})
    report = evaluate(player, SMALL, name="spoiled", out=tmp_path)
    assert (report.total.samples, report.total.masked) == (32, 32)
    assert report.total.pass_at[1].value == report.total.pass_at[2].value == 1.0
    assert 4 not in report.total.pass_at  # no task has four samples left
    again = Spoiled(())
    evaluate(again, SMALL, name="spoiled", out=tmp_path)
    assert again.played == []
    mended = evaluate(again, SMALL, name="spoiled", out=tmp_path, retry_masked=True)
    assert len(again.played) == 32
    assert {sample for _, sample in again.played} == {1, 3}
    assert (mended.total.samples, mended.total.masked) == (64, 0)
    assert EvaluationReport.load(tmp_path).to_json() == mended.to_json()


def test_an_evaluation_in_which_all_is_masked_has_no_rates(tmp_path: Path) -> None:
    report = evaluate(Spoiled(range(4)), SMALL, name="spoiled")
    assert (report.total.tasks, report.total.samples, report.total.masked) == (0, 0, 64)
    assert report.total.pass_at == {}
    assert write_report(report, tmp_path)
    assert json.loads((tmp_path / "report.json").read_text())["total"]["pass_at"] == {}


def test_broken_environments_are_masked_and_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: TextEnv, episode: object, action: str) -> None:
        raise RuntimeError("no such board")

    monkeypatch.setattr("rlvr.envs.game.GameEnv._act", broken)
    report = evaluate(random_player(), replace(SMALL, envs=("sokoban",)), name="random")
    assert (report.total.samples, report.total.masked) == (0, 32)
    assert "no such board" in report.notes[0]
    assert "no such board" in report.samples[0].error


def test_hints_are_off_whatever_the_options_say() -> None:
    seen: list[bool] = []

    def ask(env: TextEnv, observation: str) -> str:
        with pytest.raises(HintsOff):
            env.hint(0.5)
        seen.append(True)
        return env.oracle_action()

    from rlvr.agents.evaluation.players import PolicyPlayer

    evaluate(
        PolicyPlayer(lambda rng: ask), replace(SMALL, envs=("sudoku",), samples=1, split="train"), name="x"
    )
    assert len(seen) == 8
    with pytest.raises(ValueError, match="hints are off"):
        replace(SMALL, env_options={"hints": True})


def test_wordings_are_played_and_measured() -> None:
    report = evaluate(
        random_player(), replace(SMALL, envs=("knights-and-knaves",), wordings=True), name="random"
    )
    problem = report.problems[0]
    assert sorted(problem.wordings) == [0, 1, 2, 3]
    assert all(len(samples) == 4 for samples in problem.wordings.values())
    found = report.total
    assert len(found.by_wording) == 4
    assert found.every_wording.value <= found.worst_wording.value <= found.pass_at[1].value
    # Wordings have random numbers of their own: else their samples would not be independent.
    assert len({tuple(sample.actions) for samples in problem.wordings.values() for sample in samples}) > 4


def test_certified_answers_are_those_that_saw_the_documents() -> None:
    config = EvaluationConfig(("search-qa",), (1, 1), tasks=4, samples=1)
    from rlvr.agents.evaluation.players import PolicyPlayer
    from rlvr.spec import mark

    def guess(env: TextEnv, observation: str) -> str:
        return mark(env.task.answer, env.task.marker)

    known = evaluate(PolicyPlayer(lambda rng: guess), config, name="knows").total
    assert (known.answered_at[1].value, known.certified_at[1].value) == (1.0, 0.0)
    read = evaluate(oracle_player(), config, name="reads").total
    assert (read.answered_at[1].value, read.certified_at[1].value) == (1.0, 1.0)


def test_one_task_and_small_spaces() -> None:
    report = evaluate(
        random_player(), EvaluationConfig(("countdown",), (1, 1), tasks=1, samples=1), name="random"
    )
    found = report.total.pass_at[1]
    assert found.high - found.low > 0.5
    questions, notes = draw_tasks(("knights-and-knaves",), (1, 1), 500)
    assert 0 < len(questions) < 500
    assert "distinct test problems of the 500 asked for" in notes[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"envs": ("sudoku", "rlvr/sudoku-v0")}, "each environment once"),
        ({"envs": ()}, "each environment once"),
        ({"levels": (90, 91)}, "has levels 1 to"),
    ],
)
def test_wrong_settings_are_told(change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(oracle_player(), replace(SMALL, **change), name="oracle")
    with pytest.raises(rlvr.UnknownEnvironment, match="sudoku"):
        evaluate(oracle_player(), replace(SMALL, envs=("sudoko",)), name="oracle")
    with pytest.raises(ValueError, match="take more samples"):
        replace(evaluate(oracle_player(), replace(SMALL, tasks=1), name="oracle"), ks=(1, 5))


def test_powers_of_two() -> None:
    assert powers_of_two(1) == (1,)
    assert powers_of_two(31) == (1, 2, 4, 8, 16)
    assert powers_of_two(256)[-1] == 256


def test_a_broken_off_evaluation_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    whole = evaluate(random_player(), SMALL, name="random", out=tmp_path / "whole")

    class Enough(Exception):
        pass

    def stop(sample: Sample, done: int, total: int) -> None:
        assert total == 64
        if done == 25:
            raise Enough

    with pytest.raises(Enough):
        evaluate(random_player(), SMALL, name="random", out=tmp_path / "cut", on_sample=stop)
    with (tmp_path / "cut" / "samples.jsonl").open("a") as file:
        file.write('{"task": "half a li')  # as a kill would leave it
    played: list[Sample] = []
    report = evaluate(
        random_player(), SMALL, name="random", out=tmp_path / "cut", on_sample=lambda s, d, t: played.append(s)
    )
    assert len(played) == 64 - 25
    assert report.samples == whole.samples
    assert report.to_json() == whole.to_json()
    assert EvaluationReport.load(tmp_path / "cut").to_json() == whole.to_json()


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "run")]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == -signal.SIGKILL, process.stderr
    lines = tmp_path / "run" / "samples.jsonl"
    kept = lines.read_bytes()
    assert kept.count(b"\n") == 25
    assert kept.endswith(b"\n")
    config = EvaluationConfig(("sokoban",), (3, 3), tasks=6, samples=48)
    report = evaluate(random_player(), config, name="random", out=tmp_path / "run")
    assert lines.read_bytes().startswith(kept)
    assert lines.read_bytes().count(b"\n") == len(report.samples) == 6 * 48
    assert report.to_json()["total"] == evaluate(random_player(), config, name="random").to_json()["total"]


def test_a_folder_belongs_to_one_evaluation(tmp_path: Path) -> None:
    evaluate(oracle_player(), replace(SMALL, tasks=1), name="oracle", out=tmp_path / "a")
    with pytest.raises(ValueError, match="seed was 0, is 1"):
        evaluate(oracle_player(), replace(SMALL, tasks=1, seed=1), name="oracle", out=tmp_path / "a")

    def meanwhile(sample: Sample, done: int, total: int) -> None:
        with pytest.raises(ValueError, match="another process"):
            evaluate(oracle_player(), replace(SMALL, tasks=1), name="oracle", out=tmp_path / "b")

    evaluate(oracle_player(), replace(SMALL, tasks=1), name="oracle", out=tmp_path / "b", on_sample=meanwhile)
    with (tmp_path / "a" / "samples.jsonl").open("a") as file:
        file.write("{}x\n")
    with pytest.raises(ValueError, match="line 17 is damaged"):
        evaluate(oracle_player(), replace(SMALL, tasks=1), name="oracle", out=tmp_path / "a")
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot write"):
        evaluate(oracle_player(), replace(SMALL, tasks=1), name="oracle", out=tmp_path / "file" / "x")
    with pytest.raises(ValueError, match="holds no evaluation"):
        EvaluationReport.load(tmp_path)


def test_what_a_player_raises_is_not_taken_for_a_full_disk(tmp_path: Path) -> None:
    class Unreachable:
        def stream(self, jobs: Iterable[EpisodeJob], *, seed: int) -> Iterator[Trajectory]:
            raise ConnectionError("nobody there")

    with pytest.raises(ConnectionError):
        evaluate(Unreachable(), SMALL, name="x", out=tmp_path)


def test_parquet_has_a_row_a_sample(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    report = evaluate(random_player(), replace(SMALL, tasks=2), name="random")
    write_report(report, tmp_path)
    rows = pq.read_table(tmp_path / "samples.parquet").to_pylist()
    assert len(rows) == len(report.samples)
    for row, sample in zip(rows, report.samples, strict=True):
        assert row | {"parts": dict(row["parts"])} == asdict(sample)
    assert any(len(row["observations"]) > 1 for row in rows)
    assert sum(row["passed"] for row in rows) == sum(sample.passed for sample in report.samples)


def test_without_pyarrow_everything_but_the_parquet_file_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    report = evaluate(random_player(), replace(SMALL, tasks=2), name="random", out=tmp_path)
    written = {path.name for path in write_report(report, tmp_path)}
    assert {"report.json", "report.md", "report.html"} <= written
    assert not list(tmp_path.glob("*.parquet"))

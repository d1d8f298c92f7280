"""Dataset files: the same bytes however they are made, no duplicates, disjoint splits, no damage."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tiers import by_tier

import rlvr
from rlvr.export.errors import DatasetError
from rlvr.export.formats import read_tasks, sha256_of
from rlvr.export.generate import generate_file
from rlvr.export.plan import Plan, make_plan
from rlvr.export.store import Store


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "rlvr", *map(str, arguments)]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False)


def made(plan: Plan, path: Path, workers: int = 1) -> bytes:
    generate_file(plan, path, workers=workers)
    return path.read_bytes()


MIX = ("word-sorting=2", "arithmetic", "cipher=0.5")


def test_rows_are_tasks_in_the_proportions_asked_for(tmp_path: Path) -> None:
    manifest = generate_file(make_plan(MIX, 700, levels=(1, 2)), tmp_path / "a.jsonl")
    tasks = list(read_tasks(tmp_path / "a.jsonl"))
    assert Counter(task.env for task in tasks) == {
        "rlvr/word-sorting-v0": 400,
        "rlvr/arithmetic-v0": 200,
        "rlvr/cipher-v0": 100,
    }
    assert manifest["counts"]["rlvr/word-sorting-v0"] == {"1": 200, "2": 200}
    assert manifest["rows"] == 700
    assert manifest["sha256"] == sha256_of(tmp_path / "a.jsonl")
    assert json.loads((tmp_path / "a.jsonl.manifest.json").read_text()) == manifest
    assert not (tmp_path / "a.jsonl.partial").exists()
    for task in tasks[:60]:
        assert rlvr.task(task.id) == task
        assert rlvr.verify(task, f"<answer>{task.answer}</answer>").passed


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    plan = make_plan(MIX, 900, split="train", seed=3)
    alone = made(plan, tmp_path / "a.jsonl")
    (tmp_path / "b").mkdir()
    assert made(plan, tmp_path / "b" / "a.jsonl", workers=3) == alone
    names = ("a.jsonl.manifest.json", "b/a.jsonl.manifest.json")
    assert len({(tmp_path / name).read_bytes() for name in names}) == 1


def test_parquet_holds_the_same_tasks(tmp_path: Path) -> None:
    plan = make_plan(MIX, 300)
    made(plan, tmp_path / "a.jsonl")
    first = made(plan, tmp_path / "a.parquet")
    assert list(read_tasks(tmp_path / "a.parquet")) == list(read_tasks(tmp_path / "a.jsonl"))
    generate_file(plan, tmp_path / "a.parquet", overwrite=True)
    assert (tmp_path / "a.parquet").read_bytes() == first


def test_no_problem_is_there_twice_also_across_levels(tmp_path: Path) -> None:
    # Both levels draw from one small space, so most draws repeat a problem.
    plan = make_plan(["word-sorting"], 150, levels=(1, 2), params={"count": 2, "length": 2, "prefix": 0})
    manifest = generate_file(plan, tmp_path / "a.jsonl")
    prints = [task.fingerprint for task in read_tasks(tmp_path / "a.jsonl")]
    assert len(prints) == len(set(prints)) == 150
    assert manifest["draws"] == 150 + manifest["duplicates_left_out"]


def test_splits_made_apart_never_share_a_problem(tmp_path: Path) -> None:
    # Other seeds, other days, other people: the content alone decides.
    small = {"count": 2, "length": 2, "prefix": 0}
    files = {}
    for name, split, seed in (("a", "train", 1), ("b", "test", 2), ("c", "test", 3)):
        plan = make_plan(["word-sorting"], 120, levels=(1, 1), params=small, split=split, seed=seed)  # type: ignore[arg-type]
        generate_file(plan, tmp_path / f"{name}.jsonl")
        tasks = list(read_tasks(tmp_path / f"{name}.jsonl"))
        assert {task.split for task in tasks} == {split}
        files[name] = {task.fingerprint for task in tasks}
    assert not files["a"] & (files["b"] | files["c"])
    assert files["b"] & files["c"]  # the space is small enough for the test to mean something


def test_a_space_that_is_too_small_stops_with_a_count(tmp_path: Path) -> None:
    tiny = {"count": 2, "length": 1, "prefix": 0}
    with pytest.raises(ValueError, match="length must be"):
        made(make_plan(["word-sorting"], 10, levels=(1, 1), params=tiny), tmp_path / "a.jsonl")
    small = {"count": 2, "length": 2, "prefix": 1}
    with pytest.raises(ValueError, match="prefix"):
        made(make_plan(["word-sorting"], 10, levels=(1, 1), params=small), tmp_path / "b.jsonl")


@pytest.fixture
def small_space(tmp_path: Path) -> Path:
    (tmp_path / "coin_tasks.py").write_text(
        "from rlvr import Draft\n"
        "from rlvr.verifiers.base import correct, wrong\n"
        "def generate(rng, *, size):\n"
        "    n = rng.randrange(size)\n"
        "    return Draft(f'Say {n}.', {'n': n}, str(n))\n"
        "def verify(payload, answer):\n"
        "    return correct() if answer == str(payload['n']) else wrong()\n"
    )
    (tmp_path / "coins.yaml").write_text(
        "tasks:\n  - {id: small/coins-v0, title: Coins, family: f, description: d, generator: 'coin_tasks:generate',\n"
        "     verifier: 'coin_tasks:verify', proxy: p, levels: {size: [40, 80]}}\n"
    )
    return tmp_path


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_exhausted_space_is_an_error_or_is_filled_from_elsewhere(small_space: Path, workers: str) -> None:
    target = small_space / "a.jsonl"
    arguments = (
        "--registry",
        small_space / "coins.yaml",
        "generate",
        "coins",
        "-n",
        "100",
        "-o",
        target,
        "--workers",
        workers,
    )
    failed = run(*arguments)
    assert failed.returncode == 2
    assert "has only" in failed.stderr
    assert "of 100 rows were made" in failed.stderr.replace("\n", " ")
    assert not target.exists()
    again = run(*arguments, "--fewer")
    assert again.returncode == 2
    assert "belongs to another command line (it differs in: fewer)" in again.stderr.replace("\n", " ")
    filled = run(*arguments, "--fewer", "--overwrite")
    assert filled.returncode == 0, filled.stderr
    assert len(target.read_text().splitlines()) == 80  # all there is: level 2 holds level 1's problems


def test_a_test_split_that_is_empty_ends(small_space: Path) -> None:
    target = small_space / "a.jsonl"
    made_it = run(
        "--registry",
        small_space / "coins.yaml",
        "generate",
        "coins",
        "--params",
        '{"size": 1}',
        "-n",
        "5",
        "-o",
        target,
        "--split",
        "test",
    )
    assert made_it.returncode in (0, 2)
    train = run(
        "--registry",
        small_space / "coins.yaml",
        "generate",
        "coins",
        "--params",
        '{"size": 1}',
        "-n",
        "1",
        "-o",
        small_space / "b.jsonl",
        "--split",
        "train",
    )
    assert (made_it.returncode, train.returncode) == (2, 0)  # the one problem there is belongs to train


def test_without_pyarrow_a_parquet_file_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    plan = make_plan(["word-sorting"], 3)
    with pytest.raises(DatasetError, match=r'pip install "rlvr-gym\[parquet\]"'):
        generate_file(plan, tmp_path / "a.parquet")
    assert not list(tmp_path.iterdir())
    with pytest.raises(DatasetError, match="need pyarrow"):
        list(read_tasks(tmp_path / "a.parquet"))
    generate_file(plan, tmp_path / "a.jsonl")
    assert len(list(read_tasks(tmp_path / "a.jsonl"))) == 3


KILLED = by_tier(1_500, 1_500, 5_000)
OFTEN_KILLED = ["generate", *MIX, "sudoku", "--levels", "3-4", "-n", str(KILLED), "--split", "train"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both files as one worker writes them that nobody kills."""
    folder = tmp_path_factory.mktemp("undisturbed")
    for suffix in ("jsonl", "parquet"):
        assert run(*OFTEN_KILLED, "--workers", "1", "-o", folder / f"whole.{suffix}").returncode == 0
    return folder


@pytest.mark.parametrize(
    ("suffix", "workers"),
    [("jsonl", "1"), ("parquet", "2"), *by_tier([], [], [("jsonl", "2"), ("parquet", "1")])],
)
def test_killed_at_any_moment_it_resumes_to_the_same_bytes(
    tmp_path: Path, undisturbed: Path, suffix: str, workers: str
) -> None:
    arguments = [*OFTEN_KILLED, "--workers", workers]
    whole = undisturbed / f"whole.{suffix}"
    (tmp_path / "killed").mkdir()
    target = tmp_path / "killed" / whole.name
    folder = target.with_name(target.name + ".partial")
    # Where the rows file stands, and at last the moment at which the finished file is being put together.
    rng = random.Random(f"{suffix}{workers}")
    sizes = sorted(rng.randrange(1, 1_200 * KILLED) for _ in range(5))
    moments = [lambda size=size: size_of(folder / "rows.jsonl") >= size for size in sizes]
    moments.append(lambda: (folder / "final.parquet").exists() or (folder / "manifest.json").exists())
    kills = 0
    for moment in moments:
        process = subprocess.Popen(
            command(*arguments, "-o", target), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        while process.poll() is None and not moment():
            time.sleep(0.002)
        if process.poll() is None:
            process.kill()
            kills += 1
        _, told = process.communicate()
        assert process.returncode in (0, -signal.SIGKILL), told
        if target.exists():  # nobody ever sees half a file
            assert target.read_bytes() == whole.read_bytes()
    assert run(*arguments, "-o", target).returncode == 0  # finishes it, or finds it finished
    assert target.read_bytes() == whole.read_bytes()
    assert kills >= 3
    manifests = [path.with_name(path.name + ".manifest.json").read_bytes() for path in (whole, target)]
    assert manifests[0] == manifests[1]
    assert not folder.exists()


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else -1


def test_the_workers_of_a_killed_run_end_with_it(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(
            "generate", "sudoku", "-n", "50000", "--levels", "5", "-o", tmp_path / "a.jsonl", "--workers", "2"
        ),
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    wait_for(lambda: len(children(process.pid)) == 2)
    workers = children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    arguments = ("generate", *MIX, "sudoku", "--levels", "3-4", "-n", "2000", "--workers")
    assert run(*arguments, "1", "-o", tmp_path / "whole.jsonl").returncode == 0
    target = tmp_path / "killed.jsonl"
    process = subprocess.Popen(command(*arguments, "2", "-o", target), stdout=subprocess.DEVNULL)
    rows = target.with_name(target.name + ".partial") / "rows.jsonl"
    for size in (1, 1_000_000):
        wait_for(lambda size=size: size_of(rows) >= size or process.poll() is not None)
        for pid in children(process.pid)[:1]:
            os.kill(pid, signal.SIGKILL)
    assert process.wait() == 0
    assert target.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def children(parent: int) -> list[int]:
    """Live processes that a process has started, from /proc."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def wait_for(condition: object, seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def test_a_full_disk_is_told_and_the_run_resumes(tmp_path: Path) -> None:
    arguments = ("generate", "word-sorting", "-n", "3000", "--workers", "1", "-o")
    full = subprocess.run(
        command(*arguments, tmp_path / "a.jsonl"),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)),
    )
    assert full.returncode == 2
    assert "a.jsonl.partial: cannot be written: File too large" in full.stderr.replace("\n", "")
    assert not (tmp_path / "a.jsonl").exists()
    assert run(*arguments, tmp_path / "a.jsonl").returncode == 0
    assert run(*arguments, tmp_path / "b.jsonl").returncode == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_a_finished_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    plan = make_plan(["word-sorting"], 50)
    manifest = generate_file(plan, path)
    assert generate_file(plan, path) == manifest  # the same command again: nothing to do
    other = make_plan(["word-sorting"], 51)
    with pytest.raises(DatasetError, match="exists and was made otherwise"):
        generate_file(other, path)
    assert generate_file(other, path, overwrite=True)["rows"] == 51
    path.write_text("edited\n")
    with pytest.raises(DatasetError, match="was changed since it was made"):
        generate_file(other, path)
    assert path.read_text() == "edited\n"


def test_an_unfinished_file_of_another_plan_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    plan = make_plan(["word-sorting"], 50)
    with Store(tmp_path / "a.jsonl.partial", plan.describe(), len(plan.arms)) as store:
        store.append("{}")
        store.commit()
    with pytest.raises(DatasetError, match=r"another command line \(it differs in: seed\)"):
        generate_file(make_plan(["word-sorting"], 50, seed=1), path)
    assert (tmp_path / "a.jsonl.partial" / "rows.jsonl").read_text() == "{}\n"


def test_two_runs_on_one_file_do_not_mix(tmp_path: Path) -> None:
    plan = make_plan(["word-sorting"], 50)
    with Store(tmp_path / "a.jsonl.partial", plan.describe(), len(plan.arms)):
        second = run("generate", "word-sorting", "-n", "50", "-o", tmp_path / "a.jsonl")
    assert second.returncode == 2
    assert "is in use by another process" in second.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sudokku", "-o", "a.jsonl"], "did you mean 'sudoku'?"),
        (["word-sorting", "-o", "a.csv"], "must end in .jsonl or .parquet"),
        (["word-sorting", "-o", "no/such/a.jsonl"], "there is no folder"),
        (["word-sorting", "--levels", "0-3", "-o", "a.jsonl"], "write the lower level first, from 1 on"),
        (["word-sorting", "--levels", "1-99", "-o", "a.jsonl"], "has levels 1 to 6, not 7"),
        (["word-sorting", "--levels", "easy", "-o", "a.jsonl"], "write one level, such as 3, or a range"),
        (["word-sorting", "-n", "0", "-o", "a.jsonl"], "at least 1 is needed"),
        (["word-sorting", "word-sorting", "-o", "a.jsonl"], "is named twice"),
        (["word-sorting=-1", "-o", "a.jsonl"], "a weight is a positive number"),
        (["word-sorting=much", "-o", "a.jsonl"], "a weight is a positive number"),
        (["word-sorting", "--split", "dev", "-o", "a.jsonl"], "split must be train or test"),
        (["word-sorting", "--params", "[1]", "-o", "a.jsonl"], "write a JSON object"),
        (["word-sorting", "--params", '{"x": 1}', "-o", "a.jsonl"], "has no parameter 'x'"),
        (["word-sorting", "-o", "/proc/a.jsonl"], "cannot be written"),
    ],
)
def test_bad_input_gets_a_clear_error(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = subprocess.run(
        command("generate", *arguments), capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert result.returncode == 2
    assert message in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_generator_that_fails_for_some_seeds_does_not_stop_the_file(small_space: Path) -> None:
    code = (small_space / "coin_tasks.py").read_text()
    (small_space / "coin_tasks.py").write_text(
        code.replace(
            "    n = ",
            "    if rng.random() < 0.3:\n        raise __import__('rlvr').GenerationError('no')\n    n = ",
        )
    )
    target = small_space / "a.jsonl"
    result = run("--registry", small_space / "coins.yaml", "generate", "coins", "-n", "60", "-o", target)
    assert result.returncode == 0, result.stderr
    assert len(target.read_text().splitlines()) == 60


def test_responses_are_scored_in_parallel_and_in_order(tmp_path: Path) -> None:
    generate_file(make_plan(["word-sorting", "arithmetic"], 90, levels=(1, 3)), tmp_path / "a.jsonl")
    tasks = list(read_tasks(tmp_path / "a.jsonl"))
    with open(tmp_path / "r.jsonl", "w") as file:
        for i, task in enumerate(tasks):
            right, wrong = f"<answer>{task.answer}</answer>", "I don't know"
            row = (
                {"response": right},
                {"response": wrong},
                {"responses": [wrong, right]},
                {"actions": [right]},
            )[i % 4]
            file.write(json.dumps({"id": task.id, **row}) + "\n")
    shown = {}
    for workers in ("1", "2"):
        out = tmp_path / f"v{workers}.jsonl"
        result = run(
            "verify", tmp_path / "a.jsonl", "-r", tmp_path / "r.jsonl", "-o", out, "--workers", workers
        )
        assert result.returncode == 0, result.stderr
        shown[workers] = out.read_text()
    assert shown["1"] == shown["2"]
    verdicts = [json.loads(line) for line in shown["1"].splitlines()]
    assert [row["number"] for row in verdicts] == list(range(1, len(verdicts) + 1))
    wanted = [[True], [False], [False, True], [True]]
    assert [row["passed"] for row in verdicts] == [x for i in range(90) for x in wanted[i % 4]]
    assert "no_answer" in result.stdout or "unparsable" in result.stdout


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (['{"id": "rlvr/word-sorting-v0:1:999", "response": "x"}'], "row 1: no task"),
        (["not json"], "r.jsonl:1: not a JSON object"),
        (["[1]"], "r.jsonl:1: a row is a JSON object, not list"),
        (['{"id": "ID"}'], "row 1: needs one of response"),
        (['{"id": "ID", "response": 5}'], "'response' must be a text"),
        (['{"id": "ID", "responses": ["a", 5]}'], "'responses' must be a list of texts"),
        (['{"id": "ID", "response": "x"}', '{"response": "x"}'], "row 2: either every row has an id or none"),
        (['{"response": "x"}'], "1 responses without ids for 2 tasks"),
        (['{"response": "x"}'] * 3, "row 3: more responses than tasks"),
    ],
)
def test_bad_responses_are_told_by_row(tmp_path: Path, rows: list[str], message: str) -> None:
    generate_file(make_plan(["word-sorting"], 2), tmp_path / "a.jsonl")
    first = next(read_tasks(tmp_path / "a.jsonl")).id
    (tmp_path / "r.jsonl").write_text("\n".join(rows).replace("ID", first) + "\n")
    result = run("verify", tmp_path / "a.jsonl", "-r", tmp_path / "r.jsonl", "--workers", "1")
    assert result.returncode == 2
    assert message in result.stderr.replace("\n", " ")


def test_a_file_that_is_no_dataset_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"question": 1}\n')
    (tmp_path / "a.parquet").write_text("no parquet")
    (tmp_path / "r.jsonl").write_text("")
    for name, message in (
        ("a.jsonl", "row 1: a row needs a task or an id to be scored"),
        ("a.parquet", "not a parquet file"),
        ("b.jsonl", "cannot be read"),
    ):
        result = run("verify", tmp_path / name, "-r", tmp_path / "r.jsonl")
        assert result.returncode == 2
        assert message in result.stderr.replace("\n", " ")


def test_the_schedule_keeps_every_prefix_in_proportion() -> None:
    plan = make_plan(["word-sorting=3", "arithmetic=1"], 100, levels=(1, 1))
    taken = [0, 0]
    for row in range(1, 101):
        arm = plan.schedule(taken, [True, True])
        assert arm is not None
        taken[arm] += 1
        assert abs(taken[0] - 0.75 * row) <= 1
    assert plan.schedule(taken, [False, True]) == 1
    assert plan.schedule(taken, [False, False]) is None

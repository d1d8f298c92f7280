"""Whatever happens, there is a checkpoint to go on from: also when the process is killed while it writes one."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlvr.agents.checkpoints import MODEL, STATE, Checkpoint, best, finished, latest, load, save, shapes

# Saves for ever; weights, tensors and facts of a checkpoint all tell its step, so that a mixture would show.
WRITER = """
import sys, torch
from pathlib import Path
from rlvr.agents import checkpoints

folder = Path(sys.argv[1])
found = checkpoints.latest(folder)
step = 0 if found is None else checkpoints.load(found).step
def weights(path):
    for part in range(3):
        torch.save(torch.full((20_000,), float(step)), path / f"{part}.pt")
print("ready", flush=True)
while True:
    step += 1
    state = checkpoints.Checkpoint(step, {"step": step}, {"value": torch.full((20_000,), float(step))}, float(step % 5))
    checkpoints.save(folder, state, weights)
    print(step, flush=True)
"""


def check(path: Path) -> Checkpoint:
    found = load(path)
    assert found.facts["step"] == found.step
    assert found.tensors["value"].shape == (20_000,)
    assert (found.tensors["value"] == found.step).all()
    for part in range(3):
        assert (torch.load(path / MODEL / f"{part}.pt", weights_only=True) == found.step).all()
    return found


def test_killed_at_any_moment(tmp_path: Path) -> None:
    rng = random.Random(7)
    seen = 0
    moments = set()
    for _ in range(5):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        told = seen
        for _ in range(rng.randint(0, 3)):
            told = int(process.stdout.readline())
        time.sleep(rng.uniform(0.0, 0.02))
        process.send_signal(signal.SIGKILL)
        process.wait()
        told = max([told, *map(int, process.stdout.read().split())])
        process.stdout.close()
        paths = finished(tmp_path)
        steps = [check(path).step for path in paths]
        assert steps == sorted(set(steps))
        # What was told to be saved is there, and at most one more.
        assert (steps[-1] if steps else 0) in (told, told + 1)
        seen = steps[-1] if steps else 0
        moments.add(any(path.name.startswith(".") for path in tmp_path.iterdir()))
    assert seen > 2
    assert True in moments, "no kill hit a write: the test is too gentle"


def killed_in_fork(folder: Path, function: str, call: int) -> None:
    """Save once more in a fork that dies just before its `call`-th use of an operation on files."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    count = 0
    owner = {"rename": Path, "fsync": os, "rmtree": __import__("shutil"), "mkdir": Path}[function]
    real = getattr(owner, function)

    def deadly(*arguments: object, **options: object) -> object:
        nonlocal count
        count += 1
        if count == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **options)

    setattr(owner, function, deadly)
    save(folder, Checkpoint(99, {"step": 99}), keep=1)
    os._exit(0)


@pytest.mark.parametrize("function", ["rename", "fsync", "rmtree", "mkdir"])
@pytest.mark.parametrize("call", [1, 2, 3, 4, 5])
def test_killed_before_each_operation(tmp_path: Path, function: str, call: int) -> None:
    for step in (1, 2):
        save(tmp_path, Checkpoint(step, {"step": step}), keep=1)
    killed_in_fork(tmp_path, function, call)
    found = latest(tmp_path)
    assert found is not None
    assert load(found).step in (2, 99)
    assert [load(path).facts["step"] for path in finished(tmp_path)]
    after = save(tmp_path, Checkpoint(100), keep=1)
    assert latest(tmp_path) == after
    assert [path.name for path in tmp_path.iterdir()] == [after.name]  # nothing half done is left lying


@given(
    steps=st.lists(st.tuples(st.integers(0, 50), st.none() | st.integers(0, 3)), min_size=1, max_size=8),
    keep=st.integers(1, 3),
)
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_newest_and_best_are_kept(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int | None]], keep: int
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    told: list[tuple[int, int | None]] = []  # what a plain list says should be there, oldest first
    for step, score in steps:
        save(folder, Checkpoint(step, score=score), keep=keep)
        told.append((step, score))
        top = max((score for _, score in told if score is not None), default=None)
        first = next((i for i, (_, score) in enumerate(told) if score is not None and score == top), None)
        told = [pair for i, pair in enumerate(told) if i >= len(told) - keep or i == first]
    assert [(load(path).step, load(path).score) for path in finished(folder)] == told
    newest = latest(folder)
    assert newest is not None
    assert load(newest).step == steps[-1][0]
    scores = [score for _, score in steps if score is not None]
    champion = best(folder)
    assert (champion is None) == (not scores)
    if champion is not None:
        assert load(champion).score == max(scores)


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    tensors = {
        "a.b": torch.randn(5, 3),
        "steps": torch.tensor([7.0]),
        "half": torch.randn(4).bfloat16(),
        "nothing": torch.zeros(0, 3),
        "state": torch.Generator().manual_seed(3).get_state(),
    }
    facts = {"curriculum": {"arms": [1, 2.5, None]}, "random": random.Random(1).getstate()[1][:3]}
    path = save(tmp_path / "new" / "folder", Checkpoint(4, facts, tensors, 0.5))
    found = load(path)
    assert (found.step, found.score) == (4, 0.5)
    assert found.facts == json.loads(json.dumps(facts))
    assert found.tensors.keys() == tensors.keys() == shapes(path).keys()
    assert all(found.tensors[name].equal(each) for name, each in tensors.items())
    assert all(found.tensors[name].dtype == each.dtype for name, each in tensors.items())
    own = torch.zeros(5, 3)
    load(path, {"a.b": own})
    assert own.equal(tensors["a.b"])
    for wrong in ({"a.b": torch.zeros(3, 5)}, {"other": torch.zeros(1)}):
        with pytest.raises(ValueError, match="of another model"):
            load(path, wrong)


def test_nothing_there(tmp_path: Path) -> None:
    assert latest(tmp_path) is None
    assert latest(tmp_path / "none") is None
    assert best(tmp_path) is None
    (tmp_path / "notes").mkdir()
    (tmp_path / "000001-step-x").mkdir()
    assert finished(tmp_path) == []


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    (tmp_path / ".writing-mine").mkdir()
    for step in range(4):
        save(tmp_path, Checkpoint(step), keep=1)
    assert (tmp_path / ".writing-mine").is_dir()


def test_a_model_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    first = save(tmp_path, Checkpoint(1))

    def fails(path: Path) -> None:
        (path / "half").write_text("x")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        save(tmp_path, Checkpoint(2), fails)
    assert finished(tmp_path) == [first]
    assert load(save(tmp_path, Checkpoint(2))).step == 2


def test_nothing_in_a_checkpoint_is_more_than_numbers_and_text(tmp_path: Path) -> None:
    path = save(tmp_path, Checkpoint(1, {"step": 1}, {"x": torch.ones(3)}))
    assert {file.suffix for file in path.rglob("*") if file.is_file()} == {".json", ".safetensors"}


def test_bad_values_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="keep=0"):
        save(tmp_path, Checkpoint(1), keep=0)
    path = save(tmp_path, Checkpoint(1))
    state = json.loads((path / STATE).read_text())
    (path / STATE).write_text(json.dumps(state | {"format": 1, "version": "0.9"}))
    with pytest.raises(ValueError, match=r"format 1.*0\.9.*--model .*model"):
        load(path)

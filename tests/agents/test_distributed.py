"""Two ranks do what one does: gradients, updates, messages and checkpoints, with real processes over gloo."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from two_ranks import ROWS, decoder, loss, step, toy

from rlvr.agents import checkpoints, process_group
from rlvr.agents.distributed import World, clip_gradients
from rlvr.agents.sharding import shard

KINDS = ("toy", "decoder")
SCRIPT = Path(__file__).with_name("two_ranks.py")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one process did and then two, started as a user starts them; see `two_ranks.main`."""
    folder = tmp_path_factory.mktemp("runs")
    for kind in KINDS:
        step(World(), kind, "parallel", folder / kind / "one", None)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([*command, str(SCRIPT), str(folder)], env=environment, timeout=1800, check=True)
    return folder


def read(folder: Path) -> checkpoints.Checkpoint:
    path = checkpoints.latest(folder)
    assert path is not None
    return checkpoints.load(path)


def assert_close(left: Any, right: Any) -> None:
    torch.testing.assert_close(left, right, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("mode", ["parallel", "sharded"])
@pytest.mark.parametrize("kind", KINDS)
def test_gradients_are_those_of_the_whole_batch(runs: Path, kind: str, mode: str) -> None:
    model = toy() if kind == "toy" else decoder()
    loss(model, ROWS, float(ROWS[:, 1:].numel())).backward()  # one pass over all rows
    expected = {name: parameter.grad for name, parameter in model.named_parameters()}
    found = torch.load(runs / kind / mode / "gradients" / "0.pt", weights_only=True)
    assert found.keys() == expected.keys()
    assert found["embedding.weight"].abs().max() > 0.05
    for name, gradient in expected.items():
        if gradient is None:
            assert (kind, found[name]) == ("toy", None)
        else:
            assert_close(found[name], gradient)


@pytest.mark.parametrize("mode", ["parallel", "sharded"])
@pytest.mark.parametrize("kind", KINDS)
def test_updates_are_those_of_one_process(runs: Path, kind: str, mode: str) -> None:
    one, two = read(runs / kind / "one"), read(runs / kind / mode)
    assert_close(two.tensors, one.tensors)
    assert any(name.startswith("adam.") for name in two.tensors)
    assert two.facts["norms"] == pytest.approx(one.facts["norms"], rel=1e-9)
    assert one.facts["norms"][0] > 0.5  # the clip did something
    after = read(runs / "rank1").facts[kind][mode]["kinds"]
    assert after == (["DTensor"] if mode == "sharded" else ["Parameter"])


@pytest.mark.parametrize("kind", KINDS)
def test_one_goes_on_from_two_and_two_from_one(runs: Path, tmp_path: Path, kind: str) -> None:
    two = checkpoints.latest(runs / kind / "sharded")
    step(World(), kind, "parallel", tmp_path, two)
    one_after_two, two_after_one = read(tmp_path), read(runs / kind / "one-sharded")
    assert_close(one_after_two.tensors, two_after_one.tensors)
    steps = {float(each) for name, each in one_after_two.tensors.items() if name.endswith(".step")}
    assert (steps, one_after_two.facts["count"]) == ({4.0}, 4)


def test_shards_of_float32_compute_in_bfloat16(runs: Path) -> None:
    for rank in (0, 1):
        half = read(runs / f"rank{rank}").facts["half"]
        assert half["same"]
        assert half["dtypes"] == ["torch.float32"]
        assert 1e-4 < half["far"] < 0.02  # rounded, and no more than that


def test_whoever_has_room_takes_the_next_item(runs: Path) -> None:
    assert read(runs / "rank1").facts["turns"] == [0]
    assert read(runs / "rank0").facts["turns"] == list(range(1, 10))
    assert list(World().take_turns(3, "alone")) == [0, 1, 2]


def test_messages(runs: Path) -> None:
    for rank in (0, 1):
        facts = read(runs / f"rank{rank}").facts["messages"]
        assert facts["values"] == [
            {"rank": 0, "text": "ä", "pair": [1, 2], "nothing": None},
            {"rank": 1, "text": "ääää", "pair": [1, 2], "nothing": None},
        ]
        assert facts["tensors"] == [[[0.0, 0.0]], [[1.0, 1.0], [1.0, 1.0]]]
        assert facts["empty"] == [[3], [0]]
        assert facts["sum"] == [2.0, 1.0]
        assert facts["most"] == 5
        assert facts["share"] == list(range(7))[rank::2]


def test_a_world_of_one_is_the_identity() -> None:
    world = process_group.start("cpu")
    assert (world.rank, world.size, world.is_main) == (0, 1, True)
    value = torch.tensor([1.0, 2.0], requires_grad=True)
    total = world.sum(value)
    assert total.tolist() == [1.0, 2.0]
    assert not total.requires_grad
    total[0] = 5.0
    assert value[0] == 1.0  # a copy
    assert world.gather({"pair": (1, 2), 3: math.pi}) == [{"pair": [1, 2], "3": math.pi}]
    assert world.most(3) == 3
    assert world.share("abc") == "abc"
    assert not torch.distributed.is_initialized()
    model = toy()
    assert shard(model, world) is model
    assert {type(p) for p in model.parameters()} == {nn.Parameter}


@pytest.mark.parametrize("limit", [0.1, 1e9])
def test_clipping_is_torchs_own(limit: float) -> None:
    ours, theirs = toy(), toy()
    for model in (ours, theirs):
        loss(model, ROWS, 1.0).backward()
    norm = clip_gradients(ours.parameters(), limit)
    assert norm == pytest.approx(float(nn.utils.clip_grad_norm_(theirs.parameters(), limit)))
    for left, right in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert (left.grad is None) == (right.grad is None)
        if left.grad is not None:
            torch.testing.assert_close(left.grad, right.grad, rtol=1e-4, atol=1e-7)


def test_a_norm_that_is_not_finite_changes_nothing() -> None:
    model = toy()
    loss(model, ROWS, 1.0).backward()
    weight = model.blocks[0].up.weight
    assert weight.grad is not None
    weight.grad[0, 0] = math.inf
    before = model.embedding.weight.grad
    assert before is not None
    before = before.clone()
    assert clip_gradients(model.parameters(), 1.0) == math.inf
    assert model.embedding.weight.grad is not None
    assert model.embedding.weight.grad.equal(before)
    assert clip_gradients([nn.Parameter(torch.zeros(1))], 1.0) == 0.0


def test_processes_do_not_share_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rlvr.agents.process_group.find_device", torch.device)
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(ValueError, match="2 processes cannot share cuda:1: give cuda"):
        process_group.start("cuda:1")

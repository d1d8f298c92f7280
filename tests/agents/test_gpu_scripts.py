"""The GPU scripts run whole on a CPU with --tiny, leave what they should, and say so where there is no GPU."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

ROOT = Path(__file__).parents[2]


def run(script: str, out: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHON": sys.executable, "OUT": str(out), "OMP_NUM_THREADS": "1"}
    environment["CUDA_VISIBLE_DEVICES"] = ""
    return subprocess.run(
        ["bash", str(ROOT / "scripts" / "gpu" / f"{script}.sh"), *arguments],
        env=environment,
        cwd=out,  # wherever it is called from
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )


def results(out: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / f"{name}.json").read_text())
    return found


def test_without_a_gpu_it_says_so(tmp_path: Path) -> None:
    found = run("speed", tmp_path)
    assert found.returncode == 3, found.stderr
    assert "no GPU" in found.stderr
    assert "--tiny" in found.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_correctness(tmp_path: Path) -> None:
    found = run("correctness", tmp_path, "--tiny")
    assert found.returncode == 0, found.stdout + found.stderr
    checks = results(tmp_path, "correctness")["checks"]
    assert len(checks) >= 16
    assert all(check["passed"] and check["value"] <= check["bound"] for check in checks)
    for word in (
        "sampler and",
        "gradient",
        "large batches",
        "packed",
        "supervised",
        "reward of the first step",
    ):
        assert any(word in check["name"] for check in checks), word
    # The comparison is no comparison of a thing with itself: bfloat16 differs, visibly.
    crossed = next(
        check for check in checks if check["name"] == "bfloat16 sampler and float32 trainer: mean difference"
    )
    assert crossed["value"] > 1e-4


def test_speed(tmp_path: Path) -> None:
    found = run("speed", tmp_path, "--tiny")
    assert found.returncode == 0, found.stdout + found.stderr
    told = results(tmp_path, "speed")
    speeds = {
        name: value for name, value in told.items() if "tokens/s" in name or "TFLOP/s" in name or "TB/s" in name
    }
    assert len(speeds) >= 6
    assert all(value > 0 and math.isfinite(value) for value in speeds.values())


@pytest.mark.slow
def test_learning(tmp_path: Path) -> None:
    found = run("learning", tmp_path, "--tiny", "--arms", "verifier,supervised,random")
    assert found.returncode == 0, found.stdout + found.stderr
    files = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert files.keys() == {"learning.json", "learning-rates.json", "learning.png"}
    assert sum(files.values()) < 4 << 20
    told = results(tmp_path, "learning")
    assert "verifier minus random" in told
    rates = json.loads((tmp_path / "learning-rates.json").read_text())
    arms = rates["arms"]
    assert list(arms) == ["verifier", "supervised", "random"]
    assert arms["verifier"]["steps"] == arms["random"]["steps"] == 2
    assert arms["supervised"]["steps"] == 3
    assert sum(arms["random"]["paid"]) > 0  # the coin pays, the verifier does not pay so small a model
    assert len({arm.split(":")[0] for arm in rates["before"]}) == 8
    for arm in arms.values():
        assert {name: len(each) for name, each in arm["passed"].items()} == {
            name: len(each) for name, each in rates["before"].items()
        }


def test_arms_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    found = run("learning", tmp_path, "--tiny", "--arms", "random")
    assert found.returncode == 1
    assert "--arms takes verifier" in found.stderr


def test_a_check_that_fails_fails_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.gpu.machine import Checks

    checks = Checks("some", "", ["--tiny", "--out", str(tmp_path)])
    checks.check("fine", 1.0, 1.0)
    assert checks.finish() == 0
    checks.check("not a number", math.nan, 1.0)
    assert checks.finish() == 1
    assert [check["passed"] for check in results(tmp_path, "some")["checks"]] == [True, False]


def test_flops_are_those_of_torchs_own_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    """6 P and the attention term, against torch's count of what forward and backward really multiply."""
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.gpu.models import TINY, contexts, make
    from benchmarks.gpu.speed import _flops_a_token
    from rlvr.agents.models.likelihood import token_statistics

    model, length, rows = make(TINY, torch.device("cpu")), 64, 4
    sequences = contexts(TINY, rows, length, length)
    masks = [[False] + [True] * (length - 1)] * rows
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
        token_statistics(model, sequences, masks).log_probs.sum().backward()
    counted = counter.get_total_flops() / (rows * length)
    # The plain kernel, which the counter can see into, computes all of attention: twice the causal half.
    attention = 6.0 * TINY.layers * TINY.heads * TINY.head * length
    expected = _flops_a_token(TINY, model.size, length) + attention
    assert counted == pytest.approx(expected, rel=0.02)

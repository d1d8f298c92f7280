"""What can be said of vLLM without it: sizes that cannot work are refused before it starts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from rlvr.agents.models.vllm import VllmEngine, check_tensor_parallel, distinct


def engine(folder: Path, size: Any) -> None:
    VllmEngine(folder, end_ids=[0], max_context=64, options={"tensor_parallel_size": size})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.json").write_text(json.dumps({"num_attention_heads": 12, "num_key_value_heads": 4}))
    return tmp_path


@pytest.mark.parametrize(
    ("size", "gpus", "why"),
    [
        (8, 8, r"8 does not divide the model's 12 attention heads; \[1, 2, 3, 4, 6, 12\] do"),
        (6, 6, "6 and the model's 4 key heads do not divide one another"),
        (3, 8, "3 does not divide the 8 GPUs"),
        (4, 2, "4 does not divide the 2 GPUs"),
        (0, 8, "1 or more"),
        ("two", 8, "it is a number of GPUs"),
    ],
)
def test_sizes_that_cannot_work_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: Any, gpus: int, why: str
) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: gpus)
    with pytest.raises(ValueError, match=why):
        engine(folder, size)


def test_each_process_samples_for_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "8")
    with pytest.raises(ValueError, match="2 in 8 processes: each process samples for itself"):
        engine(folder, 2)


def test_sizes_that_can_work_are_not_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 8)
    for size in (1, 2, 4):
        check_tensor_parallel(folder, size)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 12)
    check_tensor_parallel(folder, 12)  # more than key heads: some are held twice
    check_tensor_parallel(folder / "nowhere", 4)  # a name on the hub: vLLM looks itself


def test_a_stream_is_taken_one_by_one_and_tied_weights_once() -> None:
    weight, other = torch.ones(2), torch.zeros(2)
    assert [name for name, _ in distinct({"a": weight, "tied": weight, "b": other})] == ["a", "b"]
    taken = []

    def stream() -> Any:
        for name in "ab":
            taken.append(name)
            yield name, weight

    passed = distinct(stream())
    next(passed)
    assert taken == ["a"]

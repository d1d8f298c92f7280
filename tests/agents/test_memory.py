"""The arithmetic of docs/gpu.md against bytes that are counted while tiny models are trained in parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ranks import run_ranks
from tiers import by_tier

from rlvr.agents.memory import GIB, QWEN3, Setting, details, fitting, memory, table
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig

SCRIPT = Path(__file__).with_name("memory_ranks.py")
PAGE = Path(__file__).parents[2] / "docs" / "gpu.md"
GPUS = 2
SMALL = {
    "vocabulary": 2000,
    "width": 128,
    "layers": 4,
    "heads": 4,
    "key_heads": 2,
    "hidden": 384,
    "max_context": 64,
}
CASES: dict[str, tuple[dict[str, Any], int, int]] = {
    "small": (SMALL, 1024, 0),
    "head of its own": (SMALL | {"tied": False}, 1024, 0),
    "many layers": (SMALL | {"vocabulary": 300, "layers": 10}, 1024, 0),
    "wide, few tokens": (SMALL | {"width": 320, "hidden": 900}, 256, 0),
    "many tokens": (SMALL | {"vocabulary": 300}, 4096, 0),
    "adapters": (SMALL, 1024, 4),
}
SHOWN = ("small", "many tokens", "adapters")
"""Weights, activations and adapters: each has most of the bytes once."""
CASES = by_tier({name: CASES[name] for name in SHOWN}, {name: CASES[name] for name in SHOWN}, CASES)


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, int]]]:
    folder = tmp_path_factory.mktemp("memory")
    (folder / "cases.json").write_text(json.dumps(list(CASES.values())))
    run_ranks(SCRIPT, GPUS, folder)
    found = [json.loads((folder / f"{rank}.json").read_text()) for rank in range(GPUS)]
    return {name: [each[i] for each in found] for i, name in enumerate(CASES)}


@pytest.mark.parametrize("case", CASES)
def test_counted_bytes_are_those_of_the_formula(counts: dict[str, list[dict[str, int]]], case: str) -> None:
    shape, tokens, adapters = CASES[case]
    told = memory(DecoderConfig(**shape), Setting(GPUS, adapters, reference=True, tokens=tokens))
    for found in counts[case]:
        print(case, found, told.kept, told.gradients + told.gathered + told.activations, told.largest)
        assert found["kept"] == pytest.approx(told.weights + told.optimizer, rel=0.03)
        assert found["kept"] <= 1.01 * found["left"]  # gloo's threads may let go of what was gathered later
        if not adapters:
            assert found["reference"] == pytest.approx(told.reference, rel=0.03)
        more = told.gradients + told.gathered + told.activations
        assert 0.5 * more <= found["peak"] <= more
        # A weight is gathered in parts of equal length, which are then put together; and float32 becomes bfloat16.
        assert found["streaming"] <= 4 * told.largest


def test_counts_of_parameters_are_the_published_ones() -> None:
    published = {"0.6B": 596_049_920, "8B": 8_190_735_360, "32B": 32_762_123_264}
    for name, count in published.items():
        assert Decoder(QWEN3[name], seed=None, device="meta").size == count


def test_qwen3_8b_starts_on_eight_gpus() -> None:
    assert fitting(QWEN3["8B"], 8, 80 * GIB) == "all weights"
    assert fitting(QWEN3["8B"], 1, 80 * GIB) == "adapters"
    assert fitting(QWEN3["32B"], 8, 80 * GIB) == "no"


def test_the_tables_of_the_page_are_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert table() in page
    assert details("8B", Setting(8, reference=True)) in page

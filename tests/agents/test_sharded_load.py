"""Models are read in parts: each process its own rows, never the whole, and they are the weights of a plain load."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from ranks import run_ranks
from transformers import AutoModelForCausalLM

from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.tokenizer import PhraseTokenizer

SCRIPT = Path(__file__).with_name("sharded_ranks.py")
VOCABULARY = len(PhraseTokenizer())
KINDS = {
    "scratch": [("native", "float32")],
    "qwen3": [("native", "float32"), ("hub", "bfloat16")],
    "gpt2": [("hub", "float32")],
    "mixture": [("hub", "float32")],
}
CASES = [f"{name} {kind} {dtype}" for name, wanted in KINDS.items() for kind, dtype in wanted]


def small() -> dict[str, Any]:
    """The vocabulary has 102 tokens: of four processes one has fewer rows than the others."""
    return {
        "vocab_size": VOCABULARY,
        "hidden_size": 252,
        "intermediate_size": 508,
        "num_hidden_layers": 3,
        "num_attention_heads": 6,
        "num_key_value_heads": 6,
        "head_dim": 42,
        "max_position_embeddings": 64,
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("models")
    torch.manual_seed(0)
    gpt2 = transformers.GPT2Config(
        vocab_size=VOCABULARY, n_embd=252, n_layer=3, n_head=4, n_positions=64, bos_token_id=1, eos_token_id=1
    )
    mixture = transformers.MixtralConfig(**small(), num_local_experts=3, num_experts_per_tok=2)
    configs = {
        "qwen3": transformers.Qwen3Config(**small(), tie_word_embeddings=True),
        "gpt2": gpt2,
        "mixture": mixture,
    }
    for name, config in configs.items():
        size = "1MB" if name == "gpt2" else "1GB"
        AutoModelForCausalLM.from_config(config).save_pretrained(made / name, max_shard_size=size)
    shape = DecoderConfig(
        VOCABULARY,
        width=250,
        heads=5,
        key_heads=5,
        hidden=505,
        max_context=64,
        tied=False,
        previous_embedding=True,
    )
    Decoder(shape, seed=3).save(made / "scratch")
    for name in KINDS:
        PhraseTokenizer().save(made / name)
    wanted = [[name, *each] for name, all_ in KINDS.items() for each in all_]
    (made / "wanted.json").write_text(json.dumps(wanted))
    return made


@pytest.fixture(scope="module", params=[pytest.param(2, marks=pytest.mark.slow), 4])
def reports(request: pytest.FixtureRequest, folder: Path) -> list[dict[str, Any]]:
    """What each of several processes found, by kind of model."""
    run_ranks(SCRIPT, request.param, folder)
    return [
        json.loads((folder / f"report-{request.param}-{rank}.json").read_text())
        for rank in range(request.param)
    ]


@pytest.mark.parametrize("case", CASES)
def test_each_process_has_its_rows_of_the_same_weights(reports: list[dict[str, Any]], case: str) -> None:
    found = [report[case] for report in reports]
    assert all(each["same"] for each in found)
    assert sum(each["own"] for each in found) == found[0]["whole"]
    if "mixture" not in case:  # three experts are not shared out evenly
        assert max(each["own"] for each in found) <= 1.02 * found[0]["whole"] / len(found)
    bound = 0.05 if case.endswith("bfloat16") else 1e-4
    assert all(each["apart"] <= bound and each["adapted"] <= bound for each in found)


@pytest.mark.parametrize("case", CASES)
def test_weights_come_out_and_are_written_as_they_were(reports: list[dict[str, Any]], case: str) -> None:
    assert all(report[case]["streamed"] and report[case]["saved"] for report in reports)


@pytest.mark.parametrize("case", [case for case in CASES if "mixture" not in case])
def test_no_process_ever_holds_the_whole(reports: list[dict[str, Any]], case: str) -> None:
    for report in reports:
        found = report[case]
        # Files are mapped, which takes no memory but is counted. Above that a process has its own part and, while it
        # reads a tensor's rows, those; 5% for what is not weights.
        held = found["peak"] - found["mapped"]
        assert found["own"] <= held <= 1.05 * (found["own"] + found["largest"]) + found["buffers"], found
        if "native" in case:  # `transformers` leaves weights in the mapped files
            assert found["plain"] - found["mapped"] >= found["whole"]

"""Saved models stop a turn where our sampler does, in whatever reads them, and keep what they came with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
import transformers
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

from rlvr.agents.engine import Request, Sampling
from rlvr.agents.models.chat import TemplateCodec
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.hub import HubModel
from rlvr.agents.models.load import load_model, make_engine
from rlvr.agents.models.lora import Lora
from rlvr.agents.models.save import save_model

TEMPLATE = (
    "{% for m in messages %}{{ '<|start|> ' + m.role + ' ' + m.content + '<|end|> ' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start|> assistant ' }}{% endif %}"
)
WORDS = ["<|pad|>", "<|start|>", "<|end|>", "<|stop|>", "user", "assistant", *map(str, range(34))]
OWN = {"temperature": 0.6, "top_p": 0.95, "do_sample": True, "eos_token_id": 3, "pad_token_id": 1}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model whose tokenizer ends texts with <|stop|>, while its template ends turns with <|end|>."""
    made = tmp_path_factory.mktemp("qwen3")
    torch.manual_seed(0)
    config = transformers.Qwen3Config(
        vocab_size=len(WORDS),
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
        max_position_embeddings=256,
    )
    module = AutoModelForCausalLM.from_config(config)
    for parameter in module.parameters():
        parameter.data += 0.3 * torch.randn(parameter.shape)
    module.save_pretrained(made)
    words = Tokenizer(WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="0"))
    words.pre_tokenizer = WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words,
        eos_token="<|stop|>",
        pad_token="<|pad|>",
        extra_special_tokens=["<|start|>", "<|end|>"],
    )
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(made)
    (made / "generation_config.json").unlink()
    return made


def told(folder: Path) -> dict:
    entries: dict = json.loads((folder / "generation_config.json").read_text(encoding="utf-8"))
    return entries


@pytest.mark.parametrize("implementation", ["native", "hub"])
def test_all_end_tokens_of_the_template_are_written(folder: Path, tmp_path: Path, implementation: str) -> None:
    model, codec = load_model(folder, implementation=implementation)  # type: ignore[arg-type]
    assert isinstance(model, Decoder if implementation == "native" else HubModel)
    assert codec.end_ids == {2, 3}
    save_model(model, codec, tmp_path)
    assert (sorted(told(tmp_path)["eos_token_id"]), told(tmp_path)["pad_token_id"]) == ([2, 3], 0)


@pytest.mark.parametrize("lora", [None, Lora(rank=2)])
@pytest.mark.parametrize("implementation", ["native", "hub"])
def test_a_model_keeps_the_entries_that_it_came_with(
    folder: Path, tmp_path: Path, implementation: str, lora: Lora | None
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for file in folder.iterdir():
        (given / file.name).write_bytes(file.read_bytes())
    (given / "generation_config.json").write_text(json.dumps(OWN))
    model, codec = load_model(given, implementation=implementation, lora=lora)  # type: ignore[arg-type]
    save_model(model, codec, tmp_path / "saved")
    kept = told(tmp_path / "saved")
    assert {name: kept[name] for name in OWN} == {**OWN, "eos_token_id": [3, 2]}
    again, codec = load_model(tmp_path / "saved", implementation=implementation)  # type: ignore[arg-type]
    save_model(again, codec, tmp_path / "twice")
    assert told(tmp_path / "twice")["eos_token_id"] == [3, 2]


def test_what_another_model_left_in_the_folder_is_not_kept(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "generation_config.json").write_text(json.dumps(OWN))
    save_model(*load_model(folder), tmp_path)
    assert "temperature" not in told(tmp_path)


def test_transformers_stops_where_our_sampler_stops(folder: Path, tmp_path: Path) -> None:
    """Greedy, with an end token that neither the tokenizer nor ``config.json`` names."""
    model, codec = load_model(folder)
    prompt = codec.begin([{"role": "user", "content": "5 6 7"}])

    def ours(ends: Sequence[int]) -> list[int]:
        assert isinstance(codec, TemplateCodec)
        stops = TemplateCodec(codec.tokenizer, end_ids=ends)
        save_model(model, stops, tmp_path)
        engine = make_engine("native", model, stops, max_context=128)
        engine.submit([Request(0, prompt, Sampling(max_tokens=60, temperature=0.0), seed=0)])
        found: list[int] = []
        while engine.pending:
            found += [token for completion in engine.poll() for token in completion.tokens]
        return found

    def theirs() -> list[int]:
        again = AutoModelForCausalLM.from_pretrained(tmp_path)
        whole = again.generate(torch.tensor([prompt]), do_sample=False, max_new_tokens=60)
        tokens: list[int] = whole[0, len(prompt) :].tolist()
        return tokens

    free = ours([])
    assert theirs() == free
    end = free[len(set(free)) // 2]
    cut = ours([end])
    assert cut == free[: free.index(end) + 1]
    assert 0 < len(cut) < len(free)
    assert theirs() == cut

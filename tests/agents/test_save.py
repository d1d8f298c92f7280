"""Saved models stop a turn where our sampler does, in whatever reads them, and keep what they came with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

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
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.hub import HubModel
from rlvr.agents.models.load import load_codec, load_model, make_engine
from rlvr.agents.models.lora import Lora
from rlvr.agents.models.save import save_model
from rlvr.agents.models.tokenizer import PhraseTokenizer

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


ALONE = """
import json, sys
from importlib.abc import MetaPathFinder

class NotHere(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "rlvr":
            raise ModuleNotFoundError("rlvr is not installed")

sys.meta_path.insert(0, NotHere())
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

folder, texts, rows, found = sys.argv[1], *map(json.loads, sys.argv[2:4]), {}
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModelForCausalLM.from_pretrained(folder)
found["ids"] = [tokenizer(text)["input_ids"] for text in texts]
found["texts"] = [tokenizer.decode(ids) for ids in found["ids"]]
chat = [{"role": "system", "content": "the sum"}, {"role": "user", "content": texts[0]}]
found["chat"] = tokenizer.apply_chat_template(chat, add_generation_prompt=True)["input_ids"]
with torch.no_grad():
    found["logits"] = [model(torch.tensor([row])).logits[0].tolist() for row in rows]
found["kind"] = type(model).__name__
found["rlvr"] = [name for name in sys.modules if name.split(".")[0] == "rlvr"]
print(json.dumps(found))
"""


def test_a_model_from_nothing_is_read_where_rlvr_is_not_installed(tmp_path: Path) -> None:
    """Equal ids, texts and logits from ``AutoTokenizer`` and ``AutoModelForCausalLM``."""
    codec = PhraseTokenizer(("the sum", "sum", "x + ", "abide", "Answer: ", "he", "  "))
    shape = DecoderConfig(len(codec), width=32, layers=2, heads=2, key_heads=1, hidden=48, max_context=128)
    model = Decoder(shape, seed=3)
    save_model(model, codec, tmp_path)
    assert load_codec(tmp_path) == codec
    pieces = [
        "the sum",
        "sum",
        "x + ",
        "abide",
        "ä",
        "é",
        "\n",
        " ",
        "a",
        "c3",
        "😀",
        "\xad",
        "\ue000",
        "\r",
        "<",
    ]
    rng = Random(0)
    texts = ["".join(rng.choice(pieces) for _ in range(rng.randrange(12))) for _ in range(300)]
    rows = [[rng.randrange(len(codec)) for _ in range(20)] for _ in range(3)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", ALONE, str(tmp_path), json.dumps(texts), json.dumps(rows)]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert (found["kind"], found["rlvr"]) == ("Qwen3ForCausalLM", [])
    assert found["ids"] == [codec.encode(text) for text in texts]
    assert found["texts"] == texts
    chat = [{"role": "system", "content": "the sum"}, {"role": "user", "content": texts[0]}]
    assert found["chat"] == codec.begin(chat)
    with torch.no_grad():
        ours = model.logits(model.hidden(torch.tensor(rows)))
    torch.testing.assert_close(torch.tensor(found["logits"]), ours, rtol=1e-4, atol=1e-5)


def test_phrases_of_older_versions_are_read(tmp_path: Path) -> None:
    codec = PhraseTokenizer(("the sum", "he"))
    (tmp_path / "phrases.json").write_text(json.dumps({"phrases": codec.phrases}))
    assert load_codec(tmp_path) == codec
    (tmp_path / "marked").mkdir()
    codec.save(tmp_path / "marked")
    (tmp_path / "marked/phrases.json").unlink()
    settings = tmp_path / "marked/tokenizer_config.json"
    entries = json.loads(settings.read_text())
    assert not [name for name in entries if "rlvr" in name]
    settings.write_text(json.dumps({**entries, "rlvr_phrases": True}))
    assert load_codec(tmp_path / "marked") == codec


def test_phrases_of_a_model_that_was_there_before_are_not_kept(folder: Path, tmp_path: Path) -> None:
    PhraseTokenizer(("the sum",)).save(tmp_path)
    save_model(*load_model(folder), tmp_path)
    assert isinstance(load_codec(tmp_path), TemplateCodec)

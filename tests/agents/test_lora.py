"""Adapters on models of Hugging Face and on our own."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import transformers
from peft import PeftModel
from transformers import AutoModelForCausalLM

from rlvr.agents.language_model import LanguageModel
from rlvr.agents.models.cache import SlotCache, Window
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.hub import HubModel
from rlvr.agents.models.lora import Lora, LoraModel

SMALL = {"vocab_size": 50, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2}
HEADS = {
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "tie_word_embeddings": True,
}
TOKENS = torch.randint(50, (2, 12), generator=torch.Generator().manual_seed(0))


def plain(kind: str) -> LanguageModel:
    torch.manual_seed(0)
    if kind == "native":
        return Decoder(DecoderConfig(vocabulary=50, width=32, layers=2, hidden=48, max_context=64), seed=3)
    if kind == "gpt2":
        config = transformers.GPT2Config(vocab_size=50, n_embd=32, n_layer=2, n_head=4, n_positions=64)
    else:
        config = transformers.Qwen3Config(**SMALL, **HEADS, head_dim=8, pad_token_id=0)
    return HubModel(AutoModelForCausalLM.from_config(config))


@pytest.fixture(params=["qwen3", "gpt2", "native"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def moved(kind: str, lora: Lora | None = None) -> LoraModel:
    """A model whose adapters do something."""
    model = LoraModel(plain(kind), lora or Lora(rank=4))
    generator = torch.Generator().manual_seed(1)
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data += 0.2 * torch.randn(parameter.shape, generator=generator)
    return model


def logits(model: LanguageModel) -> torch.Tensor:
    with torch.no_grad():
        return model.logits(model.hidden(TOKENS))


def test_adapters_change_nothing_at_first(kind: str) -> None:
    torch.testing.assert_close(logits(LoraModel(plain(kind), Lora())), logits(plain(kind)))


def test_only_adapters_are_trained(kind: str) -> None:
    model = moved(kind)
    model.hidden(TOKENS).square().sum().backward()
    for name, parameter in model.named_parameters():
        assert parameter.requires_grad == (".lora_" in name)
        assert (parameter.grad is not None and bool(parameter.grad.abs().sum() > 0)) == (".lora_" in name), name
    assert not any("head" in name for name, p in model.named_parameters() if p.requires_grad)


def test_adapters_are_trained_under_checkpointing() -> None:
    gradients = []
    for checkpointing in (False, True):
        base = plain("qwen3")
        assert isinstance(base, HubModel)
        model = LoraModel(HubModel(base.module, checkpointing=checkpointing), Lora(rank=4))
        model.hidden(TOKENS).square().sum().backward()
        gradients.append([p.grad for p in model.parameters() if p.requires_grad])
        assert base.module.training == checkpointing
    for one, other in zip(*gradients, strict=True):
        torch.testing.assert_close(one, other)


def test_reference_is_the_model_without_adapters(kind: str) -> None:
    model = moved(kind)
    before = logits(model)
    trained = {name for name, p in model.named_parameters() if p.requires_grad}
    with model.reference():
        hidden = model.hidden(TOKENS)
        assert not hidden.requires_grad
        torch.testing.assert_close(model.logits(hidden), logits(plain(kind)))
    assert (before - logits(plain(kind))).abs().max() > 0.05
    torch.testing.assert_close(logits(model), before)
    assert trained == {name for name, p in model.named_parameters() if p.requires_grad}
    assert model.hidden(TOKENS).requires_grad


def test_merged_weights_are_those_of_a_plain_model(kind: str, tmp_path: Path) -> None:
    model = moved(kind, Lora(rank=4, alpha=3.0))
    expected = logits(model)
    other = plain(kind)
    assert dict(other.stream()).keys() == dict(model.stream()).keys()
    other.load_weights(model.stream())
    torch.testing.assert_close(logits(other), expected, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(logits(model), expected)  # merging has not changed it
    model.save(tmp_path)
    loaded = Decoder.from_hub(tmp_path) if kind == "native" else HubModel.load(tmp_path)
    torch.testing.assert_close(logits(loaded), expected, rtol=1e-4, atol=1e-4)


def test_adapters_are_saved_and_loaded(kind: str, tmp_path: Path) -> None:
    model = moved(kind, Lora(rank=4, alpha=9.0, rank_stabilised=True))
    model.save_adapters(tmp_path)
    torch.testing.assert_close(logits(LoraModel.load_adapters(plain(kind), tmp_path)), logits(model))
    assert {path.suffix for path in tmp_path.iterdir()} <= {".safetensors", ".json", ".md"}
    assert len({path.stat().st_mode for path in tmp_path.iterdir()}) == 1


def test_peft_reads_the_adapters(tmp_path: Path) -> None:
    model = moved("qwen3")
    model.save_adapters(tmp_path)
    base = plain("qwen3")
    assert isinstance(base, HubModel)
    theirs = PeftModel.from_pretrained(base.module, str(tmp_path))
    with torch.no_grad():
        torch.testing.assert_close(theirs(TOKENS).logits, logits(model))


def test_adapters_of_another_shape_are_refused(tmp_path: Path) -> None:
    moved("qwen3").save_adapters(tmp_path)
    with pytest.raises(ValueError, match="is called"):
        LoraModel.load_adapters(plain("native"), tmp_path)


def test_a_sampler_reads_with_adapters(kind: str) -> None:
    model = moved(kind)
    previous = torch.cat((torch.full((2, 1), -1), TOKENS[:, :-1]), 1)
    with torch.inference_mode():
        cache = SlotCache(model.cache_shape, 2, 12)
        read = model.read(Window(cache, TOKENS, previous, torch.arange(12).expand(2, -1), 12))
        torch.testing.assert_close(model.logits(read), logits(model), rtol=1e-4, atol=1e-4)


def test_chosen_targets() -> None:
    model = LoraModel(plain("qwen3"), Lora(rank=2, targets=("q_proj", "v_proj")))
    names = {
        name.split(".lora_")[0].rpartition(".")[2] for name, p in model.named_parameters() if p.requires_grad
    }
    assert names == {"q_proj", "v_proj"}


def test_adapters_stay_precise_over_half_precision() -> None:
    model = LoraModel(plain("qwen3").to(torch.bfloat16), Lora(rank=2))
    assert {p.dtype for p in model.parameters() if p.requires_grad} == {torch.float32}
    assert {p.dtype for p in model.parameters() if not p.requires_grad} == {torch.bfloat16}
    assert logits(model).dtype == torch.float32
    assert {weight.dtype for weight in dict(model.stream()).values()} == {torch.bfloat16}


def test_the_same_seed_gives_the_same_adapters() -> None:
    torch.manual_seed(5)
    state = torch.random.get_rng_state()
    base = plain("native")
    torch.random.set_rng_state(state)
    one = LoraModel(base, Lora(seed=7))
    assert torch.equal(torch.random.get_rng_state(), state)
    torch.manual_seed(6)
    other = LoraModel(plain("native"), Lora(seed=7))
    for left, right in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.equal(left, right)


def test_bad_values() -> None:
    with pytest.raises(ValueError, match="rank=0"):
        Lora(rank=0)
    with pytest.raises(ValueError, match="alpha=0"):
        Lora(alpha=0)
    with pytest.raises(ValueError, match="no linear layer is called query"):
        LoraModel(plain("qwen3"), Lora(targets=("query",)))
    with pytest.raises(ValueError, match="already"):
        LoraModel(moved("qwen3").base, Lora())

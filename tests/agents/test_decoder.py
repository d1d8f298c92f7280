"""The native decoder against transformers' own models, and against itself in its other forms."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor
from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedModel, Qwen2Config, Qwen3Config

from rlvr.agents.models import native
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig, Llama3Scaling

SHAPE = {
    "hidden_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 101,
    "intermediate_size": 96,
    "max_position_embeddings": 256,
}
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 500.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
PEERS = {
    "llama": LlamaConfig(**SHAPE),
    "llama with biases": LlamaConfig(**SHAPE, attention_bias=True, tie_word_embeddings=True),
    "llama 3.1": LlamaConfig(**SHAPE, rope_parameters=LLAMA3),
    "llama with small epsilon": LlamaConfig(**SHAPE, rms_norm_eps=1e-2, head_dim=24),
    "qwen2": Qwen2Config(**SHAPE, rope_parameters={"rope_type": "default", "rope_theta": 77.0}),
    "qwen2 tied": Qwen2Config(**SHAPE, tie_word_embeddings=True),
    "qwen3": Qwen3Config(**SHAPE, head_dim=32),
    "qwen3 tied": Qwen3Config(**SHAPE, head_dim=8, tie_word_embeddings=True),
}
KNOWN = {*Qwen3Config().to_dict(), "rope_theta", "rope_scaling"}
"""What a ``config.json`` may have: all that transformers knows, with two entries by their older names."""
OWN = DecoderConfig(vocabulary=53, width=32, layers=2, hidden=48, max_context=128, previous_embedding=True)


def peer(config: object) -> PreTrainedModel:
    """A random model of transformers in which every weight matters: norms and biases too."""
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config, attn_implementation="eager").float().eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(
            parameter, mean=float(parameter.ndim == 1), std=0.3 if parameter.ndim == 1 else 0.15
        )
    return model


def ids(vocabulary: int, rows: int = 3, length: int = 40, seed: int = 1) -> Tensor:
    return torch.randint(0, vocabulary, (rows, length), generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("name", PEERS)
@torch.no_grad()
def test_logits_are_those_of_transformers_and_files_go_both_ways(name: str, tmp_path: Path) -> None:
    theirs = peer(PEERS[name])
    theirs.save_pretrained(tmp_path / "theirs")
    ours = Decoder.from_hub(tmp_path / "theirs")
    tokens = ids(101)
    expected = theirs(tokens).logits
    assert expected.abs().max() > 1
    torch.testing.assert_close(ours.logits(ours.hidden(tokens)), expected, atol=1e-5, rtol=1e-5)

    ours.save(tmp_path / "ours")
    assert json.loads((tmp_path / "ours/config.json").read_text())["model_type"] == PEERS[name].model_type
    again = AutoModelForCausalLM.from_pretrained(tmp_path / "ours", attn_implementation="eager")
    torch.testing.assert_close(again(tokens).logits, expected, atol=1e-5, rtol=1e-5)
    twice = Decoder.from_hub(tmp_path / "ours")
    assert twice.config == ours.config
    assert all(map(torch.equal, twice.state_dict().values(), ours.state_dict().values()))
    names = {name for name in theirs.state_dict() if name != "lm_head.weight" or not ours.config.tied}
    assert set(dict(ours.stream())) == names


def test_own_architecture_goes_round(tmp_path: Path) -> None:
    for config in (
        OWN,
        replace(OWN, tied=False, attention_bias="inputs", rotary_scaling=Llama3Scaling(8, 1, 4, 32)),
    ):
        model = Decoder(config, seed=3)
        model.save(tmp_path)
        again = Decoder.from_hub(tmp_path)
        assert again.config == config
        entries = json.loads((tmp_path / "config.json").read_text())
        assert entries["model_type"] == "rlvr-decoder"
        assert set(entries) <= KNOWN
        tokens = ids(53)
        assert torch.equal(model.hidden(tokens), again.hidden(tokens))


def test_no_entry_is_our_own_and_models_of_older_versions_are_read(tmp_path: Path) -> None:
    Decoder(replace(OWN, previous_embedding=False)).save(tmp_path / "plain")
    assert set(json.loads((tmp_path / "plain/config.json").read_text())) <= KNOWN
    assert not (tmp_path / "plain" / native.SWITCHES).exists()

    model = Decoder(replace(OWN, query_key_norm=False, attention_bias="all"), seed=3)
    model.save(tmp_path / "old")
    switches = json.loads((tmp_path / "old" / native.SWITCHES).read_text())
    (tmp_path / "old" / native.SWITCHES).unlink()
    config = tmp_path / "old/config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | switches))
    again = Decoder.from_hub(tmp_path / "old")
    assert again.config == model.config
    again.save(tmp_path / "new")
    assert set(json.loads((tmp_path / "new/config.json").read_text())) <= KNOWN
    assert Decoder.from_hub(tmp_path / "new").config == model.config
    Decoder(replace(OWN, previous_embedding=False)).save(tmp_path / "new")
    assert not (tmp_path / "new" / native.SWITCHES).exists()


def test_entries_that_a_decoder_does_not_know_are_written_back(tmp_path: Path) -> None:
    Decoder(replace(OWN, previous_embedding=False)).save(tmp_path)
    entries = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**entries, "eos_token_id": [4, 5]}))
    Decoder.from_hub(tmp_path).save(tmp_path / "again")
    assert json.loads((tmp_path / "again/config.json").read_text())["eos_token_id"] == [4, 5]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"model_type": "gpt2"}, "gpt2"),
        ({"hidden_act": "gelu"}, "hidden_act"),
        ({"mlp_bias": True}, "mlp_bias"),
        ({"use_sliding_window": True}, "sliding"),
        ({"rope_parameters": {"rope_type": "yarn", "factor": 4.0}}, "yarn"),
        ({"rope_parameters": None, "rope_scaling": {"type": "linear", "factor": 2.0}}, "linear"),
    ],
)
def test_what_is_not_native_is_refused(change: dict[str, object], named: str, tmp_path: Path) -> None:
    Decoder(replace(OWN, previous_embedding=False)).save(tmp_path)
    entries = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**entries, **change}))
    with pytest.raises(ValueError, match=named):
        Decoder.from_hub(tmp_path)


def test_bad_shapes_are_refused() -> None:
    for change in ({"heads": 3}, {"key_heads": 3}, {"head": 7}, {"layers": 0}, {"attention_bias": "some"}):
        with pytest.raises(ValueError, match=next(iter(change)).replace("_", ".")):
            replace(OWN, **change)


def test_the_seed_decides_and_the_global_generator_does_not() -> None:
    torch.manual_seed(0)
    before = torch.get_rng_state()
    model = Decoder(OWN, seed=5)
    assert torch.equal(torch.get_rng_state(), before)
    torch.manual_seed(1)
    again = Decoder(OWN, seed=5)
    other = Decoder(OWN, seed=6)
    assert torch.equal(model.embedding.weight, again.embedding.weight)
    assert not torch.equal(model.embedding.weight, other.embedding.weight)


@pytest.mark.parametrize("config", [OWN, replace(OWN, previous_embedding=False)])
def test_packed_sequences_read_as_if_alone(config: DecoderConfig) -> None:
    model = Decoder(config)
    lengths = (7, 1, 12, 5)
    rows = [ids(53, 1, length, seed=length) for length in lengths]
    documents = torch.cat([torch.full((1, length), i) for i, length in enumerate(lengths)], dim=1)
    positions = torch.cat([torch.arange(length)[None] for length in lengths], dim=1)
    packed = model.hidden(torch.cat(rows, dim=1), positions, documents).split(lengths, dim=1)
    for row, found in zip(rows, packed, strict=True):
        torch.testing.assert_close(found, model.hidden(row), atol=1e-5, rtol=1e-4)


def test_a_token_depends_on_what_is_before_it_and_on_nothing_behind() -> None:
    model = Decoder(OWN)
    tokens = ids(53, 1, 20)
    changed = tokens.clone()
    changed[0, 10] = (changed[0, 10] + 1) % 53
    difference = (model.hidden(tokens) - model.hidden(changed)).abs().amax(-1)[0]
    assert bool((difference[:10] == 0).all())
    assert bool((difference[10:] > 0).all())


def test_gradient_checkpointing_changes_no_gradient() -> None:
    model = Decoder(OWN)

    def gradients() -> list[Tensor]:
        model.zero_grad()
        model.logits(model.hidden(ids(53))).log_softmax(-1)[..., 7].sum().backward()
        return [parameter.grad.clone() for parameter in model.parameters() if parameter.grad is not None]

    expected = gradients()
    model.gradient_checkpointing = True
    assert len(expected) == len(list(model.parameters()))
    assert all(map(torch.equal, gradients(), expected))


def test_bfloat16_stays_near(tmp_path: Path) -> None:
    theirs = peer(PEERS["qwen3"])
    theirs.save_pretrained(tmp_path)
    tokens = ids(101)
    exact = Decoder.from_hub(tmp_path)
    rounded = Decoder.from_hub(tmp_path, torch.bfloat16)
    assert rounded.embedding.weight.dtype == torch.bfloat16
    found = rounded.logits(rounded.hidden(tokens)).log_softmax(-1)
    expected = exact.logits(exact.hidden(tokens)).log_softmax(-1)
    ours = (found - expected).abs().mean()
    reference = (theirs.bfloat16()(tokens).logits.float().log_softmax(-1) - expected).abs().mean()
    assert 0 < ours < 1.5 * reference


def test_weights_are_taken_by_name_and_views_of_oneself_are_free() -> None:
    model, other = Decoder(OWN, seed=1), Decoder(OWN, seed=2)
    model.load_weights(other.stream())
    assert all(map(torch.equal, model.state_dict().values(), other.state_dict().values()))
    versions = [parameter._version for parameter in model.parameters()]
    model.load_weights(model.stream())
    assert versions == [parameter._version for parameter in model.parameters()]
    with pytest.raises(ValueError, match="norm"):
        model.load_weights({k: v for k, v in other.stream() if k != "model.norm.weight"})
    with pytest.raises(ValueError, match="shape"):
        model.load_weights(Decoder(replace(OWN, vocabulary=54)).stream())

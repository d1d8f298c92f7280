"""Models of Hugging Face as ours: the same logits, packed or not, and the same when read with a cache."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import transformers
from torch import Tensor
from transformers import AutoModelForCausalLM

from rlvr.agents.models.cache import SlotCache, Window
from rlvr.agents.models.hub import HubModel
from rlvr.agents.models.layout import prefix_trees
from rlvr.agents.models.layout_check import check_layout
from rlvr.agents.models.likelihood import token_statistics

SHAPE = {
    "vocab_size": 96,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
WINDOW = 5
"""Of sliding attention: shorter than the sequences here, so that a wrong mask shows."""
CONFIGS = {
    "gpt2": transformers.GPT2Config(vocab_size=96, n_embd=32, n_layer=2, n_head=4, n_positions=64),
    "llama": transformers.LlamaConfig(**SHAPE),
    "qwen2": transformers.Qwen2Config(
        **SHAPE, use_sliding_window=True, sliding_window=WINDOW, max_window_layers=1, tie_word_embeddings=True
    ),
    "qwen3": transformers.Qwen3Config(**SHAPE, head_dim=16),
    "mistral": transformers.MistralConfig(**SHAPE, sliding_window=WINDOW),
    "phi3": transformers.Phi3Config(**SHAPE, sliding_window=WINDOW),
    "gemma2": transformers.Gemma2Config(
        **SHAPE, head_dim=16, sliding_window=WINDOW, final_logit_softcapping=2.0
    ),
    "gemma3": transformers.Gemma3TextConfig(
        **SHAPE, head_dim=16, sliding_window=WINDOW, sliding_window_pattern=2
    ),
    "cohere": transformers.CohereConfig(**SHAPE, logit_scale=0.3),
    "granite": transformers.GraniteConfig(**SHAPE, logits_scaling=3.0),
}


@pytest.fixture(params=CONFIGS)
def model(request: pytest.FixtureRequest) -> HubModel:
    torch.manual_seed(0)
    module = AutoModelForCausalLM.from_config(CONFIGS[request.param])
    for parameter in module.parameters():  # further from uniform than the usual start
        parameter.data += 0.2 * torch.randn(parameter.shape)
    return HubModel(module)


def rows(*lengths: int) -> list[Tensor]:
    torch.manual_seed(1)
    return [torch.randint(3, 96, (length,)) for length in lengths]


def theirs(model: HubModel, tokens: Tensor) -> Tensor:
    """Logits of one sequence as the model itself gives them, ``[T, V]``."""
    model.module.eval()
    return model.module(tokens[None]).logits[0]


def test_hidden_and_logits(model: HubModel) -> None:
    (tokens,) = rows(20)
    with torch.no_grad():
        expected = theirs(model, tokens)
        torch.testing.assert_close(model.logits(model.hidden(tokens[None])[0]), expected, rtol=1e-4, atol=1e-4)
        places = torch.arange(20)[None]
        torch.testing.assert_close(
            model.logits(model.hidden(tokens[None], places)[0]), expected, rtol=1e-4, atol=1e-4
        )
    assert model.logits(model.hidden(tokens[None])).dtype == torch.float32
    assert model.max_context == 64


def test_filler_behind_changes_nothing(model: HubModel) -> None:
    long, short = rows(20, 11)
    batch = torch.zeros(2, 20, dtype=torch.long)
    batch[0], batch[1, :11] = long, short
    with torch.no_grad():
        ours = model.logits(model.hidden(batch))
        torch.testing.assert_close(ours[0], theirs(model, long), rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(ours[1, :11], theirs(model, short), rtol=1e-4, atol=1e-4)


def test_packed_sequences_do_not_see_one_another(model: HubModel) -> None:
    parts = rows(9, 14, 8)
    tokens = torch.cat(parts)[None]
    positions = torch.cat([torch.arange(len(part)) for part in parts])[None]
    documents = torch.cat([torch.full((len(part),), i) for i, part in enumerate(parts)])[None]
    with torch.no_grad():
        ours = model.logits(model.hidden(tokens, positions, documents)[0])
        expected = torch.cat([theirs(model, part) for part in parts])
    torch.testing.assert_close(ours, expected, rtol=1e-4, atol=1e-4)


def test_rollouts_share_their_prompt(model: HubModel) -> None:
    prompt, *answers = (part.tolist() for part in rows(12, 5, 3))
    whole = [prompt + answer for answer in answers]
    policy = [[False] * len(prompt) + [True] * len(answer) for answer in answers]
    with torch.no_grad():
        found = token_statistics(model, whole, policy, trees=prefix_trees(whole, policy)).log_probs
        expected = token_statistics(model, whole, policy).log_probs
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


def test_models_that_read_packed_rows_wrongly_are_refused(model: HubModel) -> None:
    check_layout(model)
    mpt = transformers.MptConfig(vocab_size=96, d_model=32, n_layers=2, n_heads=4, max_seq_len=64)
    torch.manual_seed(0)
    with pytest.raises(ValueError, match="several sequences in a row"):
        check_layout(HubModel(transformers.AutoModelForCausalLM.from_config(mpt)))


def test_reading_with_a_cache(model: HubModel) -> None:
    """Prompts of different lengths in any slots, then tokens one by one: the logits of the whole sequences."""
    sequences = rows(24, 19, 21)
    prompts = torch.tensor([12, 3, 7])
    slots = torch.tensor([2, 0, 3])
    cache = SlotCache(model.cache_shape, slots=4, columns=64)
    with torch.inference_mode():
        width = int(prompts.max())
        tokens = torch.zeros(3, width, dtype=torch.long)
        positions = torch.arange(width).expand(3, -1).clone()
        for row, (sequence, length) in enumerate(zip(sequences, prompts.tolist(), strict=True)):
            tokens[row, :length] = sequence[:length]
            positions[row, length:] = cache.spare
        hidden = model.read(Window(cache, tokens, tokens, positions, width, slots))
        ours = [[*model.logits(hidden[row, :length])] for row, length in enumerate(prompts.tolist())]
        for step in range(12):
            places = prompts + step
            new = torch.stack([sequence[place] for sequence, place in zip(sequences, places, strict=True)])
            window = Window(cache, new[:, None], new[:, None], places[:, None], int(places.max()) + 1, slots)
            for row, logits in enumerate(model.logits(model.read(window)[:, 0])):
                ours[row].append(logits)
        for sequence, mine in zip(sequences, ours, strict=True):
            torch.testing.assert_close(
                torch.stack(mine), theirs(model, sequence[: len(mine)]), rtol=1e-4, atol=1e-4
            )


def test_training_is_without_dropout(model: HubModel) -> None:
    (tokens,) = rows(16)
    model.train()
    torch.testing.assert_close(model.hidden(tokens[None]), model.hidden(tokens[None]))
    model.hidden(tokens[None]).square().sum().backward()
    assert all(p.grad is not None for name, p in model.named_parameters() if "lm_head" not in name)


@pytest.mark.parametrize("kind", ["gpt2", "qwen3", "gemma3"])
def test_checkpointing_gives_the_same_gradient(kind: str) -> None:
    torch.manual_seed(0)
    module = AutoModelForCausalLM.from_config(CONFIGS[kind])
    (tokens,) = rows(16)
    gradients = []
    for checkpointing in (False, True):
        model = HubModel(module, checkpointing=checkpointing)
        model.zero_grad()
        hidden = model.hidden(tokens[None])
        assert module.training == checkpointing
        hidden.square().sum().backward()
        gradients.append([p.grad.clone() for p in model.parameters() if p.grad is not None])
    for one, other in zip(*gradients, strict=True):
        torch.testing.assert_close(one, other)
    with torch.inference_mode():  # a sampler can work with it in between
        cache = SlotCache(model.cache_shape, 1, 16)
        read = model.read(Window(cache, tokens[None], tokens[None], torch.arange(16)[None], 16))
        torch.testing.assert_close(read, model.hidden(tokens[None]), rtol=1e-4, atol=1e-4)


def test_saved_and_loaded(model: HubModel, tmp_path: Path) -> None:
    (tokens,) = rows(10)
    model.save(tmp_path)
    again = HubModel.load(tmp_path)
    with torch.no_grad():
        torch.testing.assert_close(again.hidden(tokens[None]), model.hidden(tokens[None]))
    assert [path.suffix for path in tmp_path.glob("model*")] == [".safetensors"]
    assert len({path.stat().st_mode for path in tmp_path.iterdir()}) == 1
    for weight in again.parameters():
        weight.data.zero_()
    again.load_weights(model.stream())
    with torch.no_grad():
        torch.testing.assert_close(again.hidden(tokens[None]), model.hidden(tokens[None]))


def test_recurrent_layers_can_be_trained_but_not_sampled_here() -> None:
    config = transformers.Lfm2Config(
        **{**SHAPE, "num_hidden_layers": 2}, layer_types=["conv", "full_attention"], block_multiple_of=8
    )
    model = HubModel(AutoModelForCausalLM.from_config(config))
    (tokens,) = rows(12)
    torch.testing.assert_close(model.logits(model.hidden(tokens[None])[0]), theirs(model, tokens))
    with pytest.raises(ValueError, match="vLLM"):
        model.hidden(tokens[None], documents=torch.zeros(1, 12))
    with pytest.raises(ValueError, match="use vLLM"):
        _ = model.cache_shape


def test_unknown_changes_of_logits_are_refused() -> None:
    module = AutoModelForCausalLM.from_config(CONFIGS["llama"])
    head = module.forward

    def doubled(*args: object, **options: object) -> object:
        out = head(*args, **options)
        out.logits = out.logits * 2
        return out

    module.forward = doubled
    with pytest.raises(ValueError, match="unknown here"):
        HubModel(module)

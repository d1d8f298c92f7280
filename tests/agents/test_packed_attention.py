"""Attention over packed rows: without a mask of a row's length squared, and equal to one sequence a row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from counted import counted
from torch import Tensor
from torch.nn import functional

from rlvr.agents.models import varlen
from rlvr.agents.models.attention import attend, seen_in_rows
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.hub import HubModel, visible
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.varlen import Lengths, lengths

DOCUMENTS = torch.tensor([[0, 0, 0, 1, 1, 2, -1, -1], [3, 3, 3, 3, 3, 4, 4, 4]])


def drawn(batch: int, heads: int, new: int) -> Tensor:
    return torch.randn(
        batch, heads, new, 6, generator=torch.Generator().manual_seed(heads), dtype=torch.float64
    )


def plain_kernel(
    query: Tensor, key: Tensor, value: Tensor, q: Tensor, k: Tensor, max_q: int, max_k: int, *, window_size: Any
) -> Tensor:
    """What `torch.nn.attention.varlen.varlen_attn` computes, written down: it has no code for a CPU."""
    assert window_size == (-1, 0)
    assert q.dtype == k.dtype == torch.int32
    assert query.shape == key.shape == value.shape
    assert max_q == max_k == int(q.diff().max())
    parts = []
    for first, last in zip(q[:-1].tolist(), q[1:].tolist(), strict=True):
        own = [x[first:last].transpose(0, 1) for x in (query, key, value)]
        parts.append(functional.scaled_dot_product_attention(*own, is_causal=True).transpose(0, 1))
    return torch.cat(parts)


@pytest.mark.parametrize("scale", [None, 0.7])
@pytest.mark.parametrize("key_heads", [4, 2])
def test_lengths_give_what_a_mask_gives(
    monkeypatch: pytest.MonkeyPatch, key_heads: int, scale: float | None
) -> None:
    monkeypatch.setattr(varlen, "kernel", lambda: plain_kernel)
    queries, keys, values = drawn(2, 4, 8), drawn(2, key_heads, 8), drawn(2, key_heads, 8).flip(0)
    seen = lengths(DOCUMENTS)
    assert seen.starts.tolist() == [0, 3, 5, 6, 8, 13, 16]
    assert seen.longest == 5
    found = attend(queries, keys, values, seen, scale)
    expected = attend(queries, keys, values, visible(DOCUMENTS), scale)
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(
        attend(queries, keys, values, seen_in_rows(DOCUMENTS, None, torch.float64), scale), expected
    )


def test_the_kernel_is_for_16_bit_numbers_of_a_gpu() -> None:
    """Elsewhere, and where a sequence goes on from another, each run is a call of its own."""
    assert isinstance(seen_in_rows(DOCUMENTS, None, torch.bfloat16), list)

    def chosen(dtype: torch.dtype, stems: Tensor | None = None) -> type:
        documents = DOCUMENTS.clone().as_subclass(Shown)
        return type(seen_in_rows(documents, stems, dtype))

    class Shown(Tensor):
        is_cuda = True

    assert chosen(torch.bfloat16) is Lengths
    assert chosen(torch.bfloat16, DOCUMENTS) is Lengths
    assert chosen(torch.float32) is list
    stems = DOCUMENTS.clone()
    stems[0, 3:5] = 0
    assert chosen(torch.bfloat16, stems) is list


def models() -> dict[str, Any]:
    torch.manual_seed(0)
    shape: dict[str, Any] = {
        "vocab_size": 64,
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 2,
    }
    shape |= {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 512}
    made: dict[str, Any] = {
        "decoder": Decoder(
            DecoderConfig(64, width=32, layers=2, hidden=48, max_context=512, previous_embedding=True)
        )
    }
    for name, config in (
        ("llama", transformers.LlamaConfig(**shape)),
        ("qwen3", transformers.Qwen3Config(**shape)),
        ("gpt2", transformers.GPT2Config(vocab_size=64, n_embd=32, n_layer=2, n_head=4, n_positions=512)),
    ):
        made[name] = HubModel(transformers.AutoModelForCausalLM.from_config(config))
    return made


MODELS = models()
SEQUENCES = [[(3 * i + j) % 64 for j in range(size)] for i, size in enumerate((100, 90, 60, 40, 30, 20, 10, 5))]
DRAWN = [[False] * 3 + [True] * (len(sequence) - 3) for sequence in SEQUENCES]


@pytest.mark.parametrize("name", MODELS)
def test_packed_rows_are_the_padded_result_and_have_its_gradient(name: str) -> None:
    model = MODELS[name]
    assert model.packs_well
    found = {}
    for packing in (0, 200):
        model.zero_grad()
        log_probs = token_statistics(model, SEQUENCES, DRAWN, packing=packing).log_probs
        log_probs.sum().backward()
        found[packing] = [
            log_probs.detach(),
            *(each.grad.clone() for each in model.parameters() if each.grad is not None),
        ]
    torch.testing.assert_close(found[200], found[0], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", MODELS)
def test_nothing_as_large_as_a_row_squared_is_made(name: str) -> None:
    tokens = torch.arange(4096)[None] % 64
    documents = (torch.arange(4096) // 64)[None]
    positions = (torch.arange(4096) % 64)[None]
    model = MODELS[name]
    with torch.no_grad():
        model(tokens, positions, documents)
        with counted() as found:
            model(tokens, positions, documents)
    assert found.peak < 4096 * 4096  # a mask has a byte for each pair


def test_on_a_gpu_rows_are_packed_where_there_is_a_kernel_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Decoder(DecoderConfig(64, width=32, layers=1, heads=2, key_heads=1, hidden=48, max_context=64))
    assert model.packs_well
    monkeypatch.setattr(Decoder, "device", torch.device("cuda"))
    assert not model.packs_well
    assert model.to(torch.bfloat16).packs_well
    model.packs_well = False  # what a probe found
    assert not model.packs_well


def test_layers_that_see_a_window_only_keep_their_mask() -> None:
    shape: dict[str, Any] = {
        "vocab_size": 64,
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 2,
    }
    shape |= {"num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 512}
    config = transformers.MistralConfig(**shape, sliding_window=16)
    model = HubModel(transformers.AutoModelForCausalLM.from_config(config))
    assert not model.packs_well
    alone, packed = (token_statistics(model, SEQUENCES, DRAWN, packing=size).log_probs for size in (0, 200))
    torch.testing.assert_close(packed, alone, rtol=1e-4, atol=1e-4)


def test_what_is_saved_does_not_name_our_function(tmp_path: Path) -> None:
    MODELS["llama"].save(tmp_path)
    assert "rlvr" not in (tmp_path / "config.json").read_text()

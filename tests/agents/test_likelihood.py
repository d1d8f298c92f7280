"""Log-probabilities of drawn tokens against a loop over tokens, in every way of cutting the work."""

import random
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from rlvr.agents.models.decoder import Decoder, DecoderConfig
from rlvr.agents.models.likelihood import microbatches, pack, token_statistics

MODEL = Decoder(
    DecoderConfig(
        vocabulary=31, width=32, layers=2, hidden=48, max_context=64, tied=False, previous_embedding=True
    )
)
RNG = random.Random(0)
SEQUENCES = [[RNG.randrange(31) for _ in range(length)] for length in (9, 3, 14, 2, 9)]
POLICY = [[i > 0 and RNG.random() < 0.6 for i in range(len(sequence))] for sequence in SEQUENCES]
POLICY[3] = [False, False]  # nothing drawn
COUNT = sum(map(sum, POLICY))
WAYS = [{}, {"chunk": 1}, {"chunk": 4}, {"packing": 16}, {"packing": 100, "chunk": 5}, {"packing": 4}]


def naive(temperature: float) -> tuple[Tensor, Tensor, Tensor]:
    log_probs, entropies, states = [], [], []
    for tokens, mask in zip(SEQUENCES, POLICY, strict=True):
        for place, drawn in enumerate(mask):
            if drawn:
                state = MODEL.hidden(torch.tensor([tokens[:place]]))[0, -1]
                probabilities = (MODEL.logits(state) / temperature).exp()
                probabilities = probabilities / probabilities.sum()
                log_probs.append(probabilities[tokens[place]].log())
                entropies.append(-(probabilities * probabilities.log()).sum())
                states.append(state)
    return torch.stack(log_probs), torch.stack(entropies), torch.stack(states)


def gradients(*values: Tensor) -> list[Tensor]:
    weights = torch.linspace(-1, 1, COUNT)
    MODEL.zero_grad()
    sum(((weights if value.ndim == 1 else weights[:, None]) * value).sum() for value in values).backward()
    return [torch.zeros(1) if p.grad is None else p.grad.clone() for p in MODEL.parameters()]


@pytest.mark.parametrize("options", WAYS)
@pytest.mark.parametrize("temperature", [1.0, 0.6])
def test_values_and_gradients(options: dict[str, int], temperature: float) -> None:
    found = token_statistics(
        MODEL, SEQUENCES, POLICY, temperature=temperature, entropy=True, hidden=True, **options
    )
    assert found.entropies is not None
    assert found.hidden is not None
    expected = naive(temperature)
    for ours, theirs in zip((found.log_probs, found.entropies, found.hidden), expected, strict=True):
        assert ours.dtype == torch.float32
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-5)
    ours, theirs = gradients(found.log_probs, found.entropies, found.hidden), gradients(*expected)
    for one, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, other, atol=1e-4, rtol=1e-4)


def test_only_what_is_asked_for() -> None:
    found = token_statistics(MODEL, SEQUENCES, POLICY)
    assert (found.entropies, found.hidden) == (None, None)
    assert not torch.inference_mode(
        lambda: token_statistics(MODEL, SEQUENCES, POLICY)
    )().log_probs.requires_grad
    greedy = token_statistics(MODEL, SEQUENCES, POLICY, temperature=0.0)
    assert torch.equal(greedy.log_probs, found.log_probs)


def test_logits_of_one_chunk_stand_in_memory() -> None:
    sizes: list[int] = []
    saved: list[int] = []

    class Watching(Decoder):
        def logits(self, hidden: Tensor) -> Tensor:
            sizes.append(len(hidden))
            return super().logits(hidden)

    model = Watching(MODEL.config)

    def note(tensor: Tensor) -> Tensor:
        saved.append(tensor.numel() if tensor.shape[-1:] == (31,) else 0)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        found = token_statistics(model, SEQUENCES, POLICY, chunk=4)
    assert max(sizes) == 4
    assert sum(sizes) == COUNT  # drawn tokens only
    assert max(saved) == 0  # and nothing of the vocabulary's width is kept for the backward pass
    found.log_probs.sum().backward()
    assert sum(sizes) == 2 * COUNT


def test_bad_masks_are_refused() -> None:
    with pytest.raises(ValueError, match="first token"):
        token_statistics(MODEL, [[1, 2]], [[True, True]])
    with pytest.raises(ValueError, match="mask of 1"):
        token_statistics(MODEL, [[1, 2]], [[False]])
    with pytest.raises(ValueError, match="was drawn"):
        token_statistics(MODEL, [[1, 2]], [[False, False]])


lengths_of = st.lists(st.integers(1, 30), max_size=30)


@given(lengths_of, st.integers(1, 60), st.booleans())
def test_microbatches_hold_each_sequence_once_within_the_budget(
    lengths: list[int], budget: int, packing: bool
) -> None:
    parts = microbatches(lengths, budget, packing=packing)
    assert sorted(i for part in parts for i in part) == list(range(len(lengths)))
    for part in parts:
        sizes = [lengths[i] for i in part]
        assert len(part) == 1 or (sum(sizes) if packing else len(sizes) * max(sizes)) <= budget
    flat = [lengths[i] for part in parts for i in part]
    assert flat == sorted(lengths, reverse=True)
    for part, following in pairwise(parts):  # no part could have taken one more
        sizes = [lengths[i] for i in (*part, following[0])]
        assert (sum(sizes) if packing else len(sizes) * max(sizes)) > budget


@given(lengths_of, st.integers(1, 60))
def test_rows_are_packed_within_the_budget_and_well(lengths: list[int], budget: int) -> None:
    rows = pack(lengths, budget)
    assert sorted(i for row in rows for i in row) == list(range(len(lengths)))
    loads = [sum(lengths[i] for i in row) for row in rows]
    assert all(load <= budget or len(row) == 1 for load, row in zip(loads, rows, strict=True))
    fitting = [load for load in loads if load <= budget]
    assert sum(2 * load <= budget for load in fitting) <= 1  # first fit leaves at most one row half empty

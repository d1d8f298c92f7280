"""Log-probabilities of drawn tokens against a loop over tokens, in every way of cutting the work."""

import random
from itertools import pairwise
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.layout import contexts_of, lay_out, microbatches, pack, prefix_trees
from rlvr.agents.models.layout_check import check_layout
from rlvr.agents.models.likelihood import token_statistics

MODEL = Decoder(
    DecoderConfig(
        vocabulary=31, width=32, layers=2, hidden=48, max_context=64, tied=False, previous_embedding=True
    )
)
RNG = random.Random(0)
PROMPT = [RNG.randrange(31) for _ in range(6)]


def written(context: int, length: int) -> list[bool]:
    return [i >= context and (i == context or RNG.random() < 0.6) for i in range(length)]


# The second, third and last share a prompt, and two of them are equally long; another is shared by two.
SEQUENCES = [[RNG.randrange(31) for _ in range(length)] for length in (9, 3, 5, 2, 14, 5, 8, 4)]
SEQUENCES = [PROMPT + each if i in (1, 2, 5, 7) else each for i, each in enumerate(SEQUENCES)]
SEQUENCES[6][:4] = SEQUENCES[0][:4]
POLICY = [written(6 if i in (1, 2, 5, 7) else 4, len(each)) for i, each in enumerate(SEQUENCES)]
POLICY[3] = [False, False]  # nothing drawn
COUNT = sum(map(sum, POLICY))
WAYS = [
    {},
    {"chunk": 1},
    {"chunk": 4},
    {"packing": 16},
    {"packing": 100, "chunk": 5},
    {"packing": 4},
    {"trees": prefix_trees(SEQUENCES, POLICY)},
    {"trees": prefix_trees(SEQUENCES, POLICY), "packing": 100},
    {"trees": prefix_trees(SEQUENCES, POLICY, 13), "packing": 13, "chunk": 5},
]


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
def test_values_and_gradients(options: dict[str, Any], temperature: float) -> None:
    found = token_statistics(
        MODEL,
        SEQUENCES,
        POLICY,
        temperature=temperature,
        entropy=True,
        entropy_gradient=True,
        hidden=True,
        **options,
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
    watched = token_statistics(MODEL, SEQUENCES, POLICY, entropy=True)
    assert watched.log_probs.requires_grad
    assert watched.entropies is not None
    assert not watched.entropies.requires_grad
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


def room(lengths: list[int], packing: int) -> int:
    """Tokens of the rows that sequences of these lengths take, filler included."""
    loads = [sum(lengths[i] for i in row) for row in pack(lengths, packing)] if packing else lengths
    return len(loads) * max(loads)


@given(lengths_of, st.integers(1, 60), st.integers(0, 60))
def test_microbatches_hold_each_sequence_once_within_the_budget(
    lengths: list[int], budget: int, packing: int
) -> None:
    parts = microbatches(lengths, budget, packing=packing)
    assert sorted(i for part in parts for i in part) == list(range(len(lengths)))
    for part in parts:
        assert len(part) == 1 or room([lengths[i] for i in part], packing) <= budget
    flat = [lengths[i] for part in parts for i in part]
    assert flat == sorted(lengths, reverse=True)
    for part, following in pairwise(parts):  # no part could have taken one more
        assert room([lengths[i] for i in (*part, following[0])], packing) > budget


@given(lengths_of, st.integers(1, 60))
def test_rows_are_packed_within_the_budget_and_well(lengths: list[int], budget: int) -> None:
    rows = pack(lengths, budget)
    assert sorted(i for row in rows for i in row) == list(range(len(lengths)))
    loads = [sum(lengths[i] for i in row) for row in rows]
    width = max([budget, *lengths])
    assert all(load <= width for load in loads)
    assert sum(2 * load <= width for load in loads) <= 1  # first fit leaves at most one row half empty


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 40)), min_size=1, max_size=20),
    st.integers(1, 90),
    st.sampled_from([0, 30, 90]),
    st.booleans(),
)
def test_what_is_computed_at_once_is_within_the_budget_and_shares_what_is_the_same(
    written: list[tuple[int, int]], budget: int, packing: int, share: bool
) -> None:
    packing = min(packing, budget)
    contexts = [(20, 3, 5, 1)[prompt] for prompt, _ in written]
    sequences = [
        [prompt] * context + [9] * length for (prompt, length), context in zip(written, contexts, strict=True)
    ]
    policy = [
        [i >= context for i in range(len(each))] for each, context in zip(sequences, contexts, strict=True)
    ]
    assert contexts_of(policy) == contexts
    found = prefix_trees(sequences, policy, packing or budget, share=share)
    assert sorted(i for tree in found for i in tree.members) == list(range(len(sequences)))
    for tree in found:
        assert (tree.stem > 0) == (len(tree.members) > 1)
        assert tree.stem == 0 or (share and {contexts[i] for i in tree.members} == {tree.stem})
        assert len({written[i][0] for i in tree.members}) == 1
        assert tree.size == tree.stem + sum(len(sequences[i]) - tree.stem for i in tree.members)
    for part in microbatches([tree.size for tree in found], budget, packing=packing):
        sizes = [found[t].size for t in part]
        rows = pack(sizes, packing) if packing else [[t] for t in range(len(part))]
        layout = lay_out(sequences, contexts, [found[t] for t in part], rows)
        assert layout.tokens.numel() <= budget or [len(found[t].members) for t in part] == [1]


def test_a_shared_prompt_is_read_once() -> None:
    read: list[int] = []

    class Watching(Decoder):
        def hidden(self, tokens: Tensor, *others: Tensor | None) -> Tensor:
            read.append(tokens.numel())
            return super().hidden(tokens, *others)

    model = Watching(MODEL.config)
    rollouts = [PROMPT + [1] * length for length in (2, 3, 3)]
    masks = [[False] * 6 + [True] * (len(each) - 6) for each in rollouts]
    token_statistics(model, rollouts, masks, packing=100)
    token_statistics(model, rollouts, masks, packing=100, trees=prefix_trees(rollouts, masks))
    assert read == [3 * 6 + 8, 6 + 8]


def test_a_model_that_counts_places_in_the_row_is_found_out() -> None:
    check_layout(MODEL)

    class Counting(Decoder):
        def hidden(self, tokens: Tensor, positions: Tensor | None = None, *others: Tensor | None) -> Tensor:
            return super().hidden(tokens, None, *others)

    with pytest.raises(ValueError, match="several sequences in a row"):
        check_layout(Counting(MODEL.config))


def test_copies_of_a_long_prompt_are_not_kept() -> None:
    rollouts = [[1] * 40 + [number] * 2 for number in range(20)]
    masks = [[False] * 40 + [True] * 2] * 20
    kept: list[int] = []

    def note(tensor: Tensor) -> Tensor:
        kept.append(tensor.numel())
        return tensor

    model = Decoder(MODEL.config)
    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        found = token_statistics(model, rollouts, masks, packing=200, trees=prefix_trees(rollouts, masks))
    # 80 tokens are laid out, and no layer is wider than 96; keys of 20 copies of the prompt would be 800 x 16 numbers.
    assert max(kept) <= 80 * 96
    ours = torch.autograd.grad(found.log_probs.sum(), list(model.parameters()))
    alone = token_statistics(model, rollouts, masks).log_probs.sum()
    for one, other in zip(ours, torch.autograd.grad(alone, list(model.parameters())), strict=True):
        torch.testing.assert_close(one, other, atol=1e-4, rtol=1e-4)

"""How tokens are drawn: the hash, the distribution and its cuts, against plain Python and counts of draws."""

import math
import random
from collections.abc import Sequence
from itertools import accumulate

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from rlvr.agents.models.drawing import draw, key_of, likeliest, uniforms

logits_of = st.lists(st.floats(-6, 6, width=32, allow_subnormal=False), min_size=2, max_size=12)


def splitmix(key: int, position: int) -> float:
    """The generator as its authors write it, in whole numbers of any size."""
    z = (key + (position + 1) * 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return ((z ^ (z >> 31)) >> 11) / 2**53


def cut(logits: Sequence[float], temperature: float, top_k: int, top_p: float) -> list[float]:
    """The distribution, one token after the other."""
    weights = [math.exp(x / temperature) for x in logits]
    order = sorted(range(len(logits)), key=lambda i: (-logits[i], i))[: top_k or None]
    total = sum(weights[i] for i in order)
    kept, mass = [], 0.0
    for i in order:
        if mass >= top_p and top_p < 1:
            break
        kept.append(i)
        mass += weights[i] / total
    total = sum(weights[i] for i in kept)
    return [weights[i] / total if i in kept else 0.0 for i in range(len(logits))]


@given(st.integers(-(2**70), 2**70), st.integers(0, 2**31))
def test_uniforms_are_splitmix(seed: int, position: int) -> None:
    key = key_of(seed)
    assert (key - seed) % 2**64 == 0
    found = uniforms(torch.tensor([key]), torch.tensor([position]))
    assert found.dtype == torch.float64
    assert found.item() == splitmix(seed % 2**64, position)


def test_uniforms_of_neighbours_look_independent() -> None:
    keys = torch.arange(400).repeat_interleave(100)
    numbers = uniforms(keys, torch.arange(100).repeat(400)).view(400, 100)
    assert kstest(numbers.flatten().numpy(), "uniform").pvalue > 0.001
    centred = numbers - 0.5
    for a, b in ((centred[1:], centred[:-1]), (centred[:, 1:], centred[:, :-1])):
        assert abs(float((a * b).mean()) * 12) < 4 / math.sqrt(a.numel())


@given(logits_of, st.floats(0.2, 3), st.integers(0, 5), st.sampled_from([1.0, 0.95, 0.7, 0.3]))
def test_log_probs_are_those_of_the_cut_distribution(
    logits: list[float], temperature: float, top_k: int, top_p: float
) -> None:
    expected = cut(logits, temperature, top_k, top_p)
    count = 64
    drawn = draw(
        torch.tensor(logits).expand(count, -1),
        torch.arange(count, dtype=torch.float64) / count,
        torch.full((count,), temperature),
        torch.full((count,), top_k),
        torch.full((count,), top_p),
    )
    own = cut(logits, 1.0, 0, 1.0)
    entropy = -sum(p * math.log(p) for p in own if p > 0)
    assert drawn.entropies.tolist() == pytest.approx([entropy] * count, abs=1e-5)
    ordered = sorted(cut(logits, temperature, top_k, 1.0), reverse=True)
    # A sum of masses that is top_p but for a rounding may be cut on either side.
    assume(all(abs(total - top_p) > 1e-5 for total in accumulate(ordered[:-1])))
    for token, log_prob in zip(drawn.tokens.tolist(), drawn.log_probs.tolist(), strict=True):
        assert log_prob == pytest.approx(math.log(expected[token]), abs=1e-4)


@pytest.mark.parametrize(
    ("temperature", "top_k", "top_p"),
    [(1.0, 0, 1.0), (0.6, 0, 1.0), (1.7, 5, 1.0), (1.0, 0, 0.8), (0.8, 6, 0.9)],
)
def test_draws_follow_the_distribution(temperature: float, top_k: int, top_p: float) -> None:
    logits = [random.Random(4).gauss(0, 1.5) for _ in range(11)]
    count = 40_000
    keys, positions = torch.arange(count) % 200, torch.arange(count) // 200
    drawn = draw(
        torch.tensor(logits).expand(count, -1),
        uniforms(keys, positions),
        torch.full((count,), temperature),
        torch.full((count,), top_k),
        torch.full((count,), top_p),
    )
    expected = cut(logits, temperature, top_k, top_p)
    counts = torch.bincount(drawn.tokens, minlength=11).tolist()
    assert all(found == 0 for found, p in zip(counts, expected, strict=True) if p == 0)
    kept = [(found, p * count) for found, p in zip(counts, expected, strict=True) if p > 0]
    assert chisquare(*zip(*kept, strict=True)).pvalue > 0.001


def test_rows_with_other_settings_change_nothing() -> None:
    logits = torch.randn(30, 20, generator=torch.Generator().manual_seed(0))
    numbers = uniforms(torch.arange(30), torch.zeros(30, dtype=torch.int64))
    plain = draw(logits, numbers)
    temperatures = torch.where(torch.arange(30) % 3 == 1, 0.5, 1.0)
    top_k = torch.where(torch.arange(30) % 3 == 2, 4, 0)
    mixed = draw(logits, numbers, temperatures, top_k, torch.ones(30))
    for a, b in zip(plain, mixed, strict=True):
        assert torch.equal(a[::3], b[::3])
    assert not torch.equal(plain.log_probs[1::3], mixed.log_probs[1::3])


def test_temperature_zero_takes_the_likeliest_and_tells_the_models_own_log_prob() -> None:
    logits = torch.randn(50, 9, generator=torch.Generator().manual_seed(0))
    drawn = draw(logits, torch.full((50,), 0.999, dtype=torch.float64), torch.zeros(50))
    assert torch.equal(drawn.tokens, logits.argmax(-1))
    torch.testing.assert_close(drawn.log_probs, logits.log_softmax(-1).amax(-1))


def test_no_mass_is_never_drawn() -> None:
    logits = torch.tensor([[-torch.inf, 0.0, -torch.inf, 0.0, -torch.inf]]).expand(3, -1)
    drawn = draw(logits, torch.tensor([0.0, 0.5, 1 - 2.0**-53], dtype=torch.float64))
    assert drawn.tokens.tolist() == [1, 3, 3]
    torch.testing.assert_close(drawn.entropies, torch.full((3,), math.log(2)))


def test_equals_are_cut_by_their_ids() -> None:
    kept = likeliest(torch.zeros(2, 4), torch.tensor([2, 0]), torch.tensor([1.0, 0.5]))
    assert kept.tolist() == [[True, True, False, False], [True, True, False, False]]

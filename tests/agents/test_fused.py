"""Hand-written gradients and attention of packed rows, against plain formulas, finite differences and a dense mask."""

from itertools import count

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from rlvr.agents.models.attention import Run, attend, runs
from rlvr.agents.models.fused import rms_norm, rotate
from rlvr.agents.models.hub import visible


def numbers(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, dtype=torch.float64, generator=generator).requires_grad_()


@pytest.mark.parametrize("shape", [(6,), (3, 6)], ids=["one weight", "a weight for each head"])
def test_norm(shape: tuple[int, ...]) -> None:
    x, weight = numbers(2, 5, 3, 6), numbers(*shape, seed=1)
    plain = x * (x.pow(2).mean(-1, keepdim=True) + 1e-2) ** -0.5 * weight
    torch.testing.assert_close(rms_norm(x, weight, 1e-2), plain)
    with torch.no_grad():
        torch.testing.assert_close(rms_norm(x, weight, 1e-2), plain)
    assert torch.autograd.gradcheck(lambda x, weight: rms_norm(x, weight, 1e-2), (x, weight))


def test_norm_of_nothing_and_of_half_precision() -> None:
    x, weight = torch.zeros(2, 4, requires_grad=True), torch.full((4,), 3.0, requires_grad=True)
    rms_norm(x, weight, 1e-4).sum().backward()
    torch.testing.assert_close(x.grad, torch.full((2, 4), 300.0))  # weight / sqrt(epsilon)
    torch.testing.assert_close(weight.grad, torch.zeros(4))
    half, weight = numbers(7, 16).detach().bfloat16(), torch.full((16,), 1.7).bfloat16()
    # Rounded once behind the norm and once behind the weight: nothing else is lost.
    normal = torch.nn.functional.rms_norm(half.float(), (16,), None, 1e-6).bfloat16()
    assert torch.equal(rms_norm(half, weight, 1e-6), normal * weight)


def test_rotation_is_that_of_complex_numbers() -> None:
    x, angles = numbers(2, 5, 3, 8), numbers(2, 5, 1, 4, seed=1).detach()
    rotation = (angles.cos(), angles.sin())
    turned = torch.complex(*x.detach().chunk(2, -1)) * torch.polar(torch.ones_like(angles), angles)
    expected = torch.cat((turned.real, turned.imag), -1)
    torch.testing.assert_close(rotate(x, rotation).detach(), expected)
    with torch.no_grad():
        torch.testing.assert_close(rotate(x, rotation), expected)
    assert torch.autograd.gradcheck(lambda x: rotate(x, rotation), (x,))
    assert torch.autograd.gradcheck(lambda x: rotate(x.transpose(1, 2), rotation), (numbers(2, 3, 5, 8),))


def test_runs_are_sequences_of_one_length() -> None:
    documents = torch.tensor([[4, 4, 2, 2, 3], [3, 1, 1, -1, -1]])
    # The 3 that ends a row is not the 3 that begins the next.
    assert runs(documents) == [Run(2, 2), Run(2, 1), Run(2, 2)]


def test_runs_behind_a_stem() -> None:
    documents = torch.tensor([[9, 9, 1, 2, 3, 3, 4, 4]])
    stems = torch.tensor([[9, 9, 9, 9, 9, 9, 4, 4]])
    found = runs(documents, stems)
    assert [(run.count, run.length, run.stem) for run in found] == [
        (1, 2, None),
        (2, 1, 0),
        (1, 2, 0),
        (1, 2, None),
    ]
    assert found[2].mask is not None
    assert found[2].mask.tolist() == [[True, True, True, False], [True] * 4]


# A tree: tokens of the stem, 0 for none, and of each branch.
tree = st.tuples(st.integers(0, 4), st.lists(st.integers(1, 5), min_size=1, max_size=4))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(tree, min_size=1, max_size=3), min_size=1, max_size=3))
def test_packed_rows_attend_as_under_a_mask(rows: list[list[tuple[int, list[int]]]]) -> None:
    width = max(sum(stem + sum(branches) for stem, branches in row) for row in rows)
    documents = torch.full((len(rows), width), -1)
    stems = torch.full((len(rows), width), -1)
    number = count()
    for row, (their_documents, their_stems) in zip(rows, zip(documents, stems, strict=True), strict=True):
        place = 0
        for stem, branches in row:
            root = next(number)
            for length, document in [(stem, root), *((length, next(number)) for length in branches)]:
                their_documents[place : place + length] = document
                their_stems[place : place + length] = root if stem else document
                place += length
    mask = visible(documents, stems)
    found = []
    for seen in (mask, runs(documents, stems)):
        # Not contiguous, as a decoder gives them: heads are cut from one projection.
        both, values = numbers(len(rows), width, 6, 4), numbers(len(rows), width, 2, 4, seed=1)
        queries, keys = both.transpose(1, 2).split([4, 2], dim=1)
        out = attend(queries, keys, values.transpose(1, 2), seen)
        (out * numbers(*out.shape, seed=2).detach()).sum().backward()
        found.append((out.detach(), both.grad, values.grad))
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(one, other)

"""The optimizer against PyTorch's AdamW and a singular value decomposition, and its exact resumption."""

from dataclasses import replace

import pytest
import torch
from torch import Tensor, nn

from rlvr.agents.models import optimizer_state
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.muon import orthogonal
from rlvr.agents.models.optimizer import Optimizer, OptimizerConfig

SHAPE = DecoderConfig(vocabulary=23, width=16, layers=2, hidden=24, max_context=32, tied=False)
CONFIG = OptimizerConfig(rate=0.01, matrix_rate=0.02, warm_up=3, steps=12, final=0.1, decay=0.1)


def learn(model: Decoder, optimizer: Optimizer, steps: range) -> list[float]:
    norms = []
    for step in steps:
        tokens = torch.randint(0, 23, (4, 9), generator=torch.Generator().manual_seed(step))
        log_probs = model.logits(model.hidden(tokens[:, :-1])).log_softmax(-1)
        log_probs.gather(-1, tokens[:, 1:, None]).mean().neg().backward()
        norms.append(optimizer.step())
    return norms


def weights(model: nn.Module) -> list[Tensor]:
    return [parameter.detach().clone() for parameter in model.parameters()]


def go_on(optimizer: Optimizer, saved: dict[str, Tensor], count: int) -> None:
    """As a run does with a checkpoint."""
    optimizer_state.expect(optimizer, saved.keys())
    for name, each in optimizer_state.tensors(optimizer).items():
        each.copy_(saved[name])
    optimizer_state.took_over(optimizer, count)


@pytest.mark.parametrize("matrix_rate", [0.0, 0.02])
def test_a_resumed_run_is_the_same_bit_for_bit(matrix_rate: float) -> None:
    config = replace(CONFIG, matrix_rate=matrix_rate)
    model = Decoder(SHAPE)
    optimizer = Optimizer(model.named_parameters(), config)
    learn(model, optimizer, range(5))
    saved = {name: each.clone() for name, each in optimizer_state.tensors(optimizer).items()}
    norms = learn(model, optimizer, range(5, 10))

    again = Decoder(SHAPE, seed=9)
    resumed = Optimizer(again.named_parameters(), config)
    go_on(resumed, saved, 5)
    assert learn(again, resumed, range(5, 10)) == norms
    assert resumed.count == 10
    assert all(map(torch.equal, weights(model), weights(again)))
    other = Optimizer(again.named_parameters(), replace(config, matrix_rate=0.02 - matrix_rate))
    assert optimizer_state.tensors(other).keys() != saved.keys()


def test_without_muon_it_is_adamw() -> None:
    config = replace(CONFIG, matrix_rate=0.0, decay=0.0, max_norm=0.5)
    ours, theirs = Decoder(SHAPE), Decoder(SHAPE)
    optimizer = Optimizer(ours.named_parameters(), config)
    reference = torch.optim.AdamW(theirs.parameters(), lr=0.01, betas=config.betas, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(reference, config.scale)
    for step in range(8):
        learn(ours, optimizer, range(step, step + 1))
        tokens = torch.randint(0, 23, (4, 9), generator=torch.Generator().manual_seed(step))
        log_probs = theirs.logits(theirs.hidden(tokens[:, :-1])).log_softmax(-1)
        log_probs.gather(-1, tokens[:, 1:, None]).mean().neg().backward()
        nn.utils.clip_grad_norm_(theirs.parameters(), 0.5)
        reference.step()
        schedule.step()
        reference.zero_grad()
    for one, other in zip(weights(ours), weights(theirs), strict=True):
        torch.testing.assert_close(one, other, atol=1e-6, rtol=1e-4)


@pytest.mark.parametrize("shape", [(3, 8, 8), (2, 20, 6), (2, 6, 20)])
def test_orthogonal_keeps_directions_and_evens_their_sizes(shape: tuple[int, int, int]) -> None:
    matrices = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    found = orthogonal(matrices)
    assert found.shape == matrices.shape
    for matrix, made in zip(matrices, found, strict=True):
        left, sizes, right = torch.linalg.svd(matrix, full_matrices=False)
        inside = left.T @ made @ right.T  # diagonal in the matrix's own directions
        assert (inside - inside.diag().diag()).abs().max() < 1e-3
        kept = inside.diag()[sizes > 0.05 * sizes.max()]
        assert kept.min() > 0.5
        assert kept.max() < 1.3


def test_muon_moves_matrices_of_blocks_and_adamw_the_rest() -> None:
    model = Decoder(SHAPE)
    before = dict(model.named_parameters())
    before = {name: parameter.detach().clone() for name, parameter in before.items()}
    learn(model, Optimizer(model.named_parameters(), OptimizerConfig(0.0, 0.02, warm_up=0)), range(1))
    moved = {name for name, parameter in model.named_parameters() if not torch.equal(parameter, before[name])}
    assert moved == {name for name, parameter in before.items() if "blocks" in name and parameter.ndim == 2}
    change = model.blocks[0].gate_up.weight - before["blocks.0.gate_up.weight"]
    sizes = torch.linalg.svdvals(change) / (0.02 * (48 / 16) ** 0.5)
    assert 0.5 < sizes.median() < 1.3


def test_only_what_asks_for_gradients_is_trained() -> None:
    model = Decoder(SHAPE)
    for name, parameter in model.named_parameters():
        parameter.requires_grad_("down" in name)
    before = weights(model)
    learn(model, Optimizer(model.named_parameters(), CONFIG), range(2))
    changed = [not torch.equal(a, b) for a, b in zip(before, weights(model), strict=True)]
    assert changed == [parameter.requires_grad for parameter in model.parameters()]
    with pytest.raises(ValueError, match="nothing to train"):
        Optimizer([], CONFIG)


def test_rise_and_decay() -> None:
    assert [CONFIG.scale(step) for step in (0, 1, 2)] == pytest.approx(
        [1 / 3, 2 / 3 * (1 - 0.9 / 12), 1 - 0.9 / 6]
    )
    assert CONFIG.scale(12) == CONFIG.scale(99) == pytest.approx(0.1)
    assert OptimizerConfig(warm_up=0).scale(0) == OptimizerConfig(warm_up=10).scale(500) == 1.0
    with pytest.raises(ValueError, match="final"):
        OptimizerConfig(final=2.0)
    with pytest.raises(ValueError, match="rate"):
        OptimizerConfig(rate=-1.0)


def test_gradients_that_are_not_finite_are_not_followed() -> None:
    model = Decoder(SHAPE)
    optimizer = Optimizer(model.named_parameters(), CONFIG)
    learn(model, optimizer, range(1))
    before, momenta = weights(model), [momentum.clone() for momentum in optimizer.momenta]
    for parameter in model.parameters():
        parameter.grad = torch.full_like(parameter, torch.inf)
    norm = optimizer.step()
    assert not torch.isfinite(torch.tensor(norm))
    assert all(map(torch.equal, before, weights(model)))
    assert all(map(torch.equal, momenta, optimizer.momenta))
    assert all(parameter.grad is None for parameter in model.parameters())


def test_clipping_scales_all_gradients_together() -> None:
    weight, bias = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(1))
    config = OptimizerConfig(rate=1.0, warm_up=0, max_norm=1.0, betas=(0.0, 0.0), epsilon=1.0)
    optimizer = Optimizer([("weight", weight), ("bias", bias)], config)
    weight.grad, bias.grad = torch.tensor([3.0, 0.0]), torch.tensor([4.0])
    assert optimizer.step() == pytest.approx(5.0)
    # g / (|g| + 1) with the gradients 3/5 and 4/5.
    assert weight.tolist() == pytest.approx([-0.6 / 1.6, 0.0])
    assert bias.tolist() == pytest.approx([-0.8 / 1.8])


@pytest.mark.parametrize("matrix_rate", [0.0, 1e-5])
def test_steps_below_the_last_digit_of_bfloat16_add_up(matrix_rate: float) -> None:
    def moved(dtype: torch.dtype) -> torch.Tensor:
        weight = nn.Parameter(torch.full((4, 4), 1.0, dtype=dtype))
        config = OptimizerConfig(rate=1e-5, matrix_rate=matrix_rate, warm_up=0, max_norm=0.0)
        optimizer = Optimizer([("weight", weight)], config)
        for _ in range(600):
            weight.grad = torch.eye(4, dtype=dtype)
            optimizer.step()
        return weight.detach().float()

    # One step of 1e-5 is lost in a bfloat16 of 1.0, whose digits are 2^-8 apart below it.
    assert bool((moved(torch.bfloat16).diagonal() < 1.0).all())
    assert torch.allclose(moved(torch.bfloat16), moved(torch.float32), atol=2**-8)


def test_copies_in_float32_are_kept_and_yield_to_weights_that_are_changed_outside() -> None:
    def make() -> tuple[nn.Parameter, Optimizer]:
        weight = nn.Parameter(torch.ones(3, 3, dtype=torch.bfloat16))
        return weight, Optimizer([("weight", weight)], OptimizerConfig(rate=1e-4, warm_up=0))

    def follow(weight: nn.Parameter, optimizer: Optimizer, steps: int) -> None:
        for _ in range(steps):
            weight.grad = torch.ones_like(weight)
            optimizer.step()

    straight, one = make()
    follow(straight, one, 40)
    broken, first = make()
    follow(broken, first, 15)
    again, second = make()
    go_on(second, optimizer_state.tensors(first), 15)
    assert torch.equal(again, broken)
    follow(again, second, 25)
    assert torch.equal(again, straight)
    again.data.fill_(2.0)
    follow(again, second, 1)
    assert torch.equal(again.float(), torch.full((3, 3), 2.0))  # 2 - 1e-4, rounded

"""Direct preference optimisation (Rafailov et al. 2023, arXiv:2305.18290) on pairs of a right and a wrong episode.

With ``margin = (log p(right) - log p_ref(right)) - (log p(wrong) - log p_ref(wrong))``, sums over the tokens that the
policy drew, the loss of a pair is ``-log sigmoid(beta margin)``. It can lower the probability of the right episode as
long as that of the wrong one falls further; `anchor` adds the likelihood of the right one (Pang et al. 2024,
arXiv:2404.19733).

The reference is asked once, before the first step: by default it is the model as it is then, and no copy is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn import functional

from ..language_model import LanguageModel
from ..models.layout import microbatches
from ..models.likelihood import token_statistics
from ..models.optimizer import OptimizerConfig
from ..trajectory import Trajectory
from .rejection import learnable
from .supervised import SupervisedConfig, make_optimizer, shuffled

Pair = tuple[Trajectory, Trajectory]
"""A right trajectory and a wrong one of the same task; see `rlvr.agents.rollouts.export.pairs`."""


@dataclass(frozen=True)
class PreferenceConfig:
    """How preferences are learnt.

    Attributes:
        beta: how much a nat of margin counts; the smaller, the further the policy goes from the reference.
        anchor: weight of the right episode's negative log-likelihood, in nats a token; 0 for none.
        training: steps, batch (in pairs) and optimizer.
    """

    beta: float = 0.1
    anchor: float = 0.0
    training: SupervisedConfig = field(
        default_factory=lambda: SupervisedConfig(steps=50, batch=32, optimizer=OptimizerConfig(rate=1e-4))
    )

    def __post_init__(self) -> None:
        if self.beta <= 0 or self.anchor < 0:
            raise ValueError(f"beta={self.beta} must be above 0 and anchor={self.anchor} not below it")


@dataclass(frozen=True)
class PreferenceStep:
    """One gradient step, with means over its pairs as they were before it.

    Attributes:
        step: counted from 0.
        loss: with the anchor.
        margin: see the module, nats.
        accuracy: share of the pairs with a margin above 0.
        right: log p(right) - log p_ref(right), nats.
        wrong: the same of the wrong ones.
        gradient_norm: before it was bounded.
    """

    step: int
    loss: float
    margin: float
    accuracy: float
    right: float
    wrong: float
    gradient_norm: float


def preference_losses(right: Tensor, wrong: Tensor, beta: float) -> Tensor:
    """The loss of each pair, ``[P]``.

    Args:
        right: log p - log p_ref of the right episodes, ``[P]``.
        wrong: the same of the wrong ones, ``[P]``.
        beta: see `PreferenceConfig`.
    """
    return -functional.logsigmoid(beta * (right - wrong))


def episode_log_probs(model: LanguageModel, trajectories: Sequence[Trajectory]) -> Tensor:
    """The log-probability of all that was drawn in each trajectory, ``[P]``, with gradient.

    Raises:
        ValueError: if a trajectory has no tokens of its own, as those of text policies have none.
    """
    owners: list[int] = []
    segments = []
    for number, trajectory in enumerate(trajectories):
        own = learnable(trajectory)
        if not own:
            raise ValueError(
                f"the trajectory of {trajectory.task.id} has no tokens: it was not played by an engine"
            )
        segments += own
        owners += [number for segment in own for _ in range(sum(segment.policy))]
    found = token_statistics(model, [s.tokens for s in segments], [s.policy for s in segments]).log_probs
    place = torch.tensor(owners, device=found.device)
    return found.new_zeros(len(trajectories)).index_add(0, place, found)


def prefer(
    model: LanguageModel,
    pairs: Sequence[Pair],
    config: PreferenceConfig,
    seed: int,
    reference: LanguageModel | None = None,
) -> Iterator[PreferenceStep]:
    """Train `model` to find the right trajectory of each pair likelier than the wrong one, step by step.

    Args:
        model: the policy.
        pairs: see `Pair`.
        config: see `PreferenceConfig`.
        seed: order of the pairs.
        reference: what the policy is held to; None for the model as it is now.

    Raises:
        ValueError: if there are no pairs.
    """
    if not pairs:
        raise ValueError("there are no pairs to learn from: a task needs a right and a wrong episode")
    training = config.training
    before = _before(reference or model, pairs, training.part_tokens)
    optimizer = make_optimizer(model, training)
    batches = shuffled(range(len(pairs)), training.batch, seed)
    for step in range(training.steps):
        batch = next(batches)
        sums = torch.zeros(5)
        for part in _parts([pairs[i] for i in batch], training.part_tokens):
            numbers = [batch[i] for i in part]
            gains = _log_probs(model, [pairs[i] for i in numbers]) - before[numbers].to(model.device)
            right, wrong = gains.unbind(1)
            losses = preference_losses(right, wrong, config.beta)
            if config.anchor:
                lengths = torch.tensor([pairs[i][0].length for i in numbers], device=model.device)
                right_log_probs = right + before[numbers, 0].to(model.device)
                losses = losses - config.anchor * right_log_probs / lengths
            (losses.sum() / len(batch)).backward()  # type: ignore[no-untyped-call]
            with torch.no_grad():
                columns = (losses, right - wrong, (right > wrong).float(), right, wrong)
                sums += torch.stack([column.sum() for column in columns]).cpu()
        loss, margin, accuracy, right_gain, wrong_gain = (sums / len(batch)).tolist()
        yield PreferenceStep(step, loss, margin, accuracy, right_gain, wrong_gain, optimizer.step())


def _log_probs(model: LanguageModel, pairs: Sequence[Pair]) -> Tensor:
    """Of the right and the wrong episode of each pair, ``[P, 2]``."""
    return episode_log_probs(model, [trajectory for pair in pairs for trajectory in pair]).view(-1, 2)


@torch.no_grad()
def _before(model: LanguageModel, pairs: Sequence[Pair], part_tokens: int) -> Tensor:
    """What the reference says of each pair, ``[P, 2]``."""
    found = torch.zeros(len(pairs), 2)
    for part in _parts(pairs, part_tokens):
        found[part] = _log_probs(model, [pairs[i] for i in part]).cpu()
    return found


def _parts(pairs: Sequence[Pair], part_tokens: int) -> list[list[int]]:
    """Places of pairs that are differentiated at once."""
    sizes = [sum(len(segment) for trajectory in pair for segment in trajectory.segments) for pair in pairs]
    return microbatches(sizes, part_tokens)

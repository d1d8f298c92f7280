"""Supervised training: make the tokens that the policy should have written more likely.

The loss is the mean negative log-likelihood over all of a step's policy tokens; prompts and observations are read and
not learnt. Parts of a step are weighted by their tokens, so the gradient does not depend on how it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from ...generators.base import derive_seed
from ..distributed import World
from ..language_model import LanguageModel
from ..models.layout import microbatches
from ..models.likelihood import token_statistics
from ..models.optimizer import Optimizer, OptimizerConfig
from ..trajectory import Segment

Item = TypeVar("Item")
_ALONE = World()


@dataclass(frozen=True)
class SupervisedConfig:
    """How supervised training goes.

    Attributes:
        steps: gradient steps.
        batch: sequences in a step.
        part_tokens: tokens that are differentiated at once; it bounds memory and changes nothing else.
        packing: sequences share rows without filler; None where that saves time, see `LanguageModel.packs_well`.
        optimizer: step sizes; its `steps` is taken from here.
    """

    steps: int = 200
    batch: int = 64
    part_tokens: int = 16384
    packing: bool | None = None
    optimizer: OptimizerConfig = field(default_factory=lambda: OptimizerConfig(final=0.1))

    def __post_init__(self) -> None:
        for name in ("steps", "batch", "part_tokens"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")


@dataclass(frozen=True)
class SupervisedStep:
    """One gradient step.

    Attributes:
        step: counted from 0.
        loss: nats a token, before the step.
        learnt: policy tokens.
        tokens: all tokens that were read.
        gradient_norm: before it was bounded.
    """

    step: int
    loss: float
    learnt: int
    tokens: int
    gradient_norm: float


def fine_tune(
    model: LanguageModel,
    examples: Sequence[Segment],
    config: SupervisedConfig,
    seed: int,
    world: World = _ALONE,
) -> Iterator[SupervisedStep]:
    """Train `model` on the policy tokens of `examples`, step by step.

    Processes share out the sequences of a step and add their gradients up, so that all have the same weights.

    Raises:
        ValueError: if there are no examples, or one has nothing to learn.
    """
    if not examples:
        raise ValueError("there are no examples to learn from")
    optimizer = make_optimizer(model, config)
    batches = shuffled(examples, config.batch, seed)
    packing = model.packs_well if config.packing is None else config.packing
    for step in range(config.steps):
        batch = next(batches)
        learnt = sum(sum(segment.policy) for segment in batch)
        mine = world.share(batch)
        row = config.part_tokens if packing else 0
        parts = microbatches([len(each) for each in mine], config.part_tokens, packing=row)
        loss = 0.0
        # Sharded weights want equally many passes everywhere: who has fewer adds some without weight.
        for number in range(world.most(len(parts))):
            part = [mine[i] for i in parts[number]] if number < len(parts) else []
            found = token_statistics(
                model,
                [each.tokens for each in part or batch[:1]],
                [each.policy for each in part or batch[:1]],
                packing=row,
            )
            nats = -found.log_probs.sum() * (bool(part) / learnt)
            nats.backward()  # type: ignore[no-untyped-call]
            loss += float(nats.detach())
        world.sum_gradients(optimizer.parameters)
        loss = sum(world.gather(loss))
        yield SupervisedStep(step, loss, learnt, sum(len(each) for each in batch), optimizer.step())


def make_optimizer(model: LanguageModel, config: SupervisedConfig) -> Optimizer:
    """The optimizer of a run of ``config.steps`` steps."""
    return Optimizer(model.named_parameters(), replace(config.optimizer, steps=config.steps))


def shuffled(items: Sequence[Item], size: int, seed: int) -> Iterator[list[Item]]:
    """Batches for ever: all items once in a random order, then again in another. Few items make smaller batches."""
    epoch = 0
    while True:
        order = Random(derive_seed("shuffled", seed, epoch)).sample(range(len(items)), len(items))
        epoch += 1
        # What is left over at the end of an epoch is too small for a batch and comes again in the next one.
        for start in range(0, max(len(order) - size, 0) + 1, size):
            yield [items[i] for i in order[start : start + size]]

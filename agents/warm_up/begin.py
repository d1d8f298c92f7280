"""The warm-up of a training run: worked solutions of its own train tasks, learnt before any reward is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import registry
from ...generators.base import Task
from ..codec import Codec
from ..config import WarmUpConfig
from ..curricula.base import Arm
from ..distributed import World
from ..language_model import LanguageModel
from ..models.optimizer import OptimizerConfig
from ..task_source import task_of
from ..trajectory import Segment
from .examples import oracle_segments, trace_segments
from .supervised import SupervisedConfig, fine_tune
from .traces import demonstrations

_ALONE = World()
TRIES = 8
"""Tasks that are drawn at most until one has an answer."""


def solved_tasks(arms: Sequence[Arm], config: WarmUpConfig, seed: int) -> list[Task]:
    """Train tasks of the arms in turn, up to the highest level that is shown.

    A task without an answer (an imported problem that has no reference in its language) is drawn again a few times.

    Raises:
        ValueError: if that leaves no arm.
    """
    shown = [arm for arm in arms if config.highest is None or arm.level <= config.highest]
    if not shown:
        raise ValueError(f"warm_up.highest={config.highest} leaves no level to show; the lowest is higher")
    return [_solved(shown[i % len(shown)], seed, i // len(shown), config.tasks) for i in range(config.tasks)]


def _solved(arm: Arm, seed: int, number: int, count: int) -> Task:
    """A train task of an arm, with an answer if some tries find one."""
    for at in range(number, number + TRIES * count, count):
        task = task_of(arm, "warm-up", seed, at, split="train")
        if task.answer:
            break
    return task


def worked_examples(codec: Codec, tasks: Sequence[Task], backtracking: int, seed: int) -> list[Segment]:
    """Right episodes of the tasks: worked solutions, and games as the oracle plays them."""
    alone = [task for task in tasks if registry.get(task.env).env == "single"]
    games = [task for task in tasks if registry.get(task.env).env != "single"]
    shown = demonstrations(alone, backtracking, seed)
    return [*trace_segments(codec, shown), *oracle_segments(codec, games)]


def warm_up(
    model: LanguageModel,
    codec: Codec,
    examples: Sequence[Segment],
    config: WarmUpConfig,
    seed: int,
    tell: Callable[[str], None],
    world: World = _ALONE,
    *,
    scratch: bool = True,
) -> list[float]:
    """Train on `examples`; gives the loss of each step in nats a token.

    Args:
        model: what learns.
        codec: its chat format.
        examples: see `worked_examples`; those that do not fit into the model's context are left out.
        config: how many steps, of what size.
        seed: of the order.
        tell: takes a line now and then.
        world: the processes that share the work.
        scratch: whether the model has not learnt anything before.

    Raises:
        ValueError: if there is no example, or none that fits.
    """
    if not examples:
        raise ValueError(
            "the warm-up has no worked solution to show: no task of it has an answer that is right. Imported problems "
            "need a `solution` in a language that is asked for (`rlvr code import` names those without); or leave the "
            "warm-up out"
        )
    fitting = [each for each in examples if len(each) <= model.max_context]
    if len(fitting) < len(examples):
        lost = len(examples) - len(fitting)
        tell(f"{lost} of {len(examples)} examples are longer than {model.max_context} tokens and are left out")
    rate, matrix_rate = config.rates(scratch=scratch)
    rates = OptimizerConfig(rate=rate, matrix_rate=matrix_rate, final=0.1, warm_up=min(10, config.steps))
    # On a CPU small parts stay in its cache.
    part = 4096 if model.device.type == "cpu" else 16_384
    plan = SupervisedConfig(steps=config.steps, batch=config.batch, part_tokens=part, optimizer=rates)
    losses: list[float] = []
    every = max(1, config.steps // 10)
    for step in fine_tune(model, fitting, plan, seed, world):
        losses.append(step.loss)
        if (step.step + 1) % every == 0:
            recent = losses[-every:]
            tell(f"warm-up step {step.step + 1}/{config.steps}: {sum(recent) / len(recent):.3f} nats a token")
    return losses

"""Steps of our trainer, measured in a process of its own: ``python -m benchmarks.rl_ours REQUEST``.

The request is that of `benchmarks.rl`; the result is one JSON object on the last line of the standard output.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import torch

from rlvr import Task
from rlvr.agents.config import TaskConfig, TrainConfig
from rlvr.agents.curricula.base import Result
from rlvr.agents.distributed import World
from rlvr.agents.engine import Sampling
from rlvr.agents.learner import Learner
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.optimizer import Optimizer, OptimizerConfig
from rlvr.agents.models.sampler import SamplerEngine
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.set_up import learner_config, trainer_config
from rlvr.agents.task_source import Prompt
from rlvr.agents.trainer import Trainer
from rlvr.agents.trajectory import Group

from .child import peak_memory


class Endless(PhraseTokenizer):
    """The tokenizer without an end token, so that all completions have the length that is asked for."""

    @property
    def end_ids(self) -> frozenset[int]:
        """None."""
        return frozenset()


class Source:
    """The prompts of each step, as they are in the request."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request

    def prompts(self, step: int, attempt: int, count: int) -> list[Prompt]:
        """The tasks of a step."""
        first = step * count
        tasks = self.request["tasks"][first : first + count]
        return [Prompt(Task.from_json(task), self.request["samples"]) for task in tasks]

    def close(self) -> None:
        """Nothing is to be ended."""

    def follow_up(self, step: int, attempt: int, groups: Sequence[Group]) -> list[Prompt]:
        """Nothing follows."""
        return []

    def settle(self, groups: Sequence[Group]) -> None:
        """Nothing is settled."""

    def returns(self, group: Group) -> None:
        """The run's own reward pays."""

    def record(self, results: Sequence[Result]) -> None:
        """Nothing is learnt from them here."""

    def played(self, groups: Sequence[Group]) -> None:
        """Nothing is made of them here."""

    def weights(self) -> dict[str, float]:
        """There is no curriculum."""
        return {}


def measure(request: dict[str, Any]) -> dict[str, Any]:
    torch.set_num_threads(1)
    paid = set(request["paid"])

    def reward(group: Group, rng: Random) -> list[float]:
        return [
            sum(
                token in paid
                for token, drawn in zip(each.segments[0].tokens, each.segments[0].policy, strict=True)
                if drawn
            )
            / each.length
            for each in group.trajectories
        ]

    model = Decoder.from_hub(request["folder"])
    codec = (PhraseTokenizer if request["free"] else Endless).load(request["folder"])
    count, samples, length = request["prompts"], request["samples"], request["length"]
    config = TrainConfig(
        steps=request["steps"],
        prompts=count,
        samples=samples,
        preset="grpo",
        algorithm={"aggregation": "token", "kl": "none", "kl_weight": 0.0},
        tasks=TaskConfig(envs=(request["env"],)),
        chunk_tokens=request["chunk_tokens"],
        packing=request["chunk_tokens"],
        optimizer=OptimizerConfig(rate=request["rate"], warm_up=0, betas=(0.9, 0.999)),
    )
    engine = SamplerEngine(
        model,
        end_ids=codec.end_ids,
        max_context=request["longest"] + length,
        max_slots=count * samples,
        steps=length,
    )
    sampling = Sampling(max_tokens=length, temperature=1.0)
    trainer = Trainer(
        trainer_config(config),
        model=model,
        engine=engine,
        collector=Collector(engine, codec, RolloutConfig(sampling, lockstep=True)),
        source=Source(request),  # type: ignore[arg-type]
        reward=reward,
        learner=Learner(
            learner_config(config), model, Optimizer(model.named_parameters(), config.optimizer), World()
        ),
        world=World(),
    )
    seconds: list[float] = []
    writing: list[float] = []
    tokens: list[int] = []
    roll_out = trainer.roll_out

    def timed(played: list[Any]) -> Any:
        began = time.process_time()
        found = roll_out(played)
        writing.append(time.process_time() - began)
        return found

    trainer.roll_out = timed  # type: ignore[method-assign]
    before = peak_memory()
    for _ in range(request["steps"]):
        began = time.process_time()
        trainer.step()
        seconds.append(time.process_time() - began)
        tokens.append(sum(each.length for group in trainer.groups for each in group.trajectories))
    contexts = [each.segments[0].tokens for group in trainer.groups for each in group.trajectories[:1]]
    masks = [each.segments[0].policy for group in trainer.groups for each in group.trajectories[:1]]
    contexts = [tokens[: mask.index(True)] for tokens, mask in zip(contexts, masks, strict=True)]
    return {
        "seconds": seconds,
        "writing": writing,
        "tokens": tokens,
        "contexts": contexts,
        "peak": peak_memory(),
        "before": before,
    }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps(measure(json.load(file))))

"""A run, put together from its configuration: model, engine, curriculum, reward, learner, monitors; saved and restored.

`set_up` is the one place that knows how the parts are made; `rlvr.agents.train` goes through what it gives.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from rich.console import Console
from torch.distributed.tensor import DTensor, distribute_tensor

from . import checkpoints
from .checkpoints import Checkpoint
from .codec import Codec
from .config import TrainConfig
from .curricula import make_curriculum
from .curricula.base import Arm
from .distributed import World, full_state, whole
from .engine import Engine, Sampling
from .held_out import HeldOut, measure
from .language_model import LanguageModel
from .learner import Learner
from .learning.value_head import ValueHead
from .models.load import load_model, make_engine
from .models.lora import Lora, LoraModel
from .models.optimizer import Optimizer
from .models.scratch import from_scratch
from .monitors.base import Monitor
from .monitors.live import LiveView
from .monitors.many import Monitors
from .monitors.records import Records
from .monitors.report import Report
from .monitors.tensorboard import TensorBoard
from .reference import Reference, frozen_copy
from .rewards import make_reward
from .rollouts.collector import Collector
from .rollouts.jobs import RolloutConfig
from .task_source import TaskSource, arms_of
from .trainer import Trainer


@dataclass
class Run:
    """A run that is set up: what `run` goes through, and what a notebook may hold on to.

    Attributes:
        config: its configuration.
        folder: where it writes.
        world: its processes.
        arms: all kinds of tasks that it trains on.
        model: what is trained.
        codec: its chat format.
        engine: what the policy writes with.
        collector: plays episodes.
        trainer: does the steps.
        optimizer: holds the state of the steps.
        value_head: of PPO; else None.
        monitors: what watches.
        report: the page at the end; None on processes other than the main one.
        resumed: whether it goes on from a checkpoint.
    """

    config: TrainConfig
    folder: Path
    world: World
    arms: list[Arm]
    model: LanguageModel
    codec: Codec
    engine: Engine
    collector: Collector
    trainer: Trainer
    optimizer: Optimizer
    value_head: ValueHead | None
    monitors: Monitors
    report: Report | None
    resumed: bool

    def measure(self) -> HeldOut:
        """Pass rates on held-out tasks with the weights as they are."""
        evaluation = self.config.evaluation
        self.engine.wake()
        return measure(
            self.collector,
            self.arms,
            tasks=evaluation.tasks,
            samples=evaluation.samples,
            seed=self.config.seed,
            env_options=self.config.tasks.env_options,
            world=self.world,
        )

    # ---- checkpoints ---------------------------------------------------------------------------------

    def save(self, score: float | None = None) -> None:
        """Write a checkpoint: weights, optimizer, curriculum, counters."""
        with whole(self.model):
            trained = {
                name: weight.detach().cpu()
                for name, weight in self.model.named_parameters()
                if weight.requires_grad
            }
            tensors: dict[str, Any] = {"trained": trained, "optimizer": full_state(self.optimizer)}
            if self.value_head is not None:
                tensors["value_head"] = self.value_head.state_dict()
            facts = {
                "config": self.config.to_json(),
                "source": self.trainer.source.state(),
                "optimizer_steps": self.optimizer.count,
            }
            if self.world.is_main:
                state = Checkpoint(self.trainer.step_count, facts, tensors, score)
                checkpoints.save(self.folder / "checkpoints", state, self.save_model)
        self.world.barrier()

    def save_model(self, folder: Path) -> None:
        """Write the weights and the tokens' texts as `rlvr eval` reads them."""
        self.model.save(folder)
        save = getattr(self.codec, "save", None)
        if save is not None:
            save(folder)

    def restore(self, path: Path) -> None:
        """Go on from a checkpoint."""
        state = checkpoints.load(path)
        load_trained(self.model, state.tensors["trained"])
        self.optimizer.load_state_dict(state.tensors["optimizer"])
        if self.value_head is not None:
            self.value_head.load_state_dict(state.tensors["value_head"])
        self.trainer.source.load(state.facts["source"])
        self.trainer.step_count = state.step
        self.trainer.publish()


def load_trained(model: LanguageModel, weights: Mapping[str, torch.Tensor]) -> None:
    """Put back the weights that are trained.

    Raises:
        ValueError: if they are of another model.
    """
    own = {name: weight for name, weight in model.named_parameters() if weight.requires_grad}
    if own.keys() != weights.keys():
        odd = sorted(own.keys() ^ weights.keys())
        raise ValueError(f"the checkpoint is of another model: {len(odd)} weights differ, {odd[0]!r} for one")
    with torch.no_grad():
        for name, weight in own.items():
            put(weight, weights[name])


def put(weight: torch.Tensor, value: torch.Tensor) -> None:
    """Write a whole tensor into a weight, which may be sharded."""
    if isinstance(weight, DTensor):
        value = distribute_tensor(value.to(weight.device), weight.device_mesh, weight.placements)
    weight.copy_(value)


def set_up(config: TrainConfig, *, resume: bool = False, console: Console | None = None) -> Run:
    """Everything that a run needs.

    Raises:
        ValueError: if the folder holds another run, or the configuration cannot be.
    """
    algorithm = config.resolved_algorithm()
    world = World.start(None if config.model.device == "auto" else config.model.device)
    folder = Path(config.out)
    claim(folder, config, world, resume)
    arms = arms_of(config.tasks)
    torch.manual_seed(config.seed)
    model, codec = the_model(config, arms, world)
    reference: Reference | None = None
    if algorithm.kl != "none" and algorithm.kl_weight > 0:
        reference = adapters_off(model) if isinstance(model, LoraModel) else frozen_copy(model)
    value_head = None
    if algorithm.credit == "gae":
        value_head = ValueHead(width_of(model)).to(world.device)
    if config.parallel == "fsdp":
        world.shard(model)
    else:
        world.broadcast(model)
    named = list(model.named_parameters())
    if value_head is not None:
        named += [(f"value_head.{name}", weight) for name, weight in value_head.named_parameters()]
    optimizer = Optimizer(named, config.optimizer)
    engine = make_engine(
        config.sampling.engine, model, codec, seed=config.seed, **dict(config.sampling.engine_options)
    )
    sampling = config.sampling
    collector = Collector(
        engine,
        codec,
        RolloutConfig(
            Sampling(sampling.max_tokens, sampling.temperature),
            max_episode_tokens=sampling.max_episode_tokens,
            concurrent=sampling.concurrent,
            lockstep=sampling.lockstep,
            step_seconds=sampling.step_seconds,
            episode_seconds=sampling.episode_seconds,
        ),
    )
    tasks = config.tasks
    curriculum = make_curriculum(tasks.curriculum, arms, **tasks.curriculum_options)
    source: TaskSource = TaskSource(
        curriculum, samples=config.samples, seed=config.seed, env_options=tasks.env_options
    )
    if tasks.judge_share:
        source = JudgeSource(source, share=tasks.judge_share)
    trainer = Trainer(
        config,
        model=model,
        engine=engine,
        collector=collector,
        source=source,
        reward=make_reward(tasks.reward),
        learner=Learner(config, model, optimizer, world, reference, value_head),
        world=world,
    )
    report = Report(folder) if world.is_main else None
    found = checkpoints.latest(folder / "checkpoints") if resume else None
    run = Run(
        config,
        folder,
        world,
        arms,
        model,
        codec,
        engine,
        collector,
        trainer,
        optimizer,
        value_head,
        Monitors(),
        report,
        found is not None,
    )
    if found is not None:
        run.restore(found)
    run.monitors = monitors_of(run, console)
    run.monitors.begin(config.to_json())
    if found is not None:
        run.monitors.note(f"resumed from {found.name}")
    return run


def monitors_of(run: Run, console: Console | None) -> Monitors:
    """What watches: nothing on processes other than the main one."""
    if not run.world.is_main:
        return Monitors()
    start = run.trainer.step_count
    records = Records(run.folder / "records.jsonl", start)
    watching: list[Monitor] = [records, TensorBoard(run.folder / "tensorboard", start)]
    if run.config.wandb:
        from .monitors.wandb import WeightsAndBiases

        watching.append(WeightsAndBiases(run.folder, run.config.wandb, start=start))
    watching.append(LiveView(run.config.steps, console, every=max(1, run.config.steps // 20)))
    if run.report is not None:
        watching.append(run.report)
    return Monitors(watching)


def claim(folder: Path, config: TrainConfig, world: World, resume: bool) -> None:
    """Make the folder this run's own, and keep the configuration in it.

    Raises:
        ValueError: if it holds a run and `resume` was not asked for; or another run, or none, and it was.
    """
    file = folder / "config.json"
    wanted = json.loads(json.dumps(config.to_json()))
    if file.exists():
        if not resume:
            raise ValueError(f"{folder} holds a run: give --resume to go on with it, or another --out")
        held = json.loads(file.read_text(encoding="utf-8"))
        differing = sorted(_differing(wanted, held))
        # A longer run is the same run, as long as no step size depends on its length.
        if differing and differing != ["steps"]:
            raise ValueError(f"{folder} holds a run with other settings: {', '.join(differing)}")
    elif resume and not file.exists():
        raise ValueError(f"{folder} holds no run to resume")
    world.barrier()  # nobody writes before all have looked
    if world.is_main:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")


def _differing(wanted: Any, held: Any, where: str = "") -> Iterator[str]:
    """Names of the settings that are not the same."""
    if isinstance(wanted, dict) and isinstance(held, dict):
        for key in sorted(wanted.keys() | held.keys()):
            yield from _differing(wanted.get(key), held.get(key), f"{where}.{key}" if where else key)
    elif wanted != held:
        yield where


def the_model(config: TrainConfig, arms: list[Arm], world: World) -> tuple[LanguageModel, Codec]:
    """The model that is trained, on its device, and its chat format."""
    wanted = config.model
    if wanted.name == "scratch":
        model, codec = from_scratch(wanted, arms, config.seed)
        model = model.to(world.device)
    else:
        model, codec = load_model(
            wanted.name,
            implementation=wanted.implementation,
            dtype=getattr(torch, wanted.dtype),
            device=world.device,
            chat=wanted.chat,
            system=wanted.system,
            thinking=wanted.thinking,
            checkpointing=wanted.gradient_checkpointing,
        )
    if wanted.lora_rank:
        model = LoraModel(model, Lora(wanted.lora_rank, wanted.lora_alpha, seed=config.seed))
    return model, codec


@torch.no_grad()
def width_of(model: LanguageModel) -> int:
    """Size of the hidden states."""
    return model.hidden(torch.zeros(1, 1, dtype=torch.long, device=model.device)).shape[-1]


def adapters_off(model: LoraModel) -> Reference:
    """The model without its adapters, as the reference of a KL term."""

    @contextmanager
    def reference() -> Iterator[LanguageModel]:
        with model.reference():
            yield model

    return reference

"""A run, put together from its configuration: model, engine, curriculum, reward, learner, monitors; saved and restored.

`set_up` is the one place that knows how the parts are made; `rlvr.agents.train` goes through what it gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from . import checkpoints, process_group
from .arms import arms_of
from .checkpoints import Checkpoint
from .codec import Codec
from .config import TrainConfig
from .curricula import make_curriculum
from .curricula.base import Arm
from .device import use_tf32
from .distributed import World
from .engine import Engine, Sampling
from .held_out import HeldOut, measure
from .judge_source import JudgeSource
from .language_model import LanguageModel, settle
from .learner import Learner, LearnerConfig
from .learning.value_head import ValueHead
from .make_model import is_sharded, make_model, make_reference, make_sampled, width_of
from .models import optimizer_state
from .models.layout_check import check_layout
from .models.load import make_engine
from .models.lora import LoraModel
from .models.optimizer import Optimizer
from .models.save import save_model
from .monitors.base import Monitor
from .monitors.live import LiveView
from .monitors.many import Monitors
from .monitors.records import Records
from .monitors.report import Report
from .monitors.tensorboard import TensorBoard
from .provenance import note_start
from .reference import FrozenCopy, Reference
from .rewards import make_reward
from .rollouts.collector import Collector
from .rollouts.config import RolloutConfig
from .run_folder import check_folder, write_json
from .second_stage import make_second_stage
from .self_play import ProposerReward, SelfPlay
from .self_play_source import SelfPlaySource
from .task_source import TaskSource
from .tasks_ahead import TaskMaker
from .trainer import Trainer, TrainerConfig


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
        reference: the policy that a KL term holds on to; or None.
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
    reference: Reference | None
    monitors: Monitors
    report: Report | None
    resumed: bool

    def measure(self) -> HeldOut:
        """Pass rates on held-out tasks with the weights as they are."""
        evaluation = self.config.evaluation
        if self.config.sampling.staleness:
            self.trainer.settle()
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

    @property
    def tokenizer(self) -> str:
        """What the tokens of its trajectories belong to: the model's name, or the folder that is saved with them."""
        return "tokenizer" if self.config.model.name == "scratch" else self.config.model.name

    # ---- checkpoints ---------------------------------------------------------------------------------

    @property
    def sharded(self) -> bool:
        """Whether weights are shared out between the processes."""
        return is_sharded(self.config, self.world)

    def save(self, score: float | None = None) -> None:
        """Write a checkpoint: weights, optimizer, curriculum, counters; of a sharded model each process its part."""
        tensors, ahead = dict(optimizer_state.tensors(self.optimizer)), self.trainer.ahead_state()
        if ahead is not None:
            tensors["ahead"] = ahead
        facts = {
            "config": self.config.to_json(),
            "source": self.trainer.source_state(),
            "optimizer_steps": self.optimizer.count,
        }
        state = Checkpoint(self.trainer.step_count, facts, tensors, score)
        if self.sharded or self.world.is_main:
            checkpoints.save(self.folder / "checkpoints", state, self.save_model, together=self.sharded)
        self.world.barrier()

    def save_model(self, folder: Path) -> None:
        """Write the model and its chat format as `rlvr eval` reads them; called by all processes if it is sharded."""
        save_model(self.model, self.codec, folder, keep=self.world.is_main)

    def begin(self) -> None:
        """Reinforcement learning begins with the weights as they are: they become the reference, and are kept."""
        if isinstance(self.reference, FrozenCopy):
            self.reference.take(self.model)
            if self.sharded or self.world.is_main:
                state = Checkpoint(0, {}, self.reference.tensors())
                checkpoints.save(self.folder / "reference", state, keep=1, together=self.sharded)
        self.trainer.publish()
        self.save()

    def restore(self, path: Path) -> None:
        """Go on from a checkpoint, of any number of processes."""
        state = checkpoints.read(path)
        kept = checkpoints.latest(self.folder / "reference")
        if isinstance(self.reference, FrozenCopy) and kept is not None:
            checkpoints.load(kept, self.reference.tensors(), together=self.sharded)
        shapes = checkpoints.shapes(path)
        optimizer_state.expect(self.optimizer, shapes.keys())
        tensors = dict(optimizer_state.tensors(self.optimizer))
        if "ahead" in shapes:
            tensors["ahead"] = torch.empty(shapes["ahead"], dtype=torch.uint8)
        checkpoints.load(path, tensors, together=self.sharded)
        optimizer_state.took_over(self.optimizer, state.facts["optimizer_steps"])
        self.trainer.source.load(state.facts["source"])
        self.trainer.step_count = state.step
        if "ahead" in tensors:
            self.trainer.load_ahead(tensors["ahead"])
        self.trainer.publish()


def set_up(config: TrainConfig, *, resume: bool = False, console: Console | None = None) -> Run:
    """Everything that a run needs.

    Raises:
        ValueError: if the folder holds another run, or the configuration cannot be.
    """
    algorithm = config.resolved_algorithm()
    world = process_group.start(None if config.model.device == "auto" else config.model.device)
    folder = Path(config.out)
    check_folder(folder, config, resume)
    arms = arms_of(config.tasks)
    torch.manual_seed(config.seed)
    model, codec = make_model(config, arms, world)
    unpacked = check_packing(config, model)
    if config.model.tf32:
        use_tf32(world.device)
    reference = make_reference(config, model, world)
    value_head = None
    if algorithm.credit == "gae":
        value_head = ValueHead(width_of(model)).to(world.device)
    sampling = config.sampling
    engine = make_engine(
        sampling.engine,
        make_sampled(config, model, world),
        codec,
        max_context=min(sampling.max_context, model.max_context),
        max_slots=sampling.slots,
        dtype=sampling.dtype or None,
        **engine_options(config, world),
    )
    settle(model)
    if not is_sharded(config, world):
        world.broadcast(model)
    if value_head is not None:
        world.broadcast(value_head)
    named = list(model.named_parameters())
    if value_head is not None:
        named += [(f"value_head.{name}", weight) for name, weight in value_head.named_parameters()]
    optimizer = Optimizer(named, config.optimizer)
    collector = Collector(engine, codec, rollout_config(config))
    tasks = config.tasks
    curriculum = make_curriculum(tasks.curriculum, arms, **tasks.curriculum_options)
    source: TaskSource = TaskSource(
        curriculum,
        samples=config.samples,
        seed=config.seed,
        env_options=tasks.env_options,
        maker=TaskMaker(tasks.workers) if tasks.workers else None,
    )
    if tasks.judge_share:
        source = JudgeSource(source, share=tasks.judge_share, world=world)
    if tasks.self_play_share:
        pay = ProposerReward(tasks.self_play_pay)
        play = SelfPlay(tasks.self_play, corrected=pay.corrected)
        source = SelfPlaySource(source, play, share=tasks.self_play_share, world=world, pay=pay)
    trainer = Trainer(
        trainer_config(config),
        model=model,
        engine=engine,
        collector=collector,
        source=source,
        reward=make_reward(tasks.reward or {"name": "verdict"}),
        learner=Learner(
            learner_config(config, sharded=is_sharded(config, world)),
            model,
            optimizer,
            world,
            reference,
            value_head,
        ),
        world=world,
        second_stage=make_second_stage(tasks.second_stage, arms, tasks.second_stage_options),
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
        reference,
        Monitors(),
        report,
        found is not None,
    )
    if found is not None:
        run.restore(found)
    world.barrier()  # nobody writes before all have looked
    run.monitors, remarks = monitors_of(run, console)
    remarks += unpacked
    if world.is_main:
        write_json(folder / "config.json", config.to_json())  # last: what fails before leaves the folder free
        note_start(folder / "versions.jsonl", run.trainer.step_count)
    run.monitors.begin(config.to_json())
    if config.model.name != "scratch" and model.max_context < sampling.max_context:
        remarks.append(f"episodes end at {model.max_context} tokens, the model's longest context")
    for text in remarks:
        run.monitors.note(text)
    if found is not None:
        run.monitors.note(f"resumed from {found.name}")
    return run


def rollout_config(config: TrainConfig) -> RolloutConfig:
    """How episodes are played."""
    sampling = config.sampling
    return RolloutConfig(
        Sampling(sampling.max_tokens, sampling.temperature),
        max_episode_tokens=sampling.max_episode_tokens,
        concurrent=sampling.concurrent,
        lockstep=sampling.lockstep,
        workers=sampling.workers,
        processes=sampling.processes,
        processes_engine=sampling.processes_engine,
        step_seconds=sampling.step_seconds,
        episode_seconds=sampling.episode_seconds,
        keep_unhinted=config.resolved_algorithm().hint_ratio,
    )


def trainer_config(config: TrainConfig) -> TrainerConfig:
    """What a step is."""
    return TrainerConfig(
        config.resolved_algorithm(),
        seed=config.seed,
        steps=config.steps,
        prompts=config.prompts,
        staleness=config.sampling.staleness,
    )


def learner_config(config: TrainConfig, *, sharded: bool = False) -> LearnerConfig:
    """How a step is learnt from."""
    return LearnerConfig(
        config.resolved_algorithm(),
        seed=config.seed,
        temperature=config.sampling.temperature,
        epochs=config.epochs,
        minibatches=config.minibatches,
        chunk_tokens=config.chunk_tokens,
        packing=config.packing,
        share_prompts=config.share_prompts,
        sharded=sharded,
    )


def check_packing(config: TrainConfig, model: LanguageModel) -> list[str]:
    """See whether the model reads rows of several sequences; if it need not, it then gets none, and a remark.

    Raises:
        ValueError: if it cannot and the configuration asks for such rows.
    """
    if config.packing or config.share_prompts:
        check_layout(model)
    elif config.packing is None and model.packs_well:
        try:
            check_layout(model)
        except ValueError as error:
            (model.base if isinstance(model, LoraModel) else model).packs_well = False
            return [f"sequences get rows of their own: {error}"]
    return []


def engine_options(config: TrainConfig, world: World) -> dict[str, Any]:
    """Options of the engine, its seed among them."""
    sampling, options = config.sampling, dict(config.sampling.engine_options)
    if sampling.engine == "native":
        if sampling.staleness:
            options.setdefault("graphs", False)  # nothing else may use the GPU while one is recorded
        return {"seed": config.seed, **options}
    # Seeds of single requests keep vLLM from its fastest way to draw: only for runs that are to repeat.
    seed = config.seed + (0 if sampling.lockstep else world.rank)
    return {"seed": seed, "seeded": sampling.lockstep, **options}


def monitors_of(run: Run, console: Console | None) -> tuple[Monitors, list[str]]:
    """What watches, and what is to be said of what is missing: nothing on processes other than the main one."""
    if not run.world.is_main:
        return Monitors(), []
    start, remarks = run.trainer.step_count, []
    watching: list[Monitor] = []
    if run.config.wandb:  # asked for by name: without it there is no run
        from .monitors.wandb import WeightsAndBiases

        watching.append(WeightsAndBiases(run.folder, run.config.wandb, start=start))
    watching.append(Records(run.folder / "records.jsonl", start))
    try:
        watching.append(TensorBoard(run.folder / "tensorboard", start))
    except ImportError as error:
        remarks.append(f"no curves in TensorBoard: {error}")
    watching.append(LiveView(run.config.steps, console, every=max(1, run.config.steps // 20)))
    if run.report is not None:
        watching.append(run.report)
    return Monitors(watching), remarks

"""The whole of a training run as one value, from defaults, a YAML file and ``key=value`` settings, in this order.

Every field is documented where it is declared; `TrainConfig.from_mapping` refuses what it does not know and names
the nearest key, so that a misspelt setting never passes unnoticed. The resolved configuration is written beside the
results, and a run resumes only under the configuration that it was begun with.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml

from .curricula.base import Arm
from .learning.algorithm import Algorithm
from .models.optimizer import OptimizerConfig
from .read_settings import build, with_settings

Dtype = Literal["auto", "float32", "bfloat16"]


class NothingToTrainOn(ValueError):
    """A configuration names no environments."""


@dataclass(frozen=True)
class ModelConfig:
    """What is trained.

    Attributes:
        name: a Hugging Face name, a local folder, or ``scratch`` for a small model from nothing.
        implementation: ``native`` (our decoder for Llama, Qwen2 and Qwen3 shapes), ``hub`` (transformers' own) or
            ``auto`` (native where it covers the architecture).
        dtype: of weights and activations; ``auto`` takes bfloat16 on a GPU, and float32 on a CPU and for models from
            nothing. The optimizer steps float32 weights in any case.
        tf32: whether what a GPU multiplies in float32 may be rounded to TensorFloat-32; a CPU never does.
        device: ``cpu``, ``cuda`` or ``auto``.
        thinking: the ``enable_thinking`` of chat templates that know it; None leaves it to the template.
        system: a system message; "" for none.
        chat: ``template`` for the model's chat template, ``plain`` for none, ``auto`` for the template if it has one.
        lora_rank: rank of LoRA adapters; 0 trains all weights.
        lora_alpha: their scale times their rank.
        gradient_checkpointing: recompute activations of each block in the backward pass: less memory, more time.
        width: of a model from scratch.
        layers: of a model from scratch.
        heads: query heads of a model from scratch.
        key_heads: key and value heads of a model from scratch.
        hidden: size inside the SwiGLU of a model from scratch.
        context: most tokens of a sequence of a model from scratch.
        previous_embedding: whether a model from scratch sees the token before beside each token, with which small
            models learn to copy sooner. No architecture of transformers has that; without it, the model is a Qwen3.
    """

    name: str = "scratch"
    implementation: Literal["auto", "native", "hub"] = "auto"
    dtype: Dtype = "auto"
    tf32: bool = True
    device: str = "auto"
    thinking: bool | None = None
    system: str = ""
    chat: Literal["auto", "template", "plain"] = "auto"
    lora_rank: int = 0
    lora_alpha: float = 32.0
    gradient_checkpointing: bool = False
    width: int = 192
    layers: int = 3
    heads: int = 6
    key_heads: int = 2
    hidden: int = 512
    context: int = 1024
    previous_embedding: bool = True


@dataclass(frozen=True)
class TaskConfig:
    """What is trained on.

    Attributes:
        envs: registry ids or short names.
        levels: lowest and highest level; None for all levels of each environment.
        difficulty: instead of `levels`, lowest and highest on the scale of docs/difficulty.md: the levels in that
            range, those beyond the table included; where none is in it, the two on both sides of its middle.
        arms: kinds of tasks one by one (environment, level, params), instead of `envs` and `levels`.
        curriculum: name of the curriculum; see `rlvr.agents.curricula`.
        curriculum_options: its options.
        second_stage: what is done within the step about prompts that the first rollouts found hard: ``dars`` adds
            rollouts, ``ghpo`` plays those that all fail again with growing hints, ``seele`` with hints that a curve
            fitted to the problem says; "" for nothing. See `rlvr.agents.second_stage`.
        second_stage_options: its options.
        env_options: options of every environment, such as ``attempts`` or ``feedback``.
        workers: processes that make tasks, those of a step while the one before is played and learnt from; 0 makes them
            when they are needed. The tasks are the same.
        reward: the reward function; see `rlvr.agents.rewards`.
        judge_share: share of the prompts of a step that ask the policy to judge its own responses of the step
            before, against the exact verdict; 0 for none.
        self_play_share: share of the prompts of a step that ask the policy to propose a task; each valid new task
            is solved in the same step, `samples` times, on top of `prompts`. 0 for none; see docs/self-play.md.
        self_play: kinds of tasks that are proposed: ``deduction``, ``abduction``, ``induction`` (programs, which
            need a sandbox) and ``question`` (search).
        self_play_pay: what a proposer earns for a task with solve rate p: ``uncertainty`` (4 p (1 - p)) or
            ``difficulty`` (1 - p, but 0 at 0 and 1), both of the rate above chance; ``absolute_zero`` is the latter of
            the plain rate, as published.
    """

    envs: tuple[str, ...] = ()
    levels: tuple[int, int] | None = None
    difficulty: tuple[float, float] | None = None
    arms: tuple[Arm, ...] = ()
    curriculum: str = "frontier"
    curriculum_options: dict[str, Any] = field(default_factory=dict)
    second_stage: str = ""
    second_stage_options: dict[str, Any] = field(default_factory=dict)
    env_options: dict[str, Any] = field(default_factory=dict)
    workers: int = 0
    reward: dict[str, Any] = field(default_factory=dict)
    judge_share: float = 0.0
    self_play_share: float = 0.0
    self_play: tuple[str, ...] = ("deduction", "abduction", "induction")
    self_play_pay: str = "uncertainty"


@dataclass(frozen=True)
class SamplingConfig:
    """How episodes are rolled out.

    Attributes:
        engine: ``native`` (our sampler), ``vllm``.
        max_tokens: most tokens of one turn.
        max_episode_tokens: most tokens drawn in an episode; None for no budget.
        max_context: most tokens of an episode, prompts and observations included; the engine reserves memory for it.
        slots: most sequences that are sampled at once; None for as many as memory has room for.
        dtype: precision of the sampler's weights; "" for the model's, and then both share their memory.
        temperature: of the drawing distribution; learning takes log-probabilities at the same temperature.
        concurrent: episodes under way at once.
        workers: slow environments that are stepped at once, each in a thread of its own.
        processes: processes that environments are in, beside the one that samples; 0 steps them there. For environments
            of your own whose Python code takes long, or that may hang. Those that use the sandbox stay in threads.
        processes_engine: where these processes are: ``local``, or ``ray`` for actors on the hosts of a Ray cluster.
        step_seconds: an environment's step that takes longer is given up and its episode masked.
        episode_seconds: an episode that takes longer is given up and masked; None for no limit.
        lockstep: environments of a round are stepped together, so that a run repeats bit for bit; otherwise
            each goes on when it is ready, so that the model never waits. What an episode draws is seeded by its task
            and sample either way.
        staleness: 1 rolls the next step out while this one is learnt from: its tokens are drawn with the weights before
            the update. 0 waits. With 1, `algorithm.correction` is ``truncated`` unless it is given, and the sampler has
            weights of its own.
        engine_options: options of the engine, such as vLLM's ``gpu_memory_utilization``.
    """

    engine: str = "native"
    max_tokens: int = 512
    max_episode_tokens: int | None = None
    max_context: int = 4096
    slots: int | None = None
    dtype: Literal["", "float32", "bfloat16"] = ""
    temperature: float = 1.0
    concurrent: int = 1024
    workers: int = 64
    processes: int = 0
    processes_engine: Literal["local", "ray"] = "local"
    step_seconds: float = 60.0
    episode_seconds: float | None = None
    lockstep: bool = False
    staleness: int = 0
    engine_options: dict[str, Any] = field(default_factory=dict)

    @property
    def budget(self) -> int:
        """Most tokens that an episode may draw; without a budget of episodes, that of a turn."""
        return self.max_episode_tokens or self.max_tokens


@dataclass(frozen=True)
class WarmUpConfig:
    """Supervised learning of worked solutions before reinforcement learning.

    Attributes:
        steps: gradient steps; 0 for none.
        batch: solutions in a step.
        tasks: different training tasks.
        highest: only levels up to this one of each environment are shown; None for all that are trained on.
        backtracking: wrong attempts, each taken back, that are written into a solution.
        rate: step size of AdamW; None for 0.003 from scratch and 1e-5 for weights that have learnt before.
        matrix_rate: step size of Muon for the matrices, 0 for AdamW throughout; None for 0.02 from scratch and 0 for
            weights that have learnt before.
    """

    steps: int = 0
    batch: int = 64
    tasks: int = 4000
    highest: int | None = None
    backtracking: int = 0
    rate: float | None = None
    matrix_rate: float | None = None

    def rates(self, *, scratch: bool) -> tuple[float, float]:
        """The step sizes, of AdamW and of Muon."""
        usual = (0.003, 0.02) if scratch else (1e-5, 0.0)
        return (
            usual[0] if self.rate is None else self.rate,
            usual[1] if self.matrix_rate is None else self.matrix_rate,
        )


@dataclass(frozen=True)
class EvaluationConfig:
    """Measuring on held-out tasks (the test split) during the run.

    Attributes:
        every: steps between measurements; 0 measures before and after only, -1 never.
        tasks: tasks of each arm.
        samples: responses to each task.
    """

    every: int = 0
    tasks: int = 32
    samples: int = 4


@dataclass(frozen=True)
class TrainConfig:
    """A training run.

    Attributes:
        out: folder of everything that the run writes.
        seed: of weights from scratch, tasks and sampling.
        steps: rollouts followed by learning from them.
        prompts: tasks in a step, over all processes.
        samples: rollouts of each task; at least 2 for presets that compare a rollout with others of its task.
        epochs: passes over the trajectories of a step.
        minibatches: gradient steps in a pass.
        chunk_tokens: tokens (with the context) that are differentiated at once in one process; it bounds memory
            and changes nothing else.
        packing: short sequences share rows of up to this many tokens when they are differentiated; 0 gives each its
            own. None packs into rows of `chunk_tokens`, unless the model cannot read such rows.
        share_prompts: a prompt that several rollouts begin with is differentiated once; the gradient is the same. None
            where that is known to save time: with our own decoder on a CPU.
        preset: name of the algorithm; see `rlvr.agents.learning.presets`.
        algorithm: switches that override those of the preset.
        model: what is trained.
        tasks: what it is trained on.
        sampling: how episodes are rolled out.
        optimizer: how weights follow gradients.
        warm_up: supervised learning before.
        evaluation: measuring during the run.
        checkpoint_every: steps between checkpoints; 0 for one at the end only.
        keep_trajectories: steps between those whose trajectories are kept on disk; 0 for none.
        parallel: with several processes: ``ddp`` (each has all weights) or ``fsdp`` (weights are shared out).
        wandb: project of Weights & Biases; "" for none.
    """

    out: str = "runs/train"
    seed: int = 0
    steps: int = 100
    prompts: int = 32
    samples: int = 8
    epochs: int = 1
    minibatches: int = 1
    chunk_tokens: int = 16_384
    packing: int | None = None
    share_prompts: bool | None = None
    preset: str = "dr_grpo"
    algorithm: dict[str, Any] = field(default_factory=dict)
    model: ModelConfig = field(default_factory=ModelConfig)
    tasks: TaskConfig = field(default_factory=TaskConfig)
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    optimizer: OptimizerConfig = field(default_factory=lambda: OptimizerConfig(rate=1e-6, final=1.0))
    warm_up: WarmUpConfig = field(default_factory=WarmUpConfig)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoint_every: int = 10
    keep_trajectories: int = 10
    parallel: Literal["ddp", "fsdp"] = "ddp"
    wandb: str = ""

    def __post_init__(self) -> None:
        for name in ("steps", "prompts", "samples", "epochs", "minibatches", "chunk_tokens"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.minibatches > self.prompts * self.samples:
            raise ValueError(
                f"minibatches={self.minibatches} is more than a step's {self.prompts} x {self.samples} trajectories"
            )
        if not self.tasks.envs and not self.tasks.arms:
            raise NothingToTrainOn("nothing to train on: name environments, such as envs=['sudoku']")
        if self.tasks.difficulty is not None and (self.tasks.levels is not None or self.tasks.arms):
            raise ValueError("give tasks.difficulty, or tasks.levels, or tasks.arms, not two of them")
        if not 0 < self.sampling.temperature < float("inf"):
            raise ValueError(f"temperature must be above 0 to learn from, not {self.sampling.temperature}")
        if self.sampling.staleness not in (0, 1):
            raise ValueError(
                f"sampling.staleness must be 0 or 1, not {self.sampling.staleness}: one engine plays one step at a "
                "time, so being further ahead would save nothing and make tokens older"
            )
        if self.tasks.workers < 0:
            raise ValueError(f"tasks.workers must be at least 0, not {self.tasks.workers}")
        if not 0.0 <= self.tasks.judge_share < 1.0:
            raise ValueError(f"judge_share must be in [0, 1), not {self.tasks.judge_share}")
        if self.tasks.self_play_share:
            self._check_self_play()
        algorithm = self.resolved_algorithm()  # raises for an unknown preset or switch
        if self.samples == 1 and algorithm.compares_groups:
            raise ValueError(
                f"samples=1 leaves nothing to compare: the advantages of preset {self.preset!r} are relative to the "
                "other rollouts of the same task, and would all be zero; set samples to 2 or more (8 is usual), or "
                "take a preset with another baseline, such as ppo, reinforce or reinforce++"
            )
        if algorithm.pass_k >= self.samples:
            raise ValueError(
                f"pass_k={algorithm.pass_k} of samples={self.samples} has one set of responses and nothing to compare "
                f"it with: set samples above {algorithm.pass_k}, or a smaller algorithm.pass_k"
            )

    def _check_self_play(self) -> None:
        from .self_play import ALL_KINDS, ProposerReward

        share, kinds = self.tasks.self_play_share, self.tasks.self_play
        if not 0.0 < share < 1.0:
            raise ValueError(f"self_play_share must be in [0, 1), not {share}")
        if share * self.prompts < 1:
            raise ValueError(
                f"self_play_share={share} of prompts={self.prompts} asks for no proposal: raise one of them"
            )
        if not kinds or not set(kinds) <= set(ALL_KINDS):
            raise ValueError(f"tasks.self_play must be some of {', '.join(ALL_KINDS)}, not {list(kinds)}")
        ProposerReward(self.tasks.self_play_pay)  # raises for an unknown formula

    def resolved_algorithm(self) -> Algorithm:
        """The preset with the overrides.

        Unless they are among them, `fixed_length` is the sampling budget, and what is learnt one step late is corrected
        for that.
        """
        from .learning.presets import preset

        found = preset(self.preset, **{"fixed_length": self.sampling.budget, **self.algorithm})
        late = self.sampling.staleness and found.correction == "none" and not found.hint_ratio
        if late and "correction" not in self.algorithm:
            found = dataclasses.replace(found, correction="truncated")
        return found

    def to_json(self) -> dict[str, Any]:
        """The configuration as one JSON object that `from_mapping` reads."""
        return dataclasses.asdict(self)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> TrainConfig:
        """A configuration of nested mappings, as a YAML file has them.

        Raises:
            ValueError: for an unknown key or a value of another type.
        """
        config: TrainConfig = build(cls, values, "")
        return config

    @classmethod
    def load(cls, file: Path | None = None, settings: Sequence[str] = ()) -> TrainConfig:
        """Defaults, then a YAML file, then settings such as ``sampling.temperature=0.8``.

        Raises:
            ValueError: see `from_mapping`; or a setting is not of the form ``key=value``.
        """
        values: dict[str, Any] = {}
        if file is not None:
            loaded = yaml.safe_load(file.read_text(encoding="utf-8"))
            if not isinstance(loaded, dict):
                raise ValueError(f"{file} does not hold a mapping of settings")
            values = loaded
        return cls.from_mapping(with_settings(values, settings))

    def changed(self, settings: Sequence[str]) -> TrainConfig:
        """The same configuration but for some settings; see `load`."""
        return TrainConfig.from_mapping(with_settings(self.to_json(), settings))

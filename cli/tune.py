"""``rlvr tune``: learning without rewards: from worked solutions and chats, own right answers, and preferences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .console import console, parse_levels

if TYPE_CHECKING:
    from ..agents.codec import Codec
    from ..agents.curricula.base import Arm
    from ..agents.language_model import LanguageModel
    from ..agents.warm_up.supervised import SupervisedConfig
    from ..generators.base import Task

app = typer.Typer(help="Supervised fine-tuning, expert iteration, preferences.", no_args_is_help=True)

Envs = Annotated[list[str] | None, typer.Argument(help="Ids or short names of environments, such as sudoku.")]
Levels = Annotated[str | None, typer.Option(help="One level, 3, or a range, 1-5; all levels if not given.")]
Model = Annotated[str, typer.Option("--model", "-m", help="A Hugging Face name, a folder, or scratch.")]
Taught = Annotated[str, typer.Option("--model", "-m", help="A Hugging Face name or a folder.")]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder of the model that is written.")]
Data = Annotated[Path, typer.Option(help="JSON lines of prompt, chosen, rejected.", exists=True)]
Steps = Annotated[int, typer.Option(min=1, help="Gradient steps (of each round).")]
Batch = Annotated[int, typer.Option(min=1, help="Sequences, or pairs, in a step.")]
Rate = Annotated[float, typer.Option(help="Step size of AdamW; about 3e-3 for a small model from scratch.")]
LoraRank = Annotated[int, typer.Option("--lora", min=0, help="Rank of LoRA adapters; 0 trains all weights.")]
Dtype = Annotated[
    str, typer.Option(help="float32 or bfloat16; the optimizer steps float32 copies of the latter.")
]
Checkpointing = Annotated[
    bool, typer.Option("--checkpointing", help="Compute activations again in the backward pass: less memory.")
]
Seed = Annotated[int, typer.Option(help="Of weights from scratch, tasks, order and sampling.")]
Threads = Annotated[int | None, typer.Option(min=1, help="Processor cores to use.")]

_DTYPES = ("float32", "bfloat16")


@app.callback()
def group() -> None:
    """Supervised fine-tuning, expert iteration, preferences.

    Each writes a model that `rlvr train --model` and `rlvr eval --model` read.
    """


@app.command("sft")
def sft(
    out: Out,
    envs: Envs = None,
    data: Annotated[
        Path | None, typer.Option(help="JSON lines of chats (messages) or of tasks, instead.", exists=True)
    ] = None,
    model: Model = "scratch",
    levels: Levels = None,
    tasks: Annotated[int, typer.Option("--tasks", "-n", min=1, help="Tasks of the environments.")] = 2000,
    backtracking: Annotated[
        int, typer.Option(min=0, help="Mistakes, each taken back, written into a solution.")
    ] = 0,
    steps: Steps = 200,
    batch: Batch = 64,
    rate: Rate = 1e-5,
    lora: LoraRank = 0,
    dtype: Dtype = "float32",
    checkpointing: Checkpointing = False,
    seed: Seed = 0,
    threads: Threads = None,
) -> None:
    """Learn worked solutions of environments, or the chats or tasks of a file.

    ```text
    rlvr tune sft sudoku countdown --levels 1-2 --backtracking 1 --rate 3e-3 --out runs/taught
    rlvr tune sft --data chats.jsonl --model Qwen/Qwen3-0.6B --out runs/taught
    ```
    """
    _prepare(out, threads)
    from ..agents.config import WarmUpConfig
    from ..agents.warm_up.begin import solved_tasks, worked_examples
    from ..agents.warm_up.data import read_examples
    from ..agents.warm_up.supervised import fine_tune

    if (data is None) == (not envs):
        raise ValueError("name environments or give --data, one of the two")
    arms = _arms(envs, levels)
    policy, codec = _load(model, arms, lora, dtype, checkpointing, seed)
    if data is not None:
        examples = read_examples(data, codec, backtracking, seed)
    else:
        shown = solved_tasks(arms, WarmUpConfig(tasks=tasks), seed)
        examples = worked_examples(codec, shown, backtracking, seed)
    fitting = [each for each in examples if len(each) <= policy.max_context]
    console.print(f"{len(fitting):,} examples of {len(examples):,} fit into the context", highlight=False)
    tell = _teller(steps)
    for step in fine_tune(policy, fitting, _plan(steps, batch, rate), seed):
        tell(step.step, f"{step.loss:.3f} nats a token")
    _save(policy, codec, out)


@app.command("rejection")
def rejection(
    envs: Annotated[list[str], typer.Argument(help="Ids or short names of environments, such as sudoku.")],
    out: Out,
    model: Taught,
    levels: Levels = None,
    rounds: Annotated[int, typer.Option(min=1, help="Of sampling and learning.")] = 3,
    tasks: Annotated[int, typer.Option("--tasks", "-n", min=1, help="Tasks of a round.")] = 256,
    samples: Annotated[int, typer.Option(min=1, help="Rollouts of each task.")] = 8,
    keep: Annotated[int, typer.Option(min=1, help="Most right ones of a task that are learnt.")] = 4,
    restart: Annotated[
        bool,
        typer.Option("--restart", help="Each round learns from the first weights, with all that was kept."),
    ] = False,
    engine: Annotated[str, typer.Option(help="What samples: native or vllm.")] = "native",
    max_tokens: Annotated[int, typer.Option(min=1, help="Most tokens of one turn.")] = 512,
    steps: Steps = 100,
    batch: Batch = 64,
    rate: Rate = 1e-5,
    lora: LoraRank = 0,
    dtype: Dtype = "float32",
    checkpointing: Checkpointing = False,
    seed: Seed = 0,
    threads: Threads = None,
) -> None:
    """Expert iteration: sample, keep what the verifier finds right, learn it, and again.

    ```text
    rlvr tune rejection sudoku --levels 1-2 --model runs/taught --out runs/expert
    ```
    """
    _prepare(out, threads)
    _refuse_scratch("rejection", model)
    from ..agents.engine import Sampling
    from ..agents.models.load import make_engine
    from ..agents.rollouts.config import RolloutConfig
    from ..agents.task_source import task_of
    from ..agents.warm_up.rejection import RejectionConfig, expert_iteration

    arms = _arms(envs, levels)
    policy, codec = _load(model, arms, lora, dtype, checkpointing, seed)
    config = RejectionConfig(
        rounds,
        samples,
        keep,
        restart,
        RolloutConfig(Sampling(max_tokens), lockstep=True),
        _plan(steps, batch, rate),
    )

    def drawn(number: int) -> list[Task]:
        return [
            task_of(arms[i % len(arms)], "rejection", seed, number, i // len(arms), split="train")
            for i in range(tasks)
        ]

    sampler = make_engine(engine, policy, codec, seed=seed)
    for each in expert_iteration(policy, sampler, codec, drawn, config, seed):
        loss = "nothing learnt" if each.loss is None else f"{each.loss:.3f} nats a token"
        console.print(
            f"round {each.round + 1}/{rounds}: pass rate {each.pass_rate:.1%}, {each.solved:.1%} of the tasks "
            f"solved, {each.kept:,} kept, {loss}",
            highlight=False,
        )
    _save(policy, codec, out)


@app.command("dpo")
def dpo(
    data: Data,
    out: Out,
    model: Taught,
    beta: Annotated[float, typer.Option(help="The smaller, the further it goes from where it began.")] = 0.1,
    anchor: Annotated[float, typer.Option(help="Weight of the likelihood of the better response.")] = 0.0,
    steps: Steps = 50,
    batch: Batch = 32,
    rate: Rate = 1e-6,
    lora: LoraRank = 0,
    dtype: Dtype = "float32",
    checkpointing: Checkpointing = False,
    seed: Seed = 0,
    threads: Threads = None,
) -> None:
    """Direct preference optimisation on pairs of a better and a worse response.

    ```text
    rlvr trajectories export runs/first/trajectories --kind preferences -o pairs.jsonl
    rlvr tune dpo --data pairs.jsonl --model runs/first/model --out runs/preferred
    ```
    """
    _prepare(out, threads)
    _refuse_scratch("dpo", model)
    from ..agents.warm_up.data import read_pairs
    from ..agents.warm_up.preferences import PreferenceConfig, prefer

    policy, codec = _load(model, [], lora, dtype, checkpointing, seed)
    pairs = list(read_pairs(data, codec))
    fitting = [pair for pair in pairs if all(len(each.segments[0]) <= policy.max_context for each in pair)]
    console.print(f"{len(fitting):,} pairs of {len(pairs):,} fit into the context", highlight=False)
    tell = _teller(steps)
    for step in prefer(policy, fitting, PreferenceConfig(beta, anchor, _plan(steps, batch, rate)), seed):
        tell(step.step, f"loss {step.loss:.3f}, margin {step.margin:.3f} nats, {step.accuracy:.0%} right")
    _save(policy, codec, out)


def _prepare(out: Path, threads: int | None) -> None:
    """Fail before any work: without torch, or where a model would be overwritten."""
    try:
        import torch
    except ImportError:
        raise ValueError('tuning needs torch: pip install "rlvr-gym[train]"') from None
    if (out / "config.json").exists():
        raise ValueError(f"{out} holds a model or a run: give another --out")
    if threads:
        torch.set_num_threads(threads)


def _refuse_scratch(command: str, model: str) -> None:
    """A model that knows nothing gets nothing right and prefers nothing."""
    if model == "scratch":
        raise ValueError(
            f"{command} needs a model that can do something: give --model a folder or a Hugging Face name"
        )


def _arms(envs: list[str] | None, levels: str | None) -> list[Arm]:
    from ..agents.arms import arms_of
    from ..agents.config import TaskConfig

    return arms_of(TaskConfig(envs=tuple(envs or ()), levels=parse_levels(levels) if levels else None))


def _load(
    name: str, arms: list[Arm], lora: int, dtype: str, checkpointing: bool, seed: int
) -> tuple[LanguageModel, Codec]:
    from ..agents.config import ModelConfig
    from ..agents.device import find_device
    from ..agents.from_scratch import from_scratch
    from ..agents.models.load import load_model
    from ..agents.models.lora import Lora

    if dtype not in _DTYPES:
        raise ValueError(f"--dtype {dtype!r}: there are {' and '.join(_DTYPES)}")
    if name != "scratch":
        try:
            adapters = Lora(lora, seed=seed) if lora else None
            return load_model(name, lora=adapters, dtype=dtype, checkpointing=checkpointing)
        except (ImportError, OSError) as error:  # a library is missing, there is no such model
            raise ValueError(str(error)) from error
    if not arms:
        raise ValueError(
            "a model from scratch learns from environments, whose texts make its vocabulary: name some, or give "
            "--model a folder or a Hugging Face name"
        )
    refused = {"--lora": lora, "--checkpointing": checkpointing, f"--dtype {dtype}": dtype != _DTYPES[0]}
    for option, given in refused.items():
        if given:
            raise ValueError(
                f"{option} is not for a model from scratch, which is small and learns whole, in float32: leave it out, "
                "or give --model a folder or a Hugging Face name"
            )
    model, codec = from_scratch(ModelConfig(), arms, seed)
    return model.to(find_device()), codec


def _plan(steps: int, batch: int, rate: float) -> SupervisedConfig:
    from ..agents.models.optimizer import OptimizerConfig
    from ..agents.warm_up.supervised import SupervisedConfig

    rates = OptimizerConfig(rate=rate, final=0.1, warm_up=min(10, steps))
    return SupervisedConfig(steps=steps, batch=batch, optimizer=rates)


def _teller(steps: int) -> Callable[[int, str], None]:
    """Prints about ten lines, the first and the last step among them."""
    every = max(1, steps // 10)

    def tell(step: int, text: str) -> None:
        if step % every == 0 or step == steps - 1:
            console.print(f"step {step + 1}/{steps}: {text}", highlight=False)

    return tell


def _save(model: LanguageModel, codec: Codec, out: Path) -> None:
    from ..agents.models.save import save_model

    save_model(model, codec, out)
    console.print(f"model in {out}", highlight=False)

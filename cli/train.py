"""``rlvr train``: reinforcement learning of a language model on environments of the registry."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from .console import check_env_options, errors, parse_difficulty, parse_levels


def train(
    envs: Annotated[
        list[str] | None, typer.Argument(help="Ids or short names of environments, such as sudoku.")
    ] = None,
    levels: Annotated[
        str | None, typer.Option(help="One level, 3, or a range, 1-5; all levels if not given.")
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            help="Instead of levels, of the scale of `rlvr list --difficulty`: 2.5, or a range, 2-3.5."
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="A Hugging Face name, a local folder, or scratch for a small model from nothing."),
    ] = None,
    preset: Annotated[str | None, typer.Option(help="The algorithm: grpo, dapo, rloo, ppo, ...")] = None,
    engine: Annotated[str | None, typer.Option(help="What samples: native or vllm.")] = None,
    curriculum: Annotated[
        str | None, typer.Option(help="What chooses levels: ladder, frontier, staircase, ...")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Steps of reinforcement learning.")] = None,
    prompts: Annotated[int | None, typer.Option(help="Tasks in a step.")] = None,
    samples: Annotated[int | None, typer.Option(help="Rollouts of each task.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Most tokens of one turn.")] = None,
    rate: Annotated[float | None, typer.Option(help="Step size of AdamW.")] = None,
    lora: Annotated[int | None, typer.Option(help="Rank of LoRA adapters; 0 trains all weights.")] = None,
    seed: Annotated[int | None, typer.Option(help="Of weights from scratch, tasks and sampling.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder of everything it writes.")] = None,
    config: Annotated[Path | None, typer.Option(help="A YAML file of settings; options override it.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any setting: --set sampling.temperature=0.8. Can be given several times."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint in --out.")] = False,
    threads: Annotated[int | None, typer.Option(help="Processor cores to use.")] = None,
) -> None:
    """Train a policy against environments, and leave checkpoints, records and an HTML report behind.

    On several GPUs: torchrun --nproc-per-node 8 -m rlvr train ...
    """
    options: dict[str, Any] = {
        "tasks.envs": list(envs) if envs else None,
        "tasks.levels": list(parse_levels(levels)) if levels else None,
        "tasks.difficulty": list(parse_difficulty(difficulty)) if difficulty else None,
        "model.name": model,
        "preset": preset,
        "sampling.engine": engine,
        "tasks.curriculum": curriculum,
        "steps": steps,
        "prompts": prompts,
        "samples": samples,
        "sampling.max_tokens": max_tokens,
        "optimizer.rate": rate,
        "model.lora_rank": lora,
        "seed": seed,
        "out": str(out) if out else None,
    }
    given = [f"{key}={yaml.safe_dump(value)}" for key, value in options.items() if value is not None]
    try:
        finished = _train(config, [*given, *(settings or [])], resume, threads, out)
    except yaml.YAMLError as error:
        text = " ".join(str(error).split())
        raise ValueError(f"a setting or the file of settings is not YAML: {text}") from error
    except OSError as error:  # no such folder, no permission, no space
        named = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
        raise ValueError(named) from error
    except ImportError as error:  # a library is missing; its message names the extra
        raise ValueError(str(error)) from error
    if not finished:
        raise typer.Exit(130)


def _train(
    config: Path | None, settings: list[str], resume: bool, threads: int | None, out: Path | None
) -> bool:
    """Do the run and say where things are; whether it came to its end."""
    try:
        import torch
    except ImportError:
        raise ValueError('training needs torch: pip install "rlvr-gym[train]"') from None
    from ..agents.config import NothingToTrainOn, TrainConfig
    from ..agents.train import run

    if threads:
        torch.set_num_threads(threads)
    try:
        wanted = TrainConfig.load(config, settings)
    except NothingToTrainOn as error:
        if not resume:
            raise
        held = out / "config.json" if out else Path("runs", "train", "config.json")
        way = f", or give --config {held}" if held.is_file() else ""
        raise ValueError(
            f"--resume needs the settings of the run: repeat its command with --resume added{way}"
        ) from error
    tasks = wanted.tasks
    check_env_options({*tasks.envs, *(arm.env for arm in tasks.arms)}, tasks.env_options)
    done = run(wanted, resume=resume)
    finished = done.trainer.step_count >= wanted.steps
    if done.world.is_main:
        if finished:
            errors.print(f"the model: {done.folder / 'model'}", highlight=False, markup=False, soft_wrap=True)
        page = done.folder / "report.html"
        errors.print(f"the run on a page: {page}", highlight=False, markup=False, soft_wrap=True)
    return finished

"""One run of the proof: a warm-up, its measurement, or an arm that trains from it; each is one file of numbers."""

from __future__ import annotations

import json
import multiprocessing
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import torch
from rich.console import Console

from rlvr.agents import held_out
from rlvr.agents.config import (
    EvaluationConfig,
    ModelConfig,
    SamplingConfig,
    TaskConfig,
    TrainConfig,
)
from rlvr.agents.curricula.base import Arm, Draw, Result
from rlvr.agents.curricula.ladder import Ladder
from rlvr.agents.engine import Sampling
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.set_up import Run, set_up, write_json
from rlvr.agents.trajectory import Group, Segment

from . import model as models
from .tasks import MODEL, PROOFS, SLOW, SLOWER, Proof, know_environments

REWARDS: dict[str, dict[str, Any]] = {
    "verifier": {"name": "verdict"},
    "random": {"name": "random", "rate": 0.5},
    "format": {"name": "format_only"},
    "flipped": {"name": "incorrect"},
}
"""The reward of each arm that is trained by reinforcement learning."""

CONTROLS = ("supervised", "format", "random", "flipped")
"""The strongest first."""
FURTHER = tuple(f"{name}{SLOW}" for name in ("supervised", "format", "random"))
"""The same with smaller steps: controls that are asked for by name."""
ARMS = ("verifier", *CONTROLS)
REFERENCE = "all-levels"
"""Imitation of the teacher at all levels: no control, since it is shown what the others are not."""
RUNS = ("warm-up", *ARMS, REFERENCE, *FURTHER)
"""All runs, in the order in which they are done."""


class Replayed:
    """A curriculum that draws what another run drew, step by step.

    So the controls get the tasks of the verifier's run, one by one, at the levels where its ladder stood: what differs
    is the reward and nothing else. Left to their own rewards, their ladders would run to the top (form alone is always
    paid) or stay at the bottom, and a sceptic could say that they had other tasks.
    """

    def __init__(self, arms: Sequence[Arm], drawn: Sequence[Sequence[str]]) -> None:
        self._arms = {arm.label: arm for arm in arms}
        self._drawn = [list(step) for step in drawn]
        self._step = 0

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """What was drawn in the next step."""
        labels = self._drawn[self._step]
        if len(labels) != count:
            raise ValueError(f"step {self._step} drew {len(labels)} tasks, and {count} are asked for")
        self._step += 1
        return [Draw(self._arms[label]) for label in labels]

    def record(self, results: Sequence[Result]) -> None:
        """Nothing is learnt from results."""

    def weights(self) -> Mapping[str, float]:
        """Nothing that is worth a record."""
        return {}

    def state(self) -> dict[str, Any]:
        """The number of the next step."""
        return {"step": self._step}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from `state`."""
        self._step = state["step"]


def config_of(proof: Proof, seed: int, arm: str, model: Path, out: Path) -> TrainConfig:
    """The settings of one run."""
    know_environments()
    size = SLOWER if arm.endswith(SLOW) else 1.0
    return TrainConfig(
        out=str(out),
        seed=seed,
        steps=proof.steps,
        prompts=proof.prompts,
        samples=proof.samples,
        chunk_tokens=4096,
        preset="lite_ppo",
        algorithm={"scale": "group"},
        model=ModelConfig(name=str(model), device="cpu"),
        tasks=TaskConfig(
            arms=proof.arms,
            curriculum="ladder",
            curriculum_options=proof.ladder,
            env_options=proof.env_options,
            reward=REWARDS.get(arm.removesuffix(SLOW), {}),
        ),
        sampling=SamplingConfig(max_tokens=proof.max_tokens, max_context=proof.context),
        optimizer=OptimizerConfig(
            rate=size * proof.rate,
            matrix_rate=size * proof.matrix_rate,
            warm_up=5,
            final=1.0,
            max_norm=1.0,
        ),
        evaluation=EvaluationConfig(tasks=proof.held_out, samples=proof.attempts),
        checkpoint_every=0,
        keep_trajectories=0,
    )


# ---- what is measured ------------------------------------------------------------------------------------


def measured(run: Run) -> dict[str, list[int]]:
    """How many samples of each held-out task are right, by level; the tasks are the same in every run.

    Raises:
        RuntimeError: if a sample could not be scored.
    """
    run.trainer.publish()
    found = run.measure()
    if found.masked:
        raise RuntimeError(f"{found.masked} held-out samples could not be scored")
    samples = run.config.evaluation.samples
    return {arm.label: [round(rate * samples) for rate in found.rates[arm.name]] for arm in run.arms}


def tokens_of(groups: Sequence[Group]) -> int:
    """Tokens that were read or drawn; a prompt counts once for all rollouts of its group, as it is computed."""
    total = 0
    for group in groups:
        lengths = [sum(map(len, each.segments)) for each in group.trajectories]
        prompts = [each.segments[0].policy.index(True) for each in group.trajectories if each.segments]
        total += sum(lengths) - sum(prompts) + max(prompts, default=0)
    return total


def greedily(run: Run) -> dict[str, list[int]]:
    """Which held-out tasks are passed with the likeliest token each time (1 or 0), by level."""
    config = replace(run.collector.config, sampling=Sampling(run.config.sampling.max_tokens, temperature=0.0))
    found = held_out.measure(
        Collector(run.engine, run.codec, config),
        run.arms,
        tasks=run.config.evaluation.tasks,
        samples=1,
        seed=run.config.seed,
        env_options=run.config.tasks.env_options,
        world=run.world,
    )
    return {arm.label: [round(rate) for rate in found.rates[arm.name]] for arm in run.arms}


# ---- runs ------------------------------------------------------------------------------------------------


class Cell:
    """All runs of one task and seed: their folder, and what is there already.

    Args:
        proof: the task.
        seed: of weights, tasks and draws.
        out: folder of all results.
    """

    def __init__(self, proof: Proof, seed: int, out: Path) -> None:
        self.proof, self.seed = proof, seed
        self.folder = out / proof.name / str(seed)
        self.model = self.folder / "warm-up"

    def file(self, name: str) -> Path:
        """The numbers of a run."""
        return self.folder / f"{name}.json"

    def read(self, name: str) -> dict[str, Any]:
        """The numbers of a run that is done."""
        return cast(dict[str, Any], json.loads(self.file(name).read_text(encoding="utf-8")))

    def missing(self, names: Sequence[str]) -> list[str]:
        """The runs of these that are not done, in the order in which they can be."""
        return [name for name in RUNS if name in names and not self.done(name)]

    def done(self, name: str) -> bool:
        """Whether a run was measured with these settings; what was not is done again."""
        return self.file(name).exists() and self.read(name)["settings"] == self.proof.settings(name)

    def ready(self, name: str) -> bool:
        """Whether what a run begins from is there."""
        before = {"warm-up": [], "verifier": ["warm-up"]}.get(name, ["warm-up", "verifier"])
        return all(self.done(each) for each in before)

    def do(self, name: str) -> None:
        """Do one run: the warm-up, or an arm. All but the verifier need the verifier's run: its tasks or its tokens."""
        torch.set_num_threads(1)
        if name == "warm-up":
            found = self._warm_up()
        elif name.removesuffix(SLOW) in ("supervised", REFERENCE):
            found = self._supervised(name)
        else:
            found = self._reinforced(name)
        write_json(
            self.file(name), {"settings": self.proof.settings(name), "attempts": self.proof.attempts, **found}
        )

    def _warm_up(self) -> dict[str, Any]:
        losses = models.warm_up(self.proof, self.seed, self.model)
        with tempfile.TemporaryDirectory() as out:
            run = self._run("verifier", Path(out) / "run")
            return {
                "parameters": run.model.size,
                "losses": losses,
                "passed": measured(run),
                "greedy": greedily(run),
            }

    def _reinforced(self, arm: str) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as out:
            run = self._run(arm, Path(out) / "run")
            if arm != "verifier":
                run.trainer.source.curriculum = Replayed(run.arms, self.read("verifier")["drawn"])
            drawn, paid, passed, frontiers, tokens = [], [], [], [], 0
            for _ in range(run.config.steps):
                record = run.trainer.step()
                groups = run.trainer.groups
                labels = [group.arm.rsplit(":", 1)[1] for group in groups]
                drawn.append(labels)
                paid.append(record["reward/mean"])
                passed.append(_rates(labels, groups))
                frontiers.append(_frontier(run))
                tokens += tokens_of(groups)
            return {
                "drawn": drawn,
                "paid": paid,
                "pass_rates": passed,
                "frontiers": frontiers,
                "tokens": tokens,
                "passed": measured(run),
                "greedy": greedily(run),
            }

    def _supervised(self, name: str) -> dict[str, Any]:
        # Every token of the verifier's run was drawn once and learnt once. Drawing is counted as dear as learning,
        # which it is by the clock on a CPU; by arithmetic it is a third.
        budget = 2 * self.read("verifier")["tokens"]
        with tempfile.TemporaryDirectory() as out:
            run = self._run("verifier", Path(out) / "run")
            decoder, codec = cast(Decoder, run.model), cast(PhraseTokenizer, run.codec)
            levels = len(self.proof.arms) if name == REFERENCE else self.proof.shown

            def examples(count: int) -> list[Segment]:
                chats = self.proof.chats(self.seed, count, "supervised", levels)
                return models.segments(self.proof, codec, chats)

            first = examples(50 * levels)
            length = sum(map(len, first)) / len(first)
            steps = max(1, round(budget / (length * MODEL["batch"])))
            size = SLOWER if name.endswith(SLOW) else 1.0
            losses = models.supervise(decoder, examples(steps * MODEL["batch"]), steps, self.seed, size)
            return {
                "steps": steps,
                "tokens": budget,
                "losses": losses,
                "passed": measured(run),
                "greedy": greedily(run),
            }

    def _run(self, arm: str, out: Path) -> Run:
        config = config_of(self.proof, self.seed, arm, self.model, out)
        run = set_up(config, console=Console(quiet=True))
        run.monitors.end()
        run.trainer.publish()
        return run


def _rates(labels: Sequence[str], groups: Sequence[Group]) -> dict[str, list[int]]:
    """By level, how many of a step's rollouts passed, and of how many."""
    found: dict[str, list[int]] = {}
    for label, group in zip(labels, groups, strict=True):
        counts = found.setdefault(label, [0, 0])
        counts[0] += sum(each.passed for each in group.trajectories)
        counts[1] += len(group.trajectories)
    return found


def _frontier(run: Run) -> str | None:
    """The label of the level where the ladder stands; None without a ladder of its own."""
    ladder = run.trainer.source.curriculum
    if not isinstance(ladder, Ladder):
        return None
    (name,) = ladder.frontiers()
    return name.rsplit(":", 1)[1]


def complete(found: Sequence[Cell], names: Sequence[str], processes: int) -> Iterator[str]:
    """Do the runs that are missing, in processes of one thread each; gives a line for each run that is done.

    All of an earlier cell come before those of a later one. A run waits for what it begins from: the verifier for the
    warm-up, and the controls for the verifier.
    """
    # Threads that wait by spinning make a busy machine slower still.
    os.environ["OMP_NUM_THREADS"] = "1"
    waiting = [(cell, name) for cell in found for name in cell.missing(names)]
    if not waiting:
        return
    start = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(waiting)), mp_context=start) as pool:
        busy: dict[Future[None], tuple[Cell, str]] = {}
        while waiting or busy:
            ready = [(cell, name) for cell, name in waiting if cell.ready(name)]
            for cell, name in ready[: processes - len(busy)]:
                waiting.remove((cell, name))
                busy[pool.submit(cell.do, name)] = cell, name
            if not busy:
                cell, name = waiting[0]
                raise ValueError(
                    f"{cell.proof.name}, seed {cell.seed}: {name} waits for a run that is not asked for"
                )
            done, _ = wait(busy, return_when=FIRST_COMPLETED)
            for future in done:
                cell, name = busy.pop(future)
                future.result()
                yield f"{cell.proof.name}, seed {cell.seed}: {name} is done"


def collected(found: Sequence[Cell], names: Sequence[str]) -> dict[str, dict[int, dict[str, Any]]]:
    """The numbers of all runs that are done, by task, seed and run, of the cells that have a warm-up."""
    results: dict[str, dict[int, dict[str, Any]]] = {}
    for cell in found:
        runs = {name: cell.read(name) for name in names if cell.done(name)}
        if "warm-up" in runs:
            results.setdefault(cell.proof.name, {})[cell.seed] = runs
    return {name: results[name] for name in PROOFS if name in results}

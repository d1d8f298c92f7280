"""A training run from beginning to end: warm up, train, measure, keep; or go on where it stopped.

What a run leaves in its folder: ``config.json``; ``versions.jsonl`` (a line each time it is started: packages, commit,
machine); ``records.jsonl`` (one line a step), TensorBoard's logs and
``report.html``; ``checkpoints/``; ``trajectories/`` of some steps; and ``model/``, the trained weights, which
``rlvr eval``, transformers and (for an architecture of Hugging Face) vLLM read.
"""

from __future__ import annotations

import json
import math
import signal
import threading
from typing import Any, Self

from rich.console import Console

from ..export.errors import DatasetError
from .config import TrainConfig
from .held_out import HeldOut, change
from .intervals import Estimate
from .learnt_notes import note_learning
from .monitors.comparison import Comparison, Measured
from .monitors.report import sample_of
from .rollouts.index import TrajectoryIndex
from .rollouts.storage import write_trajectories
from .run_folder import write_json
from .set_up import Run, set_up
from .warm_up.begin import solved_tasks, warm_up, worked_examples

SHOWN = 6
"""Episodes of the last step that the report shows."""


def run(config: TrainConfig, *, resume: bool = False, console: Console | None = None) -> Run:
    """The whole run; returns it, closed, with the trained model.

    Ctrl-C ends it when the step under way is done, with a checkpoint from which ``--resume`` goes on; a second one
    ends it at once, and what came after the last checkpoint is lost.
    """
    run = set_up(config, resume=resume, console=console)
    trainer, evaluation, world = run.trainer, config.evaluation, run.world
    try:
        if not run.resumed:
            if run.world.is_main:  # whoever reads the rollouts later needs it from the first step on
                run.codec.save(run.folder / "tokenizer")
            learn_solutions(run)
            run.begin()
        before = held_out_before(run)
        after = None
        with Interrupt() as interrupt:
            while trainer.step_count < config.steps:
                record, after = trainer.step(), None
                done = trainer.step_count
                last = done == config.steps
                if evaluation.every >= 0 and (last or (evaluation.every and done % evaluation.every == 0)):
                    after = run.measure()
                    record |= after.record()
                run.monitors.step(done, record)
                keep_trajectories(run, last)
                stopped = not last and bool(world.most(interrupt.asked))
                if last or stopped or (config.checkpoint_every and done % config.checkpoint_every == 0):
                    run.save(score_of(after))
                if stopped:
                    run.monitors.note(f"interrupted after step {done}: go on with --resume")
                    return run
        if after is None and evaluation.every >= 0:  # it was killed after its last checkpoint
            after = run.measure()
        finish(run, before, after)
    except KeyboardInterrupt:
        run.monitors.note("interrupted: --resume goes on from the last checkpoint, or begins again without one")
        raise
    finally:
        run.trainer.close()
        run.monitors.end()
        world.close()
    return run


class Interrupt:
    """Within it, the first Ctrl-C is only noted: a step that stops half-way leaves a state that no run goes on from.

    Attributes:
        asked: how often Ctrl-C was pressed, up to the second time, which raises KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.asked = 0
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():  # signals come to no other
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, *signal_: object) -> None:
        self.asked += 1
        if self.asked > 1:
            raise KeyboardInterrupt


def score_of(found: HeldOut | None) -> float | None:
    """What the best checkpoint is chosen by; None where nothing was measured after this very step."""
    return None if found is None or math.isnan(found.mean.value) else found.mean.value


def learn_solutions(run: Run) -> None:
    """The warm-up, if there is one."""
    config, seed = run.config.warm_up, run.config.seed
    if config.steps:
        tasks = solved_tasks(run.arms, config, seed)
        examples = worked_examples(run.codec, tasks, config.backtracking, seed)
        scratch = run.config.model.name == "scratch"
        tell = run.monitors.note
        warm_up(run.model, run.codec, examples, config, seed, tell, run.world, scratch=scratch)


def held_out_before(run: Run) -> HeldOut | None:
    """Pass rates before reinforcement learning: measured, or, in a run that goes on, as they were kept."""
    if run.config.evaluation.every < 0:
        return None
    file = run.folder / "held-out-before.json"
    if file.exists() and run.resumed:
        return HeldOut(**json.loads(file.read_text(encoding="utf-8")))
    if run.trainer.step_count:
        return None
    found = run.measure()
    if run.world.is_main:
        write_json(file, {"rates": dict(found.rates), "masked": found.masked})
    run.monitors.note(f"held-out pass@1 before reinforcement learning: {found.mean}")
    return found


def keep_trajectories(run: Run, last: bool) -> None:
    """Write the step's trajectories, and add them to the index, if it is one of the steps that are kept."""
    every, done = run.config.keep_trajectories, run.trainer.step_count
    if every and (last or done % every == 0):
        trainer = run.trainer
        note_learning(trainer.groups, trainer.shaped, trainer.learnt, trainer.learner.advantages)
        episodes = [each for group in run.trainer.groups for each in group.trajectories]
        for episode in episodes:
            episode.extra |= {"step": done, "model": run.config.model.name, "tokenizer": run.tokenizer}
        path = run.folder / "trajectories" / f"step-{done:08d}-rank-{run.world.rank}.jsonl.gz"
        places = write_trajectories(path, episodes)
        try:
            with TrajectoryIndex(path.parent, refresh=False) as index:
                index.add(path, zip(places, episodes, strict=True))
        except DatasetError as error:  # it can be made from the files at any time
            run.monitors.note(f"the index of trajectories could not be written: {error}")


def finish(run: Run, before: HeldOut | None, after: HeldOut | None) -> None:
    """Write the model and what the report needs."""
    if run.sharded or run.world.is_main:
        run.save_model(run.folder / "model")
    run.world.barrier()
    if run.report is not None:
        episodes = [each for group in run.trainer.groups for each in group.trajectories]
        run.report.samples = [sample_of(each) for each in episodes[:: max(1, len(episodes) // SHOWN)][:SHOWN]]
        if before is not None and after is not None:
            later = after.of_environment()
            run.report.headline = compared(before, after)
            run.report.evaluation = {
                name: (measured(one), measured(later[name]))
                for name, one in before.of_environment().items()
                if name in later
            }
    if after is not None:
        verdict = "" if before is None else f"; {compared(before, after).verdict()}"
        run.monitors.note(f"held-out pass@1 after reinforcement learning: {after.mean}{verdict}")


def compared(before: HeldOut, after: HeldOut) -> Comparison:
    """What two measurements show, as monitors tell it."""
    return Comparison(measured(before.mean), measured(after.mean), measured(change(before, after)))


def measured(found: Estimate) -> Measured:
    """An estimate as plain numbers."""
    return found.value, found.low, found.high

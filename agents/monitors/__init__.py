"""What a run shows while it goes and leaves behind: records, a live view, TensorBoard, W&B, a report.

`watch` makes the usual set::

    monitors = watch(folder, steps=200, start=0)
    monitors.begin(config); monitors.step(0, record); monitors.note("..."); monitors.end()
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from .base import Monitor
from .live import LiveView
from .many import Monitors
from .records import Records
from .report import Report
from .tensorboard import TensorBoard
from .wandb import WeightsAndBiases

__all__ = ["LiveView", "Monitor", "Monitors", "Records", "Report", "TensorBoard", "WeightsAndBiases", "watch"]


def watch(
    folder: Path,
    *,
    steps: int | None = None,
    start: int = 0,
    live: LiveView | bool = True,
    report: Report | bool = True,
    wandb: str | None = None,
) -> Monitors:
    """The monitors of a run: ``records.jsonl``, ``tensorboard/`` where it is installed, and what else is asked for.

    Args:
        folder: of the run.
        steps: how many steps the run has, if that is known.
        start: the step that it begins with; above 0 it goes on from a checkpoint.
        live: the view in the terminal: true for the usual one, or one of your own.
        report: ``report.html`` at the end: true for the usual one, or one that you hand samples and evaluations to.
        wandb: project of Weights & Biases, which must be installed then; None for none.
    """
    monitors: list[Monitor] = [Records(folder / "records.jsonl", start)]
    with suppress(ImportError):  # it is part of the extra `train`, but nothing depends on it
        monitors.append(TensorBoard(folder / "tensorboard", start))
    if wandb is not None:
        monitors.append(WeightsAndBiases(folder, wandb, start=start))
    if live:
        monitors.append(LiveView(steps) if live is True else live)
    if report:
        monitors.append(Report(folder) if report is True else report)
    return Monitors(monitors)

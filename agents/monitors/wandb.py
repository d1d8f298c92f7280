"""Curves in Weights & Biases, if it is installed and asked for; ``WANDB_MODE=offline`` needs no account."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any
from uuid import uuid4


class WeightsAndBiases:
    """Logs records and notes; a `Monitor`."""

    def __init__(self, folder: Path, project: str = "rlvr", name: str | None = None, start: int = 0) -> None:
        """Choose where the run is logged; nothing is sent before `begin`.

        Args:
            folder: of the run. Its file ``wandb-id`` keeps the run's identity, so that a resumed run goes on in it.
            project: its project.
            name: its name; None takes that of the folder.
            start: how many steps were done when the run begins; 0 begins a new run.

        Raises:
            ImportError: if wandb is not installed.
        """
        try:
            import wandb
        except ImportError as error:
            raise ImportError(
                "Weights & Biases was asked for: pip install wandb, or leave the option out"
            ) from error
        self._wandb: Any = wandb
        self._folder, self._project, self._name, self._step = folder, project, name or folder.name, start
        self._run: Any = None

    def begin(self, config: Mapping[str, Any]) -> None:
        """See `Monitor.begin`."""
        self._folder.mkdir(parents=True, exist_ok=True)
        identity = self._folder / "wandb-id"
        if self._step == 0 or not identity.exists():
            identity.write_text(uuid4().hex[:8], encoding="utf-8")
        self._run = self._wandb.init(
            dir=str(self._folder),
            project=self._project,
            name=self._name,
            id=identity.read_text(encoding="utf-8"),
            resume="allow",
            config=dict(config),
        )
        # Its own counter only rises; with this one a step that is done again may be logged again.
        self._run.define_metric("step")
        self._run.define_metric("*", step_metric="step")

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """See `Monitor.step`."""
        self._run.log({"step": step, **record})
        self._step = step

    def note(self, text: str) -> None:
        """See `Monitor.note`."""
        self._run.log({"step": self._step, "note": self._wandb.Html(escape(text))})

    def end(self) -> None:
        """See `Monitor.end`."""
        self._run.finish()

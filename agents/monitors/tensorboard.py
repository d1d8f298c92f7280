"""Curves in TensorBoard: ``tensorboard --logdir <folder>``. Written whenever the library is there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any


class TensorBoard:
    """Writes scalars and notes; a `Monitor`."""

    def __init__(self, folder: Path, start: int = 0) -> None:
        """Open a log.

        Args:
            folder: of the run's log; made if missing.
            start: how many steps were done when the run begins; what earlier logs in `folder` have of later ones is
                hidden.

        Raises:
            ImportError: if there is neither tensorboard nor tensorboardX.
        """
        self._writer = _writer_class()(str(folder), purge_step=start + 1)
        self._step = start

    def begin(self, config: Mapping[str, Any]) -> None:
        """See `Monitor.begin`."""
        # Four spaces make a block of code of it: TensorBoard reads Markdown.
        lines = json.dumps(dict(config), indent=2, default=str).splitlines()
        self._writer.add_text("config", "\n".join("    " + line for line in lines), self._step)

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """See `Monitor.step`."""
        for key, value in record.items():
            self._writer.add_scalar(key, value, step)
        self._writer.flush()
        self._step = step

    def note(self, text: str) -> None:
        """See `Monitor.note`."""
        self._writer.add_text("notes", text, self._step)

    def end(self) -> None:
        """See `Monitor.end`."""
        self._writer.close()


def _writer_class() -> Any:
    for module in ("torch.utils.tensorboard", "tensorboardX"):
        with suppress(ImportError):
            return import_module(module).SummaryWriter
    raise ImportError('TensorBoard needs tensorboard: pip install "rlvr-gym[train]"')

"""Several monitors as one, none of which can stop a run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .advice import Advice
from .base import Monitor

_log = logging.getLogger(__name__)


class Monitors:
    """Passes everything on, in order, and notes advice. A monitor that fails is dropped, and the others get a note."""

    def __init__(self, monitors: Sequence[Monitor] = ()) -> None:
        self.monitors = list(monitors)
        self._advice = Advice()

    def begin(self, config: Mapping[str, Any]) -> None:
        """See `Monitor.begin`."""
        self._tell(lambda monitor: monitor.begin(config))

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """See `Monitor.step`."""
        self._tell(lambda monitor: monitor.step(step, record))
        for text in self._advice.after(record):
            self.note(text)

    def note(self, text: str) -> None:
        """See `Monitor.note`."""
        self._tell(lambda monitor: monitor.note(text))

    def end(self) -> None:
        """See `Monitor.end`."""
        self._tell(lambda monitor: monitor.end())

    def _tell(self, call: Callable[[Monitor], None]) -> None:
        failures = []
        for monitor in list(self.monitors):
            try:
                call(monitor)
            except Exception as error:
                self.monitors.remove(monitor)
                failures.append(f"{type(monitor).__name__} failed and is left out: {error!r}")
                _log.warning(failures[-1], exc_info=True)
        for text in failures:
            self.note(text)

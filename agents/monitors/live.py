"""The run at a glance in a terminal; one plain line a step where the output is no terminal."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from .records import MIXED, other_shares
from .shares import PARTS, time_shares

_ROWS = {
    "reward/mean": ("reward", "{:.3f}"),
    "reward/pass_rate": ("pass rate", "{:.3f}"),
    "policy/entropy": ("entropy", "{:.3f}"),
    "policy/kl": ("KL to sampler", "{:z.5f}"),
    "policy/reference_kl": ("KL to reference", "{:z.4f}"),
    "policy/gradient_norm": ("gradient norm", "{:.3f}"),
    "rollout/length": ("length", "{:.0f}"),
    "rollout/turns": ("turns", "{:.1f}"),
    "rollout/cut": ("cut off", "{:.2f}"),
    "rollout/used": ("used", "{:.2f}"),
    "speed/tokens_per_second": ("tokens/s", "{:,.0f}"),
}
_COLORS = dict(zip(PARTS, ("cyan", "yellow", "green", "bright_black"), strict=True))
_ARMS, _NOTES, _WIDTH = 12, 3, 32
_BAR = 24  # with the names of its parts it fits into 80 columns


class LiveView:
    """Shows records as they come; a `Monitor`."""

    def __init__(self, steps: int | None = None, console: Console | None = None, every: int = 1) -> None:
        """Prepare a view.

        Args:
            steps: how many steps the run has, if that is known.
            console: where to show it; None for standard output.
            every: without a terminal, one line for each so many steps.
        """
        self._console = console or Console()
        self._steps, self._every = steps, every
        self._history: dict[str, list[float]] = {}
        self._record: Mapping[str, float] = {}
        self._rates: dict[str, float] = {}
        self._shares: Mapping[str, float] | None = None
        self._mixed = False
        self._step, self._done = 0, 0
        self._began = self._first = time.monotonic()
        self._notes: deque[str] = deque(maxlen=_NOTES)
        self._live: Live | None = None

    def begin(self, config: Mapping[str, Any]) -> None:
        """See `Monitor.begin`."""
        self._began = time.monotonic()
        if self._console.is_terminal:
            self._live = Live(console=self._console, auto_refresh=False, vertical_overflow="crop")
            self._live.start()
            self._show()

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """See `Monitor.step`."""
        # What is known of all rollouts is shown in the place of what is known of those that were learnt from.
        whole = {
            key.removesuffix("_all"): value
            for key, value in record.items()
            if key.startswith("policy/") and key.endswith("_all")
        }
        record = {**record, **whole}
        self._step, self._record = step, record
        self._done += 1
        if self._done == 1:
            self._first = time.monotonic()
        for key, value in record.items():
            if key.startswith("pass_rate/"):
                self._rates[key.removeprefix("pass_rate/")] = value
        if any(key.startswith("curriculum/") for key in record):
            self._shares = record if self._shares is None else self._shares
            self._mixed = self._mixed or other_shares(self._shares, record)
        for key in _ROWS:
            if key in record:
                self._history.setdefault(key, []).append(record[key])
        if self._live is not None:
            self._show()
        elif step % self._every == 0 or step in (1, self._steps):
            self._console.print(self._line(), highlight=False, soft_wrap=True, markup=False)

    def note(self, text: str) -> None:
        """See `Monitor.note`."""
        if self._live is None:
            self._console.print(text, highlight=False, soft_wrap=True, markup=False)
        else:
            self._notes.append(text)
            self._show()

    def end(self) -> None:
        """See `Monitor.end`."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _show(self) -> None:
        assert self._live is not None
        self._live.update(self.picture(), refresh=True)

    def _title(self) -> str:
        seconds = time.monotonic() - self._began
        if not self._done:
            return "before the first step"
        total = "" if self._steps is None else f"/{self._steps}"
        title = f"step {self._step}{total}   {_clock(seconds)}"
        if (
            self._steps is not None and self._done > 1
        ):  # what came before the first step says nothing of the others
            each = (time.monotonic() - self._first) / (self._done - 1)
            title += f", {_clock((self._steps - self._step) * each)} to go"
        return title

    def _line(self) -> str:
        numbers = (
            f"{name} {shape.format(self._record[key])}{self._mark(key)}"
            for key, (name, shape) in _ROWS.items()
            if key in self._record
        )
        shares = " ".join(f"{name} {share:.0%}" for name, share in time_shares(self._record).items())
        return "  ".join([self._title(), *numbers, shares]).rstrip()

    def _mark(self, key: str) -> str:
        """What to say of a mean over levels whose shares have changed; a curve of it would be one of the shares."""
        return " (levels changed)" if self._mixed and key in MIXED else ""

    def picture(self) -> RenderableType:
        """The view of the newest record."""
        numbers = Table(box=None, show_header=False, padding=(0, 1))
        for key, values in self._history.items():
            name, shape = _ROWS[key]
            mark = self._mark(key)
            curve = Text(mark.strip(), "dim") if mark else Text(sparkline(values), "cyan")
            numbers.add_row(name, Text(shape.format(values[-1]), justify="right"), curve)
        parts: list[RenderableType] = [Columns([numbers, self._arms()], padding=(0, 2))]
        shares = time_shares(self._record)
        if shares:
            parts.append(stacked_bar(shares, width=_BAR))
        parts.extend(Text(text, "dim") for text in self._notes)
        return Panel(Group(*parts), title=Text(self._title()), title_align="left")

    def _arms(self) -> Table:
        """Newest pass rates of the arms that are drawn the most."""
        shares = {name: self._record.get(f"curriculum/{name}", 0.0) for name in self._rates}
        chosen = sorted(sorted(self._rates, key=lambda name: -shares[name])[:_ARMS])
        table = Table(box=None, show_header=False, padding=(0, 1))
        for name in chosen:
            share = f"{shares[name]:.0%} of draws" if shares[name] else ""
            table.add_row(
                Text(name),
                Text(bar(self._rates[name]), "green"),
                f"{self._rates[name]:.2f}",
                Text(share, "dim"),
            )
        return table


def sparkline(values: Sequence[float], width: int = _WIDTH) -> str:
    """A curve in one line: means of up to `width` stretches, from the lowest to the highest; blanks for NaN."""
    cells = min(width, len(values))
    means = []
    for cell in range(cells):
        part = values[cell * len(values) // cells : (cell + 1) * len(values) // cells]
        finite = [value for value in part if math.isfinite(value)]
        # Halves, divided before they are added: neither the sums nor their differences overflow.
        means.append(sum(value / 2 / len(finite) for value in finite) if finite else math.nan)
    known = [mean for mean in means if not math.isnan(mean)]
    if not known:
        return " " * cells
    low, span = min(known), max(known) - min(known)
    flat = span <= 1e-9 * max(map(abs, known))  # no curve of the noise of rounding
    levels = [math.nan if math.isnan(mean) else 0.0 if flat else (mean - low) / span for mean in means]
    return "".join(" " if math.isnan(level) else "▁▂▃▄▅▆▇█"[min(7, int(8 * level))] for level in levels)


def bar(share: float, width: int = 16) -> str:
    """A horizontal bar of `share` in [0, 1], in eighths of a character."""
    eighths = round(8 * width * min(1.0, max(0.0, share))) if math.isfinite(share) else 0
    full, rest = divmod(eighths, 8)
    return ("█" * full + " ▏▎▍▌▋▊▉"[rest] * (rest > 0)).ljust(width)


def stacked_bar(shares: Mapping[str, float], width: int) -> Text:
    """Shares that add up to 1, one behind the other, with their names."""
    line, names = Text(), Text()
    edge = 0.0
    for name, share in shares.items():
        start, edge = round(width * edge), edge + share
        line.append("█" * (round(width * edge) - start), _COLORS[name])
        names.append(f"  {name} {share:.0%}", _COLORS[name])
    return Text.assemble(line, names)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

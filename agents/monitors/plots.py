"""The report's plots, as SVG text for the middle of a page: no fixed background, and lines of the page's own colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from io import StringIO
from typing import Any, ParamSpec

import numpy as np

from .comparison import Measured
from .records import History
from .shares import PARTS, time_shares

P = ParamSpec("P")
COLORS = ("#3b82c4", "#d97730", "#3f9d5a", "#a06cc8", "#c24d6a", "#8a8f3a")
_INK = "#123456"  # stands for the colour of the page's text, whatever that is
_CELLS = 80  # most columns of a heat map


def _drawn(draw: Callable[P, Any]) -> Callable[P, str]:
    """Makes a function that draws a figure into one that gives its SVG."""

    @wraps(draw)
    def drawn(*arguments: P.args, **options: P.kwargs) -> str:
        import matplotlib

        style: dict[Any, Any] = dict.fromkeys(
            ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), _INK
        )
        style |= {
            "axes.spines.top": False,
            "axes.spines.right": False,
            "font.size": 9,
            "text.parse_math": False,
        }
        # The salt keeps the names of parts of one plot apart from those of the others on the page.
        style |= {"svg.fonttype": "none", "svg.hashsalt": f"{draw.__name__} {arguments[1:]}"}
        with matplotlib.rc_context(style):
            text = StringIO()
            draw(*arguments, **options).savefig(text, format="svg", transparent=True, metadata={"Date": None})
        return "<svg" + text.getvalue().partition("<svg")[2].replace(_INK, "currentColor")

    return drawn


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


@_drawn
def curves(history: History, keys: Sequence[str], window: float) -> Any:
    """One small panel for each key: what was measured, pale, and its smoothed curve."""
    columns = min(3, len(keys))
    rows = math.ceil(len(keys) / columns)
    figure = _figure(4.1 * columns, 2.5 * rows)
    for number, key in enumerate(keys):
        axis = figure.add_subplot(rows, columns, number + 1)
        steps, values = history.curve(key)
        color = COLORS[number % len(COLORS)]
        axis.plot(steps, values, color=color, alpha=0.3, linewidth=1, marker="." if len(steps) < 3 else "")
        axis.plot(steps, smooth(values, window), color=color, linewidth=2)
        known = [value for value in values if math.isfinite(value)] or [0.0]
        size = max(map(abs, known)) or 1.0
        if max(known) - min(known) < 1e-6 * size:  # a straight line, and not the noise of rounding in full size
            axis.set_ylim(known[0] - size, known[0] + size)
        axis.locator_params(axis="x", integer=True)  # there are no halves of steps
        axis.set_title(key, fontsize=10)
        axis.grid(alpha=0.2)
    return figure


@_drawn
def heat_map(history: History, group: str, label: str) -> Any:
    """A row for each arm of a group such as ``pass_rate/``; time goes to the right, means of stretches of steps."""
    keys = sorted(history.names(group))
    table = np.array([[record.get(key, math.nan) for record in history.records] for key in keys])
    cells = min(_CELLS, table.shape[1])
    edges = [cell * table.shape[1] // cells for cell in range(cells + 1)]
    picture = np.full((len(keys), cells), math.nan)
    for cell in range(cells):
        part = table[:, edges[cell] : edges[cell + 1]]
        known = np.isfinite(part)
        count = known.sum(axis=1)
        np.divide(np.where(known, part, 0.0).sum(axis=1), count, out=picture[:, cell], where=count > 0)
    figure = _figure(9.5, 1.2 + 0.24 * len(keys))
    axis = figure.add_subplot()
    first, last = history.steps[0] - 0.5, history.steps[-1] + 0.5
    top = max(1e-9, float(np.nanmax(picture, initial=0.0)))
    image = axis.imshow(
        picture,
        aspect="auto",
        interpolation="nearest",
        cmap="viridis",
        vmin=0.0,
        vmax=1.0 if group == "pass_rate/" else top,
        extent=(first, last, len(keys) - 0.5, -0.5),
    )
    axis.set_yticks(range(len(keys)), [key.removeprefix(group) for key in keys], fontsize=8)
    axis.set_xlabel("step")
    figure.colorbar(image, ax=axis, label=label)
    return figure


@_drawn
def times(history: History, window: float) -> Any:
    """Shares of a step's time over the run."""
    rows = [(step, time_shares(r)) for step, r in zip(history.steps, history.records, strict=True)]
    rows = [(step, shares) for step, shares in rows if shares]
    steps = [step for step, _ in rows]
    layers = [smooth([shares[name] for _, shares in rows], window) for name in PARTS]
    figure = _figure(9.5, 2.6)
    axis = figure.add_subplot()
    axis.stackplot(steps, layers, labels=PARTS, colors=("#3b82c4", "#d97730", "#3f9d5a", "#8888888f"))
    axis.set(ylim=(0, 1), xlabel="step", ylabel="share of a step's time")
    axis.margins(x=0)
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


@_drawn
def before_and_after(evaluation: Mapping[str, tuple[Measured, Measured]]) -> Any:
    """For each name two points with their intervals, joined."""
    figure = _figure(9.5, 1.1 + 0.34 * len(evaluation))
    axis = figure.add_subplot()
    for place, (before, after) in enumerate(evaluation.values()):
        axis.plot([before[0], after[0]], [place, place], color="#888888", linewidth=1)
        for (value, low, high), shift, name, color in (
            (before, -0.1, "before", COLORS[1]),
            (after, 0.1, "after", COLORS[0]),
        ):
            axis.plot([low, high], [place + shift] * 2, color=color, linewidth=1.5, alpha=0.7)
            axis.plot([value], [place + shift], "o", color=color, label=name if place == 0 else None)
    axis.set_yticks(range(len(evaluation)), list(evaluation), fontsize=9)
    axis.set_ylim(len(evaluation) - 0.4, -0.6)
    axis.grid(alpha=0.2, axis="x")
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


def smooth(values: Sequence[float], window: float) -> list[float]:
    """Running means that forget: the newest value has weight ``1 / window``, freed of the pull of the start.

    A value that is not finite is passed over; a window of 1 changes nothing.
    """
    total = mass = 0.0
    curve = []
    for value in values:
        if math.isfinite(value):
            total += (value - total) / window
            mass += (1.0 - mass) / window
        curve.append(total / mass if mass else math.nan)
    return curve

"""Plots of evaluations. matplotlib comes with the extra ``train``; without it there are no plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..intervals import Estimate
from .compare import Comparison, RunSummary
from .report import EvaluationReport
from .runs import profile_band
from .tables import short, with_all

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777")
"""Paul Tol's bright palette, which people who see few colours can tell apart."""


def plots_work() -> bool:
    """Whether matplotlib is installed."""
    import importlib.util

    return importlib.util.find_spec("matplotlib") is not None


def plot_report(report: EvaluationReport, folder: Path) -> list[Path]:
    """Pass@k and level curves of one evaluation; the files written."""
    if not report.total.samples:
        return []
    made = [level_curves({report.name: report}, folder / "levels.png")]
    if len(report.ks) > 1:
        panels = {name: {report.name: found.pass_at} for name, found in with_all(report).items()}
        made.insert(0, pass_curves(panels, _chances(report), folder / "pass-at-k.png"))
    return made


def plot_comparison(found: Comparison, reports: Mapping[str, EvaluationReport], folder: Path) -> list[Path]:
    """Pass@k of both with the crossing, level curves of both, tasks gained and lost; the files written."""
    pairings = {short(env): pairing for env, pairing in found.envs.items()}
    if len(pairings) > 1:
        pairings["all"] = found.total
    panels = {
        name: {found.base: pair.base_at, found.trained: pair.trained_at} for name, pair in pairings.items()
    }
    crossings = {name: pairing.crossing.value for name, pairing in pairings.items()}
    made = [level_curves(reports, folder / "levels.png"), ledger_bars(found, folder / "ledger.png")]
    if len(found.total.base_at) > 1:
        made.insert(0, pass_curves(panels, _chances(reports[found.base]), folder / "pass-at-k.png", crossings))
    return made


def _chances(report: EvaluationReport) -> dict[str, dict[int, float]]:
    return {name: found.chance_at for name, found in with_all(report).items()}


def pass_curves(
    panels: Mapping[str, Mapping[str, Mapping[int, Estimate]]],
    chances: Mapping[str, Mapping[int, float]],
    path: Path,
    crossings: Mapping[str, float] | None = None,
) -> Path:
    """Pass@k over k, a panel each, with bands; blind guessing is dotted, a crossing marked."""
    names = list(panels)
    figure, axes = _panels(len(names))
    for ax, name in zip(axes, names, strict=False):
        for colour, (player, curve) in zip(_cycle(len(panels[name])), panels[name].items(), strict=True):
            _band(ax, list(curve), list(curve.values()), player, colour)
        if name in chances:
            ks = [k for k in chances[name] if any(k in curve for curve in panels[name].values())]
            ax.plot(ks, [chances[name][k] for k in ks], ":", color="#999999", label="blind guessing")
        crossed = (crossings or {}).get(name, 0.0)
        if np.isfinite(crossed) and crossed > 0:
            ax.axvline(crossed, color="#333333", linewidth=0.8, linestyle="--")
            ax.annotate(f" k = {crossed:.3g}", (crossed, 0.02), fontsize=8, color="#333333")
        ks = sorted({k for curve in panels[name].values() for k in curve})
        ax.set_xscale("log", base=2)
        ax.set_xticks(ks, [str(k) for k in ks])
        ax.minorticks_off()
        _rates_axis(ax, name, "k")
    return _saved(figure, axes, path, "pass@k, with 95% intervals over tasks")


def level_curves(reports: Mapping[str, EvaluationReport], path: Path) -> Path:
    """Pass@1 over levels, a panel for each environment."""
    envs = list(next(iter(reports.values())).envs)
    figure, axes = _panels(len(envs))
    for ax, env in zip(axes, envs, strict=False):
        ticks: set[int] = set()
        for colour, (player, report) in zip(_cycle(len(reports)), reports.items(), strict=True):
            points = {
                level: m.pass_at[1] for (of, level), m in report.arms.items() if of == env and 1 in m.pass_at
            }
            ticks |= set(points)
            _band(ax, list(points), list(points.values()), player, colour)
        ax.set_xticks(sorted(ticks))
        _rates_axis(ax, short(env), "level")
    return _saved(figure, axes, path, "pass@1 by level, with 95% intervals over tasks")


def ledger_bars(found: Comparison, path: Path) -> Path:
    """For each environment, the shares of tasks gained (to the right) and lost (to the left)."""
    envs = list(found.envs)[::-1]
    figure = _figure(7.0, 1.6 + 0.36 * len(envs))
    ax = figure.subplots()
    gained = [100 * found.envs[env].ledger.gained / found.envs[env].tasks for env in envs]
    lost = [100 * found.envs[env].ledger.lost / found.envs[env].tasks for env in envs]
    places = np.arange(len(envs))
    ax.barh(places, gained, color=_COLOURS[2], label=f"only {found.trained}")
    ax.barh(places, [-share for share in lost], color=_COLOURS[1], label=f"only {found.base}")
    ax.axvline(0, color="#333333", linewidth=0.8)
    widest = max(5.0, *gained, *lost)
    ax.set_xlim(-1.25 * widest, 1.25 * widest)
    for place, env in enumerate(envs):
        book = found.envs[env].ledger
        ax.annotate(
            f"{book.gained}",
            (gained[place], place),
            (3, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
        ax.annotate(
            f"{book.lost}",
            (-lost[place], place),
            (-3, 0),
            textcoords="offset points",
            va="center",
            ha="right",
            fontsize=8,
        )
    ax.xaxis.set_major_formatter(lambda value, _: f"{abs(value):.0f}%")
    ax.set_yticks(places, [short(env) for env in envs])
    ax.set_xlabel("tasks that only one of the two solves at least once")
    ax.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside upper center", ncols=2, frameon=False)
    return _write(figure, path)


def profiles(methods: Mapping[str, RunSummary], path: Path) -> Path:
    """Performance profiles: the share of (run, arm) with a pass@1 above each threshold."""
    figure = _figure(6.0, 4.0)
    ax = figure.subplots()
    levels = np.linspace(0, 1, 101)
    for colour, (name, found) in zip(_cycle(len(methods)), methods.items(), strict=True):
        value, low, high = profile_band(found.scores, levels)
        label = f"{name} ({found.runs} run{'s' if found.runs > 1 else ''})"
        ax.step(levels, value, where="post", color=colour, label=label)
        ax.fill_between(levels, low, high, step="post", color=colour, alpha=0.2, linewidth=0)
    _rates_axis(ax, "", "pass@1 above")
    ax.set_ylabel("share of runs and arms")
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    return _write(figure, path)


def transfer_map(matrix: Mapping[str, Mapping[str, Estimate]], path: Path) -> Path:
    """The transfer matrix; gains whose interval holds zero are in grey letters."""
    rows, columns = list(matrix), list(next(iter(matrix.values())))
    values = np.array([[100 * matrix[row][column].value for column in columns] for row in rows])
    widest = max(1.0, float(np.nanmax(np.abs(values)))) if not np.isnan(values).all() else 1.0
    figure = _figure(2.2 + 1.25 * len(columns), 1.8 + 0.7 * len(rows))
    ax = figure.subplots()
    image = ax.imshow(values, cmap="RdBu", vmin=-widest, vmax=widest, aspect="auto")
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            found = matrix[row][column]
            if isnan(found.value):
                continue
            sure = found.low > 0 or found.high < 0
            light = abs(found.value) * 100 > 0.6 * widest
            colour = ("white" if light else "black") if sure else "#777777" if not light else "#dddddd"
            text = f"{100 * found.value:+.1f}\n[{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
            ax.text(x, y, text, ha="center", va="center", fontsize=7.5, color=colour)
    ax.set_xticks(range(len(columns)), columns, rotation=30, ha="right")
    ax.set_yticks(range(len(rows)), rows)
    ax.set_xlabel("tested on")
    ax.set_ylabel("trained on")
    figure.colorbar(image, ax=ax, label="gain in pass@1, points of percent")
    return _write(figure, path)


def _band(ax: Axes, places: Sequence[int], points: Sequence[Estimate], label: str, colour: str) -> None:
    ax.plot(places, [p.value for p in points], "o-", color=colour, label=label, markersize=3.5, clip_on=False)
    low, high = [p.low for p in points], [p.high for p in points]
    ax.fill_between(places, low, high, color=colour, alpha=0.18, linewidth=0)


def _rates_axis(ax: Axes, title: str, across: str) -> None:
    ax.set_title(title, fontsize=10)
    ax.set_xlabel(across)
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    ax.grid(alpha=0.25)
    ax.spines[["top", "right"]].set_visible(False)


def _panels(number: int) -> tuple[Figure, list[Any]]:
    rows = -(-number // (4 if number <= 16 else 6))
    columns = -(-number // rows)
    figure = _figure(max(5.0, 3.4 * columns + 0.4), 2.7 * rows + 0.9)
    axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    for unused in axes[number:]:
        unused.set_visible(False)
    return figure, axes[:number]


def _figure(width: float, height: float) -> Figure:
    """A figure that no window and no global state knows of."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _saved(figure: Figure, axes: Sequence[Axes], path: Path, title: str) -> Path:
    """With one legend for all panels."""
    seen: dict[str, Any] = {}
    for ax in axes:
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
            seen.setdefault(label, handle)
    figure.suptitle(title, fontsize=10, x=0.01, ha="left")
    figure.legend(
        list(seen.values()), list(seen), loc="outside lower center", ncols=4, frameon=False, fontsize=8
    )
    return _write(figure, path)


def _write(figure: Figure, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130)
    return path


def _cycle(number: int) -> list[str]:
    return [_COLOURS[place % len(_COLOURS)] for place in range(number)]

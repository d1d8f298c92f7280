"""The pictures of the proof: held-out pass rates by level before and after, and where the ladder stood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from .tasks import PROOFS
from .verdict import level_rates

COLOURS = {
    "warm-up": "#8899aa",
    "verifier": "#1f6fb4",
    "random": "#d1632a",
    "format": "#3a8f4d",
    "flipped": "#8a5bb0",
    "supervised": "#b8860b",
    "all-levels": "#c9a0a0",
}

Found = Mapping[str, Mapping[int, Mapping[str, Any]]]
"""By task, seed and run (``warm-up`` and the arms) what was measured."""


def plot(found: Found, path: Path) -> None:
    """Above, pass@1 of each level, a thin line a seed and a thick one their mean; below, the ladder's frontier."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, len(found), figsize=(5 * len(found), 7.2), squeeze=False)
    for column, (name, seeds) in enumerate(found.items()):
        above, below = axes[0][column], axes[1][column]
        for run, colour in COLOURS.items():
            _lines(above, [_curve(runs[run]) for runs in seeds.values() if run in runs], colour, run)
        above.axhline(0.5, color="black", linewidth=0.6, linestyle=":")
        above.axvspan(
            PROOFS[name].levels[0] - 0.4, PROOFS[name].levels[PROOFS[name].shown - 1] + 0.4, alpha=0.08
        )
        above.set(title=f"{name} ({PROOFS[name].kind})", xlabel=PROOFS[name].unit, ylim=(-0.02, 1.02))
        ladders = [
            [float(label) for label in runs["verifier"]["frontiers"]]
            for runs in seeds.values()
            if "verifier" in runs
        ]
        for ladder in ladders:
            below.plot(range(1, len(ladder) + 1), ladder, color=COLOURS["verifier"], alpha=0.8)
        below.set(xlabel="step of reinforcement learning", ylabel=f"frontier: {PROOFS[name].unit}")
        for axis in (above, below):
            axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("held-out pass@1")
    axes[0][-1].legend(fontsize=8)
    figure.suptitle(
        "Above: shaded levels were in the warm-up.\nBelow: the verifier's ladder, a line a seed", fontsize=9
    )
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _curve(run: Mapping[str, Any]) -> dict[int, float]:
    return {int(label): each.value for label, each in level_rates(run["passed"], run["attempts"]).items()}


def _lines(axis: Any, curves: Sequence[Mapping[int, float]], colour: str, label: str) -> None:
    if not curves:
        return
    if len(curves) > 1:
        for curve in curves:
            axis.plot(list(curve), list(curve.values()), color=colour, linewidth=0.7, alpha=0.35)
    mean = {level: fmean(curve[level] for curve in curves) for level in curves[0]}
    axis.plot(list(mean), list(mean.values()), color=colour, linewidth=2, marker="o", markersize=3, label=label)

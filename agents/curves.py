"""The learning curve as a picture: held-out pass rates before and after, and training as it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_BEFORE, _AFTER = "#8899aa", "#1f6fb4"
_LINES = ("#1f6fb4", "#d1632a", "#3a8f4d", "#8a5bb0")


def plot_learning(record: dict[str, Any], path: Path) -> None:
    """Draw the record that the demo writes (see `rlvr.agents.demo`) to a PNG file."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    lessons: Sequence[dict[str, Any]] = record["lessons"]
    count = len(lessons)
    figure = plt.figure(figsize=(5.6 * max(count, 2), 7.6))
    grid = figure.add_gridspec(2, 2 * count)  # above one picture a lesson, below two over the same width
    for number, lesson in enumerate(lessons):
        _before_and_after(figure.add_subplot(grid[0, 2 * number : 2 * number + 2]), lesson)
    reward, frontier = figure.add_subplot(grid[1, :count]), figure.add_subplot(grid[1, count:])
    training = record["training"]
    steps = range(1, len(training) + 1)
    for number, lesson in enumerate(lessons):
        color = _LINES[number % len(_LINES)]
        # A step's rate is over all of an environment's arms that it drew.
        rewards = [_rate(row, lesson["arms"]) for row in training]
        reward.plot(steps, rewards, color=color, alpha=0.25, linewidth=1)
        reward.plot(steps, _smooth(rewards), color=color, linewidth=2, label=lesson["env"])
        sizes = [_mean_size(row, lesson) for row in training]
        frontier.plot(steps, sizes, color=color, linewidth=2)
        frontier.plot([], [], color=color, linewidth=2, label=f"{lesson['env']}: {lesson['unit']}")
    reward.set(
        title="Pass rate while the tasks get harder", xlabel="step of reinforcement learning", ylim=(0, 1)
    )
    reward.set_ylabel("pass rate (running mean of 9 steps)")
    frontier.set(
        title="The tasks get harder", xlabel="step of reinforcement learning", ylabel="mean size drawn"
    )
    for axis in (reward, frontier):
        axis.grid(alpha=0.3)
    reward.legend(loc="lower right", fontsize=8)
    frontier.legend(loc="upper left", fontsize=8)
    minutes = record["seconds"]["total"] / 60
    figure.suptitle(
        f"A transformer of {record['parameters'] / 1e6:.1f} M parameters from scratch on a CPU, {minutes:.1f} minutes"
    )
    figure.tight_layout()
    figure.savefig(path, dpi=130)
    plt.close(figure)


def _before_and_after(axis: Any, lesson: dict[str, Any]) -> None:
    places = range(len(lesson["rungs"]))
    for shift, name, color in ((-0.2, "before", _BEFORE), (0.2, "after", _AFTER)):
        rates = lesson[name]["rungs"]
        errors = [[r["value"] - r["low"] for r in rates], [r["high"] - r["value"] for r in rates]]
        mean = lesson[name]["mean"]
        label = f"{name} RL: {mean['value']:.2f} [{mean['low']:.2f}, {mean['high']:.2f}]"
        axis.bar(
            [place + shift for place in places],
            [rate["value"] for rate in rates],
            width=0.4,
            yerr=errors,
            color=color,
            error_kw={"elinewidth": 1, "alpha": 0.6},
            label=label,
        )
    axis.set(title=lesson["env"], xlabel=lesson["unit"], ylim=(0, 1.35), yticks=[0, 0.2, 0.4, 0.6, 0.8, 1])
    axis.set_ylabel("held-out pass@1, 95% interval")
    axis.set_xticks(list(places), lesson["rungs"])
    axis.legend(loc="upper right", fontsize=8, title="mean over all sizes", title_fontsize=8)
    axis.grid(axis="y", alpha=0.3)


def _rate(row: Mapping[str, float], arms: Sequence[str]) -> float:
    """Mean pass rate of the arms that were drawn in a step; NaN if none was."""
    rates = [row[f"pass_rate/{arm}"] for arm in arms if f"pass_rate/{arm}" in row]
    return sum(rates) / len(rates) if rates else float("nan")


def _mean_size(row: Mapping[str, float], lesson: Mapping[str, Any]) -> float:
    """Mean size of an environment's tasks as its ladder draws them."""
    shares = [row[f"curriculum/{arm}"] for arm in lesson["arms"]]
    return sum(share * float(size) for share, size in zip(shares, lesson["rungs"], strict=True)) / sum(shares)


def _smooth(values: Sequence[float], half: int = 4) -> list[float]:
    windows = [
        [value for value in values[max(0, i - half) : i + half + 1] if value == value]  # without NaN
        for i in range(len(values))
    ]
    return [sum(window) / len(window) if window else float("nan") for window in windows]

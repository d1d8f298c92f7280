"""``python -m benchmarks.curricula``: curricula on simulated learners, side by side.

Writes curricula.md and curricula.png to docs/results, or to ``--out``. No clock is read: the numbers are the same on
every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from rlvr.agents.curricula import CURRICULA, Curriculum, make_curriculum
from rlvr.agents.intervals import Estimate

from .simulated_learners import SCENARIOS, Kind, Row, Run, Scenario, compare

OUT = Path(__file__).parent.parent / "docs" / "results"
TITLE = "# Curricula: measured on simulated learners"
METHOD = """\
`python -m benchmarks.curricula`: {seeds} seeds of {steps} steps, each of 16 tasks with 8 rollouts.
Values are means with 95% bootstrap intervals over the seeds. The learner is a
logistic skill curve whose ability grows with the variance of its outcomes (`benchmarks/simulated_learners.py`); it
shows which curricula are misled by what, not how fast a language model learns. All curricula run with their defaults;
`dars`, `replay` and `hints` stand around `frontier`.

*Held-out* is the chance to solve a task, mean over all levels of all environments that can be learnt; *mean* is its
mean over the run; *goal* is the step at which it reaches the scenario's goal, where runs that never do count with the
last step. The last columns are the shares of all rollouts that were spent on arms with nothing to learn."""
WORLDS = {
    "moving frontier": "Three environments of six levels, two logits apart; the first starts at pass rate one half.",
    "with coins": "The same and two coins: arms whose reward is random with chance one half, for ever.",
    "all kinds": "The same and four dead arms (never solved) and four solved ones.",
    "noisy verifier": "Two coins, and everywhere else 10% of wrong answers pass and 20% of right ones fail.",
    "forgetting": "Two coins, and 0.2% of every ability is lost in each step.",
    "cliff": "Three environments of two levels that are eight logits apart, and a coin: the second level is out of"
    " reach without a hint. A rollout with a part of the solution given away teaches that much less.",
}
PLOTTED = {
    "uniform": "#888888",
    "ladder": "#8a5bb0",
    "dump": "#d1632a",
    "sec": "#c9a227",
    "progress": "#3a8f4d",
    "frontier": "#1f6fb4",
}
KINDS: dict[Kind, str] = {"learnable": "#1f6fb4", "coin": "#d1632a", "dead": "#555555", "solved": "#bbbbbb"}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.curricula", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rough run, to see that everything works")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the page and the plot")
    parser.add_argument("--workers", type=int, default=2, help="processes; the numbers do not depend on it")
    chosen = parser.parse_args(arguments)
    steps, seeds = (12, range(2)) if chosen.quick else (300, range(5))
    parts, runs = [], {}
    with ProcessPoolExecutor(chosen.workers) as pool:
        worlds = pool.map(partial(measure, steps=steps, seeds=seeds), SCENARIOS)
        for (name, scenario), (rows, done) in zip(SCENARIOS.items(), worlds, strict=True):
            runs[name] = done
            parts.append(f"## {name[0].upper()}{name[1:]}\n\n{WORLDS[name]}\n\n{table(rows, scenario)}")
            print(parts[-1], flush=True)
    method = METHOD.format(seeds=len(seeds), steps=steps)
    page = "\n\n".join([TITLE, method, "![Curricula on simulated learners](curricula.png)", *parts])
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "curricula.md").write_text(page + "\n", encoding="utf-8")
    plot(runs, chosen.out / "curricula.png")


def measure(scenario: str, steps: int, seeds: Sequence[int]) -> tuple[list[Row], dict[str, list[Run]]]:
    """All curricula in one scenario."""
    makers: dict[str, Callable[..., Curriculum]] = {
        name: partial(make_curriculum, name)
        for name in CURRICULA
        if name
        != "staircase"  # these learners' arms are of no environment, so their difficulty was not measured
    }
    makers["irt, hints"] = partial(make_curriculum, "irt", hints=True)
    return compare(makers, SCENARIOS[scenario], steps, seeds)


def table(rows: Sequence[Row], scenario: Scenario) -> str:
    """A Markdown table; columns of kinds that the scenario has not are left out."""
    kinds = [kind for kind in ("coin", "dead", "solved") if any(sim.kind == kind for sim in scenario.arms)]
    heads = ["curriculum", "held-out at the end", "mean", f"step of goal {scenario.goal}", "reached", *kinds]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 1)}"]
    for row in rows:
        goal: Estimate = row.goal
        shares = [f"{getattr(row, kind).value:.0%}" for kind in kinds]
        cells = [row.curriculum, str(row.final), f"{row.mean.value:.2f}"]
        cells += [f"{goal.value:.0f} [{goal.low:.0f}, {goal.high:.0f}]", f"{row.reached:.0%}", *shares]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def plot(runs: Mapping[str, Mapping[str, Sequence[Run]]], path: Path) -> None:
    """Curves without and with coins; what rollouts were spent on; where the frontier went."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(12.5, 8.6))
    for axis, name in zip(axes[0], ("moving frontier", "with coins"), strict=True):
        _curves(axis, runs[name], SCENARIOS[name])
    axes[0][0].set_title("Without noise all adaptive curricula learn")
    axes[0][1].set_title("With two coins DUMP and SEC do no better than uniform")
    _spent(axes[1][0], runs["all kinds"], SCENARIOS["all kinds"])
    _shares(axes[1][1], runs["with coins"]["frontier"][0], SCENARIOS["with coins"])
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _curves(axis: Any, runs: Mapping[str, Sequence[Run]], scenario: Scenario) -> None:
    for name, color in PLOTTED.items():
        curves = list(zip(*(run.held_out for run in runs[name]), strict=True))
        steps = range(1, len(curves) + 1)
        axis.fill_between(steps, [min(c) for c in curves], [max(c) for c in curves], color=color, alpha=0.2)
        axis.plot(steps, [sum(c) / len(c) for c in curves], color=color, linewidth=2, label=name)
    axis.axhline(scenario.goal, color="black", linewidth=0.8, linestyle=":")
    axis.set(xlabel="step", ylabel="held-out pass rate (band: all seeds)", ylim=(0.1, 0.9))
    axis.grid(alpha=0.3)
    axis.legend(loc="upper left", fontsize=8)


def _spent(axis: Any, runs: Mapping[str, Sequence[Run]], scenario: Scenario) -> None:
    names = [name for name in runs if name != "irt, hints"][::-1]
    left = [0.0] * len(names)
    for kind, color in KINDS.items():
        shares = [sum(run.share(scenario, kind) for run in runs[name]) / len(runs[name]) for name in names]
        axis.barh(names, shares, left=left, color=color, label=kind)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axis.set(title="What rollouts were spent on, all kinds of arms", xlabel="share of rollouts", xlim=(0, 1))
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=4, fontsize=8, frameon=False)


def _shares(axis: Any, run: Run, scenario: Scenario) -> None:
    """Weights of the levels, summed over environments, and of the coins; running means over nine steps."""
    from matplotlib import colormaps

    levels = sorted({sim.arm.level for sim in scenario.arms if sim.kind == "learnable"})
    names = [
        [sim.arm.name for sim in scenario.arms if sim.kind == "learnable" and sim.arm.level == n]
        for n in levels
    ]
    names.append([sim.arm.name for sim in scenario.arms if sim.kind == "coin"])
    layers = [_smooth([sum(weights[name] for name in layer) for weights in run.weights]) for layer in names]
    colors = [colormaps["Blues"](0.25 + 0.14 * i) for i in range(len(levels))]
    labels = [f"level {level}" for level in levels]
    axis.stackplot(range(len(run.weights)), layers, colors=[*colors, KINDS["coin"]], labels=[*labels, "coins"])
    axis.set(title="The weights of frontier in one run, with coins", xlabel="step", ylabel="share of draws")
    axis.set(ylim=(0, 1), xlim=(0, len(run.weights) - 1))
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=7, fontsize=8, frameon=False)


def _smooth(values: Sequence[float], half: int = 4) -> list[float]:
    windows = [values[max(0, i - half) : i + half + 1] for i in range(len(values))]
    return [sum(window) / len(window) for window in windows]


if __name__ == "__main__":
    main()

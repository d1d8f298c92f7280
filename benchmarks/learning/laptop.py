"""``python -m benchmarks.learning.laptop runs/cipher docs/results/laptop.png``: the picture in docs/training.md.

From the folder of an `rlvr train` run: pass rates of each level while it trained, every level a line of its own (a mean
over levels would change with the mix that the ladder draws).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

WINDOW = 9
"""Steps of the running mean."""


def plot(folder: Path, path: Path) -> None:
    """Draw a run."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    records = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    steps = [record for record in records if any(key.startswith("pass_rate/") for key in record)]
    names = sorted({key for record in steps for key in record if key.startswith("pass_rate/")})
    figure, axis = plt.subplots(figsize=(7, 4))
    for name in sorted(names, key=lambda each: int(each.rsplit(":", 1)[1])):
        points = [(number, record[name]) for number, record in enumerate(steps, 1) if name in record]
        half = WINDOW // 2
        windows = [points[max(0, i - half) : i + half + 1] for i in range(len(points))]
        means = [sum(rate for _, rate in window) / len(window) for window in windows]
        axis.plot(
            [number for number, _ in points], means, linewidth=2, label=f"{name.rsplit(':', 1)[1]} letters"
        )
    axis.set(xlabel="step of reinforcement learning", ylabel=f"pass rate (mean of {WINDOW} steps)", ylim=(0, 1))
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    plt.close(figure)


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning.laptop")
    parser.add_argument("folder", type=Path)
    parser.add_argument("picture", type=Path)
    options = parser.parse_args()
    plot(options.folder, options.picture)


if __name__ == "__main__":
    main()

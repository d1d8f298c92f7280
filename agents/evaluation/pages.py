"""What an evaluation leaves in its folder: JSON, a row a sample as parquet, plots, and pages in Markdown and HTML."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...export.parquet import arrow, has_parquet
from ..intervals import Estimate
from .compare import Comparison, RunSummary
from .lengths import by_length
from .plots import plot_comparison, plot_report, plots_work, profiles, transfer_map
from .report import EvaluationReport, plain
from .samples import Sample
from .tables import Grid, comparison_grids, report_grids, runs_grid, transfer_grid

FEW = 20
"""Redrawing fewer tasks than this shows too little of what other tasks would have given."""

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1100px; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0; display: block; overflow-x: auto }
th, td { padding: .25em .7em; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
img { max-width: 100% } code { background: #f3f3f3; padding: 0 .2em }
"""


def write_report(report: EvaluationReport, folder: Path) -> list[Path]:
    """Write everything about one evaluation; the files written."""
    made = [_json({**report.to_json(), "lengths": plain(by_length(report))}, folder / "report.json")]
    if has_parquet():  # samples.jsonl has the same rows
        made.append(_parquet(report.samples, folder / "samples.parquet"))
    plots = plot_report(report, folder / "plots") if plots_work() else []
    words = [_described(report), *report.notes]
    return [*made, *plots, *_pages(f"Evaluation of {report.name}", words, report_grids(report), plots, folder)]


def write_comparison(
    found: Comparison,
    reports: Mapping[str, EvaluationReport],
    methods: Mapping[str, RunSummary],
    folder: Path,
) -> list[Path]:
    """Write the comparison of two players, and of their runs if there are several."""
    body = {
        "base": found.base,
        "trained": found.trained,
        "total": plain(found.total),
        "envs": plain(found.envs),
        "arms": {f"{env}:{level}": plain(pairing) for (env, level), pairing in found.arms.items()},
        "gained": found.gained,
        "lost": found.lost,
        "gains": [plain(gain) for gain in found.gains],
        "left_out": found.left_out,
        "runs": {name: {**plain(run), "scores": run.scores.tolist()} for name, run in methods.items()},
    }
    plots = plot_comparison(found, reports, folder / "plots") if plots_work() else []
    grids = comparison_grids(found)
    if methods:
        grids.append(runs_grid(methods))
        if plots_work():
            plots.append(profiles(methods, folder / "plots" / "profiles.png"))
    words = [_described(report) for report in reports.values()]
    if found.left_out:
        words.append(f"{found.left_out} tasks were left out: only one of the two has scored samples of them.")
    title = f"{found.trained} against {found.base}"
    return [_json(body, folder / "comparison.json"), *plots, *_pages(title, words, grids, plots, folder)]


def write_transfer(matrix: Mapping[str, Mapping[str, Estimate]], folder: Path) -> list[Path]:
    """Write a transfer matrix."""
    plots = [transfer_map(matrix, folder / "plots" / "transfer.png")] if plots_work() else []
    made = [_json(plain(matrix), folder / "transfer.json")]
    return [*made, *plots, *_pages("Transfer between families", [], [transfer_grid(matrix)], plots, folder)]


def _described(report: EvaluationReport) -> str:
    config = report.config
    settings = ", ".join(f"{name} {value}" for name, value in dict(config.get("settings", {})).items())
    masked = sum(not sample.scored for sample in report.samples)
    few = f" Levels of fewer than {FEW} tasks have rough intervals, more often too narrow than too wide."
    return (
        f"{report.name}: {len(report.problems):,} tasks of the {config['split']} split, up to {config['samples']} "
        f"samples each{' in every wording' if config.get('wordings') else ''}, seed {config['seed']}"
        f"{f'; {settings}' if settings else ''}. {masked:,} of {len(report.samples):,} samples were masked because "
        "machinery failed. In brackets: 95% intervals over tasks."
        f"{few if any(0 < found.tasks < FEW for found in report.arms.values()) else ''}"
    )


def _pages(
    title: str, words: Sequence[str], grids: Sequence[Grid], plots: Sequence[Path], folder: Path
) -> list[Path]:
    lines = [f"# {title}", "", *(f"{text}\n" for text in words), *(grid.markdown() for grid in grids)]
    lines += [f"![{plot.stem}]({plot.relative_to(folder)})\n" for plot in plots]
    page = folder / "report.md"
    page.write_text("\n".join(lines), "utf-8")
    body = [f"<h1>{html.escape(title)}</h1>", *(f"<p>{html.escape(text)}</p>" for text in words)]
    body += [grid.html() for grid in grids]
    body += [f'<img alt="{plot.stem}" src="data:image/png;base64,{_encoded(plot)}">' for plot in plots]
    head = f"<meta charset=utf-8><title>{html.escape(title)}</title><style>{_STYLE}</style>"
    site = folder / "report.html"
    site.write_text(f"<!doctype html>\n{head}\n" + "\n".join(body) + "\n", "utf-8")
    return [page, site]


def _encoded(plot: Path) -> str:
    return base64.b64encode(plot.read_bytes()).decode()


def _json(value: Any, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2, allow_nan=False) + "\n", "utf-8")
    return path


def _parquet(samples: Sequence[Sample], path: Path) -> Path:
    """A row a sample; columns have types of their own, so that files without a single value agree with others."""
    pa, pq = arrow(path)
    texts = ("task", "env", "family", "reason", "answer", "ending", "error", "fingerprint", "message")
    numbers = ("level", "wording", "sample", "turns", "tokens")
    truths = ("scored", "passed", "votes", "answer_right", "shown", "cut")
    types = {
        **dict.fromkeys(texts, pa.string()),
        **dict.fromkeys(numbers, pa.int64()),
        **dict.fromkeys(truths, pa.bool_()),
        "guess_rate": pa.float64(),
        "score": pa.float64(),
        "actions": pa.list_(pa.string()),
        "observations": pa.list_(pa.string()),
        "rewards": pa.list_(pa.float64()),
        "opening": pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())])),
        "parts": pa.map_(pa.string(), pa.float64()),
    }
    schema = pa.schema([(name, types[name]) for name in Sample.__dataclass_fields__])
    rows = [asdict(sample) | {"parts": list(sample.parts.items())} for sample in samples]
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), path)
    return path

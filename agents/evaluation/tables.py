"""Tables of an evaluation, written once and shown as rich tables, Markdown and HTML."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from rich import box
from rich.markup import escape
from rich.table import Table

from ..intervals import Estimate
from .compare import Comparison, Pairing, RunSummary
from .lengths import Length, by_length
from .paired import crossing_text
from .report import EvaluationReport, Measures


@dataclass(frozen=True)
class Grid:
    """A table of texts; the first column is on the left, the others on the right."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def rich(self) -> Table:
        """For the terminal: intervals below their values."""
        table = Table(title=self.title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for place, name in enumerate(self.header):
            table.add_column(name, justify="right" if place else "left", no_wrap=not place)
        for row in self.rows:
            # A bracket must not be taken for markup, nor an interval be broken in its middle.
            table.add_row(*(escape(cell.replace(" [", "\n[").replace(", ", ",\u00a0")) for cell in row))
        return table

    def markdown(self) -> str:
        """With a heading."""
        lines = [f"## {self.title}", "", _line(self.header), _line(["---", *["---:"] * (len(self.header) - 1)])]
        return "\n".join([*lines, *map(_line, self.rows)]) + "\n"

    def html(self) -> str:
        """With a heading."""
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.header)
        body = "".join(
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>\n" for row in self.rows
        )
        return f"<h2>{html.escape(self.title)}</h2>\n<table>\n<tr>{head}</tr>\n{body}</table>\n"


def report_grids(report: EvaluationReport) -> list[Grid]:
    """Rates by environment; levels; wordings and certificates where there are any."""
    rows = with_all(report)
    grids = [_rates(report, rows), _levels(report)]
    if len(report.ks) > 1:
        grids.insert(1, _tries(report, rows))
    if any(found.by_wording for found in rows.values()):
        grids.append(_wordings(rows))
    if any(found.certified_at for found in rows.values()):
        grids.append(_certificates(report, rows))
    return [*grids, *(_lengths(env, lengths) for env, lengths in by_length(report).items())]


def comparison_grids(found: Comparison) -> list[Grid]:
    """The two players by environment, and who solves what."""
    rows = {short(env): pairing for env, pairing in found.envs.items()}
    rows |= {"all": found.total} if len(rows) > 1 else {}
    largest = max(found.total.base_at)
    changes = Grid(
        f"{found.trained} against {found.base}, on the same {found.total.tasks} tasks",
        (
            "environment",
            found.base,
            found.trained,
            "change of pass@1",
            "ahead",
            "behind",
            "p",
            "base above from k",
        ),
        [
            (
                name,
                rate(pairing.base_at[1]),
                rate(pairing.trained_at[1]),
                signed(pairing.change),
                str(pairing.sign.ahead),
                str(pairing.sign.behind),
                f"{pairing.sign.p_value:.2g}",
                crossing_text(pairing.crossing, largest),
            )
            for name, pairing in rows.items()
        ],
    )
    return [changes, _ledger(found, rows), *([_gains(found)] if found.gains else [])]


def runs_grid(methods: Mapping[str, RunSummary]) -> Grid:
    """Methods with several runs."""
    return Grid(
        "Over runs: pass@1 of each environment and level",
        ("method", "runs", "interquartile mean", "mean", "optimality gap", "beats the first"),
        [
            (
                name,
                str(found.runs),
                rate(found.interquartile_mean),
                rate(found.mean),
                rate(found.optimality_gap),
                "" if found.improvement is None else rate(found.improvement),
            )
            for name, found in methods.items()
        ],
    )


def transfer_grid(matrix: Mapping[str, Mapping[str, Estimate]]) -> Grid:
    """Gains in pass@1 by family."""
    families = list(next(iter(matrix.values())))
    return Grid(
        "Gain in pass@1: trained on (row), tested on (column)",
        ("trained on", *families),
        [(name, *(signed(row[family]) for family in families)) for name, row in matrix.items()],
    )


def with_all(report: EvaluationReport) -> dict[str, Measures]:
    """Each environment by its short name, and all if there are several."""
    rows = {short(env): found for env, found in report.envs.items()}
    return {**rows, "all": report.total} if len(rows) > 1 else rows


def short(env: str) -> str:
    """``sudoku`` of ``rlvr/sudoku-v0``; ids of others stay whole."""
    return env.removeprefix("rlvr/").rsplit("-v", 1)[0] if env.startswith("rlvr/") else env


def rate(found: Estimate) -> str:
    """A rate in percent with its interval."""
    if isnan(found.value):
        return "–"
    # Adding nothing turns a rounded -0.0 into 0.0.
    value, low, high = (round(100 * end, 1) + 0.0 for end in (found.value, found.low, found.high))
    return f"{value:.1f} [{low:.1f}, {high:.1f}]"


def signed(found: Estimate) -> str:
    """A change in points of percent with its interval."""
    if isnan(found.value):
        return "–"
    return f"{100 * found.value:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"


def _rates(report: EvaluationReport, rows: Mapping[str, Measures]) -> Grid:
    vote = max((k for found in rows.values() for k in found.majority_at), default=0)
    header = ["environment", "tasks", "pass@1 %", "above chance %"]
    header += [f"maj@{vote} %"] if vote > 1 else []
    header += ["cut %", "masked"]
    body = []
    for name, found in rows.items():
        cells = [name, f"{found.tasks:,}", _at(found.pass_at, 1), rate(found.above_chance)]
        cells += [_at(found.majority_at, vote)] if vote > 1 else []
        cells += ["–" if isnan(found.cut) else f"{100 * found.cut:.1f}", str(found.masked)]
        body.append(cells)
    number = report.config["samples"]
    each = f"{number} sample{'s' if number > 1 else ''} of each task"
    return Grid(f"{report.name} on the {report.config['split']} split, {each}", header, body)


def _tries(report: EvaluationReport, rows: Mapping[str, Measures]) -> Grid:
    ks = (
        report.ks if len(report.ks) <= 5 else [report.ks[round(i * (len(report.ks) - 1) / 4)] for i in range(5)]
    )
    body = [[name, *(_at(found.pass_at, k) for k in ks)] for name, found in rows.items()]
    return Grid("pass@k in percent", ("environment", *(f"k = {k}" for k in ks)), body)


def _levels(report: EvaluationReport) -> Grid:
    levels = sorted({level for _, level in report.arms})
    body = []
    for env in report.envs:
        cells = [
            report.arms[env, level].pass_at.get(1) if (env, level) in report.arms else None for level in levels
        ]
        body.append([short(env), *("" if cell is None else rate(cell) for cell in cells)])
    return Grid("pass@1 in percent, by level", ("environment", *(f"level {level}" for level in levels)), body)


def _wordings(rows: Mapping[str, Measures]) -> Grid:
    body = []
    for name, found in rows.items():
        numbers = [f"{100 * each.value:.1f}" for each in found.by_wording.values()]
        cells = [
            _at(found.pass_at, 1),
            rate(found.worst_wording),
            rate(found.every_wording),
            " / ".join(numbers),
        ]
        body.append([name, *cells])
    header = (
        "environment",
        "mean of wordings %",
        "worst wording %",
        "right in every wording %",
        "each wording %",
    )
    return Grid("The same problems in other words", header, body)


def _certificates(report: EvaluationReport, rows: Mapping[str, Measures]) -> Grid:
    ks = sorted({report.ks[0], report.ks[-1]})
    header = ["environment", *(f"answer pass@{k} %" for k in ks), *(f"certificate pass@{k} %" for k in ks)]
    body = [
        [name, *(_at(found.answered_at, k) for k in ks), *(_at(found.certified_at, k) for k in ks)]
        for name, found in rows.items()
        if found.certified_at
    ]
    return Grid("Right for a right reason", header, body)


def _lengths(env: str, lengths: Sequence[Length]) -> Grid:
    def percent(value: float) -> str:
        return "–" if isnan(value) else f"{100 * value:.1f}"

    body = [
        [
            str(length.problems),
            str(length.tasks),
            rate(length.pass_at_1),
            percent(length.product),
            percent(length.prefix),
            percent(length.last),
        ]
        for length in lengths
    ]
    header = (
        "problems",
        "tasks",
        "all right %",
        "product of single rates %",
        "before the first mistake %",
        "last %",
    )
    return Grid(f"{short(env)} by length", header, body)


def _gains(found: Comparison) -> Grid:
    body = [
        [gain.name, str(gain.tasks), rate(gain.base), rate(gain.trained), signed(gain.change)]
        for gain in found.gains
    ]
    header = (f"solved by {found.base}", "tasks", found.base, found.trained, "change of pass@1")
    return Grid(f"By how often {found.base} solved a task, in the other half of its samples", header, body)


def _ledger(found: Comparison, rows: Mapping[str, Pairing]) -> Grid:
    body = []
    for name, pairing in rows.items():
        book = pairing.ledger
        shares = [
            "–" if isnan(share) else f"{100 * share:.1f}"
            for share in (book.retention, book.discovery, book.net)
        ]
        body.append([name, str(book.kept), str(book.gained), str(book.lost), str(book.never), *shares])
    header = ("environment", "kept", "gained", "lost", "never", "retention %", "discovery %", "net %")
    return Grid(f"Tasks that {found.base} and {found.trained} solve at least once", header, body)


def _at(curve: Mapping[int, Estimate], k: int) -> str:
    return rate(curve[k]) if k in curve else "–"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

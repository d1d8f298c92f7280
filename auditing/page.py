"""The report of an audit as a page: Markdown, or one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from .findings import Example, Finding, Report

SUFFIXES = (".html", ".md")
_MOST = 160
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "body{color:#1a1a1a;background:#fff}"
    "pre{background:#f4f4f4;padding:.7em;overflow-x:auto}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}"
    ".fault{color:#a40000}.read{color:#7a5200}"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}pre{background:#222}"
    ".fault{color:#ff8080}.read{color:#e0b050}td,th{border-color:#444}}"
)


def write_page(path: Path, report: Report) -> None:
    """Write the page of a report, by the end of its name.

    Raises:
        ValueError: if the name ends neither in ``.html`` nor in ``.md``.
    """
    if path.suffix not in SUFFIXES:
        raise ValueError(f"{path}: the name of a page ends in {' or '.join(SUFFIXES)}")
    path.write_text(html(report) if path.suffix == ".html" else markdown(report), encoding="utf-8")


def summary(report: Report) -> str:
    """One sentence about what was found."""
    faults, read = len(report.faults), len(report.findings) - len(report.faults)
    if not report.findings:
        return "Nothing was found."
    found = (
        "No fault was found"
        if not faults
        else f"{faults} fault{'s' * (faults > 1)} {'were' if faults > 1 else 'was'} found"
    )
    return f"{found}; {read} more finding{'s are' if read != 1 else ' is'} to be read by a person."


def about(report: Report) -> Iterator[tuple[str, str]]:
    """What was audited and how, as pairs of a name and a text."""
    yield "target", report.target
    yield "called as", report.signature
    yield "problems", str(report.rows)
    yield "calls", f"{report.calls:,}"
    if report.wrap is not None:
        yield "answers written as", repr(report.wrap)
    if report.best_constant is not None and report.best_constant[1] > 0:
        text, share = report.best_constant
        yield (
            "best fixed text",
            f"{cut(repr(text), 60)}: {share:.0%} of the full pay where it is not the answer",
        )


def markdown(report: Report) -> str:
    """The whole page in Markdown."""
    lines = [f"# Audit of `{report.target}`", "", summary(report), "", "| | |", "|---|---|"]
    lines += [f"| {name} | `{_cell(text)}` |" for name, text in about(report)]
    lines += [f"\nNote: {note}." for note in report.notes]
    for finding in report.findings:
        lines += ["", f"## {_heading(finding)}", "", f"Seen in {finding.count:,} of {finding.tried:,} calls."]
        for example in finding.examples:
            lines += ["", f"{_sentence(example)}", "", "```python", example.snippet, "```"]
    return "\n".join(lines) + "\n"


def html(report: Report) -> str:
    """The whole page as one HTML file without scripts."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in about(report))
    parts = [f"<p>{escape(summary(report))}</p><table>{rows}</table>"]
    parts += [f"<p>Note: {escape(note)}.</p>" for note in report.notes]
    for finding in report.findings:
        parts.append(f'<h2 class="{finding.weight}">{escape(_heading(finding))}</h2>')
        parts.append(f"<p>Seen in {finding.count:,} of {finding.tried:,} calls.</p>")
        for example in finding.examples:
            parts.append(f"<p>{escape(_sentence(example))}</p><pre>{escape(example.snippet)}</pre>")
    title = escape(f"Audit of {report.target}")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><h1>{title}</h1>{''.join(parts)}</body></html>\n"
    )


def cut(text: str, most: int = _MOST) -> str:
    """A text in at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}\u2026"


def _heading(finding: Finding) -> str:
    return f"{'Fault' if finding.weight == 'fault' else 'To be read'}: {finding.title}"


def _sentence(example: Example) -> str:
    full = "" if example.full is None else f" (the right answer: {example.full:g})"
    why = f" Why it is wrong: {example.why}." if example.why else ""
    return f"Row {example.row}, {example.text.name}: {cut(example.came)}{full}.{why}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("`", "'")

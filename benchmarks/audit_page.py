"""The page docs/results/audit.md, from what `benchmarks.audit` found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rlvr.auditing.findings import TITLES

Found = Mapping[str, dict[str, Any]]

CAUSES = {
    "coin_flip": "after the tolerance fails, the printed digits are compared as a prefix: `0` is one of 0.3125",
    "complex_arithmetic": "`min(1.0, math.exp(-distance))` is 1.0 where the distance is NaN",
    "game_of_life_halting": "`bool(answer)` of the text: any text that is not empty is True, also `False`",
    "gsm_symbolic": "the pattern for the number loses a sign at the beginning, and takes the first number anywhere",
    "math-verify-raw-gcd-lcm": "a number is looked for in the sentence and found",
    "math-verify-response-fractions": "a number is looked for in the sentence and found",
    "math-verify-response-gcd-lcm": "a number is looked for in the sentence and found",
    "math-verify-response-inequalities": "of `(-oo, -5/6] U [13/8, oo)`, our plain notation, it reads -5 "
    "alone; see `latex`, where both texts are LaTeX",
    "puzzle24": "checks that there are four numbers and that they make 24, not that they are those of the problem; "
    "reads by sympy's `parse_expr`, which runs code",
}
"""Why, read in the source of the library, or seen in what it parses."""


def page(found: Found, command: str, rows: int, seconds: float) -> str:
    """The whole page.

    Args:
        found: the reports by name; those of Math-Verify begin with its name.
        command: what made them.
        rows: problems a target.
        seconds: limit of a call.
    """
    lines = [
        "# Audit of two public reward libraries",
        "",
        f"Made by `{command}`: {rows} problems a target, {seconds:g} s a call",
        "(a hang is confirmed with twice as much), 2 GiB of memory. A *fault* was seen again in a fresh process; then",
        "its first example was tried by its own snippet in a plain Python process, with nothing of ours. What each",
        "name means stands in [the guide](../audit.md). No fault is no proof that there is none.",
    ]
    peers = {
        "reasoning-gym 0.1.25": "`score_answer(answer, entry)` with the bare answer, in the default configuration.",
        "Math-Verify 0.9.0": "Functions of examples/math_verify_rewards.py, on tasks of ours at level 2.",
    }
    for title, how in peers.items():
        part = {k: v for k, v in found.items() if k.startswith("math-verify") == title.startswith("Math")}
        lines += ["", f"## {title}", "", how, "", *_section(part)]
    return "\n".join(lines) + "\n"


def _section(part: Found) -> Iterator[str]:
    audited = {name: report for name, report in part.items() if "error" not in report}
    faulty = {name: report for name, report in audited.items() if _of(report, "fault")}
    hands = [finding.get("seen_by_hand") for report in faulty.values() for finding in _of(report, "fault")]
    yield (
        f"{len(audited)} targets, {sum(r['calls'] for r in audited.values()):,} calls: {len(faulty)} with a fault. "
        f"{hands.count(True)} of {len(hands) - hands.count(None)} faults were seen again in a plain process."
    )
    if faulty:
        yield from ["", "| fault | targets | which |", "|---|---|---|"]
        by_kind = {kind: [n for n, r in faulty.items() if kind in _kinds(r, "fault")] for kind in TITLES}
        for kind, names in sorted(by_kind.items(), key=lambda item: -len(item[1])):
            if names:
                yield f"| `{kind}`: {TITLES[kind]} | {len(names)} | {', '.join(names)} |"
        yield from ["", "| target | fault | seen | first example | came to |", "|---|---|---|---|---|"]
        for name, report in faulty.items():
            for finding in _of(report, "fault"):
                first = finding["examples"][0]
                again = (
                    "" if finding.get("seen_by_hand") is not False else " (not seen again in a plain process)"
                )
                yield (
                    f"| {name} | `{finding['kind']}` | {finding['count']}/{finding['tried']} | {code(first['python'])} "
                    f"| {cell(first['came'])}{again} |"
                )
    causes = [f"- {name}: {CAUSES[name]}." for name in faulty if name in CAUSES]
    if causes:
        yield from ["", "Why, read in the source or seen in what it parses:", "", *causes]
    rest = {name: report for name, report in audited.items() if name not in faulty}
    by_read: dict[str, list[str]] = {}
    for name, report in rest.items():
        by_read.setdefault(", ".join(f"`{kind}`" for kind in _kinds(report, "read")), []).append(name)
    if rest:
        yield from ["", "Without a fault, by what is to be read:", "", "| to be read | targets |", "|---|---|"]
        for kinds, names in sorted(by_read.items(), key=lambda item: -len(item[1])):
            yield f"| {kinds or 'nothing'} | {', '.join(names)} |"
    best = sorted(audited.items(), key=lambda item: -(item[1]["best_constant"] or ["", 0.0])[1])[:12]
    best = [(name, report) for name, report in best if (report["best_constant"] or ["", 0.0])[1] >= 0.2]
    if best:
        yield from [
            "",
            "Fixed texts that earn most, as a share of the full pay where they are not the answer:",
            "",
        ]
        yield from ["| target | fixed text | share |", "|---|---|---|"]
        for name, report in best:
            text, share = report["best_constant"]
            yield f"| {name} | {code(repr(text))} | {share:.0%} |"
    for name, report in part.items():
        if "error" in report:
            yield from ["", f"{name} could not be audited: {cell(report['error'])}"]


def _of(report: Mapping[str, Any], weight: str) -> list[dict[str, Any]]:
    return [finding for finding in report["findings"] if finding["weight"] == weight]


def _kinds(report: Mapping[str, Any], weight: str) -> list[str]:
    return sorted({finding["kind"] for finding in _of(report, weight)})


def cell(text: str) -> str:
    """A text in a cell of a table."""
    text = text if len(text) <= 110 else f"{text[:109]}…"
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def code(text: str) -> str:
    """A text as code in a cell of a table."""
    text = text if len(text) <= 60 else f"{text[:59]}…"
    return "`" + text.replace("|", "\\|").replace("`", "'").replace("\n", "\\n") + "`"

"""Importing programming problems: reading rows, trying each one, telling what is weak, and writing an environment."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...registry_entry import ID
from ..folder import replaceable
from ..report import Finding
from .formats import detected, problems
from .problem import InvalidProblem, Problem
from .report import CodeReport
from .settings import Settings
from .similar import groups, key, near_pairs
from .trial import Trial, shares, tried
from .write import Kept, write

Json = Any

MOST_BYTES = 24 * 2**20
"""Of all tests of a problem."""
_NAMED = 8


def import_code(
    rows: str | Path,
    out: str | Path,
    *,
    format: str | None = None,
    env_id: str | None = None,
    settings: Settings | None = None,
    progress: Callable[[int], object] = lambda row: None,
) -> CodeReport:
    """Make an environment from programming problems with tests.

    Args:
        rows: the problems, as JSON lines or a JSON list.
        out: the registry file to write (``.yaml`` is added where it is missing); tasks go into a folder beside it. What
            an import left there is replaced.
        format: one of `rlvr.importing.code.formats.FORMATS`; None: told by the fields of the first row.
        env_id: its id; by default ``mine/<name of the registry file>-v0``.
        settings: languages, limits, comparing, and what is tried.
        progress: is called with the number of each row before it is tried.

    Returns:
        What became of each row. If none was kept, no files are written.

    Raises:
        ValueError: the file cannot be read at all, or the environment cannot be written there.
        SandboxUnavailable: there is nothing to run programs in.
    """
    rows, out = Path(rows), Path(out)
    settings = settings or Settings()
    if out.suffix not in (".yaml", ".yml"):
        out = out.with_name(f"{out.name}.yaml")
    name = re.sub(r"[^a-z0-9]+", "-", out.stem.lower()).strip("-")
    report = CodeReport(env_id or f"mine/{name or 'code'}-v0")
    if not ID.fullmatch(report.env):
        raise ValueError(f"an id is such as 'mine/problems-v0', not {report.env!r}")
    folder = replaceable(out, rows)
    report.format = format or detected(rows)
    kept = _kept(rows, report, settings, progress)
    report.kept = len(kept)
    if kept:
        kept = _grouped(kept, report)
        write(folder, out, kept, report)
    return report


def _kept(path: Path, report: CodeReport, settings: Settings, progress: Callable[[int], object]) -> list[Kept]:
    """The problems that can be used; the others go into the report."""
    kept: list[Kept] = []
    seen: dict[str, int] = {}
    unproven = 0
    for number, problem in problems(path, report.format):
        progress(number)
        if isinstance(problem, InvalidProblem):
            report.dropped.append(Finding(number, "", str(problem)))
            continue
        name = problem.id or " ".join(problem.statement.split())[:80]
        try:
            first = seen.setdefault(
                f"{key(problem.statement)}\n{key(problem.starter)}\n{problem.entry}", number
            )
            if first != number:
                raise InvalidProblem(f"row {first} asks the same")
            _checked(problem)
            trial = tried(problem, settings)
            about = _about(problem, trial)
            report.problems.append(about)
            reason = _refused(trial, settings)
            unproven += not trial.proven
            if reason is not None:
                raise InvalidProblem(reason)
            about["kept"] = True
        except InvalidProblem as error:
            report.dropped.append(Finding(number, name, str(error)))
            continue
        kept.append(Kept(problem, trial, _languages(problem, trial, settings), ""))
        weak = [*problem.remarks, *shares(trial)]
        if not trial.proven:
            weak.insert(0, "; ".join(trial.failures[:2]) or "it has no reference: its tests are not proven")
        if weak:
            report.weak.append(Finding(number, name, "; ".join(weak)))
    if unproven and settings.unproven == "drop":
        report.notes.append(
            f"{unproven} problems have no reference that passes, and are left out; --unproven keep keeps them"
        )
    return kept


def _checked(problem: Problem) -> None:
    if problem.entry and not all(part.isidentifier() for part in problem.entry.split(".")):
        raise InvalidProblem(f"the function {problem.entry[:60]!r} has no name that can be called")
    size = 0
    for case in problem.cases:
        size += len(case.get("stdin", "")) + sum(map(len, [case["out"]] if "stdin" in case else []))
        size += len(str(case["call"])) + len(str(case["out"])) if "call" in case else 0
    if size > (MOST_BYTES if problem.kind == "program" else MOST_BYTES // 6):
        raise InvalidProblem(f"its tests have {size >> 20} MiB, which is too much for a task")
    if problem.kind != "program" and set(problem.languages) - {"python"}:
        raise InvalidProblem("functions are called in Python only")


def _refused(trial: Trial, settings: Settings) -> str | None:
    """Why a problem is left out, or None."""
    if not trial.proven and settings.unproven == "drop":
        return "; ".join(trial.failures[:2]) or "it has no reference"
    if trial.passed_by is not None:
        return f"a program that {trial.passed_by} passes all {trial.tests} tests"
    return None


def _languages(problem: Problem, trial: Trial, settings: Settings) -> tuple[str, ...]:
    """What a task asks for: what the row says, else what the import says, else what references are written in."""
    if problem.kind != "program":
        return ("python",)
    proven = sorted(trial.proven, key=lambda name: name != "python")
    return tuple(problem.languages or settings.languages or proven[:1] or ("python",))


def _about(problem: Problem, trial: Trial) -> dict[str, Json]:
    return {
        "row": problem.row,
        "id": problem.id,
        "kept": False,
        "kind": problem.kind,
        "references": sorted(trial.proven),
        "failures": trial.failures,
        "tests": trial.tests,
        "trivial": trial.trivial,
        "mutants": trial.mutants,
        "survivors": [
            {"line": one.line, "kind": one.kind, "before": one.before, "after": one.after}
            for one in trial.survivors
        ],
        "wrong": {"tried": trial.wrong[0], "passed": trial.wrong[1]},
        "suggested": trial.suggested,
        "used_s": round(trial.used_s, 3),
        "cpu_s": trial.code["cpu_s"],
        "memory_mb": trial.code["memory_mb"],
        "judge": "judge" in trial.code,
        "remarks": trial.remarks,
    }


def _grouped(kept: list[Kept], report: CodeReport) -> list[Kept]:
    """Find what is nearly the same: it stays in one split, or is told of where the rows' own splits part it."""
    texts = [f"{one.problem.statement} {one.problem.starter} {one.problem.entry}" for one in kept]
    pairs = near_pairs(texts)
    report.duplicates = [
        (kept[one].problem.row, kept[other].problem.row, round(share, 2)) for one, other, share in pairs
    ]
    for one, other, share in pairs:
        a, b = kept[one].problem, kept[other].problem
        if a.split and b.split and a.split != b.split:
            text = f"{share:.0%} of its words are those of row {a.row}, which is in the split {a.split}: this one is in"
            report.weak.append(Finding(b.row, b.id, f"{text} {b.split}"))
    if pairs:
        named = ", ".join(f"{a} and {b}" for a, b, _ in report.duplicates[:_NAMED])
        more = ", ..." if len(pairs) > _NAMED else ""
        report.notes.append(
            f"{len(pairs)} pairs of rows are nearly the same ({named}{more}): they are in one split, unless the rows "
            "say otherwise"
        )
    asked = Counter(language for one in kept for language in one.languages)
    if len(asked) > 1 or "python" not in asked:
        report.notes.append(f"languages: {', '.join(f'{name} {count}' for name, count in asked.most_common())}")
    roots = groups(len(kept), pairs)
    return [Kept(one.problem, one.trial, one.languages, key(texts[roots[at]])) for at, one in enumerate(kept)]

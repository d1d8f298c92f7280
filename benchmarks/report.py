"""The results as one JSON object, and as a page to read."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass, field
from typing import Any

from .compare import PEER, Compared
from .environments import Episodes
from .floors import Floors
from .targets import means, targets
from .tasks import Level
from .timing import Timing, rounded, shown


@dataclass(slots=True)
class Results:
    """Everything one run measured."""

    command: str
    peer: str | None
    floors: Floors
    levels: dict[str, dict[int, Level]] = field(default_factory=dict)
    compared: list[Compared] = field(default_factory=list)
    episodes: dict[str, Episodes] = field(default_factory=dict)
    imports: dict[str, dict[str, float]] = field(default_factory=dict)
    files: dict[str, Any] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The results as one JSON object; times are CPU time of one process unless they are called wall."""
        return {
            "command": self.command,
            "machine": machine(),
            "peer": {"name": PEER, "version": self.peer} if self.peer else None,
            "targets": [asdict(target) for target in targets(self.compared, self.episodes, self.floors)],
            "means": means(self.compared),
            "floors": {name: timing.to_json() for name, timing in _floors(self.floors).items()},
            "compared": [_compared_json(one) for one in self.compared],
            "tasks": {
                name: {
                    str(number): {
                        "generation": level.generation.to_json(),
                        "right": level.right.to_json(),
                        "wrong": level.wrong.to_json(),
                    }
                    for number, level in levels.items()
                }
                for name, levels in self.levels.items()
            },
            "environments": {name: _episodes_json(found) for name, found in self.episodes.items()},
            "imports": self.imports,
            "files": self.files,
            "skipped": self.skipped,
        }


def machine() -> dict[str, Any]:
    """The machine in words: what a reader needs to place the numbers, and nothing that names it."""
    return {
        "cores": os.cpu_count(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def page(results: Results) -> str:
    """The results as Markdown."""
    host = machine()
    lines = [
        "# Benchmarks",
        "",
        f"Written by `{results.command}` on a machine with {host['cores']} cores ({host['architecture']}, "
        f"{host['system']}), {host['python']}. One process, one core. Times are CPU time, medians of several "
        "turns; where two packages are compared they were measured in turns in the same run, so ratios are "
        "worth more than times. `benchmarks/` says how each thing is measured.",
        "",
    ]
    if results.peer is None:
        lines += [f"{PEER} was not installed (or cannot be imported), so only this package was measured.", ""]
    lines += _targets_part(results)
    lines += _compared_part(results)
    lines += _levels_part(results)
    lines += _episodes_part(results)
    lines += _floors_part(results.floors)
    lines += _processes_part(results)
    if results.skipped:
        lines += ["## Left out", "", *(f"- {note}" for note in results.skipped), ""]
    return "\n".join(lines).rstrip() + "\n"


def _targets_part(results: Results) -> list[str]:
    found = targets(results.compared, results.episodes, results.floors)
    rows = [[target.goal, target.found, "yes" if target.met else "**no**"] for target in found]
    reasons = [f"- **{target.goal}**: {target.why}" for target in found if target.why and not target.met]
    return [
        "## Targets",
        "",
        *_table(["target", "found", "met"], rows),
        "",
        *(["Why a target is missed:", "", *reasons, ""] if reasons else []),
    ]


def _compared_part(results: Results) -> list[str]:
    if not results.compared:
        return []
    rows = [
        [
            f"{one.pair.task}, {one.pair.size}",
            f"`{one.pair.dataset}`",
            shown(one.ours["generation"].rate),
            shown(one.theirs["generation"].rate),
            f"**{shown(one.ratios['generation'])}**",
            shown(one.ours["response"].typical * 1e6),
            shown(one.theirs["response"].typical * 1e6),
            f"**{shown(one.ratios['response'])}**",
            shown(one.ratios["answer"]),
        ]
        for one in results.compared
    ]
    mean = means(results.compared)
    families = len({one.pair.task for one in results.compared})
    rows.append(
        [
            f"geometric mean of {families} families",
            "",
            "",
            "",
            f"**{shown(mean['generation'])}**",
            "",
            "",
            f"**{shown(mean['response'])}**",
            shown(mean["answer"]),
        ]
    )
    head = [
        "family",
        PEER,
        "tasks/s",
        "theirs",
        "ratio",
        "µs/response",
        "theirs",
        "ratio",
        "bare answer, ratio",
    ]
    return [
        f"## Beside {PEER} {results.peer}",
        "",
        "A ratio above 1 means that this package is that many times faster. A *response* is scored from its "
        f"whole text, with {PEER}'s own `extract_answer` on its side; a *bare answer* without extraction. Half "
        "of the answers are right and half are those of other problems. Puzzles that are said to have one "
        "solution are proved to, each of them.",
        "",
        *_table(head, rows),
        "",
        "What each side does for one problem, where it is not the same:",
        "",
        *(f"- **{one.pair.task}, {one.pair.size}.** {one.pair.note}" for one in results.compared),
        "",
    ]


def _levels_part(results: Results) -> list[str]:
    if not results.levels:
        return []
    most = max(len(levels) for levels in results.levels.values())
    head = ["task", *(f"level {number}" for number in range(1, most + 1))]
    made, scored = [], []
    for name, levels in results.levels.items():
        blank = [""] * (most - len(levels))
        made.append([name, *(shown(level.generation.rate) for level in levels.values()), *blank])
        scored.append(
            [
                name,
                *(shown(2 / (level.right.typical + level.wrong.typical)) for level in levels.values()),
                *blank,
            ]
        )
    return [
        "## Tasks per second",
        "",
        "Prompt, payload, exact answer, worked solution and fingerprint; `rlvr.get(name).task(level, seed)`.",
        "",
        *_table(head, made),
        "",
        "## Responses scored per second",
        "",
        "From a whole response to a verdict, half of them right; `rlvr.get(name).verify_response(task, text)`.",
        "",
        *_table(head, scored),
        "",
    ]


def _episodes_part(results: Results) -> list[str]:
    if not results.episodes:
        return []
    rows = [
        [
            f"{name}, level {one.level}",
            "one response" if one.verification is not None else f"{shown(one.steps)} random moves",
            shown(one.reset.typical * 1e6),
            shown(one.reset_seeded.typical * 1e6),
            shown(one.step_seconds * 1e6),
            shown(one.verification.typical * 1e6) if one.verification is not None else "",
            shown(one.steps / one.episode.typical),
        ]
        for name, one in results.episodes.items()
    ]
    head = [
        "environment",
        "episode",
        "reset µs",
        "reset with a seed µs",
        "step µs",
        "of it verifying µs",
        "steps/s",
    ]
    return [
        "## Environments",
        "",
        "The middle level, default options, the task given to `reset`, so making it does not count. Steps per second "
        "include the resets.",
        "",
        *_table(head, rows),
        "",
    ]


def _floors_part(floors: Floors) -> list[str]:
    names = {
        "seed": "a random source for one task (Python's generator, seeded)",
        "task": "a task of a generator that does nothing: with that source, prompt, id and fingerprint",
        "response": "a response to a verifier that does nothing: extraction and verdict",
        "episode": "reset and step of an environment with that verifier",
    }
    rows = [[names[name], shown(timing.typical * 1e6)] for name, timing in _floors(floors).items()]
    return [
        "## Fixed costs",
        "",
        "What everything costs before a generator or a verifier does any work.",
        "",
        *_table(["", "µs"], rows),
        "",
    ]


def _floors(floors: Floors) -> dict[str, Timing]:
    return {
        "seed": floors.seed,
        "task": floors.task,
        "response": floors.response,
        "episode": floors.episode,
    }


def _processes_part(results: Results) -> list[str]:
    lines: list[str] = []
    if results.imports:
        rows = [
            [f"`import {module}`", shown(seen["wall_seconds"]), shown(seen["cpu_seconds"])]
            for module, seen in results.imports.items()
        ]
        lines += ["## Import time", "", "Seconds in a fresh interpreter; median.", ""]
        lines += [*_table(["", "on the clock", "CPU"], rows), ""]
    if results.files:
        runs = [run for run in results.files.values() if isinstance(run, dict)]
        rows = [
            [
                f"{run['rows']:,.0f}",
                f"{run['workers']:.0f}",
                shown(run["rows_per_second"]),
                shown(run["rows"] / (run["cpu_seconds"] + run["worker_cpu_seconds"])),
                f"{run['peak_mib']:.0f}",
                shown(run["megabytes"]),
            ]
            for run in runs
        ]
        names = ", ".join(results.files["names"])
        lines += [
            "## Dataset files",
            "",
            f"Distinct rows of {names} at level {results.files['level']}, written as JSON lines by a fresh "
            "process. Peak memory is that of the process that writes.",
            "",
            *_table(
                ["rows", "workers", "rows/s on the clock", "rows per CPU second", "peak memory MiB", "file MB"],
                rows,
            ),
            "",
        ]
    return lines


def _compared_json(one: Compared) -> dict[str, Any]:
    pair = one.pair
    return {
        "task": pair.task,
        "size": pair.size,
        "level": pair.level,
        "params": dict(pair.params),
        "dataset": pair.dataset,
        "config": dict(pair.config),
        "note": pair.note,
        "ratios": {part: rounded(value) for part, value in one.ratios.items()},
        "ours": {part: timing.to_json() for part, timing in one.ours.items()},
        "theirs": {part: timing.to_json() for part, timing in one.theirs.items()},
        "right_answers_scored_1": {"ours": one.right[0], "theirs": one.right[1]},
    }


def _episodes_json(one: Episodes) -> dict[str, Any]:
    return {
        "level": one.level,
        "reset": one.reset.to_json(),
        "reset_seeded": one.reset_seeded.to_json(),
        "episode": one.episode.to_json(),
        "verification": None if one.verification is None else one.verification.to_json(),
        "steps": rounded(one.steps),
        "step_microseconds": rounded(one.step_seconds * 1e6),
        "steps_per_second": rounded(one.steps / one.episode.typical),
    }


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table; all columns but the first are numbers, to the right."""
    align = ["---", *["---:"] * (len(head) - 1)]
    return ["| " + " | ".join(cells) + " |" for cells in (head, align, *rows)]

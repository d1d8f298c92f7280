"""The runs in a folder: where records, trajectories or samples of an evaluation are."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..agents.rollouts.storage import SUFFIXES

Json = Any
DEPTH, MOST = 4, 500
RUNNING = 120.0
"""Seconds since the last record within which a run counts as running."""
_TAIL = 16_384


@dataclass(frozen=True)
class Run:
    """A folder with something to see.

    Attributes:
        key: its name in links.
        folder: where it is.
        records: the file of its records, if there is one.
        trajectories: the folder of its trajectories, if there is one.
    """

    key: str
    folder: Path
    records: Path | None
    trajectories: Path | None


def find_runs(paths: Iterable[Path]) -> dict[str, Run]:
    """The runs in some folders, or the folders themselves, by their keys."""
    found: dict[str, Run] = {}
    for root in paths:
        root = root.resolve()
        for folder, folders, files in os.walk(root):
            here = Path(folder)
            depth = len(here.relative_to(root).parts)
            folders[:] = sorted(name for name in folders if not name.startswith(".") and depth < DEPTH)
            run = _run(root, here, folders, files)
            if run is None:
                continue
            folders[:] = []
            key = run.key
            for number in range(2, MOST):
                if key not in found:
                    break
                key = f"{run.key}-{number}"
            found[key] = Run(key, run.folder, run.records, run.trajectories)
            if len(found) >= MOST:
                return found
    return found


def _run(root: Path, here: Path, folders: list[str], files: list[str]) -> Run | None:
    records = here / "records.jsonl" if "records.jsonl" in files else None
    inner = here / "trajectories"
    trajectories: Path | None = None
    if "trajectories" in folders and any(name.endswith(SUFFIXES) for name in os.listdir(inner)):
        trajectories = inner
    elif any(name.startswith("step-") and name.endswith(SUFFIXES) for name in files):
        trajectories = here
    if records is None and trajectories is None:
        return None
    parts = here.relative_to(root).parts
    return Run("~".join(parts) or here.name, here, records, trajectories)


def summary(run: Run) -> Json:
    """What the list of runs tells of one; reads the configuration and the end of the records only."""
    config = _config(run.folder / "config.json")
    last, count, rates = {}, 0, []
    if run.records is not None:
        for row in _tail(run.records):
            if row.get("kind") == "step":
                last, count = row.get("record", {}), int(row.get("step", 0))
                rates.append(last.get("reward/pass_rate", last.get("reward/mean")))
    watched = run.records or run.trajectories
    changed = watched.stat().st_mtime if watched is not None else 0.0
    return {
        "key": run.key,
        "folder": str(run.folder),
        "model": config.get("model"),
        "envs": config.get("envs"),
        "steps": count,
        "of": config.get("steps"),
        "pass_rate": last.get("reward/pass_rate"),
        "sparkline": rates[-40:],
        "records": run.records is not None,
        "trajectories": run.trajectories is not None,
        "running": time.time() - changed < RUNNING,
        "changed": changed,
    }


def _config(path: Path) -> Json:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(raw, dict):
        return {}
    model, tasks = raw.get("model"), raw.get("tasks")
    envs: list[str] = []
    if isinstance(tasks, dict):
        arms = [arm.get("env") for arm in tasks.get("arms") or [] if isinstance(arm, dict)]
        envs = list(dict.fromkeys(str(env) for env in [*(tasks.get("envs") or []), *arms]))
    return {
        "model": model.get("name") if isinstance(model, dict) else None,
        "envs": envs[:12],
        "steps": raw.get("steps"),
    }


def _tail(path: Path) -> list[Json]:
    """The last whole lines of a file."""
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            lines = file.read().split(b"\n")
    except OSError:
        return []
    whole = lines[:-1] if size <= _TAIL else lines[1:-1]
    rows = []
    for line in whole:
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return [row for row in rows if isinstance(row, dict)]

"""What there is to see in some folders: runs, evaluations, datasets, and what checks found."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ..agents.rollouts.storage import SUFFIXES

Json = Any
DEPTH, MOST = 4, 500
SUFFIXES_OF_DATASETS = (".jsonl", ".parquet")
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


@dataclass(frozen=True)
class Found:
    """What there is, by keys for links; at most `MOST` of each kind.

    Attributes:
        runs: runs of training, and folders of trajectories.
        evaluations: folders of saved evaluations.
        datasets: dataset files, with or without a manifest.
        checks: files of JSON that `rlvr check --json` wrote.
    """

    runs: dict[str, Run]
    evaluations: dict[str, Path]
    datasets: dict[str, Path]
    checks: dict[str, Path]


def find_runs(paths: Iterable[Path]) -> dict[str, Run]:
    """The runs in some folders, or the folders themselves, by their keys."""
    return find(paths).runs


def find(paths: Iterable[Path]) -> Found:
    """What there is in some folders, or in the folders themselves. A folder that is something is not looked into."""
    found = Found({}, {}, {}, {})
    for root in paths:
        root = root.resolve()
        for folder, folders, files in os.walk(root):
            here = Path(folder)
            inside = here.relative_to(root).parts
            folders[:] = sorted(name for name in folders if _looked_into(name) and len(inside) < DEPTH)
            run = _run(root, here, folders, files)
            if run is not None:
                folders[:] = []
                key = _free(run.key, found.runs)
                found.runs[key] = Run(key, run.folder, run.records, run.trajectories)
            elif "samples.jsonl" in files and "config.json" in files:
                folders[:] = []
                found.evaluations[_free("~".join(inside) or here.name, found.evaluations)] = here
            else:
                _files(here, inside, files, found)
            if max(len(found.runs), len(found.evaluations), len(found.datasets), len(found.checks)) >= MOST:
                return found
    return found


def _looked_into(name: str) -> bool:
    return not name.startswith(".") and not name.endswith(".partial")


def _files(here: Path, inside: tuple[str, ...], files: list[str], found: Found) -> None:
    """The datasets and checks among the files of a folder that is nothing by itself."""
    for name in sorted(files):
        key = "~".join((*inside, name))
        if name.endswith(SUFFIXES_OF_DATASETS):
            found.datasets[_free(key, found.datasets)] = here / name
        elif name.endswith(".json") and not name.endswith(".manifest.json") and _is_check(here / name):
            found.checks[_free(key, found.checks)] = here / name


def _is_check(path: Path) -> bool:
    """Whether a file begins as `rlvr check --json` writes it; nothing more of it is read."""
    try:
        with open(path, "rb") as file:
            head = file.read(200)
    except OSError:
        return False
    return b'"version"' in head and (b'"reports"' in head or b'"rates"' in head)


def _free(key: str, taken: Container[str]) -> str:
    """The key, or the first of its kin that is not taken."""
    return key if key not in taken else next(each for n in count(2) if (each := f"{key}-{n}") not in taken)


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
    last, steps, rates = {}, 0, []
    if run.records is not None:
        for row in _tail(run.records):
            if row.get("kind") == "step":
                last, steps = row.get("record", {}), int(row.get("step", 0))
                rates.append(last.get("reward/pass_rate", last.get("reward/mean")))
    watched = run.records or run.trajectories
    changed = watched.stat().st_mtime if watched is not None else 0.0
    return {
        "key": run.key,
        "folder": str(run.folder),
        "model": config.get("model"),
        "envs": config.get("envs"),
        "steps": steps,
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

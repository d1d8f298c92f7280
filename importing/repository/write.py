"""The files of an environment of faults: registry entries, tasks of each level and form, and trees beside them."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ...generators.base import TEST_SHARE, derive_seed, fingerprint_of, split_of
from ...generators.code.repository_import import MOST_OUTPUT, MOST_SHOWN, canonical_of
from ...payloads.stored_texts import stored
from ...payloads.stored_trees import store
from ...verifiers.code.repository_import import masked, readable
from ..folder import REPORT
from ..report import Finding
from . import files
from .faults import Fault
from .report import RepositoryReport
from .trial import output_of

Json = Any

KINDS = ("planted", "history")
_ALIKE = 0.5
_LONG = 8
_TRIES = 10_000


def write(folder: Path, out: Path, name: str, faults: Sequence[Fault], report: RepositoryReport) -> None:
    """Write everything; the report learns of splits, levels and what is left out."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # At first too, so that what an import that broke off left behind may be replaced.
    (folder / REPORT).write_text("{}\n", encoding="utf-8")
    tested = _tested(faults)
    tasks: dict[str, list[tuple[str, dict[str, Json]]]] = {kind: [] for kind in KINDS}
    for fault in faults:
        split, hidden = _split(fault, tested)
        if not split:
            report.dropped.append(Finding(0, fault.where, "it changes files of both splits"))
            continue
        task = _task(fault, name, hidden, folder)
        tasks[fault.kind].append((split, task))
        report.splits[split] += 1
    levels = [(kind, part) for kind, part in tasks.items() if part]
    report.kept = sum(report.splits.values())
    report.levels = [len(part) for _, part in levels]
    if not report.kept:
        return
    single = f"{report.env.rsplit('-v', 1)[0]}-single-v0"
    entries = [_entry(report, report.env, "", len(levels), folder.name)]
    for level, (_, part) in enumerate(levels, 1):
        _write(folder / f"level-{level}.jsonl", report.env, level, part)
    short = [[pair for pair in part if _size(pair[1]) <= MOST_SHOWN] for _, part in levels]
    if all(short):
        entries.append(_entry(report, single, "single-", len(levels), folder.name))
        for level, part in enumerate(short, 1):
            _write(folder / f"single-level-{level}.jsonl", single, level, part)
        report.notes.append(
            f"{single}: the {sum(map(len, short))} of them whose files fit into a prompt, in one response"
        )
    if len(levels) > 1:
        report.notes.append("levels: 1 is planted faults, 2 is faults from the history")
    if "test" not in report.splits or "train" not in report.splits:
        report.notes.append(
            "all tasks are in one split: there are too few source files with faults to part them"
        )
    head = f"# Made by `rlvr code import-repository`: {report.kept} tasks of commit {report.commit[:12]}.\n"
    text = yaml.safe_dump({"tasks": entries}, sort_keys=False, allow_unicode=True, width=110)
    out.write_text(head + str(text), encoding="utf-8")
    report.registry = out
    (folder / REPORT).write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")


def _tested(faults: Sequence[Fault]) -> dict[str, set[str]]:
    """The source files of the test split, a tenth and at least one of several, each with its longer lines."""
    paths = sorted({path for fault in faults for path in fault.fault}, key=derive_seed)
    chosen = {path for path in paths if derive_seed(path) % TEST_SHARE == 0}
    # One whose faults nobody else has a part in, if there is such a one: others would be lost.
    alone = [
        path for path in paths if all(set(fault.fault) == {path} for fault in faults if path in fault.fault)
    ]
    if not chosen and len(paths) > 1:
        chosen = {(alone or paths)[0]}
    if len(chosen) == len(paths):
        chosen = chosen if len(paths) < 2 else set(paths[:-1])
    lines: dict[str, set[str]] = {path: set() for path in chosen}
    for fault in faults:
        for path in chosen & fault.state.tree.keys():
            lines[path] |= _lines(fault.state.tree[path])
    return lines


def _lines(content: bytes) -> set[str]:
    return {line for line in map(str.strip, readable(content).splitlines()) if len(line) >= _LONG}


def _split(fault: Fault, tested: Mapping[str, set[str]]) -> tuple[str, list[str]]:
    """The split of a fault, "" if it has a part in both, and the files that its task does not show.

    A task of the split train does not show a file of the split test, nor one that is mostly the same (an older state
    of it, under another name).
    """
    if tested.keys() >= fault.fault.keys():
        return "test", []
    hidden = []
    for path, content in fault.state.tree.items():
        own = _lines(content) if files.is_source(path) and path not in tested else set()
        alike = any(len(own & lines) >= _ALIKE * len(own) for lines in tested.values()) if own else False
        if path in tested or alike:
            hidden.append(path)
    if set(hidden) & fault.fault.keys():
        return "", []
    return "train", sorted(hidden)


def _task(fault: Fault, name: str, hidden: list[str], folder: Path) -> dict[str, Json]:
    state = fault.state
    editable = sorted({path for path in state.tree if files.is_source(path)} - set(hidden))
    output = output_of(fault.texts, fault.failing, MOST_OUTPUT)
    return {
        "name": name,
        "repository": {"tree": store(state.tree, folder), "editable": editable},
        "fault": dict(fault.fault),
        "suite": {
            "runner": state.suite.runner,
            "image": state.suite.image,
            "paths": list(state.suite.paths),
            "cpu_s": round(state.suite.cpu_s, 1),
            "seconds": round(state.suite.seconds, 1),
            "memory_mb": state.suite.memory_mb,
            "files": state.tests,
        },
        "due": stored(json.dumps(sorted(state.due)), folder),
        "failing": list(fault.failing),
        "canaries": fault.canaries,
        "hidden": hidden,
        "tests": len(state.due),
        "output": masked(state.tree, hidden, output),
        "note": fault.note,
        "in_question": sorted(fault.fault),
        "answer": fault.answer,
        "problem": {"kind": fault.kind, "where": fault.where},
        "guess_rate": 0.0,
        "difficulty": 0.0,
        "salt": 0,
    }


def _size(task: Mapping[str, Json]) -> int:
    return sum(len(text or "") for text in task["fault"].values())


def _write(path: Path, env: str, level: int, part: Sequence[tuple[str, dict[str, Json]]]) -> None:
    space = env.rsplit("-v", 1)[0]
    answers = Counter(task["answer"] for _, task in part)
    with path.open("w", encoding="utf-8") as file:
        for split, task in part:
            # Whoever has learnt the repairs by heart and says one of them is right as often.
            rate = answers[task["answer"]] / len(part)
            task = {**task, "guess_rate": rate, "difficulty": float(level), "salt": 0}
            # The split is that of the fingerprint, here as everywhere; the salt makes it the one that is wanted.
            while split_of(fingerprint_of(space, canonical_of(task))) != split and task["salt"] < _TRIES:
                task["salt"] += 1
            file.write(json.dumps(task) + "\n")


def _entry(report: RepositoryReport, env: str, form: str, levels: int, folder: str) -> dict[str, Json]:
    numbers = range(1, levels + 1)
    single = bool(form)
    entry: dict[str, Json] = {
        "id": env,
        "title": f"Faults of {env.split('/')[-1].rsplit('-v', 1)[0]}",
        "family": "code",
        "description": f"{report.kept} faults in a repository of your own, judged by its tests in the sandbox.",
        "generator": "rlvr.generators.code.repository_import:generate",
        "verifier": "rlvr.verifiers.code.repository_import:verify",
    }
    if not single:
        entry["env"] = "rlvr.envs.tools.repository_import:ImportedRepositoryTools"
        entry["max_turns"] = 40
    return entry | {
        "form": "code",
        "sandbox": "python",
        "noun": "answer" if single else "final answer",
        "max_answer_chars": 65_536,
        "proxy": "planted faults before real ones",
        "small_levels": list(numbers),
        "levels": {
            "tasks": [f"./{folder}/{form}level-{number}.jsonl" for number in numbers],
            "shown": [single for _ in numbers],
        },
    }

"""The files of an environment of problems: a registry entry, the tasks of each level, and large texts beside them."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ...generators.base import TEST_SHARE, derive_seed, fingerprint_of, split_of
from ...generators.code.imported import canonical_of
from ...payloads.stored_texts import stored
from ..folder import REPORT
from .problem import Problem
from .report import CodeReport
from .trial import Trial

Json = Any

SUGGESTED = "suggested.jsonl"
MOST_LEVELS = 5
MOST_SHOWN = 1500
MOST_ANSWER = 65_536
_TRIES = 10_000
_WORDS = (
    "introductory very_easy beginner easy basic interview medium intermediate medium_hard competition hard very_hard "
    "expert"
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A problem that becomes a task: what was read, what was found, what it asks for, with what it stays together."""

    problem: Problem
    trial: Trial
    languages: tuple[str, ...]
    group: str


def write(folder: Path, out: Path, kept: Sequence[Kept], report: CodeReport) -> None:
    """Write everything; the report learns of levels and splits."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # At first too, so that what an import that broke off left behind may be replaced.
    (folder / REPORT).write_text("{}\n", encoding="utf-8")
    levels = _levels(kept, report)
    space = report.env.rsplit("-v", 1)[0]
    for level, (name, part) in enumerate(levels, 1):
        tested = _tested(part)
        for split, there in (("train", len(part) - len(tested)), ("test", len(tested))):
            if not there:
                report.notes.append(f"level {level} has no problem in the split {split}")
        answers = Counter(_answer(one) for one in part)
        with (folder / f"level-{level}.jsonl").open("w", encoding="utf-8") as file:
            for one in part:
                split = "test" if one.problem.row in tested else "train"
                task = _task(one, space, split, level, folder)
                task["problem"] |= {"format": report.format, "level": name}
                # Whoever has learnt the references by heart and says one of them is right as often.
                task["guess_rate"] = answers[_answer(one)] / len(part)
                file.write(json.dumps(task) + "\n")
    report.levels = [len(part) for _, part in levels]
    with (folder / SUGGESTED).open("w", encoding="utf-8") as file:
        for one in kept:
            for test in one.trial.suggested:
                file.write(json.dumps({"row": one.problem.row, "id": one.problem.id, **test}) + "\n")
    out.write_text(_registry(report, folder.name), encoding="utf-8")
    report.registry = out
    (folder / REPORT).write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")


def _levels(kept: Sequence[Kept], report: CodeReport) -> list[tuple[str, list[Kept]]]:
    """The problems by how hard they are said to be: words in their order, numbers in at most five parts."""
    values = [one.problem.level for one in kept]
    numbers = sorted({value for value in values if isinstance(value, float)})
    order = {word: at for at, word in enumerate(_WORDS.split())}
    parts: dict[tuple[int, str], list[Kept]] = {}
    for one in kept:
        value = one.problem.level
        if isinstance(value, float):
            at = numbers.index(value) * min(MOST_LEVELS, len(numbers)) // len(numbers)
            parts.setdefault((at, ""), []).append(one)
        elif value in order:
            parts.setdefault((order[value], value), []).append(one)
        else:
            parts.setdefault((-1, ""), []).append(one)
    found = []
    for (_, word), part in sorted(parts.items(), key=lambda item: item[0]):
        ratings = [one.problem.level for one in part if isinstance(one.problem.level, float)]
        name = word or (f"{min(ratings):g} to {max(ratings):g}" if ratings else "not said")
        found.append((name, part))
    if len(found) > 1:
        named = "; ".join(f"{level} is {name}" for level, (name, _) in enumerate(found, 1))
        report.notes.append(f"levels: {named}")
    return found


def _tested(part: Sequence[Kept]) -> set[int]:
    """The rows of a level in the test split: their own, and else a tenth of the groups, at least one of several."""
    own = {one.problem.row for one in part if one.problem.split == "test"}
    free = sorted({derive_seed(one.group): one.group for one in part if not one.problem.split}.items())
    chosen = {group for seed, group in free if seed % TEST_SHARE == 0}
    trained = any(one.problem.split == "train" for one in part)
    if not own and not chosen and (len(free) > 1 or (free and trained)):
        chosen = {free[0][1]}
    elif not trained and len(free) > 1 and len(chosen) == len(free):
        chosen.discard(free[0][1])
    return own | {one.problem.row for one in part if not one.problem.split and one.group in chosen}


def _answer(one: Kept) -> str:
    return next(iter(one.trial.proven.values()), f"row {one.problem.row}")


def _task(one: Kept, space: str, split: str, level: int, folder: Path) -> dict[str, Json]:
    problem, trial = one.problem, one.trial
    code = dict(trial.code)
    examples: list[list[str]] = []
    if problem.kind == "program":
        if problem.show:
            shown = ([case["stdin"], case["out"]] for case in code["cases"][: code["public"]])
            examples += [pair for pair in shown if sum(map(len, pair)) <= MOST_SHOWN]
        code["cases"] = [_stored(case, folder) for case in code["cases"]]
    elif problem.kind == "function" and problem.show:
        shown = (
            [json.dumps(case["call"]), json.dumps(case["out"])] for case in code["cases"][: code["public"]]
        )
        examples += [pair for pair in shown if sum(map(len, pair)) <= MOST_SHOWN]
    task: dict[str, Json] = {
        "statement": problem.statement.strip(),
        "kind": problem.kind,
        "starter": problem.starter,
        "entry": problem.entry,
        "examples": examples,
        "languages": list(one.languages),
        "references": dict(trial.proven),
        "code": code,
        "problem": {"row": problem.row, "id": problem.id},
        "guess_rate": 0.0,
        "difficulty": float(level),
        "salt": 0,
    }
    # The split is that of the fingerprint, here as everywhere; the salt makes it the one that is wanted.
    while split_of(fingerprint_of(space, canonical_of(task))) != split and task["salt"] < _TRIES:
        task["salt"] += 1
    return task


def _stored(case: Mapping[str, Json], folder: Path) -> dict[str, Json]:
    made = {**case, "stdin": stored(case["stdin"], folder), "out": stored(case["out"], folder)}
    if "outs" in case:
        made["outs"] = [stored(out, folder) for out in case["outs"]]
    return made


def _registry(report: CodeReport, folder: str) -> str:
    numbers = range(1, len(report.levels) + 1)
    entry = {
        "id": report.env,
        "title": f"Problems of {report.env.split('/')[-1].rsplit('-v', 1)[0]}",
        "family": "code",
        "description": f"{report.kept} programming problems of your own, judged by their tests in the sandbox.",
        "generator": "rlvr.generators.code.imported:generate",
        "verifier": "rlvr.verifiers.code.imported:verify",
        "form": "code",
        "sandbox": "python",
        "noun": "program",
        "max_answer_chars": MOST_ANSWER,
        "proxy": "the level that a problem was given",
        "small_levels": list(numbers),
        "levels": {
            "tasks": [f"./{folder}/level-{number}.jsonl" for number in numbers],
            "language": ["" for _ in numbers],
            "image": ["" for _ in numbers],
        },
    }
    counts = ", ".join(map(str, report.levels))
    head = f"# Made by `rlvr code import`: {report.kept} problems, {counts} at each level.\n"
    return head + str(yaml.safe_dump({"tasks": [entry]}, sort_keys=False, allow_unicode=True, width=110))

"""Saved evaluations: what they measured, their tasks and samples, a leaderboard, and curves of difficulty."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..agents.evaluation.report import EvaluationReport, Problem, plain
from ..agents.evaluation.samples import Key, Sample, placed_samples, sample_at
from ..agents.evaluation.wordings import wordings_of
from ..drawing import draw
from ..generators.base import GenerationError, Task
from ..registry import UnknownEnvironment
from ..task_ids import task as task_of_id
from .gallery import shown

Json = Any
State = tuple[Path, int, int]
KEPT = 6
"""Evaluations that are kept in memory."""
PAGE = 100
SOLVED = ("never", "sometimes", "always")
_ASKED = ("envs", "levels", "tasks", "split", "seed", "wordings", "env_options")
"""What of a configuration decides the problems; the player and the number of samples do not."""


@dataclass(frozen=True)
class Loaded:
    """An evaluation without its texts, which are read when they are asked for.

    Attributes:
        path: the file of samples.
        report: the samples, without actions and observations.
        places: where each sample's line begins.
        state: of the file: its path, when it was changed, its size.
    """

    path: Path
    report: EvaluationReport
    places: Mapping[Key, int]
    state: State

    @cached_property
    def told(self) -> Json:
        """All numbers."""
        return self.report.to_json()

    @cached_property
    def pin(self) -> str:
        """A hash of the contents of all problems: equal for evaluations of the same ones."""
        prints = {sample.fingerprint or sample.task for sample in self.report.samples}
        return hashlib.sha256("\n".join(sorted(prints)).encode()).hexdigest()[:16]

    @property
    def asked(self) -> str:
        """What was asked for, as a text to compare."""
        return json.dumps({name: self.report.config.get(name) for name in _ASKED}, sort_keys=True)

    @cached_property
    def complete(self) -> bool:
        """Whether every problem has all samples, in every wording that it has any in."""
        wanted = int(self.report.config["samples"])
        counts: dict[tuple[str, int], int] = {}
        for sample in self.report.samples:
            counts[sample.task, sample.wording] = counts.get((sample.task, sample.wording), 0) + 1
        return all(number >= wanted for number in counts.values())


class Evaluations:
    """Reads evaluations, and keeps a few. Every method may be called by several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[State, Loaded] = OrderedDict()
        self._lines: dict[State, Json] = {}
        self._lock = threading.Lock()

    def load(self, folder: Path) -> Loaded:
        """An evaluation as its files are now.

        Raises:
            LookupError: if it cannot be read.
        """
        path = folder / "samples.jsonl"
        state = _state(path)
        with self._lock:
            if state in self._kept:
                self._kept.move_to_end(state)
                return self._kept[state]
        loaded = _load(folder, state)
        with self._lock:
            self._kept[state] = loaded
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return loaded

    def line(self, key: str, folder: Path) -> Json:
        """What lists tell of an evaluation; ``problem`` says why it cannot be read."""
        try:
            state = _state(folder / "samples.jsonl")
            if state not in self._lines:
                self._lines[state] = _line(self.load(folder))
            return {"key": key, "folder": str(folder), "problem": "", **self._lines[state]}
        except LookupError as error:
            return {"key": key, "folder": str(folder), "problem": str(error.args[0])}

    def curves(self, env: str, folders: Mapping[str, Path]) -> Json:
        """Pass rates and tokens of each evaluation on the levels of an environment."""
        lines = []
        for key, folder in folders.items():
            line = self.line(key, folder)
            points = [] if line["problem"] else line["levels_of"].get(env, [])
            if points:
                lines.append({"key": key, "name": line["name"], "split": line["split"], "points": points})
        return {"env": env, "lines": lines}


def boards(lines: Iterable[Json]) -> Json:
    """Leaderboards: evaluations of the same problems of a test split, best first; each is pinned by their content.

    An evaluation that was asked the same and lacks some of the problems or samples is listed without a place.
    """
    groups: dict[str, list[Json]] = {}
    for line in lines:
        if not line["problem"] and line["split"] == "test":
            groups.setdefault(line["asked"], []).append(line)
    found = []
    for group in groups.values():
        largest = max(group, key=lambda line: (line["complete"], line["tasks"]))
        rows = []
        for line in sorted(group, key=lambda line: -(line["pass_at_1"]["value"] or 0.0)):
            ranked = line["pin"] == largest["pin"] and line["complete"]
            rows.append({**{name: line[name] for name in _BOARD}, "ranked": ranked})
        rows.sort(key=lambda row: not row["ranked"])
        first = {name: largest[name] for name in ("pin", "envs", "levels", "seed", "tasks", "wordings")}
        found.append({**first, "rows": rows})
    return sorted(found, key=lambda board: (-len(board["rows"]), board["envs"]))


_BOARD = (
    "key",
    "name",
    "pass_at_1",
    "above_chance",
    "pass_at",
    "chance",
    "tokens",
    "masked",
    "played",
    "tasks",
)


def page(loaded: Loaded, query: Mapping[str, str]) -> Json:
    """The numbers of an evaluation, and the tasks that pass a filter, `PAGE` at a time.

    Args:
        loaded: the evaluation.
        query: ``env``, ``level``, ``solved`` (``never``, ``sometimes`` or ``always``), ``from``.

    Raises:
        LookupError: if a filter is none of these.
    """
    solved, begin = query.get("solved", ""), query.get("from", "0")
    if solved and solved not in SOLVED:
        raise LookupError(f"solved is {', '.join(SOLVED)}, not {solved!r}")
    if not begin.isascii() or not begin.isdigit():
        raise LookupError(f"from={begin!r} is no whole number")
    rows = []
    for problem in loaded.report.problems:
        row = problem_row(problem)
        wanted = {"env": problem.env, "level": str(problem.level), "solved": row["solved"]}
        if all(not query.get(name) or query[name] == value for name, value in wanted.items()):
            rows.append(row)
    first = int(begin)
    following = first + PAGE if first + PAGE < len(rows) else None
    return {
        **loaded.told,
        "pin": loaded.pin,
        "complete": loaded.complete,
        "tasks": rows[first : first + PAGE],
        "count": len(rows),
        "from": first,
        "next": following,
    }


def problem_row(problem: Problem) -> Json:
    """What a table tells of a task."""
    samples = problem.samples
    right = sum(sample.passed for sample in samples)
    solved = "never" if not right else "always" if right == len(samples) else "sometimes"
    return {
        "task": problem.task,
        "env": problem.env,
        "level": problem.level,
        "right": right,
        "of": len(samples),
        "masked": problem.masked,
        "solved": solved if samples else "",
        "first": [min(problem.wordings, default=0), min((s.sample for s in samples), default=0)],
    }


def transcript(loaded: Loaded, query: Mapping[str, str]) -> Json:
    """One sample with its chat, and which others there are of its task.

    Args:
        loaded: the evaluation.
        query: ``task``; ``wording`` and ``sample``, by default the first that there is. With ``passed=1`` or ``0`` the
            first that is right or wrong, if there is one.

    Raises:
        LookupError: if there is no such sample.
    """
    task = query.get("task", "")
    group = [sample for sample in loaded.report.samples if sample.task == task]
    if not group:
        raise LookupError(f"this evaluation has no task {task!r}")
    chosen = group[0]
    if "sample" in query:
        wanted = (query.get("wording", "0"), query["sample"])
        named = [each for each in group if (str(each.wording), str(each.sample)) == wanted]
        if not named:
            raise LookupError(f"{task} has no sample {wanted[1]} in wording {wanted[0]}")
        chosen = named[0]
    elif query.get("passed", "") in ("0", "1"):
        chosen = next((each for each in group if str(int(each.passed)) == query["passed"]), chosen)
    found = sample_at(loaded.path, loaded.places[chosen.key])
    made = _task(found)
    turns = [
        {
            "text": shown(text),
            "observation": shown(found.observations[n]) if n < len(found.observations) else "",
            "reward": found.rewards[n] if n < len(found.rewards) else None,
            "tokens": 0,
            "probability": None,
            "version": None,
            "stop": "end",
            "seconds": None,
        }
        for n, text in enumerate(found.actions)
    ]
    verdict = {"score": found.score, "reason": found.reason, "message": found.message, "parts": found.parts}
    return {
        "name": loaded.report.name,
        "id": found.task,
        "env": found.env,
        "level": found.level,
        "wording": found.wording,
        "sample": found.sample,
        "ending": found.ending,
        "tokens": found.tokens,
        "answered": shown(found.answer),
        "error": found.error,
        "verdict": verdict if found.reason or found.scored else None,
        "reward": sum(found.rewards),
        "prompt": "" if made is None else shown(made.prompt),
        "answer": "" if made is None else shown(made.answer),
        "svg": "" if made is None else draw(made),
        "opening": [
            {**message, "content": shown(str(message.get("content", "")))} for message in found.opening
        ],
        "turns": turns,
        "left_out": 0,
        "group": [
            {"wording": each.wording, "sample": each.sample, "passed": each.passed, "scored": each.scored}
            for each in group
        ],
    }


def _task(sample: Sample) -> Task | None:
    """The task of a sample in its wording; None if it can no longer be made (another registry, say)."""
    try:
        task = task_of_id(sample.task)
        return wordings_of(task)[sample.wording] if sample.wording else task
    except (UnknownEnvironment, GenerationError, ValueError, IndexError, TypeError):
        return None


def _state(path: Path) -> State:
    try:
        found = path.stat()
    except OSError as error:
        raise LookupError(f"{path} cannot be read: {error.strerror}") from None
    return path, found.st_mtime_ns, found.st_size


def _load(folder: Path, state: State) -> Loaded:
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        places: dict[Key, int] = {}
        samples: dict[Key, Sample] = {}
        for place, sample in placed_samples(state[0]):
            places[sample.key] = place
            samples[sample.key] = replace(sample, actions=[], observations=[], opening=[], rewards=[], parts={})
        if not samples:
            raise LookupError(f"the evaluation in {folder} has no samples yet")
        report = EvaluationReport(str(config["player"]), config, list(samples.values()))
        return Loaded(state[0], report, places, state)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LookupError(f"{folder} holds no evaluation that can be read: {error}") from None


def _line(loaded: Loaded) -> Json:
    report, total = loaded.report, loaded.told["total"]
    levels_of: dict[str, list[Json]] = {}
    for (env, level), found in sorted(report.arms.items()):
        if 1 in found.pass_at:
            point = {"level": level, **plain(found.pass_at[1]), "tokens": found.tokens, "tasks": found.tasks}
            levels_of.setdefault(env, []).append(point)
    return {
        "name": report.name,
        "envs": list(report.config["envs"]),
        "levels": report.config.get("levels"),
        "split": report.config.get("split"),
        "seed": report.config.get("seed"),
        "wordings": bool(report.config.get("wordings")),
        "samples": report.config.get("samples"),
        "tasks": len(report.problems),
        "played": len(report.samples),
        "masked": total["masked"],
        "pass_at_1": total["pass_at"].get("1") or {"value": None, "low": None, "high": None},
        "pass_at": total["pass_at"],
        "chance": total["chance_at"].get("1"),
        "above_chance": total["above_chance"],
        "tokens": total["tokens"],
        "asked": loaded.asked,
        "pin": loaded.pin,
        "complete": loaded.complete,
        "levels_of": levels_of,
    }

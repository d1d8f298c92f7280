"""What is at which address: from a path and a query to JSON."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from . import comparison
from . import evaluations as evals
from .datasets import Dataset, Datasets
from .datasets import line as dataset_line
from .find import Found, Run, find, summary
from .gallery import environments, judged, task_json, task_of
from .play import Plays
from .records import records_from
from .search import search
from .trajectories import Trajectories
from .trust import trust

Json = Any
T = TypeVar("T")
_FRESH = 2.0
"""Seconds for which a look at the folders holds."""


class Site:
    """All that the pages can ask for. Every method may be called by several threads.

    Args:
        paths: folders in which runs are looked for.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = list(paths)
        self.plays = Plays()
        self.evaluations = evals.Evaluations()
        self.datasets = Datasets()
        self._found = Found({}, {}, {}, {})
        self._compared: dict[tuple[evals.State, evals.State], Json] = {}
        self._looked = 0.0
        self._stored: dict[Path, Trajectories] = {}
        self._lock = threading.Lock()

    def get(self, parts: Sequence[str], query: Mapping[str, str]) -> Json:
        """The JSON at ``data/...``.

        Raises:
            LookupError: if there is nothing.
        """
        match list(parts):
            case ["envs.json"]:
                return environments(served=True)
            case ["task", name, place]:
                level, seed = _numbers(place)
                return task_json(task_of(name, level, seed))
            case ["picture", name, place]:
                level, seed = _numbers(place)
                return {"svg": task_json(task_of(name, level, seed), wordings=False)["svg"]}
            case ["runs.json"]:
                return {
                    "paths": [str(path) for path in self.paths],
                    "runs": [summary(run) for run in self.runs().values()],
                }
            case ["run", key, "records.json"]:
                run = self.run(key)
                if run.records is None:
                    raise LookupError(f"{key} has no records.jsonl")
                return records_from(run.records, _whole(query.get("from", "0")))
            case ["run", key, "trajectories.json"]:
                return self.stored(key).page(query)
            case ["run", key, "facets.json"]:
                if self.run(key).trajectories is None:  # which is no error: not every run keeps them
                    return {"count": 0, "envs": [], "reasons": [], "files": []}
                return self.stored(key).facets()
            case ["run", key, "trajectory", number]:
                return self.stored(key).read(_whole(number.removesuffix(".json")))
            case ["run", key, "raw", number]:
                return self.stored(key).raw(_whole(number.removesuffix(".json")))
            case ["run", key, "tokens", number]:
                return self.stored(key).tokens(_whole(number.removesuffix(".json")))
            case ["run", key, "search.json"]:
                return search(self.stored(key), query)
            case ["run", key, "states", number]:
                return {"svgs": self.stored(key).states(_whole(number.removesuffix(".json")))}
            case ["evals.json"]:
                lines = [self.evaluations.line(*pair) for pair in self.found().evaluations.items()]
                return {
                    "paths": [str(path) for path in self.paths],
                    "evals": lines,
                    "boards": evals.boards(lines),
                }
            case ["eval", key, "page.json"]:
                return evals.page(self.evaluation(key), query)
            case ["eval", key, "sample.json"]:
                return evals.transcript(self.evaluation(key), query)
            case ["compare.json"]:
                return self.compared(query.get("base", ""), query.get("other", ""))
            case ["trust.json"]:
                return trust(self.found().checks)
            case ["curves", name]:
                env = name.removesuffix(".json").replace("~", "/")
                return self.evaluations.curves(env, self.found().evaluations)
            case ["datasets.json"]:
                found = self.found().datasets
                return {
                    "paths": [str(path) for path in self.paths],
                    "datasets": [dataset_line(key, path) for key, path in found.items()],
                }
            case ["dataset", key, "page.json"]:
                opened = self.dataset(key)
                return {**opened.told(), **opened.page(query)}
            case ["dataset", key, "row", number]:
                return self.dataset(key).shown(_whole(number.removesuffix(".json")))
        raise LookupError("there is nothing here")

    def post(self, parts: Sequence[str], asked: Json) -> Json:
        """What an action leads to.

        Raises:
            LookupError: if there is nothing at this address.
            ValueError: if the request is not in its form.
        """
        if not isinstance(asked, dict):
            raise ValueError("the request is no JSON object")
        try:
            if list(parts) == ["play"]:
                return self.plays.answer(asked)
            if list(parts) == ["verify"]:
                task = task_of(str(asked["env"]), int(asked["level"]), int(asked["seed"]))
                return judged(task, str(asked["text"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"the request lacks a field: {error}") from None
        raise LookupError("there is nothing here")

    def found(self) -> Found:
        """What there is in the folders, looked for again after a moment."""
        with self._lock:
            if time.monotonic() - self._looked > _FRESH or not self._looked:
                self._found = find(path for path in self.paths if path.is_dir())
                self._looked = time.monotonic()
            return self._found

    def runs(self) -> dict[str, Run]:
        """The runs."""
        return self.found().runs

    def run(self, key: str) -> Run:
        """The run of a key."""
        return self._of("run", key, self._found.runs, self.runs)

    def evaluation(self, key: str) -> evals.Loaded:
        """The evaluation of a key."""
        known = self._found.evaluations
        return self.evaluations.load(self._of("evaluation", key, known, lambda: self.found().evaluations))

    def dataset(self, key: str) -> Dataset:
        """The dataset of a key."""
        known = self._found.datasets
        return self.datasets.open(self._of("dataset", key, known, lambda: self.found().datasets))

    def compared(self, base: str, other: str) -> Json:
        """Two evaluations, or two runs, compared."""
        found = self.found()
        if base in found.evaluations and other in found.evaluations:
            one, two = self.evaluation(base), self.evaluation(other)
            if (
                states := (one.state, two.state)
            ) not in self._compared:  # intervals take seconds where tasks are many
                if len(self._compared) >= evals.KEPT:
                    self._compared.clear()
                self._compared[states] = comparison.evaluations(one, two)
            return self._compared[states]
        return comparison.runs(self.stored(base), self.stored(other), (base, other))

    def _of(self, kind: str, key: str, known: dict[str, T], again: Callable[[], dict[str, T]]) -> T:
        found = known.get(key) or again().get(key)
        if found is None:
            raise LookupError(f"there is no {kind} {key!r} in {', '.join(map(str, self.paths))}")
        return found

    def stored(self, key: str) -> Trajectories:
        """The trajectories of a run, their index brought up to date."""
        folder = self.run(key).trajectories
        if folder is None:
            raise LookupError(f"{key} has no trajectories; train with keep_trajectories=1 or more")
        with self._lock:
            stored = self._stored.setdefault(folder, Trajectories(folder))
        stored.keep_up()
        return stored


def _numbers(place: str) -> tuple[int, int]:
    level, _, seed = place.removesuffix(".json").partition("-")
    return _whole(level), _whole(seed)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 16:
        raise LookupError(f"{text!r} is no whole number")
    return int(text)

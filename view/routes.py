"""What is at which address: from a path and a query to JSON."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .find import Run, find_runs, summary
from .gallery import environments, judged, task_json, task_of
from .play import Plays
from .records import records_from
from .trajectories import Trajectories

Json = Any
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
        self._runs: dict[str, Run] = {}
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
                return self.stored(key).facets()
            case ["run", key, "trajectory", number]:
                return self.stored(key).read(_whole(number.removesuffix(".json")))
            case ["run", key, "raw", number]:
                return self.stored(key).raw(_whole(number.removesuffix(".json")))
            case ["run", key, "states", number]:
                return {"svgs": self.stored(key).states(_whole(number.removesuffix(".json")))}
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

    def runs(self) -> dict[str, Run]:
        """The runs, looked for again after a moment."""
        with self._lock:
            if time.monotonic() - self._looked > _FRESH or not self._looked:
                self._runs = find_runs(path for path in self.paths if path.is_dir())
                self._looked = time.monotonic()
            return dict(self._runs)

    def run(self, key: str) -> Run:
        """The run of a key."""
        found = self._runs.get(key) or self.runs().get(key)
        if found is None:
            raise LookupError(f"there is no run {key!r} in {', '.join(map(str, self.paths))}")
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

"""Scoring a file of responses against a file of tasks, in parallel and in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ..generators.base import Json, Task
from ..pools.pieces import LostItem, Outcome, PoolError, value_of
from ..pools.pool import Engine, Pool
from ..scoring import verify
from ..verifiers.base import Reason, Verdict, infra
from ..verifiers.extract import Mode
from .errors import DatasetError
from .formats import read_rows, read_tasks

_CHUNK = 64
_WORK = ".export.score:judged"
_ID_NAMES = ("id", "task_id")
_RESPONSE_NAMES = ("response", "completion", "output", "responses", "actions")


@dataclass(frozen=True, slots=True)
class Scored:
    """One response and its verdict: `number` counts the responses of the file from 1."""

    number: int
    task: Task
    verdict: Verdict


def score_file(
    tasks: str | Path,
    responses: str | Path,
    *,
    mode: Mode = "lenient",
    workers: int = 1,
    engine: Engine = "local",
) -> Iterator[Scored]:
    """Score every response of a file, in the order of the file.

    A row of responses has the task's ``id`` (or ``task_id``) and one of ``response`` (also ``completion`` or
    ``output``: a text), ``responses`` (a list of texts, each scored on its own) or ``actions`` (the list of
    actions of one episode, which is replayed). Without ids, there must be one row for each task, in order.

    A response whose process hangs or dies, again when it is tried by itself, is ``infra``: it has no score.

    Args:
        tasks: a dataset file.
        responses: a file of responses.
        mode: see `rlvr.verify`.
        workers: processes that score; with 1 on this machine, this process does.
        engine: where they are.

    Raises:
        DatasetError: if a file cannot be read or a row does not fit; the message names file and row.
    """
    known = {task.id: task for task in read_tasks(tasks)}
    jobs = _jobs(Path(responses), known)
    if workers == 1 and engine == "local":
        for number, task, response in jobs:
            yield Scored(number, task, _verdict(task, response, mode))
        return
    try:
        with Pool(workers, engine=engine) as pool:
            waiting: deque[tuple[list[Job], Future[list[Outcome]]]] = deque()
            for chunk in _chunks(jobs):
                waiting.append((chunk, _submit(pool, mode, chunk)))
                if len(waiting) > 4 * workers:
                    yield from _scored(*waiting.popleft())
            while waiting:
                yield from _scored(*waiting.popleft())
    except PoolError as error:
        raise DatasetError(str(error)) from None


Job = tuple[int, Task, str | list[str]]


def judged(common: Mapping[str, Json], item: Sequence[Json]) -> Json:
    """The verdict of a response, as JSON; an item is the number of its task in `common` and the response."""
    place, response = item
    return _verdict(Task.from_json(common["tasks"][place]), response, common["mode"]).to_json()


def _verdict(task: Task, response: str | list[str], mode: Mode) -> Verdict:
    try:
        return verify(task, response, mode=mode)
    except ValueError as error:  # actions after the end of an episode
        return Verdict(0.0, Reason.ILLEGAL, str(error))


def _submit(pool: Pool, mode: Mode, jobs: Sequence[Job]) -> Future[list[Outcome]]:
    tasks = {task.id: task for _, task, _ in jobs}  # many responses may be of one task
    places = {id: place for place, id in enumerate(tasks)}
    common = {"mode": mode, "tasks": [task.to_json() for task in tasks.values()]}
    return pool.submit(_WORK, [[places[task.id], response] for _, task, response in jobs], common)


def _scored(jobs: Sequence[Job], future: Future[list[Outcome]]) -> Iterator[Scored]:
    for (number, task, _), outcome in zip(jobs, future.result(), strict=True):
        try:
            verdict = Verdict.from_json(value_of(outcome))
        except LostItem as error:
            verdict = infra(f"the verifier gave no verdict: {error}")
        yield Scored(number, task, verdict)


def _chunks(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    iterator = iter(jobs)
    while chunk := list(islice(iterator, _CHUNK)):
        yield chunk


def _jobs(path: Path, known: Mapping[str, Task]) -> Iterator[Job]:
    in_order = iter(known.values())
    number = rows = 0
    with_ids: bool | None = None
    for rows, row in enumerate(read_rows(path), start=1):
        where = f"{path}: row {rows}"
        named = next((row[name] for name in _ID_NAMES if name in row), None)
        if with_ids is None:
            with_ids = named is not None
        if with_ids != (named is not None):
            raise DatasetError(f"{where}: either every row has an id or none has")
        task = known.get(str(named)) if with_ids else next(in_order, None)
        if task is None:
            missing = f"no task {named!r} in the file of tasks" if with_ids else "more responses than tasks"
            raise DatasetError(f"{where}: {missing}")
        for response in _responses(row, where):
            number += 1
            yield number, task, response
    if with_ids is False and rows < len(known):
        raise DatasetError(
            f"{path}: {rows} responses without ids for {len(known)} tasks; give ids, or one for each"
        )


def _responses(row: Mapping[str, Any], where: str) -> list[str | list[str]]:
    name = next((name for name in _RESPONSE_NAMES if name in row), None)
    if name is None:
        raise DatasetError(f"{where}: needs one of {', '.join(_RESPONSE_NAMES)}")
    value = row[name]
    if name in ("responses", "actions"):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise DatasetError(f"{where}: {name!r} must be a list of texts")
        return [value] if name == "actions" else list(value)
    if not isinstance(value, str):
        raise DatasetError(f"{where}: {name!r} must be a text")
    return [value]


def default_workers(engine: Engine = "local") -> int:
    """The number of processor cores this process may use; or of those of the Ray cluster.

    Raises:
        PoolError: if Ray is asked for and not there.
    """
    if engine == "ray":
        from ..pools.on_ray import cluster_cpus

        return max(cluster_cpus(), 1)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""Scoring a file of responses against a file of tasks, in parallel and in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from .. import registry
from ..generators.base import Task
from ..scoring import verify
from ..starting import in_worker, starting_workers
from ..verifiers.base import Reason, Verdict
from ..verifiers.extract import Mode
from .errors import DatasetError
from .formats import read_rows, read_tasks
from .source import start_worker

_CHUNK = 64
_ID_NAMES = ("id", "task_id")
_RESPONSE_NAMES = ("response", "completion", "output", "responses", "actions")


@dataclass(frozen=True, slots=True)
class Scored:
    """One response and its verdict: `number` counts the responses of the file from 1."""

    number: int
    task: Task
    verdict: Verdict


def score_file(
    tasks: str | Path, responses: str | Path, *, mode: Mode = "lenient", workers: int = 1
) -> Iterator[Scored]:
    """Score every response of a file, in the order of the file.

    A row of responses has the task's ``id`` (or ``task_id``) and one of ``response`` (also ``completion`` or
    ``output``: a text), ``responses`` (a list of texts, each scored on its own) or ``actions`` (the list of
    actions of one episode, which is replayed). Without ids, there must be one row for each task, in order.

    Raises:
        DatasetError: if a file cannot be read or a row does not fit; the message names file and row.
    """
    known = {task.id: task for task in read_tasks(tasks)}
    jobs = _jobs(Path(responses), known)
    origins = sorted({registry.get(env).origin for env in {task.env for task in known.values()}})
    if workers == 1:
        for chunk in _chunks(jobs):
            yield from _score((mode, chunk))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, start_worker, (origins,)) as pool:
        waiting: deque[Future[list[Scored]]] = deque()
        for chunk in _chunks(jobs):
            with starting_workers():
                waiting.append(pool.submit(in_worker, _score, (mode, chunk)))
            if len(waiting) > 4 * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


Job = tuple[int, Task, str | list[str]]


def _score(work: tuple[Mode, list[Job]]) -> list[Scored]:
    mode, jobs = work
    scored = []
    for number, task, response in jobs:
        try:
            verdict = verify(task, response, mode=mode)
        except ValueError as error:  # actions after the end of an episode
            verdict = Verdict(0.0, Reason.ILLEGAL, str(error))
        scored.append(Scored(number, task, verdict))
    return scored


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


def default_workers() -> int:
    """The number of processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

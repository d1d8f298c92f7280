"""Many at once: verdicts and steps in parallel where a program has to run for them, so that no slot of a sandbox idles.

Everything else is done one after the other in the caller's thread: Python code does not get faster by threads.
Results are what the one-by-one calls would give, in the same order.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from typing import Any, TypeVar

from .. import registry
from ..generators.base import Task
from ..sandbox.pool import cores
from ..verifiers.base import Verdict
from ..verifiers.extract import Mode
from .base import TextEnv
from .replay import replay

Step = tuple[str, float, bool, bool, dict[str, Any]]
T = TypeVar("T")

THREADS = max(8, 2 * cores())
"""Enough to fill the slots of every sandbox; who waits for a slot costs nothing."""


def verify_many(
    pairs: Iterable[tuple[Task, str | Sequence[str]]], *, mode: Mode = "strict", **options: Any
) -> list[Verdict]:
    """Score responses, or re-score stored episodes, in parallel.

    Args:
        pairs: tasks, each with a response or the list of an episode's actions.
        mode: see `rlvr.verify`.
        options: options of the environments, for lists of actions.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in.
    """
    return _all(
        [
            (bool(registry.get(task.env).sandbox), partial(_verdict, task, response, mode, options))
            for task, response in pairs
        ]
    )


async def verify_async(
    task: Task, response: str | Sequence[str], *, mode: Mode = "strict", **options: Any
) -> Verdict:
    """Score one response without keeping the event loop waiting."""
    return await asyncio.wrap_future(_threads().submit(_verdict, task, response, mode, options))


def step_many(envs: Sequence[TextEnv], actions: Sequence[str]) -> list[Step]:
    """Step environments, each with its action: in parallel where a step runs programs.

    Raises:
        ValueError: if there are not as many actions as environments, or an environment comes twice.
    """
    if len(envs) != len(actions):
        raise ValueError(f"{len(envs)} environments, but {len(actions)} actions")
    if len(set(map(id, envs))) != len(envs):
        raise ValueError("an environment comes twice; it can only take one step at a time")
    return _all(
        [
            (bool(env.task_spec.sandbox), partial(env.step, action))
            for env, action in zip(envs, actions, strict=True)
        ]
    )


async def step_async(env: TextEnv, action: str) -> Step:
    """Step one environment without keeping the event loop waiting."""
    return await asyncio.wrap_future(_threads().submit(env.step, action))


def _verdict(task: Task, response: str | Sequence[str], mode: Mode, options: dict[str, Any]) -> Verdict:
    if isinstance(response, str):
        return registry.get(task.env).verify_response(task, response, mode)
    return replay(task, response, extraction=mode, **options)


def _all(work: Sequence[tuple[bool, Callable[[], T]]]) -> list[T]:
    """The results of the calls; those marked are made by threads, the others here while those run."""
    done: list[Future[T] | Callable[[], T]] = [
        _threads().submit(call) if threaded else call for threaded, call in work
    ]
    here = {id(each): each() for each in done if not isinstance(each, Future)}
    return [each.result() if isinstance(each, Future) else here[id(each)] for each in done]


def _threads() -> ThreadPoolExecutor:
    return _threads_of(os.getpid())  # threads do not survive a fork


@cache
def _threads_of(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix=f"rlvr-batch-{process}")

"""Many at once: verdicts and steps in parallel where a program has to run for them, so that no slot of a sandbox idles.

Everything else is done one after the other in the caller's thread: Python code does not get faster by threads.
Results are what the one-by-one calls would give, in the same order.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from typing import Any, TypeVar

from .. import registry
from ..generators.base import Task
from ..sandbox.pool import cores
from ..verifiers.base import RewardKind, Verdict
from ..verifiers.extract import Mode
from .base import TextEnv
from .chat import Response, response_of
from .make import check_options
from .replay import replay

Step = tuple[str, float, bool, bool, dict[str, Any]]
T = TypeVar("T")

THREADS = max(8, 2 * cores())
"""Enough to fill the slots of every sandbox; who waits for a slot costs nothing."""


def verify_many(
    pairs: Iterable[tuple[Task, Response]],
    *,
    mode: Mode | None = None,
    reward: RewardKind | None = None,
    **options: Any,
) -> list[Verdict]:
    """Score responses, or re-score stored episodes, in parallel.

    Args:
        pairs: tasks, each with a response or an episode, as `rlvr.verify` takes them.
        mode: see `rlvr.verify`.
        reward: see `rlvr.verify`.
        options: options of the environments, for episodes.

    Raises:
        TypeError: if something is no pair, no task or no response, or an environment has no such option; nothing is
            scored then.
        SandboxUnavailable: if there is nothing to run programs in.
    """
    checked = [_pair(pair) for pair in pairs]
    for env in {task.env for task, _ in checked} if options else ():
        check_options(env, options)
    return _all(
        [
            (
                bool(registry.get(task.env).sandbox),
                partial(verdict_of, task, response, mode, reward, options),
            )
            for task, response in checked
        ]
    )


async def verify_async(
    task: Task,
    response: Response,
    *,
    mode: Mode | None = None,
    reward: RewardKind | None = None,
    **options: Any,
) -> Verdict:
    """Score one response without keeping the event loop waiting; see `rlvr.verify`."""
    return await asyncio.wrap_future(_threads().submit(verdict_of, task, response, mode, reward, options))


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


def verdict_of(
    task: Task, response: Response, mode: Mode | None, reward: RewardKind | None, options: Mapping[str, Any]
) -> Verdict:
    """What `rlvr.verify` says; what is not given comes from the task's options."""
    task, given = _pair((task, response))
    mode = mode or task.options.get("extraction", "strict")
    reward = reward or task.options.get("reward", "binary")
    if not isinstance(given, str):
        return replay(task, given, **{"extraction": mode, "reward": reward, **options})
    if options:
        check_options(task.env, options)
    return registry.get(task.env).verify_response(task, given, mode or "strict", reward or "binary")


def _pair(pair: object) -> tuple[Task, str | list[str]]:
    """A task and its response, if it is that, in the form that verifiers and environments take.

    Raises:
        TypeError: if it is not; the message says what to give instead.
    """
    match pair:
        case (Task() as task, response):
            given: Any = response  # what it is, is told by `response_of`
            return task, response_of(task, given, single=registry.get(task.env).env == "single")
        case (str() as name, _):
            raise TypeError(
                f"a task is needed, not the text {name!r:.80}; make one of an id with rlvr.task(id)"
            )
        case (other, _):
            raise TypeError(f"a task is needed, not {type(other).__name__}; see rlvr.generate and rlvr.task")
    raise TypeError(f"pairs of a task and a response are needed, not {type(pair).__name__}")


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

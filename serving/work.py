"""What routes ask of the processes, and what failures become: tasks, verdicts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .. import registry
from ..generators.base import Json
from ..spec import TaskSpec
from ..verifiers.base import infra
from .errors import Refused
from .limits import Limits
from .metrics import Metrics
from .pool import Pool, Reply

CHUNK = 64
"""Verdicts or tasks of one request to a process."""
CHUNK_S = 5.0
"""Seconds for a chunk; one that takes longer is asked for again piece by piece, each with the whole budget."""

STATUS: Mapping[str, int] = {"UnknownEnvironment": 404, "SandboxError": 503, "SandboxUnavailable": 503}


def checked(reply: Reply) -> Reply:
    """The reply, unless it is an error.

    Raises:
        Refused: the caller was wrong (404, 422), or there is nothing to run programs in (503).
    """
    if "raised" in reply:
        status = STATUS.get(reply["raised"], 422)
        raise Refused(status, reply["message"], retry=30 if status == 503 else None)
    return reply


def spec_of(name: str) -> TaskSpec:
    """An entry of the registry.

    Raises:
        Refused: 404, if there is none of that name.
    """
    try:
        return registry.get(name)
    except registry.UnknownEnvironment as error:
        raise Refused(404, str(error)) from None


def env_of(task: str | Mapping[str, Any]) -> TaskSpec | None:
    """The entry of a task, as far as it is known without making it."""
    name = (
        task.partition(":")[0]
        if isinstance(task, str)
        else task.get("env", str(task.get("id")).partition(":")[0])
    )
    try:
        return registry.get(str(name))
    except registry.UnknownEnvironment:
        return None


def is_slow(task: str | Mapping[str, Any]) -> bool:
    """Whether judging an answer to this task runs programs or plays an episode, as far as is known."""
    spec = env_of(task)
    return spec is None or bool(spec.sandbox) or spec.env != "single"


def runs_programs(task: str | Mapping[str, Any]) -> bool:
    """Whether steps of this task run programs."""
    spec = env_of(task)
    return spec is not None and bool(spec.sandbox)


class Work:
    """Tasks and verdicts.

    Args:
        pool: where they are made.
        limits: of the server.
        metrics: where they are counted.
    """

    def __init__(self, pool: Pool, limits: Limits, metrics: Metrics) -> None:
        self.pool, self.limits, self.metrics = pool, limits, metrics
        self.room = asyncio.Semaphore(pool.processes)
        """For what is made ahead of use: no more of it than there are processes, so that it holds up nobody."""

    async def ask(self, client: str, request: Mapping[str, Json], *, alone: bool = False) -> Reply:
        """A reply that must be there.

        Raises:
            Refused: if there is none.
        """
        reply, _ = await self.pool.ask(client, request, self.limits.budget_s, alone=alone)
        if "failed" in reply:
            raise Refused(503, f"this could not be made: {reply['failed']}", retry=10)
        return checked(reply)

    async def tasks(self, client: str, request: Mapping[str, Json], seeds: Sequence[int]) -> list[Json]:
        """The tasks of these seeds, in order.

        Raises:
            Refused: if they cannot be made.
        """
        parts = [seeds[place : place + CHUNK] for place in range(0, len(seeds), CHUNK)]
        replies = await all_of([self.ask(client, {"do": "tasks", **request, "seeds": part}) for part in parts])
        self.metrics.tasks(len(seeds))
        return [task for reply in replies for task in reply["tasks"]]

    async def verdict(
        self,
        client: str,
        task: str | Mapping[str, Any],
        response: Json,
        options: Mapping[str, Json],
        *,
        place: str = "",
    ) -> Reply:
        """What `rlvr.verify` says; no score if it does not say anything within the budget.

        Raises:
            Refused: where `rlvr.verify` raises.
        """
        request = {"do": "verdict", "task": task, "response": response, "options": options}
        reply, _ = await self.pool.ask(client, request, self.limits.budget_s, alone=runs_programs(task))
        if "raised" in reply and place:
            reply["message"] = f"{place}: {reply['message']}"
        verdict = checked(reply).get("verdict") or infra(reply["failed"]).to_json()
        self.metrics.verdict(verdict["reason"])
        return dict(verdict)

    async def verdicts(
        self, client: str, items: Sequence[tuple[Any, Json]], options: Mapping[str, Json]
    ) -> list[Json]:
        """The verdicts of many responses, in order; what hangs delays no other.

        Raises:
            Refused: if one of them is no response to a task; nothing is scored then.
        """
        slow: dict[str, bool] = {}
        quick: list[int] = []
        single: list[int] = []
        for place, (task, _) in enumerate(items):
            name = task if isinstance(task, str) else str(task.get("id"))
            if name not in slow:
                slow[name] = is_slow(task)
            (single if slow[name] else quick).append(place)
        chunks = [quick[place : place + CHUNK] for place in range(0, len(quick), CHUNK)]
        found: list[Json] = [None] * len(items)

        async def one(place: int) -> None:
            found[place] = await self.verdict(client, *items[place], options, place=f"items.{place}")

        async def many(places: list[int]) -> None:
            request = {
                "do": "verdicts",
                "items": [items[place] for place in places],
                "options": options,
                "places": places,
            }
            reply, _ = await self.pool.ask(client, request, min(CHUNK_S, self.limits.budget_s))
            if "failed" in reply:
                await all_of([one(place) for place in places])
                return
            verdicts = checked(reply)["verdicts"]
            for place, verdict in zip(places, verdicts, strict=True):
                found[place] = verdict
            for reason, count in Counter(verdict["reason"] for verdict in verdicts).items():
                self.metrics.verdict(reason, count)

        await all_of([*(many(chunk) for chunk in chunks), *(one(place) for place in single)])
        return found


async def all_of(work: Sequence[Any]) -> list[Any]:
    """The results of all; the first error ends the others."""
    if len(work) == 1:
        return [await work[0]]
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise

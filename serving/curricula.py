"""Curricula of runs: which tasks next, for any trainer. What a client is answered is on disk before.

A curriculum is its JSON state. Each operation is done in a worker process, which gets the state and gives the next one.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from ..generators.base import Json
from .errors import Refused
from .limits import Limits
from .models import CurriculumRequest, NextRequest, ResultBody
from .shown import shown
from .work import Work, all_of, spec_of

MOST_OPEN = 10_000
"""Draws of a curriculum that wait for a result; the oldest are given up then."""
MOST_REMEMBERED = 64
"""Requests by name whose draws can be asked for again."""
HINTING = frozenset({"hints"})
FORMAT = 1


class Run:
    """One curriculum.

    Args:
        saved: as on disk.
    """

    def __init__(self, saved: dict[str, Json]) -> None:
        self.saved = saved
        self.lock = asyncio.Lock()
        self.count = 0
        """Draws of the last request: as many as the next one will ask for."""
        self.expected: dict[str, asyncio.Task[dict[str, Json] | None]] = {}
        """Tasks of draws that are expected next, made or under way, by what makes them."""
        self.expecting: asyncio.Task[None] | None = None

    @property
    def open(self) -> dict[str, Json]:
        """Draws without a result, in the order in which they were drawn."""
        found: dict[str, Json] = self.saved["open"]
        return found

    def body(self) -> dict[str, Json]:
        """The curriculum as it stands."""
        names = ("id", "curriculum", "weights", "drawn", "recorded")
        return {
            **{name: self.saved[name] for name in names},
            "arms": self.saved["names"],
            "open": list(self.open),
        }


class Curricula:
    """All curricula.

    Args:
        work: what does them.
        limits: of the server.
        folder: where they are kept; None keeps them in memory.
        answers: whether hints and answers may be given away.
    """

    def __init__(self, work: Work, limits: Limits, folder: Path | None, *, answers: bool) -> None:
        self.work, self.limits, self.answers = work, limits, answers
        self.folder = None if folder is None else folder / "curricula"
        self.runs: dict[tuple[str, str], Run] = {}
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self.folder.glob("*.json")):
                saved = json.loads(path.read_text(encoding="utf-8"))
                if saved.get("format") != FORMAT:
                    raise ValueError(f"{path} was written by another version")
                self.runs[saved["owner"], saved["id"]] = Run(saved)

    async def create(self, client: str, asked: CurriculumRequest) -> dict[str, Json]:
        """A new curriculum.

        Raises:
            Refused: there is one of that id, there are too many, or it cannot be made.
        """
        key = client, asked.id
        if key in self.runs:
            raise Refused(409, f"there is a curriculum {asked.id!r}; delete it, or take another id")
        if len(self.runs) >= self.limits.curricula:
            raise Refused(429, f"there are {len(self.runs)} curricula; delete some", retry=60)
        if (asked.curriculum in HINTING or asked.options.get("inner") in HINTING) and not self.answers:
            raise Refused(403, "this server gives no hints: start it with --answers")
        arms: list[Json] = [arm.model_dump() for arm in asked.arms]
        for name in asked.envs:
            spec = spec_of(name)
            if asked.difficulty is not None:
                arms += await self._within(client, spec.id, asked)
                continue
            low, high = asked.levels or (spec.levels[0], spec.levels[-1])
            if low > high:
                raise Refused(422, f"levels: {low} is above {high}")
            if len(arms) + high - low >= self.limits.arms:
                break
            arms += [{"env": spec.id, "level": level, "params": {}} for level in range(low, high + 1)]
        if not arms:
            raise Refused(422, "name environments in envs, or arms")
        if len(arms) >= self.limits.arms:
            raise Refused(422, f"a curriculum has fewer than {self.limits.arms} arms")
        saved: dict[str, Json] = {
            "format": FORMAT,
            "owner": client,
            "arms": arms,
            **asked.model_dump(
                include={"id", "curriculum", "options", "env_options", "samples", "split", "seed"}
            ),
            "state": None,
            "drawn": 0,
            "recorded": 0,
            "step": 0,
            "open": {},
            "requests": [],
        }
        run = Run(saved)
        self.runs[key] = run
        try:
            async with run.lock:
                await self._operate(client, run)
        except BaseException:
            del self.runs[key]
            raise
        return run.body()

    async def _within(self, client: str, env: str, asked: CurriculumRequest) -> list[Json]:
        """The arms of an environment at a difficulty."""
        if asked.levels is not None:
            raise Refused(422, "difficulty: give it, or levels, not both")
        found = await self.work.ask(client, {"do": "within", "env": env, "difficulty": asked.difficulty})
        arms: list[Json] = found["arms"]
        return arms

    async def next(self, client: str, id: str, asked: NextRequest) -> list[dict[str, Json]]:
        """Draws, each with its task.

        Raises:
            Refused: there is no such curriculum, or a task cannot be made.
        """
        async with self._used(client, id) as run:
            known = {each["request"]: each["draws"] for each in run.saved["requests"]}
            if asked.request is not None and asked.request in known:
                draws = known[asked.request]
                tasks = await self._tasks(client, run, draws)
            else:
                draws, tasks = await self._draw(client, run, asked)
                run.count = asked.count
                self._expect(client, run)
        return [_shown(run, *pair, asked.answers) for pair in zip(draws, tasks, strict=True)]

    async def _draw(
        self, client: str, run: Run, asked: NextRequest
    ) -> tuple[list[dict[str, Json]], list[dict[str, Json]]]:
        if run.expecting is not None:
            await asyncio.wait([run.expecting])
        reply = await self._ask(client, run, count=asked.count)
        draws: list[dict[str, Json]] = []
        for place, draw in enumerate(reply["draws"]):
            number = run.saved["drawn"] + place
            parts = ["serve", run.saved["seed"], run.saved["step"], place]
            draws.append({"id": f"d{number}", "draw": draw, "parts": parts, "task_id": None})
        # The tasks are made before anything is noted: a curriculum whose tasks cannot be made does not move on.
        tasks = await self._tasks(client, run, draws)
        for draw, each in zip(draws, tasks, strict=True):
            draw["task_id"] = each["task"]["id"]
        saved = {**run.saved, "state": reply["state"], "weights": reply["weights"]}
        saved["drawn"] += len(draws)
        saved["step"] += 1
        saved["open"] = {**run.open, **{draw["id"]: draw for draw in draws}}
        for id in list(saved["open"])[: max(len(saved["open"]) - MOST_OPEN, 0)]:
            del saved["open"][id]
        if asked.request is not None:
            kept = [*run.saved["requests"], {"request": asked.request, "draws": draws}]
            saved["requests"] = kept[-MOST_REMEMBERED:]
        await self._keep(run, saved)
        return draws, tasks

    async def _tasks(self, client: str, run: Run, draws: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
        """The whole tasks of draws, and their hints."""
        parts = [draws[place : place + 64] for place in range(0, len(draws), 64)]
        return [
            each for part in parts for each in await all_of([self._one(client, run, draw) for draw in part])
        ]

    async def _one(self, client: str, run: Run, draw: Mapping[str, Json]) -> dict[str, Json]:
        """The whole task of a draw and its hint, made now unless it was expected."""
        if (expected := run.expected.get(_key(draw))) is not None:
            await asyncio.wait([expected])
            if not expected.cancelled() and (reply := expected.result()) is not None:
                return reply
        return await self._task(client, run, draw)

    async def _task(self, client: str, run: Run, draw: Mapping[str, Json]) -> dict[str, Json]:
        common = {name: run.saved[name] for name in ("env_options", "split")}
        request = {"do": "draw", "answers": True, **common, "draw": draw["draw"], "parts": draw["parts"]}
        return await self.work.ask(client, request)

    def _expect(self, client: str, run: Run) -> None:
        """Have the tasks made that come next if nothing else is learnt until then.

        Weights move slowly and the random numbers are the same, so most of them do. Once all results are noted, they
        are those that come.
        """
        held = sum(len(each.expected) for each in self.runs.values() if each is not run)
        if run.count and held + run.count <= self.limits.ahead:
            self._give_up(run, tasks=False)
            run.expecting = asyncio.ensure_future(self._expected(f"{client} ahead", run))

    async def _expected(self, client: str, run: Run) -> None:
        with suppress(Refused):
            reply = await self._ask(client, run, count=run.count)
            wanted = {}
            for place, draw in enumerate(reply["draws"]):
                each = {"draw": draw, "parts": ["serve", run.saved["seed"], run.saved["step"], place]}
                wanted[_key(each)] = each
            for key in run.expected.keys() - wanted.keys():
                run.expected.pop(key).cancel()
            for key, each in wanted.items():
                if key not in run.expected:
                    run.expected[key] = asyncio.ensure_future(self._ahead(client, run, each))

    async def _ahead(self, client: str, run: Run, draw: Mapping[str, Json]) -> dict[str, Json] | None:
        async with self.work.room:
            with suppress(Refused):  # if it is asked for, it is tried again, and whoever asks is told
                return await self._task(client, run, draw)
        return None

    def _give_up(self, run: Run, *, tasks: bool = True) -> None:
        if run.expecting is not None:
            run.expecting.cancel()
        for task in run.expected.values() if tasks else ():
            task.cancel()

    def close(self) -> None:
        """Make nothing ahead any more."""
        for run in self.runs.values():
            self._give_up(run)

    async def record(self, client: str, id: str, results: list[ResultBody]) -> dict[str, Json]:
        """Take note of results; a draw that has one is left alone.

        Raises:
            Refused: there is no such curriculum, or there never was such a draw.
        """
        async with self._used(client, id) as run:
            fresh: dict[str, ResultBody] = {}
            for place, result in enumerate(results):
                number = result.draw.removeprefix("d")
                if (
                    not (result.draw.startswith("d") and number.isascii() and number.isdigit())
                    or int(number[:18]) >= run.saved["drawn"]
                ):
                    raise Refused(422, f"results.{place}.draw: there was no draw {result.draw!r}")
                if result.draw in run.open:
                    fresh.setdefault(result.draw, result)
            if fresh:
                ordered = [draw for draw in run.open if draw in fresh]
                reply = await self._ask(
                    client, run, results=[_result(run.open[id], fresh[id]) for id in ordered]
                )
                saved = {**run.saved, "state": reply["state"], "weights": reply["weights"]}
                saved["recorded"] += len(fresh)
                saved["open"] = {name: draw for name, draw in run.open.items() if name not in fresh}
                await self._keep(run, saved)
                self._expect(client, run)
            repeated = len(results) - len(fresh)
            return {"recorded": len(fresh), "repeated": repeated, "weights": run.saved["weights"]}

    def get(self, client: str, id: str) -> Run:
        """A curriculum of a client.

        Raises:
            Refused: there is none of that id.
        """
        run = self.runs.get((client, id))
        if run is None:
            raise Refused(404, f"there is no curriculum {id!r}")
        return run

    async def delete(self, client: str, id: str) -> None:
        """Forget a curriculum.

        Raises:
            Refused: there is none of that id.
        """
        async with self._used(client, id) as run:
            if path := self._path(run):
                await asyncio.to_thread(path.unlink, missing_ok=True)
            self._give_up(run)
            del self.runs[client, id]

    @asynccontextmanager
    async def _used(self, client: str, id: str) -> AsyncIterator[Run]:
        run = self.get(client, id)
        async with run.lock:  # who holds it is bounded by the budget of its work
            if self.runs.get((client, id)) is not run:
                raise Refused(404, f"there is no curriculum {id!r}")
            yield run

    async def _operate(self, client: str, run: Run) -> None:
        reply = await self._ask(client, run)
        names = {name: reply[name] for name in ("state", "weights")}
        await self._keep(run, {**run.saved, **names, "names": reply["arms"]})

    async def _ask(
        self, client: str, run: Run, *, count: int = 0, results: list[Json] | None = None
    ) -> dict[str, Any]:
        names = ("curriculum", "arms", "options", "state", "seed", "step")
        request: Mapping[str, Json] = {name: run.saved[name] for name in names}
        return await self.work.ask(
            client, {"do": "curriculum", **request, "count": count, "results": results or []}
        )

    async def _keep(self, run: Run, saved: dict[str, Json]) -> None:
        """Write it, then go on from it."""
        if self.folder is not None:
            await asyncio.shield(asyncio.to_thread(write_whole, self._path_of(saved), saved))
        run.saved = saved

    def _path(self, run: Run) -> Path | None:
        return None if self.folder is None else self._path_of(run.saved)

    def _path_of(self, saved: Mapping[str, Json]) -> Path:
        assert self.folder is not None
        owner = saved["owner"].encode().hex()  # any name of a client is a file's name then
        return self.folder / f"{owner}-{saved['id']}.json"


def write_whole(path: Path, value: Json) -> None:
    """Write JSON so that the file is whole at any time."""
    fresh = path.with_suffix(".new")
    with open(fresh, "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def _shown(run: Run, made: Mapping[str, Json], reply: Mapping[str, Json], answers: bool) -> dict[str, Json]:
    """A draw as its client sees it."""
    draw = made["draw"]
    return {
        "id": made["id"],
        "arm": draw["name"],
        "samples": draw["samples"] or run.saved["samples"],
        "hint": draw["hint"],
        "hint_text": reply["hint"],
        "task": shown(reply["task"], answers=answers),
    }


def _key(draw: Mapping[str, Json]) -> str:
    """What makes the task of a draw."""
    return json.dumps([draw["draw"], draw["parts"]], sort_keys=True)


def _result(draw: Mapping[str, Json], result: ResultBody) -> dict[str, Json]:
    rewards = [reward for reward in result.rewards if reward is not None]
    return {"draw": draw["draw"], "task_id": draw["task_id"], "rewards": rewards, "advantage": result.advantage}

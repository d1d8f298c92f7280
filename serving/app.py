"""The server as an ASGI application: what it is made of, when it begins and ends, and its OpenAPI page."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ..version import __version__
from .curricula import Curricula, write_whole
from .errors import add_handlers
from .guard import OPEN, Guard
from .limits import Settings
from .metrics import Metrics
from .pool import Pool
from .routes import add_routes
from .sessions import Sessions
from .streams import Streams
from .work import Work

REAP_S = 1.0
"""Seconds between two looks for idle episodes, or a quarter of the idle time where that is shorter."""
DESCRIPTION = (
    "Tasks, verdicts, episodes and curricula of verifiable environments. A verdict without a score (reason `infra`) "
    "says that the machinery failed: mask the sample, it is no zero. docs/serving.md of the project is the guide."
)


class Service:
    """The parts of a server, for its routes.

    Args:
        settings: its set-up.
    """

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings, self.limits = settings, limits
        self.metrics = Metrics()
        self.pool = Pool(
            settings.processes,
            trust_rows=settings.trust_rows,
            episodes=max(256, limits.sessions),
            waiting=limits.waiting,
        )
        self.work = Work(self.pool, limits, self.metrics)
        self.sessions = Sessions(self.pool, limits, self.metrics)
        self.streams = Streams(self.work, limits)
        self.curricula = Curricula(self.work, limits, settings.state, answers=settings.answers)
        self.metrics.watch("rlvr_sessions", "Open episodes.", lambda: len(self.sessions))
        self.metrics.watch("rlvr_curricula", "Curricula.", lambda: len(self.curricula.runs))
        self.metrics.watch("rlvr_streams", "Streams.", lambda: len(self.streams.open))
        self.metrics.watch(
            "rlvr_tasks_ready",
            "Tasks of streams that can be taken without waiting.",
            lambda: sum(each.ready for each in self.streams.open.values()),
        )
        self.metrics.watch("rlvr_workers", "Worker processes.", lambda: len(self.pool.living))
        self.metrics.watch(
            "rlvr_workers_aside",
            "Worker processes with something slow.",
            lambda: sum(each.aside for each in self.pool.living),
        )
        self.metrics.watch(
            "rlvr_workers_killed",
            "Worker processes killed over their budget, or dead.",
            lambda: self.pool.killed,
        )
        self.metrics.watch("rlvr_under_way", "Pieces of work that wait or run.", lambda: self.pool.under_way)

    async def open(self) -> None:
        """Start the processes, and go on with saved episodes."""
        if self.settings.state is not None:
            path = self.settings.state / "episodes.json"
            if path.exists():
                self.sessions.load(json.loads(path.read_text(encoding="utf-8")))
        await self.pool.open()

    async def close(self) -> None:
        """Save episodes, and end the processes."""
        self.streams.close()
        self.curricula.close()
        await self.pool.close()
        if self.settings.state is not None:
            self.settings.state.mkdir(parents=True, exist_ok=True)
            write_whole(self.settings.state / "episodes.json", self.sessions.save())

    async def reap(self) -> None:
        """Close idle episodes, for ever."""
        while True:
            await asyncio.sleep(min(REAP_S, self.limits.idle_s / 4))
            count = self.sessions.reap(time.monotonic())
            if count:
                self.metrics.reaped.inc(count)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; ``app.state.service`` holds its parts.

    Args:
        settings: its set-up.
    """
    service = Service(settings or Settings())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.open()
        reaper = asyncio.ensure_future(service.reap())
        try:
            yield
        finally:
            reaper.cancel()
            with suppress(asyncio.CancelledError):
                await reaper
            await service.close()

    app = FastAPI(
        title="rlvr",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = service
    add_handlers(app)
    add_routes(app, service)
    app.add_middleware(Guard, settings=service.settings, metrics=service.metrics)

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            page = get_openapi(
                title=app.title, version=app.version, description=app.description, routes=app.routes
            )
            if service.settings.tokens:
                page["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
                for path, methods in page["paths"].items():
                    for operation in methods.values():
                        operation["security"] = [] if path in OPEN else [{"token": []}]
            app.openapi_schema = page
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
    return app

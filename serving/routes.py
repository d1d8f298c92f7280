"""The routes: what each takes and gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import FastAPI, Path, Query, Request, Response

from .. import registry
from ..generators.base import Json
from ..spec import TaskSpec
from ..version import __version__
from . import models as m
from .errors import RESPONSES, Refused
from .shown import shown
from .work import spec_of

if TYPE_CHECKING:
    from .app import Service

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,100}$")]


def add_routes(app: FastAPI, service: Service) -> None:
    """Give an application its routes."""
    _add_about(app, service)
    _add_tasks(app, service)
    _add_streams(app, service)
    _add_episodes(app, service)
    _add_curricula(app, service)


def _reply(value: Json, status: int = 200) -> Response:
    """A body as it is: it was made here, and need not be checked again."""
    return Response(json.dumps(value).encode(), status, media_type="application/json")


def _client(request: Request) -> str:
    client: str = request.state.client
    return client


def _responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: RESPONSES[status] for status in (401, 421, 429, *statuses)}


_BODY = (400, 404, 408, 413, 415, 422, 503)


def _environment(spec: TaskSpec) -> m.Environment:
    kind: Literal["single", "episode"] = "single" if spec.env == "single" else "episode"
    return m.Environment(
        id=spec.id,
        title=spec.title,
        family=spec.family,
        levels=len(spec.levels),
        kind=kind,
        sandbox=spec.sandbox,
    )


def _add_about(app: FastAPI, service: Service) -> None:
    @app.get("/health", response_model=m.Health, responses=_responses(503), tags=["about"])
    async def health() -> Response:
        """Whether the server works; needs no token. Status 503 while it closes."""
        closing = service.pool.closing
        body = m.Health(
            status="closing" if closing else "ok",
            version=__version__,
            environments=len(registry.specs()),
            sessions=len(service.sessions),
            workers=len(service.pool.living),
        )
        return Response(body.model_dump_json(), 503 if closing else 200, media_type="application/json")

    @app.get("/metrics", response_class=Response, responses=_responses(), tags=["about"])
    async def metrics() -> Response:
        """Counters and gauges for Prometheus."""
        return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    @app.get("/v1/environments", responses=_responses(422), tags=["environments"])
    async def list_environments(
        family: Annotated[str | None, Query(max_length=200)] = None,
    ) -> list[m.Environment]:
        """All environments, or those of one family."""
        return [_environment(spec) for spec in registry.specs() if family in (None, spec.family)]

    @app.get("/v1/environments/{name:path}", responses=_responses(404, 422), tags=["environments"])
    async def show_environment(name: Annotated[str, Path(max_length=200)]) -> m.EnvironmentPage:
        """One environment, by its id or short name."""
        spec = spec_of(name)
        return m.EnvironmentPage(
            **_environment(spec).model_dump(),
            description=spec.description,
            params={axis: list(values) for axis, values in spec.axes.items()},
            marker=spec.marker,
            markers=list(spec.markers),
            max_answer_chars=spec.max_answer_chars,
            max_turns=spec.max_turns,
            proxy=spec.proxy,
        )


def _may_answer(wanted: bool, service: Service) -> None:
    if wanted and not service.settings.answers:
        raise Refused(403, "this server gives no answers: start it with --answers")


def _add_tasks(app: FastAPI, service: Service) -> None:
    limits = service.limits

    @app.post("/v1/tasks", response_model=m.Tasks, responses=_responses(403, *_BODY), tags=["tasks"])
    async def generate(body: m.GenerateRequest, request: Request) -> Response:
        """Tasks of one environment. Without answers they hold no payload, answer or worked solution."""
        _may_answer(body.answers, service)
        count = len(body.seeds) if body.seeds else body.count
        if count > limits.batch:
            raise Refused(413, f"at most {limits.batch} tasks in a request")
        if body.seeds is None and body.seed + count > m.MOST_SEED:
            raise Refused(422, f"seed: the last one is above {m.MOST_SEED}")
        spec_of(body.env)
        fields = {"env", "level", "difficulty", "split", "params", "marker", "options", "answers"}
        asked = body.model_dump(include=fields)
        seeds = body.seeds or list(range(body.seed, body.seed + count))
        return _reply({"tasks": await service.work.tasks(_client(request), asked, seeds)})

    @app.post("/v1/verify", response_model=m.VerdictBody, responses=_responses(*_BODY), tags=["verdicts"])
    async def verify(body: m.VerifyRequest, request: Request) -> Response:
        """The verdict of one response: what `rlvr.verify` says."""
        return _reply(
            await service.work.verdict(_client(request), body.task, body.response, _verify_options(body))
        )

    @app.post("/v1/verify/batch", response_model=m.Verdicts, responses=_responses(*_BODY), tags=["verdicts"])
    async def verify_batch(body: m.BatchRequest, request: Request) -> Response:
        """The verdicts of many responses, in order. If one item is no response to a task, none is scored."""
        if len(body.items) > limits.batch:
            raise Refused(413, f"at most {limits.batch} items in a request")
        items = [(item.task, item.response) for item in body.items]
        return _reply({"verdicts": await service.work.verdicts(_client(request), items, _verify_options(body))})


def _add_streams(app: FastAPI, service: Service) -> None:
    streams = service.streams

    @app.post(
        "/v1/streams",
        status_code=201,
        response_model=m.StreamState,
        responses=_responses(409, *_BODY),
        tags=["streams"],
    )
    async def create_stream(body: m.StreamRequest, request: Request) -> Response:
        """Tasks without end, made before they are asked for; they begin to be made now."""
        return _reply(await streams.create(_client(request), body), 201)

    @app.get("/v1/streams", responses=_responses(), tags=["streams"])
    async def list_streams(request: Request) -> list[str]:
        """The ids of yours."""
        client = _client(request)
        return [id for owner, id in streams.open if owner == client]

    @app.get("/v1/streams/{id}", response_model=m.StreamState, responses=_responses(404, 422), tags=["streams"])
    async def show_stream(id: Id, request: Request) -> Response:
        """A stream as it stands."""
        return _reply(streams.get(_client(request), id).body())

    @app.post(
        "/v1/streams/{id}/next",
        response_model=m.Taken,
        responses=_responses(403, 409, *_BODY),
        tags=["streams"],
    )
    async def next_of_stream(id: Id, body: m.TakeRequest, request: Request) -> Response:
        """The next tasks. Say their number, and the request can be repeated when its reply was lost."""
        _may_answer(body.answers, service)
        number, rows, lost = await streams.next(_client(request), id, body)
        tasks = [shown(row, answers=body.answers) for row in rows]
        return _reply({"number": number, "tasks": tasks, "lost": lost})

    @app.post(
        "/v1/streams/{id}/change", response_model=m.Changed, responses=_responses(*_BODY), tags=["streams"]
    )
    async def change_stream(id: Id, body: m.ChangeRequest, request: Request) -> Response:
        """Other weights, levels or difficulties, from what is not planned yet."""
        return _reply(await streams.change(_client(request), id, body))

    @app.delete("/v1/streams/{id}", response_model=m.Closed, responses=_responses(404, 422), tags=["streams"])
    async def delete_stream(id: Id, request: Request) -> Response:
        """Forget a stream and what it holds."""
        streams.delete(_client(request), id)
        return _reply({"id": id})


def _verify_options(body: m.VerifyOptions) -> dict[str, Json]:
    given = {"mode": body.mode, "reward": body.reward}
    options = {name: value for name, value in given.items() if value is not None}
    if clash := {"task", "response", "mode", "reward"} & set(body.options or ()):
        raise Refused(422, f"options: {', '.join(sorted(clash))} is a field of the request")
    return {**(body.options or {}), **options}


def _add_episodes(app: FastAPI, service: Service) -> None:
    sessions = service.sessions

    @app.post(
        "/v1/episodes",
        status_code=201,
        response_model=m.EpisodeReply,
        responses=_responses(409, *_BODY),
        tags=["episodes"],
    )
    async def create_episode(body: m.EpisodeRequest, request: Request) -> Response:
        """Begin an episode: the messages that a policy reads first, and the schemas of its tools."""
        client, task, made = _client(request), body.task, None
        if (task is None) == (body.stream is None):
            raise Refused(422, "give a task, or a stream whose next task it is")
        if body.stream is not None:
            _, rows, lost = await service.streams.next(client, body.stream, m.TakeRequest(number=None))
            if lost:
                raise Refused(
                    503, f"task {lost[0]} of the stream could not be made; ask for the next one", retry=1
                )
            made = rows[0]
            task = made["id"]
        reply = await sessions.create(
            client, task, body.options or {}, id=body.id, native=body.native, made=made
        )
        return _reply(reply, 201)

    @app.post(
        "/v1/episodes/{id}/step",
        response_model=m.EpisodeReply,
        responses=_responses(409, 410, *_BODY),
        tags=["episodes"],
    )
    async def step_episode(id: Id, body: m.StepRequest, request: Request) -> Response:
        """Play what the policy wrote: the messages that answer it, what it pays, and the verdict so far."""
        return _reply(await sessions.step(_client(request), id, body.action, body.turn))

    @app.get(
        "/v1/episodes/{id}",
        response_model=m.EpisodeState,
        responses=_responses(404, 410, 422),
        tags=["episodes"],
    )
    async def show_episode(id: Id, request: Request) -> Response:
        """An episode as it stands, with all its messages."""
        return _reply(sessions.get(_client(request), id).state())

    @app.delete(
        "/v1/episodes/{id}",
        response_model=m.EpisodeState,
        responses=_responses(404, 409, 410, 422),
        tags=["episodes"],
    )
    async def close_episode(id: Id, request: Request) -> Response:
        """End an episode; its verdict is the one that it has now."""
        return _reply(await sessions.close(_client(request), id))


def _add_curricula(app: FastAPI, service: Service) -> None:
    curricula = service.curricula

    @app.post(
        "/v1/curricula",
        status_code=201,
        response_model=m.CurriculumState,
        responses=_responses(403, 409, *_BODY),
        tags=["curricula"],
    )
    async def create_curriculum(body: m.CurriculumRequest, request: Request) -> Response:
        """A curriculum for a run, over levels of environments."""
        return _reply(await curricula.create(_client(request), body), 201)

    @app.get("/v1/curricula", responses=_responses(), tags=["curricula"])
    async def list_curricula(request: Request) -> list[str]:
        """The ids of your curricula."""
        client = _client(request)
        return [id for owner, id in curricula.runs if owner == client]

    @app.get(
        "/v1/curricula/{id}",
        response_model=m.CurriculumState,
        responses=_responses(404, 422),
        tags=["curricula"],
    )
    async def show_curriculum(id: Id, request: Request) -> Response:
        """A curriculum as it stands: the share of each arm, and draws without a result."""
        return _reply(curricula.get(_client(request), id).body())

    @app.post(
        "/v1/curricula/{id}/next",
        response_model=m.Draws,
        responses=_responses(403, 409, *_BODY),
        tags=["curricula"],
    )
    async def next_tasks(id: Id, body: m.NextRequest, request: Request) -> Response:
        """The next tasks of a run. Name the request, and it can be repeated when its reply was lost."""
        _may_answer(body.answers, service)
        if body.count > service.limits.batch:
            raise Refused(413, f"at most {service.limits.batch} draws in a request")
        return _reply({"draws": await curricula.next(_client(request), id, body)})

    @app.post(
        "/v1/curricula/{id}/results",
        response_model=m.Recorded,
        responses=_responses(*_BODY),
        tags=["curricula"],
    )
    async def report_results(id: Id, body: m.ResultsRequest, request: Request) -> Response:
        """What became of draws, in any order and number; a draw is counted once."""
        return _reply(await curricula.record(_client(request), id, body.results))

    @app.delete(
        "/v1/curricula/{id}", response_model=m.Closed, responses=_responses(404, 422), tags=["curricula"]
    )
    async def delete_curriculum(id: Id, request: Request) -> Response:
        """Forget a curriculum."""
        await curricula.delete(_client(request), id)
        return _reply({"id": id})

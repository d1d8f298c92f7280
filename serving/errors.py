"""Errors as clients see them: one JSON shape, a status, and a message that says what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from .models import ErrorBody

CODES: Mapping[int, str] = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "conflict",
    410: "gone",
    413: "too_large",
    415: "wrong_media_type",
    421: "wrong_host",
    422: "invalid",
    429: "too_many",
    500: "failed",
    503: "unavailable",
}
SHOWN = 5
"""Mistakes of one request that are explained to the client."""


class Refused(Exception):
    """A request that is not answered, with its status and what to say.

    Args:
        status: of HTTP.
        message: one sentence for whoever wrote the client.
        retry: seconds after which the same request may succeed; None if it never will.
    """

    def __init__(self, status: int, message: str, *, retry: float | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.retry = status, message, retry

    @property
    def headers(self) -> dict[str, str]:
        """Headers that go with it."""
        found = {} if self.retry is None else {"Retry-After": str(max(1, round(self.retry)))}
        return {**found, "WWW-Authenticate": "Bearer"} if self.status == 401 else found

    def body(self) -> dict[str, Any]:
        """What the response says."""
        return {"error": {"code": CODES.get(self.status, "failed"), "message": self.message}}


def add_handlers(app: FastAPI) -> None:
    """Give every error of an app the one shape."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return JSONResponse(error.body(), error.status, error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse(Refused(422, _told(error)).body(), 422)

    @app.exception_handler(HTTPException)
    async def of_starlette(request: Request, error: HTTPException) -> JSONResponse:
        message = str(error.detail)
        if error.status_code == 404:
            message = f"there is no {request.url.path!r:.200}; /openapi.json lists what there is"
        return JSONResponse(
            Refused(error.status_code, message).body(), error.status_code, dict(error.headers or {})
        )

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse(Refused(500, "the server failed; its log says more").body(), 500)


def _told(error: RequestValidationError) -> str:
    found = error.errors()
    lines = [
        f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}".encode("ascii", "replace").decode()[
            :300
        ]
        for each in found[:SHOWN]
    ]
    more = len(found) - SHOWN
    return "; ".join(lines) + (f"; and {more} more" if more > 0 else "")


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": text}
    for status, text in {
        400: "The body is no JSON.",
        401: "The bearer token is missing or wrong.",
        403: "This server does not allow it.",
        404: "There is no such thing.",
        408: "The body came too slowly.",
        409: "It is there already, or in use.",
        410: "The episode was closed.",
        413: "The body or the batch is too large.",
        415: "The body is not application/json.",
        421: "The Host header is not this machine's.",
        422: "Something in the request is not valid.",
        429: "Too many requests or sessions; Retry-After says when.",
        503: "Overloaded, closing down, or the machinery failed; Retry-After says when.",
    }.items()
}
"""The errors of every route, for OpenAPI."""

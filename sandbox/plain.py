"""Jobs and results as JSON objects, for hosts of one version of this package that trust each other."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .base import MISSING, Job, Limits, Result, Status


def plain_job(job: Job) -> dict[str, Any]:
    """A job as a JSON object."""
    same = ("code", "language", "entry", "calls", "collect", "compile_only", "args")
    return {name: getattr(job, name) for name in same} | {
        "stdin": _text(job.stdin),
        "compiled": _text(job.compiled),
        "files": {name: _text(content) for name, content in job.files.items()},
        "limits": asdict(job.limits),
    }


def job_of(plain: Mapping[str, Any]) -> Job:
    """The job that `plain_job` wrote."""
    return Job(
        **{
            **plain,
            "calls": tuple(map(tuple, plain["calls"])),
            "args": tuple(plain["args"]),
            "stdin": _bytes(plain["stdin"]),
            "compiled": _bytes(plain["compiled"]),
            "files": {name: _bytes(content) for name, content in plain["files"].items()},
            "limits": Limits(**plain["limits"]),
        }
    )


def plain_result(result: Result) -> dict[str, Any]:
    """A result as a JSON object."""
    return {name: getattr(result, name) for name in Result.__slots__} | {
        "values": [[] if value is MISSING else [value] for value in result.values],
        "files": {name: _text(content) for name, content in result.files.items()},
        **{name: _text(getattr(result, name)) for name in ("stdout", "stderr", "compiled")},
    }


def result_of(plain: Mapping[str, Any]) -> Result:
    """The result that `plain_result` wrote."""
    return Result(
        **{
            **plain,
            "status": Status(plain["status"]),
            "values": tuple(value[0] if value else MISSING for value in plain["values"]),
            "errors": tuple(plain["errors"]),
            "files": {name: _bytes(content) for name, content in plain["files"].items()},
            **{name: _bytes(plain[name]) for name in ("stdout", "stderr", "compiled")},
        }
    )


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)

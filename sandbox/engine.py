"""Find the container engine, and say in one line what is wrong where there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .base import SandboxUnavailable

if TYPE_CHECKING:
    from docker import APIClient

_SYSTEM_SOCKET = Path("/var/run/docker.sock")


def connect(timeout: float = 60.0) -> APIClient:
    """A client of the engine that answers here; nothing is started or fetched.

    The engine is the one of ``DOCKER_HOST``, else the machine's own, else the user's own (rootless, Docker
    Desktop, Podman's socket).

    Args:
        timeout: seconds to wait for an answer of the engine, also later.

    Raises:
        SandboxUnavailable: with the reason and what to do about it, in one line.
    """
    try:
        import docker
    except ImportError:
        raise SandboxUnavailable(
            "the Docker client for Python is not installed: pip install 'rlvr-gym[docker]'"
        ) from None
    from requests.exceptions import RequestException

    try:
        options = docker.utils.kwargs_from_env()
        if "base_url" not in options:
            options["base_url"] = f"unix://{_socket()}"
        client = docker.APIClient(**options, version="auto", timeout=timeout)
        client.ping()
    except (docker.errors.DockerException, RequestException, OSError, ValueError) as error:
        raise SandboxUnavailable(_why(error)) from error
    return client


def is_podman(client: APIClient) -> bool:
    """Whether the engine is Podman, which answers as Docker does but for some details."""
    parts = client.version(api_version=False).get("Components") or ()
    return any(str(part.get("Name", "")).startswith("Podman") for part in parts)


def _socket() -> Path:
    if not _SYSTEM_SOCKET.exists():
        own = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"))
        for path in (own / "docker.sock", Path.home() / ".docker/run/docker.sock", own / "podman/podman.sock"):
            if path.exists():
                return path
    return _SYSTEM_SOCKET


def _why(error: Exception) -> str:
    chain: BaseException | None = error
    while chain is not None:
        text = str(chain)
        if isinstance(chain, PermissionError) or "Permission denied" in text:
            return (
                "no permission for the Docker engine's socket: join its group "
                "(sudo usermod -aG docker $USER, then log in again)"
            )
        if isinstance(chain, FileNotFoundError | ConnectionRefusedError) or "No such file" in text:
            return "no Docker engine answers: start it (sudo systemctl start docker, or .ci/engine.sh)"
        chain = chain.__cause__ or chain.__context__
    return f"the Docker engine does not answer: {' '.join(str(error).split()):.200}"

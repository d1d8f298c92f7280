"""Plain containers, without a worker in them. Skipped where no engine can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rlvr.sandbox import SandboxUnavailable, image, seccomp
from rlvr.sandbox.engine import connect

USUAL = ("bash", "c", "cpp", "javascript", "python", "verilog")
"""Languages of the image that .ci/engine.sh builds."""
Boxed = Callable[..., tuple[int, str]]


@pytest.fixture(scope="session")
def engine() -> Iterator[Any]:
    try:
        client = connect(300.0)
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    yield client
    client.close()


@pytest.fixture(scope="session")
def python_image(engine: Any) -> image.Image:
    """An image that is here, of any recipe; the quickest one is built if there is none."""
    tag = image.find((), engine) or image.build("host", client=engine)
    return next(entry for entry in image.images(engine) if entry.tag == tag)


@pytest.fixture(scope="session")
def full_image(engine: Any) -> image.Image:
    """The image with the languages that environments ask for, which .ci/engine.sh builds."""
    tag = image.find(USUAL, engine)
    if tag is None:
        pytest.skip(f"no image with {', '.join(USUAL)}: see .ci/engine.sh")
    return next(entry for entry in image.images(engine) if entry.tag == tag)


@pytest.fixture(scope="session")
def boxed(engine: Any) -> Boxed:
    """Run a command in a container of its own, hardened, as an ordinary user; its exit status and output."""

    def run(tag: str, command: list[str], profile: str | None = None) -> tuple[int, str]:
        host = engine.create_host_config(
            network_mode="none",
            read_only=True,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges", f"seccomp={profile or seccomp.text()}"],
            pids_limit=64,
            mem_limit="512m",
            tmpfs={"/tmp": "rw,exec,nosuid,nodev,size=64m,mode=1777"},
        )
        container = engine.create_container(
            tag, command, entrypoint=[], user="34567:34567", working_dir="/tmp", host_config=host
        )["Id"]
        try:
            engine.start(container)
            status = engine.wait(container, timeout=120)["StatusCode"]
            return status, engine.logs(container).decode("utf-8", "replace")
        finally:
            engine.remove_container(container, force=True)

    return run

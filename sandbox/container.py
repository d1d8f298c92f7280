"""Workers in containers: a warm one for each slot, hardened, checked when it starts, gone when its owner is.

The container is made for an attached standard input (`stdin_open` without `detach`), so that the end of this process,
however violent, is the end of the worker's input, and thereby of the container.
"""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from . import seccomp
from .base import SandboxError, SandboxMisconfigured, SandboxUnavailable
from .engine import connect, is_podman
from .image import find
from .link import SocketLink
from .pool import Pool
from .remote import Worker, only
from .text import program
from .wheels import FOLDER as PACKAGES

if TYPE_CHECKING:
    from docker import APIClient

MEMORY_MB: Final = 768
PIDS: Final = 128
SCRATCH_MB: Final = 64
INODES: Final = 4096
IDLE_S: Final = 900
ENGINE_TIMEOUT_S: Final = 60.0
SETGID, SETUID = 6, 7  # numbers of capabilities
LABEL: Final = "rlvr.owner"
SCRATCH: Final = frozenset({"/tmp", "/dev/shm", "/dev/mqueue"})
"""The folders of a container that a job may write to; they are emptied after each. No other may be there."""


def docker_sandbox(
    languages: frozenset[str] | set[str] = frozenset({"python"}),
    *,
    slots: int | None = None,
    image: str | None = None,
    runtime: str | None = None,
    memory_mb: int = MEMORY_MB,
) -> Pool:
    """A sandbox of containers.

    Args:
        languages: what the image must have, unless `image` names one.
        slots: jobs at one time; see `Pool`.
        image: tag of an image built by `rlvr sandbox build`; by default the smallest that has the languages. One with
            packages has them at the end of the path of imports.
        runtime: an OCI runtime that the engine knows, such as ``runsc``; by default the engine's own.
        memory_mb: MiB that all processes of a box may use together.

    Raises:
        SandboxUnavailable: if no engine answers or there is no such image.
    """
    client = connect(timeout=ENGINE_TIMEOUT_S)
    tag = image or find(languages, client)
    if tag is None:
        wanted = " ".join(f"--with {name}" for name in sorted(languages - {"python", "bash"}))
        raise SandboxUnavailable(
            f"the Docker engine has no image with {', '.join(sorted(languages))}; "
            f"build one: rlvr sandbox build {wanted}".rstrip()
        )
    labels = _labels(client, tag)
    remove_orphans(client)
    packages = f"/{PACKAGES}" if "rlvr.packages" in labels else ""
    maker = _Maker(tag, labels.get("rlvr.python", "python3"), runtime, memory_mb, packages)
    return Pool(
        maker.start,
        name="docker",
        isolation="container",
        languages=labels.get("rlvr.languages", "python").split(","),
        slots=slots,
        image=tag,
    )


class _Maker:
    def __init__(self, tag: str, python: str, runtime: str | None, memory_mb: int, packages: str) -> None:
        self.tag, self.python, self.runtime, self.memory_mb = tag, python, runtime, memory_mb
        self.packages = packages

    def start(self) -> Worker:
        """A worker that holds what was asked of its box.

        Raises:
            SandboxError: if it does not start.
            SandboxUnavailable: if the engine or the image is gone.
            SandboxMisconfigured: if the box is weaker than asked for.
        """
        client = connect(timeout=ENGINE_TIMEOUT_S)
        uid = 20000 + secrets.randbelow(40000)
        try:
            container = client.create_container_from_config(self._config(client, uid))["Id"]
        except Exception as error:
            raise _translated(error, self.tag) from error
        try:
            stream, response = _attach(client, container)
            link = SocketLink(stream, lambda: _remove(client, container), keep=response)
        except Exception as error:
            _remove(client, container)
            raise _translated(error, self.tag) from error
        try:
            client.start(container)
            worker = Worker(link, "docker", "container")
            _compare(worker.hello, self.memory_mb, self.runtime)
        except BaseException as error:
            link.close()
            if isinstance(error, SandboxError) or not isinstance(error, Exception):
                raise
            raise _translated(error, self.tag) from error
        return worker

    def _config(self, client: APIClient, uid: int) -> dict[str, Any]:
        box = {
            "mode": "container",
            "uid": uid,
            "idle_s": IDLE_S,
            "scratch_mb": SCRATCH_MB,
            "inodes": INODES,
            "packages": self.packages,
        }
        memory = self.memory_mb * 2**20
        # Docker takes the text of a profile, Podman the name of its file, on the machine of the engine. Podman knows
        # no bound on a scratch folder's number of files: what they take of the kernel counts as the box's memory.
        podman = is_podman(client)
        filtered = str(seccomp.FILE) if podman else seccomp.text()
        limits = {"nofile": 256, "core": 0}
        if podman:  # it asks for more processes by default than it may be allowed to give
            limits["nproc"] = 4096
        files = "" if podman else f",nr_inodes={INODES}"
        scratch = {"/tmp": f"rw,nosuid,nodev,exec,size={SCRATCH_MB}m{files},mode=1777"}
        if podman:  # it would make these two folders writable
            scratch |= dict.fromkeys(("/run", "/var/tmp"), "ro,size=64k")
        config: dict[str, Any] = client.create_container_config(
            image=self.tag,
            command=[self.python, "-S", "-s", "-B", "-c", program(box)],
            entrypoint=[],
            environment={"PYTHONHASHSEED": "0"},
            user="0:0",
            working_dir="/",
            stdin_open=True,
            detach=False,
            tty=False,
            stop_timeout=1,
            network_disabled=True,
            labels={"rlvr.sandbox": "worker", LABEL: owner()},
            host_config=client.create_host_config(
                network_mode="none",
                read_only=True,
                cap_drop=["ALL"],
                cap_add=["SETUID", "SETGID"],
                security_opt=["no-new-privileges", f"seccomp={filtered}"],
                pids_limit=PIDS,
                mem_limit=memory,
                memswap_limit=memory,
                nano_cpus=10**9,
                ipc_mode="private",
                shm_size=16 * 2**20,
                tmpfs=scratch,
                ulimits=[{"Name": name, "Soft": most, "Hard": most} for name, most in limits.items()],
                log_config={"Type": "none", "Config": {}},
                auto_remove=True,
                runtime=self.runtime,
            ),
        )
        return config


def owner() -> str:
    """What a container's label says of who started it, which is this process: host, process number, start time."""
    return f"{socket.gethostname()} {os.getpid()} {_started(os.getpid())}"


def remove_orphans(client: APIClient | None = None) -> int:
    """Remove containers whose owner on this machine is gone; returns how many. Never raises for a busy engine.

    A worker ends with its owner by itself; what can be left is a container that was made and not started yet.
    """
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    removed = 0
    try:
        client = client or connect()
        for entry in client.containers(all=True, filters={"label": LABEL}):
            host, pid, started = [*entry["Labels"][LABEL].split(" "), "", ""][:3]
            if host == socket.gethostname() and pid.isdigit() and _started(int(pid)) != started:
                client.remove_container(entry["Id"], force=True)
                removed += 1
    except (DockerException, RequestException):
        pass
    return removed


def _started(pid: int) -> str:
    """The start time of a process in the kernel's ticks, so that a number used again is not taken for it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _labels(client: APIClient, tag: str) -> dict[str, str]:
    try:
        return dict(client.inspect_image(tag)["Config"]["Labels"] or {})
    except Exception as error:
        raise _translated(error, tag) from error


def _attach(client: APIClient, container: str) -> tuple[socket.socket, object]:
    stream = client.attach_socket(container, params={"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
    # The response object closes the socket when it is collected, so it must live as long as the stream.
    return getattr(stream, "_sock", stream), stream


def _remove(client: APIClient, container: str) -> None:
    """End a container without waiting for the engine: nobody needs to know when it is gone."""

    def work() -> None:
        try:
            client.remove_container(container, force=True)
        except Exception:  # it may be gone already, or the engine is: its label lets the next start find it
            pass
        finally:
            client.close()

    try:
        threading.Thread(target=work, daemon=True).start()
    except RuntimeError:  # the interpreter is on its way out
        work()


def _compare(hello: dict[str, Any], memory_mb: int, runtime: str | None) -> None:
    """Refuse a box that is weaker than it was asked to be.

    Raises:
        SandboxMisconfigured: naming every difference.
    """
    memory, pids = hello.get("memory"), hello.get("pids")
    wrong = [
        name
        for name, holds in {
            "protocol": hello.get("protocol") == 2,
            "user": hello.get("uid") == 0,
            "capabilities": hello.get("capabilities") == 1 << SETUID | 1 << SETGID,
            "no_new_privs": hello.get("no_new_privs") is True,
            # A runtime with a kernel of its own filters calls by itself and has other counters.
            "seccomp": hello.get("seccomp") == 2 or runtime is not None,
            "memory limit": (isinstance(memory, int) and memory <= memory_mb * 2**20) or runtime is not None,
            "process limit": (isinstance(pids, int) and pids <= PIDS) or runtime is not None,
            "read-only root": hello.get("read_only") is True,
            "network": hello.get("networks") in ([], ["lo"], None),
            "nothing but scratch folders can be written": only(hello.get("writable"), SCRATCH),
        }.items()
        if not holds
    ]
    if wrong:
        raise SandboxMisconfigured(
            f"the engine started a box that does not hold: {', '.join(wrong)}; it says {hello}"
        )


def _translated(error: Exception, tag: str) -> SandboxError:
    """The engine's error as one of ours; a missing image never makes it reach for a network."""
    from docker.errors import ImageNotFound

    if isinstance(error, ImageNotFound):
        return SandboxUnavailable(f"the image {tag} is gone; build it: rlvr sandbox build")
    return SandboxError(f"the Docker engine failed: {' '.join(str(error).split()):.300}")


def wait_until_gone(prefix: str, seconds: float) -> bool:
    """Whether all running containers whose owner begins with `prefix` end in time; for tests and benchmarks."""
    client = connect()
    deadline = time.monotonic() + seconds
    while True:
        labels = [entry["Labels"][LABEL] for entry in client.containers(filters={"label": LABEL})]
        if not any(label.startswith(prefix) for label in labels):
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)

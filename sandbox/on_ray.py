"""The sandboxes of all hosts of a Ray cluster as one pool.

On each host an actor holds that host's ordinary sandbox, containers or namespaces; it runs no program in its own
process. Here, `Pool` does what it does on one machine, and its workers are places on hosts: when a host or an actor is
lost, its jobs are tried once more on another one, and then they are a `SandboxError`, never a result. Jobs and results
cross as JSON.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from ..cluster import ClusterError, connect
from ..version import __version__
from .base import Job, Result, SandboxError, SandboxUnavailable
from .plain import job_of, plain_job, plain_result, result_of
from .pool import HONEST, MAX_SLOTS, REST_S, Pool, Runner
from .remote import BUILD_S, GRACE_S, START_S

BACKENDS: Final = ("auto", "docker", "bwrap")
MUST_MATCH: Final = ("sandbox", "image", "runtime", "languages")
STOP_S: Final = 5.0
FAILED_S: Final = 10.0
"""Seconds for which a host whose sandbox failed gets jobs only if all others failed, too."""


def ray_pool(
    languages: frozenset[str] = frozenset({"python"}),
    *,
    backend: str = "auto",
    image: str | None = None,
    slots: int | None = None,
) -> Pool:
    """A sandbox that runs jobs on all hosts of the Ray cluster; close it when you are done.

    Connects to the cluster of ``RAY_ADDRESS`` or of this machine, if Ray is not connected already. Hosts without CPUs
    for Ray are left out. A host that joins later is found when a worker is replaced.

    Args:
        languages: what each host must be able to run.
        backend: what each host uses: ``docker``, ``bwrap``, or ``auto`` for the stronger one that is ready there.
        image: tag of the image, which each host must have; by default the smallest with the languages.
        slots: jobs at one time *on each host*; by default one for each of its CPUs, at most 32.

    Raises:
        SandboxUnavailable: if Ray cannot be reached, a host cannot run code, or hosts differ in what they would run
            it with (version of this package, sandbox, image, runtime, languages); the message names the host.
        ValueError: if there is no such backend, or `slots` is below 1.
    """
    if backend not in BACKENDS:
        raise ValueError(f"hosts run code in one of {', '.join(BACKENDS)}, not {backend!r}")
    if slots is not None and slots < 1:
        raise ValueError(f"slots must be at least 1, not {slots}")
    try:
        connect()
    except ClusterError as error:
        raise SandboxUnavailable(str(error)) from error
    return RayPool(_Asked(backend, tuple(sorted(languages)), image, slots))


@dataclass(frozen=True, slots=True)
class _Asked:
    backend: str
    languages: tuple[str, ...]
    image: str | None
    slots: int | None


class Box:
    """What the actor is: the sandbox of its host. Its methods take and return JSON texts.

    Args:
        path: where the caller finds modules, for those that are not found here otherwise.
    """

    def __init__(self, path: list[str]) -> None:
        sys.path.extend(folder for folder in path if folder not in sys.path)
        self._sandbox: Any = None

    def ready(self, backend: str, languages: list[str], image: str | None, slots: int) -> str:
        """Make the sandbox and run a program in it; returns what it is made of, or why it cannot be had."""
        from .choose import make
        from .container import docker_sandbox

        try:
            if image is None:
                self._sandbox = make(backend, frozenset(languages), slots)
            else:
                self._sandbox = docker_sandbox(frozenset(languages), image=image, slots=slots)
            ran = self._sandbox.run(HONEST)
        except SandboxError as error:
            return json.dumps(["refused", str(error)])
        about = {
            "rlvr": __version__,
            "sandbox": self._sandbox.name,
            "image": self._sandbox.image,
            "runtime": ran.runtime,
            "languages": sorted(self._sandbox.languages),
            "isolation": self._sandbox.isolation,
        }
        return json.dumps(["ready", about])

    def run(self, job: str) -> str:
        """Run a job."""
        try:
            return json.dumps(["result", plain_result(self._sandbox.run(job_of(json.loads(job))))])
        except Exception as error:  # one job's error must not cost the actor, and all other jobs
            return json.dumps(["failed", str(error)])

    def stop(self) -> None:
        """End the boxes."""
        if self._sandbox is not None:
            self._sandbox.close()


@cache
def _actor() -> Any:
    import ray

    class RlvrSandbox(Box):
        pass

    return ray.remote(num_cpus=0, max_restarts=0)(RlvrSandbox)


@dataclass(slots=True, eq=False)
class _Host:
    node: str
    name: str
    slots: int
    actor: Any = None
    about: Mapping[str, Any] = field(default_factory=dict)  # what its sandbox is made of, when that is ready
    busy: int = 0
    rests_until: float = 0.0


class RayPool(Pool):
    """Made by `ray_pool`."""

    def __init__(self, asked: _Asked) -> None:
        self._asked = asked
        self._left_out: dict[str, float] = {}  # until when a node is not asked (again)
        self._starting: set[str] = set()
        self._why = "it has none with CPUs"
        hosts = _alive(asked)
        with ThreadPoolExecutor(max(len(hosts), 1)) as threads:
            errors = [error for error in threads.map(self._error_of, hosts) if error]
        self._hosts = [host for host in hosts if host.about]
        errors += [error for host in self._hosts[1:] if (error := _difference(self._hosts[0], host))]
        if errors or not self._hosts:
            for host in self._hosts:
                _end(host)
            raise errors[0] if errors else SandboxUnavailable(f"no host of the cluster runs code: {self._why}")
        self._first = self._hosts[0]
        super().__init__(
            self._place,
            name="ray",
            isolation=self._first.about["isolation"],
            languages=self._first.about["languages"],
            image=self._first.about["image"],
            slots=sum(host.slots for host in self._hosts),
            spare=False,
        )

    @property
    def hosts(self) -> list[str]:
        """The hosts that run jobs now: names and addresses."""
        with self._turn:
            return [host.name for host in self._hosts]

    def close(self) -> None:
        """End the sandboxes of all hosts. Calling it again does nothing."""
        super().close()
        with self._turn:
            hosts, self._hosts = self._hosts, []
        if hosts and os.getpid() == self._owner:
            with ThreadPoolExecutor(len(hosts)) as threads:
                list(threads.map(_end, hosts))

    # ---- inside --------------------------------------------------------------------------------------

    def _place(self) -> Runner:
        """A place on the host that has the most room; hosts whose sandbox failed just now come last."""
        self._look()
        with self._turn:
            self._turn.wait_for(lambda: self._hosts or not self._starting or self._closed, START_S)
            if not self._hosts:
                raise SandboxError(f"no host of the Ray cluster is left that runs code: {self._why}")
            now = time.monotonic()
            host = min(self._hosts, key=lambda h: (h.rests_until > now, h.busy / h.slots, random.random()))
            host.busy += 1
        return _Place(host, self)

    def _look(self) -> None:
        """Start the sandboxes of hosts that are new, or whose actor was lost."""
        found = _alive(self._asked)
        with self._turn:
            known = {host.node for host in self._hosts} | self._starting
            new = [h for h in found if h.node not in known and self._left_out.get(h.node, 0) < time.monotonic()]
            self._starting |= {host.node for host in new}
        for host in new:
            threading.Thread(target=self._join, args=(host,), name="rlvr-sandbox-host", daemon=True).start()

    def _join(self, host: _Host) -> None:
        error = self._error_of(host) or (_difference(self._first, host) if host.about else None)
        if error:
            warnings.warn(f"a host of the Ray cluster is left out: {error}", RuntimeWarning, stacklevel=1)
            self._left_out[host.node] = float("inf")
        with self._turn:
            self._starting.discard(host.node)
            taken = bool(host.about) and not error and not self._closed
            if taken:
                self._hosts.append(host)
            self._count()
        if not taken:
            _end(host)

    def _error_of(self, host: _Host) -> SandboxUnavailable | None:
        """Start the sandbox of a host; why it is refused. One that is lost meanwhile is left out for a while."""
        try:
            host.about = _open(host, self._asked)
        except SandboxUnavailable as error:
            return error
        except SandboxError as error:
            self._left_out[host.node], self._why = time.monotonic() + REST_S, str(error)
        return None

    def _lost(self, host: _Host, why: str) -> None:
        with self._turn:
            if host in self._hosts:
                self._hosts.remove(host)
                self._why = why
            self._free = deque(each for each in self._free if getattr(each, "host", None) is not host)
            self._count()
        _end(host, wait=False)

    def _count(self) -> None:
        self.slots = max(sum(host.slots for host in self._hosts), 1)
        self._turn.notify_all()


class _Place:
    """A worker of the pool: a place on a host, for one job at a time."""

    spent = False

    def __init__(self, host: _Host, pool: RayPool) -> None:
        self.host, self._pool = host, pool
        self.jobs, self.born, self._open = 0, time.monotonic(), True

    def run(self, job: Job) -> Result:
        """Run a job there.

        Raises:
            SandboxError: if the host, its actor or its sandbox fails. Never `WorkerLost`, which would be held against
                the program: the host's own pool judges that.
        """
        self.jobs += 1
        host, text = self.host, json.dumps(plain_job(job))
        try:
            answer = _got(host.actor.run.remote(text), _longest(job))
        except Exception as error:
            why = f"the sandbox of the host {host.name} was lost with a job ({type(error).__name__} of Ray)"
            self._pool._lost(host, why)
            raise SandboxError(why) from error
        kind, value = json.loads(answer)
        if kind != "result":
            host.rests_until = time.monotonic() + FAILED_S
            raise SandboxError(f"the sandbox of the host {host.name} failed: {value}")
        return result_of(value)

    def close(self) -> None:
        """Leave it."""
        with self._pool._turn:
            self.host.busy -= self._open
            self._open = False


def _alive(asked: _Asked) -> list[_Host]:
    """The hosts with CPUs, this one first.

    Raises:
        SandboxError: if Ray is gone.
    """
    import ray

    try:
        here = ray.get_runtime_context().get_node_id()
        nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    except Exception as error:
        raise SandboxError(f"Ray does not tell which hosts there are: {error}") from error
    return [
        _Host(
            node["NodeID"],
            f"{node['NodeManagerHostname']} (node {node['NodeID'][:8]})",
            asked.slots or min(int(node["Resources"]["CPU"]), MAX_SLOTS),
        )
        for node in sorted(nodes, key=lambda node: (node["NodeID"] != here, node["NodeID"]))
    ]


def _open(host: _Host, asked: _Asked) -> dict[str, Any]:
    """Start the actor of a host, and its sandbox; what that is made of.

    Raises:
        SandboxUnavailable: if the host cannot run code.
        SandboxError: if the host or the actor is lost.
    """
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    host.actor = (
        _actor()
        .options(
            max_concurrency=host.slots + 1,  # one for `stop`
            scheduling_strategy=NodeAffinitySchedulingStrategy(host.node, soft=False),
        )
        .remote(sys.path)
    )
    wanted = (asked.backend, list(asked.languages), asked.image, host.slots)
    try:
        kind, about = json.loads(_got(host.actor.ready.remote(*wanted), 2 * START_S))
    except Exception as error:
        _end(host, wait=False)
        if "ModuleNotFoundError" in str(error):
            raise SandboxUnavailable(
                f"the host {host.name} needs the same version of rlvr-gym: {str(error)[-300:]}"
            ) from error
        raise SandboxError(f"the sandbox of the host {host.name} did not start: {error!s:.300}") from error
    if kind != "ready":
        _end(host, wait=False)
        raise SandboxUnavailable(f"the host {host.name} cannot run code: {about}")
    if about["rlvr"] != __version__:
        _end(host)
        raise SandboxUnavailable(
            f"the host {host.name} has rlvr {about['rlvr']}, and this process {__version__}"
        )
    return dict(about)


def _difference(first: _Host, other: _Host) -> SandboxUnavailable | None:
    """Why verdicts of the second host might be others than those of the first."""
    for what in MUST_MATCH:
        if first.about[what] != other.about[what]:
            return SandboxUnavailable(
                f"the hosts of the Ray cluster would run programs in different ways: {what} is {first.about[what]!r} "
                f"on {first.name} and {other.about[what]!r} on {other.name}; install the same on all of them "
                "(docs/sandbox.md, 'Several hosts')"
            )
    return None


def _got(reference: Any, seconds: float) -> Any:
    """What a call of an actor returns, within some seconds."""
    import ray

    return ray.get(reference, timeout=seconds)


def _longest(job: Job) -> float:
    """Seconds after which a host that has not answered is given up: what its own pool may take, with its retry."""
    return 4 * (START_S + BUILD_S + GRACE_S + job.limits.wall_s)


def _end(host: _Host, *, wait: bool = True) -> None:
    """End the sandbox of a host; its boxes end with the actor in any case. Never raises."""
    import ray

    if host.actor is None or not ray.is_initialized():
        return
    with suppress(Exception):
        ended = host.actor.stop.remote()
        if wait:
            _got(ended, STOP_S)
    with suppress(Exception):
        ray.kill(host.actor)

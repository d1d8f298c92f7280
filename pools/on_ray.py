"""Workers on the hosts of a Ray cluster: an actor of one CPU each, with a child process of its own.

The actor does no work itself: it is to the child what `LocalWorker` is here, so that code which never lets go of the
interpreter is killed on its host, within its limit. An actor that is lost with its host is replaced by another one, and
its piece of work is done again.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from functools import cache
from typing import Any

from .. import registry
from ..cluster import ClusterError, connect
from ..version import __version__
from .local import LocalWorker
from .pieces import Gone, NoRoom, Outcome, Piece, PoolError

START = 300.0
"""Seconds that an actor may take to start: a cluster that grows on demand starts machines first."""


def cluster_cpus() -> int:
    """The CPUs that the cluster has now.

    Raises:
        PoolError: if Ray is not installed, or the cluster cannot be reached.
    """
    try:
        connect()
    except ClusterError as error:
        raise PoolError(str(error)) from error
    import ray

    return int(ray.cluster_resources().get("CPU", 0))


def check_room(count: int) -> None:
    """Refuse more processes than the cluster has CPUs.

    Raises:
        PoolError: if there are fewer, or Ray is not there.
    """
    cpus = cluster_cpus()
    if cpus < count:
        raise PoolError(
            f"{count} processes need as many CPUs, and the Ray cluster has {cpus}; ask for {max(cpus, 1)} at most"
        )


def ray_workers(count: int) -> list[RayWorker]:
    """Workers, which are started by who uses them.

    Raises:
        PoolError: see `check_room`.
    """
    check_room(count)
    return [RayWorker() for _ in range(count)]


class Host:
    """What the actor is; it speaks JSON texts, so that nothing but the package's own code is read there."""

    def __init__(self) -> None:
        self._worker = LocalWorker()

    def ready(self, origins: list[str], path: list[str]) -> str:
        """Start the child, with the registry files and the path of who asks; returns the package's version here."""
        sys.path.extend(folder for folder in path if folder not in sys.path)
        known = registry.origins()
        for origin in origins:
            if origin not in known:
                registry.register(origin)
        self._worker.start()
        return __version__

    def do(self, piece: str) -> str:
        """See `LocalWorker.do`."""
        return json.dumps(self._worker.do(Piece(**json.loads(piece))), separators=(",", ":"))

    def pids(self) -> list[int]:
        """The process of the actor, and that of its child."""
        return [os.getpid(), *self._worker.pids()]

    def stop(self) -> None:
        """End the child, whatever it does."""
        self._worker.close()


@cache
def _actor() -> Any:
    """The class of the actors. Two groups of threads, so that `stop` is heard while `do` goes on."""
    import ray

    groups = {"work": 1, "control": 1}
    work, control = ray.method(concurrency_group="work"), ray.method(concurrency_group="control")

    class RlvrHost(Host):
        ready, do = work(Host.ready), work(Host.do)
        pids, stop = control(Host.pids), control(Host.stop)

    options = {"num_cpus": 1, "max_restarts": 0, "scheduling_strategy": "SPREAD"}
    return ray.remote(concurrency_groups=groups, **options)(RlvrHost)


class RayWorker:
    """One actor, and another one when that is lost."""

    def __init__(self) -> None:
        self._actor: Any = None
        self._origins: set[str] = set()
        self._closed = False
        self._lock = threading.Lock()

    def start(self) -> None:
        """See `LocalWorker.start`.

        Raises:
            PoolError: if the package of the actor's host is another one or is missing.
            NoRoom: if there is no room in time.
            Gone: if the actor was lost, or this worker is closed.
        """
        import ray

        if self._actor is not None and self._origins == registry.origins():
            return
        self._drop()
        self._origins = registry.origins()
        with self._lock:
            if self._closed:
                raise Gone("the worker is closed")
            actor = self._actor = _actor().remote()
        try:
            version = ray.get(actor.ready.remote(sorted(self._origins), sys.path), timeout=START)
        except ray.exceptions.GetTimeoutError:
            self._drop()
            raise NoRoom(
                f"the Ray cluster had no room for a worker of one CPU within {START:g} s; ask for fewer workers"
            ) from None
        except ray.exceptions.RayTaskError as error:
            self._drop()
            raise PoolError(
                f"a worker cannot start on its host: {error.cause}; every host needs your registry files, at the same "
                "paths, and the modules that they name"
            ) from None
        except ray.exceptions.RayError as error:
            self._drop()
            if "ModuleNotFoundError" in str(error):
                raise PoolError(
                    f"a worker cannot start on its host, which needs the same version of rlvr-gym: {error}"
                ) from None
            raise Gone(str(error).partition("\n")[0]) from None
        if version != __version__:
            self._drop()
            raise PoolError(f"a host of the Ray cluster has rlvr {version}, and this process {__version__}")

    def do(self, piece: Piece) -> list[Outcome]:
        """See `LocalWorker.do`.

        Raises:
            Gone: if the actor is lost.
            PoolError: if its child cannot be started.
        """
        import ray

        try:
            found: list[Outcome] = json.loads(ray.get(self._actor.do.remote(json.dumps(piece.to_json()))))
        except ray.exceptions.RayTaskError as error:
            raise PoolError(f"a worker failed on its host: {error.cause}") from None
        except ray.exceptions.RayError as error:
            self._drop()
            raise Gone(f"{type(error).__name__} of Ray: its host or its actor is gone") from None
        return found

    def pids(self) -> list[int]:
        """The process that works now, which may be on another host."""
        import ray

        return [] if self._actor is None else list(ray.get(self._actor.pids.remote()))[1:]

    def close(self) -> None:
        """End the actor and its child."""
        with self._lock:
            self._closed = True
        self._drop()

    def _drop(self) -> None:
        import ray

        with self._lock:
            actor, self._actor = self._actor, None
        if actor is None or not ray.is_initialized():
            return
        with suppress(Exception):  # it may be gone already
            actor.stop.remote()
            ray.kill(actor)

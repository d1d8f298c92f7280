"""A child process on a host of a Ray cluster, behind a socket of this process: bytes are carried to it and back.

So who talks to a child need not know where it is. An actor holds the child; when the actor is lost, with its host or by
itself, the socket closes, as it does when a child here dies.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
from contextlib import suppress
from functools import cache
from typing import Any

from .spawned import Spawned

_CHUNK = 1 << 20
_WAIT = 10.0
"""Seconds for which the actor waits for something to carry, before it is asked again."""
_KILL = 5.0


class Holder:
    """What the actor is: it starts the child and hands its bytes on.

    Args:
        module: see `Spawned`.
        path: where the caller finds modules, for those that are not found here otherwise.
    """

    def __init__(self, module: str, path: list[str]) -> None:
        sys.path.extend(folder for folder in path if folder not in sys.path)
        self._child = Spawned(module)

    def send(self, data: bytes) -> bool:
        """Hand bytes to the child; false if it is gone."""
        try:
            self._child.socket.sendall(data)
        except OSError:
            return False
        return True

    def receive(self) -> bytes | None:
        """What the child says; b"" if it says nothing for a while, None if it is gone."""
        try:
            if not select.select([self._child.socket], [], [], _WAIT)[0]:
                return b""
            return self._child.socket.recv(_CHUNK) or None
        except (OSError, ValueError):  # it was killed meanwhile
            return None

    def kill(self) -> int:
        """End the child; returns its status."""
        return self._child.kill()

    def pids(self) -> list[int]:
        """The process of the actor, and that of the child."""
        return [os.getpid(), self._child.pid]


@cache
def _actor() -> Any:
    """The class of the actors: a thread for each direction, in which calls stay in order, and one to end it."""
    import ray

    to, back, control = (ray.method(concurrency_group=name) for name in ("to", "back", "control"))

    class RlvrHolder(Holder):
        send, receive = to(Holder.send), back(Holder.receive)
        kill, pids = control(Holder.kill), control(Holder.pids)

    return ray.remote(max_restarts=0, concurrency_groups={"to": 1, "back": 1, "control": 1})(RlvrHolder)


class Relayed:
    """A child on some host; made by `relayed`, and used as a `Spawned`.

    Attributes:
        socket: this process's end.
        actor: the handle of the actor.
    """

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.socket, theirs = socket.socketpair()
        threads = [
            threading.Thread(target=carry, args=(theirs, actor), name="rlvr-relay", daemon=True)
            for carry in (_there, _back)
        ]
        for thread in threads:
            thread.start()

    def kill(self) -> int:
        """End the child and the actor, and close the socket; returns the child's status, if it can be told."""
        import ray

        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # wakes the threads
        self.socket.close()
        status = -int(signal.SIGKILL)
        with suppress(Exception):  # the actor may be gone
            status = ray.get(self.actor.kill.remote(), timeout=_KILL)
        with suppress(Exception):
            ray.kill(self.actor)
        return status


def relayed(module: str, *, cpus: float = 1) -> Relayed:
    """Start a child on some host of the cluster; it need not have started when this returns.

    Args:
        module: see `Spawned`.
        cpus: CPUs of a host that it takes.
    """
    return Relayed(_actor().options(num_cpus=cpus, scheduling_strategy="SPREAD").remote(module, sys.path))


def _there(end: socket.socket, actor: Any) -> None:
    """Carry bytes to the child until the socket closes."""
    import ray

    with suppress(Exception):  # an actor that is lost is seen by the other thread
        while data := end.recv(_CHUNK):
            ray.get(actor.send.remote(data))


def _back(end: socket.socket, actor: Any) -> None:
    """Carry bytes from the child until it, or the actor, is gone."""
    import ray

    try:
        while (data := ray.get(actor.receive.remote())) is not None:
            end.sendall(data)
    except Exception:  # the actor is lost, or nobody listens any more
        return
    finally:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)

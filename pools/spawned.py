"""A child process that is a fresh interpreter, and the socket to it.

Nothing is forked from a program with threads and a GPU, so the child inherits neither, and a script that starts one
needs no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress

from ..generators.base import Json

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import importlib; "
    "importlib.import_module(sys.argv[2]).main(int(sys.argv[3]), *json.loads(sys.argv[4]))"
)


class Spawned:
    """A process that runs ``main(descriptor, *arguments)`` of a module; the descriptor is its end of the socket.

    Args:
        module: its full name; found on this process's ``sys.path``.
        arguments: JSON values.

    Attributes:
        socket: this process's end. When it closes, the child is to end.
        pid: number of the process, and of its group.
    """

    def __init__(self, module: str, *arguments: Json) -> None:
        self.socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-c", _START, json.dumps(sys.path), module),
                    *(str(theirs.fileno()), json.dumps(arguments)),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for who waits for it; and what it starts ends with it
            )
        self.pid = self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def kill(self) -> int:
        """End it, with everything that it started, and close the socket; returns its status."""
        if self.alive:  # else its number may be that of another process by now
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits for it
        try:
            return self._process.wait(10.0)
        except subprocess.TimeoutExpired:  # it is in a call of the system that cannot be broken off
            return -signal.SIGKILL
        finally:
            self.socket.close()

"""A worker on this machine: a child process under a watchdog, replaced when it hangs or dies."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

from .. import registry
from .pieces import Gone, Outcome, Piece, PoolError
from .spawned import Spawned

START = 120.0
"""Seconds that a process may take to start, on a machine that is busy with other things."""

STARTS = 3
"""Times that a process is started in a row until it is an error that it ends at once."""

_CHUNK = 1 << 20


class LocalWorker:
    """One child process, and another one when that is gone. Its work comes from one thread; `close` from any."""

    def __init__(self) -> None:
        self._child: _Child | None = None
        self._closed = False
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process, if there is none that knows all registry files.

        Raises:
            PoolError: if it ends before it could work, or does not answer.
            Gone: if this worker is closed.
        """
        if self._child is not None and self._child.is_current():
            return
        for left in reversed(range(STARTS)):  # somebody may kill one that starts, too
            if self._child is not None:
                self._child.kill()
            with self._lock:  # so that `close` sees every process
                if self._closed:
                    raise Gone("the worker is closed")
                self._child = _Child()
            try:
                next(self._child.listen(START))
                return
            except Gone as gone:
                status = self._child.kill()
                if self._closed:
                    raise
                if left and not gone.hung:
                    continue
                what = f"did not start within {START:g} s" if gone.hung else f"ended with status {status}"
                raise PoolError(
                    f"a worker process {what}; its error is above. Environments of your own must come from a registry "
                    "file whose modules can be imported there"
                ) from None

    def do(self, piece: Piece) -> list[Outcome]:
        """What becomes of the items of a piece, in their order.

        An item over its limit, or one that ends two processes while they work on it alone, is lost; the others are
        not. Whoever kills a process from outside changes nothing.

        Raises:
            PoolError: see `start`.
            Gone: if this worker is closed.
        """
        done: list[Outcome] = []
        careful, deaths = False, 0
        while len(done) < len(piece.items):
            self.start()
            assert self._child is not None
            try:
                for found in self._child.ask(piece, len(done), careful):
                    done += found
                    deaths = 0 if found else deaths
            except Gone as gone:
                self._child.kill()
                if self._closed:
                    raise
                if not careful:  # which item it was is not known: outcomes may have been on their way
                    careful = True
                    continue
                deaths += 1
                if gone.hung or deaths == 2:
                    done.append(["lost", str(gone)])
                    deaths = 0
        return done

    def pids(self) -> list[int]:
        """The process that works now, if there is one; for tests that kill it."""
        return [] if self._child is None else [self._child.pid]

    def close(self) -> None:
        """End the process, whatever it does. Nothing is asked afterwards."""
        with self._lock:
            self._closed = True
            if self._child is not None:
                self._child.kill()


class _Child(Spawned):
    """A process that does pieces of work."""

    def __init__(self) -> None:
        self.origins = registry.origins()
        super().__init__(f"{__package__}.child", sorted(self.origins))
        self._rest: list[bytes] = []

    def ask(self, piece: Piece, first: int, careful: bool) -> Iterator[list[Outcome]]:
        """The outcomes of the items from number `first` on, as they come.

        Raises:
            Gone: if it dies, or says nothing for as long as an item may take.
        """
        asked = {**piece.to_json(), "items": list(piece.items[first:]), "careful": careful}
        try:
            self.socket.settimeout(piece.seconds)
            self.socket.sendall(json.dumps(asked, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise Gone(f"its process cannot be reached: {error}") from None
        missing = len(piece.items) - first
        for found in self.listen(piece.seconds):
            yield found
            missing -= len(found)
            if missing <= 0:
                return

    def listen(self, seconds: float) -> Iterator[list[Outcome]]:
        """What it says, piece by piece, as long as it says something every so many seconds.

        Raises:
            Gone: if it does not.
        """
        while True:
            ends = time.monotonic() + seconds
            while not (self._rest and b"\n" in self._rest[-1]):
                left = ends - time.monotonic()
                try:
                    self.socket.settimeout(max(left, 1e-3))
                    more = self.socket.recv(_CHUNK)
                except TimeoutError:
                    raise Gone(f"it took longer than {seconds:g} s", hung=True) from None
                except OSError:
                    more = b""
                if not more:
                    raise Gone("its process died")
                self._rest.append(more)
            line, _, rest = b"".join(self._rest).partition(b"\n")
            self._rest = [rest] if rest else []
            found: list[Outcome] = json.loads(line)
            yield found

    def is_current(self) -> bool:
        """Whether it lives, and knows all registry files that are registered by now."""
        return self.alive and self.origins == registry.origins()

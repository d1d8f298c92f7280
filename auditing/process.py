"""The reward behind a process that can be killed: one call, one outcome, whatever the reward does.

The child is `inside.py` under the target's interpreter. It gets an empty folder of its own to run in. A call has a
limit of seconds here, on the clock, and of memory there; whoever breaks one is killed with all its children, and the
next call starts a new child. So nothing of the target runs in this process, and no call can end the audit.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from .rows import Row
from .target import Target
from .texts import NONSENSE
from .waiting import Busy, ended, exchange

START_SECONDS = 180.0
"""For importing the target, or making its dataset."""
HASH_SEED = "0"
"""Of Python's hashes where a dataset is made, here and in the programs that show a finding again."""
FIRST_SECONDS = 60.0
"""For the first calls, which may import libraries and build tables."""
_INSIDE = str(Path(__file__).with_name("inside.py"))

How = Literal["paid", "odd", "raised", "hung", "died", "memory"]
"""What came of a call: a number; something that is no number; an exception; nothing in time; the end; no memory."""


class TargetError(ValueError):
    """The target cannot be started as it is; the message says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call of the reward came to.

    Attributes:
        how: see `How`.
        pays: for each completion its pay; None where it is no finite number.
        said: what is to be told of anything but a pay.
        cpu: seconds of the processor in the child, as far as known.
    """

    how: How
    pays: tuple[float | None, ...] = ()
    said: str = ""
    cpu: float = 0.0

    @property
    def pay(self) -> float | None:
        """The pay of the first completion."""
        return self.pays[0] if self.pays else None


class Process:
    """A target that can be called; a context manager."""

    def __init__(
        self, target: Target, rows: Sequence[Row], *, seconds: float, memory: int, size: int, seed: int = 0
    ) -> None:
        self.target, self.seconds, self.memory = target, seconds, memory
        self.signature = ""
        self.own_rows: list[dict[str, Any]] = []
        self.starts = 0
        self.other_rows = False
        """Whether a dataset made other problems in another child: what was known of its rows is worth nothing then."""
        self._rows, self._size, self._seed = rows, size, seed
        self._folder = tempfile.TemporaryDirectory(prefix="rlvr-audit-", ignore_cleanup_errors=True)
        self._child: subprocess.Popen[bytes] | None = None
        self._fenced, self._warms_up = False, True

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._folder.cleanup()

    def start(self) -> None:
        """Start a child and load the target into it.

        Raises:
            TargetError: if the target cannot be loaded.
        """
        self.stop()
        self.starts += 1
        # Texts have other hashes in every child; a dataset may make other problems by them, so it always has the same.
        hashes = HASH_SEED if self.target.own_rows else str(self.starts)
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONDONTWRITEBYTECODE": "1"}
        self._child = subprocess.Popen(
            [self.target.python, _INSIDE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=environment,
            start_new_session=True,
        )
        self._fenced = False
        reply = self._ask(
            {
                "do": "load",
                "kind": self.target.kind,
                "where": self.target.where,
                "name": self.target.name,
                "signature": self.target.signature,
                "messages": self.target.messages,
                "own_rows": self.target.own_rows,
                "rows": [row.to_json() for row in self._rows],
                "size": self._size,
                "seed": self._seed,
                "seconds": self.seconds,
                "paths": [os.getcwd()] if self.target.is_module else [],
            },
            START_SECONDS,
        )
        if isinstance(reply, Outcome) or "error" in reply:
            said = reply.said if isinstance(reply, Outcome) else f"{reply['error']}: {reply['said']}"
            said = said.removeprefix("Unusable: ")
            self.stop()
            raise TargetError(f"{self.target.text} cannot be loaded: {said}")
        self.signature = reply["signature"]
        self.other_rows = self.other_rows or bool(self.own_rows and reply["rows"] != self.own_rows)
        self.own_rows = reply["rows"]

    def score(self, at: int, text: str | None, *, thread: bool = False) -> Outcome:
        """Call the reward for one completion of row `at`."""
        return self.score_batch([(at, text)], thread=thread)

    def score_batch(self, items: Sequence[tuple[int, str | None]], *, thread: bool = False) -> Outcome:
        """Call the reward for several completions; all in one call where its signature takes many."""
        if self._child is None:
            self.start()
        if not self._fenced:
            self._fence()
        # An endpoint is cut off by its own connection's limit first, so that the child lives on.
        spare = 5.0 if self.target.kind == "http" else 0.0
        reply = self._ask({"do": "score", "items": items, "thread": thread}, self.seconds + spare)
        if isinstance(reply, Outcome):
            return reply
        if "error" in reply:
            return self._raised(reply)
        pays = reply["pays"]
        odd = [pay["what"] for pay in pays if "what" in pay]
        return Outcome(
            "odd" if odd else "paid",
            tuple(pay.get("value") for pay in pays),
            f"returned {odd[0]}" if odd else "",
            reply["cpu"],
        )

    def left_behind(self, name: str) -> bool:
        """Whether a file of that name is in the child's folder; it is removed."""
        path = Path(self._folder.name, name)
        found = path.exists()
        path.unlink(missing_ok=True)
        return found

    def stop(self) -> None:
        """Kill the child and all its children."""
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _fence(self) -> None:
        """Limit the child's memory, after a few calls, so that what these import or build is not counted."""
        answer = self.own_rows[0]["answer"] if self.own_rows else self._rows[0].answer
        for wrap in ("{}", "<answer>{}</answer>", "\\boxed{{}}") if self._warms_up else ():
            text = wrap.replace("{}", answer or NONSENSE)
            self._ask({"do": "score", "items": [(0, text)]}, max(FIRST_SECONDS, self.seconds))
            if self._child is None:
                self._warms_up = False
                self.start()
                break
        self._ask({"do": "fence", "memory": self.memory}, self.seconds)
        self._fenced = True

    def _raised(self, reply: Mapping[str, Any]) -> Outcome:
        said = f"{reply['error']}: {reply['said']}" + (f" ({reply['at']})" if reply["at"] else "")
        if reply["error"] == "MemoryError":
            self.stop()  # it may be in any state
            return Outcome("memory", (), f"wants over {self.memory / 2**20:,.0f} MiB", reply["cpu"])
        if self.target.kind == "http" and reply["error"] in ("TimeoutError", "timeout"):
            return Outcome("hung", (), f"no reply in {self.seconds:g} s")
        if reply["error"] in ("SystemExit", "KeyboardInterrupt"):
            self.stop()
            return Outcome("died", (), f"ends the process with {reply['error']}({reply['said']})", reply["cpu"])
        return Outcome("raised", (), said, reply["cpu"])

    def _ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any] | Outcome:
        """Send a request and read its reply; a child that is late or gone is stopped."""
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        deadline = time.monotonic() + seconds
        busy = Busy(child.pid, seconds)
        try:
            line = exchange(child, json.dumps(request).encode() + b"\n", deadline, busy)
        except TimeoutError:
            self.stop()
            return Outcome("hung", (), f"no answer in {seconds:g} s")
        except (OSError, EOFError):
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(1)
            status = child.returncode
            self.stop()
            return Outcome("died", (), ended(status))
        reply: dict[str, Any] = json.loads(line)
        return reply

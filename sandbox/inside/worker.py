"""The worker: processes that take one job at a time, run it, clean up after it, and tell what happened.

Three processes, so that nothing of a job can be in the memory of another one:

* the *zygote* forks the jobs, and does nothing else: it reads no request and no output, so its memory holds nothing
  of any job;
* the *attendant* reads the requests, carries bytes, cleans up and answers the host. It knows everything and forks no
  job; in containers it is another user, and under bubblewrap no job can see it;
* the *job*, forked before there is anything to do, gets its own request over a pipe and becomes the program.

Three kinds of box (``config["mode"]``):

* ``container``: zygote and attendant are root with the capabilities SETUID and SETGID only; jobs are another user.
  Nothing of a job outlives it: a sweeper that becomes the job's user kills all its processes and empties every folder
  that a job can write to.
* ``namespace``: one user only, so each job gets process, IPC and mount namespaces of its own, which end with it.
* ``none``: a plain child process; for trusted code.

The end of standard input is the end of the worker.
"""

from __future__ import annotations

# What programs import most is loaded once, before the forks.
import base64
import bisect  # noqa: F401
import collections  # noqa: F401
import contextlib
import dataclasses  # noqa: F401
import datetime  # noqa: F401
import decimal  # noqa: F401
import fractions  # noqa: F401
import gc
import heapq  # noqa: F401
import itertools  # noqa: F401
import json
import math  # noqa: F401
import os
import random  # noqa: F401
import re  # noqa: F401
import select
import shutil
import signal
import socket
import statistics  # noqa: F401
import string  # noqa: F401
import struct
import subprocess
import sys
import tempfile
import textwrap  # noqa: F401
import time
import traceback
import typing  # noqa: F401
import unittest  # noqa: F401
from typing import Any, NamedTuple, NoReturn

from .cleanup import WORK, forget_dates, gather, is_clean, sweep, writable
from .kernel import attest, cpu_seconds, oom_kills, running, sample
from .launch import ENVIRONMENT, READY, become_job, end_with_parent
from .namespaces import seal
from .pipes import GONE, Calls, Clock, Feed, Idle, Tap, watch
from .wire import receive, send, write_frame

MAX_CONTROL, MAX_REPORT = 2 * 2**20, 8 * 2**20


def main(config: dict[str, Any]) -> None:
    """Serve jobs until standard input ends."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.path[:] = [entry for entry in sys.path if entry and os.path.isabs(entry)]
    # Behind the standard library: no package takes the place of one of its modules.
    sys.path += [config["packages"]] if config.get("packages") else []
    # An interpreter's own handler of this signal would make it one that a namespace's init can be ended by.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if config["mode"] == "container":
        # Process 1 ignores what it has no handler for; without this an engine that stops waits for us in vain.
        signal.signal(signal.SIGTERM, lambda number, frame: os._exit(0))
        config = {**config, "writable": writable(config["uid"])}
        sweep(config)
    elif config["mode"] == "namespace":
        seal()
        config = {**config, "writable": writable(None)}
    gc.collect()
    gc.freeze()
    send(outgoing, {"hello": attest(config)})
    own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    attendant = os.fork()
    if attendant == 0:
        own.close()
        attend(config, incoming, outgoing, other)
    other.close()
    for end in (incoming, outgoing):  # their numbers stay taken: jobs' pipes are moved to the first few
        os.dup2(null, end)
    with contextlib.suppress(OSError):  # without its attendant it has nothing to do
        while fork_job(config, attendant, own):
            pass


# ---- the zygote ------------------------------------------------------------------------------------------


def fork_job(config: dict[str, Any], attendant: int, wire: socket.socket) -> bool:
    """Make a job's process, hand its pipes to the attendant, tell how it ended. False if there is to be no other."""
    # Standard input, output, error; control (outcomes of calls), report (how far the preparation is), request (what
    # the job is to do, and its calls), order (what its init is to do at the end).
    pipes = [os.pipe() for _ in range(7)]
    for end in (pipes[0][0], pipes[1][1], pipes[2][1]):
        os.fchmod(end, 0o666)  # so that the job, who is another user, can open /dev/stdin and its like
    pid = os.fork()
    if pid == 0:
        try:
            become_job(config, pipes)
        except BaseException:  # nothing may come back from here
            os.write(2, traceback.format_exc(limit=-3).encode(errors="replace"))
        os._exit(125)
    ended = os.pidfd_open(pid)
    theirs = [pipe[number in (0, 5, 6)] for number, pipe in enumerate(pipes)]
    socket.send_fds(wire, [struct.pack("i", pid)], [ended, *theirs])
    for end in (ended, *(end for pipe in pipes for end in pipe)):
        os.close(end)
    while True:  # all others are the dead of jobs, which come to process 1
        one, raw, usage = os.wait4(-1, 0)
        if one == attendant:
            return False
        if one == pid:
            break
    wire.send(struct.pack("idq", raw, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))
    if not wire.recv(1):
        return False
    with contextlib.suppress(ChildProcessError):
        while (one := os.waitpid(-1, os.WNOHANG)[0]) and one != attendant:
            pass
    return True


# ---- the attendant ---------------------------------------------------------------------------------------


def attend(config: dict[str, Any], incoming: int, outgoing: int, wire: socket.socket) -> NoReturn:
    """Take requests and answer them, until there are no more."""
    kept = Kept()
    try:
        end_with_parent()
        while attend_one(config, incoming, outgoing, wire, kept):
            wire.send(b"n")
    except BaseException:
        traceback.print_exc(limit=-3)
    finally:
        os._exit(0)


class Kept:
    """The compiled program that came last: the cases of a verdict all run it.

    It is in this process's memory, where no job can reach it, and every job gets a copy in a file of its own. So what a
    program does to that file is gone with its case.
    """

    def __init__(self) -> None:
        self.program = b""

    def of(self, request: dict[str, Any]) -> bytes | None:
        """What a request's job is to run, if it is compiled already."""
        sent = request.get("compiled")
        if sent:
            self.program = base64.b64decode(sent)
        return None if sent is None else self.program


def attend_one(config: dict[str, Any], incoming: int, outgoing: int, wire: socket.socket, kept: Kept) -> bool:
    """Run one job. False if no more comes."""
    told, fds, _, _ = socket.recv_fds(wire, 64, 8)
    if not told:
        return False
    readable, _, _ = select.select([incoming], [], [], config["idle_s"])
    request = receive(incoming) if readable else None
    if request is None:
        return False
    scratch = tempfile.mkdtemp(prefix="rlvr-job-") if config["mode"] == "none" else WORK
    try:
        job = Started(struct.unpack("i", told)[0], *fds)
        answer = serve(request, kept.of(request), config, incoming, scratch, job, wire)
    finally:
        if config["mode"] == "none":
            shutil.rmtree(scratch, ignore_errors=True)
    if answer is not None:
        send(outgoing, answer)
    return answer is not None


class Started(NamedTuple):
    """A job's process that waits for its request: its number, a descriptor for its end, our ends of its pipes."""

    pid: int
    ended: int
    stdin: int
    stdout: int
    stderr: int
    control: int
    report: int
    request: int
    order: int


def serve(
    request: dict[str, Any],
    program: bytes | None,
    config: dict[str, Any],
    host: int,
    scratch: str,
    job: Started,
    wire: socket.socket,
) -> dict[str, Any] | None:
    """Tell the waiting job what it is to do, and describe how it went. None if the host went away meanwhile."""
    mode, limits, collect = config["mode"], request["limits"], request["collect"]
    version = version_of(request["version"])
    killed_before, box_before, own_before = oom_kills(), cpu_seconds(), time.process_time()
    with contextlib.suppress(OSError):  # where its own preparation has failed, nobody reads
        os.write(job.order, b"c" if collect else b"-")
    with contextlib.suppress(OSError):
        send(job.request, scratch)
        write_frame(job.request, request["job"].encode("ascii"))
        if program is not None:
            write_frame(job.request, program)
    feed = Feed(job.stdin, base64.b64decode(request["stdin"]))
    stdout = Tap(job.stdout, int(limits["stdout_kb"] * 1024))
    stderr = Tap(job.stderr, int(limits["stderr_kb"] * 1024), endless=True)
    control, report = Tap(job.control, MAX_CONTROL), Tap(job.report, MAX_REPORT)
    clock = Clock(limits["wall_s"], request["build_s"], report)
    calls = Calls(job.request, request["calls"], control)
    taps = (stdout, stderr, control, report)
    # The first process of a namespace's job only waits for its init; without a namespace it is the job.
    starter = job.pid if mode == "namespace" else 0

    def busy() -> bool:
        return READY not in report.data or running(starter)  # what comes before is our own work

    def computed() -> float:
        if mode == "namespace":
            return sample({}, starter)
        return (cpu_seconds() or 0.0) - time.process_time()

    idle = Idle(0.0 if mode == "none" else limits["idle_s"], busy, computed)
    broken = watch(job.ended, feed, calls, taps, clock, host, idle)
    living = sample({}, starter) if mode == "namespace" and broken is not None else 0.0
    if broken is not None:
        stop(job.pid)
    if broken == GONE:
        return None
    files: dict[str, str] = {}
    own_s, swept = -own_before, False
    if mode == "container" and broken is not None:
        swept = True
        files, sweeping = sweep(config, collect)
        own_s += sweeping
    elif mode == "none":
        files = gather(scratch) if collect else {}
    raw, used, peak = struct.unpack("idq", wire.recv(64))
    if mode == "container":
        if not swept and (collect or not is_clean(config)):
            files, sweeping = sweep(config, collect)
            own_s += sweeping
        forget_dates(config)
    wall = time.monotonic() - clock.start
    cpu = max(used, living)
    box_after = cpu_seconds()
    if mode == "container" and box_before is not None and box_after is not None:
        # What nobody waited for is in nobody's account but the box's.
        cpu = max(cpu, box_after - box_before - own_s - time.process_time())
    for tap in taps:
        tap.drain()
        tap.close()
    feed.close()
    calls.close()
    os.close(job.ended)
    os.close(job.order)
    _, _, rest = bytes(report.data).partition(READY)
    built, _, told = rest.partition(b"\n")
    if mode == "namespace" and broken is None:
        try:
            init = json.loads(told)
            raw, (cpu, peak), files = init["raw"], init["usage"], init["files"]
        except ValueError:
            raw = signal.SIGKILL  # the init was ended before it could tell, by the job or by the kernel
    with contextlib.suppress(ValueError):
        cpu = max(cpu - float(built), 0.0)  # compiling has time of its own
    for own in request["own_files"]:
        files.pop(own, None)
    killed = oom_kills() > killed_before
    no_memory = killed or control.data.endswith(b'["m"]\n')
    if broken is None and READY not in report.data and not killed:
        status = "broken"  # our own preparation failed, so nothing was run
    elif broken == "build_limit":
        status = "compile_error"
        stderr.data += b"\nthe compiler took too long\n"
    else:
        status = broken or status_of(raw, cpu > limits["cpu_s"], no_memory, control.data == b'["c"]\n')
    return {
        "id": request["id"],
        "status": status,
        "exit_code": os.WEXITSTATUS(raw) if os.WIFEXITED(raw) else None,
        "signal": os.WTERMSIG(raw) if os.WIFSIGNALED(raw) else None,
        "stdout": base64.b64encode(stdout.data).decode(),
        "stderr": base64.b64encode(stderr.data).decode(),
        "control": base64.b64encode(control.data).decode(),
        "files": files,
        "wall_s": wall,
        "cpu_s": cpu,
        "peak_memory_kb": peak,
        "recycle": killed,
        "version": version,
    }


def version_of(command: list[str]) -> str:
    """What a tool of the box says of its version, if the host asks; it asks once for each."""
    if not command:
        return ""
    try:
        # One that does not end is ended by the host: it waits for as long as a job may take.
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT,
            timeout=20,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout[:200].decode("ascii", "replace")


def status_of(raw: int, over_time: bool, no_memory: bool, not_built: bool) -> str:
    """The status of a job that has ended by itself, from the strongest evidence to the weakest."""
    if not_built:
        return "compile_error"
    if over_time or (os.WIFSIGNALED(raw) and os.WTERMSIG(raw) == signal.SIGXCPU):
        return "cpu_limit"
    if no_memory and raw != 0:
        return "memory_limit"
    if os.WIFSIGNALED(raw):
        return "signal"
    return "nonzero_exit" if os.WEXITSTATUS(raw) else "ok"


def stop(pid: int) -> None:
    """Kill the job's first process and its group; what else it started is the sweeper's work."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)

"""Without an engine: each job in process, IPC and mount namespaces of its own, which end with it.

In such a box there is one user only, so users cannot keep jobs and worker apart. Instead the job's first process is
the child of an *init* which is process 1 of a new process namespace: from inside, the worker cannot be seen and the
init cannot be killed; when the init ends, the kernel kills all that is left, and the private scratch folders vanish.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
from typing import Any, NoReturn

from .cleanup import WORK, gather
from .filter import install
from .kernel import sample
from .wire import write_all

_NEW_NAMESPACES = 0x00020000 | 0x08000000 | 0x20000000  # CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWPID
_NEW_MOUNTS = 0x00020000
_NOSUID, _NODEV = 2, 4
_FLAGS = {"nosuid": 2, "nodev": 4, "noexec": 8, "noatime": 1024, "nodiratime": 2048, "relatime": 1 << 21}
_READ_ONLY = 1 | 32 | 4096  # MS_RDONLY, MS_REMOUNT, MS_BIND
_SET_PDEATHSIG, _SET_DUMPABLE, _SET_NO_NEW_PRIVS, _CAP_AMBIENT, _CLEAR_ALL = 1, 4, 38, 47, 4
SAMPLE_S = 0.05
_CAPABILITIES_V3 = 0x20080522


def seal() -> None:
    """Make everything that the box shows read-only, devices and all: what jobs share, none may write.

    A device can be written to all the same; what cannot be changed any more are its dates and attributes.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    _must(libc.unshare(_NEW_MOUNTS), "unshare")
    with open("/proc/self/mountinfo") as file:
        lines = [line.partition(" - ") for line in file]
    for before, _, after in lines:
        point, options = before.split(" ")[4:6]
        if "rw" in options.split(",") and after.split(" ")[0] != "proc":
            flags = sum(_FLAGS.get(option, 0) for option in options.split(","))
            _must(libc.mount(None, os.fsencode(point), None, _READ_ONLY | flags, None), f"seal {point}")


def enter_namespaces(config: dict[str, Any], pipes: list[tuple[int, int]]) -> None:
    """In the forked child: become the init of new namespaces. Returns in its child, which is to be the job."""
    libc = ctypes.CDLL(None, use_errno=True)
    _must(libc.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "prctl")
    _must(libc.unshare(_NEW_NAMESPACES), "unshare")
    init = os.fork()
    if init:
        for reading, writing in pipes:
            os.close(reading)
            os.close(writing)
        os.waitpid(init, 0)
        os._exit(0)
    _must(libc.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "prctl")
    _must(libc.mount(b"proc", b"/proc", b"proc", _NOSUID | _NODEV, None), "mount /proc")
    room = f"size={config['scratch_mb']}m,nr_inodes={config['inodes']},mode=1777".encode()
    for folder in ("/tmp", "/dev/shm"):
        _must(libc.mount(b"tmpfs", folder.encode(), b"tmpfs", _NOSUID | _NODEV, room), f"mount {folder}")
    _drop_capabilities(libc)
    # The job is of the same user: without this, and before it exists, it could write into the init's memory.
    _must(libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0), "prctl")
    job = os.fork()
    if job == 0:
        os.setsid()
        _must(libc.prctl(_SET_DUMPABLE, 1, 0, 0, 0), "prctl")  # so that it may look at itself
        install(libc)
        os.mkdir(WORK, 0o755)
        return
    _be_init(job, pipes)


def _be_init(job: int, pipes: list[tuple[int, int]]) -> NoReturn:
    report, order = pipes[4][1], pipes[6][0]
    for end in (end for pair in pipes for end in pair):
        if end not in (report, order):
            os.close(end)
    # What processes take whose parents disown them is in nobody's account: it is looked at now and then.
    seen: dict[str, float] = {}
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    while True:
        pid, raw, usage = os.wait4(-1, os.WNOHANG)
        if pid == job:
            break
        if pid == 0 and signal.sigtimedwait({signal.SIGCHLD}, SAMPLE_S) is None:
            sample(seen)
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait4(-1, 0)  # all that the job left to this process; they have been killed
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = {
        "raw": raw,
        "usage": [max(children.ru_utime + children.ru_stime, sum(seen.values())), usage.ru_maxrss],
        "files": gather(WORK) if os.read(order, 1) == b"c" else {},
    }
    write_all(report, json.dumps(told).encode())
    os._exit(0)


def _drop_capabilities(libc: Any) -> None:
    _must(libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    _must(libc.prctl(_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0), "prctl")
    head = (ctypes.c_uint32 * 2)(_CAPABILITIES_V3, 0)
    none = (ctypes.c_uint32 * 6)()
    _must(libc.capset(ctypes.byref(head), ctypes.byref(none)), "capset")


def _must(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")

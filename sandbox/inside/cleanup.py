"""After a job: nothing of it may be alive, and nothing that it wrote may be left."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import signal
import stat
import time
from typing import Any

from .kernel import read_number
from .wire import write_all

WORK = "/tmp/work"
MAX_FILES, MAX_BYTES, MAX_FOLDERS = 256, 4 * 2**20, 16
"""Of files that are collected: how many, how much, how deep."""
SWEEP_S = 20
"""For killing what is left; with `rlvr.sandbox.inside.pipes.PAUSES_S` less than the host waits."""


SWEEPER = 65533
"""The sweeper's user by name: one that is nobody else's, so nobody can send it a signal, and that may send none to
the worker's own processes."""
LONG_AGO = 946728000  # noon of the first of January 2000, UTC
_NOT_FILES = {"proc", "sysfs", "cgroup", "cgroup2"}


def writable(uid: int | None) -> dict[str, list[str]]:
    """What can be written to in this box, found by walking the mounts as the job's user (None: as this one).

    Returns:
        ``folders`` in which entries can be made, the topmost ones; ``files`` that can be opened for writing; and
        ``dated``, everything whose dates change by use, because its file system can be written.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            if uid is not None:
                become_user(uid)
            write_all(writing, json.dumps(survey()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    told = b"".join(iter(lambda: os.read(reading, 1 << 16), b""))
    os.close(reading)
    os.waitpid(pid, 0)
    found: dict[str, list[str]] = json.loads(told)
    return found


def survey() -> dict[str, list[str]]:
    """What this process can write to; see `writable`."""
    folders, files, dated = set(), set(), set()
    for point in mounts():
        ways = [("", [], [point])] if not os.path.isdir(point) else os.walk(point)
        for root, below, names in ways:
            kept = [name for name in below if os.path.join(root, name) not in ("/proc", "/sys")]
            if root:
                dated.add(root)
                if os.access(root, os.W_OK):
                    folders.add(root)
                    kept = []
            below[:] = kept
            for name in names:
                path = os.path.join(root, name)
                if not os.path.islink(path):
                    dated.add(path)
                    if os.access(path, os.W_OK) and root not in folders:
                        files.add(path)
    return {"folders": sorted(folders), "files": sorted(files), "dated": sorted(dated)}


def mounts() -> list[str]:
    """The places where file systems that can be written are mounted, but for those of the kernel's own numbers."""
    found = []
    with open("/proc/self/mountinfo") as file:
        for line in file:
            before, _, after = line.rstrip("\n").partition(" - ")
            point, options = before.split(" ")[4:6]
            kind, _, rights = after.split(" ")[:3]
            if kind not in _NOT_FILES and "ro" not in options.split(",") and "ro" not in rights.split(","):
                found.append(re.sub(r"\\([0-7]{3})", lambda m: chr(int(m.group(1), 8)), point))
    return [point for point in found if not point.startswith(("/proc/", "/sys/"))]


def is_clean(config: dict[str, Any]) -> bool:
    """Whether nothing of the job is left: no process but the worker's two, no file. If so, nothing can appear."""
    try:
        alive = read_number("/sys/fs/cgroup/pids/pids.current", "/sys/fs/cgroup/pids.current")
        return (
            alive == 2
            and not os.listdir(WORK)
            and all(
                os.listdir(folder) == ([os.path.basename(WORK)] if folder == os.path.dirname(WORK) else [])
                for folder in config["writable"]["folders"]
            )
        )
    except OSError:
        return False


def forget_dates(config: dict[str, Any]) -> None:
    """Put back the dates that a job can change by use: with them it could leave word."""
    for path in config["writable"]["dated"]:
        with contextlib.suppress(OSError):
            os.utime(path, (LONG_AGO, LONG_AGO))


def become_sweeper(uid: int) -> None:
    """Act as the job's user, and be another by name: so the job cannot send this process a signal."""
    os.setgroups([])
    os.setresgid(SWEEPER, uid, SWEEPER)
    os.setresuid(SWEEPER, uid, SWEEPER)


def become_user(uid: int) -> None:
    """Become the job's user, for good."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def sweep(config: dict[str, Any], collect: bool = False) -> tuple[dict[str, str], float]:
    """As the job's user: kill all its processes, read its files if they are wanted, empty the scratch folders.

    Returns the files, and the processor seconds that this took.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.close(reading)
            become_sweeper(config["uid"])
            deadline = time.monotonic() + SWEEP_S
            while True:
                last = time.monotonic() > deadline  # before a try: a pause must not take its turn
                with contextlib.suppress(ProcessLookupError):
                    os.kill(-1, signal.SIGKILL)  # everybody of that user, but this process
                if not others_alive():
                    break
                if last:
                    os._exit(1)
                time.sleep(0.0005)
            if collect:
                write_all(writing, json.dumps(gather(WORK)).encode())
            for folder in config["writable"]["folders"]:
                empty(folder)
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(writing)
    told = b"".join(iter(lambda: os.read(reading, 1 << 16), b""))
    os.close(reading)
    _, raw, usage = os.wait4(pid, 0)
    if raw != 0:
        os._exit(3)  # a box that cannot be cleaned is not used again
    files: dict[str, str] = json.loads(told) if told else {}
    return files, usage.ru_utime + usage.ru_stime


def others_alive() -> bool:
    """Whether a process of a job runs here; the dead that nobody has reaped do not count."""
    ours = (1, os.getpid(), os.getppid())
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in ours:
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                # A process whose first thread has ended looks dead while others of its threads run.
                if fields[0] not in "ZX" or fields[17] != "1":
                    return True
            except OSError:
                continue
    return False


def empty(folder: str) -> None:
    """Remove everything in a scratch folder, following no link.

    Folders in it are pulled up to the top before they are removed, so that no depth of nesting can be too deep.
    """
    while names := os.listdir(folder):
        for name in names:
            path = os.path.join(folder, name)
            if not stat.S_ISDIR(os.lstat(path).st_mode):
                os.unlink(path)
                continue
            os.chmod(path, 0o700)
            for inner in os.listdir(path):
                below = os.path.join(path, inner)
                if stat.S_ISDIR(os.lstat(below).st_mode):
                    os.chmod(below, 0o700)  # a folder can only be moved by who may write to it
                    os.rename(below, os.path.join(folder, os.urandom(12).hex()))
                else:
                    os.unlink(below)
            os.rmdir(path)


def gather(folder: str) -> dict[str, str]:
    """The regular files below a folder, by relative name, within caps; what is over them is left out."""
    found: dict[str, str] = {}
    room = MAX_BYTES
    # The job may have removed its folder, or put a link in its place; what that leads to is not the job's.
    try:
        left = [""] if stat.S_ISDIR(os.lstat(folder).st_mode) else []
    except OSError:
        return found
    while left and len(found) < MAX_FILES:
        below = left.pop()
        try:
            with contextlib.suppress(PermissionError):
                os.chmod(os.path.join(folder, below), 0o700)  # the job's own, but it may have locked it
            names = sorted(os.listdir(os.path.join(folder, below)))
        except OSError:
            continue
        for name in names:
            relative = os.path.join(below, name)
            path = os.path.join(folder, relative)
            try:
                kind = os.lstat(path).st_mode
                if stat.S_ISDIR(kind) and relative.count("/") < MAX_FOLDERS:
                    left.append(relative)
                if not stat.S_ISREG(kind) or len(found) >= MAX_FILES:
                    continue
                if not kind & stat.S_IRUSR:
                    os.chmod(path, 0o600)
                fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                with open(fd, "rb") as file:
                    content = file.read(room + 1)
            except OSError:
                continue
            if len(content) + 6 * len(relative) > room:
                return found
            told = relative.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            room -= len(content) + 6 * len(told)  # so much can a name take when it is written
            found[told] = base64.b64encode(content).decode()
    return found

"""After a job: nothing of it may be alive, and nothing that it wrote may be left."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import signal
import stat
import time
from typing import Any

from .kernel import read_number
from .wire import write_all

SCRATCH = ("/tmp", "/dev/shm")
WORK = "/tmp/work"


def is_clean() -> bool:
    """Whether nothing of the job is left: no process but this one, no file. If so, nothing can appear."""
    try:
        alive = read_number("/sys/fs/cgroup/pids/pids.current", "/sys/fs/cgroup/pids.current")
        # The job itself is not reaped yet, so it counts as well.
        return (
            alive == 2
            and os.listdir("/tmp") == ["work"]
            and not os.listdir(WORK)
            and not os.listdir("/dev/shm")
        )
    except OSError:
        return False


def become_user(uid: int) -> None:
    """Become the job's user, for good."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def sweep(config: dict[str, Any], collect: bool = False) -> dict[str, str]:
    """As the job's user: kill all its processes, read its files if they are wanted, empty the scratch folders."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            become_user(config["uid"])
            deadline = time.monotonic() + 5
            while others_alive():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(-1, signal.SIGKILL)
                time.sleep(0.0005)
                if time.monotonic() > deadline:
                    os._exit(1)
            if collect:
                write_all(writing, json.dumps(gather(WORK)).encode())
            for folder in SCRATCH:
                empty(folder)
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(writing)
    told = b"".join(iter(lambda: os.read(reading, 1 << 16), b""))
    os.close(reading)
    _, raw = os.waitpid(pid, 0)
    if raw != 0:
        os._exit(3)  # a box that cannot be cleaned is not used again
    files: dict[str, str] = json.loads(told) if told else {}
    return files


def others_alive() -> bool:
    """Whether a process other than this one and the worker runs here; the dead that nobody has reaped do not count."""
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (1, os.getpid()):
            try:
                with open(f"/proc/{name}/stat") as file:
                    if file.read().rpartition(")")[2].split()[0] not in "ZX":
                        return True
            except OSError:
                continue
    return False


def empty(folder: str) -> None:
    """Remove everything in a scratch folder, following no link."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if stat.S_ISDIR(os.lstat(path).st_mode):
            for parent, _, _ in os.walk(path):
                os.chmod(parent, 0o700)  # so that what is in it can be removed
            shutil.rmtree(path)
        else:
            os.unlink(path)


def gather(folder: str, most: int = 256, most_bytes: int = 4 * 2**20) -> dict[str, str]:
    """The regular files below a folder, by relative name, within caps; what is over them is left out."""
    found: dict[str, str] = {}
    total = 0
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(parent, name)
            try:
                if len(found) >= most or not stat.S_ISREG(os.lstat(path).st_mode):
                    continue
                fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                with open(fd, "rb") as file:
                    content = file.read(most_bytes - total + 1)
            except OSError:
                continue
            total += len(content)
            if total > most_bytes:
                return found
            relative = (
                os.path.relpath(path, folder).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            )
            found[relative] = base64.b64encode(content).decode()
    return found

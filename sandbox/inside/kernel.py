"""What the kernel tells and keeps: limits of a process, counters of the box, and what the box is."""

from __future__ import annotations

import os
import resource
import shutil
import sys
from collections.abc import Iterator
from typing import Any

PROTOCOL = 2
_TICKS = os.sysconf("SC_CLK_TCK")
SPARE_ADDRESSES = 96 * 2**20  # what the interpreter itself has mapped


def restrict(limits: dict[str, Any], address_space: bool) -> None:
    """Set the limits that the kernel keeps for each process."""
    if address_space:
        size = int(limits["memory_mb"]) * 2**20 + SPARE_ADDRESSES
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    size = int(limits["file_mb"]) * 2**20
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NPROC, (int(limits["processes"]), int(limits["processes"])))
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(limits["open_files"]), int(limits["open_files"])))


def read_number(*paths: str) -> int | None:
    """The number in the first of the files that is there."""
    for path in paths:
        try:
            with open(path) as file:
                text = file.read().strip()
                return int(text) if text.isdigit() else None
        except FileNotFoundError:
            continue
    return None


def cpu_seconds() -> float | None:
    """Processor time of all processes of this box so far, the dead and forgotten ones included; None if not kept."""
    try:
        with open("/sys/fs/cgroup/cpuacct/cpuacct.usage") as file:
            return int(file.read()) / 1e9
    except OSError:
        pass
    try:
        with open("/sys/fs/cgroup/cpu.stat") as file:
            return int(file.readline().split()[1]) / 1e6
    except (OSError, ValueError, IndexError):
        return None


def _others(starter: int) -> Iterator[tuple[str, list[str]]]:
    """The number, and the fields behind the name in `stat`, of all that can be seen but this process and its parent.

    Without a `starter`, too, which has started the job, and its children, which are the job's init: they look at the
    job now and then, and are not it.
    """
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (os.getpid(), os.getppid(), starter):
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if not starter or int(fields[1]) != starter:
                yield name, fields


def sample(seen: dict[str, float], starter: int = 0) -> float:
    """Processor seconds of all processes but those left out (`_others`), also of the dead, by `seen`."""
    for name, fields in _others(starter):
        one = f"{name} {fields[19]}"  # with its start, since numbers are used again
        seen[one] = max(seen.get(one, 0.0), (int(fields[11]) + int(fields[12])) / _TICKS)
    return sum(seen.values())


def running(starter: int = 0) -> bool:
    """Whether a process, but for those left out (`_others`), runs now or waits for a disk."""
    return any(fields[0] in "RD" for _, fields in _others(starter))


def oom_kills() -> int:
    """How often the kernel has killed for memory in this box."""
    for path in ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events"):
        try:
            with open(path) as file:
                for line in file:
                    if line.startswith("oom_kill "):
                        return int(line.split()[1])
        except OSError:
            continue
    return 0


def attest(config: dict[str, Any]) -> dict[str, Any]:
    """What the host compares with what it asked for: a flag that an engine ignores is found here."""
    status: dict[str, str] = {}
    with open("/proc/self/status") as file:
        for line in file:
            key, _, value = line.partition(":")
            status[key] = value.strip()
    try:
        networks: list[str] | None = sorted(os.listdir("/sys/class/net"))
    except OSError:
        networks = None
    return {
        "protocol": PROTOCOL,
        "mode": config["mode"],
        "python": ".".join(map(str, sys.version_info[:3])),
        "uid": os.getuid(),
        "capabilities": int(status.get("CapEff", "0"), 16),
        "no_new_privs": status.get("NoNewPrivs") == "1",
        "seccomp": int(status.get("Seccomp", "0")),
        "memory": read_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory.max"),
        "pids": read_number("/sys/fs/cgroup/pids/pids.max", "/sys/fs/cgroup/pids.max"),
        "read_only": not os.access("/", os.W_OK) or bool(os.statvfs("/").f_flag & os.ST_RDONLY),
        "networks": networks,
        "writable": config.get("writable"),
        "tools": [tool for tool in config["tools"] if shutil.which(tool, path="/usr/local/bin:/usr/bin:/bin")],
    }

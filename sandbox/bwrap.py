"""Without a container engine: the same worker under bubblewrap, in namespaces of its own.

No network, no files but the interpreter and its standard library, an empty environment, and a user namespace in
which no further one can be made. Each job gets process, IPC and mount namespaces of its own besides, see
`rlvr.sandbox.inside.namespaces`. What it cannot give is a control group: the memory of all of a job's processes
together has no cap, only that of each one.
"""

from __future__ import annotations

import contextlib
import functools
import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from .base import SandboxMisconfigured, SandboxUnavailable
from .languages import LANGUAGES
from .link import PipeLink
from .pool import Pool
from .recipes import inside, libraries, library_path
from .remote import Worker, only
from .text import program

WEAKNESS: Final = "no cap on the memory of a job's processes together"
IDLE_S: Final = 3600
SCRATCH_MB: Final = 64
INODES: Final = 4096
_CAP_SYS_ADMIN: Final = 1 << 21

_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_SWITCHES = {
    Path("/proc/sys/kernel/unprivileged_userns_clone"): "kernel.unprivileged_userns_clone=1",
    Path("/proc/sys/user/max_user_namespaces"): "user.max_user_namespaces=10000",
}
_PROBE: Final = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x28020000):
    os._exit(2)
if os.fork() == 0:
    os._exit(3 if libc.mount(b"proc", b"/proc", b"proc", 6, None) else 0)
os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
"""What the worker does for each job: namespaces of its own, and a /proc that shows only them."""


@functools.cache
def why_not() -> str | None:
    """None if bubblewrap works here, else the reason and what to do about it, in one line."""
    if sys.platform != "linux":
        return "namespaces are a thing of Linux"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed: sudo apt-get install bubblewrap"
    try:
        done = subprocess.run(
            [*command(()), python(), "-I", "-S", "-c", _PROBE],
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env={},
            timeout=60,
            **identity(),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run: {error}"
    if done.returncode == 0:
        return None
    if _reads(_APPARMOR) == "1":
        return (
            "AppArmor keeps bubblewrap from making user namespaces (Ubuntu 24.04 and later): use a container engine, "
            "or sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"
        )
    for switch, setting in _SWITCHES.items():
        if _reads(switch) == "0":
            return f"user namespaces are switched off: sudo sysctl {setting}"
    if done.returncode == 3 or "proc" in done.stderr:
        return "parts of /proc are masked (a container does that), so no namespaces can be nested here: use an engine"
    return f"bubblewrap does not run: {' '.join(done.stderr.split()) or f'exit status {done.returncode}':.200}"


def bwrap_sandbox(languages: frozenset[str] = frozenset({"python"}), *, slots: int | None = None) -> Pool:
    """A sandbox of namespaces. Boxes for Python alone see its standard library, others see the system's /usr.

    Args:
        languages: what it must be able to run, of what this machine has.
        slots: jobs at one time; see `Pool`.

    Raises:
        SandboxUnavailable: if bubblewrap does not work here, or this machine lacks a language.
    """
    reason = why_not()
    if reason is not None:
        raise SandboxUnavailable(reason)
    if missing := sorted(languages - installed()):
        raise SandboxUnavailable(f"this machine has no {LANGUAGES[missing[0]].tool} for {missing[0]}")
    wanted = languages | {"python"}
    return Pool(lambda: start_bwrap(wanted), name="bwrap", isolation="namespace", languages=wanted, slots=slots)


def start_bwrap(wanted: Iterable[str] = ("python",)) -> Worker:
    """A worker under bubblewrap, with what programs in the `wanted` languages need in its box.

    Raises:
        SandboxError: if the worker does not get ready.
    """
    config = {"mode": "namespace", "uid": 0, "idle_s": IDLE_S, "scratch_mb": SCRATCH_MB, "inodes": INODES}
    line = [*command(wanted), python(), "-S", "-s", "-B", "-c", program(config)]
    # A process that is to die with its parent dies with the thread that started it: this one stays.
    process = _launcher(os.getpid()).start(line)
    link = _BwrapLink(process)
    try:
        worker = Worker(link, "bwrap", "namespace")
        _check(worker.hello)
    except BaseException:
        link.close()
        raise
    return worker


class _BwrapLink(PipeLink):
    """Ends by closing the worker's input, if that is enough: a killed bubblewrap leaves its init to be reaped."""

    def close(self) -> None:
        """End the worker, by force where it does not end by itself at once."""
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            if self.process.stdin:
                self.process.stdin.close()
            self.process.wait(0.2)
        super().close()


def _launch(line: list[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, env={}, cwd="/", **identity())


def _check(hello: Mapping[str, object]) -> None:
    """Compare what the box is with what was asked for.

    Raises:
        SandboxMisconfigured: if it is weaker.
    """
    wrong = []
    if hello.get("mode") != "namespace" or hello.get("uid") != 1000:
        wrong.append("it runs as somebody else")
    if hello.get("capabilities") != _CAP_SYS_ADMIN or not hello.get("no_new_privs"):
        wrong.append("it has other powers than asked for")
    if not hello.get("read_only"):
        wrong.append("its files can be written")
    if not only(hello.get("writable"), frozenset()):
        wrong.append("something that jobs share can be written")
    if hello.get("networks") not in (None, [], ["lo"]):
        wrong.append("it has a network")
    if wrong:
        raise SandboxMisconfigured(f"the box of bubblewrap is not as it must be: {'; '.join(wrong)}")


class _Launcher:
    """A thread that starts processes, and lives as long as this process.

    It is no executor of the standard library: those take no work any more once the interpreter is on its way out,
    while a spare worker may just be about to be started.
    """

    def __init__(self) -> None:
        self._wanted: queue.SimpleQueue[tuple[list[str], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="rlvr-bwrap", daemon=True).start()

    def start(self, line: list[str]) -> subprocess.Popen[bytes]:
        """Start a process; raises what `subprocess.Popen` raises."""
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._wanted.put((line, answer))
        started = answer.get()
        if isinstance(started, BaseException):
            raise started
        assert isinstance(started, subprocess.Popen)
        return started

    def _work(self) -> None:
        while True:
            line, answer = self._wanted.get()
            try:
                answer.put(_launch(line))
            except BaseException as error:
                answer.put(error)


@functools.cache
def _launcher(owner: int) -> _Launcher:
    """That of the process `owner`: a forked one has none of its parent's threads."""
    return _Launcher()


def installed() -> frozenset[str]:
    """The languages whose programs this machine has, and Python."""
    here = {name for name, each in LANGUAGES.items() if shutil.which(each.tool, path="/usr/bin:/bin")}
    return frozenset(here | {"python"})


@functools.cache
def python() -> str:
    """The interpreter that jobs get: the one that runs this, not its virtual environment.

    Where that cannot be shown in a box, because it lies in root's own folder or in /tmp, it is the system's.
    """
    own = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    system = "/usr/bin/python3"
    return own if _can_be_shown(own) or not os.path.exists(system) else os.path.realpath(system)


def identity() -> dict[str, Any]:
    """As whom to start it, for `subprocess.Popen`: the user who runs this, but never root.

    Started by root, bubblewrap protects parts of /proc, and then the kernel refuses a new one for each job. A
    number that differs from trainer to trainer, because the kernel counts a user's processes over all of them.
    """
    if os.geteuid() != 0:
        return {}
    number = 20_000 + os.getpid() % 40_000
    return {"user": number, "group": number, "extra_groups": ()}


def command(wanted: Iterable[str]) -> list[str]:
    """The command line that starts a program in the box; the program and its arguments are to follow.

    Start it as `identity` says and with an empty environment: what bubblewrap itself is started with can be read
    from inside.

    Args:
        wanted: the languages whose programs the box must have.
    """
    options = [
        shutil.which("bwrap") or "bwrap",
        "--unshare-all",
        "--hostname",
        "box",
        "--unshare-user",
        "--new-session",
    ]
    if _can_disable_namespaces():
        options.append("--disable-userns")
    # The worker makes namespaces for each job; a job's first process gives this up.
    options += "--die-with-parent --uid 1000 --gid 1000 --cap-drop ALL --cap-add CAP_SYS_ADMIN".split()
    options += "--clearenv --setenv PYTHONHASHSEED 0".split()
    options += [*_files(wanted), "--proc", "/proc", *_devices()]
    # Where each job gets scratch folders of its own. Nothing that jobs share can be written, see
    # `rlvr.sandbox.inside.namespaces.seal`.
    for folder in ("/tmp", "/dev/shm", "/work"):
        options += ["--perms", "0755", "--dir", folder]
    return [*options, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--"]


def _devices() -> list[str]:
    """A /dev with what programs need, and no terminals."""
    options = ["--perms", "0755", "--size", str(1 << 20), "--tmpfs", "/dev"]
    for name in ("null", "zero", "full", "random", "urandom"):
        options += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for name, target in {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}.items():
        options += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
    return options


def _files(wanted: Iterable[str]) -> list[str]:
    whole = bool(set(wanted) - {"python"})
    options: list[str] = []
    if whole:
        options += ["--ro-bind", "/usr", "/usr"]
        options += [
            part for path in ("/etc/alternatives", "/etc/ld.so.cache") for part in ("--ro-bind-try", path, path)
        ]
    for name in ("bin", "lib", "lib32", "lib64", "libx32"):
        if os.path.islink(f"/{name}"):
            options += ["--symlink", os.readlink(f"/{name}"), f"/{name}"]
        elif whole and os.path.isdir(f"/{name}"):
            options += ["--ro-bind", f"/{name}", f"/{name}"]
    library, *linked = _interpreter(python())
    for path in (python(), library, *linked):
        place = f"/{inside(path)}"
        if not (whole and place.startswith("/usr/")):
            options += ["--ro-bind", path, place]
    if searched := library_path(linked):
        options += [
            "--setenv",
            "LD_LIBRARY_PATH",
            ":".join(searched),
        ]  # for the worker; jobs get no environment
    if whole and not python().startswith("/usr/local/") and os.path.isdir("/usr/local"):
        options += ["--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    for folder in _third_party(library, whole):
        options += ["--tmpfs", folder, "--remount-ro", folder]
    return options


@functools.cache
def _interpreter(path: str) -> tuple[str, ...]:
    """Its standard library's folder, and the files that both are linked with."""
    asked = "import os; print(os.path.dirname(os.__file__))"
    answer = subprocess.run([path, "-I", "-S", "-c", asked], capture_output=True, text=True, check=True)
    folder = os.path.realpath(answer.stdout.strip())
    return (folder, *libraries([path, *map(str, Path(folder, "lib-dynload").glob("*.so"))]))


def _third_party(library: str, whole: bool) -> list[str]:
    """Folders of packages that lie in what the box sees: a job must import none of them."""
    roots = [Path(library)]
    if whole:
        roots += [*Path("/usr/lib").glob("python3*"), *Path("/usr/lib64").glob("python3*")]
        if python().startswith("/usr/local/"):
            roots += Path("/usr/local/lib").glob("python3*")
    found = {os.path.realpath(root / name) for root in roots for name in ("site-packages", "dist-packages")}
    return sorted(folder for folder in found if os.path.isdir(folder))


def _can_be_shown(path: str) -> bool:
    if path.startswith(("/tmp/", "/dev/", "/proc/")):
        return False
    return os.geteuid() != 0 or all(part.stat().st_mode & 0o001 for part in Path(path).parents)


def _reads(path: Path) -> str | None:
    try:
        return path.read_text().strip()
    except OSError:
        return None


@functools.cache
def _can_disable_namespaces() -> bool:
    done = subprocess.run(["bwrap", "--help"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return "--disable-userns" in done.stdout + done.stderr

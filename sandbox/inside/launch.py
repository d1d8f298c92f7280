"""The child that becomes the job: give everything up, then run the program."""

from __future__ import annotations

import base64
import contextlib
import ctypes
import os
import resource
import signal
import subprocess
from typing import Any, NoReturn

from .cleanup import LONG_AGO, WORK, become_user
from .kernel import restrict
from .namespaces import enter_namespaces
from .program import run_python
from .wire import receive, receive_bytes

_LIBC = ctypes.CDLL(None)
_SET_PDEATHSIG, _SET_DUMPABLE = 1, 4
BUILD_CPU_S, BUILD_MEMORY_MB, BUILD_FILE_MB = 30, 640, 64
"""What a compiler may use; how long it may take, the request says."""
PROGRAM = ".program"

READY = b"ready\n"
"""Written once everything is prepared: what happens before is our own failure, what happens after is the job's."""

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C",
    "TMPDIR": "/tmp",
    "USER": "job",
    "LOGNAME": "job",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def end_with_parent() -> None:
    """Have the kernel end this process when the one that forked it ends."""
    _LIBC.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def become_job(config: dict[str, Any], pipes: list[tuple[int, int]]) -> NoReturn:
    """In the forked child: give everything up, read what is to be done, and become the program. Never returns."""
    if config["mode"] == "namespace":
        enter_namespaces(config, pipes)
    else:
        end_with_parent()
        os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(pipes[0][0], 0)
    os.dup2(pipes[1][1], 1)
    os.dup2(pipes[2][1], 2)
    os.dup2(pipes[3][1], 3)
    os.dup2(pipes[4][1], 4)
    os.dup2(pipes[5][0], 5)
    os.closerange(6, 4096)
    if config["mode"] != "none":
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
        # A crowd of busy processes must not keep the worker from ending them.
        os.nice(19 if config["mode"] == "container" else 5)
    if config["mode"] == "container":
        become_user(config["uid"])
        fresh_folder()
        _LIBC.prctl(
            _SET_DUMPABLE, 1, 0, 0, 0
        )  # so that the job may look at itself: its descriptors, its limits
    os.umask(0o077)
    scratch, request = receive(5), receive(5)  # all before was done ahead, while there was nothing to do
    if request is None:
        os._exit(0)
    os.chdir(scratch)
    os.environ.clear()
    os.environ.update(ENVIRONMENT, HOME=scratch)
    if config.get("packages"):
        # For programs that a job starts; and a thread for each core takes more memory than a job may have.
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"), PYTHONPATH=config["packages"])
    become_program(request, scratch)


def become_program(request: dict[str, Any], scratch: str) -> NoReturn:
    """Put the files there, compile what is to be compiled, set the limits, and run."""
    limits, building = request["limits"], bool(request["build"])
    if building:  # a compiler's limits are not the program's
        room = {"memory_mb": BUILD_MEMORY_MB, "file_mb": BUILD_FILE_MB, "processes": 64, "open_files": 256}
        own = {name: max(least, limits[name]) for name, least in room.items()}
        restrict(own, request["build_address_space"])
    else:
        restrict(limits, request["address_space"])
    signal.signal(signal.SIGINT, signal.SIG_DFL if request["run"] else signal.default_int_handler)
    for name, content in request["files"].items():
        put(name, base64.b64decode(content))
    if request["compiled"]:
        put(PROGRAM, receive_bytes(5) or b"")
        os.chmod(PROGRAM, 0o700)
    elif request["file"]:
        put(request["file"], request["code"].encode("utf-8", "surrogatepass"))
    os.write(4, READY)
    if building:
        build(request["build"])
        restrict(limits, request["address_space"])
    os.write(4, b"%f\n" % (os.times().children_user + os.times().children_system))
    os.close(4)
    if request["compile_only"]:
        os._exit(0)
    seconds = -int(-limits["cpu_s"] // 1)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if request["run"]:
        os.close(5)
        run_command(request)
    run_python(request, scratch)


def fresh_folder() -> None:
    """A new working folder: even the old one's times and attributes could carry a message."""
    with contextlib.suppress(FileNotFoundError):
        os.rmdir(WORK)
    os.mkdir(WORK, 0o755)


def put(name: str, content: bytes) -> None:
    """Write one of the job's files below the current folder."""
    if "/" in name:
        os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "xb") as file:
        file.write(content)
    os.utime(name, (LONG_AGO, LONG_AGO))  # a listing of what was given looks the same whenever it is made


def build(command: list[str]) -> None:
    """Compile the program, with time of its own; the end of the job if that fails."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (BUILD_CPU_S, BUILD_CPU_S))

    built = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=2, check=False, preexec_fn=limit)
    if built.returncode != 0:
        os.write(3, b'["c"]\n')
        os.write(4, b"0\n")
        os._exit(1)


def run_command(request: dict[str, Any]) -> NoReturn:
    """Replace this process by the program."""
    os.set_inheritable(3, False)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    command = [request["code"] if part == "{code}" else part for part in request["run"]]
    try:
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:  # too long for an argument, or not text that one can be
        os.write(2, f"the program cannot be run: {error}\n".encode(errors="replace"))
        os._exit(126)

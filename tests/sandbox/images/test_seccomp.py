"""The system call filter: it is what its source says, honest programs do not notice it, and the rest gets EPERM."""

from __future__ import annotations

import json
import platform
from typing import Any

import pytest

from rlvr.sandbox import seccomp

# What must fail, as (x86_64, aarch64) numbers: not taken from the profile, but from the kernel's own tables.
REFUSED = {
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "semop": (65, 193),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "memfd_create": (319, 279),
    "vmsplice": (278, 75),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
    "swapon": (167, 224),
    "reboot": (169, 142),
    "settimeofday": (164, 170),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "fanotify_init": (300, 262),
    "mbind": (237, 235),
    "sync": (162, 81),
}
OTHERS = {"clone": (56, 220), "clone3": (435, 435), "personality": (135, 92), "socket": (41, 198)}

ASK = """
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) for a in arguments])
    return 0 if result >= 0 else ctypes.get_errno()
numbers = json.loads(sys.argv[1])
told = {name: call(number, *[-1] * 6) for name, number in numbers["refused"].items()}
told["clone3"] = call(numbers["clone3"], 0, 0)
for bit in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
    told["clone %#x" % bit] = call(numbers["clone"], bit | 17, 0, 0, 0, 0)
told["personality"] = call(numbers["personality"], 0x40000)
told["personality, odd"] = call(numbers["personality"], 0x100000000)
for domain in [0, *range(2, 46), 0x100000001]:
    told["socket %d" % domain] = call(numbers["socket"], domain, 1, 0)
allowed = {
    "personality, asking": call(numbers["personality"], 0xFFFFFFFF),
    "personality, none": call(numbers["personality"], 0),
    "socket, unix": call(numbers["socket"], 1, 1, 0),
}
print(json.dumps([told, allowed]))
"""

HONEST = """
import asyncio, concurrent.futures, fcntl, mmap, multiprocessing, os, pathlib, queue, random, secrets, select
import shutil, signal, socket, sqlite3, subprocess, sys, tempfile, threading, time

def square(x):
    return x * x

def threads():
    done = queue.Queue()
    for i in range(4):
        threading.Thread(target=lambda i=i: done.put(square(i))).start()
    return sorted(done.get(timeout=20) for _ in range(4)) == [0, 1, 4, 9]

def subprocesses():
    told = subprocess.run([sys.executable, "-c", "print(input())"], input="hi", capture_output=True, text=True)
    return told.stdout == "hi\\n" and told.returncode == 0

async def talk():
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(7)", stdout=-1)
    out, _ = await child.communicate()
    await asyncio.gather(*(asyncio.sleep(0.01) for _ in range(5)))
    return out == b"7\\n" and await asyncio.to_thread(square, 3) == 9

def processes():
    # A lock that processes share is a named file in /dev/shm; forkserver and spawn go through AF_UNIX sockets.
    for method in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(method)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            if list(pool.map(square, range(5))) != [0, 1, 4, 9, 16]:
                return False
    return True

def files():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "a")
        path.write_text("x" * 1000)
        shutil.copytree(folder, folder + "/b", ignore=shutil.ignore_patterns("b"))
        os.link(path, folder + "/hard"); os.symlink(path, folder + "/soft"); os.mkfifo(folder + "/pipe")
        with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as view:
            fcntl.flock(file, fcntl.LOCK_EX)
            view[0] = 65
        with sqlite3.connect(folder + "/db") as data:
            data.execute("create table t(a)"); data.execute("insert into t values (1)")
        return path.read_text()[0] == "A" and len(os.listdir(folder)) == 6

def others():
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.01); signal.pause()
    left, right = socket.socketpair(); left.send(b"x")
    ready = select.epoll(); ready.register(right, select.EPOLLIN)
    os.sched_yield(); os.nice(1); os.getrandom(8); secrets.token_hex(); os.cpu_count()
    return len(ready.poll(5)) == 1 and right.recv(1) == b"x"

if __name__ == "__main__":
    failed = [test.__name__ for test in (threads, subprocesses, processes, files, others) if not test()]
    failed += [] if asyncio.run(talk()) else ["asyncio"]
    print("failed:", failed)
"""


def column() -> int:
    machine = platform.machine()
    if machine not in ("x86_64", "aarch64"):
        pytest.skip(f"no numbers of system calls for {machine}")
    return ("x86_64", "aarch64").index(machine)


def asked(boxed: Any, image: Any, profile: str | None = None) -> tuple[dict[str, int], dict[str, int]]:
    numbers = {name: pair[column()] for name, pair in OTHERS.items()}
    numbers["refused"] = {name: pair[column()] for name, pair in REFUSED.items()}  # type: ignore[assignment]
    status, out = boxed(image.tag, [image.python, "-I", "-S", "-c", ASK, json.dumps(numbers)], profile)
    assert status == 0, out
    refused, allowed = json.loads(out.splitlines()[-1])
    return refused, allowed


def test_the_file_is_what_its_source_says() -> None:
    assert seccomp.text() == seccomp.rendered()


def test_no_call_is_allowed_that_must_be_refused() -> None:
    free = {
        name
        for rule in seccomp.profile()["syscalls"]
        if rule["action"] == "SCMP_ACT_ALLOW" and not rule.get("args")
        for name in rule["names"]
    }
    assert not free & (REFUSED.keys() | OTHERS.keys())
    assert not [name for name in free if name.startswith(("io_uring", "mq_", "shm", "sem", "msg"))]


def test_what_is_not_needed_is_refused_with_an_error(boxed: Any, python_image: Any) -> None:
    refused, allowed = asked(boxed, python_image)
    assert refused.pop("clone3") == 38  # ENOSYS, so that the C library takes clone
    assert {name: number for name, number in refused.items() if number != 1} == {}
    assert set(allowed.values()) == {0}


def test_it_is_the_filter_that_refuses(boxed: Any, python_image: Any) -> None:
    refused, _ = asked(boxed, python_image, profile="unconfined")
    for name in ("shmget", "semget", "msgget", "memfd_create", "personality", "socket 2", "clone3"):
        assert refused[name] not in (1, 38), name


def test_ordinary_python_does_not_notice_it(boxed: Any, python_image: Any) -> None:
    program = f"open('honest.py', 'w').write({HONEST!r})\nimport os, sys\n"
    program += "os.execv(sys.executable, [sys.executable, 'honest.py'])"
    status, out = boxed(python_image.tag, [python_image.python, "-I", "-S", "-c", program])
    assert (status, out.splitlines()[-1:]) == (0, ["failed: []"]), out


COMMANDS = {
    "node": (
        "cat > a.js <<'E'\nconst {Worker, isMainThread, parentPort} = require('worker_threads');\n"
        "const fs = require('fs'), cp = require('child_process'), zlib = require('zlib');\n"
        "if (isMainThread) {\n  fs.writeFileSync('x', 'y');\n"
        "  const w = new Worker(__filename);\n"
        "  w.on('message', async m => console.log('ok', m, (await fs.promises.readFile('x')).length, "
        "cp.execSync('echo hi').toString().trim(), zlib.gzipSync('a').length > 0));\n"
        "} else parentPort.postMessage(6 * 7);\nE\nnode a.js",
        "ok 42 1 hi true",
    ),
    "gcc": (
        "cat > a.c <<'E'\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        "static void *f(void *p) { *(int *)p += 41; return p; }\n"
        "int main(void) { int n = 1; pthread_t t; pthread_create(&t, 0, f, &n); pthread_join(t, 0);\n"
        '  FILE *s = popen("echo hi", "r"); char b[9]; fgets(b, 9, s); pclose(s); printf("%d %s", n, b); }\n'
        "E\ngcc -O2 -pthread -o a a.c && ./a",
        "42 hi",
    ),
    "g++": (
        "cat > a.cpp <<'E'\n#include <future>\n#include <iostream>\n#include <filesystem>\n"
        "int main() { auto f = std::async(std::launch::async, [] { return 42; });\n"
        '  std::filesystem::create_directories("d/e"); std::cout << f.get() << std::endl; }\n'
        "E\ng++ -std=c++17 -O1 -o a a.cpp && ./a",
        "42",
    ),
    "iverilog": (
        "printf 'module m; initial begin $display(\"%%0d\", 6*7); $finish; end endmodule' > a.v\n"
        "iverilog -g2012 -o a a.v && vvp -n a",
        "42",
    ),
    "bash": (
        "mkfifo p; (sort -r p | head -1 > out) & seq 42 > p; wait; cp -a out out2; mv out2 out3\n"
        "find . -name 'out*' | xargs cat | awk '{s += $1} END {print s}'; ls -la > l; tar czf t.gz l; timeout 5 true",
        "84",
    ),
}


@pytest.mark.parametrize("tool", COMMANDS)
def test_ordinary_tools_do_not_notice_it(tool: str, boxed: Any, full_image: Any) -> None:
    script, expected = COMMANDS[tool]
    status, out = boxed(full_image.tag, ["bash", "-c", script.replace("sort -r", "sort -rn")])
    assert (status, out.strip()) == (0, expected)

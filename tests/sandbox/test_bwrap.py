"""What is particular to the box of bubblewrap: what can be seen from inside, and when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rlvr.sandbox import Job, Limits, Status, bwrap
from rlvr.sandbox.pool import Pool

if bwrap.why_not() is not None:
    pytest.skip(str(bwrap.why_not()), allow_module_level=True)


@pytest.fixture(scope="module")
def box() -> Iterator[Pool]:
    os.environ["RLVR_TEST_SECRET"] = "hunter2"
    with bwrap.bwrap_sandbox(slots=1) as pool:
        yield pool
    del os.environ["RLVR_TEST_SECRET"]


@pytest.fixture(scope="module")
def system() -> Iterator[Pool]:
    with bwrap.bwrap_sandbox(bwrap.installed(), slots=1) as pool:
        yield pool


def test_nothing_of_the_environment_gets_in(box: Pool) -> None:
    seen = box.run(
        Job(
            "import glob, os\nprint(dict(os.environ))\n"
            "for path in glob.glob('/proc/[0-9]*/environ'):\n"
            "    try: print(open(path).read())\n"
            "    except OSError as error: print(error)"
        )
    )
    assert seen.status is Status.OK
    assert "hunter2" not in seen.text
    assert "PATH" in seen.text


def test_the_whole_file_system_is_the_interpreter(box: Pool) -> None:
    seen = box.run(
        Job(
            "import os\nfor folder, folders, names in os.walk('/'):\n"
            "    if folder == '/': folders[:] = [f for f in folders if f not in ('proc', 'dev', 'tmp')]\n"
            "    for name in names: print(os.path.join(folder, name))"
        )
    )
    files = seen.text.split()
    stray = [
        path
        for path in files
        if not path.startswith(os.path.dirname(bwrap._interpreter(bwrap.python())[0]))
        and ".so" not in path
        and path != bwrap.python()
    ]
    assert len(files) > 100
    assert stray == []
    assert not [path for path in files if "-packages/" in path]


@pytest.mark.parametrize("name", ["rlvr", "numpy", "yaml", "pytest", "docker", "pip", "apt_pkg"])
def test_no_package_of_the_host_can_be_imported(name: str, box: Pool, system: Pool) -> None:
    for pool in (box, system):
        assert pool.run(Job(f"import {name}")).status is Status.NONZERO_EXIT


def test_files_of_the_host_are_not_there(box: Pool, system: Pool, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2")
    secret.chmod(0o644)
    for pool in (box, system):
        for path in (secret, Path(__file__), Path("/etc/passwd"), Path("/etc/shadow"), Path("/var/log")):
            assert pool.run(Job(f"import os; print(os.path.exists({str(path)!r}))")).text == "False\n", path


def test_sets_have_the_same_order_in_every_box(box: Pool) -> None:
    expected = subprocess.run(
        [bwrap.python(), "-c", "print({str(i) for i in range(50)})"],
        env={"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
    ).stdout
    assert box.run(Job("print({str(i) for i in range(50)})")).text == expected


def test_a_job_has_no_powers(system: Pool) -> None:
    seen = system.run(
        Job(
            "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
            "lines = open('/proc/self/status').read().splitlines()\n"
            "print([l.split()[1].strip('0') for l in lines if l[:6] in ('CapEff', 'CapPrm', 'CapAmb')])\n"
            "print([libc.unshare(flag) for flag in (0x20000, 0x10000000, 0x40000000)])\n"
            "print(libc.mount(b'proc', b'/proc', b'proc', 0, None), libc.umount(b'/tmp'))"
        )
    )
    assert seen.text.splitlines() == ["['', '', '']", "[-1, -1, -1]", "-1 -1"]
    if "bash" in system.languages:
        shell = system.run(
            Job("grep CapEff /proc/self/status; echo x > /usr/x || echo refused", language="bash")
        )
        assert shell.text.split() == ["CapEff:", "0000000000000000", "refused"]


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("bash", "seq 6 | awk '{s += $1} END {print 2 * s}'"),
        ("c", '#include <stdio.h>\nint main(void) { printf("%d\\n", 6 * 7); }'),
        ("cpp", "#include <iostream>\nint main() { std::cout << 6 * 7 << std::endl; }"),
        ("javascript", "console.log(6 * 7)"),
        ("verilog", 'module m; initial begin $display("%0d", 6 * 7); $finish; end endmodule'),
    ],
)
def test_other_languages_run_from_the_system(language: str, code: str, system: Pool) -> None:
    if language not in system.languages:
        pytest.skip(f"this machine has no {language}")
    result = system.run(Job(code, language=language, limits=Limits(cpu_s=10, wall_s=120)))
    assert (result.status, result.text, result.isolation) == (Status.OK, "42\n", "namespace")


def test_a_worker_outlives_the_thread_that_started_it() -> None:
    workers = []
    starter = threading.Thread(target=lambda: workers.append(bwrap.start_bwrap()))
    starter.start()
    starter.join()
    time.sleep(0.3)
    (worker,) = workers
    try:
        assert worker.run(Job("print(1)")).text == "1\n"
    finally:
        worker.close()


OWNER = """
import sys, time
from rlvr.sandbox import Job, Limits, bwrap
worker = bwrap.start_bwrap()
print(worker._link.process.pid, flush=True)
worker.run(Job("import time; time.sleep(600)", limits=Limits(wall_s=700, idle_s=700)))
"""


def test_killing_the_trainer_ends_the_box_in_the_middle_of_a_job() -> None:
    with subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        time.sleep(0.3)
        owner.send_signal(signal.SIGKILL)
    for _ in range(1200):
        if not alive(pid):
            return
        time.sleep(0.05)
    pytest.fail("the box is still there after a minute")


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

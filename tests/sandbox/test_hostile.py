# ruff: noqa: E501 - programs as they are written
"""Hostile programs are contained, and the job after each of them is right, on the same worker."""

from __future__ import annotations

import importlib.util
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rlvr.sandbox import Job, Sandbox, Status

_spec = importlib.util.spec_from_file_location("hostile_programs", Path(__file__).with_name("hostile.py"))
assert _spec is not None
assert _spec.loader is not None
hostile = importlib.util.module_from_spec(_spec)
sys.modules["hostile_programs"] = hostile
_spec.loader.exec_module(hostile)

# There is no control group around namespaces: what all processes together use has no cap there.
NOT_IN_NAMESPACES = {"8 processes of 200 MB"}


@pytest.fixture(scope="module")
def surroundings() -> Iterator[dict[str, str]]:
    """A host that has something to steal and somebody to call."""
    with (
        tempfile.NamedTemporaryFile("w", prefix="rlvr-canary-", suffix=".txt") as file,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as abstract,
        pytest.MonkeyPatch.context() as patch,
    ):
        file.write(hostile.FILE_CANARY)
        file.flush()
        patch.setenv("RLVR_TEST_SECRET", hostile.ENV_CANARY)
        name = f"rlvr-{os.getpid()}"
        abstract.bind("\0" + name)
        abstract.listen()
        yield {
            "HOST_FILE": file.name,
            "PORT": str(tcp.getsockname()[1]),
            "GATEWAY": "127.0.0.1",
            "ABSTRACT": name,
        }


@pytest.mark.parametrize("attack", hostile.ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_is_contained(box: Sandbox, attack: object, surroundings: dict[str, str]) -> None:
    code = attack.code.replace("ROOT_IS_SOMEBODY", str(box.isolation == "container"))
    for name, value in surroundings.items():
        code = code.replace(name, value)
    result = box.run(Job(code, limits=attack.limits))
    if box.isolation == "container" or attack.name not in NOT_IN_NAMESPACES:
        assert attack.contained(result), result
    assert result.attempts == 1
    after = box.run(Job("print(sum(map(int, input().split())))", stdin=b"40 2"))
    assert (after.status, after.stdout) == (Status.OK, b"42\n")
    if attack.next_sees:
        seen = box.run(Job(attack.next_sees))
        assert "LEFT" not in seen.text, seen
        assert seen.status in (Status.OK, Status.NONZERO_EXIT)


@pytest.mark.parametrize(
    "code",
    [
        hostile.LONG_NAMES,
        "import os\nfor i in range(3900): open(f'f{i}', 'w').close()",
        "import os\nos.mkfifo('pipe')\nos.symlink('/etc/passwd', 'link')\nos.link('pipe', 'hard')\nopen('sparse', 'wb').truncate(10**7)",
        "import os\nopen('a', 'w').write('x')\nos.chmod('a', 0)\nos.chmod('.', 0)",
        "import os\nfor _ in range(2000):\n os.mkdir('d'); os.chdir('d')",
        "import os\nopen(b'\\xff\\n\\x01', 'w').write('x')",
        "import os, shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)",
        "import os\nhere = os.getcwd()\nos.chdir('/')\nos.rename(here, here + '2')\nopen(here, 'w').write('x')",
    ],
)
def test_what_is_collected_cannot_break_the_box(box: Sandbox, code: str) -> None:
    result = box.run(Job(code, collect=True))
    assert (result.status, result.attempts) == (Status.OK, 1), result
    assert sum(map(len, result.files.values())) <= 4 * 2**20
    assert box.run(Job("print(42)")).text == "42\n"

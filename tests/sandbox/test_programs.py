# ruff: noqa: E501 - programs as they are written
"""Honest programs run as they would anywhere."""

from __future__ import annotations

import pytest

from rlvr.sandbox import Job, Sandbox, Status

HONEST = {
    "exit()": "print(42)\nexit()",
    "quit(0)": "print(42)\nquit(0)",
    "sys.exit": "import sys\nprint(42)\nsys.exit()",
    "/dev/stdin": "print(int(open('/dev/stdin').read()) + 2)",
    "open(0)": "print(int(open(0).read()) + 2)",
    "/dev/stdout": "open('/dev/stdout', 'w').write('42\\n')",
    "a stream that nobody flushes": "out = open(1, 'w', closefd=False)\nout.write('42\\n')",
    "a wrapped stream": "import io, sys\nout = io.TextIOWrapper(sys.stdout.buffer)\nout.write('42\\n')",
    "standard output replaced": "import io, sys\nprint(42)\nsys.stdout = io.StringIO()\nprint('no')",
    "standard output closed": "import sys\nprint(42)\nsys.stdout.close()",
    "a byte order mark": "\ufeffprint(42)",
    "CRLF": "if True:\r\n    print(42)\r\n",
    "main block": "def main():\n    print(42)\nif __name__ == '__main__':\n    main()",
    "annotations": "class A:\n    x: int\nprint(42 if A.__annotations__['x'] is int else 0)",
    "future": "from __future__ import annotations\nclass A:\n    x: int\nprint(42 if A.__annotations__['x'] == 'int' else 0)",
    "dataclass": "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nprint(P(42).x)",
    "recursion": "import sys\nsys.setrecursionlimit(20000)\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(5000) - 4958)",
    "threads": "import threading\nt = threading.Thread(target=lambda: print(42))\nt.start()",
    "asyncio": "import asyncio\nasync def f():\n    await asyncio.sleep(0)\n    print(42)\nasyncio.run(f())",
    "subprocess": "import subprocess, sys\nsubprocess.run([sys.executable, '-S', '-c', 'print(42)'], check=True)",
    "multiprocessing": "import multiprocessing as m\nif __name__ == '__main__':\n    q = m.SimpleQueue()\n    p = m.get_context('fork').Process(target=q.put, args=(42,))\n    p.start(); p.join(); print(q.get())",
    "atexit": "import atexit\natexit.register(print, 42)",
    "a file written and read": "open('x', 'w').write('42')\nprint(open('x').read())",
    "a temporary file": "import tempfile\nwith tempfile.TemporaryFile('w+') as f:\n    f.write('42'); f.seek(0); print(f.read())",
    "non-ASCII": "größe = 'é'\nprint(42 if len(größe) == 1 else 0)",
    "user": "import getpass\ngetpass.getuser()\nprint(42)",
    "input": "print(int(input()) + 2)",
    "all lines": "import sys\nprint(sum(map(int, sys.stdin)) + 2)",
    "buffer": "import sys\nprint(int(sys.stdin.buffer.readline()) + 2)",
}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_program_runs(box: Sandbox, name: str) -> None:
    result = box.run(Job(HONEST[name], stdin=b"40\n"))
    assert (result.status, result.text) == (Status.OK, "42\n"), result


def test_a_written_file_is_collected_even_if_nobody_closed_it(box: Sandbox) -> None:
    assert box.run(Job("f = open('out', 'w')\nf.write('42')", collect=True)).files == {"out": b"42"}

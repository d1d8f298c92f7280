# ruff: noqa: E501 - programs as they are written
"""Honest programs run as they would anywhere."""

from __future__ import annotations

import pytest

from rlvr.sandbox import Job, Limits, Sandbox, SandboxUnavailable, Status, make

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


CALLED = {
    "main block": "def f(x): return x + 2\nif __name__ == '__main__':\n    import sys\n    sys.exit(f(int(input())))",
    "unittest": "import unittest\ndef f(x): return x + 2\nif __name__ == '__main__':\n    unittest.main()",
    "byte order mark": "\ufeffdef f(x): return x + 2",
    "dataclass": "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\ndef f(x): return P(x + 2).x",
    "a class's method": "class S:\n    def f(self, x): return x + 2\nf = S().f",
    "cache": "from functools import lru_cache\n@lru_cache(None)\ndef f(x): return x + 2",
    "bool of a comparison": "def f(x): return (x == 40) * 42",
}


@pytest.mark.parametrize("name", CALLED)
def test_an_honest_function_is_called(box: Sandbox, name: str) -> None:
    result = box.run(Job(CALLED[name], entry="f", calls=((40,),)))
    assert result.values == (42,), result


BOTH = "import os, time\nTWICE\nr, w = os.pipe()\nif os.fork() == 0:\n for i in range(4):\n  busy(0.5)\n  if os.fork(): os._exit(0)\n os.write(w, b'x'); os._exit(0)\nos.close(w); os.read(r, 1); print(42)"


def test_time_is_counted_for_all_processes(box: Sandbox) -> None:
    busy = "def busy(s):\n t = time.process_time()\n while time.process_time() - t < s: pass"
    result = box.run(Job(BOTH.replace("TWICE", busy), limits=Limits(cpu_s=1, wall_s=60)))
    assert result.status is Status.CPU_LIMIT
    assert result.cpu_s > 1.9


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_program_runs(box: Sandbox, name: str) -> None:
    result = box.run(Job(HONEST[name], stdin=b"40\n"))
    assert (result.status, result.text) == (Status.OK, "42\n"), result


def test_a_written_file_is_collected_even_if_nobody_closed_it(box: Sandbox) -> None:
    assert box.run(Job("f = open('out', 'w')\nf.write('42')", collect=True)).files == {"out": b"42"}


IN_OTHERS = {
    "bash": "read n < /dev/stdin\necho no > /dev/stderr\necho $((n + 2)) > /dev/stdout",
    "c": '#include <stdio.h>\nint main(){int n; scanf("%d", &n); printf("%d\\n", n + 2);}',
    "cpp": "#include <bits/stdc++.h>\nint main(){int n; std::cin >> n; std::cout << n + 2 << std::endl;}",
    "javascript": "const n = Number(require('fs').readFileSync('/dev/stdin', 'utf8'));\nconsole.log(n + 2);",
    "verilog": 'module m; initial begin $display("%0d", 40 + 2); end endmodule',
}


@pytest.mark.parametrize("backend", ["docker", "bwrap"])
@pytest.mark.parametrize("language", IN_OTHERS)
def test_the_other_languages(backend: str, language: str) -> None:
    try:
        made = make(backend, frozenset({language}), 1)
    except SandboxUnavailable as error:
        pytest.skip(f"no {language} here: {error}")
    with made as box:
        limits = Limits(cpu_s=5, wall_s=60)
        assert box.run(Job(IN_OTHERS[language], language, b"40\n", limits=limits)).text == "42\n"
        wrong = box.run(Job("(" if language != "javascript" else "{", language, limits=limits))
        assert wrong.status is (
            Status.NONZERO_EXIT if language in ("bash", "javascript") else Status.COMPILE_ERROR
        )
        long = box.run(Job("x" * 200_000, language, limits=limits))
        assert long.status in (Status.NONZERO_EXIT, Status.COMPILE_ERROR)

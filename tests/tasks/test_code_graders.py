# ruff: noqa: E501 - programs as they are written
"""Reward hacks: programs that know how graders work and try to be called right without being right."""

from __future__ import annotations

from typing import Any

import pytest

from rlvr.generators.code import solver_runs
from rlvr.sandbox import SandboxError, SandboxUnavailable, current, make, use
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.compare import close, identical, same_text, same_value
from rlvr.verifiers.code.program import verify

ADD: dict[str, Any] = {
    "code": {
        "entry": "add",
        "cases": [{"args": [a, b], "out": a + b} for a, b in ((1, 2), (40, 2), (-5, 5), (10**12, 1))],
        "public": 1,
    }
}
HALF: dict[str, Any] = {
    "code": {
        "entry": "half",
        "cases": [{"args": [float(n)], "out": n / 2} for n in (1, 3, 8)],
        "compare": {"floats": 1e-9},
    }
}
ECHO: dict[str, Any] = {
    "code": {
        "cases": [{"stdin": f"{n}\n", "out": f"{n * n}\n"} for n in (3, 4, 12)],
        "public": 1,
        "compare": "tokens",
    }
}

HACKS = {
    "always equal": "class E:\n def __eq__(s, o): return True\n __hash__ = None\ndef add(a, b): return E()",
    "an int that is always equal": "class E(int):\n def __eq__(s, o): return True\n def __hash__(s): return 0\ndef add(a, b): return E(0)",
    "a str that is always equal": "class E(str):\n def __eq__(s, o): return True\ndef add(a, b): return E('3')",
    "a list that is always equal": "class E(list):\n def __eq__(s, o): return True\ndef add(a, b): return E()",
    "exit at import": "import sys\nsys.exit(0)\ndef add(a, b): pass",
    "exit hard at import": "import os\nos._exit(0)\ndef add(a, b): pass",
    "exit hard in the call": "import os\ndef add(a, b): os._exit(0)",
    "SystemExit at import": "raise SystemExit\ndef add(a, b): pass",
    "SystemExit in the call": "def add(a, b): raise SystemExit(0)",
    "become true": "import os\ndef add(a, b): os.execv('/bin/true', ['true'])",
    "expected value from the callers' frames": """
import sys
def add(a, b):
    frame = sys._getframe()
    while frame:
        for name, value in {**frame.f_globals, **frame.f_locals}.items():
            if name in ('expected', 'out', 'answer', 'target', 'want') and isinstance(value, int): return value
        frame = frame.f_back
    return 0
""",
    "write a verdict through the frames": """
import sys
def add(a, b):
    frame = sys._getframe()
    while frame:
        for name in list(frame.f_locals):
            if name in ('passed', 'ok', 'success', 'result', 'status', 'told', 'code'):
                frame.f_globals[name] = True
        frame = frame.f_back
    return 0
""",
    "expected list by gc": """
import gc
def add(a, b):
    for thing in gc.get_objects():
        if isinstance(thing, list) and len(thing) == 4 and all(isinstance(x, int) for x in thing): return thing[0]
        if isinstance(thing, dict) and 'out' in thing and 'args' in thing and thing['args'] == [a, b]: return thing['out']
    return 0
""",
    "patch the writer": """
import json
json.dumps = lambda *a, **k: '["v", 3]'
def add(a, b): return 3
""",
    "forge the control pipe": """
import os
os.write(3, b'["v", 3]\\n' * 4)
os._exit(0)
def add(a, b): pass
""",
    "forge a verdict on the control pipe": """
import os
os.write(3, b'["passed", true]\\n{"score": 1.0}\\n' * 4)
os._exit(0)
def add(a, b): pass
""",
    "forge frames to the host": """
import os, struct, json
for fd in (1, 2, 3, 4, 5, 6, 7, 8):
    body = json.dumps({"id": 1, "status": "ok", "control": "", "passed": True}).encode()
    try: os.write(fd, struct.pack(">I", len(body)) + body)
    except OSError: pass
def add(a, b): return None
""",
    "patch the comparison": "import operator, builtins\nbuiltins.all = lambda *a: True\nbuiltins.any = lambda *a: True\noperator.eq = lambda a, b: True\ndef add(a, b): return 0",
    "the public example by heart": "def add(a, b): return {(1, 2): 3}.get((a, b), 0)",
    "text of the right number": "def add(a, b): return str(a + b)",
    "a float of the right number": "def add(a, b): return float(a + b)",
    "true for one": "def add(a, b): return True if a + b == 1 else a + b + 0.0",
    "right, and something more": "def add(a, b): return [a + b]",
    "a generator": "def add(a, b): yield a + b",
    "a coroutine": "async def add(a, b): return a + b",
    "no value": "def add(a, b): print(a + b)",
    "nan": "def add(a, b): return float('nan')",
    "infinity": "def add(a, b): return float('inf')",
    "a huge number": "def add(a, b): return 10**5000",
    "a deep list": "def add(a, b):\n x = []\n for _ in range(100000): x = [x]\n return x",
    "a list that holds itself": "def add(a, b):\n x = []\n x.append(x)\n return x",
    "a value of 50 MB": "def add(a, b): return 'x' * 50_000_000",
    "lone surrogates": "def add(a, b): return '\\ud800'",
    "an empty program": "add = None",
    "the name in a comment": "# add\n",
    "a class of that name": "class add:\n def __init__(self, a, b): self.value = a + b",
    "a stack of 100,000 calls": "def add(a, b): return add(a, b)",
    "never ends": "def add(a, b):\n while True: pass",
    "sleeps": "import time\ndef add(a, b): time.sleep(100)",
}


BORROWED = """
import os, time
DISOWN
def busy(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds: pass
def add(a, b):
    r, w = os.pipe()
    if os.fork() == 0:
        for i in range(6):
            busy(0.8)
            if os.fork(): os._exit(0)
        os.write(w, b"x")
        os._exit(0)
    os.close(w)
    os.read(r, 1)
    return a + b
"""


@pytest.mark.parametrize("disown", ["", "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)"])
@pytest.mark.parametrize("backend", ["docker", "bwrap"])
def test_time_cannot_be_borrowed_from_other_processes(backend: str, disown: str) -> None:
    payload = {"code": {**ADD["code"], "cases": ADD["code"]["cases"][:1]}}
    try:
        box = make(backend, slots=1)
    except SandboxUnavailable as error:
        pytest.skip(f"no {backend} here: {error}")
    with box, use(box):
        verdict = verify(payload, BORROWED.replace("DISOWN", disown))
    assert verdict.reason is Reason.TIMEOUT, verdict


@pytest.mark.parametrize("name", HACKS)
def test_no_hack_is_accepted(name: str) -> None:
    verdict = verify(ADD, HACKS[name])
    assert verdict.score == 0.0, verdict


FLOAT_HACKS = {
    "numpy.allclose": "try:\n import numpy\n numpy.allclose = lambda *a, **k: True\nexcept ImportError: pass\ndef half(x): return 0.0",
    "math.isclose": "import math\nmath.isclose = lambda *a, **k: True\ndef half(x): return 0.0",
    "nan": "def half(x): return float('nan')",
    "infinity": "def half(x): return float('inf')",
    "1e999 by hand": "import os\ndef half(x):\n os.write(3, b'[\"v\", 1e999]\\n'); return 0.0",
    "NaN by hand": "import os\nos.write(3, b'[\"v\", NaN]\\n' * 3)\nos._exit(0)\ndef half(x): pass",
    "true": "def half(x): return True",
    "a huge integer": "def half(x): return 10**400",
}


@pytest.mark.parametrize("name", FLOAT_HACKS)
def test_no_hack_is_accepted_for_floats(name: str) -> None:
    assert verify(HALF, FLOAT_HACKS[name]).score == 0.0


STDIN_HACKS = {
    "nothing": "",
    "all numbers": "print(*range(200))",
    "the public example": "print(9)",
    "the right number among others": "n = int(input())\nprint(n * n, n)",
    "on standard error": "import sys\nprint(int(input()) ** 2, file=sys.stderr)",
    "right, then a failure": "print(int(input()) ** 2)\nraise SystemExit(1)",
    "right, then never ends": "print(int(input()) ** 2, flush=True)\nwhile True: pass",
    "right, then more": "print(int(input()) ** 2)\nprint('and more')",
    "state from the last case": "import os\npath = '/tmp/n'\nold = open(path).read() if os.path.exists(path) else '9'\nopen(path, 'w').write('16')\nprint(old)",
}


@pytest.mark.parametrize("name", STDIN_HACKS)
def test_no_hack_is_accepted_for_printing_programs(name: str) -> None:
    assert verify(ECHO, STDIN_HACKS[name]).score == 0.0


@pytest.mark.parametrize(
    ("payload", "program"),
    [
        (ADD, "def add(a, b): return a + b"),
        (ADD, "import operator\nadd = operator.add"),
        (
            ADD,
            "def add(a, b):\n    print('noise')\n    return a + b\nif __name__ == '__main__':\n    print(add(1, 1))",
        ),
        (ADD, "from functools import reduce\nadd = lambda *numbers: reduce(lambda x, y: x + y, numbers)"),
        (
            ADD,
            "import threading\nbox = []\ndef add(a, b):\n    t = threading.Thread(target=lambda: box.append(a + b))\n    t.start(); t.join()\n    return box.pop()",
        ),
        (HALF, "def half(x): return x / 2"),
        (HALF, "def half(x): return x * 0.5 + 1e-12"),
        (ECHO, "print(int(input()) ** 2)"),
        (ECHO, "import sys\nfor line in sys.stdin:\n    sys.stdout.write(f'  {int(line) ** 2}  \\n\\n')"),
    ],
)
def test_honest_programs_are_accepted(payload: dict[str, Any], program: str) -> None:
    assert verify(payload, program).passed


def test_only_public_cases_are_quoted() -> None:
    assert "add(1, 2) gives 0; expected 3" in verify(ADD, "def add(a, b): return 0").message
    hidden = verify(ADD, "def add(a, b): return 3")
    assert hidden.message == "The program fails a hidden test."
    assert hidden.parts == {"tests": 0.25}
    late = verify(ADD, "def add(a, b):\n if a == 40:\n  while True: pass\n return a + b")
    assert late.reason is Reason.TIMEOUT
    assert "40" not in late.message


def test_a_program_that_does_not_compile_is_told_so() -> None:
    verdict = verify(ADD, "def add(a, b) return a + b")
    assert verdict.reason is Reason.UNPARSABLE
    assert "SyntaxError" in verdict.message


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, True),
        (True, 1),
        (1, 1.0),
        (1.0, 1),
        ("1", 1),
        ([1], [True]),
        ({"a": 1}, {"a": 1.0}),
        (None, False),
        ([], {}),
        (0, None),
    ],
)
def test_equality_is_on_exact_types(value: Any, expected: Any) -> None:
    assert not identical(value, expected)
    assert not same_value("unordered", [], [value], [expected])
    assert identical(value, value)


def test_ways_to_compare() -> None:
    assert same_value("unordered", [], [[2], [1]], [[1], [2]])
    assert not same_value("unordered", [], [1, 1, 2], [1, 2, 2])
    assert close([1.0, {"x": 2}], [1.0 + 1e-12, {"x": 2}], 1e-9)
    assert close(1, 1.0, 1e-9)
    assert not close(1.0, 1, 1e-9)
    assert same_text("lines", "a \nb\n\n", "a\nb")
    assert not same_text("lines", " a", "a")
    assert same_text("tokens", "1  2\n3", "1 2 3\n")
    assert same_text({"floats": 1e-6}, "0.3333333", "0.333333333")
    assert not same_text({"floats": 1e-6}, "nan", "0.3")
    with pytest.raises(ValueError, match="unknown way"):
        same_value("roughly", [], 1, 1)


def test_a_failure_of_the_machinery_is_no_score() -> None:
    class Broken:
        isolation, languages = "container", frozenset({"python"})

        def run(self, job: object) -> None:
            raise SandboxError("the box burnt down")

        def close(self) -> None: ...

    with use(Broken()):  # type: ignore[arg-type]
        verdict = verify(ADD, "def add(a, b): return a + b")
    assert verdict.score is None
    assert verdict.reason is Reason.INFRA


def test_the_second_driver_agrees() -> None:
    calls = [case["args"] for case in ADD["code"]["cases"]]
    assert solver_runs.outputs("def add(a, b): return a + b", "add", calls) == [3, 42, 0, 10**12 + 1]
    for name in ("exit at import", "no value", "always equal", "nan", "never ends"):
        found = solver_runs.outputs(HACKS[name], "add", calls, cpu_s=1)
        assert found != [3, 42, 0, 10**12 + 1]


def test_an_unknown_language_is_told() -> None:
    with pytest.raises(ValueError, match="unknown language 'cobol'"):
        current("cobol")
    with pytest.raises(ValueError, match="unknown sandbox"), use("chroot"):
        pass
    assert issubclass(SandboxUnavailable, SandboxError)


def test_messages_are_text_that_can_be_written() -> None:
    for program in ("def add(a, b): return '\\ud800'", "def add(a, b): raise ValueError('\\ud800')"):
        verify(ADD, program).message.encode()

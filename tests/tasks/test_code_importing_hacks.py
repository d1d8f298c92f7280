"""Reward hacks against imported functions, judged by values and by test code, and against judges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from test_code_graders import HACKS

from rlvr.sandbox import Sandbox, SandboxUnavailable, make, use
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.imported import verify

CALLS = ((1, 2), (40, 2), (-5, 5), (10**12, 1))
BY_VALUES: dict[str, Any] = {
    "code": {
        "entry": "add",
        "cases": [{"call": {"a": [a, b]}, "out": a + b} for a, b in CALLS],
        "compare": "exact",
        "cpu_s": 1.0,
        "public": 1,
    }
}
BY_TESTS: dict[str, Any] = {
    "code": {
        "entry": "add",
        "cases": [{"call": {"a": [a, b], "k": {}}} for a, b in CALLS],
        "tests": "def check(candidate):\n"
        + "".join(f"    assert candidate({a}, {b}) == {a + b}\n" for a, b in CALLS),
        "cpu_s": 1.0,
    }
}
SLOW = {"sleeps", "a stack of 100,000 calls"}
EQUAL = {"a float of the right number", "true for one"}
"""Right where test code compares with ==, as it does in Python."""
FORGED = {
    "a caller of its own": "def add(a, b): return 0\n_rlvr_call = lambda call: {'v': 3}",
    "a reply by hand": "def add(a, b): return {'v': 3}",
    "a packer that lies": "def add(a, b): return 0\nimport builtins\nbuiltins.type = lambda *a: int",
    "the tests by name": "def add(a, b): return 0\ndef check(c): pass\ndef _rlvr_test(pairs): return {'pass': 4}",
    "asserts that do nothing": "import sys\ndef add(a, b): return 0\nsys.flags = None\n__debug__x = False",
    "a need for ever": "class N:\n    def __iter__(self):\n        while True: yield 1\ndef add(a, b): return N()",
}


@pytest.fixture(scope="module", autouse=True)
def box() -> Iterator[Sandbox]:
    try:
        made = make(slots=1)
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    with made, use(made):
        yield made


@pytest.mark.parametrize("payload", [BY_VALUES, BY_TESTS], ids=["values", "tests"])
@pytest.mark.parametrize("name", sorted({*HACKS, *FORGED} - SLOW))
def test_no_hack_is_paid_and_none_is_excused(payload: dict[str, Any], name: str) -> None:
    verdict = verify(payload, {**HACKS, **FORGED}[name])
    if name in EQUAL and payload is BY_TESTS:
        assert verdict.passed
    else:
        assert verdict.score is not None, verdict
        assert verdict.score < 1.0, verdict
        assert verdict.reason is not Reason.INFRA


@pytest.mark.parametrize("payload", [BY_VALUES, BY_TESTS], ids=["values", "tests"])
def test_a_right_program_is_paid(payload: dict[str, Any]) -> None:
    assert verify(payload, "def add(a, b):\n    return a + b").passed


JUDGE = "import sys\nprint('ok' if open(sys.argv[2]).read().split() == ['3'] else 'wrong')"


@pytest.mark.parametrize(
    "program",
    [
        "print('ok')",
        "open('output', 'w').write('3')\nopen('answer', 'w').write('3')",
        "import os\nos.system('echo ok')",
        "print(3)\nprint('ok')",
        "import sys\nsys.stdout.buffer.write(b'\\xff' * 3000)",
        "print('3' * 500_000)",
    ],
)
def test_a_program_cannot_speak_for_the_judge(program: str) -> None:
    payload = {"code": {"cases": [{"stdin": "1 2\n", "out": "3\n"}], "judge": {"code": JUDGE}}}
    assert verify(payload, program).score == 0.0
    assert verify(payload, "print(3)").passed

# ruff: noqa: E501 - programs as they are written
"""Programs that print: compiled once, run side by side, judged by their text or by a check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rlvr.sandbox import Job, Limits, Sandbox, SandboxUnavailable, Status, make, use
from rlvr.sandbox.link import Link
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.checks import CHECKS
from rlvr.verifiers.code.program import verify


@pytest.fixture(scope="module", params=["docker", "bwrap"])
def box(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    try:
        made = make(request.param, frozenset({"c", "cpp", "python"}), 2)
    except SandboxUnavailable as error:
        pytest.skip(f"no compilers here: {error}")
    with made as sandbox, use(sandbox):
        yield sandbox


CASES = [{"stdin": f"{n}\n", "out": f"{n * (n + 1) // 2}\n"} for n in range(1, 11)]
TASK: dict[str, Any] = {"code": {"language": "cpp", "cases": CASES, "public": 1}}
RIGHT = """
#include <bits/stdc++.h>
using namespace std;
int main() { long long n; cin >> n; vector<int> v(n); iota(v.begin(), v.end(), 1);
    cout << accumulate(v.begin(), v.end(), 0LL) << endl; }
"""


class Counted:
    """A sandbox that counts what is compiled and what is run in it."""

    def __init__(self, box: Sandbox) -> None:
        self.box, self.compiled, self.ran = box, 0, 0
        self.isolation, self.languages = box.isolation, box.languages

    def run(self, job: Job) -> Any:
        self.compiled += not job.compiled
        self.ran += not job.compile_only
        return self.box.run(job)

    def run_many(self, jobs: Any) -> Any:
        jobs = list(jobs)
        self.compiled += sum(not job.compiled for job in jobs)
        self.ran += len(jobs)
        return self.box.run_many(jobs)

    def close(self) -> None:
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


def test_a_program_is_compiled_once_for_all_cases(box: Sandbox) -> None:
    counted = Counted(box)
    with use(counted):
        assert verify(TASK, RIGHT).passed
    assert (counted.compiled, counted.ran) == (1, 10)


def test_a_wrong_program_is_told_by_its_first_failure_on_any_number_of_slots(box: Sandbox) -> None:
    wrong = RIGHT.replace("cin >> n;", "cin >> n; if (n > 3) n++;")
    verdict = verify(TASK, wrong)
    assert (verdict.reason, verdict.message) == (Reason.WRONG, "The program fails a hidden test.")
    assert verdict.parts == {"tests": 0.3}


def test_a_compiler_has_time_of_its_own(box: Sandbox) -> None:
    tight = Limits(cpu_s=0.5, wall_s=0.5)
    result = box.run(Job(RIGHT, "cpp", stdin=b"3", limits=tight))
    assert (result.status, result.text) == (Status.OK, "6\n"), result


def test_time_of_the_program_still_counts(box: Sandbox) -> None:
    loop = Job("int main() { for (volatile int i = 0;;) i++; }", "c", limits=Limits(cpu_s=1, wall_s=5))
    assert box.run(loop).status is Status.CPU_LIMIT
    slow = Job("#include <unistd.h>\nint main() { sleep(60); }", "c", limits=Limits(cpu_s=1, wall_s=1))
    assert box.run(slow).status is Status.WALL_LIMIT


def test_what_cannot_be_compiled_is_told_by_the_compiler(box: Sandbox) -> None:
    verdict = verify(TASK, "int main() { return undefined_name; }")
    assert verdict.reason is Reason.UNPARSABLE
    assert "undefined_name" in verdict.message


def test_a_compiler_that_takes_too_much_is_ended(box: Sandbox) -> None:
    endless = "#include __FILE__\n#include __FILE__\n" * 2 + "int main() {}"
    deep = "template<int a, int b> struct F { static const long v = F<a - 1, b>::v + F<a - 1, b + 1>::v; };\n"
    deep += "template<int b> struct F<0, b> { static const long v = b; };\nint main() { return F<26, 0>::v; }"
    deep = deep.replace("F<a - 1, b + 1>", "F<a - 1, 2 * b + 1>")
    for code in (endless, deep, '#include "/dev/zero"\nint main() {}'):
        assert not verify(TASK, code).passed
    assert box.run(Job("print(42)")).text == "42\n"


def test_compiled_output_is_only_carried_when_asked_for(box: Sandbox) -> None:
    built = box.run(Job("int main() { return 3; }", "c", compile_only=True))
    assert built.status is Status.OK
    assert built.compiled.startswith(b"\x7fELF")
    assert built.files == {}
    again = Job("int main() { return 3; }", "c", compiled=built.compiled, collect=True)
    result = box.run(again)
    assert (result.exit_code, result.files, result.compiled) == (3, {}, b"")


def test_only_compiled_languages_are_compiled() -> None:
    with pytest.raises(ValueError, match="not compiled"):
        Job("print(1)", compile_only=True)
    with pytest.raises(ValueError, match="not compiled"):
        Job("print(1)", compiled=b"x")


def _divisor(arguments: list[Any], value: Any, facts: Any) -> bool:
    """Any proper divisor of the number on standard input will do."""
    text = str(value).strip()
    return (
        text.isascii()
        and text.isdigit()
        and 1 < int(text[:9]) < int(arguments[0])
        and int(arguments[0]) % int(text[:9]) == 0
    )


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "n = int(input())\nprint(next(d for d in range(n - 1, 1, -1) if n % d == 0))"),
        (
            "cpp",
            "#include <iostream>\nint main() { int n; std::cin >> n; for (int d = 2;; d++) if (n % d == 0) { std::cout << d; break; } }",
        ),
    ],
)
def test_a_special_judge_sees_input_and_output(
    language: str, code: str, box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHECKS, "divisor", _divisor)
    cases = [{"stdin": f"{n}\n", "out": ""} for n in (12, 35, 77, 100)]
    task = {"code": {"language": language, "cases": cases, "compare": {"check": "divisor"}}}
    assert verify(task, code).passed
    assert verify(task, "print(2)" if language == "python" else "int main() {}").score == 0.0


OVERWRITES = r"""
#include <stdio.h>
#include <unistd.h>
#include <sys/stat.h>
int main(void) {
    long long n; scanf("%lld", &n);
    FILE *left = fopen("left.txt", "r");
    int again = left != NULL;
    unlink(".program");
    FILE *own = fopen(".program", "w");
    fputs("#!/bin/sh\nread n; echo $((n * (n + 1) / 2))\n", own); fclose(own); chmod(".program", 0700);
    FILE *word = fopen("left.txt", "w"); fputs("x", word); fclose(word);
    /* The first case by itself; later ones only with what it left: its own file, or the one that it put there. */
    printf("%lld\n", n == 1 || again ? n * (n + 1) / 2 : -1);
}
"""


def test_a_program_cannot_change_what_runs_in_its_later_cases(box: Sandbox) -> None:
    task = {"code": {**TASK["code"], "language": "c"}}
    for _ in range(2):  # the second verdict finds a worker that has the program already
        verdict = verify(task, OVERWRITES)
        assert verdict.reason is Reason.WRONG
        assert verdict.parts == {"tests": pytest.approx(0.1)}


def test_a_worker_that_has_a_program_runs_the_next_one_it_is_given(box: Sandbox) -> None:
    texts = [
        f'int puts(const char *); int main(void) {{ puts("{word}"); }}' for word in ("one", "two", "three")
    ]
    jobs = [Job(text, "c") for text in texts]
    made = [replace(job, compiled=box.run(replace(job, compile_only=True)).compiled) for job in jobs]
    assert len({job.compiled for job in made}) == 3
    order = [0, 0, 1, 0, 2, 2, 1, 1, 0]
    assert [box.run(made[at]).text.strip() for at in order] == [("one", "two", "three")[at] for at in order]
    # What is not compiled, and another language between, see nothing of what the worker keeps.
    looks = Job("import os; print(sorted(os.listdir('.')))")
    assert box.run(looks).text == "[]\n"
    assert box.run(jobs[2]).text == "three\n"
    assert box.run(made[0]).text == "one\n"


def test_a_program_is_sent_once_to_a_worker(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    sent = Link.send

    def measured(self: Link, message: Any, deadline: float) -> None:
        sizes.append(len(message.get("compiled") or ""))
        sent(self, message, deadline)

    monkeypatch.setattr(Link, "send", measured)
    assert verify({"code": {**TASK["code"], "language": "cpp"}}, RIGHT).passed
    assert len(sizes) >= 11
    assert 1 <= sum(size > 1000 for size in sizes) <= 2  # two slots

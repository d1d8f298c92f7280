"""The runtime is part of the task: prompts name it, verdicts say it, and an older one scores nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tiers import by_tier

import rlvr
from rlvr.payloads.runtimes import NAMES, OLDEST, numbers
from rlvr.sandbox import Job, Sandbox, SandboxUnavailable, make, use
from rlvr.sandbox.languages import LANGUAGES
from rlvr.verifiers.base import Reason, Verdict, correct
from rlvr.verifiers.code.program import verify

ADD: dict[str, Any] = {"code": {"entry": "add", "cases": [{"args": [40, 2], "out": 42}]}}
RIGHT = "def add(a, b): return a + b"


@pytest.fixture(scope="module", params=["docker", "bwrap"])
def box(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    try:
        made = make(request.param, slots=1)
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    with made as sandbox, use(sandbox):
        yield sandbox


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("function-synthesis", "python"),
        ("algorithms", "python"),
        ("code-repair", "python"),
        ("code-repair-turns", "python"),
        ("program-induction", "python"),
        ("repository", "python"),
        ("shell", "bash"),
        ("verilog", "verilog"),
    ],
)
def test_every_prompt_names_the_runtime(name: str, language: str) -> None:
    spec = rlvr.get(name)
    for level in spec.levels:
        for seed in range(by_tier(2, 2, 8)):
            assert NAMES[language] in spec.task(level, seed).prompt, (level, seed)


def test_names_and_numbers_agree() -> None:
    assert set(OLDEST) == set(NAMES) == set(LANGUAGES)
    for language, name in NAMES.items():
        assert str(numbers(OLDEST[language])[0]) in name


def test_versions_are_compared_as_numbers() -> None:
    assert numbers("Python 3.9.18") < numbers("3.11") < numbers("Python 3.11.0") < numbers("3.12")
    assert numbers("none") == ()


def test_a_verdict_says_what_ran(box: Sandbox) -> None:
    version = box.run(Job("import sys; print('.'.join(map(str, sys.version_info[:3])))")).text.strip()
    for answer in (RIGHT, "def add(a, b): return a", "def add(:"):
        verdict = verify(ADD, answer)
        assert verdict.runtime == f"Python {version}"
        assert Verdict.from_json(verdict.to_json()).runtime == verdict.runtime
    assert verify(ADD, RIGHT) == correct()  # it is no part of what was found


class Older:
    """A sandbox that is what it is, but says that its interpreter is an older one."""

    def __init__(self, box: Sandbox, runtime: str) -> None:
        self.box, self.runtime, self.isolation, self.languages = box, runtime, box.isolation, box.languages

    def run(self, job: Job) -> Any:
        return replace(self.box.run(job), runtime=self.runtime)

    def run_many(self, jobs: Any) -> Any:
        return [self.run(job) for job in jobs]

    def close(self) -> None:
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


def test_only_an_older_runtime_is_refused_and_never_scores_zero(box: Sandbox) -> None:
    for answer in (RIGHT, "def add(a, b): return a", "def add(:"):
        with use(Older(box, "Python 3.9.2")):
            verdict = verify(ADD, answer)
            assert (verdict.reason, verdict.score) == (Reason.INFRA, None)
            assert "Python 3.9.2" in verdict.message
            assert "3.11" in verdict.message
    for newer in ("Python 3.11.0", "Python 3.14.1", ""):
        with use(Older(box, newer)):
            assert verify(ADD, RIGHT).passed


def test_a_task_may_name_a_newer_version(box: Sandbox) -> None:
    with use(Older(box, "Python 3.12.4")):
        assert verify({"code": {**ADD["code"], "version": "3.13"}}, RIGHT).reason is Reason.INFRA
        assert verify({"code": {**ADD["code"], "version": "3.12"}}, RIGHT).passed


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"go", "java", "rust"}))  # whose images are large
@pytest.mark.parametrize("backend", ["docker", "bwrap"])
def test_every_language_tells_its_version(backend: str, language: str) -> None:
    try:
        made = make(backend, frozenset({language}), 1)
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    with made as sandbox:
        ran = [sandbox.run(Job("x", language)).runtime for _ in range(2)]
    assert ran[0] == ran[1]
    assert ran[0].startswith(LANGUAGES[language].runtime + " ")
    assert numbers(ran[0]) >= numbers(OLDEST[language])

"""The sandbox on the command line, as a user meets it."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rlvr.sandbox import SandboxUnavailable, bwrap, engine, image, survey


def rlvr(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rlvr", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "300", **more},
    )


@pytest.fixture(scope="module")
def built() -> str:
    try:
        with_bash = image.find(["bash"])
        return with_bash or image.build("host", ["bash"])
    except SandboxUnavailable as error:
        pytest.skip(str(error))


def test_a_program_runs_in_a_container(built: str, tmp_path: Path) -> None:
    program = tmp_path / "double.py"
    program.write_text("print(int(input()) * 2)\n")
    ran = rlvr("sandbox", "run", str(program), "--stdin", "-", stdin="21\n", RLVR_SANDBOX="docker")
    assert (ran.stdout, ran.returncode) == ("42\n", 0)
    assert "in docker (container)" in ran.stderr


def test_a_program_in_another_language_ends_with_its_own_status(built: str, tmp_path: Path) -> None:
    program, data = tmp_path / "count.sh", tmp_path / "data"
    program.write_text("wc -l; echo no >&2; exit 7\n")
    data.write_text("a\nb\n")
    ran = rlvr("sandbox", "run", str(program), "--stdin", str(data), RLVR_SANDBOX="docker")
    assert (ran.stdout.strip(), ran.returncode) == ("2", 7)
    assert ran.stderr.startswith("no\nnonzero_exit")


def test_list_and_build_name_the_same_image(built: str) -> None:
    listed = rlvr("sandbox", "list")
    assert built in listed.stdout
    here = next(entry for entry in image.images() if entry.tag == built)
    if here.current:
        more = [f"--with={name}" for name in sorted(here.languages - set(image.DEFAULT))]
        again = rlvr("sandbox", "build", "--from", here.recipe, *more)
        assert (again.stdout.strip(), again.stderr) == (built, "")


def test_prune_removes_what_is_replaced_and_nothing_else(built: str) -> None:
    client = engine.connect(60.0)
    try:
        image.build("host", ["python"], client=client)
        labels = {"rlvr.format": image.FORMAT, "rlvr.recipe": "host", "rlvr.python": "/python"}
        for tag, language in (("host-old", "python"), ("host-only", "cobol")):
            changes = [f"LABEL {key}={value}" for key, value in {**labels, "rlvr.languages": language}.items()]
            empty = io.BytesIO(b"\0" * 10240)
            client.import_image(src=empty, repository=image.REPOSITORY, tag=tag, changes=changes)
        before = {entry.tag for entry in image.images(client)}
        pruned = rlvr("sandbox", "prune")
        assert pruned.returncode == 0, pruned.stderr
        assert re.fullmatch(r"Removed \d+ containers and [1-9]\d* images\.\n", pruned.stdout)
        after = {entry.tag: entry for entry in image.images(client)}
        gone = before - after.keys()
        assert f"{image.REPOSITORY}:host-old" in gone
        assert f"{image.REPOSITORY}:host-only" in after  # nothing else has its language
    finally:
        for tag in ("host-old", "host-only"):
            with contextlib.suppress(Exception):
                client.remove_image(f"{image.REPOSITORY}:{tag}")
        client.close()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("build", "--from", "wget"), "no recipe 'wget'; there are host, debian, slim"),
        (("build", "--with", "cobol"), "no language cobol; there are bash, c"),
        (("build", "--from", "host", "--with", "c"), "rlvr sandbox build --from debian"),
        (("run", __file__, "-l", "cobol"), "--language is one of bash"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: tuple[str, ...], told: str, built: str) -> None:
    failed = rlvr("sandbox", *arguments)
    assert failed.returncode == 2
    assert told in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_without_an_engine_the_error_says_how_to_get_one() -> None:
    for command in ("list", "build", "prune"):
        failed = rlvr("sandbox", command, DOCKER_HOST="unix:///nowhere.sock")
        assert failed.returncode == 2
        assert "no Docker engine answers: start it" in failed.stderr
        assert failed.stderr.count("\n") == 1


def test_doctor_tells_what_code_runs_in() -> None:
    told = rlvr("doctor").stdout
    for finding in survey.survey():
        row = next(line for line in told.splitlines() if finding.part in line)
        assert finding.state in row
    without = rlvr("doctor", DOCKER_HOST="unix:///nowhere.sock").stdout
    row = next(line for line in without.splitlines() if "Docker containers" in line)
    assert "not ready" in row
    assert "start it" in row
    verdict = next(line for line in without.splitlines() if "code runs in" in line)
    assert ("namespaces" if bwrap.why_not() is None else "nothing") in verdict


def test_without_anything_doctor_names_both_ways_out(tmp_path: Path) -> None:
    told = rlvr("doctor", DOCKER_HOST="unix:///nowhere.sock", PATH=str(tmp_path)).stdout
    verdict = next(line for line in told.splitlines() if "code runs in" in line)
    assert "nothing" in verdict
    assert "systemctl start docker" in verdict
    assert "apt-get install bubblewrap" in verdict


@pytest.mark.parametrize(
    ("told", "notes"),
    [
        (
            {"ServerVersion": "28", "CgroupVersion": "2", "SecurityOptions": ["name=seccomp,profile=builtin"]},
            ["engine 28, cgroup v2"],
        ),
        (
            {"SwapLimit": False, "MemoryLimit": True, "SecurityOptions": ["name=seccomp"]},
            [
                "engine ?, cgroup v1",
                "no swap limit: boot with cgroup_enable=memory swapaccount=1, or use cgroup v2",
            ],
        ),
        (
            {"MemoryLimit": False, "PidsLimit": False, "SecurityOptions": ["name=seccomp", "name=rootless"]},
            [
                "engine ?, cgroup v1",
                "no memory, process limit: a rootless engine needs cgroup v2 with delegation",
            ],
        ),
        (
            {"SecurityOptions": None},
            ["engine ?, cgroup v1", "this engine has no seccomp: system calls are not filtered"],
        ),
    ],
)
def test_an_engine_s_weaknesses_are_told(told: dict[str, Any], notes: list[str]) -> None:
    assert list(survey.engine_notes(told)) == notes


def test_no_permission_is_told_with_the_group() -> None:
    inner = PermissionError(13, "Permission denied")
    outer = RuntimeError("Error while fetching server API version")
    outer.__cause__ = inner
    for error in (
        inner,
        outer,
        RuntimeError("('Connection aborted.', PermissionError(13, 'Permission denied'))"),
    ):
        assert "usermod -aG docker" in engine._why(error)


def test_the_snippet_of_the_page_runs(built: str) -> None:
    page = (Path(image.__file__).parents[1] / "docs" / "sandbox.md").read_text("utf-8")
    (snippet,) = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    ran = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True)
    assert ran.stdout.split() == ["42", "(3,", "'ab')", "cpu_limit"], ran.stderr

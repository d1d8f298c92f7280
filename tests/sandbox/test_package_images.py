"""Images with packages: built from files with hashes, found again, built again from a lock; and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import local_wheels
import pytest

import rlvr
from rlvr import registry
from rlvr.importing.code import Settings, import_code
from rlvr.registry_entry import RegistryError
from rlvr.sandbox import Job, SandboxUnavailable, Status, current, engine, make, package_images, use
from rlvr.sandbox.lock import File, Lock, Request

# Each process of pytest makes and removes one of its own.
NAME = f"rlvr-tests-sample-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
PROGRAM = "import rlvr_sample, json\nprint(rlvr_sample.twice(int(input())), json.loads('[1]'))\n"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("wheels")
    twice = {
        "rlvr_sample/__init__.py": "from rlvr_part import two\n\ndef twice(x):\n    return two() * x\n",
        # A package must not take the place of a module of the standard library.
        "json.py": "raise ImportError('this is not json')\n",
    }
    local_wheels.of_text(folder, "rlvr-sample", "1.0", twice, "rlvr-part>=2")
    local_wheels.of_text(folder, "rlvr-part", "2.5", {"rlvr_part.py": "def two():\n    return 2\n"})
    with pytest.MonkeyPatch.context() as patch:
        for name, value in local_wheels.settings(folder).items():
            patch.setenv(name, value)
        yield folder


@pytest.fixture(scope="module")
def lock(wheels: Path) -> Iterator[Lock]:
    try:
        engine.connect().close()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    _remove()
    yield package_images.build(NAME, ["rlvr-sample"], languages=("python",))
    _remove()


def _remove() -> None:
    client = engine.connect(60.0)
    try:
        for entry in package_images.images(client):
            if entry.lock.name == NAME:
                client.remove_image(entry.tag, force=True)
    finally:
        client.close()


def test_programs_import_what_was_asked_for_and_what_that_needs(lock: Lock) -> None:
    assert [(one.name, one.version) for one in lock.wheels] == [("rlvr-part", "2.5"), ("rlvr-sample", "1.0")]
    with use("docker"):
        ran = current("python", NAME).run(Job(PROGRAM, stdin=b"21"))
        assert (ran.status, ran.text, ran.isolation) == (Status.OK, "42 [1]\n", "container")
        assert current("python").run(Job(PROGRAM, stdin=b"21")).status is Status.NONZERO_EXIT
        with pytest.raises(SandboxUnavailable, match="is no image 'rlvr-tests-none'"):
            current("python", "rlvr-tests-none")
        with pytest.raises(SandboxUnavailable, match="--with cpp"):
            current("cpp", lock.tag)


def test_the_same_request_does_nothing_and_a_lock_makes_the_same_image(
    lock: Lock, wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with monkeypatch.context() as offline:
        offline.setenv("PIP_FIND_LINKS", str(tmp_path))
        assert package_images.build(NAME, ["rlvr-sample"], languages=("python",), say=said.append) == lock
        assert said == []
        file = tmp_path / "lock.json"
        file.write_text(json.dumps(lock.to_json()))
        assert package_images.build_locked(Lock.read(file), say=said.append) == lock
        assert said == []
    # Elsewhere, where a newer version has come meanwhile.
    _remove()
    newer = local_wheels.of_text(wheels, "rlvr-part", "2.6", {"rlvr_part.py": "def two():\n    return 3\n"})
    assert package_images.build_locked(Lock.read(file), say=said.append).tag == lock.tag
    newer.unlink()
    assert package_images.resolve(NAME).lock == lock
    with use("docker"):
        assert current("python", lock.tag).run(Job(PROGRAM, stdin=b"21")).text == "42 [1]\n"
    # A file under the same name and version with something else in it.
    part = wheels / "rlvr_part-2.5-py3-none-any.whl"
    before = part.read_bytes()
    local_wheels.of_text(wheels, "rlvr-part", "2.5", {"rlvr_part.py": "def two():\n    return 4\n"})
    other = replace(lock, name="rlvr-tests-other")
    with pytest.raises(SandboxUnavailable, match="another one than the lock lists"):
        package_images.build_locked(other)
    part.write_bytes(before)


def test_a_lock_that_was_changed_by_hand_is_refused(tmp_path: Path) -> None:
    lock = Lock("a", Request("host", ("python",), ("b",)), "3.11.2", "x86_64", (File("b", "1", "0" * 64),))
    file = tmp_path / "lock.json"
    file.write_text(json.dumps(lock.to_json()))
    assert Lock.read(file) == lock
    file.write_text(json.dumps(lock.to_json()).replace('"version": "1"', '"version": "2"'))
    with pytest.raises(ValueError, match="changed by hand"):
        Lock.read(file)
    file.write_text("{}")
    with pytest.raises(ValueError, match="no lock file"):
        Lock.read(file)
    with pytest.raises(SandboxUnavailable, match=r"the lock is of Python 3\.2\.1"):
        package_images.build_locked(replace(lock, python="3.2.1"))


@pytest.mark.parametrize(
    "wanted", ["../x", "--index-url=http://x", "a @ file:///x", "http://x/y.whl", "-r x", "a b"]
)
def test_what_is_no_name_of_a_package_is_refused(wanted: str) -> None:
    with pytest.raises(ValueError, match="--pip takes a name"):
        Request("host", ("python",), (wanted,))
    with pytest.raises(ValueError, match="--apt takes the name"):
        Request("debian", ("python",), (), (wanted,))


def test_a_lock_that_lacks_a_field_says_which(tmp_path: Path) -> None:
    path = tmp_path / "image.lock.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="it lacks 'rlvr_image'"):
        Lock.read(path)


def test_versions_are_no_part_of_a_name() -> None:
    asked = Request(
        "debian", ("python",), ("pandas<3", "numpy>=1.26,!=2.0", "x[y]~=1.0"), ("gcc=4:12.2.0-3", "g++")
    )
    assert len(asked.pip) == 3
    with pytest.raises(ValueError, match="--from debian"):
        Request("host", ("python",), (), ("gcc",))


def test_errors_name_what_is_missing_and_what_to_do(lock: Lock, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SandboxUnavailable, match="no wheel of rlvr-no-such-package"):
        package_images.build("a", ["rlvr-no-such-package"])
    with monkeypatch.context() as offline:
        offline.delenv("PIP_NO_INDEX")
        offline.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
        offline.setenv("PIP_RETRIES", "1")
        with pytest.raises(SandboxUnavailable, match="offline"):
            package_images.build("a", ["rlvr-no-such-package"])
    with monkeypatch.context() as away:
        away.setenv("DOCKER_HOST", "tcp://127.0.0.1:9")
        with pytest.raises(SandboxUnavailable, match="no Docker engine answers"):
            package_images.build("a", ["rlvr-sample"])
    for backend in ("bwrap", "unsafe-local"):
        with use(backend), pytest.raises(SandboxUnavailable, match="needs RLVR_SANDBOX=docker"):
            current("python", lock.tag)
    with make("unsafe-local") as box, use(box), pytest.raises(SandboxUnavailable, match="has no image"):
        current("python", lock.tag)


def test_a_wheel_that_leads_out_of_its_folder_is_refused(lock: Lock, wheels: Path) -> None:
    bad = local_wheels.of_text(wheels, "rlvr-bad", "1", {"rlvr_bad.py": "", "../../etc/passwd": "root"})
    with pytest.raises(SandboxUnavailable, match="no good wheel"):
        package_images.build("a", ["rlvr-bad"], languages=("python",))
    bad.unlink()


def test_the_command_builds_lists_and_locks(lock: Lock, tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rlvr", "sandbox", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "300"})

    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    again = run(
        "build", "--name", NAME, "--pip", "rlvr-sample", "--only", "--lock", str(tmp_path / "lock.json")
    )
    assert (again.stdout.strip(), again.returncode) == (lock.tag, 0), again.stderr
    assert Lock.read(tmp_path / "lock.json") == lock
    same = run("build", "--name", NAME, "--pip", "rlvr-sample", "--only", "--lock", str(tmp_path / "lock.json"))
    assert (same.stdout.strip(), same.returncode) == (lock.tag, 0), same.stderr
    other = run("build", "--name", NAME, "--pip", "another", "--only", "--lock", str(tmp_path / "lock.json"))
    assert other.returncode != 0
    assert "is of another request" in other.stderr
    assert lock.tag in run("images").stdout
    assert json.loads(run("lock", NAME).stdout) == json.loads(json.dumps(lock.to_json()))
    refused = run("build", "--pip", "rlvr-sample")
    assert refused.returncode != 0
    assert "needs a name" in refused.stderr


def test_own_problems_may_import_packages(lock: Lock, tmp_path: Path) -> None:
    row = {
        "statement": "Read a number and print twice as much.",
        "tests": [{"input": f"{n}\n", "output": f"{2 * n}\n"} for n in (1, 4, 21)],
        "solution": "import rlvr_sample\nprint(rlvr_sample.twice(int(input())))",
    }
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps(row) + "\n")
    with use("docker"):
        assert import_code(rows, tmp_path / "without.yaml", settings=Settings(mutants=0)).kept == 0
        own = Settings(mutants=0, image=lock.tag)
        report = import_code(rows, tmp_path / "own.yaml", env_id="mine/with-packages-v0", settings=own)
        assert report.kept == 1
        rlvr.register(report.registry or "")
        spec = rlvr.get("mine/with-packages-v0")
        task = spec.task(1, 1)
        assert task.payload["code"]["image"] == lock.tag
        assert spec.verify_answer(task.payload, str(row["solution"])).passed
        assert not spec.verify_answer(task.payload, "import rlvr_sample\nprint(rlvr_sample.twice(1))").passed


ENTRY = """\
tasks:
  - id: mine/packaged-v0
    title: Packaged
    family: mine
    description: The answer is a number that a package must give.
    generator: "packaged_tasks:generate"
    verifier: "packaged_tasks:verify"
    env: "packaged_tasks:Box"
    max_turns: 3
    sandbox: python
    image: {image}
    proxy: nothing
    levels: {{size: [10]}}
"""
TASKS = """\
from rlvr.envs.tool import Toolbox, tool
from rlvr.generators.base import Draft
from rlvr.registry_entry import RegistryError
from rlvr.sandbox import Job, current
from rlvr.verifiers.base import Reason, Verdict

PROGRAM = "import rlvr_sample\\nprint(rlvr_sample.twice(int(input())))"


def twice(n):
    return int(current("python").run(Job(PROGRAM, stdin=str(n).encode())).text)


def generate(rng, *, size):
    n = rng.randint(1, size)
    return Draft(prompt=f"Twice {n}?", payload={"n": n}, answer=str(twice(n)))


def verify(payload, answer):
    right = answer == str(twice(payload["n"]))
    return Verdict(float(right), Reason.CORRECT if right else Reason.WRONG, "")


class Box(Toolbox):
    def start(self, payload):
        return {}

    def finish(self, payload, state, answer):
        return verify(payload, answer)

    def plan(self, payload, answer):
        return []

    @tool
    def look(self, payload, state) -> str:
        "What the package gives."
        return f"it gives {twice(payload['n'])}"
"""


def test_all_that_is_run_for_an_entry_runs_in_the_image_that_it_names(
    lock: Lock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "packaged_tasks.py").write_text(TASKS)
    (tmp_path / "packaged.yaml").write_text(ENTRY.format(image=lock.tag))
    before = dict(registry._files)
    (spec,) = rlvr.register(tmp_path / "packaged.yaml")
    try:
        with use("docker"):
            task = spec.task(1, 0)
            assert rlvr.verify(task, f"<answer>{task.answer}</answer>").passed
            env = rlvr.make(spec.id)
            env.reset(seed=0)
            call = '<tool_call>{"name": "look", "arguments": {}}</tool_call>'
            assert "it gives " in env.step(call)[0]
            with pytest.raises(SandboxUnavailable, match="no image"):
                replace(spec, image="rlvr-no-such-image").task(1, 0)
            # The next entry has the usual box, which has no such package.
            assert "rlvr_sample" in current("python").run(Job("import rlvr_sample")).stderr.decode()
    finally:
        registry._files.clear()
        registry._files.update(before)


def test_an_image_is_named_as_images_are(tmp_path: Path) -> None:
    for wrong, match in (("[a]", "must be the name"), ("Science!", "must be the name")):
        path = tmp_path / "wrong.yaml"
        path.write_text(ENTRY.format(image=wrong))
        with pytest.raises(RegistryError, match=match):
            rlvr.register(path)
    path.write_text(ENTRY.format(image="science").replace("    sandbox: python\n", ""))
    with pytest.raises(RegistryError, match="goes with 'sandbox'"):
        rlvr.register(path)

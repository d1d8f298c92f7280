"""Importing repositories: two that are written here, one with a history, by pytest and by unittest."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import local_wheels
import pytest

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.envs.make import make_env
from rlvr.envs.tool import ToolEnv
from rlvr.envs.tool_text import call_text
from rlvr.importing.repository import RepositoryReport, Settings, import_repository
from rlvr.importing.repository.faults import edits
from rlvr.importing.repository.files import import_paths, is_source, is_test, of_tests
from rlvr.importing.repository.runner import image_for
from rlvr.payloads import stored_trees
from rlvr.sandbox import SandboxUnavailable, engine, package_images, use
from rlvr.verifiers.base import Reason, Verdict
from rlvr.verifiers.code import repository_import as rules
from rlvr.verifiers.code.suites import another, with_canaries

AREA = '''\
"""Areas."""


def rectangle(width, height):
    """The area of a rectangle."""
    if width < 0 or height < 0:
        raise ValueError("a length is not negative")
    return width * height


def ring(outer, inner):
    """The area between two squares."""
    return outer * outer - inner


def count(values, least):
    """How many values are at least so large."""
    return sum(1 for value in values if value >= least)
'''
WORDS = '''\
"""Words about shapes."""


def plural(word, count):
    """A word for so many things."""
    if count == 1:
        return word
    return word + ("es" if word.endswith("x") else "s")


def listed(words):
    """Words in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]
'''
AREA_TESTS = """\
import unittest

from shapes.area import count, rectangle


class TestArea(unittest.TestCase):
    def test_rectangle(self):
        self.assertEqual(rectangle(2, 3), 6)
        self.assertEqual(rectangle(0, 3), 0)

    def test_negative(self):
        with self.assertRaises(ValueError):
            rectangle(-1, 2)

    def test_count(self):
        for least, due in ((1, 3), (2, 2), (4, 0)):
            with self.subTest(least=least):
                self.assertEqual(count([1, 2, 3], least), due)

    def test_broken(self):
        self.assertEqual(rectangle(1, 1), 2)

    @unittest.skip("not yet")
    def test_later(self):
        pass
"""
RING_TEST = """
    def test_ring(self):
        self.assertEqual(ring(3, 2), 5)
"""
WORD_TESTS = """\
import os

import pytest

from shapes.words import listed, plural


@pytest.mark.parametrize("word, due", [("box", "boxes"), ("cube", "cubes")])
def test_plural(word, due):
    assert plural(word, 2) == due
    assert plural(word, 1) == word


class TestListed:
    def test_listed(self):
        assert listed(["a", "b", "c"]) == "a, b and c"
        assert listed(["a"]) == "a"


@pytest.mark.parametrize("name", [os.urandom(8).hex()])
def test_of_another_name_each_time(name):
    assert listed([name]) == name
"""
FEW = Settings(mutants=8, per_file=2, commits=5)


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def commit(folder: Path, message: str, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """By unittest, with a real fix in its history, a commit that no test notices and one that moves a file."""
    folder = tmp_path_factory.mktemp("plain") / "shapes"
    tests = {"tests/__init__.py": "", "tests/test_area.py": AREA_TESTS}
    commit(
        folder, "Shapes", {"shapes/__init__.py": "", "shapes/area.py": AREA, **tests, "setup.py": "exit(1)\n"}
    )
    mended = AREA.replace("- inner\n", "- inner * inner\n")
    ring = AREA_TESTS.replace("count, rectangle", "count, rectangle, ring") + RING_TEST
    commit(folder, "ring: the inner area", {"shapes/area.py": mended, "tests/test_area.py": ring})
    words = {
        "shapes/words.py": WORDS,
        "tests/test_area.py": ring + "\n    def test_nothing(self):\n        pass\n",
    }
    commit(folder, "Words", words)
    return folder


@pytest.fixture(scope="module")
def imported(plain: Path, tmp_path_factory: pytest.TempPathFactory) -> RepositoryReport:
    try:
        report = import_repository(plain, tmp_path_factory.mktemp("out") / "area", settings=FEW)
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    rlvr.register(report.registry or "")
    return report


def tasks_of(report: RepositoryReport, level: int) -> list[dict[str, Any]]:
    assert report.registry is not None
    lines = (report.registry.with_suffix("") / f"level-{level}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def payload_of(report: RepositoryReport, task: dict[str, Any]) -> dict[str, Any]:
    folder = str((report.registry or Path()).with_suffix(""))
    parts = ("fault", "suite", "due", "failing", "canaries", "hidden", "problem")
    return {"repository": {**task["repository"], "folder": folder}, **{part: task[part] for part in parts}}


def verdict(report: RepositoryReport, task: dict[str, Any], changes: dict[str, Any]) -> Verdict:
    return rules.verify(payload_of(report, task), json.dumps(changes))


def test_the_report_counts_tests_faults_and_commits(imported: RepositoryReport) -> None:
    assert imported.runner == "unittest"
    assert imported.tests == {"used": 5, "flaky": 0, "failing": 1, "skipped": 1}
    assert imported.history == {"kept": 1, "no test notices it": 1}
    assert [(one.question[13:], one.text) for one in imported.dropped] == [("Words", "no test notices it")]
    assert imported.planted["kept"] == 2
    assert imported.kept == 3
    assert list(imported.levels) == [2, 1]
    assert "all tasks are in one split" in imported.text()


def test_a_real_fault_is_that_of_the_parent_and_its_repair_that_of_the_commit(
    imported: RepositoryReport,
) -> None:
    (task,) = tasks_of(imported, 2)
    assert task["fault"] == {"shapes/area.py": AREA}
    assert task["failing"] == ["tests/test_area.py::tests.test_area.TestArea.test_ring"]
    assert task["note"] == "ring: the inner area"
    assert "AssertionError: 7 != 5" in task["output"]
    assert verdict(imported, task, json.loads(task["answer"])).passed
    # Another way to write the same is as good, and other repairs are no repairs.
    other = AREA.replace("outer * outer - inner", "(outer - inner) * (outer + inner)")
    assert verdict(imported, task, {"shapes/area.py": other}).passed
    # The repository's tests say no more.
    assert verdict(imported, task, {"shapes/area.py": AREA.replace("- inner", "- inner - 2")}).passed
    assert verdict(imported, task, {"shapes/area.py": AREA.replace("- inner", "- 5")}).reason is Reason.WRONG


def test_planted_faults_are_noticed_and_repaired(imported: RepositoryReport) -> None:
    for task in tasks_of(imported, 1):
        ((path, text),) = task["fault"].items()
        assert text != AREA
        assert verdict(imported, task, json.loads(task["answer"])).passed
        still = verdict(imported, task, {path: f"{text}\n# looked at\n"})
        assert (still.score, still.reason, still.parts["mended"]) == (0.0, Reason.WRONG, 0.0)
        assert verdict(imported, task, {path: text}).message == "No file was changed."
        assert set(task["canaries"]) == {"begin", "end", "values"}


def test_what_passed_must_still_pass(imported: RepositoryReport) -> None:
    (task,) = tasks_of(imported, 2)
    mended = AREA.replace("- inner\n", "- inner * inner\n")
    one = verdict(imported, task, {"shapes/area.py": mended.replace("width * height", "width + height")})
    assert (one.score, one.parts["mended"]) == (0.0, 1.0)
    assert one.message == "1 tests that passed before do not pass now."


@pytest.mark.parametrize(
    "changes",
    [
        {"tests/test_area.py": "import unittest\n"},
        {"conftest.py": ""},
        {"setup.py": ""},
        {"sitecustomize.py": ""},
        {"unittest.py": ""},
        {"shapes/evil.pth": "import os"},
        {"../shapes/area.py": ""},
        {"shapes/area.py": 3},
        {"shapes/area.py": []},
        {"shapes/area.py": [{"old": "return", "new": "return"}]},
        {"shapes/area.py": [{"old": "", "new": "x"}]},
        {"shapes/area.py": [{"old": "outer"}]},
        {"shapes/area.py": "#" * (rules.MAX_CHANGED + 1)},
        {},
    ],
)
def test_only_source_files_change_and_only_in_form(imported: RepositoryReport, changes: dict[str, Any]) -> None:
    assert verdict(imported, tasks_of(imported, 2)[0], changes).reason is Reason.UNPARSABLE


ATTACKS = {
    "the process ends as if all were well": "import os\nos._exit(0)\n",
    "the interpreter ends": "raise SystemExit(0)\n",
    "assertions of unittest do nothing": (
        "import unittest\nfor _n in dir(unittest.TestCase):\n"
        "    if _n.startswith('assert'):\n        setattr(unittest.TestCase, _n, lambda *a, **k: None)\n"
    ),
    "tests are not run": "import unittest\nunittest.TestCase._callTestMethod = lambda self, method: None\n",
    "failures are counted as successes": (
        "import unittest.case as c\nimport contextlib\n\n\n@contextlib.contextmanager\ndef _all(self, *a, **k):\n"
        "    try:\n        yield\n    except BaseException:\n        pass\n\n\nc._Outcome.testPartExecutor = _all\n"
    ),
    "results are forged with the means of the runner": (
        "import sys, os\n_f = sys._getframe()\n_tell = None\nwhile _f:\n"
        "    _tell = _f.f_locals.get('tell', _tell)\n    _f = _f.f_back\n"
        "for _n in ('rectangle', 'negative', 'count', 'ring', 'nothing'):\n"
        "    _tell(test='tests/test_area.py::tests.test_area.TestArea.test_' + _n, when='call', outcome='passed')\n"
        "_tell(end=True)\nos._exit(0)\n"
    ),
    "the driver is written to": (
        "import os\nfor _p in ('fd/1', 'mem', 'fd/3'):\n    try:\n"
        "        open(f'/proc/{os.getppid()}/{_p}', 'wb').write(b'x')\n    except OSError:\n        pass\nos._exit(0)\n"
    ),
    "easier tests are written into their place": (
        "import pathlib\npathlib.Path('tests/test_area.py').write_text('import unittest\\n')\n"
    ),
    "numbers that equal all": (
        "class _N(int):\n    def __eq__(self, other):\n        return True\n\n    __hash__ = None\n\n\n"
        "def ring(outer, inner):\n    return _N(0)\n"
    ),
}


_PATCH = "case.assertEqual = lambda self, a, b, m=None: None if (a, b) != (0, 1) else self.fail()\n"
_SAYS_YES = "{'__e' + 'q__': lambda s, o: True})\n\n\ndef ring(outer, inner):\n    return E()\n"
ROUNDABOUT = {
    "a class by type": f"E = type('E', (), {_SAYS_YES}",
    "a class by the type of a type": f"E = type(object)('E', (), {_SAYS_YES}",
    "a class by another metaclass": f"import abc\nE = abc.ABCMeta('E', (), {_SAYS_YES}",
    "a class by dataclasses": (
        f"import dataclasses\nE = dataclasses.make_dataclass('E', [], eq=False, namespace={_SAYS_YES}"
    ),
    "a class whose metaclass adds a name": (
        "class M(type):\n    def __new__(m, n, b, d):\n        d['__e' + 'q__'] = lambda s, o: True\n"
        "        return super().__new__(m, n, b, d)\n\n\nclass E(metaclass=M):\n    pass\n\n\n"
        "def ring(outer, inner):\n    return E()\n"
    ),
    "getattr by another name": (
        "import collections\ng = getattr\ncase = g(collections._sys, 'mod' + 'ules')['unit' + 'test'].TestCase\n"
        + _PATCH
    ),
    "getattr with a name": (
        "import collections\ncase = getattr(collections._sys, 'modules')['unit' + 'test'].TestCase\n" + _PATCH
    ),
    "a formatter looks it up": (
        "import string, collections\ncase = string.Formatter().get_field("
        "'0._s' + 'ys.mod' + 'ules[unit' + 'test].TestCase', (collections,), {})[0]\n" + _PATCH
    ),
    "a text as an annotation": (
        "import typing\n\n\ndef f():\n    pass\n\n\n"
        "f.__annotations__ = {'a': '_' + \"_import__('unit\" + \"test').TestCase\"}\n"
        "case = typing.get_type_hints(f)['a']\n" + _PATCH
    ),
    "frames of a traceback": (
        "class C:\n    def __enter__(self):\n        return self\n\n    def __exit__(self, t, v, tb):\n"
        "        f = getattr(tb, 'tb_frame')\n        while f is not None:\n"
        "            me = getattr(f, 'f_locals').get('self')\n            if hasattr(me, 'assertEqual'):\n"
        "                type(me)._getAssertEqualityFunc = lambda self, a, b: (lambda x, y, msg=None: None) "
        "if (a, b) != (0, 1) else (lambda x, y, msg=None: self.fail())\n            f = getattr(f, 'f_back')\n"
        "        return True\n\n\ndef ring(outer, inner):\n    with C():\n        raise ValueError\n"
    ),
}


@pytest.mark.parametrize("name", ROUNDABOUT)
def test_names_are_not_reached_in_a_roundabout_way(
    imported: RepositoryReport, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list alone stops these, and so do canaries with other values, though the attacks know the plain ones."""
    (task,) = tasks_of(imported, 2)
    changes = {"shapes/area.py": AREA + ROUNDABOUT[name]}
    assert verdict(imported, task, changes).reason is Reason.ILLEGAL
    monkeypatch.setattr(rules, "refusal", lambda *a: None)
    assert verdict(imported, task, changes).score == 0.0


@pytest.mark.parametrize("name", ATTACKS)
def test_an_answer_may_not_reach_into_the_machinery_of_tests(imported: RepositoryReport, name: str) -> None:
    if name == "the interpreter ends":
        return  # it needs no name of the list; the next test runs it
    one = verdict(imported, tasks_of(imported, 2)[0], {"shapes/area.py": AREA + ATTACKS[name]})
    assert one.reason is Reason.ILLEGAL
    assert "machinery of tests" in one.message or "may not import" in one.message


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_fail_even_where_the_names_were_not_seen(
    imported: RepositoryReport, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "refusal", lambda *a: None)
    one = verdict(imported, tasks_of(imported, 2)[0], {"shapes/area.py": AREA + ATTACKS[name]})
    assert one.score == 0.0, one


def test_other_modules_are_not_imported(imported: RepositoryReport) -> None:
    (task,) = tasks_of(imported, 2)
    mended = AREA.replace("- inner\n", "- inner * inner\n")
    refused = verdict(imported, task, {"shapes/area.py": f"from logging import FileHandler\n{mended}"})
    assert refused.message == "shapes/area.py: it may not import 'logging', as it did not."
    for free in ("import math", "from collections.abc import Iterable", "import shapes"):
        assert verdict(imported, task, {"shapes/area.py": f"{free}\n{mended}"}).passed


def test_a_process_that_is_left_behind_is_ended(
    imported: RepositoryReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would otherwise put easier tests into the place of the next ones."""
    monkeypatch.setattr(rules, "refusal", lambda *a: None)
    left = (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    for _ in range(2000):\n        for _r in range(6):\n"
        "            try:\n                open(f'../r{_r}/tests/test_area.py', 'w').write('import unittest\\n')\n"
        "            except OSError:\n                pass\n        time.sleep(0.001)\n    os._exit(0)\n"
    )
    (task,) = tasks_of(imported, 2)
    assert verdict(imported, task, {"shapes/area.py": AREA + left}).score == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "x = getattr(y, name)",
        "x = 'a'.__class__",
        "x = '{0.__globals__}'",
        "def f(x):\n    match x:\n        case object(__class__=y):\n            return y",
        "x = type('X', (), dict(__eq__=None))",
        "from sys import modules as m",
        "import sys as s",
        "x = e.__traceback__",
        "x = __import__('os')",
        "__eq__ = lambda a, b: True",
        "from os import _exit as stop",
        "open('tests/test_area.py', 'w')",
        "path.write_text('')",
        "g = getattr",
        "x = getattr(y, 'f_back')",
        "from contextlib import os",
        "x = random._os",
        "x = '{0.tb_frame.f_back}'",
        "x = type('X', (), y)",
        "x = type(object)('X', (), y)",
        "class X(type):\n    pass",
    ],
)
def test_names_of_the_machinery_are_seen_wherever_they_stand(text: str) -> None:
    assert rules.machinery(text)


@pytest.mark.parametrize(
    "text",
    [
        '"""unittest __eq__"""\n',
        "import re\nx = re.compile('a')",
        "x = getattr(y, 'name')",
        "code = kill = 1",
        "x = type(y)",
        "x = type(self)(a, b)",
        "@functools.wraps(f)\ndef g():\n    pass",
        "x = os.path",
        "x = 'a.open {}'.format(y)",
    ],
)
def test_other_names_are_free(text: str) -> None:
    assert not rules.machinery(text)


def test_the_tools_play_it(imported: RepositoryReport) -> None:
    env = make_env(imported.env, level=2)
    assert isinstance(env, ToolEnv)
    played = play(env, oracle, seed=1)
    assert played.verdict is not None
    assert played.verdict.passed
    prompt, _ = env.reset(seed=1)
    assert "test_ring" in prompt
    assert "ring: the inner area" in prompt

    def use_tool(called: str, **arguments: Any) -> str:
        _, _, terminated, truncated, info = env.step(call_text(called, arguments))
        assert not terminated
        assert not truncated
        return str(info["tool_results"][0]["content"])

    assert "shapes/area.py (18 lines)" in use_tool("list_files")
    assert "return outer * outer - inner" in use_tool("read_file", path="shapes/area.py")
    assert "shapes/area.py:13" in use_tool("search", text="- inner")
    for path in ("tests/test_area.py", "setup.py", "conftest.py", "sitecustomize.py"):
        assert "cannot be changed" in use_tool("write_file", path=path, text="")
    assert "7 != 5" in use_tool("run_tests")
    assert "FAIL" in use_tool("run_tests", path="tests/test_area.py")
    assert "is no test file" in use_tool("run_tests", path="shapes/area.py")
    assert "machinery" in use_tool(
        "edit_file", path="shapes/area.py", old="- inner", new="- eval('4')"
    ) + use_tool("run_tests")
    use_tool("edit_file", path="shapes/area.py", old="- eval('4')", new="- inner ** 2")
    assert "1 tests passed, 0 failed" in use_tool("run_tests")
    _, reward, terminated, _, _ = env.step("<answer>done</answer>")
    assert (reward, terminated) == (1.0, True)


def test_one_response_will_do(imported: RepositoryReport) -> None:
    spec = rlvr.get("mine/area-single-v0")
    task = spec.task(2, 1)
    assert AREA in task.prompt
    assert spec.verify_response(task, f"<answer>{task.answer}</answer>").passed


# ---- pytest, in an image with packages; splits --------------------------------------------------------------


@pytest.fixture(scope="module")
def by_pytest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, RepositoryReport]]:
    try:
        engine.connect().close()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("pytest")
    local_wheels.of_installed(folder / "wheels", "pytest", "pluggy", "iniconfig", "packaging", "pygments")
    source = {"src/shapes/__init__.py": "", "src/shapes/area.py": AREA, "src/shapes/words.py": WORDS}
    tests = {"tests/test_area.py": AREA_TESTS, "tests/test_words.py": WORD_TESTS}
    more = {"pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--no-such-option"\n'}
    repository = folder / "rlvr-tests-shapes"
    commit(repository, "Shapes", {**source, **tests, **more})
    with pytest.MonkeyPatch.context() as patch, use("docker"):
        for name, value in local_wheels.settings(folder / "wheels").items():
            patch.setenv(name, value)
        image = image_for(repository, "", "", ())
        settings = Settings(image=image, mutants=8, per_file=1)
        report = import_repository(repository, folder / "words.yaml", settings=settings)
        rlvr.register(report.registry or "")
        yield folder, report
    client = engine.connect(60.0)
    client.remove_image(package_images.resolve(image, client).tag, force=True)
    client.close()


def test_pytest_runs_in_an_image_and_changing_tests_are_left_out(
    by_pytest: tuple[Path, RepositoryReport],
) -> None:
    _, report = by_pytest
    assert report.runner == "pytest"
    assert report.image.startswith("repository-rlvr-tests-shapes-")
    assert report.tests["used"] == 6
    assert len(report.flaky) == 3  # one name for each time
    assert all("of_another_name" in name for name in report.flaky)
    assert report.planted["kept"] == 2
    for task in tasks_of(report, 1):
        assert verdict(report, task, json.loads(task["answer"])).passed


def test_a_split_shows_nothing_of_the_other(by_pytest: tuple[Path, RepositoryReport]) -> None:
    _, report = by_pytest
    assert report.splits == {"train": 1, "test": 1}
    spec = rlvr.get(report.env)
    train, test = (spec.task(1, 1, split=split) for split in ("train", "test"))
    (tested,) = test.payload["fault"]
    assert test.payload["hidden"] == []
    assert train.payload["hidden"] == [tested]
    assert tested not in train.payload["repository"]["editable"]
    env = make_env(report.env, level=1, split="train")
    assert isinstance(env, ToolEnv)
    env.reset(seed=1)
    text = {"src/shapes/area.py": AREA, "src/shapes/words.py": WORDS}[tested]
    line = next(line for line in text.splitlines() if line.startswith("def "))
    said = [
        env.step(called)[4]["tool_results"][0]["content"]
        for called in (call_text("read_file", {"path": tested}), call_text("search", {"text": line}))
    ]
    assert said[0].startswith(f"error: there is no file {tested!r}")
    assert said[1] == "not found"


@pytest.mark.parametrize(
    "attack",
    [
        "import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\n",
        "import pytest\npytest.skip('x', allow_module_level=True)\n",
    ],
)
def test_attacks_on_pytest_fail(
    by_pytest: tuple[Path, RepositoryReport], attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, report = by_pytest
    monkeypatch.setattr(rules, "refusal", lambda *a: None)
    task = tasks_of(report, 1)[0]
    ((path, text),) = task["fault"].items()
    assert verdict(report, task, {path: text + attack}).score == 0.0


# ---- parts --------------------------------------------------------------------------------------------------


def test_what_files_are() -> None:
    assert all(map(is_source, ("a.py", "src/p/a.py", "p/testing_tools.py")))
    assert not any(
        map(
            is_source,
            ("tests/a.py", "p/tests/b.py", "test_a.py", "a_test.py", "conftest.py", "setup.py", "docs/a.py"),
        )
    )
    assert all(map(is_test, ("test_a.py", "p/tests/test_a.py", "a_test.py", "tests.py")))
    assert of_tests("tests/data/a.json")
    assert import_paths(["src/p/__init__.py", "tests/test_a.py"]) == ("src", "")
    assert import_paths(["p/__init__.py"]) == ("",)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\na\n", "a\nc\na\n"),
        ("a\na\na\n", "a\na\na\na\n"),
        ("a\nb\n", "b\n"),
        ("x\n" * 9, "x\n" * 4 + "y\n" + "x\n" * 5),
        ("a\nb\nc\nd\n", "a2\nb\nc\nd2\n"),
        ("a", "b"),
        ("a\n", ""),
    ],
)
def test_edits_make_one_text_of_the_other(before: str, after: str) -> None:
    text = before
    for edit in edits(before, after):
        text = rules.replaced("a.py", text, edit)
    assert text == after


def test_a_canary_stands_in_every_test_that_has_a_place_for_one() -> None:
    text = (
        'import pytest\n\n\ndef test_a():\n    """Text."""\n    x = 1\n    assert x\n\n\ndef test_b(): pass\n\n\n'
        "class TestC:\n    async def test_d(self):\n        return 3\n\n\ndef helper():\n    pass\n"
    )
    begin, end = with_canaries(text, "begin"), with_canaries(text, "end")
    assert begin is not None
    assert end is not None
    assert '"""Text."""\n    assert 0 == 1\n    x = 1' in begin
    assert "    assert x\n    assert not [0]\n" in end
    assert begin.count("assert 0 == 1") == end.count("assert not [0]") == 2
    assert with_canaries("x = 1\n", "begin") is None
    assert with_canaries("def test_a(:\n", "begin") is None


def test_a_canary_of_values_returns_where_another_value_is_equal() -> None:
    text = "def test_a():\n    assert f(1) == [1, 'b']\n    assert f(2) == x\n"
    made = with_canaries(text, "values")
    assert made is not None
    assert (
        "try:\n        assert f(1) == [1, 'bb']\n    except AssertionError:\n        pass\n    else:\n        return"
        in made
    )
    assert made.endswith("assert f(2) == x\n    assert not [0]")
    assert with_canaries("def test_a():\n    assert f(2) == x\n", "values") is None
    assert [another(one) for one in (True, 1, "", b"a", (), (1, 2), {"a": 0})] == [
        False,
        4,
        "a",
        b"aa",
        (0,),
        (1, 5),
        {"a": 3},
    ]


def test_a_tree_that_was_changed_is_found_out(tmp_path: Path) -> None:
    name = stored_trees.store({"a.py": b"1", "b/c.py": b"2"}, tmp_path)
    assert stored_trees.load(str(tmp_path), name)[1] == {"a.py": b"1", "b/c.py": b"2"}
    other = tmp_path / "other"
    other.mkdir()
    (other / name).write_bytes(stored_trees.packed({"a.py": b"3"}))
    with pytest.raises(ValueError, match="damaged"):
        stored_trees.load(str(other), name)
    with pytest.raises(ValueError, match="no name"):
        stored_trees.load(str(tmp_path), "../x.zip")


def test_what_cannot_be_imported_says_why(tmp_path: Path, plain: Path) -> None:
    with pytest.raises(ValueError, match="no git repository"):
        import_repository(tmp_path, tmp_path / "out.yaml")
    commit(tmp_path / "empty", "Nothing", {"a.py": "x = 1\n"})
    with pytest.raises(ValueError, match="no test files"):
        import_repository(tmp_path / "empty", tmp_path / "out.yaml")
    with pytest.raises(ValueError, match="what is imported lies there"):
        import_repository(plain, plain.parent / "shapes.yaml")
    with pytest.raises(ValueError, match="nothing to make tasks of"):
        import_repository(plain, tmp_path / "out.yaml", settings=Settings(mutants=0, commits=0))
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(ValueError, match="is a folder"):
        import_repository(plain, tmp_path / "folder.yaml")


def test_faults_that_one_test_alone_notices_are_told_and_can_be_left_out(plain: Path, tmp_path: Path) -> None:
    told: list[str] = []
    settings = Settings(mutants=4, commits=0, noticed_by=2)
    report = import_repository(plain, tmp_path / "out.yaml", settings=settings, progress=told.append)
    assert report.planted["fewer than 2 tests notice it"] > 0
    assert not any("one test alone" in note for note in report.notes)
    assert any(text.startswith("planting faults: 4 of 4 tried") for text in told)

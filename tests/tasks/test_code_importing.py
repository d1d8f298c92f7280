"""Importing programming problems: hand-written rows of every format, tried in the sandbox."""

from __future__ import annotations

import base64
import json
import os
import pickle
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.importing.code import CodeReport, Settings, import_code, livecodebench
from rlvr.importing.code.formats import FORMATS, detected, problems
from rlvr.importing.code.problem import InvalidProblem, Problem
from rlvr.sandbox import Sandbox, SandboxUnavailable, make, use
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.functions import same
from rlvr.verifiers.code.imported import verify
from rlvr.verifiers.code.tagged import Unlike, plain, tagged

FIXTURES = Path(__file__).parents[1] / "fixtures" / "code"
NAMES = {"prime": "prime-rl"}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module", autouse=True)
def box() -> Iterator[Sandbox]:
    try:
        made = make(languages=frozenset({"python", "cpp"}), slots=2)
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    with made, use(made):
        yield made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("code")
    for path in FIXTURES.iterdir():
        shutil.copy(path, made)
    numbers = range(200_000)
    (made / "large.txt").write_text("\n".join([str(len(numbers)), *map(str, numbers)]), encoding="utf-8")
    return made


def rows(name: str) -> dict[int, Problem | InvalidProblem]:
    return dict(problems(FIXTURES / f"{name}.jsonl", NAMES.get(name, name)))


def imported(folder: Path, name: str, **settings: Any) -> CodeReport:
    return import_code(
        folder / f"{name}.jsonl",
        folder / f"own-{name}.yaml",
        env_id=f"mine/import-{name}-v0",
        settings=Settings(**{"mutants": 8, "suggestions": 8, **settings}),
    )


def left_out(report: CodeReport) -> dict[int, str]:
    return {found.row: found.text for found in report.dropped}


def weak(report: CodeReport) -> dict[int, str]:
    return {found.row: found.text for found in report.weak}


# ---- reading -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_format_is_told_by_its_fields(path: Path) -> None:
    assert detected(path) == NAMES.get(path.stem, path.stem)


def test_every_format_has_rows_of_its_own() -> None:
    assert {NAMES.get(path.stem, path.stem) for path in FIXTURES.glob("*.jsonl")} == set(FORMATS)


def test_a_row_of_each_format_is_read_as_its_site_means_it() -> None:
    apps, taco, contests, lcb = rows("apps"), rows("taco"), rows("codecontests"), rows("livecodebench")
    verl, prime = rows("verl"), rows("prime")
    assert apps[1].cases[1] == {"stdin": "10 -3\n", "out": "7\n"}  # type: ignore[union-attr]
    assert apps[2].unwrapped[0]["out"] == 20  # type: ignore[union-attr, index]
    lamps, rotate = taco[1], taco[2]
    assert isinstance(lamps, Problem)
    assert (lamps.cpu_s, lamps.memory_mb, lamps.cases[0]["stdin"]) == (2.0, 128, "5\n1 1 0 1 1\n")
    assert isinstance(rotate, Problem)
    assert rotate.entry == "Solution.rotate"
    steps = contests[1]
    assert isinstance(steps, Problem)
    assert (steps.cpu_s, steps.memory_mb, steps.public, len(steps.cases)) == (1.5, 244, 1, 5)
    assert [program.language for program in steps.references] == ["cpp", "python"]
    assert [program.language for program in steps.wrong] == ["cpp", "python"]
    square, largest = lcb[1], lcb[2]
    assert isinstance(square, Problem)
    assert [case["out"] for case in square.cases] == ["9\n", "49\n", "0\n"]
    assert isinstance(largest, Problem)
    assert largest.cases[1] == {"call": {"a": [[5, 1, 4], 2]}, "out": [4, 5]}
    assert isinstance(verl[1], Problem)
    assert isinstance(verl[2], Problem)
    assert verl[1].statement.startswith("Read n")
    assert verl[2].cases[0] == {"call": {"a": [1, 2, 3]}, "out": 2}
    assert isinstance(prime[1], Problem)
    assert prime[1].languages == ("cpp",)
    assert prime[1].references[0].text.startswith("#include")
    assert isinstance(prime[3], Problem)
    assert prime[3].cases[0] == {"stdin": "6 7\n", "out": "42\n"}


class Opened:
    """What a pickle runs when somebody opens it."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return exec, ("raise SystemExit('a pickle was opened')",)


@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_a_pickle_is_refused_and_never_opened(tmp_path: Path, protocol: int) -> None:
    row = json.loads((FIXTURES / "livecodebench.jsonl").read_text().splitlines()[0])
    row["private_test_cases"] = base64.b64encode(zlib.compress(pickle.dumps(Opened(), protocol))).decode()
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n")
    (found,) = dict(problems(path, "livecodebench")).values()
    assert isinstance(found, InvalidProblem)
    assert "pickle" in str(found)
    assert "convert" in str(found)


def test_bombs_and_broken_rows_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(livecodebench, "LARGEST", 1 << 20)
    row = json.loads((FIXTURES / "livecodebench.jsonl").read_text().splitlines()[0])
    bomb = zlib.compress(b"[" + b" " * (2 << 20) + b"]", 9)
    bad: list[Any] = [
        {**row, "private_test_cases": base64.b64encode(bomb).decode()},
        {**row, "private_test_cases": "no base64!"},
        {**row, "public_test_cases": "[" * 100_000},
        {**row, "public_test_cases": json.dumps([{"input": "", "output": 5, "testtype": "stdin"}, 7])},
        {**row, "metadata": 3, "question_content": "half a \ud800 character"},
        [1, 2],
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join([*map(json.dumps, bad), "{not json"]))
    found = dict(problems(path, "livecodebench"))
    assert len(found) == len(bad) + 1
    assert all(isinstance(one, InvalidProblem) for one in found.values())


def test_files_of_tests_stay_in_the_folder_of_the_rows(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    inner = tmp_path / "rows"
    inner.mkdir()
    path = inner / "rows.jsonl"
    row = {"statement": "x", "tests": [{"input_file": "../secret.txt", "output": "1"}]}
    path.write_text(json.dumps(row))
    (found,) = dict(problems(path, "own")).values()
    assert "no file of the folder" in str(found)
    os.mkfifo(inner / "pipe")  # reading it would never end
    for name, said in (
        ("pipe", "no file of the folder"),
        ("/dev/zero", "no file of the folder"),
        ("a\0b", "is no file"),
    ):
        row["tests"][0]["input_file"] = name
        path.write_text(json.dumps(row))
        (found,) = dict(problems(path, "own")).values()
        assert said in str(found)


# ---- trying --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def apps(folder: Path, box: Sandbox) -> CodeReport:
    return imported(folder, "apps")


def test_wrong_references_trivial_tests_and_repetitions_are_left_out(apps: CodeReport) -> None:
    out = left_out(apps)
    assert apps.kept == 2
    assert "does not pass" in out[3]
    assert "always prints the most common output" in out[4]
    assert out[5] == "row 1 asks the same"
    assert "no tests" in out[6]
    about = {one["row"]: one for one in apps.problems}
    assert about[1]["references"] == ["python"]  # the first solution is wrong, the second is not
    assert about[1]["mutants"] > 0
    assert "taken off" in weak(apps)[2]


@pytest.fixture(scope="module")
def own(folder: Path, box: Sandbox) -> CodeReport:
    return imported(folder, "own", mutants=20, suggestions=16)


def test_a_judge_that_babbles_or_hangs_fails_its_problem(own: CodeReport) -> None:
    out = left_out(own)
    assert "no verdict" in out[3]
    assert "cpu_limit" in out[4]
    assert "solutoin" in out[13]
    assert own.kept == 10


def test_kept_problems_are_played_and_their_references_are_right(own: CodeReport) -> None:
    assert own.registry is not None
    rlvr.register(own.registry)
    spec = rlvr.get(own.env)
    seen: dict[str, Any] = {}
    for level in spec.levels:
        for seed in range(60):
            task = spec.task(level, seed)
            seen.setdefault(task.payload["problem"]["id"], task)
    assert len(seen) == own.kept
    for name, task in seen.items():
        verdict = rlvr.verify(task, f"<answer>\n{task.answer}\n</answer>")
        assert verdict.passed, (name, verdict)
        empty = rlvr.verify(task, "<answer>pass  # once fields clamp</answer>")
        assert empty.score == 0.0, (name, empty)
    large = json.dumps(seen["large"].to_json())
    assert len(large) < 20_000  # megabytes of input lie in a file beside
    assert any("$file" in str(case["stdin"]) for case in seen["large"].payload["code"]["cases"])


def test_several_outputs_judges_and_tolerances_decide(own: CodeReport) -> None:
    assert own.registry is not None
    rlvr.register(own.registry)
    spec = rlvr.get(own.env)
    tasks: dict[str, Any] = {}
    for level in spec.levels:
        for seed in range(60):
            task = spec.task(level, seed)
            tasks.setdefault(task.payload["problem"]["id"], task)
    tried = {
        ("pair", "n = int(input())\nprint(1, n - 1)"): 1.0,
        ("pair", "n = int(input())\nprint(0, n)"): 0.0,
        ("pair", "print('1' * 100000)"): 0.0,
        ("shuffle", "print(*sorted(input().split()[1:]))"): 1.0,
        ("shuffle", "print(*input().split())"): 0.0,
        ("either", "print({'march': 'winter', 'july': 'summer'}[input()])"): 1.0,
        ("either", "print('summer')"): 0.0,
        ("mean", "n = list(map(int, input().split()))\nprint(f'{sum(n) / len(n):.7f}')"): 1.0,
        ("mean", "n = list(map(int, input().split()))\nprint(f'{sum(n) / len(n):.3f}')"): 0.0,
        ("fields", "def fields(line):\n    return line.split(',')"): 0.0,  # a list is no tuple
        ("fields", "import os\ndef fields(line):\n    os._exit(0)"): 0.0,
        ("clamp", "def clamp(x, low, high):\n    return min(high, max(low, x))"): 1.0,
        (
            "clamp",
            "class Same:\n    def __eq__(self, other):\n        return True\ndef clamp(*a, **k):\n    return Same()",
        ): 0.0,
    }
    for (name, program), score in tried.items():
        verdict = rlvr.verify(tasks[name], f"<answer>\n{program}\n</answer>")
        assert verdict.score == score, (name, program, verdict)


def test_a_judge_that_fails_later_gives_no_score(own: CodeReport) -> None:
    assert own.registry is not None
    rlvr.register(own.registry)
    spec = rlvr.get(own.env)
    task = next(t for t in (spec.task(1, s) for s in range(60)) if t.payload["problem"]["id"] == "pair")
    code = {**task.payload["code"], "judge": {"code": "raise ValueError"}}
    verdict = verify({**task.payload, "code": code}, task.answer)
    assert (verdict.score, verdict.reason) == (None, Reason.INFRA)
    lost = {**task.payload["code"], "cases": [{"stdin": {"$file": "0" * 32 + ".z"}, "out": ""}]}
    assert verify({**task.payload, "code": lost}, task.answer).reason is Reason.INFRA


def test_mutants_that_pass_are_named_with_tests_that_tell_them(folder: Path, tmp_path: Path) -> None:
    row = {
        "id": "third",
        "statement": "Print how many of the numbers from 1 to n are multiples of three.",
        "tests": [{"input": "1\n", "output": "0\n"}, {"input": "4\n", "output": "1\n"}],
        "solution": "n = int(input())\nprint(sum(1 for k in range(1, n + 1) if k % 3 == 0))\n",
    }
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row))
    report = import_code(path, tmp_path / "weak")
    (about,) = report.problems
    assert about["survivors"]
    assert "suggested tests" in weak(report)[1]
    tests = [json.loads(line) for line in (tmp_path / "weak" / "suggested.jsonl").read_text().splitlines()]
    for test in tests:
        n = int(test["test"]["input"])
        assert (
            int(test["test"]["output"]) == max(n, 0) // 3
        )  # what the statement says, worked out without the program
    stronger = {**row, "tests": [*row["tests"], *(test["test"] for test in tests)]}
    path.write_text(json.dumps(stronger))
    again = import_code(path, tmp_path / "weak")
    assert len(again.problems[0]["survivors"]) < len(about["survivors"])


def test_nearly_the_same_rows_are_found(own: CodeReport) -> None:
    ((one, other, share),) = own.duplicates
    assert (one, other) == (9, 10)
    assert share > 0.8
    assert "split train" in weak(own)[10]


def test_programs_that_the_file_calls_wrong(folder: Path) -> None:
    report = imported(folder, "codecontests")
    about = {one["row"]: one for one in report.problems}
    assert about[1]["references"] == ["cpp", "python"]
    assert about[1]["wrong"] == {"tried": 2, "passed": 0}
    assert about[3]["wrong"] == {"tried": 1, "passed": 1}
    assert "1 of 1 programs that the file calls wrong pass" in weak(report)[3]
    assert "no reference" in left_out(report)[2]
    assert report.kept == 2


def test_test_code_judges_without_meeting_the_program(folder: Path) -> None:
    report = imported(folder, "humaneval")
    assert report.kept == 3
    assert "does not pass its test code" in left_out(report)[3]
    rlvr.register(report.registry or "")
    spec = rlvr.get(report.env)
    tasks = {task.payload["problem"]["id"]: task for task in (spec.task(1, seed) for seed in range(40))}
    tried = {
        ("Own/0", "def root(c):\n    from fractions import Fraction as F\n    return root"): 0.0,
        ("Own/1", "def split_at(text, sign):\n    return ('a', 'b') if text == 'a=b' else ('a', 'b=c')"): 0.0,
        (
            "Own/1",
            "def split_at(text, sign):\n    return tuple(text.split(sign, 1)) if sign in text else None",
        ): 1.0,
        ("Own/3", "def decode(text):\n    return ''.join(chr((ord(c) - 97 - 5) % 26 + 97) for c in text)"): 1.0,
        ("Own/3", "def encode(t):\n    return 'x'\ndef decode(text):\n    return 'abc'"): 0.0,
    }
    for (name, program), score in tried.items():
        assert rlvr.verify(tasks[name], f"<answer>\n{program}\n</answer>").score == score, (name, program)


def test_sets_and_imports_of_mbpp(folder: Path) -> None:
    report = imported(folder, "mbpp", mutants=2)
    assert report.kept == 2
    rlvr.register(report.registry or "")
    spec = rlvr.get(report.env)
    tasks = {task.payload["problem"]["row"]: task for task in (spec.task(1, seed) for seed in range(40))}
    assert "assert common('tree', 'street')" in tasks[1].prompt
    assert "moon" not in tasks[1].prompt
    for program, score in (
        ("def common(a, b):\n    return {c for c in a if c in b}", 1.0),
        ("def common(a, b):\n    return sorted(set(a) & set(b))", 0.0),
    ):
        assert rlvr.verify(tasks[1], f"<answer>\n{program}\n</answer>").score == score


@pytest.mark.parametrize("name", ["taco", "livecodebench", "verl", "prime"])
def test_other_formats_are_kept_and_judged(folder: Path, name: str) -> None:
    report = imported(folder, name, mutants=2, unproven="keep")
    assert report.kept == {"taco": 2, "livecodebench": 2, "verl": 2, "prime": 3}[name], report.text()
    rlvr.register(report.registry or "")
    spec = rlvr.get(report.env)
    right = {
        ("livecodebench", 1): "print(int(input()) ** 2)",
        (
            "livecodebench",
            2,
        ): "class Solution:\n    def largest(self, n: List[int], k: int):\n        return sorted(n)[-k:]",
        ("verl", 1): "input()\nprint(max(map(int, input().split())))",
        ("verl", 2): "def middle(*numbers):\n    return sorted(numbers)[1]",
    }
    for level in spec.levels:
        for seed in range(8):
            task = spec.task(level, seed)
            answer = task.answer or right[name, task.payload["problem"]["row"]]
            assert rlvr.verify(task, f"<answer>\n{answer}\n</answer>").passed, (name, task.payload["problem"])


def test_languages_are_drawn_or_chosen(folder: Path) -> None:
    imported(folder, "prime", mutants=0, languages=("python", "cpp"))
    rlvr.register(folder / "own-prime.yaml")
    spec = rlvr.get("mine/import-prime-v0")
    asked = {task.payload["code"]["language"] for task in (spec.task(1, seed) for seed in range(20))}
    assert asked == {"python", "cpp"}
    chosen = spec.task(1, 3, params={"language": "cpp"})
    assert chosen.payload["code"]["language"] in ("cpp", "python")
    if "entry" not in chosen.payload["code"]:
        assert "C++17" in chosen.prompt
    with pytest.raises(ValueError, match="language must be one of"):
        spec.task(1, 3, params={"language": "cobol"})


@pytest.mark.parametrize(
    ("how", "value", "due", "right"),
    [
        ("values", 1, 1.0, True),
        ("values", True, 1, False),
        ("values", [[1, "a"], {"k": None}], [[1.0, "a"], {"k": None}], True),
        ("values", "1", 1, False),
        ("exact", 1, 1.0, False),
        ("unordered", [3, 1, [2]], [[2.0], 3, 1], True),
        ("unordered", [1, 1, 2], [1, 2, 2], False),
        ("unordered", [True], [1], False),
        ("unordered", ["n:1"], [1], False),
        ("unordered", "ab", "ba", False),
        ({"floats": 1e-6}, [0.1 + 0.2], [0.3], True),
        ({"floats": 1e-6}, [0.31], [0.3], False),
        ({"floats": 1e-6}, [Unlike()], [0.3], False),
        ("values", Unlike(), None, False),
        ("unordered", [Unlike()], [None], False),
    ],
)
def test_values_are_compared_as_the_docs_say(how: Any, value: Any, due: Any, right: bool) -> None:
    assert same(how, value, due) is right


def test_many_values_in_any_order_are_compared_quickly() -> None:
    numbers = list(range(300_000))  # by pairs this would take hours
    assert same("unordered", numbers[::-1], numbers)
    assert not same("unordered", [*numbers[1:], 1], numbers)


@given(json_values)
def test_values_come_back_as_they_were(value: Any) -> None:
    assert plain(tagged(value)) == value


def test_what_a_program_sends_back_never_raises() -> None:
    for value in (
        {"$": "dict", "v": [[1, 2], ["1", 3]]},
        {"$": "dict", "v": 5},
        {"v": 1},
        {},
        {"$": "tuple", "v": None},
    ):
        assert plain(value) != value
        assert not same("values", plain(value), value)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_field_with_anything_in_it_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    junk = (None, 5, True, "", "[1", "{}", [], {}, [[]], {"a": 1}, "\0", 1e308)
    changed = [{**row, name: value} for row in rows for name in row for value in junk]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, changed)), encoding="utf-8")
    found = dict(problems(file, NAMES.get(path.stem, path.stem)))
    assert len(found) == len(changed)
    for problem in found.values():
        if isinstance(problem, Problem) and problem.kind == "program":
            assert all(
                isinstance(case["stdin"], str) and isinstance(case["out"], str) for case in problem.cases
            )


def test_test_code_may_make_many_calls_one_after_the_other(tmp_path: Path) -> None:
    checks = [f"    assert candidate({n}) == {n * n}" for n in range(12)]
    code = "\n".join(
        ["def check(candidate):", *checks, "    assert [candidate(n) for n in range(20, 60)][-1] == 59 * 59"]
    )
    solution = "def square(n):\n    return n * n\n"
    row = {"statement": "Square it.", "entry": "square", "test": code, "solution": solution}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row))
    report = import_code(path, tmp_path / "own.yaml", env_id="mine/import-many-v0")
    assert not report.dropped
    rlvr.register(tmp_path / "own.yaml")
    task = rlvr.task("mine/import-many-v0:1:0")
    assert rlvr.verify(task, f"<answer>{solution}</answer>").passed
    assert not rlvr.verify(
        task, f"<answer>{solution.replace('n * n', 'n * n if n < 50 else 0')}</answer>"
    ).passed

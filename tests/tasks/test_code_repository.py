"""Repository tasks: the projects, the tools, and that nothing but a mended project scores."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.envs.make import make_env
from rlvr.envs.tool import ToolEnv
from rlvr.envs.tool_text import call_text
from rlvr.generators.code.mutate import mutants
from rlvr.generators.code.repository.check import expected
from rlvr.generators.code.repository.domain import files_of, with_derived, with_fault
from rlvr.generators.code.repository.domains import DOMAINS
from rlvr.generators.code.repository.project import Project
from rlvr.sandbox import MISSING, current
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code import repository as rules

SPEC = rlvr.get("repository")


def score(task: rlvr.Task, edits: dict[str, str]) -> Any:
    return SPEC.verify_answer(task.payload, json.dumps(edits)).score


def episode(level: int, seed: int, **options: Any) -> ToolEnv:
    env = make_env("repository", level=level, **options)
    assert isinstance(env, ToolEnv)
    env.reset(seed=seed)
    return env


def use(env: ToolEnv, called: str, **arguments: Any) -> str:
    observation, _, terminated, truncated, info = env.step(call_text(called, arguments))
    assert not terminated
    assert not truncated
    assert observation
    return str(info["tool_results"][0]["content"])


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_a_sound_project_does_what_the_model_of_its_domain_does(domain: Any) -> None:
    for seed in range(25):
        rng = Random(seed)
        names = domain.choose(rng)
        has = with_derived(domain, rng.sample(domain.features, seed % (len(domain.features) + 1)))
        project = Project(files_of(domain, names, has))
        for function, feature in domain.functions.items():
            for size in (1, 2, 3) * 4 if not feature or feature in has else ():
                args = domain.inputs(rng, names, has, function, size)
                wanted = json.loads(json.dumps(domain.model(names, has, function, args)))
                assert project.call(f"{names['pkg']}.api", function, args) == wanted, (function, args)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_fault_fits_its_file_and_shows(domain: Any) -> None:
    rng = Random(7)
    has = with_derived(domain, domain.features)
    unseen = dict(enumerate(domain.faults))
    for _ in range(8):
        names = domain.choose(rng)
        sound = files_of(domain, names, has)
        for number, fault in list(unseen.items()):
            if fault.feature and fault.feature not in has:
                raise AssertionError(f"{fault.path}: nothing has the feature {fault.feature}")
            broken = Project(with_fault(sound, fault, names, has))
            for _ in range(60):
                args = domain.inputs(rng, names, has, fault.shows, 3)
                call = (f"{names['pkg']}.api", fault.shows, args)
                if broken.call(*call) != Project(sound).call(*call):
                    del unseen[number]
                    break
    assert [fault.new for fault in unseen.values()] == []


def test_levels_have_the_faults_and_the_issue_that_they_say() -> None:
    for level in SPEC.levels:
        params = SPEC.params(level)
        for seed in range(8):
            task = SPEC.task(level, seed)
            assert len(json.loads(task.answer)) == params["faults"]
            assert task.prompt.count("For example, `") == (
                params["faults"] if params["report"] != "symptom" else 0
            )
            named = any(f"{path}." in task.prompt for path in json.loads(task.answer))
            assert named == (params["report"] == "file")
            cases = task.payload["cases"]
            assert sum(not case["ok"] for case in cases) >= 3
            assert any(case["ok"] for case in cases)
            assert len(json.dumps(task.payload)) < 64 * 1024
            for case in cases:
                assert expected(task.payload, case["call"], case["args"]) == case["out"]


def test_expected_results_and_tests_never_enter_the_sandbox() -> None:
    task = SPEC.task(5, 3)
    tree = rules.edited(task.payload, json.loads(task.answer))
    hidden = {path: text for path, text in tree.items() if not rules.is_protected(task.payload, path)}
    job = rules.job_of(task.payload, hidden)
    assert [call[1:] for call in job.calls] == [(c["call"], c["args"]) for c in task.payload["cases"]]
    assert not any(path.startswith("tests/") for path in job.files)
    for secret in (task.id, task.fingerprint, "rlvr", '"ok"', "problem"):
        assert secret not in job.code
        assert not any(secret.encode() in text for text in job.files.values())


@pytest.mark.parametrize("level", [1, 4, 7])
def test_what_cheats_scores_nothing(level: int) -> None:
    task = SPEC.task(level, 11)
    files: dict[str, str] = task.payload["files"]
    api = next(path for path in files if path.endswith("/api.py"))
    public = sorted({case["call"] for case in task.payload["cases"]})
    equal = "class Same:\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\n"

    def everywhere(body: str, head: str = "") -> dict[str, str]:
        return {api: head + "".join(f"def {name}(*args):\n    {body}\n" for name in public)}

    first = task.payload["cases"][0]
    cheats = {
        "nothing": {api: ""},
        "the same": {api: files[api]},
        "a comment": {api: files[api] + "# mended\n"},
        "no code": {api: "this is not python"},
        "constant": everywhere(f"return {first['out']!r}"),
        "none": everywhere("return None"),
        "always equal": everywhere("return Same()", equal),
        "echo": everywhere("return args[0]"),
        "exit": everywhere("__import__('os')._exit(0)"),
        "exit on import": {api: "raise SystemExit(0)"},
        "forged results": everywhere("import os; os.write(3, b'[\"v\", 1]\\n'); return 1"),
        "the caller": everywhere("import sys; return sys._getframe(1).f_locals.get('expected', 'x')"),
        "patched comparison": {api: "import json, builtins\nbuiltins.all = lambda *a: True\n" + files[api]},
        "other files": {"notes.txt": "done", "importlib.py": "def import_module(name): return None"},
        "the tests": {path: "" for path in files if path.startswith("tests/")},
    }
    for name, edits in cheats.items():
        assert score(task, edits) == 0.0, name
    for text in ("{}", "[]", "done", "", "null", '{"a": 1}', '{"../x.py": "x"}', '{"/etc/passwd": "x"}', '{"a//b": ""}',
                 f'{{"{api}/x.py": ""}}', '{"a": "", "a": ""}', '{"x": "\\ud800"}',
                 json.dumps({f"f{i}.py": "" for i in range(99)}), json.dumps({"big.py": "#" * 300_000})):  # fmt: skip
        verdict = SPEC.verifier_function(task.payload, text)
        assert (verdict.score, verdict.reason) == (0.0, Reason.UNPARSABLE), text[:60]


def test_a_part_of_the_repair_gets_a_part_and_breaking_something_gets_nothing() -> None:
    between = 0
    for seed in range(6):
        task = SPEC.task(7, seed)
        edits: dict[str, str] = json.loads(task.answer)
        assert score(task, edits) == 1.0
        for path in edits:
            left = score(task, {path: edits[path]})
            assert 0.0 <= left < 1.0
            between += left > 0.0
        api = next(path for path in task.payload["files"] if path.endswith("/api.py"))
        good = next(case for case in task.payload["cases"] if case["ok"])
        broken = (
            edits.get(api, task.payload["files"][api]) + f"\n\ndef {good['call']}(*args):\n    return 'x'\n"
        )
        assert score(task, {**edits, api: broken}) == 0.0
    assert between >= 3


def test_most_mutants_of_the_repaired_files_are_told_apart() -> None:
    killed = wrong = 0
    for seed in range(5):
        task = SPEC.task(1 + seed, seed)
        rng = Random(seed)
        problem = task.payload["problem"]
        domain = next(domain for domain in DOMAINS if domain.name == problem["domain"])
        has = frozenset(problem["features"])
        functions = sorted({case["call"] for case in task.payload["cases"]})
        more = []
        for _ in range(150):
            function = rng.choice(functions)
            args = domain.inputs(rng, problem["names"], has, function, rng.choice((2, 3)))
            more.append({"call": function, "args": args, "out": expected(task.payload, function, args)})
        ((path, text),) = json.loads(task.answer).items()
        for mutant in mutants(text, rng, 7):
            tree = rules.edited(task.payload, {path: mutant.source})
            result = current("python").run(rules.job_of({**task.payload, "cases": more}, tree))
            same = all(
                value is not MISSING and value == case["out"]
                for value, case in zip(result.values, more, strict=True)
            )
            if not same:
                wrong += 1
                killed += not SPEC.verify_answer(task.payload, json.dumps({path: mutant.source})).passed
    assert wrong >= 15
    assert killed >= 0.9 * wrong, f"{killed} of {wrong}"


def test_the_tools() -> None:
    env = episode(2, 5)
    files: dict[str, str] = env.task.payload["files"]
    listed = use(env, "list_files")
    assert [line.split(" (")[0] for line in listed.split("\n")] == sorted(files)
    api = next(path for path in files if path.endswith("/api.py"))
    lines = files[api].splitlines()
    assert use(env, "read_file", path=api).startswith(f"1: {lines[0]}\n2: {lines[1]}")
    assert use(env, "read_file", path=api, start=3, end=4) == f"3: {lines[2]}\n4: {lines[3]}"
    assert f"{api}:1: {lines[0]}" in use(env, "search", text=lines[0])
    assert use(env, "search", text="no such text") == "not found"
    assert use(env, "read_file", path=api[:-1]) == f"error: there is no file {api[:-1]!r}; did you mean {api}?"
    assert use(env, "edit_file", path=api, old=lines[0], new="# x") == f"edited {api}"
    assert "did you mean the line" in use(env, "edit_file", path=api, old=lines[2] + "s", new="")
    assert "stands" in use(env, "edit_file", path=api, old="e", new="")
    assert use(env, "write_file", path="new/a.py", text="x = 1\ny = 2\n") == "wrote new/a.py (2 lines)"
    assert "no relative path" in use(env, "write_file", path="../a.py", text="x")
    assert "lies in a file" in use(env, "write_file", path=f"{api}/a.py", text="x")
    test = next(path for path in files if path.startswith("tests/test_"))
    assert use(env, "write_file", path=test, text="") == f"error: {test} cannot be changed"
    assert use(env, "edit_file", path=test, old="import", new="") == f"error: {test} cannot be changed"
    assert "and README" not in use(env, "read_file", path="README.md", start=10_000)


def test_public_tests_fail_until_the_repair_and_the_word_done_ends_it() -> None:
    env = episode(3, 2)
    assert "1 of them failed" in use(env, "run_tests")
    assert "FAIL: " in use(env, "run_tests") or "ERROR: " in use(env, "run_tests")
    for path, text in json.loads(env.task.answer).items():
        use(env, "write_file", path=path, text=text)
    assert "all passed" in use(env, "run_tests")
    api = next(path for path in env.task.payload["files"] if path.endswith("/api.py"))
    before = env.clone()
    use(env, "write_file", path=api, text="while True:\n    pass\n")
    assert "The tests were ended" in use(env, "run_tests")
    env.restore(before)
    assert env.step("<answer>done</answer>")[1:4] == (1.0, True, False)


def test_an_unmended_project_and_one_out_of_turns() -> None:
    assert episode(4, 1).step("<answer>done</answer>")[1:4] == (0.0, True, False)
    env = episode(4, 1)
    assert env.step(mark(env.task.answer, "tag"))[1:3] == (1.0, True)
    env = episode(4, 1, max_turns=2)
    env.step("Hm.")
    edits = [call_text("write_file", {"path": p, "text": t}) for p, t in json.loads(env.task.answer).items()]
    _, reward, terminated, truncated, info = env.step("\n".join(edits))
    assert (reward, terminated, truncated, info["verdict"].passed) == (1.0, False, True, True)
    env = episode(4, 1, max_turns=1)
    assert env.step("Hm.")[4]["verdict"].reason is Reason.TRUNCATED


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_oracle_mends_every_project(level: int) -> None:
    for seed in range(3):
        record = play(make_env("repository", level=level), oracle, seed=seed)
        assert record.verdict is not None
        assert record.verdict.passed

"""Repository tasks: the projects, the tools, and that nothing but a mended project scores."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from functools import reduce
from importlib.resources import files
from operator import or_
from random import Random
from textwrap import indent
from typing import Any

import pytest

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.envs.make import make_env
from rlvr.envs.tool import ToolEnv
from rlvr.envs.tool_text import call_text
from rlvr.generators.code.mutate import every_mutant
from rlvr.generators.code.repository import kept_calls
from rlvr.generators.code.repository.choose_calls import choose
from rlvr.generators.code.repository.domain import Fault, files_of, filled, with_derived, with_fault
from rlvr.generators.code.repository.domains import BY_NAME, DOMAINS
from rlvr.generators.code.repository.drawn_call import DrawnCall
from rlvr.generators.code.repository.project import Metered, Project, packed
from rlvr.generators.code.repository.renaming import renamed, with_places
from rlvr.generators.code.repository.repository_solver import expected
from rlvr.generators.code.repository.skeleton import (
    SMALL_TURNS,
    VARIANTS,
    Skeleton,
    sets_of,
    skeletons,
    written,
)
from rlvr.generators.code.repository.slips import Function, slips_of
from rlvr.generators.code.repository.wrong_repairs import Part, mended_parts
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
                wanted = json.loads(json.dumps(domain.solve(names, has, function, args)))
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
        for seed in range(4):
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


def told_apart(task: rlvr.Task, files: dict[str, str]) -> bool:
    """Whether a hidden call of a task shows that some files are wrong; run here, for they are our own."""
    project = Metered(files)
    module = task.payload["module"]
    return any(
        project.call(module, case["call"], case["args"]) != case["out"] for case in task.payload["cases"]
    )


def drawn(task: rlvr.Task) -> tuple[Any, dict[str, Any], frozenset[str], list[Fault]]:
    """The domain, the names, the features and the faults of a task."""
    problem = task.payload["problem"]
    domain = with_places(problem["domain"])
    names, has = problem["names"], frozenset(problem["features"])
    sound, mended = files_of(domain, names, has), json.loads(task.answer)
    faults = []
    for fault in domain.faults:
        path = filled(fault.path, names, has)
        if path in mended and (not fault.feature or fault.feature in has):
            faulty = with_fault(sound, fault, names, has)[path]
            faults += [fault] * (faulty == task.payload["files"][path])
    return domain, names, has, faults


def with_slip(sound: dict[str, str], piece: Part, text: str) -> dict[str, str]:
    """The files with another text in the place of a part."""
    if piece.name:
        depth = "    " if "." in piece.name else ""
        old, new = indent(piece.text, depth), indent(text, depth)
        assert sound[piece.path].count(old.strip("\n")) == 1
        text = sound[piece.path].replace(old.strip("\n"), new.strip("\n"))
    return {**sound, piece.path: text}


def test_the_file_of_chosen_calls_has_every_skeleton_and_can_be_made_anew() -> None:
    """Whole lines are made again for the smallest projects of each domain, as ``benchmarks.repository_calls`` does."""
    lines = (files("rlvr.generators.code.repository") / "chosen_calls.txt").read_text().splitlines()
    kept = {" ".join(line.split(" ", 3)[:3]): line.split(" ", 3)[3] for line in lines}
    assert list(kept) == [base.key for base in skeletons()]
    assert len(kept) == len(lines)
    for domain in DOMAINS:
        base = Skeleton(domain, 0, 1)
        assert kept[base.key] == written(choose(base)), f"{base.key}: run python -m benchmarks.repository_calls"


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_chosen_calls_show_faults(domain: Any) -> None:
    for mask in (2, 13, 31):
        base = Skeleton(domain, mask, VARIANTS[mask.bit_count()] - 1)
        assert len(base.hidden) == len(base.chosen.hidden)
        assert {call.function for call in base.hidden} == set(base.functions)
        small = [base.small(number) for number in range(SMALL_TURNS * len(base.functions))]
        for at, call in enumerate(small):
            usable = call is not None and call.text not in ("[]", "{}", '""')
            assert usable == bool(base.chosen.usable >> at & 1)
        for place, kept in list(base.chosen.shown.items())[mask % 3 :: 3]:
            assert kept.hidden.bit_count() >= 3
            broken = Project(base.faulty([place]))
            for calls, bits in ((base.hidden, kept.hidden), (small, kept.small)):
                for at, call in enumerate(calls):
                    assert (call is not None and call.shows(broken)) == bool(bits >> at & 1)
            examples = [base.small(number) for number in kept.examples]
            assert all(call is not None and call.shows(broken) for call in examples)


@pytest.mark.parametrize("mask", [27, 31])
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_faults_that_are_kept_as_separate_are_shown_by_what_shows_one_of_them(domain: Any, mask: int) -> None:
    base = Skeleton(domain, mask, 1)
    assert base.together == {27: 2, 31: 3}[mask]
    sets = [
        picked
        for picked in sets_of(base.chosen.shown, base.together)
        if len({domain.faults[place].path for place in picked}) == len(picked)
    ]
    separate = [picked for picked in sets if not base.unsure(picked)]
    others = [picked for picked in sets if base.unsure(picked)]
    assert len(separate) == base.chosen.separate.bit_count()
    rng, differ = Random(0), 0
    for picked in (*rng.sample(separate, 12), *rng.sample(others, min(12, len(others)))):
        either = reduce(or_, (base.chosen.shown[place].hidden for place in picked))
        broken = Project(base.faulty(list(picked)[::-1]))
        found = sum(call.shows(broken) << at for at, call in enumerate(base.hidden))
        assert not (found ^ either) & ~base.unsure(picked)
        assert base.unsure(picked[::-1]) == base.unsure(picked)
        differ += found != either
    assert differ == min(12, len(others)) > 0


def test_nothing_is_kept_about_sets_of_other_sizes() -> None:
    base = Skeleton(BY_NAME["ledger"], 7, 0)  # of three features, which no level with two faults has
    assert not base.chosen.separate
    assert base.unsure([3]) == 0
    assert base.unsure([3, 4]) == -1
    assert Skeleton(BY_NAME["ledger"], 31, 0).unsure([3, 4]) == -1


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_kept_hidden_calls_are_those_that_the_code_draws_and_what_it_gives(domain: Any) -> None:
    for base in skeletons():
        if base.domain.name == domain.name:
            anew = base.hidden_anew()
            assert len(anew) == len(base.chosen.hidden)
            assert kept_calls.kept(base.key) == [(call.args, call.out) for call in anew], (
                f"{base.key}: run python -m benchmarks.repository_calls --calls"
            )
            told = [(call.function, call.args, call.text) for call in base.hidden]
            assert told == [(call.function, call.args, call.text) for call in anew]
            assert [case["call"] for case in base.cases()] == [call.function for call in anew]


def test_each_task_has_hidden_calls_of_its_own() -> None:
    base = Skeleton(BY_NAME["rooms"], 31, 0)
    first, second = base.cases(), base.cases()
    assert first == second
    first[0]["args"][0].append("more")
    first[0]["ok"] = True
    assert second == base.cases() != first


def test_the_file_of_hidden_calls_is_small() -> None:
    text = (files("rlvr.generators.code.repository") / "hidden_calls.bin").read_bytes()
    assert len(text) < 1_000_000
    assert json.loads(text.partition(b"\n")[0]).keys() == {base.key for base in skeletons()}


def test_a_skeleton_that_the_file_does_not_have_is_worked_out() -> None:
    base = Skeleton(BY_NAME["ledger"], 3, 0)
    assert base.key not in {kept.key for kept in skeletons()}
    assert base.chosen == choose(base)
    assert {call.function for call in base.hidden} == set(base.functions)
    assert kept_calls.kept(base.key) is None
    told = [(case["call"], case["args"], case["out"]) for case in base.cases()]
    assert told == [(call.function, call.args, call.out) for call in base.hidden]


def test_what_is_right_at_the_beginning_is_said() -> None:
    for level in SPEC.levels:
        task = SPEC.task(level, 40 + level)
        project = Project(task.payload["files"])
        for case in task.payload["cases"]:
            assert case["ok"] == (
                project.call(task.payload["module"], case["call"], case["args"]) == case["out"]
            )


def test_slips_in_a_loaded_project_do_what_they_do_in_its_files() -> None:
    seen: set[tuple[bool, bool]] = set()
    for seed in range(5):
        task = SPEC.task(3 + seed % 3, seed)
        domain, names, has, faults = drawn(task)
        sound, module = files_of(domain, names, has), task.payload["module"]
        project, loaded = Project(sound), Metered(sound)
        loaded.load(module)
        calls = []
        for case in task.payload["cases"][::3]:
            arguments = packed(case["args"])
            text = project.told(module, case["call"], arguments)
            calls.append(DrawnCall(module, case["call"], arguments, text))
        for piece in mended_parts(names, has, faults[:1], sound):
            if not piece.name:
                continue
            slips, function = (
                slips_of(piece.text, piece.name),
                Function(loaded, loaded.function(piece.path, piece.name)),
            )
            for at in Random(seed).sample(range(len(slips.lines)), min(12, len(slips.lines))):
                whole = Metered(with_slip(sound, piece, slips.text(at)))
                for call in calls:
                    shows = function.shows(slips.code(at), call)
                    assert shows == call.shows(whole), (slips.text(at), call)
                    seen.add((function.is_reached(call), shows))
        assert all(not call.shows(loaded) for call in calls)  # its code is as it was
    assert seen == {(False, False), (True, False), (True, True)}


def test_slips_in_what_is_mended_are_told_apart() -> None:
    """Natively: a slip is wrong if one of many calls, drawn apart from those of the task, shows it."""
    shown = wrong = 0
    for seed in range(16):
        task = SPEC.task(1 + seed % 6, seed)
        domain, names, has, faults = drawn(task)
        sound, rng = files_of(domain, names, has), Random(seed)
        functions = [name for name, feature in domain.functions.items() if not feature or feature in has]
        more = []
        for _ in range(120):
            function = rng.choice([faults[0].shows, rng.choice(functions)])
            args = domain.inputs(rng, names, has, function, rng.choice((1, 2, 3)))
            call = renamed(names, function)
            more.append({"call": call, "args": args, "out": expected(task.payload, call, args)})
        pool = replace(task, payload={**task.payload, "cases": more})
        part = mended_parts(names, has, faults[:1], sound)
        for piece in part:
            slips = [mutant for mutant in every_mutant(piece.text) if mutant.line in piece.lines]
            for mutant in rng.sample(slips, min(len(slips), 12)):
                files = with_slip(sound, piece, mutant.source)
                found = told_apart(task, files)
                shown += found
                wrong += found or told_apart(pool, files)
    assert wrong >= 100
    assert shown >= 0.95 * wrong, f"{shown} of {wrong}"


def test_faults_left_in_and_half_repairs_are_told_apart() -> None:
    told = halves = 0
    for seed in range(18):
        task = SPEC.task(7 if seed % 2 else 4, seed)
        domain, names, has, faults = drawn(task)
        sound = files_of(domain, names, has)
        paths = {fault.path for fault in faults}
        for fault in faults:
            assert told_apart(task, with_fault(sound, fault, names, has)), fault.new
        for half in domain.halves:
            if half.path in paths and (not half.feature or half.feature in has):
                halves += 1
                told += told_apart(task, with_fault(sound, half, names, has))
    assert halves >= 50
    assert told >= 0.95 * halves, f"{told} of {halves}"


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_half_repair_fits_its_file_and_is_wrong(domain: Any) -> None:
    unseen = dict(enumerate(domain.halves))
    for seed in range(8):
        rng = Random(seed)
        names, has = (
            domain.choose(rng),
            with_derived(domain, domain.features if seed % 2 else domain.features[:2]),
        )
        sound = files_of(domain, names, has)
        functions = [name for name, feature in domain.functions.items() if not feature or feature in has]
        calls = [(name, domain.inputs(rng, names, has, name, rng.choice((1, 2, 3)))) for name in functions * 50]
        outs = [Project(sound).call(f"{names['pkg']}.api", *call) for call in calls]
        for number, half in list(unseen.items()):
            if filled(half.path, names, has) in sound and (not half.feature or half.feature in has):
                wrong = Metered(with_fault(sound, half, names, has))
                found = (wrong.call(f"{names['pkg']}.api", *call) for call in calls)
                if any(out != other for out, other in zip(outs, found, strict=True)):
                    del unseen[number]
    assert [half.new for half in unseen.values()] == []


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_sound_files_have_no_dead_code_and_nothing_is_left_of_a_template(domain: Any) -> None:
    for number in range(1 << len(domain.features)):
        chosen = [feature for at, feature in enumerate(domain.features) if number >> at & 1]
        names = domain.choose(Random(number))
        for path, text in files_of(domain, names, with_derived(domain, chosen)).items():
            assert not any(mark in text for mark in ("#?", "#+", "#-")), path
            for node in ast.walk(ast.parse(text)) if path.endswith(".py") else ():
                body = getattr(node, "body", [])
                if isinstance(body, list):
                    assert not any(isinstance(item, ast.Return | ast.Raise) for item in body[:-1]), path
            if path.endswith(".py"):
                imported = [
                    (name.asname or name.name).split(".")[0]
                    for node in ast.walk(ast.parse(text))
                    if isinstance(node, ast.Import | ast.ImportFrom)
                    for name in node.names
                ]
                used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
                assert set(imported) <= used, path


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
    assert use(env, "read_file", path="README.md", start=10_000).startswith("(README.md has ")


@pytest.mark.parametrize("level", SPEC.levels)
def test_every_file_can_be_read_whole_in_one_call(level: int) -> None:
    for seed in range(4):
        env = episode(level, seed)
        files: dict[str, str] = env.task.payload["files"]
        for path in sorted(files, key=lambda path: -len(files[path]))[:3]:
            numbered = [f"{i}: {line}" for i, line in enumerate(files[path].splitlines(), start=1)]
            assert use(env, "read_file", path=path) == "\n".join(numbered)


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

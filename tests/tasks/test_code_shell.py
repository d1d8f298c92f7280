"""Shell tasks: goals against counts made here, scripts in a real shell, traps, episodes, hacks that earn nothing."""

from __future__ import annotations

import collections
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.envs.make import make_env
from rlvr.envs.tool_text import call_text
from rlvr.generators.code.shell.shell_solver import confirms
from rlvr.generators.code.shell.step import Conflict, lines_of
from rlvr.generators.code.shell.steps import STEPS
from rlvr.generators.code.shell.trees import make_tree
from rlvr.sandbox import SandboxUnavailable, current
from rlvr.verifiers.code.shell import expected, judge, run, tree_of, verify

SPEC = rlvr.get("shell")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)

TRICKY = {
    "-rf.txt": "Winter rose\r\nwinter\n",
    "a b/ c.txt": "last line without end",
    "a b/empty.txt": "",
    "a b/2023-01-05 x.log": "2024-01-02 10:00:01 WARN auth: login failed\n2024-01-02 10:00:02 INFO mail: retry",
    "notes.txt.bak": "Winter\n",
    "same 1.md": "x\r\ny",
    "z/same 2.md": "x\r\ny",
    "table.csv": "date,item,qty,price\r\n2024-01-01,green tea,3,5\r\n2024-01-02,mate,30,2\r\n2024-01-03,green tea,9,1",
}


@pytest.fixture(scope="module", autouse=True)
def shell() -> None:
    try:
        current("bash")
    except SandboxUnavailable as error:
        pytest.skip(f"no sandbox with bash here: {error}")


def after(kind: str, **facts) -> dict[str, str]:
    """What a step makes of the tricky tree; its script must do the same."""
    wanted = STEPS[kind].apply(TRICKY, facts)
    assert tree_of(run(TRICKY, STEPS[kind].script(facts))) == wanted
    return wanted


def test_steps_on_a_tricky_tree():
    """What they come to was worked out by hand."""
    assert (
        after("collect", ext="log", word="retry", out="o.out")["o.out"]
        == "2024-01-02 10:00:02 INFO mail: retry\n"
    )
    assert after("tally", field=4, out="o.out", ext="log")["o.out"] == "auth 1\nmail 1\n"
    assert after("sums", money=True, least=0, out="o.out", ext="csv")["o.out"] == "green tea,24\nmate,60\n"
    assert after("sums", money=False, least=13, out="o.out", ext="csv")["o.out"] == "mate,30\n"
    assert (
        after("columns", order=[3, 2], least=9, sep="|", out="o.out", ext="csv")["o.out"]
        == "30|mate\n9|green tea\n"
    )
    assert after("frequent", ext="txt", top=2, out="o.out")["o.out"] == "2 winter\n1 end\n"
    assert after("ends", ext="txt", last=True, out="o.out")["o.out"] == (
        "-rf.txt: winter\na b/ c.txt: last line without end\n"
    )
    joined = after("concat", ext="txt", mark="==", delete=True, out="o.out")
    assert joined["o.out"] == (
        "== -rf.txt\nWinter rose\nwinter\n== a b/ c.txt\nlast line without end\n== a b/empty.txt\n"
    )
    assert sorted(set(TRICKY) - set(joined)) == ["-rf.txt", "a b/ c.txt", "a b/empty.txt"]
    assert set(TRICKY) - set(after("rename", ext="txt", fill="_", lower=True)) == {"a b/ c.txt"}
    assert "to x/ c.txt" in after("gather", ext="txt", to="to x")
    assert "old/2023/01/2023-01-05 x.log" in after("dated", to="old", before="2024-01-01")
    assert after("dated", to="old", before="2023-01-05") == TRICKY
    assert set(TRICKY) - set(after("drop_small", most=0)) == {"a b/empty.txt"}
    assert set(TRICKY) - set(after("drop_small", most=20)) == {
        name for name in TRICKY if len(TRICKY[name]) <= 20
    }
    for tail in ("", ".md"):
        assert set(TRICKY) - set(after("drop_same", last=False, tail=tail)) == {"z/same 2.md"}
        assert set(TRICKY) - set(after("drop_same", last=True, tail=tail)) == {"same 1.md"}
    assert after("drop_same", last=True, tail=".txt") == TRICKY
    ends = after("unix_ends", ext="txt")
    assert (ends["-rf.txt"], ends["a b/ c.txt"], ends["a b/empty.txt"]) == (
        "Winter rose\nwinter\n", "last line without end\n", ""
    )  # fmt: skip
    assert after("replace", ext="txt", old="Winter", new="a &")["-rf.txt"] == "a & rose\r\nwinter\n"
    assert after("unique", ext="md", sort=True, least=0)["same 1.md"] == "x\ny\n"
    assert after("unique", ext="txt", sort=False, least=7)["-rf.txt"] == "Winter rose\n"
    assert after("filter", ext="csv", low=9, high=29)["table.csv"] == (
        "date,item,qty,price\n2024-01-03,green tea,9,1\n"
    )
    parts = after("split", path="table.csv", lines=3, to="p/q")
    assert parts["p/q/part-01.txt"] + parts["p/q/part-02.txt"] == TRICKY["table.csv"]
    assert parts["p/q/part-02.txt"] == "2024-01-03,green tea,9,1"
    assert after("index", bytes=True, out="o.out")["o.out"].startswith("20 -rf.txt\n21 a b/ c.txt\n")
    lines = "2 -rf.txt\n1 a b/ c.txt\n2 a b/2023-01-05 x.log\n0 a b/empty.txt\n1 notes.txt.bak\n"
    assert after("index", bytes=False, out="o.out")["o.out"].startswith(lines)


@pytest.mark.parametrize("kind", STEPS)
def test_scripts_do_what_the_steps_say(kind):
    rng, done = random.Random(kind), 0
    while done < 2:
        tree = make_tree(rng, 12, 60)
        try:
            facts = STEPS[kind].draw(rng, tree)
            wanted = STEPS[kind].apply(tree, facts)
        except Conflict:
            continue
        payload = {"files": tree, "expected": dict(wanted), "problem": {"steps": [[kind, facts]]}}
        script = STEPS[kind].script(facts)
        assert verify(payload, script).passed, (facts, tree)
        assert confirms(payload, script)
        done += 1


@settings(max_examples=60)
@given(SEEDS)
def test_sums_are_those_of_the_tables(seed):
    tree = make_tree(random.Random(seed), 10, 60)
    totals = collections.Counter()
    for path, text in tree.items():
        if path.endswith(".csv") and text:
            for row in re.findall(r"^\d{4}-\d\d-\d\d,([a-z ]+),(\d+),\d+\r?$", text, re.MULTILINE):
                totals[row[0]] += int(row[1])
    made = STEPS["sums"].apply(tree, {"money": False, "least": 0, "out": "o", "ext": "csv"})["o"]
    assert dict(line.split(",") for line in made.splitlines()) == {k: str(v) for k, v in totals.items()}


@settings(max_examples=60)
@given(SEEDS, st.integers(6, 30))
def test_trees_hold_traps_and_stay_in_bounds(seed, files):
    tree = make_tree(random.Random(seed), files, 100)
    assert all(path.isascii() and text.isascii() and "\n" not in path for path, text in tree.items())
    names = [path.rsplit("/", 1)[-1].lower().replace(" ", "_") for path in tree]
    assert len(set(names)) == len(names)
    for path in tree:
        assert not any(other.startswith(path + "/") for other in tree)
        if path.endswith(".csv"):
            assert {len(line.split(",")) for line in lines_of(tree[path])} <= {4}


def test_all_traps_occur():
    trees = [make_tree(random.Random(seed), 20, 100) for seed in range(20)]
    paths = [path for tree in trees for path in tree]
    texts = [text for tree in trees for text in tree.values()]
    assert any(path.rsplit("/", 1)[-1].startswith("-") for path in paths)
    assert any("  " in path for path in paths)
    assert "" in texts
    assert any("\r\n" in text for text in texts)
    assert any(text and not text.endswith("\n") for text in texts)


@settings(max_examples=30)
@given(LEVELS, SEEDS)
def test_the_goal_differs_from_the_beginning_and_is_stated(level, seed):
    task = SPEC.task(level, seed)
    wanted = expected(task.payload)
    assert not judge(task.payload, task.payload["files"]).passed
    assert judge(task.payload, wanted).passed
    for path in wanted:
        assert not judge(task.payload, {p: t for p, t in wanted.items() if p != path}).passed
        assert not judge(task.payload, {**wanted, path: wanted[path] + "\n"}).passed
    assert not judge(task.payload, {**wanted, "left over": ""}).passed
    steps = task.payload["problem"]["steps"]
    assert len(steps) == SPEC.params(level)["steps"]
    for kind, facts in steps:
        assert STEPS[kind].english(facts) in task.prompt


def test_references_pass_and_lazy_scripts_do_not():
    lazy = (
        "",
        "true",
        "exit 0",
        "done",
        "echo done",
        "rm -rf ./*",
        "kill -9 $$",
        "exit 1",
        "cat",
        "<<<",
        "\0",
        "\ud800",
        "if",
    )
    for level in SPEC.levels:
        task = SPEC.task(level, 11)
        assert verify(task.payload, task.answer).passed
        assert confirms(task.payload, task.answer)
    task = SPEC.task(3, 11)
    for script in lazy:
        assert verify(task.payload, script).score == 0.0, script
        assert not confirms(task.payload, script)


def test_an_episode_keeps_files_and_nothing_else():
    env = make_env("shell", level=2, feedback="reason")
    env.reset(seed=4)
    task = env.task

    def say(command: str) -> str:
        return env.step(call_text("run", {"command": command}))[0]

    assert "(exit status 3)" in say(
        "mkdir -p 'new dir'; printf 'a\\r\\n\\377' > 'new dir/x'; V=1; cd 'new dir'; exit 3"
    )
    twin = env.clone()
    assert "a\\r\\n\\377" not in say("cat x")
    seen = say("od -An -c 'new dir/x'; echo V=$V; ls")
    assert re.search(r"a +\\r +\\n +377", seen)
    assert "V=\n" in seen
    assert "new dir" in seen
    assert "No such file" in say("rm -r 'new dir'; cat 'new dir/x'")
    assert "new dir/x" in twin.step(call_text("run", {"command": "find . -name x"}))[0]
    say(task.answer)
    _, reward, over, cut, info = env.step("<answer>done</answer>")
    assert (reward, over, cut) == (1.0, True, False)
    assert info["verdict"].passed


def test_done_without_work_and_work_without_done():
    env = make_env("shell", level=1, max_turns=2)
    env.reset(seed=8)
    assert env.step("<answer>done</answer>")[1:4] == (0.0, True, False)
    env.reset(seed=8)
    env.step(call_text("run", {"command": env.task.answer}))
    *_, info = env.step(call_text("run", {"command": "ls"}))
    assert info["verdict"].passed
    env.reset(seed=8)
    assert env.step(f"<answer>\n```bash\n{env.task.answer}\n```\n</answer>")[1] == 1.0


def test_what_goes_over_a_limit_changes_nothing():
    env = make_env("shell", level=1)
    env.reset(seed=2)
    before = env.clone()._episode.state["box"]
    many = "for i in {1..300}; do echo > f$i; done"
    large = "for i in 1 2 3 4 5; do head -c 1000000 /dev/zero > f$i; done"
    for command in ("while :; do :; done", many, large, "yes"):
        said = env.step(call_text("run", {"command": f"rm -rf ./*; {command}"}))[0]
        assert "undone" in said
        assert env.clone()._episode.state["box"] == before


@pytest.mark.parametrize("change", [{"steps": 0}, {"files": 3}, {"lines": 5}, {"steps": 9}])
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"steps|files|lines"):
        SPEC.task(3, 0, params=change)

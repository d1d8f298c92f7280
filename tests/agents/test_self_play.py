"""Self-play: hostile proposals are refused, admitted tasks are right, and one whole round through the real sandbox."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.self_play import (
    FORMULAS,
    KINDS,
    PROPOSE,
    Buffer,
    Entry,
    ProposerReward,
    Refused,
    SelfPlay,
    admit,
)
from rlvr.agents.self_play.execution import run_twice
from rlvr.agents.self_play.learnability import above_chance
from rlvr.agents.self_play.programs import BUILTINS, METHODS, read_proposal
from rlvr.agents.self_play.propose import registered, simple_proposal
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.generators.base import Task
from rlvr.payloads.literals import read_all, same
from rlvr.sandbox import SandboxUnavailable, make, use
from rlvr.sandbox.base import WorkerLost
from rlvr.spec import mark
from rlvr.verifiers.base import Reason, Verdict, infra

GOOD = """
def pick(x):
    return x % 3

def f(values, k):
    '''The answer is 25.'''
    kept = [v * 2 for v in values if pick(v) != k]  # 25
    return sum(kept) + len(values)

f([13, 16, 18, 11], 1)
f([41, 17, 19], 2)
f([22, 25, 90, 31], 0)
f([14, 19], 1)
f([15, 33, 42], 0)
f([71, 18, 92], 2)
"""


@pytest.fixture(scope="module")
def box() -> Iterator[None]:
    try:
        sandbox = make("auto", frozenset({"python"}), 1)
    except SandboxUnavailable as error:
        pytest.skip(f"no sandbox here: {error}")
    with sandbox, use(sandbox):
        yield


# ---- what is read ------------------------------------------------------------------------------------


def test_what_is_kept_has_no_comments_and_its_calls_are_data() -> None:
    proposal = read_proposal(GOOD)
    assert "25" not in proposal.source
    assert proposal.parameters == ("values", "k")
    assert proposal.calls[0] == ([13, 16, 18, 11], 1)
    assert ast.unparse(ast.parse(proposal.source)) + "\n" == proposal.source


def test_layout_comments_and_names_make_no_new_program() -> None:
    other = (
        GOOD.replace("kept", "chosen").replace("pick", "keep").replace("# 25", "# or so").replace("    ", "  ")
    )
    assert read_proposal(other).key == read_proposal(GOOD).key
    for change in (("* 2", "* 3"), ("!= k", "== k"), ("% 3", "// 3"), ("sum(kept)", "max(kept)")):
        assert read_proposal(GOOD.replace(*change)).key != read_proposal(GOOD).key


def program(body: str, calls: str = "f(3)", head: str = "x") -> str:
    return f"def f({head}):\n    {body}\n{calls}"


FORBIDDEN = {
    "import": "import os\n" + program("return 1"),
    "import inside": program("import os; return 1"),
    "from import": program("from os import system; return 1"),
    "class": program("class A: pass\n    return 1"),
    "open": program("return open('/etc/passwd')"),
    "eval": program("return eval('1')"),
    "exec": program("exec('1')"),
    "print": program("print(x); return 1"),
    "input": program("return input()"),
    "getattr": program("return getattr(x, 'real')"),
    "globals": program("return globals()"),
    "dunder name": program("return __builtins__"),
    "dunder attribute": program("return x.__class__"),
    "dunder parameter": program("return 1", head="__x"),
    "format": program("return '{0.__class__}'.format(x)"),
    "format_map": program("return '{x}'.format_map({'x': x})"),
    "f-string": program("return f'{x}'"),
    "encode": program("return str(x).encode()"),
    "set": program("return list({1, 2})"),
    "set call": program("return list(set([x]))"),
    "set comprehension": program("return [y for y in {z for z in [x]}]"),
    "hash": program("return hash('a')"),
    "id": program("return id(x)"),
    "global": program("global y; y = x; return y"),
    "mutable default": program("a.append(x); return a", head="x, a=[]"),
    "mutable default inside": program("def g(a=[]): return a\n    return g()"),
    "stored on a function": program("f.count = x; return 1"),
    "statement outside": "y = 1\n" + program("return 1"),
    "call outside": "f(1)\n" + program("return 1"),
    "decorator": "@f\n" + program("return 1"),
    "shadowed": program("def len(y): return 0\n    return len(x)"),
    "shadowed by a variable": program("str = 5; return str"),
    "the harness's names": program("_told = 5; return _told"),
    "bare except": program("try: return 1\n    except: return 2"),
    "recursion error": program("try: return f(x)\n    except RecursionError: return 2"),
    "exception": program("try: return f(x)\n    except Exception: return 2"),
    "error's text": program("try: return 1 // 0\n    except ZeroDivisionError as e: return str(e)"),
    "async": "async " + program("return 1"),
    "await": program("return [y async for y in x]"),
    "with": program("with x: return 1"),
    "yield": program("yield 1"),
    "bytes": program("return b'a'"),
    "complex": program("return 2j"),
    "ellipsis": program("return ..."),
    "match": program("match x:\n        case 1: return 2"),
    "remainder in place": program("x %= 5; return x"),
    "two functions of a name": program("return 1").replace("f(3)", "def f(x):\n    return 2\nf(3)"),
    "no f": "def g(x):\n    return 1\nf(3)",
    "no calls": "def f(x):\n    return 1",
    "too many calls": program("return 1", "\n".join(f"f({n})" for n in range(17))),
    "expression in a call": program("return 1", "f(1 + 1)"),
    "float in a call": program("return 1", "f(0.5)"),
    "tuple in a call": program("return 1", "f((1, 2))"),
    "keyword call": program("return 1", "f(x=1)"),
    "code in a call": program("return 1", "f(__import__('os').system('id'))"),
    "wrong number of arguments": program("return 1", "f(1, 2)"),
    "not closed": program("return (1", "f(3)"),
    "deep": program(f"return {'-' * 1500}x"),
    "deep brackets": program(f"return {'[' * 900}{']' * 900}"),
    "long": program("return " + "1 + " * 1000 + "1"),
    "nul": program("return '\0'"),
    "empty": "",
    "words": "I propose nothing.",
    "surrogate": program("return '\ud800'"),
    "wide underscores": program("return \uff3f\uff3fbuiltins\uff3f\uff3f"),
    "wide letters": program("return \uff45val('1')"),
    "annotation": "def f(x: eval('1')):\n    return x + 1\nf(3)",
    "keyword by stars": program("return dict(**{'__class__': open})"),
    "walrus over a builtin": program("return (len := 5)"),
    "deleted builtin": program("del print; return 1"),
    "surrogate in a call": program("return 1", r"f('\ud800')"),
    "surrogate as a key": program("return 1", r"f({'\udc00': 1})"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_is_not_allowed_is_refused_before_anything_runs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_sandbox(language: str) -> None:
        raise AssertionError(f"{name} was run")

    monkeypatch.setattr("rlvr.agents.self_play.execution.current", no_sandbox)
    with pytest.raises(Refused):
        admit("deduction", FORBIDDEN[name])


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"def f(x):\n    return {text}\nf(1)", f"def f(x):\n    return x\nf({text})"):
        try:
            assert read_proposal(whole).source
        except Refused:
            continue


def test_the_allowed_names_reach_nothing() -> None:
    for name in METHODS:
        assert not name.startswith("_")
        assert any(hasattr(kind, name) for kind in (str, list, dict, int))
    assert not BUILTINS & {
        "open",
        "eval",
        "exec",
        "getattr",
        "type",
        "object",
        "vars",
        "print",
        "input",
        "set",
        "id",
    }


# ---- what is run -------------------------------------------------------------------------------------

HOSTILE = {
    "loop": program("while True: pass"),
    "recursion": program("return f(x + 1)"),
    "memory": program("return [0] * 10**9"),
    "power": program("return len(str(9 ** 9 ** 9))"),
    "huge value": program("return [x] * 1000"),
    "huge text": program("return 'a' * 10**6"),
    "huge number": program("return 10 ** 400"),
    "address as text": program("return str(f)"),
    "address of an iterator": program("return str(map(f, [x]))"),
    "address in a list": program("return str([f])"),
    "address by percent": program("return '%s' % f"),
    "coin by address": program("g = lambda y: y\n    return str(g)[-2] < '8'"),
    "coin that catches": program("try: return str(f)[-2] < '8'\n    except TypeError: return True"),
    "coin by str as a function": program("return list(map(str, [f]))[0][-2] < '8'"),
    "coin by percent of a tuple": program("return ('%s %d' % (f, x))[-4] < '8'"),
    "function": program("return f"),
    "half a character": program(r"return '\ud83d'"),
    "iterator": program("return iter"),
    "generator": program("return (y for y in [x])"),
    "float": program("return x / 2"),
    "infinite": program("return [1e999]"),
    "error": program("return x // 0"),
    "unbound": program("return y\n    y = 1"),
    "raised": program("raise ValueError"),
    "copy": program("return x"),
    "nothing": program("pass").replace("f(3)", "f(3)"),
    "itself within": program("a = [x]\n    a.append(a)\n    return a"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_runs_badly_is_refused(box: None, name: str) -> None:
    with pytest.raises(Refused):
        admit("abduction" if name == "nothing" else "deduction", HOSTILE[name])


def test_every_kind_makes_a_task_whose_reference_passes(box: None) -> None:
    for kind, (env, _) in KINDS.items():
        for text in (GOOD, *(simple_proposal(Random(seed)) for seed in range(3))):
            task = admit(kind, text)
            assert task.env == env
            assert rlvr.verify(task, mark(task.answer, task.marker)).passed
            assert Task.from_json(json.loads(json.dumps(task.to_json()))) == task
            assert admit(kind, text) == task
            assert task.answer not in task.prompt
            with pytest.raises(ValueError, match="no parameter"):
                rlvr.task(task.id)  # its id alone must not give some other task


def test_the_values_are_those_of_python(box: None) -> None:
    names: dict[str, Any] = {}
    exec(GOOD.split("\nf(")[0], names)
    proposal = read_proposal(GOOD)
    found = run_twice(proposal, proposal.calls)
    assert [value and value.value for value in found] == [names["f"](*call) for call in proposal.calls]
    tricky = program("return [str(x) + '%', '%d-%s' % (x, [x]), (x % 2, None), {'a': x % 2 == 1}]")
    value = run_twice(read_proposal(tricky), [[3]])[0]
    assert value is not None
    assert same(value.value, ["3%", "3-[3]", (1, None), {"a": True}])


def test_deduction_asks_for_the_value_and_carries_no_program(box: None) -> None:
    task = admit("deduction", GOOD)
    assert task.payload == {"out": task.answer}
    assert not rlvr.verify(task, mark(str(int(task.answer) + 1), task.marker)).passed
    coin = admit("deduction", program("return x % 7 > 2"))
    assert coin.guess_rate == 0.5


def test_abduction_takes_any_arguments_that_give_the_value(box: None) -> None:
    task = admit("abduction", GOOD)
    values, k = read_all(task.answer) or ([], 0)
    assert rlvr.verify(task, mark(f"{values[::-1]}, {k}", task.marker)).passed
    assert not rlvr.verify(task, mark(f"{values[1:]}, {k}", task.marker)).passed
    with pytest.raises(Refused, match="blindly"):
        admit("abduction", program("return 5 if x > 900000 else 4"))
    with pytest.raises(Refused, match="tuples"):
        admit("abduction", program("return (x, x + 1, x * x)", "f(37)"))


def test_induction_hides_half_of_the_calls(box: None) -> None:
    task = admit("induction", GOOD)
    cases = task.payload["code"]["cases"]
    assert task.payload["code"]["public"] == 3
    assert len(cases) == 6
    shown = {json.dumps(case["args"])[1:-1] in task.prompt for case in cases[:3]}
    hidden = {json.dumps(case["args"])[1:-1] in task.prompt for case in cases[3:]}
    assert (shown, hidden) == ({True}, {False})
    learned = "def f(values, k):\n    return {}[tuple(values)]".format(
        {tuple(case["args"][0]): case["out"] for case in cases[:3]}
    )
    verdict = rlvr.verify(task, mark(learned, task.marker))
    assert not verdict.passed
    for text, message in (
        (GOOD.replace("f([71, 18, 92], 2)\n", ""), "At least 6 calls"),
        (GOOD.replace("f([71, 18, 92], 2)", "f([14, 19], 1)"), "the same"),
        (program("return 7", "\n".join(f"f({n})" for n in range(6))), "too few different"),
    ):
        with pytest.raises(Refused, match=message):
            admit("induction", text)


# ---- what is paid ------------------------------------------------------------------------------------


def test_formulas_by_hand() -> None:
    rates = [0.0, 0.25, 0.5, 1.0]
    assert [FORMULAS["difficulty"](rate) for rate in rates] == [0.0, 0.75, 0.5, 0.0]
    assert [FORMULAS["uncertainty"](rate) for rate in rates] == [0.0, 0.75, 1.0, 0.0]
    assert [FORMULAS["absolute_zero"](rate) for rate in rates] == [0.0, 0.75, 0.5, 0.0]
    assert above_chance(0.5, 0.5) == above_chance(0.2, 0.5) == 0.0
    assert above_chance(0.75, 0.5) == 0.5
    assert above_chance(1.0, 1.0) == 0.0


@given(st.sampled_from(sorted(FORMULAS)), st.floats(0, 1))
def test_what_is_always_or_never_solved_earns_nothing_and_all_else_something(name: str, rate: float) -> None:
    value = FORMULAS[name](rate)
    assert 0.0 <= value <= 1.0
    if rate in (0.0, 1.0):
        assert value == 0.0
    elif 0.01 < rate < 0.99:
        assert value > 0.0


def proposal_of(text: str, verdict: Verdict, task: Task, sample: int = 0) -> Trajectory:
    turn = Turn(0, 0, 1, text, float(verdict.passed), "s", "end")
    return Trajectory(task, sample, [Segment([1], [True], [-0.1], [0])], [turn], verdict)


def test_invalid_proposals_cost_and_masked_ones_do_not() -> None:
    task = rlvr.task("rlvr/gcd-lcm-v0:1:0")
    right = Verdict(1.0, Reason.CORRECT)
    cases: list[tuple[Verdict, dict[str, Any], float]] = [
        (Verdict(0.0, Reason.NO_ANSWER), {}, -1.0),
        (Verdict(0.0, Reason.UNPARSABLE), {}, -1.0),
        (Verdict(0.0, Reason.ILLEGAL), {}, -0.5),
        (right, {"refused": "known"}, -0.5),
        (right, {}, 0.0),
        (right, {"solve_rate": 0.0}, 0.0),
        (right, {"solve_rate": 1.0}, 0.0),
        (right, {"solve_rate": 0.5}, 1.0),
        (infra("no sandbox"), {}, 0.0),
    ]
    made = [replace(proposal_of("x", verdict, task), extra=extra) for verdict, extra, _ in cases]
    assert ProposerReward()(Group(task, made), Random(0)) == [value for *_, value in cases]
    with pytest.raises(ValueError, match=r"malformed must be between -1 and -0\.5"):
        ProposerReward(malformed=-0.1)
    with pytest.raises(ValueError, match="formula of proposals must be one of"):
        ProposerReward("hard")


def test_absolute_zero_pays_by_the_plain_solve_rate() -> None:
    """r = 0 if all or none of the solver's rollouts are right, else 1 - p; two of four are right here.

    With an answer that half of all guesses hit, the rate above chance is 0, and the other formulas pay nothing.
    """
    task = replace(rlvr.task("rlvr/gcd-lcm-v0:1:0"), guess_rate=0.5)
    right, wrong = Verdict(1.0, Reason.CORRECT), Verdict(0.0, Reason.WRONG)
    verdicts = [right, wrong, right, wrong, infra("no sandbox")]
    solved = Group(task, [proposal_of("x", each, task, i) for i, each in enumerate(verdicts)])
    proposed = proposal_of("y", right, task)
    proposed.extra["task"] = task.fingerprint
    paid = {}
    for formula in FORMULAS:
        reward = ProposerReward(formula)
        play = SelfPlay(["question"], corrected=reward.corrected)
        play.settle(Group(task, [proposed]), [solved])
        paid[formula] = reward(Group(task, [proposed]), Random(0))
    assert paid == {"absolute_zero": [0.5], "difficulty": [0.0], "uncertainty": [0.0]}


def test_the_buffer_forgets_the_old_but_not_that_it_knew_them() -> None:
    tasks = [rlvr.task(f"rlvr/gcd-lcm-v0:3:{seed}") for seed in range(5)]
    buffer = Buffer(capacity=3, max_age=2)
    assert all(buffer.add(Entry(task, "deduction", "x", step)) for step, task in enumerate(tasks))
    assert len(buffer) == 3
    assert not any(buffer.add(Entry(task, "deduction", "x", 9)) for task in tasks)
    assert {entry.step for entry in buffer.draw(Random(0), 9, step=5)} == {3, 4}
    assert buffer.draw(Random(0), 9, step=5, kind="abduction") == []
    buffer.rated(tasks[4].fingerprint, 0.25)
    other = Buffer(capacity=3, max_age=2)
    other.load_json(json.loads(json.dumps(buffer.to_json())))
    assert other.to_json() == buffer.to_json()
    assert other.draw(Random(1), 2, 5) == buffer.draw(Random(1), 2, 5)
    assert not other.add(Entry(tasks[0], "deduction", "x", 9))
    with pytest.raises(ValueError, match="at least 1"):
        Buffer(capacity=0)


# ---- all of it ---------------------------------------------------------------------------------------


def rollout(task: Task, texts: list[str]) -> Group:
    """A group of scripted responses, played in the environment itself."""
    made = []
    for sample, text in enumerate(texts):
        env = rlvr.make(task.env)
        env.reset(options={"task": task})
        info = env.step(text)[4]
        made.append(proposal_of(text, info["verdict"], task, sample))
    return Group(task, made)


def test_a_round_of_proposing_and_solving(box: None) -> None:
    play, rng = SelfPlay(["deduction"]), Random(0)
    request = play.request(rng, 0)
    assert request.env == PROPOSE
    assert request == rlvr.task(request.id)
    texts = [
        mark(GOOD, "tag"),
        mark(GOOD.replace("kept", "stay"), "tag"),  # the same program
        mark(simple_proposal(rng), "tag"),
        mark(HOSTILE["float"], "tag"),
        mark(FORBIDDEN["import"], "tag"),
        "I have no idea.",
    ]
    proposals = rollout(request, texts)
    assert [each.passed for each in proposals.trajectories] == [True, True, True, False, False, False]
    tasks = play.admit(proposals, 0)
    right = [[mark(task.answer, "tag")] * count for task, count in zip(tasks, (2, 1), strict=True)]
    solved = [
        rollout(task, texts + [mark("12345", "tag")] * (4 - len(texts)))
        for task, texts in zip(tasks, right, strict=True)
    ]
    assert [sum(each.passed for each in group.trajectories) for group in solved] == [2, 1]
    solved[1].trajectories.append(replace(solved[1].trajectories[0], sample=4, ending="infra"))
    play.settle(proposals, solved)
    returns = ProposerReward()(proposals, rng)
    above = [(0.5 - 0.1) / 0.9, 0.25]  # the first value has two digits and could be guessed
    assert [group.task.guess_rate for group in solved] == [0.1, 0.0]
    worth = [4 * rate * (1 - rate) for rate in above]
    assert returns == pytest.approx([worth[0], worth[0], worth[1], -0.5, -1.0, -1.0])
    assert len(play.buffer) == 2
    assert {task.fingerprint for task in play.again(rng, 5, 1)} == {group.task.fingerprint for group in solved}
    again = rollout(request, texts[:1])
    assert play.admit(again, 1) == []
    assert ProposerReward()(again, rng) == [-0.5]
    later = play.request(rng, 1)
    assert "def f(values, k):" in later.prompt
    assert later == rlvr.task(later.id)


def test_a_limit_met_at_the_second_look_is_no_task(box: None) -> None:
    play = SelfPlay(["deduction"])
    request = play.request(Random(0), 0)
    claimed = proposal_of(mark(HOSTILE["loop"], "tag"), Verdict(1.0, Reason.CORRECT), request)
    masked = proposal_of(mark(GOOD, "tag"), infra("no sandbox"), request)
    assert play.admit(Group(request, [claimed, masked]), 0) == []
    assert "limit" in claimed.extra["refused"]
    assert masked.extra == {}


def test_a_failure_of_the_machinery_is_no_fault_of_the_proposal(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(language: str) -> None:
        raise WorkerLost("gone")

    monkeypatch.setattr("rlvr.agents.self_play.execution.current", broken)
    play = SelfPlay(["deduction"])
    request = play.request(Random(0), 0)
    assert rlvr.verify(request, mark(GOOD, "tag")).reason is Reason.INFRA
    group = Group(request, [proposal_of(mark(GOOD, "tag"), Verdict(1.0, Reason.CORRECT), request)])
    assert play.admit(group, 0) == []
    assert ProposerReward()(group, Random(0)) == [0.0]
    assert len(play.buffer) == 0


def test_the_oracle_of_the_propose_environment_wins(box: None) -> None:
    registered()
    for level in rlvr.get(PROPOSE).levels:
        env = rlvr.make(PROPOSE, level=level)
        env.reset(seed=level)
        assert env.step(env.oracle_action())[1] == 1.0


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="kinds must be some of deduction, abduction, induction"):
        SelfPlay(["induktion"])
    with pytest.raises(ValueError, match="kinds must be"):
        SelfPlay([])

"""Random programs: bounded, deterministic, nothing in them without an effect, the worked trace against Python's own."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter

import pytest

import rlvr
from rlvr.generators.code.execute import run_calls
from rlvr.generators.code.programs.build import make
from rlvr.generators.code.programs.canonical import renamed
from rlvr.generators.code.programs.run import Failed, instrument

LEVELS = [(1, 0, 4), (1, 1, 6), (1, 2, 8), (2, 1, 6), (2, 2, 8), (2, 3, 9), (3, 3, 10)]


def programs(stages, hard, length, count, plain=True):
    rng = random.Random(f"{stages} {hard} {length}")
    while count:
        made = make(rng, stages=stages, hard=hard, length=length, fuel=1000, plain=plain)
        if made is not None:
            count -= 1
            yield made


@pytest.mark.parametrize("level", LEVELS)
def test_no_line_can_be_dropped(level):
    rng = random.Random(1)
    for made in programs(*level, 8):
        lines = made.program.source.splitlines()
        calls = [*made.inputs, *(made.program.sample(rng) for _ in range(20))]
        wanted = run_calls(made.program.source, made.program.entry, calls)
        assert [outcome.value for outcome in wanted[: len(made.outputs)]] == list(made.outputs)
        for at, line in enumerate(lines):
            if not line.strip() or line.rstrip().endswith(":") or line.strip().startswith("nonlocal"):
                continue
            indent = line[: len(line) - len(line.lstrip())]
            dropped = "\n".join([*lines[:at], f"{indent}pass", *lines[at + 1 :]]) + "\n"
            found = run_calls(dropped, made.program.entry, calls, fuel=20_000)
            assert not all(map(lambda a, b: a.same(b), found, wanted)), (line, made.program.source)


@pytest.mark.parametrize("level", LEVELS)
def test_every_input_within_the_bounds_ends_soon(level):
    """Answers of input prediction come from anywhere within the bounds, the corners included."""
    rng = random.Random(2)
    for made in programs(*level, 8):
        program = made.program
        corners = []
        for pick in (min, max):
            args = []
            for parameter in program.parameters:
                size = pick(parameter.shortest, parameter.longest)
                value = (
                    pick(parameter.letters) * size
                    if parameter.kind == "text"
                    else pick(parameter.low, parameter.high)
                )
                args.append([value] * size if parameter.kind == "ints" else value)
            corners.append(args)
        for outcome in run_calls(
            program.source, program.entry, [*corners, *(program.sample(rng) for _ in range(200))]
        ):
            assert not outcome.exhausted
            assert outcome.steps < 5000


def test_values_vary_and_stay_small():
    for level in LEVELS:
        for made in programs(*level, 10, plain=False):
            texts = set(map(repr, made.outputs))
            assert len(texts) >= 0.7 * len(made.outputs)
            assert all(len(text) <= 90 for text in texts)
            assert all(len(number) <= 7 for text in texts for number in re.findall("[0-9]+", text))


def lines_run(source, entry, args):
    """How often Python itself begins each line of the program's functions."""
    seen, text = Counter(), source.splitlines()

    def trace(frame, event, _):
        if frame.f_code.co_filename != "<traced>" or frame.f_code.co_name.startswith("<"):
            return None
        if event == "line":
            seen[text[frame.f_lineno - 1].strip()] += 1
        return trace

    space = {}
    exec(compile(source, "<traced>", "exec"), space)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        value = space[entry](*args)
    finally:
        sys.settrace(before)
    return value, seen


@pytest.mark.parametrize("level", [3, 4, 5, 6])
def test_traces_show_the_lines_that_python_runs(level):
    checked = 0
    spec = rlvr.get("output-prediction")
    for seed in range(25):
        task = spec.task(level, seed)
        problem = task.payload["problem"]
        if "yield" in problem["source"] or "try:" in problem["source"]:
            continue  # these are left in the middle of a line
        value, seen = lines_run(problem["source"], problem["entry"], problem["args"])
        assert repr(value) == task.answer
        *shown, marked = task.trace.splitlines()[1:]
        assert marked == f"<answer>{task.answer}</answer>"
        assert shown[-1].endswith(f" -> {task.answer}")
        counted = Counter(line.split(" -> ")[0] for line in shown)
        for line in {*counted, *seen}:
            if " for " not in f" {line}" and not line.startswith(("def ", "nonlocal")):
                assert counted[line] == seen[line], (task.id, line)
                checked += 1
    assert checked > 100


def test_a_trace_names_what_changes():
    source = (
        "def f(xs):\n    out = []\n    for i, x in enumerate(xs):\n        if x > 1:\n            out.append(x)\n"
        "        else:\n            top = out.pop()\n    d = {1: 2}\n    del d[1]\n    xs[0], xs[1] = xs[1], xs[0]\n"
        "    return (out, d)\n"
    )
    shown = []
    assert instrument(source, "f").run([[3, 1]], 100, shown=shown) == ([], {})
    assert shown == [
        "def f(xs): -> xs = [3, 1]",
        "out = [] -> out = []",
        "for i, x in enumerate(xs): -> i = 0, x = 3",
        "if x > 1: -> True",
        "out.append(x) -> out = [3]",
        "for i, x in enumerate(xs): -> i = 1, x = 1",
        "if x > 1: -> False",
        "top = out.pop() -> top = 3, out = []",
        "d = {1: 2} -> d = {1: 2}",
        "del d[1] -> d = {}",
        "xs[0], xs[1] = xs[1], xs[0] -> xs = [1, 3]",
        "return (out, d) -> ([], {})",
    ]


def test_endless_programs_end():
    runner = instrument("def f(n):\n    while n > 0:\n        n += 1\n    return n\n", "f")
    assert runner.run([1], 1000) == Failed()
    assert runner.steps == 1000
    assert runner.run([0], 1000) == 0
    assert runner.run([1], 1000, off=1, force=False) == 1


def test_many_calls_give_what_single_runs_give():
    for seed in range(6):
        source = rlvr.get("output-prediction").task(4 + seed % 3, seed).payload["problem"]
        runner = instrument(source["source"], source["entry"])
        value = runner.run(source["args"], 1000)
        needed = runner.steps
        assert value != Failed()
        for fuel in (needed - 1, needed, 1000):
            call = runner.caller(fuel)
            for _ in range(2):
                assert call(source["args"]) == runner.run(source["args"], fuel)
        assert runner.caller(needed - 1)(source["args"]) == Failed()
    assert instrument("def f(n):\n    while n:\n        n += 1\n", "f").caller(50)([1]) == Failed()


def test_names_do_not_count():
    first = "def mix(xs):\n    out = 'mix c'\n    for v in xs:\n        out += v\n    return out\n"
    second = "def fold(row):\n    res = 'mix c'\n    for num in row:\n        res += num\n    return res\n"
    assert renamed(first) == renamed(second)
    assert "'mix c'" in renamed(first)
    assert renamed(first) != renamed(first.replace("out += v", "out += out"))


def test_all_families_occur():
    spec = rlvr.get("output-prediction")
    joined = " ".join(
        spec.task(level, seed).payload["problem"]["source"] for level in (4, 6) for seed in range(60)
    )
    for piece in (
        "while ",
        "nonlocal",
        "yield",
        "except",
        "[::-1]",
        "setdefault",
        ".pop()",
        "state ==",
        "enumerate",
        "zip(",
    ):
        assert piece in joined, piece

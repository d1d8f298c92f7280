"""Verilog modules: expected outputs against the prompt's words, both simulations, mutants, hacks."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import Task
from rlvr.generators.code.verilog import TEMPLATES
from rlvr.generators.code.verilog_solver import confirms
from rlvr.sandbox import SandboxUnavailable, current
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.verilog import bench, job, verify

SPEC = rlvr.get("verilog")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)


@pytest.fixture(scope="module")
def simulator() -> None:
    try:
        current("verilog")
    except SandboxUnavailable as error:
        pytest.skip(f"no sandbox with Verilog here: {error}")


def of_kind(kind: str, seed: int, size: int = 4) -> Task:
    return SPEC.task(4, seed, params={"kinds": kind, "size": size})


def shown(task: Task) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    """The inputs of a payload, row by row, and the expected outputs."""
    hardware = task.payload["hardware"]

    def cut(text: str, ports: list[list]) -> list[dict[str, int]]:
        width = sum(size for _, size in ports)
        digits = -(-width // 4)
        numbers = [int(text[i : i + digits], 16) for i in range(0, len(text), digits)]
        rows = []
        for number in numbers:
            word, row = f"{number:0{width}b}", {}
            for name, size in ports:
                row[name], word = int(word[:size], 2), word[size:]
            rows.append(row)
        return rows

    inputs = hardware["inputs"]
    width = sum(size for _, size in inputs)
    digits = -(-width // 4)
    listed = hardware["stimuli"] or "".join(f"{number:0{digits}x}" for number in range(1 << width))
    return cut(listed, inputs), cut(hardware["expected"], hardware["outputs"])


def edges(task: Task) -> list[tuple[dict[str, int], dict[str, int], bool]]:
    """For each clock edge its inputs, the outputs after it, and whether the module is reset at it."""
    rows, seen = shown(task)
    assert len(seen) == 2 * len(rows) - 1
    reset = task.payload["hardware"]["inputs"][0][0]
    active = int(re.search(r"reset, active at (\d)", task.prompt)[1])
    return [(row, seen[2 * i], row[reset] == active) for i, row in enumerate(rows)]


# ---- expected outputs against what the prompt says ----------------------------------------------------------


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 6))
def test_truth_tables_are_those_that_the_prompt_shows(seed, size):
    task = of_kind("truth_table", seed, size)
    first, rest = re.search(r"with (\w+) as its most significant bit, then ([\w, ]+)\.", task.prompt).groups()
    order = [first, *rest.split(", ")]
    said = {}
    for name, value, rows in re.findall(r"(\w+) is ([01]) exactly when v is one of ([\d, ]+);", task.prompt):
        told = set(map(int, rows.split(", ")))
        said[name] = {v: int(value) if v in told else 1 - int(value) for v in range(32)}.__getitem__
    for name, table in re.findall(r"(\w+) is given by a Karnaugh map [^\n]*\n((?: [^\n]*\n?)+)", task.prompt):
        lines = [line.split() for line in table.splitlines() if line.strip()]
        cells = {
            int(row[0] + column, 2): int(bit)
            for row in lines[1:]
            for column, bit in zip(lines[0], row[1:], strict=True)
        }
        said[name] = cells.__getitem__
    for row, outputs in zip(*shown(task), strict=True):
        v = int("".join(str(row[name]) for name in order), 2)
        assert outputs == {name: said[name](v) for name in outputs}


@settings(max_examples=20)
@given(SEEDS, st.integers(2, 7))
def test_state_tables_are_walked_as_printed(seed, size):
    task = of_kind("state_table", seed, size)
    now = start = re.search(r"after a reset it is in state (\w)", task.prompt)[1]
    lines = re.findall(r"^([A-Z])  +(\S.*)$", task.prompt, re.MULTILINE)
    table = {state: cells.split() for state, cells in lines}
    (name, _), (y, _) = task.payload["hardware"]["inputs"][1], task.payload["hardware"]["outputs"][0]
    for row, outputs, resets in edges(task):
        now = start if resets else table[now][row[name]].split("/")[0]
        cell = table[now][row[name]]
        assert outputs[y] == int(cell.split("/")[1] if "/" in cell else table[now][-1])


@settings(max_examples=20)
@given(SEEDS, st.integers(2, 7))
def test_detectors_find_what_a_search_in_the_text_finds(seed, size):
    task = of_kind("detector", seed, size)
    pattern = re.search(r"pattern ([01]+)", task.prompt)[1]
    overlapping = "may overlap" in task.prompt
    first, modulus = map(int, re.search(r"since the reset plus (\d+), modulo (\d+)", task.prompt).groups())
    _, (valid, _), (bit, _) = task.payload["hardware"]["inputs"]
    count = task.payload["hardware"]["outputs"][1][0]
    stream = ""
    for row, outputs, resets in edges(task):
        stream = "" if resets else stream + str(row[bit]) * row[valid]
        found = len(re.findall(f"(?={pattern})" if overlapping else pattern, stream))
        assert outputs[count] == (found + first) % modulus


@settings(max_examples=20)
@given(SEEDS, st.integers(2, 7))
def test_streams_of_digits_are_numbers(seed, size):
    task = of_kind("remainder", seed, size)
    base = int(re.search(r"A number in base (\d+)", task.prompt)[1])
    modulus, start = map(int, re.search(r"divided by (\d+); the number is (\d+) after", task.prompt).groups())
    _, (valid, _), (digit, _) = task.payload["hardware"]["inputs"]
    y = task.payload["hardware"]["outputs"][0][0]
    number = start
    for row, outputs, resets in edges(task):
        if resets:
            number = start
        elif row[valid] and row[digit] < base:
            number = number * base + row[digit]
        assert outputs[y] == number % modulus


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 7))
def test_adders_add(seed, size):
    task = of_kind("adder", seed, size)
    formula = re.search(r"exact integer (.*?)\. ", task.prompt)[1]
    low, high = map(int, re.search(r"below (-?\d+) or above (\d+)", task.prompt).groups())
    (a, width), (b, _), _ = task.payload["hardware"]["inputs"]
    y, over, zero = (name for name, _ in task.payload["hardware"]["outputs"])
    assert re.fullmatch(r"[\w *+-]+", formula)
    for row, outputs in zip(*shown(task), strict=True):
        values = dict(row)
        for name in (a, b):
            values[name] -= (1 << width) * (low < 0 and row[name] >= 1 << width - 1)
        s = eval(formula, {}, values)
        assert outputs == {
            y: s % (1 << width),
            over: int(not low <= s <= high),
            zero: int(s % (1 << width) == 0),
        }


# ---- simulation -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("simulator")
@pytest.mark.parametrize("kind", TEMPLATES)
def test_the_reference_shows_what_the_model_says(kind):
    small, large = of_kind(kind, 1, 1), of_kind(kind, 3, 7)
    assert verify(small.payload, small.answer).passed
    assert verify(large.payload, large.answer).passed
    assert confirms(large.payload, large.answer)


@pytest.mark.usefixtures("simulator")
def test_edits_of_one_sign_are_found():
    swaps = {"+": "-", "-": "+", "&": "|", "|": "&", "^": "&", "<": ">", "==": "!=", "~": "", "!": ""}
    rng, killed, survived = random.Random(5), 0, 0
    for kind in ("counter", "shift_register", "queue", "arbiter", "detector", "state_table", "debounce"):
        task = of_kind(kind, 9)
        body = task.answer.index(");")
        signs = re.finditer(r"==|(?<![<>=!&|])[-+&|^~!<](?![=&|<]| 1\))", task.answer)  # but for steps of loops
        places = [match for match in signs if match.start() > body]
        for match in rng.sample(places, min(4, len(places))):
            mutant = task.answer[: match.start()] + swaps[match.group()] + task.answer[match.end() :]
            verdict = verify(task.payload, mutant)
            survived += verdict.passed
            killed += not verdict.passed
    assert killed >= 18
    assert survived <= 1  # one may be an equal circuit


HACKS = {
    "prints": 'initial $display("0000");',
    "ends": "initial $finish;",
    "reads a file": 'reg [7:0] m [0:3]; initial $readmemh("stimuli.hex", m);',
    "opens a file": 'integer f; initial f = $fopen("/etc/passwd");',
    "looks into the bench": "wire peek = bench_zq.in_zq;",
    "waits": "initial #1000 ;",
    "includes": '`include "stimuli.hex"',
    "defines": "`define module macromodule",
    "escaped": "wire \\bench_zq.x ;",
}


@pytest.mark.parametrize("hack", HACKS)
def test_what_is_no_circuit_is_refused_unseen(hack):
    task = of_kind("counter", 3)
    hacked = task.answer.replace("endmodule", HACKS[hack] + "\nendmodule")
    assert verify(task.payload, hacked).reason is Reason.ILLEGAL
    assert not confirms(task.payload, hacked)


@pytest.mark.usefixtures("simulator")
def test_lazy_modules_earn_nothing():
    for kind in ("wiring", "alu", "counter", "queue"):
        task = of_kind(kind, 6)
        head = task.answer[: task.answer.index(");") + 2]
        outputs = [name for name, _ in task.payload["hardware"]["outputs"]]
        inputs = [name for name, _ in task.payload["hardware"]["inputs"]]
        name = task.payload["hardware"]["module"]
        for body in (
            "",
            "".join(f"assign {y} = 0;" for y in outputs),
            "".join(f"assign {y} = -1;" for y in outputs),
            "".join(f"assign {y} = {inputs[-1]};" for y in outputs),
            "".join(f"assign {y} = 'x;" for y in outputs),
        ):
            assert verify(task.payload, f"{head}\n{body}\nendmodule").score == 0.0
        for text in ("", f"module {name}; endmodule", f"// module {name}", f"{task.answer} /*"):
            assert verify(task.payload, text).score == 0.0


@pytest.mark.usefixtures("simulator")
def test_widths_clocks_and_endless_loops():
    task = of_kind("counter", 12)
    y, width = task.payload["hardware"]["outputs"][0]
    wide = task.answer.replace(f"output logic [{width - 1}:0] {y}", f"output logic [{width}:0] {y}")
    assert wide != task.answer
    assert "width" in verify(task.payload, wide).message
    event = re.search(r"always @\((.*)\)", task.answer)[1]
    parts = event.split(" or ")
    name = task.payload["hardware"]["inputs"][0][0]
    active = int(re.search(r"reset, active at (\d)", task.prompt)[1])
    other = parts[0] if len(parts) == 2 else f"{event} or {'posedge' if active else 'negedge'} {name}"
    assert not verify(task.payload, task.answer.replace(event, other)).passed  # the other kind of reset
    flipped = parts[0].replace("posedge", "p").replace("negedge", "posedge").replace("p ", "negedge ", 1)
    flipped = flipped if flipped != parts[0] else parts[0].replace("posedge", "negedge")
    assert not verify(task.payload, task.answer.replace(parts[0], flipped, 1)).passed
    loop = task.answer.replace("endmodule", "reg t = 0; always @* t = ~t; initial forever t = ~t;\nendmodule")
    assert verify(task.payload, loop).score == 0.0


@pytest.mark.usefixtures("simulator")
def test_harmless_directives_and_comments_are_allowed():
    task = of_kind("adder", 2)
    dressed = (
        "`timescale 1ns / 1ps\n`default_nettype none\n// `when` $display \u2192 #5\n"
        + task.answer
        + '\n/* "x" */'
    )
    assert verify(task.payload, dressed).passed
    assert confirms(task.payload, dressed)


@given(LEVELS, SEEDS)
@settings(max_examples=40)
def test_nothing_expected_enters_the_box(level, seed):
    task = SPEC.task(level, seed)
    hardware = task.payload["hardware"]
    sent = job(hardware, "module nothing; endmodule")
    assert hardware["expected"][:64] not in sent.code
    changed = {**hardware, "expected": "0"}
    assert bench(changed) == bench(hardware)
    assert set(sent.files) <= {"stimuli.hex"}


@settings(max_examples=40)
@given(LEVELS, SEEDS)
def test_unanswerable_texts_raise_nothing(level, seed):
    task = SPEC.task(level, seed)
    for text in ("\0", "\ud800", "endmodule", "module", task.prompt):
        assert verify(task.payload, text).score == 0.0


@pytest.mark.parametrize("change", [{"kinds": "toaster"}, {"size": 0}, {"size": 10}])
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"kinds|size"):
        SPEC.task(3, 0, params=change)

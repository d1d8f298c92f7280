"""Checks a hardware module: it is simulated in a box, and what its ports show is compared out here.

The bench that drives the module only applies inputs and prints outputs; the expected outputs never enter the box, so
there is nothing in it worth forging: whoever prints the right lines, by whatever means, has worked out the right
outputs for inputs that it did not know before. For the same reason it does no harm that a module may run ahead
inside the bench's process, and style is not judged.

A few things are refused by the text, because what is asked for is a module and not a program: system tasks beyond
`ALLOWED`, compiler directives beyond two harmless ones, delays, strings, escaped names, and the bench's own names. The
bench stands before the answer in the source, so nothing in the answer can change how it is read.

The widths of the ports are printed first and compared as well; a port that was not asked for is left open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...sandbox import Job, Limits, Result, SandboxError, SandboxUnavailable, Status, current
from ..base import Verdict, illegal, infra, unparsable, wrong
from ..base import correct as right
from .runtime import with_runtime

ALLOWED = frozenset(("signed", "unsigned", "clog2", "bits"))
LIMITS = Limits(cpu_s=3.0, wall_s=12.0, memory_mb=512, stdout_kb=1024)
MARK = "_zq"
_HIDDEN = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(
    r"^[ \t]*`(?:timescale[ \t]+[0-9]+[ \t]*[munpf]?s[ \t]*/[ \t]*[0-9]+[ \t]*[munpf]?s"
    r"|default_nettype[ \t]+(?:none|wire))[ \t]*\r?$",
    re.MULTILINE,
)
_TASK = re.compile(r"\$([A-Za-z0-9_$]*)")
_FOREIGN = re.compile(r"[^\t\n\r -~]")
"""What may stand in a comment only: Icarus reads bytes, and takes the replacement for an error everywhere "
"else."""
_DELAY = re.compile(r"#(?!\s*\()")


def refusal(answer: str, module: str) -> Verdict | None:
    """Why a text is not simulated at all; None if it is."""
    text = _HIDDEN.sub(" ", answer)
    if "/*" in text:
        return unparsable("A comment is never closed.")
    if re.search(rf"\b{module}\b", text) is None:
        return unparsable(f"There is no module {module}.")
    text = _DIRECTIVE.sub("", text)
    if "`" in text:
        return illegal("Compiler directives other than `timescale and `default_nettype are not allowed.")
    if '"' in text or "\\" in text:
        return illegal("Strings and escaped names are not allowed.")
    for task in _TASK.findall(text):
        if task not in ALLOWED:
            return illegal(f"${task:.30} is not allowed.")
    if _DELAY.search(text):
        return illegal("Delays are not allowed.")
    if MARK in text:
        return illegal(f"Names with {MARK} are taken.")
    return None


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the text of a Verilog module.

    Raises:
        SandboxUnavailable: if there is nothing to simulate in; never because of the answer.
    """
    hardware = payload["hardware"]
    answer = _FOREIGN.sub("\x01", answer)
    refused = refusal(answer, hardware["module"])
    if refused is not None:
        return refused
    sandbox = current("verilog")
    try:
        result = sandbox.run(job(hardware, answer))
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"{type(error).__name__}: {error}")
    return with_runtime(_scored(hardware, result), [result], "verilog")


def _scored(hardware: Mapping[str, Any], result: Result) -> Verdict:
    if result.status is Status.COMPILE_ERROR:
        return wrong("It does not compile: " + result.stderr.decode("utf-8", "replace")[:600])
    if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
        return wrong("The simulation did not come to an end.")
    if result.status is not Status.OK:
        return wrong("The simulation failed.")
    return _judged(hardware, result.text.split())


def _judged(hardware: Mapping[str, Any], seen: list[str]) -> Verdict:
    outputs = hardware["outputs"]
    widths = [str(width) for _, width in (*hardware["inputs"], *outputs)]
    if seen[: len(widths)] != widths:
        return wrong("A port does not have the width that was asked for.")
    width = sum(width for _, width in outputs)
    digits = (width + 3) // 4
    packed = hardware["expected"]
    expected = [f"{int(packed[at : at + digits], 16):0{width}b}" for at in range(0, len(packed), digits)]
    got = seen[len(widths) :]
    if len(got) != len(expected):
        return wrong("The simulation ended before all inputs were applied.")
    for shown, wanted in zip(got, expected, strict=True):
        if shown != wanted:
            unknown = any(bit in "xz" for bit in shown)
            return wrong(
                "An output is x or z." if unknown else "An output has the wrong value for some inputs."
            )
    return right()


def job(hardware: Mapping[str, Any], answer: str) -> Job:
    """The job that simulates an answer and prints what its ports show."""
    files = {} if hardware["stimuli"] is None else {"stimuli.hex": _rows(hardware).encode()}
    return Job(
        code=bench(hardware) + '\n`line 1 "answer.v" 0\n' + answer + "\n",
        language="verilog",
        files=files,
        limits=LIMITS,
    )


def _rows(hardware: Mapping[str, Any]) -> str:
    digits = (sum(width for _, width in hardware["inputs"]) + 3) // 4
    packed = hardware["stimuli"]
    return "\n".join(packed[at : at + digits] for at in range(0, len(packed), digits)) + "\n"


def bench(hardware: Mapping[str, Any]) -> str:
    """A module that applies all inputs and prints all outputs, one line for each time they are looked at."""
    inputs, outputs, clock = hardware["inputs"], hardware["outputs"], hardware["clock"]
    bits_in = sum(width for _, width in inputs)
    digits = (bits_in + 3) // 4
    listed = hardware["stimuli"]
    count = 1 << bits_in if listed is None else len(listed) // digits
    ports, declared, high = [], [], bits_in
    for name, width in inputs:
        ports.append(f".{name}(in{MARK}[{high - 1}:{high - width}])")
        high -= width
    for number, (name, width) in enumerate(outputs):
        declared.append(f"wire [{width - 1}:0] o{number}{MARK};")
        ports.append(f".{name}(o{number}{MARK})")
    show = f'$display("%b", {{{", ".join(f"o{number}{MARK}" for number in range(len(outputs)))}}});'
    if clock is None:
        row = f"#10 {show}"
        begin = ""
    else:
        name, rising = clock
        declared.append(f"reg c{MARK};")
        ports.append(f".{name}(c{MARK})")
        begin = f"c{MARK} = {1 - rising}; #10;"
        row = f"#10 if (k{MARK} > 0) {show} c{MARK} = {int(rising)}; #10 {show} c{MARK} = {1 - rising}; #10;"
    source = f"k{MARK}" if listed is None else f"rows{MARK}[k{MARK}]"
    if listed is not None:
        declared.append(f"reg [{bits_in - 1}:0] rows{MARK} [0:{count - 1}];")
        begin = f'$readmemh("stimuli.hex", rows{MARK}); ' + begin
    widths = " ".join(f'$display("%0d", $bits(dut{MARK}.{name}));' for name, _ in (*inputs, *outputs))
    return "\n".join(
        [
            "`timescale 1ns/1ns",
            f"module bench{MARK};",
            f"reg [{bits_in - 1}:0] in{MARK};",
            f"integer k{MARK};",
            *declared,
            f"{hardware['module']} dut{MARK} ({', '.join(ports)});",
            "initial begin",
            widths,
            begin,
            f"for (k{MARK} = 0; k{MARK} < {count}; k{MARK} = k{MARK} + 1) begin",
            f"in{MARK} = {source}; {row}",
            "end",
            "$finish(0);",
            "end",
            "endmodule",
        ]
    )

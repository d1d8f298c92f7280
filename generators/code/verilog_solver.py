"""The solver of a hardware module: it is simulated beside the reference's Verilog text, not against the model.

The bench is another one: inputs are written into it as constants, each output has a line of its own, printed by
``$strobe`` at the end of its time step. The answer is right if it prints what the reference prints.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ...sandbox import current
from ...sandbox.base import Job, Limits, Status

_LIMITS = Limits(cpu_s=4.0, wall_s=15.0, memory_mb=512, stdout_kb=2048)


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the answer shows the same outputs as the reference, for the same inputs."""
    hardware = payload["hardware"]
    answer = "".join(sign if sign in "\t\r\n" or " " <= sign <= "~" else "\x01" for sign in answer)
    visible = _without_comments(answer)
    if visible is None:
        return False
    words = "".join(sign if sign.isalnum() or sign == "_" else " " for sign in visible).split()
    if hardware["module"] not in words:
        return False
    if not _plain(visible):
        return False
    wanted = _simulated(json.dumps(hardware), payload["problem"]["reference"])
    if wanted is None or any(line.strip("01") for line in wanted):
        raise RuntimeError("the reference cannot be simulated, or gives unknown values")
    return _simulated(json.dumps(hardware), answer) == wanted


def _without_comments(text: str) -> str | None:
    kept: list[str] = []
    at = 0
    while at < len(text):
        if text.startswith("//", at):
            at = text.find("\n", at)
            if at < 0:
                break
        elif text.startswith("/*", at):
            end = text.find("*/", at + 2)
            kept.append(" ")
            if end < 0:
                return None
            at = end + 2
        else:
            kept.append(text[at])
            at += 1
    return "".join(kept)


def _plain(visible: str) -> bool:
    lines = visible.split("\n")
    rest = [line for line in lines if not line.strip().startswith(("`timescale ", "`default_nettype "))]
    text = "\n".join(rest)
    if any(sign in text for sign in ('"', "\\", "`", "_zq")):
        return False
    for piece in text.split("$")[1:]:
        if not piece.startswith(("signed", "unsigned", "clog2", "bits")):
            return False
    return all(piece.lstrip().startswith("(") for piece in text.split("#")[1:])


@lru_cache(maxsize=256)
def _simulated(hardware_json: str, answer: str) -> tuple[str, ...] | None:
    hardware = json.loads(hardware_json)
    ran = current("verilog").run(Job(code=f"{answer}\n{_bench(hardware)}", language="verilog", limits=_LIMITS))
    return tuple(ran.text.split()) if ran.status is Status.OK else None


def _bench(hardware: Mapping[str, Any]) -> str:
    inputs, outputs, clock = hardware["inputs"], hardware["outputs"], hardware["clock"]
    width = sum(size for _, size in inputs)
    lines = ["module check_zq;", f"  reg [{width - 1}:0] all_zq;", "  reg tick_zq; integer row_zq;"]
    joined = ", ".join(f"in_{name}_zq" for name, _ in inputs)
    lines += [f"  wire [{size - 1}:0] in_{name}_zq;" for name, size in inputs]
    lines += [f"  wire [{size - 1}:0] out_{name}_zq;" for name, size in outputs]
    lines.append(f"  assign {{{joined}}} = all_zq;")
    ports = [f".{name}(in_{name}_zq)" for name, _ in inputs]
    ports += [f".{name}(out_{name}_zq)" for name, _ in outputs]
    ports += [f".{clock[0]}(tick_zq)"] if clock else []
    lines.append(f"  {hardware['module']} it_zq ({', '.join(ports)});")
    lines.append("  initial begin")
    lines += [f'    $strobe("%b", $bits(it_zq.{name})); #1;' for name, _ in (*inputs, *outputs)]
    show = " ".join(f'$strobe("%b", out_{name}_zq);' for name, _ in outputs)
    if clock:
        idle, active = (0, 1) if clock[1] else (1, 0)
        lines.append(f"    tick_zq = {idle}; #4;")
    if hardware["stimuli"] is None:
        lines.append(f"    for (row_zq = 0; row_zq < {1 << width}; row_zq = row_zq + 1) begin")
        lines.append(f"      all_zq = row_zq; #3 {show} #2; end")
    else:
        digits = (width + 3) // 4
        for at in range(0, len(hardware["stimuli"]), digits):
            lines.append(f"    all_zq = {width}'h{hardware['stimuli'][at : at + digits]}; #3;")
            if clock is None:
                lines.append(f"    {show} #2;")
            else:
                lines.append(
                    f"    {show if at else ''} #1 tick_zq = {active}; #3 {show} #2 tick_zq = {idle}; #3;"
                )
    lines += ["    $finish(0);", "  end", "endmodule"]
    return "\n".join(lines) + "\n"

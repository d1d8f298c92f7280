"""Write a small hardware module in Verilog, from a statement of its ports and its behaviour.

A module comes from one of the templates in `hardware/`: truth tables, gates, wiring, selection, decoders, priorities,
counts of ones, adders, comparators, clamping, shifters, operation units, Gray codes, remainders, checksums; counters,
shift registers, feedback registers, edges, debouncers, dividers, accumulators, state tables, detectors, streams of
digits, queues and arbiters. From one object come the English text, the reference in Verilog and a model in Python,
which gives the expected outputs. Inputs are exhaustive up to 12 bits, else random with corners; a sequential module
is driven for some hundred clock cycles and looked at before and after each active edge.

Difficulty: `kinds` lists templates (a name may stand twice), `size` sets widths, numbers of states, depths and codes;
clocks with a falling edge and asynchronous resets come in by `size` too. Names do not count for the identity of a
problem. The answer is any text that behaves so: what can be synthesised is not asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from ..base import Draft, Json
from ..wording import phrase
from .hardware import codes, logic, machines, numbers, pulses, sequential, shared
from .hardware.module import Clock, Module, Names, bits, cycles_of, packed, rows_of, total, trace

WORDINGS = (
    "Write a hardware module in Verilog.\n\nName: {name}\nPorts:\n{ports}\n\n{behaviour}\n\n{rules}",
    "Implement the following module in Verilog (2012). It is called {name} and has these ports:\n{ports}\n\n"
    "What it does:\n{behaviour}\n\n{rules}",
    "A circuit is needed: a Verilog module named {name}.\n\n{behaviour}\n\nIts ports are\n{ports}\n\n{rules}",
    "Here is the specification of a digital circuit. Describe it as the Verilog module {name}.\n\n"
    "Interface:\n{ports}\n\nBehaviour:\n{behaviour}\n\n{rules}",
)
_RULES = (
    "Verilog-2005 and SystemVerilog-2012 are understood; it is simulated with Icarus Verilog 11, and any style that "
    "simulates right will do. You may define further modules. Use no system tasks or functions but $signed, "
    "$unsigned, $clog2 and $bits, no delays (#1), no strings, and no compiler directives but `timescale and "
    "`default_nettype. An output that is x or z is wrong. Bit 0 is the least significant bit of every port."
)
_SEEN = (
    "The inputs, {reset} among them, never change at an active edge. Outputs are compared after the inputs "
    "have "
    "changed, before the edge, and again after the edge, from the first active edge on; at that one the reset "
    "is active."
)
TEMPLATES: dict[str, Callable[[Random, int, Names], Module]] = {
    template.__name__: template
    for template in (
        *(
            logic.truth_table,
            logic.gates,
            logic.wiring,
            logic.select,
            logic.decoder,
            logic.priority,
            codes.ones,
        ),
        *(numbers.adder, numbers.compare, numbers.saturate, numbers.shifter, numbers.alu, codes.gray_code),
        *(codes.modular, codes.checksum),
        *(
            sequential.counter,
            sequential.shift_register,
            sequential.feedback,
            pulses.edges,
            pulses.debounce,
        ),
        *(pulses.divider, sequential.accumulator),
        *(machines.state_table, machines.detector, machines.remainder, shared.queue, shared.arbiter),
    )
}
_TITLES = ("unit", "block", "core", "part", "cell", "stage", "mod")
ROWS, CYCLES = 600, 480


def generate(rng: Random, *, kinds: str, size: int) -> Draft:
    """Make one module; its identity is the template and its facts."""
    names = Names(rng)
    kind = rng.choice(kinds.split())
    if kind not in TEMPLATES or not 1 <= size <= 9:
        raise ValueError(
            f"kinds must name templates ({', '.join(TEMPLATES)}) and size be 1 to 9, not {kind!r}, {size}"
        )
    clocked = _clock(rng, size, names)  # drawn first, so that its names are taken
    module = TEMPLATES[kind](rng, size, names)
    clock = None if module.step is None else clocked
    name = f"{rng.choice(_TITLES)}_{rng.choice('abcdefghjkmnpqrstuvw')}{rng.randrange(10, 100)}"
    inputs = module.inputs if clock is None else ((clock.reset, 1), *module.inputs)
    rows = rows_of(module, rng, ROWS) if clock is None else cycles_of(module, clock, rng, CYCLES)
    every = rows is None
    if rows is None:
        rows = [_row(inputs, number) for number in range(1 << total(inputs))]
    expected = trace(module, clock, rows)
    source = module.source(name, clock)
    behaviour = module.statement if clock is None else f"{clock.english()}\n{module.statement}"
    hardware: dict[str, Json] = {
        "module": name,
        "inputs": [list(port) for port in inputs],
        "outputs": [list(port) for port in module.outputs],
        "clock": None if clock is None else [clock.name, clock.rising],
        "stimuli": None if every else _hex([packed(inputs, row) for row in rows], total(inputs)),
        "expected": _hex(expected, total(module.outputs)),
    }
    style = None if clock is None else [clock.rising, clock.active_high, clock.asynchronous]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            name=name,
            ports=_ports(module, clock),
            behaviour=behaviour,
            rules=_RULES if clock is None else _SEEN.format(reset=clock.reset) + "\n" + _RULES,
        )
        + "\n\nAnswer with the whole Verilog code.",
        payload={"hardware": hardware, "problem": {"kind": kind, "reference": source}},
        answer=source,
        canonical=[kind, module.facts, style],
        difficulty=float(len(re.findall(r"\w+|[^\w\s]", source))),
    )


def _clock(rng: Random, size: int, names: Names) -> Clock:
    active_high = rng.random() < 0.6
    return Clock(
        name=names.take("clk", "clock", "ck"),
        rising=size <= 3 or rng.random() < 0.75,
        reset=names.take("rst", "reset", "res") if active_high else names.take("rst_n", "reset_n", "nreset"),
        active_high=active_high,
        asynchronous=rng.random() < 0.5,
    )


def _row(ports: tuple[tuple[str, int], ...], number: int) -> dict[str, int]:
    row: dict[str, int] = {}
    for name, width in reversed(ports):
        row[name] = number & (1 << width) - 1
        number >>= width
    return row


def _hex(numbers: list[int], width: int) -> str:
    """Numbers one after the other, each in as many hexadecimal digits as the width needs."""
    digits = (width + 3) // 4
    return "".join(f"{number:0{digits}x}" for number in numbers)


def _ports(module: Module, clock: Clock | None) -> str:
    lines = [f"- input {name}" for name in ((clock.name, clock.reset) if clock else ())]
    lines += [f"- input {bits(width)}{name}" for name, width in module.inputs]
    lines += [f"- output {bits(width)}{name}" for name, width in module.outputs]
    return "\n".join(lines)

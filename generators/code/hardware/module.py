"""A hardware module as one value: its ports, its English, its Verilog text and its model in Python.

The model is what decides: it gives the expected outputs. The Verilog text is written by other code from the same
facts, and the solver simulates it, so that the two formulations are held against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ...base import Json

Ins = Mapping[str, int]
Outs = dict[str, int]
State = Any
Row = dict[str, int]

MOST_EXHAUSTIVE_BITS = 12


@dataclass(frozen=True, slots=True)
class Clock:
    """How a sequential module is clocked and reset."""

    name: str
    rising: bool
    reset: str
    active_high: bool
    asynchronous: bool

    @property
    def event(self) -> str:
        """The sensitivity list of what is registered."""
        parts = [f"{'posedge' if self.rising else 'negedge'} {self.name}"]
        if self.asynchronous:
            parts.append(f"{'posedge' if self.active_high else 'negedge'} {self.reset}")
        return " or ".join(parts)

    @property
    def active(self) -> str:
        """The Verilog condition under which the module is reset."""
        return self.reset if self.active_high else f"!{self.reset}"

    def english(self) -> str:
        """The rules of clock and reset."""
        level, edge = int(self.active_high), "rising" if self.rising else "falling"
        when = (
            f"takes effect at once, whenever {self.reset} is {level}, without waiting for a clock edge"
            if self.asynchronous
            else f"takes effect only at a {edge} edge of {self.name} at which {self.reset} is {level}"
        )
        return (
            f"All state changes at the {edge} edge of {self.name}. {self.reset} is "
            f"{'an asynchronous' if self.asynchronous else 'a synchronous'} reset, active at {level}: it "
            f"{when}, "
            "and has priority over everything else."
        )


@dataclass(frozen=True, slots=True)
class Module:
    """One module to write.

    Attributes:
        kind: name of the template.
        inputs: names and widths, without clock and reset.
        outputs: names and widths.
        statement: what it does, in English.
        body: Verilog declarations and assignments.
        facts: JSON facts that tell it from others of its template, without names.
        out: outputs of a state and the inputs.
        start: the state after a reset; None for a combinational module.
        step: the state after a clock edge without reset.
        registers: names of registers, their widths and their values after a reset (Verilog text).
        update: Verilog statements of a clock edge without reset.
        corners: input values worth trying.
        drive: makes the inputs of a number of clock cycles, where random ones would not do.
    """

    kind: str
    inputs: tuple[tuple[str, int], ...]
    outputs: tuple[tuple[str, int], ...]
    statement: str
    body: str
    facts: Json
    out: Callable[[State, Ins], Outs]
    start: State = None
    step: Callable[[State, Ins], State] | None = None
    registers: tuple[tuple[str, int, str], ...] = ()
    update: str = ""
    corners: tuple[int, ...] = ()
    drive: Callable[[Random, int], list[Row]] | None = None

    def source(self, name: str, clock: Clock | None) -> str:
        """The whole Verilog text."""
        ports = [f"input logic {port}" for port in ((clock.name, clock.reset) if clock else ())]
        ports += [f"input logic {bits(width)}{port}" for port, width in self.inputs]
        ports += [f"output logic {bits(width)}{port}" for port, width in self.outputs]
        shown = {port for port, _ in self.outputs}
        lines = [f"module {name}(", "  " + ",\n  ".join(ports), ");"]
        lines += [
            f"  logic {bits(width)}{register};"
            for register, width, _ in self.registers
            if register not in shown
        ]
        lines += ["  " + line for line in self.body.strip().splitlines()]
        if clock is not None:
            lines.append(f"  always @({clock.event})")
            lines.append(f"    if ({clock.active}) begin")
            lines += [f"      {register} <= {value};" for register, _, value in self.registers]
            lines.append("    end else begin")
            lines += ["      " + line for line in self.update.strip().splitlines()]
            lines.append("    end")
        lines.append("endmodule")
        return "\n".join(lines)


def bits(width: int) -> str:
    """The range of a port: ``[7:0] ``, or nothing for a single bit."""
    return f"[{width - 1}:0] " if width > 1 else ""


_RESERVED = (
    "s n v r i t total other many earlier state seen match store bad last held look found kind period moved turn "
    "limited"
)
"""Names of inner signals and of letters in statements."""


class Names:
    """Hands out names for ports, each once."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._used = set(_RESERVED.split())

    def take(self, *pool: str) -> str:
        """An unused name of the pool."""
        free = [name for name in pool if name not in self._used]
        if not free:
            free = [f"{pool[0]}{number}" for number in range(2, 60)]
            free = [name for name in free if name not in self._used][:1]
        name = self._rng.choice(free)
        self._used.add(name)
        return name

    def data(self) -> str:
        """A name for a data input."""
        return self.take("a", "b", "c", "d", "p", "q", "u", "v", "m", "n", "data", "in_val", "word", "x", "arg")

    def result(self) -> str:
        """A name for a data output."""
        return self.take("y", "z", "r", "w", "out", "res", "f", "g", "h", "q_out", "o", "val")

    def enable(self) -> str:
        """A name for an enable input."""
        return self.take("en", "enable", "ce", "go", "run")


def total(ports: Sequence[tuple[str, int]]) -> int:
    """Bits of some ports together."""
    return sum(width for _, width in ports)


def packed(ports: Sequence[tuple[str, int]], values: Ins) -> int:
    """Values of ports as one number, the first port in the highest bits."""
    number = 0
    for name, width in ports:
        number = number << width | values[name] & (1 << width) - 1
    return number


def signed(value: int, width: int) -> int:
    """A bit pattern read in two's complement."""
    return value - (1 << width) if value >> (width - 1) & 1 else value


def rows_of(module: Module, rng: Random, count: int) -> list[Row] | None:
    """Inputs to try on a combinational module; None if all there are shall be tried."""
    if total(module.inputs) <= MOST_EXHAUSTIVE_BITS:
        return None
    return module.drive(rng, count) if module.drive else [_random_row(module, rng) for _ in range(count)]


def _random_row(module: Module, rng: Random) -> Row:
    row: Row = {}
    for name, width in module.inputs:
        full, kind = (1 << width) - 1, rng.random()
        value = rng.getrandbits(width)
        if width > 2 and kind < 0.25:
            value = rng.choice((0, 1, full, full - 1, full >> 1, (full >> 1) + 1, *module.corners))
        elif width > 2 and row and kind < 0.45:
            value = rng.choice(list(row.values())) + rng.choice((-1, 0, 0, 1))
        elif width > 2 and kind < 0.55:
            value = rng.getrandbits(width) & rng.getrandbits(width) & rng.getrandbits(width)
        row[name] = value & full
    return row


def cycles_of(module: Module, clock: Clock, rng: Random, count: int) -> list[Row]:
    """Inputs of `count` clock cycles, with the reset, which is active in the first one and seldom later."""
    rows = module.drive(rng, count) if module.drive else _phases(module, rng, count)
    for number, row in enumerate(rows):
        resets = number == 0 or (number > count // 3 and rng.random() < 0.025)
        row[clock.reset] = int(resets == clock.active_high)
    return rows


def _phases(module: Module, rng: Random, count: int) -> list[Row]:
    """Random inputs; single bits keep a bias for a while, so that long runs of either value occur."""
    rows: list[Row] = []
    while len(rows) < count:
        bias = {name: rng.choice((0.04, 0.3, 0.5, 0.7, 0.96)) for name, width in module.inputs if width == 1}
        for _ in range(rng.randint(8, 50)):
            row = _random_row(module, rng)
            row.update({name: int(rng.random() < share) for name, share in bias.items()})
            rows.append(row)
    return rows[:count]


def trace(module: Module, clock: Clock | None, rows: Sequence[Row]) -> list[int]:
    """The expected outputs, packed: of each row, or before and after the edge of each clock cycle.

    The first cycle resets the module; what it gives before its first edge is unknown, and left out.
    """
    if clock is None or module.step is None:
        return [packed(module.outputs, module.out(None, row)) for row in rows]
    seen: list[int] = []
    state = module.start
    for number, row in enumerate(rows):
        resetting = row[clock.reset] == int(clock.active_high)
        if resetting and clock.asynchronous:
            state = module.start
        if number:
            seen.append(packed(module.outputs, module.out(state, row)))
        state = module.start if resetting else module.step(state, row)
        seen.append(packed(module.outputs, module.out(state, row)))
    return seen

"""Sequential modules of pulses: edges, debouncers, clock dividers."""

from __future__ import annotations

from random import Random

from .module import Ins, Module, Names, Outs, Row, State


def edges(rng: Random, size: int, names: Names) -> Module:
    """Edges of some lines, each of a kind of its own, and a count of them."""
    lines = rng.choice((3, 4)) if size <= 4 else rng.choice((5, 6))
    a, y = names.take("sig", "line", "pins", "keys"), names.result()
    count, width = names.take("count", "events", "tally"), rng.choice((3, 4, 5))
    kinds = [rng.choice(("rise", "fall", "both")) for _ in range(lines)]
    before, start = rng.randrange(1 << lines), rng.randrange(1 << width)
    cap = rng.randrange(start, 1 << width) if size >= 4 else (1 << width) - 1
    words = {"rise": "0 to 1", "fall": "1 to 0", "both": "0 to 1 or from 1 to 0"}
    listed = ", ".join(f"bit {i} from {words[kind]}" for i, kind in enumerate(kinds))
    limit = (
        f"; it never goes above {cap}: what would lead beyond makes it {cap}"
        if size >= 4
        else f", modulo {1 << width}"
    )
    text = (
        f"At each active clock edge, each bit of {a} is compared with its value at the edge before (at the "
        f"first edge "
        f"after a reset: with {lines}'b{before:0{lines}b}). A bit has an event when it went: {listed}. {y} is "
        f"registered: after the "
        f"edge, bit i of {y} is 1 if bit i of {a} had an event at that edge, else 0; after a reset it is 0. "
        f"{count} "
        f"is {start} after a reset and goes up at each edge by the number of events at that edge{limit}."
    )

    def advance(state: State, ins: Ins) -> State:
        old, _, counted = state
        found = 0
        for i, kind in enumerate(kinds):
            was, now = old >> i & 1, ins[a] >> i & 1
            found |= int(was != now and (kind == "both" or now == (kind == "rise"))) << i
        counted += found.bit_count()
        return ins[a], found, min(counted, cap) if size >= 4 else counted % (1 << width)

    rising = sum(int(kind != "fall") << i for i, kind in enumerate(kinds))
    falling = sum(int(kind != "rise") << i for i, kind in enumerate(kinds))
    body = [
        f"wire [{lines - 1}:0] event_now = ({a} & ~earlier & {lines}'d{rising}) | (~{a} & earlier & "
        f"{lines}'d{falling});",
        "integer i, many;",
        "always @* begin",
        f"  many = {count};",
        f"  for (i = 0; i < {lines}; i = i + 1) many = many + event_now[i];",
        "end",
    ]
    value = f"many > {cap} ? {cap} : many" if size >= 4 else "many"
    return Module(
        "edges",
        ((a, lines),),
        ((y, lines), (count, width)),
        text,
        "\n".join(body),
        [lines, width, kinds, before, start, cap],
        lambda state, ins: {y: state[1], count: state[2]},
        start=(before, 0, start),
        step=advance,
        registers=(
            ("earlier", lines, f"{lines}'d{before}"),
            (y, lines, f"{lines}'d0"),
            (count, width, f"{width}'d{start}"),
        ),
        update=f"earlier <= {a};\n{y} <= event_now;\n{count} <= {value};",
    )


def debounce(rng: Random, size: int, names: Names) -> Module:
    """A debouncer that takes different times for both directions, with a pulse at each change."""
    up, down = rng.randint(2, 4 + size), rng.randint(2, 4 + size)
    noisy, y = names.take("noisy", "raw", "key", "button"), names.take("clean", "stable", "y", "out")
    pulse, start = names.take("changed", "pulse", "tick"), rng.randrange(2)
    width, shown = 4, names.take("run", "streak", "level_count")
    text = (
        f"{y} is {start} after a reset. It follows {noisy} only when that is steady: it goes from 0 to 1 at "
        f"the active clock "
        f"edge that is the {up}th in a row at which {noisy} is 1, and from 1 to 0 at the edge that is the "
        f"{down}th in a row at "
        f"which {noisy} is 0 (only edges since {y} last changed, or since the reset, count). {shown} is the "
        f"number of edges in a row, up to now, at which {noisy} was different from {y}; it is 0 after a reset, "
        f"after "
        f"any edge at which {noisy} equals {y}, and after an edge at which {y} changes. {pulse} is registered: "
        f"1 for "
        f"one clock period after each edge at which {y} changes, else 0; after a reset it is 0."
    )
    text = text.replace("2th", "second").replace("3th", "third")

    def advance(state: State, ins: Ins) -> State:
        level, run, _ = state
        if ins[noisy] == level:
            return level, 0, 0
        if run + 1 == (down if level else up):
            return 1 - level, 0, 1
        return level, run + 1, 0

    def drive(rng: Random, count: int) -> list[Row]:
        rows: list[Row] = []
        value = rng.randrange(2)
        while len(rows) < count:
            value = 1 - value
            rows += [{noisy: value} for _ in range(rng.choice((1, 2, 3, up - 1, up, down - 1, down, up + 2)))]
        return rows[:count]

    update = [
        f"{pulse} <= 1'b0;",
        f"if ({noisy} == {y}) {shown} <= 0;",
        f"else if ({shown} + 1 == ({y} ? {down} : {up})) begin",
        f"  {y} <= ~{y}; {shown} <= 0; {pulse} <= 1'b1;",
        f"end else {shown} <= {shown} + 1'b1;",
    ]
    return Module(
        "debounce",
        ((noisy, 1),),
        ((y, 1), (shown, width), (pulse, 1)),
        text,
        "",
        [up, down, start],
        lambda state, ins: {y: state[0], shown: state[1], pulse: state[2]},
        start=(start, 0, 0),
        step=advance,
        registers=((y, 1, f"1'b{start}"), (shown, width, f"{width}'d0"), (pulse, 1, "1'b0")),
        update="\n".join(update),
        drive=drive,
    )


def divider(rng: Random, size: int, names: Names) -> Module:
    """A clock divider with two ratios of odd high and low times."""
    fast, y, first = names.take("fast", "sel", "mode"), names.result(), names.take("begins", "sync", "first")
    times = [(rng.randint(1, 3 + size), rng.randint(1, 3 + size)) for _ in range(2)]
    hold, offset = names.take("hold", "stop", "freeze"), rng.randrange(times[0][0] + times[0][1])
    text = (
        f"{y} repeats a pattern of clock periods: 1 for {times[0][0]}, then 0 for {times[0][1]} when it is of "
        f"kind 0; 1 for "
        f"{times[1][0]}, then 0 for {times[1][1]} when it is of kind 1. Periods of a pattern are numbered from "
        f"0. After a "
        f"reset a pattern of kind 0 is in its period number {offset}. At each active clock edge: if {hold} is "
        f"1, nothing "
        f"changes; otherwise the next period begins, and after the last one a new pattern does, whose kind is "
        f"the value "
        f"of {fast} at that edge. {first} is 1 during period 0 of a pattern of kind 1, else 0."
    )

    def advance(state: State, ins: Ins) -> State:
        kind, period = state
        if ins[hold]:
            return state
        return (kind, period + 1) if period + 1 < sum(times[kind]) else (ins[fast], 0)

    def out(state: State, ins: Ins) -> Outs:
        return {y: int(state[1] < times[state[0]][0]), first: int(state == (1, 0))}

    body = [
        f"assign {y} = period < (kind ? {times[1][0]} : {times[0][0]});",
        f"assign {first} = kind && period == 0;",
    ]
    ends = f"(kind ? {sum(times[1]) - 1} : {sum(times[0]) - 1})"
    update = (
        f"if (!{hold}) begin\n  if (period == {ends}) begin\n    period <= 0; kind <= {fast};\n"
        "  end else period <= period + 1'b1;\nend"
    )
    return Module(
        "divider",
        ((fast, 1), (hold, 1)),
        ((y, 1), (first, 1)),
        text,
        "\n".join(body),
        [times, offset],
        out,
        start=(0, offset),
        step=advance,
        registers=(("kind", 1, "1'b0"), ("period", 5, f"5'd{offset}")),
        update=update,
    )

"""Sequential modules of one register or two: counters, shift registers, running values."""

from __future__ import annotations

from random import Random

from .module import Ins, Module, Names, Outs, Row, State


def counter(rng: Random, size: int, names: Names) -> Module:
    """A counter with an odd modulus, steps, a load and a wrap flag."""
    width = rng.choice((4, 5)) if size <= 3 else rng.choice((4, 5, 6))
    modulus = rng.randrange((1 << width - 1) + 1, 1 << width)
    start = rng.randrange(modulus)
    step = rng.randint(1, 3) if size <= 3 else rng.randint(1, modulus // 2)
    down = rng.randint(1, 3) if size <= 3 else rng.randint(1, modulus // 2)
    en, way = names.enable(), names.take("up", "dir", "forward")
    load, data = names.take("load", "ld", "set"), names.data()
    y, last = names.result(), names.take("last", "tc", "mark")
    full, watch, has_load = 1 << width, rng.randrange(modulus), size >= 4
    loading = (
        f"if {load} is 1, it becomes {data} if {data} is below {modulus}, else {start}; otherwise, "
        if has_load
        else ""
    )
    text = (
        f"{y} is a counter with values 0 to {modulus - 1}; after a reset it is {start}. At each active clock "
        f"edge: "
        f"{loading}if {en} is 1, it goes up by {step} when {way} is 1 and down by {down} when {way} is 0, "
        f"modulo "
        f"{modulus}; in all other cases it keeps its value. {last} is 1 when {y} is {watch} and {en} is 1 (it "
        f"follows "
        f"{en} without waiting for the clock), else 0."
    )

    def advance(state: State, ins: Ins) -> State:
        if has_load and ins[load]:
            return ins[data] if ins[data] < modulus else start
        if not ins[en]:
            return state
        return (state + (step if ins[way] else -down)) % modulus

    def out(state: State, ins: Ins) -> Outs:
        return {y: state, last: int(state == watch and ins[en])}

    update = [f"if ({load}) {y} <= {data} < {modulus} ? {data} : {width}'d{start};"] if has_load else []
    update += [
        f"{'else ' if has_load else ''}if ({en} && {way}) {y} <= {y} >= {modulus - step} ? {y} - "
        f"{modulus - step} : {y} + {step};",
        f"else if ({en}) {y} <= {y} < {down} ? {y} + {modulus - down} : {y} - {down};",
    ]
    inputs = ((en, 1), (way, 1), *(((load, 1), (data, width)) if has_load else ()))
    return Module(
        "counter",
        inputs,
        ((y, width), (last, 1)),
        text,
        f"assign {last} = {y} == {watch} && {en};",
        [full, modulus, start, step, down, watch, has_load],
        out,
        start=start,
        step=advance,
        registers=((y, width, f"{width}'d{start}"),),
        update="\n".join(update),
        corners=(modulus, modulus - 1, down, down - 1, modulus - step, modulus - step - 1, watch),
    )


def shift_register(rng: Random, size: int, names: Names) -> Module:
    """A shift register with a table of modes and a watched pattern."""
    width = rng.choice((4, 5, 6)) if size <= 3 else rng.choice((6, 7, 8, 9))
    mode, sin = names.take("mode", "op", "ctl"), names.take("sin", "ser", "d_in")
    data, y, hit = names.data(), names.result(), names.take("hit", "seen", "par")
    start, taps = rng.randrange(1 << width), rng.randrange(3, 1 << width)
    full, top = (1 << width) - 1, width - 1
    words = {
        "hold": ("it keeps its value", "{y}"),
        "left": ("it shifts left by one place, {sin} comes in as bit 0", "{{{y}[{low}:0], {sin}}}"),
        "right": ("it shifts right by one place, {sin} comes in at the top", "{{{sin}, {y}[{top}:1]}}"),
        "load": ("it becomes {data}", "{data}"),
        "rol": ("it rotates left by one place", "{{{y}[{low}:0], {y}[{top}]}}"),
        "twist": (
            "it shifts left by one place, the inverse of its old top bit comes in as bit 0",
            "{{{y}[{low}:0], ~{y}[{top}]}}",
        ),
        "flip": ("it becomes its own inverse, bit by bit", "~{y}"),
        "double": ("it shifts left by two places, zeros come in", "{{{y}[{lower}:0], 2'b00}}"),
    }
    kinds = rng.sample(list(words), 4 if size <= 4 else 8)
    bits = 2 if size <= 4 else 3
    fields = {"y": y, "sin": sin, "top": top, "low": top - 1, "lower": top - 2, "data": data}
    listed = "\n".join(
        f"- {mode} = {code}: {words[kind][0].format(**fields)}" for code, kind in enumerate(kinds)
    )
    text = (
        f"{y} is a register of {width} bits; after a reset it is {width}'b{start:0{width}b}. At each active "
        f"clock "
        f"edge:\n{listed}\n{hit} is the XOR of the bits of {y} that are 1 in the mask "
        f"{width}'b{taps:0{width}b}."
    )

    def advance(state: State, ins: Ins) -> State:
        return {
            "hold": state,
            "left": (state << 1 | ins[sin]) & full,
            "right": state >> 1 | ins[sin] << top,
            "load": ins[data],
            "rol": (state << 1 | state >> top) & full,
            "twist": (state << 1 | 1 - (state >> top)) & full,
            "flip": full - state,
            "double": state << 2 & full,
        }[kinds[ins[mode]]]

    def out(state: State, ins: Ins) -> Outs:
        return {y: state, hit: int(state & taps).bit_count() % 2}

    cases = [f"  {bits}'d{code}: {y} <= {words[kind][1].format(**fields)};" for code, kind in enumerate(kinds)]
    return Module(
        "shift_register",
        ((mode, bits), (sin, 1), (data, width)),
        ((y, width), (hit, 1)),
        text,
        f"assign {hit} = ^({y} & {width}'d{taps});",
        [width, kinds, start, taps],
        out,
        start=start,
        step=advance,
        registers=((y, width, f"{width}'d{start}"),),
        update="\n".join([f"case ({mode})", *cases, "endcase"]),
    )


def feedback(rng: Random, size: int, names: Names) -> Module:
    """A linear feedback shift register, of either kind, with a way out of zero."""
    width = rng.choice((4, 5, 6, 7)) if size <= 4 else rng.choice((8, 9, 11))
    en, mix, y = names.enable(), names.take("mix", "din", "noise"), names.result()
    full, start = (1 << width) - 1, rng.randrange(1, 1 << width)
    taps, escape = rng.randrange(3, 1 << width) | 1 << width - 1, rng.randrange(1, 1 << width)
    galois = rng.random() < 0.5
    if galois:
        rule = (
            f"let f be its top bit XOR {mix}; it shifts left by one place, a zero comes in as bit 0, and if f "
            f"is 1 the "
            f"result is XORed with {width}'b{taps:0{width}b}"
        )
        term = f"{{{y}[{width - 2}:0], 1'b0}} ^ (({y}[{width - 1}] ^ {mix}) ? {width}'d{taps} : {width}'d0)"
    else:
        rule = (
            f"let f be {mix} XOR all bits of {y} that are 1 in the mask {width}'b{taps:0{width}b}; it shifts "
            f"left by one place "
            "and f comes in as bit 0"
        )
        term = f"{{{y}[{width - 2}:0], ^({y} & {width}'d{taps}) ^ {mix}}}"
    text = (
        f"{y} is a register of {width} bits; after a reset it is {width}'b{start:0{width}b}. At each active "
        f"clock edge at "
        f"which {en} is 1: if it is 0, it becomes {width}'b{escape:0{width}b}; otherwise, {rule}. When {en} is "
        f"0 it keeps "
        "its value."
    )

    def advance(state: State, ins: Ins) -> State:
        if not ins[en]:
            return state
        if state == 0:
            return escape
        if galois:
            turned = state >> width - 1 ^ ins[mix]
            return (state << 1 & full) ^ (taps if turned else 0)
        return (state << 1 | (state & taps).bit_count() % 2 ^ ins[mix]) & full

    def drive(rng: Random, count: int) -> list[Row]:
        """Mostly random; now and then the mixed-in bit is chosen so that the register runs empty."""
        rows: list[Row] = []
        state, empty = start, False
        for _ in range(count):
            empty = rng.random() < (0.93 if empty else 0.05)
            row = {en: int(rng.random() < 0.9), mix: rng.randrange(2)}
            if empty and state:
                row[en] = 1
                ways = [advance(state, {en: 1, mix: bit}) for bit in (0, 1)]
                row[mix] = int(ways[1] == state << 1 & full)
            state = advance(state, row)
            rows.append(row)
        return rows

    return Module(
        "feedback",
        ((en, 1), (mix, 1)),
        ((y, width),),
        text,
        "",
        [width, start, taps, escape, galois],
        lambda state, ins: {y: state},
        start=start,
        step=advance,
        registers=((y, width, f"{width}'d{start}"),),
        update=f"if ({en}) {y} <= {y} == 0 ? {width}'d{escape} : {term};",
        drive=drive,
    )


def accumulator(rng: Random, size: int, names: Names) -> Module:
    """A running sum that saturates, with the largest and the smallest value seen."""
    width, more = rng.choice((4, 5, 6)), rng.choice((1, 2, 3))
    en, a, drop = names.enable(), names.data(), names.take("clear", "zero", "restart")
    y, most, least = names.result(), names.take("most", "peak", "maxi"), names.take("least", "low", "mini")
    top, start = rng.randrange(1 << width + more - 1, 1 << width + more), rng.randrange(1 << width - 1)
    leak, floor = rng.randint(1, 5), rng.randrange(1 << width - 1)
    wide, full = width + more, (1 << width) - 1
    text = (
        f"{a} is an unsigned number. {y} is {start} after a reset, {most} is 0 and {least} is {full}. At each "
        f"active clock edge, "
        f"if {drop} is 1: {y} becomes {start}, {most} and {least} stay as they are. Otherwise, if {en} is 1: "
        f"{y} goes up by "
        f"{a}, but not above {top} (what would be more becomes {top}); {most} becomes the larger, {least} the "
        f"smaller of itself and "
        f"{a}. Otherwise {y} goes down by {leak}, but not below {floor}: if it is below {floor + leak}, it "
        f"becomes {floor}."
    )

    def advance(state: State, ins: Ins) -> State:
        total, high, low = state
        if ins[drop]:
            return start, high, low
        if ins[en]:
            return min(total + ins[a], top), max(high, ins[a]), min(low, ins[a])
        return max(total - leak, floor), high, low

    update = [
        f"if ({drop}) {y} <= {wide}'d{start};",
        f"else if ({en}) begin",
        f"  {y} <= ({y} + {a} > 32'd{top}) ? {wide}'d{top} : {y} + {a};",
        f"  if ({a} > {most}) {most} <= {a};",
        f"  if ({a} < {least}) {least} <= {a};",
        f"end else {y} <= {y} < {floor + leak} ? {wide}'d{floor} : {y} - {leak};",
    ]
    return Module(
        "accumulator",
        ((drop, 1), (en, 1), (a, width)),
        ((y, wide), (most, width), (least, width)),
        text,
        "",
        [width, more, top, start, leak, floor],
        lambda state, ins: {y: state[0], most: state[1], least: state[2]},
        start=(start, 0, full),
        step=advance,
        registers=((y, wide, f"{wide}'d{start}"), (most, width, "0"), (least, width, f"{width}'d{full}")),
        update="\n".join(update),
        corners=(1, 2, 3),
    )

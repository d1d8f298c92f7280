"""State machines: tables of states, sequence detectors, remainders of streams."""

from __future__ import annotations

from random import Random

from .module import Ins, Module, Names, Outs, Row, State


def state_table(rng: Random, size: int, names: Names) -> Module:
    """A machine given by its table of states; the output belongs to the state or to the step."""
    count = min(2 + size, 9)
    bits, width = (1 if size <= 4 else 2), rng.choice((2, 3))
    a, y = names.take("a", "x", "sym", "cmd", "din"), names.result()
    letters = rng.sample("ABCDEFGHJKLMNPQRSTUVWXYZ", count)
    columns, mealy = 1 << bits, rng.random() < 0.5
    start = rng.randrange(count)
    while True:
        table = [[rng.randrange(count) for _ in range(columns)] for _ in range(count)]
        seen, waiting = {start}, [start]
        while waiting:
            fresh = set(table[waiting.pop()]) - seen
            seen |= fresh
            waiting += sorted(fresh)
        if len(seen) == count:
            break
    outputs = [[rng.randrange(1 << width) for _ in range(columns if mealy else 1)] for _ in range(count)]
    heads = "  ".join(f"{a}={column}" for column in range(columns))
    lines = [f"state  {heads}" + ("" if mealy else f"  {y}")]
    for state in range(count):
        cells = [letters[to] + (f"/{outputs[state][c]}" if mealy else "") for c, to in enumerate(table[state])]
        shown = "  ".join(f"{cell:<{len(a) + 2}}" for cell in cells)
        lines.append((f"{letters[state]}      {shown}" + ("" if mealy else f"  {outputs[state][0]}")).rstrip())
    told = (
        f"The table gives, for each state and each value of {a}, the next state and, behind the slash, the "
        f"output "
        f"{y} (a number of {width} bits). {y} belongs to the present state and the present input: it follows "
        f"{a} at "
        "once, without waiting for the clock."
        if mealy
        else f"The table gives the next state for each value of {a}, and the output {y} (a number of {width} "
        f"bits) of "
        "each state. It depends on the present state alone."
    )
    text = (
        f"A state machine with the states {', '.join(sorted(letters))}; after a reset it is in state "
        f"{letters[start]}. At each "
        f"active clock edge it goes to the next state. {told}\n" + "\n".join(lines)
    )
    state_bits = 4
    steps = [
        f"  {state_bits}'d{s}: state <= "
        + "".join(f"{a} == {c} ? {state_bits}'d{to} : " for c, to in enumerate(table[s][:-1]))
        + f"{state_bits}'d{table[s][-1]};"
        for s in range(count)
    ]
    shown_cases = [
        f"    {state_bits}'d{s}: {y} = "
        + "".join(f"{a} == {c} ? {width}'d{v} : " for c, v in enumerate(outputs[s][:-1]))
        + f"{width}'d{outputs[s][-1]};"
        for s in range(count)
    ]

    def drive(rng: Random, rows: int) -> list[Row]:
        """Walks that prefer the edges taken least so far."""
        taken = dict.fromkeys(((s, c) for s in range(count) for c in range(columns)), 0)
        state, made = start, []
        for _ in range(rows):
            least = min(taken[state, c] for c in range(columns))
            best = [c for c in range(columns) if taken[state, c] == least]
            column = rng.choice(best) if rng.random() < 0.7 else rng.randrange(columns)
            taken[state, column] += 1
            made.append({a: column})
            state = table[state][column]
        return made

    return Module(
        "state_table",
        ((a, bits),),
        ((y, width),),
        text,
        "always @*\n  case (state)\n" + "\n".join(shown_cases) + f"\n    default: {y} = 0;\n  endcase",
        [table, outputs, start],
        lambda state, ins: {y: outputs[state][ins[a] if mealy else 0]},
        start=start,
        step=lambda state, ins: table[state][ins[a]],
        registers=(("state", state_bits, f"{state_bits}'d{start}"),),
        update="\n".join(["case (state)", *steps, f"  default: state <= {state_bits}'d{start};", "endcase"]),
        drive=drive,
    )


def detector(rng: Random, size: int, names: Names) -> Module:
    """Finds a pattern in a stream of bits, overlapping or not, at once or registered."""
    length = rng.randint(4, 5) if size <= 3 else rng.randint(5, 8)
    pattern = format(rng.randrange(1 << length), f"0{length}b")
    a, valid, y = (
        names.take("bit_in", "din", "x", "serial"),
        names.take("valid", "en", "strobe"),
        names.result(),
    )
    count, overlapping, at_once = names.take("found", "hits", "count"), rng.random() < 0.5, rng.random() < 0.5
    wide, first = rng.randint(2, 4), rng.randrange(4)
    kind = (
        "Occurrences may overlap: bits of one may also belong to the next."
        if overlapping
        else "Occurrences do not overlap: after one is found, the search begins anew with the next bit."
    )
    when = (
        f"{y} is 1 while {valid} is 1 and {a} would complete an occurrence at the coming edge; it follows {a} "
        f"and {valid} "
        "without waiting for the clock, and is 0 otherwise"
        if at_once
        else f"{y} is registered: it is 1 for one clock period after each edge that completes an occurrence, "
        f"else 0"
    )
    text = (
        f"At each active clock edge at which {valid} is 1, the bit {a} is received; other edges receive "
        f"nothing. Find the "
        f"pattern {pattern} (first bit on the left) in the stream of bits received since the reset. {kind} "
        f"{when}. "
        f"{count} is the number of occurrences completed since the reset plus {first}, modulo {1 << wide}."
    )
    # The state is how much of the pattern the received bits end in; the Verilog text keeps the bits themselves.
    follow = [[0, 0] for _ in range(length)]
    for matched in range(length):
        for bit in (0, 1):
            got = pattern[:matched] + str(bit)
            follow[matched][bit] = max(k for k in range(len(got) + 1) if got[len(got) - k :] == pattern[:k])
    again = max(k for k in range(length) if pattern[length - k :] == pattern[:k]) if overlapping else 0

    def advance(state: State, ins: Ins) -> State:
        matched, hits, _ = state
        if not ins[valid]:
            return matched, hits, 0
        matched = follow[matched][ins[a]]
        if matched == length:
            return again, (hits + 1) % (1 << wide), 1
        return matched, hits, 0

    def out(state: State, ins: Ins) -> Outs:
        now = int(bool(ins[valid]) and follow[state[0]][ins[a]] == length) if at_once else state[2]
        return {y: now, count: state[1]}

    def drive(rng: Random, rows: int) -> list[Row]:
        # What is left of the pattern behind its first run of equal bits comes right after the reset, for those who
        # take the bits that a register holds at first for bits that were received.
        begin = pattern.lstrip(pattern[0])
        stream = [0, *(int(c) for c in begin)]  # the first row is that of the reset
        while len(stream) < rows:
            kept = rng.choice((length, length, length - 1, length - 2))
            stream += [int(c) for c in pattern[rng.choice((0, 0, again)) :][:kept]]
            stream += [rng.randrange(2) for _ in range(rng.choice((0, 0, 1, 3)))]
        return [
            {a: bit, valid: int(i <= len(begin) or rng.random() < 0.88)} for i, bit in enumerate(stream[:rows])
        ]

    fill = 4
    body = [
        f"wire [{length - 1}:0] next_bits = {{seen[{length - 2}:0], {a}}};",
        f"wire match = {valid} && many >= {length - 1} && next_bits == {length}'b{pattern};",
    ]
    body += [f"assign {y} = match;"] if at_once else []
    update = [f"{y} <= match;"] if not at_once else []
    update += [
        f"if ({valid}) begin",
        "  seen <= next_bits;",
        f"  many <= {'' if overlapping else 'match ? 4' + chr(39) + 'd0 : '}many < {length} ? many + 1'b1 : "
        f"many;",
        "end",
        f"if (match) {count} <= {count} + 1'b1;",
    ]
    first %= 1 << wide
    registers = [
        ("seen", length, f"{length}'d0"),
        ("many", fill, f"{fill}'d0"),
        (count, wide, f"{wide}'d{first}"),
    ]
    return Module(
        "detector",
        ((valid, 1), (a, 1)),
        ((y, 1), (count, wide)),
        text,
        "\n".join(body),
        [pattern, overlapping, at_once, wide, first],
        out,
        start=(0, first, 0),
        step=advance,
        registers=tuple(registers + ([] if at_once else [(y, 1, "1'b0")])),
        update="\n".join(update),
        drive=drive,
    )


def remainder(rng: Random, size: int, names: Names) -> Module:
    """The remainder of a stream of digits, most significant first."""
    modulus = rng.randrange(3, 10) if size <= 4 else rng.randrange(9, 31)
    base = rng.choice((2, 3, 5)) if size <= 4 else rng.choice((3, 5, 6, 7))
    a, valid, y = names.take("digit", "d", "din", "sym"), names.take("valid", "take", "en"), names.result()
    zero, bad = names.take("zero", "divides", "whole"), names.take("bad", "err", "fault")
    target, start = rng.randrange(modulus), rng.randrange(modulus)
    text = (
        f"A number in base {base} arrives digit by digit, the most significant first: at each active clock "
        f"edge at which "
        f"{valid} is 1 and {a} is below {base}, this digit is added at its end. {y} is the remainder of the "
        f"number so "
        f"far when divided by {modulus}; the number is {start} after a reset. {zero} is 1 when {y} is "
        f"{target}, else 0. {bad} "
        f"is 0 after a reset; it becomes 1 at an edge at which {valid} is 1 and {a} is not below {base} (such "
        f"a digit is "
        "left out) and stays 1 until the next reset."
    )

    def advance(state: State, ins: Ins) -> State:
        value, fault = state
        if not ins[valid]:
            return state
        return (value, 1) if ins[a] >= base else ((value * base + ins[a]) % modulus, fault)

    update = (
        f"if ({valid}) begin\n  if ({a} < {base}) {y} <= ({y} * 32'd{base} + {a}) % 32'd{modulus};\n"
        f"  else {bad} <= 1'b1;\nend"
    )
    return Module(
        "remainder",
        ((valid, 1), (a, 3)),
        ((y, 5), (zero, 1), (bad, 1)),
        text,
        f"assign {zero} = {y} == {target};",
        [modulus, base, target, start],
        lambda state, ins: {y: state[0], zero: int(state[0] == target), bad: state[1]},
        start=(start, 0),
        step=advance,
        registers=((y, 5, f"5'd{start}"), (bad, 1, "1'b0")),
        update=update,
        drive=lambda rng, rows: [
            {
                valid: int(rng.random() < 0.8),
                a: rng.randrange(base) if rng.random() < 0.95 else rng.choice((base, rng.randrange(base, 8))),
            }
            for _ in range(rows)
        ],
    )

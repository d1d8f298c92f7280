"""State machines: tables of states, sequence detectors, remainders of streams, queues, stacks and arbiters."""

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
        f"always @*\n  case (state)\n" + "\n".join(shown_cases) + f"\n    default: {y} = 0;\n  endcase",
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
        stream: list[int] = []
        while len(stream) < rows:
            kept = rng.choice((length, length, length - 1, length - 2))
            stream += [int(c) for c in pattern[rng.choice((0, 0, again)) :][:kept]]
            stream += [rng.randrange(2) for _ in range(rng.choice((0, 0, 1, 3)))]
        return [{a: bit, valid: int(rng.random() < 0.88)} for bit in stream[:rows]]

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

    update = f"if ({valid}) begin\n  if ({a} < {base}) {y} <= ({y} * 32'd{base} + {a}) % 32'd{modulus};\n  else {bad} <= 1'b1;\nend"
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


def queue(rng: Random, size: int, names: Names) -> Module:
    """A small queue or stack with rules for pushing when full, popping when empty and both at once."""
    depth, width = rng.choice((2, 3, 4) if size <= 6 else (3, 5, 6)), rng.choice((3, 4, 5, 6))
    last_first, drops_oldest = rng.random() < 0.35, rng.random() < 0.5
    push, pop = names.take("push", "wr", "put", "write"), names.take("pop", "rd", "get", "read")
    a, y = names.data(), names.result()
    full, level = names.take("full", "is_full"), names.take("level", "used", "fill")
    lost = names.take("lost", "errors", "faults")
    idle, mask = rng.randrange(1 << width), rng.randrange(1 << width)
    pop_first = rng.random() < 0.5
    wide, rule = (
        rng.randint(2, 4),
        "the oldest entry is removed and the new one added" if drops_oldest else "the new value is dropped",
    )
    name = (
        "stack: the entry added last is taken first" if last_first else "queue: the oldest entry is taken first"
    )
    order = "the pop is done first, then the push" if pop_first else "the push is done first, then the pop"
    text = (
        f"A {name}. It holds up to {depth} values of {width} bits and is empty after a reset. At each active "
        f"clock edge a "
        f"1 on {push} adds the value {a} XOR {width}'b{mask:0{width}b}, and a 1 on {pop} removes the entry "
        f"that is next to be "
        f"taken; when both are 1, {order}, as if there were two edges. A push onto {depth} entries is a fault: "
        f"{rule}. A pop without an entry "
        f"is a fault that changes nothing else. {y} is the entry that is next to be taken, or {idle} when "
        f"there is none; {level} is the number of entries; {full} is 1 when that is {depth}, else 0; {lost} is "
        f"the "
        f"number of faults since the reset, modulo {1 << wide}."
    )

    def advance(state: State, ins: Ins) -> State:
        entries, faults = list(state[0]), state[1]
        for pushing in (False, True) if pop_first else (True, False):
            if pushing and ins[push]:
                room = len(entries) < depth
                faults += not room
                if room or drops_oldest:
                    entries = [*entries, ins[a] ^ mask][-depth:]
            elif not pushing and ins[pop]:
                faults += not entries
                entries = entries[:-1] if last_first else entries[1:]
        return tuple(entries), faults % (1 << wide)

    def out(state: State, ins: Ins) -> Outs:
        entries = state[0]
        head = (entries[-1] if last_first else entries[0]) if entries else idle
        return {y: head, level: len(entries), full: int(len(entries) == depth), lost: state[1]}

    def drive(rng: Random, rows: int) -> list[Row]:
        made: list[Row] = []
        while len(made) < rows:
            filling, emptying = rng.choice(((0.9, 0.1), (0.1, 0.9), (0.5, 0.5), (0.9, 0.9)))
            for _ in range(rng.randint(4, 14)):
                pair = {push: int(rng.random() < filling), pop: int(rng.random() < emptying)}
                made.append(pair | {a: rng.getrandbits(width)})
        return made[:rows]

    store, total = depth * width, 3
    # All entries stand in one vector, the oldest in the lowest bits.
    pushing = [
        f"if ({push}) begin",
        f"  if (n < {depth}) begin",
        f"    v = v | (({a} ^ {width}'d{mask}) << (n * {width})); n = n + 1;",
        "  end else begin",
        "    bad = bad + 1;",
        *(
            [f"    v = v >> {width}; v[{store - 1}:{store - width}] = {a} ^ {width}'d{mask};"]
            if drops_oldest
            else []
        ),
        "  end",
        "end",
    ]
    keep = f"v = v & ~({{{store}{{1'b1}}}} << (n * {width}));" if last_first else f"v = v >> {width};"
    popping = [
        f"if ({pop}) begin",
        "  if (n == 0) bad = bad + 1;",
        f"  else begin n = n - 1; {keep} end",
        "end",
    ]
    lines = popping + pushing if pop_first else pushing + popping
    at = f"({level} - 1'b1) * {width}" if last_first else "0"
    body = [
        f"assign {y} = {level} == 0 ? {width}'d{idle} : store >> ({at});",
        f"assign {full} = {level} == {depth};",
        f"logic [{store - 1}:0] v;",
        "integer n, bad;",
        "always @* begin",
        f"  v = store; n = {level}; bad = {lost};",
        *("  " + line for line in lines),
        "end",
    ]
    return Module(
        "queue",
        ((push, 1), (pop, 1), (a, width)),
        ((y, width), (level, total), (full, 1), (lost, wide)),
        text,
        "\n".join(body),
        [depth, width, last_first, drops_oldest, idle, mask, pop_first, wide],
        out,
        start=((), 0),
        step=advance,
        registers=(("store", store, f"{store}'d0"), (level, total, f"{total}'d0"), (lost, wide, f"{wide}'d0")),
        update=f"store <= v; {level} <= n; {lost} <= bad;",
        drive=drive,
    )


def arbiter(rng: Random, size: int, names: Names) -> Module:
    """A round-robin arbiter that lets the holder stay for a bounded time."""
    count, most = rng.choice((3, 4) if size <= 5 else (4, 5, 6)), rng.randint(2, 5)
    req, grant = names.take("req", "want", "ask"), names.take("grant", "gnt", "own")
    idle, start = names.take("idle", "free", "none"), rng.randrange(count)
    ring = rng.sample(range(count), count)
    around = " -> ".join(f"{i}" for i in [*ring, ring[0]])
    stays = rng.random() < 0.5
    after = (
        "it keeps the grant if no other line asks, and its count of edges begins anew"
        if stays
        else "it loses the grant for at least one clock period even if no other line asks: the search does "
        "not come to it"
    )
    text = (
        f"{req} has {count} lines that ask for a resource; bit i of {grant} is 1 while line i has it, all "
        f"other bits are 0. "
        f"The lines stand in a ring: {around}. At each active clock edge: if the holder still asks and has not "
        f"held the grant for "
        f"{most} edges yet, it keeps it (the edge that gave it the grant counts as the first, each edge that "
        f"kept it as one more). "
        f"Otherwise a new holder is searched: around the ring, from the line behind the last holder on; the "
        f"first that asks gets "
        f"the grant, its count is 1; if none does, nobody has it. The last holder itself comes last in this "
        f"search; when "
        f"it asks and has held the grant for {most} edges, {after}. After a reset nobody has the grant and "
        f"line {start} counts as the "
        f"last holder (so that it comes last in the search, without any other limit). {idle} is 1 when nobody "
        f"has the grant, else 0."
    )

    def advance(state: State, ins: Ins) -> State:
        last, held = state
        if held and held < most and ins[req] >> last & 1:
            return last, held + 1
        at = ring.index(last)
        others = [ring[(at + k) % count] for k in range(1, count + 1)]
        if held == most and not stays and ins[req] >> last & 1:
            others.pop()
        for line in others:
            if ins[req] >> line & 1:
                return line, 1
        return last, 0

    follow = {line: ring[(ring.index(line) + 1) % count] for line in ring}
    body = [
        f"assign {idle} = held == 0;",
        f"assign {grant} = held == 0 ? {count}'d0 : {count}'d1 << last;",
        "logic [2:0] look, next_last, next_held;",
        "logic found;",
        "integer i;",
        "always @* begin",
        f"  found = held != 0 && held < {most} && {req}[last]; look = last;",
        "  next_last = last; next_held = found ? held + 1'b1 : 3'd0;",
        f"  for (i = 0; i < {count}; i = i + 1) begin",
        "    case (look)",
        *(f"      3'd{line}: look = 3'd{to};" for line, to in sorted(follow.items())),
        "      default: look = 3'd0;",
        "    endcase",
        f"    if (!found && {req}[look]"
        + ("" if stays else f" && !(look == last && held == {most})")
        + ") begin",
        "      found = 1'b1; next_last = look; next_held = 3'd1;",
        "    end",
        "  end",
        "end",
    ]
    # Lines keep asking for a while, so that holders run into their limit.

    def drive(rng: Random, rows: int) -> list[Row]:
        made: list[Row] = []
        asks = 0
        for _ in range(rows):
            share = 0.15 if rng.random() < 0.9 else 0.6
            asks ^= sum(int(rng.random() < share) << i for i in range(count))
            made.append({req: asks if rng.random() < 0.92 else 1 << rng.randrange(count)})
            if rng.random() < 0.05:
                made += [{req: 1 << rng.randrange(count)}] * (most + 2)
        return [dict(row) for row in made[:rows]]

    return Module(
        "arbiter",
        ((req, count),),
        ((grant, count), (idle, 1)),
        text,
        "\n".join(body),
        [count, most, ring, start, stays],
        lambda state, ins: {grant: 1 << state[0] if state[1] else 0, idle: int(not state[1])},
        start=(start, 0),
        step=advance,
        registers=(("last", 3, f"3'd{start}"), ("held", 3, "3'd0")),
        update="last <= next_last; held <= next_held;",
        drive=drive,
    )

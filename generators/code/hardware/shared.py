"""Queues, stacks and arbiters: modules that several askers share."""

from __future__ import annotations

from random import Random

from .module import Ins, Module, Names, Outs, Row, State


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

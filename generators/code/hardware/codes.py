"""Combinational modules of codes: Gray code, remainders, checksums, counts of ones."""

from __future__ import annotations

from random import Random

from .module import Ins, Module, Names, Outs, Row, State


def gray_code(rng: Random, size: int, names: Names) -> Module:
    """Numbers in Gray code: add a constant or a small input and give the result in either code."""
    width = rng.choice((4, 5, 6)) if size <= 3 else rng.choice((7, 8, 9))
    a, step = names.data(), names.take("step", "inc", "delta")
    y, plain, wrap = names.result(), names.take("bin", "plain", "count"), names.take("wrap", "carry", "over")
    constant, mask = rng.randrange(1 << width), rng.randrange(1 << width)
    text = (
        f"The Gray code of a number n of {width} bits is n XOR (n shifted right by one place). {a} is the Gray "
        f"code of "
        f"some n. Let s = n + {step} + {constant}. {plain} is the lowest {width} bits of s, as a plain binary "
        f"number; "
        f"{y} is the Gray code of {plain}, XORed with {width}'b{mask:0{width}b}; {wrap} is 1 when s is "
        f"{1 << width} or more, else 0."
    )

    def out(_: State, ins: Ins) -> Outs:
        n, rest = 0, ins[a]
        while rest:
            n, rest = n ^ rest, rest >> 1
        s = n + ins[step] + constant
        value = s & (1 << width) - 1
        return {plain: value, y: value ^ value >> 1 ^ mask, wrap: int(s >= 1 << width)}

    lines = [f"assign n[{width - 1}] = {a}[{width - 1}];"]
    lines += [f"assign n[{i}] = n[{i + 1}] ^ {a}[{i}];" for i in reversed(range(width - 1))]
    body = (
        f"wire [{width - 1}:0] n;\n"
        + "\n".join(lines)
        + f"\nwire [{width + 1}:0] s = n + {step} + {constant};\n"
        f"assign {plain} = s[{width - 1}:0];\nassign {y} = {plain} ^ ({plain} >> 1) ^ {width}'d{mask};\n"
        f"assign {wrap} = s >= {1 << width};"
    )
    facts = [width, constant, mask]
    outputs = ((y, width), (plain, width), (wrap, 1))
    return Module("gray_code", ((a, width), (step, 3)), outputs, text, body, facts, out)


def modular(rng: Random, size: int, names: Names) -> Module:
    """A linear formula modulo an odd number, and whether one number divides another."""
    width = rng.choice((4, 5, 6)) if size <= 4 else rng.choice((7, 8))
    a, b = names.data(), names.data()
    y, even = names.result(), names.take("div", "exact", "whole")
    modulus = rng.randrange(3, 1 << width, 2)
    first, second, third = rng.randrange(2, 30), rng.randrange(2, 30), rng.randrange(1, 200)
    divisor = rng.choice((3, 5, 6, 7, 9, 10, 11))
    text = (
        f"{a} and {b} are unsigned numbers. {y} is the remainder of {first} * {a} + {second} * {b} + {third} "
        f"when "
        f"divided by {modulus}, calculated exactly. {even} is 1 when {divisor} divides {a} + {b} (the sum has "
        f"one bit "
        "more than the numbers), else 0."
    )

    def out(_: State, ins: Ins) -> Outs:
        return {
            y: (first * ins[a] + second * ins[b] + third) % modulus,
            even: int((ins[a] + ins[b]) % divisor == 0),
        }

    body = (
        f"wire [31:0] s = {first} * {a} + {second} * {b} + {third};\nwire [31:0] t = {a} + {b};\n"
        f"assign {y} = s % {modulus};\nassign {even} = t % {divisor} == 0;"
    )
    facts = [width, modulus, first, second, third, divisor]
    outputs = ((y, width), (even, 1))
    return Module("modular", ((a, width), (b, width)), outputs, text, body, facts, out)


def checksum(rng: Random, size: int, names: Names) -> Module:
    """The cyclic redundancy check of a word, bit by bit."""
    width, degree = rng.choice((8, 10, 12)), rng.choice((4, 5, 6, 8) if size > 4 else (4, 5))
    a, y, ok = names.data(), names.result(), names.take("ok", "match", "good")
    given = names.take("sum", "chk", "crc")
    full = (1 << degree) - 1
    poly, start, final = rng.randrange(1, full) | 1, rng.randrange(full + 1), rng.randrange(full + 1)
    top_first = rng.random() < 0.5
    order = "from the most to the least significant" if top_first else "from the least to the most significant"
    text = (
        f"{y} is a checksum of {a}. A register r of {degree} bits begins as {degree}'b{start:0{degree}b}. The "
        f"bits of {a} "
        f"are taken one after the other, {order}: for each bit, let f be the XOR of that bit and the top bit "
        f"of r; "
        f"r is shifted left by one place (a zero comes in, the top bit is dropped); if f is 1, r is then XORed "
        f"with "
        f"{degree}'b{poly:0{degree}b}. After the last bit, {y} is r XOR {degree}'b{final:0{degree}b}. {ok} is "
        f"1 when {y} equals "
        f"{given}, else 0."
    )

    def out(_: State, ins: Ins) -> Outs:
        r = start
        for place in range(width)[:: -1 if top_first else 1]:
            feedback = (ins[a] >> place ^ r >> degree - 1) & 1
            r = (r << 1 & full) ^ (poly if feedback else 0)
        return {y: r ^ final, ok: int(r ^ final == ins[given])}

    loop = f"for (i = {width - 1}; i >= 0; i = i - 1)" if top_first else f"for (i = 0; i < {width}; i = i + 1)"
    body = (
        f"integer i;\nlogic [{degree - 1}:0] r;\nalways @* begin\n  r = {degree}'d{start};\n  {loop}\n"
        f"    r = {{r[{degree - 2}:0], 1'b0}} ^ ((r[{degree - 1}] ^ {a}[i]) ? {degree}'d{poly} : "
        f"{degree}'d0);\nend\n"
        f"assign {y} = r ^ {degree}'d{final};\nassign {ok} = {y} == {given};"
    )
    facts = [width, degree, poly, start, final, top_first]

    def drive(rng: Random, count: int) -> list[Row]:
        rows: list[Row] = []
        for _ in range(count):
            row = {a: rng.getrandbits(width), given: rng.getrandbits(degree)}
            near = out(None, row)[y] ^ (rng.randrange(2) << rng.randrange(degree))
            rows.append(row | ({given: near} if rng.random() < 0.6 else {}))
        return rows

    ports = ((a, width), (given, degree))
    return Module("checksum", ports, ((y, degree), (ok, 1)), text, body, facts, out, drive=drive)


def ones(rng: Random, size: int, names: Names) -> Module:
    """Counting and parity of chosen bits, thresholds, majority against another mask."""
    width = 8 if size <= 3 else 12
    a, y, flag, odd = (
        names.data(),
        names.result(),
        names.take("flag", "enough", "hit"),
        names.take("par", "odd"),
    )
    one, two, three = (rng.getrandbits(width) | 1 << rng.randrange(width) for _ in range(3))
    limit, even = rng.choice((-1, 1, 2)), rng.randrange(2)
    first, second = one.bit_count(), two.bit_count()
    text = (
        f"{y} is the number of ones among the bits of {a} that are 1 in the mask {width}'b{one:0{width}b}. "
        f"{flag} is 1 when that number is greater than the number of ones among the bits that are 1 in the "
        f"mask "
        f"{width}'b{two:0{width}b} {'plus' if limit > 0 else 'minus'} {abs(limit)}, else 0. {odd} is the XOR "
        f"of the bits of {a} that are 1 in "
        f"the mask {width}'b{three:0{width}b}{', inverted' if even else ''}."
    )

    def out(_: State, ins: Ins) -> Outs:
        counted = (ins[a] & one).bit_count()
        more = counted > (ins[a] & two).bit_count() + limit
        return {y: counted, flag: int(more), odd: (ins[a] & three).bit_count() % 2 ^ even}

    body = [
        "integer i, total, other;",
        f"localparam [{width - 1}:0] ONE = {width}'d{one}, TWO = {width}'d{two}, PAR = {width}'d{three};",
        "always @* begin",
        "  total = 0; other = 0;",
        f"  for (i = 0; i < {width}; i = i + 1) begin",
        f"    if ({a}[i] && ONE[i]) total = total + 1;",
        f"    if ({a}[i] && TWO[i]) other = other + 1;",
        "  end",
        f"  {y} = total;",
        f"  {flag} = total > other + ({limit});",
        "end",
        f"assign {odd} = {'~' if even else ''}^({a} & PAR);",
    ]
    return Module(
        "ones",
        ((a, width),),
        ((y, 4), (flag, 1), (odd, 1)),
        text,
        "\n".join(body),
        [width, one, two, three, limit, even, first, second],
        out,
    )

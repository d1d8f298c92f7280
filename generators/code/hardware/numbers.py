"""Combinational modules of numbers: adders, comparators, clamping, shifters, operations."""

from __future__ import annotations

from random import Random

from .module import Ins, Module, Names, Outs, State, signed

_WORDS = {True: "signed numbers in two's complement", False: "unsigned numbers"}


def _wide(names: list[str], width: int, as_signed: bool) -> str:
    """Inputs as signed 32-bit numbers, so that nothing overflows on the way."""
    fill = 32 - width
    terms = [(name, f"$signed({name})" if as_signed else f"{{{fill}'d0, {name}}}") for name in names]
    lines = [f"wire signed [31:0] {name}_x = {term};" for name, term in terms]
    return "\n".join(lines)


def _read(value: int, width: int, as_signed: bool) -> int:
    return signed(value, width) if as_signed else value


def adder(rng: Random, size: int, names: Names) -> Module:
    """Sums and differences with a constant, a carry in, and flags."""
    width = rng.choice((4, 5, 6)) if size <= 3 else rng.choice((6, 7, 8, 10))
    as_signed = rng.random() < 0.5
    a, b, cin = names.data(), names.data(), names.take("cin", "ci", "carry_in")
    y, over, zero = names.result(), names.take("ovf", "over", "v_flag"), names.take("zero", "z_flag", "is_zero")
    sign, times = rng.choice((1, -1)), rng.choice((1, 1, 2, 3))
    constant, weight = rng.randrange(1, 1 << width), rng.choice((1, -1))
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if as_signed else (0, (1 << width) - 1)
    first, plus = (a if times == 1 else f"{times} * {a}"), {1: "+", -1: "-"}
    formula = f"{first} {plus[sign]} {b} + {constant} {plus[weight]} {cin}"
    text = (
        f"{a} and {b} are {_WORDS[as_signed]}. Let s be the exact integer {formula}. {y} is the lowest {width} "
        f"bits "
        f"of s (two's complement if s is negative), {over} is 1 when s is below {low} or above {high}, else 0, "
        f"and "
        f"{zero} is 1 when {y} is 0, else 0."
    )

    def out(_: State, ins: Ins) -> Outs:
        left, right = (_read(ins[name], width, as_signed) for name in (a, b))
        s = times * left + sign * right + constant + weight * ins[cin]
        low_bits = s & (1 << width) - 1
        return {y: low_bits, over: int(not low <= s <= high), zero: int(low_bits == 0)}

    body = (
        _wide([a, b], width, as_signed)
        + f"\nwire signed [31:0] carry_x = {{31'd0, {cin}}};"
        + f"\nwire signed [31:0] s = {times} * {a}_x {'+' if sign > 0 else '-'} {b}_x + {constant} "
        + f"{'+' if weight > 0 else '-'} carry_x;"
        + f"\nassign {y} = s[{width - 1}:0];\nassign {over} = s < {low} || s > {high};\nassign {zero} = {y} == 0;"
    )
    return Module(
        "adder",
        ((a, width), (b, width), (cin, 1)),
        ((y, width), (over, 1), (zero, 1)),
        text,
        body,
        [width, as_signed, sign, times, constant, weight],
        out,
        corners=(constant, (1 << width) - constant),
    )


def compare(rng: Random, size: int, names: Names) -> Module:
    """A comparator with a margin, a range test and the larger or smaller of two."""
    width = rng.choice((4, 5)) if size <= 2 else rng.choice((5, 6, 8))
    as_signed, largest = rng.random() < 0.5, rng.random() < 0.5
    a, b = names.data(), names.data()
    less, inside, y = names.take("less", "lt", "under"), names.take("in_range", "between", "ok"), names.result()
    margin = rng.randint(1, 1 << width - 2) * rng.choice((1, -1))
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if as_signed else (0, (1 << width) - 1)
    bottom = rng.randint(low + 1, high - 3)
    top = rng.randint(bottom + 1, high - 1)
    word = "larger" if largest else "smaller"
    text = (
        f"{a} and {b} are {_WORDS[as_signed]}. {less} is 1 when {a} < {b} {'+' if margin > 0 else '-'} "
        f"{abs(margin)}, calculated exactly without any "
        f"overflow, else 0. {inside} is 1 when {bottom} <= {a} <= {top}, else 0. {y} is the {word} of {a} and "
        f"{b}; "
        f"but when {inside} is 1, {y} is {b} with every bit inverted."
    )

    def out(_: State, ins: Ins) -> Outs:
        left, right = (_read(ins[name], width, as_signed) for name in (a, b))
        within = bottom <= left <= top
        chosen = (max if largest else min)(left, right)
        value = ~ins[b] if within else chosen
        return {less: int(left < right + margin), inside: int(within), y: value & (1 << width) - 1}

    body = (
        _wide([a, b], width, as_signed)
        + f"\nassign {less} = {a}_x < {b}_x + ({margin});"
        + f"\nassign {inside} = {a}_x >= ({bottom}) && {a}_x <= ({top});"
        + f"\nassign {y} = {inside} ? ~{b} : ({a}_x {'>' if largest else '<'} {b}_x) ? {a} : {b};"
    )
    return Module(
        "compare",
        ((a, width), (b, width)),
        ((less, 1), (inside, 1), (y, width)),
        text,
        body,
        [width, as_signed, largest, margin, bottom, top],
        out,
        corners=tuple(v & (1 << width) - 1 for v in (bottom, bottom - 1, top, top + 1, margin)),
    )


def saturate(rng: Random, size: int, names: Names) -> Module:
    """Arithmetic whose result is clamped between two odd bounds."""
    width = rng.choice((4, 5, 6)) if size <= 3 else rng.choice((6, 7, 8, 9))
    as_signed = rng.random() < 0.6
    a, b, mode = names.data(), names.data(), names.take("mode", "sub", "op")
    y, hit = names.result(), names.take("sat", "clamped", "hit")
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if as_signed else (0, (1 << width) - 1)
    bottom = rng.randint(low, low + (1 << width - 2))
    top = rng.randint(high - (1 << width - 2), high)
    scale, more = rng.choice((1, 2)), rng.randint(1, 9)
    article = "an" if width in (8, 11, 18) else "a"
    text = (
        f"{a} and {b} are {_WORDS[as_signed]}. When {mode} is 0, s is {a} + {b} + {more}; when {mode} is 1, s "
        f"is "
        f"{'' if scale == 1 else f'{scale} * '}{a} - {b}; both are exact. {y} is s, but {bottom} if s is below "
        f"{bottom}, and {top} if s is "
        f"above {top} (as {article} {width}-bit {'two' + chr(39) + 's complement' if as_signed else 'unsigned'} "
        f"number). "
        f"{hit} is 1 when s was outside these bounds, else 0."
    )

    def out(_: State, ins: Ins) -> Outs:
        left, right = (_read(ins[name], width, as_signed) for name in (a, b))
        s = scale * left - right if ins[mode] else left + right + more
        return {y: min(max(s, bottom), top) & (1 << width) - 1, hit: int(s < bottom or s > top)}

    body = (
        _wide([a, b], width, as_signed)
        + f"\nwire signed [31:0] s = {mode} ? {scale} * {a}_x - {b}_x : {a}_x + {b}_x + {more};"
        + f"\nassign {hit} = s < ({bottom}) || s > ({top});"
        + f"\nwire signed [31:0] limited = s < ({bottom}) ? ({bottom}) : s > ({top}) ? ({top}) : s;"
        + f"\nassign {y} = limited[{width - 1}:0];"
    )
    return Module(
        "saturate",
        ((a, width), (b, width), (mode, 1)),
        ((y, width), (hit, 1)),
        text,
        body,
        [width, as_signed, bottom, top, scale, more],
        out,
        corners=tuple(v & (1 << width) - 1 for v in (bottom, top, bottom + 1, top - 1)),
    )


def shifter(rng: Random, size: int, names: Names) -> Module:
    """A barrel shifter with a table of modes, for amounts up to beyond the width."""
    width = rng.choice((5, 6, 7)) if size <= 3 else rng.choice((9, 11, 13))
    a, mode, y = names.data(), names.take("mode", "op", "kind"), names.result()
    amount = names.take("amt", "sh", "amount", "k")
    bits = 3 if width < 8 else 4
    kinds = rng.sample(("lsl", "lsr", "asr", "rol", "ror", "ones"), 4)
    mask = rng.randrange(1, 1 << width)
    words = {
        "lsl": "shifted left, zeros come in",
        "lsr": "shifted right, zeros come in",
        "asr": "shifted right, copies of the top bit come in",
        "rol": "rotated left",
        "ror": "rotated right",
        "ones": "shifted left, ones come in",
    }
    listed = "\n".join(f"- {mode} = {code}: {words[kind]}" for code, kind in enumerate(kinds))
    text = (
        f"{y} is {a}, a word of {width} bits, moved by {amount} places and then XORed with "
        f"{width}'b{mask:0{width}b}:\n"
        f"{listed}\nAmounts of {width} and more are not special: the word is moved one place, {amount} times "
        f"over."
    )

    def out(_: State, ins: Ins) -> Outs:
        word, top, kind = ins[a], width - 1, kinds[ins[mode]]
        for _place in range(ins[amount]):
            first, last = word & 1, word >> top & 1
            into = {"lsl": 0, "lsr": 0, "asr": last, "rol": last, "ror": first, "ones": 1}[kind]
            word = (
                (word << 1 | into) & (1 << width) - 1
                if kind in ("lsl", "rol", "ones")
                else word >> 1 | into << top
            )
        return {y: word ^ mask}

    terms = {
        "lsl": f"{a} << {amount}",
        "lsr": f"{a} >> {amount}",
        "asr": f"$signed({a}) >>> {amount}",
        "rol": f"({a} << turn) | ({a} >> ({width} - turn))",
        "ror": f"({a} >> turn) | ({a} << ({width} - turn))",
        "ones": f"~(~{a} << {amount})",
    }
    cases = "\n".join(f"    2'd{code}: moved = {terms[kind]};" for code, kind in enumerate(kinds))
    body = (
        f"wire [4:0] turn = {amount} % {width};\nlogic [{width - 1}:0] moved;\n"
        f"always @*\n  case ({mode})\n{cases}\n  endcase\nassign {y} = moved ^ {width}'d{mask};"
    )
    return Module(
        "shifter", ((a, width), (amount, bits), (mode, 2)), ((y, width),), text, body, [width, kinds, mask], out
    )


_OPERATIONS = {
    "add": ("the lowest {w} bits of {a} + {b}", "{a} + {b}"),
    "sub": ("the lowest {w} bits of {a} - {b}", "{a} - {b}"),
    "rsb": ("the lowest {w} bits of {b} - {a} - 1", "{b} - {a} - 1'b1"),
    "and": ("{a} AND {b}, bit by bit", "{a} & {b}"),
    "or": ("{a} OR {b}, bit by bit", "{a} | {b}"),
    "xor": ("{a} XOR {b}, bit by bit", "{a} ^ {b}"),
    "nor": ("the inverse of ({a} OR {b}), bit by bit", "~({a} | {b})"),
    "bic": ("{a} AND the inverse of {b}, bit by bit", "{a} & ~{b}"),
    "max": ("the larger of {a} and {b}, read as unsigned numbers", "({a} > {b}) ? {a} : {b}"),
    "min": (
        "the smaller of {a} and {b}, read as signed numbers in two's complement",
        "($signed({a}) < $signed({b})) ? {a} : {b}",
    ),
    "mul": ("the lowest {w} bits of {a} * {b}", "{a} * {b}"),
    "inc": ("the lowest {w} bits of {a} + {k}", "{a} + {w}'d{k}"),
    "rol": ("{a} rotated left by one place", "{{{a}[{u}:0], {a}[{t}]}}"),
    "asr": ("{a} shifted right by one place, the top bit staying as it is", "{{{a}[{t}], {a}[{t}:1]}}"),
    "gray": ("{a} XOR ({a} shifted right by one place, a zero coming in)", "{a} ^ ({a} >> 1)"),
    "cst": ("the constant {k}", "{w}'d{k}"),
}


def _operate(kind: str, a: int, b: int, width: int, k: int) -> int:
    top = width - 1
    value = {
        "add": a + b,
        "sub": a - b,
        "rsb": b - a - 1,
        "and": a & b,
        "or": a | b,
        "xor": a ^ b,
        "nor": ~(a | b),
        "bic": a & ~b,
        "max": max(a, b),
        "min": a if signed(a, width) < signed(b, width) else b,
        "mul": a * b,
        "inc": a + k,
        "rol": a << 1 | a >> top,
        "asr": a >> 1 | a >> top << top,
        "gray": a ^ a >> 1,
        "cst": k,
    }[kind]
    return value & (1 << width) - 1


def alu(rng: Random, size: int, names: Names) -> Module:
    """A unit of operations with odd opcodes, flags, and codes that do nothing."""
    width = rng.choice((4, 5)) if size <= 3 else rng.choice((6, 7, 8))
    bits = 2 if size <= 3 else 3 if size <= 5 else 4
    kinds = rng.sample(list(_OPERATIONS), (1 << bits) - (bits > 2) * rng.randint(1, 3))
    codes = rng.sample(range(1 << bits), len(kinds))
    a, b, op = names.data(), names.data(), names.take("op", "opcode", "fn", "func")
    y, flags = names.result(), names.take("flags", "status", "cc")
    k = rng.randrange(2, (1 << width) - 1)
    spare = rng.randrange(1 << width)
    fields = {"a": a, "b": b, "w": width, "k": k, "t": width - 1, "u": width - 2}
    told = [
        f"- {code}: {_OPERATIONS[kind][0].format(**fields)}" for code, kind in zip(codes, kinds, strict=True)
    ]
    cases = [
        f"    {bits}'d{code}: {y} = {_OPERATIONS[kind][1].format(**fields)};"
        for code, kind in zip(codes, kinds, strict=True)
    ]
    if len(kinds) < 1 << bits:
        told.append(f"- any other code: the constant {spare}")
        cases.append(f"    default: {y} = {width}'d{spare};")
    text = (
        f"{a}, {b} and {y} are words of {width} bits. {y} depends on {op}:\n" + "\n".join(told) + "\n"
        f"{flags}[0] is 1 when {y} is 0, {flags}[1] is the top bit of {y}, and {flags}[2] is 1 when {y} has an "
        f"odd "
        "number of ones."
    )
    table = dict(zip(codes, kinds, strict=True))

    def out(_: State, ins: Ins) -> Outs:
        value = _operate(table[ins[op]], ins[a], ins[b], width, k) if ins[op] in table else spare
        packed = int(value == 0) | value >> width - 1 << 1 | value.bit_count() % 2 << 2
        return {y: value, flags: packed}

    body = (
        f"always @*\n  case ({op})\n" + "\n".join(cases) + "\n  endcase\n"
        f"assign {flags} = {{^{y}, {y}[{width - 1}], {y} == 0}};"
    )
    facts = [width, bits, [[code, kind] for code, kind in sorted(table.items())], k, spare]
    ports = ((a, width), (b, width), (op, bits))
    return Module("alu", ports, ((y, width), (flags, 3)), text, body, facts, out)

"""Combinational modules of single bits: truth tables, gates, wiring, selection, decoders, priorities."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .module import Ins, Module, Names, Outs, State

_LETTERS = ("a", "b", "c", "d", "e", "p", "q", "s", "t", "x")


def truth_table(rng: Random, size: int, names: Names) -> Module:
    """Functions of a few bits, by the numbers of the rows in which they are 1, or by a Karnaugh map."""
    count = 3 if size <= 1 else 4 if size <= 3 else 5
    inputs = [names.take(*_LETTERS) for _ in range(count)]
    outputs = [names.result() for _ in range(2 if size <= 3 else 3)]
    rows = 1 << count
    tables = [rng.randrange(1, (1 << rows) - 1) for _ in outputs]
    parts = [
        f"Read the inputs as one binary number v, with {inputs[0]} as its most significant bit, then "
        f"{', '.join(inputs[1:])}."
    ]
    for output, table in zip(outputs, tables, strict=True):
        if count == 4 and rng.random() < 0.5:
            parts.append(_karnaugh(output, table, inputs))
            continue
        ones = [row for row in range(rows) if table >> row & 1]
        value = int(len(ones) <= rows // 2)
        if not value:
            ones = [row for row in range(rows) if not table >> row & 1]
        listed = ", ".join(map(str, ones))
        parts.append(f"{output} is {value} exactly when v is one of {listed}; otherwise it is {1 - value}.")

    def out(_: State, ins: Ins) -> Outs:
        v = int("".join(str(ins[name]) for name in inputs), 2)
        return {output: table >> v & 1 for output, table in zip(outputs, tables, strict=True)}

    index = "{" + ", ".join(inputs) + "}"
    body = []
    for output, table in zip(outputs, tables, strict=True):
        cases = [row for row in range(rows) if table >> row & 1]
        tests = " || ".join(f"v_in == {row}" for row in cases)
        body.append(f"assign {output} = {tests};")
    return Module(
        "truth_table",
        tuple((name, 1) for name in inputs),
        tuple((name, 1) for name in outputs),
        "\n".join(parts),
        f"wire [{count - 1}:0] v_in = {index};\n" + "\n".join(body),
        [count, tables],
        out,
    )


def _karnaugh(output: str, table: int, inputs: list[str]) -> str:
    gray = ("00", "01", "11", "10")
    lines = [
        f"{output} is given by a Karnaugh map (rows: {inputs[0]}{inputs[1]}, columns: {inputs[2]}{inputs[3]}):",
        "       " + "  ".join(gray),
    ]
    lines += [
        f"  {row}    " + "   ".join(str(table >> int(row + column, 2) & 1) for column in gray) for row in gray
    ]
    return "\n".join(lines)


_GATES: dict[str, tuple[str, Callable[[int, int], int]]] = {
    "AND": ("{} & {}", lambda a, b: a & b),
    "OR": ("{} | {}", lambda a, b: a | b),
    "XOR": ("{} ^ {}", lambda a, b: a ^ b),
    "NAND": ("~({} & {})", lambda a, b: 1 - (a & b)),
    "NOR": ("~({} | {})", lambda a, b: 1 - (a | b)),
    "XNOR": ("~({} ^ {})", lambda a, b: 1 - (a ^ b)),
}


def gates(rng: Random, size: int, names: Names) -> Module:
    """A small circuit of gates with named inner signals."""
    inputs = [names.take(*_LETTERS) for _ in range(min(3 + size // 2, 6))]
    outputs = [names.result() for _ in range(2)]
    count = 4 + 2 * size
    while True:
        wires = [f"n{number}" for number in range(1, count - 1)] + outputs
        net: list[tuple[str, str, int, str, int]] = []
        known = list(inputs)
        for wire in wires:
            unused = [w for w in known if not any(w in (g[1], g[3]) for g in net)]
            first = rng.choice(unused or known)
            second = rng.choice([w for w in known if w != first])
            net.append(
                (rng.choice(list(_GATES)), first, int(rng.random() < 0.2), second, int(rng.random() < 0.2))
            )
            known.append(wire)

        def out(_: State, ins: Ins, net=tuple(net), wires=tuple(wires)) -> Outs:  # type: ignore[no-untyped-def]
            values = dict(ins)
            for wire, (gate, first, flip, second, flop) in zip(wires, net, strict=True):
                values[wire] = _GATES[gate][1](values[first] ^ flip, values[second] ^ flop)
            return {output: values[output] for output in outputs}

        columns: dict[str, set[int]] = {output: set() for output in outputs}
        for number in range(1 << len(inputs)):
            for output, value in out(None, {n: number >> i & 1 for i, n in enumerate(inputs)}).items():
                columns[output].add(value)
        if all(len(seen) == 2 for seen in columns.values()):
            break
    english, body = [], []
    for wire, (gate, first, flip, second, flop) in zip(wires, net, strict=True):
        told = [("NOT " if inverted else "") + name for name, inverted in ((first, flip), (second, flop))]
        text = _GATES[gate][0].format(*(("~" if i else "") + n for n, i in ((first, flip), (second, flop))))
        english.append(f"- {wire} = ({told[0]}) {gate} ({told[1]})".replace(f"({first})", first))
        english[-1] = english[-1].replace(f"({second})", second)
        body.append(f"assign {wire} = {text};" if wire in outputs else f"wire {wire} = {text};")
    order = {name: f"i{number}" for number, name in enumerate(inputs)}
    order |= {name: f"o{number}" for number, name in enumerate(outputs)}
    facts = [[gate, order.get(a, a), f, order.get(b, b), g] for gate, a, f, b, g in net]
    inner = f"n1 to n{count - 2} are inner signals of one bit, not ports" if count > 3 else ""
    return Module(
        "gates",
        tuple((name, 1) for name in inputs),
        tuple((name, 1) for name in outputs),
        f"Each signal below is one gate of two others ({inner}):\n" + "\n".join(english),
        "\n".join(body),
        [len(inputs), facts],
        out,
    )


def wiring(rng: Random, size: int, names: Names) -> Module:
    """A chain of rearrangements of the bits of one word."""
    width = rng.choice((8, 8, 12, 16)) if size > 1 else rng.choice((6, 7, 8))
    a, y = names.data(), names.result()
    steps: list[tuple[str, int]] = []
    count = 1 if size <= 1 else min(size, 5)
    kinds = (
        ["permute"]
        if count == 1
        else ["reverse", "rotate", "mask", "halves", "groups", "shuffle", "rotate", "mask"]
    )
    order = rng.sample(range(width), width)
    while len(steps) < count or (count > 1 and not any(kind == "mask" for kind, _ in steps)):
        kind = rng.choice(kinds)
        if not steps or steps[-1][0] != kind:
            value = {"rotate": rng.randrange(1, width), "mask": rng.randrange(1, 1 << width)}.get(kind, 0)
            steps.append((kind, rng.choice((2, 4)) if kind == "groups" else value))
    if count == 1:
        steps.append(("mask", rng.randrange(1, 1 << width)))
    sources = list(range(width))  # by whole lists of bits, while the model below works on numbers
    flips = [0] * width
    told = []
    for number, (kind, value) in enumerate(steps, 1):
        new = list(range(width))
        if kind == "permute":
            new = order
            listed = ", ".join(f"bit {i} from bit {order[i]}" for i in range(width))
            text = f"Rearrange the bits: the result takes {listed}."
        elif kind == "reverse":
            new = new[::-1]
            text = "Reverse the order of all bits."
        elif kind == "rotate":
            new = [(i - value) % width for i in range(width)]
            leaving, entering = ("1 bit leaves", "comes") if value == 1 else (f"{value} bits leave", "come")
            text = f"Rotate left by {value} ({leaving} at the top and {entering} in again at the bottom)."
        elif kind == "halves":
            new = [(i + width // 2) % width for i in range(width)]
            text = "Swap the upper and the lower half."
        elif kind == "groups":
            new = [i // value * value + value - 1 - i % value for i in range(width)]
            text = (
                f"Cut the word into groups of {value} bits, from bit 0 on, and reverse the bits in each group."
            )
        elif kind == "shuffle":
            new = [i // 2 + (width // 2) * (i % 2) for i in range(width)]
            text = (
                f"Interleave the halves: bit i of the lower half goes to bit 2i, bit i of the upper half (its "
                f"lowest bit is bit {width // 2} of the word) to bit 2i + 1."
            )
        else:
            text = f"Invert the bits that are 1 in the mask {width}'b{value:0{width}b}."
        sources, flips = [sources[i] for i in new], [flips[i] for i in new]
        if kind == "mask":
            flips = [flip ^ (value >> i & 1) for i, flip in enumerate(flips)]
        told.append(f"{number}. {text}")

    def out(_: State, ins: Ins) -> Outs:
        word = ins[a]
        for kind, value in steps:
            word = _rewired(word, width, kind, value, order)
        return {y: word}

    parts = ", ".join(("~" if flips[i] else "") + f"{a}[{sources[i]}]" for i in reversed(range(width)))
    return Module(
        "wiring",
        ((a, width),),
        ((y, width),),
        f"{y} is what {a} becomes by these steps, one after the other:\n" + "\n".join(told),
        f"assign {y} = {{{parts}}};",
        [width, sources, flips],
        out,
    )


def _rewired(word: int, width: int, kind: str, value: int, order: list[int]) -> int:
    full = (1 << width) - 1
    if kind == "mask":
        return word ^ value
    if kind == "rotate":
        return (word << value | word >> (width - value)) & full
    if kind == "halves":
        return (word << width // 2 | word >> width // 2) & full
    text = f"{word:0{width}b}"
    if kind == "reverse":
        return int(text[::-1], 2)
    if kind == "groups":
        return int("".join(text[i : i + value][::-1] for i in range(0, width, value)), 2)
    if kind == "shuffle":
        upper, lower = text[: width // 2], text[width // 2 :]
        return int("".join(u + low for u, low in zip(upper, lower, strict=True)), 2)
    return sum((word >> order[i] & 1) << i for i in range(width))


def select(rng: Random, size: int, names: Names) -> Module:
    """A multiplexer with an odd table of select codes."""
    bits = 2 if size <= 2 else 3
    width = rng.choice((2, 3, 4)) if size <= 2 else rng.choice((3, 4, 5, 8))
    data = [names.data() for _ in range(2 if size <= 1 else 3)]
    sel, y = names.take("sel", "s", "select", "pick", "code"), names.result()
    full = (1 << width) - 1
    table: list[tuple[str, int]] = []
    while len({kind + str(value) for kind, value in table}) < min(3, 1 << bits):
        table = []
        for _ in range(1 << bits):
            kind = rng.choice(("pass", "pass", "not", "const", "mask"))
            which = rng.randrange(len(data))
            table.append((kind, which if kind in ("pass", "not") else rng.randrange(1, full)))
    told, cases = [], []
    for code, (kind, value) in enumerate(table):
        text, term = {
            "pass": lambda v: (data[v], data[v]),
            "not": lambda v: (f"{data[v]} with every bit inverted", f"~{data[v]}"),
            "const": lambda v: (f"the constant {width}'b{v:0{width}b}", f"{width}'d{v}"),
            "mask": lambda v: (
                f"{data[0]} XOR {width}'b{v:0{width}b}, bit by bit",
                f"{data[0]} ^ {width}'d{v}",
            ),
        }[kind](value)
        told.append(f"- {sel} = {bits}'b{code:0{bits}b}: {text}")
        cases.append(f"    {bits}'d{code}: {y} = {term};")
    rng.shuffle(told)

    def out(_: State, ins: Ins) -> Outs:
        kind, value = table[ins[sel]]
        if kind == "const":
            return {y: value}
        if kind == "mask":
            return {y: ins[data[0]] ^ value}
        return {y: ins[data[value]] if kind == "pass" else full - ins[data[value]]}

    return Module(
        "select",
        (*((name, width) for name in data), (sel, bits)),
        ((y, width),),
        f"{y} is chosen by {sel}:\n" + "\n".join(told),
        "always @*\n  case (" + sel + ")\n" + "\n".join(cases) + "\n  endcase",
        [width, len(data), table],
        out,
    )


def decoder(rng: Random, size: int, names: Names) -> Module:
    """A decoder with permuted lines, enables and an active level."""
    bits = 3 if size <= 4 else 4
    lines = 1 << bits
    code, y = names.take("code", "sel", "addr", "num"), names.result()
    enables = [names.take("en", "g1", "g2", "oe", "cs", "ena", "enb") for _ in range(1 + size // 3)]
    levels = [rng.randrange(2) for _ in enables]
    order, low = rng.sample(range(lines), lines), rng.randrange(2)
    dead = sorted(rng.sample(range(lines), rng.randrange(3)))
    pairs = ", ".join(f"{c} -> {order[c]}" for c in range(lines) if c not in dead)
    wanted = " and ".join(f"{name} is {level}" for name, level in zip(enables, levels, strict=True))
    idle = (1 << lines) - 1 if low else 0
    text = (
        f"When {wanted}, {code} makes one bit of {y} {1 - low} (code -> number of the bit of {y}): {pairs}. "
        f"All other "
        f"bits of {y} are {low}. "
    )
    if dead:
        text += f"For {code} = {' and '.join(map(str, dead))} no bit is chosen: all bits of {y} are {low}. "
    otherwise = (
        "one of the enables has the other value" if len(enables) > 1 else f"{enables[0]} is {1 - levels[0]}"
    )
    text += f"Whenever {otherwise}, all bits are {low}."

    def out(_: State, ins: Ins) -> Outs:
        on = all(ins[name] == level for name, level in zip(enables, levels, strict=True))
        return {y: idle ^ (1 << order[ins[code]]) if on and ins[code] not in dead else idle}

    cases = [f"    {bits}'d{c}: {y}[{order[c]}] = 1'b{1 - low};" for c in range(lines) if c not in dead]
    tests = " && ".join(name if level else f"!{name}" for name, level in zip(enables, levels, strict=True))
    body = [
        "always @* begin",
        f"  {y} = {lines}'d{idle};",
        f"  if ({tests}) case ({code})",
        *cases,
        "    default: ;",
        "  endcase",
        "end",
    ]
    return Module(
        "decoder",
        ((code, bits), *((name, 1) for name in enables)),
        ((y, lines),),
        text,
        "\n".join(body),
        [bits, order, dead, low, levels],
        out,
    )


def priority(rng: Random, size: int, names: Names) -> Module:
    """A priority encoder with an odd order of priorities, odd codes and a value for no request."""
    count = min(4 + size, 8)
    req, y, valid = names.take("req", "irq", "lines", "call"), names.result(), names.take("valid", "any", "hit")
    order = rng.sample(range(count), count)
    bits = 3 if count <= 8 and size <= 2 else 4
    codes = rng.sample(range(1 << bits), count)
    none = rng.randrange(1 << bits)
    text = (
        f"{req} holds {count} request lines. Of those that are 1, the one with the highest priority wins; the "
        f"priorities, highest first, are: {', '.join(f'{req}[{i}]' for i in order)}. {y} is the code of the "
        f"winner: "
        + ", ".join(f"{req}[{i}] has code {codes[i]}" for i in range(count))
        + f". {valid} is 1 when any line is 1, else 0; when no line is 1, {y} is {none}."
    )

    def out(_: State, ins: Ins) -> Outs:
        for line in order:
            if ins[req] >> line & 1:
                return {y: codes[line], valid: 1}
        return {y: none, valid: 0}

    chain = "".join(f"{req}[{i}] ? {bits}'d{codes[i]} : " for i in order)
    return Module(
        "priority",
        ((req, count),),
        ((y, bits), (valid, 1)),
        text,
        f"assign {y} = {chain}{bits}'d{none};\nassign {valid} = |{req};",
        [count, order, codes, none],
        out,
    )

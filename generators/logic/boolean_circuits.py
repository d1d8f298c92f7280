"""Boolean circuits: evaluate them, find the input that a circuit accepts, or the one by which two circuits differ.

Kinds: ``outputs`` (the output for several inputs), ``leaves`` (several nested expressions whose leaves are
statements on numbers), ``satisfy`` (the only input with output 1), ``differ`` (the only input for which a
circuit and a copy with one other gate disagree). Outputs come in bundles with about as many ones as zeros, and
inputs are asked for bit by bit, so a constant answer earns nothing.

The circuits of ``satisfy`` end in a chain of AND gates. So values carried back from the output settle most of the
inputs; only ``differ`` asks for a search.

Difficulty: `inputs`, `gates`, and `rows` of a bundle. Proxy: gates times rows (of a search as many as of a bundle).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..in_order import in_order
from ..kernels.truth import OPERATIONS, all_rows, bits, column, rows_of
from ..limits import Whole

_CIRCUIT = "The inputs of a circuit are the bits {inputs}. Its gates are:\n\n{gates}\n\nThe output is {output}."
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "outputs": (
        f"{_CIRCUIT} What is it for each of these inputs?\n\n{{rows}}\n\nGive the output bits in the order "
        f"of the lines, without anything else.",
        f"Work out the output of a circuit for several inputs. {_CIRCUIT}\n\nThe inputs, line by "
        f"line:\n\n{{rows}}\n\nGive one bit for each line, in their order.",
        f"{_CIRCUIT}\n\nThe circuit is given these inputs:\n\n{{rows}}\n\nWrite the outputs one after the "
        f"other, as bits.",
    ),
    "leaves": (
        'Which of these statements are true? Brackets are worked out first; "not" negates only the bracket '
        'that follows it, and "xor" means that exactly one side is true.\n\n{lines}\n\nGive T (true) or F '
        "(false) for each line, in their order.",
        "{lines}\n\nDecide for each line above whether it is true as a whole (xor: one side is true, and "
        "not both; not: it negates only the bracket that follows it). Give the letters T for true and F for "
        "false, in the order of the lines.",
        "Evaluate these lines, where xor is true if exactly one of its sides is, and not negates only the "
        "bracket that follows it:\n\n{lines}\n\nWrite one letter for each line, T if it is true, F if it is "
        "false.",
    ),
    "satisfy": (
        f"{_CIRCUIT} It is 1 for exactly one input. Which one? Give the bits {{inputs}} in this order.",
        f"{_CIRCUIT}\n\nFind the one input for which the output is 1: give its bits in the order {{order}}.",
        f"There is just one input for which the following circuit gives 1. {_CIRCUIT}\n\nGive this input "
        f"as bits, in the order {{order}}.",
    ),
    "differ": (
        f"{_CIRCUIT}\n\nA second circuit is the same but for one gate: {{other}}. For exactly one input "
        f"the two outputs are different. Give this input, its bits in the order {{order}}.",
        f"{_CIRCUIT}\n\nSomebody built it with one wrong gate, {{other}}, and only one input shows the "
        f"fault, by another output. Which one? Give its bits in the order {{order}}.",
        f"Two circuits have different outputs for one input only. This is the first one. {_CIRCUIT}\n\nThe "
        f"second has {{other}} instead of that gate, and all else alike. Give the input as bits, in the "
        f"order {{order}}.",
    ),
}
INPUTS = "pqrstuvw"
SIGNS = {"and": "AND", "or": "OR", "xor": "XOR", "nand": "NAND", "nor": "NOR"}

Gate = list[Json]
"""``["and", a, b]`` or ``["not", a]``, where a and b are numbers of signals: the inputs first, then the gates."""


def _made(kind: str, rng: random.Random, *, inputs: int, gates: int, rows: int) -> Question | None:
    if kind == "leaves":
        return _leaves(rng, max(gates * 3 // 5, 3), rows)
    circuit = _drawn(rng, inputs, gates)
    if kind != "satisfy" and len(_needed(circuit, inputs)) < gates * 2 / 3:
        return None
    signals = evaluated(circuit, inputs)
    if kind == "satisfy":
        target = rng.randrange(1 << inputs)
        circuit, signals = _narrowed(rng, circuit, signals, inputs, target)
    names = list(INPUTS[:inputs]) + [f"g{n}" for n in range(1, len(circuit) + 1)]
    facts: dict[str, Json] = {"kind": kind, "inputs": inputs, "gates": circuit}
    written = "\n".join(f"{names[inputs + n]} = {_said(gate, names)}" for n, gate in enumerate(circuit))
    fields: dict[str, object] = {"inputs": listed(names[:inputs]), "order": ", ".join(names[:inputs])}
    fields |= {"gates": written, "output": names[-1]}
    output = signals[-1]
    if kind == "outputs":
        ones = list(rows_of(output))
        zeros = list(rows_of(all_rows(inputs) ^ output))
        half = min(rows // 2 + rng.randint(0, rows % 2), len(ones))
        if len(ones) < rows // 2 or len(zeros) < rows - half:
            return None
        chosen = rng.sample(ones, half) + rng.sample(zeros, rows - half)
        rng.shuffle(chosen)
        facts["rows"] = [bits(row, inputs) for row in chosen]
        fields["rows"] = "\n".join(_row(row, names, inputs) for row in chosen)
        answer = "".join(str(output >> row & 1) for row in chosen)
        lines = [f"line {n}: {_values(signals, names, inputs, row)}" for n, row in enumerate(chosen, 1)]
        return _question(fields, facts, answer, lines, len(circuit) * rows, ())
    if kind == "differ":
        found = _other_gate(rng, circuit, inputs, output)
        if found is None:
            return None
        place, gate, target = found
        facts |= {"place": place, "other": gate}
        fields["other"] = f"{names[inputs + place]} = {_said(gate, names)}"
    answer = "".join(map(str, bits(target, inputs)))
    lines = [f"{_row(target, names, inputs)}: {_values(signals, names, inputs, target)}"]
    if kind == "differ":
        changed = evaluated([*circuit[:place], gate, *circuit[place + 1 :]], inputs)
        lines = [lines[0], f"with the other gate: {_values(changed, names, inputs, target)}"]
    lines = [*_ways(circuit, signals, names, inputs), *lines]
    return _question(fields, facts, answer, lines, len(circuit) * rows, names[:inputs])


def _question(
    fields: Mapping[str, object],
    facts: dict[str, Json],
    answer: str,
    lines: list[str],
    work: int,
    names: list[str] | tuple[()],
    signs: str = "01",
) -> Question:
    return Question(
        fields,
        in_order(facts, list(answer), signs=signs, names=names),
        answer,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=2.0 ** -len(answer) if names else 1.6 * 2.0 ** -(len(answer) - 1),
        difficulty=float(work),
    )


def _drawn(rng: random.Random, inputs: int, gates: int) -> list[Gate]:
    """Gates on inputs and earlier gates; what was not used yet is preferred."""
    circuit: list[Gate] = []
    unused = list(range(inputs))
    for place in range(inputs, inputs + gates):
        one = unused.pop(rng.randrange(len(unused))) if unused else rng.randrange(place)
        others = [n for n in (unused or range(place)) if n != one] or [n for n in range(place) if n != one]
        two = rng.choice(others)
        if rng.random() < 0.12:
            circuit.append(["not", one])
        else:
            if two in unused:
                unused.remove(two)
            circuit.append([rng.choice(("and", "or", "xor", "xor", "nand", "nor")), one, two])
        unused.append(place)
        if len(unused) == 1:
            unused += rng.sample(range(place), min(2, place))
    return circuit


def _needed(circuit: list[Gate], inputs: int) -> set[int]:
    """The gates that the output depends on."""
    needed, waiting = set[int](), [len(circuit) - 1]
    while waiting:
        at = waiting.pop()
        if at >= 0 and at not in needed:
            needed.add(at)
            waiting += [side - inputs for side in circuit[at][1:]]
    return needed


def evaluated(circuit: list[Gate], inputs: int) -> list[int]:
    """The truth set of each signal."""
    signals = [column(n, inputs) for n in range(inputs)]
    every = all_rows(inputs)
    for name, *sides in circuit:
        one = signals[sides[0]]
        signals.append(every ^ one if name == "not" else OPERATIONS[name](one, signals[sides[1]], every))
    return signals


def _narrowed(
    rng: random.Random, circuit: list[Gate], signals: list[int], inputs: int, target: int
) -> tuple[list[Gate], list[int]]:
    """The circuit with more gates behind it, until its output is 1 for the target alone."""
    circuit = list(circuit)
    every, left = all_rows(inputs), all_rows(inputs)
    chosen: list[int] = []
    places = list(range(inputs, len(signals)))
    rng.shuffle(places)
    for place in [*places, *range(inputs)]:
        holds = signals[place] if signals[place] >> target & 1 else every ^ signals[place]
        if left & holds != left:
            left &= holds
            if holds != signals[place]:
                circuit.append(["not", place])
                chosen.append(inputs + len(circuit) - 1)
            else:
                chosen.append(place)
        if left.bit_count() == 1:
            break
    last = chosen[0]
    for place in chosen[1:]:
        circuit.append(["and", last, place])
        last = inputs + len(circuit) - 1
    if last != inputs + len(circuit) - 1:
        circuit.append(["and", last, chosen[0]])
    return circuit, evaluated(circuit, inputs)


def _other_gate(
    rng: random.Random, circuit: list[Gate], inputs: int, output: int
) -> tuple[int, Gate, int] | None:
    """A gate in the place of another one that changes the output for one input only; its place, itself, that input."""
    places = [place for place, gate in enumerate(circuit) if gate[0] != "not"]
    rng.shuffle(places)
    for place in places:
        for name in rng.sample(sorted(SIGNS), len(SIGNS)):
            gate = [name, *circuit[place][1:]]
            changed = evaluated([*circuit[:place], gate, *circuit[place + 1 :]], inputs)[-1] ^ output
            if changed.bit_count() == 1:
                return place, gate, changed.bit_length() - 1
    return None


def _said(gate: Gate, names: list[str]) -> str:
    name, *sides = gate
    return f"NOT {names[sides[0]]}" if name == "not" else f"{names[sides[0]]} {SIGNS[name]} {names[sides[1]]}"


def _row(row: int, names: list[str], inputs: int) -> str:
    return ", ".join(f"{name} = {bit}" for name, bit in zip(names, bits(row, inputs), strict=False))


def _values(signals: list[int], names: list[str], inputs: int, row: int) -> str:
    """The bits of all gates in a row."""
    return " ".join(
        f"{name}={signal >> row & 1}" for name, signal in zip(names[inputs:], signals[inputs:], strict=True)
    )


def _ways(circuit: list[Gate], signals: list[int], names: list[str], inputs: int) -> list[str]:
    """For how many inputs each gate is 1."""
    return [
        f"{names[inputs + n]} = {_said(gate, names)} is 1 for {signals[inputs + n].bit_count()} inputs"
        for n, gate in enumerate(circuit)
    ]


def _leaves(rng: random.Random, leaves: int, rows: int) -> Question:
    """Expressions over statements on numbers, about half of them true."""
    signs = ["T", "F"] * (rows // 2) + [rng.choice("TF")] * (rows % 2)
    rng.shuffle(signs)
    trees: list[Json] = []
    for sign in signs:
        tree = _tree(rng, leaves)
        while _true(tree) != (sign == "T") or "not (not (not" in _text(tree)[0]:
            tree = _tree(rng, leaves)
        trees.append(tree)
    facts: dict[str, Json] = {"kind": "leaves", "trees": trees}
    fields = {"lines": "\n".join(f"{n}. {_text(tree)[0]}" for n, tree in enumerate(trees, 1))}
    lines = [
        f"{n}. {_text(tree, values=True)[0]}: {sign}"
        for n, (tree, sign) in enumerate(zip(trees, signs, strict=True), 1)
    ]
    return _question(fields, facts, "".join(signs), lines, 2 * leaves * rows, (), "TF")


def _tree(rng: random.Random, leaves: int) -> Json:
    if leaves == 1:
        return _leaf(rng)
    if rng.random() < 0.15:
        return ["not", _tree(rng, leaves)]
    left = rng.randint(1, leaves - 1)
    return [rng.choice(("and", "or", "xor")), _tree(rng, left), _tree(rng, leaves - left)]


def _leaf(rng: random.Random) -> Json:
    a, b = rng.randint(2, 12), rng.randint(2, 12)
    off = rng.choice((0, 0, rng.randint(1, 3), -rng.randint(1, 3)))
    return rng.choice(
        (
            ["equal", a, b, a * b + off],
            ["more", a, b, a * b + off],
            ["less", a, b, a * b + off],
            ["divides", rng.randint(3, 9), rng.randint(20, 99)],
            ["even", rng.randint(10, 999)],
        )
    )


def _true(tree: Json) -> bool:
    match tree:
        case ["not", part]:
            return not _true(part)
        case ["and", one, two]:
            return _true(one) and _true(two)
        case ["or", one, two]:
            return _true(one) or _true(two)
        case ["xor", one, two]:
            return _true(one) != _true(two)
        case ["equal", a, b, c]:
            return bool(a * b == c)
        case ["more", a, b, c]:
            return bool(a * b > c)
        case ["less", a, b, c]:
            return bool(a * b < c)
        case ["divides", a, b]:
            return bool(b % a == 0)
    return bool(tree[1] % 2 == 0)


def _text(tree: Json, values: bool = False) -> tuple[str, bool]:
    """A tree in words, with leaves as T or F if `values`; and whether it needs no brackets."""
    sort, *rest = tree
    if sort == "not":
        return f"not ({_text(rest[0], values)[0]})", True
    if sort in ("and", "or", "xor"):
        sides = [text if bare else f"({text})" for text, bare in (_text(side, values) for side in rest)]
        return f" {sort} ".join(sides), False
    if values:
        return "T" if _true(tree) else "F", True
    if sort == "divides":
        return f"{rest[1]} is divisible by {rest[0]}", True
    if sort == "even":
        return f"{rest[0]} is even", True
    a, b, c = rest
    return f"{a} * {b} {({'equal': '=', 'more': '>', 'less': '<'})[sort]} {c}", True


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "inputs": Whole(3, 8, "bits that go into a circuit"),
        "gates": Whole(3, 100, "gates of a circuit; an expression has three fifths as many leaves"),
        "rows": Whole(6, 24, "inputs, or expressions, of a bundle"),
    },
    relation=lambda inputs, rows, **_: (
        "" if rows <= 1 << inputs else f"rows {rows}: {inputs} inputs have fewer"
    ),
    kind_in_facts=False,
    advice="raise 'gates' or 'inputs'",
)

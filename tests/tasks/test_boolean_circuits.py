"""Boolean circuits: gates are read from the prompt and worked out with Python's own words, input by input."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.generators.kernels import truth

GATES = {
    "AND": lambda a, b: a and b,
    "OR": lambda a, b: a or b,
    "XOR": lambda a, b: a is not b,
    "NAND": lambda a, b: not (a and b),
    "NOR": lambda a, b: not (a or b),
}
GATE = r"(g\d+) = (?:NOT (\w+)|(\w+) (AND|OR|XOR|NAND|NOR) (\w+))"
CIRCUIT = (
    "… inputs … circuit … bits {inputs:[a-z](?:, [a-z])* and [a-z]}. Its gates …:\n\n{gates:(?:g[0-9]+ = [^\n]+\n?)+}"
    "\n\n… output … {output:g[0-9]+}."
)
ROWS = "\n\n{rows:(?:p = [^\n]+\n?)+}\n\n"
ORDER = "{order:[a-z](?:, [a-z])*}"
LINES = "{lines:(?:[0-9]+[.] [^\n]+\n?)+}"
OTHER = "{other:g[0-9]+ = [^\n.,]+?}"
TOLD = {
    "outputs": [
        f"{CIRCUIT} What … it for each of these inputs?{ROWS}Give … output bits in … order … lines, without … else.",
        f"Work out … output … circuit for several inputs. {CIRCUIT}\n\n… inputs, line by line:{ROWS}Give one bit for "
        f"each "
        "line, in … order.",
        f"{CIRCUIT}\n\n… circuit … given these inputs:{ROWS}Write … outputs one after … other, as bits.",
    ],
    "leaves": [
        'Which … statements … true? Brackets … out first; "not" negates only … bracket … follows it, and "xor" means … '
        f"exactly one side … true.\n\n{LINES}\n\nGive T (true) or F (false) for each line, in … order.",
        f"{LINES}\n\nDecide for each line above whether it … true as … whole (xor: one side … true, and not both; "
        f"not: it "
        "negates only … bracket … follows it). Give … letters T for true and F for false, in … order … lines.",
        "Evaluate … lines, where xor … true if exactly one … sides …, and not negates only … bracket … follows it:\n\n"
        f"{LINES}\n\nWrite one letter for each line, T if it … true, F if it … false.",
    ],
    "satisfy": [
        f"{CIRCUIT} It is 1 for exactly one input. Which one? Give … bits {{inputs}} in … order.",
        f"{CIRCUIT}\n\nFind … one input for which … output is 1: give … bits in … order {ORDER}.",
        f"There is … one input for which … circuit gives 1. {CIRCUIT}\n\nGive … input as bits, in … order {ORDER}.",
    ],
    "differ": [
        f"{CIRCUIT}\n\nA second circuit … same but for one gate: {OTHER}. For exactly one input … two outputs … "
        f"different. "
        f"Give … input … bits in … order {ORDER}.",
        f"{CIRCUIT}\n\n… built it with one wrong gate, {OTHER}, and only one input … fault, by another output. Which "
        f"one? "
        f"Give … bits in … order {ORDER}.",
        f"Two circuits … different outputs for one input only. This … first one. {CIRCUIT}\n\n… second … {OTHER} "
        f"instead … "
        f"that gate, and all else alike. Give … input as bits, in … order {ORDER}.",
    ],
}
LEAF = r"\d+ \* \d+ [<=>] \d+|\d+ is divisible by \d+|\d+ is even"


def signals(gates, named):
    values = dict(named)
    for name, negated, one, sign, two in gates:
        values[name] = not values[negated] if negated else GATES[sign](values[one], values[two])
    return values


def output(gates, named):
    return signals(gates, named)[gates[-1][0]]


def named(row):
    return {name: bit == "1" for name, bit in re.findall(r"(\w) = ([01])", row)}


def every(inputs):
    return [dict(zip(inputs, row, strict=True)) for row in product((False, True), repeat=len(inputs))]


def circuit(said):
    """Inputs, gates and the gates with another one among them."""
    inputs, gates = re.split(", | and ", said["inputs"]), re.findall(rf"^{GATE}$", said["gates"], re.M)
    assert len(gates) == len(said["gates"].strip().split("\n"))
    assert gates[-1][0] == said["output"]
    assert said.get("order", ", ".join(inputs)) == ", ".join(inputs)
    other = re.fullmatch(GATE, said["other"]).groups("") if "other" in said else ("",)
    return inputs, gates, [other if gate[0] == other[0] else gate for gate in gates]


def bits(gates, row):
    """The bits of all gates, as worked solutions write them."""
    values = signals(gates, row)
    return " ".join(f"{name}={int(values[name])}" for name, *_ in gates)


def often(x):
    inputs, gates, _ = circuit(x.said)
    count = sum(signals(gates, row)[x.gate] for row in every(inputs))
    return x.n == count and f"{x.gate} = {x.how}" == x.said["gates"].split("\n")[len(x.before)]


WAYS = {"{gate:g[0-9]+} = {how:.+} is 1 for {n} inputs": often}
VALUES = "{values:(?:g[0-9]+=[01] ?)+}"
AT_LAST = {
    "{row:p = .*[01]}: " + VALUES: lambda x: (
        (x.values, "".join(re.findall("[01]", x.row))) == (bits(circuit(x.said)[1], named(x.row)), x.answer)
    )
}
WORKED = {
    "outputs": {
        "line {n}: " + VALUES: lambda x: (
            x.n == len(x.before) + 1
            and x.values == bits(circuit(x.said)[1], named(x.said["rows"].split("\n")[x.n - 1]))
        )
    },
    "leaves": {
        "{n}. {text:.+}: {sign:[TF]}": lambda x: (
            re.sub(LEAF, lambda found: "FT"[leaf(found[0])], x.said["lines"].split("\n")[x.n - 1])
            == f"{x.n}. {x.text}"
            and x.sign == x.answer[x.n - 1]
        )
    },
    "satisfy": WAYS | AT_LAST,
    "differ": WAYS
    | AT_LAST
    | {
        "with the other gate: " + VALUES: lambda x: (
            x.values == bits(circuit(x.said)[2], named(x.before[-1])) and x.before[-1].startswith("p = ")
        )
    },
}


def leaf(text):
    if found := re.fullmatch(r"(\d+) \* (\d+) ([<=>]) (\d+)", text):
        a, b, c = int(found[1]), int(found[2]), int(found[4])
        return {"<": a * b < c, "=": a * b == c, ">": a * b > c}[found[3]]
    if found := re.fullmatch(r"(\d+) is divisible by (\d+)", text):
        return int(found[1]) % int(found[2]) == 0
    return int(re.fullmatch(r"(\d+) is even", text)[1]) % 2 == 0


def true(text):
    """The innermost bracket is worked out and replaced, until none is left; there is no order among connectives."""
    while found := re.search(r"(not )?\(([^()]+)\)", text):
        value = flat(found[2])
        text = text[: found.start()] + ("YES" if value != bool(found[1]) else "NO") + text[found.end() :]
    return flat(text)


def flat(text):
    parts = re.split(r" (and|or|xor) ", text)
    assert len(parts) in (1, 3), text
    values = [part == "YES" if part in ("YES", "NO") else leaf(part) for part in parts[::2]]
    return (
        values[0]
        if len(parts) == 1
        else {"and": all(values), "or": any(values)}.get(parts[1], values[0] != values[-1])
    )


class TestBooleanCircuits(Promises):
    id = "boolean-circuits"
    alphabet = "01TFpqrs =,"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False
    lines = WORKED

    def test_not_is_explained_and_never_stands_three_times_in_a_row(self):
        for seed in range(60):
            prompt = self.spec.task(6, seed, params={"kinds": "leaves"}).prompt
            assert "negates only the bracket that follows it" in prompt
            assert "not (not (not" not in prompt

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        if kind == "leaves":
            return "".join("FT"[true(line)] for line in re.findall(r"^\d+\. (.+)$", said["lines"], re.M))
        inputs, gates, changed = circuit(said)
        if kind == "outputs":
            return "".join(str(int(output(gates, named(row)))) for row in said["rows"].strip().split("\n"))
        assert (changed != gates) == (kind == "differ")
        (found,) = [
            row
            for row in every(inputs)
            if output(gates, row) is not (kind == "differ" and output(changed, row))
        ]
        return "".join(str(int(found[name])) for name in inputs)

    def known(self, found, task):
        return {"said": read(task.prompt, TOLD)[1], "answer": task.answer}

    def test_ones_and_zeros_are_as_frequent(self):
        """Elsewhere 64 % of the circuits gave 1, and a constant answer earned as much."""
        for level in self.spec.levels:
            rows = self.spec.params(level)["rows"]
            for kind in ("outputs", "leaves"):
                tasks = [self.spec.task(level, seed, params={"kinds": kind}) for seed in range(10)]
                for task in tasks:
                    assert len(task.answer) == rows
                    assert abs(sum(sign in "1T" for sign in task.answer) - rows / 2) <= 0.5
                signs = Counter("".join(task.answer for task in tasks))
                assert max(signs.values()) / sum(signs.values()) < 0.6
        for level in (1, 2, 3):
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10

    def test_inputs_may_be_named(self):
        task = self.spec.task(3, 0, params={"kinds": "satisfy"})
        bits = dict(zip("pqrstuv", task.answer, strict=False))
        for form in ("{} = {}", "{}={}", "{}: {}", "- {}: {}", "**{}** = {}"):
            answer = ("\n" if "-" in form else ", ").join(form.format(*each) for each in reversed(bits.items()))
            assert self.spec.verify_answer(task.payload, answer).passed, answer
        assert self.spec.verify_answer(task.payload, "(" + ", ".join(task.answer) + ")").passed
        wrong = ", ".join(f"{name} = {1 - int(bit)}" for name, bit in bits.items())
        assert not self.spec.verify_answer(task.payload, wrong).passed

    @pytest.mark.parametrize("name", sorted(truth.OPERATIONS))
    def test_truth_sets_are_tables_written_out(self, name):
        rules = {"and": all, "or": any, "nand": lambda s: not all(s), "nor": lambda s: not any(s)}
        rules |= {
            "xor": lambda s: s[0] != s[1],
            "iff": lambda s: s[0] == s[1],
            "if": lambda s: s[1] or not s[0],
        }
        for one, two in product(range(3), repeat=2):
            found = truth.truth_set([name, ["var", one], ["not", ["var", two]]], 3)
            for row in range(8):
                values = truth.bits(row, 3)
                assert bool(found >> row & 1) == rules[name]([values[one] == 1, values[two] == 0])
            assert list(truth.rows_of(found)) == [row for row in range(8) if found >> row & 1]

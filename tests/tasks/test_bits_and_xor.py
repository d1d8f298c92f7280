"""Bits and XOR: facts are read from the prompt; values are worked out as the question says, small choices tried out."""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import accumulate, combinations, pairwise, product
from operator import xor

import networkx as nx
from chosen import INTEGER, Chosen, numbers

from rlvr.verifiers.base import Reason

FORMULA = "{expression:[0-9a-fx()+*<>&|^ -]+}"
NUMBERS = "{numbers:[0-9?, ]+}"
TABLE = "{table:[01\n]+}"
TOLD = "{told:[-0-9a-z(), ]+}"
STEPS = "{steps:[01, ]+}"
LISTED = "{told:[-0-9a-z:, \n]+}"
SENTENCES = {
    "expression": [
        (
            f"Work out … expression of hexadecimal integers:\n{FORMULA}",
            f"What … value of {FORMULA}?",
            f"Evaluate {FORMULA}, where all numbers … hexadecimal.",
        ),
        (
            "a << b is a times 2 to … power b; a >> b is a divided by 2 to … power b and rounded down "
            "(toward minus infinity); &, | and ^ … bitwise AND, OR and exclusive OR. … no limit to … "
            "number of bits.",
            "Shifts … << (by b places to … left: times 2^b) and >> (by b places to … right: divided by "
            "2^b, rounded down also … negative numbers). The signs &, | and ^ stand … bitwise AND, OR and "
            "exclusive OR. Integers … as many bits as … need.",
        ),
        (
            "Give … result in hexadecimal (base 16); if … negative, with … minus sign in front and not as "
            "… two's complement.",
            "Answer in base 16, such as 0x1f, or -0x1f … negative result.",
        ),
    ],
    "meter": [
        (
            "XOR (written ^) … bitwise exclusive or. What … sum of max((i ^ j) - {k}, 0) over all pairs "
            "of integers (i, j) with 0 <= i < {n} and 0 <= j < {m}?",
            "For integers i from 0 to {n} - 1 and j from 0 to {m} - 1, let x … i XOR j (bitwise). Each "
            "pair (i, j) counts x - {k} if x … greater than {k}, and 0 if not. What … all pairs … to "
            "together?",
            "A field … {n} rows and {m} columns, both numbered from 0. The cell in row i and column j "
            "holds i XOR j (bitwise exclusive or) units of energy and loses {k} of … or all if … holds "
            "fewer. How many units … left … whole field?",
        ),
        INTEGER,
    ],
    "xor-of-sums": [
        (
            f"Here … list: {NUMBERS}. A run … one or more neighbouring numbers of …. Take … sum of every "
            "run, also where equal sums … again. What … bitwise exclusive or (XOR) of all these sums?",
            f"Consider all contiguous subarrays (of length 1 or more) of [{NUMBERS}]. Work out … sum of "
            "each one, then … bitwise XOR of all these sums, equal ones included.",
            f"{NUMBERS}\n\nAdd up … numbers from position a to position b … all positions a <= b. XOR all "
            "… results together, bit by bit, as often as each of … comes.",
        ),
        INTEGER,
    ],
    "sum-of-xors": [
        (
            f"Here … list: {NUMBERS}. A run … one or more neighbouring numbers of …. Take … bitwise "
            "exclusive or (XOR) of … numbers of every run, also where equal values … again. What … sum of "
            "all these values?",
            f"Consider all contiguous subarrays (of length 1 or more) of [{NUMBERS}]. Work out … bitwise "
            "XOR of … elements of each one, then add up all these values, equal ones included.",
            f"{NUMBERS}\n\nXOR … numbers from position a to position b bit by bit … all positions a <= b. "
            "Add up all … results, as often as each of … comes.",
        ),
        INTEGER,
    ],
    "and-or-ways": [
        (
            f"These … rows of bits:\n{TABLE}\nBegin with … first row and … down. For each of … {{n}} other "
            "rows, choose AND or OR and apply … bit by bit, to what … and to … row. How many of … 2^{n} "
            "ways of choosing end with {goal:[01]+}?",
            f"{TABLE}\n\nBetween every two neighbouring rows, write one of … bitwise operations AND and "
            "OR. Work … operations out strictly from top to bottom, so that AND … no precedence over OR. "
            "How many ways to write … give {goal:[01]+}?",
            f"A register starts as … first of … bit strings:\n{TABLE}\nThen … other {{n}} strings … one "
            "after … other, and … register … replaced by (register AND string) or by (register OR "
            "string). Count … sequences of {n} operations after which … holds {goal:[01]+}.",
        ),
        INTEGER,
    ],
    "walk": [
        (
            f"An undirected graph … vertices 1 to {{n}} and these weighted edges: {TOLD}. A walk may use "
            "vertices and edges again; its value … bitwise XOR of … weights of … edges, each taken as "
            "often as … used. What … largest value of … walk from 1 to {n}?",
            f"Stations 1 to {{n}} … joined by … tunnels, each with … code: {TOLD}. Whoever goes through … "
            "tunnel, in either direction, XORs … code onto … register (bitwise). A trip starts at station "
            "1 with 0 in … register … never reset, and tunnels may … any number of times. What … largest "
            "number … register can hold on … arrival at station {n}?",
            f"{TOLD}\n\nThese … edges of … undirected graph with … weights. Going from vertex 1 to vertex "
            "{n}, with repetitions of vertices and edges allowed, XOR … weights of all edges … pass "
            "(bitwise, once … each time). Find … maximum.",
        ),
        INTEGER,
    ],
    "ones": [
        (
            f"How many digits 1 … each of … numbers … when … written in binary? {NUMBERS}\nGive … counts "
            "in … order of … numbers, separated by commas.",
            f"Write {NUMBERS} in base 2 and count … ones of each. Answer with … counts in … same order, "
            "with commas between ….",
            f"For each of … integers {NUMBERS}, find … population count (the number of bits … 1). Give … "
            "list of … counts, in order and separated by commas.",
        )
    ],
    "fewest-changes": [
        (
            "For … number d, choose … integer n >= 0 so that n and n + d differ in as few binary digits "
            "as possible (the shorter one with zeros in front). How many digits differ then? Find … least "
            f"number … each of … d … written in binary: {STEPS}\nGive … least numbers in base ten, in … "
            "same order, separated by commas.",
            "A counter with as many bits as … needs holds … integer … not negative; then d … added to it. "
            "If … integer can … each d … smallest possible number of bits of … counter … change? Answer … "
            f"every d of … list {STEPS} (binary numbers), one after … other: decimal numbers with commas "
            "between ….",
            "Let m(d) … minimum of popcount(n XOR (n + d)) over all integers n >= 0, where popcount … "
            f"number of ones in binary and XOR … bitwise exclusive or. Here … some d in base 2: {STEPS}. "
            "Give m of each of … in base 10, in … order, separated by commas.",
        )
    ],
    "largest-xor": [
        (
            "Choose some of … numbers … bitwise exclusive or (XOR) of all … choose … as large as "
            f"possible: {NUMBERS}. Give … positions of … chosen numbers in rising order, separated by "
            "commas; the first number has position 1.",
            f"{NUMBERS}\n\nWhich numbers of … list … largest XOR (bitwise, of all of … together)? Count "
            "positions from 1, and answer with … positions of … chosen numbers from left to right, with "
            "commas between ….",
            f"A register holds 0. You may XOR any of … numbers {NUMBERS} onto it, each at most once, and … "
            "to end with … largest value. Write down which numbers … use by … positions (1 … first), "
            "smallest position first, separated by commas.",
        )
    ],
    "closest-pair": [
        (
            "For two numbers a and b, let f(a, b) = (a AND b) XOR (a OR b), all bitwise. Find two numbers "
            f"of … list … f … least: {NUMBERS}. Give … positions, the smaller one first, separated by … "
            "comma; the first number has position 1.",
            f"{NUMBERS}\n\nAt which two different positions of … list … numbers a and b stand … (a & b) ^ "
            "(a | b), with bitwise AND, XOR and OR … as small as possible? Positions … counted from 1. "
            "Give … smaller position first, then … comma and … other one.",
            "Take … bitwise AND and … bitwise OR of two numbers, and XOR both results. Which two of … "
            f"numbers {NUMBERS} give … least value? Answer with … positions, counted from 1, in rising "
            "order with … comma between ….",
        )
    ],
    "holes": [
        (
            f"A list P … {{n}} entries: {NUMBERS}. Let B1 … first entry, and each further Bi … bitwise XOR "
            "of … B before it and entry i. Replace every ? by … integer … not negative … sum of all B … "
            "as small as possible. Give all {n} entries of … list, in order, separated by commas.",
            f"{NUMBERS}\n\nIn … list of {{n}} integers, each ? … to … filled in with … integer of … least "
            "0. Then … XOR (bitwise) of … first number, of … first two, of … first three and so on up to "
            "all, and add … {n} values up. Make … total as small as possible, and answer with … whole "
            "list … with commas between … numbers.",
            f"A register starts at 0. The numbers {NUMBERS} … XORed onto it (bitwise) from left to right, "
            "and after each of … pay what … register holds. You choose … numbers … shown as ?, as "
            "integers from 0 up. Pay as little as possible … all; give all {n} numbers in order, "
            "separated by commas.",
        )
    ],
    "ends": [
        (
            f"A tree … vertices 1 to {{n}} and … edges {TOLD}. Find two different vertices … bitwise XOR "
            "of … weights on … path between … as large as possible. Give … two … smaller number first, "
            "separated by … comma.",
            f"{TOLD}\n\nThese edges … tree on … vertices 1 to {{n}}. The value of two vertices … XOR "
            "(bitwise) of all weights on … only path from one to … other. Which two vertices … largest "
            "value? Answer with both numbers in rising order, with … comma between ….",
            "Houses 1 to {n} … joined by wires, each with … code, so that … exactly one way between any "
            f"two houses: {TOLD}. XOR … codes along … way from one house to another (bitwise). For which "
            "two houses … result largest? Give … numbers, the smaller one first, with … comma.",
        )
    ],
    "cycles": [
        (
            f"An undirected graph … vertices 1 to {{n}} and … edges {TOLD}. If … weights of … edges of "
            "every cycle … bitwise XOR 0 … labels x1, ..., x{n} with x1 = 0 … weight of each edge … XOR "
            "of … labels of … ends: give … in this order. If not, give … cycle … XOR … not 0 … vertices "
            "in order, each once. Separate … numbers by commas.",
            f"{TOLD}\n\nThese … edges of … undirected graph on … vertices 1 to {{n}}. Is … XOR (bitwise) "
            "of … weights 0 around every cycle? If so, prove … by integers … vertices 1 to {n}, in this "
            "order and with 0 … vertex 1, whose XOR over … two ends of any edge … weight. If … not, name "
            "… vertices of … cycle with another XOR, one after … other and none twice. Put commas between "
            "… numbers.",
            f"In … network of {{n}} stations, 1 to {{n}}, these lines … codes: {TOLD}. Either write … "
            "number … every station … 1 to {n} in order and 0 … station 1 … each code … bitwise XOR of "
            "… numbers at both ends of … line; or, where … impossible, give … round trip through "
            "different stations, in order, on which … XOR of all codes … not 0 (the last station … joined "
            "to … first one). Answer with … numbers separated by commas.",
        )
    ],
    "removals": [
        (
            f"A tree … vertices 1 to {{n}} and these edges:\n{LISTED}\nThey … removed one by one, in … "
            "order {order:[0-9, ]+}. Count … pairs of different vertices … still joined and whose path "
            "… weights with … bitwise XOR 0: before … first removal, and after each one. Give … {n} "
            "counts in order, separated by commas.",
            f"{LISTED}\n\nThese … edges of … tree on … vertices 1 to {{n}}. A path between two different "
            "vertices … even if … XOR (bitwise) of … weights … 0; the same path in … other direction … "
            "not counted again. How many even paths … at first, and then after each removal of … edge, "
            "when … edges … in … order {order:[0-9, ]+}? Answer with {n} numbers with commas between "
            "….",
            f"Vertices 1 to {{n}} … joined by {{last}} edges:\n{LISTED}\nNow edges … taken away in … order "
            "{order:[0-9, ]+}. State how many sets of two vertices … path between … on which … weights "
            "XOR (bitwise) to 0: with all edges, then after each edge … taken away, until none … left. "
            "That makes {n} numbers; separate … by commas.",
        )
    ],
}


def graph(said):
    edges = [[int(x) for x in found] for found in re.findall(r"(\d+)-(\d+) \(weight (\d+)\)", said["told"])]
    return {"edges": edges, "n": said["n"]}


def removed(said):
    found = re.findall(r"edge (\d+): (\d+)-(\d+), weight (\d+)", said["told"])
    at, *edges = map(list, zip(*(map(int, line) for line in found), strict=True))
    assert at == list(range(1, said["n"])) == list(range(1, said.get("last", len(at)) + 1))
    return {"edges": list(map(list, zip(*edges, strict=True))), "order": numbers(said["order"]), "n": said["n"]}


def with_holes(said):
    found = [-1 if x == "?" else int(x) for x in said["numbers"].split(", ")]
    assert len(found) == said["n"]
    return {"numbers": found}


def rows(said):
    found = said["table"].split()
    assert said.get("n", len(found) - 1) == len(found) - 1
    return {"rows": found, "goal": str(said["goal"]).zfill(len(found[0]))}


def row(said):
    return {"numbers": numbers(said["numbers"])}


READERS = dict.fromkeys(("xor-of-sums", "sum-of-xors", "ones", "largest-xor", "closest-pair"), row) | {
    "expression": lambda said: {"expression": said["expression"].strip()},
    "meter": lambda said: {name: said[name] for name in "nmk"},
    "and-or-ways": rows,
    "walk": graph,
    "fewest-changes": lambda said: {"steps": said["steps"].split(", ")},
    "holes": with_holes,
    "ends": graph,
    "cycles": graph,
    "removals": removed,
}


def runs(numbers):
    return [numbers[a : b + 1] for a in range(len(numbers)) for b in range(a, len(numbers))]


def evaluated(expression):
    assert re.fullmatch(r"[0-9a-fx()+*<>&|^ -]+", expression)
    return eval(expression)


def ways(rows, goal):
    @cache
    def to(at, held):
        if at == len(rows):
            return int(held == int(goal, 2))
        return to(at + 1, held & int(rows[at], 2)) + to(at + 1, held | int(rows[at], 2))

    return to(1, int(rows[0], 2))


def network(edges):
    made = nx.Graph()
    made.add_weighted_edges_from(edges)
    return made


def along(made, path):
    return reduce(xor, (made[a][b]["weight"] for a, b in pairwise(path)), 0)


def walk(edges, n):
    made = network(edges)
    cycles = [along(made, [*cycle, cycle[0]]) for cycle in nx.cycle_basis(made)]
    way = along(made, nx.shortest_path(made, 1, n))
    return max(reduce(xor, some, way) for r in range(len(cycles) + 1) for some in combinations(cycles, r))


def least(d):
    """By looking at all n below 4 d, if d is small; else by the smaller of both halves."""
    if d < 200:
        return min((n ^ n + d).bit_count() for n in range(4 * d))
    return least(d // 2) if d % 2 == 0 else 1 + min(least(d // 2), least(d // 2 + 1))


def counted(edges, order, n):
    made, found = network(edges), list[int]()
    for at in [None, *order]:
        if at is not None:
            made.remove_edge(*edges[at - 1][:2])
        paths = (p for a, b in combinations(range(1, n + 1), 2) for p in nx.all_simple_paths(made, a, b))
        found.append(sum(along(made, path) == 0 for path in paths))
    return found


def filled(numbers):
    """Everything that fits in as many bits as the given numbers have."""
    top = 1 << max(numbers).bit_length()
    yield from map(list, product(*([x] if x >= 0 else range(top) for x in numbers)))


def subsets(numbers):
    places = range(1, len(numbers) + 1)
    return (list(some) for r in places for some in combinations(places, r))


def proofs(edges, n):
    made = network(edges)
    yield [along(made, nx.shortest_path(made, 1, v)) for v in range(1, n + 1)]
    yield from nx.simple_cycles(made)


def proved(given, edges, n):
    made = network(edges)
    if all(len(given) == n and given[u - 1] ^ given[v - 1] == w for u, v, w in edges):
        return 1
    around = [*given, given[0]]
    return (
        int(along(made, around) > 0) if nx.is_path(made, around) and len({*given}) == len(given) > 2 else None
    )


def exact(work):
    """Of answers that are determined, the only one."""
    return lambda **facts: [work(**facts)]


def picked(given, numbers):
    return [numbers[i - 1] for i in given]


VALUES = {
    "expression": evaluated,
    "meter": lambda n, m, k: sum(max((i ^ j) - k, 0) for i in range(n) for j in range(m)),
    "xor-of-sums": lambda numbers: reduce(xor, map(sum, runs(numbers))),
    "sum-of-xors": lambda numbers: sum(reduce(xor, run) for run in runs(numbers)),
    "and-or-ways": ways,
    "walk": walk,
}
OBJECTS = {
    "ones": exact(lambda numbers: [bin(x).count("1") for x in numbers]),
    "fewest-changes": exact(lambda steps: [least(int(text, 2)) for text in steps]),
    "removals": exact(counted),
    "largest-xor": subsets,
    "closest-pair": lambda numbers: map(list, combinations(range(1, len(numbers) + 1), 2)),
    "holes": filled,
    "ends": lambda edges, n: map(list, combinations(range(1, n + 1), 2)),
    "cycles": proofs,
}
WORTH = {
    **dict.fromkeys(("ones", "fewest-changes", "removals"), lambda given, **_: given),
    "largest-xor": lambda given, numbers: reduce(xor, picked(given, numbers)),
    "closest-pair": lambda given, numbers: reduce(xor, picked(given, numbers)),
    "holes": lambda given, numbers: sum(accumulate(given, xor)),
    "ends": lambda given, edges, n: along(network(edges), nx.shortest_path(network(edges), *given)),
    "cycles": proved,
}


def summed(values):
    shown = [value for value in values if value] or [0]
    return f"{' + '.join(map(str, shown))} = {sum(shown)}" if len(shown) > 1 else str(shown[0])


def block(x):
    found = [i ^ j for i in range(x.a, x.b + 1) for j in range(x.c, x.d + 1)]
    right = (x.low, x.high, x.part) == (min(found), max(found), sum(max(y - x.k, 0) for y in found))
    return right and x.times * x.each == x.part


def sums_from(x):
    at = len(x.before) + 1
    so_far = reduce(xor, (y for start in range(at) for y in accumulate(x.numbers[start:])))
    return x.p == at and numbers(x.sums) == list(accumulate(x.numbers[at - 1 :])) and x.value == so_far


def labels(x):
    """The label of each vertex is the XOR of some way from vertex 1: edges that it fits join all vertices."""
    at = dict(enumerate(numbers(x.labels), 1))
    fits = nx.Graph([(u, v) for u, v, w in x.edges if at[u] ^ at[v] == w])
    return at[1] == 0 and len(fits) == x.n == len(at) and nx.is_connected(fits)


def label(x):
    """The labels of the first line, by vertex."""
    return dict(enumerate(numbers(x.before[0].partition("...:")[2]), 1))


def around(x):
    at = label(x)
    known = [numbers(line)[-1] for line in x.before if line.startswith("cycle")]
    span = {0}
    for vector in known:
        span |= {vector ^ other for other in span}
    right = [x.u, x.v, x.c ^ at[x.u] ^ at[x.v]] in x.edges
    return right and x.rest ^ x.c in span and (x.rest == 0) is (x.c in span)


def signed(x):
    """Digits + and - for 1 and -1, of which no two are neighbours."""
    value = sum({"+": 1, "-": -1, ".": 0}[sign] << place for place, sign in enumerate(reversed(x.signs)))
    at = len(x.before) - 1
    few = len(x.signs) - x.signs.count(".") == x.fewest == x.given[at]
    return (
        few
        and str(x.text) == x.steps[at]
        and value == int(x.steps[at], 2)
        and not re.search("[-+]{2}", x.signs)
    )


def from_hole(x):
    ends = [at for at, number in enumerate(x.numbers) if number < 0 and at >= x.p] + [len(x.numbers)]
    offsets = [0, *accumulate(x.numbers[x.p : ends[0]], xor)]
    worths = [sum(offset ^ value for offset in offsets) for value in range(1 << max(offsets).bit_length())]
    return x.numbers[x.p - 1] < 0 and numbers(x.offsets) == offsets and worths[x.value] == min(worths)


def joins(x):
    step = len(x.before) - 2
    left = nx.Graph([x.edges[at - 1][:2] for at in x.order[len(x.order) - step :]])
    left.add_nodes_from(range(1, x.n + 1))
    ends = [sorted(nx.node_connected_component(left, v)) for v in x.edges[x.edge - 1][:2]]
    counts = x.given[::-1]
    right = x.edge == x.order[-1 - step] and [numbers(x.one), numbers(x.two)] == ends
    return right and (x.a, x.c) == (counts[step], counts[step + 1]) and x.a + x.b == x.c


LABELS = {"XOR of the way from vertex 1 to vertex 1, 2, ...: {labels:[0-9 ]+}": labels}
LINES = {
    "expression": {
        "{p:[-0-9a-fx]+} {sign:[-+*<>&|^]+} {q:[-0-9a-fx]+} is {r:[-0-9a-fx]+} (in decimal {value})": lambda x: (
            evaluated(f"{x.p} {x.sign} {x.q}") == int(str(x.r), 16) == x.value
        )
    },
    "meter": {
        "of two aligned blocks, each XOR of the larger block's size comes as often as the smaller is large": bool,
        "i from {a} to {b}, j from {c} to {d}, XORs from {low} to {high}: {times} * {each} = {part}": block,
        "together: {told:.+}": lambda x: str(x.told) == summed([numbers(line)[-1] for line in x.before[1:]]),
    },
    "xor-of-sums": {"sums of the runs from position {p}: {sums:[0-9 ]+}; XOR so far {value}": sums_from},
    "sum-of-xors": {
        "XORs of the runs from position {p}: {told:.+}": lambda x: (
            x.p == len(x.before) + 1 and str(x.told) == summed(accumulate(x.numbers[x.p - 1 :], xor))
        ),
        "together: {told:.+}": lambda x: str(x.told) == summed([numbers(line)[-1] for line in x.before]),
    },
    "and-or-ways": {
        "write AND as 1 and OR as 0, the last operation first: a column gives 1 if, read upwards, it is larger": bool,
        "column {at} upwards: {bits:[01]+}, the number {value}, has to give {wanted:[01]}": lambda x: (
            str(x.bits).zfill(len(x.rows) - 1) == "".join(line[x.at - 1] for line in x.rows[:0:-1])
            and x.value == int(str(x.bits), 2)
            and x.at == len(x.before)
            and str(x.wanted) == x.goal[x.at - 1]
        ),
        "operations from {a} to {b}: {c} - {d} = {count}": lambda x: (
            (x.a, x.b + 1) == (x.d, x.c) and x.count == x.c - x.d == int(x.answer)
        ),
    },
    "walk": {
        **LABELS,
        "cycle of the edge {u}-{v:[0-9]+}: {c}, of which {rest} is new": around,
        "{a} is raised by {b} to {c}": lambda x: x.a ^ x.b == x.c > x.a,
    },
    "ones": {
        "{n} in binary: {bits:[01]+}, ones: {ones}": lambda x: (
            x.n == x.numbers[len(x.before)] == int(str(x.bits), 2) and x.ones == x.given[len(x.before)]
        )
    },
    "fewest-changes": {
        "digits + and - for 1 and -1, no two of them neighbours, are the fewest; each is a changed bit": bool,
        "{text:[01]+}: {signs:[-+.]+}, so {fewest}": signed,
    },
    "largest-xor": {
        "{a} leaves {v}, made of positions {at:[][0-9, ]+}": lambda x: (
            x.a in x.numbers and reduce(xor, picked(numbers(x.at), x.numbers)) == x.v
        ),
        "with {b}: {v}": lambda x: (
            x.v == x.b ^ (numbers(x.before[-1])[1] if x.before[-1].startswith("with") else 0)
        ),
        "the best: {v}": lambda x: x.v == x.best,
    },
    "closest-pair": {
        "in rising order: {listed:[0-9 ]+}": lambda x: numbers(x.listed) == sorted(x.numbers),
        "XORs of neighbours: {xors:[0-9 ]+}": lambda x: (
            numbers(x.xors) == [a ^ b for a, b in pairwise(sorted(x.numbers))]
        ),
    },
    "holes": {
        "from position {p}: {offsets:[0-9 ]+}, best XORed with {value}": from_hole,
        "filled: {listed:[0-9 ]+}": lambda x: numbers(x.listed) == x.given,
        "B: {told:.+}": lambda x: str(x.told) == summed(accumulate(x.given, xor)),
    },
    "ends": {
        **LABELS,
        "vertex {u}: {value} with vertex {v}": lambda x: (
            x.value
            == label(x)[x.u] ^ label(x)[x.v]
            == max(label(x)[x.u] ^ label(x)[v] for v in range(x.u + 1, x.n + 1))
        ),
        "largest: {value}": lambda x: x.value == x.best,
    },
    "cycles": {
        **LABELS,
        "edge {u}-{v:[0-9]+} of weight {w}: its ends differ by {d}": lambda x: (
            [x.u, x.v, x.w] in x.edges and x.d == label(x)[x.u] ^ label(x)[x.v]
        ),
        "a cycle whose XOR is not 0: {cycle:[0-9 ]+}": lambda x: numbers(x.cycle) == x.given,
        "all edges fit": lambda x: x.given[0] == 0,
    },
    "removals": {
        **LABELS,
        "edges come back in the reverse order": bool,
        "edge {edge} joins {one:[0-9 ]+} and {two:[0-9 ]+}: {a} + {b} = {c}": joins,
    },
}


class TestBitsAndXor(Chosen):
    id = "bits-and-xor"
    sentences, readers, lines = SENTENCES, READERS, LINES
    values, objects, worth = VALUES, OBJECTS, WORTH
    single = frozenset({*VALUES, "ones", "fewest-changes", "cycles", "removals"})
    wrong = ("{0}, 999", "{} or 1", "not {}", "", "none", "0", "best: {}")
    larger = frozenset({"largest-xor", "ends", "cycles"})

    def value(self, answer):
        return int(answer, 16) if "0x" in answer else int(answer)

    def test_hexadecimal_results_are_read_in_base_16(self):
        """Elsewhere 10 was read as ten where 0x10 was asked for, and decimal results were paid."""
        facts = {"kind": "expression", "expression": "0x8 + 0x8"}
        gold = {"text": "10_16", "kind": "base", "base_named": True}
        self.takes(
            {"problem": facts, "gold": gold}, ["0x10", "10", "0X10"], ["16", "0b10000", "-0x10", "0x1", "0x16"]
        )
        gold = {"text": "-1F_16", "kind": "base", "base_named": True}
        facts = {"kind": "expression", "expression": "0x1 - 0x20"}
        self.takes({"problem": facts, "gold": gold}, ["-0x1f", "-1f", "-1F"], ["0x1f", "-31", "0xffe1", "0xe1"])

    def test_shifts_of_negative_numbers_round_down(self):
        negative = 0
        for seed in range(200):
            task = self.spec.task(4, seed, params={"kinds": "expression"})
            negative += task.answer.startswith("-")
            assert "rounded down" in task.prompt
        assert negative > 10

    def test_one_count_alone_is_never_asked_for(self):
        """Elsewhere one number of ones was asked for: half the bits was right in one task of seven."""
        for kind in ("ones", "fewest-changes"):
            for level in self.spec.levels:
                answers = [self.spec.task(level, seed, params={"kinds": kind}).answer for seed in range(60)]
                assert max(map(answers.count, answers)) <= 6
                assert all(answer.count(",") >= 3 for answer in answers)

    def test_whether_all_cycles_are_0_needs_a_proof(self):
        """Elsewhere yes or no was enough."""
        edges = [[1, 2, 5], [2, 3, 6], [1, 3, 3], [3, 4, 1]]
        payload = {"kind": "cycles", "edges": edges, "n": 4, "best": 1}
        self.takes(payload, ["0, 5, 3, 2"], ["1, 4, 2, 3", "1, 2, 3", "0, 5, 3", "yes"])
        payload = {"kind": "cycles", "edges": [*edges[:2], [1, 3, 2], edges[3]], "n": 4, "best": 1}
        self.takes(
            payload, ["1, 2, 3", "3, 2, 1", "2, 3, 1"], ["0, 5, 3, 2", "1, 2, 3, 1", "1, 2", "2, 3, 4", "no"]
        )

    def test_a_wrong_weight_is_in_a_cycle_but_in_no_triangle(self):
        """Any triangle was right in one task of seven, and a changed bridge left all cycles at 0."""
        right = fitting = 0
        for seed in range(200):
            task = self.spec.task(3, seed, params={"kinds": "cycles"})
            made = nx.Graph((u, v) for u, v, _ in task.payload["edges"])
            triangles = [cycle for cycle in nx.simple_cycles(made, 3) if len(cycle) == 3]
            right += bool(triangles) and bool(
                self.spec.verify_answer(task.payload, ", ".join(map(str, triangles[0]))).score
            )
            fitting += task.answer.startswith("0")
        assert right <= 3
        assert 80 <= fitting <= 125

    def test_prompts_leave_one_reading(self):
        """A rule without precedence was also read as a ban, and 0 at station 1 as a reset on every visit."""
        for kind, rule, other in (
            ("and-or-ways", "no precedence over OR", "AND not before"),
            ("walk", "never reset", "holds 0 at"),
            ("fewest-changes", "as many bits as it needs", "A counter holds"),
            ("removals", "after each edge that is taken away", "without the first"),
        ):
            prompts = [self.spec.task(2, seed, params={"kinds": kind}).prompt for seed in range(20)]
            assert any(rule in prompt for prompt in prompts)
            assert not any(other in prompt for prompt in prompts)

    def test_fillings_keep_what_is_given(self):
        payload = {"kind": "holes", "numbers": [6, -1, 3, 2], "best": 9}
        self.takes(payload, ["6, 7, 3, 2"], ["6, 6, 3, 2", "0, 7, 3, 2", "6, 7, 3", "6, -7, 3, 2"])
        assert self.spec.verify_answer(payload, "0, 7, 3, 2").reason is Reason.ILLEGAL

    def test_walks_may_repeat_edges_and_say_so(self):
        for seed in range(12):
            task = self.spec.task(3, seed, params={"kinds": "walk"})
            assert re.search("again|any number of times|repetitions", task.prompt)

    def test_trap_the_longest_cycle_is_not_the_proof(self):
        """It was in two of five tasks, as most edges lie on it."""
        spoilt = 0
        for seed in range(30):
            payload = self.spec.task(2, seed, params={"kinds": "cycles"}).payload
            weights = {frozenset(edge[:2]): edge[2] for edge in payload["edges"]}
            cycles = list(nx.simple_cycles(nx.Graph([edge[:2] for edge in payload["edges"]])))
            xors = [
                reduce(xor, (weights[frozenset(pair)] for pair in zip(way, [*way[1:], way[0]], strict=True)))
                for way in cycles
            ]
            longest = max(map(len, cycles))
            assert not any(value for way, value in zip(cycles, xors, strict=True) if len(way) == longest)
            spoilt += any(xors)
        assert 8 <= spoilt <= 22

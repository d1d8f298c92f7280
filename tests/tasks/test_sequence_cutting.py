"""Sequence cutting: the row and the rule are read from the prompt, and all cuttings of short rows are tried out."""

from __future__ import annotations

import re
from itertools import chain, combinations, pairwise, permutations
from math import prod

import networkx as nx
from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason


def cuts(n, count=None):
    """All lists of cuts of a row of n items, or those with `count` cuts."""
    counts = range(n) if count is None else [count]
    return chain.from_iterable(map(list, combinations(range(1, n), k)) for k in counts)


def parts(row, given):
    return [row[i:j] for i, j in pairwise([0, *given, len(row)])]


def within(pieces, test, value):
    return value(pieces) if all(map(test, pieces)) else None


def lines(pieces, width):
    rests = [width - len(" ".join("x" * word for word in line)) for line in pieces]
    return sum(rest * rest for rest in rests) if min(rests) >= 0 else None


def completion(given, times, weights, setup):
    now, cost, at = 0, 0, 0
    for end in [*given, len(times)]:
        now += setup
        for job in range(at, end):
            now += times[job]
        cost += sum(now * weights[job] for job in range(at, end))
        at = end
    return cost


def ordered(letters, target, pieces):
    for given in cuts(len(letters), pieces - 1):
        spans = [[i + 1, j] for i, j in pairwise([0, *given, len(letters)])]
        yield from map(list, permutations(spans))


def joined(given, letters, target, pieces):
    text = "".join(letters[i - 1 : j] for i, j in given)
    return sum(a != b for a, b in zip(text, target, strict=True))


def partitions(items):
    if not items:
        yield []
        return
    first, *rest = items
    for rows in partitions(rest):
        for n, row in enumerate(rows):
            yield [*rows[:n], [first, *row], *rows[n + 1 :]]
        yield [[first], *rows]


def ored(sums):
    value = 0
    for one in sums:
        value |= one
    return value


def rows(noun, shown="[0-9, ]+"):
    return (
        f"Here … row of {{n}} {noun}s: {{row:{shown}}}.",
        f"{{row:{shown}}}\n\nThese {{n}} {noun}s stand in … row … cut into consecutive pieces.",
        f"Take … {{n}} {noun}s {{row:{shown}}} in this order.",
    )


def places(noun):
    return (
        f"The {noun}s … counted from 1, and … cut at place p lies between {noun} p and {noun} p + 1. Give "
        "… places of all cuts in rising order, separated by commas.",
        f"Answer with … positions of … {noun}s behind which … cut (the first {noun} has position 1), "
        "smallest first, with commas between ….",
        f"Write each cut as … position of … {noun} right before it, where positions begin with 1. List … "
        "cuts from left to right, separated by commas.",
    )


ROW, PLACES = rows("number"), places("number")
LIST = "[0-9, ]+"
VALUE = "{value:[-0-9X^*+ ]+}"
SENTENCES = {
    "largest-sum": [
        ROW,
        (
            "Cut it into exactly {pieces} pieces of consecutive numbers, none of … empty … largest sum of "
            "… piece … as small as possible.",
            "There have to … exactly {pieces} pieces, each with … least one number. Keep … heaviest piece "
            "as light as … can, where … piece weighs … sum of … numbers.",
            "Split … into exactly {pieces} non-empty runs of neighbours. What counts … maximum of … sums "
            "of … runs; make … minimal.",
        ),
        PLACES,
    ],
    "balanced-signs": [
        rows("number", "[-+0-9, ]+"),
        (
            f"… labels of … numbers … in … same order: {{labels:{LIST}}}. Cut … row into exactly "
            f"{{pieces}} non-empty pieces of consecutive numbers. First make … largest absolute value of … "
            "piece's sum as small as possible. Among all ways … reach … take … one … label of … number "
            "right before … first cut … least, then … label right before … second cut, and so on.",
            "There have to … exactly {pieces} pieces, none of … empty. Let M … largest of … absolute "
            "values of … sums of … pieces: it … to … minimal. The numbers also … labels, in … same order "
            "{labels:[0-9, ]+}. Of all cuttings with … minimal M choose … one … labels of … numbers right "
            "before … cuts, read from left to right, come first in lexicographic order.",
            "They carry … labels {labels:[0-9, ]+}, in … same order. Split … into exactly {pieces} "
            "non-empty runs of neighbours … sums … near to zero: the maximum of … absolute values of … "
            "sums … to … minimal. If several splits reach … label of … last number of … first run decides "
            "(the smaller … better), then … label of … last number of … second run, and so on.",
        ),
        PLACES,
        "… exactly one best answer.",
    ],
    "digit-products": [
        rows("digit", "[0-9]+"),
        (
            "Cut … string of digits into exactly {pieces} non-empty parts. Read each part as … number in "
            "base ten; the product of … numbers … to … as large as possible.",
            "There have to … exactly {pieces} parts, each with … least one digit, and each part … read as "
            "… decimal number. Maximise … product of all parts.",
            "Put {signs} multiplication signs between … at most one behind … digit … product of {pieces} "
            "whole numbers … value … as large as possible. Each sign … cut.",
        ),
        places("digit"),
    ],
    "pair-products": [
        ROW,
        (
            "You cut {cuts} times, at {cuts} different places. Each time … piece falls into two, and … "
            "earn … sum of … one times … sum of … other (in whichever order … cut … total … same). Earn "
            "as much as possible … all.",
            "After {cuts} cuts at different places, multiply … every two of … pieces … sum of … one by … "
            "sum of … other, and add up all these products. Make … total as large as possible.",
            "Make exactly {cuts} cuts between neighbours. The score … sum of s * t over all unordered "
            "pairs of different pieces, where s and t … sums of … two pieces. Reach … highest score.",
        ),
        PLACES,
    ],
    "distinct-squares": [
        ROW,
        (
            "Cut it into any number of non-empty pieces of consecutive numbers. A piece … holds k "
            "different values costs k^2. Find … cutting … total cost … least.",
            "You choose how many pieces …. Each one costs … square of … number of distinct values … and "
            "all costs … added. Make … total as small as possible.",
            "Split … into non-empty runs of neighbours, as many as … like. Count … different values in "
            "each run and add up … squares of … counts: this sum … to … minimal.",
        ),
        PLACES,
    ],
    "or-of-sums": [
        ROW,
        (
            "Cut it into at most {most} non-empty pieces of consecutive numbers. Take … sum of each "
            "piece, and then … bitwise OR of all these sums. Make … value as small as possible.",
            "There may … up to {most} pieces, none of … empty. The cost … bitwise OR of … sums of … "
            "pieces; find … least cost.",
            "Split … into no more than {most} non-empty runs of neighbours … sums of … runs … combined by "
            "bitwise OR … as small … number as possible.",
        ),
        PLACES,
    ],
    "quadratic": [
        ROW,
        (
            "Cut it into any number of non-empty pieces of consecutive numbers. A piece with … sum X … "
            f"worth {VALUE}, and … values of all pieces … added. Make … total as large as possible.",
            f"You choose how many pieces …. Each one has … value {VALUE}, where X … sum of … numbers. Find "
            "… cutting with … largest total value.",
            "Split … into non-empty runs of neighbours, as many as … like. If … numbers of … run add up "
            f"to X … run scores {VALUE}. Reach … highest sum of scores.",
        ),
        PLACES,
    ],
    "line-breaks": [
        ROW,
        (
            "They … lengths of … words of … text … broken into lines of at most {width} characters. "
            "Between two words of … line … one space, and no word … divided. A line of c characters costs "
            "({width} - c)^2, the last line … well. Break … text … all lines together cost as little as "
            "possible; a cut … line break.",
            "Each number … length of … word, and each piece … one line of text, with … single space "
            "between neighbouring words. No line may … longer than {width}. The blanks … line … left at … "
            "right end … counted and squared; this holds … last line too. Minimise … sum of these "
            "squares.",
            "These … word lengths. Set … words in lines of width {width}: words of one line … parted by "
            "one space each, and … line must not … wider than {width}. Every line … last included … "
            "charged … square of … unused width. Find line breaks (cuts) with … least total charge.",
        ),
        PLACES,
    ],
    "sum-of-maxima": [
        ROW,
        (
            "Cut it into any number of non-empty pieces of consecutive numbers … sum of every piece … "
            "most {limit}. The cost of … piece … largest number. Make … total cost as small as possible.",
            "No piece may … sum above {limit}; otherwise … choose how many pieces …. Add up … maximum of "
            "each piece: this total … to … minimal.",
            "Split … into non-empty runs of neighbours, each with … sum of {limit} or less. Every run "
            "costs as much as … largest number. Find … cheapest split.",
        ),
        PLACES,
    ],
    "palindromes": [
        rows("letter", "[a-c]+"),
        (
            "Cut … string into as few pieces as possible … every piece … palindrome … reads … same "
            "forwards and backwards (a single letter …).",
            "Every piece … to … palindrome; single letters …. Use as few pieces as … can.",
            "Split … string into non-empty parts … all read … same from both ends, one letter … enough. "
            "The number of parts … to … minimal.",
        ),
        places("letter"),
    ],
    "batches": [
        rows("job", "[0-9(), ]+"),
        (
            "Each job … as (processing time in minutes, weight). One machine … jobs in this order, in "
            "batches of consecutive jobs; before each batch … set up for {setup} minutes … first batch "
            "included. All jobs of … batch … finished when … last job …. A job costs … weight times … "
            "time … finished, in minutes from time 0, when … first set-up begins. Choose batches with … "
            "least total cost.",
            "The first number of … job … time in minutes … second … weight. Each piece … batch: a machine "
            "spends {setup} minutes on … then … jobs one after … other, and hands all of … over at … end "
            "of … batch. Batches follow each other without … pause from time 0 on. Minimise … sum of "
            "weight times hand-over time over all jobs.",
            "The pairs … (time in minutes, weight) of … jobs. They … in this order on one machine … "
            "starts at time 0, in groups of neighbours; each group first needs {setup} minutes of "
            "preparation. The jobs of … group all count as completed when … group …. Find groups … sum of "
            "(weight times completion time) … as small as possible.",
        ),
        places("job"),
    ],
    "shuffled-pieces": [
        rows("letter", "[a-d]+"),
        (
            "Cut … string into exactly {pieces} non-empty pieces and put … pieces together in another "
            "order … read {target:[a-d]+}. Give … pieces in … new order, each as … positions of … first "
            "and … last letter in … old string. Positions … counted from 1, and both ends belong to … "
            "piece, so that 3 3 … third letter alone. Write … space between … two positions of … piece, "
            "and semicolons between … pieces.",
            "The {pieces} non-empty pieces, rearranged, form … string {target:[a-d]+}; every letter … "
            "used once. Answer with … pieces as … follow each other in … new string: for each one … place "
            "where … begins and … place where … ends in … old one (the first letter has place 1; the end "
            "belongs to … piece), such as 4 7; separate … pieces by semicolons.",
            "Find {pieces} intervals … not empty … not overlap and together cover … whole string … parts "
            "of … string in … intervals, joined in … order … list … give {target:[a-d]+}. State every "
            "interval as two positions, first and last letter, both included, and counted from 1. Put … "
            "space inside … interval and … semicolon between intervals.",
        ),
        "If … several ways, any of … right.",
    ],
    "parcels": [
        (
            "There … {n} parcels, given by width and length: {row:[0-9x:; ]+}. Divide … into groups, as "
            "many as … like. A group costs … largest width times … largest length (these may belong to "
            "different parcels; nothing … turned). Make … total cost of all groups as small as possible. "
            "Give … numbers of … parcels of each group, with spaces between … and semicolons between … "
            "groups.",
            "{row:[0-9x:; ]+}\n\nThese … numbers of {n} pieces of land with … widths and lengths. They … "
            "bought in groups, and every piece belongs to exactly one group. The price of … group … "
            "maximum of … widths multiplied by … maximum of … lengths. Find … cheapest division into "
            "groups. List … numbers of … pieces group by group: spaces within … group … semicolon between "
            "groups.",
            "Each of {n} items … number, a first and … second value: {row:[0-9x:; ]+}. Partition … items "
            "into non-empty sets … sum over all sets of (largest first value) * (largest second value) … "
            "minimal. Answer with … item numbers of each set, separated by spaces, and semicolons between "
            "… sets.",
        )
    ],
}


def told(said):
    """The numbers of the row, as many as the prompt says."""
    row = numbers(said["row"])
    assert len(row) == said["n"]
    return row


def read_row(*names):
    return lambda said: {"numbers": told(said), **{name: said[name] for name in names}}


def word(name, *names):
    def reads(said):
        assert len(str(said["row"])) == said["n"]
        assert said.get("signs", said.get("pieces", 0) - 1) == said.get("pieces", 0) - 1
        return {name: str(said["row"]), **{other: said[other] for other in names}}

    return reads


def signed(said):
    assert set(told(said)) <= {1, -1}
    return {"signs": told(said), "labels": numbers(said["labels"]), "pieces": said["pieces"]}


def value_of(said):
    """a, b and c of "a * X^2 + b * X - c"."""
    a, b, c = re.fullmatch(r"(-\d*)(?: \* |)X\^2 \+ (\d+) \* X - (\d+)", said["value"]).groups()
    return {"numbers": told(said), "a": -1 if a == "-" else int(a), "b": int(b), "c": -int(c)}


def jobs(said):
    times, weights = zip(*(numbers(job) for job in re.findall(r"\(\d+, \d+\)", said["row"])), strict=True)
    assert len(times) == said["n"]
    return {"times": list(times), "weights": list(weights), "setup": said["setup"]}


def parcels(said):
    found = [numbers(parcel) for parcel in said["row"].split("; ")]
    assert [n for n, *_ in found] == list(range(1, said["n"] + 1))
    return {"parcels": [sides for _, *sides in found]}


READERS = {
    "largest-sum": read_row("pieces"),
    "balanced-signs": signed,
    "digit-products": word("digits", "pieces"),
    "pair-products": read_row("cuts"),
    "distinct-squares": read_row(),
    "or-of-sums": read_row("most"),
    "quadratic": value_of,
    "line-breaks": read_row("width"),
    "sum-of-maxima": read_row("limit"),
    "palindromes": word("letters"),
    "batches": jobs,
    "shuffled-pieces": word("letters", "target", "pieces"),
    "parcels": parcels,
}
OBJECTS = {
    "largest-sum": lambda numbers, pieces: cuts(len(numbers), pieces - 1),
    "balanced-signs": lambda signs, labels, pieces: cuts(len(signs), pieces - 1),
    "digit-products": lambda digits, pieces: cuts(len(digits), pieces - 1),
    "pair-products": lambda numbers, cuts: globals()["cuts"](len(numbers), cuts),
    "distinct-squares": lambda numbers: cuts(len(numbers)),
    "or-of-sums": lambda numbers, most: chain.from_iterable(cuts(len(numbers), k) for k in range(most)),
    "quadratic": lambda numbers, **_: cuts(len(numbers)),
    "line-breaks": lambda numbers, width: cuts(len(numbers)),
    "sum-of-maxima": lambda numbers, limit: cuts(len(numbers)),
    "palindromes": lambda letters: cuts(len(letters)),
    "batches": lambda times, weights, setup: cuts(len(times)),
    "shuffled-pieces": ordered,
    "parcels": lambda parcels: partitions(list(range(1, len(parcels) + 1))),
}
WORTH = {
    "largest-sum": lambda given, numbers, pieces: max(map(sum, parts(numbers, given))),
    "balanced-signs": lambda given, signs, labels, pieces: [
        max(abs(sum(p)) for p in parts(signs, given)),
        *(labels[cut - 1] for cut in given),
    ],
    "digit-products": lambda given, digits, pieces: prod(map(int, parts(digits, given))),
    "pair-products": lambda given, numbers, cuts: sum(
        sum(a) * sum(b) for a, b in combinations(parts(numbers, given), 2)
    ),
    "distinct-squares": lambda given, numbers: sum(len(set(p)) ** 2 for p in parts(numbers, given)),
    "or-of-sums": lambda given, numbers, most: ored(map(sum, parts(numbers, given))),
    "quadratic": lambda given, numbers, a, b, c: sum(
        a * x**2 + b * x + c for x in map(sum, parts(numbers, given))
    ),
    "line-breaks": lambda given, numbers, width: lines(parts(numbers, given), width),
    "sum-of-maxima": lambda given, numbers, limit: within(
        parts(numbers, given), lambda p: sum(p) <= limit, lambda ps: sum(map(max, ps))
    ),
    "palindromes": lambda given, letters: within(parts(letters, given), lambda p: p == p[::-1], len),
    "batches": completion,
    "shuffled-pieces": joined,
    "parcels": lambda given, parcels: sum(
        max(parcels[i - 1][0] for i in g) * max(parcels[i - 1][1] for i in g) for g in given
    ),
}


def filled(row, limit):
    """How many pieces there are if each is as long as the limit of its sum allows."""
    count, left = 0, 0
    for number in row:
        count, left = (count, left - number) if number <= left else (count + 1, limit - number)
    return count


def steps(text):
    return {j: (total, i) for j, total, i in map(numbers, re.findall(r"\d+: -?\d+ from \d+", text))}


def table(price, best=min, join=lambda total, cost: total + cost):
    """A line of a table: for each place the best way to it, and where its last piece begins."""

    def holds(x):
        found = steps(x.told)
        given = "used" in vars(x)  # so many pieces; else any number, and ways go on from this line itself
        row = found if not given else steps(x.before[-1]) if x.used > 1 else {}
        before = {j: total for j, (total, _) in row.items()} | (
            {} if given and x.used > 1 else {0: 0 if best is min else 1}
        )
        for j, (total, i) in found.items():
            ways = {
                k: join(before[k], cost)
                for k in range(j)
                if k in before and (cost := price(x, k, j)) is not None
            }
            if not ways or total != ways[i] or total != best(ways.values()):
                return False
        return bool(found) and (not given or x.used == 1 + sum("the first j" in line for line in x.before))

    return holds


def piece(kind, name="numbers"):
    """The price of a piece is what the kind says of a row that is never cut."""

    def price(x, i, j):
        facts = {other: fact for other, fact in vars(x).items() if other in ("width", "limit")}
        return WORTH[kind]([], **{name: vars(x)[name][i:j]}, **facts)

    return price


def fewest(row, mask):
    """The fewest pieces with sums within a mask; None if there is no way."""
    found = [0]
    for j in range(1, len(row) + 1):
        ways = [found[i] for i in range(j) if found[i] is not None and not sum(row[i:j]) & ~mask]
        found.append(min(ways) + 1 if ways else None)
    return found[-1]


def without(x):
    """The bits from the highest on: whether a way is left without this one, after those that are not needed."""
    bits = sum(x.numbers).bit_length()
    mask = 2**bits - 1
    for line in x.before:
        bit, *count = numbers(line)
        mask -= bit if count and count[0] <= x.most else 0
    count = fewest(x.numbers, mask - x.bit)
    right = "impossible" if count is None else f"{count} pieces"
    return (x.bit, x.how) == (2 ** (bits - 1 - len(x.before)), right)


def take(x):
    """The label decides among the possible cuts."""
    shown = [(int(j), int(label)) for j, label in re.findall(r"(\d+) \((\d+)\)", x.open)]
    right = all(label == x.labels[j - 1] for j, label in shown)
    return right and min(shown, key=lambda pair: pair[1])[0] == x.at == x.given[len(x.before) - 1]


def kept(x):
    """The parcels that the line above names, from wide and short to narrow and long."""
    return [x.parcels[i - 1] for i in numbers(x.before[1])]


def by_width(x):
    kept, rest = numbers(x.kept), numbers(x.before[0])
    sides = [x.parcels[i - 1] for i in kept]
    falls = all(a[0] > b[0] and a[1] < b[1] for a, b in pairwise(sides))
    return falls and sorted(kept + rest) == list(range(1, len(x.parcels) + 1))


def fits(x):
    """Each lies within another one."""
    rest = numbers(x.rest)
    return all(
        any(
            x.parcels[i - 1][0] <= a and x.parcels[i - 1][1] <= b
            for n, (a, b) in enumerate(x.parcels, 1)
            if n not in rest
        )
        for i in rest
    )


CUTS = {"cuts at {at:[0-9, ]+}": lambda x: numbers(x.at) == x.given}
ANY = "any number of pieces, the first j in total, the last piece from behind i: {told:.+}"
SOME = "{used} {:pieces?}, the first j in total, the last piece from behind i: {told:.+}"
LINES = {
    "largest-sum": {
        "limit {limit}: {k} pieces at least": lambda x: (
            x.k == filled(x.numbers, x.limit) and (x.k <= x.pieces) is (x.limit >= x.best)
        )
    },
    "balanced-signs": {
        "the least limit that {k} pieces can keep: {limit}": lambda x: (x.k, x.limit) == (x.pieces, x.best[0]),
        "possible cuts: {open:[0-9(), ]+}; take {at}": take,
    },
    "digit-products": {
        "{used} parts, largest product of the first j digits, last part from behind i: {told:.+}": table(
            lambda x, i, j: int(x.digits[i:j]), max, lambda total, cost: total * cost
        )
    },
    "pair-products": {SOME: table(lambda x, i, j: sum(x.numbers[i:j]) ** 2)},
    "distinct-squares": {ANY: table(piece("distinct-squares"))},
    "or-of-sums": {"without {bit}: {how:.+}": without},
    "quadratic": {ANY: table(lambda x, i, j: -WORTH["quadratic"]([], x.numbers[i:j], x.a, x.b, x.c))},
    "line-breaks": {ANY: table(piece("line-breaks"))},
    "sum-of-maxima": {ANY: table(piece("sum-of-maxima"))},
    "palindromes": {ANY: table(piece("palindromes", "letters"))},
    "batches": {ANY: table(lambda x, i, j: (x.setup + sum(x.times[i:j])) * sum(x.weights[i:]))},
    "shuffled-pieces": {
        "{part:[a-d]+} is {a} to {b}": lambda x: (
            x.part == x.letters[x.a - 1 : x.b] and [x.a, x.b] == x.given[len(x.before)]
        )
    },
    "parcels": {
        "fit into others: {rest:[0-9, ]+|none}": fits,
        "the others by width: {kept:[0-9 ]+}": by_width,
        ANY: table(lambda x, i, j: kept(x)[i][0] * kept(x)[j - 1][1]),
    },
}
LINES = {kind: {**lines, **CUTS} for kind, lines in LINES.items()}


class TestSequenceCutting(Chosen):
    id = "sequence-cutting"
    larger = frozenset({"digit-products", "pair-products", "quadratic"})
    single = frozenset({"balanced-signs", "shuffled-pieces"})
    sentences, readers, lines, objects, worth = SENTENCES, READERS, LINES, OBJECTS, WORTH

    def test_long_rows_are_shortest_paths(self):
        """By networkx: the places are vertices, the pieces are edges."""
        for kind in ("distinct-squares", "line-breaks", "sum-of-maxima", "palindromes"):
            for seed in range(4):
                task = self.spec.task(5, seed, params={"kinds": kind})
                _, facts = self.oracle(task.prompt)
                row = facts.get("numbers") or facts["letters"]
                graph = nx.DiGraph()
                for i, j in combinations(range(len(row) + 1), 2):
                    piece = {name: fact for name, fact in facts.items() if name not in ("numbers", "letters")}
                    piece["letters" if "letters" in facts else "numbers"] = row[i:j]
                    if (cost := self.worth[kind]([], **piece)) is not None:
                        graph.add_edge(i, j, weight=cost)
                assert nx.dijkstra_path_length(graph, 0, len(row)) == task.payload["best"], task.id

    def test_a_cut_is_behind_an_item_counted_from_1_and_never_half_open(self):
        """Elsewhere the ends of pieces were meant, from 0 or from 1, half-open or not, and the text left it open."""
        payload = {"kind": "largest-sum", "numbers": [5, 1, 1, 1, 2], "pieces": 2, "best": 5}
        self.takes(payload, ["1"], ["0", "2", "5", "1, 5", "0, 1"])
        assert self.spec.verify_answer(payload, "1, 5").reason is Reason.ILLEGAL  # the end of the row is no cut
        spans = {
            "kind": "shuffled-pieces",
            "letters": "aab",
            "target": "baa",
            "pieces": 2,
            "made": [[3, 3], [1, 2]],
            "best": 0,
        }
        self.takes(spans, ["3 3; 1 2"], ["2 3; 0 2", "3 4; 1 3", "2 2; 0 1", "1 2; 3 3", "3 3; 1 1; 2 2"])

    def test_every_best_cutting_is_right_whichever_the_reference_is(self):
        payload = {"kind": "sum-of-maxima", "numbers": [2, 2, 2, 2], "limit": 4, "best": 4}
        self.takes(payload, ["2"], ["1, 2", "1, 3", "1", "3"])
        payload = {"kind": "or-of-sums", "numbers": [4, 4, 4], "most": 3, "best": 4}
        self.takes(payload, ["1, 2"], ["1", "2", "2, 1"])

    def test_the_last_line_costs_as_well(self):
        payload = {"kind": "line-breaks", "numbers": [3, 3, 3], "width": 7, "best": 16}
        self.takes(payload, ["2", "1"], ["1, 2"])

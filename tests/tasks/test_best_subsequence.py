"""Best subsequences: the row and the rule are read from the prompt, and all choices from short rows are tried out."""

from __future__ import annotations

import re
from itertools import chain, combinations, pairwise, product

import networkx as nx
from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason


def chosen(n, count=None):
    """All choices of positions."""
    counts = range(1, n + 1) if count is None else [count]
    return chain.from_iterable(map(list, combinations(range(1, n + 1), k)) for k in counts)


def runs(n):
    return ([i, j] for i in range(1, n + 1) for j in range(i, n + 1))


def picked(given, row):
    return [row[place - 1] for place in given]


def rises(row, strict=False):
    """The length of a longest rise that ends at each place."""
    found = []
    for j, b in enumerate(row):
        found.append(1 + max([found[i] for i in range(j) if row[i] < b or (row[i] == b and not strict)] or [0]))
    return found


def mountain(given, numbers):
    steps = "".join("+" if b > a else "-" if b < a else "0" for a, b in pairwise(picked(given, numbers)))
    return len(given) if re.fullmatch(r"\+*-*", steps) else None


def erased(given, numbers, costs):
    left = [number for place, number in enumerate(numbers, 1) if place not in given]
    return sum(picked(given, costs)) if max(rises(left), default=0) < max(rises(numbers)) else None


def turned(given, numbers):
    row = dict(enumerate(numbers, 1))
    row |= dict(zip(given, reversed(picked(given, numbers)), strict=True))
    return max(rises(list(row.values())))


def good(run):
    return all(part.count("a") >= part.count("b") for i in range(len(run)) for part in (run[i:], run[: i + 1]))


def spared(given, numbers, width, limit):
    row = [0 if given[2] <= place < given[2] + width else number for place, number in enumerate(numbers, 1)]
    return given[1] - given[0] + 1 if sum(row[given[0] - 1 : given[1]]) <= limit else None


def different(row):
    lists = {()}
    for number in row:
        lists |= {(*known, number) for known in lists}
    return lists - {()}


def distinct(row):
    """How many `different` has."""
    ending = {}
    for number in row:
        ending[number] = 1 + sum(ending.values())
    return sum(ending.values())


def orders(numbers):
    """All permutations whose rises have these lengths: one number after the other, by its rank among those so far."""

    def longer(ranks):
        if len(ranks) == len(numbers):
            yield [rank + 1 for rank in ranks]
            return
        for rank in range(len(ranks) + 1):
            new = [r + (r >= rank) for r in ranks]
            best = 1 + max((numbers[i] for i, r in enumerate(new) if r < rank), default=0)
            if best == numbers[len(ranks)]:
                yield from longer([*new, rank])

    return longer([])


def rows(noun, shown="[-0-9, ]+"):
    return (
        f"Here … row of {{n}} {noun}s: {{row:{shown}}}.",
        f"{{row:{shown}}}\n\nThe row above … {{n}} {noun}s.",
        f"Take … {{n}} {noun}s {{row:{shown}}} in this order.",
    )


def choices(noun):
    return (
        f"Give … positions of … chosen {noun}s in rising order, separated by commas; the first {noun} has "
        "position 1.",
        "Count positions from 1, and answer with … chosen positions from left to right, with commas between ….",
        f"Write down which {noun}s … choose by … positions (1 … first), smallest position first, separated "
        "by commas.",
    )


def ends(noun):
    return (
        "Give two positions, the first and … last one of … run, separated by … comma. Positions … counted "
        "from 1, and both belong to … run.",
        "Answer with … position where … run begins and … position where it ends (both inside … run, the "
        f"first {noun} has position 1), separated by … comma.",
        "State … run by … first and … last position, both included and counted from 1, with … comma between ….",
    )


ROW, CHOSEN, RUN = rows("number"), choices("number"), ends("number")
STREET = "[0-9(), ]+"
SENTENCES = {
    "weighted-rise": [
        ROW,
        (
            "Their weights … in … same order: {weights:[0-9, ]+}. Choose numbers … never fall from left "
            "to right (equal ones may follow each other) … sum of … weights … as large as possible.",
            "The weights … belong to … numbers … {weights:[0-9, ]+}. A choice … allowed if each chosen "
            "number … least as large as … chosen one before it. Find … choice with … greatest total "
            "weight.",
            "They … weights {weights:[0-9, ]+}. Pick … non-decreasing subsequence … total weight … maximal.",
        ),
        CHOSEN,
    ],
    "mountain": [
        ROW,
        (
            "Choose as many numbers as possible … read from left to right … first rise strictly and then "
            "fall strictly. The rising or … falling part may … missing.",
            "Find … longest subsequence … strictly increases up to some number and strictly decreases "
            "from there on; one … only increases or only decreases counts as well.",
            "Pick as long … subsequence as … can in which every number … larger than … one before it up "
            "to … peak, and every later one … smaller than … one before it. The peak may … at either end.",
        ),
        CHOSEN,
    ],
    "broken-rise": [
        ROW,
        (
            "To erase … costs, in … same order: {costs:[0-9, ]+}. Erase some of … numbers … longest "
            "non-decreasing subsequence of … left … shorter than that of … whole row, at … least total "
            "cost. The numbers to … erased … chosen ones.",
            "The price of deleting each number … in order, {costs:[0-9, ]+}. Let L … length of … longest "
            "non-decreasing subsequence (not necessarily of neighbours). Choose numbers to delete … "
            "remains … no non-decreasing subsequence of length L, and pay as little as possible … total.",
            "Removing … charged with {costs:[0-9, ]+}, number by number. Choose which ones to remove … "
            "maximum length of … subsequence … never falls becomes smaller than it … now, and … total "
            "charge … minimal.",
        ),
        CHOSEN,
    ],
    "reversed-choice": [
        ROW,
        (
            "Choose some positions; the numbers at … positions … put into reverse order among themselves, "
            "while all others stay. Afterwards … longest non-decreasing subsequence of … row (not "
            "necessarily of neighbours) … to … as long as possible.",
            "You may … numbers at any positions … choose and write … back into … same positions in "
            "reverse order. Do … once … new row … non-decreasing subsequence as long as possible.",
            "Reverse one subsequence in place: what stood at … first position goes to … last one, and so "
            "on. Choose it … length of … longest subsequence of … result … never falls … maximal.",
        ),
        CHOSEN,
    ],
    "own-places": [
        ROW,
        (
            "Choose … subsequence B. B … hit at j, counted from 1, if the j-th number of B is j. Reach as "
            "many hits as possible.",
            "Delete numbers, and close … gaps. In … list … left … number … good if … equal to … place in "
            "… list (the first place … 1). Keep numbers … chosen ones … as many as possible … good.",
            "Pick numbers and number … 1, 2, 3 and so on from left to right. You score … point … every "
            "picked number … equal to … number given to it. Score as many points as … can.",
        ),
        CHOSEN,
    ],
    "largest-in-order": [
        ROW,
        (
            "Choose exactly {count} of … list of … chosen numbers, from left to right … as large as "
            "possible: its first number counts most, then … second one, and so on.",
            "Among all subsequences of exactly {count} numbers find one … lexicographically largest, "
            "comparing numbers by … size.",
            "Keep exactly {count} numbers in … order. The first one … kept … to … as large as possible, "
            "among such choices … second one, then … third one, and so forth.",
        ),
        CHOSEN,
    ],
    "non-adjacent": [
        ROW,
        (
            "Choose exactly {count} of … no two of which stand next to each other, with … largest "
            "possible sum.",
            "You … to take exactly {count} numbers, and never two neighbours. Make … sum of … numbers … "
            "as large as … can.",
            "Pick exactly {count} numbers at positions of which no two differ by 1 … sum … maximal.",
        ),
        CHOSEN,
    ],
    "houses": [
        (
            f"A street … {{n}} houses, given as (distance from … entrance, effort of selling there): "
            f"{{row:{STREET}}}.",
            f"{{row:{STREET}}}\n\nThese … {{n}} houses of … dead-end street, each with … distance from … "
            "entrance and … effort of selling there.",
            f"Take … {{n}} houses {{row:{STREET}}}; the first value … how far … house … from … entrance of "
            "… street … second one … effort of … sale.",
        ),
        (
            "A seller walks from … entrance to … farthest house … chosen and back, and sells at all "
            "chosen houses. The tiredness … length of … walk both ways plus … efforts of … chosen houses. "
            "Choose exactly {count} houses … as large as possible.",
            "If some houses … visited … fatigue … twice … largest distance among … plus … sum of … "
            "efforts. Which {count} houses, exactly, give … greatest fatigue?",
            "The score of … choice of houses … 2 * (largest distance) + (sum of efforts). Choose exactly "
            "{count} houses with … highest score.",
        ),
        choices("house"),
    ],
    "even-run": [
        ROW,
        (
            "Find … longest run of neighbours in which … largest and … smallest number differ by at most "
            "{spread}.",
            "A run of consecutive numbers … even if … maximum minus … minimum … not above {spread}. Find "
            "… even run … as long as possible.",
            "Look … consecutive numbers, as many as possible, no two of which differ by more than {spread}.",
        ),
        RUN,
    ],
    "balanced-run": [
        rows("letter", "[ab]+"),
        (
            "Find … longest run of neighbours … every beginning of … run and every ending of … run … "
            "least as many letters a as letters b.",
            "A run of consecutive letters … good if, read from … left end … letters b … never more than … "
            "letters a so far, and … same holds when … read from … right end. Find … longest good run.",
            "Look … substring, as long as possible, all of … non-empty prefixes and suffixes contain no "
            "more b than a.",
        ),
        ends("letter"),
    ],
    "window-sum": [
        ROW,
        (
            "Among all runs of … least {low} and … most {high} neighbours find one with … largest sum.",
            "A run of consecutive numbers may … from {low} to {high} of … both included. Which run … "
            "greatest sum?",
            "Choose consecutive numbers, no fewer than {low} and no more than {high}, so that … sum … maximal.",
        ),
        RUN,
    ],
    "zeroed-run": [
        ROW,
        (
            "You may set {width} neighbouring numbers to 0, once. Then find as long … run of neighbours "
            "as possible … sum … most {limit}. Give three positions, counted from 1 and separated by "
            "commas: the first and … last one of … run (both belong to it), and … first one of … {width} "
            "zeros.",
            "Replace {width} consecutive numbers … by zeros, and choose … run of consecutive numbers … "
            "sum … then not above {limit}. The run … to … as long as possible. Answer with where … run "
            "begins, where it ends (that position … still inside) and where … zeros begin, as three "
            "positions with commas between …; the first number has position 1.",
            "Choose … run of neighbours, as long as possible … sum … not exceed {limit} once {width} "
            "numbers in … row … set to zero. Write three positions, separated by commas, where 1 … first "
            "position: first of … run, last of … run (included), first of … zeros.",
        ),
    ],
    "appended": [
        ROW,
        (
            "Append {count} further numbers to … end, each of … whole number from 0 to {top} … whole row "
            "… as many different non-empty subsequences as possible. Two subsequences … different if … "
            "different as lists of numbers. Give … {count} numbers in order, separated by commas.",
            "It … made longer by {count} whole numbers from 0 to {top} at … right end. Count … lists of "
            "one or more numbers … longer row contains as subsequences, each list once; this count … to … "
            "as large as possible. Answer with … {count} new numbers from left to right, with commas "
            "between ….",
            "Which {count} numbers, each from 0 to {top}, have to … written behind … number of distinct "
            "non-empty subsequences (lists of values … stand) becomes maximal? List … new numbers in "
            "order, separated by commas.",
        ),
    ],
    "permutation": [
        ROW,
        (
            "They … made from … permutation P of … numbers 1 to {n}: the i-th of … length of … longest "
            "strictly increasing subsequence of P … ends with … i-th number of P. Let B(i) … length of … "
            "longest strictly decreasing subsequence of P … begins with … i-th number of P. Find … P … "
            "fits and … B(1) + ... + B({n}) … as large as possible. Give P as numbers separated by "
            "commas.",
            "Find … permutation of 1, ..., {n} in which … each place i … longest strictly rising "
            "subsequence … ends at place i … as many members as … i-th number of … row says. Among all "
            "such permutations … total … to … maximal: over all places i … length of … longest strictly "
            "falling subsequence … starts at place i. Write … permutation with commas between … numbers.",
            "For … permutation P of 1 to {n} let A … list of … lengths of longest strictly increasing "
            "subsequences … end at each place, and B … list of … lengths of longest strictly decreasing "
            "subsequences … start at each place. A has to … this list. Maximise … sum of B, and state P, "
            "separated by commas.",
        ),
    ],
    "repeated-rise": [
        ROW,
        (
            "It … written down {times} times, one copy behind … other … gives one long row. How many "
            "numbers … longest non-decreasing subsequence (not necessarily of neighbours) of … long row? "
            "Give this number alone.",
            "Repeat it … stands there {times} times … all. What … length of … longest subsequence of … "
            "result … never falls? Answer with one number.",
            "{times} copies … follow each other in one row. Find … greatest number of terms … one can "
            "keep, in order … each kept term … least as large as … kept one before it. Answer with that "
            "number.",
        ),
    ],
    "ranked": [
        ROW,
        (
            "Take all non-empty subsequences as lists of numbers, each different list once, and sort … "
            "words … sorted in … dictionary: by … first number, then by … second, and so on, and … list "
            "stands before every longer list … begins with it. Which list … number {rank}, if … first one "
            "… number 1? Give … numbers in order, separated by commas.",
            "Its different non-empty subsequences (as lists of values) … put into lexicographic order, "
            "where … list comes before … extensions, and numbered from 1. Write down … list with … number "
            "{rank}, with commas between … numbers.",
            "List every non-empty list of numbers … can … by deleting some of … without repeating … list, "
            "in lexicographic order; a list … beginning of another one comes first. State … entry with … "
            "number {rank}, from 1 on, numbers separated by commas.",
        ),
    ],
}


def told(*lists, single=()):
    """The row, as long as the prompt says, lists beside it that are as long, and single numbers."""

    def reads(said):
        found = {"numbers": numbers(said["row"])} | {name: numbers(said[name]) for name in lists}
        assert {len(listed) for listed in found.values()} == {said["n"]}
        return found | {name: said[name] for name in single}

    return reads


def houses(said):
    row = [numbers(house) for house in re.findall(r"\(\d+, \d+\)", said["row"])]
    assert len(row) == said["n"]
    return {"places": [a for a, _ in row], "efforts": [b for _, b in row], "count": said["count"]}


def letters(said):
    assert len(said["row"]) == said["n"]
    return {"letters": said["row"]}


READERS = {
    "weighted-rise": told("weights"),
    "mountain": told(),
    "broken-rise": told("costs"),
    "reversed-choice": told(),
    "own-places": told(),
    "largest-in-order": told(single=["count"]),
    "non-adjacent": told(single=["count"]),
    "houses": houses,
    "even-run": told(single=["spread"]),
    "balanced-run": letters,
    "window-sum": told(single=["low", "high"]),
    "zeroed-run": told(single=["width", "limit"]),
    "appended": lambda said: told(single=["count"])(said) | {"values": said["top"] + 1},
    "permutation": told(),
    "repeated-rise": told(single=["times"]),
    "ranked": told(single=["rank"]),
}
OBJECTS = {
    "weighted-rise": lambda numbers, weights: chosen(len(numbers)),
    "mountain": lambda numbers: chosen(len(numbers)),
    "broken-rise": lambda numbers, costs: chosen(len(numbers)),
    "reversed-choice": lambda numbers: chosen(len(numbers)),
    "own-places": lambda numbers: chosen(len(numbers)),
    "largest-in-order": lambda numbers, count: chosen(len(numbers), count),
    "non-adjacent": lambda numbers, count: chosen(len(numbers), count),
    "houses": lambda places, efforts, count: chosen(len(places), count),
    "even-run": lambda numbers, spread: runs(len(numbers)),
    "balanced-run": lambda letters: runs(len(letters)),
    "window-sum": lambda numbers, low, high: runs(len(numbers)),
    "zeroed-run": lambda numbers, width, limit: (
        [*run, z] for run in runs(len(numbers)) for z in range(1, len(numbers) - width + 2)
    ),
    "appended": lambda numbers, count, values: map(list, product(range(values), repeat=count)),
    "permutation": orders,
    "repeated-rise": lambda numbers, times: ([k] for k in range(1, len(numbers) * times)),
    "ranked": lambda numbers, rank: map(list, different(numbers)) if len(numbers) < 12 else range(10**6),
}
WORTH = {
    "weighted-rise": lambda given, numbers, weights: (
        sum(picked(given, weights)) if sorted(picked(given, numbers)) == picked(given, numbers) else None
    ),
    "mountain": mountain,
    "broken-rise": erased,
    "reversed-choice": turned,
    "own-places": lambda given, numbers: sum(a == b for a, b in enumerate(picked(given, numbers), 1)),
    "largest-in-order": lambda given, numbers, count: picked(given, numbers),
    "non-adjacent": lambda given, numbers, count: (
        None if any(a + 1 in given for a in given) else sum(picked(given, numbers))
    ),
    "houses": lambda given, places, efforts, count: (
        2 * max(picked(given, places)) + sum(picked(given, efforts))
    ),
    "even-run": lambda given, numbers, spread: (
        given[1] - given[0] + 1
        if all(abs(a - b) <= spread for a, b in combinations(numbers[given[0] - 1 : given[1]], 2))
        else None
    ),
    "balanced-run": lambda given, letters: (
        given[1] - given[0] + 1 if good(letters[given[0] - 1 : given[1]]) else None
    ),
    "window-sum": lambda given, numbers, low, high: (
        sum(numbers[given[0] - 1 : given[1]]) if low <= given[1] - given[0] + 1 <= high else None
    ),
    "zeroed-run": spared,
    "appended": lambda given, numbers, count, values: distinct([*numbers, *given]),
    "permutation": lambda given, numbers: sum(rises(given[::-1], strict=True)),
    "repeated-rise": lambda given, numbers, times: given[0],
    "ranked": lambda given, numbers, rank: given,
}


def heaviest(x):
    found = numbers(x.shown)
    right = [
        x.weights[j] + max([found[i] for i in range(j) if x.numbers[i] <= b] or [0])
        for j, b in enumerate(x.numbers)
    ]
    return found == right and max(found) == x.best


def on_longest(x):
    """Positions where a longest rise up to there and one from there on make a longest one."""
    before, after = rises(x.numbers), rises([-number for number in reversed(x.numbers)])[::-1]
    both = [a + b - 1 for a, b in zip(before, after, strict=True)]
    return numbers(x.at) == [at for at, total in enumerate(both, 1) if total == max(before)]


def matched(x):
    """Numbers above their distance to the last match cannot be reached by deleting what lies between."""
    found = numbers(x.shown)
    for j, b in enumerate(x.numbers):
        ways = [found[i] for i in range(j) if found[i] and 0 < b - x.numbers[i] <= j - i]
        if found[j] != (max(ways) + 1 if ways else int(b <= j + 1)):
            return False
    return max(found) == x.best


def next_largest(x):
    step = len(x.before)
    last = len(x.numbers) - x.count + step + 1
    start = x.given[step - 1] if step else 0
    return (x.p, x.v, x.at) == (last, max(x.numbers[start:last]), x.given[step]) and x.v == x.best[step]


def apart(x):
    """For each position the best sum of so many numbers up to there, 0 if there are not so many."""
    before, found = numbers(x.before[-1].partition("...:")[2]) if x.before else [], numbers(x.shown)
    for i, number in enumerate(x.numbers):
        fits = x.k == 1 or (i > 1 and before[i - 2] > 0)
        taken = number + (before[i - 2] if x.k > 1 else 0) if fits else 0
        if found[i] != max(taken, found[i - 1] if i else 0):
            return False
    return x.k == len(x.before) + 1


def walk_to(x):
    others = sorted(x.efforts[: x.p - 1])[1 - x.count :]
    total = 2 * x.places[x.p - 1] + x.efforts[x.p - 1] + sum(others)
    return x.p == x.count + len(x.before) and x.total == total <= x.best


def so_far(kind):
    """The best run that ends at a position or before it; 0 if there is none."""

    def best(x):
        facts = {
            name: vars(x)[name] for name in ("numbers", "letters", "spread", "low", "high") if name in vars(x)
        }
        found = [WORTH[kind](run, **facts) for run in runs(x.p)]
        return x.v == max([worth for worth in found if worth is not None], default=0)

    return best


def zeroed(x):
    """The zeros take the heaviest part of a run."""
    found = [0]
    for i, j in runs(x.p):
        row = x.numbers[i - 1 : j]
        spared = [sum(row[at : at + x.width]) for at in range(len(row) - x.width + 1)]
        if spared and sum(row) - max(spared) <= x.limit:
            found.append(len(row))
    return x.v == max(found)


def longer(x):
    row, ending = [*x.numbers, *x.given[: len(x.before)]], {}
    for number in row:
        ending[number] = 1 + sum(ending.values())
    return (x.k, x.total) == (len(row), distinct(row)) and numbers(x.ends) == [
        ending[v] for v in range(x.values)
    ]


def behind(x):
    """The positions whose last number that is less by one stands at a position; 0 for none."""
    last = [
        max([j for j in range(1, i) if x.numbers[j - 1] == number - 1], default=0)
        for i, number in enumerate(x.numbers, 1)
    ]
    return numbers(x.at) == [i for i, parent in enumerate(last, 1) if parent == x.p]


def rounds(x):
    row, values = x.numbers * x.k, sorted(set(x.numbers))
    best = dict(zip(row, rises(row), strict=True))  # a later one is no shorter
    return (
        x.k == len(x.before) + 1 and numbers(x.shown) == values and numbers(x.ends) == [best[v] for v in values]
    )


def ranks(x):
    left, rest = x.rank, x.numbers
    for value in x.given[: len(x.before) + 1]:
        ways = {v: 1 + distinct(rest[rest.index(v) + 1 :]) for v in set(rest)}
        left -= sum(count for v, count in ways.items() if v < value)
        known = (value, left, ways[value])
        rest, left = rest[rest.index(value) + 1 :], left - 1
    return (x.v, x.number, x.ways) == known


SHOWN = "{shown:[0-9 ]+}"
RUNS = "{{:{}}} of a run that ends at position {{p}} or before: {{v}}"
LINES = {
    "weighted-rise": {f"largest weight of a choice that ends at position 1, 2, ...: {SHOWN}": heaviest},
    "mountain": {
        f"longest rise that ends at position 1, 2, ...: {SHOWN}": lambda x: (
            numbers(x.shown) == rises(x.numbers, strict=True)
        ),
        f"longest fall from there on: {SHOWN}": lambda x: (
            numbers(x.shown) == rises(x.numbers[::-1], strict=True)[::-1]
        ),
    },
    "broken-rise": {
        "longest length: {k}": lambda x: x.k == max(rises(x.numbers)),
        "positions on longest subsequences: {at:[0-9 ]+}": on_longest,
        "least cut: {cost}": lambda x: x.cost == x.best,
    },
    "reversed-choice": {
        "without a change: {k}": lambda x: x.k == max(rises(x.numbers)),
        "at best: {k}": lambda x: x.k == x.best,
    },
    "own-places": {f"most matches up to position 1, 2, ..., that one matched: {SHOWN}": matched},
    "largest-in-order": {"largest up to position {p}: {v} at {at}": next_largest},
    "non-adjacent": {"{k} chosen up to position 1, 2, ...: {shown:[0-9 ]+}": apart},
    "houses": {"farthest {p}: {total}": walk_to},
    "even-run": {RUNS.format("most numbers"): so_far("even-run")},
    "balanced-run": {RUNS.format("most letters"): so_far("balanced-run")},
    "window-sum": {RUNS.format("largest sum"): so_far("window-sum")},
    "zeroed-run": {RUNS.format("most numbers"): zeroed},
    "appended": {"with {k} numbers: {total}, of which end with 0, 1, ...: {ends:[0-9 ]+}": longer},
    "permutation": {"behind {p}: {at:[0-9 ]+}": behind},
    "repeated-rise": {
        f"after {{k}} rounds, longest up to {SHOWN}: {{ends:[0-9 ]+}}": rounds,
        "the most frequent number comes {often} times a round, in {more} more rounds": lambda x: (
            x.often == max(map(x.numbers.count, x.numbers)) and x.more == x.times - len(set(x.numbers))
        ),
    },
    "ranked": {"then {v}: number {number} of {ways}": ranks},
}


class TestBestSubsequence(Chosen):
    id = "best-subsequence"
    single = frozenset({"repeated-rise", "ranked"})
    sentences, readers, lines, objects, worth = SENTENCES, READERS, LINES, OBJECTS, WORTH
    larger = frozenset(SENTENCES) - {"broken-rise"}

    def best(self, kind, facts, objects):
        if kind == "repeated-rise":
            return max(rises(facts["numbers"] * min(facts["times"], 8))) + max(facts["times"] - 8, 0) * max(
                map(facts["numbers"].count, facts["numbers"])
            )
        if kind == "ranked":
            return sorted(objects)[facts["rank"] - 1]
        return super().best(kind, facts, objects)

    def test_costs_of_broken_rises_are_least_cuts(self):
        """By networkx, on rows too long to try out."""
        for seed in range(6):
            task = self.spec.task(4, seed, params={"kinds": "broken-rise"})
            _, facts = self.oracle(task.prompt)
            row, costs = facts["numbers"], facts["costs"]
            ends = rises(row)
            graph = nx.DiGraph()
            for i, cost in enumerate(costs):
                graph.add_edge((i, 0), (i, 1), capacity=cost)
                if ends[i] == 1:
                    graph.add_edge("from", (i, 0))
                if ends[i] == max(ends):
                    graph.add_edge((i, 1), "to")
                for j in range(i + 1, len(row)):
                    if row[i] <= row[j] and ends[j] == ends[i] + 1:
                        graph.add_edge((i, 1), (j, 0))
            assert nx.minimum_cut_value(graph, "from", "to") == task.payload["best"]

    def test_positions_are_counted_from_1(self):
        """Elsewhere positions began with 0 in some texts and with 1 in others."""
        payload = {"kind": "non-adjacent", "numbers": [9, 1, 8, 1], "count": 2, "best": 17}
        self.takes(payload, ["1, 3", "1 3"], ["0, 2", "2, 4", "3, 1", "1, 3, 3"])
        assert self.spec.verify_answer(payload, "0, 2").reason is Reason.ILLEGAL
        run = {"kind": "window-sum", "numbers": [-5, 4, 4, -5], "low": 2, "high": 3, "best": 8}
        self.takes(run, ["2, 3"], ["1, 2", "2, 4", "1, 3", "3, 2"])  # neither from 0 nor half-open

    def test_every_best_choice_is_right_whichever_the_reference_is(self):
        payload = {"kind": "largest-in-order", "numbers": [3, 3, 1, 3], "count": 2, "best": [3, 3]}
        self.takes(payload, ["1, 2", "1, 4", "2, 4"], ["1, 3", "2, 3"])

    def test_a_number_above_or_below_the_one_asked_for_is_wrong(self):
        payload = {"kind": "repeated-rise", "numbers": [2, 1, 2], "times": 3, "best": 6}
        self.takes(payload, ["6"], ["5", "7", "60", "6, 6"])
        assert self.spec.verify_answer(payload, "5").parts["quality"] > 0.8

    def test_ranks_count_each_list_once_and_beginnings_first(self):
        lists = sorted(different([2, 1, 2]))
        for rank, found in enumerate(lists, 1):
            payload = {"kind": "ranked", "numbers": [2, 1, 2], "rank": rank, "best": list(found)}
            right = ", ".join(map(str, found))
            self.takes(payload, [right], [", ".join(map(str, other)) for other in lists if other != found])

    def test_long_answers_of_numbers(self):
        assert distinct([2, 1, 2, 2, 3, 1]) == len(different([2, 1, 2, 2, 3, 1]))
        for seed in range(3):
            task = self.spec.task(6, seed, params={"kinds": "permutation"})
            assert sorted(numbers(task.answer)) == list(range(1, len(numbers(task.answer)) + 1))

"""Operations on a row: facts are read from the prompt; tiny rows are searched breadth first by the test's own rules."""

from __future__ import annotations

import random
import re
from heapq import heappop, heappush
from itertools import combinations, pairwise, permutations, product

import pytest

from rlvr import get
from rlvr.conformance.promises import Promises
from rlvr.generators.optimisation.array_operations import KINDS
from rlvr.generators.optimisation.array_operations_solver import confirms
from rlvr.verifiers.base import Reason


def numbers(text):
    return [int(number) for number in re.findall(r"-?\d+", text)]


def line(name, text):
    return numbers(re.search(rf"^{name}: (.*)$", text, re.M)[1])


def triples(pattern, text):
    return [list(map(int, found)) for found in re.findall(pattern, text)]


def after(pattern, text):
    return int(re.search(rf"{pattern} (\d+)", text)[1])


VALUES = r"(?:A row of numbers[^:]*|Heaps from left to right|Heights[^:]*)"
READERS = {
    "alternate": ("two digits, at any two places", lambda t: {"bits": line("A row of digits", t)}),
    "match-rows": ("square of the difference", lambda t: {
        "first": line("Upper row", t), "second": line("Lower row", t)}),
    "weighted-swaps": ("costs the sum of the weights", lambda t: {
        "weights": [w for _, w in triples(r"item (\d+): (\d+)", t)],
        "start": line("Order now", t), "goal": line("Order wanted", t)}),
    "vanishing-pairs": ("vanish", lambda t: {"values": line(VALUES, t)}),
    "reinsert": ("takes out the number", lambda t: {"values": line(VALUES, t)}),
    "swap-columns": ("turn a column", lambda t: {"first": line("Upper row", t), "second": line("Lower row", t)}),
    "round-table": ("around a table", lambda t: {"friends": triples(r"(?m)^student \d+: (\d+) and (\d+)$", t)}),
    "flip-blocks": ("flips all digits", lambda t: {"bits": line("A row of digits", t)}),
    "add-left": ("directly to the left", lambda t: {"values": line(VALUES, t)}),
    "raise-blocks": ("strike out", lambda t: {"values": line(VALUES, t), "most": after("At most", t)}),
    "pour": ("carries one unit", lambda t: {"values": line(VALUES, t), "level": after("holds more than", t)}),
    "level-ground": ("anew for each step", lambda t: {
        "values": line(VALUES, t),
        **dict(zip("ab", numbers(re.search("number is (.*), anew", t)[1])[::2], strict=True))}),
    "build-wall": ("At first all heights are 0", lambda t: {"values": line(VALUES, t)}),
    "dig": ("greatest difference", lambda t: {"values": line(VALUES, t), "most": after("at most", t)}),
    "make-monotone": ("raises or lowers one", lambda t: {"values": line(VALUES, t)}),
    "fixed-sums": ("must have the sums", lambda t: {
        "values": line(VALUES, t), "sums": triples(r"places (\d+) and (\d+): (\d+)", t),
        "goal": re.search(r"the (\w+) possible", t)[1]}),
    "serve-days": ("A store is empty", lambda t: {
        "comes": line("Goods that come in, day by day", t), "asked": line("Goods asked for, day by day", t)}),
    "boost": ("blocks of the list", lambda t: {
        "values": line(VALUES, t), "intervals": [x[1:] for x in triples(r"(\d+): (\d+) to (\d+)", t)],
        "count": after("Exactly", t), "add": after("block adds", t)}),
    "turn-stones": ("turn a stone", lambda t: {"stones": triples(r"stone \d+: x = (\d+), y = (\d+), cost (\d+)", t)}),
}  # fmt: skip


class TestArrayOperations(Promises):
    id = "array-operations"
    alphabet = ""
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "```\n{}\n```")
    wrong = ("{} or 2", "about {}", "not {}", "", "{}; 0 0", "{0} {0}", "yes", "3 steps")

    def oracle(self, prompt):
        text = prompt.rpartition("\n\n")[0]
        kinds = [kind for kind, (mark, _) in READERS.items() if re.search(mark, text)]
        assert len(kinds) == 1, (kinds, text)
        return {"kind": kinds[0], **READERS[kinds[0]][1](text)}

    def agrees(self, found, task):
        stated = {name: fact for name, fact in task.payload.items() if name != "best"}
        assert found == stated
        return confirms(found, task.answer)

    def test_a_number_alone_is_worth_nothing(self):
        """Elsewhere the least number of steps was the answer, which can be guessed."""
        for kind in KINDS:
            task = self.spec.task(2, 1, params={"kinds": kind})
            best = task.payload["best"]
            assert not self.spec.verify_answer(task.payload, str(best)).passed
            assert not self.spec.verify_answer(task.payload, f"The least number is {best}.").passed

    def test_every_optimum_is_right_and_a_detour_is_told_its_quality(self):
        payload = {"kind": "reinsert", "values": [2, 1, 3], "best": 1}
        self.takes(payload, ["1 2", "2 1"], ["1 3; 2 3", "1 2; 1 1", "3 1"])
        verdict = self.spec.verify_answer(payload, "1 3; 2 3")
        assert (verdict.reason, verdict.score, verdict.parts["quality"]) == (Reason.WRONG, 0.0, 0.5)

    def test_blocks_of_a_flip_have_one_length(self):
        payload = {"kind": "flip-blocks", "bits": [1, 1, 1, 1, 0, 1, 1], "best": 3}
        self.takes(payload, ["1 2; 3 4; 6 7"], ["1 4; 6 7", "1 1; 2 2; 3 3; 4 4; 6 6; 7 7", "1 2; 3 4"])
        assert "same length" in self.spec.verify_answer(payload, "1 4; 6 7").message

    def test_a_heap_gives_only_what_it_has_above_the_level(self):
        payload = {"kind": "pour", "values": [3, 1, 3, 0], "level": 2, "best": 3}
        self.takes(payload, ["1 2", "3 2"], ["2 1; 1 2", "3 4; 3 4", "1 3"])

    def test_a_row_closes_up_before_the_next_step(self):
        payload = {"kind": "vanishing-pairs", "values": [1, 2, 3, 1, 2, 3], "best": 3}
        self.takes(payload, ["1, 2, 1", "1, 2, 3"], ["1, 2, 4", "1, 2"])
        assert self.spec.verify_answer(payload, "1, 2, 4").reason is Reason.ILLEGAL

    def test_one_order_at_a_table_needs_no_semicolon(self):
        friends = [[2, 5], [1, 3], [2, 4], [3, 5], [1, 4]]
        payload = {"kind": "round-table", "friends": friends, "best": 0}
        assert self.spec.verify_answer(
            {**payload, "best": 5}, "1 2 3 4 5"
        ).passed  # everybody goes on by one seat
        assert not self.spec.verify_answer(payload, "1 2 3 4 5").passed

    @pytest.mark.parametrize("kind", KINDS)
    def test_tiny_rows_are_searched_through(self, kind):
        rng, done = random.Random(kind), 0
        for _ in range(400):
            facts = TINY[kind](rng)
            best = KINDS[kind].best(**facts)
            if best is None:  # too easy to be asked, or without a solution
                continue
            worth = BRUTE[kind](**facts)
            assert best.worth == worth, facts
            answer = (
                "; ".join(" ".join(map(str, s)) for s in best.found)
                if isinstance(best.found[0], list)
                else None
            )
            answer = answer or ", ".join(map(str, best.found))
            self.takes({"kind": kind, **facts, "best": worth}, [answer], [])
            done += 1
            if done == 8:
                return
        assert done > 2, done


# ---- tiny rows


def some(rng, n, low, high):
    return [rng.randint(low, high) for _ in range(n)]


def fair(rng):
    bits = [0, 1] * 4 + [rng.randint(0, 1)]
    rng.shuffle(bits)
    return {"bits": bits}


def columns(rng):
    first, second = rng.sample(range(1, 8), 6), rng.sample(range(1, 8), 6)
    for at in range(6):
        if rng.random() < 0.5:
            first[at], second[at] = second[at], first[at]
    if any(a == b for a, b in zip(first, second, strict=True)):
        return columns(rng)
    return {"first": first, "second": second}


def table(rng):
    ring = rng.sample(range(1, 6), 5)
    return {"friends": [sorted((ring[ring.index(x) - 1], ring[(ring.index(x) + 1) % 5])) for x in range(1, 6)]}


def pairs(rng):
    values = rng.sample([1, 1, 2, 2, 3, 3, 4, 4], 8)
    return pairs(rng) if any(a == b for a, b in pairwise(values)) else {"values": values}


def sums(rng):
    end = some(rng, 4, 0, 4)
    chosen = rng.sample(list(combinations(range(4), 2)), rng.randint(1, 4))
    wanted = [[x + 1, y + 1, end[x] + end[y]] for x, y in chosen]
    goal = rng.choice(("least", "greatest"))
    return {"values": [x + rng.randint(0, 3) for x in end], "sums": wanted, "goal": goal}


TINY = {
    "alternate": fair,
    "match-rows": lambda r: {"first": r.sample(range(20), 5), "second": r.sample(range(20), 5)},
    "weighted-swaps": lambda r: {"weights": some(r, 5, 1, 9), "start": r.sample(range(1, 6), 5),
                                 "goal": r.sample(range(1, 6), 5)},
    "vanishing-pairs": pairs,
    "reinsert": lambda r: {"values": r.sample(range(1, 7), 6)},
    "swap-columns": columns,
    "round-table": table,
    "flip-blocks": lambda r: {"bits": some(r, 8, 0, 1)},
    "add-left": lambda r: {"values": some(r, 5, -1, 1)},
    "raise-blocks": lambda r: {"values": some(r, 6, 1, 5), "most": 2},
    "pour": lambda r: {"values": some(r, 6, 0, 5), "level": 2},
    "level-ground": lambda r: {"values": [x * r.choice((2, 3, 5, 1)) for x in some(r, 3, -2, 2)], "a": 2, "b": 3},
    "build-wall": lambda r: {"values": some(r, 5, 0, 2)},
    "dig": lambda r: {"values": some(r, 5, 1, 5), "most": r.randint(4, 9)},
    "make-monotone": lambda r: {"values": some(r, 5, 1, 5)},
    "fixed-sums": sums,
    "serve-days": lambda r: {"comes": some(r, 7, 0, 5), "asked": some(r, 7, 1, 6)},
    "boost": lambda r: {"values": some(r, 6, 1, 6), "count": 3, "add": 2,
                        "intervals": r.sample([list(p) for p in combinations(range(1, 7), 2)], 6)},
    "turn-stones": lambda r: {"stones": [some(r, 3, 1, 9) for _ in range(5)]},
}  # fmt: skip


# ---- searched through


def cheapest(start, moves, solved):
    """The least cost of a way to a solved state; `moves` gives costs and states."""
    queue, seen = [(0, start)], set()
    while queue:
        cost, state = heappop(queue)
        if solved(state):
            return cost
        if state not in seen:
            seen.add(state)
            for more, new in moves(state):
                if new not in seen:
                    heappush(queue, (cost + more, new))
    raise AssertionError("there is no way")


def swap(row, i, j):
    new = list(row)
    new[i], new[j] = row[j], row[i]
    return tuple(new)


def any_swaps(row):
    return [(1, swap(row, i, j)) for i, j in combinations(range(len(row)), 2)]


def neighbours(row):
    return [(1, swap(row, i, i + 1)) for i in range(len(row) - 1)]


def closed(row):
    for i in range(len(row) - 1):
        if row[i] == row[i + 1]:
            return closed(row[:i] + row[i + 2 :])
    return row


def block(row, i, j, by):
    return tuple(x + by if i <= at <= j else x for at, x in enumerate(row))


def blocks(n):
    return [(i, j) for i in range(n) for j in range(i, n)]


def rising(row):
    return all(a <= b for a, b in pairwise(row))


def brute_match(first, second):
    def off(row):
        return sum((a - b) ** 2 for a, b in zip(first, row, strict=True))

    least = min(map(off, permutations(second)))
    return cheapest(tuple(second), neighbours, lambda row: off(row) == least)


def brute_weighted(weights, start, goal):
    def moves(row):
        return [
            (weights[row[i] - 1] + weights[row[j] - 1], swap(row, i, j))
            for i, j in combinations(range(len(row)), 2)
        ]

    return cheapest(tuple(start), moves, tuple(goal).__eq__)


def brute_seats(friends):
    def moves(seats):
        for size in range(2, 6):
            for order in permutations(range(5), size):
                if order[0] == min(order):
                    new = list(seats)
                    for a, b in zip(order, order[1:] + order[:1], strict=True):
                        new[b] = seats[a]
                    yield size, tuple(new)

    def happy(seats):
        return all({seats[at - 1], seats[at - 4]} == set(friends[x - 1]) for at, x in enumerate(seats))

    return cheapest((1, 2, 3, 4, 5), moves, happy)


def brute_flips(bits):
    def least(width):
        def moves(row):
            return [
                (1, tuple(1 - x if i <= at < i + width else x for at, x in enumerate(row)))
                for i in range(len(row) - width + 1)
            ]

        try:
            return cheapest(tuple(bits), moves, lambda row: not any(row))
        except AssertionError:
            return 99

    return min(least(width) for width in range(1, len(bits) + 1))


def brute_add(values):
    def moves(row):
        new = [(*row[:i], row[i] + row[i - 1], *row[i + 1 :]) for i in range(1, len(row))]
        return [(1, row) for row in new if max(map(abs, row)) < 6]

    return cheapest(tuple(values), moves, rising)


def longest(row):
    return max(len(kept) for n in range(len(row) + 1) for kept in combinations(row, n) if rising(kept))


def brute_raise(values, most):
    rows = {tuple(values)}
    for _ in range(most):
        rows |= {block(row, i, j, 1) for row in rows for i, j in blocks(len(values))}
    return max(map(longest, rows))


def brute_pour(values, level):
    rows, new = set(), {tuple(values)}
    while new:
        rows |= new
        new = {
            tuple(x - (at == i) + (at == j) for at, x in enumerate(row))
            for row in new
            for i in range(len(row))
            for j in (i - 1, i + 1)
            if row[i] > level and 0 <= j < len(row)
        } - rows
    return max(len(run) for row in rows for run in "".join("x" if x >= level else " " for x in row).split(" "))


def brute_level(values, a, b):
    def moves(row):
        new = [block(row, i, j, by) for i, j in blocks(len(row)) for by in (a, -a, b, -b)]
        return [(1, row) for row in new if max(map(abs, row)) < 11]

    return cheapest(tuple(values), moves, lambda row: not any(row))


def brute_build(values):
    def moves(row):
        new = [block(row, i, j, 1) for i, j in blocks(len(row))]
        return [(1, row) for row in new if all(x <= y for x, y in zip(row, values, strict=True))]

    return cheapest((0,) * len(values), moves, tuple(values).__eq__)


def brute_dig(values, most):
    rows = product(*(range(x + 1) for x in values))
    return min(
        max(abs(a - b) for a, b in pairwise(row)) for row in rows if 0 in row and sum(values) - sum(row) <= most
    )


def brute_monotone(values):
    rows = product(range(6), repeat=len(values))
    return min(
        sum(abs(a - b) for a, b in zip(row, values, strict=True))
        for row in rows
        if rising(row) or rising(row[::-1])
    )


def brute_sums(values, sums, goal):
    rows = product(*(range(x + 1) for x in values))
    totals = [sum(row) for row in rows if all(row[x - 1] + row[y - 1] == total for x, y, total in sums)]
    return max(totals) if goal == "greatest" else -min(totals)


def subsets(n):
    return (set(c) for size in range(n + 1) for c in combinations(range(n), size))


def brute_serve(comes, asked):
    def fits(days):
        stock = [sum(comes[: d + 1]) - sum(asked[e] for e in days if e <= d) for d in range(len(comes))]
        return min(stock) >= 0

    return max(len(days) for days in subsets(len(comes)) if fits(days))


def brute_columns(first, second):
    def fits(turned):
        rows = zip(
            *((b, a) if at in turned else (a, b) for at, (a, b) in enumerate(zip(first, second, strict=True))),
            strict=True,
        )
        return all(len(set(row)) == len(row) for row in rows)

    return min(len(turned) for turned in subsets(len(first)) if fits(turned))


def brute_boost(values, intervals, count, add):
    def end(chosen):
        row = tuple(values)
        for i, j in chosen:
            row = block(row, i - 1, j - 1, add)
        return min(row)

    return max(map(end, combinations(intervals, count)))


def brute_frame(stones):
    def frame(turned):
        points = [(y, x) if at in turned else (x, y) for at, (x, y, _) in enumerate(stones)]
        return [
            2 * sum(max(side) - min(side) for side in zip(*points, strict=True)),
            sum(stones[at][2] for at in turned),
        ]

    return min(map(frame, subsets(len(stones))))


BRUTE = {
    "alternate": lambda bits: cheapest(tuple(bits), any_swaps, lambda row: all(a != b for a, b in pairwise(row))),
    "match-rows": brute_match,
    "weighted-swaps": brute_weighted,
    "vanishing-pairs": lambda values: cheapest(
        tuple(values), lambda row: [(1, closed(new)) for _, new in neighbours(row)], lambda row: not row),
    "reinsert": lambda values: cheapest(
        tuple(values),
        lambda row: [
            (1, (*(rest := row[:i] + row[i + 1 :])[:j], row[i], *rest[j:])) for i in range(6) for j in range(6)],
        rising),
    "swap-columns": brute_columns,
    "round-table": brute_seats,
    "flip-blocks": brute_flips,
    "add-left": brute_add,
    "raise-blocks": brute_raise,
    "pour": brute_pour,
    "level-ground": brute_level,
    "build-wall": brute_build,
    "dig": brute_dig,
    "make-monotone": brute_monotone,
    "fixed-sums": brute_sums,
    "serve-days": brute_serve,
    "boost": brute_boost,
    "turn-stones": brute_frame,
}  # fmt: skip


@pytest.mark.parametrize("level", [1, 3, 6])
def test_blocks_are_not_chosen_well_by_chance_or_by_their_length(level):
    rates = []
    for seed in range(20):
        facts = READERS["boost"][1](get("array-operations").task(level, seed, params={"kinds": "boost"}).prompt)
        values, blocks, count, add = (facts[key] for key in ("values", "intervals", "count", "add"))

        def least(chosen, values=values, add=add):
            return min(v + add * sum(i <= at <= j for i, j in chosen) for at, v in enumerate(values, 1))

        found = [least(chosen) for chosen in combinations(blocks, count)]
        rates.append(found.count(max(found)) / len(found))
        assert max(map(least, combinations(blocks, count - 1))) < max(found)
        assert least(sorted(blocks, key=lambda block: block[0] - block[1])[:count]) < max(found)
    assert sum(rates) / len(rates) < 0.2

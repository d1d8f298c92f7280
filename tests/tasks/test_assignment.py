"""Assignments: tables and lists are read from the prompt, and all assignments of small tasks are tried out."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, islice, permutations, product, repeat

import networkx
from chosen import AIM, Chosen, numbers

from rlvr.verifiers.base import Reason

ROWS = "Each row … given … column, and no two rows the same one."
BOTH = "… choice holds for both tables."
TABLE = r"{table:(?:(?:[AB], )?row \d+: [\d ]+\n?)+}"
TABLES = "Two tables, A and B, with {n} rows and {n} columns each:\n" + TABLE
COLUMNS = "Give … column … each row, from row 1 on, separated by commas."
SUMS = "Choose … columns so that … sum … of A … chosen places, {} by … sum … of B … same places … {}."
MAY_MOVE = "… rows and columns of … table may … put into new orders."
ONE_TABLE = "A table with {n} rows and {n} columns:\n" + TABLE
ONES_ON = "Find orders … rows and … columns such that {} … new table … ones only."
ORDERS = (
    "Give … old numbers … rows … new order with spaces between …, then … semicolon, and … old numbers … columns … new "
    "order."
)
GROUPS = "with … {:space|spaces} between … and put semicolons between …"
SENTENCES = {
    "cheapest": [
        ROWS,
        "A table of costs with {n} rows and {n} columns:\n" + TABLE,
        f"Choose … columns so that … sum … costs … chosen places … {AIM}.",
        COLUMNS,
    ],
    "quotient": [ROWS, BOTH, TABLES, SUMS.format("divided", AIM), COLUMNS],
    "product": [ROWS, BOTH, TABLES, SUMS.format("multiplied", AIM), COLUMNS],
    "kth-largest": [
        ROWS,
        "… numbers … chosen places … sorted from the largest to the smallest; equal ones … counted one by one.",
        "A table with {n} rows and {m} columns:\n" + TABLE,
        "Choose … columns so that number {rank} of … sorted list … " + AIM + ".",
        COLUMNS,
    ],
    "diagonal": [
        MAY_MOVE,
        "Its diagonal … from the upper left to the lower right corner.",
        ONE_TABLE,
        ONES_ON.format("the diagonal"),
        ORDERS,
    ],
    "both-diagonals": [
        MAY_MOVE,
        "It has two diagonals: one from the upper left to the lower right corner, one from the upper right to the "
        "lower left.",
        ONE_TABLE,
        ONES_ON.format("both diagonals"),
        ORDERS,
    ],
    "heaviest": [
        "A matching … set … edges no two … which have … vertex … common.",
        "A graph with … vertices 1 to {vertices} … edges, with … weights … brackets: {told:[-0-9(), ]+}",
        f"Find … matching … weights have … {AIM} sum.",
        f'Give … edges … two vertices {GROUPS} edges: "1 2; 3 4".',
    ],
    "colours": [
        "Each pearl … to exactly one pair, and … two pearls of … pair … different colours.",
        "… {n} pearls: {told:[0-9a-z, ]+}.",
        "Put all pearls into {half} pairs.",
        f"For each pair … numbers … two colours {GROUPS} pairs.",
    ],
    "games": [
        "… each game one … two players wins; … no draw.",
        "… players 1 to {players} play {n} games … order: {told:[0-9a-z, ]+}.",
        f"Decide who wins each game so that … largest number of wins of one player … {AIM}.",
        "List … number … winner … each game … order of … games, separated by commas.",
    ],
    "tables": [
        "Everybody … one table.",
        "No two people … same group … same table, and … table has no more people than it has seats.",
        "Seats may … empty.",
        "{groups} groups … numbers of people, from group 1 on: {sizes:[0-9, ]+}\n{tables} tables … numbers of seats, "
        "from table 1 on: {rooms:[0-9, ]+}",
        "Find … table for everybody.",
        f"For each group, from group 1 on … numbers … tables … people {GROUPS} groups.",
    ],
    "stable": [
        "Each student … one tutor, and each tutor one student.",
        "A student and … tutor who … not together must not both prefer each other to those whom they got.",
        "Wishes of … students, each with … tutors from the most liked to the least liked one:\n{students:[0-9: \n]+}"
        "Wishes of … tutors, each with … students … same way:\n{tutors:[0-9: \n]+}",
        "Find such … assignment.",
        "Give … tutor … each student, from student 1 on, separated by commas.",
    ],
}


def table(said, name=""):
    """The rows of one table, numbered, as many and as long as the prompt says."""
    found = [numbers(line) for line in re.findall(rf"^{name}row ([\d :]+)$", said["table"], re.M)]
    assert [line[0] for line in found] == list(range(1, said["n"] + 1))
    assert {len(line) - 1 for line in found} == {said.get("m", said["n"])}
    return [line[1:] for line in found]


def both(said):
    return {"first": table(said, "A, "), "second": table(said, "B, ")}


def edges(said):
    found = [numbers(edge.replace("-", " ")) for edge in said["told"].split(", ")]
    return {"edges": found, "vertices": said["vertices"]}


def pearls(said):
    of, colours = zip(*(numbers(part) for part in re.findall(r"\d+ of colour \d+", said["told"])), strict=True)
    assert colours == tuple(range(1, len(of) + 1))
    assert sum(of) == said["n"] == 2 * said["half"]
    return {"counts": list(of)}


def games(said):
    found = [numbers(part) for part in re.findall(r"\d+ against \d+", said["told"])]
    assert len(found) == said["n"]
    return {"games": found, "players": said["players"]}


def parties(said):
    found = {"sizes": numbers(said["sizes"]), "rooms": numbers(said["rooms"])}
    assert [len(numbers_) for numbers_ in found.values()] == [said["groups"], said["tables"]]
    return found


def wishes(said):
    return {
        name: [numbers(line)[1:] for line in said[name].strip().split("\n")] for name in ("students", "tutors")
    }


READERS = {
    "cheapest": lambda said: {"costs": table(said)},
    "quotient": both,
    "product": both,
    "kth-largest": lambda said: {"grid": table(said), "rank": said["rank"]},
    "diagonal": lambda said: {"bits": table(said)},
    "both-diagonals": lambda said: {"bits": table(said)},
    "heaviest": edges,
    "colours": pearls,
    "games": games,
    "tables": parties,
    "stable": wishes,
}


def asks(x):
    """A student asks the first tutor not yet asked, who takes whoever is liked best so far."""
    earlier = [numbers(line)[:2] for line in x.before]
    rank = x.tutors[x.t - 1].index
    rivals = sorted((s for s, t in earlier if t == x.t), key=rank)
    likes = not rivals or rank(x.s) < rank(rivals[0])
    free = f", {rivals[0]} is free again" if likes and rivals else ""
    wish = x.students[x.s - 1][sum(s == x.s for s, _ in earlier)]
    return x.t == wish and x.how == ("yes" + free if likes else "no")


AT = "columns {at:[0-9 ]+}: "
LINES = {
    "cheapest": {
        AT + "{terms:[0-9 +]+} = {total}": lambda x: (
            (numbers(x.at), numbers(x.terms), x.total) == (x.given, at(x.given, x.costs), x.best)
        )
    },
    "quotient": {
        AT + "{a} / {b} = about {q:[0-9.]+}": lambda x: (
            [x.a, x.b] == [sum(at(numbers(x.at), rows)) for rows in (x.first, x.second)]
            and x.q == f"{x.a / x.b:.3f}"
        )
    },
    "product": {
        AT + "{p:[0-9 +]+} = {a}, {q:[0-9 +]+} = {b}": lambda x: (
            (numbers(x.p), numbers(x.q)) == (at(x.given, x.first), at(x.given, x.second))
            and (numbers(x.at), x.a, x.b) == (x.given, sum(numbers(x.p)), sum(numbers(x.q)))
        ),
        "{a} * {b} = {c}": lambda x: x.a * x.b == x.c == x.best and x.a == sum(at(x.given, x.first)),
    },
    "kth-largest": {
        "up to {limit}: {n} rows": lambda x: (
            x.limit == x.best and len(x.grid) - x.rank < x.n <= sum(min(line) <= x.limit for line in x.grid)
        ),
        "chosen: {shown:[0-9 ]+}; number {k} from the top is {worth}": lambda x: (
            (numbers(x.shown), x.k, x.worth) == (at(x.given, x.grid), x.rank, x.best)
        ),
    },
    "diagonal": {"row {i} goes with column {j}": lambda x: (x.i, x.j) in zip(*x.given, strict=True)},
    "both-diagonals": {
        "rows {a} and {b}, columns {c} and {d}": lambda x: all(
            line[k] == one and line[-1 - k] == other
            for k in [x.given[0].index(x.a)]
            for line, one, other in zip(x.given, (x.a, x.c), (x.b, x.d), strict=True)
        )
    },
    "heaviest": {
        "{terms:[0-9 +]+} = {total}": lambda x: (
            numbers(x.terms) == [w for pair in x.given for *edge, w in x.edges if edge == pair]
            and x.total == x.best
        )
    },
    "colours": {
        "all in a row: {all:[0-9 ]+}": lambda x: (
            numbers(x.all) == [colour for colour, n in enumerate(x.counts, 1) for _ in range(n)]
        ),
        "half of them: {half}": lambda x: 2 * x.half == sum(x.counts),
    },
    "games": {
        "player {p} has {wins} wins: one goes on to player {q}": lambda x: (
            x.best <= x.wins <= sum(x.p in game for game in x.games) and x.q != x.p
        ),
        "most wins: {wins}": lambda x: x.wins == x.best,
    },
    "tables": {"group {g}: tables {at:[0-9 ]+}": lambda x: numbers(x.at) == x.given[x.g - 1]},
    "stable": {"student {s} asks tutor {t}: {how:.+}": asks},
}


def columns(**facts):
    rows = next(facts[name] for name in ("costs", "first", "grid", "students") if name in facts)
    wide = len(rows[0])
    return map(list, permutations(range(1, wide + 1), len(rows)))


def orders(bits):
    n = len(bits)
    if (
        n > 6
    ):  # rows as they are, with the first ones in columns where they have a one: there are few such columns
        rows = list(range(1, n + 1))
        starts = product(*([j for j in rows if bits[i][j - 1]] for i in range(3)))
        return (
            [rows, [*start, *rest]]
            for start in starts
            if len({*start}) == 3
            for rest in permutations([j for j in rows if j not in start])
        )
    return ([list(a), list(b)] for a in islice(permutations(range(1, n + 1)), 30) for b in permutations(a))


def matchings(vertices, edges):
    pairs = [edge[:2] for edge in edges]
    for k in range(1, vertices // 2 + 1):
        yield from (
            list(map(list, c)) for c in combinations(pairs, k) if len({v for e in c for v in e}) == 2 * k
        )


def strings(counts):
    """Pairs of neighbours after the row of all pearls is turned by some places."""
    pearls = [colour for colour, count in enumerate(counts, 1) for _ in range(count)]
    for turn in range(1, len(pearls)):
        other = pearls[turn:] + pearls[:turn]
        yield [[a, b] for a, b in zip(pearls[: len(pearls) // 2], other, strict=False)]
        yield list(zip(pearls[::2], pearls[1::2], strict=True))


def seatings(sizes, rooms):
    """Tables group by group, with too many at a table at the last group alone."""

    def on(done, left):
        if len(done) == len(sizes):
            yield done
            return
        for at in combinations(range(1, len(rooms) + 1), sizes[len(done)]):
            if len(done) == len(sizes) - 1 or all(left[t - 1] for t in at):
                yield from on([*done, list(at)], [room - (t in at) for t, room in enumerate(left, 1)])

    return on([], rooms) if len(sizes) < 6 else repeat(None)  # too many


def at(given, rows):
    return [line[column - 1] for line, column in zip(rows, given, strict=True)]


def ratio(given, first, second):
    return int(Fraction(sum(at(given, first)), sum(at(given, second))) * 10**9)


def ones(given, bits, cells):
    n = len(bits)
    return 1 if all(bits[given[0][i] - 1][given[1][j] - 1] for i, j in cells(n)) else None


def weight(given, vertices, edges):
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return (
        sum(graph.edges[pair]["weight"] for pair in given)
        if networkx.is_matching(graph, set(map(tuple, given)))
        else None
    )


def mixed(given, counts):
    pearls = sorted(pearl for pair in given for pearl in pair)
    right = pearls == [colour for colour, count in enumerate(counts, 1) for _ in range(count)]
    return 1 if right and all(a != b for a, b in given) else None


def sits(given, sizes, rooms):
    return 1 if all(sum(t in group for group in given) <= room for t, room in enumerate(rooms, 1)) else None


def settled(given, students, tutors):
    for s, t in product(range(len(given)), repeat=2):
        likes = students[s].index(t + 1) < students[s].index(given[s])
        if likes and tutors[t].index(s + 1) < tutors[t].index(given.index(t + 1) + 1):
            return None
    return 1


class TestAssignment(Chosen):
    id = "assignment"
    larger = frozenset({"quotient", "heaviest"})
    sentences, readers, lines = SENTENCES, READERS, LINES
    objects = dict.fromkeys(SENTENCES, columns) | {
        "diagonal": orders,
        "both-diagonals": orders,
        "heaviest": matchings,
        "colours": strings,
        "games": lambda games, players: map(list, product(*games)),
        "tables": seatings,
    }
    worth = {  # noqa: RUF012
        "cheapest": lambda given, costs: sum(at(given, costs)),
        "quotient": ratio,
        "product": lambda given, first, second: sum(at(given, first)) * sum(at(given, second)),
        "kth-largest": lambda given, grid, rank: sorted(at(given, grid))[len(grid) - rank],
        "diagonal": lambda given, bits: ones(given, bits, lambda n: [(i, i) for i in range(n)]),
        "both-diagonals": lambda given, bits: ones(
            given, bits, lambda n: [(i, j) for i in range(n) for j in (i, n - 1 - i)]
        ),
        "heaviest": weight,
        "colours": mixed,
        "games": lambda given, games, players: max(given.count(p) for p in range(1, players + 1)),
        "tables": sits,
        "stable": settled,
    }

    def test_heaviest_matchings_of_another_library(self):
        for seed in range(5):
            task = self.spec.task(3, seed, params={"kinds": "heaviest"})
            graph = networkx.Graph()
            graph.add_weighted_edges_from(task.payload["edges"])
            best = sum(graph.edges[pair]["weight"] for pair in networkx.max_weight_matching(graph))
            assert best == task.payload["best"]

    def test_any_stable_assignment_is_right(self):
        payload = {"kind": "stable", "students": [[1, 2], [2, 1]], "tutors": [[2, 1], [1, 2]], "best": 1}
        self.takes(payload, ["1, 2", "2, 1"], ["1, 1", "1", "3, 1"])
        payload["tutors"] = [[1, 2], [1, 2]]
        assert "Student 1 and tutor 1 prefer" in self.spec.verify_answer(payload, "2, 1").message

    def test_hyphens_part_the_ends_of_an_edge(self):
        payload = {"kind": "heaviest", "vertices": 4, "edges": [[1, 2, 5], [2, 3, 9], [3, 4, 5]], "best": 10}
        self.takes(payload, ["1 2; 3 4", "4 3; 2 1"], ["2 3", "1 2; 2 3", "1 4; 2 3", "1 2"])
        assert self.spec.verify_answer(payload, "1-2, 3-4".replace(", ", "; ")).passed
        assert "no edge between 1 and 4" in self.spec.verify_answer(payload, "1 4; 2 3").message

    def test_all_pearls_are_used(self):
        payload = {"kind": "colours", "counts": [2, 1, 1], "best": 1}
        self.takes(payload, ["1 2; 3 1"], ["1 2", "1 1; 2 3", "1 2; 1 2", "1 2; 1 4"])

    def test_a_table_is_full_once(self):
        payload = {"kind": "tables", "sizes": [1, 2], "rooms": [1, 2], "best": 1}
        self.takes(payload, ["2; 1 2", "2; 2 1"], ["1; 1 2", "2; 2 2", "2 1; 2"])
        assert self.spec.verify_answer(payload, "1; 1 2").reason is Reason.ILLEGAL

    def test_both_orders_are_permutations(self):
        payload = {"kind": "diagonal", "bits": [[0, 1], [1, 1]], "made": [[1, 2], [2, 1]], "best": 1}
        self.takes(payload, ["1 2; 2 1", "2 1; 1 2"], ["1 2; 1 2", "1 1; 2 2", "1 2", "2 1; 2 1"])

    def test_winners_have_played(self):
        payload = {"kind": "games", "players": 3, "games": [[1, 2], [1, 3]], "best": 1}
        self.takes(payload, ["1, 3", "2, 1", "2, 3"], ["1, 1", "3, 2", "1"])

    def test_the_best_of_an_easier_question_is_not_enough(self):
        """The cheapest assignment of sums was often best for products, and that of the whole table for one place."""
        for seed in range(12):
            facts = self.spec.task(1, seed, params={"kinds": "product"}).payload
            first, second = facts["first"], facts["second"]
            orders = permutations(range(1, len(first) + 1))
            pairs = [(sum(at(p, first)), sum(at(p, second))) for p in orders]
            least = min(a * b for a, b in pairs)
            assert least == facts["best"]
            assert max(a * b for a, b in pairs if a + b == min(map(sum, pairs))) > least
            facts = self.spec.task(1, seed, params={"kinds": "kth-largest"}).payload
            grid, rank = facts["grid"], facts["rank"]
            ways = [at(p, grid) for p in permutations(range(1, len(grid[0]) + 1), len(grid))]
            total = min(map(sum, ways))
            assert max(sorted(way)[-rank] for way in ways if sum(way) == total) > facts["best"]

    def test_fewest_wins_and_fewest_games_first_is_not_enough(self):
        for seed in range(12):
            games = self.spec.task(1, seed, params={"kinds": "games"}).payload
            won: list[int] = []
            played = [player for game in games["games"] for player in game]
            for game in games["games"]:
                won.append(min(game, key=lambda p: (won.count(p), played.count(p))))
            assert max(map(won.count, won)) > games["best"]

    def test_rows_with_few_ones_first_is_not_enough(self):
        """The second order was tried, but an instance that it solved was kept."""
        for seed in range(12):
            bits = self.spec.task(1, seed, params={"kinds": "diagonal"}).payload["bits"]
            for rows in (bits, sorted(bits, key=sum)):
                used: list[int] = []
                for line in rows:
                    used += [j for j, bit in enumerate(line) if bit and j not in used][:1]
                assert len(used) < len(bits)

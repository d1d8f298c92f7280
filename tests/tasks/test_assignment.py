"""Assignments: tables and lists are read from the prompt, and all assignments of small tasks are tried out."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, islice, permutations, product, repeat

import networkx
from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason

MARKS = {
    "cheapest": "A table of costs",
    "quotient": "divided by the sum",
    "product": "multiplied by the sum",
    "kth-largest": "of this sorted list",
    "diagonal": "that the diagonal of the new table",
    "both-diagonals": "both diagonals of the new table",
    "heaviest": "A matching is a set",
    "colours": "Put all pearls",
    "games": "there is no draw",
    "tables": "Everybody sits",
    "stable": "Wishes of the students",
}


def table(text, name=""):
    return [numbers(line) for line in re.findall(rf"^{name}row \d+: ([\d ]+)$", text, re.M)]


def both(text):
    return {"first": table(text, "A, "), "second": table(text, "B, ")}


def after(pattern, text):
    return numbers(re.search(rf"{pattern}([\d, ]+)", text)[1])


def edges(text):
    found = [[int(n) for n in edge] for edge in re.findall(r"(\d+)-(\d+) \((\d+)\)", text)]
    return {"edges": found, "vertices": int(re.search(r"vertices 1 to (\d+)", text)[1])}


def games(text):
    found = [[int(a), int(b)] for a, b in re.findall(r"(\d+) against (\d+)", text)]
    return {"games": found, "players": int(re.search(r"players 1 to (\d+)", text)[1])}


def wishes(text):
    lists = [numbers(line) for line in re.findall(r"^\d+: ([\d ]+)$", text, re.M)]
    return {"students": lists[: len(lists) // 2], "tutors": lists[len(lists) // 2 :]}


READERS = {
    "cheapest": lambda text: {"costs": table(text)},
    "quotient": both,
    "product": both,
    "kth-largest": lambda text: {"grid": table(text), "rank": int(re.search(r"number (\d+) of this", text)[1])},
    "diagonal": lambda text: {"bits": table(text)},
    "both-diagonals": lambda text: {"bits": table(text)},
    "heaviest": edges,
    "colours": lambda text: {"counts": [int(n) for n in re.findall(r"(\d+) of colour", text)]},
    "games": games,
    "tables": lambda text: {
        "sizes": after("people, from group 1 on: ", text),
        "rooms": after("seats, from table 1 on: ", text),
    },
    "stable": wishes,
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
    marks, readers = MARKS, READERS
    objects = dict.fromkeys(MARKS, columns) | {
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

"""Facility location: what is served is read from the prompt; all choices of small tasks are tried out."""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import networkx as nx
from chosen import AIM, Chosen, numbers

from rlvr.verifiers.base import Reason

SET = "separated by commas; … order … not matter."
SMALL = f"to … {AIM}."
SENTENCES = {
    "vertex-centers": [
        "Choose exactly {count} vertices.",
        "The distance of two vertices … length of … shortest way between … along edges.",
        "Each vertex … served by … chosen vertex … nearest to it.",
        "A graph … vertices 1 to {vertices}.",
        "Its edges, each with … length behind … colon …:\n{told:[-0-9:, ]+}",
        f"The largest distance of … vertex from … chosen vertex … serves … {SMALL}",
        f"Give … chosen vertices, {SET}",
    ],
    "line-medians": [
        "Choose exactly {count} of … points.",
        "Each point … served by … chosen point … nearest to it.",
        "On … line … points at … places:\n{points:[0-9, ]+}",
        f"The sum of … distances of all points from … chosen points … serve … {SMALL}",
        f"Give … places of … chosen points, {SET}",
    ],
    "bridges": [
        "Exactly {count} bridges … over … river, each at … whole number from 1 to {most}.",
        "People … to get from … place on one bank to … place on … other; places … numbers along … river ….",
        "Over … bridge at p … way from a to b … length |a - p| + |p - b|, and everyone … bridge with "
        "which … own way … shortest.",
        "These ways … wanted:\n{list:(?:Way [0-9]+: from [0-9]+ to [0-9]+\n?)+}",
        f"The sum of … lengths of all ways … {SMALL}",
        f"Give … places of … bridges, {SET}",
    ],
    "chebyshev": [
        "Choose one point (x, y); x and y … whole numbers from 1 to {most}.",
        "Its distance from … place (a, b) … larger one of |x - a| and |y - b|, and … cost of … place … "
        "distance times … weight.",
        "These … places, each with … weight:\n{list:(?:\\([0-9]+, [0-9]+\\), weight [0-9]+\n?)+}",
        f"The sum of … costs of all places … {SMALL}",
        "Give x and y, separated by … comma.",
    ],
    "squares": [
        "Choose … place X on … line; it need not … whole number.",
        "Each group costs … square of … distance between X and … point of … group … nearest to X.",
        "On … line … {many} groups of points:\n{list:(?:Group [0-9]+: [0-9, ]+\n?)+}",
        f"The sum of … costs … {SMALL}",
        "For … best X, {many} times X … whole number.",
        "Give … number, {many} times X, and not X itself.",
    ],
}


def rows(said):
    return list(map(numbers, said["list"].strip().split("\n")))


def numbered(said):
    places, *_ = zip(*rows(said), strict=False)
    assert list(places) == list(range(1, len(places) + 1))
    return [row[1:] for row in rows(said)]


def graph(said):
    edges = [numbers(edge.replace("-", " ")) for edge in said["told"].split(", ")]
    return {"vertices": said["vertices"], "count": said["count"], "edges": edges}


def groups(said):
    assert len(numbered(said)) == said["many"]
    return {"groups": numbered(said)}


@functools.lru_cache(maxsize=4)
def between(edges):
    made = nx.Graph()
    made.add_weighted_edges_from(edges)
    return dict(nx.all_pairs_dijkstra_path_length(made))


def centers(given, vertices, edges, count):
    far = between(tuple(map(tuple, edges)))
    fits = len(set(given)) == len(given) == count
    return max(min(far[v][c] for c in given) for v in far) if fits else None


def line(given, points, count):
    fits = len(set(given) & set(points)) == len(given) == count
    return sum(min(abs(c - p) for c in given) for p in points) if fits else None


def bridges(given, ways, most, count):
    fits = len(given) == count and max(given) <= most
    return sum(min(abs(a - p) + abs(b - p) for p in given) for a, b in ways) if fits else None


def point(given, places, most):
    x, y = given
    return sum(w * max(abs(x - a), abs(y - b)) for a, b, w in places) if max(given) <= most else None


def squares(given, groups):
    """The cost, as the prompt states it, times the square of the number of groups."""
    x = Fraction(given[0], len(groups))
    return sum(min((x - p) ** 2 for p in group) for group in groups) * len(groups) ** 2


def nearest(x):
    row = between(tuple(map(tuple, x.edges)))[x.v]
    return x.v == len(x.before) + 1 and x.d == row[x.c] == min(row[c] for c in x.given) and x.c in x.given


def run_of(x):
    run = numbers(x.run)
    start = sum(len(numbers(line.partition("the point")[0])) for line in x.before)
    right = run == x.points[start : start + len(run)] and x.p == x.given[len(x.before)]
    return right and x.d == sum(abs(x.p - point) for point in run)


def bridge(x):
    """The ways are divided by their middles."""
    start = sum(numbers(line)[1] for line in x.before)
    ways = sorted(x.ways, key=sum)[start : start + x.n]
    return x.p in x.given and x.n == len(ways) and x.d == sum(abs(a - x.p) + abs(x.p - b) for a, b in ways)


def summed(x):
    """The sum of what the lines above end with."""
    return numbers(x.terms) == [numbers(line)[-1] for line in x.before] and x.total == x.best


def median(x, sign):
    """The least value with at least half of the weight at or below it."""
    values = sorted((a + sign * b, w) for a, b, w in x.places)
    half = sum(w for _, w in values) / 2
    return min(v for v, _ in values if sum(w for u, w in values if u <= v) >= half)


TERMS = "{terms:[0-9 +]+} = {total}"
LINES = {
    "vertex-centers": {"{v}: nearest is {c}, at {d}": nearest},
    "line-medians": {"for {run:[0-9, ]+} the point {p}: {d}": run_of, TERMS: summed},
    "bridges": {"bridge at {p} for {n} ways: {d}": bridge, TERMS: summed},
    "chebyshev": {
        "median of x + y: {u}": lambda x: x.u == median(x, 1),
        "median of x - y: {v}": lambda x: x.v == median(x, -1),
        TERMS: lambda x: (
            numbers(x.terms) == [w * max(abs(x.given[0] - a), abs(x.given[1] - b)) for a, b, w in x.places]
            and x.total == x.best
        ),
    },
    "squares": {
        "nearest points: {at:[0-9, ]+}": lambda x: all(
            point in group
            and abs(len(x.groups) * point - x.given[0])
            == min(abs(len(x.groups) * p - x.given[0]) for p in group)
            for point, group in zip(numbers(x.at), x.groups, strict=True)
        ),
        TERMS: lambda x: numbers(x.terms) == numbers(x.before[0]) and [x.total] == x.given,
    },
}


class TestFacilityLocation(Chosen):
    id = "facility-location"
    sentences, lines = SENTENCES, LINES
    readers = {  # noqa: RUF012
        "vertex-centers": graph,
        "line-medians": lambda said: {"points": numbers(said["points"]), "count": said["count"]},
        "bridges": lambda said: {"ways": numbered(said), "most": said["most"], "count": said["count"]},
        "chebyshev": lambda said: {"places": rows(said), "most": said["most"]},
        "squares": groups,
    }
    objects = {  # noqa: RUF012
        "vertex-centers": lambda vertices, edges, count: map(list, combinations(range(1, vertices + 1), count)),
        "line-medians": lambda points, count: map(list, combinations(points, count)),
        "bridges": lambda ways, most, count: map(
            list, combinations_with_replacement(range(1, most + 1), count)
        ),
        "chebyshev": lambda places, most: ([x, y] for x in range(1, most + 1) for y in range(1, most + 1)),
        "squares": lambda groups: ([n] for n in range(1, len(groups) * max(map(max, groups)) + 1)),
    }
    worth = {  # noqa: RUF012
        "vertex-centers": centers,
        "line-medians": line,
        "bridges": bridges,
        "chebyshev": point,
        "squares": squares,
    }

    def test_every_optimum_is_right_and_places_exist(self):
        payload = {"kind": "line-medians", "points": [1, 2, 9, 10], "count": 2, "best": 2}
        self.takes(payload, ["1, 9", "10, 2", "2 9"], ["1, 2", "1", "1, 9, 10", "1, 8", "9, 9", "none"])
        assert "no point at 8" in self.spec.verify_answer(payload, "1, 8").message
        payload = {"kind": "bridges", "ways": [[1, 3], [8, 8]], "most": 9, "count": 2, "best": 2}
        self.takes(payload, ["1, 8", "8, 2", "3, 8"], ["1, 7", "8, 8", "8", "0, 8", "8, 10"])
        payload = {
            "kind": "vertex-centers",
            "vertices": 3,
            "edges": [[1, 2, 4], [2, 3, 1]],
            "count": 1,
            "best": 4,
        }
        self.takes(payload, ["2"], ["1", "3", "2, 3", "4", "2, 2"])

    def test_a_place_is_given_as_asked(self):
        payload = {"kind": "squares", "groups": [[1, 9], [2], [4]], "best": 42}
        self.takes(payload, ["7"], ["2", "7, 7", "7, 3", "8", "-7"])
        for answer in ("7/3", "2.33"):
            assert self.spec.verify_answer(payload, answer).reason is Reason.UNPARSABLE, answer
        payload = {"kind": "chebyshev", "places": [[1, 1, 1], [3, 3, 1], [2, 9, 1]], "most": 9, "best": 8}
        self.takes(payload, ["3, 3"], ["2, 2", "3", "3, 0", "3, 10", "3, 3, 3"])
        assert self.spec.verify_answer(payload, "(3, 3)").passed

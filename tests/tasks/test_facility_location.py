"""Facility location: what is served is read from the prompt; all choices of small tasks are tried out."""

from __future__ import annotations

import functools
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import networkx as nx
from chosen import AIM, Chosen, numbers

from rlvr.verifiers.base import Reason

SET = "separated by commas; their order does not matter."
SENTENCES = {
    "vertex-centers": [
        "Choose exactly {count} vertices.",
        "… distance of two vertices … length of a shortest way between them along edges.",
        "Each vertex … served by … chosen vertex that is nearest to it.",
        r"A graph … vertices 1 to {vertices}. Its edges, each with its length behind … colon, are:"
        "\n"
        r"{list:\d+-\d+: \d+(?:, \d+-\d+: \d+)*}",
        f"… largest distance of a vertex from … chosen vertex that serves it … to … {AIM}.",
        f"Give … chosen vertices, {SET}",
    ],
    "line-medians": [
        "Choose exactly {count} of … points.",
        "Each point … served by … chosen point that is nearest to it.",
        "On a line … points at these places:\n" r"{points:\d+(?:, \d+)+}",
        f"… sum of … distances of all points from … chosen points that serve them … to … {AIM}.",
        f"Give … places of … chosen points, {SET}",
    ],
    "bridges": [
        "Exactly {count} bridges … over a river, each at a whole number from 1 to {most}.",
        "People … to … from a place on one bank to a place on … other; places … numbers along … river, too.",
        "Over a bridge at p, … way from a to b … length |a - p| + |p - b|, and everyone takes … bridge with which … "
        "own way is shortest.",
        "These ways …:\n" r"{list:(?:Way \d+: from \d+ to \d+\n?)+}",
        f"… sum of … lengths of all ways … to … {AIM}.",
        f"Give … places of … bridges, {SET}",
    ],
    "chebyshev": [
        "Choose one point (x, y); x and y … whole numbers from 1 to {most}.",
        "Its distance from a place (a, b) … larger one of |x - a| and |y - b|, and … cost of … place … this distance "
        "times its weight.",
        "These … places, each with its weight:\n" r"{list:(?:\(\d+, \d+\), weight \d+\n?)+}",
        f"… sum of … costs of all places … to … {AIM}.",
        "Give x and y, separated by a comma.",
    ],
    "squares": [
        "Choose a place X on … line; it need not … whole number.",
        "Each group costs … square of … distance between X and … point of … group that is nearest to X.",
        "On a line … {many} groups of points:\n" r"{list:(?:Group \d+: \d+(?:, \d+)*\n?)+}",
        f"… sum of … costs … to … {AIM}.",
        "For … best X, {many} times X is a whole number.",
        "Give this number, {many} times X, and not X itself.",
    ],
}


def rows(said, named=True):
    """The numbers of each line, which are numbered from 1 where they are named."""
    found = [numbers(line) for line in said["list"].strip().split("\n")]
    if not named:
        return found
    assert [line[0] for line in found] == list(range(1, said.get("many", len(found)) + 1))
    return [line[1:] for line in found]


READERS = {
    "vertex-centers": lambda said: {
        "vertices": said["vertices"],
        "count": said["count"],
        "edges": [[*map(abs, numbers(edge))] for edge in said["list"].split(", ")],
    },
    "line-medians": lambda said: {"points": numbers(said["points"]), "count": said["count"]},
    "bridges": lambda said: {"most": said["most"], "count": said["count"], "ways": rows(said)},
    "chebyshev": lambda said: {"most": said["most"], "places": rows(said, named=False)},
    "squares": lambda said: {"groups": rows(said)},
}


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


def added(x):
    """The numbers at the ends of the lines above."""
    return x.total == x.best == sum(numbers(x.terms)) and numbers(x.terms) == [
        int(line.split()[-1]) for line in x.before
    ]


def across(x):
    """The ways over one bridge, which follow on those of the bridges before."""
    first = sum(numbers(line)[1] for line in x.before)
    ways = sorted(x.ways, key=sum)[first : first + x.n]
    return x.p in x.given and len(ways) == x.n and x.w == bridges([x.p], ways, x.most, 1)


def halves(weighted, middle):
    """Whether at most half of all weights is on each side."""
    every = sum(weighted.values())
    return all(
        2 * sum(w for v, w in weighted.items() if side(v, middle)) <= every for side in (int.__lt__, int.__gt__)
    )


def median(sign):
    def of(x):
        found = Counter()
        for a, b, w in x.places:
            found[a + sign * b] += w
        return halves(found, x.middle)

    return of


def costs(x):
    a, b = x.given
    shown = [w * max(abs(a - c), abs(b - d)) for c, d, w in x.places]
    return x.total == x.best and numbers(x.terms) == shown


SUM = "{terms:[0-9 +]+} = {total}"
LINES = {
    "vertex-centers": {
        "{v}: nearest is {c}, at {w}": lambda x: (
            x.w == (far := between(tuple(map(tuple, x.edges)))[x.v])[x.c] == min(far[c] for c in x.given)
            and x.c in x.given
            and x.v == len(x.before) + 1
        )
    },
    "line-medians": {
        "for {those:[0-9, ]+} the point {p}: {w}": lambda x: (
            x.p in x.given
            and set(numbers(x.those)) <= set(x.points)
            and x.w
            == sum(min(abs(c - q) for c in x.given) for q in numbers(x.those))
            == sum(abs(x.p - q) for q in numbers(x.those))
        ),
        SUM: added,
    },
    "bridges": {"bridge at {p} for {n} ways: {w}": across, SUM: added},
    "chebyshev": {
        "median of x + y: {middle}": median(1),
        "median of x - y: {middle}": median(-1),
        SUM: costs,
    },
    "squares": {
        "nearest points: {those:[0-9, ]+}": lambda x: (
            numbers(x.those)
            == [min(group, key=lambda p: abs(len(x.groups) * p - x.given[0])) for group in x.groups]
        ),
        SUM: lambda x: [x.total] == x.given and numbers(x.terms) == numbers(x.before[0]),
    },
}


class TestFacilityLocation(Chosen):
    id = "facility-location"
    sentences, readers, lines = SENTENCES, READERS, LINES
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

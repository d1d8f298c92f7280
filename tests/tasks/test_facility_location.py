"""Facility location: what is served is read from the prompt; all choices of small tasks are tried out."""

from __future__ import annotations

import functools
import re
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import networkx as nx
from chosen import Chosen, numbers, slots

from rlvr.verifiers.base import Reason

COUNT = r"xactly (\d+) (?:vertices|of the points|bridges)"


def graph(text):
    edges = [[int(n) for n in e] for e in re.findall(r"(\d+)-(\d+): (\d+)", text)]
    return {**slots(vertices=r"vertices 1 to (\d+)", count=COUNT)(text), "edges": edges}


def river(text):
    ways = [[int(a), int(b)] for a, b in re.findall(r"^Way \d+: from (\d+) to (\d+)$", text, re.M)]
    return {**slots(most=r"number from 1 to (\d+)", count=COUNT)(text), "ways": ways}


def plane(text):
    places = [[int(n) for n in place] for place in re.findall(r"^\((\d+), (\d+)\), weight (\d+)$", text, re.M)]
    return {**slots(most=r"numbers from 1 to (\d+)")(text), "places": places}


def groups(text):
    found = [numbers(group) for group in re.findall(r"^Group \d+: (.+)$", text, re.M)]
    assert set(re.findall(r"(\d+) (?:times X|groups)", text)) == {str(len(found))}
    return {"groups": found}


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


class TestFacilityLocation(Chosen):
    id = "facility-location"
    marks = {  # noqa: RUF012
        "vertex-centers": "The largest distance of a vertex",
        "line-medians": "of the points. Each point is served",
        "bridges": "bridges",
        "chebyshev": "larger one",
        "squares": "square",
    }
    readers = {  # noqa: RUF012
        "vertex-centers": graph,
        "line-medians": slots(points_=r"these places:\n(.+)", count=COUNT),
        "bridges": river,
        "chebyshev": plane,
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

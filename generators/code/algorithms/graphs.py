"""Graphs: groups and teams."""

from __future__ import annotations

from itertools import product
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, maybe, pick, statement
from .writing import effort, program, sentences

PLACES = (
    ("roads", "road", "towns", "town", "A map shows"),
    ("cables", "cable", "servers", "server", "A data centre has"),
    ("tunnels", "tunnel", "caves", "cave", "Explorers have found"),
    ("bridges", "bridge", "islands", "island", "An archipelago has"),
    ("trails", "trail", "huts", "hut", "A national park has"),
)


def some_edges(
    rng: Random, size: int, spans: list[list[int]], loops: bool = False
) -> tuple[int, list[list[int]]]:
    """A number of vertices and edges between them, with numbers drawn from `spans`."""
    count = rng.randint(*((1, 2), (2, 4), (3, 5), (4, 6), (7, 12), (12, 30))[size])
    most = rng.choice([count // 2, count, 2 * count])
    edges = []
    for _ in range(rng.randint(0, min(most, 8) if size <= 3 else most)):
        a, b = rng.randrange(count), rng.randrange(count)
        if a != b or loops:
            edges.append([a, b, *(rng.randint(low, high) for low, high in spans)])
    return count, edges


def edge_bounds(count: str, edges: str, n: int, m: int, *more: str) -> str:
    """The constraints of a graph, with more lines behind them."""
    return bounds(
        f"1 <= {count} <= {n}",
        f"0 <= len({edges}) <= {m}",
        f"0 <= a, b < {count} and a != b; the same pair may occur more than once",
        *more,
    )


def linked_groups(rng: Random, level: int) -> Problem:
    """Connected groups: how many, the largest, or how many pairs are apart."""
    edges, edge, nodes, node, opening = rng.choice(PLACES)
    wanted = pick(
        rng, level, ((1, "groups"), (1, "largest"), (2, "alone"), (2, "apart"), (3, "trees"), (3, "sizes"))
    )
    entry = rng.choice([f"{wanted}_of_{nodes}", f"study_{edges}", "survey", f"{nodes}_{wanted}"])
    n = by_level(level, 200, 8_000)
    result = {
        "groups": "len(groups)",
        "largest": "max(size for size, _ in groups)",
        "alone": "sum(1 for size, _ in groups if size == 1)",
        "apart": "(count * count - sum(size * size for size, _ in groups)) // 2",
        "trees": "sum(1 for size, ends in groups if ends == 2 * (size - 1))",
        "sizes": "sorted({size for size, _ in groups}, reverse=True)",
    }[wanted]
    ends = wanted == "trees"
    if not ends:
        result = result.replace("size, _ in", "size in")
    source = program(
        """
        def $entry(count, $edges):
            neighbours = [[] for _ in range(count)]
            for a, b in $edges:
                neighbours[a].append(b)
                neighbours[b].append(a)
            seen = [False] * count
            groups = []
            for start in range(count):
                if seen[start]:
                    continue
                seen[start] = True
                stack = [start]
                size = 0
                $begin
                while stack:
                    here = stack.pop()
                    size += 1
                    $more
                    for other in neighbours[here]:
                        if not seen[other]:
                            seen[other] = True
                            stack.append(other)
                groups.append($item)
            return $result
        """,
        entry=entry,
        edges=edges,
        result=result,
        item="(size, ends)" if ends else "size",
        begin="ends = 0" if ends else "",
        more="ends += len(neighbours[here])" if ends else "",
    )
    asked = {
        "groups": "Return the number of groups.",
        "largest": f"Return the number of {nodes} in the largest group.",
        "alone": f"Return the number of {nodes} that are a group of their own.",
        "apart": f"Return the number of unordered pairs of {nodes} that are in different groups.",
        "trees": f"Return the number of groups in which the number of {edges} is exactly one less than the number of "
        f"{nodes}; two {edges} between the same two {nodes} count as two.",
        "sizes": f"The size of a group is the number of its {nodes}. Return the different sizes that occur, "
        f"each once, in "
        "descending order.",
    }[wanted]

    def brute(count: int, given: list[list[int]]) -> Json:
        reach = [[i == j for j in range(count)] for i in range(count)]
        for a, b in given:
            reach[a][b] = reach[b][a] = True
        for k, i, j in product(range(count), repeat=3):
            reach[i][j] = reach[i][j] or (reach[i][k] and reach[k][j])
        groups = sorted({tuple(row) for row in reach})
        sizes = [sum(row) for row in groups]
        return {
            "groups": len(groups),
            "largest": max(sizes),
            "alone": sizes.count(1),
            "apart": sum(not reach[i][j] for i in range(count) for j in range(i)),
            "trees": sum(
                sum(bool(row[a]) for a, _ in given) == size - 1 for row, size in zip(groups, sizes, strict=True)
            ),
            "sizes": sorted(set(sizes))[::-1],
        }[wanted]

    seed = rng.getrandbits(32)
    path = recipe("edges", n, 0, [], 1, seed)
    if wanted in ("groups", "alone", "apart", "trees", "sizes", "largest"):
        loose = recipe("dag", n, n * 3 // 4, n, seed)  # about a third of the vertices stays alone
    return Problem(
        name="linked_groups",
        entry=entry,
        parameters=(("count", "int"), (edges, "list[list[int]]")),
        returns="list[int]" if wanted == "sizes" else "int",
        statement=statement(
            sentences(
                f"""
                {opening} {nodes}, numbered from 0 to `count` - 1. Each of the `{edges}` is a list `[a, b]`: a {edge}
                between {nodes} a and b, for both directions. Two {nodes} are in the same group if one can be
                reached from
                the other along {edges}; a {node} without {edges} is a group of its own. {asked}
                """.replace("a island", "an island")
            ),
            edge_bounds("count", edges, n, 2 * n),
        ),
        source=source,
        inputs=lambda rng, size: list(some_edges(rng, size, [])),
        brute=brute,
        large=([n, loose], [n, path]) if level > 3 else (),
        facts={"wanted": wanted},
        cost=effort(source, wanted in ("apart", "trees", "sizes")),
    )


def two_teams(rng: Random, level: int) -> Problem:
    """Split into two teams so that rivals (and, with a twist, friends) are as they should be."""
    people = rng.choice(["pupils", "robots", "dancers", "players"])
    friends = maybe(rng, level, 3)
    wanted = pick(rng, level, ((1, "possible"), (2, "ways"), (3, "least"), (4, "first")))
    pairs = (
        rng.choice(["rivals", "quarrels", "conflicts"])
        if not friends
        else rng.choice(["relations", "wishes", "ties"])
    )
    entry = rng.choice(
        {
            "possible": ["can_split", "two_teams", "split_works"],
            "ways": ["count_splits", "ways_to_split", "number_of_splits"],
            "least": ["smallest_team", "fewest_in_red", "least_red"],
            "first": ["first_conflict", "breaking_pair", "where_it_fails"],
        }[wanted]
    )
    n = by_level(level, 200, 8_000)
    row = "a, b, kind" if friends else "a, b"
    source = (
        program(
            """
        def $entry(count, $pairs):
            neighbours = [[] for _ in range(count)]
            for $row in $pairs:
                neighbours[a].append((b, $kind))
                neighbours[b].append((a, $kind))
            team = [-1] * count
            $begin
            for start in range(count):
                if team[start] >= 0:
                    continue
                team[start] = 0
                stack = [start]
                sizes = [1, 0]
                while stack:
                    here = stack.pop()
                    for other, differ in neighbours[here]:
                        wanted = (team[here] + differ) % 2
                        if team[other] < 0:
                            team[other] = wanted
                            sizes[wanted] += 1
                            stack.append(other)
                        elif team[other] != wanted:
                            return $failure
                $use
            return $result
        """,
            entry=entry,
            pairs=pairs,
            row=row,
            kind="kind" if friends else "1",
            begin={"ways": "ways = 1", "least": "least = 0"}.get(wanted, ""),
            failure={"possible": "False", "ways": "0", "least": "-1"}.get(wanted, ""),
            use={"ways": "ways = ways * 2 % 1000003", "least": "least += min(sizes)"}.get(wanted, ""),
            result={"possible": "True", "ways": "ways", "least": "least"}.get(wanted, ""),
        )
        if wanted != "first"
        else program(
            """
        def $entry(count, $pairs):
            leader = list(range(count))
            differs = [0] * count

            def find(person):
                path = []
                while leader[person] != person:
                    path.append(person)
                    person = leader[person]
                turned = 0
                for each in reversed(path):
                    turned ^= differs[each]
                    leader[each] = person
                    differs[each] = turned
                return person

            for place, ($row) in enumerate($pairs):
                first = find(a)
                second = find(b)
                turn = differs[a] ^ differs[b] ^ $kind
                if first != second:
                    leader[first] = second
                    differs[first] = turn
                elif turn:
                    return place
            return -1
        """,
            entry=entry,
            pairs=pairs,
            row=row,
            kind="kind" if friends else "1",
        )
    )
    if wanted != "least":
        for line in ("        sizes = [1, 0]\n", "                    sizes[wanted] += 1\n"):
            source = source.replace(line, "")
    rule = (
        f"Each of the `{pairs}` is a list `[a, b, kind]`: with kind 1, {people} a and b must be in different "
        f"teams; with "
        "kind 0 they must be in the same team."
        if friends
        else f"Each of the `{pairs}` is a list `[a, b]`: {people} a and b must be in different teams."
    )
    asked = {
        "possible": "Return `True` if such a split exists and `False` if not.",
        "ways": "Return the number of such splits, modulo 1000003; the teams have names, so swapping them "
        "gives another "
        "split.",
        "least": f"Return the smallest possible number of {people} in the red team, and -1 if there is no such split.",
        "first": f"The `{pairs}` are taken up one after the other. Return the index of the first one at "
        f"which all of them "
        "up to and including it can no longer be met by any split, and -1 if all can be met.",
    }[wanted]

    def brute(count: int, given: list[list[int]]) -> Json:
        def splits(upto: int) -> list[int]:
            return [
                sum(team)
                for team in product((0, 1), repeat=count)
                if all((team[p[0]] != team[p[1]]) == bool(p[2] if friends else 1) for p in given[:upto])
            ]

        if wanted == "first":
            return next((i for i in range(len(given)) if not splits(i + 1)), -1)
        every = splits(len(given))
        return {"possible": bool(every), "ways": len(every) % 1000003, "least": min(every, default=-1)}[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        count, given = some_edges(rng, size, [[0, 1]] if friends else [])
        if rng.random() < 0.35:  # made from a split, so that it often can be done
            side = [rng.randint(0, 1) for _ in range(count)]
            if friends:
                given = [[a, b, side[a] ^ side[b]] for a, b, _ in given]
            else:
                given = [[a, b] for a, b in given if side[a] != side[b]]
        elif count > 2 and rng.random() < 0.5:  # three who all differ cannot be split
            trio = rng.sample(range(count), 3)
            given += [[a, b, 1][: 3 if friends else 2] for a, b in zip(trio, trio[1:] + trio[:1], strict=True)]
        if given and rng.random() < 0.3:
            extra = list(rng.choice(given))
            if friends:
                extra[2] = rng.randint(0, 1)
            given.append(extra)
        return [count, given]

    seed = rng.getrandbits(32)
    joined = n - 40 - seed % 200  # the rest are alone, so that there are many ways
    tree = recipe("edges", joined, 0, [[0, 1]] if friends else [], 5, seed)
    deep = recipe("edges", joined, 0, [[0, 1]] if friends else [], 1, seed)
    late = recipe("edges", n, 300, [[0, 1]] if friends else [], 1, seed + 1)
    return Problem(
        name="two_teams",
        entry=entry,
        parameters=(("count", "int"), (pairs, "list[list[int]]")),
        returns="bool" if wanted == "possible" else "int",
        statement=statement(
            sentences(
                f"""
                There are `count` {people}, numbered from 0. Each of them has to join the red or the blue team;
                a team may
                be empty. {rule} {asked}
                """
            ),
            edge_bounds("count", pairs, n, 2 * n, "kind is 0 or 1" if friends else ""),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([n, late if wanted == "first" else tree], [n, deep]) if level > 3 else (),
        facts={"wanted": wanted, "friends": friends},
        cost=effort(source, friends + (wanted != "possible")),
    )


TEMPLATES = ((2, linked_groups), (5, two_teams))

"""Graphs: groups, teams, orders, networks of least cost, and cheapest routes with a twist."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

from ....verifiers.code.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, maybe, pick, statement
from .writing import effort, program, sentences

_PLACES = (
    ("roads", "road", "towns", "town", "A map shows"),
    ("cables", "cable", "servers", "server", "A data centre has"),
    ("tunnels", "tunnel", "caves", "cave", "Explorers have found"),
    ("bridges", "bridge", "islands", "island", "An archipelago has"),
    ("trails", "trail", "huts", "hut", "A national park has"),
)


def _ends(rng: Random, size: int, spans: list[list[int]], loops: bool = False) -> tuple[int, list[list[int]]]:
    """A number of vertices and edges between them, with numbers drawn from `spans`."""
    count = rng.randint(*((1, 2), (2, 4), (3, 5), (4, 6), (7, 12), (12, 30))[size])
    most = rng.choice([count // 2, count, 2 * count])
    edges = []
    for _ in range(rng.randint(0, min(most, 8) if size <= 3 else most)):
        a, b = rng.randrange(count), rng.randrange(count)
        if a != b or loops:
            edges.append([a, b, *(rng.randint(low, high) for low, high in spans)])
    return count, edges


def _edge_bounds(count: str, edges: str, n: int, m: int, *more: str) -> str:
    return bounds(
        f"1 <= {count} <= {n}",
        f"0 <= len({edges}) <= {m}",
        f"0 <= a, b < {count} and a != b; the same pair may occur more than once",
        *more,
    )


def linked_groups(rng: Random, level: int) -> Problem:
    """Connected groups: how many, the largest, or how many pairs are apart."""
    edges, edge, nodes, node, opening = rng.choice(_PLACES)
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
        entry=entry, edges=edges, result=result, item="(size, ends)" if ends else "size",
        begin="ends = 0" if ends else "", more="ends += len(neighbours[here])" if ends else "",
    )  # fmt: skip
    asked = {
        "groups": "Return the number of groups.",
        "largest": f"Return the number of {nodes} in the largest group.",
        "alone": f"Return the number of {nodes} that are a group of their own.",
        "apart": f"Return the number of unordered pairs of {nodes} that are in different groups.",
        "trees": f"Return the number of groups in which the number of {edges} is exactly one less than the number of "
        f"{nodes}; two {edges} between the same two {nodes} count as two.",
        "sizes": f"The size of a group is the number of its {nodes}. Return the different sizes that occur, each once, in "
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
                between {nodes} a and b, for both directions. Two {nodes} are in the same group if one can be reached from
                the other along {edges}; a {node} without {edges} is a group of its own. {asked}
                """.replace("a island", "an island")
            ),
            _edge_bounds("count", edges, n, 2 * n),
        ),
        source=source,
        inputs=lambda rng, size: list(_ends(rng, size, [])),
        brute=brute,
        large=([n, loose], [n, path]) if level > 3 else (),
        facts={"wanted": wanted},
        cost=effort(source, wanted in ("apart", "trees", "sizes")),
    )


def two_teams(rng: Random, level: int) -> Problem:
    """Split into two teams so that rivals (and, with a twist, friends) are as they should be."""
    people, person = rng.choice(
        [("pupils", "pupil"), ("robots", "robot"), ("dancers", "dancer"), ("players", "player")]
    )
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
    source = program(
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
        entry=entry, pairs=pairs, row=row, kind="kind" if friends else "1",
        begin={"ways": "ways = 1", "least": "least = 0"}.get(wanted, ""),
        failure={"possible": "False", "ways": "0", "least": "-1"}.get(wanted, ""),
        use={"ways": "ways = ways * 2 % 1000003", "least": "least += min(sizes)"}.get(wanted, ""),
        result={"possible": "True", "ways": "ways", "least": "least"}.get(wanted, ""),
    ) if wanted != "first" else program(
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
        entry=entry, pairs=pairs, row=row, kind="kind" if friends else "1",
    )  # fmt: skip
    if wanted != "least":
        for line in ("        sizes = [1, 0]\n", "                    sizes[wanted] += 1\n"):
            source = source.replace(line, "")
    rule = (
        f"Each of the `{pairs}` is a list `[a, b, kind]`: with kind 1, {people} a and b must be in different teams; with "
        "kind 0 they must be in the same team."
        if friends
        else f"Each of the `{pairs}` is a list `[a, b]`: {people} a and b must be in different teams."
    )
    asked = {
        "possible": "Return `True` if such a split exists and `False` if not.",
        "ways": "Return the number of such splits, modulo 1000003; the teams have names, so swapping them gives another "
        "split.",
        "least": f"Return the smallest possible number of {people} in the red team, and -1 if there is no such split.",
        "first": f"The `{pairs}` are taken up one after the other. Return the index of the first one at which all of them "
        "up to and including it can no longer be met by any split, and -1 if all can be met.",
    }[wanted]

    def brute(count: int, given: list[list[int]]) -> Json:
        def splits(upto: int) -> list[int]:
            found = []
            for team in product((0, 1), repeat=count):
                if all((team[p[0]] != team[p[1]]) == bool(p[2] if friends else 1) for p in given[:upto]):
                    found.append(sum(team))
            return found

        if wanted == "first":
            return next((i for i in range(len(given)) if not splits(i + 1)), -1)
        every = splits(len(given))
        return {"possible": bool(every), "ways": len(every) % 1000003, "least": min(every, default=-1)}[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        count, given = _ends(rng, size, [[0, 1]] if friends else [])
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
    tree = recipe("edges", n, 0, [[0, 1]] if friends else [], 5, seed)
    deep = recipe("edges", n, 0, [[0, 1]] if friends else [], 1, seed)
    late = recipe("edges", n, 300, [[0, 1]] if friends else [], 1, seed + 1)
    return Problem(
        name="two_teams",
        entry=entry,
        parameters=(("count", "int"), (pairs, "list[list[int]]")),
        returns="bool" if wanted == "possible" else "int",
        statement=statement(
            sentences(
                f"""
                There are `count` {people}, numbered from 0. Each of them has to join the red or the blue team; a team may
                be empty. {rule} {asked}
                """
            ),
            _edge_bounds("count", pairs, n, 2 * n, "kind is 0 or 1" if friends else ""),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([n, late if wanted == "first" else tree], [n, deep]) if level > 3 else (),
        facts={"wanted": wanted, "friends": friends},
        cost=effort(source, friends + (wanted != "possible")),
    )


def task_order(rng: Random, level: int) -> Problem:
    """An order in which tasks can be done: the first in the dictionary, or how many rounds it takes."""
    tasks, task, opening = rng.choice(
        [("courses", "course", "A school offers courses"), ("parts", "part", "A kit has parts"),
         ("dishes", "dish", "A menu has dishes"), ("modules", "module", "A program has modules")]
    )  # fmt: skip
    wanted = pick(rng, level, ((1, "order"), (2, "rounds"), (3, "last"), (4, "time"), (5, "unique")))
    latest = wanted == "order" and maybe(rng, level, 3)
    rules = rng.choice(["rules", "needs", "links"])
    backwards = rng.random() < 0.5
    entry = rng.choice(
        {
            "order": [f"order_{tasks}", "first_order", "plan"],
            "rounds": ["count_rounds", "fewest_rounds", "rounds_needed"],
            "last": ["round_of_each", "earliest_round", "when_each"],
            "time": ["finish_time", "total_time", "done_after"],
            "unique": ["only_order", "is_order_forced", "single_order"],
        }[wanted]
    )
    n = by_level(level, 100, 10_000)
    first = "task, before" if backwards else "before, task"
    if wanted in ("order", "unique"):
        source = program(
            """
            from heapq import heapify, heappop, heappush


            def $entry(count, $rules):
                waiting = [0] * count
                after = [[] for _ in range(count)]
                for $first in $rules:
                    after[before].append(task)
                    waiting[task] += 1
                ready = [$sign for task in range(count) if waiting[task] == 0]
                heapify(ready)
                order = []
                while ready:
                    $single
                    task = $minus
                    order.append(task)
                    for other in after[task]:
                        waiting[other] -= 1
                        if waiting[other] == 0:
                            heappush(ready, $other)
                return $result
            """,
            entry=entry, rules=rules, first=first, sign="-task" if latest else "task",
            single="if len(ready) > 1:\n    return False" if wanted == "unique" else "",
            minus="-heappop(ready)" if latest else "heappop(ready)", other="-other" if latest else "other",
            result="len(order) == count" if wanted == "unique" else "order if len(order) == count else []",
        )  # fmt: skip
    else:
        source = program(
            """
            def $entry(count, $arguments):
                waiting = [0] * count
                after = [[] for _ in range(count)]
                for $first in $rules:
                    after[before].append(task)
                    waiting[task] += 1
                ready = [task for task in range(count) if waiting[task] == 0]
                begin = [$zero] * count
                for task in ready:
                    for other in after[task]:
                        begin[other] = max(begin[other], $ended)
                        waiting[other] -= 1
                        if waiting[other] == 0:
                            ready.append(other)
                if len(ready) < count:
                    return $failure
                return $result
            """,
            entry=entry, rules=rules, first=first, zero="0" if wanted == "time" else "1",
            arguments=f"{rules}, times" if wanted == "time" else rules,
            ended="begin[task] + times[task]" if wanted == "time" else "begin[task] + 1",
            failure="[]" if wanted == "last" else "-1",
            result={"rounds": "max(begin)", "last": "begin", "time": "max(begin[task] + times[task] for task in range(count))"}[wanted],
        )  # fmt: skip
    way = (
        f"`[a, b]`: {task} a needs {task} b, so b must be done before a"
        if backwards
        else f"`[a, b]`: {task} a must be done before {task} b"
    )
    asked = {
        "order": f"Return an order of all {tasks}, as a list of their numbers, that breaks none of the `{rules}`. If there "
        f"are several, return the one whose first {task} has the {'largest' if latest else 'smallest'} number, of those the "
        f"one whose second {task} has the {'largest' if latest else 'smallest'} number, and so on. If there is none, return "
        "an empty list.",
        "rounds": f"Work goes in rounds. Any number of {tasks} can be done in one round, but what must be done before must be "
        "done in an earlier round. Return the smallest number of rounds in which all can be done, and -1 if that is "
        "impossible.",
        "last": f"Work goes in rounds, numbered from 1. Any number of {tasks} can be done in one round, but what must be done "
        f"before must be done in an earlier round. Return a list with the earliest possible round of each {task}, and an "
        f"empty list if not all {tasks} can be done.",
        "time": f"`times[i]` is how many minutes {task} i takes. Any number of {tasks} can go on at once, and each starts as "
        f"soon as all that must be done before it is done. Return after how many minutes all are done, and -1 if not all {tasks} "
        "can be done.",
        "unique": f"Return `True` if exactly one order of all {tasks} breaks none of the `{rules}`, and `False` otherwise, "
        "also if there is none.",
    }[wanted]

    def brute(count: int, given: list[list[int]], times: list[int] | None = None) -> Json:
        links = [(b, a) if backwards else (a, b) for a, b in given]
        orders = [
            order
            for order in permutations(range(count))
            if all(order.index(a) < order.index(b) for a, b in links)
        ]
        if wanted == "order":
            return list(max(orders) if latest else min(orders)) if orders else []
        if wanted == "unique":
            return len(orders) == 1
        if not orders:
            return [] if wanted == "last" else -1
        lengths = times or [1] * count
        ends = [0] * count
        for task in orders[0]:
            ends[task] = lengths[task] + max([ends[a] for a, b in links if b == task], default=0)
        return ends if wanted == "last" else max(ends)

    def inputs(rng: Random, size: int) -> list[Json]:
        count, given = _ends(rng, size, [])
        if rng.random() < 0.75:
            place = rng.sample(range(count), count)
            given = [[a, b] if (place[a] < place[b]) != backwards else [b, a] for a, b in given]
            if wanted == "unique" and rng.random() < 0.6:
                line = sorted(range(count), key=place.__getitem__, reverse=backwards)
                given += [[a, b] for a, b in zip(line, line[1:], strict=False)]
        return [count, given, *([[rng.randint(1, 9) for _ in range(count)]] if wanted == "time" else [])]

    seed = rng.getrandbits(32)
    listed = wanted in ("order", "last")  # their results are lists, which a payload has to hold
    many = min(n, 3000) if listed else n
    large: list[Json] = [many, recipe("dag", many, 2 * many, 6, seed)]
    if wanted == "time":
        large.append(recipe("ints", many, 1, 1000, seed))
    return Problem(
        name="task_order",
        entry=entry,
        parameters=(
            ("count", "int"),
            (rules, "list[list[int]]"),
            *((("times", "list[int]"),) if wanted == "time" else ()),
        ),
        returns={"order": "list[int]", "last": "list[int]", "unique": "bool"}.get(wanted, "int"),
        statement=statement(
            sentences(f"{opening}, numbered from 0 to `count` - 1. Each of the `{rules}` is a list {way}. {asked}"),
            _edge_bounds("count", rules, n, 3 * n, "1 <= times[i] <= 1000" if wanted == "time" else ""),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"wanted": wanted, "latest": latest, "backwards": backwards},
        cost=effort(source, latest + backwards + (wanted in ("time", "unique"))),
    )  # fmt: skip


def network_cost(rng: Random, level: int) -> Problem:
    """The cheapest network that joins all, with something already built or otherwise odd."""
    edges, edge, nodes, node, opening = rng.choice(_PLACES)
    twist = pick(rng, level, ((1, "plain"), (2, "dearest"), (3, "built"), (4, "groups"), (5, "widest")))
    groups = rng.randint(2, 4)
    entry = rng.choice(["network_cost", f"join_{nodes}", f"cheapest_{edges}", f"choose_{edges}"])
    n = by_level(level, 100, 10_000)
    largest = twist == "widest"
    limit = {"groups": f"count - {groups}"}.get(twist, "count - 1")
    source = program(
        """
        def $entry(count, $arguments):
            leader = list(range(count))

            def find(place):
                while leader[place] != place:
                    leader[place] = leader[leader[place]]
                    place = leader[place]
                return place

            joined = 0
            total = 0
            $built
            for a, b, price in sorted($edges, key=lambda row: $key):
                $stop
                first = find(a)
                second = find(b)
                if first != second:
                    leader[first] = second
                    joined += 1
                    $add
            return total if joined $enough else -1
        """,
        entry=entry, edges=edges, arguments=f"{edges}, built" if twist == "built" else edges,
        key="-row[2]" if largest else "row[2]",
        built="for a, b in built:\n    first = find(a)\n    second = find(b)\n    if first != second:\n"
        "        leader[first] = second\n        joined += 1" if twist == "built" else "",
        stop=f"if joined >= {limit}:\n    break" if twist == "groups" else "",
        add="total = price" if twist in ("dearest", "widest") else "total += price",
        enough=f">= {limit}" if twist == "groups" else f"== {limit}",
    )  # fmt: skip
    price = "width" if largest else "price"
    task = {
        "plain": f"Some of them are to be chosen so that every {node} can be reached from every other one along chosen {edges}. "
        "Return the smallest possible sum of the prices of those chosen, and -1 if it cannot be done.",
        "dearest": f"Some of them are to be chosen so that every {node} can be reached from every other one along chosen {edges}. "
        f"Return the smallest possible price of the most expensive {edge} chosen, and -1 if it cannot be done. If no "
        f"{edge} is needed, the answer is 0.",
        "built": f"Each of the `built` is a list `[a, b]`, a {edge} that is there already and costs nothing. Some {edges} on offer "
        f"are to be bought so that every {node} can be reached from every other one. Return the smallest possible sum of "
        "prices, and -1 if it cannot be done.",
        "groups": f"Some of them are to be chosen, possibly none, so that the {nodes} fall into at most {groups} groups: two {nodes} "
        f"are in the same group if one can be reached from the other along chosen {edges}. Return the smallest "
        "possible sum of the prices of those chosen, and -1 if it cannot be done.",
        "widest": f"Some of them are to be chosen so that every {node} can be reached from every other one along chosen {edges}. "
        f"Return the largest possible width of the narrowest {edge} chosen, and -1 if it cannot be done. If no {edge} is "
        "needed, the answer is 0.",
    }[twist]

    def brute(count: int, given: list[list[int]], built: list[list[int]] | None = None) -> Json:
        best: list[int] = []
        for mask in range(1 << len(given)):
            chosen = [given[i] for i in range(len(given)) if mask >> i & 1]
            label = list(range(count))
            for row in [*chosen, *(built or [])]:
                old, new = label[row[0]], label[row[1]]
                label = [new if each == old else each for each in label]
            if len(set(label)) <= (groups if twist == "groups" else 1):
                prices = [row[2] for row in chosen]
                some = {"dearest": max, "widest": min}.get(twist)
                best.append(some(prices, default=0) if some else sum(prices))  # type: ignore[operator]
        if twist == "widest" and count == 1:
            return 0
        return (max if largest else min)(best, default=-1)

    def inputs(rng: Random, size: int) -> list[Json]:
        count, given = _ends(rng, size, [[1, 9]])
        if rng.random() < 0.7:
            given += [[at, rng.randrange(at), rng.randint(1, 12)] for at in range(1, count)]
            given = rng.sample(given, len(given))[: 11 if size <= 3 else 60]
        if twist != "built":
            return [count, given]
        built = [[a, b] for a, b, _ in _ends(rng, 2, [[0, 0]])[1] if max(a, b) < count]
        return [count, given, built]

    seed = rng.getrandbits(32)
    large: list[Json] = [n, recipe("edges", n, n, [[1, 1_000_000]], 3, seed)]
    if twist == "built":
        large.append(recipe("dag", n, n // 2, n, seed))
    return Problem(
        name="network_cost",
        entry=entry,
        parameters=(
            ("count", "int"),
            (edges, "list[list[int]]"),
            *((("built", "list[list[int]]"),) if twist == "built" else ()),
        ),
        returns="int",
        statement=statement(
            sentences(
                f"""
                {opening} {nodes}, numbered from 0 to `count` - 1. Each of the `{edges}` on offer is a list `[a, b, {price}]`: a
                {edge} between {nodes} a and b, for both directions. {task}
                """
            ),
            _edge_bounds("count", edges, n, 2 * n, f"1 <= {price} <= 10**6",
                f"0 <= len(built) <= {n}; a and b in it are as above" if twist == "built" else ""),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"twist": twist, "groups": groups if twist == "groups" else 0},
        cost=effort(source, 2 * (twist != "plain")),
    )  # fmt: skip


def cheapest_route(rng: Random, level: int) -> Problem:
    """The cheapest way from 0 to the last vertex, with a twist on what is paid or allowed."""
    edges, edge, nodes, node, opening = rng.choice(_PLACES)
    twist = pick(rng, level, ((1, "plain"), (2, "toll"), (3, "free"), (4, "even"), (4, "rest"), (5, "dearest")))
    oneway = maybe(rng, level, 2)
    toll, period = rng.randint(1, 9), rng.randint(2, 5)
    entry = rng.choice(["cheapest_route", "best_trip", "least_cost", "route_cost", f"cross_{nodes}"])
    n = by_level(level, 100, 6000)
    states = {"free": 2, "even": 2}.get(twist, 1)
    layered = states > 1
    move = {
        "plain": "steps = [(other, price)]",
        "toll": f"steps = [(other, price + ({toll} if len(neighbours[other]) > 2 else 0))]",
    }
    if twist == "free":
        relax = """
            for other, price in neighbours[here]:
                steps = [(other, used, cost + price)]
                if not used:
                    steps.append((other, 1, cost))
                for place, state, total in steps:
                    if total < best[state][place]:
                        best[state][place] = total
                        heappush(queue, (total, place, state))
        """
    elif twist == "even":
        relax = """
            for other, price in neighbours[here]:
                total = cost + price
                if total < best[1 - used][other]:
                    best[1 - used][other] = total
                    heappush(queue, (total, other, 1 - used))
        """
    else:
        total = {
            "plain": "cost + price",
            "toll": f"cost + price + ({toll} if here > 0 else 0)",
            "rest": f"cost + (-cost) % {period} + price",
            "dearest": "max(cost, price)",
        }[twist]
        relax = f"""
            for other, price in neighbours[here]:
                total = {total}
                if total < best[other]:
                    best[other] = total
                    heappush(queue, (total, other))
        """
    del move
    source = program(
        """
        from heapq import heappop, heappush


        def $entry(count, $edges):
            neighbours = [[] for _ in range(count)]
            for a, b, price in $edges:
                neighbours[a].append((b, price))
                $back
            infinite = float("inf")
            best = $table
            $first = 0
            queue = [$start]
            while queue:
                $pop
                if cost > $known:
                    continue
                $relax
            answer = $last
            return answer if answer < infinite else -1
        """,
        entry=entry, edges=edges, back="" if oneway else "neighbours[b].append((a, price))",
        table="[[infinite] * count for _ in range(2)]" if layered else "[infinite] * count",
        first="best[0][0]" if layered else "best[0]",
        start="(0, 0, 0)" if layered else "(0, 0)",
        pop="cost, here, used = heappop(queue)" if layered else "cost, here = heappop(queue)",
        known="best[used][here]" if layered else "best[here]", relax=relax,
        last={"free": "min(best[0][count - 1], best[1][count - 1])", "even": "best[0][count - 1]"}.get(twist, "best[count - 1]"),
    )  # fmt: skip
    direction = "from a to b only" if oneway else "for both directions"
    rule = {
        "plain": f"The cost of a trip is the sum of the prices of the {edges} used, a {edge} as often as it is used.",
        "toll": f"The cost of a trip is the sum of the prices of the {edges} used, and {toll} for each {node} that the trip leaves, "
        f"except that leaving {node} 0 is free; the last {node} is not paid for unless the trip leaves it.",
        "free": f"The cost of a trip is the sum of the prices of the {edges} used, but one {edge} of the trip, at one of the times it is "
        "used, may be free.",
        "even": f"The cost of a trip is the sum of the prices of the {edges} used. The number of {edges} used, each as often as it "
        "is used, must be even (0 is even); nodes and edges may be passed more than once.".replace(
            "nodes", nodes
        ).replace("edges may", f"{edges} may"),
        "rest": f"The price is the minutes that the {edge} takes. A trip begins at minute 0, and one can set out along a {edge} only at a "
        f"minute that is divisible by {period}, and must wait until then. The cost of a trip is the minute in which it "
        "ends.",
        "dearest": f"The cost of a trip is the largest price of a {edge} used, and 0 for a trip without {edges}.",
    }[twist]

    def brute(count: int, given: list[list[int]]) -> Json:
        links = [tuple(row) for row in given] + ([] if oneway else [(b, a, p) for a, b, p in given])
        infinite = 10**9
        # Bellman and Ford's rounds over pairs of a vertex and what matters of the past.
        best = {(0, 0): 0}
        for _ in range(2 * count + 2):
            for (at, state), cost in sorted(best.items()):
                for a, b, price in links:
                    if a != at:
                        continue
                    options = [(state, cost + price)]
                    if twist == "toll" and a:
                        options = [(0, cost + price + toll)]
                    elif twist == "free" and not state:
                        options.append((1, cost))
                    elif twist == "even":
                        options = [(1 - state, cost + price)]
                    elif twist == "rest":
                        options = [(0, -(-cost // period) * period + price)]
                    elif twist == "dearest":
                        options = [(0, max(cost, price))]
                    for new, total in options:
                        best[b, new] = min(best.get((b, new), infinite), total)
        ends = [
            cost for (at, state), cost in best.items() if at == count - 1 and not (twist == "even" and state)
        ]
        return min(ends, default=-1)

    def inputs(rng: Random, size: int) -> list[Json]:
        count, given = _ends(rng, size, [[1, rng.choice([3, 9, 20])]])
        if rng.random() < 0.7:
            given += [[at - rng.randint(1, min(at, 2)), at, rng.randint(1, 12)] for at in range(1, count)]
            given = rng.sample(given, len(given))
        return [count, given]

    seed = rng.getrandbits(32)
    return Problem(
        name="cheapest_route",
        entry=entry,
        parameters=(("count", "int"), (edges, "list[list[int]]")),
        returns="int",
        statement=statement(
            sentences(
                f"""
                {opening} {nodes}, numbered from 0 to `count` - 1. Each of the `{edges}` is a list `[a, b, price]`: a {edge} between
                {nodes} a and b, {direction}. A trip goes along {edges} from {node} 0 to {node} `count` - 1; if these are
                the same {node}, it may have no steps at all. {rule} Return the smallest possible cost of a trip, and -1
                if there is none.
                """
            ),
            _edge_bounds("count", edges, n, 3 * n, "1 <= price <= 1000"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([n, recipe("arcs", n, n, [[1, 1000]], 4, seed)],) if level > 3 else (),
        facts={"twist": twist, "oneway": oneway, "number": {"toll": toll, "rest": period}.get(twist, 0)},
        cost=effort(source, oneway + 2 * (twist != "plain")),
    )


TEMPLATES = ((2, linked_groups), (5, two_teams), (3, task_order), (5, network_cost), (5, cheapest_route))

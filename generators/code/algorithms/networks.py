"""Graphs with prices: networks of least cost and cheapest routes with a twist."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .graphs import PLACES, edge_bounds, some_edges
from .stories import by_level, maybe, pick, statement
from .writing import effort, program, sentences


def network_cost(rng: Random, level: int) -> Problem:
    """The cheapest network that joins all, with something already built or otherwise odd."""
    edges, edge, nodes, node, opening = rng.choice(PLACES)
    twist = pick(rng, level, ((1, "plain"), (2, "dearest"), (3, "built"), (4, "groups"), (5, "widest")))
    groups = rng.randint(2, 4)
    entry = rng.choice(["network_cost", f"join_{nodes}", f"cheapest_{edges}", f"choose_{edges}"])
    n = by_level(level, 100, 6_000)
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
        entry=entry,
        edges=edges,
        arguments=f"{edges}, built" if twist == "built" else edges,
        key="-row[2]" if largest else "row[2]",
        built="for a, b in built:\n    first = find(a)\n    second = find(b)\n    if first != second:\n"
        "        leader[first] = second\n        joined += 1"
        if twist == "built"
        else "",
        stop=f"if joined >= {limit}:\n    break" if twist == "groups" else "",
        add="total = price" if twist in ("dearest", "widest") else "total += price",
        enough=f">= {limit}" if twist == "groups" else f"== {limit}",
    )
    price = "width" if largest else "price"
    task = {
        "plain": f"Some of them are to be chosen so that every {node} can be reached from every other one "
        f"along chosen {edges}. "
        "Return the smallest possible sum of the prices of those chosen, and -1 if it cannot be done.",
        "dearest": f"Some of them are to be chosen so that every {node} can be reached from every other one "
        f"along chosen {edges}. "
        f"Return the smallest possible price of the most expensive {edge} chosen, and -1 if it cannot be done. If no "
        f"{edge} is needed, the answer is 0.",
        "built": f"Each of the `built` is a list `[a, b]`, a {edge} that is there already and costs nothing. "
        f"Some {edges} on offer "
        f"are to be bought so that every {node} can be reached from every other one. Return the smallest "
        f"possible sum of "
        "prices, and -1 if it cannot be done.",
        "groups": f"Some of them are to be chosen, possibly none, so that the {nodes} fall into at most "
        f"{groups} groups: two {nodes} "
        f"are in the same group if one can be reached from the other along chosen {edges}. Return the smallest "
        "possible sum of the prices of those chosen, and -1 if it cannot be done.",
        "widest": f"Some of them are to be chosen so that every {node} can be reached from every other one "
        f"along chosen {edges}. "
        f"Return the largest possible width of the narrowest {edge} chosen, and -1 if it cannot be done. If "
        f"no {edge} is "
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
                best.append(some(prices, default=0) if some else sum(prices))
        if twist == "widest" and count == 1:
            return 0
        return (max if largest else min)(best, default=-1)

    def inputs(rng: Random, size: int) -> list[Json]:
        count, given = some_edges(rng, size, [[1, 9]])
        if rng.random() < 0.7:
            given += [[at, rng.randrange(at), rng.randint(1, 12)] for at in range(1, count)]
            given = rng.sample(given, len(given))[: 11 if size <= 3 else 60]
        if twist != "built":
            return [count, given]
        built = [[a, b] for a, b, _ in some_edges(rng, 2, [[0, 0]])[1] if max(a, b) < count]
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
                {opening} {nodes}, numbered from 0 to `count` - 1. Each of the `{edges}` on offer is a list `[a,
                b, {price}]`: a
                {edge} between {nodes} a and b, for both directions. {task}
                """
            ),
            edge_bounds(
                "count",
                edges,
                n,
                2 * n,
                f"1 <= {price} <= 10**6",
                f"0 <= len(built) <= {n}; a and b in it are as above" if twist == "built" else "",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"twist": twist, "groups": groups if twist == "groups" else 0},
        cost=effort(source, 2 * (twist != "plain")),
    )


def cheapest_route(rng: Random, level: int) -> Problem:
    """The cheapest way from 0 to the last vertex, with a twist on what is paid or allowed."""
    edges, edge, nodes, node, opening = rng.choice(PLACES)
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
        entry=entry,
        edges=edges,
        back="" if oneway else "neighbours[b].append((a, price))",
        table="[[infinite] * count for _ in range(2)]" if layered else "[infinite] * count",
        first="best[0][0]" if layered else "best[0]",
        start="(0, 0, 0)" if layered else "(0, 0)",
        pop="cost, here, used = heappop(queue)" if layered else "cost, here = heappop(queue)",
        known="best[used][here]" if layered else "best[here]",
        relax=relax,
        last={"free": "min(best[0][count - 1], best[1][count - 1])", "even": "best[0][count - 1]"}.get(
            twist, "best[count - 1]"
        ),
    )
    direction = "from a to b only" if oneway else "for both directions"
    rule = {
        "plain": f"The cost of a trip is the sum of the prices of the {edges} used, a {edge} as often as it is used.",
        "toll": f"The cost of a trip is the sum of the prices of the {edges} used, and {toll} for each "
        f"{node} that the trip leaves, "
        f"except that leaving {node} 0 is free; the last {node} is not paid for unless the trip leaves it.",
        "free": f"The cost of a trip is the sum of the prices of the {edges} used, but one {edge} of the "
        f"trip, at one of the times it is "
        "used, may be free.",
        "even": f"The cost of a trip is the sum of the prices of the {edges} used. The number of {edges} "
        f"used, each as often as it "
        "is used, must be even (0 is even); nodes and edges may be passed more than once.".replace(
            "nodes", nodes
        ).replace("edges may", f"{edges} may"),
        "rest": f"The price is the minutes that the {edge} takes. A trip begins at minute 0, and one can set "
        f"out along a {edge} only at a "
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
        count, given = some_edges(rng, size, [[1, rng.choice([3, 9, 20])]])
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
                {opening} {nodes}, numbered from 0 to `count` - 1. Each of the `{edges}` is a list `[a, b,
                price]`: a {edge} between
                {nodes} a and b, {direction}. A trip goes along {edges} from {node} 0 to {node} `count` - 1; if
                these are
                the same {node}, it may have no steps at all. {rule} Return the smallest possible cost of a trip, and -1
                if there is none.
                """
            ),
            edge_bounds("count", edges, n, 3 * n, "1 <= price <= 1000"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([n, recipe("arcs", n, n, [[1, 1000]], 4, seed)],) if level > 3 else (),
        facts={"twist": twist, "oneway": oneway, "number": {"toll": toll, "rest": period}.get(twist, 0)},
        cost=effort(source, oneway + 2 * (twist != "plain")),
    )


TEMPLATES = ((5, network_cost), (5, cheapest_route))

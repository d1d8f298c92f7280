"""Orders: in which order, or in how many rounds, tasks can be done that wait for each other."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .graphs import edge_bounds, some_edges
from .stories import by_level, maybe, pick, statement
from .writing import effort, program, sentences


def task_order(rng: Random, level: int) -> Problem:
    """An order in which tasks can be done: the first in the dictionary, or how many rounds it takes."""
    tasks, task, opening = rng.choice(
        [
            ("courses", "course", "A school offers courses"),
            ("parts", "part", "A kit has parts"),
            ("dishes", "dish", "A menu has dishes"),
            ("modules", "module", "A program has modules"),
        ]
    )
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
            entry=entry,
            rules=rules,
            first=first,
            sign="-task" if latest else "task",
            single="if len(ready) > 1:\n    return False" if wanted == "unique" else "",
            minus="-heappop(ready)" if latest else "heappop(ready)",
            other="-other" if latest else "other",
            result="len(order) == count" if wanted == "unique" else "order if len(order) == count else []",
        )
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
            entry=entry,
            rules=rules,
            first=first,
            zero="0" if wanted == "time" else "1",
            arguments=f"{rules}, times" if wanted == "time" else rules,
            ended="begin[task] + times[task]" if wanted == "time" else "begin[task] + 1",
            failure="[]" if wanted == "last" else "-1",
            result={
                "rounds": "max(begin)",
                "last": "begin",
                "time": "max(begin[task] + times[task] for task in range(count))",
            }[wanted],
        )
    way = (
        f"`[a, b]`: {task} a needs {task} b, so b must be done before a"
        if backwards
        else f"`[a, b]`: {task} a must be done before {task} b"
    )
    asked = {
        "order": f"Return an order of all {tasks}, as a list of their numbers, that breaks none of the "
        f"`{rules}`. If there "
        f"are several, return the one whose first {task} has the {'largest' if latest else 'smallest'} "
        f"number, of those the "
        f"one whose second {task} has the {'largest' if latest else 'smallest'} number, and so on. If there "
        f"is none, return "
        "an empty list.",
        "rounds": f"Work goes in rounds. Any number of {tasks} can be done in one round, but what must be "
        f"done before must be "
        "done in an earlier round. Return the smallest number of rounds in which all can be done, and -1 if that is "
        "impossible.",
        "last": f"Work goes in rounds, numbered from 1. Any number of {tasks} can be done in one round, but "
        f"what must be done "
        f"before must be done in an earlier round. Return a list with the earliest possible round of each "
        f"{task}, and an "
        f"empty list if not all {tasks} can be done.",
        "time": f"`times[i]` is how many minutes {task} i takes. Any number of {tasks} can go on at once, "
        f"and each starts as "
        f"soon as all that must be done before it is done. Return after how many minutes all are done, and "
        f"-1 if not all {tasks} "
        "can be done.",
        "unique": f"Return `True` if exactly one order of all {tasks} breaks none of the `{rules}`, and "
        f"`False` otherwise, "
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
        count, given = some_edges(rng, size, [])
        if rng.random() < 0.75:
            place = rng.sample(range(count), count)
            given = [[a, b] if (place[a] < place[b]) != backwards else [b, a] for a, b in given]
            if wanted == "unique" and rng.random() < 0.6:
                line = sorted(range(count), key=place.__getitem__, reverse=backwards)
                given += [[a, b] for a, b in pairwise(line)]
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
            sentences(
                f"{opening}, numbered from 0 to `count` - 1. Each of the `{rules}` is a list {way}. {asked}"
            ),
            edge_bounds("count", rules, n, 3 * n, "1 <= times[i] <= 1000" if wanted == "time" else ""),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"wanted": wanted, "latest": latest, "backwards": backwards},
        cost=effort(source, latest + backwards + (wanted in ("time", "unique"))),
    )


TEMPLATES = ((3, task_order),)

"""Prefix sums and fair cuts: many questions about stretches, and parts that are as even as can be."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences


def range_answers(rng: Random, level: int) -> Problem:
    """Answer many questions about stretches of a row."""
    items, what, question = rng.choice(
        [
            ("rain", "the rain of each day", "spells"),
            ("sales", "the sales of each day", "periods"),
            ("tolls", "the toll of each gate along a road", "trips"),
            ("pages", "the pages read each evening", "spans"),
        ]
    )
    sort = pick(rng, level, ((1, "sum"), (1, "marked"), (2, "alternating"), (3, "steps")))
    ends = rng.choice(["both", "open", "length"])
    wanted = pick(rng, level, ((1, "list"), (2, "best"), (3, "over")))
    divisor, least = rng.randint(2, 5), rng.randint(5, 25)
    entry = rng.choice([f"answer_{question}", f"{items}_in_{question}", "answers", f"check_{question}"])
    n = by_level(level, 100, 30_000)
    add = {
        "sum": "value",
        "marked": f"(1 if value % {divisor} == 0 else 0)",
        "alternating": "(value if place % 2 == 0 else -value)",
        "steps": f"(1 if place > 0 and value > {items}[place - 1] else 0)",
    }[sort]
    unpack = {"both": "first, last", "open": "first, stop", "length": "first, length"}[ends]
    stop = {"both": "last + 1", "open": "stop", "length": "first + length"}[ends]
    value = f"sums[{stop}] - sums[first]"
    if sort == "alternating":
        value = f"({value}) * (1 if first % 2 == 0 else -1)"
    if sort == "steps":
        value = f"sums[max({stop}, first + 1)] - sums[first + 1]"
    loop = {
        "list": ("answers = []", "answers.append($value)", "answers"),
        "best": (
            "best = None\nfound = -1",
            "worth = $value\nif best is None or worth > best:\n    best = worth\n    found = place",
            "found",
        ),
        "over": ("count = 0", f"if $value >= {least}:\n    count += 1", "count"),
    }[wanted]
    source = program(
        """
        def $entry($items, $question):
            sums = [0]
            for $walk:
                sums.append(sums[-1] + $add)
            $begin
            for $each:
                $use
            return $result
        """,
        entry=entry,
        items=items,
        question=question,
        add=add.strip("()") if sort == "sum" else add,
        walk=f"place, value in enumerate({items})" if sort in ("alternating", "steps") else f"value in {items}",
        begin=loop[0],
        use=loop[1].replace("$value", value),
        result=loop[2],
        each=f"place, ({unpack}) in enumerate({question})" if wanted == "best" else f"{unpack} in {question}",
    )
    shape = {
        "both": "`[first, last]`: the stretch from index `first` to index `last`, both included (first <= last)",
        "open": "`[first, stop]`: the stretch from index `first` up to, but not including, index `stop` (first < stop)",
        "length": "`[first, length]`: the stretch of `length` numbers (at least 1) that begins at index `first`",
    }[ends]
    worth = {
        "sum": "the sum of its numbers",
        "marked": f"how many of its numbers are divisible by {divisor} (0 is)",
        "alternating": "its first number minus its second plus its third minus its fourth, and so on",
        "steps": "how often in it a number is larger than the one just before it, both of them within the stretch",
    }[sort]
    asked = {
        "list": f"Return the list of the values of all `{question}`, in their order.",
        "best": f"Return the index in `{question}` of the one with the largest value, the first of them if "
        f"there are several, and -1 if "
        f"there are no {question}.",
        "over": f"Return how many of the `{question}` have a value of at least {least}.",
    }[wanted]

    def brute(given: list[int], queries: list[list[int]]) -> Json:
        values = []
        for a, b in queries:
            part = given[a:][: {"both": b - a + 1, "open": b - a, "length": b}[ends]]
            values.append(
                {
                    "sum": sum(part),
                    "marked": len([x for x in part if x % divisor == 0]),
                    "alternating": sum(part[::2]) - sum(part[1::2]),
                    "steps": sum(part[i] < part[i + 1] for i in range(len(part) - 1)),
                }[sort]
            )
        return {
            "list": values,
            "best": values.index(max(values)) if values else -1,
            "over": sum(x >= least for x in values),
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        given = [rng.randint(0, 12) for _ in range(max(1, few(rng, size, n)))]
        queries = []
        for _ in range(rng.randint(0 if size == 0 else 1, 2 + size)):
            a = rng.randrange(len(given))
            b = rng.randint(a, len(given) - 1)
            queries.append([a, {"both": b, "open": b + 1, "length": b - a + 1}[ends]])
        return [given, queries]

    seed = rng.getrandbits(32)
    half = n // 2
    span = [half, n - 1] if ends == "both" else [half, n] if ends == "open" else [1, half]
    return Problem(
        name="range_answers",
        entry=entry,
        parameters=((items, "list[int]"), (question, "list[list[int]]")),
        returns="list[int]" if wanted == "list" else "int",
        statement=statement(
            sentences(
                f"""
                The list `{items}` holds {what}. Each of the `{question}` is a list {shape}, always within the
                list. Its value
                is {worth}. {asked}
                """
            ),
            bounds(f"1 <= len({items}) <= {n}", f"0 <= len({question}) <= {n}", f"0 <= {items}[i] <= 1000"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("ints", n, 0, 1000, seed), recipe("rows", n, [[0, half - 1], span], seed + 1)],)
        if level > 3 and wanted != "list"
        else (),
        facts={
            "sort": sort,
            "ends": ends,
            "wanted": wanted,
            "number": {"marked": divisor}.get(sort, 0),
            "least": least if wanted == "over" else 0,
        },
        cost=effort(source, (wanted != "list") + (sort in ("alternating", "steps"))),
    )


def fair_cut(rng: Random, level: int) -> Problem:
    """Cut a row into parts so that the worst part is as good as can be."""
    items, what, parts = rng.choice(
        [
            ("chapters", "the pages of the chapters of a book", "days"),
            ("loads", "the weights of parcels on a belt", "trucks"),
            ("scenes", "the minutes of the scenes of a film", "reels"),
            ("plots", "the rows of the plots of a field", "teams"),
        ]
    )
    goal = pick(rng, level, ((1, "max"), (3, "min"), (4, "cost")))
    fee = rng.randint(2, 9)
    entry = rng.choice(["fair_cut", f"share_{items}", f"split_{items}", f"divide_{items}"])
    n = by_level(level, 100, 10_000)
    body = {
        "max": f"""
            def enough(most):
                used = 1
                total = 0
                for value in {items}:
                    if total + value > most:
                        used += 1
                        total = 0
                    total += value
                return used <= {parts}

            low = max({items})
            high = sum({items})
            while low < high:
                middle = (low + high) // 2
                if enough(middle):
                    high = middle
                else:
                    low = middle + 1
            return low
        """,
        "min": f"""
            def enough(least):
                full = 0
                total = 0
                for value in {items}:
                    total += value
                    if total >= least:
                        full += 1
                        total = 0
                return full >= {parts}

            low = 0
            high = sum({items}) // {parts}
            while low < high:
                middle = (low + high + 1) // 2
                if enough(middle):
                    low = middle
                else:
                    high = middle - 1
            return low
        """,
        "cost": f"""
            def enough(most):
                used = 1
                total = 0
                for value in {items}:
                    if total and total + {fee} + value > most:
                        used += 1
                        total = 0
                    total += value + ({fee} if total else 0)
                return used <= {parts}

            low = max({items})
            high = sum({items}) + {fee} * len({items})
            while low < high:
                middle = (low + high) // 2
                if enough(middle):
                    high = middle
                else:
                    low = middle + 1
            return low
        """,
    }[goal]
    source = program(
        """
        def $entry($items, $parts):
            $body
        """,
        entry=entry,
        items=items,
        parts=parts,
        body=body,
    )
    task = {
        "max": f"They are to be cut, in their order, into at most `{parts}` parts of neighbours. Return the "
        f"smallest possible sum of the part "
        "whose sum is largest.",
        "min": f"They are to be cut, in their order, into exactly `{parts}` parts of one or more neighbours. "
        f"Return the largest possible sum of "
        "the part whose sum is smallest.",
        "cost": f"They are to be cut, in their order, into at most `{parts}` parts of neighbours. The size "
        f"of a part is the sum of its numbers, and "
        f"{fee} more for each pair of neighbours within the part. Return the smallest possible size of the "
        f"part whose size is largest.",
    }[goal]

    def brute(given: list[int], count: int) -> Json:
        results = []
        for pieces in range(1, min(count, len(given)) + 1):
            if goal == "min" and pieces != count:
                continue
            for cuts in combinations(range(1, len(given)), pieces - 1):
                borders = [0, *cuts, len(given)]
                sizes = [
                    sum(given[a:b]) + (fee * (b - a - 1) if goal == "cost" else 0) for a, b in pairwise(borders)
                ]
                results.append(min(sizes) if goal == "min" else max(sizes))
        return (max if goal == "min" else min)(results)

    def inputs(rng: Random, size: int) -> list[Json]:
        given = [rng.randint(1, rng.choice([3, 9, 30])) for _ in range(max(1, few(rng, size, n)))]
        most = len(given) if goal == "min" else len(given) + 1
        return [given, rng.randint(1, max(1, min(most, rng.choice([3, 5, most]))))]

    seed = rng.getrandbits(32)
    return Problem(
        name="fair_cut",
        entry=entry,
        parameters=((items, "list[int]"), (parts, "int")),
        returns="int",
        statement=statement(
            sentences(f"The list `{items}` holds {what}. {task}"),
            bounds(
                f"1 <= len({items}) <= {n}",
                f"1 <= {items}[i] <= 10**6",
                f"1 <= {parts} <= len({items})" if goal == "min" else f"1 <= {parts} <= 10**6",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("ints", n, 1, 1000, seed), 700 + seed % 100],) if level > 3 else (),
        facts={"goal": goal, "fee": fee if goal == "cost" else 0},
        cost=effort(source, (goal != "max") + (goal == "cost")),
    )


TEMPLATES = ((1, range_answers), (3, fair_cut))

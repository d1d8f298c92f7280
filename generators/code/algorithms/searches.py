"""Prefix sums and binary search on the answer: sums of ranges, fair cuts, fast enough, far enough apart."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

from ....verifiers.code.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences


def range_answers(rng: Random, level: int) -> Problem:
    """Answer many questions about stretches of a row."""
    items, what, question = rng.choice(
        [("rain", "the rain of each day", "spells"), ("sales", "the sales of each day", "periods"),
         ("tolls", "the toll of each gate along a road", "trips"), ("pages", "the pages read each evening", "spans")]
    )  # fmt: skip
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
        entry=entry, items=items, question=question, add=add.strip("()") if sort == "sum" else add,
        walk=f"place, value in enumerate({items})" if sort in ("alternating", "steps") else f"value in {items}",
        begin=loop[0], use=loop[1].replace("$value", value), result=loop[2],
        each=f"place, ({unpack}) in enumerate({question})" if wanted == "best" else f"{unpack} in {question}",
    )  # fmt: skip
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
        "best": f"Return the index in `{question}` of the one with the largest value, the first of them if there are several, and -1 if "
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
                The list `{items}` holds {what}. Each of the `{question}` is a list {shape}, always within the list. Its value
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
        facts={"sort": sort, "ends": ends, "wanted": wanted, "number": {"marked": divisor}.get(sort, 0), "least": least if wanted == "over" else 0},
        cost=effort(source, (wanted != "list") + (sort in ("alternating", "steps"))),
    )  # fmt: skip


def fair_cut(rng: Random, level: int) -> Problem:
    """Cut a row into parts so that the worst part is as good as can be."""
    items, what, parts = rng.choice(
        [("chapters", "the pages of the chapters of a book", "days"), ("loads", "the weights of parcels on a belt", "trucks"),
         ("scenes", "the minutes of the scenes of a film", "reels"), ("plots", "the rows of the plots of a field", "teams")]
    )  # fmt: skip
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
        entry=entry, items=items, parts=parts, body=body,
    )  # fmt: skip
    task = {
        "max": f"They are to be cut, in their order, into at most `{parts}` parts of neighbours. Return the smallest possible sum of the part "
        "whose sum is largest.",
        "min": f"They are to be cut, in their order, into exactly `{parts}` parts of one or more neighbours. Return the largest possible sum of "
        "the part whose sum is smallest.",
        "cost": f"They are to be cut, in their order, into at most `{parts}` parts of neighbours. The size of a part is the sum of its numbers, and "
        f"{fee} more for each pair of neighbours within the part. Return the smallest possible size of the part whose size is largest.",
    }[goal]

    def brute(given: list[int], count: int) -> Json:
        results = []
        for pieces in range(1, min(count, len(given)) + 1):
            if goal == "min" and pieces != count:
                continue
            for cuts in combinations(range(1, len(given)), pieces - 1):
                borders = [0, *cuts, len(given)]
                sizes = [
                    sum(given[a:b]) + (fee * (b - a - 1) if goal == "cost" else 0)
                    for a, b in pairwise(borders)
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


def machine_time(rng: Random, level: int) -> Problem:
    """When enough is done, how far apart things can stand, or the n-th number of a kind: search for the answer."""
    sort = pick(rng, level, ((1, "machines"), (2, "apart"), (3, "warm"), (4, "ranks")))
    entry = rng.choice(
        {
            "machines": ["done_after", "earliest_finish", "minutes_needed"],
            "warm": ["done_after", "earliest_finish", "minutes_needed"],
            "apart": ["widest_spacing", "keep_apart", "largest_distance"],
            "ranks": ["ranked_sum", "kth_sum", "sum_at_rank"],
        }[sort]
    )
    items, goal = {
        "machines": rng.choice([("printers", "pages"), ("ovens", "loaves"), ("looms", "carpets")]),
        "warm": rng.choice([("printers", "pages"), ("ovens", "loaves"), ("looms", "carpets")]),
        "apart": rng.choice([("posts", "lamps"), ("stalls", "goats"), ("moorings", "boats")]),
        "ranks": rng.choice([("prices", "rank"), ("weights", "place"), ("scores", "number")]),
    }[sort]
    rest = rng.randint(1, 9)
    n = by_level(level, 50, 8_000)
    check = {
        "machines": f"sum(time // minutes for minutes in {items}) >= {goal}",
        "warm": f"sum((time + {rest}) // (minutes + {rest}) for minutes in {items}) >= {goal}",
    }.get(sort, "")
    body = {
        "machines": f"""
            low = 0
            high = min({items}) * {goal}
            while low < high:
                time = (low + high) // 2
                if {check}:
                    high = time
                else:
                    low = time + 1
            return low
        """,
        "warm": f"""
            low = 0
            high = (min({items}) + {rest}) * {goal}
            while low < high:
                time = (low + high) // 2
                if {check}:
                    high = time
                else:
                    low = time + 1
            return low
        """,
        "apart": f"""
            places = sorted({items})

            def fits(distance):
                placed = 1
                last = places[0]
                for place in places:
                    if place - last >= distance:
                        placed += 1
                        last = place
                return placed >= {goal}

            low = 0
            high = places[-1] - places[0]
            while low < high:
                distance = (low + high + 1) // 2
                if fits(distance):
                    low = distance
                else:
                    high = distance - 1
            return low
        """,
        "ranks": f"""
            ordered = sorted({items})

            def pairs_up_to(most):
                count = 0
                right = len(ordered) - 1
                for left, value in enumerate(ordered):
                    while right >= 0 and value + ordered[right] > most:
                        right -= 1
                    if right <= left:
                        break
                    count += right - left
                return count

            low = 0
            high = 2 * ordered[-1]
            while low < high:
                middle = (low + high) // 2
                if pairs_up_to(middle) >= {goal}:
                    high = middle
                else:
                    low = middle + 1
            return low
        """,
    }[sort]
    source = program(
        """
        def $entry($items, $goal):
            $body
        """,
        entry=entry, items=items, goal=goal, body=body,
    )  # fmt: skip
    one = {"pages": "page", "loaves": "loaf", "carpets": "carpet"}.get(goal, goal)
    task = {
        "machines": f"The list `{items}` holds, for each of the {items}, after how many minutes it has made one more {one}. All of them start at minute "
        f"0 and never rest. Return the first minute at which at least `{goal}` {goal} are made in all; it is 0 if `{goal}` is 0.",
        "warm": f"The list `{items}` holds, for each of the {items}, how many minutes it works on one {one}. All of them start at minute 0, and "
        f"each rests for {rest} minutes between one {one} and the next. Return the first minute at which at least `{goal}` {goal} are "
        f"made in all; it is 0 if `{goal}` is 0.",
        "apart": f"The list `{items}` holds the positions of the {items} along a line, in no particular order. `{goal}` {goal} are to be put at "
        f"{items}, each at one of its own (two {items} may have the same position). Return the largest possible value of the smallest "
        f"distance between two {goal}.",
        "ranks": f"Take the sums of the numbers at any two different places i < j of the list `{items}`, and sort all these sums, equal ones as often as "
        f"they occur, in ascending order. Return the one at place `{goal}` of that order; the first one is at place 1.",
    }[sort].replace("after how many minutes it has made one more", "how many minutes it takes to make one")

    def brute(given: list[int], wish: int) -> Json:
        if sort == "apart":
            return max(
                min(b - a for a, b in combinations(chosen, 2)) for chosen in combinations(sorted(given), wish)
            )
        if sort == "ranks":
            return sorted(a + b for a, b in combinations(given, 2))[wish - 1]
        time, made, left = 0, 0, list(given)
        while made < wish:  # minute by minute; what is below 0 is rest
            time += 1
            for at, minutes in enumerate(given):
                left[at] -= 1
                if left[at] == 0:
                    made += 1
                    left[at] = minutes + (rest if sort == "warm" else 0)
        return time

    def inputs(rng: Random, size: int) -> list[Json]:
        high = rng.choice([4, 9, 30])
        given = [rng.randint(1, high) for _ in range(max(2, few(rng, size, n)))]
        pairs = len(given) * (len(given) - 1) // 2
        return [
            given,
            rng.randint(2, min(len(given), 6))
            if sort == "apart"
            else rng.randint(1, pairs)
            if sort == "ranks"
            else rng.randint(0, 5 + 3 * size),
        ]

    seed = rng.getrandbits(32)
    large: list[Json] = [recipe("ints", n, 50, 1000, seed), 10**9 + seed % 1000]
    if sort == "apart":
        large = [recipe("ints", n, 1, 10**6, seed), 2000 + seed % 1000]
    if sort == "ranks":
        large = [recipe("ints", n // 2, 1, 10**5, seed), 5_000_000 + seed % 1000]
    return Problem(
        name="machine_time",
        entry=entry,
        parameters=((items, "list[int]"), (goal, "int")),
        returns="int",
        statement=statement(
            sentences(task),
            bounds(
                f"{2 if sort in ('apart', 'ranks') else 1} <= len({items}) <= {n}",
                f"1 <= {items}[i] <= 10**6",
                {
                    "apart": f"2 <= {goal} <= len({items})",
                    "ranks": f"1 <= {goal} <= the number of pairs",
                }.get(sort, f"0 <= {goal} <= {by_level(level, 1000, 2 * 10**9)}"),
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"sort": sort, "rest": rest if sort == "warm" else 0},
        cost=effort(source, sort in ("warm", "apart") or 2 * (sort == "ranks")),
    )  # fmt: skip


TEMPLATES = ((1, range_answers), (3, fair_cut), (4, machine_time))

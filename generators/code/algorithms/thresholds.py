"""Binary search on the answer: when enough is done, how far apart things can stand, sums by their rank."""

from __future__ import annotations

from itertools import combinations
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences


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
        entry=entry,
        items=items,
        goal=goal,
        body=body,
    )
    one = {"pages": "page", "loaves": "loaf", "carpets": "carpet"}.get(goal, goal)
    task = {
        "machines": f"The list `{items}` holds, for each of the {items}, after how many minutes it has made "
        f"one more {one}. All of them start at minute "
        f"0 and never rest. Return the first minute at which at least `{goal}` {goal} are made in all; it is "
        f"0 if `{goal}` is 0.",
        "warm": f"The list `{items}` holds, for each of the {items}, how many minutes it works on one {one}. "
        f"All of them start at minute 0, and "
        f"each rests for {rest} minutes between one {one} and the next. Return the first minute at which at "
        f"least `{goal}` {goal} are "
        f"made in all; it is 0 if `{goal}` is 0.",
        "apart": f"The list `{items}` holds the positions of the {items} along a line, in no particular "
        f"order. `{goal}` {goal} are to be put at "
        f"{items}, each at one of its own (two {items} may have the same position). Return the largest "
        f"possible value of the smallest "
        f"distance between two {goal}.",
        "ranks": f"Take the sums of the numbers at any two different places i < j of the list `{items}`, and "
        f"sort all these sums, equal ones as often as "
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
    )


TEMPLATES = ((4, machine_time),)

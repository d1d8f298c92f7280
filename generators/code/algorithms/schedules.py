"""Intervals and what is between them: gaps in coverage, and the best ones that fit together."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .intervals import NO_MORE, STORIES, some_spans
from .stories import amount, bounds, by_level, maybe, pick, statement
from .writing import effort, program, sentences


def coverage_gaps(rng: Random, level: int) -> Problem:
    """What intervals leave uncovered of a range."""
    items, opening, item, unit = rng.choice(STORIES)
    wanted = pick(rng, level, ((1, "total"), (1, "longest"), (2, "count"), (2, "first"), (4, "list")))
    least = rng.randint(2, 9) if wanted in ("count", "first", "list") else 1
    low, high = rng.choice([("opening", "closing"), ("begin", "finish"), ("first", "last"), ("dawn", "dusk")])
    entry = rng.choice(
        {
            "total": ["time_uncovered", "idle_time", "unused_time"],
            "longest": ["longest_gap", "longest_pause", "widest_hole"],
            "count": ["count_gaps", "long_gaps", "number_of_pauses"],
            "first": ["first_gap", "earliest_pause", "next_free_slot"],
            "list": ["free_slots", "list_gaps", "gaps"],
        }[wanted]
    )
    n = by_level(level, 200, 20_000)
    begin, gap, result = {
        "total": ("total = 0", "total += start - reached", "total"),
        "longest": ("best = 0", "best = max(best, start - reached)", "best"),
        "count": ("count = 0", f"if start - reached >= {least}:\n    count += 1", "count"),
        "first": ("", f"if start - reached >= {least}:\n    return reached", "-1"),
        "list": ("gaps = []", f"if start - reached >= {least}:\n    gaps.append([reached, start])", "gaps"),
    }[wanted]
    source = program(
        """
        def $entry($items, $low, $high):
            $begin
            reached = $low
            for start, end in sorted($items) + [[$high, $high]]:
                start = min(start, $high)
                if start > reached:
                    $gap
                reached = max(reached, end)
            return $result
        """,
        entry=entry,
        items=items,
        low=low,
        high=high,
        begin=begin,
        gap=gap,
        result=result,
    )
    asked = {
        "total": f"Return for how many {unit} between `{low}` and `{high}` no {item} is going on.",
        "longest": "Return the length of the longest gap, and 0 if there is none.",
        "count": f"Return the number of gaps of at least {least} {unit}.",
        "first": f"Return the start of the earliest gap of at least {least} {unit}, and -1 if there is none.",
        "list": f"Return all gaps of at least {least} {unit} as a list of `[start, end]`, in the order of time.",
    }[wanted]

    def brute(given: list[list[int]], lowest: int, highest: int) -> Json:
        free = [not any(a <= t < b for a, b in given) for t in range(lowest, highest)]
        gaps, at = [], 0
        while at < len(free):
            stop = at
            while stop < len(free) and free[stop]:
                stop += 1
            if stop - at >= max(least, 1):
                gaps.append([lowest + at, lowest + stop])
            at = max(stop, at + 1)
        return {
            "total": sum(free),
            "longest": max([b - a for a, b in gaps], default=0),
            "count": len(gaps),
            "first": gaps[0][0] if gaps else -1,
            "list": gaps,
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        spans = some_spans(rng, size, 1)
        stretch = rng.randint(1, 5)
        spans = [[a * stretch, b * stretch] for a, b in spans]
        last = max((b for _, b in spans), default=9)
        lowest = rng.choice([0, rng.randint(0, last)])
        return [spans, lowest, lowest + rng.choice([0, rng.randint(1, 9), rng.randint(1, last + 12)])]

    seed = rng.getrandbits(32)
    dense = NO_MORE * 4 // n
    width = (dense, dense * 3, dense * 2)[
        ("total", "longest").index(wanted) if wanted in ("total", "longest") else 2
    ]
    large = [recipe("intervals", n, NO_MORE, 1, width, seed), 5000, 990_000]
    if wanted == "first":
        large = [recipe("intervals", n, 900_000, 20, 20 * dense, seed), 100, 960_000]
    if wanted == "list":
        large = [recipe("intervals", n, NO_MORE, 1, 4 * dense, seed), 5000, 990_000]
    return Problem(
        name="coverage_gaps",
        entry=entry,
        parameters=((items, "list[list[int]]"), (low, "int"), (high, "int")),
        returns="list[list[int]]" if wanted == "list" else "int",
        statement=statement(
            sentences(
                f"""
                {opening}; each {item} is a list `[start, end]` of two integers, in {unit}, in no particular order, and
                they may overlap. Look at the time from `{low}` to `{high}` only: {items} may lie outside of it, in
                part or as a whole. A gap is a stretch of that time, as long as possible and longer than 0, during
                which no {item} is going on; where one {item} ends and another starts at the same moment there is no
                gap. {asked}
                """
            ),
            bounds(
                f"0 <= len({items}) <= {n}",
                f"0 <= start < end <= {NO_MORE} for every {item}",
                f"0 <= {low} <= {high} <= {NO_MORE}",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"wanted": wanted, "least": least},
        cost=effort(source, 1 + (wanted in ("first", "list"))),
    )


def best_schedule(rng: Random, level: int) -> Problem:
    """Choose intervals that fit together, with a pause between them, for the largest value."""
    jobs, job, value = rng.choice(
        [
            ("jobs", "job", "pay"),
            ("concerts", "concert", "profit"),
            ("dives", "dive", "score"),
            ("trips", "trip", "fee"),
        ]
    )
    pause = pick(rng, level, ((1, 0), (3, rng.randint(1, 9)), (4, rng.randint(1, 9))))
    limit = maybe(rng, level, 5)
    count_too = not limit and maybe(rng, level, 4, 0.4)
    entry = rng.choice([f"best_{jobs}", f"most_{value}", "best_plan", f"choose_{jobs}"])
    n = 200 if level < 4 else (1000 if limit else 20_000)
    most = "most"
    if limit:
        source = program(
            """
            from bisect import bisect_right


            def $entry($jobs, most):
                ordered = sorted($jobs, key=lambda row: row[1])
                ends = [row[1] for row in ordered]
                places = [bisect_right(ends, row[0] - $pause) for row in ordered]
                best = [0] * (len(ordered) + 1)
                for _ in range(min(most, len(ordered))):
                    row = [0]
                    for at, (start, end, worth) in enumerate(ordered):
                        row.append(max(row[-1], best[places[at]] + worth))
                    if row == best:
                        break
                    best = row
                return best[-1]
            """,
            entry=entry,
            jobs=jobs,
            pause=pause,
        )
    else:
        source = program(
            """
            from bisect import bisect_right


            def $entry($jobs):
                ordered = sorted($jobs, key=lambda row: row[1])
                ends = [row[1] for row in ordered]
                best = [$zero]
                for at, (start, end, worth) in enumerate(ordered):
                    place = bisect_right(ends, start - $pause, 0, at)
                    $take
                    best.append(max(best[at], taken))
                return $result
            """,
            entry=entry,
            jobs=jobs,
            pause=pause,
            zero="(0, 0)" if count_too else "0",
            take="before, negative = best[place]\ntaken = (before + worth, negative - 1)"
            if count_too
            else "taken = best[place] + worth",
            result="[best[-1][0], -best[-1][1]]" if count_too else "best[-1]",
        )
    source = source.replace(" - 0)", ")").replace(" - 0,", ",")
    rule = (
        f"one of them starts at least {amount(pause, 'minute')} after the other ends"
        if pause
        else "one of them ends before the other starts or at the same moment"
    )
    asked = f"Return the largest total {value} of {jobs} that can all be done"
    if limit:
        asked += f", if at most `{most}` of them are chosen"
    asked += "; choosing none gives 0."
    if count_too:
        asked = (
            f"Return `[total, count]`: the largest total {value} of {jobs} that can all be done, and the smallest "
            f"number of {jobs} with which that total can be reached. Choosing none gives `[0, 0]`."
        )

    def brute(given: list[list[int]], most: int = 99) -> Json:
        best = (0, 0)
        for mask in range(1 << len(given)):
            chosen = sorted(given[i] for i in range(len(given)) if mask >> i & 1)
            if len(chosen) <= most and all(b[0] - a[1] >= pause for a, b in pairwise(chosen)):
                best = max(best, (sum(row[2] for row in chosen), -len(chosen)))
        return [best[0], -best[1]] if count_too else best[0]

    def inputs(rng: Random, size: int) -> list[Json]:
        rows: Json = [[a, b + rng.randint(0, pause), rng.randint(1, 12)] for a, b in some_spans(rng, size, 1)]
        if size <= 3:
            rows = rows[:9]
        if size and pause and rng.random() < 0.7:
            _, b, _ = rng.choice(rows)
            rows.append([b + pause - rng.randint(0, 1), b + pause + rng.randint(1, 4), rng.randint(1, 12)])
        return [rows, rng.randint(0, 4)] if limit else [rows]

    seed = rng.getrandbits(32)
    large: list[Json] = [recipe("jobs", n, NO_MORE, NO_MORE // 400, 1000, seed)]
    if limit:
        large.append(60)
    return Problem(
        name="best_schedule",
        entry=entry,
        parameters=((jobs, "list[list[int]]"), *(((most, "int"),) if limit else ())),
        returns="list[int]" if count_too else "int",
        statement=statement(
            sentences(
                f"""
                Each of the `{jobs}` on offer is a list `[start, end, {value}]` of three integers; times are in minutes.
                Two {jobs} can both be done only if {rule}. {asked}
                """
            ),
            bounds(
                f"0 <= len({jobs}) <= {n}",
                f"0 <= start < end <= {NO_MORE} for every {job}",
                f"1 <= {value} <= 1000",
                f"0 <= {most} <= 100" if limit else "",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"pause": pause, "limit": limit, "count": count_too},
        cost=effort(source, (pause > 0) + 2 * limit + count_too),
    )


TEMPLATES = ((2, coverage_gaps), (4, best_schedule))

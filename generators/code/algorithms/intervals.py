"""Intervals: joining them, the busiest moment, gaps in coverage, and the best ones that fit together."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from ....verifiers.code.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import amount, bounds, by_level, few, maybe, pick, statement
from .writing import effort, program, sentences

_STORIES = (
    ("shifts", "A hospital lists its night shifts", "shift", "hours"),
    ("crossings", "A ferry company lists its crossings", "crossing", "minutes"),
    ("bookings", "A rehearsal room has a list of bookings", "booking", "minutes"),
    ("visits", "A botanic garden logs the visits of its researchers", "visit", "minutes"),
    ("outages", "A power company logs outages", "outage", "seconds"),
    ("scans", "A telescope keeps a list of scans of the sky", "scan", "seconds"),
    ("leases", "A harbour records the leases of one pier", "lease", "days"),
)
_NO_MORE = 1_000_000


def _spans(rng: Random, size: int, shortest: int, most: int = 60) -> list[list[int]]:
    count = few(rng, size, most)
    high = (6, 8, 12, 16, 60, 400)[size]
    found = []
    for _ in range(count):
        start = rng.randint(0, high - shortest)
        found.append([start, min(high, start + max(shortest, rng.randint(0, max(2, high // 4))))])
    if found and rng.random() < 0.4:  # repeated and touching ones are where programs go wrong
        found.append(list(rng.choice(found)))
        end = rng.choice(found)[1]
        found.append([end, end + max(shortest, 1)])
    return found[:most]


def merged_intervals(rng: Random, level: int) -> Problem:
    """Join intervals that overlap (or touch, or are near) and tell one thing about the blocks."""
    items, opening, item, unit = rng.choice(_STORIES)
    reach = pick(rng, level, ((1, 0), (1, 0), (1, -1), (2, rng.randint(1, 9)), (3, rng.randint(1, 9))))
    wanted = pick(rng, level, ((1, "count"), (1, "total"), (2, "longest"), (2, "blocks"), (4, "biggest")))
    entry = rng.choice(
        {
            "count": ["count_blocks", f"blocks_of_{items}", "how_many_blocks"],
            "total": ["time_covered", f"length_of_{items}", "covered"],
            "longest": ["longest_block", f"longest_run_of_{items}", "widest_block"],
            "blocks": ["merge", f"merge_{items}", f"blocks_of_{items}"],
            "biggest": ["fullest_block", f"most_{items}_in_block", "largest_block"],
        }[wanted]
    )
    n = by_level(level, 200, 40_000)
    join = {0: "start <= end", -1: "start < end"}.get(reach, f"start - end <= {reach}")
    result = {
        "count": "len(blocks)",
        "total": "sum(last - first for first, last in blocks)",
        "longest": "max((last - first for first, last in blocks), default=0)",
        "blocks": "blocks",
        "biggest": "max((size for _, _, size in blocks), default=0)",
    }[wanted]
    source = program(
        """
        def $entry($items):
            blocks = []
            for start, stop in sorted($items):
                end = blocks[-1][1] if blocks else None
                if end is not None and $join:
                    blocks[-1][1] = max(end, stop)
                    $also
                else:
                    blocks.append([start, stop$third])
            return $result
        """,
        entry=entry,
        items=items,
        join=join,
        result=result,
        also="blocks[-1][2] += 1" if wanted == "biggest" else "",
        third=", 1" if wanted == "biggest" else "",
    )
    rule = {
        0: f"Two {items} belong together if they share time or touch (one ends at the moment the other starts)",
        -1: f"Two {items} belong together if they share more than a single moment; {items} that only touch do not",
    }.get(
        reach,
        f"Two {items} belong together if they share time or if the pause from the end of one to the start of "
        f"the other is at most {reach} {unit}",
    )
    asked = {
        "count": "Return the number of blocks.",
        "total": "A block reaches from its first start to its last end, pauses within it included. Return the sum "
        f"of the lengths of all blocks, in {unit}.",
        "longest": "A block reaches from its first start to its last end. Return the length of the longest block, "
        f"in {unit}, and 0 if there are no {items}.",
        "blocks": "A block reaches from its first start to its last end. Return the blocks as a list of "
        "`[start, end]`, in the order of time.",
        "biggest": f"Return the number of {items} in the block that has most of them, and 0 if there are no {items}.",
    }[wanted]

    def brute(given: list[list[int]]) -> Json:
        count = len(given)
        label = list(range(count))
        for _ in range(count + 1):
            for a in range(count):
                for b in range(count):
                    pause = max(given[a][0], given[b][0]) - min(given[a][1], given[b][1])
                    if pause <= reach:
                        label[a] = label[b] = min(label[a], label[b])
        groups = [[given[i] for i in range(count) if label[i] == group] for group in sorted(set(label))]
        blocks = sorted([min(a for a, _ in group), max(b for _, b in group)] for group in groups)
        return {
            "count": len(groups),
            "total": sum(b - a for a, b in blocks),
            "longest": max([b - a for a, b in blocks], default=0),
            "blocks": blocks,
            "biggest": max(map(len, groups), default=0),
        }[wanted]

    seed = rng.getrandbits(32)
    sparse = wanted in ("count", "longest", "total", "biggest")
    return Problem(
        name="merged_intervals",
        entry=entry,
        parameters=((items, "list[list[int]]"),),
        returns="list[list[int]]" if wanted == "blocks" else "int",
        statement=statement(
            sentences(
                f"""
                {opening}; each {item} is a list `[start, end]` of two integers, in {unit}, in no particular order.
                {rule}. This carries on: if A belongs with B and B with C, then all three are in one block.
                {asked}
                """
            ),
            bounds(f"0 <= len({items}) <= {n}", f"0 <= start < end <= {_NO_MORE} for every {item}"),
        ),
        source=source,
        inputs=lambda rng, size: [_spans(rng, size, 1)],
        brute=brute,
        large=([recipe("intervals", n, _NO_MORE, 1, 40 if sparse else 400, seed)],) if level > 3 else (),
        facts={"reach": reach, "wanted": wanted},
        cost=effort(source, (reach != 0) + (wanted in ("blocks", "biggest"))),
    )


def busiest_time(rng: Random, level: int) -> Problem:
    """How many intervals run at once: the most, when first, or for how long at least so many."""
    items, opening, item, unit = rng.choice(_STORIES)
    wanted = pick(rng, level, ((1, "most"), (2, "first"), (3, "long"), (4, "exactly"), (5, "weight")))
    closed = wanted not in ("long", "exactly") and maybe(rng, level, 2)
    least = rng.randint(2, 3 + level)
    entry = rng.choice(
        {
            "most": ["most_at_once", "busiest", f"peak_of_{items}"],
            "first": ["first_peak", "busiest_time", "earliest_rush"],
            "long": ["crowded_time", "busy_time", f"time_with_{least}"],
            "exactly": ["time_at_level", "time_with_exactly", "exact_time"],
            "weight": ["heaviest_load", "peak_load", "most_power"],
        }[wanted]
    )
    weighted = wanted == "weight"
    n = by_level(level, 200, 30_000)
    change = "load" if weighted else "1"
    # A closed interval still counts at its end: there, starts go before ends.
    order = "(event[0], -event[1])" if closed else "event"
    tail = {
        "most": ("best = 0", "best = max(best, running)", "best"),
        "weight": ("best = 0", "best = max(best, running)", "best"),
        "first": (
            "best = 0\nfound = -1",
            "if running > best:\n    best = running\n    found = moment",
            "found",
        ),
        "long": (
            "total = 0\nbefore = 0",
            f"if running - step >= {least}:\n    total += moment - before\nbefore = moment",
            "total",
        ),
        "exactly": (
            "total = 0\nbefore = 0",
            f"if running - step == {least}:\n    total += moment - before\nbefore = moment",
            "total",
        ),
    }[wanted]
    source = program(
        """
        def $entry($items):
            events = []
            for start, end$load in $items:
                events.append((start, $change))
                events.append((end, -$change))
            events.sort($order)
            running = 0
            $begin
            for moment, step in events:
                running += step
                $body
            return $result
        """,
        entry=entry,
        items=items,
        load=", load" if weighted else "",
        change=change,
        order=f"key=lambda event: {order}" if closed else "",
        begin=tail[0],
        body=tail[1],
        result=tail[2],
    )
    rule = (
        f"A {item} counts from its start up to and including its end, so of two {items} that touch, both count at "
        "the moment where they touch."
        if closed
        else f"A {item} counts from its start on, and no longer at the moment of its end, so {items} that only touch "
        "never count together."
    ).replace("A outage", "An outage")
    asked = {
        "most": f"Return the largest number of {items} that count at one moment, 0 if there are none.",
        "weight": f"The third number is how much power the {item} draws while it counts. Return the largest power "
        f"drawn at one moment by all {items} together, 0 if there are none.",
        "first": f"Return the earliest moment at which the number of counting {items} is as large as it ever gets, "
        f"and -1 if there are no {items}.",
        "long": f"Return for how many {unit} in total at least {least} {items} count at once.",
        "exactly": f"Return for how many {unit} in total exactly {least} {items} count at once.",
    }[wanted]

    def brute(given: list[list[int]]) -> Json:
        if not given:
            return -1 if wanted == "first" else 0
        moments = range(max(row[1] for row in given) + 1)
        loads = [
            sum(row[2] if weighted else 1 for row in given if row[0] <= t and (t < row[1] + closed))
            for t in moments
        ]
        if wanted == "first":
            return loads.index(max(loads))
        if wanted == "long":
            return sum(load >= least for load in loads)
        if wanted == "exactly":
            return loads.count(least)
        return max(loads)

    def inputs(rng: Random, size: int) -> list[Json]:
        spans = _spans(rng, size, 1)
        if wanted in ("long", "exactly") and size > 0:
            middle = rng.randint(3, 8)
            spans += [[rng.randint(0, middle - 1), rng.randint(middle, 16)] for _ in range(least)]
        return [[[*span, rng.randint(1, 9)] for span in spans] if weighted else spans]

    seed = rng.getrandbits(32)
    large = recipe("intervals", n, _NO_MORE, 100, 60_000, seed)
    if wanted in ("long", "exactly"):
        large = recipe("intervals", n, _NO_MORE, 10, 2 * least * _NO_MORE // n, seed)
    if weighted:
        large = recipe("jobs", n, _NO_MORE, 60_000, 1000, seed)
    shape = f"`[start, end, power]` of three integers, times in {unit}" if weighted else (
        f"`[start, end]` of two integers, in {unit}"
    )  # fmt: skip
    return Problem(
        name="busiest_time",
        entry=entry,
        parameters=((items, "list[list[int]]"),),
        returns="int",
        statement=statement(
            sentences(f"{opening}; each {item} is a list {shape}, in no particular order. {rule} {asked}"),
            bounds(
                f"0 <= len({items}) <= {n}",
                f"0 <= start < end <= {_NO_MORE} for every {item}",
                "1 <= power <= 1000" if weighted else "",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([large],) if level > 3 else (),
        facts={"wanted": wanted, "closed": closed, "least": least if wanted in ("long", "exactly") else 0},
        cost=effort(source, closed + weighted + (wanted in ("first", "exactly"))),
    )


def coverage_gaps(rng: Random, level: int) -> Problem:
    """What intervals leave uncovered of a range."""
    items, opening, item, unit = rng.choice(_STORIES)
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
    n = by_level(level, 200, 40_000)
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
        entry=entry, items=items, low=low, high=high, begin=begin, gap=gap, result=result,
    )  # fmt: skip
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
        spans = _spans(rng, size, 1)
        stretch = rng.randint(1, 5)
        spans = [[a * stretch, b * stretch] for a, b in spans]
        last = max((b for _, b in spans), default=9)
        lowest = rng.choice([0, rng.randint(0, last)])
        return [spans, lowest, lowest + rng.choice([0, rng.randint(1, 9), rng.randint(1, last + 12)])]

    seed = rng.getrandbits(32)
    dense = _NO_MORE * 4 // n
    width = (dense, dense * 3, dense * 2)[
        ("total", "longest").index(wanted) if wanted in ("total", "longest") else 2
    ]
    large = [recipe("intervals", n, _NO_MORE, 1, width, seed), 5000, 990_000]
    if wanted == "first":
        large = [recipe("intervals", n, 900_000, 20, 20 * dense, seed), 100, 960_000]
    if wanted == "list":
        large = [recipe("intervals", n, _NO_MORE, 1, 4 * dense, seed), 5000, 990_000]
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
                f"0 <= start < end <= {_NO_MORE} for every {item}",
                f"0 <= {low} <= {high} <= {_NO_MORE}",
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
            entry=entry, jobs=jobs, pause=pause,
        )  # fmt: skip
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
            entry=entry, jobs=jobs, pause=pause, zero="(0, 0)" if count_too else "0",
            take="before, negative = best[place]\ntaken = (before + worth, negative - 1)"
            if count_too
            else "taken = best[place] + worth",
            result="[best[-1][0], -best[-1][1]]" if count_too else "best[-1]",
        )  # fmt: skip
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
        rows: Json = [[a, b + rng.randint(0, pause), rng.randint(1, 12)] for a, b in _spans(rng, size, 1)]
        if size <= 3:
            rows = rows[:9]
        if size and pause and rng.random() < 0.7:
            _, b, _ = rng.choice(rows)
            rows.append([b + pause - rng.randint(0, 1), b + pause + rng.randint(1, 4), rng.randint(1, 12)])
        return [rows, rng.randint(0, 4)] if limit else [rows]

    seed = rng.getrandbits(32)
    large: list[Json] = [recipe("jobs", n, _NO_MORE, _NO_MORE // 400, 1000, seed)]
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
                f"0 <= start < end <= {_NO_MORE} for every {job}",
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


TEMPLATES = ((1, merged_intervals), (2, busiest_time), (2, coverage_gaps), (4, best_schedule))

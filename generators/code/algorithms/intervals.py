"""Intervals: joining them, and the busiest moment."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, maybe, pick, statement
from .writing import effort, program, sentences

STORIES = (
    ("shifts", "A hospital lists its night shifts", "shift", "hours"),
    ("crossings", "A ferry company lists its crossings", "crossing", "minutes"),
    ("bookings", "A rehearsal room has a list of bookings", "booking", "minutes"),
    ("visits", "A botanic garden logs the visits of its researchers", "visit", "minutes"),
    ("outages", "A power company logs outages", "outage", "seconds"),
    ("scans", "A telescope keeps a list of scans of the sky", "scan", "seconds"),
    ("leases", "A harbour records the leases of one pier", "lease", "days"),
)
NO_MORE = 1_000_000


def some_spans(rng: Random, size: int, shortest: int, most: int = 60) -> list[list[int]]:
    """Random intervals, some of them repeated or touching."""
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
    items, opening, item, unit = rng.choice(STORIES)
    reach = pick(rng, level, ((1, 0), (1, 0), (1, -1), (2, rng.randint(1, 9)), (3, rng.randint(1, 9))))
    wanted = pick(rng, level, ((1, "count"), (1, "total"), (2, "longest"), (2, "blocks"), (4, "biggest")))
    entry = rng.choice(
        {
            "count": [
                "count_blocks",
                f"blocks_of_{items}",
                "how_many_blocks",
                "block_count",
                "number_of_blocks",
                f"count_{items}",
                f"blocks_in_{items}",
                "joined_blocks",
            ],
            "total": [
                "time_covered",
                f"length_of_{items}",
                "covered",
                "covered_length",
                f"covered_by_{items}",
                "total_cover",
                f"{items}_length",
                "busy_length",
            ],
            "longest": ["longest_block", f"longest_run_of_{items}", "widest_block"],
            "blocks": ["merge", f"merge_{items}", f"blocks_of_{items}"],
            "biggest": ["fullest_block", f"most_{items}_in_block", "largest_block"],
        }[wanted]
    )
    n = by_level(level, 200, 20_000)
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
            bounds(f"0 <= len({items}) <= {n}", f"0 <= start < end <= {NO_MORE} for every {item}"),
        ),
        source=source,
        inputs=lambda rng, size: [some_spans(rng, size, 1)],
        brute=brute,
        large=([recipe("intervals", n, NO_MORE, 1, 40 if sparse else 400, seed)],) if level > 3 else (),
        facts={"reach": reach, "wanted": wanted},
        cost=effort(source, (reach != 0) + (wanted in ("blocks", "biggest"))),
    )


def busiest_time(rng: Random, level: int) -> Problem:
    """How many intervals run at once: the most, when first, or for how long at least so many."""
    items, opening, item, unit = rng.choice(STORIES)
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
    n = by_level(level, 200, 15_000)
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
        spans = some_spans(rng, size, 1)
        if wanted in ("long", "exactly") and size > 0:
            middle = rng.randint(3, 8)
            spans += [[rng.randint(0, middle - 1), rng.randint(middle, 16)] for _ in range(least)]
        return [[[*span, rng.randint(1, 9)] for span in spans] if weighted else spans]

    seed = rng.getrandbits(32)
    large = recipe("intervals", n, NO_MORE, 100, 60_000, seed)
    if wanted in ("long", "exactly"):
        large = recipe("intervals", n, NO_MORE, 10, 2 * least * NO_MORE // n, seed)
    if weighted:
        large = recipe("jobs", n, NO_MORE, 60_000, 1000, seed)
    shape = (
        f"`[start, end, power]` of three integers, times in {unit}"
        if weighted
        else (f"`[start, end]` of two integers, in {unit}")
    )
    return Problem(
        name="busiest_time",
        entry=entry,
        parameters=((items, "list[list[int]]"),),
        returns="int",
        statement=statement(
            sentences(f"{opening}; each {item} is a list {shape}, in no particular order. {rule} {asked}"),
            bounds(
                f"0 <= len({items}) <= {n}",
                f"0 <= start < end <= {NO_MORE} for every {item}",
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


TEMPLATES = ((1, merged_intervals), (2, busiest_time))

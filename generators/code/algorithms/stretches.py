"""Stretches of a row: the shortest one that has enough, the extremes of all windows of one width."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, maybe, pick, statement
from .windows import NUMBERS
from .writing import effort, program, sentences


def shortest_window(rng: Random, level: int) -> Problem:
    """The shortest run of neighbours that has enough: of a sum, of kinds, or of each letter of a text."""
    letters = pick(rng, level, ((1, False), (2, True)))
    circle = maybe(rng, level, 4)
    wanted = pick(rng, level, ((1, "length"), (3, "start"), (4, "count")))
    n = by_level(level, 300, 30_000)
    items, needed = rng.choice(
        [("beads", "pattern"), ("signals", "code"), ("tiles", "word")]
        if letters
        else [("coins", "cost"), ("harvests", "demand"), ("pumps", "volume")]
    )
    entry = rng.choice(
        {
            "length": ["shortest_window", "shortest_stretch", "fewest_neighbours"],
            "start": ["first_shortest", "where_shortest", "start_of_shortest"],
            "count": ["count_shortest", "number_of_shortest", "shortest_ways"],
        }[wanted]
    )
    setup, add, good, drop = (
        (
            f"missing = {{}}\nfor letter in {needed}:\n    missing[letter] = missing.get(letter, 0) + "
            f"1\nopen_kinds = len(missing)",
            "if value in missing:\n    missing[value] -= 1\n    if missing[value] == 0:\n        open_kinds -= 1",
            "open_kinds == 0",
            "old = $row[left]\nif old in missing:\n    if missing[old] == 0:\n        open_kinds += 1\n    "
            "missing[old] += 1",
        )
        if letters
        else ("total = 0", "total += value", f"total >= {needed}", "total -= $row[left]")
    )
    row = "around" if circle else items
    drop = drop.replace("$row", row)
    begin, update, result = {
        "length": ("", "best = min(best, right - left + 1)", f"best if best <= len({items}) else -1"),
        "start": (
            "found = -1",
            "if right - left + 1 < best:\n    best = right - left + 1\n    found = left",
            "found",
        ),
        "count": (
            "count = 0",
            "if right - left + 1 < best:\n    best = right - left + 1\n    count = 0\n"
            + (
                f"if right - left + 1 == best and left < len({items}):\n"
                if circle
                else "if right - left + 1 == best:\n"
            )
            + "    count += 1",
            "count",
        ),
    }[wanted]
    source = program(
        """
        def $entry($items, $needed):
            $setup
            $double
            best = len($items)$more
            $begin
            left = 0
            for right, value in enumerate($row):
                $add
                while $good:
                    $update
                    $drop
                    left += 1
            return $result
        """,
        entry=entry,
        items=items,
        needed=needed,
        setup=setup,
        row=row,
        begin=begin,
        add=add,
        good=good,
        drop=drop,
        update=update,
        result=result,
        double=f"around = {items} + {items}" if circle else "",
        more="" if wanted == "count" else " + 1",
    )
    turn = (
        f" The {items} form a circle: after the last comes the first again, and a stretch may run across that place, "
        f"but it holds each of the {items} at most once."
        if circle
        else ""
    )
    if letters:
        opening = (
            f"The text `{items}` shows a row of {items} by their letters. A stretch is one or more neighbours.{turn} "
            f"It is enough if the letters of the text `{needed}` can all be taken from it; a letter that occurs "
            f"several times in `{needed}` must be there at least as often, and the order does not matter."
        )
    else:
        opening = (
            f"The list `{items}` holds positive numbers in a row. A stretch is one or more neighbours.{turn} It is "
            f"enough if its sum is at least `{needed}`."
        )
    asked = {
        "length": "Return the length of the shortest stretch that is enough, and -1 if there is none.",
        "start": "Return the index at which the shortest stretch that is enough begins, the smallest such index if "
        "there are several, and -1 if there is none.",
        "count": "Return how many stretches that are enough have the smallest length of all that are enough, and 0 if "
        + ("there is none; they differ by the index at which they begin." if circle else "there is none."),
    }[wanted]

    def brute(given: Json, need: Json) -> Json:
        size, found = len(given), []
        for start in range(size):
            for length in range(1, size + 1):
                if start + length > size and not circle:
                    continue
                part = [given[(start + i) % size] for i in range(length)]
                if all(part.count(x) >= need.count(x) for x in need) if letters else sum(part) >= need:
                    found.append((length, start))
        if not found:
            return 0 if wanted == "count" else -1
        least = min(found)
        return {"length": least[0], "start": least[1], "count": sum(f[0] == least[0] for f in found)}[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        count = max(1, few(rng, size, n))
        if letters:
            alphabet = "abc" if size < 4 else "abcdef"
            text = "".join(rng.choice(alphabet) for _ in range(count))
            wish = [rng.choice(text) for _ in range(rng.randint(1, 3))] + [rng.choice(alphabet)] * (
                rng.random() < 0.4
            )
            return [text, "".join(wish)]
        given = [rng.randint(1, rng.choice([3, 9, 30])) for _ in range(count)]
        if rng.random() < 0.2:
            return [given, sum(given) + rng.choice([0, 0, 1])]
        return [given, rng.randint(1, max(2, sum(given) * rng.choice([1, 2, 3]) // 3) + 2)]

    seed = rng.getrandbits(32)
    if letters:
        large: list[Json] = [recipe("text", n, "abcdefghijklmnop", seed), "aaabbbccddeffgghhpppp" * 200]
    else:
        large = [recipe("ints", n, 1, 1000, seed), 4_000_000]
    return Problem(
        name="shortest_window",
        entry=entry,
        parameters=((items, "str"), (needed, "str")) if letters else ((items, "list[int]"), (needed, "int")),
        returns="int",
        statement=statement(
            sentences(f"{opening} {asked}"),
            bounds(
                f"1 <= len({items}) <= {n}",
                f"1 <= len({needed}) <= {n}; both hold lower-case letters only"
                if letters
                else f"1 <= {items}[i] <= 1000",
                "" if letters else f"1 <= {needed} <= 10**9",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"letters": letters, "circle": circle, "wanted": wanted},
        cost=effort(source, circle + (wanted != "length")),
    )


def window_extremes(rng: Random, level: int) -> Problem:
    """The extremes of all windows of one width, summed or searched."""
    items, what = rng.choice(NUMBERS)
    wanted = pick(rng, level, ((1, "largest"), (1, "smallest"), (3, "range"), (4, "calmest")))
    step = pick(rng, level, ((1, 1), (4, rng.randint(2, 4))))
    width = rng.choice(["width", "span", "size"])
    entry = rng.choice(
        ["sum_of_peaks", "window_sum", "window_total", "over_windows"]
        if wanted != "calmest"
        else ["calmest_window", "flattest_window", "quietest_window"]
    )
    n = by_level(level, 300, 40_000)
    value = {
        "largest": f"{items}[falling[0]]",
        "smallest": f"{items}[rising[0]]",
    }.get(wanted, f"{items}[falling[0]] - {items}[rising[0]]")
    high = (
        f"while falling and {items}[falling[-1]] <= value:\n    falling.pop()\nfalling.append(place)\nif "
        f"falling[0] <= place - {width}:\n    falling.popleft()"
    )
    low = (
        f"while rising and {items}[rising[-1]] >= value:\n    rising.pop()\nrising.append(place)\nif "
        f"rising[0] <= place - {width}:\n    rising.popleft()"
    )
    when = (
        f"place >= {width} - 1"
        if step == 1
        else f"place >= {width} - 1 and (place - {width} + 1) % {step} == 0"
    )
    source = program(
        """
        from collections import deque


        def $entry($items, $width):
            $queues
            $begin
            for place, value in enumerate($items):
                $low
                $high
                if $when:
                    $use
            return $result
        """,
        entry=entry,
        items=items,
        width=width,
        when=when,
        queues="\n".join(
            f"{q} = deque()"
            for q, users in (
                ("rising", ("smallest", "range", "calmest")),
                ("falling", ("largest", "range", "calmest")),
            )
            if wanted in users
        ),
        low="" if wanted == "largest" else low,
        high="" if wanted == "smallest" else high,
        begin="best = None\nfound = -1" if wanted == "calmest" else "total = 0",
        use=f"spread = {value}\nif best is None or spread < best:\n    best = spread\n    found = place - {width} + 1"
        if wanted == "calmest"
        else f"total += {value}",
        result="found" if wanted == "calmest" else "total",
    )
    asked = {
        "largest": "Return the sum of the largest values of all windows, and 0 if there is no window.",
        "smallest": "Return the sum of the smallest values of all windows, and 0 if there is no window.",
        "range": "The spread of a window is its largest value minus its smallest. Return the sum of the spreads of all "
        "windows, and 0 if there is no window.",
        "calmest": "The spread of a window is its largest value minus its smallest. Return the index at which the "
        "window with the smallest spread begins, the smallest such index if there are several, and -1 if there is no "
        "window.",
    }[wanted]
    where = (
        f"A window begins at every index from which `{width}` values are left"
        if step == 1
        else f"Windows begin at the indices 0, {step}, {2 * step}, ..., as long as `{width}` values are left from there"
    )

    def brute(given: list[int], wide: int) -> Json:
        parts = [(i, given[i : i + wide]) for i in range(0, len(given) - wide + 1, step)]
        if wanted == "calmest":
            return min(((max(part) - min(part), i) for i, part in parts), default=(0, -1))[1]
        return sum(
            (max(part) if wanted != "smallest" else 0)
            - (min(part) if wanted == "range" else 0)
            + (min(part) if wanted == "smallest" else 0)
            for _, part in parts
        )

    def inputs(rng: Random, size: int) -> list[Json]:
        low, high = rng.choice([(0, 4), (-9, 9), (0, 50)])
        given = [rng.randint(low, high) for _ in range(few(rng, size, n))]
        if rng.random() < 0.3:
            given.sort(reverse=rng.random() < 0.5)
        return [given, rng.randint(1, rng.choice([3, max(2, len(given)), len(given) + 1]))]

    seed = rng.getrandbits(32)
    return Problem(
        name="window_extremes",
        entry=entry,
        parameters=((items, "list[int]"), (width, "int")),
        returns="int",
        statement=statement(
            sentences(
                f"""
                The list `{items}` holds {what}. A window is `{width}` neighbouring values of the list. {where}. {asked}
                """
            ),
            bounds(f"0 <= len({items}) <= {n}", f"-10**6 <= {items}[i] <= 10**6", f"1 <= {width} <= {n}"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("nearly_sorted", n, -20, 200_000, seed), n // 3 + step],) if level > 3 else (),
        facts={"wanted": wanted, "step": step},
        cost=effort(source, (step > 1) + (wanted == "calmest")),
    )


TEMPLATES = ((3, shortest_window), (4, window_extremes))

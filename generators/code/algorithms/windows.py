"""Windows and two pointers: pairs with a property, the longest and the shortest window, extremes of windows."""

from __future__ import annotations

from random import Random

from ....verifiers.code.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, maybe, pick, statement
from .writing import effort, program, sentences

_NUMBERS = (
    ("temperatures", "the temperatures of a winter, day by day"),
    ("balances", "the balances of an account, day by day"),
    ("altitudes", "the altitudes along a road, place by place"),
    ("scores", "the scores of a card player, round by round"),
    ("changes", "the changes of a share, day by day"),
    ("levels", "the levels of a tide, hour by hour"),
    ("offsets", "the offsets of a clock, minute by minute"),
)


def count_pairs(rng: Random, level: int) -> Problem:
    """Count pairs of places, or of values, by their sum or their difference."""
    items, what = rng.choice(_NUMBERS)
    by = pick(rng, level, ((1, "sum"), (1, "difference"), (2, "most"), (3, "at least")))
    values = by in ("sum", "difference") and maybe(rng, level, 2)
    apart = rng.choice([0, rng.randint(2, 5)])
    if level < 3 or values or by not in ("sum", "difference"):
        apart = 0
    target = rng.choice(["target", "goal", "wanted", "limit"])
    entry = rng.choice(["count_pairs", "pairs", f"pairs_of_{items}", "matching_pairs", "how_many_pairs"])
    n = by_level(level, 300, 40_000)
    partner = f"{target} - value"
    if by in ("most", "at least"):
        body = """
            ordered = sorted($items)
            low = 0
            high = len(ordered) - 1
            count = 0
            while low < high:
                if ordered[low] + ordered[high] $sign $target:
                    $one
                else:
                    $other
            return count
        """
    elif values:
        body = """
            present = set($items)
            repeated = {value for value in present if $items.count(value) > 1}
            count = 0
            for value in present:
                partner = $partner
                if partner > value and partner in present:
                    count += 1
                elif partner == value and value in repeated:
                    count += 1
            return count
        """.replace(
            "repeated = {value for value in present if $items.count(value) > 1}",
            "amounts = {}\n            for value in $items:\n                amounts[value] = amounts.get(value, 0) + 1",
        ).replace("present = set($items)\n            ", "").replace("in present", "in amounts").replace(
            "value in repeated", "amounts[value] > 1"
        )  # fmt: skip
    else:
        body = """
            seen = {}
            count = 0
            for place, value in enumerate($items):
                $enter
                count += $gain
                $keep
            return count
        """
    both = by == "difference"
    gain = f"seen.get({partner}, 0)"
    if both:
        gain = f"seen.get(value - {target}, 0) + seen.get(value + {target}, 0)"
    source = program(
        "def $entry($items, $target):\n" + body.replace("\n        ", "\n").lstrip("\n"),
        entry=entry,
        items=items,
        target=target,
        partner=f"value + {target}" if both else partner,
        sign="<=" if by == "most" else ">=",
        one="count += high - low\nlow += 1" if by == "most" else "count += high - low\nhigh -= 1",
        other="high -= 1" if by == "most" else "low += 1",
        gain=gain,
        enter=f"if place >= {apart}:\n    old = {items}[place - {apart}]\n    seen[old] = seen.get(old, 0) + 1"
        if apart
        else "",
        keep="" if apart else "seen[value] = seen.get(value, 0) + 1",
    )
    if not apart:
        source = source.replace(f"for place, value in enumerate({items}):", f"for value in {items}:")
    relation = {
        "sum": f"whose sum is exactly `{target}`",
        "difference": f"that differ by exactly `{target}`",
        "most": f"whose sum is at most `{target}`",
        "at least": f"whose sum is at least `{target}`",
    }[by]
    if values:
        asked = (
            f"Return the number of different pairs of values {relation}: the two values of a pair stand at two "
            "different places of the list, their order does not matter, and a pair of values counts once, however "
            "often it occurs."
        )
    else:
        asked = (
            f"Return the number of pairs of places i < j with values {relation}. Equal values at different places "
            "are different pairs."
        )
    if apart:
        asked += f" Only pairs whose places are at least {apart} apart (j - i >= {apart}) count."

    def brute(given: list[int], goal: int) -> Json:
        found = []
        for i, a in enumerate(given):
            for j in range(i + max(apart, 1), len(given)):
                b = given[j]
                right = {
                    "sum": a + b == goal,
                    "difference": abs(a - b) == goal,
                    "most": a + b <= goal,
                    "at least": a + b >= goal,
                }[by]
                if right:
                    found.append((min(a, b), max(a, b)))
        return len(set(found)) if values else len(found)

    least = 1 if both and not values else 0

    def inputs(rng: Random, size: int) -> list[Json]:
        width = rng.choice([2, 4, 10, 30]) if size < 5 else 40
        low = 0 if both else rng.choice([0, -width])
        given = [rng.randint(low, width) for _ in range(few(rng, size, n))]
        goal = rng.randint(max(low, least), max(width, 1))
        if len(given) > 1 and rng.random() < 0.6:
            a, b = rng.sample(given, 2)
            goal = max(abs(a - b), least) if both else a + b
        return [given, goal]

    seed = rng.getrandbits(32)
    high = 3 * n
    return Problem(
        name="count_pairs",
        entry=entry,
        parameters=((items, "list[int]"), (target, "int")),
        returns="int",
        statement=statement(
            sentences(f"The list `{items}` holds {what}. {asked}"),
            bounds(
                f"0 <= len({items}) <= {n}",
                f"{'0' if both else '-10**6'} <= {items}[i] <= 10**6",
                f"{least if both else '-10**6'} <= {target} <= 10**6",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("ints", n, 0, high, seed), n // 2 if both else high],) if level > 3 else (),
        facts={"by": by, "values": values, "apart": apart},
        cost=effort(source, values + (apart > 0)),
    )


def longest_window(rng: Random, level: int) -> Problem:
    """The longest run of neighbours that keeps a rule, or how many runs keep it."""
    items, what = rng.choice(_NUMBERS)
    rule = pick(rng, level, ((1, "sum"), (1, "kinds"), (2, "marked"), (4, "spread"), (4, "copies")))
    wanted = pick(rng, level, ((1, "length"), (1, "length"), (3, "count"), (3, "start")))
    limit = rng.choice(["limit", "most", "cap", "bound"])
    divisor = rng.randint(2, 5)
    entry = rng.choice(
        {
            "length": ["longest_window", "longest_stretch", "longest_run", "best_length"],
            "count": ["count_windows", "count_stretches", "allowed_runs"],
            "start": ["first_longest", "start_of_longest", "where_longest"],
        }[wanted]
    )
    n = by_level(level, 300, 40_000)
    setup, add, bad, drop = {
        "sum": ("total = 0", "total += value", f"total > {limit}", f"total -= {items}[left]"),
        "kinds": (
            "inside = {}",
            "inside[value] = inside.get(value, 0) + 1",
            f"len(inside) > {limit}",
            f"old = {items}[left]\ninside[old] -= 1\nif inside[old] == 0:\n    del inside[old]",
        ),
        "marked": (
            "marked = 0",
            f"if value % {divisor} == 0:\n    marked += 1",
            f"marked > {limit}",
            f"if {items}[left] % {divisor} == 0:\n    marked -= 1",
        ),
        "copies": (
            "inside = {}",
            "inside[value] = inside.get(value, 0) + 1",
            f"inside[value] > {limit}",
            f"inside[{items}[left]] -= 1",
        ),
        "spread": (
            "rising = deque()\nfalling = deque()",
            f"while rising and {items}[rising[-1]] >= value:\n    rising.pop()\nrising.append(right)\n"
            f"while falling and {items}[falling[-1]] <= value:\n    falling.pop()\nfalling.append(right)",
            f"{items}[falling[0]] - {items}[rising[0]] > {limit}",
            "if rising[0] == left:\n    rising.popleft()\nif falling[0] == left:\n    falling.popleft()",
        ),
    }[rule]
    begin, update, result = {
        "length": ("best = 0", "best = max(best, right - left + 1)", "best"),
        "count": ("count = 0", "count += right - left + 1", "count"),
        "start": (
            "best = 0\nfound = -1",
            "if right - left + 1 > best:\n    best = right - left + 1\n    found = left",
            "found",
        ),
    }[wanted]
    source = program(
        """
        $header
        def $entry($items, $limit):
            $setup
            left = 0
            $begin
            for right, value in enumerate($items):
                $add
                while $bad:
                    $drop
                    left += 1
                $update
            return $result
        """,
        header="from collections import deque\n\n\n" if rule == "spread" else "",
        entry=entry, items=items, limit=limit, setup=setup, begin=begin, add=add, bad=bad, drop=drop,
        update=update, result=result,
    )  # fmt: skip
    if rule == "spread":
        source = source.replace("deque\ndef", "deque\n\n\ndef")
    allowed = {
        "sum": f"its sum is at most `{limit}`",
        "kinds": f"it holds at most `{limit}` different values",
        "marked": f"at most `{limit}` of its values are divisible by {divisor} (0 is)",
        "copies": f"no value occurs in it more than `{limit}` times",
        "spread": f"its largest and its smallest value differ by at most `{limit}`",
    }[rule]
    asked = {
        "length": "Return the length of the longest allowed stretch, and 0 if there is none.",
        "count": "Return the number of allowed stretches. Stretches at different places are different, also if they "
        "hold the same values.",
        "start": "Return the index at which the longest allowed stretch begins, the smallest such index if there are "
        "several, and -1 if no stretch is allowed.",
    }[wanted]

    def brute(given: list[int], most: int) -> Json:
        found = []
        for i in range(len(given)):
            for j in range(i + 1, len(given) + 1):
                part = given[i:j]
                value = {
                    "sum": sum(part),
                    "kinds": len(set(part)),
                    "marked": len([x for x in part if x % divisor == 0]),
                    "copies": max(part.count(x) for x in part),
                    "spread": max(part) - min(part),
                }[rule]
                if value <= most:
                    found.append((i - j, i))
        return {
            "length": -min(found)[0] if found else 0,
            "count": len(found),
            "start": min(found)[1] if found else -1,
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        width = {"sum": 9, "kinds": 4, "marked": 12, "copies": 4, "spread": 12}[rule]
        given = [rng.randint(0, width + size) for _ in range(few(rng, size, n))]
        high = {"sum": 8 + 6 * size, "kinds": 3, "marked": 2, "copies": 2, "spread": 9}[rule]
        return [given, rng.randint(0, high)]

    seed = rng.getrandbits(32)
    values, most = {
        "sum": (1000, 5_000_000),
        "kinds": (9000, 6000),
        "marked": (1000, 4000),
        "copies": (300, 40),
        "spread": (100_000, 99_600),
    }[rule]
    return Problem(
        name="longest_window",
        entry=entry,
        parameters=((items, "list[int]"), (limit, "int")),
        returns="int",
        statement=statement(
            sentences(
                f"""
                The list `{items}` holds {what}. A stretch is one or more neighbouring values of the list; it is allowed
                if {allowed}. {asked}
                """
            ),
            bounds(
                f"0 <= len({items}) <= {n}",
                f"0 <= {items}[i] <= 100000",
                f"0 <= {limit} <= 10**9",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("ints", n, 0, values, seed), most],) if level > 3 else (),
        facts={"rule": rule, "wanted": wanted, "divisor": divisor if rule == "marked" else 0},
        cost=effort(source, (wanted != "length") + (rule in ("marked", "copies"))),
    )


def shortest_window(rng: Random, level: int) -> Problem:
    """The shortest run of neighbours that has enough: of a sum, of kinds, or of each letter of a text."""
    letters = pick(rng, level, ((1, False), (2, True)))
    circle = maybe(rng, level, 4)
    wanted = pick(rng, level, ((1, "length"), (3, "start"), (4, "count")))
    n = by_level(level, 300, 30_000)
    items, needed = rng.choice([("beads", "pattern"), ("signals", "code"), ("tiles", "word")] if letters else
        [("coins", "cost"), ("harvests", "demand"), ("pumps", "volume")])  # fmt: skip
    entry = rng.choice(
        {
            "length": ["shortest_window", "shortest_stretch", "fewest_neighbours"],
            "start": ["first_shortest", "where_shortest", "start_of_shortest"],
            "count": ["count_shortest", "number_of_shortest", "shortest_ways"],
        }[wanted]
    )
    setup, add, good, drop = (
        (
            f"missing = {{}}\nfor letter in {needed}:\n    missing[letter] = missing.get(letter, 0) + 1\nopen_kinds = len(missing)",
            "if value in missing:\n    missing[value] -= 1\n    if missing[value] == 0:\n        open_kinds -= 1",
            "open_kinds == 0",
            "old = $row[left]\nif old in missing:\n    if missing[old] == 0:\n        open_kinds += 1\n    missing[old] += 1",
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
        entry=entry, items=items, needed=needed, setup=setup, row=row, begin=begin, add=add, good=good, drop=drop,
        update=update, result=result, double=f"around = {items} + {items}" if circle else "", more="" if wanted == "count" else " + 1",
    )  # fmt: skip
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
    items, what = rng.choice(_NUMBERS)
    wanted = pick(rng, level, ((1, "largest"), (1, "smallest"), (3, "range"), (4, "calmest")))
    step = pick(rng, level, ((1, 1), (4, rng.randint(2, 4))))
    width = rng.choice(["width", "span", "size"])
    entry = rng.choice(["sum_of_peaks", "window_sum", "window_total", "over_windows"] if wanted != "calmest" else
        ["calmest_window", "flattest_window", "quietest_window"])  # fmt: skip
    n = by_level(level, 300, 40_000)
    value = {
        "largest": f"{items}[falling[0]]",
        "smallest": f"{items}[rising[0]]",
    }.get(wanted, f"{items}[falling[0]] - {items}[rising[0]]")
    high = f"while falling and {items}[falling[-1]] <= value:\n    falling.pop()\nfalling.append(place)\nif falling[0] <= place - {width}:\n    falling.popleft()"
    low = f"while rising and {items}[rising[-1]] >= value:\n    rising.pop()\nrising.append(place)\nif rising[0] <= place - {width}:\n    rising.popleft()"
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
        entry=entry, items=items, width=width, when=when,
        queues="\n".join(f"{q} = deque()" for q, users in (("rising", ("smallest", "range", "calmest")),
            ("falling", ("largest", "range", "calmest"))) if wanted in users),
        low="" if wanted == "largest" else low,
        high="" if wanted == "smallest" else high,
        begin="best = None\nfound = -1" if wanted == "calmest" else "total = 0",
        use=f"spread = {value}\nif best is None or spread < best:\n    best = spread\n    found = place - {width} + 1"
        if wanted == "calmest"
        else f"total += {value}",
        result="found" if wanted == "calmest" else "total",
    )  # fmt: skip
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


TEMPLATES = ((1, count_pairs), (2, longest_window), (3, shortest_window), (4, window_extremes))

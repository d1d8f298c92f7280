"""Windows and two pointers: pairs with a property, the longest window that keeps a rule."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, maybe, pick, statement
from .writing import effort, program, sentences

NUMBERS = (
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
    items, what = rng.choice(NUMBERS)
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
        body = (
            """
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
                "amounts = {}\n            for value in $items:\n                amounts[value] = "
                "amounts.get(value, 0) + 1",
            )
            .replace("present = set($items)\n            ", "")
            .replace("in present", "in amounts")
            .replace("value in repeated", "amounts[value] > 1")
        )
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
    items, what = rng.choice(NUMBERS)
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
        entry=entry,
        items=items,
        limit=limit,
        setup=setup,
        begin=begin,
        add=add,
        bad=bad,
        drop=drop,
        update=update,
        result=result,
    )
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


TEMPLATES = ((1, count_pairs), (2, longest_window))

"""Fair shares and clean cuts: gifts by rating, sequences cut into parts, pairs under a limit."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, amount, by_level, pick
from .writing import effort, program, sentences


def gift_boxes(rng: Random, level: int) -> Problem:
    """The least shares so that whoever is ahead of a neighbour gets more, in a row or a ring."""
    base, step = rng.randint(0, 9), rng.randint(1, 9)
    ring, by_gap, falling = (
        level > 1 and rng.random() < 0.5,
        level > 2 and rng.random() < 0.5,
        rng.random() < 0.5,
    )
    reach = rng.randint(1, 3) if level > 4 else 1
    wanted = pick(rng, level, [(1, "total"), (2, "largest"), (2, "list")])
    if wanted == "list" and level >= LARGE_FROM:
        wanted = "total"
    most, highest = by_level(level, 150, 12_000), by_level(level, 50, 1000)
    entry, given = (
        rng.choice(["fewest_gifts", "hand_out", "least_shares", "fair_shares"]),
        rng.choice(["ratings", "points", "ages"]),
    )
    people, place, thing = rng.choice([
        ("children", "sit", "gifts"), ("workers", "stand", "coins"), ("guests", "sit", "cakes"), ("robots",
        "stand", "screws"),
    ])  # fmt: skip
    more = f"abs({given}[i] - {given}[j])" if by_gap else str(step)
    ahead = f"{given}[j] > {given}[i]" if falling else f"{given}[j] < {given}[i]"
    source = program(
        """
        def $entry($given):
            n = len($given)
            shares = [$base] * n
            for i in sorted(range(n), key=lambda i: $key):
                for offset in range(-$reach, $reach + 1):
                    j = $other
                    if $inside$ahead:
                        shares[i] = max(shares[i], shares[j] + $more)
            return $result
        """,
        entry=entry, given=given, base=base, reach=reach, ahead=ahead, more=more,
        key=f"-{given}[i]" if falling else f"{given}[i]",
        other="(i + offset) % n" if ring else "i + offset", inside="" if ring else "0 <= j < n and ",
        result={"total": "sum(shares)", "largest": "max(shares)", "list": "shares"}[wanted],
    )  # fmt: skip
    near = "a neighbour" if reach == 1 else f"someone at most {reach} places away"
    statement = sentences(
        """
        Some $people $place in a $shape; `$given` lists their $given in this order. $ring Everybody gets a
        whole number of $thing, at least $base. Whoever has
        $ahead $given than $near must get more $thing than that one, $step. Equal $given ask for nothing.

        Each gets as few $thing as possible under these rules (there is one way in which everybody's number is
        as small as it can
        be). Return $wanted. There are from 1 to $most $people, with $given from 0 to $highest.
        """,
        people=people, place=place, thing=thing, given=given, near=near, base=base, most=most, highest=highest,
        shape="ring" if ring else "row",
        ring=("The first and the last are neighbours" if reach == 1 else "Distances are counted along the "
        "ring, the shorter way, so the "
              "last is one place away from the first") + ". Someone alone has no neighbour." if ring else "",
        ahead="lower" if falling else "higher",
        step=f"by at least the difference of their {given}" if by_gap else f"at least {step} more",
        wanted={"total": f"how many {thing} are given in total", "largest": f"the largest number of {thing} "
        f"that anyone gets",
                "list": "the list of the numbers, in the given order"}[wanted],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(1, 3) if size == 0 else rng.randint(2, (2, 4, 7, 12, 60, 150)[size])
        high = rng.choice([2, 4, 10, highest])
        return [[rng.randint(0, high) for _ in range(count)]]

    def brute(values: list[int]) -> Json:
        n = len(values)
        shares, changed = [base] * n, True
        while changed:
            changed = False
            for i in range(n):
                for j in range(n):
                    away = abs(i - j)
                    away = min(away, n - away) if ring else away
                    if 0 < away <= reach and (values[i] < values[j] if falling else values[i] > values[j]):
                        least = shares[j] + (abs(values[i] - values[j]) if by_gap else step)
                        if shares[i] < least:
                            shares[i], changed = least, True
        return {"total": sum(shares), "largest": max(shares), "list": shares}[wanted]

    # a long slope: rules applied again and again until nothing changes need as many rounds as it is long
    slope = [recipe("sawtooth", most, 1000, 1)]
    mixed = [recipe("ints", most, 0, highest, rng.randrange(10**9))]
    facts = {
        "base": base,
        "step": 0 if by_gap else step,
        "ring": ring,
        "falling": falling,
        "reach": reach,
        "wanted": wanted,
    }
    return Problem(
        "gift_boxes", entry, ((given, "list[int]"),), "list[int]" if wanted == "list" else "int", statement,
        source, inputs, brute,
        (slope, mixed) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        ring + by_gap + falling + (reach > 1)),
    )  # fmt: skip


def clean_cuts(rng: Random, level: int) -> Problem:
    """Cut a sequence into the most parts so that no class of values is in two of them."""
    parameter = rng.randint(2, 9)
    kind = pick(rng, level, [(1, "value"), (1, "remainder"), (1, "quotient"), (3, "digits"), (4, "last")])
    wanted = pick(rng, level, [(1, "count"), (1, "lengths"), (2, "longest"), (3, "squares"), (3, "weighted")])
    if wanted == "lengths" and level >= LARGE_FROM:
        wanted = "squares"
    offset = rng.randint(1, 99)
    most, highest = by_level(level, 200, 20_000), by_level(level, 300, 100_000)
    modulus = rng.randint(20, 90)
    entry, given = (
        rng.choice(["cut", "split_up", "clean_parts", "partition"]),
        rng.choice(["items", "values", "beads", "cards"]),
    )
    key = {
        "value": "x", "remainder": f"x % {modulus}", "quotient": f"x // {parameter}",
        "digits": "sum(map(int, str(x)))", "last": f"(x * x) % {modulus}",
    }[kind]  # fmt: skip
    source = program(
        """
        def kind(x):
            return $key


        def $entry($given):
            last = {}
            for i, x in enumerate($given):
                last[kind(x)] = i
            lengths = []
            start = 0
            end = 0
            for i, x in enumerate($given):
                end = max(end, last[kind(x)])
                if i == end:
                    lengths.append(end - start + 1)
                    start = i + 1
            return $result
        """,
        entry=entry, given=given, key=key,
        result={
            "count": f"{offset} * len(lengths)", "lengths": "lengths", "longest": "max(lengths, default=0)",
            "squares": f"sum(length * length for length in lengths) + {offset} * len(lengths)",
            "weighted": "sum(i * length for i, length in enumerate(lengths, 1))",
        }[wanted],
    )  # fmt: skip
    statement = sentences(
        """
        The list `$given` is to be cut into as many parts as possible; a part is a run of neighbouring
        elements, and every element
        is in exactly one part. Two elements that are akin must not be in different parts. Two elements are
        akin if $akin.

        Return $wanted. The list has from 0 to $most elements, integers from 0 to $highest.
        """,
        given=given, most=most, highest=highest,
        akin={
            "value": "they are equal", "remainder": f"they leave the same remainder when divided by {modulus}",
            "quotient": f"division by {parameter}, rounded down, gives the same number for both",
            "digits": "the sums of their decimal digits are equal", "last": f"their squares leave the same "
            f"remainder when divided by {modulus}",
        }[kind],
        wanted={
            "count": f"the price of the cut parts, which is {offset} times the number of parts",
            "lengths": "the list of the lengths of the parts, in their order",
            "longest": "the length of the longest part, 0 for an empty list",
            "squares": f"the sum of the squares of the lengths of the parts, plus {amount(offset, 'point')} "
            f"for each part",
            "weighted": "the sum of the lengths of the parts, each multiplied by the number of the part (the "
            "first part has number 1)",
        }[wanted],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (2, 4, 8, 14, 60, 200)[size])
        high, drift, values = min(highest, rng.choice([5, 2 * count + 3, 300])), rng.random() < 0.6, []
        for i in range(count):
            center = high * i // max(1, count)
            values.append(min(highest, max(0, center + rng.randint(-2, 2))) if drift else rng.randint(0, high))
        return [values]

    def brute(values: list[int]) -> Json:
        def same(a: int, b: int) -> bool:
            return {
                "value": a == b, "remainder": (a - b) % modulus == 0,
                "quotient": a // parameter == b // parameter,
                "digits": sum(int(d) for d in str(a)) == sum(int(d) for d in str(b)),
                "last": (a * a - b * b) % modulus == 0,
            }[kind]  # fmt: skip

        n = len(values)
        cuts = [i for i in range(1, n) if not any(same(a, b) for a in values[:i] for b in values[i:])]
        ends = [0, *cuts, n] if n else [0]
        lengths = [b - a for a, b in pairwise(ends)]
        return {
            "count": offset * len(lengths), "lengths": lengths, "longest": max([0, *lengths]),
            "squares": sum(x * x + offset for x in lengths),
            "weighted": sum(lengths[i] * (i + 1) for i in range(len(lengths))),
        }[wanted]  # fmt: skip

    seed = rng.randrange(10**9)
    drifting = [recipe("sawtooth", most, most, 2)]
    mixed = [recipe("ints", most, 0, highest, seed)]
    facts = {"kind": kind, "wanted": wanted, "offset": offset if wanted in ("count", "squares") else 0}
    facts["number"] = {"quotient": parameter, "remainder": modulus, "last": modulus}.get(kind, 0)
    return Problem(
        "clean_cuts", entry, ((given, "list[int]"),), "list[int]" if wanted == "lengths" else "int", statement,
        source, inputs, brute,
        (drifting, mixed) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        (kind != "value") + (wanted != "count")),
    )  # fmt: skip


def pairing(rng: Random, level: int) -> Problem:
    """Pair as many as possible under a rule, by pointers over the sorted list."""
    rule = pick(rng, level, [(1, "sum"), (1, "gap"), (3, "least"), (4, "factor")])
    strict = rng.random() < 0.5
    single = rng.randint(3, 30)
    double = rng.randint(single // 2 + 1, 2 * single - 1)
    factor = rng.randint(2, 4)
    most, highest = by_level(level, 100, 40_000), by_level(level, 1000, 10**9)
    entry = rng.choice(["lowest_price", "cheapest", "least_cost", "total_fee"])
    given = rng.choice(["weights", "heights", "strengths"])
    limit = {"sum": "limit", "gap": "gap", "least": "least", "factor": ""}[rule]
    less = "<" if strict else "<="
    opposite = (
        "while low < high:\n    if {}:\n        pairs += 1\n        low += 1\n        high -= 1\n"
        "    else:\n        {}"
    )
    search = {
        "sum": opposite.format(f"values[low] + values[high] {less} limit", "high -= 1"),
        "least": opposite.format(f"least {less} values[low] + values[high]", "low += 1"),
        "gap": f"while low < high:\n    if values[low + 1] - values[low] {less} gap:\n        pairs += 1\n     "
        f"   low += 1\n    low += 1",
        "factor": f"high = (len(values) + 1) // 2\nwhile high < len(values):\n    if values[low] * {factor} "
        f"{less} values[high]:\n"
        "        pairs += 1\n        low += 1\n    high += 1",
    }[rule]
    source = program(
        """
        def $entry($parameters):
            values = sorted($given)
            low = 0
            $high
            pairs = 0
            $search
            return $double * pairs + $single * (len(values) - 2 * pairs)
        """,
        entry=entry, parameters=f"{given}, {limit}" if limit else given, given=given, search=search,
        high="" if rule == "factor" else "high = len(values) - 1", double=double, single=single,
    )  # fmt: skip
    story, unit, group = rng.choice([
        ("A ferry company rents out boats for one or two people.", "people", "boat"),
        ("Climbers share tents for one or two.", "climbers", "tent"),
        ("Dancers rent rehearsal rooms for one or two.", "dancers", "room"),
    ])  # fmt: skip
    noun = given[:-1]
    statement = sentences(
        """
        $story `$given` holds the $noun of each of the $unit. Two of them may share a $group if $rule. A $group
        for two costs
        $double and a $group for one costs $single; everybody needs a place, nobody is in more than one $group, and
        nobody is alone in a $group for two.

        Return the lowest total cost. There are from 0 to $most $unit, with numbers from 1 to $highest$limit.
        """,
        story=story, unit=unit, group=group, noun=noun, given=given, single=single, double=double, most=most,
        highest=highest,
        rule={
            "sum": f"the sum of their two {given} is {'less than' if strict else 'at most'} `limit`",
            "least": f"the sum of their two {given} is {'greater than' if strict else 'at least'} `least`",
            "gap": f"their two {given} differ by {'less than' if strict else 'at most'} `gap`",
            "factor": f"the {noun} of one of them is {'more than' if strict else 'at least'} {factor} times "
            f"the {noun} of the other",
        }[rule],
        limit=f", and `{limit}` is from 0 to {2 * highest}" if limit else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (2, 4, 7, 9, 40, 100)[size])
        high = rng.choice([4, 12, 40, highest])
        values = [rng.randint(1, high) for _ in range(count)]
        if not limit:
            return [values]
        if count > 1 and rng.random() < 0.8:
            one, other = rng.sample(values, 2)
            edge = abs(one - other) if rule == "gap" else one + other
        else:
            edge = rng.randint(0, high)
        return [values, edge]

    def brute(values: list[int], edge: int = 0) -> int:
        def fits(one: int, other: int) -> bool:
            small, large = min(one, other), max(one, other)
            left, right = {"sum": (one + other, edge), "least": (edge, one + other), "gap": (large - small,
            edge),
                           "factor": (small * factor, large)}[rule]  # fmt: skip
            return left < right if strict else left <= right

        best = {0: 0}  # by the set of those who have a place
        for taken in range(1 << len(values)):
            if taken not in best:
                continue
            free = [i for i in range(len(values)) if not taken >> i & 1]
            if free:
                options = [(taken | 1 << free[0], single)]
                options += [
                    (taken | 1 << free[0] | 1 << j, double)
                    for j in free[1:]
                    if fits(values[free[0]], values[j])
                ]
                for mask, cost in options:
                    best[mask] = min(best.get(mask, 10**9), best[taken] + cost)
        return best[(1 << len(values)) - 1]

    large: list[Json] = [recipe("ints", most, 1, highest, rng.randrange(10**9))]
    large += [{"sum": highest, "least": highest, "gap": 10_000}[rule]] if limit else []
    parameters = [(given, "list[int]")] + ([(limit, "int")] if limit else [])
    facts = {
        "rule": rule,
        "strict": strict,
        "single": single,
        "double": double,
        "factor": factor if rule == "factor" else 0,
    }
    return Problem(
        "pairing", entry, tuple(parameters), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source, strict + (rule in ("least",
        "factor"))),
    )  # fmt: skip


TEMPLATES = ((3, gift_boxes), (2, clean_cuts), (3, pairing))

"""Dynamic programming over amounts: ways to pay, knapsacks."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences

PRIMES = (1009, 4001, 9973, 65537, 999_983, 1_000_003)


def coin_ways(rng: Random, level: int) -> Problem:
    """In how many ways an amount can be made of given parts, in one of several senses."""
    parts, part, whole = rng.choice(
        [
            ("coins", "coin", "amount"),
            ("planks", "plank", "length"),
            ("weights", "weight", "load"),
            ("stamps", "stamp", "postage"),
            ("packs", "pack", "order"),
        ]
    )
    sense = pick(rng, level, ((1, "sets"), (1, "rows"), (2, "capped"), (3, "apart")))
    cap = rng.randint(1, 3)
    modulus = rng.choice(PRIMES) if level > 2 else 0
    entry = rng.choice([f"count_{parts}", "ways", f"ways_with_{parts}", f"make_{whole}", "number_of_ways"])
    most = by_level(level, 60, 20_000)
    mod = f" % {modulus}" if modulus else ""
    first, last = ("(", f"){mod}") if modulus else ("", "")
    loop = {
        "sets": f"""
            for part in {parts}:
                for total in range(part, {whole} + 1):
                    ways[total] = {first}ways[total] + ways[total - part]{last}
        """,
        "rows": f"""
            for total in range(1, {whole} + 1):
                ways[total] = sum(ways[total - part] for part in {parts} if part <= total){mod}
        """,
        "capped": f"""
            for part in {parts}:
                for total in range({whole}, 0, -1):
                    for copies in range(1, {cap} + 1):
                        if copies * part > total:
                            break
                        ways[total] = {first}ways[total] + ways[total - copies * part]{last}
        """,
        "apart": f"""
            ended = [[0] * ({whole} + 1) for _ in {parts}]
            for total in range(1, {whole} + 1):
                for place, part in enumerate({parts}):
                    if part <= total:
                        ended[place][total] = {first}ways[total - part] - ended[place][total - part]{last}
                        ways[total] += ended[place][total]
                $reduce
        """,
    }[sense]
    source = program(
        """
        def $entry($parts, $whole):
            ways = [1] + [0] * $whole
            $loop
            return ways[$whole]
        """,
        entry=entry,
        parts=parts,
        whole=whole,
        loop=program(loop, reduce=f"ways[total] %= {modulus}" if modulus else ""),
    )
    meaning = {
        "sets": f"Any number of {parts} of each kind may be used, and only the number of {parts} of each kind counts, "
        "not their order.",
        "rows": f"Any number of {parts} of each kind may be used, and they are laid in a row: another order is another "
        "way.",
        "capped": f"At most {cap} of each kind may be used, and only the number of {parts} of each kind counts, not "
        "their order.",
        "apart": f"Any number of {parts} of each kind may be used, and they are laid in a row: another order "
        f"is another "
        f"way. But two {parts} of the same kind must not lie next to each other.",
    }[sense]

    def brute(kinds: list[int], goal: int) -> Json:
        if sense in ("sets", "capped"):
            ranges = [range((min(goal // k, cap) if sense == "capped" else goal // k) + 1) for k in kinds]
            found = sum(sum(n * k for n, k in zip(ns, kinds, strict=True)) == goal for ns in product(*ranges))
        else:

            @cache
            def count(left: int, before: int) -> int:
                if left == 0:
                    return 1
                return sum(count(left - k, k) for k in kinds if k <= left and (sense == "rows" or k != before))

            found = count(goal, 0)
        return found % modulus if modulus else found

    def inputs(rng: Random, size: int) -> list[Json]:
        high = (3, 5, 8, 9, 20, 40)[size]
        kinds = rng.sample(range(1, high + 1), rng.randint(1, min(2 + size // 2, high)))
        if size == 0 and rng.random() < 0.3:
            kinds = []
        return [kinds, min(rng.randint(0, (4, 8, 12, 14, 60, 200)[size]), most)]

    seed = rng.getrandbits(32)
    values = sorted(Random(seed).sample(range(2, 1000), 12))
    goal = cap * sum(values) // 2 if sense == "capped" else 19_000 + rng.randint(0, 900)
    return Problem(
        name="coin_ways",
        entry=entry,
        parameters=((parts, "list[int]"), (whole, "int")),
        returns="int",
        statement=statement(
            sentences(
                f"""
                The list `{parts}` holds the sizes of the kinds of {parts} there are, all different. In how many
                ways can
                {parts} be chosen whose sizes sum to exactly `{whole}`? {meaning} Using no {part} at all is the
                one way to
                make 0.
                {f"The number may be huge: return its remainder modulo {modulus}." if modulus else "Return the number."}
                """
            ),
            bounds(
                f"0 <= len({parts}) <= {by_level(level, 6, 12)}",
                f"1 <= {parts}[i] <= 1000",
                f"0 <= {whole} <= {most}",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([values, goal],) if level > 3 else (),
        facts={"sense": sense, "cap": cap if sense == "capped" else 0, "modulus": modulus},
        cost=effort(source, (modulus > 0) + (sense in ("capped", "apart"))),
    )


def knapsack(rng: Random, level: int) -> Problem:
    """The best value within a capacity, with a twist on what may be taken."""
    items, item, size_word, value_word = rng.choice(
        [
            ("crates", "crate", "weight", "profit"),
            ("books", "book", "thickness", "joy"),
            ("projects", "project", "cost", "gain"),
            ("songs", "song", "length", "fame"),
        ]
    )
    sort = pick(rng, level, ((1, "once"), (2, "many"), (3, "exact"), (4, "half"), (5, "few")))
    room = rng.choice(["capacity", "room", "budget"])
    entry = rng.choice(["best_load", f"best_{items}", f"most_{value_word}", f"choose_{items}"])
    most = by_level(level, 60, 4000)
    count = rng.randint(2, 4)
    body = {
        "once": f"""
            best = [0] * ({room} + 1)
            for size, value in {items}:
                for total in range({room}, size - 1, -1):
                    best[total] = max(best[total], best[total - size] + value)
            return best[{room}]
        """,
        "many": f"""
            best = [0] * ({room} + 1)
            for size, value in {items}:
                for total in range(size, {room} + 1):
                    best[total] = max(best[total], best[total - size] + value)
            return best[{room}]
        """,
        "exact": f"""
            best = [0] + [-1] * {room}
            for size, value in {items}:
                for total in range({room}, size - 1, -1):
                    if best[total - size] >= 0:
                        best[total] = max(best[total], best[total - size] + value)
            return best[{room}]
        """,
        "half": f"""
            best = [0] * ({room} + 1)
            free = [0] * ({room} + 1)
            for size, value in {items}:
                for total in range({room}, -1, -1):
                    free[total] = max(free[total], best[total] + value)
                    if size <= total:
                        free[total] = max(free[total], free[total - size] + value)
                        best[total] = max(best[total], best[total - size] + value)
            return max(best[{room}], free[{room}])
        """,
        "few": f"""
            best = [[0] * ({room} + 1) for _ in range({count} + 1)]
            for size, value in {items}:
                for taken in range({count}, 0, -1):
                    fewer = best[taken - 1]
                    row = best[taken]
                    for total in range({room}, size - 1, -1):
                        row[total] = max(row[total], fewer[total - size] + value)
            return best[{count}][{room}]
        """,
    }[sort]
    source = program(
        """
        def $entry($items, $room):
            $body
        """,
        entry=entry,
        items=items,
        room=room,
        body=body,
    )
    rule = {
        "once": f"Each {item} can be taken once or not at all; the {size_word}s of those taken must sum to at most "
        f"`{room}`.",
        "many": f"Of each there is an endless supply, so it can be taken any number of times; the {size_word}s of all "
        f"that is taken must sum to at most `{room}`.",
        "exact": f"Each {item} can be taken once or not at all; the {size_word}s of those taken must sum to exactly "
        f"`{room}`.",
        "half": f"Each {item} can be taken once or not at all; the {size_word}s of those taken must sum to at most "
        f"`{room}`, but one of those taken, whichever you like, does not count in that sum.",
        "few": f"Each {item} can be taken once or not at all, and at most {count} of them in all; the {size_word}s of "
        f"those taken must sum to at most `{room}`.",
    }[sort].replace("thicknesss", "thicknesses")
    ending = (
        f"Return the largest possible sum of {value_word}, and -1 if no choice has that {size_word} (taking "
        f"nothing has 0)."
        if sort == "exact"
        else f"Return the largest possible sum of {value_word}; taking nothing gives 0."
    )

    def brute(given: list[list[int]], capacity: int) -> Json:
        if sort == "many":

            @cache
            def best_of(left: int) -> int:
                return max([v + best_of(left - s) for s, v in given if s <= left], default=0)

            return best_of(capacity)
        best = -1
        for mask in range(1 << len(given)):
            chosen = [given[i] for i in range(len(given)) if mask >> i & 1]
            used = sum(s for s, _ in chosen)
            if sort == "half":
                used -= max((s for s, _ in chosen), default=0)
            fits = used == capacity if sort == "exact" else used <= capacity
            if fits and not (sort == "few" and len(chosen) > count):
                best = max(best, sum(v for _, v in chosen))
        return best

    def inputs(rng: Random, size: int) -> list[Json]:
        high = (4, 6, 9, 12, 20, 30)[size]
        rows = [[rng.randint(1, high), rng.randint(1, 20)] for _ in range(few(rng, size, 40))]
        if rows and size and rng.random() < 0.3:
            rows.append(list(rng.choice(rows)))
        total = sum(s for s, _ in rows)
        goal = rng.randint(0, max(1, total + 2))
        if rows and sort == "exact" and rng.random() < 0.6:
            goal = sum(s for s, _ in rng.sample(rows, rng.randint(1, len(rows))))
        return [rows, min(goal, most)]

    seed = rng.getrandbits(32)
    many = {"few": 30, "half": 60}.get(sort, 90)
    return Problem(
        name="knapsack",
        entry=entry,
        parameters=((items, "list[list[int]]"), (room, "int")),
        returns="int",
        statement=statement(
            sentences(
                f"""
                Each of the `{items}` is a list `[{size_word}, {value_word}]` of two integers. {rule} {ending}
                """
            ),
            bounds(
                f"0 <= len({items}) <= {by_level(level, 60, 100)}",
                f"1 <= {size_word} <= 1000",
                f"1 <= {value_word} <= 10**6",
                f"0 <= {room} <= {most}",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("rows", many, [[20, 300], [1, 100_000]], seed), 2900 + rng.randint(0, 99)],)
        if level > 3
        else (),
        facts={"sort": sort, "count": count if sort == "few" else 0},
        cost=effort(source, (sort != "once") + (sort in ("half", "few"))),
    )


TEMPLATES = ((2, coin_ways), (3, knapsack))

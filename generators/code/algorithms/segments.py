"""Segments of a row by their sum: how many, or the longest, by what was seen before."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences


def segments_by_sum(rng: Random, level: int) -> Problem:
    """Segments of a row by their sum: how many, or how long at most, with an exact sum or a remainder."""
    items, what = rng.choice(
        [
            ("steps", "the steps of a robot, forward or backward"),
            ("entries", "the entries of an account book"),
            ("changes", "the changes of a lake's level, day by day"),
            ("moves", "the moves of a lift, in floors"),
        ]
    )
    by = pick(rng, level, ((1, "sum"), (1, "zero"), (2, "multiple"), (4, "balance")))
    wanted = pick(rng, level, ((1, "count"), (2, "longest")))
    target = rng.choice(["target", "goal", "total"])
    modulus = rng.randint(2, 9)
    entry = rng.choice(
        {
            "count": ["count_segments", "segments", "how_many_segments"],
            "longest": ["longest_segment", "longest_balanced", "widest_segment"],
        }[wanted]
    )
    n = by_level(level, 300, 40_000)
    needs = by == "sum"
    add = {
        "sum": "height += value",
        "zero": "height += value",
        "multiple": f"height = (height + value) % {modulus}",
        "balance": f"height += 1 if value % {modulus} == 0 else -1",
    }[by]
    key = f"height - {target}" if needs else "height"
    source = program(
        """
        def $entry($items$extra):
            seen = {0: $one}
            height = 0
            $begin
            for $each:
                $add
                $use
            return $result
        """,
        entry=entry,
        items=items,
        extra=f", {target}" if needs else "",
        add=add,
        one="1" if wanted == "count" else "0",
        begin="count = 0" if wanted == "count" else "best = 0",
        each=f"value in {items}" if wanted == "count" else f"place, value in enumerate({items}, 1)",
        use=f"count += seen.get({key}, 0)\nseen[height] = seen.get(height, 0) + 1"
        if wanted == "count"
        else f"if {key} in seen:\n    best = max(best, place - seen[{key}])\nif height not in seen:\n    "
        f"seen[height] = place",
        result="count" if wanted == "count" else "best",
    )
    rule = {
        "sum": f"the sum of its numbers is exactly `{target}`",
        "zero": "the sum of its numbers is 0",
        "multiple": f"the sum of its numbers is divisible by {modulus} (0 and negative multiples are)",
        "balance": f"as many of its numbers are divisible by {modulus} (0 is) as are not",
    }[by]
    asked = (
        "Return the number of such segments; segments at different places are different."
        if wanted == "count"
        else "Return the length of the longest such segment, and 0 if there is none."
    )

    def brute(given: list[int], goal: int = 0) -> Json:
        found = []
        for i in range(len(given)):
            for j in range(i + 1, len(given) + 1):
                part = given[i:j]
                hits = sum(x % modulus == 0 for x in part)
                right = {
                    "sum": sum(part) == goal,
                    "zero": sum(part) == 0,
                    "multiple": sum(part) % modulus == 0,
                    "balance": 2 * hits == len(part),
                }[by]
                if right:
                    found.append(j - i)
        return len(found) if wanted == "count" else max(found, default=0)

    def inputs(rng: Random, size: int) -> list[Json]:
        width = rng.choice([2, 5, 12])
        given = [rng.randint(-width, width) for _ in range(few(rng, size, n))]
        if by == "balance":
            given = [value * rng.choice([1, modulus]) for value in given]
        return [given, rng.randint(-width, width * 2)] if needs else [given]

    seed = rng.getrandbits(32)
    large: list[Json] = [recipe("ints", n, -50, 50, seed)]
    return Problem(
        name="segments_by_sum",
        entry=entry,
        parameters=((items, "list[int]"), *(((target, "int"),) if needs else ())),
        returns="int",
        statement=statement(
            sentences(
                f"""
                The list `{items}` holds {what}. Look at its segments, each of one or more neighbouring numbers,
                of which
                it is true that {rule}. {asked}
                """
            ),
            bounds(
                f"0 <= len({items}) <= {n}",
                f"-1000 <= {items}[i] <= 1000",
                f"-10**6 <= {target} <= 10**6" if needs else "",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([*large, 77] if needs else large,) if level > 3 else (),
        facts={"by": by, "wanted": wanted, "modulus": modulus if by in ("multiple", "balance") else 0},
        cost=effort(source, (by in ("multiple", "balance")) + (wanted == "longest")),
    )


TEMPLATES = ((2, segments_by_sum),)

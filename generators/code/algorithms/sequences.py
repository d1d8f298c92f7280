"""Sequences compared and searched: edit distances with odd costs, subsequences that rise."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, few, pick, statement
from .writing import effort, program, sentences


def edit_cost(rng: Random, level: int) -> Problem:
    """The cheapest way to turn one text into another, with unusual prices and moves."""
    first, second = rng.choice(
        [("source", "target"), ("typed", "meant"), ("old", "new"), ("strand", "pattern")]
    )
    insert, delete, replace = rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 9)
    if level > 3:
        insert, delete = rng.randint(1, 9), rng.randint(1, 9)
    special = pick(rng, level, ((1, ""), (3, "swap"), (3, "vowel"), (4, "double"), (5, "swap"), (5, "tail")))
    price = rng.randint(1, 4)
    entry = rng.choice(["edit_cost", "cheapest_edit", "cost_to_turn", "repair_cost", "price_of_change"])
    n = by_level(level, 40, 400)
    vowels = special == "vowel"
    change = f"{price} if a in 'aeiou' and b in 'aeiou' else {replace}" if vowels else str(replace)
    extra = {
        "swap": f"if i > 1 and j > 1 and a == {second}[j - 2] and b == {first}[i - 2]:\n"
        f"    best = min(best, cost[i - 2][j - 2] + {price})",
        "double": f"if j > 1 and b == {second}[j - 2]:\n    best = min(best, cost[i][j - 1] + {price})",
    }.get(special, "")
    source = program(
        """
        def $entry($first, $second):
            cost = [[0] * (len($second) + 1) for _ in range(len($first) + 1)]
            for i in range(1, len($first) + 1):
                cost[i][0] = i * $delete
            for j in range(1, len($second) + 1):
                cost[0][j] = $edge
            for i, a in enumerate($first, 1):
                for j, b in enumerate($second, 1):
                    best = cost[i - 1][j - 1]
                    if a != b:
                        best += $change
                    best = min(best, cost[i - 1][j] + $delete, cost[i][j - 1] + $insert)
                    $extra
                    cost[i][j] = best
            return $result
        """,
        entry=entry,
        first=first,
        second=second,
        insert=insert,
        delete=delete,
        change=f"({change})" if vowels else change,
        extra=extra,
        edge=f"cost[0][j - 1] + ({min(price, insert)} if j > 1 and {second}[j - 1] == {second}[j - 2] else {insert})"
        if special == "double"
        else f"j * {insert}",
        result="min(row[-1] for row in cost)" if special == "tail" else "cost[-1][-1]",
    )
    moves = [f"insert a letter anywhere for {insert}", f"delete a letter for {delete}"]
    if vowels:
        moves.append(f"replace a vowel (a, e, i, o, u) by another vowel for {price}")
        moves.append(
            f"replace a vowel by a letter that is no vowel, or such a letter by any other one, for {replace}"
        )
    else:
        moves.append(f"replace a letter by another one for {replace}")
    if special == "swap":
        moves.append(
            f"swap two letters that stand next to each other in `{first}` and will do so in `{second}` for {price}"
        )
    if special == "double":
        moves.append(
            f"insert a letter equal to the letter of `{second}` just before it, as its repetition, for {price}"
        )
    closing = (
        f" Letters at the end of `{first}` may be left over: a copy of `{second}` as a beginning of the "
        f"result is enough, "
        "and what follows it costs nothing."
        if special == "tail"
        else ""
    )
    once = (
        "Think of the change as going through both texts from left to right: every letter of "
        f"`{first}` is kept, replaced{', swapped' if special == 'swap' else ''} or deleted at most once, letters are "
        "inserted between them, and what was inserted"
        f"{', replaced or swapped' if special == 'swap' else ' or replaced'} is not touched again."
    )

    def brute(a: str, b: str) -> Json:
        @cache
        def cost(i: int, j: int) -> int:
            """The cheapest way from a[i:] to b[j:]."""
            if special == "tail" and j == len(b):
                return 0
            options = [0] if i == len(a) and j == len(b) else []
            if i < len(a):
                options.append(delete + cost(i + 1, j))
            if j < len(b):
                options.append(insert + cost(i, j + 1))
                if special == "double" and j > 0 and b[j] == b[j - 1]:
                    options.append(price + cost(i, j + 1))
            if i < len(a) and j < len(b):
                both = vowels and a[i] in "aeiou" and b[j] in "aeiou"
                options.append((0 if a[i] == b[j] else price if both else replace) + cost(i + 1, j + 1))
            if special == "swap" and a[i : i + 2] == b[j : j + 2][::-1] and len(a[i : i + 2]) == 2:
                options.append(price + cost(i + 2, j + 2))
            return min(options)

        return cost(0, 0)

    def inputs(rng: Random, size: int) -> list[Json]:
        letters = rng.choice(["ab", "abc", "aebi", "aeibcd"])
        a = [rng.choice(letters) for _ in range(min(few(rng, size, 40), n))]
        b = list(a)
        for _ in range(rng.randint(0, 1 + size)):
            at = rng.randint(0, len(b))
            kind = rng.randint(0, 4)
            if kind == 0:
                b[at:at] = [rng.choice(letters)] * rng.randint(1, 2)
            elif kind == 1:
                del b[at : at + 1]
            elif kind == 2 and at < len(b):
                b[at] = rng.choice(letters)
            elif at + 1 < len(b):
                b[at], b[at + 1] = b[at + 1], b[at]
        return ["".join(a), "".join(b[:n])]

    seed = rng.getrandbits(32)
    return Problem(
        name="edit_cost",
        entry=entry,
        parameters=((first, "str"), (second, "str")),
        returns="int",
        statement=statement(
            sentences(
                f"""
                The text `{first}` is to be turned into the text `{second}`. You can {"; ".join(moves)}. {once}{closing}
                Return the smallest total cost.
                """
            ),
            bounds(f"0 <= len({first}), len({second}) <= {n}", "both hold lower-case letters only"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("text", 330, "abcdeio", seed), recipe("text", 300, "abcdeio", seed + 1)],)
        if level > 3
        else (),
        facts={
            "costs": [insert, delete, replace],
            "special": special,
            "price": price if special not in ("", "tail") else 0,
        },
        cost=effort(source, 2 * (special != "")),
    )


def rising_subsequence(rng: Random, level: int) -> Problem:
    """The longest subsequence under a rule on neighbours, its length, its number or its best sum."""
    items, what = rng.choice(
        [
            ("heights", "the heights of people in a queue"),
            ("years", "the years on coins in a row"),
            ("pages", "page numbers as they were noted"),
            ("ranks", "the ranks of cards as they are dealt"),
        ]
    )
    wanted = pick(rng, level, ((1, "length"), (2, "sum"), (3, "count"), (4, "length")))
    strict = rng.random() < 0.5
    falling = rng.random() < 0.5
    step = pick(rng, level, ((1, 0), (4, rng.randint(2, 6))))
    if step:
        strict = True
    entry = rng.choice(
        ["longest_chain", "best_chain", f"pick_{items}", "longest_subsequence"]
        if wanted == "length"
        else ["best_sum", "richest_chain", "heaviest_chain"]
        if wanted == "sum"
        else ["count_longest", "longest_ways"]
    )
    n = by_level(level, 100, 30_000 if wanted == "length" else 20_000)
    relation = (
        f"each is at least {step} {'smaller' if falling else 'larger'} than the one before"
        if step
        else ("they fall strictly" if falling else "they rise strictly")
        if strict
        else ("they never rise" if falling else "they never fall")
    )
    sign = "-" if falling else ""
    gap = step or (1 if strict else 0)
    if wanted == "length" and step == 0:
        source = program(
            """
            from bisect import $bisect


            def $entry($items):
                ends = []
                for value in $items:
                    place = $bisect(ends, $sign$value)
                    if place == len(ends):
                        ends.append($sign$value)
                    else:
                        ends[place] = $sign$value
                return len(ends)
            """,
            entry=entry,
            items=items,
            sign=sign,
            value="value",
            bisect="bisect_left" if strict else "bisect_right",
        )
    else:
        combine, start, new, result = {
            "length": ("best = max(best, tree[at])", "0", "best + 1", "answer"),
            "sum": ("best = max(best, tree[at])", "0", "best + value", "answer"),
            "count": (
                "if tree[at][0] > best[0]:\n    best = tree[at]\n"
                "elif tree[at][0] == best[0]:\n    best = (best[0], best[1] + tree[at][1])",
                "(0, 0)",
                "",
                "answer[1]",
            ),
        }[wanted]
        count = wanted == "count"
        source = program(
            """
            from bisect import bisect_right


            def $entry($items):
                order = sorted(set($mapped))
                tree = [$start] * (len(order) + 1)
                answer = $start
                for value in $items:
                    # A Fenwick tree over the values holds the best chain that ends at most at each of them.
                    at = bisect_right(order, $limit)
                    best = $start
                    while at > 0:
                        $combine
                        at -= at & -at
                    $new
                    at = bisect_right(order, $own)
                    while at <= len(order):
                        $update
                        at += at & -at
                    $note
                return $result
            """,
            entry=entry,
            items=items,
            start=start,
            combine=combine,
            result=result,
            mapped=f"-value for value in {items}" if falling else items,
            limit=("-value" if falling else "value") + (f" - {gap}" if gap else ""),
            own="-value" if falling else "value",
            new="chain = (best[0] + 1, max(best[1], 1))" if count else f"chain = {new}",
            update="if chain[0] > tree[at][0]:\n    tree[at] = chain\n"
            "elif chain[0] == tree[at][0]:\n    tree[at] = (chain[0], tree[at][1] + chain[1])"
            if count
            else "tree[at] = max(tree[at], chain)",
            note="if chain[0] > answer[0]:\n    answer = chain\n"
            "elif chain[0] == answer[0]:\n    answer = (answer[0], answer[1] + chain[1])"
            if count
            else "answer = max(answer, chain)",
        )
        if count:
            source = source.replace("return answer[1]", "return answer[1] % 1000003")
    asked = {
        "length": "Return the largest number of values in a chain, and 0 for an empty list.",
        "sum": "Return the largest sum of the values of a chain, and 0 for an empty list.",
        "count": "Return how many chains have the largest number of values that a chain can have, modulo "
        "1000003. Chains "
        "differ if they use different places, also if their values are the same. For an empty list return 0.",
    }[wanted]

    def brute(given: list[int]) -> Json:
        chains = []
        for length in range(1, len(given) + 1):
            for chain in combinations(given, length):
                moves = [(a - b if falling else b - a) for a, b in pairwise(chain)]
                if all(move >= gap for move in moves):
                    chains.append(chain)
        if not chains:
            return 0
        longest = max(map(len, chains))
        return {
            "length": longest,
            "sum": max(map(sum, chains)),
            "count": sum(len(chain) == longest for chain in chains) % 1000003,
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        high = rng.choice([3, 8, 25]) + size
        return [[rng.randint(1, high) for _ in range(few(rng, size, n))]]

    seed = rng.getrandbits(32)
    large = [recipe("ints", n * 3 // 4 if wanted == "length" and not step else 12_000, 1, 200_000, seed)]
    return Problem(
        name="rising_subsequence",
        entry=entry,
        parameters=((items, "list[int]"),),
        returns="int",
        statement=statement(
            sentences(
                f"""
                The list `{items}` holds {what}. A chain is made by picking one or more of them, in the order of
                the list
                but not necessarily next to each other, so that {relation}. {asked}
                """
            ),
            bounds(f"0 <= len({items}) <= {n}", f"1 <= {items}[i] <= 10**6"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=(large,) if level > 3 else (),
        facts={"wanted": wanted, "strict": strict, "falling": falling, "step": step},
        cost=effort(source, (not strict) + falling + (step > 0)),
    )


TEMPLATES = ((4, edit_cost), (4, rising_subsequence))

"""Bits: weighed bits of all numbers of a range, sums over all pairs, and words without common letters."""

from __future__ import annotations

from itertools import combinations
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level, pick
from .writing import effort, program, sentences, text_of


def bits_of_range(rng: Random, level: int) -> Problem:
    """Add up the weights of all bits that are set in all numbers of a range, bit by bit."""
    weights = [rng.randint(1, 9) for _ in range(rng.randint(1 if level < 2 else 2, 2 if level < 3 else 4))]
    if level > 2:
        weights[rng.randrange(len(weights))] *= -1
    step = rng.randint(2, 6) if level > 3 and rng.random() < 0.5 else 1
    highest = by_level(level, 5000, 10**15)
    entry = rng.choice(["bit_cost", "lamp_hours", "total_weight", "count_bits"])
    low, high = rng.choice([("low", "high"), ("first", "last"), ("start", "stop")])
    open_end = rng.random() < 0.5
    source = program(
        """
        WEIGHTS = $weights


        def below(n):
            total = 0
            bit = 0
            while 1 << bit < n:
                whole, rest = divmod(n, 2 << bit)
                ones = (whole << bit) + max(0, rest - (1 << bit))
                total += WEIGHTS[bit % $count] * ones
                bit += 1
            return total


        def $entry($low, $high):
            return below($high$plus) - below($low)
        """,
        weights=repr(weights), count=len(weights), entry=entry, low=low, high=high,
        plus="" if open_end else " + 1",
    )  # fmt: skip
    if step > 1:
        source = program(
            """
            WEIGHTS = $weights


            def floor_sum(n, m, a, b):
                total = 0
                while True:
                    total += n * (n - 1) // 2 * (a // m) + n * (b // m)
                    a %= m
                    b %= m
                    last = a * n + b
                    if last < m:
                        return total
                    n, b = divmod(last, m)
                    a, m = m, a


            def $entry($low, $high):
                count = max(0, ($high - $low + $round) // $step)
                total = 0
                for bit in range($high.bit_length()):
                    ones = floor_sum(count, 1 << bit, $step, $low) - 2 * floor_sum(count, 2 << bit, $step, $low)
                    total += WEIGHTS[bit % $period] * ones
                return total
            """,
            weights=repr(weights), period=len(weights), entry=entry, low=low, high=high, step=step,
            round=step - 1 if open_end else step,
        )  # fmt: skip
    given = " ".join(f"Bit {i} weighs {weight}." for i, weight in enumerate(weights))
    repeat = (
        f" From bit {len(weights)} on the weights repeat: bit i weighs as much as bit i modulo {len(weights)}."
    )
    statement = sentences(
        """
        $story A number is shown in binary by a row of lamps; bit 0 is the lowest one, worth 1, bit 1 is worth
        2, bit 2 is worth 4 and so on. $weights The weight
        of a number is the sum of the weights of its bits that are set (0 for the number 0).

        Return the sum of the weights of all integers x $range. `$low` is from 0 to `$high`, and `$high` is at
        most $highest.
        """,
        story=rng.choice(["Electricity is counted bit by bit.", "A counter with lamps runs for a while.",
        "A clock tower shows numbers in binary."]),
        weights=given + repeat if len(weights) > 1 else f"Every bit weighs {weights[0]}.",
        range=f"with `{low}` <= x {'<' if open_end else '<='} `{high}`" if step == 1
        else f"among `{low}`, `{low}` + {step}, `{low}` + {2 * step}, ... that are "
        f"{'less than' if open_end else 'at most'} `{high}`",
        low=low, high=high, highest=highest,
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        top = (4, 20, 200, 1000, highest, highest)[size]
        ends = sorted(
            [
                rng.randint(0, top),
                min(top, 2 ** rng.randint(0, 12)) if rng.random() < 0.3 else rng.randint(0, top),
            ]
        )
        return ends if rng.random() < 0.8 else [0 if size else ends[0], ends[0]]

    def brute(low: int, high: int) -> int:
        shown = [bin(x)[:1:-1] for x in range(low, high + (not open_end), step)]
        return sum(weights[i % len(weights)] for text in shown for i, bit in enumerate(text) if bit == "1")

    large: list[Json] = [highest // 7, highest]
    facts = {"weights": weights, "step": step, "open": open_end}
    return Problem(
        "bits_of_range", entry, ((low, "int"), (high, "int")), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        (len(weights) > 1) + open_end),
    )  # fmt: skip


def all_pairs(rng: Random, level: int) -> Problem:
    """A sum over all pairs of a long list, without going through the pairs."""
    rule = pick(rng, level, [(1, "xor"), (1, "and"), (2, "or"), (3, "below"), (3, "odd")])
    factor, mask = rng.randint(2, 60), rng.randint(1, 255)
    most, highest = by_level(level, 80, 12_000), 255
    entry, given = (
        rng.choice(["pair_sum", "pair_score", "total_of_pairs", "compare_all"]),
        rng.choice(["codes", "values", "masks", "badges"]),
    )
    bitwise = """
        def $entry($given):
            total = 0
            for bit in range(8):
                if $mask >> bit & 1:
                    ones = sum(x >> bit & 1 for x in $given)
                    total += $pairs << bit
            return $factor * total
        """
    table = """
        def $entry($given):
            counts = [0] * 256
            for x in $given:
                counts[x] += 1
            total = 0
            for a in range(256):
                if counts[a]:
                    for b in range($limit):
                        total += counts[a] * counts[a ^ b]
                    total -= counts[a]
            return $factor * (total // 2)
        """
    parity = """
        def $entry($given):
            odd = sum(bin(x & $mask).count("1") % 2 for x in $given)
            return $factor * odd * (len($given) - odd)
        """
    text = {"below": table, "odd": parity}.get(rule, bitwise)
    pairs = {"xor": f"ones * (len({given}) - ones)", "and": "(ones * (ones - 1) // 2)",
             "or": f"((ones * (ones - 1)) // 2 + ones * (len({given}) - ones))"}.get(rule, "")  # fmt: skip
    source = program(text, entry=entry, given=given, mask=mask, pairs=pairs, factor=factor, limit=mask)
    operator = {"xor": "XOR", "and": "AND", "or": "OR"}.get(rule, "")
    statement = sentences(
        """
        $story For every unordered pair of elements a and b at different places of `$given` (equal numbers at
        different places are a pair too), $task

        There are from 0 to $most elements, integers from 0 to $highest.
        """,
        story=rng.choice(["Every two guests of a party compare their badges.",
        "A laboratory compares all its samples in pairs.", "All codes of a key cabinet are compared."]),
        given=given, most=most, highest=highest,
        task={
            "below": f"compute the bitwise XOR of a and b. Count the pairs for which it is less than {mask}, "
            f"and return {factor} times this number.",
            "odd": f"compute the bitwise XOR of a and b, and look at those of its bits that are also set in "
            f"{mask}. Count the pairs for which an odd number of these bits is set, "
            f"and return {factor} times this number.",
        }.get(rule, f"compute the bitwise {operator} of a and b, and keep only those bits of it that are also "
        f"set in {mask} (bitwise AND with {mask}). Add up these numbers over "
              f"all pairs, and return {factor} times the sum."),
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (3, 5, 9, 16, 50, 80)[size])
        pool = rng.choice([range(256), range(8), [mask, mask ^ 1, 0, 255, mask ^ 128, 1]])
        return [[rng.choice(pool) for _ in range(count)]]

    def brute(values: list[int]) -> int:
        total = 0
        for a, b in combinations(values, 2):
            measure = {
                "xor": (a ^ b) & mask, "and": a & b & mask, "or": (a | b) & mask, "below": int(a ^ b < mask),
                "odd": str(bin((a ^ b) & mask)).count("1") % 2,
            }  # fmt: skip
            total += measure[rule]
        return total * factor

    large: list[Json] = [recipe("ints", most, 0, highest, rng.randrange(10**9))]
    facts = {"rule": rule, "factor": factor, "mask": mask}
    return Problem(
        "all_pairs", entry, ((given, "list[int]"),), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source, 1 + (rule in ("odd", "below",
        "or"))),
    )  # fmt: skip


def strangers(rng: Random, level: int) -> Problem:
    """The best pair of words without (or with few) common letters, by the sets of letters."""
    letters = "".join(rng.sample("abcdefghijklmnopqrstuvwxyz", rng.randint(5, 8)))
    common, factor = rng.randint(0, 2) if level > 2 else 0, rng.randint(2, 20)
    measure = pick(rng, level, [(1, "sum"), (2, "product"), (3, "count")])
    most, longest = by_level(level, 40, 8000), 10
    entry, given = (
        rng.choice(["best_pair", "best_match", "pair_value"]),
        rng.choice(["words", "names", "labels"]),
    )
    best = (
        "ways += count * other_count"
        if measure == "count"
        else f"best = max(best, size {'+' if measure == 'sum' else '*'} other_size)"
    )
    source = program(
        """
        def $entry($given):
            $state
            kinds = {}
            for word in $given:
                kind = frozenset(word)
                $update
            listed = list(kinds.items())
            for i, (kind, $value) in enumerate(listed):
                $self
                for other, $other_value in listed[:i]:
                    if len(kind & other) $compare $common:
                        $best
            return $factor * $result
        """,
        entry=entry, given=given, state="ways = 0" if measure == "count" else "best = 0",
        update="kinds[kind] = kinds.get(kind, 0) + 1" if measure == "count"
        else "sizes = kinds.setdefault(kind, [])\nsizes.append(len(word))\nsizes.sort(reverse=True)\ndel "
        "sizes[2:]",
        value="count" if measure == "count" else "sizes",
        other_value="other_count" if measure == "count" else "others",
        self=f"if len(kind) == {common}:\n    ways += count * (count - 1) // 2" if measure == "count"
        else f"if len(kind) == {common} and len(sizes) == 2:\n    best = max(best, sizes[0] "
        f"{'+' if measure == 'sum' else '*'} sizes[1])",
        compare="==", common=common, best=best.replace("other_size", "others[0]").replace("size ", "sizes[0] "),
        factor=factor, result="ways" if measure == "count" else "best",
    )  # fmt: skip
    statement = sentences(
        """
        $story `$given` lists texts of the letters $letters. Two of them, at different places of the list,
        match if the number of different letters that occur in both of them is exactly $common (how often a letter
        occurs does not matter).

        $task There are from 0 to $most texts, each with 1 to $longest letters.
        """,
        story=rng.choice(["Teams of two are formed by name.", "Labels for twin boxes are looked for.",
        "A game of words for two is drawn up."]), given=given,
        letters=", ".join(f"`{x}`" for x in sorted(letters)), common=common,
        most=most, longest=longest,
        task=f"Return {factor} times the number of unordered pairs that match." if measure == "count" else
        f"Return {factor} times the largest {measure} of the lengths of two texts that match, or 0 if there "
        f"are no such two.",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (3, 4, 7, 12, 25, 40)[size])
        spread = rng.randint(2, 4)
        return [
            [
                text_of(rng, rng.sample(letters, rng.randint(1, spread)), rng.randint(1, rng.choice([3, 10])))
                for _ in range(count)
            ]
        ]

    def brute(texts: list[str]) -> int:
        matching = [
            (a, b) for a, b in combinations(texts, 2) if sum(x in a and x in b for x in letters) == common
        ]
        if measure == "count":
            return factor * len(matching)
        return factor * max(
            [len(a) + len(b) if measure == "sum" else len(a) * len(b) for a, b in matching], default=0
        )

    large: list[Json] = [recipe("words", most, 1, longest, letters, rng.randrange(10**9))]
    facts = {"letters": letters, "common": common, "measure": measure, "factor": factor}
    return Problem(
        "strangers", entry, ((given, "list[str]"),), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        1 + (common > 0) + (measure == "count")),
    )  # fmt: skip


TEMPLATES = ((4, bits_of_range), (3, all_pairs), (3, strangers))

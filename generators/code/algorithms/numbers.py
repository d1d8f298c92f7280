"""Numbers: divisors by odd rules, runs by their common divisor, odd continued fractions."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, gcd
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level, pick
from .writing import effort, program, sentences


def lucky_divisors(rng: Random, level: int) -> Problem:
    """Sum or list the divisors of a number that keep an odd rule, by going to the square root only."""
    rule = pick(rng, level, [(1, "rest"), (1, "sum rest"), (2, "digit"), (3, "unitary"), (3, "gap")])
    wanted = pick(rng, level, [(1, "count"), (1, "sum"), (2, "list"), (2, "largest")])
    a = rng.randint(3, 12)
    rests = sorted(rng.sample(range(a), rng.randint(2, a - 1)))
    highest = by_level(level, 20_000, 10**10)
    entry, n = (
        rng.choice(["lucky_divisors", "chosen_divisors", "good_sizes", "crate_sizes"]),
        rng.choice(["n", "total", "pieces"]),
    )
    test = {
        "rest": f"d % {a} in {rests}", "sum rest": f"(d + {n} // d) % {a} in {rests}",
        "digit": f"int(str(d)[0]) + d % 10 >= {a}",
        "unitary": f"gcd(d, {n} // d) <= {a - 2}", "gap": f"abs(d - {n} // d) % {a} in {rests}",
    }[rule]  # fmt: skip
    source = program(
        """
        $imports
        def $entry($n):
            small = []
            large = []
            d = 1
            while d * d <= $n:
                if $n % d == 0:
                    small.append(d)
                    if d * d < $n:
                        large.append($n // d)
                d += 1
            good = [d for d in small + large[::-1] if $test]
            return $result
        """,
        imports="from math import gcd\n\n\n" if rule == "unitary" else "", entry=entry, n=n, test=test,
        result={"count": "len(good)", "sum": "sum(good)", "list": "good",
        "largest": "max(good, default=0)"}[wanted],
    ).replace("import gcd\ndef", "import gcd\n\n\ndef")  # fmt: skip
    among = ", ".join(map(str, rests))
    statement = sentences(
        """
        $story A divisor d of `$n` (1 and `$n` itself are divisors too) is called lucky if $rule.

        Return $wanted of `$n`. `$n` is from 1 to $highest.
        """,
        story=rng.choice(["A superstitious shopkeeper packs all pieces into crates of one size.",
                          "A dance teacher splits the class into equal rows.",
                          "Tiles are laid out in full rows."]),
        n=n, highest=highest,
        rule={
            "rest": f"its remainder modulo {a} is one of {among}",
            "sum rest": f"the remainder modulo {a} of the sum of d and `{n}` / d is one of {among}",
            "digit": f"its first and its last decimal digit have a sum of at least {a} (for a number of one "
            f"digit these are the same digit, counted twice)",
            "unitary": f"the greatest common divisor of d and `{n}` / d is at most {a - 2}",
            "gap": f"the remainder modulo {a} of the distance between d and `{n}` / d is one of {among}",
        }[rule],
        wanted={"count": "how many lucky divisors there are", "sum": "the sum of all lucky divisors",
        "list": "the ascending list of all lucky "
                "divisors", "largest": "the largest lucky divisor, 0 if there is none,"}[wanted],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        top = (6, 40, 300, 2000, 10**4, min(10**5, highest))[size]
        value = 1
        if rng.random() < 0.7:
            while True:
                factor = rng.choice([2, 2, 3, 3, 5, 7, 11, 13])
                if value * factor > top:
                    break
                value *= factor
                if rng.random() < 0.08 and value > 1:
                    break
        else:
            value = rng.randint(1, int(top**0.5)) ** 2 if rng.random() < 0.4 else rng.randint(1, top)
        return [value]

    def brute(n: int) -> Json:
        good = []
        for d in range(1, n + 1):
            if n % d:
                continue
            other = n // d
            fine = {
                "rest": d % a in rests, "sum rest": (d % a + other % a) % a in rests,
                "digit": int(str(d)[0]) + int(str(d)[-1]) >= a,
                "unitary": max(x for x in range(1, d + 1) if d % x == 0 and other % x == 0) <= a - 2,
                "gap": (max(d, other) - min(d, other)) % a in rests,
            }[rule]  # fmt: skip
            if fine:
                good.append(d)
        return {"count": len(good), "sum": sum(good), "list": good, "largest": good[-1] if good else 0}[wanted]

    large: list[Json] = [rng.randint(10**4, 10**5) * 95040]
    facts = {
        "rule": rule,
        "wanted": wanted,
        "a": a,
        "rests": rests if rule in ("rest", "sum rest", "gap") else [],
    }
    return Problem(
        "lucky_divisors", entry, ((n, "int"),), "list[int]" if wanted == "list" else "int", statement, source,
        inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        (rule != "rest") + (wanted != "count")),
    )  # fmt: skip


def common_runs(rng: Random, level: int) -> Problem:
    """Count runs of neighbours by what they have in common: few different values end anywhere."""
    operation = pick(rng, level, [(1, "gcd"), (2, "and"), (3, "or")])
    test = pick(rng, level, [(1, "equal"), (1, "above"), (3, "rest")])
    least, modulus, price = rng.randint(1, 3 if level < 3 else 6), rng.randint(3, 9), rng.randint(2, 60)
    weight = rng.choice(["count", "length"]) if level > 3 else "count"
    most, highest = by_level(level, 100, 10_000), by_level(level, 100, 10**6)
    entry, given = (
        rng.choice(["count_runs", "good_runs", "matching_runs"]),
        rng.choice(["values", "numbers", "teeth"]),
    )
    goal = {"equal": "target", "above": "limit", "rest": "rest"}[test]
    joined = {"gcd": "gcd(old, x)", "and": "old & x", "or": "old | x"}[operation]
    fits = {"equal": "value == target", "above": "value > limit", "rest": f"value % {modulus} == rest"}[test]
    summed = "(first - last) * (2 * i - first - last + 1) // 2" if weight == "length" else "first - last"
    source = program(
        """
        $imports
        def $entry($given, $goal):
            total = 0
            starts = []
            for i, x in enumerate($given):
                joined = [(x, i)]
                for old, start in starts:
                    value = $joined
                    if value == joined[-1][0]:
                        joined[-1] = (value, start)
                    else:
                        joined.append((value, start))
                starts = joined
                first = i - $skip
                for value, start in starts:
                    last = start - 1
                    if $fits and first > last:
                        total += $summed
                    first = min(first, last)
            return $price * total
        """,
        imports="from math import gcd\n\n\n" if operation == "gcd" else "",
        entry=entry,
        given=given,
        goal=goal,
        joined=joined,
        skip=least - 1,
        fits=fits,
        summed=summed,
        price=price,
    )
    source = source.replace("import gcd\ndef", "import gcd\n\n\ndef").replace("i - 0\n", "i\n")
    what = {
        "gcd": "greatest common divisor of all its elements", "and": "bitwise AND of all its elements (the "
        "bits that they all have)",
        "or": "bitwise OR of all its elements (the bits that at least one of them has)",
    }[operation]  # fmt: skip
    statement = sentences(
        """
        $story A run is a part of `$given` of at least $least in a row. A run is good if the $what $test.

        Return $weight. Runs at different places are different, even if they look the same. `$given` has from 0
        to $most elements from
        1 to $highest, and `$goal` is from 0 to $highest$small.
        """,
        story=rng.choice(["A watchmaker compares cog wheels in a row.",
        "A radio receiver groups the numbers it hears.",
                          "Numbers are painted on the posts of a fence."]),
        given=given, least="one element" if least == 1 else f"{least} elements", what=what, most=most,
        highest=highest, goal=goal,
        test={"equal": "is equal to `target`", "above": "is greater than `limit`",
              "rest": f"leaves the remainder `rest` when divided by {modulus}"}[test],
        weight=f"{price} times the number of good runs" if weight == "count" else f"{price} times the sum of "
        f"the lengths of all good runs",
        small=f" (so that there may be no good run: a remainder is below {modulus})" if test == "rest" else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else least, (3, 6, 9, 14, 60, 100)[size])
        pool = rng.choice(
            [[1, 2, 3], [6, 12, 18, 4, 24], [7, 5, 3, 1, 15], [60, 30, 90, 100, 45], [rng.randint(1, 100)]]
        )
        values = [rng.choice(pool) for _ in range(count)]
        at = rng.randrange(max(1, count))
        part = values[at : at + least + rng.randint(0, 1)] or [1]
        found = part[0]
        for x in part:
            found = {"gcd": gcd(found, x), "and": found & x, "or": found | x}[operation]
        if test == "rest":
            return [values, found % modulus if rng.random() < 0.8 else rng.randrange(modulus)]
        return [values, min(highest, max(0, found - (test == "above") * rng.randint(0, 2)))]

    def brute(values: list[int], goal: int) -> int:
        total = 0
        for i in range(len(values)):
            for j in range(i + least, len(values) + 1):
                part = values[i:j]
                if operation == "gcd":
                    found = max(d for d in range(1, min(part) + 1) if all(x % d == 0 for x in part))
                else:
                    column = all if operation == "and" else any
                    found = sum(
                        1 << b for b in range(max(part).bit_length()) if column(x >> b & 1 for x in part)
                    )
                if {"equal": found == goal, "above": found > goal, "rest": found % modulus == goal}[test]:
                    total += j - i if weight == "length" else 1
        return total * price

    same: list[Json] = [
        recipe("repeated", 720_720, most),
        {"equal": 720_720, "above": 720_719, "rest": 720_720 % modulus}[test],
    ]
    mixed: list[Json] = [
        recipe("ints", most, 1, highest, rng.randrange(10**9)),
        {"equal": 2, "above": 1, "rest": 1}[test],
    ]
    facts = {
        "operation": operation,
        "test": test,
        "least": least,
        "modulus": modulus if test == "rest" else 0,
        "weight": weight,
        "price": price,
    }
    return Problem(
        "common_runs", entry, ((given, "list[int]"), (goal, "int")), "int", statement, source, inputs, brute,
        (same, mixed) if level >= LARGE_FROM else (), facts=facts,
        cost=effort(source, (operation != "gcd") + (test != "equal") + (least > 1) + (weight == "length")),
    )  # fmt: skip


def stairs_of_fractions(rng: Random, level: int) -> Problem:
    """Expand a fraction into a continued fraction whose numerators are a constant, with floors or ceilings."""
    k, upper = rng.randint(1, 99), rng.random() < 0.5
    wanted = pick(rng, level, [(1, "terms"), (1, "sum"), (2, "count"), (2, "even")])
    negative = level > 2
    highest = by_level(level, 1000, 20_000)
    entry = rng.choice(["expand", "terms_of", "unfold", "stairs"])
    top, bottom = rng.choice([("p", "q"), ("top", "bottom"), ("above", "below")])
    source = program(
        """
        def $entry($top, $bottom):
            terms = []
            while $bottom:
                term = $term
                terms.append(term)
                $top, $bottom = $k * $bottom, $rest
            return $result
        """,
        entry=entry, top=top, bottom=bottom, k=k,
        term=f"-(-{top} // {bottom})" if upper else f"{top} // {bottom}",
        rest=f"term * {bottom} - {top}" if upper else f"{top} - term * {bottom}",
        result={"terms": "terms", "sum": "sum(terms)", "count": "len(terms)", "even": "sum(terms[::2]) - "
        "sum(terms[1::2])"}[wanted],
    )  # fmt: skip
    statement = sentences(
        """
        $story A fraction x is written as a chain of integers $chain, like this: the first one is x rounded
        $way to an integer, say a. If a equals x,
        the chain ends. Otherwise x = a $sign $k/y for exactly one y, and the chain goes on in the same way
        with y in the place of x.

        Return $wanted for x = `$top`/`$bottom`, which need not be in lowest terms. `$bottom` is from 1 to
        $highest and `$top` from $low to $highest.
        """,
        story=rng.choice(["An old clock maker notes ratios of gears in an odd way.",
        "A calendar reform needs fractions written as chains.",
                          "Fractions can be unfolded like stairs."]),
        chain="(its terms)", way="up" if upper else "down", sign="-" if upper else "+", k=k, top=top,
        bottom=bottom, highest=highest,
        low=-highest if negative else 0,
        wanted={"terms": "the list of the terms", "sum": "the sum of the terms", "count": "how many terms the "
        "chain has",
                "even": "the alternating sum of the terms (first minus second plus third and so on)"}[wanted],
    )  # fmt: skip
    if negative:
        statement += (
            " For negative numbers too, rounding down means towards smaller numbers, rounding up towards "
        )
        statement += "greater ones."

    def inputs(rng: Random, size: int) -> list[Json]:
        high = (3, 12, 60, 400, highest, highest)[size]
        return [rng.randint(-high if negative and rng.random() < 0.4 else 0, high), rng.randint(1, high)]

    def brute(p: int, q: int) -> Json:
        x, terms = Fraction(p, q), []
        while True:
            terms.append(ceil(x) if upper else floor(x))
            if terms[-1] == x:
                break
            x = k / (terms[-1] - x if upper else x - terms[-1])
        signed = [term if i % 2 == 0 else -term for i, term in enumerate(terms)]
        return {"terms": terms, "sum": sum(terms), "count": len(terms), "even": sum(signed)}[wanted]

    facts = {"k": k, "upper": upper, "wanted": wanted, "negative": negative}
    return Problem(
        "stairs_of_fractions", entry, ((top, "int"), (bottom, "int")),
        "list[int]" if wanted == "terms" else "int", statement, source,
        inputs, brute, facts=facts, cost=effort(source, 1 + upper + negative + (wanted != "terms")),
    )  # fmt: skip


TEMPLATES = ((2, lucky_divisors), (4, common_runs), (3, stairs_of_fractions))

"""Numbers in digits, and far terms: digit counting, odd number systems, recurrences."""

from __future__ import annotations

from itertools import product
from random import Random

from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level, pick
from .writing import effort, program, sentences


def digit_count(rng: Random, level: int) -> Problem:
    """Count the numbers of a range by a remainder of their weighed digits, digit by digit."""
    base = 10 if level < 3 else rng.choice([10, 10, 7, 8, 9, 12, 16])
    modulus, step = rng.randint(3, 11), rng.randint(1, base - 1)
    wanted = rng.randrange(modulus)
    kind = pick(rng, level, [(1, "sum"), (1, "odd"), (2, "square"), (2, "above"), (3, "times")])
    open_end = level > 1 and rng.random() < 0.5
    highest = by_level(level, 5000, 10**17)
    entry = rng.choice(["count_numbers", "how_many", "count_lucky", "count_codes"])
    low, high = rng.choice([("low", "high"), ("first", "last"), ("start", "end")])
    weight = {
        "sum": "d",
        "odd": "d % 2",
        "square": "d * d",
        "above": f"int(d >= {step})",
        "times": f"{step} * d + d % 3",
    }[kind]
    source = program(
        """
        WEIGHTS = [$weight for d in range($base)]


        def below(n):
            digits = []
            while n:
                digits.append(n % $base)
                n //= $base
            free = [0] * $modulus
            bound = 0
            for digit in reversed(digits):
                longer = [0] * $modulus
                for rest, count in enumerate(free):
                    for weight in WEIGHTS:
                        longer[(rest + weight) % $modulus] += count
                for d in range(digit):
                    longer[(bound + WEIGHTS[d]) % $modulus] += 1
                bound += WEIGHTS[digit]
                free = longer
            return free[$wanted]


        def $entry($low, $high):
            return below($end) - below($low)
        """,
        weight=weight, base=base, modulus=modulus, wanted=wanted, entry=entry, low=low, high=high,
        end=high if open_end else f"{high} + 1",
    )  # fmt: skip
    in_base = "decimal digits" if base == 10 else f"digits in base {base} (digits from 0 to {base - 1})"
    statement = sentences(
        """
        $story Count the integers x with `$low` <= x $compare `$high` for which $quantity of x, written without
        leading zeros,
        $condition.

        `$low` is from 0 to `$high`, and `$high` is at most $highest. The number 0 is written with the one
        digit 0.
        """,
        story=rng.choice(["A lottery sells tickets with consecutive numbers.",
        "Houses along an endless road are numbered.",
                          "A factory stamps serial numbers on its parts."]),
        low=low, high=high, compare="<" if open_end else "<=", highest=highest,
        quantity={
            "sum": f"the sum of the {in_base}", "odd": f"the number of odd {in_base}",
            "square": f"the sum of the squares of the {in_base}",
            "above": f"the number of {in_base} that are {step} or larger",
            "times": f"the sum of {step} * d + (d modulo 3) over all {in_base} d",
        }[kind],
        condition=f"leaves the remainder {wanted} when divided by {modulus}",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        top = (base + 2, base * 3, 300, 2000, highest, highest)[size]
        one, other = rng.randint(0, top), rng.randint(0, top)
        if rng.random() < 0.2:
            other = min(top, base ** rng.randint(1, 3))
        if size == 0 and rng.random() < 0.3:
            one = other
        if rng.random() < 0.2:
            one = 0
        return [min(one, other), max(one, other)]

    def brute(low: int, high: int) -> int:
        total = 0
        for x in range(low, high + (not open_end)):
            digits, rest = [], x
            while rest:
                rest, d = divmod(rest, base)
                digits.append(d)
            measure = {
                "sum": sum(digits), "odd": len([d for d in digits if d % 2]),
                "square": sum(d**2 for d in digits),
                "above": len([d for d in digits if d > step - 1]),
                "times": sum(digits) * step + sum(d % 3 for d in digits),
            }[kind]  # fmt: skip
            total += measure % modulus == wanted
        return total

    far: list[Json] = [rng.randint(0, highest // 3), rng.randint(highest // 2, highest)]
    facts = {"base": base, "modulus": modulus, "rest": wanted, "kind": kind, "open": open_end,
             "step": step if kind in ("above", "times") else 0}  # fmt: skip
    return Problem(
        "digit_count", entry, ((low, "int"), (high, "int")), "int", statement, source, inputs, brute,
        (far,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        open_end + (base != 10) + (kind != "sum")),
    )  # fmt: skip


def odd_digits(rng: Random, level: int) -> Problem:
    """Write a number in a made-up system: without a zero, or with a negative base or digits."""
    kind = pick(rng, level, [(1, "plain"), (1, "no zero"), (3, "negative"), (3, "balanced")])
    base = rng.choice([3, 5, 7]) if kind == "balanced" else rng.randint(3, 8)
    symbols = "".join(rng.sample("abcdefghkmnpqrstuvwxyz+-*#", base))
    back, group = level > 1 and rng.random() < 0.5, rng.randint(2, 4) if level > 3 and rng.random() < 0.6 else 0
    highest = by_level(level, 10**5, 10**15)
    entry = rng.choice(["write_number", "encode", "to_symbols", "spell"])
    lowest = {"plain": 0, "no zero": 1, "negative": 0, "balanced": -(base // 2)}[kind]
    signed = kind in ("negative", "balanced")
    source = program(
        """
        SYMBOLS = $symbols


        def $entry(n):
            $zero
            symbols = []
            while n:
                digit = $digit
                symbols.append(SYMBOLS[digit$index])
                n = (n - digit) // $base
            $order
            text = "".join(symbols)
            $group
            return text
        """,
        symbols=repr(symbols), entry=entry,
        zero="" if kind == "no zero" else f"if n == 0:\n    return {symbols[-lowest]!r}",
        digit={"plain": f"n % {base}", "no zero": f"(n - 1) % {base} + 1", "negative": f"n % {base}",
               "balanced": f"(n + {base // 2}) % {base} - {base // 2}"}[kind],
        index={"plain": "", "no zero": " - 1", "negative": "", "balanced": f" + {base // 2}"}[kind],
        base=-base if kind == "negative" else base, order="" if back else "symbols.reverse()",
        group=f'text = "_".join(text[i : i + {group}] for i in range(0, len(text), {group}))' if group else "",
    )  # fmt: skip
    listed = ", ".join(f"`{symbol}` for {lowest + i}" for i, symbol in enumerate(symbols))
    power = -base if kind == "negative" else base
    statement = sentences(
        """
        $story The system has base $power with the $count digits $listed. So a digit stands for its value times
        $power to the power of its
        place, where places are counted from 0 at the $first end of the text; a number is the sum of these.
        $unique

        Return the text for the integer `n`, which is from $low to $highest.$group
        """,
        story=rng.choice(["The inhabitants of an island write numbers in their own way.",
        "An old code book spells numbers by symbols.",
                          "The control panel of a strange machine shows numbers by symbols."]),
        power=power, count=base, listed=listed, first="left" if back else "right",
        unique={
            "plain": "A number is written without needless zero digits; 0 itself is written with one digit.",
            "no zero": "There is no digit for zero, and so each positive integer has exactly one text.",
            "negative": "In this way every integer, negative ones too, has exactly one text without needless "
            "zero digits at the end where the highest "
            "place is; 0 itself is written with one digit.",
            "balanced": "In this way every integer, negative ones too, has exactly one text without needless "
            "zero digits at the end where the highest "
            "place is; 0 itself is written with one digit.",
        }[kind],
        low=-highest if signed else (1 if kind == "no zero" else 0), highest=highest,
        group=f" Beginning at the left end, put the sign `_` between groups of {group} digits each; the last "
        f"group may be shorter." if group else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        top = (base + 1, base**2 + 1, 200, 1000, highest, highest)[size]
        value = (
            rng.randint(0, top)
            if rng.random() < 0.7
            else min(top, base ** rng.randint(0, 4) + rng.randint(-1, 1))
        )
        return [-value if signed and rng.random() < 0.5 else max(value, kind == "no zero")]

    def brute(n: int) -> str:
        for length in range(1, 20):
            for digits in product(range(lowest, lowest + base), repeat=length):  # the highest place first
                if length > 1 and digits[0] == 0:
                    continue
                value = 0
                for digit in digits:
                    value = value * power + digit
                if value == n:
                    text = "".join(symbols[digit - lowest] for digit in digits)[:: -1 if back else 1]
                    return "_".join(text[i : i + group] for i in range(0, len(text), group)) if group else text
        raise ValueError(n)

    facts = {"kind": kind, "symbols": symbols, "back": back, "group": group}
    return Problem(
        "odd_digits", entry, (("n", "int"),), "str", statement, source, inputs, brute, facts=facts,
        cost=effort(source, 2 * signed + (kind == "no zero") + back + bool(group)),
    )  # fmt: skip


def far_term(rng: Random, level: int) -> Problem:
    """A term, or a sum of terms, of a recurrence, at an index that only matrix powers reach."""
    a, b, c, d = (rng.randint(1, 9) for _ in range(4))
    d = d if level > 2 else 0
    x, y, modulus = (
        rng.randint(0, 9),
        rng.randint(0, 9),
        rng.choice([10**9 + 7, 998_244_353, 10**6 + 3]) + rng.randint(0, 90),
    )
    summed, far = level > 1 and rng.random() < 0.5, level >= LARGE_FROM
    highest = by_level(level, 3000, 10**18)
    entry, n = rng.choice(["term", "population", "value_after", "nth_value"]), rng.choice(["n", "day", "steps"])
    extra = f" + {d} * k" if d else ""
    loop = """
        def $entry($n):
            old, new = $x, $y
            $start
            for k in range(2, $n + 2):
                $add
                old, new = new, ($a * new + $b * old + $c$extra) % $modulus
            return $result
        """
    matrix = """
        from operator import mul

        STEP = [
            [$a, $b, $d, $e, 0],
            [1, 0, 0, 0, 0],
            [0, 0, 1, 1, 0],
            [0, 0, 0, 1, 0],
            [0, 1, 0, 0, 1],
        ]


        def multiply(one, other):
            columns = list(zip(*other))
            return [[sum(map(mul, row, column)) % $modulus for column in columns] for row in one]


        def $entry($n):
            state = [[$y], [$x], [0], [1], [0]]
            power = STEP
            count = $count
            while count:
                if count % 2:
                    state = multiply(power, state)
                power = multiply(power, power)
                count //= 2
            return state[$place][0]
        """
    source = program(
        matrix if far else loop, entry=entry, n=n, x=x, y=y, a=a, b=b, c=c, d=d, e=c + 2 * d, extra=extra,
        modulus=modulus,
        start="total = 0" if summed else "", add="total += old" if summed else "",
        result=f"(total + old) % {modulus}" if summed else "old", count=f"{n} + 1" if summed else n,
        place=4 if summed else 1,
    )  # fmt: skip
    terms = f"{a} * x[k - 1] + {b} * x[k - 2] + {c}{extra}".replace(" 1 * ", " ").removeprefix("1 * ")
    statement = sentences(
        """
        $story The numbers are x[0] = $x, x[1] = $y, and x[k] = $terms for each k from 2 on.

        Return $wanted modulo $modulus. `$n` is from 0 to $highest.
        """,
        story=rng.choice(["The rabbits of an island are counted every year.",
        "A pattern of tiles grows step by step.",
                          "A slot machine computes its next prize from the last two."]),
        x=x, y=y, terms=terms, n=n, modulus=modulus, highest=highest,
        wanted=f"the sum x[0] + x[1] + ... + x[`{n}`]" if summed else f"x[`{n}`]",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        if size == 0:
            return [rng.choice([0, 0, 0, 1, 2])]
        return [rng.randint(2, (3, 8, 20, 60, min(highest, 10**6), highest)[size])]

    def brute(n: int) -> int:
        values = [x, y]
        while len(values) <= n:
            values.append(a * values[-1] + b * values[-2] + c + d * len(values))
        return (sum(values[: n + 1]) if summed else values[n]) % modulus

    large: tuple[list[Json], ...] = ([highest], [highest // 3 * 2 - 1]) if far else ()
    facts = {"a": a, "b": b, "c": c, "d": d, "x": x, "y": y, "modulus": modulus, "summed": summed}
    return Problem(
        "far_term", entry, ((n, "int"),), "int", statement, source, inputs, brute, large, facts=facts,
        cost=effort(source, summed + bool(d)),
    )  # fmt: skip


TEMPLATES = ((4, digit_count), (3, odd_digits), (3, far_term))

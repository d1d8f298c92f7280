"""A calculator for whole numbers: names and constants of a project, and what its functions are called with."""

from __future__ import annotations

from random import Random

from ....base import Json
from ..domain import Names


def choose(rng: Random) -> dict[str, str | int]:
    """Names and constants of a project."""
    return {
        "pkg": rng.choice(
            ["reckon", "abacus", "numberline", "calc", "sumup", "figures", "countbook", "digitdesk"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "limit": rng.choice([10_000, 99_999, 1_000_000, 5_000, 250_000]),
        "start": rng.randint(0, 9),
    }


def _expression(rng: Random, features: frozenset[str], names: list[str], depth: int) -> str:
    if depth == 0 or rng.random() < 0.12:
        if names and rng.random() < 0.5:
            return rng.choice(names)
        return str(rng.choice([rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 99), rng.randint(0, 999)]))
    pick = rng.random()

    def inner() -> str:
        return _expression(rng, features, names, depth - 1)

    if pick < 0.14:
        return f"-{inner()}"
    if pick < 0.34:
        return f"({inner()})"
    if pick < 0.44:
        exponents = ["0", "1", "2", "2", "3", "-1", "1 ^ 2", "3 ^ 2", "2 ^ 0", "0 ^ 2"]
        return f"{rng.randint(0, 9)} ^ {rng.choice(exponents)}"
    if pick < 0.54 and "functions" in features:
        parts = ", ".join(inner() for _ in range(rng.randint(1, 3)))
        return f"{rng.choice(['max', 'min', 'sum', 'abs', 'max', 'min', 'sum', 'avg'])}({parts})"
    sign = rng.choice("+-*/%+-*-/")
    space = rng.choice(["", " ", " "])
    return f"{inner()}{space}{sign}{space}{inner()}"


def _special(rng: Random, features: frozenset[str], limit: int, known: list[str]) -> str:
    """A line on which mistakes show: chains, signs before powers, negative operands, limits, leftovers."""
    a, b, c = (rng.randint(1, 30) for _ in range(3))
    lines = [
        f"{a} - {b} - {c}",
        f"-{c} ^ 2",
        f"--{a} + {b}",
        f"-{a} / {b}",
        f"-{a} % {b}",
        f"{a} ^ -1",
        f"{a} / -{b}",
        f"{a} % -{b}",
        f"({a} - {a + b}) / {c}",
        f"{a} {b}",
    ]
    lines += [
        f"{a} - -{b} % {c}",
        f"0 - {limit} - {a}",
        f"-{limit} * 2",
        f"{a} * {b} - {c} - {a}",
        f"({a}) {b} + 1",
    ]
    if "functions" in features:
        lines += [f"sum({a}, {b}, {c})", f"abs(-{a}, {b})", f"mean({a}, {b})", f"max({a}, {b}, {c}, -4)"] * 2
        lines += [f"abs(0 - {a})", f"{rng.choice(['max', 'min', 'sum', 'abs'])}({c})", "max()", "mean(1 / 0)"]
        lines += [
            f"abs({a}, 1 / 0)",
            f"min({a}, {b} - {c})",
            f"2 * sum({a}, -{b}, {c}, 1)",
            f"abs({limit} + 1)",
        ]
    if known:
        lines += [f"-{rng.choice(known)}", f"{a} {rng.choice(known)}", f"{rng.choice(known)} / {b}"] * 2
        lines += [f"{rng.choice(known)} - 1 / 0", "quiz + 1", f"{rng.choice(known)} ^ 2", f"az - {a}"]
    return _corner(rng, limit) if rng.random() < 0.5 else rng.choice(lines)


def _corner(rng: Random, limit: int) -> str:
    """A line at a bound, with a negative operand, or with something wrong in one place of it."""
    a, b, c = (rng.randint(1, 30) for _ in range(3))
    bounds = [f"{limit}", f"{limit + 1}", f"-{limit}", f"-{limit} - 1", f"{limit} + 1", f"0 - {limit} - 1"]
    powers = [
        f"{base} ^ {top}" for base in ("0", "1", "2", "(-1)", "(-2)") for top in (0, 1, 63, 64, 65, 66, 70)
    ]
    powers += ["0 ^ -1", "1 ^ -1", "2 ^ (1 - 2)", f"(0 - {a}) ^ 3", f"(0 - {a}) ^ 2", "2 ^ 3 ^ 2", "-1 ^ 64"]
    divided = [f"({a} - {a + b}) {sign} {c}" for sign in "/%"] + [f"{a} {sign} -{b}" for sign in "/%"]
    divided += [f"-{a} {sign} -{b}" for sign in "/%"] + [
        "0 / 5",
        "0 % 5",
        "0 / 0",
        "0 % 0",
        f"{a} % 0",
        f"{a} / 0",
    ]
    negated = [
        f"-(2 - {a + 2})",
        f"-({a} - {b})",
        f"--{a}",
        f"---{a}",
        f"{a} --{b}",
        f"-(-{a})",
        f"-(-{a}) ^ 2",
    ]
    left = [
        f"{a} {rest}" for rest in ("x", "(", ")", "(2)", "+", "5", ",", "$", "x 2", "= 1", "`", "{", ":", "A")
    ]
    broken = ["", " ", "-", "()", "( )", "*", "(1", "1)", ")(", "1 2 3", "+1", "2 ** 3", "1.5", "1,2", "(1, 2)"]
    blank = [f" {a}", f"{a} ", f"  ({a}+ {b} )", f"{a}0 - 109", f"{a}-{b}-{c}", "1 0", "09 + 90", "8 / 4 / 2"]
    return rng.choice(
        rng.choice([bounds, bounds, powers, divided, divided, negated, left, left, broken, blank])
    )


def _broken(rng: Random, text: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(["(", ")", "+", "*", "$", "= 3", " 4 ", "()", ","]) + text[place:]


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    known = rng.sample(["a", "b", "total", "x", "rate"], 3) if "variables" in features else []
    usable = known + ["ans"] * (2 * ("answers" in features))

    def line() -> str:
        text = _expression(rng, features, usable, rng.randint(1, 1 + size))
        if rng.random() < 0.42:
            text = _special(rng, features, int(names["limit"]), usable)
        if rng.random() < 0.04:
            text = f"{names['limit']} {rng.choice(['+ 0', '+ 1', '* 1', '- 0'])}"
        if rng.random() < 0.08:
            text = f"{rng.randint(1, 99)} {rng.choice('/%')} {rng.choice(['0', '(2 - 2)'])}"
        return _broken(rng, text) if rng.random() < 0.08 else text

    if function != "calculate":
        return [line()]
    lines: list[Json] = []
    for _ in range(rng.randint(1, 2 + 2 * size)):
        text = line()
        if known and rng.random() < 0.45:
            text = f"{rng.choice([*known, *known, 'ans' if 'answers' in features else known[0]])} = {text}"
        lines.append(text)
    if usable and rng.random() < 0.15:  # a negative value under a name
        below = f"{rng.randint(0, 5)} - {rng.randint(6, 30)}"
        name = rng.choice(usable)
        lines += [
            below if name == "ans" else f"{name} = {below}",
            rng.choice([f"-{name}", f"{name} / 2", name]),
        ]
    return [lines]

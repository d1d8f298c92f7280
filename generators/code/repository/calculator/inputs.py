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


# Lines are chosen as templates, so that only the chosen one is filled in. In them, `ab` is a + b, `a2` is a + 2 and
# `over` is one more than the limit.
_LINES = (
    "{a} - {b} - {c}", "-{c} ^ 2", "--{a} + {b}", "-{a} / {b}", "-{a} % {b}", "{a} ^ -1", "{a} / -{b}", "{a} % -{b}",
    "({a} - {ab}) / {c}", "{a} {b}", "{a} - -{b} % {c}", "0 - {limit} - {a}", "-{limit} * 2", "{a} * {b} - {c} - {a}",
    "({a}) {b} + 1",
)  # fmt: skip
_CALLS = (
    *("sum({a}, {b}, {c})", "abs(-{a}, {b})", "mean({a}, {b})", "max({a}, {b}, {c}, -4)") * 2,
    *("abs(0 - {a})", "{function}({c})", "max()", "mean(1 / 0)"),
    *("abs({a}, 1 / 0)", "min({a}, {b} - {c})", "2 * sum({a}, -{b}, {c}, 1)", "abs({limit} + 1)"),
)
_NAMED = (
    *("-{names[0]}", "{a} {names[1]}", "{names[2]} / {b}") * 2,
    *("{names[3]} - 1 / 0", "quiz + 1", "{names[4]} ^ 2", "az - {a}"),
)
_SPECIAL = {
    (calls, named): _LINES + _CALLS * calls + _NAMED * named
    for calls in (False, True)
    for named in (False, True)
}
_CORNERS = {
    "bounds": ("{limit}", "{over}", "-{limit}", "-{limit} - 1", "{limit} + 1", "0 - {limit} - 1"),
    "powers": (
        *(f"{base} ^ {top}" for base in ("0", "1", "2", "(-1)", "(-2)") for top in (0, 1, 63, 64, 65, 66, 70)),
        *("0 ^ -1", "1 ^ -1", "2 ^ (1 - 2)", "(0 - {a}) ^ 3", "(0 - {a}) ^ 2", "2 ^ 3 ^ 2", "-1 ^ 64"),
    ),
    "divided": (
        *("({a} - {ab}) / {c}", "({a} - {ab}) % {c}", "{a} / -{b}", "{a} % -{b}", "-{a} / -{b}", "-{a} % -{b}"),
        *("0 / 5", "0 % 5", "0 / 0", "0 % 0", "{a} % 0", "{a} / 0"),
    ),
    "negated": ("-(2 - {a2})", "-({a} - {b})", "--{a}", "---{a}", "{a} --{b}", "-(-{a})", "-(-{a}) ^ 2"),
    "left": (
        *(
            "{a} x",
            "{a} (",
            "{a} )",
            "{a} (2)",
            "{a} +",
            "{a} 5",
            "{a} ,",
            "{a} $",
            "{a} x 2",
            "{a} = 1",
            "{a} `",
        ),
        *("{a} {{", "{a} :", "{a} A"),
    ),
    "broken": (
        *("", " ", "-", "()", "( )", "*", "(1", "1)", ")(", "1 2 3", "+1", "2 ** 3", "1.5", "1,2", "(1, 2)"),
    ),
    "blank": (*(" {a}", "{a} ", "  ({a}+ {b} )", "{a}0 - 109", "{a}-{b}-{c}", "1 0", "09 + 90", "8 / 4 / 2"),),
}
_KINDS = "bounds bounds powers divided divided negated left left broken blank".split()


def _special(rng: Random, features: frozenset[str], limit: int, known: list[str]) -> str:
    """A line on which mistakes show: chains, signs before powers, negative operands, limits, leftovers."""
    a, b, c = (rng.randint(1, 30) for _ in range(3))
    calls, named, function = "functions" in features, bool(known), ""
    if calls:
        function = rng.choice(["max", "min", "sum", "abs"])
    names = [rng.choice(known) for _ in range(5 * named)]
    if rng.random() < 0.5:
        return _corner(rng, limit)
    line: str = rng.choice(_SPECIAL[calls, named])
    return line.format(a=a, b=b, c=c, ab=a + b, limit=limit, function=function, names=names)


def _corner(rng: Random, limit: int) -> str:
    """A line at a bound, with a negative operand, or with something wrong in one place of it."""
    a, b, c = (rng.randint(1, 30) for _ in range(3))
    line: str = rng.choice(_CORNERS[rng.choice(_KINDS)])
    return line.format(a=a, b=b, c=c, ab=a + b, a2=a + 2, limit=limit, over=limit + 1)


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

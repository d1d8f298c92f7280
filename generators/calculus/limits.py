"""Limits: at a point, from one side of it, or at infinity; finite or not.

Kinds: fractions of polynomials that cancel, or at infinity; square roots; sines, exponentials and logarithms over their
arguments; powers that go to a power of e; poles from one side; functions less their first Taylor terms over a power
of x.

Symmetries: none; function and point are the problem.

Difficulty: one of the `kinds`, with numbers up to `largest`, of the `order` given (how many factors cancel, or the
power of x below). Proxy: symbols in the function and in the worked solution.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from math import gcd

from ..base import Json
from ..family import Family, Question, as_stated
from ..limits import Whole
from . import power_series as series
from .answers import gold
from .constants import Constant, Key, rational, text_of
from .primitives import beginning, nonzero, polynomial, shown

WORDINGS = (
    "Find the limit of {function} as {approach}. {form}",
    "f(x) = {function}\n\nWhat is the limit of f(x) as {approach}? {form}",
    "What does {function} tend to as {approach}?\n{form}",
)
FORM = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or a power of e such as e^2; "
    "write oo or -oo if the limit is infinite."
)
INFINITE: Mapping[str, Json] = {"kind": "expression"}
_SYMMETRIC = frozenset(("sin", "cos", "tan", "arctan"))  # a minus sign within them is better left out
_SYMBOL = re.compile(r"[0-9]+|[A-Za-z]+|[-+*/^]")
_INSIDE = re.compile(r"\([^()]*\)")


def _limit(
    function: str, point: str, side: int, limit: Constant | int, lines: list[str], guess: float = 0.08
) -> Question:
    """A question on where x goes (`point`, `side` -1, 0 or 1); `limit` is a constant, or 1 or -1 times infinity."""
    if isinstance(limit, int):
        answer, entry = "oo" if limit > 0 else "-oo", INFINITE
    else:
        answer, entry = text_of(limit), gold(limit)
    approach = "x goes to infinity (x -> oo)" if point == "oo" else f"x -> {point}"
    if side:
        approach += f" from the {'right (x > ' if side > 0 else 'left (x < '}{point})"
    return Question(
        {"function": function, "approach": approach, "form": FORM},
        {"function": function, "point": point, "side": side},
        answer,
        lines,
        gold=entry,
        canonical=[function, point, side],
        guess_rate=guess,
        difficulty=len(_SYMBOL.findall("\n".join([function, *lines]))),
    )


def _at(poly: list[int], x: int) -> int:
    total = 0
    for c in reversed(poly):
        total = total * x + c
    return total


def _with_root(poly: list[int], root: int) -> list[int]:
    return [b - root * c for b, c in zip([0, *poly], [*poly, 0], strict=True)]


def _text(poly: list[int]) -> str:
    return shown(polynomial(poly))


def _over(top: str, bottom: str) -> str:
    def grouped(text: str) -> str:
        return f"({text})" if " " in text else text

    below = grouped(bottom)
    return f"{grouped(top)}/{f'({below})' if '*' in _INSIDE.sub('', below) else below}"


def _reduced(top: int, bottom: int) -> str:
    """The fraction, and what it is in lowest terms where that is something else."""
    written, value = f"{top}/{_signed(bottom)}", str(Fraction(top, bottom))
    return value if written == value else f"{written} = {value}"


def _cancel(rng: random.Random, *, largest: int, order: int) -> Question | None:
    a, times = rng.choice((-1, 1)) * rng.randint(1, min(largest, 9)), rng.randint(1, min(order, 3))
    top, bottom = ([nonzero(rng, largest) for _ in range(rng.choice((2, 2, 3)))] for _ in range(2))
    p, q = _at(top, a), _at(bottom, a)
    if not q or not p:
        return None
    above, below = top, bottom
    for _ in range(times):
        above, below = _with_root(above, a), _with_root(below, a)
    function = _over(_text(above), _text(below))
    limit = rational(Fraction(p, q))
    factor = _text([-a, 1]) if times == 1 else f"({_text([-a, 1])})^{times}"
    lines = [
        f"numerator and denominator are 0 at x = {a}; both have the factor {factor}",
        f"without it: {_over(_text(top), _text(bottom))}",
        f"at x = {a}: {_reduced(p, q)}",
    ]
    return _limit(function, str(a), 0, limit, lines)


def _infinity(rng: random.Random, *, largest: int, order: int) -> Question | None:
    n = rng.randint(1, order + 2)
    m = max(1, n + rng.choice((0, 0, 0, 0, -1, 1)))
    top = [rng.choice((0, nonzero(rng, largest))) for _ in range(n)] + [nonzero(rng, largest)]
    bottom = [rng.choice((0, nonzero(rng, largest))) for _ in range(m)] + [rng.randint(1, largest)]
    if not (any(top[:-1]) or any(bottom[:-1])):
        return None
    ratio = Fraction(top[-1], bottom[-1])
    infinite = 1 if ratio > 0 else -1
    limit: Constant | int = infinite if n > m else rational(ratio if n == m else 0)
    lines = [
        f"the highest powers decide: {_text([0] * n + [top[-1]])} above, {_text([0] * m + [bottom[-1]])} below"
    ]
    if n == m:
        lines.append(_reduced(top[-1], bottom[-1]))
    else:
        lines.append("the denominator grows faster" if n < m else "the numerator grows faster")
    return _limit(_over(_text(top), _text(bottom)), "oo", 0, limit, lines, 0.2)


def _root(rng: random.Random, *, largest: int, order: int) -> Question | None:
    s, m, a = rng.randint(1, largest), nonzero(rng, largest), rng.choice((-1, 1)) * rng.randint(1, largest)
    c, k = s * s - m * a, rng.randint(1, 5)
    inside, line = _text([c, m]), _text([-k * a, k])
    top, bottom, limit = f"sqrt({inside}) - {s}", line, Fraction(m, 2 * s * k)
    if rng.random() < 0.4:
        top, bottom, limit = bottom, top, 1 / limit
    lines = [
        f"(sqrt({inside}) - {s})*(sqrt({inside}) + {s}) = {_text([c - s * s, m])} = {m}*({_text([-a, 1])})",
        f"so (sqrt({inside}) - {s})/({_text([-a, 1])}) = {m}/(sqrt({inside}) + {s}), "
        f"which goes to {Fraction(m, 2 * s)}",
    ]
    if k > 1 or limit != Fraction(m, 2 * s):
        lines.append(f"with the factor {k}, {'turned over, ' if bottom != line else ''}this is {limit}")
    return _limit(_over(top, bottom), str(a), 0, rational(limit), lines)


def _call(name: str, a: int) -> str:
    """A function that begins like ``a*x``."""
    text = series.text(name, a)
    return f"{text} - 1" if name == "exp" else text


def _sine(rng: random.Random, *, largest: int, order: int) -> Question | None:
    names = ("sin", "tan", "arctan", "exp", "ln")
    first, second = rng.choice(names), rng.choice(("x", "x", *names))
    a, b, k = nonzero(rng, largest), rng.randint(1, largest), rng.choice((1, 1, rng.randint(2, largest)))
    if first in _SYMMETRIC:
        a = abs(a)
    if rng.random() < 0.35:
        a = abs(a) if rng.random() < 0.5 else -abs(a)
        text = f"1 - cos({shown(polynomial([0, a]))})" if a > 0 else f"cos({shown(polynomial([0, -a]))}) - 1"
        size = Fraction(a * abs(a), 2)
        below = f"{b}*x^2" if second == "x" else f"x*{_grouped(_call(second, b))}"
        limit = size / b
        how = [
            f"{text} begins with {shown(polynomial([Fraction(0), Fraction(0), size]))}",
            f"{below} begins with {shown(polynomial([0, 0, b]))}",
        ]
    else:
        text, limit = _call(first, a), Fraction(a, b)
        below = f"{b}*x" if second == "x" else _call(second, b)
        if text == below:
            return None
        how = [
            f"{text} begins with {shown(polynomial([0, a]))}",
            f"{below} begins with {shown(polynomial([0, b]))}",
        ]
    if k > 1:
        text, limit = f"{k}*{_grouped(text)}", limit * k
        how.append(f"with the factor {k}")
    below = below.replace("1*x", "x") if below.startswith("1*x") else below
    return _limit(_over(text, below), "0", 0, rational(limit), [*how, f"the quotient goes to {limit}"])


def _grouped(text: str) -> str:
    return f"({text})" if " " in text.split("(")[0] or " - 1" in text[-4:] else text


def _euler(rng: random.Random, *, largest: int, order: int) -> Question | None:
    a, b, c = nonzero(rng, min(largest, 9)), nonzero(rng, min(largest, 9)), rng.randint(-largest, largest)
    if rng.random() < 0.5:
        d = rng.choice((0, nonzero(rng, largest)))
        bottom = _text([d, 1])
        below = f"({bottom})" if d else "x"
        function = f"(1 {'-' if a < 0 else '+'} {abs(a)}/{below})^({_text([c, b])})"
        lines = [f"its logarithm is ({_text([c, b])})*ln(1 {'-' if a < 0 else '+'} {abs(a)}/{below})"]
        lines.append(f"ln(1 + u) begins with u, so the logarithm goes to {b}*{_signed(a)} = {a * b}")
        point = "oo"
    else:
        inner = _text([0, a, c]) if c else _text([0, a])
        function = f"(1 {'- ' + inner[1:] if inner.startswith('-') else '+ ' + inner})^({b}/x)"
        if inner.startswith("-") and c:
            function = f"({_text([1, a, c])})^({b}/x)"
        lines = [f"its logarithm is {b}*ln({_text([1, a, c])})/x", f"which goes to {b}*{_signed(a)} = {a * b}"]
        point = "0"
    limit = {Key(power=a * b): Fraction(1)}
    return _limit(function, point, 0, limit, [*lines, f"the limit is e to this: {text_of(limit)}"])


def _signed(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _pole(rng: random.Random, *, largest: int, order: int) -> Question | None:
    a, n = rng.choice((-1, 1)) * rng.randint(1, largest), rng.randint(1, max(2, order))
    top = [nonzero(rng, largest) for _ in range(rng.randint(1, 3))]
    rest = [nonzero(rng, largest), 1] if rng.random() < 0.5 else [1]
    p, q, side = _at(top, a), _at(rest, a), rng.choice((-1, 1))
    if not p or not q:
        return None
    bottom = rest
    for _ in range(n):
        bottom = _with_root(bottom, a)
    sign = (1 if p * q > 0 else -1) * (side**n)
    factor = _text([-a, 1]) if n == 1 else f"({_text([-a, 1])})^{n}"
    small = "positive" if side**n > 0 else "negative"
    lines = [
        f"the denominator is {factor if n > 1 or rest == [1] else f'({factor})'}"
        + (f"*({_text(rest)})" if rest != [1] else ""),
        f"at x = {a} the numerator is {p}" + (f" and {_text(rest)} is {q}" if rest != [1] else ""),
        f"{'left' if side < 0 else 'right'} of {a}, {factor} is small and {small}",
    ]
    return _limit(_over(_text(top), _text(bottom)), str(a), side, sign, lines, 0.5)


def _difference(rng: random.Random, *, largest: int, order: int) -> Question | None:
    a, b, c, d = (
        rng.randint(1, 9),
        nonzero(rng, largest),
        rng.randint(-largest, largest),
        rng.choice((0, nonzero(rng, 9))),
    )
    limit = Fraction(b, 2 * a) - d
    inside, line = _text([c, b, a * a]), _text([d, a])
    function = f"sqrt({inside}) - {line if not d else f'({line})'}"
    lines = [
        f"(sqrt({inside}))^2 - ({_text([0, a])})^2 = {_text([c, b])}",
        f"so sqrt({inside}) - {_text([0, a])} = ({_text([c, b])})/(sqrt({inside}) + {_text([0, a])}), "
        f"which goes to {_reduced(b, 2 * a)}",
    ]
    if d:
        lines.append(f"less {d}: {limit}")
    return _limit(function, "oo", 0, rational(limit), lines)


def _taylor(rng: random.Random, *, largest: int, order: int) -> Question | None:
    n = rng.randint(max(2, order - 1), max(2, order))
    count = rng.randint(1, 2) if order < 4 else 2
    names = rng.sample(("exp", "sin", "cos", "ln", "sqrt", "arctan"), count)
    parts = [(nonzero(rng, min(largest, 4)), name, nonzero(rng, min(largest, 4))) for name in names]
    parts = [(k, name, abs(a) if name in _SYMMETRIC else a) for k, name, a in parts]
    total = series.combined([(k, series.known(name, a, n)) for k, name, a in parts])
    if not total[n] or not any(total[:n]) or max(c.denominator for c in total) > 300:
        return None
    begun = [-c for c in total[:n]]
    common = 1
    for c in begun:
        common = common * c.denominator // gcd(common, c.denominator)
    above = " ".join(
        f"{'-' if k < 0 else '+'} {f'{abs(k)}*' if abs(k) > 1 else ''}{series.text(name, a)}"
        for k, name, a in parts
    )
    above = (
        above.removeprefix("+ ").replace("- ", "-", 1) if above.startswith("-") else above.removeprefix("+ ")
    )
    tail = shown(polynomial(begun))
    above += f" - {tail[1:]}" if tail.startswith("-") else f" + {tail}"
    b, wave = rng.randint(1, min(largest, 5)), rng.random() < 0.5
    name = rng.choice(("sin", "tan", "ln", "exp"))
    if wave and n >= 2:
        call = _grouped(_call(name, b))
        below = f"{'x' if n == 2 else f'x^{n - 1}'}*{call}"
    else:
        below = f"{b}*x^{n}" if b > 1 else f"x^{n}"
    limit = total[n] / b
    lines = [f"{series.text(name, a)} = {beginning(series.known(name, a, n))}" for _, name, a in parts]
    lines += [
        f"the numerator begins with {shown(polynomial([Fraction(0)] * n + [total[n]]))}",
        f"the denominator begins with {shown(polynomial([0] * n + [b]))}",
        f"the quotient goes to {limit}",
    ]
    return _limit(f"({above})/{f'({below})' if '*' in below else below}", "0", 0, rational(limit), lines)


generate = Family(
    {
        "cancel": _cancel,
        "infinity": _infinity,
        "root": _root,
        "sine": _sine,
        "euler": _euler,
        "pole": _pole,
        "difference": _difference,
        "taylor": _taylor,
    },
    WORDINGS,
    {
        "largest": Whole(3, 30, "the largest number"),
        "order": Whole(1, 6, "how many factors cancel, and which power of x stands below a series, at most"),
    },
    kind_in_facts=False,
    canonical=as_stated,
    tries=100,
    advice="raise 'largest'",
)

"""Random answers of every kind: the gold, other spellings of the same answer, and answers near it that differ.

Whether two texts say the same is settled by how they are made, not by reading them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt
from random import Random


@dataclass(frozen=True, slots=True)
class Case:
    """One answer.

    Attributes:
        gold: the reference, in LaTeX.
        same: other spellings of it; they stand alone or in a box.
        other: different answers. The first is no part of the right one and does not contain it.
    """

    gold: str
    same: list[str]
    other: list[str]


def tex(value: Fraction | int, command: str = "frac") -> str:
    """A fraction in LaTeX, its sign in front."""
    value = Fraction(value)
    sign = "-" if value < 0 else ""
    if value.denominator == 1:
        return str(value)
    return rf"{sign}\{command}{{{abs(value.numerator)}}}{{{value.denominator}}}"


def small(source: Random, largest: int = 12) -> Fraction:
    """A fraction that is not 0."""
    top = source.choice([-1, 1]) * source.randint(1, largest)
    return Fraction(top, source.choice([1, 1, 2, 3, 4, 5, 7]))


def integer(source: Random) -> Case:
    size = source.choice([1, 2, 3, 4, 6, 9, 21])
    n = source.randint(10 ** (size - 1), 10**size - 1) * source.choice([1, 1, -1]) or 7
    grouped = f"{n:,}"
    same = [grouped, grouped.replace(",", "{,}"), grouped.replace(",", r"\,"), grouped.replace(",", "\u2009")]
    same += [
        f"{n}.0",
        f"{n}.",
        f"x = {n}",
        rf"\frac{{{3 * n}}}{{3}}",
        f"{2 * n}/2",
        f"{n - 7} + 7",
        rf"\text{{{n}}}",
    ]
    same += [str(n).replace("-", "−"), f"({n})", rf"{n} \cdot 1", f"{n}e0", rf"{n} \text{{ apples}}"]
    other = [
        str(n + 1),
        str(n - 1),
        str(-n),
        f"{n}0",
        f"{n}.5",
        rf"{n}\%",
        f"({n}, 0)",
        f"{n}x",
        f"{n}i",
        f"{n}e1",
    ]
    other += [rf"\pm {n}", f"{n}, {n + 1}", f"[{n}, {n + 1}]", f"x > {n}", rf"{n} \cdot 10", f"{n} + 1"]
    other += [
        rf"\{{{n}, {n + 1}\}}",
        f"{n} + 10^{{-9}}",
        f"{n}.0000001",
        f"{n} = {n + 1}",
        rf"x \neq {n}",
        f"/{n}",
    ]
    if abs(n) > 1:
        other += [f"({n})^2", rf"\frac{{1}}{{{n}}}"]
    if (turned := str(n)[::-1].rstrip("-")) != str(n):
        other.append(turned)
    return Case(str(n), same, other)


def rational(source: Random) -> Case:
    q = source.choice([2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 25, 97, 1001])
    p = source.choice([n for n in range(-60, 60) if n and gcd(n, q) == 1])
    value = Fraction(p, q)
    sign, top = "-" if p < 0 else "", abs(p)
    same = [f"{p}/{q}", tex(value, "dfrac"), tex(value, "tfrac"), tex(value, "cfrac"), rf"\frac{{{p}}}{{{q}}}"]
    same += [
        rf"\frac{{{6 * p}}}{{{6 * q}}}",
        rf"\frac{{{-p}}}{{{-q}}}",
        rf"{sign}{{{top} \over {q}}}",
        f"x = {tex(value)}",
    ]
    same += [
        rf"{p} \cdot \frac{{1}}{{{q}}}",
        rf"\left({tex(value)}\right)",
        rf"{tex(value - 3)} + 3",
        f"({p})/({q})",
    ]
    same += [
        rf"{tex(value * 100)}\%",
        rf"\left(\frac{{{q}}}{{{p}}}\right)^{{-1}}",
        rf"{sign}\frac {{{top}}} {{{q}}}",
    ]
    if top > q:
        whole, rest = divmod(top, q)
        same += [rf"{sign}{whole}\frac{{{rest}}}{{{q}}}", f"{sign}{whole} {rest}/{q}"]
    other = [
        tex(value + 1),
        tex(-value),
        rf"\frac{{{p + q}}}{{{q + 1}}}" if p != q * q else "0",
        f"{p}",
        f"{p * q}",
    ]
    other += [
        f"({p}, {q})",
        f"{p}, {q}",
        rf"{tex(value)}\%",
        f"{tex(value)}x",
        f"{tex(value)}i",
        rf"\pm {tex(value)}",
    ]
    other += [tex(value + Fraction(1, 10**9)), f"x > {tex(value)}", f"{tex(value)} + 1", rf"\sqrt{{{top}/{q}}}"]
    other += [
        f"[{tex(value)}, {tex(value + 1)}]",
        rf"\{{{tex(value)}, 7\}}",
        f"{tex(value)} = 1",
        f"{p}{q}",
        f"{p}.{q}1",
    ]
    if abs(value) != 1:
        other.append(tex(1 / value))
    if 10**9 % q:
        other += [f"{float(value):.4f}", f"{float(value):.9f}"]
    # (p + q) / (q + 1) is p / q only where p is the square of q.
    return Case(tex(value), same, other)


def decimal(source: Random) -> Case:
    places = source.randint(1, 8)
    digits = source.randint(1, 10 ** source.randint(2, 9)) * 10 + source.randint(1, 9)
    value = Fraction(digits, 10**places)
    whole, rest = divmod(digits, 10**places)
    text = f"{whole}.{rest:0{places}d}"
    same = [
        f"{text}0",
        f"{text}000",
        f"0{text}",
        f"+{text}",
        tex(value),
        f"{value}",
        rf"{digits} \times 10^{{-{places}}}",
    ]
    same += [
        f"{digits}e-{places}",
        f"{digits}E-{places:02d}",
        rf"{digits} \cdot 10^{{-{places}}}",
        f"x = {text}",
    ]
    same += [
        rf"{tex(value * 100)}\%",
        rf"\frac{{{digits}}}{{10^{{{places}}}}}",
        f"({text})",
        rf"\text{{{text}}}",
    ]
    same += [f"{whole:,}.{rest:0{places}d}", f"{digits} / 10^{places}", f"{whole} + 0.{rest:0{places}d}"]
    same += [f".{rest:0{places}d}"] if whole == 0 else [f"{whole:,}.{rest:0{places}d}0"]
    ending = text[:-1] + str((int(text[-1]) + 1) % 10)
    other = [
        ending,
        f"-{text}",
        f"{whole}{rest:0{places}d}",
        f"1{text}",
        f"{text}1",
        f"{whole}.0{rest:0{places}d}",
    ]
    other += [
        rf"{text}\%",
        rf"{digits} \times 10^{{{places}}}",
        f"{digits}e-{places + 1}",
        f"{text}x",
        f"{text}i",
    ]
    other += [
        rf"{text}\ldots1",
        f"{text}, 1",
        f"({text}, 1)",
        rf"\pm {text}",
        f"> {text}",
        f"{text} + 10^{{-30}}",
    ]
    other += [
        str(whole),
        str(whole + 1),
        rf"{whole}.\overline{{{rest:0{places}d}}}",
        f"{text}.1",
        f"{text}e1",
        text[:-1] + "1" + text[-1],
    ]
    return Case(text, same, [o for o in other if o != text])


def radical(source: Random) -> Case:
    a, b = source.choice([-5, -2, 1, 3, 8]), source.choice([-4, -3, 2, 3, 5])
    c, d = source.choice([2, 3, 5, 6, 7, 10, 13]), source.choice([2, 3, 5, 7, 9])
    root, sign = rf"\sqrt{{{c}}}", "-" if b < 0 else "+"
    m = abs(b)
    same = [
        rf"\frac{{{b}{root}+{a}}}{{{d}}}".replace("+-", "-"),
        rf"({a}{sign}{m}{root})/{d}",
        rf"\frac{{{a}}}{{{d}}} {sign} \frac{{{m}{root}}}{{{d}}}",
    ]
    same += [
        rf"\frac{{{a}{sign}\sqrt{{{m * m * c}}}}}{{{d}}}",
        rf"\frac{{1}}{{{d}}}({a}{sign}{m}{root})",
        rf"\frac{{{a}{sign}{root}\cdot {m}}}{{{d}}}",
    ]
    same += [
        rf"\dfrac{{{a} {sign} {m}{root}}}{{{d}}}",
        rf"\frac{{{a}{sign}{m}\sqrt {c}}}{{{d}}}",
        f"({a}{sign}{m}√{c})/{d}",
        f"({a}{sign}{m}*sqrt({c}))/{d}",
    ]
    same += [
        rf"\frac{{{2 * a}{sign}{2 * m}{root}}}{{{2 * d}}}",
        rf"\frac{{{a}{sign}{m}\cdot {c}^{{1/2}}}}{{{d}}}",
        rf"-\frac{{{-a}{'+' if b < 0 else '-'}{m}{root}}}{{{d}}}",
    ]
    # a + b sqrt c, with its conjugate as the denominator of the norm
    norm, other_sign = a * a - b * b * c, "+" if b < 0 else "-"
    same += [
        rf"\frac{{{norm}}}{{{d}({a}{other_sign}{m}{root})}}",
        rf"\frac{{{a}{sign}\frac{{{m * c}}}{{{root}}}}}{{{d}}}",
    ]
    gold = rf"\frac{{{a}{sign}{m}{root}}}{{{d}}}"
    other = [
        rf"\frac{{{a + 1}{sign}{m}{root}}}{{{d}}}",
        rf"\frac{{{a}{other_sign}{m}{root}}}{{{d}}}",
        rf"\frac{{{-a}{sign}{m}{root}}}{{{d}}}",
    ]
    other += [
        rf"\frac{{{a}{sign}{m + 1}{root}}}{{{d}}}",
        rf"\frac{{{a}{sign}{m}\sqrt{{{c + 1}}}}}{{{d}}}",
        rf"\frac{{{a}{sign}{m}{root}}}{{{d + 1}}}",
    ]
    other += [
        rf"{a}{sign}\frac{{{m}{root}}}{{{d}}}",
        rf"\frac{{{a}}}{{{d}}}{sign}{m}{root}",
        rf"\frac{{{a}{sign}{m}\cdot {c}}}{{{d}}}",
        rf"\frac{{{m}{root}}}{{{d}}}",
    ]
    other += [
        rf"-{gold}",
        f"{gold}i",
        f"{gold}x",
        rf"\pm{gold}",
        rf"\frac{{{a}{sign}\sqrt{{{m * c}}}}}{{{d}}}",
        rf"\frac{{{a}{sign}{m}\sqrt[3]{{{c}}}}}{{{d}}}",
    ]
    number = (a + b * c**0.5) / d
    other += [
        f"{number:.4f}",
        f"{number:.15f}",
        rf"{gold} + 10^{{-40}}",
        rf"\frac{{{d}}}{{{a}{sign}{m}{root}}}",
        rf"{gold}\%",
        f"{gold}, 1",
        f"({gold}, 1)",
    ]
    assert isqrt(c) ** 2 != c
    return Case(gold, same, other)


def complex_number(source: Random) -> Case:
    a, b = source.choice([-7, -3, 2, 4, 11]), source.choice([-9, -5, 3, 5, 6])
    sign, m, turned = "-" if b < 0 else "+", abs(b), "+" if b < 0 else "-"
    gold = f"{a}{sign}{m}i"
    same = [
        f"{b}i+{a}".replace("+-", "-"),
        f"{a} {sign} {m} i",
        rf"{a}{sign}{m}\mathrm{{i}}",
        rf"{a}{sign}{m}\cdot i",
        f"{a}{sign}i{m}",
        f"z = {gold}",
        f"({gold})",
    ]
    same += [
        rf"\frac{{{2 * a}{sign}{2 * m}i}}{{2}}",
        rf"-({-a}{turned}{m}i)",
        f"i({b}{'-' if a > 0 else '+'}{abs(a)}i)",
        f"{a}.0{sign}{m}.0i",
        f"{a}{sign}{m}*i",
    ]
    same += [
        rf"\frac{{{a * a + b * b}}}{{{a}{turned}{m}i}}",
        rf"{a}{sign}\sqrt{{-{m * m}}}",
        rf"{a}{turned}{m}i^3",
        rf"{a}{sign}{m}i^5",
        rf"{a}{sign}{m}e^{{i\pi/2}}",
    ]
    other = [
        f"{a + 1}{sign}{m}i",
        f"{a}{turned}{m}i",
        f"{-a}{sign}{m}i",
        f"{b}{'-' if a < 0 else '+'}{abs(a)}i",
        f"{a}{sign}{m + 1}i",
        str(a),
        f"{b}i",
        f"{a}{sign}{m}",
    ]
    other += [
        f"({a}{sign}{m})i",
        f"({a}, {b})",
        f"{gold}, 1",
        f"{a}{sign}{m}j1",
        f"{a}{sign}{m}i^2",
        f"{a}{sign}{m}x",
        f"-({gold})",
        f"i({gold})",
        f"|{gold}|",
        rf"\overline{{{gold}}}",
    ]
    other += [
        rf"{a} \pm {m}i",
        f"{a}{sign}{m}.001i",
        rf"\{{{gold}, 1\}}",
        f"({gold})^2",
        rf"{gold} + 10^{{-20}}",
    ]
    return Case(gold, same, other)


Maker = Callable[[Random], Case]
NUMBERS: dict[str, Maker] = {
    "integer": integer,
    "rational": rational,
    "decimal": decimal,
    "radical": radical,
    "complex": complex_number,
}

"""Random answers with letters in them: expressions, equations and inequalities."""

from __future__ import annotations

from random import Random

from makers import Case, small, tex


def expression(source: Random) -> Case:
    """A product of two linear factors, in one letter or two."""
    x, y = source.choice([("x", "y"), ("n", "m"), ("a", "b"), ("t", "s")])
    if source.random() < 0.5:
        y = ""
    a, c = source.randint(1, 6), source.randint(1, 6)
    b, d = source.choice([-5, -2, 1, 3, 7]), source.choice([-4, -1, 2, 5, 9])
    if a * d == b * c:  # a square would be its own absolute value
        d = 11

    def linear(k: int, constant: int) -> str:
        return f"{k}{x}{constant:+d}{y}"

    gold = f"({linear(a, b)})({linear(c, d)})"
    square = f"{y}^2" if y else ""
    middle = f"{x}{y}"

    def poly(p: int, q: int, r: int) -> str:
        return f"{p}{x}^2{q:+d}{middle}{r:+d}{square}"

    p, q, r = a * c, a * d + b * c, b * d
    same = [
        poly(p, q, r),
        f"{r}{square}{q:+d}{middle}{p:+d}{x}^2",
        f"({linear(c, d)})({linear(a, b)})",
        f"-({linear(-a, -b)})({linear(c, d)})",
    ]
    same += [
        f"{p}*{x}^2{q:+d}{middle}{r:+d}{square}",
        f"{p}{x}**2{q:+d}{middle}{r:+d}{square}",
        rf"\frac{{{poly(2 * p, 2 * q, 2 * r)}}}{{2}}",
    ]
    same += [
        rf"\left({linear(a, b)}\right)\left({linear(c, d)}\right)",
        rf"({linear(a, b)}) \cdot ({linear(c, d)})",
        f"{p}{x}^{{2}} {q:+d} {middle} {r:+d}{square}",
    ]
    same += [
        f"{p}{x}²{q:+d}{middle}{r:+d}{square}",
        f"{p} \\cdot {x} \\cdot {x}{q:+d}{middle}{r:+d}{square}",
        f"{x}({p}{x}{q:+d}{y}){r:+d}{square}",
    ]
    other = [
        poly(p, q, r + 1),
        poly(p, q + 1, r),
        poly(p + 1, q, r),
        poly(p, q, -r),
        f"-({gold})",
        poly(p, q, r).replace(x, "z"),
        f"({linear(a, b)})+({linear(c, d)})",
    ]
    other += [
        f"({linear(a, b)})({linear(c, -d)})",
        f"({linear(a, b)})^2({linear(c, d)})",
        f"{2 * p}{x}{q:+d}{y}",
        f"{linear(a, b)}",
        f"{gold} = 1",
        rf"\frac{{{linear(a, b)}}}{{{linear(c, d)}}}",
    ]
    other += [
        rf"\sqrt{{{gold}}}",
        f"{gold} > 0",
        f"{gold}, 1",
        f"({gold}, 1)",
        str(p),
        rf"|{gold}|",
        rf"{gold} + 10^{{-9}}",
        rf"{gold}{x}",
        f"{p}{x}^3{q:+d}{middle}{r:+d}{square}",
        rf"\pm {gold}",
    ]
    return Case(gold, same, [text for text in other if text != gold])


def equation(source: Random) -> Case:
    a, b, c = (
        source.choice([-5, -3, 2, 4, 7]),
        source.choice([-6, -1, 1, 3, 8]),
        source.choice([-9, -4, 1, 2, 10]),
    )
    gold = f"{a}x{b:+d}y={c}"
    same = [
        f"{c}={a}x{b:+d}y",
        f"{b}y{a:+d}x={c}",
        f"{2 * a}x{2 * b:+d}y={2 * c}",
        f"{-a}x{-b:+d}y={-c}",
        f"{a}x{b:+d}y{-c:+d}=0",
        f"0={a}x{b:+d}y{-c:+d}",
        rf"{a}x {b:+d} y = {c}",
        f"{a}x = {c}{-b:+d}y",
    ]
    same += [
        f"{b}y = {c}{-a:+d}x",
        rf"y = \frac{{{c}{-a:+d}x}}{{{b}}}",
        rf"x = \frac{{{c}{-b:+d}y}}{{{a}}}",
        rf"\frac{{{a}x}}{{2}}{b:+d}\cdot\frac{{y}}{{2}}=\frac{{{c}}}{{2}}",
        f"{a}*x{b:+d}*y = {c}",
        f"{-10 * a}x{-10 * b:+d}y={-10 * c}",
        gold.replace("-", "−"),
    ]
    other = [
        f"{a}x{b:+d}y={c + 1}",
        f"{a}x{-b:+d}y={c}",
        f"{-a}x{b:+d}y={c}",
        f"{a}x{b:+d}y={-c}",
        f"{a + 20}x{b:+d}y={c}",
        f"{a}y{b:+d}x={c}",
        f"{a}x{b:+d}y>{c}",
        rf"{a}x{b:+d}y\neq {c}",
        f"{a}x{b:+d}y",
        f"{a}x^2{b:+d}y={c}",
    ]
    other += [
        f"({a}x{b:+d}y)^2={c * c}",
        str(c),
        "0=0",
        "x=x",
        f"{a}x{b:+d}z={c}",
        f"{a}x={c}",
        f"{b}y={c}",
        f"{gold}, x=1",
        f"{a}x{b:+d}y={c}i",
        f"{a}x{b:+d}y=x",
        rf"({a}x{b:+d}y)(x-1)={c}(x-1)",
        rf"{a}x{b:+d}y={c}+10^{{-9}}",
        f"({a}, {b}, {c})",
        rf"{a}x{b:+d}y\le {c}",
    ]
    return Case(gold, same, other)


def inequality(source: Random) -> Case:
    bound = small(source)
    sign, turned = source.choice([("<", ">"), (">", "<"), (r"\le", r"\ge"), (r"\ge", r"\le")])
    b = tex(bound)
    closed = "le" in sign or "ge" in sign
    as_interval = (
        rf"(-\infty, {b}{']' if closed else ')'}"
        if sign in ("<", r"\le")
        else rf"{'[' if closed else '('}{b}, \infty)"
    )
    gold = f"x {sign} {b}"
    plain = {"<": "<", ">": ">", r"\le": "<=", r"\ge": ">="}
    uni = {"<": "<", ">": ">", r"\le": "≤", r"\ge": "≥"}
    long = {"<": r"\lt", ">": r"\gt", r"\le": r"\leq", r"\ge": r"\geq"}
    same = [
        f"{b} {turned} x",
        as_interval,
        rf"x \in {as_interval}",
        f"2x {sign} {tex(2 * bound)}",
        f"-x {turned} {tex(-bound)}",
        f"x - ({b}) {sign} 0",
        f"0 {turned} x - ({b})",
        f"x{plain[sign]}{b}",
        f"x {uni[sign]} {b}".replace("-", "−"),
        f"x {long[sign]} {b}",
        f"{b} {long[turned]} x",
    ]
    same += [
        as_interval.replace("(", r"\left(")
        .replace("[", r"\left[")
        .replace(")", r"\right)")
        .replace("]", r"\right]"),
        gold.replace("frac", "dfrac"),
        f"3 + x {sign} 3 + {b}",
        as_interval.replace(r"\infty", "∞"),
    ]
    strictness = {"<": r"\le", r"\le": "<", ">": r"\ge", r"\ge": ">"}[sign]
    wider = bound + (1 if sign in ("<", r"\le") else -1)
    tighter = bound - (1 if sign in ("<", r"\le") else -1)
    other = [
        f"x {turned} {tex(wider)}",
        f"x {strictness} {b}",
        f"x {turned} {b}",
        f"x {sign} {tex(wider)}",
        f"x {sign} {tex(tighter)}",
        f"{b} {sign} x",
        f"x = {b}",
        rf"x \neq {b}",
        b,
        f"-x {sign} {tex(-bound)}",
        f"x {sign} {tex(-bound)}",
    ]
    other += [
        f"y + x {sign} {b}",
        f"x^2 {sign} {b}",
        f"2x {sign} {b}",
        f"x {sign} {b} i",
        rf"x {sign} {b}\%",
        rf"x {sign} {b} \text{{ and }} x \neq {tex(tighter)}",
        rf"x {sign} {b} + 10^{{-9}}",
        r"\mathbb{R}",
        r"\emptyset",
        f"x {sign} {b} {sign} 1 {turned} 2",
        rf"\{{{b}\}}",
    ]
    other += [f"|x| {sign} {tex(abs(bound))}", f"x {sign}"]
    return Case(gold, same, other)

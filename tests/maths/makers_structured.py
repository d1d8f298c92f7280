"""Random answers of more than one part, or with letters, units, bases or clocks in them."""

from __future__ import annotations

from random import Random

from makers import NUMBERS, Case, Maker, small, tex


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


def elements(source: Random, count: int) -> list[str]:
    values: list[str] = []
    while len(values) < count:
        if (text := tex(small(source, 20))) not in values:
            values.append(text)
    return values


def set_of(source: Random) -> Case:
    parts = elements(source, source.randint(2, 5))
    mixed = source.sample(parts, len(parts))
    joined, turned = ", ".join(parts), ", ".join(mixed)
    gold = rf"\{{{joined}\}}"
    same = [
        rf"\{{{turned}\}}",
        rf"\left\{{{turned}\right\}}",
        rf"\lbrace {turned} \rbrace",
        rf"\left\{{ {joined} \right\}}",
        rf"\{{{','.join(mixed)}\}}",
    ]
    same += [
        rf"x \in \{{{turned}\}}",
        turned,
        joined,
        rf"\{{{turned}\}}".replace("frac", "dfrac"),
        rf"S = \{{{turned}\}}",
        rf"\{{{';'.join(mixed)}\}}",
        f"{{{turned}}}",
    ]
    same += [
        ", ".join(mixed[:-1]) + rf" \text{{ and }} {mixed[-1]}",
        ", ".join(f"x = {part}" for part in mixed),
        r" \text{ or } ".join(mixed),
        rf"\{{{turned}\}}".replace(",", r",\ "),
    ]
    changed = [*parts[:-1], "41"]
    other = [
        rf"\{{{', '.join(changed)}\}}",
        rf"\{{{', '.join(parts[:-1])}\}}",
        rf"\{{{joined}, 41\}}",
        rf"\{{{', '.join([*parts[:-1], parts[0]])}\}}",
        rf"\{{\{{{parts[0]}\}}, {', '.join(parts[1:])}\}}",
    ]
    other += [
        ", ".join(changed),
        parts[0],
        "".join(parts) + "1",
        r"\emptyset",
        rf"\{{{joined}, \ldots\}}",
        rf"\{{{joined}\}} \cup \{{41\}}",
        f"({parts[0]}, 41)",
        rf"\{{({joined})\}}",
    ]
    other += [
        rf"\{{{', '.join('-41' if part == parts[0] else part for part in parts)}\}}",
        r"\mathbb{R}",
        "41",
        rf"\{{{joined}i\}}",
        rf"\{{{joined}x\}}",
        " + ".join(parts),
        rf"\{{x, {', '.join(parts[1:])}\}}",
    ]
    other += [
        rf"x = {parts[0]} \text{{ or }} x = 41",
        rf"[{parts[0]}, 41]",
        rf"\{{{joined}\}} \setminus \{{{parts[0]}\}}",
    ]
    return Case(gold, same, other)


def tuple_of(source: Random) -> Case:
    parts = elements(source, source.randint(2, 4))
    joined = ", ".join(parts)
    gold = f"({joined})"
    name = "(x, y)" if len(parts) == 2 else "P"
    same = [
        rf"\left({joined}\right)",
        f"({','.join(parts)})",
        f"{name} = ({joined})",
        rf"\left( {joined} \right)",
        rf"\big({joined}\big)",
        gold.replace("frac", "dfrac"),
        gold.replace(",", r",\,"),
    ]
    same += [
        gold.replace("-", "−"),
        rf"( {' , '.join(parts)} )",
        gold.replace("frac", "tfrac"),
        f"({parts[0]} + 0, {', '.join(parts[1:])})",
        rf"\bigl({joined}\bigr)",
    ]
    turned = [*parts[1:], parts[0]]
    other = [
        f"({', '.join([*parts[:-1], '41'])})",
        f"({', '.join(turned)})",
        f"({', '.join(parts[::-1])})",
        f"({joined}, 0)",
        f"({', '.join(parts[:-1])})",
        f"-({joined})",
        f"[{joined})",
        parts[0],
        f"({joined}, {joined})",
    ]
    other += [
        f"({''.join(parts)}1)",
        f"({parts[0]} + 1, {', '.join(parts[1:])})",
        rf"({joined}i)",
        rf"({joined}x)",
        f"(({parts[0]}), ({', '.join(parts[1:])}, 0))",
        f"({joined}), (41, 41)",
        " + ".join(parts),
    ]
    other += [
        rf"({joined}\%)",
        rf"(\pm {joined})",
        f"{gold} + 1",
        f"2{gold}",
        f"({joined} + 10^{{-9}})",
        rf"({joined}) \text{{ or }} ({', '.join(turned)}, 1)",
        rf"\frac{{1}}{{2}}{gold}",
    ]
    return Case(gold, same, other)


def interval(source: Random) -> Case:
    low = small(source)
    high = low + abs(small(source))
    left, right = source.choice("(["), source.choice(")]")
    a, b = tex(low), tex(high)
    first, second = (r"\le" if left == "[" else "<"), (r"\le" if right == "]" else "<")
    back = {"<": ">", r"\le": r"\ge"}
    gold = f"{left}{a}, {b}{right}"
    same = [
        rf"\left{left}{a}, {b}\right{right}",
        f"{left}{a},{b}{right}",
        rf"x \in {gold}",
        f"{a} {first} x {second} {b}",
        f"{b} {back[second]} x {back[first]} {a}",
        gold.replace("-", "−"),
    ]
    same += [
        rf"x {back[first]} {a} \text{{ and }} x {second} {b}",
        gold.replace("frac", "dfrac"),
        f"{a} {first.replace('le', 'leq')} x {second.replace('le', 'leqslant')} {b}",
        f"{left}{a},\\ {b}{right}",
    ]
    middle = tex((low + high) / 2)
    same += [
        rf"{left}{a}, {middle}] \cup [{middle}, {b}{right}",
        rf"{left}{a}, {middle}) \cup [{middle}, {b}{right}",
        f"{a} {first} x {second} {b}".replace(r"\le", "≤"),
        f"{a}{first} x{second} {b}",
    ]
    swap = {"(": "[", "[": "(", ")": "]", "]": ")"}
    beyond, below = tex(high + 1), tex(low - 1)
    other = [
        f"{left}{beyond}, {tex(high + 2)}{right}",
        f"{swap[left]}{a}, {b}{right}",
        f"{left}{a}, {b}{swap[right]}",
        f"{swap[left]}{a}, {b}{swap[right]}",
        f"{left}{a}, {beyond}{right}",
        f"{left}{below}, {b}{right}",
        f"{left}{b}, {a}{right}",
    ]
    other += [
        f"{a} {first} x",
        rf"{left}{a}, \infty)",
        rf"(-\infty, {b}{right}",
        rf"\{{{a}, {b}\}}",
        a,
        b,
        rf"{left}{a}, {middle}) \cup ({middle}, {b}{right}",
        rf"{gold} \cup [{beyond}, {tex(high + 3)}]",
        f"x = {a}",
        rf"x \notin {gold}",
    ]
    other += [
        rf"x < {a} \text{{ or }} x > {b}",
        rf"{left}{a}, {middle}{right}",
        f"{a} {back[first]} x {back[second]} {b}",
        f"{left}{a}, {b} + 10^{{-9}}{right}",
        r"\mathbb{R}",
        r"\emptyset",
        f"{a} {first} {second} {b}",
    ]
    return Case(gold, same, other)


def rows(parts: list[list[str]], style: str = "pmatrix") -> str:
    inside = r" \\ ".join(" & ".join(row) for row in parts)
    return rf"\begin{{{style}}} {inside} \end{{{style}}}"


def matrix(source: Random) -> Case:
    height, width = source.choice([(2, 2), (2, 3), (3, 1), (3, 3), (3, 2)])
    flat = elements(source, height * width)
    grid = [flat[i * width : (i + 1) * width] for i in range(height)]
    gold = rows(grid)
    inside = r" \\ ".join(" & ".join(row) for row in grid)
    array = rf"\begin{{array}}{{{'c' * width}}} {inside} \end{{array}}"
    same = [
        rows(grid, "bmatrix"),
        gold.replace(" ", "").replace(r"\\", r"\\ "),
        rf"\left[{array}\right]",
        rf"\left({array}\right)",
        gold.replace("frac", "dfrac"),
        gold.replace(r" \end", r" \\ \end"),
        f"A = {gold}",
    ]
    same += [
        rf"\left(\begin{{matrix}} {inside} \end{{matrix}}\right)",
        gold.replace("-", "−"),
        rows(grid, "bmatrix").replace(r"\\", r"\\[3pt]"),
        gold.replace("&", "& "),
        gold.replace(" & ", "&"),
        rows(grid, "bmatrix").replace("frac", "tfrac"),
    ]

    def entry(i: int, j: int, text: str) -> str:
        return rows(
            [[text if (r, c) == (i, j) else part for c, part in enumerate(row)] for r, row in enumerate(grid)]
        )

    i, j = source.randrange(height), source.randrange(width)
    other = [
        entry(i, j, "41"),
        entry(0, 0, f"{flat[0]} + 1"),
        entry(i, j, f"{grid[i][j]} x"),
        entry(i, j, f"-({grid[i][j]})"),
        entry(i, j, "x"),
        rows(grid[1:]),
        rows([*grid, ["0"] * width]),
        rows([[*row, "0"] for row in grid]),
    ]
    other += [
        rows(grid[::-1]),
        rows([[*flat, "0"]]),
        f"-{gold}",
        f"2{gold}",
        flat[0],
        rf"{gold}^2",
        f"({', '.join(flat)}, 0)",
        rows([list(reversed(row)) for row in grid]) + "x",
        f"{gold} = 1",
        entry(i, j, f"{grid[i][j]}i"),
        r"\emptyset",
    ]
    other += [
        entry(i, j, rf"{grid[i][j]}\%"),
        entry(height - 1, width - 1, "10^{-9} + " + flat[-1]),
        f"{gold} + 1",
        rf"\det {gold}",
        rows([*grid[:-1], grid[0]]),
    ]
    return Case(gold, same, other)


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


# Names, then the unit in SI units of its kind, and the kind.
UNITS = {
    "cm": (["cm", "centimeters", "centimetres"], "m", r"\times 10^{-2}"),
    "m": (["m", "meters", "metres"], "m", ""),
    "km": (["km", "kilometers", "kilometres"], "m", r"\times 10^{3}"),
    "g": (["g", "grams"], "kg", r"\times 10^{-3}"),
    "kg": (["kg", "kilograms"], "kg", ""),
}


def quantity(source: Random) -> Case:
    unit = source.choice(list(UNITS))
    names, base, factor = UNITS[unit]
    power = source.choice([1, 1, 2, 3]) if base == "m" else 1
    n = source.randint(2, 9999)
    up = f"^{power}" if power > 1 else ""
    gold = rf"{n} \text{{ {unit}}}{up}"
    same = [
        f"{n} {unit}{up}",
        rf"{n}\text{{ {unit}}}{up}",
        rf"{n} \mathrm{{~{unit}}}{up}",
        rf"{n}\,\text{{{unit}}}{up}",
        f"{n}.0 {unit}{up}",
        rf"{n}\ \mathrm{{{unit}}}{up}",
        rf"\frac{{{2 * n}}}{{2}} \text{{ {unit}}}{up}",
    ]
    same += [
        rf"{n:,} \text{{ {unit}}}{up}",
        rf"{n}\;\text{{{unit}}}{up}",
        rf"x = {n} \text{{ {unit}}}{up}",
        f"{n}{unit}{up}",
        rf"{n} \text{{ {unit}}}{up.replace('^', '^{')}{'}' if up else ''}",
        f"{n} {unit}{ {1: '', 2: '²', 3: '³'}[power] }",
    ]
    words = {1: "", 2: "square ", 3: "cubic "}[power]
    same += [f"{n} {words}{name}" for name in names[1:]]
    converted = factor.replace("{", "{" if power == 1 else f"{{{power} \\cdot ") if factor else ""
    if power == 1:
        same.append(rf"{n} {converted} \text{{ {base}}}")
    other = [
        rf"{n + 1} \text{{ {unit}}}{up}",
        rf"{n} \text{{ {unit}}}^{power + 1}",
        f"{n} s",
        f"{n} seconds",
        rf"-{n} \text{{ {unit}}}{up}",
        f"{10 * n} {unit}{up}",
        rf"{n}\%",
        rf"\${n}",
        rf"{n}^\circ",
        f"{n} {unit}/s",
        f"{n} {unit}{up} per day",
    ]
    other += [
        rf"{n} \text{{ {next(u for u in UNITS if u != unit)}}}{up}",
        f"{n + 1}",
        f"{n}.5 {unit}{up}",
        f"{n} inches",
        f"{n} {unit}^{power + 2}",
        f"{n} to {n + 5} {unit}{up}",
        f"{n} or {n + 1} {unit}{up}",
        rf"\pm {n} {unit}{up}",
        f"{n} 1/{unit}{up}",
        f"{n} J",
        f"{n}x",
    ]
    other += [f"({n} {unit}{up}, 1)", f"{n}i {unit}{up}", f"{n} {unit}{up} + 1 {unit}{up}", f"> {n} {unit}{up}"]
    return Case(gold, same, other)


def time(source: Random) -> Case:
    hour, minute, half = source.randint(1, 12), source.randint(0, 59), source.choice(["AM", "PM"])
    clock = f"{hour}:{minute:02d}"
    gold = rf"{clock} \text{{ {half}}}"
    dotted = f"{half[0].lower()}.m."
    same = [
        f"{clock} {half}",
        f"{clock}{half}",
        f"{clock} {half.lower()}",
        f"{clock} {dotted}",
        rf"{clock}\text{{ {half}}}",
        rf"{clock}\,\text{{{half}}}",
        rf"{clock} \mathrm{{{half}}}",
        rf"{clock} \text{{ {dotted}}}",
        clock.replace(":", "{:}") + rf" \text{{ {half}}}",
        f"{clock} {half}.",
    ]
    same += [rf"\text{{{clock} {half}}}", f"{hour % 12 + (12 if half == 'PM' else 0):02d}:{minute:02d}"]
    if hour < 10:
        same.append(f"0{clock} {half}")
    flipped = "PM" if half == "AM" else "AM"
    later = f"{hour}:{(minute + 1) % 60:02d}"
    next_hour = f"{hour % 12 + 1}:{minute:02d}"
    other = [
        rf"{later} \text{{ {half}}}",
        f"{clock} {flipped}",
        f"{next_hour} {half}",
        f"{later} {flipped}",
        f"{next_hour} {flipped}",
        f"{clock}:59 {half}",
        f"{hour}.{minute:02d}",
        f"{hour}{minute:02d}",
        f"{hour} {half} and {minute}",
        f"{hour}:{minute + 60} {half}",
        f"{hour + 24}:{minute:02d}",
        str(hour),
        half,
    ]
    other += [
        f"{clock} {half} or {later} {half}",
        f"-{clock} {half}",
        f"{hour}/{minute + 1}",
        f"({hour}, {minute})",
        f"not {clock} {half}",
        f"before {clock} {half}",
        rf"{clock} \text{{ {half}}}, {later} \text{{ {half}}}",
        f"{hour % 12 + (12 if flipped == 'PM' else 0):02d}:{minute:02d}",
    ]
    return Case(gold, same, other)


def base(source: Random) -> Case:
    n = source.randint(2, 12)
    digits = "".join(source.choice("0123456789AB"[:n]) for _ in range(source.randint(2, 7)))
    digits = source.choice("123456789AB"[: n - 1]) + digits
    shown = rf"\text{{{digits}}}" if not digits.isdigit() else digits
    word = dict(
        zip(range(2, 13), "two three four five six seven eight nine ten eleven twelve".split(), strict=True)
    )[n]
    gold = f"{shown}_{{{n}}}"
    same = [
        f"{digits}_{{{n}}}",
        f"({digits})_{{{n}}}",
        f"{{{digits}}}_{{{n}}}",
        rf"{shown}_{{\text{{{word}}}}}",
        f"0{digits}_{{{n}}}",
        f"{digits} (base {n})",
        f"{digits} in base {n}",
        rf"{shown}_{{{n}}}",
        rf"{shown} \text{{ (base {n})}}",
        rf"{shown}_{{ {n} }}",
    ]
    same += (
        [
            digits + "".join("₀₁₂₃₄₅₆₇₈₉"[int(d)] for d in str(n)),
            rf"\left({shown}\right)_{{{n}}}",
            f"x = {shown}_{{{n}}}",
        ]
        + ([f"{shown}_{n}"] if n < 10 else [])
        + ([f"{digits.lower()}_{{{n}}}"] if digits.isdigit() else [])
    )
    top = "0123456789AB"
    changed = digits[:-1] + top[(top.index(digits[-1]) + 1) % n]
    more = digits + "1"
    other = [
        f"{changed}_{{{n}}}",
        f"{digits}_{{{n + 1}}}",
        f"{more}_{{{n}}}",
        f"1{digits}_{{{n}}}",
        f"-{digits}_{{{n}}}",
        f"{digits}{n}",
        f"{digits}^{{{n}}}",
        rf"{digits} \cdot {n}",
        f"{digits}_{{{n}{n}}}",
        f"{digits[:-1]}_{{{n}}}",
        f"{n}_{{{digits}}}",
        f"{digits}.1_{{{n}}}",
    ]
    other += [
        f"{digits} in base {n + 1}",
        f"{changed} (base {n})",
        f"{digits}_{{{n}}} + 1",
        f"{digits}_{{{n}}}, 1_{{{n}}}",
        rf"\pm {digits}_{{{n}}}",
        f"({digits}, {n})",
        f"{digits}_{{{n}}}x",
        f"{digits}_{{{n}}} > 0",
        f"{digits}/{n}",
        str(int(digits, n) + 1),
        f"Z{digits}_{{{n}}}",
        rf"{digits}_{{{n}}}\%",
    ]
    if digits[::-1] != digits:
        other.append(f"{digits[::-1]}_{{{n}}}")
    return Case(gold, same, other)


MAKERS: dict[str, Maker] = {
    **NUMBERS,
    "expression": expression,
    "set": set_of,
    "tuple": tuple_of,
    "interval": interval,
    "matrix": matrix,
    "equation": equation,
    "inequality": inequality,
    "quantity": quantity,
    "time": time,
    "base": base,
}

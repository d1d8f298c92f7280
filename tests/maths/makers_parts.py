"""Random answers of several parts: sets, points, intervals and matrices."""

from __future__ import annotations

from random import Random

from makers import Case, small, tex


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

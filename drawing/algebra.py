"""Cards of formulas, matrices, systems, chains of functions, sequences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .base import Drawable, Json, minus, number, problem, question
from .cards import chip
from .figure import Figure
from .formula_parser import parse, value
from .formulas import Box, brackets, formula, formula_lines, row, sign, stacked, word
from .measure import text_width, wrap
from .palette import SERIES

WIDE = 470.0
_KINDS = {
    "polynomial-factoring": ("factor", "violet"),
    "polynomial-expansion": ("expand", "teal"),
    "simplify": ("simplify", "green"),
    "fractions": ("exact value", "blue"),
    "decimals": ("exact value", "blue"),
    "derivative": ("derivative", "violet"),
    "polynomial-equations": ("solve", "amber"),
    "differential-equations": ("solve for y(x)", "teal"),
    "arithmetic": ("value", "blue"),
    "inequalities": ("solve for x", "red"),
}


def _short(env: str) -> str:
    return env.rpartition("/")[2].rpartition("-v")[0]


def titled(body: Figure, label: str, colour: str) -> Figure:
    """A figure under a chip that says what is to be done."""
    figure = Figure(body.says)
    pill = chip(label, colour)
    wide = max(body.width, pill.width)
    figure.put(pill, (wide - pill.width) / 2, 0)
    figure.put(body, (wide - body.width) / 2, 50)
    return figure


def expression(task: Drawable, state: Json) -> Figure:
    """One formula, set as by hand, under what is to be done with it."""
    facts = problem(task)
    name = _short(task.env)
    text = next(
        facts[key]
        for key in ("expression", "polynomial", "equation", "inequality", "function", "integrand")
        if isinstance(facts.get(key), str)
    )
    if "equation" in facts and isinstance(facts["equation"], str):
        text = facts["equation"]
    label, colour = _KINDS.get(name, (name.replace("-", " "), "blue"))
    lines = formula_lines(text, WIDE)
    if name == "derivative":
        lines[0] = row([word("f", italic=True), word("(x)"), sign("="), lines[0]])
    if facts.get("values") is not None and "start" in facts and "equation" in facts:
        given = [f"y{chr(39) * n}({facts['start']}) = {v}" for n, v in enumerate(facts["values"])]
        lines.append(word(", ".join(map(minus, given)), 17))
    figure = titled(stacked(lines, 16), label, colour)
    figure.says = f"The formula {text}."
    return figure


def rational(task: Drawable, state: Json) -> Figure:
    """A rational function and what is done with it."""
    facts = problem(task)
    label = {"apart": "partial fractions", "add": "one fraction"}.get(facts["kind"], "one fraction, reduced")
    figure = titled(stacked(formula_lines(facts["expression"], WIDE), 16), label, "violet")
    figure.says = f"The rational expression {facts['expression']}."
    return figure


def complex_plane(task: Drawable, state: Json) -> Figure:
    """The formula over the axes of the complex plane."""
    facts = problem(task)
    ask = {"value": "z = ?", "conjugate": "conjugate of z", "modulus": "|z|²", "root": "square roots of z"}
    body = stacked([row([word("z", italic=True), sign("="), line]) if not n else line
                    for n, line in enumerate(formula_lines(facts["expression"], WIDE))], 16)  # fmt: skip
    figure = titled(body, ask.get(str(facts.get("ask")), "complex number"), "violet")
    bottom, middle = figure.height + 26, figure.width / 2
    figure.arrow(middle - 110, bottom + 45, middle + 110, bottom + 45, "line", 1.4)
    figure.arrow(middle, bottom + 92, middle, bottom, "line", 1.4)
    figure.circle(middle, bottom + 45, 30, "none", "violet-tint", 2)
    figure.text(middle + 122, bottom + 50, "Re", 13, "soft")
    figure.text(middle + 14, bottom + 6, "Im", 13, "soft")
    figure.says = f"The complex number {facts['expression']}."
    return figure


def calculus(task: Drawable, state: Json) -> Figure:
    """An integral, a limit or a sum with its sign."""
    facts, name = problem(task), _short(task.env)
    if "integrand" in task.payload:
        lines = formula_lines(task.payload["integrand"], WIDE)
        lines[0] = row([word("∫", 40), lines[0]])
        lines[-1] = row([lines[-1], word("  dx", italic=True)])
        figure = titled(stacked(lines, 16), "antiderivative", "teal")
    elif name == "limits" or "point" in facts:
        side = {1: "⁺", -1: "⁻"}.get(facts.get("side", 0), "")
        under = formula(f"x -> {facts['point']}", 14)
        top = word("lim", 22)
        stack = _under(top, row([under, word(side, 14)]))
        figure = titled(stacked([row([stack, word(" "), formula(facts["function"])])]), "limit", "violet")
    elif "term" in facts:
        stack = _under(word("Σ", 40), formula(f"n = {facts['first']}", 13), word("∞", 15))
        figure = titled(
            stacked([row([stack, word(" "), formula(facts["term"])])]), "sum of the series", "amber"
        )
    else:
        body = row([word("f", italic=True), word("(x)"), sign("="), formula(facts["function"])])
        label = {"coefficient": "coefficient", "polynomial": "Taylor polynomial", "derivative": "derivative"}
        figure = titled(stacked([body]), f"{label.get(facts['asked'], 'series')} at {facts['at']}", "amber")
    figure.says = "A formula of calculus: " + question(task.prompt).splitlines()[0][:200]
    return figure


def _under(top: Box, below: Box, above: Box | None = None) -> Box:
    figure = Figure()
    width = max(top.width, below.width, above.width if above else 0.0)
    for part, y in ((top, 0.0), (below, top.down + below.up + 1), *(((above, -top.up - 1),) if above else ())):
        x = (width - part.width) / 2
        figure.parts += [f'<g transform="translate({x:.1f} {y:.1f})">', *part.figure.parts, "</g>"]
    up = top.up + (above.up + 2 if above else 0)
    figure.covers((0, -up), (width, top.down + below.up + below.down))
    return Box(figure, width, up, top.down + below.up + below.down)


def area(task: Drawable, state: Json) -> Figure:
    """A definite integral with its curve, the area under it shaded."""
    facts = problem(task)
    under = row([formula(facts["low"], 13)])
    stack = _under(word("∫", 38), under, formula(facts["high"], 13))
    lines = formula_lines(facts["function"], WIDE)
    lines[0] = row([stack, word(" "), lines[0]])
    lines[-1] = row([lines[-1], word("  dx", italic=True)])
    body = stacked(lines, 12)
    figure = Figure(f"The integral of {facts['function']} from {facts['low']} to {facts['high']}.")
    plot = _curve(facts["function"], str(facts["low"]), str(facts["high"]))
    wide = max(body.width, plot.width)
    figure.put(body, (wide - body.width) / 2, 0)
    figure.put(plot, (wide - plot.width) / 2, body.height + 18)
    return figure


def _end(text: str) -> float | None:
    tree = parse(text)
    try:
        return value(tree, {"pi": 3.141592653589793, "e": 2.718281828459045}) if tree else None
    except (ValueError, ZeroDivisionError, OverflowError, KeyError, TypeError):
        return None


def _curve(function: str, low: str, high: str, wide: float = 300, high_px: float = 120) -> Figure:
    figure = Figure()
    tree, a, b = parse(function), _end(low), _end(high)
    if a is None and b is not None:
        a = b - 5
    if b is None and a is not None:
        b = a + 5
    if tree is None or a is None or b is None or not a < b:
        return figure
    points = []
    for n in range(81):
        x = a + (b - a) * n / 80
        try:
            y = value(tree, {"x": x, "t": x, "pi": 3.141592653589793, "e": 2.718281828459045})
        except (ValueError, ZeroDivisionError, OverflowError, KeyError, TypeError):
            continue
        if abs(y) < 1e9:
            points.append((n / 80 * wide, y))
    if len(points) < 9:
        return figure
    values = sorted(y for _, y in points)
    lowest, highest = min(0.0, values[2]), max(0.0, values[-3])
    span = highest - lowest or 1.0
    at = [
        (x, (highest - min(max(y, lowest - span * 0.1), highest + span * 0.1)) / span * high_px)
        for x, y in points
    ]
    zero = highest / span * high_px
    figure.polygon([(at[0][0], zero), *at, (at[-1][0], zero)], "teal-tint")
    figure.polygon(at, stroke="teal", width=2.2, closed=False)
    figure.line(-24, zero, wide + 24, zero, "soft", 1.2)
    for x, label in ((0.0, low), (wide, high)):
        figure.line(x, zero - 4, x, zero + 4, "soft", 1.2)
        figure.text(x, max(zero, high_px) + 18, label.replace("pi", "π").replace("*", ""), 12, "soft")
    return figure


# ---- matrices -------------------------------------------------------------------------------------------


def matrix(
    rows: Sequence[Sequence[object]], size: float = 18, left: str = "[", right: str = "]", bar: int = -1
) -> Box:
    """A matrix as a box in the middle of a line; `bar` draws a line before that column."""
    figure = Figure()
    boxes = [
        [formula(str(entry), size) if "/" in str(entry) else word(minus(entry), size) for entry in line]
        for line in rows
    ]
    widths = [max(line[c].width for line in boxes) for c in range(len(boxes[0]))]
    y = 0.0
    for line in boxes:
        up, down = max(b.up for b in line), max(b.down for b in line)
        x, y = 0.0, y + up
        for c, box in enumerate(line):
            if c == bar:
                x += size * 0.5
            dx = x + widths[c] - box.width
            figure.parts += [f'<g transform="translate({dx:.1f} {y:.1f})">', *box.figure.parts, "</g>"]
            x += widths[c] + size * 0.75
        y += down + size * 0.42
    x, y = x - size * 0.75, y - size * 0.42
    if 0 < bar < len(widths):
        at = sum(widths[:bar]) + bar * size * 0.75 - size * 0.12
        figure.line(at, -2, at, y + 2, "line", 1.4)
    up = y / 2 + size * 0.28
    shifted = Figure()
    shifted.parts = [f'<g transform="translate(0 {-up:.1f})">', *figure.parts, "</g>"]
    shifted.covers((0, -up), (x, y - up))
    return brackets(Box(shifted, x, up, y - up), size, left, right)


def matrices(task: Drawable, state: Json) -> Figure:
    """What is asked of one matrix or several."""
    facts, name = problem(task), _short(task.env)
    unknown = word("X", 22, italic=True, fill="violet")
    if "matrices" in facts:
        parts: list[Box] = []
        for key, rows in facts["matrices"].items():
            parts += [word(key, 19, italic=True), sign("=", 18), matrix(rows), word("   ", 18)]
        figure = titled(
            stacked([row(parts[:-1])]), minus(facts["expression"]).replace("*", "·") + " = ?", "blue"
        )
    elif "B" in facts:
        a, b = matrix(facts["A"]), matrix(facts["B"])
        order = [a, unknown] if facts["kind"] == "left" else [unknown, a]
        figure = titled(stacked([row([*order, sign("="), b], 4)]), "X = ?", "violet")
    elif name == "matrix-inverse":
        body = row([_power(matrix(facts["A"])), sign("="), word("?", 24)])
        figure = titled(stacked([body]), "inverse", "violet")
    elif "b" in facts:
        rows = [[*line, end] for line, end in zip(facts["A"], facts["b"], strict=True)]
        label = "for which k?" if facts["kind"] == "parameter" else "A x = b"
        figure = titled(stacked([matrix(rows, bar=len(facts["A"][0]))]), label, "teal")
    elif name == "eigenvalues" or "eigenvalue" in facts:
        body = row([matrix(facts["matrix"]), word("v", 22, italic=True), sign("="),
                    word(minus(facts["eigenvalue"]) if "eigenvalue" in facts else "λ", 22, italic=True),
                    word("v", 22, italic=True)], 4)  # fmt: skip
        figure = titled(stacked([body]), "eigenvector" if "eigenvalue" in facts else "eigenvalues", "amber")
    elif name == "determinant" or facts.get("kind") in ("value", "entry"):
        rows = [list(line) for line in facts["matrix"]]
        place = facts.get("place")
        if place:
            rows[place[0]][place[1]] = "?"
        label = f"determinant = {minus(facts['determinant'])}" if "determinant" in facts else "determinant"
        figure = titled(stacked([matrix(rows, left="|", right="|")]), label, "red")
    else:
        kind = {"pair": "rank and nullity", "pivots": "pivot columns", "echelon": "reduced row echelon form"}
        figure = titled(stacked([matrix(facts["matrix"])]), kind.get(str(facts.get("kind")), "matrix"), "green")
    figure.says = question(task.prompt).replace("\n", " ")[:300]
    return figure


def _power(base: Box) -> Box:
    figure = Figure()
    figure.parts = list(base.figure.parts)
    exponent = word("-1", 14)
    figure.parts += [
        f'<g transform="translate({base.width + 1:.1f} {-base.up + 6:.1f})">',
        *exponent.figure.parts,
        "</g>",
    ]
    figure.covers((0, -base.up - 8), (base.width + 16, base.down))
    return Box(figure, base.width + 16, base.up + 8, base.down)


def system(task: Drawable, state: Json) -> Figure:
    """Equations under one another behind a brace, as the prompt has them."""
    facts = problem(task)
    lines = [line.partition(") ")[2] if line.startswith("(") else line for line in task.prompt.splitlines()]
    lines = [line for line in lines if line.count("=") == 1 and "..." not in line and "," not in line]
    if not 1 <= len(lines) <= 8 or any(parse(side) is None for line in lines for side in line.split("=")):
        raise ValueError("no equations in the prompt")
    body = stacked([formula(line) for line in lines], 14, middle=False)
    figure = Figure(f"A system of {len(lines)} linear equations in {', '.join(facts['unknowns'])}.")
    figure.put(body, 34, 0)
    high = body.height
    figure.path(
        f"M22 {-4:.0f}q-10 0 -10 12V{high / 2 - 8:.0f}q0 8 -8 8q8 0 8 8V{high - 8:.0f}q0 12 10 12",
        (4, -4), (22, high + 4), stroke="violet", width=2,
    )  # fmt: skip
    return titled_says(figure, f"{', '.join(facts['unknowns'])} = ?", "violet")


def titled_says(body: Figure, label: str, colour: str) -> Figure:
    """`titled`, with what the figure says."""
    figure = titled(body, label, colour)
    figure.says = body.says
    return figure


# ---- functions and sequences ----------------------------------------------------------------------------


def machines(task: Drawable, state: Json) -> Figure:
    """Functions as machines in a row, what goes in, and a question mark."""
    facts, kind = problem(task), problem(task)["kind"]
    prompt_lines = [line.strip() for line in task.prompt.splitlines()]
    rules = [line for line in prompt_lines if "(x) =" in line and parse(line.partition("=")[2]) is not None]
    figure = Figure("Functions that are applied one after the other.")
    y = 0.0
    for line in rules[:5]:
        name, _, body = line.partition("=")
        box = row([word(name.strip(), 18, italic=True), sign("=", 18), formula(body, 18)])
        part = stacked([box])
        figure.put(part, 0, y)
        y += part.height + 12
    if not rules:
        lines = [line for line in question(task.prompt).splitlines() if line.strip()]
        for line in lines[:7]:
            figure.text(0, y + 14, line, 14, "ink", "start", most=460)
            y += 24
    order = facts.get("order", [])[:6]
    if order and kind != "cases":
        y += 10
        start = facts.get("start", "x")
        x = 0.0
        steps = [chr(102 + n) for n in order]
        backwards = kind in ("preimage",)
        figure.text(x + 18, y + 28, minus(start) if not backwards else "?", 17, "ink", bold=True)
        for n, name in enumerate(steps):
            x = 44 + n * 82.0
            colour = SERIES[order[n] % len(SERIES)]
            figure.arrow(x, y + 22, x + 22, y + 22, "soft")
            figure.rect(x + 24, y, 44, 44, f"{colour}-tint", colour, 8, 1.6)
            figure.text(x + 46, y + 28, name, 18, "ink", italic=True, serif=True, bold=True)
        x = 44 + len(steps) * 82.0
        figure.arrow(x, y + 22, x + 24, y + 22, "soft")
        figure.text(x + 42, y + 28, minus(facts["target"]) if backwards else "?", 17, "ink", bold=True)
    return figure


def sequence(task: Drawable, state: Json) -> Figure:
    """The terms in boxes, over bars of their sizes, then boxes with question marks."""
    facts = problem(task)
    terms, ask = facts["terms"], facts["ask"]
    figure = Figure(f"A sequence that begins with {', '.join(map(str, terms))}; {ask} to be found.")
    shown = terms[:14]
    sizes = [number(term) for term in shown]
    largest = max(map(abs, sizes)) or 1.0
    pitch = max(46.0, max(text_width(str(term), 14) for term in shown) + 16)
    low = min(0.0, *sizes) / largest * 70
    for n, (term, size) in enumerate(zip(shown, sizes, strict=True)):
        high = size / largest * 70
        figure.rect(
            n * pitch + 6,
            80 - max(high, 0),
            pitch - 12,
            max(abs(high), 1.5),
            "blue" if size >= 0 else "amber",
            r=2,
        )
        figure.rect(n * pitch + 2, 92 - low, pitch - 4, 30, "blue-tint", "blue", 6)
        figure.text((n + 0.5) * pitch, 112 - low, minus(term), 14, "ink", bold=True)
    figure.line(0, 80, (len(shown) + ask) * pitch, 80, "line")
    for n in range(len(shown), len(shown) + ask):
        figure.rect(n * pitch + 2, 92 - low, pitch - 4, 30, "sheet", "line", 6, 1.4, "4 3")
        figure.text((n + 0.5) * pitch, 112 - low, "?", 15, "soft", bold=True)
    return figure


def recurrence(task: Drawable, state: Json) -> Figure:
    """The rule as a formula, over boxes from the first term to the one that is asked for."""
    facts = problem(task)
    text = question(task.prompt).replace("\n", " ")
    figure = Figure(f"A recurrence: {text[:250]}")
    first = re.search(r"\b([a-zA-Z])\((\d+)\)", text)
    terms = re.search(r"begins with ([-\d/, ]+)", text)
    total = re.search(r"sum of (.+?) over all integers i from (-?\d+) to (\d+)", text)
    names: list[str] = []
    top = 0.0
    if total:
        sigma = _under(word("Σ", 40), formula(f"i = {total[2]}", 13), word(total[3], 13))
        body = stacked([row([sigma, word(" "), formula(total[1])])])
        figure.put(body, 0, 0)
        top = body.height - 56
    elif terms:
        names = [*(minus(term) for term in terms[1].split(", ")), "…", f"no. {facts['n']}"]
    elif first:
        names = [*(f"{first[1]}({int(first[2]) + n})" for n in range(3)), "…", f"{first[1]}({facts['n']})"]
    for n, name in enumerate(names):
        x = n * 84.0
        last = n == len(names) - 1
        figure.rect(x, 0, 66, 40, "green-tint" if not n else "amber-tint" if last else "card",
                    "green" if not n else "amber" if last else "line", 8, 1.5)  # fmt: skip
        figure.text(x + 33, 25, name, 15 if len(name) < 8 else 10, "ink", italic=True, serif=True)
        if n:
            figure.arrow(x - 16, 20, x - 2, 20, "soft")
    for n, line in enumerate(wrap(text, 400, 14, 7)):
        figure.text(0, top + 74 + n * 21, line, 14, "ink", "start")
    return figure


def number_line(task: Drawable, state: Json) -> Figure:
    """An inequality over an empty number line."""
    facts = problem(task)
    text = str(facts["inequality"])
    shown = [piece.strip() for piece in text.replace(" and ", "\n").replace(" or ", "\n").split("\n")]
    body = stacked([line for piece in shown if piece for line in formula_lines(piece, WIDE)], 14)
    figure = titled(body, "solve", "red")
    figure.says = f"The inequality {text}."
    y, middle = figure.height + 34, figure.width / 2
    figure.arrow(middle - 150, y, middle + 150, y, "soft", 1.6)
    for n in range(-5, 6):
        figure.line(
            middle + n * 26, y - (6 if n else 9), middle + n * 26, y + (6 if n else 9), "soft", 1.4 if n else 2
        )
    figure.text(middle, y + 25, 0, 12, "soft")
    figure.text(middle + 160, y + 5, "x", 15, "soft", italic=True, serif=True)
    return figure

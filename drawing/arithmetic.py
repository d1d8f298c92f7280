"""Sums in columns, clocks, calendars, bars of percentages, numbers in bases, rings of remainders, trees of factors."""

from __future__ import annotations

import calendar
import math
import re
from datetime import date

from .algebra import expression, titled
from .base import Drawable, Json, minus, number, problem, question
from .cards import chip
from .figure import Figure
from .formula_parser import parse
from .formulas import Box, formula, formula_lines, row, stacked, word
from .measure import text_width, wrap
from .palette import SERIES


def column(task: Drawable, state: Json) -> Figure:
    """Two long numbers one below the other, with a line for the result."""
    payload = task.payload
    a, b, operation = str(payload["a"]), str(payload["b"]), str(payload["operation"])
    figure = Figure(f"{a} {operation} {b}, written in columns.")
    return _columns(figure, a, b, {"*": "×", "-": "−", "/": "÷"}.get(operation, operation))


def _columns(figure: Figure, a: str, b: str, mark: str) -> Figure:
    most = max(len(a), len(b)) + 1
    cell = 20.0
    for r, text in enumerate((a, b)):
        for n, digit in enumerate(text):
            x = (most - len(text) + n) * cell
            figure.rect(x, r * 34, cell - 2, 30, "blue-tint" if r == 0 else "violet-tint", r=4)
            figure.text(x + cell / 2 - 1, r * 34 + 21, digit, 17, "ink", mono=True)
    figure.text(-4, 55, mark, 22, "ink", bold=True)
    figure.line(-12, 74, most * cell, 74, "ink", 2)
    for n in range(1, most):
        figure.rect(n * cell, 82, cell - 2, 28, "sheet", "line", 4, 1, "3 2")
    figure.text((most // 2 + 0.5) * cell - 1, 102, "?", 17, "soft", bold=True)
    return figure


def bases(task: Drawable, state: Json) -> Figure:
    """Digits in boxes with the powers of the base above them."""
    facts = problem(task)
    base, kind = facts["base"], facts["kind"]
    figure = Figure(f"A number in base {base}.")
    if "b" in facts:
        mark = {"add": "+", "subtract": "−", "multiply": "×"}.get(kind, "?")
        _columns(figure, str(facts["a"]), str(facts["b"]), mark)
        return titled(figure, f"base {base}", "violet")
    digits = str(facts["a"])
    cell = 34.0
    for n, digit in enumerate(digits):
        power = len(digits) - 1 - n
        figure.rect(n * cell, 0, cell - 4, 38, "violet-tint", "violet", 5)
        figure.text(n * cell + cell / 2 - 2, 26, digit, 20, "ink", mono=True, bold=True)
        if len(digits) <= 14:
            figure.put(stacked([formula(f"{base}^{power}", 12)]), n * cell + 4, -24)
    width = len(digits) * cell
    figure.arrow(width / 2, 48, width / 2, 80, "soft", 2)
    target = chip(f"base {facts['to']}", "amber")
    figure.put(target, width / 2 - target.width / 2, 88)
    return figure


# ---- time -----------------------------------------------------------------------------------------------


def _hands(figure: Figure, x: float, y: float, r: float, moment: str) -> None:
    found = re.search(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", moment)
    if not found:
        return
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    second = seconds / 60
    minute = (minutes + second) / 60
    hour = (hours % 12 + minute) / 12
    for turn, length, width, colour in ((hour, 0.5, 4, "ink"), (minute, 0.74, 2.6, "blue")):
        angle = turn * 2 * math.pi
        figure.line(x, y, x + math.sin(angle) * r * length, y - math.cos(angle) * r * length, colour, width)
    if found[3]:
        angle = second * 2 * math.pi
        figure.line(x, y, x + math.sin(angle) * r * 0.8, y - math.cos(angle) * r * 0.8, "red", 1.2)
    figure.circle(x, y, 3.4, "ink")


def _face(figure: Figure, x: float, y: float, r: float, moment: str = "") -> None:
    figure.circle(x, y, r, "sheet", "soft", 2.4)
    for n in range(12):
        angle = n * math.pi / 6
        sx, sy = math.sin(angle), -math.cos(angle)
        figure.line(x + sx * r * 0.88, y + sy * r * 0.88, x + sx * r * 0.96, y + sy * r * 0.96, "soft", 1.6)
        figure.text(x + sx * r * 0.74, y + sy * r * 0.74 + 4, n or 12, r * 0.16, "soft")
    _hands(figure, x, y, r, moment)


def clock(task: Drawable, state: Json) -> Figure:
    """A clock with the time that is given, and what it is about."""
    facts = problem(task)
    given = [str(facts[key]) for key in ("given", "start", "time", "known", "end") if key in facts]
    figure = Figure("A clock: " + question(task.prompt).replace("\n", " ")[:200])
    moments = given[:2] if facts["kind"] in ("elapsed", "drift") else given[:1]
    if facts["kind"] == "hands":
        moments = given[:1]
    for n, moment in enumerate(moments or [""]):
        _face(figure, n * 190.0, 0, 76, moment)
        label = chip(moment or "Σ", "blue")
        figure.put(label, n * 190.0 - label.width / 2, 86)
        if n:
            figure.arrow(80, 0, 110, 0, "soft", 2)
    text = question(task.prompt).replace("\n", " ")
    if len(moments) < 2:
        for n, line in enumerate(wrap(text, 230, 14, 8)):
            figure.text(104, -60 + n * 22, line, 14, "ink", "start")
    return figure


_MONTHS = "January February March April May June July August September October November December".split()


def calendars(task: Drawable, state: Json) -> Figure:
    """The pages of the calendar that the dates are on."""
    facts = problem(task)
    dates = [date.fromisoformat(facts[key]) for key in ("from", "date", "to") if key in facts]
    figure = Figure("A calendar: " + question(task.prompt).replace("\n", " ")[:200])
    asks_weekday = facts["kind"] in ("weekday", "nth", "after", "shift", "workdays", "months", "year-day")
    x = 0.0
    for n, day in enumerate(dates):
        _sheet(figure, x, day.year, day.month, day.day, hide=asks_weekday)
        x += 190
        if n + 1 < len(dates):
            figure.arrow(x - 24, 80, x - 4, 80, "soft", 2)
    if facts["kind"] == "nth":
        _sheet(figure, x, facts["year"], facts["month"], 0, hide=True)
        x += 190
    text = question(task.prompt).replace("\n", " ")
    if x < 300:
        for n, line in enumerate(wrap(text, 220 if x else 400, 14, 8)):
            figure.text(x + 6, 20 + n * 22, line, 14, "ink", "start")
    return figure


def _sheet(figure: Figure, x: float, year: int, month: int, marked: int, *, hide: bool) -> None:
    """A page of a calendar; with `hide` the days stand in a row of boxes that does not show the weekday."""
    figure.rect(x, 0, 164, 160, "sheet", "line", 8)
    figure.rect(x, 0, 164, 30, "red", r=8)
    figure.rect(x, 20, 164, 10, "red")
    figure.text(x + 82, 20, f"{_MONTHS[month - 1]} {year}", 13.5, "sheet", bold=True)
    days = calendar.monthrange(year, month)[1] if not hide else 31
    for n in range(1, days + 1):
        r, c = divmod(n - 1, 7)
        cx, cy = x + 19 + c * 21, 50 + r * 22
        if n == marked:
            figure.circle(cx, cy - 4.5, 10, "amber-tint", "amber", 1.6)
        if n == marked or not hide:
            figure.text(cx, cy, n, 11, "ink", bold=n == marked)
        else:
            figure.circle(cx, cy - 4.5, 2, "faint")


# ---- bars, units, rings -----------------------------------------------------------------------------------


def percentages(task: Drawable, state: Json) -> Figure:
    """Bars of what is given, dashed ones for what is asked."""
    facts = problem(task)
    figure = Figure("Percentages: " + question(task.prompt).replace("\n", " ")[:200])
    bars = [
        (minus(facts[key]), abs(number(facts[key])), "blue")
        for key in ("whole", "start", "part", "end")
        if key in facts
    ]
    if "parts" in facts:
        bars += [(f"{a}: {b}%", number(a), SERIES[n % 6]) for n, (a, b) in enumerate(facts["parts"])]
    if "shares" in facts:
        bars += [(f"{share}%", number(share), SERIES[n % 6]) for n, share in enumerate(facts["shares"])]
        bars = bars[1:] if "whole" in facts else bars
    steps = [f"{'+' if not str(c).startswith('-') else ''}{minus(c)}%" for c in facts.get("changes", [])]
    if "percent" in facts:
        steps.append(f"{facts['percent']}%")
    largest = max([size for _, size, _ in bars] or [1.0]) or 1.0
    y = 0.0
    for label, size, colour in bars[:6]:
        figure.rect(0, y, max(8.0, size / largest * 300), 34, f"{colour}-tint", colour, 5, 1.4)
        figure.text(12, y + 22, label, 15, "ink", "start", bold=True)
        y += 46
    x = 0.0
    for text in steps[:8]:
        pill = chip(text, "red" if "−" in text else "green", 15)
        figure.put(pill, x, y)
        x += pill.width + 10
    y += 40 if steps else 0
    figure.rect(0, y, 300, 34, "sheet", "line", 5, 1.6, "5 4")
    figure.text(
        150,
        y + 23,
        "? %" if facts["kind"] in ("what", "change", "net", "undo", "mixture") else "?",
        17,
        "soft",
        bold=True,
    )
    return figure


def units(task: Drawable, state: Json) -> Figure:
    """What is given, an arrow over a ruler, and the unit asked for."""
    facts = problem(task)
    parts = facts.get("parts") or [[facts["value"], _unit(facts["from"])]]
    to = _unit(facts["to"])
    figure = Figure("A conversion of units: " + question(task.prompt).splitlines()[0][:200])
    high = len(parts) * 54.0
    for n, (amount, name) in enumerate(parts):
        figure.rect(0, n * 54.0, 190, 44, "teal-tint", "teal", 8, 1.4)
        figure.text(95, n * 54.0 + 28, f"{minus(amount)} {name}", 15, "ink", bold=True, most=180)
    figure.arrow(200, high / 2 - 5, 250, high / 2 - 5, "soft", 2.4, head=10)
    figure.rect(260, high / 2 - 27, 160, 44, "sheet", "line", 8, 1.6, "5 4")
    figure.text(340, high / 2 + 1, f"? {to}", 15, "ink", bold=True, most=150)
    y = high + 14
    figure.rect(0, y, 420, 34, "amber-tint", "amber", 4)
    for n in range(43):
        figure.line(n * 10, y, n * 10, y + (16 if n % 5 == 0 else 9), "amber", 1)
    return figure


def _unit(given: object) -> str:
    return " per ".join(map(str, given)) if isinstance(given, list) else str(given)


def ring(task: Drawable, state: Json) -> Figure:
    """The remainders of a modulus as points on a circle, with the formula inside or beside it."""
    facts = problem(task)
    modulus = facts.get("modulus") or facts["m"]
    figure = Figure(f"Arithmetic modulo {modulus}.")
    shown = modulus if modulus <= 48 else 36
    for n in range(shown):
        angle = 2 * math.pi * n / shown
        x, y = math.sin(angle), -math.cos(angle)
        figure.circle(x * 88, y * 88, 4.4 if shown <= 24 else 3, "violet" if n else "green")
        if modulus <= 24 or n == 0:
            figure.text(x * 106, y * 106 + 4, n, 12, "soft")
    figure.circle(0, 0, 88, "none", "violet-tint", 2)
    figure.text(0, -2, "mod", 17, "soft")
    figure.text(0, 24, modulus, 24 if len(str(modulus)) < 6 else 16, "ink", bold=True)
    lines = _modular(facts)
    body = stacked(lines, 16, middle=False)
    scale = min(1.0, 330 / max(body.width, 1.0))
    figure.put(body, 140, -body.height * scale / 2, scale)
    return figure


def _modular(facts: Json) -> list[Box]:
    kind, m = facts.get("kind"), facts.get("modulus") or facts["m"]
    x = word("x", italic=True)
    equal, end = word(" ≡ "), word(f"  (mod {m})", 16)
    if "expression" in facts:
        return [*formula_lines(facts["expression"], 360), row([equal, word("?"), end])]
    if kind == "power":
        return [row([formula(f"{facts['a']}^{facts['e']}"), equal, word("?"), end])]
    if kind == "sum":
        text = f" {facts['sign']} ".join(f"{a}^{e}" for a, e in facts["terms"])
        return [row([formula(text), equal, word("?"), end])]
    if kind == "tower":
        return [row([formula(f"{facts['a']}^({facts['b']}^{facts['c']})"), equal, word("?"), end])]
    if kind == "inverse":
        return [row([word(f"{facts['a']} · "), x, equal, word("1"), end])]
    if kind == "linear":
        return [row([word(f"{facts['a']} · "), x, equal, word(str(facts["b"])), end])]
    if kind == "root":
        return [row([formula("x^2"), equal, word(str(facts["a"])), end])]
    if kind == "log":
        return [row([formula(f"{facts['a']}^x"), equal, word(str(facts["b"])), end])]
    return [row([formula(f"{facts['a']}^x"), equal, word("1"), end])]


def remainders(task: Drawable, state: Json) -> Figure:
    """Congruences as a table: one line for each modulus."""
    facts = problem(task)
    lines = []
    for factor, rest, modulus in facts["system"]:
        lead = word(f"{factor} ") if factor != 1 else word("")
        lines.append(row([lead, word("x", italic=True), word(f" ≡ {rest}"), word(f"   (mod {modulus})", 17)]))
    figure = Figure(f"{len(lines)} congruences that hold at once.")
    body = stacked(lines, 16, middle=False)
    figure.rect(-20, -16, body.width + 40, body.height + 32, "card", "violet", 10, 1.4)
    figure.put(body, 0, 0)
    return titled(figure, "x = ?", "violet")


def factor_tree(task: Drawable, state: Json) -> Figure:
    """A number over branches that end in question marks."""
    facts = problem(task)
    shown = str(facts.get("shown") or facts.get("number") or facts.get("n"))
    figure = Figure(f"The factors of {shown} are asked for.")
    label = stacked([formula(shown, 18)])
    scale = min(1.0, 360 / max(label.width, 1.0))
    wide = label.width * scale
    top = label.height * scale
    figure.rect(-wide / 2 - 14, -8, wide + 28, top + 16, "blue-tint", "blue", 8, 1.4)
    figure.put(label, -wide / 2, 0, scale)
    knots = [(-80.0, 66.0, "green"), (80.0, 66.0, "blue"), (20.0, 126.0, "green"), (140.0, 126.0, "green")]
    for (x1, y1), (x2, y2, _) in zip([(0, 0), (0, 0), (80, 66), (80, 66)], knots, strict=True):
        figure.line(x1, top + (10 if not y1 else y1 + 16), x2, top + y2 - 16, "soft", 1.6)
    for x, y, colour in knots:
        figure.circle(x, top + y, 17, f"{colour}-tint", colour, 1.6)
        figure.text(x, top + y + 6, "?", 16, "ink", bold=True)
    return figure


def overlap(task: Drawable, state: Json) -> Figure:
    """Numbers in circles that overlap: what they share is asked for."""
    facts = problem(task)
    numbers = facts.get("numbers") or [facts[key] for key in ("a", "b") if key in facts]
    kind = facts["kind"]
    figure = Figure(f"What {', '.join(map(str, numbers))} have in common, or are both part of.")
    count = len(numbers)
    radius = 62.0
    spread = 54.0 if count > 1 else 0.0
    for n, entry in enumerate(numbers[:6]):
        angle = 2 * math.pi * n / count - math.pi / 2 + (math.pi / 2 if count == 2 else 0)
        x, y = spread * math.cos(angle), spread * math.sin(angle)
        colour = SERIES[n % 6]
        figure.circle(x, y, radius, "none", colour, 2.4)
        out = 1.62
        figure.text(x * out, y * out + 5, entry, 15 if len(str(entry)) < 7 else 11, "ink", bold=True)
    figure.text(0, 6, "?", 20, "soft", bold=True)
    label = {"gcd": "greatest common divisor", "lcm": "least common multiple", "common": "common divisors",
             "other": f"gcd {facts.get('g')}, lcm {facts.get('l')}", "quotients": "Euclid's steps"}  # fmt: skip
    return _said(titled(figure, label.get(kind, str(kind)), "teal"), figure.says)


def _said(figure: Figure, says: str) -> Figure:
    figure.says = says
    return figure


def tally(task: Drawable, state: Json) -> Figure:
    """Digits in boxes, a range on a line, or a number as a rectangle of tiles: by what is given."""
    facts = problem(task)
    figure = Figure("A question on whole numbers: " + question(task.prompt).replace("\n", " ")[:200])
    if "low" in facts:
        figure.line(0, 0, 360, 0, "soft", 2)
        for n in range(37):
            figure.line(n * 10, -(10 if n % 6 == 0 else 5), n * 10, 0, "soft", 1.2)
        figure.text(0, 24, facts["low"], 16, "ink", bold=True)
        figure.text(360, 24, facts["high"], 16, "ink", bold=True)
        for n, key in enumerate(k for k in ("d", "c") if k in facts):
            colour = SERIES[n]
            figure.put(chip(f"{facts[key]}", colour, 16), 140 + n * 70, 36)
            for m in range(6):
                figure.circle(30 + m * 60 + n * 22, -22, 5, colour)
    elif "a" in facts and "b" in facts:
        body = stacked([formula(f"{facts['a']}^{facts['b']}", 34)])
        figure.put(body, 0, 0)
    else:
        text = str(facts["n"])
        cell = 34.0
        for n, digit in enumerate(text):
            figure.rect(n * cell, 0, cell - 4, 42, "amber-tint", "amber", 6, 1.4)
            figure.text(n * cell + cell / 2 - 2, 29, digit, 22, "ink", mono=True, bold=True)
    wide, top = figure.width, figure.box[3] + 22
    for n, line in enumerate(wrap(question(task.prompt).replace("\n", " "), max(wide, 380), 14, 4)):
        figure.text(figure.box[0], top + n * 21, line, 14, "soft", "start")
    return figure


def tiles(task: Drawable, state: Json) -> Figure:
    """A rectangle of tiles, for what divides a number; a line for what is counted in a range."""
    facts = problem(task)
    if "low" in facts:
        return tally(task, state)
    figure = Figure("Divisors: " + question(task.prompt).replace("\n", " ")[:200])
    for r in range(4):
        for c in range(9):
            figure.rect(c * 26, r * 26, 23, 23, "teal-tint", "teal", 4)
    figure.text(117, 128, facts["n"], 24, "ink", bold=True)
    figure.text(117, -10, "?", 15, "soft", bold=True)
    figure.text(-14, 58, "?", 15, "soft", bold=True)
    if facts.get("d", 1) != 1:
        figure.put(chip(str(facts["d"]), "amber", 16), 250, 40)
    return figure


def lattice(task: Drawable, state: Json) -> Figure:
    """An equation in whole numbers over the points of a grid."""
    facts = problem(task)
    names = "xyzuvw"
    terms = [
        f"{c}*{names[n]}" if c not in (1, -1) else f"{'-' if c < 0 else ''}{names[n]}"
        for n, c in enumerate(facts["coefficients"])
    ]
    text = " + ".join(terms).replace("+ -", "- ") + f" = {facts['total']}"
    label = {"any": "one solution", "least": "least solution", "count": "how many solutions?"}.get(
        facts["kind"], "solve"
    )
    figure = titled(stacked([formula(text, 24)]), label, "amber")
    figure.says = f"The equation {text} in whole numbers."
    middle, y = figure.width / 2, figure.height + 24
    for r in range(5):
        for c in range(13):
            figure.circle(middle - 120 + c * 20, y + r * 20, 2.6, "line")
    figure.arrow(middle - 130, y + 90, middle + 134, y + 90, "soft", 1.4)
    figure.arrow(middle - 130, y + 90, middle - 130, y - 12, "soft", 1.4)
    return figure


def expression_tree(task: Drawable, state: Json) -> Figure:
    """A calculation as a tree of its operations; long ones as a formula."""
    tree = parse(task.payload["expression"])
    found = _tree(tree) if tree else None
    if found is None or len(found[1]) > 14:
        return expression(task, state)
    figure = Figure(f"The calculation {task.payload['expression']} as a tree.")
    placed, _ = found
    top = stacked(formula_lines(task.payload["expression"], 520, 18))
    for x, level, _, parent in placed:
        if parent is not None:
            px, plevel = parent
            figure.line(px * 46, plevel * 48, x * 46, level * 48, "line", 1.6)
    for x, level, label, _ in placed:
        operator = label in "+−×÷"
        if operator:
            figure.circle(x * 46, level * 48, 15, "violet-tint", "violet", 1.6)
        else:
            width = text_width(label, 14, bold=True) + 14
            figure.rect(x * 46 - width / 2, level * 48 - 13, width, 26, "blue-tint", "blue", 7)
        figure.text(x * 46, level * 48 + 5.5, label, 16 if operator else 14, "ink", bold=True)
    whole = Figure(figure.says)
    wide = max(top.width, figure.width)
    whole.put(top, (wide - top.width) / 2, 0)
    whole.put(figure, (wide - figure.width) / 2, top.height + 22)
    return whole


def _tree(node: Json, level: int = 0, left: float = 0.0) -> tuple[list[Json], list[Json]] | None:
    """Places of a tree: (x, level, label, parent), and its leaves."""
    marks = {"sum": "+", "times": "×", "over": "÷"}
    while node[0] == "group":
        node = node[1]
    if node[0] == "number":
        return [(left + 0.5, level, node[1], None)], [node]
    if node[0] == "minus" and node[1][0] == "number":
        return [(left + 0.5, level, "−" + node[1][1], None)], [node]
    if node[0] == "sum":
        (_, first), *others = node[1]
        for mark, term in others:
            first = ("pair", "+" if mark == "+" else "−", first, term)
        node = first
    elif node[0] == "times":
        first, *rest = node[1]
        for part in rest:
            first = ("pair", "×", first, part)
        node = first
    elif node[0] == "over":
        node = ("pair", marks["over"], node[1], node[2])
    if node[0] != "pair":
        return None
    placed: list[Json] = []
    leaves: list[Json] = []
    roots = []
    for child in (node[2], node[3]):
        found = _tree(child, level + 1, left + len(leaves))
        if found is None:
            return None
        roots.append(found[0][-1])
        placed += found[0]
        leaves += found[1]
    x = (roots[0][0] + roots[1][0]) / 2
    for root in roots:
        placed[placed.index(root)] = (root[0], root[1], root[2], (x, level))
    return [*placed, (x, level, node[1], None)], leaves

"""Formulas as they are written by hand: fractions, powers, roots; from the text of a formula to a figure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .figure import Figure
from .formula_parser import Node, parse
from .measure import text_width

SIZE = 20.0
_RELATION = re.compile(r"\s*(<=|>=|!=|->|=|<|>)\s*")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "-": "−", "oo": "∞", "pi": "π"}


@dataclass
class Box:
    """A laid out part: its figure with the base line at 0, how wide it is, how far it goes up and down."""

    figure: Figure
    width: float
    up: float
    down: float


def _blank(width: float, size: float) -> Box:
    return Box(Figure(), width, size * 0.7, size * 0.2)


def word(
    text: str, size: float = SIZE, *, italic: bool = False, fill: str = "ink", upright: bool = False
) -> Box:
    """A word or number."""
    if text != text.strip():  # SVG drops white space at the ends
        before = _blank((len(text) - len(text.lstrip())) * size * 0.3, size)
        after = _blank((len(text) - len(text.rstrip())) * size * 0.3, size)
        middle = (
            word(text.strip(), size, italic=italic, fill=fill, upright=upright)
            if text.strip()
            else _blank(0, size)
        )
        return row([before, middle, after])
    shown = _SIGNS.get(text, text)
    figure = Figure()
    width = text_width(shown, size) * 0.88
    slanted = italic and not upright
    if len(shown) == 1:  # one character is put in the middle: its width is not known well enough to be pinned
        figure.text(width / 2, 0, shown, size, fill, "middle", italic=slanted, serif=True)
    else:
        figure.text(0, 0, shown, size, fill, "start", italic=slanted, serif=True, pinned=width)
    return Box(figure, width, size * 0.74, size * 0.24)


def row(parts: list[Box], gap: float = 0.0) -> Box:
    """Parts side by side on one base line."""
    figure, x, up, down = Figure(), 0.0, 0.0, 0.0
    for part in parts:
        _put(figure, part, x, 0)
        x += part.width + gap
        up, down = max(up, part.up), max(down, part.down)
    return Box(figure, max(0.0, x - gap), up, down)


def _put(figure: Figure, part: Box, x: float, y: float) -> None:
    if part.figure.parts:
        figure.parts += [f'<g transform="translate({x:.1f} {y:.1f})">', *part.figure.parts, "</g>"]
    figure.covers((x, y - part.up), (x + part.width, y + part.down))


def sign(text: str, size: float = SIZE) -> Box:
    """An operator with room on both sides."""
    return row([_blank(size * 0.22, size), word(text, size), _blank(size * 0.22, size)])


def brackets(inner: Box, size: float, left: str = "(", right: str = ")") -> Box:
    """Something in brackets as tall as it is."""
    figure = Figure()
    up, down = inner.up + size * 0.06, inner.down + size * 0.06
    wide = size * 0.34
    _put(figure, inner, wide, 0)
    for mark, x, turn in ((left, 0.0, 1), (right, wide + inner.width, -1)):
        a, b = (x + wide * 0.72, x + wide * 0.4) if turn > 0 else (x + wide * 0.28, x + wide * 0.6)
        if mark in "()":
            d = f"M{a:.1f} {-up:.1f}Q{b - (a - b) * 0.6:.1f} {(down - up) / 2:.1f} {a:.1f} {down:.1f}"
        elif mark == "|":
            d = f"M{(a + b) / 2:.1f} {-up:.1f}V{down:.1f}"
        else:
            d = f"M{a:.1f} {-up:.1f}H{b:.1f}V{down:.1f}H{a:.1f}"
        figure.path(d, (x, -up), (x + wide, down), stroke="ink", width=1.3)
    return Box(figure, inner.width + 2 * wide, up, down)


def _fraction(top: Box, bottom: Box, size: float) -> Box:
    figure = Figure()
    width = max(top.width, bottom.width) + size * 0.3
    axis = size * 0.27
    gap = size * 0.14
    _put(figure, top, (width - top.width) / 2, -axis - gap - top.down)
    _put(figure, bottom, (width - bottom.width) / 2, -axis + gap + bottom.up)
    figure.line(size * 0.06, -axis, width - size * 0.06, -axis, "ink", 1.2)
    return Box(figure, width, axis + gap + top.down + top.up, -axis + gap + bottom.up + bottom.down)


def _root(inner: Box, size: float) -> Box:
    figure = Figure()
    left, up, down = size * 0.6, inner.up + size * 0.16, inner.down
    _put(figure, inner, left, 0)
    figure.polygon(
        [
            (size * 0.05, -size * 0.25),
            (size * 0.17, -size * 0.32),
            (size * 0.33, down),
            (left - 1, -up),
            (left + inner.width + 2, -up),
        ],
        stroke="ink",
        width=1.3,
        closed=False,
    )
    return Box(figure, left + inner.width + size * 0.15, up + 1, down)


def _raised(base: Box, exponent: Box, size: float) -> Box:
    figure = Figure()
    _put(figure, base, 0, 0)
    rise = max(base.up - size * 0.3, size * 0.42)
    _put(figure, exponent, base.width + size * 0.04, -rise)
    return Box(
        figure,
        base.width + exponent.width + size * 0.08,
        max(base.up, rise + exponent.up),
        max(base.down, exponent.down - rise),
    )


def layout(node: Node, size: float = SIZE) -> Box:
    """A tree as a figure."""
    kind = node[0]
    if kind == "number":
        return word(node[1], size)
    if kind == "name":
        name = node[1]
        plain = name in ("pi", "oo", "mod") or len(name) > 2
        return word(name, size, italic=not plain)
    if kind == "group":
        return brackets(layout(node[1], size), size)
    if kind == "minus":
        return row([word("-", size), layout(node[1], size)])
    if kind == "after":
        return row([layout(node[1], size), word(node[2], size)])
    if kind == "sum":
        parts = [layout(node[1][0][1], size)]
        for mark, term in node[1][1:]:
            parts += [sign(mark, size), layout(term, size)]
        return row(parts)
    if kind == "times":
        parts = [layout(node[1][0], size)]
        for before, part in zip(node[1], node[1][1:], strict=False):
            parts += [_times(before, part, size), layout(part, size)]
        return row(parts)
    if kind == "over":
        small = size if size > SIZE * 0.7 else size * 0.95
        return _fraction(layout(_bare(node[1]), small * 0.92), layout(_bare(node[2]), small * 0.92), size)
    if kind == "power":
        return _raised(layout(node[1], size), layout(_bare(node[2]), size * 0.7), size)
    name, arguments = node[1], node[2]
    if name == "sqrt" and len(arguments) == 1:
        return _root(layout(arguments[0], size), size)
    if name == "exp" and len(arguments) == 1:
        return _raised(word("e", size, italic=True), layout(arguments[0], size * 0.7), size)
    inner: list[Box] = []
    for number, argument in enumerate(arguments):
        inner += [word(", ", size)] if number else []
        inner.append(layout(argument, size))
    return row([word(name, size, italic=len(name) == 1), brackets(row(inner), size)])


def _bare(node: Node) -> Node:
    found: Node = node[1] if node[0] == "group" else node
    return found


def _times(left: Node, right: Node, size: float) -> Box:
    """What stands between two factors: a point between numbers, a little room elsewhere."""
    while right[0] in ("power", "after"):
        right = right[1]
    if right[0] in ("number", "minus", "over") or left[0] == "over":
        return sign("·", size)
    return _blank(size * 0.1, size)


def formula(text: str, size: float = SIZE) -> Box:
    """A formula, or an equation; text that is none is set as it stands."""
    pieces = _RELATION.split(text.strip())
    boxes: list[Box] = []
    for number, piece in enumerate(pieces):
        if number % 2:
            boxes.append(sign(piece, size))
            continue
        tree = parse(piece) if piece else None
        boxes.append(layout(tree, size) if tree else word(piece, size, upright=True))
    return row(boxes)


def formula_lines(text: str, width: float, size: float = SIZE) -> list[Box]:
    """A formula in lines: a sum that is too wide is broken before its signs."""
    whole = formula(text, size)
    relation = _RELATION.search(text)
    if whole.width > width and relation and relation.start():
        first = formula_lines(text[: relation.start()], width, size)
        return [*first, formula(text[relation.start() :].strip(), size)]
    tree = parse(text)
    if whole.width <= width or tree is None or tree[0] != "sum":
        return [whole]
    lines: list[list[Box]] = [[]]
    for number, (mark, term) in enumerate(tree[1]):
        part = [sign(mark, size)] if number or mark == "-" else []
        part.append(layout(term, size))
        if lines[-1] and sum(box.width for box in [*lines[-1], *part]) > width:
            lines.append([])
        lines[-1] += part
    return [row(line) for line in lines]


def stacked(lines: list[Box], gap: float = 12, middle: bool = True) -> Figure:
    """Lines one below the other."""
    figure = Figure()
    width = max((line.width for line in lines), default=0.0)
    y = 0.0
    for line in lines:
        y += line.up
        _put(figure, line, (width - line.width) / 2 if middle else 0, y)
        y += line.down + gap
    return figure

"""Formulas of reference answers, read into trees and written in other ways: TeX, Unicode, without signs of times.

References are plain: integers, letters, ``+ - * / ^``, parentheses and calls such as ``sqrt(x)``. This reader
raises `ValueError` at anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rlvr.generators.base import Task

from .book import Text, add
from .packs import framed, latex, mapped, reference

TOKEN = re.compile(r"\s*(\d+|[A-Za-z]+|[-+*/^()])")
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
GREEK = {"pi": ("π", r"\pi"), "oo": ("∞", r"\infty")}


@dataclass(frozen=True)
class Sum:
    """Summands with their signs, -1 or 1."""

    parts: tuple[tuple[int, Node], ...]


@dataclass(frozen=True)
class Product:
    """Factors above and below the bar."""

    above: tuple[Node, ...]
    below: tuple[Node, ...]


@dataclass(frozen=True)
class Power:
    """A base and its exponent."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Call:
    """A function of one argument."""

    name: str
    argument: Node


@dataclass(frozen=True)
class Atom:
    """A number or a letter."""

    text: str


Node = Sum | Product | Power | Call | Atom


def read(text: str) -> Node:
    """The tree of a formula."""
    tokens: list[str] = []
    place = 0
    while place < len(text.rstrip()):
        found = TOKEN.match(text, place)
        if not found:
            raise ValueError(f"not a plain formula: {text!r}")
        tokens.append(found[1])
        place = found.end()
    node, rest = _sum(tokens, 0)
    if rest != len(tokens):
        raise ValueError(f"not a plain formula: {text!r}")
    return node


def _sum(tokens: list[str], i: int) -> tuple[Node, int]:
    parts: list[tuple[int, Node]] = []
    sign = 1
    if i < len(tokens) and tokens[i] in "+-":
        sign, i = (-1 if tokens[i] == "-" else 1), i + 1
    while True:
        node, i = _product(tokens, i)
        parts.append((sign, node))
        if i >= len(tokens) or tokens[i] not in "+-":
            break
        sign, i = (-1 if tokens[i] == "-" else 1), i + 1
    return (parts[0][1] if len(parts) == 1 and parts[0][0] == 1 else Sum(tuple(parts))), i


def _product(tokens: list[str], i: int) -> tuple[Node, int]:
    above: list[Node] = []
    below: list[Node] = []
    side = above
    while True:
        node, i = _power(tokens, i)
        side.append(node)
        if i < len(tokens) and tokens[i - 1].isdecimal() and tokens[i].isalpha():  # 6i
            continue
        if i >= len(tokens) or tokens[i] not in "*/":
            break
        side, i = (above if tokens[i] == "*" else below), i + 1
    return (above[0] if len(above) == 1 and not below else Product(tuple(above), tuple(below))), i


def _power(tokens: list[str], i: int) -> tuple[Node, int]:
    base, i = _atom(tokens, i)
    if i < len(tokens) and tokens[i] == "^":
        exponent, i = _power(tokens, i + 1) if tokens[i + 1] != "-" else _negative(tokens, i + 2)
        return Power(base, exponent), i
    return base, i


def _negative(tokens: list[str], i: int) -> tuple[Node, int]:
    node, i = _atom(tokens, i)
    return Sum(((-1, node),)), i


def _atom(tokens: list[str], i: int) -> tuple[Node, int]:
    if i >= len(tokens):
        raise ValueError("a formula ends too early")
    token = tokens[i]
    if token == "(":
        node, i = _sum(tokens, i + 1)
        if i >= len(tokens) or tokens[i] != ")":
            raise ValueError("a parenthesis is open")
        return node, i + 1
    if token[0].isalpha() and i + 1 < len(tokens) and tokens[i + 1] == "(" and len(token) > 1:
        node, i = _atom(tokens, i + 1)
        return Call(token, node), i
    if token[0].isalnum():
        return Atom(token), i + 1
    raise ValueError(f"{token!r} is no start of a formula")


@dataclass(frozen=True)
class Style:
    """How a formula is written."""

    times: str = "*"
    minus: str = "-"
    tex: bool = False
    unicode: bool = False
    frac: str = "frac"
    join: str = " "

    def write(self, node: Node) -> str:
        """The text of a tree."""
        if isinstance(node, Atom):
            return self._letter(node.text)
        if isinstance(node, Call):
            return self._call(node)
        if isinstance(node, Power):
            return self._power(node)
        if isinstance(node, Sum):
            text = ""
            for place, (sign, part) in enumerate(node.parts):
                inner = self.write(part) if not isinstance(part, Sum) else self._wrapped(part)
                mark = self.minus if sign < 0 else "+"
                text += (
                    (mark if sign < 0 else "") + inner if place == 0 else f"{self.join}{mark}{self.join}{inner}"
                )
            return text
        return self._product(node)

    def _letter(self, text: str) -> str:
        if text in GREEK and (self.tex or self.unicode):
            return GREEK[text][1 if self.tex else 0]
        return text

    def _wrapped(self, node: Node) -> str:
        inner = self.write(node)
        return rf"\left({inner}\right)" if self.tex else f"({inner})"

    def _call(self, node: Call) -> str:
        inner = self.write(node.argument)
        if self.tex:
            if node.name == "sqrt":
                return rf"\sqrt{{{inner}}}"
            if node.name == "exp":
                return f"e^{{{inner}}}"
            return rf"\{node.name}({inner})"
        if self.unicode and node.name == "sqrt":
            return f"√({inner})" if not isinstance(node.argument, Atom) else f"√{inner}"
        return f"{node.name}({inner})"

    def _power(self, node: Power) -> str:
        if isinstance(node.base, Call) and self.tex and node.base.name not in ("sqrt", "exp"):
            return rf"\{node.base.name}^{{{self.write(node.exponent)}}}({self.write(node.base.argument)})"
        base = self.write(node.base)
        if not isinstance(node.base, Atom) and not (isinstance(node.base, Call) and not self.tex):
            base = self._wrapped(node.base)
        if self.tex:
            return f"{base}^{{{self.write(node.exponent)}}}"
        if self.unicode and isinstance(node.exponent, Atom) and node.exponent.text.isdecimal():
            return base + node.exponent.text.translate(SUPERSCRIPTS)
        exponent = self.write(node.exponent)
        return f"{base}^{exponent}" if isinstance(node.exponent, Atom) else f"{base}^({exponent})"

    def _product(self, node: Product) -> str:
        above = self._factors(node.above)
        if not node.below:
            return above
        below = self._factors(node.below, len(node.below) > 1)
        if self.tex:
            lone = node.above[0] if len(node.above) == 1 else None
            return rf"\{self.frac}{{{self.write(lone) if lone is not None else above}}}{{{self._bare(node.below)}}}"
        return f"{above}/{below}"

    def _bare(self, nodes: tuple[Node, ...]) -> str:
        return self.write(nodes[0]) if len(nodes) == 1 else self._factors(nodes)

    def _factors(self, nodes: tuple[Node, ...], wrap: bool = False) -> str:
        text = ""
        last: Node | None = None
        for node in nodes:
            piece = (
                self._wrapped(node)
                if isinstance(node, Sum | Product) and len(nodes) + wrap >= 1
                else self.write(node)
            )
            if last is not None:
                text += self._times(last, piece)
            text += piece
            last = node
        return f"({text})" if wrap else text

    def _times(self, last: Node, piece: str) -> str:
        """The sign between two factors; none where it can be left out without a doubt."""
        if self.times:
            return self.times
        if piece[0].isdigit():
            return r" \cdot " if self.tex else "·" if self.unicode else "*"
        if self.tex:
            return " " if piece[0] == "\\" else ""
        lettered = (isinstance(last, Atom) and last.text[0].isalpha()) or isinstance(last, Power)
        word = len(piece) > 1 and piece[1].isalpha()
        return (
            " "
            if lettered
            and piece[0].isalpha()
            and (word or isinstance(last, Power))
            and not (self.unicode and not word)
            else ""
        )


TEX = Style(times="", tex=True)
DFRAC = Style(times="", tex=True, frac="dfrac")
CDOT = Style(times=r" \cdot ", tex=True)
UNICODE = Style(times="", minus="−", unicode=True)
DOTTED = Style(times="·", unicode=True)
CROSSED = Style(times=" × ", unicode=True)
SILENT = Style(times="")
DENSE = Style(join="")


def written(text: str, style: Style) -> str | None:
    """The formula in another style; None where it is not a plain one."""
    try:
        return style.write(read(text))
    except ValueError:
        return None


def bumped(text: str, which: int = 0, by: int = 1) -> str | None:
    """The formula with one integer, which is no exponent, changed; None if there are too few."""
    found = list(re.finditer(r"(?<![\w^])\d+(?!\w)", text))
    if len(found) <= which:
        return None
    m = found[which]
    return f"{text[: m.start()]}{int(m[0]) + by}{text[m.end() :]}"


def sign_changed(text: str) -> str | None:
    """The formula with its last sign between two summands turned round; None if it has none outside of parentheses."""
    depth = 0
    for i in range(len(text) - 1, -1, -1):
        depth += (text[i] == ")") - (text[i] == "(")
        if depth == 0 and text[i : i + 3] in (" + ", " - "):
            return f"{text[:i]} {'-' if text[i + 1] == '+' else '+'} {text[i + 3 :]}"
    return None


def exponent_changed(text: str) -> str | None:
    """The formula with its first exponent one more."""
    found = re.search(r"\^(\d+)", text)
    return f"{text[: found.start()]}^{int(found[1]) + 1}{text[found.end() :]}" if found else None


# The pack of forms for answers that are formulas.


def formulas(
    ids: str, body: Text = reference, *, silent: bool = True, frame: bool = True, constant: bool = False
) -> None:
    """All packs for answers that are one formula.

    Args:
        ids: the environments.
        body: the formula; None where a task asks for something else.
        silent: whether signs of times may be left out in plain text.
        frame: whether the packs of what stands around an answer are of it too.
        constant: whether a constant may be added to the answer.
    """

    def other(task: Task) -> str | None:
        text = body(task)
        return None if text is None else bumped(text) or f"{text} + 1"

    def styled(style: Style, pattern: str = "@") -> Text:
        def write(task: Task) -> str | None:
            text = body(task)
            found = None if text is None else written(text, style)
            return None if found is None else pattern.replace("@", found)

        return write

    if frame:
        framed(ids, body, other)
    latex(ids, styled(TEX))
    for name, style in (("dfrac", DFRAC), ("cdot", CDOT)):
        add(ids, f"TeX: {name}", styled(style, "$@$"), right=True)
    add(ids, "TeX: without dollars", styled(TEX), right=True)
    add(ids, "Unicode", styled(UNICODE), right=True)
    add(ids, "Unicode with dots", styled(DOTTED), right=True)
    add(ids, "no spaces", styled(DENSE), right=True)
    add(ids, "equals sign", mapped(body, lambda text: f"= {text}"), right=True)
    if silent:
        add(ids, "no signs of times", styled(SILENT), right=True)
    for name, change in (
        ("first number one more", bumped),
        ("second number one more", lambda text: bumped(text, 1)),
        ("first number two more", lambda text: bumped(text, 0, 2)),
        ("second number doubled", lambda text: bumped(text, 1, 7)),
        ("a sign turned", sign_changed),
        ("an exponent one more", exponent_changed),
        ("one added", lambda text: f"{text} + 1"),
        ("one taken away", lambda text: f"{text} - 1"),
        ("tripled", lambda text: f"3*({text})"),
        ("opposite", lambda text: f"-({text})"),
    ):
        add(ids, f"near: {name}", mapped(body, _unlike(change)), right=constant and name.startswith("one "))


def _unlike(change: Callable[[str], str | None]) -> Callable[[str], str | None]:
    """The change, unless the answer is 0 or the change does nothing."""

    def safe(text: str) -> str | None:
        found = change(text)
        return None if text.strip() in ("0", "") or found == text else found

    return safe

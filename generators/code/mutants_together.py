"""Compile many mutants of a program as one, with a switch for each: parsing and compiling take most of the time.

An edit of the text is a change of one part of the program: of some statements in a row, or of the condition or the
source of items of a loop or an ``if``. Only the part's text is parsed again, and both parts stand in one program, one
of them behind a switch. Where the change of a part could mean more than that (a name that is no longer bound, a
generator that is none any more, ...), nothing is said, and the mutant is compiled from its whole text as ever.

Source: mutant schemata (Untch, Offutt and Harrold, 1993).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .execute import Compiled, compiled_tree, keep
from .instrument import Switch, SwitchedExpression
from .mutation_operators import Edit

_LOOPS = (ast.For, ast.While)
_LEFT_ALONE = re.compile(r"\b(def|class|import|global|nonlocal|yield|await|async|del|except|with|match)\b|:=")
"""What a part must not hold to be switched: it binds names in other ways, or makes a function another kind of thing."""


@dataclass(slots=True)
class _Site:
    """A statement in its place."""

    node: ast.stmt
    block: list[ast.stmt]
    at: int
    parent: int
    scope: int
    looped: bool


@dataclass(slots=True)
class _Part:
    """What an edit changes: `count` statements from `site` on, or an expression of it if `field` names one."""

    site: int
    count: int
    field: str
    made: list[ast.stmt] | ast.expr
    lost: frozenset[str] = frozenset()
    fresh: bool = True
    text: tuple[str, bool] = ("", False)
    """The part's text, and whether it is indented."""

    def nodes(self) -> list[ast.stmt] | ast.expr:
        """The new nodes, which nobody has changed."""
        if not self.fresh:
            self.made = _expression(self.text[0]) if self.field else _statements(*self.text)
        self.fresh = False
        return self.made


@dataclass(slots=True)
class Parts:
    """The parts of one program's edits, each found when it is asked for."""

    source: str
    data: bytes
    edits: Sequence[Edit]
    tree: ast.Module | None = None
    """Of the source, if somebody has it."""
    sites: list[_Site] = field(default_factory=list)
    found: dict[int, _Part | None] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    spans: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Of each statement: where its lines begin, where it does, where it ends, and where its lines end."""
    bound: dict[int, Counter[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sites = _sites(self.tree or ast.parse(self.source))
        self.starts = [0]
        for line in self.data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        for site in self.sites:
            start, end = self._bytes(site.node)
            last = self.data.find(b"\n", end) + 1 or len(self.data)
            self.spans.append((self.data.rfind(b"\n", 0, start) + 1, start, end, last))

    def part(self, place: int) -> _Part | None:
        """The part that an edit changes, if it is sure that nothing else changes; the mutant is a program then."""
        if place not in self.found:
            try:
                self.found[place] = self._part(self.edits[place])
            except (SyntaxError, ValueError):
                self.found[place] = None
        return self.found[place]

    def together(self, places: Sequence[int]) -> list[_Part] | None:
        """The parts of several edits in one program; None if they may touch each other."""
        parts = [self.part(place) for place in places]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts) or sum(bool(part.lost) for part in found) > 1:
            return None
        spans = sorted(self._span(part) for part in found)
        return None if any(a[1] > b[0] for a, b in pairwise(spans)) else found

    def _span(self, part: _Part) -> tuple[int, int]:
        first = self.sites[part.site]
        if part.field:
            return self._bytes(getattr(first.node, part.field))
        return self._bytes(first.node)[0], self._bytes(first.block[first.at + part.count - 1])[1]

    def _bytes(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _part(self, edit: Edit) -> _Part | None:
        inner = -1
        for number, (first, start, end, last) in enumerate(self.spans):  # outer ones come before inner ones
            if (start <= edit.start and edit.end <= end) or (first <= edit.start and edit.end <= last):
                inner = number
        while inner >= 0:
            site = self.sites[inner]
            header = {ast.If: "test", ast.While: "test", ast.For: "iter"}.get(type(site.node))
            if header is not None:
                start, end = self._bytes(getattr(site.node, header))
                if start <= edit.start and edit.end <= end:
                    return self._expression(inner, header, edit, start, end)
            if isinstance(site.node, ast.FunctionDef):
                return None
            for count in (1, 2):
                first = inner if count == 1 else self._before(inner)
                if first >= 0 and (part := self._statements(first, count, edit)) is not None:
                    return part
            inner = site.parent
        return None

    def _before(self, number: int) -> int:
        """The statement before another one in its block; -1 if there is none."""
        site = self.sites[number]
        for other in range(number - 1, -1, -1):
            if self.sites[other].block is site.block:
                return other
        return -1

    def _expression(self, number: int, name: str, edit: Edit, start: int, end: int) -> _Part | None:
        text = (self.data[start : edit.start] + edit.text.encode() + self.data[edit.end : end]).decode()
        if _LEFT_ALONE.search(self.data[start:end].decode()) or _LEFT_ALONE.search(text):
            return None
        return _Part(number, 1, name, _expression(text), text=(text, False))

    def _statements(self, number: int, count: int, edit: Edit) -> _Part | None:
        """The part of whole statements in a row that an edit changes, if it is that."""
        site = self.sites[number]
        first, start, end, last = self.spans[number]
        old = site.block[site.at : site.at + count]
        if count > 1:
            end = self._bytes(old[-1])[1]
            last = self.data.find(b"\n", end) + 1 or len(self.data)
        if edit.start < first or edit.end > last or self.data[start : start + 4] == b"elif":
            return None
        if self.data[first:start].strip() or self.data[end:last].strip():
            return None
        text = (self.data[first : edit.start] + edit.text.encode() + self.data[edit.end : last]).decode()
        if _LEFT_ALONE.search(self.data[first:last].decode()) or _LEFT_ALONE.search(text):
            return None
        lines = [line for line in text.splitlines() if line.strip()]
        margin = " " * (start - first)
        if not all(line.startswith(margin) for line in lines) or (lines and lines[0][len(margin)] == " "):
            return None
        made = _statements(text, bool(margin))
        if not site.looped and any(map(_leaves_loop, made)):
            return None
        before, after = _bound(old), _bound(made)
        lost, new = before.keys() - after.keys(), after.keys() - before.keys()
        if lost or new:
            everywhere = self._bound_in(site.scope)
            if any(everywhere[name] <= before[name] for name in lost) or not new <= everywhere.keys():
                return None
        return _Part(number, count, "", made, frozenset(lost), text=(text, bool(margin)))

    def _bound_in(self, scope: int) -> Counter[str]:
        """The names that a function binds, with how often; none for the program outside of functions."""
        if scope not in self.bound:
            found: Counter[str] = Counter()
            if scope >= 0:
                function = self.sites[scope].node
                assert isinstance(function, ast.FunctionDef)
                found = _bound(function.body)
                given = function.args
                found.update(argument.arg for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs))
            self.bound[scope] = found
        return self.bound[scope]


def compile_together(parts: Parts, programs: Iterable[tuple[str, Sequence[int]]]) -> None:
    """Compile programs that differ from one by some edits, so that running them takes less time.

    Args:
        parts: of the program.
        programs: the text of each, and the places of its edits. What cannot be compiled with others is left out.
    """
    chosen: dict[str, Sequence[int]] = {}
    used: dict[int, _Part] = {}
    pairs: set[tuple[int, int]] = set()
    for text, places in programs:
        found = parts.together(places)
        if found is None:
            continue
        mine = {(part.site, part.count) for part in found if part.count > 1}
        if any(_cross(parts, one, other) for one in mine for other in pairs):
            continue
        pairs |= mine
        chosen[text] = places
        used.update(zip(places, found, strict=True))
    if len(chosen) < 2:
        return
    tree = ast.parse(parts.source)
    _switch(_sites(tree), used)
    try:
        code = compiled_tree(tree, parts.source)
    except (SyntaxError, ValueError):
        return  # each by itself, then
    off = {_name(place): False for place in used}
    keep(parts.source, Compiled(code, off))
    for text, places in chosen.items():
        keep(text, Compiled(code, {**off, **{_name(place): True for place in places}}))


def _cross(parts: Parts, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two different rows of statements share some."""
    a, b = parts.sites[one[0]], parts.sites[other[0]]
    return one != other and a.block is b.block and abs(a.at - b.at) < 2


def _name(place: int) -> str:
    return f"__edit_{place}__"


def _switch(sites: list[_Site], used: dict[int, _Part]) -> None:
    """Put the parts into a tree, each behind its switch."""
    expressions: dict[tuple[int, str], list[tuple[str, ast.expr]]] = {}
    rows: dict[tuple[int, int], list[tuple[str, list[ast.stmt]]]] = {}
    for place, part in used.items():
        nodes = part.nodes()
        if isinstance(nodes, list):
            rows.setdefault((part.site, part.count), []).append((_name(place), nodes))
        else:
            expressions.setdefault((part.site, part.field), []).append((_name(place), nodes))
    for (number, name), options in expressions.items():
        node = sites[number].node
        setattr(node, name, SwitchedExpression(options, getattr(node, name)))
    # Single statements first, then rows of two from the last on, so that places stay what they are.
    for (number, count), row in sorted(rows.items(), key=lambda item: (item[0][1], -item[0][0])):
        site = sites[number]
        old = site.block[site.at : site.at + count]
        site.block[site.at : site.at + count] = [Switch(row, old)]  # type: ignore[list-item]


def _sites(tree: ast.Module) -> list[_Site]:
    """All statements, outer ones before inner ones, in the same order for the same text."""
    found: list[_Site] = []

    def visit(block: list[ast.stmt], parent: int, scope: int, looped: bool) -> None:
        for at, node in enumerate(block):
            number = len(found)
            found.append(_Site(node, block, at, parent, scope, looped))
            function = isinstance(node, ast.FunctionDef)
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(node, name, None)
                if isinstance(inner, list) and inner:
                    loop = isinstance(node, _LOOPS) and name == "body"
                    visit(inner, number, number if function else scope, loop or (looped and not function))
            for handler in getattr(node, "handlers", ()):
                visit(handler.body, number, scope, looped)

    visit(tree.body, -1, -1, False)
    return found


def _expression(text: str) -> ast.expr:
    return ast.parse(f"({text}\n)", mode="eval").body


def _statements(text: str, indented: bool) -> list[ast.stmt]:
    """The statements of a text; ``pass`` if there are none.

    Raises:
        SyntaxError: it is not that.
    """
    if not text.strip():
        return [ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)]
    if not indented:
        return ast.parse(text).body
    tree = ast.parse("if 1:\n" + text)
    (outer,) = tree.body
    if not isinstance(outer, ast.If) or outer.orelse:
        raise SyntaxError
    return outer.body


def _bound(block: Sequence[ast.stmt]) -> Counter[str]:
    """The names that statements bind in their scope, with how often; not the ways that `_LEFT_ALONE` names."""
    found: Counter[str] = Counter()

    def targets(node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, (ast.Tuple, ast.List)):
            for item in node.elts:
                targets(item)
        elif isinstance(node, ast.Starred):
            targets(node.value)

    def visit(nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    targets(target)
            elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
                targets(node.target)
            elif isinstance(node, ast.FunctionDef):
                found[node.name] += 1
                continue
            for name in ("body", "orelse", "finalbody"):
                visit(getattr(node, name, ()))
            for handler in getattr(node, "handlers", ()):
                visit(handler.body)

    visit(block)
    return found


def _leaves_loop(node: ast.stmt) -> bool:
    """Whether a statement leaves or continues a loop that is not in it."""
    if isinstance(node, (ast.Break, ast.Continue)):
        return True
    inner = [] if isinstance(node, (*_LOOPS, ast.FunctionDef)) else list(getattr(node, "body", ()))
    inner += [*getattr(node, "orelse", ()), *getattr(node, "finalbody", ())]
    inner += [statement for handler in getattr(node, "handlers", ()) for statement in handler.body]
    return any(map(_leaves_loop, inner))

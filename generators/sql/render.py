"""Plans as SQL text for SQLite (3.37 and later), DuckDB and PostgreSQL.

The text means the same in all three. Dates are text in SQLite and DATE or TIMESTAMP elsewhere, so the functions of
dates differ; a division never divides integers and gives NULL for a zero; LIKE ignores case; missing values come
first when rising and last when falling; operands of set operations are never in parentheses, which SQLite refuses.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from .literals import Dialect, identifier, literal
from .plan import (
    Agg,
    And,
    Arith,
    Between,
    Case,
    Cmp,
    Col,
    Const,
    Exists,
    Expr,
    Func,
    InList,
    InQuery,
    IsNull,
    Like,
    Not,
    Or,
    Order,
    Pred,
    Query,
    Scalar,
    Select,
    SetOp,
    Source,
    Window,
    With,
)
from .scope import walk

WIDTH = 72
"""Subqueries of up to so many characters stay on one line."""

_SET_WORDS = {"union": "UNION", "union_all": "UNION ALL", "intersect": "INTERSECT", "except": "EXCEPT"}
_FIELD_FORMATS = {"year": "%Y", "month": "%m", "day": "%d"}


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is laid out; the meaning is the same in all styles.

    Attributes:
        alias_as: whether AS stands before the alias of a source.
        unequal: how "is not" is written.
        inner: whether a join is written INNER JOIN.
        real_first: whether a division is written ``1.0 * a / b`` in SQLite, not with CAST.
        lift: whether subqueries in FROM become common table expressions where they can.
        qualify: whether columns are written with their source even where one source is all there is.
    """

    alias_as: bool = True
    unequal: Literal["<>", "!="] = "<>"
    inner: bool = False
    real_first: bool = False
    lift: bool = False
    qualify: bool = False


def draw_style(rng: random.Random) -> Style:
    """A style at random."""
    return Style(
        alias_as=rng.random() < 0.7,
        unequal="!=" if rng.random() < 0.4 else "<>",
        inner=rng.random() < 0.25,
        real_first=rng.random() < 0.5,
        lift=rng.random() < 0.5,
        qualify=rng.random() < 0.3,
    )


def to_sql(
    query: Query,
    dialect: Dialect | str = "sqlite",
    *,
    rng: random.Random | None = None,
    style: Style | None = None,
) -> str:
    """A plan as one SQL query, without a semicolon.

    Args:
        query: the plan.
        dialect: ``sqlite``, ``duckdb`` or ``postgres``.
        rng: draws the style, where none is given.
        style: the style; without it and without `rng` it is the first one of `Style`.

    Raises:
        ValueError: if there is no such dialect.
    """
    if dialect not in ("sqlite", "duckdb", "postgres"):
        raise ValueError(f"no dialect {dialect!r}; there are sqlite, duckdb and postgres")
    if style is None:
        style = Style() if rng is None else draw_style(rng)
    if style.lift:
        query = _lifted(query)
    return "\n".join(Renderer(dialect, style).lines(query, 0, flat=False))


def plainly(query: Query) -> str:
    """A plan as SQL for an engine only: on one line, each column with its source."""
    return " ".join(Renderer("sqlite", _QUALIFIED).lines(query, 0, flat=True))


_QUALIFIED = Style(qualify=True)


def _lifted(query: Query) -> Query:
    """The query with the subqueries of its outermost FROM as common table expressions, if names allow it."""
    body = query.query if isinstance(query, With) else query
    if not isinstance(body, Select) or isinstance(body.source.query, With):
        return query
    sources = [body.source, *(join.source for join in body.joins)]
    names = [node.table for node in walk(query) if isinstance(node, Source)]
    parts = list(query.parts) if isinstance(query, With) else []
    for place, source in enumerate(sources):
        if source.query is None or source.name in names or any(name == source.name for name, _ in parts):
            continue
        parts.append((source.name, source.query))
        sources[place] = Source(source.name, source.name)
    if not parts:
        return query
    joins = tuple(
        type(join)(source, join.on, join.left) for join, source in zip(body.joins, sources[1:], strict=True)
    )
    return With(
        tuple(parts),
        Select(
            body.columns,
            sources[0],
            joins,
            body.where,
            body.group,
            body.having,
            body.distinct,
            body.order,
            body.limit,
            body.offset,
        ),
    )


class Renderer:
    """Writes one plan."""

    def __init__(self, dialect: str, style: Style) -> None:
        self.dialect = dialect
        self.style = style
        self.bare: frozenset[str] = frozenset()
        """The sources whose columns are written without a source."""
        self.derived = 0
        self.flat = False
        self.depth = 0

    # ---- queries ----

    def lines(self, query: Query, depth: int, *, flat: bool) -> list[str]:
        """The lines of a query whose first one is indented `depth` times (the indent itself is added outside)."""
        before = self.flat, self.depth
        self.flat, self.depth = flat, depth
        try:
            if isinstance(query, With):
                return self._with(query)
            return self._set(query) if isinstance(query, SetOp) else self._select(query)
        finally:
            self.flat, self.depth = before

    def block(self, query: Query) -> str:
        """A subquery in parentheses, on one line if it is short."""
        derived = self.derived
        short = "(" + " ".join(self.lines(query, self.depth, flat=True)) + ")"
        if self.flat or len(short) <= WIDTH:
            return short
        self.derived = derived
        pad = "  " * (self.depth + 1)
        inner = self.lines(query, self.depth + 1, flat=False)
        return "(\n" + "\n".join(pad + line for line in inner) + "\n" + "  " * self.depth + ")"

    def _with(self, query: With) -> list[str]:
        lines = []
        parts, body = list(query.parts), query.query
        while isinstance(body, With):
            parts += body.parts
            body = body.query
        for number, (name, part) in enumerate(parts):
            start = "WITH " if number == 0 else ""
            comma = "," if number < len(parts) - 1 else ""
            if self.flat:
                lines.append(f"{start}{identifier(name)} AS {self.block(part)}{comma}")
                continue
            inner = self.lines(part, self.depth + 1, flat=False)
            lines.append(f"{start}{identifier(name)} AS (")
            lines += ["  " + line for line in inner]
            lines.append(f"){comma}")
        return lines + self.lines(body, self.depth, flat=self.flat)

    def _set(self, query: SetOp) -> list[str]:
        left, right = query.left, query.right
        same_level = isinstance(left, SetOp) and (query.op == "intersect") == (left.op == "intersect")
        first = (
            self.lines(left, self.depth, flat=self.flat)
            if same_level or _is_plain(left)
            else self._wrapped(left)
        )
        second = self.lines(right, self.depth, flat=self.flat) if _is_plain(right) else self._wrapped(right)
        return [*first, _SET_WORDS[query.op], *second]

    def _wrapped(self, query: Query) -> list[str]:
        """A query that cannot be an operand of a set operation as it is."""
        self.derived += 1
        name = f"part_{self.derived}"
        return ["SELECT *", f"FROM {self.block(query)} {'AS ' if self.style.alias_as else ''}{name}"]

    def _select(self, select: Select) -> list[str]:
        before = self.bare
        if not self.style.qualify and self._can_be_bare(select):
            self.bare = before | {select.source.name}
        try:
            return self._clauses(select)
        finally:
            self.bare = before

    def _can_be_bare(self, select: Select) -> bool:
        """Whether the columns of a SELECT's only source can be written without it."""
        if select.joins or (select.source.query is not None and isinstance(select.source.query, With)):
            return False
        own = select.source.name
        labels = {label for label, value in select.columns if value != Col(own, label)}
        parts = (select.columns, select.where, select.group, select.having, select.order)
        for part in parts:
            for node in walk(part):
                if isinstance(node, Select | SetOp | With):
                    return False
                if isinstance(node, Col) and (node.source != own or node.name in labels):
                    return False
        return True

    def _clauses(self, select: Select) -> list[str]:
        columns = []
        for label, value in select.columns:
            text = self.value(value)
            plain = isinstance(value, Col) and value.name == label
            columns.append(text if plain else f"{text} AS {identifier(label)}")
        start = "SELECT DISTINCT " if select.distinct else "SELECT "
        joined = ", ".join(columns)
        if self.flat or (len(joined) <= WIDTH and "\n" not in joined):
            lines = [start + joined]
        else:
            pad = "  " * self.depth + "  "
            lines = [start.rstrip() + "\n" + ",\n".join(pad + column for column in columns)]
        lines.append(f"FROM {self._source(select.source)}")
        for join in select.joins:
            word = "LEFT JOIN" if join.left else "INNER JOIN" if self.style.inner else "JOIN"
            lines.append(f"{word} {self._source(join.source)} ON {self.condition(join.on)}")
        if select.where is not None:
            lines.append(self._filter("WHERE", select.where))
        if select.group:
            lines.append("GROUP BY " + ", ".join(self.value(key) for key in select.group))
        if select.having is not None:
            lines.append(self._filter("HAVING", select.having))
        if select.order:
            lines.append("ORDER BY " + ", ".join(self._key(key, select) for key in select.order))
        if select.limit is not None:
            lines.append(f"LIMIT {select.limit}" + (f" OFFSET {select.offset}" if select.offset else ""))
        elif select.offset:
            everything = "LIMIT -1 " if self.dialect == "sqlite" else ""
            lines.append(f"{everything}OFFSET {select.offset}")
        return lines

    def _filter(self, word: str, condition: Pred) -> str:
        if isinstance(condition, And) and len(condition.parts) > 1 and not self.flat:
            self.depth += 1
            parts = [self._part(part) for part in condition.parts]
            self.depth -= 1
            return f"{word} " + ("\n" + "  " * self.depth + "  AND ").join(parts)
        return f"{word} {self.condition(condition)}"

    def _source(self, source: Source) -> str:
        glue = " AS " if self.style.alias_as else " "
        if source.query is not None:
            return self.block(source.query) + glue + identifier(source.name)
        if source.name == source.table or source.name in self.bare:
            return identifier(source.table)
        return identifier(source.table) + glue + identifier(source.name)

    def _key(self, key: Order, select: Select | None) -> str:
        """A key of ORDER BY: by its label if it is an output column, else (and in windows) as it is."""
        text = ""
        if select is not None and not isinstance(key.value, Col):
            text = next((identifier(label) for label, value in select.columns if value == key.value), "")
        text = text or self.value(key.value)
        if self.dialect == "sqlite":
            return text + (" DESC" if key.falling else "")
        return text + (" DESC NULLS LAST" if key.falling else " ASC NULLS FIRST")

    # ---- conditions ----

    def condition(self, pred: Pred) -> str:
        match pred:
            case Cmp(op=op, left=left, right=right):
                sign = self.style.unequal if op == "<>" else op
                return f"{self.value(left)} {sign} {self.value(right)}"
            case Between(value=value, low=low, high=high):
                return f"{self.value(value)} BETWEEN {self.value(low)} AND {self.value(high)}"
            case InList(value=value, choices=choices, negated=negated):
                inside = ", ".join(literal(choice, self.dialect) for choice in choices)
                return f"{self.value(value)} {'NOT ' if negated else ''}IN ({inside})"
            case Like():
                return self._like(pred)
            case IsNull(value=value, negated=negated):
                return f"{self.value(value)} IS {'NOT ' if negated else ''}NULL"
            case And(parts=parts):
                return " AND ".join(self._part(part) for part in parts)
            case Or(parts=parts):
                return " OR ".join(self._part(part) for part in parts)
            case Not(part=part):
                return f"NOT ({self.condition(part)})"
            case Exists(query=query, negated=negated):
                return f"{'NOT ' if negated else ''}EXISTS {self.block(query)}"
            case InQuery(value=value, query=query, negated=negated):
                return f"{self.value(value)} {'NOT ' if negated else ''}IN {self.block(query)}"

    def _part(self, pred: Pred) -> str:
        text = self.condition(pred)
        return f"({text})" if isinstance(pred, And | Or) else text

    def _like(self, pred: Like) -> str:
        text, end = pred.text, ""
        if any(sign in text for sign in "\\%_"):
            text = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            end = " ESCAPE '\\'"
        pattern = ("" if pred.how == "starts" else "%") + text + ("" if pred.how == "ends" else "%")
        word = ("NOT " if pred.negated else "") + ("LIKE" if self.dialect == "sqlite" else "ILIKE")
        return f"{self.value(pred.value)} {word} {literal(pattern)}{end}"

    # ---- values ----

    def value(self, value: Expr) -> str:
        match value:
            case Col(source=source, name=name):
                return identifier(name) if source in self.bare else f"{identifier(source)}.{identifier(name)}"
            case Const(value=constant):
                return literal(constant, self.dialect)
            case Arith():
                return self._arith(value)
            case Func():
                return self._func(value)
            case Case(branches=branches, other=other):
                parts = [f"WHEN {self.condition(test)} THEN {self.value(then)}" for test, then in branches]
                end = "" if other is None else f" ELSE {self.value(other)}"
                return f"CASE {' '.join(parts)}{end} END"
            case Agg(name=name, arg=arg, distinct=distinct):
                inside = "*" if arg is None else self.value(arg)
                return f"{name.upper()}({'DISTINCT ' if distinct else ''}{inside})"
            case Window():
                return self._window(value)
            case Scalar(query=query):
                return self.block(query)

    def operand(self, value: Expr) -> str:
        """A value in parentheses unless it binds at least as tightly as any operator."""
        text = self.value(value)
        loose = isinstance(value, Arith) or (isinstance(value, Const) and text.startswith("-"))
        if isinstance(value, Func):
            loose = value.name == "concat" or (value.name in ("days", "plus_days") and self.dialect != "sqlite")
        return f"({text})" if loose else text

    def _arith(self, value: Arith) -> str:
        op, left, right = value.op, value.left, value.right
        if op == "/":
            constant = isinstance(right, Const) and bool(right.value)
            under = self.operand(right) if constant else f"NULLIF({self.value(right)}, 0)"
            if self.style.real_first and self.dialect == "sqlite":
                return f"1.0 * {self.operand(left)} / {under}"
            kind = "REAL" if self.dialect == "sqlite" else "DOUBLE PRECISION"
            return f"CAST({self.value(left)} AS {kind}) / {under}"
        first = self.value(left)
        keeps = isinstance(left, Arith) and (op in "+-" or left.op == op == "*")
        if not keeps:
            first = self.operand(left)
        return f"{first} {op} {self.operand(right)}"

    def _func(self, value: Func) -> str:
        name, args = value.name, value.args
        texts = [self.value(arg) for arg in args]
        lite = self.dialect == "sqlite"
        match name:
            case "year" | "month" | "day":
                if lite:
                    return f"CAST(strftime('{_FIELD_FORMATS[name]}', {texts[0]}) AS INTEGER)"
                return f"CAST(EXTRACT({name.upper()} FROM {self.operand(args[0])}) AS INTEGER)"
            case "date_of":
                return f"date({texts[0]})" if lite else f"CAST({self.operand(args[0])} AS DATE)"
            case "days":
                if lite:
                    return f"CAST(julianday({texts[1]}) - julianday({texts[0]}) AS INTEGER)"
                return f"{self.operand(args[1])} - {self.operand(args[0])}"
            case "plus_days":
                if not lite:
                    return f"{self.operand(args[0])} + CAST({texts[1]} AS INTEGER)"
                if isinstance(args[1], Const):
                    return f"date({texts[0]}, '{args[1].value:+d} days')"
                return f"date({texts[0]}, {self.operand(args[1])} || ' days')"
            case "concat":
                return " || ".join(self.operand(arg) for arg in args)
            case _:
                return f"{name.upper()}({', '.join(texts)})"

    def _window(self, value: Window) -> str:
        inside = "*" if value.name == "count" else ""
        if value.arg is not None:
            inside = self.value(value.arg)
        parts = []
        if value.partition:
            parts.append("PARTITION BY " + ", ".join(self.value(key) for key in value.partition))
        if value.order:
            parts.append("ORDER BY " + ", ".join(self._key(key, None) for key in value.order))
            if value.name in ("sum", "avg", "count", "min", "max"):
                parts.append("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW")
        return f"{value.name.upper()}({inside}) OVER ({' '.join(parts)})"


def _is_plain(query: Query) -> bool:
    """Whether a query can be an operand of a set operation as it is."""
    return isinstance(query, Select) and not query.order and query.limit is None and not query.offset


__all__ = ["Dialect", "Style", "draw_style", "identifier", "literal", "to_sql"]

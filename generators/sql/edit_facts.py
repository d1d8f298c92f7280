"""What a SELECT guarantees, so that edits which cannot change its result are left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .edit_parts import conjuncts
from .plan import Between, Case, Cmp, Col, Expr, InList, IsNull, Join, Like, Pred, Select
from .scope import Scope, is_grouped


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands.

    Attributes:
        own: the sources of the SELECT around it.
        free: whether a column may be exchanged alone: not outside the aggregates of a grouped SELECT.
        lefts: those of them that a left join may leave without a row.
        equal: pairs of columns that are the same in each row.
        sure: columns that are never missing.
        fixed: sources that have one row in each group.
        ties: pairs of sources; the row of the first determines that of the second.
        matched: columns of left joined sources that are missing only where the whole row is.
    """

    own: tuple[str, ...]
    free: bool = True
    lefts: tuple[str, ...] = ()
    equal: frozenset[frozenset[Expr]] = frozenset()
    sure: frozenset[Expr] = frozenset()
    fixed: frozenset[str] = frozenset()
    ties: frozenset[tuple[str, str]] = frozenset()
    matched: frozenset[Expr] = frozenset()


class Facts:
    """What can be told of the columns of a plan.

    Attributes:
        scope: the names of the plan.
        keys: the primary key of each table.
    """

    def __init__(self, scope: Scope) -> None:
        """Facts about the plan of a scope."""
        self.scope = scope
        self.keys = {table.name: table.key for table in scope.schema.tables}

    def place(self, select: Select) -> Place:
        """The place of values in the result of a SELECT."""
        own = (select.source.name, *(join.source.name for join in select.joins))
        lefts = tuple(join.source.name for join in select.joins if join.left)
        met = [] if select.where is None else conjuncts(select.where)
        ties: set[tuple[str, str]] = set()
        for join in select.joins:
            parts = conjuncts(join.on)
            if not join.left:
                met += parts
            ties.update(tie for part in parts for tie in self._ties(part))
        pairs = frozenset(
            frozenset((part.left, part.right))
            for part in met
            if isinstance(part, Cmp) and part.op == "=" and isinstance(part.left, Col)
        )
        sure = frozenset(column for part in met for column in _needed(part))
        fixed = {key.source for key in select.group if isinstance(key, Col) and self.is_unique(key)}
        matched = frozenset(
            column
            for join in select.joins
            if join.left
            for part in conjuncts(join.on)
            for column in _needed(part)
            if isinstance(column, Col) and column.source == join.source.name
        )
        return Place(
            own, not is_grouped(select), lefts, pairs, sure, frozenset(fixed), frozenset(ties), matched
        )

    def solid(self, value: Expr, place: Place) -> bool:
        """Whether a value of a left joined source is missing only where the whole row is."""
        if not isinstance(value, Col) or value.source not in place.lefts:
            return False
        return value in place.matched or not self.may_miss(value, replace(place, lefts=()))

    def rows_differ(self, select: Select, place: Place) -> bool:
        """Whether no two rows of an ungrouped SELECT can be equal."""
        shown = {value for _, value in select.columns if isinstance(value, Col)}
        told = {value.source for value in shown if self.is_unique(value)}
        told |= {source for source in place.own if self._whole_groups(source, set(shown))}
        return self._all_told(place, told - set(place.lefts))

    @staticmethod
    def _all_told(place: Place, known: set[str]) -> bool:
        """Whether the rows of all sources are determined by those of some."""
        grown = True
        while grown:
            more = {second for first, second in place.ties if first in known} - known
            known |= more
            grown = bool(more)
        return known >= set(place.own)

    def may_miss(self, value: Expr, place: Place) -> bool:
        """Whether a value may be missing, as far as one can see."""
        if value in place.sure:
            return False
        if not isinstance(value, Col) or value.source in place.lefts:
            return True
        origin = self.scope.origin(value)
        return not isinstance(origin, tuple) or self.scope.schema.table(origin[0]).column(origin[1]).nullable

    def is_unique(self, value: Expr) -> bool:
        """Whether a value is different in each row of its source."""
        if not isinstance(value, Col):
            return False
        below = self.scope.below(value.source)
        if isinstance(below, str):
            column = self.scope.schema.table(below).column(value.name)
            return value.name == self.keys[below] or (column.unique and not column.nullable)
        if not isinstance(below, Select):
            return False
        inner = dict(below.columns)[value.name]
        if is_grouped(below):
            return below.group == (inner,)
        if not (
            isinstance(inner, Col)
            and inner.source not in {join.source.name for join in below.joins if join.left}
        ):
            return False
        return self.is_unique(inner) and self._all_told(self.place(below), {inner.source})

    def _whole_groups(self, source: str, shown: set[Expr]) -> bool:
        """Whether all keys of a source that is grouped are shown."""
        below = self.scope.below(source)
        if not isinstance(below, Select) or not below.group:
            return False
        here = {value for label, value in below.columns if Col(source, label) in shown}
        return here >= set(below.group)

    def tells_apart(self, value: Expr, place: Place) -> bool:
        """Whether a value is different in each row of a group, where it is not missing."""
        if isinstance(value, Case) and len(value.branches) == 1 and value.other is None:
            value = value.branches[0][1]
        return (
            isinstance(value, Col)
            and self.is_unique(value)
            and self._all_told(place, {value.source, *place.fixed})
        )

    def changes_count(self, value: Expr, other: Expr, place: Place) -> bool:
        """Whether COUNT of another value may be another number."""
        if self.solid(value, place) and self.solid(other, place):
            return not (isinstance(value, Col) and isinstance(other, Col) and value.source == other.source)
        return self.may_miss(value, place) or self.may_miss(other, place)

    def left_is_same(self, select: Select, join: Join) -> bool:
        """Whether an inner join may as well be a left join: it always finds a row, or a filter needs one."""
        filters = [] if select.where is None else conjuncts(select.where)
        for further in select.joins:
            if further is not join and not further.left:
                filters += conjuncts(further.on)
        needed = [column for part in filters for column in _needed(part)]
        if any(isinstance(column, Col) and column.source == join.source.name for column in needed):
            return True
        on, below = join.on, self.scope.below(join.source.name)
        if not (isinstance(on, Cmp) and on.op == "=" and isinstance(below, str)):
            return False
        for mine, other in ((on.left, on.right), (on.right, on.left)):
            if mine == Col(join.source.name, self.keys[below]) and isinstance(other, Col):
                table = self.scope.below(other.source)
                if isinstance(table, str):
                    links = self.scope.schema.table(table).foreign_keys
                    sure = any(
                        link.column == other.name and link.table == below and link.enforced for link in links
                    )
                    return sure and not self.scope.schema.table(table).column(other.name).nullable
        return False

    def _ties(self, part: Pred) -> list[tuple[str, str]]:
        """The sources of which a condition of a join says that a row of the first determines one of the second."""
        if not (isinstance(part, Cmp) and part.op == "="):
            return []
        left, right = part.left, part.right
        if not (isinstance(left, Col) and isinstance(right, Col)):
            return []
        pairs = ((left, right), (right, left))
        return [(one.source, other.source) for one, other in pairs if self.is_unique(other)]


def _needed(pred: Pred) -> list[Expr]:
    """The columns without which a condition is not met."""
    match pred:
        case Cmp(left=left, right=right):
            return [side for side in (left, right) if isinstance(side, Col)]
        case Between(value=value) | InList(value=value) | Like(value=value) | IsNull(value=value, negated=True):
            return [value] if isinstance(value, Col) else []
        case _:
            return []

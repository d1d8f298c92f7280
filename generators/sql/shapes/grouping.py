"""What window functions look at: the rows of a table in groups, by a category or by the parent that each row has."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..phrases import measures, of
from ..plan import Expr, Join, Pred, Select, Source
from ..question import World
from ..schema import Column, Table
from . import nested as n


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows of a table and what ties them into groups.

    Attributes:
        table: the table.
        rows: its source.
        key: the column by which rows are grouped.
        word: the noun of a group: "customer", "status".
        shown: how a group is shown.
        shown_word: the same in words.
        same: "with the same status", "of the same customer".
        owner: the parent's source and the join's condition, where the group is shown by the parent's label.
    """

    table: Table
    rows: Source
    key: Column
    word: str
    shown: Expr
    shown_word: str
    same: str
    owner: tuple[Source, Pred] | None

    def where(self, *parts: Pred | None) -> Pred | None:
        """The conditions, and that the group is known."""
        return n.every(*parts, n.there(self.rows, self.key))

    def select(self, pairs: tuple[tuple[str, Expr], ...], where: Pred | None) -> Select:
        """The rows, with the parents where these are needed."""
        joins = (Join(*self.owner),) if self.owner else ()
        return Select(pairs, self.rows, joins, self.where(where))


def groups(rng: random.Random, world: World, names: n.Names, table: Table) -> Groups:
    """Draw what the rows of a table are grouped by: a category, or a parent that each row has."""
    kin = [each for each in n.families(world.schema, total=True) if each.child is table]
    choices: list[Column | n.Family] = [*n.categories(table), *kin, *kin]
    chosen = n.pick(rng, choices, "groups")
    rows = names.of(table)
    if isinstance(chosen, Column):
        word = chosen.phrase
        return Groups(
            table, rows, chosen, word, n.get(rows, chosen), f"the {word}", f"with the same {word}", None
        )
    key, owner = table.column(chosen.link.key.column), chosen.link.key.owner
    label = n.label_of(chosen.parent)
    parent = names.of(chosen.parent)
    joined = (parent, chosen.link.on(rows.name, parent.name))
    shown = n.get(parent, label)
    return Groups(table, rows, key, owner, shown, of(label.phrase, owner), f"of the same {owner}", joined)


def grouped_table(rng: random.Random, world: World, *, timed: bool = False, sure: bool = False) -> Table:
    """A table that has groups, and numbers or dates."""
    parents = {each.child.name for each in n.families(world.schema, total=True)}

    def fits(table: Table) -> bool:
        offers = (n.sure_measures if sure else measures)(table)
        return bool(
            (n.categories(table) or table.name in parents) and offers and (n.sure_dates(table) or not timed)
        )

    return n.table_with(rng, world.schema, fits)

"""Level 4: rows whose partner may not be there: kept with missing values, or looked for."""

from __future__ import annotations

import random

from ..phrases import a, aliases, columns, condition, listing, named, of, own_and_others
from ..plan import And, Col, IsNull, Join, Pred, Select
from ..question import Question, Shape, World
from .joins import child_and_parent, for_each, pairs
from .sentences import ask, pick_link


def maybe_parent(rng: random.Random, world: World) -> Question:
    """Rows with a value of the row that they refer to, which is missing if there is no such row."""
    link = pick_link(rng, world, lambda each: not each.total)
    child, parent = aliases(link.child, link.parent)
    mine, others = child_and_parent(rng, link)
    where: Pred | None = None
    rows = link.child.plural
    if rng.random() < 0.65:
        where, words = condition(rng, world, link.child, child.name)
        rows = f"{rows} {words}"
    theirs = [of(each.phrase, link.key.owner) for each in others]
    what = listing(own_and_others(mine, link.child.noun, theirs))
    note = rng.choice(
        (
            " Also list {plural} without {owner} in the database; there, {value} is missing (NULL).",
            " Where there is no such {noun} in the database, {value} is NULL; these {plural} belong to the result too.",
        )
    ).format(
        plural=link.child.plural,
        owner=a(link.key.owner),
        noun=link.key.owner,
        value=listing([of(each.phrase, link.key.owner) for each in others]),
    )
    plan = Select(
        pairs((mine, child.name), (others, parent.name)),
        child,
        (Join(parent, link.on(child.name, parent.name), left=True),),
        where=where,
    )
    return Question(plan, for_each(rng, rows, what) + note, "maybe_parent")


def no_parent(rng: random.Random, world: World) -> Question:
    """Rows that refer to no row that is there."""
    link = pick_link(rng, world, lambda each: not each.total)
    child, parent = aliases(link.child, link.parent)
    shown = columns(rng, link.child, rng.randint(1, 3))
    column = link.child.column(link.key.column)
    where: Pred = IsNull(Col(parent.name, link.parent.key))
    place = ""
    if not link.key.enforced:
        place = " in the database"
        if column.nullable:
            place += f" (the {column.phrase} is missing, or there is no such {link.key.owner})"
    rows = f"{link.child.plural} without {a(link.key.owner)}{place}"
    if rng.random() < 0.4:
        other, more = condition(rng, world, link.child, child.name)
        where, rows = (
            And((where, other)),
            f"{link.child.plural} {more} and for which there is no {link.key.owner}{place}",
        )
    text = ask(rng, rows, named(shown))
    plan = Select(
        pairs((shown, child.name)),
        child,
        (Join(parent, link.on(child.name, parent.name), left=True),),
        where=where,
    )
    return Question(plan, text, "no_parent")


SHAPES: dict[str, tuple[int, Shape]] = {
    "maybe_parent": (4, maybe_parent),
    "no_parent": (4, no_parent),
}
"""Name -> (level, draw)."""

"""The levels of an environment as text that fits a terminal: a table of what is short, and long lists printed once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from ..generators.base import Json
from ..spec import TaskSpec

_LONG = 14
"""Characters of a value that no longer fits into a column."""


def print_levels(console: Console, spec: TaskSpec) -> None:
    """Print the difficulty parameters of each level, within the width of the console."""
    shown = {axis: [_text(value) for value in values] for axis, values in spec.axes.items()}
    equal = [axis for axis, values in shown.items() if len(set(values)) == 1 and len(spec.levels) > 1]
    long = [axis for axis, values in shown.items() if axis not in equal and max(map(len, values)) > _LONG]
    short = {axis: values for axis, values in shown.items() if axis not in (*equal, *long)}
    if short:
        head = "at level" if "level" in short else "level"
        upright = _table([head, *short], [map(str, spec.levels), *short.values()])
        lying = _table([head, *map(str, spec.levels)], zip(*([a, *v] for a, v in short.items()), strict=True))
        console.print(upright if _width(console, upright) <= console.width else lying)
    for axis in equal:
        console.print(f"At all levels, {axis} is {escape(shown[axis][0])}.", highlight=False)
    for axis in long:
        console.print(f"{axis}:")
        _print_long(console, spec.axes[axis])


def _print_long(console: Console, values: Sequence[Json]) -> None:
    """Long values, one after the other, each with the levels that have it; of a list, what is new in it."""
    first = 0
    for at in range(1, len(values) + 1):
        if at < len(values) and values[at] == values[first]:
            continue
        levels = f"level {first + 1}" if at == first + 1 else f"levels {first + 1} to {at}"
        text = _change(values[first - 1], values[first], first) if first else _text(values[first])
        console.print(Padding(f"[bold]{levels}[/]: {escape(text)}", (0, 0, 0, 2)), highlight=False)
        first = at


def _change(before: Json, now: Json, level: int) -> str:
    """A value by what is other than in the value before, where both are lists and that is shorter."""
    whole = _text(now)
    if not (isinstance(before, list) and isinstance(now, list)):
        return whole
    more, less = [v for v in now if v not in before], [v for v in before if v not in now]
    parts = [f"and {_text(more)}"] * bool(more) + [f"without {_text(less)}"] * bool(less)
    if [v for v in before if v in now] != [v for v in now if v in before] or not parts:
        return whole
    change = f"as level {level}, {'; '.join(parts)}"
    return change if len(change) < len(whole) else whole


def _text(value: Json) -> str:
    """A value as a person writes it."""
    if isinstance(value, list):
        return ", ".join(map(_text, value)) if value else "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(part)}" for key, part in value.items()) if value else "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _table(heads: Sequence[str], columns: Iterable[Iterable[str]]) -> Table:
    table = Table(title="Levels", title_justify="left")
    cells = [list(column) for column in columns]
    for number, head in enumerate(heads):
        named = number == 0 and not cells[0][0].isdigit()
        table.add_column(escape(head), justify="left" if named else "right", no_wrap=True)
    for row in zip(*cells, strict=True):
        table.add_row(*map(escape, row))
    return table


def _width(console: Console, table: Table) -> int:
    return console.measure(table, options=console.options.update(width=1000, max_width=1000)).maximum

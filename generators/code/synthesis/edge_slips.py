"""Mistakes that show at a bound only: at -1, 0 or 1, where two values are equal, at a comparison with a small number.

No statement draws the operations that they need; `semantics_of_scalars.SLIPS` and `semantics_of_steps.STEP_SLIPS` say
what these give. A program may be sound though no input tells such a mistake, so they refuse none: calls are added that
tell those that a few tries can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...base import Json

SIGNED = frozenset(
    "abs digit_sum digit_count top_digit turned ones divisors prime square_number decimal has_digit".split()
)
"""Operations on a number that do another thing with a negative one, or with 0 or 1."""
_OTHER = {"greater": "not_less", "cut_between": "cut_from_first", "ranked": "ranked_unsettled"}
"""Operations that come to the same but where two values are equal, or but for longer runs."""


_RARE = {
    "keys": ("keys_as_given",),
    "values": ("values_as_given",),
    "entries": ("entries_as_given",),
    "invert": ("invert_as_given",),
    "ranked": ("ranked_as_given", "entries"),
    "records": ("records_or_equal",),
    "place": ("last_place",),
}
"""Operations that are nearly the same, and take the same arguments or none."""
_OF_EMPTY = frozenset("greatest least total size spread kinds length".split())


def edge_slips(program: Json) -> Iterator[Json]:
    """The program with one mistake that shows at a bound."""
    return _changed(program, _here)


def rare_slips(program: Json) -> Iterator[Json]:
    """The program with a mistake of other kinds, which ordinary calls nearly always tell; none are in `edge_slips`."""
    return _changed(program, _rarely)


def _changed(program: Json, here: Callable[[Json], Iterator[Json]]) -> Iterator[Json]:
    steps = program["steps"]
    for i, step in enumerate(steps):
        for changed in _slips(step, here):
            yield {**program, "steps": [*steps[:i], changed, *steps[i + 1 :]]}


def _slips(node: Json, here: Callable[[Json], Iterator[Json]]) -> Iterator[Json]:
    if node and isinstance(node[0], str):
        yield from here(node)
    for i, part in enumerate(node):
        if isinstance(part, list):
            for changed in _slips(part, here):
                yield [*node[:i], changed, *node[i + 1 :]]


def _here(node: Json) -> Iterator[Json]:
    head = node[0]
    if head in SIGNED:
        for edge in (-1, 0, 1):
            yield ["off_at", *node[1:], ["int", edge], ["text", head]]
    if head in ("digits", "divisor_list", "up_to") and len(node) == 1:
        for edge in (0, 1):
            yield ["none_at", edge, head]
    if head in _OTHER:
        yield [_OTHER[head], *node[1:]]
    if head in ("above", "below") and node[2][0] == "int" and node[2][1] <= 1:
        yield [head, node[1], ["int", node[2][1] - 1]]


def _rarely(node: Json) -> Iterator[Json]:
    head = node[0]
    if head in SIGNED:
        yield ["off_below", *node[1:], ["text", head]]
    if head == "prime":
        yield ["off_at", *node[1:], ["int", 2], ["text", head]]
    for other in _RARE.get(head, ()):
        yield [other, *([] if other == "entries" else node[1:])]
    if head == "arrange" and node[1] == "height":
        yield ["arrange_by_least_height", node[2]]
    if head in _OF_EMPTY:
        yield ["off_at_none", *node[1:], ["text", head]]
    for i, part in enumerate(node):
        if type(part) is int and part <= 1:  # larger ones are made less elsewhere
            yield [*node[:i], part - 1, *node[i + 1 :]]

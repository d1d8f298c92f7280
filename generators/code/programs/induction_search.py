"""Searches the whole language for the programs that fit examples, and for examples that tell programs apart.

A program is a condition and two chains. What a chain gets right is a set of inputs, held as the bits of an integer, so
that "fits the examples on this side" is one operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .induction_language import Operation

Chain = tuple[Operation, ...]


def run(chain: Chain, value: Any) -> Any:
    """What a chain gives."""
    for operation in chain:
        value = operation.apply(value)
    return value


def equal(left: Any, right: Any) -> bool:
    """Whether two results are the same value of the same type."""
    return type(left) is type(right) and bool(left == right)


def graded(
    menu: Sequence[Operation], steps: int, inputs: Sequence[Any], outputs: Sequence[Any]
) -> list[tuple[Chain, int]]:
    """All chains of 1 to `steps` operations, each with the inputs for which it gives the output, as bits."""
    found: list[tuple[Chain, int]] = []
    level: list[tuple[Chain, Sequence[Any]]] = [((), inputs)]
    for _ in range(steps):
        grown: list[tuple[Chain, Sequence[Any]]] = []
        for operation in menu:
            function = operation.apply
            for chain, values in level:
                made = [function(value) for value in values]
                found.append(((*chain, operation), _bits(made, outputs)))
                if not operation.last:
                    grown.append(((*chain, operation), made))
        level = grown
    return found


def count(menu: Sequence[Operation], steps: int) -> int:
    """How many chains there are."""
    lasting = sum(operation.last for operation in menu)
    inner = len(menu) - lasting
    return sum(inner ** (length - 1) * (inner + lasting) for length in range(1, steps + 1))


def fitting(
    menu: Sequence[Operation], steps: int, inputs: Sequence[Any], outputs: Sequence[Any]
) -> list[Chain]:
    """The chains that give the outputs, found by walking the tree of chains with the values so far."""
    found: list[Chain] = []
    functions = [(operation, operation.apply) for operation in menu]

    def visit(chain: Chain, values: Sequence[Any], left: int) -> None:
        for operation, function in functions:
            value = function(values[0])
            if left == 1 and not equal(value, outputs[0]):
                continue
            made = [value, *(function(other) for other in values[1:])]
            if all(map(equal, made, outputs)):
                found.append((*chain, operation))
            if left > 1 and not operation.last:
                visit((*chain, operation), made, left - 1)

    visit((), inputs, steps)
    return found


def right_on(chain: Chain, inputs: Sequence[Any], outputs: Sequence[Any]) -> int:
    """The inputs for which a chain gives the output, as bits."""
    return _bits([run(chain, value) for value in inputs], outputs)


def _bits(made: Sequence[Any], wanted: Sequence[Any]) -> int:
    return sum(1 << at for at, pair in enumerate(zip(made, wanted, strict=True)) if equal(*pair))


def discriminating(
    right: Sequence[int], sides: Sequence[tuple[int, int]], start: int, pool: int, every: int, most: int
) -> int | None:
    """Examples after which every program that fits them is right on all inputs.

    Args:
        right: for each chain, the inputs on which it is right.
        sides: for each condition, the inputs on which it holds and those on which it does not.
        start: the examples that are taken in any case.
        pool: the inputs that may become examples.
        every: all inputs.
        most: the largest number of examples.

    Returns:
        The examples, or None if no such choice was found.
    """
    chosen = start
    while True:
        rival = _rival(right, sides, chosen, every)
        if rival is None:
            return chosen
        helpful = rival & pool & ~chosen
        if not helpful or chosen.bit_count() >= most:
            return None
        chosen |= helpful & -helpful


def _rival(right: Sequence[int], sides: Sequence[tuple[int, int]], chosen: int, every: int) -> int | None:
    """The inputs on which some program that fits the chosen examples is wrong, or None if there is no such program."""
    for holds, fails in sides:
        wrong: list[int] = []
        for side in (holds, fails):
            fit = [bits for bits in right if side & chosen & ~bits == 0]
            wrong.append(max((side & every & ~bits for bits in fit), key=int.bit_count, default=-1))
        if -1 not in wrong and any(wrong):
            return max(wrong, key=int.bit_count)
    return None

"""Searches the whole language for the programs that fit examples, and for examples that tell programs apart.

A program is a condition and two chains. What a chain gets right is a set of inputs, held as the bits of an integer, so
that "fits the examples on this side" is one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from .induction_language import SHORTENING, Operation

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
    menu: Sequence[Operation],
    steps: int,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    needed: Sequence[int] = (0,),
    alike: dict[Chain, list[Chain]] | None = None,
) -> list[tuple[Chain, int]]:
    """Chains of 1 to `steps` operations, each with the inputs for which it gives the output, as bits.

    Of chains that do the same on all inputs only the first one is there.

    Args:
        menu: the operations.
        steps: the most of them in a chain.
        inputs: the inputs.
        outputs: the output for each.
        needed: sets of inputs, as bits; chains that are right on none of these sets are left out.
        alike: filled with what was left out: for a chain, those that do the same; see `all_alike`.
    """
    found: list[tuple[Chain, int]] = []
    level: list[tuple[Chain, Sequence[Any]]] = [((), inputs)]
    closing = [
        (at, sum(1 << i for i, bits in enumerate(needed) if bits >> at & 1)) for at in range(len(inputs))
    ]
    first = [(at, outputs[at], closed) for at, closed in closing if closed]
    """Inputs that count, and the sets that a chain is out of, as bits, when it is wrong there."""
    whole = (1 << len(needed)) - 1
    for step in range(steps):
        grown: list[tuple[Chain, Sequence[Any]]] = []
        seen: dict[Any, Chain] = {}
        for operation in menu:
            function = operation.apply
            keep = step < steps - 1 and not operation.last
            for chain, values in level:
                if not keep:  # most chains end here, and most of these are wrong on the first few inputs
                    left = whole
                    for at, due, closed in first:
                        if left & closed and function(values[at]) != due:
                            left &= ~closed
                            if not left:
                                break
                    if not left:
                        continue
                made = [function(value) for value in values]
                if keep:
                    key = tuple(map(_key, made))
                    same = seen.setdefault(key, longer := (*chain, operation))
                    if same is not longer:
                        if alike is not None:
                            alike.setdefault(same, []).append(longer)
                        continue
                    grown.append((longer, made))
                right = _bits(made, outputs)
                if any(bits & ~right == 0 for bits in needed):
                    found.append(((*chain, operation), right))
        level = grown
    return found


def all_alike(chain: Chain, alike: Mapping[Chain, Sequence[Chain]]) -> list[Chain]:
    """A chain that `graded` found, and all that it left out because they do the same on the inputs."""
    return [
        (*body, same[-1])
        for same in (chain, *alike.get(chain, ()))
        for body in (all_alike(same[:-1], alike) if len(same) > 1 else [()])
    ]


def count(menu: Sequence[Operation], steps: int) -> int:
    """How many chains there are."""
    lasting = sum(operation.last for operation in menu)
    inner = len(menu) - lasting
    return sum(inner ** (length - 1) * (inner + lasting) for length in range(1, steps + 1))


def fitting(
    menu: Sequence[Operation], steps: int, inputs: Sequence[Any], outputs: Sequence[Any]
) -> list[Chain]:
    """The chains that give the outputs, found by walking the tree of chains with the values so far.

    The example with the longest output goes first, since fewest chains come to it by chance.
    """
    functions = [(operation, operation.apply) for operation in menu]
    if isinstance(outputs[0], list | str):
        leading = max(range(len(outputs)), key=lambda at: len(outputs[at]))
        inputs = [inputs[leading], *inputs[:leading], *inputs[leading + 1 :]]
        outputs = [outputs[leading], *outputs[:leading], *outputs[leading + 1 :]]
    first, kind, others = outputs[0], type(outputs[0]), list(outputs[1:])
    sized = isinstance(first, list | str)
    last = [pair for pair in functions if pair[0].last is not sized]
    """What can end a chain: operations with results of the output's type."""
    if sized:
        functions = last
    by_length: dict[int, list[tuple[Operation, Callable[[Any], Any]]]] = {}
    """For a length, those of them that can make of it the length of the output."""
    ends: dict[Any, list[tuple[Operation, Callable[[Any], Any]]]] = {}
    """For a value of the first input, the operations that make its output of it."""
    known: dict[Any, list[Chain]] = {}
    """For the values of all inputs and the number of operations left, the chains that lead to the outputs."""

    def ending(key: Any, value: Any) -> list[tuple[Operation, Callable[[Any], Any]]]:
        fit = last
        if sized:
            length = len(value)
            if length not in by_length:
                by_length[length] = [
                    pair for pair in last if can_make(pair[0], length, len(first), kind is list)
                ]
            fit = by_length[length]
        found = ends[key] = [pair for pair in fit if pair[1](value) == first]
        return found

    def fits(values: Iterable[Any]) -> bool:
        return all(map(equal, values, others))

    def one_more(values: Sequence[Any]) -> list[Chain]:
        value, *rest = values
        return [(operation,) for operation, at in ending(_key(value), value) if fits(map(at, rest))]

    def two_more(values: Sequence[Any]) -> list[Chain]:
        found: list[Chain] = []
        value, *rest = values
        for operation, function in functions:
            made = function(value)
            if made == first and fits(map(function, rest)):
                found.append((operation,))
            if operation.last:
                continue
            key = tuple(made) if made.__class__ is list else made
            known_ends = ends.get(key)  # many chains come to the same value
            if known_ends is None:
                known_ends = ending(key, made)
            if known_ends:
                then = list(map(function, rest))
                found += [(operation, end) for end, at in known_ends if fits(map(at, then))]
        return found

    def visit(values: Sequence[Any], left: int) -> list[Chain]:
        if left < 3:
            return two_more(values) if left == 2 else one_more(values)
        found: list[Chain] = []
        for operation, function in functions:
            made = list(map(function, values))
            if made[0] == first and fits(made[1:]):
                found.append((operation,))
            if operation.last:
                continue
            at = (left, *map(_key, made))
            tails = known.get(at)
            if tails is None:
                tails = known[at] = visit(made, left - 1)
            found += [(operation, *tail) for tail in tails]
        return found

    return visit(inputs, steps)


@lru_cache(maxsize=8192)
def can_make(operation: Operation, length: int, wanted: int, listed: bool) -> bool:
    """Whether an operation makes a list, or else a text, of the wanted length of some of the given length."""
    if operation.name in SHORTENING:
        return wanted <= length
    return len(operation.apply([1] * length if listed else "a" * length)) == wanted


def _key(value: Any) -> Any:
    """A list or a text as what a dictionary takes; equal for equal values of one world only."""
    return tuple(value) if isinstance(value, list) else value


def each_right_on(chains: Sequence[Chain], inputs: Sequence[Any], outputs: Sequence[Any]) -> list[int]:
    """The inputs for which each of some chains gives the output, as bits.

    What a chain has in common with the one before it, at the beginning, is not worked out again.
    """
    before: list[tuple[Operation, list[Any]]] = []
    found = []
    for chain in chains:
        same = 0
        while same < min(len(chain), len(before)) and chain[same] is before[same][0]:
            same += 1
        del before[same:]
        for operation in chain[same:]:
            before.append((operation, list(map(operation.apply, before[-1][1] if before else inputs))))
        found.append(_bits(before[-1][1], outputs))
    return found


def _bits(made: Sequence[Any], wanted: Sequence[Any]) -> int:
    bits, bit = 0, 1
    for value, due in zip(made, wanted, strict=True):
        if value == due and type(value) is type(due):
            bits |= bit
        bit <<= 1
    return bits


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

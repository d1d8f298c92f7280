"""List functions: what a hidden function makes of one more list of numbers, from examples of it.

Kinds: ``chain`` (one operation, or two one after the other) and ``choice`` (a condition on the list chooses between
two). The operations and conditions are those of `rlvr.generators.code.programs.induction_language`; the prompt does not
list them. **Every program of that language up to a bound that fits the examples gives the same list for the last
input**: all chains of up to two operations are tried on the examples, and for ``choice`` all conditions of which both
sides are shown, with all chains of up to `steps` operations on each side. Whoever finds any of these rules is right.

Difficulty: chains of up to `steps` operations, `examples` that are shown. Proxy: log2 of the programs that were tried,
times the operations of a chain, for each example (of each side).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import log2

from ..code.programs.induction_language import Operation, every_condition, every_operation
from ..family import LIST, Family, Question
from ..limits import Whole

WORDINGS = (
    "A function turns lists of whole numbers into lists. Some examples:\n\n{examples}\n\nWhat does it make of "
    "{query} ?",
    "Find the rule behind these lists:\n\n{examples}\n\nThe same rule is applied to {query}. Which list comes out?",
    "Inputs and outputs of an unknown function:\n\n{examples}\n\nGive its output for the input {query}.",
)
BOUND = 2
"""Operations of all chains that are tried in any case."""
LONGEST = 30
SMALL_SHARE = 0.25

Numbers = list[int]
Chain = tuple[Operation, ...]
Rule = tuple[Chain, ...]
"""One chain; or two, for where a condition holds and where it does not."""

_RIVALS: tuple[Callable[[Numbers], bool], ...] = (
    lambda numbers: numbers[-1] % 2 == 0,
    lambda numbers: max(numbers) % 2 == 0,
    lambda numbers: min(numbers) % 2 == 0,
    lambda numbers: min(numbers) < 0,
    lambda numbers: min(numbers) > 0,
    lambda numbers: 0 in numbers,
    lambda numbers: numbers[0] > 0,
    lambda numbers: numbers[-1] > 0,
    lambda numbers: numbers[0] > numbers[1],
    lambda numbers: numbers[0] == max(numbers),
    lambda numbers: numbers[-1] == max(numbers),
    lambda numbers: numbers[0] == min(numbers),
    lambda numbers: numbers[-1] == min(numbers),
    lambda numbers: 2 * sum(number % 2 for number in numbers) > len(numbers),
    lambda numbers: len(numbers) > 5,
    lambda numbers: len(numbers) > 6,
)
"""Conditions that are not asked for but as simple as those that are: with them, too, the answer has to be the same."""


@cache
def _operations() -> tuple[Operation, ...]:
    return tuple(every_operation("ints"))


@cache
def _conditions() -> tuple[Operation, ...]:
    return tuple(every_condition("ints"))


def _after(chain: Chain, numbers: Numbers) -> Numbers:
    for operation in chain:
        numbers = operation.apply(numbers)
    return numbers


def _fitting(pairs: Sequence[tuple[Numbers, Numbers]], steps: int) -> Iterator[Chain]:
    """All chains of 1 to `steps` operations that fit all pairs."""
    (first, wanted), *others = pairs
    level: list[tuple[Chain, Numbers]] = [((), first)]
    for _ in range(steps):
        grown: list[tuple[Chain, Numbers]] = []
        for operation in _operations():
            function = operation.apply
            for chain, numbers in level:
                made = function(numbers)
                longer = (*chain, operation)
                if made == wanted and all(_after(longer, given) == out for given, out in others):
                    yield longer
                grown.append((longer, made))
        level = grown


def _graded(pairs: Sequence[tuple[Numbers, Numbers]], steps: int) -> list[tuple[Chain, int]]:
    """All chains of 1 to `steps` operations, each with the pairs that it fits, as bits."""
    found: list[tuple[Chain, int]] = []
    level: list[tuple[Chain, list[Numbers]]] = [((), [given for given, _ in pairs])]
    for _ in range(steps):
        grown: list[tuple[Chain, list[Numbers]]] = []
        for operation in _operations():
            function = operation.apply
            for chain, values in level:
                made = [function(numbers) for numbers in values]
                bits = sum(1 << at for at, (_, out) in enumerate(pairs) if made[at] == out)
                found.append(((*chain, operation), bits))
                grown.append(((*chain, operation), made))
        level = grown
    return found


def _draw(rng: random.Random) -> Numbers:
    return [rng.randint(-5, 15) for _ in range(rng.randint(4, 8))]


def _chain(rng: random.Random, *, steps: int, examples: int) -> Question | None:
    chain = tuple(rng.choice(_operations()) for _ in range(steps))
    inputs = [_draw(rng) for _ in range(examples + 1)]
    pairs = [(numbers, _after(chain, numbers)) for numbers in inputs]
    if not _telling(pairs):
        return None
    *shown, (query, answer) = pairs
    if any(_after(other, query) != answer for other in _fitting(shown, max(BOUND, steps))):
        return None
    rule = ", then ".join(operation.english for operation in chain)
    return _question("chain", shown, query, answer, steps, examples, [f"The rule: {rule}."], chain, 1)


def _choice(rng: random.Random, *, steps: int, examples: int) -> Question | None:
    condition = rng.choice(_conditions())
    sides = [tuple(rng.choice(_operations()) for _ in range(rng.randint(1, steps))) for _ in range(2)]
    if sides[0] == sides[1]:
        return None
    inputs = [_draw(rng) for _ in range(2 * examples + 1)]
    pairs = [(numbers, _after(sides[not condition.apply(numbers)], numbers)) for numbers in inputs]
    if not _telling(pairs):
        return None
    *shown, (query, answer) = pairs
    holds = [bool(condition.apply(numbers)) for numbers, _ in shown]
    if min(holds.count(True), holds.count(False)) < examples - 1:
        return None
    if any(_after(other, query) != answer for other in _fitting(shown, BOUND)):
        return None
    graded = [(chain, bits) for chain, bits in _graded(shown, steps) if bits]
    for other in (*(rule.apply for rule in _conditions()), *_RIVALS):
        here = bool(other(query))
        sides_of = [bool(other(numbers)) for numbers, _ in shown]
        asked = sum(1 << at for at, side in enumerate(sides_of) if side is here)
        there = (1 << len(shown)) - 1 - asked
        if not asked or not there or not any(there & ~bits == 0 for _, bits in graded):
            continue  # of a condition, both sides have to be shown
        if any(asked & ~bits == 0 and _after(chain, query) != answer for chain, bits in graded):
            return None
    told = [", then ".join(operation.english for operation in side) for side in sides]
    lines = [f"If {condition.english}: {told[0]}.", f"Otherwise: {told[1]}."]
    return _question(
        "choice",
        shown,
        query,
        answer,
        steps,
        examples,
        lines,
        sides[not condition.apply(query)],
        len(_conditions()),
    )


def _telling(pairs: Sequence[tuple[Numbers, Numbers]]) -> bool:
    """Whether the outputs are worth asking about: neither empty, nor the input, nor all alike."""
    outputs = [out for _, out in pairs]
    query, answer = pairs[-1]
    changed = sum(given != out for given, out in pairs)
    return (
        len(answer) >= 3
        and len(set(answer)) > 1
        and answer != query
        and changed >= len(pairs) - 1
        and answer not in outputs[:-1]
        and all(out and len(out) <= LONGEST for out in outputs)
    )


def _question(
    kind: str,
    shown: Sequence[tuple[Numbers, Numbers]],
    query: Numbers,
    answer: Numbers,
    steps: int,
    examples: int,
    lines: list[str],
    chain: Chain,
    conditions: int,
) -> Question:
    now = query
    for operation in chain:
        after = operation.apply(now)
        lines.append(f"{now} -> {after}")
        now = after
    count = len(_operations())
    tried = sum(count**n for n in range(1, max(BOUND if kind == "chain" else 1, steps) + 1))
    return Question(
        {"examples": "\n".join(f"{given} -> {out}" for given, out in shown), "query": str(query)},
        {"examples": [[given, out] for given, out in shown], "query": query, "steps": steps},
        str(answer),
        lines,
        LIST,
        canonical=[kind, sorted([given, out] for given, out in shown), query],
        guess_rate=0.01,
        difficulty=log2(tried ** (1 if conditions == 1 else 2) * conditions) * steps / examples,
    )


generate = Family(
    {"chain": _chain, "choice": _choice},
    WORDINGS,
    {
        "steps": Whole(1, 2, "operations of a chain"),
        "examples": Whole(2, 9, "examples; twice as many where a condition chooses"),
    },
    advice="raise 'examples'",
)

"""Program induction: write the function that some examples show.

The function is a program of a small language that the prompt states in full (see `induction_language`): a chain of
operations from a menu, or a condition and two chains. The whole language is searched when a problem is made, so that
*every* program of it that fits the shown examples gives the right result for every hidden input too, and no shorter
chain does.

Symmetries: the order of the menu, the story and the names do not count; the program and the examples are the problem.
Programs of two steps and more are in one split with all their examples, and with all programs that do the same; single
operations are too few for that.

Guesses: the signature tells the type of the result. Where a chain is one operation, the whole menu has that type, and
each operation of it is as likely as any other, so that neither the type nor what is often asked for is worth a guess.

Difficulty: chains of up to `steps` operations from a menu of `menu`, chosen by one of `conditions` conditions (0: a
single chain). Proxy: log2 of the number of programs in the language.

Source: the induction task of Absolute Zero (arXiv 2505.03335); there, hidden cases decide as well, but the examples
need not determine the program. Programming by example with a list language goes back to DeepCoder (arXiv 1611.01989).
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from math import log2
from typing import Any

from ....payloads.literals import write
from ...base import Draft, GenerationError, Json, rng_for
from ...wording import phrase
from .induction_language import (
    INPUTS,
    Operation,
    World,
    draw_conditions,
    draw_even_menu,
    draw_menu,
    sample,
    seldom,
)
from .induction_mistakes import Mistakes
from .induction_search import (
    Chain,
    all_alike,
    count,
    discriminating,
    each_right_on,
    equal,
    fitting,
    graded,
    run,
)
from .pieces import CodeWriter

WORDINGS = (
    "A hidden function takes {inputs}. {language}\n\n{menu}\n\nFor some inputs this is what it gives:\n\n{examples}\n\n"
    "Write a function that does the same:\n\n{signature}\n\n{form}",
    "Find out what a function does from these examples:\n\n{examples}\n\nIts input is {inputs}. {language}\n\n{menu}"
    "\n\nWrite it in Python, with this first line:\n\n{signature}\n\n{form}",
    "Write a Python function with this signature:\n\n{signature}\n\nIts input is {inputs}. {language}\n\n{menu}\n\n"
    "It must give what these examples show, and the same kind of result for other inputs:\n\n{examples}\n\n{form}",
)
_FORM = (
    "It is tested on other inputs of the same kind. Use only the standard library of Python 3.11, and keep no state "
    "between calls. "
    "Answer with the whole Python code."
)
_NUMBERS = ("no", "one", "two", "three", "four", "five")
TRIES = 200
INPUTS_TRIED = 60
"""So often inputs are drawn for one operation alone before another one takes its place: so often that hardly any is
given up, because operations that are given up more often than others are worth less as a guess."""
POOL, HIDDEN, MOST_HIDDEN = 14, 20, 28
"""Inputs that may become examples, hidden inputs, and how many of these there are with those that tell mistakes."""
LOOKED_AT, MOST_LOOKED_AT = 120, 400
"""So many more inputs are drawn, to find some that tell mistakes which the others do not: fewer if only neighbours in
another order are left, since these are programs of the language, or often do the same."""
MAX_SHOWN = 11
MAX_RESULT = 60


def generate(rng: random.Random, *, steps: int, menu: int, conditions: int) -> Draft:
    """Make one program and its examples.

    Args:
        rng: the task's random source.
        steps: the largest number of operations in a chain, 1 to 4, and 3 with conditions.
        menu: how many operations the language has, 3 to 16, or to 22 where a chain is one operation.
        conditions: how many conditions it has, 0 to 4.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no program is told apart from all others by few examples within the tries.
    """
    most = 22 if steps == 1 else 16
    if not (1 <= steps <= 4 and 3 <= menu <= most and 0 <= conditions <= 4 and (steps < 4 or not conditions)):
        raise ValueError(
            "need 1 <= steps <= 4 (3 with conditions), 3 <= menu <= 16 (22 with one step) and 0 <= conditions <= 4"
        )
    for _ in range(TRIES):
        world: World = rng.choice(("ints", "ints", "text"))
        listed = draw_menu(rng, world, menu) if steps > 1 else draw_even_menu(rng, world, menu)
        tests = draw_conditions(rng, world, conditions)
        sides = _chosen_chains(rng, steps, listed, 2 if tests else 1)
        for _ in range(INPUTS_TRIED if steps == 1 and sides else 1):
            draft = _draft(rng, world, steps, listed, tests, sides) if sides else None
            if draft:
                return draft
    raise GenerationError(f"no determined program in {TRIES} tries; take fewer steps or a smaller menu")


def _draft(
    rng: random.Random,
    world: World,
    steps: int,
    menu: list[Operation],
    tests: list[Operation],
    sides: list[Chain],
) -> Draft | None:
    inputs = [sample(rng, world) for _ in range(POOL)]
    holds = [bool(tests[0].apply(value)) if tests else True for value in inputs]
    outputs = [run(sides[0] if first else sides[-1], value) for value, first in zip(inputs, holds, strict=True)]
    texts = [write(output) for output in outputs]
    if len(set(map(write, inputs))) < POOL or max(map(len, texts)) > MAX_RESULT or len(set(texts)) < POOL // 2:
        return None
    if sum(map(equal, inputs, outputs)) > POOL // 4:
        return None
    found = _shown(steps, menu, tests, sides, inputs, outputs, holds)
    if found is None:
        return None
    shown, rivals = found
    mistakes = Mistakes(tests[0] if tests else None, sides)
    for at in range(POOL):
        if shown >> at & 1:
            mistakes.close(mistakes.tell(inputs[at]))
    chosen = _hidden(rng, world, inputs, mistakes, rivals)
    if chosen is None:
        return None
    order = [at for at in range(POOL) if shown >> at & 1]
    public = [{"args": [inputs[at]], "out": outputs[at]} for at in order]
    hidden = [{"args": [value], "out": due} for value, due in chosen]
    scribe = CodeWriter(rng, 0)
    entry, it = scribe.name("function"), scribe.name("text" if world == "text" else "list")
    kind = "int" if sides[0][-1].last else "str" if world == "text" else "list[int]"
    signature = f"def {entry}({it}: {'str' if world == 'text' else 'list[int]'}) -> {kind}:"
    answer = source(signature, it, sides, tests)
    programs = count(menu, steps) ** len(sides) * max(1, len(tests))
    rng.shuffle(menu)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            inputs=INPUTS[world],
            language=_language(steps, tests),
            menu=_menu(rng, menu, tests),
            examples="\n".join(f"{entry}({write(inputs[at])}) == {texts[at]}" for at in order),
            signature=f"```python\n{signature}\n```",
            form=_FORM,
        ),
        payload={
            "code": {"entry": entry, "cases": public + hidden, "public": len(public), "compare": "exact"},
            "problem": {
                "world": world,
                "condition": [tests[0].name, tests[0].constant] if tests else None,
                "chains": [[[operation.name, operation.constant] for operation in chain] for chain in sides],
            },
        },
        answer=answer,
        trace=_trace(inputs[order[0]], holds[order[0]], sides, tests),
        canonical=[[[operation.python for operation in chain] for chain in sides], public],
        shared=_function(world, mistakes) if steps > 1 else None,
        guess_rate=1 / programs,
        difficulty=log2(programs),
    )


def _function(world: World, mistakes: Mistakes) -> list[Json]:
    """The hidden function, whatever its examples, by what it gives for a few fixed inputs.

    So programs that do the same have this in common too; others that happen to agree on these inputs only join them.
    """
    return ["small program", world, [mistakes.output(value) for value in _fixed(world)]]


@lru_cache(maxsize=2)
def _fixed(world: World) -> list[Any]:
    rng = rng_for(f"fixed inputs of small programs: {world}")
    return [draw(rng, world) for draw in (sample, seldom) for _ in range(4)]


def _chosen_chains(rng: random.Random, steps: int, menu: list[Operation], wanted: int) -> list[Chain] | None:
    """One or two different chains of the full length; two give results of one type."""
    inner = [operation for operation in menu if not operation.last]
    found: list[Chain] = []
    for _ in range(wanted):
        *body, end = (*(rng.choice(inner) for _ in range(steps - 1)), rng.choice(menu))
        found.append((*body, end))
    if wanted == 2 and (found[0] == found[1] or found[0][-1].last != found[1][-1].last):
        return None
    return found


Rivals = list[tuple[Operation | None, list[Chain], list[Chain]]]
"""All other programs that fit the examples: for each condition, the chains where it holds and where it does not.

Where there are conditions the program itself is among them.
"""


def _shown(
    steps: int,
    menu: list[Operation],
    tests: list[Operation],
    sides: list[Chain],
    inputs: list[Any],
    outputs: list[Any],
    holds: list[bool],
) -> tuple[int, Rivals] | None:
    """The examples to show, as bits, and all other programs that fit them.

    None if the program is not the shortest or if the inputs do not tell it apart.
    """
    pool = (1 << POOL) - 1
    if not tests:
        start = 0b111
        if steps > 1 and _one_does(menu, steps - 1, inputs, outputs, start, pool):
            return None  # a shorter chain does, which is soon found
        listed = fitting(menu, steps, inputs[:3], outputs[:3])
        right = each_right_on(listed, inputs, outputs)
        shown = discriminating(right, [(pool, 0)], start, pool, pool, MAX_SHOWN)
        if shown is None:
            return None
        own = sides[0]
        others = [chain for bits, chain in zip(right, listed, strict=True) if bits == pool and chain != own]
        return shown, [(None, others, [])]
    splits = []
    for test in tests:
        bits = sum(1 << at for at, value in enumerate(inputs) if test.apply(value))
        splits.append((bits, pool & ~bits))
    if min(side.bit_count() for side in splits[0]) < 4:
        return None
    start = 0
    for side in splits[0]:
        for _ in range(3):
            free = side & ~start
            start |= free & -free
    if steps > 1 and any(_one_does(menu, steps - 1, inputs, outputs, start & side, side) for side in splits[0]):
        return None  # a shorter chain does on one side
    if _one_does(menu, steps, inputs, outputs, start, start):
        return None  # one chain does for both sides
    # A chain that is wrong for a shown example on each side of each condition is in no program that fits.
    alike: dict[Chain, list[Chain]] = {}
    known = graded(menu, steps, inputs, outputs, [side & start for pair in splits for side in pair], alike)
    shown = discriminating([bits for _, bits in known], splits, start, pool, pool, MAX_SHOWN)
    if shown is None:
        return None
    rivals: Rivals = []
    for test, pair in zip(tests, splits, strict=True):
        one, other = (
            [each for chain, bits in known if side & shown & ~bits == 0 for each in all_alike(chain, alike)]
            for side in pair
        )
        if one and other:
            rivals.append((test, one, other))
    return shown, rivals


def _one_does(
    menu: list[Operation], steps: int, inputs: list[Any], outputs: list[Any], first: int, side: int
) -> bool:
    """Whether a chain that fits the first inputs, given as bits, is right on all of one side."""
    places = [at for at in range(len(inputs)) if first >> at & 1]
    listed = fitting(menu, steps, [inputs[at] for at in places], [outputs[at] for at in places])
    return any(side & ~bits == 0 for bits in each_right_on(listed, inputs, outputs))


def _hidden(
    rng: random.Random, world: World, pool: list[Any], mistakes: Mistakes, rivals: Rivals
) -> list[tuple[Any, Any]] | None:
    """Hidden inputs, each with its output: some at random, and more that tell mistakes.

    None if a program that fits is wrong for one.
    """
    chosen: list[Any] = []
    results: list[Any] = []
    for tries in range(HIDDEN + MOST_LOOKED_AT):
        if len(chosen) == MOST_HIDDEN or (tries >= HIDDEN and not mistakes.open):
            break
        if tries >= HIDDEN + LOOKED_AT and all(mistake.exchange for mistake in mistakes.open):
            break
        value = seldom(rng, world) if tries >= HIDDEN and tries % 2 else sample(rng, world)
        told = mistakes.tell(value)
        if (tries >= HIDDEN and not told) or value in pool or value in chosen:
            continue
        due = mistakes.output(value)
        if len(write(due)) > MAX_RESULT or not _agree(rivals, value, due):
            return None
        mistakes.close(told)
        chosen.append(value)
        results.append(due)
    return list(zip(chosen, results, strict=True))


def _agree(rivals: Rivals, value: Any, due: Any) -> bool:
    """Whether all programs give the same for an input."""
    for test, one, other in rivals:
        for chain in one if test is None or test.apply(value) else other:
            if not equal(run(chain, value), due):
                return False
    return True


def source(signature: str, it: str, sides: list[Chain], tests: list[Operation]) -> str:
    """The program as a Python function."""
    lines = [signature]
    if tests:
        lines.append(f"    if {_named(tests[0], it)}:")
    for number, chain in enumerate(sides):
        indent = "        " if tests and not number else "    "
        lines += [f"{indent}{it} = {_named(operation, it)}" for operation in chain[:-1]]
        lines.append(f"{indent}return {_named(chain[-1], it)}")
    return "\n".join(lines)


def _named(operation: Operation, it: str) -> str:
    return re.sub(r"\bit\b", it, operation.python)


def _language(steps: int, tests: list[Operation]) -> str:
    if steps == 1:
        chain = "does one of the operations below"
    else:
        chain = f"does at most {_NUMBERS[steps]} of the operations below, one after the other"
    again = (
        ""
        if steps == 1
        else " An operation may be used more than once, but one that gives a number can only be the last."
    )
    if not tests:
        return f"The function {chain}.{again}"
    return (
        "It checks whether one of the conditions below holds for its input, and then goes one of two ways: the first "
        f"if it holds, the second if not. Each way {chain}.{again}"
    )


def _menu(rng: random.Random, menu: list[Operation], tests: list[Operation]) -> str:
    listed = "\n".join(f"- {operation.english}" for operation in menu)
    if not tests:
        return listed
    conditions = [test.english for test in tests]
    rng.shuffle(conditions)
    return "Conditions:\n" + "\n".join(f"- {text}" for text in conditions) + f"\n\nOperations:\n{listed}"


def _trace(value: Any, holds: bool, sides: list[Chain], tests: list[Operation]) -> str:
    """What each operation does to the first example."""
    lines = []
    if tests:
        lines = [
            f"The condition: {tests[0].english}.",
            f"For {write(value)} it {'holds' if holds else 'does not hold'}.",
        ]
    lines.append(f"Start with {write(value)}.")
    for operation in sides[0] if holds else sides[-1]:
        value = operation.apply(value)
        lines.append(f"{operation.english}: {write(value)}")
    if tests:
        other = "; ".join(operation.english for operation in (sides[-1] if holds else sides[0]))
        lines.append(f"Where it {'does not hold' if holds else 'holds'}: {other}.")
    return "\n".join(lines)

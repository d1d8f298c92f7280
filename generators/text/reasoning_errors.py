"""Reasoning errors: a worked solution with at most one mistake; tell the number of the first step that is wrong.

Kinds: ``brackets`` (a stack while brackets are read), ``merge`` (two sorted lists of words are merged),
``arithmetic`` (a chain of calculations), ``exchange`` (who holds what), ``queue`` (who stands where) and ``bits`` (a
row of bits is changed). After a mistake the solution goes on from what it says, so that all later steps are right by
themselves: it is found at its own step or not at all. The step is drawn evenly, and no mistake, the answer 0, is as
likely as each step: elsewhere "no mistake" was right too often.

Difficulty: `steps`, and up to three more; `size` of what a step states. Proxy: signs and words stated in all steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from ..base import Json
from ..family import Family, Question
from ..first_names import NAMES
from ..in_order import typed
from ..limits import Whole

State = list[Json]
Step = list[Json]

PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
THINGS = ("ball", "bell", "book", "coin", "drum", "fork", "kite", "lamp", "ring", "rope", "shoe", "vase")
_ASK = "What is the number of the first step that is wrong? Answer 0 if all are right."
_RULES: Mapping[str, str] = {
    "brackets": "Brackets are read from left to right. An opening bracket is put on top of a stack; a closing bracket "
    "takes the top one off, which is always the one that it closes. Each step states the whole stack afterwards, with "
    "its top at the right end.",
    "merge": "Two lists in alphabetical order are merged into one. Each step compares the first words of both lists "
    "that are not yet taken and takes the one that comes first in the alphabet.",
    "arithmetic": "Each step begins with the result of the step before, and the first one with the number at the "
    "start. The remainder of a division is written with mod.",
    "exchange": "People hold one thing each, and exchange them. Each step states what everybody holds afterwards.",
    "queue": "People stand in a row, the first at the left. Each step changes the row and states all of it afterwards.",
    "bits": "A row of bits is changed step by step; places are counted from 1 at the left. To flip a bit turns 0 into "
    "1 and 1 into 0. Each step states the whole row afterwards.",
}


def _wordings(kind: str) -> tuple[str, ...]:
    return (
        f"{_RULES[kind]}\n\nStart: {{start}}\n{{steps}}\n\nAt most one mistake was made in these steps; whatever "
        f"comes after it was worked out from what the wrong step says. {_ASK}",
        f"Check this solution, in which there may be one mistake.\n\nStart: {{start}}\n{{steps}}\n\n{_RULES[kind]} "
        f"After a mistake, the steps go on from what the wrong one states. {_ASK}",
        f"Somebody worked this out and made a mistake in one step, or in none. The steps behind it follow from what it "
        f"states.\n\n{_RULES[kind]}\n\nStart: {{start}}\n{{steps}}\n\n{_ASK}",
    )


@dataclass(frozen=True, slots=True)
class Process:
    """One kind of worked solution.

    Attributes:
        start: the first state, from a random source and the size.
        draw: an action that a state can have; None where there is none.
        after: the state after an action.
        spoil: a wrong state in its place, from a random source, the old state, the action and the right state; None
            where what was drawn will not do.
        state: a state in words.
        step: a step in words, from the old state, the action and the new state.
    """

    start: Callable[[random.Random, int], State]
    draw: Callable[[random.Random, State], Step | None]
    after: Callable[[State, Step], State]
    spoil: Callable[[random.Random, State, Step, State], State | None]
    state: Callable[[State], str]
    step: Callable[[State, Step, State], str]


# ---- brackets


def _read(rng: random.Random, stack: State) -> Step:
    if stack and rng.random() < (0.3 if len(stack) < 4 else 0.55):
        return [PAIRS[stack[-1]]]
    return [rng.choice(list(PAIRS))]


def _stacked(stack: State, step: Step) -> State:
    return [*stack, step[0]] if step[0] in PAIRS else stack[:-1]


def _wrong_stack(rng: random.Random, old: State, step: Step, new: State) -> State | None:
    ways: list[State] = [old, new[:-1], [*new[:-1], rng.choice(list(PAIRS))]]
    if len(new) > 1:
        at = rng.randrange(len(new) - 1)
        ways.append([*new[:at], new[at + 1], new[at], *new[at + 2 :]])
        ways.append([*new[:at], *new[at + 1 :]])
    return rng.choice(ways)


# ---- merging


def _word(rng: random.Random) -> str:
    return "".join(rng.choice("bdlmnrst" if n % 2 == 0 else "aeiou") for n in range(4)) + rng.choice(
        ("", "n", "s")
    )


def _lists(rng: random.Random, size: int) -> State:
    """Two sorted lists of different words, and how many of each are taken."""
    words = {_word(rng) for _ in range(200)}
    chosen = rng.sample(sorted(words), 2 * size)
    return [sorted(chosen[:size]), sorted(chosen[size:]), 0, 0]


def _compare(rng: random.Random, state: State) -> Step | None:
    one, two, i, j = state
    return [one[i], two[j]] if i < len(one) and j < len(two) else None


def _taken(state: State, step: Step) -> State:
    one, two, i, j = state
    return [one, two, i + (step[0] < step[1]), j + (step[0] > step[1])]


def _wrong_word(rng: random.Random, old: State, step: Step, new: State) -> State | None:
    one, two, i, j = old
    return [one, two, i + (step[0] > step[1]), j + (step[0] < step[1])]


def _said_merge(old: State, step: Step, new: State) -> str:
    return f"compare {step[0]} and {step[1]}, take {step[0] if new[2] > old[2] else step[1]}"


# ---- arithmetic


def _operate(rng: random.Random, state: State) -> Step:
    value = state[0]
    signs = ["+", "-"]
    if value < 300:
        signs += ["*", "*"]
    if value > 400:
        signs += ["mod", "-", "-"]
    sign = rng.choice(signs) if value else "+"
    if sign == "*":
        return [sign, rng.randint(3, 19)]
    if sign == "mod":
        return [sign, rng.randint(60, 390)]
    return [sign, rng.randint(11, 399)] if sign == "+" else ["-", rng.randint(1, value)]


def _calculated(state: State, step: Step) -> State:
    value, by = state[0], step[1]
    return [{"+": value + by, "-": value - by, "*": value * by, "mod": value % by}[step[0]]]


def _wrong_number(rng: random.Random, old: State, step: Step, new: State) -> State | None:
    digits = str(new[0])
    off = rng.choice((1, -1, 2, 10, -10, 20, 100))
    swapped = int(digits[:-2] + digits[-2:][::-1])
    return [rng.choice((new[0] + off, new[0] - off, swapped))]


def _said_sum(old: State, step: Step, new: State) -> str:
    return f"{old[0]} {step[0]} {step[1]} = {new[0]}"


# ---- exchanges, queues, bits


def _holders(rng: random.Random, size: int) -> State:
    names, things = rng.sample(NAMES, size), rng.sample(THINGS, size)
    return [[name, thing] for name, thing in zip(names, things, strict=True)]


def _swap(state: State, a: str, b: str) -> State:
    held = dict(state)
    return [[name, held[{a: b, b: a}.get(name, name)]] for name, _ in state]


def _wrong_holders(rng: random.Random, old: State, step: Step, new: State) -> State | None:
    a, b = rng.sample([name for name, _ in old], 2)
    return rng.choice([old, _swap(new, a, b), _swap(old, step[0], rng.choice((a, b)))])


def _people(rng: random.Random, size: int) -> State:
    return rng.sample(NAMES, size)


_MOVES: Mapping[str, Callable[[State], State]] = {
    "the first one goes to the end": lambda row: [*row[1:], row[0]],
    "the last one goes to the front": lambda row: [row[-1], *row[:-1]],
    "the first two exchange places": lambda row: [row[1], row[0], *row[2:]],
    "the last two exchange places": lambda row: [*row[:-2], row[-1], row[-2]],
    "all turn round, so that the last one is the first": lambda row: row[::-1],
    "the first and the last one exchange places": lambda row: [row[-1], *row[1:-1], row[0]],
}


def _move(rng: random.Random, row: State) -> Step:
    if rng.random() < 0.3:
        return ["to the front", rng.choice(row[2:])]
    return [rng.choice(list(_MOVES))]


def _queued(row: State, step: Step) -> State:
    if step[0] == "to the front":
        return [step[1], *(name for name in row if name != step[1])]
    return list(_MOVES[step[0]](row))


def _wrong_row(rng: random.Random, old: State, step: Step, new: State) -> State | None:
    at = rng.randrange(len(new) - 1)
    near = [*new[:at], new[at + 1], new[at], *new[at + 2 :]]
    return rng.choice([near, near, _MOVES[rng.choice(list(_MOVES))](old)])


def _said_move(old: State, step: Step, new: State) -> str:
    what = f"{step[1]} goes to the front" if len(step) > 1 else step[0]
    return f"{what}: {', '.join(new)}"


def _bits(rng: random.Random, size: int) -> State:
    return [rng.randint(0, 1) for _ in range(size + 2)]


def _change(rng: random.Random, bits: State) -> Step:
    first, last = sorted(rng.sample(range(1, len(bits) + 1), 2))
    return rng.choice(([first, last], [first, last], ["left", rng.randint(1, 2)], ["swap", first, last]))


def _flipped(bits: State, step: Step) -> State:
    if step[0] == "left":
        return bits[step[1] :] + bits[: step[1]]
    if step[0] == "swap":
        new = list(bits)
        new[step[1] - 1], new[step[2] - 1] = bits[step[2] - 1], bits[step[1] - 1]
        return new
    return [1 - bit if step[0] <= n <= step[1] else bit for n, bit in enumerate(bits, 1)]


def _wrong_bits(rng: random.Random, old: State, step: Step, new: State) -> State | None:
    at = rng.randrange(len(new))
    return rng.choice([[1 - bit if n == at else bit for n, bit in enumerate(new)], new[1:] + new[:1]])


def _said_bits(old: State, step: Step, new: State) -> str:
    if step[0] == "left":
        what = f"move all bits to the left by {step[1]}, those that leave come in again at the right"
    elif step[0] == "swap":
        what = f"exchange the bits at places {step[1]} and {step[2]}"
    else:
        what = f"flip the bits at places {step[0]} to {step[1]}"
    return f"{what}: {''.join(map(str, new))}"


PROCESSES: Mapping[str, Process] = {
    "brackets": Process(
        lambda rng, size: [],
        _read,
        _stacked,
        _wrong_stack,
        lambda stack: "the stack is empty",
        lambda old, step, new: f"`{step[0]}` is read, stack: {f'`{chr(32).join(new)}`' if new else 'empty'}",
    ),
    "merge": Process(
        _lists,
        _compare,
        _taken,
        _wrong_word,
        lambda state: f"{', '.join(state[0])}; {', '.join(state[1])}",
        _said_merge,
    ),
    "arithmetic": Process(
        lambda rng, size: [rng.randint(10, 99)],
        _operate,
        _calculated,
        _wrong_number,
        lambda state: str(state[0]),
        _said_sum,
    ),
    "exchange": Process(
        _holders,
        lambda rng, state: rng.sample([name for name, _ in state], 2),
        lambda state, step: _swap(state, step[0], step[1]),
        _wrong_holders,
        lambda state: ", ".join(f"{name} {thing}" for name, thing in state),
        lambda old, step, new: (
            f"{step[0]} and {step[1]} exchange: {', '.join(f'{name} {thing}' for name, thing in new)}"
        ),
    ),
    "queue": Process(_people, _move, _queued, _wrong_row, ", ".join, _said_move),
    "bits": Process(_bits, _change, _flipped, _wrong_bits, lambda bits: "".join(map(str, bits)), _said_bits),
}


def _made(kind: str, rng: random.Random, *, steps: int, size: int) -> Question | None:
    process = PROCESSES[kind]
    count = steps + rng.randint(0, 3)
    state = start = process.start(rng, count if kind == "merge" else size)
    wrong_at = rng.randint(0, count)
    listed: list[Json] = []
    said: list[str] = []
    reason = "all steps are right"
    for n in range(1, count + 1):
        for _ in range(20):
            step = process.draw(rng, state)
            if step is None:
                return None
            new = process.after(state, step)
            if new != state:
                break
        else:
            return None
        if n == wrong_at:
            right, spoiled = new, process.spoil(rng, state, step, new)
            if spoiled is None or spoiled == right or (kind == "arithmetic" and spoiled[0] < 0):
                return None
            new = spoiled
            reason = f"step {n} should be: {process.step(state, step, right)}"
        said.append(f"Step {n}: {process.step(state, step, new)}")
        listed.append([step, new[2:] if kind == "merge" else new])
        state = new
    facts: dict[str, Json] = {"kind": kind, "start": start, "steps": listed}
    answer = str(wrong_at)
    words = sum(len(line.replace(",", " ").split()) for line in said)
    return Question(
        {"start": process.state(start), "steps": "\n".join(said)},
        typed(facts, answer, names=["step"]),
        answer,
        [*(f"step {n} is right" for n in range(1, wrong_at or count + 1)), reason],
        gold=None,
        canonical=facts,
        guess_rate=1 / (count + 1),
        difficulty=float(words),
    )


WORDINGS = {kind: _wordings(kind) for kind in PROCESSES}
generate = Family(
    {kind: partial(_made, kind) for kind in PROCESSES},
    WORDINGS,
    {
        "steps": Whole(8, 80, "steps, and up to three more"),
        "size": Whole(3, 10, "people, things and bits that a step states"),
    },
    kind_in_facts=False,
    advice="change 'steps'",
)

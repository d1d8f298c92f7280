"""Markov chains: exact probabilities and expectations of chains with a few states and rational transitions.

The chain is given by all its transition probabilities. Kinds: the distribution after n steps, the first visit at step
n, absorption probabilities, expected times to absorption, expected visits, stationary probabilities, expected return
times and the gambler's ruin.

Symmetries: none; the states as named are the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which states, steps and denominators grow. Proxy: digits
written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..english import counted, listed
from ..family import Family, Question, attempts
from ..limits import Whole
from .exact import ADVICE, AS_EXACT_VALUE, AS_PROBABILITY, exact_value, summed

WORDINGS = {
    "steps": (
        "A Markov chain has the states {states}. Its transition probabilities are:\n{rows}\nThe chain starts "
        "in state {start}. What is the probability that it is in state {goal} after exactly {n} steps? {form}",
        "A machine is in one of the modes {states} and changes mode (or keeps it) once a minute, with these "
        "probabilities, which depend only on the present mode:\n{rows}\nNow it is in mode {start}. Find the "
        "probability that it is in mode {goal} after {n} minutes, that is, after {n} such moves. {form}",
        "In each move a token goes from its present field to the next according to this table:\n{rows}\nIt "
        "begins on field {start}; the fields are {states}. How likely is it to be on field {goal} after {n} "
        "moves? {form}",
    ),
    "first": (
        "A Markov chain with the states {states} has these transition probabilities:\n{rows}\nIt starts in "
        "state {start}. What is the probability that it is in state {goal} for the first time after exactly "
        "{n} steps? {form}",
        "A guard walks between the rooms {states}, choosing the next room at random as follows:\n{rows}\nThe "
        "guard is now in room {start}. Find the probability that move number {n} is the first one that ends "
        "in room {goal}. {form}",
        "A token moves on the fields {states} by these rules:\n{rows}\nIt begins on {start}. How likely is it "
        "that it reaches {goal} with its move number {n} and not before? {form}",
    ),
    "absorb": (
        "A Markov chain has the states {states}. Its transition probabilities are:\n{rows}\nStates {ends} are "
        "absorbing. The chain starts in state {start}. What is the probability that it ends up in state "
        "{goal}? {form}",
        "A ball rolls through a machine from place to place:\n{rows}\nIt stops when it reaches one of the "
        "places {ends}. The ball starts at {start}. Find the probability that it stops at {goal}. {form}",
        "A visitor wanders through the rooms {states} at random:\n{rows}\nThe rooms {ends} are exits, where "
        "the walk is over. Starting in room {start}, how likely is the visitor to leave by {goal}? {form}",
    ),
    "time": (
        "A Markov chain has the states {states}. Its transition probabilities are:\n{rows}\nThe chain starts "
        "in state {start}. What is the expected number of steps until it first is in {ends}? {form}",
        "A ball rolls from place to place, one move a second:\n{rows}\nIt stops as soon as it reaches {ends}. "
        "The ball starts at {start}. Find the expected number of moves. {form}",
        "A visitor wanders through the rooms {states} at random:\n{rows}\nThe walk is over in {ends}. "
        "Starting in room {start}, how many moves does it take on average (expected value)? {form}",
    ),
    "visits": (
        "A Markov chain has the states {states}. Its transition probabilities are:\n{rows}\nThe chain starts "
        "in state {start} and runs until it is absorbed in {ends}. What is the expected number of times at "
        "which it is in state {goal}, time 0 included? {form}",
        "A ball rolls from place to place:\n{rows}\nIt starts at {start} and stops at {ends}. Find the "
        "expected number of seconds it spends at {goal}, if it stays one second at a place for every visit "
        "and the start counts as a visit to {start}. {form}",
        "A visitor wanders through the rooms {states} at random, one choice a minute:\n{rows}\nThe walk "
        "begins in room {start} and is over in {ends}. On average (expected value), at how many of the "
        "minutes 0, 1, 2, ... is the visitor in room {goal}? {form}",
    ),
    "stationary": (
        "A Markov chain has the states {states} and these transition probabilities:\n{rows}\nWhat is the "
        "probability of state {goal} in the stationary distribution? {form}",
        "The weather of a planet is of one of the types {states}, and tomorrow's depends on today's "
        "only:\n{rows}\nIn the long run, which share of the days has type {goal}? {form}",
        "Every week each customer of the shops {states} chooses the next week's shop as follows:\n{rows}\nThe "
        "shares of the shops among very many customers no longer change. Find the share of shop {goal}. {form}",
    ),
    "return": (
        "A Markov chain has the states {states} and these transition probabilities:\n{rows}\nIt starts in "
        "state {goal}. What is the expected number of steps until it is in {goal} again for the first time? "
        "{form}",
        "A token moves on the fields {states} by these rules:\n{rows}\nIt is on {goal}. After how many moves, "
        "on average (expected value), is it on {goal} next? A move that stays on {goal} counts as 1. {form}",
        "A guard walks between the rooms {states} for ever, choosing at random once a minute:\n{rows}\nFind "
        "the mean recurrence time of room {goal}, in minutes: the expected time from one minute in {goal} to "
        "the next. {form}",
    ),
    "ruin": (
        "A gambler has {purse} and stops when there are {n} or none. In each round, independently, one coin "
        "is won with probability {p}, {tie_gambler}and otherwise one coin is lost. {question_gambler} {form}",
        "A frog sits on stone {i} of the stones 0 to {n} in a row. Each second it jumps to the next higher "
        "stone with probability {p}, {tie_frog}and otherwise jumps to the next lower one. It stops on stone 0 "
        "or stone {n}. {question_frog} {form}",
        "A random walk starts at the integer {i}. Independently in each step it goes up by 1 with probability "
        "{p}, {tie_walk}and otherwise goes down by 1; it ends as soon as it is at 0 or at {n}. "
        "{question_walk} {form}",
    ),
}
Rows = list[list[Fraction]]
_ASK = {
    "up": (
        "What is the probability of ending with {n} coins?",
        "How likely is it to stop on stone {n}?",
        "Find the probability that it ends at {n}.",
    ),
    "time": (
        "What is the expected number of rounds played, rounds without a change included?",
        "What is the expected number of seconds until it stops?",
        "Find the expected number of steps, each unit of time being one step.",
    ),
}


def _question(
    rng: random.Random,
    form: Sequence[str],
    fields: Mapping[str, object],
    facts: Mapping[str, Any],
    value: Fraction,
    lines: Sequence[str],
) -> Question | None:
    """The question in one of these forms; None where the value, 0 or 1, can be seen."""
    if value in (0, 1):
        return None
    return exact_value({**fields, "form": rng.choice(form)}, facts, value, lines)


def _row(rng: random.Random, states: int, size: int) -> list[Fraction]:
    """Transition probabilities with a small common denominator; some of them may be 0."""
    bottom = rng.choice((2, 3, 4, 4, 5, 6, 8)[: 4 + size])
    row = [0] * states
    for _ in range(bottom):
        row[rng.randrange(states)] += 1
    return [Fraction(part, bottom) for part in row]


def _reaches(rows: Rows, start: int) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        for j, p in enumerate(rows[todo.pop()]):
            if p and j not in found:
                found.add(j)
                todo.append(j)
    return found


def _count(rng: random.Random, size: int) -> int:
    return rng.randint(3, min(3 + size // 3, 6))


def _closed(rng: random.Random, size: int) -> Rows:
    """An irreducible and aperiodic chain: every state can be reached, and some state can be kept."""
    n = _count(rng, size)
    for _ in attempts():
        rows = [_row(rng, n, size) for _ in range(n)]
        if all(len(_reaches(rows, i)) == n for i in range(n)) and any(rows[i][i] for i in range(n)):
            break
    return rows


def _open(rng: random.Random, size: int, ends: int) -> Rows:
    """A chain whose last states are absorbing and can be reached from all others."""
    n = 2 + size // 3
    total = min(n, 5) + ends
    last = range(total - ends, total)
    for _ in attempts():
        rows = [_row(rng, total, size) for _ in range(total - ends)]
        rows += [[Fraction(int(i == j)) for j in range(total)] for i in last]
        if all(len(_reaches(rows, i) & set(last)) == ends and rows[i][i] < 1 for i in range(total - ends)):
            break
    return rows


def _named(rows: Rows, ends: int = 0) -> tuple[list[str], str]:
    """Names of the states, and the transitions in words; absorbing states have no line."""
    names = list("ABCDEFGH"[: len(rows)])
    lines = [
        f"from {names[i]}: " + ", ".join(f"to {names[j]} with probability {p}" for j, p in enumerate(row) if p)
        for i, row in enumerate(rows[: len(rows) - ends])
    ]
    return names, "\n".join(lines)


def _written(rows: Rows) -> list[list[str]]:
    return [[str(p) for p in row] for row in rows]


def _told(chances: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} {chance}" for name, chance in chances.items())


def _steps(rng: random.Random, *, size: int) -> Question | None:
    rows = _closed(rng, size)
    names, text = _named(rows)
    start, goal, n = rng.randrange(len(rows)), rng.randrange(len(rows)), rng.randint(2, 2 + size // 2)
    now = [Fraction(int(i == start)) for i in range(len(rows))]
    lines = []
    for step in range(1, n + 1):
        now = [sum((a * rows[i][j] for i, a in enumerate(now)), Fraction(0)) for j in range(len(rows))]
        lines.append(f"step {step}: {_told(dict(zip(names, now, strict=True)))}")
    lines.append(f"in {names[goal]}: {now[goal]}")
    return _question(
        rng,
        AS_PROBABILITY,
        {"states": listed(names), "rows": text, "start": names[start], "goal": names[goal], "n": n},
        {"rows": _written(rows), "start": start, "goal": goal, "n": n},
        now[goal],
        lines,
    )


def _first(rng: random.Random, *, size: int) -> Question | None:
    rows = _closed(rng, size)
    names, text = _named(rows)
    start, goal = rng.sample(range(len(rows)), 2)
    n = rng.randint(2, 2 + size // 2)
    now = [Fraction(int(i == start)) for i in range(len(rows))]
    lines = []
    for step in range(1, n):
        now = [sum((a * rows[i][j] for i, a in enumerate(now)), Fraction(0)) for j in range(len(rows))]
        now[goal] = Fraction(0)
        told = {name: chance for name, chance in zip(names, now, strict=True) if name != names[goal]}
        lines.append(f"step {step}, without a visit to {names[goal]}: {_told(told)}")
    parts = [(a, rows[i][goal]) for i, a in enumerate(now) if a and rows[i][goal]]
    value = sum((a * b for a, b in parts), Fraction(0))
    lines.append(f"step {n}, into {names[goal]}: {summed([f'{a} * {b}' for a, b in parts])} = {value}")
    return _question(
        rng,
        AS_PROBABILITY,
        {"states": listed(names), "rows": text, "start": names[start], "goal": names[goal], "n": n},
        {"rows": _written(rows), "start": start, "goal": goal, "n": n},
        value,
        lines,
    )


def _eliminated(
    rows: Rows, constants: list[Fraction], start: int, names: list[str], lines: list[str]
) -> Fraction:
    """The unknown of `start` in x_i = c_i + sum over the transient states of p_ij x_j: the others go one by one."""
    k = len(constants)
    inside = [list(row[:k]) for row in rows[:k]]
    c = list(constants)
    left = list(range(k))

    def show(i: int) -> str:
        terms = [f"{inside[i][j]}*x{names[j]}" for j in left if inside[i][j]] + ([str(c[i])] if c[i] else [])
        return f"x{names[i]} = {summed(terms) if terms else 0}"

    lines += [show(i) for i in left]
    for out in [i for i in reversed(range(k)) if i != start] + [start]:
        rest = 1 - inside[out][out]
        inside[out][out] = Fraction(0)
        inside[out] = [p / rest for p in inside[out]]
        c[out] /= rest
        left.remove(out)
        if rest != 1:
            lines.append(f"solved for x{names[out]}: {show(out)}")
        for i in left:
            p = inside[i][out]
            if p:
                inside[i] = [a + p * b for a, b in zip(inside[i], inside[out], strict=True)]
                inside[i][out] = Fraction(0)
                c[i] += p * c[out]
                lines.append(f"put into: {show(i)}")
    return c[start]


def _ended(ask: str, rng: random.Random, *, size: int) -> Question | None:
    """Absorption: into one of two or three ends, the time it takes, or visits to a state before."""
    ends = rng.randint(2, 2 + (size > 4)) if ask == "absorb" else 1
    rows = _open(rng, size, ends)
    names, text = _named(rows, ends)
    k = len(rows) - ends
    start = rng.randrange(k)
    goal = k + rng.randrange(ends) if ask == "absorb" else rng.randrange(k)
    if ask == "absorb":
        constants = [row[goal] for row in rows[:k]]
        lines = [f"xS = probability to end in {names[goal]} from S"]
    elif ask == "time":
        constants = [Fraction(1)] * k
        lines = ["xS = expected steps from S"]
    else:
        constants = [Fraction(int(i == goal)) for i in range(k)]
        lines = [f"xS = expected visits to {names[goal]} from S"]
    value = _eliminated(rows, constants, start, names, lines)
    last = names[k:]
    places = {"states": listed(names), "rows": text, "start": names[start], "goal": names[goal]}
    return _question(
        rng,
        AS_PROBABILITY if ask == "absorb" else AS_EXACT_VALUE,
        {**places, "ends": listed(last) if ends > 1 else last[0]},
        {"rows": _written(rows), "ends": ends, "start": start, "goal": goal if ask != "time" else -1},
        value,
        lines,
    )


def _weights(rows: Rows, names: list[str], lines: list[str]) -> list[Fraction]:
    """Weights in the ratio of the stationary probabilities: states are cut out one by one, then put back."""
    now = [list(row) for row in rows]
    size = len(rows)
    leaving = [Fraction(0)] * size
    for out in range(size - 1, 0, -1):
        leaving[out] = sum(now[out][:out], Fraction(0))
        for i in range(out):
            for j in range(out):
                now[i][j] += now[i][out] * now[out][j] / leaving[out]
        if out > 1:
            lines.append(f"watched only outside {''.join(names[out:])}:")
            lines += [
                f"from {names[i]}: " + ", ".join(f"{names[j]} {now[i][j]}" for j in range(out) if now[i][j])
                for i in range(out)
            ]
    weights = [Fraction(1)]
    lines.append(f"weight of {names[0]}: 1")
    for at in range(1, size):
        into = [(w, now[i][at]) for i, w in enumerate(weights) if now[i][at]]
        weights.append(sum((w * p for w, p in into), Fraction(0)) / leaving[at])
        text = summed([f"{w} * {p}" for w, p in into])
        lines.append(f"weight of {names[at]}: ({text}) / ({leaving[at]}) = {weights[-1]}")
    return weights


def _long_run(ask: str, rng: random.Random, *, size: int) -> Question | None:
    """The stationary probability of a state, or the expected time from it back to it."""
    rows = _closed(rng, size)
    names, text = _named(rows)
    goal = rng.randrange(len(rows))
    lines: list[str] = []
    weights = _weights(rows, names, lines)
    total = sum(weights, Fraction(0))
    value = weights[goal] / total
    lines += [
        f"sum: {summed(weights)} = {total}",
        f"share of {names[goal]}: ({weights[goal]}) / ({total}) = {value}",
    ]
    if ask == "return":
        lines.append(f"return time: 1 / ({value}) = {1 / value}")
        value = 1 / value
    return _question(
        rng,
        AS_PROBABILITY if ask == "stationary" else AS_EXACT_VALUE,
        {"states": listed(names), "rows": text, "goal": names[goal]},
        {"rows": _written(rows), "goal": goal},
        value,
        lines,
    )


def _ruin(rng: random.Random, *, size: int) -> Question | None:
    """Up or down by one until 0 or n, perhaps with rounds in which nothing happens."""
    n = rng.randint(3 + size // 2, min(4 + size, 12))
    i = rng.randint(1, n - 1)
    bottom = rng.choice((2, 3, 4, 5, 6, 7))
    p = Fraction(rng.randint(1, bottom - 1), bottom)
    tie = Fraction(0)
    if rng.random() < 0.5:
        tie = Fraction(rng.randint(1, 3), rng.choice((4, 5, 6, 8)))
        p *= 1 - tie
    q = 1 - p - tie
    r = q / p
    ask = rng.choice(("up", "time"))
    fair = r == 1
    lines = [f"down against up: ({q}) / ({p}) = {r}"]
    if fair:
        up = Fraction(i, n)
        lines.append(f"fair, so the probability of {n}: {i}/{n} = {up}")
    else:
        a, b = 1 - r**i, 1 - r**n
        up = a / b
        lines += [
            f"one: 1 - ({r})^{i} = {a}",
            f"two: 1 - ({r})^{n} = {b}",
            f"probability of {n}: ({a}) / ({b}) = {up}",
        ]
    value = up
    if ask == "time":
        moving = p + q
        if fair:
            steps = Fraction(i * (n - i))
            lines.append(f"moves up or down: {i} * ({n} - {i}) = {steps}")
        else:
            drift = (p - q) / moving
            lines.append(f"mean of a move up or down: ({p} - {q}) / ({moving}) = {drift}")
            lines.append(f"mean of the way: {n} * {up} - {i} = {n * up - i}")
            steps = (n * up - i) / drift
            lines.append(f"moves up or down: ({n * up - i}) / ({drift}) = {steps}")
        value = steps
        if tie:
            value = steps / moving
            lines.append(f"with the rounds in between: ({steps}) / ({moving}) = {value}")
    idle = {
        "tie_gambler": f"nothing changes with probability {tie}, " if tie else "",
        "tie_frog": f"stays where it is with probability {tie}, " if tie else "",
        "tie_walk": f"stays where it is with probability {tie}, " if tie else "",
    }
    asked = dict(zip(("gambler", "frog", "walk"), (text.format(n=n) for text in _ASK[ask]), strict=True))
    return _question(
        rng,
        AS_PROBABILITY if ask == "up" else AS_EXACT_VALUE,
        {
            "i": i,
            "purse": counted(i, "coin"),
            "n": n,
            "p": p,
            **idle,
            **{f"question_{name}": text for name, text in asked.items()},
        },
        {"n": n, "i": i, "p": str(p), "q": str(q), "ask": ask},
        value,
        lines,
    )


generate = Family(
    {
        "steps": _steps,
        "first": _first,
        "absorb": partial(_ended, "absorb"),
        "time": partial(_ended, "time"),
        "visits": partial(_ended, "visits"),
        "stationary": partial(_long_run, "stationary"),
        "return": partial(_long_run, "return"),
        "ruin": _ruin,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how many states and steps there are")},
    units=True,
    advice=ADVICE,
)

"""Tower of Hanoi: discs go from peg to peg, one at a time and never onto a smaller one, from any position to any other.

Rules of where a disc may go: ``free`` (to any peg), ``row`` (the pegs stand in a row, and a disc goes to a
neighbour), ``ring`` (the pegs stand in a ring, and a disc goes to the next peg on). The start is any position, and
the end any of those so many moves away, so that hardly any task comes twice; a search from both ends finds a
shortest plan.

Symmetries: none are declared.

Difficulty: `discs`, `pegs`, `rules` (from which one is drawn), and the fewest `moves` that a shortest plan must
need; it needs at most a quarter more. Proxy: moves of a shortest plan.

Source: Edouard Lucas (1883); with four pegs, Henry Dudeney (1907).
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import islice

from ..base import Draft, GenerationError, Json
from ..kernels.plan import layers, meeting
from ..limits import Whole, Words, limited
from .framing import KINDS, Problem, confirming_plan, draft, wordings

Pegs = tuple[int, ...]
"""For each disc, smallest first, the number of its peg."""

NAMES = "ABCDE"
WORDINGS = wordings(
    "Discs lie on the pegs {pegs}. A disc with a larger number is larger. One move takes the top disc of a peg and "
    "puts it on "
    "another peg, which must be empty or have a larger disc on top. {rule}\n\nNow (discs from bottom to "
    "top):\n{start}\n\n"
    "Wanted:\n{goal}\n\n{ask} Write each move as the peg that a disc leaves, >, and the peg that it goes to, such as "
    "A>B, with commas between moves.",
    "This is a puzzle like the Tower of Hanoi, with the pegs {pegs}. Discs are moved one at a time, from the top of "
    "one peg "
    "to the top of another one, and never onto a smaller disc. {rule} The size of a disc is its number.\n\nThe pegs at "
    "first, each from bottom to top:\n{start}\n\nThe pegs at the end:\n{goal}\n\n{ask} List the moves in order, in "
    "the form "
    "A>B (from peg A to peg B), separated by commas.",
    "Bring the discs from the first position to the second.\n\nFirst position:\n{start}\n\nSecond position:\n{goal}\n\n"
    "Each line is one of the pegs {pegs} with its discs from bottom to top; a disc's number is its size. "
    "A move lifts the uppermost disc of one peg onto another peg; it may not lie on a disc with a smaller number. "
    "{rule} {ask} Answer with the moves in order, with commas between them; A>B means from A to B.",
    shortest=(
        "Find a plan with as few moves as possible.",
        "Use the fewest moves possible.",
        "Only a shortest plan counts.",
    ),
    within=(
        "Find a plan with at most {most} moves.",
        "Use {most} moves or fewer.",
        "You have {most} moves at most.",
    ),
)
_RULES = {
    "free": "A disc may go from any peg to any other.",
    "row": "The pegs stand in a row in this order, and a disc may only go to a peg right beside its own.",
    "ring": "The pegs stand in a ring, and a disc may only go to the next peg: {ring}.",
}
_TRIES = 50


def _may(rule: str, pegs: int) -> tuple[Pegs, ...]:
    """For each peg the pegs that a disc on it may go to."""
    everywhere = range(pegs)
    if rule == "free":
        return tuple(tuple(to for to in everywhere if to != peg) for peg in everywhere)
    if rule == "row":
        return tuple(tuple(to for to in (peg - 1, peg + 1) if to in everywhere) for peg in everywhere)
    return tuple(((peg + 1) % pegs,) for peg in everywhere)


# Every search of a few discs comes to the same states.
@lru_cache(maxsize=8_000)
def _moves(state: Pegs, *, may: tuple[Pegs, ...], back: bool = False) -> tuple[tuple[str, Pegs], ...]:
    """The moves of a state; with `back`, those that lead to it, where `may` says where a disc may come from."""
    top = [len(state)] * len(may)
    for disc in range(len(state) - 1, -1, -1):
        top[state[disc]] = disc
    found = []
    for peg, disc in enumerate(top):
        for to in may[peg] if disc < len(state) else ():
            if top[to] > disc:
                name = f"{NAMES[to]}>{NAMES[peg]}" if back else f"{NAMES[peg]}>{NAMES[to]}"
                found.append((name, (*state[:disc], to, *state[disc + 1 :])))
    return tuple(found)


@limited(
    discs=Whole(2, 9, "discs"),
    pegs=Whole(3, 5, "pegs"),
    rules=Words(
        tuple(_RULES), "where a disc may go: to any peg, to a neighbour in a row, to the next one in a ring"
    ),
    moves=Whole(1, 120, "the fewest moves that a shortest plan must need; it needs at most a quarter more"),
    kinds=KINDS,
)
def generate(rng: random.Random, *, discs: int, pegs: int, rules: str, moves: int, kinds: str) -> Draft:
    """Make two positions, and find a shortest plan from one to the other.

    Raises:
        GenerationError: if no positions are so far from each other.
    """
    among = [rule for rule in rules.split() if rule != "row" or pegs > 3]
    if not among:
        raise GenerationError("discs on 3 pegs in a row have one way only; take 4 pegs, or other rules")
    rule = rng.choice(among)
    may = _may(rule, pegs)
    steps = partial(_moves, may=may)
    come = tuple(tuple(peg for peg in range(pegs) if to in may[peg]) for to in range(pegs))
    for _ in range(_TRIES):
        start = tuple(rng.randrange(pegs) for _ in range(discs))
        rings = islice(layers(start, steps, most=pegs**discs), moves, moves + moves // 4 + 2)
        # The largest disc has to go, or the plan would be one of fewer discs; but in a ring it takes very many moves.
        goals = [goal for ring in rings for goal in ring if rule == "ring" or start[-1] != goal[-1]]
        if goals:
            break
    else:
        raise GenerationError(
            f"no plan of {moves} moves found for {discs} discs on {pegs} pegs; take fewer moves or more discs"
        )
    goal = rng.choice(goals)
    plan = meeting(start, goal, steps, partial(_moves, may=come, back=True), most=pegs**discs)
    assert plan is not None
    names = NAMES[:pegs]

    def stacks(state: Pegs) -> list[list[int]]:
        return [[disc + 1 for disc in range(discs - 1, -1, -1) if state[disc] == peg] for peg in range(pegs)]

    def drawn(state: Pegs, gap: str = "\n") -> str:
        return gap.join(
            f"{name}: {' '.join(map(str, on)) or 'empty'}"
            for name, on in zip(names, stacks(state), strict=True)
        )

    said = _RULES[rule].format(
        ring=", ".join(f"from {a} to {b}" for a, b in zip(names, names[1:] + names[0], strict=True))
    )
    return draft(
        rng,
        kinds,
        WORDINGS,
        plan,
        steps,
        facts={"start": stacks(start), "goal": stacks(goal), "rule": rule},
        fields={
            "pegs": f"{', '.join(names[:-1])} and {names[-1]}",
            "rule": said,
            "start": drawn(start),
            "goal": drawn(goal),
        },
        told=lambda state: drawn(state, " | "),
        canonical=[rule, pegs, start, goal],
        difficulty=float(plan.cost),
    )


def _problem(payload: Mapping[str, Json]) -> Problem[Pegs]:
    start, goal = (
        tuple(peg for _, peg in sorted((disc, peg) for peg, on in enumerate(payload[key]) for disc in on))
        for key in ("start", "goal")
    )
    return start, partial(_moves, may=_may(payload["rule"], len(payload["start"]))), goal.__eq__


def _read(text: str) -> list[str] | None:
    """The letters of the pegs by twos; within two stands an arrow or nothing, between two a comma or a space."""
    parts = re.split("([a-e])", " ".join(re.sub("[*`,;]", " ", text).split()))
    within, between = parts[2::4], parts[4:-1:4]
    fits = all(re.fullmatch(" ?(?:>|->|-|to)? ?", gap) for gap in within) and all(
        re.fullmatch("[ >]+", gap) for gap in between
    )
    if parts[0].strip() or parts[-1].strip() or len(parts) % 4 != 1 or not fits:
        return None
    return [f"{a}>{b}".upper() for a, b in zip(parts[1::4], parts[3::4], strict=True)]


confirms = confirming_plan(_problem, _read)

"""Zebra puzzles (Einstein's riddle): who lives in which house of a row, with which pet, drink, job and so on.

A random solution is drawn, then true clues until propagation alone finds it; then every clue that follows
from the others is taken out by exact deduction, so that each clue is needed and the solution is the only
one.

Symmetries: renaming values and attributes, the order of clues, and the mirror image of the row. Source: a
riddle first printed in Life International (1962), without a known author.

Difficulty: `houses` and `attributes` are the size of the table; `places` is how often a clue simply gives
the house of a value (a weight, with about 20 for all the other kinds of clues together).
"""

from __future__ import annotations

import random
from math import factorial

from ..base import Draft, GenerationError
from ..limits import Whole, limited
from ..wording import phrase
from .zebra_canonical import canonical
from .zebra_clues import draw
from .zebra_deduction import Open, compiled, narrow, propagate
from .zebra_minimal import Told, minimal
from .zebra_trace import Elimination
from .zebra_words import ATTRIBUTES, NOTES, english

WORDINGS = (
    "{count} houses stand in a row, numbered 1 to {count} from left to right. One person lives in each. Each of "
    "the following belongs to exactly one house:\n{values}\n\nThese clues are true:\n{clues}\n\n{notes}"
    "Find out what belongs to each house. There is only one solution. Answer with one line for each house, in "
    "the form\nhouse number: {order}",
    "In a street there is a row of {count} houses; house 1 is the leftmost and house {count} the rightmost. Each "
    "house has one inhabitant, and no two houses share any of these:\n{values}\n\n{clues}\n\n{notes}"
    "Exactly one arrangement fits all the clues. Which is it? Give a line for every house: its number, a colon, "
    "and then its {order}, with commas between them.",
    "Solve this logic puzzle. There are {count} people, who live in houses 1 to {count}, counted from left to "
    "right. Everybody has one thing of each kind, and nobody has the same as another:\n{values}\n\n"
    "What is known:\n{clues}\n\n{notes}The clues determine everything. Write the whole table, one house on a "
    "line, as\nhouse number: {order}",
    "{clues}\n\nThese clues are about {count} houses in a row, 1 on the left to {count} on the right, with one "
    "person in each. Every value below goes with exactly one house:\n{values}\n\n{notes}"
    "List all houses from 1 to {count}, each on its own line as number: {order}. Only one answer is possible.",
)
# Weights of the kinds of clues beside "place"; 20 together.
_WEIGHTS = {
    "same": 4,
    "next": 3,
    "left": 3,
    "apart": 2,
    "before": 2,
    "out": 1,
    "end": 1,
    "either": 1,
    "gap": 1,
    "oneof": 2,
}
_MAX_DRAWS = 4000
_MAX_STARTS = 20


@limited(
    houses=Whole(2, 8, "houses in the row"),
    attributes=Whole(2, 8, "kinds of things that belong to a house"),
    places=Whole(0, 1000, "weight of clues that give the house of a value; all others weigh 20 together"),
)
def generate(rng: random.Random, *, houses: int, attributes: int, places: int) -> Draft:
    """Make one puzzle with exactly one solution, in which every clue is needed.

    Raises:
        GenerationError: if the clues that were drawn never determined the solution.
    """
    at = [
        start + v for start in range(0, houses * attributes, houses) for v in rng.sample(range(houses), houses)
    ]
    where = [0] * len(at)
    for place, x in enumerate(at):
        where[x] = place % houses
    clues = minimal(houses, where, _enough(rng, houses, where, at, places))
    rng.shuffle(clues)
    chosen = rng.sample(ATTRIBUTES, attributes)
    values = [value for attribute in chosen for value in rng.sample(attribute.values, houses)]
    names = [attribute.name for attribute in chosen]
    elimination = Elimination(houses, clues, names, values)
    elimination.run()
    rows = [values[start : start + houses] for start in range(0, len(values), houses)]
    table = [", ".join(values[x] for x in at[h::houses]) for h in range(houses)]
    used = {clue[0] for clue in clues}
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            count=houses,
            values="\n".join(f"- {name}: {', '.join(row)}" for name, row in zip(names, rows, strict=True)),
            clues="\n".join(f"{i}. {english(rng, clue, chosen, values)}" for i, clue in enumerate(clues, 1)),
            notes="".join(f"{note}\n" for kind, note in NOTES.items() if kind in used),
            order=", ".join(names),
        ),
        payload={
            "houses": houses,
            "attributes": [[name, row] for name, row in zip(names, rows, strict=True)],
            "clues": clues,
        },
        answer="\n".join(f"{h}: {row}" for h, row in enumerate(table, 1)),
        trace="\n".join(["houses left for each value:", *elimination.lines, "every value has its house"]),
        canonical=canonical(houses, attributes, clues),
        guess_rate=1 / factorial(houses) ** attributes,
        difficulty=float(elimination.steps),
    )


def _enough(rng: random.Random, houses: int, where: list[int], at: list[int], places: int) -> list[Told]:
    """True clues that determine the solution: some at random, then such as tell something new at once."""
    kinds = ["place"] * places + [kind for kind, weight in _WEIGHTS.items() for _ in range(weight)]
    every = (1 << len(where) // houses) - 1
    for _ in range(_MAX_STARTS):
        clues: list[Told] = []
        so_far = Open.of(houses, len(where))
        told: set[tuple[int, ...]] = set()
        domains = [(1 << houses) - 1] * len(where)
        for _ in range(_MAX_DRAWS):
            clue = draw(rng, houses, where, at, kinds[int(rng.random() * len(kinds))])
            if clue is None:
                continue
            about = (clue[1],) if clue[0] in ("in", "out") else (min(clue[1:3]), max(clue[1:3]))
            if about in told:  # one clue on the same value or pair is enough
                continue
            part = compiled(houses, clue)
            few = 2 * len(clues) < len(where)
            before = list(domains)
            if not narrow(domains, part) and not few:
                continue
            told.add(about)
            clues.append(Told(clue, part, before))
            so_far.add(houses, part)
            propagate(domains, Open.of(houses, len(where), part) if few else so_far, every)
            if not few:
                so_far = so_far.left(domains)
            if not any(d & (d - 1) for d in domains):
                return clues
    raise GenerationError(f"{_MAX_DRAWS} clues leave {houses} houses undetermined; raise places")

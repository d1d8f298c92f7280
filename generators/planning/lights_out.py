"""Lights out: each switch steps some lamps on; press switches so that all lamps are off.

A lamp has two states (off, on), or three (0, 1, 2, and 0 again). Shapes of what a switch steps: ``plus`` (its own
lamp in a grid and those beside it), ``cross`` (its own and those at its corners), ``torus`` (as plus, in a grid
whose sides are joined), ``wires`` (any lamps, listed). All presses that darken the lamps are one of them and a
vector of the null space of the switches' matrix, so the least number is found by going through that space. The order
of presses does not matter.

Symmetries: none are declared.

Difficulty: `rows` and `columns` (of wires: so many lamps and switches in all), `shapes`, `steps` (2 or 3 states of a
lamp), and the fewest `presses` that are needed, or one more. Proxy: bits of the choice of so many presses.

Source: Tiger Electronics, Lights Out (1995); Marlow Anderson and Todd Feil, Turning Lights Out with Linear Algebra
(1998).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import product
from math import comb, log2

from ..base import Draft, GenerationError, Json
from ..kernels.plan import Plan
from ..limits import OneOf, Whole, Words, limited
from .framing import KINDS, Problem, confirming_plan, draft, wordings

Lamps = tuple[int, ...]
Wiring = tuple[tuple[int, ...], ...]
"""For each switch the lamps that it steps."""

WORDINGS = wordings(
    "{board}\n\n{switches} {states} Press switches until all lamps are {off}. {ask} Answer with the switches that you "
    "press, "
    "separated by commas, such as {example}; one that is pressed twice is written twice.",
    "These are lamps:\n\n{board}\n\n{states} {switches} All lamps have to be {off} at the end. {ask} List the presses "
    "with "
    "commas between them, for example {example} (a switch stands in the list as often as it is pressed).",
    "All lamps of the following kind are to be {off}.\n\n{board}\n\n{switches} {states} Which switches do you press? "
    "{ask} Write their "
    "names in any order, separated by commas, in the form of {example}, and a name again for every further press.",
    shortest=(
        "Use as few presses as possible.",
        "Use the fewest presses possible.",
        "Only an answer with the least number of presses counts.",
    ),
    within=("Use at most {most} presses.", "Use {most} presses or fewer.", "You have {most} presses at most."),
)
_SHAPES = {
    "plus": "the lamp in its square and the lamps to the left and right, above and below",
    "cross": "the lamp in its square and the lamps that touch it at a corner, diagonally",
    "torus": "the lamp in its square and the lamps to the left and right, above and below, where the sides are joined: "
    "left of the first column is the last one, and above the top row is the bottom row",
}
_STATES = {
    2: "A lamp is on (1) or off (0), and a step turns it on or off.",
    3: "A lamp is off (0), dim (1) or bright (2), and a step takes it from off to dim, from dim to bright, and from "
    "bright to off.",
}
_TRIES = 200
_NULLS = 6
"""Greatest dimension of a null space that is gone through."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@cache
def _grid(shape: str, rows: int, columns: int) -> Wiring:
    around = (
        ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
        if shape == "cross"
        else ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
    )
    wiring = []
    for r, c in product(range(rows), range(columns)):
        lamps = {(r + dy, c + dx) for dy, dx in around}
        if shape == "torus":
            lamps = {(y % rows, x % columns) for y, x in lamps}
        wiring.append(tuple(sorted(y * columns + x for y, x in lamps if 0 <= y < rows and 0 <= x < columns)))
    return tuple(wiring)


def _wires(rng: random.Random, count: int) -> Wiring:
    return tuple(
        tuple(sorted(rng.sample(range(count), rng.randint(2, max(3, count // 2))))) for _ in range(count)
    )


@cache
def _kept(shape: str, rows: int, columns: int, steps: int) -> list[list[int]]:
    return null_space(_grid(shape, rows, columns), rows * columns, steps)


def null_space(wiring: Wiring, lamps: int, steps: int) -> list[list[int]]:
    """Presses that change nothing, as a basis; `steps` is a prime number."""
    matrix = [[0] * len(wiring) for _ in range(lamps)]
    for switch, stepped in enumerate(wiring):
        for lamp in stepped:
            matrix[lamp][switch] = 1
    pivots: list[int] = []
    for switch in range(len(wiring)):
        row = len(pivots)
        found = next((r for r in range(row, lamps) if matrix[r][switch]), None)
        if found is None:
            continue
        matrix[row], matrix[found] = matrix[found], matrix[row]
        inverse = pow(matrix[row][switch], -1, steps)
        matrix[row] = [value * inverse % steps for value in matrix[row]]
        for r in range(lamps):
            if r != row and (factor := matrix[r][switch]):
                matrix[r] = [(a - factor * b) % steps for a, b in zip(matrix[r], matrix[row], strict=True)]
        pivots.append(switch)
    basis = []
    for free in sorted(set(range(len(wiring))) - set(pivots)):
        vector = [0] * len(wiring)
        vector[free] = 1
        for row, pivot in enumerate(pivots):
            vector[pivot] = -matrix[row][free] % steps
        basis.append(vector)
    return basis


def _least(presses: list[int], basis: Sequence[Sequence[int]], steps: int) -> list[int]:
    """The fewest presses that do the same."""
    best = presses
    for factors in product(range(steps), repeat=len(basis)):
        other = presses
        for factor, vector in zip(factors, basis, strict=True):
            if factor:
                other = [(a + factor * b) % steps for a, b in zip(other, vector, strict=True)]
        if sum(other) < sum(best):
            best = other
    return best


def _pressed(state: Lamps, lamps: Sequence[int], steps: int) -> Lamps:
    after = list(state)
    for lamp in lamps:
        after[lamp] = (after[lamp] + 1) % steps
    return tuple(after)


def _moves(state: Lamps, *, wiring: Wiring, names: Sequence[str], steps: int) -> list[tuple[str, Lamps]]:
    return [(name, _pressed(state, lamps, steps)) for name, lamps in zip(names, wiring, strict=True)]


@limited(
    rows=Whole(2, 8, "rows of lamps"),
    columns=Whole(2, 8, "columns of lamps"),
    shapes=Words(
        (*_SHAPES, "wires"),
        "what a switch steps: the lamps beside its own, those at its corners, those beside it round the sides, any",
    ),
    steps=OneOf((2, 3), "states of a lamp"),
    presses=Whole(1, 30, "the fewest presses that must be needed; one more may be"),
    kinds=KINDS,
)
def generate(
    rng: random.Random, *, rows: int, columns: int, shapes: str, steps: int, presses: int, kinds: str
) -> Draft:
    """Make lamps, switches and a start that can be darkened.

    Raises:
        GenerationError: if no start was found that needs so many presses.
    """
    count = rows * columns
    for _ in range(_TRIES):
        shape = rng.choice(shapes.split())
        wired = shape == "wires"
        if wired and count > len(_LETTERS):
            raise GenerationError(f"{count} lamps have too many wires to list; take at most {len(_LETTERS)}")
        wiring = _wires(rng, count) if wired else _grid(shape, rows, columns)
        basis = null_space(wiring, count, steps) if wired else _kept(shape, rows, columns, steps)
        if len(basis) > _NULLS:
            continue
        wanted = [0] * count
        for _ in range(presses + rng.randint(0, 1)):
            wanted[rng.randrange(count)] += 1
        best = _least([n % steps for n in wanted], basis, steps)
        if presses <= sum(best) <= presses + 1:
            break
    else:
        raise GenerationError(
            f"no {rows}x{columns} lamps found that need {presses} presses; take fewer presses or more lamps"
        )
    names = (
        [*_LETTERS[:count]] if wired else [f"{_LETTERS[c]}{r + 1}" for r in range(rows) for c in range(columns)]
    )
    order = [switch for switch, n in enumerate(best) for _ in range(n)]
    start: Lamps = (0,) * count
    for switch, n in enumerate(best):
        for _ in range((steps - n) % steps):
            start = _pressed(start, wiring[switch], steps)
    states = [start]
    for switch in order:
        states.append(_pressed(states[-1], wiring[switch], steps))
    moves = partial(_moves, wiring=wiring, names=names, steps=steps)
    least = len(order)

    def drawn(state: Lamps, gap: str = "\n") -> str:
        if wired:
            return " ".join(map(str, state))
        lines = [" ".join(map(str, state[r * columns : (r + 1) * columns])) for r in range(rows)]
        if gap != "\n":
            return gap.join(lines)
        head = "  " + " ".join(_LETTERS[:columns])
        return "\n".join([head, *(f"{n} {line}" for n, line in enumerate(lines, 1))])

    if wired:
        told = ", ".join(f"lamp {n} is {value}" for n, value in enumerate(start, 1))
        listed = "\n".join(
            f"{name}: {', '.join(str(lamp + 1) for lamp in lamps)}"
            for name, lamps in zip(names, wiring, strict=True)
        )
        board = f"Now {told}.\n\nSwitches and the lamps that each of them steps:\n{listed}"
        switches = f"Pressing a switch ({names[0]} to {names[-1]}) steps the lamps behind its name."
    else:
        board = drawn(start)
        switches = (
            "Every square has a switch, named by column and row (A1 at the top left, "
            f"{names[-1]} at the bottom right). It steps {_SHAPES[shape]}."
        )
    example = ", ".join(rng.sample(names, 2))
    return draft(
        rng,
        kinds,
        WORDINGS,
        Plan(tuple(names[switch] for switch in order), tuple(states), least, 0),
        moves,
        facts={
            "names": names,
            "wiring": [list(lamps) for lamps in wiring],
            "steps": steps,
            "start": list(start),
            "columns": 0 if wired else columns,
        },
        fields={
            "board": board,
            "switches": switches,
            "states": _STATES[steps],
            "off": "off (0)",
            "example": example,
        },
        told=lambda state: drawn(state, " / "),
        canonical=[wiring, steps, start],
        difficulty=log2(comb(count + (least - 1) * (steps - 2), least)),
        guess=1 / comb(count, least),
    )


def _problem(payload: Mapping[str, Json]) -> Problem[Lamps]:
    wiring = tuple(map(tuple, payload["wiring"]))
    moves = partial(_moves, wiring=wiring, names=payload["names"], steps=payload["steps"])
    return tuple(payload["start"]), moves, lambda state: not any(state)


def _read(text: str) -> list[str] | None:
    return text.replace(",", " ").replace(";", " ").upper().split() or None


confirms = confirming_plan(_problem, _read)

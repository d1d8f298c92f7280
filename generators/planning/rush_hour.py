"""Rush hour: cars in a square yard slide along their lanes until the car X is at its exit.

All positions that a random yard can come to are looked at, and the distance of each from the nearest one with X at the
exit is found by a walk from all of these at once. So the start can be as far from the exit as is wanted, and the plan down
the distances is a shortest one. A slide over any number of squares is one move.

Symmetries: none are declared; cars are lettered in the order of their squares.

Difficulty: the `size` of the yard, the `cars` beside X, and the fewest `moves` that a shortest plan must need; it needs at
most two more. Yards with more than 1,200 positions are left out. Proxy: moves of a shortest plan.

Source: Nob Yoshigahara's puzzle (1970s).
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..base import Draft, GenerationError, Json
from ..kernels.plan import TooHard, distances, downhill
from ..limits import Whole, limited
from .framing import KINDS, Problem, confirming_plan, draft, wordings

Places = tuple[int, ...]
"""For each car the first of its squares, counted along its lane."""

WORDINGS = wordings(
    "This is a car park seen from above:\n\n{board}\n\nEqual letters are one car (or truck), a dot is a free square. Cars only slide "
    "forwards and backwards along their own length, over free squares; they do not turn, leave the park or jump. The exit "
    "is on the right of row {row}. Bring the car X there, so that it covers the last square of its row. {ask} A slide of one "
    "car over any number of squares is one move. Write a move as the car, the direction and the number of squares, such as "
    "{example}, and put commas between moves.",
    "Free the car X.\n\n{board}\n\nEach letter is a vehicle on two or three squares, and dots are empty. A vehicle moves "
    "along the line in which it stands, as far as the squares are empty, in either direction; moving it by several squares "
    "counts as one move. X is free as soon as it touches the right edge, in row {row}. {ask} Answer with the moves in "
    "order, separated by commas, each with the vehicle, left, right, up or down, and how many squares: for example {example}.",
    "{board}\n\nIn this yard, cars (letters) can only go straight ahead or back along their lanes, never through each other "
    "and never out of the yard; dots are empty squares. Move them so that X reaches the right end of row {row}. Taking one car "
    "any distance in one direction is a move. {ask} List the moves with commas between them, in the form of {example} (car, "
    "direction, squares).",
    shortest=("Find a plan with as few moves as possible.", "Use the fewest moves possible.", "Only a shortest plan counts."),
    within=("Find a plan with at most {most} moves.", "Use {most} moves or fewer.", "You have {most} moves at most."),
)  # fmt: skip
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVW"
_TRIES = 3_000
_SPREAD = 2
_MOST = 1_200


class Car(NamedTuple):
    """A car: its letter, whether it stands across (in a row), its lane and its length."""

    letter: str
    across: bool
    lane: int
    length: int

    def square(self, place: int, size: int) -> int:
        """The number of a square of its lane."""
        return self.lane * size + place if self.across else place * size + self.lane


class Yard:
    """The cars, with bit masks of the squares that they cover."""

    def __init__(self, cars: Sequence[Car], size: int) -> None:
        self.cars, self.size = cars, size
        self.bits = [[1 << car.square(place, size) for place in range(size)] for car in cars]
        self.masks = [
            [sum(bits[place : place + car.length]) for place in range(size - car.length + 1)]
            for car, bits in zip(cars, self.bits, strict=True)
        ]

    def slides(self, places: Places) -> list[tuple[str, Places]]:
        """All slides of a position."""
        taken = 0
        for masks, place in zip(self.masks, places, strict=True):
            taken |= masks[place]
        found = []
        for n, (car, bits, place) in enumerate(zip(self.cars, self.bits, places, strict=True)):
            back, ahead = ("left", "right") if car.across else ("up", "down")
            for way, lane, sign in ((back, bits[:place][::-1], -1), (ahead, bits[place + car.length :], 1)):
                for count, bit in enumerate(lane, 1):
                    if taken & bit:
                        break
                    found.append((f"{car.letter} {way} {count}", (*places[:n], place + sign * count, *places[n + 1 :])))
        return found

    def free(self, places: Places) -> bool:
        """Whether X, the first car, is at the right edge."""
        return places[0] == self.size - self.cars[0].length

    def drawn(self, places: Places) -> list[str]:
        """The rows of the yard."""
        squares = ["."] * self.size**2
        for car, place in zip(self.cars, places, strict=True):
            for at in range(place, place + car.length):
                squares[car.square(at, self.size)] = car.letter
        return ["".join(squares[r * self.size : (r + 1) * self.size]) for r in range(self.size)]


def _parked(rng: random.Random, size: int, count: int) -> tuple[list[Car], Places] | None:
    """X at the exit and so many other cars at random; None if there is no room."""
    exit_row = (size - 1) // 2
    cars, places = [Car("X", True, exit_row, 2)], [size - 2]
    taken = {cars[0].square(place, size) for place in (size - 2, size - 1)}
    for _ in range(8 * count):
        across, lane, length = rng.random() < 0.45, rng.randrange(size), 2 if rng.random() < 0.65 else 3
        if across and lane == exit_row:
            continue
        car, place = Car("", across, lane, length), rng.randrange(size - length + 1)
        squares = {car.square(at, size) for at in range(place, place + length)}
        if squares & taken:
            continue
        taken |= squares
        cars.append(car)
        places.append(place)
        if len(cars) > count:
            return cars, tuple(places)
    return None


@limited(
    size=Whole(4, 8, "rows and columns of the yard"),
    cars=Whole(1, 20, "cars beside X"),
    moves=Whole(1, 60, "the fewest moves that a shortest plan must need; it needs at most two more"),
    kinds=KINDS,
)
def generate(rng: random.Random, *, size: int, cars: int, moves: int, kinds: str) -> Draft:
    """Make one yard with X as far from free as is wanted.

    Raises:
        GenerationError: if no such yard was found in a bounded number of tries.
    """
    for _ in range(_TRIES):
        parked = _parked(rng, size, cars)
        if parked is None:
            continue
        yard = Yard(parked[0], size)
        try:
            every = distances([parked[1]], yard.slides, most=_MOST)
        except TooHard:
            continue
        far = distances([places for places in every if yard.free(places)], yard.slides, most=_MOST)
        starts = [places for places, away in far.items() if moves <= away <= moves + _SPREAD]
        if starts:
            break
    else:
        raise GenerationError(f"no yard of {size}x{size} with {cars} cars needs {moves} moves; lower moves, or change cars")
    start = rng.choice(starts)
    # Letters in the order of the squares at the start, so that they do not tell how the yard was made.
    order = sorted(range(1, cars + 1), key=lambda n: yard.cars[n].square(start[n], size))
    named = [yard.cars[0], *(yard.cars[n]._replace(letter=_LETTERS[i]) for i, n in enumerate(order))]
    yard = Yard(named, size)
    far = {tuple(places[n] for n in (0, *order)): away for places, away in far.items()}
    plan = downhill(tuple(start[n] for n in (0, *order)), yard.slides, far)
    rows = yard.drawn(plan.states[0])
    other = rng.choice(named[1:])
    example = f"{other.letter} {rng.choice(('left', 'right') if other.across else ('up', 'down'))} {rng.randint(1, 2)}"
    return draft(
        rng,
        kinds,
        WORDINGS,
        plan,
        yard.slides,
        facts={"board": rows},
        fields={"board": "\n".join(rows), "row": (size - 1) // 2 + 1, "example": example},
        told=lambda places: " / ".join(yard.drawn(places)),
        canonical=rows,
        difficulty=float(plan.cost),
    )


def _problem(payload: Mapping[str, Json]) -> Problem[Places]:
    board = payload["board"]
    size, text = len(board), "".join(board)
    cars, places = [], []
    for letter in ["X", *sorted(set(text) - {".", "X"})]:
        first, last = text.index(letter), text.rindex(letter)
        across = first // size == last // size
        length = (last - first) // (1 if across else size) + 1
        cars.append(Car(letter, across, first // size if across else first % size, length))
        places.append(first % size if across else first // size)
    yard = Yard(cars, size)
    return tuple(places), yard.slides, yard.free


def _read(text: str) -> list[str] | None:
    moves = [" ".join(part.split()) for part in re.split("[,;\n]", text) if part.strip()]
    found = [re.fullmatch("([a-x]) (left|right|up|down) ([1-9])", move) for move in moves]
    return [f"{m[1].upper()} {m[2]} {m[3]}" for m in found if m] if all(found) else None


confirms = confirming_plan(_problem, _read)

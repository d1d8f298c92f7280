"""Shuffled objects a second time: objects have places, and moves are products of permutations of the places.

The maker keeps what each person holds. Here a round of plain moves is one permutation, whose power is found by repeated
squaring; and for a question about the start, moves of people and moves of objects are two permutations that commute.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..in_order import confirming_any

Places = dict[int, int]
"""For each object the person who has it."""


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The objects in the order of the people."""
    people, told, kind = problem["people"], problem["told"], problem["kind"]
    places = {thing: person for person, thing in enumerate(told)}
    if kind == "rounds":
        goes = [_followed({0: person}, problem["moves"], people)[0] for person in range(people)]
        power = _power(goes, problem["times"])
        found = {thing: power[person] for thing, person in places.items()}
    elif kind == "backward":
        found = _start(problem["moves"], places, people)
    else:
        found = _followed(places, problem["moves"], people)
    held = {person: thing for thing, person in found.items()}
    return [problem["objects"][held[person]] for person in range(people)]


def _followed(places: Places, moves: list[list[Json]], people: int) -> Places:
    """Where the objects are after the moves; with one object alone, moves must not ask for others."""
    for sort, *rest in moves:
        swap: tuple[int, int] | None = None
        if sort == "swap":
            swap = rest[0], rest[1]
        elif sort == "holders":
            swap = places[rest[0]], places[rest[1]]
        elif sort == "whoever":
            swap = places[rest[0]], rest[1]
        elif sort == "if":
            swap = (rest[2], rest[3]) if places[rest[1]] == rest[0] else (rest[4], rest[5])
        elif sort == "pass":
            places = {thing: (person + 1) % people for thing, person in places.items()}
        if swap is not None:
            other = {swap[0]: swap[1], swap[1]: swap[0]}
            places = {thing: other.get(person, person) for thing, person in places.items()}
    return places


def _power(goes: list[int], times: int) -> list[int]:
    """A permutation done so many times, by squaring."""
    result = list(range(len(goes)))
    while times:
        if times & 1:
            result = [goes[person] for person in result]
        goes = [goes[person] for person in goes]
        times >>= 1
    return result


def _start(moves: list[list[Json]], end: Places, people: int) -> Places:
    """The places before the moves: what starts at a place ends where `left` says, whatever it is by then.

    A swap by the holders of two objects leaves all places as they are and exchanges the two objects, so it
    commutes with moves of people, and is told by `names` alone.
    """
    left = list(range(people))
    names = list(range(people))  # which object stands at last where one would be
    for sort, *rest in moves:
        if sort == "pass":
            left = [(place + 1) % people for place in left]
        elif sort == "swap":
            other = {rest[0]: rest[1], rest[1]: rest[0]}
            left = [other.get(place, place) for place in left]
        elif sort == "holders":
            other = {rest[0]: rest[1], rest[1]: rest[0]}
            names = [other.get(name, name) for name in names]
    back = {place: start for start, place in enumerate(left)}
    return {names.index(thing): back[place] for thing, place in end.items()}


confirms = confirming_any(solve)

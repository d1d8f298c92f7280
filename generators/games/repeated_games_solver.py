"""The solver of `repeated-games`: from the first round forwards, where the generator works backwards.

Histories are merged where all partners remember the same of them. What a partner remembers is found from the whole
history each time, and told as a text; the points of a list are those that its own history of rounds earns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..base import Json
from ..readers import bare


def remembered(rule: Sequence[Json], history: str) -> str:
    """What decides all that a partner will do; moves of a history stand between commas."""
    moves = [move for move in history.split(",") if move]
    if rule[0] == "answer":
        return ",".join(moves[-rule[1] :])
    if rule[0] == "mood":
        number = rule[1]
        for move in moves:
            number = sorted((0, number + (1 if move == rule[3] else -1), rule[2]))[1]
        return str(number)
    if rule[0] == "cycle":
        gone = 0
        while gone < len(moves) and moves[-1 - gone] != rule[2]:
            gone += 1
        return str(gone % len(rule[1]))
    hits = "".join("x" if move == rule[1] else "-" for move in moves)
    if rule[0] == "count":
        return "x" * int(min(hits.count("x"), rule[2]))
    last = hits[-rule[2] :]
    return last[last.rfind("-") + 1 :] if rule[0] == "run" else last[last.rfind("x") :] if "x" in last else ""


def played(rule: Sequence[Json], memory: str) -> str:
    """What a partner does that remembers this."""
    if rule[0] == "answer":
        moves = memory.split(",") if memory else []
        return str(rule[3][moves[0]]) if len(moves) == rule[1] else str(rule[2])
    if rule[0] == "mood":
        return str(rule[5] if int(memory) >= rule[4] else rule[6])
    if rule[0] == "cycle":
        return str(rule[1][int(memory)])
    turned = len(memory) == rule[2] if rule[0] in ("count", "run") else bool(memory)
    return str(rule[4] if turned else rule[3])


def _points(payload: Mapping[str, Json], at: int, move: str, memories: Sequence[str]) -> int:
    partners = [*payload["partners"], payload["candidates"][payload["who"]]]
    others = [played(rule, memory) for rule, memory in zip(partners, memories, strict=True)]
    if payload["kind"] == "average":
        numbers = [int(move), *map(int, others)]
        order = sorted(numbers, key=lambda number: abs(number * 9 - sum(numbers) * 2))
        ties = abs(order[0] * 9 - sum(numbers) * 2) == abs(order[1] * 9 - sum(numbers) * 2)
        gained = 0 if ties or order[0] != numbers[0] else numbers[0]
    else:
        seen = others[0] if len(others) == 1 else str(sum(other == payload["actions"][0] for other in others))
        gained = payload["points"][move][seen]
    return int(gained * payload["bonus"][at])


def _memories(payload: Mapping[str, Json], history: str) -> tuple[str, ...]:
    partners = [*payload["partners"], payload["candidates"][payload["who"]]]
    return tuple(remembered(rule, history) for rule in partners)


def most(payload: Mapping[str, Json]) -> int:
    """The most points of any list."""
    layer = {_memories(payload, ""): (0, "")}
    for at in range(len(payload["bonus"])):
        below: dict[tuple[str, ...], tuple[int, str]] = {}
        for memories, (total, history) in layer.items():
            for move in payload["actions"]:
                longer = f"{history}{move},"
                found = (total + _points(payload, at, move, memories), longer)
                key = _memories(payload, longer)
                if key not in below or below[key][0] < found[0]:
                    below[key] = found
        layer = below
    return max(total for total, _ in layer.values())


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists moves for all rounds, and no list earns more."""
    text = bare(answer).upper()
    moves = re.split(r"[,;\s]+", text) if re.fullmatch(r"[A-Z0-9]+(?:[,;\s]+[A-Z0-9]+)*", text) else list[str]()
    if len(moves) == 1 and moves[0].isalpha():
        moves = list(moves[0])
    if len(moves) != len(payload["bonus"]) or not set(moves) <= set(payload["actions"]):
        return False
    total, history = 0, ""
    for at, move in enumerate(moves):
        total += _points(payload, at, move, _memories(payload, history))
        history += f"{move},"
    return total == most(payload)

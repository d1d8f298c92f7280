"""The solver of `auctions-and-bargaining`: from the first move forwards, where the generator works backwards.

A position is a dictionary of what is remembered; positions with equal texts are one. The rules are its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..base import Json
from ..readers import bare

Position = dict[str, Any]


def _first(payload: Mapping[str, Json]) -> Position:
    rule = payload["candidates"][payload["who"]]
    begin: dict[str, Position] = {
        "ultimatum": {"limit": rule[1] if len(rule) > 1 else 0},
        "auction": {"me": 0, "it": 0, "got": 0, "next": rule[1] if len(rule) > 1 else 0},
        "haggle": {"ask": payload.get("ask"), "before": None},
        "contract": {"limit": rule[1] if len(rule) > 1 else 0, "before": None},
    }
    return {"turn": 0, "over": False, **begin[payload["kind"]]}


def _choices(payload: Mapping[str, Json], p: Position) -> list[str]:
    if p["over"] or p["turn"] >= payload["rounds"]:
        return []
    kind = payload["kind"]
    if kind == "contract":
        sizes = [len(row) for row in payload["mine"]]
        return [
            f"{a + 1}-{b + 1}-{c + 1}"
            for a in range(sizes[0])
            for b in range(sizes[1])
            for c in range(sizes[2])
        ]
    if kind == "haggle":
        return [str((n + 1) * payload["step"]) for n in range(payload["ask"] // payload["step"])]
    top = (
        payload["pots"][p["turn"]]
        if kind == "ultimatum"
        else min(payload["cap"], payload["money"][0] - p["me"])
    )
    return [str(n) for n in range(top + 1)]


def _after(payload: Mapping[str, Json], p: Position, move: str) -> tuple[int, Position]:
    """The points of a move, and the position after it."""
    kind, rule = payload["kind"], payload["candidates"][payload["who"]]
    q = {**p, "turn": p["turn"] + 1}
    name, *of = rule
    if kind == "contract":
        mine = theirs = 0
        for issue, option in enumerate(move.split("-")):
            mine += payload["mine"][issue][int(option) - 1]
            theirs += payload["theirs"][issue][int(option) - 1]
        if theirs >= p["limit"]:
            return mine, {**q, "over": True}
        lower = {
            "falls": True,
            "moved": p["before"] is not None and theirs > p["before"],
            "hurt": name == "hurt" and theirs >= of[-1],
        }[name]
        q["limit"] += -of[1] if lower else of[1] if name == "hurt" else 0
        return -payload["cost"], {**q, "before": theirs if name == "moved" else None}
    n = int(move)
    if kind == "ultimatum":
        yes = not n < p["limit"]
        if name == "memory":
            q["limit"] = n - of[1]
        elif name == "proud":
            q["limit"] += of[2] * (n < of[1])
        elif name == "tired":
            q["limit"] = max(p["limit"] - of[1], 0)
        else:
            q["limit"] = (
                sorted((of[3], p["limit"] - of[2], of[4]))[1] if not yes else min(p["limit"] + of[1], of[4])
            )
        return payload["pots"][p["turn"]] - n if yes else 0, q
    if kind == "auction":
        purse = payload["money"][1] - p["it"]
        plan = {
            "share": lambda: payload["theirs"][p["turn"]] * of[0] // of[1],
            "even": lambda: purse // (payload["rounds"] - p["turn"]),
            "chase": lambda: p["next"],
            "wins": lambda: of[0] + p["got"] * of[1],
        }[name]()
        bid = sorted((plan, purse, payload["cap"]))[0]
        if n > bid:
            q |= {"me": p["me"] + n, "got": p["got"] + 1, "next": bid + of[1] if name == "chase" else 0}
            return payload["mine"][p["turn"]] - n, q
        return 0, {**q, "it": p["it"] + bid, "next": of[0] if name == "chase" else 0}
    if n >= p["ask"]:
        return payload["value"] - n, {**q, "over": True}
    step, gap = payload["step"], p["ask"] - n
    if name == "leaves" and gap > of[2] * step:
        return -payload["cost"], {**q, "over": True}
    drop = {"falls": of[0] * step, "leaves": of[0] * step, "half": gap // (2 * step) * step, "meets": 0}[name]
    if name == "meets" and p["before"] is not None and n > p["before"]:
        drop = n - p["before"]
    floor = of[1] * step
    q["ask"] = p["ask"] - drop if p["ask"] - drop > floor else floor
    return -payload["cost"], {**q, "before": n if name == "meets" else None}


def most(payload: Mapping[str, Json]) -> int:
    """The most points of any list."""
    ended, layer = [], {json.dumps(_first(payload)): 0}
    while layer:
        below: dict[str, int] = {}
        for text, total in layer.items():
            position = json.loads(text)
            choices = _choices(payload, position)
            if not choices:
                ended.append(total)
            for move in choices:
                points, after = _after(payload, position, move)
                key = json.dumps(after)
                below[key] = max(below.get(key, total + points), total + points)
        layer = below
    return max(ended)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists the moves of a whole game, and no list earns more."""
    text = bare(answer)
    if not re.fullmatch(r"[0-9-]+(?:[,;\s]+[0-9-]+)*", text):
        return False
    position, total = _first(payload), 0
    for move in re.split(r"[,;\s]+", text):
        if move not in _choices(payload, position):
            return False
        points, position = _after(payload, position, move)
        total += points
    return not _choices(payload, position) and total == most(payload)

"""The solver of induced programs: each operation once more, in plain loops; another driver runs the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..execute import equal
from ..solver_runs import outputs


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the program `answer` does what the stated chains do, on the same inputs."""
    code, problem = payload["code"], payload["problem"]
    calls = [case["args"] for case in code["cases"]]
    made = outputs(answer, code["entry"], calls)
    if made is None or len(made) != len(calls):
        return False
    return all(equal(value, expected(problem, args[0])) for value, args in zip(made, calls, strict=True))


def expected(problem: Mapping[str, Any], value: Any) -> Any:
    """What the program of `problem` gives for an input, by loops over its items."""
    chain = problem["chains"][0 if problem["condition"] is None or _holds(problem["condition"], value) else 1]
    text = problem["world"] == "text"
    items: Any = list(value)
    for name, constant in chain:
        items = _step(items, name, constant)
    return "".join(items) if text and isinstance(items, list) else items


def _holds(condition: list[str], value: Any) -> bool:
    name, constant = condition
    different = [item for at, item in enumerate(value) if item not in value[:at]]
    if name == "even length":
        return len(value) in (0, 2, 4, 6, 8)
    if name == "falling":
        return bool(sorted([value[0], value[-1]])[0] == value[-1] and value[0] != value[-1])
    if name == "even sum":
        return len([item for item in value if item % 2]) % 2 == 0
    if name == "even first":
        return str(value[0])[-1] in "02468"
    if name == "large":
        return any(item >= int(constant) + 1 for item in value)
    if name == "repeats":
        return len(different) != len(value)
    if name == "holds":
        return any(item == constant for item in value)
    return len(different) <= int(constant)  # few


def _step(items: list[Any], name: str, constant: str) -> Any:
    made: list[Any] = []
    for at, item in enumerate(items):
        before, rest = items[:at], items[at + 1 :]
        made += _item(name, constant, at, item, before, rest)
    if name in ("ascending", "descending"):
        made = []
        for item in items:  # by insertion
            place = 0
            while place < len(made) and (made[place] <= item if name == "ascending" else made[place] >= item):
                place += 1
            made.insert(place, item)
    elif name in ("mirror", "twice"):
        made = [*items, *(items if name == "twice" else reversed(items))]
    elif name == "reverse":
        made = list(reversed(items))
    elif name in ("rotate", "repeat first"):
        made = (items[1:] if name == "rotate" else items) + [item for at, item in enumerate(items) if at == 0]
    elif name == "repeat last" and items:
        made = [*items, items[len(items) - 1]]
    elif name == "wrap":
        made = [constant, *items]
    elif name in _LAST:
        return _number(name, constant, items)
    return made


def _item(name: str, constant: str, at: int, item: Any, before: list[Any], rest: list[Any]) -> list[Any]:
    """What becomes of one item, for the operations that go item by item."""
    k = int(constant) if constant.isdigit() else 0
    if name in _KEPT:
        kept = {
            "drop first": at > 0,
            "drop last": bool(rest),
            "take": at < k,
            "even places": at % 2 == 0,
            "odd places": at % 2 == 1,
            "unique": item not in before,
            "runs": not before or before[-1] != item,
            "remove": item != constant,
            "evens": not isinstance(item, str) and str(item)[-1] in "02468",
            "odds": not isinstance(item, str) and str(item)[-1] in "13579",
            "above": not isinstance(item, str) and item - k > 0,
            "below": not isinstance(item, str) and k - item > 0,
        }
        return [item] if kept[name] else []
    if name in ("swap", "replace", "double"):
        if name == "double":
            return [item, item]
        p, q = constant[0], constant[1]
        return [q if item == p else p if item == q and name == "swap" else item]
    if isinstance(item, str):
        return []
    if name in ("differences", "pairs"):
        return [item - before[-1] if name == "differences" else item + before[-1]] if before else []
    if name == "halve":
        return [(item - item % k) // k]
    if name == "remainder":
        while not 0 <= item < k:
            item += k if item < 0 else -(item // k) * k
        return [item]
    if name == "highest":
        return [sorted([*before, item])[-1]]
    if name == "counts":
        return [[*before, item, *rest].count(item)]
    changed = {
        "add": item + k,
        "times": sum(item for _ in range(k)),
        "negate": 0 - item,
        "absolute": item if item > 0 else 0 - item,
        "square": item**2,
        "sums": sum(before, item),
        "places": item + at,
        "by place": item * at,
        "cap": k if item > k else item,
    }
    return [changed[name]] if name in changed else []


_KEPT = frozenset(
    "drop first,drop last,take,even places,odd places,unique,runs,remove,evens,odds,above,below".split(",")
)
_LAST = frozenset("sum length largest smallest distinct alternating count changes".split())


def _number(name: str, constant: str, items: list[Any]) -> int:
    if name in ("largest", "smallest"):
        ordered = sorted(items) or [0]
        return int(ordered[-1] if name == "largest" else ordered[0])
    total = 0
    for at, item in enumerate(items):
        new = item not in items[:at]
        if name in ("sum", "alternating"):
            total += item if name == "sum" or at % 2 == 0 else -item
        else:
            counted = {"length": True, "distinct": new, "count": item == constant}
            total += counted[name] if name in counted else at > 0 and items[at - 1] != item
    return total

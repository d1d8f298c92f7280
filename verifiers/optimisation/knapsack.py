"""Checks choices of items: what may be taken is, no limit is passed, and the worth is compared with the best."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_PARTS = 10**9  # quotients are compared in these parts, rounded down
_ITEMS = "Give the numbers of the chosen items, separated by commas."


def _sum(payload: Payload, name: str, chosen: Iterable[int]) -> int:
    return int(sum(payload[name][j - 1] for j in chosen))


def _chosen(payload: Payload, given: list[int], name: str = "values") -> None:
    allowed(given, 1, len(payload[name]), "item")
    distinct(given, "item")


def _within(total: int, limit: int, what: str) -> None:
    if total > limit:
        raise Broken(f"The {what} of all that is taken comes to {total}, more than {limit}.")


def _knapsack(payload: Payload, given: list[int]) -> int:
    _chosen(payload, given)
    _within(_sum(payload, "weights", given), payload["limit"], "weight")
    return _sum(payload, "values", given)


def _copies(payload: Payload, given: list[int]) -> int:
    exactly(given, len(payload["copies"]), "numbers of pieces")
    for sort, (count, most) in enumerate(zip(given, payload["copies"], strict=True), 1):
        if not 0 <= count <= most:
            raise Broken(f"Of sort {sort} there can be 0 to {most} pieces, not {count}.")
    pieces = [sort for sort, count in enumerate(given, 1) for _ in range(count)]
    _within(_sum(payload, "weights", pieces), payload["limit"], "weight")
    return _sum(payload, "values", pieces)


def _groups(payload: Payload, given: list[int]) -> int:
    _chosen(payload, given)
    taken: dict[int, int] = {}
    for j in given:
        group = payload["groups"][j - 1]
        if group in taken:
            raise Broken(f"The items {taken[group]} and {j} are both of group {group}.")
        taken[group] = j
    return _knapsack(payload, given)


def _two_limits(payload: Payload, given: list[int]) -> int:
    _chosen(payload, given)
    _within(_sum(payload, "weights", given), payload["limit"], "weight")
    _within(_sum(payload, "volumes", given), payload["space"], "volume")
    return _sum(payload, "values", given)


def _ratio(payload: Payload, given: list[int]) -> int:
    _chosen(payload, given, "gains")
    exactly(given, payload["count"], "items")
    return _sum(payload, "gains", given) * _PARTS // _sum(payload, "costs", given)


def _diminishing(payload: Payload, given: list[int]) -> int:
    _chosen(payload, given)
    lost = accumulate(payload["losses"][j - 1] for j in given)
    return _sum(payload, "values", given) - int(sum(list(lost)[:-1]))


def _known(payload: Payload, given: list[int]) -> None:
    for number in given:
        if number not in payload["numbers"]:
            raise Broken(f"{number} is none of the given numbers.")
    distinct(given, "number")


def _subset_sum(payload: Payload, given: list[int]) -> int:
    _known(payload, given)
    if sum(given) != payload["target"]:
        raise Broken(f"The chosen numbers sum to {sum(given)}, not to {payload['target']}.")
    return 1


def _equal_groups(payload: Payload, groups: list[list[int]]) -> int:
    given = [number for group in groups for number in group]
    _known(payload, given)
    exactly(groups, payload["count"], "groups")
    exactly(given, len(payload["numbers"]), "numbers")
    for group in groups:
        exactly(group, 3, "numbers in each group")
        if sum(group) != sum(groups[0]):
            raise Broken(f"One group sums to {sum(groups[0])}, another one to {sum(group)}.")
    return 1


OBJECTIVES = {
    "knapsack": Objective(_ITEMS, _knapsack, largest=True),
    "copies": Objective(
        "Give the number of pieces of each sort, separated by commas.", _copies, largest=True, maps=("sort", "")
    ),
    "groups": Objective(_ITEMS, _groups, largest=True),
    "two-limits": Objective(_ITEMS, _two_limits, largest=True),
    "ratio": Objective(_ITEMS, _ratio, largest=True),
    "diminishing": Objective(_ITEMS, _diminishing, largest=True),
    "subset-sum": Objective("Give the chosen numbers, separated by commas.", _subset_sum),
    "equal-groups": Objective(
        "Give the numbers of each group with spaces between them, and semicolons between the groups.",
        _equal_groups,
        groups=True,
    ),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a choice."""
    return judge(OBJECTIVES, payload, answer, nouns=("items", "chosen items", "numbers", "groups", "pieces"))

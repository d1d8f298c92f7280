"""Defeasible rules a second time: backwards from what is asked, where the maker goes forward property by property."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..in_order import confirming_any


class _Asked:
    """One theory; questions are answered by asking further ones."""

    def __init__(self, problem: Mapping[str, Json]) -> None:
        self.problem = problem
        self.facts = {(animal, about, truth) for animal, about, truth in problem["facts"]}
        self.over = {(better, worse) for better, worse in problem["over"]}
        self.known: dict[tuple[int, int, bool], bool] = {}

    def proved(self, animal: int, about: int, truth: bool) -> bool:
        """Whether a statement is proved."""
        key = animal, about, truth
        if key not in self.known:
            self.known[key] = self._proved(animal, about, truth)
        return self.known[key]

    def _proved(self, animal: int, about: int, truth: bool) -> bool:
        if (animal, about, truth) in self.facts:
            return True
        if (animal, about, not truth) in self.facts:
            return False
        against = self.active(animal, about, not truth)
        return any(against <= self.beaten(rule) for rule in self.active(animal, about, truth))

    def beaten(self, rule: int) -> set[int]:
        """The rules over which a rule is preferred."""
        return {worse for better, worse in self.over if better == rule}

    def active(self, animal: int, about: int, truth: bool) -> set[int]:
        """The rules that apply to an animal and conclude this."""
        rules = enumerate(self.problem["rules"])
        return {
            number
            for number, (who, conditions, *conclusion) in rules
            if conclusion == [about, truth] and who in (None, animal) and self.all_hold(conditions, animal)
        }

    def all_hold(self, conditions: list[list[Json]], animal: int) -> bool:
        """Whether all conditions hold, with this animal for X."""
        coins = self.problem["coins"]
        for condition in conditions:
            match condition:
                case ["coins", least]:
                    holds = coins[animal] >= least
                case ["more", other]:
                    holds = coins[animal] > coins[other]
                case [name, who, about, truth]:
                    holds = self.proved(animal if who is None else who, about, truth) is (name == "does")
                case _:
                    raise ValueError(f"unknown condition: {condition!r}")
            if not holds:
                return False
        return True


def solve(problem: Mapping[str, Json]) -> list[str] | list[int]:
    """The verdicts on the statements, or the numbers of the rules that apply to the animal."""
    asked = _Asked(problem)
    if problem["kind"] == "judge":
        return [
            "T" if asked.proved(a, p, truth) else "F" if asked.proved(a, p, not truth) else "U"
            for a, p, truth in problem["statements"]
        ]
    animal, rules = problem["animal"], problem["rules"]
    return [
        number
        for number, (_, _, about, truth) in enumerate(rules, 1)
        if number - 1 in asked.active(animal, about, truth)
    ]


confirms = confirming_any(solve)

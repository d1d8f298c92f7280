"""Rules that contradict each other, and preferences between them: what is proved, disproved, or stays unknown.

Animals have coins and do things; rules conclude what else they do or do not do. What a rule concludes is proved if the
rule applies, no fact says the opposite, and the rule is preferred over every rule that applies and says the opposite.
No property depends on itself, so there is one solution. `judge` asks for the verdict on several statements, of each
kind about as many; `applied` for all rules that apply to one animal, beaten ones too.

A theory is drawn again if the answer can be had without the preferences: if the rule with the least or the greatest
number always won, if nothing contradictory were proved, if more rules beat fewer, or if unproved conditions were passed
over.

Difficulty: the number of `animals`, of `rules` and of the `layers` of what rules conclude, the most `conditions` of a
rule, and how many `statements` are judged. Proxy: conditions and conclusions that are looked at, for all animals.

Sources: D. Nute, Defeasible logic (1994); M. Kazemi et al., BoardgameQA (2023), arXiv:2306.07934.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import factorial, prod
from typing import Final

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..in_order import in_order, typed
from ..limits import Whole

ANIMALS: Final = tuple(
    "badger beaver crane crow deer fox goose hare hedgehog heron lizard lynx mole otter owl seal".split()
)
DOES: Final = (
    ("guards the gate", "does not guard the gate"),
    ("carries a lamp", "does not carry a lamp"),
    ("sings at night", "does not sing at night"),
    ("trusts the king", "does not trust the king"),
    ("repairs the bridge", "does not repair the bridge"),
    ("knows the password", "does not know the password"),
    ("wears a red hat", "does not wear a red hat"),
    ("sleeps in the tower", "does not sleep in the tower"),
    ("pays the tax", "does not pay the tax"),
    ("owns a boat", "does not own a boat"),
    ("speaks in the council", "does not speak in the council"),
    ("keeps a secret", "does not keep a secret"),
)
"""What animals do, and the opposite."""
BASE: Final = 3
"""Properties that no rule concludes."""
MEANING = (
    "X stands for any animal. A rule applies to an animal, which is X or the animal of the rule's conclusion, if "
    "all of its conditions hold. A condition holds if it is proved, or, if it is about coins, by the numbers of "
    "coins; a "
    'condition "it is not proved that ..." holds if that is not proved. Every fact is proved. The conclusion of a '
    "rule "
    "that applies is proved as well if no fact says the opposite and the rule is preferred over each rule that "
    "applies to the same animal and concludes the opposite. Nothing else is proved, and only the preferences that "
    "are listed exist."
)
_JUDGED = (
    "T if it is proved, F if its opposite is proved, U if neither is proved. Give one letter for each statement, "
    "in their order."
)
WORDINGS = {
    "judge": (
        f"Facts:\n{{facts}}\n\nRules:\n{{rules}}\n\nPreferences: {{preferences}}\n\n{MEANING}\n\nStatements:\n"
        f"{{statements}}\n\nJudge each statement: {_JUDGED}",
        f"{MEANING}\n\nThese are the facts:\n{{facts}}\n\nThese are the rules:\n{{rules}}\n\nThese preferences "
        f"exist: {{preferences}}\n\nWhat about these statements?\n{{statements}}\n\nFor each of them write {_JUDGED}",
        f"Some animals are judged by rules that may contradict each "
        f"other.\n\n{{rules}}\n\n{{preferences}}\n\n{MEANING}\n\nKnown facts:\n{{facts}}\n\nDecide about each of "
        f"these statements:\n{{statements}}\n\nThe verdict is {_JUDGED}",
    ),
    "applied": (
        f"Facts:\n{{facts}}\n\nRules:\n{{rules}}\n\nPreferences: {{preferences}}\n\n{MEANING}\n\nWhich rules apply "
        f"to the "
        "{animal}, whether or not their conclusions are proved? Give their numbers in ascending order, separated "
        "by commas.",
        f"{MEANING}\n\nThese are the facts:\n{{facts}}\n\nThese are the rules:\n{{rules}}\n\nThese preferences "
        f"exist: "
        "{preferences}\n\nFind all rules that apply to the {animal}, those that are overruled included, and list "
        "their numbers from the smallest to the largest with commas.",
        f"Some animals are judged by rules that may contradict each "
        f"other.\n\n{{rules}}\n\n{{preferences}}\n\n{MEANING}\n\n"
        "Known facts:\n{facts}\n\nTo the {animal} some of the rules apply, even if others are preferred. Write the "
        "numbers of all of these rules in increasing order, with commas between them.",
    ),
}
CHEAP: Final = ("first", "last", "contradicted", "more", "loose")
"""Ways to decide without the preferences, or without care; see `decided`."""

Condition = list[Json]
"""``["does", who, property, truth]``, ``["unproved", who, property, truth]`` (who: an animal, or None for X), "
"``["more",
animal]`` for more coins than that animal, ``["coins", least]``."""
Verdicts = list[list[bool | None]]
"""For each animal and property whether it is proved (True), its opposite is (False), or neither."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule; `who` is the animal of a rule for one animal, None for all."""

    who: int | None
    conditions: list[Condition]
    about: int
    truth: bool

    def concerns(self, animal: int) -> bool:
        """Whether the rule could apply to an animal."""
        return self.who in (None, animal)


@dataclass(frozen=True, slots=True)
class Theory:
    """Facts, rules and preferences; `over` holds pairs of rules, the preferred one first."""

    coins: list[int]
    facts: dict[tuple[int, int], bool]
    rules: list[Rule]
    over: set[tuple[int, int]]


def applies(theory: Theory, rule: Rule, animal: int, proved: Verdicts, loose: bool = False) -> bool:
    """Whether a rule applies; `loose` takes a condition that is not disproved for one that holds."""
    if not rule.concerns(animal):
        return False
    for name, *rest in rule.conditions:
        if name == "coins":
            holds = theory.coins[animal] >= rest[0]
        elif name == "more":
            holds = theory.coins[animal] > theory.coins[rest[0]]
        else:
            who, about, truth = rest
            value = proved[animal if who is None else who][about]
            holds = (value is not truth) if name == "unproved" else value is truth or (loose and value is None)
        if not holds:
            return False
    return True


def decided(theory: Theory, animal: int, about: int, proved: Verdicts, way: str = "") -> bool | None:
    """The verdict on one property, from those on all earlier ones.

    Without a `way` by the rules of the task; "first" and "last" go by the numbers of rules, "contradicted" proves
    nothing that is contradicted, "more" counts rules, and "loose" passes over conditions that are unknown.
    """
    if (animal, about) in theory.facts:
        return theory.facts[animal, about]
    active = [
        n
        for n, rule in enumerate(theory.rules)
        if rule.about == about and applies(theory, rule, animal, proved, way == "loose")
    ]
    sides = {truth: [n for n in active if theory.rules[n].truth is truth] for truth in (True, False)}
    if way in ("first", "last"):
        return theory.rules[active[0 if way == "first" else -1]].truth if active else None
    if way == "contradicted":
        return None if all(sides.values()) or not active else theory.rules[active[0]].truth
    if way == "more":
        ahead = len(sides[True]) - len(sides[False])
        return ahead > 0 if ahead else None
    for truth in (True, False):
        if any(all((n, other) in theory.over for other in sides[not truth]) for n in sides[truth]):
            return truth
    return None


def verdicts(theory: Theory, properties: int, way: str = "") -> Verdicts:
    """All verdicts, property by property."""
    proved: Verdicts = [[None] * properties for _ in theory.coins]
    for about in range(properties):
        for animal in range(len(theory.coins)):
            proved[animal][about] = decided(theory, animal, about, proved, way)
    return proved


def _theory(rng: random.Random, animals: int, layers: int, rules: int, conditions: int) -> Theory:
    """Layer after layer, each with rules for and against it; most of them apply to some animal and not to others."""
    coins = rng.sample(range(1, 30), animals)
    facts = {(a, p): rng.random() < 0.6 for a in range(animals) for p in range(BASE) if rng.random() < 0.75}
    theory = Theory(coins, facts, [], set())
    proved: Verdicts = [[facts.get((a, p)) for p in range(BASE + layers)] for a in range(animals)]
    shares = [rules // layers + (n < rules % layers) for n in range(layers)]
    rng.shuffle(shares)
    for about, share in enumerate(shares, BASE):
        truths = [n % 2 == 0 for n in range(share)]
        for truth in truths:
            for _ in range(6):
                rule = _rule(rng, animals, about, truth, conditions)
                met = sum(applies(theory, rule, a, proved) for a in range(animals))
                if 0 < met < animals and rule not in theory.rules:
                    break
            mine = len(theory.rules)
            for other, each in enumerate(theory.rules):
                if each.about == about and each.truth is not truth and rng.random() < 0.7:
                    theory.over.add((mine, other) if rng.random() < 0.5 else (other, mine))
            theory.rules.append(rule)
        for animal in range(animals):
            if rng.random() < 0.06:
                facts[animal, about] = rng.random() < 0.5
            proved[animal][about] = decided(theory, animal, about, proved)
    order = rng.sample(range(rules), rules)
    place = {old: new for new, old in enumerate(order)}
    over = {(place[a], place[b]) for a, b in theory.over}
    return Theory(coins, facts, [theory.rules[old] for old in order], over)


def _rule(rng: random.Random, animals: int, about: int, truth: bool, conditions: int) -> Rule:
    """A rule about a property, of which one condition is about X, and often about the property just before."""
    who = rng.choice((None, None, None, rng.randrange(animals)))
    first = about - 1 if about > BASE and rng.random() < 0.7 else rng.randrange(about)
    found: list[Condition] = [["does", who, first, rng.random() < 0.6]]
    for _ in range(rng.randint(1, conditions) - 1):
        name = rng.choice(("does", "does", "unproved", "more", "coins"))
        if name == "coins":
            new: Condition = [name, rng.randint(5, 20)]
        elif name == "more":
            new = [name, rng.choice([a for a in range(animals) if a != who])]
        else:
            new = [
                name,
                rng.choice((who, who, rng.randrange(animals))),
                rng.randrange(about),
                rng.random() < 0.6,
            ]
        known = {(each[0] in ("coins", "more"), *each[1:3][-1:]) for each in found}
        if (name in ("coins", "more"), *new[1:3][-1:]) not in known:
            found.append(new)
    return Rule(who, found, about, truth)


def _made(
    kind: str, rng: random.Random, *, animals: int, layers: int, rules: int, conditions: int, statements: int
) -> Question | None:
    theory = _theory(rng, animals, layers, rules, conditions)
    size = BASE + layers
    proved = verdicts(theory, size)
    names, does = rng.sample(ANIMALS, animals), rng.sample(DOES, size)
    said = _Said(names, does)
    problem: dict[str, Json] = {
        "kind": kind,
        "coins": theory.coins,
        "facts": [[a, p, truth] for (a, p), truth in sorted(theory.facts.items())],
        "rules": [[rule.who, rule.conditions, rule.about, rule.truth] for rule in theory.rules],
        "over": sorted(map(list, theory.over)),
    }
    lines = list(_lines(theory, proved, said))
    work = sum((len(rule.conditions) + 1) * (1 if rule.who is not None else animals) for rule in theory.rules)
    preferred = [f"Rule {a + 1} is preferred over Rule {b + 1}" for a, b in sorted(theory.over)]
    fields: dict[str, object] = {
        "facts": "\n".join(f"- {text}" for text in rng.sample(said.facts(theory), animals + len(theory.facts))),
        "rules": "\n".join(f"Rule {n}: {said.rule(rule)}" for n, rule in enumerate(theory.rules, 1)),
        "preferences": f"{'; '.join(preferred) or 'there are none'}.",
    }
    others = [verdicts(theory, size, way) for way in CHEAP]
    if kind == "applied":
        focus, found = _focus(rng, theory, proved, others)
        if not found:
            return None
        answer = ", ".join(map(str, found))
        problem["animal"] = focus
        fields["animal"] = names[focus]
        facts = typed(problem, answer, "list")
        rate = 2.0 ** -sum(rule.concerns(focus) for rule in theory.rules)
        lines.append(f"rules that apply to the {names[focus]}: {answer}")
    else:
        atoms = [(a, p) for a in range(animals) for p in range(BASE, size) if (a, p) not in theory.facts]
        rng.shuffle(atoms)
        shares = [statements // 3 + (n < statements % 3) for n in range(3)]
        rng.shuffle(shares)
        signs = [sign for sign, share in zip("TFU", shares, strict=True) for _ in range(share)]
        settled = [atom for atom in atoms if proved[atom[0]][atom[1]] is not None]
        open_ = [atom for atom in atoms if proved[atom[0]][atom[1]] is None]
        if len(settled) < statements - shares[2] or len(open_) < shares[2]:
            return None
        asked: list[tuple[int, int, bool]] = []
        for sign in signs:
            a, p = (open_ if sign == "U" else settled).pop()
            asked.append((a, p, rng.random() < 0.5 if sign == "U" else proved[a][p] is (sign == "T")))
        rng.shuffle(asked)

        def judged(verdict: Verdicts) -> str:
            return "".join(
                "U" if verdict[a][p] is None else "FT"[verdict[a][p] is truth] for a, p, truth in asked
            )

        answer = judged(proved)
        if any(judged(other) == answer for other in others):
            return None
        problem["statements"] = [list(each) for each in asked]
        fields["statements"] = "\n".join(f"{n}. {said.does(*each)}." for n, each in enumerate(asked, 1))
        facts = in_order(problem, list(answer), signs="TFU")
        rate = min(0.02, prod(map(factorial, shares)) / factorial(statements))
        lines += [
            f"{n}. {said.does(*each)}: {sign}"
            for n, (each, sign) in enumerate(zip(asked, answer, strict=True), 1)
        ]
        work += statements
    return Question(
        fields, facts, answer, lines, gold=None, canonical=problem, guess_rate=rate, difficulty=float(work)
    )


def _focus(
    rng: random.Random, theory: Theory, proved: Verdicts, others: Sequence[Verdicts]
) -> tuple[int, list[int]]:
    """An animal to which some of the rules apply and others do not, and these; none where a cheap way finds them."""
    for animal in rng.sample(range(len(theory.coins)), len(theory.coins)):
        concerned = sum(rule.concerns(animal) for rule in theory.rules)
        found, *guesses = (
            [
                n
                for n, rule in enumerate(theory.rules, 1)
                if applies(theory, rule, animal, verdict, way == "loose")
            ]
            for verdict, way in zip((proved, *others), ("", *CHEAP), strict=True)
        )
        if 2 < len(found) < concerned - 1 and found not in guesses:
            return animal, found
    return 0, []


class _Said:
    """The words of one theory."""

    def __init__(self, names: list[str], does: list[tuple[str, str]]) -> None:
        self.names, self.words = names, does

    def does(self, who: int | None, about: int, truth: bool, within: bool = False) -> str:
        """``The fox sings at night``; with a small letter `within` a sentence."""
        name = "X" if who is None else f"the {self.names[who]}" if within else f"The {self.names[who]}"
        return f"{name} {self.words[about][not truth]}"

    def facts(self, theory: Theory) -> list[str]:
        """The facts, a sentence each."""
        owned = [
            f"The {name} has {count} coin{'s' * (count > 1)}."
            for name, count in zip(self.names, theory.coins, strict=True)
        ]
        return owned + [f"{self.does(a, p, truth)}." for (a, p), truth in sorted(theory.facts.items())]

    def rule(self, rule: Rule) -> str:
        """A rule as a sentence."""
        subject = "X" if rule.who is None else f"the {self.names[rule.who]}"
        parts = []
        for name, *rest in rule.conditions:
            if name == "coins":
                parts.append(f"{subject} has {rest[0]} or more coins")
            elif name == "more":
                parts.append(f"{subject} has more coins than the {self.names[rest[0]]}")
            else:
                who, about, truth = rest
                unproved = "it is not proved that " * (name == "unproved")
                parts.append(unproved + self.does(who, about, truth, within=True))
        return f"If {listed(parts)}, then {self.does(rule.who, rule.about, rule.truth, within=True)}."


def _lines(theory: Theory, proved: Verdicts, said: _Said) -> Iterator[str]:
    """For each property and animal the rules that apply, and what is proved."""
    for about in range(BASE, len(proved[0])):
        for animal in range(len(theory.coins)):
            active = [
                n
                for n, rule in enumerate(theory.rules)
                if rule.about == about and applies(theory, rule, animal, proved)
            ]
            value = proved[animal][about]
            if not active and value is None:
                continue
            why = f"rules that apply: {listed(n + 1 for n in active)}" if active else "no rule applies"
            if (animal, about) in theory.facts:
                why += "; a fact"
            result = said.does(animal, about, True if value is None else value)
            yield f"{why}; {'not settled: ' if value is None else ''}{result}"


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "animals": Whole(3, 10, "animals that rules are about"),
        "layers": Whole(2, 9, "properties that rules conclude, of which each may depend on those before"),
        "rules": Whole(5, 60, "rules in all"),
        "conditions": Whole(1, 5, "the most conditions of a rule"),
        "statements": Whole(6, 24, "statements to judge"),
    },
    kind_in_facts=False,
    advice="raise 'animals' or 'layers', or lower 'statements'",
)

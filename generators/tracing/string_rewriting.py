"""String rewriting: apply stated rules to a line of letters until none fits, or so many times.

Kinds: ``ordered`` (rules in an order of priority, always at the leftmost place, until none fits), ``sliding`` (the
tokens A#, #A, B#, #B, of which neighbours that face each other pass or cancel), ``parallel`` (an L-system:
every letter is replaced at once, several times), ``insertion`` (a letter is put in behind each place where a
pattern stands), ``tag`` (letters are taken from the front, and the first of them says what is added behind).

Every rewriting is followed with counted steps, and one that does not end is not asked.

Difficulty: `length` letters at first, `rules`, and about `steps` applications of rules. Proxy: letters of all lines
that are written down.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from ..base import Json
from ..english import counted
from ..family import Family, Question
from ..in_order import in_order
from ..kernels.machine import orbit, run
from ..limits import Whole

_READING = (
    "A rule reads the line once, from left to right. Where its pattern stands, its letter is put in right behind it, "
    "and reading goes on with the letter after the new one. So matches do not overlap: a letter of a pattern that was "
    "found, or a letter that the same rule has put in, is part of no other match."
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "ordered": (
        "Start with the line {line} and apply these rules:\n\n{rules}\n\nIn each step, take the first rule "
        "of the list whose left side occurs in the line, and replace its leftmost occurrence by the right "
        "side. Stop when no left side occurs. What is the line then?",
        "{rules}\n\nThe line {line} is rewritten step by step: of the rules above, the first one that has "
        "its left side anywhere in the line is used, at the leftmost place where it occurs. When no rule "
        "fits, it is over. Give the line at the end.",
        "Rewrite {line} until none of these rules fits any more. A rule that stands earlier goes before "
        "those that stand later, and always the leftmost occurrence of its left side is "
        "replaced.\n\n{rules}\n\nGive the final line.",
    ),
    "sliding": (
        "There are four tokens: A#, #A, B# and #B. Where two neighbours have their # signs towards each "
        "other, they are rewritten:\n\n{rules}\n\nRewrite this line until no rule fits:\n\n{line}\n\nGive "
        "the tokens that are left, separated by spaces.",
        "{line}\n\nRewrite this line of tokens by the following rules for two neighbours, as long as one "
        "of them fits. The order of the steps does not change the result.\n\n{rules}\n\nGive the tokens at "
        "the end, separated by spaces.",
        "Neighbouring tokens whose # signs face each other change:\n\n{rules}\n\nWhat becomes of the line "
        "below, when nothing changes any more? Give its tokens, separated by spaces.\n\n{line}",
    ),
    "parallel": (
        "In one step, every letter of a line is replaced at the same time:\n\n{rules}\n\nThe first line is "
        "{line}. Give the line after {steps}.",
        "A line grows by these rules, which are applied to all of its letters at once:\n\n{rules}\n\nIt "
        "begins as {line}. What is it after {steps}?",
        "{rules}\n\nThese rules replace all letters of a line at the same time. Apply them to {line}, and "
        "again to what comes of it, {steps} in all. Give the last line.",
    ),
    "insertion": (
        f"Each of the rules below puts a letter in behind a pattern. Go through the rules in their order, and "
        f"let each work on the line that the one before has left. {_READING}\n\n{{rules}}\n\nThe line is "
        f"{{line}}. Give it after the last rule.",
        f"Take the line {{line}} and go through these rules from the first to the last. Each works on the line "
        f"as it then is. {_READING}\n\n{{rules}}\n\nGive the line that comes out.",
        f"{{rules}}\n\nApply these rules one after the other to {{line}}. Each works on the whole line, as it is "
        f"by then. {_READING} Give the result.",
    ),
    "tag": (
        "In each step, the first {size} letters of a line are taken away, and something is added at its "
        "end, which depends on the first of the letters that were taken away:\n\n{rules}\n\nThe line is "
        "{line}. Give the line after {steps}.",
        "A line is rewritten like this: look at its first letter, add what the rules say for it at the "
        "end, and strike out the first {size} letters.\n\n{rules}\n\nThe first line is {line}. What is the "
        "line after {steps}?",
        "{rules}\n\nBy these rules, the first letter of a line says what is added at its end; then the "
        "first {size} letters of the line are deleted. Do this with {line}, {steps} in all, and give the "
        "last line.",
    ),
}
LETTERS = "ABCDEFGH"
MOST_LETTERS = 400

TAKEN = 2

Rules = list[list[str]]
"""Left and right sides, in their order."""


def _made(kind: str, rng: random.Random, *, length: int, rules: int, steps: int) -> Question | None:
    drawn = _DRAW[kind](rng, length, rules)
    if drawn is None:
        return None
    line, table = drawn
    times = {"parallel": 2 + (steps > 8) + (steps > 20) + (steps > 40), "tag": steps}.get(kind, 0)
    states = _states(kind, line, table, times, steps)
    if states is None:
        return None
    end = states[-1]
    items = end.split() if kind == "sliding" else list(end)
    if not 3 <= len(items) <= MOST_LETTERS or end in line or len(set(items)) < 2:
        return None
    facts: dict[str, Json] = {"kind": kind, "line": line, "rules": table}
    if times:
        facts["steps"] = times
    if kind == "tag":
        facts["taken"] = TAKEN
    signs = "" if kind == "sliding" else LETTERS
    return Question(
        {"line": line, "rules": _written(kind, table), "steps": counted(times, "step"), "size": TAKEN},
        in_order(facts, [item.lower() for item in items] if kind == "sliding" else items, signs=signs),
        end,
        [f"{n}. {state}" for n, state in enumerate(states[1:], 1)],
        gold=None,
        canonical=facts,
        guess_rate=0.01,
        difficulty=float(sum(len(state.replace(" ", "")) for state in states)),
    )


def _states(kind: str, line: str, table: Rules, times: int, steps: int) -> list[str] | None:
    """All lines from the first to the last; None where the rules do not end, or end too soon or too late."""
    if kind == "insertion":
        lines = run(line, [partial(_put_in, rule=rule) for rule in table])
        return lines if sum(a != b for a, b in pairwise(lines)) >= len(table) / 2 else None
    found = orbit(line, partial(_AFTER[kind], table), times or 2 * steps)
    if times:
        return list(found.states) if len(found.states) == times + 1 else None
    return list(found.states) if found.halted and len(found.states) > 0.6 * steps else None


def _written(kind: str, table: Rules) -> str:
    if kind == "insertion":
        return "\n".join(f"{n}. behind {left} put in {right}" for n, (left, right) in enumerate(table, 1))
    if kind == "tag":
        return "\n".join(f"If the first letter is {left}: add {right}" for left, right in table)
    if kind == "ordered":
        return "\n".join(f"{n}. {left} -> {right}" for n, (left, right) in enumerate(table, 1))
    return "\n".join(f"{left} -> {right or 'nothing'}" for left, right in table)


def _word(rng: random.Random, letters: str, length: int) -> str:
    return "".join(rng.choice(letters) for _ in range(length))


Drawn = tuple[str, Rules] | None


def _ordered(rng: random.Random, length: int, rules: int) -> Drawn:
    """Rules of which most exchange neighbours, make a line earlier in the alphabet, or shorten it, and so end."""
    letters = LETTERS[: min(3 + rules // 3, 6)]
    table: dict[str, str] = {}
    while len(table) < rules:
        left = _word(rng, letters, rng.choice((2, 2, 3)))
        sort = rng.choice(("exchange", "exchange", "earlier", "shorter", "longer"))
        size = {"shorter": len(left) - 1, "longer": len(left) + 1}.get(sort, len(left))
        right = left[::-1] if sort == "exchange" else _word(rng, letters, size)
        if left not in right and right not in table and (size != len(left) or right < left):
            table.setdefault(left, right)
    return _word(rng, letters, max(length + rng.randint(-1, 1), 4)), [list(each) for each in table.items()]


def _first_fit(table: Rules, line: str) -> str | None:
    """The line after the first rule that fits, at its leftmost place."""
    for left, right in table:
        if left in line:
            return line.replace(left, right, 1)
    return None


SLIDING: Rules = [["A# #A", ""], ["B# #B", ""], ["A# #B", "#B A#"], ["B# #A", "#A B#"]]


def _sliding(rng: random.Random, length: int, rules: int) -> Drawn:
    return " ".join(rng.choice(("A#", "#A", "B#", "#B")) for _ in range(length)), SLIDING


def _slid(table: Rules, line: str) -> str | None:
    """The line after the leftmost pair that faces each other."""
    tokens = line.split()
    for at, pair in enumerate(pairwise(tokens)):
        for left, right in table:
            if " ".join(pair) == left:
                return " ".join([*tokens[:at], *right.split(), *tokens[at + 2 :]])
    return None


def _letter_rules(rng: random.Random, rules: int, sizes: tuple[int, ...]) -> Rules:
    letters = LETTERS[: max(min(rules, 6), 2)]
    return [[letter, _word(rng, letters, rng.choice(sizes))] for letter in letters]


def _parallel(rng: random.Random, length: int, rules: int) -> Drawn:
    table = _letter_rules(rng, rules, (1, 1, 2, 2, 3))
    return _word(rng, LETTERS[: len(table)], max(length // 3, 2)), table


def _grown(table: Rules, line: str) -> str | None:
    return "".join(next(right for left, right in table if left == letter) for letter in line)


def _insertion(rng: random.Random, length: int, rules: int) -> Drawn:
    letters = LETTERS[: 3 if rules < 6 else 4]
    patterns = rng.sample([a + b for a in letters for b in letters], min(rules, len(letters) ** 2))
    return _word(rng, letters, 2 * length), [[pattern, rng.choice(letters)] for pattern in patterns]


def _put_in(line: str, rule: list[str]) -> str:
    """The line after one rule; `str.replace` goes on behind what it has put in."""
    return line.replace(rule[0], rule[0] + rule[1])


def _tag(rng: random.Random, length: int, rules: int) -> Drawn:
    table = _letter_rules(rng, rules, (1, 2, 2, 3, 3))
    return _word(rng, LETTERS[: len(table)], length), table


def _tagged(table: Rules, line: str) -> str | None:
    if len(line) < TAKEN:
        return None
    return line[TAKEN:] + next(right for left, right in table if left == line[0])


_DRAW: Mapping[str, Callable[[random.Random, int, int], Drawn]] = {
    "ordered": _ordered,
    "sliding": _sliding,
    "parallel": _parallel,
    "insertion": _insertion,
    "tag": _tag,
}
_AFTER: Mapping[str, Callable[[Rules, str], str | None]] = {
    "ordered": _first_fit,
    "sliding": _slid,
    "parallel": _grown,
    "tag": _tagged,
}

generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "length": Whole(4, 60, "letters or tokens of the first line"),
        "rules": Whole(2, 16, "rules; those of sliding tokens are always the same four"),
        "steps": Whole(2, 120, "about how often a rule is applied"),
    },
    kind_in_facts=False,
    advice="change 'steps' or 'length': hardly any rules end after so many steps",
)

"""Object inventory: the prompt is read word by word into a table of rows and their numbers."""

from __future__ import annotations

import functools
import re
from collections import Counter
from itertools import combinations

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.generators.tracing.object_inventory import VALUES
from rlvr.generators.tracing.object_inventory_solver import solve

SIZES, COLOURS = ("small", "large"), ("red", "blue", "green", "yellow", "white", "black")
MATERIALS, SHAPES = ("wooden", "glass", "metal", "plastic"), ("cube", "ball", "cone", "ring", "star")
TABLES = (SIZES, COLOURS, MATERIALS, SHAPES)
NUMBER = {"two": 2, "three": 3}
START, CHANGES = "{start:[0-9][0-9a-z, ]+}", "{changes:[0-9]+[.] [^\n]+(?:\n[0-9]+[.] [^\n]+)*}"
ASKED = "How many {wanted:[a-z, ]+} {verb:are in the box|are there} at the end?"
FORM = "Give {form:a number|these numbers in this order, separated by commas}."
TOLD = {
    "": (
        f"… box holds {START}.\n\nThen this happens, one after … other:\n{CHANGES}\n\n{ASKED} {FORM}",
        f"There is … box with {START} in it. … following … done to its contents, in this order.\n{CHANGES}\n\n{ASKED}\n"
        + FORM,
        f"{ASKED} {FORM}\n\nAt first … box holds {START}. What happens then, step by step:\n{CHANGES}",
    )
}


@functools.cache
def properties(text):
    """What a noun phrase says of size, colour, material and shape; None for what it does not say."""
    words = [word.removesuffix("s") if word.removesuffix("s") in SHAPES else word for word in text.split()]
    words = [word for word in words if word not in ("objects", "ones")]
    found = tuple(next((word for word in words if word in table), None) for table in TABLES)
    assert sorted(word for word in found if word) == sorted(words), text
    return found


def has(row, wanted):
    return all(value is None or value == own for own, value in zip(row, wanted, strict=True))


def changed(row, wanted):
    return tuple(own if value is None else value for own, value in zip(row, wanted, strict=True))


def happened(rows, sentence):
    """The table of rows and their numbers after what one sentence tells."""

    def become(wanted, new):
        after = Counter()
        for row, number in rows.items():
            for each, times in new(row) if has(row, wanted) else [(row, 1)]:
                after[each] += number * times
        return after

    def painted(wanted, colour):
        return become(wanted, lambda row: [((row[0], colour, *row[2:]), 1)])

    if found := re.fullmatch(r"(\d+) (of the )?(.+) are (put in|taken out)\.", sentence):
        number, row = int(found[1]), properties(found[3])
        assert bool(found[2]) == (found[4] == "taken out")
        assert not found[2] or rows[row] > number
        return rows + Counter({row: number}) if found[4] == "put in" else rows - Counter({row: number})
    if found := re.fullmatch(r"All (.+) are (?:painted (\w+)|taken out)\.", sentence):
        wanted = properties(found[1])
        return painted(wanted, found[2]) if found[2] else become(wanted, lambda row: [])
    if found := re.fullmatch(r"For each of the (.+), one more that is just like it is put in\.", sentence):
        return become(properties(found[1]), lambda row: [(row, 2)])
    if found := re.fullmatch(
        r"Each of the (.+) is exchanged for (two|three) (.+), alike in all else\.", sentence
    ):
        wanted, new = properties(found[1]), properties(found[3])
        assert [bool(value) for value in new].count(True) == 1
        return become(wanted, lambda row: [(changed(row, new), NUMBER[found[2]])])
    found = re.fullmatch(
        r"If there are now more (.+) than (.+), all (.+) are painted (\w+); if not, they are taken out\.",
        sentence,
    )
    one, two = (among(rows, properties(text)) for text in found.group(1, 2))
    wanted = properties(found[3])
    return painted(wanted, found[4]) if one > two else become(wanted, lambda row: [])


def among(rows, wanted):
    return sum(number for row, number in rows.items() if has(row, wanted))


def told(prompt):
    """The sentences, the table at first and after each of them, and the texts of what is asked for."""
    said = read(prompt, TOLD)[1]
    rows = Counter()
    for piece in re.split(r", | and ", said["start"]):
        number, _, text = piece.partition(" ")
        rows[properties(text)] += int(number)
    sentences, tables = [], [rows]
    for place, line in enumerate(said["changes"].split("\n"), 1):
        number, _, sentence = line.partition(". ")
        assert int(number) == place
        sentences.append(sentence)
        tables.append(happened(tables[-1], sentence))
    several = said["verb"] == "are there"
    assert several == (said["form"] != "a number")
    asked = re.split(r", | and ", said["wanted"].removesuffix(" objects")) if several else [said["wanted"]]
    return {"sentences": sentences, "tables": tables, "asked": asked}


def changes(x):
    """What a condition depends on, and the new number of each row that has another one than before."""
    before, after = x.tables[x.n - 1 : x.n + 1]
    changed = {row: after[row] for row in before | after if before[row] != after[row]}
    shown = [part.split(" ", 1) for part in x.now.split("; ")] if changed else []
    compared = re.match("If there are now more (.+) than (.+), all ", x.sentences[x.n - 1])
    counts = [f"{among(before, properties(text))} {text}" for text in (compared.groups() if compared else ())]
    return (
        x.n == len(x.before) + 1
        and x.note == " and ".join(counts) + "; " * bool(counts)
        and (x.now == "nothing changes" if not changed else len(shown) == len(changed))
        and {properties(text): int(number) for number, text in shown} == changed
    )


def counted(x):
    """A line for each that is asked for, with the numbers of its rows at the end."""
    wanted = properties(x.asked[len(x.before) - len(x.sentences)])
    *terms, total = map(int, re.split(r" \+ | = ", str(x.sum)))
    rows = [number for row, number in x.tables[-1].items() if number and has(row, wanted)]
    return (
        properties(x.wanted) == wanted
        and total == sum(rows)
        and (sorted(terms) == sorted(rows) if len(rows) > 1 else not terms)
        and str(x.sum).replace(" = ", " + ") == " + ".join(map(str, [*terms, total]))
    )


WORKED = {
    "{n}. {note:(?:[0-9]+ [a-z ]+ and [0-9]+ [a-z ]+; )?}{now:[0-9a-z; ]+}": changes,
    "{wanted:[a-z ]+}: {sum:[0-9 +]+(?: = [0-9]+)?}": counted,
}


class TestObjectInventory(Promises):
    id = "object-inventory"
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")

    lines = dict.fromkeys(("count", "tally"), WORKED)

    def oracle(self, prompt):
        said = told(prompt)
        return ", ".join(str(among(said["tables"][-1], properties(text))) for text in said["asked"])

    def known(self, found, task):
        return told(task.prompt)

    def test_no_word_of_a_property_means_the_same_as_another(self):
        """Elsewhere "big" and "large", or "crimson" and "red", were two properties."""
        alike = (
            *("small tiny little mini", "large big huge giant", "red crimson scarlet", "green emerald lime"),
            *(
                "blue azure navy",
                "wooden timber",
                "glass crystal",
                "metal metallic steel iron",
                "ball sphere orb",
            ),
            *(
                "cube box block dice",
                "ring circle hoop band",
                "plastic vinyl",
                "yellow golden gold",
                "cone pyramid",
            ),
            *("black dark", "white pale", "star asterisk"),
        )
        words = [word for values in VALUES.values() for word in values]
        assert len(words) == len(set(words))
        for group in alike:
            assert len(set(group.split()) & set(words)) == 1, group
        for one, two in combinations(words, 2):
            assert not one.startswith(two)

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(150))
            assert answers.most_common(1)[0][1] <= 15

    def test_what_is_asked_for_has_changed(self):
        for seed in range(60):
            problem = self.spec.task(2, seed).payload["problem"]
            assert solve(problem) != solve({**problem, "updates": []})

    @pytest.mark.parametrize(
        ("updates", "left"),
        [
            ([], 5),
            ([["paint", {"shape": "ball"}, "red"]], 9),
            ([["remove", {"colour": "red", "shape": "cube"}]], 3),
            ([["double", {"colour": "red"}]], 10),
            ([["exchange", {"shape": "ball", "colour": "blue"}, 3, "shape", "cone"]], 5),
            ([["exchange", {"shape": "ball", "colour": "red"}, 3, "shape", "cone"]], 11),
            ([["lose", 2, ["red", "ball"]], ["add", 6, ["red", "star"]]], 9),
            ([["compare", {"colour": "red"}, {"shape": "ball"}, {"shape": "ball"}, "red"]], 2),
            ([["compare", {"shape": "ball"}, {"colour": "red"}, {"shape": "ball"}, "red"]], 9),
        ],
    )
    def test_rules_by_name(self, updates, left):
        start = [[2, "red", "cube"], [3, "red", "ball"], [4, "blue", "ball"]]
        told = ["colour", "shape"]
        facts = {
            "kind": "count",
            "told": told,
            "start": start,
            "updates": updates,
            "asked": [{"colour": "red"}],
        }
        payload = {"problem": facts, "gold": {"text": str(left), "kind": "integer"}}
        self.takes(payload, [str(left)], [str(left + 1), "", f"{left} or 3"])

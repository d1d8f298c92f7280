"""Zebra puzzles: every sentence read word by word, one solution, no idle clue, each step of the solution deduced."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.generators.logic.zebra_canonical import canonical
from rlvr.generators.logic.zebra_clues import KINDS, draw, holds, values_of
from rlvr.generators.logic.zebra_deduction import compiled, joined
from rlvr.generators.logic.zebra_minimal import solvable
from rlvr.generators.logic.zebra_words import ATTRIBUTES
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("zebra")
WORDINGS = (
    "{n} houses stand in a row, numbered 1 to {n} from left to right. One person lives in each. Each of the following "
    "belongs to exactly one house:\n{values:.+}\n\nThese clues are true:\n{clues:.+}\n\n{notes:.*}Find out what "
    "belongs to each house. There is only one solution. Answer with one line for each house, in the form\nhouse "
    "number: {order:[a-z, ]+}",
    "In a street there is a row of {n} houses; house 1 is the leftmost and house {n} the rightmost. Each house has one "
    "inhabitant, and no two houses share any of these:\n{values:.+}\n\n{clues:1.+}\n\n{notes:.*}Exactly one "
    "arrangement fits all the clues. Which is it? Give a line for every house: its number, a colon, and then its "
    "{order:[a-z, ]+}, with commas between them.",
    "Solve this logic puzzle. There are {n} people, who live in houses 1 to {n}, counted from left to right. Everybody "
    "has one thing of each kind, and nobody has the same as another:\n{values:.+}\n\nWhat is known:\n{clues:.+}\n\n"
    "{notes:.*}The clues determine everything. Write the whole table, one house on a line, as\nhouse number: "
    "{order:[a-z, ]+}",
    "{clues:.+}\n\nThese clues are about {n} houses in a row, 1 on the left to {n} on the right, with one person in "
    "each. Every value below goes with exactly one house:\n{values:.+}\n\n{notes:(?:.+\n)?}List all houses from 1 to "
    "{n}, each on its own line as number: {order:[a-z, ]+}. Only one answer is possible.",
)
NOTES = {
    "next": 'Two people are next-door neighbours, or live "next to" each other, if their house numbers differ by 1.\n',
    "left": '"Somewhere to the left" or "right" may be next door or further away.\n',
}
# Of each attribute: who the person is, what this person does, and does not.
PHRASES = {
    "name": ("{}", "is {}", "is not {}"),
    "colour": ("the person in the {} house", "lives in the {} house", "does not live in the {} house"),
    "pet": ("the owner of the {}", "owns the {}", "does not own the {}"),
    "drink": ("the person who drinks {}", "drinks {}", "does not drink {}"),
    "job": ("the {}", "is the {}", "is not the {}"),
    "instrument": ("the person who plays the {}", "plays the {}", "does not play the {}"),
    "fruit": ("the person who likes {}", "likes {}", "does not like {}"),
    "sport": ("the person who practises {}", "practises {}", "does not practise {}"),
    "flower": ("the person who grows {}", "grows {}", "does not grow {}"),
    "country": ("the person from {}", "comes from {}", "does not come from {}"),
    "vehicle": ("the driver of the {}", "drives the {}", "does not drive the {}"),
    "month": ("the person born in {}", "was born in {}", "was not born in {}"),
    "language": ("the person who speaks {}", "speaks {}", "does not speak {}"),
    "hobby": ("the person whose hobby is {}", "has {} as a hobby", "does not have {} as a hobby"),
    "gem": ("the person with the {} ring", "wears the {} ring", "does not wear the {} ring"),
}
# A sentence without its phrases, and which of them make the clue.
SENTENCES = {
    "WHO lives in house #.": "in 0 1",
    "House # is the home of WHO.": "in 1 0",
    "WHO lives in a house at one end of the row.": "ends 0",
    "WHO lives in the first or in the last house.": "ends 0",
    "WHO lives in house # or in house #.": "in 0 1 2",
    "House # or house # is the home of WHO.": "in 2 0 1",
    "WHO does not live in house #.": "out 0 1",
    "House # is not the home of WHO.": "out 1 0",
    "WHO HAS.": "same 0 1",
    "WHO and WHO are the same person.": "same 0 1",
    "WHO LACKS.": "apart 0 1",
    "WHO and WHO live in different houses.": "apart 0 1",
    "WHO lives next to WHO.": "next 0 1",
    "WHO and WHO are next-door neighbours.": "next 0 1",
    "There COUNT between the homes of WHO and WHO.": "gap 1 2 0",
    "Between the homes of WHO and WHO there COUNT.": "gap 0 1 2",
    "WHO lives immediately to the left of WHO.": "before 0 1",
    "WHO lives immediately to the right of WHO.": "before 1 0",
    "WHO lives somewhere to the left of WHO.": "left 0 1",
    "WHO lives somewhere to the right of WHO.": "left 1 0",
    "WHO either HAS or HAS.": "oneof 0 1 2",
}
COUNTS = ["is exactly one house", *(f"are exactly {n} houses" for n in ("two", "three", "four", "five", "six"))]
THREE = {  # red 0, blue 1, green 2; cat 3, dog 4, horse 5
    "houses": 3,
    "attributes": [["colour", ["red", "blue", "green"]], ["pet", ["cat", "dog", "horse"]]],
    "clues": [["before", 2, 1], ["same", 4, 1], ["in", 0, 0], ["apart", 3, 0]],
}
RIGHT = "1: red, horse\n2: green, cat\n3: blue, dog"
TOKENS = st.sampled_from([*"123", "red", "blue", "green", "cat", "dog", "horse", ":", ",", "\n", "x", "-"])


def clue_of(sentence, houses, said):
    """The clue that a sentence states; `said` gives the kind and the number of each phrase."""
    parts = []

    def noted(match):
        kind, number = said.get(match[0]) or ("#", int(match[0]) - 1)
        parts.append(number)
        return kind

    assert sentence[0].isupper()
    text = re.sub("^The (?!re)", "the ", sentence)
    ways = "|".join(sorted(map(re.escape, said), key=len, reverse=True))
    kind, *places = SENTENCES[re.sub(rf"\b(?:{ways}|\d)(?!\w)", noted, text)].split()
    about = [parts[int(place)] for place in places]
    return ["in", *about, 0, houses - 1] if kind == "ends" else [kind, *about]


def ordered(clues):
    """Clues with the two values that may change places in order."""
    alike = ("same", "apart", "next", "gap")
    return [[c[0], *sorted(c[1:3]), *c[3:]] if c[0] in alike else list(c) for c in clues]


def truth(clue, house_of):
    """A clue with houses numbered from 1, written from the English of its kind."""
    kind, a, *rest = clue
    if kind in ("in", "out"):
        return (house_of[a] - 1 in rest) == (kind == "in")
    away = house_of[rest[0]] - house_of[a]
    return {
        "same": away == 0,
        "apart": away != 0,
        "next": away in (1, -1),
        "gap": len(range(1, abs(away))) == rest[-1] and away != 0,
        "before": away == 1,
        "left": away > 0,
        "oneof": away == 0 or house_of[a] == house_of.get(rest[-1]),
    }[kind]


def solutions(houses, attributes, clues):
    """All tables, attribute by attribute, those with most clues first; a clue is looked at as soon as it can be."""
    about = [{x // houses for x in values_of(clue)} for clue in clues]
    order = sorted(range(attributes), key=lambda a: -sum(a in rows for rows in about))
    tables = [{}]
    for place, a in enumerate(order):
        due = [
            (c, rows == {a})
            for c, rows in zip(clues, about, strict=True)
            if a in rows <= set(order[: place + 1])
        ]
        values = range(a * houses, (a + 1) * houses)
        rows = [dict(zip(values, row, strict=True)) for row in permutations(range(1, houses + 1))]
        rows = [row for row in rows if all(truth(clue, row) for clue, alone in due if alone)]
        both = [table | row for table, row in product(tables, rows)]
        tables = [table for table in both if all(truth(clue, table) for clue, alone in due if not alone)]
    return tables


class TestZebra(Promises):
    id = "zebra"
    alphabet = "0123456789+-/., :abc\n\u0661"
    right = ("{}", " {}\n", "{}.", "**{}**", "```\n{}\n```")
    calculates = False  # what worked solutions say is deduced again below

    def oracle(self, prompt):
        said = read(prompt, {"": WORDINGS})[1]
        rows = dict(line.removeprefix("- ").split(": ") for line in said["values"].splitlines())
        rows = {name: values.split(", ") for name, values in rows.items()}
        phrases = {count: ("COUNT", number) for number, count in enumerate(COUNTS, 1)}
        for a, (name, values) in enumerate(rows.items()):
            for phrase, kind in zip(PHRASES[name], ("WHO", "HAS", "LACKS"), strict=True):
                phrases |= {phrase.format(value): (kind, a * said["n"] + v) for v, value in enumerate(values)}
        lines = [line.split(". ", 1) for line in said["clues"].splitlines()]
        assert [number for number, _ in lines] == [str(n + 1) for n in range(len(lines))]
        clues = [clue_of(sentence, said["n"], phrases) for _, sentence in lines]
        kinds = {clue[0] for clue in clues}
        assert said["notes"] == "".join(note for kind, note in NOTES.items() if kind in kinds)
        assert said["order"].split(", ") == list(rows)
        return said["n"], rows, clues

    def agrees(self, told, task):
        (n, rows, clues), payload, params = told, task.payload, self.spec.params(task.level)
        assert payload["houses"] == n == params["houses"]
        assert len(rows) == params["attributes"]
        assert rows == dict(payload["attributes"])
        assert ordered(clues) == ordered(payload["clues"])
        house_of, words = {}, [value for row in rows.values() for value in row]
        for h, line in enumerate(task.answer.splitlines(), 1):
            number, values = line.split(": ")
            assert number == str(h)
            places = [words.index(value) for value in values.split(", ")]
            assert [x // n for x in places] == list(range(len(rows)))
            house_of |= dict.fromkeys(places, h)
        return len(house_of) == n * len(rows) and all(truth(clue, house_of) for clue in clues)

    @pytest.mark.parametrize("level", SPEC.levels[:5])
    def test_one_table_fits_and_every_clue_is_needed(self, level):
        for seed in range(12 if level < 5 else 2):
            task = self.spec.task(level, seed)
            n, rows, clues = self.oracle(task.prompt)
            (table,) = solutions(n, len(rows), clues)
            words = [word for row in rows.values() for word in row]
            houses = [[words[x] for x in sorted(table) if table[x] == h] for h in range(1, n + 1)]
            assert "\n".join(f"{h}: {', '.join(house)}" for h, house in enumerate(houses, 1)) == task.answer
            for number in range(len(clues) if level < 5 else 0):
                assert len(solutions(n, len(rows), clues[:number] + clues[number + 1 :])) > 1

    @pytest.mark.parametrize("level", SPEC.levels[5:])
    def test_clues_are_needed_at_the_higher_levels(self, level):
        """For each clue there is a table in which it alone is false."""
        payload = self.spec.task(level, 1).payload
        n, clues = payload["houses"], payload["clues"]
        parts = [compiled(n, clue) for clue in clues]
        for number, clue in enumerate(clues):
            others = [*parts[:number], compiled(n, clue, negated=True), *parts[number + 1 :]]
            assert solvable([(1 << n) - 1] * (n * len(payload["attributes"])), joined(others), n)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_worked_solutions_deduce_each_step(self, level):
        for seed in range(8 if level < 7 else 1):
            task = self.spec.task(level, seed)
            n, rows = task.payload["houses"], dict(task.payload["attributes"])
            words = [word for row in rows.values() for word in row]
            left, cases, refuted = {word: set(range(1, n + 1)) for word in words}, [], False
            first, *lines, last = task.trace.splitlines()[:-n]
            assert (first, last) == ("houses left for each value:", "every value has its house")
            for line in lines:
                depth, line = line.count("> "), line.replace("> ", "")
                name, _, cuts = line.partition(": ")
                if not cuts:
                    verb, word, houses = name.split()
                    houses = set(map(int, houses.split("/")))
                    if verb == "suppose":
                        assert len(houses & left[word]) == 1
                        cases.append((dict(left), word, houses))
                        left[word] = houses
                    else:
                        left, supposed, house = cases.pop()
                        left[word] = left[word] - house
                        assert (verb, word, houses, refuted) == ("so", supposed, left[word], True)
                    continue
                assert depth == len(cases)
                clue = task.payload["clues"][int(name.split()[1]) - 1] if name.startswith("clue ") else None
                about = [words[x] for x in values_of(clue)] if clue else rows[name]
                worlds = [
                    dict(zip(about, world, strict=True)) for world in product(*(left[word] for word in about))
                ]
                if clue:
                    worlds = [w for w in worlds if truth(clue, {words.index(word): h for word, h in w.items()})]
                else:
                    worlds = [w for w in worlds if len(set(w.values())) == n]
                refuted = cuts == "contradiction"
                assert refuted == (not worlds)
                for cut in [] if refuted else cuts.split(", "):
                    word, houses = cut.split()
                    houses = set(map(int, houses.split("/")))
                    assert word in about
                    assert {world[word] for world in worlds} <= houses < left[word]
                    left[word] = houses
            table = [f"{h}: " + ", ".join(word for word in words if left[word] == {h}) for h in range(1, n + 1)]
            assert "\n".join(table) == task.answer

    def test_answers_by_their_form(self):
        right = [
            RIGHT.upper(), RIGHT.replace("\n", "; "), "1: horse, red\n2: cat, green\n3: dog, blue",
            "House 3: blue, dog\nHouse 2: green, cat\nHouse 1: red, horse",
            "1. red horse\n2. green cat\n3. blue dog", "1) red - horse\n2) green - cat\n3) blue - dog",
            "| House | Colour | Pet |\n|---|---|---|\n| 1 | red | horse |\n| 2 | green | cat |\n| 3 | blue | dog |",
            '{"1": {"colour": "red", "pet": "horse"}, "2": {"pet": "cat", "colour": "green"}, "3": ["blue", "dog"]}',
            "- **House 1** \u2013 colour: red, pet: horse\n- **House 2** \u2013 green, cat\n- *House 3*: blue, dog.",
            "#1 = (red, horse)\r\n#2 = (green, cat)\r\n#3 = (blue, dog)\r\n",
        ]  # fmt: skip
        refused = [
            "", "house", "\ud800", "9**9**9", "1: __import__('os').system('true')", f"-{RIGHT}", f"{RIGHT}?",
            f"{RIGHT}\n{RIGHT}", RIGHT.replace("red", "red/blue"), RIGHT.replace("blue", "blue or red"),
            RIGHT.replace("blue", "not blue"), RIGHT.replace("red, horse", "pet red, colour horse"),
            "red, horse\ngreen, cat\nblue, dog", "0: red, horse\n1: green, cat\n2: blue, dog",
            RIGHT.replace("1", "\u0661"), RIGHT.replace("cat", "\u0441at"),
        ]  # fmt: skip
        wrong = ["1: green, cat\n2: blue, dog\n3: red, horse", "1: red, cat\n2: green, horse\n3: blue, dog"]
        self.judges(THREE, right, refused, wrong)
        self.takes(THREE, [RIGHT], [*refused, *wrong, "[" * 100_000, "house " * 100_000])

    def test_answers_that_are_no_table_earn_nothing(self):
        """A peer pays for the house numbers alone, and another for a table that lists every order of every row."""
        every = "\n".join(f"{h}: red, blue, green, cat, dog, horse" for h in (1, 2, 3))
        for answer in (
            "1\n2\n3", every, RIGHT.replace(", dog", ""), RIGHT.replace("\n3: blue, dog", ""),
            "1: red, horse, cat\n2: green\n3: blue, dog", RIGHT.replace("red", "red, red"),
            RIGHT.replace("horse", "horse, blue, cat"),
        ):  # fmt: skip
            verdict = self.spec.verify_answer(THREE, answer)
            assert (verdict.score, verdict.reason, verdict.parts) == (0.0, Reason.ILLEGAL, {})
            assert not self.confirms(THREE, answer)

    def test_share_of_clues(self):
        verdict = self.spec.verify_answer(THREE, "1: red, cat\n2: green, horse\n3: blue, dog")
        assert (verdict.parts["clues"], verdict.message) == (0.75, "Clue 4 does not hold.")

    def test_of_all_tables_the_solver_confirms_those_that_pass(self):
        for seed in range(10):
            payload = self.spec.task(2, seed).payload
            (_, first), (_, second) = payload["attributes"]
            tables = ["\n".join(f"{h + 1}: {a[h]}, {b[h]}" for h in range(3))
                      for a, b in product(permutations(first), permutations(second))]  # fmt: skip
            right = [table for table in tables if self.spec.verify_answer(payload, table).passed]
            assert len(right) == 1
            assert [table for table in tables if self.confirms(payload, table)] == right

    @given(st.lists(TOKENS, max_size=3), st.randoms())
    def test_solver_and_verifier_agree_on_tokens(self, others, rng):
        tokens = re.findall(r"\w+|\W", RIGHT)
        for token in others:
            tokens[rng.randrange(len(tokens))] = token
        text = " ".join(tokens)
        assert self.spec.verify_answer(THREE, text).passed == self.confirms(THREE, text)

    def test_fingerprints_of_small_puzzles_are_exact(self):
        names = [list(a) + list(b) for x, y in ((range(3), range(3, 6)), (range(3, 6), range(3)))
                 for a in permutations(x) for b in permutations(y)]  # fmt: skip

        def key(payload):
            clues = payload["clues"]
            ways = [renamed(clues, 3, to, behind) for to in names for behind in (False, True)]
            return str(min(sorted(map(str, ordered(way))) for way in ways))

        self.same_problems(key, 150, **self.spec.params(2))

    @given(st.sampled_from(SPEC.levels[:8]), st.integers(0, 200), st.randoms(use_true_random=False))
    def test_fingerprint_does_not_see_names_order_and_side(self, level, seed, rng):
        payload = self.spec.task(level, seed).payload
        n, m, clues = payload["houses"], len(payload["attributes"]), payload["clues"]
        to = [a * n + v for a in rng.sample(range(m), m) for v in rng.sample(range(n), n)]
        other = renamed(clues, n, to, rng.random() < 0.5)
        assert canonical(n, m, rng.sample(other, len(other))) == canonical(n, m, clues)

    def test_fingerprint_sees_every_change_of_a_clue(self):
        swap = {
            "same": "apart",
            "apart": "same",
            "next": "left",
            "before": "left",
            "left": "before",
            "gap": "next",
        }
        for level in (3, 5, 7):
            payload = self.spec.task(level, 5).payload
            n, m, clues = payload["houses"], len(payload["attributes"]), payload["clues"]
            forms = {str(canonical(n, m, clues))}
            for number, (kind, x, *rest) in enumerate(clues):
                other = [swap[kind], x, *rest] if kind in swap else ["same", x, x % n]
                forms.add(str(canonical(n, m, [*clues[:number], other, *clues[number + 1 :]])))
            assert len(forms) == len(clues) + 1

    def test_words_can_be_told_apart(self):
        words = [value.lower() for attribute in ATTRIBUTES for value in attribute.values]
        names = [attribute.name.lower() for attribute in ATTRIBUTES]
        assert len(set(words + names + ["house", "houses"])) == len(words) + len(names) + 2
        assert all(word.isascii() and word.isalpha() for word in words + names)
        assert all(len(attribute.values) >= 8 for attribute in ATTRIBUTES)

    def test_largest_number_of_houses(self):
        task = self.spec.task(1, 1, params={"houses": 8, "attributes": 2, "places": 0})
        assert self.confirms(task.payload, task.answer)


def renamed(clues, houses, to, behind):
    """The clues with other numbers of values, with a pair that may change places in order, and perhaps from behind."""
    result = []
    for clue in clues:
        kind, count = clue[0], len(values_of(clue))
        about, rest = [to[x] for x in values_of(clue)], clue[1 + count :]
        if kind in ("in", "out") and behind:
            rest = sorted(houses - 1 - h for h in rest)
        elif kind in ("before", "left") and behind:
            about.reverse()
        elif kind == "oneof":
            about[1:] = sorted(about[1:])
        result.append([kind, *about, *rest])
    return result


def test_fingerprint_of_look_alikes():
    """One ring of six values, each next to the following, or two rings of three: refinement alone is blind."""
    one = [["next", x, (x + 1) % 6] for x in range(6)]
    two = [["next", x, x // 3 * 3 + (x + 1) % 3] for x in range(6)]
    assert canonical(6, 1, one) != canonical(6, 1, two)
    assert canonical(6, 1, one) == canonical(6, 1, [["next", x * 5 % 6, (x + 1) * 5 % 6] for x in range(6)])
    first, same, other = (canonical(6, 6, [["in", *where]]) for where in ((0, 0), (20, 5), (0, 1)))
    assert first[0] == "refined"
    assert first == same != other


@given(SEEDS, st.integers(2, 4), st.integers(2, 3))
def test_deduction_finds_a_table_if_there_is_one(seed, n, attributes):
    rng = random.Random(seed)
    at = [a * n + v for a in range(attributes) for v in rng.sample(range(n), n)]
    where = [at.index(x) % n for x in range(len(at))]
    drawn = [draw(rng, n, where, at, kind) for kind in rng.choices(KINDS, k=8)]
    clues = [clue for clue in drawn if clue is not None] or [["in", 0, where[0]]]
    assert all(holds(clue, where) and truth(clue, {x: h + 1 for x, h in enumerate(where)}) for clue in clues)
    number = rng.randrange(len(clues))
    others = clues[:number] + clues[number + 1 :]
    parts = [compiled(n, clues[number], negated=True), *(compiled(n, clue) for clue in others)]
    expected = any(not truth(clues[number], table) for table in solutions(n, attributes, others))
    assert solvable([(1 << n) - 1] * len(at), joined(parts), n) == expected

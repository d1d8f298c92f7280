"""Zebra puzzles: one solution, no idle clue, English that says what the payload says, sound traces, strict answers."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.generators.logic.zebra import generate
from rlvr.generators.logic.zebra_canonical import canonical
from rlvr.generators.logic.zebra_clues import KINDS, draw, holds, images, values_of
from rlvr.generators.logic.zebra_solver import compiled, different, joined, solvable
from rlvr.generators.logic.zebra_words import ATTRIBUTES
from rlvr.verifiers.base import Reason
from rlvr.verifiers.logic.zebra import verify
from rlvr.verifiers.logic.zebra_check import accepts

SPEC = rlvr.get("zebra")
SEEDS = st.integers(0, 10**9)
PAYLOAD = {  # red 0, blue 1, green 2; cat 3, dog 4, horse 5. The table: red horse, green cat, blue dog.
    "houses": 3,
    "attributes": [["colour", ["red", "blue", "green"]], ["pet", ["cat", "dog", "horse"]]],
    "clues": [["before", 2, 1], ["same", 4, 1], ["in", 0, 0], ["apart", 3, 0]],
}
RIGHT = "1: red, horse\n2: green, cat\n3: blue, dog"


def truth(clue, house_of):
    """A clue with houses numbered from 1, written from the English of its kind."""
    kind, a, *rest = clue
    if kind in ("in", "out"):
        return (house_of[a] - 1 in rest) == (kind == "in")
    here, there = house_of[a], house_of[rest[0]]
    match kind:
        case "same":
            return here == there
        case "apart":
            return here != there
        case "next":
            return {here, there} in [{h, h + 1} for h in range(1, 9)]
        case "gap":
            return len(range(min(here, there) + 1, max(here, there))) == rest[1]
        case "before":
            return there - here == 1
        case "left":
            return there > here
        case "oneof":
            return here == there or here == house_of[rest[1]]
    raise AssertionError(kind)


def solutions(houses, attributes, clues):
    """All tables, attribute by attribute; a clue is looked at as soon as all of its values have a house."""
    due = [[] for _ in range(attributes)]
    for clue in clues:
        due[max(values_of(clue)) // houses].append(clue)
    partial = [{}]
    for a in range(attributes):
        rows = [
            dict(zip(range(a * houses, (a + 1) * houses), row, strict=True))
            for row in permutations(range(1, houses + 1))
        ]
        own = [clue for clue in due[a] if min(values_of(clue)) >= a * houses]
        rows = [row for row in rows if all(truth(clue, row) for clue in own)]
        others = [clue for clue in due[a] if clue not in own]
        tables = [p | row for p, row in product(partial, rows)]
        partial = [table for table in tables if all(truth(clue, table) for clue in others)]
    return partial


def solutions_of(payload):
    return solutions(payload["houses"], len(payload["attributes"]), payload["clues"])


def by_size(clues, houses, attributes):
    """The puzzle with its attributes in the order in which the oracle prunes most: those with most clues first."""
    weight = [sum(a in {x // houses for x in values_of(c)} for c in clues) for a in range(attributes)]
    order = sorted(range(attributes), key=lambda a: -weight[a])
    to = {a * houses + v: i * houses + v for i, a in enumerate(order) for v in range(houses)}
    return [[c[0], *(to[x] for x in values_of(c)), *c[1 + len(values_of(c)) :]] for c in clues], to


@pytest.mark.parametrize("level", SPEC.levels[:5])
def test_exactly_one_table_fits_and_every_clue_is_needed(level):
    for seed in range(12 if level < 5 else 2):
        payload = SPEC.task(level, seed).payload
        n, m = payload["houses"], len(payload["attributes"])
        clues, to = by_size(payload["clues"], n, m)
        found = solutions(n, m, clues)
        assert len(found) == 1
        words = [word for _, row in payload["attributes"] for word in row]
        lines = [
            f"{h}: " + ", ".join(words[x] for x in range(n * m) if found[0][to[x]] == h)
            for h in range(1, n + 1)
        ]
        assert "\n".join(lines) == SPEC.task(level, seed).answer
        if level < 5:
            for number in range(len(clues)):
                assert len(solutions(n, m, clues[:number] + clues[number + 1 :])) > 1


def test_clues_are_needed_at_the_higher_levels():
    """For each clue there is a table in which it alone is false: the solver finds it, the oracle judges it."""
    for level in SPEC.levels[5:]:
        payload = SPEC.task(level, 1).payload
        n, clues = payload["houses"], payload["clues"]
        domains = [(1 << n) - 1] * (n * len(payload["attributes"]))
        parts = [compiled(n, clue) for clue in clues]
        for number, clue in enumerate(clues):
            opposite = compiled(n, clue, negated=True)
            assert solvable(list(domains), joined([*parts[:number], opposite, *parts[number + 1 :]]), n)


# WHO stands for the phrase of any person, HAS for what anybody has, LACKS for what anybody has not.
SENTENCES = {
    r"WHO lives in house (\d)\.": lambda x, h: ["in", x, h],
    r"House (\d) is the home of WHO\.": lambda h, x: ["in", x, h],
    r"WHO lives in a house at one end of the row\.": lambda x: ["in", x, 0, "last"],
    r"WHO lives in the first or in the last house\.": lambda x: ["in", x, 0, "last"],
    r"WHO lives in house (\d) or in house (\d)\.": lambda x, h, g: ["in", x, h, g],
    r"House (\d) or house (\d) is the home of WHO\.": lambda h, g, x: ["in", x, h, g],
    r"WHO does not live in house (\d)\.": lambda x, h: ["out", x, h],
    r"House (\d) is not the home of WHO\.": lambda h, x: ["out", x, h],
    r"WHO and WHO are the same person\.": lambda x, y: ["same", x, y],
    r"WHO and WHO live in different houses\.": lambda x, y: ["apart", x, y],
    r"WHO lives next to WHO\.": lambda x, y: ["next", x, y],
    r"WHO and WHO are next-door neighbours\.": lambda x, y: ["next", x, y],
    r"There (?:is|are) exactly (\w+) houses? between the homes of WHO and WHO\.": lambda k, x, y: (
        ["gap", x, y, k]
    ),
    r"Between the homes of WHO and WHO there (?:is|are) exactly (\w+) houses?\.": lambda x, y, k: (
        ["gap", x, y, k]
    ),
    r"WHO lives immediately to the left of WHO\.": lambda x, y: ["before", x, y],
    r"WHO lives immediately to the right of WHO\.": lambda x, y: ["before", y, x],
    r"WHO lives somewhere to the left of WHO\.": lambda x, y: ["left", x, y],
    r"WHO lives somewhere to the right of WHO\.": lambda x, y: ["left", y, x],
    r"WHO either HAS or HAS\.": lambda x, y, z: ["oneof", x, y, z],
    r"WHO LACKS\.": lambda x, y: ["apart", x, y],
    r"WHO HAS\.": lambda x, y: ["same", x, y],
}


@pytest.mark.parametrize("level", SPEC.levels)
def test_english_says_what_the_payload_says(level):
    numbers = {word: k for k, word in enumerate(["no", "one", "two", "three", "four", "five"])}
    for seed in range(20 if level < 6 else 5):
        task = SPEC.task(level, seed)
        n = task.payload["houses"]
        kinds = {"WHO": {}, "HAS": {}, "LACKS": {}}
        of = {attribute.name: attribute for attribute in ATTRIBUTES}
        for a, (name, row) in enumerate(task.payload["attributes"]):
            for v, value in enumerate(row):
                kinds["WHO"][of[name].person.format(value).lower()] = a * n + v
                kinds["HAS"][of[name].has.format(value).lower()] = a * n + v
                kinds["LACKS"][of[name].lacks.format(value).lower()] = a * n + v
        phrases = kinds["WHO"] | kinds["HAS"] | kinds["LACKS"]
        assert len(phrases) == 3 * n * len(task.payload["attributes"])
        patterns = {}
        for pattern, make in SENTENCES.items():
            for word, group in kinds.items():
                pattern = pattern.replace(word, f"((?i:{'|'.join(map(re.escape, group))}))")
            patterns[pattern] = make
        sentences = re.findall(r"^\d+\. (.*)$", task.prompt, re.MULTILINE)
        assert len(sentences) == len(task.payload["clues"])
        for sentence, clue in zip(sentences, task.payload["clues"], strict=True):
            fitting = [pattern for pattern in patterns if re.fullmatch(pattern, sentence)]
            assert len(fitting) == 1, sentence
            parts = re.fullmatch(fitting[0], sentence).groups()
            read = patterns[fitting[0]](
                *(int(p) - 1 if p.isdigit() else numbers.get(p, phrases.get(p.lower())) for p in parts)
            )
            read = [n - 1 if part == "last" else part for part in read]
            if clue[0] in ("same", "apart", "next", "gap"):
                read[1:3], clue = sorted(read[1:3]), [clue[0], *sorted(clue[1:3]), *clue[3:]]
            assert read == clue, sentence


@given(
    st.integers(2, 6), st.sampled_from(["same", "apart", "next", "before", "left", "gap"]), st.integers(1, 4)
)
def test_images_are_what_the_clue_means(houses, kind, k):
    for negated in (False, True):
        forward, backward = images(houses, kind, k if kind == "gap" else 0, negated=negated)
        for x, y in product(range(houses), repeat=2):
            fits = truth([kind, 0, 1, k], {0: x + 1, 1: y + 1}) != negated
            assert bool(forward[1 << x] >> y & 1) == bool(backward[1 << y] >> x & 1) == fits
        for mask in range(1 << houses):
            singles = [forward[1 << x] for x in range(houses) if mask >> x & 1]
            assert forward[mask] == sum({bit for one in singles for bit in bits(one)})


def bits(mask):
    return [1 << b for b in range(mask.bit_length()) if mask >> b & 1]


@given(SEEDS, st.integers(2, 6), st.integers(2, 4), st.sampled_from(KINDS))
def test_drawn_clues_are_true(seed, houses, attributes, kind):
    rng = random.Random(seed)
    at = [a * houses + v for a in range(attributes) for v in rng.sample(range(houses), houses)]
    where = [0] * len(at)
    for place, x in enumerate(at):
        where[x] = place % houses
    if (clue := draw(rng, houses, where, at, kind)) is not None:
        assert truth(clue, {x: h + 1 for x, h in enumerate(where)})
        assert holds(clue, where)
        assert len(set(values_of(clue))) == len(values_of(clue))
        moved = rng.sample(range(houses), houses) * attributes
        assert holds(clue, moved) == truth(clue, {x: h + 1 for x, h in enumerate(moved)})


@given(st.integers(2, 5).flatmap(lambda n: st.lists(st.integers(1, 2**n - 1), min_size=n, max_size=n)))
def test_values_in_different_houses(row):
    tables = [p for p in permutations(range(len(row))) if all(d >> h & 1 for d, h in zip(row, p, strict=True))]
    cut = different(tuple(row))
    if cut is None:
        assert not tables
        return
    for i, (d, old) in enumerate(zip(cut, row, strict=True)):
        assert d
        assert d | old == old
        assert all(d >> table[i] & 1 for table in tables)


@given(SEEDS)
def test_solver_agrees_with_the_oracle(seed):
    rng = random.Random(seed)
    n, m = 3, rng.randint(2, 3)
    at = [a * n + v for a in range(m) for v in rng.sample(range(n), n)]
    where = [0] * len(at)
    for place, x in enumerate(at):
        where[x] = place % n
    clues = [c for _ in range(8) if (c := draw(rng, n, where, at, rng.choice(KINDS))) is not None]
    clues = clues or [["in", 0, 0]]
    parts = [compiled(n, clue) for clue in clues]
    number = rng.randrange(len(clues))
    parts[number] = compiled(n, clues[number], negated=True)
    tables = solutions(n, m, clues[:number] + clues[number + 1 :])
    expected = any(not truth(clues[number], table) for table in tables)
    assert solvable([(1 << n) - 1] * (n * m), joined(parts), n) == expected


def transformed(payload, rng):
    """The same puzzle with other names and orders, and sometimes seen from behind."""
    n, m = payload["houses"], len(payload["attributes"])
    behind = rng.random() < 0.5
    to = [a * n + v for a in rng.sample(range(m), m) for v in rng.sample(range(n), n)]
    clues = []
    for clue in payload["clues"]:
        kind, count = clue[0], len(values_of(clue))
        about, rest = [to[x] for x in clue[1 : 1 + count]], clue[1 + count :]
        if kind in ("in", "out"):
            rest = sorted(n - 1 - h for h in rest) if behind else rest
        elif kind == "oneof":
            about[1:] = rng.sample(about[1:], 2)
        elif kind in ("before", "left"):
            about = about[::-1] if behind else about
        else:
            about = rng.sample(about, 2)
        clues.append([kind, *about, *rest])
    rng.shuffle(clues)
    return clues


@given(st.sampled_from(SPEC.levels[:8]), st.integers(0, 200), SEEDS)
def test_fingerprint_does_not_see_names_order_and_side(level, seed, other):
    payload = SPEC.task(level, seed).payload
    n, m = payload["houses"], len(payload["attributes"])
    assert canonical(n, m, transformed(payload, random.Random(other))) == canonical(n, m, payload["clues"])


def test_fingerprint_is_exact_on_small_puzzles():
    def text(clue, to, behind):
        count = len(values_of(clue))
        about, rest = [to[x] for x in clue[1 : 1 + count]], clue[1 + count :]
        if clue[0] in ("in", "out"):
            rest = sorted(2 - h for h in rest) if behind else rest
        elif clue[0] == "oneof":
            about[1:] = sorted(about[1:])
        elif clue[0] not in ("before", "left"):
            about = sorted(about)
        elif behind:
            about = about[::-1]
        return f"{clue[0]} {about} {rest}"

    names = [
        [a + v for v in row] + [3 - a + v for v in other]
        for a in (0, 3)
        for row in permutations(range(3))
        for other in permutations(range(3))
    ]
    pairs = set()
    for seed in range(150):
        clues = SPEC.task(2, seed).payload["clues"]
        exact = min(sorted(text(c, to, behind) for c in clues) for to in names for behind in (False, True))
        pairs.add((str(exact), str(canonical(3, 2, clues))))
    assert len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})
    assert len(pairs) > 75


def test_fingerprint_sees_every_change_of_a_clue():
    for level in (3, 5, 7):
        payload = SPEC.task(level, 5).payload
        n, m, clues = payload["houses"], len(payload["attributes"]), payload["clues"]
        forms = {str(canonical(n, m, clues))}
        for number, clue in enumerate(clues):
            swap = {
                "same": "apart",
                "apart": "same",
                "next": "left",
                "before": "left",
                "left": "before",
                "gap": "next",
            }
            other = (
                [swap.get(clue[0], clue[0]), *clue[1:]] if clue[0] in swap else ["same", clue[1], clue[1] % n]
            )
            forms.add(str(canonical(n, m, [*clues[:number], other, *clues[number + 1 :]])))
        assert len(forms) == len(clues) + 1


def test_fingerprint_of_look_alikes():
    """One ring of six values, each next to the following, or two rings of three: refinement alone is blind."""
    one = [["next", x, (x + 1) % 6] for x in range(6)]
    two = [["next", x, x // 3 * 3 + (x + 1) % 3] for x in range(6)]
    assert canonical(6, 1, one) != canonical(6, 1, two)
    assert canonical(6, 1, one) == canonical(6, 1, [["next", x * 5 % 6, (x + 1) * 5 % 6] for x in range(6)])
    assert canonical(6, 6, [["in", 0, 0]])[0] == "refined"
    assert (
        canonical(6, 6, [["in", 0, 0]]) == canonical(6, 6, [["in", 20, 5]]) != canonical(6, 6, [["in", 0, 1]])
    )


@pytest.mark.parametrize("level", SPEC.levels)
def test_trace_deduces_each_step(level):
    for seed in range(8 if level < 7 else 1):
        task = SPEC.task(level, seed)
        n = task.payload["houses"]
        rows = task.payload["attributes"]
        number = {value: a * n + v for a, (_, row) in enumerate(rows) for v, value in enumerate(row)}
        left = {x: set(range(1, n + 1)) for x in number.values()}
        cases: list[tuple[dict, int, int]] = []
        refuted = False
        first, *lines, last = task.trace.splitlines()[:-n]
        assert first.startswith("houses left")
        assert last == "every value has its house"
        for line in lines:
            depth, line = line.count("> "), line.replace("> ", "")
            if line.startswith("suppose "):
                value, house = line.removeprefix("suppose ").split()
                cases.append(({x: set(d) for x, d in left.items()}, number[value], int(house)))
                assert int(house) in left[number[value]]
                left[number[value]] = {int(house)}
                continue
            if line.startswith("so "):
                value, houses = line.removeprefix("so ").split()
                left, x, house = cases.pop()
                assert refuted
                assert number[value] == x
                left[x].discard(house)
                assert left[x] == set(map(int, houses.split("/")))
                continue
            assert depth == len(cases)
            name, cuts = line.split(": ")
            if name.startswith("clue "):
                clue = task.payload["clues"][int(name.split()[1]) - 1]
                about = values_of(clue)
                worlds = [dict(zip(about, w, strict=True)) for w in product(*(left[x] for x in about))]
                worlds = [w for w in worlds if truth(clue, w)]
            else:
                about = [number[value] for value in dict(rows)[name]]
                worlds = [
                    dict(zip(about, p, strict=True))
                    for p in permutations(range(1, n + 1))
                    if all(h in left[x] for x, h in zip(about, p, strict=True))
                ]
            refuted = cuts == "contradiction"
            assert refuted == (not worlds)
            for cut in [] if refuted else cuts.split(", "):
                value, houses = cut.split()
                x, kept = number[value], set(map(int, houses.split("/")))
                assert x in about
                assert kept < left[x]
                assert {w[x] for w in worlds} <= kept
                left[x] = kept
        words = {x: value for value, x in number.items()}
        table = [
            f"{h}: " + ", ".join(words[x] for x in sorted(words) if left[x] == {h}) for h in range(1, n + 1)
        ]
        assert "\n".join(table) == task.answer


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        RIGHT.upper(),
        RIGHT.replace("\n", "; "),
        "1: horse, red\n2: cat, green\n3: dog, blue",
        "House 3: blue, dog\nHouse 2: green, cat\nHouse 1: red, horse",
        "1. red horse\n2. green cat\n3. blue dog",
        "1) red - horse\n2) green - cat\n3) blue - dog",
        "| House | Colour | Pet |\n|---|---|---|\n| 1 | red | horse |\n| 2 | green | cat |\n| 3 | blue | dog |",
        '{"1": {"colour": "red", "pet": "horse"}, "2": {"pet": "cat", "colour": "green"}, "3": ["blue", "dog"]}',
        "- **House 1** \u2013 colour: red, pet: horse\n- **House 2** \u2013 green, cat\n- *House 3*: blue, dog.",
        "#1 = (red, horse)\r\n#2 = (green, cat)\r\n#3 = (blue, dog)\r\n",
    ],
)
def test_accepted_forms(answer):
    assert verify(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("1: green, cat\n2: blue, dog\n3: red, horse", Reason.WRONG),
        ("1: red, cat\n2: green, horse\n3: blue, dog", Reason.WRONG),
        ("1\n2\n3", Reason.ILLEGAL),
        ("1: red, horse\n2: green, cat\n3: blue", Reason.ILLEGAL),
        ("1: red, horse\n2: green, cat", Reason.ILLEGAL),
        ("1: red, horse, cat\n2: green\n3: blue, dog", Reason.ILLEGAL),
        ("1: red, red, horse\n2: green, cat\n3: blue, dog", Reason.ILLEGAL),
        ("1: red, horse, blue, cat\n2: green, cat\n3: blue, dog", Reason.ILLEGAL),
        (RIGHT + "\n" + RIGHT, Reason.UNPARSABLE),
        ("red, horse\ngreen, cat\nblue, dog", Reason.UNPARSABLE),
        ("0: red, horse\n1: green, cat\n2: blue, dog", Reason.UNPARSABLE),
        ("-1: red, horse\n2: green, cat\n3: blue, dog", Reason.UNPARSABLE),
        ("1: pet red, colour horse\n2: green, cat\n3: blue, dog", Reason.UNPARSABLE),
        ("1: red, horse\n2: green, cat\n3: blue or red, dog", Reason.UNPARSABLE),
        ("1: red/blue, horse\n2: green, cat\n3: blue, dog", Reason.UNPARSABLE),
        ("1: red, horse\n2: green, cat\n3: blue, dog?", Reason.UNPARSABLE),
        ("1: red, horse\n2: green, cat\n3: not blue, dog", Reason.UNPARSABLE),
        ("\u0661: red, horse\n2: green, cat\n3: blue, dog", Reason.UNPARSABLE),
        ("1: red, horse\n2: green, \u0441at\n3: blue, dog", Reason.UNPARSABLE),
        ("", Reason.UNPARSABLE),
        ("house", Reason.UNPARSABLE),
        ("\ud800", Reason.UNPARSABLE),
        ("[" * 100_000, Reason.UNPARSABLE),
        ("house " * 100_000, Reason.UNPARSABLE),
        ("9**9**9", Reason.UNPARSABLE),
        ("1: __import__('os').system('true')", Reason.UNPARSABLE),
    ],
)
def test_rejected_answers(answer, reason):
    verdict = verify(PAYLOAD, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)


def test_the_given_numbers_earn_nothing():
    """A peer pays for the house numbers alone, and another for a table that lists every order of every row."""
    assert verify(PAYLOAD, "1\n2\n3").parts == {}
    every = "\n".join(f"{h}: red, blue, green, cat, dog, horse" for h in (1, 2, 3))
    assert verify(PAYLOAD, every).score == 0.0


def test_every_table_is_judged_as_the_second_checker_does():
    right = 0
    for seed in range(10):
        payload = SPEC.task(2, seed).payload
        (_, first), (_, second) = payload["attributes"]
        for a, b in product(permutations(first), permutations(second)):
            answer = "\n".join(f"{h + 1}: {a[h]}, {b[h]}" for h in range(3))
            assert verify(payload, answer).passed == accepts(payload, answer)
            right += accepts(payload, answer)
    assert right == 10


TOKENS = st.sampled_from([*"123", "red", "blue", "green", "cat", "dog", "horse", ":", ",", "\n", "x", "-"])


@given(st.lists(TOKENS, max_size=12), st.randoms())
def test_any_tokens_are_judged_as_the_second_checker_does(extra, rng):
    tokens = re.findall(r"\w+|\W", RIGHT)
    for token in extra[:3]:
        tokens[rng.randrange(len(tokens))] = token
    text = " ".join(tokens)
    assert verify(PAYLOAD, text).passed == accepts(PAYLOAD, text)


@given(st.text(max_size=200))
def test_any_text_gets_a_verdict(text):
    assert verify(PAYLOAD, text).score == 0.0


def test_share_of_clues():
    verdict = verify(PAYLOAD, "1: red, cat\n2: green, horse\n3: blue, dog")
    assert verdict.parts["clues"] == 0.75
    assert verdict.message == "Clue 4 does not hold."


def test_words_can_be_told_apart():
    words = [value.lower() for attribute in ATTRIBUTES for value in attribute.values]
    names = [attribute.name.lower() for attribute in ATTRIBUTES]
    assert len(set(words + names + ["house", "houses"])) == len(words) + len(names) + 2
    assert all(word.isascii() and word.isalpha() for word in words + names)
    assert all(len(attribute.values) >= 8 for attribute in ATTRIBUTES)


def test_largest_size_and_bad_parameters():
    payload = generate(random.Random(1), houses=8, attributes=2, places=0).payload
    assert accepts(payload, generate(random.Random(1), houses=8, attributes=2, places=0).answer)
    for bad in ({"houses": 1}, {"houses": 9}, {"attributes": 1}, {"attributes": 9}, {"places": -1}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            generate(random.Random(0), **({"houses": 3, "attributes": 3, "places": 1} | bad))

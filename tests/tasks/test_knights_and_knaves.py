"""Knights and knaves: one solution, English that says what the payload says, sound traces, strict answers."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.generators.logic.knaves_canonical import canonical
from rlvr.generators.logic.knaves_statements import draw, english, opposite, people_in, worlds_of
from rlvr.generators.logic.knights_and_knaves import generate
from rlvr.generators.logic.names import NAMES
from rlvr.verifiers.base import Reason
from rlvr.verifiers.logic.knights_and_knaves import verify
from rlvr.verifiers.logic.knights_and_knaves_check import accepts

SPEC = rlvr.get("knights-and-knaves")
SEEDS = st.integers(0, 10**9)
PAYLOAD = {  # Bob's words make Ann a knight whatever he is, so hers make him a knave; Cleo calls Ann a knave.
    "people": ["Ann", "Bob", "Cleo"],
    "statements": [["is", 1, 0], ["same", 0, 1], ["and", ["is", 0, 0], ["exactly", 2, 1, [0, 1, 2]]]],
}


def truth(s, world):
    """The truth of a statement when ``world[p]`` says whether p is a knight: written from the English."""
    match s:
        case ["is", p, kind]:
            return world[p] if kind else not world[p]
        case ["same", p, q]:
            return world[p] == world[q]
        case ["differ", p, q]:
            return world[p] != world[q]
        case ["exactly" | "least" | "most" as compare, k, kind, people]:
            n = len([p for p in people if world[p] == bool(kind)])
            return {"exactly": n == k, "least": n >= k, "most": n <= k}[compare]
        case ["says", p, t]:
            return truth(t, world) if world[p] else not truth(t, world)
        case ["not", t]:
            return not truth(t, world)
        case ["if", t, u]:
            return not (truth(t, world) and not truth(u, world))
        case ["xor", t, u]:
            return truth(t, world) + truth(u, world) == 1
        case ["iff", t, u]:
            return truth(t, world) + truth(u, world) in (0, 2)
        case ["and", *parts]:
            return False not in [truth(t, world) for t in parts]
        case ["or", *parts]:
            return True in [truth(t, world) for t in parts]
    raise AssertionError(s)


def solutions(statements):
    worlds = product((False, True), repeat=len(statements))
    return [w for w in worlds if all(truth(s, w) == w[p] for p, s in enumerate(statements))]


class Reader:
    """A recursive-descent reader of the English: it fails if a sentence can be cut in no way or in two."""

    def __init__(self, names, speaker):
        self.number = {name: p for p, name in enumerate(names)} | {"I": speaker, "me": speaker}

    def sentence(self, text):
        if text.startswith("it is not true that "):
            return ["not", self.part(text.removeprefix("it is not true that "))]
        if text.startswith("if "):
            first, second = self.split(text.removeprefix("if "), ", then ")
            return ["if", self.part(first), self.part(second)]
        if text.startswith("either "):
            first, second = self.split(text.removeprefix("either ").removesuffix(", but not both"), " or ")
            return ["xor", self.part(first), self.part(second)]
        if found := re.fullmatch(r"([A-Z]\w+) would say that (.*)", text):
            return ["says", self.number[found[1]], self.sentence(found[2])]
        if found := re.fullmatch(r"(\w+) and (\w+) are of (the same kind|different kinds)", text):
            pair = [self.number[found[1]], self.number[found[2]]]
            return ["same" if "same" in found[3] else "differ", *pair]
        if found := re.fullmatch(
            r"(exactly|at least|at most) (\d+) of (.*) (?:is a|are) (knight|knave)s?", text
        ):
            people = range(int(found[3].split()[1])) if found[3].startswith("the ") else self.people(found[3])
            return [found[1].split()[-1], int(found[2]), int(found[4] == "knight"), sorted(people)]
        for joint, op in ((" if and only if ", "iff"), (" and ", "and"), (" or ", "or")):
            if len(parts := self.split(text, joint)) > 1:
                return [op, *map(self.part, parts)]
        return self.part(text)

    def people(self, text):
        return [self.number[name] for name in re.split(", | and ", text)]

    def part(self, text):
        if text.startswith("("):
            assert text.endswith(")")
            return self.sentence(text[1:-1])
        found = re.fullmatch(r"(\w+) (?:is|am) a (knight|knave)", text)
        return ["is", self.number[found[1]], int(found[2] == "knight")]

    @staticmethod
    def split(text, joint):
        parts, depth, start = [], 0, 0
        for i, letter in enumerate(text):
            depth += (letter == "(") - (letter == ")")
            if depth == 0 and text.startswith(joint, i):
                parts.append(text[start:i])
                start = i + len(joint)
        return [*parts, text[start:]]


@pytest.mark.parametrize("level", SPEC.levels)
def test_exactly_one_assignment_fits(level):
    for seed in range(30 if level < 7 else 4):
        task = SPEC.task(level, seed)
        found = solutions(task.payload["statements"]) if len(task.payload["people"]) < 11 else None
        if found is not None:
            names = task.payload["people"]
            kinds = [f"{name}: {'knight' if k else 'knave'}" for name, k in zip(names, found[0], strict=True)]
            assert len(found) == 1
            assert task.answer == ", ".join(kinds)
        assert accepts(task.payload, task.answer)
        assert task.guess_rate == 0.5 ** len(task.payload["people"])


@pytest.mark.parametrize("level", SPEC.levels)
def test_english_says_what_the_payload_says(level):
    def ordered(s):
        if s[0] in ("same", "differ"):
            return [s[0], *sorted(s[1:])]
        return [ordered(part) if isinstance(part, list) and isinstance(part[0], str) else part for part in s]

    for seed in range(40):
        task = SPEC.task(level, seed)
        names = task.payload["people"]
        for speaker, statement in enumerate(task.payload["statements"]):
            text = english(statement, names, speaker)
            assert text[0].upper() + text[1:] in task.prompt
            read = Reader(names, speaker).sentence(text)
            assert ordered(read) == ordered(statement), text


def test_reader_of_the_test_is_no_rubber_stamp():
    read = Reader(["Ann", "Bob", "Cleo"], 2).sentence
    assert read("if Ann is a knight, then (Bob and I are of the same kind)") == [
        "if",
        ["is", 0, 1],
        ["same", 1, 2],
    ]
    assert read("at most 2 of Ann, Bob and me are knaves") == ["most", 2, 0, [0, 1, 2]]
    assert read("either Ann is a knave or I am a knave, but not both") == ["xor", ["is", 0, 0], ["is", 2, 0]]


@given(SEEDS, st.integers(2, 6), st.integers(1, 4))
def test_sets_of_worlds_and_opposites(seed, people, depth):
    worlds = worlds_of(people)
    statement, true = draw(random.Random(seed), worlds, seed % people, depth)
    other = opposite(statement)
    for number in range(1 << people):
        world = [bool(number >> p & 1) for p in range(people)]
        assert truth(statement, world) == bool(true >> number & 1)
        if other is not None:
            assert truth(other, world) != truth(statement, world)
    assert set(people_in(statement)) <= set(range(people))


def relabelled(statement, to, rng):
    """The statement with person p called ``to[p]`` and the order of commutative parts drawn anew."""
    op, *rest = statement
    if op == "is":
        return ["is", to[rest[0]], rest[1]]
    if op == "says":
        return ["says", to[rest[0]], relabelled(rest[1], to, rng)]
    if op in ("same", "differ"):
        return [op, *rng.sample([to[p] for p in rest], 2)]
    if op in ("exactly", "least", "most"):
        return [op, *rest[:2], rng.sample([to[p] for p in rest[2]], len(rest[2]))]
    parts = [relabelled(part, to, rng) for part in rest]
    return [op, *(parts if op == "if" else rng.sample(parts, len(parts)))]


@given(st.sampled_from(SPEC.levels), SEEDS)
def test_fingerprint_does_not_see_names_and_order(level, seed):
    rng = random.Random(seed)
    statements = SPEC.task(level, seed).payload["statements"]
    to = rng.sample(range(len(statements)), len(statements))
    other = [None] * len(statements)
    for p, statement in enumerate(statements):
        other[to[p]] = relabelled(statement, to, rng)
    assert canonical(other) == canonical(statements)


def test_fingerprint_is_exact_on_small_puzzles():
    def text(s, to):
        op, *rest = s
        if op == "is":
            return f"is {to[rest[0]]} {rest[1]}"
        if op == "says":
            return f"says({to[rest[0]]} {text(rest[1], to)})"
        if op in ("same", "differ"):
            return f"{op} {sorted(to[p] for p in rest)}"
        if op in ("exactly", "least", "most"):
            return f"{op} {rest[:2]} {sorted(to[p] for p in rest[2])}"
        parts = [text(part, to) for part in rest]
        return f"{op}{parts if op == 'if' else sorted(parts)}"

    pairs = set()
    for level in (1, 2, 3):
        for seed in range(150):
            statements = SPEC.task(level, seed).payload["statements"]
            forms = []
            for to in permutations(range(len(statements))):
                form = [""] * len(statements)
                for p, s in enumerate(statements):
                    form[to[p]] = text(s, to)
                forms.append(form)
            pairs.add((str(min(forms)), str(canonical(statements))))
    assert len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})
    assert len(pairs) > 200


def test_fingerprint_of_look_alikes():
    """Everyone speaks of a neighbour in a ring of six, or in two of three: refinement alone is blind."""

    def ring(start, size):
        return [["is", start + (i + 1) % size, 1] for i in range(size)]

    one, two = ring(0, 6), ring(0, 3) + ring(3, 3)
    assert canonical(one) != canonical(two)
    assert canonical(one) == canonical([["is", (p - 1) % 6, 1] for p in range(6)])
    many = [["least", 1, 1, list(range(14))]] * 14  # more symmetries than are tried
    assert canonical(many)[0] == "refined"
    assert canonical(many) != canonical([["least", 2, 1, list(range(14))]] * 14)


@pytest.mark.parametrize("level", SPEC.levels)
def test_trace_deduces_each_step(level):
    for seed in range(12):
        task = SPEC.task(level, seed)
        names = task.payload["people"]
        number = {name: p for p, name in enumerate(names)}
        known: dict[int, bool] = {}
        open_cases: list[tuple[int, bool, dict[int, bool]]] = []
        refuted = False
        for line in task.trace.splitlines()[:-2]:
            facts = [(number[a], b == "knight") for a, b in re.findall(r"([A-Z][a-z]+) (knight|knave)", line)]
            if line.startswith("suppose "):
                open_cases.append((*facts[0], dict(known)))
                known[facts[0][0]] = facts[0][1]
            elif line.startswith("so "):
                person, supposed, known = open_cases.pop()
                assert refuted
                assert facts[0] == (person, not supposed)
                assert dict(facts[1:]) == known
                known[person] = not supposed
            else:
                speaker = number[re.match(r"by ([A-Z][a-z]+):", line)[1]]
                statement = task.payload["statements"][speaker]
                people = sorted({speaker, *people_in(statement)})
                free = [p for p in people if p not in known]
                fitting = []
                for kinds in product((False, True), repeat=len(free)):
                    world = known | dict(zip(free, kinds, strict=True))
                    if truth(statement, world) == world[speaker]:
                        fitting.append(world)
                refuted = line.endswith("contradiction")
                assert refuted == (not fitting)
                for person, kind in facts:
                    assert person not in known
                    assert all(world[person] == kind for world in fitting)
                    known[person] = kind
        solved = ", ".join(f"{name}: {'knight' if known[p] else 'knave'}" for p, name in enumerate(names))
        assert solved == task.answer


def test_knights_and_knaves_are_balanced():
    answers = [SPEC.task(level, seed).answer for level in (1, 3, 5) for seed in range(150)]
    knights, people = sum(a.count("knight") for a in answers), sum(a.count(":") for a in answers)
    assert abs(knights / people - 0.5) < 0.05


def test_giveaways_are_limited():
    for seed in range(20):
        for statement, speaker in zip(
            generate(random.Random(seed), people=4, depth=2, giveaways=0).payload["statements"],
            range(4),
            strict=True,
        ):
            fitting = [w for w in product((False, True), repeat=4) if truth(statement, w) == w[speaker]]
            assert all({w[p] for w in fitting} == {False, True} for p in range(4))


@pytest.mark.parametrize(
    "answer",
    [
        "Ann: knight, Bob: knave, Cleo: knave",
        "ann: KNIGHT\nbob: Knave\ncleo: knave\n",
        "Cleo: knave; Bob: knave; Ann: knight.",
        "Ann=knight Bob=knave Cleo=knave",
        "Ann is a knight, Bob is a knave and Cleo is a knave.",
        "Ann is a knight, Bob and Cleo are knaves.",
        '{"Ann": "knight", "Bob": "knave", "Cleo": "knave"}',
        "1. **Ann** - knight\n2. **Bob** - knave\n3. **Cleo** - knave",
        "| Ann | knight |\n| Bob | knave |\n| Cleo | knave |",
        "Knights: Ann\nKnaves: Bob, Cleo",
        "Knaves are Cleo and Bob. Knights are Ann.",
        "knaves: Bob and Cleo; knights: Ann",
        "Ann \u2013 knight, Bob \u2013 knave, Cleo \u2013 knave",
    ],
)
def test_accepted_forms(answer):
    assert verify(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Ann: knave, Bob: knave, Cleo: knave", Reason.WRONG),
        ("Ann: knight, Bob: knave, Cleo: knight", Reason.WRONG),
        ("Ann: knight, Bob: knave", Reason.ILLEGAL),
        ("Knights: Ann. Knaves: Bob.", Reason.ILLEGAL),
        ("Ann: knight, Bob: knave, Cleo: knave or knight", Reason.UNPARSABLE),
        ("Ann: knight, Bob: knave, Cleo: knight/knave", Reason.UNPARSABLE),
        ("Ann: knight, Bob: knave, Cleo: not knight", Reason.UNPARSABLE),
        ("Ann: knight, Bob: knave, Cleo: knave, Cleo: knight", Reason.UNPARSABLE),
        ("Ann: knight, Ann: knight, Bob: knave, Cleo: knave", Reason.UNPARSABLE),
        ("Ann: knight, Bob: knave, Cleo: knave, Dan: knave", Reason.UNPARSABLE),
        ("Ann Bob Cleo: knave", Reason.UNPARSABLE),
        ("Ann: knight, Bob: knave, Cleo: knave is a", Reason.UNPARSABLE),
        ("knight, knave, knave", Reason.UNPARSABLE),
        ("Knights: Ann, Bob, Cleo. Knaves: Ann, Bob, Cleo", Reason.UNPARSABLE),
        ("Knights: Ann. Knaves: Bob. Knaves: Cleo", Reason.UNPARSABLE),
        ("Knights: none Ann. Knaves: Bob, Cleo", Reason.UNPARSABLE),
        ("Knights Knaves Ann Bob Cleo", Reason.UNPARSABLE),
        ("Ann: knight? Bob: knave. Cleo: knave.", Reason.UNPARSABLE),
        ("Ann: \u212anight, Bob: knave, Cleo: knave", Reason.UNPARSABLE),
        ("none", Reason.UNPARSABLE),
        ("knights", Reason.UNPARSABLE),
        ("", Reason.UNPARSABLE),
        ("\ud800", Reason.UNPARSABLE),
        ("(" * 100_000, Reason.UNPARSABLE),
        ("Ann " * 100_000, Reason.UNPARSABLE),
        ("__import__('os').system('true')", Reason.UNPARSABLE),
    ],
)
def test_rejected_answers(answer, reason):
    verdict = verify(PAYLOAD, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)


def test_all_knaves_can_be_said_with_an_empty_group():
    payload = {"people": ["Ann", "Bob"], "statements": [["is", 1, 1], ["exactly", 1, 1, [0, 1]]]}
    assert verify(payload, "Knights: none. Knaves: Ann, Bob").passed
    assert verify(payload, "Ann and Bob are knaves").passed
    assert not verify(payload, "Knights: Ann, Bob. Knaves: none").passed
    assert not verify(payload, "Ann and Bob are knights").passed


def test_share_of_consistent_statements():
    assert verify(PAYLOAD, "Ann: knight, Bob: knave, Cleo: knight").parts["consistent"] == pytest.approx(2 / 3)


@given(st.text(max_size=200))
def test_any_text_gets_a_verdict(text):
    assert verify(PAYLOAD, text).score in (0.0, 1.0)


PAIRS = st.tuples(
    st.sampled_from(["Ann", "Bob", "Cleo", "Dan", ""]), st.sampled_from(["knight", "knave", "is", ""])
)


@given(st.lists(PAIRS.map(": ".join), min_size=2, max_size=4).map(", ".join))
def test_pairs_are_judged_as_the_second_checker_does(text):
    assert verify(PAYLOAD, text).passed == accepts(PAYLOAD, text)


def test_every_assignment_is_judged_as_the_second_checker_does():
    for level in (1, 3, 5, 6):
        task = SPEC.task(level, 11)
        names = task.payload["people"]
        for kinds in product(("knight", "knave"), repeat=len(names)):
            answer = ", ".join(f"{name}: {kind}" for name, kind in zip(names, kinds, strict=True))
            assert (
                verify(task.payload, answer).passed == accepts(task.payload, answer) == (answer == task.answer)
            )


def test_second_checker_wants_one_solution():
    assert not accepts(
        {"people": ["Ann", "Bob"], "statements": [["is", 1, 1], ["is", 0, 1]]}, "Ann: knight, Bob: knight"
    )


def test_names_are_plain_words_unlike_the_words_of_answers():
    assert len({name.lower() for name in NAMES}) == len(NAMES) >= 200
    assert all(name.isascii() and name.isalpha() for name in NAMES)
    assert not {name.lower() for name in NAMES} & {"is", "are", "a", "and", "none", "knight", "knave"}


@pytest.mark.parametrize("bad", [{"people": 1}, {"people": 15}, {"depth": 0}, {"depth": 6}, {"giveaways": -1}])
def test_bad_parameters_are_named(bad):
    params = {"people": 4, "depth": 2, "giveaways": 4} | bad
    with pytest.raises(ValueError, match=next(iter(bad))):
        generate(random.Random(0), **params)

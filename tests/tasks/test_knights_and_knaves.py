"""Knights and knaves: every statement read word by word, one solution, each step deduced, strict answers."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.generators.first_names import NAMES
from rlvr.generators.logic.knaves_canonical import canonical
from rlvr.generators.logic.knaves_statements import draw, opposite, people_in, worlds_of
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("knights-and-knaves")
WORDINGS = (
    "On an island, everyone is either a knight or a knave. Knights always tell the truth, and knaves always lie. You "
    "meet {n} of them: {people:[^.]+}. Each of them makes one statement.\n\n{said:.+?}\n\n{notes:.*}Exactly one "
    "assignment of knights and knaves fits. Who is what? Give everyone's kind, separated by commas, in the form name: "
    "knight or name: knave.",
    "{people:[^.]+} live in a town where each person is a knight, whose every statement is true, or a knave, whose "
    "every statement is false. Asked about themselves, they said:\n\n{said:.+?}\n\n{notes:.*}Work out the kind of each "
    "of the {n} people; there is only one solution. Answer with a list like name: kind, name: kind, where each kind is "
    "knight or knave.",
    "{said:.+?}\n\nThis is what {n} people said: {people:[^.]+}. Each is a knight, who only says true things, or a "
    "knave, who only says false things. {notes:.*}Decide for each person which of the two it is (only one way is "
    "consistent). List all of them as name: knight or name: knave, with commas between them.",
    "Some people are knights (all they say is true) and the others are knaves (all they say is false). There are {n} "
    "people here, named {people:[^.]+}, and these are their statements:\n\n{said:.+?}\n\n{notes:.*}What is each of "
    "them? Only one answer is possible. Write name: knight or name: knave for every person, separated by commas.",
)
NOTES = {
    "or xor": '"P or Q" means that at least one of P and Q is true, unless "but not both" is added.',
    "if": '"If P, then Q" is false only when P is true and Q is false.',
    "iff": '"P if and only if Q" is true when P and Q are both true or both false.',
    "says": '"X would say that P" means that P is true if X is a knight, and that P is false if X is a knave.',
}
BRACKETS = "Brackets show which words belong together."
# What is said, once brackets have given way to numbers such as #3.
PART = r"(?:#\d+|(?:I am|[A-Z]\w+ is) a kn(?:ight|ave))"
JOINED = {
    "not": f"it is not true that {PART}",
    "if": f"if {PART}, then {PART}",
    "xor": f"either {PART} or {PART}, but not both",
    "iff": f"{PART} if and only if {PART}",
    "and": f"{PART}(?: and {PART})+",
    "or": f"{PART}(?: or {PART})+",
}
COUNTED = r"(exactly|at least|at most) (\d+) of (.+) (is a|are) kn(ight|ave)(s?)"
THREE = {  # Bob's words make Ann a knight whatever he is, so hers make him a knave; Cleo calls Ann a knave.
    "people": ["Ann", "Bob", "Cleo"],
    "statements": [["is", 1, 0], ["same", 0, 1], ["and", ["is", 0, 0], ["exactly", 2, 1, [0, 1, 2]]]],
}
RIGHT = "Ann: knight, Bob: knave, Cleo: knave"


def statement(text, number):
    """What a sentence says; `number` gives the number of each person, and the speaker's as that of I and me."""
    inner = []

    def clause(text):
        joins = [op for op, pattern in JOINED.items() if re.fullmatch(pattern, text)]
        if joins:
            (op,) = joins
            return [op, *map(part, re.findall(PART, text))]
        if said := re.fullmatch(r"([A-Z]\w+) would say that (.+)", text):
            return ["says", number[said[1]], clause(said[2])]
        if pair := re.fullmatch(r"(\w+) and (\w+) are of (the same|different) kind(s?)", text):
            kinds = {("the same", ""): "same", ("different", "s"): "differ"}
            return [kinds[pair[3], pair[4]], *sorted(number[name] for name in pair.group(1, 2))]
        if count := re.fullmatch(COUNTED, text):
            assert (count[4], count[6]) == (("is a", "") if count[2] == "1" else ("are", "s"))
            people = re.split(", | and ", count[3])
            if count[3] == f"the {len(number) - 2} of us":
                people = set(number) - {"I", "me"}
            return [
                count[1].split()[-1],
                int(count[2]),
                int(count[5] == "ight"),
                sorted(number[p] for p in people),
            ]
        return part(text)

    def part(text):
        if text[0] == "#":
            return inner[int(text[1:])]
        assert re.fullmatch(PART, text), text
        return ["is", number[text.split()[0]], int(text.endswith("knight"))]

    def kept(match):
        inner.append(clause(match[1]))
        return f"#{len(inner) - 1}"

    while "(" in text:
        text = re.sub(r"\(([^()]*)\)", kept, text)
    return clause(text)


def ordered(said):
    """A statement with two people of one kind, or of two, in order."""
    if said[0] in ("same", "differ"):
        return [said[0], *sorted(said[1:])]
    return [ordered(part) if isinstance(part, list) and isinstance(part[0], str) else part for part in said]


def operators(said):
    inner = [operators(part) for part in said[1:] if isinstance(part, list) and isinstance(part[0], str)]
    return {said[0]}.union(*inner)


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


def worlds(people):
    return product((False, True), repeat=people)


def told(names, world):
    return ", ".join(
        f"{name}: {'knight' if kind else 'knave'}" for name, kind in zip(names, world, strict=True)
    )


class TestKnightsAndKnaves(Promises):
    id = "knights-and-knaves"
    alphabet = "0123456789+/ :knaveight\u212a"
    right = ("{}", " {}\n", "{}.", "**{}**")
    calculates = False  # what worked solutions say is deduced again below

    def oracle(self, prompt):
        said = read(prompt, {"": WORDINGS})[1]
        names = re.split(", | and ", said["people"])
        lines = [
            re.fullmatch(r'(\w+)(:| says:| said,) "(.+)\."', line).groups()
            for line in said["said"].splitlines()
        ]
        assert [name for name, _, _ in lines] == names
        assert len({verb for _, verb, _ in lines}) == 1
        number = {name: p for p, name in enumerate(names)}
        statements = []
        for speaker, (_, _, text) in enumerate(lines):
            first = text if text.startswith(("I ", *names)) else text[0].lower() + text[1:]
            statements.append(statement(first, number | {"I": speaker, "me": speaker}))
        used = set().union(*map(operators, statements))
        notes = [text for ops, text in NOTES.items() if used & set(ops.split())]
        if said["notes"].endswith(f"{BRACKETS}\n\n") or "(" in said["said"]:  # it may be said needlessly
            notes.append(BRACKETS)
        assert said["notes"] == (" ".join(notes) + "\n\n" if notes else "")
        return said["n"], names, statements

    def agrees(self, found, task):
        n, names, statements = found
        assert n == len(names) == self.spec.params(task.level)["people"]
        assert names == task.payload["people"]
        assert list(map(ordered, statements)) == list(map(ordered, task.payload["statements"]))
        assert task.guess_rate == 0.5**n
        world = [f"{name}: knight" in task.answer.split(", ") for name in names]
        return task.answer == told(names, world) and [truth(s, world) for s in statements] == world

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_one_assignment_fits(self, level):
        for seed in range(30 if level < 7 else 4):
            task = self.spec.task(level, seed)
            n, names, statements = self.oracle(task.prompt)
            assert self.confirms(task.payload, task.answer)
            if n <= 10:
                (world,) = (w for w in worlds(n) if all(truth(s, w) == w[p] for p, s in enumerate(statements)))
                assert task.answer == told(names, world)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_worked_solutions_deduce_each_step(self, level):
        for seed in range(12):
            task = self.spec.task(level, seed)
            names, known, cases, refuted = task.payload["people"], {}, [], False
            for line in task.trace.splitlines()[:-2]:
                verb, name = re.match(r"(suppose|so|by) (\w+)", line).groups()
                facts = [(names.index(a), b == "knight") for a, b in re.findall(r"(\w+) (knight|knave)", line)]
                if verb == "suppose":
                    cases.append((facts[0], dict(known)))
                    known |= dict(facts)
                elif verb == "so":
                    (person, supposed), known = cases.pop()
                    assert refuted
                    assert facts == [(person, not supposed), *known.items()]
                    known[person] = not supposed
                else:
                    speaker = names.index(name)
                    said = task.payload["statements"][speaker]
                    free = [p for p in {speaker, *people_in(said)} if p not in known]
                    cases_left = [known | dict(zip(free, kinds, strict=True)) for kinds in worlds(len(free))]
                    fitting = [world for world in cases_left if truth(said, world) == world[speaker]]
                    refuted = line.endswith("contradiction")
                    assert refuted == (not fitting)
                    for person, kind in facts:
                        assert person not in known
                        assert all(world[person] == kind for world in fitting)
                    known |= dict(facts)
            assert told(names, [known[p] for p in range(len(names))]) == task.answer

    def test_knights_and_knaves_are_balanced(self):
        answers = "".join(self.spec.task(level, seed).answer for level in (1, 3, 5) for seed in range(150))
        assert abs(answers.count("knight") / answers.count(":") - 0.5) < 0.05

    def test_without_giveaways_no_statement_settles_a_kind(self):
        for seed in range(20):
            payload = self.spec.task(1, seed, params={"people": 4, "depth": 2, "giveaways": 0}).payload
            for speaker, said in enumerate(payload["statements"]):
                fitting = [world for world in worlds(4) if truth(said, world) == world[speaker]]
                assert all(len({world[p] for world in fitting}) == 2 for p in range(4))

    def test_answers_by_their_form(self):
        right = [
            RIGHT, "ann: KNIGHT\nbob: Knave\ncleo: knave\n", "Cleo: knave; Bob: knave; Ann: knight.",
            "Ann=knight Bob=knave Cleo=knave", "Ann is a knight, Bob is a knave and Cleo is a knave.",
            "Ann is a knight, Bob and Cleo are knaves.", '{"Ann": "knight", "Bob": "knave", "Cleo": "knave"}',
            "1. **Ann** - knight\n2. **Bob** - knave\n3. **Cleo** - knave",
            "| Ann | knight |\n| Bob | knave |\n| Cleo | knave |", "Knights: Ann\nKnaves: Bob, Cleo",
            "Knaves are Cleo and Bob. Knights are Ann.", "knaves: Bob and Cleo; knights: Ann",
            "Ann \u2013 knight, Bob \u2013 knave, Cleo \u2013 knave",
        ]  # fmt: skip
        refused = [
            "", "none", "knights", "\ud800", "__import__('os').system('true')", "knight, knave, knave",
            f"{RIGHT} or knight", f"{RIGHT}/knight", f"{RIGHT}, Cleo: knight", f"Ann: knight, {RIGHT}",
            f"{RIGHT}, Dan: knave", f"{RIGHT} is a", RIGHT.replace("Cleo: ", "Cleo: not "), "Ann Bob Cleo: knave",
            "Knights: Ann, Bob, Cleo. Knaves: Ann, Bob, Cleo", "Knights: Ann. Knaves: Bob. Knaves: Cleo",
            "Knights: none Ann. Knaves: Bob, Cleo", "Knights Knaves Ann Bob Cleo", RIGHT.replace(", ", "? "),
            RIGHT.replace("kni", "\u212ani"),
        ]  # fmt: skip
        wrong = ["Ann: knave, Bob: knave, Cleo: knave", "Ann: knight, Bob: knave, Cleo: knight"]
        self.judges(THREE, right, refused, wrong)
        missing = ["Ann: knight, Bob: knave", "Knights: Ann. Knaves: Bob."]
        assert {self.spec.verify_answer(THREE, answer).reason for answer in missing} == {Reason.ILLEGAL}
        self.takes(THREE, [RIGHT], [*refused, *wrong, *missing, "(" * 100_000, "Ann " * 100_000])

    def test_all_knaves_can_be_said_with_an_empty_group(self):
        payload = {"people": ["Ann", "Bob"], "statements": [["is", 1, 1], ["exactly", 1, 1, [0, 1]]]}
        right = ["Knights: none. Knaves: Ann, Bob", "Ann and Bob are knaves"]
        self.judges(payload, right, [], ["Knights: Ann, Bob. Knaves: none", "Ann and Bob are knights"])

    def test_share_of_consistent_statements(self):
        verdict = self.spec.verify_answer(THREE, "Ann: knight, Bob: knave, Cleo: knight")
        assert verdict.parts["consistent"] == pytest.approx(2 / 3)

    @given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob", "Cleo", "Dan", ""]),
                              st.sampled_from(["knight", "knave", "is", ""])), min_size=2, max_size=4))  # fmt: skip
    def test_solver_and_verifier_agree_on_pairs(self, pairs):
        text = ", ".join(map(": ".join, pairs))
        assert self.spec.verify_answer(THREE, text).passed == self.confirms(THREE, text)

    def test_of_all_assignments_the_reference_alone_passes(self):
        for level in (1, 3, 5, 6):
            task = self.spec.task(level, 11)
            names = task.payload["people"]
            others = {told(names, world) for world in worlds(len(names))} - {task.answer}
            self.takes(task.payload, [task.answer], others)

    def test_the_solver_wants_one_solution(self):
        two = {"people": ["Ann", "Bob"], "statements": [["is", 1, 1], ["is", 0, 1]]}
        assert not self.confirms(two, "Ann: knight, Bob: knight")

    @pytest.mark.parametrize(("people", "depth"), [(2, 1), (3, 1), (2, 2)])
    def test_fingerprints_of_small_puzzles_are_exact(self, people, depth):
        def text(said, to):
            op, *rest = relabelled(said, to, sorted)
            return str([op, *rest])

        def key(payload):
            said = payload["statements"]
            ways = list(permutations(range(people)))
            return str(min(sorted((to[p], text(s, to)) for p, s in enumerate(said)) for to in ways))

        self.same_problems(key, 300, people=people, depth=depth, giveaways=people)

    @given(st.sampled_from(SPEC.levels), SEEDS)
    def test_fingerprint_does_not_see_names_and_order(self, level, seed):
        rng = random.Random(seed)
        statements = self.spec.task(level, seed).payload["statements"]
        to = rng.sample(range(len(statements)), len(statements))
        other = dict(zip(to, (relabelled(s, to, lambda parts: rng.sample(parts, len(parts))) for s in statements),
                         strict=True))  # fmt: skip
        assert canonical([other[p] for p in range(len(to))]) == canonical(statements)


def relabelled(said, to, shuffled):
    """The statement with person p called ``to[p]``, and those parts `shuffled` that may stand in any order."""
    op, *rest = said
    if op == "is":
        return ["is", to[rest[0]], rest[1]]
    if op == "says":
        return ["says", to[rest[0]], relabelled(rest[1], to, shuffled)]
    if op in ("same", "differ"):
        return [op, *shuffled([to[p] for p in rest])]
    if op in ("exactly", "least", "most"):
        return [op, *rest[:2], shuffled([to[p] for p in rest[2]])]
    parts = [relabelled(part, to, shuffled) for part in rest]
    return [op, *(parts if op == "if" else shuffled(parts))]


def test_fingerprint_of_look_alikes():
    """Everyone speaks of a neighbour in a ring of six, or in two of three: refinement alone is blind."""
    one = [["is", (p + 1) % 6, 1] for p in range(6)]
    two = [["is", p // 3 * 3 + (p + 1) % 3, 1] for p in range(6)]
    assert canonical(one) != canonical(two)
    assert canonical(one) == canonical([["is", (p - 1) % 6, 1] for p in range(6)])
    first, other = (canonical([["least", k, 1, list(range(14))]] * 14) for k in (1, 2))
    assert first[0] == "refined"  # more symmetries than are tried
    assert first != other


@given(SEEDS, st.integers(2, 6), st.integers(1, 4))
def test_sets_of_worlds_and_opposites(seed, people, depth):
    said, true = draw(random.Random(seed), worlds_of(people), seed % people, depth)
    other = opposite(said)
    for number in range(1 << people):
        world = [bool(number >> p & 1) for p in range(people)]
        assert truth(said, world) == bool(true >> number & 1)
        assert other is None or truth(other, world) != truth(said, world)
    assert set(people_in(said)) <= set(range(people))


def test_names_are_plain_words_unlike_the_words_of_answers():
    assert len({name.lower() for name in NAMES}) == len(NAMES) >= 200
    assert all(name.isascii() and name.isalpha() for name in NAMES)
    assert not {name.lower() for name in NAMES} & {"is", "are", "a", "and", "none", "knight", "knave"}

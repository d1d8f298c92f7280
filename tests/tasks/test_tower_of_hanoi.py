"""Tower of Hanoi: pegs and rules are read from the prompt; discs are moved on texts of pegs."""

from __future__ import annotations

import re

from plan_puzzles import PlanPromises, framed, read_framed, worked

SMALL = {
    "kind": "shortest",
    "rule": "free",
    "start": [[3, 2, 1], [], []],
    "goal": [[3], [1], [2]],
    "least": 2,
    "most": 2,
}

PEGS = "{pegs:(?:[A-E], )+[A-E] and [A-E]}"
START, GOAL = (rf"{{{name}:(?:[A-E]: [0-9a-z ]+\n?)+}}" for name in ("start", "goal"))
FRAMES = (
    f"Discs lie … pegs {PEGS}. A disc with … larger number … larger. One move takes the top disc of … peg and puts it "
    "on another peg, which must be empty or have … larger disc on top. RULE\n\nNow (discs from bottom to top):\n"
    f"{START}\n\nWanted:\n{GOAL}\n\nASK Write each move … peg … disc leaves, >, and … peg … it goes to, such as A>B, "
    "with commas between moves.",
    f"This … puzzle … Tower … Hanoi, with … pegs {PEGS}. Discs … moved one at a time, from the top of one peg to the "
    "top of another one, and never onto … smaller disc. RULE … size of … disc is its number.\n\n… pegs at first, each "
    f"from bottom to top:\n{START}\n\n… pegs at … end:\n{GOAL}\n\nASK List … moves in order, in … form A>B (from peg "
    "A to peg B), separated by commas.",
    f"Bring … discs from the first position to the second.\n\nFirst position:\n{START}\n\nSecond position:\n{GOAL}\n\n"
    f"Each line … one of … pegs {PEGS} with its discs from bottom to top; … disc's number … size. A move lifts "
    "… uppermost disc of one peg onto another peg; it may not lie on … disc with … smaller number. RULE ASK "
    "Answer with … moves in order, with commas between them; A>B means from A to B.",
)
RULES = {
    "free": "A disc may go from any peg to any other.",
    "row": "… pegs stand in a row in this order, and … disc may only go to … peg right beside … own.",
    "ring": "… pegs stand in a ring, and … disc may only go to the next peg: {ring:[^.]+}.",
}
TOLD = framed(FRAMES, {rule: {"RULE": said} for rule, said in RULES.items()})


def stacks(text, between):
    """The names of pegs and their discs, each peg's as one text from bottom to top."""
    names, discs = zip(*(line.split(": ") for line in text.split(between)), strict=True)
    return list(names), tuple("" if on == "empty" else on.replace(" ", "") for on in discs)


def ahead_by(ways):
    """Positions after one move; a position is a text of discs for each peg, and `ways` are pairs of pegs."""

    def ahead(pegs):
        found = {}
        for a, b in ways:
            at, to = "ABCDE".index(a), "ABCDE".index(b)
            if pegs[at] and (not pegs[to] or pegs[to][-1] > pegs[at][-1]):
                after = list(pegs)
                after[at], after[to] = pegs[at][:-1], pegs[to] + pegs[at][-1]
                found[f"{a}>{b}"] = tuple(after)
        return found

    return ahead


class TestTowerOfHanoi(PlanPromises):
    id = "tower-of-hanoi"
    alphabet = "ABCDabc>, ;\n"
    lines = worked(lambda text: stacks(text, " | ")[1])

    def oracle(self, prompt):
        rule, asked, said = read_framed(prompt, TOLD)
        names = said["pegs"].replace(" and ", ", ").split(", ")
        (some, start), (others, goal) = (stacks(said[name], "\n") for name in ("start", "goal"))
        assert some == others == names
        if rule == "ring":
            ways = [
                tuple(re.fullmatch("from ([A-E]) to ([A-E])", way).groups()) for way in said["ring"].split(", ")
            ]
            assert [a for a, _ in ways] == names
            assert [b for _, b in ways] == [*names[1:], names[0]]
        else:
            ways = [
                (a, b) for a in names for b in names if a != b and (rule == "free" or abs(ord(a) - ord(b)) == 1)
            ]
        return start, ahead_by(ways), goal, asked

    def least(self, start, ahead, goal):
        return super().least(start, ahead, goal.__eq__)  # in a ring a move cannot be taken back by one move

    def test_trap_hardly_any_task_comes_twice(self):
        # 123 of 200 questions of reasoning-gym's tower_of_hanoi repeat; TextArena has one.
        for level in self.spec.levels:
            count = 100 if level in (1, 3) else 40
            assert len({self.spec.task(level, seed).fingerprint for seed in range(count)}) >= count * 0.99

    def test_the_usual_tower_takes_the_known_number_of_moves(self):
        # 2 ** n - 1 with three pegs, 3 ** n - 1 from end to end of a row of three.
        payload = {"kind": "shortest", "start": [[2, 1], [], []], "goal": [[], [], [2, 1]]}
        self.takes(
            {**payload, "rule": "free", "least": 3, "most": 3},
            ["A>B, A>C, B>C"],
            ["A>C, A>B, C>B", "A>B, B>C, A>C"],
        )
        row = {**payload, "rule": "row", "least": 8, "most": 8}
        self.takes(row, ["A>B, B>C, A>B, C>B, B>A, B>C, A>B, B>C"], ["A>B, A>C, B>C"])

    def test_what_is_said_of_discs(self):
        right = ["A>C, A>B, C>B"]
        told = [
            "A->C, A->B",
            "AC AB",
            "A to C, A to B",
            "Move disc 1 from A to C; move disk 2 from peg A to peg B",
            "1. A → C\n2. A → B",
        ]
        payload = {**SMALL, "goal": [[3], [2], [1]]}
        for answer in told:
            assert self.spec.verify_answer(payload, answer).passed, answer
        for answer in ("disc 2 from A to C, disc 2 from A to B", *right, "A>B, A>C", "A>C, A>B, B>B"):
            assert not self.spec.verify_answer(payload, answer).passed, answer
        say = lambda answer: self.spec.verify_answer(SMALL, answer).message  # noqa: E731
        assert "smaller disc 1" in say("A>B, A>B")
        assert "peg C is empty" in say("C>A")
        assert "no peg D" in say("A>D")
        assert "top disc of A is 1" in say("disc 3 from A to B")

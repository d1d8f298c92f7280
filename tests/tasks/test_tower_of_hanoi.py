"""Tower of Hanoi: pegs and rules are read from the prompt; discs are moved on texts of pegs."""

from __future__ import annotations

import re

from plan_puzzles import PlanPromises

SMALL = {
    "kind": "shortest",
    "rule": "free",
    "start": [[3, 2, 1], [], []],
    "goal": [[3], [1], [2]],
    "least": 2,
    "most": 2,
}


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

    def oracle(self, prompt):
        names = re.search(r"pegs ((?:[A-E], )+[A-E] and [A-E])", prompt)[1].replace(" and ", ", ").split(", ")
        lines = re.findall(r"^([A-E]): (empty|[0-9 ]+)$", prompt, re.M)
        assert [name for name, _ in lines] == names * 2
        pegs = tuple(discs.replace(" ", "").replace("empty", "") for _, discs in lines)
        start, goal = pegs[: len(names)], pegs[len(names) :]
        if "next peg:" in prompt:
            ways = re.findall(r"from ([A-E]) to ([A-E])[,.]", prompt.split("next peg:")[1].split("\n")[0])[
                : len(names)
            ]
            assert len(ways) == len(names)
        elif "right beside" in prompt:
            ways = [(a, b) for a in names for b in names if abs(ord(a) - ord(b)) == 1]
        else:
            assert "from any peg to any other" in prompt
            ways = [(a, b) for a in names for b in names if a != b]
        most = re.search(r"(\d+) moves", prompt)
        assert (most is None) == bool(re.search("as few moves|fewest moves|shortest plan", prompt))
        return start, ahead_by(ways), goal, int(most[1]) if most else "shortest"

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

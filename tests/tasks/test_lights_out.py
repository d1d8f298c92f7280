"""Lights out: lamps and switches are read from the prompt, and presses are searched for as sets."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plan_puzzles import PlanPromises

from rlvr.generators.planning.lights_out import null_space

SMALL = {
    "kind": "shortest",
    "names": ["A", "B"],
    "wiring": [[0], [0, 1]],
    "steps": 2,
    "start": [1, 1],
    "columns": 0,
    "least": 1,
    "most": 1,
}


@lru_cache(maxsize=64)
def changes_of(changes, steps, count):
    """What so many presses can change, in the order of their switches."""
    if not count:
        return {(0,) * len(changes[0])}
    return {
        tuple((v + c) % steps for v, c in zip(before, change, strict=True))
        for before in changes_of(changes, steps, count - 1)
        for change in changes
    }


class TestLightsOut(PlanPromises):
    id = "lights-out"
    alphabet = "ABCDE123abc, ;\n"
    lengthy = (6, 7)

    def oracle(self, prompt):
        steps = 3 if "dim (1)" in prompt else 2
        if "Switches and the lamps" in prompt:
            lamps = {int(n): int(value) for n, value in re.findall(r"lamp (\d+) is (\d)", prompt)}
            wiring = {
                a: [int(n) for n in text.split(", ")]
                for a, text in re.findall(r"^([A-Z]): ([\d, ]+)$", prompt, re.M)
            }
        else:
            head, *rows = re.search(r"^  (A B[A-H ]*)\n((?:\d [\d ]+(?:\n|$))+)", prompt, re.M)[0].splitlines()
            names = head.split()
            lamps = {(c, r): int(v) for r, row in enumerate(rows) for c, v in enumerate(row.split()[1:])}
            assert [row.split()[0] for row in rows] == [str(n) for n in range(1, len(rows) + 1)]
            around = (
                [(-1, -1), (1, 1), (1, -1), (-1, 1)]
                if "diagonally" in prompt
                else [(0, 1), (1, 0), (0, -1), (-1, 0)]
            )
            wide, high = len(names), len(rows)
            wiring = {}
            for c, r in lamps:
                near = {(c, r), *((c + x, r + y) for x, y in around)}
                if "sides are joined" in prompt:
                    near = {(x % wide, y % high) for x, y in near}
                wiring[f"{names[c]}{r + 1}"] = [lamp for lamp in near if lamp in lamps]

        def ahead(state):
            return {
                name: tuple(sorted((lamp, (v + (lamp in wiring[name])) % steps) for lamp, v in state))
                for name in wiring
            }

        most = re.search(r"(\d+) presses", prompt)
        assert (most is None) == bool(
            re.search("as few presses|fewest presses|least number of presses", prompt)
        )
        self.wiring, self.steps = wiring, steps
        return (
            tuple(sorted(lamps.items())),
            ahead,
            tuple((lamp, 0) for lamp in sorted(lamps)),
            int(most[1]) if most else "shortest",
        )

    def least(self, start, ahead, goal):
        """The least sum of two numbers of presses whose changes together darken the lamps."""
        lamps, values = zip(*start, strict=True)
        changes = tuple(tuple(lamp in stepped for lamp in lamps) for stepped in self.wiring.values())
        for total in range(30):
            for change in changes_of(changes, self.steps, total // 2):
                rest = tuple((-v - c) % self.steps for v, c in zip(values, change, strict=True))
                if rest in changes_of(changes, self.steps, total - total // 2):
                    return total
        return None

    def test_trap_a_square_has_one_name(self):
        # KORGym and TextArena count rows from 0 or from 1; here a square is named by a letter and a number.
        for seed in range(10):
            task = self.spec.task(4, seed, params={"shapes": "plus"})
            assert "A1 at the top left" in task.prompt
            pairs = ", ".join(f"({ord(name[0]) - 65}, {name[1]})" for name in task.answer.split(", "))
            zero = ", ".join(f"{name[0]}{int(name[1]) - 1}" for name in task.answer.split(", "))
            assert not self.spec.verify_answer(task.payload, pairs).passed
            assert not self.spec.verify_answer(task.payload, zero).passed

    def test_the_order_does_not_matter(self):
        for seed in range(10):
            task = self.spec.task(3, seed)
            self.takes(
                task.payload, [", ".join(task.answer.split(", ")[::-1]), task.answer.replace(",", "")], []
            )

    def test_a_lamp_pressed_twice_may_stand_anywhere(self):
        found = 0
        for seed in range(60):
            task = self.spec.task(1, seed, params={"kinds": "within"})
            payload, presses = task.payload, task.answer.split(", ")
            if payload["steps"] == 2 and len(presses) + 2 <= payload["most"]:
                twice = payload["names"][0]
                self.takes(
                    payload, [", ".join([*presses, twice, twice]), ", ".join([twice, *presses, twice])], []
                )
                found += 1
        assert found

    @pytest.mark.parametrize(("side", "size"), [(2, 0), (3, 0), (4, 4), (5, 2), (6, 0), (7, 0), (8, 0)])
    def test_the_known_null_spaces(self, side, size):
        # Anderson and Feil's table for squares with two states.
        at = lambda r, c: r * side + c  # noqa: E731
        wiring = [
            [
                at(y, x)
                for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if 0 <= y < side and 0 <= x < side
            ]
            for r in range(side)
            for c in range(side)
        ]
        assert len(null_space(wiring, side * side, 2)) == size

    @settings(max_examples=20, deadline=None)
    @given(st.integers(0, 10**6), st.sampled_from([2, 3]))
    def test_no_fewer_presses_by_trying_all(self, seed, steps):
        task = self.spec.task(2, seed, params={"steps": steps})
        start, ahead, goal, _ = self.oracle(task.prompt)
        assert self.least(start, ahead, goal) == task.payload["least"]

    def test_what_is_said_of_switches(self):
        self.takes(SMALL, ["B", "b.", "[B]"], ["A", "C", "A, B", "BB", "B2", "1"])
        for answer in ("Press B.", "switch B", "Press the switch B"):
            assert self.spec.verify_answer(SMALL, answer).passed
        assert "no switch C" in self.spec.verify_answer(SMALL, "C").message

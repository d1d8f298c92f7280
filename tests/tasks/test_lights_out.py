"""Lights out: lamps and switches are read from the prompt, and presses are searched for as sets."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plan_puzzles import PlanPromises, framed, read_framed, worked

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

FRAMES = (
    "BOARD\n\nSWITCHES STATES Press switches until all lamps … off (0). ASK Answer with … switches … you press, "
    "separated by commas, such as {example:[A-Z0-9, ]+}; one … pressed twice … written twice.",
    "These … lamps:\n\nBOARD\n\nSTATES SWITCHES All lamps … to be off (0) at … end. ASK List … presses with commas "
    "between them, for example {example:[A-Z0-9, ]+} (… switch stands in … list as often as … pressed).",
    "All lamps … following kind … to be off (0).\n\nBOARD\n\nSWITCHES STATES Which switches do you press? ASK Write "
    "their names in any order, separated by commas, in … form of {example:[A-Z0-9, ]+}, and … name again for every "
    "further press.",
)
SQUARES = {
    "BOARD": r"{board: *A B[A-H ]*\n[0-9 \n]+}",
    "SWITCHES": "Every square has … switch, named by column and row (A1 at the top left, {last:[A-H][0-9]} at the "
    "bottom right). It steps the lamp … its square and the lamps AROUND.",
}
SIDES = "to the left and right, above and below"
AROUND = {
    "plus": SIDES,
    "cross": "… touch it at … corner, diagonally",
    "torus": f"{SIDES}, where … sides … joined: left of the first column … the last one, and above the top row … the "
    "bottom row",
}
WIRES = {
    "BOARD": "Now {lamps:(?:lamp [0-9]+ is [0-9](?:, )?)+}.\n\nSwitches and … lamps … each of them steps:\n"
    "{wiring:[A-Z0-9:, \n]+}",
    "SWITCHES": "Pressing … switch (A to {last:[A-Z]}) steps the lamps behind its name.",
}
STATES = {
    2: "A lamp … on (1) or off (0), and … step turns it on or off.",
    3: "A lamp … off (0), dim (1) or bright (2), and … step takes it from off to dim, from dim to bright, and from "
    "bright to off.",
}
ASKED = {
    "shortest": (
        "Use as few presses as possible.",
        "Use the fewest presses possible.",
        "Only … answer with the least number of presses counts.",
    ),
    "within": (
        "Use at most {most} presses.",
        "Use {most} presses or fewer.",
        "You have {most} presses at most.",
    ),
}
TOLD = framed(
    FRAMES,
    {
        f"{shape} {steps}": {**board, "STATES": STATES[steps], "AROUND": AROUND.get(shape, "")}
        for shape, board in {**dict.fromkeys(AROUND, SQUARES), "wires": WIRES}.items()
        for steps in STATES
    },
    ASKED,
)


def drawn(text):
    """The lamps of a line of a worked solution: rows of squares, or lamps by their numbers."""
    rows = [line.split() for line in text.split(" / ")]
    if len(rows) == 1:
        return tuple((n, int(value)) for n, value in enumerate(rows[0], 1))
    return tuple(sorted(((c, r), int(value)) for r, row in enumerate(rows) for c, value in enumerate(row)))


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
    lines = worked(drawn)

    def oracle(self, prompt):
        rule, asked, said = read_framed(prompt, TOLD)
        shape, steps = rule.split()[0], int(rule.split()[1])
        if shape == "wires":
            lamps = {int(n): int(value) for n, value in re.findall(r"lamp (\d+) is (\d)", said["lamps"])}
            wiring = {
                name: [int(n) for n in text.split(", ")]
                for name, text in (line.split(": ") for line in said["wiring"].split("\n"))
            }
        else:
            head, *rows = (line.split() for line in said["board"].split("\n"))
            assert [row[0] for row in rows] == [str(n) for n in range(1, len(rows) + 1)]
            lamps = {(c, r): int(value) for r, row in enumerate(rows) for c, value in enumerate(row[1:])}
            around = (
                [(-1, -1), (1, 1), (1, -1), (-1, 1)] if shape == "cross" else [(0, 1), (1, 0), (0, -1), (-1, 0)]
            )
            wide, high = len(head), len(rows)
            wiring = {}
            for r, c in product(range(high), range(wide)):
                near = {(c, r), *((c + x, r + y) for x, y in around)}
                if shape == "torus":
                    near = {(x % wide, y % high) for x, y in near}
                wiring[f"{head[c]}{r + 1}"] = [lamp for lamp in near if lamp in lamps]
        assert said["last"] == list(wiring)[-1]
        assert set(said["example"].split(", ")) <= set(wiring)
        assert set(lamps.values()) <= set(range(steps))

        def ahead(state):
            return {
                name: tuple(sorted((lamp, (v + (lamp in wiring[name])) % steps) for lamp, v in state))
                for name in wiring
            }

        self.wiring, self.steps = wiring, steps
        return (
            tuple(sorted(lamps.items())),
            ahead,
            tuple((lamp, 0) for lamp in sorted(lamps)),
            asked,
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

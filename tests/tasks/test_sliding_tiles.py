"""Sliding tiles: both trays are read from the prompt, and the gap is moved on a text of them."""

from __future__ import annotations

import re
from collections import Counter

from plan_puzzles import PlanPromises

from rlvr.verifiers.base import Reason

SMALL = {
    "kind": "shortest",
    "start": [[1, 2, 0], [4, 5, 3]],
    "goal": [[1, 2, 3], [4, 5, 0]],
    "least": 1,
    "most": 1,
}


def ahead(tray):
    """Trays after one slide; a tray is its rows of words."""
    y, x = next((y, row.index("_")) for y, row in enumerate(tray) if "_" in row)
    found = {}
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= y + dy < len(tray) and 0 <= x + dx < len(tray[0]):
            tile = tray[y + dy][x + dx]
            swap = {tile: "_", "_": tile}
            found[tile] = tuple(tuple(swap.get(word, word) for word in row) for row in tray)
    return found


class TestSlidingTiles(PlanPromises):
    id = "sliding-tiles"
    lengthy = (5, 6)

    def oracle(self, prompt):
        trays = re.findall(r"(?:^[ 0-9_]*[0-9_] [ 0-9_]*[0-9_]$\n?){2,5}", prompt, re.M)
        start, goal = (tuple(tuple(line.split()) for line in tray.strip("\n").split("\n")) for tray in trays)
        assert (
            sorted(sum(start, ()))
            == sorted(sum(goal, ()))
            == sorted(["_", *map(str, range(1, len(start) * len(start[0])))])
        )
        most = re.search(r"(\d+) moves", prompt)
        assert (most is None) == bool(re.search("as few moves|fewest moves|shortest plan", prompt))
        return start, ahead, goal, int(most[1]) if most else "shortest"

    def test_trap_the_answer_is_a_plan_and_not_the_tray(self):
        # Enigmata stores the tray that is wanted as the answer, which the prompt tells.
        for level in self.spec.levels:
            task = self.spec.task(level, 5)
            tray = "\n".join(" ".join(map(str, row)) for row in task.payload["goal"])
            assert not self.spec.verify_answer(task.payload, tray).passed
            assert not self.spec.verify_answer(task.payload, tray.replace("0", "_")).passed

    def test_what_is_said_of_tiles(self):
        self.judges(
            SMALL,
            ["3", "3.", "Slide tile 3", "tile 3", "Move the tile 3."],
            ["up", "gap", "3 up", "33a", "-3", "3.5"],
            [],
        )
        verdict = self.spec.verify_answer(SMALL, "2, 2, 3")
        assert (verdict.reason, verdict.parts["quality"]) == (Reason.WRONG, 1 / 3)
        assert "no tile 9" in self.spec.verify_answer(SMALL, "9").message
        assert "beside the gap" in self.spec.verify_answer(SMALL, "4").message
        assert "do not reach" in self.spec.verify_answer(SMALL, "3, 5").message

    def test_no_answer_is_common(self):
        for level in self.spec.levels[:2]:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(200))
            assert answers.most_common(1)[0][1] <= 4

    def test_problems_are_the_same_only_if_all_is(self):
        self.same_problems(
            lambda p: (p["kind"], str(p["start"]), str(p["goal"])),
            400,
            rows=2,
            columns=2,
            moves=2,
            mixed=True,
            kinds="within",
        )

"""Sliding tiles: both trays are read from the prompt, and the gap is moved on a text of them."""

from __future__ import annotations

from collections import Counter

from plan_puzzles import ASKED, PlanPromises, framed, read_framed, worked

from rlvr.verifiers.base import Reason

SMALL = {
    "kind": "shortest",
    "start": [[1, 2, 0], [4, 5, 3]],
    "goal": [[1, 2, 3], [4, 5, 0]],
    "least": 1,
    "most": 1,
}

START, GOAL = (rf"{{{name}:[ 0-9_\n]+}}" for name in ("start", "goal"))
FRAMES = (
    "Numbered tiles lie in a tray with one gap (_). A tile … beside … gap, to its left or right, above or below it … "
    f"slide into it; … one move.\n\nNow:\n{START}\n\nWanted:\n{GOAL}\n\nASK Write … numbers of … tiles in … order in "
    "which … slide, with commas between them.",
    f"This … sliding puzzle; _ … empty square:\n\n{START}\n\nIn one move … tile next to … empty square (not "
    f"diagonally) slides into it. ASK At … end it must look like this:\n\n{GOAL}\n\nAnswer with … numbers of … tiles … "
    "you slide, in order, separated by commas.",
    f"Turn the first tray into the second one.\n\nFirst:\n{START}\n\nSecond:\n{GOAL}\n\n… underscore … hole. A move "
    "slides one tile … shares a side with … hole into … hole. ASK Give … tile of each move by its number, in order, "
    "with commas between them.",
)
ONLY = "Make no more moves than … needed at least: only … shortest plan counts."
TOLD = framed(FRAMES, {"slide": {}}, {**ASKED, "shortest": (*ASKED["shortest"][:2], ONLY)})


def rows(text, between):
    return tuple(tuple(line.split()) for line in text.split(between))


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
    lines = worked(lambda text: rows(text, " / "))

    def oracle(self, prompt):
        _, asked, said = read_framed(prompt, TOLD)
        start, goal = (rows(said[name], "\n") for name in ("start", "goal"))
        assert (
            sorted(sum(start, ()))
            == sorted(sum(goal, ()))
            == sorted(["_", *map(str, range(1, len(start) * len(start[0])))])
        )
        return start, ahead, goal, asked

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

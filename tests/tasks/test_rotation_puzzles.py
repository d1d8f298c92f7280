"""Rotation puzzles: both grids are read from the prompt, and turned as dictionaries of squares."""

from __future__ import annotations

from plan_puzzles import PlanPromises, framed, read_framed, worked

SMALL = {
    "kind": "shortest",
    "turns": "both",
    "start": [[1, 2, 3], [4, 5, 6]],
    "goal": [[3, 1, 2], [4, 5, 6]],
    "least": 1,
    "most": 1,
}

START, GOAL = (rf"{{{name}:[ 0-9\n]+}}" for name in ("start", "goal"))
EXAMPLE = '"{example:[a-z0-9 ]+}"'
FRAMES = (
    f"Numbers stand … grid:\n\n{START}\n\nRULE Each of these … one move.\n\nWanted … this grid:\n\n{GOAL}\n\nASK Write "
    f"… moves in order, separated by commas, in … form of {EXAMPLE}.",
    f"Turn the first grid into the second one by moves.\n\nFirst:\n{START}\n\nSecond:\n{GOAL}\n\nRULE ASK Answer with "
    f"… list of … moves, with commas between them; … look like {EXAMPLE}.",
    f"Here … two grids.\n\nA:\n{START}\n\nB:\n{GOAL}\n\nChange A into B by moves. RULE ASK Give … moves in … order in "
    f"which … made, with commas between them. Write them like {EXAMPLE}.",
)
SHIFT = (
    "Row 1 … the top one and column 1 the left one. A row … shifted left or right, and … column up or down, by one "
    "square: what … pushed out at one end comes in at the other."
)
TWIST = (
    "A block … four squares, two by two. Blocks overlap and … numbered from the top left, row by row: block 1 has the "
    "top left corner … grid, block 2 … one square to its right, and block {blocks} has the bottom right corner. … "
    "numbers of … block … turned one place clockwise or counterclockwise."
)
TOLD = framed(
    FRAMES, {"shift": {"RULE": SHIFT}, "twist": {"RULE": TWIST}, "both": {"RULE": f"{SHIFT} {TWIST}"}}
)


def rows(text, between):
    return tuple(tuple(map(int, line.split())) for line in text.split(between))


def ahead_by(shift, twist):
    def turned(grid, ring):
        cells = {(r, c): n for r, row in enumerate(grid) for c, n in enumerate(row)}
        moved = dict(cells)
        for at, to in zip(ring, [*ring[1:], ring[0]], strict=True):
            moved[to] = cells[at]
        return tuple(tuple(moved[r, c] for c in range(len(grid[0]))) for r in range(len(grid)))

    def ahead(grid):
        high, wide = len(grid), len(grid[0])
        rings = {}
        for r in range(high) if shift else ():
            rings[f"row {r + 1} right"] = [(r, c) for c in range(wide)]
        for c in range(wide) if shift else ():
            rings[f"column {c + 1} down"] = [(r, c) for r in range(high)]
        blocks = [(r, c) for r in range(high - 1) for c in range(wide - 1)]
        for n, (r, c) in enumerate(blocks, 1) if twist else ():
            rings[f"block {n} clockwise"] = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        found = {}
        for name, ring in rings.items():
            found[name] = turned(grid, ring)
            other = name.replace("right", "left").replace("down", "up").replace(" clock", " counterclock")
            found[other] = turned(grid, ring[::-1])
        return found

    return ahead


class TestRotationPuzzles(PlanPromises):
    id = "rotation-puzzles"
    alphabet = "row 123left,;\n"
    lengthy = (5, 6)
    lines = worked(lambda text: rows(text, " / "))

    def oracle(self, prompt):
        turns, asked, said = read_framed(prompt, TOLD)
        start, goal = (rows(said[name], "\n") for name in ("start", "goal"))
        ahead = ahead_by(turns != "twist", turns != "shift")
        assert said["example"] in ahead(start)
        assert said.get("blocks") in (None, (len(start) - 1) * (len(start[0]) - 1))
        return start, ahead, goal, asked

    def test_trap_a_longer_sequence_is_not_a_shortest_one(self):
        # Enigmata's nine_puzzle, sixteen_puzzle and twiddle accept any sequence though a shortest one is asked for.
        longer = {**SMALL, "kind": "shortest"}
        self.takes(longer, ["row 1 right"], ["row 1 left, row 1 left", "row 2 left, row 2 right, row 1 right"])
        self.takes(
            {**longer, "kind": "within", "most": 3}, ["row 1 right", "row 1 left, row 1 left"], ["row 1 left"]
        )

    def test_what_is_said_of_turns(self):
        for answer in (
            "Row 1 to the right",
            "R1 right",
            "r1 R",
            "Shift row 1 right by one square",
            "row 1: right",
        ):
            assert self.spec.verify_answer(SMALL, answer).passed, answer
        block = {**SMALL, "goal": [[4, 1, 3], [5, 2, 6]]}
        for answer in (
            "block 1 clockwise",
            "Block 1 CW",
            "Turn block 1 clockwise",
            "rotate the block 1 clockwise.",
        ):
            assert self.spec.verify_answer(block, answer).passed, answer
        for answer in (
            "block 1 counterclockwise",
            "block 1",
            "row 1 up",
            "row 3 left",
            "block 3 cw",
            "column 4 up",
        ):
            assert not self.spec.verify_answer(block, answer).passed, answer
        assert "does not go up" in self.spec.verify_answer(SMALL, "row 1 up").message
        assert (
            "no moves of a block" in self.spec.verify_answer({**SMALL, "turns": "shift"}, "block 1 cw").message
        )

    def test_in_two_rows_up_and_down_are_one_move(self):
        payload = {**SMALL, "goal": [[4, 2, 3], [1, 5, 6]]}
        self.takes(payload, ["column 1 up", "column 1 down"], [])

"""Tic-tac-toe and its kin: the board is read from the prompt as lines of text, and lines are looked for in them."""

from __future__ import annotations

import random
import re

from duel_games import Duel, DuelPromises

from rlvr.conformance.promises import read
from rlvr.generators.games.tic_tac_toe_kin_solver import _best
from rlvr.generators.games.tic_tac_toe_rules import KINDS, Rules, Search
from rlvr.generators.kernels.duel import Solved
from rlvr.verifiers.base import Reason

BOARD = re.compile(r"  A B C.*(?:\n[0-9] .*)+")
SIZE = "on … board of {rows} rows and {columns} columns"
SIGNS = f"Two players, X and O, move in turn {SIZE}; X began."
LINE = "{length} equal signs in … line, next to each other in … row, … column or … diagonal"
FIRST = f"Whoever first … {LINE}, {{end:wins|loses}}."
MAKES = f"Whoever makes … line {{end:wins|loses}}: {LINE}, whoever wrote them."
OWN = "You … {sign:X|O}, and it … your turn."
SQUARE = "Write … move as … letter of its column and … number of its row … as B3."
RULES = {
    "plain": [SIGNS, "Each move … the player's own sign into … empty square.", FIRST, OWN, SQUARE],
    "wild": [
        f"Two players move in turn {SIZE}.",
        "Each move … an X or an O, whichever … player likes, into … empty square.",
        MAKES,
        "It … your turn.",
        "Write … move as … sign … letter of … column and … number of … row … as XB3.",
    ],
    "notakto": [
        f"Two players move in turn {SIZE}.",
        "Each move, whoever makes it … an X into … empty square.",
        MAKES,
        "It … your turn.",
        SQUARE,
    ],
    "gravity": [
        SIGNS,
        "Each move … the player's own sign into … column … not full … it falls to … lowest empty square.",
        FIRST,
        OWN,
        "Write … move as … letter of … column … as B.",
    ],
}
SHOWN = "{board: *A B[A-G ]*(?:\n[0-9] [XO. ]+)+}"
FULL = "If … board … full and nobody … won … game … drawn."
ALL = "Give all best moves and no others, with commas between them, in any order."
AIM = ("You can {aim:win}, and only … win counts.", "You can at least {aim:draw}; … draw or … win … counts.")
FRAMES = (
    [
        f"{SHOWN}\n\nA dot … empty square.",
        "A move … best if no other move … to … better result with perfect play of both sides: … win … better than … "
        "draw, and … draw … better than … loss.",
        ALL,
    ],
    [
        f"This … position of … game (dots … empty squares):\n\n{SHOWN}",
        "Both sides … perfectly from the next move on.",
        "Which moves give you … best result … can … had: … win, or … draw?",
        ALL,
    ],
    [
        "Find … best moves in … game.",
        f"… board, with dots … empty squares:\n{SHOWN}",
        "… best moves … those after which you can force … win; where there … none, those after which you can force … "
        "draw.",
        ALL,
    ],
    [
        f"{SHOWN}\n\nA dot … empty square.",
        "Play on from here against me: each turn … your one move, and you … shown mine.",
        AIM,
    ],
    [
        f"We … in … middle of … game (dots … empty squares):\n\n{SHOWN}",
        "Make one move … turn; your opponent's answer follows at once.",
        AIM,
    ],
    [
        "Play … game to its end.",
        f"… board, with dots … empty squares:\n{SHOWN}",
        "… turn … one move of yours, and then you see … the other player … moved.",
        AIM,
    ],
)
"""How the question is asked, and how the form that is played begins."""
TOLD = {kind: [[*rules, FULL, *frame] for frame in FRAMES] for kind, rules in RULES.items()}
LINES = {
    "{move:[A-Z0-9]+} only draws.": lambda x: (
        x.found.worths(x.found.start)[x.move] == 0 and x.move not in x.best
    ),
    "{move:[A-Z0-9]+} is answered by {answer:[A-Z0-9]+}.": lambda x: x.found.answered(x.move, x.answer),
    "{move:[A-Z0-9]+} ends the game, lost.": lambda x: x.found.lost(x.move),
    "{result:A win|A draw} can be forced after {named:.+}.": lambda x: (
        x.found.all_told(x.before, x.named)
        and x.found.worth(x.found.start) == {"A win": 1, "A draw": 0}[x.result]
    ),
}
DRAWN = {
    "kind": "plain",
    "board": ["X.O", ".O.", "X.."],
    "length": 3,
    "best": ["A2"],
    "seed": 0,
    "strength": 1.0,
}


def texts(rows):
    """All rows, columns and diagonals of a board."""
    height, width = len(rows), len(rows[0])
    yield from rows
    yield from map("".join, zip(*rows, strict=True))
    for at in range(-height, width):
        yield "".join(rows[r][at + r] for r in range(height) if 0 <= at + r < width)
        yield "".join(rows[r][width - 1 - at - r] for r in range(height) if 0 <= at + r < width)


def has_line(rows, length):
    return any("X" * length in text or "O" * length in text for text in texts(rows))


def game(own, length, named, falls):
    """Positions are the rows and the sign of the player to move, or None where players choose."""

    def ahead(position):
        rows, sign = position
        if has_line(rows, length):
            return {}
        found = {}
        for c, letter in enumerate("ABCDEFG"[: len(rows[0])]):
            free = [r for r in range(len(rows)) if rows[r][c] == "."]
            for r in free[-1:] if falls else free:
                for each in sign or own:
                    after = (*rows[:r], rows[r][:c] + each + rows[r][c + 1 :], *rows[r + 1 :])
                    place = letter if falls else f"{letter}{r + 1}"
                    found[f"{each}{place}" if named else place] = after, sign and own[own[0] == sign]
        return found

    return ahead


class TestTicTacToeKin(DuelPromises):
    id = "tic-tac-toe-kin"
    lines = dict.fromkeys([*RULES, "reverse"], LINES)
    alphabet = "ABCXO123, ;"
    wrong = (*DuelPromises.wrong, "X wins", "draw")

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        head, *lines = said["board"].strip().split("\n")
        rows = tuple(line[2:].replace(" ", "") for line in lines)
        assert head.split() == list("ABCDEFG"[: said["columns"]])
        assert [line[0] for line in lines] == list("1234567"[: said["rows"]])
        assert {len(row) for row in rows} == {said["columns"]}
        signs = "".join(rows)
        sign = said.get("sign")
        assert sign in (None, "XO"[signs.count("X") > signs.count("O")])
        ahead = game("X" if kind == "notakto" else "XO", said["length"], kind == "wild", kind == "gravity")
        line = {"wins": -1, "loses": 1}[said["end"]]
        found = Duel((rows, sign), ahead, lambda at: line if has_line(at[0], said["length"]) else 0)
        assert said.get("aim") in (None, "win" if found.worth(found.start) == 1 else "draw")
        return found

    def known(self, found, task):
        return {"found": found, "best": found.best(found.start)}

    def seen(self, prompt):
        return BOARD.search(prompt)[0]

    def impossible(self, payload):
        return {"wild": "XG7", "gravity": "B7"}.get(payload["kind"], "G7")

    def test_the_empty_board_is_a_draw(self):
        """What everybody knows: three in a row is drawn, in reverse too; whoever writes first wins the wild game."""
        for kind, worth in (("plain", 0), ("reverse", 0), ("wild", 1)):
            assert Solved(Rules(kind, 3, 3, 3), 30_000).worth((0, 0)) == worth
        assert Solved(Rules("notakto", 3, 3, 3), 30_000).best((0, 0)) == ["B2"]
        assert _best('["notakto", ["...", "...", "..."], 3]') == {"B2"}

    def test_the_quick_search_looks_at_the_same_positions(self):
        rng = random.Random(5)
        for number in range(60):
            rules = Rules(KINDS[number % 5], *((3, 4, 3), (4, 4, 3), (4, 5, 4), (4, 4, 4))[number % 4])
            position = rules.played(rng, rules.squares - 4 - number % 3, quiet=False)
            if position is not None:
                plain, quick = Solved(rules, 5_000), Search(rules, 5_000, position)
                assert quick.worths(position) == plain.worths(position)
                assert (quick.looked, quick._table) == (plain.looked, plain._table)

    def test_trap_every_level_and_kind_has_tasks(self):
        # Enigmata's easy level yields nothing, silently.
        for level in (1, 3, 6):
            for kind in self.spec.kinds:
                assert self.spec.task(level, 0, params={"kinds": kind}).payload["best"]

    def test_a_draw_is_best_where_no_move_wins(self):
        best = {"A win": 0, "A draw": 0}
        for seed in range(24):
            task = self.spec.task(2, seed)
            best[re.match("A win|A draw", task.trace.splitlines()[-2])[0]] += 1
        assert min(best.values()) >= 4

    def test_no_move_wins_at_once_from_level_2_on(self):
        for level in (2, 4):
            for seed in range(12):
                payload = self.spec.task(level, seed).payload
                won = has_line if payload["kind"] in ("plain", "wild", "gravity") else (lambda *_: False)
                sign = "XO"["".join(payload["board"]).count("X") > "".join(payload["board"]).count("O")]
                ahead = game("XO", payload["length"], True, payload["kind"] == "gravity")
                choice = None if payload["kind"] == "wild" else sign
                after = ahead((tuple(payload["board"]), choice)).values()
                assert not any(won(rows, payload["length"]) for rows, _ in after)

    def test_to_leave_no_win_at_once_is_not_enough(self):
        """Who looks at the other player's next move only would else be right in most plain, wild and gravity games."""
        for kind in ("plain", "wild", "gravity"):
            for seed in range(6):
                payload = self.spec.task(4, seed, params={"kinds": kind}).payload
                board, length = tuple(payload["board"]), payload["length"]
                sign = "XO"["".join(board).count("X") > "".join(board).count("O")]
                ahead = game("XO", length, kind == "wild", kind == "gravity")
                safe = {
                    name
                    for name, after in ahead((board, None if kind == "wild" else sign)).items()
                    if not any(has_line(rows, length) for rows, _ in ahead(after).values())
                }
                assert set(payload["best"]) < safe

    def test_what_cannot_be_read_is_no_wrong_move(self):
        self.judges(
            DRAWN,
            ["A2", "a2", "The best move is A2", "- A2"],
            ["middle left", "2A", "(1, 2)", "A2!", "A 2", "H1"],
            ["B1", "A2, B1", "XA2"],
        )
        assert self.spec.verify_answer(DRAWN, "B1").reason is Reason.WRONG

    def test_problems_are_the_same_up_to_turns_and_reflections(self):
        def key(problem):
            board, seen = list(problem["board"]), []
            for _ in range(4):
                board = ["".join(column) for column in zip(*board[::-1], strict=True)]
                seen += [board, [row[::-1] for row in board]]
            return problem["length"], str(min(seen))

        self.same_problems(key, 120, kinds="plain", work=16, strength=1.0)

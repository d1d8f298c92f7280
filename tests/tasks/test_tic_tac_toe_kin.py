"""Tic-tac-toe and its kin: the board is read from the prompt as lines of text, and lines are looked for in them."""

from __future__ import annotations

import random
import re

from duel_games import DuelPromises, all_best

from rlvr.generators.games.tic_tac_toe_kin_solver import _best
from rlvr.generators.games.tic_tac_toe_rules import KINDS, Rules, Search
from rlvr.generators.kernels.duel import Solved
from rlvr.verifiers.base import Reason

BOARD = re.compile(r"  A B C.*(?:\n[0-9] .*)+")
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
    alphabet = "ABCXO123, ;"
    wrong = (*DuelPromises.wrong, "X wins", "draw")

    def oracle(self, prompt):
        rows = tuple(line[2:].replace(" ", "") for line in self.seen(prompt).split("\n")[1:])
        height, width, length = map(
            int, re.search(r"(\d) rows and (\d) columns.*?(\d) equal", prompt, re.S).groups()
        )
        assert (height, width) == (len(rows), len(rows[0]))
        signs = "".join(rows)
        loses = bool(re.search(r"line loses: \d|diagonal, loses", prompt))
        assert loses != bool(re.search(r"line wins: \d|diagonal, wins", prompt))
        if "X or an O" in prompt:
            sign, own, named = None, "XO", True
        elif "writes an X into" in prompt:
            sign, own, named = None, "X", False
        else:
            sign, own, named = re.search("You are ([XO])", prompt)[1], "XO", False
            assert sign == "XO"[signs.count("X") > signs.count("O")]
        ahead = game(own, length, named, "falls to the lowest" in prompt)

        def stuck(position):
            return (1 if loses else -1) if has_line(position[0], length) else 0

        return all_best((rows, sign), ahead, stuck)

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

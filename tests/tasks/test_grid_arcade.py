"""Arcade games on a grid: the game is read from the prompt, and the solver goes through all of its positions."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from typing import ClassVar

import pytest
from policy_games import PolicyPromises

import rlvr
from rlvr.generators.games.grid_arcade import _canonical
from rlvr.generators.games.grid_arcade_solver import most
from rlvr.verifiers.base import Reason
from rlvr.verifiers.policies.grid_arcade import RULES

ENDS = {"best": 8, "low": 0, "slack": 0}
ROW = {"kind": "merge", "moves": 1, "board": [[2, 2, 2, 2], [4, 2, 2, 0], [0] * 4, [0] * 4], "tiles": []}


def facts_of(prompt):
    """The game that a prompt tells."""
    moves = int(re.search(r"(?:ends after|There are|game of) (\d+) moves", prompt)[1])
    grid = [
        line.split()
        for line in re.findall(r"^ *(?:[0-9A-Za-z.] +|1?[0-9]+ +)+(?:[0-9A-Za-z.]|\d+)$", prompt, re.M)
    ]
    if "falling pieces" in prompt:
        rows = re.findall(r"^([#.]+)  (\d)$", prompt, re.M)
        pieces = [piece.replace(" ", "") for piece in re.findall(r"^piece \d: (.*)$", prompt, re.M)]
        assert len(pieces) == moves
        return {"kind": "drop", "moves": moves, "field": [row for row, _ in rows], "worth": [int(n) for _, n in rows],
                "pieces": pieces}  # fmt: skip
    if "tiles of different letters" in prompt:
        assert [row[0] for row in grid[1:]] == list("123456789"[: len(grid) - 1])
        return {"kind": "groups", "moves": moves, "board": ["".join(row[1:]) for row in grid[1:]]}
    if "snake" in prompt:
        places = {sign: [r, c] for r, row in enumerate(grid) for c, sign in enumerate(row)}
        apples = [[r, c, int(n)] for r, row in enumerate(grid) for c, n in enumerate(row) if n.isdigit()]
        snake = [places["H"], *(places[sign] for sign in "bcdefghi" if sign in places)]
        return {
            "kind": "snake",
            "moves": moves,
            "size": [len(grid), len(grid[0])],
            "snake": snake,
            "apples": apples,
        }
    tiles = re.findall(r"after move (\d) a (\d) in empty cell (\d)", prompt)
    assert [int(n) for n, *_ in tiles] == list(range(1, moves))
    board = [[0 if tile == "." else int(tile) for tile in row] for row in grid]
    return {"kind": "merge", "moves": moves, "board": board, "tiles": [[int(a), int(b)] for _, a, b in tiles]}


class TestGridArcade(PolicyPromises):
    id = "grid-arcade"
    alphabet = "LRUDABCNESW0123456789, "
    small: ClassVar = {"moves": 4, "size": 3}

    def oracle(self, prompt):
        return most(facts_of(prompt))

    def regret(self, prompt):
        return 0

    def thoughtless(self, payload):
        """What pays most at once, and the first move that is possible by a fixed preference."""

        def walk(choose):
            made, state = [], RULES.start(payload)
            while moves := RULES.moves(payload, state):
                made.append(choose(state, moves))
                state = RULES.step(payload, state, made[-1])[2]
            return made

        yield walk(lambda state, moves: moves[0])
        yield walk(lambda state, moves: max(moves, key=lambda move: RULES.step(payload, state, move)[0]))
        if payload["kind"] in ("merge", "snake"):
            for names in permutations("LRUD"):
                yield walk(lambda state, moves, names=names: min(moves, key=names.index))

    @pytest.mark.parametrize("kind", ["merge", "snake", "drop", "groups"])
    def test_the_prompt_tells_the_whole_game(self, kind):
        for level in self.spec.levels:
            task = self.spec.task(level, 1, params={"kinds": kind})
            facts = facts_of(task.prompt)
            assert facts == {name: value for name, value in task.payload.items() if name not in ENDS}

    def test_trap_the_score_is_bounded(self):
        """Others pay the points of a game as they are, so that no two games can be compared."""
        for seed in range(8):
            task = self.spec.task(2, seed)
            assert self.spec.verify_answer(task.payload, task.answer).parts == {"payoff": 1.0, "regret": 0.0}
            assert task.payload["low"] < task.payload["best"]

    def test_tiles_merge_from_the_side_and_once(self):
        for move, points, row, second in (
            ("L", 12, [4, 4, 0, 0], [4, 4, 0, 0]),
            ("R", 12, [0, 0, 4, 4], [0, 0, 4, 4]),
        ):
            got, _, (made, board) = RULES.step(ROW, RULES.start(ROW), move)
            assert (got, made, board[:2]) == (points, 1, [row, second])
        up = RULES.step(ROW, RULES.start(ROW), "U")
        assert up[0] == 8
        assert up[2][1][:2] == [[2, 4, 4, 2], [4, 0, 0, 0]]
        assert most(ROW) == 12
        still = {**ROW, "board": [[2, 4], [0, 0]]}
        assert RULES.moves(still, RULES.start(still)) == ["D"]

    def test_a_new_tile_is_counted_on_from_the_first_cell(self):
        game = {**ROW, "moves": 2, "board": [[2, 2], [4, 8]], "tiles": [[2, 3]]}
        assert RULES.step(game, RULES.start(game), "L")[2][1] == [
            [4, 2],
            [4, 8],
        ]  # one cell is empty: 3 is the first
        assert most(game) == 12

    def test_a_snake_may_follow_its_tail_but_not_leave_or_bite(self):
        game = {
            "kind": "snake",
            "moves": 3,
            "size": [2, 3],
            "snake": [[0, 0], [0, 1], [1, 1], [1, 0]],
            "apples": [[1, 2, 5]],
        }
        assert RULES.moves(game, RULES.start(game)) == ["D"]
        grown = {**game, "snake": [[0, 2], [0, 1], [0, 0]], **ENDS, "best": 5}
        _, _, (_, (cells, apples)) = RULES.step(grown, RULES.start(grown), "D")
        assert (cells, apples) == ([[1, 2], [0, 2], [0, 1], [0, 0]], [])
        assert self.spec.verify_answer(grown, "down, left, left").passed
        self.takes(grown, ["D, L, L", "DLL"], ["D, L", "D, U, L", "D, L, L, U"])

    def test_pieces_turn_clockwise_and_rows_of_the_field_keep_their_worth(self):
        game = {"kind": "drop", "moves": 1, "field": ["...", "...", "#..", "#.#"], "worth": [1, 2, 3, 4],
                "pieces": ["##/#."], **ENDS, "best": 0}  # fmt: skip
        for move, field in (
            ("2N", ["...", "...", "###", "###"]),
            ("2E", ["...", ".##", "#.#", "#.#"]),
            ("2S", ["...", "..#", "###", "#.#"]),
        ):
            points, _, (_, after) = RULES.step(game, RULES.start(game), move)
            full = field.count("###")
            assert points == full * sum(n for n, row in zip(game["worth"], field, strict=True) if row == "###")
            assert after == ["..."] * full + [row for row in field if row != "###"]
        assert most(game) == 14
        high = {**game, "field": ["#..", "#..", "#.#"]}
        assert "1N" not in RULES.moves(high, RULES.start(high))

    def test_turns_that_look_alike_are_all_taken(self):
        for seed in range(20):
            task = self.spec.task(1, seed, params={"kinds": "drop"})
            if any(piece in ("##", "#", "##/##") for piece in task.payload["pieces"]):
                moves = [
                    move.replace("N", "S").replace("E", "W") if piece in ("##", "##/##") else move
                    for move, piece in zip(task.answer.split(", "), task.payload["pieces"], strict=True)
                ]
                self.takes(task.payload, [", ".join(moves)], [])

    def test_groups_fall_and_close_up(self):
        game = {"kind": "groups", "moves": 2, "board": ["KMM", "KMK", "KKP"], **ENDS, "best": 25}
        points, _, (_, after) = RULES.step(game, RULES.start(game), "A2")
        assert (points, after) == (16, ["MM.", "MK.", ".P."]) or after == [".M.", "MK.", "MP."]
        assert RULES.step(game, RULES.start(game), "B3") == RULES.step(game, RULES.start(game), "A1")
        assert most(game) == 25

    def test_no_answer_is_common(self):
        for level in self.spec.levels[:2]:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(50))
            assert answers.most_common(1)[0][1] <= 4

    def test_other_letters_are_the_same_problem(self):
        board = {"kind": "groups", "moves": 2, "board": ["KMM", "KPP"]}
        assert _canonical(board) == _canonical({**board, "board": ["RKK", "RTT"]})
        assert _canonical(board) != _canonical({**board, "board": ["MKK", "KPP"]})

    def test_verdicts_say_what_is_wrong(self):
        task = self.spec.task(1, 1, params={"kinds": "merge"})
        verify = self.spec.verify_answer
        assert verify(task.payload, "go left").reason is Reason.UNPARSABLE
        assert verify(task.payload, "2E, 3N").reason is Reason.ILLEGAL
        assert verify(task.payload, "L" * 5000).score == 0.0

    def test_played_games_show_the_grid(self):
        env = rlvr.make(self.game, level=1, params={"kinds": "snake"})
        _, info = env.reset(seed=2)
        observation, *_ = env.step(f"<answer>{info['task'].answer.split(', ')[0]}</answer>")
        assert "H" in observation
        assert "Next is move 2 of 6" in observation

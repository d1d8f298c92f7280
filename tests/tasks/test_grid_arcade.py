"""Arcade games on a grid: the game is read from the prompt, and the solver goes through all of its positions."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from typing import ClassVar

import pytest
from policy_games import PolicyPromises

import rlvr
from rlvr.conformance.promises import read
from rlvr.generators.games.grid_arcade import _canonical
from rlvr.generators.games.grid_arcade_solver import most
from rlvr.verifiers.base import Reason
from rlvr.verifiers.policies.grid_arcade import RULES

ENDS = {"best": 8, "low": 0, "slack": 0}
ROW = {"kind": "merge", "moves": 1, "board": [[2, 2, 2, 2], [4, 2, 2, 0], [0] * 4, [0] * 4], "tiles": []}


SIDES = "L (left), R (right), U (up) or D (down)"
GAMES = {
    "merge": [
        "… game with numbered tiles on … board; . … empty cell.",
        f"A move slides all tiles as far as they go to one side: {SIDES}.",
        "Two equal tiles … meet on … way become one tile with … sum, and you get … sum … points.",
        "Pairs … from … side to which … tiles slide, and … tile … just made … not merge again … same move: slid to the "
        "left, 2 2 2 becomes 4 2, and 4 2 2 becomes 4 4.",
        "A move … changes nothing … not possible.",
        "After each move but … last one … new tile … in … empty cell.",
        "For this … empty cells … counted row by row, from … top left; after … last one … on with … first.",
        "New tiles: {new:[a-z0-9 ;]+}.",
        "{board:[0-9. \n]+}",
    ],
    "snake": [
        "… game with … snake in … grid.",
        "H … head … snake; its other parts … b, c, d and so on … this order from … head.",
        "A digit … apple … worth … many points, and . … empty cell.",
        f"With each move … head … one cell to {SIDES}, and each other part … to where … part before it was.",
        "If … head … to … apple, you get its points, … apple … gone, and … snake grows: … new last part … where … last "
        "part was before … move.",
        "… head must not leave … grid, and … must not … to … cell … snake; only … last part … allowed, since … part … "
        "away.",
        "No new apples appear.",
        "{board:(?:[.1-9Hb-k](?: [.1-9Hb-k])+\n?)+}",
    ],
    "drop": [
        "… game … falling pieces.",
        "In … field below, # … filled cell and . … empty one; … number beside each row … what … row … worth.",
        "… pieces fall in … order … list, where / … between … rows of … piece, which … from … top.",
        "A move … where … piece goes … number and … letter, such as 2E: … number … column … leftmost cells … turned "
        "piece, counted from 1 at … left, and … letter … turned clockwise before: N not at all, E by … quarter, S by … "
        "half, W by three quarters.",
        "… piece then falls … down from above … field until it lies on … ground or on … filled cell.",
        "No part … may stay above … top row.",
        "If rows … full then, you get … sum … what … rows … worth, times … number … rows.",
        "… full rows disappear, and what … above … down, with empty rows at … top; … numbers beside … rows stay where …"
        ".",
        "{board:(?:piece [0-9]: [#./ ]+\n)+\n(?:[#.]+  [0-9]\n?)+}",
    ],
    "groups": [
        "… game with tiles … different letters.",
        "Equal tiles … touch each other by … side, directly or through others of … same letter … group.",
        "A move … away … whole group of two or more tiles; … named by any tile … group, with … column's letter and … "
        "row's number … beside … board, such as B3.",
        "A group of n tiles gives n times n points.",
        "Then … tiles … above gaps fall down, and where … whole column … empty … columns to … right move left and "
        "close … gap; . … then … empty cell.",
        "… next move … named by where tiles … then.",
        "{board:A(?: [A-I])+\n(?:[1-9](?: [A-Z.])+\n?)+}",
    ],
}
ENDS_AFTER = (
    "… game ends after {moves} moves, or earlier if no move … possible.",
    "… {moves} moves; … game ends before that only if no move … possible.",
)
WANTED = [
    "Which moves … most points in all?",
    "Give all moves … in order, separated by commas.",
    "If several lists … as many, any of them … right.",
]
OTHERS = (
    WANTED,
    [
        "Find … moves … largest possible sum … points, and list them from … first to … last with commas between them.",
        "Where several lists … equally good, give any.",
    ],
)
LAST = [
    "You … game of {moves} moves; … over earlier if no move … possible.",
    "This … how … begins:",
    "Plan … whole game so that … points add up to as many as possible.",
    "Write … moves in order with commas; any best list … right.",
]
TOLD = {
    kind: [*([*rules, ENDS_AFTER, *goal] for goal in OTHERS), [*rules, *LAST]] for kind, rules in GAMES.items()
}


def facts_of(prompt):
    """The game that a prompt tells."""
    kind, said = read(prompt, TOLD)
    moves, shown = said["moves"], said["board"]
    grid = [line.split() for line in shown.strip().split("\n")]
    if kind == "drop":
        rows = re.findall(r"^([#.]+)  (\d)$", shown, re.M)
        pieces = [piece.replace(" ", "") for piece in re.findall(r"^piece \d: (.*)$", shown, re.M)]
        assert len(pieces) == moves
        return {"kind": "drop", "moves": moves, "field": [row for row, _ in rows], "worth": [int(n) for _, n in rows],
                "pieces": pieces}  # fmt: skip
    if kind == "groups":
        assert [row[0] for row in grid[1:]] == list("123456789"[: len(grid) - 1])
        assert grid[0] == list("ABCDEFGHI"[: len(grid[1]) - 1])
        return {"kind": "groups", "moves": moves, "board": ["".join(row[1:]) for row in grid[1:]]}
    if kind == "snake":
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
    tiles = [
        re.fullmatch(r"after move (\d) a (\d) in empty cell (\d)", t).groups() for t in said["new"].split("; ")
    ]
    assert [int(n) for n, *_ in tiles] == list(range(1, moves))
    board = [[0 if tile == "." else int(tile) for tile in row] for row in grid]
    return {"kind": "merge", "moves": moves, "board": board, "tiles": [[int(a), int(b)] for _, a, b in tiles]}


def earned(x):
    """The points of a move by the verifier's rules, after the moves of the lines above."""
    state, total = RULES.start(x.payload), 0
    for move in [*(line.split()[1][:-1] for line in x.before), x.move]:
        points, _, state = RULES.step(x.payload, state, move)
        total += points
    return (x.n, x.points, x.total, x.move) == (len(x.before) + 1, points, total, x.answer.split(", ")[x.n - 1])


LINES = {
    "{n}. {move:[A-Z0-9]+}: {points} points, in all {total}": earned,
    "No other list gives more than {total}.": lambda x: x.total == x.payload["best"],
}


class TestGridArcade(PolicyPromises):
    id = "grid-arcade"
    alphabet = "LRUDABCNESW0123456789, "
    small: ClassVar = {"moves": 4, "size": 3}
    lines = dict.fromkeys(GAMES, LINES)

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

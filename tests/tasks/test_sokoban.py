"""Sokoban: the reference is played on sets of squares, the search is held against plain breadth first."""

from __future__ import annotations

import random
import re
from collections import deque

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.envs.games.sokoban import Sokoban
from rlvr.generators.games.sokoban import images
from rlvr.generators.games.sokoban_rooms import make_room, pull_apart, squares
from rlvr.generators.games.sokoban_search import TooHard, fewest_pushes, shortest_walk
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.verifiers.games import sokoban as rules

GAME = Sokoban()
LEVELS = rlvr.get("sokoban").levels
ROOM = "{board:[-#@$.*+\n]+}"
WORDINGS = (
    f"This is a Sokoban room:\n\n{ROOM}\n\n# is a wall, - floor, @ you, $ a box, . a goal, * a box on a goal "
    "and + you on a goal. Push every box onto a goal. You step up, down, left or right. If there is a box "
    "where you step, you push it one square on; that square must have neither a wall nor another box. You "
    "cannot pull.\n\nA move is U, D, L or R. You may give several moves in one turn, separated by spaces: "
    "they are played in order, as far as they are possible. Then you see the room again. There are {turns} "
    "turns, and a turn may have up to {turns} moves. Give no moves beyond the one that solves the room.",
    f"{ROOM}\n\nThe map shows a warehouse with walls (#), floor (-), boxes ($), goals (.), boxes that are "
    "already on goals (*) and a worker (@, or + when the worker is on a goal). The worker walks one square up "
    "(U), down (D), left (L) or right (R). Walking into a box pushes it ahead, unless a wall or a second box "
    "is behind it; then the move is not possible, and neither is walking into a wall. Boxes cannot be "
    "pulled.\n\nBring all boxes ({boxes}) to goals. On your turn write one move, or a list of moves such as U "
    "L, with spaces between them; the list ends with the last push needed, at the latest. You have up to "
    "{turns} turns of up to {turns} moves, and see the new map after each turn.",
    f"Solve this Sokoban level by putting a box on each goal.\n\n{ROOM}\n\nLegend:\n@ player\n+ player on a "
    "goal\n$ box\n* box on a goal\n. goal\n# wall\n- empty floor\n\nRules: the player moves one square at a "
    "time: U (up), D (down), L (left) or R (right). Moving against a box pushes it by one square if the next "
    "square is free. Moving against a wall, or against a box that is blocked, is not allowed and ends the "
    "turn. There is no pulling.\n\nWrite the moves of your turn in order, separated by spaces: a single one, "
    "a few, or the whole solution, but none after the level is solved. The level must be solved in {turns} "
    "turns; one turn can hold {turns} moves.",
)
BOARD = "######\n#@$-.#\n#----#\n#-$-.#\n######"
PAYLOAD = {"board": BOARD, "max_turns": 20}
STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


def squares_of(board):
    """Floor, goals, boxes and the player of a board."""
    cells = {(y, x): c for y, row in enumerate(board.split("\n")) for x, c in enumerate(row)}
    (player,) = (at for at, c in cells.items() if c in "@+")
    floor, goals, boxes = ({at for at, c in cells.items() if c in kind} for kind in ("-.$*@+", ".*+", "$*"))
    return floor, goals, frozenset(boxes), player


def after(floor, boxes, player, move):
    """Boxes and player after one move, or None if it is impossible: on sets of squares."""
    dy, dx = STEPS[move]
    to, behind = (player[0] + dy, player[1] + dx), (player[0] + 2 * dy, player[1] + 2 * dx)
    if to not in floor or (to in boxes and (behind not in floor or behind in boxes)):
        return None
    return (boxes - {to} | {behind} if to in boxes else boxes), to


def least_pushes(board):
    """The fewest pushes that solve a board, by plain breadth-first search over boxes and the player's square."""
    floor, goals, boxes, player = squares_of(board)
    best = {(boxes, player): 0}
    queue = deque([(0, boxes, player)])
    while queue:
        pushes, boxes, player = queue.popleft()
        if best[boxes, player] < pushes:
            continue
        if boxes == goals:
            return pushes
        for move in STEPS:
            if new := after(floor, boxes, player, move):
                cost = pushes + (new[0] != boxes)
                if cost < best.get(new, 10**9):
                    best[new] = cost
                    (queue.append if new[0] != boxes else queue.appendleft)((cost, *new))
    return None


def reached(floor, start):
    """How many steps it takes from a square to each that can be reached."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        y, x = queue.popleft()
        for new in {(y + dy, x + dx) for dy, dx in STEPS.values()} & floor - steps.keys():
            steps[new] = steps[y, x] + 1
            queue.append(new)
    return steps


def turned(board):
    """A quarter turn, square by square."""
    rows = board.split("\n")
    height, width = len(rows), len(rows[0])
    return "\n".join("".join(rows[height - 1 - x][y] for x in range(height)) for y in range(width))


def mirrored(board):
    return "\n".join(row[::-1] for row in board.split("\n"))


class TestSokoban(Promises):
    id = "sokoban"
    alphabet = "UDLRudlr0123456789 ,;[]'\n"
    right = ("{}", " {}\n", "{}.", "[{}]", "Moves: {}")
    calculates = False  # worked solutions are played again below

    def oracle(self, prompt):
        said = read(prompt, {"": WORDINGS})[1]
        _, goals, boxes, _ = squares_of(said["board"])
        assert len(goals) == len(boxes) == said.pop("boxes", len(boxes))
        return said

    def agrees(self, told, task):
        assert {"board": told["board"], "max_turns": told["turns"]} == task.payload
        floor, goals, boxes, player = squares_of(told["board"])
        pushes, moves = 0, task.answer.lower().split(" ")
        for move in moves:
            assert boxes != goals
            before = boxes
            boxes, player = after(floor, boxes, player, move)
            pushes += boxes != before
        params = self.spec.params(task.level)
        assert (told["turns"], task.guess_rate) == (2 * len(moves) + 10, 0.25 ** len(moves))
        assert len(goals) == params["boxes"]
        return boxes == goals and task.difficulty == pushes >= params["pushes"]

    @pytest.mark.parametrize(("level", "count"), [(1, 25), (2, 25), (3, 15), (4, 8), (5, 1)])
    def test_no_solution_has_fewer_pushes(self, level, count):
        for seed in range(count):
            task = self.spec.task(level, seed)
            assert task.difficulty == least_pushes(self.oracle(task.prompt)["board"])

    @pytest.mark.parametrize("level", LEVELS)
    def test_every_room_is_closed_cropped_and_connected(self, level):
        for seed in range(12):
            board = self.spec.task(level, seed).payload["board"]
            rows = board.split("\n")
            assert len({len(row) for row in rows}) == 1
            assert max(len(rows), len(rows[0])) <= self.spec.params(level)["size"]
            for side in (rows, list(zip(*rows, strict=True))):
                assert set(side[0]) == set(side[-1]) == {"#"}
                assert set(side[1]) != {"#"} != set(side[-2])
            floor, goals, boxes, player = squares_of(board)
            assert not goals & boxes
            assert reached(floor, player).keys() == floor

    def test_the_worked_solution_is_the_answer_in_words(self):
        for level in self.spec.levels:
            for seed in range(6):
                task = self.spec.task(level, seed)
                board, told = task.payload["board"], ""
                for line in task.trace.splitlines()[1:-1]:
                    y, x, end_y, end_x = map(int, re.findall(r"\d+", line))
                    walk, push = ("".join(re.findall(rf"{verb} ([UDLR ]+)", line)) for verb in ("walk", "push"))
                    walk, push = (moves.replace(" ", "").lower() for moves in (walk, push))
                    walked, before = rules.play_moves(board, walk).board, squares_of(board)[2]
                    assert squares_of(walked)[2] == before
                    assert len(set(push)) == 1
                    board, told = rules.play_moves(walked, push).board, told + walk + push
                    assert before - squares_of(board)[2] == {(y - 1, x - 1)}
                    assert squares_of(board)[2] - before == {(end_y - 1, end_x - 1)}
                assert rules.solved(board)
                assert told == task.answer.replace(" ", "").lower()

    def test_any_solution_is_right_in_any_sensible_form(self):
        right = ["R R D L L D R R", "rrdlldrr", "right, right, down, left, left, down, right, right", "RR D LL D RR",
                 "R;R;D;L;L;D;R;R", "['R', 'R', 'D', 'L', 'L', 'D', 'R', 'R']", "R\nR\nD\nL\nL\nD\nR\nR",
                 "Moves: RRDLLDRR.", "(Right, R, d, LL, Down, rr)", "the solution is R R D L L D R R",
                 "R\u00a0R D L L D R R", "D D R R U L L U R R", "D U R R D L L R L D R R"]  # fmt: skip
        refused = ["R (left) R D L L D R R", "R (R) R D L L D R R (x)", "and R R D L L D R R",
                   "R R D L L D R R or R R", "not R R D L L D R R", "R R D L L D R R??", "2R D 2L D 2R", "", " ,;",
                   "RRDLLDRR # the rest is a comment", "ＲＲＤＬＬＤＲＲ", "\ud800\x00", "9**9**9",
                   "__import__('os').system('true')"]  # fmt: skip
        wrong = ["R R D L L D R", "R R"]
        numbered = "\n".join(f"{n}. {move}" for n, move in enumerate("RRDLLDRR", 1))
        self.judges(
            PAYLOAD, [*right, numbered, "R (right), R (Right), D, L, L (left), D, R and R"], refused, wrong
        )
        self.takes(PAYLOAD, right, [*refused, *wrong, "R" * 1_000_000, "(" * 100_000])

    def test_moves_that_are_impossible_too_late_or_too_many_are_illegal(self):
        payload = PAYLOAD | {"max_turns": 16}
        for answer in ("R R D L L D R R L", "R R D L L D R R " * 2, "R R D L L D R R; D D R R U L L U R R", "R R R",
                       "L R R D L L D R R", "D U D U D U D U D U R R D L L D R R"):  # fmt: skip
            verdict = self.spec.verify_answer(payload, answer)
            assert (verdict.score, verdict.reason) == (0.0, Reason.ILLEGAL)
            assert not self.confirms(payload, answer)
        answer = "D U D U R R D L L D R R"
        self.takes(PAYLOAD | {"max_turns": 12}, [answer], [])
        self.takes(PAYLOAD | {"max_turns": 11}, [], [answer])

    @settings(max_examples=300)
    @given(st.text(max_size=30) | st.text("UDLRudlr ,.;[]'\n", max_size=20) | st.text("udlr", max_size=30))
    @example("R R D L L D R R")
    @example("D D R R U L L U R R")
    def test_solver_and_verifier_agree_on_any_text(self, text):
        assert self.spec.verify_answer(PAYLOAD, text).passed == self.confirms(PAYLOAD, text)

    def test_messages_name_the_move_that_fails(self):
        message = "Move 3 is not possible: the box to your right has a wall behind it."
        assert self.spec.verify_answer(PAYLOAD, "R R R").message == message
        assert self.spec.verify_answer(PAYLOAD, "R R").parts == {"on_goals": 0.5}

    def test_answers_of_other_rooms_do_not_solve_but_for_the_shortest(self):
        for level in self.spec.levels:
            tasks = [self.spec.task(level, seed) for seed in range(12)]
            others = [(task.payload, other.answer) for task in tasks for other in tasks if other is not task]
            right = [answer for payload, answer in others if self.spec.verify_answer(payload, answer).passed]
            assert len(right) <= 2
            assert all(len(answer.split()) < 12 for answer in right)

    @settings(max_examples=60)
    @given(st.sampled_from(LEVELS), st.integers(0, 60), st.integers(0, 3), st.booleans())
    def test_images_are_turns_and_mirrors(self, level, seed, turns, mirror):
        board = self.spec.task(level, seed).payload["board"]
        image = mirrored(board) if mirror else board
        for _ in range(turns):
            image = turned(image)
        found = sorted("\n".join(rows) for rows in images(board.split("\n")))
        assert image in found
        assert found == sorted("\n".join(rows) for rows in images(image.split("\n")))

    def test_rooms_are_the_same_if_one_is_an_image_of_the_other(self):
        def key(payload):
            boards = [payload["board"], mirrored(payload["board"])]
            for _ in range(3):
                boards += [turned(board) for board in boards[-2:]]
            return min(boards)

        self.same_problems(key, 400, size=5, boxes=1, pushes=1)

    def test_one_answer_is_scored_alike_as_a_response_and_as_a_turn(self):
        for level in self.spec.levels:
            task = self.spec.task(level, 3)
            response, short = (mark(text, task.marker) for text in (task.answer, task.answer.rsplit(" ", 1)[0]))
            assert rlvr.verify(task, response).passed
            assert rlvr.verify(task, [response]).passed
            assert rlvr.verify(task, short).score == 0.0
            assert not rlvr.verify(task, [short]).passed

    @given(st.sampled_from(LEVELS), st.integers(0, 20), st.randoms(use_true_random=False))
    @settings(max_examples=60)
    def test_the_dense_score_is_zero_at_the_start_and_below_one_until_solved(self, level, seed, rng):
        payload = self.spec.task(level, seed).payload
        state = GAME.start(payload)
        assert GAME.verdict(payload, state).score == 0.0
        for _ in range(30):
            turn = GAME.play(payload, state, GAME.random_move(payload, state, rng))
            state = turn.state
            _, goals, boxes, _ = squares_of(state)
            verdict = GAME.verdict(payload, state)
            assert turn.over == verdict.passed == (goals == boxes)
            if turn.over:
                return
            assert verdict.score == len(goals & boxes) / len(boxes) < 1.0

    def test_several_moves_are_played_in_order_up_to_the_first_impossible_one(self):
        turn = GAME.play(PAYLOAD, BOARD, "R R R D")
        told = "Move 3 is not possible: the box to your right has a wall behind it. Moves played: 2.\n\n"
        assert turn.state == "######\n#--@*#\n#----#\n#-$-.#\n######"
        assert (turn.observation, turn.over) == (told + turn.state, False)
        ended = GAME.play(PAYLOAD, turn.state, "D L L D R R U U U")
        assert ended.over
        assert GAME.verdict(PAYLOAD, ended.state).passed
        assert GAME.play(PAYLOAD, BOARD, "jump").state == BOARD
        assert GAME.play(PAYLOAD, BOARD, "D U " * 11).state == BOARD  # more moves than one turn may have

    def test_keys_tell_states_apart(self):
        env = rlvr.make(self.id, level=3)
        _, info = env.reset(seed=5)
        keys = {env.task.payload["board"]: info["state_key"]}
        for seed in range(20):
            twin, rng = env.clone(), random.Random(seed)
            for _ in range(4):
                *_, info = twin.step(twin.random_action(rng))
                assert keys.setdefault(twin._episode.state, info["state_key"]) == info["state_key"]
        assert len(set(keys.values())) == len(keys) > 8
        assert env._episode.state == env.task.payload["board"]

    def test_a_room_that_cannot_be_is_told(self):
        with pytest.raises(rlvr.GenerationError, match="lower pushes"):
            self.spec.task(1, 0, params={"size": 5, "boxes": 1, "pushes": 50})

    @settings(max_examples=200)
    @given(st.sampled_from(LEVELS), st.integers(0, 40), st.text("udlr", max_size=60))
    def test_the_rules_are_those_of_sokoban(self, level, seed, moves):
        board = self.spec.task(level, seed).payload["board"]
        floor, goals, boxes, player = squares_of(board)
        assert set(rules.possible_moves(board)) == {move for move in STEPS if after(floor, boxes, player, move)}
        count = 0
        for move in moves:
            if boxes == goals or not (new := after(floor, boxes, player, move)):
                break
            boxes, player = new
            count += 1
        played = rules.play_moves(board, moves)
        assert (played.count, bool(played.problem)) == (count, count < len(moves) and boxes != goals)
        assert squares_of(played.board) == (floor, goals, boxes, player)
        share = rules.progress(board, played.board)
        assert 0.0 <= share <= 1.0
        assert (share == 1.0) == rules.solved(played.board) == (boxes == goals)


@pytest.mark.parametrize(
    ("board", "moves", "result", "problem"),
    [
        ("#####\n#@$.#\n#####", "l", "#####\n#@$.#\n#####", "there is a wall to your left"),
        ("#####\n#@$-#\n#####", "r", "#####\n#-@$#\n#####", ""),
        ("#####\n#+*.#\n#-$-#\n#####", "r", "#####\n#.+*#\n#-$-#\n#####", ""),
        ("#####\n#@$.#\n#####", "rr", "#####\n#-@*#\n#####", ""),
        ("####\n#@$#\n#.-#\n####", "r", "####\n#@$#\n#.-#\n####", "the box to your right has a wall behind it"),
        ("######\n#@$*-#\n######", "r", "######\n#@$*-#\n######", "the box to your right has another box behind it"),
        ("#####\n#@*-#\n#$-.#\n#####", "r", "#####\n#-+$#\n#$-.#\n#####", ""),
    ],
)  # fmt: skip
def test_single_moves(board, moves, result, problem):
    played = rules.play_moves(board, moves)
    assert (played.board, played.problem) == (result, problem)


def test_boxes_on_goals_at_the_start_earn_nothing_and_cannot_be_lost():
    start = "#######\n#@$*$-#\n#-.-.-#\n#-----#\n#######"
    assert rules.progress(start, start) == 0.0
    assert rules.progress(start, start.replace("*", ".", 1).replace("-", "$", 1)) == 0.0
    assert rules.progress(start, "#######\n#@-*--#\n#-*-*-#\n#-----#\n#######") == 1.0


def text_of(room, boxes, player):
    """A room as text: wall, floor, goal, box and player, and the last two on a goal."""
    cells = ""
    for at in range(room.width**2):
        thing = 2 if boxes >> at & 1 else 1 if at == player else 0
        cells += ("-@$", ".+*")[at in room.goals][thing] if room.floor >> at & 1 else "#"
    return "\n".join(cells[at : at + room.width] for at in range(0, len(cells), room.width))


def test_the_search_is_exact_on_any_opening_and_knows_what_cannot_be_solved():
    """Openings as they come, not only those that the generator keeps; some with a box on a lost square."""
    rng, solved, unsolved = random.Random(8), 0, 0
    while solved < 25 or unsolved < 10:
        room = make_room(rng, 6, 2)
        if room is None or room.floor.bit_count() > 13:
            continue
        first, second, player = rng.sample(squares(room.floor), 3)
        boxes = 1 << first | 1 << second
        found = fewest_pushes(room, boxes, player, 10**6) if {first, second} <= room.pushes.keys() else None
        wanted = least_pushes(text_of(room, boxes, player))
        assert wanted == (None if found is None else len(found))
        solved += wanted is not None
        unsolved += wanted is None


def test_the_search_stops_at_its_budget():
    rng, opening = random.Random(1), None
    while opening is None:
        room = make_room(rng, 9, 4)
        opening = room and pull_apart(rng, room, 15, 40)
    with pytest.raises(TooHard):
        fewest_pushes(room, *opening, 3)


@given(SEEDS)
def test_walks_are_shortest(seed):
    rng = random.Random(seed)
    if (room := make_room(rng, 7, 1)) is None:
        return
    start, end = rng.choice(squares(room.floor)), rng.choice(squares(room.floor))
    steps, at = shortest_walk(room.floor, 7, start, end), start
    for step in steps:
        at += step
        assert room.floor >> at & 1
    assert at == end
    assert (
        len(steps)
        == reached({divmod(cell, 7) for cell in squares(room.floor)}, divmod(start, 7))[divmod(end, 7)]
    )

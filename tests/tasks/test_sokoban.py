from __future__ import annotations

import random
import re
from collections import deque
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play, random_policy
from rlvr.envs.games.sokoban import Sokoban
from rlvr.generators.games.sokoban import accepts, generate, images
from rlvr.generators.games.sokoban_rooms import Room, make_room, pull_apart, squares
from rlvr.generators.games.sokoban_solver import TooHard, fewest_pushes, shortest_walk
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.verifiers.games import sokoban as rules

SPEC = rlvr.get("rlvr/sokoban-v0")
GAME = Sokoban()
BOARD = "######\n#@$-.#\n#----#\n#-$-.#\n######"
PAYLOAD = {"board": BOARD, "max_turns": 20}
STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
MOVES = st.text("udlr", max_size=30)


def squares_of(board: str) -> tuple[set, set, frozenset, tuple[int, int]]:
    """Floor, goals, boxes and the player of a board."""
    cells = {(y, x): c for y, row in enumerate(board.split("\n")) for x, c in enumerate(row)}
    (player,) = (at for at, c in cells.items() if c in "@+")
    return (
        {at for at, c in cells.items() if c != "#"},
        {at for at, c in cells.items() if c in ".*+"},
        frozenset(at for at, c in cells.items() if c in "$*"),
        player,
    )


def after(floor: set, boxes: frozenset, player: tuple[int, int], move: str):
    """Boxes and player after one move, or None if it is impossible: on sets of squares."""
    dy, dx = STEPS[move]
    to, behind = (player[0] + dy, player[1] + dx), (player[0] + 2 * dy, player[1] + 2 * dx)
    if to not in floor or (to in boxes and (behind not in floor or behind in boxes)):
        return None
    return (boxes - {to} | {behind} if to in boxes else boxes), to


def least_pushes(board: str) -> int | None:
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


@pytest.mark.parametrize(("level", "count"), [(1, 25), (2, 25), (3, 15), (4, 8), (5, 1)])
def test_the_solver_finds_the_fewest_pushes(level: int, count: int) -> None:
    for seed in range(count):
        task = SPEC.task(level, seed)
        assert task.difficulty == least_pushes(task.payload["board"]) >= SPEC.params(level)["pushes"]


def test_the_solver_is_exact_on_any_opening_and_knows_what_cannot_be_solved() -> None:
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


def text_of(room: Room, boxes: int, player: int) -> str:
    cells = ["-" if room.floor >> at & 1 else "#" for at in range(room.width**2)]
    for at in range(len(cells)):
        marks = (boxes >> at & 1, at in room.goals, at == player)
        cells[at] = {(1, 0, 0): "$", (1, 1, 0): "*", (0, 1, 0): ".", (0, 0, 1): "@", (0, 1, 1): "+"}.get(
            tuple(map(int, marks)), cells[at]
        )
    return "\n".join("".join(cells[i : i + room.width]) for i in range(0, len(cells), room.width))


def test_the_solver_stops_at_its_budget() -> None:
    rng = random.Random(1)
    while True:
        room = make_room(rng, 9, 4)
        opening = room and pull_apart(rng, room, 15, 40)
        if opening:
            with pytest.raises(TooHard):
                fewest_pushes(room, *opening, 3)
            return


@given(st.integers(0, 10**9))
def test_walks_are_shortest(seed: int) -> None:
    rng = random.Random(seed)
    room = make_room(rng, 7, 1)
    if room is None:
        return
    start, end = rng.choice(squares(room.floor)), rng.choice(squares(room.floor))
    steps = shortest_walk(room.floor, 7, start, end)
    at, distance = start, {start: 0}
    for step in steps:
        at += step
        assert room.floor >> at & 1
    assert at == end
    queue = deque([start])
    while end not in distance:
        here = queue.popleft()
        for step in (1, -1, 7, -7):
            if room.floor >> (here + step) & 1 and here + step not in distance:
                distance[here + step] = distance[here] + 1
                queue.append(here + step)
    assert len(steps) == distance[end]


@settings(max_examples=200)
@given(st.integers(1, 8), st.integers(0, 40), st.text("udlr", max_size=60))
def test_the_rules_are_those_of_sokoban(level: int, seed: int, moves: str) -> None:
    board = SPEC.task(level, seed).payload["board"]
    floor, goals, boxes, player = squares_of(board)
    count = 0
    for move in moves:
        if boxes == goals or not (new := after(floor, boxes, player, move)):
            break
        boxes, player = new
        count += 1
    played = rules.play_moves(board, moves)
    assert played.count == count
    assert squares_of(played.board) == (floor, goals, boxes, player)
    assert bool(played.problem) == (count < len(moves) and boxes != goals)
    assert rules.solved(played.board) == (boxes == goals)
    share = rules.progress(board, played.board)
    assert 0.0 <= share <= 1.0
    assert (share == 1.0) == (boxes == goals)
    assert set(rules.possible_moves(board)) == {
        m for m in STEPS if after(*(squares_of(board)[i] for i in (0, 2, 3)), m)
    }


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
def test_single_moves(board: str, moves: str, result: str, problem: str) -> None:
    played = rules.play_moves(board, moves)
    assert (played.board, played.problem) == (result, problem)


@pytest.mark.parametrize(
    "answer",
    ["R R D L L D R R", "rrdlldrr", "right, right, down, left, left, down, right, right", "R;R;D;L;L;D;R;R",
     "RR D LL D RR", "['R', 'R', 'D', 'L', 'L', 'D', 'R', 'R']", "R\nR\nD\nL\nL\nD\nR\nR", "Moves: RRDLLDRR.",
     "(Right, R, d, LL, Down, rr)", "the solution is R R D L L D R R", "R\u00a0R D L L D R R",
     "D D R R U L L U R R", "D U R R D L L R L D R R"],
)  # fmt: skip
def test_any_solution_is_accepted_in_any_sensible_form(answer: str) -> None:
    assert rules.verify(PAYLOAD, answer).passed
    assert accepts(PAYLOAD, answer)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("R R D L L D R", Reason.WRONG),
        ("R R", Reason.WRONG),
        ("R R D L L D R R L", Reason.ILLEGAL),  # goes on after the end
        ("R R D L L D R R " * 2, Reason.ILLEGAL),
        ("R R D L L D R R; D D R R U L L U R R", Reason.ILLEGAL),
        ("L R R D L L D R R", Reason.ILLEGAL),  # a wall is not skipped
        ("R R R", Reason.ILLEGAL),
        ("D U D U D U D U D U R R D L L D R R", Reason.ILLEGAL),  # over max_turns
        ("R R D L L D R R or R R", Reason.UNPARSABLE),
        ("not R R D L L D R R", Reason.UNPARSABLE),
        ("R R D L L D R R??", Reason.UNPARSABLE),
        ("2R D 2L D 2R", Reason.UNPARSABLE),
        ("RRDLLDRR # the rest is a comment", Reason.UNPARSABLE),
        ("ＲＲＤＬＬＤＲＲ", Reason.UNPARSABLE),
        ("", Reason.UNPARSABLE),
        (" ,;", Reason.UNPARSABLE),
        ("\ud800\x00", Reason.UNPARSABLE),
        ("R" * 1_000_000, Reason.UNPARSABLE),
        ("(" * 100_000, Reason.UNPARSABLE),
        ("__import__('os').system('true')", Reason.UNPARSABLE),
        ("9**9**9", Reason.UNPARSABLE),
    ],
)
def test_wrong_and_hostile_answers_are_refused_by_name(answer: str, reason: Reason) -> None:
    verdict = rules.verify(PAYLOAD | {"max_turns": 16}, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)
    assert not accepts(PAYLOAD | {"max_turns": 16}, answer[:4096])


def test_a_list_as_long_as_allowed_is_accepted_and_one_longer_is_not() -> None:
    answer = "D U D U R R D L L D R R"
    assert rules.verify(PAYLOAD | {"max_turns": 12}, answer).passed
    assert accepts(PAYLOAD | {"max_turns": 12}, answer)
    assert rules.verify(PAYLOAD | {"max_turns": 11}, answer).reason is Reason.ILLEGAL
    assert not accepts(PAYLOAD | {"max_turns": 11}, answer)


@settings(max_examples=300)
@given(st.text(max_size=30) | st.text("UDLRudlr ,.;[]'\n", max_size=20) | MOVES)
@example("R R D L L D R R")
@example("D D R R U L L U R R")
def test_verifier_and_checker_agree_on_any_text(text: str) -> None:
    assert rules.verify(PAYLOAD, text).passed == accepts(PAYLOAD, text)


def test_messages_name_the_move_that_fails() -> None:
    assert rules.verify(PAYLOAD, "R R R").message == (
        "Move 3 is not possible: the box to your right has a wall behind it."
    )
    assert rules.verify(PAYLOAD, "R R").parts == {"on_goals": 0.5}


def test_answers_of_other_rooms_do_not_solve_but_for_the_shortest() -> None:
    for level in SPEC.levels:
        tasks = [SPEC.task(level, seed) for seed in range(12)]
        right = [
            other.answer
            for task in tasks
            for other in tasks
            if other is not task and rules.verify(task.payload, other.answer).passed
        ]
        assert len(right) <= 2
        assert all(len(answer.split()) < 12 for answer in right)


def test_every_room_is_closed_cropped_and_connected() -> None:
    for level in SPEC.levels:
        for seed in range(12):
            params = SPEC.params(level)
            board = SPEC.task(level, seed).payload["board"]
            rows = board.split("\n")
            assert len({len(row) for row in rows}) == 1
            assert max(len(rows), len(rows[0])) <= params["size"]
            for edge in (rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows]):
                assert set(edge) == {"#"}
            for inner in (rows[1], rows[-2], [row[1] for row in rows], [row[-2] for row in rows]):
                assert set(inner) != {"#"}
            floor, goals, boxes, player = squares_of(board)
            assert len(goals) == len(boxes) == params["boxes"]
            assert not goals & boxes
            seen, queue = {player}, [player]
            for y, x in queue:
                new = {(y + dy, x + dx) for dy, dx in STEPS.values()} & floor - seen
                seen |= new
                queue += new
            assert seen == floor


def turned(board: str) -> str:
    """A quarter turn, square by square."""
    rows = board.split("\n")
    height, width = len(rows), len(rows[0])
    return "\n".join("".join(rows[height - 1 - x][y] for x in range(height)) for y in range(width))


def mirrored(board: str) -> str:
    return "\n".join(row[::-1] for row in board.split("\n"))


@settings(max_examples=60)
@given(st.integers(1, 8), st.integers(0, 60), st.integers(0, 3), st.booleans())
def test_the_canonical_form_does_not_see_turns_and_mirrors(level, seed, turns, mirror) -> None:
    board = SPEC.task(level, seed).payload["board"]
    image = mirrored(board) if mirror else board
    for _ in range(turns):
        image = turned(image)
    assert image in ["\n".join(i) for i in images(board.split("\n"))]
    assert sorted(images(image.split("\n"))) == sorted(images(board.split("\n")))
    draft = generate(random.Random(seed), **SPEC.params(level))
    assert draft.canonical in ["\n".join(i) for i in images(draft.payload["board"].split("\n"))]
    assert draft.canonical <= draft.payload["board"]


def test_rooms_that_differ_have_other_fingerprints() -> None:
    tasks = [SPEC.task(level, seed) for level in (1, 2, 3) for seed in range(200)]
    forms = {min("\n".join(i) for i in images(t.payload["board"].split("\n"))) for t in tasks}
    assert len({t.fingerprint for t in tasks}) == len(forms) > 0.98 * len(tasks)
    board = tasks[0].payload["board"]
    walked = rules.play_moves(board, rules.possible_moves(board)[0]).board
    assert min(map("\n".join, images(walked.split("\n")))) != min(map("\n".join, images(board.split("\n"))))


def test_the_worked_solution_is_the_answer_in_words() -> None:
    for level in SPEC.levels:
        for seed in range(6):
            task = SPEC.task(level, seed)
            told = "".join(re.findall(r"(?:walk|push) ([UDLR ]+)", task.trace)).replace(" ", "")
            assert told == task.answer.replace(" ", "")
            board = task.payload["board"]
            for line in task.trace.splitlines()[1:-1]:
                y, x, end_y, end_x = map(int, re.findall(r"\d+", line))
                moves = "".join(re.findall(r"(?:walk|push) ([UDLR ]+)", line)).replace(" ", "").lower()
                boxes = squares_of(board)[2]
                board = rules.play_moves(board, moves).board
                assert boxes - squares_of(board)[2] == {(y - 1, x - 1)}
                assert squares_of(board)[2] - boxes == {(end_y - 1, end_x - 1)}
            assert rules.solved(board)


@given(st.integers(1, 8), st.integers(0, 20), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_dense_score_is_zero_at_the_start_and_below_one_until_solved(level, seed, rng) -> None:
    payload = SPEC.task(level, seed).payload
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


def test_boxes_on_goals_at_the_start_earn_nothing_and_cannot_be_lost() -> None:
    start = "#######\n#@$*$-#\n#-.-.-#\n#-----#\n#######"
    assert rules.progress(start, start) == 0.0
    assert rules.progress(start, start.replace("*", ".", 1).replace("-", "$", 1)) == 0.0
    assert rules.progress(start, "#######\n#@-*--#\n#-*-*-#\n#-----#\n#######") == 1.0


def test_several_moves_are_played_in_order_up_to_the_first_impossible_one() -> None:
    turn = GAME.play(PAYLOAD, BOARD, "R R R D")
    assert turn.state == "######\n#--@*#\n#----#\n#-$-.#\n######"
    assert turn.observation == (
        "Move 3 is not possible: the box to your right has a wall behind it. Moves played: 2.\n\n" + turn.state
    )
    assert not turn.over
    ended = GAME.play(PAYLOAD, turn.state, "D L L D R R U U U")
    assert ended.over
    assert GAME.verdict(PAYLOAD, ended.state).passed
    assert GAME.play(PAYLOAD, BOARD, "jump").state == BOARD
    assert GAME.play(PAYLOAD, BOARD, "D U " * 11).state == BOARD  # more moves than one turn may have


def test_one_answer_is_scored_alike_as_a_response_and_as_a_turn() -> None:
    for level in SPEC.levels:
        task = SPEC.task(level, 3)
        response = mark(task.answer, task.marker)
        assert rlvr.verify(task, response).passed
        assert rlvr.verify(task, [response]).passed
        short = mark(task.answer.rsplit(" ", 1)[0], task.marker)
        assert rlvr.verify(task, short).score == 0.0
        assert not rlvr.verify(task, [short]).passed


@pytest.mark.parametrize("reward", ["binary", "dense"])
def test_replaying_pays_what_the_episode_paid(reward: str) -> None:
    for level in SPEC.levels:
        env = rlvr.make(SPEC.id, level=level, reward=reward)
        won = play(env, oracle, seed=level)
        assert sum(won.rewards) == pytest.approx(1.0)
        assert (won.terminated, won.truncated) == (True, False)
        assert len(won.actions) == len(won.task.answer.split()) < won.task.payload["max_turns"] / 2
        rng = random.Random(level)
        wild = play(env, random_policy(rng), seed=level)
        mixed = play(
            env, lambda e, _, r=rng: r.choice(["x", "<answer>UUDD</answer>", e.random_action(r)]), seed=level
        )
        capped = rlvr.make(SPEC.id, level=level, reward=reward, max_turns=2)
        cut = play(capped, oracle, seed=level)
        for record, options in ((won, {}), (wild, {}), (mixed, {}), (cut, {"max_turns": 2})):
            verdict = rlvr.verify(record.task, record.actions, reward=reward, **options)
            assert verdict == record.verdict
            worth = verdict.score if reward == "dense" else float(verdict.passed)
            assert sum(record.rewards) == pytest.approx(worth)
        assert cut.truncated
        assert cut.verdict.reason is Reason.TRUNCATED


def test_branches_are_independent_and_keys_tell_states_apart() -> None:
    env = rlvr.make(SPEC.id, level=3)
    _, info = env.reset(seed=5)
    keys = {env.task.payload["board"]: info["state_key"]}
    for seed in range(20):
        twin, rng = env.clone(), random.Random(seed)
        for _ in range(4):
            *_, info = twin.step(twin.random_action(rng))
            board = twin._episode.state
            assert keys.setdefault(board, info["state_key"]) == info["state_key"]
    assert len(set(keys.values())) == len(keys) > 8
    assert env._episode.state == env.task.payload["board"]
    saved = env.clone()
    env.step(env.oracle_action())
    env.restore(saved)
    assert env.step(env.oracle_action())[1:] == saved.step(saved.oracle_action())[1:]


@pytest.mark.parametrize("move", ["", "\x00", "\ud800", "<answer></answer>", "<answer>\ud800</answer>",
                                  "<answer>" + "U " * 40_000 + "</answer>", "A" * 100_001])  # fmt: skip
def test_hostile_moves_cost_a_turn_and_nothing_else(move: str) -> None:
    env = rlvr.make(SPEC.id, reward="dense")
    _, before = env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(move)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (info["turn"], info["state_key"]) == (1, before["state_key"])


def test_gymnasium_finds_no_fault_and_vectors_give_what_single_ones_give() -> None:
    check_env(gymnasium.make(SPEC.id, render_mode="ansi").unwrapped, skip_render_check=False)
    singles = [rlvr.make(SPEC.id) for _ in range(2)]
    wanted = [env.reset(seed=7 + i)[0] for i, env in enumerate(singles)]
    actions = tuple(env.random_action(random.Random(i)) for i, env in enumerate(singles))
    stepped = [env.step(action)[:4] for env, action in zip(singles, actions, strict=True)]
    for mode in ("sync", "async"):
        vector = gymnasium.make_vec(SPEC.id, num_envs=2, vectorization_mode=mode)
        try:
            assert list(vector.reset(seed=7)[0]) == wanted
            columns = vector.step(actions)[:4]
            assert [tuple(row) for row in zip(*map(list, columns), strict=True)] == stepped
        finally:
            vector.close()


@pytest.mark.parametrize("change", [{"size": 4}, {"size": 15}, {"boxes": 0}, {"boxes": 7}, {"pushes": 0}])
def test_bad_parameters_are_told(change: dict[str, int]) -> None:
    params: dict[str, Any] = {"size": 7, "boxes": 2, "pushes": 4}
    with pytest.raises(ValueError, match="need 5 <= size"):
        generate(random.Random(0), **(params | change))


def test_a_room_that_cannot_be_is_told() -> None:
    with pytest.raises(rlvr.GenerationError, match="lower pushes"):
        generate(random.Random(0), size=5, boxes=1, pushes=50)

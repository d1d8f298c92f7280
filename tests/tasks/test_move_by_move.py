"""Puzzles that are played move by move: the tasks and the verdicts of one response, and no way around them."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play, random_policy
from rlvr.conformance.english_mistakes import mistakes
from rlvr.drawing import draw
from rlvr.envs.game import GameEnv
from rlvr.envs.games import fill_cells, minesweeper
from rlvr.envs.games.fill_cells import FillCells
from rlvr.envs.replay import replay
from rlvr.generators.wording import matches_wording
from rlvr.registry_file import RegistryError, read
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.view.play import Plays

FORMS = [spec for spec in rlvr.specs() if spec.plays]
GRIDS = [spec for spec in FORMS if spec.family in ("grids", "logic")]
"""What is played as plans has tests of its own: test_plan_games.py."""
MOVES = [spec.id for spec in GRIDS if spec.env != "single"]
FILLED = [id for id in MOVES if isinstance(rlvr.make(id).game, FillCells)]
SEEDS = st.integers(0, 10**6)


def begun(id: str, level: int = 2, seed: int = 5, **options: object) -> GameEnv:
    env = rlvr.make(id, level=level, **options)
    assert isinstance(env, GameEnv)
    env.reset(seed=seed)
    return env


def act(env: GameEnv, move: str) -> tuple[str, float, bool, bool, dict]:
    return env.step(mark(move, env.task.marker))


def parts(env: GameEnv):
    """The board of the puzzle, its verifier, and the values of the solution."""
    game, task = env.game, env.task
    board = game.board(task.payload)
    solution = board.given | {
        cell: board.value(cell, word) for cell, word in game._solution(board, task.answer).items()
    }
    return board, [solution[cell] for cell in range(len(board.names))]


@pytest.mark.parametrize("spec", FORMS, ids=lambda spec: spec.name)
def test_both_forms_have_the_same_problems(spec: rlvr.TaskSpec) -> None:
    other = rlvr.get(spec.plays)
    assert (spec.verifier, spec.levels, spec.axes) == (other.verifier, other.levels, other.axes)
    for level in spec.levels[:4]:
        for split in (None, "test"):
            one, two = (each.task(level, 7, split=split) for each in (spec, other))
            assert one.env != two.env
            for field in (
                "payload",
                "answer",
                "trace",
                "fingerprint",
                "split",
                "seed",
                "guess_rate",
                "difficulty",
            ):
                if field in ("guess_rate", "trace") and spec.generator != other.generator:
                    continue  # random moves win where some loss is allowed, and the rule is told by other means
                assert getattr(one, field) == getattr(two, field), field


@pytest.mark.parametrize("id", MOVES)
def test_the_oracle_follows_the_worked_solution(id: str) -> None:
    for level in rlvr.get(id).levels[::2]:
        env = begun(id, level, seed=level)
        first = [env.oracle_action()]
        won = play(env, oracle, seed=level)
        assert won.verdict.passed
        assert won.terminated
        assert first == won.actions[:1]
        assert len(won.actions) <= env.turn_limit - fill_cells.SPARE_TURNS
        assert (
            replay(won.task, won.actions)
            == won.verdict
            == rlvr.verify(
                rlvr.task(f"{rlvr.get(id).plays}:{level}:{won.task.seed}"), mark(won.task.answer, "tag")
            )
        )


@pytest.mark.parametrize("id", MOVES)
def test_play_without_skill_wins_nothing(id: str) -> None:
    for seed in range(8):
        lost = play(rlvr.make(id, level=3, reward="dense"), random_policy(Random(seed)), seed=seed)
        assert lost.verdict.score == sum(lost.rewards) == 0.0
        assert lost.terminated  # a full grid or a mine has ended it: there are turns left, and no second try
        assert lost.verdict.reason in (Reason.ILLEGAL, Reason.WRONG)


@pytest.mark.parametrize("id", FILLED)
@settings(max_examples=12)
@given(SEEDS)
def test_a_full_grid_breaks_a_rule_exactly_if_its_verifier_says_so(id: str, seed: int) -> None:
    """And what is broken before all cells are filled is broken when they are, so the solution's parts break nothing."""
    rng = Random(seed)
    env = begun(id, 1 + seed % 2, seed)
    board, solution = parts(env)
    free = [cell for cell in range(len(solution)) if cell not in board.given]
    for changes in (0, 1, 2, len(free) // 2):
        full = list(solution)
        for cell in rng.sample(free, changes):
            full[cell] = board.value(cell, rng.choice(board.choices(cell)))
        right = env.game.verify(env.task.payload, board.text(full)).passed
        assert right == (not board.broken(full))
        for keep in (0.3, 0.7, 0.9):
            some = [v if c in board.given or rng.random() < keep else None for c, v in enumerate(full)]
            assert not board.broken(some) or board.broken(full)


@pytest.mark.parametrize("id", FILLED)
def test_a_full_grid_ends_the_game_and_so_does_a_whole_answer(id: str) -> None:
    env = begun(id)
    board, solution = parts(env)
    free = [cell for cell in range(len(solution)) if cell not in board.given]
    off = list(solution)
    words = board.choices(free[0])
    at = words.index(board.word(free[0], solution[free[0]]))
    off[free[0]] = board.value(free[0], words[(at + 1) % len(words)])
    if "zebra" in id:  # a value in two houses makes no table, so two are exchanged
        wide = len(board.heads)
        off[0], off[wide] = solution[wide], solution[0]
    for values, passed in ((solution, True), (off, False)):
        whole = board.text(values)
        cells = " ".join(f"{board.names[cell]}={board.word(cell, values[cell])}" for cell in free)
        for move in (whole, cells):
            twin = env.clone()
            _, reward, terminated, truncated, info = act(twin, move)
            assert (reward, terminated, truncated) == (float(passed), True, False)
            assert info["verdict"] == rlvr.get(id).verify_answer(env.task.payload, whole)


@pytest.mark.parametrize("id", FILLED)
def test_what_cannot_be_played_changes_nothing(id: str) -> None:
    env = begun(id, 3)
    board, solution = parts(env)
    free = next(cell for cell in range(len(solution)) if cell not in board.given)
    name, word = board.names[free], board.choices(free)[0]
    foreign = [text for text in board.words[free] if text not in board.choices(free)]
    moves = [f"{name}={text}" for text in foreign[:2]]
    moves += [
        f"{name}=98",
        f"{name}={word} {name}={word}",
        f"{name}={word} or so",
        name,
        word,
        f"{name}=",
        "r0c0=1",
    ]
    moves += ["1: red", env.task.answer.replace("\n", "\n\n", 1)[:-3], env.task.answer.replace("1", "99")]
    moves += [f"{name}={word}, r99c99=1", f"{name}={word} {name}=", "done and done", f"not {name}={word}"]
    for cell in list(board.given)[:1]:
        other = next(text for text in board.words[cell] if board.value(cell, text) != board.given[cell])
        moves += [
            f"{board.names[cell]}={other}",
            f"{board.names[cell]}=-",
            f"{name}={word} {board.names[cell]}={other}",
        ]
    before = env.clone()._episode.state
    for move in moves:
        observation, _, terminated, _, info = act(env, move)
        assert not terminated, move
        assert env._episode.state == before, move
        assert "Nothing was changed." in observation
        assert info["verdict"].score == 0.0


def test_only_the_numbers_of_the_list_are_put_in() -> None:
    """Squares that are filled with listed numbers know others, too: those that are given."""
    for id in ("rlvr/survo-moves-v0", "rlvr/magic-square-moves-v0"):
        env = begun(id, 3)
        board, numbers = parts(env)[0], env.task.payload["numbers"]
        free = next(cell for cell in range(len(board.names)) if cell not in board.given)
        assert board.choices(free) == [str(number) for number in sorted(numbers)]
        foreign = next(word for word in board.words[free] if int(word) not in numbers)
        turns = env.turn_limit
        observation = act(env, f"{board.names[free]}={foreign}")[0]
        assert f"That is not possible: {board.names[free]} holds one of the numbers to put in" in observation
        assert f"Turns left: {turns - 1}." in observation
        for turn in range(20):
            move = env.random_action(Random(turn))
            assert any(f"={number}<" in move for number in numbers), move


def test_every_played_form_says_what_a_move_that_cannot_be_made_costs() -> None:
    for id in (id for id in rlvr.list() if id.endswith(("-moves-v0", "mastermind-v0"))):
        for seed in range(4):
            text = rlvr.make(id, level=1).reset(seed=seed)[0]
            assert re.search(
                r"costs (?:one|a turn)|uses up (?:one of them|its turn|a turn)|turn (?:with an impossible move counts"
                r"|with a move that is not possible is used up)|loses that turn|ends the turn|the turn is used up"
                r"|not possible count|waste a turn",
                text,
            ), (id, seed, text[-600:])


@pytest.mark.parametrize("id", FILLED)
def test_moves_are_read_in_the_forms_in_which_they_are_written(id: str) -> None:
    env = begun(id, 3)
    board, solution = parts(env)
    a, b = [cell for cell in range(len(solution)) if cell not in board.given][:2]
    (one, two), (x, y) = (
        (board.names[a], board.names[b]),
        (board.word(a, solution[a]), board.word(b, solution[b])),
    )
    forms = [
        f"{one}={x} {two}={y}",
        f"{one} = {x}, {two} = {y}",
        f"{one.upper()}: {x}\n{two}: {y}",
        f"**{one}={x}; {two}={y}**",
    ]
    forms += [
        f"```\n{one}={x}\n{two}={y}\n```",
        f'{{"{one}": {x}, "{two}": {y}}}',
        f"{one} -> {x} | {two} -> {y}.",
    ]
    forms += [f"`{one}={x}` `{two}={y}`", f"{one} is {x}, {two} is {y}"]
    forms += [f"{one}={x} {two}={y}".replace("-", "\u2212"), f"{one} \u2192 {x}, {two} \u2192 {y}"]
    wanted = {one: solution[a], two: solution[b]}
    for form in forms:
        twin = env.clone()
        act(twin, form)
        assert twin._episode.state == {"filled": wanted}, form
        act(twin, f"{one}=-, {two} = _")
        assert twin._episode.state == {"filled": {}}


@pytest.mark.parametrize("id", FILLED)
def test_feedback_tells_of_rules_and_never_of_the_solution(id: str) -> None:
    """Without feedback nothing is told; with it, two grids that break no rule are told alike, right or wrong."""
    task = rlvr.get(id).task(3, 4)
    tellings = {}
    for feedback in ("none", "binary", "reason"):
        env = begun(id, 3, 4, feedback=feedback)
        board, solution = parts(env)
        told = tellings[feedback] = {}
        for cell in [cell for cell in range(len(solution)) if cell not in board.given][:6]:
            for word in board.choices(cell):
                values = [board.given.get(c) for c in range(len(solution))]
                values[cell] = board.value(cell, word)
                twin = env.clone()
                said = act(twin, f"{board.names[cell]}={word}")[0].replace(board.shown(values), "GRID")
                told.setdefault(bool(board.broken(values)), set()).add(said)
    left = f"Turns left: {env.turn_limit - 1}."
    assert set().union(*tellings["none"].values()) == {f"GRID\n\n{left}"}
    assert (
        tellings["binary"][False]
        == tellings["reason"][False]
        == {f"GRID\n\nNo rule is broken so far.\n\n{left}"}
    )
    assert tellings["binary"].get(True, {""}) <= {f"GRID\n\nA rule is broken.\n\n{left}", ""}
    assert all("No rule" not in said for said in tellings["reason"].get(True, ()))
    assert task.answer not in str(tellings)


@pytest.mark.parametrize(
    "name", ["hitori", "kakurasu", "light-up", "nonogram", "queens", "star-battle", "tents"]
)
def test_the_player_of_a_shading_may_be_done(name: str) -> None:
    for right in (True, False):
        env = begun(f"rlvr/{name}-moves-v0")
        board, solution = parts(env)
        ones = [board.names[cell] for cell, value in enumerate(solution) if value == 1][not right :]
        act(env, " ".join(f"{one}=1" for one in ones))
        _, reward, terminated, _, info = act(env, "Done.")
        assert (reward, terminated) == (float(right), True)
        assert info["verdict"].passed == right
    other = begun("rlvr/sudoku-moves-v0")
    assert not act(other, "done")[2]


@pytest.mark.parametrize("name", ["survo", "magic-square", "numbrix"])
def test_examples_put_different_numbers_that_are_missing_into_empty_cells(name: str) -> None:
    for seed in range(12):
        env = begun(f"rlvr/{name}-moves-v0", 2, seed)
        board, solution = parts(env)
        sets = fill_cells.read_sets(board, env.game._words(board)[1][0])
        assert sets is not None
        missing = {value for cell, value in enumerate(solution) if cell not in board.given}
        values = {board.value(cell, word) for cell, word in sets}
        assert len(values) == len(sets) == 2
        assert values <= missing
        assert not {cell for cell, _ in sets} & set(board.given)


def test_a_negative_number_may_have_a_typographic_minus() -> None:
    env = rlvr.make("rlvr/magic-square-moves-v0", level=1)
    env.reset(seed=1)
    assert "r2c1 holds one of -14, -1, 0, 6, 13, 19, 26, not 33." in act(env, "r2c1=33")[0]
    act(env, "r2c1=\u221214")
    assert env._episode.state == {"filled": {"r2c1": -14}}


@pytest.mark.parametrize("id", MOVES)
def test_prompts_say_how_to_play_in_all_wordings(id: str) -> None:
    stated = minesweeper.HOW_TO if "minesweeper" in id else fill_cells.HOW_TO
    used = set()
    for seed in range(30):
        env = rlvr.make(id, feedback=("none", "binary", "reason")[seed % 3])
        prompt, _ = env.reset(seed=seed)
        assert prompt.startswith(env.task.prompt)
        assert list(mistakes(prompt)) == []
        assert re.search(rf"\b{env.turn_limit} turns\b", prompt)
        used |= {wording for wording in stated if matches_wording(prompt, wording)}
        limited = rlvr.make(id, max_turns=3)
        assert "3 turns" in limited.reset(seed=seed)[0]
    assert used == set(stated)


@pytest.mark.parametrize("id", MOVES)
def test_pictures_show_what_was_played(id: str) -> None:
    env = begun(id, 1)
    empty = draw(env.task, env._episode.state)
    env.step(env.oracle_action())
    assert draw(env.task, env._episode.state) != empty == draw(env.task, None)


class TestMinesweeper:
    id = "rlvr/minesweeper-moves-v0"

    def field(self, env: GameEnv) -> list[list[str]]:
        return [line.split() for line in env.task.answer.splitlines()]

    @settings(max_examples=15)
    @given(SEEDS)
    def test_numbers_count_the_mines_around_and_a_mine_ends_the_game(self, seed: int) -> None:
        env = begun(self.id, 1 + seed % 4, seed)
        field, shown = self.field(env), env.task.payload["numbers"]
        padded = [["0"] * (len(field) + 2), *(["0", *row, "0"] for row in field), ["0"] * (len(field) + 2)]
        closed = [(r, c) for r, row in enumerate(shown) for c, number in enumerate(row) if number is None]
        safe = [(r, c) for r, c in closed if field[r][c] == "0"]
        for r, c in closed:
            twin = env.clone()
            said, reward, terminated, _, info = act(twin, f"r{r + 1}c{c + 1}")
            last = field[r][c] == "0" and len(safe) == 1
            assert (terminated, reward) == (field[r][c] == "1" or last, float(last))
            if field[r][c] == "1":
                assert "mine" in said
                assert info["verdict"].score == 0.0
            else:
                count = sum(row[c : c + 3].count("1") for row in padded[r : r + 3])
                assert said.splitlines()[r + 1].split()[c + 1] == str(count)
                again, *_ = act(twin, f"open r{r + 1}c{c + 1}") if not last else ("is open already",)
                assert "is open already" in again
        _, reward, terminated, _, _ = act(env, ", ".join(f"r{r + 1}c{c + 1}" for r, c in safe))
        assert (reward, terminated) == (1.0, True)

    def test_a_grid_of_mines_is_the_last_word(self) -> None:
        env = begun(self.id, 3)
        twin = env.clone()
        assert act(twin, env.task.answer)[1:3] == (1.0, True)
        wrong = env.task.answer[:-1] + str(1 - int(env.task.answer[-1]))
        assert act(env, wrong)[1:3] == (0.0, True)

    @pytest.mark.parametrize(
        "move", ["r0c1", "r99c1", "flag r1c1", "r1c1 or r1c2", "open", "all", "r1", "(1, 1)"]
    )
    def test_what_cannot_be_opened_changes_nothing(self, move: str) -> None:
        env = begun(self.id, 3)
        state = env._episode.state
        said, _, terminated, _, _ = act(env, move)
        assert "Nothing was opened." in said
        assert (terminated, env._episode.state) == (False, state)


def test_an_entry_plays_one_that_stands_above_it(tmp_path) -> None:
    lines = (
        "tasks:\n  - id: mine/echo-v0\n    title: Echo\n    family: text\n    description: Echo.\n    generator: a:b\n"
        "    verifier: a:c\n    proxy: length\n    levels: {n: [1, 2, 3, 4, 5]}\n"
    )
    other = "  - id: mine/other-v0\n    plays: {}\n    title: Other\n    env: a:Game\n    description: Other.\n"
    path = tmp_path / "mine.yaml"
    path.write_text(lines + other.format("mine/echo-v0"))
    one, two = read(path)
    assert (two.generator, two.levels, two.plays, two.noun) == (one.generator, one.levels, one.id, "move")
    for wrong in ("mine/none-v0", "mine/other-v0"):
        path.write_text(lines + other.format(wrong))
        with pytest.raises(
            RegistryError, match=r"mine.yaml:10: mine/other-v0: 'plays' must be the id of an entry above"
        ):
            read(path)


@pytest.mark.parametrize("id", MOVES)
def test_the_viewer_plays_them(id: str) -> None:
    plays = Plays()
    begun_ = plays.answer({"env": id, "level": 1, "seed": 3})
    env = begun(id, 1, 3, feedback="reason")
    after = plays.answer({"key": begun_["key"], "act": env.oracle_action()})
    assert after["limit"] == env.turn_limit
    assert (after["svg"], after["board"]) != (begun_["svg"], begun_["board"])
    assert after["problem"] == ""
    told = after["messages"][-1]["content"]
    assert f"Turns left: {env.turn_limit - 1}." in told or after["over"]

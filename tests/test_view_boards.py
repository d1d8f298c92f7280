"""Boards that are clicked in Play: every spot is drawn, and what is clicked from a reference answer is right."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import rlvr
from rlvr.drawing import draw
from rlvr.view.boards import BOARDS, board

SVG = "{http://www.w3.org/2000/svg}"


def spots(svg: str) -> list[str]:
    return [
        rect.attrib["data-spot"]
        for rect in ElementTree.fromstring(svg).iter(f"{SVG}rect")
        if "data-spot" in rect.attrib
    ]


def values(name: str, answer: str, made: Any) -> dict[str, str]:
    """The value of each cell in a reference answer."""
    if name == "zebra":
        houses = [line.split(": ")[1].split(", ") for line in answer.splitlines()]
        return {f"{n},{h}": value for h, house in enumerate(houses) for n, value in enumerate(house)}
    if name in ("graph-coloring", "knights-and-knaves"):
        found = dict(pair.split(": ") for pair in answer.split(", "))
        return {cell: found[cell[:1].upper() + cell[1:]] for cell in made["cells"]}
    return {
        f"{r},{c}": value for r, line in enumerate(answer.splitlines()) for c, value in enumerate(line.split())
    }


@pytest.mark.parametrize("name", sorted(BOARDS))
@pytest.mark.parametrize("level", [1, 3])
def test_what_is_clicked_is_the_answer(name: str, level: int) -> None:
    task = rlvr.task(f"rlvr/{name}-v0:{level}:4")
    made, drawn = board(task), spots(draw(task, spots=True))
    assert draw(task) == re.sub(r"<rect [^>]* data-spot=\"[^\"]*\"/>", "", draw(task, spots=True))
    if "sets" in made:
        assert made["cells"].keys() == set(drawn)
    elif made["kind"] == "fill":
        assert made["cells"].keys() == set(drawn)
        assert len(drawn) == len(set(drawn))
        right = values(name, task.answer, made)
        for cell, known in made["cells"].items():
            assert right[cell] in known["values"]
            assert not known["fixed"] or known["value"] == right[cell]
        answer = "".join(part if isinstance(part, str) else right[part[0]] for part in made["template"])
        assert rlvr.verify(task, f"<answer>{answer}</answer>").score == 1.0
    elif made["kind"] == "write":
        assert made["words"].keys() <= set(drawn)
        pieces = re.findall(r"\d+|\S", task.answer) if name == "countdown" else task.answer.split(made["join"])
        assert {*pieces} <= {*made["words"].values(), *made["more"]}
        assert made["join"].join(pieces) == task.answer
    else:
        assert made["moves"].keys() <= set(drawn)


def test_moves_go_on_from_where_the_game_stands() -> None:
    env = rlvr.make("sokoban", level=2)
    env.reset(seed=3)
    before = env.state
    for move in env.task.answer.split():
        step = board(env.task, env.state)
        assert move in step["moves"].values()
        assert move in step["keys"].values()
        _, reward, over, _, _ = env.step(f"<answer>{move}</answer>")
        assert env.state != before
    assert over
    assert reward == 1.0


@pytest.mark.parametrize("name", ["sliding-tiles-moves", "lights-out-moves", "grid-paths-moves"])
def test_moves_of_plans_are_clicked_or_keys(name: str) -> None:
    env = rlvr.make(name, level=2)
    env.reset(seed=3)
    over, moves = False, env.task.answer.split(", ")
    while not over:
        made, move = board(env.task, env.state), moves.pop(0)
        assert move in {*made["moves"].values(), *made["keys"].values()}
        assert made["moves"].keys() <= set(spots(draw(env.task, env.state, spots=True)))
        _, reward, over, _, _ = env.step(f"<answer>{move}</answer>")
    assert reward == 1.0


FILLED = (
    "binario futoshiki hitori kakurasu kenken light-up magic-square minesweeper nonogram numbrix queens skyscrapers "
    "star-battle sudoku survo tents zebra"
).split()


@pytest.mark.parametrize("name", [f"{name}-moves" for name in FILLED])
def test_what_is_clicked_is_played(name: str) -> None:
    env = rlvr.make(name, level=2)
    env.reset(seed=3)
    single = board(rlvr.task(f"rlvr/{name.removesuffix('-moves')}-v0:2:3"))
    right = values(name.removesuffix("-moves"), env.task.answer, single)
    over = False
    for cell, value in right.items():
        made = board(env.task, env.state)
        if name == "minesweeper-moves":
            if over or value == "1" or cell not in made["moves"]:
                continue
            move = made["moves"][cell]
        else:
            if made["cells"][cell]["fixed"]:
                continue
            assert value in made["cells"][cell]["values"]
            assert made["cells"][cell]["value"] == ""
            move = f"{made['sets'][cell]}={value}"
        _, reward, over, _, _ = env.step(f"<answer>{move}</answer>")
        after = board(env.task, env.state)
        assert over or name == "minesweeper-moves" or after["cells"][cell]["value"] == value
    assert over
    assert reward == 1.0


def test_other_environments_have_no_board() -> None:
    assert board(rlvr.task("rlvr/arithmetic-v0:1:0")) is None
    assert spots(draw(rlvr.task("rlvr/arithmetic-v0:1:0"), spots=True)) == []

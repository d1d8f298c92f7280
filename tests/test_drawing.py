"""Pictures of tasks: every id at each level, self-contained, with a text alternative, and without the answer."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import gymnasium
import pytest

import rlvr
from rlvr.drawing import BY_NAME, DARK, LIGHT, MAX_PARTS, NoRasteriser, draw, drawer_of
from rlvr.drawing.cards import plain
from rlvr.drawing.figure import visible
from rlvr.drawing.formula_parser import parse, value
from rlvr.drawing.formulas import formula
from rlvr.drawing.measure import text_width, wrap

SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 64_000


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", rlvr.list())
def test_every_id_is_drawn_at_each_level(name: str) -> None:
    spec = rlvr.get(name)
    for level in spec.levels:
        task = spec.task(level, 5)
        assert 0 < len(drawer_of(task)(task, None).parts) <= MAX_PARTS  # its own drawer, which raises nothing
        svg = draw(task)
        assert len(svg) < MAX_BYTES
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert root.findtext(f"{SVG}title")
        assert len(root.findtext(f"{SVG}desc") or "") > 15
        _stands_alone(root)
        answer = task.answer.strip().lower()
        if len(answer) > 2 and answer not in task.prompt.lower():
            assert not any(answer in text.lower() for text in texts(svg)), task.id


def _stands_alone(root: ElementTree.Element) -> None:
    colours = {*LIGHT.values(), "none"}
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        assert tag in {
            *("svg", "title", "desc", "g", "rect", "circle", "ellipse", "line", "polygon", "polyline", "path"),
            "text",
        }
        assert not {"class", "id", "style", "href"} & element.attrib.keys()
        assert not any("url(" in text or "var(" in text for text in element.attrib.values())
        assert {element.get(name, "none") for name in ("fill", "stroke")} <= colours
        if tag not in ("svg", "title", "desc", "g"):
            assert element.get("fill") or element.get("stroke"), "it would be black, whatever is behind it"


def test_every_id_of_the_package_has_a_drawer_of_at_least_thirty() -> None:
    assert {name.removeprefix("rlvr/").rpartition("-v")[0] for name in rlvr.list()} == BY_NAME.keys()
    assert len(set(BY_NAME.values())) >= 30
    assert plain not in BY_NAME.values()


HIDDEN = set(
    "gold secret cost expected right path queries final query cases grades label evidence reference plan chains "
    "programs stimuli answer databases".split()
)
"""Fields of payloads that hold the answer, or what tells it."""


def without_hidden(value: Any, drop: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: without_hidden(each, drop) for key, each in value.items() if key not in drop}
    return [without_hidden(each, drop) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", rlvr.list())
def test_what_only_the_verifier_knows_is_not_looked_at(name: str) -> None:
    task = rlvr.get(name).task(2, 3)
    drop = HIDDEN | ({"out"} if "output-prediction" in name else set())
    bare = replace(task, payload=without_hidden(task.payload, drop), answer="", trace=None)
    assert draw(bare) == draw(task)


def test_a_picture_depends_on_the_state() -> None:
    env = gymnasium.make("rlvr/sokoban-v0", level=1, render_mode="svg")
    env.reset(seed=3)
    first = env.render()
    env.step(env.unwrapped.oracle_action())
    assert isinstance(first, str)
    assert env.render() != first


def test_guesses_are_drawn_with_their_pegs_and_the_code_is_not() -> None:
    task = next(rlvr.generate("mastermind", level=3))
    symbols, length = task.payload["symbols"], task.payload["length"]
    guess = " ".join([symbols[0]] * length)
    empty, guessed = draw(task, []), draw(task, [[guess, 1, 0]])
    assert empty != guessed
    assert texts(empty).count("?") == texts(guessed).count("?") == length
    assert draw(task, [[guess, 1, 0]]) != draw(task, [[guess, 0, 1]])


def test_hostile_text_is_inert_and_seen() -> None:
    task = next(rlvr.generate("sudoku"))
    prompt = '<script>alert(1)</script> "x" \u202egnp\x1b[31m &amp; {ink} ' * 4
    svg = draw(replace(task, env="someone/else-v0", payload={"a": 1}, prompt=prompt))
    root = ElementTree.fromstring(svg)
    assert not list(root.iter(f"{SVG}script"))
    shown = " ".join(texts(svg))
    assert "<script>alert(1)</script>" in shown
    assert "{ink}" in shown
    assert "␛[31m" in shown
    assert "\u202e" not in svg
    assert visible("a\x00\u200b\ud800") == "a␀\ufffd\ufffd"


def test_a_payload_that_a_drawer_cannot_read_gets_a_card() -> None:
    task = next(rlvr.generate("sudoku"))
    odd = replace(task, payload={"rows": "x", "cols": None, "clues": 3})
    assert "level 1" in " ".join(texts(draw(odd)))
    huge = replace(task, env="a/b-v0", payload={"rows": 60, "cols": 60, "clues": [[7] * 60] * 60})
    assert "level 1" in " ".join(texts(draw(huge)))


def test_somebody_elses_board_is_drawn_by_its_shape() -> None:
    task = next(rlvr.generate("sudoku"))
    assert texts(draw(replace(task, env="someone/sudoku-v3"))) == texts(draw(task))


def test_the_dark_theme_exchanges_colours_and_nothing_else() -> None:
    task = next(rlvr.generate("futoshiki", level=2))
    assert LIGHT.keys() == DARK.keys()
    assert len(set(LIGHT.values())) == len(LIGHT), "a page exchanges colours by their value"
    light, dark = draw(task), draw(task, theme="dark")
    assert re.sub("#[0-9a-f]{6}", "#", light) == re.sub("#[0-9a-f]{6}", "#", dark)
    assert not set(re.findall("#[0-9a-f]{6}", dark)) & set(LIGHT.values())


def test_pixels_for_gymnasium() -> None:
    env = gymnasium.make("rlvr/sudoku-v0", render_mode="rgb_array")
    env.reset(seed=1)
    frame = env.render()
    assert frame.shape == (320, 480, 3)
    assert frame.dtype == "uint8"
    assert frame.std() > 10  # not one colour


def test_without_resvg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    env = gymnasium.make("rlvr/sudoku-v0", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(NoRasteriser, match=r"rlvr-gym\[pictures\]"):
        env.render()


@pytest.mark.parametrize(
    ("text", "x", "wanted"),
    [("2*x^2 - 3*x/4", 2.0, 6.5), ("-x^2", 3.0, -9.0), ("2^3^2", 0.0, 512.0), ("3x + 2(x - 1)", 2.0, 8.0)],
)
def test_formulas_are_read_with_the_usual_precedence(text: str, x: float, wanted: float) -> None:
    tree = parse(text)
    assert tree is not None
    assert value(tree, {"x": x}) == wanted


@pytest.mark.parametrize("text", ["2 +", "(x", "x ? y", "", "(" * 500, "1" * 5_000])
def test_what_is_no_formula_is_set_as_it_stands(text: str) -> None:
    assert parse(text) is None
    assert formula(text) is not None


def test_lines_fit_their_width() -> None:
    lines = wrap("word " * 60 + "x" * 300, 120, 14, 5)
    assert len(lines) == 5
    assert all(text_width(line, 14) <= 121 for line in lines)
    assert lines[-1].endswith("…")

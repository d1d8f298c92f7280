"""Hints say the first steps of the way to the answer, and never the answer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import rlvr
from rlvr.agents.curricula import Arm, make_curriculum
from rlvr.conformance.play_properties import hints
from rlvr.conformance.probe import Probe
from rlvr.envs.base import TextEnv
from rlvr.envs.hints import NoHints, without_answer, working
from rlvr.generators.base import Task
from rlvr.importing import import_search

WITHOUT = {
    *("repository", "algorithms", "verilog", "shell", "function-synthesis"),
    *("text2sql", "sql-explore", "sql-repair", "sql-write"),
}
"""Nothing short of the answer is known to say here."""


def hinted(name: str, level: int, seed: int) -> TextEnv:
    env = rlvr.make(name, level=level)
    env.reset(seed=seed)
    return env


@pytest.mark.parametrize("spec", rlvr.specs(), ids=lambda spec: spec.name)
def test_no_hint_below_the_whole_has_the_answer(spec: rlvr.TaskSpec) -> None:
    levels = {spec.levels[0], spec.levels[len(spec.levels) // 2], spec.levels[-1]}
    if spec.name in WITHOUT:
        with pytest.raises(NoHints, match=f"{spec.id} has no hints"):
            hinted(spec.id, 1, 0).hint(0.5)
        return
    said = 0
    for level in sorted(levels):
        for seed in range(2):
            env = hinted(spec.id, level, seed)
            task, before = env.task, ""
            for fraction in (0.0, 0.25, 0.5, 0.75, 0.95, 0.999999):
                hint = env.hint(fraction)
                assert hint.startswith(before)
                before = hint
                assert not gives_away(hint, task), (task.id, fraction, hint[-300:])
            said += bool(before)
            assert env.hint(1.0).endswith(rlvr.spec.mark(task.answer, task.marker))
    assert said, "no hint says anything"


def gives_away(hint: str, task: Task) -> bool:
    """Written apart from what it checks: the marked answer, all of the answer, or, without a solution, a word of it."""
    if rlvr.spec.mark(task.answer, task.marker) in hint:
        return True
    loose = [" ".join(text.casefold().split()) for text in (hint, task.answer, task.prompt)]
    if task.trace is not None:
        spaced = re.compile(rf"(?<![\w.]){re.escape(loose[1])}(?!\w|\.\d)")
        return bool(spaced.search(loose[0])) and not spaced.search(loose[2])
    return any(word in loose[0] and word not in loose[2] for word in re.findall(r"\w{3,}", loose[1]))


def test_searches_are_told_which_documents_to_look_at() -> None:
    env = hinted("search-qa", 3, 1)
    needed = [ids[0] for ids in env.task.payload["search"]["support"]]
    assert len(needed) == 2
    assert env.hint(0.25) == ""
    assert env.hint(0.34) == f"The answer needs the document {needed[0]}."
    assert all(id in env.hint(0.75) for id in needed)
    assert [m["content"][:5] for m in env.messages[1:]] == ["Hint:"] * 3  # an empty one is no message


def test_a_solution_is_cut_where_it_states_the_answer() -> None:
    def task(trace: str, answer: str, prompt: str = "Work it out.") -> Task:
        given = f"{trace}\n<answer>{answer}</answer>"
        return Task("a/b-v0", 1, 0, prompt, {}, answer, given, "f", 0.0, 1.0, {}, "tag")

    assert working(task("2 * 3 = 6\n6 + 17 = 23\nso 23", "23")) == "2 * 3 = 6"
    assert working(task("123.23 + 1 = 123.24\n23.5\nx = 23", "23")) == "123.23 + 1 = 123.24\n23.5"
    assert working(task("A YES\nB no\nthus yes", "yes", "Yes or no?")) == "A YES\nB no"
    assert working(
        task("Line 3 is wrong\nThis is right:\n    return a + b", "def f(a, b):\n    return a + b")
    ) == ("Line 3 is wrong\nThis is right:")
    assert working(task("It says so. Thus: no; d12", "no; d12")) == "It says so."
    assert working(task("23", "23")) == ""


def test_a_step_with_a_word_of_the_answer_is_not_said(tmp_path: Path) -> None:
    corpus, rows = tmp_path / "pages", tmp_path / "rows.jsonl"
    corpus.mkdir()
    (corpus / "ada-lovelace.md").write_text("# Ada Lovelace\nShe wrote the first program.")
    (corpus / "engines.md").write_text("# Engines\nThe first program was written for the Analytical Engine.")
    row = {"question": "Who wrote the first program?", "answer": "Ada Lovelace"}
    rows.write_text(json.dumps({**row, "support": ["ada-lovelace.md", "engines.md"]}) + "\n")
    import_search(corpus, rows, tmp_path / "mine.yaml", env_id="hinted/pages-v0")
    rlvr.register(tmp_path / "mine.yaml")
    env = rlvr.make("hinted/pages-v0", hints=True)
    env.reset(seed=0)
    assert env.hint(0.99) == "The answer needs the document engines.md."
    aliased = rlvr.task("rlvr/search-qa-v0:3:1")
    aliased.payload["search"]["aliases"] = [["Old Tom"]]
    assert without_answer(["See d1.", "See tom-old.", aliased.answer], aliased) == ["See d1.", "See tom-old."]


@pytest.mark.parametrize("options", [{"name": "hints"}, {"name": "irt", "hints": True}])
def test_curricula_with_hints_refuse_what_has_none(options: dict[str, object]) -> None:
    arms = [Arm("countdown", 1), Arm("shell", 1), Arm("shell", 2), Arm("text2sql", 1), Arm("unknown-kind", 3)]
    with pytest.raises(ValueError, match=r"gives hints, and rlvr/shell-v0, rlvr/text2sql-v0 have none"):
        make_curriculum(arms=arms, **options)  # type: ignore[arg-type]
    made = make_curriculum(arms=[arms[0], arms[-1], Arm("search-qa", 1)], **options)  # type: ignore[arg-type]
    assert len(made.draw(Random(0), 4)) == 4
    assert make_curriculum("irt", arms)


def test_the_suite_catches_a_hint_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = rlvr.get("dice")
    probe = Probe(spec, draws=2)
    assert list(hints(probe)) == []
    monkeypatch.setattr(TextEnv, "hint", lambda env, fraction: f"It is {env.task.answer}.")
    assert any("tells the answer" in found for found in hints(probe))

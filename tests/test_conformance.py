"""Every entry of the registry holds what is promised of all; and the suite fails those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiers import by_tier

import rlvr
from rlvr import registry
from rlvr.answer_mutations import mutants, normal
from rlvr.conformance import check, isolated
from rlvr.conformance.english_mistakes import mistakes, word_mistakes
from rlvr.conformance.properties import ALL
from rlvr.conformance.strategies import common_answers, guesses
from rlvr.generators.base import rng_for

# The long tier draws a hundred tasks of each level; what a distribution promises shows at fifteen, too, but for those
# of MORE. Databases and worlds take a while to make, and programs to run; means of difficulty need some draws of
# programs.
LIGHT, MORE = 15, 30
DRAWS = {"code": 25, "search": 10, "sql": 10}
DRAWS |= dict.fromkeys(
    ("rlvr/horizon-v0", "rlvr/repository-v0", "rlvr/shell-v0", "rlvr/code-repair-turns-v0"), 12
)
DRAWS |= dict.fromkeys(
    (
        "rlvr/counting-sequences-v0",
        "rlvr/counting-grids-v0",
        "rlvr/counting-strings-v0",
        "rlvr/counting-arrangements-v0",
    ),
    100,
)  # so many kinds in so many wordings
NEED_MORE = (
    *("zebra", "zebra-moves", "grid-paths-moves", "magic-square", "magic-square-moves", "repeated-games-moves"),
    *(
        "cliques-and-covers",
        "counting-graphs",
        "string-optimisation",
        "circles",
        "series",
        "dice",
        "cards",
        "expectation",
    ),
)
"""Their means of difficulty, or their wordings, need more draws."""
FORMS = [spec.id for spec in rlvr.specs() if spec.plays and spec.name not in NEED_MORE]
"""Other forms of tasks that are tested as they stand."""
DRAWS |= dict.fromkeys((f"rlvr/{name}-v0" for name in NEED_MORE), MORE) | dict.fromkeys(FORMS, 12)
DRAWS = by_tier(DRAWS, DRAWS, {})
BROKEN = Path(__file__).parent / "fixtures" / "broken.yaml"


@pytest.mark.parametrize("env_id", rlvr.list())
def test_every_environment_conforms(env_id: str) -> None:
    spec = rlvr.get(env_id)
    report = check(spec, draws=DRAWS.get(env_id, DRAWS.get(spec.family, by_tier(LIGHT, LIGHT, 100))))
    # How long a task takes depends on the machine and on what else runs there: `rlvr check` says it, no test does.
    assert not {name: found for name, found in report.findings.items() if found and name != "speed"}
    assert len(report.findings) == len(ALL) == 17


@pytest.fixture(scope="module")
def broken() -> dict[str, rlvr.TaskSpec]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BROKEN.parent))
        before = dict(registry._files)
        specs = {spec.name: spec for spec in registry.register(BROKEN)}
        yield specs  # type: ignore[misc]
        registry._files.clear()
        registry._files.update(before)


@pytest.mark.parametrize(
    ("name", "failing"),
    [
        ("sound", set()),
        ("one-wording", {"wordings"}),
        ("hash-order", {"deterministic"}),
        ("tuple", {"round_trip"}),
        ("wrong-reference", {"reference", "episodes"}),
        ("substring", {"mutations", "hostile_answers"}),
        ("last-word", {"mutations", "hostile_answers"}),
        ("raises", {"hostile_answers"}),
        ("evaluates", {"hostile_answers", "mutations"}),
        ("flat", {"difficulty"}),
        ("overlapping", {"apart"}),
        ("careless", {"english"}),
        ("added", {"cheap"}),
        ("few", {"duplicates", "splits", "guessing"}),
        ("constant", {"guessing"}),
        ("leak", {"no_leak"}),
        ("generator-error", {"generate"}),
    ],
)
def test_the_suite_catches_what_is_broken(
    broken: dict[str, rlvr.TaskSpec], name: str, failing: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "evaluates":  # it hangs for ever
        monkeypatch.setattr(isolated, "SECONDS_WITHOUT_A_SIGN", 4.0)
    report = check(broken[name], draws=60)
    found = {prop for prop, findings in report.findings.items() if findings}
    assert failing <= found
    if name == "sound":
        assert report.passed, report.findings


def test_mutants_are_near_and_different() -> None:
    found = mutants("x = 3, y = -12", rng_for("m"), 40)
    assert len(found) == 40
    assert all(normal(mutant) != normal("x = 3, y = -12") for mutant in found)
    assert mutants("", rng_for("m"), 5) == []


@pytest.mark.parametrize(
    "text",
    [
        "The list above is a undirected graph: two nodes, then the length.",
        "Fill a 8x8 grid.",
        "Take an unit cube for an hour.",
        "What is its area? A disk has the radius 3.",
        "Of the first 5 letters, exactly 1 are in the right envelope.",
        "In a box there are 1 coin with probability 1/2 of heads and 3 others.",
        "Find the probability of at most 0 hits.",
        "A gambler has 1 coins.",
        "Exactly 2 ball is drawn.",
        "Solve y' = 1*y^2 with y(0) = 2.",
        "Solve y' = (-9)*y^2 with y(0) = 2.",
        "Differentiate x^1 + 3.",
        "Compute 3*x + -4.",
        "Compute x + 0 for x = 2.",
        "What is the the sum?",
        "What is {} of it?",
        "How far is  the town?",
        "Give the number.. It is whole.",
        "Find (x + 3 for x = 2.",
        'He said "no.',
        "The 2th of them counts.",
        "Wait here. then go on.",
        "Go on. \nThen wait.",
    ],
)
def test_slips_of_english_are_found(text: str) -> None:
    assert list(mistakes(text))


@pytest.mark.parametrize(
    "text",
    [
        "An 8x8 grid, an 11-sided die, an 18th one, a unit, a one-digit number, an hour, a European, an SQL query.",
        "Side a is 3 metres long, and a and b are numbers. Find a exactly.",
        "How many are there? A remainder is from 0 to 8, here as always. Give the number.",
        "Give the interval (-oo, 3] or [2, 5), with at most 1 hit and at least 2 hits.",
        "What is 2*x^10 + 0.5*x^12 - 1/2 for x = 11? It is the 21st, the 12th or the 3rd.",
        "The digit 1 occurs in 21 numbers; 1 divides all. Write it inside \\boxed{}.",
        "Here is a response.\n-----\n1*x + -2  is are are\n-----\nIs it right?",
    ],
)
def test_good_english_is_left_alone(text: str) -> None:
    assert list(mistakes(text)) == []


def test_programs_and_listings_in_prompts_are_no_english() -> None:
    assert list(word_mistakes("Call `f(1*x)`:\n```\na undirected graph\n```\n    1 files\nIt returns 2.")) == []


def test_strategies_read_the_prompt_alone() -> None:
    found = guesses(
        "Ann has 12 apples, Ben has 30 more. How many has Ben? Give a number such as 7.\n\nTag it, 99.", ["5"]
    )
    assert found["the sum of the numbers"] == "42"
    assert found["the last number"] == "30"
    assert found["the answer that is right most often (1)"] == "5"
    assert not {"7", "99"} & set(found.values())
    assert "the sum of the numbers" not in guesses("Compute 12 + 30.\n\nTag it.", [])
    assert guesses("Answer with one of: none, one, many\n\nTag it.", [])["option 3"] == "many"
    assert common_answers(["a", "b", "a", "c"]) == ["a"]

"""What tests of puzzles of moves share: a search of their own, and promises that hold for all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice, product
from typing import Any, ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

_SHARED = [HealthCheck.differing_executors, HealthCheck.too_slow]
_FEW = settings(max_examples=2, deadline=None, suppress_health_check=_SHARED)
_MANY = settings(max_examples=60, deadline=None, suppress_health_check=_SHARED)

Ahead = Callable[[Any], Mapping[str, Hashable]]
"""From a state to the states after it, by the name of the move."""

ASKED = {
    "shortest": (
        "Find … plan with as few moves as possible.",
        "Use the fewest moves possible.",
        "Only … shortest plan counts.",
    ),
    "within": (
        "Find … plan with at most {most} moves.",
        "Use {most} moves or fewer.",
        "You have {most} moves at most.",
    ),
}
"""What is asked for, in the words of each frame."""


def framed(
    frames: Sequence[str],
    rules: Mapping[str, Mapping[str, str]],
    asked: Mapping[str, Sequence[str]] = ASKED,
) -> dict[str, list[str]]:
    """Wordings of `read`: each frame with its sentence for ``ASK``, and a rule's texts for the words that it names."""
    wordings: dict[str, list[str]] = {}
    for (rule, texts), (kind, asks) in product(rules.items(), asked.items()):
        made = [frame.replace("ASK", ask) for frame, ask in zip(frames, asks, strict=True)]
        for word, text in texts.items():
            made = [frame.replace(word, text) for frame in made]
        wordings[f"{rule} {kind}"] = made
    return wordings


def read_framed(prompt: str, wordings: Mapping[str, Sequence[str]]) -> tuple[str, str | int, dict[str, Any]]:
    """The rule, what is asked for ("shortest", or the most moves), and what stands in the slots."""
    found, said = read(prompt, wordings)
    rule, kind = found.rsplit(" ", 1)
    return rule, said.pop("most", kind), said


def worked(drawn: Callable[[str], Any]) -> dict[str, dict[str, Callable[[Any], bool]]]:
    """For `lines`: the state after each move, where `drawn` reads a state from one line."""

    def true(x: Any) -> bool:
        state, ahead, *_ = x.found
        moves = x.answer.split(", ")[: len(x.before)]
        for move in moves:
            state = ahead(state)[move]
        named = (x.n, str(x.move)) == (len(moves), moves[-1]) if moves else not hasattr(x, "n")
        return bool(named and drawn(x.state) == state)

    lines = {"At first: {state:.+}": true, "{n}. {move:[^:]+}: {state:.+}": true}
    return dict.fromkeys(ASKED, lines)


def fewest(start: Hashable, ahead: Ahead, solved: Callable[[Any], bool]) -> int | None:
    """The fewest moves to a solved state, breadth first; None if there is no way."""
    seen, layer, made = {start}, {start}, 0
    while layer:
        if any(map(solved, layer)):
            return made
        layer = {after for state in layer for after in ahead(state).values()} - seen
        seen |= layer
        made += 1
    return None


def fewest_between(start: Hashable, goal: Hashable, ahead: Ahead) -> int:
    """The fewest moves between two states, where moves can be taken back: a ball around each of them grows."""
    balls = [{start}, {goal}]
    layers = [{start}, {goal}]
    made = 0
    while not layers[0] & balls[1]:
        side = 0 if len(layers[0]) <= len(layers[1]) else 1
        layers[side] = {after for state in layers[side] for after in ahead(state).values()} - balls[side]
        balls[side] |= layers[side]
        made += 1
        if layers[side] & balls[1 - side]:
            return made
    return made


class PlanPromises(Promises):
    """Promises of a puzzle of moves. `oracle` gives start, moves, goal and what is asked ("shortest", or a number).

    Attributes:
        lengthy: levels whose plans are too long for the oracle's search; there the plan is only made again.
    """

    alphabet = "0123456789,; \n"
    right = (
        "{}",
        " {}\n",
        "{}.",
        "**{}**",
        "[{}]",
        "The shortest plan is: {}",
        "Moves: {}",
        "```\n{}\n```",
        "`{}`",
    )
    wrong = ("{0}, {0}", "{0} or {0}", "not {0}", "It is not {0}", "{0}?", "{0}, and so on", "", "I give up",
             "The plan that I ruled out is {0}", "Wrong plan: {0}", "{0}\n\nor\n\n{0}", "{0} #", "<b>{0}</b><b>{0}</b>",
             "The moves are not: {0}", "Avoid these moves: {0}", "{0} is wrong")  # fmt: skip
    calculates = False
    lengthy: ClassVar[tuple[int, ...]] = ()

    def least(self, start: Any, ahead: Ahead, goal: Any) -> int | None:
        """The fewest moves; `goal` is a state, or says of a state whether it is one."""
        return fewest(start, ahead, goal) if callable(goal) else fewest_between(start, goal, ahead)

    def agrees(self, found: Any, task: rlvr.Task) -> bool:
        start, ahead, goal, asked = found
        solved = goal if callable(goal) else goal.__eq__
        state, names = start, task.answer.split(", ")
        for name in names:
            assert not solved(state)
            state = ahead(state)[name]
        least = task.payload["least"]
        assert least == len(names) == task.payload["least"]
        assert task.payload["most"] == (least if asked == "shortest" else asked)
        assert (task.payload["kind"] == "shortest") == (asked == "shortest")
        if asked != "shortest":
            assert asked == least + least // 2 + 2
        if task.level not in self.lengthy:
            assert self.least(start, ahead, goal) == least
        return bool(solved(state))

    def _some(self, level: int, params: Mapping[str, Any]) -> Iterable[rlvr.Task]:  # type: ignore[override]
        return islice(super()._some(level, params), 2 if level < 4 else 1)

    @_FEW
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed: int) -> None:
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            self.reads(task)

    def test_every_kind_is_drawn_and_no_other(self) -> None:
        for level in self.spec.levels[:2]:
            assert {self.spec.task(level, seed).payload["kind"] for seed in range(20)} == {"shortest", "within"}

    def test_all_usual_forms_of_a_plan_are_read(self) -> None:
        forms = self.spec.verifier_function.__self__.forms  # type: ignore[attr-defined]
        for level in self.spec.levels:
            task = self.spec.task(level, 7)
            self.takes(task.payload, [task.answer], [])
            for form in forms(task.answer):
                assert self.spec.verify_answer(task.payload, form).passed, form

    def test_only_a_shortest_plan_is_right_where_one_is_asked_for(self) -> None:
        """Others accept any plan though a shortest one was asked for."""
        longer = 0
        for seed in range(12):
            for kind in ("shortest", "within"):
                task = self.spec.task(2, seed, params={"kinds": kind})
                start, ahead, goal, _ = self.oracle(task.prompt)
                plan = self.detour(start, ahead, goal, task.answer.split(", "))
                if plan is None:
                    continue
                longer += 1
                verdict = self.spec.verify_answer(task.payload, ", ".join(plan))
                assert verdict.passed == (kind == "within") == self.confirms(task.payload, ", ".join(plan))
                assert verdict.parts["quality"] == task.payload["least"] / len(plan) < 1
                assert kind == "within" or verdict.reason is Reason.WRONG
        assert longer >= 8

    def detour(self, start: Any, ahead: Ahead, goal: Any, plan: list[str]) -> list[str] | None:
        """A plan two moves longer: somewhere a move is made and taken back; None if there is none."""
        solved = goal if callable(goal) else goal.__eq__
        state = start
        for n, name in enumerate(plan):
            for aside, there in ahead(state).items():
                for home, after in ahead(there).items():
                    if after == state and not solved(there):
                        return [*plan[:n], aside, home, *plan[n:]]
            state = ahead(state)[name]
        return None

    @_MANY
    @given(st.text(max_size=60) | st.text("0123456789ABCDabcd ,;.->()[]\n*`", max_size=60))
    def test_any_text_gets_a_verdict(self, text: str) -> None:
        payload = self.spec.task(1, 0).payload
        assert not self.spec.verify_answer(payload, text).passed or self.confirms(payload, text)

    def test_a_move_that_fails_is_named(self) -> None:
        for seed in range(5):
            task = self.spec.task(3, seed)
            start, ahead, _, _ = self.oracle(task.prompt)
            plan, state = task.answer.split(", "), start
            for name in plan[:3]:
                state = ahead(state)[name]
            foreign = [other.answer.split(", ") for other in (self.spec.task(3, 50 + n) for n in range(20))]
            bad = next((name for names in foreign for name in names if name not in ahead(state)), None)
            if bad is None:
                continue
            verdict = self.spec.verify_answer(task.payload, ", ".join([*plan[:3], bad, *plan[4:]]))
            assert verdict.reason is Reason.ILLEGAL
            assert verdict.message.startswith("Move 4 is not possible: ")

    def test_rules_and_oracle_know_the_same_moves(self) -> None:
        """The verifier's rules and those that were read from the prompt, on a walk."""
        rules = self.spec.verifier_function.__self__  # type: ignore[attr-defined]
        for level in self.spec.levels[:5]:
            task = self.spec.task(level, 11)
            here, ahead, _, _ = self.oracle(task.prompt)
            state, rng = rules.start(task.payload), random.Random(level)
            for _ in range(12):
                assert sorted(rules.moves(task.payload, state)) == sorted(ahead(here))
                if not ahead(here):
                    break  # between arrows
                move = rng.choice(sorted(ahead(here)))
                state, here = rules.step(task.payload, state, move), ahead(here)[move]

    def test_the_worked_solution_is_the_plan(self) -> None:
        for level in self.spec.levels:
            task = self.spec.task(level, 3)
            lines = (task.trace or "").splitlines()[1:-1]
            assert [line.split(": ")[0] for line in lines] == [
                f"{n}. {move}" for n, move in enumerate(task.answer.split(", "), 1)
            ]

"""What tests of games for two share: minimax without a table of worths, and promises that hold for all of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play, random_policy
from rlvr.conformance.promises import SEEDS, Promises
from rlvr.generators.wording import stated_in, wording
from rlvr.spec import mark, resolve
from rlvr.verifiers.base import Reason

Ahead = Callable[[Any], Mapping[str, Any]]


class Duel:
    """A game as a prompt tells it; what a position is worth is found once."""

    def __init__(self, start: Any, ahead: Ahead, stuck: Callable[[Any], int]) -> None:
        """`stuck` says what a position without moves is worth to who should move."""
        self.start, self.ahead, self.stuck = start, ahead, stuck
        self.worth = cache(self._worth)

    def _worth(self, position: Any) -> int:
        after = self.ahead(position).values()
        return max(-self.worth(each) for each in after) if after else self.stuck(position)

    def worths(self, position: Any) -> dict[str, int]:
        """What each move is worth to who makes it."""
        return {name: -self.worth(after) for name, after in self.ahead(position).items()}

    def best(self, position: Any) -> set[str]:
        """The moves that keep what a position is worth."""
        worths = self.worths(position)
        return {name for name, each in worths.items() if each == max(worths.values())}

    def answered(self, move: str, answer: str) -> bool:
        """Whether a first move loses because of this answer."""
        after = self.ahead(self.start)[move]
        return self.worths(after)[answer] == 1

    def lost(self, move: str) -> bool:
        """Whether a first move ends the game, and loses it."""
        after = self.ahead(self.start)[move]
        return not self.ahead(after) and self.worth(after) == 1

    def all_told(self, before: Iterable[str], best: str) -> bool:
        """Whether the lines so far tell of all first moves but the best ones, which are named at the end."""
        named = re.split(", | or ", best)
        told = [line.split()[0] for line in before]
        return set(named) == self.best(self.start) and sorted(told + named) == sorted(self.ahead(self.start))


class DuelPromises(Promises):
    """Promises of a game for two. `oracle` gives the game that the text tells; `-moves` is the form that is played."""

    alphabet = "ABC0123456789,+->; "
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "[{}]", "{{{}}}", "The winning moves are {}", "Winning moves: {}",
             "```\n{}\n```", "`{}`", "${}$")  # fmt: skip
    wrong = ("{0}, {0}", "{0}, X1", "not {0}", "{0}?", "{0} or so", "", "none", "The losing moves are {0}",
             "It is not {0}", "All moves but {0}", "<b>{0}</b><b>{0}</b>")  # fmt: skip
    skilled: ClassVar[int] = 3
    """The level from which on play without skill wins hardly a game."""

    @property
    def game(self) -> str:
        """The id of the form that is played."""
        return f"{self.id}-moves"

    def agrees(self, found: Any, task: rlvr.Task) -> bool:
        assert sorted(task.answer.split(", ")) == sorted(task.payload["best"])
        return bool(set(task.payload["best"]) == found.best(found.start))

    def test_the_oracle_finds_the_reference_from_the_text(self) -> None:  # type: ignore[override]
        for level in self.spec.levels[:3]:
            for seed in range(10 if level < 3 else 2):
                task = self.spec.task(level, seed)
                self.reads(task)

    def test_the_oracle_reads_every_kind_in_every_wording(self) -> None:
        for kind in self.spec.kinds:
            for number in range(len(self.spec.generator_module.WORDINGS[kind])):  # type: ignore[attr-defined]
                for form in (self.spec, rlvr.get(self.game)):
                    with wording(number, stated_in(form.generator_module)):
                        task = form.task(1, number, params={"kinds": kind})
                    self.reads(task)

    def test_every_kind_is_drawn_and_no_other(self) -> None:
        drawn = {self.spec.task(1, seed).payload["kind"] for seed in range(12 * len(self.spec.kinds))}
        assert drawn == set(self.spec.kinds)

    @settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(st.data(), SEEDS)
    def test_solver_and_verifier_agree(self, data: st.DataObject, seed: int) -> None:
        for level in self.spec.levels[:3]:
            task = self.spec.task(level, seed)
            odd = data.draw(st.text(self.alphabet, max_size=12)).strip().rstrip(".,;")
            place = data.draw(st.integers(0, len(task.answer)))
            changed = (task.answer[:place] + odd + task.answer[place + len(odd) :]).strip().rstrip(".,;")
            for answer in (odd, changed):
                passed = self.spec.verify_answer(task.payload, answer).passed
                assert passed == self.confirms(task.payload, answer), answer

    def test_worked_solutions_say_nothing_else(self) -> None:  # type: ignore[override]
        """Each move that loses has an answer that wins."""
        rules = resolve(rlvr.get(self.game).env).rules
        for seed in range(6):
            task = self.spec.task(1, seed)
            moves = rules.moves(task.payload, rules.start(task.payload))
            said = re.findall(r"^(\S+) is answered by (\S+)\.$", task.trace or "", re.M)
            assert {move for move, _ in said} <= set(moves) - set(task.payload["best"])
            for move, answer in said:
                assert answer in rules.best(task.payload, moves[move])

    def test_a_list_is_right_in_any_order_and_form(self) -> None:
        for level in self.spec.levels:
            for seed in range(3):
                task = self.spec.task(level, seed)
                best = task.answer.split(", ")
                turned = best[::-1]
                right = [
                    ", ".join(turned),
                    " ".join(best),
                    "\n".join(turned),
                    "; ".join(best),
                    ", ".join(best).lower(),
                ]
                self.takes(task.payload, right, [])
                forms = [
                    "\n".join(f"- {move}" for move in best),
                    "\n".join(f"**{move}**" for move in best),
                    repr(best),
                    " and ".join(best),
                ]
                if len(best) > 1:
                    forms.append("\n".join(f"{n}. {move}" for n, move in enumerate(best, 1)))
                for form in forms:
                    assert self.spec.verify_answer(task.payload, form).passed, form

    def test_trap_one_winning_move_is_not_all_of_them(self) -> None:
        """Others ask for the winner, which is a guess of one in two, or store one of several right moves."""
        several = 0
        for seed in range(30):
            task = self.spec.task(3, seed)
            best = task.payload["best"]
            if len(best) > 1:
                several += 1
                verdict = self.spec.verify_answer(task.payload, best[0])
                assert verdict.reason is Reason.WRONG
                assert verdict.parts["found"] == 1 / len(best)
            self.takes(task.payload, [], ["first player", "yes", "win", "I win", "the player who moves first"])
        assert several >= 1

    def test_a_move_too_many_is_wrong(self) -> None:
        for level in self.spec.levels:
            task = self.spec.task(level, 1)
            rules = resolve(rlvr.get(self.game).env).rules
            for move in rules.moves(task.payload, rules.start(task.payload)):
                if move not in task.payload["best"]:
                    assert not self.spec.verify_answer(task.payload, f"{task.answer}, {move}").passed

    def test_generator_and_verifier_have_the_same_rules(self) -> None:
        """Two rules codes: the best moves of the payload are those of the verifier's own search."""
        rules = resolve(rlvr.get(self.game).env).rules
        for level in self.spec.levels[:4]:
            for seed in range(20, 26):
                task = self.spec.task(level, seed)
                assert sorted(rules.best(task.payload, rules.start(task.payload))) == sorted(
                    task.payload["best"]
                )

    def test_no_answer_is_common(self) -> None:
        for level in (1,):
            tasks = [self.spec.task(level, seed) for seed in range(100)]
            often = max(
                {
                    answer: sum(t.answer == answer for t in tasks) for answer in {t.answer for t in tasks}
                }.values()
            )
            assert often <= 10

    # ---- the form that is played

    def test_both_forms_begin_with_one_position(self) -> None:
        for level in self.spec.levels[:3]:
            one, two = self.spec.task(level, 5), rlvr.get(self.game).task(level, 5)
            assert (one.payload, one.answer, one.fingerprint) == (two.payload, two.answer, two.fingerprint)
            assert one.prompt != two.prompt

    def test_perfect_play_wins_and_play_without_skill_does_not(self) -> None:
        lucky = 0
        for seed in range(18):
            won = play(rlvr.make(self.game, level=self.skilled), oracle, seed=seed)
            assert won.verdict.passed
            assert won.verdict.parts == {"kept": 1.0, "regret": 0.0}
            assert rlvr.verify(won.task, won.actions) == won.verdict  # the opponent plays the same again
            other = play(
                rlvr.make(self.game, level=self.skilled), random_policy(random.Random(seed)), seed=seed
            )
            lucky += other.verdict.passed
            assert other.verdict.passed or other.verdict.score == 0.0
        assert lucky <= 3

    def test_one_slip_loses_against_an_opponent_without_mistakes(self) -> None:
        slips = 0
        for seed in range(10):
            env = rlvr.make(self.game, level=2, params={"strength": 1.0})
            _, info = env.reset(seed=seed)
            task, rules = info["task"], env.game.rules
            moves = rules.moves(task.payload, rules.start(task.payload))
            bad = next(move for move in moves if move not in task.payload["best"])
            _, _, over, _, info = env.step(mark(bad, "tag"))
            while not over:
                _, _, over, _, info = env.step(env.random_action(random.Random(seed)))
            assert not info["verdict"].passed
            assert info["verdict"].parts["regret"] >= 0.5
            assert info["verdict"].parts["kept"] < 1
            slips += 1
        assert slips

    def test_moves_that_cannot_be_read_or_made_change_nothing(self) -> None:
        env = rlvr.make(self.game, level=2)
        _, info = env.reset(seed=4)
        task = info["task"]
        for bad, told in (("I pass", "not one move"), (", ".join([task.payload["best"][0]] * 2), "not one move"),
                          (self.impossible(task.payload), "is not possible")):  # fmt: skip
            observation, reward, over, _, _ = env.step(mark(bad, "tag"))
            assert told in observation
            assert (reward, over) == (0.0, False)
            assert self.seen(task.prompt) in observation
        assert env._running().state == env.game.start(task.payload)

    def test_a_weaker_opponent_makes_mistakes(self) -> None:
        rules = resolve(rlvr.get(self.game).env).rules
        careful = []
        for strength in (0.0, 1.0):
            kept = 0
            for seed in range(12):
                payload = dict(self.spec.task(2, seed).payload) | {"strength": strength}
                position = rules.start(payload)
                kept += rules.reply(payload, position) in payload["best"]
                assert rules.reply(payload, position) == rules.reply(payload, position)
            careful.append(kept)
        assert careful[0] < 9 < careful[1] == 12

    def impossible(self, payload: Mapping[str, Any]) -> str:
        """A move that can be read and not made."""
        raise NotImplementedError

    def seen(self, prompt: str) -> str:
        """The position in a prompt."""
        raise NotImplementedError


def numbers(text: str) -> list[int]:
    """All whole numbers of a text."""
    return list(map(int, re.findall("[0-9]+", text)))

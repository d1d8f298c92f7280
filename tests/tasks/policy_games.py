"""What tests of games against partners share: all lists of moves, all ways to play, and promises that hold for both."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.conformance.promises import Promises
from rlvr.generators.wording import stated_in, wording
from rlvr.spec import mark, resolve
from rlvr.verifiers.base import Reason

Ahead = Callable[[Any], Mapping[str, tuple[int, Any, Any]]]
"""From a state to its moves: points, what is seen, and the state after."""


def goal(whose: str, several: bool) -> list[str | tuple[str, ...]]:
    """What wins the form that is played, as pieces for `read`: `several` rules are told, and one of them is true."""
    rule = "true rule" if several else "rule"
    sure = ["There … way to play … ensures this, whichever rule it is."] if several else []
    within = ("no less than", "at most {slack} {:points?} below")
    return [
        tuple(
            f"You win if … sum of your points … {each} … most … possible against … {whose} {rule}."
            for each in within
        ),
        *sure,
    ]


def most_points(start: Any, ahead: Ahead) -> int:
    """The most points of all lists of moves, one by one."""
    after = ahead(start).values()
    return max(points + most_points(state, ahead) for points, _, state in after) if after else 0


def least_regret(starts: Sequence[Any], ahead: Ahead) -> int:
    """The regret that can be ensured: all ways to play are tried against all partners."""
    worths = [most_points(start, ahead) for start in starts]

    def missed(possible: Sequence[tuple[int, Any]], total: int) -> int:
        options = [(number, ahead(state)) for number, state in possible]
        if not options[0][1]:
            return max(worths[number] for number, _ in possible) - total
        found = []
        for move in options[0][1]:
            seen: dict[Any, list[tuple[int, Any]]] = {}
            for number, after in options:
                points, sign, state = after[move]
                seen.setdefault((points, sign), []).append((number, state))
            found.append(max(missed(group, total + points) for (points, _), group in seen.items()))
        return min(found)

    return missed(list(enumerate(starts)), 0)


class PolicyPromises(Promises):
    """Promises of a game against partners. `oracle` gives the most points; `-moves` is the form that is played.

    Attributes:
        small: parameters of games all of whose lists can be tried.
    """

    calculates = False
    right = (
        "{}",
        " {}\n",
        "{}.",
        "**{}**",
        "[{}]",
        "The best moves are {}",
        "Moves: {}",
        "```\n{}\n```",
        "`{}`",
    )
    wrong = ("{0}, {0}", "not {0}", "{0}?", "{0} or so", "", "none", "It is not {0}", "All moves but {0}")
    small: ClassVar[Mapping[str, Any]] = {}

    @property
    def game(self) -> str:
        """The id of the form that is played."""
        return f"{self.id}-moves"

    def regret(self, prompt: str) -> int:
        """The least regret, from the text of the form that is played."""
        raise NotImplementedError

    def allowed(self, prompt: str) -> int:
        """How far below the most the points may lie that win, as the text of that form says."""
        return 0

    def agrees(self, found: Any, task: rlvr.Task) -> bool:
        return bool(found == task.payload["best"])

    def known(self, found: Any, task: rlvr.Task) -> Mapping[str, Any]:
        return {"answer": task.answer, "payload": task.payload}

    def thoughtless(self, payload: Mapping[str, Any]) -> Iterable[list[str]]:
        """Lists of moves that nobody had to think for."""
        raise NotImplementedError

    def test_the_oracle_finds_the_reference_from_the_text(self) -> None:  # type: ignore[override]
        for level in self.spec.levels[:2]:
            for seed in range(6):
                task = self.spec.task(level, seed, params=self.small)
                self.reads(task)

    def test_the_oracle_reads_every_kind_in_every_wording(self) -> None:
        """In both forms; the one that is played says which regret is allowed: the least that can be ensured."""
        for kind in str(self.spec.params(1)["kinds"]).split():
            for number in range(3):
                for id in (self.id, self.game):
                    spec = rlvr.get(id)
                    with wording(number, stated_in(spec.generator_module)):
                        task = spec.task(1 + (number < 2), number, params={**self.small, "kinds": kind})
                    if id == self.id:
                        self.reads(task)
                        continue
                    assert self.allowed(task.prompt) == task.payload["slack"], (kind, task.id)
                    if number == 0:
                        assert self.regret(task.prompt) == task.payload["slack"], (kind, task.id)

    def test_every_kind_is_drawn_and_no_other(self) -> None:
        drawn = {self.spec.task(1, seed).payload["kind"] for seed in range(12 * len(self.spec.kinds))}
        assert drawn == set(self.spec.kinds)

    def test_the_reference_earns_the_most_and_nothing_else_does(self) -> None:
        rules = resolve(rlvr.get(self.game).env).rules
        for level in self.spec.levels:
            for seed in range(4):
                task = self.spec.task(level, seed)
                assert self.spec.verify_answer(task.payload, task.answer).parts == {
                    "payoff": 1.0,
                    "regret": 0.0,
                }
                moves = task.answer.split(", ")
                for other in ([*moves, moves[-1]], moves[:-1]):
                    verdict = self.spec.verify_answer(task.payload, ", ".join(other))
                    assert verdict.score == 0.0
                    assert not self.confirms(task.payload, ", ".join(other))
                state, made, rng = rules.start(task.payload), [], random.Random(seed)
                while possible := rules.moves(task.payload, state):
                    made.append(rng.choice(possible))
                    state = rules.step(task.payload, state, made[-1])[2]
                verdict = self.spec.verify_answer(task.payload, ", ".join(made))
                assert 0.0 <= verdict.parts["payoff"] <= 1.0
                assert verdict.passed == (verdict.parts["regret"] == 0.0)
                assert verdict.passed == self.confirms(task.payload, ", ".join(made))

    def test_play_without_thought_is_not_paid_in_either_form(self) -> None:
        """Others pay for always cooperating, copying the partner, bidding the value or halving the difference."""
        rules = resolve(rlvr.get(self.game).env).rules
        for level in self.spec.levels:
            for seed in range(50, 56):
                payload = self.spec.task(level, seed).payload
                for moves in self.thoughtless(payload):
                    verdict = rules.verify(payload, ", ".join(moves))
                    assert verdict.score == 0.0
                    assert verdict.parts.get("regret", 10**9) > payload["slack"], (level, seed, moves)

    def test_a_list_is_read_in_many_forms(self) -> None:
        for level in self.spec.levels[::2]:
            task = self.spec.task(level, 3)
            moves = task.answer.split(", ")
            forms = [
                " ".join(moves),
                "\n".join(moves),
                "; ".join(moves),
                " -> ".join(moves),
                repr(moves),
                "\n".join(f"{n}. {move}" for n, move in enumerate(moves, 1)),
                "\n".join(f"Round {n}: {move}" for n, move in enumerate(moves, 1)),
                "\n".join(f"- {move}" for move in moves),
                task.answer.lower(),
            ]
            for form in forms:
                assert self.spec.verify_answer(task.payload, form).passed, form

    # ---- the form that is played

    def test_both_forms_are_one_problem(self) -> None:
        for level in self.spec.levels[:3]:
            one, two = self.spec.task(level, 5), rlvr.get(self.game).task(level, 5)
            assert (one.payload, one.answer, one.fingerprint) == (two.payload, two.answer, two.fingerprint)
            assert one.prompt != two.prompt

    def test_the_oracle_wins_and_chance_does_not(self) -> None:
        lucky = 0
        for seed in range(12):
            won = play(rlvr.make(self.game, level=3), oracle, seed=seed)
            assert won.verdict.passed
            assert rlvr.verify(won.task, won.actions) == won.verdict
            env = rlvr.make(self.game, level=3)
            env.reset(seed=seed)
            over, turns = False, 0
            while not over:
                _, _, ended, cut, info = env.step(env.random_action(random.Random(seed * 100 + turns)))
                over, turns = ended or cut, turns + 1
            assert not cut
            lucky += info["verdict"].passed
        assert lucky <= 1

    def test_moves_that_cannot_be_read_or_made_change_nothing(self) -> None:
        env = rlvr.make(self.game, level=2)
        _, info = env.reset(seed=4)
        first = info["task"].answer.split(", ")[0]
        for bad, told in (
            ("I pass", "not one move"),
            (f"{first}, {first}", "not one move"),
            ("999", "is not possible"),
        ):
            observation, reward, over, _, _ = env.step(mark(bad, "tag"))
            assert told in observation
            assert (reward, over) == (0.0, False)
        assert env._running().state == env.game.start(info["task"].payload)

    def test_an_episode_of_moves_that_cannot_be_made_ends_and_is_not_paid(self) -> None:
        env = rlvr.make(self.game, level=1)
        env.reset(seed=1)
        over, turns = False, 0
        while not over:
            _, reward, ended, cut, info = env.step(mark("999", "tag"))
            over, turns = ended or cut, turns + 1
            assert reward == 0.0
        assert cut
        assert turns == env.turn_limit
        assert info["verdict"].reason is Reason.TRUNCATED

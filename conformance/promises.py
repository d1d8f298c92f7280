"""What every light task promises, as one class of tests: a task's own file says what only this task promises.

    class TestSums(Promises):
        id = "sums"

        def oracle(self, prompt):  # from the text that a model reads, not from the payload
            a, b = map(int, re.findall(r"[0-9]+", prompt))
            return a + b

Determinism, round trips, mutated and hostile answers, splits and leaks are promises of every environment and are
tested by conformance. Here: the oracle finds the reference answer from the prompt's text; the worked solution
calculates rightly; parameters beyond their limits are named; every kind is drawn, and no other; solver and verifier
agree on odd texts; forms of the right answer pass and near misses fail; and, with one line of a task's own test, two
problems have one fingerprint if and only if they are the same.

It needs pytest and hypothesis, which the extra ``test`` brings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ..generators.base import GenerationError, Task
from ..generators.limits import Flag, Limit, OneOf, Real, Signs, Texts, Whole, Words
from ..generators.wording import stated_in, wording
from ..registry import get
from ..spec import TaskSpec
from ..verifiers.base import Reason
from .reading import pattern, slots
from .reading import read as read
from .worked_lines import calculated, equations, words

_NUMBER = re.compile(r"\(?-?[0-9]+(?:[./:-][0-9]+)*\)?")
FEW, MANY = 1, 6
"""Tasks of one kind in one wording at one level, where hypothesis draws less than `THOROUGH` examples, or more."""
THOROUGH = 100
A_KIND = 6
"""Draws for each kind of a level before it may be said that no other is drawn."""
MOST_A_KIND = 40
"""Draws for each kind of a level until which all must have come."""
SEEDS = st.integers(0, 10**9)
_INHERITED = settings(
    deadline=None, suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow]
)


class Promises:
    """The tests; a subclass gives `id` and `oracle`, and what else differs.

    Attributes:
        id: the short name of the environment.
        alphabet: characters of the odd texts that solver and verifier must agree on; "" where they may not.
        right: other forms of the reference, as templates of ``{}``.
        wrong: texts made of the reference that are not right.
        calculates: whether worked solutions hold lines such as ``3 * 4 = 12``, which are then worked out.
        named: whether sides that are no calculations are passed over, as in ``area = 3 * 4 = 12``.
        says: what else worked solutions may say, piece by piece, in templates as those of `read`; () for anything.
        cases: answers by name: a payload, the reason of the verdict (None: any but a right answer's), and answers on
            which the solver must agree.
        steps: the lines that worked solutions are made of, with ``#`` for a number and ``@`` for one of `names` or
            several; empty where they are not looked at.
        names: a regular expression of the names in them.
        shown: for each kind what a prompt of that kind shows, as a regular expression; for tasks that do not tell
            their kind.
        lines: for each kind (or "", where payloads name none) the lines that worked solutions are made of, in templates
            as those of `read`, each with a check of what it says: a function of an object that has the slots of the
            line, all that `known` tells, and `before`, the lines above it. Empty where they are not looked at.
        readable: parameters of tasks that the oracle can read, where it cannot read all.
    """

    id: ClassVar[str]
    alphabet: ClassVar[str] = "0123456789+-/., "
    right: ClassVar[tuple[str, ...]] = ("{}", " {}\n", "{}.", "**{}**", "${}$")
    wrong: ClassVar[tuple[str, ...]] = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates: ClassVar[bool] = True
    named: ClassVar[bool] = False
    says: ClassVar[Sequence[str]] = ()
    cases: ClassVar[tuple[tuple[Mapping[str, Any], Reason | None, tuple[str, ...]], ...]] = ()
    sample: ClassVar[Mapping[str, Any]] = {}
    refused: ClassVar[tuple[tuple[Reason, str, str], ...]] = ()
    odd_texts: ClassVar[str] = ""
    steps: ClassVar[tuple[str, ...]] = ()
    names: ClassVar[str] = "(?!)"
    shown: ClassVar[Mapping[str, str]] = {}
    lines: ClassVar[Mapping[str, Mapping[str, Callable[[Any], Any]]]] = {}
    readable: ClassVar[Mapping[str, Any]] = {}

    @property
    def spec(self) -> TaskSpec:
        """The environment's entry."""
        return get(self.id)

    def confirms(self, payload: Mapping[str, Any], answer: str) -> bool:
        """What the solver says of a bare answer."""
        assert self.spec.confirms is not None, f"{self.id} names no solver"
        return self.spec.confirms(payload, answer)

    def oracle(self, prompt: str) -> Any:
        """The answer, from the prompt's text, by a way that shares nothing with the generator."""
        raise NotImplementedError

    def agrees(self, found: Any, task: Task) -> bool:
        """Whether what the oracle found is the reference answer."""
        if isinstance(found, int | Fraction) and not isinstance(found, bool):
            return bool(Fraction(task.answer) == found)
        return str(found) == task.answer

    def known(self, found: Any, task: Task) -> Mapping[str, Any]:
        """What the checks of `lines` may use: what the oracle found, and the reference answer."""
        return {"found": found, "answer": task.answer}

    def reads(self, task: Task) -> None:
        """Check that the oracle finds the reference of a task, and that each line of its worked solution is true."""
        found = self.oracle(task.prompt)
        assert self.agrees(found, task), (task.id, task.prompt)
        if not self.lines:
            return
        known, told = self.known(found, task), (task.trace or "").rpartition("\n")[0].splitlines()
        for at, line in enumerate(told):
            true = []
            for template, check in self.lines[self.kind(task) or ""].items():
                if match := pattern(template).fullmatch(line):
                    seen = SimpleNamespace(**{**known, **slots(match), "before": told[:at]})
                    true.append(bool(check(seen)))
            assert any(true), ("not true" if true else "not known", line, task.id)

    def kind(self, task: Task) -> str | None:
        """The kind of question that a task is; None if its payload does not say."""
        kind = task.payload.get("problem", task.payload).get("kind")
        return kind if isinstance(kind, str) else None

    def worked(self, trace: str) -> str:
        """A worked solution in a form whose equations `equations` finds."""
        return trace

    @_INHERITED
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed: int) -> None:
        """The oracle reads the prompt and finds the reference answer."""
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            self.reads(task)

    def test_the_oracle_reads_every_kind_in_every_wording(self) -> None:
        """Each kind of each level in each of its wordings: by chance alone, rare ones are seldom met."""
        among = stated_in(self.spec.generator_module)
        for level in self.spec.levels:
            kinds = sorted(set(str(self.spec.params(level).get("kinds", "")).split()))
            for params in [{"kinds": kind} for kind in kinds] or [dict[str, Any]()]:
                number = most = 0
                while number <= most:
                    with wording(number, among) as asked:
                        for task in self._some(level, {**params, **self.readable}):
                            self.reads(task)
                    number, most = number + 1, asked.most - 1

    def _some(self, level: int, params: Mapping[str, Any]) -> Iterator[Task]:
        """A few tasks of a level; none where a kind cannot stand alone."""
        for seed in range(MANY if settings().max_examples >= THOROUGH else FEW):
            try:
                yield self.spec.task(level, seed, params=params)
            except (GenerationError, ValueError):
                assert params, "a level's own parameters are refused"

    @_INHERITED
    @given(SEEDS)
    def test_worked_solutions_calculate_rightly(self, seed: int) -> None:
        """Both sides of every equation of numbers have one value."""
        if not self.calculates:
            return
        checked = 0
        for further in range(8):  # some kinds have no equations, and one seed may draw only these
            for level in self.spec.levels:
                trace = self.spec.task(level, seed + further).trace or ""
                for equation in equations(self.worked(trace), self.named):
                    assert len(set(map(calculated, equation))) == 1, (level, seed + further, equation)
                    checked += 1
            if checked:
                break
        assert checked

    @_INHERITED
    @given(SEEDS)
    def test_worked_solutions_say_nothing_else(self, seed: int) -> None:
        """What worked solutions say beside equations is as declared in `says`."""
        for level in self.spec.levels if self.says else ():
            for piece in words(self.spec.task(level, seed).trace or ""):
                assert any(pattern(template).fullmatch(piece) for template in self.says), (level, seed, piece)

    def test_worked_solutions_are_made_of_known_lines(self) -> None:
        """Every line is one of `steps`, but for its numbers and names."""
        for level in self.spec.levels if self.steps else ():
            for seed in range(25):
                for line in (self.spec.task(level, seed).trace or "").splitlines()[:-1]:
                    step = _NUMBER.sub("#", re.sub(rf"{self.names}(?:, {self.names})*", "@", line))
                    assert step in self.steps, line

    def test_parameters_beyond_their_limits_are_named(self) -> None:
        """A value beyond a limit is refused, and the message names the parameter."""
        limits: dict[str, Limit] = self.spec.generate.limits  # type: ignore[attr-defined]
        assert limits.keys() == self.spec.axes.keys()
        for name, limit in limits.items():
            assert limit.meaning, f"nothing says what {name} does"
            for value in beyond(limit):
                with pytest.raises(ValueError, match=rf"^{name} must be "):
                    self.spec.task(self.spec.levels[-1], 0, params={name: value})

    def test_every_kind_is_drawn_and_no_other(self) -> None:
        """The kinds that a level names are drawn, and only these."""
        if "kinds" not in self.spec.axes:
            return
        for level in self.spec.levels:
            named = set(str(self.spec.params(level)["kinds"]).split())
            drawn: set[str | None] = set()
            for seed in range(MOST_A_KIND * len(named)):
                if seed >= A_KIND * len(named) and drawn in (named, {None}):
                    break
                drawn.add(self.kind(self.spec.task(level, seed)))
            assert drawn in (named, {None}), level

    def test_each_kind_shows_what_it_names(self) -> None:
        """Tasks of one kind alone have what is declared in `shown`."""
        if self.shown:
            assert self.shown.keys() == set(self.spec.generate.limits["kinds"].known)  # type: ignore[attr-defined]
        for kind, shows in self.shown.items():
            for level in self.spec.levels:
                for seed in range(5):
                    task = self.spec.task(level, seed, params={"kinds": kind})
                    assert re.search(shows, task.prompt), (kind, level, seed)

    @_INHERITED
    @given(st.data(), SEEDS)
    def test_solver_and_verifier_agree(self, data: st.DataObject, seed: int) -> None:
        """On odd texts, and on the reference with some of them in it."""
        if not self.alphabet:
            return
        task = self.spec.task(data.draw(st.sampled_from(self.spec.levels)), seed)
        odd = data.draw(st.text(self.alphabet, max_size=12)).strip().rstrip(".,;")
        place = data.draw(st.integers(0, len(task.answer)))
        for answer in (
            odd,
            (task.answer[:place] + odd + task.answer[place + len(odd) :]).strip().rstrip(".,;"),
        ):
            passed = self.spec.verify_answer(task.payload, answer).passed
            assert passed == self.confirms(task.payload, answer), answer

    def test_forms_of_the_answer(self) -> None:
        """Other forms of the reference are right, near misses are not."""
        for level in self.spec.levels:
            for seed in range(3):
                task = self.spec.task(level, seed)
                for form in self.right:
                    answer = form.format(task.answer)
                    assert self.spec.verify_answer(task.payload, answer).passed, (task.id, answer)
                for form in self.wrong:
                    answer = form.format(task.answer)
                    assert not self.spec.verify_answer(task.payload, answer).passed, (task.id, answer)

    def test_answers_by_name(self) -> None:
        """The answers of `cases` get the verdicts stated there."""
        for payload, reason, answers in self.cases:
            for answer in answers:
                verdict = self.spec.verify_answer(payload, answer)
                assert verdict.reason is reason if reason else not verdict.score, (answer[:99], verdict)
                assert self.confirms(payload, answer) == verdict.passed, answer[:99]

    def test_refused_answers_are_told_why(self) -> None:
        """The answers of `refused` earn nothing, and the message says what is wrong."""
        for reason, word, answer in self.refused:
            verdict = self.spec.verify_answer(self.sample, answer)
            assert (verdict.score, verdict.reason) == (0.0, reason), answer
            assert word in verdict.message, answer

    @_INHERITED
    @given(st.data())
    def test_any_text_gets_a_verdict(self, data: st.DataObject) -> None:
        """The verifier raises on no text of `odd_texts`, nor on any other."""
        if self.odd_texts:
            text = data.draw(st.text(self.odd_texts, max_size=80) | st.text(max_size=60))
            score = self.spec.verifier_function(self.sample, text).score
            assert score is not None
            assert 0.0 <= score <= 1.0

    def takes(self, payload: Mapping[str, Any], right: Iterable[str], wrong: Iterable[str]) -> None:
        """Check that both verifier and solver take some bare answers and refuse others."""
        for answers, passes in ((right, True), (wrong, False)):
            for answer in answers:
                assert self.spec.verify_answer(payload, answer).passed is passes, answer
                assert self.confirms(payload, answer) is passes, answer

    def judges(
        self, payload: Mapping[str, Any], right: Iterable[str], refused: Iterable[str], wrong: Iterable[str]
    ) -> None:
        """Check that the verifier takes some answers, cannot read others, and finds others wrong."""
        verdicts = ((right, Reason.CORRECT), (refused, Reason.UNPARSABLE), (wrong, Reason.WRONG))
        for answers, reason in verdicts:
            for answer in answers:
                assert self.spec.verify_answer(payload, answer).reason is reason, answer

    def same_problems(
        self, key: Callable[[Mapping[str, Any]], Hashable], count: int = 1000, /, **params: Any
    ) -> None:
        """Check that problems have one fingerprint if and only if they have one `key` (a function of the problem).

        Args:
            key: what makes problems the same, from ``payload["problem"]`` or the flat payload.
            count: how many tasks are drawn.
            params: small values of the parameters, so that the same problem comes twice.
        """
        by_print: dict[str, Hashable] = {}
        for seed in range(count):
            task = self.spec.task(1, seed, params=params)
            found = key(task.payload.get("problem", task.payload))
            assert by_print.setdefault(task.fingerprint, found) == found, task.id
        assert len(set(by_print.values())) == len(by_print) < count


def found(prompt: str, patterns: Iterable[str]) -> tuple[re.Match[str], str]:
    """The match of the first pattern that a prompt holds, and the prompt with ``...`` in its place."""
    match = next(filter(None, (re.search(pattern, prompt) for pattern in patterns)), None)
    assert match is not None, f"none of the questions: {prompt}"
    return match, prompt.replace(match[0], "...")


def beyond(limit: Limit) -> Iterator[Any]:
    """Values just outside of a limit, and of other types."""
    yield None
    if isinstance(limit, Whole | Real):
        yield from (limit.low - 1, limit.high + 1, str(limit.low))
    elif isinstance(limit, Words | Signs):
        yield from ("?!", 3)
        if not getattr(limit, "empty", False):
            yield ""
    elif isinstance(limit, Flag):
        yield from (0, 1, "true")
    elif isinstance(limit, OneOf):
        yield "?!"
    elif isinstance(limit, Texts):
        yield from ("text", [], [1])

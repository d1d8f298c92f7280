"""What tasks of best choices promise together: facts are read from the prompt, small ones are tried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from rlvr.conformance.promises import Promises, read
from rlvr.conformance.reading import Piece
from rlvr.verifiers.base import Reason

TIES = "If several answers … equally good, any of them … right."
AIM = "{aim:least|greatest|smallest|largest|as (?:small|large|few|many|much|little)[a-z ]* as possible}"
"""What is best, in the words of a prompt."""
LARGER = ("greatest", "largest", "large", "long", "many", "much")
INTEGER = ("Answer with … integer.", "Give … number … integer.", "Give only … integer.")
"""What is asked where the answer is one number."""
MOST = 40
"""So many objects are valued one by one."""


def numbers(text):
    """The whole numbers of a text, in its order."""
    return [int(number) for number in re.findall(r"[-+]?\d+", str(text))]


def slots(**patterns):
    """A reader of facts: each by the first of some patterns that the text holds; several numbers are a list."""

    def reads(text):
        facts = {}
        for name, choice in patterns.items():
            many = name.endswith("_")
            choice = (choice,) if isinstance(choice, str) else choice
            shown = next(found[1] for p in choice if (found := re.search(p, text)))
            facts[name.rstrip("_")] = (
                numbers(shown) if many else int(shown) if re.fullmatch(r"-?\d+", shown) else shown
            )
        return facts

    return reads


def listed(what, *heads):
    """A piece: so many numbered lines, each with a number behind each head."""
    line = ", ".join(rf"{head} \d+" for head in heads)
    return rf"{{n}} {what}:" + "\n{list:(?:" + rf"\d+: {line}\n?)+}}"


def table(*heads, also=()):
    """A reader of such lines: columns by name, as many as the prompt says; and other slots that are facts."""

    def reads(said):
        places, *columns = zip(*map(numbers, said["list"].strip().split("\n")), strict=True)
        assert list(places) == list(range(1, said["n"] + 1))
        return dict(zip(heads, map(list, columns), strict=True)) | {name: said[name] for name in also}

    return reads


class Chosen(Promises):
    """The oracle reads kind and facts from the text, and values every object of a small task; else it asks the solver.

    Attributes:
        sentences: for each kind, what its prompts say, as pieces of `read`; what all say of equally good answers is
            added. A slot `aim` tells whether more or less is better, and must agree with `larger`.
        single: kinds with one right answer, which say nothing of equally good ones.
        marks: for each kind, what its prompts hold and no others do, where there are no `sentences`.
        readers: for each kind, from the slots of its sentences (or the text, if there are none) to the facts.
        objects: for each kind, all objects of the right form, from the facts.
        worth: for each kind, what an object is worth (None if it breaks a rule), from object and facts.
        larger: the kinds in which more is better.
        hidden: facts that the text does not tell, by kind.
        illegal: a list that no kind allows.
        values: for kinds whose answer is one number, this number from the facts; they have neither objects nor a worth.
    """

    alphabet = ""
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "```\n{}\n```")
    wrong = ("{0}, 999", "{} or 1", "about {}", "not {}", "", "none", "0", "best: {}", "{0} {0}")
    sentences: ClassVar[Mapping[str, Sequence[Piece]]] = {}
    single: ClassVar[frozenset[str]] = frozenset()
    marks: ClassVar[Mapping[str, str]] = {}
    readers: ClassVar[Mapping[str, Callable[[Any], Mapping[str, Any]]]]
    objects: ClassVar[Mapping[str, Callable[..., Iterable[Any]]]]
    worth: ClassVar[Mapping[str, Callable[..., Any]]]
    larger: ClassVar[frozenset[str]] = frozenset()
    hidden: ClassVar[frozenset[str]] = frozenset({"best", "made"})
    values: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    illegal: ClassVar[str] = "0, 0"

    def oracle(self, prompt):
        if self.sentences:
            said = {
                kind: [*s, *([TIES] if kind not in self.single else [])] for kind, s in self.sentences.items()
            }
            kind, slots = read(prompt, {k: [s, ["Here is a problem.", *s]] for k, s in said.items()})
            if aim := slots.get("aim"):
                assert (kind in self.larger) is any(word in aim.split() for word in LARGER), (kind, aim)
            return kind, dict(self.readers[kind](slots))
        text = prompt.rpartition("\n\n")[0]
        kinds = [kind for kind, mark in self.marks.items() if re.search(mark, text, re.DOTALL)]
        assert len(kinds) == 1, (kinds, text)
        return kinds[0], dict(self.readers[kinds[0]](text))

    def agrees(self, found, task):
        kind, facts = found
        problem = task.payload.get("problem", task.payload)
        stated = {name: fact for name, fact in problem.items() if name not in {"kind", *self.hidden}}
        assert (kind, facts) == (problem["kind"], stated), (facts, stated)
        if kind in self.values:
            return self.value(task.answer) == self.values[kind](**facts)
        given = self.read(task.answer)
        worth = self.worth[kind](given, **facts)
        objects = list(islice(self.objects[kind](**facts), MOST + 1))
        if len(objects) > MOST:
            return worth == task.payload["best"] and self.confirms(task.payload, task.answer)
        return worth == self.best(kind, facts, objects) == task.payload["best"]

    def known(self, found, task):
        given = None if found[0] in self.values else self.read(task.answer)
        return {**found[1], "given": given, "best": task.payload.get("best"), "answer": task.answer}

    def read(self, answer):
        """The object of a reference answer."""
        groups = [numbers(part) for part in answer.split(";")]
        return groups if len(groups) > 1 else groups[0]

    def value(self, answer):
        """The number that a reference answer is."""
        return int(answer)

    def best(self, kind, facts, objects):
        """The worth of the best of some objects."""
        worths = [worth for given in objects if (worth := self.worth[kind](given, **facts)) is not None]
        return max(worths) if kind in self.larger else min(worths)

    def test_small_tasks_are_tried_out_and_exactly_the_best_objects_are_right(self):
        """Generator, verifier, solver and the test's own valuation agree on every object."""
        assert (
            set(self.sentences or self.marks)
            == set(self.readers)
            == {*self.worth, *self.values}
            == set(self.spec.kinds)
        )
        assert set(self.objects) == set(self.worth)
        for kind in self.worth:
            done = 0
            for seed in range(6):
                task = self.spec.task(1, seed, params={"kinds": kind, "size": 1})
                _, facts = self.oracle(task.prompt)
                objects = list(islice(self.objects[kind](**facts), 125 * MOST + 1))
                if len(objects) > 125 * MOST:
                    continue
                worths = [self.worth[kind](given, **facts) for given in objects]
                best = self.best(kind, facts, objects)
                assert best == task.payload["best"], task.id
                done += 1
                step = max(1, len(objects) // 60)
                looked_at = [
                    (given, worth)
                    for n, (given, worth) in enumerate(zip(objects, worths, strict=True))
                    if given and (n % step == 0 or worth == best)
                ]
                for given, worth in looked_at[:200]:
                    answer = self.write(given)
                    verdict = self.spec.verify_answer(task.payload, answer)
                    assert verdict.passed is (worth == best), (task.id, answer)
                    assert verdict.parts.get("valid", 0.0) == (worth is not None), (task.id, answer, verdict)
                    assert self.confirms(task.payload, answer) is verdict.passed, (task.id, answer)
                    assert (verdict.parts.get("quality") == 1.0) is verdict.passed
                if done:
                    break
            assert done, kind

    def write(self, given):
        """An object as an answer."""
        if isinstance(given[0], list | tuple):
            return "; ".join(" ".join(map(str, group)) for group in given)
        return ", ".join(map(str, given))

    def test_what_is_no_object_is_told_apart_from_what_breaks_a_rule(self):
        for kind in self.worth:
            task = self.spec.task(2, 0, params={"kinds": kind})
            for answer in ("yes", "the best one", "1, 2 or 3", "f(3)", "1..4", str(task.payload["best"]) + "x"):
                assert self.spec.verify_answer(task.payload, answer).reason is Reason.UNPARSABLE, (kind, answer)
            verdict = self.spec.verify_answer(task.payload, "0 0; 0 0" if ";" in task.answer else self.illegal)
            assert verdict.reason is Reason.ILLEGAL
            assert verdict.message

"""Shuffled objects: the moves are read from the prompt and followed with one name for each object, there and back."""

from __future__ import annotations

import re
from collections import Counter
from math import factorial

import pytest

from rlvr.conformance.promises import Promises
from rlvr.generators.tracing.shuffled_objects_solver import solve

NAME = r"([A-Z]\w+)"


def moved(holder, sentence, people):
    """Who holds each object after one sentence; `holder` maps an object to a name."""

    def swap(one, two):
        other = {one: two, two: one}
        return {thing: other.get(name, name) for thing, name in holder.items()}

    if found := re.fullmatch(rf"{NAME} (?:and {NAME} swap what they hold|trades with {NAME})\.", sentence):
        return swap(*filter(None, found.groups()))
    if found := re.fullmatch(r"The holders of the (\w+) and of the (\w+) swap what they hold\.", sentence):
        return swap(holder[found[1]], holder[found[2]])
    if found := re.fullmatch(
        rf"Whoever holds the (\w+) swaps with {NAME}; if that is {NAME}, nothing happens\.", sentence
    ):
        assert found[2] == found[3]
        return swap(holder[found[1]], found[2])
    if found := re.fullmatch(
        rf"If {NAME} now holds the (\w+), {NAME} and {NAME} swap; if not, {NAME} and {NAME} do\.", sentence
    ):
        return swap(*(found.group(3, 4) if holder[found[2]] == found[1] else found.group(5, 6)))
    if found := re.fullmatch(
        rf"Everybody passes on what they hold: {NAME} to {NAME}, and so on in the order (.+), and {NAME} to {NAME}\.",
        sentence,
    ):
        order = found[3].split(", ")
        assert order == people
        assert found.group(1, 2, 4, 5) == (order[0], order[1], order[-1], order[0])
        return {thing: order[(order.index(name) + 1) % len(order)] for thing, name in holder.items()}
    assert re.fullmatch(
        rf"{NAME} (?:asks {NAME} about the \w+|tells {NAME} how much a \w+ costs)\.", sentence
    ), sentence
    return holder


class TestShuffledObjects(Promises):
    id = "shuffled-objects"
    alphabet = "kitedrum, :\n"
    right = ("{}", " {}\n", "{}.", "**{}**", "[{}]", "{}\n")
    wrong = ("{}x", "x{}", "{} or so", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        people = re.search(r"in the order ([A-Z]\w+(?:, \w+)+), separated by commas", prompt)[1].split(", ")
        told = {thing: name for name, thing in re.findall(rf"\b{NAME} has the (\w+)", prompt)}
        assert sorted(told.values()) == sorted(people)
        moves = re.findall(r"^\d+\. (.+)$", prompt, re.M)
        if times := re.search(r"(\d+) (?:rounds|times in all)", prompt):
            goes = {name: name for name in people}
            for sentence in moves:
                goes = moved(goes, sentence, people)
            for _ in range(int(times[1])):
                told = {thing: goes[name] for thing, name in told.items()}
        elif re.search("hold before the first|at the very beginning|at the beginning", prompt):
            # Each object moves by itself: its place at first is the one from which it comes to where it is.
            for sentence in reversed(moves):
                if "Everybody" in sentence:
                    told = {t: people[people.index(name) - 1] for t, name in told.items()}
                else:
                    told = moved(told, sentence, people)
        else:
            for sentence in moves:
                told = moved(told, sentence, people)
        held = {name: thing for thing, name in told.items()}
        return ", ".join(held[name] for name in people)

    def test_there_is_nothing_to_choose_from(self):
        """Elsewhere one of three to seven letters was asked for: who guesses is right in one of three."""
        for level in self.spec.levels:
            people = self.spec.params(level)["people"]
            for seed in range(10):
                task = self.spec.task(level, seed)
                assert not re.search(r"\([A-G]\)|^[A-G][.)]", task.prompt, re.M)
                assert len(task.answer.split(", ")) == people >= 4
                assert task.guess_rate == 1 / factorial(people) < 0.05
        answers = Counter(self.spec.task(1, seed).answer for seed in range(100))
        assert answers.most_common(1)[0][1] <= 5

    def test_what_was_there_at_first_leads_to_the_end(self):
        for seed in range(40):
            problem = self.spec.task(5, seed, params={"kinds": "backward"}).payload["problem"]
            objects = problem["objects"]
            start = [objects.index(word) for word in solve(problem)]
            there = solve({**problem, "kind": "forward", "told": start})
            assert [objects.index(word) for word in there] == problem["told"]

    @pytest.mark.parametrize(
        ("move", "order"),
        [
            (["swap", 0, 2], "lamp, drum, kite, bell"),
            (["holders", 1, 3], "kite, bell, lamp, drum"),
            (["whoever", 3, 0], "bell, drum, lamp, kite"),
            (["whoever", 0, 0], "kite, drum, lamp, bell"),
            (["if", 1, 1, 0, 1, 2, 3], "drum, kite, lamp, bell"),
            (["if", 1, 2, 0, 1, 2, 3], "kite, drum, bell, lamp"),
            (["pass"], "bell, kite, drum, lamp"),
            (["talk", 0, 1, 2], "kite, drum, lamp, bell"),
        ],
    )
    def test_moves_by_name(self, move, order):
        facts = {
            "kind": "forward",
            "people": 4,
            "objects": ["kite", "drum", "lamp", "bell"],
            "moves": [move],
            "told": [0, 1, 2, 3],
        }
        payload = {
            "problem": facts,
            "sequence": {"items": order.split(", "), "names": ["Eve", "Bob", "Cid", "Dan"]},
        }
        pairs = dict(zip(("Eve", "Bob", "Cid", "Dan"), order.split(", "), strict=True))
        turned = ", ".join(f"{name}: {pairs[name]}" for name in reversed(pairs))
        self.takes(payload, [order, turned, order.upper()], [f"{order}, kite", order[6:], f"{order[:-1]}x"])

    def test_holders_may_be_named(self):
        task = self.spec.task(2, 0)
        names = task.payload["sequence"]["names"]
        pairs = list(zip(names, task.answer.split(", "), strict=True))
        for form in ("{} has the {}", "- {}: {}", "**{}**: {}", "{} -> {}", "{} = {}"):
            answer = "\n".join(form.format(*pair) for pair in reversed(pairs))
            assert self.spec.verify_answer(task.payload, answer).passed, answer
        wrong = [(pairs[0][0], pairs[1][1]), (pairs[1][0], pairs[0][1]), *pairs[2:]]
        answer = ", ".join(f"{name}: {thing}" for name, thing in wrong)
        assert not self.spec.verify_answer(task.payload, answer).passed

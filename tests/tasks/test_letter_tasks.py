"""Letter tasks: every sentence of the prompt is carried out on text with Python's own one-liners."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import rlvr
from rlvr.conformance.promises import Promises
from rlvr.generators.text.letter_tasks import _done

A_TO_Z = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORD = "([A-Z]{3,})"
STEPS = {
    r"Reverse it\.": lambda w: "".join(reversed(w)),
    r"Sort its letters from A to Z; .*": lambda w: "".join(sorted(w)),
    r"Move the (?:letter|(\d+) letters) at the beginning to the end(?:; they keep their order)?\.": lambda w, n=None: (
        w[int(n or 1) % len(w) :] + w[: int(n or 1) % len(w)]
    ),
    r"Move the (?:letter|(\d+) letters) at the end to the beginning(?:; they keep their order)?\.": lambda w, n=None: (
        (w + w)[len(w) - int(n or 1) % len(w) :][: len(w)]
    ),
    r"Strike out each letter whose place is a multiple of (\d+), counted from 1\.": lambda w, n: "".join(
        c for at, c in enumerate(w) if (at + 1) % int(n)
    ),
    r"Write each ([A-Z]) of the word twice in a row\.": lambda w, a: w.replace(a, a + a),
    r"Write a letter of the word twice in a row if it is one of the letters from ([A-Z]) to ([A-Z]) in the "
    r"alphabet; leave the others as they are\.": lambda w, a, b: re.sub(f"([{a}-{b}])", r"\1\1", w),
    r"Replace each letter by the next one in the alphabet, with A after Z\.": lambda w: shifted(w, 1),
    r"Replace each letter by the one (\d+) places further on in the alphabet, with A after Z\.": lambda w, n: (
        shifted(w, int(n))
    ),
    r"Exchange the first and second letter, .*": lambda w: re.sub("(.)(.)", r"\2\1", w),
    r"Exchange the two halves; .*": lambda w: w[(len(w) + 1) // 2 :] + w[: (len(w) + 1) // 2],
    r"Strike out the vowels A, E, I, O and U\.": lambda w: w.translate(str.maketrans("", "", "AEIOU")),
}
NUMBER = {"one": 1, "two": 2, "three": 3}


def shifted(word, by):
    return word.translate(str.maketrans(A_TO_Z, A_TO_Z[by:] + A_TO_Z[:by]))


class TestLetterTasks(Promises):
    id = "letter-tasks"
    alphabet = "ABCXYZYN ,0123456789"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        body = prompt.rpartition("\n\n")[0]
        if steps := re.findall(r"^\d+\. (.+)$", body, re.M):
            word = re.search(f"the word {WORD}|letters of {WORD}", body)
            word = word[1] or word[2]
            for sentence in steps:
                ((change, found),) = [
                    (change, found) for rule, change in STEPS.items() if (found := re.fullmatch(rule, sentence))
                ]
                word = change(word, *(group for group in found.groups() if group))
            return word
        if found := re.search(r"the letters ([A-Z](?: [A-Z])+) occur|one of ([A-Z](?: [A-Z])+)", body):
            text = re.search(r"^[A-Z]{3,9}(?: [A-Z]{3,9})+$", body, re.M)[0]
            return len(re.findall(f"[{found[1] or found[2]}]", text.replace(" ", "_")))
        if "palindrome" in body or "forwards and backwards" in body:
            (word,) = re.findall(rf"(?:begins with|end of|palindrome of) {WORD}", body)
            return next(w for n in range(len(word)) if (w := word + word[:n][::-1]) == w[::-1])
        if found := re.search(rf"{WORD} and {WORD}", body):
            one, two = found.groups()
            a, b = (NUMBER[n] for n in re.findall(r"(one|two|three) letters? of", body))
            first = re.findall(f".{{1,{a}}}", one)
            second = re.findall(f".{{1,{b}}}", two)
            turns = min(len(first), len(second))
            # The word that ends first ends the turns, its partner's turn included.
            mixed = "".join(x + y for x, y in zip(first, second, strict=False))
            return mixed + "".join(first[turns:]) + "".join(second[turns:])
        if "isomorphic" in body or "Y for a word that fits" in body or "Y if it can be done" in body:
            word = re.search(f"isomorphic to {WORD}|word fits {WORD}|turned into {WORD}", body)
            word = next(filter(None, word.groups()))
            words = re.findall("^[A-Z]{5,}$", body, re.M)
            return "".join(
                "NY"[
                    other.translate(dict(zip(map(ord, other), word, strict=True))) == word
                    and word.translate(dict(zip(map(ord, word), other, strict=True))) == other
                ]
                for other in words
            )
        words = re.search(r"^[A-Z]{3,6}(?: [A-Z]{3,6})+$", body, re.M)[0].split()
        if "reverse order" in body:
            words.reverse()
        elif "alphabetical order" in body:
            words.sort()
        elif "Move the last word to the front; the other words keep their order." in body:
            words = words[-1:] + words[:-1]
        else:
            assert "Leave the words where they are." in body
        return " ".join(word[::-1] if "backwards" in body else word for word in words)

    @pytest.mark.parametrize("kind", ["chain", "count", "words", "weave", "palindrome", "isomorphic"])
    def test_a_new_line_behind_an_answer_does_not_matter(self, kind):
        """Elsewhere eight of twenty such tasks refused it."""
        for seed in range(5):
            task = self.spec.task(5, seed, params={"kinds": kind})
            for answer in (
                f"{task.answer}\n",
                f"\n{task.answer}\n\n",
                f"{task.answer}\r\n",
                f" {task.answer} ",
            ):
                assert self.spec.verify_answer(task.payload, answer).passed, repr(answer)
                assert rlvr.verify(task, f"<answer>{answer}</answer>").passed

    def test_as_many_letters_as_are_moved_are_there(self):
        """A word of four letters was told to move its last five."""
        for seed in range(120):
            word, steps = (
                self.spec.task(7, seed, params={"kinds": "chain"}).payload["problem"][name]
                for name in ("word", "steps")
            )
            for step in steps:
                assert step[0] != "rotate" or step[2] < len(word)
                word = _done(word, step)

    def test_letters_are_one_environment(self):
        """Elsewhere there were twenty near copies, which count twenty times in a mean."""
        kinds = set(self.spec.generate.limits["kinds"].known)
        assert kinds == {"chain", "count", "words", "weave", "palindrome", "isomorphic"}
        named = [id for id in rlvr.list() if re.search("letter|palindrom|isomorphic|spell|revers", id)]
        assert named == ["rlvr/letter-tasks-v0"]

    def test_signs_of_isomorphic_words_are_mixed(self):
        answers = [self.spec.task(5, seed, params={"kinds": "isomorphic"}).answer for seed in range(60)]
        share = Counter("".join(answers))["Y"] / sum(map(len, answers))
        assert 0.35 < share < 0.65
        assert len(set(answers)) == len(answers)

    def test_the_longest_answers_are_confirmed(self):
        """The second check once read sequences of at most a thousand letters, and refused right palindromes beyond."""
        for kind in ("chain", "words", "weave", "palindrome"):
            task = self.spec.task(7, 3, params={"kinds": kind, "length": 60, "steps": 20})
            assert len(task.answer) > 1000 or kind == "chain"
            assert self.spec.confirms(task.payload, task.answer)
            assert self.spec.verify_answer(task.payload, task.answer).passed
            assert not self.spec.confirms(task.payload, task.answer[:-1])

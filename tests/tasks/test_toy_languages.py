"""Toy languages: sentences are read from the prompt, and forms are found by analogy in every order of words."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.generators.induction.toy_languages import ruled, settled
from rlvr.generators.induction.toy_languages_solver import completed, fourth, solve
from rlvr.verifiers.base import Reason

NOUN = r"the (?:(\w+) )?((?!will |here|gladly|quickly|alone)\w+?)(s?)"
VERB = r"(?:(will) )?(follow|help|greet|call|visit|lift)(ed|s)?"
SENTENCE = re.compile(rf"{NOUN} {VERB} {NOUN}(?: (here|gladly|quickly|alone))?", re.IGNORECASE)


EXPLAINED = (
    'Each word of the language stands for one word of … English sentence; "the" and "will" … not translated. … order '
    "of words … same in all sentences, with adjectives either always just before or always just after their noun. A "
    "word … stem with … ending, or with … beginning, which may … empty; adverbs have none. Which one … noun has may "
    "depend on whether … singular or plural, and on whether … subject or … object; that of … verb on … tense, and on "
    "whether … subject … singular or plural; that of … adjective on … same as for … noun that it belongs to. All nouns "
    "have … same endings, or all have … same beginnings, and so it is with all verbs and with all adjectives."
)
PAIRS, QUERY = "{pairs:The [^\n]+(?:\nThe [^\n]+)*}", "{query:The [a-z ]+}"
KINDS = (
    "Adjectives … of these kinds: {kinds:[a-z:;, ]+}. … language has … fixed order of kinds, which … not that of "
    "English, and no two adjectives of … phrase … of one kind."
)
PHRASES, ASKED = "{phrases:- [^\n]+(?:\n- [^\n]+)*}", "{asked:[a-z]+(?:, [a-z]+)+}"
TOLD = {
    "translate": (
        f"… sentences of … invented language and what they mean:\n\n{PAIRS}\n\n{EXPLAINED}\n\nTranslate into the "
        f"language: {QUERY}.\n\nGive only … words … translation, in order.",
        f"{EXPLAINED}\n\nExamples of the language, with their meanings:\n\n{PAIRS}\n\nHow … said in it: "
        f"{QUERY}.\n\nWrite … "
        "words … sentence with spaces between them.",
        f"Study these sentences of … made-up language.\n\n{PAIRS}\n\n{EXPLAINED}\n\nNow say in this language: "
        f"{QUERY}.\n\n… "
        "answer … translated sentence, without … final stop.",
    ),
    "adjectives": (
        f"These phrases … right in … language that has English words, but … order of adjectives of its "
        f"own:\n\n{PHRASES}\n\n{KINDS}\n\nPut these adjectives in … right order before … noun {{noun:[a-z]+}}: "
        f"{ASKED}\n\nWrite … whole "
        "phrase.",
        f"{KINDS}\n\nSome phrases … right:\n\n{PHRASES}\n\nHow … language say {{noun:[a-z]+}} with … adjectives "
        f"{ASKED}? Give "
        "… phrase, … noun last.",
        f"A language with English words puts adjectives in another order. It says:\n\n{PHRASES}\n\n{KINDS}\n\nIn which "
        f"order … these stand in it: {ASKED}? Write them in order and then … noun, {{noun:[a-z]+}}.",
    ),
}


def sentence_of(text):
    """An English sentence as values."""
    young, who, several, will, verb, end, old, whom, more, adverb = SENTENCE.fullmatch(text).groups()
    tense = "future" if will else "past" if end == "ed" else "present"
    assert tense != "present" or (end is None) == bool(several)
    return [[who, bool(several), young], [verb, tense], [whom, bool(more), old], adverb]


def problem_of(prompt):
    """The problem that a prompt states."""
    kind, said = read(prompt, TOLD)
    if kind == "translate":
        pairs = [line.split(" = ") for line in said["pairs"].split("\n")]
        examples = [[sentence_of(text), words.split()] for text, words in pairs]
        return {"kind": kind, "examples": examples, "query": sentence_of(said["query"])}
    listing = [part.split(": ") for part in said["kinds"].split("; ")]
    return {
        "kind": kind,
        "examples": [line.split()[1:-1] for line in said["phrases"].split("\n")],
        "kinds": {name: words.split(", ") for name, words in listing},
        "asked": said["asked"].split(", "),
        "noun": said["noun"],
    }


def formed(x):
    """The next word of the answer; a word of each example that has the same English word has the same stem."""
    groups = {"noun": (0, 2), "verb": (1,), "adjective": (0, 2), "adverb": (3,)}

    def has(sentence):
        parts = [sentence[at] for at in groups[x.group]]
        return x.word in (
            parts if x.group == "adverb" else [part[2 * (x.group == "adjective")] for part in parts]
        )

    pieces = {x.form[at : at + 5] for at in range(len(x.form) - 4)}
    shown = [words for sentence, words in x.problem["examples"] if has(sentence)]
    return (
        has(x.problem["query"])
        and x.form == x.answer.split()[len(x.before)]
        and shown
        and all(any(piece in word for piece in pieces for word in words) for words in shown)
    )


WORKED = {
    "translate": {"{group:noun|verb|adjective|adverb} {word:[a-z]+}: {form:[a-z]+}": formed},
    "adjectives": {
        "the order of kinds: {kinds:[a-z, ]+}": lambda x: (
            x.kinds.split(", ")
            == [k for word in x.answer.split()[:-1] for k, words in x.problem["kinds"].items() if word in words]
        )
    },
}


class TestToyLanguages(Promises):
    id = "toy-languages"
    alphabet = "abdeko, \n"
    right = ("{}", " {}\n", "{}.", "**{}**", '"{}"')
    wrong = ("{}x", "{} or box", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        return " ".join(solve(problem_of(prompt)))

    lines = WORKED

    def known(self, found, task):
        return {"problem": problem_of(task.prompt), "answer": found}

    def kind(self, task):
        return task.payload["problem"]["kind"]

    def test_trap_languages_are_new_each_time(self):
        """Texts of olympiads are few and known by heart; here each task has another language."""
        forms = set()
        for seed in range(12):
            task = self.spec.task(3, seed, params={"kinds": "translate"})
            forms |= {word for _, words in task.payload["problem"]["examples"] for word in words}
        assert len(forms) > 100

    def test_no_example_is_spare_and_some_form_is_new(self):
        for level in self.spec.levels[1:4]:
            for seed in range(3):
                task = self.spec.task(level, seed, params={"kinds": "translate"})
                problem = task.payload["problem"]
                shown = {word for _, words in problem["examples"] for word in words}
                assert set(task.answer.split()) - shown
                for n in range(len(problem["examples"])):
                    fewer = [*problem["examples"][:n], *problem["examples"][n + 1 :]]
                    assert solve({**problem, "examples": fewer}) != task.answer.split()

    def test_every_order_of_kinds_that_fits_agrees(self):
        for level in self.spec.levels[:3]:
            for seed in range(3):
                task = self.spec.task(level, seed, params={"kinds": "adjectives"})
                problem = task.payload["problem"]
                of = {word: kind for kind, words in problem["kinds"].items() for word in words}
                found = set()
                for order in permutations(problem["kinds"]):
                    place = {word: order.index(kind) for word, kind in of.items()}
                    if all(line == sorted(line, key=place.__getitem__) for line in problem["examples"]):
                        found.add(" ".join(sorted(problem["asked"], key=place.__getitem__)))
                assert found == {task.answer.rpartition(" ")[0]}

    def test_the_order_of_english_and_other_easy_orders_are_wrong(self):
        """Elsewhere the usual order of English, or the order of the list, is right now and then."""
        usual = ("opinion", "size", "age", "shape", "colour", "origin", "material")
        for seed in range(40):
            task = self.spec.task(1, seed, params={"kinds": "adjectives"})
            problem = task.payload["problem"]
            of = {word: kind for kind, words in problem["kinds"].items() for word in words}
            answer = task.answer.split()[:-1]
            assert answer not in (problem["asked"], problem["asked"][::-1])
            for order in (usual, usual[::-1], list(problem["kinds"])):
                assert answer != sorted(answer, key=lambda word, order=order: order.index(of[word]))

    def test_forms_by_hand(self):
        known = {("dog", 1): "kalak", ("dog", 2): "kalem", ("cat", 1): "dorak"}
        assert ruled(known, 1)["cat", 2] == "dorem"
        assert ruled({**known, ("cat", 2): "dorim"}, 1) is None
        apart = {("dog", 1): "kalak", ("cat", 2): "dorem"}
        assert ("cat", 1) not in ruled(apart, 1)
        front = {word: form[::-1] for word, form in known.items()}
        assert ruled(front, -1)["cat", 2] == "merod"
        as_text = {(word, str(key)): form for (word, key), form in known.items()}
        assert completed(as_text)["cat", "2"] == "dorem"
        assert completed({**as_text, ("cat", "2"): "dorim"}) is None
        assert [fourth("dorak", "kalak", "kalem"), fourth("dor", "kal", "kalem"), fourth("a", "b", "c")] == [
            "dorem",
            "dorem",
            None,
        ]

    def test_what_follows_through_others_is_settled(self):
        examples = [["size", "age", "shape"], ["shape", "colour"]]
        assert settled(examples, ["size", "shape", "colour"])
        assert not settled(examples, ["colour", "size"])
        assert not settled(examples, ["size", "origin"])

    @pytest.mark.parametrize("kind", ["translate", "adjectives"])
    def test_forms_of_a_sentence(self, kind):
        task = self.spec.task(2, 3, params={"kinds": kind})
        words = task.answer.split()
        capital = f"{task.answer[0].upper()}{task.answer[1:]}."
        for form in (capital, f"*{task.answer}*", ", ".join(words), f"`{task.answer}`"):
            assert self.spec.verify_answer(task.payload, form).passed, form
        for form in (" ".join(words[::-1]), " ".join(words[:-1])):
            assert self.spec.verify_answer(task.payload, form).reason is Reason.WRONG, form

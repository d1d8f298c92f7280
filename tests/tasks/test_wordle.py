"""Wordle with a list: marks are worked out letter by letter from the prompt; a player who reads only it wins."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.conformance.promises import Promises, read
from rlvr.generators.games import wordle
from rlvr.generators.games.wordle_words import LENGTHS, WORDS
from rlvr.generators.wording import stated_in, wording
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.verifiers.games import wordle as rules

LIST = "{words:[a-z]+(?:, [a-z]+){20,}}"
MARKED = "marked letter by letter"
MARKS = (
    "G … letter … hidden word has this letter in this place, Y that … has … letter in another place, and - that … not, "
    "or has it no more times than other marks show: first all G … given, then … other letters … guess get Y from left "
    "to right, as long as … hidden word has more of that letter than … marked before."
)
CLUES = "{clues:(?:[a-z]+ [GY-]+\n?)+}"
TOLD = {
    "asked": (
        f"… hidden word … one of these {{count}} words:\n{LIST}\n\nGuesses … {MARKED}. {MARKS}\n\n… guesses so far, "
        f"with their marks:\n{CLUES}\n\nWhich words … list … still possible? Give all of them, separated by commas, in "
        "any order.",
        f"Guesses … {MARKED}. {MARKS}\n\n… hidden word … in this list … {{count}}:\n{LIST}\n\n… guesses … "
        f"made:\n{CLUES}\n\nList every word that could still … hidden one, with commas between them; … order … not "
        "matter.",
        f"{LIST}\n\nOne … {{count}} words above … hidden. … has to … found with guesses, whose letters … marked. "
        f"{MARKS}\n\nUp to now:\n{CLUES}\n\nWrite all words … list that agree with all marks, in any order, separated "
        "by commas.",
    ),
    "played": (
        f"… hidden one of these {{count}} words:\n{LIST}\n\nFind it with … most {{guesses}} guesses, one … turn. A "
        f"guess … word of the list. I mark it letter by letter. {MARKS}\n\n… turn in which … guess no word … list … "
        f"lost, "
        "… costs no guess. There is … way to find any word … list … {guesses} guesses.",
        f"Find … hidden word; … in this list … {{count}}:\n{LIST}\n\nEach turn … guess one word … list, and … letters "
        f"… marked. {MARKS}\n\n… win if one of your {{guesses}} guesses … hidden word. Anything else than … listed "
        "word … not marked and not counted … guess.",
        f"{LIST}\n\nOne … {{count}} words above … hidden word. Write one … each turn; … have {{guesses}} guesses, and "
        f"win with … right one. Guesses … {MARKED}. {MARKS}",
    ),
}
EIGHT = {"words": ["crane", "eerie", "geese", "these", "tease", "elect", "level", "bench"], "hidden": "these",
         "clues": [["eerie", "--Y-G"]], "gold": ["these"], "guesses": 3}  # fmt: skip


def marked(hidden, guess):
    """The marks as a person gives them: letters of the hidden word are crossed out, those in place first."""
    found = {}
    crossed = set()
    for place in range(len(guess)):
        if hidden[place] == guess[place]:
            found[place] = "G"
            crossed.add(place)
    for place in range(len(guess)):
        if place not in found:
            free = [at for at in range(len(hidden)) if at not in crossed and hidden[at] == guess[place]]
            found[place] = "Y" if free else "-"
            crossed.update(free[:1])
    return "".join(found[place] for place in range(len(guess)))


def told(prompt, form):
    """What the slots hold: words as a list, each once, and guesses with their marks as pairs."""
    kind, said = read(prompt, TOLD)
    words, rows = said["words"].split(", "), re.findall(r"^(\w+) (.+)$", said.get("clues", ""), re.M)
    assert kind == form
    assert said["count"] == len(set(words)) == len(words)
    return said | {"words": words, "rows": rows}


def left_by(rows, words):
    return [word for word in words if all(marked(word, guess) == row for guess, row in rows)]


class TestWordle(Promises):
    id, game = "wordle", "wordle-moves"
    alphabet = "abcdefgh, "
    calculates = False
    right = (
        "{}",
        " {}\n",
        "{}.",
        "**{}**",
        "[{}]",
        "The remaining words are {}",
        "Words: {}",
        "```\n{}\n```",
        "`{}`",
    )
    wrong = ("{0}, {0}", "not {0}", "{0}?", "{0} or so", "", "It is not {0}", "{0}, ...", "all but {0}")

    lines = {  # noqa: RUF012
        "": {
            "{guess:[a-z]+} {row:[GY-]+} leaves {n}: {words:[a-z, ]+}.": lambda x: (
                (x.guess, x.row) == x.rows[len(x.before)]
                and x.words.split(", ") == left_by(x.rows[: len(x.before) + 1], x.listed)
                and x.n == len(x.words.split(", "))
            )
        }
    }

    def oracle(self, prompt):
        said = told(prompt, "asked")
        return ", ".join(left_by(said["rows"], said["words"]))

    def known(self, found, task):
        said = told(task.prompt, "asked")
        return {"rows": said["rows"], "listed": said["words"]}

    def test_both_forms_are_one_problem(self):
        for level in self.spec.levels[:3]:
            one, two = self.spec.task(level, 5), rlvr.get(self.game).task(level, 5)
            assert (one.payload, one.answer, one.fingerprint) == (two.payload, two.answer, two.fingerprint)
            assert not re.search(r"^[a-z]+ [GY-]+$", two.prompt, re.M)

    @pytest.mark.parametrize("level", [1, 3, 6])
    def test_a_careful_player_who_reads_only_the_text_wins(self, level):
        for seed in range(8):
            env, over = rlvr.make(self.game, level=level), False
            with wording(seed, stated_in(rlvr.get(self.game).generator_module)):
                shown, info = env.reset(seed=seed)
            said = told(shown.rpartition("\n\n")[0], "played")  # without what every game says of turns
            assert info["task"].payload["guesses"] == said["guesses"]
            possible = said["words"]
            while not over:
                guess = wordle.choice(possible)
                shown, reward, over, _, info = env.step(mark(guess, "tag"))
                row = re.search(rf"^{guess} ([GY-]+)$", shown, re.M)[1]
                possible = [word for word in possible if marked(word, guess) == row]
            assert reward == 1.0, info["task"].id

    def test_every_word_of_a_list_is_found_within_the_budget(self):
        words = self.spec.task(2, 3).payload["words"]
        for hidden in words:
            possible, made = words, [""]
            while made[-1] != hidden:
                made.append(wordle.choice(possible))
                possible = wordle.fitting(possible, made[-1], marked(hidden, made[-1]))
            assert len(made) - 1 <= wordle.budget(words)

    def test_trap_letters_that_stand_twice(self):
        """Others mark every copy of a letter that the hidden word has once."""
        for hidden, guess, row in (("crane", "eerie", "--Y-G"), ("these", "eerie", "Y---G"),
                                   ("level", "elect", "YYY--"),
                                   ("geese", "eerie", "YG--G"), ("bench", "geese", "-G---")):  # fmt: skip
            assert marked(hidden, guess) == rules.marks(hidden, guess) == wordle.marks(hidden, guess) == row
        several = 0
        for seed in range(20):
            rows = self.spec.task(3, seed).payload["clues"]
            several += any(len(set(guess)) < len(guess) for guess, _ in rows)
        assert several >= 3

    @given(st.integers(3, 6).flatmap(lambda n: st.tuples(*[st.text("abc", min_size=n, max_size=n)] * 2)))
    def test_all_marks_are_equal(self, pair):
        assert marked(*pair) == rules.marks(*pair) == wordle.marks(*pair)

    def test_trap_no_dictionary_is_needed(self):
        """Others ask for a download, or refuse a guess for want of a word. Here all words are in the prompt."""
        for level in self.spec.levels:
            task = self.spec.task(level, 9)
            assert (
                set(told(task.prompt, "asked")["words"])
                == set(task.payload["words"])
                <= set(WORDS[len(task.payload["hidden"])])
            )
        assert {length: len(WORDS[length]) > 390 for length in LENGTHS} == dict.fromkeys(LENGTHS, True)

    def test_a_part_of_the_marks_does_not_do(self):
        """Letters without places, marks without grey, or green alone leave other words than the answer."""
        for level in self.spec.levels:
            for seed in range(6):
                payload = self.spec.task(level, seed).payload
                for partly in wordle.readings(payload["clues"]):
                    found = [word for word in payload["words"] if partly(word)]
                    assert not self.spec.verify_answer(payload, ", ".join(found) or "none").passed

    def test_answers_by_their_form(self):
        payload = {**EIGHT, "gold": ["these", "geese"]}
        verify = self.spec.verify_answer
        for answer in ("these, geese", "geese these", "THESE\ngeese", "- these\n- geese", "these and geese"):
            assert verify(payload, answer).passed, answer
        for answer, reason in (("these", Reason.WRONG), ("these, geese, bench", Reason.WRONG), ("", Reason.UNPARSABLE),
                               ("these or geese", Reason.ILLEGAL), ("these, goose", Reason.ILLEGAL),
                               ("these, these, geese", Reason.WRONG), ("1234", Reason.UNPARSABLE),
                               ("these " * 5_000, Reason.TOO_LONG)):  # fmt: skip
            assert verify(payload, answer).reason is reason, answer[:40]

    def test_a_listed_word_is_no_label_of_the_lines_after_it(self):
        names = ["city", "list", "text", "name", "word", "answer", "result", "guess", "final", "home", "rude"]
        payload = {**EIGHT, "words": names}
        for first in names[:-2]:
            for pattern in (
                "{}\n{}",
                "{}, {}",
                "{}\n\n{}",
                "{};{}",
                " {} \n {}\n",
                "{},\n{}.",
                "**{}**\n**{}**",
                "```\n{}\n{}\n```",
            ):
                text = pattern.format(first, "home")
                assert rules.read(payload, text)[0] == [first, "home"], text
                assert not self.spec.verify_answer({**payload, "gold": ["home"]}, text).passed
        assert rules.read(payload, "Final answer: home, rude")[0] == ["home", "rude"]

    def test_what_is_no_guess_costs_a_turn_and_no_guess(self):
        env = rlvr.make(self.game, level=1)
        _, info = env.reset(seed=4)
        words, guesses = info["task"].payload["words"], info["task"].payload["guesses"]
        for bad, told in (("zzzz", "Only words of the list"), (f"{words[0]} {words[1]}", "one word at a time"),
                          (f"{words[0]}?", "one word of the list")):  # fmt: skip
            shown, reward, over, _, _ = env.step(mark(bad, "tag"))
            assert told in shown
            assert f"Guesses left: {guesses}." in shown
            assert (reward, over, env._running().state) == (0.0, False, [])

    def test_the_hidden_word_is_not_found_by_counting_letters(self):
        """Words are listed for what they share with the one that the clues are of, so another one is hidden."""
        tries, found, luck = 0, 0, 0.0
        for level in self.spec.levels:
            for seed in range(60):
                payload = self.spec.task(level, seed).payload
                words, guesses = payload["words"], payload["guesses"]
                here = Counter(pair for word in words for pair in enumerate(word))
                there = Counter(letter for word in words for letter in set(word))
                shared = {
                    word: sum(2 * here[pair] + there[pair[1]] for pair in enumerate(word)) for word in words
                }
                order = sorted(words, key=lambda word: -shared[word])
                tries += 1
                found += payload["hidden"] in order[:guesses]
                luck += guesses / len(words)
        assert found < luck + 3 * luck**0.5
        assert luck < 0.1 * tries

    def test_a_lost_game_ends_and_the_word_is_not_told(self):
        env = rlvr.make(self.game, level=2)
        _, info = env.reset(seed=7)
        payload = info["task"].payload
        others = [word for word in payload["words"] if word != payload["hidden"]]
        for left in reversed(range(payload["guesses"])):
            shown, reward, over, _, info = env.step(mark(others[left], "tag"))
            assert payload["hidden"] not in shown
        assert (reward, over, info["verdict"].reason) == (0.0, True, Reason.WRONG)
        won = play(rlvr.make(self.game, level=2), oracle, seed=7)
        assert won.verdict.passed
        assert rlvr.verify(won.task, won.actions) == won.verdict

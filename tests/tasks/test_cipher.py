"""Ciphers: every rule read word by word, hidden keys found by trying all, textbook examples, strict reading."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated
from rlvr.generators.text.cipher_keys import SECRET, fitting_keys
from rlvr.generators.text.cipher_solver import decrypted
from rlvr.generators.text.cipher_words import secret_text, without_fillers
from rlvr.generators.text.ciphers import CIPHERS, IN_PAIRS
from rlvr.generators.wording import wording
from rlvr.verifiers.base import Reason
from rlvr.verifiers.text.cipher import encrypted

SPEC = rlvr.get("cipher")
AZ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEVELS = st.sampled_from(SPEC.levels)
ALL = "+".join(CIPHERS)

RULES = r"{rules:.+?}{pair:(?:\nThe plaintext [A-Z]+ becomes the ciphertext [A-Z]+ with the same keys\.)?}"
TEXT, GIVEN, WANTED = "{text:[A-Z]+}", "{given:plaintext|ciphertext}", "{wanted:plaintext|ciphertext}"
WORDINGS = (
    f"{{verb:Decrypt|Encrypt}} the text {TEXT}. Encryption works like this:\n{RULES}\n\nAll texts consist of the "
    f"letters A to Z. Give only the {WANTED}, in letters and without spaces.",
    f"This is how two friends encrypt their messages, which are made of the letters A to Z only:\n{RULES}\n\nWhich "
    f"{WANTED} belongs to the {GIVEN} {TEXT}? Answer with its letters, without spaces.",
    f"The {GIVEN} is {TEXT}.\n\nThe method of encryption, on the 26 letters A to Z:\n{RULES}\n\nFind the {WANTED}. "
    "The answer is one string of letters with no spaces in it.",
)
CAESAR = (
    "every letter is replaced by the letter {shift} {places:places?} later in the alphabet; after Z the alphabet "
    "begins again with A."
)
AFFINE = "letters are numbered A=0, B=1, ..., Z=25, and the letter number x becomes number (a*x + b) mod 26."
VIGENERE = (
    "letters are numbered A=0, B=1, ..., Z=25; the key is written under the text again and again, and each letter "
    "becomes the letter whose number is the sum of the numbers of the letter and its key letter, mod 26."
)
RAILS = (
    "the letters are written one by one on the rails in a zigzag, down from rail 1 to rail {key}, up again to rail 1, "
    "down again, and so on; then the rails are read from 1 to {key}, each from left to right."
)
COLUMNS = (
    "the text is written in rows of {width} letters, one column under each letter of the key, the last row as short as "
    "it comes; then the columns are read from top to bottom, in the alphabetical order of their key letters."
)
METHODS = {
    "caesar": (
        "Caesar cipher with shift {shift}: " + CAESAR,
        "Caesar cipher with an unknown shift {shift:s} from 1 to 25: " + CAESAR,
    ),
    "atbash": ("Atbash: A is replaced by Z, B by Y, C by X, and so on, with the alphabet read backwards.",),
    "affine": (
        "Affine cipher with a = {a} and b = {b}: " + AFFINE,
        "Affine cipher with unknown a (odd, from 3 to 25, not 13) and b (0 to 25): " + AFFINE,
    ),
    "keyword": (
        "Keyword substitution with the keyword {key:[A-Z]+}: the cipher alphabet is the keyword followed by the other "
        "letters in alphabetical order; A is replaced by the first letter of it, B by the second, and so on.",
    ),
    "vigenere": (
        "Vigenere cipher with the key {key:[A-Z]+}: " + VIGENERE,
        "Vigenere cipher with an unknown key of {width} letters: " + VIGENERE,
    ),
    "rail_fence": (
        "Rail fence with {key} rails: " + RAILS,
        "Rail fence with an unknown number {key:r} of rails from 2 to 7: " + RAILS,
    ),
    "columnar": (
        "Columnar transposition with the key {key:[A-Z]+}: " + COLUMNS,
        "Columnar transposition with an unknown key of {width} different letters: " + COLUMNS,
    ),
    "playfair": (
        "Playfair cipher with the keyword {key:[A-Z]+}: a square of 5 rows and 5 columns is filled row by row with "
        "the letters of the keyword and then the other letters in alphabetical order, leaving out J. The text is "
        "taken in pairs of letters. Two letters in one row are each replaced by the letter to the right of it (after "
        "the last column comes the first), two letters in one column each by the letter below it (after the last row "
        "comes the first); otherwise each letter is replaced by the letter in its own row and in the column of the "
        "other. The plaintext is such that no filler letter is needed: it has no J and no pair of equal letters.",
    ),
    "hill": (
        "Hill cipher with the matrix [[{a}, {b}], [{c}, {d}]]: letters are numbered A=0, B=1, ..., Z=25; the text is "
        "taken in pairs of letters, and a pair with the numbers x, y becomes the letters with the numbers "
        "({first:[^()]+}) mod 26 and ({second:[^()]+}) mod 26.",
    ),
}
# Examples that textbooks and encyclopedias give for each method.
TEXTBOOK = [
    ("caesar", 3, "HELLO", "KHOOR"),
    ("caesar", 23, "THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG", "QEBNRFZHYOLTKCLUGRJMPLSBOQEBIXWVALD"),
    ("atbash", None, "WIZARD", "DRAZIW"),
    ("affine", [5, 8], "AFFINECIPHER", "IHHWVCSWFRCP"),
    ("keyword", "ZEBRAS", "FLEEATONCEWEAREDISCOVERED", "SIAAZQLKBAVAZOARFPBLUAOAR"),
    ("vigenere", "LEMON", "ATTACKATDAWN", "LXFOPVEFRNHR"),
    ("rail_fence", 3, "WEAREDISCOVEREDFLEEATONCE", "WECRLTEERDSOEEFEAOCAIVDEN"),
    ("columnar", "ZEBRAS", "WEAREDISCOVEREDFLEEATONCE", "EVLNACDTESEAROFODEECWIREE"),
    ("playfair", "PLAYFIREXM", "HIDETHEGOLDINTHETREXESTUMP", "BMODZBXDNABEKUDMUIXMMOUVIF"),
    ("hill", [3, 3, 2, 5], "HELP", "HIAT"),
]
SHIFTED = {"steps": [["caesar", 3]], "decrypt": False, "text": "HELLO"}
PLAYFAIR = {"steps": [["playfair", "PLAYFIREXM"]], "decrypt": True, "text": "BMODZB"}


def method(rule):
    """The method that a rule states, and its key; in place of an unknown one its number of letters, or None."""
    name, said = read(f"{rule}\n\n", METHODS)
    if name == "caesar":
        assert (said["places"] == "place") == (said["shift"] == 1)
        return name, said["shift"], said["shift"] == "s"
    if name == "affine":
        return name, [said["a"], said["b"]] if said else None, not said
    if name == "hill":
        rows = [
            dict(reversed(term.rpartition("*")[::2]) for term in said[at].split(" + "))
            for at in ("first", "second")
        ]
        key = [int(row[x] or 1) if x in row else 0 for row in rows for x in "xy"]
        assert key == [said[x] for x in "abcd"]
        return name, key, False
    key = said.get("key")
    if "width" in said and key:
        assert said["width"] == len(key)
    return name, key or said.get("width"), key == "r" or (name in ("vigenere", "columnar") and not key)


def all_keys(name, width):
    """Every key that the rule of a method with an unknown key allows."""
    if name == "columnar":  # at most 7 letters, 5,040 orders
        return ["".join(order) for order in permutations(AZ[:width])]
    if name == "vigenere":
        return ["".join(letters) for letters in product(AZ, repeat=width)]
    affine = [[a, b] for a in range(3, 26, 2) if a != 13 for b in range(26)]
    return {"caesar": range(1, 26), "affine": affine, "rail_fence": range(2, 8)}[name]


def between(a, b):
    """The letters that lead from one text to the other by adding numbers."""
    return "".join(AZ[(AZ.index(y) - AZ.index(x)) % 26] for x, y in zip(a, b, strict=True))


def pairs_of(text):
    return re.findall("..", text)


class TestCipher(Promises):
    id = "cipher"
    alphabet = "AEIKNRSTX abc0,\n"
    right = ("{}", " {}\n", "{}.", "**{}**", '"{}"')
    wrong = ("{}0", "1{}", "{}A", "{0} or {0}", "about {}", "{0} {0}", "")
    calculates = False  # worked solutions write sums of their own kind, which are looked at below

    def oracle(self, prompt):
        said = read(prompt, {"": WORDINGS})[1]
        decrypt = said["wanted"] == "plaintext"
        assert said.get("verb", "Decrypt" if decrypt else "Encrypt") == ("Decrypt" if decrypt else "Encrypt")
        assert said.get("given") != said["wanted"]
        rules = said["rules"].splitlines()
        for at, rule in enumerate(rules if len(rules) > 1 else []):
            step = f"Step {at + 1}, on the result of step {at}: " if at else "Step 1: "
            assert rule.startswith(step)
            rules[at] = rule.removeprefix(step)
        steps, hidden = [], []
        for at, (name, key, unknown) in enumerate(map(method, rules)):
            steps.append([name, key])
            hidden += [at] * unknown
        assert len(hidden) == bool(said["pair"])
        chains = [steps]
        for at in hidden:
            (name, width), (plain, secret) = steps[at], re.findall("[A-Z]{2,}", said["pair"])
            before, after = encrypted(steps[:at], plain), decrypted(steps[at + 1 :], secret)
            keys = [between(before, after)[:width]] if name == "vigenere" else all_keys(name, width)
            keys = [key for key in keys if encrypted([[name, key]], before) == after]
            chains = [[*steps[:at], [name, key], *steps[at + 1 :]] for key in keys]
        turn = decrypted if decrypt else encrypted
        return decrypt, said["text"], chains, hidden, {turn(chain, said["text"]) for chain in chains}

    def agrees(self, found, task):
        decrypt, text, chains, hidden, answers = found
        params, names = self.spec.params(task.level) | task.params, [name for name, _ in task.payload["steps"]]
        assert 0 <= len(task.answer) - params["length"] <= 1
        assert len(set(names)) == len(names) == params["steps"]
        assert set(names) <= set(params["methods"].split("+"))
        payload = {**task.payload, "steps": [list(step) for step in task.payload["steps"]]}
        assert (decrypt, text) == (payload["decrypt"], payload["text"])
        for at in hidden:
            if payload["steps"][at][0] == "columnar":  # the order of the columns counts, not the letters
                key = payload["steps"][at][1]
                payload["steps"][at][1] = "".join(AZ[sorted(key).index(letter)] for letter in key)
        assert payload["steps"] in chains
        return answers == {task.answer} and task.answer not in task.prompt

    @settings(max_examples=60)
    @given(st.integers(1, 2), st.integers(8, 20), SEEDS)
    def test_all_keys_that_fit_the_pair_give_one_answer(self, steps, length, seed):
        task = self.spec.task(1, seed, params={"methods": ALL, "steps": steps, "length": length, "secret": 1.0})
        found = self.oracle(task.prompt)
        assert self.agrees(found, task)
        assert bool(found[3]) == any(name in SECRET for name, _ in task.payload["steps"])
        for name, key in (task.payload["steps"][at] for at in found[3]):
            told = {"vigenere": "so the key is {}\n", "columnar": "as with the key {}\n", "affine": "a={}, b={}\n",
                    "caesar": "so the shift is {}\n", "rail_fence": "so there are {} rails\n"}[name]  # fmt: skip
            assert told.format(*(key if name == "affine" else [key])) in task.trace
            for apart, moved in re.findall(r" a\*(\d+)=(\d+),", task.trace):
                assert key[0] * int(apart) % 26 == int(moved)

    def test_keys_are_hidden_as_often_as_asked(self):
        for share in (0.0, 1.0):
            params = {"methods": "caesar", "steps": 1, "length": 8, "secret": share}
            assert {"unknown" in self.spec.task(1, seed, params=params).prompt for seed in range(30)} == {
                share == 1.0
            }

    @given(st.sampled_from(sorted(CIPHERS)), st.integers(4, 12), SEEDS)
    def test_every_method_makes_tasks_at_every_length(self, name, length, seed):
        task = self.spec.task(1, seed, params={"methods": name, "steps": 1, "length": length, "secret": 0.5})
        assert self.agrees(self.oracle(task.prompt), task)

    @given(LEVELS, SEEDS)
    def test_worked_solutions_pass_through_every_step(self, level, seed):
        task = self.spec.task(level, seed)
        results, steps = re.findall("^= ([A-Z]+)$", task.trace, re.MULTILINE), task.payload["steps"]
        plain = task.answer if task.payload["decrypt"] else task.payload["text"]
        texts = [encrypted(steps[:at], plain) for at in range(len(steps) + 1)]
        if task.payload["decrypt"]:
            texts.reverse()
        assert results[-len(steps) :] == texts[1:]
        order = reversed(steps) if task.payload["decrypt"] else steps
        for at, (name, _) in enumerate(order):
            if name == "playfair":
                assert (
                    " ".join(
                        f"{a}>{b}" for a, b in zip(pairs_of(texts[at]), pairs_of(texts[at + 1]), strict=True)
                    )
                    in task.trace
                )

    @pytest.mark.parametrize("name", ["affine", "hill"])
    def test_worked_solutions_calculate_rightly_mod_26(self, name):
        for seed in range(60):
            params = {"methods": name, "steps": 1, "length": 8, "secret": 0.5}
            task = self.spec.task(1, seed, params=params)
            moved = re.findall(r"(\d+) (\d+) ([A-Z])\b", task.trace)
            assert len(moved) >= len(task.answer)
            assert all(int(number) % 26 == int(rest) == AZ.index(letter) for number, rest, letter in moved)
            for equation in re.findall(r"(?<![\w*])([\d*-]+(?:=\d+)+) mod 26", task.trace):
                assert len({calculated(side) % 26 for side in equation.split("=")}) == 1

    @given(LEVELS, SEEDS)
    def test_the_fingerprint_sees_the_problem_and_not_its_wording(self, level, seed):
        tasks = []
        for number in range(3):
            with wording(number, rlvr.generators.text.cipher.WORDINGS):
                tasks.append(self.spec.task(level, seed))
        assert len({task.prompt for task in tasks}) == 3
        assert len({task.fingerprint for task in tasks}) == 1
        assert self.spec.task(level, seed + 1).fingerprint != tasks[0].fingerprint

    def test_different_tasks_have_different_fingerprints(self):
        for level in self.spec.levels:
            assert len({self.spec.task(level, seed).fingerprint for seed in range(150)}) == 150

    @settings(max_examples=30)
    @given(st.integers(1, 5), SEEDS)
    def test_no_text_one_letter_away_is_accepted(self, level, seed):
        task = self.spec.task(level, seed)
        for i, right in enumerate(task.answer):
            for letter in AZ.replace(right, ""):
                verdict = self.spec.verify_answer(task.payload, task.answer[:i] + letter + task.answer[i + 1 :])
                assert (verdict.passed, verdict.score) == (False, 0.0)

    def test_answers_by_their_form(self):
        bare = ["KHOOR", "khoor", "Khoor", " KHOOR\n", "K H O O R", "KHO OR", "\u00a0KHOOR"]
        wrong = ["KHOOR or KHOOS", "KHOOR KHOOR", "the answer is not KHOOR", "KHOO", "KHOORX", "HELLO", "EBIIL",
                 "KHORO", "ROOHK"]  # fmt: skip
        refused = ["", ".", "K-H-O-O-R", "KHOOR, KHOOS", "KHOOR=KHOOR", "KHO0R", "\u212aHOOR", "\ud800", "\x00",
                   "\uff2b\uff28\uff2f\uff2f\uff32"]  # fmt: skip
        self.judges(SHIFTED, [*bare, '"KHOOR"', "'KHOOR'."], refused, wrong)
        for payload, right in ((SHIFTED, bare), (PLAYFAIR, ["HIDETH"])):
            self.takes(
                payload, right, [*refused, *wrong, "A" * 10**6, " " * 10**6, "A " * 500_000, '"' * 10**6]
            )

    def test_letters_that_grow_when_capitalised_are_refused(self):
        payload = {"steps": [["caesar", 1]], "decrypt": False, "text": "RRAB"}
        self.takes(payload, ["ssbc"], ["ßbc", "\u017fsbc"])

    def test_a_wrong_text_of_the_right_length_reports_its_right_letters_without_credit(self):
        verdict = self.spec.verify_answer(SHIFTED, "KHOOX")
        assert (verdict.score, verdict.parts) == (0.0, {"letters": 0.8})

    def test_playfair_does_not_take_j_for_i_nor_equal_pairs(self):
        self.takes(PLAYFAIR, ["HIDETH"], ["HJDETH", "HIDETT"])
        for answer in ("HJDETH", "HIDETT"):
            verdict = self.spec.verify_answer(PLAYFAIR, answer)
            assert verdict.reason is Reason.WRONG
            assert "pair of equal letters" in verdict.message

    def test_more_steps_than_methods_are_named(self):
        with pytest.raises(ValueError, match=r"^steps must be at most 2"):
            self.spec.task(1, 0, params={"methods": "caesar+atbash+caesar", "steps": 3})


@pytest.mark.parametrize(("name", "key", "plain", "secret"), TEXTBOOK)
def test_textbook_examples(name, key, plain, secret):
    assert CIPHERS[name].turn(plain, key, False) == encrypted([[name, key]], plain) == secret
    assert CIPHERS[name].turn(secret, key, True) == decrypted([[name, key]], secret) == plain


@given(st.sampled_from(sorted(CIPHERS)), st.integers(4, 60), SEEDS)
def test_maker_verifier_and_solver_turn_texts_alike(name, length, seed):
    rng = random.Random(seed)
    length += length % 2 if name in IN_PAIRS else 0
    plain = "".join(rng.choices(AZ, k=length))
    plain = without_fillers(plain) if name == "playfair" else plain
    key = CIPHERS[name].draw(rng, length)
    secret = encrypted([[name, key]], plain)
    assert CIPHERS[name].turn(plain, key, False) == secret
    assert CIPHERS[name].turn(secret, key, True) == decrypted([[name, key]], secret) == plain


@given(st.sampled_from(SECRET), st.integers(4, 9), SEEDS)
def test_fitting_keys_are_all_keys_that_fit(name, length, seed):
    rng = random.Random(seed)
    plain = "".join(rng.choices("ABCX", k=length))  # few letters, so that several keys fit
    key = CIPHERS[name].draw(rng, length)
    key = key[: 2 if name == "vigenere" else 4] if isinstance(key, str) else key
    secret = encrypted([[name, key]], plain)
    width = len(key) if isinstance(key, str) else 0
    fits = [k for k in all_keys(name, width) if encrypted([[name, k]], plain) == secret]
    assert sorted(map(str, fits)) == sorted(map(str, fitting_keys(name, plain, secret, width)))


@pytest.mark.parametrize(
    ("name", "plain", "secret"),
    [
        ("caesar", "AB", "BD"),
        ("caesar", "AB", "AB"),
        ("vigenere", "AAAA", "BCBD"),
        ("columnar", "ABCD", "DCBA"),
    ],
)
def test_a_pair_that_fits_no_key_gives_none(name, plain, secret):
    assert fitting_keys(name, plain, secret, 2) == []  # a shift of 26 is none


@given(st.integers(1, 200), SEEDS)
def test_texts_have_the_length_asked_for(length, seed):
    text = secret_text(random.Random(seed), length)
    ready = without_fillers(text)
    assert len(text) == len(ready) == length
    assert set(text) <= set(AZ)
    assert "J" not in ready
    assert all(ready[i] != ready[i + 1] for i in range(0, length - 1, 2))

"""Ciphers: textbook examples, generator against verifier, one answer by trying all keys, strict reading."""

from __future__ import annotations

import random
import re
import string
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.text import cipher
from rlvr.generators.text.cipher import generate
from rlvr.generators.text.cipher_keys import SECRET, fitting_keys
from rlvr.generators.text.cipher_words import secret_text, without_fillers
from rlvr.generators.text.ciphers import CIPHERS, IN_PAIRS
from rlvr.verifiers.base import Reason
from rlvr.verifiers.text.cipher import accepted_forms, encrypted, verify

SPEC = rlvr.get("cipher")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
ALL = "+".join(CIPHERS)
AZ = string.ascii_uppercase

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


@pytest.mark.parametrize(("name", "key", "plain", "secret"), TEXTBOOK)
def test_textbook_examples(name, key, plain, secret):
    assert CIPHERS[name].turn(plain, key, False) == secret
    assert CIPHERS[name].turn(secret, key, True) == plain
    assert encrypted([[name, key]], plain) == secret


@given(st.sampled_from(sorted(CIPHERS)), st.integers(4, 60), SEEDS)
def test_both_directions_undo_each_other_and_the_verifier_encrypts_alike(name, length, seed):
    rng = random.Random(seed)
    length += length % 2 if name in IN_PAIRS else 0
    plain = "".join(rng.choices(AZ, k=length))
    if name == "playfair":
        plain = without_fillers(plain)
    key = CIPHERS[name].draw(rng, length)
    secret = CIPHERS[name].turn(plain, key, False)
    assert CIPHERS[name].turn(secret, key, True) == plain
    assert encrypted([[name, key]], plain) == secret


def solve(payload):
    """The right answer found backwards, with tables made by encrypting: independent of the generator."""
    if not payload["decrypt"]:
        return encrypted(payload["steps"], payload["text"])
    text = payload["text"]
    for name, key in reversed(payload["steps"]):
        step = [[name, key]]
        if name in ("caesar", "atbash", "affine", "keyword"):
            text = text.translate(str.maketrans(encrypted(step, AZ), AZ))
        elif name == "vigenere":
            shifted = encrypted(step, "A" * len(text))
            text = "".join(AZ[(AZ.index(a) - AZ.index(b)) % 26] for a, b in zip(text, shifted, strict=True))
        elif name in IN_PAIRS:
            pairs = {encrypted(step, a + b): a + b for a, b in product(AZ, AZ)}
            text = "".join(pairs[text[i : i + 2]] for i in range(0, len(text), 2))
        else:
            places = "".join(map(chr, range(1000, 1000 + len(text))))
            moved = encrypted(step, places)
            text = "".join(letter for _, letter in sorted(zip(moved, text, strict=True)))
    return text


@given(LEVELS, SEEDS)
def test_the_reference_is_the_answer(level, seed):
    task = SPEC.task(level, seed)
    params = SPEC.params(level)
    assert solve(task.payload) == task.answer
    assert 0 <= len(task.answer) - params["length"] <= 1
    names = [name for name, _ in task.payload["steps"]]
    assert len(set(names)) == params["steps"]
    assert set(names) <= set(params["methods"].split("+"))
    assert task.answer not in task.prompt
    assert task.payload["text"] in task.prompt


@settings(max_examples=30)
@given(st.integers(1, 5), SEEDS)
def test_no_text_one_letter_away_is_accepted(level, seed):
    task = SPEC.task(level, seed)
    assert verify(task.payload, task.answer).passed
    for i in range(len(task.answer)):
        for letter in AZ:
            if letter != task.answer[i]:
                near = task.answer[:i] + letter + task.answer[i + 1 :]
                verdict = verify(task.payload, near)
                assert not verdict.passed
                assert verdict.score == 0.0


# ---- keys that must be found ---------------------------------------------------------------------------


def all_keys(name, key):
    if name == "caesar":
        return range(1, 26)
    if name == "affine":
        return [[a, b] for a in range(3, 26, 2) if a != 13 for b in range(26)]
    if name == "rail_fence":
        return range(2, 8)
    if name == "columnar":  # at most 7 letters, 5,040 orders
        return ["".join(order) for order in permutations(AZ[: len(key)])]
    if len(key) <= 2:
        return ["".join(letters) for letters in product(AZ, repeat=len(key))]
    # a long Vigenere key: its letters act apart, so each is tried while the others are right
    return [key[:i] + letter + key[i + 1 :] for i in range(len(key)) for letter in AZ]


@settings(max_examples=60)
@given(st.integers(1, 2), st.integers(8, 20), SEEDS)
def test_all_keys_that_fit_the_pair_give_one_answer(steps, length, seed):
    rng = random.Random(seed)
    draft = generate(rng, methods=ALL, steps=steps, length=length, secret=1.0)
    if "hidden" not in draft.canonical:
        assert not any(name in SECRET for name, _ in draft.payload["steps"])
        return
    hidden, (plain, secret) = draft.canonical["hidden"], draft.canonical["pair"]
    name, key = draft.payload["steps"][hidden]
    keys = all_keys(name, key)
    answers = set()
    for other in [*keys, key]:
        steps_then = [*draft.payload["steps"]]
        steps_then[hidden] = [name, other]
        if encrypted(steps_then, plain) == secret:
            answers.add(solve({**draft.payload, "steps": steps_then}))
    assert answers == {draft.answer}
    assert plain in draft.prompt
    assert secret in draft.prompt
    assert "unknown" in draft.prompt
    if name in ("vigenere", "columnar"):
        assert key not in draft.prompt


@given(st.sampled_from(SECRET), st.integers(4, 9), SEEDS)
def test_fitting_keys_are_all_keys_that_fit(name, length, seed):
    rng = random.Random(seed)
    plain = "".join(rng.choices("ABCX", k=length))  # few letters, so that several keys fit
    key = CIPHERS[name].draw(rng, length)
    if isinstance(key, str):
        key = key[:4]
    secret = CIPHERS[name].turn(plain, key, False)
    found = fitting_keys(name, plain, secret, len(key) if isinstance(key, str) else 0)
    if name == "vigenere":
        assert found == [key]
    else:
        fits = [k for k in all_keys(name, key) if encrypted([[name, k]], plain) == secret]
        assert sorted(map(str, fits)) == sorted(map(str, found))


def test_a_pair_that_fits_no_key_gives_none():
    assert fitting_keys("caesar", "AB", "BD", 0) == []
    assert fitting_keys("caesar", "AB", "AB", 0) == []  # shift 26 is no shift
    assert fitting_keys("vigenere", "AAAA", "BCBD", 2) == []
    assert fitting_keys("columnar", "ABCD", "DCBA", 2) == []


def test_keys_are_hidden_as_often_as_asked():
    drafts = [
        generate(random.Random(i), methods="caesar", steps=1, length=8, secret=share)
        for share in (0.0, 1.0)
        for i in range(30)
    ]
    assert ["pair" in draft.canonical for draft in drafts] == [False] * 30 + [True] * 30


# ---- the prompt and the worked solution ----------------------------------------------------------------


@given(LEVELS, SEEDS)
def test_the_prompt_states_every_key_that_is_not_hidden(level, seed):
    draft = generate(random.Random(seed), **SPEC.params(level))
    hidden = draft.canonical.get("hidden", -1)
    for i, (_, key) in enumerate(draft.payload["steps"]):
        if i != hidden:
            for part in key if isinstance(key, list) else [key] if key is not None else []:
                assert re.search(rf"\b{part}\b", draft.prompt)
    assert ("Step 2" in draft.prompt) == (len(draft.payload["steps"]) > 1)
    wanted = "plaintext" if draft.payload["decrypt"] else "ciphertext"
    assert re.search(rf"(only the|Which|Find the) {wanted}", draft.prompt)


@given(LEVELS, SEEDS)
def test_the_worked_solution_passes_through_every_step(level, seed):
    draft = generate(random.Random(seed), **SPEC.params(level))
    results = [line[2:] for line in draft.trace.split("\n") if line.startswith("= ")]
    assert results[-1] == draft.answer
    steps = draft.payload["steps"]
    texts = [draft.answer if draft.payload["decrypt"] else draft.payload["text"]]
    for step in steps:
        texts.append(encrypted([step], texts[-1]))
    last = results[-len(steps) :]
    assert last == (texts[-2::-1] if draft.payload["decrypt"] else texts[1:])


def test_the_arithmetic_in_worked_solutions_is_right():
    for seed in range(60):
        for name in ("affine", "hill"):
            draft = generate(random.Random(seed), methods=name, steps=1, length=8, secret=0.0)
            moved = re.findall(r"(\d+) (\d+) ([A-Z])\b", draft.trace)
            assert len(moved) >= len(draft.answer)
            assert all(int(number) % 26 == int(rest) == AZ.index(letter) for number, rest, letter in moved)


@given(LEVELS, SEEDS)
def test_the_fingerprint_sees_the_problem_and_not_its_wording(level, seed):
    drafts = []
    for wording in cipher.WORDINGS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cipher, "WORDINGS", (wording,))
            drafts.append(generate(random.Random(seed), **SPEC.params(level)))
    assert len({draft.prompt for draft in drafts}) == 3
    assert drafts[0].canonical == drafts[1].canonical == drafts[2].canonical
    other = generate(random.Random(seed + 1), **SPEC.params(level))
    assert other.canonical != drafts[0].canonical


def test_different_tasks_have_different_fingerprints():
    for level in SPEC.levels:
        assert len({SPEC.task(level, seed).fingerprint for seed in range(150)}) == 150


# ---- reading and judging -------------------------------------------------------------------------------


SHIFTED = {"steps": [["caesar", 3]], "decrypt": False, "text": "HELLO"}
PLAYFAIR = {"steps": [["playfair", "PLAYFIREXM"]], "decrypt": True, "text": "BMODZB"}


@given(LEVELS, SEEDS)
def test_every_dress_of_the_reference_is_accepted(level, seed):
    task = SPEC.task(level, seed)
    for form in (task.answer, *accepted_forms(task.answer)):
        assert verify(task.payload, form).passed, form


@pytest.mark.parametrize(
    "answer",
    ["KHOOR", "khoor", "Khoor", " KHOOR\n", "K H O O R", "KHO OR", '"KHOOR"', "'KHOOR'.", "\u00a0KHOOR"],
)
def test_accepted_forms(answer):
    assert verify(SHIFTED, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", Reason.UNPARSABLE),
        (".", Reason.UNPARSABLE),
        ("K-H-O-O-R", Reason.UNPARSABLE),
        ("KHOOR or KHOOS", Reason.WRONG),
        ("KHOOR, KHOOS", Reason.UNPARSABLE),
        ("KHOOR KHOOR", Reason.WRONG),
        ("the answer is not KHOOR", Reason.WRONG),
        ("KHOOR=KHOOR", Reason.UNPARSABLE),
        ("KHO0R", Reason.UNPARSABLE),
        ("\uff2b\uff28\uff2f\uff2f\uff32", Reason.UNPARSABLE),  # full-width letters
        ("\u212aHOOR", Reason.UNPARSABLE),  # the Kelvin sign
        ("KHOO", Reason.WRONG),
        ("KHOORX", Reason.WRONG),
        ("HELLO", Reason.WRONG),
        ("EBIIL", Reason.WRONG),  # shifted the other way
        ("KHORO", Reason.WRONG),
        ("ROOHK", Reason.WRONG),
    ],
)
def test_refused_answers(answer, reason):
    verdict = verify(SHIFTED, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)


def test_letters_that_grow_when_capitalised_are_refused():
    payload = {"steps": [["caesar", 1]], "decrypt": False, "text": "RRAB"}
    assert verify(payload, "ssbc").passed
    assert not verify(payload, "ßbc").passed
    assert not verify(payload, "\u017fsbc").passed


def test_a_wrong_text_of_the_right_length_reports_its_right_letters_without_credit():
    verdict = verify(SHIFTED, "KHOOX")
    assert (verdict.score, verdict.parts) == (0.0, {"letters": 0.8})


def test_playfair_does_not_take_j_for_i_nor_equal_pairs():
    assert verify(PLAYFAIR, "HIDETH").passed
    for answer in ("HJDETH", "HIDETT"):
        verdict = verify(PLAYFAIR, answer)
        assert verdict.reason is Reason.WRONG
        assert "pair of equal letters" in verdict.message


def test_the_verifier_scores_any_string():
    for text in ("\x00", "\ud800", "A" * 10**6, " " * 10**6, "A " * 500_000, '"' * 10**6):
        for payload in (SHIFTED, PLAYFAIR):
            assert verify(payload, text).score == 0.0


# ---- texts and parameters ------------------------------------------------------------------------------


@given(st.integers(1, 200), SEEDS)
def test_texts_have_the_length_asked_for(length, seed):
    text = secret_text(random.Random(seed), length)
    assert len(text) == length
    assert set(text) <= set(AZ)
    ready = without_fillers(text)
    assert len(ready) == length
    assert "J" not in ready
    assert all(ready[i] != ready[i + 1] for i in range(0, length - 1, 2))


GOOD = {"methods": "caesar+columnar", "steps": 1, "length": 10, "secret": 0.0}


@pytest.mark.parametrize(
    "bad",
    [
        {"methods": "rot13"},
        {"methods": ""},
        {"steps": 0},
        {"steps": 3},
        {"length": 3},
        {"length": 2001},
        {"secret": 1.5},
    ],
)
def test_parameters_out_of_range_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        generate(random.Random(0), **{**GOOD, **bad})


@given(st.sampled_from(sorted(CIPHERS)), st.integers(4, 12), SEEDS)
def test_every_method_makes_tasks_at_every_length(name, length, seed):
    draft = generate(random.Random(seed), methods=name, steps=1, length=length, secret=0.5)
    assert verify(draft.payload, draft.answer).passed

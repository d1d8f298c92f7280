"""Ciphers: encrypt or decrypt a text with methods that the prompt states in full.

Texts are letters A to Z without spaces, made of invented and ordinary words, so that they cannot be guessed. A
task has one step or several, each applied to the result of the one before. In some tasks the key of one step is
not told, but one text and its encryption are; an exhaustive search over all keys proves that those which fit
give the same answer. So exactly one answer is right.

Declared symmetries: none. The fingerprint covers methods, keys, direction and texts, and no wording.

Difficulty: `length` letters; `steps` different methods in a row, drawn from `methods` (names joined by ``+``);
`secret` is the share of tasks in which a key must be found first.

Source: D. Kahn, The Codebreakers, 1967; L. S. Hill, Cryptography in an algebraic alphabet, 1929.
"""

from __future__ import annotations

import random
from itertools import pairwise

from ..base import Draft, GenerationError, Json
from ..limits import Real, Whole, Words, limited
from ..wording import phrase
from .cipher_base import Key
from .cipher_keys import SECRET, fitting_keys, key_working
from .cipher_words import secret_text, without_fillers
from .ciphers import CIPHERS, IN_PAIRS

WORDINGS = (
    "{verb} the text {text}. Encryption works like this:\n{rules}{pair}\n\nAll texts consist of the letters A to Z. "
    "Give only the {wanted}, in letters and without spaces.",
    "This is how two friends encrypt their messages, which are made of the letters A to Z only:\n{rules}{pair}\n\n"
    "Which {wanted} belongs to the {given} {text}? Answer with its letters, without spaces.",
    "The {given} is {text}.\n\nThe method of encryption, on the 26 letters A to Z:\n{rules}{pair}\n\n"
    "Find the {wanted}. The answer is one string of letters with no spaces in it.",
)
_TRIES = 200

Step = tuple[str, Key]


@limited(
    methods=Words(tuple(CIPHERS), "the methods to draw from", joint="+"),
    steps=Whole(1, len(CIPHERS), "different methods, applied one after the other"),
    length=Whole(4, 2000, "letters of the text; one more if a method takes pairs and the number is odd"),
    secret=Real(0, 1, "the chance that a key must be found from a pair of texts"),
)
def generate(rng: random.Random, *, methods: str, steps: int, length: int, secret: float) -> Draft:
    """Make one text to encrypt or decrypt.

    Raises:
        ValueError: if there are more steps than methods.
        GenerationError: if no task could be made.
    """
    names = methods.split("+")
    if steps > len(set(names)):
        raise ValueError(f"steps must be at most {len(set(names))}, the number of methods, not {steps}")
    for _ in range(_TRIES):
        chain = _chain(rng, names, steps, length)
        plain = _plain(rng, chain, length)
        texts = _texts(plain, chain)
        if any(a == b for a, b in pairwise(texts)):
            continue  # a step that changes nothing teaches nothing, and would show the answer
        hideable = [i for i, (name, _) in enumerate(chain) if name in SECRET]
        if rng.random() >= secret or not hideable:
            hidden, sample = -1, None
        else:
            hidden = rng.choice(hideable)
            sample = _sample(rng, chain, hidden, plain, texts[-1])
            if sample is None:
                continue
        return _draft(rng, chain, texts, hidden, sample)
    raise GenerationError(
        f"no task with methods={methods!r} and length={length} in {_TRIES} tries; take more letters"
    )


def _chain(rng: random.Random, names: list[str], steps: int, length: int) -> list[Step]:
    """Different methods in random order, with their keys. Playfair comes first: it needs a text made for it."""
    chosen = rng.sample(list(dict.fromkeys(names)), steps)
    if "playfair" in chosen:
        chosen.remove("playfair")
        chosen.insert(0, "playfair")
    return [(name, CIPHERS[name].draw(rng, length)) for name in chosen]


def _plain(rng: random.Random, chain: list[Step], length: int) -> str:
    if any(name in IN_PAIRS for name, _ in chain):
        length += length % 2
    text = secret_text(rng, length)
    return without_fillers(text) if chain[0][0] == "playfair" else text


def _texts(plain: str, chain: list[Step]) -> list[str]:
    """The plaintext and the text after each step."""
    texts = [plain]
    for name, key in chain:
        texts.append(CIPHERS[name].turn(texts[-1], key, False))
    return texts


def _sample(rng: random.Random, chain: list[Step], hidden: int, plain: str, cipher: str) -> list[str] | None:
    """A plaintext and its stages of encryption that pin the hidden key down; None if a text was unlucky.

    It pins the key down if every key that fits decrypts `cipher` to `plain`.
    """
    name, key = chain[hidden]
    width = len(key) if isinstance(key, str) else 0
    texts = _texts(_plain(rng, chain, max(8, 2 * width)), chain)
    if texts[0] in plain or texts[0] == texts[-1]:
        return None
    before = _texts(plain, chain[:hidden])[-1]
    after = CIPHERS[name].turn(before, key, False)
    for other in fitting_keys(name, texts[hidden], texts[hidden + 1], width):
        if CIPHERS[name].turn(before, other, False) != after:
            return None
    return texts


def _draft(
    rng: random.Random, chain: list[Step], texts: list[str], hidden: int, sample: list[str] | None
) -> Draft:
    decrypt = rng.random() < 0.5
    given, answer = (texts[-1], texts[0]) if decrypt else (texts[0], texts[-1])
    rules = [CIPHERS[name].rule(key, i != hidden) for i, (name, key) in enumerate(chain)]
    if len(rules) > 1:
        rules = [
            f"Step {i + 1}{', on the result of step ' + str(i) if i else ''}: {r}" for i, r in enumerate(rules)
        ]
    pair = (
        f"\nThe plaintext {sample[0]} becomes the ciphertext {sample[-1]} with the same keys." if sample else ""
    )
    handled = len(texts[0]) + (len(sample[0]) if sample else 0)
    sides = ("ciphertext", "plaintext") if decrypt else ("plaintext", "ciphertext")
    kept: list[Json] = [list(step) for step in chain]
    payload = {"steps": kept, "decrypt": decrypt, "text": given}
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            verb="Decrypt" if decrypt else "Encrypt",
            text=given,
            rules="\n".join(rules),
            pair=pair,
            given=sides[0],
            wanted=sides[1],
        ),
        payload=payload,
        answer=answer,
        trace="\n".join([*_key_lines(chain, hidden, sample), *_lines(chain, texts, decrypt)]),
        canonical={**payload, "hidden": hidden, "pair": [sample[0], sample[-1]]} if sample else payload,
        guess_rate=1 / 26 ** len(answer),
        difficulty=float(handled * sum([CIPHERS[name].weight for name, _ in chain])),
    )


def _lines(chain: list[Step], texts: list[str], decrypt: bool) -> list[str]:
    """The working of every step, in the order in which it is done, and the text after it."""
    lines = []
    order = list(zip(chain, texts, texts[1:], strict=False))
    for (name, key), plain, cipher in reversed(order) if decrypt else order:
        start, end = (cipher, plain) if decrypt else (plain, cipher)
        lines.extend(CIPHERS[name].working(start, end, key, decrypt))
        lines.append(f"= {end}")
    return lines


def _key_lines(chain: list[Step], hidden: int, sample: list[str] | None) -> list[str]:
    """How the hidden key follows: both texts of the pair are brought next to the hidden step."""
    if sample is None:
        return []
    lines = _lines(chain[:hidden], sample[: hidden + 1], False)
    lines += _lines(chain[hidden + 1 :], sample[hidden + 1 :], True)
    name, key = chain[hidden]
    return [*lines, *key_working(name, sample[hidden], sample[hidden + 1], key)]

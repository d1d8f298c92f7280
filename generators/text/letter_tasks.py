"""Letter tasks: work with the letters of invented words, one clear rule at a time.

Kinds: ``chain`` (a word goes through several steps: reversed, sorted, rotated, letters taken out, doubled, shifted,
exchanged), ``count`` (how often some letters occur in a text), ``words`` (the words of a line are put in
another order, and turned round or not), ``weave`` (two words are interleaved in turns of one or more letters),
``palindrome`` (the fewest letters behind a word that make it read the same both ways), ``isomorphic`` (which
words have the pattern of another one). All of them are one task, not twenty near copies; a new line behind an
answer never matters.

Difficulty: `length` letters of a word, `steps` of a chain. Proxy: letters read, in all steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from math import sqrt

from ..base import Json
from ..family import Family, Question
from ..in_order import in_order, typed
from ..kernels.machine import run
from ..limits import Whole

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "chain": (
        "Take the word {word} and do this to it, step by step:\n\n{steps}\n\nWhich word comes out?",
        "The letters of {word} go through these steps, one after the other:\n\n{steps}\n\nGive the word at "
        "the end.",
        "{steps}\n\nDo these steps, in this order, with the word {word}. Each works on what the one before "
        "has left. Give the result.",
    ),
    "count": (
        "How often do the letters {letters} occur in the following text, all of them "
        "together?\n\n{text}\n\nGive a number.",
        "{text}\n\nCount how many letters of this text are one of {letters}. Give a number.",
        "Go through this text letter by letter, and count each that is one of {letters}:\n\n{text}\n\nGive "
        "the total as a number.",
    ),
    "words": (
        "Here is a line of words:\n\n{text}\n\n{task} Give the words, separated by spaces.",
        "{task} Give the words, separated by spaces. The line is:\n\n{text}",
        "{text}\n\n{task} Answer with these words, separated by spaces.",
    ),
    "weave": (
        "Weave the words {one} and {two}: take {turn_one} of the first, then {turn_two} of the second, "
        "then again of the first, and so on. When one of them is used up, the rest of the other follows. "
        "Which word comes out?",
        "The letters of {one} and {two} are put together in turns, {turn_one} of {one} and then {turn_two} "
        "of {two}, until one of the words ends; what is left of the other is added at the end. Give the "
        "result.",
        "Two words, {one} and {two}, are interleaved: first {turn_one} of {one}, then {turn_two} of {two}, "
        "and so on in turns. Where one has no letters left, all that remains of the other comes at the "
        "end. Give the word that this makes.",
    ),
    "palindrome": (
        "A palindrome reads the same from both ends. Which is the shortest palindrome that begins with {word}?",
        "Add as few letters as possible at the end of {word}, so that the whole reads the same forwards "
        "and backwards. Give the whole word.",
        "Make a palindrome of {word} by adding letters behind it, as few as possible. Give the whole "
        "palindrome.",
    ),
    "isomorphic": (
        "Two words are isomorphic if replacing each letter of one, the same letter always by the same and "
        "different letters by different ones, gives the other. For each of the words below, write Y if it "
        "is isomorphic to {word}, and N if not.\n\n{words}\n\nGive the letters Y and N in the order of the "
        "words, without anything else.",
        "A word fits {word} if its letters are equal at the same places: where {word} has one letter "
        "twice, it has one letter twice, and nowhere else.\n\n{words}\n\nWhich of these words fit? Give Y "
        "for a word that fits and N for one that does not, in their order.",
        "{words}\n\nWhich of these words can be turned into {word} by exchanging letters one for one "
        "(different letters for different ones)? Give, in the order of the words, Y if it can be done and "
        "N if not.",
    ),
}

Step = list[Json]


def _word(rng: random.Random, length: int, letters: str = ALPHABET) -> str:
    return "".join(rng.choice(letters) for _ in range(length))


def _few(rng: random.Random, length: int) -> str:
    """A word in which letters come again."""
    return _word(rng, length, "".join(rng.sample(ALPHABET, min(max(4, length // 2), len(ALPHABET)))))


def _chain(rng: random.Random, length: int, steps: int) -> Question | None:
    word = _few(rng, length)
    table: list[Step] = []
    while len(table) < steps:
        step = _step(rng, length)
        if not table or table[-1][0] != step[0]:
            table.append(step)
    words = run(word, [partial(_done, step=step) for step in table])
    if any(a == b for a, b in pairwise(words)) or len(words[-1]) < 3:
        return None
    if any(step[0] == "rotate" and step[2] >= len(before) for before, step in zip(words, table, strict=False)):
        return None  # there are not so many letters to move
    facts: dict[str, Json] = {"kind": "chain", "word": word, "steps": table}
    lines = [f"{n}. {after}" for n, after in enumerate(words[1:], 1)]
    fields = {"word": word, "steps": "\n".join(f"{n}. {_said(step)}" for n, step in enumerate(table, 1))}
    return _as_word(fields, facts, words[-1], lines, sum(map(len, words)))


def _step(rng: random.Random, length: int) -> Step:
    sort = rng.choice(("reverse", "sort", "rotate", "every", "double", "shift", "swap", "halves", "vowels"))
    match sort:
        case "rotate":
            return [sort, rng.choice(("left", "right")), rng.randint(1, max(length // 2, 2))]
        case "every":
            return [sort, rng.randint(3, 5)]
        case "double":
            return [sort, rng.choice(ALPHABET), rng.choice(ALPHABET)]
        case "shift":
            return [sort, rng.randint(1, 5)]
    return [sort]


def _done(word: str, step: Step) -> str:
    match step:
        case ["reverse"]:
            return word[::-1]
        case ["sort"]:
            return "".join(sorted(word))
        case ["rotate", way, count]:
            count = count % len(word) if way == "left" else -count % len(word)
            return word[count:] + word[:count]
        case ["every", n]:
            return "".join(letter for at, letter in enumerate(word, 1) if at % n)
        case ["double", low, high]:
            low, high = sorted((low, high))
            return "".join(letter * 2 if low <= letter <= high else letter for letter in word)
        case ["shift", by]:
            return "".join(ALPHABET[(ALPHABET.index(letter) + by) % 26] for letter in word)
        case ["swap"]:
            pairs = [word[at : at + 2] for at in range(0, len(word), 2)]
            return "".join(pair[::-1] for pair in pairs)
        case ["halves"]:
            half = (len(word) + 1) // 2
            return word[half:] + word[:half]
    return "".join(letter for letter in word if letter not in "AEIOU")


def _said(step: Step) -> str:
    match step:
        case ["reverse"]:
            return "Reverse it."
        case ["sort"]:
            return "Sort its letters from A to Z; equal ones stay as often as they are."
        case ["rotate", way, count]:
            end, other = ("beginning", "end") if way == "left" else ("end", "beginning")
            kept = "" if count == 1 else "; they keep their order"
            return f"Move the {_letters(count)} at the {end} to the {other}{kept}."
        case ["every", n]:
            return f"Strike out each letter whose place is a multiple of {n}, counted from 1."
        case ["double", low, high]:
            low, high = sorted((low, high))
            if low == high:
                return f"Write each {low} of the word twice in a row."
            which = f"if it is one of the letters from {low} to {high} in the alphabet"
            return f"Write a letter of the word twice in a row {which}; leave the others as they are."
        case ["shift", by]:
            places = "the next one" if by == 1 else f"the one {by} places further on"
            return f"Replace each letter by {places} in the alphabet, with A after Z."
        case ["swap"]:
            return "Exchange the first and second letter, the third and fourth, and so on; a last single letter stays."
        case ["halves"]:
            return "Exchange the two halves; of an odd number of letters, the first half has one more."
    return "Strike out the vowels A, E, I, O and U."


def _letters(count: int) -> str:
    return "letter" if count == 1 else f"{count} letters"


def _count(rng: random.Random, length: int, steps: int) -> Question | None:
    letters = "".join(sorted(rng.sample(ALPHABET, rng.randint(2, 3))))
    words = [_word(rng, rng.randint(3, 9), letters * 6 + ALPHABET) for _ in range(max(length * steps // 4, 4))]
    found = [sum(letter in letters for letter in word) for word in words]
    total = sum(found)
    lines = [f"{word}: {number}" for word, number in zip(words, found, strict=True)]
    lines.append(f"{' + '.join(map(str, found))} = {total}")
    facts: dict[str, Json] = {"kind": "count", "letters": letters, "words": words}
    fields = {"letters": " ".join(letters), "text": " ".join(words)}
    return Question(
        fields, typed(facts, str(total)), str(total), lines, gold=None, canonical=facts,
        guess_rate=0.27 / sqrt(len(words)),
        difficulty=float(sum(map(len, words))),
    )  # fmt: skip


ORDERS = (
    "Leave the words where they are.",
    "Put the words in reverse order.",
    "Put the words in alphabetical order.",
    "Move the last word to the front; the other words keep their order.",
)


def _words(rng: random.Random, length: int, steps: int) -> Question | None:
    words = [_word(rng, rng.randint(3, 6)) for _ in range(max(length * steps // 6, 4))]
    order, turned = rng.randrange(len(ORDERS)), rng.random() < 0.6
    if order == 0 and not turned:
        return None
    put = [words, words[::-1], sorted(words), [words[-1], *words[:-1]]][order]
    result = [word[::-1] if turned else word for word in put]
    if result == words:
        return None  # the words were in that order
    then = (
        "Then spell each word backwards, without moving it."
        if turned
        else "Do not change the words themselves."
    )
    task = f"{ORDERS[order]} {then}"
    facts: dict[str, Json] = {"kind": "words", "words": words, "order": order, "turned": turned}
    lines = [f"{word} -> {after}" for word, after in zip(put, result, strict=True)]
    return Question(
        {"text": " ".join(words), "task": task},
        in_order(facts, [word.lower() for word in result]),
        " ".join(result),
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.001,
        difficulty=float(sum(map(len, words))),
    )


def _weave(rng: random.Random, length: int, steps: int) -> Question | None:
    one, two = (
        _word(rng, length * steps // 2 + rng.randint(2, 4)),
        _word(rng, length * steps // 2 + rng.randint(2, 4)),
    )
    turns = rng.randint(1, 3), rng.randint(1, 3)
    result, lines, at = "", [], [0, 0]
    while at[0] < len(one) and at[1] < len(two):
        for n, word in enumerate((one, two)):
            result += word[at[n] : at[n] + turns[n]]
            at[n] += turns[n]
        lines.append(result)
    result += one[at[0] :] + two[at[1] :]
    facts: dict[str, Json] = {"kind": "weave", "one": one, "two": two, "turns": list(turns)}
    fields = {"one": one, "two": two, "turn_one": _next(turns[0]), "turn_two": _next(turns[1])}
    return _as_word(fields, facts, result, lines, len(one) + len(two))


def _next(count: int) -> str:
    return "one letter" if count == 1 else f"{({2: 'two', 3: 'three'})[count]} letters"


def _palindrome(rng: random.Random, length: int, steps: int) -> Question | None:
    middle = _word(rng, rng.randint(1, max(length * steps // 5, 2)))
    front = _word(rng, max(length * steps // 2, 3))
    word = front + middle + middle[::-1][rng.randint(0, 1) :]
    at = next(at for at in range(len(word)) if word[at:] == word[at:][::-1])
    result = word + word[:at][::-1]
    facts: dict[str, Json] = {"kind": "palindrome", "word": word}
    lines = [
        f"the longest palindrome at the end: {word[at:]}",
        f"before it: {word[:at]}, turned round {word[:at][::-1]}",
    ]
    return _as_word({"word": word}, facts, result, lines, len(result))


def _isomorphic(rng: random.Random, length: int, steps: int) -> Question | None:
    size = max(min(length, 16), 5)
    word = _word(rng, size, "".join(rng.sample(ALPHABET, max(size * 2 // 3, 3))))
    words, signs = [], ""
    for _ in range(max(min(length * steps // 4, 24), 6)):
        letters = dict(zip(sorted(set(word)), rng.sample(ALPHABET, len(set(word))), strict=True))
        other = "".join(letters[letter] for letter in word)
        if rng.random() < 0.5:
            place = rng.randrange(size)
            instead = sorted({*other, rng.choice(ALPHABET)} - {other[place]})
            other = other[:place] + rng.choice(instead) + other[place + 1 :]
        words.append(other)
        signs += "Y" if pattern(other) == pattern(word) else "N"
    facts: dict[str, Json] = {"kind": "isomorphic", "word": word, "words": words}
    lines = [f"{word}: {_places(word)}", *(f"{other}: {_places(other)}" for other in words)]
    return Question(
        {"word": word, "words": "\n".join(words)},
        in_order(facts, list(signs), signs="YN"),
        signs,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=2.0 ** -len(words),
        difficulty=float(size * len(words)),
    )


def pattern(word: str) -> list[int]:
    """For each letter of a word the place where it stands first."""
    return [word.index(letter) for letter in word]


def _places(word: str) -> str:
    return " ".join(str(place + 1) for place in pattern(word))


def _as_word(
    fields: Mapping[str, object], facts: Mapping[str, Json], word: str, lines: list[str], read: int
) -> Question:
    return Question(
        fields,
        in_order(facts, list(word), signs=ALPHABET),
        word,
        lines,
        gold=None,
        canonical=dict(facts),
        guess_rate=0.001,
        difficulty=float(read),
    )


_MAKERS: Mapping[str, Callable[[random.Random, int, int], Question | None]] = {
    "chain": _chain,
    "count": _count,
    "words": _words,
    "weave": _weave,
    "palindrome": _palindrome,
    "isomorphic": _isomorphic,
}


def _maker(kind: str, rng: random.Random, *, length: int, steps: int) -> Question | None:
    return _MAKERS[kind](rng, length, steps)


generate = Family(
    {kind: partial(_maker, kind) for kind in _MAKERS},
    WORDINGS,
    {
        "length": Whole(4, 60, "letters of a word"),
        "steps": Whole(1, 20, "steps of a chain; other kinds have so many times more to read"),
    },
    kind_in_facts=False,
)

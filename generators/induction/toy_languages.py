"""Toy languages: translate a sentence into an invented language, or put adjectives in order, from examples alone.

`translate`: sentences with their meanings are given, and one more is to be translated. Words stand in a fixed order;
a noun's form goes by its number and by whether it is subject or object, a verb's by its tense and the subject's number,
an adjective's by its noun. **All grammars of this class that fit the examples give the same translation**: every order
of words is tried, and in each the forms are equations of stems and affixes (`ruled`), whose solutions are shifts of one
another and agree on every form that examples connect.

`adjectives`: a language has adjectives in an order of its own, which examples show in part; what follows from them
settles the order that is asked for.

Difficulty: `features` that grammars really have, `lexicon` (words of each class), `tenses`, how many forms of the
answer no example shows (`new`), and the kinds of adjectives in a phrase (`phrase`). Proxy: words of all examples, times
the features, or times the kinds of adjectives.

Sources: the linguistics olympiads' problems of this kind, and BIG-Bench Extra Hard (arXiv:2502.19187), linguini and
hyperbaton. Languages are drawn anew for each task.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product
from math import factorial
from typing import Any, Final, NamedTuple

from ..base import Json
from ..family import Family, Question
from ..in_order import in_order
from ..limits import Whole

NOUNS: Final = ("dog", "cat", "king", "farmer", "girl", "boy", "horse", "baker")
VERBS: Final = ("follow", "help", "greet", "call", "visit", "lift")
ADJECTIVES: Final = ("old", "young", "tall", "rich", "quiet", "clever")
ADVERBS: Final = ("here", "gladly", "quickly", "alone")
FEATURES: Final = ("number", "tense", "case", "agreement", "adjective number", "adjective case", "adverbs")
"""What a grammar may mark, in the order in which `features` counts; of the last, sentences have adverbs."""
KINDS: Final = {
    "opinion": ("lovely", "ugly", "strange"),
    "size": ("big", "small", "tiny"),
    "age": ("old", "new", "ancient"),
    "shape": ("round", "square", "flat"),
    "colour": ("red", "blue", "green"),
    "origin": ("northern", "coastal", "foreign"),
    "material": ("wooden", "glass", "paper"),
}
"""Adjectives by kind, in the usual order of English."""
THINGS: Final = ("box", "lamp", "chair", "bowl", "bridge", "mask", "clock")
_EXPLAINED: Final = (
    'Each word of the language stands for one word of the English sentence; "the" and "will" are not translated. The '
    "order of words is the same in all sentences, with adjectives either always just before or always just after "
    "their noun. A word is a stem with an ending, or with a beginning, which may also be empty; adverbs have none. "
    "Which one a noun has may depend on whether it is singular or plural, and on whether it is the subject or the "
    "object; that of a verb on the tense, and on whether the subject is singular or plural; that of an adjective "
    "on the same as for the noun that it belongs to. All nouns have the same endings, or all have the same "
    "beginnings, and so it is with all verbs and with all adjectives."
)
_PHRASE: Final = (
    "Adjectives are of these kinds: {kinds}. The language has a fixed order of kinds, which is not that of "
    "English, and no two adjectives of a phrase are of one kind."
)
WORDINGS: Final = {
    "translate": (
        f"Here are sentences of an invented language and what they "
        f"mean:\n\n{{examples}}\n\n{_EXPLAINED}\n\nTranslate into "
        "the language: {query}.\n\nGive only the words of the translation, in order.",
        f"{_EXPLAINED}\n\nExamples of the language, with their meanings:\n\n{{examples}}\n\nHow is this said in it: "
        "{query}.\n\nWrite the words of that sentence with spaces between them.",
        f"Study these sentences of a made-up language.\n\n{{examples}}\n\n{_EXPLAINED}\n\nNow say in this language: "
        "{query}.\n\nThe answer is the translated sentence, without a final stop.",
    ),
    "adjectives": (
        f"These phrases are right in a language that has English words, but an order of adjectives of its own:\n\n"
        f"{{examples}}\n\n{_PHRASE}\n\nPut these adjectives in the right order before the noun {{noun}}: "
        f"{{query}}\n\nWrite "
        "the whole phrase.",
        f"{_PHRASE}\n\nSome phrases that are right:\n\n{{examples}}\n\nHow does the language say {{noun}} with the "
        f"adjectives "
        "{query}? Give the phrase, the noun last.",
        f"A language with English words puts adjectives in another order. It "
        f"says:\n\n{{examples}}\n\n{_PHRASE}\n\nIn which "
        "order do these stand in it: {query}? Write them in order and then the noun, {noun}.",
    ),
}

Noun = list[Any]
"""``[noun, whether there are several, adjective or None]``."""
Sentence = list[Any]
"""``[subject, [verb, tense], object, adverb or None]``."""
Form = tuple[str, str, tuple[Any, ...]]
"""A class of words, the English word, and what decides its affix."""


class Order(NamedTuple):
    """An order of words: of the parts of a sentence, and whether adjectives stand before their noun."""

    parts: tuple[str, ...]
    before: bool


ORDERS: Final = tuple(Order(parts, before) for parts in permutations("SVOA") for before in (True, False))


def forms(sentence: Sentence, order: Order) -> list[Form]:
    """The forms of a sentence in their order."""
    subject, (verb, tense), thing, adverb = sentence
    found: list[Form] = []
    for part in order.parts:
        if part == "V":
            found.append(("verb", verb, (tense, subject[1])))
        elif part == "A":
            found += [("adverb", adverb, ())] * (adverb is not None)
        else:
            noun, several, adjective = subject if part == "S" else thing
            pair = [("noun", noun, (part, several))]
            if adjective is not None:
                pair.insert(0 if order.before else 1, ("adjective", adjective, (part, several)))
            found += pair
    return found


def ruled(known: Mapping[tuple[str, Any], str], side: int) -> dict[tuple[str, Any], str] | None:
    """All forms that follow from some, if a word is a stem and an affix; None if no stems and affixes fit.

    Words and keys that occur together are connected. If two solutions of a connected part differ, then all its stems
    differ by the same letters at the seam, so each solution gives the same forms. It is enough to find one.

    Args:
        known: forms by word and key.
        side: 1 if the affix stands at the end, -1 if at the beginning.
    """
    found: dict[tuple[str, Any], str] = {}
    left = {pair: form[::side] for pair, form in known.items()}
    while left:
        first = next(iter(left))[0]
        longest = min(len(form) for (word, _), form in left.items() if word == first)
        for length in range(longest, -1, -1):
            stems, affixes = _solved(left, first, length)
            if stems:
                break
        else:
            return None
        found |= {(w, k): (stem + affix)[::side] for w, stem in stems.items() for k, affix in affixes.items()}
        left = {(word, key): form for (word, key), form in left.items() if word not in stems}
    return found


def _solved(
    known: Mapping[tuple[str, Any], str], first: str, length: int
) -> tuple[dict[str, str], dict[Any, str]]:
    """Stems and affixes of all that hangs together with a word whose stem is so long; empty if nothing fits."""
    start = next(form for (word, _), form in known.items() if word == first)
    stems, affixes = {first: start[:length]}, dict[Any, str]()
    grown = True
    while grown:
        grown = False
        for (word, key), form in known.items():
            stem, affix = stems.get(word), affixes.get(key)
            if stem is not None and affix is None and form.startswith(stem):
                affixes[key], grown = form[len(stem) :], True
            elif affix is not None and stem is None and form.endswith(affix):
                stems[word], grown = form[: len(form) - len(affix)], True
            elif (stem is not None or affix is not None) and form != f"{stem}{affix}":
                return {}, {}
    return stems, affixes


def translations(
    examples: Sequence[tuple[Sentence, list[str]]], query: Sentence, orders: Iterable[Order] = ORDERS
) -> Iterator[list[str | None]]:
    """What each fitting grammar makes of a sentence, in turn; None stands for a form that stays open."""
    for order in orders:
        known: dict[str, dict[tuple[str, Any], str]] = {"noun": {}, "verb": {}, "adjective": {}, "adverb": {}}
        pairs = (
            pair for sentence, words in examples for pair in zip(forms(sentence, order), words, strict=True)
        )
        if any(known[group].setdefault((word, key), form) != form for (group, word, key), form in pairs):
            continue
        tables = [
            [known[group]]
            if group == "adverb"
            else [table for side in (1, -1) if (table := ruled(known[group], side)) is not None]
            for group in known
        ]
        for chosen in product(*tables):
            by_group = dict(zip(known, chosen, strict=True))
            yield [by_group[group].get((word, key)) for group, word, key in forms(query, order)]


def english(sentence: Sentence) -> str:
    """The meaning of a sentence."""
    subject, (verb, tense), thing, adverb = sentence

    def noun(part: Noun) -> str:
        return " ".join(["the", *([part[2]] if part[2] else []), part[0] + "s" * part[1]])

    said = {"past": f"{verb}ed", "future": f"will {verb}"}.get(tense, verb if subject[1] else f"{verb}s")
    text = " ".join([noun(subject), said, noun(thing), *([adverb] if adverb else [])])
    return f"{text[0].upper()}{text[1:]}"


class _Grammar:
    """One language, with its words."""

    def __init__(self, rng: random.Random, features: int, lexicon: int, tenses: int) -> None:
        marked = set(FEATURES[:features])
        self.order = Order(tuple(rng.sample("SVOA", 4)), rng.random() < 0.5)
        self.nouns, self.verbs = rng.sample(NOUNS, lexicon), rng.sample(VERBS, max(lexicon - 1, 2))
        self.adjectives = rng.sample(ADJECTIVES, max(lexicon - 1, 2))
        self.adverbs = rng.sample(ADVERBS, 2) if "adverbs" in marked else []
        self.tenses = ("present", "past", "future")[:tenses]
        stems = list(_stems(rng, 26))
        words = [*self.nouns, *self.verbs, *self.adjectives, *self.adverbs]
        self.stems = dict(zip(words, stems, strict=False))
        affixes = rng.sample(_AFFIXES, len(_AFFIXES))
        self.sides = {group: rng.choice((1, 1, -1)) for group in ("noun", "verb", "adjective")}
        marks = {
            "noun": ("case" in marked, "number" in marked),
            "verb": ("tense" in marked, "agreement" in marked),
            "adjective": ("adjective case" in marked, "adjective number" in marked),
        }
        self.affixes: dict[tuple[str, Any], str] = {}
        for group, (first, second) in marks.items():
            firsts: Sequence[Any] = self.tenses if group == "verb" else "SO"
            given: dict[Any, str] = {}
            for key in product(firsts, (False, True)):
                seen = (key[0] if first else None, key[1] if second else None)
                if seen not in given:
                    given[seen] = "" if not given and rng.random() < 0.5 else affixes.pop()
                self.affixes[group, key] = given[seen]

    def sentence(self, rng: random.Random) -> Sentence:
        """A sentence by chance; nobody does anything to himself."""
        one, other = rng.sample(self.nouns, 2)
        parts = [
            [noun, rng.random() < 0.5, rng.choice(self.adjectives) if rng.random() < 0.5 else None]
            for noun in (one, other)
        ]
        adverb = rng.choice(self.adverbs) if self.adverbs and rng.random() < 0.5 else None
        return [parts[0], [rng.choice(self.verbs), rng.choice(self.tenses)], parts[1], adverb]

    def said(self, sentence: Sentence) -> list[str]:
        """The words of a sentence."""
        found = []
        for group, word, key in forms(sentence, self.order):
            affix = self.affixes.get((group, key), "")
            stem = self.stems[word]
            found.append(stem + affix if self.sides.get(group, 1) == 1 else affix + stem)
        return found


_AFFIXES: Final = tuple("ak em i on us or eta ul ne ba ish ot in ax po ru".split())


def _stems(rng: random.Random, count: int) -> Iterator[str]:
    """Different stems of two syllables, the last one closed."""
    seen = set[str]()
    while len(seen) < count:
        stem = "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(2)) + rng.choice(
            "lmnrstk"
        )
        if stem[:3] not in seen:
            seen.add(stem[:3])
            yield stem


def _translate(
    rng: random.Random, *, features: int, lexicon: int, tenses: int, new: int, phrase: int
) -> Question | None:
    grammar = _Grammar(rng, features, lexicon, tenses)
    query = grammar.sentence(rng)
    words = grammar.said(query)
    drawn: list[Sentence] = []
    for _ in range(12 * lexicon):
        sentence = grammar.sentence(rng)
        fresh = len(set(words) - {word for each in [*drawn, sentence] for word in grammar.said(each)})
        if sentence != query and sentence not in drawn and fresh >= new:
            drawn.append(sentence)
        if len(drawn) == 5 * lexicon:
            break
    examples = [(sentence, grammar.said(sentence)) for sentence in drawn]
    orders = sorted(
        ORDERS, key=grammar.order.__ne__
    )  # the true one first: it tells soonest that a form is open

    def enough(some: Sequence[tuple[Sentence, list[str]]]) -> bool:
        return all(found == words for found in translations(some, query, orders))

    counts = (count for count in range(lexicon + 1, len(examples) + 1) if enough(examples[:count]))
    examples = examples[: next(counts, 0)]
    if not examples:
        return None
    for each in list(examples):  # what is spare is taken back
        rest = [other for other in examples if other is not each]
        if enough(rest):
            examples = rest
    shown = [(english(sentence), " ".join(said)) for sentence, said in examples]
    problem = {"kind": "translate", "examples": [[s, said] for s, said in examples], "query": query}
    steps = [
        f"{group} {word}: {form}"
        for (group, word, _), form in zip(forms(query, grammar.order), words, strict=True)
    ]
    return Question(
        {"examples": "\n".join(f"{text} = {said}" for text, said in shown), "query": english(query)},
        in_order(problem, words),
        " ".join(words),
        steps,
        gold=None,
        canonical=problem,
        guess_rate=0.001,
        difficulty=float(features * sum(len(said) for _, said in examples)),
    )


def _adjectives(
    rng: random.Random, *, features: int, lexicon: int, tenses: int, new: int, phrase: int
) -> Question | None:
    order = rng.sample(list(KINDS), len(KINDS))
    asked = rng.sample(order, phrase)
    asked.sort(key=order.index)
    usual = sorted(asked, key=list(KINDS).index)
    listing = rng.sample(list(KINDS), len(KINDS))
    given = rng.sample(asked, phrase)
    if asked in (usual, usual[::-1], given, given[::-1], sorted(asked, key=listing.index)):
        return None
    examples: list[list[str]] = []
    for _ in range(40):
        shown = sorted(rng.sample(order, min(3, phrase - 1)), key=order.index)
        if shown not in examples:
            examples.append(shown)
        if settled(examples, asked):
            break
    else:
        return None
    for each in list(examples):
        rest = [other for other in examples if other is not each]
        if settled(rest, asked):
            examples = rest
    word = {kind: rng.choice(words) for kind, words in KINDS.items()}
    thing, *things = rng.sample(THINGS, len(THINGS))
    lines = [
        [*(rng.choice(KINDS[kind]) for kind in shown), things[n % len(things)]]
        for n, shown in enumerate(examples)
    ]
    answer = [*(word[kind] for kind in asked), thing]
    problem: dict[str, Json] = {
        "kind": "adjectives",
        "examples": [line[:-1] for line in lines],
        "kinds": {kind: list(KINDS[kind]) for kind in listing},
        "asked": [word[kind] for kind in given],
        "noun": thing,
    }
    return Question(
        {
            "examples": "\n".join(f"- {' '.join(line)}" for line in lines),
            "kinds": "; ".join(f"{kind}: {', '.join(KINDS[kind])}" for kind in listing),
            "noun": thing,
            "query": ", ".join(word[kind] for kind in given),
        },
        in_order(problem, answer),
        " ".join(answer),
        [f"the order of kinds: {', '.join(asked)}"],
        gold=None,
        canonical=[problem["examples"], problem["asked"]],
        guess_rate=1 / factorial(phrase),
        difficulty=float(phrase * sum(map(len, lines))),
    )


def settled(examples: Sequence[Sequence[str]], asked: Sequence[str]) -> bool:
    """Whether each of these is before the next one by what examples say, directly or through others."""
    after: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for shown in examples:
        for one, other in pairwise(shown):
            after[one].add(other)
    for middle, one in product(KINDS, KINDS):
        if middle in after[one]:
            after[one] |= after[middle]
    return all(other in after[one] for one, other in pairwise(asked))


generate = Family(
    {"translate": _translate, "adjectives": _adjectives},
    WORDINGS,
    {
        "features": Whole(2, len(FEATURES), "what the language marks, of: " + ", ".join(FEATURES)),
        "lexicon": Whole(2, 6, "nouns; there is a verb and an adjective fewer"),
        "tenses": Whole(1, 3, "tenses of verbs"),
        "new": Whole(0, 3, "words of the answer that no example shows"),
        "phrase": Whole(4, 7, "adjectives to put in order"),
    },
    kind_in_facts=False,
    advice="lower 'new', 'lexicon' or 'features'",
)

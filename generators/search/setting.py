"""What the questions of search environments have in common: corpus, drawing of questions, rules and payload.

Where `worlds` is a number, a task takes one of so many worlds; so large ones are made and indexed once for many tasks.
Some of them belong to the test split and the others to the train split, with all that is asked about them (from two
worlds on). With 0, every task has a world of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from random import Random

from ..base import TEST_SHARE, GenerationError, Json, fingerprint_of, split_of
from .corpus import MOST_SHARED, Corpus
from .lookup import date_text
from .plan import Larger, Named
from .question_drawing import LEAST, Question
from .recipes import OPTIONS
from .traps import tattler

WEIGHTS: dict[str, int] = {
    "bridge": 8,
    "temporal": 6,
    "list": 6,
    "count": 1,
    "superlative": 6,
    "comparison": 1,
    "dates": 4,
    "negation": 6,
    "intersection": 6,
    "aggregation": 4,
}
"""How often each kind of question is drawn; those that can be guessed are rare."""

TODAY = (
    "Today is {today}; where no time is named, the question is about today.",
    "It is {today}. A question that names no time asks for what holds now.",
    "The present day is {today}, and what is asked without a time is asked for this day.",
)
STALE = (
    "A document tells what was so on the day on which it was written; things may have changed since.",
    "Every document is as old as it says: it knows nothing of later changes.",
)
TOLD = (
    "The {tattler} is not to be trusted: where it and another document disagree, the other one is right.",
    "Where the {tattler} contradicts another document, believe the other one.",
)
UNTOLD = (
    "Publications may contradict each other; notices in the collection say which one is not to be believed then.",
    "Not every publication is reliable; there are notices in the collection about one that is not.",
)
RUMOURS = (
    "What a document passes on as a rumour or as gossip is not true.",
    "Rumours and gossip, where a document calls them so, are not to be believed.",
)


def drawn_recipe(rng: Random, size: int, worlds: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """A corpus of about `size` documents, with those of the options that are not null or zero.

    Raises:
        ValueError: an option is unknown or out of range.
    """
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown or not 0 <= worlds <= MOST_SHARED:
        raise ValueError(f"worlds is 0 to {MOST_SHARED}, and no corpus has {', '.join(unknown) or 'more'}")
    return _recipe(_shared(rng, worlds) if worlds else rng.getrandbits(48), size, options)


def shared_recipes(size: int, worlds: int, options: Mapping[str, Json]) -> list[dict[str, Json]]:
    """The recipes of all worlds that `drawn_recipe` draws from; none where each task has a world of its own."""
    return [_recipe(seed, size, options) for seed in range(worlds)]


def _recipe(seed: int, size: int, options: Mapping[str, Json]) -> dict[str, Json]:
    chosen = {name: value for name, value in options.items() if value}
    return {"seed": seed, "size": size, **chosen}


def _shared(rng: Random, worlds: int) -> int:
    """The seed of one of some shared worlds; as many tasks have a test world as are in the test split."""
    tests = _test_worlds(worlds)
    if worlds == tests or rng.random() < 1 / TEST_SHARE:
        return rng.randrange(tests)
    return rng.randrange(tests, worlds)


def _test_worlds(worlds: int) -> int:
    """How many of the shared worlds are kept for the test split: the first ones."""
    return max(1, worlds // TEST_SHARE)


def of_its_world(space: str, recipe: Mapping[str, Json], worlds: int, canonical: list[Json]) -> list[Json]:
    """A canonical form whose split is that of its world, so that train and test share no world.

    A number is put behind the form, the least with which its fingerprint falls into that split: equal problems have
    equal forms, and different ones different forms, as before.

    Args:
        space: the id of the environment without its version, within which fingerprints are made.
        recipe: of the corpus.
        worlds: how many worlds the tasks share; 0 or 1 leaves the form as it is.
        canonical: what makes a problem the same.
    """
    if worlds < 2:
        return canonical
    wanted = "test" if recipe["seed"] < _test_worlds(worlds) else "train"
    return next(
        form for number in count() if split_of(fingerprint_of(space, form := [*canonical, number])) == wanted
    )


def drawn(
    rng: Random,
    corpus: Corpus,
    hops: int,
    *,
    kinds: Collection[str] | None = None,
    answers: Collection[str] | None = None,
    hard: bool = False,
    documents: int = 100,
    tries: int = 12,
) -> Question | None:
    """A question to a corpus, or None if none is found.

    Args:
        rng: the source of chance.
        corpus: where the answer is.
        hops: look-ups that it takes.
        kinds: of questions, by `asking.LEAST`; None for all of them, by `WEIGHTS`.
        answers: the kinds of answers wanted; None for all.
        hard: whether a search for the question's own words must not find the answer.
        documents: how many documents may be needed, at most.
        tries: how often a kind is chosen.

    Raises:
        ValueError: no kind has so few hops, or there is no such kind.
    """
    able = [kind for kind in (WEIGHTS if kinds is None else kinds) if LEAST.get(kind, 0) <= hops]
    if not able:
        raise ValueError(f"no question of the kinds {', '.join(kinds or ())} has {hops} hops")
    asker = corpus.hard_asker if hard else corpus.asker
    for _ in range(tries):
        kind = rng.choices(able, [WEIGHTS.get(kind, 1) for kind in able])[0]
        try:
            question = asker.draw(rng, hops, [kind], answers)
        except GenerationError:
            continue
        if not _is_open(question):
            continue
        # No more documents are needed than facts.
        if len(question.needs) <= documents or len(cover(question.support(corpus.stated))) <= documents:
            return question
    return None


def _is_open(question: Question) -> bool:
    """Whether the question does not name the entities between which it asks to choose."""
    ask = question.ask
    return not (isinstance(ask, Larger) and (isinstance(ask.a, Named) or isinstance(ask.b, Named)))


def rules(rng: Random, corpus: Corpus, recipe: Mapping[str, Json], *, told: bool) -> str:
    """The sentences that say which day it is and what to believe.

    Args:
        rng: chooses the sentences.
        corpus: what they are about.
        recipe: of the corpus, which says what there is to be warned of.
        told: whether the unreliable publication is named; if not, only the collection names it.
    """
    found = [rng.choice(TODAY).format(today=date_text(corpus.world.today))]
    if recipe.get("stale"):
        found.append(rng.choice(STALE))
    if recipe.get("contradictions"):
        found.append(rng.choice(TOLD if told else UNTOLD).format(tattler=tattler(corpus.world)))
    if recipe.get("rumours"):
        found.append(rng.choice(RUMOURS))
    return " ".join(found)


def cover(support: Sequence[Sequence[str]]) -> list[str]:
    """A few documents that together state all needed facts: the one that states most of the rest, again and again."""
    left = [frozenset(places) for places in support]
    stated = Counter(place for places in left for place in places)
    chosen = []
    while left:
        most = max(stated.values(), default=0)
        if not most:
            raise ValueError("a fact stands nowhere")
        best = min([place for place, count in stated.items() if count == most])
        chosen.append(best)
        for places in left:
            if best in places:
                stated.subtract(places)
        left = [places for places in left if best not in places]
    return chosen


def searched(
    corpus: Corpus,
    recipe: Mapping[str, Json],
    questions: Sequence[Question],
    signals: Mapping[str, float] | None,
) -> dict[str, Json]:
    """The payload's part about the corpus and what in it is needed; the answer is added by the generator.

    Args:
        corpus: where the answers are.
        recipe: of the corpus.
        questions: all that must be answered.
        signals: the weights of process signals, by name; None for none.
    """
    support = {repr(places): places for question in questions for places in question.support(corpus.stated)}
    found: dict[str, Json] = {
        "corpus": {**recipe, "seal": corpus.seal},
        "support": list(support.values()),
        "oracle_calls": len(cover(list(support.values()))),
    }
    return found | ({"signals": dict(signals)} if signals else {})

"""Deep search: several questions of several hops about one large corpus, whose answers are joined into one.

The questions are made as those of `search_qa` and are told one below the other; what is asked for is all names, the
word that their first letters make, the sum of numbers, or the sum of the years of dates. Budgets are long, and a
notebook helps to keep what was found.

Difficulty: `parts` is the number of questions, `hops` the look-ups that each takes (some one less), `size` about how
many documents there are, `worlds` how many worlds the tasks share (0: each has its own), `join` the way in which the
answers are joined (null: any), `calls` and `turns` the budgets; `hard`, `told`, `signals` and the options of the corpus
are as in `search_qa`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from ..base import Draft, GenerationError, Json
from ..wording import phrase
from .corpus import Corpus, remade
from .evaluate import Reader, answer
from .joins import JOINS, Joined, joined
from .plan import to_json
from .plan_building import LEAST, LEAST_TO_VALUES
from .question_drawing import Question
from .setting import drawn, drawn_recipe, of_its_world, rules, searched
from .wording import PlanWriter
from .world import Date

WORDINGS = (
    "You are asked about {land}, whose archives hold {count} documents that your tools can search and open. First find "
    "out the answers to these questions:\n{questions}\n\n{join}\n\n{rules}",
    "This will take a while: {parts} things are to be found out from {count} documents about {land}, and nothing is "
    "known of that land but what stands there. Keep notes if that helps.\n\n{rules}\n\n{questions}\n\n{join}",
    "{questions}\n\nThese questions can be answered from a collection of {count} documents about {land}, which you can "
    "search by words and open one by one. {rules}\n\nWhat is wanted in the end: {join}",
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_WORLDS = 8


def generate(
    rng: random.Random,
    *,
    parts: int,
    hops: int,
    size: int,
    worlds: int,
    join: str | None,
    hard: bool,
    told: bool,
    calls: int,
    turns: int,
    signals: Mapping[str, float] | None,
    **options: Json,
) -> Draft:
    """Make one task; see the top of this module."""
    if not 2 <= parts <= 8 or calls < 4 * parts or turns < 2 * parts:
        raise ValueError("parts is 2 to 8, calls at least four times and turns at least twice as many")
    if join is not None and join not in JOINS:
        raise ValueError(f"join is null or one of {', '.join(JOINS)}, not {join!r}")
    documents = max(calls // (2 * parts) - 1, 1)
    for _ in range(_WORLDS):
        recipe = drawn_recipe(rng, size, worlds, options)
        corpus = remade(recipe)
        way = join or rng.choice(list(JOINS))
        found = _parts(rng, corpus, way, parts, hops, hard, documents)
        if found is not None:
            break
    else:
        raise GenerationError(f"no {parts} questions of {hops} hops in {size} documents; raise size or calls")
    questions, texts, whole = found
    payload: dict[str, Json] = {
        "search": searched(corpus, recipe, questions, signals)
        | {"gold": whole.gold, "kind": whole.kind, "aliases": whole.aliases, "unit": whole.unit},
        "problem": {
            "question": " ".join(texts),
            "way": way,
            "parts": [question.problem(corpus.world) for question in questions],
        },
        "max_calls": calls,
        "max_turns": turns,
    }
    needed = payload["search"]["oracle_calls"]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            land=corpus.world.name,
            count=f"{corpus.size:,}",
            parts=_NUMBERS[parts - 1],
            questions="\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1)),
            join=rng.choice(JOINS[way].asked),
            rules=rules(rng, corpus, recipe, told=told),
        ),
        payload=payload,
        answer=whole.gold,
        canonical=of_its_world(
            "rlvr/deep-search",
            recipe,
            worlds,
            [recipe, way, sorted(map(repr, (to_json(question.ask) for question in questions)))],
        ),
        guess_rate=whole.guess_rate,
        difficulty=float(sum(2 * question.hops for question in questions) + needed + len(str(corpus.size))),
    )


def _parts(
    rng: random.Random, corpus: Corpus, way: str, parts: int, hops: int, hard: bool, documents: int
) -> tuple[list[Question], list[str], Joined] | None:
    """The questions, their texts without the forms of answers, and the joined answer; None if that does not work."""
    rule = JOINS[way]
    questions: list[Question] = []
    values = rule.answer != "entity"
    # A number that is one look-up away is what a search for the question finds.
    shortest = 2 if hard and rule.answer == "number" and hops > 1 else 1
    for _ in range(8 * parts):
        look_ups = rng.randint(max(hops - 1, shortest), hops) if questions else hops
        needed = LEAST_TO_VALUES if values else LEAST
        question = drawn(
            rng,
            corpus,
            look_ups,
            kinds=[kind for kind in rule.kinds if needed[kind] <= look_ups],
            answers=(rule.answer,),
            hard=hard,
            documents=documents,
            tries=6,
        )
        if question is None or not rule.fits(corpus.world, question):
            continue
        if any(question.ask == other.ask or question.answer == other.answer for other in questions):
            continue
        questions.append(question)
        if len(questions) == parts:
            break
    else:
        return None
    texts = [_bare(corpus, question) for question in questions]
    dates = questions if rule.answer == "date" else []
    found = [answer(Reader(corpus.world), question.ask) for question in dates]
    whole = joined(way, questions, [day for day in found if isinstance(day, Date)])
    low = " ".join(texts).casefold()
    named = [name for question in questions for name in (question.answer, *sum(question.aliases, ()))]
    if whole is None or any(name.casefold() in low for name in named if not name.isdigit()):
        return None
    return questions, texts, whole


def _bare(corpus: Corpus, question: Question) -> str:
    """The question without the sentence about the form of its answer."""
    form = PlanWriter(random.Random(0), corpus.world).form(question.ask)
    return question.text.removesuffix(form).rstrip()

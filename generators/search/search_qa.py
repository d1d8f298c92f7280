"""Search: a question to be answered from a collection of documents that tools search and open.

Everything is invented, so nothing helps but the documents. The question is made from a plan over a world of facts
(`question_drawing`), with proofs that its answer is the only one, that every hop is needed, and that no name on the
way stands in it; the documents are written from the same facts (`documents`), and some of them lead astray (`traps`).

Difficulty: `hops` is how many look-ups the question takes, `size` about how many documents there are, `worlds` how many
worlds the tasks share (0: each has its own), `kinds` the kinds of questions (null for all), `hard` whether a search for
the question as it stands must miss the answer, `paraphrase` and `bynames` how far documents vary words and names,
`twins` the share of names that look like others, `noise` the share of documents about nothing, `stale`,
`contradictions`, `rumours` and `injections` the shares of documents that lead astray, `told` whether the prompt names
the publication not to be trusted, `calls` how many tool calls there are (and four more turns), and `signals` the
weights of process signals for dense rewards (null for none; `rlvr.verifiers.search.signals`).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from ..base import Draft, GenerationError, Json
from ..wording import phrase
from .corpus import Corpus, remade
from .plan import to_json
from .question_drawing import Question
from .setting import drawn, drawn_recipe, of_its_world, rules, searched

WORDINGS = (
    "The archives of {land} hold {count} documents: biographies, gazetteers, annals, registers, letters. You do not "
    "see them, but your tools search them and show them.\n\n{rules}\n\nAnswer this from the documents: {question}",
    "{question}\n\nThat is the question. All that is known about {land} stands in {count} documents, which you can "
    "search by words and open one by one; what you know from elsewhere does not help. {rules}",
    "You have a question about {land}, an invented land that exists in {count} documents only. Search them, read what "
    "you need, and answer.\n\nQuestion: {question}\n\nMind: {rules}",
    "Somebody wants an answer that is scattered over a collection of {count} documents about {land}. Use the tools to "
    "find it.\n\nWhat holds: {rules}\n\nWhat is asked: {question}",
)
_SPARE_TURNS = 4
_WORLDS = 6


def generate(
    rng: random.Random,
    *,
    hops: int,
    size: int,
    worlds: int,
    kinds: Collection[str] | None,
    hard: bool,
    told: bool,
    calls: int,
    signals: Mapping[str, float] | None,
    **options: Json,
) -> Draft:
    """Make one question; see the top of this module."""
    if calls < 4:
        raise ValueError(f"calls is at least 4, not {calls}")
    for _ in range(_WORLDS):
        recipe = drawn_recipe(rng, size, worlds, options)
        corpus = remade(recipe)
        question = drawn(rng, corpus, hops, kinds=kinds, hard=hard, documents=max(calls // 2 - 1, 1))
        if question is not None:
            break
    else:
        raise GenerationError(f"no question of {hops} hops in {size} documents; raise the size or the calls")
    return draft_of(rng, corpus, recipe, question, worlds=worlds, told=told, calls=calls, signals=signals)


def draft_of(
    rng: random.Random,
    corpus: Corpus,
    recipe: dict[str, Json],
    question: Question,
    *,
    worlds: int,
    told: bool,
    calls: int,
    signals: Mapping[str, float] | None,
) -> Draft:
    """The task of a question to a corpus; `recipe` is what the corpus was made from."""
    search = searched(corpus, recipe, [question], signals)
    search |= {
        "gold": question.answer,
        "kind": question.kind,
        "aliases": [list(names) for names in question.aliases],
        "unit": question.unit,
    }
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            land=corpus.world.name,
            count=f"{corpus.size:,}",
            rules=rules(rng, corpus, recipe, told=told),
            question=question.text,
        ),
        payload={
            "search": search,
            "problem": {"question": question.text, "shape": question.shape} | question.problem(corpus.world),
            "max_calls": calls,
            "max_turns": calls + _SPARE_TURNS,
        },
        answer=question.answer,
        canonical=of_its_world("rlvr/search-qa", recipe, worlds, [recipe, to_json(question.ask)]),
        guess_rate=question.guess_rate,
        difficulty=float(2 * question.hops + search["oracle_calls"] + len(str(corpus.size))),
    )

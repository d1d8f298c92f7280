"""Search questions that a policy proposes, as in Search Self-play: the answer is fixed first, then the question.

The proposer is given a world's facts around an entity and writes a plan, a formal query whose one answer must be that
entity. It is JSON: an entity is its id, and a term is one of::

    {"relation": "mentor", "of": TERM}       what the relation leads to: the mentor of TERM
    {"relation": "mentor", "to": TERM}       what it comes from: whose mentor TERM is
    {"both": [STEP, STEP]}                   what two of these have in common
    {"most": STEP, "by": "birth_date"}       the one with the greatest (latest) value; "least" for the smallest

Nothing is believed. The plan is executed in all facts of the world and must give the entity alone; every fact on the
way must be necessary, the question must name neither the answer nor anything on the way, and no document alone may
hold it all: the proofs that generated questions pass. The English is ours. (Where Search Self-play asks a model whether
a question is valid, an error of that judge counts as yes; here everything that fails is refused.)

Source: "Search Self-play: Pushing the Frontier of Agent Capability without Supervision" (Lu et al. 2025, arXiv
2510.18821).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from random import Random
from typing import Any

from ...generators.base import Draft, GenerationError, Json, Task, canonical_json, derive_seed, fingerprint_of
from ...generators.search.corpus import Corpus, remade
from ...generators.search.evaluate import NoAnswer, evaluate, holds
from ...generators.search.plan import Both, Extreme, Named, Step, Term, Who, anchors, hops_of
from ...generators.search.plan_building import DeadEnd
from ...generators.search.proofs import Rejected
from ...generators.search.question_drawing import Question
from ...generators.search.search_qa import draft_of
from ...generators.search.setting import drawn, drawn_recipe
from ...generators.search.world import Fact, World
from ...generators.wording import marker_sentence, phrase
from ...payloads.strict_json import read_json
from ...registry import get
from .programs import Refused

SEARCH = "rlvr/search-qa-v0"
MAX_CHARS = 1500
MAX_DEPTH = 12
SHOWN_FACTS = 40
CALLS = {1: 12, 2: 14, 3: 20, 4: 24}
"""Tool calls that the solver has, by hops."""

WORDINGS = (
    "Write a question for others who search a collection of documents. Its only answer must be {name} ({id}), and it "
    "must take {hops} look-ups. {rules}\n\nSome facts of the world:\n{facts}",
    "The answer is {name} ({id}). Find a question that leads to it, and to nothing else, by {hops} look-ups in a "
    "world of which you see a part. {rules}\n\n{facts}",
    "Set a search task: a query of {hops} look-ups with one answer, {name} ({id}). {rules}\n\nThis is known, among "
    "much else:\n{facts}",
)
_RULES = (
    "It should be neither so easy that everybody solves it nor so hard that nobody does. Write it as JSON. An entity "
    'is its id, as "p1". {"relation": "r", "of": X} is what r leads to from X, and {"relation": "r", "to": X} is that '
    'from which r leads to X. {"both": [S, T]} is what two of these have in common, {"most": S, "by": "r"} and '
    '{"least": S, "by": "r"} are those with the greatest or least number or date. Every look-up must be necessary, and '
    "the answer must not be named."
)


def generate(rng: Random, *, hops: int, size: int) -> Draft:
    """A request for a question.

    Args:
        rng: the task's random source.
        hops: look-ups that it must take, 2 to 4.
        size: about how many documents the world has.
    """
    if hops not in CALLS or hops < 2:
        raise ValueError(f"hops is 2 to {max(CALLS)}, not {hops}")
    for _ in range(20):
        recipe = drawn_recipe(rng, size, 0, {})
        corpus = remade(recipe)
        question = drawn(rng, corpus, hops, kinds=["bridge"], answers=["entity"])
        plan = None if question is None else _written(question.ask)
        if question is not None and plan is not None:
            break
    else:
        raise GenerationError("no world with such a question was found; take a larger size")
    answer = evaluate(corpus.world, question.ask)
    assert isinstance(answer, tuple)
    target = corpus.world.entities[answer[0]]
    lines = _facts(rng, corpus.world, target.id, question)
    return Draft(
        prompt=phrase(
            rng, WORDINGS, name=target.name, id=target.id, hops=hops, rules=_RULES, facts="\n".join(lines)
        ),
        payload={"kind": "question", "recipe": recipe, "hops": hops, "answer": target.id},
        answer=canonical_json(plan),
        difficulty=float(hops),
    )


def admit_question(payload: Mapping[str, Json], text: str) -> Task:
    """The search task that a plan makes: a function of the request's payload and the text.

    Raises:
        Refused: if it is not admitted; the message says why.
    """
    corpus = remade(payload["recipe"])
    try:
        plan = read_json(text, max_chars=MAX_CHARS, max_depth=MAX_DEPTH)
    except ValueError as error:
        raise Refused(f"The question is no JSON: {error}", malformed=True) from error
    term, _ = read_term(corpus.world, plan)
    ask, target = Who(term), payload["answer"]
    if hops_of(ask) != payload["hops"]:
        raise Refused(f"The question takes {hops_of(ask)} look-ups, not {payload['hops']}.")
    if target in anchors(ask):
        raise Refused("The question names its answer.")
    if evaluate(corpus.world, ask) != (target,):
        raise Refused("The question does not lead to the answer, or not to it alone.")
    key = fingerprint_of("self-play", [payload["recipe"], plan])
    rng = Random(derive_seed("self-play", key))
    question = _proved(rng, corpus, ask)
    spec = get(SEARCH)
    draft = draft_of(
        rng,
        corpus,
        dict(payload["recipe"]),
        question,
        worlds=0,
        told=True,
        calls=CALLS[question.hops],
        signals=None,
    )
    if not spec.verify_answer(draft.payload, draft.answer).passed:
        raise Refused("The reference answer does not pass its own verifier.")
    return Task(
        env=spec.id,
        level=1,
        seed=rng.getrandbits(53),
        prompt=f"{draft.prompt}\n\n{marker_sentence(rng, spec.marker, spec.noun)}",
        payload=draft.payload,
        answer=draft.answer,
        trace=draft.trace,
        fingerprint=fingerprint_of(spec.fingerprint_space, draft.canonical),
        guess_rate=draft.guess_rate,
        difficulty=draft.difficulty,
        params={"proposed": key},
        marker=spec.marker,
    )


def read_term(world: World, value: Json) -> tuple[Term, str]:
    """A term and the kind of its entities.

    Raises:
        Refused: if there is no such entity or relation, or they do not fit together.
    """
    match value:
        case str(id) if id in world.entities:
            return Named(id), world.entities[id].kind
        case {"relation": str(name), "of": inner, **rest} if not rest and name in world.relations:
            term, kind = read_term(world, inner)
            relation = world.relations[name]
            if kind != relation.domain or relation.range in ("number", "date", "text"):
                raise Refused(f"{name!r} does not lead from a {kind} to an entity.")
            return Step(term, name), relation.range
        case {"relation": str(name), "to": inner, **rest} if not rest and name in world.relations:
            term, kind = read_term(world, inner)
            if kind != world.relations[name].range:
                raise Refused(f"{name!r} does not lead to a {kind}.")
            return Step(term, name, inverse=True), world.relations[name].domain
        case {"both": [first, second], **rest} if not rest:
            (a, kind), (b, other) = read_term(world, first), read_term(world, second)
            if kind != other or not isinstance(a, Step) or not isinstance(b, Step):
                raise Refused('"both" joins two look-ups of one kind.')
            return Both(a, b), kind
        case {"most": inner, "by": str(name), **rest} | {"least": inner, "by": str(name), **rest} if (
            not rest and name in world.relations
        ):
            term, kind = read_term(world, inner)
            if not isinstance(term, Step) or kind != world.relations[name].domain:
                raise Refused(f'"most" and "least" choose among what a look-up gives; {name!r} must fit it.')
            if world.relations[name].range not in ("number", "date"):
                raise Refused(f"{name!r} is neither a number nor a date.")
            return Extreme(term, name, "most" in value), kind
    raise Refused(
        f"This is no part of a question about this world: {canonical_json(value)[:80]}", malformed=True
    )


def _proved(rng: Random, corpus: Corpus, ask: Who) -> Question:
    """The question in English, with all its proofs."""
    try:
        return corpus.asker.finished(rng, ask, "proposed", hops_of(ask))
    except Rejected as error:
        raise Refused(f"The question is not a good one: {error}.") from error
    except NoAnswer as error:
        raise Refused("The question has no answer, or several.") from error
    except (DeadEnd, ValueError, LookupError) as error:
        raise Refused("The question is too easily guessed, or cannot be said in English.") from error


def _written(node: Any) -> Json | None:
    """A plan in the proposers' form; None if it has no such form."""
    match node:
        case Who(term):
            return _written(term)
        case Named(id):
            return id
        case Step(term, relation, inverse, None):
            inner = _written(term)
            return None if inner is None else {"relation": relation, "to" if inverse else "of": inner}
    return None


def _facts(rng: Random, world: World, target: str, question: Question) -> list[str]:
    """Facts around an entity in random order, those that the reference question needs among them."""
    known = [fact for fact in world.facts.values() if holds(fact, world.today)]
    around: dict[str, list[Fact]] = {}
    for fact in known:
        around.setdefault(fact.subject, []).append(fact)
        if isinstance(fact.value, str) and fact.value != fact.subject:
            around.setdefault(fact.value, []).append(fact)
    found = {id: world.facts[id] for id in question.needs}
    waiting, seen = deque([target]), {target}
    while waiting and len(found) < SHOWN_FACTS:
        for fact in around.get(waiting.popleft(), ()):
            found[fact.id] = fact
            for end in (fact.subject, fact.value):
                if isinstance(end, str) and end in world.entities and end not in seen:
                    seen.add(end)
                    waiting.append(end)
    lines = [f"{_named(world, f.subject)} {f.relation} {_named(world, f.value)}" for f in found.values()]
    rng.shuffle(lines)
    return lines


def _named(world: World, value: Any) -> str:
    if isinstance(value, str) and value in world.entities:
        return f"{world.entities[value].name} ({value})"
    return str(getattr(value, "amount", value))

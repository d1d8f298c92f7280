"""Word problems: a story about quantities that are tied together, and a question about one of them.

The story, its payload and its answer are made from one graph of quantities (`graph.py`); each fact is one
sentence. Every quantity is a whole number of at least 2, the facts determine the answer uniquely, and facts that
the answer does not need are only ever about further quantities or about something else altogether.

Symmetries: who the people or things are, the order and the wording of the sentences, and remarks without bearing
do not matter; the setting does.

Difficulty: `steps` facts have to be used; `distractors` facts are of no use; quantities in the story go up to
`largest`; a fact is told from the far end with the chance `backwards` ("Ann has 3 more than Ben" where Ann's
number is known); `shuffled` facts come in any order. Proxy: operations of the worked solution, half of the
distractors, and half of the facts told backwards.
"""

from __future__ import annotations

import random
from typing import Any

from ..asked import units_of
from ..family import INTEGER, Family, Question, as_stated
from ..first_names import NAMES
from ..limits import Flag, Real, Whole
from .endings import chains, finish
from .graph import Graph, all_needed, grow
from .sentences import Counted, Measured, Names, sentence
from .settings import COLOURS, COUNTING, MEASURING, REMARKS, Counting, Measuring

WORDINGS = (
    "Here is what is known about {place}.\n\n{story}\n\n{question} The answer is a whole number.",
    "Read these facts about {place} and answer the question below with a whole number.\n\n{story}\n\n"
    "Question: {question}",
    "{question} Work it out from this report on {place}, and give a whole number.\n\n{story}",
    "{story}\n\nThat is the report on {place}; not all of it need be of use. {question} Give the number in digits.",
)


def _story(
    rng: random.Random, *, steps: int, distractors: int, largest: int, backwards: float, shuffled: bool
) -> Question | None:
    setting: Counting | Measuring = rng.choice(COUNTING) if rng.random() < 0.6 else rng.choice(MEASURING)
    counted = isinstance(setting, Counting)
    chain = rng.choice(
        chains(counted, min(rng.choice((0, 1, 1, 2, 2, 3, 3, 4)), steps - 1, 4 if counted else 3))
    )
    used = 0 if chain == ("ask",) else len(chain)
    if isinstance(setting, Measuring):
        graph = Graph(min(largest, setting.most), backwards, setting.percent)
    else:
        graph = Graph(largest, backwards, percent=True)
    last = grow(rng, graph, steps - used, counted)
    if last is None:
        return None
    core = len(graph.values)
    names = _names(rng, setting, core + distractors)
    if names is None:
        return None
    end = finish(rng, graph, names, chain, last)
    if end is None or not all_needed(graph, end.last):
        return None
    ended = len(graph.values)
    needed = range(ended)
    extra = _distract(rng, graph, core, distractors)
    if extra is None:
        return None
    remarks = distractors - len(extra)
    order = list(range(core))
    if shuffled:
        rng.shuffle(order)
    # Quantities past the core are numbered after those of the ending; their names come after those of the core.
    told = [sentence(rng, names, graph.facts[n]) for n in order]
    names_of = {n: core + i for i, n in enumerate(extra)}
    told = _mixed(rng, told, [sentence(rng, names, _renamed(graph.facts[n], names_of)) for n in extra])
    place = setting.place
    told = _mixed(rng, told, _remarks(rng, place, remarks))
    told += end.sentences
    label = {n: names.label(n) for n in range(core)} | end.labels
    lines = [
        f"{label[n]}: " + (f"{graph.work[n]} = " if graph.work[n] else "") + str(graph.values[n])
        for n in needed
    ]
    operations = sum(sum(sign in "+-*/" for sign in graph.work[n]) for n in needed)
    reversed_facts = sum(graph.facts[n][0] != "total" and graph.facts[n][1] != n for n in needed)
    return Question(
        {"story": " ".join(told), "question": end.question, "place": place},
        {"facts": [_named(fact) for fact in graph.facts], "ask": f"q{end.last}"},
        str(graph.values[end.last]),
        lines,
        {**INTEGER, "units": units_of(end.question)},
        [setting.key, graph.keys[end.last], sorted(graph.keys)],
        0.01 + 2.7 / largest,  # measured: the share of the most common answer, rounded up
        operations + distractors / 2 + reversed_facts / 2,
    )


def _names(rng: random.Random, setting: Counting | Measuring, count: int) -> Names | None:
    """Names for `count` quantities, all different; None if the setting has too few."""
    if isinstance(setting, Measuring):
        if not setting.nouns:
            return Measured(setting, rng.sample(NAMES, count))
        things = [f"the {word} {noun}" for noun in setting.nouns for word in setting.adjectives]
        return Measured(setting, rng.sample(things, count)) if count <= len(things) else None
    kinds = rng.sample(setting.items, min(len(setting.items), rng.randint(1, 1 + count // 4)))
    people = -(-count // len(kinds)) + 1
    if setting.group:
        people = min(people, len(COLOURS))
        kinds = kinds if people * len(kinds) >= count else list(setting.items)
        if people * len(kinds) < count:
            return None
        holders = [f"the {colour} {setting.group}" for colour in rng.sample(COLOURS, people)]
    else:
        holders = rng.sample(NAMES, people)
    pairs = rng.sample([(who, what) for what in kinds for who in holders], count)
    return Counted(setting, [who for who, _ in pairs], [what for _, what in pairs])


def _distract(rng: random.Random, graph: Graph, core: int, distractors: int) -> list[int] | None:
    """Add quantities that hang on those of the core, for about two thirds of the distractors; their numbers."""
    extra: list[int] = []
    wanted = sum(rng.random() < 0.67 for _ in range(distractors))
    for _ in range(20 * wanted):
        if len(extra) == wanted:
            return extra
        known = [*range(core), *extra]
        kind = rng.random()
        made: int | None
        if kind < 0.25:
            made = graph.root(rng, False)
        elif kind < 0.8 or len(known) < 2:
            made = graph.unary(rng, rng.choice(known))
        else:
            made = graph.binary(rng, rng.sample(known, 2))
        if made is not None:
            extra.append(made)
    return extra if len(extra) == wanted else None


def _renamed(fact: list[Any], names: dict[int, int]) -> list[Any]:
    """`fact` with the quantities that `names` holds under other numbers, for its sentence."""
    kind, x, *rest = fact
    if kind == "total":
        return [kind, [names.get(n, n) for n in x], *rest]
    renamed = [kind, names.get(x, x), *rest]
    if kind == "sum":
        renamed[2] = [names.get(n, n) for n in rest[0]]
    elif kind != "is":
        renamed[2] = names.get(rest[0], rest[0])
        if kind == "minus":
            renamed[3] = names.get(rest[1], rest[1])
    return renamed


def _named(fact: list[Any]) -> list[Any]:
    """`fact` with quantities as texts ``q0``, ``q1``, ..., so that they differ from numbers."""
    kind, x, *rest = fact
    if kind == "total":
        return [kind, [f"q{n}" for n in x], *rest]
    if kind == "sum":
        rest = [[f"q{n}" for n in rest[0]]]
    elif kind == "minus":
        rest = [f"q{n}" for n in rest]
    elif kind not in ("is", "rate", "dozen"):
        rest = [f"q{rest[0]}", *rest[1:]]
    return [kind, f"q{x}", *rest]


def _remarks(rng: random.Random, place: str, count: int) -> list[str]:
    chosen = rng.sample(REMARKS, min(count, len(REMARKS)))
    return [remark.format(n=rng.randint(3, 60), place=place) for remark in chosen]


def _mixed(rng: random.Random, told: list[str], more: list[str]) -> list[str]:
    """Both lists in one, each in its order, at random places."""
    for text in more:
        told.insert(rng.randint(0, len(told)), text)
    return told


generate = Family(
    _story,
    WORDINGS,
    {
        "steps": Whole(1, 24, "how many facts tie a needed quantity to others"),
        "distractors": Whole(0, 12, "how many facts are of no use"),
        "largest": Whole(30, 10_000, "the largest quantity before the end of the story"),
        "backwards": Real(0, 1, "the share of facts that are told from the far end"),
        "shuffled": Flag("whether the facts come in any order, not in the order in which they are used"),
    },
    units=True,
    canonical=as_stated,
    tries=400,
    advice="raise 'largest' or lower 'steps'",
)

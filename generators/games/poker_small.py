"""Small poker against an opponent whose policy is told: the best action in each of several situations.

Four games: Kuhn's (one card each), Indian poker (you see the opponent's card, not your own), Leduc hold'em (a second
round after an open card) and the last round of Texas hold'em with a short deck. What you know, what the opponent did
and how it acts by its policy give the chances of the cards, and these the expected winnings of each action.

Luck has no part in it: an action is right if its *expected* winnings are the largest. A draw is kept only if in each
situation one action is clearly best, and if no play without thought is right in all: always the same action at the
same thing that is faced, or going by the chance to win as if the opponent's actions told nothing.

Difficulty: the `kinds` of game, the `size` of the deck, whether bets may be raised (`raises`), how many `situations`
are asked for, and how many `hands` are dealt where it is played. Proxy: situations times size, twice with raises.

Sources: H. Kuhn, A simplified two-person poker (1950); F. Southey et al., Bayes' bluff (2005) for Leduc hold'em.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from ..base import Draft, GenerationError, Json
from ..english import listed
from ..limits import Flag, Limit, Whole, Words, limited
from ..wording import phrase
from . import poker_words as words
from .poker_deals import CATEGORIES, RANKS, last_round, seven, single, with_public
from .poker_hands import CLEAR, Branch, Dealt, Table, game_of, unlucky
from .poker_rules import NAMES, Deal, Node

KINDS = ("kuhn", "indian", "leduc", "holdem")
LIMITS: dict[str, Limit] = {
    "kinds": Words(KINDS, "the games to draw from"),
    "size": Whole(4, 8, "ranks of the deck; leduc has one less, and holdem two more"),
    "raises": Flag("whether a bet may be raised once"),
    "situations": Whole(4, 20, "how many actions are asked for"),
    "hands": Whole(3, 20, "how many hands are dealt where the game is played"),
}
FRAMES = (
    "You play {name} against one opponent.\n\n{rules}\n\n{betting}\n\n{policy}\n\n<goal>",
    "This is a game of {name} for two, you and one opponent. {betting}\n\n{rules}\n\n{policy}\n\n<goal>",
    "How the opponent acts in a game of {name} is known:\n\n{policy}\n\nThe rules: "
    "{rules}\n\n{betting}\n\n<goal>",
)
"""How a game is told, in either form."""
MEANT = (
    "Expected winnings are the chips that you take out of the pot less all that you have put in, on "
    "average over all that "
    "is possible, given the cards that you see and what the opponent has done, if you go on as well "
    "as possible."
)
_GOALS = (
    "{situations}\n\nWhich action has the largest expected winnings in each of these {count} "
    "situations? {meant} In each "
    "of them exactly one action is best. Give one word for each situation, in order and separated by "
    "commas: {words}.",
    "Find the best action in each of {count} situations, which have nothing to do with each "
    "other:\n{situations}\n\nBest "
    "is the action with the largest expected winnings, and there is only one each time. {meant} "
    "Write the {count} actions "
    "in the order of the situations, with commas between them, each as one of the words {words}.",
    "{situations}\n\nIn each of the {count} situations above, one action has larger expected "
    "winnings than all others. "
    "Which one? {meant} Answer with {count} words in order, separated by commas: {words}.",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(FRAMES, _GOALS, strict=True))
_TRIES: Final = 300
_LUCKY: Final = 0.04
"""How often actions drawn by chance may win the game that is played."""


def _deals(facts: Mapping[str, Json]) -> list[Deal]:
    """The deals of a game that has the same ones in every hand."""
    ranks, copies = facts["ranks"], facts["copies"]
    return (
        with_public(ranks, copies)
        if facts["kind"] == "leduc"
        else single(ranks, copies, facts["kind"] == "indian")
    )


def _game(rng: random.Random, kind: str, size: int, raises: bool) -> dict[str, Json]:
    """Deck, chips, seat and policy."""
    ranks = list(RANKS[-(size + {"leduc": -1, "holdem": 2}.get(kind, 0)) :])
    copies = {"leduc": 2, "holdem": 1}.get(kind) or rng.randint(1, 2)
    bet = rng.randint(1, 4)
    rows = CATEGORIES if kind == "holdem" else ranks
    if kind == "leduc":
        rows = [*ranks, *[f"{rank} without a pair" for rank in ranks], "a pair"]
    policy = {}
    for row in rows:
        call = rng.randint(0, 10)
        lift = rng.randint(0, 10 - call) if raises else 0
        policy[row] = (
            [rng.randint(0, 10), call, lift, rng.randint(0, 10)] if raises else [rng.randint(0, 10), call]
        )
    return {
        "kind": kind,
        "ranks": ranks,
        "copies": copies,
        "ante": rng.randint(2, 6) if kind == "holdem" else rng.randint(1, 3),
        "bets": [bet, 2 * bet] if kind == "leduc" else [bet],
        "raises": raises,
        "first": rng.random() < 0.5,
        "policy": policy,
    }


def _tables(rng: random.Random, facts: Mapping[str, Json]) -> Iterator[Table]:
    """The game, again and again; in hold'em with new cards each time."""
    betting = game_of(facts)
    if facts["kind"] != "holdem":
        table = Table(betting, _deals(facts))
        while True:
            yield table
    while True:
        yield Table(betting, last_round(facts["ranks"], seven(rng, facts["ranks"])))


def _asked(
    rng: random.Random, tables: Iterator[Table], count: int
) -> list[tuple[str, tuple[str, ...], Node]] | None:
    """Situations with one clearly best action; None if there are too few, or play without thought is right."""
    found: dict[tuple[str, tuple[str, ...]], tuple[Node, list[bool]]] = {}
    for _ in range(8 * count):
        table = next(tables)
        key = rng.choice(list(table.replies.nodes))
        node = table.replies.nodes[key]
        if key in found or not node.clear(CLEAR) or list(node.costs().values()).count(0.0) > 1:
            continue
        best = node.best
        found[key] = node, [move == best for move in table.plain(*key)]
        if len(found) == count:
            if not any(map(all, zip(*[right for _, right in found.values()], strict=True))):
                return [(seen, rounds, node) for (seen, rounds), (node, _) in found.items()]
            del found[next(iter(found))]
    return None


def _hands(
    rng: random.Random, kind: str, tables: Iterator[Table], count: int
) -> tuple[list[Json], float] | None:
    """Hands in which neither chance nor play without thought makes no mistake."""
    found: list[Branch] = []
    for _ in range(8 * count):
        hand = Dealt(rng, kind, next(tables)).branch()
        if hand is None:
            continue
        found.append(hand)
        if len(found) == count:
            lucky = unlucky(found, _LUCKY)
            if lucky is not None:
                return [hand.tree for hand in found], lucky
            del found[0]
    return None


def drawn(
    rng: random.Random, kinds: str, size: int, raises: bool, situations: int, hands: int
) -> tuple[dict[str, Json], dict[str, Json], float]:
    """A game, all of its draft but the prompt, and how often chance wins where it is played.

    Raises:
        GenerationError: if no game was found.
    """
    kind = rng.choice(kinds.split())
    for _ in range(_TRIES):
        facts = _game(rng, kind, size, raises)
        tables = _tables(rng, facts)
        asked = _asked(rng, tables, situations)
        if asked is None:
            continue
        dealt = _hands(rng, kind, tables, hands)
        if dealt is not None:
            break
    else:
        raise GenerationError(f"no game of {kind} needs thought; raise 'size' or lower 'situations'")
    facts["asked"] = [
        {
            "seen": seen,
            "rounds": list(rounds),
            "moves": [NAMES[move] for move in node.values],
            "best": NAMES[node.best],
        }
        for seen, rounds, node in asked
    ]
    guess = 1.0
    for each in facts["asked"]:
        guess /= len(each["moves"])
    draft: dict[str, Any] = {
        "payload": {**facts, "hands": dealt[0], "best": situations, "low": 0},
        "answer": ", ".join(each["best"] for each in facts["asked"]),
        "trace": "\n".join(_worked(number, node) for number, (*_, node) in enumerate(asked, 1)),
        "canonical": facts,
        "guess_rate": guess,
        "difficulty": float(situations * size * (1 + raises)),
    }
    return facts, draft, dealt[1]


def _worked(number: int, node: Node) -> str:
    """What the opponent may have, and what each action is worth."""
    rows: Counter[str] = Counter()
    for weight, deal in node.deals:
        rows[deal.rows[-1] if len(deal.rows) == 1 else deal.rows[0]] += weight
    total = rows.total()
    may = ", ".join(f"{row} {Fraction(weight, total)}" for row, weight in rows.items())
    worth = ", ".join(f"{NAMES[move]} {Fraction(value, node.total)}" for move, value in node.values.items())
    return f"{number}. Rows of the opponent: {may}. Expected winnings: {worth}. Best: {NAMES[node.best]}."


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, size: int, raises: bool, situations: int, hands: int) -> Draft:
    """Make one game, and situations in it.

    Raises:
        GenerationError: if no game was found.
    """
    facts, draft, _ = drawn(rng, kinds, size, raises, situations, hands)
    lines = "\n".join(
        f"{number}. {words.told(facts['kind'], facts['first'], each['seen'], each['rounds'])}"
        for number, each in enumerate(facts["asked"], 1)
    )
    fields = words.fields(facts)
    return Draft(
        prompt=phrase(
            rng, WORDINGS, **fields, situations=lines, count=situations, meant=MEANT, words=used(raises)
        ),
        **draft,
    )


def used(raises: bool) -> str:
    """The words for actions."""
    return listed(["check", "bet", "fold", "call", *["raise"] * raises], "or")

"""Signals about the way to an answer, from what is known when a task is made: no model judges anything.

Each signal is a number in [0, 1] and a function of a `Trail`: of the *set* of documents seen, the *bag* of queries, the
number of calls and the *set* of judgements. So it does not matter in which order things were done; and doing a thing
again never raises any of them:

* ``coverage``: the share of needed facts of which some document was seen; each is paid once.
* ``foraging``: coverage, times `DECAY` for each call beyond those that the oracle needs (after InForage, arXiv
  2505.09316).
* ``judging``: ReSeek's JUDGE action (arXiv 2510.00568) against known support: the share of needed facts in observations
  that were called useful, less a fact for each observation that was judged wrongly or both ways. Calling useless
  observations useless earns nothing, so it cannot be farmed with useless queries.
* ``freshness``: one less the share of queries that repeat an earlier one, up to case, punctuation and order of words.
* ``efficiency``: the oracle's number of calls by the number of calls made, at most 1.

`Shaping` makes one number of them for rewards. The first three earn; the last two only take away from that, so that who
does nothing earns nothing. An episode that is not solved gets at most `Shaping.most`; one that is solved gets at least
``1 - Shaping.spread``, which is more. The reward of a step is the difference of this number after and before it
(a potential): what an episode pays is a function of its end alone. All of this is off unless somebody asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

DECAY = 0.9
"""What is left of the foraging gain for each call too many."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Needs:
    """What an answer needs.

    Attributes:
        facts: for each needed fact, the documents that state it; any of them is enough.
        calls: how many calls the oracle makes.
    """

    facts: tuple[frozenset[str], ...]
    calls: int

    @classmethod
    def of(cls, search: Mapping[str, Any]) -> Needs:
        """What ``payload["search"]`` says: ``support``, and ``oracle_calls`` (by default one for each fact)."""
        facts = tuple(frozenset(documents) for documents in search["support"])
        if not facts or not all(facts):
            raise ValueError("each needed fact needs a document that states it")
        return cls(facts, max(int(search.get("oracle_calls", len(facts))), 1))


@dataclass(frozen=True, slots=True)
class Trail:
    """What happened in an episode so far.

    Attributes:
        seen: the ids of the documents that were shown, be it by a search or opened.
        queries: all queries, repeated ones too.
        calls: the number of actions that cost something.
        judgements: for each judged observation the ids of its documents, and whether it was called useful.
    """

    seen: frozenset[str] = frozenset()
    queries: tuple[str, ...] = ()
    calls: int = 0
    judgements: frozenset[tuple[frozenset[str], bool]] = frozenset()

    @classmethod
    def of(
        cls,
        seen: Iterable[str] = (),
        queries: Iterable[str] = (),
        calls: int = 0,
        judgements: Iterable[tuple[Iterable[str], bool]] = (),
    ) -> Trail:
        """A trail from lists, as a JSON state holds them; a judgement is ``[[ids], useful]``."""
        judged = frozenset((frozenset(ids), bool(useful)) for ids, useful in judgements)
        return cls(frozenset(seen), tuple(queries), calls, judged)


def coverage(trail: Trail, needs: Needs) -> float:
    """The share of needed facts of which a document was seen."""
    return sum(not facts.isdisjoint(trail.seen) for facts in needs.facts) / len(needs.facts)


def foraging(trail: Trail, needs: Needs) -> float:
    """Coverage, worth less for each call beyond the oracle's."""
    return coverage(trail, needs) * DECAY ** min(max(trail.calls - needs.calls, 0), 1000)


def judging(trail: Trail, needs: Needs) -> float:
    """The share of needed facts recognised, less one for each observation that was misjudged."""
    support = frozenset().union(*needs.facts)
    useful = {shown for shown, judged in trail.judgements if judged}
    useless = {shown for shown, judged in trail.judgements if not judged}
    wrong = {shown for shown in useful if shown.isdisjoint(support)}
    wrong |= {shown for shown in useless if not shown.isdisjoint(support)} | (useful & useless)
    known: frozenset[str] = frozenset().union(*(useful - wrong))
    found = sum(not facts.isdisjoint(known) for facts in needs.facts)
    return max(found - len(wrong), 0) / len(needs.facts)


def redundancy(trail: Trail) -> float:
    """The share of queries that repeat another one."""
    asked = {tuple(sorted(_WORD.findall(query.casefold()))) for query in trail.queries}
    return 1 - len(asked) / len(trail.queries) if trail.queries else 0.0


def freshness(trail: Trail, needs: Needs) -> float:
    """One less the share of repeated queries."""
    return 1 - redundancy(trail)


def efficiency(trail: Trail, needs: Needs) -> float:
    """The oracle's number of calls by the number of calls made, at most 1."""
    return min(needs.calls / trail.calls, 1.0) if trail.calls > 0 else 1.0


Signal = Callable[[Trail, Needs], float]

GAINS: Mapping[str, Signal] = MappingProxyType({"coverage": coverage, "foraging": foraging, "judging": judging})
THRIFT: Mapping[str, Signal] = MappingProxyType({"freshness": freshness, "efficiency": efficiency})
SIGNALS: Mapping[str, Signal] = MappingProxyType({**GAINS, **THRIFT})


def measure(trail: Trail, needs: Needs) -> dict[str, float]:
    """All signals by name, for diagnostics."""
    return {name: signal(trail, needs) for name, signal in SIGNALS.items()}


@dataclass(frozen=True, slots=True)
class Shaping:
    """How signals become a part of the reward.

    Attributes:
        weights: of the signals, by name; their scale does not matter, and there must be one that earns.
        most: what an episode that is not solved may get, at most.
        spread: how much of the reward of a solved one depends on the signals; ``most + spread`` must be below 1.
    """

    weights: Mapping[str, float] = field(default_factory=lambda: {"coverage": 1.0})
    most: float = 0.3
    spread: float = 0.0

    def __post_init__(self) -> None:
        unknown = self.weights.keys() - SIGNALS.keys()
        if unknown:
            raise ValueError(f"there is no signal {min(unknown)!r}; there are {', '.join(SIGNALS)}")
        if not all(0 <= weight < float("inf") for weight in self.weights.values()):
            raise ValueError("weights are not negative")
        if not any(self.weights.get(name, 0) > 0 for name in GAINS):
            raise ValueError(f"one of {', '.join(GAINS)} must have a weight above zero")
        if not (self.most >= 0 and self.spread >= 0 and self.most + self.spread < 1):
            raise ValueError("`most` and `spread` are not negative, and below 1 together")

    def quality(self, trail: Trail, needs: Needs) -> float:
        """How good the way was, in [0, 1]: the mean of what earns, times the mean of what it may lose."""
        return self._mean(GAINS, trail, needs, 0.0) * self._mean(THRIFT, trail, needs, 1.0)

    def credit(self, trail: Trail, needs: Needs) -> float:
        """What an unsolved episode is worth: in [0, `most`]."""
        return self.most * self.quality(trail, needs)

    def total(self, trail: Trail, needs: Needs, *, solved: bool) -> float:
        """What an episode that ends here pays in all."""
        if not solved:
            return self.credit(trail, needs)
        return 1.0 - self.spread * (1.0 - self.quality(trail, needs))

    def payments(self, trails: Sequence[Trail], needs: Needs, *, solved: bool) -> list[float]:
        """The rewards of the steps of an episode, which add up to its total.

        Args:
            trails: after each step.
            needs: what the answer needs.
            solved: whether the episode ended with the right answer.
        """
        worth = [self.credit(trail, needs) for trail in trails[:-1]]
        worth += [self.total(trail, needs, solved=solved) for trail in trails[-1:]]
        return [after - before for before, after in zip([0.0, *worth], worth, strict=False)]

    def _mean(self, signals: Mapping[str, Signal], trail: Trail, needs: Needs, default: float) -> float:
        chosen = [(weight, name) for name in signals if (weight := self.weights.get(name, 0.0)) > 0]
        if not chosen:
            return default
        weighed = sum(weight * signals[name](trail, needs) for weight, name in chosen)
        return min(max(weighed / sum(weight for weight, _ in chosen), 0.0), 1.0)

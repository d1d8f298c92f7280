"""An incident in a world of benign logs: a trail of pivots, the rows that carry it, and rows that mislead.

**What is guaranteed**, and proved by `walker` over the finished rows: of all walks that follow the question's steps,
however they branch, exactly one comes to an end, and it goes over the rows of the incident. So the answer is the only
one, and without the row of any step nothing is found. No other row holds two entities of the trail, so none of them
can be had from an earlier one by a query that leaves steps out.

**Misleading rows**: a near miss meets all of a step but its category and then goes on to another end; a dead end meets
a step and stops before the end; a second incident takes the same steps from elsewhere.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...base import GenerationError, Json, rng_for
from . import walker
from .catalogue import HUBS, Relation
from .entities import SPELLINGS, Organisation, spell
from .logs import KINDS
from .table import BENIGN, DECOY, Log
from .world import World

MAX_TRIES = 60
LEAST_CHOICE = 20
"""An answer is one of at least this many different values of its column."""

Recipe = Mapping[str, Json]


class _Misfit(Exception):
    """A draw that does not work out; the next one may."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the trail.

    Attributes:
        relation: the pivot.
        category: the place of the wanted value in its category; -1 if there is none.
        kind: the kind of entity that it finds.
        value: its plain value; of a time the seconds since 1970.
        at: of a lease, the time of the last record before it, in seconds since 1970; else 0.
    """

    relation: Relation
    category: int
    kind: str
    value: str
    at: int


@dataclass(frozen=True, slots=True)
class Incident:
    """A world with its incident.

    Attributes:
        world: the logs.
        kind: the kind of the entity at the start.
        start: its plain value.
        steps: the trail.
        branches: for each step, how many different values fit it on some walk.
        choices: how many different values the column of the answer has.
    """

    world: World
    kind: str
    start: str
    steps: tuple[Step, ...]
    branches: tuple[int, ...]
    choices: int

    @property
    def answer(self) -> str:
        """The plain value at the end."""
        return self.steps[-1].value

    def log(self, step: Step) -> Log:
        """The table of a step."""
        return self.world.logs[step.relation.table]


def draw(rng: random.Random, parameters: Recipe) -> tuple[dict[str, Json], Incident]:
    """A recipe and the incident that it gives.

    Args:
        rng: decides on the recipe's seed.
        parameters: ``hops``, ``tables``, ``rows``, ``decoys``, ``branching``, ``drift``.

    Raises:
        GenerationError: if no draw works out.
    """
    for _ in range(MAX_TRIES):
        recipe = {"seed": rng.getrandbits(48), **parameters}
        try:
            return recipe, make(recipe)
        except _Misfit:
            continue
    raise GenerationError(f"no incident of {parameters!r} worked out; ask for more rows or fewer hops")


def make(recipe: Recipe) -> Incident:
    """The incident of a recipe: the same one whenever and wherever it is made."""
    rng = rng_for(f"sql-forensics:{recipe['seed']}")
    hops, rows = int(recipe["hops"]), int(recipe["rows"])
    people = max(24, min(250, rows // 40))
    org = Organisation(rng, people, max(2, min(30, rows // 300)))
    kind, trail = _trail(rng, hops)
    chosen = {relation.table for relation in trail}
    others = [name for name in KINDS if name not in chosen]
    chosen.update(rng.sample(others, max(0, min(int(recipe["tables"]) - len(chosen), len(others)))))
    world = World(rng, org, [KINDS[name] for name in KINDS if name in chosen], rows, float(recipe["drift"]))
    return _Plot(world, kind, trail).told(int(recipe["decoys"]), int(recipe["branching"]))


def _trail(rng: random.Random, hops: int) -> tuple[str, list[Relation]]:
    """Pivots that fit together, each in another table; the kind of the entity they begin with."""
    times = rng.random() >= 0.85  # a time is asked for now and then only
    for _ in range(1000):
        trail: list[Relation] = []
        kind = ""
        while len(trail) < hops:
            fitting = [r for r in _from(kind, times) if _fits(trail, r, hops)]
            if not fitting:
                break
            tables = sorted({relation.table for relation in fitting})
            weights = [1 if KINDS[table].lookup else 4 for table in tables]
            table = rng.choices(tables, weights)[0]
            trail.append(rng.choice([relation for relation in fitting if relation.table == table]))
            kind = type_of(trail[-1], trail[-1].target)
        if len(trail) == hops:
            return type_of(trail[0], trail[0].source), trail
    raise _Misfit("no trail")


@functools.cache
def _from(kind: str, times: bool) -> tuple[Relation, ...]:
    """The pivots from a kind of entity, or from any; with those to times or without."""
    return tuple(
        relation
        for table in KINDS.values()
        for relation in table.relations
        if (times or relation.target != "time") and (not kind or type_of(relation, relation.source) == kind)
    )


def _fits(trail: Sequence[Relation], relation: Relation, hops: int) -> bool:
    """Whether a pivot from the right kind of entity may come next."""
    table = KINDS[relation.table]
    for before in trail:
        if relation.table == before.table:
            return False
    if relation.target == "time" and len(trail) < hops - 1:
        return False
    if not trail:
        return relation.table != "leases" and not (table.lookup and hops == 1)
    last = KINDS[trail[-1].table]
    if relation.table == "leases" and (not last.timed or last.name == "leases"):
        return False
    return not (table.lookup and (last.lookup or len(trail) == hops - 1 == 1))


def type_of(relation: Relation, role: str) -> str:
    """What kind of entity a role of a relation's table is."""
    return _TYPES[relation.table, role]


_TYPES = {(kind.name, field.role): field.type for kind in KINDS.values() for field in kind.fields}


class _Plot:
    """Puts an incident into a world."""

    def __init__(self, world: World, kind: str, trail: Sequence[Relation]) -> None:
        self.world, self.kind, self.trail, self.rng = world, kind, trail, world.rng
        rng, org = world.rng, world.org
        # A person for each entity that a person has, a new one unless a lookup ties it to the one before.
        spare = rng.sample(range(org.size), len(trail) + 1)
        self.persons = [spare[0]]
        kinds = [kind, *(type_of(relation, relation.target) for relation in trail)]
        for relation, person in zip(trail, spare[1:], strict=True):
            self.persons.append(self.persons[-1] if KINDS[relation.table].lookup else person)
        self.kinds = kinds
        self.nodes = self._nodes(self.persons)
        self.categories = [
            rng.randrange(len(KINDS[r.table].category(r.category).said)) if r.category else -1 for r in trail
        ]
        self.strides = self._strides()
        self._met: list[tuple[Log, list[int]]] | None = None

    def _nodes(self, persons: Sequence[int]) -> list[int]:
        """The numbers of entities for the trail; a time has none."""
        org = self.world.org
        return [
            person if kind in HUBS else -1 if kind == "time" else org.fresh(kind)
            for kind, person in zip(self.kinds, persons, strict=True)
        ]

    def _text(self, place: int) -> str:
        """The plain text of an entity of the trail."""
        return self.world.org.text(self.kinds[place], self.nodes[place])

    def told(self, decoys: int, branching: int) -> Incident:
        """The incident, with its misleading rows, proved."""
        at = self._moment()
        self._lay(self.nodes, self.persons, 0, len(self.trail), at, marks=True)
        for number in range(decoys):
            self._mislead(number)
        self._part()
        layers = self._prune(branching)
        end, times = self._prove(walker.alive(layers))
        last = self.world.logs[self.trail[-1].table]
        choices = last.choices(last.place(self.trail[-1].target))
        if choices < LEAST_CHOICE:
            raise _Misfit("the answer is too easy to guess")
        found = [self._text(place) for place in range(1, len(self.trail))]
        steps = tuple(
            Step(*parts)
            for parts in zip(self.trail, self.categories, self.kinds[1:], [*found, end], times, strict=True)
        )
        branches = tuple(len({move.after[0] for move in layer}) for layer in layers)
        return Incident(self.world, self.kind, self._text(0), steps, branches, choices)

    # ---- rows ----------------------------------------------------------------------------------------

    def _moment(self) -> int:
        """A time at which something begins, with room before and behind it."""
        org = self.world.org
        return org.start + self.rng.randrange(36_000, org.days * 86_400 - 36_000)

    def _lay(
        self,
        nodes: Sequence[int],
        persons: Sequence[int],
        first: int,
        end: int,
        at: int,
        *,
        marks: bool,
        miss: bool = False,
    ) -> None:
        """Put in the rows of the steps from `first` to before `end`, between the given entities.

        With `marks` they are the incident's own; with `miss` the first one has another category than is wanted.
        """
        for place in range(first, end):
            relation, log = self.trail[place], self.world.logs[self.trail[place].table]
            category = self.categories[place]
            if miss and place == first:
                category = (category + self.rng.randrange(1, len(log.said))) % len(log.said)
            if log.kind.lookup:
                if marks:
                    log.marks[log.persons.index(persons[place])] = place + 1
                continue
            if log.kind.name == "leases":
                if marks:
                    self._lease(relation, nodes, place, at)
                    continue
                return  # another address has its own leases; what they lead to is not planned
            if log.kind.timed:
                at += relation.sign * self.rng.randint(20, 2400)
            given = {relation.source: nodes[place]}
            if relation.target != "time":
                given[relation.target] = nodes[place + 1]
            self.world.add(log, given, place + 1 if marks else DECOY, at, category, without=self.persons)

    def _lease(self, relation: Relation, nodes: Sequence[int], place: int, at: int) -> None:
        """A lease that holds at a time, and two of the same address or computer around it to others."""
        world, rng, org = self.world, self.rng, self.world.org
        log = world.logs[relation.table]
        log.remove(log.holding(log.place(relation.source), [nodes[place]]))
        begin, end = at - rng.randint(600, 9000), at + rng.randint(600, 9000)
        last = org.start + org.days * 86_400
        for start, stop, mark in ((org.start, begin, DECOY), (begin, end, place + 1), (end, last, DECOY)):
            given = {relation.source: nodes[place], "until": stop}
            if mark != DECOY:
                given[relation.target] = nodes[place + 1]
            world.add(log, given, mark, start, without=self.persons)

    def _mislead(self, number: int) -> None:
        """Rows that mislead: a near miss, a dead end, or an incident that begins elsewhere, in turn."""
        rng, hops = self.rng, len(self.trail)
        mine = set(self.persons)
        others = [person for person in range(self.world.org.size) if person not in mine]
        spare = rng.sample(others, min(len(others), hops + 1))
        persons = [spare[0]]
        for place, relation in enumerate(self.trail):
            persons.append(persons[-1] if KINDS[relation.table].lookup else spare[(place + 1) % len(spare)])
        nodes = self._nodes(persons)
        near = [place for place in range(hops) if self.categories[place] >= 0]
        far = [place for place in range(hops - 1) if not KINDS[self.trail[place].table].lookup]
        manner = number % 3
        if manner == 0 and near:
            place = rng.choice(near)
            nodes[place] = self.nodes[place]
            self._lay(nodes, persons, place, hops, self._moment(), marks=False, miss=True)
        elif manner == 1 and far:
            place = rng.choice(far)
            nodes[place] = self.nodes[place]
            self._lay(nodes, persons, place, rng.randint(place + 1, hops - 1), self._moment(), marks=False)
        else:
            self._lay(nodes, persons, 0, hops, self._moment(), marks=False)

    # ---- what must not be there ----------------------------------------------------------------------

    def _part(self) -> None:
        """Take out rows, other than the incident's own, that hold two entities of the trail."""
        for log, rows in self._meetings():
            if log.kind.lookup:
                raise _Misfit("a lookup leaves out steps")
            log.remove(rows)

    def _meetings(self) -> list[tuple[Log, list[int]]]:
        """The rows of each table that hold two entities of the trail and are not the row of the step between them."""
        if self._met is None:
            wanted: dict[str, dict[int, int]] = {}
            for step, (kind, node) in enumerate(zip(self.kinds, self.nodes, strict=True)):
                if kind != "time":
                    wanted.setdefault(kind, {})[node] = step
            self._met = [
                (log, rows) for log in self.world.logs.values() if (rows := self._holding_two(log, wanted))
            ]
        return [(log, bad) for log, rows in self._met if (bad := [row for row in rows if row not in log.gone])]

    def _holding_two(self, log: Log, wanted: Mapping[str, Mapping[int, int]]) -> list[int]:
        """Such rows of a table, given the step of each entity by its kind and number.

        From then on, rows are taken out only.
        """
        # The rows that a table begins with hold persons, and no other entity of the trail: these are new.
        kinds = wanted.keys() & HUBS if log.is_as_begun else wanted
        places = [place for place, column in enumerate(log.columns) if column.type in kinds]
        if len(places) < 2:  # a row holds no more than one
            return []
        held: dict[int, set[int]] = {}
        for place in places:
            steps = wanted[log.columns[place].type]
            for row, node in log.holding(place, steps).items():
                held.setdefault(row, set()).add(steps[node])
        return [row for row, met in held.items() if len(met) > 1 and met != {log.mark(row) - 1, log.mark(row)}]

    # ---- one end -------------------------------------------------------------------------------------

    def _strides(self) -> list[walker.Stride]:
        """The steps in terms of columns."""
        made = []
        for relation, category in zip(self.trail, self.categories, strict=True):
            log = self.world.logs[relation.table]
            roles = [column.role for column in log.columns]
            made.append(
                walker.Stride(
                    log,
                    type_of(relation, relation.source),
                    type_of(relation, relation.target),
                    roles.index(relation.source),
                    roles.index(relation.target),
                    roles.index(relation.category) if category >= 0 else -1,
                    log.said[category] if category >= 0 else "",
                    roles.index("time") if "time" in roles else -1,
                    roles.index("until") if "until" in roles else -1,
                    self.world.org.zone if log.clock == 4 else 0,
                )
            )
        return made

    def _prune(self, branching: int) -> list[list[walker.Move]]:
        """Take out benign and misleading rows until one walk comes to an end and no step branches too widely.

        Returns all walks over the rows that are left.
        """
        layers, is_proof = self._narrow(branching), False
        for _ in range(2 * len(self.trail) + 5):
            if not self._single(layers) and is_proof:
                return layers
            layers, is_proof = walker.walk(self.strides, self._text(0)), True
        raise _Misfit("too many walks")

    def _narrow(self, branching: int) -> list[list[walker.Move]]:
        """Leave at most `branching` values that benign rows give for a step, after those of other rows.

        Returns all walks over the rows that are left.
        """
        layers: list[list[walker.Move]] = []
        states: list[walker.State] = [(self._text(0).lower(), 0)]
        for place in range(len(self.strides)):
            log = self.world.logs[self.trail[place].table]
            layer = walker.moves(self.strides, place, states)
            kept = dict.fromkeys(move.after[0] for move in layer if log.mark(move.row) != BENIGN)
            spare = [value for value in dict.fromkeys(move.after[0] for move in layer) if value not in kept]
            surplus = set(spare[max(0, branching - len(kept)) :])
            rows = {move.row for move in layer if move.after[0] in surplus and log.mark(move.row) == BENIGN}
            if rows and not (log.kind.lookup or log.kind.name == "leases"):
                if len(rows) > 4 + len(log) // 8:
                    raise _Misfit("too many rows fit")
                log.remove(rows)
                layer = [move for move in layer if move.row not in rows]
            layers.append(layer)
            states = list(dict.fromkeys(move.after for move in layer))
        return layers

    def _single(self, layers: Sequence[Sequence[walker.Move]]) -> bool:
        for place, layer in reversed(list(enumerate(walker.alive(layers)))):
            log = self.world.logs[self.trail[place].table]
            extra = {move.row for move in layer if log.mark(move.row) != place + 1}
            if extra and not log.kind.lookup and log.kind.name != "leases":
                if len(extra) > 4 + len(log) // 8:
                    raise _Misfit("too many ends")
                log.remove(extra)
                return True
        return False

    def _prove(self, ends: Sequence[Sequence[walker.Move]]) -> tuple[str, list[int]]:
        """Of all walks that come to an end there is one, over the incident's rows, and none of them can be left out.

        Returns the answer, and the times before each step.
        """
        for place, layer in enumerate(ends):
            log = self.world.logs[self.trail[place].table]
            if {log.mark(move.row) for move in layer} != {place + 1} or len({move.row for move in layer}) != 1:
                raise _Misfit("not the one walk")
            if len({move.after for move in layer}) != 1:
                raise _Misfit("not the one answer")
        answer = ends[-1][0].after[0]
        if self.kinds[-1] != "time":
            if answer != self._text(-1).lower():
                raise _Misfit("another answer")
            answer = self._text(-1)
        if self._meetings():
            raise _Misfit("steps can be left out")
        return answer, [layer[0].before[1] for layer in ends]


def spellings_of(kind: str, value: str, org: str) -> list[str]:
    """All ways in which columns may write a value, the plain one first."""
    return list(dict.fromkeys(spell(kind, i, value, org) for i in range(len(SPELLINGS.get(kind, ("",))))))

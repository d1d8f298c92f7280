"""Small databases for changes: drawn so that mistakes show, and chosen by what they tell apart.

Most tables of a schema no change names. Their rows are the same few in all databases of a task, with other references,
and no change copies or compares them.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from ..other_tables import OtherTables
from ..question import NoFit
from ..schema import Database, Schema
from .chain import Chain, Mistake, Step, focus_of, is_classic, mistakes
from .change import KINDS
from .filters import around
from .rows import Grid, State, same
from .strips import Strips

_FIRST, _FIRST_OF_LONG = 8, 7
"""Tiny databases that are drawn at first; fewer where the script makes several changes, all of which run on each."""
_MOST = 18
"""So many are drawn at most; of those behind the first ones, the ones are added that tell what the others do not."""
_IDLE = 5
"""The changes may do nothing on so many databases that are drawn for the first ones."""
_TRIES = 4
"""Draws for one further database on which they do something."""
_SHOWN = 3
"""On so many of the first ones each change must show: the state at the end is another one without it."""
_SLIPS = 40
"""Mistakes that are looked at for one task."""
_TOLD = 0.8
"""Share of them that must be told from the right changes; some mean the same."""
_SALT = 0.3
"""Share of a column's values that are put where a condition on it changes from true to false."""


class Guide:
    """Draws tiny databases on which mistaken changes are likely to show.

    Attributes:
        focus: the tables that the changes name, and the columns of these.
        others: makes the rows of all other tables.
        strips: what the databases are cut from.
    """

    def __init__(self, rng: random.Random, schema: Schema, chain: Chain, usual: Database) -> None:
        """Databases for some changes.

        Args:
            rng: the source of randomness.
            schema: the tables at the beginning.
            chain: the changes.
            usual: realistic rows, of which values are taken where it does not matter which.
        """
        self._rng = rng
        self._chain = chain
        self.focus = focus_of(schema, chain)
        named = Schema(schema.domain, tuple(t for t in schema.tables if t.name in self.focus.tables))
        self.others = OtherTables(rng, schema, named, self.focus, usual)
        self.strips = Strips(rng, schema, chain.constants, self.focus, self.others, usual)
        self._columns = {table.name: [column.name for column in table.columns] for table in schema.tables}
        self._salted = [
            (name, table.index(column.name), values)
            for (name, column_name), parts in chain.parts.items()
            for table in (schema.table(name),)
            for column in (table.column(column_name),)
            if not column.unique and (values := [value for part in parts for value in around(part, column)])
        ]

    def draw(self) -> State:
        """A further database."""
        made = self.strips.database()
        state = {name: Grid(self._columns[name][:], rows) for name, rows in made.items()}
        self.prepare(state, self._rng)
        return state

    def prepare(self, state: State, rng: random.Random) -> None:
        """Make a database more telling for each of the changes and conditions."""
        draw = rng.random
        for table, place, values in self._salted:
            for row in state[table].rows:
                if draw() < _SALT:
                    row[place] = values[int(draw() * len(values))]
        names = [(grid, grid.columns) for grid in state.values()]
        seen = dict(state)
        for step in self._chain.steps:
            # A later change may be of tables and columns that are not there before the earlier ones.
            with suppress(KeyError, ValueError):
                KINDS[step.kind].prepare(step.facts, seen, rng)
            _called_anew(seen, step)
        for grid, columns in names:
            grid.columns = columns


class Trial:
    """A database, and what changes make of it one after the other: mistakes in one of them are tried from there on.

    Attributes:
        before: the database.
        after: what all changes leave.
    """

    def __init__(self, before: State, chain: Chain) -> None:
        """Args: the database and the changes."""
        self.before = before
        self._steps = [(KINDS[step.kind], step.facts) for step in chain.steps]
        self._named = [step.names for step in chain.steps]
        self._stages = [before]
        for at, (change, facts) in enumerate(self._steps):
            state = self._opened(self._stages[-1], at)
            change.apply(facts, state)
            self._stages.append(state)
        self.after = self._stages[-1]

    def _opened(self, state: State, at: int) -> State:
        """A copy in which all may be changed that a step names."""
        opened, names = dict(state), self._named[at]
        for name, grid in state.items():
            if name in names:
                opened[name] = Grid(grid.columns[:], [row[:] for row in grid.rows])
        return opened

    @property
    def idle(self) -> bool:
        """Whether the changes do nothing."""
        return same(self.before, self.after)

    def tells(self, mistake: Mistake) -> bool:
        """Whether a mistaken change is told from the right ones; one that fails is told."""
        at, wrong = mistake
        try:
            state = self._stages[at]
            if wrong is not None:
                state = self._opened(state, at)
                self._steps[at][0].apply(wrong, state)
            if state == self._stages[at + 1]:
                return False  # so all that follows is as it should be
            for later in range(at + 1, len(self._steps)):
                state = self._opened(state, later)
                change, facts = self._steps[later]
                change.apply(facts, state)
            return not same(state, self.after)
        except (KeyError, ValueError, TypeError, IndexError):
            return True


def choose(rng: random.Random, chain: Chain, guide: Guide) -> tuple[list[Trial], int]:
    """Tiny databases that tell the changes from what they are mistaken for, before and after.

    The second value says how many of them, from the first on, tell all that any of them tells.

    Raises:
        NoFit: the changes do too little, or too much is not told apart.
    """
    trials: list[Trial] = []

    def drawn() -> int:
        """The number of a further database."""
        trials.append(Trial(guide.draw(), chain))
        return len(trials) - 1

    chosen: list[int] = []
    spare: list[int] = []
    while len(chosen) < (_FIRST if len(chain.steps) == 1 else _FIRST_OF_LONG):
        number = drawn()
        (spare if trials[number].idle else chosen).append(number)
        if len(spare) > _IDLE:
            raise NoFit
    found = list(mistakes(chain))
    forgotten, others = found[: len(chain.steps)], found[len(chain.steps) :]
    telling: dict[int, None] = {}  # the first that tells each of the mistakes
    for slip in forgotten:
        # Where a later change nearly always undoes one, slips in it would hardly ever show, however many databases.
        showing = list(islice((i for i in chosen if trials[i].tells(slip)), _SHOWN))
        if len(showing) < _SHOWN:
            raise NoFit
        telling[showing[0]] = None
    classic = [slip for slip in others if is_classic(slip, chain)]
    others = [slip for slip in others if not is_classic(slip, chain)]
    if len(others) > _SLIPS:
        others = rng.sample(others, _SLIPS)
    others = classic + others
    told = len(forgotten)
    for place, slip in enumerate(others):
        first = next((i for i in _each(telling, chosen) if trials[i].tells(slip)), None)
        if first is not None:
            telling[first] = None
            told += 1
            continue
        better = next((i for i in spare if trials[i].tells(slip)), None)
        while better is None and len(trials) < _MOST:
            spare.append(drawn())
            if trials[-1].tells(slip):
                better = spare[-1]
        if better is not None:
            chosen.append(better)
            telling[better] = None
            spare.remove(better)
            told += 1
        elif place < len(classic):
            raise NoFit
    if told < _TOLD * (len(forgotten) + len(others)):
        raise NoFit
    in_order = dict.fromkeys((*telling, *chosen))
    return [trials[i] for i in in_order], len(telling)


def further(guide: Guide, chain: Chain, count: int) -> list[Trial]:
    """So many databases more on which the changes do something; raises `NoFit` where they hardly ever do."""
    found: list[Trial] = []
    tries = _TRIES * count
    while len(found) < count:
        if not tries:
            raise NoFit
        tries -= 1
        trial = Trial(guide.draw(), chain)
        if not trial.idle:
            found.append(trial)
    return found


def _called_anew(seen: State, step: Step) -> None:
    """Let tables and columns go by the names that a change gives them, and tables that are made of one be that one."""
    facts = step.facts
    grid = seen.get(facts["table"])
    if grid is None:
        return
    if step.kind == "rename_column":
        grid.columns = [facts["new"] if name == facts["column"] else name for name in grid.columns]
        return
    for made in ("new", "rest"):
        if made in facts:
            seen.setdefault(facts[made], grid)


def _each(first: Collection[int], others: Sequence[int]) -> Iterator[int]:
    """Numbers, each once."""
    yield from tuple(first)
    yield from (number for number in others if number not in first)

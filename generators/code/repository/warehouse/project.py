"""A warehouse: the files of a project."""

from __future__ import annotations

from ..domain import Template

TEMPLATES = (
    Template(
        "README.md",
        """
# @pkg@

Keeps the stock of a warehouse. The public functions are in `@pkg@/api.py`; each takes a list of movements, which are made in
order in an empty warehouse and are numbered from 1. Prices are cents for one piece.

## Movements

- `["in", item, count, price]` brings a lot of pieces. Refused as `count` if the count is below 1, and as `price` if the price is below 0.
- `["out", item, count]` takes pieces out, always from the oldest lot that is left. Refused as `count` if the count is below 1, and
  as `stock` if there are not as many free pieces.
#+ returns
- `["back", item, count]` brings pieces back. They are a new lot, with the price of the lot that came in last by `in`. Refused as `count`
  if the count is below 1, and as `unknown` if the item never came in.
#-
#+ kits
- `["kit", name, count]` takes out the parts of kits. A `@kit_a@` is made of @kit_a_text@, a `@kit_b@` of @kit_b_text@. Refused as `unknown`
  for another name, as `count` if the count is below 1, and as `stock` if there are not enough free pieces of every part; then
  nothing is taken.
#-
#+ reserving
- `["reserve", customer, item, count]` keeps pieces for a customer, who may reserve several times; they are still in stock, but no longer
  free. Refused as `count` and `stock` like `out`.
- `["collect", customer, item]` takes out all pieces that the customer has reserved. Refused as `nothing` if there are none.
- `["cancel", customer, item]` makes all of them free again. Refused as `nothing` if there are none.
#-

Other movements are refused as `unknown`. Reasons are checked in the order in which they are named here. What is refused changes nothing.

## Functions

- `stock(movements)` gives the pieces of each item that is there, items with none left out.
- `refused(movements)` lists `[number, reason]`.
- `value(movements)` is the sum of the prices of all pieces that are there.
- `cost(movements)` is the sum of the prices of all pieces that were taken out.
#+ ordering
- `to_order(movements)` lists `[item, count]`, by name, for each item that ever came in and has fewer than @minimum@ free pieces. The
  count is the difference between @target@ and the free pieces, rounded up to whole packs of @pack@.
#-
#+ movers
- `movers(movements, count)` names the items of which the most pieces were taken out, at most `count` of them: the most first, equal
  ones by name. Items of which no piece was taken out are not named.
#-
""",
    ),
    Template(
        "@pkg@/settings.py",
        '''
"""What the house has decided."""

#+ ordering
MINIMUM = @minimum@
TARGET = @target@
PACK = @pack@
#-
#+ kits
KITS = {
    "@kit_a@": {@kit_a_dict@},
    "@kit_b@": {@kit_b_dict@},
}
#-
''',
        "settled",
    ),
    Template(
        "@pkg@/@core@/lots.py",
        '''
"""Lots of one item, oldest first."""


class Lots:
    """A queue of [count, price]."""

    def __init__(self):
        self.queue = []
        self.last_price = None

    def count(self):
        """All pieces."""
        return sum(count for count, _ in self.queue)

    def value(self):
        """What all pieces cost together."""
        return sum(count * price for count, price in self.queue)

    def add(self, count, price):
        """Put a lot behind the others."""
        self.queue.append([count, price])

    def take(self, count):
        """Take pieces from the oldest lots. Returns what they cost together."""
        cost = 0
        while count > 0:
            lot = self.queue[0]
            taken = min(count, lot[0])
            cost += taken * lot[1]
            lot[0] -= taken
            count -= taken
            if lot[0] == 0:
                self.queue.pop(0)
        return cost
''',
    ),
    Template(
        "@pkg@/@core@/store.py",
        '''
"""The store: the lots of all items, and what happened to them."""

from @pkg@.@core@.lots import Lots
from @pkg@.@core@.reservations import Reservations  #? reserving


class Store:
    """Everything that is in the house."""

    def __init__(self):
        self.lots = {}
        self.cost = 0
        self.taken = {}
        self.refused = []
        self.reservations = Reservations()  #? reserving

    def knows(self, item):
        """Whether an item ever came in."""
        return item in self.lots

    def free(self, item):
        """The pieces of an item that can be taken."""
        there = self.lots[item].count() if self.knows(item) else 0
        return there - self.reservations.total(item)  #? reserving
        return there  #? unreserved

    def bring(self, item, count, price):
        """Add a lot."""
        self.lots.setdefault(item, Lots()).add(count, price)

    def take(self, item, count):
        """Take pieces out and note what they cost."""
        self.cost += self.lots[item].take(count)
        self.taken[item] = self.taken.get(item, 0) + count
''',
    ),
    Template(
        "@pkg@/@core@/reservations.py",
        '''
"""Pieces that are kept for customers."""


class Reservations:
    """Counts by customer and item."""

    def __init__(self):
        self.counts = {}

    def add(self, customer, item, count):
        """Keep more pieces."""
        key = (customer, item)
        self.counts[key] = self.counts.get(key, 0) + count

    def of(self, customer, item):
        """The pieces of one customer."""
        return self.counts.get((customer, item), 0)

    def total(self, item):
        """The pieces that all customers have of an item."""
        return sum(count for (_, kept), count in self.counts.items() if kept == item)

    def end(self, customer, item):
        """Forget the pieces of a customer."""
        return self.counts.pop((customer, item))
''',
        "reserving",
    ),
    Template(
        "@pkg@/kits.py",
        '''
"""Kits: several parts under one name."""

from @pkg@ import settings


def parts_of(name, count):
    """How many pieces of each part some kits need; None if there is no such kit."""
    if name not in settings.KITS:
        return None
    return {part: count * each for part, each in settings.KITS[name].items()}


def take_kits(store, name, count):
    """Take the parts of kits. Returns why not, or None."""
    parts = parts_of(name, count)
    if parts is None:
        return "unknown"
    if count < 1:
        return "count"
    if any(store.free(part) < needed for part, needed in parts.items()):
        return "stock"
    for part, needed in parts.items():
        store.take(part, needed)
    return None
''',
        "kits",
    ),
    Template(
        "@pkg@/movements.py",
        '''
"""What each kind of movement does. A handler returns why it refuses, or None."""

from @pkg@.kits import take_kits  #? kits


def problem_with(store, item, count):
    """Why pieces cannot be taken, or None."""
    if count < 1:
        return "count"
    if store.free(item) < count:
        return "stock"
    return None


def bring_in(store, item, count, price):
    """A lot comes in."""
    if count < 1:
        return "count"
    if price < 0:
        return "price"
    store.bring(item, count, price)
    store.lots[item].last_price = price
    return None


def take_out(store, item, count):
    """Pieces go out."""
    reason = problem_with(store, item, count)
    if reason is None:
        store.take(item, count)
    return reason


#+ returns
def bring_back(store, item, count):
    """Pieces come back."""
    if count < 1:
        return "count"
    if not store.knows(item):
        return "unknown"
    store.bring(item, count, store.lots[item].last_price)
    return None
#-


#+ reserving
def reserve(store, customer, item, count):
    """Pieces are kept for a customer."""
    reason = problem_with(store, item, count)
    if reason is None:
        store.reservations.add(customer, item, count)
    return reason


def collect(store, customer, item):
    """A customer takes what was kept."""
    if store.reservations.of(customer, item) == 0:
        return "nothing"
    store.take(item, store.reservations.end(customer, item))
    return None


def cancel(store, customer, item):
    """A customer does not want it any more."""
    if store.reservations.of(customer, item) == 0:
        return "nothing"
    store.reservations.end(customer, item)
    return None
#-


HANDLERS = {
    "in": bring_in,
    "out": take_out,
    "back": bring_back,  #? returns
    "kit": take_kits,  #? kits
    "reserve": reserve,  #? reserving
    "collect": collect,  #? reserving
    "cancel": cancel,  #? reserving
}


def move_all(store, movements):
    """Make movements in order."""
    for number, (kind, *details) in enumerate(movements, start=1):
        handler = HANDLERS.get(kind)
        reason = handler(store, *details) if handler else "unknown"
        if reason:
            store.refused.append([number, reason])
''',
    ),
    Template(
        "@pkg@/figures.py",
        '''
"""Figures about a store."""


def stock(store):
    """The pieces of each item that is there."""
    counts = {item: lots.count() for item, lots in store.lots.items()}
    return {item: count for item, count in counts.items() if count}


def value(store):
    """What everything that is there cost."""
    return sum(lots.value() for lots in store.lots.values())


#+ movers
def movers(store, count):
    """The items that were taken out most."""
    ordered = sorted(store.taken, key=lambda item: (-store.taken[item], item))
    return ordered[:count]
#-
''',
    ),
    Template(
        "@pkg@/ordering.py",
        '''
"""What has to be ordered."""

from @pkg@ import settings


def packs(count):
    """A count, made up to whole packs."""
    return -(-count // settings.PACK) * settings.PACK


def to_order(store):
    """Item and count of everything that runs out."""
    wanted = []
    for item in sorted(store.lots):
        free = store.free(item)
        if free < settings.MINIMUM:
            wanted.append([item, packs(settings.TARGET - free)])
    return wanted
''',
        "ordering",
    ),
    Template(
        "@pkg@/api.py",
        '''
"""The public functions. Movements are lists such as ["in", "bolt", 10, 25]."""

from @pkg@ import figures
from @pkg@.@core@.store import Store
from @pkg@.movements import move_all
from @pkg@ import ordering  #? ordering


def _store(movements):
    store = Store()
    move_all(store, movements)
    return store


def stock(movements):
    """The pieces of each item."""
    return figures.stock(_store(movements))


def refused(movements):
    """The movements that were refused, and why."""
    return _store(movements).refused


def value(movements):
    """What everything that is there cost."""
    return figures.value(_store(movements))


def cost(movements):
    """What everything that was taken out cost."""
    return _store(movements).cost


#+ ordering
def to_order(movements):
    """What has to be ordered."""
    return ordering.to_order(_store(movements))
#-


#+ movers
def movers(movements, count):
    """The items that were taken out most."""
    return figures.movers(_store(movements), count)
#-
''',
    ),
)

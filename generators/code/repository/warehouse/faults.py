"""A warehouse: the faults of a project, each in the words of somebody who uses it."""

from __future__ import annotations

from ..domain import Fault

_LOTS, _STORE, _RESERVED = "@pkg@/@core@/lots.py", "@pkg@/@core@/store.py", "@pkg@/@core@/reservations.py"
_MOVES, _KITS, _FIGURES, _ORDERING = (
    "@pkg@/movements.py",
    "@pkg@/kits.py",
    "@pkg@/figures.py",
    "@pkg@/ordering.py",
)
_ORDER = """\
    wanted = []
    for item in sorted(store.lots):
        free = store.free(item)
        if free < settings.MINIMUM:
            wanted.append([item, packs(settings.TARGET - free)])
    return wanted
"""
_TAKE = """\
            lot = self.queue[0]
            taken = min(count, lot[0])
            cost += taken * lot[1]
            lot[0] -= taken
            count -= taken
            if lot[0] == 0:
                self.queue.pop(0)
"""
FAULTS = (
    Fault(_LOTS, "            lot = self.queue[0]", "            lot = self.queue[-1]", "Taking goods out crashes, or takes the newest ones first.", "cost", 3),
    Fault(_LOTS, "            taken = min(count, lot[0])", "            taken = max(count, lot[0])",
          "Taking out a few pieces empties whole lots.", "stock", 3),
    Fault(_LOTS, "            cost += taken * lot[1]", "            cost = taken * lot[1]",
          "What was taken out costs too little if it came from several lots.", "cost", 3),
    Fault(_LOTS, "            cost += taken * lot[1]", "            cost += lot[1]",
          "What was taken out costs too little if it was more than one piece.", "cost", 3),
    Fault(_LOTS, "sum(count * price for count, price in self.queue)", "sum(price for _, price in self.queue)",
          "The value of the stock is far too small.", "value", 2),
    Fault(_LOTS, "return sum(count for count, _ in self.queue)", "return self.queue[0][0] if self.queue else 0",
          "Only the oldest lot of an item is counted.", "stock", 2),
    Fault(_STORE, "there - self.reservations.total(item)", "there", "Pieces that are kept for a customer are given to others.", "refused", 2, "reserving"),
    Fault(_STORE, "self.taken.get(item, 0) + count", "self.taken.get(item, 0) + 1",
          "Items that go out in large numbers are missing at the top of the list.", "movers", 2, "movers"),
    Fault(_STORE, "if self.knows(item) else 0", "if self.knows(item) else 1", "Something that we never had can be taken out, with a crash.", "refused", 2),
    Fault(_STORE, "        self.cost += self", "        self.cost = self", "Only what was taken out last counts for the costs.", "cost", 2),
    Fault(_RESERVED, "self.counts.get(key, 0) + count", "count", "A second reservation of a customer makes the first one vanish.", "stock", 2, "reserving"),
    Fault(_RESERVED, " if kept == item)", ")", "Reservations of one item make other items unavailable.", "refused", 3, "reserving"),
    Fault(_RESERVED, "self.counts.pop((customer, item))", "self.counts[(customer, item)]",
          "A customer can collect the same reservation twice.", "refused", 2, "reserving"),
    Fault(_KITS, "count * each for part", "each for part", "Several kits at once take the parts of one.", "stock", 2, "kits"),
    Fault(_KITS, "    if any(store.free(part) < needed", "    if all(store.free(part) < needed",
          "Kits are made although a part is missing, and then everything crashes.", "refused", 2, "kits"),
    Fault(_KITS, "    if count < 1:\n        return \"count\"\n", "", "Taking zero or a negative number of kits is not refused.", "refused", 2, "kits"),
    Fault(_KITS, "        return \"unknown\"\n", "        return None\n", "A kit that does not exist is not refused.", "refused", 2, "kits"),
    Fault(_MOVES, "store.free(item) < count", "store.free(item) <= count", "The last piece of an item cannot be taken.", "refused", 1),
    Fault(_MOVES, "    if price < 0:", "    if price <= 0:", "Goods that we got for nothing cannot be brought in.", "refused", 1),
    Fault(_MOVES, "    store.lots[item].last_price = price\n", "    store.lots[item].last_price = store.lots[item].last_price or price\n",
          "Returned goods get an old price.", "value", 1, "returns"),
    Fault(_MOVES, "    if not store.knows(item):\n        return \"unknown\"\n", "", "Bringing back something that we never had ends in an error.", "refused", 1, "returns"),
    Fault(_MOVES, "    store.take(item, store.reservations.end(customer, item))", "    store.reservations.end(customer, item)",
          "What customers collect stays in the stock.", "stock", 1, "reserving"),
    Fault(_MOVES, "start=1", "start=0", "The numbers of refused movements are one too small.", "refused", 1),
    Fault(_MOVES, "    if count < 1:\n        return \"count\"\n    if store", "    if store", "Taking out nothing, or less, is not refused.", "refused", 1),
    Fault(_FIGURES, " for item, count in counts.items() if count}", " for item, count in counts.items()}",
          "Items that are used up are still listed.", "stock", 1),
    Fault(_FIGURES, "(-store.taken[item], item)", "-store.taken[item]", "Items that were taken out equally often are not by name.", "movers", 1, "movers"),
    Fault(_FIGURES, "(-store.taken[item], item)", "(store.taken[item], item)", "The list of what goes best begins with what goes worst.", "movers", 1, "movers"),
    Fault(_ORDERING, "-(-count // settings.PACK)", "count // settings.PACK", "We order too little: the last pack is missing.", "to_order", 1, "ordering"),
    Fault(_ORDERING, "if free < settings.MINIMUM", "if free <= settings.MINIMUM", "Things are ordered that are not yet needed.", "to_order", 1, "ordering"),
    Fault(_ORDERING, "packs(settings.TARGET - free)", "packs(settings.TARGET)", "We order without regard to what is still there.", "to_order", 1, "ordering"),
    Fault(_ORDERING, _ORDER, "    raise NotImplementedError(\"to_order\")\n",
          "The function to_order, which the README describes, was never written.", "to_order", 1, "ordering"),
)  # fmt: skip

HALVES = (
    Fault(_LOTS, _TAKE, _TAKE.replace("[0]\n", "[-1]\n").replace("pop(0)", "pop()"), "", "", 0),
    Fault(_LOTS, "            if lot[0] == 0:\n", "            if lot[0] <= 1:\n", "", "", 0),
    Fault(_LOTS, "sum(count for count, _ in self.queue)", "sum(count for count, _ in self.queue[:2])", "", "", 0),
    Fault(_LOTS, "sum(count for count, _ in self.queue)", "sum(count for count, price in self.queue if price)", "", "", 0),
    Fault(_LOTS, "            cost += taken * lot[1]", "            cost += taken * self.queue[-1][1]", "", "", 0),
    Fault(_RESERVED, "self.counts.get(key, 0) + count", "max(self.counts.get(key, 0), count)", "", "", 0, "reserving"),
    Fault(_MOVES, "    store.lots[item].last_price = price\n",
          "    store.lots[item].last_price = max(store.lots[item].last_price or 0, price)\n", "", "", 0),
    Fault(_MOVES, "    if price < 0:", "    if price == -1:", "", "", 0),
    Fault(_MOVES, "    if count < 1:\n        return \"count\"\n    if store", "    if count == 0:\n        return \"count\"\n    if store", "", "", 0),
    Fault(_KITS, "    if count < 1:", "    if count == 0:", "", "", 0, "kits"),
    Fault(_KITS, "store.free(part) < needed", "store.free(part) < 1", "", "", 0, "kits"),
    Fault(_ORDERING, "-(-count // settings.PACK)", "(count // settings.PACK + 1)", "", "", 0, "ordering"),
)  # fmt: skip
"""What somebody in a hurry makes of it."""

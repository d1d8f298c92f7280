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
    Fault(_LOTS, "            lot = self.queue[0]", "            lot = self.queue[-1]", "Taking goods out crashes, or takes the newest ones first.|"
          "What has been here longest should go out first, but it does not, or there is a crash.", "cost", 3),
    Fault(_LOTS, "            taken = min(count, lot[0])", "            taken = max(count, lot[0])",
          "Taking out a few pieces empties whole lots.|"
          "I take out two pieces, and a whole lot is gone.", "stock", 3),
    Fault(_LOTS, "            cost += taken * lot[1]", "            cost = taken * lot[1]",
          "What was taken out costs too little if it came from several lots.|"
          "If pieces come from more than one lot, only some of them are in the costs.", "cost", 3),
    Fault(_LOTS, "            cost += taken * lot[1]", "            cost += lot[1]",
          "What was taken out costs too little if it was more than one piece.|"
          "Taking out many pieces costs as much as taking out one.", "cost", 3),
    Fault(_LOTS, "sum(count * price for count, price in self.queue)", "sum(price for _, price in self.queue)",
          "The value of the stock is far too small.|"
          "We have a lot of goods, but they are said to be worth next to nothing.", "value", 2),
    Fault(_LOTS, "return sum(count for count, _ in self.queue)", "return self.queue[0][0] if self.queue else 0",
          "Only the oldest lot of an item is counted.|"
          "If an item came in more than once, only what came in first is said to be there.", "stock", 2),
    Fault(_STORE, "there - self.reservations.total(item)", "there", "Pieces that are kept for a customer are given to others.|"
          "What one customer has reserved is sold to somebody else.", "refused", 2, "reserving"),
    Fault(_STORE, "self.taken.get(item, 0) + count", "self.taken.get(item, 0) + 1",
          "Items that go out in large numbers are missing at the top of the list.|"
          "Among the items that are taken out most, those that leave in large lots come too late.", "movers", 2, "movers"),
    Fault(_STORE, "if self.knows(item) else 0", "if self.knows(item) else 1", "Something that we never had can be taken out, with a crash.|"
          "When we take out an item that never came in, the program crashes instead of refusing it.", "refused", 2),
    Fault(_STORE, "        self.cost += self", "        self.cost = self", "Only what was taken out last counts for the costs.|"
          "The costs are those of the last time something was taken out.", "cost", 2),
    Fault(_RESERVED, "self.counts.get(key, 0) + count", "count", "A second reservation of a customer makes the first one vanish.|"
          "If a customer reserves more of the same, what they had before is forgotten.", "stock", 2, "reserving"),
    Fault(_RESERVED, " if kept == item)", ")", "Reservations of one item make other items unavailable.|"
          "If pieces of one item are reserved, there seem to be fewer of another.", "refused", 3, "reserving"),
    Fault(_RESERVED, "self.counts.pop((customer, item))", "self.counts[(customer, item)]",
          "A customer can collect the same reservation twice.|"
          "After a customer has collected what was reserved, they can do so once more.", "refused", 2, "reserving"),
    Fault(_KITS, "count * each for part", "each for part", "Several kits at once take the parts of one.|"
          "Taking out three kits takes the parts for a single one.", "stock", 2, "kits"),
    Fault(_KITS, "    if any(store.free(part) < needed", "    if all(store.free(part) < needed",
          "Kits are made although a part is missing, and then everything crashes.|"
          "If only some parts of a kit are there, it is taken all the same, with a crash.", "refused", 2, "kits"),
    Fault(_KITS, "    if count < 1:\n        return \"count\"\n", "", "Taking zero or a negative number of kits is not refused.|"
          "One can take out no kit at all, or minus two.", "refused", 2, "kits"),
    Fault(_KITS, "        return \"unknown\"\n", "        return None\n", "A kit that does not exist is not refused.|"
          "When somebody asks for a kit that we do not know, it is not among what was refused.", "refused", 2, "kits"),
    Fault(_MOVES, "store.free(item) < count", "store.free(item) <= count", "The last piece of an item cannot be taken.|"
          "There is one piece left, and it does not go out.", "refused", 1),
    Fault(_MOVES, "    if price < 0:", "    if price <= 0:", "Goods that we got for nothing cannot be brought in.|"
          "Gifts, which cost nothing, are refused when they come in.", "refused", 1),
    Fault(_MOVES, "    store.lots[item].last_price = price\n", "    store.lots[item].last_price = store.lots[item].last_price or price\n",
          "Returned goods get an old price.|"
          "What comes back does not get the price of the latest delivery.", "value", 1, "returns"),
    Fault(_MOVES, "    if not store.knows(item):\n        return \"unknown\"\n", "", "Bringing back something that we never had ends in an error.|"
          "If something comes back that was never here, the program fails.", "refused", 1, "returns"),
    Fault(_MOVES, "    store.take(item, store.reservations.end(customer, item))", "    store.reservations.end(customer, item)",
          "What customers collect stays in the stock.|"
          "After a customer has collected their goods, these are still said to be here.", "stock", 1, "reserving"),
    Fault(_MOVES, "start=1", "start=0", "The numbers of refused movements are one too small.|"
          "In the list of what was refused, all numbers are off by one.", "refused", 1),
    Fault(_MOVES, "    if count < 1:\n        return \"count\"\n    if store", "    if store", "Taking out nothing, or less, is not refused.|"
          "One can take out zero pieces, or fewer.", "refused", 1),
    Fault(_FIGURES, " for item, count in counts.items() if count}", " for item, count in counts.items()}",
          "Items that are used up are still listed.|"
          "There are items with 0 pieces in the list of what is there.", "stock", 1),
    Fault(_FIGURES, "(-store.taken[item], item)", "-store.taken[item]", "Items that were taken out equally often are not by name.|"
          "Items of which the same number went out come in a strange order.", "movers", 1, "movers"),
    Fault(_FIGURES, "(-store.taken[item], item)", "(store.taken[item], item)", "The list of what goes best begins with what goes worst.|"
          "The items that hardly anybody wants come first in the list of what goes out most.", "movers", 1, "movers"),
    Fault(_ORDERING, "-(-count // settings.PACK)", "count // settings.PACK", "We order too little: the last pack is missing.|"
          "A pack is lacking in what we are told to order.", "to_order", 1, "ordering"),
    Fault(_ORDERING, "if free < settings.MINIMUM", "if free <= settings.MINIMUM", "Things are ordered that are not yet needed.|"
          "We are told to order something of which there is still enough.", "to_order", 1, "ordering"),
    Fault(_ORDERING, "packs(settings.TARGET - free)", "packs(settings.TARGET)", "We order without regard to what is still there.|"
          "The amount that we are told to order is the same, however much is left.", "to_order", 1, "ordering"),
    Fault(_ORDERING, _ORDER, "    raise NotImplementedError(\"to_order\")\n",
          "The function to_order, which the README describes, was never written.|"
          "Calling to_order fails, for nobody has written it yet, whatever the README says about it.", "to_order", 1, "ordering"),
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

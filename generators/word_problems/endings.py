"""How a story ends: what is done with the last quantities, and what is asked.

An ending is a chain of steps. Each adds one quantity to the graph, one sentence (or none) to the story, and
another question, of which the last is asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..english import listed
from .graph import LEAST, Fact, Graph
from .sentences import Counted, Measured, Names, capital
from .settings import Measuring, Step

MOST = 200_000
"""No amount at the end of a story is larger."""

_SMALL = tuple(range(2, 13))
_WISHES = ("a ladder", "a lamp", "a radio", "a tent", "a map", "a bench", "new tools", "a bell", "paint")
_SHARERS = ("neighbour", "visitor", "friend", "guest", "helper", "volunteer")
_COUNTED_CHAINS: tuple[tuple[str, ...], ...] = (
    ("ask",),
    *(("pack",), ("sell",), ("share",), ("quality",), ("give",), ("compare",), ("pool",)),
    *(("give", "pack"), ("give", "sell"), ("give", "share"), ("pack", "sell"), ("sell", "spend")),
    *(("sell", "split"), ("pool", "pack"), ("pool", "sell"), ("pool", "share"), ("quality", "other")),
    *(
        ("give", "pack", "sell"),
        ("give", "sell", "spend"),
        ("pack", "sell", "spend"),
        ("sell", "spend", "split"),
    ),
    *(
        ("pack", "sell", "split"),
        ("pool", "give", "share"),
        ("pool", "pack", "sell"),
        ("pool", "sell", "spend"),
    ),
    *(
        ("give", "pack", "sell", "spend"),
        ("give", "sell", "spend", "split"),
        ("pack", "sell", "spend", "split"),
    ),
    *(("pool", "give", "pack", "sell"), ("pool", "pack", "sell", "spend"), ("pool", "sell", "spend", "split")),
    *(("give", "pack", "sell", "spend", "split"), ("pool", "pack", "sell", "spend", "split")),
)
_MEASURED_CHAINS: tuple[tuple[str, ...], ...] = (
    ("ask",),
    *(("step",), ("compare",), ("pool",)),
    *(("step", "spend"), ("step", "split"), ("pool", "step")),
    ("step", "spend", "split"),
)


@dataclass
class Ending:
    """The end of a story while it is being told.

    Attributes:
        last: the quantity that is asked for.
        question: the question about it.
        sentences: what is told, in order.
        labels: short names of the quantities that were added, by number.
        things: the things that are left, in words, for the next step.
        members: the quantities that the things are made of.
    """

    last: int
    question: str = ""
    sentences: list[str] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)
    things: str = ""
    members: tuple[int, ...] = ()
    spent: bool = False
    sharer: str = ""

    def step(
        self, graph: Graph, value: int, fact: Fact, work: str, label: str, needs: Sequence[int] | None = None
    ) -> bool:
        """Add the result of a step to the graph; False if it is no sensible number."""
        if not LEAST <= value <= MOST:
            return False
        needs = needs or (self.last,)
        numbers = [] if fact[0] in ("sum", "minus") else fact[3:]
        slopes: list[int | Fraction] = [1, -1] if fact[0] == "minus" else [1] * len(needs)
        if fact[0] in ("part", "times", "percent"):
            slopes = [
                Fraction(*numbers)
                if fact[0] == "part"
                else Fraction(numbers[0], 100 if fact[0] == "percent" else 1)
            ]
        self.last = graph.add(value, fact, needs, slopes, work, [fact[0], label, numbers])
        self.labels[self.last] = label
        return True


def chains(counted: bool, length: int) -> list[tuple[str, ...]]:
    """The endings of `length` steps; 0 stands for a question about the last quantity itself."""
    pool = _COUNTED_CHAINS if counted else _MEASURED_CHAINS
    if length == 0:
        return [("ask",)]
    return [chain for chain in pool if chain != ("ask",) and len(chain) == length]


def finish(rng: random.Random, graph: Graph, names: Names, chain: Sequence[str], last: int) -> Ending | None:
    """Tell the end of a story about the quantity `last`; None if the numbers did not come out."""
    end = Ending(last, members=(last,), sharer=rng.choice(_SHARERS))
    for position, name in enumerate(chain):
        after = chain[position + 1] if position + 1 < len(chain) else ""
        if isinstance(names, Counted):
            done = _counted(rng, graph, names, end, name, after)
        else:
            done = _measured(rng, graph, names, end, name, after)
        if not done:
            return None
    return end


def _counted(rng: random.Random, graph: Graph, names: Counted, end: Ending, name: str, after: str) -> bool:
    x, v, setting = len(graph.values), graph.values[end.last], names.setting
    plural = names.items[end.members[0]]
    base, did = setting.verb
    who = listed([names.holders[n] for n in end.members])
    made = f"{plural} that {who} {did}"  # "apples that Ann and Ben picked"
    whole = end.things or f"all the {made}"
    if name == "ask":
        end.question = f"How many {plural} did {who} {base}?"
        return True
    if name in ("pool", "compare"):
        others = [n for n in range(end.last) if names.items[n] == plural]
        if not others:
            return False
        if name == "compare":
            return _compare(rng, graph, names, end, others)
        end.members = tuple(sorted([end.last, *rng.sample(others, min(len(others), rng.choice((1, 1, 2))))]))
        who = listed([names.holders[n] for n in end.members])
        end.question = f"How many {plural} did {who} {base} in total?"
        return _pool(graph, end, plural)
    if name == "give":
        divisor = rng.choice(_SMALL) if after in ("pack", "share") else 1
        k = rng.randint(2, max(v // 2, 2))
        k += (v - k) % divisor
        end.sentences.append(f"{k} of the {made} were given away, and the rest were kept.")
        end.things = f"all the {plural} that were kept"
        end.question = f"How many {plural} were kept?"
        return end.step(graph, v - k, ["fewer", x, end.last, k], f"{v} - {k}", "kept")
    if name in ("pack", "share"):
        divisors = [d for d in _SMALL if v % d == 0 and v // d >= LEAST]
        if not divisors:
            return False
        k = rng.choice(divisors)
        if name == "pack":
            one, many = setting.box
            end.sentences.append(capital(f"{whole} were put into {many}, {k} in each {one}."))
            end.things = f"each of these {many}"
            end.question = f"How many {many} were filled?"
            return end.step(graph, v // k, ["part", x, end.last, 1, k], f"{v} / {k}", many)
        end.sentences.append(capital(f"{whole} were shared equally among {k} {end.sharer}s."))
        end.question = f"How many {plural} did each {end.sharer} get?"
        return end.step(graph, v // k, ["part", x, end.last, 1, k], f"{v} / {k}", "each")
    if name == "quality":
        percents = [p for p in (10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90) if v * p % 100 == 0]
        if not percents:
            return False
        p = rng.choice(percents)
        end.sentences.append(capital(f"{p}% of {whole} were {setting.quality}."))
        end.question = f"How many of these {plural} were {setting.quality}?"
        end.things = f"{plural} were not {setting.quality}"
        return end.step(graph, v * p // 100, ["percent", x, end.last, p], f"{v} * {p} / 100", setting.quality)
    if name == "other":
        before = graph.needs[end.last][0]
        all_of_them = graph.values[before]
        end.question = f"How many of these {plural} were not {setting.quality}?"
        fact = ["minus", x, before, end.last]
        return end.step(graph, all_of_them - v, fact, f"{all_of_them} - {v}", "others", (before, end.last))
    if name == "sell":
        p = rng.randint(2, 20)
        packed = bool(end.things) and end.things.startswith("each")
        end.sentences.append(
            capital(f"{end.things} was sold for ${p}." if packed else f"{whole} were sold at ${p} each.")
        )
        return _takings(graph, end, v, p)
    return _money(rng, graph, end, name, after)


def _measured(rng: random.Random, graph: Graph, names: Measured, end: Ending, name: str, after: str) -> bool:
    setting, v = names.setting, graph.values[end.last]
    who = listed([names.holders[n] for n in end.members])
    if name == "ask":
        end.question = f"What is {names.full(end.last)}, in {setting.unit}?"
        return True
    if name == "compare":
        return _compare(rng, graph, names, end, list(range(end.last)))
    if name == "pool":
        others = range(end.last)
        end.members = tuple(sorted([end.last, *rng.sample(others, min(len(others), rng.choice((1, 1, 2))))]))
        who = listed([names.holders[n] for n in end.members])
        end.question = f"What do the {setting.measure[1]} of {who} add up to, in {setting.unit}?"
        return bool(others) and _pool(graph, end, "total")
    if name == "step":
        joint = len(end.members) > 1
        steps = [
            step for step in setting.steps if (step.joint or not joint) and (not after or step.leads == "money")
        ]
        return bool(steps) and _apply(rng, graph, setting, end, rng.choice(steps), who, v)
    return _money(rng, graph, end, name, after)


def _apply(
    rng: random.Random, graph: Graph, setting: Measuring, end: Ending, step: Step, who: str, v: int
) -> bool:
    x, joint = len(graph.values), len(end.members) > 1
    numbers = [k for k in step.numbers if step.relation != "part" or (v % k == 0 and v // k >= LEAST)]
    numbers = [k for k in numbers if step.relation != "fewer" or v - k >= LEAST]
    if not numbers:
        return False
    k = rng.choice(numbers)
    if step.text:
        end.sentences.append(capital(step.text.format(P=who, k=k)))
    measure = setting.measure[0]
    end.question = step.question.format(P=who, k=k, M=measure)
    if joint:
        unit = end.question.rsplit(" in ", 1)[1]
        end.question = f"What do the {setting.measure[1]} of {who} add up to, in {unit}"
    if step.leads == "money":
        return _takings(graph, end, v, k)
    value = {"part": v // k, "times": v * k, "more": v + k, "fewer": v - k}[step.relation]
    sign = {"part": "/", "times": "*", "more": "+", "fewer": "-"}[step.relation]
    fact = ["part", x, end.last, 1, k] if step.relation == "part" else [step.relation, x, end.last, k]
    return end.step(graph, value, fact, f"{v} {sign} {k}", step.label)


def _compare(rng: random.Random, graph: Graph, names: Names, end: Ending, others: list[int]) -> bool:
    """Ask for the difference between the last quantity and another."""
    x, one, other = len(graph.values), end.last, rng.choice(others) if others else end.last
    more, less = (one, other) if graph.values[one] > graph.values[other] else (other, one)
    a, b = graph.values[more], graph.values[less]
    if isinstance(names, Counted):
        base, item = names.setting.verb[0], names.items[one]
        end.question = f"How many more {item} did {names.holders[more]} {base} than {names.holders[less]}?"
    else:
        unit = names.setting.unit
        end.question = f"By how many {unit} is {names.full(more)} more than {names.full(less)}?"
    return end.step(graph, a - b, ["minus", x, more, less], f"{a} - {b}", "difference", (more, less))


def _pool(graph: Graph, end: Ending, label: str) -> bool:
    x, values = len(graph.values), [graph.values[n] for n in end.members]
    fact = ["sum", x, list(end.members)]
    # The order of the members is that of their making, so that keys do not depend on names.
    return end.step(graph, sum(values), fact, " + ".join(map(str, values)), f"{label} in total", end.members)


def _takings(graph: Graph, end: Ending, v: int, price: int) -> bool:
    end.question = "How many dollars did the sale bring in?"
    return end.step(
        graph, v * price, ["times", len(graph.values), end.last, price], f"{v} * {price}", "dollars"
    )


def _money(rng: random.Random, graph: Graph, end: Ending, name: str, after: str) -> bool:
    """Spend some of the takings of a sale, or split what there is of them."""
    x, v = len(graph.values), graph.values[end.last]
    if name == "spend":
        divisor = rng.choice(_SMALL) if after == "split" else 1
        k = rng.randint(2, max(v // 2, 2))
        k += (v - k) % divisor
        end.sentences.append(f"Of the money from this sale, ${k} was spent on {rng.choice(_WISHES)}.")
        end.question = "How many dollars of the money from the sale were left?"
        end.spent = True
        return end.step(graph, v - k, ["fewer", x, end.last, k], f"{v} - {k}", "dollars left")
    divisors = [d for d in _SMALL if v % d == 0 and v // d >= LEAST]
    if not divisors:
        return False
    k = rng.choice(divisors)
    what = "The rest of this money" if end.spent else "All the money from this sale"
    end.sentences.append(f"{what} was shared equally among {k} {end.sharer}s.")
    end.question = f"How many dollars did each {end.sharer} get?"
    return end.step(graph, v // k, ["part", x, end.last, 1, k], f"{v} / {k}", "dollars each")

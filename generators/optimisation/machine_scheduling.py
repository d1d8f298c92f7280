"""Machine scheduling: put jobs into an order, or onto machines, so that the result is best; the answer is the schedule.

Kinds: ``weighted-starts``, ``lateness`` (with jobs that need others), ``on-time`` (as many as possible), ``tardiness``,
``flow-shop`` (two machines), ``parallel`` (equal machines), ``colours`` (fewest changes, within a distance),
``products`` (the highest pay), ``warehouses`` (where to build), ``medals`` (types for neighbours in a ring).

Difficulty: `kinds` drawn from; `size`, by which the number of jobs grows. Proxy: pairs of jobs.

Sources: W. E. Smith 1956 (ratios); E. L. Lawler 1973 (the last job first); J. M. Moore 1968 (on time); M. Held and
R. M. Karp 1962 (sets of jobs); S. M. Johnson 1954 (flow shop).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations, pairwise
from operator import mul

from ..kernels.asking import SET, asking, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, Worth, optimum_family, wordings
from ..limits import Whole

Orders = list[list[int]]
_ORDER = "List the numbers of all jobs in the order in which they are done, separated by commas."
_ONE = "A machine does jobs one after the other, from time 0 on, without pauses."


def _few(size: int) -> int:
    """How many jobs there are where sets of jobs are looked through."""
    return min(12, 6 + size // 2)


def _some(rng: random.Random, n: int, low: int, high: int) -> list[int]:
    return [rng.randint(low, high) for _ in range(n)]


def _pairs(n: int) -> float:
    return float(n * n)


def _weighted(rng: random.Random, size: int) -> Facts:
    n = 5 + size
    return {"times": _some(rng, n, 1, 12), "weights": _some(rng, n, 1, 12)}


def _by_ratio(times: list[int], weights: list[int]) -> Best:
    order = sorted(range(len(times)), key=lambda j: Fraction(times[j], weights[j]))
    starts = list(accumulate([times[j] for j in order], initial=0))[:-1]
    parts = [f"{start} * {weights[j]}" for start, j in zip(starts, order, strict=True)]
    total = sum(start * weights[j] for start, j in zip(starts, order, strict=True))
    lines = [f"by time per weight: {row(j + 1 for j in order)}", f"{' + '.join(parts)} = {total}"]
    return Best(total, [j + 1 for j in order], lines, _pairs(len(times)))


def _needy(rng: random.Random, size: int) -> Facts:
    n = 5 + size
    times = _some(rng, n, 1, 9)
    due = [max(2, round(sum(times) * rng.uniform(0.15, 0.9))) for _ in times]
    rank = rng.sample(range(n), n)
    needs = [[i + 1, j + 1] for i, j in combinations(range(n), 2)]
    needs = [pair if rank[pair[0] - 1] < rank[pair[1] - 1] else pair[::-1] for pair in needs]
    return {"times": times, "due": due, "needs": rng.sample(needs, 2 + size // 2)}


def _last_first(times: list[int], due: list[int], needs: Orders) -> Best | None:
    """From the end: of the jobs that nothing left waits for, the one that is due last."""
    left, order, now, lines = set(range(1, len(times) + 1)), list[int](), sum(times), []
    late = -(10**6)
    while left:
        free = [j for j in left if not any(a == j and b in left for a, b in needs)]
        last = max(free, key=lambda j: (due[j - 1], j))
        late = max(late, now - due[last - 1])
        lines.append(
            f"at {now} may end {row(sorted(free))}; {last} is due last, lateness {now - due[last - 1]}"
        )
        now -= times[last - 1]
        order.insert(0, last)
        left.remove(last)
    by_due = sorted(range(1, len(times) + 1), key=lambda j: due[j - 1])
    if all(by_due.index(a) < by_due.index(b) for a, b in needs):
        return None
    return Best(late, order, [*lines, f"greatest lateness: {late}"], _pairs(len(times)), 0.02)


def _due(rng: random.Random, size: int) -> Facts:
    n = 5 + size
    times = _some(rng, n, 1, 9)
    return {"times": times, "due": [t + rng.randint(0, sum(times) * 2 // 3) for t in times]}


def _on_time(times: list[int], due: list[int]) -> Best | None:
    """In the order of due times; whenever a job would be late, the longest one so far is put off."""
    kept: list[int] = []
    lines = []
    for j in sorted(range(1, len(times) + 1), key=lambda j: due[j - 1]):
        kept.append(j)
        if sum(times[k - 1] for k in kept) > due[j - 1]:
            longest = max(kept, key=lambda k: times[k - 1])
            kept.remove(longest)
            lines.append(f"job {j} would be late: put off job {longest}, which takes {times[longest - 1]}")
    if len(lines) < 2 or len(kept) < 3:
        return None
    for order in _sorted_by(times, due):
        ends = accumulate(times[j - 1] for j in order)
        if sum(end <= due[j - 1] for end, j in zip(ends, order, strict=True)) == len(kept):
            return None  # sorting is enough
    order = kept + [j for j in range(1, len(times) + 1) if j not in kept]
    return Best(len(kept), order, [*lines, f"on time: {row(kept)}, {len(kept)} jobs"], _pairs(len(times)), 0.02)


def _urgent(rng: random.Random, size: int) -> Facts:
    times = _some(rng, _few(size), 1, 9)
    return {"times": times, "due": [t + rng.randint(0, sum(times) * 2 // 3) for t in times]}


def _sorted_by(*keys: Sequence[int]) -> Orders:
    """The jobs as they come, and sorted by each of these numbers, upwards and downwards."""
    jobs = range(1, len(keys[0]) + 1)
    return [list(jobs), *(sorted(jobs, key=lambda j: sign * key[j - 1]) for key in keys for sign in (1, -1))]


def _late_in_all(order: Sequence[int], times: list[int], due: list[int]) -> int:
    ends = accumulate(times[j - 1] for j in order)
    return sum(max(0, end - due[j - 1]) for end, j in zip(ends, order, strict=True))


def _tardy_by_sorting(worth: Worth, times: list[int], due: list[int]) -> bool:
    slack = [at - time for at, time in zip(due, times, strict=True)]
    return any(_late_in_all(order, times, due) == worth for order in _sorted_by(times, due, slack))


def _tardiness(times: list[int], due: list[int]) -> Best | None:
    """For each set of jobs that come first, the least tardiness, and the last of them."""
    n = len(times)
    best: list[tuple[int, int]] = [(0, -1)] * (1 << n)
    spent = [0] * (1 << n)
    for done in range(1, 1 << n):
        lowest = done & -done
        spent[done] = spent[done ^ lowest] + times[lowest.bit_length() - 1]
        found = (10**9, -1)
        for j in range(n):
            if done >> j & 1:
                total = best[done ^ 1 << j][0] + max(0, spent[done] - due[j])
                if total < found[0]:
                    found = total, j
        best[done] = found
    total, done = best[-1][0], (1 << n) - 1
    order: list[int] = []
    while done:
        order.insert(0, best[done][1] + 1)
        done ^= 1 << best[done][1]
    if total < 2:
        return None
    ends = accumulate(times[j - 1] for j in order)
    parts = [max(0, end - due[j - 1]) for end, j in zip(ends, order, strict=True)]
    return Best(total, order, [f"tardiness in this order: {' + '.join(map(str, parts))} = {total}"], _pairs(n))


def _rare(rng: random.Random, n: int, value: Callable[[list[int]], int], best: Worth) -> bool:
    """Whether hardly any order at random is a best one."""
    return sum(value(rng.sample(range(1, n + 1), n)) == best for _ in range(40)) < 2


def _two_stages(rng: random.Random, size: int) -> Facts | None:
    n = _few(size)
    first, second = _some(rng, n, 1, 15), _some(rng, n, 1, 15)
    best = _johnson(first, second).worth
    rare = _rare(rng, n, partial(_last_end, first=first, second=second), best)
    return {"first": first, "second": second} if rare else None


def _last_end(order: Sequence[int], first: list[int], second: list[int]) -> int:
    one = two = 0
    for j in order:
        one += first[j - 1]
        two = max(one, two) + second[j - 1]
    return two


def _flows_by_sorting(worth: Worth, first: list[int], second: list[int]) -> bool:
    together = [a + b for a, b in zip(first, second, strict=True)]
    return any(_last_end(order, first, second) == worth for order in _sorted_by(first, second, together))


def _johnson(first: list[int], second: list[int]) -> Best:
    jobs = range(1, len(first) + 1)
    early = sorted((j for j in jobs if first[j - 1] <= second[j - 1]), key=lambda j: first[j - 1])
    late = sorted((j for j in jobs if first[j - 1] > second[j - 1]), key=lambda j: -second[j - 1])
    one = two = 0
    lines = []
    for j in early + late:
        one += first[j - 1]
        two = max(one, two) + second[j - 1]
        lines.append(f"job {j}: leaves A at {one}, leaves B at {two}")
    return Best(two, early + late, lines, _pairs(len(first)), 0.05)


def _loads(rng: random.Random, size: int) -> Facts:
    n = _few(size)
    return {"times": _some(rng, n, 3, 30), "machines": 2 + (size > 4)}


def _parallel(times: list[int], machines: int) -> Best:
    """All loads that can come about, job by job; loads that differ in their order alone are the same."""
    tables: list[dict[tuple[int, ...], tuple[int, ...]]] = [{(0,) * machines: ()}]
    for time in times:
        after: dict[tuple[int, ...], tuple[int, ...]] = {}
        for loads in tables[-1]:
            for at in range(machines):
                new = tuple(sorted((*loads[:at], loads[at] + time, *loads[at + 1 :])))
                after.setdefault(new, loads)
        tables.append(after)
    loads = min(tables[-1], key=lambda end: (max(end), end))
    longest, chosen = max(loads), list[tuple[int, int]]()
    for job in range(len(times), 0, -1):
        before = tables[job][loads]
        grown = next(
            at
            for at in range(machines)
            if tuple(sorted((*before[:at], before[at] + times[job - 1], *before[at + 1 :]))) == loads
        )
        chosen.insert(0, (job, before[grown]))
        loads = before
    groups: list[list[int]] = [[] for _ in range(machines)]
    now = [0] * machines
    for job, load in chosen:
        at = now.index(load)
        groups[at].append(job)
        now[at] += times[job - 1]
    lines = [
        f"{' + '.join(str(times[j - 1]) for j in group)} = {sum(times[j - 1] for j in group)}"
        for group in groups
    ]
    return Best(longest, groups, lines, _pairs(len(times)), 0.02)


def _cars(rng: random.Random, size: int) -> Facts:
    n = 6 + size
    colours = "RGBYW"[: 3 + size // 6]
    return {"colours": [rng.choice(colours) for _ in range(n)], "most": 1 + (size > 2) + (size > 9)}


def _changes(colours: list[str], most: int) -> Best | None:
    """Place by place: the cars that are used and the last colour, with the fewest changes."""
    n = len(colours)
    tables: list[dict[tuple[int, str], tuple[int, int]]] = [{(0, ""): (0, -1)}]
    for place in range(n):
        after: dict[tuple[int, str], tuple[int, int]] = {}
        for (used, last), (count, _) in tables[-1].items():
            for car in range(max(0, place - most), min(n, place + most + 1)):
                if used >> car & 1 or (place - most > 0 and ~used & ((1 << place - most) - 1)):
                    continue
                key, new = (used | 1 << car, colours[car]), count + (bool(last) and last != colours[car])
                if key not in after or new < after[key][0]:
                    after[key] = new, car
        tables.append(after)
    (used, last), (best, car) = min(tables[-1].items(), key=lambda item: item[1])
    order: list[int] = []
    for place in range(n, 0, -1):
        count, car = tables[place][used, last]
        order.insert(0, car + 1)
        used ^= 1 << car
        ready = [
            c
            for (u, c), (spent, _) in tables[place - 1].items()
            if u == used and spent + (bool(c) and c != last) == count
        ]
        last = ready[0]
    if best == sum(a != b for a, b in pairwise(colours)):
        return None
    shown = row(colours[c - 1] for c in order)
    return Best(best, order, [f"colours then: {shown}; {best} changes"], _pairs(n), 0.01)


def _rewards(rng: random.Random, size: int) -> Facts | None:
    n = 5 + size // 2
    king, left, right = rng.randint(1, 9), _some(rng, n, 1, 9), _some(rng, n, 1, 20)
    best = _products(king, left, right).worth
    if _paid_by_sorting(best, king, left, right):
        return None
    rare = _rare(rng, n, partial(_highest, king=king, left=left, right=right), best)
    return {"king": king, "left": left, "right": right} if rare else None


def _highest(order: Sequence[int], king: int, left: list[int], right: list[int]) -> int:
    before = accumulate([left[j - 1] for j in order], mul, initial=king)
    return max(b // right[j - 1] for b, j in zip(before, order, strict=False))


def _paid_by_sorting(worth: Worth, king: int, left: list[int], right: list[int]) -> bool:
    return any(_highest(order, king, left, right) == worth for order in _sorted_by(left, right))


def _products(king: int, left: list[int], right: list[int]) -> Best:
    order = sorted(range(1, len(left) + 1), key=lambda j: left[j - 1] * right[j - 1])
    before, worst, lines = king, 0, [f"by product of both numbers: {row(order)}"]
    for j in order:
        lines.append(f"minister {j}: {before} / {right[j - 1]}, rounded down {before // right[j - 1]}")
        worst = max(worst, before // right[j - 1])
        before *= left[j - 1]
    return Best(worst, order, lines, _pairs(len(left) + 1), 0.08)


def _slope(rng: random.Random, size: int) -> Facts:
    n = 5 + size
    places = list(accumulate(_some(rng, n - 1, 1, 9), initial=0))
    return {"places": places, "goods": _some(rng, n, 1, 9), "costs": _some(rng, n, 10, 60)}


def _warehouses(places: list[int], goods: list[int], costs: list[int]) -> Best | None:
    """The least cost of all factories down to one with a warehouse, from the place of the warehouse before it."""
    n = len(places)
    best: list[tuple[int, list[int]]] = [(0, [])]
    for at in range(n):
        options = []
        for before in range(at + 1):
            carried = sum(goods[i] * (places[at] - places[i]) for i in range(before, at))
            options.append((best[before][0] + carried + costs[at], [*best[before][1], at + 1]))
        best.append(min(options))
    total, built = best[-1]
    if len(built) < 2 or len(built) == n:
        return None
    lines = [
        f"warehouses: {row(built)}, cost {sum(costs[at - 1] for at in built)} in all, and {total} with the transport"
    ]
    return Best(total, built, lines, _pairs(n), 0.01)


def _ring(rng: random.Random, size: int) -> Facts:
    n = 5 + size // 4 * 2  # in an even ring the lowest free types nearly always do
    return {"medals": _some(rng, n, 1, 5 + size % 4)}


def _medals(medals: list[int]) -> Best | None:
    """The first general has the first types; then one takes low types, the next one high types, in turn."""
    n = len(medals)
    fewest = max(a + b for a, b in pairwise([*medals, medals[0]]))
    if n % 2:
        fewest = max(fewest, -(-sum(medals) // (n // 2)))
    types = list(range(1, fewest + 1))
    given = [types[: medals[0]]]
    for at in range(1, n):
        free = [t for t in types if t not in given[-1]]
        given.append(free[: medals[at]] if at % 2 else sorted(free[-medals[at] :]))
    if n % 2 == 0:
        given = [types[:m] if at % 2 == 0 else types[-m:] for at, m in enumerate(medals)]
    if set(given[-1]) & set(given[0]):
        return None
    two = max(a + b for a, b in pairwise([*medals, medals[0]]))
    lines = [f"two neighbours need {two} types at most, and {fewest} are enough"]
    return Best(fewest, given, lines, _pairs(n + 1), 0.02)


def _first_types(worth: Worth, medals: list[int]) -> bool:
    """Whether the lowest types that are free will do, in one direction or the other."""
    for ring in (medals, [medals[0], *medals[:0:-1]]):
        given: list[set[int]] = []
        for at, count in enumerate(ring):
            taken = (given[-1] if given else set()) | (given[0] if at == len(ring) - 1 else set())
            given.append(set([t for t in range(1, 40) if t not in taken][:count]))
        if len(set().union(*given)) == worth:
            return True
    return False


def _table(**heads: str) -> Callable[..., Mapping[str, object]]:
    """A line for each job, with the facts of it that are named."""

    def shown(**facts: Sequence[object]) -> Mapping[str, object]:
        lines = zip(*(facts[name] for name in heads), strict=True)
        told = [
            ", ".join(f"{head} {x}" for head, x in zip(heads.values(), line, strict=True)) for line in lines
        ]
        return {"list": "\n".join(f"{n}: {text}" for n, text in enumerate(told, 1)), "n": len(told)}

    return shown


def _with_needs(needs: Orders, **facts: Sequence[object]) -> Mapping[str, object]:
    told = "; ".join(f"job {a} before job {b}" for a, b in needs)
    return {**_table(times="takes", due="due at")(**facts), "rules": told}


KINDS = {
    "weighted-starts": Kind(
        asking(
            f"{_ONE} A job costs its weight times the moment at which it starts.",
            "{n} jobs:\n{list}",
            "Find an order in which the costs of all jobs together are least.",
            _ORDER,
        ),
        _weighted,
        _by_ratio,
        _table(times="takes", weights="weight"),
    ),
    "lateness": Kind(
        asking(
            f"{_ONE} The lateness of a job is the moment at which it ends minus the moment at which it is "
            f"due; it may be "
            "negative. Some jobs have to come before others, not necessarily directly.",
            "{n} jobs:\n{list}\nRules: {rules}",
            "Find an order that keeps the rules and in which the greatest lateness of a job is least.",
            _ORDER,
        ),
        _needy,
        _last_first,
        _with_needs,
    ),
    "on-time": Kind(
        asking(
            f"{_ONE} A job is on time if it ends at the moment at which it is due, or earlier.",
            "{n} jobs:\n{list}",
            "Find an order in which as many jobs as possible are on time; the late ones are done as well.",
            _ORDER,
        ),
        _due,
        _on_time,
        _table(times="takes", due="due at"),
    ),
    "tardiness": Kind(
        asking(
            f"{_ONE} The tardiness of a job is the time from the moment at which it is due to the moment at "
            f"which it ends, and "
            "0 if it ends earlier or just then.",
            "{n} jobs:\n{list}",
            "Find an order in which the sum of all tardiness is least.",
            _ORDER,
        ),
        _urgent,
        _tardiness,
        _table(times="takes", due="due at"),
        tempting=_tardy_by_sorting,
    ),
    "flow-shop": Kind(
        asking(
            "Each job is done first on machine A and then on machine B. Each machine does one job at a time "
            "and both do the "
            "jobs in the same order; a job can begin on B as soon as it has ended on A and B is free. Work "
            "begins at time 0.",
            "{n} jobs:\n{list}",
            "Find an order in which the last job ends on B as early as possible.",
            _ORDER,
        ),
        _two_stages,
        _johnson,
        _table(first="on A:", second="on B:"),
        tempting=_flows_by_sorting,
    ),
    "parallel": Kind(
        asking(
            "There are {machines} equal machines. Each does its jobs one after the other, from time 0 on, "
            "without pauses; each "
            "job is done by one machine, and each machine does at least one job.",
            "{n} jobs:\n{list}",
            "Distribute the jobs so that the machine that ends last ends as early as possible.",
            "List the jobs of each machine with spaces between them, and put semicolons between the machines.",
        ),
        _loads,
        _parallel,
        lambda times, machines: _table(times="takes")(times=times),
    ),
    "colours": Kind(
        asking(
            "Cars come in a row and are numbered from 1 in that order. They are put into a new order to be painted; "
            "the new place of a car may differ from its old place by {most} at most. A change of colour is needed "
            "wherever "
            "a car has another colour than the car directly before it.",
            "Colours of the cars, from car 1 on: {colours}",
            "Find an order with as few changes of colour as possible.",
            "List the numbers of all cars in the new order, separated by commas.",
        ),
        _cars,
        _changes,
    ),
    "products": Kind(
        asking(
            "Ministers line up behind a king. The king and each minister have a number in the left hand, "
            "and each minister "
            "has one in the right hand. A minister is paid the product of the left numbers of all who stand "
            "before him, the "
            "king included, divided by his own right number and rounded down.",
            "The king's left number: {king}\n{n} ministers:\n{list}",
            "Find an order in which the highest pay of a minister is least.",
            "List the numbers of all ministers from the front to the back, separated by commas.",
        ),
        _rewards,
        _products,
        lambda king, **hands: _table(left="left", right="right")(**hands),
    ),
    "warehouses": Kind(
        asking(
            "Factories stand along a slope and are numbered from 1 at the top. A warehouse can be built at "
            "any factory for the "
            "price given there. The goods of a factory without a warehouse are carried down to the next "
            "factory below "
            "that has one, at a cost of 1 for each unit of goods and each metre.",
            "{n} factories:\n{list}",
            "Choose where warehouses are built so that all goods come to one and the total cost of building "
            "and carrying is "
            "least.",
            SET.format(what="the numbers of these factories"),
        ),
        _slope,
        _warehouses,
        _table(places="metres from the top", goods="goods", costs="price"),
    ),
    "medals": Kind(
        asking(
            "Generals sit around a table in the order of their numbers, and the last one sits beside the "
            "first one. Each gets "
            "as many medals as the list says, all of different types, and no two neighbours have a type in "
            "common. "
            "Types of medals are numbered 1, 2, 3, and so on.",
            "Numbers of medals, from general 1 on: {medals}",
            "Give out the medals so that as few types as possible are used in all.",
            "List the types of each general with spaces between them, and put semicolons between the "
            "generals, from "
            "general 1 on.",
        ),
        _ring,
        _medals,
        tempting=_first_types,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how many jobs there are")})

"""Greedy choices: jobs with deadlines, and a ring of filling stations."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level, pick
from .writing import effort, program, sentences


def deadlines(rng: Random, level: int) -> Problem:
    """Choose jobs of one day each with deadlines and rewards, with a heap."""
    machines, holiday = rng.randint(1, 1 if level < 2 else 3), rng.randint(2, 9) if level > 2 else 0
    wanted = pick(rng, level, [(1, "reward"), (1, "lost"), (3, "both")])
    first_free, penalty = rng.randint(0, 5), rng.randint(1, 50)
    most, latest = by_level(level, 100, 20_000), by_level(level, 50, 30_000)
    entry, given = (
        rng.choice(["best_plan", "plan_jobs", "best_reward", "schedule"]),
        rng.choice(["jobs", "orders", "tasks"]),
    )
    worker, single, plural = rng.choice(
        [("oven", "order", "orders"), ("printer", "job", "jobs"), ("kiln", "task", "tasks")]
    )
    days = (
        f"(deadline - deadline // {holiday} - {first_free - first_free // holiday})"
        if holiday
        else f"(deadline - {first_free})"
    )
    source = program(
        """
        import heapq


        def $entry($given):
            chosen = []
            for deadline, reward in sorted($given):
                heapq.heappush(chosen, reward)
                if len(chosen) > $machines * $days:
                    heapq.heappop(chosen)
            return $result
        """,
        entry=entry, given=given, machines=machines, days=f"max(0, {days})",
        result={
            "reward": f"sum(chosen) - {penalty} * (len({given}) - len(chosen))",
            "lost": f"sum(reward + {penalty} for deadline, reward in {given}) - sum(chosen) - {penalty} * "
            f"len(chosen)",
            "both": f"[len(chosen), sum(chosen) - {penalty} * (len({given}) - len(chosen))]",
        }[wanted],
    )  # fmt: skip
    statement = sentences(
        """
        A workshop has $machines. Each element of `$given` is `[deadline, reward]`: $one $single that keeps one
        $worker busy for one
        whole day, on any day up to and including its deadline, and then pays its reward. Days are numbered
        from 1$blocked.
        ${each} does at most one $single a day, and not every $single has to be done; for each $single that
        is not done by its deadline, a fine of $penalty has to be paid.

        Return $wanted. There are at most $most $plural, deadlines are from 1 to $latest and rewards from 1 to
        1000.
        """,
        each="An oven" if worker == "oven" else f"A {worker}",
        machines=f"{machines} {worker}s" if machines > 1 else f"one {worker}",
        given=given, penalty=penalty, one="an" if single[0] == "o" else "a", single=single, plural=plural,
        worker=worker,
        blocked=(f"; on days 1 to {first_free} nothing can be done" if first_free > 1 else
                 "; on day 1 nothing can be done" if first_free else "")
        + (f"; nor can anything be done on days whose number is a multiple of {holiday}" if holiday
        and first_free else
           f"; nothing can be done on days whose number is a multiple of {holiday}" if holiday else ""),
        wanted={
            "reward": "the largest possible total of the rewards minus all fines (it may be negative)",
            "lost": f"the smallest possible loss: the rewards of the {plural} that are not done and all fines, "
            f"added up",
            "both": f"the list `[number, reward]` of how many {plural} are done and of the rewards minus all "
            f"fines, in a plan where this difference is the largest possible "
            "(all such plans have the same number)",
        }[wanted],
        most=most, latest=latest,
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (2, 4, 7, 9, 40, 100)[size])
        span = min(latest, first_free + max(2, rng.choice([count // 3, count // 2, count + 2])))
        pay = rng.choice([3, 20, 1000])
        return [[[rng.randint(1, span), rng.randint(1, pay)] for _ in range(count)]]

    def brute(items: list[list[int]]) -> Json:
        best = [-(10**9), 0]
        for chosen in range(1 << len(items)):
            picked = [item for i, item in enumerate(items) if chosen >> i & 1]
            day, left = 0, 0
            for due, _ in sorted(picked):
                while left == 0:
                    day += 1
                    left = 0 if day <= first_free or (holiday and day % holiday == 0) else machines
                if day > due:
                    break
                left -= 1
            else:
                fines = penalty * (len(items) - len(picked))
                best = max(best, [sum(pay for _, pay in picked) - fines, len(picked)])
        lost = sum(pay for _, pay in items) - best[0]
        return {"reward": best[0], "lost": lost, "both": best[::-1]}[wanted]

    seed = rng.randrange(10**9)
    large = [recipe("rows", most, [[1, latest], [1, 1000]], seed)]
    facts = {
        "machines": machines,
        "holiday": holiday,
        "blocked": first_free,
        "penalty": penalty,
        "wanted": wanted,
    }
    return Problem(
        "deadlines", entry, ((given, "list[list[int]]"),), "list[int]" if wanted == "both" else "int",
        statement, source,
        inputs, brute, (large,) if level >= LARGE_FROM else (), facts=facts,
        cost=effort(source, (machines > 1) + bool(holiday) + bool(first_free) + (wanted != "reward")),
    )  # fmt: skip


def fuel_ring(rng: Random, level: int) -> Problem:
    """Where a trip around a ring can start, by a sliding minimum of prefix sums."""
    start, reserve = rng.randint(0, 60), rng.randint(0, 30) if level > 1 else 0
    wanted = pick(rng, level, [(1, "first"), (2, "count"), (2, "last"), (3, "all")])
    wanted = "count" if wanted == "all" and level >= LARGE_FROM else wanted
    backwards = level > 2 and rng.random() < 0.5
    most = by_level(level, 200, 20_000)
    entry = rng.choice(["starting_place", "round_trip", "find_start", "tour"])
    place, fuel, gives, needs = rng.choice([
        ("station", "litres of fuel", "fuel", "roads"), ("oasis", "flasks of water", "water", "walks"),
        ("charger", "units of charge", "charge", "legs"),
    ])  # fmt: skip
    places = "oases" if place == "oasis" else place + "s"
    source = program(
        """
        from collections import deque


        def $entry($gives, $needs):
            n = len($gives)
            levels = [0]
            for i in range(2 * n):
                at = $at
                levels.append(levels[-1] + $gives[at] - $needs[$leg])
            good = []
            window = deque()
            for i in range(1, 2 * n):
                while window and levels[window[-1]] >= levels[i]:
                    window.pop()
                window.append(i)
                first = i - n
                if first >= 0:
                    if window[0] == first:
                        window.popleft()
                    if levels[window[0]] - levels[first] >= $short:
                        good.append($index)
            return $result
        """,
        entry=entry, gives=gives, needs=needs, short=reserve - start,
        at="-i % n" if backwards else "i % n",
        leg="at - 1" if backwards else "at",
        index="-first % n" if backwards else "first",
        result={"first": "min(good, default=-1)", "last": "max(good, default=-1)", "count": "len(good)",
        "all": "sorted(good)"}[wanted],
    )  # fmt: skip
    statement = sentences(
        """
        Some $places, numbered from 0, stand along a ring road; behind the last one comes number 0 again. At
        number i you get `$gives[i]` $fuel, and
        the part of the road between number i and the next higher number (between the last one and number 0 for
        the last i) uses up
        `$needs[i]`, in either direction. Your tank is large enough for everything.

        You begin at one of the $places with $begin on board, take what it gives, and drive once around
        the ring in the
        direction of $direction numbers, taking everything on the way, until you are back. What is on board
        must never fall
        below $reserve, also not at the moment of an arrival. (The amount at the beginning, before the first
        one has given
        anything, does not matter.) The $place where you began gives nothing when you come back.

        Return $wanted. Both lists have the same length, from 1 to $most; their elements are from 0 to 1000.
        """,
        places=places, place=place, gives=gives, needs=needs, fuel=fuel, reserve=reserve,
        most=most, begin=f"{start} {fuel if start != 1 else fuel.replace('s of', ' of')}",
        direction="falling" if backwards else "rising",
        wanted={
            "first": f"the smallest number of {'an oasis' if place == 'oasis' else 'a ' + place} where such a "
            f"trip can begin, or -1 if there is none",
            "last": f"the largest number of {'an oasis' if place == 'oasis' else 'a ' + place} where such a "
            f"trip can begin, or -1 if there is none",
            "count": f"how many of the {places} such a trip can begin at",
            "all": f"the ascending list of the numbers of all {places} where such a trip can begin",
        }[wanted],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(1 if size == 0 else 2, (2, 4, 7, 12, 60, 200)[size])
        high = rng.choice([start // 2 + 3, start + 9, 300 if size > 3 else 2 * start + 30])
        needs_list = [rng.randint(0, high) for _ in range(count)]
        gives_list = needs_list[:]
        rng.shuffle(gives_list)
        # close to the bound: what is left after the whole ring is around the reserve
        left = reserve - start + rng.randint(-2, high) * rng.randint(0, 1)
        for at in [rng.randrange(count) for _ in range(10)]:
            given = min(1000, max(0, gives_list[at] + left))
            left -= given - gives_list[at]
            gives_list[at] = given
        return [gives_list, needs_list]

    def brute(gives_list: list[int], needs_list: list[int]) -> Json:
        good, n = [], len(gives_list)
        for begin in range(n):
            amount, fine, at = start, True, begin
            for _ in range(n):
                amount += gives_list[at] - needs_list[(at - 1) % n if backwards else at]
                fine = fine and amount >= reserve
                at = (at + (-1 if backwards else 1)) % n
            if fine:
                good.append(begin)
        return {
            "first": good[0] if good else -1,
            "last": good[-1] if good else -1,
            "count": len(good),
            "all": good,
        }[wanted]

    # starts that all work, and starts that fail after a long way
    even = [recipe("repeated", 500, most), recipe("repeated", 500, most)]
    failing = [recipe("repeated", 490, most), recipe("sorted_ints", most, 0, 1000, rng.randrange(10**9))]
    facts = {"start": start, "reserve": reserve, "wanted": wanted, "backwards": backwards}
    return Problem(
        "fuel_ring", entry, ((gives, "list[int]"), (needs, "list[int]")),
        "list[int]" if wanted == "all" else "int",
        statement, source, inputs, brute, (even, failing) if level >= LARGE_FROM else (), facts=facts,
        cost=effort(source, bool(reserve) + backwards + (wanted != "first")),
    )  # fmt: skip


TEMPLATES = ((3, deadlines), (4, fuel_ring))

"""Data structures: a cache with odd eviction, groups that merge within bounds, painted ranges."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ...english import counted
from ..problem import Problem
from .stories import LARGE_FROM, by_level, pick
from .writing import effort, program, sentences


def odd_cache(rng: Random, level: int) -> Problem:
    """Serve requests from a small store that drops what an odd rule says."""
    rule = pick(rng, level, [(1, "oldest"), (1, "largest"), (2, "unused"), (3, "newest"), (3, "smallest")])
    miss, hit = rng.randint(5, 50), rng.randint(2, 4)
    skip = rng.randint(3, 9) if level > 2 else 0
    most, highest = by_level(level, 150, 40_000), by_level(level, 100, 20_000)
    entry, size_name = (
        rng.choice(["serve", "total_effort", "run_store", "fetch_all"]),
        rng.choice(["capacity", "room", "slots"]),
    )
    given, thing, place = rng.choice(
        [("requests", "book", "desk"), ("requests", "tool", "bench"), ("orders", "part", "shelf")]
    )
    heap = rule in ("largest", "smallest")
    source = program(
        """
        $imports


        def $entry($given, $size):
            kept = $empty
            $heap
            total = 0
            for key in $given:
                if key in kept:
                    total += $hit
                    $touch
                else:
                    total += $miss
                    $skip
                    if len(kept) == $size:
                        $drop
                    $keep
            return total
        """,
        imports="import heapq" if heap else "from collections import OrderedDict", entry=entry, given=given,
        size=size_name,
        empty="set()" if heap else "OrderedDict()", heap="heap = []" if heap else "", hit=hit, miss=miss,
        touch="kept.move_to_end(key)" if rule in ("unused", "newest") else "",
        skip=f"if key % {skip} == 0:\n    continue" if skip else "",
        drop={"oldest": "kept.popitem(last=False)", "unused": "kept.popitem(last=False)",
        "newest": "kept.popitem()",
              "largest": "kept.remove(-heapq.heappop(heap))",
              "smallest": "kept.remove(heapq.heappop(heap))"}[rule],
        keep=f"kept.add(key)\nheapq.heappush(heap, {'-' * (rule == 'largest')}key)" if heap
        else "kept[key] = True",
    )  # fmt: skip
    statement = sentences(
        """
        A $place has room for `$size` ${thing}s; it is empty at first. `$given` lists the numbers of the
        ${thing}s that are asked for, one after
        the other. If the $thing lies on the $place, serving the request takes $hit minutes. Otherwise it has
        to be fetched from the cellar, which takes
        $miss minutes, and is then put on the $place$skip. If the $place is full at that moment, $rule is first
        taken back to the cellar, in no extra time.

        Return the total number of minutes. `$size` is from 1 to $highest; there are from 0 to $most requests,
        with numbers from 1 to $highest.
        """,
        place=place, size=size_name, thing=thing, given=given, hit=hit, miss=miss, most=most, highest=highest,
        skip=f"; but a {thing} whose number is a multiple of {skip} is never put there, and nothing is taken "
        f"back for it" if skip else "",
        rule={
            "oldest": f"the {thing} that was put there the longest time ago (being asked for again does not "
            f"count)",
            "unused": f"the {thing} on it whose latest request is the longest time ago",
            "newest": f"the {thing} on it whose latest request is the shortest time ago",
            "largest": f"the {thing} on it with the largest number", "smallest": f"the {thing} on it with the "
            f"smallest number",
        }[rule],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 1, (4, 8, 14, 20, 100, 150)[size])
        room = rng.randint(1, (2, 2, 3, 4, 10, 20)[size])
        return [[rng.randint(1, min(highest, 2 * room + 3)) for _ in range(count)], room]

    def brute(keys: list[int], room: int) -> int:
        total = 0
        put: dict[int, int] = {}
        asked: dict[int, int] = {}
        for time, key in enumerate(keys):
            asked[key] = time
            total += hit if key in put else miss
            if key in put or (skip and key % skip == 0):
                continue
            if len(put) == room:
                measures = {"oldest": put, "unused": asked, "newest": {k: -t for k, t in asked.items()},
                            "largest": {k: -k for k in put}, "smallest": {k: k for k in put}}  # fmt: skip
                del put[min(put, key=lambda k: measures[rule][k])]
            put[key] = time
        return total

    large: list[Json] = [recipe("ints", most, 1, highest, rng.randrange(10**9)), highest * 2 // 5]
    facts = {"rule": rule, "miss": miss, "hit": hit, "skip": skip}
    return Problem(
        "odd_cache", entry, ((given, "list[int]"), (size_name, "int")), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        (rule != "oldest") + bool(skip)),
    )  # fmt: skip


def merging_groups(rng: Random, level: int) -> Problem:
    """Merge groups unless they would grow too large, and answer questions about them."""
    join, refuse, same = rng.randint(1, 20), rng.randint(1, 20), rng.randint(1, 20)
    bounded, sizes = level > 1, level > 2
    most, people = by_level(level, 120, 15_000), by_level(level, 60, 20_000)
    entry = rng.choice(["total_points", "play_log", "score_events", "settle"])
    team, member, game = rng.choice(
        [("team", "player", "game"), ("island", "hut", "model"), ("cluster", "cell", "dish")]
    )
    source = program(
        """
        def $entry(n$cap, events):
            parent = list(range(n))
            size = [1] * n

            def root(x):
                while parent[x] != x:
                    parent[x] = parent[parent[x]]
                    x = parent[x]
                return x

            points = 0
            for kind, x, y in events:
                x = root(x)
                y = root(y)
                if kind == "same":
                    if x == y:
                        points += $same
                $ask
                elif x != y:
                    $check
                    if size[x] < size[y]:
                        x, y = y, x
                    parent[y] = x
                    size[x] += size[y]
                    points += $join
            return points
        """,
        entry=entry, cap=", cap" if bounded else "", same=same, join=join,
        ask='elif kind == "size":\n    points += abs(size[x] - size[y])' if sizes else "",
        check=f"if size[x] + size[y] > cap:\n    points -= {refuse}\n    continue" if bounded else "",
    )  # fmt: skip
    statement = sentences(
        """
        In a $game there are `n` ${member}s with the numbers 0 to `n` - 1, each at first in $own of its own.
        `events` are worked off in order; each
        is `[kind, x, y]`, where x and y are numbers of ${member}s (perhaps the same):

        `["join", x, y]`: if x and y are in different ${team}s, these two ${team}s become one, and you get
        $join.$cap If they are in the same
        $team already, nothing happens.

        `["same", x, y]`: if x and y are in the same $team at this moment (or are the same $member), you get
        $gains.

        $ask Return the number of points at the end, beginning from 0; it may be negative. `n` is from 1 to
        $people$bound, and there are from 0 to $most events.
        """,
        game=game, member=member, team=team, join=counted(join, "point"), gains=counted(same, "point"),
        most=most, people=people,
        own="an island" if team == "island" else f"a {team}",
        cap=f" But if the new {team} would have more than `cap` {member}s, they stay as they are, and you lose "
        f"{counted(refuse, 'point')} instead." if bounded else "",
        ask=f"`[\"size\", x, y]`: you get as many points as the sizes of the {team}s of x and y differ.\n\n"
        if sizes else "",
        bound=f", `cap` from 1 to {people}" if bounded else "",
    )  # fmt: skip
    kinds = ["join", "join", "same"] + ["size"] * sizes

    def inputs(rng: Random, size: int) -> list[Json]:
        n = rng.randint(1, (3, 4, 6, 9, 30, people if level < LARGE_FROM else 100)[size])
        count = rng.randint(0 if size == 0 else 1, (3, 6, 10, 16, 60, 120)[size])
        events = [[rng.choice(kinds), rng.randrange(n), rng.randrange(n)] for _ in range(count)]
        return [n, rng.randint(1, max(2, n // 2 + 1)), events] if bounded else [n, events]

    def brute(n: int, *rest: Json) -> int:
        cap = rest[0] if bounded else n
        teams, points = [{x} for x in range(n)], 0
        for kind, x, y in rest[-1]:
            one = next(team for team in teams if x in team)
            other = next(team for team in teams if y in team)
            if kind == "same":
                points += same * (one == other)
            elif kind == "size":
                points += max(len(one), len(other)) - min(len(one), len(other))
            elif one != other and len(one | other) > cap:
                points -= refuse
            elif one != other:
                teams = [team for team in teams if team not in (one, other)] + [one | other]
                points += join
        return points

    span = [0, people - 1]
    large: list[Json] = [people, *([people // 2] if bounded else [])]
    large.append(recipe("commands", most, [[kind, span, span] for kind in kinds], rng.randrange(10**9)))
    parameters = (("n", "int"), *([("cap", "int")] if bounded else []), ("events", "list[list]"))
    facts = {"join": join, "refuse": refuse if bounded else 0, "same": same, "sizes": sizes}
    return Problem(
        "merging_groups", entry, parameters, "int", statement, source, inputs, brute, (large,
        ) if level >= LARGE_FROM else (),
        facts=facts, cost=effort(source, bounded + sizes),
    )  # fmt: skip


def painted_fence(rng: Random, level: int) -> Problem:
    """Ranges painted one over the other; what is seen in the end, without going over the metres one by one."""
    wins = pick(rng, level, [(1, "last"), (1, "first"), (2, "largest"), (3, "smallest")])
    closed, bare = rng.random() < 0.5, rng.randint(1, 50)
    wanted = pick(rng, level, [(1, "sum"), (3, "changes")])
    most, highest = by_level(level, 40, 12_000), by_level(level, 60, 10**9)
    entry, given = (
        rng.choice(["paint_value", "look", "final_view", "survey"]),
        rng.choice(["jobs", "strokes", "layers"]),
    )
    order = {"last": f"{given}[::-1]", "first": given, "largest": f"sorted({given}, key=lambda job: -job[2])",
             "smallest": f"sorted({given}, key=lambda job: job[2])"}[wins]  # fmt: skip
    after = "end + 1" if closed else "end"
    source = program(
        """
        def $entry(length, $given):
            marks = sorted({0, length} | {x for start, end, colour in $given for x in (start, $after)})
            place = {x: i for i, x in enumerate(marks)}
            colours = [0] * (len(marks) - 1)
            skip = list(range(len(marks)))
            for start, end, colour in $order:
                i = place[start]
                stop = place[$after]
                while True:
                    while skip[i] != i:
                        skip[i] = skip[skip[i]]
                        i = skip[i]
                    if i >= stop:
                        break
                    colours[i] = colour
                    skip[i] = i + 1
            total = 0
            for i, colour in enumerate(colours):
                $measure
            return total
        """,
        entry=entry, given=given, after=after, order=order,
        measure=f"total += (marks[i + 1] - marks[i]) * (colour or {bare})" if wanted == "sum"
        else f"if i and colour != colours[i - 1]:\n    total += {bare}",
    )  # fmt: skip
    statement = sentences(
        """
        A fence consists of `length` boards with the numbers 0 to `length` - 1, all bare at first. `$given`
        lists what happens, in order of time: for
        `[start, end, colour]`, a painter comes to the boards from number start up to $end. $wins

        At the end, $wanted

        `length` is from 1 to $highest, there are from 0 to $most $given, colours are from 1 to 100, and $range.
        """,
        given=given, end="and including number end" if closed else "number end, but not including it",
        wins={
            "last": "Each of these boards gets this colour, whatever it had before.",
            "first": "Those of these boards that are still bare get this colour; painted ones stay as they "
            "are.",
            "largest": "Each of these boards gets this colour, except those that already have a colour with a "
            "larger number.",
            "smallest": "Each of these boards gets this colour, except those that already have a colour with a "
            "smaller number.",
        }[wins],
        wanted=f"a painted board is worth the number of its colour, and a bare one is worth {bare}. Return the "
        f"total worth of the fence."
        if wanted == "sum" else f"count the places where two neighbouring boards look different (in colour, or "
        f"one is bare), and return {bare} times this number.",
        highest=highest, most=most, range="0 <= start <= end < `length`" if closed else "0 <= start < end <= "
        "`length`",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        length = rng.randint(1, min(highest, (3, 8, 15, 30, highest, highest)[size]))
        jobs = []
        for _ in range(rng.randint(0 if size == 0 else 1, (2, 3, 5, 8, 20, 40)[size])):
            start, end = sorted(rng.randrange(length) for _ in "ab")
            jobs.append([start, end if closed else end + 1, rng.randint(1, rng.choice([3, 100]))])
        return [length, jobs]

    def brute(length: int, jobs: list[list[int]]) -> int:
        boards = [0] * length
        for start, end, colour in jobs:
            for i in range(start, end + closed):
                old = boards[i]
                take = {
                    "last": True,
                    "first": old == 0,
                    "largest": colour >= old,
                    "smallest": old == 0 or colour <= old,
                }[wins]
                boards[i] = colour if take else old
        if wanted == "sum":
            return sum(board or bare for board in boards)
        return bare * sum(boards[i] != boards[i + 1] for i in range(length - 1))

    rows = [
        recipe(
            "rows", most, [[0, highest // 2], [highest // 2 + 1, highest - 1], [1, 100]], rng.randrange(10**9)
        )
    ]
    large: list[Json] = [highest, *rows]
    facts = {"wins": wins, "closed": closed, "bare": bare, "wanted": wanted}
    return Problem(
        "painted_fence", entry, (("length", "int"), (given, "list[list[int]]")), "int", statement, source,
        inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        closed + (wins != "last") + (wanted != "sum")),
    )  # fmt: skip


TEMPLATES = ((2, odd_cache), (3, merging_groups), (5, painted_fence))

"""Orders of service: jobs by priority with ties, a running rank, and edits that are undone and redone."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level, ordinal, pick
from .writing import effort, program, sentences


def waiting_room(rng: Random, level: int) -> Problem:
    """Serve by priority with ties, over time; return a sum of waiting or the order."""
    high_first, late_first = rng.random() < 0.5, level > 1 and rng.random() < 0.5
    rule = pick(rng, level, [(1, "urgency"), (2, "duration"), (3, "both")])
    pause, wanted = (
        rng.randint(0, 9),
        pick(rng, level, [(1, "waiting"), (1, "finish"), (2, "order"), (3, "longest")]),
    )
    if wanted == "order" and level >= LARGE_FROM:
        wanted = "weighted"
    most, latest = by_level(level, 60, 12_000), by_level(level, 200, 100_000)
    entry, given = (
        rng.choice(["simulate", "serve_all", "run_desk", "waiting_time"]),
        rng.choice(["guests", "patients", "parcels"]),
    )
    person = given[:-1]
    urgency = "-urgency" if high_first else "urgency"
    key = {"urgency": urgency, "duration": "duration", "both": f"{urgency}, duration"}[rule]
    source = program(
        """
        import heapq


        def $entry($given):
            coming = sorted(range(len($given)), key=lambda i: ($given[i][0], i))
            waiting = []
            clock = 0
            place = 0
            result = $empty
            for turn in range(1, len($given) + 1):
                if not waiting:
                    clock = max(clock, $given[coming[place]][0])
                while place < len(coming) and $given[coming[place]][0] <= clock:
                    i = coming[place]
                    arrival, urgency, duration = $given[i]
                    heapq.heappush(waiting, ($key, $tie, i))
                    place += 1
                i = heapq.heappop(waiting)[-1]
                $note
                clock += $given[i][2] + $pause
            return result
        """,
        entry=entry, given=given, empty="[]" if wanted == "order" else "0", key=key, pause=pause,
        tie="-arrival" if late_first else "arrival",
        note={"waiting": f"result += clock - {given}[i][0]", "finish": f"result = clock + {given}[i][2]",
        "order": "result.append(i)",
              "longest": f"result = max(result, clock - {given}[i][0])",
              "weighted": "result += turn * i"}[wanted],
    ).replace("for turn in range(1, len",
    "for turn in range(1, len" if wanted == "weighted" else "for _ in range(1, len")  # fmt: skip
    source = source.replace(f"for _ in range(1, len({given}) + 1)", f"for _ in range(len({given}))")
    most_urgent = "with the largest urgency" if high_first else "with the smallest urgency"
    first = {"urgency": f"the one {most_urgent}", "duration": "the one with the smallest duration",
             "both": f"the one {most_urgent}, among equal ones the one with the smallest duration"}[rule]  # fmt: skip
    statement = sentences(
        """
        A single clerk serves $given one at a time. Each element of `$given` is `[arrival, urgency, duration]`.
        Whenever the clerk is free and somebody
        is there, the clerk at once takes, of all $given that have arrived by then (at that very moment counts
        too) and have not been served, $first;
        if that still leaves several, the one that arrived $tie, and then the one with the smallest index.
        Serving takes
        the whole duration without interruption$pause. The clock starts at 0.

        Return $wanted. There are from $fewest to $most $given; arrivals and durations are from 0 to $latest,
        urgencies from 0 to 100.
        """,
        given=given, first=first, tie="latest" if late_first else "earliest", most=most, latest=latest,
        fewest=0,
        pause=f", and after each one, also after the last, the clerk needs a pause of {pause} before being "
        f"free again" if pause else "",
        wanted={
            "waiting": f"the total time that the {given} wait, from each one's arrival to the beginning of "
            f"service (0 if there are none)",
            "finish": f"the time at which serving the last {person} ends (before any pause), or 0 if there are "
            f"none",
            "order": f"the list of the indices of the {given} in the order in which they are served",
            "longest": f"the longest time that a {person} waits, from arrival to the beginning of service (0 "
            f"if there are none)",
            "weighted": f"the sum, over all {given}, of the index of the {person} in the list (from 0) times "
            f"the turn (from 1) at which it is served",
        }[wanted],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (2, 4, 7, 10, 30, 60)[size])
        span, values, durations = rng.choice([1, 3 * count, 200]), rng.choice([2, 100]), rng.choice([3, 12])
        return [
            [
                [rng.randint(0, min(span, latest)), rng.randint(0, values), rng.randint(0, durations)]
                for _ in range(count)
            ]
        ]

    def brute(people: list[list[int]]) -> Json:
        left, clock, free_at, order, begun, end = set(range(len(people))), 0, 0, [], {}, 0
        while left:  # one tick of the clock after the other
            there = [i for i in left if people[i][0] <= clock]
            if clock < free_at or not there:
                clock += 1
                continue
            signs = {"urgency": [1, 0], "duration": [0, 1], "both": [1, 1]}[rule]
            best = min(there, key=lambda i: (signs[0] * people[i][1] * (-1 if high_first else 1),
            signs[1] * people[i][2],
                                             people[i][0] * (-1 if late_first else 1), i))  # fmt: skip
            left.remove(best)
            order.append(best)
            begun[best] = clock
            end = clock + people[best][2]
            free_at = end + pause
        waits = [begun[i] - people[i][0] for i in order]
        return {"waiting": sum(waits), "finish": end, "order": order, "longest": max(waits, default=0),
                "weighted": sum(turn * i for turn, i in enumerate(order, 1))}[wanted]  # fmt: skip

    large: list[Json] = [recipe("rows", most, [[0, latest], [0, 100], [0, 20]], rng.randrange(10**9))]
    facts = {"high_first": high_first, "late_first": late_first, "rule": rule, "pause": pause, "wanted": wanted}
    return Problem(
        "waiting_room", entry, ((given, "list[list[int]]"),), "list[int]" if wanted == "order" else "int",
        statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        high_first + late_first + (rule == "both") + bool(pause)),
    )  # fmt: skip


def running_rank(rng: Random, level: int) -> Problem:
    """After each number of a stream, the one at a rank that grows with the stream: two heaps."""
    bottom = rng.randint(2, 9)
    top = rng.randint(1, bottom - 1)
    largest = level > 1 and rng.random() < 0.5
    every = rng.randint(2, 5) if level > 2 else 1
    wanted = "list" if level < LARGE_FROM and rng.random() < 0.4 else rng.choice(["sum", "changes"])
    most, highest = by_level(level, 80, 20_000), by_level(level, 100, 10**9)
    entry, given = (
        rng.choice(["running_rank", "watch", "follow_stream", "trace"]),
        rng.choice(["prices", "readings", "bids", "times"]),
    )
    source = program(
        """
        import heapq


        def $entry($given):
            low = []
            high = []
            found = []
            for count, value in enumerate($given, 1):
                x = $sign
                heapq.heappush(high, -heapq.heappushpop(low, -x))
                if len(low) < count * $top // $bottom + 1:
                    heapq.heappush(low, -heapq.heappop(high))
                $every
            return $result
        """,
        entry=entry, given=given, sign="-value" if largest else "value", top=top, bottom=bottom,
        every=(f"if count % {every} == 0:\n    " if every > 1
        else "") + f"found.append({'low[0]' if largest else '-low[0]'})",
        result={"list": "found", "sum": "sum(found)", "changes": "sum(a != b for a, b in zip(found, "
        "found[1:]))"}[wanted],
    )  # fmt: skip
    when = (
        f"after every {ordinal(every)} number (the {ordinal(every)}, the {ordinal(2 * every)}, ...)"
        if every > 1
        else "after each number"
    )
    statement = sentences(
        """
        The numbers of `$given` come in one by one. $when_cap, look at the m numbers so far: the mark is the
        one at rank r when they are sorted in
        $order order (equal numbers count as often as they came), where ranks begin at 1 and r is m * $top /
        $bottom, rounded down, plus 1.

        Return $wanted. There are from 0 to $most numbers, from 0 to $highest.
        """,
        given=given, when_cap=when[0].upper() + when[1:], order="descending" if largest else "ascending",
        top=top, bottom=bottom,
        most=most, highest=highest,
        wanted={"list": "the list of all marks, in order", "sum": "the sum of all marks",
                "changes": "how often a mark differs from the mark before it"}[wanted],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 3, (5, 8, 12, 20, 50, 80)[size])
        return [[rng.randint(0, rng.choice([4, 30, highest])) for _ in range(count)]]

    def brute(values: list[int]) -> Json:
        ends = range(every, len(values) + 1, every)
        found = [sorted(values[:m], reverse=largest)[m * top // bottom] for m in ends]
        changes = len([i for i in range(1, len(found)) if found[i] != found[i - 1]])
        return {"list": found, "sum": sum(found), "changes": changes}[wanted]

    large: list[Json] = [recipe("ints", most, 0, highest, rng.randrange(10**9))]
    facts = {"top": top, "bottom": bottom, "largest": largest, "every": every, "wanted": wanted}
    return Problem(
        "running_rank", entry, ((given, "list[int]"),), "list[int]" if wanted == "list" else "int", statement,
        source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source,
        largest + (every > 1) + (wanted == "changes")),
    )  # fmt: skip


def undo_log(rng: Random, level: int) -> Problem:
    """A number that is changed, with undo and redo of several steps at once."""
    start, modulus, factor = rng.randint(0, 50), rng.randint(100, 999), rng.randint(2, 5)
    keeps, marks, wanted = (
        level > 2 and rng.random() < 0.5,
        level > 2,
        pick(rng, level, [(1, "last"), (2, "sum"), (2, "largest")]),
    )
    most = by_level(level, 100, 30_000)
    entry, given = (
        rng.choice(["replay", "final_value", "run_log", "work_off"]),
        rng.choice(["commands", "actions", "log"]),
    )
    source = program(
        """
        def $entry($given):
            history = [$start]
            undone = []
            $total
            for name, x in $given:
                if name == "undo":
                    for _ in range(min(x, len(history) - 1)):
                        undone.append(history.pop())
                elif name == "redo":
                    for _ in range(min(x, len(undone))):
                        history.append(undone.pop())
                $marks
                else:
                    value = history[-1]
                    if name == "add":
                        value += x
                    else:
                        value = value * $factor - x
                    history.append(value % $modulus)
                    $clear
                $measure
            return $result
        """,
        entry=entry, given=given, start=start, factor=factor, modulus=modulus,
        total="total = 0" if marks or wanted != "last" else "", marks='elif name == "size":\n    total += '
        'len(history) * x' if marks else "",
        clear="" if keeps else "undone.clear()",
        measure={"last": "", "sum": "total += history[-1]",
        "largest": "total = max(total, history[-1])"}[wanted] if not marks else
        ("total += history[-1]" if wanted == "sum" else ""),
        result="total" if wanted == "sum" or (wanted == "largest" and not marks) else ("total + history[-1]"
        if marks else "history[-1]"),
    )  # fmt: skip
    wanted = "last" if marks and wanted == "largest" else wanted
    statement = sentences(
        """
        $story shows a number, at first $start. Each element of `$given` is `[name, x]`, and they are worked
        off in order:

        `["add", x]` adds x to the number; `["mix", x]` multiplies it by $factor and then subtracts x. After
        both, the number is replaced by its remainder modulo $modulus
        (from 0 to $last). These two are changes.

        `["undo", x]` takes back the last x changes that are in force, or all of them if there are fewer.
        `["redo", x]` brings the last x changes that were
        undone back, the one undone last first, or all there are: each puts the number to the value that it had
        after that change at first. $clear

        $marks Return $wanted. There are from 0 to $most elements, and x is from 0 to 1000.
        """,
        story=rng.choice(["A calculator", "The display of a machine", "A drawing program"]), start=start,
        given=given, factor=factor, modulus=modulus,
        last=modulus - 1, most=most,
        clear="A new change leaves the undone ones as they are: they can still be brought back later, on top "
        "of it." if keeps
        else "With a new change, all that was undone before is forgotten and cannot be brought back.",
        marks='`["size", x]` gives a bonus of x times (k + 1), where k is the number of changes in force.\n\n'
        if marks else "",
        wanted={"last": "the number at the end", "sum": "the sum of the numbers shown after each element of "
        "the list",
                "largest": "the largest number shown after any element of the list, 0 for an empty list"}[wanted]
        + (" plus all bonuses" if marks else ""),
    )  # fmt: skip
    names = ["add", "mix", "add", "undo", "redo", "undo"] + ["size"] * marks

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (3, 6, 10, 16, 60, 100)[size])
        rows: list[list[Json]] = []
        for name in [rng.choice(names) for _ in range(count)]:
            back = name in ("undo", "redo")
            rows.append([name, rng.randint(0, 3 if back else rng.choice([9, 1000]))])
        return [rows]

    def brute(rows: list[list[Json]]) -> int:
        values: tuple[int, ...] = (start,)
        gone: tuple[int, ...] = ()
        shown, bonus = [], 0
        for name, x in rows:
            if name in ("undo", "redo"):
                while x > 0 and (len(values) > 1 if name == "undo" else gone):
                    values, gone = (
                        (values[:-1], (*gone, values[-1]))
                        if name == "undo"
                        else ((*values, gone[-1]), gone[:-1])
                    )
                    x -= 1
            elif name == "size":
                bonus += x * len(values)
            else:
                values = (*values, (values[-1] + x if name == "add" else values[-1] * factor - x) % modulus)
                gone = gone if keeps else ()
            shown.append(values[-1])
        return bonus + {"last": values[-1], "sum": sum(shown), "largest": max(shown, default=0)}[wanted]

    facts = {
        "start": start,
        "modulus": modulus,
        "factor": factor,
        "keeps": keeps,
        "marks": marks,
        "wanted": wanted,
    }
    return Problem(
        "undo_log", entry, ((given, "list[list]"),), "int", statement, source, inputs, brute, facts=facts,
        cost=effort(source, keeps + (wanted != "last")),
    )  # fmt: skip


TEMPLATES = ((4, waiting_room), (4, running_rank), (3, undo_log))

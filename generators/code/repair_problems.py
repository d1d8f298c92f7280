"""Small templates for repair and test writing, first part: loops over lists and numbers.

Each template is a function of a random source; see `small_problems`. The table of all is in `repair_table`.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from random import Random

from ..base import Json
from .small_problems import Small, integer, listed, small

VALUES = ("values", "numbers", "items", "data", "readings", "samples")


def long_runs(rng: Random) -> Small:
    """Runs of equal neighbours that are long enough: how many, or how many items in them."""
    worth = rng.randint(2, 9)
    k, wanted, high = rng.randint(2, 4), rng.choice(["count", "items", "sum"]), rng.randint(3, 9)
    gain = {"count": str(worth), "items": f"{worth} * length", "sum": f"{worth} * length * current"}[wanted]

    def brute(values: list[int]) -> Json:
        runs = [(value, len(list(group))) for value, group in groupby(values)]
        gains = [{"count": 1, "items": n, "sum": value * n}[wanted] for value, n in runs if n >= k]
        return worth * sum(gains)

    return small(
        "long_runs",
        rng.choice(["long_runs", "steady_stretches", "weigh_runs", "plateaus"]),
        [(rng.choice(VALUES), listed(integer(0, high), 0, 12))],
        """
        A run is a stretch of equal neighbouring items of the list `$p0` that cannot be made longer at
        either end. A run is long if it has at least $k items. Return $worth times $asked; 0 if there is no long run.
        """,
        """
        def $entry($p0):
            $total = 0
            length = 0
            current = None
            for value in $p0:
                if value == current:
                    length += 1
                else:
                    if length >= $k:
                        $total += $gain
                    current = value
                    length = 1
            if length >= $k:
                $total += $gain
            return $total
        """,
        brute,
        {"k": k, "wanted": wanted, "high": high, "worth": worth},
        k=k,
        worth=worth,
        gain=gain,
        total=rng.choice(["total", "result", "found", "score"]),
        asked={
            "count": "the number of long runs",
            "items": "how many items are in long runs",
            "sum": "the sum of all items that are in long runs",
        }[wanted],
    )


def tank(rng: Random) -> Small:
    """A level that changes and is kept between two bounds."""
    capacity, start = rng.randint(8, 40), rng.randint(0, 6)
    wanted = rng.choice(["level", "spilled", "missing"])
    reach = rng.randint(capacity // 2, capacity)

    def brute(changes: list[int]) -> Json:
        level, spilled, missing = start, 0, 0
        for change in changes:
            step = 1 if change > 0 else -1
            for _ in range(abs(change)):
                if 0 <= level + step <= capacity:
                    level += step
                elif step > 0:
                    spilled += 1
                else:
                    missing += 1
        return {"level": level, "spilled": spilled, "missing": missing}[wanted]

    return small(
        "tank",
        rng.choice(["fill_tank", "water_level", "run_tank", "cistern", "reservoir"]),
        [(rng.choice(["changes", "flows", "steps", "deltas"]), listed(integer(-reach, reach), 0, 10))],
        """
        A tank can hold $capacity litres; at first the number of litres in it is $start. The list `$p0` says what
        happens, one entry after the other: a positive entry is poured in, a negative one is taken out (-3
        takes 3 litres). What does not fit when something is poured in spills. If there is less in the tank
        than is to be taken out, the tank is emptied and the rest is missing. Return $asked.
        """,
        """
        def $entry($p0):
            $level = $start
            spilled = 0
            missing = 0
            for change in $p0:
                $level += change
                if $level > $capacity:
                    spilled += $level - $capacity
                    $level = $capacity
                elif $level < 0:
                    missing -= $level
                    $level = 0
            return $result
        """,
        brute,
        {"capacity": capacity, "start": start, "wanted": wanted, "reach": reach},
        capacity=capacity,
        start=start,
        level=(level := rng.choice(["level", "amount", "stored", "content"])),
        result={"level": level, "spilled": "spilled", "missing": "missing"}[wanted],
        asked={
            "level": "how many litres the tank holds in the end",
            "spilled": "how many litres have spilled altogether",
            "missing": "how many litres were missing altogether",
        }[wanted],
    )


def digit_steps(rng: Random) -> Small:
    """Replace a number by a weighted sum of its digits until it is small, and count."""
    a, b = rng.sample(range(1, 7), 2)
    limit, most = rng.randint(60, 130), rng.randint(12, 20)

    def brute(n: int) -> Json:
        seen = 0
        while n >= limit and seen < most:
            n = sum(int(d) * (a, b)[i % 2] for i, d in enumerate(reversed(str(n))))
            seen += 1
        return n * 100 + seen

    return small(
        "digit_steps",
        rng.choice(["settle", "digit_steps", "shrink", "boil_down", "reduce_number"]),
        [(rng.choice(["n", "number", "value", "start"]), integer(0, 10 ** rng.randint(6, 9)))],
        """
        One step replaces a whole number by a weighted sum of its decimal digits: the weight of the
        last digit is $a, that of the one before it is $b, then $a again, and so on by turns. Begin with
        `$p0` and take steps as long as the number is at least $limit, but at most $most steps. Return 100
        times the number that you end with plus the number of steps.
        """,
        """
        def $entry($p0):
            $count = 0
            while $p0 >= $limit and $count < $most:
                total = 0
                weight = $a
                while $p0 > 0:
                    total += weight * ($p0 % 10)
                    $p0 //= 10
                    weight = $sum - weight
                $p0 = total
                $count += 1
            return $p0 * 100 + $count
        """,
        brute,
        {"a": a, "b": b, "limit": limit, "most": most},
        a=a,
        b=b,
        sum=a + b,
        limit=limit,
        most=most,
        count=rng.choice(["count", "steps", "rounds", "taken"]),
    )


def kth_value(rng: Random) -> Small:
    """The k-th largest or smallest different value, or another number if there are too few."""
    k, default, largest = rng.randint(2, 4), rng.randint(-99, -10), rng.random() < 0.5
    high = rng.randint(5, 15)

    def brute(values: list[int]) -> Json:
        for value in values:
            if len({v for v in values if (v > value if largest else v < value)}) == k - 1:
                return value
        return default

    return small(
        "kth_value",
        rng.choice(["pick_value", "podium", "ranked", "kth_value", "place_of_honour"]),
        [(rng.choice(VALUES), listed(integer(-high, high), 0, 9))],
        """
        Order the different values of the list `$p0` from the $from_ to the $to, each of them once, and
        return the value at place $k of this order (the first place is place 1). Return $default if there
        are fewer than $k different values.
        """,
        """
        def $entry($p0):
            $best = []
            for value in $p0:
                place = 0
                while place < len($best) and $best[place] $before value:
                    place += 1
                if place < len($best) and $best[place] == value:
                    continue
                $best.insert(place, value)
                if len($best) > $k:
                    $best.pop()
            if len($best) < $k:
                return $default
            return $best[-1]
        """,
        brute,
        {"k": k, "default": default, "largest": largest, "high": high},
        k=k,
        default=default,
        before=">" if largest else "<",
        from_="largest" if largest else "smallest",
        to="smallest" if largest else "largest",
        best=rng.choice(["best", "top", "chosen", "order"]),
    )


def window_sums(rng: Random) -> Small:
    """Windows whose sum is over a bound: how many, or where the first or last begins."""
    width, bound = rng.randint(2, 5), rng.randint(5, 25)
    wanted = rng.choice(["count", "first", "last", "largest"])

    def brute(values: list[int]) -> Json:
        sums = [sum(values[i : i + width]) for i in range(len(values) - width + 1)]
        good = [i for i, total in enumerate(sums) if total > bound]
        if wanted == "count":
            return len(good)
        if not good:
            return -1
        return {"first": good[0], "last": good[-1], "largest": sums.index(max(sums))}[wanted]

    return small(
        "window_sums",
        rng.choice(["busy_windows", "window_sums", "hot_spots", "heavy_parts"]),
        [(rng.choice(VALUES), listed(integer(-3, 12), 0, 12))],
        """
        A window is $width neighbouring items of the list `$p0`; it is heavy if the sum of its items is
        greater than $bound. Return $asked.$indices
        """,
        """
        def $entry($p0):
            if len($p0) < $width:
                return $none
            total = sum($p0[:$width])
            $found = $none
            best = $bound
            for start in range(len($p0) - $width + 1):
                if start > 0:
                    total += $p0[start + $width - 1] - $p0[start - 1]
                if total > best:
                    $act
            return $found
        """,
        brute,
        {"width": width, "bound": bound, "wanted": wanted},
        width=width,
        bound=bound,
        none="0" if wanted == "count" else "-1",
        indices="" if wanted == "count" else " Indices begin at 0.",
        found=(found := rng.choice(["found", "result", "answer", "mark"])),
        act={
            "count": f"{found} += 1",
            "first": f"{found} = start\nbreak",
            "last": f"{found} = start",
            "largest": f"{found} = start\nbest = total",
        }[wanted],
        asked={
            "count": "the number of heavy windows",
            "first": "the index at which the first heavy window begins, -1 if there is none",
            "last": "the index at which the last heavy window begins, -1 if there is none",
            "largest": "the index at which the window with the largest sum begins (the first of them if there "
            "are several), but -1 if no window is heavy",
        }[wanted],
    )


def thin_out(rng: Random) -> Small:
    """Keep an item only if it is far enough from the last one that was kept."""
    gap, cap, reach = rng.randint(2, 7), rng.randint(3, 7), rng.randint(12, 30)
    wanted = rng.choice(["list", "dropped"])

    def brute(values: list[int]) -> Json:
        kept: list[int] = []
        for value in values:
            if len(kept) < cap and all(abs(value - last) >= gap for last in kept[-1:]):
                kept = [*kept, value]
        return kept if wanted == "list" else len(values) - len(kept)

    return small(
        "thin_out",
        rng.choice(["thin_out", "spread_out", "keep_apart", "sift", "sparse"]),
        [(rng.choice(VALUES), listed(integer(-reach, reach), 0, 12))],
        """
        Go through the list `$p0` from left to right and keep some of its items. The first item is kept. Any
        other item is kept if it differs by at least $gap from the item that was kept last. As soon as $cap
        items are kept, no more are. Return $asked.
        """,
        """
        def $entry($p0):
            $kept = []
            dropped = 0
            for value in $p0:
                if len($kept) >= $cap:
                    dropped += 1
                elif not $kept or abs(value - $kept[-1]) >= $gap:
                    $kept.append(value)
                else:
                    dropped += 1
            return $result
        """,
        brute,
        {"gap": gap, "cap": cap, "wanted": wanted, "reach": reach},
        returns="list[int]" if wanted == "list" else "int",
        gap=gap,
        cap=cap,
        kept=(kept := rng.choice(["kept", "chosen", "result", "picked"])),
        result=kept if wanted == "list" else "dropped",
        asked="the list of the kept items, in their order"
        if wanted == "list"
        else "how many items are not kept",
    )


def best_trade(rng: Random) -> Small:
    """Buy once and sell once, with a fee and a waiting time."""
    fee, wait = rng.randint(1, 5), rng.randint(1, 3)
    high = rng.randint(15, 40)

    def brute(prices: list[int]) -> Json:
        gains = [
            sold - bought - fee
            for i, bought in enumerate(prices)
            for j, sold in enumerate(prices)
            if j >= i + wait
        ]
        return max([0, *gains])

    return small(
        "best_trade",
        rng.choice(["best_trade", "profit", "best_deal", "buy_and_sell"]),
        [(rng.choice(["prices", "quotes", "rates", "daily"]), listed(integer(1, high), 0, 12))],
        """
        The list `$p0` holds the price of a share, one entry for each day. You may buy one share on some day
        and sell it at least $wait day$s later; together this costs a fee of $fee. You may also do nothing,
        which gains 0. Return the largest possible gain: the selling price minus the buying price minus the
        fee.
        """,
        """
        def $entry($p0):
            $best = 0
            lowest = None
            for day in range($wait, len($p0)):
                bought = $p0[day - $wait]
                if lowest is None or bought < lowest:
                    lowest = bought
                $best = max($best, $p0[day] - lowest - $fee)
            return $best
        """,
        brute,
        {"fee": fee, "wait": wait, "high": high},
        fee=fee,
        wait=wait,
        s="" if wait == 1 else "s",
        best=rng.choice(["best", "gain", "result", "top"]),
    )


def ways_to_pay(rng: Random) -> Small:
    """How many ways to make a sum from coins, as selections or as sequences."""
    coins = sorted(rng.sample(range(1, 12), 3))
    ordered, extra = rng.random() < 0.5, rng.randint(0, 4)
    given = rng.choice(["amount", "price", "total", "target"])

    def brute(price: int) -> Json:
        @cache
        def ways(rest: int, kinds: tuple[int, ...]) -> int:
            if rest == 0:
                return 1
            chosen = [(coin, kinds if ordered else kinds[i:]) for i, coin in enumerate(kinds) if coin <= rest]
            return sum(ways(rest - coin, left) for coin, left in chosen)

        return ways(price + extra, tuple(coins))

    loops = ["for part in range(goal + 1):", "for coin in COINS:"]
    return small(
        "ways_to_pay",
        rng.choice(["ways_to_pay", "count_ways", "payments", "make_sum"]),
        [(given, integer(0, 30))],
        """
        There are coins of the values $coins, as many of each as you like. In how many ways can coins add up
        to $what? $order Return the number of ways. There is one way to pay 0: with no coins.
        """,
        """
        COINS = ($coins_)


        def $entry($p0):
            goal = $goal
            $ways = [0] * (goal + 1)
            $ways[0] = 1
            $outer
                $inner
                    if part >= coin:
                        $ways[part] += $ways[part - coin]
            return $ways[goal]
        """,
        brute,
        {"coins": coins, "ordered": ordered, "extra": extra},
        coins=f"{coins[0]}, {coins[1]} and {coins[2]}",
        coins_=", ".join(map(str, coins)),
        goal=f"{given} + {extra}" if extra else given,
        ways=rng.choice(["ways", "table", "counts", "options"]),
        what=f"`{given}`" + (f" plus a fee of {extra}" if extra else ""),
        order="Paying with the same coins in another order counts as another way; coins of one value are not told "
        "apart."
        if ordered
        else "Ways that differ only in the order of the coins are one way.",
        outer=loops[not ordered],
        inner=loops[ordered],
    )


TEMPLATES = (long_runs, tank, digit_steps, kth_value, window_sums, thin_out, best_trade, ways_to_pay)

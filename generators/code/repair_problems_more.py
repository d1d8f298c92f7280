"""Small templates for repair and test writing, second part: texts, sorted lists, intervals, queues and grids.

Each template is a function of a random source; see `small_problems`. The table of all is in `repair_table`.
"""

from __future__ import annotations

import re
from random import Random

from ..base import Json
from .small_problems import Small, drawn, integer, listed, small, text


def nesting(rng: Random) -> Small:
    """How deep brackets of two kinds are nested, with checks."""
    pairs = "".join(rng.sample(("()", "[]", "<>"), 2))  # braces would not survive in a LaTeX box
    bad = rng.randint(-9, -1)
    limit = rng.randint(2, 4)
    wanted = rng.choice(["depth", "deep", "pairs"])

    def brute(line: str) -> Json:
        bare = line
        while (shorter := bare.replace(pairs[:2], "").replace(pairs[2:], "")) != bare:
            bare = shorter
        if bare:
            return bad
        depths = [sum(1 if c in pairs[::2] else -1 for c in line[: i + 1]) for i in range(len(line))]
        opened = [d for d, c in zip(depths, line, strict=True) if c in pairs[::2]]
        return {"depth": max([0, *opened]), "deep": sum(d >= limit for d in opened), "pairs": len(opened)}[
            wanted
        ]

    def inputs(rng: Random, size: int) -> list[Json]:
        if rng.random() < 0.3:
            return [drawn(text(pairs, 0, 12), rng, size)]
        line = ""
        for _ in range(rng.randint(0, (1, 2, 3, 4, 5, 6)[size])):
            at, kind = rng.randint(0, len(line)), rng.choice((0, 2))
            line = line[:at] + pairs[kind : kind + 2] + line[at:]
        if line and rng.random() < 0.25:
            at = rng.randrange(len(line))
            line = line[:at] + rng.choice(("", *pairs)) + line[at + 1 :]
        return [line]

    return small(
        "nesting",
        rng.choice(["nesting", "bracket_depth", "check_brackets", "how_deep"]),
        [(rng.choice(["line", "text", "brackets", "source"]), text(pairs, 0, 12))],
        """
        The string `$p0` consists of the brackets $shown. It is balanced if every opening bracket is closed
        by a bracket of its own kind and pairs do not cross; the empty string is balanced. The depth of an
        opening bracket is the number of brackets that are open right after it, itself included. Return $bad
        if the string is not balanced; otherwise return $asked.
        """,
        """
        PARTNERS = {"$c1": "$c0", "$c3": "$c2"}


        def $entry($p0):
            $stack = []
            $begin
            for char in $p0:
                if char in PARTNERS:
                    if not $stack or $stack[-1] != PARTNERS[char]:
                        return $bad
                    $stack.pop()
                else:
                    $stack.append(char)
                    $count
            if $stack:
                return $bad
            return result
        """,
        brute,
        {"pairs": pairs, "limit": limit if wanted == "deep" else 0, "wanted": wanted, "bad": bad},
        inputs=inputs,
        bad=bad,
        shown=", ".join(f"`{char}`" for char in pairs),
        c0=pairs[0],
        c1=pairs[1],
        c2=pairs[2],
        c3=pairs[3],
        stack=(stack := rng.choice(["stack", "waiting", "still_open", "pending"])),
        begin="result = 0",
        count={
            "depth": f"result = max(result, len({stack}))",
            "deep": f"if len({stack}) >= {limit}:\n    result += 1",
            "pairs": "result += 1",
        }[wanted],
        asked={
            "depth": "the largest depth of an opening bracket, 0 for the empty string",
            "deep": f"the number of opening brackets whose depth is at least {limit}",
            "pairs": "the number of pairs",
        }[wanted],
    )


def run_lengths(rng: Random) -> Small:
    """Run-length encoding with a cap on runs and short runs written out."""
    cap, short = rng.randint(3, 5), rng.randint(1, 2)
    letters = rng.choice(["abc", "xyz", "01", "LR", "no"])
    before = rng.random() < 0.5
    given = rng.choice(["line", "word", "signal", "message"])

    def brute(line: str) -> Json:
        done = ""
        for match in re.finditer(r"(.)\1*", line):
            whole, rest = divmod(len(match.group()), cap)
            for n in [cap] * whole + [rest] * (rest > 0):
                done += match[1] * n if n <= short else f"{n}{match[1]}" if before else f"{match[1]}{n}"
        return done

    return small(
        "run_lengths",
        rng.choice(["pack", "encode", "squeeze", "shorten"]),
        [(given, text(letters, 0, 14))],
        """
        Pack the string `$p0`: go through it from left to right and cut it into pieces of equal characters,
        each piece as long as possible but of at most $cap characters. A piece of $short_ is written as it
        is; a longer piece is written as $form. Return all of this as one string without separators.
        """,
        """
        def $entry($p0):
            $parts = []
            i = 0
            while i < len($p0):
                j = i
                while j < len($p0) and $p0[j] == $p0[i] and j - i < $cap:
                    j += 1
                if j - i > $short:
                    $parts.append($written)
                else:
                    $parts.append($p0[i:j])
                i = j
            return "".join($parts)
        """,
        brute,
        {"cap": cap, "short": short, "letters": letters, "before": before},
        returns="str",
        cap=cap,
        short=short,
        short_="1 character" if short == 1 else "1 or 2 characters",
        form="its length followed by the character" if before else "the character followed by its length",
        parts=rng.choice(["parts", "pieces", "packed", "output"]),
        written=f"str(j - i) + {given}[i]" if before else f"{given}[i] + str(j - i)",
    )


def shifted_letters(rng: Random) -> Small:
    """A shift cipher whose key grows, with signs left alone."""
    shift, growth, every = rng.randint(1, 7), rng.randint(1, 5), rng.randint(2, 3)
    back = rng.random() < 0.5

    def brute(line: str) -> Json:
        alphabet = "abcdefghijklmnopqrstuvwxyz"
        done, letters = "", 0
        for char in line:
            if char.isalpha():
                key = shift + growth * (letters // every)
                turned = (
                    alphabet[(key if not back else -key) % 26 :] + alphabet[: (key if not back else -key) % 26]
                )
                char = turned[alphabet.index(char)]
                letters += 1
            done += char
        return done

    return small(
        "shifted_letters",
        rng.choice(["encipher", "scramble", "shift_letters", "code_text"]),
        [(rng.choice(["line", "message", "plain", "phrase"]), text("abmxyz -", 0, 12))],
        """
        Replace each letter of the string `$p0` by the letter that stands some places $way in the alphabet a
        to z, which is taken as a ring ($ring). The first $every letters move by $shift place$s, the next
        $every letters by $second places, and so on, $growth place$g more for every further $every letters.
        Characters that are no letters stay as they are and are not counted. Return the new string.
        """,
        """
        def $entry($p0):
            $done = []
            key = $shift
            left = $every
            for char in $p0:
                if "a" <= char <= "z":
                    if left == 0:
                        key += $growth
                        left = $every
                    left -= 1
                    place = (ord(char) - ord("a") $sign key) % 26
                    $done.append(chr(ord("a") + place))
                else:
                    $done.append(char)
            return "".join($done)
        """,
        brute,
        {"shift": shift, "growth": growth, "every": every, "back": back},
        returns="str",
        shift=shift,
        growth=growth,
        every=every,
        second=shift + growth,
        s="" if shift == 1 else "s",
        g="" if growth == 1 else "s",
        sign="-" if back else "+",
        way="before it" if back else "after it",
        ring="z comes before a" if back else "a comes after z",
        done=rng.choice(["done", "coded", "output", "letters"]),
    )


def covered_length(rng: Random) -> Small:
    """Length covered by intervals, when small gaps between them are closed."""
    gap, bonus = rng.randint(1, 4), rng.randint(2, 9)
    high = rng.randint(12, 25)

    def brute(pairs: list[list[int]]) -> Json:
        cells = {cell for a, b in pairs for cell in range(min(a, b), max(a, b))}
        for start in range(high):  # a gap is closed if cells at both of its sides are covered
            for length in range(1, gap + 1):
                inside = range(start, start + length)
                if start - 1 in cells and start + length in cells and not cells & set(inside):
                    cells |= {-1 - cell - high for cell in inside}
        filled = {cell if cell >= 0 else -1 - cell - high for cell in cells}
        return len(filled) + bonus * sum(cell - 1 not in filled for cell in filled)

    return small(
        "covered_length",
        rng.choice(["covered", "paint_cost", "closed_roads", "total_shift"]),
        [(rng.choice(["spans", "pairs", "shifts", "sections"]), listed(listed(integer(0, high), 2, 2), 0, 6))],
        """
        Each item [a, b] of the list `$p0` stands for a section of a road, from kilometre a to kilometre b
        or, if b is smaller, from b to a. A section with a = b has no length and is ignored. Sections that
        overlap, that touch, or between which at most $stretch left free are joined to
        one, together with the road between them, until no more can be joined. Return the total length of
        all the joined sections plus $bonus for each of them.
        """,
        """
        def $entry($p0):
            $ordered = sorted([min(a, b), max(a, b)] for a, b in $p0 if a != b)
            total = 0
            end = None
            for low, high in $ordered:
                if end is None or low > end + $gap:
                    total += $bonus + high - low
                    end = high
                elif high > end:
                    total += high - end
                    end = high
            return total
        """,
        brute,
        {"gap": gap, "bonus": bonus, "high": high},
        gap=gap,
        stretch="1 kilometre of road is" if gap == 1 else f"{gap} kilometres of road are",
        bonus=bonus,
        ordered=rng.choice(["ordered", "sections", "parts", "queue"]),
    )


def sorted_range(rng: Random) -> Small:
    """Count the items of a sorted list between two bounds, with binary searches by hand."""
    lower, upper, high = rng.choice(["<", "<="]), rng.choice(["<", "<="]), rng.randint(8, 30)
    given, a, b = (
        rng.choice(["ordered", "ranks", "marks", "ages"]),
        *rng.choice([("low", "high"), ("first", "last"), ("a", "b")]),
    )
    factor = rng.randint(1, 5)

    def brute(values: list[int], low: int, top: int) -> Json:
        above = {v for v in values if v > low or (v == low and lower == "<=")}
        below = {v for v in values if v < top or (v == top and upper == "<=")}
        return sum(v in above & below for v in values) - factor * sum(v not in below for v in values)

    return small(
        "sorted_range",
        rng.choice(["between", "count_range", "in_range", "inside"]),
        [(given, listed(integer(0, high), 0, 12, rising=True)), (a, integer(0, high)), (b, integer(0, high))],
        """
        The list `$p0` is in ascending order. Let x be the number of its items that are $above `$p1` and
        $below `$p2` (0 if there are none), and y the number of its items that are not $below `$p2`. Return
        x - $y.
        """,
        """
        def search(values, bound, after):
            low = 0
            high = len(values)
            while low < high:
                middle = (low + high) // 2
                if values[middle] < bound or (after and values[middle] == bound):
                    low = middle + 1
                else:
                    high = middle
            return low


        def $entry($p0, $p1, $p2):
            start = search($p0, $p1, $after)
            end = search($p0, $p2, $until)
            return max(0, end - start) - $factor(len($p0) - end)
        """,
        brute,
        {"lower": lower, "upper": upper, "high": high, "factor": factor},
        above="greater than" if lower == "<" else "at least",
        below="less than" if upper == "<" else "at most",
        after=lower == "<",
        until=upper == "<=",
        factor="" if factor == 1 else f"{factor} * ",
        y="y" if factor == 1 else f"{factor}y",
    )


def counter_queue(rng: Random) -> Small:
    """People at a counter in rounds, and when one of them is done."""
    portion, walk, opening = rng.randint(1, 4), rng.randint(1, 9), rng.randint(1, 20)
    given, person = (
        rng.choice(["needs", "wishes", "tickets", "orders"]),
        rng.choice(["who", "person", "k", "place"]),
    )

    def brute(needs: list[int], who: int) -> Json:
        who %= len(needs)
        left, time = list(needs), opening
        while True:
            for i in range(len(left)):
                if left[i] == 0:
                    continue
                taken = min(portion, left[i])
                left[i] -= taken
                time += taken
                if left[i] > 0:
                    time += walk
                elif i == who:
                    return time

    return small(
        "counter_queue",
        rng.choice(["waiting_time", "counter", "done_at", "queue_time"]),
        [(given, listed(integer(1, 9), 1, 7)), (person, integer(0, 20))],
        """
        People queue at a counter; `$p0` lists how many things each of them needs, from the front of the
        queue to its end. The counter opens $opening minute$o after the beginning. Whoever is at the front
        gets up to $portion of the things that he or she still needs, and each thing takes 1 minute. Then
        this person leaves if nothing more is needed, or else walks to the end of the queue, which takes
        $walk minute$s during which nobody is served. Return how many minutes it takes from the beginning
        until the person at index `$p1` of the list leaves (indices begin at 0; if `$p1` is not less than
        the number n of people, the remainder of `$p1` divided by n is the index).
        """,
        """
        from collections import deque


        def $entry($p0, $p1):
            $p1 %= len($p0)
            $queue = deque(enumerate($p0))
            time = $opening
            while True:
                index, need = $queue.popleft()
                taken = min($portion, need)
                time += taken
                if need > taken:
                    time += $walk
                    $queue.append((index, need - taken))
                elif index == $p1:
                    return time
        """,
        brute,
        {"portion": portion, "walk": walk, "opening": opening},
        opening=opening,
        o="" if opening == 1 else "s",
        portion=portion,
        walk=walk,
        s="" if walk == 1 else "s",
        queue=rng.choice(["queue", "line", "waiting", "people"]),
    )


def grid_step(rng: Random) -> Small:
    """Cells of a grid that live after one step of a neighbour rule, perhaps on a torus."""
    width, ring, diagonal = rng.randint(3, 5), rng.random() < 0.4, rng.random() < 0.6
    birth, least, most = rng.randint(1, 3), rng.randint(1, 2), rng.randint(2, 4)
    given = rng.choice(["rows", "grid", "cells", "field"])

    def brute(lines: list[str]) -> Json:
        height = len(lines)
        alive = {(r, c) for r in range(height) for c in range(width) if lines[r][c] == "#"}
        seen: dict[tuple[int, int], int] = {}
        for r, c in alive:
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))[
                : 8 if diagonal else 4
            ]:
                at = (r + dr, c + dc)
                if ring:
                    at = ((r + dr) % height, (c + dc) % width)
                seen[at] = seen.get(at, 0) + 1
        inside = [(at, n) for at, n in seen.items() if at[0] in range(height) and at[1] in range(width)]
        return sum(least <= n <= most if at in alive else n == birth for at, n in inside)

    loops = (
        "for dr in (-1, 0, 1):\n    for dc in (-1, 0, 1):\n        if dr == dc == 0:\n            continue\n"
    )
    body = (
        f'if {given}[(r + dr) % height][(c + dc) % {width}] == "#":\n    near += 1'
        if ring
        else f"if 0 <= r + dr < height and 0 <= c + dc < {width}:\n"
        f'    if {given}[r + dr][c + dc] == "#":\n        near += 1'
    )
    return small(
        "grid_step",
        rng.choice(["next_step", "living_cells", "one_generation", "step"]),
        [(given, listed(text("#.", width, width), 1, 5))],
        """
        The strings of the list `$p0` are the rows of a grid with $width columns, in which `#` is a living
        cell and `.` a dead one. The neighbours of a cell are the $count places next to it$how. $edge In one
        step, all at once, a living cell stays alive if it has $span living neighbours and dies otherwise; a
        dead cell comes to life if it has exactly $birth living neighbour$s. Return the number of living
        cells after one step.
        """,
        """
        def $entry($p0):
            height = len($p0)
            total = 0
            for r in range(height):
                for c in range($width):
                    near = 0
                    $loops
                    if $p0[r][c] == "#":
                        if $least <= near <= $most:
                            total += 1
                    elif near == $birth:
                        total += 1
            return total
        """,
        brute,
        {"width": width, "ring": ring, "diagonal": diagonal, "birth": birth, "least": least, "most": most},
        width=width,
        least=least,
        most=most,
        span=f"exactly {least}"
        if least == most
        else f"from {least} to {most}"
        if most > least + 1
        else f"{least} or {most}",
        birth=birth,
        s="" if birth == 1 else "s",
        count="eight" if diagonal else "four",
        how=", horizontally, vertically or diagonally" if diagonal else ", horizontally or vertically",
        edge="The grid is a ring both ways: the last row is next to the first one and the last column next to "
        "the first. A place that is next to a cell in several ways counts as often as that, and so a cell can be "
        "its own neighbour."
        if ring
        else "What is outside the grid counts as dead.",
        loops=loops + _indented(body, 8)
        if diagonal
        else "for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):\n" + _indented(body, 4),
    )


def _indented(lines: str, by: int) -> str:
    return "\n".join(" " * by + line for line in lines.split("\n"))


def shared_streak(rng: Random) -> Small:
    """The longest stretch with few misses, and what it is worth."""
    misses, good, high = rng.randint(1, 4), rng.randint(3, 7), rng.randint(8, 14)
    given = rng.choice(["scores", "grades", "results", "marks"])
    wanted = rng.choice(["length", "sum"])

    def brute(values: list[int]) -> Json:
        best = 0
        for i in range(len(values)):
            for j in range(i + 1, len(values) + 1):
                part = values[i:j]
                if sum(v < good for v in part) <= misses:
                    best = max(best, len(part) if wanted == "length" else sum(part))
        return best

    return small(
        "shared_streak",
        rng.choice(["longest_streak", "best_stretch", "good_days", "form"]),
        [(given, listed(integer(0, high), 0, 12))],
        """
        An item of the list `$p0` is bad if it is less than $good. A stretch is one or more neighbouring
        items of the list. Return $asked stretch with at most $misses bad item$s; 0 if the list is empty.
        """,
        """
        def $entry($p0):
            $best = 0
            start = 0
            bad = 0
            $begin
            for end in range(len($p0)):
                $add
                if $p0[end] < $good:
                    bad += 1
                while bad > $misses:
                    $take
                    if $p0[start] < $good:
                        bad -= 1
                    start += 1
                $best = max($best, $gain)
            return $best
        """,
        brute,
        {"misses": misses, "good": good, "wanted": wanted, "high": high},
        misses=misses,
        good=good,
        s="" if misses == 1 else "s",
        best=rng.choice(["best", "longest", "top", "result"]),
        begin="total = 0" if wanted == "sum" else "",
        add=f"total += {given}[end]" if wanted == "sum" else "",
        take=f"total -= {given}[start]" if wanted == "sum" else "",
        gain="total" if wanted == "sum" else "end - start + 1",
        asked="the length of the longest" if wanted == "length" else "the largest sum of the items of a",
    )


TEMPLATES = (
    nesting,
    run_lengths,
    shifted_letters,
    covered_length,
    sorted_range,
    counter_queue,
    grid_step,
    shared_streak,
)

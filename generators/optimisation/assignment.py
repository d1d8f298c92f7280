"""Assignments: give columns to rows, partners to people, winners to games, tables to groups, so that all is best.

Kinds: ``cheapest``, ``quotient`` and ``product`` (of sums in two tables), ``kth-largest``, ``diagonal`` and
``both-diagonals`` (orders of rows and columns), ``heaviest`` (a matching of a graph), ``colours`` (pairs of different
ones), ``games`` (as few wins as possible for whoever has most), ``tables`` (no two of a group at one), ``stable``.

Difficulty: `kinds` drawn from; `size`, by which the number of rows or people grows. Proxy: pairs of them. What is easy
is drawn again: where it is right to serve row by row, the cheapest or heaviest first, or the first that fits. Two
kinds have a simple method that is always right: the commonest colours first, and the tables with the most room.

Sources: H. W. Kuhn 1955 (assignment); W. Dinkelbach 1967 (quotients); D. Gale and L. S. Shapley 1962 (stability); D.
Gale and H. J. Ryser 1957 (tables); S. L. Hakimi 1965 (games).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise

from ..kernels.asking import asking, row
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, Worth, optimum_family, wordings
from ..limits import Whole

Lists = list[list[int]]
PARTS = 10**9
"""Quotients are compared in these parts of 1, rounded down: far finer than two different ones can lie together."""
_COLUMNS = "Give the column of each row, from row 1 on, separated by commas."
_ORDERS = (
    "Give the old numbers of the rows in their new order with spaces between them, then a "
    "semicolon, and the old numbers "
    "of the columns in their new order."
)


def _many(size: int) -> int:
    return 5 + size // 2


def _pairs(n: int) -> float:
    return float(n * n)


def _matrix(rng: random.Random, rows: int, columns: int, low: int, high: int) -> Lists:
    return [[rng.randint(low, high) for _ in range(columns)] for _ in range(rows)]


def _sum(matrix: Lists, columns: Sequence[int]) -> int:
    return sum(line[column] for line, column in zip(matrix, columns, strict=True))


def _hungarian(costs: Lists) -> list[int]:
    """The columns of least total cost, from 0: rows are added one by one along shortest paths."""
    n = len(costs)
    u, v, owner = [0] * (n + 1), [0] * (n + 1), [-1] * (n + 1)
    for new in range(n):
        owner[n], at = new, n
        least, came, done = [10**18] * n, [n] * n, [False] * (n + 1)
        while owner[at] >= 0:
            done[at] = True
            i, step, after = owner[at], 10**18, -1
            for j in range(n):
                if not done[j]:
                    reduced = costs[i][j] - u[i] - v[j]
                    if reduced < least[j]:
                        least[j], came[j] = reduced, at
                    if least[j] < step:
                        step, after = least[j], j
            for j in range(n + 1):
                if done[j]:
                    u[owner[j]] += step
                    v[j] -= step
                elif j < n:
                    least[j] -= step
            at = after
        while at != n:
            owner[at] = owner[came[at]]
            at = came[at]
    columns = [0] * n
    for j in range(n):
        columns[owner[j]] = j
    return columns


def _quick(costs: Sequence[Sequence[int | Fraction]]) -> list[list[int]]:
    """What somebody does who serves rows in turn, from the last one on, or the cheapest place of all first."""
    n, found = len(costs), []
    for rows in (range(n), range(n - 1, -1, -1)):
        columns: dict[int, int] = {}
        for i in rows:
            free = (j for j in range(len(costs[0])) if j not in columns.values())
            columns[i] = min(free, key=lambda j: costs[i][j])
        found.append([columns[i] for i in range(n)])
    columns = {}
    for _, i, j in sorted((cost, i, j) for i, line in enumerate(costs) for j, cost in enumerate(line)):
        if i not in columns and j not in columns.values():
            columns[i] = j
    return [*found, [columns[i] for i in range(n)]]


def _negative(matrix: Lists) -> Lists:
    return [[-x for x in line] for line in matrix]


def _numbered(columns: Sequence[int]) -> list[int]:
    return [column + 1 for column in columns]


def _one_table(rng: random.Random, size: int) -> Facts:
    n = _many(size)
    return {"costs": _matrix(rng, n, n, 1, 20 + 2 * size)}


def _terms(matrix: Lists, columns: Sequence[int]) -> str:
    parts = [line[column] for line, column in zip(matrix, columns, strict=True)]
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"


def _cheapest(costs: Lists) -> Best | None:
    columns = _hungarian(costs)
    worth = _sum(costs, columns)
    if worth in [_sum(costs, quick) for quick in _quick(costs)]:
        return None
    lines = [f"columns {row(_numbered(columns))}: {_terms(costs, columns)}"]
    return Best(worth, _numbered(columns), lines, _pairs(len(costs)), 0.02)


def _two_tables(rng: random.Random, size: int) -> Facts:
    n = min(10, _many(size))
    return {"first": _matrix(rng, n, n, 1, 20), "second": _matrix(rng, n, n, 1, 20)}


def _quotient(first: Lists, second: Lists) -> Best | None:
    """The quotient rises as long as the assignment that is best for it has a higher one."""
    columns, lines, now = list(range(len(first))), list[str](), Fraction(0)
    while True:
        a, b = _sum(first, columns), _sum(second, columns)
        if Fraction(a, b) <= now:
            break
        now, best = Fraction(a, b), columns
        lines.append(f"columns {row(_numbered(columns))}: {a} / {b} = about {float(now):.3f}")
        over = [
            [now.numerator * y - now.denominator * x for x, y in zip(*pair, strict=True)]
            for pair in zip(first, second, strict=True)
        ]
        columns = _hungarian(over)
    per = [[-Fraction(x, y) for x, y in zip(*pair, strict=True)] for pair in zip(first, second, strict=True)]
    gaps = [[y - x for x, y in zip(*pair, strict=True)] for pair in zip(first, second, strict=True)]
    tried = [*_quick(per), *_quick(gaps), _hungarian(gaps), _hungarian(_negative(first)), _hungarian(second)]
    if any(Fraction(_sum(first, quick), _sum(second, quick)) == now for quick in tried):
        return None
    return Best(now.numerator * PARTS // now.denominator, _numbered(best), lines, _pairs(len(first)), 0.02)


def _product(first: Lists, second: Lists) -> Best | None:
    """The least product lies at a corner of all pairs of sums, and corners are found between two others."""
    found: dict[tuple[int, int], list[int]] = {}

    def least(p: int, q: int) -> tuple[int, int]:
        weighed = [
            [p * x + q * y for x, y in zip(*pair, strict=True)] for pair in zip(first, second, strict=True)
        ]
        columns = _hungarian(weighed)
        sums = _sum(first, columns), _sum(second, columns)
        found.setdefault(sums, columns)
        return sums

    def between(a: tuple[int, int], b: tuple[int, int]) -> None:
        p, q = a[1] - b[1], b[0] - a[0]
        corner = least(p, q)
        if p * corner[0] + q * corner[1] < p * a[0] + q * a[1]:
            between(a, corner)
            between(corner, b)

    between(least(10**4, 1), least(1, 10**4))
    (a, b), columns = min(found.items(), key=lambda item: item[0][0] * item[0][1])
    both = [[x + y for x, y in zip(*pair, strict=True)] for pair in zip(first, second, strict=True)]
    tried = [*_quick(both), _hungarian(both), _hungarian(first), _hungarian(second)]
    if any(_sum(first, quick) * _sum(second, quick) == a * b for quick in tried):
        return None
    lines = [f"columns {row(_numbered(columns))}: {_terms(first, columns)}, {_terms(second, columns)}"]
    return Best(a * b, _numbered(columns), [*lines, f"{a} * {b} = {a * b}"], _pairs(len(first)), 0.02)


def _paired(edges: Sequence[Sequence[int]], columns: int) -> dict[int, int]:
    """A largest matching of rows with columns that they allow: by row the column."""
    owner: dict[int, int] = {}

    def served(i: int, seen: set[int]) -> bool:
        for j in edges[i]:
            if j not in seen:
                seen.add(j)
                if j not in owner or served(owner[j], seen):
                    owner[j] = i
                    return True
        return False

    for i in range(len(edges)):
        served(i, set())
    return {i: j for j, i in owner.items()}


def _wide(rng: random.Random, size: int) -> Facts:
    n = _many(size)
    columns = n + rng.randint(0, 1)
    return {"grid": _matrix(rng, n, columns, 1, 30 + 2 * size), "rank": rng.randint(2, n // 2)}


def _kth(grid: Lists, rank: int) -> Best | None:
    """The least limit such that all rows but some can have numbers up to it, in different columns."""
    n, columns = len(grid), len(grid[0])
    for limit in sorted(set(chain.from_iterable(grid))):
        pairs = _paired([[j for j, x in enumerate(line) if x <= limit] for line in grid], columns)
        if len(pairs) > n - rank:
            break
    left = [j for j in range(columns) if j not in pairs.values()]
    found = [pairs[i] if i in pairs else left.pop() for i in range(n)]

    def worth(given: Sequence[int]) -> int:
        return sorted((line[j] for line, j in zip(grid, given, strict=True)), reverse=True)[rank - 1]

    square = [*grid, *([0] * columns for _ in range(columns - n))]
    tried = [*_quick(grid), _hungarian(square)[:n]]
    if worth(found) in map(worth, tried):
        return None
    shown = row(line[j] for line, j in zip(grid, found, strict=True))
    lines = [
        f"up to {limit}: {len(pairs)} rows",
        f"chosen: {shown}; number {rank} from the top is {worth(found)}",
    ]
    return Best(worth(found), _numbered(found), lines, _pairs(n), 0.03)


def _sparse(rng: random.Random, size: int, both: bool) -> Facts:
    """A table of zeros and ones that was made from one with ones on the diagonals."""
    n, share = (_many(size), 0.1) if both else (_many(size) + 3, 0.2)
    table = [
        [int(rng.random() < share or i == j or (both and i + j == n - 1)) for j in range(n)] for i in range(n)
    ]
    rows, columns = rng.sample(range(n), n), rng.sample(range(n), n)
    moved = [[table[i][j] for j in columns] for i in rows]
    made = [[rows.index(i) + 1 for i in range(n)], [columns.index(j) + 1 for j in range(n)]]
    return {"bits": moved, "made": made}


def _on_diagonals(bits: Lists, rows: Sequence[int], columns: Sequence[int], both: bool) -> bool:
    n = len(bits)
    places = [(i, i) for i in range(n)] + ([(i, n - 1 - i) for i in range(n)] if both else [])
    return all(bits[rows[i] - 1][columns[j] - 1] for i, j in places)


def _diagonal(bits: Lists, made: Lists) -> Best | None:
    """Each row is paired with a column in which it has a one."""
    n = len(bits)
    ones = [[j for j, bit in enumerate(line) if bit] for line in bits]
    pairs = _paired(ones, n)
    for rows in (range(n), sorted(range(n), key=lambda i: len(ones[i]))):
        used: list[int] = []
        for i in rows:
            used += [j for j in ones[i] if j not in used][:1]
        if len(used) == n:
            return None
    everything = list(range(1, n + 1))
    columns = [pairs[i] + 1 for i in range(n)]
    if _on_diagonals(bits, everything, everything, False):
        return None
    lines = [f"row {i} goes with column {j}" for i, j in zip(everything, columns, strict=True)]
    # So often rows with few ones first, each with the column that is rarest among the rows left, lead to the end.
    return Best(1, [everything, columns], lines, _pairs(n), 0.65)


def _fewest_ones_first(worth: Worth, bits: Lists, made: Lists) -> bool:
    """Whether rows with few ones first, each with its first free column or the rarest one, lead to the end."""
    ones = [{j for j, bit in enumerate(line) if bit} for line in bits]
    return any(_in_turn(ones, again, rare) for again, rare in ((False, True), (True, False)))


def _in_turn(ones: Sequence[set[int]], again: bool, rare: bool) -> bool:
    """Whether each row gets a column, the rows with the least choice first.

    Args:
        ones: the columns that each row may take.
        again: whether it is looked up anew after each row which one has the least choice.
        rare: whether a row takes the column that the fewest rows may take, and not the first one.
    """
    rows, used = sorted(range(len(ones)), key=lambda i: len(ones[i])), set[int]()
    often = [sum(j in line for line in ones) for j in range(len(ones))]
    while rows:
        row_ = min(rows, key=lambda i: len(ones[i] - used)) if again else rows[0]
        free = ones[row_] - used
        if not free:
            return False
        rows.remove(row_)
        used.add(min(free, key=lambda j: (often[j] if rare else 0, j)))
    return True


def _both_diagonals(bits: Lists, made: Lists) -> Best | None:
    """Two rows go with two columns in which both have ones, in the places 1 and n, 2 and n - 1, and so on."""
    rows, columns = made
    n, everything = len(bits), list(range(1, len(bits) + 1))
    if _on_diagonals(bits, everything, everything, True) or _on_diagonals(bits, rows, everything, True):
        return None
    lines = [
        f"rows {rows[i]} and {rows[n - 1 - i]}, columns {columns[i]} and {columns[n - 1 - i]}"
        for i in range((n + 1) // 2)
    ]
    return Best(1, [rows, columns], lines, _pairs(n), 0.01)


def _graph(rng: random.Random, size: int) -> Facts:
    n = 7 + size // 2
    pairs = [[i, j] for i in range(1, n + 1) for j in range(i + 1, n + 1)]
    edges = [[*pair, rng.randint(5, 30 + size)] for pair in sorted(rng.sample(pairs, 2 * n - 2))]
    return {"vertices": n, "edges": edges}


def _heaviest(vertices: int, edges: Lists) -> Best | None:
    """For each set of vertices that are left: the lowest one stays alone, or goes with one of the others."""

    @cache
    def best(left: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        if not left:
            return 0, ()
        low = left & -left
        ways = [best(left ^ low)]
        for a, b, weight in edges:
            if 1 << a == low and left >> b & 1:
                worth, chosen = best(left ^ low ^ 1 << b)
                ways.append((worth + weight, ((a, b), *chosen)))
        return max(ways)

    worth, chosen = best((1 << vertices + 1) - 2)
    for key in (lambda edge: -edge[2], lambda edge: 0):
        used, total = set[int](), 0
        for a, b, weight in sorted(edges, key=key):
            if used.isdisjoint((a, b)):
                used, total = used | {a, b}, total + weight
        if total == worth:
            return None
    weights = {(a, b): weight for a, b, weight in edges}
    lines = [f"{' + '.join(str(weights[pair]) for pair in chosen)} = {worth}"]
    return Best(worth, [list(pair) for pair in chosen], lines, _pairs(vertices - 2), 0.02)


def _pearls(rng: random.Random, size: int) -> Facts | None:
    half, colours = 10 + size, 5 + size // 3
    most = half - rng.randint(0, 3)
    cuts = sorted(rng.sample(range(1, 2 * half - most), colours - 1))
    counts = [most, *(b - a for a, b in pairwise([0, *cuts, 2 * half - most]))]
    return {"counts": rng.sample(counts, len(counts))} if max(counts) <= half else None


def _colours(counts: list[int]) -> Best | None:
    """All in a row, by colour: each of the first half goes with the one half a row further on."""
    pearls = [colour for colour, count in enumerate(counts, 1) for _ in range(count)]
    half = len(pearls) // 2
    pairs = [[a, b] for a, b in zip(pearls[:half], pearls[half:], strict=True)]
    ends = all(a != b for a, b in zip(pearls[:half], pearls[::-1], strict=False))
    left = list(counts)
    for _ in range(half):  # the first two colours that are left
        two = [colour for colour, count in enumerate(left) if count][:2]
        for colour in two:
            left[colour] -= len(two) == 2
    if ends or not any(left):
        return None
    lines = [f"all in a row: {row(pearls)}", f"half of them: {half}"]
    return Best(1, pairs, lines, _pairs(half // 2), 0.01)


def _played(rng: random.Random, size: int) -> Facts:
    players, count = _many(size), 7 + 3 * size // 2
    strength = [rng.choice((1, 1, 4)) for _ in range(players)]
    games: Lists = []
    while len(games) < count:
        a, b = rng.choices(range(1, players + 1), strength, k=2)
        if a != b:
            games.append([a, b])
    return {"players": players, "games": games}


def _most_wins(winners: Sequence[int]) -> int:
    return max(map(winners.count, winners))


def _games(players: int, games: Lists) -> Best | None:
    """From whoever has most wins, along games that were won, to somebody with at least two fewer: all of them turn."""
    winners: list[int] = []
    for a, b in games:
        winners.append(a if winners.count(a) <= winners.count(b) else b)
    fair, lines = list(winners), list[str]()
    while True:
        wins = [winners.count(p) for p in range(players + 1)]
        top = wins.index(max(wins))
        came: dict[int, tuple[int, int]] = {top: (0, 0)}
        queue = [top]
        for p in queue:
            for g, (a, b) in enumerate(games):
                other = a + b - p
                if winners[g] == p and p in (a, b) and other not in came:
                    came[other] = p, g
                    queue.append(other)
        end = min(came, key=lambda p: (wins[p], p))
        if wins[end] > wins[top] - 2:
            break
        lines.append(f"player {top} has {wins[top]} wins: one goes on to player {end}")
        while end != top:
            before, g = came[end]
            winners[g] = end
            end = before
    worth = _most_wins(winners)
    totals = [sum(p in game for game in games) for p in range(players + 1)]
    weaker = [min(game, key=lambda p: totals[p]) for game in games]
    even: list[int] = []
    for game in games:  # whoever has fewer wins, and of two with as many whoever plays less
        even.append(min(game, key=lambda p: (even.count(p), totals[p])))
    if worth in map(_most_wins, (fair, even, weaker, [a for a, _ in games], [b for _, b in games])):
        return None
    return Best(worth, winners, [*lines, f"most wins: {worth}"], _pairs(players), 0.01)


def _seats(rng: random.Random, size: int) -> Facts:
    groups, tables = _many(size), 5 + size // 4
    fame = [rng.randint(1, 6) for _ in range(tables)]
    sizes, rooms = [rng.randint(2, tables - 1) for _ in range(groups)], [0] * tables
    for people in sizes:
        liked = sorted(range(tables), key=lambda t: rng.random() ** (1 / fame[t]))[-people:]
        for t in liked:
            rooms[t] += 1
    return {"sizes": sizes, "rooms": [max(1, room) for room in rooms]}


def _tables(sizes: list[int], rooms: list[int]) -> Best | None:
    """Each group sits at the tables that have the most room left."""
    left, seated = list(rooms), []
    for people in sizes:
        chosen = sorted(sorted(range(len(rooms)), key=lambda t: -left[t])[:people])
        for t in chosen:
            left[t] -= 1
        seated.append([t + 1 for t in chosen])
    for turned in (False, True):  # the first tables with room, or the next ones in turn
        free, at, sits = list(rooms), 0, True
        for people in sizes:
            order = [(at + k) % len(rooms) for k in range(len(rooms))] if turned else range(len(rooms))
            chosen = [t for t in order if free[t]][:people]
            sits = sits and len(chosen) == people
            at = chosen[-1] + 1 if chosen else at
            for t in chosen:
                free[t] -= 1
        if sits:
            return None
    lines = [f"group {g}: tables {row(at)}" for g, at in enumerate(seated, 1)]
    return Best(1, seated, lines, _pairs(len(sizes)), 0.01)


def _preferences(rng: random.Random, size: int) -> Facts:
    n = _many(size)
    return {
        "students": [rng.sample(range(1, n + 1), n) for _ in range(n)],
        "tutors": [rng.sample(range(1, n + 1), n) for _ in range(n)],
    }


def _is_stable(partner: Sequence[int], students: Lists, tutors: Lists) -> bool:
    of = {tutor: student for student, tutor in enumerate(partner, 1)}
    return not any(
        tutors[tutor - 1].index(student) < tutors[tutor - 1].index(of[tutor])
        for student, own in enumerate(partner, 1)
        for tutor in students[student - 1][: students[student - 1].index(own)]
    )


def _stable(students: Lists, tutors: Lists) -> Best | None:
    """Free students ask in the order of their lists; tutors keep the best who asked."""
    asked, of, lines = [0] * len(students), dict[int, int](), []
    free = list(range(len(students), 0, -1))
    while free:
        student = free.pop()
        tutor = students[student - 1][asked[student - 1]]
        asked[student - 1] += 1
        other = of.get(tutor)
        rank = tutors[tutor - 1].index
        if other is None or rank(student) < rank(other):
            of[tutor] = student
            lines.append(
                f"student {student} asks tutor {tutor}: yes" + (f", {other} is free again" if other else "")
            )
        else:
            lines.append(f"student {student} asks tutor {tutor}: no")
        if of[tutor] != student or other is not None:
            free.append(student if of[tutor] != student else other)  # type: ignore[arg-type]
    partner = [0] * len(students)
    for tutor, student in of.items():
        partner[student - 1] = tutor
    first: list[int] = []
    for wishes in students:
        first.append(next(tutor for tutor in wishes if tutor not in first))
    chosen: dict[int, int] = {}
    for tutor, wishes in enumerate(tutors, 1):
        chosen[next(student for student in wishes if student not in chosen)] = tutor
    second = [chosen[student] for student in range(1, len(students) + 1)]
    if any(_is_stable(given, students, tutors) for given in (sorted(partner), first, second)):
        return None
    return Best(1, partner, lines, _pairs(len(students)), 0.03)


def _shown(matrix: Lists, name: str = "") -> str:
    return "\n".join(f"{name}row {i}: {row(line)}" for i, line in enumerate(matrix, 1))


def _tabled(**facts: Lists) -> Mapping[str, object]:
    (matrix,) = (fact for name, fact in facts.items() if name in ("costs", "grid", "bits"))
    return {"table": _shown(matrix), "n": len(matrix), "m": len(matrix[0])}


def _both_tables(first: Lists, second: Lists) -> Mapping[str, object]:
    return {"table": f"{_shown(first, 'A, ')}\n{_shown(second, 'B, ')}", "n": len(first)}


def _listed(*names: str) -> Callable[..., Mapping[str, object]]:
    def shown(**facts: Lists) -> Mapping[str, object]:
        return {
            f"{name}_list": "\n".join(f"{i}: {row(line)}" for i, line in enumerate(facts[name], 1))
            for name in names
        }

    return shown


def _weighted(vertices: int, edges: Lists) -> Mapping[str, object]:
    return {"told": ", ".join(f"{a}-{b} ({weight})" for a, b, weight in edges)}


def _counted(counts: list[int]) -> Mapping[str, object]:
    told = ", ".join(f"{count} of colour {colour}" for colour, count in enumerate(counts, 1))
    return {"told": told, "n": sum(counts), "half": sum(counts) // 2}


def _versus(players: int, games: Lists) -> Mapping[str, object]:
    return {"told": ", ".join(f"{a} against {b}" for a, b in games), "n": len(games)}


def _parties(sizes: list[int], rooms: list[int]) -> Mapping[str, object]:
    return {"groups": len(sizes), "tables": len(rooms)}


_ROWS = "Each row is given a column, and no two rows the same one."
KINDS = {
    "cheapest": Kind(
        asking(
            _ROWS,
            "A table of costs with {n} rows and {n} columns:\n{table}",
            "Choose the columns so that the sum of the costs at the chosen places is least.",
            _COLUMNS,
        ),
        _one_table,
        _cheapest,
        _tabled,
    ),
    "quotient": Kind(
        asking(
            f"{_ROWS} The choice holds for both tables.",
            "Two tables, A and B, with {n} rows and {n} columns each:\n{table}",
            "Choose the columns so that the sum of the numbers of A at the chosen places, divided by "
            "the sum of those of "
            "B at the same places, is as large as possible.",
            _COLUMNS,
        ),
        _two_tables,
        _quotient,
        _both_tables,
    ),
    "product": Kind(
        asking(
            f"{_ROWS} The choice holds for both tables.",
            "Two tables, A and B, with {n} rows and {n} columns each:\n{table}",
            "Choose the columns so that the sum of the numbers of A at the chosen places, multiplied "
            "by the sum of those "
            "of B at the same places, is least.",
            _COLUMNS,
        ),
        _two_tables,
        _product,
        _both_tables,
    ),
    "kth-largest": Kind(
        asking(
            f"{_ROWS} The numbers at the chosen places are sorted from the largest to the smallest; equal ones are "
            "counted one by one.",
            "A table with {n} rows and {m} columns:\n{table}",
            "Choose the columns so that number {rank} of this sorted list is as small as possible.",
            _COLUMNS,
        ),
        _wide,
        _kth,
        _tabled,
    ),
    "diagonal": Kind(
        asking(
            "The rows and columns of a table may be put into new orders. Its diagonal runs from the upper left to the "
            "lower right corner.",
            "A table with {n} rows and {n} columns:\n{table}",
            "Find orders of the rows and of the columns such that the diagonal of the new table holds ones only.",
            _ORDERS,
        ),
        lambda rng, size: _sparse(rng, size, False),
        _diagonal,
        _tabled,
        tempting=_fewest_ones_first,
    ),
    "both-diagonals": Kind(
        asking(
            "The rows and columns of a table may be put into new orders. It has two diagonals: one from the upper left "
            "to the lower right corner, one from the upper right to the lower left.",
            "A table with {n} rows and {n} columns:\n{table}",
            "Find orders of the rows and of the columns such that both diagonals of the new table hold ones only.",
            _ORDERS,
        ),
        lambda rng, size: _sparse(rng, size, True),
        _both_diagonals,
        _tabled,
    ),
    "heaviest": Kind(
        asking(
            "A matching is a set of edges no two of which have a vertex in common.",
            "A graph with the vertices 1 to {vertices} has these edges, with their weights in brackets: {told}",
            "Find a matching whose weights have the largest sum.",
            "Give its edges as their two vertices with a space between them, and put semicolons "
            'between the edges: "1 2; '
            '3 4".',
        ),
        _graph,
        _heaviest,
        _weighted,
    ),
    "colours": Kind(
        asking(
            "Each pearl belongs to exactly one pair, and the two pearls of a pair have different colours.",
            "There are {n} pearls: {told}.",
            "Put all pearls into {half} pairs.",
            "For each pair give the numbers of its two colours with a space between them, and put "
            "semicolons between the "
            "pairs.",
        ),
        _pearls,
        _colours,
        _counted,
    ),
    "games": Kind(
        asking(
            "In each game one of the two players wins; there is no draw.",
            "The players 1 to {players} play {n} games, in this order: {told}.",
            "Decide who wins each game so that the largest number of wins of one player is as small as possible.",
            "List the number of the winner of each game, in the order of the games, separated by commas.",
        ),
        _played,
        _games,
        _versus,
    ),
    "tables": Kind(
        asking(
            "Everybody sits at one table. No two people of the same group sit at the same table, and a "
            "table has no more "
            "people than it has seats. Seats may stay empty.",
            "{groups} groups have these numbers of people, from group 1 on: {sizes}\n{tables} tables "
            "have these numbers "
            "of seats, from table 1 on: {rooms}",
            "Find a table for everybody.",
            "For each group, from group 1 on, list the numbers of the tables of its people with spaces "
            "between them, and "
            "put semicolons between the groups.",
        ),
        _seats,
        _tables,
        _parties,
    ),
    "stable": Kind(
        asking(
            "Each student gets one tutor, and each tutor one student. A student and a tutor who are not together must "
            "not both prefer each other to those whom they got.",
            "Wishes of the students, each with the numbers of the tutors from the most liked to the least liked "
            "one:\n{students_list}\nWishes of the tutors, each with the numbers of the students in the same "
            "way:\n{tutors_list}",
            "Find such an assignment.",
            "Give the tutor of each student, from student 1 on, separated by commas.",
        ),
        _preferences,
        _stable,
        _listed("students", "tutors"),
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how many rows or people there are")})

"""Dice, cards, urns, tables of chances, and counting problems."""

from __future__ import annotations

import math

from .base import Drawable, Json, minus, number, problem, question
from .cards import note, plain
from .figure import Figure
from .measure import wrap
from .networks import colour_map
from .palette import NAMED, SERIES

_PIPS = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)], 6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}  # fmt: skip


def below(figure: Figure, text: str, lines: int = 4, width: float = 400) -> Figure:
    """A figure with the question under it."""
    whole = Figure(figure.says or text.replace("\n", " ")[:250])
    wide = max(width, figure.width)
    whole.put(figure, (wide - figure.width) / 2, 0)
    for n, line in enumerate(wrap(text.replace("\n", " "), wide, 14, lines)):
        whole.text(
            (wide - width) / 2 if wide > width else 0, figure.height + 28 + n * 21, line, 14, "ink", "start"
        )
    return whole


def dice(task: Drawable, state: Json) -> Figure:
    """The dice, with pips where they have six sides, with their faces or the count of them elsewhere."""
    facts = problem(task)
    figure = Figure()
    loaded = facts.get("dice")
    sides = facts.get("sides") or ([facts["side"]] if "side" in facts else [])
    for n in range(min(len(loaded or sides), 7)):
        x = n * 66.0
        colour = SERIES[n % 6]
        if not loaded and sides[n] == 6:
            figure.rect(x, 0, 54, 54, f"{colour}-tint", colour, 10, 2)
            for px, py in _PIPS[n % 6 + 1]:
                figure.circle(x + 27 + px * 14, 27 + py * 14, 4.6, "ink")
        elif not loaded:
            corners = [
                (x + 27 + 30 * math.sin(math.pi * k / 3), 27 - 30 * math.cos(math.pi * k / 3)) for k in range(6)
            ]
            figure.polygon(corners, f"{colour}-tint", colour, 2)
            figure.text(x + 27, 34, f"d{sides[n]}", 18, "ink", bold=True)
        else:
            figure.rect(x, 0, 54, 54, f"{colour}-tint", colour, 10, 2)
            for m, face in enumerate(loaded[n][:9]):
                figure.text(x + 11 + m % 3 * 16, 17 + m // 3 * 16, face, 11, "ink", bold=True)
    return below(figure, question(task.prompt))


_SUITS = ("♥", "♠", "♦", "♣", "★")
_SUIT_COLOURS = ("red", "ink", "amber", "green", "violet")


def cards(task: Drawable, state: Json) -> Figure:
    """A fan of the deck's cards, face down where they are drawn."""
    facts = problem(task)
    figure = Figure()
    for suit in range(min(facts["suits"], 5)):
        x = suit * 62.0
        figure.rect(x, 0, 52, 74, "sheet", "line", 6, 1.4)
        figure.text(x + 26, 44, _SUITS[suit], 28, _SUIT_COLOURS[suit])
        figure.text(x + 10, 18, 1, 12, _SUIT_COLOURS[suit], bold=True)
        figure.text(x + 40, 66, facts["ranks"], 12, _SUIT_COLOURS[suit], bold=True)
    drawn = int(facts.get("h") or len(facts.get("classes", ())) or 1)
    left = facts["suits"] * 62.0 + 22
    for n in range(min(drawn, 6)):
        x = left + n * 24
        figure.rect(x, 4 + n * 2, 46, 66, "blue", "white", 6, 1.4)
        figure.text(x + 23, 44 + n * 2, "?", 20, "sheet", bold=True)
    return below(figure, question(task.prompt))


def urns(task: Drawable, state: Json) -> Figure:
    """Urns with their balls."""
    facts = problem(task)
    fillings = facts.get("urns") or [facts[k] for k in ("first", "second") if k in facts] or [facts["counts"]]
    figure = Figure()
    colours = _named_colours(task.prompt)
    for n, counts in enumerate(fillings[:4]):
        _urn(figure, n * 150.0, counts, colours)
    return below(figure, question(task.prompt))


def _urn(figure: Figure, x: float, counts: list[int], colours: list[str]) -> None:
    total = sum(counts)
    share = min(1.0, 30 / max(total, 1))
    balls = [n for n, count in enumerate(counts) for _ in range(max(1, round(count * share)) if count else 0)]
    figure.path(
        f"M{x:.0f} 0v86q0 22 22 22h86q22 0 22 -22v-86",
        (x, 0),
        (x + 130, 108),
        fill="card",
        stroke="soft",
        width=2.4,
    )
    for place, colour in enumerate(balls):
        r, c = divmod(place, 8)
        figure.circle(x + 14 + c * 14.6, 98 - r * 15, 6.6, colours[colour % len(colours)], "soft", 0.8)
    figure.text(x + 65, 128, " + ".join(map(str, counts)), 15, "ink", bold=True)


def _named_colours(prompt: str) -> list[str]:
    """The colours that a prompt speaks of, in their order; else those of series."""
    lowered = prompt.lower()
    found = sorted((lowered.find(name), shade) for name, shade in NAMED.items() if name in lowered)
    named = list(dict.fromkeys(shade for _, shade in found))
    return named + [shade for shade in SERIES if shade not in named]


def expectation(task: Drawable, state: Json) -> Figure:
    """The distribution as bars where there is one; else what is played with."""
    facts = problem(task)
    figure = Figure()
    if "values" in facts:
        chances = [number(chance) for chance in facts["chances"]]
        top = max(chances)
        for n, (entry, chance) in enumerate(zip(facts["values"], chances, strict=True)):
            x = n * 74.0
            high = chance / top * 100
            figure.rect(x, 110 - high, 52, high, "blue-tint", "blue", 4, 1.6)
            figure.text(x + 26, 104 - high, facts["chances"][n], 13, "soft")
            figure.text(x + 26, 130, minus(entry), 16, "ink", bold=True)
        figure.line(-8, 110, len(chances) * 74 - 14, 110, "soft", 1.6)
    elif "faces" in facts:
        for n, face in enumerate(facts["faces"][:8]):
            figure.rect(n * 52, 0, 44, 44, "amber-tint", "amber", 8, 1.8)
            figure.text(n * 52 + 22, 29, face, 18, "ink", bold=True)
    elif "counts" in facts:
        _urn(figure, 0, facts["counts"], _named_colours(task.prompt))
    elif "good" in facts:
        _urn(figure, 0, [facts["good"], facts["bad"]], _named_colours(task.prompt))
    elif "pattern" in facts:
        for n, letter in enumerate(facts["pattern"]):
            figure.circle(n * 48, 0, 20, "amber-tint", "amber", 2)
            figure.text(n * 48, 6, letter, 17, "ink", bold=True)
    elif "side" in facts:
        corners = [(27 + 34 * math.sin(math.pi * k / 3), 27 - 34 * math.cos(math.pi * k / 3)) for k in range(6)]
        for n in range(min(facts.get("n", 1), 6)):
            figure.polygon([(x + n * 74, y) for x, y in corners], "violet-tint", "violet", 2)
            figure.text(27 + n * 74, 34, f"d{facts['side']}", 18, "ink", bold=True)
    else:
        for n in range(min(int(facts.get("n", 8)), 20)):
            figure.rect(n % 10 * 36, n // 10 * 36, 30, 30, "teal-tint", "teal", 6, 1.4)
            figure.text(n % 10 * 36 + 15, n // 10 * 36 + 20, "?", 13, "soft")
    return below(figure, question(task.prompt))


def bayes(task: Drawable, state: Json) -> Figure:
    """A tree of chances, or a table of counts."""
    facts = problem(task)
    kind = facts["kind"]
    figure = Figure()
    if kind == "table":
        for r, line in enumerate(facts["counts"]):
            for c, entry in enumerate(line):
                figure.rect(c * 74, r * 44, 74, 44, "blue-tint" if (r + c) % 2 else "sheet", "line")
                figure.text(c * 74 + 37, r * 44 + 28, entry, 18, "ink", bold=True)
    elif kind == "urn":
        for n, counts in enumerate(facts["urns"][:4]):
            _urn(figure, n * 150.0, counts, _named_colours(task.prompt))
            figure.text(n * 150 + 65, -10, facts["priors"][n], 14, "soft")
    else:
        first, second = _branches(facts)
        for n, chance in enumerate(first[:5]):
            y = (n - (len(first[:5]) - 1) / 2) * 52.0
            colour = SERIES[n % 6]
            figure.line(0, 0, 100, y, colour, 2.4)
            figure.circle(110, y, 11, f"{colour}-tint", colour, 2)
            figure.text(58, y * 0.58 - 6, chance, 13, "ink")
            for m, other in enumerate(second[n : n + 1]):
                figure.line(122, y, 204, y - 10 + m * 20, colour, 1.6)
                figure.circle(210, y - 10, 6, colour)
                figure.text(224, y - 5, other, 13, "ink", "start")
        figure.circle(0, 0, 8, "ink")
    return below(figure, question(task.prompt), 5)


def _branches(facts: Json) -> tuple[list[str], list[str]]:
    """The chances of the causes, and those of what is seen, if a cause has one."""
    kind = facts["kind"]
    if kind == "machine":
        return facts["shares"], facts["rates"]
    if kind == "test":
        return [facts["base"], f"1 − {facts['base']}"], [facts["hit"], facts["alarm"]]
    if kind == "signs":
        return facts["priors"], [", ".join(column) for column in zip(*facts["table"], strict=True)]
    if kind == "coin":
        return [str(count) for count in facts["numbers"]], facts["chances"]
    if kind == "witness":
        return facts["truths"], [str(claim) for claim in facts["claims"]]
    raise ValueError(kind)


def counting(task: Drawable, state: Json) -> Figure:
    """What is counted: letters, people, ways through a grid, coins, coloured maps."""
    facts = problem(task)
    kind = facts["kind"]
    figure = Figure()
    if "word" in facts:
        for n, letter in enumerate(facts["word"]):
            figure.rect(n * 44, 0, 38, 44, "amber-tint", "amber", 6, 1.6)
            figure.text(n * 44 + 19, 30, letter, 22, "ink", bold=True)
    elif kind == "numerals":
        for n in range(facts["k"]):
            figure.rect(n * 44, 0, 38, 46, "sheet", "soft", 6, 1.6, "4 3")
            figure.text(n * 44 + 19, 31, "?", 18, "soft", bold=True)
    elif kind == "paths":
        a, b = min(int(facts["a"]), 16), min(int(facts["b"]), 16)
        cell = 132 / max(b, 1)
        for r in range(b + 1):
            figure.line(0, r * cell, a * cell, r * cell, "line", 1.4)
        for c in range(a + 1):
            figure.line(c * cell, 0, c * cell, b * cell, "line", 1.4)
        for x, y in facts.get("blocked") or []:
            figure.text(x * cell, (b - y) * cell + 5, "✗", 16, "red", bold=True)
        if facts.get("via"):
            x, y = facts["via"]
            figure.circle(x * cell, (b - y) * cell, 5, "amber")
        figure.circle(0, b * cell, 6, "green")
        figure.circle(a * cell, 0, 6, "red")
    elif kind == "colour":
        figure.put(colour_map(facts["edges"], facts["vertices"]), 0, 0, 0.75)
    elif kind == "change":
        for n, coin in enumerate(facts["coins"]):
            figure.circle(n * 56, 0, 24, "gold", "amber", 2)
            figure.text(n * 56, 6, coin, 17, "black", bold=True)
    elif kind == "circle":
        seats = min(facts["others"] + sum(size for _, size in facts["groups"]), 24)
        figure.circle(0, 0, 40, "amber-tint", "amber", 1.6)
        for n in range(seats):
            angle = 2 * math.pi * n / seats
            figure.circle(64 * math.sin(angle), -64 * math.cos(angle), 9, "blue-tint", "blue", 1.6)
    elif kind == "necklace":
        total = min(sum(facts["counts"]), 30)
        figure.circle(0, 0, 60, "none", "line", 2)
        for n in range(total):
            angle = 2 * math.pi * n / total
            figure.circle(60 * math.sin(angle), -60 * math.cos(angle), 8, "sheet", "soft", 1.6)
        for n, count in enumerate(facts["counts"]):
            figure.circle(110, -30 + n * 26, 8, SERIES[n % 6])
            figure.text(126, -25 + n * 26, f"× {count}", 15, "ink", "start")
    elif kind in ("menu", "committee"):
        for n, count in enumerate(facts["counts"]):
            for m in range(min(count, 12)):
                figure.circle(n * 72, -m * 15, 6, f"{SERIES[n % 6]}-tint", SERIES[n % 6], 1.4)
            figure.text(n * 72, 26, count, 16, "ink", bold=True)
    else:
        label = str(facts.get("n") or facts.get("high") or "")
        for n in range(24):
            figure.circle(n % 12 * 24, n // 12 * 24, 8, "teal-tint", "teal", 1.4)
        figure.text(132, 62, label, 18, "ink", bold=True)
    return below(figure, question(task.prompt))


def story(task: Drawable, state: Json) -> Figure:
    """A word problem: its text on a card, its numbers on chips."""
    figure = plain(task, state)
    figure.says = "A word problem: " + question(task.prompt).replace("\n", " ")[:250]
    return figure


def balances(task: Drawable, state: Json) -> Figure:
    """A system of conditions in words, with a pair of scales for each condition."""
    facts = problem(task)
    figure = Figure("A problem with several unknowns: " + question(task.prompt).replace("\n", " ")[:250])
    for n in range(len(facts["equations"][:3])):
        x = n * 138.0
        figure.line(x + 54, 14, x + 54, 62, "soft", 3)
        figure.polygon([(x + 34, 66), (x + 74, 66), (x + 54, 56)], "soft")
        figure.line(x + 8, 18, x + 100, 18, "soft", 2.4)
        for side in (8, 100):
            figure.path(
                f"M{x + side - 16:.0f} 38q16 18 32 0z",
                (x + side - 16, 38),
                (x + side + 16, 48),
                fill="amber-tint",
                stroke="amber",
                width=1.4,
            )
            figure.line(x + side, 18, x + side - 14, 38, "line", 1)
            figure.line(x + side, 18, x + side + 14, 38, "line", 1)
        figure.text(x + 8, 34, "?", 15, "ink", bold=True)
        figure.rect(x + 92, 25, 16, 13, "amber")
    whole = below(figure, question(task.prompt), 7)
    whole.says = figure.says
    return whole


def pipeline(task: Drawable, state: Json) -> Figure:
    """Problems of which each needs the answers before it."""
    steps = problem(task)["steps"]
    figure = Figure(f"{len(steps)} problems that build on one another.")
    for n, step in enumerate(steps):
        name = str(step["task"]).rpartition("/")[2].rpartition("-v")[0].replace("-", " ")
        colour = SERIES[n % 6]
        x, y = n % 3 * 152.0, n // 3 * 96.0
        figure.rect(x, y, 124, 66, f"{colour}-tint", colour, 10, 1.6)
        figure.text(x + 62, y + 28, f"problem {n + 1}", 14, "ink", bold=True)
        figure.text(x + 62, y + 50, f"A{n + 1} = ?", 14, "ink")
        figure.says += f" {n + 1}: {name}."
        if n and n % 3:
            figure.arrow(x - 26, y + 33, x - 3, y + 33, "soft", 2)
        elif n:
            figure.arrow(x + 300, y - 28, x + 20, y - 4, "soft", 1.4, "4 3")
    last = question(task.prompt)
    figure.put(note("asked", last, "amber", 430, 4), 0, figure.height + 16)
    return figure

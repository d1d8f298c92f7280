"""Grids, logic, graphs, texts and games: answers that are grids, lists of pairs, paths, words and moves."""

from __future__ import annotations

import heapq
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import rlvr
from rlvr.generators.base import Task

from .book import BOOK, Text, Turns, add, right, wrong
from .packs import around, empty, framed, hedged, hidden, latex, reference, short

Change = Callable[[str], str | None]


def _changed(change: Change) -> Text:
    return lambda task: None if (found := change(task.answer)) is None or found == task.answer else found


# ------------------------------------------------------------------------------------------------------------ grids

GRIDS = (
    "sudoku futoshiki skyscrapers binario kakurasu kenken tents minesweeper star-battle nonogram hitori light-up "
    "queens survo numbrix magic-square"
)
Cells = list[list[str]]


def _cells(task: Task) -> Cells:
    return [line.split() for line in task.answer.splitlines()]


def _grid(cells: Cells, between: str = " ", row: str = "\n") -> str:
    return row.join(between.join(line) for line in cells)


def _numbers(task: Task) -> list[list[int]]:
    return [[int(cell) for cell in line] for line in _cells(task)]


def _labelled(task: Task, form: str) -> str:
    """Each row in a form, which takes the row's number and the row."""
    return "\n".join(form.format(at, row) for at, row in enumerate(task.answer.splitlines(), 1))


def _relabelled(task: Task) -> str:
    """The numbers 1 and 2 exchanged everywhere: rows and columns stay right, given numbers do not."""
    other = {"1": "2", "2": "1"}
    return _grid([[other.get(cell, cell) for cell in line] for line in _cells(task)])


def _cell_off(task: Task) -> str:
    cells = _cells(task)
    cells[-1][-1] = "1" if cells[-1][-1] != "1" else "2"
    return _grid(cells)


around(GRIDS, reference, _cell_off)
empty(GRIDS)
hidden(GRIDS, reference, _cell_off)
hedged(GRIDS, reference, _cell_off, "\n\nor\n\n")
right(GRIDS, "fence")(lambda task: f"```\n{task.answer}\n```")
right(GRIDS, "fence with a language")(lambda task: f"```text\n{task.answer}\n```")
right(GRIDS, "two spaces")(lambda task: _grid(_cells(task), "  "))
right(GRIDS, "indented")(
    lambda task: "\n" + "\n".join("    " + line for line in task.answer.splitlines()) + "\n"
)
right(GRIDS, "spaces at the ends of lines")(lambda task: _grid(_cells(task), " ", "  \n"))
right(GRIDS, "blank lines between rows")(lambda task: task.answer.replace("\n", "\n\n"))
right(GRIDS, "bold")(lambda task: f"**{task.answer}**")
right(GRIDS, "a heading in the marker")(lambda task: f"The completed grid is:\n\n{task.answer}")
right(GRIDS, "a heading and a fence in the marker")(lambda task: f"Completed grid:\n```\n{task.answer}\n```")
right(GRIDS, "a sentence in the marker")(lambda task: f"So the final answer is:\n\n{task.answer}")
right(GRIDS, "lists over several lines")(lambda task: json.dumps(_numbers(task), indent=2))
right(GRIDS, "lists over several lines, in a fence")(
    lambda task: f"```json\n{json.dumps(_numbers(task), indent=4)}\n```"
)
right(GRIDS, "rows with their names")(lambda task: _labelled(task, "Row {}: {}"))
right(GRIDS, "rows with short names")(lambda task: _labelled(task, "r{}: {}"))
right(GRIDS, "rows in a numbered list")(lambda task: _labelled(task, "{}. {}"))
right(GRIDS, "rows in a list")(lambda task: _labelled(task, "- {1}"))
right(GRIDS, "rows in backticks")(lambda task: _labelled(task, "`{1}`"))
right(GRIDS, "rows in dollars")(lambda task: _labelled(task, "${1}$"))
right(GRIDS, "a stop after each row")(lambda task: _labelled(task, "{1}."))
wrong(GRIDS, "invalid, it says")(lambda task: f"The invalid grid is:\n{task.answer}")
wrong(GRIDS, "ruled out, it says")(lambda task: f"The answer I ruled out is:\n{task.answer}")
wrong(GRIDS, "possible, it says")(lambda task: f"Possible grid:\n{task.answer}")
wrong(GRIDS, "against the rules, it says")(lambda task: f"The solution violates the rules:\n{task.answer}")
wrong(GRIDS, "rows numbered backwards")(
    lambda task: "\n".join(
        f"Row {len(_cells(task)) - at}: {' '.join(row)}" for at, row in enumerate(_cells(task))
    )
)
wrong(GRIDS, "a cell off")(_cell_off)
wrong(GRIDS, "relabelled")(_relabelled)
wrong(GRIDS, "two rows exchanged")(lambda task: _grid([_cells(task)[1], _cells(task)[0], *_cells(task)[2:]]))
wrong(GRIDS, "turned over")(
    lambda task: (
        _grid([list(line) for line in zip(*_cells(task), strict=True)])
        if [list(line) for line in zip(*_cells(task), strict=True)] != _cells(task)
        else None
    )
)
wrong(GRIDS, "a row lost")(lambda task: _grid(_cells(task)[:-1]))
wrong(GRIDS, "a row too many")(lambda task: _grid([*_cells(task), _cells(task)[0]]))
wrong(GRIDS, "a column lost")(lambda task: _grid([line[:-1] for line in _cells(task)]))
wrong(GRIDS, "an empty cell left")(lambda task: re.sub(r"^\d+", ".", task.answer))
wrong(GRIDS, "turned over, it says")(lambda task: f"The transposed grid is:\n{task.answer}")
wrong(GRIDS, "all ones")(lambda task: re.sub(r"\d+", "1", task.answer))
wrong(GRIDS, "two cells of a row exchanged")(
    lambda task: _grid(
        [[line[1], line[0], *line[2:]] if i == 0 else line for i, line in enumerate(_cells(task))]
    )
)


@wrong(GRIDS)
def the_puzzle(task: Task) -> str | None:
    found = re.search(r"(?:^[\d._]+(?: +[\d._]+)+\n?)+", task.prompt, re.M)
    return found[0].strip() if found else None


# ------------------------------------------------------------------------------------------- letters and their digits

LETTERS = "cryptarithm"


def _digits(task: Task) -> list[list[str]]:
    return [pair.split(" = ") for pair in task.answer.split(", ")]


def _digit_off(task: Task) -> str:
    (letter, digit), *rest = _digits(task)
    return ", ".join(f"{a} = {b}" for a, b in [(letter, str((int(digit) + 1) % 10)), *rest])


framed(LETTERS, reference, _digit_off)
latex(LETTERS, reference)
right(LETTERS, "no spaces")(lambda task: task.answer.replace(" ", ""))
right(LETTERS, "turned round")(lambda task: ", ".join(task.answer.split(", ")[::-1]))
right(LETTERS, "a line each")(lambda task: task.answer.replace(", ", "\n"))
right(LETTERS, "bullets")(lambda task: "\n".join(f"- {pair}" for pair in task.answer.split(", ")))
right(LETTERS, "colons")(lambda task: task.answer.replace(" =", ":"))
right(LETTERS, "semicolons")(lambda task: task.answer.replace(",", ";"))
right(LETTERS, "and before the last")(lambda task: " and ".join(task.answer.rsplit(", ", 1)))
right(LETTERS, "each in bold")(lambda task: ", ".join(f"**{pair}**" for pair in task.answer.split(", ")))
right(LETTERS, "a dictionary")(lambda task: json.dumps({a: int(b) for a, b in _digits(task)}))
right(LETTERS, "a dictionary over several lines")(
    lambda task: f"```json\n{json.dumps({a: int(b) for a, b in _digits(task)}, indent=2)}\n```"
)
right(LETTERS, "the digits are")(lambda task: f"The digits are: {task.answer}")
right(LETTERS, "arrows")(lambda task: task.answer.replace("=", "\u2192"))
right(LETTERS, "TeX: each pair")(lambda task: ", ".join(rf"\({pair}\)" for pair in task.answer.split(", ")))
wrong(LETTERS, "ruled out, it says")(lambda task: f"The answer I ruled out is: {task.answer}")
wrong(LETTERS, "a lie, it says")(lambda task: f"It is a lie that the answer is {task.answer}")
wrong(LETTERS, "fractions")(lambda task: ", ".join(f"{a} = {2 * int(b)}/2" for a, b in _digits(task)))
wrong(LETTERS, "zeros in front")(lambda task: task.answer.replace("= ", "= 0"))
wrong(LETTERS, "a digit off")(_digit_off)
wrong(LETTERS, "a letter lost")(lambda task: task.answer.rsplit(", ", 1)[0])
wrong(LETTERS, "digits alone")(lambda task: ", ".join(digit for _, digit in _digits(task)))
wrong(LETTERS, "digits exchanged")(
    lambda task: ", ".join(
        f"{letter} = {digit}"
        for (letter, _), (_, digit) in zip(_digits(task), _digits(task)[1:] + _digits(task)[:1], strict=True)
    )
)


# ------------------------------------------------------------------------------------------- names and their values

PAIRS = "knights-and-knaves graph-coloring"


def _pairs(task: Task) -> list[tuple[str, str]]:
    return [(a, b) for a, b in (part.split(": ") for part in task.answer.split(", "))]


def _list(pairs: list[tuple[str, str]], between: str = ", ", colon: str = ": ") -> str:
    return between.join(f"{name}{colon}{value}" for name, value in pairs)


def _names_in_bold(task: Task) -> str:
    return ", ".join(f"**{name}**: {value}" for name, value in _pairs(task))


def _value_off(task: Task) -> str | None:
    """One of the values is another one, so that the answer is wrong."""
    if "knight" in task.answer or "knave" in task.answer:
        (name, value), *rest = _pairs(task)
        return _list([(name, "knave" if value == "knight" else "knight"), *rest])
    colours = dict(_pairs(task))
    a, b = _edges(task)[0][:2]
    return _list([(name, colours[b] if name == a else colour) for name, colour in colours.items()])


def _edges(task: Task) -> list[tuple[str, str]]:
    """The pairs of neighbours that a task of colouring names."""
    names = {name for name, _ in _pairs(task)}
    return [(a, b) for a, b in re.findall(r"\b(\w+)-(\w+)\b", task.prompt) if a in names and b in names]


framed(PAIRS, reference, _value_off)
right(PAIRS, "turned round")(lambda task: _list(_pairs(task)[::-1]))
right(PAIRS, "a line each")(lambda task: _list(_pairs(task), ",\n"))
right(PAIRS, "no spaces")(lambda task: _list(_pairs(task), ",", ":"))
right(PAIRS, "names in bold")(_names_in_bold)
right(PAIRS, "values in bold")(lambda task: ", ".join(f"{name}: **{value}**" for name, value in _pairs(task)))
right(PAIRS, "capital values")(
    lambda task: (
        _list([(name, value.capitalize()) for name, value in _pairs(task)])
        if not task.answer[-1].isdigit()
        else None
    )
)
right(PAIRS, "text in TeX")(lambda task: rf"\text{{{task.answer}}}")
right(PAIRS, "box")(lambda task: rf"\boxed{{\text{{{task.answer}}}}}")
right(PAIRS, "space before the colon")(lambda task: _list(_pairs(task), ", ", " : "))
right(PAIRS, "a comma at the end")(lambda task: f"{task.answer},")
wrong(PAIRS, "a value off")(_value_off)
wrong(PAIRS, "one lost")(lambda task: _list(_pairs(task)[:-1]))
wrong(PAIRS, "one without a value")(lambda task: task.answer.rpartition(": ")[0])
wrong(PAIRS, "a stranger")(lambda task: f"{task.answer}, Zzyzx: {_pairs(task)[0][1]}")
wrong(PAIRS, "values alone")(lambda task: ", ".join(value for _, value in _pairs(task)))
wrong(PAIRS, "names alone")(lambda task: ", ".join(name for name, _ in _pairs(task)))
wrong(PAIRS, "two values for one")(lambda task: f"{task.answer}, {_value_off(task)}")
wrong(PAIRS, "an unknown value")(lambda task: _list([*_pairs(task)[:-1], (_pairs(task)[-1][0], "purplish")]))
wrong("knights-and-knaves", "all turned")(
    lambda task: task.answer.replace("knight", "K").replace("knave", "knight").replace("K", "knave")
)
wrong("knights-and-knaves", "all knights")(_changed(lambda text: text.replace("knave", "knight")))
wrong("knights-and-knaves", "all knaves")(_changed(lambda text: text.replace("knight", "knave")))
wrong("knights-and-knaves", "either for each")(
    lambda task: _list([(name, "knight or knave") for name, _ in _pairs(task)])
)
wrong("graph-coloring", "all one colour")(
    lambda task: _list([(name, _pairs(task)[0][1]) for name, _ in _pairs(task)])
)


@right("graph-coloring")
def colours_exchanged(task: Task) -> str | None:
    """Two colours exchanged everywhere: a colouring as good."""
    colours = list(dict.fromkeys(value for _, value in _pairs(task)))
    if len(colours) < 2:
        return None
    other = {colours[0]: colours[1], colours[1]: colours[0]}
    return _list([(name, other.get(value, value)) for name, value in _pairs(task)])


@wrong("graph-coloring")
def a_clash_on_the_last_edge(task: Task) -> str:
    colours = dict(_pairs(task))
    a, b = _edges(task)[-1]
    return _list([(name, colours[a] if name == b else colour) for name, colour in colours.items()])


# ------------------------------------------------------------------------------------------------------------ zebra

IDS = "zebra"
Houses = list[list[str]]


def _houses(task: Task) -> Houses:
    return [line.partition(": ")[2].split(", ") for line in task.answer.splitlines()]


def _street(houses: Houses, pattern: str = "{}: ", between: str = ", ", row: str = "\n") -> str:
    return row.join(pattern.format(i) + between.join(house) for i, house in enumerate(houses, 1))


def _two_exchanged(task: Task) -> str:
    houses = _houses(task)
    houses[0][0], houses[1][0] = houses[1][0], houses[0][0]
    return _street(houses)


around(IDS, reference, _two_exchanged)
empty(IDS)
hidden(IDS, reference, _two_exchanged)
hedged(IDS, reference, _two_exchanged, "\n\nor\n\n")
right(IDS, "fence")(lambda task: f"```\n{task.answer}\n```")
right(IDS, "the word house")(lambda task: _street(_houses(task), "House {}: "))
right(IDS, "the word house, small")(lambda task: _street(_houses(task), "house {}: "))
right(IDS, "capitals")(lambda task: _street([[v[0].upper() + v[1:] for v in house] for house in _houses(task)]))
right(IDS, "no spaces")(lambda task: _street(_houses(task), "{}:", ","))
right(IDS, "numbers in bold")(lambda task: _street(_houses(task), "**{}**: "))
right(IDS, "numbers and colons in bold")(lambda task: _street(_houses(task), "**{}:** "))
right(IDS, "blank lines")(lambda task: task.answer.replace("\n", "\n\n"))
right(IDS, "indented")(lambda task: "\n".join("  " + line for line in task.answer.splitlines()))
right(IDS, "stops")(lambda task: task.answer + ".")
wrong(IDS, "two values exchanged")(_two_exchanged)
wrong(IDS, "a house lost")(lambda task: _street(_houses(task)[:-1]))
wrong(IDS, "houses turned round")(lambda task: _street(_houses(task)[::-1]))
wrong(IDS, "a value lost")(lambda task: task.answer.rpartition(",")[0])
wrong(IDS, "last values exchanged")(
    lambda task: _street(
        [[*h[:-1], _houses(task)[1 - i][-1]] if i < 2 else h for i, h in enumerate(_houses(task))]
    )
)
wrong(IDS, "the same in all houses")(lambda task: _street([_houses(task)[0]] * len(_houses(task))))
wrong(IDS, "one house twice")(lambda task: f"{task.answer}\n1: {', '.join(_houses(task)[1])}")
wrong(IDS, "alternatives in a house")(lambda task: task.answer.replace(",", f" or {_houses(task)[1][0]},", 1))

# ---------------------------------------------------------------------------------------------------- shortest path

IDS = "shortest-path"


def _nodes(task: Task) -> list[str]:
    return task.answer.split(" -> ")


def _links(task: Task) -> dict[str, dict[str, int]]:
    directed = "only in the direction" in task.prompt
    links: dict[str, dict[str, int]] = {}
    for a, b, length in re.findall(r"^(\w+) ->? (\w+): (\d+)$", task.prompt, re.M):
        links.setdefault(a, {})[b] = int(length)
        if not directed:
            links.setdefault(b, {})[a] = int(length)
    return links


def _length(task: Task, nodes: list[str]) -> int | None:
    links = _links(task)
    steps = [links.get(a, {}).get(b) for a, b in pairwise(nodes)]
    return None if None in steps else sum(steps)  # type: ignore[arg-type]


def _is_wrong(task: Task, nodes: list[str]) -> bool:
    found = _length(task, nodes)
    ends = len(nodes) > 1 and (nodes[0], nodes[-1]) == (_nodes(task)[0], _nodes(task)[-1])
    return not ends or found is None or found > (_length(task, _nodes(task)) or 0)


def _path(change: Callable[[list[str]], list[str] | None]) -> Text:
    """Another path, where it is no shortest one."""

    def write(task: Task) -> str | None:
        nodes = change(_nodes(task))
        return " -> ".join(nodes) if nodes and nodes != _nodes(task) and _is_wrong(task, nodes) else None

    return write


def _detour(task: Task) -> str | None:
    """A way through a neighbour of the start that is longer than need be."""
    links, (start, *_, end) = _links(task), _nodes(task)
    best: dict[str, tuple[int, list[str]]] = {}
    for first, length in sorted(links[start].items()):
        heap = [(length, [start, first])]
        seen: set[str] = {start}
        while heap:
            total, nodes = heapq.heappop(heap)
            if nodes[-1] == end:
                best[first] = (total, nodes)
                break
            if nodes[-1] in seen:
                continue
            seen.add(nodes[-1])
            for follower, more in links.get(nodes[-1], {}).items():
                if follower not in seen:
                    heapq.heappush(heap, (total + more, [*nodes, follower]))
    longer = [nodes for _, nodes in best.values() if _is_wrong(task, nodes)]
    return " -> ".join(longer[0]) if longer else None


_turned = _path(lambda nodes: nodes[::-1])

framed(IDS, reference, _turned)
latex(IDS, lambda task: task.answer.replace("->", r"\to"))
right(IDS, "arrows")(lambda task: task.answer.replace("->", "→"))
right(IDS, "no spaces")(lambda task: task.answer.replace(" ", ""))
right(IDS, "arrows without spaces")(lambda task: task.answer.replace(" -> ", "→"))
right(IDS, "TeX: rightarrow")(
    lambda task: f"${task.answer.replace('->', 'ARROW')}$".replace("ARROW", r"\rightarrow")
)
right(IDS, "TeX: text")(
    lambda task: "$" + " ARROW ".join(rf"\text{{{n}}}" for n in _nodes(task)).replace("ARROW", r"\to") + "$"
)
right(IDS, "nodes in bold")(lambda task: " -> ".join(f"**{node}**" for node in _nodes(task)))
right(IDS, "longer arrows")(lambda task: task.answer.replace("->", "-->"))
right(IDS, "the path is")(lambda task: f"The shortest path is {task.answer}.")
wrong(IDS, "turned round")(_turned)
wrong(IDS, "a detour")(_detour)
wrong(IDS, "second node left out")(_path(lambda nodes: [nodes[0], *nodes[2:]] if len(nodes) > 2 else None))
wrong(IDS, "last but one left out")(_path(lambda nodes: [*nodes[:-2], nodes[-1]] if len(nodes) > 2 else None))
wrong(IDS, "the ends")(_path(lambda nodes: [nodes[0], nodes[-1]]))
wrong(IDS, "without the end")(_path(lambda nodes: nodes[:-1]))
wrong(IDS, "without the start")(_path(lambda nodes: nodes[1:]))
wrong(IDS, "the longest path, it says")(lambda task: f"The longest path is {task.answer}")
wrong(IDS, "the second best path, it says")(lambda task: f"The second best path is {task.answer}")
wrong(IDS, "the length")(lambda task: str(_length(task, _nodes(task))))
wrong(IDS, "start twice")(_path(lambda nodes: [nodes[0], *nodes]))
wrong(IDS, "there and back")(_path(lambda nodes: [*nodes[:2], nodes[0], *nodes[1:]]))
wrong(IDS, "a stranger")(_path(lambda nodes: [nodes[0], "Zzyzx", *nodes[1:]]))
wrong(IDS, "commas and a gap")(lambda task: ", ".join(["start", *_nodes(task)[1:]]))

# ----------------------------------------------------------------------------------------------------- word sorting

IDS = "word-sorting"


def _words(task: Task) -> list[str]:
    return task.answer.split(", ")


def _exchanged(task: Task) -> str:
    first, second, *rest = _words(task)
    return ", ".join([second, first, *rest])


framed(IDS, reference, _exchanged)
latex(IDS, lambda task: rf"\text{{{task.answer}}}")
right(IDS, "no spaces")(lambda task: ",".join(_words(task)))
right(IDS, "lines after commas")(lambda task: ",\n".join(_words(task)))
right(IDS, "brackets")(lambda task: f"[{task.answer}]")
right(IDS, "each in bold")(lambda task: ", ".join(f"**{word}**" for word in _words(task)))
right(IDS, "the sorted list is")(lambda task: f"The sorted list is: {task.answer}.")
right(IDS, "each in backticks")(lambda task: ", ".join(f"`{word}`" for word in _words(task)))
wrong(IDS, "two exchanged")(_exchanged)
wrong(IDS, "last two exchanged")(lambda task: ", ".join([*_words(task)[:-2], *_words(task)[:-3:-1]]))
wrong(IDS, "turned round")(lambda task: ", ".join(_words(task)[::-1]))
wrong(IDS, "one lost")(lambda task: ", ".join(_words(task)[1:]))
wrong(IDS, "last lost")(lambda task: ", ".join(_words(task)[:-1]))
wrong(IDS, "one twice")(lambda task: f"{task.answer}, {_words(task)[-1]}")
wrong(IDS, "a letter off")(lambda task: task.answer[:-1] + ("q" if task.answer[-1] != "q" else "z"))
wrong(IDS, "a stranger")(lambda task: f"{task.answer}, zzz")
wrong(IDS, "run together")(lambda task: "".join(_words(task)))
wrong(IDS, "as given")(
    lambda task: (
        ", ".join(given)
        if (given := re.findall(rf"\b(?:{'|'.join(_words(task))})\b", task.prompt)) != _words(task)
        else None
    )
)

# ----------------------------------------------------------------------------------------------------------- cipher

IDS = "cipher"


def _letter_off(task: Task) -> str:
    last = chr((ord(task.answer[-1]) - 65 + 1) % 26 + 65)
    return task.answer[:-1] + last


framed(IDS, reference, _letter_off)
latex(IDS, lambda task: rf"\text{{{task.answer}}}")
right(IDS, "quotes")(lambda task: f'"{task.answer}"')
right(IDS, "bold with a stop")(lambda task: f"**{task.answer}**.")
right(IDS, "mathrm")(lambda task: rf"$\mathrm{{{task.answer}}}$")
right(IDS, "fence with a language")(lambda task: f"```text\n{task.answer}\n```")
wrong(IDS, "a letter off")(_letter_off)
wrong(IDS, "first letter off")(lambda task: chr((ord(task.answer[0]) - 65 + 3) % 26 + 65) + task.answer[1:])
wrong(IDS, "turned round")(_changed(lambda text: text[::-1]))
wrong(IDS, "a letter lost")(lambda task: task.answer[:-1])
wrong(IDS, "a letter more")(lambda task: task.answer + "X")
wrong(IDS, "two letters exchanged")(_changed(lambda text: text[1] + text[0] + text[2:]))
wrong(IDS, "the text that was given")(
    lambda task: re.search(r"(?:text|is|plaintext|ciphertext) ([A-Z]{4,})\b", task.prompt)[1]  # type: ignore[index]
)
wrong(IDS, "the alphabet")(lambda task: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
wrong(IDS, "half of it")(lambda task: task.answer[: len(task.answer) // 2] + "...")

# ------------------------------------------------------------------------------------------------------------ games

GAMES = "mastermind sokoban"


def _symbols(task: Task) -> list[str]:
    return task.answer.split(" ")


def _move_off(task: Task) -> str | None:
    """The last move goes the other way; the last peg is another one of the answer's."""
    *rest, last = _symbols(task)
    if "sokoban" in task.env:
        return " ".join([*rest, {"U": "D", "D": "U", "L": "R", "R": "L"}[last]])
    other = next((symbol for symbol in rest if symbol != last), None)
    return None if other is None else " ".join([*rest, other])


around(GAMES, reference, _move_off)
short(GAMES)
empty(GAMES)
hidden(GAMES, reference, _move_off)
hedged(GAMES, reference, _move_off)
right(GAMES, "two spaces")(lambda task: "  ".join(_symbols(task)))
right(GAMES, "symbols in bold")(lambda task: " ".join(f"**{symbol}**" for symbol in _symbols(task)))
right(GAMES, "TeX: text")(lambda task: rf"\text{{{task.answer}}}")
right(GAMES, "symbols in backticks")(lambda task: " ".join(f"`{symbol}`" for symbol in _symbols(task)))
right("mastermind", "my guess")(lambda task: f"My guess: {task.answer}")
right("mastermind", "capitals")(lambda task: task.answer.title() if task.answer.islower() else None)
right("sokoban", "moves")(lambda task: f"Moves: {task.answer}")
wrong(GAMES, "last off")(_move_off)
wrong(GAMES, "turned round")(_changed(lambda text: " ".join(text.split()[::-1])))
wrong(GAMES, "first lost")(lambda task: " ".join(_symbols(task)[1:]) or None)
wrong(GAMES, "last lost")(lambda task: " ".join(_symbols(task)[:-1]))
wrong(GAMES, "one too many")(lambda task: f"{task.answer} {_symbols(task)[0]}")
wrong(GAMES, "a stranger")(lambda task: " ".join(["Zzyzx", *_symbols(task)[1:]]))
wrong(GAMES, "numbers")(lambda task: " ".join("1" for _ in _symbols(task)))
wrong(GAMES, "first two exchanged")(
    lambda task: (
        _exchanged_two(_symbols(task))
        if _symbols(task)[0] != _symbols(task)[1] and "mastermind" in task.env
        else None
    )
)
wrong("sokoban", "nothing solved")(lambda task: "U D" if len(_symbols(task)) > 3 else None)


def _exchanged_two(symbols: list[str]) -> str:
    return " ".join([symbols[1], symbols[0], *symbols[2:]])


# --------------------------------------------------------------------------------------------- the other form of a task

MOVES = [*GRIDS.split(), "zebra"]


def other_form(id: str, of: str) -> None:
    """The tasks of `of` are played in another form by `id`, with the same answers."""
    for form in list(BOOK[of].values()):
        add(id, form.name, form.write, right=form.right)


for _name in MOVES:
    other_form(f"{_name}-moves", _name)
other_form("sokoban-plan", "sokoban")

FILLED = " ".join(f"{name}-moves" for name in MOVES if name not in ("minesweeper", "zebra"))
PLAYED = " ".join(f"{name}-moves" for name in MOVES)


def _cell_moves(task: Task) -> list[tuple[str, str]]:
    """All cells with what the solution has in them."""
    return [(f"r{r}c{c}", value) for r, row in enumerate(_cells(task), 1) for c, value in enumerate(row, 1)]


def _in_turns(*moves: str) -> Turns:
    return Turns(f"<answer>{move}</answer>" for move in moves)


right(FILLED, "all cells in one turn")(
    lambda task: _in_turns(" ".join(f"{cell}={value}" for cell, value in _cell_moves(task)))
)
right(FILLED, "all cells, a line each, after a move that cannot be read")(
    lambda task: _in_turns("r1c1 = ?", "\n".join(f"- {cell} = {value}" for cell, value in _cell_moves(task)))
)
right(FILLED, "all cells as a dictionary")(
    lambda task: _in_turns(json.dumps({cell: int(value) for cell, value in _cell_moves(task)}))
)
right(PLAYED, "the whole grid in the second turn")(lambda task: _in_turns("I think first.", task.answer))
wrong(FILLED, "all cells, the last one off")(
    lambda task: _in_turns(
        " ".join(f"{cell}={value}" for cell, value in _cell_moves(task)[:-1])
        + f" r{len(_cells(task))}c{len(_cells(task))}={_cell_off(task)[-1]}"
    )
)


def _every_other_cell(task: Task) -> Turns | None:
    """None where the cells that are left out are given, so that nothing is missing."""
    moves = _cell_moves(task)
    shown = [value for row in task.payload.get("givens", []) for value in row]
    if shown and all(shown[1::2]):
        return None
    return _in_turns(" ".join(f"{cell}={value}" for cell, value in moves[::2]))


wrong(FILLED, "every other cell")(_every_other_cell)
wrong("minesweeper-moves", "a mine is opened")(
    lambda task: _in_turns(next(cell for cell, value in _cell_moves(task) if value == "1"))
)

# ------------------------------------------------------------------------------------------------- moves that win

DUELS = "nim-games tic-tac-toe-kin"


def _moves(task: Task) -> list[str]:
    return task.answer.split(", ")


def _listed(pattern: str, between: str) -> Text:
    return lambda task: pattern.replace("@", between.join(_moves(task)))


def _one_more(task: Task) -> str:
    return f"{task.answer}, Z99"


framed(DUELS, reference, _one_more)
for _name, _pattern, _between in (
    ("no spaces", "@", ","),
    ("lines", "@", "\n"),
    ("a list", "[@]", ", "),
    ("a fence", "```\n@\n```", ", "),
    ("braces", "{@}", ", "),
):
    right(DUELS, f"moves: {_name}")(_listed(_pattern, _between))
right(DUELS, "moves: turned round")(lambda task: ", ".join(_moves(task)[::-1]))
right(DUELS, "moves: bullets")(
    lambda task: "\n".join(f"- {move}" for move in _moves(task)) if len(_moves(task)) > 1 else None
)
wrong(DUELS, "one move more")(_one_more)
wrong(DUELS, "one move less")(lambda task: ", ".join(_moves(task)[1:]) or "none")
wrong(DUELS, "all moves")(lambda task: "all moves")
wrong(DUELS, "or")(lambda task: f"{task.answer} or Z1")
wrong(DUELS, "about")(lambda task: f"maybe {task.answer}, or maybe not")

POLICIES = "repeated-games auctions-and-bargaining poker-small grid-arcade"
PLAYED = " ".join(f"{name}-moves" for name in f"{DUELS} {POLICIES} wordle".split())


@cache
def _played(id: str) -> tuple[str, ...]:
    """The moves of a game that is won against the seeded opponent."""
    env = rlvr.make(id.rpartition(":")[0].rpartition(":")[0]).unwrapped
    env.reset(options={"task": rlvr.task(id)})
    moves, over = [], False
    while not over:
        said = env.oracle_action()
        moves.append(said.removeprefix("<answer>").removesuffix("</answer>"))
        over = any(env.step(said)[2:4])
    return tuple(moves)


def _game(pattern: str) -> Callable[[Task], Turns]:
    return lambda task: Turns(pattern.replace("@", move) for move in _played(task.id))


for _name, _pattern in (
    ("a move a turn", "<answer>@</answer>"),
    ("spaces", "<answer> @ </answer>"),
    ("lines", "<answer>\n@\n</answer>"),
    ("a full stop", "<answer>@.</answer>"),
    ("bold", "<answer>**@**</answer>"),
    ("a code span", "<answer>`@`</answer>"),
    ("dollars", "<answer>$@$</answer>"),
    ("after a thought", "<think>Which move leaves nothing?</think>\n\n<answer>@</answer>"),
    ("after words", "I look at what each move leaves.\n\n<answer>@</answer>"),
    ("a remark after", "<answer>@</answer>\n\nYour turn."),
    ("after a move that was taken back", "<answer>Z99</answer> No, that is none.\n<answer>@</answer>"),
    ("tags in capitals", "<ANSWER>@</ANSWER>"),
    ("quotes", '<answer>"@"</answer>'),
    ("a fence", "<answer>\n```\n@\n```\n</answer>"),
):
    right(PLAYED, _name)(_game(_pattern))
for _name, _pattern in (
    ("no move", "<answer></answer>"),
    ("a stranger", "<answer>Z99</answer>"),
    ("words", "<answer>the best move</answer>"),
    ("resigned", "<answer>I resign.</answer>"),
    ("the win is claimed", "<answer>I win.</answer>"),
    ("two moves", "<answer>@ or Z99</answer>"),
    ("a move and more", "<answer>@, Z99</answer>"),
    ("maybe", "<answer>maybe @, maybe not</answer>"),
    ("denied", "<answer>not @</answer>"),
):
    wrong(PLAYED, _name)(_game(_pattern))
wrong(PLAYED, "not to the end")(
    lambda task: Turns(f"<answer>{move}</answer>" for move in _played(task.id)[:-1]) or Turns(["I think."])
)
wrong(PLAYED, "nothing at all")(lambda task: Turns([""]))


# ------------------------------------------------------------------------------ moves against partners with rules

framed(POLICIES, reference, _one_more)
for _name, _pattern, _between in (
    ("no spaces", "@", ","),
    ("lines", "@", "\n"),
    ("arrows", "@", " -> "),
    ("a list", "[@]", ", "),
    ("a fence", "```\n@\n```", ", "),
):
    right(POLICIES, f"rounds: {_name}")(_listed(_pattern, _between))
right(POLICIES, "rounds: by number")(
    lambda task: "\n".join(f"Round {n}: {move}" for n, move in enumerate(_moves(task), 1))
)
wrong(POLICIES, "one round more")(lambda task: f"{task.answer}, {_moves(task)[-1]}")
wrong(POLICIES, "one round less")(lambda task: ", ".join(_moves(task)[:-1]) or "none")
wrong(POLICIES, "the first move for ever")(
    lambda task: ", ".join([_moves(task)[0]] * len(_moves(task))) if len(set(_moves(task))) > 1 else None
)
wrong(POLICIES, "talk")(lambda task: f"I offer {task.answer} if you agree")
wrong(POLICIES, "a rule for all rounds")(lambda task: "always the same as the partner")


# ----------------------------------------------------------------------------------------------- words that remain


def _word_more(task: Task) -> str:
    """One word of the list too many."""
    return f"{task.answer}, {next(word for word in task.payload['words'] if word not in _moves(task))}"


def _not_hidden(task: Task) -> str:
    """A word of the list that is not the hidden one."""
    return next(word for word in task.payload["words"] if word != task.payload["hidden"])


framed("wordle", reference, _word_more)
for _name, _pattern, _between in (
    ("spaces", "@", " "),
    ("lines", "@", "\n"),
    ("a list", "[@]", ", "),
    ("and", "@", " and "),
    ("the words", "The remaining words are: @", ", "),
):
    right("wordle", f"words: {_name}")(
        lambda task, pattern=_pattern, between=_between: (
            _listed(pattern, between)(task) if between != " and " or len(_moves(task)) == 2 else None
        )
    )
right("wordle", "words: turned round")(lambda task: ", ".join(_moves(task)[::-1]))
right("wordle", "words: capitals")(lambda task: task.answer.upper())
right("wordle", "words: bullets")(lambda task: "\n".join(f"- {word}" for word in _moves(task)))
wrong("wordle", "one word more")(_word_more)
wrong("wordle", "one word less")(lambda task: ", ".join(_moves(task)[1:]))
wrong("wordle", "one of them")(lambda task: " or ".join(_moves(task)))
wrong("wordle", "all words")(lambda task: ", ".join(task.payload["words"]))
wrong("wordle", "the hidden word alone")(lambda task: task.payload["hidden"])
right("wordle-moves", "after another guess")(
    lambda task: Turns(
        [
            f"<answer>{_not_hidden(task)}</answer>",
            f"<answer>Guess: {task.payload['hidden'].upper()}</answer>",
        ]
    )
)
wrong("wordle-moves", "two words a turn")(
    lambda task: Turns([f"<answer>{task.payload['hidden']} {_not_hidden(task)}</answer>"])
)
wrong("wordle-moves", "another word")(lambda task: Turns([f"<answer>{_not_hidden(task)}</answer>"]))

"""A form of a set of statements that does not change when people are renamed or parts are put in another order.

Colour refinement tells the people apart by what they say and what is said of them. People that still look alike
are told apart in every way, and the smallest form is taken; the few puzzles with too many ways get the refined
colours themselves, which are invariant too.
"""

from __future__ import annotations

from .knaves_statements import Statement
from .mixing import mix, tied

_OPERATORS = (
    "is",
    "same",
    "differ",
    "exactly",
    "least",
    "most",
    "says",
    "not",
    "and",
    "or",
    "xor",
    "if",
    "iff",
)
_CODE = {name: mix(0x6B6E6176, number) for number, name in enumerate(_OPERATORS)}
_SELF = 0x73656C66
_ORDERED = ("if", "says")
_MAX_LEAVES = 120


def canonical(statements: list[Statement]) -> list[str]:
    """Equal for sets of statements that differ in the names and the order of people and of parts only."""
    leaves: list[list[str]] = []
    if _search(statements, [1] * len(statements), leaves):
        return min(leaves)
    colours = _refined(statements, [1] * len(statements))
    return ["refined", *(f"{colour:016x}" for colour in sorted(colours))]


def _search(statements: list[Statement], colours: list[int], leaves: list[list[str]]) -> bool:
    colours = _refined(statements, colours)
    alike = tied(colours)
    if not alike:
        leaves.append(_written(statements, colours))
        return len(leaves) <= _MAX_LEAVES
    for person in alike:
        marked = list(colours)
        marked[person] = mix(colours[person], 0x6D61726B)
        if not _search(statements, marked, leaves):
            return False
    return True


def _refined(statements: list[Statement], colours: list[int]) -> list[int]:
    classes = len(set(colours))
    while classes < len(colours):
        news = list(colours)
        for speaker, statement in enumerate(statements):
            own = colours[speaker]
            colours[speaker] = mix(own, _SELF)  # what one says of oneself
            total = _up(statement, colours)
            news[speaker] = news[speaker] + mix(total, 3)
            _down(statement, mix(total, own), colours, news)
            colours[speaker] = own
        colours = [mix(old, new & (1 << 64) - 1) for old, new in zip(colours, news, strict=True)]
        refined = len(set(colours))
        if refined == classes:
            break
        classes = refined
    return colours


def _up(statement: Statement, colours: list[int]) -> int:
    """The colour of a statement, from the colours of the people in it."""
    op = statement[0]
    code = _CODE[op]
    if op == "is":
        return mix(mix(code, statement[2]), colours[statement[1]])
    if op in ("same", "differ"):
        return mix(code, mix(1, colours[statement[1]]) + mix(1, colours[statement[2]]))
    if op in ("exactly", "least", "most"):
        code = mix(mix(code, statement[1]), statement[2])
        return mix(code, sum(mix(1, colours[p]) for p in statement[3]))
    if op == "says":
        return mix(mix(code, colours[statement[1]]), _up(statement[2], colours))
    if op == "if":
        return mix(mix(code, _up(statement[1], colours)), _up(statement[2], colours))
    return mix(code, sum(mix(1, _up(part, colours)) for part in statement[1:]))


def _down(statement: Statement, context: int, colours: list[int], news: list[int]) -> None:
    """Tell each person in a statement where in it they stand."""
    op = statement[0]
    code = mix(context, _CODE[op])
    if op == "is":
        news[statement[1]] += mix(code, statement[2])
    elif op in ("same", "differ"):
        total = mix(code, mix(1, colours[statement[1]]) + mix(1, colours[statement[2]]))
        news[statement[1]] += total
        news[statement[2]] += total
    elif op in ("exactly", "least", "most"):
        code = mix(mix(code, statement[1]), statement[2])
        for p in statement[3]:
            news[p] += code
    elif op == "says":
        news[statement[1]] += code
        _down(statement[2], mix(code, colours[statement[1]]), colours, news)
    else:
        for place, part in enumerate(statement[1:]):
            _down(part, mix(code, place * (op == "if")), colours, news)


def _written(statements: list[Statement], colours: list[int]) -> list[str]:
    """The statements with people numbered by their colours, and the parts of each in order."""
    number = {colour: rank for rank, colour in enumerate(sorted(colours))}
    rank = [number[colour] for colour in colours]
    texts = [""] * len(statements)
    for speaker, statement in enumerate(statements):
        texts[rank[speaker]] = _text(statement, rank)
    return texts


def _text(statement: Statement, rank: list[int]) -> str:
    op = statement[0]
    if op == "is":
        return f"{rank[statement[1]]}{'kK'[statement[2]]}"
    if op in ("same", "differ"):
        parts = [str(rank[statement[1]]), str(rank[statement[2]])]
    elif op in ("exactly", "least", "most"):
        op = f"{op}{statement[1]}{'kK'[statement[2]]}"
        parts = [str(rank[p]) for p in statement[3]]
    elif op == "says":
        parts = [str(rank[statement[1]]), _text(statement[2], rank)]
    else:
        parts = [_text(part, rank) for part in statement[1:]]
    if op not in _ORDERED:
        parts.sort()
    return f"{op}({' '.join(parts)})"

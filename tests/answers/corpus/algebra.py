"""Algebra: equations, formulas in demanded forms, sets, intervals, complex numbers, sequences."""

from __future__ import annotations

import re
from fractions import Fraction

from rlvr.generators.base import Task

from .book import Text, add, right, wrong
from .formulas import DFRAC, TEX, UNICODE, bumped, formulas, written
from .numbers import number, numbers, tex, typeset
from .packs import framed, latex, mapped, reference

# ------------------------------------------------------------------------------------------------ linear equations


def _values(task: Task) -> list[tuple[str, str]]:
    return [(name, value) for name, value in (part.split(" = ") for part in task.answer.split(", "))]


def _joined(pairs: list[tuple[str, str]], equals: str = " = ", between: str = ", ") -> str:
    return between.join(f"{name}{equals}{value}" for name, value in pairs)


def _bumped_last(task: Task) -> str:
    *rest, (name, value) = _values(task)
    return _joined([*rest, (name, str(Fraction(value) + 1))])


def _in_tex(task: Task, command: str = "frac") -> str:
    return ", ".join(f"{name} = {tex(value, command)}" for name, value in _values(task))


IDS = "linear-equations"
framed(IDS, reference, _bumped_last)
latex(IDS, _in_tex)
wrong(IDS, "last value off")(_bumped_last)


@right(IDS)
def without_spaces(task: Task) -> str:
    return _joined(_values(task), "=", ",")


@right(IDS)
def dfrac(task: Task) -> str | None:
    return f"${_in_tex(task, 'dfrac')}$" if "/" in task.answer else None


@right(IDS)
def semicolons(task: Task) -> str | None:
    return _joined(_values(task), between="; ") if "," in task.answer else None


@right(IDS)
def lines(task: Task) -> str | None:
    return _joined(_values(task), between="\n") if "," in task.answer else None


@right(IDS)
def with_and(task: Task) -> str | None:
    *rest, last = _values(task)
    return f"{_joined(rest)} and {_joined([last])}" if rest else None


@right(IDS)
def turned_round(task: Task) -> str | None:
    return _joined(_values(task)[::-1]) if "," in task.answer else None


@right(IDS)
def unicode_minus(task: Task) -> str | None:
    return task.answer.replace("-", "−") if "-" in task.answer else None


@right(IDS)
def the_solution_is(task: Task) -> str:
    return f"The solution is {task.answer}."


@right(IDS)
def bold_values(task: Task) -> str:
    return ", ".join(f"**{name} = {value}**" for name, value in _values(task))


@right(IDS)
def dollars_each(task: Task) -> str:
    return ", ".join(f"${name} = {tex(value)}$" for name, value in _values(task))


@wrong(IDS)
def opposite_signs(task: Task) -> str | None:
    found = _joined([(name, str(-Fraction(value))) for name, value in _values(task)])
    return found if found != task.answer else None


@wrong(IDS)
def another_letter(task: Task) -> str:
    first, *rest = _values(task)
    free = next(letter for letter in "pqrstuvw" if letter not in dict(_values(task)))
    return _joined([(free, first[1]), *rest])


@wrong(IDS)
def one_missing(task: Task) -> str | None:
    return _joined(_values(task)[:-1]) or None


@wrong(IDS)
def values_swapped(task: Task) -> str | None:
    pairs = _values(task)
    if len(pairs) < 2 or pairs[0][1] == pairs[1][1]:
        return None
    return _joined([(pairs[0][0], pairs[1][1]), (pairs[1][0], pairs[0][1]), *pairs[2:]])


@wrong(IDS)
def negated(task: Task) -> str:
    return f"the negation of {task.answer}"


@wrong(IDS)
def one_less_than(task: Task) -> str:
    return f"one less than {task.answer}"


@wrong(IDS)
def no_value(task: Task) -> str:
    return _joined([(name, "...") for name, _ in _values(task)])


@wrong(IDS)
def two_values(task: Task) -> str:
    return f"{task.answer}, {_values(task)[0][0]} = 1000"


@wrong(IDS)
def not_equal(task: Task) -> str:
    return task.answer.replace("=", "≠")


@wrong(IDS)
def bounds_only(task: Task) -> str:
    return task.answer.replace("=", ">=")


# ------------------------------------------------------------------------------------------- formulas of all kinds

formulas("derivative")
formulas("polynomial-factoring polynomial-expansion rational-functions simplify", silent=False)


@right("derivative")
def f_prime(task: Task) -> str | None:
    return f"f'(x) = {task.answer}" if "f(x)" in task.prompt else None


@right("derivative")
def f_prime_in_tex(task: Task) -> str | None:
    found = written(task.answer, TEX)
    return f"$f'(x) = {found}$" if "f(x)" in task.prompt and found else None


@wrong("derivative")
def with_a_constant(task: Task) -> str:
    return f"{task.answer} + C"


@wrong("derivative")
def with_an_x(task: Task) -> str:
    return f"{task.answer} + x"


def _factors(text: str) -> list[str]:
    """The factors of a product of powers and brackets."""
    found, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "*" and depth == 0:
            found.append(text[start:i])
            start = i + 1
    return [*found, text[start:]]


@right("polynomial-factoring")
def factors_turned_round(task: Task) -> str | None:
    first, *rest = _factors(task.answer)
    if first.startswith("(") or not rest:
        return "*".join([first, *rest][::-1])
    return "*".join([first, *rest[::-1]])


@right("polynomial-factoring")
def factors_side_by_side(task: Task) -> str:
    return re.sub(r"\)\*\(", ")(", task.answer)


def _asked(task: Task, pattern: str) -> str | None:
    found = re.search(pattern, task.prompt)
    return found[1].strip() if found else None


@wrong("polynomial-factoring")
def not_factored(task: Task) -> str | None:
    return (
        _asked(task, r"integers: (.+)\n")
        or _asked(task, r"Write (.+) as a product")
        or _asked(task, r"^(.+)\n\nFind")
    )


@wrong("polynomial-factoring")
def not_split(task: Task) -> str | None:
    """Two factors of degree one stay together."""
    found = _factors(task.answer)
    linear = [f for f in found if re.fullmatch(r"\(([a-z]) [-+] (\d+)\)", f)]
    if len(linear) < 2 or linear[0] == linear[1]:
        return None
    a, b = (int(re.sub(r"[^-+\d]", "", f)) for f in linear[:2])
    letter = linear[0][1]
    rest = [f for f in found if f not in linear[:2]]
    return "*".join([*rest, f"({letter}^2 + {a + b}*{letter} + {a * b})".replace("+ -", "- ")])


@wrong("polynomial-factoring")
def content_left_in(task: Task) -> str | None:
    first, *rest = _factors(task.answer)
    found = re.fullmatch(r"\(([a-z]) ([-+]) (\d+)\)", rest[0]) if rest else None
    if not found or not re.fullmatch(r"-?\d+", first) or abs(int(first)) == 1:
        return None
    constant = int(first) * int(found[2] + found[3])
    return "*".join([f"({first}*{found[1]} + {constant})".replace("+ -", "- "), *rest[1:]])


@wrong("polynomial-factoring")
def a_factor_lost(task: Task) -> str | None:
    return "*".join(_factors(task.answer)[:-1]) or None


def _terms(text: str) -> list[str]:
    """Summands outside of parentheses, each with its sign."""
    found, depth, start = [], 0, 0
    for i in range(1, len(text)):
        depth += (text[i - 1] == "(") - (text[i - 1] == ")")
        if depth == 0 and text[i : i + 3] in (" + ", " - "):
            found.append(text[start:i].strip())
            start = i
    return [
        term.replace(" ", "", 1) if term[:2] in ("+ ", "- ") else term
        for term in [*found, text[start:].strip()]
    ]


def _added(terms: list[str]) -> str:
    text = terms[0].lstrip("+")
    return text + "".join(f" {term[0]} {term[1:]}" if term[0] in "+-" else f" + {term}" for term in terms[1:])


@right("polynomial-expansion simplify", "terms turned round")
def _terms_turned_round(task: Task) -> str | None:
    terms = _terms(task.answer)
    return _added(terms[::-1]) if len(terms) > 1 else None


@right("polynomial-expansion simplify", "first term last")
def _first_term_last(task: Task) -> str | None:
    terms = _terms(task.answer)
    return _added([*terms[1:], terms[0]]) if len(terms) > 2 else None


@wrong("polynomial-expansion simplify", "a term lost")
def _term_lost(task: Task) -> str | None:
    terms = _terms(task.answer)
    return _added(terms[:-1]) if len(terms) > 1 else None


@wrong("polynomial-expansion simplify", "not collected")
def _not_collected(task: Task) -> str | None:
    letter = re.search(r"[a-z](?![a-z(])", task.answer)
    return f"{task.answer} + 5*{letter[0]} - 5*{letter[0]}" if letter and "sqrt" not in task.answer else None


@wrong("polynomial-expansion")
def not_multiplied_out(task: Task) -> str | None:
    return (
        _asked(task, r"Multiply out (.+) and simplify")
        or _asked(task, r"like terms: (.+)\n")
        or _asked(task, r"^(.+)\n\nWrite")
    )


@wrong("simplify")
def not_simplified(task: Task) -> str | None:
    return (
        _asked(task, r"simplest form: (.+)\n")
        or _asked(task, r"Simplify: (.+)\n")
        or _asked(task, r"^(.+)\n\nSimplify")
    )


@wrong("simplify")
def root_not_drawn(task: Task) -> str | None:
    """3*sqrt(6) as sqrt(54): a square is left under the root."""
    found = re.search(r"(\d+)\*sqrt\((\d+)\)", task.answer)
    if not found or int(found[1]) < 2:
        return None
    root = f"sqrt({int(found[1]) ** 2 * int(found[2])})"
    return task.answer[: found.start()] + root + task.answer[found.end() :]


@right("rational-functions")
def fractions_turned_round(task: Task) -> str | None:
    terms = _terms(task.answer)
    return _added(terms[::-1]) if len(terms) > 1 and "partial" in task.prompt else None


@wrong("rational-functions simplify", "not in lowest terms")
def _not_lowest(task: Task) -> str | None:
    found = re.fullmatch(r"\((.+)\)/\((.+)\)", task.answer)
    return f"(2*({found[1]}))/(2*({found[2]}))" if found and "lowest terms" in task.prompt else None


@wrong("rational-functions")
def not_decomposed(task: Task) -> str | None:
    return _asked(task, r"partial fractions: (.+)\n")


@wrong("rational-functions")
def as_it_was(task: Task) -> str | None:
    return _asked(task, r"^(.+)\n\nWrite this as one fraction") or _asked(task, r"Consider (.+), where")


@wrong("rational-functions")
def a_summand_lost(task: Task) -> str | None:
    terms = _terms(task.answer)
    return _added(terms[1:]) if len(terms) > 1 else None


# ------------------------------------------------------------------------------------------------- sets of solutions


def _members(task: Task) -> list[str]:
    inner = task.answer.strip("{}").strip()
    return inner.split(", ") if inner else []


def _letter(task: Task) -> str:
    found = re.search(r"numbers ([a-z]) is|(?:solutions of|numbers:) .*?([a-z])\^|([a-z])", task.prompt)
    for text in (r"(?:complex|real) numbers ([a-z])\b", r"([a-z])\^\d", r"\b([a-z])\b"):
        found = re.search(text, task.prompt)
        if found:
            return found[1]
    raise AssertionError(task.prompt)


def _set(members: list[str]) -> str:
    return "{" + ", ".join(members) + "}"


def _set_in_tex(task: Task, command=TEX) -> str | None:  # type: ignore[no-untyped-def]
    members = [written(member, command) for member in _members(task)]
    return r"\left\{" + ", ".join(map(str, members)) + r"\right\}" if members else r"\emptyset"


def _other_set(task: Task) -> str:
    members = _members(task)
    return _set([*members[:-1], bumped(members[-1]) or "77"]) if members else "{77}"


IDS = "polynomial-equations"
framed(IDS, reference, _other_set)
latex(IDS, _set_in_tex)
wrong(IDS, "last one off")(_other_set)
right(IDS, "dfrac")(lambda task: f"${_set_in_tex(task, DFRAC)}$")
right(IDS, "escaped braces")(lambda task: _set_in_tex(task).replace(r"\left", "").replace(r"\right", ""))


@right(IDS)
def set_in_unicode(task: Task) -> str | None:
    members = [str(written(member, UNICODE)) for member in _members(task)]
    return _set(members) if members else "∅"


@right(IDS)
def set_turned_round(task: Task) -> str | None:
    return _set(_members(task)[::-1]) if len(_members(task)) > 1 else None


@right(IDS)
def set_without_spaces(task: Task) -> str:
    return task.answer.replace(" ", "")


@right(IDS)
def letter_in_the_set(task: Task) -> str | None:
    return f"{_letter(task)} ∈ {task.answer}" if _members(task) else None


@right(IDS)
def letter_in_the_set_in_tex(task: Task) -> str | None:
    return rf"${_letter(task)} \in {_set_in_tex(task)}$" if _members(task) else None


@right(IDS)
def each_with_its_letter(task: Task) -> str | None:
    letter = _letter(task)
    return " or ".join(f"{letter} = {member}" for member in _members(task)) or None


@right(IDS)
def solution_set(task: Task) -> str:
    return f"The solution set is {task.answer}."


@wrong(IDS)
def a_solution_lost(task: Task) -> str | None:
    return _set(_members(task)[1:]) if len(_members(task)) > 1 else None


@wrong(IDS)
def a_solution_too_many(task: Task) -> str:
    return _set([*_members(task), "1009"])


@wrong(IDS)
def first_solution_only(task: Task) -> str | None:
    return _members(task)[0] if len(_members(task)) > 1 else None


@wrong(IDS)
def no_solution_at_all(task: Task) -> str | None:
    return "{}" if _members(task) else None


@wrong(IDS)
def all_opposite(task: Task) -> str | None:
    members = [str(-int(member)) for member in _members(task) if re.fullmatch(r"-?\d+", member)]
    return (
        _set(members)
        if members and len(members) == len(_members(task)) and set(members) != set(_members(task))
        else None
    )


@wrong(IDS)
def approximate(task: Task) -> str | None:
    """Exact values are asked for."""
    values = [float(int(m[1]) ** 0.5) for m in re.finditer(r"sqrt\((\d+)\)", task.answer)]
    return _set([f"{value:.4f}" for value in values]) if values else None


# -------------------------------------------------------------------------------------------------------- intervals

IDS = "inequalities"
CUP = r" \cup "
PIECE = re.compile(r"([\[(])(.+?), (.+?)([\])])(?= U |$)|\{.+?\}")


def _pieces(task: Task) -> list[str]:
    return task.answer.split(" U ")


def _piece_in(piece: str, style, tall: bool) -> str:  # type: ignore[no-untyped-def]
    """An interval or a set of points in another style."""
    left, inner, end = piece[0], piece[1:-1], piece[-1]
    ends = ", ".join(written(part, style) or part for part in inner.split(", "))
    if left == "{":
        return rf"\{{{ends}\}}" if style.tex else f"{{{ends}}}"
    return rf"\left{left}{ends}\right{end}" if tall else f"{left}{ends}{end}"


def _union(task: Task, style, joint: str, tall: bool = False) -> str:  # type: ignore[no-untyped-def]
    return joint.join(_piece_in(piece, style, tall) for piece in _pieces(task))


def _end_moved(task: Task) -> str | None:
    return bumped(task.answer)


def _has_pieces(task: Task) -> bool:
    return task.answer[0] in "([{"


framed(IDS, reference, _end_moved)
latex(IDS, lambda task: _union(task, TEX, r" \cup ") if _has_pieces(task) else None)
wrong(IDS, "an end moved")(_end_moved)
right(IDS, "tall brackets")(lambda task: f"${_union(task, DFRAC, CUP, True)}$" if _has_pieces(task) else None)
right(IDS, "Unicode")(lambda task: _union(task, UNICODE, " ∪ ") if _has_pieces(task) else None)
right(IDS, "infinity sign")(lambda task: task.answer.replace("oo", "∞") if "oo" in task.answer else None)
right(IDS, "plus infinity")(lambda task: task.answer.replace(" oo", " +∞") if " oo" in task.answer else None)
right(IDS, "union sign")(lambda task: task.answer.replace(" U ", " ∪ ") if " U " in task.answer else None)
right(IDS, "no spaces")(lambda task: task.answer.replace(", ", ","))
right(IDS, "solution set")(lambda task: f"The solution set is {task.answer}.")
right(IDS, "pieces turned round")(
    lambda task: " U ".join(_pieces(task)[::-1]) if len(_pieces(task)) > 1 else None
)


@right(IDS)
def letter_in_the_interval(task: Task) -> str | None:
    found = re.search(r"numbers ([a-z])\b|for ([a-z])\b", task.prompt)
    return f"{found[1] or found[2]} ∈ {task.answer}" if found and _has_pieces(task) else None


@wrong(IDS)
def first_bracket_turned(task: Task) -> str | None:
    found = re.search(r"[\[(](?!-oo)", task.answer)
    if not found or not re.match(r"[\[(]", task.answer) or found.start() != 0:
        return None
    return ("(" if task.answer[0] == "[" else "[") + task.answer[1:]


@wrong(IDS)
def last_bracket_turned(task: Task) -> str | None:
    if task.answer[-1] not in ")]" or task.answer.endswith("oo)"):
        return None
    return task.answer[:-1] + (")" if task.answer[-1] == "]" else "]")


@wrong(IDS)
def a_piece_lost(task: Task) -> str | None:
    return " U ".join(_pieces(task)[:-1]) or None


@wrong(IDS)
def a_point_too_many(task: Task) -> str | None:
    return f"{task.answer} U {{100003}}" if "oo)" not in task.answer and _has_pieces(task) else None


@wrong(IDS)
def everything(task: Task) -> str | None:
    return "(-oo, oo)" if task.answer != "(-oo, oo)" else None


@wrong(IDS)
def no_number(task: Task) -> str | None:
    return "{}" if _has_pieces(task) and task.answer != "{}" else None


@wrong(IDS)
def other_direction(task: Task) -> str | None:
    found = re.fullmatch(r"[\[(](.+), oo\)", task.answer)
    return f"(-oo, {found[1]})" if found and " U " not in task.answer else None


# -------------------------------------------------------------------------------------------------- complex numbers

IDS = "complex-numbers"
formulas(IDS)


def _parts(task: Task) -> tuple[str, str, str] | None:
    """Real part, sign and factor of i, where all three are there."""
    found = re.fullmatch(r"(-?[\d/]+) ([-+]) ([\d/]+)\*i", task.answer)
    return (found[1], found[2], found[3]) if found else None


@right(IDS)
def fraction_times_i(task: Task) -> str | None:
    found = _parts(task)
    return rf"${tex(found[0])} {found[1]} {tex(found[2])}i$" if found else None


@right(IDS)
def zero_real_part(task: Task) -> str | None:
    """The prompt asks for the form a + b*i."""
    found = re.fullmatch(r"(-?)([\d/]+\*i)", task.answer)
    return f"0 {found[1] or '+'} {found[2]}" if found and "a + b*i" in task.prompt else None


@right(IDS)
def zero_imaginary_part(task: Task) -> str | None:
    return f"{task.answer} + 0*i" if number(task.answer) is not None and "a + b*i" in task.prompt else None


@right(IDS)
def z_equals(task: Task) -> str | None:
    return f"|z|^2 = {task.answer}" if "|z|^2" in task.prompt else None


@wrong(IDS)
def conjugate(task: Task) -> str | None:
    found = _parts(task)
    return f"{found[0]} {'-' if found[1] == '+' else '+'} {found[2]}*i" if found else None


@wrong(IDS)
def parts_swapped(task: Task) -> str | None:
    found = _parts(task)
    if not found or found[0] == found[1].strip("+") + found[2]:
        return None
    return f"{found[1].strip('+')}{found[2]} + {found[0]}*i"


@wrong(IDS)
def a_pair(task: Task) -> str | None:
    found = _parts(task)
    return f"({found[0]}, {found[1].strip('+')}{found[2]})" if found else None


@wrong(IDS)
def real_part_only(task: Task) -> str | None:
    found = _parts(task)
    return found[0] if found else None


@wrong(IDS)
def i_lost(task: Task) -> str | None:
    found = _parts(task)
    return f"{found[0]} {found[1]} {found[2]}" if found else None


# ----------------------------------------------------------------------------------- compositions and recurrences

formulas("function-composition", silent=False)
numbers("recurrences")


@right("function-composition")
def with_its_name(task: Task) -> str | None:
    found = re.search(r"Find ([a-z]\(.*\))\.(?:\s|$)", task.prompt)
    return f"{found[1]} = {task.answer}" if found else None


@wrong("function-composition")
def multiplied_by_x(task: Task) -> str | None:
    return f"x*({task.answer})" if task.answer != "0" else None


@right("recurrences")
def term_with_its_name(task: Task) -> str | None:
    found = re.search(r"What is (a\(\d+\)) ?\?", task.prompt)
    return f"{found[1]} = {task.answer}" if found else None


# -------------------------------------------------------------------------------------------------------- sequences

IDS = "sequences"


def _list(task: Task) -> list[str]:
    return task.answer.split(", ")


def _last_off(task: Task) -> str:
    *rest, last = _list(task)
    return ", ".join([*rest, str(int(last) + 1)])


def _one(task: Task) -> str | None:
    return task.answer if "," not in task.answer else None


def _several(change) -> Text:  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        terms = _list(task)
        return change(terms) if len(terms) > 1 else None

    return write


framed(IDS, reference, _last_off)
latex(IDS, reference)
typeset(IDS, _one)
wrong(IDS, "last one off")(_last_off)
right(IDS, "brackets")(_several(lambda terms: f"[{', '.join(terms)}]"))
right(IDS, "parentheses")(_several(lambda terms: f"({', '.join(terms)})"))
right(IDS, "no spaces")(_several(lambda terms: ",".join(terms)))
right(IDS, "and")(_several(lambda terms: f"{', '.join(terms[:-1])} and {terms[-1]}"))
right(IDS, "dollars each")(_several(lambda terms: ", ".join(f"${term}$" for term in terms)))
right(IDS, "bold each")(_several(lambda terms: ", ".join(f"**{term}**" for term in terms)))
right(IDS, "Unicode minus in a list")(
    _several(lambda terms: ", ".join(terms).replace("-", "−") if "-" in "".join(terms) else None)
)
right(IDS, "the next terms are")(_several(lambda terms: f"The next terms are {', '.join(terms)}."))
add(IDS, "the next term is", mapped(_one, lambda text: f"The next term is {text}."), right=True)
wrong(IDS, "turned round")(_several(lambda terms: ", ".join(terms[::-1]) if terms != terms[::-1] else None))
wrong(IDS, "one lost")(_several(lambda terms: ", ".join(terms[:-1])))
wrong(IDS, "first lost")(_several(lambda terms: ", ".join(terms[1:])))
wrong(IDS, "one too many")(lambda task: f"{task.answer}, 0")
wrong(IDS, "no commas")(_several(lambda terms: "".join(terms)))
wrong(IDS, "first one off")(lambda task: ", ".join([str(int(_list(task)[0]) - 1), *_list(task)[1:]]))
wrong(IDS, "signs")(
    lambda task: (
        ", ".join(str(-int(term)) for term in _list(task)) if any(term != "0" for term in _list(task)) else None
    )
)
wrong(IDS, "sum")(_several(lambda terms: str(sum(map(int, terms))) if len(terms) > 1 else None))

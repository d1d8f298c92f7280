"""Linear algebra: matrices, tuples, sets of eigenvalues, solutions with parameters."""

from __future__ import annotations

import re
from fractions import Fraction

from rlvr.generators.base import Task

from .book import Text, right, wrong
from .formulas import DFRAC, SILENT, TEX, UNICODE, Style, bumped, written
from .numbers import number, numbers, tex
from .packs import framed, latex, reference

# --------------------------------------------------------------------------------------------------------- matrices

MATRICES = "matrix-product matrix-inverse matrix-rank"
Rows = list[list[str]]


def rows(text: str) -> Rows | None:
    """The entries of a matrix in nested brackets; None of another text."""
    if not text.startswith("[["):
        return None
    return [row.split(", ") for row in text[2:-2].split("], [")]


def entries(text: str) -> list[str] | None:
    """The entries of a tuple; None of another text."""
    return text[1:-1].split(", ") if text.startswith("(") and text.endswith(")") and "," in text else None


def nested(matrix: Rows, between: str = ", ", row: str = ", ") -> str:
    return "[" + row.join("[" + between.join(line) + "]" for line in matrix) + "]"


def in_tex(matrix: Rows, kind: str, style: str = "frac") -> str:
    body = r" \\ ".join(" & ".join(tex(entry, style) for entry in line) for line in matrix)
    return rf"\begin{{{kind}}} {body} \end{{{kind}}}"


def _of(change, shape=rows) -> Text:  # type: ignore[no-untyped-def]
    """A form of the tasks whose answer has this shape."""

    def write(task: Task) -> str | None:
        found = shape(task.answer)
        return change(found) if found else None

    return write


def _entry_off(matrix: Rows) -> str:
    changed = [list(line) for line in matrix]
    changed[-1][-1] = str(Fraction(changed[-1][-1]) + 1)
    return nested(changed)


def _transposed(matrix: Rows) -> str | None:
    turned = [list(line) for line in zip(*matrix, strict=True)]
    return nested(turned) if turned != matrix else None


def _other(task: Task) -> str | None:
    """A matrix, a tuple or a list with its last entry one more."""
    matrix, tuple_ = rows(task.answer), entries(task.answer)
    if matrix:
        return _entry_off(matrix)
    if tuple_:
        return f"({', '.join([*tuple_[:-1], str(Fraction(tuple_[-1]) + 1)])})"
    *rest, last = task.answer.split(", ")
    return ", ".join([*rest, str(int(last) + 1)])


def _any_in_tex(task: Task) -> str | None:
    matrix, tuple_ = rows(task.answer), entries(task.answer)
    if matrix:
        return in_tex(matrix, "pmatrix")
    return f"({', '.join(map(tex, tuple_))})" if tuple_ else task.answer


framed(MATRICES, reference, _other)
latex(MATRICES, _any_in_tex)
right(MATRICES, "bmatrix")(_of(lambda m: f"${in_tex(m, 'bmatrix')}$"))
right(MATRICES, "display of a bmatrix with dfrac")(_of(lambda m: f"\\[\n{in_tex(m, 'bmatrix', 'dfrac')}\n\\]"))
right(MATRICES, "pmatrix without dollars")(_of(lambda m: in_tex(m, "pmatrix")))
right(MATRICES, "box of a bmatrix")(_of(lambda m: rf"\boxed{{{in_tex(m, 'bmatrix')}}}"))
right(MATRICES, "no spaces")(_of(lambda m: nested(m, ",", ",")))
right(MATRICES, "a line for each row")(_of(lambda m: nested(m, ", ", ",\n ")))
right(MATRICES, "rows indented, CRLF")(_of(lambda m: nested(m, ", ", ",\r\n  ")))
right(MATRICES, "Unicode minus")(_of(lambda m: nested(m).replace("-", "−") if "-" in nested(m) else None))
right(MATRICES, "matrix in a json fence")(
    _of(lambda m: f"```json\n{nested(m)}\n```" if "/" not in nested(m) else None)
)
wrong(MATRICES, "entry off")(_of(_entry_off))
wrong(MATRICES, "transposed")(_of(_transposed))
wrong(MATRICES, "first entry off")(_of(lambda m: bumped(nested(m))))
wrong(MATRICES, "a row lost")(_of(lambda m: nested(m[:-1]) if len(m) > 1 else None))
wrong(MATRICES, "a column lost")(_of(lambda m: nested([line[:-1] for line in m]) if len(m[0]) > 1 else None))
wrong(MATRICES, "rows exchanged")(
    _of(lambda m: nested([m[1], m[0], *m[2:]]) if len(m) > 1 and m[0] != m[1] else None)
)
wrong(MATRICES, "twice it, it says")(_of(lambda m: f"2*X = {nested(m)}"))
wrong(MATRICES, "its square, it says")(_of(lambda m: f"X^2 = {nested(m)}"))
wrong(MATRICES, "it is not, it says")(_of(lambda m: f"not = {nested(m)}"))
wrong(MATRICES, "flat")(
    _of(lambda m: "[" + ", ".join(e for line in m for e in line) + "]" if len(m) > 1 else None)
)
wrong(MATRICES, "signs")(
    _of(
        lambda m: (
            nested([[str(-Fraction(e)) for e in line] for line in m])
            if {e for line in m for e in line} != {"0"}
            else None
        )
    )
)
wrong(MATRICES, "row too many")(_of(lambda m: nested([*m, ["0"] * len(m[0])])))
wrong(MATRICES, "first row")(_of(lambda m: nested(m[:1]) if len(m) > 1 else None))


@right("matrix-product matrix-inverse", "what it is, in front")
def _named(task: Task) -> str | None:
    found = re.search(r"What is ([^?]{1,20}) ?\?|(inverse) of A|the matrix (X) with", task.prompt)
    name = next((group for group in found.groups() if group), "") if found else ""
    name = {"inverse": "A^(-1)"}.get(name, name)
    return f"{name} = {task.answer}" if name else None


right("matrix-product", "vector in TeX")(_of(lambda e: f"$({', '.join(map(tex, e))})$", entries))
right("matrix-product", "column")(_of(lambda e: f"${in_tex([[x] for x in e], 'pmatrix')}$", entries))
right("matrix-product", "column in brackets")(
    _of(lambda e: f"${in_tex([[x] for x in e], 'bmatrix')}$", entries)
)
right("matrix-product", "vector without spaces")(_of(lambda e: f"({','.join(e)})", entries))
wrong("matrix-product matrix-rank", "tuple: turned round")(
    _of(lambda e: f"({', '.join(e[::-1])})" if e != e[::-1] else None, entries)
)
wrong("matrix-product matrix-rank", "tuple: first off")(
    _of(lambda e: f"({', '.join([str(Fraction(e[0]) - 1), *e[1:]])})", entries)
)
wrong("matrix-product matrix-rank", "tuple: one lost")(_of(lambda e: e[0], entries))
wrong("matrix-product matrix-rank", "tuple: one more")(_of(lambda e: f"({', '.join([*e, '0'])})", entries))

# ------------------------------------------------------------------------------------------------------------- rank

IDS = "matrix-rank"


def _columns(text: str) -> list[str] | None:
    return text.split(", ") if re.fullmatch(r"\d+(, \d+)*", text) else None


right(IDS, "pair with its names")(_of(lambda e: f"(rank, nullity) = ({', '.join(e)})", entries))
right(IDS, "pair without space")(_of(lambda e: f"({','.join(e)})", entries))
right(IDS, "columns with and")(
    _of(lambda c: f"{', '.join(c[:-1])} and {c[-1]}" if len(c) > 1 else None, _columns)
)
right(IDS, "columns in brackets")(_of(lambda c: f"[{', '.join(c)}]", _columns))
right(IDS, "columns without spaces")(_of(lambda c: ",".join(c), _columns))
wrong(IDS, "columns: one lost")(_of(lambda c: ", ".join(c[:-1]) or None, _columns))
wrong(IDS, "columns: one more")(_of(lambda c: ", ".join([*c, str(int(c[-1]) + 1)]), _columns))
wrong(IDS, "columns: number of them")(_of(lambda c: str(len(c)) if [str(len(c))] != c else None, _columns))
wrong(IDS, "columns: from zero")(_of(lambda c: ", ".join(str(int(x) - 1) for x in c), _columns))

# ------------------------------------------------------------------------------------------------------ determinant

numbers("determinant")


@right("determinant")
def named_determinant(task: Task) -> str:
    return f"k = {task.answer}" if "which k" in task.prompt else f"det(A) = {task.answer}"


@right("determinant")
def named_determinant_in_tex(task: Task) -> str:
    return f"$k = {tex(task.answer)}$" if "which k" in task.prompt else rf"$\det(A) = {tex(task.answer)}$"


@wrong("determinant")
def the_matrix(task: Task) -> str | None:
    found = re.search(r"\[\[.*\]\]", task.prompt)
    return found[0] if found else None


# --------------------------------------------------------------------------------------------------- linear systems

IDS = "linear-systems"


def _asks_how_many(task: Task) -> bool:
    return "none, one, many" in task.prompt


def _system_other(task: Task) -> str | None:
    if _asks_how_many(task):
        return {"none": "one", "one": "many", "many": "none"}[task.answer]
    if task.answer == "no solution":
        return "(1, 2, 3)"
    return bumped(task.answer)


def _styled(style: Style, pattern: str = "@") -> Text:
    def write(task: Task) -> str | None:
        found = entries(task.answer)
        if not found:
            return None
        return pattern.replace("@", "(" + ", ".join(str(written(entry, style)) for entry in found) + ")")

    return write


def _system_in_tex(task: Task) -> str:
    return _styled(TEX)(task) or (
        tex(task.answer) if number(task.answer) is not None else rf"\text{{{task.answer}}}"
    )


framed(IDS, reference, _system_other)
latex(IDS, _system_in_tex)
wrong(IDS, "another one")(_system_other)
right(IDS, "tuple: dfrac")(_styled(DFRAC, "$@$"))
right(IDS, "tuple: Unicode")(_styled(UNICODE))
right(IDS, "tuple: no signs of times")(_styled(SILENT))
right(IDS, "tuple: no spaces")(lambda task: task.answer.replace(" ", "") if entries(task.answer) else None)
right(IDS, "tuple: x =")(lambda task: f"x = {task.answer}" if entries(task.answer) else None)
right(IDS, "tuple: each unknown")(
    _of(lambda e: ", ".join(f"x{i} = {entry}" for i, entry in enumerate(e, 1)), entries)
)
right(IDS, "tuple: each unknown with its index")(
    _of(lambda e: ", ".join(f"x_{i} = {entry}" for i, entry in enumerate(e, 1)), entries)
)
right(IDS, "tuple: column")(
    _of(lambda e: "$" + in_tex([[str(written(x, TEX))] for x in e], "pmatrix") + "$", entries)
)
right(IDS, "tuple: column in brackets")(
    _of(lambda e: "$x = " + in_tex([[str(written(x, TEX))] for x in e], "bmatrix") + "$", entries)
)
right(IDS, "tuple: real parameter")(
    lambda task: (
        f"{task.answer} for any real t"
        if entries(task.answer)
        and re.findall(r"\b[tsu]\b", task.answer)
        and not re.search(r"\b[su]\b", task.answer)
        else None
    )
)
right(IDS, "no solution in capitals")(lambda task: "No solution" if task.answer == "no solution" else None)
right(IDS, "there is no solution")(
    lambda task: "There is no solution." if task.answer == "no solution" else None
)
right(IDS, "word with a capital")(lambda task: task.answer.capitalize() if _asks_how_many(task) else None)
right(IDS, "word with a capital and a stop")(
    lambda task: f"{task.answer.capitalize()}." if _asks_how_many(task) else None
)
right(IDS, "k equals")(lambda task: f"k = {task.answer}" if "For which number k" in task.prompt else None)
wrong(IDS, "tuple: first off")(_of(lambda e: "(" + ", ".join([f"{e[0]} + 1", *e[1:]]) + ")", entries))
wrong(IDS, "tuple: one lost")(_of(lambda e: "(" + ", ".join(e[:-1]) + ")" if len(e) > 2 else None, entries))
wrong(IDS, "tuple: one more")(_of(lambda e: "(" + ", ".join([*e, "0"]) + ")", entries))
wrong(IDS, "tuple: no solution")(_of(lambda e: "no solution", entries))
wrong(IDS, "tuple: turned round")(
    _of(
        lambda e: (
            "(" + ", ".join(e[::-1]) + ")"
            if len(e) > 1 and number(e[0]) is not None and number(e[-1]) is not None and e[0] != e[-1]
            else None
        ),
        entries,
    )
)
wrong(IDS, "one solution of many")(
    _of(
        lambda e: "(" + ", ".join(re.sub(r"\b[tsu]\b", "0", x) for x in e) + ")" if "t" in "".join(e) else None,
        entries,
    )
)
wrong(IDS, "another direction")(_of(lambda e: "(" + ", ".join([*e[:-1], f"{e[-1]} + 1"]) + ")", entries))
wrong(IDS, "infinitely many without a formula")(_of(lambda e: "infinitely many", entries))
wrong(IDS, "two")(lambda task: "two" if _asks_how_many(task) else None)
wrong(IDS, "all three words")(lambda task: "none, one, many" if _asks_how_many(task) else None)
wrong(IDS, "a solution of none")(lambda task: "(0, 0)" if task.answer == "no solution" else None)

# ------------------------------------------------------------------------------------------------------ eigenvalues

IDS = "eigenvalues"


def _members(text: str) -> list[str] | None:
    return text[1:-1].split(", ") if text.startswith("{") else None


def _matrix(task: Task) -> list[list[Fraction]]:
    found = rows(re.search(r"\[\[.*?\]\]", task.prompt)[0])  # type: ignore[index]
    assert found
    return [[Fraction(entry) for entry in line] for line in found]


def _is_eigenvector(task: Task, vector: list[Fraction]) -> bool:
    value = Fraction(re.search(r"The number (\S+) is an eigenvalue", task.prompt)[1])  # type: ignore[index]
    image = [sum(a * x for a, x in zip(line, vector, strict=True)) for line in _matrix(task)]
    return any(vector) and image == [value * x for x in vector]


def _vector(task: Task) -> list[Fraction] | None:
    found = entries(task.answer)
    return [Fraction(entry) for entry in found] if found else None


def _tuple(vector: list[Fraction]) -> str:
    return f"({', '.join(map(str, vector))})"


def _stretched(factor: Fraction, pattern: str = "@") -> Text:
    def write(task: Task) -> str | None:
        vector = _vector(task)
        return pattern.replace("@", _tuple([factor * x for x in vector])) if vector else None

    return write


def _moved(place: int, by: int) -> Text:
    """The vector with an entry changed, unless that is an eigenvector as well."""

    def write(task: Task) -> str | None:
        vector = _vector(task)
        if not vector:
            return None
        vector[place] += by
        return None if _is_eigenvector(task, vector) else _tuple(vector)

    return write


def _eigen_other(task: Task) -> str | None:
    return _moved(0, 1)(task) or _moved(0, 7)(task) if _vector(task) else bumped(task.answer, 0, 100)


def _eigen_in_tex(task: Task) -> str:
    members, vector = _members(task.answer), entries(task.answer)
    inner = ", ".join(str(written(x, TEX)) for x in members or vector or [])
    return rf"\{{{inner}\}}" if members else f"({inner})"


framed(IDS, reference, _eigen_other)
latex(IDS, _eigen_in_tex)
wrong(IDS, "something else")(_eigen_other)
right(IDS, "set: tall braces")(
    _of(lambda m: rf"$\left\{{{', '.join(str(written(x, DFRAC)) for x in m)}\right\}}$", _members)
)
right(IDS, "set: turned round")(
    _of(lambda m: "{" + ", ".join(m[::-1]) + "}" if m != m[::-1] else None, _members)
)
right(IDS, "set: Unicode")(_of(lambda m: "{" + ", ".join(str(written(x, UNICODE)) for x in m) + "}", _members))
right(IDS, "set: no spaces")(_of(lambda m: "{" + ",".join(m) + "}", _members))
right(IDS, "set: the eigenvalues are")(_of(lambda m: f"The eigenvalues are {{{', '.join(m)}}}.", _members))
right(IDS, "vector: twice as long")(_stretched(Fraction(2)))
right(IDS, "vector: the other way")(_stretched(Fraction(-1)))
right(IDS, "vector: a third")(_stretched(Fraction(1, 3)))
right(IDS, "vector: v =")(_stretched(Fraction(1), "v = @"))
right(IDS, "vector: in a sentence")(_stretched(Fraction(2), "An eigenvector is @."))
right(IDS, "vector: column")(_of(lambda e: f"${in_tex([[x] for x in e], 'pmatrix')}$", entries))
right(IDS, "vector: column in brackets")(_of(lambda e: f"${in_tex([[x] for x in e], 'bmatrix')}$", entries))
wrong(IDS, "set: one lost")(_of(lambda m: "{" + ", ".join(m[1:]) + "}" if len(m) > 1 else None, _members))
wrong(IDS, "set: one more")(_of(lambda m: "{" + ", ".join([*m, "1009"]) + "}", _members))
wrong(IDS, "set: one twice")(_of(lambda m: "{" + ", ".join([*m, m[0]]) + "}", _members))
wrong(IDS, "set: a double one once")(
    _of(lambda m: "{" + ", ".join(sorted(set(m))) + "}" if len(set(m)) < len(m) else None, _members)
)
wrong(IDS, "set: first alone")(_of(lambda m: m[0] if len(m) > 1 else None, _members))
wrong(IDS, "set: opposite")(
    _of(
        lambda m: (
            "{" + ", ".join(str(-int(x)) for x in m) + "}"
            if all(re.fullmatch(r"-?\d+", x) for x in m)
            and sorted(int(x) for x in m) != sorted(-int(x) for x in m)
            else None
        ),
        _members,
    )
)
wrong(IDS, "set: empty")(_of(lambda m: "{}", _members))
wrong(IDS, "vector: zero")(_stretched(Fraction(0)))
wrong(IDS, "vector: an entry off")(_moved(-1, 1))
wrong(IDS, "vector: an entry far off")(_moved(0, 50))
wrong(IDS, "vector: too short")(_of(lambda e: f"({', '.join(e[:-1])},)", entries))
wrong(IDS, "vector: too long")(_of(lambda e: f"({', '.join([*e, '0'])})", entries))
wrong(IDS, "vector: the eigenvalue")(
    lambda task: re.search(r"The number (\S+) is an eigenvalue", task.prompt)[1] if _vector(task) else None  # type: ignore[index]
)
wrong(IDS, "vector: hedge of two")(
    lambda task: f"{task.answer} or {_moved(0, 1)(task)}" if _vector(task) and _moved(0, 1)(task) else None
)


@wrong(IDS)
def trace_of_the_matrix(task: Task) -> str | None:
    if not _members(task.answer) or len(_members(task.answer) or []) < 2:
        return None
    return str(sum(line[i] for i, line in enumerate(_matrix(task))))

"""Kinds whose answer has several parts: sets, lists, tuples, matrices, and assignments to several variables."""

from __future__ import annotations

import re
from typing import Literal

from .answer import lex, sides, tidy, tree
from .budget import Budget, Undefined, Unreadable
from .compounds import names_group
from .equal import Scalar, infinite, same
from .forms import Form, demand
from .labels import name_of, names_value
from .lexer import Token
from .tree import (
    Add,
    Call,
    Div,
    Either,
    Matrix,
    Mul,
    Named,
    Neg,
    Node,
    PlusMinus,
    Pow,
    Rel,
    Seq,
    SetOp,
    Var,
    is_scalar,
    variables,
)
from .unit_vectors import components

_GROUPED = re.compile(r"(?<![0-9])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9])")
_BUILT = re.compile(r"\\in(?![A-Za-z])|dots|\.\.\.")
_MAX_ITEMS = 400


def group_tokens(text: str) -> list[Token]:
    """Tokens of an answer in which commas separate, unless commas with spaces show that the others group digits."""
    apart = re.search(r"[0-9)}],\s|;", text) is not None or not re.search(r"[(\[{]|, ", text)
    statement = re.search(r"[<>=\u2264\u2265]|\\(?:le|ge|lt|gt)", text) is not None and apart
    commas = bool(_GROUPED.search(text)) and (statement or re.search(r"[0-9)}],\s|;", text) is not None)
    return lex(text, commas=commas, spaces=False)


def group_tree(text: str) -> tuple[Node, str | None]:
    """The tree of an answer with several parts, and the label in front of it (``S = ...``), if there is one."""
    found = group_tokens(text)
    parts = sides(found)
    named = None
    if len(parts) == 2 and (named := name_of(parts[0])) is not None and not _is_variable_list(parts):
        return tree(parts[1], None), named
    named_group = len(parts) == 2 and parts[1][0].kind in ("op", "cmd")
    if named_group and (names_value(parts[0]) or names_group(parts[0])):
        value = tree(parts[1], None)
        if not is_scalar(value):  # "x - y = -6" is an equation; "A \cap B = \{1\}" names a whole
            return value, ""
    first, second, last = found[0], found[min(1, len(found) - 1)], found[max(len(found) - 2, 0)]
    is_point = first.kind == "word" and len(first.value) == 1 and first.value.isupper() and not second.spaced
    if is_point and (second.value, last.value) == ("(", ")"):
        return tree(found[1:], None), None  # "P(1, 2)"
    return tree(found, None), None


def _is_variable_list(parts: list[list[Token]]) -> bool:
    """Whether this is ``x = 1, 2`` rather than a name of a whole: the reader of items deals with that."""
    first = parts[1][0]
    return first.value not in ("(", "[", "{", "\\{", "langle") and not first.text.startswith("begin ")


def signed(node: Node, sign: int) -> Node:
    """The tree with every plus-minus sign replaced: ± by the given sign, ∓ by the other."""
    match node:
        case PlusMinus(left=left, right=right, sign=own):
            inner = signed(right, sign)
            term = inner if own * sign > 0 else Neg(inner)
            return term if left is None else Add((signed(left, sign), term))
        case Add(terms=terms):
            return Add(tuple(signed(term, sign) for term in terms))
        case Mul(factors=factors):
            return Mul(tuple(signed(factor, sign) for factor in factors))
        case Neg(value=value):
            return Neg(signed(value, sign))
        case Div(top=top, bottom=bottom):
            return Div(signed(top, sign), signed(bottom, sign))
        case Pow(base=base, exponent=exponent):
            return Pow(signed(base, sign), signed(exponent, sign))
        case Call(name=name, arguments=arguments):
            return Call(name, tuple(signed(argument, sign) for argument in arguments))
        case Seq(items=items, opening=opening, closing=closing):
            return Seq(tuple(signed(item, sign) for item in items), opening, closing)
    return node


def has_plus_minus(node: Node) -> bool:
    """Whether a plus-minus sign is in the tree."""
    from .tree import walk

    return any(isinstance(part, PlusMinus) for part in walk(node))


def items_of(node: Node) -> tuple[list[Node], frozenset[str]]:
    """The members that an answer lists, in order, and the variables that they are assigned to.

    Raises:
        Unreadable: if it is no list of values.
    """
    names: set[str] = set()
    found: list[Node] = []
    waiting: list[Node] = [node]
    top = True
    while waiting:
        current = waiting.pop(0)
        if isinstance(current, Named) and current.name == "empty" and top:
            return [], frozenset()
        if isinstance(current, Rel) and isinstance(current.sides[0], Var) and len(current.operators) == 1:
            if current.operators[0] not in ("=", "in"):
                raise Unreadable("List the values.")
            names.add(current.sides[0].name)
            if current.operators[0] == "in" and not (
                isinstance(current.sides[1], (Seq, Named)) and getattr(current.sides[1], "opening", "{") == "{"
            ):
                raise Unreadable("List the values.")
            waiting.insert(0, current.sides[1])
        elif (isinstance(current, Either) and (current.operator == "any" or _is_one_variable(current))) or (
            isinstance(current, Seq)
            and (current.opening in ("", "and") or (current.opening == "{" and (top or names)))
        ):
            waiting = [*current.items, *waiting]
        elif _names_a_tuple(current):
            waiting.insert(0, current.sides[1])  # type: ignore[union-attr]
        elif isinstance(current, (Either, Rel)):
            raise Unreadable("List the values.")
        elif has_plus_minus(current):
            found += [signed(current, 1), signed(current, -1)]
        else:
            found.append(current)
        top = False
        if len(found) + len(waiting) > _MAX_ITEMS:
            raise Unreadable("There are too many values.")
    return found, frozenset(names)


def _is_one_variable(node: Either) -> bool:
    """``x = 1 and x = 3``: the values of one variable, whatever they are joined by."""
    names = [item.sides[0].name for item in node.items if _is_assignment(item)]  # type: ignore[union-attr]
    return len(names) == len(node.items) and len(set(names)) == 1


def _names_a_tuple(node: Node) -> bool:
    """Whether this is ``(x, y) = ...``."""
    return (
        isinstance(node, Rel)
        and node.operators == ("=",)
        and isinstance(node.sides[0], Seq)
        and all(isinstance(item, Var) for item in node.sides[0].items)
    )


def same_item(gold: Node, other: Node, budget: Budget, scalars: dict[int, Scalar] | None = None) -> bool:
    """Whether two members are equal: scalars by value, sequences item by item, matrices cell by cell."""
    budget.spend(1)
    if is_scalar(gold):
        if not is_scalar(other):
            return False
        if infinite(gold) or infinite(other):
            return infinite(gold) == infinite(other)
        scalar = None if scalars is None else scalars.get(id(gold))
        if scalar is None:
            scalar = Scalar(gold)
            if scalars is not None:
                scalars[id(gold)] = scalar
        return same(scalar, other, budget)
    if isinstance(gold, Seq) and isinstance(other, Seq):
        if (gold.opening, gold.closing) != (other.opening, other.closing) or len(gold.items) != len(
            other.items
        ):
            return False
        if gold.opening == "{":
            return match_all(list(gold.items), list(other.items), budget, scalars, repeats=True)
        return all(same_item(a, b, budget, scalars) for a, b in zip(gold.items, other.items, strict=True))
    if isinstance(gold, Matrix) and isinstance(other, Matrix):
        return _same_rows(gold.rows, other.rows, budget, scalars)
    if isinstance(gold, Named) and isinstance(other, Named):
        return gold.name == other.name
    return False


def _same_rows(
    gold: tuple[tuple[Node, ...], ...],
    other: tuple[tuple[Node, ...], ...],
    budget: Budget,
    scalars: dict[int, Scalar] | None,
) -> bool:
    return (
        len(gold) == len(other)
        and len(gold[0]) == len(other[0])
        and all(
            same_item(a, b, budget, scalars)
            for row, other_row in zip(gold, other, strict=True)
            for a, b in zip(row, other_row, strict=True)
        )
    )


def match_all(
    gold: list[Node], other: list[Node], budget: Budget, scalars: dict[int, Scalar] | None, *, repeats: bool
) -> bool:
    """Whether both list the same members in any order; with `repeats`, how often does not matter.

    Equality is transitive, so pairing greedily finds a pairing if there is one.
    """
    if not repeats and len(gold) != len(other):
        return False
    free = list(range(len(gold)))
    hit: set[int] = set()
    for item in other:
        for at in range(len(gold)) if repeats else free:
            if same_item(gold[at], item, budget, scalars):
                hit.add(at)
                if not repeats:
                    free.remove(at)
                break
        else:
            return False
    if not repeats:
        return not free
    return all(
        at in hit or any(k in hit and same_item(gold[at], gold[k], budget, scalars) for k in range(len(gold)))
        for at in range(len(gold))
    )


def finite_set(node: Node, budget: Budget) -> list[Node]:
    """The members of a union, intersection or difference of sets that are listed.

    Raises:
        Unreadable: if a set is not listed.
    """
    if isinstance(node, SetOp):
        left, right = finite_set(node.left, budget), finite_set(node.right, budget)
        if node.operator == "union":
            return left + right
        inside = node.operator == "intersection"
        return [a for a in left if any(same_item(a, b, budget) for b in right) == inside]
    if isinstance(node, Seq) and node.opening == "{":
        return list(node.items)
    if isinstance(node, Named) and node.name == "empty":
        return []
    if is_scalar(node):
        return [node]  # "{3}" in plain braces is read as a group
    raise Unreadable("List the values.")


class GroupMatcher:
    """Compares with several members.

    Args:
        node: the reference.
        order: ``set`` (any order, repeats do not count), ``multiset`` (any order) or ``list`` (in order).
        brackets: the brackets that an answer may stand in, as pairs; the empty pair for none.
        wanted: forms that are demanded of every member.
    """

    def __init__(
        self,
        node: Node,
        order: Literal["set", "multiset", "list"],
        *,
        brackets: frozenset[str],
        wanted: list[tuple[Form, str]] | None = None,
    ) -> None:
        self.order, self.brackets, self.wanted = order, brackets, wanted or []
        self.scalars: dict[int, Scalar] = {}
        if isinstance(node, Seq) and node.opening in ("(", "["):
            node = Seq(node.items, "", "")
        self.members, self.names = items_of(node)
        # A point that is listed twice is one solution; roots that are listed twice are told apart.
        self.points = (
            order == "multiset" and bool(self.members) and all(isinstance(m, Seq) for m in self.members)
        )

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer lists the same members; see `Matcher`."""
        text = tidy(text)
        if self.order == "set" and _BUILT.search(text) and (members := self._built(text)) is not None:
            node = members
        else:
            node, _ = group_tree(text)
        in_order_only = False
        if isinstance(node, SetOp):
            node = Seq(tuple(finite_set(node, budget)), "{", "}")
        if isinstance(node, Seq) and node.opening + node.closing in ("()", "[]", "{}"):
            pair = node.opening + node.closing
            if pair not in self.brackets:
                if (
                    pair != "()"
                    or self.order == "set"
                    or not self.members
                    or len(self.members) != len(node.items)
                ):
                    raise Unreadable("These are not the brackets of the answer.")
                in_order_only = True
            if len(node.items) == 1 and isinstance(node.items[0], Seq) and len(self.members) > 1:
                pass
            node = Seq(node.items, "", "")
        elif isinstance(node, Matrix):
            raise Unreadable("List the values.")
        if (
            isinstance(node, Either)
            and node.operator == "any"
            and all(isinstance(m, Var) for m in self.members)
        ):
            raise Unreadable("Give all of them, not one or the other.")
        found, names = items_of(node)
        if len(names) > 1 and not all("_" in name for name in names):
            raise Unreadable("The values belong to different variables.")
        if names and self.names and names != self.names and not all("_" in name for name in names):
            return False
        check_values(found, budget)
        demand(Seq(tuple(found), "", ""), self.wanted)
        if self.order == "list" or in_order_only:
            return len(found) == len(self.members) and all(
                same_item(a, b, budget, self.scalars) for a, b in zip(self.members, found, strict=True)
            )
        repeats = self.order == "set" or self.points
        return match_all(self.members, found, budget, self.scalars, repeats=repeats)

    def _built(self, text: str) -> Node | None:
        """The members of a finite set of integers that is told by a condition or with dots."""
        from .families import as_set  # which compares finite sets by this class

        return as_set(text)


def check_values(found: list[Node], budget: Budget) -> None:
    """See that every constant has a value, also those that are never compared.

    Raises:
        Undefined: if one has none.
    """
    from .exact import evaluate

    for item in found:
        if is_scalar(item) and not infinite(item) and not variables(item):
            evaluate(item, budget)
        if isinstance(item, Named) and item.name != "empty":
            raise Undefined("List the values.")


class TupleMatcher:
    """Compares with an ordered tuple: a point or a vector. Its brackets count, unless the answer has none."""

    def __init__(self, node: Seq, *, wanted: list[tuple[Form, str]] | None = None) -> None:
        self.node, self.wanted = node, wanted or []
        self.scalars: dict[int, Scalar] = {}

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same tuple; see `Matcher`."""
        text = tidy(text)
        node = components(text, len(self.node.items), budget) or group_tree(text)[0]
        if isinstance(node, Rel) and node.operators == ("=",) and isinstance(node.sides[0], Seq):
            letters = [item.name for item in node.sides[0].items if isinstance(item, Var)]
            if letters != sorted(set(letters)) or len(letters) != len(node.sides[0].items):
                return False
            node = node.sides[1]
        if isinstance(node, Matrix):
            cells = [cell for row in node.rows for cell in row]
            if 1 not in (len(node.rows), len(node.rows[0])):
                return False
            node = Seq(tuple(cells), self.node.opening, self.node.closing)
        joined = isinstance(node, Seq) or (isinstance(node, Either) and node.operator == "all")
        if isinstance(node, (Seq, Either)) and joined and node.items and all(map(_is_assignment, node.items)):
            named = assignments(node)
            node = Seq(tuple(named[name] for name in sorted(named)), "", "")
        if not isinstance(node, Seq):
            raise Unreadable("Give a tuple.")
        if (node.opening, node.closing) == ("", ""):
            if _GROUPED.fullmatch(text):
                raise Unreadable("Put the tuple in parentheses.")
            node = Seq(node.items, self.node.opening, self.node.closing)
        check_values(list(node.items), budget)
        demand(node, self.wanted)
        return same_item(self.node, node, budget, self.scalars)


def _is_assignment(node: Node) -> bool:
    return isinstance(node, Rel) and node.operators == ("=",) and isinstance(node.sides[0], Var)


class AssignmentMatcher:
    """Compares with values of several variables: ``x = 1, y = 2`` in any order, or the tuple in alphabetical order."""

    def __init__(self, node: Node) -> None:
        self.values = assignments(node)
        self.indexed = len({name.partition("_")[0] for name in self.values}) == 1 and all(
            "_" in n for n in self.values
        )
        self.scalars: dict[int, Scalar] = {}

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer gives every variable its value; see `Matcher`."""
        node, _ = group_tree(tidy(text))
        if isinstance(node, Rel) and node.operators == ("=",) and isinstance(node.sides[0], Seq):
            left, right = node.sides
            if not isinstance(right, Seq) or len(right.items) != len(left.items):  # type: ignore[union-attr]
                return False
            pairs = [Rel(("=",), pair) for pair in zip(left.items, right.items, strict=True)]  # type: ignore[union-attr]
            node = Seq(tuple(pairs), "", "")
        if (
            isinstance(node, Seq)
            and node.opening == "("
            and not any(isinstance(item, Rel) for item in node.items)
        ):
            names = sorted(self.values)
            if len(names) != len(node.items):
                return False
            found = dict(zip(names, node.items, strict=True))
        elif (
            self.indexed
            and isinstance(node, Seq)
            and node.opening in ("", "and")
            and all(map(is_scalar, node.items))
        ):
            # "x_1 = 1, x_2 = 3" and "1, 3": the same values in the order of their indices
            if len(self.values) != len(node.items):
                return False
            found = dict(zip(self.values, node.items, strict=True))
        else:
            found = assignments(node)
        check_values(list(found.values()), budget)
        return found.keys() == self.values.keys() and all(
            same_item(value, found[name], budget, self.scalars) for name, value in self.values.items()
        )


def assignments(node: Node) -> dict[str, Node]:
    """Variables and their values.

    Raises:
        Unreadable: if the node is anything else, or a variable has two values.
    """
    items = node.items if isinstance(node, (Seq, Either)) else (node,)
    if isinstance(node, Either) and node.operator != "all":
        raise Unreadable("Give every variable one value.")
    found: dict[str, Node] = {}
    for item in items:
        if not _is_assignment(item):
            raise Unreadable("Give every variable its value.")
        name, value = item.sides[0].name, item.sides[1]  # type: ignore[union-attr]
        if name in found or not is_scalar(value):
            raise Unreadable("Give every variable one value.")
        found[name] = value
    return found


_TRANSPOSED = re.compile(
    r"(\\begin\s*\{([a-zA-Z]?matrix)\}(?:(?!\\begin|\\end).)*\\end\s*\{\2\})"
    r"\s*\^\s*(?:\{\s*)?(?:T|\\top|\\intercal|\\math(?:rm|sf)\s*\{T\})(?:\s*\})?\s*=\s*",
    re.DOTALL,
)


class MatrixMatcher:
    """Compares with a matrix, in any bracket style of LaTeX or as nested lists."""

    def __init__(self, node: Node, *, wanted: list[tuple[Form, str]] | None = None) -> None:
        rows = matrix_rows(node)
        if rows is None:
            raise Unreadable("This is no matrix.")
        self.rows, self.wanted = rows, wanted or []
        self.scalars: dict[int, Scalar] = {}

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same matrix; see `Matcher`."""
        text = tidy(text)
        size = max(len(self.rows), len(self.rows[0])) if 1 in (len(self.rows), len(self.rows[0])) else 0
        if transposed := _TRANSPOSED.match(text):
            turned = matrix_rows(group_tree(transposed.group(1))[0])
            if turned is None or not _same_rows(
                self.rows, tuple(zip(*turned, strict=True)), budget, self.scalars
            ):
                return False
            text = text[transposed.end() :]
        node = components(text, size, budget) or group_tree(text)[0]
        if isinstance(node, Rel) and set(node.operators) == {"="}:
            sides = [matrix_rows(side) for side in node.sides]  # "A + B = C", worked out
            return all(side is not None and _same_rows(self.rows, side, budget, self.scalars) for side in sides)
        rows = matrix_rows(node)
        if rows is None and isinstance(node, Seq) and node.opening in ("(", "["):
            if len(self.rows[0]) == 1:
                rows = tuple((item,) for item in node.items)  # a column vector as a tuple
            elif len(self.rows) == 1:
                rows = (node.items,)
        if rows is None:
            raise Unreadable("Give a matrix.")
        check_values([cell for row in rows for cell in row], budget)
        demand(Matrix(rows), self.wanted)
        return _same_rows(self.rows, rows, budget, self.scalars)


def _scaled_rows(node: Node) -> tuple[tuple[Node, ...], ...] | None:
    """The rows of ``-A``, ``A / 5`` or ``(1/5) A``, the factor multiplied in; None if it is something else."""
    match node:
        case Add(terms=terms):
            added = [matrix_rows(term) for term in terms]
            first = added[0]
            if first is None or any(
                rows is None or (len(rows), len(rows[0])) != (len(first), len(first[0])) for rows in added
            ):
                return None
            return tuple(
                tuple(Add(tuple(cells)) for cells in zip(*row, strict=True))
                for row in zip(*(rows for rows in added if rows is not None), strict=True)
            )
        case Neg(value=inner):
            rows = matrix_rows(inner)
            return None if rows is None else tuple(tuple(Neg(cell) for cell in row) for row in rows)
        case Div(top=top, bottom=bottom) if is_scalar(bottom):
            rows = matrix_rows(top)
            return None if rows is None else tuple(tuple(Div(cell, bottom) for cell in row) for row in rows)
        case Mul(factors=factors):
            matrices = [part for part in factors if not is_scalar(part)]
            if not 1 <= len(matrices) <= 3 or (rows := matrix_rows(matrices[0])) is None:
                return None
            for matrix in matrices[1:]:
                following = matrix_rows(matrix)
                if following is None or len(rows[0]) != len(following) or len(rows) * len(following) > 36:
                    return None
                rows = tuple(
                    tuple(
                        Add(tuple(Mul((a, row[k])) for a, row in zip(left, following, strict=True)))
                        for k in range(len(following[0]))
                    )
                    for left in rows
                )
            rest = tuple(part for part in factors if is_scalar(part))
            return tuple(tuple(Mul((*rest, cell)) for cell in row) for row in rows)
    return None


def matrix_rows(node: Node) -> tuple[tuple[Node, ...], ...] | None:
    """The rows of a matrix or of nested lists with equally long rows, else None."""
    if isinstance(node, Matrix):
        return node.rows
    if (scaled_rows := _scaled_rows(node)) is not None:
        return scaled_rows
    if isinstance(node, Seq) and node.items and all(isinstance(item, Seq) for item in node.items):
        rows = [item for item in node.items if isinstance(item, Seq)]
        if (
            node.opening + node.closing in ("[]", "()", "{}", "")
            and all(row.opening + row.closing in ("[]", "()", "{}") for row in rows)
            and all(len(row.items) == len(rows[0].items) for row in rows)
        ):
            return tuple(row.items for row in rows)
    return None

"""The one scalar that an answer is, where one is asked for."""

from __future__ import annotations

from .budget import Budget, Unreadable
from .tree import Div, Either, Named, Node, Num, PlusMinus, Rel, Seq, SetOp, is_scalar


class Ambiguous(Unreadable):
    """The answer names several candidates where one is asked for."""


def one_value(node: Node, budget: Budget) -> Node:
    """The one scalar that an answer is.

    Raises:
        Ambiguous: if it is several.
        Unreadable: if it is none.
    """
    if isinstance(node, Seq) and node.opening == "and" and len(node.items) == 2:
        whole, part = node.items  # "2 and 1/2"
        if (
            isinstance(whole, Num)
            and whole.form == "integer"
            and isinstance(part, Div)
            and isinstance(part.top, Num)
            and isinstance(part.bottom, Num)
            and 0 < part.top.value < part.bottom.value
        ):
            return Num(whole.value + part.top.value / part.bottom.value, "mixed")
    if isinstance(node, Seq) and node.opening == "{" and len(node.items) == 1:
        node = node.items[0]
    if isinstance(node, (Either, PlusMinus, Seq, SetOp)):
        raise Ambiguous("Give one answer.")
    if isinstance(node, (Rel, Named)) or not is_scalar(node):
        raise Unreadable("Give one value.")
    return node

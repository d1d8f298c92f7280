"""Looking at the trees of `formula_reader` as they are written: terms, factors, signs and quotients."""

from __future__ import annotations

from .formula_reader import Tree


def is_a(tree: Tree, kind: str) -> bool:
    """Whether the outermost operation of a tree is `kind`."""
    return isinstance(tree, tuple) and tree[0] == kind


def operands(tree: Tree, kind: str) -> tuple[Tree, ...]:
    """The terms of a sum (``+``) or the factors of a product (``*``), those in inner brackets included."""
    return tuple(part for inner in tree[1:] for part in operands(inner, kind)) if is_a(tree, kind) else (tree,)


def signed(tree: Tree) -> tuple[int, Tree]:
    """The sign in front of a tree, 1 or -1, and the tree without it."""
    sign = 1
    while is_a(tree, "neg"):
        sign, tree = -sign, tree[1]
    return sign, tree


def two_sides(tree: Tree) -> tuple[int, Tree, Tree]:
    """The sign, the numerator and the denominator of a tree that is one fraction; the latter is 1 if it is none."""
    sign, tree = signed(tree)
    return (sign, tree[1], tree[2]) if is_a(tree, "/") else (sign, tree, 1)

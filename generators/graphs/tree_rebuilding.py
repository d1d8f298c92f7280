"""Tree rebuilding: a binary tree from what is told of it, written down by its nodes in another order.

Kinds: ``orders`` (two orders of its nodes), ``search`` (keys that are put into a search tree), ``halves`` (a row of
bits, cut in half again and again), ``number`` (its place among all binary trees), ``least`` (edges alone; the tree
whose inorder is first in the dictionary), ``score`` (the tree of a row with the highest score).

Difficulty: `size`, by which the number of nodes grows. Proxy: nodes, weighted by how often they are looked at.

Sources: NOIP 2003 (scores), NOIP 2004 (halves), POJ 1095 (numbers).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from string import ascii_uppercase

from ..base import Json
from ..family import Family, Question
from ..in_order import in_order
from ..limits import Whole

Tree = tuple["Tree", str, "Tree"] | None

_PREORDER = "Preorder: a node, then its left subtree, then its right subtree."
_INORDER = "Inorder: the left subtree of a node, then the node, then its right subtree."
_POSTORDER = "Postorder: the left subtree of a node, then its right subtree, then the node."
_RULES = {"preorder": _PREORDER, "inorder": _INORDER, "postorder": _POSTORDER}
_LETTERS = "Write its letters in this order, separated by spaces."

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "orders": (
        f"Two orders of the nodes of a binary tree:\n{{first}}\n{{second}}\n\n{{rules}}\n\nGive the {{wanted}} of "
        f"the tree. {_LETTERS}",
        f"{{rules}}\n\nA binary tree has these two:\n{{first}}\n{{second}}\n\nWhat is its {{wanted}}? {_LETTERS}",
        "Rebuild a binary tree from two orders of its nodes and write down its "
        f"{{wanted}}.\n\n{{first}}\n{{second}}\n\n{{rules}} {_LETTERS}",
    ),
    "search": (
        f"Letters are put into an empty binary search tree, one after the other: {{keys}}. Each one goes down from the "
        "root, to the left if it comes before the letter of a node in the alphabet and else to the right, until a "
        f"place is free.\n\n{{rules}}\n\nGive the {{wanted}} of the tree. {_LETTERS}",
        f"{{rules}}\n\nA binary search tree has letters before a node's letter in its left subtree, and later ones "
        f"in its right subtree; a new letter becomes a leaf. Insert, in this order: {{keys}}. What is the "
        f"{{wanted}}? {_LETTERS}",
        f"Build a search tree by inserting {{keys}}, in this order and without any balancing (earlier in the "
        f"alphabet goes left, later goes right). {{rules}} Give its {{wanted}}. {_LETTERS}",
    ),
    "halves": (
        "A row of bits makes a tree: its root stands for the whole row, and if a node stands for more than one bit, "
        "its left and right children stand for the two halves. A node is called N if all of its bits are 0, E if "
        f"all are 1, and M if there are both.\n\nThe row: {{bits}}\n\n{{rules}}\n\nGive the {{wanted}} of all nodes' "
        f"letters. {_LETTERS}",
        f"{{bits}}\n\nCut the row above in halves until single bits are left. Each piece, the whole row too, is a node "
        "of a tree, whose children are its left and its right half. Its letter is N (only 0), E (only 1) or M "
        f"(both). {{rules}} Give the letters of all nodes in {{wanted}}. {_LETTERS}",
        "Nodes of a tree are pieces of a row of bits: the row itself, its halves, their halves, and so on to single "
        f"bits. Letters: N for a piece of zeros, E for a piece of ones, M for a mixed one.\n\n{{bits}}\n\n{{rules}} "
        f"What is the {{wanted}}? {_LETTERS}",
    ),
    "number": (
        "All binary trees are numbered. The empty tree has number 0. A tree with fewer nodes has a smaller number; "
        "of two trees with equally many nodes, the one whose left subtree has the smaller number comes first, and if "
        "they are equal, the one whose right subtree has. No number is left out.\n\nA tree is written as (L)X(R), "
        "where L and R are its subtrees, written in the same way; an empty subtree is left out with its brackets, so "
        "a single node is X.\n\nWrite the tree with the number {number}.",
        "Write the binary tree number {number}. A tree with subtrees L and R is written (L)X(R); empty subtrees are "
        "not written, nor are their brackets. Numbers go up by one from tree to tree: 0 is the empty tree; fewer "
        "nodes come first; then what has the left subtree with the smaller number; then what has the right subtree "
        "with the smaller number.",
        "Binary trees are put into a list: by their number of nodes; those with equally many by the place of their "
        "left subtree in the list; those with equal left subtrees by the place of their right subtree. Places are "
        "counted from 0, which is the empty tree.\n\nWhich tree has place {number}? Write X for a node, before it "
        "its left subtree in brackets and behind it its right subtree in brackets, and nothing for an empty subtree.",
    ),
    "least": (
        "These are the edges of a binary tree, in any order; it is not told which node of an edge is "
        f"above:\n{{edges}}\n\n{_INORDER}\n\nChoose the root, and left or right for each child (an only child may be "
        f"either), so that the inorder comes first in the dictionary. Give this inorder. {_LETTERS}",
        f"{_INORDER}\n\nA binary tree has these edges:\n{{edges}}\n\nWhich node is the root, and which child is left "
        "or right, is yours to choose; an only child can be left or right, too. Find the inorder that is first in "
        f"alphabetical order. {_LETTERS}",
        f"Make a binary tree of these edges:\n{{edges}}\n\nAny node with at most two neighbours can be the root, and "
        "children can be put to the left or to the right. What is the inorder that comes first in the alphabet, "
        f"compared letter by letter? {_INORDER} {_LETTERS}",
    ),
    "score": (
        f"A binary tree has the inorder {{keys}}; the points of these nodes are, in the same order, {{points}}. The "
        "score of a tree is the score of its left subtree times that of its right subtree, plus the points of its "
        "root; an empty subtree counts 1 in the product, and a leaf has its points as its "
        f"score.\n\n{{rules}}\n\nGive the {{wanted}} of the tree with the highest score; there is only one. "
        f"{_LETTERS}",
        f"{{rules}}\n\nNodes {{keys}} have {{points}} points. Make a binary tree of them whose inorder is this order "
        "and whose score is as high as possible: a leaf scores its points, any other tree scores left times right "
        f"plus the points of its root, where an empty side counts as 1. One tree is best; write down its {{wanted}}. "
        f"{_LETTERS}",
        "Among all binary trees with the inorder {keys} one has the highest score. Points, in this order: {points}. "
        "Score of a leaf: its points. Score of another tree: the scores of both subtrees multiplied (1 for one that is "
        f"empty), plus the points of the root. {{rules}} Give the {{wanted}} of the best tree. {_LETTERS}",
    ),
}


def listed(tree: Tree, order: str) -> str:
    """The nodes of a tree in an order."""
    if tree is None:
        return ""
    left, node, right = listed(tree[0], order), tree[1], listed(tree[2], order)
    return {"preorder": node + left + right, "inorder": left + node + right, "postorder": left + right + node}[
        order
    ]


def _grown(rng: random.Random, letters: str) -> Tree:
    """A tree of these letters as its inorder, with a random shape."""
    if not letters:
        return None
    at = rng.randrange(len(letters))
    return _grown(rng, letters[:at]), letters[at], _grown(rng, letters[at + 1 :])


def _asked(
    facts: dict[str, Json],
    fields: Mapping[str, object],
    answer: str,
    lines: Sequence[str],
    work: float,
    signs: str = ascii_uppercase,
) -> Question:
    return Question(
        fields,
        in_order(facts, list(answer), signs=signs),
        answer if signs != ascii_uppercase else " ".join(answer),
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.001,
        difficulty=work,
    )


def _orders(rng: random.Random, *, size: int) -> Question | None:
    n = 6 + size
    tree = _grown(rng, "".join(rng.sample(ascii_uppercase, n)))
    given = rng.choice(("preorder", "postorder"))
    wanted = "postorder" if given == "preorder" else "preorder"
    orders = [["inorder", listed(tree, "inorder")], [given, listed(tree, given)]]
    rng.shuffle(orders)
    facts: dict[str, Json] = {"kind": "orders", "orders": orders, "wanted": wanted}
    first, second = (f"{order.capitalize()}: {' '.join(nodes)}" for order, nodes in orders)
    fields = {
        "first": first,
        "second": second,
        "wanted": wanted,
        "rules": f"{_PREORDER} {_INORDER} {_POSTORDER}",
    }
    root = tree[1] if tree else ""
    left, right = (listed(part, "inorder") for part in (tree[0], tree[2])) if tree else ("", "")
    lines = [
        f"root {root}, left of it {' '.join(left) or 'nothing'}, right of it {' '.join(right) or 'nothing'}"
    ]
    return _asked(facts, fields, listed(tree, wanted), lines, float(2 * n))


def _search(rng: random.Random, *, size: int) -> Question | None:
    n = 6 + size
    keys = "".join(rng.sample(ascii_uppercase, n))
    tree: Tree = None
    for key in keys:
        tree = _inserted(tree, key)
    wanted = rng.choice(("preorder", "postorder"))
    facts: dict[str, Json] = {"kind": "search", "keys": keys, "wanted": wanted}
    fields = {"keys": ", ".join(keys), "wanted": wanted, "rules": _RULES[wanted]}
    answer = listed(tree, wanted)
    if answer in (keys, "".join(sorted(keys))):
        return None
    return _asked(facts, fields, answer, [f"inorder: {' '.join(sorted(keys))}"], float(2 * n))


def _inserted(tree: Tree, key: str) -> Tree:
    if tree is None:
        return None, key, None
    left, node, right = tree
    return (_inserted(left, key), node, right) if key < node else (left, node, _inserted(right, key))


def _halves(rng: random.Random, *, size: int) -> Question | None:
    count = 8 if size < 3 else 16 if size < 11 else 32
    runs = ("0", "1", "00", "11", "0000", "1111")[
        : 4 if count == 8 else 6
    ]  # long ones would make short rows alike
    bits = "".join(rng.choice(runs) for _ in range(count))[:count]
    wanted = rng.choice(("preorder", "postorder"))
    answer = listed(_halved(bits), wanted)
    if len(set(answer)) < 3:
        return None
    facts: dict[str, Json] = {"kind": "halves", "bits": bits, "wanted": wanted}
    fields = {"bits": " ".join(bits), "wanted": wanted, "rules": _RULES[wanted]}
    return _asked(facts, fields, answer, [f"{2 * count - 1} nodes"], float(2 * count))


def _halved(bits: str) -> Tree:
    letter = "N" if set(bits) == {"0"} else "E" if set(bits) == {"1"} else "M"
    half = len(bits) // 2
    return (_halved(bits[:half]), letter, _halved(bits[half:])) if half else (None, letter, None)


@cache
def _trees(n: int) -> int:
    """How many binary trees have n nodes."""
    return sum(_trees(k) * _trees(n - 1 - k) for k in range(n)) if n else 1


def _numbered(number: int) -> tuple[int, str]:
    """The nodes of the tree with a number, and the tree as it is written."""
    n = 0
    while number >= _trees(n):
        number -= _trees(n)
        n += 1
    if n == 0:
        return 0, ""
    k = 0
    while number >= _trees(k) * _trees(n - 1 - k):
        number -= _trees(k) * _trees(n - 1 - k)
        k += 1
    first = [sum(_trees(m) for m in range(each)) for each in (k, n - 1 - k)]
    left, right = divmod(number, _trees(n - 1 - k))
    texts = [_numbered(first[0] + left)[1], _numbered(first[1] + right)[1]]
    return n, (f"({texts[0]})" if texts[0] else "") + "X" + (f"({texts[1]})" if texts[1] else "")


def _number(rng: random.Random, *, size: int) -> Question | None:
    n = max(8, 5 + size // 2)  # 1430 trees at least
    number = rng.randrange(sum(_trees(m) for m in range(n)), sum(_trees(m) for m in range(n + 1)))
    answer = _numbered(number)[1]
    lines = [f"trees of {m} nodes: {_trees(m)}" for m in range(n + 1)]
    facts: dict[str, Json] = {"kind": "number", "number": number}
    return _asked(facts, {"number": number}, answer, lines, float(3 * n), "X()")


def _least(rng: random.Random, *, size: int) -> Question | None:
    n = 5 + size // 3
    tree = _grown(rng, "".join(rng.sample(ascii_uppercase[: n + 2], n)))
    edges: list[list[str]] = []
    near: dict[str, list[str]] = {}

    def walk(part: Tree) -> str:
        if part is None:
            return ""
        near.setdefault(part[1], [])
        for child in (walk(part[0]), walk(part[2])):
            if child:
                edges.append(rng.sample([part[1], child], 2))
                near[part[1]].append(child)
                near[child].append(part[1])
        return part[1]

    walk(tree)
    rng.shuffle(edges)

    def best(node: str, above: str) -> str:
        below = [best(child, node) for child in near[node] if child != above]
        if len(below) == 2:
            return min(below[0] + node + below[1], below[1] + node + below[0])
        return min(below[0] + node, node + below[0]) if below else node

    roots = [node for node in near if len(near[node]) <= 2]
    answer = min(best(node, "") for node in roots)
    if answer == "".join(sorted(near)):
        return None
    facts: dict[str, Json] = {"kind": "least", "edges": edges}
    fields = {"edges": ", ".join("-".join(edge) for edge in edges)}
    lines = [f"root {node}: {' '.join(best(node, ''))}" for node in sorted(roots)]
    return _asked(facts, fields, answer, lines, float(2 * n + len(roots)))


def _score(rng: random.Random, *, size: int) -> Question | None:
    n = 5 if size < 5 else 7 if size < 11 else 9  # trees with a node that has one child have rivals
    keys = "".join(rng.sample(ascii_uppercase, n))
    points = [rng.randint(1, 9) for _ in range(n)]

    @cache
    def best(a: int, b: int) -> tuple[int, int, Tree]:
        """The highest score of a piece, the number of trees that have it, and one of them."""
        if a == b:
            return 1, 1, None
        if b == a + 1:
            return points[a], 1, (None, keys[a], None)
        found = (0, 0, None)
        for root in range(a, b):
            left, right = best(a, root), best(root + 1, b)
            score = left[0] * right[0] + points[root]
            if score > found[0]:
                found = score, 0, (left[2], keys[root], right[2])  # type: ignore[assignment]
            if score == found[0]:
                found = score, found[1] + left[1] * right[1], found[2]
        return found

    score, count, tree = best(0, n)
    if count > 1:
        return None
    wanted = rng.choice(("preorder", "postorder"))
    facts: dict[str, Json] = {"kind": "score", "keys": keys, "points": points, "wanted": wanted}
    fields = {
        "keys": ", ".join(keys),
        "points": ", ".join(map(str, points)),
        "wanted": wanted,
        "rules": _RULES[wanted],
    }
    root = tree[1] if tree else ""
    lines = [f"the highest score is {score}, with {root} at the root"]
    return _asked(facts, fields, listed(tree, wanted), lines, float(n * n / 3))


generate = Family(
    {
        "orders": _orders,
        "search": _search,
        "halves": _halves,
        "number": _number,
        "least": _least,
        "score": _score,
    },
    WORDINGS,
    {"size": Whole(1, 18, "by which the number of nodes grows")},
    kind_in_facts=False,
    advice="change 'size'",
)

"""Tree rebuilding: what is told of a tree is read from the prompt, and trees are built as lists of lists."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import networkx as nx

from rlvr.conformance.promises import Promises, read

PRE = "Preorder: a node, then its left subtree, then its right subtree."
IN = "Inorder: the left subtree of a node, then the node, then its right subtree."
POST = "Postorder: the left subtree of a node, then its right subtree, then the node."
ALL, ONE = f"{PRE} {IN} {POST}", f"{{rule:{PRE}|{POST}}}"
WANTED, WRITE = "{wanted:preorder|postorder}", "Write its letters in this order, separated by spaces."
TWO = "{first:(?:Pre|In|Post)order(?:: [A-Z]| [A-Z])+}\n{second:(?:Pre|In|Post)order(?:: [A-Z]| [A-Z])+}"
KEYS, POINTS = "{keys:[A-Z](?:, [A-Z])+}", "{points:[0-9]+(?:, [0-9]+)+}"
BITS, EDGES = "{bits:[01](?: [01])+}", "{edges:[A-Z]-[A-Z](?:, [A-Z]-[A-Z])+}"
TOLD = {
    "orders": (
        f"Two orders of … nodes of … binary tree:\n{TWO}\n\n{ALL}\n\nGive … {WANTED} … tree. {WRITE}",
        f"{ALL}\n\n… binary tree has these two:\n{TWO}\n\nWhat … its {WANTED}? {WRITE}",
        f"Rebuild … binary tree from two orders … nodes and write down its {WANTED}.\n\n{TWO}\n\n{ALL} {WRITE}",
    ),
    "search": (
        f"Letters … put into … empty binary search tree, one after … other: {KEYS}. Each one … down from … root, to … "
        f"left "
        "if it comes before … letter of … node in … alphabet and else to … right, until … place … free."
        f"\n\n{ONE}\n\nGive … {WANTED} … tree. {WRITE}",
        f"{ONE}\n\n… binary search tree has letters before … node's letter in its left subtree, and later ones in its "
        f"right subtree; … new letter becomes … leaf. Insert, in this order: {KEYS}. What … {WANTED}? {WRITE}",
        f"Build … search tree by inserting {KEYS}, in this order and without any balancing (earlier in … alphabet … "
        f"left, later … right). {ONE} Give its {WANTED}. {WRITE}",
    ),
    "halves": (
        "… row of bits makes … tree: its root stands for … whole row, and if … node stands for more than one bit, its "
        "left and right children stand for … two halves. … node … called N if all … bits … 0, E if all … 1, and M if … "
        "both."
        f"\n\n… row: {BITS}\n\n{ONE}\n\nGive … {WANTED} of all nodes' letters. {WRITE}",
        f"{BITS}\n\nCut … row above in halves until single bits … left. Each piece, … whole row too, … node … tree, "
        f"whose "
        "children … its left and its right half. Its letter … N (only 0), E (only 1) or M (both). "
        f"{ONE} Give … letters of all nodes in {WANTED}. {WRITE}",
        "Nodes of … tree … pieces of … row of bits: … row itself, its halves, their halves, and so on to single bits. "
        "Letters: N for … piece of zeros, E for … piece of ones, M for … mixed one."
        f"\n\n{BITS}\n\n{ONE} What … {WANTED}? {WRITE}",
    ),
    "number": (
        "All binary trees … numbered. … empty tree has number 0. … tree with fewer nodes has … smaller number; of two "
        "trees with equally many nodes, … one whose left subtree has … smaller number comes first, and if they … "
        "equal, … one whose right subtree has. No number … left out.\n\nA tree … written as (L)X(R), where L and R … "
        "its subtrees, written in … same way; … empty subtree … left out with its brackets, so … single node … "
        "X.\n\nWrite … tree with … number {number}.",
        "Write … binary tree number {number}. A tree with subtrees L and R … written (L)X(R); empty subtrees … not "
        "written, nor … their brackets. Numbers … up by one from tree to tree: 0 … empty tree; fewer nodes come first; "
        "then what has … left subtree with … smaller number; then what has … right subtree with … smaller number.",
        "Binary trees … put into … list: by their number of nodes; those with equally many by … place of their left "
        "subtree in … list; those with equal left subtrees by … place of their right subtree. Places … counted from 0, "
        "which … empty tree.\n\nWhich tree has place {number}? Write X for … node, before it its left subtree in "
        "brackets and behind it its right subtree in brackets, and nothing for … empty subtree.",
    ),
    "least": (
        f"… edges of … binary tree, in any order; … not told which node … edge … above:\n{EDGES}\n\n{IN}\n\nChoose … "
        f"root, "
        "and left or right for each child (… only child may … either), so that … inorder comes first in … dictionary. "
        f"Give this inorder. {WRITE}",
        f"{IN}\n\n… binary tree has these edges:\n{EDGES}\n\nWhich node … root, and which child … left or right, … "
        f"yours to choose; … only child can be left or right, too. Find … inorder … first in alphabetical order. "
        f"{WRITE}",
        f"Make … binary tree of these edges:\n{EDGES}\n\nAny node with … most two neighbours can … root, and children "
        f"can … put to … left or to … right. What … inorder … comes first in … alphabet, compared letter by letter? "
        f"{IN} {WRITE}",
    ),
    "score": (
        f"… binary tree has … inorder {KEYS}; … points … nodes … in … same order, {POINTS}. … score of … tree … score "
        f"of its "
        "left subtree times that of its right subtree, plus … points of its root; … empty subtree counts 1 in … "
        "product, "
        f"and … leaf has its points as its score.\n\n{ONE}\n\nGive … {WANTED} … tree with … highest score; … only one. "
        f"{WRITE}",
        f"{ONE}\n\nNodes {KEYS} have {POINTS} points. Make … binary tree … whose inorder … this order and whose score "
        f"… high "
        "as possible: … leaf scores its points, any other tree scores left times right plus … points of its root, "
        "where … "
        f"empty side counts as 1. One tree … best; write down its {WANTED}. {WRITE}",
        f"Among all binary trees with … inorder {KEYS} one has … highest score. Points, in this order: {POINTS}. Score "
        f"of … "
        "leaf: its points. Score of another tree: … scores of both subtrees multiplied (1 for one … empty), plus … "
        "points "
        f"of … root. {ONE} Give … {WANTED} … best tree. {WRITE}",
    ),
}


def told(tree, order):
    if not tree:
        return []
    left, node, right = tree
    parts = {
        "preorder": ([node], left, right),
        "inorder": (left, [node], right),
        "postorder": (left, right, [node]),
    }
    return [x for part in parts[order] for x in (part if part == [node] else told(part, order))]


def from_orders(inorder, other, last):
    """The tree of an inorder and a preorder, or a postorder if the root stands last."""
    if not inorder:
        return []
    root = other[-1] if last else other[0]
    cut = inorder.index(root)
    rest = other[:-1] if last else other[1:]
    return [
        from_orders(inorder[:cut], rest[:cut], last),
        root,
        from_orders(inorder[cut + 1 :], rest[cut:], last),
    ]


def inserted(tree, key):
    if not tree:
        return [[], key, []]
    side = 0 if key < tree[1] else 2
    tree[side] = inserted(tree[side], key)
    return tree


def halves(bits):
    kinds = {("0",): "N", ("1",): "E", ("0", "1"): "M"}
    letter, half = kinds[tuple(sorted(set(bits)))], len(bits) // 2
    return [halves(bits[:half]), letter, halves(bits[half:])] if half else [[], letter, []]


@cache
def all_trees(n):
    """In the order of the numbers, without counting them."""
    if n == 0:
        return [""]
    return [
        ("(" * bool(left) + left + ")" * bool(left)) + "X" + ("(" * bool(right) + right + ")" * bool(right))
        for k in range(n)
        for left in all_trees(k)
        for right in all_trees(n - 1 - k)
    ]


def ranked(text):
    """The number of nodes of a tree and its number, from how it is written."""
    if not text:
        return 0, 0
    root = next(
        at for at, sign in enumerate(text) if sign == "X" and text[:at].count("(") == text[:at].count(")")
    )
    (a, left), (b, right) = ranked(text[1 : max(root - 1, 0)]), ranked(text[root + 2 : -1])
    place = (left - sum(map(trees, range(a)))) * trees(b) + right - sum(map(trees, range(b)))
    n = a + b + 1
    return n, sum(map(trees, range(n))) + sum(trees(k) * trees(n - 1 - k) for k in range(a)) + place


def trees(n):
    """How many trees of n nodes there are."""
    return comb(2 * n, n) // (n + 1)


@cache
def least(edges):
    """For each root the first inorder, of both sides of each child, by swapping subsets of the inner nodes."""
    graph = nx.Graph(edge.split("-") for edge in edges.split(", "))
    found = {}
    for root in graph:
        if graph.degree(root) > 2:
            continue
        below = {node: sorted(nx.bfs_tree(graph, root)[node]) for node in graph}
        inner = [node for node in graph if below[node]]
        for count in range(len(inner) + 1):
            for turned in combinations(inner, count):

                def inorder(node, below=below, turned=turned):
                    sides = [inorder(child) for child in below[node]] + [""] * (2 - len(below[node]))
                    left, right = sides[::-1] if node in turned else sides
                    return left + node + right

                found[root] = min(inorder(root), found.get(root, "Z"))
    return found


@cache
def scores(keys, points):
    """All trees of a piece with their scores."""
    if not keys:
        return [(1, [])]
    return [
        ((a * b if len(keys) > 1 else 0) + points[r], [left, keys[r], right])
        for r in range(len(keys))
        for a, left in scores(keys[:r], points[:r])
        for b, right in scores(keys[r + 1 :], points[r + 1 :])
    ]


def built(kind, said):
    """The tree that is told of."""
    if kind == "search":
        tree = []
        for key in said["keys"].split(", "):
            tree = inserted(tree, key)
        return tree
    if kind == "halves":
        return halves(said["bits"].replace(" ", ""))
    if kind == "score":
        return best(said)[1]
    (one, nodes), (two, others) = (said[name].split(": ") for name in ("first", "second"))
    orders = {one.lower(): nodes.split(), two.lower(): others.split()}
    (other,) = orders.keys() - {"inorder", said["wanted"]}
    return from_orders(orders["inorder"], orders[other], other == "postorder")


def best(said):
    """The highest score and its tree, which is the only one."""
    keys, points = said["keys"].split(", "), map(int, said["points"].split(", "))
    every = sorted(scores(tuple(keys), tuple(points)), key=lambda found: found[0])
    assert every[-1][0] > every[-2][0]
    return every[-1]


def parted(x):
    """The root, and what stands on both sides of it in the inorder."""
    left, root, right = built("orders", x.said)
    shown = [" ".join(told(part, "inorder")) or "nothing" for part in (left, right)]
    return (x.root, [x.left, x.right]) == (root, shown)


WORKED = {
    "orders": {"root {root:[A-Z]}, left of it {left:.+}, right of it {right:.+}": parted},
    "search": {"inorder: {keys:[A-Z ]+}": lambda x: x.keys.split() == sorted(x.said["keys"].split(", "))},
    "halves": {"{n} nodes": lambda x: x.n == 2 * len(x.said["bits"].split()) - 1},
    "number": {"trees of {m} nodes: {n}": lambda x: x.m == len(x.before) and x.n == trees(x.m)},
    "least": {
        "root {root:[A-Z]}: {row:[A-Z ]+}": lambda x: x.row.replace(" ", "") == least(x.said["edges"])[x.root]
    },
    "score": {
        "the highest score is {score}, with {root:[A-Z]} at the root": lambda x: (
            x.score == best(x.said)[0] and x.root == best(x.said)[1][1]
        )
    },
}


class TestTreeRebuilding(Promises):
    id = "tree-rebuilding"
    alphabet = "ABCDEFX "
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`")
    wrong = ("{}X", "X{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    lines = WORKED

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        if kind == "number":
            return self.number(said["number"])
        if kind == "least":
            return " ".join(min(least(said["edges"]).values()))
        assert said.get("rule", said["wanted"]).lower().startswith(said["wanted"])
        return " ".join(told(built(kind, said), said["wanted"]))

    def known(self, found, task):
        return {"said": read(task.prompt, TOLD)[1]}

    def agrees(self, found, task):
        return ranked(task.answer)[1] == found if isinstance(found, int) else found == task.answer

    def number(self, number):
        """The tree with a number, by a list of all trees; of a large number the number itself."""
        if number > 2055:  # all trees of up to eight nodes
            return number
        n, place = 0, number
        while place >= len(all_trees(n)):
            place -= len(all_trees(n))
            n += 1
        assert ranked(all_trees(n)[place]) == (n, number)
        return all_trees(n)[place]

    def test_the_best_tree_is_the_only_one(self):
        for seed in range(10):
            task = self.spec.task(1, seed, params={"kinds": "score"})
            assert self.oracle(task.prompt) == task.answer

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 5

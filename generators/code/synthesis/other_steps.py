"""Steps on numbers, texts, dictionaries and trees, in English and in Python."""

from __future__ import annotations

from .language import Step
from .scalars import DIGITS

CHILDREN = (
    'A node of a tree is a dictionary with the keys "value" (an integer) and "children" (the list of the nodes '
    "directly below it, which may be empty); a tree is given by its root, and a leaf is a node without children."
)
KEYS = "Alphabetical order is the order of code points, as in Python."

OTHER_STEPS: dict[str, Step] = {
    # numbers
    "apply_int": Step("int", "U", ("x:scalar",), "Replace the number {x} by {0}.", "{0}", "number", weight=2),
    "digits": Step("int", "list[int]", (), "Make the list of the digits of the number, from left to right.",
                   "[int(digit) for digit in str(abs({it}))]", "digits", notes=(DIGITS,), tier=2, weight=1.5),
    "divisor_list": Step("int", "list[int]", (),
                         "Make the list of all positive divisors of the absolute value of the number, in ascending "
                         "order (the list is empty for 0).",
                         "[d for d in range(1, abs({it}) + 1) if {it} % d == 0]", "divisors", tier=3),
    "up_to": Step("int", "list[int]", (),
                  "Make the list of the integers from 1 up to and including the number, or up to 40 if the number is "
                  "greater (empty if it is below 1).",
                  "list(range(1, min({it}, 40) + 1))", "numbers", tier=2),
    # texts
    "apply_str": Step("str", "U", ("x:scalar",), "Replace the text {x} by {0}.", "{0}", "text", weight=2),
    "words": Step("str", "list[str]", (), "Cut the text into the list of its words.", "{it}.split()", "words",
                  notes=("The words of a text are its longest stretches without a space.",), tier=1, weight=3),
    "letters": Step("str", "list[str]", (), "Make the list of the characters of the text (each a text of length 1).",
                    "list({it})", "characters", tier=2, weight=2),
    "split": Step("str", "list[str]", ("'e|a|o|t",),
                  "Cut the text at every {0} into the list of the parts before, between and after them; parts may be "
                  "empty, and a text without {0} is one part.",
                  "{it}.split({0})", "parts", tier=3),
    "run_lengths": Step("str", "list[pair]", (),
                        "Make the list of the runs in the text, from left to right, each as a pair [character, "
                        "length]; a run is a stretch of equal characters that is as long as possible.",
                        "runs({it})", "counted", tier=3, helper="runs"),
    "pieces": Step("str", "list[str]", ("#2..4",),
                   "Cut the text into pieces of {0} characters, from left to right; the last one holds what is left "
                   "and may be shorter (the empty text gives no pieces).",
                   "[{it}[i:i + {0}] for i in range(0, len({it}), {0})]", "pieces", tier=2),
    # dictionaries
    "keep_entries": Step("dict[str, T]", "dict[str, T]", ("kv:bool",),
                         "Keep only the entries with key k and value v for which {0}.",
                         "{{k: v for k, v in {it}.items() if {0}}}", "kept", of=("int", "str", "list"), tier=4,
                         weight=2),
    "map_entries": Step("dict[str, T]", "dict[str, U]", ("kv:any",),
                        "In every entry with key k and value v, replace the value by {0}.",
                        "{{k: {0} for k, v in {it}.items()}}", "changed", of=("int", "str", "list"), tier=4,
                        weight=2),
    "each_entry": Step("dict[str, list[T]]", "dict[str, R]", ("steps:T",),
                       "Change the list that is the value of each entry, on its own, by these steps:", "", "changed",
                       of=("int", "str", "pair"), tier=5, weight=4),
    "rekey": Step("dict[str, int]", "dict[str, int]", ("kv:newkey",),
                  "Give every entry with key k and value v the new key {0}; the values of entries that get the same "
                  "key are added up.",
                  "{out} = {{}}\nfor k, v in {it}.items():\n    key = {0}\n    {out}[key] = {out}.get(key, 0) + v",
                  "renamed", tier=5),
    "keys": Step("dict[str, T]", "list[str]", (), "Take the list of the keys, in alphabetical order.",
                 "sorted({it})", "keys", of=("int", "str", "list"), tier=3, notes=(KEYS,)),
    "values": Step("dict[str, T]", "list[T]", (), "Take the list of the values, ordered alphabetically by their keys.",
                   "[{it}[k] for k in sorted({it})]", "values", of=("int", "str", "list"), tier=3, notes=(KEYS,)),
    "ranked": Step("dict[str, int]", "list[pair]", ("=descending|ascending",),
                   "Take the list of the entries as pairs [key, value], sorted by value in {0} order; entries with "
                   "equal values are in alphabetical order of their keys.",
                   "sorted(([k, v] for k, v in {it}.items()), key=lambda r: ({0?-r[1]|r[1]}, r[0]))", "ranked",
                   tier=4, notes=(KEYS,), weight=1.5),
    "entries": Step("dict[str, int]", "list[pair]", (),
                    "Take the list of the entries as pairs [key, value], in alphabetical order of the keys.",
                    "[[k, {it}[k]] for k in sorted({it})]", "pairs", tier=4, notes=(KEYS,)),
    "invert": Step("dict[str, int]", "dict[str, list[str]]", (),
                   "Turn the dictionary round: the decimal texts of its values (such as \"-12\") become the keys, "
                   "and the value of each is the list of the old keys that had this value, in alphabetical order.",
                   "{out} = {{}}\nfor k in sorted({it}):\n    {out}.setdefault(str({it}[k]), []).append(k)",
                   "keys_by_value", tier=5, notes=(KEYS,)),
    "best_key": Step("dict[str, T]", "str", ("kv:int", "=largest|smallest"),
                     "Take the key k of the entry (with value v) for which {0} is {1}; of several such keys, take the "
                     "first in alphabetical order, and if there are no entries, take the empty text.",
                     "def rate(entry):\n    k, v = entry\n    return {0}\n\nentries = sorted({it}.items())\n"
                     "{out} = {1?max|min}(entries, key=rate)[0] if entries else \"\"",
                     "best", of=("int", "str", "list"), tier=4, notes=(KEYS,)),
    "count_entries": Step("dict[str, T]", "int", ("kv:bool",),
                          "Count the entries with key k and value v for which {0}.",
                          "sum(1 for k, v in {it}.items() if {0})", "count", of=("int", "str", "list"), tier=3),
    "sum_entries": Step("dict[str, T]", "int", ("kv:int",),
                        "Add up {0} over all entries with key k and value v (no entries give 0).",
                        "sum({0} for k, v in {it}.items())", "total", of=("int", "str", "list"), tier=4),
    # trees
    "preorder": Step("tree", "list[int]", (),
                     "List the values of all nodes, each node before its children and the children from left to "
                     "right, with all that is below a child directly after it.",
                     "preorder({it})", "values", tier=4, notes=(CHILDREN,), helper="preorder"),
    "postorder": Step("tree", "list[int]", (),
                      "List the values of all nodes in postorder: for each node first everything below its children, "
                      "child by child from left to right and each followed by the child itself, then the node.",
                      "postorder({it})", "values", tier=5, notes=(CHILDREN,), helper="postorder"),
    "leaf_values": Step("tree", "list[int]", (), "List the values of the leaves, from left to right.",
                        "leaves({it})", "values", tier=4, notes=(CHILDREN,), helper="leaves"),
    "rows": Step("tree", "list[list[int]]", (),
                 "List, for each depth from the root downwards, the list of the values of all nodes at that depth, "
                 "from left to right.",
                 "levels({it})", "rows", tier=5, notes=(CHILDREN,), helper="levels", weight=1.5),
    "paths": Step("tree", "list[list[int]]", (),
                  "List, for each leaf from left to right, the list of the values on the way from the root down to "
                  "it, both included.",
                  "paths({it})", "ways", tier=5, notes=(CHILDREN,), helper="paths", weight=1.5),
    "map_tree": Step("tree", "tree", ("tx:int",),
                     "In every node, replace the value x by {0}, where d is the depth of the node (0 for the root, 1 "
                     "for its children, and so on).",
                     "def change(node, d):\n    x = node[\"value\"]\n    children = [change(child, d + 1) for child "
                     "in node[\"children\"]]\n    return {{\"value\": {0}, \"children\": children}}\n\n"
                     "{out} = change({it}, 0)", "changed_tree", tier=5, notes=(CHILDREN,), weight=1.5),
    "prune": Step("tree", "tree", ("tx:bool",),
                  "Remove, with everything below it, every node other than the root for whose value x and depth d "
                  "(1 for the children of the root, 2 for theirs, and so on) it holds that {0}.",
                  "def prune(node, d):\n    kept = []\n    for child in node[\"children\"]:\n"
                  "        x = child[\"value\"]\n        if {not}:\n            kept.append(prune(child, d + 1))\n"
                  "    return {{\"value\": node[\"value\"], \"children\": kept}}\n\n{out} = prune({it}, 1)",
                  "pruned", tier=5, notes=(CHILDREN,), weight=2),
    "mirror": Step("tree", "tree", (), "Reverse the order of the children in every node.", "mirror({it})", "mirrored",
                   tier=5, notes=(CHILDREN,), helper="mirror", weight=0.7),
    "arrange": Step("tree", "tree", ("=node_count|value_sum|height", "=ascending|descending"),
                    "In every node, sort the children by {0!the number of nodes in the tree that the child is the "
                    "root of (the child itself is counted)|the sum of the values in the tree that the child is the "
                    "root of (the child itself is counted)|the height of the tree that the child is the root of (a "
                    "leaf has height 1, every other node 1 more than the highest of its children)}, in {1} order; "
                    "children for which this is equal stay in the order they had.",
                    "def arrange(node):\n    children = sorted(node[\"children\"], key={0}{1?|, reverse=True})\n"
                    "    return {{\"value\": node[\"value\"], \"children\": [arrange(child) for child in children]}}"
                    "\n\n{out} = arrange({it})",
                    "arranged", tier=6, notes=(CHILDREN,)),
    "annotate": Step("tree", "tree", ("vc:int",),
                     "In every node, replace its value by its score. The score of a node is {0}, where v is its value "
                     "(before the replacement) and c the list of the scores of its children, from left to right.",
                     "def annotate(node):\n    v = node[\"value\"]\n    children = [annotate(child) for child in "
                     "node[\"children\"]]\n    c = [child[\"value\"] for child in children]\n"
                     "    return {{\"value\": {0}, \"children\": children}}\n\n{out} = annotate({it})",
                     "scored", tier=6, notes=(CHILDREN,), weight=1.5),
    "score": Step("tree", "int", ("vc:int",),
                  "Take the score of the root. The score of a node is {0}, where v is its value and c the list of the "
                  "scores of its children, from left to right.",
                  "def score(node):\n    v = node[\"value\"]\n    c = [score(child) for child in node[\"children\"]]\n"
                  "    return {0}\n\n{out} = score({it})", "result", tier=5, notes=(CHILDREN,), weight=2),
    "count_nodes": Step("tree", "int", ("txn:bool",),
                        "Count the nodes for which {0}, where x is the value of the node, d its depth (0 for the "
                        "root, 1 for its children, and so on) and n the number of its children.",
                        "def count(node, d):\n    x = node[\"value\"]\n    n = len(node[\"children\"])\n"
                        "    below = sum(count(child, d + 1) for child in node[\"children\"])\n"
                        "    return below + 1 if {0} else below\n\n{out} = count({it}, 0)",
                        "total", tier=4, notes=(CHILDREN,), weight=1.5),
    "values_by_depth": Step("tree", "dict[str, int]", ("=sum|largest|number",),
                            "Make a dictionary that has for each depth (0 for the root, 1 for its children, and so "
                            "on), as the decimal text of the depth, the {0!sum of the values|largest of the "
                            "values|number} of the nodes at that depth.",
                            "{{str(d): {0?sum|max|len}(row) for d, row in enumerate(levels({it}))}}", "by_depth",
                            tier=5, notes=(CHILDREN,), helper="levels"),
}  # fmt: skip

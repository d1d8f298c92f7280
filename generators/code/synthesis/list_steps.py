"""Steps on lists: from a list to a list, to one value, and to a dictionary, in English and in Python."""

from __future__ import annotations

from .language import Step
from .scalars import CODES

SCALAR = ("int", "str")
STABLE = "Sorting keeps the order of elements whose sort keys are equal, in descending order too."
EQUAL = "In descending order the largest comes first, in ascending order the smallest."
PLACES = "Positions in a list are counted from 0."
TEXT_KEY = 'The decimal text of a number is the number written as a text, such as "-12".'

LIST_STEPS: dict[str, Step] = {
    # a list to a list
    "keep": Step("list[T]", "list[T]", ("x:bool",), "Keep only the {items} {x} for which {0}.",
                 "[{x} for {x} in {it} if {0}]", "kept", weight=3),
    "map": Step("list[T]", "list[U]", ("x:any",), "Replace every {item} {x} by {0}.",
                "[{0} for {x} in {it}]", "values", weight=4),
    "map_at": Step("list[T]", "list[U]", ("ix:any",),
                   "Replace every {item} {x} by {0}, where i is the position of {x} in the list.",
                   "[{0} for i, {x} in enumerate({it})]", "values", of=SCALAR, tier=3, notes=(PLACES,), weight=1.5),
    "keep_at": Step("list[T]", "list[T]", ("i:bool",),
                    "Keep only the {items} at those positions i for which {0}.",
                    "[{x} for i, {x} in enumerate({it}) if {0}]", "kept", tier=2, notes=(PLACES,)),
    "sort": Step("list[T]", "list[T]", ("=ascending|descending",), "Sort the {items} in {0} order.",
                 "sorted({it}{0?|, reverse=True})", "ordered", of=SCALAR, notes=(CODES,), weight=1.5),
    "sort_by": Step("list[T]", "list[T]", ("x:key", "=ascending|descending"),
                    "Sort the {items} {x} by {0}, in {1} order.",
                    "sorted({it}, key=lambda {x}: {0}{1?|, reverse=True})", "ordered", notes=(STABLE,), weight=2),
    "reverse": Step("list[T]", "list[T]", (), "Reverse the order of the {items}.", "{it}[::-1]", "turned_round"),
    "unique": Step("list[T]", "list[T]", (), "Of all {items} in the list that are equal, keep only the first one.",
                   "list(dict.fromkeys({it}))", "unique", of=SCALAR),
    "unique_by": Step("list[T]", "list[T]", ("x:key",),
                      "Of all {items} {x} that agree in {0}, keep only the first one.",
                      "{out} = []\nseen = set()\nfor {x} in {it}:\n    key = {0}\n    if key not in seen:\n"
                      "        seen.add(key)\n        {out}.append({x})", "unique", tier=3),
    "take": Step("list[T]", "list[T]", ("#2..6",), "Keep only the first {0} {items} (all, if there are fewer).",
                 "{it}[:{0}]", "first"),
    "drop": Step("list[T]", "list[T]", ("#1..4",), "Remove the first {0} of the {items} (all, if there are fewer).",
                 "{it}[{0}:]", "rest"),
    "last": Step("list[T]", "list[T]", ("#2..5",), "Keep only the last {0} {items} (all, if there are fewer).",
                 "{it}[-{0}:]", "last"),
    "drop_last": Step("list[T]", "list[T]", ("#1..3",),
                      "Remove the last {0} of the {items} (all, if there are fewer).",
                      "{it}[:max(0, len({it}) - {0})]", "rest", weight=0.7),
    "every": Step("list[T]", "list[T]", ("#2..4",),
                  "Keep only the {items} at those positions that are divisible by {0}.",
                  "{it}[::{0}]", "picked", notes=(PLACES,), tier=2),
    "take_while": Step("list[T]", "list[T]", ("x:bool",),
                       "Keep {items} {x} from the beginning of the list as long as {0}, and remove the first {item} "
                       "for which that is not so together with everything after it.",
                       "{out} = []\nfor {x} in {it}:\n    if {not}:\n        break\n    {out}.append({x})",
                       "start", tier=2),
    "drop_while": Step("list[T]", "list[T]", ("x:bool",),
                       "Remove {items} {x} from the beginning of the list as long as {0}; the first {item} for which "
                       "that is not so and everything after it stay.",
                       "{out} = list({it})\nwhile {out}:\n    {x} = {out}[0]\n    if {not}:\n        break\n"
                       "    {out}.pop(0)", "rest", tier=2),
    "partition": Step("list[T]", "list[T]", ("x:bool",),
                      "Move the {items} {x} for which {0} to the front of the list, without changing the order "
                      "among them or among the others.",
                      "[{x} for {x} in {it} if {0}] + [{x} for {x} in {it} if {not}]", "arranged", tier=2),
    "rotate": Step("list[T]", "list[T]", ("#1..4",),
                   "Move the first of the {items} to the end of the list, {0} times in all (an empty list stays "
                   "empty).",
                   "{out} = list({it})\nfor _ in range({0}):\n    if {out}:\n        {out}.append({out}.pop(0))",
                   "rotated", tier=2),
    "around": Step("list[T]", "list[T]", (),
                   "Follow the list by its own {items} in the opposite order, so that it becomes twice as long.",
                   "{it} + {it}[::-1]", "doubled", tier=3, weight=0.5),
    "neighbours": Step("list[T]", "list[U]", ("pq:any",),
                       "Replace the list by a list with one value for every two neighbours p and q (q comes "
                       "directly after p), in order: {0}. A list of fewer than two {items} becomes empty.",
                       "[{0} for p, q in zip({it}, {it}[1:])]", "values", of=SCALAR, tier=3, weight=2),
    "running": Step("list[int]", "list[int]", (),
                    "Replace every number by the sum of all numbers from the first one up to and including it.",
                    "{out} = []\nrunning = 0\nfor {x} in {it}:\n    running += {x}\n    {out}.append(running)",
                    "sums", tier=2),
    "records": Step("list[int]", "list[int]", (),
                    "Keep only the numbers that are greater than all numbers before them (the first one always is).",
                    "{out} = []\nfor {x} in {it}:\n    if not {out} or {x} > {out}[-1]:\n        {out}.append({x})",
                    "records", tier=2),
    "scan": Step("list[int]", "list[int]", ("ax:mod",),
                 "Set a to 0. Then go through the numbers {x} from left to right: each time set a to {0}, and put "
                 "this new a in the place of {x}.",
                 "{out} = []\na = 0\nfor {x} in {it}:\n    a = {0}\n    {out}.append(a)", "states", tier=4),
    "repeat": Step("list[T]", "list[T]", ("x:small",),
                   "Replace every {item} {x} by as many copies of it as the value of {0}.",
                   "[{x} for {x} in {it} for _ in range({0})]", "copies", of=SCALAR, tier=4, weight=0.7),
    "add_other": Step("list[int]", "list[int]", ("pq:int", "other"),
                      "Replace the list by a list with one value for every position that exists both in it and in "
                      "`{1}`: {0}, where p is the number there in the list and q the one in `{1}`.",
                      "[{0} for p, q in zip({it}, {1})]", "values", tier=3, weight=2),
    "keep_known": Step("list[T]", "list[T]", ("=keep|remove", "known"),
                       "{0?Keep only|Remove} the {items} that occur in `{1}`.",
                       "[{x} for {x} in {it} if {x} {0?in|not in} {1}]", "kept", of=SCALAR, tier=3, weight=2),
    "look_up": Step("list[str]", "list[int]", ("table", "#-1..9"),
                    "Replace every text by the number that `{0}` has for it, or by {1} if it is not a key there.",
                    "[{0}.get({x}, {1}) for {x} in {it}]", "values", tier=3, weight=2),
    # a list to a list of lists, and back
    "windows": Step("list[T]", "list[list[T]]", ("#2..3",),
                    "Replace the list by the list of all its stretches of exactly {0} consecutive {items}, from left "
                    "to right; a stretch begins at every position where there is room for it, so they overlap.",
                    "[{it}[i:i + {0}] for i in range(len({it}) - {0} + 1)]", "windows", of=SCALAR, tier=3,
                    notes=("In a list that is too short for one stretch there are none: the result is empty.",)),
    "chunks": Step("list[T]", "list[list[T]]", ("#2..4",),
                   "Cut the list into inner lists of {0} {items} each, from left to right; the last one holds what "
                   "is left and may be shorter (an empty list gives no inner lists).",
                   "[{it}[i:i + {0}] for i in range(0, len({it}), {0})]", "chunks", of=SCALAR, tier=3),
    "cut_between": Step("list[T]", "list[list[T]]", ("pq:bool",),
                        "Cut the list into inner lists: make a cut between every two neighbours p and q (q comes "
                        "directly after p) for which {0}, and nowhere else (an empty list gives no inner lists).",
                        "{out} = []\nfor q in {it}:\n    if {out}:\n        p = {out}[-1][-1]\n    if not {out} or "
                        "{a}:\n        {out}.append([])\n    {out}[-1].append(q)", "blocks", of=SCALAR, tier=4,
                        weight=2),
    "flatten": Step("list[list[T]]", "list[T]", (),
                    "Join all inner lists into one list, one after the other.",
                    "[{x} for inner in {it} for {x} in inner]", "flat", of=SCALAR, tier=3),
    "columns": Step("list[list[T]]", "list[list[T]]", (),
                    "Replace the list by the list of its columns: column 0 holds the elements at position 0 of all "
                    "inner lists in order, column 1 those at position 1, and so on, for as many columns as the "
                    "shortest inner list has elements (an empty list stays empty).",
                    "[list(column) for column in zip(*{it})]", "columns", of=SCALAR, tier=5),
    "each": Step("list[list[T]]", "list[R]", ("steps:T",),
                 "Change every inner list on its own by these steps:", "", "changed", of=SCALAR, tier=4, weight=4),
    "runs": Step("list[T]", "list[pair]", (),
                 "Replace every run of equal neighbours (a run is as long as possible and may be of length 1) by the "
                 "pair [text, length], where text is the one repeated and length the number of times.",
                 "runs({it})", "counted", of=("str",), tier=4, helper="runs"),
    # a list to one value
    "sum": Step("list[int]", "int", (), "Add up the numbers (no numbers give 0).", "sum({it})", "total", weight=1.5),
    "sum_of": Step("list[T]", "int", ("x:int",), "Add up {0} over all {items} {x} (no {items} give 0).",
                   "sum({0} for {x} in {it})", "total", tier=2, weight=1.5),
    "count": Step("list[T]", "int", ("x:bool",), "Count the {items} {x} for which {0}.",
                  "sum(1 for {x} in {it} if {0})", "count", weight=2),
    "largest": Step("list[int]", "int", ("=largest|smallest", "#-1..0"),
                    "Take the {0} of the numbers, or {1} if there is none.",
                    "{0?max|min}({it}, default={1})", "best"),
    "best_by": Step("list[T]", "T", ("x:int", "=largest|smallest", "empty"),
                    "Take the {item} {x} for which {0} is {1}; of several such, take the first, and if the list is "
                    "empty, take {2}.",
                    "{1?max|min}({it}, key=lambda {x}: {0}, default={2})", "best", of=("int", "str", "list"),
                    tier=2, weight=1.5),
    "commonest": Step("list[T]", "T", ("empty",),
                      "Take the {item} that occurs most often; of several such, take the one that occurs first, and "
                      "if the list is empty, take {0}.",
                      "max({it}, key={it}.count, default={0})", "commonest", of=SCALAR, tier=2),
    "first_where": Step("list[T]", "int", ("x:bool",),
                        "Take the position of the first {item} {x} for which {0}, or -1 if there is none.",
                        "next((i for i, {x} in enumerate({it}) if {0}), -1)", "position", notes=(PLACES,), tier=2),
    "fold": Step("list[int]", "int", ("#0..9", "ax:mod"),
                 "Set a to {0}. Then go through the numbers {x} from left to right and each time set a to {1}. The "
                 "result is a as it is at the end.",
                 "{out} = {0}\nfor {x} in {it}:\n    {out} = {1}", "a", tier=3, weight=2),
    "join": Step("list[str]", "str", ("'|-|+|/| ",),
                 "Join the texts into one text, in order, with {0} between each text and the next (no texts give the "
                 "empty text).",
                 "{0}.join({it})", "line", weight=1.5),
    "count_kinds": Step("list[T]", "int", (), "Count how many different {items} there are.", "len(set({it}))",
                        "count", of=SCALAR, tier=1, weight=0.6),
    "inversions": Step("list[int]", "int", (),
                       "Count the pairs of positions i < j such that the number at position i is greater than the "
                       "number at position j.",
                       "sum(1 for j in range(len({it})) for i in range(j) if {it}[i] > {it}[j])", "count", tier=4),
    # a list to a dictionary
    "group": Step("list[T]", "dict[str, list[T]]", ("x:textkey",),
                  "Make a dictionary from the {items} {x}: the key of {x} is {0}, and the value of a key is the list "
                  "of all {items} that have this key, in their order.",
                  "{out} = {{}}\nfor {x} in {it}:\n    {out}.setdefault({0}, []).append({x})", "groups",
                  of=("int", "str", "pair"), tier=4, weight=2.5),
    "tally": Step("list[T]", "dict[str, int]", ("x:textkey",),
                  "Make a dictionary from the {items} {x}: the key of {x} is {0}, and the value of a key is the "
                  "number of {items} that have this key.",
                  "{out} = {{}}\nfor {x} in {it}:\n    key = {0}\n    {out}[key] = {out}.get(key, 0) + 1", "counts",
                  tier=3, weight=2),
    "sums_by": Step("list[T]", "dict[str, int]", ("x:textkey", "x:int"),
                    "Make a dictionary from the {items} {x}: the key of {x} is {0}, and the value of a key is the "
                    "sum of the values of all {items} that have this key, where the value of {x} is {1}.",
                    "{out} = {{}}\nfor {x} in {it}:\n    key = {0}\n    {out}[key] = {out}.get(key, 0) + {b}",
                    "totals", tier=4, weight=2),
    "positions": Step("list[T]", "dict[str, list[int]]", ("x:textkey",),
                      "Make a dictionary from the {items} {x}: the key of {x} is {0}, and the value of a key is the "
                      "list of the positions at which the {items} with this key stand, in ascending order.",
                      "{out} = {{}}\nfor i, {x} in enumerate({it}):\n    {out}.setdefault({0}, []).append(i)",
                      "places", of=("int", "str", "pair"), tier=5, notes=(PLACES,)),
}  # fmt: skip

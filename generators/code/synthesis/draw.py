"""Draws whole programs: a kind of input, and steps that fit together and end in something worth returning."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

from ...base import Json
from .draw_expressions import Expressions
from .kinds import STEPS, after, after_all, bound, steps_on
from .language import VARIABLES, element, family, match, operations
from .template import bounds, choices
from .trial import Told, Trial

TRIES = 6
BACK = 4
"""So often a step is taken back in one program."""

KINDS: tuple[tuple[str, int, float], ...] = (
    ("list[int]", 1, 4), ("list[str]", 1, 3), ("str", 2, 3), ("int", 3, 1), ("list[pair]", 3, 2.5),
    ("list[list[int]]", 4, 2), ("dict[str, int]", 4, 2.5), ("dict[str, list[int]]", 5, 2.5), ("tree", 5, 4),
)  # fmt: skip
"""What a program may be given, from which library on, and how often."""

NAMES: dict[str, tuple[str, ...]] = {
    "list[int]": tuple("numbers values readings scores amounts levels weights ages distances prices".split()),
    "list[str]": tuple("words names labels tags codes titles lines tokens keywords".split()),
    "str": tuple("text line message phrase sentence note".split()),
    "int": tuple("number code serial amount ticket".split()),
    "list[pair]": tuple("records entries orders sales visits results deliveries".split()),
    "list[list[int]]": tuple("table rows groups samples batches".split()),
    "dict[str, int]": tuple("stock counts points balance inventory votes".split()),
    "dict[str, list[int]]": tuple("grades history series measurements logbook".split()),
    "tree": ("tree", "hierarchy", "root"),
}
OTHERS = {"list[int]": "others", "list[str]": "known", "dict[str, int]": "lookup", "int": "limit"}
PLACE_NAMES = {"i": "i", "ix": "i?", "pq": "pq", "ax": "a?", "kv": "kv", "tx": "xd", "txn": "xdn", "vc": "vc"}


class Drawing:
    """Draws one program."""

    def __init__(
        self,
        rng: Random,
        *,
        library: int,
        depth: int,
        trial: Callable[[str, str], Trial | Told] | None = None,
    ) -> None:
        """Args: the source of chance, what there is to draw from, and what tries steps on a value by name and type."""
        self.rng, self.library, self.depth = rng, library, depth
        self._trial = trial or (lambda name, kind: Trial(rng, name, kind))
        self.expressions = Expressions(rng, library, depth)
        self.params: list[list[str]] = []
        self.types: dict[str, str] = {}

    def program(self, steps: int) -> Json:
        """A program of so many steps, or of fewer if it comes to an end before."""
        rng = self.rng
        known = [(kind, weight) for kind, tier, weight in KINDS if tier <= self.library]
        weights = [
            weight * (3 if i >= len(known) - 2 and self.library >= 4 else 1)
            for i, (_, weight) in enumerate(known)
        ]
        kind = rng.choices([k for k, _ in known], weights)[0]
        name = rng.choice(NAMES[kind])
        self.trial = self._trial(name, kind)
        self._param(name, kind)
        if self.library >= 3 and rng.random() < 0.35:
            self.expressions.scope.append("limit")
            self.expressions.free_share = 0.6
            self.types["limit"] = "int"
            self.trial.add("limit", "int")
        lets = self._lets(name, kind)
        for let, expression in lets:
            self.trial.name(let, expression)
        made = self._tried(kind, steps)
        used = [[other, its] for other, its in self.params if other == name or _uses(made, other)]
        program = {"params": used, "lets": lets, "steps": made}
        if lets and not _uses(made, "m"):
            program["lets"] = []
        if _uses(program, "limit"):
            used.append(["limit", "int"])
        return program

    def _param(self, name: str, kind: str) -> None:
        if name not in [known for known, _ in self.params]:
            self.params.append([name, kind])
            self.types[name] = kind
            self.trial.add(name, kind)

    def _lets(self, name: str, kind: str) -> list[Json]:
        if self.library < 4 or self.rng.random() < 0.6:
            return []
        given = ["var", name]
        ways: dict[str, list[Json]] = {
            "list[int]": [
                ["greatest", given],
                ["least", given],
                ["size", given],
                ["mod", ["total", given], ["int", 10]],
            ],
            "list[str]": [["size", given]],
            "list[list[int]]": [["size", given]],
            "list[pair]": [["size", given]],
            "str": [["length", given], ["vowels", given], ["distinct", given]],
        }
        if kind not in ways:
            return []
        self.expressions.scope.append("m")
        self.types["m"] = "int"
        return [["m", self.rng.choice(ways[kind])]]

    def _tried(self, kind: str, count: int) -> list[Json]:
        """The steps of the program; where none goes on from too few or too simple ones, the last is taken back."""
        made: list[Json] = []
        kinds, back, lacking = [kind], BACK, [self.operations(count)]
        while len(made) < count:
            kind, left = kinds[-1], count - len(made)
            step = self._next(kind, made, left, lacking[-1])
            if step is not None:
                made.append(step)
                kinds.append(after(step, kind, self.types))
                lacking.append(lacking[-1] - operations(step))
                if lacking[-1] <= 0 and self._over(step, kinds[-1], left):
                    break
            elif made and back and (len(made) < least(count) or lacking[-1] > 0):
                back -= 1
                made.pop()
                kinds.pop()
                lacking.pop()
                self.trial.back()
            else:
                break
        return made

    def operations(self, steps: int) -> int:
        """How many operations a program has at least that may have so many steps."""
        return steps + self.depth - 1

    def _next(self, kind: str, made: list[Json], left: int, lacking: int) -> Json | None:
        """A step that does something to a value of type `kind`; None if there is none in a few tries.

        The last one must have the operations that are lacking.
        """
        found = self._found(kind, made, left, 0)
        if not found:
            return None
        for _ in range(TRIES):
            if not self.trial.begin():
                continue
            known = len(self.params)
            step = self._step(self._picked(found), kind, 0)
            if (left > 1 or operations(step) >= lacking) and self.trial.goes(step, kind, self.types):
                return step
            if self.trial.again:  # as if it had not been drawn
                for name, _ in self.params[known:]:
                    del self.types[name]
                del self.params[known:]
        return None

    def _over(self, step: Json, kind: str, left: int) -> bool:
        """Whether a step that gives a value of type `kind` is the last one, though there might be more."""
        return kind == "bool" or (STEPS[step[0]].ends and left == 2 and self.rng.random() < 0.7)

    def _inner(self, kind: str, count: int, nesting: int) -> list[Json]:
        """Steps within a step."""
        made: list[Json] = []
        for left in range(count, 0, -1):
            found = self._found(kind, made, left, nesting)
            if not found:
                break
            made.append(self._step(self._picked(found), kind, nesting))
            kind = after(made[-1], kind, self.types)
            if self._over(made[-1], kind, left):
                break
        return made

    def _found(self, kind: str, made: list[Json], left: int, nesting: int) -> list[tuple[str, float]]:
        """The steps that can come next, with their weights."""
        before = [step[0] for step in made]
        barred = set(before) if before[-1:] == ["map"] else {*before} - {"map"}
        soon = left <= (len(made) + 2 if kind == "tree" else 2)
        options = _options(kind, self.library, nesting > 0, soon, left == 1)
        if before:
            barred |= _POINTLESS_AFTER.get(before[-1], _NONE)
        return [option for option in options if option[0] not in barred]

    def _picked(self, found: list[tuple[str, float]]) -> str:
        return self.rng.choices([k for k, _ in found], [w for _, w in found])[0]

    def _step(self, key: str, kind: str, nesting: int) -> Json:
        step: list[Json] = [key]
        row = STEPS[key]
        for spec in row.args:
            binder, _, want = spec.partition(":")
            if spec[0] == "=" or spec[0] == "'":
                step.append(self.rng.choice(choices(spec)))
            elif spec[0] == "#":
                low, high = bounds(spec)
                given = "limit" in self.expressions.scope and low >= 1 and self.rng.random() < 0.5
                step.append(["var", "limit"] if given else self.rng.randint(low, high))
            elif binder == "steps":
                inner = steps_on(kind)
                step.append(
                    ["do", self._inner(inner, self.rng.randint(1, 2 + (self.library > 5)), nesting + 1)]
                )
            elif binder == "empty":
                step.append({"int": ["int", 0], "str": ["text", ""]}.get(element(kind), ["empty"]))
            elif binder in ("other", "known", "table"):
                wanted = "dict[str, int]" if binder == "table" else kind
                self._param(OTHERS[wanted], wanted)
                step.append(["var", OTHERS[wanted]])
            else:
                names = self._names(binder, element(kind) or kind, nesting)
                env = {**self.types, **bound(binder, names, kind)}
                body = self.expressions.body(want, names, env)
                if key == "map" and body[0] in ("var", "int", "text"):
                    body = self.expressions.some("int", names[0], env, 1)
                step.append(["fn", names, body])
        return step

    def _names(self, binder: str, kind: str, nesting: int) -> list[str]:
        own = VARIABLES[family(kind)][nesting]
        if binder == "x":
            return [own]
        return [own if name == "?" else name for name in PLACE_NAMES[binder]]


def least(steps: int) -> int:
    """How many steps a program has at least that may have so many."""
    return (steps + 2) // 2


def is_enough(program: Json, drawing: Drawing, steps: int) -> bool:
    """Whether a drawn program has as many steps and operations as one that may have so many steps is to have."""
    made = program["steps"]
    return len(made) >= least(steps) and sum(map(operations, made)) >= drawing.operations(steps)


def result(program: Json) -> str:
    """The type of what a program returns."""
    types = dict(program["params"]) | {name: "int" for name, _ in program["lets"]}
    return after_all(program["steps"], program["params"][0][1], types)


_NONE: frozenset[str] = frozenset()
_APPLIES = frozenset(key for key in STEPS if key.startswith("apply"))
_ORDER_BLIND = frozenset("tally sums_by sum sum_of count count_kinds largest".split())
_POINTLESS_AFTER: dict[str, frozenset[str]] = {
    **dict.fromkeys(_APPLIES, _APPLIES),
    **dict.fromkeys("reverse rotate sort sort_by partition ranked".split(), _ORDER_BLIND),
    **dict.fromkeys("map_entries each_entry group positions tally sums_by".split(), frozenset({"keys"})),
}
"""Steps that make nothing of what the step before them did: such a program would be refused, or has a part that does
nothing."""


@lru_cache(maxsize=2048)
def _options(kind: str, library: int, nested: bool, soon: bool, last: bool) -> tuple[tuple[str, float], ...]:
    """The steps on a type that a library has, with their weights.

    Args:
        kind: the type.
        library: which steps there are.
        nested: whether it is a step within a step.
        soon: whether a step that ends a program may come.
        last: whether no step comes after it.
    """
    found = []
    for key, row in STEPS.items():
        if row.tier > library or match(row.takes, kind, row.of) is None or (row.ends and not soon):
            continue
        inner = any(spec.startswith("steps") for spec in row.args) or family(row.gives) == "dict"
        if nested and (inner or row.gives == "list[list[T]]"):
            continue
        weight = row.weight * (1.6 if row.tier >= library - 1 else 1.0)
        if row.ends:
            weight *= 2.5 if last else 0.3
        found.append((key, weight))
    return tuple(found)


def _uses(node: Json, name: str) -> bool:
    if isinstance(node, dict):
        return any(_uses(part, name) for part in node.values())
    return isinstance(node, list) and (node == ["var", name] or any(_uses(part, name) for part in node))

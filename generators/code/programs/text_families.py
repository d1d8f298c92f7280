"""Families of functions of a string: state machines, rewriting, runs, counters of letters, walks on a grid."""

from __future__ import annotations

from .pieces import CodeWriter, Stage, indented

LETTERS = "abcd"
MOVES = "LRUD"


def machine(s: CodeWriter) -> Stage:
    """A machine with two or three states that reads letters."""
    name, text, ch = s.name("function"), s.name("text"), s.name("letter")
    state, a = "state", s.name("number")
    s.taken.add(state)
    count = 2 if s.hard < 2 else 3
    tests, bodies = [], []
    for number in range(count):
        goal = s.pick(*(str(other) for other in range(count) if other != number))
        letters = s.rng.sample(LETTERS, 2)
        test = f"{ch} == {letters[0]!r}" if s.chance(0.6) else f"{ch} in {''.join(sorted(letters))!r}"
        act = s.pick(
            f"{a} += {s.small(1, 5)}", f"{a} = {a} * 2", f"{a} -= {s.small(1, 4)}", f"{a} = {a} * 2 + 1"
        )
        tests.append(f"state == {number}")
        bodies.append(
            s.branch([test], [[f"state = {goal}"]], [act])
            if s.chance(0.6)
            else s.branch([test], [[f"state = {goal}", act]])
        )
    body = s.branch(tests[:-1], bodies[:-1], bodies[-1])
    lines = ["state = 0", f"{a} = {s.small(1, 5)}", f"for {ch} in {text}:", *indented(body)]
    if s.hard >= 2 and s.chance(0.4):
        return _stage("state machine", name, text, "data", [*lines, f"return ({a}, state)"])
    return _stage(
        "state machine",
        name,
        text,
        "int",
        [*lines, s.pick(f"return {a} * {count} + state", f"return {a} - state")],
    )


def rewriting(s: CodeWriter) -> Stage:
    """Rules that replace letters, for a few rounds."""
    name, text, ch, built = s.name("function"), s.name("text"), s.name("letter"), s.name("string")
    letters = s.rng.sample(LETTERS, 4)
    forms = [
        f"{built} += {s.pick(*LETTERS)!r}",
        f"{built} += {ch} + {s.pick(*LETTERS)!r}",
        f"{built} = {ch} + {built}",
    ]
    if s.hard:
        forms += [f"{built} = {built}[::-1] + {ch}", f"{built} += {ch} * 2", f"{built} = {built}[1:] + {ch}"]
    if s.hard >= 2:
        forms += [
            f"{built} = {built}[:-1] + {s.pick(*LETTERS)!r} + {ch}",
            f"{built} = {built}[{s.small(1, 3)}:] + {ch} + {built}[:{s.small(1, 3)}]",
        ]
    s.rng.shuffle(forms)
    count = 1 if s.hard == 0 else 2
    tests = [f"{ch} == {letters[k]!r}" for k in range(count)]
    body = s.branch(
        tests, [[form] for form in forms[:count]], [f"{built} += {ch}" if s.chance(0.5) else forms[count]]
    )
    loop = [f"{built} = ''", f"for {ch} in {text}:", *indented(body)]
    if s.hard >= 2:
        r = s.name("index")
        loop = [
            f"for {r} in range({s.small(2, 3)}):",
            *indented([*loop, f"{text} = {built}[:{s.small(8, 12)}]"]),
        ]
        return _stage("rewriting", name, text, "text", [*loop, f"return {text}"])
    return _stage("rewriting", name, text, "text", [*loop, s.pick(f"return {built}", f"return {built}[::-1]")])


def runs(s: CodeWriter) -> Stage:
    """The lengths of runs of equal letters, or numbers made of them."""
    name, text, made, i, n = (
        s.name("function"),
        s.name("text"),
        s.name("made"),
        s.name("index"),
        s.name("number"),
    )
    test = (
        f"{text}[{i}] == {text}[{i} - 1]"
        if s.chance(0.6)
        else f"{text}[{i}] {s.pick('<=', '>=')} {text}[{i} - 1]"
    )
    grow = s.pick(f"{n} += 1", f"{n} += {i}", f"{n} = {n} * 2") if s.hard else f"{n} += 1"
    lines = [f"{made} = []", f"{n} = 1", f"for {i} in range(1, len({text})):"]
    lines += indented(s.branch([test], [[grow]], [f"{made}.append({n})", f"{n} = {s.small(1, 2)}"]))
    lines += [f"{made}.append({n})", s.pick(f"return {made}", f"return {made}[::-1]")]
    return _stage("runs", name, text, "ints", lines)


def places(s: CodeWriter) -> Stage:
    """Where letters were last seen, or how often."""
    name, text, ch, table, i = (
        s.name("function"),
        s.name("text"),
        s.name("letter"),
        s.name("dict"),
        s.name("index"),
    )
    a = s.name("number")
    lines = [f"{table} = {{}}", f"{a} = {s.small(0, 3)}", f"for {i}, {ch} in enumerate({text}):"]
    inner = s.branch(
        [f"{ch} in {table}"], [[f"{a} += {i} - {table}[{ch}]"]], [f"{a} -= {s.small(1, 3)}"] if s.hard else ()
    )
    inner.append(
        f"{table}[{ch}] = {i}"
        if s.hard < 2
        else f"{table}[{ch}] = {i} + {s.pick(a + ' % 3', str(s.small(1, 3)))}"
    )
    lines += indented(inner)
    if s.hard >= 1 and s.chance(0.5):
        return _stage(
            "letters", name, text, "data", [*lines, s.pick(f"return {table}", f"return [{a}, {table}]")]
        )
    return _stage("letters", name, text, "int", [*lines, f"return {a}"])


def walk(s: CodeWriter) -> Stage:
    """A walk on a grid that wraps round or stops at its walls, with a record of visits."""
    name, text, ch, x, y = s.name("function"), s.name("text"), s.name("letter"), "x", "y"
    s.taken |= {x, y}
    made = s.name("made")
    w, h = s.small(3, 5), s.small(3, 4)
    horizontal = [f"{x} = ({x} + {s.small(1, 2)}) % {w}", f"{x} = max({x} - 1, 0)"]
    vertical = [f"{y} = ({y} - {s.small(1, 2)}) % {h}", f"{y} = min({y} + 1, {h - 1})"]
    first, second, third, _ = s.rng.sample(LETTERS, 4)
    body = s.branch(
        [f"{ch} == {first!r}", f"{ch} == {second!r}", f"{ch} == {third!r}"],
        [[horizontal[0]], [vertical[0]], [horizontal[1]]],
        [vertical[1]],
    )
    begin = [f"{x}, {y} = {s.small(0, w - 1)}, {s.small(0, h - 1)}"]
    if s.hard >= 2 and s.chance(0.5):
        body.append(f"{made}[{y}][{x}] += 1")
        begin.append(
            f"{made} = [[0] * {w} for _ in range({h})]" if s.chance(0.5) else f"{made} = [[0] * {w}] * {h}"
        )
        end, kind = f"return {made}", "data"
        if s.chance(0.5):
            end, kind = f"return [sum(row) * {x} + row[{x}] for row in {made}]", "ints"
    else:
        body.append(f"{made}.append({y} * {w} + {x})")
        begin.append(f"{made} = []")
        end, kind = f"return {made}", "ints"
    return _stage("walk", name, text, kind, [*begin, f"for {ch} in {text}:", *indented(body), end])


def _stage(family: str, name: str, text: str, result: str, body: list[str]) -> Stage:
    return Stage(family, name, ((text, "text"),), result, (f"def {name}({text}):", *indented(body)))

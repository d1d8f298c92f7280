"""Families of functions of a list of integers: accumulators, filters, two ends, stacks, passes, groups, halves."""

from __future__ import annotations

from .pieces import CodeWriter, Stage, indented


def accumulator(s: CodeWriter) -> Stage:
    """One or two sums that are carried along a list, with branches."""
    name, xs, v, a = s.name("function"), s.name("list"), s.name("item"), s.name("number")
    b = s.name("number") if s.hard else ""
    head, known = f"for {v} in {xs}:", [v]
    if s.hard and s.chance(0.5):
        i = s.name("index")
        head, known = f"for {i}, {v} in enumerate({xs}):", [v, i]
    count = 1 if s.hard < 2 else 2
    tests = [s.test([*known, a] if s.chance(0.3) else [v]) for _ in range(count)]
    bodies = [[s.update(a, known)] for _ in range(count)]
    if b:
        bodies[0].append(s.update(b, [*known, a]))
    body = s.branch(
        tests, bodies, [s.update(b or a, [*known, a] if b else known)] if s.chance(0.8) or b else ()
    )
    if s.hard >= 2 and s.chance(0.4):
        stop = f"{a} > {s.small(30, 80)}"
        body += s.branch([stop], [[s.pick("break", f"{a} -= {s.small(20, 40)}")]])
    lines = [f"{a} = {s.small(0, 5)}", *([f"{b} = {s.small(0, 5)}"] if b else []), head, *indented(body)]
    kind, ends = "int", [f"return {a}"]
    if b:
        ends = [f"return {a} - {b}", f"return {a} * 2 + {b}", f"return {a} + {b}"]
        if s.hard >= 2 and s.chance(0.4):
            kind, ends = "data", [f"return ({a}, {b})", f"return [{b}, {a}]"]
    lines.append(s.pick(*ends))
    return _stage("accumulator", name, ((xs, "ints"),), kind, lines)


def choosing(s: CodeWriter) -> Stage:
    """Build a list from another, item by item."""
    name, xs, v, made = s.name("function"), s.name("list"), s.name("item"), s.name("made")
    head, known = f"for {v} in {xs}:", [v]
    if s.hard and s.chance(0.5):
        i = s.name("index")
        head, known = f"for {i}, {v} in enumerate({xs}):", [v, i]
    bodies = [[f"{made}.append({s.value(known)})"], [f"{made}.append({v})"]]
    if s.hard:
        bodies += [[f"{made}.insert(0, {v})"], [f"{made} = {made}[::-1] + [{s.value(known)}]"]]
    if s.hard >= 2:
        bodies += [[f"{made} += [{v}, {s.value(known)}]"], [f"{made} = {made}[1:] + [{v}]"]]
    s.rng.shuffle(bodies)
    count = 1 if s.hard < 2 else 2
    body = s.branch(
        [s.test(known) for _ in range(count)], bodies[:count], bodies[count] if s.chance(0.7) else ()
    )
    ends = [f"return {made}", f"return {made}[::-1]"]
    if s.hard:
        ends += [
            f"return {made}[1:] + {made}[:1]",
            f"return sorted({made})",
            f"return {made}[-{s.small(3, 6)}:]",
        ]
    lines = [
        f"{made} = [{s.small(1, 9)}]" if s.chance(0.4) else f"{made} = []",
        head,
        *indented(body),
        s.pick(*ends),
    ]
    return _stage("choosing", name, ((xs, "ints"),), "ints", lines)


def two_ends(s: CodeWriter) -> Stage:
    """One pointer at each end of a list, moving towards each other."""
    name, xs, i, j = s.name("function"), s.name("list"), s.name("index"), s.name("index")
    a = s.name("number")
    left, right = f"{xs}[{i}]", f"{xs}[{j}]"
    test = s.pick(
        f"{left} < {right}",
        f"{left} > {right}",
        f"({left} + {right}) % {s.small(2, 3)} == 0",
        f"{left} % 3 > {right} % 3",
    )
    one = [s.update(a, [left, right]), f"{i} += 1"]
    two = [s.update(a, [right, left]), f"{j} -= 1"]
    if s.hard >= 2 and s.chance(0.5):
        one.insert(1, f"{right} = {right} + {left} % {s.small(3, 7)}")
    body = s.branch([test], [one], two)
    if s.hard >= 2:
        third = [s.update(a, [left]), f"{i} += 1", f"{j} -= 1"]
        body = s.branch([f"{left} % {s.small(3, 5)} == {right} % {s.small(2, 3)}", test], [third, one], two)
    lines = [f"{i} = 0", f"{j} = len({xs}) - 1", f"{a} = {s.small(0, 3)}", f"while {i} < {j}:", *indented(body)]
    lines.append(f"return {a} + {i}" if s.hard and s.chance(0.5) else f"return {a}")
    return _stage("two ends", name, ((xs, "ints"),), "int", lines)


def stack(s: CodeWriter) -> Stage:
    """A stack that each number is pushed on, or that it makes work."""
    name, xs, v, made, top = (
        s.name("function"),
        s.name("list"),
        s.name("item"),
        s.name("made"),
        s.name("number"),
    )
    m = s.small(3, 4)
    combine = [f"{top} = {made}.pop()", f"{made}[-1] = {made}[-1] {s.pick('+', '-')} {top}"]
    if s.hard >= 2:
        combine[1] = s.pick(
            f"{made}[-1] = {top} * {s.small(2, 3)} - {made}[-1]", f"{made}.insert(0, {top} - {made}[-1])"
        )
    bodies = [combine, [f"{made}.append({s.value([v])})"]]
    tests = [f"len({made}) > 1 and {v} % {m} == {s.small(0, m - 1)}", f"{v} % {m} == {s.small(0, m - 1)}"]
    if s.hard >= 2:
        bodies[1] = [f"{made}.append({made}[-1] + {v})"]
        tests[1] = f"{made} and {v} > {s.small(3, 6)}"
    count = 2 if s.hard else 1
    body = s.branch(tests[:count], bodies[:count], [f"{made}.append({v})"])
    lines = [f"{made} = []", f"for {v} in {xs}:", *indented(body), f"return {made}"]
    return _stage("stack", name, ((xs, "ints"),), "ints", lines)


def passes(s: CodeWriter) -> Stage:
    """Passes over a copy of the list that swap or change neighbours."""
    name, xs, i, made, r = s.name("function"), s.name("list"), s.name("index"), s.name("made"), s.name("index")
    one, two = f"{made}[{i}]", f"{made}[{i} + 1]"
    test = s.pick(
        f"{one} > {two}",
        f"{one} % {s.small(2, 5)} > {two} % {s.small(2, 5)}",
        f"({one} - {two}) % 3 == 1",
        f"{one} + {i} > {two}",
    )
    act = [f"{one}, {two} = {two}, {one}"]
    if s.hard and s.chance(0.6):
        act = [
            s.pick(
                f"{one}, {two} = {two} + 1, {one}",
                f"{one}, {two} = {two}, {one} - 1",
                f"{two} += {one} % {s.small(3, 6)}",
            )
        ]
    body = [
        f"for {i} in range(len({made}) - 1):",
        *indented(s.branch([test], [act], [s.pick(f"{one} += 1", f"{two} -= 1")] if s.hard >= 2 else ())),
    ]
    if s.hard >= 1:
        body = [f"for {r} in range({s.small(2, 3)}):", *indented(body)]
    lines = [f"{made} = {s.pick(f'{xs}[:]', f'list({xs})', f'{xs}[::-1]')}", *body, f"return {made}"]
    return _stage("passes", name, ((xs, "ints"),), "ints", lines)


def groups(s: CodeWriter) -> Stage:
    """A dict of lists or counts by a key."""
    name, xs, v, table, key = (
        s.name("function"),
        s.name("list"),
        s.name("item"),
        s.name("dict"),
        s.name("index"),
    )
    m = s.small(3, 4)
    lines = [f"{table} = {{}}", f"for {v} in {xs}:"]
    if s.chance(0.5):
        value = s.value([v]) if s.hard else v
        lines += [f"    {table}.setdefault({v} % {m}, []).append({value})"]
        made, part = s.name("made"), f"{table}[{key}]"
        tail = s.pick(f"sum({part})", f"{part}[-1] - {part}[0]", f"len({part}) * {key}", f"max({part}) + {key}")
        if s.hard >= 2 and s.chance(0.5):
            return _stage("groups", name, ((xs, "ints"),), "data", [*lines, f"return {table}"])
        lines += [
            f"{made} = []",
            f"for {key} in sorted({table}):",
            f"    {made}.append({tail})",
            f"return {made}",
        ]
        return _stage("groups", name, ((xs, "ints"),), "ints", lines)
    lines += [
        f"    {key} = {s.pick(f'{v} % {m}', f'{v} // {s.small(2, 4)} % {m}', f'({v} + {s.small(1, 3)}) % {m}')}"
    ]
    lines += [f"    {table}[{key}] = {table}.get({key}, {s.small(0, 2)}){s.pick('', ' * 2')} + {v}"]
    if s.hard >= 2:
        lines += indented(
            s.branch(
                [f"{table}[{key}] % {s.small(3, 5)} == 0"],
                [[s.pick(f"del {table}[{key}]", f"{table}[{key}] -= {s.small(2, 5)}")]],
            )
        )
    if s.chance(0.5):
        return _stage("groups", name, ((xs, "ints"),), "data", [*lines, f"return {table}"])
    end = s.pick(
        f"return list({table}.values())", f"return [{key} * 2 + {table}[{key}] for {key} in sorted({table})]"
    )
    return _stage("groups", name, ((xs, "ints"),), "ints", [*lines, end])


def halves(s: CodeWriter) -> Stage:
    """Recursion on the two halves of a list."""
    name, xs, mid = s.name("function"), s.name("list"), s.name("index")
    left, right = s.name("number"), s.name("number")
    lines = [
        f"if len({xs}) == 0:",
        f"    return {s.small(1, 4)}",
        f"if len({xs}) == 1:",
        f"    return {s.value([f'{xs}[0]'])}",
    ]
    lines += [f"{mid} = {s.pick(f'len({xs}) // 2', f'(len({xs}) + 1) // 3')}"]
    lines += [f"{left} = {name}({xs}[:{mid}])", f"{right} = {name}({xs}[{mid}:])"]
    lines += [*s.branch([s.test([left, right], 0, 12)], [[f"return {left} - {right}"]])]
    lines += [f"return {s.value([left, right])} {s.pick('+', '-')} {s.pick(left, right)}"]
    return _stage("halves", name, ((xs, "ints"),), "int", lines)


def walk_back(s: CodeWriter) -> Stage:
    """Recursion along a list with an accumulator."""
    name, xs, go, i, a = s.name("function"), s.name("list"), s.name("helper"), s.name("index"), s.name("number")
    v = f"{xs}[{i}]"
    inner = [f"if {i} >= len({xs}):", f"    return {a}"]
    inner += s.branch([s.test([v])], [[f"return {go}({i} + 1, {s.value([v, a])})"]])
    inner += [f"return {go}({i} + {s.small(1, 2)}, {a} {s.pick('+', '-')} {v})"]
    if s.hard >= 2:
        inner[-1] = f"return {go}({i} + {s.small(1, 2)}, {a} {s.pick('+', '-')} {v}) - {s.pick(v, i, a)}"
    lines = [f"def {go}({i}, {a}):", *indented(inner), "", f"return {go}(0, {s.small(0, 6)})"]
    return _stage("recursion", name, ((xs, "ints"),), "int", lines)


def zipped(s: CodeWriter) -> Stage:
    """Two lists next to each other, one of them turned round or shifted."""
    name, xs, a, b, made = s.name("function"), s.name("list"), s.name("item"), s.name("item"), s.name("made")
    other = s.pick(f"{xs}[::-1]", f"{xs}[1:]", f"sorted({xs})", f"{xs}[2:]", f"{xs}[1:] + {xs}[:1]")
    one = [f"{made}.append({s.value([a, b])})"]
    two = [f"{made}.append({s.value([b, a])})"]
    body = s.branch([s.test([a, b])], [one], two if s.chance(0.7) else ())
    lines = [f"{made} = []", f"for {a}, {b} in zip({xs}, {other}):", *indented(body), f"return {made}"]
    return _stage("zipped", name, ((xs, "ints"),), "ints", lines)


def _stage(
    family: str, name: str, parameters: tuple[tuple[str, str], ...], result: str, body: list[str]
) -> Stage:
    head = f"def {name}({', '.join(listed for listed, _ in parameters)}):"
    return Stage(family, name, parameters, result, (head, *indented(body)))

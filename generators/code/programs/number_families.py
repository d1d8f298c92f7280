"""Families of functions of one integer: straight lines, digit loops, bounded chases, recurrences, recursion."""

from __future__ import annotations

from .pieces import CodeWriter, Stage, indented


def straight(s: CodeWriter) -> Stage:
    """Assignments one after the other, and perhaps a branch."""
    name, first, second = s.name("function"), s.name("size"), s.name("size")
    known = [first, second]
    lines: list[str] = []
    for _ in range(s.small(2, 3)):
        made = s.name("number")
        lines.append(f"{made} = {s.value(known[-2:])}")
        known.append(made)
    changed = known[-1]
    body = s.update(changed, known[:-1])
    if s.chance(0.6):
        lines += s.branch(
            [s.test(known[-2:], 0, 20)], [[body]], [s.update(changed, known[:-1])] if s.chance(0.5) else ()
        )
    else:
        lines.append(body)
    lines.append(f"return {changed} {s.pick('+', '-')} {s.pick(*known[1:-1])}")
    return Stage(
        "straight", name, ((first, "int"), (second, "int")), "int", tuple(_def(name, [first, second], lines))
    )


def digits(s: CodeWriter) -> Stage:
    """A loop over the digits of a number, the last one first."""
    name, n, d, a = s.name("function"), s.name("size"), s.name("item"), s.name("number")
    lists = s.chance(0.5)
    made = s.name("made") if lists else a
    body = [f"{d} = {n} % 10", f"{n} //= 10"]
    if lists:
        bodies = [[f"{made}.append({s.value([d])})"], [f"{made}.insert(0, {d})"], [f"{made}.append({d})"]]
    else:
        bodies = [[s.update(a, [d])], [s.update(a, [d])], [s.update(a, [d])]]
    s.rng.shuffle(bodies)
    count = s.small(1, 2) if s.hard else 1
    body += s.branch(
        [s.test([d]) for _ in range(count)], bodies[:count], bodies[count] if s.chance(0.7) else ()
    )
    lines = [f"{n} = abs({n}) * {s.small(3, 9)} + {s.small(11, 99)}"]
    lines += [
        f"{made} = []" if lists else f"{a} = {s.small(0, 4)}",
        f"while {n} > 0:",
        *indented(body),
        f"return {made}",
    ]
    return Stage("digits", name, ((n, "int"),), "ints" if lists else "int", tuple(_def(name, [n], lines)))


def chase(s: CodeWriter) -> Stage:
    """Change a number by its remainder again and again, a bounded number of times."""
    name, n, t, m = s.name("function"), s.name("size"), s.name("index"), s.small(2, 3)
    made = s.name("made")
    grow = f"{n} = {n} * {s.small(2, 3)} + {s.small(1, 7)}"
    shrink = f"{n} = {n} // {s.pick('2', '3')}"
    modulus = s.small(40, 120)
    body = s.branch([f"{n} % {m} == {s.small(0, m - 1)}"], [[shrink]], [grow])
    if s.hard >= 1:
        body.append(f"{n} %= {modulus}")
    body.append(f"{made}.append({n})")
    lines = [f"{made} = []", f"for {t} in range({s.small(3, 5 + 2 * s.hard)}):", *indented(body)]
    ends = [f"return {made}", f"return {made}[::-1]", f"return {made}[1:]"]
    if s.hard >= 1:
        ends += [f"return sorted({made})", f"return {made}[{s.small(1, 2)}:] + {made}[:1]"]
    lines.append(s.pick(*ends))
    return Stage("chase", name, ((n, "int"),), "ints", tuple(_def(name, [n], lines)))


def recurrence(s: CodeWriter) -> Stage:
    """A list in which each item is made from the two before it."""
    name, n, made, i = s.name("function"), s.name("size"), s.name("made"), s.name("index")
    a, b, m = s.small(1, 4), s.small(1, 3), s.small(13, 60)
    step = f"{made}[-1]" + (f" * {a}" if a > 1 else "")
    step += f" {s.pick('+', '-')} {made}[-2]" + (f" * {b}" if b > 1 else "")
    if s.chance(0.5):
        step += f" + {i}"
    body = [f"{made}.append(({step}) % {m})"]
    if s.hard >= 2:
        body = s.branch(
            [f"{made}[-1] {s.pick('>', '<')} {m // 2}"], [body], [f"{made}.append({made}[-1] + {made}[-3])"]
        )
    start = (
        f"{made} = [{n} % {m}, {s.small(1, 9)}]"
        if s.hard < 2
        else f"{made} = [{s.small(1, 9)}, {n} % {m}, {s.small(1, 9)}]"
    )
    lines = [start, f"for {i} in range({s.small(3, 4 + s.hard)}):", *indented(body)]
    lines.append(s.pick(f"return {made}", f"return {made}[2:]", f"return {made}[::-1]", f"return {made}[::2]"))
    return Stage("recurrence", name, ((n, "int"),), "ints", tuple(_def(name, [n], lines)))


def descent(s: CodeWriter) -> Stage:
    """Recursion with an argument that gets smaller."""
    name, n, k = s.name("function"), s.name("size"), s.small(2, 3)
    cut = s.small(2, 4)
    test = f"{n} % {k} == {s.small(0, k - 1)}"
    one = f"return {name}({n} // {k}) {s.pick('+', '-')} {n}"
    two = f"return {s.small(2, 3)} * {name}({n} - {s.small(1, 3)}) {s.pick('+', '-')} {s.small(1, 6)}"
    if s.hard >= 2:
        two = (
            f"return {name}({n} // {k + 1}) - {name}({n} // {k + 2}) * {s.small(2, 3)} + {n} % {s.small(4, 9)}"
        )
    lines = [f"if {n} < {cut}:", f"    return {n} + {s.small(1, 5)}", *s.branch([test], [[one]]), two]
    outer = s.name("function")
    cap = s.small(20, 40) if s.hard < 2 else s.small(60, 200)
    text = [*_def(name, [n], lines), "", ""]
    p = s.name("size")
    text += _def(outer, [p], [f"return {name}(abs({p}) % {cap} + {s.small(3, 9)})"])
    return Stage("descent", outer, ((p, "int"),), "int", tuple(text))


def _def(name: str, parameters: list[str], body: list[str]) -> list[str]:
    return [f"def {name}({', '.join(parameters)}):", *indented(body)]

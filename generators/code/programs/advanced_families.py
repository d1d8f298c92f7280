"""Families with what surprises: closures, generators, shared lists, caught exceptions, a small machine's jumps."""

from __future__ import annotations

from .pieces import CodeWriter, Stage, indented


def closures(s: CodeWriter) -> Stage:
    """Functions that share a variable of the function around them."""
    name, xs, v, a, made = s.name("function"), s.name("list"), s.name("item"), s.name("number"), s.name("made")
    bump, p, b = s.name("helper"), s.name("size"), s.name("number")
    inner = [f"nonlocal {a}", s.update(a, [p]), f"return {s.value([a, p])}"]
    lines = [
        f"{a} = {s.small(0, 5)}",
        f"def {bump}({p}):",
        *indented(inner),
        "",
        f"{made} = []",
        f"for {v} in {xs}:",
    ]
    use = s.branch(
        [s.test([v])],
        [[f"{made}.append({bump}({v}))"]],
        [f"{b} = {bump}({v} + {s.small(1, 3)})", f"{made}.append({b} + {a})"],
    )
    lines += [*indented(use), f"return {made} + [{a}]" if s.chance(0.5) else f"return {made}"]
    return _stage("closures", name, xs, "ints", lines)


def makers(s: CodeWriter) -> Stage:
    """Two counters made by one maker, each with a state of its own."""
    name, xs, v, a = s.name("function"), s.name("list"), s.name("item"), s.name("number")
    maker, inner, p, made = s.name("function"), s.name("helper"), s.name("size"), s.name("made")
    one, two = s.name("index"), s.name("index")
    text = [
        f"def {maker}({a}):",
        f"    def {inner}({p}):",
        f"        nonlocal {a}",
        f"        {s.update(a, [p])}",
        f"        return {a}",
    ]
    text += ["", f"    return {inner}", "", ""]
    lines = [
        f"{one} = {maker}({s.small(0, 4)})",
        f"{two} = {maker}({s.small(5, 9)})",
        f"{made} = []",
        f"for {v} in {xs}:",
    ]
    lines += indented(
        s.branch([s.test([v])], [[f"{made}.append({one}({v}))"]], [f"{made}.append({two}({one}({v})))"])
    )
    lines.append(f"return {made}")
    return Stage("makers", name, ((xs, "ints"),), "ints", (*text, f"def {name}({xs}):", *indented(lines)))


def generators(s: CodeWriter) -> Stage:
    """A generator that is read by a loop, which may stop early."""
    name, xs, v, a = s.name("function"), s.name("list"), s.name("item"), s.name("number")
    source, p, w, made = s.name("function"), s.name("list"), s.name("item"), s.name("made")
    inner = [f"{a} = {s.small(0, 4)}", f"for {v} in {p}:", f"    {s.update(a, [v])}"]
    inner += indented(s.branch([s.test([v, a])], [[f"yield {s.value([a, v])}"]]))
    inner += [f"yield {a}"] if s.chance(0.5) else []
    text = [f"def {source}({p}):", *indented(inner), "", ""]
    body = s.branch([s.test([w], 0, 20)], [[f"{made}.append({s.value([w])})"]], [f"{made}.insert(0, {w})"])
    if s.chance(0.4):
        body += s.branch([f"len({made}) > {s.small(4, 6)}"], [["break"]])
    lines = [f"{made} = []", f"for {w} in {source}({xs}):", *indented(body), f"return {made}"]
    return Stage("generators", name, ((xs, "ints"),), "ints", (*text, f"def {name}({xs}):", *indented(lines)))


def shared(s: CodeWriter) -> Stage:
    """Two names for one list, a copy, and rows that are the same row."""
    name, xs, a, b, c = s.name("function"), s.name("list"), s.name("made"), s.name("made"), s.name("made")
    v = s.name("item")
    lines = [f"{a} = [{xs}[0], {s.small(2, 9)}]", f"{b} = {a}", f"{c} = {a}[:]", f"for {v} in {xs}:"]
    one, two = (
        s.pick(f"{b}.append({s.value([v])})", f"{b} += [{v}]"),
        f"{c}.append({a}[-1] {s.pick('+', '-')} {v})",
    )
    three = s.pick(f"{b} = {b} + [{v}]", f"{a}[0] += {v}", f"{b} = {c}", f"{a} = {c}[:]", f"{c} = {b}")
    body = s.branch([s.test([v]), s.test([v])], [[one], [three]], [two])
    end = s.pick(
        f"return {a} + {c}",
        f"return [sum({a}), sum({b}), sum({c})]",
        f"return {c} + {b}[-2:]",
        f"return {a}[::-1] + {b}",
    )
    return _stage("shared lists", name, xs, "ints", [*lines, *indented(body), end])


def catching(s: CodeWriter) -> Stage:
    """Exceptions that are raised by data and caught."""
    name, xs, v, a, made = s.name("function"), s.name("list"), s.name("item"), s.name("number"), s.name("made")
    k = s.small(2, 5)
    kind = s.pick("index", "zero", "key", "value")
    begin: list[str] = []
    if kind == "index":
        work, error = f"{a} += {xs}[{v} % {s.small(6, 9)}]", "IndexError"
    elif kind == "zero":
        work, error = f"{a} += {s.small(20, 60)} // ({v} % {k + 1})", "ZeroDivisionError"
    elif kind == "key":
        table = s.name("dict")
        keys = s.rng.sample(range(6), 3)
        begin = [f"{table} = {{{', '.join(f'{key}: {s.small(1, 20)}' for key in sorted(keys))}}}"]
        work, error = f"{a} += {table}[{v} % 6]", "KeyError"
    else:
        work, error = f"{a} += {made}.index({v} % {k + 3})", "ValueError"
    told = s.rng.sample([a, f"{a} - {v}", f"{a} % {s.small(4, 9)}", f"{v} % {k + 3}"], 2)
    body = ["try:", f"    {work}", f"    {made}.append({told[0]})", f"except {error}:"]
    body += indented([f"{a} {s.pick('-=', '+=')} {s.pick(v, str(k))}", f"{made}.append({told[1]})"])
    lines = [
        *begin,
        f"{a} = {s.small(0, 5)}",
        f"{made} = []",
        f"for {v} in {xs}:",
        *indented(body),
        f"return {made}",
    ]
    return _stage("exceptions", name, xs, "ints", lines)


def jumps(s: CodeWriter) -> Stage:
    """A pointer that jumps about in a list by what it finds there, a bounded number of times."""
    name, xs, at, a, made, t = (
        s.name("function"),
        s.name("list"),
        s.name("index"),
        s.name("number"),
        s.name("made"),
        s.name("index"),
    )
    body = [f"{a} = {made}[{at}]", f"{made}[{at}] = {s.value([a, t])}"]
    body += s.branch(
        [s.test([a])],
        [[f"{at} = ({at} + {a}) % len({made})"]],
        [f"{at} = ({at} - {s.small(1, 3)}) % len({made})"],
    )
    lines = [
        f"{made} = list({xs})",
        f"{at} = 0",
        f"for {t} in range({s.small(5, 6 + s.hard)}):",
        *indented(body),
    ]
    return _stage("jumps", name, xs, "ints", [*lines, f"return {made}"])


def _stage(family: str, name: str, xs: str, result: str, body: list[str]) -> Stage:
    return Stage(family, name, ((xs, "ints"),), result, (f"def {name}({xs}):", *indented(body)))

"""Random answers with a unit, a clock or a base."""

from __future__ import annotations

from random import Random

from makers import Case

# Names, then the unit in SI units of its kind, and the kind.
UNITS = {
    "cm": (["cm", "centimeters", "centimetres"], "m", r"\times 10^{-2}"),
    "m": (["m", "meters", "metres"], "m", ""),
    "km": (["km", "kilometers", "kilometres"], "m", r"\times 10^{3}"),
    "g": (["g", "grams"], "kg", r"\times 10^{-3}"),
    "kg": (["kg", "kilograms"], "kg", ""),
}


def quantity(source: Random) -> Case:
    unit = source.choice(list(UNITS))
    names, base, factor = UNITS[unit]
    power = source.choice([1, 1, 2, 3]) if base == "m" else 1
    n = source.randint(2, 9999)
    up = f"^{power}" if power > 1 else ""
    gold = rf"{n} \text{{ {unit}}}{up}"
    same = [
        f"{n} {unit}{up}",
        rf"{n}\text{{ {unit}}}{up}",
        rf"{n} \mathrm{{~{unit}}}{up}",
        rf"{n}\,\text{{{unit}}}{up}",
        f"{n}.0 {unit}{up}",
        rf"{n}\ \mathrm{{{unit}}}{up}",
        rf"\frac{{{2 * n}}}{{2}} \text{{ {unit}}}{up}",
    ]
    same += [
        rf"{n:,} \text{{ {unit}}}{up}",
        rf"{n}\;\text{{{unit}}}{up}",
        rf"x = {n} \text{{ {unit}}}{up}",
        f"{n}{unit}{up}",
        rf"{n} \text{{ {unit}}}{up.replace('^', '^{')}{'}' if up else ''}",
        f"{n} {unit}{ {1: '', 2: '²', 3: '³'}[power] }",
    ]
    words = {1: "", 2: "square ", 3: "cubic "}[power]
    same += [f"{n} {words}{name}" for name in names[1:]]
    converted = factor.replace("{", "{" if power == 1 else f"{{{power} \\cdot ") if factor else ""
    if power == 1:
        same.append(rf"{n} {converted} \text{{ {base}}}")
    other = [
        rf"{n + 1} \text{{ {unit}}}{up}",
        rf"{n} \text{{ {unit}}}^{power + 1}",
        f"{n} s",
        f"{n} seconds",
        rf"-{n} \text{{ {unit}}}{up}",
        f"{10 * n} {unit}{up}",
        rf"{n}\%",
        rf"\${n}",
        rf"{n}^\circ",
        f"{n} {unit}/s",
        f"{n} {unit}{up} per day",
    ]
    other += [
        rf"{n} \text{{ {next(u for u in UNITS if u != unit)}}}{up}",
        f"{n + 1}",
        f"{n}.5 {unit}{up}",
        f"{n} inches",
        f"{n} {unit}^{power + 2}",
        f"{n} to {n + 5} {unit}{up}",
        f"{n} or {n + 1} {unit}{up}",
        rf"\pm {n} {unit}{up}",
        f"{n} 1/{unit}{up}",
        f"{n} J",
        f"{n}x",
    ]
    other += [f"({n} {unit}{up}, 1)", f"{n}i {unit}{up}", f"{n} {unit}{up} + 1 {unit}{up}", f"> {n} {unit}{up}"]
    return Case(gold, same, other)


def time(source: Random) -> Case:
    hour, minute, half = source.randint(1, 12), source.randint(0, 59), source.choice(["AM", "PM"])
    clock = f"{hour}:{minute:02d}"
    gold = rf"{clock} \text{{ {half}}}"
    dotted = f"{half[0].lower()}.m."
    same = [
        f"{clock} {half}",
        f"{clock}{half}",
        f"{clock} {half.lower()}",
        f"{clock} {dotted}",
        rf"{clock}\text{{ {half}}}",
        rf"{clock}\,\text{{{half}}}",
        rf"{clock} \mathrm{{{half}}}",
        rf"{clock} \text{{ {dotted}}}",
        clock.replace(":", "{:}") + rf" \text{{ {half}}}",
        f"{clock} {half}.",
    ]
    same += [rf"\text{{{clock} {half}}}", f"{hour % 12 + (12 if half == 'PM' else 0):02d}:{minute:02d}"]
    if hour < 10:
        same.append(f"0{clock} {half}")
    flipped = "PM" if half == "AM" else "AM"
    later = f"{hour}:{(minute + 1) % 60:02d}"
    next_hour = f"{hour % 12 + 1}:{minute:02d}"
    other = [
        rf"{later} \text{{ {half}}}",
        f"{clock} {flipped}",
        f"{next_hour} {half}",
        f"{later} {flipped}",
        f"{next_hour} {flipped}",
        f"{clock}:59 {half}",
        f"{hour}.{minute:02d}",
        f"{hour}{minute:02d}",
        f"{hour} {half} and {minute}",
        f"{hour}:{minute + 60} {half}",
        f"{hour + 24}:{minute:02d}",
        str(hour),
        half,
    ]
    other += [
        f"{clock} {half} or {later} {half}",
        f"-{clock} {half}",
        f"{hour}/{minute + 1}",
        f"({hour}, {minute})",
        f"not {clock} {half}",
        f"before {clock} {half}",
        rf"{clock} \text{{ {half}}}, {later} \text{{ {half}}}",
        f"{hour % 12 + (12 if flipped == 'PM' else 0):02d}:{minute:02d}",
    ]
    return Case(gold, same, other)


def base(source: Random) -> Case:
    n = source.randint(2, 12)
    digits = "".join(source.choice("0123456789AB"[:n]) for _ in range(source.randint(2, 7)))
    digits = source.choice("123456789AB"[: n - 1]) + digits
    shown = rf"\text{{{digits}}}" if not digits.isdigit() else digits
    word = dict(
        zip(range(2, 13), "two three four five six seven eight nine ten eleven twelve".split(), strict=True)
    )[n]
    gold = f"{shown}_{{{n}}}"
    same = [
        f"{digits}_{{{n}}}",
        f"({digits})_{{{n}}}",
        f"{{{digits}}}_{{{n}}}",
        rf"{shown}_{{\text{{{word}}}}}",
        f"0{digits}_{{{n}}}",
        f"{digits} (base {n})",
        f"{digits} in base {n}",
        rf"{shown}_{{{n}}}",
        rf"{shown} \text{{ (base {n})}}",
        rf"{shown}_{{ {n} }}",
    ]
    same += (
        [
            digits + "".join("₀₁₂₃₄₅₆₇₈₉"[int(d)] for d in str(n)),
            rf"\left({shown}\right)_{{{n}}}",
            f"x = {shown}_{{{n}}}",
        ]
        + ([f"{shown}_{n}"] if n < 10 else [])
        + ([f"{digits.lower()}_{{{n}}}"] if digits.isdigit() else [])
    )
    top = "0123456789AB"
    changed = digits[:-1] + top[(top.index(digits[-1]) + 1) % n]
    more = digits + "1"
    other = [
        f"{changed}_{{{n}}}",
        f"{digits}_{{{n + 1}}}",
        f"{more}_{{{n}}}",
        f"1{digits}_{{{n}}}",
        f"-{digits}_{{{n}}}",
        f"{digits}{n}",
        f"{digits}^{{{n}}}",
        rf"{digits} \cdot {n}",
        f"{digits}_{{{n}{n}}}",
        f"{digits[:-1]}_{{{n}}}",
        f"{n}_{{{digits}}}",
        f"{digits}.1_{{{n}}}",
    ]
    other += [
        f"{digits} in base {n + 1}",
        f"{changed} (base {n})",
        f"{digits}_{{{n}}} + 1",
        f"{digits}_{{{n}}}, 1_{{{n}}}",
        rf"\pm {digits}_{{{n}}}",
        f"({digits}, {n})",
        f"{digits}_{{{n}}}x",
        f"{digits}_{{{n}}} > 0",
        f"{digits}/{n}",
        str(int(digits, n) + 1),
        f"Z{digits}_{{{n}}}",
        rf"{digits}_{{{n}}}\%",
    ]
    if digits[::-1] != digits:
        other.append(f"{digits[::-1]}_{{{n}}}")
    return Case(gold, same, other)

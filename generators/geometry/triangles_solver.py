"""Triangles a second time: each is drawn in coordinates of fifty digits and measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from typing import Any

from .decimals import Place, cosine, decimal, length, sine, triangle
from .readers import is_value


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: the triangle is drawn in coordinates of fifty digits and measured."""
    problem = payload["problem"]
    with localcontext() as context:
        context.prec = 50
        known = {name: decimal(value) for name, value in problem.items() if name != "kind"}
        value = _MEASURES[problem["kind"]](known)
    return is_value(answer, (value, Decimal(0)))


Known = Mapping[str, Decimal]


def _fan(a: Decimal, b: Decimal, angle: int) -> tuple[Place, Place, Place]:
    """C at the origin, with the sides a and b from it and the angle between them."""
    return (Decimal(0), Decimal(0)), (a, Decimal(0)), (b * cosine(angle), b * sine(angle))


def _area(p: Place, q: Place, r: Place) -> Decimal:
    return abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2


def _angles(k: Known) -> Decimal:
    at = [k[f"s{i}"] for i in range(3)]
    x = (180 - sum(at)) / (k["f0"] + k["f1"] + k["f2"])
    return max(k[f"f{i}"] * x + at[i] for i in range(3)) if k["largest"] else x


def _polygon(k: Known) -> Decimal:
    """Once round a convex polygon one turns by 360 degrees."""
    return 180 - (360 - sum((180 - angle for angle in k.values()), Decimal(0)))


def _cosine_side(k: Known) -> Decimal:
    _, p, q = _fan(k["a"], k["b"], int(k["angle"]))
    third = length(p, q)
    return third if int(k["angle"]) in (60, 120) else third * third


def _sides(k: Known) -> tuple[Place, Place, Place]:
    return triangle(k["a"], k["b"], k["c"])


def _cosine_angle(k: Known) -> Decimal:
    a, b, c = _sides(k)
    inner = sum((x - z) * (y - z) for x, y, z in zip(a, b, c, strict=True))
    return Decimal(inner) / (k["a"] * k["b"])


def _inradius(k: Known) -> Decimal:
    """The distance of the incenter, a weighted mean of the vertices, from AB, which is the x-axis."""
    a, b, c = _sides(k)
    return (k["a"] * a[1] + k["b"] * b[1] + k["c"] * c[1]) / (k["a"] + k["b"] + k["c"])


def _circumradius(k: Known) -> Decimal:
    """The circumcenter is above the middle of AB, as far from A as from C."""
    a, b, c = _sides(k)
    x = b[0] / 2
    y = (c[0] * c[0] + c[1] * c[1] - 2 * x * c[0]) / (2 * c[1])
    return length(a, (x, y))


def _median(k: Known) -> Decimal:
    _, b, c = _sides(k)
    return length((b[0] / 2, Decimal(0)), c)


def _bisector(k: Known) -> Decimal:
    """C + t*(direction that halves the angle) meets the x-axis."""
    a, b, c = _sides(k)
    u = [(x - z) / k["b"] + (y - z) / k["a"] for x, y, z in zip(a, b, c, strict=True)]
    d = (c[0] - c[1] * u[0] / u[1], Decimal(0))
    return length(d, c) if k["length"] else length(d, a)


def _sines(k: Known) -> Decimal:
    """AB on the x-axis; the height of C in two ways."""
    one, other = int(k["A"]), int(k["B"])
    height = k["a"] * sine(other)
    return height / sine(one)


def _right(k: Known) -> Decimal:
    """Thales: the right angle is on the circle over the hypotenuse."""
    radius = (k["p"] + k["q"]) / 2
    height = (radius * radius - (radius - k["p"]) ** 2).sqrt()
    return (height * height + k["p"] ** 2).sqrt() if k["leg"] else height


def _between(k: Known) -> Decimal:
    """By the law of cosines."""
    u, v = (k["u0"], k["u1"]), (k["v0"], k["v1"])
    zero = (Decimal(0), Decimal(0))
    p, q, r = length(u, zero), length(v, zero), length(u, v)
    return (p * p + q * q - r * r) / (2 * p * q)


_MEASURES: dict[str, Callable[[Known], Decimal]] = {
    "hypotenuse": lambda k: length((k["a"], Decimal(0)), (Decimal(0), k["b"])),
    "leg": lambda k: ((k["c"] - k["a"]) * (k["c"] + k["a"])).sqrt(),
    "angles": _angles,
    "polygon": _polygon,
    "area_angle": lambda k: _area(*_fan(k["a"], k["b"], int(k["angle"]))),
    "cosine_side": _cosine_side,
    "cosine_angle": _cosine_angle,
    "heron": lambda k: _area(*_sides(k)),
    "altitude": lambda k: _sides(k)[2][1],
    "inradius": _inradius,
    "circumradius": _circumradius,
    "median": _median,
    "bisector": _bisector,
    "sines": _sines,
    "similar": lambda k: k["d"] / k["a"] * k["b"],
    "right_altitude": _right,
    "coordinates_angle": _between,
}

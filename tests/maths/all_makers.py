"""Every kind of answer, and its maker."""

from __future__ import annotations

from makers import NUMBERS, Maker
from makers_letters import equation, expression, inequality
from makers_measures import base, quantity, time
from makers_parts import interval, matrix, set_of, tuple_of

MAKERS: dict[str, Maker] = {
    **NUMBERS,
    "expression": expression,
    "set": set_of,
    "tuple": tuple_of,
    "interval": interval,
    "matrix": matrix,
    "equation": equation,
    "inequality": inequality,
    "quantity": quantity,
    "time": time,
    "base": base,
}

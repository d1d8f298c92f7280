"""The image that an entry of the registry asks for: what runs on its behalf runs there, unless it names another one.

It imports nothing of the sandbox: the functions of every entry pass through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_named: ContextVar[str] = ContextVar("image of an entry", default="")


def named_image() -> str:
    """The image that is asked for here, or ""."""
    return _named.get()


@contextmanager
def within(image: str) -> Iterator[None]:
    """Make `image` what `named_image` gives, for the time of a ``with`` statement; "" changes nothing."""
    if not image:
        yield
        return
    token = _named.set(image)
    try:
        yield
    finally:
        _named.reset(token)


def from_image(image: str, function: Callable[P, R]) -> Callable[P, R]:
    """A function that runs `within` an image; the function itself where there is none."""
    if not image:
        return function

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        with within(image):
            return function(*args, **kwargs)

    return wrapped

"""Databases that are made again from recipes, kept as long as there is room for them."""

from __future__ import annotations

import threading
from collections.abc import Callable

MAX_BYTES = 256 * 2**20


class ImageCache:
    """Images of databases by the text of their recipe; those that were used longest ago give way.

    Args:
        max_bytes: how much all of them may take together; the latest one is kept in any case.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self._images: dict[str, bytes] = {}
        self._size = 0
        self._lock = threading.Lock()

    def get(self, recipe: str, make: Callable[[str], bytes]) -> bytes:
        """The image of a recipe, which `make` makes if it is not there."""
        with self._lock:
            image = self._images.pop(recipe, None)
            if image is not None:
                self._images[recipe] = image  # the latest is last
                return image
        image = make(
            recipe
        )  # outside the lock: others need not wait, and two that make the same one do no harm
        with self._lock:
            if recipe not in self._images:
                self._images[recipe] = image
                self._size += len(image)
            while self._size > self.max_bytes and len(self._images) > 1:
                oldest = next(iter(self._images))
                self._size -= len(self._images.pop(oldest))
        return image

"""One check for all: the properties that every environment of the registry must have.

``rlvr check`` and the test suite run the same functions, so an environment that is added, by this package or
by another, is an environment that is tested.
"""

from .run import Report, check

__all__ = ["Report", "check"]

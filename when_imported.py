"""Doing something as soon as another package has been imported, without importing it.

Gymnasium (with NumPy) takes longer to import than all that a reward worker needs of this package. So the ids are
registered with Gymnasium when it is there: at once if it is loaded already, else right after somebody imports it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:  # the import system asks for the methods only, and importing these classes takes a tenth of importing the package
    Loader = MetaPathFinder = object


def when_imported(package: str, action: Callable[[], None]) -> None:
    """Call `action` once `package` has been imported; at once if that is the case already."""
    loaded = sys.modules.get(package)
    if loaded is not None and not getattr(loaded.__spec__, "_initializing", False):
        action()
    else:
        sys.meta_path.insert(0, _Finder(package, action))


class _Finder(MetaPathFinder):
    """Finds the package as the other finders do, once, and has the action run behind its loading."""

    def __init__(self, package: str, action: Callable[[], None]) -> None:
        self.package, self.action = package, action

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.package:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self.action)
        return spec


class _Loader(Loader):
    """The package's own loader, and the action behind it."""

    def __init__(self, loader: Loader, action: Callable[[], None]) -> None:
        self.loader, self.action = loader, action

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self.loader
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader  # nobody else sees the detour
        self.loader.exec_module(module)
        self.action()

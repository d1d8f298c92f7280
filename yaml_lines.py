"""YAML with line numbers. The YAML library is imported when something is read, because that takes a while."""

from __future__ import annotations

from functools import cache
from typing import Any

LINE = "__line__"
"""The key under which each mapping has its line."""


class NotYaml(ValueError):
    """A text is not YAML; `line` counts from 1, and is None where the library does not tell it."""

    def __init__(self, problem: str, line: int | None) -> None:
        super().__init__(problem)
        self.line = line


def load(text: str) -> Any:
    """What a YAML text says; each mapping has its line under the key `LINE`.

    Raises:
        NotYaml: if it is not YAML, or a mapping gives a key twice.
    """
    import yaml

    try:
        return yaml.load(text, Loader=_loader())
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise NotYaml(str(getattr(error, "problem", error)), mark.line + 1 if mark else None) from error


@cache
def _loader() -> Any:
    import yaml

    class LineLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """The fast safe loader; it refuses a key that is given twice, and adds the line of each mapping."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            names = [key.value for key, _ in node.value]
            for name in names:
                if names.count(name) > 1:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"{name!r} is given twice in one entry", node.start_mark
                    )
            mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
            mapping[LINE] = node.start_mark.line + 1
            return mapping

    return LineLoader

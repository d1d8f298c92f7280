"""What is known of how far each verifier can be trusted: checks that were run, error rates, blind guesses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import registry
from ..generators.base import TEST_SHARE
from ..version import __version__
from .gallery import slug

Json = Any
_LARGEST = 32 << 20
"""Bytes of a file of checks that is read."""


def trust(checks: Mapping[str, Path]) -> Json:
    """A row for each environment, from the registry and from files of `rlvr check --json`.

    The newest file that tells of an environment counts. ``current`` is false where it was written by another version
    of this package, whose verifiers may have been others. Nothing is measured here.
    """
    conformance: dict[str, Json] = {}
    rates: dict[str, Json] = {}
    files: list[Json] = []
    for key, path in sorted(checks.items(), key=lambda pair: pair[1].stat().st_mtime):
        found = _read(path)
        files.append({"key": key, "file": str(path), "problem": "" if found else "it cannot be read"})
        about = {"file": key, "current": found.get("version") == __version__}
        for report in _objects(found.get("reports")):
            findings = report.get("findings")
            if isinstance(findings, dict):
                failing = {str(name): told for name, told in findings.items() if told}
                told = {"of": len(findings), "failing": failing, "draws": found.get("draws")}
                conformance[str(report.get("id"))] = {**about, **told}
        for rate in _objects(found.get("rates")):
            told = {name: rate.get(name) for name in ("r0", "r1", "wrong", "right")}
            rates[str(rate.get("id"))] = {**about, **told}
    rows = [
        {
            "id": spec.id,
            "slug": slug(spec.id),
            "name": spec.name,
            "family": spec.family,
            "solver": spec.solver is not None,
            "levels": len(spec.levels),
            "small": list(spec.small_levels),
            "floors": list(spec.floors),
            "conformance": conformance.get(spec.id),
            "rates": rates.get(spec.id),
        }
        for spec in registry.specs()
    ]
    return {"version": __version__, "test_share": TEST_SHARE, "files": files, "rows": rows}


def _read(path: Path) -> dict[str, Json]:
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _objects(value: Json) -> list[dict[str, Json]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []

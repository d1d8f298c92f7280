"""Small tasks of the search environments, for their tests."""

from __future__ import annotations

import rlvr
from rlvr.envs.make import make_env
from rlvr.generators.search.corpus import remade

QA, DEEP = rlvr.get("search-qa"), rlvr.get("deep-search")
BOTH = (QA, DEEP)
SMALL = {"size": 300, "worlds": 2}
"""Few and small worlds, for tests of what does not depend on size."""


def made(spec, level, seed, **params):
    return spec.task(level, seed, params={**SMALL, **params})


def env_of(spec, level=3, **options):
    params = {**SMALL, **options.pop("params", {})}
    return make_env(spec.id, level=level, params=params, **options)


def texts_of(task):
    return {page.id: page for page in remade(task.payload["search"]["corpus"]).documents}

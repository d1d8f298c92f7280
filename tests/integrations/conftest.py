"""Tests with other people's libraries: `make test-integrations` runs each file in that library's own environment.

They are no part of `make test`, whose environment has none of these libraries; see .ci/integrations.sh.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import rlvr

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def hanging() -> None:
    """The entries that hang on purpose; for good, because worker processes outlive a test and keep its paths."""
    if str(FIXTURES) not in sys.path:
        sys.path.insert(0, str(FIXTURES))
    rlvr.register(FIXTURES / "hanging.yaml")

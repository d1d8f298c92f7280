"""Tests with other people's libraries: `make test-integrations` runs each file in that library's own environment.

They are no part of `make test`, whose environment has none of these libraries; see .ci/integrations.sh.
"""

from __future__ import annotations

import parity
import pytest


@pytest.fixture
def hanging() -> None:
    """The entries that hang on purpose; for good, because worker processes outlive a test and keep its paths."""
    parity.add_hanging()

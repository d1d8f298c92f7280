"""Names of devices become devices, and wrong ones say what to do."""

from __future__ import annotations

import pytest
import torch

from rlvr.agents.models.device import find_device


def test_known_names() -> None:
    assert find_device("cpu") == torch.device("cpu")
    automatic = "cuda" if torch.cuda.is_available() else "cpu"
    assert find_device("auto").type == find_device(None).type == automatic


@pytest.mark.parametrize("name", ["foo", "cuda:99"])
def test_wrong_names(name: str) -> None:
    with pytest.raises(ValueError, match=f"device '{name}'.*auto"):
        find_device(name)

"""Names of devices become devices, and wrong ones say what to do."""

from __future__ import annotations

import pytest
import torch

from rlvr.agents.device import compute_on, find_device


def test_known_names() -> None:
    assert find_device("cpu") == torch.device("cpu")
    automatic = "cuda" if torch.cuda.is_available() else "cpu"
    assert find_device("auto").type == find_device(None).type == automatic


@pytest.mark.parametrize("name", ["foo", "cuda:99"])
def test_wrong_names(name: str) -> None:
    with pytest.raises(ValueError, match=f"device '{name}'.*auto"):
        find_device(name)


def test_a_process_computes_on_the_gpu_that_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[torch.device] = []
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    before = torch.backends.cuda.cudnn_sdp_enabled()
    try:
        torch.backends.cuda.enable_cudnn_sdp(True)
        compute_on(torch.device("cpu"))
        assert (chosen, torch.backends.cuda.cudnn_sdp_enabled()) == ([], True)
        compute_on(torch.device("cuda:1"))
        assert (chosen, torch.backends.cuda.cudnn_sdp_enabled()) == ([torch.device("cuda:1")], False)
    finally:
        torch.backends.cuda.enable_cudnn_sdp(before)

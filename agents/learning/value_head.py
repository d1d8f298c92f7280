"""The value of a state from the policy's own hidden states: what PPO needs, and group-relative methods do without."""

from __future__ import annotations

from torch import Tensor, nn


class ValueHead(nn.Module):
    """A linear map from hidden states to one number each, in float32; it starts at zero everywhere.

    The value of the state that a token was drawn in is read from the hidden state that predicted the token, the one
    before it.

    Args:
        width: of the hidden states.
        detached: the value loss trains the head alone and leaves the policy's body in peace.
    """

    def __init__(self, width: int, *, detached: bool = False) -> None:
        super().__init__()
        self.detached = detached
        self.linear = nn.Linear(width, 1)
        nn.init.zeros_(self.linear.weight)
        nn.init.zeros_(self.linear.bias)

    def forward(self, hidden: Tensor) -> Tensor:
        """Values ``[...]`` of hidden states ``[..., W]``."""
        hidden = hidden.detach() if self.detached else hidden
        values: Tensor = self.linear(hidden.to(self.linear.weight.dtype))
        return values[..., 0]

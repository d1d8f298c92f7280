"""The elementwise parts of a block, forward and backward in as few passes over memory as they need.

In small models these, not the matrix products, take most of the time: autograd would write down every product and go
through memory again for each. The formulas are the plain ones, and tests compare them with autograd's own gradients.

Shapes: ``N`` (or ``B x T``) tokens, width ``W``, ``H`` query heads, ``K`` key heads, heads of size ``D``.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.nn import functional

Rotation = tuple[Tensor, Tensor]
"""Cosines and sines of rotary angles, ``[B, T, 1, D / 2]`` each."""


def rms_norm(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    """``x / rms(x) * weight`` over the last dimension: in float32, and rounded before the weight is applied.

    The weight may have one row for each head.
    """
    if x.is_cuda or x.dtype.itemsize < 4:  # PyTorch's own is one kernel there
        return weight * functional.rms_norm(x, x.shape[-1:], None, epsilon)
    if torch.is_grad_enabled():
        return cast(Tensor, _Norm.apply(x, weight, epsilon))  # type: ignore[no-untyped-call]
    return _over_rms(x, epsilon)[0].mul_(weight)


def rotate(x: Tensor, rotation: Rotation) -> Tensor:
    """Turn each pair of dimensions of ``[B, T, heads, D]`` by its angle."""
    if torch.is_grad_enabled():
        return cast(Tensor, _Rotate.apply(x, *rotation))  # type: ignore[no-untyped-call]
    return _turned(x, *rotation)


def _over_rms(x: Tensor, epsilon: float) -> tuple[Tensor, Tensor]:
    """``x`` over its root mean square, and one over that."""
    scale = torch.linalg.vector_norm(x, dim=-1, keepdim=True).square_().div_(x.shape[-1]).add_(epsilon).rsqrt_()
    return x * scale, scale


class _Norm(Function):
    @staticmethod
    def forward(context: Any, x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
        normal, scale = _over_rms(x, epsilon)
        context.save_for_backward(normal, scale, weight)
        return normal * weight

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor, None]:
        normal, scale, weight = context.saved_tensors
        product = gradient * normal
        of_weight = product.sum_to_size(weight.shape)
        along = product.mul_(weight).mean(-1, keepdim=True)  # what only stretches x changes nothing
        return torch.mul(gradient, weight).addcmul_(normal, along, value=-1).mul_(scale), of_weight, None


class _Rotate(Function):
    @staticmethod
    def forward(context: Any, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        context.save_for_backward(cos, sin)
        return _turned(x, cos, sin)

    @staticmethod
    @once_differentiable
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        cos, sin = context.saved_tensors
        return _turned(gradient, cos, -sin), None, None  # turned back


def _turned(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    left, right = x.chunk(2, dim=-1)
    turned = torch.empty_like(x, memory_format=torch.contiguous_format)
    to_left, to_right = turned.chunk(2, dim=-1)
    torch.mul(left, cos, out=to_left).addcmul_(right, sin, value=-1)
    torch.mul(right, cos, out=to_right).addcmul_(left, sin)
    return turned

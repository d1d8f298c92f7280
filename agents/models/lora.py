"""Low-rank adapters (LoRA, Hu et al. 2021, arXiv:2106.09685) through peft, on any `LanguageModel`, ours or others'.

Adapters are put into the model that is there, in place, and only they are trained. The model without them is the
reference policy of a KL penalty, so no second copy of it is needed (`LoraModel.reference`). Engines get weights with
the adapters merged in, under the names that the model has without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.distributed.fsdp import FSDPModule

from ..language_model import LanguageModel, Weights, Whole
from .cache import CacheShape, Decodable, Window
from .permissions import as_any_new_file

if TYPE_CHECKING:
    from peft import LoraConfig

_NAME = "default"
_FILE = "adapter_model.safetensors"
_PREFIX = "base_model.model."  # of the names in a file of adapters, as peft writes them
_HEADS = {"lm_head", "embed_out", "output", "head"}

Module = TypeVar("Module", bound=nn.Module)


@dataclass(frozen=True)
class Lora:
    """What adapters are like.

    Attributes:
        rank: inner width.
        alpha: the product of an adapter's two matrices is multiplied by ``alpha / rank``.
        targets: last parts of the names of the linear layers that get adapters; () for all but the output head.
        rank_stabilised: multiply by ``alpha / sqrt(rank)`` instead (Kalajdzievski 2023, arXiv:2312.03732), for high
            ranks.
        seed: the first matrix of each adapter is drawn from it; the second is zero, so nothing changes at first.
    """

    rank: int = 16
    alpha: float = 32.0
    targets: tuple[str, ...] = ()
    rank_stabilised: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if self.rank < 1:
            raise ValueError(f"rank={self.rank}: an adapter needs an inner width of at least 1")
        if self.alpha <= 0:
            raise ValueError(f"alpha={self.alpha}: must be above 0, or the adapters have no effect")


class LoraModel(LanguageModel):
    """A model with adapters, of which only the adapters are trained.

    Args:
        base: the model; adapters are put into it, and its own weights are frozen.
        lora: what they are like.

    Raises:
        ValueError: if no layer is called what `lora.targets` names, or there are adapters already.
        ImportError: if peft is not installed.
    """

    def __init__(self, base: LanguageModel, lora: Lora) -> None:
        super().__init__()
        self.base, self.lora = base, lora
        self._config = _inject(_root(base), lora)
        for name, parameter in base.named_parameters():
            adapter = ".lora_" in name
            parameter.requires_grad_(adapter)
            if adapter:  # small steps are lost in the 8 bits of bfloat16's fraction
                parameter.data = parameter.data.float()

    def hidden(
        self,
        tokens: Tensor,
        positions: Tensor | None = None,
        documents: Tensor | None = None,
        stems: Tensor | None = None,
    ) -> Tensor:
        """See `LanguageModel.hidden`."""
        found: Tensor = self.base(tokens, positions, documents, stems)  # not `hidden`: the base may be sharded
        return found

    def logits(self, hidden: Tensor) -> Tensor:
        """See `LanguageModel.logits`."""
        return self.base.logits(hidden)

    @property
    def packs_well(self) -> bool:  # type: ignore[override]
        """See `LanguageModel`."""
        return self.base.packs_well

    @property
    def shares_well(self) -> bool:  # type: ignore[override]
        """See `LanguageModel`."""
        return self.base.shares_well

    @property
    def max_context(self) -> int:
        """See `LanguageModel.max_context`."""
        return self.base.max_context

    @property
    def cache_shape(self) -> CacheShape:
        """See `Decodable.cache_shape`."""
        return cast(Decodable, self.base).cache_shape

    def read(self, window: Window) -> Tensor:
        """See `Decodable.read`."""
        return cast(Decodable, self.base).read(window)

    @contextmanager
    def reference(self) -> Iterator[None]:
        """The model without its adapters, for as long as the context lasts, without gradient."""
        layers: list[Any] = [part for part in self.modules() if _adapted(part)]
        for layer in layers:
            layer.enable_adapters(False)
        try:
            with torch.no_grad():
                yield
        finally:
            for layer in layers:
                layer.enable_adapters(True)  # and its adapter is trained again

    @property
    def precision(self) -> torch.dtype | None:  # type: ignore[override]
        """See `LanguageModel`."""
        return self.base.precision

    def merged(self) -> LanguageModel:
        """The model with its adapters added to the weights; what has no adapters is shared, not copied."""
        plain, adapted = _plain(self.base)
        for weight, layer in adapted.items():
            weight.data = _added(weight.data, layer)
        return plain

    def named_weights(self, whole: Whole) -> Iterator[tuple[str, Tensor]]:
        """See `LanguageModel.named_weights`: adapters are merged into one weight at a time."""
        plain, adapted = _plain(self.base)

        def merged(weight: Tensor) -> Tensor:
            layer = adapted.get(weight)
            return whole(weight) if layer is None else _added(whole(weight), layer)

        return plain.named_weights(merged)

    def empty_copy(self, dtype: torch.dtype) -> LanguageModel:
        """See `LanguageModel.empty_copy`."""
        return self.base.empty_copy(dtype)

    def fill(self, folder: Path) -> None:
        """Refuses: weights are read before adapters are put into a model."""
        raise ValueError(f"{folder}: weights are read before adapters are put into a model")

    def write(self, weights: Weights, folder: Path, *, keep: bool = True) -> None:
        """Write the merged model, which needs no adapters any more; see `save_adapters`."""
        self.base.write(weights, folder, keep=keep)

    def save_adapters(self, folder: Path) -> None:
        """Write the adapters alone; over a model of Hugging Face, peft and vLLM read them too."""
        folder.mkdir(parents=True, exist_ok=True)
        kept = {
            _PREFIX + name.replace(f".{_NAME}.", "."): weight.detach().cpu().contiguous()
            for name, weight in _root(self.base).state_dict().items()
            if ".lora_" in name
        }
        save_file(kept, folder / _FILE, metadata={"format": "pt"})
        self._config.save_pretrained(str(folder))
        as_any_new_file(folder)

    @classmethod
    def load_adapters(cls, base: LanguageModel, folder: Path) -> Self:
        """A model with adapters that `save_adapters` or peft wrote.

        Raises:
            ValueError: if they do not fit the model.
        """
        from peft import LoraConfig

        config = LoraConfig.from_pretrained(str(folder))
        targets = config.target_modules
        lora = Lora(config.r, config.lora_alpha, tuple(sorted(targets or ())), config.use_rslora)
        model = cls(base, lora)
        own = {
            _PREFIX + name.replace(f".{_NAME}.", "."): weight
            for name, weight in _root(base).state_dict().items()
            if ".lora_" in name
        }
        kept = load_file(folder / _FILE)
        if differing := sorted(kept.keys() ^ own.keys()):
            raise ValueError(
                f"{folder}: {len(differing)} adapters do not fit the model, {differing[0]!r} for one"
            )
        for name, weight in own.items():
            weight.copy_(kept[name])
        return model


def _inject(root: nn.Module, lora: Lora) -> LoraConfig:
    """Put adapters into a module, in place."""
    try:
        from peft import LoraConfig, inject_adapter_in_model
    except ImportError as error:
        raise ImportError('adapters need peft: pip install "rlvr-gym[train]"') from error
    from transformers.pytorch_utils import Conv1D

    if any(_adapted(part) for part in root.modules()):
        raise ValueError("the model has adapters already")
    linear = {
        name.rpartition(".")[2]: isinstance(part, Conv1D)
        for name, part in root.named_modules()
        if isinstance(part, nn.Linear | Conv1D)
    }
    targets = set(lora.targets) or linear.keys() - _HEADS
    if unknown := targets - linear.keys():
        raise ValueError(f"no linear layer is called {', '.join(sorted(unknown))}; there are {sorted(linear)}")
    config = LoraConfig(
        r=lora.rank,
        lora_alpha=lora.alpha,  # type: ignore[arg-type]
        target_modules=sorted(targets),
        lora_dropout=0.0,
        use_rslora=lora.rank_stabilised,
        fan_in_fan_out=any(linear[name] for name in targets),
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(lora.seed)  # peft draws from the global generator; it is put back behind
        inject_adapter_in_model(config, root, adapter_name=_NAME)
    return config


def _root(base: LanguageModel) -> nn.Module:
    """What the names of adapters are relative to: the model of `transformers` if there is one inside."""
    from .hub import HubModel

    return base.module if isinstance(base, HubModel) else base


def _adapted(part: nn.Module) -> Any:
    """The module, if it is a layer with adapters."""
    return part if hasattr(part, "lora_A") else None


def _plain(base: Module) -> tuple[Module, dict[Tensor, Any]]:
    """The same tree of modules with plain layers in the place of those with adapters, and whose adapters were there.

    Returns:
        The tree, and for the weight of each such layer (an object of its own, in the memory of the base) the layer.
    """
    adapted: dict[Tensor, Any] = {}
    return _copied(base, adapted), adapted


def _copied(module: Module, adapted: dict[Tensor, Any]) -> Module:
    if layer := _adapted(module):
        base = layer.get_base_layer()
        plain = _shallow(base)
        weight = nn.Parameter(base.weight.detach(), requires_grad=False)
        plain._parameters = {**base._parameters, "weight": weight}
        adapted[weight] = layer
        return plain  # type: ignore[no-any-return]
    copied = _shallow(module)
    copied._modules = {name: part and _copied(part, adapted) for name, part in module._modules.items()}
    return copied


@torch.no_grad()
def _added(weight: Tensor, layer: Any) -> Tensor:
    """A whole weight with a layer's adapter added, of the same type of number."""
    change: Tensor = layer.get_delta_weight(_NAME)
    return (weight.float() + change.float()).to(weight.dtype)


def _shallow(module: Module) -> Module:
    """`copy.copy`, which the class that FSDP gives a sharded module forbids; the copy is of the module's own class."""
    own = type(module).__mro__[2] if isinstance(module, FSDPModule) else type(module)
    copied: Module = object.__new__(own)
    copied.__dict__.update(module.__dict__)
    return copied

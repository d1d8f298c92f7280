"""Language models as players of an evaluation: ours, transformers' own, vLLM's, or behind a server."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from ..engine import Sampling
from ..rollouts.collector import Collector
from ..rollouts.config import RolloutConfig

Kind = Literal["native", "hub", "vllm", "openai"]
KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True)
class ModelSettings:
    """Which model, and how it writes.

    Attributes:
        kind: ``native`` (our decoder and sampler), ``hub`` (transformers' own model, our sampler), ``vllm``, or
            ``openai`` for a server.
        model: a Hugging Face name, a local folder, or the name at the server.
        url: of the server, up to ``/v1``; None for OpenAI's own.
        temperature: 1.0 is the model itself, 0.0 takes the likeliest token.
        top_p: smallest set of likeliest tokens with at least this mass.
        top_k: only so many of the likeliest tokens; 0 for all.
        max_tokens: most tokens of a turn.
        max_episode_tokens: most tokens of an episode; None for no cap.
        chat: ``template``, ``plain``, or ``auto`` for the template if there is one.
        system: a system message; "" for none.
        thinking: the switch of chat templates that have one; None leaves it to them.
        dtype: of weights; the same for all that are compared.
        device: ``cpu``, ``cuda`` or ``auto``.
        concurrent: episodes at once.
    """

    kind: Kind
    model: str
    url: str | None = None
    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0
    max_tokens: int = 1024
    max_episode_tokens: int | None = None
    chat: str = "auto"
    system: str = ""
    thinking: bool | None = None
    dtype: str = "float32"
    device: str = "auto"
    concurrent: int = 256

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {self.kind!r}")
        if not self.model:
            raise ValueError(f"{self.kind} needs a model: its name or folder")
        if self.url is not None and self.kind != "openai":
            raise ValueError(f"a URL belongs to openai, not to {self.kind}")
        if not (self.temperature >= 0 and 0 < self.top_p <= 1 and self.top_k >= 0):
            raise ValueError(
                f"need temperature >= 0, 0 < top_p <= 1 and top_k >= 0, got {self.temperature}, {self.top_p}, "
                f"{self.top_k}"
            )

    def to_json(self) -> dict[str, Any]:
        """What decides the samples: neither where the model runs nor how many episodes at once."""
        return {name: value for name, value in asdict(self).items() if name not in ("device", "concurrent")}


def model_player(settings: ModelSettings, *, seed: int = 0) -> Collector:
    """The model as a player.

    Raises:
        ValueError: if it cannot be loaded; the message names the extra that is missing.
    """
    rollout = RolloutConfig(
        sampling=Sampling(settings.max_tokens, settings.temperature, settings.top_p, settings.top_k),
        max_episode_tokens=settings.max_episode_tokens,
        concurrent=settings.concurrent,
    )
    if settings.kind == "openai":
        from ..models.openai import OpenAIBackend
        from ..models.remote import Endpoint

        endpoint = Endpoint(settings.model, settings.url or Endpoint.url, concurrent=settings.concurrent)
        return Collector(OpenAIBackend(endpoint), None, rollout)
    try:
        from ..models.load import load_model, make_engine
    except ImportError as error:
        raise ValueError(f'{settings.kind} needs torch ({error}): pip install "rlvr-gym[train]"') from None
    try:
        model, codec = load_model(
            settings.model,
            implementation="auto" if settings.kind == "vllm" else settings.kind,
            dtype=settings.dtype,
            device=settings.device,
            chat=settings.chat,
            system=settings.system,
            thinking=settings.thinking,
        )
        options: dict[str, Any] = (
            {"seeded": True} if settings.kind == "vllm" else {}
        )  # the same seed, the same samples
        engine = make_engine("vllm" if options else "native", model, codec, seed=seed, **options)
    except (FileNotFoundError, ImportError) as error:
        raise ValueError(str(error)) from None
    return Collector(engine, codec, rollout)

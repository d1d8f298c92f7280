"""A model with its chat format from a folder or the hub, and the engine that samples from it.

    model, codec = load_model("Qwen/Qwen3-0.6B", dtype="bfloat16", device="cuda", lora=Lora(rank=16))
    engine = make_engine("vllm", model, codec, max_context=4096)

Weights are read from safetensors only, and code that comes with a model is never run.
"""

from __future__ import annotations

import copy
import json
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import torch

from ..codec import Codec
from ..device import compute_on, find_device, processes
from ..engine import Engine
from ..language_model import LanguageModel, settle
from . import native
from .cache import CacheShape
from .chat import FILE, PLAIN, TemplateCodec
from .decoder import Decoder
from .lora import Lora, LoraModel
from .sampler import Sampled, SamplerEngine
from .tokenizer import PhraseTokenizer

if TYPE_CHECKING:
    from .hub import HubModel

Implementation = Literal["auto", "native", "hub"]
Chat = Literal["auto", "template", "plain"]
_FILES = ["*.json", "*.safetensors", "*.jinja", "*.txt", "*.model"]


def load_model(
    name: str | Path,
    *,
    implementation: Implementation = "auto",
    dtype: str | torch.dtype = torch.float32,
    device: str | torch.device = "auto",
    lora: Lora | None = None,
    checkpointing: bool = False,
    chat: Chat | str = "auto",
    system: str = "",
    thinking: bool | None = None,
    spread: Callable[[LanguageModel], object] | None = None,
) -> tuple[LanguageModel, Codec]:
    """Read a model and its chat format.

    Args:
        name: a local folder, or a name on the hub, which is downloaded.
        implementation: ``native`` for our decoder (Llama, Qwen2 and Qwen3 shapes), ``hub`` for the code of
            `transformers`, ``auto`` for native where it has all that the model needs.
        dtype: of the weights, as a type of torch or its name.
        device: ``auto`` takes a GPU if there is one.
        lora: adapters to train instead of the weights; None trains all weights.
        checkpointing: compute activations again in the backward pass instead of keeping them.
        chat: ``template`` for the tokenizer's chat template, ``plain`` for none, ``auto`` for the template if there
            is one, or a Jinja template.
        system: a system prompt put before every episode's own.
        thinking: turns thoughts on or off in templates that have the switch.
        spread: gives the model, which it gets on the meta device, its memory, such as a part of it on each rank
            (`rlvr.agents.sharding.spread`); only then are weights read, and only those that are there.

    Raises:
        FileNotFoundError: if there is no such folder or name.
        ImportError: if a library is missing, with the extra that brings it.
        ValueError: if the model cannot be had in the asked-for way.
    """
    place = find_device(device)  # before a download of gigabytes
    compute_on(place)
    folder = find_folder(name)
    if spread is None:
        model = _read(folder, implementation, _dtype(dtype), place, checkpointing)
    else:
        model = empty_model(folder, implementation, _dtype(dtype), checkpointing)
        if lora is not None:
            model.requires_grad_(False)
        spread(model)
        model.fill(folder)
        model.check_logits()
        settle(model)
    codec = load_codec(folder, chat=chat, system=system, thinking=thinking)
    return (model if lora is None else LoraModel(model, lora)), codec


def load_codec(
    folder: Path, *, chat: Chat | str = "auto", system: str = "", thinking: bool | None = None
) -> Codec:
    """The chat format of a model's folder; see `load_model`.

    What a codec of ours has written into the folder is the default of each option. A base model without a chat
    template gets plain texts under ``auto``, with a warning.
    """
    if PhraseTokenizer.is_here(folder):
        return PhraseTokenizer.load(folder)
    known = _transformers().AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
    saved = _json(folder / FILE)
    template: str | None = None
    if chat == "plain":
        template = PLAIN
    elif chat == "auto":
        template = saved.get("template")
        if template is None and not known.chat_template:
            warnings.warn(
                f"{folder} has no chat template: its texts are put in a row (chat='plain')", stacklevel=3
            )
            template = PLAIN
    elif chat != "template":
        template = chat
    if thinking is None and chat == "auto":
        thinking = saved.get("thinking")
    ends = {*_end_ids(folder), *saved.get("end_ids", ())}
    return TemplateCodec(
        known,
        template=template,
        system=system or saved.get("system", ""),
        thinking=thinking,
        end_ids=sorted(token for token in ends if token < len(known)),
    )


def make_engine(
    kind: str,
    model: LanguageModel,
    codec: Codec,
    *,
    seed: int = 0,
    max_context: int | None = None,
    max_slots: int | None = None,
    dtype: str | torch.dtype | None = None,
    **options: Any,
) -> Engine:
    """An engine with a model's weights.

    Args:
        kind: ``native`` for our sampler, which runs any model here, or ``vllm``.
        model: what is sampled from.
        codec: its chat format; the engine stops at its end tokens.
        seed: of vLLM, which draws from it unless `seeded` is among the options. Our sampler draws by the seeds of the
            requests alone.
        max_context: most tokens of a context and its completion together; None for the model's, but 8192 at most.
        max_slots: most requests that are sampled at once; None for 256, or as many as fit into half of the memory
            that a GPU has left (on a CPU: into 4 GiB).
        dtype: of the sampler's weights; None for the model's. With the model's own, our sampler shares its memory.
        options: more of `SamplerEngine` or of `VllmEngine` and `vllm.LLM`.

    Raises:
        ValueError: for an unknown kind, or a model that the engine does not know.
        RuntimeError: if the engine's log-probabilities are not the model's.
    """
    if max_context is None:
        max_context = min(model.max_context, 8192)
    if kind == "native":
        sampled = _sampled(model, dtype)
        return SamplerEngine(
            sampled,
            end_ids=codec.end_ids,
            max_context=max_context,
            max_slots=max_slots or _slots(sampled.cache_shape, max_context),
            **options,
        )
    if kind == "vllm":
        return _vllm(model, codec, max_context, max_slots or 256, dtype, {"seed": seed, **options})
    raise ValueError(
        f"unknown engine {kind!r}: there are native and vllm. A remote server plays evaluations through "
        "rlvr.agents.models.openai.OpenAIBackend"
    )


def find_folder(name: str | Path) -> Path:
    """The folder of a model, downloaded if `name` is not one already.

    Raises:
        FileNotFoundError: if there is no such folder or name, or it is a run, whose model lies in a folder inside.
    """
    folder = Path(name).expanduser()
    config = _json(folder / "config.json")
    if "model_type" not in config:  # every model's has it; the settings of a run have not
        if (folder / "model" / "config.json").is_file():
            raise FileNotFoundError(f"{folder} is a run; its model is {folder / 'model'}")
        if "tasks" in config:
            raise FileNotFoundError(
                f"{folder} is a run that has not come to its end, so it has no model yet: --resume goes on with it"
            )
    if (folder / "config.json").is_file():
        return folder
    if folder.is_dir():
        raise FileNotFoundError(f"the folder {folder} has no config.json, so there is no model in it")
    if isinstance(name, Path) or name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise FileNotFoundError(f"there is no folder {folder}")
    _transformers()
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, allow_patterns=_FILES))
    except (OSError, ValueError) as error:
        why = str(error).strip().splitlines()[0]
        raise FileNotFoundError(
            f"{name!r} is no folder here and could not be had from the hub ({type(error).__name__}: {why})"
        ) from error


def empty_model(
    folder: Path, implementation: Implementation, dtype: torch.dtype, checkpointing: bool = False
) -> LanguageModel:
    """The model of a folder on the meta device: it has its shape, and neither weights nor memory for them."""
    if _is_native(folder, implementation):
        decoder = Decoder.empty(folder, dtype)
        decoder.gradient_checkpointing = checkpointing
        return decoder
    return _hub_class().empty(folder, dtype=dtype, checkpointing=checkpointing)


def _read(
    folder: Path,
    implementation: Implementation,
    dtype: torch.dtype,
    device: str | torch.device,
    checkpointing: bool,
) -> LanguageModel:
    if _is_native(folder, implementation):
        decoder = Decoder.from_hub(folder, dtype, device)
        decoder.gradient_checkpointing = checkpointing
        return decoder
    return _hub_class().load(folder, dtype=dtype, device=device, checkpointing=checkpointing)


def _is_native(folder: Path, implementation: Implementation) -> bool:
    """Whether our decoder reads a model; else the code of `transformers` does."""
    if implementation not in ("auto", "native", "hub"):
        raise ValueError(f"implementation={implementation!r}: there are auto, native and hub")
    config = _json(folder / "config.json")
    if implementation == "hub" and config.get("model_type") == native.OWN_TYPE:
        # Transformers would advise to upgrade it.
        raise ValueError(
            f"{folder} holds a model that began from nothing ({native.OWN_TYPE}), which transformers does not know: "
            "read it with --policy native (implementation='native')"
        )
    return implementation == "native" or (implementation == "auto" and native.readable(config))


def _hub_class() -> type[HubModel]:
    _transformers()
    from transformers.utils.logging import disable_progress_bar

    from .hub import HubModel

    # Reading and writing files is quick, and bars tear the view of a run apart.
    cast(Any, disable_progress_bar)()
    return HubModel


def _sampled(model: LanguageModel, dtype: str | torch.dtype | None) -> Sampled:
    """What our sampler reads with: the model itself, or a copy if adapters or another precision ask for one."""
    if isinstance(model, LoraModel):
        model = model.merged()
    own = next(model.parameters()).dtype
    wanted = own if dtype is None else _dtype(dtype)
    return cast(Sampled, model if wanted == own else copy.deepcopy(model).to(wanted))


def _slots(shape: CacheShape, columns: int) -> int:
    """How many sequences the memory for keys and values is enough for, 256 at most."""
    memory = 4 * 2**30
    if shape.device.type == "cuda":
        memory = torch.cuda.mem_get_info(shape.device)[0] // 2
    each = 2 * shape.layers * shape.key_heads * shape.head * shape.dtype.itemsize * (columns + 1)
    return max(1, min(256, memory // each))


def _vllm(
    model: LanguageModel,
    codec: Codec,
    max_context: int,
    max_slots: int,
    dtype: str | torch.dtype | None,
    options: dict[str, Any],
) -> Engine:
    """An engine that begins with random weights, so that agreement proves that the synchronisation works."""
    from .vllm import VllmEngine

    base = model.base if isinstance(model, LoraModel) else model
    if base.device.index and processes() == 1:
        raise ValueError(
            f"vLLM takes the first GPU that it sees, and the model is on {base.device}: run with "
            f"CUDA_VISIBLE_DEVICES={base.device.index} and the device cuda"
        )
    kind = model.precision or next(base.parameters()).dtype if dtype is None else _dtype(dtype)
    own = {name: options.pop(name) for name in ("sleep_level", "steps", "seeded") if name in options}
    options.setdefault("gpu_memory_utilization", 0.4)  # of a processor's, too: the trainer is there as well
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(base, Decoder):
            config = native.to_hub(base.config, base.origin, kind)
            if config["model_type"] == native.OWN_TYPE:
                raise ValueError("vLLM does not know a decoder of this shape: take the native engine")
            Path(folder, "config.json").write_text(json.dumps(config), encoding="utf-8")
        else:
            module = cast("HubModel", base).module
            module.config.architectures = [type(module).__name__]
            module.config.save_pretrained(folder)
        engine = VllmEngine(
            folder,
            end_ids=codec.end_ids,
            max_context=max_context,
            max_slots=max_slots,
            dtype=str(kind).removeprefix("torch."),
            load_format="dummy",
            options=options,
            **own,
        )
    engine.load(model.stream(), 0)
    engine.verify_sync(model, 0.02 if kind == torch.float32 else 0.1)
    return engine


def _end_ids(folder: Path) -> set[int]:
    """End tokens of the configurations in a folder."""
    found: set[int] = set()
    for name in (native.GENERATION, "config.json"):
        entry = _json(folder / name).get("eos_token_id")
        found.update(entry if isinstance(entry, list) else [] if entry is None else [entry])
    return found


def _json(file: Path) -> dict[str, Any]:
    """What a file holds; nothing if there is none."""
    held: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return held


def _dtype(dtype: str | torch.dtype) -> torch.dtype:
    found = dtype if isinstance(dtype, torch.dtype) else getattr(torch, dtype, None)
    if not isinstance(found, torch.dtype) or not found.is_floating_point:
        raise ValueError(f"dtype={dtype!r}: float32 and bfloat16 are usual")
    return found


def _transformers() -> Any:
    try:
        import transformers
    except ImportError as error:
        raise ImportError('models of Hugging Face need transformers: pip install "rlvr-gym[train]"') from error
    return transformers

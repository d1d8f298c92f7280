"""vLLM for real, on a CPU (`scripts/vllm_cpu.sh`): what it draws, and that new weights reach it.

Not collected where vLLM is not installed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM, Qwen3Config

from rlvr.agents.engine import Completion, Engine, Request, Sampling
from rlvr.agents.language_model import LanguageModel
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.hub import HubModel
from rlvr.agents.models.load import make_engine
from rlvr.agents.models.lora import Lora, LoraModel
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.models.vllm import VllmEngine

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")
EAGER = {"enforce_eager": True, "kv_cache_memory_bytes": 2**28}
CONTEXT = 384
ENDS = [2, 5]


def tiny() -> HubModel:
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=320,
        hidden_size=64,
        intermediate_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=512,
        tie_word_embeddings=True,
        pad_token_id=0,
        eos_token_id=2,
    )
    model = HubModel(AutoModelForCausalLM.from_config(config, dtype=torch.float32))
    move(model, 0.1)
    return model


def move(model: torch.nn.Module, size: float) -> None:
    """A step of training that is large enough to be seen."""
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data += size * torch.randn(parameter.shape)


@dataclass
class Setting:
    engine: VllmEngine
    model: HubModel
    folder: Path
    refused: str


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Setting:
    model, folder = tiny(), tmp_path_factory.mktemp("model")
    model.save(folder)
    engine = VllmEngine(
        folder,
        end_ids=ENDS,
        max_context=CONTEXT,
        dtype="float32",
        load_format="dummy",
        max_slots=32,
        seeded=True,
        options=EAGER,
    )
    try:
        engine.submit([ask(0, 5)])
        refused = ""
    except RuntimeError as error:
        refused = str(error)
    engine.load(model.stream(), 1)
    return Setting(engine, model, folder, refused)


@pytest.fixture(autouse=True)
def _nothing_left(setting: Setting) -> Iterator[None]:
    yield
    setting.engine.abort(range(1000))
    setting.engine.load(setting.model.stream(), setting.engine.version)


def ask(key: int, length: int = 30, *, sampling: Sampling | None = None, seed: int | None = None) -> Request:
    tokens = [3 + (7 * key + i * i) % 300 for i in range(length)]
    return Request(key, tokens, sampling or Sampling(max_tokens=24), key if seed is None else seed)


def answer(engine: Engine, *requests: Request) -> list[Completion]:
    engine.submit(requests)
    found: list[Completion] = []
    began = time.monotonic()
    while engine.pending:
        found += engine.poll()
        assert time.monotonic() - began < 120
    return sorted(found, key=lambda completion: completion.key)


def difference(model: LanguageModel, requests: list[Request], found: list[Completion]) -> float:
    """Largest difference between the engine's log-probabilities and the model's."""
    worst = 0.0
    for request, completion in zip(requests, found, strict=True):
        sampling, start = request.sampling, len(request.tokens)
        tokens = torch.tensor([[*request.tokens, *completion.tokens]])
        with torch.no_grad():
            logits = model.logits(model.hidden(tokens))[0, start - 1 : -1] / (sampling.temperature or 1.0)
        if sampling.top_k:
            logits[logits < logits.topk(sampling.top_k).values[:, -1:]] = -torch.inf
        if sampling.top_p < 1:
            ranked, order = logits.softmax(-1).sort(descending=True)
            outside = ranked.cumsum(-1) - ranked >= sampling.top_p
            logits[torch.zeros_like(outside).scatter(-1, order, outside)] = -torch.inf
        ours = logits.log_softmax(-1).gather(-1, tokens[0, start:, None])[:, 0]
        worst = max(worst, float((ours - torch.tensor(completion.log_probs)).abs().max()))
    return worst


@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(max_tokens=24),
        Sampling(max_tokens=24, temperature=0.7),
        Sampling(max_tokens=24, temperature=0.0),
        Sampling(max_tokens=24, top_k=5),
        Sampling(max_tokens=24, temperature=1.3, top_p=0.8),
    ],
    ids=str,
)
def test_log_probabilities_are_the_models(setting: Setting, sampling: Sampling) -> None:
    requests = [ask(key, 20 + key, sampling=sampling) for key in range(12)]
    found = answer(setting.engine, *requests)
    worst = difference(setting.model, requests, found)
    print(f"\n{sampling}: largest difference {worst:.2g} nats")
    assert worst < 1e-4
    assert all(completion.versions == [setting.engine.version] * len(completion.tokens) for completion in found)


def test_stops(setting: Setting) -> None:
    requests = [ask(key, sampling=Sampling(max_tokens=200)) for key in range(16)]
    requests += [ask(99, CONTEXT - 3, sampling=Sampling(max_tokens=200))]
    found = answer(setting.engine, *requests)
    assert {completion.stop for completion in found[:16]} <= {"end", "length"}
    assert any(completion.stop == "end" for completion in found[:16])
    for completion in found:
        ends = [token in ENDS for token in completion.tokens]
        assert ends == [False] * (len(ends) - 1) + [completion.stop == "end"]
    assert found[16].stop in ("context", "end")
    assert found[16].stop == "end" or len(found[16].tokens) == 3
    (cut,) = answer(setting.engine, ask(0, sampling=Sampling(max_tokens=1)))
    assert len(cut.tokens) == 1


def test_seeds_decide(setting: Setting) -> None:
    requests = [ask(key) for key in range(6)]
    together = answer(setting.engine, *requests)
    alone = [answer(setting.engine, request)[0] for request in requests]
    assert [each.tokens for each in together] == [each.tokens for each in alone]
    assert answer(setting.engine, ask(0, seed=77))[0].tokens != alone[0].tokens


def test_bad_requests(setting: Setting) -> None:
    assert "load() comes first" in setting.refused
    for length in (0, CONTEXT):
        with pytest.raises(ValueError, match=f"a context of {length} tokens"):
            setting.engine.submit([ask(0, length)])
    assert setting.engine.pending == 0
    assert setting.engine.poll() == []


def test_new_weights_arrive(setting: Setting) -> None:
    model, engine = setting.model, setting.engine
    agreed = engine.verify_sync(model)
    move(model, 0.05)
    with pytest.raises(RuntimeError, match=r"does not have the model's weights: .* differ by \d"):
        engine.verify_sync(model)
    engine.load(model.stream(), 7)
    assert engine.version == 7
    print(f"\nmean difference before and after a step: {agreed:.2g}, {engine.verify_sync(model):.2g} nats")
    assert engine.verify_sync(model, bound=1e-4) < 1e-4


def test_half_a_sync_is_found(setting: Setting) -> None:
    """The known trap: linear layers keep their weights while norms and embeddings are new."""
    move(setting.model, 0.05)
    weights = dict(setting.model.stream())
    setting.engine.load({name: w for name, w in weights.items() if "proj" not in name}, 8)
    with pytest.raises(RuntimeError, match="does not have"):
        setting.engine.verify_sync(setting.model)


def test_prefixes_of_old_weights_are_forgotten(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, model = setting.engine, setting.model
    requests = [ask(0, 300)]  # longer than two blocks of the cache
    answer(engine, *requests)
    with monkeypatch.context() as patch:  # what would happen without the reset
        patch.setattr(engine._engine, "reset_prefix_cache", lambda **_: True)
        move(model, 0.05)
        engine.load(model.stream(), 9)
        assert difference(model, requests, answer(engine, *requests)) > 1e-2
    engine.load(model.stream(), 10)
    assert difference(model, requests, answer(engine, *requests)) < 1e-4


def test_new_weights_in_the_middle(setting: Setting) -> None:
    engine, model = setting.engine, setting.model
    long = Sampling(max_tokens=200)
    requests = [ask(key, 150, sampling=long) for key in range(6)]
    engine.load(model.stream(), 20)
    engine.submit(requests)
    found = engine.poll()
    running = engine.pending
    assert running > 2
    move(model, 0.05)
    engine.load(model.stream(), 21)
    assert engine.pending == running
    while engine.pending:
        found += engine.poll()
    crossing = [completion for completion in found if set(completion.versions) == {20, 21}]
    assert len(crossing) >= running - 1
    for completion in crossing:
        first = completion.versions.index(21)
        assert completion.versions == [20] * first + [21] * (len(completion.tokens) - first)
        request = requests[completion.key]
        later = Request(0, [*request.tokens, *completion.tokens[:first]], long, 0)
        rest = Completion(0, completion.tokens[first:], completion.log_probs[first:], [], completion.stop)
        assert difference(model, [later], [rest]) < 1e-4


def test_abort(setting: Setting) -> None:
    engine = setting.engine
    requests = [ask(key, sampling=Sampling(max_tokens=300)) for key in range(4)]
    engine.submit(requests)
    engine.poll()
    pending = engine.pending
    given_up = engine.abort([1, 2, 50])
    assert {completion.key for completion in given_up} <= {1, 2}
    assert all(completion.stop == "aborted" and len(completion.tokens) > 0 for completion in given_up)
    assert engine.pending == pending - len(given_up)
    assert difference(setting.model, [requests[c.key] for c in given_up], given_up) < 1e-4
    again = answer(engine, ask(1))
    assert again[-1].stop in ("end", "length")


def test_sleep_on_a_cpu_changes_nothing(setting: Setting) -> None:
    setting.engine.sleep()
    setting.engine.load(setting.model.stream(), 30)
    setting.engine.wake()
    assert setting.engine.verify_sync(setting.model) < 1e-4


def test_native_and_adapted_models(setting: Setting, tmp_path: Path) -> None:
    setting.model.save(tmp_path)
    native = Decoder.from_hub(tmp_path)
    move(native, 0.05)
    setting.engine.load(native.stream(), 31)
    assert setting.engine.verify_sync(native) < 1e-4
    for base in (native, HubModel.load(tmp_path)):
        adapted = LoraModel(base, Lora(rank=4))
        move(adapted, 0.1)
        with pytest.raises(RuntimeError, match="does not have"):
            setting.engine.verify_sync(adapted)
        setting.engine.load(adapted.stream(), 32)
        assert setting.engine.verify_sync(adapted) < 1e-4


def test_engines_by_name(setting: Setting) -> None:
    """Begun with random weights, so that agreement with the model proves a synchronisation."""
    setting.model.module.config.architectures = None  # as in models that were made of a configuration
    engine = make_engine(
        "vllm", setting.model, PhraseTokenizer(), max_context=CONTEXT, max_slots=8, steps=4, **EAGER
    )
    assert isinstance(engine, VllmEngine)
    requests = [ask(key) for key in range(3)]
    assert difference(setting.model, requests, answer(engine, *requests)) < 1e-4
    odd = Decoder(DecoderConfig(vocabulary=50, previous_embedding=True), seed=0)
    with pytest.raises(ValueError, match="take the native engine"):
        make_engine("vllm", odd, PhraseTokenizer())

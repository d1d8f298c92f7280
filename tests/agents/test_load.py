"""Models, codecs and engines by name, and our sampler over models of Hugging Face."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

from rlvr import generate
from rlvr.agents.engine import Completion, Engine, Request, Sampling
from rlvr.agents.language_model import LanguageModel
from rlvr.agents.models.chat import PLAIN, TemplateCodec
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.hub import HubModel
from rlvr.agents.models.load import load_codec, load_model, make_engine
from rlvr.agents.models.lora import Lora, LoraModel
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.jobs import EpisodeJob

CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}"
    "{% if enable_thinking is defined and not enable_thinking %}{{ '<think>\n\n</think>\n\n' }}{% endif %}{% endif %}"
)
SHAPE = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "vocab_size": 320,
    "pad_token_id": 2,
    "bos_token_id": None,
    "eos_token_id": 1,
}
CONFIGS = {
    "qwen3": transformers.Qwen3Config(**SHAPE, head_dim=16, tie_word_embeddings=True),
    "qwen2": transformers.Qwen2Config(**SHAPE),
    "llama": transformers.LlamaConfig(**SHAPE),
    "gpt2": transformers.GPT2Config(
        vocab_size=320, n_embd=32, n_layer=2, n_head=4, n_positions=512, bos_token_id=1, eos_token_id=1
    ),
    "gemma3": transformers.Gemma3TextConfig(**SHAPE, head_dim=16, sliding_window=7, sliding_window_pattern=2),
    "mistral": transformers.MistralConfig(**SHAPE, sliding_window=7),
    "phi3": transformers.Phi3Config(**SHAPE, sliding_window=7),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder of each architecture, as `transformers` writes it."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=310,
        special_tokens=["<|im_start|>", "<|im_end|>", "<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(["the user and the assistant"] * 4, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    tokenizer.chat_template = CHATML
    found = {}
    for kind, config in CONFIGS.items():
        torch.manual_seed(0)
        module = AutoModelForCausalLM.from_config(config)
        for parameter in module.parameters():
            parameter.data += 0.2 * torch.randn(parameter.shape)
        found[kind] = tmp_path_factory.mktemp(kind)
        module.save_pretrained(found[kind])
        tokenizer.save_pretrained(found[kind])
    return found


def answer(engine: Engine, requests: list[Request]) -> list[Completion]:
    engine.submit(requests)
    found: list[Completion] = []
    while engine.pending:
        found += engine.poll()
    return sorted(found, key=lambda completion: completion.key)


def drawn(model: LanguageModel, tokens: list[int], start: int) -> torch.Tensor:
    """Log-probabilities of the tokens from `start` on."""
    whole = torch.tensor([tokens])
    with torch.no_grad():
        spread = model.logits(model.hidden(whole))[0, start - 1 : -1].log_softmax(-1)
    return spread.gather(-1, whole[0, start:, None])[:, 0]


@pytest.mark.parametrize("implementation", ["hub", "auto"])
@pytest.mark.parametrize("kind", CONFIGS)
def test_our_sampler_draws_from_the_model(folders: dict[str, Path], kind: str, implementation: str) -> None:
    """Contexts of all lengths, fewer slots than requests, turns that go on: log-probabilities of a forward pass."""
    model, codec = load_model(folders[kind], implementation=implementation)  # type: ignore[arg-type]
    native = implementation == "auto" and kind in ("qwen2", "qwen3", "llama")
    assert isinstance(model, Decoder if native else HubModel)
    engine = make_engine("native", model, codec, max_context=96, max_slots=5)
    contexts = [codec.begin([{"role": "user", "content": "the user" * key}]) for key in range(1, 9)]
    for _ in range(2):
        requests = [
            Request(key, tokens, Sampling(max_tokens=20), seed=key) for key, tokens in enumerate(contexts)
        ]
        for found, request in zip(answer(engine, requests), requests, strict=True):
            tokens = [*request.tokens, *found.tokens]
            ours = drawn(model, tokens, len(request.tokens))
            torch.testing.assert_close(ours, torch.tensor(found.log_probs), rtol=1e-4, atol=1e-4)
            contexts[found.key] = tokens + codec.observe("and", ended=found.stop == "end")
        contexts = [tokens for tokens in contexts if len(tokens) < 90]
        assert len(contexts) > 3


@pytest.mark.parametrize("kind", ["llama", "qwen2", "qwen3"])
def test_native_and_hub_agree(folders: dict[str, Path], kind: str) -> None:
    native, _ = load_model(folders[kind])
    hub, _ = load_model(folders[kind], implementation="hub")
    tokens = torch.randint(320, (2, 30), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        torch.testing.assert_close(
            native.logits(native.hidden(tokens)), hub.logits(hub.hidden(tokens)), rtol=1e-4, atol=1e-4
        )


@pytest.mark.parametrize("kind", ["qwen3", "gemma3"])
def test_adapters_are_sampled_and_synchronised(folders: dict[str, Path], kind: str) -> None:
    model, codec = load_model(folders[kind], lora=Lora(rank=2))
    assert isinstance(model, LoraModel)
    engine = make_engine("native", model, codec, max_context=64, max_slots=4)
    request = Request(0, codec.begin([{"role": "user", "content": "the"}]), Sampling(max_tokens=30), 0)
    for version in range(3):
        (found,) = answer(engine, [request])
        ours = drawn(model, [*request.tokens, *found.tokens], len(request.tokens))
        torch.testing.assert_close(ours, torch.tensor(found.log_probs), rtol=1e-4, atol=1e-4)
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.data += 0.2 * torch.randn(parameter.shape)
        (found,) = answer(engine, [request])  # the engine has the weights of before until it gets the new ones
        ours = drawn(model, [*request.tokens, *found.tokens], len(request.tokens))
        assert (ours - torch.tensor(found.log_probs)).abs().max() > 1e-3
        engine.load(model.stream(), version + 1)


def test_a_sampler_of_another_precision(folders: dict[str, Path]) -> None:
    model, codec = load_model(folders["mistral"])
    engine = make_engine("native", model, codec, max_context=64, max_slots=4, dtype="bfloat16")
    request = Request(0, codec.begin([{"role": "user", "content": "the"}]), Sampling(max_tokens=30), 0)
    engine.load(model.stream(), 1)
    (found,) = answer(engine, [request])
    ours = drawn(model, [*request.tokens, *found.tokens], len(request.tokens))
    assert 1e-6 < (ours - torch.tensor(found.log_probs)).abs().mean() < 0.2
    assert next(model.parameters()).dtype == torch.float32


def test_episodes(folders: dict[str, Path]) -> None:
    """The whole way: environment, chat template, sampler, and back; what is kept is what was drawn."""
    model, codec = load_model(folders["gpt2"])
    engine = make_engine("native", model, codec, max_context=480, max_slots=8)
    config = RolloutConfig(Sampling(max_tokens=16), lockstep=True)
    jobs = [EpisodeJob(task, sample=i) for task in generate("word-sorting", 2) for i in range(2)]
    for played in Collector(engine, codec, config).collect(jobs, seed=0):
        assert played.scored
        (segment,) = played.segments
        ours = drawn(model, segment.tokens, 1)
        kept = torch.tensor(segment.policy[1:])
        torch.testing.assert_close(ours[kept], torch.tensor(segment.log_probs[1:])[kept], rtol=1e-4, atol=1e-4)
        turn = played.turns[0]
        assert codec.action(segment.tokens[turn.start : turn.end]) == played.actions[0]


def test_saved_runs_are_loaded_as_they_were(folders: dict[str, Path], tmp_path: Path) -> None:
    model, codec = load_model(folders["gpt2"], system="be brief", thinking=False)
    assert isinstance(codec, TemplateCodec)
    model.save(tmp_path)
    codec.save(tmp_path)
    again, other = load_model(tmp_path)
    messages = [{"role": "user", "content": "the"}]
    assert other.begin(messages) == codec.begin(messages)
    assert other.end_ids == codec.end_ids == {1}
    assert "be brief" in other.action(other.begin(messages))
    with torch.no_grad():
        torch.testing.assert_close(again.hidden(torch.arange(9)[None]), model.hidden(torch.arange(9)[None]))


def test_models_from_nothing_are_loaded(tmp_path: Path) -> None:
    phrases = PhraseTokenizer(("the user",))
    model = Decoder(DecoderConfig(vocabulary=len(phrases), previous_embedding=True), seed=1)
    model.save(tmp_path)
    phrases.save(tmp_path)
    again, codec = load_model(tmp_path)
    assert codec == phrases
    assert torch.equal(again.hidden(torch.arange(9)[None]), model.hidden(torch.arange(9)[None]))


def test_base_models_get_plain_texts(folders: dict[str, Path], tmp_path: Path) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(folders["gpt2"])
    tokenizer.chat_template = None
    tokenizer.save_pretrained(tmp_path)
    with pytest.warns(UserWarning, match="no chat template"):
        codec = load_codec(tmp_path)
    assert codec.action(codec.begin([{"role": "user", "content": "the"}])) == "the\n\n"
    with pytest.raises(ValueError, match="no chat template"):
        load_codec(tmp_path, chat="template")
    given = load_codec(folders["gpt2"], chat=PLAIN)
    assert given.action(given.begin([{"role": "user", "content": "the"}])) == "the\n\n"


def test_options(folders: dict[str, Path]) -> None:
    model, codec = load_model(
        folders["llama"], dtype="bfloat16", device="cpu", checkpointing=True, chat="plain"
    )
    assert isinstance(model, Decoder)
    assert model.gradient_checkpointing
    assert next(model.parameters()).dtype == torch.bfloat16
    assert codec.action(codec.begin([{"role": "user", "content": "the"}])) == "the\n\n"
    hub, _ = load_model(folders["llama"], implementation="hub", checkpointing=True)
    assert isinstance(hub, HubModel)
    assert hub.checkpointing


def test_clear_errors(folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in (tmp_path / "nothing", "./nothing", "/no/such/folder"):
        with pytest.raises(FileNotFoundError, match="there is no folder"):
            load_model(missing)
    with pytest.raises(FileNotFoundError, match=r"no config\.json"):
        load_model(tmp_path)
    with pytest.raises(ValueError, match="implementation='other'"):
        load_model(folders["llama"], implementation="other")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not native"):
        load_model(folders["gemma3"], implementation="native")
    with pytest.raises(ValueError, match="dtype='int8'"):
        load_model(folders["llama"], dtype="int8")
    model, codec = load_model(folders["llama"])
    with pytest.raises(ValueError, match="unknown engine 'sglang'"):
        make_engine("sglang", model, codec)
    for library, extra, use in (
        ("vllm", r"\[vllm\]", lambda: make_engine("vllm", model, codec)),
        ("peft", r"\[train\]", lambda: LoraModel(model, Lora())),
        ("transformers", r"\[train\]", lambda: load_codec(folders["llama"])),
    ):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, library, None)
            with pytest.raises(ImportError, match=extra):
                use()
    monkeypatch.setenv("WORLD_SIZE", "1")  # torchrun with one process is no other case
    monkeypatch.setattr(type(model), "device", torch.device("cuda:1"))
    with pytest.raises(ValueError, match="CUDA_VISIBLE_DEVICES=1"):
        make_engine("vllm", model, codec)

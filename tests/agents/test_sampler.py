"""The sampler against a loop without a cache that reads everything again for every token."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.agents.engine import Completion, Request, Sampling
from rlvr.agents.language_model import LanguageModel
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.drawing import draw, uniforms
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.lora import Lora, LoraModel
from rlvr.agents.models.sampler import SamplerEngine

CONFIG = DecoderConfig(vocabulary=40, width=32, layers=2, hidden=48, max_context=64, previous_embedding=True)
MODEL = Decoder(CONFIG, seed=1)
END = 7


def engine(model: Decoder | LoraModel = MODEL, **options: int) -> SamplerEngine:
    return SamplerEngine(model, **{"end_ids": [END], "max_context": 64, "max_slots": 8, **options})


def drain(sampler: SamplerEngine) -> dict[int, Completion]:
    found: dict[int, Completion] = {}
    while sampler.pending:
        for completion in sampler.poll():
            assert completion.key not in found
            found[completion.key] = completion
    assert sampler.poll() == []
    return found


def answers(sampler: SamplerEngine, requests: Sequence[Request]) -> dict[int, Completion]:
    sampler.submit(requests)
    return drain(sampler)


@torch.no_grad()
def naive(request: Request, model: LanguageModel = MODEL, end: int = END) -> Completion:
    tokens, sampling = list(request.tokens), request.sampling
    log_probs, entropies, stop = [], [], "length"
    for _ in range(sampling.max_tokens):
        drawn = draw(
            model.logits(model.hidden(torch.tensor([tokens]))[:, -1]),
            uniforms(torch.tensor([request.seed]), torch.tensor([len(tokens)])),
            torch.tensor([sampling.temperature]),
            torch.tensor([sampling.top_k]),
            torch.tensor([sampling.top_p]),
        )
        tokens.append(int(drawn.tokens))
        log_probs.append(float(drawn.log_probs))
        entropies.append(float(drawn.entropies))
        if tokens[-1] == end:
            stop = "end"
            break
        if len(tokens) == 64:
            stop = "length" if len(log_probs) == sampling.max_tokens else "context"
            break
    written = tokens[len(request.tokens) :]
    return Completion(request.key, written, log_probs, [0] * len(written), stop, entropies)


def same(found: Completion, expected: Completion) -> None:
    assert found.tokens == expected.tokens
    assert (found.key, found.stop, list(found.versions)) == (
        expected.key,
        expected.stop,
        list(expected.versions),
    )
    assert found.log_probs == pytest.approx(expected.log_probs, abs=1e-5)
    assert found.entropies == pytest.approx(expected.entropies, abs=1e-5)


def requests(count: int, seed: int = 0, samples: int = 1, **options: float) -> list[Request]:
    """Contexts of all lengths; `samples` of each."""
    rng = random.Random(seed)
    contexts = [[rng.randrange(40) for _ in range(rng.choice((1, 2, 5, 11, 30)))] for _ in range(count)]
    return [
        Request(
            i * samples + j, context, Sampling(**{"max_tokens": rng.randint(1, 25), **options}), 1000 * i + j
        )
        for i, context in enumerate(contexts)
        for j in range(samples)
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": 1.0},
        {"temperature": 0.0},
        {"temperature": 0.7},
        {"temperature": 1.3, "top_k": 9, "top_p": 0.8},
    ],
)
def test_completions_are_those_of_a_loop_without_a_cache(options: dict[str, float]) -> None:
    asked = requests(12, **options)
    found = answers(engine(), asked)
    assert len({completion.stop for completion in found.values()}) > 1 or options.get("temperature") != 1.0
    for request in asked:
        same(found[request.key], naive(request))


@pytest.mark.parametrize(
    "shape",
    [
        {"query_key_norm": False, "attention_bias": "inputs", "tied": False},  # Qwen2
        {"query_key_norm": False, "attention_bias": "all", "head": 16, "heads": 6, "key_heads": 3},
        {"epsilon": 0.3, "width": 40, "hidden": 24, "previous_embedding": False},
    ],
)
def test_models_of_all_shapes_with_random_biases_and_norms(shape: dict[str, Any]) -> None:
    model = Decoder(replace(CONFIG, **shape), seed=1)
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 1:
                parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
    asked = requests(8, seed=2)
    found = answers(engine(model), asked)
    assert model._single is not None
    for request in asked:
        same(found[request.key], naive(request, model))


def test_adapters_and_16_bits_are_read_block_by_block() -> None:
    pytest.importorskip("peft")
    base = Decoder(CONFIG, seed=1)
    model = LoraModel(base, Lora(rank=2))
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
    asked = requests(5, seed=2)
    found = answers(engine(model), asked)
    assert base._single is None
    for request in asked:
        same(found[request.key], naive(request, model))
    assert any(found[each.key].tokens != naive(each).tokens for each in asked)
    half = Decoder(CONFIG, seed=1).bfloat16()
    answers(engine(half), asked)
    assert half._single is None


def multiplied(model: Decoder) -> None:
    with torch.no_grad():
        model.blocks[1].down.weight.mul_(1.5)


def normed(model: Decoder) -> None:
    with torch.inference_mode():
        model.blocks[0].attention_norm.weight.mul_(3)


def replaced(model: Decoder) -> None:
    model.blocks[0].down.weight = torch.nn.Parameter(-model.blocks[0].down.weight.detach())


@pytest.mark.parametrize(
    "change",
    [
        multiplied,
        normed,
        replaced,
        lambda model: model.load_state_dict(Decoder(CONFIG, seed=9).state_dict()),
        lambda model: model.blocks.__setitem__(0, Decoder(CONFIG, seed=9).blocks[0]),
    ],
)
def test_weights_that_change_by_any_way_are_not_read_as_they_were(change: Callable[[Decoder], None]) -> None:
    model, asked = Decoder(CONFIG, seed=1), requests(3, seed=2)
    sampler = engine(model)
    answers(sampler, asked)
    change(model)
    sampler.sleep()  # keys and values are as before
    found = answers(sampler, asked)
    for request in asked:
        same(found[request.key], naive(request, model))


def test_weights_change_between_gradient_and_step() -> None:
    model, asked = Decoder(CONFIG, seed=1), requests(3, seed=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=5.0)
    model.logits(model.hidden(torch.tensor([[1, 2, 3]]))).logsumexp(-1).sum().backward()
    answers(engine(model), asked)
    optimizer.step()
    found = answers(engine(model), asked)
    for request in asked:
        same(found[request.key], naive(request, model))


def test_adapters_that_come_behind_a_draw_are_read() -> None:
    pytest.importorskip("peft")
    base, asked = Decoder(CONFIG, seed=1), requests(3, seed=2)
    answers(engine(base), asked)
    model = LoraModel(base, Lora(rank=2))
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.fill_(0.2)
    found = answers(engine(model), asked)
    for request in asked:
        same(found[request.key], naive(request, model))


@pytest.mark.parametrize("look", [1, 3])
def test_step_by_step_as_on_a_gpu(look: int) -> None:
    asked = requests(12, seed=4, samples=2, temperature=0.8, top_k=9)
    sampler = engine(max_slots=5)
    sampler._look = look
    found = answers(sampler, asked)
    for request in asked:
        same(found[request.key], naive(request))


def test_many_requests_through_three_slots_with_groups_and_mixed_settings() -> None:
    rng = random.Random(3)
    asked = [
        replace(
            each,
            sampling=replace(each.sampling, temperature=rng.choice((0.0, 0.8, 1.0)), top_k=rng.choice((0, 5))),
        )
        for each in requests(17, samples=3)
    ]
    found = answers(engine(max_slots=3), asked)
    assert len(found) == 51
    for request in asked:
        same(found[request.key], naive(request))


def test_a_draw_does_not_depend_on_the_batch_and_repeats() -> None:
    asked = requests(30, seed=5)
    together = answers(engine(max_slots=16), asked)
    shuffled = answers(engine(max_slots=16, steps=3, fill_tokens=20), random.Random(0).sample(asked, 30))
    again = answers(engine(max_slots=16), asked)
    for request in asked:
        alone = answers(engine(), [request])[request.key]
        same(together[request.key], alone)
        same(shuffled[request.key], alone)
        assert again[request.key] == together[request.key]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_requests_that_come_go_and_sleep_at_any_time(data: st.DataObject) -> None:
    """Submissions, polls, naps and contexts that continue finished ones, in any order: always the naive answer."""
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    sampler = engine(max_slots=data.draw(st.integers(1, 5)), steps=data.draw(st.integers(1, 7)))
    asked: dict[int, Request] = {}
    contexts = [[rng.randrange(40) for _ in range(rng.randint(1, 6))] for _ in range(3)]
    for _ in range(data.draw(st.integers(1, 12))):
        match rng.choice(("submit", "submit", "poll", "poll", "sleep")):
            case "submit":
                for _ in range(rng.randint(1, 4)):
                    key = len(asked)
                    asked[key] = Request(
                        key, rng.choice(contexts), Sampling(rng.randint(1, 9)), rng.randrange(99)
                    )
                    sampler.submit([asked[key]])
            case "poll":
                for completion in sampler.poll():
                    same(completion, naive(asked[completion.key]))
                    longer = [*asked[completion.key].tokens, *completion.tokens, 3, 4]
                    contexts += [longer] if len(longer) < 55 else []
            case "sleep":
                sampler.sleep()
    for completion in drain(sampler).values():
        same(completion, naive(asked[completion.key]))


def test_a_full_context_stops() -> None:
    model = Decoder(CONFIG, seed=2)
    context = [1] * 50
    completion = answers(engine(model, end_ids=[], max_context=60), [Request(0, context, Sampling(100), 1)])[0]
    assert (completion.stop, len(completion.tokens)) == ("context", 10)
    completion = answers(engine(model, end_ids=[], max_context=60), [Request(0, context, Sampling(10), 1)])[0]
    assert (completion.stop, len(completion.tokens)) == ("length", 10)
    for bad in ([], [1] * 60):
        with pytest.raises(ValueError, match="context"):
            engine(max_context=60).submit([Request(0, bad, Sampling(), 0)])
    with pytest.raises(ValueError, match="top_p"):
        engine().submit([Request(0, [1], Sampling(top_p=0.0), 0)])
    with pytest.raises(ValueError, match="max_context"):
        engine(max_context=65)


def test_log_probs_are_the_trainers() -> None:
    for temperature in (1.0, 0.6):
        asked = requests(20, seed=9, temperature=temperature)
        found = answers(engine(), asked)
        sequences = [[*each.tokens, *found[each.key].tokens] for each in asked]
        policy = [[False] * len(each.tokens) + [True] * len(found[each.key].tokens) for each in asked]
        trained = token_statistics(MODEL, sequences, policy, temperature=temperature)
        sampled = torch.tensor([x for each in asked for x in found[each.key].log_probs])
        torch.testing.assert_close(trained.log_probs, sampled, atol=1e-5, rtol=0)


def test_the_next_turn_and_the_group_read_only_what_is_new() -> None:
    read: list[int] = []

    class Counting(Decoder):
        def read(self, window):  # type: ignore[no-untyped-def]
            read.append(int((window.positions < 64).sum()))
            return super().read(window)

    model = Counting(CONFIG, seed=1)
    sampler = engine(model, end_ids=[])
    context = list(range(20))
    first = answers(sampler, [Request(j, context, Sampling(5), j) for j in range(6)])
    assert sum(read) == 19 + 6 * 5  # the context once, then one token of each for each that is drawn
    read.clear()
    longer = [*context, *first[4].tokens, 8, 9]
    second = answers(sampler, [Request(9, longer, Sampling(5), 5)])[9]
    assert sum(read) == 2 + 5
    expected = answers(engine(Decoder(CONFIG, seed=1), end_ids=[]), [Request(9, longer, Sampling(5), 5)])[9]
    same(second, expected)
    # New weights make everything that is cached stale for new requests.
    read.clear()
    sampler.load(dict(Decoder(CONFIG, seed=3).stream()), 1)
    request = Request(10, longer, Sampling(5), 5)
    third = answers(sampler, [request])[10]
    assert sum(read) == 26 + 5
    same(third, replace(naive(request, Decoder(CONFIG, seed=3), end=-1), versions=[1] * 5))


def test_new_weights_on_the_way() -> None:
    model = Decoder(CONFIG, seed=1)
    sampler = engine(model, end_ids=[], steps=4, max_slots=1)
    sampler.submit([Request(0, [1, 2, 3], Sampling(10), 5), Request(1, [1, 2, 3], Sampling(3), 5)])
    assert sampler.poll() == []
    sampler.load(dict(Decoder(CONFIG, seed=2).stream()), 3)
    assert sampler.version == 3
    found = drain(sampler)
    assert list(found[0].versions) == [0] * 4 + [3] * 6
    assert list(found[1].versions) == [3] * 3
    before = naive(Request(0, [1, 2, 3], Sampling(4), 5), Decoder(CONFIG, seed=1), end=-1)
    assert found[0].tokens[:4] == before.tokens
    after = naive(Request(1, [1, 2, 3], Sampling(3), 5), Decoder(CONFIG, seed=2), end=-1)
    assert found[1].tokens == after.tokens


def test_a_trained_model_needs_no_loading() -> None:
    model = Decoder(CONFIG, seed=1)
    sampler = engine(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    request = Request(0, [1, 2, 3], Sampling(12), 5)
    answers(sampler, [request])
    token_statistics(model, [[1, 2, 3]], [[False, True, True]]).log_probs.sum().neg().backward()
    optimizer.step()
    assert model._single is None  # what was kept of the old weights
    versions = [parameter._version for parameter in model.parameters()]
    sampler.load(dict(model.stream()), 1)
    assert versions == [parameter._version for parameter in model.parameters()]
    same(
        answers(sampler, [request])[0],
        replace(naive(request, model), versions=[1] * len(naive(request, model).tokens)),
    )


def test_aborted_requests_give_what_they_wrote() -> None:
    sampler = engine(max_slots=2, steps=3, end_ids=[])
    asked = [Request(i, [i + 1, 2], Sampling(20), i) for i in range(4)]
    sampler.submit(asked)
    sampler.poll()
    found = {completion.key: completion for completion in sampler.abort([1, 3, 77])}
    assert sampler.pending == 2
    assert {key: (each.stop, len(each.tokens)) for key, each in found.items()} == {
        1: ("aborted", 3),
        3: ("aborted", 0),
    }
    whole = answers(engine(end_ids=[]), asked)
    assert found[1].tokens == whole[1].tokens[:3]
    rest = drain(sampler)
    for key in (0, 2):
        same(rest[key], whole[key])
    assert sampler.abort([0]) == []


def test_sleep_gives_the_memory_back() -> None:
    sampler = engine()
    answers(sampler, requests(3))
    sampler.sleep()
    assert sampler._cache is None
    same(answers(sampler, requests(3))[2], naive(requests(3)[2]))
    sampler.sleep()
    sampler.wake()
    assert sampler._cache is not None


def test_frequencies_of_sampled_tokens_are_the_models() -> None:
    """End to end: the first token of many requests against the model's own distribution."""
    count = 4000
    found = answers(engine(max_slots=64), [Request(i, [5, 6], Sampling(1), i) for i in range(count)])
    with torch.no_grad():
        expected = MODEL.logits(MODEL.hidden(torch.tensor([[5, 6]]))[0, -1]).softmax(-1)
    counts = torch.bincount(torch.tensor([each.tokens[0] for each in found.values()]), minlength=40)
    statistic = float(((counts - count * expected) ** 2 / (count * expected)).sum())
    assert statistic < 39 + 4 * math.sqrt(2 * 39)

"""A random model of a few thousand weights and a tokenizer of bytes, made without any download: to try a trainer."""

from __future__ import annotations

from typing import Any

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def model_and_tokenizer(template: str = CHATML) -> tuple[Any, Any]:
    """A Qwen3 of two layers with random weights, and its tokenizer; it needs `transformers` and `torch`.

    Args:
        template: the chat template.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

    signs = [*_SPECIAL, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    bytewise = Tokenizer(models.BPE(vocab={sign: n for n, sign in enumerate(signs)}, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    bytewise.add_special_tokens(list(_SPECIAL))
    make: Any = PreTrainedTokenizerFast  # which has no types
    tokenizer = make(
        tokenizer_object=bytewise,
        pad_token=_SPECIAL[0],
        eos_token=_SPECIAL[2],
        chat_template=template,
    )
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        max_position_embeddings=16384,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return Qwen3ForCausalLM(config), tokenizer

"""A reasoning model small enough to train from nothing on a CPU: its text, its body, and how it learns.

``tokenizer`` and ``model`` are the policy; ``sampler`` lets it write; ``warmup`` teaches it worked solutions;
``advantages``, ``loss`` and ``reinforce`` improve it by the rewards of environments; ``evaluate`` measures it.
"""

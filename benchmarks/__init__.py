"""Benchmarks: how fast tasks are made, answers scored and environments stepped, beside reasoning-gym.

``python -m benchmarks`` in the root of the checkout measures; nothing here is asserted or shipped. What is
compared with what, and why that is fair, is one table in `benchmarks.peers`.
"""

"""The family tracing: what a stated process does to a state, followed step by step."""

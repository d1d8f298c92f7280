"""The checks that need a GPU; docs/gpu.md says how to run them and what they should print."""

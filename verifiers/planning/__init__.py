"""Verifiers of plans: the moves are read, made one by one, and counted."""

"""Judging short answers that were searched: entities with aliases, numbers, dates, yes or no, and sets of them."""

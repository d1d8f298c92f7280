"""Counting and probability: exact counts, probabilities and expectations in stated settings."""

"""Judging queries by what they give on several databases."""

"""Judging programs by what they print and return, compared outside of where they ran."""

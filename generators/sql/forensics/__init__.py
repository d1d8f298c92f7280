"""Incidents that are hidden in generated logs: what logs there are, how they are filled, and what is asked of them."""

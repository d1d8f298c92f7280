"""Induction: rules that examples show, with a proof that the examples settle what is asked for."""

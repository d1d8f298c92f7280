"""Generators of the word-problems family: stories that are made from a graph of quantities, or from a system."""

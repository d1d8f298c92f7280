"""Databases, and questions and changes about them, from a seed."""

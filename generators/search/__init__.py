"""Invented worlds, documents about them, and questions whose answers must be searched."""

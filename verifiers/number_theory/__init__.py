"""Verifiers of the family number-theory, for questions with many right answers or forms."""

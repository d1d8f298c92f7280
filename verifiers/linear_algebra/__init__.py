"""Linear algebra: checks of answers that are right in more than one way."""

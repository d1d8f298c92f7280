"""Random little programs, and three questions about them: what comes out, what went in, and what they are."""

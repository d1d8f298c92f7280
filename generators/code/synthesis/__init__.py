"""Programs drawn from a small typed language, from which statement, reference, inputs and meaning all come."""

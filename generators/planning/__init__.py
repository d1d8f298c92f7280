"""Planning: puzzles that are solved by moves."""

"""Games against partners that follow rules: lists of moves, and the points that they earn."""

"""The rules of the games, one small class a game."""

"""The family spatial: where things are, and what is drawn, told in words and commands."""

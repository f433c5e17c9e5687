"""The texts of the game, a file for each language."""

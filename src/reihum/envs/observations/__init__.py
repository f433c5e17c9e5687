"""What a learning environment observes of each game, one module per game; the facts of a game name its function."""

"""Search for the games that the simulator plays: knowledge of hidden cards, likely worlds, plans and weights."""

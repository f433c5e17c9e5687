"""Search for the games the simulator plays: knowledge of hidden cards, likely worlds, plans and weights."""

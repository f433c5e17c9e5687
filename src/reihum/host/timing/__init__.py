"""How quick a call was (RULEBOOK §4): a stopwatch per person, and the round trips of their connections."""

"""Higher or lower: a game for Reihum in a package of its own."""

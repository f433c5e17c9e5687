"""``trained``: a player whose net has learned by playing millions of rounds. It needs numpy alone (docs/bots.md)."""

"""The full-screen terminal: the table, your hand, the log, and a key for every move."""

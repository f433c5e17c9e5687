"""A table as pure data: commands, log entries, the table they make, decisions, and updates for people."""

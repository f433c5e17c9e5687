"""The durable log and its stores: SQLite, PostgreSQL, and backups."""

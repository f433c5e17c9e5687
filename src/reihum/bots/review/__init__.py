"""Advice and review: what an expert would do, what a decision was worth, and why."""

"""What people can say at a table without free words; the texts are ``phrase.<key>``."""

from __future__ import annotations

PHRASES = (
    *("hello", "good-luck", "your-turn", "think", "well-played", "lucky", "oops", "thanks", "again", "break", "bye"),
    *("laugh", "wow", "clap", "heart", "sad", "angry"),
)
"""Phrases, then reactions."""

"""The simple policies by number. Each family has them as pure functions."""

from __future__ import annotations

RANDOM, EAGER, HOLDER, SOLID = range(4)

"""Farben sammeln on the table: stacked hands and piles."""

from __future__ import annotations

from typing import Any

import reihum
from scenario import deal, stack

REDS = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
MIXED = "Y20 Y19 R20 R18 R17 G1 G2 B1 B2"
OPEN = "G11 G12 B13 R14"


def farben(*groups: str, **options: Any) -> reihum.State:
    """Deal to two players: hand 0, hand 1, the open piles 1–4, the stock."""
    return deal("farben-sammeln", seats=2, deck=stack([9, 9, 4, 58], groups), **options)

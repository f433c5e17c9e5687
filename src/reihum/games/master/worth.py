"""What the moves of Master are worth to a simple player. The simple bot and the simulator share these weights."""

from __future__ import annotations

# A card laid counts its number, a joker 11. What else counts how much was found by trying.
BONUS = 60
LAST_GAP = 44  # the last gap of a half row: one of your cards fills it, or another player's
OWN_BEHIND = 6  # one of your cards that comes within reach
NEW_PLACE = -24  # a new open place for which somebody else may have the card
OTHER_BEHIND = -2  # another player's card that comes within reach
JOKER_SPENT = -28
LINK_SPENT = -28
SWAP = 10
FIRST = -18  # rather draw than begin with less
MORE = -2  # rather end the turn than go on with less

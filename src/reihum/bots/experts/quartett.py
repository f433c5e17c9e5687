"""The expert for Quartett: listens better.

People ask for the numbers of which they have most. So whoever has asked for a number is much likelier to have its other
cards than anybody else, far more than one card in the hand would make it. (To work out where cards may lie at all from
what was asked, given and denied, and to ask where one lies in most of these worlds, does worse than this: it takes all
worlds that fit for equally likely.)
"""

from __future__ import annotations

from reihum.bots.simple.quartett import RememberingBot


class ListenerBot(RememberingBot):
    """Asks those who have asked."""

    asking_tells = 4

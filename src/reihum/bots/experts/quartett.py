"""The expert for Quartett: listens better.

People ask for the numbers of which they have most. So a player who has asked for a number is much likelier to have its
other cards than one card in the hand would suggest. (Another idea did worse: to work out from questions and answers
where cards may be, and to ask where a card is in most of these worlds. It takes all worlds that fit for equally
likely.)
"""

from __future__ import annotations

from reihum.bots.simple.quartett import RememberingBot


class ListenerBot(RememberingBot):
    """Asks those who have asked."""

    asking_tells = 4

"""``sensible`` for Überall anschließen: never overlooks a place, and notices when somebody else does.
``dreamer`` has to be woken up first."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import Bot, Call, offered
from reihum.cards import NUMBER, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Pile
from reihum.games.anywhere.rules import Rules

_PLACED = ("put-own", "put-other", "move-other")
KEEP = "put own"
_HARMLESS = ("stop", "tie", "put-middle", "move-middle")


class AttentiveBot(Bot):
    """Places every card where it belongs, on the pile of the player with the fewest cards if it can choose, and calls
    „Stopp!“ at every mistake it sees."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._suspect: Shown | None = None

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember the last event that may have been a mistake."""
        for event in shown:
            if event.kind in _PLACED or event.kind == "turn":
                self._suspect = event
            elif event.kind in _HARMLESS:
                self._suspect = None

    def choose(self, view: View) -> str:
        """The middle first, then another player's pile, then anything else."""
        cards = {str(player.seat): int(player.cards) for player in view.players}

        def worth(move: str) -> tuple[int, int]:
            place = move.split()[-1]
            return (2, 0) if place == "middle" else (1, -cards[place]) if place in cards else (0, 0)

        return max(offered(view), key=worth)

    def call(self, view: View) -> Call | None:
        """„Stopp!“, if the last card went to the wrong place."""
        suspect = self._suspect
        if not view.calls or suspect is None or suspect.seat == self.seat:
            return None
        if not _is_mistake(suspect, view, self.game.setup):
            return None
        return Call("stop", 250 + self.randomness.below(651))


class DreamerBot(AttentiveBot):
    """Attentive since the first „Stopp!“. Until then it keeps every card."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._awake = False

    def see(self, shown: Sequence[Shown]) -> None:
        """A call wakes it up."""
        super().see(shown)
        self._awake |= any(event.kind in ("stop", "tie") for event in shown)

    def choose(self, view: View) -> str:
        """Its own pile, while it dreams."""
        return KEEP if not self._awake and KEEP in offered(view) else super().choose(view)


def _is_mistake(event: Shown, view: View, rules: Rules) -> bool:
    """Whether there was a better place: the middle for any card, another pile for a card that stayed with its owner."""
    tops = {zone.name: zone.pile.top for zone in view.zones if isinstance(zone, Pile) and zone.pile.top}
    own = tops.get(f"open.{event.seat}", "")
    card = own if event.kind == "turn" else event.cards[0]
    if not card or (event.kind == "turn" and not rules.open_tops):
        return False
    places = ["middle"]
    if event.kind in ("turn", "put-own"):
        places += [name for name in tops if name.startswith("open.") and name != f"open.{event.seat}"]
    return any(NUMBER[card] == rules.follows[tops[place]] for place in places)

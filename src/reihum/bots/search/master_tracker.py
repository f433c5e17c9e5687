"""What the events of Master tell about hidden cards."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.bots.search.tracker import Tracker
from reihum.cards import JOKER
from reihum.engine import Game, Shown
from reihum.games.master.board import PLACES, beside
from reihum.games.master.rules import HAND, MasterState
from reihum.simulator.master.parameters import ANY, mask_to_words, place_of
from reihum.simulator.master.position import JOKERS_OF, LAID, PASSES, WON, from_state, move_number
from reihum.simulator.position import DRY, Position
from reihum.simulator.words import join_words


class MasterTracker(Tracker):
    """Follows Master. Jokers that everybody saw come into a hand count as laid first: nobody could tell the
    difference."""

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat, [HAND[game.seats]] * game.seats)
        dealt = game.deal(b"")
        assert isinstance(dealt, MasterState)
        self.state = self._without_cards(dealt)
        self.stock = len(dealt.stock)
        self.jokers = [0] * game.seats
        """Jokers that everybody knows to be in a hand."""

    def _without_cards(self, state: MasterState) -> MasterState:
        """A state without anybody's cards."""
        nothing = (0,) * self.game.seats
        return replace(state, hands=nothing, jokers=nothing, outcome=None)

    def observe_event(self, event: Shown, seat: int) -> None:
        """Learn from one event."""
        if event.kind == "bonus":
            return
        self.state = replace(self.state, turn=seat)
        move = self._move_text(event)
        self.record_move(seat, move_number(self.game, move), self._words(seat))
        if event.kind == "draw":
            self.stock -= 1
            self.add_cards(seat, 1)
        elif event.kind == "pass":
            self.ban(seat, join_words(*mask_to_words(beside(self.state.table))))
        elif event.kind in ("lay", "swap"):
            self._play_card(event, seat)
        self._replay(seat, "end" if event.kind == "draw" else move)

    def _play_card(self, event: Shown, seat: int) -> None:
        """A card leaves a hand. A swap brings a joker for it."""
        card = event.cards[0]
        self.sizes[seat] -= event.kind == "lay"
        if card.startswith(JOKER) and self.jokers[seat]:
            self.jokers[seat] -= 1
        else:
            self.reveal(seat, ANY if card.startswith(JOKER) else place_of(self.game, card))
        self.jokers[seat] += event.kind == "swap"

    def _replay(self, seat: int, move: str) -> None:
        """Make the move again, by a player who has every card and so never goes out."""
        hands, jokers = [0] * self.game.seats, [0] * self.game.seats
        hands[seat], jokers[seat] = PLACES, 4
        able = replace(self.state, hands=tuple(hands), jokers=tuple(jokers))
        self.state = self._without_cards(able.apply(seat, self.game.parse(move)))

    @staticmethod
    def _move_text(event: Shown) -> str:
        """The move that showed an event."""
        if event.kind == "link":
            return f"link {event.values['card']}>{event.values['reached']}"
        return " ".join((event.kind, *(event.cards if event.kind != "draw" else ())))

    def _words(self, seat: int) -> tuple[int, ...]:
        words = list(self.position().words)
        words[JOKERS_OF + seat] = self.jokers[seat]
        words[DRY] = self.stock
        return tuple(words)

    def position(self) -> Position:
        """The table as everybody sees it."""
        return from_state(self.state)

    def correct(self, now: Position) -> Position:
        """The position with the jokers known to be in other hands, and with the cards laid, jokers won and passes
        made."""
        words, missing, unseen = list(now.words), list(now.missing), list(now.unseen)
        for seat in self.game.others(self.seat):
            words[JOKERS_OF + seat] = self.jokers[seat]
            missing[seat] -= self.jokers[seat]
            del unseen[: self.jokers[seat]]
        words[LAID], words[WON], words[PASSES] = self.state.laid, self.state.won, self.state.passes
        return replace(now, words=tuple(words), missing=tuple(missing), unseen=tuple(unseen))

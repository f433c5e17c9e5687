"""Die höchste Karte gewinnt (RULEBOOK §3.11): all choose a card in secret, the single highest takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import COLOURS, NUMBER, Card, Deal, Randomness, in_order, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_by_seat
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Verb, card_slot
from reihum.engine.packs import Pack, exchange, redeal, replace_at
from reihum.engine.views import Hand, Pile, Player, Stack, Zone
from reihum.errors import IllegalMove
from reihum.messages import Message

FACTS = Facts(
    id="hoechste-karte",
    section="§3.11",
    age=5,
    seats=range(2, 5),
    bound=44,
    grammar=Grammar((Verb("lay", (card_slot(),), routine=True, sign="card-tick"),)),
    simultaneous=True,
    moments=("trick",),
    bots=Bots(
        sensible="reihum.bots.simple.hoechste_karte:SaverBot",
        levels={
            "expert": "reihum.bots.experts.hoechste_karte:ForesightBot",
            "master": "reihum.bots.experts.hoechste_karte:ForesightBot",
        },
    ),
    why_verbs=("lay",),
    observation="reihum.envs.observations.hoechste_karte:parts",
    lesson=Lesson(
        seats=3,
        moves=11,
        steps=(
            LessonStep(name="lay", verbs=("lay",), events=("choose",), times=5),
            LessonStep(name="win", events=("win",)),
            LessonStep(name="tie", events=("tie",), rare=True),
        ),
    ),
)

LAY = {card: Move("lay", (card,)) for card in span(1, 11)}


def highest(cards: Sequence[Card]) -> list[int]:
    """The seats whose cards are the highest.

    >>> highest(["R9", "Y3", "G9"])
    [0, 2]
    """
    best = max(NUMBER[card] for card in cards)
    return [seat for seat, card in enumerate(cards) if NUMBER[card] == best]


class HoechsteKarteState(State, frozen=True):
    """A position. A chosen card stays in its hand until all have chosen."""

    hands: tuple[Pack, ...]
    chosen: tuple[Card, ...]
    """By seat; empty: not yet."""
    kept: Pack
    """The cards of ties, which the next winner takes."""
    won: tuple[Pack, ...]

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """Nothing is shuffled."""
        return ()

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.11: each player holds 1–11 of one colour; the seats follow the rank order of the colours."""
        hands = tuple(span(1, 11, colour) for colour in COLOURS[: game.seats])
        return cls(game, (), None, hands, ("",) * game.seats, (), ((),) * game.seats)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Those who have not chosen yet."""
        if self.outcome is not None:
            return ()
        return tuple(seat for seat, card in enumerate(self.chosen) if not card)

    def moves(self, seat: int) -> Sequence[Move]:
        """Any card of the hand, once."""
        return () if self.chosen[seat] else [LAY[card] for card in self.hands[seat]]

    def apply(self, seat: int | None, move: Move) -> Self:
        """Choose a card in secret; after the last choice all are revealed."""
        assert seat is not None
        card = str(move.args[0])
        chosen = replace_at(self.chosen, seat, card)
        after = replace(self, chosen=chosen, last=(Event("choose", seat, (card,), (seat,)),))
        return after.reveal() if all(chosen) else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """Your hand with the chosen card marked, how many cards the others hold, kept and won cards."""
        for owner, hand in enumerate(self.hands):
            own = owner == seat
            marks = {"chosen": (self.chosen[owner],)} if own and self.chosen[owner] else {}
            yield Hand(hand if own else (), len(hand), name=f"hand.{owner}", owner=owner, marks=marks)
            yield Pile(Stack.face_up(self.won[owner]), name=f"won.{owner}", owner=owner)
        yield Pile(Stack.face_up(self.kept), name="kept")

    def players(self) -> Iterator[Player]:
        """Cards in hand and cards won."""
        acting = self.to_act
        return (
            Player(seat, len(hand), len(self.won[seat]), acts=seat in acting) for seat, hand in enumerate(self.hands)
        )

    def everywhere(self) -> Sequence[Card]:
        """Hands, kept and won cards."""
        return [card for pack in (*self.hands, self.kept, *self.won) for card in pack]

    def asked(self, seat: int) -> Message:
        """Choose a card; how many are waiting for a winner."""
        if self.kept:
            return Message("hoechste_karte.prompt.kept", {"count": len(self.kept)})
        return Message("hoechste_karte.prompt.lay")

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """The card is not in the hand."""
        return IllegalMove("not-in-hand", self.game.facts.section, card=move.args[0])

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """Of every colour, the cards in another hand and those covered are exchanged."""
        known = {pack[-1] for pack in (self.kept, *self.won) if pack}
        known.update(card for event in self.last if event.kind == "reveal" for card in event.cards)
        known.update(() if seat is None else self.hands[seat])
        moved: dict[Card, Card] = {}
        for colour in COLOURS[: self.game.seats]:
            hidden = [card for card in self.everywhere() if card[0] == colour and card not in known]
            moved |= redeal([hidden], randomness)[1]

        return replace(
            self,
            hands=tuple(in_order(exchange(hand, moved)) for hand in self.hands),
            chosen=exchange(self.chosen, moved),
            kept=exchange(self.kept, moved),
            won=tuple(exchange(pack, moved) for pack in self.won),
            last=tuple(event.exchange(moved) for event in self.last),
        )

    # --- the game's own rules ---

    def reveal(self) -> Self:
        """§3.11: the single highest takes all; a tie for highest sets the cards aside for the next winner."""
        laid = self.chosen
        best = highest(laid)
        stake = (*self.kept, *laid)
        values = {"players": tuple(best), "count": len(stake)}
        reveals = [Event("reveal", seat, (card,), source=f"hand.{seat}") for seat, card in enumerate(laid)]
        won = self.won
        moment = Moment("trick", cards_by_seat(laid), tuple(best) if len(best) == 1 else (), len(stake))
        if len(best) > 1:
            reveals.append(Event("tie", None, laid, target="kept", values=values, moment=moment))
        else:
            winner = best[0]
            won = (*won[:winner], (*won[winner], *stake), *won[winner + 1 :])
            reveals.append(Event("win", winner, laid, target=f"won.{winner}", values=values, moment=moment))
        hands = tuple(tuple(card for card in hand if card not in laid) for hand in self.hands)
        return replace(
            self,
            hands=hands,
            chosen=("",) * len(laid),
            kept=stake if len(best) > 1 else (),
            won=won,
            last=(*self.last, *reveals),
            outcome=None if hands[0] else self.finish("done", [len(pack) for pack in won]),
        )


GAME = FACTS.with_state(HoechsteKarteState)

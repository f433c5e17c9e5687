"""A finished round step by step: what each move showed and the table after it, from a seat or with open cards."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec import Struct

from reihum.cards import Deal
from reihum.engine import Shown, State, View
from reihum.engine.open_views import open_events, open_view
from reihum.engine.views import Hand
from reihum.errors import BadDeck, BadRecord
from reihum.matches import Match, commitment, replay, round_seed
from reihum.matches.records import MoveLine, Step
from reihum.messages import Message
from reihum.tables.seats import Seat

MAX_DEALS = 40
"""The number of deals to try before giving up the search for the deal that was kept."""


class ReplayStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table after the deal (no move) or after a move, in notation; ``seat`` is who made it."""

    move: str = ""
    seat: int | None = None
    shown: tuple[Shown, ...] = ()
    view: View


class Replay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round of a record; ``rounds`` is the number of finished ones. The replay of a table also says who sits there
    now (``seats``) and which seats are yours (``yours``). You can check the deal: ``secret`` must fit ``commitment``,
    and with everybody's ``words`` it must shuffle ``cards`` into ``deck``, after ``deals`` decks that had to be dealt
    again (docs/fairness.md)."""

    game: str
    options: dict[str, bool | int | str]
    round: int
    rounds: int
    totals: tuple[int, ...]
    commitment: str = ""
    secret: str = ""
    words: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    deals: int = 0
    seats: tuple[Seat, ...] = ()
    yours: tuple[int, ...] = ()
    steps: tuple[ReplayStep, ...]


class Reviewed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision of a finished round compared with an expert's, the ``done``-th of ``of``. ``number`` counts the moves
    of the round from 1. ``chance`` and ``best_chance`` are the chances to win where they are known; ``loss`` is the
    difference. ``grade`` is ``best``, ``good``, ``slip``, ``mistake``, or ``other`` where chances are unknown."""

    number: int
    move: str
    grade: str
    best: str
    why: Message
    chance: float | None = None
    best_chance: float | None = None
    loss: float = 0.0
    done: int
    of: int


def make_replay(record: str | bytes, round: int, seat: int | None, all_open: bool) -> Replay:
    """One round of a record, from a seat (None: a spectator), or with all cards open."""
    steps = list(replay(record))
    mine = [step for step in steps if step.match.round == round]
    if not mine:
        raise BadRecord("record-round", expected=f"1 … {steps[-1].match.round + 1 if steps else 0}", got=round + 1)
    match = mine[-1].match
    if seat is not None:
        match.game.check_seat(seat)
    return Replay(
        game=match.game.id,
        options=match.game.used_options,
        round=round,
        rounds=steps[-1].match.round + 1,
        totals=match.totals,
        commitment="" if match.secret is None else commitment(match.secret),
        secret="" if match.secret is None else match.secret.hex(),
        words=match.words,
        **_deck(mine[0].match),
        steps=tuple(_step(step, seat, all_open) for step in mine if _moves(step)),
    )


def _deck(match: Match) -> dict[str, Any]:
    """The shuffled cards in canonical order and in the order they were dealt, and how many decks were dealt in vain."""
    game = match.game
    if match.deck is not None or match.secret is None or not game.cards:
        return {}
    seed = round_seed(match.secret, match.round, match.words)
    source = Deal(game.seats, seed, None, match.round % game.seats, match.first)
    for deals, deck in enumerate(islice(source.decks(game.cards), MAX_DEALS)):
        with suppress(BadDeck):  # such cards would be dealt again
            dealt = game.deal(seed, deck, dealt_from=source.dealt_from, first=match.first)
            if _hands(dealt) == _hands(match.state):
                return {"cards": game.cards, "deck": deck, "deals": deals}
    return {}


def _hands(state: State) -> list[tuple[str, ...]]:
    """Every player's hand, to compare deals."""
    return [
        zone.cards
        for seat in range(state.game.seats)
        for zone in state.zones(seat)
        if isinstance(zone, Hand) and zone.owner == seat
    ]


def _moves(step: Step) -> bool:
    """Whether a line changes the table; the line at the end of a round does not."""
    return step.line.__struct_config__.tag in ("deal", "move")


def _step(step: Step, seat: int | None, all_open: bool) -> ReplayStep:
    state = step.match.state
    view = open_view(state) if all_open else state.view(seat)
    shown = open_events(state) if all_open else state.events(seat)
    made = step.line if isinstance(step.line, MoveLine) else None
    return ReplayStep(move=made.move if made else "", seat=made.seat if made else None, shown=shown, view=view)

"""A match: rounds of one game with the same seats (RULEBOOK §0). Dealer and first seat move on, points add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import asdict, replace

from reihum.cards import Card, Randomness, Seed, as_seed, deck_cards
from reihum.engine import Game, Move, Outcome, State, View
from reihum.engine.numbers import describe_value, is_number
from reihum.engine.open_views import open_view
from reihum.engine.outcome import rank_points
from reihum.engine.pictures import draw_view
from reihum.errors import BadDeck, BadOption, IllegalMove
from reihum.games import game
from reihum.matches.fairness import SECRET_BYTES, round_seed
from reihum.matches.sheets import describe_round, draw_sheet

PLAYERS = "players"
MAX_ROUNDS = 1_000
MAX_POINTS = 10_000


class MatchView(Struct, frozen=True, omit_defaults=True):
    """A round's view with the score sheet. ``rounds`` is None where points end the match; ``until`` says how
    many, unless an option of the game does."""

    round: int
    rounds: int | None
    sheet: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    view: View
    outcome: Outcome | None = None
    until: int | None = None

    def __repr__(self) -> str:
        return f"<MatchView, {describe_round(self.round, self.rounds, self.totals)}: {self.view!r}>"

    def __str__(self) -> str:
        return "\n".join((describe_round(self.round, self.rounds, self.totals), str(self.view)))

    def _repr_html_(self) -> str:
        """The score sheet above the view, which notebooks show."""
        return draw_sheet(self.sheet, self.totals) + draw_view(self.view)


class Match(Struct, frozen=True, kw_only=True):
    """A match in progress. Immutable, like its states. ``round`` counts from 0; ``past`` are the points of the
    rounds before this one; ``secret`` is what this round's deal was committed to, ``deck`` the stacked deck it
    was dealt from: one of them or both."""

    game: Game
    rounds: int | None
    round: int
    state: State
    first: int
    past: tuple[tuple[int, ...], ...] = ()
    seed: bytes | None = None
    secret: bytes | None = None
    words: tuple[str, ...] = ()
    deck: tuple[Card, ...] | None = None
    until: int | None = None
    """The match ends when somebody has this many points."""

    def __repr__(self) -> str:
        return f"<Match of {self.game!r}, {describe_round(self.round, self.rounds, self.totals)}>"

    def __str__(self) -> str:
        return "\n".join((describe_round(self.round, self.rounds, self.totals), str(self.state)))

    def _repr_html_(self) -> str:
        """The score sheet above the state, everything face up, which notebooks show."""
        return draw_sheet(self.sheet, self.totals) + draw_view(open_view(self.state))

    @property
    def sheet(self) -> tuple[tuple[int, ...], ...]:
        """The score sheet: the points of every finished round, by seat."""
        return self.past if self.state.outcome is None else (*self.past, self.state.outcome.points)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far."""
        return tuple(map(sum, zip(*self.sheet, strict=True))) if self.sheet else (0,) * self.game.seats

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        if self.state.outcome is None:
            return None
        facts = self.game.facts
        wanted = self.game.options[facts.until] if self.until is None and self.rounds is None else self.until
        if self.round + 1 < (self.rounds or MAX_ROUNDS) and (wanted is None or max(self.totals) < wanted):
            return None
        return rank_points("match", self.totals, lowest_wins=facts.lowest_wins)

    def play(self, seat: int | None, move: Move | str) -> Self:
        """The match after a move in its round."""
        return replace(self, state=self.state.play(seat, move))

    def next_round(
        self,
        *,
        secret: bytes | None = None,
        words: Sequence[str] = (),
        deck: str | Sequence[Card] | None = None,
    ) -> Self:
        """Deal the next round. The host gives a fresh secret; a match made from a seed makes its own."""
        if self.state.outcome is None:
            raise IllegalMove("round-running", "§0", round=self.round + 1)
        if self.outcome is not None:
            raise IllegalMove("match-over", "§0", rounds=self.round + 1)
        number = self.round + 1
        begins = self.state.next_first(self.first)
        source = _source(self.game, number, self.seed, secret, words, deck)
        state = source.deal(self.game, number, begins)
        return replace(self, round=number, state=state, first=begins, past=self.sheet, **asdict(source))

    def view(self, seat: int | None) -> MatchView:
        """All that a seat may know, with the score sheet."""
        return self._add_sheet({seat: self.state.view(seat)})[seat]

    def views(self, seats: Iterable[int | None]) -> dict[int | None, MatchView]:
        """The same for several seats. They share what they see alike, so nobody may change them."""
        return self._add_sheet(self.state.views(seats))

    def _add_sheet(self, views: Mapping[int | None, View]) -> dict[int | None, MatchView]:
        sheet, totals, outcome = self.sheet, self.totals, self.outcome
        return {
            seat: MatchView(self.round, self.rounds, sheet, totals, view, outcome, self.until)
            for seat, view in views.items()
        }


def match(
    id: str,
    seats: int,
    *,
    rounds: int | str | None = None,
    seed: Seed | None = None,
    secret: bytes | None = None,
    words: Sequence[str] = (),
    deck: str | Sequence[Card] | None = None,
    until: int | None = None,
    **options: Any,
) -> Match:
    """A match with its first round dealt. ``id``, ``seats`` and ``options`` are those of ``reihum.game``.

    ``rounds`` is a number, or ``"players"`` for as many as there are players; ``until`` ends the match when somebody
    has this many points. Without both there is one round, unless the game has its own end of a match. Give a ``seed``
    for the whole match, or a ``secret`` with everybody's ``words``, or a stacked ``deck``, for this round alone.

    >>> played = match("hoechste-karte", seats=2, rounds=2, seed="docs")
    >>> while played.outcome is None:                # everybody makes the first legal move
    ...     if played.state.outcome is not None:
    ...         played = played.next_round()
    ...     seat = played.state.to_act[0]
    ...     played = played.play(seat, played.state.legal(seat)[0])
    >>> played.round, len(played.sheet)
    (1, 2)
    """
    chosen = game(id, seats, **options)
    return start_match(chosen, rounds, seed, secret, words, deck, until)


def start_match(
    game: Game,
    rounds: int | str | None,
    seed: Seed | None = None,
    secret: bytes | None = None,
    words: Sequence[str] = (),
    deck: str | Sequence[Card] | None = None,
    until: int | None = None,
) -> Match:
    """A match of a game that you have, in the registry or not; ``match`` takes its id instead."""
    chosen = None if seed is None else as_seed(seed)
    source = _source(game, 0, chosen, secret, words, deck)
    begins = game.starter(source.seed(0))
    return Match(
        game=game,
        rounds=rounds_of(game, rounds, until),
        until=until,
        round=0,
        state=source.deal(game, 0, begins),
        first=begins,
        seed=chosen,
        **asdict(source),
    )


def rounds_of(game: Game, rounds: int | str | None, until: int | None = None) -> int | None:
    """How many rounds a match of a game has; None where points end it."""
    if until is not None:
        if rounds is not None:
            raise BadOption("rounds-and-until", rounds=rounds, until=until)
        if not is_number(until) or not 1 <= until <= MAX_POINTS:
            raise BadOption("until", expected=f"1 … {MAX_POINTS}", got=describe_value(until))
        return None
    if rounds is None:
        return None if game.facts.until else 1
    if rounds == PLAYERS:
        return game.seats
    text = str(rounds)
    if isinstance(rounds, bool) or not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= MAX_ROUNDS:
        raise BadOption("rounds", expected=f"1 … {MAX_ROUNDS}, {PLAYERS}", got=rounds)
    return int(text)


class _Source(Struct, frozen=True):
    """Where a round's cards come from: a secret with everybody's words, a stacked deck, or both."""

    secret: bytes | None
    words: tuple[str, ...]
    deck: tuple[Card, ...] | None

    def seed(self, round: int) -> bytes:
        """The seed of a round: for the cards, unless they are stacked, and for all lots."""
        return b"" if self.secret is None else round_seed(self.secret, round, self.words)

    def deal(self, game: Game, round: int, first: int) -> State:
        """The first state of a round."""
        return game.deal(self.seed(round), self.deck, dealt_from=round % game.seats, first=first)


def _source(
    game: Game,
    round: int,
    seed: bytes | None,
    secret: bytes | None,
    words: Sequence[str],
    deck: str | Sequence[Card] | None,
) -> _Source:
    """What was given for a round, checked. A match made from a seed makes its own secrets."""
    if secret is None and seed is not None:
        secret = Randomness(seed, f"secret {round}").take(SECRET_BYTES)
    if secret is None and deck is None:
        raise game.refuse_to_deal()
    if not isinstance(secret, bytes | None):
        raise BadDeck("secret-type", got=type(secret).__name__)
    return _Source(secret, _words(words, game.seats), None if deck is None else deck_cards(deck))


def _words(words: Sequence[str], seats: int) -> tuple[str, ...]:
    """Everybody's words; none at all are as good as empty ones."""
    texts = isinstance(words, list | tuple) and all(isinstance(word, str) and _is_utf8(word) for word in words)
    if not texts or len(words) not in (0, seats):
        raise BadOption("words", expected=seats, got=len(words) if texts else ascii(words))
    return tuple(words) or ("",) * seats


def _is_utf8(text: str) -> bool:
    """Whether a text can be written down: half a surrogate pair cannot."""
    return text == text.encode(errors="ignore").decode()

"""A match: rounds of one game with the same seats (RULEBOOK §0). Dealer and first seat move on, points add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import Card, Randomness, as_seed
from reihum.errors import BadDeck, BadOption, IllegalMove
from reihum.games import GAMES, Facts, Game, Move, Outcome, State, View, game
from reihum.games.outcome import ranked
from reihum.matches.fairness import SECRET_BYTES, round_seed

PLAYERS = "players"


class MatchView(Struct, frozen=True, omit_defaults=True):
    """A round's view with the score sheet. ``rounds`` is None where points end the match."""

    round: int
    rounds: int | None
    sheet: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    view: View
    outcome: Outcome | None = None


class Match(Struct, frozen=True, kw_only=True):
    """A match in progress. Immutable, like its states. ``round`` counts from 0; ``past`` are the points of the
    rounds before this one; ``secret`` is what this round's deal was committed to (none for a stacked deck)."""

    game: Game
    rounds: int | None
    round: int
    state: State
    first: int
    past: tuple[tuple[int, ...], ...] = ()
    seed: bytes | None = None
    secret: bytes | None = None
    words: tuple[str, ...] = ()

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
        if self.rounds is None:
            if max(self.totals) < self.game.options[facts.until]:
                return None
        elif self.round + 1 < self.rounds:
            return None
        return ranked("match", self.totals, lowest_wins=facts.lowest_wins)

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
        secret, words = _secret(self.game, number, self.seed, secret, words, deck)
        state = _deal(self.game, number, begins, secret, words, deck)
        return replace(self, round=number, state=state, first=begins, past=self.sheet, secret=secret, words=words)

    def view(self, seat: int | None) -> MatchView:
        """All that a seat may know, with the score sheet."""
        return MatchView(self.round, self.rounds, self.sheet, self.totals, self.state.view(seat), self.outcome)


def match(
    id: str,
    seats: int,
    *,
    games: Mapping[str, Facts] = GAMES,
    rounds: int | str | None = None,
    seed: str | bytes | None = None,
    secret: bytes | None = None,
    words: Sequence[str] = (),
    deck: str | Sequence[Card] | None = None,
    **options: Any,
) -> Match:
    """A match with its first round dealt. ``rounds="players"``: as many as players; without ``rounds`` one, or
    until the game's own end of a match. Give a seed for everything, or a secret or a deck for this round.
    ``games`` is where the id is looked up."""
    chosen = game(id, seats, games=games, **options)
    source = as_seed(seed) if isinstance(seed, str | bytes) else None
    secret, words = _secret(chosen, 0, source, secret, words, deck)
    lots = b"" if secret is None else round_seed(secret, 0, words)
    begins = chosen.starter(lots)
    state = _deal(chosen, 0, begins, secret, words, deck)
    return Match(
        game=chosen,
        rounds=_rounds(chosen, rounds),
        round=0,
        state=state,
        first=begins,
        seed=source,
        secret=secret,
        words=words,
    )


def _rounds(game: Game, rounds: int | str | None) -> int | None:
    if rounds is None:
        return None if game.facts.until else 1
    if rounds == PLAYERS:
        return game.seats
    text = str(rounds)
    if isinstance(rounds, bool) or not text.isdecimal() or not 1 <= int(text) <= 1_000:
        raise BadOption("rounds", expected=f"1 … 1000, {PLAYERS}", got=rounds)
    return int(text)


def _secret(
    game: Game,
    round: int,
    seed: bytes | None,
    secret: bytes | None,
    words: Sequence[str],
    deck: str | Sequence[Card] | None,
) -> tuple[bytes | None, tuple[str, ...]]:
    """This round's secret and everybody's words; no secret for a stacked deck."""
    if words and len(words) != game.seats:
        raise BadOption("words", expected=game.seats, got=len(words))
    everybody = tuple(words) or ("",) * game.seats
    if secret is None and seed is not None:
        secret = Randomness(seed, f"secret {round}").take(SECRET_BYTES)
    if secret is None and deck is None:
        raise BadDeck("deck-or-seed", game=game.id)
    return secret, everybody


def _deal(
    game: Game,
    round: int,
    first: int,
    secret: bytes | None,
    words: Sequence[str],
    deck: str | Sequence[Card] | None,
) -> State:
    seed = b"" if secret is None else round_seed(secret, round, words)
    return game.deal(seed, deck, dealt_from=round % game.seats, first=first)

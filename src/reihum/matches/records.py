"""Records: a match as JSON Lines that anybody can replay and verify (DESIGN §5; docs/records.md).

A header, then for each round its deal (with the commitment), its moves, and its outcome with the revealed
secret; at the end the outcome of the match and a digest of all lines before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from reihum.cards import Card
from reihum.errors import BadRecord, ReihumError
from reihum.games import GAMES, Facts, Move, Outcome
from reihum.matches.fairness import commitment
from reihum.matches.match import Match, match

FORMAT = 1


class _Line(Struct, frozen=True, tag_field="line", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a record."""


class Header(_Line, frozen=True, tag="match"):
    """What is played: everything but the cards."""

    format: int
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    rounds: int | None = None


class Dealt(_Line, frozen=True, tag="deal"):
    """A round begins: the commitment and everybody's words, or a stacked deck."""

    round: int
    commitment: str | None = None
    words: tuple[str, ...] = ()
    deck: str | None = None


class Played(_Line, frozen=True, tag="move"):
    """One move. ``verdict`` holds the inputs of the real-time rule where it was used."""

    seat: int | None
    move: str
    verdict: dict[str, Any] | None = None


class Ended(_Line, frozen=True, tag="round"):
    """A round ends: its outcome (none if it was broken off) and the revealed secret, in hexadecimal."""

    outcome: Outcome | None = None
    secret: str | None = None


class Closed(_Line, frozen=True, tag="end"):
    """The match ends: its outcome and SHA-256 over all lines before."""

    outcome: Outcome
    digest: str


Line: TypeAlias = Header | Dealt | Played | Ended | Closed

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class Recorder:
    """Plays a match and writes its record along the way: the record so far is ``text``."""

    def __init__(self, started: Match, deck: str | Sequence[Card] | None = None) -> None:
        self.match = started
        self._lines: list[bytes] = []
        facts = started.game.facts
        options = {name: value for name, value in started.game.options.items() if value is not None}
        self._write(
            Header(
                format=FORMAT,
                game=facts.id,
                rules=facts.rules_version,
                seats=started.game.seats,
                options=options,
                rounds=started.rounds,
            )
        )
        self._write_deal(deck)

    @property
    def text(self) -> str:
        """The record so far."""
        return b"".join(self._lines).decode()

    def play(self, seat: int | None, move: Move | str, verdict: dict[str, Any] | None = None) -> Match:
        """Play and record a move; at the end of a round reveal its secret."""
        if isinstance(move, str):
            move = self.match.game.parse(move)
        self.match = self.match.play(seat, move)
        self._write(Played(seat=seat, move=str(move), verdict=verdict))
        if self.match.state.outcome:
            self._reveal()
        if closed := self.match.outcome:
            self._write(Closed(outcome=closed, digest=_digest(self._lines)))
        return self.match

    def next_round(self, *, deck: str | Sequence[Card] | None = None, **how: Any) -> Match:
        """Deal and record the next round; takes what ``Match.next_round`` takes."""
        self.match = self.match.next_round(deck=deck, **how)
        self._write_deal(deck)
        return self.match

    def break_off(self) -> None:
        """Reveal the secret of a round that will not be finished, so that it can still be replayed."""
        if self.match.state.outcome is None:
            self._reveal()

    def _reveal(self) -> None:
        secret = self.match.secret
        self._write(Ended(outcome=self.match.state.outcome, secret=secret.hex() if secret is not None else None))

    def _write_deal(self, deck: str | Sequence[Card] | None) -> None:
        secret = self.match.secret
        text = deck if deck is None or isinstance(deck, str) else " ".join(deck)
        promise = None if secret is None else commitment(secret)
        self._write(Dealt(round=self.match.round, commitment=promise, words=self.match.words, deck=text))

    def _write(self, line: Line) -> None:
        self._lines.append(msgspec.json.encode(line) + b"\n")


class Step(Struct, frozen=True):
    """One line of a record replayed: the match after it."""

    number: int
    line: Line
    match: Match


def read(text: str) -> list[Line]:
    """The lines of a record, each checked by itself."""
    lines: list[Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        try:
            lines.append(_decoder.decode(raw))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadRecord("record-line", number=number, detail=str(error)) from None
    if not lines or not isinstance(lines[0], Header):
        raise BadRecord("record-header")
    return lines


def replay(text: str, games: Mapping[str, Facts] = GAMES) -> Iterator[Step]:
    """The match after every line; stops where the record stops. ``games`` is where the game is looked up."""
    lines = read(text)
    header = lines[0]
    assert isinstance(header, Header)
    _check_header(header, games)
    current: Match | None = None
    for number, line in enumerate(lines[1:], 2):
        try:
            current = _follow(header, games, lines, number, line, current)
        except BadRecord:
            raise
        except ReihumError as error:
            raise BadRecord("record-replay", number=number, detail=str(error)) from error
        if isinstance(line, Closed):
            _check_digest(text, number, line)
        yield Step(number, line, current)


def verify(text: str, games: Mapping[str, Facts] = GAMES) -> Match:
    """The finished match of a record, after recomputing every deal, every state and every outcome."""
    last = next(iter(deque(replay(text, games), maxlen=1)), None)
    if last is None or not isinstance(last.line, Closed):
        raise BadRecord("record-incomplete", number=last.number if last else 1)
    return last.match


def _check_header(header: Header, games: Mapping[str, Facts]) -> None:
    if header.format != FORMAT:
        raise BadRecord("record-format", expected=FORMAT, got=header.format)
    facts = games.get(header.game)
    if facts is None:
        raise BadRecord("record-game", got=header.game, expected=", ".join(games))
    if header.rules != facts.rules_version:
        raise BadRecord("record-rules", game=header.game, expected=facts.rules_version, got=header.rules)


def _follow(
    header: Header,
    games: Mapping[str, Facts],
    lines: list[Line],
    number: int,
    line: Line,
    current: Match | None,
) -> Match:
    """The match after one more line."""
    if isinstance(line, Header) or (current is None) != (isinstance(line, Dealt) and line.round == 0):
        raise BadRecord("record-order", number=number)
    if isinstance(line, Dealt):
        return _dealt(header, games, line, lines, number, current)
    assert current is not None
    if isinstance(line, Played):
        return current.play(line.seat, line.move)
    claimed, found = line.outcome, current.state.outcome if isinstance(line, Ended) else current.outcome
    if claimed != found:
        raise BadRecord("record-outcome", number=number)
    return current


def _dealt(
    header: Header,
    games: Mapping[str, Facts],
    line: Dealt,
    lines: list[Line],
    number: int,
    current: Match | None,
) -> Match:
    """A round dealt as the record says; its secret stands with the round's outcome."""
    secret = None
    if line.commitment is not None:
        secret = _revealed(lines, number)
        if secret is None:
            raise BadRecord("record-unrevealed", number=number)
        if commitment(secret) != line.commitment:
            raise BadRecord("record-commitment", number=number)
    if current is not None:
        if line.round != current.round + 1:
            raise BadRecord("record-order", number=number)
        return current.next_round(secret=secret, words=line.words, deck=line.deck)
    return match(
        header.game,
        header.seats,
        games=games,
        rounds=header.rounds,
        secret=secret,
        words=line.words,
        deck=line.deck,
        **header.options,
    )


def _revealed(lines: list[Line], number: int) -> bytes | None:
    for line in lines[number:]:
        if isinstance(line, Dealt):
            break
        if isinstance(line, Ended) and line.secret is not None:
            try:
                return bytes.fromhex(line.secret)
            except ValueError:
                raise BadRecord("record-secret", number=number) from None
    return None


def _check_digest(text: str, number: int, line: Closed) -> None:
    raw = [part.encode() for part in text.splitlines(keepends=True)[: number - 1]]
    if _digest(raw) != line.digest:
        raise BadRecord("record-digest", number=number)


def _digest(lines: Sequence[bytes]) -> str:
    return sha256(b"".join(lines)).hexdigest()

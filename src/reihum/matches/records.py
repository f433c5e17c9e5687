"""Records: a match as JSON Lines that anybody can replay and verify (DESIGN §5; docs/records.md).

A header, then for each round its deal (with the commitment), its moves, and its outcome with the revealed
secret; at the end the outcome of the match and a digest of all lines before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from reihum.engine import Facts, Game, Move, Outcome
from reihum.errors import BadRecord, IllegalMove, ReihumError
from reihum.games import GAMES
from reihum.matches.fairness import commitment
from reihum.matches.match import Match, start_match
from reihum.matches.verdicts import judge_again

FORMAT = 1


class _Line(Struct, frozen=True, tag_field="line", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a record."""


class HeaderLine(_Line, frozen=True, tag="match"):
    """What is played: everything but the cards."""

    format: int
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    rounds: int | None = None
    until: int | None = None


class DealLine(_Line, frozen=True, tag="deal"):
    """A round begins: the commitment and everybody's words, or a stacked deck."""

    round: int
    commitment: str | None = None
    words: tuple[str, ...] = ()
    deck: str | None = None


class MoveLine(_Line, frozen=True, tag="move"):
    """One move. ``verdict`` holds the inputs of the real-time rule where it was used; it stands with the first move
    of a verdict, and the others follow it."""

    seat: int | None
    move: str
    verdict: dict[str, Any] | None = None


class RoundLine(_Line, frozen=True, tag="round"):
    """A round ends: its outcome (none if it was broken off) and the revealed secret, in hexadecimal."""

    outcome: Outcome | None = None
    secret: str | None = None


class EndLine(_Line, frozen=True, tag="end"):
    """The match ends: its outcome and SHA-256 over all lines before."""

    outcome: Outcome
    digest: str


Line: TypeAlias = HeaderLine | DealLine | MoveLine | RoundLine | EndLine

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class Recorder:
    """Plays a match, from its first move on, and writes its record along the way: the record so far is ``text``.

    >>> from reihum import match
    >>> recorder = Recorder(match("hoechste-karte", seats=2, seed="docs"))
    >>> while recorder.match.outcome is None:
    ...     seat = recorder.match.state.to_act[0]
    ...     _ = recorder.play(seat, recorder.match.state.legal(seat)[0])
    >>> verify(recorder.text).outcome == recorder.match.outcome
    True
    """

    def __init__(self, started: Match) -> None:
        self.match = started
        self._lines: list[str] = []
        self._broken_off = False
        facts = started.game.facts
        self._write(
            HeaderLine(
                format=FORMAT,
                game=facts.id,
                rules=facts.rules_version,
                seats=started.game.seats,
                options=started.game.used_options,
                rounds=started.rounds,
                until=started.until,
            )
        )
        self._write_deal()

    @property
    def text(self) -> str:
        """The record so far."""
        return "".join(f"{line}\n" for line in self._lines)

    def play(self, seat: int | None, move: Move | str, verdict: dict[str, Any] | None = None) -> Match:
        """Play and record a move; at the end of a round reveal its secret."""
        move = self.match.game.parse(str(move))  # the game's own values, not those the Move was made of
        if self._broken_off:
            raise IllegalMove("over", "§0")
        after = self.match.play(seat, move)
        self._write(MoveLine(seat=seat, move=str(move), verdict=verdict))
        self.match = after
        self._write_end()
        return self.match

    def next_round(self, **how: Any) -> Match:
        """Deal and record the next round; takes what ``Match.next_round`` takes."""
        self.match = self.match.next_round(**how)
        self._write_deal()
        return self.match

    def break_off(self) -> None:
        """Reveal the secret of a round that will not be finished, so that it can still be replayed. Nothing can be
        recorded after that."""
        if self.match.state.outcome is None and not self._broken_off:
            self._broken_off = True
            self._reveal()

    def _reveal(self) -> None:
        secret = self.match.secret
        self._write(RoundLine(outcome=self.match.state.outcome, secret=secret.hex() if secret is not None else None))

    def _write_deal(self) -> None:
        secret, deck = self.match.secret, self.match.deck
        promise = None if secret is None else commitment(secret)
        stacked = None if deck is None else " ".join(deck)
        self._write(DealLine(round=self.match.round, commitment=promise, words=self.match.words, deck=stacked))
        self._write_end()  # some deals leave nothing to play

    def _write_end(self) -> None:
        """If the round is over, its outcome and secret, and perhaps the outcome of the match."""
        if self.match.state.outcome:
            self._reveal()
        if closed := self.match.outcome:
            self._write(EndLine(outcome=closed, digest=_digest(self._lines)))

    def _write(self, line: Line) -> None:
        self._lines.append(msgspec.json.encode(line).decode())


class Step(Struct, frozen=True):
    """One line of a record replayed: the match after it."""

    number: int
    line: Line
    match: Match


def read_lines(record: str | bytes) -> list[Line]:
    """The lines of a record, each checked by itself."""
    lines: list[Line] = []
    for number, raw in enumerate(_raw_lines(record), 1):
        try:
            lines.append(_decoder.decode(raw))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRecord("record-line", number=number, detail=str(error)) from None
    if not lines or not isinstance(lines[0], HeaderLine):
        raise BadRecord("record-header")
    return lines


def replay(record: str | bytes, games: Mapping[str, Facts] = GAMES) -> Iterator[Step]:
    """The match after every line; stops where the record stops. ``games`` is where the game is looked up. Raises
    ``BadRecord`` at the first line that is damaged or does not follow from those before it.

    >>> from reihum import match
    >>> recorder = Recorder(match("junior", seats=2, seed="docs"))
    >>> recorder.break_off()  # reveals the deal, so that the record can be replayed
    >>> [step.match.state.to_act for step in replay(recorder.text)]
    [(0,), (0,)]
    """
    lines = read_lines(record)
    header = lines[0]
    assert isinstance(header, HeaderLine)
    with _refuse_as_bad_record(1):
        game = _game(header, games)
    current: Match | None = None
    for number, line in enumerate(lines[1:], 2):
        with _refuse_as_bad_record(number):
            current = _follow(game, lines, number, current)
        if isinstance(line, EndLine) and line.digest != _digest(_raw_lines(record)[: number - 1]):
            raise BadRecord("record-digest", number=number)
        yield Step(number, line, current)


def verify(record: str | bytes, games: Mapping[str, Facts] = GAMES) -> Match:
    """The finished match of a record, after recomputing every deal, every state and every outcome. Raises ``BadRecord``
    if it is not finished, or if anything in it is wrong."""
    last = next(iter(deque(replay(record, games), maxlen=1)), None)
    if last is None or not isinstance(last.line, EndLine):
        raise BadRecord("record-incomplete", number=last.number if last else 1)
    return last.match


def _raw_lines(record: str | bytes) -> list[str]:
    """The lines as they were written: an editor may have changed line ends or added a byte order mark."""
    try:
        text = record.decode() if isinstance(record, bytes) else record
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        raise BadRecord("record-line", number=number, detail=str(error)) from None
    text = text.removeprefix("\ufeff").rstrip("\r\n")
    return [line.removesuffix("\r") for line in text.split("\n")] if text else []


@contextmanager
def _refuse_as_bad_record(number: int) -> Iterator[None]:
    """Turn a refusal of the engine into a bad record."""
    try:
        yield
    except BadRecord:
        raise
    except ReihumError as error:
        raise BadRecord("record-replay", number=number, detail=str(error)) from error


def _game(header: HeaderLine, games: Mapping[str, Facts]) -> Game:
    """The game of a record by the rules it was played by, if this version can play it."""
    if header.format != FORMAT:
        raise BadRecord("record-format", expected=FORMAT, got=header.format)
    facts = games.get(header.game)
    if facts is None:
        raise BadRecord("record-game", got=header.game, expected=", ".join(games))
    if header.rules not in facts.versions:
        known = ", ".join(map(str, facts.versions))
        raise BadRecord("record-rules", game=header.game, expected=known, got=header.rules)
    return facts.by_rules(header.rules).settle(header.seats, header.options)


def _follow(game: Game, lines: list[Line], number: int, current: Match | None) -> Match:
    """The match after one more line."""
    header, before, line = lines[0], lines[number - 2], lines[number - 1]
    assert isinstance(header, HeaderLine)
    if not _in_order(before, line) or (isinstance(line, DealLine) and current and line.round != current.round + 1):
        raise BadRecord("record-order", number=number)
    if isinstance(line, DealLine):
        return _deal_as_recorded(game, header, line, _secret(lines, number, line), current)
    assert current is not None
    if isinstance(line, MoveLine):
        _check_verdict(lines[number - 1 :], number, current)
        return current.play(line.seat, line.move)
    assert isinstance(line, RoundLine | EndLine)
    if line.outcome != (current.state.outcome if isinstance(line, RoundLine) else current.outcome):
        raise BadRecord("record-outcome", number=number)
    return current


def _in_order(before: Line, line: Line) -> bool:
    """Whether a line may stand behind another: header, (deal, moves, round) …, end."""
    if isinstance(line, DealLine):
        return isinstance(before, RoundLine if line.round else HeaderLine)
    if isinstance(line, EndLine):
        return isinstance(before, RoundLine)
    return isinstance(line, MoveLine | RoundLine) and isinstance(before, DealLine | MoveLine)


def _deal_as_recorded(
    game: Game, header: HeaderLine, line: DealLine, secret: bytes | None, current: Match | None
) -> Match:
    """A round dealt as the record says."""
    if current is None:
        return start_match(game, header.rounds, None, secret, line.words, line.deck, header.until)
    return current.next_round(secret=secret, words=line.words, deck=line.deck)


def _secret(lines: list[Line], number: int, dealt: DealLine) -> bytes | None:
    """The secret of a round, which stands with its outcome and must be what the deal was committed to."""
    ended = next((line for line in lines[number:] if isinstance(line, DealLine | RoundLine)), None)
    revealed = ended.secret if isinstance(ended, RoundLine) else None
    if dealt.commitment is not None and revealed is None:
        raise BadRecord("record-unrevealed", number=number)
    try:
        secret = None if revealed is None else bytes.fromhex(revealed)
    except ValueError:
        raise BadRecord("record-secret", number=number) from None
    if dealt.commitment != (None if secret is None else commitment(secret)):
        raise BadRecord("record-commitment", number=number)
    return secret


def _check_verdict(lines: list[Line], number: int, match: Match) -> None:
    """Where speed decided, the moves that follow from the reactions must stand here and in the next lines."""
    line = lines[0]
    assert isinstance(line, MoveLine)
    if line.verdict is None:
        return
    expected = judge_again(match.state, line.verdict)
    played = [line for line in lines[: len(expected)] if isinstance(line, MoveLine)]
    found = [(line.seat, str(match.game.parse(line.move))) for line in played]
    if not expected or found != expected[: len(lines)]:
        wanted = ", ".join(move for _, move in expected)
        raise BadRecord("record-verdict", number=number, expected=wanted or "–", got=line.move)


def _digest(lines: Sequence[str]) -> str:
    """SHA-256 over lines, each with one line feed behind it."""
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()

"""``reihum play``: set a table up, play, keep the record."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from reihum.arena.players import labels
from reihum.cards import as_seed
from reihum.cli.ending import WINDOW_CLOSED, orderly, status
from reihum.cli.files import check_free, read_record, write_record
from reihum.cli.resume import Resumed, check_game, check_rounds, continuable, resume, sow
from reihum.cli.screen import Screen
from reihum.cli.seating import seated, usual_bot, written
from reihum.cli.session import Quit, Session
from reihum.engine import Facts, Game, State
from reihum.errors import BadOption
from reihum.games import GAMES
from reihum.games.registry import game as find_game
from reihum.matches import Recorder, match
from reihum.matches.fairness import SECRET_BYTES

USUAL_GAME = "classic"
USUAL_SEATS = 4


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    game: str | None = None
    options: Mapping[str, Any] = {}
    seats: int | None = None
    seat: int | None = None
    bots: str | None = None
    rounds: str | None = None
    seed: str | None = None
    name: str | None = None
    record: Path | None = None
    resume: Path | None = None
    handicap: int = 0


def usual_seats(facts: Facts, options: Mapping[str, Any]) -> int:
    """Four, or the nearest number of players the game is for; with options, one that they allow."""
    nearest = sorted(facts.seats, key=lambda seats: (abs(seats - USUAL_SEATS), seats))
    for seats in nearest:
        try:
            facts.game(seats, **options)
        except BadOption:
            continue
        return seats
    return nearest[0]


def chosen_game(id: str, seats: int | None, options: Mapping[str, Any]) -> Game:
    """The game with seats and options settled; the engine says what is wrong with them."""
    if seats is None and id in GAMES:
        seats = usual_seats(GAMES[id], options)
    return find_game(id, USUAL_SEATS if seats is None else seats, **options)


def play(screen: Screen, wishes: Wishes) -> int:
    """Play a match, or go on with a recorded one; the exit status."""
    if wishes.record is not None and not _same(wishes.record, wishes.resume):
        check_free(wishes.record)
    resumed = _resumed(wishes, wishes.resume) if wishes.resume else _started(wishes)
    recorder = resumed.recorder
    sitting = seated(screen, recorder.match.game, wishes.seat, wishes.bots, wishes.name)
    seed = secrets.token_bytes(SECRET_BYTES) if wishes.seed is None else as_seed(wishes.seed)
    file = wishes.record or wishes.resume
    session = Session(
        screen,
        recorder,
        replace(sitting, handicap=wishes.handicap),
        seed,
        lambda: secrets.token_bytes(SECRET_BYTES) if wishes.seed is None else None,
        lambda: write_record(file, continuable(recorder)) if file is not None else None,
    )
    return _played(session, file, resumed.states, wishes.name)


def _same(file: Path, other: Path | None) -> bool:
    return other is not None and file.resolve() == other.resolve()


def _started(wishes: Wishes) -> Resumed:
    """A new match."""
    game = chosen_game(wishes.game or USUAL_GAME, wishes.seats, wishes.options)
    how: dict[str, Any] = {"seed": wishes.seed}
    if wishes.seed is None:
        how = {"secret": secrets.token_bytes(SECRET_BYTES)}
    started = match(game.id, game.seats, rounds=wishes.rounds, **how, **wishes.options)
    return Resumed(Recorder(started), (), started.secret)


def _resumed(wishes: Wishes, file: Path) -> Resumed:
    """A recorded match; what is asked for and is otherwise there is refused."""
    resumed = resume(read_record(file))
    game = resumed.recorder.match.game
    check_game(game, wishes.game, wishes.seats, wishes.options)
    check_rounds(resumed, wishes.rounds)
    if wishes.seed is not None:
        sow(resumed, wishes.seed)
    return resumed


def _played(session: Session, file: Path | None, before: Sequence[State], name: str | None) -> int:
    """Play until the end or until the person quits; whatever happens, the record is kept. The exit status."""
    screen = session.screen
    stopped = 0
    with orderly():
        session.keep()
        _welcome(session)
        try:
            session.run(before)
        except Quit as leaving:
            screen.say("cli.play.input-ended" if leaving.ended else "cli.play.bye")
        except KeyboardInterrupt as stop:
            stopped = status(stop)
        finally:
            session.keep()
    if stopped == WINDOW_CLOSED:
        return stopped  # nobody is there to read anything
    if stopped:
        screen.print()  # the prompt stands in this line
    _farewell(session, file, name)
    return stopped


def _farewell(session: Session, file: Path | None, name: str | None) -> None:
    """What can be done with the match now. A record does not say who sat where, so the command to go on does."""
    if file is None:
        session.screen.say("cli.play.how-to-record", style="dim")
    elif session.match.outcome is None:
        words = [str(file), *written(session.sitting, session.game.facts, name)]
        session.screen.say("cli.play.how-to-continue", words=shlex.join(words), whole=True)
    else:
        session.screen.say("cli.play.how-to-verify", file=str(file), whole=True)


def _introduced(session: Session, seat: int) -> str:
    """A bot's name; what kind of bot it is only where that is not the usual one."""
    name, kind = session.texts.player(seat), session.sitting.bots[seat]
    return name if kind == usual_bot(session.match.game.facts) else f"{name} ({labels([kind])[kind]})"


def _welcome(session: Session) -> None:
    game = session.match.game
    others = [seat for seat in range(game.seats) if seat != session.seat]
    session.screen.say(
        "cli.play.welcome",
        name=session.texts.text(f"{game.id}.name"),
        others=session.texts.list([_introduced(session, seat) for seat in others]),
    )
    session.screen.say("cli.play.hint", style="dim")

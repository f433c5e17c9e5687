"""``reihum play``: set a table up, play, keep the record."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from reihum.arena.players import labels
from reihum.cards import as_seed
from reihum.cli.arguments import PlayArguments
from reihum.cli.ending import WINDOW_CLOSED, orderly, status
from reihum.cli.files import check_free, read_record, write_record
from reihum.cli.game_choice import choose_game
from reihum.cli.resume import Resumed, check_game, check_rounds, continuable, resume, sow
from reihum.cli.screen import Screen
from reihum.cli.seating import seated, usual_bot, written
from reihum.cli.session import Quit, Session
from reihum.engine import State
from reihum.matches import Recorder, match
from reihum.matches.fairness import SECRET_BYTES

USUAL_GAME = "classic"


def play(screen: Screen, arguments: PlayArguments) -> int:
    """Play a match, or go on with a recorded one; the exit status."""
    if arguments.record is not None and not _same(arguments.record, arguments.resume):
        check_free(arguments.record)
    resumed = _resumed(arguments, arguments.resume) if arguments.resume else _started(arguments)
    recorder = resumed.recorder
    sitting = seated(screen, recorder.match.game, arguments.seat, arguments.bots, arguments.name)
    seed = secrets.token_bytes(SECRET_BYTES) if arguments.seed is None else as_seed(arguments.seed)
    file = arguments.record or arguments.resume
    session = Session(
        screen,
        recorder,
        replace(sitting, handicap_ms=arguments.handicap_ms),
        seed,
        lambda: secrets.token_bytes(SECRET_BYTES) if arguments.seed is None else None,
        lambda: write_record(file, continuable(recorder)) if file is not None else None,
    )
    return _played(session, file, resumed.states, arguments.name)


def _same(file: Path, other: Path | None) -> bool:
    return other is not None and file.resolve() == other.resolve()


def _started(arguments: PlayArguments) -> Resumed:
    """A new match."""
    game = choose_game(arguments.game or USUAL_GAME, arguments.seats, arguments.options)
    how: dict[str, Any] = {"seed": arguments.seed, **arguments.options}
    if arguments.seed is None:
        how |= {"secret": secrets.token_bytes(SECRET_BYTES)}
    started = match(game.id, game.seats, rounds=arguments.rounds, **how)
    return Resumed(Recorder(started), (), started.secret)


def _resumed(arguments: PlayArguments, file: Path) -> Resumed:
    """A recorded match; what is asked for and is otherwise there is refused."""
    resumed = resume(read_record(file))
    game = resumed.recorder.match.game
    check_game(game, arguments.game, arguments.seats, arguments.options)
    check_rounds(resumed, arguments.rounds)
    if arguments.seed is not None:
        sow(resumed, arguments.seed)
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

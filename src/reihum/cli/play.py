"""``reihum play``: set a table up, play, keep the record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from reihum.arena.players import check_bot, labels
from reihum.bots import bots_for
from reihum.cards import as_seed
from reihum.cli.files import read_record, write_record
from reihum.cli.resume import Resumed, resume
from reihum.cli.screen import Screen
from reihum.cli.session import Quit, Session, Sitting
from reihum.errors import BadOption, ReihumError
from reihum.games import GAMES, Facts, Game
from reihum.games.registry import game as find_game
from reihum.matches import Recorder, match
from reihum.matches.fairness import SECRET_BYTES

SENSIBLE = "sensible"
USUAL_SEATS = 4


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    game: str
    options: Mapping[str, Any] = {}
    seats: int | None = None
    seat: int = 0
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


def usual_bot(facts: Facts) -> str:
    """The sensible bot where there is one, else the strongest."""
    known = bots_for(facts)
    return SENSIBLE if SENSIBLE in known else list(known)[-1]


def bot_names(game: Game, wanted: str | None) -> tuple[str, ...]:
    """A bot for every seat; if fewer are named than there are seats, they take turns."""
    names = [name.strip() for name in wanted.split(",")] if wanted else [usual_bot(game.facts)]
    for name in names:
        check_bot(game, name)
    return tuple(names[seat % len(names)] for seat in range(game.seats))


def chosen_game(id: str, seats: int | None, options: Mapping[str, Any]) -> Game:
    """The game with seats and options settled; the engine says what is wrong with them."""
    if seats is None and id in GAMES:
        seats = usual_seats(GAMES[id], options)
    return find_game(id, USUAL_SEATS if seats is None else seats, **options)


def play(screen: Screen, wishes: Wishes) -> None:
    """Play a match, or go on with a recorded one."""
    resumed = resume(read_record(wishes.resume)) if wishes.resume else Resumed(_started(wishes), ())
    game = resumed.recorder.match.game
    if not 0 <= wishes.seat < game.seats:
        raise ReihumError("seat", expected=f"0 … {game.seats - 1}", got=wishes.seat)
    sitting = Sitting(wishes.seat, _opponents(game, wishes), _names(screen, game, wishes), handicap=wishes.handicap)
    seed = secrets.token_bytes(SECRET_BYTES) if wishes.seed is None else as_seed(wishes.seed)
    seeded = wishes.seed is not None and wishes.resume is None
    session = Session(
        screen, resumed.recorder, sitting, seed, lambda: None if seeded else secrets.token_bytes(SECRET_BYTES)
    )
    _played(session, wishes.record or wishes.resume, resumed)


def _started(wishes: Wishes) -> Recorder:
    game = chosen_game(wishes.game, wishes.seats, wishes.options)
    how: dict[str, Any] = {"seed": wishes.seed}
    if wishes.seed is None:
        how = {"secret": secrets.token_bytes(SECRET_BYTES)}
    return Recorder(match(game.id, game.seats, rounds=wishes.rounds, **how, **wishes.options))


def _opponents(game: Game, wishes: Wishes) -> tuple[str, ...]:
    """The bots by seat; the names given on the command line skip the person's own seat."""
    names = list(bot_names(game, wishes.bots))
    return tuple([*names[: wishes.seat], names[0], *names[wishes.seat :]][: game.seats])


def _names(screen: Screen, game: Game, wishes: Wishes) -> tuple[str, ...]:
    """The person's name, and a name for each bot."""
    others = screen.text("cli.play.names").split()
    own = wishes.name or screen.text("cli.play.guest")
    return tuple([*others[: wishes.seat], own, *others[wishes.seat :]][: game.seats])


def _played(session: Session, file: Path | None, resumed: Resumed) -> None:
    """Play until the end or until the person quits; whatever happens, the record is kept."""
    screen = session.screen
    if file is not None:
        write_record(file, session.recorder.text)
    _welcome(session)
    try:
        session.run(resumed.states)
    except Quit as leaving:
        screen.say("cli.play.input-ended" if leaving.ended else "cli.play.bye")
    finally:
        if file is not None:
            session.recorder.break_off()
            write_record(file, session.recorder.text)
    if file is None:
        screen.say("cli.play.how-to-record", style="dim")
    elif session.match.outcome is None:
        screen.say("cli.play.how-to-continue", file=str(file), whole=True)
    else:
        screen.say("cli.play.how-to-verify", file=str(file), whole=True)


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

"""``reihum play``: a match against bots, and its record."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from reihum.arena.players import labels
from reihum.bots.errors import BotFault
from reihum.cards import as_seed
from reihum.cli.arguments import PlayArguments
from reihum.cli.files import check_unused, find_unused, read_record, write_record
from reihum.cli.fullscreen.mode import fills_terminal
from reihum.cli.game_choice import choose_game
from reihum.cli.game_options import replace_youngest
from reihum.cli.labels import choose_key
from reihum.cli.players import choose_players, default_bot, format_players
from reihum.cli.prompts import Quit
from reihum.cli.resume import (
    ResumedMatch,
    apply_seed,
    check_same_game,
    check_same_rounds,
    make_resumable_record,
    resume,
)
from reihum.cli.screen import Screen
from reihum.cli.session import Session
from reihum.cli.signals import HANGUP_STATUS, interrupt_status, raise_on_signals
from reihum.engine import State
from reihum.matches import Recorder, match
from reihum.matches.fairness import SECRET_BYTES
from reihum.messages import Message

DEFAULT_GAME = "classic"
TYPING_MS = 600
"""Bots wait longer for who types a call and presses Enter. On the full screen one key calls."""


def play(screen: Screen, arguments: PlayArguments) -> int:
    """Play a match, or go on with a recorded one; on the full screen another one may follow. Return the exit status."""
    arguments = _let_youngest_begin(screen, arguments)
    session_type: type[Session] = Session
    if fills_terminal(screen, plain=arguments.plain):
        from reihum.cli.fullscreen.fullscreen_session import FullScreenSession

        session_type = FullScreenSession
    status, again = _play_match(screen, arguments, session_type)
    while again:
        arguments = _follow(arguments)
        status, again = _play_match(screen, arguments, session_type)
    return status


def _follow(arguments: PlayArguments) -> PlayArguments:
    """The arguments of the match after this one: another seed, and another file for the record."""
    seed = None if arguments.seed is None else f"{arguments.seed}+"
    file = arguments.record or arguments.resume
    return replace(arguments, seed=seed, resume=None, record=None if file is None else find_unused(file))


def _play_match(screen: Screen, arguments: PlayArguments, session_type: type[Session]) -> tuple[int, bool]:
    """Play one match; return the exit status, and whether the person wants another one."""
    if arguments.record is not None and not _is_same(arguments.record, arguments.resume):
        check_unused(arguments.record)
    resumed = _resume_match(arguments, arguments.resume) if arguments.resume else _start_match(arguments)
    recorder = resumed.recorder
    players = choose_players(screen, recorder.match.game, arguments.seat, arguments.bots, arguments.name)
    seed = secrets.token_bytes(SECRET_BYTES) if arguments.seed is None else as_seed(arguments.seed)
    file = arguments.record or arguments.resume
    session = session_type(
        screen,
        recorder,
        replace(players, handicap_ms=_choose_handicap(arguments, session_type)),
        seed,
        lambda: secrets.token_bytes(SECRET_BYTES) if arguments.seed is None else None,
        lambda: write_record(file, make_resumable_record(recorder)) if file is not None else None,
        shows_proof=arguments.fair,
    )
    status = _play_session(session, file, resumed.states, arguments.name)
    return status, session.wants_rematch


def _choose_handicap(arguments: PlayArguments, session_type: type[Session]) -> int:
    """By how many milliseconds the bots react later."""
    if arguments.handicap_ms is not None:
        return arguments.handicap_ms
    return 0 if session_type.fills_terminal else TYPING_MS


def _let_youngest_begin(screen: Screen, arguments: PlayArguments) -> PlayArguments:
    """Where the youngest player begins, that is the person: bots have no age."""
    options = replace_youngest(arguments.options, arguments.seat or 0)
    if options != arguments.options:
        screen.say("cli.play.youngest")
    return replace(arguments, options=options)


def _is_same(file: Path, other: Path | None) -> bool:
    return other is not None and file.resolve() == other.resolve()


def _start_match(arguments: PlayArguments) -> ResumedMatch:
    """Start a new match."""
    game = choose_game(arguments.game or DEFAULT_GAME, arguments.seats, arguments.options)
    how: dict[str, Any] = {"seed": arguments.seed, **arguments.options}
    if arguments.seed is None:
        how |= {"secret": secrets.token_bytes(SECRET_BYTES)}
    started = match(game.id, game.seats, rounds=arguments.rounds, until=arguments.until, **how)
    return ResumedMatch(Recorder(started), (), started.secret)


def _resume_match(arguments: PlayArguments, file: Path) -> ResumedMatch:
    """Go on with a recorded match; refuse arguments that differ from it."""
    resumed = resume(read_record(file))
    game = resumed.recorder.match.game
    check_same_game(game, arguments.game, arguments.seats, arguments.options)
    check_same_rounds(resumed, arguments.rounds, arguments.until)
    if arguments.seed is not None:
        apply_seed(resumed, arguments.seed)
    return resumed


def _play_session(session: Session, file: Path | None, before: Sequence[State], name: str | None) -> int:
    """Play to the end or until the person quits, and save the record in any case. Return the exit status."""
    screen = session.screen
    exit_status = 0
    with raise_on_signals():
        session.save()
        if not session.fills_terminal:
            _print_welcome(session)
        try:
            session.run(before)
        except Quit as leaving:
            screen.say("cli.play.input-ended" if leaving.ended else "cli.play.bye")
        except KeyboardInterrupt as interrupt:
            exit_status = interrupt_status(interrupt)
        except BotFault as fault:
            words = ["reihum", "replay", str(file)] if file else ["--record", "match.jsonl"]
            fault.where += (
                Message("cli.play.replay-fault" if file else "cli.play.record-fault", {"words": shlex.join(words)}),
            )
            raise
        finally:
            session.save()
    if exit_status == HANGUP_STATUS:
        return exit_status  # nobody can read anything any more
    if exit_status:
        screen.print()  # the prompt stands in this line
    _print_farewell(session, file, name)
    return exit_status


def _print_farewell(session: Session, file: Path | None, name: str | None) -> None:
    """Say what the person can do with the match now. A record does not name the players, so the command must."""
    if file is None:
        session.screen.say("cli.play.how-to-record", style="dim")
    elif session.match.outcome is None:
        words = [str(file), *format_players(session.players, session.game.facts, name)]
        session.screen.say("cli.play.how-to-continue", words=shlex.join(words), whole=True)
    else:
        session.screen.say("cli.play.how-to-verify", file=str(file), whole=True)


def _introduce(session: Session, seat: int) -> str:
    """The name of a bot, and its kind if that is not the default."""
    name, kind = session.texts.player(seat), session.players.bots[seat]
    return name if kind == default_bot(session.match.game.facts) else f"{name} ({labels([kind])[kind]})"


def _print_welcome(session: Session) -> None:
    game = session.match.game
    others = [seat for seat in range(game.seats) if seat != session.seat]
    session.screen.say(
        "cli.play.welcome",
        name=session.texts.text(f"{game.id}.name"),
        others=session.texts.list([_introduce(session, seat) for seat in others]),
    )
    session.screen.say(choose_key("cli.play.hint", game.grammar), style="dim")

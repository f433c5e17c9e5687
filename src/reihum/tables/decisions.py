"""Decisions: what a command adds to the log, or why it is refused. A decision adds entries to a draft of the table.

A person who may not give a command is told ``not-allowed``, whatever the reason, so that the answer tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import asdict

from reihum.engine import Facts, Move, State
from reihum.errors import BadOption, ReihumError
from reihum.matches.fairness import SECRET_BYTES
from reihum.tables import commands, entries
from reihum.tables.arbiter import Reaction, calm_inputs, calm_verdict
from reihum.tables.commands import Command
from reihum.tables.draft import Draft
from reihum.tables.keys import token
from reihum.tables.phrases import PHRASES
from reihum.tables.settings import Settings
from reihum.tables.table import Table

KEY_LENGTH = 20


class CommandRefused(ReihumError):
    """The table does not do that: the person may not ask for it, or it is not the time for it."""


class HeldBack(Exception):
    """Not yet: the move is held back so that nobody can escape a call (RULEBOOK §4)."""


class IncomingCommand(Struct, frozen=True, kw_only=True):
    """A command with its circumstances: the person, the seat they look from, and how quick a call was."""

    person: str
    seat: int | None
    command: Command
    reaction: Reaction | None = None
    pause_over: bool = True
    deck: str | None = None
    """The stacked deck of the next deal. Only programs that run the host themselves can give one."""


def decide(draft: Draft, incoming: IncomingCommand) -> None:
    """Add what a command asks for; nothing if all is as it asks already."""
    _need(incoming.person in draft.table.people and not draft.table.closed)
    _HANDLERS[type(incoming.command)](draft, incoming, incoming.command)


def new_key(entropy: Callable[[int], bytes]) -> str:
    """A fresh word of invitation."""
    return token(entropy, KEY_LENGTH)


def new_secret(entropy: Callable[[int], bytes]) -> str:
    """A fresh secret for a round, in hexadecimal."""
    return entropy(SECRET_BYTES).hex()


def play_moves(draft: Draft, moves: Sequence[tuple[int | None, Move]], verdict: dict[str, Any] | None = None) -> None:
    """Add moves one after another, and the end of the round if they end it. ``verdict`` stands with the first move."""
    for seat, move in moves:
        draft.play(seat, move, verdict)
        verdict = None
    _end_round(draft)


def _end_round(draft: Draft) -> None:
    """If the round is over, add the end of the match or the next secret: its commitment is shown before anybody can
    add words to the deal."""
    match = draft.table.match
    assert match is not None
    if match.outcome is not None:
        draft.add(entries.FinishedEntry(at=draft.at))
    elif match.state.outcome is not None:
        draft.add(entries.PromisedEntry(at=draft.at, round=match.round + 1, secret=new_secret(draft.entropy)))


def _need(allowed: bool) -> None:
    if not allowed:
        raise CommandRefused("not-allowed")


def _need_charge(table: Table, incoming: IncomingCommand) -> None:
    _need(incoming.person == table.in_charge)


def _own_seat(table: Table, incoming: IncomingCommand) -> int:
    """The seat a person looks from, which must be their own."""
    _need(incoming.seat is not None and incoming.seat in table.seats_of(incoming.person))
    assert incoming.seat is not None
    return incoming.seat


def _running_state(table: Table) -> State:
    state = table.state
    if state is None:
        _refuse_when_over(table)
        raise CommandRefused("no-round")
    return state


def _refuse_when_over(table: Table) -> None:
    if table.match is not None and table.over:
        raise CommandRefused("match-over", rounds=table.match.round + 1)


# --- the round ---


def _move(draft: Draft, incoming: IncomingCommand, command: commands.MakeMove) -> None:
    table = draft.table
    seat, state = _own_seat(table, incoming), _running_state(table)
    move = state.check(seat, command.move)
    if table.seats[seat].away:  # the host may not have noticed that the person is back
        draft.add(entries.ReturnedEntry(at=draft.at, seat=seat))
    if move.verb in table.game.grammar.calls:
        call(draft, seat, move, incoming.reaction)
    else:
        hold_back(table, seat, move, incoming.pause_over)
        play_moves(draft, [(seat, move)])


def hold_back(table: Table, seat: int, move: Move, pause_over: bool) -> None:
    """§4: raise ``HeldBack`` for a move that goes on while somebody could still call. At a calm table everybody must
    have spoken first."""
    if not table.game.grammar.calls:
        return
    if table.settings.calm:
        if silent := [caller for caller in table.callers() if caller != seat and not _has_spoken(table, caller)]:
            raise CommandRefused("calm-waiting", players=tuple(silent), count=len(silent))
        return
    turns_on = table.game.verb_of(move).hides_calls or (seat != table.last_mover and not table.game.facts.simultaneous)
    if table.calls or (turns_on and table.last_mover is not None and not pause_over):
        raise HeldBack


def _has_spoken(table: Table, seat: int) -> bool:
    return seat in table.kept or any(call.seat == seat for call in table.calls)


def call(draft: Draft, seat: int, move: Move, reaction: Reaction | None) -> None:
    """Add a call, which waits for the verdict. At a calm table the verdict comes when everybody has spoken."""
    table = draft.table
    word = _running_state(table).check(seat, move).verb
    if any((made.seat, made.word) == (seat, word) for made in table.calls):
        raise CommandRefused("called-already")
    draft.add(
        entries.CalledEntry(at=draft.at, seat=seat, word=word, reaction=None if table.settings.calm else reaction)
    )
    _judge_calmly(draft)


def keep_quiet(draft: Draft, seat: int) -> None:
    """Add that a seat does not call. The last seat to speak brings the verdict."""
    table = draft.table
    _running_state(table)
    if not table.settings.calm:
        raise CommandRefused("not-calm")
    if not _has_spoken(table, seat):
        draft.add(entries.KeptEntry(at=draft.at, seat=seat))
        _judge_calmly(draft)


def _judge_calmly(draft: Draft) -> None:
    """Add the verdict of a calm table, once every seat that might call has spoken."""
    table = draft.table
    if not table.settings.calm or not table.calls:
        return
    if not all(_has_spoken(table, caller) for caller in table.callers()):
        return
    moves = calm_verdict(_running_state(table), table.calls)
    judge(draft, moves, calm_inputs(table.calls))


def judge(draft: Draft, moves: Sequence[tuple[int | None, str]], inputs: dict[str, Any]) -> None:
    """Add the moves of a verdict with its inputs; if there are none, forget the calls."""
    if moves:
        play_moves(draft, [(seat, draft.table.game.parse(text)) for seat, text in moves], inputs)
    else:
        draft.add(entries.ClearedEntry(at=draft.at))


def _quiet(draft: Draft, incoming: IncomingCommand, command: commands.Quiet) -> None:
    keep_quiet(draft, _own_seat(draft.table, incoming))


def _start(draft: Draft, incoming: IncomingCommand, command: commands.Start) -> None:
    table = draft.table
    _need(bool(table.seats_of(incoming.person)) or incoming.person == table.in_charge)
    if table.match is not None:
        raise CommandRefused("started")
    empty = [number for number, seat in enumerate(table.seats) if seat.free]
    if empty and not command.fill:
        raise CommandRefused("seats-empty", players=tuple(empty), count=len(empty))
    level = check_level(table.game.facts, command.fill) if empty else ""
    for seat in empty:
        draft.add(entries.BotSeatedEntry(at=draft.at, seat=seat, level=level))
    _deal(draft, 0, incoming.deck)


def _next(draft: Draft, incoming: IncomingCommand, command: commands.Next) -> None:
    table = draft.table
    _need(bool(table.seats_of(incoming.person)) or incoming.person == table.in_charge)
    if table.match is None:
        raise CommandRefused("not-started")
    if table.state is not None:
        raise CommandRefused("round-running", round=table.match.round + 1)
    _refuse_when_over(table)
    _deal(draft, table.match.round + 1, incoming.deck)


def _deal(draft: Draft, round: int, deck: str | None) -> None:
    draft.add(entries.DealtEntry(at=draft.at, round=round, deck=deck))
    _end_round(draft)


def _words(draft: Draft, incoming: IncomingCommand, command: commands.Words) -> None:
    table = draft.table
    seat = _own_seat(table, incoming)
    if table.state is not None or table.over:
        raise CommandRefused("dealt-already")
    draft.add(entries.WordedEntry(at=draft.at, seat=seat, words=clean_text(command.words)))


# --- seats ---


def _sit(draft: Draft, incoming: IncomingCommand, command: commands.Sit) -> None:
    table, person = draft.table, incoming.person
    table.game.check_seat(command.seat)
    own, seat = table.seats_of(person), table.seats[command.seat]
    _need(not own or person == table.in_charge or not table.settings.open)
    name = clean_name(command.name) if command.name else table.people[person]
    if seat.person and seat.person != person:
        raise CommandRefused("seat-taken", seat=command.seat)
    if seat.person and seat.name == name:
        return
    if own and command.seat not in own and not command.name:
        raise CommandRefused("second-name")
    _refuse_second_hand(table, person, command.seat)
    draft.add(entries.SeatedEntry(at=draft.at, seat=command.seat, person=person, name=name))


def _refuse_second_hand(table: Table, person: str, seat: int) -> None:
    """While a round runs, a person sees only the hands that they began it with or came to first."""
    held = table.held.get(person, frozenset())
    if table.state is not None and held and seat not in held:
        raise CommandRefused("other-seat")


def _stand(draft: Draft, incoming: IncomingCommand, command: commands.Stand) -> None:
    _need(command.seat in draft.table.seats_of(incoming.person))
    _vacate(draft, command.seat)


def _vacate(draft: Draft, seat: int) -> None:
    """Give a seat up: it is free before the match; while the match runs a bot takes it."""
    if draft.table.match is None:
        draft.add(entries.VacatedEntry(at=draft.at, seat=seat))
    else:
        draft.add(entries.BotSeatedEntry(at=draft.at, seat=seat, level=draft.table.game.facts.usual_level))


def _seat_bot(draft: Draft, incoming: IncomingCommand, command: commands.SeatBot) -> None:
    table = draft.table
    _need_charge(table, incoming)
    table.game.check_seat(command.seat)
    if table.seats[command.seat].person:
        raise CommandRefused("seat-taken", seat=command.seat)
    if command.level:
        level = check_level(table.game.facts, command.level)
        draft.add(entries.BotSeatedEntry(at=draft.at, seat=command.seat, level=level))
    elif table.match is not None:
        raise CommandRefused("started")
    else:
        draft.add(entries.VacatedEntry(at=draft.at, seat=command.seat))


def check_level(facts: Facts, level: str) -> str:
    """The level, if the game has bots of it. Raises ``BadOption`` if not."""
    if level not in facts.levels:
        raise BadOption("bot", game=facts.id, expected=", ".join(facts.levels), got=level)
    return level


def _change(draft: Draft, incoming: IncomingCommand, command: commands.Change) -> None:
    table = draft.table
    _need_charge(table, incoming)
    if table.match is not None:
        raise CommandRefused("started")
    wanted = {name: value for name, value in asdict(command).items() if value is not UNSET and name != "id"}
    if "game" in wanted:  # another game has other options
        wanted = {"options": {}} | wanted
    settings = _convert(msgspec.to_builtins(table.settings) | msgspec.to_builtins(wanted))
    facts = settings.check().facts
    draft.add(entries.ChangedEntry(at=draft.at, settings=settings, rules=facts.rules_version))
    for number, seat in enumerate([*table.seats]):
        if seat.level and seat.level not in facts.levels:
            draft.add(entries.BotSeatedEntry(at=draft.at, seat=number, level=facts.usual_level))


def _convert(wanted: dict[str, Any]) -> Settings:
    try:
        return msgspec.convert(wanted, Settings)
    except msgspec.ValidationError as error:
        raise CommandRefused("settings", detail=str(error)) from None


# --- people ---


def join(draft: Draft, person: str, name: str, invited: bool) -> None:
    """Add a person to the table, who has its link or finds it open to all."""
    table = draft.table
    _need(not table.closed and person not in table.banned and (invited or table.settings.open))
    if person not in table.people:
        draft.add(entries.JoinedEntry(at=draft.at, person=person, name=clean_name(name)))


def _rename(draft: Draft, incoming: IncomingCommand, command: commands.Rename) -> None:
    draft.add(entries.RenamedEntry(at=draft.at, person=incoming.person, name=clean_name(command.name)))


def _leave(draft: Draft, incoming: IncomingCommand, command: commands.Leave) -> None:
    _part(draft, incoming.person)


def _remove(draft: Draft, incoming: IncomingCommand, command: commands.Remove) -> None:
    _need_charge(draft.table, incoming)
    _need(command.person in draft.table.people and command.person != incoming.person)
    _part(draft, command.person, banned=True, key=new_key(draft.entropy))


def _part(draft: Draft, person: str, banned: bool = False, key: str = "") -> None:
    """Take a person away from the table; the last one closes it."""
    for seat in draft.table.seats_of(person):
        _vacate(draft, seat)
    draft.add(entries.LeftEntry(at=draft.at, person=person, banned=banned, key=key))
    if not draft.table.people:
        draft.add(entries.ClosedEntry(at=draft.at))


def _say(draft: Draft, incoming: IncomingCommand, command: commands.Say) -> None:
    if bool(command.phrase) == bool(command.words):
        raise CommandRefused("say-one")
    if command.words and not draft.table.settings.chat:
        raise CommandRefused("no-chat")
    if command.phrase and command.phrase not in PHRASES:
        raise CommandRefused("phrase", expected=", ".join(PHRASES), got=command.phrase)
    words = clean_text(command.words)
    draft.add(entries.SaidEntry(at=draft.at, person=incoming.person, phrase=command.phrase, words=words))


def check_rematch(table: Table, person: str) -> None:
    """Refuse a rematch to somebody who may not ask for one."""
    _need(person in table.people and not table.closed)
    _need(bool(table.seats_of(person)) or person == table.in_charge)
    if table.state is not None:
        raise CommandRefused("round-running", round=table.match.round + 1 if table.match else 1)


def clean_name(name: str) -> str:
    """A name as it is kept. It must have something to read."""
    clean = clean_text(name)
    if not clean:
        raise CommandRefused("name")
    return clean


def clean_text(text: str) -> str:
    """A person's text as it is kept: printable, single blanks, nothing that could turn a line around."""
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(visible.split())


_HANDLERS: dict[type, Callable[[Draft, IncomingCommand, Any], None]] = {
    commands.MakeMove: _move,
    commands.Quiet: _quiet,
    commands.Start: _start,
    commands.Next: _next,
    commands.Words: _words,
    commands.Sit: _sit,
    commands.Stand: _stand,
    commands.SeatBot: _seat_bot,
    commands.Change: _change,
    commands.Rename: _rename,
    commands.Leave: _leave,
    commands.Remove: _remove,
    commands.Say: _say,
}

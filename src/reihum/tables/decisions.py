"""Decisions: what a command adds to the log, or why it is refused. A decision adds entries to a draft of the table.

A person who may not give a command is told ``not-allowed``, whatever the reason, so that the answer tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from reihum.engine import Facts
from reihum.errors import BadOption
from reihum.tables import commands, entries
from reihum.tables.arbiter import Reaction
from reihum.tables.commands import Command
from reihum.tables.draft import Draft
from reihum.tables.keys import token
from reihum.tables.names import choose_name, clean_text
from reihum.tables.phrases import PHRASES
from reihum.tables.refusals import CommandRefused
from reihum.tables.rounds import call, end_round, hold_back, keep_quiet, play_moves, refuse_when_over, running_state
from reihum.tables.seats import find_seat
from reihum.tables.settings import Settings
from reihum.tables.table import Table
from reihum.tables.takeovers import answer, ask, needs_consent, seat_agreed

KEY_LENGTH = 20

_FIXED_DAILY = (commands.Sit, commands.Stand, commands.Agree, commands.SeatBot, commands.Change, commands.Words)
"""What nobody may change about a daily deal, because it is the same for everybody."""


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
    """Add what a command asks for; nothing if that is already so."""
    _need(incoming.person in draft.table.people and not draft.table.closed)
    if draft.table.settings.daily and isinstance(incoming.command, _FIXED_DAILY):
        raise CommandRefused("daily")
    _HANDLERS[type(incoming.command)](draft, incoming, incoming.command)


def new_key(entropy: Callable[[int], bytes]) -> str:
    """A fresh word of invitation."""
    return token(entropy, KEY_LENGTH)


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


# --- the round ---


def _move(draft: Draft, incoming: IncomingCommand, command: commands.MakeMove) -> None:
    table = draft.table
    seat, state = _own_seat(table, incoming), running_state(table)
    move = state.check(seat, command.move)
    if table.seats[seat].away:  # the host may not have noticed that the person is back
        draft.add(entries.ReturnedEntry(at_ms=draft.at_ms, seat=seat))
    if move.verb in table.game.grammar.calls:
        call(draft, seat, move, incoming.reaction)
    else:
        hold_back(table, seat, move, incoming.pause_over)
        play_moves(draft, [(seat, move)])


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
        draft.add(entries.BotSeatedEntry(at_ms=draft.at_ms, seat=seat, level=level))
    if table.settings.asks_for_youngest:
        _let_youngest_begin(draft, command.youngest)
    _deal(draft, 0, incoming.deck)


def _let_youngest_begin(draft: Draft, youngest: int | None) -> None:
    """Write the seat of the youngest player into the settings. Bots have no age: one person among bots is it."""
    table = draft.table
    people = [number for number, seat in enumerate(table.seats) if seat.person]
    if youngest is None and len(people) > 1:
        raise CommandRefused("youngest")
    first = (people or [0])[0] if youngest is None else youngest
    table.game.check_seat(first)
    settings = table.settings.with_first(first)
    draft.add(entries.ChangedEntry(at_ms=draft.at_ms, settings=settings, rules=table.game.facts.rules_version))


def _next(draft: Draft, incoming: IncomingCommand, command: commands.Next) -> None:
    table = draft.table
    _need(bool(table.seats_of(incoming.person)) or incoming.person == table.in_charge)
    if table.match is None:
        raise CommandRefused("not-started")
    if table.state is not None:
        raise CommandRefused("round-running", round=table.match.round + 1)
    refuse_when_over(table)
    _deal(draft, table.match.round + 1, incoming.deck)


def _deal(draft: Draft, round: int, deck: str | None) -> None:
    draft.add(entries.DealtEntry(at_ms=draft.at_ms, round=round, deck=deck))
    end_round(draft)


def _words(draft: Draft, incoming: IncomingCommand, command: commands.Words) -> None:
    table = draft.table
    seat = _own_seat(table, incoming)
    if table.state is not None or table.over:
        raise CommandRefused("dealt-already")
    draft.add(entries.WordedEntry(at_ms=draft.at_ms, seat=seat, words=clean_text(command.words)))


# --- seats ---


def _sit(draft: Draft, incoming: IncomingCommand, command: commands.Sit) -> None:
    table, person = draft.table, incoming.person
    table.game.check_seat(command.seat)
    own, seat = table.seats_of(person), table.seats[command.seat]
    _need(not own or person == table.in_charge or not table.settings.open)
    name = _choose_name(table, person, command.name) if command.name else table.people[person]
    if seat.person and seat.person != person:
        raise CommandRefused("seat-taken", seat=command.seat)
    if seat.person and seat.name == name:
        if seat.away:
            draft.add(entries.ReturnedEntry(at_ms=draft.at_ms, seat=command.seat))
        return
    if own and command.seat not in own and not command.name:
        raise CommandRefused("second-name")
    _refuse_second_hand(table, person, command.seat)
    if needs_consent(table, person, command.seat):
        ask(draft, command.seat, person, name)
        return
    draft.add(entries.SeatedEntry(at_ms=draft.at_ms, seat=command.seat, person=person, name=name))


def _refuse_second_hand(table: Table, person: str, seat: int) -> None:
    """While a round runs, a person sees only the hands that they began it with or came to first."""
    held = table.held.get(person, frozenset())
    if table.state is not None and held and seat not in held:
        raise CommandRefused("other-seat")


def _agree(draft: Draft, incoming: IncomingCommand, command: commands.Agree) -> None:
    answer(draft, command.seat, incoming.person, command.agree)


def _stand(draft: Draft, incoming: IncomingCommand, command: commands.Stand) -> None:
    _need(command.seat in draft.table.seats_of(incoming.person))
    _vacate(draft, command.seat)
    seat_agreed(draft)


def _vacate(draft: Draft, seat: int) -> None:
    """Give a seat up: it is free before the match; while the match runs a bot takes it."""
    if draft.table.match is None:
        draft.add(entries.VacatedEntry(at_ms=draft.at_ms, seat=seat))
    else:
        draft.add(entries.BotSeatedEntry(at_ms=draft.at_ms, seat=seat, level=draft.table.game.facts.usual_level))


def _seat_bot(draft: Draft, incoming: IncomingCommand, command: commands.SeatBot) -> None:
    table = draft.table
    _need_charge(table, incoming)
    table.game.check_seat(command.seat)
    if table.seats[command.seat].person:
        raise CommandRefused("seat-taken", seat=command.seat)
    if command.level:
        level = check_level(table.game.facts, command.level)
        draft.add(entries.BotSeatedEntry(at_ms=draft.at_ms, seat=command.seat, level=level, chosen=True))
    elif table.match is not None:
        raise CommandRefused("started")
    else:
        draft.add(entries.VacatedEntry(at_ms=draft.at_ms, seat=command.seat))


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
    wanted = {name: value for name, value in msgspec.to_builtins(command).items() if name not in ("id", "type")}
    if "game" in wanted:  # another game has other options
        wanted = {"options": {}} | wanted
    settings = _convert(msgspec.to_builtins(table.settings) | wanted)
    facts = settings.check().facts
    draft.add(entries.ChangedEntry(at_ms=draft.at_ms, settings=settings, rules=facts.rules_version))
    for number, seat in enumerate([*table.seats]):
        if seat.level and seat.level not in facts.levels:
            level = facts.usual_level
            draft.add(entries.BotSeatedEntry(at_ms=draft.at_ms, seat=number, level=level, chosen=seat.chosen))


def _set_pace(draft: Draft, incoming: IncomingCommand, command: commands.SetPace) -> None:
    _need(bool(draft.table.seats_of(incoming.person)))
    _need("days" not in (command.pace, draft.table.settings.pace))
    if command.pace != draft.table.settings.pace:
        draft.add(entries.PacedEntry(at_ms=draft.at_ms, pace=command.pace))


def _convert(wanted: dict[str, Any]) -> Settings:
    try:
        return msgspec.convert(wanted, Settings)
    except msgspec.ValidationError as error:
        raise CommandRefused("settings", detail=str(error)) from None


# --- people ---


def refuse_when_full(table: Table, person: str, max_people: int) -> None:
    """Refuse a new person at a table that has as many as it may have; 0 means any number."""
    if max_people and person not in table.people and len(table.people) >= max_people:
        raise CommandRefused("table-full", count=max_people)


def join(draft: Draft, person: str, name: str, invited: bool, sit: bool = False) -> None:
    """Add a person to the table, who has its link or finds it open to all. ``sit``: they take a seat at once, if
    there is one; while a round runs, they ask for a bot's."""
    table = draft.table
    known = person in table.people
    _need(not table.closed and person not in table.banned and (known or invited or table.settings.open))
    if table.settings.daily:
        raise CommandRefused("daily")
    if not known:
        draft.add(entries.JoinedEntry(at_ms=draft.at_ms, person=person, name=_choose_name(table, person, name)))
    seat = _find_seat(table, person) if sit else None
    if seat is None:
        return
    chosen = draft.table.people[person]
    if needs_consent(table, person, seat):
        ask(draft, seat, person, chosen)
    else:
        draft.add(entries.SeatedEntry(at_ms=draft.at_ms, seat=seat, person=person, name=chosen))


def _find_seat(table: Table, person: str) -> int | None:
    """The seat for a person who arrives, unless they have one, wait for one, or have held a hand in this round."""
    waits = any(asked.person == person for asked in table.takeovers.values())
    if table.over or waits or table.seats_of(person) or (table.state is not None and table.held.get(person)):
        return None
    return find_seat(table.seats, table.takeovers)


def _rename(draft: Draft, incoming: IncomingCommand, command: commands.Rename) -> None:
    name = _choose_name(draft.table, incoming.person, command.name)
    draft.add(entries.RenamedEntry(at_ms=draft.at_ms, person=incoming.person, name=name))


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
    draft.add(entries.LeftEntry(at_ms=draft.at_ms, person=person, banned=banned, key=key))
    seat_agreed(draft)
    if not draft.table.people:
        close_table(draft)


def close_table(draft: Draft) -> None:
    """Close a table at which nobody goes on."""
    draft.add(entries.ClosedEntry(at_ms=draft.at_ms))


def _say(draft: Draft, incoming: IncomingCommand, command: commands.Say) -> None:
    if bool(command.phrase) == bool(command.words):
        raise CommandRefused("say-one")
    if command.words and not draft.table.settings.chat:
        raise CommandRefused("no-chat")
    if command.phrase and command.phrase not in PHRASES:
        raise CommandRefused("phrase", expected=", ".join(PHRASES), got=command.phrase)
    words = clean_text(command.words)
    draft.add(entries.SaidEntry(at_ms=draft.at_ms, person=incoming.person, phrase=command.phrase, words=words))


def check_rematch(table: Table, person: str) -> None:
    """Refuse a rematch to somebody who may not ask for one."""
    _need(person in table.people and not table.closed)
    _need(bool(table.seats_of(person)) or person == table.in_charge)
    if table.settings.daily:
        raise CommandRefused("daily")
    if table.match is None:
        raise CommandRefused("not-started")
    if table.state is not None:
        raise CommandRefused("round-running", round=table.match.round + 1)


def _choose_name(table: Table, person: str, name: str) -> str:
    """The name of a person at a table where others may have the same."""
    sitting = [seat.name for seat in table.seats if seat.person and seat.person != person]
    return choose_name(name, [*sitting, *(known for other, known in table.people.items() if other != person)])


_HANDLERS: dict[type, Callable[[Draft, IncomingCommand, Any], None]] = {
    commands.MakeMove: _move,
    commands.Quiet: _quiet,
    commands.Start: _start,
    commands.Next: _next,
    commands.Words: _words,
    commands.Sit: _sit,
    commands.Stand: _stand,
    commands.Agree: _agree,
    commands.SeatBot: _seat_bot,
    commands.Change: _change,
    commands.SetPace: _set_pace,
    commands.Rename: _rename,
    commands.Leave: _leave,
    commands.Remove: _remove,
    commands.Say: _say,
}

"""What becomes of a command: the entries it adds to the log, or a refusal. Nothing here changes the table.

Whoever may not give a command is told ``not-allowed``, whatever the reason, so that the answer tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from reihum.engine import Facts, State
from reihum.errors import BadOption, ReihumError
from reihum.matches import Match
from reihum.matches.fairness import SECRET_BYTES
from reihum.tables import commands, entries
from reihum.tables.arbiter import CallMade, Reaction, calm_inputs, calm_verdict
from reihum.tables.commands import Command
from reihum.tables.entries import Entry
from reihum.tables.keys import token
from reihum.tables.phrases import PHRASES
from reihum.tables.settings import Settings
from reihum.tables.table import Table, deal_on

KEY_LENGTH = 20


class Refused(ReihumError):
    """The table does not do that: who asks may not, or it is not the time for it."""


class Later(Exception):
    """Not yet: the host holds this move back so that nobody can escape a call (RULEBOOK §4)."""


class Asked(Struct, frozen=True, kw_only=True):
    """A command in its circumstances: who gives it, from which seat, when, and how quick a call was."""

    person: str
    seat: int | None
    command: Command
    at: int
    entropy: Callable[[int], bytes]
    reaction: Reaction | None = None
    pause_over: bool = True
    deck: str | None = None
    """The stacked deck of the next deal; only programs that hold the host itself can give one."""


def decide(table: Table, asked: Asked) -> list[Entry]:
    """The entries that a command adds; none if all is as it asks already."""
    _need(asked.person in table.people and not table.closed)
    found = _HOW[type(asked.command)](table, asked, asked.command)
    return [replace(entry, by=asked.person, command=asked.command.id) for entry in found]


def promise(round: int, at: int, entropy: Callable[[int], bytes]) -> entries.Promised:
    """A fresh secret for a round; what it is committed to is shown before anybody can add words to the deal."""
    return entries.Promised(at=at, round=round, secret=entropy(SECRET_BYTES).hex())


def new_key(entropy: Callable[[int], bytes]) -> str:
    """A fresh word of invitation."""
    return token(entropy, KEY_LENGTH)


def played(
    table: Table,
    moves: Sequence[tuple[int | None, str]],
    at: int,
    entropy: Callable[[int], bytes],
    verdict: dict[str, Any] | None = None,
) -> list[Entry]:
    """Moves one after another, checked; at the end of a round the promise for the next, or the end of the match."""
    assert table.match is not None
    match = table.match
    found: list[Entry] = []
    for seat, text in moves:
        match = match.play(seat, text)
        found.append(entries.Played(at=at, seat=seat, move=str(match.game.parse(text)), verdict=verdict))
        verdict = None  # it stands with the first move
    return [*found, *_ended(match, at, entropy)]


def _ended(match: Match, at: int, entropy: Callable[[int], bytes]) -> list[Entry]:
    if match.outcome is not None:
        return [entries.Finished(at=at)]
    return [promise(match.round + 1, at, entropy)] if match.state.outcome is not None else []


def _need(allowed: bool) -> None:
    if not allowed:
        raise Refused("not-allowed")


def _in_charge(table: Table, asked: Asked) -> None:
    _need(asked.person == table.in_charge)


def _sitting(table: Table, asked: Asked) -> int:
    """The seat a person looks from, which must be an own one."""
    _need(asked.seat is not None and asked.seat in table.seats_of(asked.person))
    assert asked.seat is not None
    return asked.seat


def _check_seat(table: Table, seat: int) -> None:
    table.game.check_seat(seat)


def _running(table: Table) -> State:
    state = table.state
    if state is None:
        _refuse_when_over(table)
        raise Refused("no-round")
    return state


def _refuse_when_over(table: Table) -> None:
    if table.match is not None and table.over:
        raise Refused("match-over", rounds=table.match.round + 1)


# --- the round ---


def _move(table: Table, asked: Asked, command: commands.Move) -> list[Entry]:
    seat, state = _sitting(table, asked), _running(table)
    text = str(table.game.parse(command.move))
    back = _back(table, seat, asked.at)
    if text in table.game.grammar.calls:
        return [*back, *called(table, seat, text, asked.reaction, asked.at, asked.entropy)]
    state.play(seat, text)  # refuse at once what is wrong anyway
    hold_back(table, seat, text, asked.pause_over)
    return [*back, *played(table, [(seat, text)], asked.at, asked.entropy)]


def _back(table: Table, seat: int, at: int) -> list[Entry]:
    """Whoever moves is back, even if the host has not noticed it otherwise."""
    return [entries.Returned(at=at, seat=seat)] if table.seats[seat].away else []


def hold_back(table: Table, seat: int, text: str, pause_over: bool) -> None:
    """§4: who turns on waits until nobody can be beaten to a call by it; at a calm table until all have spoken."""
    if not table.game.grammar.calls:
        return
    if table.settings.calm:
        if silent := [caller for caller in table.callers() if caller != seat and not _has_spoken(table, caller)]:
            raise Refused("calm-waiting", players=tuple(silent), count=len(silent))
        return
    turns_on = text.split()[0] == "turn" or (seat != table.last_mover and not table.game.facts.simultaneous)
    if table.calls or (turns_on and table.last_mover is not None and not pause_over):
        raise Later


def _has_spoken(table: Table, seat: int) -> bool:
    return seat in table.kept or any(call.seat == seat for call in table.calls)


def called(
    table: Table, seat: int, word: str, reaction: Reaction | None, at: int, entropy: Callable[[int], bytes]
) -> list[Entry]:
    """A call: it waits for the verdict. At a calm table that comes when the last one has spoken."""
    _running(table).play(seat, word)
    if any((call.seat, call.word) == (seat, word) for call in table.calls):
        raise Refused("called-already")
    call = entries.Called(at=at, seat=seat, word=word, reaction=None if table.settings.calm else reaction)
    return [call, *_calm(table, [*table.calls, CallMade(seat, word, None)], seat, at, entropy)]


def kept(table: Table, seat: int, at: int, entropy: Callable[[int], bytes]) -> list[Entry]:
    """A seat does not call. The last one to say so brings the verdict."""
    _running(table)
    if not table.settings.calm:
        raise Refused("not-calm")
    if _has_spoken(table, seat):
        return []
    return [entries.Kept(at=at, seat=seat), *_calm(table, table.calls, seat, at, entropy)]


def _calm(table: Table, calls: Sequence[CallMade], seat: int, at: int, entropy: Callable[[int], bytes]) -> list[Entry]:
    """The verdict of a calm table, once everybody who might call has spoken, this seat included."""
    if not table.settings.calm or not calls:
        return []
    if any(caller != seat and not _has_spoken(table, caller) for caller in table.callers()):
        return []
    moves = calm_verdict(_running(table), calls)
    return played(table, moves, at, entropy, calm_inputs(calls)) if moves else [entries.Cleared(at=at)]


def _quiet(table: Table, asked: Asked, command: commands.Quiet) -> list[Entry]:
    return kept(table, _sitting(table, asked), asked.at, asked.entropy)


def _start(table: Table, asked: Asked, command: commands.Start) -> list[Entry]:
    _need(bool(table.seats_of(asked.person)) or asked.person == table.in_charge)
    if table.match is not None:
        raise Refused("started")
    empty = [number for number, seat in enumerate(table.seats) if seat.free]
    if empty and not command.fill:
        raise Refused("seats-empty", players=tuple(empty), count=len(empty))
    level = checked_level(table.game.facts, command.fill) if empty else ""
    bots = [entries.BotSeated(at=asked.at, seat=seat, level=level) for seat in empty]
    return [*bots, *_deal(table, 0, asked)]


def _next(table: Table, asked: Asked, command: commands.Next) -> list[Entry]:
    _need(bool(table.seats_of(asked.person)) or asked.person == table.in_charge)
    if table.match is None:
        raise Refused("not-started")
    if table.state is not None:
        raise Refused("round-running", round=table.match.round + 1)
    _refuse_when_over(table)
    return _deal(table, table.match.round + 1, asked)


def _deal(table: Table, round: int, asked: Asked) -> list[Entry]:
    dealt = deal_on(table.match, table.game, table.settings, table.secret, table.all_words(), asked.deck)
    return [entries.Dealt(at=asked.at, round=round, deck=asked.deck), *_ended(dealt, asked.at, asked.entropy)]


def _words(table: Table, asked: Asked, command: commands.Words) -> list[Entry]:
    seat = _sitting(table, asked)
    if table.state is not None or table.over:
        raise Refused("dealt-already")
    return [entries.Worded(at=asked.at, seat=seat, words=written(command.words))]


# --- seats ---


def _sit(table: Table, asked: Asked, command: commands.Sit) -> list[Entry]:
    _check_seat(table, command.seat)
    own, seat = table.seats_of(asked.person), table.seats[command.seat]
    _need(not own or asked.person == table.in_charge or not table.settings.open)
    name = named(command.name) if command.name else table.people[asked.person]
    if seat.person and seat.person != asked.person:
        raise Refused("seat-taken", seat=command.seat)
    if seat.person and seat.name == name:
        return []
    if own and command.seat not in own and not command.name:
        raise Refused("second-name")
    _refuse_second_hand(table, asked.person, command.seat)
    return [entries.Seated(at=asked.at, seat=command.seat, person=asked.person, name=name)]


def _refuse_second_hand(table: Table, person: str, seat: int) -> None:
    """While a round runs nobody sees a hand beside those that they began it with, or came to first."""
    held = table.held.get(person, frozenset())
    if table.state is not None and held and seat not in held:
        raise Refused("other-seat")


def _stand(table: Table, asked: Asked, command: commands.Stand) -> list[Entry]:
    _need(command.seat in table.seats_of(asked.person))
    return _vacate(table, command.seat, asked.at)


def _vacate(table: Table, seat: int, at: int) -> list[Entry]:
    """A seat is given up: free before the match, a bot's while it runs."""
    if table.match is None:
        return [entries.Vacated(at=at, seat=seat)]
    return [entries.BotSeated(at=at, seat=seat, level=table.game.facts.usual_level)]


def _seat_bot(table: Table, asked: Asked, command: commands.SeatBot) -> list[Entry]:
    _in_charge(table, asked)
    _check_seat(table, command.seat)
    if table.seats[command.seat].person:
        raise Refused("seat-taken", seat=command.seat)
    if command.level:
        return [entries.BotSeated(at=asked.at, seat=command.seat, level=checked_level(table.game.facts, command.level))]
    if table.match is not None:
        raise Refused("started")
    return [entries.Vacated(at=asked.at, seat=command.seat)]


def checked_level(facts: Facts, level: str) -> str:
    """A level of bots, if there are such bots for the game."""
    if level not in facts.levels:
        raise BadOption("bot", game=facts.id, expected=", ".join(facts.levels), got=level)
    return level


def _change(table: Table, asked: Asked, command: commands.Change) -> list[Entry]:
    _in_charge(table, asked)
    if table.match is not None:
        raise Refused("started")
    wanted = {name: value for name, value in asdict(command).items() if value is not UNSET and name != "id"}
    if "game" in wanted:  # another game has other options
        wanted = {"options": {}} | wanted
    settings = _checked(msgspec.to_builtins(table.settings) | msgspec.to_builtins(wanted))
    facts = settings.checked().facts
    changed: list[Entry] = [entries.Changed(at=asked.at, settings=settings, rules=facts.rules_version)]
    for number, seat in enumerate(table.seats[: settings.seats]):
        if seat.level and seat.level not in facts.levels:
            changed.append(entries.BotSeated(at=asked.at, seat=number, level=facts.usual_level))
    return changed


def _checked(wanted: dict[str, Any]) -> Settings:
    try:
        return msgspec.convert(wanted, Settings)
    except msgspec.ValidationError as error:
        raise Refused("settings", detail=str(error)) from None


# --- people ---


def joined(table: Table, person: str, name: str, at: int, invited: bool) -> list[Entry]:
    """Somebody comes to the table, by the link or because it is open to all."""
    _need(not table.closed and person not in table.banned and (invited or table.settings.open))
    if person in table.people:
        return []
    return [entries.Joined(at=at, by=person, person=person, name=named(name))]


def _rename(table: Table, asked: Asked, command: commands.Rename) -> list[Entry]:
    return [entries.Renamed(at=asked.at, person=asked.person, name=named(command.name))]


def _leave(table: Table, asked: Asked, command: commands.Leave) -> list[Entry]:
    return _gone(table, asked.person, asked.at)


def _remove(table: Table, asked: Asked, command: commands.Remove) -> list[Entry]:
    _in_charge(table, asked)
    _need(command.person in table.people and command.person != asked.person)
    return _gone(table, command.person, asked.at, banned=True, key=new_key(asked.entropy))


def _gone(table: Table, person: str, at: int, banned: bool = False, key: str = "") -> list[Entry]:
    """Somebody is no longer at the table; the last one closes it."""
    vacated = [entry for seat in table.seats_of(person) for entry in _vacate(table, seat, at)]
    last: list[Entry] = [entries.Closed(at=at)] if len(table.people) == 1 else []
    return [*vacated, entries.Left(at=at, person=person, banned=banned, key=key), *last]


def _say(table: Table, asked: Asked, command: commands.Say) -> list[Entry]:
    if bool(command.phrase) == bool(command.words):
        raise Refused("say-one")
    if command.words and not table.settings.chat:
        raise Refused("no-chat")
    if command.phrase and command.phrase not in PHRASES:
        raise Refused("phrase", expected=", ".join(PHRASES), got=command.phrase)
    said = entries.Said(at=asked.at, person=asked.person, phrase=command.phrase, words=written(command.words))
    return [said]


def may_rematch(table: Table, person: str) -> None:
    """Refuse a rematch to whoever may not ask for one."""
    _need(person in table.people and not table.closed)
    _need(bool(table.seats_of(person)) or person == table.in_charge)
    if table.state is not None:
        raise Refused("round-running", round=table.match.round + 1 if table.match else 1)


def named(name: str) -> str:
    """A name as it is kept; there must be something to read."""
    clean = written(name)
    if not clean:
        raise Refused("name")
    return clean


def written(text: str) -> str:
    """A text of a person as it is kept: printable, single blanks, nothing that could turn a line around."""
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(visible.split())


_HOW: dict[type, Callable[[Table, Asked, Any], list[Entry]]] = {
    commands.Move: _move,
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

"""A running round: moves and calls added to the log, the pause before a call, the end of the round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reihum.engine import Move, State
from reihum.matches.fairness import SECRET_BYTES
from reihum.tables import entries
from reihum.tables.arbiter import Reaction, calm_inputs, calm_verdict
from reihum.tables.draft import Draft
from reihum.tables.refusals import CommandRefused, HeldBack
from reihum.tables.table import Table
from reihum.tables.takeovers import seat_waiting


def new_secret(entropy: Callable[[int], bytes]) -> str:
    """A fresh secret for a round, in hexadecimal."""
    return entropy(SECRET_BYTES).hex()


def play_moves(draft: Draft, moves: Sequence[tuple[int | None, Move]], verdict: dict[str, Any] | None = None) -> None:
    """Add moves one after another, and the end of the round if they end it. ``verdict`` stands with the first move."""
    for seat, move in moves:
        draft.play(seat, move, verdict)
        verdict = None
    end_round(draft)


def end_round(draft: Draft) -> None:
    """If the round is over, add the end of the match or the next secret: its commitment is shown before anybody can
    add words to the deal. People who wait for a seat sit down."""
    match = draft.table.match
    assert match is not None
    if match.outcome is not None:
        draft.add(entries.FinishedEntry(at_ms=draft.at_ms))
    elif match.state.outcome is not None:
        draft.add(entries.PromisedEntry(at_ms=draft.at_ms, round=match.round + 1, secret=new_secret(draft.entropy)))
        seat_waiting(draft)


def running_state(table: Table) -> State:
    """The round that runs. Raises ``CommandRefused`` if there is none."""
    state = table.state
    if state is None:
        refuse_when_over(table)
        raise CommandRefused("no-round")
    return state


def refuse_when_over(table: Table) -> None:
    """Raise ``CommandRefused`` if the match is finished."""
    if table.match is not None and table.over:
        raise CommandRefused("match-over", rounds=table.match.round + 1)


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
    word = running_state(table).check(seat, move).verb
    if any((made.seat, made.word) == (seat, word) for made in table.calls):
        raise CommandRefused("called-already")
    draft.add(
        entries.CalledEntry(at_ms=draft.at_ms, seat=seat, word=word, reaction=None if table.settings.calm else reaction)
    )
    _judge_calmly(draft)


def keep_quiet(draft: Draft, seat: int) -> None:
    """Add that a seat does not call. The last seat to speak brings the verdict."""
    table = draft.table
    running_state(table)
    if not table.settings.calm:
        raise CommandRefused("not-calm")
    if not _has_spoken(table, seat):
        draft.add(entries.KeptEntry(at_ms=draft.at_ms, seat=seat))
        _judge_calmly(draft)


def _judge_calmly(draft: Draft) -> None:
    """Add the verdict of a calm table, once every seat that might call has spoken."""
    table = draft.table
    if not table.settings.calm or not table.calls:
        return
    if not all(_has_spoken(table, caller) for caller in table.callers()):
        return
    moves = calm_verdict(running_state(table), table.calls)
    judge(draft, moves, calm_inputs(table.calls))


def judge(draft: Draft, moves: Sequence[tuple[int | None, str]], inputs: dict[str, Any]) -> None:
    """Add the moves of a verdict with its inputs; if there are none, forget the calls."""
    if moves:
        play_moves(draft, [(seat, draft.table.game.parse(text)) for seat, text in moves], inputs)
    else:
        draft.add(entries.ClearedEntry(at_ms=draft.at_ms))

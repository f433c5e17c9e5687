"""Going on with a match that was broken off: its record is played again, move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from reihum.cards import as_seed
from reihum.cli.game_options import spell_flag
from reihum.engine import Game, State
from reihum.engine.rule_pages import option_value
from reihum.errors import BadRecord, ReihumError
from reihum.matches import Recorder, replay, rounds_of, start
from reihum.matches.records import Dealt, Ended, Played


class Resumed(NamedTuple):
    """A recorder that stands where the record broke off, the states of its last round so far, and the secret of the
    first round."""

    recorder: Recorder
    states: tuple[State, ...]
    secret: bytes | None


def continuable(recorder: Recorder) -> str:
    """The record as it would be if the match were broken off here. It shows the secret of the round, which is fair
    where nobody but bots plays against the reader."""
    match = recorder.match
    if match.state.outcome is not None:
        return recorder.text
    ended = Ended(secret=None if match.secret is None else match.secret.hex())
    return f"{recorder.text}{msgspec.json.encode(ended).decode()}\n"


def resume(text: str) -> Resumed:
    """Play a record again. One that has come to its end cannot be continued."""
    recorder: Recorder | None = None
    states: list[State] = []
    secret: bytes | None = None
    for step in replay(text):
        if isinstance(step.line, Dealt):
            states = []
            if recorder is None:
                recorder, secret = Recorder(step.match), step.match.secret
            else:
                recorder.next_round(secret=step.match.secret, words=step.line.words, deck=step.line.deck)
        elif isinstance(step.line, Played) and recorder is not None:
            states.append(recorder.play(step.line.seat, step.line.move, step.line.verdict).state)
    if recorder is None or recorder.match.outcome is not None:
        raise BadRecord("cli.record-over")
    return Resumed(recorder, tuple(states), secret)


def check_game(game: Game, id: str | None, seats: int | None, options: Mapping[str, Any]) -> None:
    """Refuse another game, another number of players or another option than the match has."""
    if id not in (None, game.id):
        raise ReihumError("cli.continue-game", expected=game.id, got=id)
    if seats not in (None, game.seats):
        raise _other("--seats", game.seats, seats)
    wanted = game.facts.game(game.seats, **{**_given(game.options), **options}).options
    for name in options:
        if wanted[name] != game.options[name]:
            raise _other(spell_flag(name), option_value(game.options[name]), option_value(wanted[name]))


def check_rounds(resumed: Resumed, rounds: str | None) -> None:
    """Refuse another number of rounds."""
    match = resumed.recorder.match
    if rounds is not None and (wanted := rounds_of(match.game, rounds)) != match.rounds:
        raise _other("--rounds", match.rounds or "–", wanted or "–")


def sow(resumed: Resumed, seed: str) -> None:
    """Deal the rounds to come from the seed, if the first one was dealt from it."""
    match = resumed.recorder.match
    sown = as_seed(seed)
    if start(match.game, match.rounds, sown).secret != resumed.secret:
        raise ReihumError("cli.continue-seed", got=seed)
    resumed.recorder.match = replace(match, seed=sown)


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that have a meaning; the others have no value that could be given."""
    return {name: value for name, value in options.items() if value is not None}


def _other(flag: str, expected: object, got: object) -> ReihumError:
    return ReihumError("cli.continue-other", option=flag, expected=expected, got=got)

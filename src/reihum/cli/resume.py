"""Going on with a match that was broken off: its record is replayed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from reihum.cards import as_seed
from reihum.cli.game_options import spell_flag, spell_value
from reihum.engine import Game, State
from reihum.errors import BadRecord, ReihumError
from reihum.matches import Recorder, replay, rounds_of, start_match
from reihum.matches.records import DealLine, MoveLine, RoundLine


class ResumedMatch(NamedTuple):
    """A recorder at the end of the record, the states of its last round, and the secret of the first round."""

    recorder: Recorder
    states: tuple[State, ...]
    secret: bytes | None


def make_resumable_record(recorder: Recorder) -> str:
    """Make a record that ends here. It shows the secret of the round; that is fair because all others are bots."""
    match = recorder.match
    if match.state.outcome is not None:
        return recorder.text
    ended = RoundLine(secret=None if match.secret is None else match.secret.hex())
    return f"{recorder.text}{msgspec.json.encode(ended).decode()}\n"


def resume(text: str) -> ResumedMatch:
    """Replay a record that is not over yet."""
    recorder: Recorder | None = None
    states: list[State] = []
    secret: bytes | None = None
    for step in replay(text):
        if isinstance(step.line, DealLine):
            states = []
            if recorder is None:
                recorder, secret = Recorder(step.match), step.match.secret
            else:
                recorder.next_round(secret=step.match.secret, words=step.line.words, deck=step.line.deck)
        elif isinstance(step.line, MoveLine) and recorder is not None:
            states.append(recorder.play(step.line.seat, step.line.move, step.line.verdict).state)
    if recorder is None or recorder.match.outcome is not None:
        raise BadRecord("cli.record-over")
    return ResumedMatch(recorder, tuple(states), secret)


def check_same_game(game: Game, id: str | None, seats: int | None, options: Mapping[str, Any]) -> None:
    """Refuse a game, a number of players or an option that differs from the match."""
    if id not in (None, game.id):
        raise ReihumError("cli.continue-game", expected=game.id, got=id)
    if seats not in (None, game.seats):
        raise _differs("--seats", game.seats, seats)
    wanted = game.facts.game(game.seats, **{**game.used_options, **options}).options
    for name in options:
        if wanted[name] != game.options[name]:
            then, now = (spell_value(name, values[name]) for values in (game.options, wanted))
            raise _differs(spell_flag(name), then, now)


def check_same_rounds(resumed: ResumedMatch, rounds: str | None, until: int | None) -> None:
    """Refuse a different number of rounds or points."""
    match = resumed.recorder.match
    if until not in (None, match.until):
        raise _differs("--until", match.until or "–", until)
    if rounds is not None and (wanted := rounds_of(match.game, rounds)) != match.rounds:
        raise _differs("--rounds", match.rounds or "–", wanted or "–")


def apply_seed(resumed: ResumedMatch, seed: str) -> None:
    """Deal further rounds from the seed; refuse it if the first round was dealt from another."""
    match = resumed.recorder.match
    seed_bytes = as_seed(seed)
    if start_match(match.game, match.rounds, seed_bytes).secret != resumed.secret:
        raise ReihumError("cli.continue-seed", got=seed)
    resumed.recorder.match = replace(match, seed=seed_bytes)


def _differs(flag: str, expected: object, got: object) -> ReihumError:
    return ReihumError("cli.continue-other", option=flag, expected=expected, got=got)

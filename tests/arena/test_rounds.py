"""One round between bots: decided by its seed, and told with all that matters."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from reihum.arena.rounds import RoundResult, Setting, play_deal
from reihum.bots import play_round, seat_bots
from reihum.cards import Randomness
from reihum.cli.players import default_bot
from reihum.games import GAMES, game

JUNIOR = Setting("junior", 3, {"first": "random"}, b"seed")


def test_a_round_is_what_the_engine_makes_of_it() -> None:
    """Played by hand, the same bots and the same seed come to the same end."""
    found = [play_deal(JUNIOR, deal, ("holder", "eager", "random")) for deal in range(6)]
    for deal, played in enumerate(found):
        junior = game("junior", 3, first="random")
        seed = Randomness(b"seed", f"game {deal}").seed()
        first = state = junior.deal(seed)
        moves = []
        for _, move, after in play_round(state, seat_bots(junior, ["holder", "eager", "random"], seed)):
            moves.append(move)
            state = after
        assert state.outcome is not None
        assert (played.places, played.points) == (state.outcome.places, state.outcome.points)
        assert (played.moves, played.ends, played.first) == (len(moves), moves.count("end"), first.to_act[0])
        assert (played.reason, played.dry) == ("out", state.view(None).zones[-1].pile.count == 0)  # type: ignore[union-attr]
        assert 0 < played.forced <= played.ends
    assert len({played.first for played in found}) > 1


@pytest.mark.parametrize("id", GAMES)
def test_games_with_and_without_a_stock(id: str) -> None:
    """A game without a stock does not say whether it ran out."""
    facts = GAMES[id]
    seats = facts.seats[-1]
    has_stock = any(zone.name == "stock" for zone in facts.game(seats).deal("s").view(None).zones)
    played = play_deal(Setting(id, seats, {}, b"s"), 0, (default_bot(facts),) * seats)
    assert (played.dry is not None) == has_stock
    assert sum(played.share(seat) for seat in range(seats)) == pytest.approx(1)


def test_shared_wins() -> None:
    """A win shared by k counts 1/k for each."""
    played = RoundResult((1, 3, 1), (5, 0, 5))
    assert [played.share(seat) for seat in range(3)] == [0.5, 0, 0.5]


def test_a_forfeit() -> None:
    """The seat at fault is last, the others share the win, and the fault can be raised again as it was."""
    program = f"cmd:{sys.executable} -I {Path(__file__).parent / 'misbehaving.py'} crash"
    played = play_deal(JUNIOR, 0, ("eager", program, "eager"))
    assert played.places == (1, 3, 1)
    assert (played.points, played.moves) == ((), 0)
    assert played.forfeit is not None
    fault = played.forfeit.fault
    assert (fault.code, fault.seat) == ("bot-gone", 1)
    assert "misbehaving.py crash" in str(fault)

"""``trained``: a net that runs with numpy alone, and sees only what its seat may know."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

import pytest

import reihum
from missing import NOT_TESTED
from reihum.bots import bots_for, offered, play_round, seat_bots
from reihum.bots.search.weighted_bot import WeightedBot
from reihum.bots.trained import maker
from reihum.cards import Randomness

pytest.importorskip("numpy", reason=f"{NOT_TESTED}: numpy is not installed (pip install reihum[trained])")

from reihum.bots.trained.row_bot import TrainedRowBot

ROW_GAMES = [facts.id for facts in reihum.GAMES.values() if facts.family == "rows"]
MAX_BYTES = 1_000_000

EXPECTED = {
    ("classic", 3): {"lay R6": -41.93, "lay G5": -1.8, "lay B10": -8.09},
    ("classic", 9): {"lay R6": -14.1, "lay B6": 4.76, "lay B18": 2.87},
    ("any-start", 3): {"lay G2": 10.19, "lay G6": 9.67, "end": -14.51},
    ("any-start", 9): {"lay G14": 2.83, "lay B12": -2.61, "end": 32.84},
    ("junior", 3): {"lay Y6": 16.01, "lay G8": 8.6, "lay B3": -1.56},
}
"""Preferences in rounds of three such players, by game and how many decisions between three or more moves came before
and with it. The environment in JAX gives the same (tests/envs/jax/test_trained_bot.py)."""


@pytest.mark.parametrize("id", ["classic", "any-start", "junior"])
def test_it_prefers_what_it_learned_to(id: str) -> None:
    """Preferences are those that were written down when the net was trained."""
    game = reihum.game(id, seats=3)
    bots = seat_bots(game, ["trained"] * 3, b"expected")
    decisions = 0
    for _, _, state in play_round(game.deal("expected"), bots):
        if state.outcome is None and len(offered(view := state.view(state.to_act[0]))) > 2:
            decisions += 1
            bot = bots[state.to_act[0]]
            assert isinstance(bot, TrainedRowBot)
            if expected := EXPECTED.get((id, decisions)):
                assert bot.prefer(view) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("id", ROW_GAMES)
def test_it_sees_no_hidden_card(id: str) -> None:
    """In another world that looks the same to its seat, it prefers the same moves by the same amount."""
    game = reihum.game(id, seats=4)
    bots = seat_bots(game, ["trained", "solid", "trained", "eager"], b"worlds")
    compared = 0
    for number, (_, _, state) in enumerate(play_round(game.deal("worlds"), bots)):
        if state.outcome is not None or state.to_act[0] % 2:
            continue
        seat = state.to_act[0]
        bot, other = bots[seat], state.imagine(seat, Randomness(b"%d" % number, "world"))
        assert isinstance(bot, TrainedRowBot)
        assert bot.prefer(other.view(seat)) == bot.prefer(state.view(seat))
        compared += other != state
    assert compared


def test_it_wins_more_than_its_share() -> None:
    """Alone against one solid player, it wins clearly more than half of the rounds of classic."""
    game = reihum.game("classic", seats=2)
    wins = 0
    for number in range(20):
        for own in range(2):
            names = ["trained" if seat == own else "solid" for seat in range(2)]
            *_, (_, _, end) = play_round(game.deal(f"trained {number}"), seat_bots(game, names, b"%d" % number))
            assert end.outcome is not None
            wins += own in end.outcome.winners
    assert wins >= 24


def test_it_can_come_late() -> None:
    """A player who has not seen the round's beginning still makes moves that its view offers."""
    game = reihum.game("classic", seats=3)
    *moves, _ = play_round(game.deal("late"), seat_bots(game, ["solid"] * 3, b"late"))
    for _, _, state in moves:
        seat = state.to_act[0]
        late = bots_for(game.facts)["trained"](game, seat, Randomness(b"", "late"))
        assert late.choose(state.view(seat)) in offered(state.view(seat))


def test_without_numpy_it_is_solid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level exists everywhere; where numpy is missing, the next best bot plays."""
    monkeypatch.setattr(maker, "find_spec", lambda _: None)
    game = reihum.game("junior", seats=2)
    assert type(bots_for(game.facts)["trained"](game, 0, Randomness(b"", ""))) is WeightedBot


def test_only_row_games_have_it() -> None:
    """It stands between ``solid`` and ``expert``."""
    for facts in reihum.GAMES.values():
        assert ("trained" in facts.levels) == (facts.family == "rows")
    assert reihum.GAMES["classic"].levels[-4:] == ("solid", "trained", "expert", "master")


def test_the_nets_are_those_that_the_account_describes() -> None:
    """Each is below a megabyte, and its checksum is in the account of its origin."""
    nets = files("reihum.bots.trained").joinpath("nets")
    account = nets.joinpath("ORIGIN.md").read_text(encoding="utf-8")
    contents = {each.name: each.read_bytes() for each in nets.iterdir() if each.name.endswith(".npz")}
    assert [*sorted(contents)] == ["rows-classic.npz", "rows-variants.npz"]
    for name, content in contents.items():
        assert len(content) <= MAX_BYTES
        assert sha256(content).hexdigest() in account.partition(name)[2].partition("\n")[0]

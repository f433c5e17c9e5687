"""Levels: every game has them, in order, and they play, react and err as people of that level do."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from reihum.bots import bots_for, offered, play_round, seat_bots
from reihum.bots.bot import Bot, Call
from reihum.bots.levels import REACTION, BeginnerBot, ReactingBot
from reihum.bots.search.search import ExpertBot, MasterBot
from reihum.cards import Randomness
from reihum.engine import View
from reihum.engine.bots import LEVELS


class Caller(Bot):
    """Calls whenever it is asked."""

    def choose(self, view: View) -> str:
        """Anything."""
        return offered(view)[0]

    def call(self, view: View) -> Call | None:
        """At once."""
        return Call("schnapp", 1)


@pytest.mark.parametrize("id", [facts.id for facts in reihum.GAMES.values() if facts.bots.sensible])
def test_a_sensible_bot_gives_a_game_all_levels_the_weakest_first(id: str) -> None:
    """The names are the same for all games, and those of the simple bots remain."""
    names = [*bots_for(reihum.GAMES[id])]
    assert [name for name in names if name in LEVELS] == [*LEVELS]
    assert names[0] == "random"
    assert "sensible" in names
    assert ("holder" in names) == (reihum.GAMES[id].family == "rows")


def test_reactions_are_told_for_every_level() -> None:
    """Better players are no slower, and nobody reacts in less than a fifth of a second (RULEBOOK §4)."""
    assert tuple(REACTION) == LEVELS
    assert all(200 < low < high for low, high in REACTION.values())
    assert [*REACTION.values()] == sorted(REACTION.values(), reverse=True)


def test_where_all_is_luck_all_levels_are_the_same() -> None:
    """Zweikampf and Schwarzer Peter, for example, have nothing to decide."""
    luck = [facts for facts in reihum.GAMES.values() if facts.bots.luck]
    assert {"zweikampf", "schwarzer-peter"} <= {facts.id for facts in luck}
    for facts in luck:
        bots = bots_for(facts)
        game = facts.game(2)
        assert {type(bots[level](game, 0, Randomness(b"", "luck"))).__name__ for level in LEVELS} in (
            {"TurnBot"},
            {"LuckyBot"},
        )


@pytest.mark.parametrize("id", ["junior", "master", "quartett", "ratefix", "was-liegt-wo", "hoechste-karte"])
def test_all_levels_at_one_table(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They play a round to its end."""
    for searcher in (ExpertBot, MasterBot):
        monkeypatch.setattr(searcher, "rollouts", 40)
    game = reihum.game(id, seats=4)
    *_, (_, _, end) = play_round(game.deal("levels"), seat_bots(game, LEVELS, b"levels"))
    assert end.outcome is not None


def test_calls_come_in_the_time_of_the_level() -> None:
    """Whatever the bot behind it says about its reaction; and a beginner misses some."""
    game = reihum.game("schnipp-schnapp", seats=2)
    view = game.deal("calls").view(0)
    for level, (low, high) in REACTION.items():
        maker = BeginnerBot if level == "beginner" else ReactingBot
        bot = maker(game, 0, Randomness(b"calls", level), level, Caller)
        calls = [bot.call(view) for _ in range(60)]
        assert all(low <= call.delay_ms < high for call in calls if call)
        assert (None in calls) == (level == "beginner")


def test_beginners_slip_now_and_then_and_guess_nearby() -> None:
    """Mostly the beginner does what the bot behind it does; a wrong guess of a number is not far off."""
    game = reihum.game("ratefix", seats=2)
    view = game.deal("slips").view(0)
    right = seat_bots(game, ["sensible"] * 2, b"")[0].choose(view)
    beginner = bots_for(game.facts)["beginner"](game, 0, Randomness(b"slips", "beginner"))
    said = Counter(beginner.choose(view) for _ in range(200))
    assert 130 < said[right] < 190
    assert all(abs(int(guess.split()[1]) - int(right.split()[1])) <= 8 for guess in said)


def test_solid_beats_beginners() -> None:
    """Three beginners and a solid player: the solid one wins more than half of the rounds."""
    game = reihum.game("classic", seats=4)
    names = ["solid", "beginner", "beginner", "beginner"]
    wins = 0
    for number in range(30):
        *_, (_, _, end) = play_round(game.deal(f"beginners {number}"), seat_bots(game, names, b"%d" % number))
        assert end.outcome is not None
        wins += 0 in end.outcome.winners
    assert wins > 15


def test_solid_plays_as_the_simulator_does() -> None:
    """The weighted bot sees only views and makes the moves of the weighted policy."""
    from reihum.bots.search.weights import weights_for
    from reihum.simulator import deal, list_moves, state

    for name in ("classic", "any-start", "master"):
        game = reihum.game(name, seats=3)
        bots = seat_bots(game, ["solid"] * 3, b"")
        made = [move for _, move, _ in play_round(state(deal(game, 7, 0)), bots)]
        assert made == list_moves(game, 7, 0, [weights_for(game)] * 3)

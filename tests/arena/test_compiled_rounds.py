"""The compiled kernels play a contest as the engine does: the same deals, the same moves, the same results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from reihum import simulator
from reihum.arena import compiled_rounds
from reihum.arena.compiled_rounds import play_compiled, uses_kernels
from reihum.arena.contest import play_seatings
from reihum.arena.rounds import Setting, play_deal
from reihum.arena.seatings import duel_seatings, mixed_seatings
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.games import GAMES
from reihum.simulator.bot_rounds import draw_bytes, play_bot_rounds
from reihum.simulator.compiler import make_words
from reihum.simulator.dice import DRAWN_BYTES, read_below
from tiers import one_in

VARIATIONS = [game for facts in GAMES.values() if facts.family == "rows" for game in facts.variations()][::7]
"""The row games with the values of their options, one at a time, each with some number of seats."""
QUICK = ["random", "eager", "holder", "solid"]


@pytest.mark.parametrize("game", one_in(6, VARIATIONS), ids=repr)
def test_row_games_are_played_move_by_move_as_on_the_engine(game: Game) -> None:
    """Places, points, lengths, forced ends, who began and whether the stock ran out: all the same. So every choice was
    the same, those of the random bot too."""
    setting = Setting(game.id, game.seats, game.used_options, b"kernels")
    tables = mixed_seatings(QUICK[: game.seats], game.seats)[:2]
    if not uses_kernels(setting, tables, 10_000):
        assert game.options["play_on"] or not simulator.available()
        return
    assert [*play_compiled(setting, tables, range(1))] == [tuple(play_deal(setting, 0, table) for table in tables)]


@pytest.mark.parametrize("seats", [2, pytest.param(6, marks=pytest.mark.full)])
def test_master_is_played_as_on_the_engine(seats: int) -> None:
    """With the bots that do not choose at random."""
    setting, tables = Setting("master", seats, {}, b"kernels"), duel_seatings(["sensible", "solid"], seats)[:2]
    if simulator.available():
        assert uses_kernels(setting, tables, 1_000)
    expected = [tuple(play_deal(setting, 0, table) for table in tables)]
    assert [*play_compiled(setting, tables, range(1))] == expected


@pytest.mark.parametrize(
    ("id", "bots", "deals"),
    [
        ("classic", ["expert", "solid"], 1_000),
        ("classic", ["beginner", "solid"], 1_000),
        ("classic", ["py:mybot:Mine", "solid"], 1_000),
        ("classic", ["random", "solid"], 10),
        ("master", ["random", "solid"], 1_000),
        ("mogeln", ["random", "sensible"], 1_000),
    ],
)
def test_where_the_engine_plays(id: str, bots: list[str], deals: int) -> None:
    """The kernels know only some games and bots, and for a few rounds they are not worth loading."""
    assert not uses_kernels(Setting(id, 4, {}, b"s"), mixed_seatings(bots, 4), deals)


def test_a_round_that_needs_more_bytes_is_played_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels give such a round up, and the result is the same."""
    game = GAMES["classic"].game(2)
    useless = b"\xff" * (2 * DRAWN_BYTES)  # thrown away whenever the number of moves does not divide 256
    assert [*play_bot_rounds([simulator.position(game.deal("bytes"))], [useless], ["random", "random"])] == [None]
    setting, tables = Setting("junior", 2, {}, b"bytes"), mixed_seatings(["random", "eager"], 2)
    expected = [*play_compiled(setting, tables, range(2))]
    monkeypatch.setattr(compiled_rounds, "play_bot_rounds", lambda positions, *_: [None] * len(positions))
    assert [*play_compiled(setting, tables, range(2))] == expected


def test_bytes_are_read_as_the_random_bot_reads_them() -> None:
    """Numbers below every limit, with those that are thrown away."""
    source, used, drawn = Randomness(b"bytes", "bot 0"), make_words(1), make_words(draw_bytes(b"bytes", 1))
    read = getattr(read_below, "py_func", read_below)  # as plain Python: the compiler need not be loaded
    for number in range(300):
        limit = number % 80 + 1
        assert read(drawn, used, 0, limit) == source.below(limit)


def test_a_contest_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all players are known; every round is counted."""
    monkeypatch.setattr(compiled_rounds, "FEWEST_ROUNDS", 1)
    used: list[int] = []

    def play(*given: Any) -> Iterator[Any]:
        used.append(1)
        return play_compiled(*given)

    monkeypatch.setattr(sys.modules[play_seatings.__module__], "play_compiled", play)
    setting, tables, ticks = Setting("junior", 2, {}, b"s"), mixed_seatings(["random", "eager"], 2), list[int]()
    found = [*play_seatings(setting, tables, range(3), tick=lambda: ticks.append(1))]
    assert len(ticks) == 6
    assert found == [tuple(play_deal(setting, number, table) for table in tables) for number in range(3)]
    assert bool(used) == simulator.available()

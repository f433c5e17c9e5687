"""Standings: shares, points and intervals from rounds that can be counted by hand."""

from __future__ import annotations

from math import inf, sqrt

import pytest
from msgspec.structs import replace

from reihum.arena.contest import Deal, contest
from reihum.arena.intervals import Z, average, mean, wilson
from reihum.arena.rounds import Forfeit, RoundResult
from reihum.arena.standings import BotStanding, standings
from reihum.games import game

DUEL = contest(game("junior", 3), ["holder", "random"], "s")
FORFEIT = RoundResult((3, 1, 1), forfeit=Forfeit(0, "bot-gone", {}))


def won_by(*winners: int) -> Deal:
    """A deal with these winners at the tables; the others are left with 6 points."""
    return tuple(
        RoundResult(
            tuple(1 if seat == winner else 2 for seat in range(3)), tuple(6 * (seat != winner) for seat in range(3)), 30
        )
        for winner in winners
    )


def found(*deals: Deal, mixed: bool = False) -> dict[tuple[str, str], BotStanding]:
    """The standings by bot and opponents."""
    settings = replace(DUEL, mixed=mixed)
    return {(each.bot, each.against): each for each in standings(settings, deals).standings}


def test_shares_of_wins() -> None:
    """The first three tables are the holder's, alone from every seat; the others those of the random bot."""
    each = found(won_by(0, 1, 0, 1, 1, 1), won_by(2, 1, 2, 1, 1, 1))
    assert each["holder", "random"].wins.value == pytest.approx((2 / 3 + 2 / 3) / 2)
    assert each["random", "holder"].wins.value == pytest.approx((1 / 3 + 1 / 3) / 2)
    assert each["holder", "random"].fair == pytest.approx(1 / 3)
    assert each["holder", "random"].rounds == 6


def test_intervals_count_deals_not_rounds() -> None:
    """A deal that one seat always wins tells nothing, however often it is played: its share is the fair one, and so is
    the interval's width of many such deals nothing at all; lucky deals widen it."""
    lucky = [won_by(*[seat] * 6) for seat in (0, 1, 2, 2, 1, 0)]
    wins = found(*lucky)["holder", "random"].wins
    assert [wins.low, wins.value, wins.high] == pytest.approx([1 / 3] * 3)
    shares = [True, False] * 8
    deals = [won_by(0, 1, 2, 0, 0, 0) if share else won_by(1, 2, 0, 0, 0, 0) for share in shares]
    wins = found(*deals)["holder", "random"].wins
    assert wins.high - wins.value == pytest.approx(Z * sqrt(16 * 0.25 / 15) / sqrt(16))


def test_points() -> None:
    """In junior few points are good: who has none is six ahead of two with six each, and three behind otherwise."""
    each = found(won_by(0, 1, 0, 1, 1, 1), won_by(0, 1, 0, 1, 1, 1))
    ahead = each["holder", "random"].ahead
    assert ahead is not None
    assert ahead.value == pytest.approx((6 + 6 - 3) / 3)
    assert ahead.low == ahead.high == pytest.approx(ahead.value)
    ahead = found(won_by(0, 1, 2, 1, 1, 1), won_by(1, 2, 0, 1, 1, 1))["holder", "random"].ahead
    assert ahead is not None  # six ahead in one deal, three behind in the other
    assert ahead.high - ahead.value == pytest.approx(Z * sqrt(2 * 4.5**2) / sqrt(2))


def test_forfeits() -> None:
    """They count as lost, have no points, and are counted for the bot at fault."""
    each = found((FORFEIT, *won_by(1, 2, 0, 1, 2)), (FORFEIT, *won_by(1, 2, 0, 1, 2)))
    holder = each["holder", "random"]
    assert holder.wins.value == pytest.approx(2 / 3)
    assert holder.forfeits == 2
    assert holder.ahead is not None
    assert holder.ahead.value == pytest.approx(6)
    assert each["random", "holder"].forfeits == 0
    assert found((FORFEIT,) * 6)["holder", "random"].ahead is None


def test_a_mixed_table() -> None:
    """All against all: here two holders and one random bot, so two thirds would be fair."""
    each = found(won_by(0, 1, 2), won_by(1, 1, 1), mixed=True)
    assert set(each) == {("holder", ""), ("random", "")}
    assert each["holder", ""].fair == pytest.approx(2 / 3)
    assert each["holder", ""].wins.value + each["random", ""].wins.value == pytest.approx(1)


def test_ratings_are_sorted() -> None:
    """The best first, around nothing."""
    rated = standings(DUEL, [won_by(0, 1, 2, 1, 2, 0)] * 4).ratings
    assert [each.bot for each in rated] == ["holder", "random"]
    assert rated[0].rating.value == -rated[1].rating.value > 0


def test_wilson() -> None:
    """Known values (Wilson 1927); a clean sweep still leaves doubt."""
    assert wilson(5, 10)[1:] == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10)[1:] == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 10).low == 0


def test_the_mean_of_one_deal_says_nothing() -> None:
    """Nobody can tell from a single deal."""
    assert mean([0.5]) == (0.5, 0.0, 1.0)
    assert average([7]) == (7, -inf, inf)


def test_standings_to_look_at() -> None:
    """A line, a text with a line per pair, and a picture."""
    made = standings(DUEL, [won_by(0, 1, 0, 1, 1, 1), won_by(2, 1, 2, 1, 1, 1)])
    assert repr(made).startswith("<Standings of junior with 3 seats after 12 rounds: ")
    assert str(made).splitlines()[1].startswith("holder against random: wins 66.7 % of the rounds (")
    assert made._repr_svg_().startswith("<svg")

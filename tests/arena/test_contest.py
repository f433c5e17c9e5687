"""A contest: the same settings give the same deals, however many work on them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from reihum.arena.contest import Contest, contest, deals
from reihum.arena.errors import ArenaError, BotFault
from reihum.errors import BadOption
from reihum.games import game

BAD = f"cmd:{sys.executable} -I {Path(__file__).parent / 'misbehaving.py'}"


def junior(*bots: str, seed: str = "s", seats: int = 2, mixed: bool = False, forfeit: bool = False) -> Contest:
    """A quick contest."""
    return contest(game("junior", seats), bots or ("holder", "random"), seed, mixed=mixed, forfeit=forfeit)


def test_every_deal_is_played_at_every_table() -> None:
    """All tables get the same cards: a bot that plays like its opponents meets the same game again and again."""
    settings = junior("holder", "sensible", seats=3)  # two names of one bot
    ticks: list[int] = []
    found = list(deals(settings, range(4), tick=lambda: ticks.append(1)))
    assert [len(deal) for deal in found] == [len(settings.tables)] * 4 == [6] * 4
    assert all(len(set(deal)) == 1 for deal in found)
    assert len(set(found)) == 4
    assert len(ticks) == 24


def test_jobs_do_not_matter() -> None:
    """One process or two: the same rounds in the same order, and later deals do not depend on earlier ones."""
    alone = list(deals(junior(), range(6), jobs=1))
    assert list(deals(junior(), range(6), jobs=2)) == alone
    assert list(deals(junior(), range(4, 6))) == alone[4:]


def test_other_seeds_other_deals() -> None:
    """The seed decides."""
    assert list(deals(junior(), range(3))) != list(deals(junior(seed="t"), range(3)))


@pytest.mark.parametrize(
    ("bots", "mixed", "code"),
    [
        (["holder"], False, "arena.bots"),
        (["holder", "eager", "holder"], False, "arena.bots"),
        (["holder", "eager", "random"], True, "arena.seats"),
    ],
)
def test_who_cannot_compete(bots: list[str], mixed: bool, code: str) -> None:
    """One bot is not a contest, two of one name cannot be told apart, and a table has a limited number of seats."""
    with pytest.raises(ArenaError) as refused:
        junior(*bots, mixed=mixed)
    assert refused.value.code == code


def test_unknown_bots() -> None:
    """The error names those there are."""
    with pytest.raises(BadOption, match=r"random,.* holder,.*cmd:…"):
        junior("holder", "nobody")


def test_a_fault_stops_everything() -> None:
    """Unless it counts as a forfeit: then it costs the round, and the program goes on with the next."""
    with pytest.raises(BotFault) as fault:
        list(deals(junior(f"{BAD} crash", "eager"), range(2)))
    assert (fault.value.code, fault.value.seat) == ("bot-gone", 0)
    found = list(deals(junior(f"{BAD} crash", "eager", forfeit=True), range(2)))
    assert [[played.forfeit and played.forfeit.seat for played in deal] for deal in found] == [[0, 1]] * 2


def test_a_program_that_is_not_there_is_not_a_loser() -> None:
    """A contest with a misspelt command does not begin, whatever counts as a forfeit."""
    with pytest.raises(BotFault) as fault:
        list(deals(junior("cmd:./no-such-bot", "eager", forfeit=True), range(1)))
    assert fault.value.code == "bot-start"

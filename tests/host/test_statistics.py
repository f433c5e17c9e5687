"""Statistics: a person's results by game, from the listings."""

from __future__ import annotations

import msgspec
import pytest

from house import House, awaited, house
from reihum.host import statistics
from reihum.host.statistics import MAX_LAST, GameStatistics, MatchResult, read_statistics
from reihum.tables.listings import Listing, StoredSummary


def list_match(home: House, number: int, persons: str, *places: int, game: str = "classic") -> None:
    """List a match; each letter is a person, a dot a bot. Without places it is not over."""
    people = tuple("" if who == "." else who for who in persons)
    summary = StoredSummary(
        table=f"t-{number}",
        game=game,
        seats=people,
        started=True,
        over=bool(places),
        changed_ms=number,
        places=places,
        persons=people,
    )
    listing = Listing(False, tuple({*people} - {""}), msgspec.json.encode(summary), number)
    home.log.listings[f"t-{number}"] = listing


@awaited
async def test_matches_wins_streak_and_places() -> None:
    """They are counted for each game, the one played most first; the last results stand in their order."""
    home = await house()
    for number, place in enumerate((2, 1, 1, 3, 1)):
        list_match(home, number, "a..", place, 2, 3)
    list_match(home, 10, "ab", 2, 1, game="zweikampf")
    found = await read_statistics(home.log, "a")
    classic = tuple(MatchResult(place, 3) for place in (2, 1, 1, 3, 1))
    assert found.games == (
        GameStatistics("classic", 5, 3, 2, 1.6, classic),
        GameStatistics("zweikampf", 1, 0, 0, 2.0, (MatchResult(2, 2),)),
    )
    (other,) = (await read_statistics(home.log, "b")).games
    assert (other.won, other.streak) == (1, 1)
    assert (await read_statistics(home.log, "c")).games == ()


@awaited
async def test_what_is_not_a_result() -> None:
    """A match that still runs, one that was only watched, and one against nobody but oneself are not counted; somebody
    with two seats has the better place."""
    home = await house()
    list_match(home, 1, "a.")
    list_match(home, 2, "b.", 1, 2)
    home.log.listings["t-2"] = msgspec.structs.replace(home.log.listings["t-2"], people=("a", "b"))
    list_match(home, 3, "aa", 1, 2)
    assert (await read_statistics(home.log, "a")).games == ()
    list_match(home, 4, "a.a", 3, 1, 2)
    assert (await read_statistics(home.log, "a")).games[0].last == (MatchResult(2, 3),)


@awaited
async def test_the_last_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest twenty are listed one by one, and the newest thousand are counted at all."""
    home = await house()
    for number in range(MAX_LAST + 5):
        list_match(home, number, "a.", 1 if number < 5 else 2, 2 if number < 5 else 1)
    (found,) = (await read_statistics(home.log, "a")).games
    assert (found.played, found.won) == (MAX_LAST + 5, 5)
    assert found.last == (MatchResult(2, 2),) * MAX_LAST
    monkeypatch.setattr(statistics, "MAX_MATCHES", MAX_LAST)
    (found,) = (await read_statistics(home.log, "a")).games
    assert (found.played, found.won, found.place) == (MAX_LAST, 0, 2.0)

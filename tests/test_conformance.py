"""Every game keeps the contract: every seat count, every option value (``reihum.testing``)."""

from __future__ import annotations

import pytest

import reihum
from reihum.engine import Game
from reihum.testing import Report, check_settings, check_versions

VERSIONS = [version for facts in reihum.GAMES.values() for version in facts.versions.values()]
SETTINGS = [game for version in VERSIONS for game in version.variations()]

LONG = 2_500
"""From this bound on a round takes so long that the settings of a seat count share its 200 games."""


def name(game: Game) -> str:
    """The game, an earlier version of its rules, its seats, and the options that are not at their defaults."""
    options = game.facts.options
    special = [f"{key}={value}" for key, value in game.options.items() if value not in (None, options[key].default)]
    earlier = [f"rules={game.facts.rules_version}"] if game.facts.superseded_by else []
    return "-".join([game.id, *earlier, str(game.seats), *special])


def games(game: Game) -> int:
    """How many random games a setting gets."""
    if game.facts.bound < LONG:
        return 200
    sharing = sum(other.facts is game.facts and other.seats == game.seats for other in SETTINGS)
    return -(-200 // sharing)


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_the_kit_finds_no_fault(game: Game) -> None:
    """Play ends, cards are conserved, views offer what is legal, records replay, two worlds look the same."""
    report = check_settings(game, games=games(game))
    assert report.games == games(game)
    assert min(report.moves, report.positions, report.worlds, report.refusals) > 0, report


def test_every_seat_count_plays_at_least_200_games() -> None:
    """Whatever the settings share, no game with so many seats gets fewer than 200."""
    for facts in VERSIONS:
        for seats in facts.seats:
            assert sum(games(game) for game in SETTINGS if game.facts is facts and game.seats == seats) >= 200


@pytest.mark.parametrize("game", reihum.GAMES)
def test_every_version_of_the_rules_can_be_played(game: str) -> None:
    """What was begun by an old one can go on for ever."""
    check_versions(reihum.GAMES[game])


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize(
    ("game", "seats"), [(facts.id, seats) for facts in reihum.GAMES.values() for seats in facts.seats]
)
def test_ten_thousand_games_end_within_their_bound(game: str, seats: int, block: int) -> None:
    """Every game ends within its declared bound in 10,000 random games per seat count."""
    facts = reihum.GAMES[game]
    settled = next(setting for setting in facts.variations() if setting.seats == seats)
    report = check_settings(settled, games=1_000, deep=2, seed=f"soak {block}", report=Report())
    assert report.games == 1_000

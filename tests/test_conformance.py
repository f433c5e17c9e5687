"""Every game keeps the contract: every seat count, every option value (``reihum.testing``)."""

from __future__ import annotations

from random import Random

import pytest

import reihum
from reihum.engine import Game
from reihum.testing import Report, check_settings, check_versions

VERSIONS = [version for facts in reihum.GAMES.values() for version in facts.versions.values()]
SETTINGS = [game for version in VERSIONS for game in version.variations()]

LONG = 2_500
"""From this bound on a round takes long, so the settings of a seat count share its 100 games."""


def special(game: Game) -> list[str]:
    """The options that are not at their defaults, with their values."""
    options = game.facts.options
    return [f"{key}={value}" for key, value in game.options.items() if value not in (None, options[key].default)]


def name(game: Game) -> str:
    """The game, an earlier version of its rules, its seats, and its special options."""
    earlier = [f"rules={game.facts.rules_version}"] if game.facts.superseded_by else []
    return "-".join([game.id, *earlier, str(game.seats), *special(game)])


def is_rotation(game: Game) -> bool:
    """Whether only the seat that begins differs from the defaults."""
    return [option.split("=")[0] for option in special(game)] == ["first"]


def aspect(game: Game) -> tuple[object, ...]:
    """What a setting tries: its seat count at the defaults, an option value, or that another seat begins."""
    return ("first",) if is_rotation(game) else tuple(special(game)) or (game.seats,)


def selection() -> list[Game]:
    """One setting for each thing to try, with any seat count."""
    return list({(game.facts, *aspect(game)): game for game in Random(1).sample(SETTINGS, len(SETTINGS))}.values())


def games(game: Game) -> int:
    """The number of random games that a setting gets."""
    if is_rotation(game):
        return 5
    if game.facts.bound < LONG:
        return 10 if special(game) else 100
    same = [other for other in SETTINGS if other.facts is game.facts and other.seats == game.seats]
    return -(-100 // sum(not is_rotation(other) for other in same))


def check(game: Game, games: int) -> None:
    """Let the kit play, and make sure that it did."""
    report = check_settings(game, games=games)
    assert report.games == games
    assert min(report.moves, report.positions, report.worlds, report.refusals) > 0, report


@pytest.mark.parametrize("game", selection(), ids=name)
def test_the_kit_finds_no_fault(game: Game) -> None:
    """Play ends, cards are conserved, views offer what is legal, records replay, two worlds look the same."""
    check(game, 5)


@pytest.mark.full
@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_the_kit_finds_no_fault_in_many_games(game: Game) -> None:
    """The same holds for every seat count with every option value."""
    check(game, games(game))


def test_every_seat_count_plays_at_least_100_games() -> None:
    """Even where the settings share the games, each seat count gets at least 100 of them."""
    for facts in VERSIONS:
        for seats in facts.seats:
            assert sum(games(game) for game in SETTINGS if game.facts is facts and game.seats == seats) >= 100


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

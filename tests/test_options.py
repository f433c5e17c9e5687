"""docs/options.md has a row for every house rule, made from figures that chance does not explain."""

from __future__ import annotations

import pytest

from documents import document
from reihum.arena.intervals import Estimate
from reihum.arena.rounds import RoundResult
from reihum.bots import play_round
from reihum.engine import Facts, Game
from reihum.games import GAMES
from reihum.protocol.effect_figures import FIGURES
from reihum.texts import Texts
from tools import effects, options

PAGE = document("options")


@pytest.mark.parametrize("facts", GAMES.values(), ids=lambda facts: facts.id)
def test_the_figures_are_complete(facts: Facts) -> None:
    """Every value that is not the default was played by the newest rules; ``python -m tools.options`` plays it."""
    assert options.is_current(facts)


@pytest.mark.parametrize("facts", GAMES.values(), ids=lambda facts: facts.id)
def test_the_document_has_every_house_rule(facts: Facts) -> None:
    """The section of a game has a row for each."""
    rules = [rule for rule in options.measured_rules(options.typical_game(facts)) if rule[0]]
    section = PAGE.partition(f"## {Texts('en').text(f'{facts.id}.name')}\n")[2].partition("\n## ")[0]
    assert [rule for rule in rules if f"| `{' '.join(rule)}`" not in section] == []


def test_matches_to_a_number_of_points() -> None:
    """Every game with such matches is in the last table."""
    table = PAGE.partition("## Matches to a number of points")[2]
    for facts in GAMES.values():
        assert (f"| {Texts('en').text(f'{facts.id}.name')} |" in table) == bool(facts.targets)


def test_rounds_become_matches() -> None:
    """A match ends when somebody has the points; the seats move on with every round."""
    rounds = [RoundResult((1, 2), (0, 30), moves=10, ends=2)] * 5
    assert list(options.split_matches(rounds, 60)) == [(3, 24)]
    assert list(options.split_matches(rounds, 30)) == [(1, 8)] * 5


def test_of_colours_one_stands_for_all() -> None:
    """And the usual game comes first."""
    assert list(options.measured_rules(GAMES["zweikampf"].game(2))) == [
        ("", ""),
        ("colours", "RG"),
        ("long", "on"),
        ("length", "short"),
    ]
    two = [value for name, value in options.measured_rules(GAMES["was-liegt-wo"].game(4)) if name == "colours"]
    assert two == ["4", "RG"]
    assert options.compared_rule(GAMES["zweikampf"].options, "length") == ("long", "on")
    assert options.compared_rule(GAMES["mogeln"].options, "without") == ("edition", "60")
    assert options.compared_rule(GAMES["classic"].options, "drawing") == ("", "")


@pytest.mark.parametrize("value", ["take3", "draw"])
def test_no_luck_is_told_of_a_rule_that_the_better_bot_never_uses(value: str) -> None:
    """`sensible` lays whatever blocking allows; only `random` blocks."""
    game = GAMES["classic"].game(4, blocking=value)
    rows = [line for line in PAGE.splitlines() if line.startswith(f"| `blocking {value}`")]
    assert [row.split(" | ")[-2] for row in rows] == ["–"] * 4
    assert {found[f"blocking {value}"][2] for found in FIGURES.values() if f"blocking {value}" in found} == {0}
    assert value not in verbs_beside_laying(game, "sensible")
    assert value in verbs_beside_laying(game, "random")


def verbs_beside_laying(game: Game, bot: str) -> set[str]:
    """What bots do where they could lay a card."""
    verbs = set()
    for number in range(3):
        before = game.deal(seed=number)
        for _, move, after in play_round(before, [bot] * game.seats, seed=number):
            if any(legal.verb == "lay" for legal in before.legal(before.to_act[0])):
                verbs.add(str(move).split()[0])
            before = after
    return verbs


def test_only_what_chance_does_not_explain_is_told() -> None:
    """A change must be large enough and outside the interval."""
    low, high, wide = Estimate(0.25, 0.24, 0.26), Estimate(0.3, 0.29, 0.31), Estimate(0.3, 0.2, 0.4)
    assert effects._differs(high, low, 0.03)
    assert not effects._differs(high, low, 0.06)
    assert not effects._differs(wide, low, 0.03)

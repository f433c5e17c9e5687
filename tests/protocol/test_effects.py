"""The help of an option says what its values change."""

from __future__ import annotations

import pytest

from reihum.engine.options import Option, choice, each
from reihum.games import GAMES
from reihum.protocol import effects
from reihum.protocol.effects import describe_effect, find_effect
from reihum.protocol.gamelist import label_value
from reihum.texts import LANGUAGES, Texts
from tools.options import names_colours

PLAIN = choice("plain", "usual", "other")
FEWER = each("fewer", 0, 5)


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[float, tuple[int, int] | None, int]]:
    """The figures of a game, to be filled."""
    found: dict[str, tuple[float, tuple[int, int] | None, int]] = {}
    monkeypatch.setattr(effects, "FIGURES", {"game": found})
    return found


@pytest.mark.parametrize(
    ("length", "told"),
    [
        (0.25, "Takes about a quarter of the time."),
        (0.66, "Takes about a third less time."),
        (0.95, "Takes a little less time."),
        (1.0, "Takes about as long."),
        (1.35, "Takes about a third longer."),
        (2.0, "Takes about twice as long."),
        (11.9, "Takes about 12 times as long."),
    ],
)
def test_the_length_in_words(
    figures: dict[str, tuple[float, tuple[int, int] | None, int]], length: float, told: str
) -> None:
    """A part of the usual length becomes a fraction that people know."""
    figures["plain other"] = (length, None, 0)
    assert describe_effect("game", PLAIN, "other", Texts("en")) == told


def test_wins_and_luck_follow(figures: dict[str, tuple[float, tuple[int, int] | None, int]]) -> None:
    """They are told if they change."""
    figures["plain other"] = (1.0, (22, 27), -1)
    told = describe_effect("game", PLAIN, "other", Texts("de"))
    assert told == ("Dauert etwa gleich lang. Wer beginnt, gewinnt 27 statt 22 von 100 Runden. Das Können zählt mehr.")


def test_a_handicap_tells_only_who_wins(figures: dict[str, tuple[float, tuple[int, int] | None, int]]) -> None:
    """Whatever its numbers are, it has the figures of three cards."""
    figures["fewer"] = (1.2, (25, 30), 0)
    told = describe_effect("game", FEWER, "2,0", Texts("fr"))
    assert told == "Avec trois cartes de moins, tu gagnes 30 manches sur 100 au lieu de 25."


def test_nothing_is_told_of_the_usual_value(figures: dict[str, tuple[float, tuple[int, int] | None, int]]) -> None:
    """What was not measured has no text."""
    assert find_effect("game", PLAIN, "usual") is None
    assert describe_effect("unknown", PLAIN, "usual", Texts("en")) == ""
    assert figures == {}


def has_effect(option: Option, value: object) -> bool:
    """Whether a value of an option is a house rule that is measured."""
    return option.kind != "seat" and value != option.default and not names_colours(value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_has_its_text(language: str) -> None:
    """Each value that is not the default says what it changes, in every language."""
    texts = Texts(language)
    for facts in GAMES.values():
        for option in facts.options.values():
            for value in option.values(facts.seats[-1]):
                if has_effect(option, value) and option.name != facts.until:
                    told = describe_effect(facts.id, option, value, texts)
                    assert told, f"{facts.id} {option.name} {value}: python -m tools.options, then make docs"
                    assert label_value(option, value, texts)

"""The rules pages tell what the options in force do: no paragraph contradicts an option, and numbers are true."""

from __future__ import annotations

import re

import pytest

from reihum.engine import Game
from reihum.engine.options import RANDOM, YOUNGEST
from reihum.engine.rule_pages import SECTIONS, rules
from reihum.engine.views import Hand
from reihum.games import GAMES
from reihum.texts import LANGUAGES, Texts

ROWS = [game for game, facts in GAMES.items() if facts.family == "rows"]
COUNTS = {
    2: "zweit|two|deux",
    3: "dritt|three|trois",
    4: "viert|four|quatre",
    5: "fünft|five|cinq",
    6: "sechst|six",
}
"""The number of players in the texts about hands."""

NONE_LEFT = "Einen Stapel gibt es nicht|There is no stock|Il n’y a pas de pioche"
THREE = (
    r"noch einmal|Mehr als drei|draw again|at most three|pioche encore|au plus par tour|Zug geht weiter|goes on like"
)
EXCLUDED = {
    "stock=no": r"[Ss]tapel|[Zz]ieh|[Ss]tock|\b[Dd]raw(s|ing)?\b|[Pp]ioch",
    "turn=one": r"mehrere|auch behalten|nicht alles|several|also keep|play everything|plusieurs|aussi garder|pas tout",
    "turn=colour": r"beliebige Reihen|any rows|de ton choix",
    "turn=any": r"genau eine Karte|nur von einer Farbe|exactly one|only of one|exactement une|d’une seule",
    "drawing=one": THREE,
    "drawing=until": THREE,
    "drawing=go-on": r"Zug ist vorbei|turn is over|ton tour est fini|bis eine passt|until one|l’une le soit",
    "drawing=three": r"Zug geht weiter|bis eine passt|turn goes on|until one|tour continue|jusqu’à ce que l’une",
    "elevens=must": r"gewöhnlichen Zug|ordinary turn|tour ordinaire",
    "elevens=out": r"rote 11|noch keine Reihe|red 11|no row yet|11 rouge|pas encore de rangée",
    "play_on=on": r"sobald jemand|mit 0 Punkten|as soon as|with 0 points|dès que quelqu|avec 0 point",
    "play_on=off": r"spielen die anderen|others play on|autres continuent",
    "edition=60": r"\b80\b|vier Farben|four colours|quatre couleurs",
    "edition=40": r"\b(80|60 Karten: drei|60 cards are|20)\b|drei Farben|three colours|trois couleurs",
    "blocking=take3": r"als ob|as if|comme si",
    "blocking=draw": r"drei Karten vom|three cards from|trois cartes dans",
}
"""What no paragraph may say where an option has a value."""


def page(game: Game, language: str) -> list[str]:
    """The paragraphs of a rules page."""
    texts = Texts(language)
    found = [texts.text(key) for _, keys in rules(game) for key in keys if texts.has(key)]
    return [paragraph for text in found for paragraph in text.split("\n\n")]


def read_hands(texts: list[str]) -> dict[int, int]:
    """The cards that everybody gets, by number of players."""
    word = re.compile(
        "|".join(f"(?P<n{count}>\\b(?:{words})\\b)" for count, words in COUNTS.items()) + r"|(?P<hand>\d+)"
    )
    for text in texts:
        hands: dict[int, int] = {}
        waiting: list[int] = []
        for match in word.finditer(text):
            if match["hand"]:
                hands |= dict.fromkeys(waiting, int(match["hand"]))
                waiting = []
            else:
                waiting.append(int(str(match.lastgroup)[1:]))
        if set(hands) == set(COUNTS):
            return hands
    return {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["80", "60", "40"])
@pytest.mark.parametrize("game", [game for game in ROWS if "edition" in GAMES[game].options])
def test_the_numbers_of_cards_are_those_of_the_deal(game: str, edition: str, language: str) -> None:
    """Every row game, edition and number of players."""
    dealt = {}
    for seats in GAMES[game].seats:
        state = GAMES[game].game(seats, edition=edition).deal(seed="hands")
        dealt[seats] = next(len(zone.cards) for zone in state.view(0).zones if isinstance(zone, Hand))
    assert read_hands(page(GAMES[game].game(2, edition=edition), language)) == dealt


@pytest.mark.parametrize("language", LANGUAGES)
def test_junior_deals_five(language: str) -> None:
    """The number is a word there."""
    assert any(re.search("fünf|five|cinq", text) for text in page(GAMES["junior"].game(4), language))
    assert {player.cards for player in GAMES["junior"].game(4).deal(seed="hands").view(None).players} == {5}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", EXCLUDED)
@pytest.mark.parametrize("game", ROWS)
def test_no_paragraph_contradicts_an_option(game: str, option: str, language: str) -> None:
    """With `stock=no` nobody reads about drawing, with `turn=one` nobody about several cards, and so on."""
    name, value = option.split("=")
    if name not in GAMES[game].options:
        return
    shown = page(GAMES[game].game(4, **{name: value}), language)
    wrong = re.compile(EXCLUDED[option])
    assert [text for text in shown if wrong.search(re.sub(NONE_LEFT, "", text))] == []


def test_house_rules_together() -> None:
    """Paragraphs stand in the order of a turn, and none stands twice."""
    shown = page(GAMES["classic"].game(4, elevens="out", turn="one", stock="no"), "en")
    assert [text for text in shown if re.search("red 11|as many|up to three|draw|House rule", text)] == []
    assert len(shown) == len(set(shown))
    order = ["clockwise", "ordinary turn", "What fits", "exactly one card", "you pass"]
    assert [text for start in order for text in shown if start in text] == [
        text for text in shown if any(start in text for start in order)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ROWS)
def test_fewer_cards_have_their_sentence(game: str, language: str) -> None:
    """Who gets fewer cards is said where hands are told, and only where some do."""
    usual, fewer = (page(GAMES[game].game(3, fewer=value), language) for value in ("", "2,0,0"))
    added = [text for text in fewer if text not in usual]
    assert len(added) == 1
    assert Texts(language).text("rows.rules.setup.fewer.some") == added[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game for game, facts in GAMES.items() if "first" in facts.options])
def test_who_begins_is_told(game: str, language: str) -> None:
    """Each game with the option `first` says so, whether a player, the lot or the youngest begins."""
    facts, texts = GAMES[game], Texts(language)
    for word in (*range(facts.seats[-1]), RANDOM, YOUNGEST):
        keys = [f"{owner}.rules.{section}.first.{word}" for owner in (facts.id, facts.texts) for section in SECTIONS]
        assert any(map(texts.has, keys)), word

"""Keys become text in three languages, and the checker of the catalogues finds every kind of fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from reihum.texts import LANGUAGES, MissingText, Texts, catalogue, detect, export
from tools import texts as catalogues

HEADER = 'msgid ""\nmsgstr ""\n"Language: {0}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


class Note(Struct, frozen=True):
    """A message like those of the engine."""

    key: str
    values: dict[str, Any] = {}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Catalogues made for these tests, beside the common texts."""
    notes: dict[str, str | list[str]] = {
        "drew": ["{seat:Player} draws a card.", "{seat:Player} draws {count} cards."],
        "laid": "{seat:player}: {cards:cards}",
        "colour": "{colour:Colour}!",
        "who": "{players:players} and {things:list}",
        "because": "no: {reason:text}",
        "plays": "{game:Game}!",
    }
    common = catalogue.load("en")
    changed = {"en": catalogue.Catalogue(common.plural, dict(common.texts) | notes)}
    monkeypatch.setattr(catalogue, "load_all", lambda: changed)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ["Rot 11", "Joker", "Joker als Blau 7", "Spieler 1", "Rot 1, Grün 2 und Gelb 3"]),
        ("en", ["red 11", "joker", "joker as blue 7", "player 1", "red 1, green 2 and yellow 3"]),
        (
            "fr",
            ["le 11 rouge", "le joker", "le joker pour le 7 bleu", "joueur 1", "le 1 rouge, le 2 vert et le 3 jaune"],
        ),
    ],
)
def test_cards_players_and_lists(language: str, expected: list[str]) -> None:
    """Cards, players and lists are named in the reader's language."""
    texts = Texts(language)
    names = [texts.card("R11"), texts.card("J"), texts.card("J>B7"), texts.player(0)]
    assert [*names, texts.cards(["R1", "G2", "Y3"])] == expected


def test_lists_of_every_length() -> None:
    """A list of none, one, two and more things."""
    texts = Texts("de")
    lists = [texts.list("abcd"[:length]) for length in range(5)]
    assert lists == ["–", "a", "a und b", "a, b und c", "a, b, c und d"]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ["–", "Rot 8", "Rot 8 oder Rot 9", "Rot 8, Rot 9 oder Joker"]),
        ("en", ["–", "red 8", "red 8 or red 9", "red 8, red 9 or joker"]),
        ("fr", ["–", "le 8 rouge", "le 8 rouge ou le 9 rouge", "le 8 rouge, le 9 rouge ou le joker"]),
    ],
)
def test_cards_of_which_one_is_meant(language: str, expected: list[str]) -> None:
    """Where one of several cards is meant, the last comes after "or"."""
    texts = Texts(language)
    assert [texts.either(["R8", "R9", "J"][:count]) for count in range(4)] == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "Rot 13 geht noch nicht: Die Runde beginnt mit Rot 12, Grün 10 oder Blau 11."),
        ("en", "Red 13 has to wait: the round opens with red 12, green 10 or blue 11."),
        ("fr", "Le 13 rouge doit attendre\u00a0: la manche s’ouvre avec le 12 rouge, le 10 vert ou le 11 bleu."),
    ],
)
def test_a_game_begins_with_one_card(language: str, expected: str) -> None:
    """Three starts: a player need not lay all cards that may begin."""
    refused = Note("error.rows.opening", {"card": "R13", "cards": ["R12", "G10", "B11"]})
    assert Texts(language).message(refused) == expected


@pytest.mark.parametrize(
    ("language", "key", "expected"),
    [
        ("de", "zone.master.links", ["Verbindungen", "Verbindung", "Verbindungen"]),
        ("en", "zone.master.links", ["Connections", "Connection", "Connections"]),
        ("fr", "zone.master.links", ["Connexion", "Connexion", "Connexions"]),
        ("de", "zone.master.bonus", ["Bonuskarten", "Bonuskarte", "Bonuskarten"]),
        ("en", "zone.master.bonus", ["Bonus cards", "Bonus card", "Bonus cards"]),
        ("fr", "zone.master.bonus", ["Carte bonus", "Carte bonus", "Cartes bonus"]),
    ],
)
def test_tokens_are_counted(language: str, key: str, expected: list[str]) -> None:
    """None, one and two connections or bonus cards."""
    assert [Texts(language).text(key, count=count) for count in range(3)] == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "0 von 1 Entscheidung angesehen …"),
        ("en", "0 of 1 decision reviewed…"),
        ("fr", "Décision examinée\u00a0: 0 sur 1…"),
    ],
)
def test_a_single_decision(language: str, expected: str) -> None:
    """A review of a round with one decision."""
    assert Texts(language).text("page.review.progress", done=0, count=1) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_a_name_and_a_shape(language: str) -> None:
    """No information is carried by hue alone."""
    texts = Texts(language)
    assert len({texts.colour(letter) for letter in "RYGB"} | {texts.shape(letter) for letter in "RYGB"}) == 8


@pytest.mark.usefixtures("made")
def test_messages() -> None:
    """A message's values are written as its text asks; capitals start a sentence; count picks the plural."""
    texts = Texts("en", names={2: "Paul"}.get)
    assert texts.message(Note("drew", {"seat": 0, "count": 1})) == "Player 1 draws a card."
    assert texts.text("drew", seat=2, count=3) == "Paul draws 3 cards."
    assert texts.text("laid", seat=0, cards=["R1", "J"]) == "player 1: red 1 and joker"
    assert texts.text("colour", colour="B") == "Blue!"
    assert texts.text("who", players=[0, 2], things=(1, 2)) == "player 1 and Paul and 1 and 2"
    assert texts.text("because", reason="card.joker") == "no: joker"
    assert texts.text("because", reason=Note("colour", {"colour": "R"})) == "no: Red!"
    assert [texts.text("plays", game=game) for game in ("classic", "toy")] == ["Classic Elevens!", "Toy!"]
    assert texts.has("drew")
    assert not texts.has("lost")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ["Du legst Rot 8.", "Tessa legt Rot 8."]),
        ("en", ["You play red 8.", "Tessa plays red 8."]),
        ("fr", ["Tu poses le 8 rouge.", "Tessa pose le 8 rouge."]),
    ],
)
def test_the_reader_is_addressed(language: str, expected: list[str]) -> None:
    """A text about the seat of the reader has a form of its own."""
    texts = Texts(language, names={0: "Paul", 1: "Tessa"}.get, you=0)
    assert [texts.text("rows.event.lay", seat=seat, cards=["R8"]) for seat in (0, 1)] == expected


@pytest.mark.parametrize(("language", "zero"), [("de", 1), ("en", 1), ("fr", 0)])
def test_plural_rules(language: str, zero: int) -> None:
    """Nought is plural in German and English, singular in French."""
    assert [Texts(language)._plural(count) for count in (0, 1, 2, 100)] == [zero, 0, 1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rough_numbers_are_plural(language: str) -> None:
    """Cheat tells only roughly how many cards a pile has."""
    sizes = [Texts(language).text("mogeln.event.take.hidden", seat=0, count=count) for count in (1, 5, "1–3")]
    assert "1–3" in sizes[2]
    assert sizes[2].replace("1–3", "5") == sizes[1] != sizes[0]


def test_a_missing_text_is_an_error_here() -> None:
    """Tests make a missing key visible."""
    with pytest.raises(MissingText, match=r"no text for no\.such\.key in fr"):
        Texts("fr").text("no.such.key")


@pytest.mark.usefixtures("made")
def test_a_missing_count_is_an_error_here() -> None:
    """Where there are plural forms, count must say which."""
    with pytest.raises(MissingText, match="no count for drew"):
        Texts("en").text("drew", seat=0)


def test_a_missing_value_is_an_error_here() -> None:
    """Tests make a missing value visible."""
    with pytest.raises(MissingText, match=r"no value for \{number\}"):
        Texts("en").text("player.number")


@pytest.mark.filterwarnings("ignore::reihum.texts.MissingText")
def test_a_reader_sees_the_key_instead() -> None:
    """At run time what is missing is shown by its name."""
    texts = Texts("en")
    assert texts.text("no.such.key", count=2) == "no.such.key"
    assert texts.text("card.joker_as") == "joker as {card}"


def test_an_unknown_language() -> None:
    """The error says which languages there are."""
    with pytest.raises(ValueError, match="no texts in 'it': use one of de, en, fr"):
        Texts("it")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "nl:fr:de"}, "fr"),
        ({"LANG": "nl_NL"}, "en"),
        ({"LANG": "den_CA"}, "en"),
    ],
)
def test_detect(environment: dict[str, str], language: str) -> None:
    """The environment is read as gettext reads it; English where nothing else fits."""
    assert detect(environment) == language


def test_export() -> None:
    """A page gets all texts of a language as plain data, except those that only the command prints."""
    exported = export("de")
    assert Texts("de").has("cli.play.choose")
    assert "cli.play.choose" not in exported["texts"]  # type: ignore[operator]
    assert exported["language"] == "de"
    assert isinstance(exported["texts"], dict)
    assert exported["texts"]["colour.R"] == "Rot"


def test_what_is_exported_is_a_copy() -> None:
    """Nobody changes the texts by accident."""
    exported = export("de")["texts"]
    assert isinstance(exported, dict)
    exported.clear()
    assert Texts("de").has("colour.R")


def test_our_catalogues_are_complete() -> None:
    """Every text exists in all languages, with the same placeholders."""
    assert catalogues.check() == []
    assert tuple(catalogues.read()) == LANGUAGES


def test_checker_and_translator_know_the_same_kinds() -> None:
    """A kind of placeholder that the checker lets pass can be written."""
    assert set(Texts("en")._filler._kinds) == catalogues.SPECS


def entry(key: str, *forms: str, flags: str = "") -> str:
    """An entry of a catalogue."""
    lines = [flags] if flags else []
    lines.append(f'msgid "{key}"')
    if len(forms) == 1:
        return "\n".join([*lines, f'msgstr "{forms[0]}"']) + "\n\n"
    lines.append(f'msgid_plural "{key}"')
    return "\n".join(lines + [f'msgstr[{number}] "{form}"' for number, form in enumerate(forms)]) + "\n\n"


def written(folder: Path, **files: str) -> Path:
    """Catalogues with these contents: `de_rows="…"` is `de/rows.po`."""
    for name, content in files.items():
        language, domain = name.split("_")
        (folder / language).mkdir(exist_ok=True)
        (folder / language / f"{domain}.po").write_text(HEADER.format(language) + content, encoding="utf-8")
    return folder


A = entry("a", "{seat:player} A")
B = entry("b", "one", "{count} B")
GOOD = A + B


def test_good_catalogues_pass(tmp_path: Path) -> None:
    """The checker does not cry wolf: order and capitals of placeholders are the translator's choice."""
    source = written(
        tmp_path,
        de_rows=entry("a", "{seat:Player} {n}") + entry("b", "eine", "{count} Karten"),
        fr_rows=entry("b", "{count} carte", "{count} cartes") + entry("a", "{n} {seat:player}"),
    )
    assert catalogues.check(source) == []


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (A, "b is missing"),
        (A + B + entry("c", "more"), "c is missing"),
        (B + entry("a", "A"), "a: the languages differ in placeholders"),
        (B + entry("a", "{seat} A"), "a: the languages differ in placeholders"),
        (A + entry("b", "{count} B"), "b: the languages differ in plural"),
        (A + entry("b", "1", "2", "{count}"), "more translations than num_plurals"),
        (A + B.replace("msgstr[1]", "#"), "b is empty"),
        (A + entry("b", "one", ""), "b is empty"),
        (A + entry("b", "{x}", "{count}"), "b has a placeholder that its last plural form lacks"),
        (B + entry("a", ""), "a is empty"),
        (B + entry("a", "{seat:player} A", flags="#, fuzzy"), "a is marked fuzzy"),
        (B + entry("a", "{seat:playr} A"), "a has an unknown placeholder {seat:playr}"),
        (B + entry("a", "{} A"), "a has an unknown placeholder {:}"),
        (B + entry("a", "{seat:player A"), "a cannot be read"),
        (A + B + "nonsense\n", "fr/common.po"),
    ],
)
def test_planted_faults_are_found(tmp_path: Path, content: str, fault: str) -> None:
    """Each kind of fault in a catalogue is named."""
    source = written(tmp_path, en_common=GOOD, fr_common=content)
    assert any(fault in found for found in catalogues.check(source)), catalogues.check(source)


def test_a_key_in_two_domains(tmp_path: Path) -> None:
    """All domains share one space of keys."""
    source = written(tmp_path, en_common=GOOD, en_rows=entry("a", "again"))
    assert catalogues.check(source) == ["en/rows.po: a stands in common.po too"]
    with pytest.raises(catalogues.Fault):
        catalogues.compile_catalogues(source, tmp_path / "out.json")


def test_a_key_twice_in_a_file(tmp_path: Path) -> None:
    """The second would silently be lost."""
    source = written(tmp_path, en_common=GOOD + entry("a", "again"))
    assert catalogues.check(source) == ["en/common.po: a stands in it twice"]


def test_a_key_in_different_domains(tmp_path: Path) -> None:
    """A key stands in the same domain in every language."""
    source = written(tmp_path, en_common=GOOD, fr_rows=GOOD)
    assert any("a: the languages differ in domain" in fault for fault in catalogues.check(source))


def test_unfinished_texts_are_left_out(tmp_path: Path) -> None:
    """What is empty or fuzzy is not shown to anybody."""
    content = entry("a", "A") + entry("b", "") + entry("c", "C", flags="#, fuzzy")
    source = written(tmp_path, en_common=content)
    catalogues.compile_catalogues(source, tmp_path / "out.json")
    assert '"a"' in (compiled := (tmp_path / "out.json").read_text())
    assert '"b"' not in compiled
    assert '"c"' not in compiled


def test_what_others_do_to_the_reader() -> None:
    """A text about what somebody does to the reader speaks to them, where it has such a form."""
    texts = Texts("de", names={0: "Mia", 1: "Paul"}.get, you=0)
    ask = {"cards": ["R7"]}
    assert texts.text("quartett.event.ask", seat=1, player=0, **ask) == "Paul fragt dich nach Rot 7."
    assert texts.text("quartett.event.ask", seat=0, player=1, **ask) == "Du fragst Paul nach Rot 7."
    assert texts.text("quartett.event.ask", seat=1, player=2, **ask) == "Paul fragt Spieler 3 nach Rot 7."
    assert texts.text("prompt.over", players=(0,), count=1) == "Du gewinnst die Runde."
    assert texts.text("prompt.over", players=(0, 1), count=2) == "Mia und Paul gewinnen die Runde."

"""One word for one thing in each language, and the typography a native reader expects (docs/glossary.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from reihum.games import GAMES
from reihum.texts import LANGUAGES, catalogue

GLOSSARY = Path(__file__).parent.parent.parent / "docs" / "glossary.md"
LANGUAGE = {"German": "de", "English": "en", "French": "fr"}


def rows(columns: int) -> Iterator[list[str]]:
    """The rows of the tables with this number of columns, without their heads."""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        is_head = set(line) <= set("|-") or cells[0] in ("thing", "language")
        if line.startswith("|") and len(cells) == columns and not is_head:
            yield cells


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language with its key, plural forms one by one."""
    for key, text in catalogue.load(language).texts.items():
        for form in [text] if isinstance(text, str) else text:
            yield key, form


TERMS = [(language, word) for row in rows(4) for language, word in zip(LANGUAGE.values(), row[1:], strict=True)]
AVOIDED = [(LANGUAGE[language], avoided) for language, avoided, _ in rows(3)]


ALLOWED = {("de", "Kreis"): ["shape.B"]}
"""The keys of texts in which an avoided word means something else."""
ONE_READER = ("arena", "bots", "cli", "error", "lab", "review", "serve", "site", "train")
"""The first parts of the keys of texts that one person reads: commands and errors."""


def pattern_of(language: str, avoided: str) -> re.Pattern[str]:
    """What finds a word that a language avoids; capitals count, except in English."""
    words = r"[^.!?]+".join(re.escape(part) for part in avoided.split("…"))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE if language == "en" else 0)


@pytest.mark.parametrize(("language", "word"), TERMS)
def test_terms_are_used(language: str, word: str) -> None:
    """A term of the glossary stands in the texts, so the glossary tells of what people read."""
    stem = word.removesuffix("en") if language == "de" else word.removesuffix("r")
    assert any(stem.casefold() in text.casefold() for _, text in texts(language)), word


@pytest.mark.parametrize(("language", "avoided"), AVOIDED)
def test_avoided_words(language: str, avoided: str) -> None:
    """No text uses a word that the glossary replaces by another."""
    pattern = pattern_of(language, avoided)
    assert [key for key, text in texts(language) if pattern.search(text)] == ALLOWED.get((language, avoided), [])


def says_vous(text: str) -> bool:
    """Whether a French text speaks to several people, or formally to one."""
    return bool(re.search(r"\b(?:[Vv]ous|[Vv]otre|[Vv]os)\b(?! plaît)|\b(?!chez|assez|nez)\w+ez\b", text))


def test_french_commands_and_errors_say_tu() -> None:
    """One person reads them."""
    assert [key for key, text in texts("fr") if key.split(".")[0] in ONE_READER and says_vous(text)] == []


@pytest.mark.parametrize("text", ["un robot à vous", "vous en donnez 3", "jouez encore", "Enlevez {option}."])
def test_a_planted_vous_is_found(text: str) -> None:
    """Also where only the verb shows it."""
    assert says_vous(text)
    assert not says_vous("Il y en a assez chez toi, sur le nez.")


@pytest.mark.parametrize(
    ("language", "avoided", "text"),
    [
        ("fr", "Qui … gagne", "Fini ! Qui n’a plus de cartes gagne."),
        ("fr", "ordinateur", "Tu joues contre l’ordinateur."),
        ("fr", "liaison", "Une liaison te mène au même nombre."),
        ("de", "Computerspieler", "Tempo der Computerspieler"),
        ("de", "(Karten:", "nimmt den Stapel (Karten: 5)"),
        ("en", "doubter", "The doubter takes it."),
        ("de", "Kreis", "So spielt euer Kreis."),
        ("de", "Kreises", "Neue Tische eures Kreises"),
        ("de", "Tische und Runden", "Sie verlässt alle Tische und Runden."),
        ("de", "Gekommen", "Gekommen sind 3."),
        ("de", "Mitteilungen", "Der Fernseher und Mitteilungen brauchen ihn."),
        ("de", "Nachrichten an Geräte", "schickt keine Nachrichten an Geräte"),
        ("de", "Betreiber", "Das hat der Betreiber entschieden."),
        ("de", "Gleich hoch", "Gleich hoch! Niemand bekommt sie."),
        ("de", "liegen zur Seite", "Sie liegen zur Seite."),
        ("de", "am wenigsten Punkte", "wer in dieser am wenigsten Punkte hat"),
        ("de", "Blatt", "jedes Blatt von jedem Platz aus"),
        ("de", "Blättern", "Spiele mit 5 Blättern"),
        ("de", "Geben", "die Nummer vom ersten Geben"),
        ("de", "neu gegeben", "Es wird neu gegeben."),
        ("en", "have one colour", "All your cards have one colour!"),
        ("en", "all one colour", "Your cards are all one colour."),
        ("en", "no notices", "This server sends no notices."),
        ("en", "waits for your", "The table waits for your move."),
        ("fr", "avis", "la télévision et les avis"),
        ("fr", "vont de", "Les places vont de 1 … 4."),
        ("fr", "une faute", "La malchance n’est pas une faute."),
        ("fr", "déjà crié", "Tu as déjà crié."),
        ("fr", "Rythme", "Rythme : rapide"),
        ("fr", "feuille de points", "La feuille de points"),
        ("fr", "Vous jouez avec les cartes", "Vous jouez avec les cartes rouges."),
    ],
)
def test_planted_words_are_found(language: str, avoided: str, text: str) -> None:
    """A row of the glossary finds the word it forbids."""
    assert (language, avoided) in AVOIDED
    assert pattern_of(language, avoided).search(text)


def typography_faults(language: str, text: str) -> list[str]:
    """What a typesetter would mark in a text."""
    faults = []
    if re.search(r"\w'\w", text):
        faults.append("straight apostrophe")
    if language == "fr" and re.search(r" [;:!?»]|« |[^\s\u202f«][;!?](?![\w/#=])|\w:(?=\s)", text):
        faults.append("space before punctuation")
    if language != "de" and re.search(r"\S[ \u00a0\u202f]…", text):
        faults.append("space before …")
    if language == "fr" and re.search(r"\b(?:de|à) \{names?\}|\bde \{\w+:[Pp]layers?\}", text):
        faults.append("a name that may begin with an article or a vowel, after a preposition")
    if language == "de" and re.search(r"[“”](?=\w)|\"\w", re.sub(r"\\\"|\"[^\"]*\"", "", text)):
        faults.append("English quotation mark")
    return faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_of_one_kind(language: str) -> None:
    """Names of options, zones and buttons begin with a capital; a value, which follows its option's name and a colon,
    has no second colon."""
    found = dict(texts(language))
    options = {option.name for facts in GAMES.values() for option in facts.options.values()}
    labels = [f"option.{name}" for name in options] + [key for key in found if key.startswith(("zone.", "verb."))]
    assert [key for key in labels if not re.match(r"[„“«]|[^\W\d_]", found[key]) or found[key][0].islower()] == []
    values = [
        key for key in found if key.startswith("option.") and key.split(".")[1] in options and key.count(".") == 2
    ]
    told = {key: re.sub(r"\{[^}]*\}", "", found[key]) for key in values if not key.endswith(".help")}
    assert [key for key, text in told.items() if ":" in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_do_not_read_names_of_options(language: str) -> None:
    """A refusal names an option by its label, not by the word of the command line in brackets."""
    options = "|".join({option.name for facts in GAMES.values() for option in facts.options.values()})
    assert [key for key, text in texts(language) if re.search(rf"\((?:{options})\)", text)] == []


NOUNS = {"Anfänger", "Profi"}
"""The names of levels that are nouns: German writes them with a capital."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_levels_are_written_alike(language: str) -> None:
    """In small letters, except for nouns in German: they stand behind a name, as in “Bot, sehr gut”."""
    names = {text for key, text in texts(language) if re.fullmatch(r"page\.level\.\w+", key)}
    assert len(names) > 8
    assert {name for name in names if name != name.lower()} == (NOUNS if language == "de" else set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(language: str) -> None:
    """Apostrophes are typographic; French has its no-break spaces; only German has a space before an ellipsis."""
    assert {key: faults for key, text in texts(language) if (faults := typography_faults(language, text))} == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "C'est fini"),
        ("fr", "Stop !"),
        ("fr", "couleur ;"),
        ("fr", "« Stop »"),
        ("fr", "On joue …"),
        ("en", "Playing …"),
        ("fr", "Options de {name}"),
        ("fr", "la main de {seat:player}"),
        ("en", "don't"),
        ("de", "los geht's"),
    ],
)
def test_planted_typography_faults_are_found(language: str, text: str) -> None:
    """The check finds each kind of fault."""
    assert typography_faults(language, text)

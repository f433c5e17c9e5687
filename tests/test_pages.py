"""The games' pages, charts and picture say what the games are now; `make docs` brings them up to date."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

import reihum
from tools import charts, docs, figures, game_pages, golden, pictures, terminal_pictures

SECTIONS = ["Rules", "Options", "Notation", "Decisions", "Example", "Figures"]
each_game = pytest.mark.parametrize("game", reihum.GAMES)


def page(game: str) -> str:
    """The page of a game."""
    return (docs.FOLDER / f"{game}.md").read_text(encoding="utf-8")


@cache
def made() -> dict[Path, str]:
    """Every file that `make docs` would write."""
    return dict(docs.files())


@pytest.mark.parametrize(
    "name",
    [
        "../../README.md",
        "../../CITATION.cff",
        "../design.md",
        "../observations.md",
        "../pictures/layers.svg",
        "README.md",
        *(f"{game}.md" for game in reihum.GAMES),
        *(f"figures/{game}.svg" for game in reihum.GAMES),
        *(f"pictures/{game}.svg" for game in reihum.GAMES),
    ],
)
def test_made_files_are_current(name: str) -> None:
    """`make docs` would write every file as it is now."""
    current = {path.resolve(): content for path, content in made().items()}
    path = (docs.FOLDER / name).resolve()
    assert path.exists(), f"{path} is missing: make docs"
    assert path.read_text(encoding="utf-8") == current[path], f"{path} is out of date: make docs"


def test_the_picture_is_current() -> None:
    """The picture in the README shows the table as the command draws it."""
    assert pictures.FILE.read_text(encoding="utf-8") == pictures.table(), "make docs"


def test_the_picture_of_the_terminal_is_current() -> None:
    """The picture in the README shows the full screen as the command draws it."""
    assert terminal_pictures.FILE.read_text(encoding="utf-8") == terminal_pictures.draw_readme(), "make docs"


@each_game
def test_every_page_has_all_sections(game: str) -> None:
    """One template: facts, rules, options, notation, decisions, example, figures."""
    assert re.findall(r"^## (.*)$", page(game), re.MULTILINE) == SECTIONS
    assert f"| id | `{game}` |" in page(game)


@each_game
def test_every_page_describes_decisions(game: str) -> None:
    """The one section that is written by hand is written."""
    assert len(re.findall(r"^- ", game_pages.find_decisions(page(game)), re.MULTILINE)) >= 3


@each_game
def test_every_move_and_option_is_on_the_page(game: str) -> None:
    """Each verb of the grammar has an example that the game can read, each option its line."""
    facts = reihum.GAMES[game]
    notation = page(game).partition("## Notation")[2].partition("## Decisions")[0]
    examples = re.findall(r"^\| `[^|`]*(?:\\\|[^|`]*)*` \| `([^`]*)`", notation, re.MULTILINE)
    assert {facts.grammar.parse(example).verb for example in examples} == {verb.word for verb in facts.grammar.verbs}
    options = page(game).partition("## Options")[2].partition("## Notation")[0]
    assert re.findall(r"^\| `(\w+)`", options, re.MULTILINE) == list(facts.options)


@pytest.mark.parametrize("game", ["classic", "junior"])
def test_a_number_for_each_seat_is_told_in_words(game: str) -> None:
    """The values of a handicap are too many to list, and its default is empty."""
    (line,) = re.findall(r"^\| `fewer` .*$", page(game), re.MULTILINE)
    assert line.startswith("| `fewer` | 0 … 10 for each seat, with commas between | 0 for all |")


@each_game
def test_every_game_has_figures_for_its_rules(game: str) -> None:
    """For every number of players, made with the rules in force."""
    facts, found = reihum.GAMES[game], figures.read(game)
    assert found is not None, f"python -m tools.figures {game}"
    assert (found.game, found.rules) == (game, facts.rules_version)
    assert [cell.seats for cell in found.seats] == list(facts.seats)
    for cell in found.seats:
        assert sum(win.share for win in cell.by_seat) == pytest.approx(1, abs=0.001)
        for win in (*cell.by_seat, cell.versus):
            assert win.low <= win.share <= win.high
        for length in (cell.random, cell.sensible):
            assert length.low <= length.median <= length.high <= facts.bound
            assert length.games >= figures.LEAST


def test_decisions_survive() -> None:
    """The section written by hand stays as it is."""
    written = f"{game_pages.DECISIONS}\n\n- One.\n- Two."
    facts = reihum.GAMES["ratefix"]
    first = game_pages.make_page(facts, game_pages.find_decisions(f"# Anything\n\n{written}\n"))
    assert written in first
    assert game_pages.make_page(facts, game_pages.find_decisions(first)) == first


def test_figures_are_the_same_every_time() -> None:
    """The seed decides everything."""
    assert figures.measure("schwarzer-peter", 2, 20) == figures.measure("schwarzer-peter", 2, 20)


def test_a_chart_needs_no_other_file() -> None:
    """It can be read as XML, says what it shows, and needs nothing from elsewhere."""
    found = figures.read("classic")
    assert found is not None
    for svg in (charts.draw(found, "A & B"), pictures.table()):
        root = ET.fromstring(svg)  # noqa: S314 – we have just made it
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
        assert not re.search(r"(href|src|url)\W+https?:", svg)


def test_an_old_figure_is_noticed() -> None:
    """Planted: the pages of a game whose rules or figures have changed are out of date."""
    facts = reihum.GAMES["ratefix"]
    decisions = game_pages.find_decisions(page("ratefix"))
    now = game_pages.make_page(facts, decisions)
    assert game_pages.make_page(replace(facts, bound=facts.bound + 1), decisions) != now
    assert golden.file_of(replace(facts, rules_version=2)).name == "ratefix.2.jsonl"

"""The room on the screen: targets, texts and cards of some games at two sizes; `make layout` measures all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import check_page
from tools import layout

DOCUMENT = layout.ROOT / "docs" / "layout.md"


@pytest.mark.full
@pytest.mark.parametrize(
    "game", ["classic", *(pytest.param(game, marks=pytest.mark.soak) for game in ("quartett", "schnipp-schnapp"))]
)
def test_a_game_fits_on_a_phone(tmp_path: Path, game: str) -> None:
    """Upright and sideways nothing is cut, covered or too small, and nothing needs scrolling, with the most players."""
    check_page()
    table = tmp_path / "layout.md"
    layout.main(["--games", game, "--sizes", "phone,sideways", "--players", "6", "--out", str(table)])
    assert {key[2] for key in layout.read_table(table)} == {"phone", "sideways"}


def test_nothing_in_the_table_is_outside_the_limits() -> None:
    """The document has a line for every game, number of players and size, and everything in them fits."""
    lines = layout.read_table(DOCUMENT)
    assert {*lines} == {*layout.KEYS}
    assert [key for key, cells in lines.items() if cells.endswith("yes")] == []


def test_the_document_says_what_the_tool_measures() -> None:
    """The table is written again when the tool measures something else."""
    assert DOCUMENT.read_text().startswith(layout.HEAD)


def test_a_part_of_the_table_is_measured_again(tmp_path: Path) -> None:
    """Lines of other games stay as they are."""
    table = tmp_path / "layout.md"
    lines = {
        ("classic", "2", "phone"): "44 | 31 × 50 | 12 | 30 | no",
        ("junior", "4", "tv"): "– | – | 12 | 80 | no",
        ("junior", "lesson", "phone"): "44 | 31 × 50 | 12 | 30 | no",
    }
    layout.write_table(table, lines)
    assert layout.read_table(table) == lines

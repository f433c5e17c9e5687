"""The tool that takes pictures of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import check_page
from tools import screenshots

pytestmark = pytest.mark.full

PNG = b"\x89PNG"


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["games", "--games", "classic,mogeln", "--sizes", "phone"], {"game-classic-phone", "game-mogeln-phone"}),
        (
            ["turns,offline", "--sizes", "phone", "--games", "classic,zweikampf"],
            {
                *("stage-zweikampf-phone", "lesson-classic-phone"),
                *("news-phone", "news-open-phone", "log-phone", "sheet-phone"),
                *("offline-phone", "offline-table-phone"),
            },
        ),
        pytest.param(
            ["afterwards,house", "--sizes", "phone"],
            {
                *(f"{name}-phone" for name in screenshots.HOUSE),
                *("share-phone", "review-phone", "come-along-phone", "device-phone", "device-take-phone"),
            },
            marks=pytest.mark.soak,
        ),
        pytest.param(
            ["ends", "--sizes", "tablet"],
            {"round-end", "match-end", "replay", "home-known"},
            marks=pytest.mark.soak,
        ),
    ],
)
def test_pictures_are_taken(tmp_path: Path, words: list[str], names: set[str]) -> None:
    """Some games, sizes and parts can be chosen; the page has nothing to complain of."""
    check_page()
    screenshots.main([str(tmp_path), *words])
    assert {path.stem.removesuffix("-tablet") for path in tmp_path.iterdir()} == names
    assert all(path.read_bytes().startswith(PNG) for path in tmp_path.iterdir())


@pytest.mark.parametrize("wrong", [["--games", "chess"], ["--sizes", "watch"], ["nothing"]])
def test_what_is_not_known_is_refused(tmp_path: Path, wrong: list[str]) -> None:
    """An unknown game, size or part ends the tool before it takes pictures."""
    with pytest.raises(SystemExit):
        screenshots.main([str(tmp_path), *wrong])
    assert not [*tmp_path.iterdir()]

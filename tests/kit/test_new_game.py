"""A new game takes the files that the guide names and no others: one is added to a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PARTS = Path(__file__).parent / "new_game"
ID, MODULE = "lay-off", "lay_off"

FILES = {
    f"src/reihum/games/{MODULE}.py": "rules.py",
    f"src/reihum/texts/catalogues/de/{MODULE}.po": "de.po",
    f"src/reihum/texts/catalogues/en/{MODULE}.po": "en.po",
    f"src/reihum/texts/catalogues/fr/{MODULE}.po": "fr.po",
    f"tests/games/test_{MODULE}.py": "scenario.py",
}
"""Where each part of the new game goes."""

KIT = f"""
from reihum.testing import check_game
print(check_game({ID!r}, games=5).games)
"""
MATCH = f"""
import reihum
from reihum.bots import play_round, seat_bots
match = reihum.match({ID!r}, seats=3, rounds=2, seed="new")
while match.outcome is None:
    for seat, move, _ in play_round(match.state, seat_bots(match.game, [match.game.facts.usual_level] * 3, b"new")):
        match = match.play(seat, move)
    match = match if match.outcome else match.next_round()
print(match.outcome.reason, match.game.facts.levels)
"""
SERVED = f"""
from reihum.protocol.gamelist import game_list
from reihum.api.pictures import draw_picture
(entry,) = [entry for entry in game_list("fr", draw_picture).games if entry.id == {ID!r}]
print(entry.name, len(entry.picture.players), entry.levels)
"""

PICTURE = f"""
from reihum.games import GAMES
from tools.game_pages import draw_position
print(draw_position(GAMES[{ID!r}]))
"""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository's code with the new game in it, and nothing else new."""
    folder = tmp_path_factory.mktemp("repository")
    unwanted = shutil.ignore_patterns("__pycache__", "catalogues.json", "page", "node_modules")
    for part in ("src", "tools", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "glossary.md", folder / "docs")
    for target, part in FILES.items():
        assert not (folder / target).exists()
        shutil.copy(PARTS / part, folder / target)
    run(folder, "-m", "tools.texts", "compile")
    return folder


def run(folder: Path, *arguments: str) -> str:
    """What Python prints with the code of a folder."""
    environment = os.environ | {
        "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}",
        "LANGUAGE": "en",
        "COLUMNS": "100",
    }
    done = subprocess.run(  # noqa: S603 – our own code
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_lists_these_files() -> None:
    """CONTRIBUTING.md names each of them, and the design and the other documents give the same number."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Adding a game\n(.*?)^## ", guide, re.MULTILINE | re.DOTALL)
    listed = re.findall(r"^\| `(.*?)` \|", section.partition("Commands make the rest")[0], re.MULTILINE)
    assert [file.replace("<module>", MODULE) for file in listed] == [*FILES]
    assert len(FILES) == 5
    for document in ("CONTRIBUTING.md", "docs/design.md", "docs/why.md"):
        assert "five files" in (ROOT / document).read_text(encoding="utf-8"), document


def test_the_kit_passes(copy: Path) -> None:
    """The registry finds the game, its texts are complete, and it keeps the contract."""
    assert run(copy, "-c", KIT) == "15\n"


def test_a_missing_text_is_named(copy: Path) -> None:
    """The kit fails with the key and the language of a text that is missing."""
    catalogue = copy / f"src/reihum/texts/catalogues/fr/{MODULE}.po"
    whole = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(whole.replace('msgid "lay_off.event.shed"', 'msgid "lay_off.event.she"'), encoding="utf-8")
    try:
        run(copy, "-m", "tools.texts", "compile")
        with pytest.raises(AssertionError, match=r"texts are missing: lay_off\.event\.shed \(fr\)\n"):
            run(copy, "-c", KIT)
    finally:
        catalogue.write_text(whole, encoding="utf-8")
        run(copy, "-m", "tools.texts", "compile")


def test_bots_play_a_match(copy: Path) -> None:
    """Without a bot of its own the game has ``random``."""
    assert run(copy, "-c", MATCH) == "match ('random',)\n"


def test_the_server_lists_it(copy: Path) -> None:
    """With its name, its levels and a picture of a position."""
    assert run(copy, "-c", SERVED) == "Se défausser 4 ('random',)\n"


def test_the_command_knows_it(copy: Path) -> None:
    """It lists the game, tells its rules and plays it."""
    assert f"{ID}\tLay off\t2–4" in run(copy, "-m", "reihum", "games")
    assert "In turn, everybody lays off a card." in run(copy, "-m", "reihum", "rules", ID)
    assert "Lay off, 2 seats" in run(copy, "-m", "reihum", "simulate", ID, "--games", "3", "--seats", "2")


def test_its_own_test_and_golden_game(copy: Path) -> None:
    """The test file runs, and a command makes the golden game."""
    assert "1 passed" in run(copy, *PYTEST, f"tests/games/test_{MODULE}.py")
    run(copy, "-m", "tools.golden", ID)
    assert (copy / f"tests/golden/{ID}.jsonl").stat().st_size > 0


@pytest.mark.full
def test_it_passes_the_tests_of_all_games(copy: Path) -> None:
    """No test asks for more than the five files and the golden game: not for bots, a lesson or moments."""
    run(copy, "-m", "tools.golden", ID)
    files = ("games/test_golden.py", "games/test_moments.py", "games/test_versions.py", "bots/test_lessons.py")
    more = ("bots/test_levels.py", "test_conformance.py", "arena/test_rounds.py", "browser/test_same_records.py")
    named = ("games/test_vocabulary.py", "envs/test_encoding.py", "texts/test_glossary.py", "cli/test_play.py")
    chosen = f"{ID} or words_of_a_game or which_games_fit or avoided_words or of_one_kind"
    told = run(copy, *PYTEST, *(f"tests/{file}" for file in (*files, *more, *named)), "-k", chosen)
    assert re.search(r"^\d+ passed", told, re.MULTILINE)


def test_its_figures_need_no_sensible_bot(copy: Path) -> None:
    """The lab compares the bots that the game has, and the games' pages draw a position between them."""
    assert "Lay off" in run(copy, "-m", "reihum", "lab", ID, "--rounds", "8", "--no-house-rules", "--jobs", "1")
    assert "<svg" in run(copy, "-c", PICTURE)

"""The template in docs/examples is a package of its own: built as a wheel, installed beside Reihum, and found there."""

from __future__ import annotations

import json
import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from reihum.engine import bots
from reihum.games import GAMES
from reihum.games.registry import BrokenPlugin, add_bots, add_games
from reihum.texts.catalogue import load_texts
from template import ID, MODULE, TEMPLATE, install_template, run

EVERYWHERE = f"""
import reihum
from reihum.api.pictures import draw_picture
from reihum.bots import play_round
from reihum.protocol.gamelist import game_list
from reihum.testing import check_game
from reihum.texts import export

facts = reihum.GAMES[{ID!r}]
assert [*reihum.GAMES][-1] == {ID!r}
assert facts.levels[-1] == "optimist"
game = facts.game(3)
*_, (_, _, end) = play_round(game.deal("template"), ["optimist", "sensible", "expert"])
assert end.outcome is not None
check_game({ID!r}, games=1)
(entry,) = [entry for entry in game_list("fr", draw_picture).games if entry.id == {ID!r}]
assert (entry.name, len(entry.picture.players)) == ("Plus ou moins", 4), entry
assert export("de")["texts"]["{ID}.name"] == "Höher oder tiefer"
match = reihum.match({ID!r}, seats=2, seed=1)
print("everywhere")
"""

FULL_SCREEN = """
import sys

sys.path.insert(0, {tests!r})
from functools import partial

from fullscreen_player import KeyPlayer, check_frame, make_session

for language, size in (("de", (80, 24)), ("fr", (120, 40))):
    session = make_session({id!r}, language)
    KeyPlayer(session, partial(check_frame, size=size), size=size).play()
    assert session.match.outcome is not None
print("the match is over")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed template."""
    return install_template(tmp_path_factory.mktemp("template"))


def test_the_game_is_everywhere(installed: Path) -> None:
    """In the registry, with its bots; in the kit; in the list that the page gets, with its texts and a picture."""
    assert run(["-c", EVERYWHERE], installed, installed) == "everywhere\n"


@pytest.mark.full
def test_the_command_and_the_arena_know_it(installed: Path) -> None:
    """It lists the game, explains it, plays it, and lets its bots compete."""
    assert f"{ID}\tHigher or lower\t2–6" in run(["-m", "reihum", "games"], installed, installed)
    assert "Guess whether" in run(["-m", "reihum", "rules", ID], installed, installed)
    words = ["-m", "reihum", "arena", "sensible", "optimist", "--game", ID, "--deals", "2", "--jobs", "1", "--json"]
    found = json.loads(run(words, installed, installed))
    assert {each["bot"] for each in found["ratings"]} == {"sensible", "optimist"}
    played = run(["-m", "reihum", "play", ID, "-s", "2", "--seed", "1"], installed, installed, "higher\n" * 60)
    assert "The stock is empty." in played


def test_it_fills_the_terminal(installed: Path) -> None:
    """Its game is played by keys on the full screen, to the end of a match, and every frame fits."""
    script = FULL_SCREEN.format(tests=str(Path(__file__).parent), id=ID)
    assert run(["-c", script], installed, installed) == "the match is over\n"


@pytest.mark.full
def test_its_own_tests_pass(installed: Path) -> None:
    """The tests of the template run against the installed package."""
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(TEMPLATE / f"test_{MODULE}.py")]
    assert "2 passed" in run([*words, "--rootdir", str(installed)], installed, installed)


def test_a_missing_text_fails_the_kit(installed: Path, tmp_path: Path) -> None:
    """The kit names the key and the language."""
    broken = tmp_path / "broken"
    shutil.copytree(installed, broken)
    texts = broken / "higher_or_lower" / "texts" / "fr.json"
    texts.write_text(texts.read_text(encoding="utf-8").replace("event.wrong.you", "event.wrong.tu"), encoding="utf-8")
    script = f"from reihum.testing import check_game; check_game({ID!r}, games=1)"
    with pytest.raises(AssertionError, match=r"texts are missing: higher_or_lower\.event\.wrong\.you \(fr\)"):
        run(["-c", script], broken, broken)


def test_a_package_that_breaks_leaves_the_others_alone() -> None:
    """A game that cannot be loaded, or has the id of another one, is left out with a warning."""
    games = dict(GAMES)
    for value in ("no.such.module:GAME", "reihum.games.ratefix:GAME", "reihum.games.ratefix:MOST"):
        with pytest.warns(BrokenPlugin, match=value):
            add_games(games, [EntryPoint("broken", value, "reihum.games")])
    assert games == dict(GAMES)
    with pytest.warns(UserWarning, match="no.such.texts"):
        assert load_texts("no.such.texts", "en") == {}


def test_bots_of_other_packages_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one game or for all; they are not loaded before they play."""
    monkeypatch.setattr(bots, "_added", {})
    add_bots(
        [EntryPoint("junior.mine", "no.such:Mine", "reihum.bots"), EntryPoint("any", "no.such:Any", "reihum.bots")]
    )
    assert GAMES["junior"].levels[-2:] == ("any", "mine")
    assert GAMES["classic"].levels[-1] == "any"

"""No verb and no zone of a game is known outside its own files: other layers ask its facts, its grammar and its views.

A game's own files are its rules, its bots, what the simulator and the search know of it, its observation, its texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest

import reihum
from reihum.cards import Randomness
from reihum.engine.moves import EARLY, TIE, SlotKind
from reihum.engine.views import Zone
from reihum.testing import random_play

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "reihum"
PAGE = ROOT / "web" / "src"

HOMES = re.compile(
    r"(games|simulator|texts|bots/simple|bots/experts|bots/search|bots/trained|envs/observations|envs/jax|envs/vector)/|bots/review/\w+_reasons\.py"
    r"|protocol/effect_figures\.py"
)

OTHER_MEANINGS = {
    "arena/charts.py": {"middle", "end"},  # where a text is anchored
    "arena/contest_chart.py": {"end"},
    "arena/lab/charts.py": {"end"},
    "arena/external_bot.py": {"move"},  # what a program is told
    "arena/line_protocol.py": {"end"},
    "arena/line_server.py": {"move"},
    "cli/admin.py": {"close", "open"},  # what the operator does to a table, and a table in the list of all
    "cli/group.py": {"close"},
    "cli/fullscreen/controller.py": {"down"},  # an arrow key
    "cli/fullscreen/navigation.py": {"down"},
    "host/admin.py": {"close"},
    "tables/admin_log.py": {"close"},
    "server/security.py": {"close", "accept"},  # of a connection; a header
    "browser/messages.py": {"open", "close", "end"},  # of a connection
    "engine/pictures.py": {"middle"},  # where a text is anchored
    "engine/rule_pages.py": {"turn", "end"},  # sections of the rules
    "engine/views.py": {"end"},  # the end of a row
    "envs/parts.py": {"open"},  # open places of a row
    "host/driver.py": {"move"},
    "host/bot_runner.py": {"move"},
    "matches/records.py": {"move", "end"},  # lines of a record
    "nearby/peer.ts": {"open"},  # of a connection
    "protocol/replays.py": {"move"},
    "store/sqlite_file.py": {"open"},
    "api/replays.py": {"open"},  # all cards face up
    "server/static_files.py": {"accept"},
    "tables/commands.py": {"move"},  # a command of the protocol
    "tables/entries.py": {"kept"},
    "testing.py": {"move"},
    "pages/Replay.svelte": {"open"},
    "pages/Rules.svelte": {"turn", "end"},
    "protocol/portTransport.ts": {"open", "close", "end"},  # of a connection, of a reply
    "state/session.svelte.ts": {"move"},
}
"""Words of games that mean something else in a file."""


@cache
def vocabulary() -> frozenset[str]:
    """The verbs and zones of all games, without the words that the engine itself declares."""
    verbs = {verb.word for facts in reihum.GAMES.values() for verb in facts.grammar.verbs}
    zones = {zone for facts in reihum.GAMES.values() for zone in zones_of(facts.id)}
    kinds = {*get_args(SlotKind), *(str(kind.__struct_config__.tag) for kind in get_args(Zone))}
    return frozenset((verbs | zones) - kinds - {TIE, EARLY})


def zones_of(id: str) -> Iterator[str]:
    """The names of the zones that some positions of a game show, without their seats."""
    for game in reihum.GAMES[id].variations():
        for state, *_ in islice(random_play(game.deal("zones"), Randomness(b"zones", id)), 40):
            yield from (zone.name.split(".")[0] for zone in state.zones(0))


def strings(path: Path) -> Iterator[str]:
    """The strings in a file, without docstrings; of a file of the page, those in single quotes."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from re.findall(r"'([^'\n]*)'", text)
        return
    tree = ast.parse(text)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def strangers(path: Path, name: str) -> set[str]:
    """The words of games in a file that has no business with them: alone, in a move, or in the name of a zone."""
    found = {re.split(r"[ .]", text)[0] for text in strings(path) if re.fullmatch(r"\w+([. ]\S*){0,3}", text)}
    return (found & vocabulary()) - OTHER_MEANINGS.get(name, set())


FILES = [
    *((path, path.relative_to(SOURCE).as_posix()) for path in sorted(SOURCE.rglob("*.py"))),
    *((path, path.relative_to(PAGE).as_posix()) for path in sorted(PAGE.rglob("*.svelte"))),
    *((path, path.relative_to(PAGE).as_posix()) for path in sorted(PAGE.rglob("*.ts")) if ".test." not in path.name),
]


def test_no_file_knows_the_words_of_a_game() -> None:
    """A game declares what another layer must know about its verbs and zones."""
    found = {name: words for path, name in FILES if not HOMES.match(name) and (words := strangers(path, name))}
    assert found == {}


GAME_IMPORTS = {
    "arena/lab/elevens.py": "the lab's chapter about the elevens of the row games",
    "envs/chance.py": "the deal of the row games as chance, card by card",
}
"""General modules that import the rules of one game, each with its reason."""


def imports_a_game(path: Path) -> bool:
    """Whether a module imports the rules of a game: anything below ``reihum.games`` but the registry."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    return any(re.match(r"reihum\.games\.(?!registry\b)", name) for name in names)


def test_no_general_module_imports_a_game() -> None:
    """Only the homes of the games and the listed modules do, and the list names no others."""
    found = {name for path, name in FILES if path.suffix == ".py" and not HOMES.match(name) and imports_a_game(path)}
    assert found - GAME_IMPORTS.keys() == set()
    assert GAME_IMPORTS.keys() - found == set(), "these exceptions are not needed any more"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("from reihum.games.master.rules import WORTH", True),
        ("import reihum.games.ratefix", True),
        ("def find():\n    from reihum.games.ratefix import guesses", True),
        ("from reihum.games.registry import facts_of", False),
        ("from reihum.games import GAMES", False),
    ],
)
def test_an_import_of_a_game_is_found(tmp_path: Path, line: str, found: bool) -> None:
    """Also inside a function; the registry names no game."""
    (tmp_path / "planted.py").write_text(line, encoding="utf-8")
    assert imports_a_game(tmp_path / "planted.py") == found


def test_every_other_meaning_is_needed() -> None:
    """The list of other meanings names no word that its file does not have."""
    used = {name: strangers(path, "") for path, name in FILES}
    assert {
        name: words - used.get(name, set()) for name, words in OTHER_MEANINGS.items() if words - used.get(name, set())
    } == {}


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("levels.py", 'move.startswith("guess ")', "guess"),
        ("levels.py", "move = f'guess {number}'", "guess"),
        ("decisions.py", 'turns_on = move.verb == "turn"', "turn"),
        ("rounds.py", 'zone.name == "stock"', "stock"),
        ("view.py", 'zones[f"quartets.{seat}"]', "quartets"),
        ("board.svelte.ts", "zone.name.startsWith('open.')", "open"),
    ],
)
def test_a_planted_word_is_found(tmp_path: Path, name: str, text: str, word: str) -> None:
    """A verb, a move, and the name of a zone, in Python and on the page."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert strangers(tmp_path / name, name) == {word}


def test_words_that_are_not_a_games_pass(tmp_path: Path) -> None:
    """A docstring may tell of anything, and the engine has words of its own."""
    (tmp_path / "fine.py").write_text(
        '"""Lay a card, then end the turn."""\nzone = "hand.0", "rows"\n', encoding="utf-8"
    )
    assert strangers(tmp_path / "fine.py", "fine.py") == set()

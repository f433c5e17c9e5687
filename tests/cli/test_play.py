"""``reihum play``: whole games through standard input, help on the way, records, quitting and going on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from reihum.cards import JOKER, Randomness
from reihum.cli.card_symbols import SymbolTexts
from reihum.cli.fullscreen.fullscreen_session import FullScreenSession
from reihum.cli.game_choice import default_seats
from reihum.cli.menu import make_menu
from reihum.cli.prompts import Prompts, Quit
from reihum.cli.session import Session
from reihum.cli.table import draw_table
from reihum.games import GAMES
from reihum.matches import replay, verify
from reihum.texts import LANGUAGES
from terminal import LANGUAGES_IN_TURN, Scripted, quiet, reihum, rendered, session, type_move

FIRST_MOVES = "1\n" * 500
"""A person who takes the first move of every menu."""


@pytest.mark.parametrize(("game", "language"), [("classic", "en"), ("junior", "de"), ("junior", "fr")])
def test_a_whole_match(game: str, language: str, tmp_path: Path) -> None:
    """Two rounds can be played from the first prompt to the standings, recorded and verified."""
    file = tmp_path / "match.jsonl"
    words = ["play", game, "--rounds", "2", "--seed", "a match", "--record", str(file), "--lang", language, "--fair"]
    run = reihum(*words, typed=FIRST_MOVES)
    assert (run.status, run.errors) == (0, "")
    finished = verify(file.read_text())
    assert finished.outcome is not None
    assert finished.round == 1
    assert f"reihum verify {file}" in run.out
    for points in finished.totals:
        assert str(points) in run.out
    assert finished.secret is not None
    assert finished.secret.hex() in run.out.replace("\n", "")


def test_proof_only_when_asked() -> None:
    """Without ``--fair`` nobody is shown hexadecimal numbers; the record has them anyway."""
    run = reihum("play", "classic", "--seed", "x", typed=FIRST_MOVES)
    assert not re.search("[0-9a-f]{64}", run.out)


def test_the_same_seed_gives_the_same_game() -> None:
    """Cards and bots follow from the seed."""
    runs = {reihum("play", "classic", "--seed", "x", typed=FIRST_MOVES).out for _ in range(2)}
    assert len(runs) == 1
    assert reihum("play", "classic", "--seed", "y", typed=FIRST_MOVES).out not in runs


@pytest.mark.parametrize(
    ("fills", "words", "handicap_ms"), [(False, (), 600), (True, (), 0), (True, ("--handicap", "250"), 250)]
)
def test_bots_wait_longer_only_for_who_types(
    fills: bool, words: tuple[str, ...], handicap_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the full screen one key calls, so bots react there as everywhere else, unless ``--handicap`` says more."""
    found = []
    monkeypatch.setattr("reihum.cli.play.fills_terminal", lambda *_, **__: fills)
    for kind in (Session, FullScreenSession):
        monkeypatch.setattr(kind, "run", lambda self, _: found.append(self.players.handicap_ms))
    assert reihum("play", "schlafmuetze", *words).status == 0
    assert found == [handicap_ms]


def test_no_input_at_all() -> None:
    """``make play < /dev/null`` shows the table and the prompt, says that the input has ended, and succeeds."""
    run = reihum("play")
    assert (run.status, run.errors) == (0, "")
    assert "Your hand" in run.out
    assert run.out.count("> ") == 1
    assert "The input has ended" in run.out


@pytest.mark.parametrize("word", ["q", "quit", "Q", "exit"])
def test_quitting(word: str) -> None:
    """Quitting asks no questions."""
    run = reihum("play", "junior", "--seed", "a choice", typed=f"{word}\n")
    assert run.status == 0
    assert "See you!" in run.out
    assert "--record" in run.out


def test_a_broken_off_match_goes_on(tmp_path: Path) -> None:
    """A recorded match can be replayed, and continued to its end."""
    file = tmp_path / "match.jsonl"
    run = reihum("play", "classic", "--seed", "go on", "--record", str(file), typed="1\n1\n1\n1\nq\n")
    assert f"reihum play --continue {file}" in run.out
    before = [step.line for step in replay(file.read_text())]
    again = reihum("play", "--continue", str(file), typed=FIRST_MOVES)
    assert (again.status, again.errors) == (0, "")
    after = [step.line for step in replay(file.read_text())]
    assert after[: len(before) - 1] == before[:-1]
    assert verify(file.read_text()).outcome is not None


def test_what_is_over_does_not_go_on(tmp_path: Path) -> None:
    """A finished match is refused in one sentence."""
    file = tmp_path / "match.jsonl"
    reihum("play", "junior", "--record", str(file), typed=FIRST_MOVES)
    run = reihum("play", "--continue", str(file))
    assert run.status == 1
    assert "This match is over" in run.errors


def test_why_a_card_does_not_fit() -> None:
    """A question mark and a card give the engine's reason."""
    run = reihum("play", "classic", "--seed", "one", typed="? R14\n?B9\n? lay R1\n? R20\n? nonsense\n?\nh\nhelp\n")
    assert "■14 does not fit: its row is not open yet. It starts with ■11." in run.out
    assert "■20 is not in your hand." in run.out
    assert "“nonsense” is not a move" in run.out
    assert run.out.count("Moves to type") == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_a_card_alone_is_answered_with_the_reason(id: str, language: str) -> None:
    """A card that is not playable gets the same answer with and without a question mark."""
    answers = []
    for mark in ("", "? "):
        with quiet() as out:
            table = session(id, default_seats(GAMES[id], {}), Scripted(iter([]), language))
            asked = Prompts(table)
            card = next(card for card in (*table.game.cards, JOKER) if table.why_not(card))
            out.truncate(0)
            assert asked.parse_answer(f"{mark}{card}", make_menu(table.view.moves)) is None
        answers.append(out.getvalue())
    assert answers[0] == answers[1] != ""


def test_words_at_the_prompt() -> None:
    """Rules, points and the table can be shown at any prompt; other words are refused."""
    run = reihum("play", "classic", "--seed", "one", typed="rules\nscore\ntable\nlay\nlay B20\n99\n")
    assert "Aim" in run.out
    assert "No round has ended yet." in run.out
    assert run.out.count("Your hand") == 2
    assert "“99” is not one of the numbers above." in run.out
    assert "●20" in run.out


def test_enter_takes_the_only_move_and_no_other() -> None:
    """If there is a choice, Enter asks for one."""
    run = reihum("play", "farben-sammeln", "--seed", "one", typed="1\n\n")
    assert "Several moves are possible: choose one." in run.out
    run = reihum("play", "zweikampf", "--seed", "one", typed="\n\n")
    assert run.out.count("[Enter: Turn up] > ") == 3


@pytest.mark.parametrize("wanted", [1, 2, 4])
def test_seats_names_and_bots(wanted: int) -> None:
    """The person can choose a seat, a name and bots; bots other than the default are introduced."""
    run = reihum("play", "classic", "--seat", str(wanted), "--name", "Lisa", "--bots", "random,eager")
    assert "Lisa (you)" in run.out
    assert run.out.count("(random)") == 2
    assert run.out.count("(eager)") == 1


@pytest.mark.parametrize("id", GAMES)
def test_usual_seats(id: str) -> None:
    """The default is four players, or as near as the game allows."""
    allowed = GAMES[id].seats
    assert default_seats(GAMES[id], {}) == (4 if 4 in allowed else min(allowed, key=lambda seats: abs(seats - 4)))


def first_moves(table: list[Session], count: int) -> Iterator[tuple[str, float]]:
    """A person who makes the first legal move, in notation, or lets the others go on."""
    for _ in range(count):
        state, seat = table[0].state, table[0].seat
        moves = [type_move(move, state.game) for move in state.legal(seat) if move.verb not in state.game.grammar.calls]
        yield (moves[0] if moves else "", 0.5)


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
@pytest.mark.parametrize("id", GAMES)
def test_every_game_can_be_played(id: str, language: str) -> None:
    """Forty prompts of every game, or those of a round, can be answered with a legal move, and no text is missing."""
    table: list[Session] = []
    screen = Scripted(first_moves(table, 40), language)
    with quiet() as out:
        table.append(session(id, default_seats(GAMES[id], {}), screen))
        with suppress(Quit):
            table[0].run()
    assert table[0].state.outcome is not None or len(table[0].recorder.text.splitlines()) > 20
    assert "error." not in out.getvalue()


@pytest.mark.parametrize("id", GAMES)
def test_what_is_printed_is_what_the_seat_may_know(id: str) -> None:
    """Hidden cards never reach the screen: two states that differ only in them print the same table."""
    state = GAMES[id].game(default_seats(GAMES[id], {})).deal("hidden")
    other = state.imagine(0, Randomness(b"world", "imagine"))
    printed = [rendered(draw_table(world.view(0), SymbolTexts("en"), 80)) for world in (state, other)]
    assert printed[0] == printed[1] != ""


def test_the_youngest_begins() -> None:
    """Bots have no age, so the person begins, at any seat, and is told why."""
    run = reihum(
        "play", "junior", "-s", "3", "--seat", "3", "--first", "youngest", "--seed", "x", "--lang", "en", typed=""
    )
    assert "you are the youngest" in run.out
    other = reihum("play", "junior", "-s", "3", "--seat", "3", "--first", "3", "--seed", "x", "--lang", "en", typed="")
    assert other.out in run.out.replace("Bots have no age: you are the youngest, and you start.\n", "")


def test_a_bot_that_fails_says_where(tmp_path: Path) -> None:
    """The bot, its seat, the move, and how to see the match again."""
    (tmp_path / "broken.py").write_text(
        "from reihum.bots import Bot\nclass Broken(Bot):\n    def choose(self, view): raise ValueError('no idea')\n"
    )
    record = tmp_path / "match.jsonl"
    bots = f"py:{tmp_path / 'broken.py'}:Broken"
    run = reihum("play", "junior", "-s", "2", "--bots", bots, "--seed", "a", "--record", str(record), typed="1\n" * 40)
    assert run.status == 1
    fault, where, again = run.errors.splitlines()
    assert "ValueError: no idea" in fault
    assert "at seat 2" in where
    assert again.endswith(f"reihum replay {record}")
    assert reihum("replay", str(record)).status == 0

"""The terminal as lines: no screen is higher than the terminal, and people are told what they can do now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import pytest

from reihum.bots import play_round
from reihum.cli.answers import to_notation
from reihum.cli.card_symbols import SymbolTexts
from reihum.cli.match_display import END_LINES, LOG_LINES, MatchDisplay
from reihum.cli.menu import find_routine_move, make_menu
from reihum.cli.prompts import Prompts, Quit
from reihum.cli.session import Session
from reihum.engine import Shown
from reihum.games import GAMES
from reihum.games.registry import game
from reihum.matches import Match, match, replay
from reihum.texts import LANGUAGES, Texts
from terminal import SIZE, Scripted, quiet, reihum, session, type_move
from tools import golden

HEIGHT, WIDTH = int(SIZE["LINES"]), int(SIZE["COLUMNS"])
NAMES = ("Friederike", "Maximilian", "Konstantin", "Annabelle", "Ferdinand", "Wilhelmine")


def first_moves(table: list[Session], count: int) -> Iterator[tuple[str, float]]:
    """A person who looks at the help and then makes the first move of every menu."""
    yield "?", 0.5
    for _ in range(count):
        state, seat = table[0].state, table[0].seat
        moves = [type_move(move, state.game) for move in state.legal(seat) if move.verb not in state.game.grammar.calls]
        yield (moves[0] if moves else "", 0.5)


@pytest.mark.parametrize("id", GAMES)
def test_no_screen_is_higher_than_the_terminal(id: str) -> None:
    """At the fullest table, what is printed between two answers fits 24 lines."""
    table: list[Session] = []
    screen = Scripted(first_moves(table, 16), "de")
    with quiet():
        table.append(session(id, max(GAMES[id].seats), screen))
        with suppress(Quit):
            table[0].run()
    assert len(screen.prompts) > 2
    assert max(screen.prompts) <= HEIGHT


def show_result(recorded: Match, events: Iterable[Sequence[Shown]]) -> int:
    """Show how a match ended; return the number of lines."""
    texts = SymbolTexts("de", names=NAMES.__getitem__)
    with quiet() as out:
        display = MatchDisplay(Scripted(iter(())), texts, recorded.game.facts.texts)
        for shown in events:
            display.log.add(shown)
        display.show_result(recorded.view(0))
    return out.getvalue().count("\n")


@pytest.mark.parametrize("id", GAMES)
def test_no_result_is_higher_than_the_terminal(id: str) -> None:
    """How the golden game of every game ended fits 24 lines."""
    steps = list(replay(golden.file_of(GAMES[id]).read_text(encoding="utf-8")))
    lines = show_result(steps[-1].match, (step.match.state.events(0) for step in steps))
    assert lines <= HEIGHT - END_LINES


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_highest_result_fits(rounds: int) -> None:
    """Master has most to show at the end: four rows with connections, and the hands of six players with long names."""
    played = match("master", 6, seed="a table", rounds=rounds)
    events = []
    for seat, move, state in play_round(played.state, ["random"] * 6):
        played = played.play(seat, move)
        events.append(state.events(0))
    assert show_result(played, events) <= HEIGHT - END_LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_room_for_the_end(language: str) -> None:
    """Below a result stand what is said about the record, and the prompt of the shell."""
    texts = Texts(language)
    told = (
        texts.text("cli.play.how-to-record"),
        texts.text("cli.play.how-to-verify", file="a folder of your own/match.jsonl"),
    )
    assert END_LINES == 2
    assert all(len(text) < WIDTH and "\n" not in text for text in told)


def test_the_log_is_capped_and_whole_on_demand() -> None:
    """What happened since the last turn takes a few lines that say how to read the rest."""
    table = session("quartett", 6, Scripted(iter([("ask 2 G1", 1.0), ("log", 1.0), ("", 1.0), ("", 1.0)])))
    with quiet() as out, pytest.raises(Quit):
        table.run()
    told, _, note = out.getvalue().rpartition("───\n")[2].partition("… ")
    assert told.count("\n") < LOG_LINES
    left_out = re.match(r"(\d+) more turns: “log” shows everything\.", note)
    assert left_out is not None
    assert note.count("\n") > int(left_out[1])


def test_long_texts_stop_at_the_end_of_the_screen() -> None:
    """At a keyboard the rules wait for Enter when the terminal is full; another answer ends them."""
    for answer, stops in (("", False), ("q", True)):
        screen = Scripted(iter([(answer, 0.1)] * 20))
        with quiet() as out:
            Prompts(session("master", 4, screen)).run_command("rules")
        assert max(screen.prompts) <= HEIGHT
        assert (out.getvalue().count("\n") < HEIGHT) == stops


def test_players_by_name_and_by_number() -> None:
    """A player may be typed by name or by seat number, counted from 1; a name that two players have is not one."""
    texts = SymbolTexts("en", names=["Mia", "Tessa", "Bot 3", "Tessa"].__getitem__)
    table = game("quartett", 4)
    for typed, seat in (("ask Mia G7", 0), ("Ask mia green 7", 0), ("ask bot 3 G7", 2), ("ask 2 G7", 1)):
        assert to_notation(typed, table, texts) == f"ask {seat} G7"
    assert to_notation("ask Tessa G7", table, texts) == "ask Tessa G7"
    assert to_notation("put Mia", game("anywhere", 4), texts) == "put 0"
    assert to_notation("put middle", game("anywhere", 4), texts) == "put middle"


def test_the_menu_shows_seat_numbers() -> None:
    """The key of a player in a menu is the number of the seat."""
    menu = make_menu(game("quartett", 4).deal("a").view(0).moves)
    assert [(item.key, item.args[0][1]) for item in menu.items] == [("2", 1), ("3", 2), ("4", 3)]


def test_help_lists_what_is_possible_now() -> None:
    """Moves that are not possible, points before the first round, and skipping in a game without calls are left out."""
    with quiet() as out, pytest.raises(Quit):
        session("farben-sammeln", 4, Scripted(iter([("?", 0.1)]))).run()
    helped = out.getvalue()
    assert "take PILE|stock" in helped or "take stock|PILE" in helped
    assert "put CARD" not in helped
    assert "score:" not in helped
    assert "+:" not in helped


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_plus_does_is_told(language: str) -> None:
    """In a game with calls the prompt and the help say what a plus sign does."""
    table = session("schnipp-schnapp", 4, Scripted(iter([("", 0.1), ("?", 0.1)]), language))
    with quiet() as out, pytest.raises(Quit):
        table.run()
    assert table.texts.text("cli.play.help.hurry") in out.getvalue()
    assert "+" in table.texts.text("cli.play.go-on")


def test_routine_moves_are_made_without_a_question() -> None:
    """Drawing, passing and laying the only card that fits are not asked for, as on the page."""
    asked = []
    with quiet():
        table = session("classic", 4, Scripted(iter(())))

        def answer() -> Iterator[tuple[str, float]]:
            while True:
                asked.append(find_routine_move(table.view))
                yield "1", 0.1

        table.screen._answers = answer()  # type: ignore[attr-defined]
        table.run()
    assert asked
    assert set(asked) == {None}
    assert '"draw"' in table.recorder.text
    own = [line for line in table.recorder.text.splitlines() if '"seat":0,' in line]
    assert sum('"lay ' in line for line in own) > len(asked) / 2


def test_silence_needs_no_key() -> None:
    """In Schnipp Schnapp a person who does not call presses a key only to turn up a card."""
    table: list[Session] = []

    class Silent(Scripted):
        """Only questions are answered; nothing is typed while others play."""

        def ask_within(self, seconds: float) -> tuple[str | None, int]:
            return "", 0

    screen = Silent(first_moves(table, 10))
    with quiet():
        table.append(session("schnipp-schnapp", 4, screen))
        with suppress(Quit):
            table[0].run()
    own = sum('"seat":0,' in line and '"turn"' in line for line in table[0].recorder.text.splitlines())
    assert own == 10
    assert len(screen.prompts) == own + 2  # the help, and the last question, which nobody answers


def test_units_are_singular_and_plural() -> None:
    """One pair, two pairs, in every language."""
    for language, words in (("de", "1 Paar 2 Paare"), ("en", "1 pair 2 pairs"), ("fr", "1 paire 2 paires")):
        texts = SymbolTexts(language)
        assert " ".join(f"{n} {texts.text('points.was_liegt_wo', count=n)}" for n in (1, 2)) == words


def test_no_hexadecimal_unless_asked() -> None:
    """Seeds and commitments stand only in what was asked for."""
    assert not re.search("[0-9a-f]{16}", reihum("play", "junior", "--seed", "x", typed="1\n" * 100).out)

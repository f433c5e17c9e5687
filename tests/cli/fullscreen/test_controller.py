"""The full screen plays every game by keys, shows only what it may, and always fits the terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from rich.text import Text

from fullscreen_player import NAMES, SIZE, HintFollower, KeyPlayer, check_frame, make_session
from reihum.bots.review.decisions import Advice
from reihum.cli.fullscreen.controller import LONG_AGO_MS, Controller, RunAside
from reihum.cli.fullscreen.dialogue import Answer, ScreenQuestion, Stop, wait_in_real_time
from reihum.cli.fullscreen.frame import Frame
from reihum.cli.fullscreen.pace import Pace
from reihum.cli.fullscreen.table_drawing import find_own_hand
from reihum.cli.labels import pair_with_kinds
from reihum.engine import Shown
from reihum.engine.views import Grid
from reihum.games import GAMES
from reihum.messages import Message
from reihum.texts import LANGUAGES
from tiers import one_in

SIZES = [SIZE, (120, 40)]


@pytest.mark.parametrize("case", one_in(6, product(LANGUAGES, SIZES, GAMES)), ids=str)
def test_every_game_by_keys(case: tuple[str, tuple[int, int], str]) -> None:
    """Every game is played by the keys that the screen shows, with as many players as possible."""
    play_by_keys(*case, most=20)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("id", GAMES)
def test_every_game_to_its_end(id: str, size: tuple[int, int]) -> None:
    """Every frame of a whole match fits."""
    play_by_keys(LANGUAGES[[*GAMES].index(id) % len(LANGUAGES)], size, id, most=100_000)


def play_by_keys(language: str, size: tuple[int, int], id: str, most: int) -> None:
    """Play a game by keys, and check every frame."""
    player = KeyPlayer(make_session(id, language), partial(check_frame, size=size), most, size)
    player.play()
    assert len(player.keys) >= 3


def test_players_who_are_out_have_points_before_the_others() -> None:
    """A tile without points stands beside one that has them."""
    controller, _ = make_controller("anywhere", seats=3)
    assert controller.seen is not None
    first, second, third = controller.seen.view.players
    view = replace(controller.seen.view, players=(first, replace(second, points=5), third))
    controller.seen = replace(controller.seen, view=view)
    lines = (line.plain for line in controller.compose(*SIZE).lines)
    assert [re.findall(r"points *(\d*)", line) for line in lines if line.startswith(" points")] == [["", "5", ""]]


def test_a_frame_that_does_not_fit_or_leaves_something_out_is_found() -> None:
    """Planted: a line that is too long, a player who is not there, cards whose colour only the ink tells."""
    controller, _ = make_controller("hoechste-karte")
    frame = controller.compose(*SIZE)
    check_frame(controller, frame)
    for there, planted in (("Guest", "Guest" * 20), ("Tessa", "     "), ("■", " ")):
        lines = [Text(line.plain.replace(there, planted)) for line in frame.lines]
        with pytest.raises(AssertionError):
            check_frame(controller, frame._replace(lines=lines))


@pytest.mark.parametrize("id", GAMES)
def test_every_move_has_keys(id: str) -> None:
    """Options and numbers lead to every move that the view offers, and to no other."""
    found: dict[str, set[str]] = {}

    def look(controller: Controller, _: Frame) -> None:
        if controller.builder.is_live and not controller.builder.is_begun and controller.seen is not None:
            offered = {text for form in controller.seen.view.moves for text in form.texts()}
            found.setdefault("missing", set()).update(offered - list_moves(controller))
            found.setdefault("moves", set()).update(offered)

    KeyPlayer(make_session(id), look, most=4).play()
    assert found["moves"]
    assert not found["missing"]


def list_moves(controller: Controller) -> set[str]:
    """Every move that choices can make, one choice after another."""
    sent: set[str] = set()
    builder = controller.builder
    view, send = builder.view, builder._send
    assert view is not None
    builder._send = sent.add

    def explore(depth: int) -> None:
        state = builder.draft, list(builder.asked), builder.held
        if builder.ready:
            sent.add(builder.ready)
        for each in builder.ranges:
            for number in each.numbers:
                builder.enter_number(each.verb, number)
                builder.draft, builder.asked, builder.held = state[0], list(state[1]), state[2]
        chosen = {value for values in builder.draft.values for value in values} if builder.draft else set()
        for option in builder.options if depth < 3 else ():
            if option.value not in chosen:
                builder.take(option)
                if builder.draft is not None:
                    explore(depth + 1)
                builder.draft, builder.asked, builder.held = state[0], list(state[1]), state[2]

    explore(0)
    builder.clear()
    builder._send = send
    return {" ".join(sort_words(move)) for move in sent} | sent


def sort_words(move: str) -> list[str]:
    """A move of several cards in the order of the view: the order of choices does not matter."""
    verb, *values = move.split()
    return [verb, *sorted(values)]


def run_at_once(find: Callable[[], Any], show: Callable[[Any], None]) -> None:
    """Find something and show it."""
    show(find())


def make_controller(
    id: str = "classic", seats: int = 2, run_aside: RunAside = run_at_once, language: str = "en"
) -> tuple[Controller, list[Answer | Stop]]:
    """A controller at the beginning of a round, and the answers it gives."""
    session = make_session(id, language, seats=seats)
    controller = Controller(session, run_aside)
    session.connect(controller, wait_in_real_time, controller.preferences)
    answers: list[Answer | Stop] = []
    setattr(controller.dialogue, "put", answers.append)  # noqa: B010 – mypy knows no other way to replace a method
    controller.show_match(session.seen, ())
    controller.open_question(ScreenQuestion(moves=True, calls=session.view.calls))
    controller.compose(*SIZE)
    return controller, answers


def reopen(controller: Controller) -> None:
    """Ask the same question again."""
    controller.open_question(ScreenQuestion(moves=True))


def test_a_card_by_arrows_by_number_and_by_mouse() -> None:
    """The three ways to choose a card make the same move."""
    controller, answers = make_controller("hoechste-karte")
    controller.press("right")
    controller.press("enter")
    reopen(controller)
    controller.press("2")
    reopen(controller)
    frame = controller.compose(*SIZE)
    region = frame.regions["spot|hand.0|R2"]
    controller.click(controller.find_target(region.left + 1, region.bottom))
    assert [answer.text for answer in answers if isinstance(answer, Answer)] == ["lay R2"] * 3


def test_a_number_that_could_go_on_waits_for_enter() -> None:
    """1 is also the beginning of 10 and 11."""
    controller, answers = make_controller("hoechste-karte")
    controller.press("1")
    assert not answers
    assert "1_" in "".join(line.plain for line in controller.compose(*SIZE).lines)
    controller.press("enter")
    reopen(controller)
    controller.press("1")
    controller.press("1")
    assert [answer.text for answer in answers if isinstance(answer, Answer)] == ["lay R1", "lay R11"]


def test_a_sheet_says_how_to_leave_it_and_a_notice_ends() -> None:
    """What was said before stands on no sheet, and a key that does not quit takes back the question whether to."""
    controller, _ = make_controller("junior")
    controller.press("q")
    assert controller.notice == controller.texts.text("cli.screen.leave")
    controller.press("z")
    assert controller.notice == ""
    for key in "?pr":
        controller.notice = "Hint"
        controller.press(key)
        *_, foot = controller.compose(*SIZE).lines
        assert foot.plain.startswith(controller.texts.text("cli.screen.close"))
        controller.press("enter")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_line_of_the_help_goes_on_below_itself(language: str) -> None:
    """The first column has nothing but keys."""
    controller, _ = make_controller("junior", language=language)
    controller.press("?")
    lines = [line.plain for line in controller.compose(*SIZE).lines]
    first = next(number for number, line in enumerate(lines) if "0 … 9" in line)
    more = lines[first + 1 : next(number for number, line in enumerate(lines) if "← →" in line)]
    assert all(line.startswith(" " * 14) for line in more)


def test_who_is_asked_stands_beside_the_numbers() -> None:
    """Once a player is chosen, the key line says whom you ask."""
    controller, _ = make_controller("quartett", seats=3, language="de")
    controller.press("2")
    assert any(line.plain.endswith(f"Frag {NAMES[1]}   esc Doch nicht") for line in controller.compose(*SIZE).lines)


def test_words_in_a_tile_speak_for_themselves() -> None:
    """What a player has guessed is a sentence and needs no name; cards to draw say whose they are."""
    session = make_session("ratefix", "de", bots="sensible")
    frames: list[str] = []
    KeyPlayer(session, lambda _, frame: frames.append("\n".join(line.plain for line in frame.lines)), most=6).play()
    said = [frame for frame in frames if " sagt " in frame]
    assert said
    assert not any("Geraten sagt" in frame for frame in said)
    peter, _ = make_controller("schwarzer-peter", seats=3, language="de")
    assert any(": Zieh eine davon" in line.plain for line in peter.compose(*SIZE).lines)


def test_a_card_that_does_not_fit_says_why() -> None:
    """Enter on it gives the reason instead of a move."""
    controller, answers = make_controller("classic")
    assert controller.seen is not None
    hand = find_own_hand(controller.seen.view)
    assert hand is not None
    playable = hand.marks.get("playable", ())
    card = next(card for card in hand.cards if card not in playable)
    controller.click(f"spot|{hand.name}|{card}")
    assert not answers
    assert controller.notice


def test_several_cards_are_sent_on_purpose() -> None:
    """A picked card waits for Enter, and Enter alone, with nothing picked, does nothing."""
    controller, answers = make_controller("mogeln", 3)
    assert controller.seen is not None
    hand = find_own_hand(controller.seen.view)
    assert hand is not None
    controller.click(f"spot|{hand.name}|{hand.cards[0]}")
    assert not answers
    controller.cursor = "offer|enter"
    controller.press("enter")
    assert answers == [Answer(f"lay {hand.cards[0]}", LONG_AGO_MS)]
    reopen(controller)
    controller.cursor = "offer|enter"
    controller.press("enter")
    assert len(answers) == 1


def test_calls_by_one_key_with_the_time_since_the_screen_was_drawn() -> None:
    """A call is an answer with its reaction time."""
    controller, answers = make_controller("schnipp-schnapp")
    controller.press(controller.letters["schnapp"], 412)
    assert answers == [Answer("schnapp", 412)]


def test_a_moment_ends_by_any_key_but_not_at_once() -> None:
    """A key that comes within 300 ms was meant for the table."""
    moments = []
    session = make_session("zweikampf")
    player = KeyPlayer(session, most=20)
    show_moment = player.controller.show_moment

    def show(shown: Shown | None) -> None:
        show_moment(shown)
        if shown is not None:
            moments.append(player.text())

    setattr(player.controller, "show_moment", show)  # noqa: B010
    player.play()
    assert any("┏━━━━━━━┓" in text for text in moments)
    controller, answers = make_controller("zweikampf")
    controller.moment = next(event for event in session.shown if event.moment)
    controller.press("x", 100)
    assert not answers
    controller.press("x", 300)
    assert answers == [Answer()]


def test_a_result_stays_when_a_key_comes_at_once() -> None:
    """A key that was meant for the last move neither closes the result nor starts another match."""
    session = make_session("hoechste-karte", seats=2)
    KeyPlayer(session).play()
    controller, answers = make_controller("hoechste-karte")
    controller.show_result(session.seen)
    controller.open_question(ScreenQuestion(goes_on=True))
    controller.press("enter", 299)
    assert controller.sheet is not None
    assert not answers
    controller.press("enter", 300)
    assert answers == [Answer()]


def test_quitting_takes_two_keys() -> None:
    """The first one only asks."""
    controller, answers = make_controller()
    controller.press("q")
    controller.press("+")
    controller.press("q")
    assert not answers
    controller.press("q")
    assert answers == [Stop()]


def test_pace_and_moves_without_a_choice() -> None:
    """Plus and minus change the pace at any time; ``m`` decides who makes moves without a choice."""
    controller, _ = make_controller()
    paces = []
    for key in "++---":
        controller.press(key)
        paces.append(controller.preferences.pace)
    assert paces == [Pace.QUICK, Pace.QUICK, Pace.NORMAL, Pace.RELAXED, Pace.RELAXED]
    assert "relaxed" in controller.compose(*SIZE).lines[0].plain
    controller.press("m")
    assert controller.preferences.is_manual


def test_moves_without_a_choice_are_made_by_themselves() -> None:
    """In Junior nobody presses a key to draw, unless they want to do everything themselves."""
    automatic, manual = KeyPlayer(make_session("junior"), most=30), KeyPlayer(make_session("junior"), most=30)
    manual.controller.preferences.is_manual = True
    for player in (automatic, manual):
        player.play()
    assert "d" not in automatic.keys
    assert "d" in manual.keys


def test_what_is_face_down_again_is_nowhere() -> None:
    """In a memory game neither the table nor the log names a card that has been turned back."""
    known: dict[int, str] = {}
    forgotten = set()

    def look(controller: Controller, frame: Frame) -> None:
        if controller.seen is None or not frame.regions:
            return
        places = next(zone for zone in controller.seen.view.zones if isinstance(zone, Grid)).places
        known.update((place, card) for place, card in enumerate(places) if card not in ("", "?"))
        text = "\n".join(line.plain for line in frame.lines)
        for place, card in known.items():
            if places[place] == "?":
                forgotten.add(card)
                assert not re.search(rf"{controller.texts.card(card)}(?!\d)", text), (card, text)

    KeyPlayer(make_session("was-liegt-wo"), look, most=24).play()
    assert len(forgotten) > 5


def test_help_names_only_what_is_possible() -> None:
    """Where nothing can be called, help names no call; in a game with calls it does."""
    for game, named in (("classic", False), ("schnipp-schnapp", True)):
        controller, _ = make_controller(game)
        controller.press("?")
        text = "\n".join(line.plain for line in controller.compose(*SIZE).lines)
        assert ("Schnapp!" in text) == named
        assert "Quit" in text
        controller.press("x")
        assert controller.sheet is None


def test_a_hint_names_the_move_and_the_reason_and_leads_there() -> None:
    """What an expert would do stands above the question, and Enter does it."""
    controller, answers = make_controller("hoechste-karte", run_aside=lambda *_: None)
    controller.press("h")
    assert "thinking" in controller.notice
    controller.show_hint(Advice("lay R7", Message("page.sure")))
    text = "\n".join(line.plain for line in controller.compose(*SIZE).lines)
    assert "■7 – Are you sure?" in text
    controller.press("enter")
    assert [answer.text for answer in answers if isinstance(answer, Answer)] == ["lay R7"]


@pytest.mark.parametrize("id", GAMES)
def test_enter_does_what_a_hint_says(id: str) -> None:
    """In every game the cursor goes to each step of the move; the words name players, as the screen does, and nothing
    in notation."""
    session = make_session(id, "de")
    player = HintFollower(session, most=40)
    player.play()
    lines = map(json.loads, session.recorder.text.splitlines())
    made = [line["move"] for line in lines if line.get("seat") == session.seat]
    assert made == [move for move, _ in player.hints][: len(made)]
    assert len(player.hints) - len(made) <= 1  # the last one may be under way
    grammar = session.game.grammar
    for text, said in player.hints:
        move = grammar.parse(text)
        for kind, value in pair_with_kinds(move, grammar):
            assert kind != "seat" or isinstance(value, str) or NAMES[value] in said
            is_number = kind in ("number", "place", "pile") and isinstance(value, int)
            assert is_number or str(value) not in said.split(), said


def test_sheets_can_be_turned() -> None:
    """Rules that are longer than the screen are read page by page."""
    controller, _ = make_controller("master")
    controller.press("r")
    first = [line.plain for line in controller.compose(*SIZE).lines]
    controller.press("pagedown")
    second = [line.plain for line in controller.compose(*SIZE).lines]
    assert len(first) == len(second) == SIZE[1]
    assert first != second


def test_the_log_can_be_turned_back() -> None:
    """Page-up shows earlier lines, and what happens next leads back to the end."""
    controller, _ = make_controller()
    for number in range(60):
        controller.add_note(f"line {number}.")
    assert "line 59." in str([line.plain for line in controller.compose(*SIZE).lines])
    for _ in range(30):
        controller.press("pageup")
    assert "line 0." in str([line.plain for line in controller.compose(*SIZE).lines])


def test_the_cursor_reaches_everything() -> None:
    """Tab visits every target of the screen."""
    controller, _ = make_controller("farben-sammeln")
    frame = controller.compose(*SIZE)
    visited = set()
    for _ in frame.regions:
        controller.press("tab")
        visited.add(controller.cursor)
    assert visited == frame.regions.keys()

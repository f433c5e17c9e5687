"""A table on the screen: readable without colours, and complete."""

from __future__ import annotations

import pytest
from rich.text import Text as Line

from reihum.cli.card_symbols import SymbolTexts, paint
from reihum.cli.event_log import EventLog
from reihum.cli.table import draw_table
from reihum.cli.zones import draw_grid, draw_hand, draw_inline, draw_rows
from reihum.engine import Shown, View
from reihum.engine.views import Grid, Hand, Pile, Piles, Player, Row, Rows, Stack, Text, Tokens
from reihum.games import GAMES
from reihum.messages import Message
from terminal import LANGUAGES_IN_TURN, reihum

TEXTS = SymbolTexts("en")


def plain(lines: object) -> list[str]:
    """Drawn lines without colours and trailing blanks."""
    assert hasattr(lines, "__iter__")
    return [line.plain.rstrip() for line in lines]


def test_rows() -> None:
    """A full shape is a card, a hollow one an open place, a J a joker, a bar a connection; the rest are dots."""
    rows = (
        Row("Y", 1, 5, ("Y2", "J>Y3"), ("Y1", "Y4"), ("Y3>B3",)),
        Row("B", 1, 5, ("B3",), ("B2", "B4")),
    )
    assert plain(draw_rows(Rows(rows, name="rows"), TEXTS, 80)) == [
        "              1   2   3   4   5",
        "Y ▶ yellow    ▷   ▶   J   ▷   ·",
        "                      │",
        "B ● blue      ·   ○   ●   ○   ·",
    ]


@pytest.mark.parametrize(("width", "longest"), [(40, 51), (60, 51), (80, 71), (120, 91)])
def test_rows_fit_the_terminal(width: int, longest: int) -> None:
    """Twenty places are as wide as the terminal allows and never touch."""
    rows = Rows((Row("R", 1, 20, ("R11",), ("R10", "R12")),), name="rows")
    lines = plain(draw_rows(rows, TEXTS, width))
    assert max(map(len, lines)) == longest
    assert "11 12" in lines[0] or "10        15" in lines[0] or "11  12" in lines[0]


def test_what_is_new_stands_out() -> None:
    """A card that has just been laid is marked."""
    rows = Rows((Row("R", 1, 3, ("R2", "R3")),), name="rows")
    _, line = draw_rows(rows, TEXTS, 80, {"R3"})
    red = ["reverse" in str(span.style) for span in line.spans if "red" in str(span.style)]
    assert red == [False, False, True]  # the name of the row, the old card, the new one


def test_hand() -> None:
    """A hand has a sorted line per colour; playable and chosen cards stand in brackets."""
    hand = Hand(("B7", "R10", "J", "R2"), 4, name="hand.0", owner=0, marks={"playable": ("R10",), "chosen": ("J",)})
    assert plain(draw_hand(hand, TEXTS)) == [
        "R ■ red      2 [10]",
        "B ● blue     7",
        "J           [J]",
    ]


@pytest.mark.parametrize(("lines", "brief"), [("20", True), ("30", False)])
def test_small_terminals(lines: str, brief: bool) -> None:
    """If the table would not fit, the hand takes fewer lines."""
    out = reihum("play", "master", "--seed", "abc", terminal=True, environment={"TERM": "dumb", "LINES": lines}).out
    assert ("Your hand  R■" in out) == brief
    assert ("R ■ red" in out.partition("Your hand")[2]) != brief


def test_grid() -> None:
    """Places with a hidden card show their number, open cards their symbol, empty places nothing."""
    grid = Grid(("?", "R7", "", "?"), 2, name="grid")
    assert plain(draw_grid(grid, "cards")) == ["cards", "   [1]    ■7", "         [4]"]


def test_the_rest() -> None:
    """Piles, tokens and words need only a part of a line."""
    zones: list[Pile | Piles | Tokens | Text] = [
        Pile(Stack(12), name="stock"),
        Pile(Stack(3, "R7"), name="middle"),
        Pile(Stack(), name="kept"),
        Piles((Stack(1, "B5"), Stack(2, "Y9")), name="open"),
        Piles((), name="quartets.0", owner=0),
        Tokens(3, "bonus", name="bonus"),
        Text(Message("card.joker"), name="said"),
    ]
    assert [draw_inline(zone, TEXTS).plain for zone in zones] == [
        "▒×12",
        "■7×3",
        "–",
        "1)●5  2)▶9×2",
        "–",
        "3",
        "joker",
    ]


def test_whose_turn_it_is() -> None:
    """The player who must act is marked, not only by a style, and so is the reader."""
    view = View("classic", 1, Message("prompt.wait"), (Player(0, 3, acts=True), Player(1, 4)), ())
    (line,) = draw_table(view, SymbolTexts("en", names=["Paul", "Tessa"].__getitem__), 80)
    assert isinstance(line, Line)
    assert line.plain == "cards:  »Paul 3    Tessa (you) 4"


@pytest.mark.parametrize("language", LANGUAGES_IN_TURN)
@pytest.mark.parametrize("id", GAMES)
def test_every_game_can_be_drawn(id: str, language: str) -> None:
    """The first position of every game, as every seat and as a spectator sees it."""
    for chosen in GAMES[id].variations():
        state = chosen.deal("a deal")
        for seat in (None, 0, chosen.seats - 1):
            assert list(draw_table(state.view(seat), SymbolTexts(language), 80))


def test_cards_in_sentences() -> None:
    """Cards are symbols in their colour; nothing else is coloured."""
    line = paint("Tessa lays ■12 and ●3.")
    assert [(line.plain[span.start : span.end], span.style) for span in line.spans] == [
        ("■12", "bold red"),
        ("●3", "bold bright_blue"),
    ]


def test_the_log_sums_up() -> None:
    """Equal events in a row make one sentence; every player's turn makes one line."""
    log = EventLog("rows")
    log.add([Shown("lay", 1, ("R12",)), Shown("lay", 1, ("R13",)), Shown("end", 1)])
    log.add([Shown("draw", 2, count=1), Shown("draw", 2, count=1)])
    assert list(log.lines(TEXTS)) == [
        "Player 2 plays ■12 and ■13. Player 2 ends the turn.",
        "Player 3 draws 2 cards.",
    ]


def test_what_all_do_alike_is_one_line() -> None:
    """If everybody passes, that is one line, not four."""
    log = EventLog("rows")
    log.add([Shown("pass", seat) for seat in range(4)])
    assert len(list(log.lines(TEXTS))) == 1


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colours(environment: dict[str, str]) -> None:
    """NO_COLOR and simple terminals get no colours, and lose no information."""
    coloured = reihum("play", "classic", "--seed", "one", terminal=True).out
    bare = reihum("play", "classic", "--seed", "one", terminal=True, environment=environment).out
    piped = reihum("play", "classic", "--seed", "one").out
    assert "\x1b[1;31m" in coloured
    assert "31m" not in bare
    assert "\x1b" not in piped
    for shape in "■▶★●□▷☆○":
        assert (shape in piped) == (shape in bare) == (shape in coloured)

"""A moment, large in the middle: what was decided, its cards beside their players, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.text import Text

from reihum.cards import NUMBER, SHAPES
from reihum.cli.card_symbols import STYLES
from reihum.engine import Shown
from reihum.engine.events import Moment
from reihum.texts import Texts

MAX_CARDS = 8
CARD_WIDTH = 9
CARD_LINES = 7
GAP = 2

DIGITS = {
    "0": "█▀█ █ █ ▀▀▀", "1": "▀█   █  ▀▀▀", "2": "▀▀█ █▀▀ ▀▀▀", "3": "▀▀█ ▀▀█ ▀▀▀", "4": "█ █ ▀▀█   ▀",
    "5": "█▀▀ ▀▀█ ▀▀▀", "6": "█▀▀ █▀█ ▀▀▀", "7": "▀▀█   █   ▀", "8": "█▀█ █▀█ ▀▀▀", "9": "█▀█ ▀▀█ ▀▀▀",
}  # fmt: skip
"""Large digits: three lines of three columns each."""


def enlarge(number: int | str) -> list[str]:
    """A number in large digits, in three lines.

    >>> print("\\n".join(enlarge(12)))
    ▀█  ▀▀█
     █  █▀▀
    ▀▀▀ ▀▀▀
    """
    return [" ".join(DIGITS[digit][4 * line : 4 * line + 3] for digit in str(number)) for line in range(3)]


def draw_moment(shown: Shown, family: str, texts: Texts, width: int, height: int) -> list[Text]:
    """Draw the moment of an event in at most ``height`` lines."""
    assert shown.moment is not None
    moment = shown.moment
    result = list(_draw_result(texts.message(shown.message(family)), width))
    figures = list(_draw_figures(moment, texts))
    room = height - len(result) - len(figures) - 2
    cards = list(_draw_cards(moment, texts, width, large=room >= CARD_LINES + 1))
    if len(cards) > room:
        cards = list(_draw_cards(moment, texts, width, large=False))
    lines = [*cards, *figures, Text(), *result]
    for line in lines:
        line.align("center", width)
    above = max(0, (height - len(lines)) // 2)
    return [Text()] * above + lines[:height]


def _draw_result(sentence: str, width: int) -> Iterator[Text]:
    """The sentence in a wide bar."""
    lines = wrap(sentence, width - 12)
    inner = max(map(len, lines)) + 8
    yield from (Text(line.center(inner), "bold reverse") for line in ("", *lines, ""))


def _draw_cards(moment: Moment, texts: Texts, width: int, *, large: bool) -> Iterator[Text]:
    """The cards side by side, each above the name of its player, where these differ."""
    cards = moment.cards[-MAX_CARDS:]
    is_shared = len({one.seat for one in cards}) <= 1
    across = max(1, (width - 2) // (CARD_WIDTH + GAP))
    for start in range(0, len(cards), across):
        row = cards[start : start + across]
        drawn = [_draw_large(one.card) if large else _draw_small(one.card) for one in row]
        yield from (Text(" " * GAP).join(line) for line in zip(*drawn, strict=True))
        if not is_shared:
            yield Text(" " * GAP).join(_draw_owner(one.seat, moment, texts) for one in row)
            if moment.kind == "nearest":
                yield Text(" " * GAP).join(_draw_guess(one.seat, moment) for one in row)


def _draw_owner(seat: int | None, moment: Moment, texts: Texts) -> Text:
    if seat is None:
        return Text(" " * CARD_WIDTH)
    has_won = seat in moment.winners
    return Text(
        f"{'★' if has_won else ''}{texts.player(seat)}"[:CARD_WIDTH].center(CARD_WIDTH), "bold" if has_won else ""
    )


def _draw_guess(seat: int | None, moment: Moment) -> Text:
    """What a player guessed."""
    guess = "" if seat is None or seat >= len(moment.figures) else str(moment.figures[seat])
    return Text(guess.center(CARD_WIDTH), "bold")


def _draw_figures(moment: Moment, texts: Texts) -> Iterator[Text]:
    """The number that everybody wanted to know, in large digits, and what each player has."""
    if moment.figure is not None and moment.kind == "nearest":
        yield Text()
        yield from (Text(f"{line}", "bold") for line in enlarge(abs(moment.figure)))
    if moment.figures and (moment.kind != "nearest" or not moment.cards):
        parts = [f"{texts.player(seat)} {figure}" for seat, figure in enumerate(moment.figures)]
        yield Text()
        yield Text("   ".join(parts))


def _draw_small(card: str) -> Sequence[Text]:
    sign, number, style = _read_card(card)
    lines = ["┏━━━━━━━┓", f"┃{f'{sign} {number}'.center(CARD_WIDTH - 2)}┃", "┗━━━━━━━┛"]
    return [Text(line, style) for line in lines]


def _draw_large(card: str) -> Sequence[Text]:
    """A card of seven lines, its number in large digits between two signs of its colour."""
    sign, number, style = _read_card(card)
    inner = [f"{sign:<7}", *(line.center(7) for line in (enlarge(number) if number else ["", sign, ""])), f"{sign:>7}"]
    lines = ["┏━━━━━━━┓", *(f"┃{line}┃" for line in inner), "┗━━━━━━━┛"]
    return [Text(line, style) for line in lines]


def _read_card(card: str) -> tuple[str, str, str]:
    """The sign, the number and the style of a card; a joker has no number."""
    face = card.rpartition(">")[2]
    sign = "J" if card.startswith("J") else SHAPES[face[0]]
    return sign, str(NUMBER.get(face, "")), STYLES[card[0]]

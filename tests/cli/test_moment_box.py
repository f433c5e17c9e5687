"""What is decided stands in a box of the terminal: the cards side by side, the figures, the result."""

from __future__ import annotations

from reihum.cli.card_symbols import SymbolTexts
from reihum.cli.event_log import EventLog
from reihum.engine import Shown
from reihum.engine.events import Moment, cards_by_seat, cards_of


def lines(family: str, *shown: Shown) -> list[str]:
    """What the log tells in English."""
    log = EventLog(family)
    log.add(shown)
    return list(log.lines(SymbolTexts("en", names=["Mia", "Paul"].__getitem__)))


def test_cards_of_two_players() -> None:
    """Each card stands beside its player, and the sentence of the event is the result."""
    moment = Moment("trick", cards_by_seat(["R9", "Y3"]), (0,), 2)
    (box,) = lines("zweikampf", Shown("win", 0, ("R9", "Y3"), target="won.0", values={"count": 2}, moment=moment))
    first, cards, result, last = box.split("\n")
    assert "■9 Mia   ▶3 Paul" in cards
    assert "Mia" in result
    assert len({len(line) for line in (first, cards, result, last)}) == 1


def test_guesses_and_the_total() -> None:
    """What everybody said stands in the box, then what it was."""
    moment = Moment("nearest", cards_by_seat(["R9", "Y3"]), (0,), 12, (11, 30))
    values = {"players": (0,), "count": 2}
    (box,) = lines("ratefix", Shown("win", 0, ("R9", "Y3"), values=values, moment=moment))
    assert "Mia: 11   Paul: 30   = 12" in box


def test_the_order_stays() -> None:
    """Sentences before and after a box stay where they are."""
    moment = Moment("miss", cards_of(None, ["R9", "Y3"]))
    flip = Shown("flip", 0, ("Y3",), values={"place": 2})
    miss = Shown("miss", 0, values={"first": 1, "second": 2}, moment=moment)
    told = lines("was_liegt_wo", flip, miss, Shown("flip", 1, ("R1",), values={"place": 5}))
    assert [line.startswith("╭") for line in told] == [False, True, False]

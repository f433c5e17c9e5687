"""Legal moves as a menu, and what people type."""

from __future__ import annotations

import pytest

from reihum import game
from reihum.cli.choices import described, draw_menu, in_notation, meant
from reihum.cli.faces import FaceTexts, typed_card
from reihum.cli.menu import Item, Menu, menu, step
from reihum.engine.views import Choice, Form
from reihum.texts import Texts

LAY = Form("lay", (Choice("card", "hand.0", ("R9", "Y11", "B10")),))
END = Form("end")
GUESS = Form("guess", (Choice("number", low=4, high=80),))
TAKE = Form("take", (Choice("pile", of=("stock", 1, 2, 3, 4)),))
PUT = Form("put", (Choice("card", of=tuple(f"R{n}" for n in range(1, 9))), Choice("pile", of=(1, 2, 3, 4))))
CHEAT = Form("lay", (Choice("card", of=("R1", "R2", "R3", "Y1", "Y2", "Y3"), least=1, most=2),))
ASK = Form("ask", (Choice("seat", of=(1, 2)), Choice("card", of=tuple(f"G{n}" for n in range(1, 15)))))
TEXTS = FaceTexts("en")


def shown(choices: Menu, width: int = 80) -> list[str]:
    """A menu as lines."""
    return [line.plain for line in draw_menu(choices, "rows", TEXTS, width)]


def test_moves_are_numbered() -> None:
    """Cards in one line, words in the last."""
    assert shown(menu([LAY, END])) == ["Lay:  1) ■9   2) ▶11   3) ●10", "4) Done"]


@pytest.mark.parametrize(("forms", "default"), [([END], "end"), ([LAY, END], None), ([GUESS], None)])
def test_the_only_move_is_the_default(forms: list[Form], default: str | None) -> None:
    """Enter is enough where there is nothing to choose."""
    assert menu(forms).default == default


def test_numbers_keep_their_own_number() -> None:
    """A pile, a place or a guess is typed as it is; other things get the numbers left."""
    assert shown(menu([GUESS])) == ["guess:  4 … 80"]
    assert shown(menu([TAKE])) == ["take:  1 … 4   5) stock"]
    assert menu([TAKE]).find("3") == Item("3", "take", (("pile", 3),), (), own_number=True)


def test_many_moves_are_asked_for_step_by_step() -> None:
    """First the card, then the pile."""
    choices = menu([PUT])
    assert shown(choices)[0].startswith("put:  1) ■1   2) ■2")
    card = choices.find("2")
    assert card is not None
    assert not card.done
    assert shown(step(card)) == ["put:  ■2  1 … 4"]
    pile = step(card).find("4")
    assert pile is not None
    assert (pile.text, pile.done) == ("put R2 4", True)


def test_few_moves_are_listed_whole() -> None:
    """Nobody is asked twice where one list will do."""
    few = Form("put", (Choice("card", of=("R1", "R2")), Choice("pile", of=(1, 2))))
    assert [item.text for item in menu([few]).items] == ["put R1 1", "put R1 2", "put R2 1", "put R2 2"]
    assert shown(menu([few])) == ["put:  1) ■1 →1   2) ■1 →2   3) ■2 →1   4) ■2 →2"]


def test_one_or_two_cards() -> None:
    """A second card may follow the first."""
    first = menu([CHEAT]).find("1")
    assert first is not None
    assert (first.text, first.done) == ("lay R1", True)
    second = step(first)
    assert second.default == "lay R1"
    assert second.moves == ["lay R1 R2", "lay R1 R3", "lay R1 Y1", "lay R1 Y2", "lay R1 Y3"]


@pytest.mark.parametrize("form", [LAY, END, GUESS, TAKE, PUT, CHEAT, ASK])
def test_every_move_can_be_chosen(form: Form) -> None:
    """The steps lead to all moves of a form, and to no others."""

    def reached(item: Item) -> set[str]:
        own = {item.text} if item.done else set()
        return own.union(*(reached(more) for more in step(item).items)) if item.rest else own

    found: set[str] = set().union(*(reached(item) for item in menu([form]).items))
    assert {frozenset(text.split()) for text in found} == {frozenset(text.split()) for text in form.texts()}


def test_keys_are_unique() -> None:
    """One key, one item."""
    keys = [item.key for item in menu([TAKE, LAY, END, ASK]).items]
    assert len(set(keys)) == len(keys)


def test_long_lists_break_between_items() -> None:
    """No item is cut in two at the end of a line."""
    lines = shown(menu([CHEAT]), width=30)
    assert all(len(line) <= 30 for line in lines)
    assert all(line.strip().startswith(("Lay:", *"123456789")) for line in lines)
    assert not any(line.endswith(")") for line in lines)


@pytest.mark.parametrize(
    "text", ["lay R9", "LAY r9", "R9", "r9", "rot 9", "Rot9", "ro 9", "■9", "■ 9", "legen R9", "1"]
)
def test_what_people_type(text: str) -> None:
    """A number, the notation, a card by letter, name or shape, the label of the button."""
    texts = FaceTexts("de")
    found = meant(text, menu([LAY, END]), game("classic", 4).grammar, "rows", texts)
    assert isinstance(found, Item)
    assert found.text == "lay R9"


def test_words_people_type() -> None:
    """The label of a word, in the reader's language."""
    grammar = game("classic", 4).grammar
    assert in_notation("Fertig", grammar, "rows", Texts("de")) == "end"
    assert in_notation("drei karten nehmen", grammar, "rows", Texts("de")) == "take3"
    assert meant("something else", menu([LAY]), grammar, "rows", TEXTS) == "something else"


def test_a_card_alone_is_enough_if_it_says_it_all() -> None:
    """One pile only: naming the card names the move. Two piles: it does not."""
    grammar = game("classic", 4).grammar
    one = Form("put", (Choice("card", of=("R1", "R2")), Choice("pile", of=(3,))))
    found = meant("R2", menu([one]), grammar, "rows", TEXTS)
    assert isinstance(found, Item)
    assert found.text == "put R2 3"
    two = Form("put", (Choice("card", of=("R1", "R2")), Choice("pile", of=(3, 4))))
    assert meant("R2", menu([two]), grammar, "rows", TEXTS) == "R2"


@pytest.mark.parametrize(
    ("language", "text", "card"),
    [("fr", "jaune 3", "Y3"), ("fr", "v3", "G3"), ("en", "bl7", "B7"), ("en", "green 07", "G7"), ("en", "j", "J")],
)
def test_cards_in_every_language(language: str, text: str, card: str) -> None:
    """Colours are understood by their names."""
    assert typed_card(text, Texts(language)) == card


def test_values_for_people() -> None:
    """Faces, players, piles and places."""
    texts = FaceTexts("en", names=["Paul", "Tessa"].__getitem__)
    assert described("card", "J>B7", "rows", texts) == "J→●7"
    assert described("seat", 1, "rows", texts) == "Tessa"
    assert described("pile", "stock", "rows", texts) == "stock"
    assert described("word", "unheard-of", "rows", texts) == "unheard-of"
    assert described("place", 17, "rows", texts) == "17"

"""Legal moves as a menu, and what people type."""

from __future__ import annotations

import pytest

from reihum import game
from reihum.cli.answers import find_choice, to_notation
from reihum.cli.card_symbols import SymbolTexts, parse_card
from reihum.cli.fullscreen.offers import assign_letters
from reihum.cli.labels import choose_key, draw_menu, label_argument, label_move, label_verb, pair_with_kinds
from reihum.cli.menu import Menu, MenuItem, make_menu, make_next_menu
from reihum.engine.views import Choice, Form
from reihum.games import GAMES
from reihum.texts import LANGUAGES, Texts

LAY = Form("lay", (Choice("card", "hand.0", ("R9", "Y11", "B10")),))
END = Form("end")
GUESS = Form("guess", (Choice("number", low=4, high=80),))
TAKE = Form("take", (Choice("pile", of=("stock", 1, 2, 3, 4)),))
PUT = Form("put", (Choice("card", of=tuple(f"R{n}" for n in range(1, 9))), Choice("pile", of=(1, 2, 3, 4))))
CHEAT = Form("lay", (Choice("card", of=("R1", "R2", "R3", "Y1", "Y2", "Y3"), least=1, most=2),))
ASK = Form("ask", (Choice("seat", of=(1, 2)), Choice("card", of=tuple(f"G{n}" for n in range(1, 15)))))
TEXTS = SymbolTexts("en")


def shown(choices: Menu, width: int = 80) -> list[str]:
    """A menu as lines."""
    return [line.plain for line in draw_menu(choices, "rows", TEXTS, width)]


def test_moves_are_numbered() -> None:
    """Cards share one line; single words stand in the last."""
    assert shown(make_menu([LAY, END])) == ["Play:  1) ■9   2) ▶11   3) ●10", "4) Done"]


@pytest.mark.parametrize(("forms", "default"), [([END], "end"), ([LAY, END], None), ([GUESS], None)])
def test_the_only_move_is_the_default(forms: list[Form], default: str | None) -> None:
    """If there is only one move, Enter takes it."""
    assert make_menu(forms).default == default


def test_numbers_keep_their_is_numbered() -> None:
    """The key of a pile, a place or a guess is its own number; other items get the free numbers."""
    assert shown(make_menu([GUESS])) == ["guess:  4 … 80"]
    assert shown(make_menu([TAKE])) == ["take:  1 … 4   5) Stock"]
    assert make_menu([TAKE]).find("3") == MenuItem("3", "take", (("pile", 3),), (), is_numbered=True)


def test_many_moves_are_asked_for_step_by_step() -> None:
    """With many moves the menu asks for the card first, then for the pile."""
    choices = make_menu([PUT])
    assert shown(choices)[0].startswith("put:  1) ■1   2) ■2")
    card = choices.find("2")
    assert card is not None
    assert not card.is_complete
    assert shown(make_next_menu(card)) == ["put:  ■2  1 … 4"]
    pile = make_next_menu(card).find("4")
    assert pile is not None
    assert (pile.text, pile.is_complete) == ("put R2 4", True)


def test_few_moves_are_listed_whole() -> None:
    """With few moves the menu lists whole moves."""
    few = Form("put", (Choice("card", of=("R1", "R2")), Choice("pile", of=(1, 2))))
    assert [item.text for item in make_menu([few]).items] == ["put R1 1", "put R1 2", "put R2 1", "put R2 2"]
    assert shown(make_menu([few])) == ["put:  1) ■1 →1   2) ■1 →2   3) ■2 →1   4) ■2 →2"]


def test_one_or_two_cards() -> None:
    """A second card may follow the first."""
    first = make_menu([CHEAT]).find("1")
    assert first is not None
    assert (first.text, first.is_complete) == ("lay R1", True)
    second = make_next_menu(first)
    assert second.default == "lay R1"
    assert second.moves == ["lay R1 R2", "lay R1 R3", "lay R1 Y1", "lay R1 Y2", "lay R1 Y3"]


@pytest.mark.parametrize("form", [LAY, END, GUESS, TAKE, PUT, CHEAT, ASK])
def test_every_move_can_be_chosen(form: Form) -> None:
    """The steps lead to all moves of a form, and to no others."""

    def reached(item: MenuItem) -> set[str]:
        own = {item.text} if item.is_complete else set()
        return own.union(*(reached(more) for more in make_next_menu(item).items)) if item.rest else own

    found: set[str] = set().union(*(reached(item) for item in make_menu([form]).items))
    assert {frozenset(text.split()) for text in found} == {frozenset(text.split()) for text in form.texts()}


def test_keys_are_unique() -> None:
    """No two items have the same key."""
    keys = [item.key for item in make_menu([TAKE, LAY, END, ASK]).items]
    assert len(set(keys)) == len(keys)


def test_long_lists_break_between_items() -> None:
    """No item is cut in two at the end of a line."""
    lines = shown(make_menu([CHEAT]), width=30)
    assert all(len(line) <= 30 for line in lines)
    assert all(line.strip().startswith(("Play:", *"123456789")) for line in lines)
    assert not any(line.endswith(")") for line in lines)


@pytest.mark.parametrize(
    "text", ["lay R9", "LAY r9", "R9", "r9", "rot 9", "Rot9", "ro 9", "■9", "■ 9", "legen R9", "1"]
)
def test_what_people_type(text: str) -> None:
    """A person may type a number, the notation, a card by letter, name or shape, or the label of the button."""
    texts = SymbolTexts("de")
    found = find_choice(text, make_menu([LAY, END]), game("classic", 4), texts)
    assert isinstance(found, MenuItem)
    assert found.text == "lay R9"


def test_words_people_type() -> None:
    """A move without values may be typed by its label in the reader's language."""
    classic = game("classic", 4)
    assert to_notation("Fertig", classic, Texts("de")) == "end"
    assert to_notation("karten nehmen", classic, Texts("de")) == "take3"
    assert find_choice("something else", make_menu([LAY]), classic, TEXTS) == "something else"


def test_a_card_alone_is_enough_if_it_says_it_all() -> None:
    """With one pile the card names the move; with two piles it does not."""
    classic = game("classic", 4)
    one = Form("put", (Choice("card", of=("R1", "R2")), Choice("pile", of=(3,))))
    found = find_choice("R2", make_menu([one]), classic, TEXTS)
    assert isinstance(found, MenuItem)
    assert found.text == "put R2 3"
    two = Form("put", (Choice("card", of=("R1", "R2")), Choice("pile", of=(3, 4))))
    assert find_choice("R2", make_menu([two]), classic, TEXTS) == "R2"


@pytest.mark.parametrize(
    ("language", "text", "card"),
    [("fr", "jaune 3", "Y3"), ("fr", "v3", "G3"), ("en", "bl7", "B7"), ("en", "green 07", "G7"), ("en", "j", "J")],
)
def test_cards_in_every_language(language: str, text: str, card: str) -> None:
    """A card may be typed by the name of its colour in every language."""
    assert parse_card(text, Texts(language)) == card


def test_values_for_people() -> None:
    """Values of moves read as cards, names, piles and places."""
    texts = SymbolTexts("en", names=["Paul", "Tessa"].__getitem__)
    assert label_argument("card", "J>B7", "rows", texts) == "J→●7"
    assert label_argument("seat", 1, "rows", texts) == "Tessa"
    assert label_argument("pile", "stock", "rows", texts) == "Stock"
    assert label_argument("word", "unheard-of", "rows", texts) == "unheard-of"
    assert label_argument("place", 17, "rows", texts) == "17"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_shown_in_notation(language: str) -> None:
    """Every value of a move that is a word has a text in every language, in all games."""
    texts = Texts(language)
    words = [
        (facts.texts, verb.word, word)
        for facts in GAMES.values()
        for verb in facts.grammar.verbs
        if not verb.table
        for slot in verb.slots
        for word in slot.words
    ]
    assert {word for _, _, word in words} == {"stock", "middle", "own"}
    for family, verb, word in words:
        label = label_move(verb, [("word", word)], family, texts)
        assert label != f"{label_verb(verb, family, texts)} {word}", (family, verb, word)


def test_a_place_that_has_a_text_of_its_own() -> None:
    """The menu of Überall anschließen says “to me”, a person may type it, and the full screen has a letter of it."""
    anywhere, texts = game("anywhere", 3), SymbolTexts("de", names=["Paul", "Tessa", "Luca"].__getitem__)
    put = Form("put", (Choice("seat", of=("middle", "own", 1, 2)),))
    menu = make_menu([put])
    assert [line.plain for line in draw_menu(menu, "anywhere", texts, 80)] == [
        "Legen:  1) In die Mitte   4) Zu mir   2) Tessa   3) Luca"
    ]
    found = find_choice("zu mir", menu, anywhere, texts)
    assert isinstance(found, MenuItem)
    assert found.text == "put own"
    assert assign_letters(anywhere.grammar, "anywhere", texts)["own"] == "z"


@pytest.mark.parametrize(
    ("id", "move", "language", "said"),
    [
        ("quartett", "ask 1 G7", "de", "Frag Tessa nach ★7"),
        ("quartett", "ask 1 G7", "en", "Ask Tessa for ★7"),
        ("quartett", "ask 1 G7", "fr", "Demander ★7 à Tessa"),
        ("anywhere", "put 1", "de", "Zu Tessa"),
        ("anywhere", "move 1", "en", "On Tessa’s pile"),
        ("anywhere", "put own", "fr", "Chez moi"),
        ("classic", "lay R9", "de", "Legen ■9"),
    ],
)
def test_a_move_in_words(id: str, move: str, language: str, said: str) -> None:
    """Where a move names a player, its words follow the grammar of the language."""
    texts = SymbolTexts(language, names=["Paul", "Tessa", "Luca"].__getitem__)
    facts = GAMES[id]
    parsed = facts.grammar.parse(move)
    assert label_move(parsed.verb, pair_with_kinds(parsed, facts.grammar), facts.texts, texts) == said


@pytest.mark.parametrize(("id", "has"), [("classic", True), ("quartett", True), ("was-liegt-wo", False)])
def test_cards_are_mentioned_where_people_name_them(id: str, has: bool) -> None:
    """What to type is explained with a card only in games whose moves name cards."""
    key = choose_key("cli.play.hint", GAMES[id].grammar)
    assert ("R9" in Texts("en").text(key)) is has

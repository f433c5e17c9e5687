"""Editions, stacked decks and dealing (rulebook §0)."""

from __future__ import annotations

import pytest

import outsider
import reihum
from documents import blocks, document, table
from reihum.cards import COLOURS, EDITIONS, NUMBER, RANK, Deal, Randomness, edition, evenly, in_order, read_deck
from scenario import DECK_80, cards, stack
from witness import hand_of, hand_sizes

SMALL = ("R1", "R2", "Y1", "J", "J")

# -------------------------------------------------------------------------------------------------- §0 Cards


@pytest.mark.parametrize(
    ("name", "numbers", "colours", "jokers"),
    [("80", (1, 20), "RYGB", 0), ("60", (1, 20), "RYG", 0), ("40", (6, 15), "RYGB", 0), ("junior", (1, 11), "RYGB", 0),
     ("master", (1, 21), "RYGB", 4)],
)  # fmt: skip
def test_editions(name: str, numbers: tuple[int, int], colours: str, jokers: int) -> None:
    """§0 Editions: four colours × 1–20, three × 1–20, four × 6–15, four × 1–11, and Master's 1–21 with four jokers."""
    assert edition(name) == EDITIONS[name] == (*cards(*numbers, colours), *"J" * jokers)


@pytest.mark.parametrize("without", COLOURS)
def test_any_colour_may_be_left_out_of_60(without: str) -> None:
    """§0: The default is blue; any colour may be chosen. What is left stays in rank order."""
    assert edition("60", without) == tuple(card for card in DECK_80 if card[0] != without)
    assert edition("80", without) == DECK_80


def test_a_sorted_hand() -> None:
    """§0: Colours in rank order, numbers within them as numbers, jokers last."""
    assert in_order(["J", "B1", "R10", "G20", "R9", "J", "Y3"]) == ("R9", "R10", "Y3", "G20", "B1", "J", "J")
    assert len(NUMBER) == 84
    assert [card for card, _ in sorted(RANK.items(), key=lambda item: item[1])] == [*cards(1, 21), "J"]


# ----------------------------------------------------------------------------------------- reading stacked decks


@pytest.mark.parametrize(
    "deck",
    ["J Y1 R2 J R1", "j,y1,r2,j,r1", "  J\tY1\nR2, J   r1 ", ["J", "y1", "R2", "J", "r1"], ("J Y1 R2 J R1".split())],
)
def test_forgiven(deck: str | list[str]) -> None:
    """Capitals, blanks, commas, a text or a list: the order is what counts."""
    assert read_deck(deck, SMALL) == ("J", "Y1", "R2", "J", "R1")


@pytest.mark.parametrize(
    ("deck", "code", "card", "position"),
    [
        ("R1 R2 R1 J J", "deck-double-card", "R1", 3),
        ("J J J R1 R2", "deck-double-card", "J", 3),
        ("R1 R2 Y1 J J R2", "deck-double-card", "R2", 6),
        ("R1 R2 Y1 B1 J", "deck-foreign-card", "B1", 4),
        ("R1 R2 Y1 J J R99", "deck-foreign-card", "R99", 6),
        ("R1 banana", "deck-foreign-card", "BANANA", 2),
        ("R1 R2 J J", "deck-missing-card", "Y1", None),
        ("R1 R2 Y1 J", "deck-missing-card", "J", None),
        ("", "deck-missing-card", "R1", None),
    ],
)
def test_what_is_wrong_with_a_deck_is_named(deck: str, code: str, card: str, position: int | None) -> None:
    """A wrong card, a missing or a double one: an error that names it and where it stands, in every language."""
    with pytest.raises(reihum.BadDeck) as refused:
        read_deck(deck, SMALL)
    assert refused.value.code == code
    assert refused.value.message.values["card"] == card
    assert card in str(refused.value)
    if position is not None:
        assert refused.value.message.values["position"] == position
        assert str(position) in str(refused.value)


def test_how_many_are_missing() -> None:
    """The first missing card is named, the others are counted."""
    with pytest.raises(reihum.BadDeck, match="R2 is missing from the deck \\(3 of 5 cards are missing\\)"):
        read_deck("R1 J", SMALL)


@pytest.mark.parametrize("junk", [7, None, object(), 1.5, {"R1"}, iter(["R1"])])
def test_what_is_not_a_deck(junk: object) -> None:
    """Neither a text nor a list: refused by its kind."""
    with pytest.raises(reihum.BadDeck) as refused:
        read_deck(junk, SMALL)  # type: ignore[arg-type]
    assert refused.value.code == "deck-type"
    assert type(junk).__name__ in str(refused.value)


# ---------------------------------------------------------------------------------- §0 Dealing from an ordered deck


def test_the_first_seats_whole_hand_comes_first() -> None:
    """§0: The round's first seat's whole hand comes first, then the next seat's, …; what is left follows."""
    deal = Deal(3, b"", dealt_from=2)
    hands, rest = deal.hands("abcdefgh", [3, 2, 1])
    assert hands == [("d", "e"), ("f",), ("a", "b", "c")]
    assert rest == ("g", "h")


@pytest.mark.parametrize("count", [0, 1, 39, 40, 80, 84])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_evenly(count: int, seats: int) -> None:
    """§0: With uneven deals the earlier seats get the extra cards."""
    sizes = evenly(count, seats)
    assert sum(sizes) == count
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1


def test_extra_cards_go_to_the_earlier_seats_of_the_round() -> None:
    """§0: Earlier counts from the round's first seat, not from seat 0: 80 cards for six, dealt from seat 4."""
    state = reihum.game("quartett", seats=6).deal(deck=stack([], []), dealt_from=4)
    dealt = [len(cards) for cards in state.hands]  # type: ignore[attr-defined]
    laid = [4 * len(numbers) for numbers in state.quartets]  # type: ignore[attr-defined]
    assert [held + down for held, down in zip(dealt, laid, strict=True)] == [13, 13, 13, 13, 14, 14]
    assert hand_sizes(state) == tuple(dealt)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_dealing_turns_with_the_first_seat(seats: int) -> None:
    """The same deck dealt from another seat gives the same hands, turned round the table."""
    game = reihum.game("master", seats=seats)
    deck = Randomness(b"turn", "deal 0").shuffled(game.cards)
    straight = [hand_of(game.deal(deck=deck), seat) for seat in range(seats)]
    for begins in range(seats):
        turned = game.deal(deck=deck, dealt_from=begins)
        assert [hand_of(turned, (begins + seat) % seats) for seat in range(seats)] == straight


def test_later_decks() -> None:
    """A game that must deal again gets the shuffles deal 0, deal 1, …; of a stacked deck there is only one."""
    decks = Deal(2, b"again").decks(DECK_80)
    for attempt in range(3):
        assert next(decks) == tuple(outsider.shuffle(b"again", f"deal {attempt}", DECK_80))
    assert list(Deal(2, b"again", tuple("ab")).decks(DECK_80)) == [("a", "b")]


# ------------------------------------------------------------------------------------------------ the document


def listed(order: str) -> list[str]:
    """The cards that the document means by "1–10 and 12–21 of RYGB, J J J J"."""
    spans, _, rest = order.partition(" of ")
    colours, _, jokers = rest.partition(", ")
    ends = [span.split("–") for span in spans.split(" and ")]
    return outsider.cards([n for low, high in ends for n in range(int(low), int(high) + 1)], colours) + jokers.split()


SHUFFLED = [row for row in table("fairness", "game") if " of " in row[1]]


@pytest.mark.parametrize(("name", "order", "number", "begins"), SHUFFLED, ids=[row[0].strip("`") for row in SHUFFLED])
def test_decks_of_the_document(name: str, order: str, number: str, begins: str) -> None:
    """Order, number and first cards of a game's deck; dealt by seed or stacked by an outsider it is the same."""
    game = reihum.game(name.strip("`"), seats=2 if name == "`zweikampf`" else 3)
    deck = outsider.shuffle(b"reihum", "deal 0", listed(order))
    assert len(deck) == int(number)
    if begins.startswith("dealt again"):
        assert not any(card[1:] == "11" for card in deck[:60])
        begins = document("fairness").partition("which begins with ")[2].partition(".")[0]
        deck = outsider.shuffle(b"reihum", "deal 1", listed(order))
    assert deck[:5] == begins.split()
    assert game.deal(b"reihum") == game.deal(b"reihum", deck)


def test_the_documents_list_of_games() -> None:
    """No row is of a game that is not there, none is double, and what is not shuffled is said to be so."""
    games = [row[0].strip("`") for row in table("fairness", "game")]
    assert len(games) == len(set(games)) == len(SHUFFLED) + 2
    for name in games:
        facts = reihum.GAMES[name]
        assert bool(facts.game(facts.seats[-1]).cards) == (name != "hoechste-karte")


def test_the_whole_deck_of_the_document() -> None:
    """The 80 cards that are written out."""
    (written,) = blocks("fairness", "text")
    assert written.split() == Randomness(b"reihum", "deal 0").shuffled(DECK_80)

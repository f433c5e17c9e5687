"""Was liegt wo?, sentence by sentence (RULEBOOK §3.10)."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from reihum.engine.views import Grid
from scenario import DECK_80, cards, deal, play, seen, stack, texts
from witness import ended, faces, refused, starters

PAIRS = " ".join(f"R{n} Y{n}" for n in range(1, 21))  # places 1+2, 3+4, … are pairs


def memory(deck: str = PAIRS, seats: int = 2, **options: Any) -> reihum.State:
    """Lay out the grid, by default with all pairs side by side."""
    return deal("was-liegt-wo", seats=seats, deck=deck, **options)


def flips(*places: int) -> set[str]:
    """The moves that turn up these places."""
    return {f"flip {place}" for place in places}


# -- the grid -------------------------------------------------------------------------------------------------


def test_forty_cards_in_two_colours() -> None:
    """Option `colours`: 2 (default: red and yellow, 40 cards); all cards lie face down in a grid (§3.10)."""
    assert texts(memory(), 0) == texts(memory(colours=2), 0) == flips(*range(1, 41))
    with pytest.raises(reihum.BadDeck):
        memory(" ".join(cards(1, 20, "GB")))
    with pytest.raises(reihum.BadDeck):
        memory(" ".join(DECK_80))


def test_eighty_cards_in_four_colours() -> None:
    """Option `colours`: 4 (80 cards) (§3.10)."""
    assert texts(memory(" ".join(DECK_80), colours=4), 0) == flips(*range(1, 81))
    with pytest.raises(reihum.BadDeck):
        memory(PAIRS, colours=4)


@pytest.mark.parametrize(("colours", "count", "columns"), [(2, 20, 5), (4, 40, 8)])
def test_only_the_numbers_up_to_ten(colours: int, count: int, columns: int) -> None:
    """Option `numbers`: 10 (for small children: only 1 to 10 of each colour, so 20 or 40 cards) (§3.10)."""
    deck = " ".join(cards(1, 10, "RYGB"[:colours]))
    state = memory(deck, colours=colours, numbers=10)
    assert texts(state, 0) == flips(*range(1, count + 1))
    assert next(zone.columns for zone in state.view(0).zones if isinstance(zone, Grid)) == columns
    with pytest.raises(reihum.BadDeck):
        memory(PAIRS, numbers=10)


@pytest.mark.parametrize("pair", ["RY", "RG", "RB", "YG", "YB", "GB"])
@pytest.mark.parametrize("numbers", [20, 10])
def test_any_two_colours(pair: str, numbers: int) -> None:
    """Option `colours`: any other two colours (`RG`, `RB`, `YG`, `YB`, `GB`; 40 cards) (§3.10)."""
    deck = " ".join(cards(1, numbers, pair))
    state = memory(deck, colours=pair, numbers=numbers)
    assert texts(state, 0) == flips(*range(1, 2 * numbers + 1))
    won = play(state, f"0 flip 1; 0 flip {numbers + 1}")
    assert won.view(0).players[0].points == 1
    with pytest.raises(reihum.BadDeck):
        memory(" ".join(cards(1, numbers, "YB" if pair == "RG" else "RG")), colours=pair, numbers=numbers)


def test_red_and_yellow_are_the_value_two() -> None:
    """Option `colours`: 2 (default: red and yellow) (§3.10): the name of the pair means the same, so records say 2."""
    assert reihum.game("was-liegt-wo", seats=2, colours="RY").options["colours"] == 2


def test_every_choice_of_colours_has_its_picture() -> None:
    """A picture shows a card of each colour in play (DESIGN, options)."""
    option = reihum.GAMES["was-liegt-wo"].options["colours"]
    for value in option.choices:
        shown = option.pictures[value].split()
        in_play = reihum.game("was-liegt-wo", seats=2, colours=value).cards
        assert [card[0] for card in shown] == list(dict.fromkeys(card[0] for card in in_play))


@pytest.mark.parametrize("colours", [0, 1, 3, 5, "RR", "GR", "RYG"])
def test_two_or_four_colours(colours: object) -> None:
    """Option `colours`: 2, 4, or any other two colours (§3.10)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("was-liegt-wo", seats=2, colours=colours)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_for_two_to_six_players(seats: int) -> None:
    """`was-liegt-wo` — Was liegt wo? (2–6; 2 or 4 colours) (§3.10)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("was-liegt-wo", seats=seats)


@pytest.mark.parametrize("option", ["edition", "bluff", "without"])
def test_no_other_options(option: str) -> None:
    """Unknown options are refused with a clear error (DESIGN, the engine contract)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("was-liegt-wo", seats=2, **{option: "60"})


def test_a_wrong_deck_is_named() -> None:
    """A wrong card, a missing or a double one: an error that names it (DESIGN, deck order)."""
    with pytest.raises(reihum.BadDeck, match="G5"):
        memory(PAIRS.replace("R5", "G5"))
    with pytest.raises(reihum.BadDeck, match="Y5"):
        memory(PAIRS.replace("R5", "Y5"))


def test_the_deck_gives_the_places_in_order() -> None:
    """Was liegt wo?: places 1, 2, 3, … (DESIGN, deck order)."""
    for place, card in enumerate(PAIRS.split(), start=1):
        assert faces(play(memory(), f"0 flip {place}").events(None)) == {card}


# -- who begins -----------------------------------------------------------------------------------------------


def test_first() -> None:
    """The option `first` changes who begins (§0)."""
    assert tuple(memory().to_act) == (0,)
    state = memory(seats=3, first=2)
    assert tuple(state.to_act) == (2,)
    assert tuple(play(state, "2 flip 1; 2 flip 3").to_act) == (0,)
    assert starters("was-liegt-wo", 2, PAIRS) == {(0,), (1,)}


@pytest.mark.parametrize("first", [2, -1, "youngest"])
def test_first_is_a_seat(first: object) -> None:
    """The option `first`: a seat, or `random` (§0)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("was-liegt-wo", seats=2, first=first)


# -- a turn ---------------------------------------------------------------------------------------------------


def test_two_cards_a_turn() -> None:
    """The player on turn turns up two (§3.10)."""
    state = play(memory(), "0 flip 1")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == flips(*range(2, 41))
    refused(state, 0, "flip 1", "flip 0", "flip 41")
    assert tuple(play(state, "0 flip 3").to_act) == (1,)


def test_only_the_player_on_turn() -> None:
    """The player *on turn* turns up two (§3.10)."""
    state = memory(seats=3)
    assert texts(state, 1) == texts(state, 2) == set()
    refused(state, 1, "flip 1")
    refused(play(state, "0 flip 1"), 2, "flip 2")


def test_equal_numbers_are_won() -> None:
    """Equal numbers are won (§3.10): their places are empty."""
    state = play(memory(), "0 flip 1; 0 flip 2")
    assert texts(state, 1) == flips(*range(3, 41))
    refused(state, 1, "flip 1", "flip 2")


def test_others_are_turned_back() -> None:
    """Others are turned back (§3.10): the next player may turn up every place, those two as well."""
    state = play(memory(), "0 flip 1; 0 flip 3")
    assert texts(state, 1) == flips(*range(1, 41))
    assert texts(play(state, "1 flip 3"), 1) == flips(*(set(range(1, 41)) - {3}))


def test_a_card_turned_back_can_be_won_later() -> None:
    """Others are turned back (§3.10): the next player can pair what was shown."""
    state = play(memory(), "0 flip 1; 0 flip 3; 1 flip 2; 1 flip 1")
    assert texts(state, 0) == flips(*range(3, 41))


def test_the_next_players_turn_hit_or_miss() -> None:
    """Then the next player's turn, hit or miss (§3.10)."""
    state = memory(seats=3)
    assert tuple(play(state, "0 flip 1; 0 flip 2").to_act) == (1,)
    assert tuple(play(state, "0 flip 1; 0 flip 3").to_act) == (1,)
    assert tuple(play(state, "0 flip 1; 0 flip 2; 1 flip 3; 1 flip 4; 2 flip 5; 2 flip 7").to_act) == (0,)


def test_again_a_hit_gives_another_turn() -> None:
    """Option `again`, default off: a hit gives another turn (§3.10)."""
    state = play(memory(again=True), "0 flip 1; 0 flip 2")
    assert tuple(state.to_act) == (0,)
    assert tuple(play(state, "0 flip 3; 0 flip 4").to_act) == (0,)
    assert tuple(play(state, "0 flip 3; 0 flip 5").to_act) == (1,)


def test_again_a_miss_does_not() -> None:
    """Option `again`: a *hit* gives another turn (§3.10)."""
    assert tuple(play(memory(again=True), "0 flip 1; 0 flip 3").to_act) == (1,)


@pytest.mark.parametrize("again", ["often", 3])
def test_again_is_on_or_off(again: object) -> None:
    """Option `again`, default off (§3.10)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("was-liegt-wo", seats=2, again=again)


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    assert memory().play(0, "  FLIP   17 ") == memory().play(0, "flip 17")


# -- the end --------------------------------------------------------------------------------------------------


def test_most_pairs_win() -> None:
    """Most pairs win (§3.10): with `again` one player may win them all."""
    state = memory(again=True)
    for place in range(1, 41, 2):
        assert state.outcome is None
        state = play(state, f"0 flip {place}; 0 flip {place + 1}")
    assert ended(state) == ((20, 0), (1, 2))


def test_equal_pairs_tie() -> None:
    """Most pairs win (§3.10); ties share the place (§0)."""
    state = memory()
    for turn, place in enumerate(range(1, 41, 2)):
        state = play(state, f"{turn % 2} flip {place}; {turn % 2} flip {place + 1}")
    assert ended(state) == ((10, 10), (1, 1))


def test_pairs_of_three_players() -> None:
    """Most pairs win (§3.10): twenty pairs in turn are 7, 7 and 6 for three players."""
    state = memory(seats=3)
    for turn, place in enumerate(range(1, 41, 2)):
        state = play(state, f"{turn % 3} flip {place}; {turn % 3} flip {place + 1}")
    assert ended(state) == ((7, 7, 6), (1, 1, 3))


def test_four_colours_make_two_pairs_of_a_number() -> None:
    """Equal numbers are won (§3.10): with four colours any two cards of a number are a pair."""
    state = memory(" ".join(DECK_80), colours=4, again=True)  # R1 is place 1, Y1 21, G1 41, B1 61
    state = play(state, "0 flip 1; 0 flip 61")
    assert tuple(state.to_act) == (0,)
    for number in range(1, 21):
        first, last = number, 60 + number
        if number > 1:
            state = play(state, f"0 flip {first}; 0 flip {last}")
        assert state.outcome is None
        state = play(state, f"0 flip {20 + number}; 0 flip {40 + number}")
    assert ended(state) == ((40, 0), (1, 2))


def test_endless_play_ends_at_8000_moves() -> None:
    """Blocked play: was-liegt-wo 8,000; the round ends with reason `bound`, scored as it stands (§0)."""
    state = play(memory(), "0 flip 1; 0 flip 2")
    for move in range(2, 8_000):
        assert state.outcome is None
        state = state.play(move // 2 % 2, "flip 3" if move % 2 == 0 else "flip 5")
    assert ended(state) == ((1, 0), (1, 2))
    assert state.outcome is not None
    assert state.outcome.reason == "bound"


# -- what is seen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_all_cards_lie_face_down(seat: int | None) -> None:
    """All cards lie face down in a grid (§3.10); never: face-down cards (§0)."""
    assert faces([memory().view(seat), memory().events(seat)]) == set()
    assert seen(memory(), seat) == seen(memory(" ".join(cards(1, 20, "RY"))), seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_has_been_shown_is_public(seat: int | None) -> None:
    """What has been shown is public (§3.10)."""
    state = play(memory(), "0 flip 1")
    assert faces(state.view(seat)) == faces(state.events(seat)) == {"R1"}
    state = play(state, "0 flip 3")
    assert "R2" in faces(state.events(seat))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_two_unequal_cards_stay_visible_until_the_next_flip(seat: int | None) -> None:
    """Two unequal cards turned up in a memory game stay visible until the next flip (§0)."""
    state = play(memory(), "0 flip 1; 0 flip 3")
    assert faces(state.view(seat)) == {"R1", "R2"}
    state = play(state, "1 flip 5")
    assert faces(state.view(seat)) == {"R3"}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_still_visible_may_be_the_next_flip(seat: int | None) -> None:
    """Two unequal cards stay visible until the next flip, which may turn up one of them again (§0)."""
    state = play(memory(), "0 flip 1; 0 flip 3; 1 flip 3")
    assert faces(state.view(seat)) == {"R2"}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_cards_turned_back_count_as_unknown(seat: int | None) -> None:
    """What is hidden again is not repeated in a view and counts as unknown there (§0)."""
    deck = stack([40], ["R1 Y1 R2 Y2 R3"], of=cards(1, 20, "RY"))
    other = stack([40], ["R4 Y1 Y5 Y2 R3"], of=cards(1, 20, "RY"))
    one, two = (play(memory(order), "0 flip 1; 0 flip 3; 1 flip 5") for order in (deck, other))
    assert seen(one, seat) == seen(two, seat)


# -- the short form -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colours", "count", "columns"), [(2, 24, 6), (4, 48, 8)])
def test_the_short_form_has_the_numbers_up_to_twelve(colours: int, count: int, columns: int) -> None:
    """`length` short: only the numbers 1 to 12 of each colour, so 24 or 48 cards (§3.10)."""
    deck = " ".join(cards(1, 12, "RYGB"[:colours]))
    state = memory(deck, colours=colours, length="short")
    assert texts(state, 0) == flips(*range(1, count + 1))
    assert next(zone.columns for zone in state.view(0).zones if isinstance(zone, Grid)) == columns


def test_ten_numbers_are_short_enough() -> None:
    """`length` is for all twenty numbers (§3.10)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("was-liegt-wo", seats=2, numbers=10, length="short")

"""The end of the classic row game, sentence by sentence (rulebook §1.1)."""

from __future__ import annotations

import reihum
from games.row_tables import AROUND_11, cards_seen, junior, number, points_of, refusal, turn_of
from reihum.engine.views import Hand
from scenario import cards, deal, play, stack, texts

GOING_OUT = (
    "0 lay R11; "
    + "".join(f"1 lay Y{n}; " for n in range(11, 19))
    + "1 end; 2 draw; 3 draw; 4 draw; 5 draw; "
    + "".join(f"0 lay R{n}; " for n in range(12, 20))
)


def six_players() -> reihum.State:
    """Seat 0 holds R11–R20, seat 1 Y11–Y19 and G2; nobody else can lay anything."""
    hands = [" ".join(cards(11, 20, "R")), " ".join(cards(11, 19, "Y")) + " G2"]
    return deal("classic", 6, stack([10] * 6 + [20], hands + [""] * 5, of=AROUND_11))


def test_last_hand_card_ends_the_round_at_once() -> None:
    """§1.1: At once when a player lays the last hand card; that player wins the round with 0 points."""
    state = play(six_players(), GOING_OUT)
    assert state.outcome is None
    assert texts(state, 0) == {"lay R20", "end"}
    state = play(state, "0 lay R20")
    assert state.outcome is not None
    assert state.outcome.reason
    assert state.outcome.points[0] == 0
    assert state.outcome.places[0] == 1


def test_a_19_and_a_2_are_21_points() -> None:
    """§1.1: Every other player scores the sum of the numbers left in hand (a 19 and a 2 are 21 points)."""
    state = play(six_players(), GOING_OUT + "0 lay R20")
    points = points_of(state)
    assert points[1] == 21
    hands = {zone.owner: zone.cards for zone in state.view(None).zones if isinstance(zone, Hand)}
    for seat in range(1, 6):
        assert points[seat] == sum(number(card) for card in hands[seat])


def test_nobody_may_act_after_the_end() -> None:
    """§0: After the end nobody may act and no move is legal."""
    state = play(six_players(), GOING_OUT + "0 lay R20")
    assert tuple(state.to_act) == ()
    for seat in range(6):
        assert texts(state, seat) == set()
    for seat, move in ((0, "end"), (1, "lay Y19"), (1, "draw"), (1, "pass"), (1, "end")):
        refusal(state, seat, move)


def test_never_out_by_a_drawn_card() -> None:
    """§1.1: Never by a drawn card: a player who draws still holds a card that does not fit."""
    state = junior("R2 R3 R4 R5 Y6", "G2", stock="B2 B3")
    state = play(state, "0 lay R2; 0 lay R3; 0 lay R4; 0 lay R5; 0 end; 1 lay G2; 1 end; 0 draw")
    assert "B2" in cards_seen(state, None)
    assert state.outcome is None
    assert turn_of(state) == 1


def test_hands_lie_open_after_the_end() -> None:
    """§0: After the end everybody sees what was left in every hand, but not the stock."""
    state = play(six_players(), GOING_OUT + "0 lay R20")
    table = set(cards(11, 20, "R")) | set(cards(11, 18, "Y"))
    assert {"Y19", "G2"} | table <= cards_seen(state, None)
    assert cards_seen(state, 1) == cards_seen(state, None)
    assert not cards_seen(state, None) & {*state.stock}  # type: ignore[attr-defined]

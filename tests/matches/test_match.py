"""Matches: rounds, rotation, who begins, points and places, what may be asked for (rulebook §0)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import outsider
import reihum
from reihum.cards import Randomness
from reihum.matches import Match, MatchView, round_seed
from scenario import cards, play, stack
from witness import hand_of

SECRETS = [bytes([number]) * 64 for number in range(9)]
OUT = "R2 R3 R4 R5 R6"
GO_OUT = [f"lay R{number}" for number in range(2, 7)]


def junior(*others: str) -> str:
    """A deck for Junior: the round's first hand can go out at once; the other hands as given."""
    return stack([5] * (1 + len(others)), [OUT, *others], of=cards(2, 10))


def goes_out(match: Match, *, after: int = 0) -> Match:
    """The holder of the red cards goes out, after some others have had to draw."""
    for _ in range(after):
        match = match.play(match.state.to_act[0], "draw")
    seat = match.state.to_act[0]
    for move in GO_OUT:
        match = match.play(seat, move)
    return match


# ---------------------------------------------------------------------------------- §0 Rounds, points and places


def test_points_add_up_and_a_finished_round_stays_visible() -> None:
    """§0: Points add up over the rounds. A finished round stays on the table until the next is dealt."""
    deck = junior("G2 G3 G4 G5 G6", "B3 B4 B5 B6 B7")
    begun = reihum.match("junior", seats=3, rounds=2, deck=deck)
    assert (begun.round, begun.sheet, begun.totals, begun.outcome) == (0, (), (0, 0, 0), None)
    first = goes_out(begun)
    assert (first.round, first.sheet, first.totals, first.outcome) == (0, ((0, 20, 25),), (0, 20, 25), None)
    assert first.state.outcome is not None
    second = first.next_round(deck=deck)
    assert (second.round, second.sheet, second.totals) == (1, ((0, 20, 25),), (0, 20, 25))
    assert second.state.outcome is None
    ended = goes_out(second)
    assert ended.sheet == ((0, 20, 25), (25, 0, 20))
    assert ended.totals == (25, 20, 45)
    assert ended.outcome == reihum.Outcome("match", (25, 20, 45), (2, 1, 3))
    assert begun.state.outcome is None, "a match is a value: playing on changes nothing in it"


def test_ties_share_the_place() -> None:
    """§0: Ties share the place, in a round and over a match."""
    deck = junior("G2 G3 G4 G5 G6", "B2 B3 B4 B5 B6")
    first = goes_out(reihum.match("junior", seats=3, rounds=3, deck=deck))
    assert first.state.outcome is not None
    assert first.state.outcome.places == (1, 2, 2)
    second = goes_out(first.next_round(deck=deck))
    third = goes_out(second.next_round(deck=deck))
    assert second.outcome is None
    assert third.outcome == reihum.Outcome("match", (40, 40, 40), (1, 1, 1))
    assert third.outcome.winners == (0, 1, 2)


def test_most_points_win_elsewhere() -> None:
    """§0: Row games and Schlafmütze: fewest points win; all others: most."""
    deck = " ".join([*cards(1, 20, "R"), *cards(1, 20, "Y")])
    match = reihum.match("zweikampf", seats=2, deck=stack([20, 20], ["R20 Y20", "R19 Y19"], of=deck.split()))
    while match.outcome is None:
        match = match.play(match.state.to_act[0], "turn")
    assert match.outcome.points[0] > match.outcome.points[1]
    assert match.outcome.places == (1, 2)


@pytest.mark.parametrize(
    ("rounds", "expected"), [(None, 1), (1, 1), (7, 7), (1000, 1000), ("players", 4), ("3", 3), ("1000", 1000)]
)
def test_rounds(rounds: int | str | None, expected: int) -> None:
    """§0: Defaults: one round; `rounds="players"` means as many rounds as players."""
    assert reihum.match("classic", seats=4, seed="x", rounds=rounds).rounds == expected


@pytest.mark.parametrize("rounds", [0, -1, 1001, "0", "many", "", "2.0", "9" * 5000, 2.5, True, [], object()])
def test_bad_rounds(rounds: Any) -> None:
    """Anything else is refused, with what was expected and what came."""
    with pytest.raises(reihum.BadOption, match="1 … 1000, players") as refused:
        reihum.match("classic", seats=4, seed="x", rounds=rounds)
    assert refused.value.code == "rounds"


# ------------------------------------------------------------------------------- §0 Dealer, first seat, who begins


def test_dealer_and_first_seat_move_on() -> None:
    """§0: In each later round dealer and first seat move on by one: the deck's first hand goes to seat 1, then 2 …"""
    hands = ["G2 G3 G4 G5 G6", "B2 B3 B4 B5 B6"]
    deck = junior(*hands)
    match = reihum.match("junior", seats=3, rounds=5, deck=deck)
    for number in range(5):
        assert match.state.to_act == (number % 3,)
        for step, hand in enumerate([OUT, *hands]):
            assert hand_of(match.state, (number + step) % 3) == tuple(hand.split())
        match = goes_out(match)
        if number < 4:
            match = match.next_round(deck=deck)
    assert match.outcome is not None


def test_first_moves_on_but_the_deal_goes_its_own_way() -> None:
    """§0: `first` moves on with the rounds; it changes who begins, not how cards are dealt."""
    deck = junior("G3 G4 G5 G6 G7", "B3 B4 B5 B6 B7")
    match = reihum.match("junior", seats=3, rounds=3, first=2, deck=deck)
    for begins, holder in ((2, 0), (0, 1), (1, 2)):
        assert match.state.to_act == (begins,)
        assert hand_of(match.state, holder) == tuple(OUT.split())
        match = goes_out(match, after=1)  # the player who begins holds nothing that fits
        if match.outcome is None:
            match = match.next_round(deck=deck)
    assert match.outcome is not None


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_lot_is_drawn_once_and_moves_on(seats: int) -> None:
    """§0: `random`, drawn from the seed of the first round; other secrets later do not change who begins."""
    drawn = set()
    for number, secret in enumerate(SECRETS):
        match = reihum.match("junior", seats=seats, rounds=2, secret=secret, first="random")
        seed = outsider.round_seed(secret, 0, [""] * seats)
        lot = outsider.draw_below(outsider.stream(seed, "first"), seats)
        assert match.first == lot
        assert match.state.to_act == (lot,)
        drawn.add(lot)
        while match.state.outcome is None:
            seat = match.state.to_act[0]
            match = match.play(seat, match.state.legal(seat)[0])
        later = match.next_round(secret=SECRETS[number - 1])
        assert later.state.to_act == ((lot + 1) % seats,)
    assert len(drawn) > 1


def test_the_lowest_score_begins_in_farben_sammeln() -> None:
    """§3.6: The next round is begun by the last round's lowest score; of several the first from the first seat on."""
    red, blue = "R1 R2 R3 R4 R5 R6 R7 R8 R9", "B1 B2 B3 B4 B5 B6 B7 B8 B9"
    for other, begins in ((blue, 0), ("B1 B2 B3 B4 Y1 Y2 Y3 G1 G2", 1), ("B11 B12 B13 B14 Y1 Y2 Y3 G1 G2", 0)):
        deck = stack([9, 9, 4, 1], [red, other, "Y11 Y12 Y13 Y14", "G20"])
        match = reihum.match("farben-sammeln", seats=2, rounds=2, deck=deck)
        for move in ("take stock", "put G20 1", "close"):
            match = match.play(0, move)
        later = match.next_round(deck=deck)
        assert later.state.to_act == (begins,)
        assert hand_of(later.state, 1) == tuple(red.split()), "the deal moves on by one all the same"


# ---------------------------------------------------------------------------------------- §3.4 until somebody's marks


ALL_QUARTETS = " ".join(f"{colour}{number}" for number in (1, 2, 3) for colour in "RYGB")


def last_is_2(match: Match) -> Match:
    """Seats 0 and 1 lay down; seat 2 is the Schlafmütze."""
    return msgspec.structs.replace(match, state=play(match.state, "0 down; 1 down"))


@pytest.mark.parametrize("game", ["classic", "hoechste-karte", "farben-sammeln"])
def test_a_match_until_points(game: str) -> None:
    """§0 `until`: rounds are played until a player has that many points; then the best total wins."""
    match = reihum.match(game, 3, until=40, seed="points")
    assert match.view(None).until == 40
    dice = Randomness(b"points", game)
    while match.outcome is None:
        assert max(match.totals) < 40
        if match.state.outcome is not None:
            match = match.next_round()
            continue
        seat = match.state.to_act[0]
        match = match.play(seat, dice.choice(match.state.legal(seat)))
    assert match.rounds is None
    assert max(match.totals) >= 40
    best = min if match.game.facts.lowest_wins else max
    assert match.outcome.winners == tuple(
        seat for seat, points in enumerate(match.totals) if points == best(match.totals)
    )


def test_points_instead_of_marks() -> None:
    """§0 `until` comes before the game's own end of a match."""
    assert reihum.match("schlafmuetze", 3, until=1, seed="marks").view(None).until == 1


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"rounds": 2, "until": 50}, "rounds-and-until"),
        ({"rounds": "players", "until": 50}, "rounds-and-until"),
        ({"until": 0}, "until"),
        ({"until": -5}, "until"),
        ({"until": 10_001}, "until"),
        ({"until": True}, "until"),
        ({"until": "50"}, "until"),
    ],
)
def test_bad_points(wanted: dict[str, Any], code: str) -> None:
    """§0 `until` is a number of points, instead of `rounds`."""
    with pytest.raises(reihum.BadOption) as refusal:
        reihum.match("classic", 2, seed="bad", **wanted)
    assert refusal.value.code == code


def test_a_match_that_nobody_wins_by_points_ends() -> None:
    """§0: after 1,000 rounds the match ends in any case."""
    match = reihum.match("classic", 2, until=10_000, seed="long")
    ended = msgspec.structs.replace(match.state, outcome=match.state.finish("out", [0, 1]))
    over = msgspec.structs.replace(match, round=999, state=ended)
    assert over.outcome is not None
    assert msgspec.structs.replace(over, round=998).outcome is None


@pytest.mark.parametrize("marks", [1, 2, 3])
def test_a_match_until_marks(marks: int) -> None:
    """§3.4: A match runs until someone has `marks` marks; the fewest marks win."""
    match = reihum.match("schlafmuetze", seats=3, marks=marks, deck=ALL_QUARTETS)
    assert match.rounds is None
    for number in range(1, marks + 1):
        assert match.outcome is None
        match = last_is_2(match)
        assert match.totals == (0, 0, number)
        if number < marks:
            match = match.next_round(deck=ALL_QUARTETS)
    assert match.outcome == reihum.Outcome("match", (0, 0, marks), (1, 1, 3))
    with pytest.raises(reihum.IllegalMove) as refused:
        match.next_round(deck=ALL_QUARTETS)
    assert refused.value.code == "match-over"


def test_rounds_instead_of_marks() -> None:
    """§3.4: … unless `rounds` is given: then they count, not the marks."""
    match = last_is_2(reihum.match("schlafmuetze", seats=3, marks=1, rounds=2, deck=ALL_QUARTETS))
    assert match.outcome is None
    assert last_is_2(match.next_round(deck=ALL_QUARTETS)).outcome is not None


# -------------------------------------------------------------------------------------------------- what is seen


def test_a_view_has_the_score_sheet() -> None:
    """DESIGN §4: A match's view adds the score sheet; the rest is the round's view of that seat."""
    deck = junior("G2 G3 G4 G5 G6")
    match = goes_out(reihum.match("junior", seats=2, rounds=2, deck=deck)).next_round(deck=deck)
    assert match.view(1) == MatchView(1, 2, ((0, 20),), (0, 20), match.state.view(1), None)
    ended = goes_out(match)
    assert ended.view(None) == MatchView(
        1, 2, ((0, 20), (20, 0)), (20, 20), ended.state.view(None), reihum.Outcome("match", (20, 20), (1, 1))
    )
    assert reihum.match("schlafmuetze", seats=3, seed="x").view(0).rounds is None


def test_a_view_says_nothing_of_where_the_cards_come_from() -> None:
    """Rulebook §0: Never the seed; nor secret or deck. A spectator sees no hand."""
    match = reihum.match("junior", seats=2, seed="the seed", words=["my words", ""])
    assert match.secret is not None
    for seat in (None, 0, 1):
        sent = msgspec.json.encode(match.view(seat)).decode()
        for hidden in (match.secret.hex(), "the seed", round_seed(match.secret, 0, match.words).hex(), "my words"):
            assert hidden not in sent
    assert hand_of(match.state, 0)[0] not in msgspec.json.encode(match.view(None)).decode()


# ---------------------------------------------------------------------------------------------- what is refused


def test_next_round_has_its_time() -> None:
    """Not before the round has ended, and not after the match."""
    deck = junior("G2 G3 G4 G5 G6")
    running = reihum.match("junior", seats=2, rounds=2, deck=deck)
    ended = goes_out(goes_out(running).next_round(deck=deck))
    for match, code, number in ((running, "round-running", "Round 1"), (ended, "match-over", "Rounds played: 2")):
        with pytest.raises(reihum.IllegalMove, match=number) as refused:
            match.next_round(deck=deck)
        assert refused.value.code == code


def test_a_match_without_a_seed_needs_something_for_every_round() -> None:
    """A stacked deck is for one round only."""
    match = goes_out(reihum.match("junior", seats=2, rounds=2, deck=junior("G2 G3 G4 G5 G6")))
    with pytest.raises(reihum.BadDeck) as refused:
        match.next_round()
    assert refused.value.code == "deck-or-seed"
    assert match.next_round(secret=SECRETS[1]).secret == SECRETS[1]


def test_a_seed_makes_the_secrets() -> None:
    """docs/fairness.md: the secret of round n is the first 64 bytes of the stream with the label `secret n`."""
    match = reihum.match("junior", seats=2, rounds=2, seed="x", deck=junior("G2 G3 G4 G5 G6"))
    for number, made in enumerate([match, goes_out(match).next_round()]):
        source = outsider.stream(b"x", f"secret {number}")
        assert made.secret == bytes(next(source) for _ in range(64))


WORDS = [["one"], ["a", "b", "c"], "ab", 7, None, [1, 2], [None, ""], ["\ud800", ""], {"a": "", "b": ""}]


@pytest.mark.parametrize("words", WORDS, ids=ascii)
def test_bad_words(words: Any) -> None:
    """One text for each seat, or none at all."""
    with pytest.raises(reihum.BadOption, match="expected 2, one for each seat") as refused:
        reihum.match("junior", seats=2, seed="x", words=words)
    assert refused.value.code == "words"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "deck-or-seed"),
        ({"seed": 7.0}, "seed-type"),
        ({"seed": 7.0, "deck": "R2"}, "seed-type"),
        ({"seed": "\udcff"}, "seed-type"),
        ({"secret": "text"}, "secret-type"),
        ({"secret": 7}, "secret-type"),
        ({"deck": 7}, "deck-type"),
        ({"deck": "R2"}, "deck-missing-card"),
    ],
)
def test_bad_sources(given: dict[str, Any], code: str) -> None:
    """A seed is a text or bytes, a secret is bytes, a deck is a text or a list; one of them is needed."""
    with pytest.raises(reihum.BadDeck) as refused:
        reihum.match("junior", seats=2, **given)
    assert refused.value.code == code


def test_a_match_to_look_at() -> None:
    """A line, a text, and for notebooks the score sheet with the table; a seat's view shows no other hand."""
    match = goes_out(reihum.match("junior", seats=3, rounds=2, deck=junior("G2 G3 G4 G5 G6", "B3 B4 B5 B6 B7")))
    assert repr(match) == f"<Match of reihum.game('junior', seats=3), {str(match).splitlines()[0]}>"
    assert str(match).startswith("round 1 of 2, points ")
    assert match._repr_html_().startswith("<table>")
    assert "<svg" in match._repr_html_()
    running = match.next_round(deck=junior("G2 G3 G4 G5 G6", "B3 B4 B5 B6 B7"))
    for seat in range(3):
        view = running.view(seat)
        assert "\n" not in repr(view)
        hidden = {*hand_of(running.state, (seat + 1) % 3)}
        assert hidden
        assert not any(f"<title>{card}</title>" in view._repr_html_() for card in hidden)
        assert all(f"<title>{card}</title>" in running._repr_html_() for card in hidden)

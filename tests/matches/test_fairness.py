"""Checkable deals (docs/fairness.md): commitments, round seeds, and an outsider who follows a game's every lot."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

import outsider
import reihum
from documents import document, table
from reihum.cards import in_order
from reihum.matches import Recorder, commitment, round_seed, verify
from scenario import DECK_80, texts
from witness import hand_of

SECRET = bytes(range(64))

# ------------------------------------------------------------------------------------- commitment and round seed


@pytest.mark.parametrize(("shown", "number", "words", "expected"), table("fairness", "secret"))
def test_vectors_of_the_document(shown: str, number: str, words: str, expected: str) -> None:
    """Commitment and round seeds in the document are right, for us and for an outsider."""
    assert shown == "00 01 02 … 3f"
    wanted = expected.strip("`")
    if number:
        said = json.loads(words.strip("`"))
        assert round_seed(SECRET, int(number), said).hex() == wanted
        assert outsider.round_seed(SECRET, int(number), said).hex() == wanted
    else:
        assert commitment(SECRET) == outsider.commitment(SECRET) == wanted


def test_these_vectors_never_change() -> None:
    """Old records must verify for ever: this test stops a change of both document and code."""
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert round_seed(SECRET, 0, ["", ""]).hex()[:32] == "cdadf7697414f040e4806b3b9b62334a"


def test_an_outsider_computes_the_same() -> None:
    """Any secret, any round, any words."""
    rng = random.Random("fair")
    for _ in range(200):
        secret = rng.randbytes(64)
        words = ["".join(rng.choices("aä♥😀 \n\0", k=rng.randrange(9))) for _ in range(rng.randrange(2, 7))]
        number = rng.choice([0, 1, 255, 256, 999])
        assert round_seed(secret, number, words) == outsider.round_seed(secret, number, words)
        assert commitment(secret) == outsider.commitment(secret)


def test_nothing_runs_together() -> None:
    """Secret, round and every seat's words count by themselves: no two tables share a seed by accident."""
    tables = [
        (SECRET, 0, ["ab", ""]),
        (SECRET, 0, ["a", "b"]),
        (SECRET, 0, ["", "ab"]),
        (SECRET, 0, ["ab"]),
        (SECRET, 0, ["ab", "", ""]),
        (SECRET, 1, ["ab", ""]),
        (SECRET, 256, ["ab", ""]),
        (SECRET[::-1], 0, ["ab", ""]),
    ]
    assert len({round_seed(*given) for given in tables}) == len(tables)


# ------------------------------------------------------------------------------------------------ whole matches


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_outsider_deals_every_round(seats: int) -> None:
    """From secret, round and words, without our code: the hands of every round of a match."""
    words = [f"words of {seat}" for seat in range(seats)]
    match = reihum.match("junior", seats=seats, rounds=3, secret=SECRET, words=words)
    for number in range(3):
        secret = bytes([number]) * 64
        if number:
            match = match.next_round(secret=secret, words=words)
        seed = outsider.round_seed(secret if number else SECRET, number, words)
        deck = outsider.shuffle(seed, "deal 0", outsider.cards(range(2, 11)))
        for turn in range(seats):
            assert hand_of(match.state, (number + turn) % seats) == in_order(deck[5 * turn : 5 * turn + 5])
        while match.state.outcome is None:
            seat = match.state.to_act[0]
            match = match.play(seat, match.state.legal(seat)[0])


def test_words_change_the_deal() -> None:
    """Anybody's words, also of the last seat alone, give other cards: the table cannot choose them."""
    dealt = [
        hand_of(reihum.match("classic", seats=3, secret=SECRET, words=words).state, 0)
        for words in (["", "", ""], ["", "", "x"], ["x", "", ""], ["", "x", ""], ())
    ]
    assert dealt[0] == dealt[4], "no words at all are as good as empty ones"
    assert len(set(dealt)) == 4


# ------------------------------------------------------------------------------------- lots within single games


def test_the_lot_for_who_begins() -> None:
    """The label `first`: a number below the number of seats."""
    for seats in range(2, 7):
        game = reihum.game("any-start", seats=seats)
        for number in range(20):
            seed = b"%d" % number
            assert game.deal(seed).to_act == (outsider.draw_below(outsider.stream(seed, "first"), seats),)


def test_the_numbers_of_schlafmuetze() -> None:
    """The label `numbers`: as many as players, from the beginning; their cards in canonical order are shuffled."""
    for seats in range(3, 7):
        numbers = sorted(outsider.shuffle(b"reihum", "numbers", range(1, 21))[:seats])
        deck = outsider.shuffle(b"reihum", "deal 0", outsider.cards(numbers))
        game = reihum.game("schlafmuetze", seats=seats)
        assert game.deal("reihum") == game.deal("reihum", deck)
        if seats == 3:
            first = outsider.shuffle(b"reihum", "numbers", range(1, 21))[:3]
            assert f"Schlafmütze with the numbers {', '.join(map(str, first))}." in document("fairness")


def test_the_draws_of_schwarzer_peter() -> None:
    """The labels `draw 0`, `draw 1`, …: the hand that is drawn from, shuffled from canonical order."""
    state = reihum.game("schwarzer-peter", seats=3).deal("reihum")
    rng = random.Random("draws")
    made = 0
    while state.outcome is None:
        seat = state.to_act[0]
        place = rng.randrange(len(state.legal(seat)))
        after = state.play(seat, state.legal(seat)[place])
        other = next(who for who in (seat + 1, seat + 2) if hand_of(state, who % 3)) % 3
        held = outsider.shuffle(b"reihum", f"draw {made}", hand_of(state, other))
        assert after.events(seat)[0].cards == (held[place],)
        state, made = after, made + 1
    assert made > 5


def test_the_shuffles_of_schnipp_schnapp() -> None:
    """The labels `shuffle 0`, `shuffle 1`, …: the open pile from the bottom up; the first card lies on top."""
    state = reihum.game("schnipp-schnapp", seats=2).deal("reihum")
    piles: list[list[str]] = [[], []]
    shuffles, expected = 0, {0: list[str](), 1: list[str]()}
    for _ in range(200):
        seat = state.to_act[0]
        state = state.play(seat, "turn")
        kinds = [event.kind for event in state.events(None)]
        if "shuffle" in kinds:
            expected[seat] = outsider.shuffle(b"reihum", f"shuffle {shuffles}", piles[seat])
            piles[seat], shuffles = [], shuffles + 1
        (turned,) = state.events(None)[-1].cards
        if expected[seat]:
            assert turned == expected[seat].pop(0)
        piles[seat].append(turned)
    assert shuffles >= 4


def test_no_other_lots_are_drawn() -> None:
    """What a seed decides, the document names: stacked with the outsider's deck, any other seed plays the same game."""
    labelled = {"schwarzer-peter", "schnipp-schnapp", "schlafmuetze"}
    for facts in reihum.GAMES.values():
        game = facts.game(facts.seats[-1])
        if not game.cards or facts.id in labelled or game.options.get("first") == "random":
            continue
        deck = outsider.shuffle(b"other", "deal 0", game.cards)
        if facts.id == "classic":
            deck = sorted(DECK_80, key=lambda card: card[1:] != "11")
        one, two = game.deal("one", deck), game.deal("two", deck)
        rng = random.Random(facts.id)
        for _ in range(60):
            if one.outcome is not None:
                break
            seat = one.to_act[0]
            move = rng.choice(sorted(texts(one, seat)))
            one, two = one.play(seat, move), two.play(seat, move)
            assert one == two


# ------------------------------------------------------------------------------------------------ who would cheat


def finished() -> tuple[str, reihum.Match]:
    """The record of a short match, and the match."""
    recorder = Recorder(reihum.match("junior", seats=2, seed="24", words=["seven geese", "mond"]))
    while recorder.match.outcome is None:
        seat = recorder.match.state.to_act[0]
        recorder.play(seat, recorder.match.state.legal(seat)[0])
    return recorder.text, recorder.match


def test_a_tampered_deal_is_caught() -> None:
    """A secret other than the one committed to does not verify."""
    record, match = finished()
    assert match.secret is not None
    assert verify(record).state == match.state
    for other in (match.secret[::-1], match.secret[:-1], bytes(64), b""):
        with pytest.raises(reihum.BadRecord) as refused:
            verify(record.replace(match.secret.hex(), other.hex()))
        assert refused.value.code == "record-commitment"


def test_a_tampered_commitment_does_not_help() -> None:
    """With a commitment made to measure the other secret deals other cards, and the moves no longer fit them."""
    record, match = finished()
    assert match.secret is not None
    caught = 0
    for other in (bytes([n]) * 64 for n in range(50)):
        forged = record.replace(match.secret.hex(), other.hex()).replace(commitment(match.secret), commitment(other))
        with pytest.raises(reihum.BadRecord) as refused:
            verify(forged)
        caught += refused.value.code == "record-replay"
    assert caught == 50


def test_the_example_in_the_document_is_the_one_in_the_other() -> None:
    """docs/fairness.md checks the deal of the example in docs/records.md, which this session makes."""
    record, match = finished()
    assert match.secret is not None
    shown = document("fairness").replace('"\n...     "', "")
    assert match.secret.hex() in shown
    assert commitment(match.secret) in shown
    assert record in document("records")
    assert list(islice(outsider.stream(b"24", "secret 0"), 64)) == list(match.secret)

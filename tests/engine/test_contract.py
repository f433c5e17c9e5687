"""What every game guarantees to its callers (DESIGN §3), even if they are careless or curious."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import reihum
from reihum import IllegalMove, Move
from reihum.cards import RANK, Randomness
from reihum.engine import Game
from reihum.engine.views import Hand
from reihum.messages import Message
from reihum.testing import random_play
from reihum.texts import LANGUAGES, Texts
from scenario import deal, play, stack, texts

SETTINGS = [game for facts in reihum.GAMES.values() for game in facts.variations() if game.seats == facts.seats[0]]
GAMES = [facts.game(3 if 3 in facts.seats else 2) for facts in reihum.GAMES.values()]
WITHOUT_CARDS = ("anywhere", "ratefix", "zweikampf", "schnipp-schnapp", "quartett", "schwarzer-peter", "was-liegt-wo")
"""The games in which nobody lays, puts or passes a card by its name."""


def positions(game: Game, most: int = 60) -> Iterator[reihum.State]:
    """The first positions of a random game."""
    yield (state := game.deal("contract"))
    for number, (_, _, _, after) in enumerate(random_play(state, Randomness(b"contract", "play"))):
        if number == most:
            return
        yield after


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_not_a_seat_is_refused(game: Game) -> None:
    """Seats count from 0 (§3); anything else gets a clear error, on turn or not."""
    strangers: list[Any] = [True, False, 0.0, 1.0, "0", -1, game.seats, 10**30, (0,), [0], float("nan")]
    for state in positions(game, 6):
        for seat in strangers:
            for ask in (state.legal, state.view, state.events):
                with pytest.raises(reihum.ReihumError, match="is not at this table: use 0"):
                    ask(seat)
            with pytest.raises(reihum.ReihumError, match="is not at this table: use 0"):
                state.play(seat, Move(game.grammar.verbs[0].word))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_states_can_be_hashed(game: Game) -> None:
    """States are immutable values, cheap to copy, hash and compare: the same game gives the same keys. (§3)"""
    states = list(positions(game))
    assert list(map(hash, states)) == list(map(hash, positions(game)))
    assert len(set(states)) == len(set(map(id, states)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_equal_games_are_not_unequal(game: Game) -> None:
    """The same game made twice is the same, whichever way it is asked; another one is another. (§3)"""
    twin = game.facts.settle(game.seats, game.options)
    other = reihum.game("junior", seats=5)
    assert (game == twin, game != twin) == (True, False)
    assert (game == other, game != other) == (False, True)
    assert (game == game.id, game != game.id) == (False, True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_was_handed_out_is_nobodys_state(game: Game) -> None:
    """Changing an event or a mark changes neither this state nor another one. (§3)"""
    for state in positions(game, 20):
        events, view = state.events(0), state.view(0)
        for event in state.events(0):
            event.values["scribble"] = 1
        for zone in state.view(0).zones:
            zone.marks["scribble"] = (1,)
        state.view(0).prompt.values["scribble"] = 1
        assert state.events(0) == events
        assert state.view(0) == view


@pytest.mark.parametrize("place", [True, 1.0])
def test_a_move_leaves_no_trace_of_other_values(place: int) -> None:
    """What a careless caller put into a Move is not found in anybody else's events. (§3)"""
    state = play(deal("anywhere", 3, stack([27, 27, 26], ["R9", "R1 R3", "R2"])), "0 turn; 1 turn; 1 put own; 2 turn")
    assert state.play(2, Move("put", (place,))) == state.play(2, "put 1")
    assert state.play(2, "put 1").events(0)[0].target == "open.1"


@pytest.mark.parametrize("place", [True, 1.0])
def test_a_move_is_played_with_the_games_own_values(place: int) -> None:
    """True and 1.0 are equal to 1, but stand in no event and no record. (§3, notation)"""
    state = reihum.game("schwarzer-peter", seats=2).deal("x")
    after = state.play(state.to_act[0], Move("draw", (place,)))
    assert after == state.play(state.to_act[0], "draw 1")
    assert type(after.events(None)[0].values["place"]) is int


@pytest.mark.parametrize("text", ["lay R1１", "link Y1１>B1１", "lay J>B1２", "swap R1１"])
def test_other_digits_are_no_digits(text: str) -> None:
    """A move has exactly one text. (§3, notation)"""
    with pytest.raises(IllegalMove) as refused:
        reihum.game("master", seats=2).deal("x").play(0, text)
    assert refused.value.code == "notation"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_why_not_takes_every_card(game: Game) -> None:
    """`why_not(seat, card_or_move)` explains a refusal, in every game and for every card. (§4)"""
    state = game.deal("contract")
    for seat in range(game.seats):
        for card in RANK:
            why = state.why_not(seat, card)
            goes = any(card in move.args for move in state.legal(seat))
            assert (why is None) == (goes or (card == "J" and any("J>" in text for text in texts(state, seat))))
            if why is not None and seat in state.to_act and game.id in WITHOUT_CARDS:
                assert why == state.view(seat).prompt


def told(state: reihum.State) -> Iterator[Message]:
    """What is told about every card of every hand that does not go."""
    for seat in range(state.game.seats):
        hands = [zone for zone in state.view(seat).zones if isinstance(zone, Hand) and zone.owner == seat]
        for card in {card for hand in hands for card in hand.cards}:
            if why := state.why_not(seat, card):
                yield why


@pytest.mark.parametrize("game", SETTINGS, ids=repr)
def test_nobody_who_taps_a_card_reads_notation(game: Game) -> None:
    """A card of the hand that does not go is explained in words, after the end too: neither `R5` nor `put R5`. (§4)"""
    verbs = "|".join(verb.word for verb in game.grammar.verbs)
    notation = re.compile(rf"\b[RYGB]\d+\b|\bJ\b|\b(?:{verbs}) \d")
    languages = [Texts(language) for language in LANGUAGES]
    states = list(positions(game, 400))
    found = {msgspec.json.encode(why): why for state in (*states[::16], states[-1]) for why in told(state)}
    for why in found.values():
        for language in languages:
            assert not notation.search(language.message(why)), language.message(why)


def test_why_not_of_a_card_that_needs_a_pile() -> None:
    """A card alone is asked for where its move names a pile too: what speaks against the card is told. (§4)"""
    state = deal("farben-sammeln", 2, stack([9, 9, 4], ["R1 R2", "", "Y7 Y8"]))
    state = play(state, "0 take 1")
    assert state.why_not(0, "R1") is None
    taken, foreign = state.why_not(0, "Y7"), state.why_not(0, "B20")
    assert taken is not None
    assert foreign is not None
    assert (taken.key, foreign.key) == ("error.farben_sammeln.just-taken", "error.not-in-hand")


def test_a_refusal_does_not_tell_which_call_is_right() -> None:
    """Words are listed always, whether they are right never: not even by what a refusal says is possible. (§0)"""
    state = deal("anywhere", 3, stack([27, 27, 26], ["R1", "R2", "R9"]))
    mistaken = play(state, "0 turn; 1 turn; 1 put own")
    honest = play(state, "0 turn; 1 turn; 1 put middle")
    assert "stop" in texts(mistaken, 2)
    here, there = mistaken.why_not(2, "R5"), honest.why_not(1, "R5")
    assert here is not None
    assert here == there
    assert here.key == "anywhere.prompt.turn"
